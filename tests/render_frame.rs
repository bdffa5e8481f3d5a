//! Frames of the renderer as a window has them: several samples, an overlay, models that come and go, tints, time.

use nalgebra::{Matrix4, Point3, Vector3};
use sinew::anim::{BakeOptions, KeyframeDesc, bake};
use sinew::asset::Model;
use sinew::gpu::{HeadlessTarget, Load, MultisampledTarget, OverlayRenderer, PassDesc};
use sinew::render::{
    Camera, FrameTarget, Light, MaterialTint, ModelAnimation, ModelDraw, ModelId, ModelPass,
    Renderer, Scene, Sky,
};

use crate::render_model::square;
use crate::support::gpu::TestDevice;
use crate::support::overlay::TestContext;

const SIZE: [u32; 2] = [32, 32];

/// The turned white square before a black background, or what else is put in its place.
struct Shot {
    renderer: Renderer,
    target: HeadlessTarget,
    scene: Scene,
    id: ModelId,
    device: TestDevice,
}

impl Shot {
    fn new() -> Self {
        let device = TestDevice::new();
        let target = HeadlessTarget::new(&device, SIZE).unwrap();
        let mut renderer = Renderer::new(&device, &target.view().formats(), None).unwrap();
        let id = add(&mut renderer, &square());
        let black = [0.0, 0.0, 0.0, 1.0];
        let scene = Scene {
            camera: Camera {
                eye: Point3::new(0.0, 0.0, -4.0),
                target: Point3::origin(),
                fov_y_rad: 0.8,
                near_m: 0.1,
                far_m: 10.0,
                lens_shift: nalgebra::Vector2::zeros(),
            },
            light: Light {
                ambient: black,
                diffuse: [1.0; 4],
                specular: black,
                emissive: black,
                direction: Vector3::z(),
            },
            shadow_map_px: 0,
            sky: Sky::plain([0.0; 3]),
            ground: None,
            user: None,
            models: vec![ModelDraw {
                model: id,
                pass: ModelPass::Textured,
                material: MaterialTint::default(),
                animation: ModelAnimation::Keyframe {
                    keyframe: KeyframeDesc::default(),
                    world_from_model: Matrix4::new_rotation(Vector3::z() * 0.3),
                },
            }],
        };
        Self { renderer, target, scene, id, device }
    }

    fn pixels(&mut self) -> Vec<[u8; 4]> {
        let bytes = self.target.read_rgba8(self.renderer.frames()).unwrap();
        bytes.as_chunks::<4>().0.to_vec()
    }

    /// Draws and gives the colour in the middle.
    fn middle(&mut self) -> [u8; 4] {
        self.renderer.draw(&self.scene, &self.target.view()).unwrap();
        self.pixels()[16 * 32 + 16]
    }

    fn close(self) {
        let Self { renderer, target, device, .. } = self;
        drop((renderer, target));
        device.close();
    }
}

fn add(renderer: &mut Renderer, model: &Model) -> ModelId {
    renderer.add_model(model, &bake(model, &BakeOptions::default()).unwrap()).unwrap()
}

/// The square in a colour of its own.
fn coloured(rgb: [f32; 3]) -> Model {
    let mut model = square();
    model.materials[0].base_color = Vector3::from(rgb).push(1.0);
    model
}

/// How many pixels are neither square nor background, and how many are the square's.
fn between_and_white(pixels: &[[u8; 4]]) -> (usize, usize) {
    let white = pixels.iter().filter(|it| it[0] == 255).count();
    let black = pixels.iter().filter(|it| it[0] == 0).count();
    (pixels.len() - white - black, white)
}

#[test]
fn several_samples_smooth_edges() {
    let mut shot = Shot::new();
    let view = shot.target.view();
    shot.renderer.draw(&shot.scene, &view).unwrap();
    let (between, white) = between_and_white(&shot.pixels());
    assert_eq!(between, 0, "with one sample a pixel is one or the other");
    assert!(white > 100, "{white}");

    assert!(shot.device.supports_samples(4), "every GPU has 4");
    let multisampled = MultisampledTarget::new(&shot.device, SIZE, &view.formats(), 4).unwrap();
    shot.renderer.warm_up(multisampled.formats()).unwrap();
    let pipelines = shot.device.counters().pipelines;
    // Twice, so that the second frame meets what the first one left.
    for _ in 0..2 {
        let target = FrameTarget::off_screen(&view, Some(&multisampled));
        shot.renderer.draw_frame(&shot.scene, &target, &mut |_| Ok(())).unwrap();
    }
    assert_eq!(shot.device.counters().pipelines, pipelines, "all were made ahead");
    let pixels = shot.pixels();
    let (between, white) = between_and_white(&pixels);
    assert!(between > 20 && white > 100, "{between} between, {white} white");
    // Of four samples one, two or three.
    for pixel in pixels {
        let quarters = f32::from(pixel[0]) / 255.0 * 4.0;
        assert!((quarters - quarters.round()).abs() < 0.02, "{pixel:?}");
    }
    drop(multisampled);
    shot.close();
}

