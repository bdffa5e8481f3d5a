//! What a program asks an effect: groups, masks, semantics, annotations, strings, values; shaders that a variable chooses;
//! and what an effect asks of a GPU.
#![expect(clippy::float_cmp, reason = "these values are exact")]

use effectc::effect::{AnnotationValue, Feature, Requirement, Stage as ShaderStage};
use sinew::effect::{EffectError, Topology};

use crate::support::effect::{compile_text, draw, load, load_text, try_load};
use crate::support::gpu::Stage;

const QUESTIONS: &str = r#"
float4 VS(uint id : SV_VertexID) : SV_Position { return float4(id == 1 ? 3 : -1, id == 2 ? -3 : 1, 0.5, 1); }
float4x4 World : WORLD;
float Speed : SPEED < string UIName = "How fast"; float UIMin = 0.5; > = 2;
float Weights[3];
float3 Points[2];
int Count;
bool On;
float4x3 Matrices[2];
struct Light { float3 colour; float power; };
cbuffer Lights < string Owner = "scene"; > { Light All[2]; };
Texture2D Diffuse : DIFFUSEMAP;
string Title = "A title";
float4 PS() : SV_Target
{
    float sum = Speed + Weights[0] + Weights[1] + Weights[2] + Points[0].x + Points[1].y + Count + On + All[1].power;
    return mul(float4(sum, 0, 0, 1), World) + Diffuse.Load(int3(0, 0, 0)) + float4(Matrices[0]._m00, Matrices[1]._m32, 0, 0);
}
BlendState Additive { BlendEnable[0] = TRUE; };
technique11 Plain { pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
fxgroup First
{
    technique11 Same < int order = 3; > { pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(NULL); } }
}
fxgroup Second
{
    technique11 Other { pass P0 { SetPixelShader(CompileShader(ps_5_0, PS())); } }
    technique11 Same
    {
        pass P0
        {
            SetVertexShader(CompileShader(vs_5_0, VS()));
            SetPixelShader(CompileShader(ps_5_0, PS()));
            SetBlendState(Additive, float4(1, 1, 1, 1), 0xFF);
        }
    }
}
"#;

#[test]
fn techniques_are_found_in_their_groups() {
    let mut stage = Stage::new([1, 1]);
    let effect = load_text(&mut stage, QUESTIONS);
    assert_eq!(effect.groups(), ["First", "Second"]);
    assert_eq!(effect.technique_in_group(None, "Plain").expect("it is there"), 0);
    assert_eq!(effect.technique_in_group(Some("First"), "Same").expect("it is there"), 1);
    assert_eq!(effect.technique_in_group(Some("Second"), "Same").expect("it is there"), 3);
    assert_eq!(effect.technique_in_group(Some("Second"), 0).expect("it is there"), 2);
    let error = effect.technique_in_group(Some("Third"), 0).expect_err("two groups");
    assert_eq!(
        error.to_string(),
        "effect 'Test' has no group 'Third'; the nearest there is: 'First', 'Second'"
    );
    assert!(effect.technique_in_group(Some("First"), "Other").is_err());
    assert!(effect.is_valid("Plain").expect("it is there"));
    assert!(!effect.is_valid(2).expect("it is there"), "it has no vertex shader");
    let technique = effect.technique(1).expect("it is there");
    assert_eq!(technique.annotations[0].value, AnnotationValue::Int(vec![3]));

    let pass = effect.pass(3, "P0").expect("it is there");
    let mask = effect.mask(pass).expect("its own");
    assert!(mask.blend && !mask.rasterizer && !mask.depth_stencil && !mask.render_targets);
    let stages = mask.stages.iter().collect::<Vec<_>>();
    assert_eq!(stages, [ShaderStage::Vertex, ShaderStage::Pixel]);
    let blend = effect.pass_reflection(pass).expect("its own").blend.as_ref().expect("it sets it");
    assert_eq!((blend.name.as_deref(), blend.sample_mask), (Some("Additive"), 0xFF));
    drop(effect);
    stage.close();
}

#[test]
fn variables_are_found_by_semantic_and_have_annotations() {
    let mut stage = Stage::new([1, 1]);
    let effect = load_text(&mut stage, QUESTIONS);
    assert_eq!(effect.by_semantic("world").expect("it is there"), "World");
    assert_eq!(effect.by_semantic("DIFFUSEMAP").expect("it is there"), "Diffuse");
    let error = effect.by_semantic("WORLDS").expect_err("there is none").to_string();
    assert!(error.contains("no variable with the semantic 'WORLDS'"), "{error}");
    assert_eq!(
        effect.annotation("Speed", "UIName").expect("it is there"),
        Some(&AnnotationValue::String("How fast".to_owned()))
    );
    assert_eq!(effect.annotation("Speed", "UIMax").expect("it is there"), None);
    assert_eq!(effect.annotations("Lights").expect("it is there").len(), 1);
    assert!(effect.annotations("Nothing").is_err());
    assert_eq!(effect.string("Title").expect("it is there"), ["A title"]);
    let error = effect.scalar("Title").expect_err("it is a string").to_string();
    assert_eq!(error, "'Title' of effect 'Test' is string; expected: number");
    drop(effect);
    stage.close();
}

