//! `sinew view MODEL --effect FILE.fx` off screen: pictures, and what is said of effects that do not do.

#![expect(clippy::panic, reason = "tests fail by it")]

use std::path::{Path, PathBuf};

use clap::Parser as _;
use sinew::app::{AppError, Subject, cli::Cli, draw};

use crate::support::golden::{Picture, assert_golden};

/// What drew the pictures.
const DRIVER: &str = "llvmpipe of Mesa 22.3.6 (LLVM 15.0.6, 256 bits)";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn user_effect(name: &str) -> PathBuf {
    root().join("tests/fx/user").join(name)
}

/// Draws our character with an effect as the command line does.
fn try_draw(effect: &Path, arguments: &[&str]) -> Result<Picture, AppError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture.png");
    let character = root().join("assets/character.glb");
    let fixed = [
        "sinew",
        "view",
        character.to_str().unwrap(),
        "--effect",
        effect.to_str().unwrap(),
        "--headless",
        "--validation",
        "--size",
        "480x270",
        "--screenshot",
        path.to_str().unwrap(),
    ];
    let cli = Cli::parse_from(fixed.iter().chain(arguments));
    let (subject, args) = Subject::of(&cli).unwrap();
    draw(&subject, args)?;
    Ok(Picture::read(&path))
}

fn drawn(effect: &str, arguments: &[&str]) -> Picture {
    try_draw(&user_effect(effect), arguments).unwrap_or_else(|error| panic!("{}", error.report()))
}

/// What is said of an effect of this text, with the folder that it is in taken out.
fn said_of(text: &str, arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("user.fx");
    std::fs::write(&path, text).unwrap();
    let error = try_draw(&path, arguments).unwrap_err();
    assert_eq!(error.exit_code(), 1, "{error}");
    error.report().replace(&format!("{}/", folder.path().display()), "")
}

#[test]
fn an_effect_without_joints_draws_the_model_as_it_moves() {
    assert_golden("effect_phong", &drawn("phong.fx", &[]), DRIVER);
}

#[test]
fn an_effect_of_the_course_skins_by_the_transform_map() {
    assert_golden("effect_course", &drawn("course.fx", &["--clip", "Run"]), DRIVER);
}

#[test]
fn a_technique_is_chosen_by_name_and_number() {
    let normals = drawn("phong.fx", &["--technique", "Normals"]);
    assert_golden("effect_normals", &normals, DRIVER);
    assert!(normals.rgba8 == drawn("phong.fx", &["--technique", "1"]).rgba8);
    let error = try_draw(&user_effect("phong.fx"), &["--technique", "Nothing"]).unwrap_err();
    assert_eq!(error.exit_code(), 2);
    assert_eq!(error.chain(), "there is no technique 'Nothing'; there are 0 'Phong', 1 'Normals'");
}

/// The pixels that the model covers.
fn covered(picture: &Picture) -> Vec<bool> {
    picture.rgba8.as_chunks::<4>().0.iter().map(|it| *it == [255, 0, 255, 255]).collect()
}

#[test]
fn vertices_moved_by_the_cpu_cover_what_those_moved_by_the_effect_cover() {
    for clip in ["Run", "Slash"] {
        let arguments = ["--clip", clip, "-D", "FLAT"];
        let cpu = covered(&drawn("phong.fx", &arguments));
        let gpu = covered(&drawn("course.fx", &arguments));
        let count = cpu.iter().filter(|it| **it).count();
        assert!(count > 2000, "{clip}: {count} pixels");
        let differing = cpu.iter().zip(&gpu).filter(|(a, b)| a != b).count();
        assert!(differing * 200 < count, "{clip}: {differing} of {count} pixels differ");
    }
}

#[test]
fn matrices_are_right_in_both_packings() {
    let row = drawn("phong.fx", &["--matrix-packing", "row"]);
    let column = drawn("phong.fx", &["--matrix-packing", "column"]);
    let differing =
        row.rgba8.iter().zip(&column.rgba8).filter(|(a, b)| a.abs_diff(**b) > 1).count();
    assert!(differing < 50, "{differing}");
}

/// White where the light reaches the model, black elsewhere. `LOOKUP` leads a point of the world to the shadow map.
const SHADOWED: &str =
    "float4x4 gWorld; float4x4 gViewProj; float4x4 gShadowTransform; float4x4 LightViewProj;
Texture2D gShadowMap;
SamplerComparisonState Compare
{
    Filter = COMPARISON_MIN_MAG_LINEAR_MIP_POINT;
    AddressU = Border; AddressV = Border; BorderColor = float4(1, 1, 1, 1);
    ComparisonFunc = LESS_EQUAL;
};
struct V { float4 position : SV_POSITION; float3 world : TEXCOORD0; };
V VS(float3 position : POSITION)
{
    V v;
    v.world = mul(float4(position, 1), gWorld).xyz;
    v.position = mul(float4(v.world, 1), gViewProj);
    return v;
}
float4 PS(V v) : SV_TARGET
{
    float3 p = LOOKUP;
    float lit = gShadowMap.SampleCmpLevelZero(Compare, p.xy, p.z - 0.01);
    return float4(lit, lit, lit, 1);
}
technique11 T
{
    pass P
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}
";

