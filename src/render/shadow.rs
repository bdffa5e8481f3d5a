//! [`ShadowMap`]: the image of depths that effects compare with.

use std::sync::Arc;

use ash::vk;
use nalgebra::{Matrix4, Vector4};

use super::RenderError;
use super::shadow_camera::ShadowCamera;
use crate::gpu::{
    Device, Frame, Image, ImageDesc, ImageShape, ImageUse, ImageView, TargetFormats, TargetView,
    Upload,
};

/// What effects read of the shadow in a frame.
#[derive(Clone, Debug)]
pub(super) struct ShadowInputs {
    /// `None` where nothing casts a shadow.
    pub(super) camera: Option<ShadowCamera>,
    /// One texel that is as far as can be where nothing casts a shadow.
    pub(super) map: Arc<Image>,
}

impl ShadowInputs {
    /// Nothing casts a shadow.
    pub(super) fn none(far: &Arc<Image>) -> Self {
        Self { camera: None, map: Arc::clone(far) }
    }

    /// Clip space of the light from world space. Where nothing casts a shadow, all is at the nearest depth, which is
    /// before everything, and w is 1 all the same.
    pub(super) fn clip_from_world(&self) -> Matrix4<f32> {
        self.camera
            .map_or_else(|| Matrix4::from_diagonal(&Vector4::w()), |camera| camera.clip_from_world)
    }

    /// Texels along a side of the map.
    pub(super) fn size_px(&self) -> f32 {
        self.map.size_px()[0] as f32
    }

    /// Metres along a side of a texel; 0 where nothing casts a shadow.
    pub(super) fn texel_m(&self) -> f32 {
        self.camera.map_or(0.0, |camera| camera.texel_m)
    }
}

/// The image of depths, made on first use.
pub(super) struct ShadowMap {
    far: Arc<Image>,
    format: vk::Format,
    made: Option<Made>,
}

struct Made {
    image: Arc<Image>,
    target: TargetView,
    // Keeps the view in `target`.
    _view: ImageView,
}

impl ShadowMap {
    pub(super) fn new(upload: &mut Upload<'_>) -> Result<Self, RenderError> {
        let format = format(upload.device());
        let far = ImageDesc {
            name: "no shadow",
            size_px: [1, 1],
            shape: ImageShape::D2,
            format: vk::Format::D32_SFLOAT,
            samples: vk::SampleCountFlags::TYPE_1,
            mip_count: 1,
            usage: vk::ImageUsageFlags::empty(),
        };
        let far = Arc::new(upload.image(&far, &1.0_f32.to_le_bytes())?);
        Ok(Self { far, format, made: None })
    }

    /// One texel that is as far as can be.
    pub(super) fn far(&self) -> &Arc<Image> {
        &self.far
    }

    /// What pipelines that draw into it have to know.
    pub(super) fn formats(&self) -> TargetFormats {
        TargetFormats {
            colors: Vec::new(),
            depth: Some(self.format),
            samples: vk::SampleCountFlags::TYPE_1,
        }
    }

    /// The image and what is drawn to, of so many texels a side; made anew when that changes.
    pub(super) fn of_size(
        &mut self,
        frame: &mut Frame<'_>,
        size_px: u32,
    ) -> Result<(&Arc<Image>, &TargetView), RenderError> {
        let made = match self.made.take() {
            Some(made) if made.target.size_px == [size_px; 2] => made,
            other => {
                // Frames in flight still read it.
                frame.retire(other);
                Made::new(frame.device(), self.format, size_px)?
            }
        };
        let made = self.made.insert(made);
        Ok((&made.image, &made.target))
    }
}

impl Made {
    fn new(device: &Arc<Device>, format: vk::Format, size_px: u32) -> Result<Self, RenderError> {
        let image = Arc::new(Image::new(
            device,
            &ImageDesc {
                name: "shadow map",
                shape: ImageShape::D2,
                size_px: [size_px; 2],
                mip_count: 1,
                format,
                usage: vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT | vk::ImageUsageFlags::SAMPLED,
                samples: vk::SampleCountFlags::TYPE_1,
            },
        )?);
        let view = ImageView::target(&image)?;
        let target = TargetView::of_images(&[], Some(&view), ImageUse::ShaderRead)?;
        Ok(Self { image, target, _view: view })
    }
}

/// The finest format of depths that this GPU mixes when it compares.
fn format(device: &Device) -> vk::Format {
    let wanted = vk::FormatFeatureFlags::DEPTH_STENCIL_ATTACHMENT
        | vk::FormatFeatureFlags::SAMPLED_IMAGE
        | vk::FormatFeatureFlags::SAMPLED_IMAGE_FILTER_LINEAR;
    if device.format_offers(vk::Format::D32_SFLOAT, wanted) {
        vk::Format::D32_SFLOAT
    } else {
        // Vulkan 1.3, 49.3: a target and readable everywhere.
        vk::Format::D16_UNORM
    }
}