#[test]
fn values_and_arrays_come_back_as_they_were_set() {
    let mut stage = Stage::new([1, 1]);
    let mut effect = load_text(&mut stage, QUESTIONS);
    let speed = effect.scalar("Speed").expect("it is there");
    assert_eq!((effect.float(speed).unwrap(), effect.int(speed).unwrap()), (2.0, 2));
    effect.set_float(speed, -1.75).expect("its own");
    assert_eq!((effect.float(speed).unwrap(), effect.int(speed).unwrap()), (-1.75, -1));
    let on = effect.scalar("On").expect("it is there");
    assert!(!effect.bool(on).unwrap());
    effect.set_float(on, 0.5).expect("its own");
    assert!(effect.bool(on).unwrap());
    assert_eq!(effect.int(on).unwrap(), 1);

    let weights = effect.scalar("Weights").expect("it is there");
    effect.set_float_array(weights, 0, &[1.0, 2.0, 3.0]).expect("three");
    effect.set_int_array(weights, 2, &[7]).expect("the last");
    for (path, expected) in [("Weights[0]", 1.0), ("Weights[1]", 2.0), ("Weights[2]", 7.0)] {
        let one = effect.scalar(path).expect("it is there");
        assert_eq!(effect.float(one).unwrap(), expected, "{path}");
    }
    for (first, count) in [(3, 1), (0, 4), (usize::MAX, 1)] {
        let error = effect.set_float_array(weights, first, &vec![0.0; count]).expect_err("three");
        assert!(matches!(error, EffectError::Range { .. }), "{error}");
    }
    let one = effect.scalar("Weights[1]").expect("it is there");
    assert!(effect.set_float_array(one, 0, &[0.0; 2]).is_err(), "an element is no array");
    assert_eq!(effect.float(one).unwrap(), 2.0, "nothing was set");

    let points = effect.vector("Points").expect("it is there");
    effect.set_vector_array(points, 0, &[[1.0; 4], [2.0; 4]]).expect("two");
    let second = effect.vector("Points[1]").expect("it is there");
    assert_eq!(effect.vector_value(second).unwrap(), [2.0, 2.0, 2.0, 0.0]);

    let matrices = effect.matrix("Matrices").expect("it is there");
    let rows: [[f32; 4]; 4] = std::array::from_fn(|row| {
        std::array::from_fn(|column| f32::from(u8::try_from(10 * row + column).unwrap()))
    });
    effect.set_matrix_array(matrices, 0, &[[[1.0; 4]; 4], rows]).expect("two");
    let second = effect.matrix("Matrices[1]").expect("it is there");
    let found = effect.matrix_value(second).unwrap();
    assert_eq!(found, rows.map(|row| [row[0], row[1], row[2], 0.0]), "four rows of three");
    effect.set_matrix_transpose(second, &rows).expect("its own");
    assert_eq!(effect.matrix_value(second).unwrap()[3][..3], [3.0, 13.0, 23.0]);

    let light = effect.raw("All[1]").expect("it is there");
    assert_eq!(light.size_bytes(), 16);
    effect.set_raw(light, 12, &5.0_f32.to_le_bytes()).expect("the last member");
    assert_eq!(effect.raw_value(light).unwrap()[12..], 5.0_f32.to_le_bytes());
    let power = effect.scalar("All[1].power").expect("it is there");
    assert_eq!(effect.float(power).unwrap(), 5.0);
    assert!(effect.set_raw(light, 13, &[0; 4]).is_err(), "past its end");

    // All of it arrives: -1.75 + 1 + 2 + 7 + 1 + 2 + 0 + 1 + 5 = 17.25, through the world matrix into red.
    let world = effect.matrix("World").expect("it is there");
    let mut to_red = [[0.0; 4]; 4];
    to_red[0][0] = 4.0 / 255.0;
    to_red[3] = [0.0, 0.0, 0.0, 1.0];
    effect.set_matrix(world, &to_red).expect("its own");
    effect.set_matrix_array(matrices, 0, &[[[0.0; 4]; 4]; 2]).expect("two");
    draw(&mut stage, &mut effect, "Plain", Topology::TriangleList, 3);
    assert_eq!(stage.pixels()[0], [69, 0, 0, 255]);
    drop(effect);
    stage.close();
}

