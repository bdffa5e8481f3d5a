//! `REFLECTION.md` against what is written: every key of every reflection stands in the page.

use std::collections::BTreeSet;
use std::path::Path;

use effectc::effect::{
    Annotation, AnnotationValue, ConstantBuffer, DescriptorBinding, DescriptorType, Effect,
    LegacyState, Member, MemberType, Named, Pass, PassBlend, PassDepthStencil, PassRasterizer,
    PassRenderTargets, PassShader, Primitive, Requirement, Resource, SCHEMA_VERSION, Sampler,
    ScalarKind, Shader, ShaderSelection, Stages, StreamOutput, StreamOutputElement, StringVariable,
    Technique, VertexFormat, VertexInput,
};
use effectc::effect::{Feature, MatrixPacking};
use effectc::state::{BlendDesc, SamplerDesc};

/// The words in code quotes on the page.
fn documented() -> BTreeSet<String> {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("REFLECTION.md"));
    let page = page.unwrap();
    page.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn keys_of(value: &serde_json::Value, keys: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(map) => {
            for (key, value) in map {
                keys.insert(key.clone());
                keys_of(value, keys);
            }
        }
        serde_json::Value::Array(list) => list.iter().for_each(|it| keys_of(it, keys)),
        _ => {}
    }
}

#[track_caller]
fn assert_documented(keys: &BTreeSet<String>, whose: &str) {
    let documented = documented();
    // Alternatives of a value are written out as JSON.
    let in_examples: String = documented.iter().map(|it| format!("{it} ")).collect();
    let missing: Vec<&String> = keys
        .iter()
        .filter(|it| !documented.contains(*it) && !in_examples.contains(&format!("\"{it}\":")))
        .collect();
    assert!(missing.is_empty(), "{whose}: REFLECTION.md does not name {missing:?}");
}

#[test]
fn the_page_names_every_key_that_samples_use() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/back/snapshots");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.contains("snapshots_of_reflection") || !name.ends_with(".snap") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let start = text.find("\n{").unwrap();
        let json: serde_json::Value = serde_json::from_str(text[start..].trim()).unwrap();
        let mut keys = BTreeSet::new();
        keys_of(&json, &mut keys);
        assert_documented(&keys, &name);
        count += 1;
    }
    assert!(count > 5, "the snapshots of reflections were not found");
}

