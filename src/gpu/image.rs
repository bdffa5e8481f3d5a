//! Images with their memory and views, and what an image is used for at a time.

use std::fmt;
use std::sync::Arc;

use ash::vk;

use super::error::Call;
use super::memory::{Memory, Tiling};
use super::owned::Owned;
use super::{Device, GpuError, GpuResult, MemoryUse, ResourceId};

/// The shape of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ImageShape {
    /// `Texture1D`; its height is 1.
    D1,
    /// `Texture1DArray` of so many layers; its height is 1.
    D1Array(u32),
    /// `Texture2D`.
    D2,
    /// `Texture2DArray` of so many layers, also where that is 1.
    D2Array(u32),
    /// `TextureCube`: six square layers, +X -X +Y -Y +Z -Z.
    Cube,
    /// `TextureCubeArray` of so many cubes.
    CubeArray(u32),
    /// `Texture3D` of so many slices.
    D3(u32),
}

impl ImageShape {
    fn layer_count(self) -> u32 {
        match self {
            Self::D1 | Self::D2 | Self::D3(_) => 1,
            Self::D1Array(layer_count) | Self::D2Array(layer_count) => layer_count,
            Self::Cube => 6,
            Self::CubeArray(cube_count) => cube_count.saturating_mul(6),
        }
    }
}

/// What an image is to be.
#[derive(Debug, Clone, Copy)]
pub struct ImageDesc<'a> {
    /// The debug name.
    pub name: &'a str,
    /// Its shape.
    pub shape: ImageShape,
    /// Width and height of the first level, in texels.
    pub size_px: [u32; 2],
    /// Levels, at least 1; see [`full_mip_count`].
    pub mip_count: u32,
    /// The texel format.
    pub format: vk::Format,
    /// What the GPU does with it.
    pub usage: vk::ImageUsageFlags,
    /// Samples a texel; 1 for everything that is not a multisampled target.
    pub samples: vk::SampleCountFlags,
}

/// How many levels there are down to 1 x 1.
pub fn full_mip_count(size_px: [u32; 2]) -> u32 {
    size_px[0].max(size_px[1]).max(1).ilog2() + 1
}

/// An image with its memory and a view of all of it.
pub struct Image {
    // Views go before the image, the image before the memory it is bound to.
    view: Owned<vk::ImageView>,
    depth_view: Option<Owned<vk::ImageView>>,
    handle: Owned<vk::Image>,
    _memory: Memory,
    shape: ImageShape,
    size_px: [u32; 2],
    mip_count: u32,
    format: vk::Format,
    usage: vk::ImageUsageFlags,
    samples: vk::SampleCountFlags,
    id: ResourceId,
    name: String,
}

