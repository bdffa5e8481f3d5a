//! Effects of the user's that draw to targets of their own, that read cubes and volumes, and that see from the light.

#![expect(clippy::panic, reason = "tests fail by it")]

use std::path::Path;

use clap::Parser as _;
use sinew::app::{Subject, cli::Cli, draw};
use sinew::render::{EffectPlan, Fit, ModelTraits};

use crate::support::golden::Picture;

/// Draws our character with an effect of this text, validated; pictures lie beside the effect.
fn drawn_beside(text: &str, arguments: &[&str], beside: &[(&str, &[u8])]) -> Picture {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("user.fx");
    std::fs::write(&path, text).unwrap();
    for (name, bytes) in beside {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let picture = folder.path().join("picture.png");
    let character = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/character.glb");
    let fixed = [
        "sinew",
        "view",
        character.to_str().unwrap(),
        "--effect",
        path.to_str().unwrap(),
        "--headless",
        "--validation",
        "--size",
        "320x180",
        "--screenshot",
        picture.to_str().unwrap(),
    ];
    let cli = Cli::parse_from(fixed.iter().chain(arguments));
    let (subject, args) = Subject::of(&cli).unwrap();
    draw(&subject, args).unwrap_or_else(|error| panic!("{}", error.report()));
    Picture::read(&picture)
}

fn drawn(text: &str, arguments: &[&str]) -> Picture {
    drawn_beside(text, arguments, &[])
}

fn pixels(picture: &Picture) -> &[[u8; 4]] {
    picture.rgba8.as_chunks::<4>().0
}

/// Mean of the differences of all numbers.
fn difference(a: &Picture, b: &Picture) -> f64 {
    let sum: f64 = a.rgba8.iter().zip(&b.rgba8).map(|(a, b)| f64::from(a.abs_diff(*b))).sum();
    sum / a.rgba8.len() as f64
}

/// The warnings of the usual technique, for a model that has everything.
fn warnings(text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("user.fx");
    std::fs::write(&path, text).unwrap();
    let output = effectc::compile(&path, &effectc::Options::default());
    let said = effectc::diagnostic::render_all(&output.diagnostics, &output.sources);
    let effect = output.effect.unwrap_or_else(|| panic!("{said}"));
    let model = ModelTraits {
        name: "model.glb".to_owned(),
        has_uvs: true,
        has_tangents: true,
        has_colors: true,
        slot_count: 4,
        has_further_influences: false,
    };
    let plan = EffectPlan::new(&effect);
    Fit::new(&plan, plan.usual_technique(&model), &model).warnings
}

/// An effect for the picture, in the manner of FX Composer: `COLOR` of the scene that is drawn to a target.
const SCENE: &str = r#"
float Script : STANDARDSGLOBAL < string ScriptClass = "scene"; string ScriptOrder = "postprocess"; > = 0.8;
float4 ClearColor = { 0, 0, 0, 1 };
texture SceneMap : RENDERCOLORTARGET < float2 ViewPortRatio = { 1.0, 1.0 }; string Format = "A8R8G8B8"; >;
sampler Scene = sampler_state { texture = <SceneMap>; MinFilter = POINT; MagFilter = POINT; AddressU = CLAMP; AddressV = CLAMP; };
texture Small : RENDERCOLORTARGET < float2 ViewPortRatio = { 0.25, 0.25 }; string Format = "A16B16G16R16F"; >;
sampler SmallMap = sampler_state { texture = <Small>; MinFilter = POINT; MagFilter = POINT; AddressU = CLAMP; AddressV = CLAMP; };
texture Depth : RENDERDEPTHSTENCILTARGET < float2 ViewPortRatio = { 1.0, 1.0 }; string Format = "D24S8"; >;
struct V { float4 position : POSITION; float2 uv : TEXCOORD0; };
V VS(float4 position : POSITION, float2 uv : TEXCOORD0) { V v; v.position = position; v.uv = uv; return v; }
float4 CopyPS(V v) : COLOR { return tex2D(Scene, v.uv); }
float4 PS(V v) : COLOR { return COLOR; }
technique Main < string Script = "RenderColorTarget0=SceneMap; RenderDepthStencilTarget=Depth; ClearSetColor=ClearColor;"
    "Clear=Color; Clear=Depth; ScriptExternal=Color; Pass=Down; Pass=Show;"; >
{
    pass Down < string Script = "RenderColorTarget0=Small; RenderDepthStencilTarget=; Draw=Buffer;"; >
    { ZEnable = false; VertexShader = compile vs_3_0 VS(); PixelShader = compile ps_3_0 CopyPS(); }
    pass Show < string Script = "RenderColorTarget0=; Draw=Buffer;"; >
    { ZEnable = false; VertexShader = compile vs_3_0 VS(); PixelShader = compile ps_3_0 PS(); }
}
"#;

fn scene(color: &str) -> Picture {
    drawn(&SCENE.replace("return COLOR;", &format!("return {color};")), &[])
}

#[test]
fn an_effect_for_the_picture_sees_the_scene() {
    let plain = scene("tex2D(Scene, v.uv)");
    let inverse = scene("1 - tex2D(Scene, v.uv)");
    for (a, b) in pixels(&plain).iter().zip(pixels(&inverse)) {
        assert!((0..3).all(|it| (a[it].abs_diff(255 - b[it])) <= 1), "{a:?} {b:?}");
    }
    // The same as without an effect, but for smooth edges, which targets do not have.
    let own = own_picture();
    assert!(difference(&plain, &own) < 1.0, "{}", difference(&plain, &own));
    let flat = pixels(&plain)[0];
    assert!(pixels(&plain).iter().filter(|it| it[0].abs_diff(flat[0]) > 60).count() > 500);
}

fn own_picture() -> Picture {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("picture.png");
    let character = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/character.glb");
    let all = ["sinew", "view", character.to_str().unwrap(), "--headless", "--size", "320x180"];
    let cli = Cli::parse_from(all.iter().chain(&["--screenshot", picture.to_str().unwrap()]));
    let (subject, args) = Subject::of(&cli).unwrap();
    draw(&subject, args).unwrap_or_else(|error| panic!("{}", error.report()));
    Picture::read(&picture)
}

#[test]
fn a_target_of_a_quarter_has_a_texel_for_four_by_four_pixels() {
    let small = scene("tex2D(SmallMap, v.uv)");
    let blocks = pixels(&small);
    for y in (0..180).step_by(4) {
        for x in (0..320).step_by(4) {
            let first = blocks[y * 320 + x];
            let same = |it: usize| blocks[(y + it / 4) * 320 + x + it % 4] == first;
            assert!((0..16).all(same), "{x} {y}");
        }
    }
    assert!(difference(&small, &scene("tex2D(Scene, v.uv)")) < 8.0);
}

/// Two targets at once from the model, then a rectangle that shows one of them.
const TWO: &str = r#"
float4x4 WorldViewProjection;
float4 Blue = { 0, 0, 1, 1 };
texture A : RENDERCOLORTARGET; sampler SA = sampler_state { texture = <A>; };
texture B : RENDERCOLORTARGET1; sampler SB = sampler_state { texture = <B>; };
float4 VS(float4 p : POSITION) : POSITION { return mul(p, WorldViewProjection); }
void PS(out float4 a : COLOR0, out float4 b : COLOR1) { a = float4(1, 0, 0, 1); b = float4(0, 1, 0, 1); }
struct Q { float4 position : POSITION; float2 uv : TEXCOORD0; };
Q QuadVS(float4 position : POSITION, float2 uv : TEXCOORD0) { Q q; q.position = position; q.uv = uv; return q; }
float4 ShowPS(Q q) : COLOR { return tex2D(SHOWN, q.uv); }
technique T < string Script = "RenderColorTarget0=A; RenderColorTarget1=B; ClearSetColor=Blue; Clear=Color; Clear=Depth; Pass=Model;"
    "RenderColorTarget0=; RenderColorTarget1=; Pass=Show;"; >
{
    pass Model < string Script = "Draw=Geometry;"; > { VertexShader = compile vs_3_0 VS(); PixelShader = compile ps_3_0 PS(); }
    pass Show < string Script = "Draw=Buffer;"; > { ZEnable = false; VertexShader = compile vs_3_0 QuadVS(); PixelShader = compile ps_3_0 ShowPS(); }
}
"#;

#[test]
fn a_model_is_drawn_to_two_targets_that_are_cleared_to_a_variable() {
    let a = drawn(&TWO.replace("SHOWN", "SA"), &[]);
    let b = drawn(&TWO.replace("SHOWN", "SB"), &[]);
    let count = |of: &Picture, color: [u8; 4]| pixels(of).iter().filter(|it| **it == color).count();
    let red = count(&a, [255, 0, 0, 255]);
    assert!(red > 1000, "{red}");
    assert_eq!(red, count(&b, [0, 255, 0, 255]));
    assert_eq!(count(&a, [0, 0, 255, 255]) + red, 320 * 180);
}

/// `SetRenderTargets` with view variables; the texture that is named as one of them shows it.
const VIEWS: &str = r#"
float4x4 World; float4x4 ViewProjection;
RenderTargetView gColorRTV; DepthStencilView gColorDSV; Texture2D gColor;
float4 VS(float3 p : POSITION) : SV_POSITION { return mul(mul(float4(p, 1), World), ViewProjection); }
float4 PS() : SV_TARGET { return float4(1, 0, 1, 1); }
float4 FullVS(uint id : SV_VertexID) : SV_POSITION { return float4(float2((id << 1) & 2, id & 2) * float2(2, -2) + float2(-1, 1), 0, 1); }
float4 ShowPS(float4 p : SV_POSITION) : SV_TARGET { return gColor.Load(int3(p.xy, 0)); }
technique11 T
{
    pass Color { SetRenderTargets(gColorRTV, gColorDSV); SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); }
    pass Show { SetVertexShader(CompileShader(vs_5_0, FullVS())); SetPixelShader(CompileShader(ps_5_0, ShowPS())); }
}
"#;