#[test]
fn sample_counts_that_there_are_not_are_refused() {
    let device = TestDevice::new();
    let formats = HeadlessTarget::new(&device, SIZE).unwrap().view().formats();
    for count in [0, 1, 3, 128] {
        let made = MultisampledTarget::new(&device, SIZE, &formats, count);
        let error = made.expect_err("refused").to_string();
        assert!(error.ends_with(&format!("{count} were asked for")), "{error}");
    }
    assert!([0, 3, 128].iter().all(|it| !device.supports_samples(*it)));
    device.close();
}

#[test]
fn the_overlay_lies_over_the_scene() {
    for sample_count in [1, 4] {
        let mut shot = Shot::new();
        let view = shot.target.view();
        let multisampled = (sample_count > 1).then(|| {
            MultisampledTarget::new(&shot.device, SIZE, &view.formats(), sample_count).unwrap()
        });
        let mut context = TestContext::new([32.0, 32.0], 1.0);
        let format = view.colors[0].format;
        let mut overlay =
            OverlayRenderer::new(&shot.device, &mut context.imgui, format, 2).unwrap();
        let red = [1.0, 0.0, 0.0, 1.0];
        let draw_data = context.frame(|ui| {
            ui.get_background_draw_list()
                .add_rect([0.0, 0.0], [32.0, 16.0], red)
                .filled(true)
                .build();
        });
        let target = FrameTarget::off_screen(&view, multisampled.as_ref());
        shot.renderer
            .draw_frame(&shot.scene, &target, &mut |frame| overlay.record(frame, &view, draw_data))
            .unwrap();
        let pixels = shot.pixels();
        assert!(pixels[..16 * 32].iter().all(|it| *it == [255, 0, 0, 255]), "{sample_count}");
        assert_eq!(pixels[16 * 32 + 16], [255; 4], "the square shows below it");
        drop((overlay, context, multisampled));
        shot.close();
    }
}

#[test]
fn a_frame_whose_overlay_fails_is_not_submitted() {
    let mut shot = Shot::new();
    let view = shot.target.view();
    let submits = shot.device.counters().submits;
    let target = FrameTarget::off_screen(&view, None);
    let failed = shot.renderer.draw_frame(&shot.scene, &target, &mut |frame| {
        let (color, depth) = (Load::Keep, Load::Keep);
        frame.begin_pass(&view, &PassDesc { label: "half done", color, depth });
        Err(sinew::gpu::GpuError::Timeout { what: "the test".to_owned(), seconds: 0 })
    });
    assert_eq!(failed.unwrap_err().to_string(), "the GPU did not finish the test within 0 s");
    assert_eq!(shot.device.counters().submits, submits);
    assert_eq!(shot.middle(), [255; 4]);
    shot.close();
}

#[test]
fn a_replaced_model_keeps_its_id() {
    let mut shot = Shot::new();
    assert_eq!(shot.middle(), [255; 4]);
    for (rgb, expected) in
        [([1.0, 0.0, 0.0], [255, 0, 0, 255]), ([0.0, 1.0, 0.0], [0, 255, 0, 255])]
    {
        // Frames that draw the old one are in flight.
        let view = shot.target.view();
        shot.renderer.draw(&shot.scene, &view).unwrap();
        let model = coloured(rgb);
        let map = bake(&model, &BakeOptions::default()).unwrap();
        shot.renderer.replace_model(shot.id, &model, &map).unwrap();
        let retired_count = shot.renderer.frames().retired_count();
        assert_eq!(retired_count, 2, "the staging memory of the new one, and the old one");
        assert_eq!(shot.middle(), expected);
    }
    let mut empty = square();
    empty.meshes.clear();
    let map = bake(&square(), &BakeOptions::default()).unwrap();
    let error = shot.renderer.replace_model(shot.id, &empty, &map).expect_err("nothing to draw");
    assert!(error.to_string().starts_with("model 'square' has no meshes"), "{error}");
    assert_eq!(shot.middle(), [0, 255, 0, 255], "the old one stays");
    assert_eq!(shot.device.counters().drop_waits, 0);
    shot.close();
}