impl Image {
    /// Creates an image with undefined contents, in undefined layout.
    ///
    /// # Errors
    /// An empty image, one over the GPU's limits, or what Vulkan and the allocator say.
    pub fn new(device: &Arc<Device>, desc: &ImageDesc<'_>) -> GpuResult<Self> {
        check(device, desc)?;
        let [width, height] = desc.size_px;
        let (image_type, view_type, depth) = match desc.shape {
            ImageShape::D1 => (vk::ImageType::TYPE_1D, vk::ImageViewType::TYPE_1D, 1),
            ImageShape::D1Array(_) => (vk::ImageType::TYPE_1D, vk::ImageViewType::TYPE_1D_ARRAY, 1),
            ImageShape::D2 => (vk::ImageType::TYPE_2D, vk::ImageViewType::TYPE_2D, 1),
            ImageShape::D2Array(_) => (vk::ImageType::TYPE_2D, vk::ImageViewType::TYPE_2D_ARRAY, 1),
            ImageShape::Cube => (vk::ImageType::TYPE_2D, vk::ImageViewType::CUBE, 1),
            ImageShape::CubeArray(_) => (vk::ImageType::TYPE_2D, vk::ImageViewType::CUBE_ARRAY, 1),
            ImageShape::D3(depth) => (vk::ImageType::TYPE_3D, vk::ImageViewType::TYPE_3D, depth),
        };
        let info = vk::ImageCreateInfo::default()
            .flags(match desc.shape {
                ImageShape::Cube | ImageShape::CubeArray(_) => {
                    vk::ImageCreateFlags::CUBE_COMPATIBLE
                }
                // Each slice of a volume can be a target.
                ImageShape::D3(_) if desc.usage.contains(vk::ImageUsageFlags::COLOR_ATTACHMENT) => {
                    vk::ImageCreateFlags::TYPE_2D_ARRAY_COMPATIBLE
                }
                ImageShape::D1
                | ImageShape::D1Array(_)
                | ImageShape::D2
                | ImageShape::D2Array(_)
                | ImageShape::D3(_) => vk::ImageCreateFlags::empty(),
            })
            .image_type(image_type)
            .format(desc.format)
            .extent(vk::Extent3D { width, height, depth })
            .mip_levels(desc.mip_count)
            .array_layers(desc.shape.layer_count())
            .samples(desc.samples)
            .tiling(vk::ImageTiling::OPTIMAL)
            .usage(desc.usage)
            .sharing_mode(vk::SharingMode::EXCLUSIVE)
            .initial_layout(vk::ImageLayout::UNDEFINED);
        // SAFETY: the info is complete and lives through the call; the handle is owned at once.
        let handle = unsafe {
            let raw = device.raw().create_image(&info, None).call("vkCreateImage")?;
            Owned::new(device, raw, desc.name)
        };
        // SAFETY: the handle is this device's.
        let requirements = unsafe { device.raw().get_image_memory_requirements(*handle) };
        let memory =
            Memory::new(device, desc.name, requirements, MemoryUse::Device, Tiling::Optimal)?;
        let (raw_memory, offset) = memory.place();
        // SAFETY: the memory was allocated for these requirements and the image has none yet.
        unsafe { device.raw().bind_image_memory(*handle, raw_memory, offset) }
            .call("vkBindImageMemory")?;
        let name = format!("{} view", desc.name);
        let view = create_view(device, (desc, &name), &handle, view_type, aspects(desc.format))?;
        // A shader reads one aspect at a time, an attachment has both.
        let sampled = desc.usage.contains(vk::ImageUsageFlags::SAMPLED);
        let depth_view = if sampled && aspects(desc.format).contains(vk::ImageAspectFlags::STENCIL)
        {
            let name = format!("{} depth view", desc.name);
            let aspect = vk::ImageAspectFlags::DEPTH;
            Some(create_view(device, (desc, &name), &handle, view_type, aspect)?)
        } else {
            None
        };
        Ok(Self {
            view,
            depth_view,
            handle,
            _memory: memory,
            shape: desc.shape,
            size_px: desc.size_px,
            mip_count: desc.mip_count,
            format: desc.format,
            usage: desc.usage,
            samples: desc.samples,
            id: ResourceId::next(),
            name: desc.name.to_owned(),
        })
    }

    /// Its shape.
    pub fn shape(&self) -> ImageShape {
        self.shape
    }

    /// Width and height of the first level, in texels.
    pub fn size_px(&self) -> [u32; 2] {
        self.size_px
    }

    /// Slices of the first level; 1 for all but volumes.
    pub fn depth_px(&self) -> u32 {
        if let ImageShape::D3(depth) = self.shape { depth } else { 1 }
    }

    /// Layers; 1 for a plain image.
    pub fn layer_count(&self) -> u32 {
        self.shape.layer_count()
    }

    /// Levels.
    pub fn mip_count(&self) -> u32 {
        self.mip_count
    }

    /// The texel format.
    pub fn format(&self) -> vk::Format {
        self.format
    }

    /// Samples a texel.
    pub fn samples(&self) -> vk::SampleCountFlags {
        self.samples
    }

    /// What it was made for.
    pub fn usage(&self) -> vk::ImageUsageFlags {
        self.usage
    }

    pub(super) fn device(&self) -> &Arc<Device> {
        self.handle.device()
    }

    /// This image's identity.
    pub fn id(&self) -> ResourceId {
        self.id
    }

    /// The debug name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The Vulkan handle, to pass down, not to keep.
    pub fn raw(&self) -> vk::Image {
        *self.handle
    }

