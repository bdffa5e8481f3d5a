//! Run-time truth: tiny effects whose output proves what a rewrite of effectc must keep of Direct3D's meaning.
//!
//! Every file of `tests/truth` is one effect, named after the rewrite that it proves (`matrix-swizzle.fx`,
//! `matrix-swizzle.products.fx`). It is compiled as fxc does by default (columns), loaded, run, and read back:
//!
//! - A technique with a compute shader is dispatched once, one group; the first elements of its
//!   `RWStructuredBuffer<float4> Output` are compared. Every other buffer that can be written is as large, full of zeros.
//! - Any other technique draws one clockwise triangle over a target of one pixel (four floats); the pixel is compared.
//!   `POSITION` gets the corners with z 0.5; component c of vertex input number n (in order, the position counted too)
//!   is `10 n + c + 1` for every vertex. Every `Texture2D` has 4x4 texels `(x / 4, y / 4, 0.25, 1)`, but one
//!   named `Shadow` has depths of 0.3; every sample of a `Texture2DMS` is `(0.25, 0.5, 0.75, 1)`.
//!
//! `int first_vertex` and `int first_instance` are bases of the draw (vertex and instance buffers get as many elements
//! before those that are drawn).
//!
//! Annotations of the technique say what must come out: `float4 expect` and, for further elements, `expect1`,
//! `expect2`. With its rewrite switched off the same file must not compile, must give
//! something else, or must be what the validation layer refuses.
#![expect(clippy::panic, reason = "a broken file of truth ends the test")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ash::vk;
use effectc::effect::{
    AnnotationValue, Effect as Compiled, ResourceKind, Stage as ShaderStage, Technique,
    VertexFormat, VertexInput,
};
use effectc::lower::{Rewrite, Rewrites};
use sinew::effect::{Effect, Topology};
use sinew::gpu::{
    Frames, HeadlessTarget, Image, ImageDesc, ImageShape, ImageUse, ImageView, Load, PassDesc,
    TargetView, Upload, read_buffer,
};

use crate::support::gpu::Stage;

/// Largest difference, for values up to 1; larger values have as much for each 1.
const TOLERANCE: f32 = 1e-4;

/// Elements of `Output`.
const OUTPUT_COUNT: usize = 64;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder is in the repository")
        .map(|it| it.expect("an entry").path())
        .filter(|it| it.extension().is_some_and(|it| it == "fx"))
        .collect();
    files.sort();
    files
}

/// The rewrite that a file is named after.
fn rewrite_of(path: &Path) -> Rewrite {
    let name = path.file_name().expect("a file").to_string_lossy();
    let rewrite = name.split('.').next().unwrap_or_default();
    Rewrite::from_name(rewrite)
        .unwrap_or_else(|| panic!("{name}: there is no rewrite `{rewrite}`; see lower/rewrite.rs"))
}

fn compile(path: &Path, rewrites: Rewrites) -> Result<Compiled, String> {
    let options = effectc::Options { rewrites, ..Default::default() };
    let output = effectc::compile(path, &options);
    let text: String = output.diagnostics.iter().map(|it| it.render(&output.sources)).collect();
    output.effect.ok_or(text)
}

/// The values that a technique's annotations ask for.
fn expected(technique: &Technique) -> Vec<[f32; 4]> {
    let mut values = Vec::new();
    loop {
        let name = match values.len() {
            0 => "expect".to_owned(),
            count => format!("expect{count}"),
        };
        let found = technique.annotations.iter().find(|it| it.name == name);
        match found.map(|it| &it.value) {
            Some(AnnotationValue::Float(value)) => {
                #[expect(clippy::cast_possible_truncation, reason = "written as floats")]
                let part = |index: usize| value.get(index).map_or(0.0, |it| *it as f32);
                values.push([part(0), part(1), part(2), part(3)]);
            }
            Some(other) => panic!("{name}: expected a float4, found {other:?}"),
            None => return values,
        }
    }
}

fn is_equal(found: [f32; 4], expected: [f32; 4]) -> bool {
    found
        .iter()
        .zip(expected)
        .all(|(found, expected)| (found - expected).abs() <= TOLERANCE * expected.abs().max(1.0))
}

