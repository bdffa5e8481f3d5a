//! Where pixels go: several targets, layers, viewports, no target at all, buffers that pixel shaders write.

use std::sync::Arc;

use ash::vk;
use effectc::effect::PassRenderTargets;
use sinew::effect::{Effect, EffectError, Topology};
use sinew::gpu::{ImageShape, ImageUse, ImageView, Load, PassDesc, TargetView, Viewport};

use crate::support::effect::{compile_text, load, load_text};
use crate::support::gpu::Stage;

/// One triangle over the whole target.
const COVER: &str = "
float4 VS(uint id : SV_VertexID) : SV_Position
{
    return float4(id == 1 ? 3 : -1, id == 2 ? -3 : 1, 0.5, 1);
}
";

/// Draws three vertices with the first pass of a technique into a target that is cleared to this.
fn draw_into(
    stage: &mut Stage,
    effect: &mut Effect,
    technique: &str,
    target: &TargetView,
    clear: [f32; 4],
) {
    let pass = effect.pass(technique, 0).expect("there is one");
    let mut frame = stage.frames.begin().expect("a frame begins");
    let (color, depth) = (Load::Clear(clear), Load::Clear(1.0));
    frame.begin_pass(target, &PassDesc { label: "test", color, depth });
    effect.apply(&mut frame, pass, Topology::TriangleList).expect("applied");
    frame.draw(3, 1);
    frame.end_pass();
    frame.finish_target(target);
    frame.submit().expect("submitted");
}

#[test]
fn several_targets_have_their_own_formats_masks_and_blending() {
    let mut stage = Stage::new([2, 2]);
    let mut compiled = compile_text(&format!(
        "{COVER}
        struct Out {{ float4 a : SV_Target0; uint4 b : SV_Target1; float4 d : SV_Target3; }};
        Out PS(float4 position : SV_Position)
        {{
            Out output;
            output.a = float4(0.25, 0.5, 0.75, 1);
            output.b = uint4(7, 70000, 9, 11);
            output.d = float4(1, 2, 3, 4);
            return output;
        }}
        BlendState Own
        {{
            BlendEnable[0] = TRUE;
            SrcBlend[0] = ONE;
            DestBlend[0] = ONE;
            RenderTargetWriteMask[1] = 3;
            RenderTargetWriteMask[3] = 12;
        }};
        technique11 T0
        {{
            pass P0
            {{
                SetVertexShader(CompileShader(vs_5_0, VS()));
                SetPixelShader(CompileShader(ps_5_0, PS()));
                SetBlendState(Own, float4(0, 0, 0, 0), 0xFFFFFFFF);
            }}
        }}"
    ));
    // SetRenderTargets(A, B, C, D, NULL): C is not written by the shader, nothing is bound in its place in D3D terms.
    let names = ["A", "B", "C", "D"].map(str::to_owned).to_vec();
    compiled.techniques[0].passes[0].render_targets = Some(PassRenderTargets {
        targets: names.iter().cloned().map(Some).collect(),
        depth_stencil: None,
    });
    compiled.render_target_views = names;
    let mut effect = load(&mut stage, &compiled);
    let pass = effect.pass("T0", 0).expect("there is one");
    let error = effect.target_of(pass, ImageUse::CopySource).expect_err("nothing is bound");
    assert!(matches!(error, EffectError::Unbound { .. }), "{error:?}");

    let formats = [
        vk::Format::R32G32B32A32_SFLOAT,
        vk::Format::R32G32B32A32_UINT,
        vk::Format::R32_SFLOAT,
        vk::Format::R32G32B32A32_SFLOAT,
    ];
    let usage = vk::ImageUsageFlags::COLOR_ATTACHMENT;
    let images = formats.map(|it| stage.image(ImageShape::D2, [2, 2], it, usage));
    for (name, image) in ["A", "B", "C", "D"].into_iter().zip(&images) {
        let variable = effect.render_target(name).expect("there is one");
        let view = Arc::new(ImageView::target(image).expect("a view"));
        effect.set_target(variable, Some(&view)).expect("its own");
    }
    let target = effect.target_of(pass, ImageUse::CopySource).expect("bound").expect("it has one");
    assert_eq!(target.colors.len(), 4);
    draw_into(&mut stage, &mut effect, "T0", &target, [0.5; 4]);
    let floats = |stage: &mut Stage, index: usize| -> Vec<f32> {
        bytemuck::pod_collect_to_vec(&stage.read_image(&images[index], ImageUse::CopySource))
    };
    // Additive for colours; alpha is replaced.
    assert_eq!(floats(&mut stage, 0)[..4], [0.75, 1.0, 1.25, 1.0]);
    let words: Vec<u32> =
        bytemuck::pod_collect_to_vec(&stage.read_image(&images[1], ImageUse::CopySource));
    assert_eq!(words[..4], [7, 70000, 0, 0], "cleared to 0.5, so to 0; red and green are written");
    assert_eq!(floats(&mut stage, 2)[..4], [0.5; 4], "what the shader does not write stays");
    assert_eq!(floats(&mut stage, 3)[..4], [0.5, 0.5, 3.0, 4.0], "blue and alpha are written");
    stage.frames.wait_idle().expect("idle");
    drop((effect, images));
    stage.close();
}

