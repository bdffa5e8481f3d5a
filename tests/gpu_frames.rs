//! Frames, targets and read-back on a real (software) device, and proof that validation sees faults.

use std::sync::Arc;
use std::sync::Mutex;

use ash::vk;
use sinew::gpu::{
    Buffer, BufferDesc, Frames, HeadlessTarget, Load, MemoryUse, PassDesc, TargetView,
};

use crate::support::gpu::TestDevice;

fn clear(frames: &mut Frames, target: &TargetView, color: [f32; 4]) {
    let mut frame = frames.begin().expect("a frame begins");
    frame.begin_pass(
        target,
        &PassDesc { label: "clear", color: Load::Clear(color), depth: Load::Clear(1.0) },
    );
    frame.end_pass();
    frame.finish_target(target);
    frame.submit().expect("the frame is submitted");
}

#[test]
fn a_clear_reads_back_exactly() {
    let device = TestDevice::new();
    let mut frames = Frames::new(&device, "test", 2).expect("frames");
    let target = HeadlessTarget::new(&device, [7, 3]).expect("a target");
    for color in [[0_u8, 51, 102, 255], [255, 1, 254, 0]] {
        clear(&mut frames, &target.view(), color.map(|it| f32::from(it) / 255.0));
        let pixels = target.read_rgba8(&mut frames).expect("read back");
        assert_eq!(pixels.len(), 7 * 3 * 4);
        assert!(pixels.chunks_exact(4).all(|pixel| pixel == color), "{pixels:?}");
    }
    drop((target, frames));
    device.close();
}

#[test]
fn frames_run_many_deep_and_the_last_one_wins() {
    let device = TestDevice::new();
    let mut frames = Frames::new(&device, "test", 2).expect("frames");
    let target = HeadlessTarget::new(&device, [4, 4]).expect("a target");
    let view = target.view();
    for step in 0..20_u8 {
        clear(&mut frames, &view, [f32::from(step) / 255.0, 0.0, 0.0, 1.0]);
    }
    assert_eq!(frames.submitted().get(), 20);
    let pixels = target.read_rgba8(&mut frames).expect("read back");
    assert!(pixels.chunks_exact(4).all(|pixel| pixel == [19, 0, 0, 255]), "{pixels:?}");
    assert_eq!(frames.done().get(), 21);
    drop((target, frames));
    device.close();
}

#[test]
fn retired_things_are_dropped_in_order_and_not_before_their_frame() {
    struct Note(u32, Arc<Mutex<Vec<u32>>>);
    impl Drop for Note {
        fn drop(&mut self) {
            self.1.lock().unwrap().push(self.0);
        }
    }
    let device = TestDevice::new();
    let dropped = Arc::new(Mutex::new(Vec::new()));
    let note = |number| Note(number, Arc::clone(&dropped));
    let mut frames = Frames::new(&device, "test", 2).expect("frames");

    let mut frame = frames.begin().expect("frame 1");
    frame.retire(note(1));
    frame.retire(note(2));
    // Recorded but not submitted: it cannot be done.
    assert!(dropped.lock().unwrap().is_empty());
    let first = frame.submit().expect("submitted");
    frames.wait_for(first).expect("done");
    assert!(dropped.lock().unwrap().is_empty(), "only `collect` and `begin` drop");
    frames.collect().expect("collected");
    assert_eq!(*dropped.lock().unwrap(), [1, 2]);

    let mut frame = frames.begin().expect("frame 2");
    frame.retire(note(3));
    frame.submit().expect("submitted");
    let mut frame = frames.begin().expect("frame 3");
    frame.retire(note(4));
    frame.submit().expect("submitted");
    frames.retire(note(5));
    drop(frames);
    assert_eq!(*dropped.lock().unwrap(), [1, 2, 3, 4, 5]);
    device.close();
}

