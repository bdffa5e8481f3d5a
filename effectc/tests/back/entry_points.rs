//! What entry points take and give: who meets whom at which location, and what a semantic means where.

use effectc::effect::Primitive;
use effectc::lower::{Rewrite, Rewrites};
use effectc::{Options, Output};

use super::{compile_text, effect, row_packed};

fn pass(stages: &[(&str, &str, &str)]) -> String {
    let calls: String = stages
        .iter()
        .map(|(stage, profile, entry)| {
            format!("Set{stage}Shader(CompileShader({profile}, {entry}));")
        })
        .collect();
    format!("pass P {{ {calls} }}")
}

/// The lowered text of the first entry point with a name.
#[track_caller]
fn lowered(output: &Output, entry: &str) -> String {
    let found = output.lowered.iter().find(|it| it.file.contains(&format!(".{entry}.")));
    found.expect("the entry point was lowered").text()
}

#[track_caller]
fn check(text: &str, entry: &str, expected: &[&str]) {
    let output = compile_text(text, &row_packed());
    effect(&output);
    let text = &lowered(&output, entry);
    expected.iter().for_each(|it| assert!(text.contains(it), "no `{it}` in\n{text}"));
}

#[test]
fn a_semantic_has_one_location_whatever_the_order() {
    let vertex = ("Vertex", "vs_5_0", "VS()");
    let text = format!(
        "struct O {{ float4 p : SV_Position; float a : A; float2 b : B; }};
        struct I {{ float2 b : b; float4 p : SV_Position; float a : a0; }};
        O VS(float4 p : POSITION) {{ O o = (O)0; o.p = p; return o; }}
        float4 PS(I i) : SV_Target {{ return i.b.xyxy + i.a; }}
        technique11 T {{ {} }}",
        pass(&[vertex, ("Pixel", "ps_5_0", "PS()")])
    );
    check(
        &text,
        "VS",
        &["[[vk::location(0)]] out float out_A0", "[[vk::location(1)]] out float2 out_B0"],
    );
    check(&text, "PS", &["[[vk::location(1)]] float2 in_B0", "[[vk::location(0)]] float in_A0"]);
}

#[test]
fn a_position_is_a_variable_before_other_stages() {
    let text = format!(
        "struct V {{ float4 p : SV_Position; float3 n : NORMAL; }};
        V VS(float4 p : POSITION) {{ V v; v.p = p; v.n = 1; return v; }}
        [maxvertexcount(1)] void GS(point V v[1], inout PointStream<V> s) {{ s.Append(v[0]); }}
        technique11 T {{ {} }}",
        pass(&[("Vertex", "vs_5_0", "VS()"), ("Geometry", "gs_5_0", "GS()")])
    );
    check(&text, "VS", &["out float4 out_SV_POSITION0 : FX_POSITION0"]);
    check(
        &text,
        "GS",
        &["float4 SV_POSITION0 : FX_POSITION0;", "float4 SV_Position : SV_Position;"],
    );
    let output = compile_text(&text, &row_packed());
    assert!(!lowered(&output, "VS").contains(": SV_Position"));
    let primitives: Vec<_> = effect(&output).shaders.iter().map(|it| it.input_primitive).collect();
    assert_eq!(primitives, [None, Some(Primitive::Point)]);
}

#[test]
fn position_of_a_pixel_shader_depends_on_who_writes_it() {
    let text = |output: &str| {
        format!(
            "struct O {{ {output} }};
            O VS(float4 p : POSITION) {{ return (O)0; }}
            float4 PS(float4 p : POSITION) : SV_Target {{ return p; }}
            technique11 T {{ {} }}",
            pass(&[("Vertex", "vs_5_0", "VS()"), ("Pixel", "ps_5_0", "PS()")])
        )
    };
    check(&text("float4 p : POSITION;"), "PS", &["float4 in_SV_Position : SV_Position"]);
    check(&text("float4 p : POSITION;"), "VS", &["out float4 out_SV_Position : SV_Position"]);
    let both = "float4 p : SV_Position; float4 q : POSITION;";
    check(&text(both), "PS", &["[[vk::location(0)]] float4 in_POSITION0 : POSITION0"]);
    check(&text(both), "VS", &["out_SV_Position = fx_result.p;", "out_POSITION0 = fx_result.q;"]);
}

#[test]
fn entry_points_may_be_called_and_overloaded() {
    let text = format!(
        "float4 PS(float k) {{ return k; }}
        float4 PS(float4 p : SV_Position, uniform int n) : SV_Target {{ return PS(2.0) * n; }}
        float4 PS(float a, float b, float c) {{ return no_such_function(a); }}
        technique11 T {{ {} {} }}",
        pass(&[("Pixel", "ps_5_0", "PS(3)")]),
        pass(&[("Pixel", "ps_5_0", "PS(4)")]),
    );
    check(
        &text,
        "PS",
        &["float4 fx_called_PS(float k)", "const int n = 3;", "fx_called_PS(2.0) * n"],
    );
    let output = compile_text(&text, &row_packed());
    let shaders = &effect(&output).shaders;
    let files: Vec<&str> = shaders.iter().map(|it| it.file.as_str()).collect();
    assert_eq!(files, ["text.PS.ps_5_0.spv", "text.PS_2.ps_5_0.spv"]);
    assert_eq!(shaders[1].arguments, ["4"]);
}

