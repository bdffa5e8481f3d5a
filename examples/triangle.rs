//! The triangle of the porting guide (`effectc/README.md`): an effect file, compiled and drawn off screen into a picture.
//!
//! `cargo run --example triangle -- examples/triangle.fx triangle.png`

#![expect(clippy::print_stderr, reason = "messages of a program")]

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use ash::vk;
use sinew::effect::{Effect, Topology};
use sinew::gpu::{
    Device, DeviceDesc, Frames, HeadlessTarget, Load, PassDesc, PipelineCache, Upload, Validation,
};

const SIZE_PX: [u32; 2] = [256, 256];
const IDENTITY: [[f32; 4]; 4] =
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
/// `struct Vertex` of the effect: position and texture coordinates. Clockwise, as Direct3D has its front faces.
const VERTICES: [[f32; 5]; 3] =
    [[-0.8, -0.8, 0.5, 0.0, 1.0], [0.0, 0.8, 0.5, 0.5, 0.0], [0.8, -0.8, 0.5, 1.0, 1.0]];
/// Four texels: red, green, blue, white.
const TEXELS: [[u8; 4]; 4] =
    [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]];

fn main() -> Result<(), Box<dyn Error>> {
    effectc::child_main();
    let mut arguments = std::env::args().skip(1);
    let (Some(effect_path), Some(picture_path)) = (arguments.next(), arguments.next()) else {
        return Err("expected an effect file and a picture: triangle.fx triangle.png".into());
    };
    let output = effectc::compile(Path::new(&effect_path), &effectc::Options::default());
    // Warnings too.
    eprint!("{}", effectc::diagnostic::render_all(&output.diagnostics, &output.sources));
    let compiled = output.effect.ok_or("the effect has errors")?;

    let device = Device::new(&DeviceDesc {
        app_name: "triangle".to_owned(),
        gpu: None,
        validation: Validation::Off,
        without_features: Vec::new(),
    })?;
    let mut frames = Frames::new(&device, "frames", 2)?;
    let target = HeadlessTarget::new(&device, SIZE_PX)?;
    let pipeline_cache = Arc::new(PipelineCache::load(&device, None)?);

    let mut upload = Upload::begin(&mut frames)?;
    let mut effect = Effect::new(&mut upload, &pipeline_cache, &compiled)?;
    let vertices = bytemuck::cast_slice(&VERTICES);
    let vertices = upload.buffer("triangle", vk::BufferUsageFlags::VERTEX_BUFFER, vertices)?;
    let image = Arc::new(upload.texture_rgba8("texels", [2, 2], TEXELS.as_flattened())?);
    upload.finish()?;

    // Looked up once; `Tint` keeps the value that the file gives it.
    let pass = effect.pass("Draw", "P0")?;
    let world = effect.matrix("World")?;
    let view_projection = effect.matrix("ViewProj")?;
    let diffuse = effect.shader_resource("Diffuse")?;
    effect.set_matrix(world, &IDENTITY)?;
    effect.set_matrix(view_projection, &IDENTITY)?;
    effect.set_resource(diffuse, &image)?;

    let mut frame = frames.begin()?;
    let desc = PassDesc {
        label: "picture",
        color: Load::Clear([0.0, 0.0, 0.0, 1.0]),
        depth: Load::Clear(1.0),
    };
    frame.begin_pass(&target.view(), &desc);
    effect.begin(&mut frame, pass)?;
    effect.apply(&mut frame, pass, Topology::TriangleList)?;
    frame.bind_vertex_buffer(0, &vertices, 0);
    frame.draw(3, 1);
    effect.end(&mut frame);
    frame.end_pass();
    frame.finish_target(&target.view());
    frame.submit()?;

    let pixels = target.read_rgba8(&mut frames)?;
    let [width, height] = SIZE_PX;
    image::save_buffer(picture_path, &pixels, width, height, image::ColorType::Rgba8)?;
    Ok(())
}
