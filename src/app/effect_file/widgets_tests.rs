//! Widgets of effects as people annotate them.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

use super::super::compile::{LoadedEffect, compile};
use super::super::source::EffectSource;
use super::super::state::{EffectSettings, EffectState};
use super::*;

/// Compiles an effect whose pixel shader reads `read`.
fn loaded(variables: &str, read: &str) -> Box<LoadedEffect> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("widgets.fx");
    let text = format!(
        "{variables}\nfloat4 VS(float4 p : POSITION) : SV_POSITION {{ return p; }}\n\
         float4 PS() : SV_TARGET {{ return {read}; }}\n\
         technique11 T {{ pass P {{ SetVertexShader(CompileShader(vs_5_0, VS())); \
         SetPixelShader(CompileShader(ps_5_0, PS())); }} }}\n"
    );
    std::fs::write(&path, text).unwrap();
    let source = EffectSource {
        path,
        technique: None,
        include_dirs: Vec::new(),
        defines: Vec::new(),
        matrix_packing: effectc::effect::MatrixPacking::Row,
    };
    compile(&source).outcome.unwrap()
}

fn widgets(variables: &str, read: &str) -> Widgets {
    let loaded = loaded(variables, read);
    Widgets::new(&loaded.compiled, &loaded.plan)
}

#[track_caller]
fn check(declaration: &str, kind: WidgetKind) {
    let name = declaration
        .split(['<', '=', ';', '['])
        .next()
        .and_then(|it| it.split_whitespace().next_back())
        .unwrap();
    let read = if declaration.starts_with("float3 ") {
        format!("float4({name}, 1)")
    } else if declaration.starts_with("float4x4") {
        format!("{name}[0]")
    } else if declaration.starts_with("float4 ") {
        name.to_owned()
    } else {
        format!("float4({name}, 0, 0, 1)")
    };
    let widgets = widgets(declaration, &read);
    let kinds: Vec<_> = widgets.all.iter().map(|it| it.kind).collect();
    assert_eq!(kinds, [kind], "{declaration}");
}

#[test]
fn kinds_follow_from_types_names_and_annotations() {
    check("bool IsOn = true;", WidgetKind::Switch);
    check("int Steps = 3;", WidgetKind::Whole);
    check("float Bump = 1;", WidgetKind::Number);
    check(
        "float Bump < float UIMin = 0; float UIMax = 2; > = 1;",
        WidgetKind::Slider { min: 0.0, max: 2.0 },
    );
    check(
        "float Bump < string UIWidget = \"spinner\"; float UIMin = 0; float UIMax = 2; > = 1;",
        WidgetKind::Number,
    );
    check(
        "float Bump < string UIWidget = \"slider\"; >;",
        WidgetKind::Slider { min: 0.0, max: 1.0 },
    );
    check("float3 Tint = {1, 0, 0};", WidgetKind::Color);
    check("float4 FogColor = {1, 0, 0, 1};", WidgetKind::Color);
    check("float3 Rim < string UIWidget = \"Color\"; > = {1, 1, 1};", WidgetKind::Color);
    check("float3 Wind = {1, 0, 0};", WidgetKind::Number);
    check(
        "float4x4 Mixer = {1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1};",
        WidgetKind::Matrix { columns: 4 },
    );
    // A colour that the program knows is the user's as soon as the effect says something about it.
    check("float4 DiffuseColor = {1, 0, 0, 1};", WidgetKind::Color);
    check("float3 LightDir < string UIWidget = \"direction\"; >;", WidgetKind::Direction);
    check(
        "float3 LightDir < string SasUiControl = \"direction\"; > = {0, -1, 0};",
        WidgetKind::Direction,
    );
}

#[test]
fn what_the_program_sets_and_what_is_hidden_has_no_widget() {
    for variables in [
        "float4 DiffuseColor;",
        "float4x4 World;",
        "float4 Secret < string UIWidget = \"none\"; > = {1, 1, 1, 1};",
    ] {
        let name = variables.split(['<', ';']).next().unwrap().split_whitespace().nth(1).unwrap();
        let read = if variables.contains("x4") { format!("{name}[0]") } else { name.to_owned() };
        assert_eq!(widgets(variables, &read).all, [], "{variables}");
    }
    // What no shader reads: the whole buffer is not there.
    assert_eq!(widgets("cbuffer Unread { float4 Tint; };", "0").all, []);
}

#[test]
fn labels_help_defaults_steps_arrays_and_structs() {
    let text = "struct Fog { float4 color; float2 range; float padding; };\n\
                cbuffer Scene {\n  Fog fog;\n  float2 Offsets[20];\n};\n\
                float Bump < string UIName = \"Bumps ##!\"; string UIHelp = \"How high\"; float UIStep = 0.5; > = 0.25;";
    let widgets = widgets(text, "fog.color + float4(fog.range, Offsets[1]) * Bump");
    let paths: Vec<&str> = widgets.all.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(paths.len(), 3 + 16, "{paths:?}");
    let bump = widgets.all.iter().find(|it| it.path == "$Globals/Bump").unwrap();
    assert_eq!((bump.label.as_str(), bump.help.as_deref()), ("Bumps ##!", Some("How high")));
    assert_eq!((bump.step, &bump.default), (0.5, &Value(vec![0.25])));
    assert!(paths.contains(&"Scene/fog.color") && paths.contains(&"Scene/fog.range"), "{paths:?}");
    assert!(paths.contains(&"Scene/Offsets[15]"), "{paths:?}");
    let left_out = widgets.nodes.iter().find_map(|it| match it {
        WidgetNode::Group { label, left_out, .. } if label == "Offsets[20]" => Some(*left_out),
        _ => None,
    });
    assert_eq!(left_out, Some(4));
}

#[test]
fn values_stay_after_a_reload_where_name_and_type_stay() {
    let first = loaded(
        "float A = 1; float B = 2; float3 C = {1, 1, 1}; float D = 4;",
        "float4(A + D, B, C.xy)",
    );
    let mut settings = EffectSettings::default();
    let mut state = EffectState::new("widgets.fx".to_owned(), &first, 0, &mut settings);
    settings.values[0] = Value(vec![10.0]);
    settings.values[2] = Value(vec![9.0; 3]);
    // B has another default, C another type, D is gone and E is new.
    let second = loaded(
        "float E = 5; float A = 1; float B = 3; float4 C = {1, 1, 1, 1};",
        "float4(A + E, B, C.xy)",
    );
    state.take(&second, 0, &mut settings);
    let widgets = state.status().widgets.all.clone();
    let named: Vec<(&str, &[f64])> =
        widgets.iter().zip(&settings.values).map(|(it, value)| (&*it.label, &*value.0)).collect();
    assert_eq!(
        named,
        [("E", &[5.0][..]), ("A", &[10.0]), ("B", &[3.0]), ("C", &[1.0; 4])],
        "{named:?}"
    );
    // What is set reaches the bytes.
    state.fit(&crate::render::ModelTraits::default());
    let draw = state.draw(&settings).unwrap();
    let a = &widgets[1];
    assert_eq!(Value::read(&draw.constants[a.buffer], a.offset_bytes, &a.ty), Value(vec![10.0]));
    assert_eq!(state.status().generation, 2);
}
