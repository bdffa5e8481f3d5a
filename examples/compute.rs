//! A compute shader of an effect file: compiled while the program runs, dispatched, and its results read back.
//!
//! `cargo run --example compute -- examples/compute.fx`

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the output of a program")]

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use ash::vk::BufferUsageFlags;
use sinew::effect::Effect;
use sinew::gpu::{Device, DeviceDesc, Frames, PipelineCache, Upload, read_buffer};

const GROUPS: u16 = 4;

fn main() -> Result<(), Box<dyn Error>> {
    // The HLSL compiler works in processes of its own, which come in through this door.
    effectc::child_main();
    let path = std::env::args().nth(1).ok_or("expected an effect: examples/compute.fx")?;
    let output = effectc::compile(Path::new(&path), &effectc::Options::default());
    eprint!("{}", effectc::diagnostic::render_all(&output.diagnostics, &output.sources));
    let compiled = output.effect.ok_or("the effect has errors")?;

    let device = Device::new(&DeviceDesc::default())?;
    let mut frames = Frames::new(&device, "frames", 1)?;
    let pipeline_cache = Arc::new(PipelineCache::load(&device, None)?);

    let mut upload = Upload::begin(&mut frames)?;
    let mut effect = Effect::new(&mut upload, &pipeline_cache, &compiled)?;
    let numbers: Vec<f32> = (0..GROUPS * 64).map(f32::from).collect();
    let numbers = bytemuck::cast_slice(&numbers);
    let numbers = upload.buffer("numbers", BufferUsageFlags::STORAGE_BUFFER, numbers)?;
    let usage = BufferUsageFlags::STORAGE_BUFFER | BufferUsageFlags::TRANSFER_SRC;
    let sums = upload.buffer("sums", usage, &[0; GROUPS as usize * size_of::<f32>()])?;
    let (numbers, sums) = (Arc::new(numbers), Arc::new(sums));
    upload.finish()?;

    let factor = effect.scalar("Factor")?;
    effect.set_float(factor, 0.5)?;
    let source = effect.shader_resource("Numbers")?;
    effect.set_resource(source, &numbers)?;
    let target = effect.unordered_access("Sums")?;
    effect.set_resource(target, &sums)?;

    let pass = effect.pass("Sum", "P0")?;
    let mut frame = frames.begin()?;
    effect.dispatch(&mut frame, pass, [u32::from(GROUPS), 1, 1])?;
    frame.submit()?;

    let bytes = read_buffer(&mut frames, &sums)?;
    println!("{:?}", bytemuck::pod_collect_to_vec::<u8, f32>(&bytes));
    Ok(())
}