    /// The view of everything, as an attachment or a storage image takes it.
    pub fn view(&self) -> vk::ImageView {
        *self.view
    }

    /// The view that a shader samples: depth alone where there is stencil too.
    pub fn sampled_view(&self) -> vk::ImageView {
        self.depth_view.as_ref().map_or(*self.view, |it| **it)
    }
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Image")
            .field("name", &self.name)
            .field("shape", &self.shape)
            .field("size_px", &self.size_px)
            .field("mip_count", &self.mip_count)
            .field("format", &self.format)
            .finish_non_exhaustive()
    }
}

fn check(device: &Device, desc: &ImageDesc<'_>) -> GpuResult<()> {
    let limits = device.limits();
    let thing = || format!("image '{}'", desc.name);
    let [width, height] = desc.size_px;
    let depth = if let ImageShape::D3(depth) = desc.shape { depth } else { 1 };
    if width == 0 || height == 0 || depth == 0 || desc.shape.layer_count() == 0 {
        return Err(GpuError::Invalid {
            thing: thing(),
            expected: format!(
                "at least 1 x 1 texels and 1 layer were expected, {width} x {height} x {depth} with \
                 {} layers were given",
                desc.shape.layer_count()
            ),
        });
    }
    if desc.mip_count == 0 || desc.mip_count > full_mip_count([width.max(depth), height]) {
        return Err(GpuError::Invalid {
            thing: thing(),
            expected: format!(
                "1 to {} levels fit {width} x {height} texels, {} were given",
                full_mip_count(desc.size_px),
                desc.mip_count
            ),
        });
    }
    let (limit_name, limit) = match desc.shape {
        ImageShape::D1 | ImageShape::D1Array(_) => {
            ("maxImageDimension1D", limits.max_image_dimension_1d)
        }
        ImageShape::D2 | ImageShape::D2Array(_) => {
            ("maxImageDimension2D", limits.max_image_dimension_2d)
        }
        ImageShape::Cube | ImageShape::CubeArray(_) => {
            ("maxImageDimensionCube", limits.max_image_dimension_cube)
        }
        ImageShape::D3(_) => ("maxImageDimension3D", limits.max_image_dimension_3d),
    };
    for (needed, limit_name, limit) in [
        (width, limit_name, limit),
        (height, limit_name, limit),
        (depth, limit_name, limit),
        (desc.shape.layer_count(), "maxImageArrayLayers", limits.max_image_array_layers),
    ] {
        if needed > limit {
            return Err(GpuError::Limit {
                thing: thing(),
                limit_name,
                needed: needed.into(),
                limit: limit.into(),
            });
        }
    }
    Ok(())
}

fn create_view(
    device: &Arc<Device>,
    (desc, name): (&ImageDesc<'_>, &str),
    image: &Owned<vk::Image>,
    view_type: vk::ImageViewType,
    aspect: vk::ImageAspectFlags,
) -> GpuResult<Owned<vk::ImageView>> {
    let info = vk::ImageViewCreateInfo::default()
        .image(**image)
        .view_type(view_type)
        .format(desc.format)
        .subresource_range(vk::ImageSubresourceRange {
            aspect_mask: aspect,
            base_mip_level: 0,
            level_count: desc.mip_count,
            base_array_layer: 0,
            layer_count: desc.shape.layer_count(),
        });
    // SAFETY: the image is alive and bound, the view lies within it; the handle is owned at once.
    unsafe {
        let raw = device.raw().create_image_view(&info, None).call("vkCreateImageView")?;
        Ok(Owned::new(device, raw, name))
    }
}

/// The aspects that a format has.
pub(super) fn aspects(format: vk::Format) -> vk::ImageAspectFlags {
    match format {
        vk::Format::D16_UNORM | vk::Format::X8_D24_UNORM_PACK32 | vk::Format::D32_SFLOAT => {
            vk::ImageAspectFlags::DEPTH
        }
        vk::Format::D16_UNORM_S8_UINT
        | vk::Format::D24_UNORM_S8_UINT
        | vk::Format::D32_SFLOAT_S8_UINT => {
            vk::ImageAspectFlags::DEPTH | vk::ImageAspectFlags::STENCIL
        }
        vk::Format::S8_UINT => vk::ImageAspectFlags::STENCIL,
        _ => vk::ImageAspectFlags::COLOR,
    }
}

/// What an image is used for until the next transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ImageUse {
    /// Nothing yet; the contents do not matter.
    Undefined,
    /// A colour target.
    ColorTarget,
    /// A depth (and stencil) target.
    DepthTarget,
    /// Read by shaders of any stage.
    ShaderRead,
    /// Read and written by shaders of any stage (a UAV).
    ShaderReadWrite,
    /// The source of a copy or blit.
    CopySource,
    /// The destination of a copy or blit.
    CopyTarget,
    /// Shown in a window.
    Present,
}

