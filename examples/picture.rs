//! A model file, posed by one of its clips, drawn off screen into a picture.
//!
//! `cargo run --example picture -- assets/character.glb Slash 0.35 picture.png`

use std::error::Error;
use std::path::Path;

use nalgebra::{Matrix4, Vector3};
use sinew::anim::{Animator, BakeOptions, ClipIdx, bake, outline};
use sinew::app::Stage;
use sinew::gpu::{Device, DeviceDesc, HeadlessTarget};
use sinew::render::{MaterialTint, ModelAnimation, ModelDraw, ModelPass, Renderer};

const SIZE_PX: [u32; 2] = [480, 640];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, clip, time_s, picture] = &arguments[..] else {
        return Err("expected a model, a clip, seconds and a picture: \
            assets/character.glb Slash 0.35 picture.png"
            .into());
    };
    let model = sinew::asset::load(Path::new(path))?;
    let map = bake(&model, &BakeOptions::default())?;
    let named = (0..).map(ClipIdx).zip(&map.clips).find(|(_, it)| it.name == *clip);
    let (clip, _) = named.ok_or("there is no such clip")?;

    let device = Device::new(&DeviceDesc::default())?;
    let target = HeadlessTarget::new(&device, SIZE_PX)?;
    let view = target.view();
    let mut renderer = Renderer::new(&device, &view.formats(), None)?;
    let id = renderer.add_model(&model, &map)?;

    let mut animator = Animator::new(&map.clips);
    animator.play(&map.clips, clip)?;
    animator.seek(&map.clips, time_s.parse()?);

    // Camera, light, sky and ground around the model; all of it is plain data that can be changed.
    let aspect = SIZE_PX[0] as f32 / SIZE_PX[1] as f32;
    let points = outline(&model, &map, Some(clip));
    let stage = Stage::new(&points, &map.rest_bounds, &[Vector3::zeros()], aspect);
    let mut scene = stage.into_scene();
    scene.models.push(ModelDraw {
        model: id,
        pass: ModelPass::Textured,
        material: MaterialTint::default(),
        animation: ModelAnimation::Keyframe {
            keyframe: animator.to_keyframe_desc(&map.clips),
            world_from_model: Matrix4::identity(),
        },
    });
    renderer.draw(&scene, &view)?;

    let pixels = target.read_rgba8(renderer.frames())?;
    image::save_buffer(picture, &pixels, SIZE_PX[0], SIZE_PX[1], image::ColorType::Rgba8)?;
    Ok(())
}
