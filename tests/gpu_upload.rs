//! What is uploaded is what the GPU then has, byte for byte.

use ash::vk;
use sinew::gpu::{
    Buffer, BufferDesc, Device, Frames, Image, ImageDesc, ImageShape, ImageUse, MemoryUse,
    PipelineCache, Upload, read_buffer,
};

use crate::support::gpu::TestDevice;

/// One level of an image that shaders read, as bytes.
fn read_level(
    device: &std::sync::Arc<Device>,
    frames: &mut Frames,
    image: &Image,
    mip: u32,
    size_bytes: u64,
) -> Vec<u8> {
    let buffer = Buffer::new(
        device,
        &BufferDesc {
            name: "read-back",
            size_bytes,
            usage: vk::BufferUsageFlags::TRANSFER_DST,
            memory_use: MemoryUse::ReadBack,
        },
    )
    .expect("a buffer");
    let mut frame = frames.begin().expect("a frame begins");
    frame.transition(image, ImageUse::ShaderRead, ImageUse::CopySource);
    frame.copy_image_to_buffer(image, mip, &buffer);
    frame.transition(image, ImageUse::CopySource, ImageUse::ShaderRead);
    let done = frame.submit().expect("submitted");
    frames.wait_for(done).expect("done");
    buffer.bytes().expect("the CPU sees it").to_vec()
}

fn array_desc(size_px: [u32; 2], layers: u32) -> ImageDesc<'static> {
    ImageDesc {
        name: "test array",
        shape: ImageShape::D2Array(layers),
        size_px,
        mip_count: 1,
        format: vk::Format::R32G32B32A32_SFLOAT,
        usage: vk::ImageUsageFlags::TRANSFER_SRC,
        samples: vk::SampleCountFlags::TYPE_1,
    }
}

#[test]
fn a_float_array_reads_back_exactly() {
    let device = TestDevice::new();
    let mut frames = Frames::new(&device, "test", 2).expect("frames");
    let (width, height, layers) = (12_u32, 5_u32, 3_u32);
    let texels = (0..width * height * layers)
        .map(|index| {
            let bits = f32::from_bits(0x3f80_0000 + index * 7919);
            [bits, -bits, f32::MIN_POSITIVE, f32::from(u16::try_from(index).unwrap())]
        })
        .collect::<Vec<_>>();
    let bytes: &[u8] = bytemuck::cast_slice(&texels);
    let mut upload = Upload::begin(&mut frames).expect("an upload begins");
    let image = upload.image(&array_desc([width, height], layers), bytes).expect("an image");
    let submits = device.counters().submits;
    upload.finish().expect("uploaded");
    assert_eq!(device.counters().submits, submits + 1);
    let back = read_level(&device, &mut frames, &image, 0, bytes.len() as u64);
    assert!(back == bytes, "the array came back changed");
    drop((image, frames));
    device.close();
}

#[test]
fn one_batch_carries_many_things_and_staging_goes_afterwards() {
    let device = TestDevice::new();
    let mut frames = Frames::new(&device, "test", 2).expect("frames");
    let mut upload = Upload::begin(&mut frames).expect("an upload begins");
    let usage = vk::BufferUsageFlags::VERTEX_BUFFER | vk::BufferUsageFlags::TRANSFER_SRC;
    // Odd sizes, and more than one piece of staging memory.
    let data = [vec![1_u8; 5], vec![2; 5_000_000], (0..=255).collect::<Vec<u8>>()];
    let buffers = data
        .iter()
        .map(|bytes| upload.buffer("test buffer", usage, bytes).expect("a buffer"))
        .collect::<Vec<_>>();
    let done = upload.finish().expect("uploaded");
    assert_eq!(frames.retired_count(), 2, "two pieces of staging memory wait");
    frames.wait_for(done).expect("done");
    frames.collect().expect("collected");
    assert_eq!(frames.retired_count(), 0);

    for (buffer, expected) in buffers.iter().zip(&data) {
        let back = read_buffer(&mut frames, buffer).expect("read back");
        assert!(back == *expected, "{buffer:?} differs");
    }
    drop((buffers, frames));
    device.close();
}

