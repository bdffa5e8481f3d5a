//! Every system value of every stage is the built-in variable that Vulkan has for it.

use std::io::Write as _;
use std::process::{Command, Stdio};

use super::{compile_text, effect, row_packed};

const OP_DECORATE: u32 = 71;
const BUILT_IN: u32 = 11;

/// Numbers that SPIR-V has for built-in variables.
mod built_in {
    pub(super) const POSITION: u32 = 0;
    pub(super) const POINT_SIZE: u32 = 1;
    pub(super) const CLIP_DISTANCE: u32 = 3;
    pub(super) const CULL_DISTANCE: u32 = 4;
    pub(super) const PRIMITIVE_ID: u32 = 7;
    pub(super) const INVOCATION_ID: u32 = 8;
    pub(super) const LAYER: u32 = 9;
    pub(super) const VIEWPORT_INDEX: u32 = 10;
    pub(super) const TESS_LEVEL_OUTER: u32 = 11;
    pub(super) const TESS_LEVEL_INNER: u32 = 12;
    pub(super) const TESS_COORD: u32 = 13;
    pub(super) const FRAG_COORD: u32 = 15;
    pub(super) const FRONT_FACING: u32 = 17;
    pub(super) const SAMPLE_ID: u32 = 18;
    pub(super) const SAMPLE_MASK: u32 = 20;
    pub(super) const FRAG_DEPTH: u32 = 22;
    pub(super) const WORKGROUP_ID: u32 = 26;
    pub(super) const LOCAL_INVOCATION_ID: u32 = 27;
    pub(super) const GLOBAL_INVOCATION_ID: u32 = 28;
    pub(super) const LOCAL_INVOCATION_INDEX: u32 = 29;
    pub(super) const VERTEX_INDEX: u32 = 42;
    pub(super) const INSTANCE_INDEX: u32 = 43;
    pub(super) const BASE_VERTEX: u32 = 4424;
    pub(super) const BASE_INSTANCE: u32 = 4425;
}

/// Asserts which built-in variables the module of an entry point has, each once, and that the module is valid.
#[track_caller]
fn check(shader: &effectc::effect::Shader, expected: &[u32]) {
    let mut rest = &shader.words[5..];
    let mut found = Vec::new();
    while let [first, ..] = rest {
        let (one, after) = rest.split_at((first >> 16) as usize);
        if let [_, _, BUILT_IN, built_in] = one
            && first & 0xFFFF == OP_DECORATE
        {
            found.push(*built_in);
        }
        rest = after;
    }
    found.sort_unstable();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected, "built-in variables of {}", shader.entry);
    let mut child = Command::new("spirv-val")
        .args(["--target-env", "vulkan1.3", "--scalar-block-layout", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("spirv-val is installed by scripts/setup.sh (package spirv-tools)");
    let bytes: Vec<u8> = shader.words.iter().flat_map(|it| it.to_le_bytes()).collect();
    child.stdin.take().unwrap().write_all(&bytes).unwrap();
    let outcome = child.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&outcome.stderr);
    assert!(outcome.status.success(), "{}: {message}", shader.entry);
}

/// Compiles an effect, and asserts the built-in variables of its entry points by their names.
#[track_caller]
fn check_all(text: &str, expected: &[(&str, &[u32])]) {
    let output = compile_text(text, &row_packed());
    let effect = effect(&output);
    for (entry, values) in expected {
        let shader = effect.shaders.iter().find(|it| it.entry == *entry).unwrap();
        check(shader, values);
    }
}

