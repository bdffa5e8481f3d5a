//! Many characters in one draw a mesh part: each in a clip, at a moment and in a place of its own.
//!
//! `cargo run --example instances -- assets/character.glb instances.png`

use std::error::Error;
use std::f32::consts::TAU;
use std::path::Path;

use nalgebra::{Matrix4, Vector3};
use sinew::anim::{Animator, BakeOptions, ClipIdx, bake, outline, wrap_clip};
use sinew::app::Stage;
use sinew::gpu::{Device, DeviceDesc, HeadlessTarget};
use sinew::render::{MaterialTint, ModelAnimation, ModelDraw, ModelPass, Renderer, TweenInstance};

const SIZE_PX: [u32; 2] = [960, 540];
const COUNT: u16 = 24;
const RADIUS_M: f32 = 5.0;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, picture] = &arguments[..] else {
        return Err("expected a model and a picture: assets/character.glb instances.png".into());
    };
    let model = sinew::asset::load(Path::new(path))?;
    let map = bake(&model, &BakeOptions::default())?;

    // A ring; everybody looks outwards, to where -Z of the model is turned.
    let turns = (0..COUNT).map(|it| f32::from(it) / f32::from(COUNT) * TAU);
    let places: Vec<Vector3<f32>> =
        turns.clone().map(|it| Vector3::new(-it.sin(), 0.0, -it.cos()) * RADIUS_M).collect();
    let mut instances = Vec::new();
    for (number, (turn_rad, place)) in turns.zip(&places).enumerate() {
        let mut animator = Animator::new(&map.clips);
        if let Some(clip) = wrap_clip(i64::try_from(number)?, model.clips.len()) {
            animator.play(&map.clips, clip)?;
        }
        animator.seek(&map.clips, number as f64 * 0.1);
        instances.push(TweenInstance {
            tween: animator.to_desc(&map.clips),
            world_from_model: Matrix4::new_translation(place)
                * Matrix4::from_axis_angle(&Vector3::y_axis(), turn_rad),
        });
    }

    let device = Device::new(&DeviceDesc::default())?;
    let target = HeadlessTarget::new(&device, SIZE_PX)?;
    let view = target.view();
    let mut renderer = Renderer::new(&device, &view.formats(), None)?;
    let id = renderer.add_model(&model, &map)?;

    let aspect = SIZE_PX[0] as f32 / SIZE_PX[1] as f32;
    let points = outline(&model, &map, Some(ClipIdx(0)));
    let mut scene = Stage::new(&points, &map.rest_bounds, &places, aspect).into_scene();
    scene.models.push(ModelDraw {
        model: id,
        pass: ModelPass::Textured,
        material: MaterialTint::default(),
        animation: ModelAnimation::Tween(instances),
    });
    renderer.draw(&scene, &view)?;

    let pixels = target.read_rgba8(renderer.frames())?;
    image::save_buffer(picture, &pixels, SIZE_PX[0], SIZE_PX[1], image::ColorType::Rgba8)?;
    Ok(())
}