/// A whole number that an annotation gives; 0 without it.
fn number(technique: &Technique, name: &str) -> u32 {
    match technique.annotations.iter().find(|it| it.name == name).map(|it| &it.value) {
        Some(AnnotationValue::Int(values)) => {
            values.first().and_then(|it| u32::try_from(*it).ok()).expect("one number, not negative")
        }
        Some(other) => panic!("{name}: expected an int, found {other:?}"),
        None => 0,
    }
}

/// Runs the first pass of a technique and gives what came out.
fn run(stage: &mut Stage, compiled: &Compiled, technique: &Technique) -> Vec<[f32; 4]> {
    let mut upload = Upload::begin(&mut stage.frames).expect("an upload begins");
    let mut effect = Effect::new(&mut upload, &stage.cache, compiled).expect("the effect loads");
    let picture = Arc::new(test_picture(&mut upload));
    let usage = vk::BufferUsageFlags::STORAGE_BUFFER | vk::BufferUsageFlags::TRANSFER_SRC;
    let zeros = [0_u8; OUTPUT_COUNT * 16];
    let output = Arc::new(upload.buffer("Output", usage, &zeros).expect("a buffer"));
    let written: Vec<_> = compiled
        .resources
        .iter()
        .filter(|it| it.kind.is_read_write() && it.name != "Output")
        .map(|it| (it, Arc::new(upload.buffer(&it.name, usage, &zeros).expect("a buffer"))))
        .collect();
    upload.finish().expect("uploaded");
    for resource in &compiled.resources {
        let read = match resource.kind {
            ResourceKind::Texture2D if resource.name == "Shadow" => cleared(stage, true),
            ResourceKind::Texture2D if resource.count == 1 => Arc::clone(&picture),
            ResourceKind::Texture2DMS => cleared(stage, false),
            _ => continue,
        };
        let variable = effect.shader_resource(&resource.name).expect("it is there");
        effect.set_resource(variable, &read).expect("it fits");
    }
    for (resource, buffer) in &written {
        let variable = effect.unordered_access(&resource.name).expect("it is there");
        effect.set_resource(variable, buffer).expect("it fits");
    }
    if let Ok(variable) = effect.unordered_access("Output") {
        effect.set_resource(variable, &output).expect("it fits");
    }
    let pass = effect.pass(technique.name.as_str(), 0).expect("there is one");
    let found = if technique.passes[0].shader_index(ShaderStage::Compute).is_some() {
        let mut frame = stage.frames.begin().expect("a frame begins");
        effect.dispatch(&mut frame, pass, [1, 1, 1]).expect("dispatched");
        frame.finish_compute_writes();
        frame.submit().expect("submitted");
        let bytes = read_buffer(&mut stage.frames, &output).expect("read back");
        bytemuck::pod_collect_to_vec(&bytes)
    } else {
        draw(stage, compiled, technique, &mut effect)
    };
    stage.frames.wait_idle().expect("idle");
    found
}

fn draw(
    stage: &mut Stage,
    compiled: &Compiled,
    technique: &Technique,
    effect: &mut Effect,
) -> Vec<[f32; 4]> {
    let pass = effect.pass(technique.name.as_str(), 0).expect("there is one");
    let vertex_shader = technique.passes[0]
        .shader_index(ShaderStage::Vertex)
        .map(|it| &compiled.shaders[it])
        .expect("the pass has a vertex shader");
    let inputs = &vertex_shader.vertex_inputs;
    let first_vertex = number(technique, "first_vertex");
    let first_instance = number(technique, "first_instance");
    let mut upload = Upload::begin(&mut stage.frames).expect("an upload begins");
    let mut buffers = Vec::new();
    for slot in [0, 1] {
        let stride_bytes = vertex_shader.vertex_stride_bytes(slot);
        let first = if slot == 0 { first_vertex } else { first_instance };
        let mut bytes = vec![0; (first * stride_bytes) as usize];
        bytes.extend(vertices(inputs, slot, stride_bytes));
        if stride_bytes > 0 {
            let usage = vk::BufferUsageFlags::VERTEX_BUFFER;
            buffers.push((slot, upload.buffer("vertices", usage, &bytes).expect("a buffer")));
        }
    }
    upload.finish().expect("uploaded");
    let format = vk::Format::R32G32B32A32_SFLOAT;
    let target = HeadlessTarget::with_format(&stage.device, [1, 1], format).expect("a target");
    let view = target.view();
    let mut frame = stage.frames.begin().expect("a frame begins");
    let (color, depth) = (Load::Clear([0.0; 4]), Load::Clear(1.0));
    frame.begin_pass(&view, &PassDesc { label: "truth", color, depth });
    effect.begin(&mut frame, pass).expect("its own");
    effect.apply(&mut frame, pass, Topology::TriangleList).expect("applied");
    for (slot, buffer) in &buffers {
        frame.bind_vertex_buffer(*slot, buffer, 0);
    }
    frame.draw_range(first_vertex..first_vertex + 3, first_instance..first_instance + 1);
    effect.end(&mut frame);
    frame.end_pass();
    frame.finish_target(&view);
    frame.submit().expect("submitted");
    read_pixel(&target, &mut stage.frames)
}

