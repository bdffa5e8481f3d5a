//! A steady frame takes no GPU memory, writes no descriptor and makes no pipeline, while every character moves.

use sinew::anim::{BakeOptions, ClipIdx, bake};
use sinew::app::{Demo, PropIds, Script, Settings, Shown};
use sinew::asset::{Model, load};
use sinew::gpu::{CounterValues, HeadlessTarget, MultisampledTarget, OverlayRenderer};
use sinew::render::{FrameTarget, ModelPass, Renderer};

use crate::support::eight_joints::eight_joints;
use crate::support::gpu::TestDevice;
use crate::support::overlay::TestContext;
use crate::support::probe::repository_path;
use crate::support::two_joints::two_joints;

const WARM_UP_FRAMES: u32 = 4;
const STEADY_FRAMES: u32 = 100;

/// Draws a demo and gives what its steady frames did.
fn steady_frames(model: &Model, script: Script, pass: ModelPass) -> CounterValues {
    let device = TestDevice::new();
    let map = bake(model, &BakeOptions::default()).unwrap();
    let target = HeadlessTarget::new(&device, [64, 48]).unwrap();
    let view = target.view();
    let mut renderer = Renderer::new(&device, &view.formats(), None).unwrap();
    let id = renderer.add_model(model, &map).unwrap();
    let mut demo = Demo::new(script, Shown { model, map: &map, id }, 4.0 / 3.0).unwrap();
    let mut settings = Settings::default();
    settings.picture.pass = pass;
    // A tenth of a second a frame: ten seconds see several fades start and end.
    let mut draw = |count: u32| {
        for _ in 0..count {
            demo.advance(&settings, 0.1).unwrap();
            renderer.draw(demo.scene(), &view).unwrap();
        }
        device.counters()
    };
    let before = draw(WARM_UP_FRAMES);
    assert!(before.memory_allocations > 0 && before.descriptor_writes > 0, "{before:?}");
    assert!(before.descriptor_sets > 0 && before.pipelines > 0, "{before:?}");
    let after = draw(STEADY_FRAMES);
    let rgba8 = target.read_rgba8(renderer.frames()).unwrap();
    let pixels: std::collections::BTreeSet<&[u8]> = rgba8.chunks_exact(4).collect();
    assert!(pixels.len() > 20, "something was drawn");
    drop((renderer, target));
    device.close();
    CounterValues {
        memory_allocations: after.memory_allocations - before.memory_allocations,
        descriptor_writes: after.descriptor_writes - before.descriptor_writes,
        descriptor_sets: after.descriptor_sets - before.descriptor_sets,
        pipelines: after.pipelines - before.pipelines,
        submits: after.submits - before.submits,
        drop_waits: after.drop_waits - before.drop_waits,
    }
}

#[track_caller]
fn check(model: &Model, script: Script, pass: ModelPass) {
    let done = steady_frames(model, script, pass);
    let expected = CounterValues { submits: u64::from(STEADY_FRAMES), ..CounterValues::default() };
    assert_eq!(done, expected, "{script:?} of {}", model.name);
}

fn character() -> Model {
    load(&repository_path("assets/character.glb")).unwrap()
}

#[test]
fn one_tweening_character() {
    check(&character(), Script::Tween { count: 1 }, ModelPass::Textured);
}

#[test]
fn five_hundred_tweening_characters() {
    check(&two_joints(), Script::Tween { count: 500 }, ModelPass::Textured);
}

#[test]
fn a_crowd_of_several_draws() {
    check(&two_joints(), Script::Tween { count: 1100 }, ModelPass::Textured);
}

#[test]
fn eight_influences() {
    check(&eight_joints(), Script::Tween { count: 2 }, ModelPass::Textured);
    check(&eight_joints(), Script::Play(ClipIdx(0)), ModelPass::Textured);
}

/// Drawn by `RenderDemo.fx`, as meshes and as parts with bones of their own.
#[test]
fn models_that_nothing_moves() {
    let mut model = two_joints();
    model.clips.clear();
    model.meshes.retain(|mesh| mesh.skin.is_none());
    check(&model, Script::Tween { count: 3 }, ModelPass::Textured);
    check(&model, Script::Play(ClipIdx(0)), ModelPass::Textured);
}

