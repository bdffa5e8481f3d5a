//! Offsets and sizes that others fixed: the seeds' structures, and what was measured of HLSL's packing.

use effectc::effect::{Effect, MatrixPacking, Member, MemberType, PassShader, Stage, VertexFormat};
use effectc::state::{
    BlendDesc, CullMode, DepthStencilDesc, FillMode, RasterizerDesc, SamplerDesc,
};

use super::{compile_text, effect, row_packed};

/// An effect whose compute shader reads nothing, for its declarations alone.
fn declared(declarations: &str) -> Effect {
    let text = format!(
        "{declarations}\n[numthreads(1, 1, 1)] void CS() {{}}\ntechnique11 T {{ pass P {{ SetComputeShader(CompileShader(cs_5_0, CS())); }} }}"
    );
    effect(&compile_text(&text, &row_packed())).clone()
}

#[track_caller]
fn check(declarations: &str, buffer: &str, size_bytes: u32, offsets: &[(&str, u32)]) {
    let effect = declared(declarations);
    let buffer = effect.constant_buffer(buffer).unwrap();
    for (path, expected) in offsets {
        let found = buffer.member(path).map(|(offset, _)| offset);
        assert_eq!(found, Some(*expected), "{path}");
    }
    assert_eq!(buffer.size_bytes, size_bytes, "{}", buffer.name);
}

const KEYFRAME: &str = "struct KeyframeDesc { int animIndex; uint currFrame; uint nextFrame; float ratio; float sumTime; float speed; float2 padding; };
    struct TweenFrameDesc { float tweenDuration; float tweenRatio; float tweenSumTime; float padding; KeyframeDesc curr; KeyframeDesc next; };";