#[test]
fn passes_with_render_target_views_draw_to_the_texture_of_the_same_name() {
    let picture = drawn(VIEWS, &[]);
    let all = pixels(&picture);
    let model = all.iter().filter(|it| **it == [255, 0, 255, 255]).count();
    let rest = all.iter().filter(|it| it[..3] == [0, 0, 0]).count();
    assert!(model > 1000, "{model}");
    assert_eq!(model + rest, 320 * 180);
}

/// A shadow map of the effect's own, drawn as the light sees the model: white where the light reaches it.
const LIGHT: &str = r#"
float4x4 World : WORLD; float4x4 ViewProjection : VIEWPROJECTION;
float4x4 LightWVP : WORLDVIEWPROJECTION < string Object = "Light"; >;
float4x4 LightV : VIEW < string Object = "Light0"; >; float4x4 LightP : PROJECTION < string Object = "Light0"; >;
float4 Far = { 1, 1, 1, 1 };
texture Depths : RENDERCOLORTARGET < int2 Dimensions = { 1024, 1024 }; string Format = "R32F"; >;
sampler Map = sampler_state { texture = <Depths>; MinFilter = POINT; MagFilter = POINT; AddressU = CLAMP; AddressV = CLAMP; };
struct D { float4 position : POSITION; float depth : TEXCOORD0; };
D DepthVS(float4 p : POSITION) { D d; d.position = mul(p, LightWVP); d.depth = d.position.z; return d; }
float4 DepthPS(D d) : COLOR { return d.depth; }
struct V { float4 position : POSITION; float4 light : TEXCOORD0; };
V VS(float4 p : POSITION) { V v; float4 w = mul(p, World); v.position = mul(w, ViewProjection); v.light = mul(mul(w, LightV), LightP); return v; }
float4 PS(V v) : COLOR { float2 uv = v.light.xy * float2(0.5, -0.5) + 0.5; return v.light.z - 0.01 < tex2D(Map, uv).r ? 1 : float4(0, 0, 0, 1); }
technique T < string Script = "RenderColorTarget0=Depths; ClearSetColor=Far; Clear=Color; Clear=Depth; Pass=D; RenderColorTarget0=; Pass=P;"; >
{
    pass D { VertexShader = compile vs_3_0 DepthVS(); PixelShader = compile ps_3_0 DepthPS(); }
    pass P { VertexShader = compile vs_3_0 VS(); PixelShader = compile ps_3_0 PS(); }
}
"#;