#[test]
fn several_streams_are_of_points() {
    let text = format!(
        "struct A {{ float4 p : SV_Position; }}; struct B {{ float4 q : Q; }};
        [maxvertexcount(2)] void GS(point A a[1], inout PointStream<A> s, inout LineStream<B> t) {{ s.Append(a[0]); }}
        technique11 T {{ {} }}",
        pass(&[("Geometry", "gs_5_0", "GS()")])
    );
    let output = compile_text(&text, &row_packed());
    let text = effectc::diagnostic::render_all(&output.diagnostics, &output.sources);
    assert!(text.contains("expected a `PointStream`, found a `LineStream`"), "{text}");
}

#[test]
fn rewrites_can_be_switched_off() {
    let text = format!(
        "float4 VS(float4 p : POSITION) : POSITION {{ return p; }}
        float4 PS(float2 uv : TEXCOORD, uniform bool b) : SV_Target {{ return b ? uv.xyxy : 0; }}
        technique11 T {{ {} }}",
        pass(&[("Vertex", "vs_5_0", "VS()"), ("Pixel", "ps_5_0", "PS(true)")])
    );
    let without = |rewrite| {
        let options = Options { rewrites: Rewrites::without([rewrite]), ..row_packed() };
        compile_text(&text, &options)
    };
    let output = without(Rewrite::MissingOutputs);
    assert!(!lowered(&output, "VS").contains("out_TEXCOORD0"));
    let output = without(Rewrite::LegacySemantics);
    assert!(!lowered(&output, "VS").contains("SV_Position"));
    let output = without(Rewrite::UniformArguments);
    assert!(!lowered(&output, "PS").contains("b = true"));
}

/// What stands in the assembly of a module: decorations as `(target's name or id, decoration, operands)`.
fn decorations(words: &[u32]) -> Vec<Vec<u32>> {
    const OP_DECORATE: u32 = 71;
    let mut rest = &words[5..];
    let mut found = Vec::new();
    while let [first, ..] = rest {
        let (one, after) = rest.split_at((first >> 16) as usize);
        if first & 0xFFFF == OP_DECORATE {
            found.push(one[1..].to_vec());
        }
        rest = after;
    }
    found
}

const LOCATION: u32 = 30;
const INDEX: u32 = 32;

#[test]
fn the_second_colour_to_blend_with_is_index_1() {
    let text = "float4 VS() : SV_Position { return 0; }
        void PS(out float4 a : SV_Target0, out float4 b : SV_Target1) { a = 1; b = 0.25; }
        void Two(out float4 a : SV_Target0, out float4 b : SV_Target1) { a = 1; b = 0.25; }
        BlendState Dual { BlendEnable[0] = TRUE; SrcBlend = ONE; DestBlend = SRC1_COLOR; };
        BlendState Usual { BlendEnable[0] = TRUE; SrcBlend = ONE; DestBlend = ONE; };
        technique11 T
        {
            pass A
            {
                SetVertexShader(CompileShader(vs_5_0, VS()));
                SetPixelShader(CompileShader(ps_5_0, PS()));
                SetBlendState(Dual, float4(0, 0, 0, 0), 0xFFFFFFFF);
            }
            pass B
            {
                SetVertexShader(CompileShader(vs_5_0, VS()));
                SetPixelShader(CompileShader(ps_5_0, Two()));
                SetBlendState(Usual, float4(0, 0, 0, 0), 0xFFFFFFFF);
            }
        }";
    let places = |output: &Output, entry: &str| {
        let shader = effect(output).shaders.iter().find(|it| it.entry == entry).unwrap();
        let all = decorations(&shader.words);
        let mut places: Vec<(u32, u32)> = all
            .iter()
            .filter(|it| it[1] == LOCATION)
            .map(|it| {
                let index = all.iter().find(|other| other[0] == it[0] && other[1] == INDEX);
                (it[2], index.map_or(0, |it| it[2]))
            })
            .collect();
        places.sort_unstable();
        places
    };
    let output = compile_text(text, &row_packed());
    assert_eq!(output.diagnostics.len(), 0);
    assert_eq!(places(&output, "PS"), [(0, 0), (0, 1)]);
    assert_eq!(places(&output, "Two"), [(0, 0), (1, 0)]);
    let features: Vec<String> = effect(&output)
        .requirements
        .iter()
        .map(|it| format!("{:?} {:?}", it.feature, it.needed_by))
        .collect();
    assert_eq!(
        features,
        [
            "IndependentBlend [\"pass B of technique T\"]",
            "DualSrcBlend [\"pass A of technique T\"]"
        ]
    );
    // A shader for both is wrong in one of them.
    let output = compile_text(&text.replace("Two()));", "PS()));"), &row_packed());
    let messages = effectc::diagnostic::render_all(&output.diagnostics, &output.sources);
    assert!(messages.contains("in pass `B`, which does not, it goes nowhere"), "{messages}");
}

