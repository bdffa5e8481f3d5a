//! What is said of a user's effect before anything is drawn, and which of its techniques draws: no GPU is needed.

#![expect(clippy::panic, reason = "tests fail by it")]

use sinew::render::{EffectPlan, Fit, ModelTraits};

fn compiled(text: &str) -> effectc::effect::Effect {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("user.fx");
    std::fs::write(&path, text).unwrap();
    let options = effectc::Options {
        matrix_packing: effectc::effect::MatrixPacking::Row,
        ..effectc::Options::default()
    };
    let output = effectc::compile(&path, &options);
    let said = effectc::diagnostic::render_all(&output.diagnostics, &output.sources);
    output.effect.unwrap_or_else(|| panic!("{said}"))
}

fn model() -> ModelTraits {
    ModelTraits {
        name: "model.glb".to_owned(),
        has_uvs: true,
        has_tangents: true,
        has_colors: true,
        slot_count: 4,
        has_further_influences: false,
    }
}

/// The warnings of the technique that is usual.
fn warnings(text: &str) -> Vec<String> {
    let plan = EffectPlan::new(&compiled(text));
    let technique = plan.usual_technique(&model());
    let fit = Fit::new(&plan, technique, &model());
    assert!(fit.is_good(), "{:?}", fit.refusals);
    fit.warnings
}

/// An effect whose vertex shader gives `position`.
fn effect(variables: &str, position: &str) -> String {
    format!(
        "{variables}\nfloat4 VS(float4 p : POSITION) : SV_Position {{ return {position}; }}\n\
         float4 PS() : SV_Target {{ return 1; }}\n\
         technique11 T {{ pass P {{ SetVertexShader(CompileShader(vs_5_0, VS())); \
         SetPixelShader(CompileShader(ps_5_0, PS())); }} }}\n"
    )
}

#[test]
fn a_matrix_of_the_position_that_nobody_sets_is_explained() {
    let found =
        warnings(&effect("float4x4 World; float4x4 Zoom : MYZOOM;", "mul(mul(p, World), Zoom)"));
    let [warning] = found.as_slice() else { panic!("{found:?}") };
    assert!(
        warning.starts_with(
            "`Zoom` (float4x4 : MYZOOM) makes the position of vertices and is set by nothing"
        ),
        "{warning}"
    );
    assert!(warning.contains("WorldViewProjection"), "{warning}");
    let plan = EffectPlan::new(&compiled(&effect(
        "float4x4 World; float4x4 Zoom;",
        "mul(mul(p, World), Zoom)",
    )));
    let notices = Fit::new(&plan, 0, &model()).notices;
    assert_eq!(
        notices,
        ["nothing sets `Zoom`: there may be nothing to see; the warnings of the effect say more"]
    );
    // Through a local variable, a function and a branch.
    let found = warnings(&effect(
        "float4x4 World; float4x4 A; float4x4 B; bool which; float4 by(float4 p, float4x4 m) { return mul(p, m); }",
        "which ? by(mul(p, World), A) : by(mul(p, World), B)",
    ));
    assert!(found[0].starts_with("`A` (float4x4), `B` (float4x4) make the position"), "{found:?}");
    assert_eq!(found[1], "zero until set in the panel: `which` (bool)");
}

#[test]
fn a_matrix_that_alone_makes_the_position_is_the_whole_way() {
    for (position, is_transpose) in
        [("mul(p, m)", false), ("mul(m, p)", true), ("mul(p * 2, m)", false)]
    {
        let plan = EffectPlan::new(&compiled(&effect("float4x4 m;", position)));
        let driven: Vec<_> = plan.driven.iter().map(|it| it.meaning.label()).collect();
        let transposed = if is_transpose { ", transposed" } else { "" };
        assert_eq!(driven, [format!("world x view x projection{transposed}")], "{position}");
        let fit = Fit::new(&plan, 0, &model());
        let expected =
            "`m` alone makes the position of vertices, so it is set to world x view x projection";
        assert_eq!(fit.warnings, [expected]);
    }
    // Not with another variable, not where it is more than a factor, not what is called after another view.
    for (variables, position) in [
        ("float4x4 m; float4 by;", "mul(p, m) + by"),
        ("float4x4 m;", "mul(p, m) + m[0]"),
        ("float4x4 PreviousMatrix;", "mul(p, PreviousMatrix)"),
        ("float4x4 m = { 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1 };", "mul(p, m)"),
        ("float3x3 m;", "float4(mul(p.xyz, m), 1)"),
    ] {
        let plan = EffectPlan::new(&compiled(&effect(variables, position)));
        assert!(plan.driven.is_empty(), "{variables}: {:?}", plan.driven);
    }
}

