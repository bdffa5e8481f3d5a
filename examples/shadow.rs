//! A model made by code, no file: copies of a pyramid in one draw, and the long shadows of a low sun.
//!
//! `cargo run --example shadow -- shadow.png`

use std::error::Error;

use nalgebra::{Matrix4, Vector3};
use sinew::anim::{BakeOptions, bake, outline};
use sinew::app::Stage;
use sinew::asset::{Model, ShapeError};
use sinew::gpu::{Device, DeviceDesc, HeadlessTarget};
use sinew::render::{MaterialTint, ModelAnimation, ModelDraw, ModelPass, Renderer};

const SIZE_PX: [u32; 2] = [960, 540];
const PLACES: [[f32; 2]; 5] = [[0.0, 0.0], [3.0, 1.5], [-3.0, 2.0], [-1.0, 5.0], [4.5, 6.0]];

fn main() -> Result<(), Box<dyn Error>> {
    let picture = std::env::args().nth(1).ok_or("expected a picture: shadow.png")?;
    let model = pyramid()?;
    let map = bake(&model, &BakeOptions::default())?;
    let places = PLACES.map(|[x, z]| Vector3::new(x, 0.0, z));

    let device = Device::new(&DeviceDesc::default())?;
    let target = HeadlessTarget::new(&device, SIZE_PX)?;
    let view = target.view();
    let mut renderer = Renderer::new(&device, &view.formats(), None)?;
    let id = renderer.add_model(&model, &map)?;

    let points = outline(&model, &map, None);
    let mut scene = Stage::new(&points, &map.rest_bounds, &places, 16.0 / 9.0).into_scene();
    scene.light.direction = Vector3::new(1.0, -0.6, -0.3);
    scene.shadow_map_px = 2048;
    scene.models.push(ModelDraw {
        model: id,
        pass: ModelPass::Textured,
        material: MaterialTint::default(),
        animation: ModelAnimation::Rigid(places.iter().map(Matrix4::new_translation).collect()),
    });
    renderer.draw(&scene, &view)?;
    let pixels = target.read_rgba8(renderer.frames())?;
    image::save_buffer(picture, &pixels, SIZE_PX[0], SIZE_PX[1], image::ColorType::Rgba8)?;
    Ok(())
}

/// Four flat sides, 2 m wide and 1.5 m high, clockwise as seen from outside; nobody sees it from below.
fn pyramid() -> Result<Model, ShapeError> {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]];
    let corners = corners.map(|[x, z]| Vector3::new(x, 0.0, z));
    let sides = corners.windows(2).map(|pair| [Vector3::y() * 1.5, pair[1], pair[0]]);
    let normals = sides.clone().flat_map(|[a, b, c]| [(b - a).cross(&(c - a)).normalize(); 3]);
    let (positions, normals): (Vec<_>, Vec<_>) = sides.flatten().zip(normals).unzip();
    let indices: Vec<u32> = (0..12).collect();
    Model::from_triangles("pyramid", &positions, &normals, &indices, [0.80, 0.60, 0.35])
}
