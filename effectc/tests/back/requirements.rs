//! What an effect says that a device must have, and which stages use a binding.

use effectc::effect::{Effect, Stage};

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