#[test]
fn a_missing_target_is_skipped() {
    let mut stage = Stage::new([1, 1]);
    let mut compiled = compile_text(&format!(
        "{COVER}
        void PS(out float4 a : SV_Target0, out float4 b : SV_Target1) {{ a = 1; b = float4(4, 3, 2, 1); }}
        technique11 T0 {{ pass P0 {{
            SetVertexShader(CompileShader(vs_5_0, VS()));
            SetPixelShader(CompileShader(ps_5_0, PS()));
        }} }}"
    ));
    compiled.render_target_views = vec!["B".to_owned()];
    compiled.techniques[0].passes[0].render_targets =
        Some(PassRenderTargets { targets: vec![None, Some("B".to_owned())], depth_stencil: None });
    let mut effect = load(&mut stage, &compiled);
    let (format, usage) = (vk::Format::R32G32B32A32_SFLOAT, vk::ImageUsageFlags::COLOR_ATTACHMENT);
    let image = stage.image(ImageShape::D2, [1, 1], format, usage);
    let variable = effect.render_target("B").expect("there is one");
    let view = Arc::new(ImageView::target(&image).expect("a view"));
    effect.set_target(variable, Some(&view)).expect("its own");
    let pass = effect.pass("T0", 0).expect("there is one");
    let target = effect.target_of(pass, ImageUse::CopySource).expect("bound").expect("it has one");
    draw_into(&mut stage, &mut effect, "T0", &target, [0.0; 4]);
    let found: Vec<f32> =
        bytemuck::pod_collect_to_vec(&stage.read_image(&image, ImageUse::CopySource));
    assert_eq!(found, [4.0, 3.0, 2.0, 1.0]);
    stage.frames.wait_idle().expect("idle");
    drop((effect, image, view));
    // The layer takes VK_FORMAT_UNDEFINED, which stands for no image, for a format.
    let messages = stage.close_with_messages();
    let known = |it: &String| it.contains("Attachment 0 of type `VK_FORMAT_UNDEFINED`");
    assert!(messages.iter().all(known), "{messages:#?}");
}

/// A triangle for each layer or viewport: number n is `n + 1`.
fn split(index: &str) -> String {
    format!(
        "
        struct Vertex {{ float4 position : POSITION; }};
        struct Pixel {{ float4 position : SV_Position; float number : NUMBER; uint index : {index}; }};
        Vertex VS(uint id : SV_VertexID)
        {{
            Vertex output;
            output.position = float4(id == 1 ? 3 : -1, id == 2 ? -3 : 1, 0.5, 1);
            return output;
        }}
        [maxvertexcount(18)]
        void GS(triangle Vertex input[3], inout TriangleStream<Pixel> stream)
        {{
            for (uint n = 0; n < 6; ++n)
            {{
                for (int i = 0; i < 3; ++i)
                {{
                    Pixel output;
                    output.position = input[i].position;
                    output.number = n + 1;
                    output.index = n;
                    stream.Append(output);
                }}
                stream.RestartStrip();
            }}
        }}
        float4 PS(Pixel input) : SV_Target {{ return input.number; }}
        technique11 T0 {{ pass P0 {{
            SetVertexShader(CompileShader(vs_5_0, VS()));
            SetGeometryShader(CompileShader(gs_5_0, GS()));
            SetPixelShader(CompileShader(ps_5_0, PS()));
        }} }}"
    )
}

