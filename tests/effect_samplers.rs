//! Samplers: borders, mirrors, comparison, level limits, arrays with states of their own.
#![expect(clippy::float_cmp, reason = "these values are exact")]

use std::sync::Arc;

use ash::vk;
use effectc::state::{Filter, SamplerDesc, TextureAddressMode};
use sinew::effect::{Effect, Topology};
use sinew::gpu::{HeadlessTarget, ImageDesc, ImageShape, Load, PassDesc, Upload};

use crate::support::effect::{compile_text, draw, load, load_text};
use crate::support::gpu::Stage;

const VS: &str = "
float4 VS(uint id : SV_VertexID) : SV_Position { return float4(id == 1 ? 3 : -1, id == 2 ? -3 : 1, 0.5, 1); }
Texture2D Picture;
";

fn technique(name: &str, body: &str) -> String {
    format!(
        "float4 PS_{name}() : SV_Target {{ {body} }}
        technique11 {name} {{ pass P0 {{
            SetVertexShader(CompileShader(vs_5_0, VS()));
            SetPixelShader(CompileShader(ps_5_0, PS_{name}()));
        }} }}\n"
    )
}

/// Two texels of four floats.
fn set_picture(stage: &mut Stage, effect: &mut Effect, texels: &[[f32; 4]; 2]) {
    let mut upload = Upload::begin(&mut stage.frames).expect("an upload begins");
    let desc = ImageDesc {
        name: "picture",
        shape: ImageShape::D2,
        size_px: [2, 1],
        mip_count: 1,
        format: vk::Format::R32G32B32A32_SFLOAT,
        usage: vk::ImageUsageFlags::empty(),
        samples: vk::SampleCountFlags::TYPE_1,
    };
    let image = Arc::new(upload.image(&desc, bytemuck::cast_slice(texels)).expect("an image"));
    upload.finish().expect("uploaded");
    let variable = effect.shader_resource("Picture").expect("there is one");
    effect.set_resource(variable, &image).expect("it fits");
}

fn floats(stage: &mut Stage, effect: &mut Effect, technique: &str) -> [f32; 4] {
    let format = vk::Format::R32G32B32A32_SFLOAT;
    let target = HeadlessTarget::with_format(&stage.device, [1, 1], format).expect("a target");
    let view = target.view();
    let pass = effect.pass(technique, 0).expect("there is one");
    let mut frame = stage.frames.begin().expect("a frame begins");
    let (color, depth) = (Load::Clear([0.0; 4]), Load::Clear(1.0));
    frame.begin_pass(&view, &PassDesc { label: "floats", color, depth });
    effect.apply(&mut frame, pass, Topology::TriangleList).expect("applied");
    frame.draw(3, 1);
    frame.end_pass();
    frame.finish_target(&view);
    frame.submit().expect("submitted");
    let bytes = target.read_bytes(&mut stage.frames).expect("read back");
    bytemuck::pod_read_unaligned(&bytes)
}