#[test]
fn stream_output_takes_the_kind_that_the_shader_writes() {
    let text = "struct F { float4 p : SV_Position; float k : TYPE; };
        F VF(float4 p : POSITION) { F f; f.p = p; f.k = 1; return f; }
        float4 PF(F f) : SV_Target { return f.k; }
        struct A { float4 p : SV_Position; float age : AGE; uint k : TYPE; };
        A VS(float4 p : POSITION) { A a; a.p = p; a.age = 0.5; a.k = 3; return a; }
        [maxvertexcount(1)] void GS(point A v[1], inout PointStream<A> s) { s.Append(v[0]); }
        GeometryShader so = ConstructGSWithSO(CompileShader(gs_5_0, GS()), \"TYPE.x\");
        technique11 T
        {
            pass A { SetVertexShader(CompileShader(vs_5_0, VF())); SetPixelShader(CompileShader(ps_5_0, PF())); }
            pass B { SetVertexShader(CompileShader(vs_5_0, VS())); SetGeometryShader(so); SetPixelShader(NULL); }
        }";
    let output = compile_text(text, &row_packed());
    let text = lowered(&output, "GS");
    let place =
        text.split("out uint out_TYPE0").next().and_then(|it| it.rsplit("location(").next());
    let place: u32 = place.and_then(|it| it.split(')').next()).unwrap().parse().unwrap();
    let shader = effect(&output).shaders.iter().find(|it| it.entry == "GS").unwrap();
    let all = decorations(&shader.words);
    const XFB_BUFFER: u32 = 36;
    let captured: Vec<u32> = all.iter().filter(|it| it[1] == XFB_BUFFER).map(|it| it[0]).collect();
    let places: Vec<u32> = all
        .iter()
        .filter(|it| it[1] == LOCATION && captured.contains(&it[0]))
        .map(|it| it[2])
        .collect();
    assert_eq!(places, [place], "{text}");
}

#[test]
fn a_pass_that_names_only_a_pixel_shader_draws_with_the_shaders_before_it() {
    let stages = |second: &str| {
        format!(
            "struct V {{ float4 p : SV_Position; float2 t : TEXCOORD0; }};
            V VS(float4 p : POSITION) {{ V v; v.p = p; v.t = 1; return v; }}
            float4 PA(V v) : SV_Target {{ return v.t.xyxy; }}
            float4 PB(float4 p : SV_Position, float4 t : TEXCOORD0, float3 c : COLOR0) : SV_Target {{ return t + c.xyzz; }}
            technique11 T
            {{
                pass A {{ SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PA())); }}
                pass B {{ {second} SetPixelShader(CompileShader(ps_5_0, PB())); }}
            }}"
        )
    };
    let output = compile_text(&stages(""), &row_packed());
    let named =
        compile_text(&stages("SetVertexShader(CompileShader(vs_5_0, VS()));"), &row_packed());
    assert_eq!(lowered(&output, "VS"), lowered(&named, "VS"));
    assert!(
        lowered(&output, "VS").contains("out float4 out_TEXCOORD0"),
        "{}",
        lowered(&output, "VS")
    );
    assert_eq!(output.diagnostics.len(), named.diagnostics.len());
    assert!(!output.diagnostics.is_empty());
    let drawn = effect(&output).techniques[0].drawn_shaders();
    assert_eq!(drawn[1][0], drawn[0][0]);
    // What names no pixel shader draws nothing.
    let output = compile_text(
        &stages("").replace("SetPixelShader(CompileShader(ps_5_0, PB()));", ""),
        &row_packed(),
    );
    let drawn = effect(&output).techniques[0].drawn_shaders();
    assert_eq!(drawn[1], [effectc::effect::PassShader::Unset; 6]);
}

#[test]
fn a_stage_that_may_be_null_lets_those_around_it_meet() {
    let text = "struct V { float4 p : SV_Position; float2 t : TEXCOORD0; };
        V VS(float4 p : POSITION) { V v; v.p = p; v.t = 1; return v; }
        [maxvertexcount(1)] void GS(point V v[1], inout PointStream<V> s) { s.Append(v[0]); }
        float4 PS(V v, float3 c : COLOR0) : SV_Target { return v.t.xyxy + c.xyzz; }
        int Which;
        GeometryShader G[2] = { NULL, CompileShader(gs_5_0, GS()) };
        technique11 T
        {
            pass P
            {
                SetVertexShader(CompileShader(vs_5_0, VS()));
                SetGeometryShader(G[Which]);
                SetPixelShader(CompileShader(ps_5_0, PS()));
            }
        }";
    let output = compile_text(text, &row_packed());
    effect(&output);
    let vertex = lowered(&output, "VS");
    // The rasterizer takes its position, and so does the geometry shader; the pixel shader reads its colour.
    assert!(vertex.contains(": SV_Position") && vertex.contains("out_COLOR0"), "{vertex}");
}