#[test]
fn matrices_of_the_light_are_those_of_the_shadow_camera() {
    // The scene's own map, through the matrix that leads to it, says the same.
    let own = "float4x4 gWorld; float4x4 gViewProj; float4x4 gShadowTransform; Texture2D gShadowMap;
        SamplerComparisonState Compare { Filter = COMPARISON_MIN_MAG_MIP_POINT; AddressU = Border; AddressV = Border;
            BorderColor = float4(1, 1, 1, 1); ComparisonFunc = LESS_EQUAL; };
        struct V { float4 position : SV_POSITION; float3 world : TEXCOORD0; };
        V VS(float3 p : POSITION) { V v; v.world = mul(float4(p, 1), gWorld).xyz; v.position = mul(float4(v.world, 1), gViewProj); return v; }
        float4 PS(V v) : SV_TARGET { float3 p = mul(float4(v.world, 1), gShadowTransform).xyz;
            float lit = gShadowMap.SampleCmpLevelZero(Compare, p.xy, p.z - 0.01); return float4(lit, lit, lit, 1); }
        technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }";
    let arguments = ["--clip", "Slash"];
    let (a, b) = (drawn(LIGHT, &arguments), drawn(own, &arguments));
    let count =
        |of: &Picture, value: u8| pixels(of).iter().filter(|it| it[..3] == [value; 3]).count();
    assert!(count(&a, 0) > 40 && count(&a, 255) > 100, "{} {}", count(&a, 0), count(&a, 255));
    let differing =
        pixels(&a).iter().zip(pixels(&b)).filter(|(a, b)| a[0].abs_diff(b[0]) > 128).count();
    assert!(differing < 60, "{differing}");
}

