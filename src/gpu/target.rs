//! What a frame is drawn to. A [`TargetView`] is plain data that an off-screen target and a window's
//! image give alike, so that the renderer does not know which it draws to.

use std::sync::Arc;

use ash::vk;

use super::{
    Buffer, BufferDesc, Device, Frames, GpuError, GpuResult, Image, ImageDesc, ImageShape,
    ImageUse, ImageView, MemoryUse, texel_bytes,
};

/// One image of a target. Handles to pass down, not to keep: the target owns them.
#[derive(Debug, Clone, Copy)]
pub struct Attachment {
    /// The image.
    pub image: vk::Image,
    /// The view that is drawn to.
    pub view: vk::ImageView,
    /// Its format.
    pub format: vk::Format,
    /// What it is used for between frames; a pass that does not keep it waits for that use.
    pub after: ImageUse,
}

impl Attachment {
    /// Stands where a target has no image: what is drawn there goes nowhere.
    pub const NONE: Self = Self {
        image: vk::Image::null(),
        view: vk::ImageView::null(),
        format: vk::Format::UNDEFINED,
        after: ImageUse::Undefined,
    };

    pub(super) fn is_none(&self) -> bool {
        self.format == vk::Format::UNDEFINED
    }
}

/// The images that a pass draws to.
#[derive(Debug, Clone)]
pub struct TargetView {
    /// Colour images, `SV_Target0` first.
    pub colors: Vec<Attachment>,
    /// The depth (and stencil) image.
    pub depth: Option<Attachment>,
    /// Width and height of all of them.
    pub size_px: [u32; 2],
    /// Layers that `SV_RenderTargetArrayIndex` chooses between; 1 for plain targets.
    pub layer_count: u32,
    /// Samples a pixel, of colours and depth.
    pub samples: vk::SampleCountFlags,
    /// With several samples: where the mean of each colour's samples goes when a pass ends. Only that is kept; see
    /// [`MultisampledTarget`](super::MultisampledTarget).
    pub resolves: Vec<Attachment>,
}

impl TargetView {
    /// A target of one colour and one depth image, both of `size_px` and with one sample a pixel.
    pub(super) fn new(color: Attachment, depth: &Image, size_px: [u32; 2]) -> Self {
        let depth = Attachment {
            image: depth.raw(),
            view: depth.view(),
            format: depth.format(),
            after: ImageUse::DepthTarget,
        };
        Self {
            colors: vec![color],
            depth: Some(depth),
            size_px,
            layer_count: 1,
            samples: vk::SampleCountFlags::TYPE_1,
            resolves: Vec::new(),
        }
    }

    /// A target of these images (`OMSetRenderTargets`): colours in order of `SV_Target`, none where nothing is drawn to.
    /// Images with layers are drawn to in all layers that all of them have. After the passes they are used as `after`.
    ///
    /// # Errors
    /// No image at all, or images of different sizes or samples.
    pub fn of_images(
        colors: &[Option<&ImageView>],
        depth: Option<&ImageView>,
        after: ImageUse,
    ) -> GpuResult<Self> {
        let all = || colors.iter().copied().flatten().chain(depth);
        let invalid = |expected: String| GpuError::Invalid { thing: "target".to_owned(), expected };
        let first =
            all().next().ok_or_else(|| invalid("at least one image was expected".to_owned()))?;
        let shape = |it: &ImageView| (it.size_px(), it.samples());
        if let Some(other) = all().find(|it| shape(it) != shape(first)) {
            return Err(invalid(format!(
                "images of one size and number of samples were expected, {:?} and {:?} were given",
                shape(first),
                shape(other)
            )));
        }
        Ok(Self {
            colors: colors
                .iter()
                .map(|it| it.map_or(Attachment::NONE, |it| it.attachment(after)))
                .collect(),
            depth: depth.map(|it| it.attachment(after)),
            size_px: first.size_px(),
            layer_count: all().map(ImageView::layer_count).min().unwrap_or(1),
            samples: first.samples(),
            resolves: Vec::new(),
        })
    }

