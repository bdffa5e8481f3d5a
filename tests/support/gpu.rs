//! A device for tests: validated, and strict about what is left behind.

use std::ops::Deref;
use std::sync::Arc;

use sinew::gpu::{
    Device, DeviceDesc, Frame, Frames, HeadlessTarget, Load, PassDesc, PipelineCache, Surface,
    Validation, ValidationMessages, WindowHandle,
};

/// An open GPU with core and synchronization validation. `scripts/test.sh` points the loader at
/// lavapipe; a machine without any GPU fails the test.
#[must_use = "end the test with `close`, or nothing is checked"]
pub(crate) struct TestDevice {
    device: Arc<Device>,
    messages: Arc<ValidationMessages>,
}

impl TestDevice {
    pub(crate) fn new() -> Self {
        let device = Device::new(&desc())
            .expect("scripts/setup.sh --tests installs lavapipe and the validation layer");
        let messages = device.validation_messages();
        Self { device, messages }
    }

    /// One that draws to a window.
    pub(crate) fn for_window(window: &Arc<dyn WindowHandle>) -> (Self, Surface) {
        let (device, surface) = Device::for_window(&desc(), window)
            .expect("scripts/setup.sh --tests installs lavapipe and the validation layer");
        let messages = device.validation_messages();
        (Self { device, messages }, surface)
    }

    /// Destroys the device; nothing made on it may be left, and the layer must have been silent
    /// throughout, destruction included.
    pub(crate) fn close(self) {
        let messages = self.close_with_messages();
        assert!(messages.is_empty(), "the validation layer said: {messages:#?}");
    }

    /// Like `close`, for tests that provoke the layer: gives what it said.
    pub(crate) fn close_with_messages(self) -> Vec<String> {
        let Self { device, messages } = self;
        let device = Arc::into_inner(device).expect("no handle outlives the test");
        drop(device);
        messages.all()
    }

    /// The `Arc` itself, for a test of what `close` finds.
    pub(crate) fn into_parts(self) -> (Arc<Device>, Arc<ValidationMessages>) {
        (self.device, self.messages)
    }
}

fn desc() -> DeviceDesc {
    DeviceDesc {
        app_name: "sinew tests".to_owned(),
        validation: Validation::On,
        ..DeviceDesc::default()
    }
}

impl Deref for TestDevice {
    type Target = Arc<Device>;

    fn deref(&self) -> &Arc<Device> {
        &self.device
    }
}

/// A device with frames, a small target and a pipeline cache: what most tests of drawing need.
#[must_use = "end the test with `close`, or nothing is checked"]
pub(crate) struct Stage {
    // Frames wait when dropped, so they go first.
    pub(crate) frames: Frames,
    pub(crate) target: HeadlessTarget,
    pub(crate) cache: Arc<PipelineCache>,
    pub(crate) device: TestDevice,
}

impl Stage {
    pub(crate) fn new(size_px: [u32; 2]) -> Self {
        let device = TestDevice::new();
        Self {
            frames: Frames::new(&device, "test", 2).expect("frames"),
            target: HeadlessTarget::new(&device, size_px).expect("a target"),
            cache: Arc::new(PipelineCache::load(&device, None).expect("a cache")),
            device,
        }
    }

    /// Draws one frame over opaque black and submits it.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) {
        let view = self.target.view();
        let mut frame = self.frames.begin().expect("a frame begins");
        let (color, depth) = (Load::Clear([0.0, 0.0, 0.0, 1.0]), Load::Clear(1.0));
        frame.begin_pass(&view, &PassDesc { label: "test", color, depth });
        draw(&mut frame);
        frame.end_pass();
        frame.finish_target(&view);
        frame.submit().expect("submitted");
    }

    /// The picture, a pixel an element.
    pub(crate) fn pixels(&mut self) -> Vec<[u8; 4]> {
        let bytes = self.target.read_rgba8(&mut self.frames).expect("read back");
        bytes.as_chunks::<4>().0.to_vec()
    }

    /// Checks what `TestDevice::close` checks.
    pub(crate) fn close(self) {
        let Self { frames, target, cache, device } = self;
        drop((frames, target, cache));
        device.close();
    }

    /// As `TestDevice::close_with_messages`.
    pub(crate) fn close_with_messages(self) -> Vec<String> {
        let Self { frames, target, cache, device } = self;
        drop((frames, target, cache));
        device.close_with_messages()
    }
}