#[test]
fn a_removed_model_is_gone() {
    let mut shot = Shot::new();
    let other = add(&mut shot.renderer, &coloured([0.0, 0.0, 1.0]));
    assert_eq!(shot.middle(), [255; 4]);
    let retired_count = shot.renderer.frames().retired_count();
    shot.renderer.remove_model(shot.id).unwrap();
    assert_eq!(shot.renderer.frames().retired_count(), retired_count + 1);
    let message = "there is no model 0; 2 were added, and those removed are gone";
    let view = shot.target.view();
    let submits = shot.device.counters().submits;
    let error = shot.renderer.draw(&shot.scene, &view).expect_err("gone");
    assert_eq!(error.to_string(), message);
    assert_eq!(shot.renderer.remove_model(shot.id).expect_err("gone").to_string(), message);
    let (model, map) = (square(), bake(&square(), &BakeOptions::default()).unwrap());
    let error = shot.renderer.replace_model(shot.id, &model, &map).expect_err("gone");
    assert_eq!(error.to_string(), message);
    assert_eq!(shot.device.counters().submits, submits, "nothing was submitted");
    shot.scene.models[0].model = other;
    assert_eq!(shot.middle(), [0, 0, 255, 255]);
    assert_eq!(shot.device.counters().drop_waits, 0);
    shot.close();
}

#[test]
fn tints_multiply_every_colour_of_the_material() {
    let mut shot = Shot::new();
    let one = [1.0; 4];
    let half = [0.5, 0.25, 1.0, 1.0];
    let model = {
        let mut model = square();
        model.materials[0].specular = Vector3::repeat(1.0);
        model.materials[0].emissive = Vector3::repeat(1.0);
        model
    };
    let map = bake(&model, &BakeOptions::default()).unwrap();
    shot.renderer.replace_model(shot.id, &model, &map).unwrap();
    let none = [0.0, 0.0, 0.0, 1.0];
    let light = |index: usize| {
        let mut parts = [none; 3];
        // Head-on the spot of a highlight is brighter than the light, and ends at white.
        parts[index] = if index == 2 { [0.6, 0.6, 0.6, 1.0] } else { one };
        let [ambient, diffuse, specular] = parts;
        Light { ambient, diffuse, specular, emissive: none, direction: Vector3::z() }
    };
    let tints = [
        MaterialTint { ambient: half, ..MaterialTint::default() },
        MaterialTint { diffuse: half, ..MaterialTint::default() },
        MaterialTint { specular: half, ..MaterialTint::default() },
    ];
    for lit in 0..3 {
        // What mirrors adds to what is lit from everywhere, up to white: no product of the two tints.
        let mut model = model.clone();
        model.materials[0].specular = Vector3::repeat(if lit == 0 { 0.0 } else { 1.0 });
        shot.renderer.replace_model(shot.id, &model, &map).unwrap();
        shot.scene.light = light(lit);
        for (tinted, tint) in tints.iter().enumerate() {
            shot.scene.models[0].material = MaterialTint::default();
            let plain = shot.middle();
            assert!(plain[0] > 100, "light {lit}: {plain:?}");
            shot.scene.models[0].material = *tint;
            let found = shot.middle();
            let factors = if lit == tinted { [0.5, 0.25, 1.0] } else { [1.0; 3] };
            for channel in 0..3 {
                let expected = f32::from(plain[channel]) * factors[channel];
                let found = f32::from(found[channel]);
                assert!((found - expected).abs() <= 1.0, "light {lit}, tint {tinted}: {found}");
            }
        }
    }
    shot.close();
}

#[test]
fn the_gpu_says_how_long_it_took() {
    let mut shot = Shot::new();
    for _ in 0..6 {
        shot.middle();
    }
    let time_s = shot.renderer.last_gpu_time_s().expect("lavapipe has timestamps");
    assert!(time_s > 0.0 && time_s < 60.0, "{time_s} s");
    shot.close();
}