#[test]
fn the_shadow_map_is_found_by_either_kind_of_matrix() {
    let folder = tempfile::tempdir().unwrap();
    let draw_text = |text: &str| {
        let path = folder.path().join("shadowed.fx");
        std::fs::write(&path, text).unwrap();
        let picture = try_draw(&path, &["--clip", "Slash"]);
        picture.unwrap_or_else(|error| panic!("{}", error.report())).rgba8
    };
    let drawn = |lookup: &str| draw_text(&SHADOWED.replace("LOOKUP", lookup));
    let texture = drawn("mul(float4(v.world, 1), gShadowTransform).xyz");
    let clip = drawn(
        "mul(float4(v.world, 1), LightViewProj).xyz * float3(0.5, -0.5, 1) + float3(0.5, 0.5, 0)",
    );
    let count = |picture: &[u8], value: u8| {
        picture.as_chunks::<4>().0.iter().filter(|it| it[..3] == [value; 3]).count()
    };
    let (dark, bright) = (count(&texture, 0), count(&texture, 255));
    assert!(dark > 60 && bright > 300, "{dark} dark, {bright} bright");
    let differing = texture.iter().zip(&clip).filter(|(a, b)| a.abs_diff(**b) > 8).count();
    assert!(differing < 60, "{differing}");
    // An effect without such a matrix cannot say where it looks, and finds no shadow.
    let matrices = " float4x4 gShadowTransform; float4x4 LightViewProj;";
    assert!(SHADOWED.contains(matrices));
    let nowhere =
        draw_text(&SHADOWED.replace(matrices, "").replace("LOOKUP", "v.world * 0.1 + 0.5"));
    assert_eq!(count(&nowhere, 0), 0);
    assert!(count(&nowhere, 255) > 2000);
}

#[test]
fn our_own_effect_as_the_users_draws_what_it_draws_as_ours() {
    let ours = root().join("shaders_hlsl/AnimationDemo.fx");
    let theirs =
        try_draw(&ours, &["--clip", "Run"]).unwrap_or_else(|error| panic!("{}", error.report()));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ours.png");
    let character = root().join("assets/character.glb");
    let (character, file) = (character.to_str().unwrap(), path.to_str().unwrap());
    let size = ["--size", "480x270", "--screenshot", file, "--clip", "Run"];
    let cli = Cli::parse_from(["sinew", "view", character, "--headless"].iter().chain(&size));
    let (subject, args) = Subject::of(&cli).unwrap();
    draw(&subject, args).unwrap_or_else(|error| panic!("{}", error.report()));
    let pairs = theirs.rgba8.iter().zip(Picture::read(&path).rgba8);
    let differing = pairs.filter(|(a, b)| a.abs_diff(*b) > 2).count();
    // Of half a million numbers: those at edges that either draw rounds otherwise, and some in what metal mirrors.
    assert!(differing < 700, "{differing}");
}

const PIXELS: &str = "float4 PS() : SV_TARGET { return 1; }\n\
    technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); \
    SetPixelShader(CompileShader(ps_5_0, PS())); } }\n";

#[test]
fn an_effect_that_does_not_fit_is_explained() {
    let vertex = "float4x4 WVP;\nfloat4 VS(float3 p : POSITION, float2 a : TEXCOORD0, float2 b : TEXCOORD1) \
                  : SV_POSITION { return mul(float4(p.xy + a, p.z + b.x, 1), WVP); }\n";
    assert_eq!(
        said_of(&format!("{vertex}{PIXELS}"), &[]),
        "user.fx does not fit character.glb:\n  `VS` reads TEXCOORD1; character.glb has one set: TEXCOORD0"
    );
    let vertex = "float4 VS(uint i : SV_VERTEXID) : SV_POSITION { return float4(i, 0, 0, 1); }\n";
    assert_eq!(
        said_of(&format!("{vertex}{PIXELS}"), &[]),
        "user.fx does not fit character.glb:\n  technique T draws no model: pass P is left out: `VS` reads no \
         POSITION, so it does not draw a model"
    );
    let vertex = "float4x4 WVP;\nfloat4 VS(float3 p : POSITION, float4 i : BLENDINDICES) : SV_POSITION \
                  { return mul(float4(p + i.x, 1), WVP); }\n";
    let text = said_of(&format!("{vertex}{PIXELS}"), &[]);
    assert!(text.contains("the effect has nothing that the joints could go to"), "{text}");
    let compute = "[numthreads(1,1,1)] void CS() {}\n\
                   technique11 T { pass P { SetComputeShader(CompileShader(cs_5_0, CS())); } }\n";
    let text = said_of(compute, &[]);
    assert!(text.contains("it is a compute pass and draws nothing"), "{text}");
    let palette = "float4x4 VP; float4x4 Bones[2];\nfloat4 VS(float3 p : POSITION, uint4 i : BLENDINDICES) \
                   : SV_POSITION { return mul(mul(float4(p, 1), Bones[i.x]), VP); }\n";
    let text = said_of(&format!("{palette}{PIXELS}"), &[]);
    assert!(text.contains("`Bones` has room for 2 joints; character.glb has "), "{text}");
}

