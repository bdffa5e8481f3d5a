//! What an effect says that a device must have, and which stages use a binding.

use std::collections::BTreeSet;

use effectc::effect::{Effect, Feature, Stage};

use super::{compile_text, effect, row_packed};

#[track_caller]
fn compiled(text: &str) -> Effect {
    effect(&compile_text(text, &row_packed())).clone()
}

/// `Feature: who needs it`, for each.
fn requirements(effect: &Effect) -> Vec<String> {
    let all = effect.requirements.iter();
    all.map(|it| format!("{:?}: {}", it.feature, it.needed_by.join(", "))).collect()
}

/// A feature that no effect can ask for has no place in the list that programs write their checks by.
#[test]
fn every_feature_can_be_asked_for() {
    let effect = compiled(
        "RWStructuredBuffer<float4> rw;
        struct O { float4 p : SV_Position; uint l : SV_RenderTargetArrayIndex; uint v : SV_ViewportArrayIndex; };
        float4 PS(out uint s : SV_StencilRef) : SV_Target { s = 1; return 1; }
        O VS() { O o; o.p = rw[0]; rw[1] = 1; o.l = 1; o.v = 1; return o; }
        RWTexture2D<float2> image;
        [numthreads(1, 1, 1)] void CS() { image[uint2(0, 0)] = image[uint2(1, 1)]; }
        technique11 T
        {
            pass P { SetVertexShader(CompileShader(vs_5_0, VS())); }
            pass S { SetPixelShader(CompileShader(ps_5_0, PS())); }
            pass Q { SetComputeShader(CompileShader(cs_5_0, CS())); }
        }",
    );
    let mut asked: BTreeSet<Feature> = effect.requirements.iter().map(|it| it.feature).collect();
    let snapshots = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/back/snapshots");
    for entry in std::fs::read_dir(snapshots).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let named = |it: &&Feature| {
            let name = serde_json::to_string(it).unwrap();
            text.contains(&format!("\"feature\": {name}"))
        };
        asked.extend(Feature::ALL.iter().filter(named));
    }
    let never: Vec<_> = Feature::ALL.iter().filter(|it| !asked.contains(it)).collect();
    assert!(never.is_empty(), "no effect here needs {never:?}");
}

#[test]
fn a_counter_has_the_stages_that_count() {
    let effect = compiled(
        "RWStructuredBuffer<uint> B; RWStructuredBuffer<uint> O;
        [numthreads(1, 1, 1)] void CS() { uint n = B.IncrementCounter(); O[n] = 1; }
        float4 PS() : SV_Target { return B[0]; }
        float4 VS() : SV_Position { return 0; }
        technique11 T
        {
            pass P { SetComputeShader(CompileShader(cs_5_0, CS())); }
            pass Q { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); }
        }",
    );
    let stages = |name: &str| -> Vec<Stage> {
        let found = effect.descriptor_bindings.iter().find(|it| it.name == name).unwrap();
        found.stages.iter().collect()
    };
    assert_eq!(stages("B"), [Stage::Pixel]);
    assert_eq!(stages("B (counter)"), [Stage::Compute]);
}

#[test]
fn a_counter_of_a_pixel_shader_is_a_store() {
    let effect = compiled(
        "RWStructuredBuffer<uint> B;
        float4 VS() : SV_Position { return 0; }
        float4 PS() : SV_Target { return B.IncrementCounter(); }
        technique11 T { pass { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }",
    );
    let found = requirements(&effect);
    let expected = "FragmentStoresAndAtomics: RWStructuredBuffer B of a pixel shader";
    assert!(found.iter().any(|it| it == expected), "{found:?}");
}

#[test]
fn structured_buffers_need_their_layout() {
    let effect = compiled(
        "struct S { float2 a; float3 b; }; StructuredBuffer<S> In; RWStructuredBuffer<float4> Out;
        [numthreads(1, 1, 1)] void CS() { Out[0] = In[1].b.xyzz; }
        technique11 T { pass { SetComputeShader(CompileShader(cs_5_0, CS())); } }",
    );
    assert_eq!(requirements(&effect), ["ScalarBlockLayout: the layout of structured buffers"]);
}

#[test]
fn a_stencil_reference_is_an_extension() {
    let effect = compiled(
        "float4 VS(float4 p : POSITION) : SV_Position { return p; }
        float4 PS(out uint stencil : SV_StencilRef) : SV_Target { stencil = 3; return 1; }
        technique11 T { pass { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }",
    );
    assert_eq!(requirements(&effect), ["ShaderStencilExport: shader PS (ps_5_0)"]);
    let feature = effect.requirements[0].feature;
    assert_eq!(feature.extension(), Some("VK_EXT_shader_stencil_export"));
}

/// They are chosen by a `switch`, so that no index is only known at run time.
#[test]
fn arrays_of_textures_need_nothing() {
    let effect = compiled(
        "Texture2D T[3]; SamplerState S[2]; int i;
        float4 PS(float2 t : TEXCOORD0) : SV_Target { return T[i].Sample(S[i], t); }
        technique11 T0 { pass { SetPixelShader(CompileShader(ps_5_0, PS())); } }",
    );
    assert_eq!(requirements(&effect), ["ScalarBlockLayout: the layout of constant buffers"]);
}

#[test]
fn all_shaders_that_a_pass_chooses_from_count() {
    let effect = compiled(
        "int sel;
        float4 One() : SV_Target0 { return 1; }
        void Two(out float4 a : SV_Target0, out float4 b : SV_Target1) { a = 1; b = 2; }
        PixelShader S[2] = { CompileShader(ps_5_0, One()), CompileShader(ps_5_0, Two()) };
        BlendState B { BlendEnable[0] = TRUE; BlendEnable[1] = FALSE; };
        technique11 T { pass P { SetPixelShader(S[sel]); SetBlendState(B, float4(0, 0, 0, 0), 0xFFFFFFFF); } }",
    );
    let found = requirements(&effect);
    let expected = "IndependentBlend: pass P of technique T";
    assert!(found.iter().any(|it| it == expected), "{found:?}");
}