/// The colour of an environment or volume, in whichever direction or place `AT` says.
const CUBE: &str = r#"
float4x4 WorldViewProjection;
TextureCube Sky < string ResourceName = "FILE"; >; Texture3D Volume < string ResourceName = "VOLUME"; >;
SamplerState Point { Filter = MIN_MAG_MIP_POINT; };
float4 VS(float3 p : POSITION) : SV_POSITION { return mul(float4(p, 1), WorldViewProjection); }
float4 PS() : SV_TARGET { return float4(AT.rgb, 1); }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
"#;

/// What the middle of the model shows.
fn middle(text: &str, beside: &[(&str, &[u8])]) -> [u8; 3] {
    let picture = drawn_beside(text, &[], beside);
    let [r, g, b, _] = pixels(&picture)[90 * 320 + 160];
    [r, g, b]
}

/// A `.dds` file of 32-bit texels, a cube or a volume of 1 x 1.
fn dds(colors: &[[u8; 3]], is_cube: bool) -> Vec<u8> {
    let mut words = [0_u32; 32];
    let depth_flag = if is_cube { 0 } else { 0x80_0000 };
    (words[0], words[1], words[2]) = (u32::from_le_bytes(*b"DDS "), 124, 0x1007 | depth_flag);
    (words[3], words[4]) = (1, 1);
    words[6] = if is_cube { 0 } else { u32::try_from(colors.len()).unwrap() };
    (words[19], words[20], words[22]) = (32, 0x41, 32);
    words[23..27].copy_from_slice(&[0xff_0000, 0xff00, 0xff, 0xff00_0000]);
    (words[27], words[28]) = (0x1008, if is_cube { 0xfe00 } else { 0x20_0000 });
    let header = words.iter().flat_map(|it| it.to_le_bytes());
    header.chain(colors.iter().flat_map(|[r, g, b]| [*b, *g, *r, 255])).collect()
}

#[test]
fn cubes_and_volumes_of_files_are_shown() {
    let colors =
        [[255, 0, 0], [0, 255, 255], [0, 255, 0], [255, 0, 255], [0, 0, 255], [255, 255, 0]];
    let files = [("sky.dds", dds(&colors, true)), ("volume.dds", dds(&colors[..2], false))];
    let beside: Vec<(&str, &[u8])> =
        files.iter().map(|(name, it)| (*name, it.as_slice())).collect();
    let text = CUBE.replace("FILE", "sky.dds").replace("VOLUME", "volume.dds");
    for (way, color) in ["1,0,0", "-1,0,0", "0,1,0", "0,-1,0", "0,0,1", "0,0,-1"].iter().zip(colors)
    {
        let at = format!("Sky.Sample(Point, float3({way}))");
        assert_eq!(middle(&text.replace("AT", &at), &beside), color, "{way}");
    }
    for (z, color) in [(0.25, colors[0]), (0.75, colors[1])] {
        let at = format!("Volume.Sample(Point, float3(0.5, 0.5, {z}))");
        assert_eq!(middle(&text.replace("AT", &at), &beside), color, "{z}");
    }
}

#[test]
fn without_a_file_a_cube_is_our_sky_and_a_volume_noise() {
    let text = CUBE.replace("FILE", "").replace("VOLUME", "");
    let at =
        |way: &str| middle(&text.replace("AT", &format!("Sky.Sample(Point, float3({way}))")), &[]);
    let [up, level, level_back] = ["0,1,0", "0.01,0.02,1", "0.01,0.02,-1"].map(at);
    assert!(up != level, "{up:?}");
    assert!(level.iter().any(|it| *it > 30), "{level:?}");
    // The glow around the light is on one side alone.
    assert!(level != level_back || up.iter().any(|it| *it > 30));
    let noise = ["0.1,0.2,0.3", "0.6,0.9,0.5"].map(|place| {
        middle(&text.replace("AT", &format!("Volume.Sample(Point, float3({place}))")), &[])
    });
    assert!(noise[0] != noise[1], "{noise:?}");
}