#[test]
fn a_textures_levels_are_means_of_the_level_before() {
    let device = TestDevice::new();
    let mut frames = Frames::new(&device, "test", 2).expect("frames");
    // Four 2 x 2 blocks of one colour each: the second level is those colours exactly.
    let colors =
        [[0_u8, 0, 0, 255], [200, 100, 40, 255], [40, 100, 200, 255], [240, 240, 240, 255]];
    let pixels =
        (0..16).flat_map(|index| colors[(index / 8) * 2 + (index % 4) / 2]).collect::<Vec<_>>();
    let mut upload = Upload::begin(&mut frames).expect("an upload begins");
    let image = upload.texture_rgba8("blocks", [4, 4], &pixels).expect("a texture");
    upload.finish().expect("uploaded");
    assert_eq!(image.mip_count(), 3);
    assert_eq!(read_level(&device, &mut frames, &image, 0, 64), pixels);
    assert_eq!(read_level(&device, &mut frames, &image, 1, 16), colors.concat());
    let last = read_level(&device, &mut frames, &image, 2, 4);
    for (value, expected) in last.iter().zip([120_i16, 110, 120, 255]) {
        assert!((i16::from(*value) - expected).abs() <= 1, "{last:?}");
    }
    drop((image, frames));
    device.close();
}

#[test]
fn wrong_amounts_of_data_are_refused() {
    let device = TestDevice::new();
    let mut frames = Frames::new(&device, "test", 2).expect("frames");
    let mut upload = Upload::begin(&mut frames).expect("an upload begins");
    let error = upload.image(&array_desc([4, 2], 3), &[0; 100]).expect_err("refused");
    assert_eq!(
        error.to_string(),
        "image 'test array': 384 bytes were expected for 4 x 2 x 1 texels of R32G32B32A32_SFLOAT in 3 \
         layers, 100 were given"
    );
    let error = upload.texture_rgba8("face", [2, 2], &[0; 15]).expect_err("refused");
    assert_eq!(
        error.to_string(),
        "texture 'face': 16 bytes were expected for 2 x 2 pixels, 15 were given"
    );
    let layers = device.limits().max_image_array_layers + 1;
    let error = upload.image(&array_desc([1, 1], layers), &[]).expect_err("refused");
    assert_eq!(
        error.to_string(),
        format!(
            "image 'test array' needs {layers} of maxImageArrayLayers, this GPU allows {}",
            layers - 1
        )
    );
    drop(upload);
    drop(frames);
    device.close();
}

#[test]
fn constants_of_a_frame_grow_without_touching_what_was_pushed() {
    let device = TestDevice::new();
    let mut frames = Frames::new(&device, "test", 2).expect("frames");
    let mut first = None;
    let mut offsets_bytes = Vec::new();
    for _ in 0..4 {
        let mut frame = frames.begin().expect("a frame begins");
        let small = frame.push_constants(&[1; 100]).expect("pushed");
        assert_eq!(frame.constant_buffer().id(), small.buffer_id);
        let large = frame.push_constants(&vec![2; 300_000]).expect("pushed");
        let alignment = device.limits().min_uniform_buffer_offset_alignment_bytes.max(16);
        assert_eq!(u64::from(large.offset_bytes) % alignment, 0);
        let grew = small.buffer_id != large.buffer_id;
        assert_eq!(grew, first.is_none(), "only the first frame outgrows its ring");
        first = Some(large);
        offsets_bytes.push(large.offset_bytes);
        frame.submit().expect("submitted");
    }
    assert!(
        offsets_bytes[1].abs_diff(offsets_bytes[2]) >= 300_000,
        "frames in flight share nothing"
    );
    assert_eq!(offsets_bytes[1], offsets_bytes[3], "two frames in flight take turns");
    let before = device.counters();
    for _ in 0..4 {
        let mut frame = frames.begin().expect("a frame begins");
        frame.push_constants(&vec![2; 300_000]).expect("pushed");
        frame.submit().expect("submitted");
    }
    assert_eq!(device.counters().memory_allocations, before.memory_allocations);
    drop(frames);
    device.close();
}

#[test]
fn a_pipeline_cache_is_saved_whole_and_damage_is_ignored() {
    let device = TestDevice::new();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sub folder/pipelines.bin");
    let cache = PipelineCache::load(&device, Some(&path)).expect("no file is no error");
    assert_eq!(cache.loaded_bytes(), 0);
    cache.save().expect("saved");
    let saved = std::fs::read(&path).unwrap();
    assert!(saved.len() >= 32);
    drop(cache);

    for damaged in [&saved[..20], b"not a cache at all, but longer than 32 bytes", &[]] {
        std::fs::write(&path, damaged).unwrap();
        let cache = PipelineCache::load(&device, Some(&path)).expect("damage is no error");
        assert_eq!(cache.loaded_bytes(), 0);
    }
    let entries = std::fs::read_dir(path.parent().unwrap()).unwrap().count();
    assert_eq!(entries, 1, "no temporary file stays behind");
    device.close();
}