#[test]
fn what_is_dropped_too_early_waits_and_is_counted() {
    let device = TestDevice::new();
    let buffer = |name| {
        let usage = vk::BufferUsageFlags::TRANSFER_DST;
        let memory_use = MemoryUse::Device;
        let size_bytes = 64 << 20;
        Buffer::new(&device, &BufferDesc { name, size_bytes, usage, memory_use }).expect("a buffer")
    };
    let mut frames = Frames::new(&device, "test", 2).expect("frames");
    // Eight times 64 MiB take longer than getting to the next line here.
    let busy = |frames: &mut Frames, buffer: &Buffer, retired: Option<Buffer>| {
        let mut frame = frames.begin().expect("a frame begins");
        for word in 0..8 {
            frame.fill_buffer(buffer, word);
            let write = (vk::PipelineStageFlags2::ALL_TRANSFER, vk::AccessFlags2::TRANSFER_WRITE);
            frame.memory_barrier(write, write);
        }
        retired.into_iter().for_each(|it| frame.retire(it));
        frame.submit().expect("submitted")
    };
    let used = buffer("used");
    let first = busy(&mut frames, &used, Some(buffer("retired")));
    busy(&mut frames, &used, None);
    frames.wait_for(first).expect("done");
    frames.collect().expect("collected");
    assert_eq!(frames.retired_count(), 0);
    assert_eq!(device.counters().drop_waits, 0, "the second frame has no part in what was retired");
    // The layer would report, and lavapipe might crash, if this drop did not wait.
    drop(used);
    frames.wait_idle().expect("idle");
    let waits = device.counters().drop_waits;
    assert!(waits <= 1, "one handle, one wait");
    drop(buffer("never used"));
    assert_eq!(device.counters().drop_waits, waits, "nothing to wait for");
    drop(frames);
    device.close();
}

#[test]
fn a_planted_hazard_is_reported() {
    let device = TestDevice::new();
    let mut frames = Frames::new(&device, "test", 1).expect("frames");
    let buffer = Buffer::new(
        &device,
        &BufferDesc {
            name: "hazard",
            size_bytes: 256,
            usage: vk::BufferUsageFlags::TRANSFER_DST,
            memory_use: MemoryUse::Device,
        },
    )
    .expect("a buffer");
    let mut frame = frames.begin().expect("a frame begins");
    frame.fill_buffer(&buffer, 1);
    frame.fill_buffer(&buffer, 2);
    frame.submit().expect("submitted");
    frames.wait_idle().expect("idle");
    drop((frames, buffer));
    let messages = device.close_with_messages();
    // Layers from 1.4 on write it with underscores.
    let names = ["WRITE-AFTER-WRITE", "WRITE_AFTER_WRITE"];
    assert!(messages.iter().any(|it| names.iter().any(|name| it.contains(name))), "{messages:#?}");
}

#[test]
fn a_forgotten_object_is_found() {
    let device = TestDevice::new();
    let frames = Frames::new(&device, "forgotten", 1).expect("frames");
    let (device, messages) = device.into_parts();
    let device = Arc::try_unwrap(device).expect_err("the frames still hold the device");
    drop(frames);
    drop(Arc::into_inner(device).expect("now they do not"));
    assert_eq!(messages.all(), Vec::<String>::new());
}

#[test]
fn impossible_targets_are_refused() {
    let device = TestDevice::new();
    let error = |size_px| HeadlessTarget::new(&device, size_px).expect_err("refused").to_string();
    assert_eq!(
        error([0, 5]),
        "image 'headless colour': at least 1 x 1 texels and 1 layer were expected, 0 x 5 x 1 with 1 \
         layers were given"
    );
    let limit = device.limits().max_image_dimension_2d;
    assert_eq!(
        error([limit + 1, 1]),
        format!(
            "image 'headless colour' needs {} of maxImageDimension2D, this GPU allows {limit}",
            limit + 1
        )
    );
    device.close();
}