fn read_pixel(target: &HeadlessTarget, frames: &mut Frames) -> Vec<[f32; 4]> {
    bytemuck::pod_collect_to_vec(&target.read_bytes(frames).expect("read back"))
}

/// Three vertices of a slot.
fn vertices(inputs: &[VertexInput], slot: u32, stride_bytes: u32) -> Vec<u8> {
    let corners: [[f32; 3]; 3] = [[-1.0, 1.0, 0.5], [3.0, 1.0, 0.5], [-1.0, -3.0, 0.5]];
    let mut bytes = vec![0; stride_bytes as usize * corners.len()];
    for (vertex, corner) in corners.iter().enumerate() {
        for (number, input) in inputs.iter().enumerate().filter(|(_, it)| it.slot == slot) {
            let is_position = input.semantic.eq_ignore_ascii_case("POSITION");
            let start = vertex * stride_bytes as usize + input.offset_bytes as usize;
            for component in 0..input.format.size_bytes() as usize / 4 {
                let value = match corner.get(component) {
                    Some(value) if is_position => *value,
                    _ if is_position => 1.0,
                    _ => (10 * number + component + 1) as f32,
                };
                let place = start + component * 4;
                bytes[place..place + 4].copy_from_slice(&encoded(input.format, value));
            }
        }
    }
    bytes
}

fn encoded(format: VertexFormat, value: f32) -> [u8; 4] {
    match format {
        VertexFormat::R32Float
        | VertexFormat::R32G32Float
        | VertexFormat::R32G32B32Float
        | VertexFormat::R32G32B32A32Float => value.to_le_bytes(),
        #[expect(clippy::cast_possible_truncation, reason = "small whole numbers")]
        _ => (value as i32).to_le_bytes(),
    }
}

fn test_picture(upload: &mut Upload<'_>) -> Image {
    let texels: Vec<[f32; 4]> = (0..16_u8)
        .map(|it| [f32::from(it % 4) / 4.0, f32::from(it / 4) / 4.0, 0.25, 1.0])
        .collect();
    let desc = ImageDesc {
        name: "test picture",
        shape: ImageShape::D2,
        size_px: [4, 4],
        mip_count: 1,
        format: vk::Format::R32G32B32A32_SFLOAT,
        usage: vk::ImageUsageFlags::empty(),
        samples: vk::SampleCountFlags::TYPE_1,
    };
    upload.image(&desc, bytemuck::cast_slice(&texels)).expect("an image")
}