#[test]
fn animation_demo() {
    check(&character(), Script::Play(ClipIdx(0)), ModelPass::Textured);
    check(&character(), Script::Play(ClipIdx(0)), ModelPass::Wireframe);
}

/// Characters, meshes and parts with bones, each of which casts a shadow.
#[test]
fn the_scene_demo_with_its_props() {
    let device = TestDevice::new();
    let model = two_joints();
    let map = bake(&model, &BakeOptions::default()).unwrap();
    let target = HeadlessTarget::new(&device, [64, 48]).unwrap();
    let view = target.view();
    let mut renderer = Renderer::new(&device, &view.formats(), None).unwrap();
    let id = renderer.add_model(&model, &map).unwrap();
    let shown = Shown { model: &model, map: &map, id };
    let mut demo = Demo::new(Script::Scene { count: 20 }, shown, 4.0 / 3.0).unwrap();
    demo.set_props(&PropIds::add_to(&mut renderer).unwrap());
    renderer.prepare_crowd(id).unwrap();
    let ready = device.counters();
    let mut draw = |count: u32| {
        for _ in 0..count {
            demo.advance(&Settings::default(), 0.1).unwrap();
            renderer.draw(demo.scene(), &view).unwrap();
        }
        device.counters()
    };
    let before = draw(WARM_UP_FRAMES);
    assert_eq!(before.pipelines, ready.pipelines, "all pipelines were there");
    let after = draw(STEADY_FRAMES);
    let submits = before.submits + u64::from(STEADY_FRAMES);
    assert_eq!(after, CounterValues { submits, ..before });
    drop((renderer, target));
    device.close();
}

/// Three materials: other states, samplers and textures from part to part.
#[test]
fn several_materials() {
    let mut model = two_joints();
    // A part with one side too, with a texture of its own.
    let mut part = model.meshes[0].clone();
    part.material = 1;
    model.meshes.push(part);
    let mut image = model.images[0].clone();
    image.rgba8.reverse();
    model.images.push(image);
    if let Some(texture) = &mut model.materials[1].diffuse_map {
        texture.image = 1;
    }
    model.materials[2].normal_map = model.materials[0].diffuse_map;
    check(&model, Script::Tween { count: 3 }, ModelPass::Textured);
    check(&model, Script::Play(ClipIdx(1)), ModelPass::Textured);
}

/// As a window has it: several samples, an overlay, the GPU's time. The crate that draws the overlay takes memory by
/// itself, which the device's counters do not see; it does so only while the overlay grows.
#[test]
fn a_frame_with_several_samples_and_an_overlay() {
    let device = TestDevice::new();
    let model = two_joints();
    let map = bake(&model, &BakeOptions::default()).unwrap();
    let target = HeadlessTarget::new(&device, [64, 48]).unwrap();
    let view = target.view();
    let multisampled = MultisampledTarget::new(&device, [64, 48], &view.formats(), 4).unwrap();
    let mut renderer = Renderer::new(&device, multisampled.formats(), None).unwrap();
    let id = renderer.add_model(&model, &map).unwrap();
    let shown = Shown { model: &model, map: &map, id };
    let script = Script::Tween { count: 3 };
    let mut demo = Demo::new(script, shown, 4.0 / 3.0).unwrap();
    let mut context = TestContext::new([64.0, 48.0], 1.0);
    let format = view.colors[0].format;
    let mut overlay = OverlayRenderer::new(&device, &mut context.imgui, format, 2).unwrap();
    let mut draw = |count: u32| {
        for _ in 0..count {
            demo.advance(&Settings::default(), 0.1).unwrap();
            let draw_data = context.frame(|ui| ui.text("Walk"));
            let frame_target = FrameTarget::off_screen(&view, Some(&multisampled));
            renderer
                .draw_frame(demo.scene(), &frame_target, &mut |frame| {
                    overlay.record(frame, &view, draw_data)
                })
                .unwrap();
        }
        device.counters()
    };
    let before = draw(WARM_UP_FRAMES);
    let after = draw(STEADY_FRAMES);
    let submits = before.submits + u64::from(STEADY_FRAMES);
    assert_eq!(after, CounterValues { submits, ..before });
    assert!(renderer.last_gpu_time_s().is_some());
    drop((renderer, overlay, context, multisampled, target));
    device.close();
}