#[test]
fn structures_of_the_seeds() {
    let keyframe_buffer =
        format!("{KEYFRAME} cbuffer KeyframeBuffer {{ KeyframeDesc Keyframes; }};");
    let offsets = [
        ("Keyframes.animIndex", 0),
        ("Keyframes.currFrame", 4),
        ("Keyframes.nextFrame", 8),
        ("Keyframes.ratio", 12),
        ("Keyframes.sumTime", 16),
        ("Keyframes.speed", 20),
        ("Keyframes.padding", 24),
    ];
    check(&keyframe_buffer, "KeyframeBuffer", 32, &offsets);
    let tween_buffer =
        format!("{KEYFRAME} cbuffer TweenBuffer {{ TweenFrameDesc TweenFrames[500]; }};");
    let offsets = [
        ("TweenFrames.tweenDuration", 0),
        ("TweenFrames.padding", 12),
        ("TweenFrames.curr", 16),
        ("TweenFrames.next", 48),
        ("TweenFrames[1]", 80),
        ("TweenFrames[499].next.speed", 499 * 80 + 48 + 20),
    ];
    check(&tween_buffer, "TweenBuffer", 40_000, &offsets);
    // Variants with a shorter KeyframeDesc: `next` stays at 48.
    for padding in ["float padding;", ""] {
        let text = KEYFRAME.replace("float2 padding;", padding);
        let text = format!("{text} cbuffer TweenBuffer {{ TweenFrameDesc TweenFrames; }};");
        check(&text, "TweenBuffer", 80, &[("TweenFrames.next", 48)]);
    }
    check(
        "cbuffer GlobalBuffer { matrix V; matrix P; matrix VP; matrix VInv; };",
        "GlobalBuffer",
        256,
        &[("V", 0), ("P", 64), ("VP", 128), ("VInv", 192)],
    );
    check("struct LightDesc { float4 ambient; float4 diffuse; float4 specular; float4 emissive; float3 direction; float padding; };
        cbuffer LightBuffer { LightDesc GlobalLight; };", "LightBuffer", 80,
        &[("GlobalLight.emissive", 48), ("GlobalLight.direction", 64), ("GlobalLight.padding", 76)]);
    check(
        "cbuffer BoneBuffer { matrix BoneTransforms[250]; };",
        "BoneBuffer",
        16_000,
        &[("BoneTransforms[249]", 249 * 64)],
    );
    check("uint BoneIndex;", "$Globals", 16, &[("BoneIndex", 0)]);
    check(
        "cbuffer SnowBuffer { float4 Color; float3 Velocity; float DrawDistance; float3 Origin; float Turbulence; float3 Extent; float Time; };",
        "SnowBuffer",
        64,
        &[
            ("Velocity", 16),
            ("DrawDistance", 28),
            ("Origin", 32),
            ("Turbulence", 44),
            ("Extent", 48),
            ("Time", 60),
        ],
    );
    check("struct AnimationFrameDesc { int a; uint b; uint c; float d; };
        struct Blend { AnimationFrameDesc clips[3]; float3 blendWeights; float sumTime; uint isBlendSpace; uint3 pad; };
        cbuffer BlendBuffer { Blend B; };", "BlendBuffer", 80, &[("B.clips[2]", 32), ("B.blendWeights", 48), ("B.sumTime", 60), ("B.pad", 68)]);
}

#[test]
fn packing_that_was_measured() {
    check(
        "cbuffer C { float a[2]; float b; float3 c; float d; };",
        "C",
        48,
        &[("b", 20), ("c", 32), ("d", 44)],
    );
    check("struct S { float3 p; }; cbuffer C { S s; float z; };", "C", 16, &[("z", 12)]);
    check(
        "cbuffer C { float4 v : packoffset(c1); float w : packoffset(c0.z); };",
        "C",
        32,
        &[("v", 16), ("w", 8)],
    );
    let effect = declared(
        "struct E { float3 p; float q; float3 r; }; StructuredBuffer<E> A; StructuredBuffer<float3> B;",
    );
    assert_eq!(effect.resource("A").unwrap().stride_bytes, 28);
    assert_eq!(effect.resource("B").unwrap().stride_bytes, 12);
    let MemberType::Struct { members, .. } = effect.resource("A").unwrap().element.clone().unwrap()
    else {
        panic!("a struct")
    };
    let offsets: Vec<u32> = members.iter().map(|it| it.offset_bytes).collect();
    assert_eq!(offsets, [0, 12, 16]);
}

#[test]
fn packoffset_in_any_order() {
    let text = "cbuffer A { float y : packoffset(c2.w); row_major float3x3 m : packoffset(c0); };
        cbuffer B { float4 q : packoffset(c1); float z : packoffset(c0.z); float2 w : packoffset(c0); };
        float4 VS() : SV_Position { return y + m[1][2] + q + z + w.y; }
        technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }";
    let output = compile_text(text, &row_packed());
    let effect = effect(&output);
    let offset = |buffer: &str, path: &str| {
        effect.constant_buffer(buffer).and_then(|it| it.member(path)).map(|(offset, _)| offset)
    };
    assert_eq!((offset("A", "y"), offset("A", "m")), (Some(44), Some(0)));
    assert_eq!(
        (offset("B", "q"), offset("B", "z"), offset("B", "w")),
        (Some(16), Some(8), Some(0))
    );
    // `y` uses the rest of the matrix's last register, wherever it is declared.
    assert!(output.lowered[0].text().contains("float3 m[3];"));
    let kinds = [effectc::emit::EmitKind::Rust];
    let files = effectc::emit::output_files(effect, &output, &kinds).unwrap();
    let rust = files.iter().find(|it| it.name.ends_with(".rs")).unwrap();
    let rust = String::from_utf8_lossy(&rust.content).into_owned();
    let (w, q) = (rust.find("pub w: ").unwrap(), rust.find("pub q: ").unwrap());
    assert!(w < q, "fields stand by offset");
}

