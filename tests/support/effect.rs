//! Small effects for tests, put together by hand: HLSL through effectc's compiler, reflection written
//! out, so that the run time is tested by itself.

use effectc::effect::{
    ConstantBuffer, Effect, MatrixPacking, Member, MemberType, Pass, PassShader, Resource,
    ResourceKind, SCHEMA_VERSION, Sampler, ScalarKind, Shader, Stage, Stages, Technique,
    VertexFormat, VertexInput,
};
use effectc::spirv::{HlslCompiler as _, HlslJob, Shaderc};
use effectc::state::SamplerDesc;
use sinew::effect::{Effect as Loaded, Topology};
use sinew::gpu::Upload;

use super::gpu;

/// Compiles the text of an effect file, with matrices in rows.
pub(crate) fn compile_text(text: &str) -> Effect {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Test.fx");
    std::fs::write(&path, text).expect("written");
    let options = effectc::Options { matrix_packing: MatrixPacking::Row, ..Default::default() };
    let output = effectc::compile(&path, &options);
    let messages = output.diagnostics.iter().map(|it| it.render(&output.sources));
    let messages = messages.collect::<String>();
    assert!(output.effect.is_some(), "{messages}");
    output.effect.expect("it has no errors")
}

/// Loads an effect onto the GPU.
pub(crate) fn load(stage: &mut gpu::Stage, compiled: &Effect) -> Loaded {
    try_load(stage, compiled).expect("the effect loads")
}

pub(crate) fn try_load(
    stage: &mut gpu::Stage,
    compiled: &Effect,
) -> Result<Loaded, sinew::effect::EffectError> {
    let mut upload = Upload::begin(&mut stage.frames).expect("an upload begins");
    let effect = Loaded::new(&mut upload, &stage.cache, compiled)?;
    upload.finish().expect("uploaded");
    Ok(effect)
}

/// Compiles and loads.
pub(crate) fn load_text(stage: &mut gpu::Stage, text: &str) -> Loaded {
    load(stage, &compile_text(text))
}

/// Draws with the first pass of a technique into the stage's target, over opaque black.
pub(crate) fn draw(
    stage: &mut gpu::Stage,
    effect: &mut Loaded,
    technique: &str,
    topology: Topology,
    vertex_count: u32,
) {
    let pass = effect.pass(technique, 0).expect("there is one");
    stage.draw(|frame| {
        effect.begin(frame, pass).expect("its own");
        effect.apply(frame, pass, topology).expect("applied");
        frame.draw(vertex_count, 1);
        effect.end(frame);
    });
}

/// An effect with one technique `T0` and nothing in it.
pub(crate) fn empty_effect(name: &str) -> Effect {
    Effect {
        schema_version: SCHEMA_VERSION,
        name: name.to_owned(),
        matrix_packing: MatrixPacking::Row,
        techniques: vec![Technique { name: "T0".to_owned(), ..Technique::default() }],
        ..Effect::default()
    }
}

/// Compiles one entry point; its resources must name their registers, one number each.
pub(crate) fn shader(hlsl: &str, stage: Stage, entry: &str, bindings: &[u32]) -> Shader {
    let job = HlslJob { text: hlsl, name: "test.fx", stage, entry, debug_info: false };
    let result = Shaderc::new().expect("shaderc starts").compile(&job).expect("shaderc runs");
    assert!(result.words.is_some(), "{entry}: {:#?}", result.messages);
    Shader {
        stage,
        entry: entry.to_owned(),
        profile: format!("{}_5_0", stage.profile_prefix()),
        file: format!("{entry}.spv"),
        bindings: bindings.to_vec(),
        words: result.words.unwrap_or_default(),
        ..Shader::default()
    }
}

pub(crate) fn vertex_input(location: u32, semantic: &str, format: VertexFormat) -> VertexInput {
    VertexInput {
        location,
        semantic: semantic.to_owned(),
        semantic_index: 0,
        format,
        slot: 0,
        offset_bytes: 0,
        per_instance: false,
        used: true,
    }
}

/// A pass with these shaders (indices) and default state.
pub(crate) fn pass(name: &str, shaders: &[(Stage, u32)]) -> Pass {
    let mut all = [PassShader::Unset; 6];
    for (stage, index) in shaders {
        all[*stage as usize] = PassShader::Shader(*index);
    }
    Pass { name: name.to_owned(), shaders: all, ..Pass::default() }
}

pub(crate) fn stages(list: &[Stage]) -> Stages {
    list.iter().copied().collect()
}

pub(crate) fn float4(name: &str, offset_bytes: u32) -> Member {
    member(name, MemberType::Vector { kind: ScalarKind::Float, columns: 4 }, offset_bytes, 16)
}

pub(crate) fn member(name: &str, ty: MemberType, offset_bytes: u32, size_bytes: u32) -> Member {
    Member {
        name: name.to_owned(),
        ty,
        offset_bytes,
        size_bytes,
        array_counts: Vec::new(),
        array_stride_bytes: 0,
        semantic: None,
        annotations: Vec::new(),
    }
}

pub(crate) fn constant_buffer(
    name: &str,
    binding: u32,
    size_bytes: u32,
    used_in: &[Stage],
    members: Vec<Member>,
) -> ConstantBuffer {
    ConstantBuffer {
        name: name.to_owned(),
        set: 0,
        binding,
        size_bytes,
        stages: stages(used_in),
        members,
        ..ConstantBuffer::default()
    }
}

pub(crate) fn resource(
    name: &str,
    kind: ResourceKind,
    binding: u32,
    used_in: &[Stage],
) -> Resource {
    Resource {
        name: name.to_owned(),
        kind,
        binding,
        count: 1,
        stages: stages(used_in),
        ..Resource::default()
    }
}

pub(crate) fn sampler(name: &str, binding: u32, used_in: &[Stage], desc: SamplerDesc) -> Sampler {
    Sampler {
        name: name.to_owned(),
        binding,
        count: 1,
        stages: stages(used_in),
        desc,
        ..Sampler::default()
    }
}