#[test]
fn what_stays_zero_is_named_once() {
    let found = warnings(&effect(
        "float4x4 WorldViewProj; float Scale; float3 Move;",
        "mul(p * Scale, WorldViewProj)",
    ));
    assert_eq!(
        found,
        ["zero until set in the panel, and part of the position of vertices: `Scale` (float)"],
        "Move is not read"
    );
    // Values of the effect's own, and what asks to be set, are no trouble.
    let found = warnings(&effect(
        "float4x4 WorldViewProj; float Scale = 1; float Up <string UIWidget = \"slider\";>;",
        "mul(p * Scale, WorldViewProj) + float4(0, 0, 0, 0) * Scale",
    ));
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn matrices_are_followed_through_the_stages() {
    let text = "struct V { float4 p : POSITION; };
        struct H { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
        float4x4 First; float4x4 Second; float4x4 World; float4x4 Elsewhere;
        struct Out { float4 p : POSITION; float4 other : OTHER; };
        Out VS(V v) { Out o; o.p = mul(mul(v.p, World), First); o.other = mul(v.p, Elsewhere); return o; }
        H HC(InputPatch<Out, 3> p) { H h; h.e[0] = h.e[1] = h.e[2] = 1; h.i = 1; return h; }
        [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)]
        [patchconstantfunc(\"HC\")]
        Out HS(InputPatch<Out, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }
        struct D { float4 p : SV_Position; float4 other : OTHER; };
        [domain(\"tri\")] D DS(H h, float3 b : SV_DomainLocation, const OutputPatch<Out, 3> p)
        { D d; d.p = mul(p[0].p * b.x + p[1].p * b.y + p[2].p * b.z, Second); d.other = p[0].other; return d; }
        float4 PS(D d) : SV_Target { return d.other; }
        technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetHullShader(CompileShader(hs_5_0, HS()));
            SetDomainShader(CompileShader(ds_5_0, DS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }";
    let found = warnings(text);
    assert!(
        found[0].starts_with("`First` (float4x4), `Second` (float4x4) make the position"),
        "{found:?}"
    );
    assert_eq!(found[1], "zero until set in the panel: `Elsewhere` (float4x4)");
}

/// The name of the technique that is drawn as long as nobody chooses.
fn usual(techniques: &str) -> String {
    let text = format!(
        "float4x4 WorldViewProj; float4 Wrong(float4 p : POSITION, float4 q : POSITION1) : POSITION {{ return p + q; }}
        float4 VS(float4 p : POSITION) : POSITION {{ return mul(p, WorldViewProj); }}
        float4 Nothing() : POSITION {{ return 0; }}
        float4 PS() : COLOR {{ return 1; }}
        #define DRAW pass P {{ VertexShader = compile vs_3_0 VS(); PixelShader = compile ps_3_0 PS(); }}
        #define UNFIT pass P {{ SetVertexShader(CompileShader(vs_5_0, Wrong())); SetPixelShader(CompileShader(ps_5_0, PS())); }}
        {techniques}"
    );
    let plan = EffectPlan::new(&compiled(&text));
    plan.techniques[plan.usual_technique(&model())].name.clone()
}

#[test]
fn the_technique_that_draws_the_object_is_taken() {
    for (techniques, expected) in [
        ("technique First { DRAW } technique Second { DRAW }", "First"),
        ("technique Empty { } technique Second { DRAW }", "Second"),
        ("technique Unfit { UNFIT } technique Second { DRAW }", "Second"),
        ("technique Edge <string MMDPass = \"edge\";> { DRAW } technique Zplot <string MMDPass = \"zplot\";> { DRAW }
          technique Main <string MMDPass = \"object\";> { DRAW }", "Main"),
        ("technique Ss <string MMDPass = \"object_ss\";> { DRAW } technique Toon <string MMDPass = \"object\"; bool UseToon = true;> { DRAW }
          technique Plain <string MMDPass = \"object\"; bool UseTexture = false;> { DRAW }
          technique Best <string MMDPass = \"object\"; bool UseTexture = true; bool UseToon = false;> { DRAW }", "Best"),
        ("technique Edge <string MMDPass = \"edge\";> { DRAW }", "Edge"),
        ("float Script : STANDARDSGLOBAL <string Script = \"Technique=Second;\";> = 0.8;
          technique First <string MMDPass = \"shadow\";> { DRAW } technique Second <string MMDPass = \"shadow\";> { DRAW }", "Second"),
    ] {
        assert_eq!(usual(techniques), expected, "{techniques}");
    }
}

#[test]
fn passes_that_choose_their_shaders_draw() {
    let text = "float4x4 WorldViewProj; int Count = 1;
        float4 One(float4 p : POSITION) : POSITION { return mul(p, WorldViewProj); }
        float4 Two(float4 p : POSITION, float2 t : TEXCOORD0) : POSITION { return mul(p, WorldViewProj) + t.x; }
        float4 PS() : COLOR { return 1; }
        VertexShader Shaders[3] = { compile vs_3_0 One(), compile vs_3_0 Two(), NULL };
        technique T { pass P { VertexShader = (Shaders[Count]); PixelShader = compile ps_3_0 PS(); } }";
    let found = warnings(text);
    assert_eq!(found, ["pass P is left out when `Count` is 2: it has no vertex shader"]);
    let found = warnings(&format!(
        "{} technique Plain {{ pass Q {{ VertexShader = compile vs_3_0 One(); PixelShader = compile ps_3_0 PS(); }} }}",
        text.replace("Count = 1", "Count = 7")
    ));
    assert_eq!(found[0], "pass P is left out: `Count` is 7 and chooses one of 3 shaders");
}