    /// No image at all, for passes whose shaders write by themselves or stream.
    pub fn without_images(size_px: [u32; 2]) -> Self {
        Self {
            colors: Vec::new(),
            depth: None,
            size_px,
            layer_count: 1,
            samples: vk::SampleCountFlags::TYPE_1,
            resolves: Vec::new(),
        }
    }

    /// What a pipeline has to know of this target.
    pub fn formats(&self) -> TargetFormats {
        TargetFormats {
            colors: self.colors.iter().map(|it| it.format).collect(),
            depth: self.depth.as_ref().map(|it| it.format),
            samples: self.samples,
        }
    }

    /// The images that hold the picture after a pass: the colours, or what they are resolved to.
    pub(super) fn pictures(&self) -> &[Attachment] {
        if self.resolves.is_empty() { &self.colors } else { &self.resolves }
    }
}

/// The formats of a target; a pipeline is made for one of these.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TargetFormats {
    /// Of the colour images, `SV_Target0` first.
    pub colors: Vec<vk::Format>,
    /// Of the depth image.
    pub depth: Option<vk::Format>,
    /// Samples a pixel.
    pub samples: vk::SampleCountFlags,
}

/// What becomes of an image's old contents when a pass begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Load<T> {
    /// Every pixel is set to this.
    Clear(T),
    /// They stay.
    Keep,
    /// They do not matter: every pixel is drawn over.
    Discard,
}

impl<T> Load<T> {
    pub(super) fn op(&self) -> vk::AttachmentLoadOp {
        match self {
            Self::Clear(_) => vk::AttachmentLoadOp::CLEAR,
            Self::Keep => vk::AttachmentLoadOp::LOAD,
            Self::Discard => vk::AttachmentLoadOp::DONT_CARE,
        }
    }
}

/// How a pass begins.
#[derive(Debug, Clone, Copy)]
pub struct PassDesc<'a> {
    /// The label that RenderDoc shows.
    pub label: &'a str,
    /// The colour images (red, green, blue, alpha in 0..1).
    pub color: Load<[f32; 4]>,
    /// The depth image (0 near, 1 far); its stencil is cleared to 0 along with it.
    pub depth: Load<f32>,
}

/// The depth format that this GPU has, best first: 24 bits with stencil, as the course's Direct3D
/// programs use it (their depth biases are in units of it), else 32-bit float with stencil.
pub fn depth_format(device: &Device) -> vk::Format {
    let wanted = vk::FormatFeatureFlags::DEPTH_STENCIL_ATTACHMENT;
    if device.format_offers(vk::Format::D24_UNORM_S8_UINT, wanted) {
        vk::Format::D24_UNORM_S8_UINT
    } else {
        // Vulkan 1.3, 49.3: one of the two is always there.
        vk::Format::D32_SFLOAT_S8_UINT
    }
}

/// The colour format that everything off screen uses: the display values of the course's programs.
pub const HEADLESS_FORMAT: vk::Format = vk::Format::R8G8B8A8_UNORM;

/// A target off screen that can be read back.
#[derive(Debug)]
pub struct HeadlessTarget {
    color: Image,
    depth: Image,
    read_back: Buffer,
    size_px: [u32; 2],
}

impl HeadlessTarget {
    /// Creates a target of 8-bit RGBA colour with depth and stencil.
    ///
    /// # Errors
    /// An empty size, one over the GPU's limits, or no memory.
    pub fn new(device: &Arc<Device>, size_px: [u32; 2]) -> GpuResult<Self> {
        Self::with_format(device, size_px, HEADLESS_FORMAT)
    }