#[test]
fn each_layer_gets_its_triangle() {
    let mut stage = Stage::new([1, 1]);
    let mut effect = load_text(&mut stage, &split("SV_RenderTargetArrayIndex"));
    let usage = vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::SAMPLED;
    for (shape, count) in
        [(ImageShape::D2Array(6), 6_u8), (ImageShape::Cube, 6), (ImageShape::D3(6), 6)]
    {
        let image = stage.image(shape, [1, 1], vk::Format::R32_SFLOAT, usage);
        let view = ImageView::target(&image).expect("a view");
        let target =
            TargetView::of_images(&[Some(&view)], None, ImageUse::CopySource).expect("a target");
        assert_eq!(target.layer_count, u32::from(count));
        draw_into(&mut stage, &mut effect, "T0", &target, [0.0; 4]);
        let found: Vec<f32> =
            bytemuck::pod_collect_to_vec(&stage.read_image(&image, ImageUse::CopySource));
        let expected = (1..=count).map(f32::from).collect::<Vec<_>>();
        assert_eq!(found, expected, "{shape:?}");
    }
    stage.frames.wait_idle().expect("idle");
    drop(effect);
    stage.close();
}

#[test]
fn one_face_of_a_cube_is_a_target() {
    let mut stage = Stage::new([1, 1]);
    let text = format!(
        "{COVER}
        float4 PS() : SV_Target {{ return 5; }}
        technique11 T0 {{ pass P0 {{
            SetVertexShader(CompileShader(vs_5_0, VS()));
            SetPixelShader(CompileShader(ps_5_0, PS()));
        }} }}"
    );
    let mut effect = load_text(&mut stage, &text);
    let usage = vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::SAMPLED;
    let cube = stage.image(ImageShape::Cube, [1, 1], vk::Format::R32_SFLOAT, usage);
    let desc = |layers| sinew::gpu::ImageViewDesc { shape: ImageShape::D2, mips: 0..1, layers };
    assert!(ImageView::new(&cube, &desc(5..7)).is_err(), "a cube has six faces");
    assert!(ImageView::new(&cube, &desc(1..3)).is_err(), "two faces are no plain image");
    let whole = ImageView::target(&cube).expect("a view");
    let all = TargetView::of_images(&[Some(&whole)], None, ImageUse::CopySource).expect("a target");
    draw_into(&mut stage, &mut effect, "T0", &all, [2.0; 4]);
    let face = ImageView::new(&cube, &desc(3..4)).expect("a view");
    let one = TargetView::of_images(&[Some(&face)], None, ImageUse::CopySource).expect("a target");
    let pass = effect.pass("T0", 0).expect("there is one");
    let mut frame = stage.frames.begin().expect("a frame begins");
    frame.transition(&cube, ImageUse::CopySource, ImageUse::ColorTarget);
    let (color, depth) = (Load::Keep, Load::Discard);
    frame.begin_pass(&one, &PassDesc { label: "one face", color, depth });
    effect.apply(&mut frame, pass, Topology::TriangleList).expect("applied");
    frame.draw(3, 1);
    frame.end_pass();
    frame.finish_target(&one);
    frame.submit().expect("submitted");
    let found: Vec<f32> =
        bytemuck::pod_collect_to_vec(&stage.read_image(&cube, ImageUse::CopySource));
    // Without layers the first of them is drawn to.
    assert_eq!(found, [5.0, 2.0, 2.0, 5.0, 2.0, 2.0]);
    stage.frames.wait_idle().expect("idle");
    drop((effect, cube, whole, face));
    stage.close();
}

#[test]
fn each_viewport_gets_its_triangle() {
    let mut stage = Stage::new([6, 1]);
    let mut effect = load_text(&mut stage, &split("SV_ViewportArrayIndex"));
    let usage = vk::ImageUsageFlags::COLOR_ATTACHMENT;
    let image = stage.image(ImageShape::D2, [6, 1], vk::Format::R32_SFLOAT, usage);
    let view = ImageView::target(&image).expect("a view");
    let target =
        TargetView::of_images(&[Some(&view)], None, ImageUse::CopySource).expect("a target");
    let pass = effect.pass("T0", 0).expect("there is one");
    let mut frame = stage.frames.begin().expect("a frame begins");
    let (color, depth) = (Load::Clear([0.0; 4]), Load::Discard);
    frame.begin_pass(&target, &PassDesc { label: "viewports", color, depth });
    let viewports = [5.0, 4.0, 3.0, 2.0, 1.0, 0.0].map(|x| Viewport {
        origin_px: [x, 0.0],
        size_px: [1.0, 1.0],
        depth: [0.0, 1.0],
    });
    frame.set_viewports(&viewports);
    effect.apply(&mut frame, pass, Topology::TriangleList).expect("applied");
    frame.draw(3, 1);
    frame.end_pass();
    frame.finish_target(&target);
    frame.submit().expect("submitted");
    let found: Vec<f32> =
        bytemuck::pod_collect_to_vec(&stage.read_image(&image, ImageUse::CopySource));
    assert_eq!(found, [6.0, 5.0, 4.0, 3.0, 2.0, 1.0]);
    stage.frames.wait_idle().expect("idle");
    drop((effect, image, view));
    stage.close();
}