impl ImageUse {
    /// The stages that touch it so.
    pub(super) fn stages(self) -> vk::PipelineStageFlags2 {
        match self {
            Self::Undefined => vk::PipelineStageFlags2::NONE,
            // The acquire semaphore is waited for in this stage, so a barrier chains to it here.
            Self::ColorTarget | Self::Present => vk::PipelineStageFlags2::COLOR_ATTACHMENT_OUTPUT,
            Self::DepthTarget => {
                vk::PipelineStageFlags2::EARLY_FRAGMENT_TESTS
                    | vk::PipelineStageFlags2::LATE_FRAGMENT_TESTS
            }
            Self::ShaderRead | Self::ShaderReadWrite => SHADER_STAGES,
            Self::CopySource | Self::CopyTarget => vk::PipelineStageFlags2::ALL_TRANSFER,
        }
    }

    /// The kinds of access in those stages.
    pub(super) fn access(self) -> vk::AccessFlags2 {
        match self {
            Self::Undefined | Self::Present => vk::AccessFlags2::NONE,
            Self::ColorTarget => {
                vk::AccessFlags2::COLOR_ATTACHMENT_READ | vk::AccessFlags2::COLOR_ATTACHMENT_WRITE
            }
            Self::DepthTarget => {
                vk::AccessFlags2::DEPTH_STENCIL_ATTACHMENT_READ
                    | vk::AccessFlags2::DEPTH_STENCIL_ATTACHMENT_WRITE
            }
            Self::ShaderRead => vk::AccessFlags2::SHADER_SAMPLED_READ,
            Self::ShaderReadWrite => {
                vk::AccessFlags2::SHADER_STORAGE_READ | vk::AccessFlags2::SHADER_STORAGE_WRITE
            }
            Self::CopySource => vk::AccessFlags2::TRANSFER_READ,
            Self::CopyTarget => vk::AccessFlags2::TRANSFER_WRITE,
        }
    }

    /// The layout it has then.
    pub(super) fn layout(self) -> vk::ImageLayout {
        match self {
            Self::Undefined => vk::ImageLayout::UNDEFINED,
            Self::ColorTarget => vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL,
            Self::DepthTarget => vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL,
            Self::ShaderRead => vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL,
            Self::ShaderReadWrite => vk::ImageLayout::GENERAL,
            Self::CopySource => vk::ImageLayout::TRANSFER_SRC_OPTIMAL,
            Self::CopyTarget => vk::ImageLayout::TRANSFER_DST_OPTIMAL,
            Self::Present => vk::ImageLayout::PRESENT_SRC_KHR,
        }
    }
}

/// Every stage that runs a shader.
pub(super) const SHADER_STAGES: vk::PipelineStageFlags2 = vk::PipelineStageFlags2::from_raw(
    vk::PipelineStageFlags2::PRE_RASTERIZATION_SHADERS.as_raw()
        | vk::PipelineStageFlags2::FRAGMENT_SHADER.as_raw()
        | vk::PipelineStageFlags2::COMPUTE_SHADER.as_raw(),
);

#[cfg(test)]
mod tests {
    use super::full_mip_count;

    #[test]
    fn levels_go_down_to_one_texel() {
        for (size_px, expected) in
            [([1, 1], 1), ([2, 1], 2), ([3, 5], 3), ([256, 256], 9), ([1000, 500], 10)]
        {
            assert_eq!(full_mip_count(size_px), expected, "{size_px:?}");
        }
    }
}
