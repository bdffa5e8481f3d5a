//! State whose meaning is not a matter of a table: depth clipping and bias, second colours, sample masks.
#![expect(clippy::float_cmp, reason = "these values are exact")]

use ash::vk;
use sinew::effect::{Effect, Topology};
use sinew::gpu::{
    ImageShape, ImageUse, ImageView, Load, MultisampledTarget, PassDesc, TargetView, Viewport,
};

use crate::support::effect::load_text;
use crate::support::gpu::Stage;

/// Triangles over everything, at a depth that the program sets.
const DEPTHS: &str = "
float Depth;
float Written = 0.5;
float4 VS(uint id : SV_VertexID) : SV_Position { return float4(id == 1 ? 3 : -1, id == 2 ? -3 : 1, Depth, 1); }
float4 PS() : SV_Target { return 1; }
float PS_Depth() : SV_Depth { return Written; }
RasterizerState Clip { DepthClipEnable = TRUE; };
RasterizerState NoClip { DepthClipEnable = FALSE; };
RasterizerState Bias { DepthBias = 1000; };
RasterizerState Clamped { DepthBias = 1000; DepthBiasClamp = 0.000001; };
#define TECHNIQUE(name, state, ps) technique11 name { pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); \
    SetPixelShader(CompileShader(ps_5_0, ps())); SetRasterizerState(state); } }
TECHNIQUE(T_Clip, Clip, PS)
TECHNIQUE(T_NoClip, NoClip, PS)
TECHNIQUE(T_Bias, Bias, PS)
TECHNIQUE(T_Clamped, Clamped, PS)
TECHNIQUE(T_Written, Clip, PS_Depth)
";

/// What a depth image of one texel holds after a draw with depths from 0.25 to 0.75 in the viewport; it is cleared to 1.
fn depth_after(
    stage: &mut Stage,
    effect: &mut Effect,
    technique: &str,
    format: vk::Format,
    range: [f32; 2],
) -> Vec<u8> {
    let usage = vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
    let image = stage.image(ImageShape::D2, [1, 1], format, usage);
    let view = ImageView::target(&image).expect("a view");
    let target = TargetView::of_images(&[], Some(&view), ImageUse::CopySource).expect("a target");
    let pass = effect.pass(technique, 0).expect("there is one");
    let mut frame = stage.frames.begin().expect("a frame begins");
    let (color, depth) = (Load::Discard, Load::Clear(1.0));
    frame.begin_pass(&target, &PassDesc { label: "depth", color, depth });
    frame.set_viewports(&[Viewport { origin_px: [0.0; 2], size_px: [1.0; 2], depth: range }]);
    effect.apply(&mut frame, pass, Topology::TriangleList).expect("applied");
    frame.draw(3, 1);
    frame.end_pass();
    frame.finish_target(&target);
    frame.submit().expect("submitted");
    let bytes = stage.read_image(&image, ImageUse::CopySource);
    stage.frames.wait_idle().expect("idle");
    bytes
}

fn float_depth(stage: &mut Stage, effect: &mut Effect, technique: &str) -> f32 {
    let bytes = depth_after(stage, effect, technique, vk::Format::D32_SFLOAT, [0.25, 0.75]);
    bytemuck::pod_read_unaligned(&bytes)
}

#[test]
fn depth_is_clipped_or_clamped_to_the_viewport() {
    let mut stage = Stage::new([1, 1]);
    let mut effect = load_text(&mut stage, DEPTHS);
    let depth = effect.scalar("Depth").expect("there is one");
    let written = effect.scalar("Written").expect("there is one");
    for (value, clipped, clamped) in
        [(0.5, 0.5, 0.5), (-0.5, 1.0, 0.25), (1.5, 1.0, 0.75), (0.0, 0.25, 0.25)]
    {
        effect.set_float(depth, value).expect("its own");
        assert_eq!(float_depth(&mut stage, &mut effect, "T_Clip"), clipped, "{value}");
        assert_eq!(float_depth(&mut stage, &mut effect, "T_NoClip"), clamped, "{value}");
    }
    // What a shader writes is clamped to the viewport's range, clipping or not.
    effect.set_float(depth, 0.5).expect("its own");
    for (value, expected) in [(0.5, 0.5), (0.1, 0.25), (0.9, 0.75)] {
        effect.set_float(written, value).expect("its own");
        assert_eq!(float_depth(&mut stage, &mut effect, "T_Written"), expected, "{value}");
    }
    drop(effect);
    stage.close();
}

