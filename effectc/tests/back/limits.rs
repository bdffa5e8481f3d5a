//! Effects that go on for too long, or where a name stands for what it cannot: what is said of each.
//!
//! The texts that `err/*.fx` do not hold, as their effects are made by a program or would stop others from being said.

use effectc::diagnostic::render_all;

use super::{compile_text, row_packed};

/// Compiles as the first thread of a program does, which has more room than the threads of tests.
#[track_caller]
fn check(text: &str, expected: &str) {
    const STACK_BYTES: usize = 8 << 20;
    let said = std::thread::scope(|scope| {
        let compile = || {
            let output = compile_text(text, &row_packed());
            render_all(&output.diagnostics, &output.sources)
        };
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        thread.spawn_scoped(scope, compile).unwrap().join().unwrap()
    });
    assert!(said.contains(expected), "{expected} is not in:\n{said}");
}

/// An effect of a vertex shader without inputs, with something before it.
fn drawn(before: &str) -> String {
    format!(
        "{before}\nfloat4 VS() : SV_Position {{ return 1; }}\n\
         technique11 T {{ pass P {{ SetVertexShader(CompileShader(vs_5_0, VS())); }} }}\n"
    )
}

/// Numbered pieces of text.
fn each(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect()
}

fn nested(open: &str, close: &str, count: usize) -> String {
    format!("{}1{}", open.repeat(count), close.repeat(count))
}

#[test]
fn conditions_and_macros_end() {
    let condition = |it: &str| drawn(&format!("#if {it}\n#endif"));
    check(&condition(&nested("(", ")", 300)), "the condition nests deeper than 100");
    check(&condition(&nested("!", "", 300)), "the condition nests deeper than 100");
    let calls = format!("#define F(a) a\nfloat x = {};", nested("F(", ")", 300));
    check(&drawn(&calls), "macro calls nest deeper than 100 in arguments");
    let doubled = each(25, |it| format!("#define T{} J(T{it}, T{it})\n", it + 1));
    let text = format!(
        "#define I(a, b) a ## b\n#define J(a, b) I(a, b)\n#define T0 aaaaaaaa\n{doubled}float T25;"
    );
    check(&drawn(&text), "the macro `I` makes a token of 131072 bytes");
}

#[test]
fn types_and_constants_end() {
    let inner = |it: usize| match it {
        0 => "float".to_owned(),
        _ => format!("S{}", it - 1),
    };
    let structs = each(70, |it| format!("struct S{it} {{ {} x; }};\n", inner(it)));
    check(
        &drawn(&format!("{structs}cbuffer C {{ S69 s; }};")),
        "structures are nested more than 64 deep",
    );
    let structs = each(8, |it| {
        let members = each(10, |member| format!("{} x{member}; ", inner(it)));
        format!("struct S{it} {{ {members}}};\n")
    });
    let too_many = "a structure with more than 16384 members, those inside of its members counted";
    check(&drawn(&format!("{structs}cbuffer C {{ S7 s; }};")), too_many);
    let constants = each(299, |it| format!("static const int c{} = c{it} + 1;\n", it + 1));
    let text = format!("static const int c0 = 0;\n{constants}float4 a[c299];");
    check(&drawn(&text), "the constant expression is too deep");
}

#[test]
fn passes_and_stages_end() {
    let states = "CullMode = NONE; ".repeat(3000);
    check(
        &format!(
            "stateblock B = stateblock_state {{ {states} }};\nfloat4 VS() : SV_Position {{ return 1; }}\n\
             technique T {{ pass P {{ StateBlock = (B); StateBlock = (B); }} }}\n"
        ),
        "state blocks assign more than 4096 states",
    );
    let calls =
        each(300, |it| if it == 0 { "t[0].x".to_owned() } else { format!(" + f(t[{it}])") });
    check(
        &format!(
            "Texture2D t[300]; float4 f(Texture2D x) {{ return x.Load(0); }}\n\
             float4 PS() : SV_Target {{ return {}; }}\n\
             technique11 T {{ pass P {{ SetPixelShader(CompileShader(ps_5_0, PS())); }} }}\n",
            calls.replace("t[0].x", "f(t[0])")
        ),
        "`f` is called with too many different textures, samplers or buffers; expected at most 256 combinations",
    );
    check(
        "Texture2D t[40]; SamplerState s[40]; int n;\n\
         float4 PS() : SV_Target { return t[n].Sample(s[n + 1], 0); }\n\
         technique11 T { pass P { SetPixelShader(CompileShader(ps_5_0, PS())); } }\n",
        "an index that is no constant chooses among 1600 objects; expected at most 1024",
    );
    let outputs = each(31, |it| format!("float4 a{it} : T{it}; "));
    let declaration = each(31, |it| format!("T{it}.x;"));
    check(
        &format!(
            "struct V {{ float4 p : SV_Position; {outputs} }};\n\
             [maxvertexcount(1)] void GS(point V i[1], inout PointStream<V> o) {{ o.Append(i[0]); }}\n\
             GeometryShader g = ConstructGSWithSO(CompileShader(gs_5_0, GS()), \"{}\");\n\
             technique11 T {{ pass P {{ SetGeometryShader(g); }} }}\n",
            declaration.trim_end_matches(';')
        ),
        "the shader has more outputs, with those that stream output takes in part, than the 32 of a stage",
    );
}

#[test]
fn names_stand_for_what_they_are() {
    let compute = |body: &str| {
        format!(
            "SamplerState s; RWStructuredBuffer<float4> o;\n\
             [numthreads(1, 1, 1)] void CS() {{ o[0] = {body}; }}\n\
             technique11 T {{ pass P {{ SetComputeShader(CompileShader(cs_5_0, CS())); }} }}\n"
        )
    };
    check(&compute("s.Load(1)"), "`s` has no method `Load`");
    check(&compute("s.Length"), "`s` has no length");
    check(&compute("s[3]"), "`s` is no texture or buffer");
    let hull = |constant: &str| {
        format!(
            "struct V {{ float4 p : SV_Position; }}; struct W {{ float4 p : SV_Position; }};\n\
             struct H {{ float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; }};\n\
             H HC({constant}) {{ return (H)0; }}\n\
             [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] \
             [outputcontrolpoints(3)] [patchconstantfunc(\"HC\")]\n\
             V HS(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) {{ return p[i]; }}\n\
             technique11 T {{ pass P {{ SetHullShader(CompileShader(hs_5_0, HS())); }} }}\n"
        )
    };
    check(&hull("InputPatch<V, 3> p, uniform float q"), "`HC` needs a value for its parameter `q`");
    check(
        &hull("InputPatch<V, 3> p, uniform float q"),
        "values of uniform parameters stand in the compile expression",
    );
    check(
        &hull("OutputPatch<W, 3> p"),
        "not yet supported: a patch constant function that reads control points of another type than `HS` returns",
    );
    check(
        "interface I { float4 f(); }; class L : I { float4 f() { return 1; } }; L l;\n\
         float4 PS(I a) : SV_Target { return a.f(); }\n\
         technique11 T { pass P { SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PS()), l, l)); } }\n",
        "`PS` has no further interface parameter for this",
    );
    check(
        "float b; VertexShader a[2] = b; int n;\n\
         technique11 T { pass P { SetVertexShader(a[n]); } }\n",
        "`a` is no array of shaders with values",
    );
    check(
        &drawn("LineStream<float4> s;"),
        "not yet supported: global variables of type `LineStream`",
    );
}