#[test]
fn borders_have_any_colour() {
    let mut stage = Stage::new([1, 1]);
    let sampler = |name: &str, color: &str| {
        format!(
            "SamplerState {name} {{ Filter = MIN_MAG_MIP_POINT; AddressU = Border; AddressV = Border; BorderColor = {color}; }};\n"
        )
    };
    let text = [
        VS.to_owned(),
        sampler("Red", "float4(1, 0, 0, 1)"),
        sampler("Far", "float4(0.25, -2, 7, 1e5f)"),
        sampler("White", "float4(1, 1, 1, 1)"),
        technique("T_Red", "return Picture.Sample(Red, float2(-1, 0.5));"),
        technique("T_Far", "return Picture.Sample(Far, float2(0.5, 3));"),
        technique("T_White", "return Picture.Sample(White, float2(2, 0.5));"),
        technique("T_Inside", "return Picture.Sample(Red, float2(0.75, 0.5));"),
    ]
    .concat();
    let mut effect = load_text(&mut stage, &text);
    set_picture(&mut stage, &mut effect, &[[0.1; 4], [0.5, 0.25, 0.125, 1.0]]);
    assert_eq!(floats(&mut stage, &mut effect, "T_Red"), [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(floats(&mut stage, &mut effect, "T_Far"), [0.25, -2.0, 7.0, 1e5]);
    assert_eq!(floats(&mut stage, &mut effect, "T_White"), [1.0; 4]);
    assert_eq!(floats(&mut stage, &mut effect, "T_Inside"), [0.5, 0.25, 0.125, 1.0]);
    stage.frames.wait_idle().expect("idle");
    drop(effect);
    stage.close();
}

#[test]
fn mirror_once_mirrors_once() {
    let mut stage = Stage::new([1, 1]);
    let text = [
        VS,
        "SamplerState Once { Filter = MIN_MAG_MIP_POINT; AddressU = MIRROR_ONCE; };",
        "SamplerState Ever { Filter = MIN_MAG_MIP_POINT; AddressU = MIRROR; };",
        &technique(
            "T0",
            "return float4(Picture.Sample(Once, float2(-0.25, 0.5)).x, Picture.Sample(Once, float2(-0.75, 0.5)).x,
                Picture.Sample(Once, float2(-1.75, 0.5)).x, Picture.Sample(Ever, float2(-1.75, 0.5)).x);",
        ),
    ]
    .concat();
    let mut effect = load_text(&mut stage, &text);
    set_picture(&mut stage, &mut effect, &[[1.0; 4], [2.0; 4]]);
    assert_eq!(floats(&mut stage, &mut effect, "T0"), [1.0, 2.0, 2.0, 1.0]);
    stage.frames.wait_idle().expect("idle");
    drop(effect);
    stage.close();
}

#[test]
fn elements_of_a_sampler_array_can_be_replaced() {
    let mut stage = Stage::new([1, 1]);
    let text = [
        VS,
        "SamplerState Several[2];",
        &technique(
            "T0",
            "return float4(Picture.Sample(Several[0], float2(1.25, 0.5)).x, Picture.Sample(Several[1], float2(1.25, 0.5)).x, 0, 1);",
        ),
    ]
    .concat();
    let mut compiled = compile_text(&text);
    let state = |address_u| SamplerDesc {
        filter: Filter::MinMagMipPoint,
        address_u,
        ..SamplerDesc::default()
    };
    compiled.samplers[0].element_descs =
        vec![state(TextureAddressMode::Wrap), state(TextureAddressMode::Clamp)];
    let mut effect = load(&mut stage, &compiled);
    set_picture(&mut stage, &mut effect, &[[1.0; 4], [2.0; 4]]);
    assert_eq!(floats(&mut stage, &mut effect, "T0"), [1.0, 2.0, 0.0, 1.0]);
    let several = effect.sampler("Several").expect("there is one");
    let clamp = sinew::gpu::SamplerDesc {
        mag_filter: vk::Filter::NEAREST,
        min_filter: vk::Filter::NEAREST,
        address: [vk::SamplerAddressMode::CLAMP_TO_EDGE; 3],
        ..sinew::gpu::SamplerDesc::default()
    };
    let clamp = sinew::gpu::Sampler::new(&stage.device, "clamp", &clamp).expect("a sampler");
    effect.set_sampler_at(several, 0, Some(&Arc::new(clamp))).expect("its own");
    assert_eq!(floats(&mut stage, &mut effect, "T0"), [2.0, 2.0, 0.0, 1.0]);
    effect.set_sampler_at(several, 0, None).expect("its own");
    assert_eq!(floats(&mut stage, &mut effect, "T0"), [1.0, 2.0, 0.0, 1.0]);
    assert!(effect.set_sampler_at(several, 2, None).is_err(), "it has two");
    stage.frames.wait_idle().expect("idle");
    drop(effect);
    stage.close();
}

#[test]
fn comparison_samplers_compare() {
    let mut stage = Stage::new([1, 1]);
    let text = [
        VS,
        "SamplerComparisonState Less { Filter = COMPARISON_MIN_MAG_MIP_POINT; ComparisonFunc = LESS_EQUAL; };",
        "Texture2D Depths;",
        &technique(
            "T0",
            "return float4(Depths.SampleCmpLevelZero(Less, float2(0.5, 0.5), 0.25), Depths.SampleCmpLevelZero(Less, float2(0.5, 0.5), 0.75), 0, 1);",
        ),
        &technique("T1", "return float4(Depths.Load(int3(0, 0, 0)).x, 0, 0, 1);"),
    ]
    .concat();
    let mut effect = load_text(&mut stage, &text);
    let image = stage.image(
        ImageShape::D2,
        [1, 1],
        vk::Format::D32_SFLOAT,
        vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT | vk::ImageUsageFlags::SAMPLED,
    );
    // Cleared to a half as a target, then read.
    let view = sinew::gpu::ImageView::target(&image).expect("a view");
    let target =
        sinew::gpu::TargetView::of_images(&[], Some(&view), sinew::gpu::ImageUse::ShaderRead)
            .expect("a target");
    let mut frame = stage.frames.begin().expect("a frame begins");
    let (color, depth) = (Load::Discard, Load::Clear(0.5));
    frame.begin_pass(&target, &PassDesc { label: "depth", color, depth });
    frame.end_pass();
    frame.finish_target(&target);
    frame.submit().expect("submitted");
    let variable = effect.shader_resource("Depths").expect("there is one");
    effect.set_resource(variable, &image).expect("it fits");
    draw(&mut stage, &mut effect, "T0", Topology::TriangleList, 3);
    assert_eq!(stage.pixels()[0], [255, 0, 0, 255]);
    assert_eq!(floats(&mut stage, &mut effect, "T1"), [0.5, 0.0, 0.0, 1.0]);
    stage.frames.wait_idle().expect("idle");
    drop((effect, image, view));
    stage.close();
}