const CHOOSING: &str = "
float4 VS(uint id : SV_VertexID) : SV_Position { return float4(id == 1 ? 3 : -1, id == 2 ? -3 : 1, 0.5, 1); }
int Which = 1;
float Grey = 1;
float4 PS_0() : SV_Target { return float4(0, Grey, 0, 1); }
float4 PS_1() : SV_Target { return float4(0.2, Grey, 0, 1); }
float4 PS_2() : SV_Target { return float4(0.4, Grey, 0, 1); }
PixelShader Shaders[3] =
{
    CompileShader(ps_5_0, PS_0()), CompileShader(ps_5_0, PS_1()), CompileShader(ps_5_0, PS_2())
};
technique11 T0
{
    pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(Shaders[Which]); }
}
";

#[test]
fn a_variable_chooses_the_shader() {
    let mut stage = Stage::new([1, 1]);
    let mut effect = load_text(&mut stage, CHOOSING);
    let formats = stage.target.view().formats();
    effect.warm_up(&formats, Topology::TriangleList).expect("pipelines");
    assert_eq!(stage.device.counters().pipelines, 3, "all that it can choose");
    let which = effect.scalar("Which").expect("it is there");
    draw(&mut stage, &mut effect, "T0", Topology::TriangleList, 3);
    assert_eq!(stage.pixels()[0], [51, 255, 0, 255], "its initialiser");
    for (index, red) in [(0, 0), (2, 102), (1, 51)] {
        effect.set_int(which, index).expect("its own");
        draw(&mut stage, &mut effect, "T0", Topology::TriangleList, 3);
        assert_eq!(stage.pixels()[0], [red, 255, 0, 255], "{index}");
    }
    assert_eq!(stage.device.counters().pipelines, 3, "no frame makes one");
    let pass = effect.pass("T0", 0).expect("there is one");
    for index in [3, -1] {
        effect.set_int(which, index).expect("its own");
        stage.draw(|frame| {
            let error = effect.apply(frame, pass, Topology::TriangleList).expect_err("three");
            let expected = format!(
                "the array of shaders 'Shaders' of effect 'Test': element {index} was asked for, it has 3"
            );
            assert_eq!(error.to_string(), expected);
        });
    }
    drop(effect);
    stage.close();
}

#[test]
fn what_the_gpu_lacks_is_named_with_what_needs_it() {
    let text = "
        struct Vertex { float4 position : SV_Position; };
        Vertex VS(uint id : SV_VertexID) { Vertex it; it.position = float4(id, 0, 0, 1); return it; }
        [maxvertexcount(1)] void GS(point Vertex input[1], inout PointStream<Vertex> stream) { stream.Append(input[0]); }
        float4 PS() : SV_Target { return 1; }
        technique11 T0 { pass P0 {
            SetVertexShader(CompileShader(vs_5_0, VS()));
            SetGeometryShader(CompileShader(gs_5_0, GS()));
            SetPixelShader(CompileShader(ps_5_0, PS()));
        } }";
    let compiled = compile_text(text);
    let mut stage = Stage::new([1, 1]);
    drop(load(&mut stage, &compiled));
    stage.close();

    let mut stage = Stage::without(&["geometryShader", "transformFeedback"], [1, 1]);
    let error = try_load(&mut stage, &compiled).expect_err("no geometry shaders").to_string();
    assert!(error.contains("geometryShader"), "{error}");
    assert!(error.contains("GS (gs_5_0)"), "{error}");

    let mut asking = compile_text(CHOOSING);
    let need = |feature, by: &str| Requirement { feature, needed_by: vec![by.to_owned()] };
    asking.requirements = vec![
        need(Feature::GeometryShader, "shader GS (gs_5_0)"),
        need(Feature::TransformFeedback, "pass P0 of technique T0"),
        need(Feature::ScalarBlockLayout, "every constant buffer"),
    ];
    let error = try_load(&mut stage, &asking).expect_err("two are missing");
    assert_eq!(
        error.to_string(),
        "effect 'Test' needs what this GPU lacks: geometryShader (needed by shader GS (gs_5_0)); \
         transformFeedback of VK_EXT_transform_feedback (needed by pass P0 of technique T0)"
    );
    stage.close();
}

#[test]
fn features_without_which_there_is_a_stand_in_are_no_error() {
    let names = ["samplerAnisotropy", "samplerMirrorClampToEdge", "customBorderColors"];
    let mut stage = Stage::without(&names, [1, 1]);
    let text = format!(
        "{CHOOSING}
        SamplerState Fine {{ Filter = ANISOTROPIC; AddressU = MIRROR_ONCE; AddressV = BORDER; BorderColor = float4(1, 0, 0, 1); }};
        Texture2D Picture;
        float4 PS_Picture() : SV_Target {{ return Picture.Sample(Fine, float2(0, 0)); }}
        technique11 T1 {{ pass P0 {{ SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS_Picture())); }} }}"
    );
    let effect = load_text(&mut stage, &text);
    drop(effect);
    stage.close();
}