#[test]
fn errors_come_with_their_places() {
    let text = said_of("technique11 T { pass P { SetVertexShader(Compile); } }\n", &[]);
    assert!(text.contains("user.fx:1:") && text.contains('^'), "{text}");
    let text = said_of("#include \"missing.fxh\"\n", &[]);
    assert!(text.contains("missing.fxh"), "{text}");
}

#[test]
fn a_pass_that_names_only_a_pixel_shader_draws_with_the_shaders_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("user.fx");
    let text = "float4x4 WorldViewProj;
        float4 VS(float4 p : POSITION) : SV_Position { return mul(p, WorldViewProj); }
        float4 First() : SV_Target { return float4(1, 0, 1, 1); }
        float4 Second() : SV_Target { return float4(0, 1, 0, 1); }
        DepthStencilState Again { DepthFunc = LESS_EQUAL; };
        technique11 T
        {
            pass A { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, First())); }
            pass B { SetPixelShader(CompileShader(ps_5_0, Second())); SetDepthStencilState(Again, 0); }
        }";
    std::fs::write(&path, text).unwrap();
    let picture = try_draw(&path, &[]).unwrap_or_else(|error| panic!("{}", error.report()));
    let has = |color: [u8; 4]| picture.rgba8.as_chunks::<4>().0.contains(&color);
    assert!(has([0, 255, 0, 255]) && !has([255, 0, 255, 255]), "the second pass draws over all");
}

/// The colours of a picture of an effect whose pass chooses its vertex shader, with this value of the variable.
fn chosen(count: i32) -> Picture {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("user.fx");
    let text = format!(
        "float4x4 WorldViewProj; int Count = {count};
        struct O {{ float4 p : POSITION; float4 c : COLOR0; }};
        O Red(float4 p : POSITION) {{ O o; o.p = mul(p, WorldViewProj); o.c = float4(1, 0, 1, 1); return o; }}
        O Green(float4 p : POSITION, float2 t : TEXCOORD0)
        {{ O o; o.p = mul(p, WorldViewProj); o.c = float4(0, t.x * 0 + 1, 0, 1); return o; }}
        float4 PS(float4 c : COLOR0) : COLOR {{ return c; }}
        VertexShader Shaders[2] = {{ compile vs_3_0 Red(), compile vs_3_0 Green() }};
        technique T {{ pass P {{ VertexShader = (Shaders[Count]); PixelShader = compile ps_3_0 PS(); }} }}"
    );
    std::fs::write(&path, text).unwrap();
    try_draw(&path, &[]).unwrap_or_else(|error| panic!("{}", error.report()))
}

#[test]
fn a_pass_draws_with_the_shader_that_its_variable_chooses() {
    let count = |picture: &Picture, color: [u8; 4]| {
        picture.rgba8.as_chunks::<4>().0.iter().filter(|it| **it == color).count()
    };
    let (red, green) = (chosen(0), chosen(1));
    assert!(count(&red, [255, 0, 255, 255]) > 2000 && count(&red, [0, 255, 0, 255]) == 0);
    assert!(count(&green, [0, 255, 0, 255]) > 2000 && count(&green, [255, 0, 255, 255]) == 0);
}

#[test]
fn a_lone_matrix_takes_the_model_to_where_a_known_one_does() {
    let text = |name: &str, multiply: &str| {
        format!(
            "float4x4 {name};\nfloat4 VS(float3 p : POSITION) : SV_POSITION {{ return {multiply}; }}\n{PIXELS}"
        )
    };
    let draw = |text: &str| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("user.fx");
        std::fs::write(&path, text).unwrap();
        try_draw(&path, &[]).unwrap_or_else(|error| panic!("{}", error.report()))
    };
    let known = draw(&text("WVP", "mul(float4(p, 1), WVP)"));
    assert!(known.rgba8 == draw(&text("m", "mul(float4(p, 1), m)")).rgba8);
    assert!(known.rgba8 == draw(&text("m", "mul(m, float4(p, 1))")).rgba8);
    assert!(known.rgba8.as_chunks::<4>().0.iter().filter(|it| **it == [255; 4]).count() > 2000);
}