#[test]
fn what_is_not_drawn_as_the_effect_says_is_named() {
    let script = "RenderColorTarget0=Nowhere; ClearSetColor=Nothing; LoopByCount=Count; Pass=Lost;";
    let text = SCENE.replace("RenderColorTarget0=SceneMap;", script);
    let found = warnings(&text.replace("return COLOR;", "return 1;"));
    for expected in [
        "its script draws to `Nowhere`, which is no texture with the semantic RENDERCOLORTARGET: the window takes its place",
        "its script clears to `Nothing`, which is no number of the effect",
        "`LoopByCount` of the script is left out",
        "its script names a pass `Lost`, which there is not",
    ] {
        assert!(found.iter().any(|it| it == &format!("technique Main: {expected}")), "{found:?}");
    }
    let cube = warnings(
        &CUBE
            .replace("FILE", "")
            .replace("VOLUME", "")
            .replace("AT", "Sky.Sample(Point, float3(0, 1, 0))"),
    );
    assert_eq!(
        cube,
        ["no file is given for the TextureCube `Sky`, so it shows this: the sky, as a cube"]
    );
}

/// In the manner of MikuMikuEffect: techniques for materials with and without a texture, and outlines.
const MMD: &str = r#"
float4x4 WorldViewProj : WORLDVIEWPROJECTION; float4 EdgeColor : EDGECOLOR; bool use_texture;
texture ObjectTexture : MATERIALTEXTURE; sampler Object = sampler_state { texture = <ObjectTexture>; };
float4 VS(float4 p : POSITION) : POSITION { return mul(p, WorldViewProj); }
float4 EdgePS() : COLOR { return EdgeColor; }
float4 PS(uniform bool textured) : COLOR { return textured ? float4(0, use_texture, 0, 1) : float4(1, use_texture, 0, 1); }
technique Edge < string MMDPass = "edge"; > { pass P { VertexShader = compile vs_2_0 VS(); PixelShader = compile ps_2_0 EdgePS(); } }
technique Plain < string MMDPass = "object"; bool UseTexture = false; > { pass P { VertexShader = compile vs_2_0 VS(); PixelShader = compile ps_2_0 PS(false); } }
technique Textured < string MMDPass = "object"; bool UseTexture = true; > { pass P { VertexShader = compile vs_2_0 VS(); PixelShader = compile ps_2_0 PS(true); } }
"#;

#[test]
fn materials_take_their_technique_of_mikumikueffect_and_outlines_lie_around() {
    let picture = drawn(MMD, &[]);
    let count =
        |of: &Picture, color: [u8; 3]| pixels(of).iter().filter(|it| it[..3] == color).count();
    let [green, red] = [[0, 255, 0], [255, 0, 0]].map(|it| count(&picture, it));
    assert!(green + red > 1000, "{green} {red}");
    assert_eq!(count(&picture, [255, 255, 0]) + count(&picture, [0, 0, 255]), 0);
    // Outlines are thin: some of the pixels of the object, and around it.
    let edge = count(&picture, [0, 0, 0]);
    assert!(edge > 100 && edge * 2 < green + red, "{edge} of {}", green + red);
}

#[test]
fn a_lone_array_of_matrices_gets_the_joints() {
    let bones = |name: &str| {
        format!(
            "float4x4 ViewProjection : VIEWPROJECTION; float4x3 {name}[64];
            float4 VS(float4 p : POSITION, float4 w : BLENDWEIGHT, int4 b : BLENDINDICES) : POSITION
            {{ float3 q = 0; for (int i = 0; i < 4; i++) q += mul(p, {name}[b[i]]).xyz * w[i]; return mul(float4(q, 1), ViewProjection); }}
            float4 PS() : COLOR {{ return float4(1, 0, 1, 1); }}
            technique T {{ pass P {{ VertexShader = compile vs_3_0 VS(); PixelShader = compile ps_3_0 PS(); }} }}"
        )
    };
    let arguments = ["--clip", "Run"];
    let known = drawn(&bones("BoneTransforms"), &arguments);
    assert!(known.rgba8 == drawn(&bones("ThingsThatMove"), &arguments).rgba8);
    assert!(pixels(&known).iter().filter(|it| **it == [255, 0, 255, 255]).count() > 1000);
    let said = warnings(&bones("ThingsThatMove"));
    assert!(
        said.iter().any(|it| it.starts_with("`ThingsThatMove` is the one array of matrices")),
        "{said:?}"
    );
}
