//! Compile expressions: which overload they mean, and what its uniform parameters get.

use effectc::check;
use effectc::diagnostic::render_all;
use effectc::effect::MatrixPacking;

use super::parse_clean;

/// Declarations that the passes below compile.
const DECLARATIONS: &str = "
    static const int COUNT = 2;
    float4 Tint;
    int Lights;
    Texture2D Map;
    Texture2D Maps[2];
    SamplerState Linear;
    interface IColor { float4 Get(); };
    class Red : IColor { float4 Get() { return 1; } };
    Red red;
    IColor any = red;
    struct V { float4 p : SV_Position; float2 uv : TEXCOORD; };
    float4 Plain(V i) : SV_Target { return 0; }
    float4 One(V i, uniform bool b) : SV_Target { return b; }
    float4 Mixed(uniform int n, V i, uniform float2 v = float2(1, 2), uniform uint u = 3) : SV_Target { return n; }
    float4 Over(V i) : SV_Target { return 0; }
    float4 Over(V i, uniform int n) : SV_Target { return n; }
    float4 Over(V i, uniform int n, uniform bool b) : SV_Target { return n; }
    float4 Kinds(V i, uniform float x) : SV_Target { return x; }
    float4 Kinds(V i, uniform bool x) : SV_Target { return x; }
    float4 Same(V i, uniform int a) : SV_Target { return a; }
    float4 Same(V i, uniform int b, uniform int c = 1) : SV_Target { return b; }
    float4 Textured(V i, uniform Texture2D t, uniform SamplerState s) : SV_Target { return t.Sample(s, i.uv); }
    float4 Bare(V i, bool b) : SV_Target { return b; }
    float4 Colored(V i, IColor c) : SV_Target { return c.Get(); }
    float4 Pixel(V i, uniform float4 c) : SV_Target { return c; }
    [maxvertexcount(1)] void GS(point V i[1], inout PointStream<V> s) { s.Append(i[0]); }
";

/// The entry points of a pass that sets these pixel shaders, as `function(param = text)`, or the messages.
fn entries(expressions: &[&str]) -> String {
    let stmts: String = expressions.iter().map(|it| format!("SetPixelShader({it});\n")).collect();
    let (sources, effect) =
        parse_clean(&format!("{DECLARATIONS}technique T {{ pass P {{\n{stmts}}} }}"));
    let (checked, diagnostics) = check::check(&effect, MatrixPacking::Row);
    let mut text = String::new();
    for entry in &checked.entries {
        let arguments: Vec<String> = entry
            .arguments
            .iter()
            .map(|it| format!("{} = {}", entry.function.params[it.param].name.name, it.text))
            .collect();
        let count = entry.function.params.len();
        text += &format!("{}/{count}({})\n", entry.function.name.name, arguments.join(", "));
    }
    text + &render_all(&diagnostics, &sources)
}

#[track_caller]
fn check_entry(expression: &str, expected: &str) {
    assert_eq!(entries(&[expression]), format!("{expected}\n"), "{expression}");
}

#[test]
fn the_number_of_arguments_chooses_the_overload() {
    check_entry("CompileShader(ps_4_0, Over())", "Over/1()");
    check_entry("CompileShader(ps_4_0, Over(COUNT + 1))", "Over/2(n = 3)");
    check_entry("CompileShader(ps_4_0, Over(1, false))", "Over/3(n = 1, b = false)");
    check_entry("compile ps_3_0 Over(1, 0)", "Over/3(n = 1, b = false)");
    check_entry("CompileShader(ps_4_0, Kinds(true))", "Kinds/2(x = true)");
    check_entry("CompileShader(ps_4_0, Kinds(0.5))", "Kinds/2(x = 0.5)");
    check_entry("CompileShader(ps_4_0, Same(7))", "Same/2(a = 7)");
}

#[test]
fn arguments_are_converted_to_the_type_of_the_parameter() {
    check_entry("CompileShader(ps_4_0, One(1))", "One/2(b = true)");
    check_entry(
        "CompileShader(ps_4_0, Mixed(2.9))",
        "Mixed/4(n = 2, v = float2(1.0, 2.0), u = 3u)",
    );
    check_entry(
        "CompileShader(ps_4_0, Mixed(1, 4))",
        "Mixed/4(n = 1, v = float2(4.0, 4.0), u = 3u)",
    );
    check_entry(
        "CompileShader(ps_4_0, Mixed(-1, float4(1, 2, 3, 4).yx, 0xFF))",
        "Mixed/4(n = -1, v = float2(2.0, 1.0), u = 255u)",
    );
}

#[test]
fn globals_stay_names() {
    check_entry("CompileShader(ps_4_0, Textured(Map, Linear))", "Textured/3(t = Map, s = Linear)");
    check_entry(
        "CompileShader(ps_4_0, Textured(Maps[1], Linear))",
        "Textured/3(t = Maps[1], s = Linear)",
    );
    check_entry("CompileShader(ps_4_0, Pixel(Tint))", "Pixel/2(c = Tint)");
    check_entry("CompileShader(ps_4_0, Pixel(Tint * 2))", "Pixel/2(c = Tint * 2)");
}

#[test]
fn parameters_that_no_stage_fills_take_arguments_too() {
    check_entry("CompileShader(ps_4_0, Bare(true))", "Bare/2(b = true)");
    check_entry("CompileShader(ps_5_0, Colored(red))", "Colored/2(c = red)");
    check_entry("BindInterfaces(CompileShader(ps_5_0, Colored()), any)", "Colored/2(c = any)");
    check_entry("BindInterfaces(CompileShader(ps_5_0, Colored(red)), any)", "Colored/2(c = any)");
}

#[test]
fn equal_arguments_are_one_entry_point() {
    let text = entries(&[
        "CompileShader(ps_4_0, Over(2))",
        "CompileShader(ps_4_0, Over(COUNT))",
        "CompileShader(PS_4_0, Over(1 + 1))",
        "CompileShader(ps_4_0, Over(3))",
        "CompileShader(ps_4_1, Over(3))",
    ]);
    assert_eq!(text, "Over/2(n = 2)\nOver/2(n = 3)\nOver/2(n = 3)\n");
}

#[test]
fn faults_of_arguments() {
    insta::assert_snapshot!(entries(&[
        "CompileShader(ps_4_0, Plain(1))",
        "CompileShader(ps_4_0, One())",
        "CompileShader(ps_4_0, One(1, 2, 3))",
        "CompileShader(ps_4_0, Over(1, 2, 3))",
        "CompileShader(ps_4_0, Mixed())",
        "CompileShader(ps_4_0, Mixed(Cuont))",
        "CompileShader(ps_4_0, Pixel(float2(1, 2)))",
        "CompileShader(ps_4_0, Textured(Mpa, Linear))",
        "CompileShader(ps_4_0, Textured(1, Linear))",
        "CompileShader(ps_4_0, Pixel(\"red\"))",
        "BindInterfaces(CompileShader(ps_5_0, Colored()), red, any)",
        "BindInterfaces(CompileShader(ps_5_0, Colored()), Tint)",
    ]));
}
