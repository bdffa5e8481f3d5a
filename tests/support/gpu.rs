//! A device for tests: validated, and strict about what is left behind.

use std::ops::Deref;
use std::sync::Arc;

use ash::vk;
use sinew::gpu::{
    Buffer, BufferDesc, Device, DeviceDesc, Frame, Frames, HeadlessTarget, Image, ImageDesc,
    ImageShape, ImageUse, Load, MemoryUse, PassDesc, PipelineCache, Surface, Upload, Validation,
    ValidationMessages, WindowHandle, read_buffer, texel_bytes,
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

    /// One that lacks some features, by Vulkan's names.
    pub(crate) fn without(features: &[&str]) -> Self {
        let without_features = features.iter().map(ToString::to_string).collect();
        let device = Device::new(&DeviceDesc { without_features, ..desc() })
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
        Self::on(TestDevice::new(), size_px)
    }

    /// On a device that was opened without some features, by Vulkan's names.
    pub(crate) fn without(features: &[&str], size_px: [u32; 2]) -> Self {
        Self::on(TestDevice::without(features), size_px)
    }

    fn on(device: TestDevice, size_px: [u32; 2]) -> Self {
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

    /// The texels of the first level of all layers of an image, which was used as `from` last and is a copy source then.
    pub(crate) fn read_image(&mut self, image: &Image, from: ImageUse) -> Vec<u8> {
        let [width, height] = image.size_px();
        let texels = u64::from(width * height * image.depth_px() * image.layer_count());
        let desc = BufferDesc {
            name: "image read back",
            size_bytes: texels * texel_bytes(image.format()).expect("a colour format"),
            usage: vk::BufferUsageFlags::TRANSFER_DST,
            memory_use: MemoryUse::ReadBack,
        };
        let back = Buffer::new(&self.device, &desc).expect("a buffer");
        let mut frame = self.frames.begin().expect("a frame begins");
        if from != ImageUse::CopySource {
            frame.transition(image, from, ImageUse::CopySource);
        }
        frame.copy_image_to_buffer(image, 0, &back);
        let done = frame.submit().expect("submitted");
        self.frames.wait_for(done).expect("done");
        back.bytes().expect("it can be read").to_vec()
    }

    /// An image with undefined contents.
    pub(crate) fn image(
        &self,
        shape: ImageShape,
        size_px: [u32; 2],
        format: vk::Format,
        usage: vk::ImageUsageFlags,
    ) -> Arc<Image> {
        let desc = ImageDesc {
            name: "test image",
            shape,
            size_px,
            mip_count: 1,
            format,
            usage: usage | vk::ImageUsageFlags::TRANSFER_SRC,
            samples: vk::SampleCountFlags::TYPE_1,
        };
        Arc::new(Image::new(&self.device, &desc).expect("an image"))
    }

    /// A buffer in the GPU's memory that can be read back.
    pub(crate) fn buffer<T: bytemuck::Pod>(
        &mut self,
        usage: vk::BufferUsageFlags,
        contents: &[T],
    ) -> Arc<Buffer> {
        let mut upload = Upload::begin(&mut self.frames).expect("an upload begins");
        let usage = usage | vk::BufferUsageFlags::TRANSFER_SRC;
        let bytes = bytemuck::cast_slice(contents);
        let buffer = upload.buffer("test buffer", usage, bytes).expect("a buffer");
        upload.finish().expect("uploaded");
        Arc::new(buffer)
    }

    /// What a buffer holds.
    pub(crate) fn read<T: bytemuck::Pod>(&mut self, buffer: &Buffer) -> Vec<T> {
        let bytes = read_buffer(&mut self.frames, buffer).expect("read back");
        bytemuck::pod_collect_to_vec(&bytes)
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
