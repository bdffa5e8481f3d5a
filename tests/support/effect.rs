//! Small effects for tests, put together by hand: HLSL through effectc's compiler, reflection written
//! out, so that the run time is tested by itself.

use effectc::effect::{
    ConstantBuffer, Effect, MatrixPacking, Member, MemberType, Pass, PassShader, Resource,
    ResourceKind, SCHEMA_VERSION, Sampler, ScalarKind, Shader, Stage, Stages, Technique,
    VertexFormat, VertexInput,
};
use effectc::spirv::{HlslCompiler as _, HlslJob, Shaderc};
use effectc::state::SamplerDesc;

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