#[test]
fn vertex_layout_of_the_course() {
    let text = "struct VertexModel { float4 position : POSITION; float2 uv : TEXCOORD; float3 normal : NORMAL; float3 tangent : TANGENT;
            float4 blendIndices : BLEND_INDICES; float4 blendWeights : BLEND_WEIGHTS; uint instanceID : SV_INSTANCEID; matrix world : INST; };
        float4 VS(VertexModel input) : SV_POSITION { return mul(input.position, input.world) + input.uv.x; }
        technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }";
    let output = compile_text(text, &row_packed());
    let effect = effect(&output);
    let pass = &effect.technique("T").unwrap().passes[0];
    assert_eq!(pass.shader(Stage::Vertex), PassShader::Shader(0));
    assert_eq!(pass.shader(Stage::Pixel), PassShader::Unset);
    let shader = &effect.shaders[0];
    assert_eq!(shader.vertex_stride_bytes(0), 76);
    assert_eq!(shader.vertex_stride_bytes(1), 64);
    let found: Vec<(&str, u32, u32, u32, bool)> = shader
        .vertex_inputs
        .iter()
        .map(|it| (it.semantic.as_str(), it.slot, it.offset_bytes, it.location, it.used))
        .collect();
    let expected = [
        ("POSITION", 0, 0, 0, true),
        ("TEXCOORD", 0, 12, 1, true),
        ("NORMAL", 0, 20, 2, false),
        ("TANGENT", 0, 32, 3, false),
        ("BLEND_INDICES", 0, 44, 4, false),
        ("BLEND_WEIGHTS", 0, 60, 5, false),
        ("INST", 1, 0, 6, true),
        ("INST", 1, 16, 7, true),
        ("INST", 1, 32, 8, true),
        ("INST", 1, 48, 9, true),
    ];
    assert_eq!(found, expected);
    assert_eq!(shader.vertex_inputs[0].format, VertexFormat::R32G32B32Float);
    assert_eq!(shader.vertex_inputs[8].semantic_index, 2);
}

#[test]
fn a_pass_sets_what_it_says_and_no_more() {
    let effect = declared(
        "RasterizerState W { FillMode = WireFrame; }; SamplerState S; BlendState B {}; DepthStencilState D {};",
    );
    let wire = RasterizerDesc { fill_mode: FillMode::Wireframe, ..RasterizerDesc::default() };
    assert_eq!(effect.rasterizer_states[0].desc, wire);
    assert_eq!(wire.cull_mode, CullMode::Back);
    assert_eq!(effect.sampler("S").unwrap().desc, SamplerDesc::default());
    assert_eq!(effect.blend_states[0].desc, BlendDesc::default());
    assert_eq!(effect.depth_stencil_states[0].desc, DepthStencilDesc::default());
    let pass = &effect.techniques[0].passes[0];
    assert_eq!((&pass.rasterizer, &pass.depth_stencil, &pass.blend), (&None, &None, &None));
}

#[test]
fn one_name_has_one_binding() {
    let text = "cbuffer A { float4 a; } cbuffer B { float4 b; } Texture2D T; SamplerState S; float4 loose;
        float4 VS() : SV_Position { return b + loose; }
        float4 PS() : SV_Target { return a + b + T.Sample(S, b.xy); }
        technique11 X { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }";
    let output = compile_text(text, &row_packed());
    let effect = effect(&output);
    let binding = |name: &str| effect.constant_buffer(name).unwrap().binding;
    assert_eq!((binding("A"), binding("B"), binding("$Globals")), (0, 1, 2));
    assert_eq!(effect.shaders[0].bindings, [1, 2]);
    assert_eq!(effect.shaders[1].bindings, [0, 1, 3, 4]);
    let stages: Vec<Stage> = effect.constant_buffer("B").unwrap().stages.iter().collect();
    assert_eq!(stages, [Stage::Vertex, Stage::Pixel]);
}