#[test]
fn depth_bias_counts_steps_of_the_format() {
    let mut stage = Stage::new([1, 1]);
    let mut effect = load_text(&mut stage, DEPTHS);
    let depth = effect.scalar("Depth").expect("there is one");
    effect.set_float(depth, 0.5).expect("its own");
    let full = [0.0, 1.0];
    let bytes = depth_after(&mut stage, &mut effect, "T_Bias", vk::Format::D16_UNORM, full);
    let found = i32::from(u16::from_le_bytes([bytes[0], bytes[1]]));
    // 0.5 lies between two steps of 1 / 65535. A step of the bias is the smallest difference that counts; Vulkan lets a
    // GPU take up to two steps of the format for that, and lavapipe takes two.
    assert!((33_767..=34_769).contains(&found), "{found}");
    // Of floats, steps are those of the largest depth's exponent: 1000 * 2^(-1 - 23).
    let bytes = depth_after(&mut stage, &mut effect, "T_Bias", vk::Format::D32_SFLOAT, full);
    let found: f32 = bytemuck::pod_read_unaligned(&bytes);
    let step = (found - 0.5) / 2.0_f32.powi(-24);
    assert!((999.0..=1001.0).contains(&step), "{step} steps");
    let bytes = depth_after(&mut stage, &mut effect, "T_Clamped", vk::Format::D32_SFLOAT, full);
    let found: f32 = bytemuck::pod_read_unaligned(&bytes);
    assert!((found - 0.5 - 1e-6).abs() < 1e-7, "{found}");
    drop(effect);
    stage.close();
}

#[test]
fn a_second_colour_blends() {
    let mut stage = Stage::new([1, 1]);
    let text = "
        float4 VS(uint id : SV_VertexID) : SV_Position { return float4(id == 1 ? 3 : -1, id == 2 ? -3 : 1, 0.5, 1); }
        void PS(out float4 a : SV_Target0, out float4 b : SV_Target1) { a = float4(1, 1, 1, 1); b = float4(0.2, 0.4, 0.6, 1); }
        BlendState Dual { BlendEnable[0] = TRUE; SrcBlend = SRC1_COLOR; DestBlend = INV_SRC1_COLOR; };
        technique11 T0 { pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS()));
            SetBlendState(Dual, float4(0, 0, 0, 0), 0xFFFFFFFF); } }";
    let mut effect = load_text(&mut stage, text);
    crate::support::effect::draw(&mut stage, &mut effect, "T0", Topology::TriangleList, 3);
    assert_eq!(stage.pixels()[0], [51, 102, 153, 255]);
    drop(effect);
    stage.close();
}

#[test]
fn a_sample_mask_leaves_samples_out() {
    let mut stage = Stage::new([1, 1]);
    let text = "
        float4 VS(uint id : SV_VertexID) : SV_Position { return float4(id == 1 ? 3 : -1, id == 2 ? -3 : 1, 0.5, 1); }
        float4 PS() : SV_Target { return 1; }
        BlendState Plain { BlendEnable[0] = FALSE; };
        technique11 T0 { pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS()));
            SetBlendState(Plain, float4(0, 0, 0, 0), 0xFFFFFFF8); } }";
    let mut effect = load_text(&mut stage, text);
    let plain = stage.target.view();
    let samples = MultisampledTarget::new(&stage.device, [1, 1], &plain.formats(), 4).expect("4");
    let pass = effect.pass("T0", 0).expect("there is one");
    let mut frame = stage.frames.begin().expect("a frame begins");
    let (color, depth) = (Load::Clear([0.0, 0.0, 0.0, 1.0]), Load::Clear(1.0));
    frame.begin_pass(&samples.over(&plain), &PassDesc { label: "samples", color, depth });
    effect.apply(&mut frame, pass, Topology::TriangleList).expect("applied");
    frame.draw(3, 1);
    frame.end_pass();
    frame.finish_target(&plain);
    frame.submit().expect("submitted");
    let [red, ..] = stage.pixels()[0];
    assert!((63..=65).contains(&red), "one of four samples is written: {red}");
    drop((effect, samples));
    stage.close();
}