#[test]
fn of_vertex_geometry_and_pixel_shaders() {
    use built_in::*;
    check_all(
        "struct O { float4 p : SV_Position; float2 c0 : SV_ClipDistance0; float3 c1 : SV_ClipDistance1; float cu : SV_CullDistance; uint rt : SV_RenderTargetArrayIndex; uint vp : SV_ViewportArrayIndex; };
        O VS(uint v : SV_VertexID, uint i : SV_InstanceID) { O o; o.p = v; o.c0 = i; o.c1 = 3; o.cu = 1; o.rt = 1; o.vp = 2; return o; }
        struct G { float4 p : SV_Position; float2 c0 : SV_ClipDistance0; float cu : SV_CullDistance; uint rt : SV_RenderTargetArrayIndex; uint vp : SV_ViewportArrayIndex; uint prim : SV_PrimitiveID; };
        [maxvertexcount(3)] [instance(2)] void GS(triangle O v[3], uint id : SV_PrimitiveID, uint inst : SV_GSInstanceID, inout TriangleStream<G> s) { G g = (G)0; g.p = v[0].p + v[1].c1.xyzz; g.rt = inst; g.vp = v[2].rt; g.prim = id; s.Append(g); }
        struct T { float4 a : SV_Target0; float d : SV_Depth; uint cov : SV_Coverage; };
        T PS(float4 p : SV_Position, bool f : SV_IsFrontFace, uint s : SV_SampleIndex, uint c : SV_Coverage, uint prim : SV_PrimitiveID, uint r : SV_RenderTargetArrayIndex, uint v : SV_ViewportArrayIndex) { T t; t.a = p + f + s + prim + r + v; t.d = p.z; t.cov = c; return t; }
        float4 Red() : SV_Target { return float4(1, 0, 0, 1); }
        technique11 A { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetGeometryShader(CompileShader(gs_5_0, GS())); SetPixelShader(CompileShader(ps_5_0, PS())); }
        pass Q { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, Red())); } }",
        &[
            (
                "VS",
                &[
                    POSITION, POINT_SIZE, CLIP_DISTANCE, CULL_DISTANCE, LAYER, VIEWPORT_INDEX,
                    VERTEX_INDEX, INSTANCE_INDEX, BASE_VERTEX, BASE_INSTANCE,
                ],
            ),
            (
                "GS",
                &[
                    POSITION, CLIP_DISTANCE, CULL_DISTANCE, PRIMITIVE_ID, PRIMITIVE_ID, LAYER,
                    VIEWPORT_INDEX, INVOCATION_ID,
                ],
            ),
            (
                "PS",
                &[
                    FRAG_COORD, FRONT_FACING, SAMPLE_ID, SAMPLE_MASK, SAMPLE_MASK, PRIMITIVE_ID,
                    LAYER, VIEWPORT_INDEX, FRAG_DEPTH,
                ],
            ),
        ],
    );
}

#[test]
fn of_hull_and_domain_shaders() {
    use built_in::*;
    check_all(
        "struct V { float3 p : POSITION; float w : WEIGHT; };
        struct P { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float4 extra : EXTRA; };
        V VS(V v) { return v; }
        P HC(InputPatch<V, 3> p, uint prim : SV_PrimitiveID) { P c = (P)0; c.e[0] = prim; c.i = p[0].p.x; c.extra = p[1].w; return c; }
        [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)] [patchconstantfunc(\"HC\")]
        V HS(InputPatch<V, 3> p, uint i : SV_OutputControlPointID, uint prim : SV_PrimitiveID) { V v = p[i]; v.w = prim; return v; }
        struct O { float4 p : SV_Position; float2 c0 : SV_ClipDistance0; float c1 : SV_ClipDistance1; float2 cu : SV_CullDistance; uint rt : SV_RenderTargetArrayIndex; uint vp : SV_ViewportArrayIndex; float2 uv : TEXCOORD; };
        [domain(\"tri\")] O DS(P c, float3 b : SV_DomainLocation, const OutputPatch<V, 3> p, uint prim : SV_PrimitiveID) { O o; o.p = float4(p[0].p, p[1].w + c.e[1] + c.i) + c.extra; o.c0 = b.xy; o.c1 = b.z; o.cu = prim; o.rt = prim; o.vp = 1; o.uv = b.x; return o; }
        float4 PS(float2 uv : TEXCOORD) : SV_Target { return uv.xyxy; }
        technique11 A { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetHullShader(CompileShader(hs_5_0, HS())); SetDomainShader(CompileShader(ds_5_0, DS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }",
        &[
            ("HS", &[INVOCATION_ID, PRIMITIVE_ID, TESS_LEVEL_OUTER, TESS_LEVEL_INNER]),
            (
                "DS",
                &[
                    POSITION, CLIP_DISTANCE, CULL_DISTANCE, PRIMITIVE_ID, LAYER, VIEWPORT_INDEX,
                    TESS_LEVEL_OUTER, TESS_LEVEL_INNER, TESS_COORD,
                ],
            ),
        ],
    );
}

#[test]
fn of_compute_shaders() {
    use built_in::*;
    check_all(
        "RWStructuredBuffer<uint> O;
        [numthreads(4, 2, 1)] void CS(uint2 a : SV_DispatchThreadID, int3 b : SV_GroupID, uint c : SV_GroupThreadID, int d : SV_GroupIndex) { O[a.x] = b.x + c + d; }
        technique11 A { pass P { SetComputeShader(CompileShader(cs_5_0, CS())); } }",
        &[(
            "CS",
            &[GLOBAL_INVOCATION_ID, WORKGROUP_ID, LOCAL_INVOCATION_ID, LOCAL_INVOCATION_INDEX],
        )],
    );
}
