//! [`ImageView`]: some levels and layers of an image, for shaders or as a target.

use std::ops::Range;
use std::sync::Arc;

use ash::vk;

use super::error::Call;
use super::image::aspects;
use super::owned::Owned;
use super::{Attachment, GpuError, GpuResult, Image, ImageShape, ImageUse, ResourceId};

/// What of an image a view shows.
#[derive(Debug, Clone)]
pub struct ImageViewDesc {
    /// As what shaders see it. The numbers of layers, cubes and slices in it do not matter, those of `layers` do.
    pub shape: ImageShape,
    /// The levels.
    pub mips: Range<u32>,
    /// The layers; a cube has 6, an image of [`ImageShape::D3`] as many as slices where it is seen as an array.
    pub layers: Range<u32>,
}

/// A view of a part of an image, which it keeps.
#[derive(Debug)]
pub struct ImageView {
    handle: Owned<vk::ImageView>,
    desc: ImageViewDesc,
    id: ResourceId,
    image: Arc<Image>,
}

impl ImageView {
    /// Looks at a part of an image.
    ///
    /// # Errors
    /// Levels or layers that the image does not have, a shape it cannot be seen as, or what Vulkan says.
    pub fn new(image: &Arc<Image>, desc: &ImageViewDesc) -> GpuResult<Self> {
        let invalid = |expected: String| GpuError::Invalid {
            thing: format!("view of image '{}'", image.name()),
            expected,
        };
        // The slices of a volume are layers to whom sees it as an array, as targets do.
        let (is_volume, is_array_view) = match (image.shape(), desc.shape) {
            (ImageShape::D3(_), ImageShape::D3(_)) => (true, false),
            (ImageShape::D3(_), _) => (true, true),
            _ => (false, false),
        };
        let mip = desc.mips.start;
        let layer_count = match image.shape() {
            ImageShape::D3(depth) if is_array_view => (depth >> mip.min(31)).max(1),
            _ => image.layer_count(),
        };
        let fits = |range: &Range<u32>, count| range.start < range.end && range.end <= count;
        if !fits(&desc.mips, image.mip_count()) || !fits(&desc.layers, layer_count) {
            return Err(invalid(format!(
                "levels {:?} and layers {:?} were asked for, it has {} and {layer_count}",
                desc.mips,
                desc.layers,
                image.mip_count()
            )));
        }
        let count = desc.layers.end - desc.layers.start;
        let (view_type, is_possible) = match (image.shape(), desc.shape) {
            (ImageShape::D1 | ImageShape::D1Array(_), ImageShape::D1) => {
                (vk::ImageViewType::TYPE_1D, count == 1)
            }
            (ImageShape::D1 | ImageShape::D1Array(_), ImageShape::D1Array(_)) => {
                (vk::ImageViewType::TYPE_1D_ARRAY, true)
            }
            (ImageShape::D3(_), ImageShape::D3(_)) => (vk::ImageViewType::TYPE_3D, count == 1),
            (ImageShape::D1 | ImageShape::D1Array(_), _) | (_, ImageShape::D3(_)) => {
                (vk::ImageViewType::TYPE_2D, false)
            }
            (_, ImageShape::D2) => (vk::ImageViewType::TYPE_2D, count == 1),
            (_, ImageShape::D2Array(_)) => (vk::ImageViewType::TYPE_2D_ARRAY, true),
            (ImageShape::Cube | ImageShape::CubeArray(_), ImageShape::Cube) => {
                (vk::ImageViewType::CUBE, count == 6)
            }
            (ImageShape::Cube | ImageShape::CubeArray(_), ImageShape::CubeArray(_)) => {
                (vk::ImageViewType::CUBE_ARRAY, count.is_multiple_of(6))
            }
            _ => (vk::ImageViewType::TYPE_2D, false),
        };
        // A volume seen as an array may be a target, and nothing else.
        let is_target = image.usage().contains(vk::ImageUsageFlags::COLOR_ATTACHMENT);
        if !is_possible || (is_volume && is_array_view && !(is_target && desc.mips.len() == 1)) {
            return Err(invalid(format!(
                "{:?} cannot be seen as {:?} with {count} layers",
                image.shape(),
                desc.shape
            )));
        }
        let usage =
            if is_array_view { vk::ImageUsageFlags::COLOR_ATTACHMENT } else { image.usage() };
        let mut view_usage = vk::ImageViewUsageCreateInfo::default().usage(usage);
        let info = vk::ImageViewCreateInfo::default()
            .image(image.raw())
            .view_type(view_type)
            .format(image.format())
            .subresource_range(vk::ImageSubresourceRange {
                aspect_mask: aspects(image.format()),
                base_mip_level: mip,
                level_count: desc.mips.end - mip,
                base_array_layer: desc.layers.start,
                layer_count: count,
            })
            .push_next(&mut view_usage);
        let device = image.device();
        // SAFETY: the image is alive and kept by the result, the view lies within it; the handle is owned
        // at once.
        let handle = unsafe {
            let raw = device.raw().create_image_view(&info, None).call("vkCreateImageView")?;
            Owned::new(device, raw, &format!("{} view", image.name()))
        };
        let (desc, image) = (desc.clone(), Arc::clone(image));
        Ok(Self { handle, desc, id: ResourceId::next(), image })
    }

    /// The first level of all layers, as a target takes it: layers of cubes and slices of volumes are layers.
    ///
    /// # Errors
    /// An image that was not made as a target, or what Vulkan says.
    pub fn target(image: &Arc<Image>) -> GpuResult<Self> {
        let (shape, layer_count) = match image.shape() {
            ImageShape::D1 | ImageShape::D2 => (image.shape(), 1),
            ImageShape::D1Array(count) => (ImageShape::D1Array(count), count),
            ImageShape::D2Array(count) | ImageShape::D3(count) => {
                (ImageShape::D2Array(count), count)
            }
            ImageShape::Cube | ImageShape::CubeArray(_) => {
                (ImageShape::D2Array(image.layer_count()), image.layer_count())
            }
        };
        Self::new(image, &ImageViewDesc { shape, mips: 0..1, layers: 0..layer_count })
    }

    /// As what it is seen.
    pub fn shape(&self) -> ImageShape {
        self.desc.shape
    }

    /// The image.
    pub fn image(&self) -> &Arc<Image> {
        &self.image
    }

    /// This view's identity.
    pub fn id(&self) -> ResourceId {
        self.id
    }

    /// Width and height of its first level.
    pub fn size_px(&self) -> [u32; 2] {
        self.image.size_px().map(|it| (it >> self.desc.mips.start.min(31)).max(1))
    }

    /// Layers.
    pub fn layer_count(&self) -> u32 {
        self.desc.layers.end - self.desc.layers.start
    }

    /// Samples a texel.
    pub fn samples(&self) -> vk::SampleCountFlags {
        self.image.samples()
    }

    pub(super) fn raw(&self) -> vk::ImageView {
        *self.handle
    }

    /// It as a part of a target, used as `after` once the passes are done.
    pub fn attachment(&self, after: ImageUse) -> Attachment {
        Attachment {
            image: self.image.raw(),
            view: *self.handle,
            format: self.image.format(),
            after,
        }
    }
}