/// A pixel shader that counts pixels, one that reads the count, one that does nothing but be covered.
const COUNTING: &str = "
RWStructuredBuffer<uint> Counts : register(u1);
StructuredBuffer<uint> Seen;
float4 PS_Count(float4 position : SV_Position) : SV_Target
{
    uint before;
    InterlockedAdd(Counts[0], 1, before);
    return 0;
}
void PS_Only(float4 position : SV_Position)
{
    uint before;
    InterlockedAdd(Counts[1], 1, before);
}
float4 PS_Read(float4 position : SV_Position) : SV_Target { return float4(Seen[0] / 255.0, 0, 0, 1); }
DepthStencilState NoDepth { DepthEnable = FALSE; };
#define PASS(ps) pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); \
    SetPixelShader(CompileShader(ps_5_0, ps())); SetDepthStencilState(NoDepth, 0); }
technique11 Count { PASS(PS_Count) }
technique11 Only { PASS(PS_Only) }
technique11 Read { PASS(PS_Read) }
";

#[test]
fn what_pixel_shaders_write_is_there_for_the_next_draw() {
    let mut stage = Stage::new([4, 4]);
    let mut effect = load_text(&mut stage, &format!("{COVER}{COUNTING}"));
    let counts = stage.buffer(vk::BufferUsageFlags::STORAGE_BUFFER, &[0_u32; 2]);
    let variable = effect.unordered_access("Counts").expect("there is one");
    effect.set_resource(variable, &counts).expect("it fits");
    let variable = effect.shader_resource("Seen").expect("there is one");
    effect.set_resource(variable, &counts).expect("it fits");
    let [count, read] = ["Count", "Read"].map(|it| effect.pass(it, 0).expect("there is one"));
    stage.draw(|frame| {
        // Three times, each after the one before, then read, all in one pass of the frame.
        effect.apply(frame, count, Topology::TriangleList).expect("applied");
        frame.draw(3, 1);
        frame.draw(3, 1);
        effect.apply(frame, count, Topology::TriangleList).expect("applied");
        frame.draw(3, 1);
        effect.apply(frame, read, Topology::TriangleList).expect("applied");
        frame.draw(3, 1);
    });
    assert_eq!(stage.pixels()[0], [48, 0, 0, 255]);
    assert_eq!(stage.read::<u32>(&counts), [48, 0]);

    // A pass without any target.
    draw_into(&mut stage, &mut effect, "Only", &TargetView::without_images([5, 3]), [0.0; 4]);
    assert_eq!(stage.read::<u32>(&counts), [48, 15]);
    drop((effect, counts));
    stage.close();
}

#[test]
fn a_pass_without_a_pixel_shader_writes_depth_only() {
    let mut stage = Stage::new([2, 2]);
    let text = format!(
        "{COVER}
        float4 VS_Behind(uint id : SV_VertexID) : SV_Position
        {{
            return float4(id == 1 ? 3 : -1, id == 2 ? -3 : 1, 0.75, 1);
        }}
        float4 PS() : SV_Target {{ return 1; }}
        technique11 T0
        {{
            pass Depth {{ SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(NULL); }}
            pass Behind
            {{
                SetVertexShader(CompileShader(vs_5_0, VS_Behind()));
                SetPixelShader(CompileShader(ps_5_0, PS()));
            }}
            // Names no vertex shader, so it draws with that of the pass before.
            pass Same {{ SetPixelShader(CompileShader(ps_5_0, PS())); }}
        }}"
    );
    let mut effect = load_text(&mut stage, &text);
    let passes = ["Depth", "Behind", "Same"].map(|it| effect.pass("T0", it).expect("it is there"));
    for (order, lit) in [(&passes[..1], false), (&passes[..2], false), (&passes[1..2], true)] {
        stage.draw(|frame| {
            for pass in order {
                effect.apply(frame, *pass, Topology::TriangleList).expect("applied");
                frame.draw(3, 1);
            }
        });
        let expected = if lit { [255; 4] } else { [0, 0, 0, 255] };
        assert_eq!(stage.pixels()[0], expected, "{} passes", order.len());
    }
    stage.draw(|frame| {
        effect.apply(frame, passes[2], Topology::TriangleList).expect("applied");
        frame.draw(3, 1);
    });
    assert_eq!(stage.pixels()[0], [255; 4]);
    drop(effect);
    stage.close();
}