/// An image of one value, which only a pass can give to it: depths, or the samples of a picture.
fn cleared(stage: &mut Stage, is_depth: bool) -> Arc<Image> {
    let usage = vk::ImageUsageFlags::SAMPLED;
    let (format, usage, samples) = match is_depth {
        true => (
            vk::Format::D32_SFLOAT,
            usage | vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT,
            vk::SampleCountFlags::TYPE_1,
        ),
        false => (
            vk::Format::R32G32B32A32_SFLOAT,
            usage | vk::ImageUsageFlags::COLOR_ATTACHMENT,
            vk::SampleCountFlags::TYPE_4,
        ),
    };
    let desc = ImageDesc {
        name: "cleared",
        shape: ImageShape::D2,
        size_px: [4, 4],
        mip_count: 1,
        format,
        usage,
        samples,
    };
    let image = Arc::new(Image::new(&stage.device, &desc).expect("an image"));
    let view = ImageView::target(&image).expect("a view");
    let target = match is_depth {
        true => TargetView::of_images(&[], Some(&view), ImageUse::ShaderRead),
        false => TargetView::of_images(&[Some(&view)], None, ImageUse::ShaderRead),
    }
    .expect("a target");
    let mut frame = stage.frames.begin().expect("a frame begins");
    let (color, depth) = (Load::Clear([0.25, 0.5, 0.75, 1.0]), Load::Clear(0.3));
    frame.begin_pass(&target, &PassDesc { label: "clear", color, depth });
    frame.end_pass();
    frame.finish_target(&target);
    frame.submit().expect("submitted");
    image
}

/// The first technique whose result is not what it asks for, with both.
fn first_lie(stage: &mut Stage, compiled: &Compiled) -> Option<String> {
    compiled.techniques.iter().find_map(|technique| {
        let expected = expected(technique);
        let found = run(stage, compiled, technique);
        let wrong = expected.iter().zip(&found).position(|(it, found)| !is_equal(*found, *it))?;
        Some(format!(
            "{}, element {wrong}: found {:?}, expected {:?}",
            technique.name, found[wrong], expected[wrong]
        ))
    })
}

#[test]
fn every_truth_holds() {
    let mut stage = Stage::new([1, 1]);
    let files = files();
    assert!(!files.is_empty());
    let mut lies = Vec::new();
    for path in &files {
        rewrite_of(path);
        match compile(path, Rewrites::default()) {
            Ok(compiled) => {
                assert!(!compiled.techniques.is_empty(), "{}", path.display());
                for technique in &compiled.techniques {
                    assert!(!expected(technique).is_empty(), "{}: no `expect`", path.display());
                }
                let lie = first_lie(&mut stage, &compiled);
                lies.extend(lie.map(|it| format!("{}: {it}", path.display())));
            }
            Err(text) => lies.push(text),
        }
    }
    assert!(lies.is_empty(), "{}", lies.join("\n"));
    stage.close();
}

/// The file that a process of its own looks at, see [`no_truth_holds_without_its_rewrite`].
const FILE_VARIABLE: &str = "SINEW_TRUTH_FILE";

/// What such a process prints when a file is true without its rewrite.
const STILL_TRUE: &str = "true without the rewrite";

/// The HLSL compiler crashes on some code that is not rewritten, so that each file has a process.
#[test]
fn no_truth_holds_without_its_rewrite() {
    let program = std::env::current_exe().expect("this program");
    let test = "truth::one_truth_without_its_rewrite";
    let mut useless = Vec::new();
    for path in files() {
        let output = std::process::Command::new(&program)
            .args([test, "--exact", "--nocapture"])
            .env(FILE_VARIABLE, &path)
            .output()
            .expect("this program starts again");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("running 1 test"), "{text}");
        if text.contains(STILL_TRUE) {
            useless.push(path.display().to_string());
        }
    }
    assert!(useless.is_empty(), "{STILL_TRUE}: {useless:#?}");
}

#[test]
fn one_truth_without_its_rewrite() {
    let Some(path) = std::env::var_os(FILE_VARIABLE).map(PathBuf::from) else { return };
    let mut stage = Stage::new([1, 1]);
    let rewrites = Rewrites::without([rewrite_of(&path)]);
    let is_true =
        compile(&path, rewrites).is_ok_and(|compiled| first_lie(&mut stage, &compiled).is_none());
    // What a GPU forgives is wrong all the same where the layer says so.
    let messages = stage.close_with_messages();
    if is_true && messages.is_empty() {
        std::io::stdout().write_all(STILL_TRUE.as_bytes()).expect("the parent reads it");
    }
}

#[test]
fn every_rewrite_has_a_truth() {
    let named: Vec<Rewrite> = files().iter().map(|it| rewrite_of(it)).collect();
    let missing: Vec<&str> =
        Rewrite::ALL.iter().filter(|it| !named.contains(it)).map(|it| it.name()).collect();
    assert!(missing.is_empty(), "no file in tests/truth for {missing:?}");
}