#[test]
fn defaults_are_the_buffers_image() {
    let effect = declared("cbuffer C { float3 a = { 0, 7.8, 0 }; float2 q[2] = { { 1, 2 }, { 3, 4 } }; int last = -2; };
        const float3 F0 = float3(0.04, 0.04, 0.04);");
    let image = effect.constant_buffer("C").unwrap().default_image();
    let number = |offset: usize| f32::from_le_bytes(image[offset..offset + 4].try_into().unwrap());
    assert_eq!(
        (number(4), number(16), number(20), number(32), number(36)),
        (7.8, 1.0, 2.0, 3.0, 4.0)
    );
    assert_eq!(image[40..44], (-2_i32).to_le_bytes());
    assert_eq!(image.len(), 48);
    assert_eq!(
        effect.constant_buffer("$Globals").unwrap().default_bytes[8..12],
        0.04_f32.to_le_bytes()
    );
}

/// The packing of members, in order.
fn packings(declarations: &str) -> Vec<(String, MatrixPacking)> {
    let effect = declared(declarations);
    let mut found = Vec::new();
    fn collect(members: &[Member], found: &mut Vec<(String, MatrixPacking)>) {
        for member in members {
            match &member.ty {
                MemberType::Matrix { packing, .. } => found.push((member.name.clone(), *packing)),
                MemberType::Struct { members, .. } => collect(members, found),
                MemberType::Scalar { .. } | MemberType::Vector { .. } => {}
            }
        }
    }
    effect.constant_buffers.iter().for_each(|it| collect(&it.members, &mut found));
    found
}

#[track_caller]
fn check_packings(declarations: &str, expected: &str) {
    let letters = packings(declarations).into_iter().map(|(name, packing)| match packing {
        MatrixPacking::Row => format!("{name} row"),
        MatrixPacking::Column => format!("{name} column"),
    });
    assert_eq!(letters.collect::<Vec<_>>().join(", "), expected, "{declarations}");
}

#[test]
fn a_pragma_counts_from_its_place_inside_of_buffers_and_structures() {
    // These are packed by rows where nothing else is said.
    let pragma = "\n#pragma pack_matrix(column_major)\n";
    check_packings(
        &format!(
            "cbuffer C {{ float4x3 a; {pragma} float4x3 b; row_major float4x3 c; }}; float4x3 d;"
        ),
        "a row, b column, c row, d column",
    );
    check_packings(
        &format!(
            "struct S {{ float4x3 a; {pragma} float4x3 b; }}; typedef float4x3 T;
             #pragma pack_matrix(row_major)
             cbuffer C {{ S s; {pragma} S t; T u; struct {{ float4x3 v; }} w; }};"
        ),
        "a row, b column, a row, b column, u column, v column",
    );
    check(
        &format!("cbuffer C {{ float4x3 a; {pragma} float4x3 b; float b1; }};"),
        "C",
        128,
        &[("a", 0), ("b", 64), ("b1", 112)],
    );
}

#[test]
fn typedefs_of_typedefs_keep_their_packing() {
    check_packings(
        "typedef column_major float4x3 A; typedef A B; typedef row_major B R; typedef B Two[2];
         cbuffer C { A a; B b; R r; Two two; row_major B own; };",
        "a column, b column, r row, two column, own row",
    );
    check_packings(
        "typedef float4x3 A;\n#pragma pack_matrix(column_major)\ntypedef A B; typedef float4x3 D; cbuffer C { A a; B b; D d; };",
        "a row, b row, d column",
    );
}

#[test]
fn members_of_all_bases_come_first_with_their_own_packing() {
    check(
        "struct A { float4 a; }; struct B : A { float4 b; }; struct D : B { float4 d; };
         cbuffer C { D x; float4 tail; };",
        "C",
        64,
        &[("x.a", 0), ("x.b", 16), ("x.d", 32), ("tail", 48)],
    );
    check_packings(
        "struct A { float4x3 a; };\n#pragma pack_matrix(column_major)\nstruct B : A { float4x3 b; };\n#pragma pack_matrix(row_major)\nstruct D : B { float4x3 d; }; cbuffer C { D x; };",
        "a row, b column, d row",
    );
    let buffer = declared(
        "struct A { float4 a; }; struct B : A { float4 b; }; struct D : B { float4 d; }; StructuredBuffer<D> S;",
    );
    assert_eq!(buffer.resources[0].stride_bytes, 48);
}

#[test]
fn constants_of_functions_of_real_numbers_are_real() {
    let effect = declared(
        "cbuffer C { float a = pow(2, -1); float b = fmod(7, 4) / 2; float c = (true ? 1 : 2.5) / 2; float d = (7 / 2); };",
    );
    let floats: Vec<f32> = effect.constant_buffers[0]
        .default_bytes
        .chunks(4)
        .map(|it| f32::from_le_bytes(it.try_into().unwrap()))
        .collect();
    assert_eq!(floats, [0.5, 1.5, 0.5, 3.0]);
}