    /// Creates a target of another colour format, such as floats that a test reads back.
    ///
    /// # Errors
    /// As [`Self::new`], or a format whose texels have no known size.
    pub fn with_format(
        device: &Arc<Device>,
        size_px: [u32; 2],
        format: vk::Format,
    ) -> GpuResult<Self> {
        let texel_bytes = texel_bytes(format).ok_or_else(|| GpuError::Invalid {
            thing: "headless target".to_owned(),
            expected: format!("{format:?} is no colour format that can be read back"),
        })?;
        let desc = ImageDesc {
            name: "headless colour",
            shape: ImageShape::D2,
            size_px,
            mip_count: 1,
            format,
            usage: vk::ImageUsageFlags::COLOR_ATTACHMENT
                | vk::ImageUsageFlags::TRANSFER_SRC
                | vk::ImageUsageFlags::SAMPLED,
            samples: vk::SampleCountFlags::TYPE_1,
        };
        let color = Image::new(device, &desc)?;
        let depth = Image::new(
            device,
            &ImageDesc {
                name: "headless depth",
                format: depth_format(device),
                usage: vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT,
                ..desc
            },
        )?;
        let read_back = Buffer::new(
            device,
            &BufferDesc {
                name: "headless read-back",
                size_bytes: u64::from(size_px[0]) * u64::from(size_px[1]) * texel_bytes,
                usage: vk::BufferUsageFlags::TRANSFER_DST,
                memory_use: MemoryUse::ReadBack,
            },
        )?;
        Ok(Self { color, depth, read_back, size_px })
    }

    /// The images to draw to.
    pub fn view(&self) -> TargetView {
        let color = Attachment {
            image: self.color.raw(),
            view: self.color.view(),
            format: self.color.format(),
            after: ImageUse::CopySource,
        };
        TargetView::new(color, &self.depth, self.size_px)
    }

    /// Width and height.
    pub fn size_px(&self) -> [u32; 2] {
        self.size_px
    }

    /// The picture: 4 bytes a pixel (red, green, blue, alpha), rows from the top, no padding.
    ///
    /// A frame must have drawn to this target and finished it; this waits for it.
    ///
    /// # Errors
    /// A lost device, or a target of another format.
    pub fn read_rgba8(&self, frames: &mut Frames) -> GpuResult<Vec<u8>> {
        if self.color.format() != HEADLESS_FORMAT {
            return Err(GpuError::Invalid {
                thing: "headless target".to_owned(),
                expected: format!("{HEADLESS_FORMAT:?}, it has {:?}", self.color.format()),
            });
        }
        self.read_bytes(frames)
    }

    /// The picture's texels in its own format, rows from the top, no padding. Otherwise as
    /// [`Self::read_rgba8`].
    ///
    /// # Errors
    /// A lost device.
    pub fn read_bytes(&self, frames: &mut Frames) -> GpuResult<Vec<u8>> {
        let mut frame = frames.begin()?;
        frame.begin_label("read back");
        frame.copy_image_to_buffer(&self.color, 0, &self.read_back);
        frame.end_label();
        let done = frame.submit()?;
        frames.wait_for(done)?;
        Ok(self.read_back.bytes()?.to_vec())
    }
}

/// What a buffer in the GPU's memory holds (made with usage as a copy source), once every frame
/// submitted so far is done with it.
///
/// # Errors
/// No memory, or a lost device.
pub fn read_buffer(frames: &mut Frames, buffer: &Buffer) -> GpuResult<Vec<u8>> {
    let device = Arc::clone(frames.device());
    let back = Buffer::new(
        &device,
        &BufferDesc {
            name: "read-back",
            size_bytes: buffer.size_bytes(),
            usage: vk::BufferUsageFlags::TRANSFER_DST,
            memory_use: MemoryUse::ReadBack,
        },
    )?;
    let mut frame = frames.begin()?;
    frame.begin_label("read back");
    let copied = (vk::PipelineStageFlags2::ALL_TRANSFER, vk::AccessFlags2::TRANSFER_WRITE);
    frame.memory_barrier(
        (vk::PipelineStageFlags2::ALL_COMMANDS, vk::AccessFlags2::MEMORY_WRITE),
        (vk::PipelineStageFlags2::ALL_TRANSFER, vk::AccessFlags2::TRANSFER_READ),
    );
    frame.copy_buffer((buffer, 0), (&back, 0), buffer.size_bytes());
    frame.memory_barrier(copied, (vk::PipelineStageFlags2::HOST, vk::AccessFlags2::HOST_READ));
    frame.end_label();
    let done = frame.submit()?;
    frames.wait_for(done)?;
    Ok(back.bytes()?.to_vec())
}