/// An effect in which no key is left out.
fn full() -> Effect {
    let annotations = vec![
        Annotation { name: "a".to_owned(), value: AnnotationValue::Bool(vec![true]) },
        Annotation { name: "b".to_owned(), value: AnnotationValue::Int(vec![1]) },
        Annotation { name: "c".to_owned(), value: AnnotationValue::Float(vec![1.0]) },
        Annotation { name: "d".to_owned(), value: AnnotationValue::String("s".to_owned()) },
    ];
    let member = |ty| Member {
        name: "m".to_owned(),
        ty,
        offset_bytes: 0,
        size_bytes: 4,
        array_counts: vec![2],
        array_stride_bytes: 16,
        semantic: Some("S".to_owned()),
        annotations: annotations.clone(),
    };
    let kind = ScalarKind::Float;
    let packing = MatrixPacking::Row;
    let matrix = MemberType::Matrix { kind, rows: 4, columns: 4, packing, stride_bytes: 16 };
    let members = vec![
        member(MemberType::Scalar { kind }),
        member(MemberType::Vector { kind, columns: 4 }),
        member(matrix.clone()),
    ];
    let structure = MemberType::Struct { name: "S".to_owned(), members: members.clone() };
    let named = || Some("n".to_owned());
    Effect {
        schema_version: SCHEMA_VERSION,
        constant_buffers: vec![ConstantBuffer {
            members: vec![member(structure)],
            default_bytes: vec![1],
            texture_buffer: true,
            register: named(),
            shared: true,
            annotations: annotations.clone(),
            ..ConstantBuffer::default()
        }],
        resources: vec![Resource {
            element: Some(matrix),
            stride_bytes: 16,
            semantic: named(),
            counter_binding: Some(3),
            register: named(),
            shared: true,
            annotations: annotations.clone(),
            ..Resource::default()
        }],
        samplers: vec![Sampler {
            element_descs: vec![SamplerDesc::default()],
            texture: named(),
            srgb_texture: true,
            semantic: named(),
            register: named(),
            shared: true,
            annotations: annotations.clone(),
            ..Sampler::default()
        }],
        blend_states: vec![Named { name: "B".to_owned(), desc: BlendDesc::default() }],
        render_target_views: vec!["R".to_owned()],
        depth_stencil_views: vec!["D".to_owned()],
        strings: vec![StringVariable {
            semantic: named(),
            annotations: annotations.clone(),
            ..StringVariable::default()
        }],
        shaders: vec![Shader {
            arguments: vec!["1".to_owned()],
            vertex_inputs: vec![VertexInput {
                location: 0,
                semantic: "P".to_owned(),
                semantic_index: 0,
                format: VertexFormat::R32Float,
                slot: 0,
                offset_bytes: 0,
                per_instance: false,
                used: true,
            }],
            workgroup_size: Some([1; 3]),
            patch_control_points: Some(3),
            input_primitive: Some(Primitive::Line),
            stream_output: Some(StreamOutput {
                elements: vec![StreamOutputElement::default()],
                rasterized_stream: Some(0),
                ..StreamOutput::default()
            }),
            ..Shader::default()
        }],
        shader_selections: vec![ShaderSelection::default()],
        techniques: vec![Technique {
            group: named(),
            passes: vec![Pass {
                shaders: [
                    PassShader::Unset,
                    PassShader::Null,
                    PassShader::Shader(0),
                    PassShader::Select(0),
                    PassShader::Unset,
                    PassShader::Unset,
                ],
                rasterizer: Some(PassRasterizer::default()),
                depth_stencil: Some(PassDepthStencil::default()),
                blend: Some(PassBlend {
                    name: None,
                    desc: BlendDesc::default(),
                    blend_factor: [0.0; 4],
                    sample_mask: 0,
                }),
                render_targets: Some(PassRenderTargets::default()),
                legacy_states: vec![LegacyState { index: Some(0), ..LegacyState::default() }],
                annotations: annotations.clone(),
                ..Pass::default()
            }],
            annotations,
            ..Technique::default()
        }],
        descriptor_bindings: vec![DescriptorBinding {
            set: 0,
            binding: 0,
            name: "n".to_owned(),
            descriptor_type: DescriptorType::UniformBuffer,
            count: 1,
            stages: Stages::NONE,
        }],
        requirements: vec![Requirement {
            feature: Feature::GeometryShader,
            needed_by: vec!["a".to_owned()],
        }],
        ..Effect::default()
    }
}

#[test]
fn the_page_names_every_key_that_there_is() {
    let json: serde_json::Value = serde_json::from_str(&full().to_json().unwrap()).unwrap();
    let mut keys = BTreeSet::new();
    keys_of(&json, &mut keys);
    assert!(keys.contains("legacy_states") && keys.contains("counter_binding"));
    assert_documented(&keys, "an effect with everything");
}

#[test]
fn the_page_is_that_of_this_version() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("REFLECTION.md"));
    let version = format!("schema version **{SCHEMA_VERSION}**");
    assert!(page.unwrap().contains(&version), "REFLECTION.md is not that of {version}");
}

#[test]
fn the_page_says_where_each_feature_is_in_vulkan() {
    let documented = documented();
    for &feature in Feature::ALL {
        let name = serde_json::to_value(feature).unwrap();
        for word in [name.as_str().unwrap(), feature.vulkan_name()] {
            assert!(documented.contains(word), "REFLECTION.md does not name {word}");
        }
        assert!(feature.extension().is_none_or(|it| documented.contains(it)), "{name}");
    }
}
