//! [`MultisampledTarget`]: images with several samples a pixel, for smooth edges.

use std::sync::Arc;

use ash::vk;

use super::{
    Attachment, Device, GpuError, GpuResult, Image, ImageDesc, ImageShape, ImageUse, TargetFormats,
    TargetView,
};

/// Images with several samples a pixel, that are drawn to in place of others.
///
/// Only the means of the samples outlive a pass; what is drawn after it goes to the images of one sample.
#[derive(Debug)]
pub struct MultisampledTarget {
    colors: Vec<Image>,
    depth: Option<Image>,
    formats: TargetFormats,
    size_px: [u32; 2],
}

impl MultisampledTarget {
    /// Makes images of the size and formats of a target (whose own samples do not matter here), with
    /// `sample_count` samples a pixel.
    ///
    /// # Errors
    /// Fewer than 2 samples, a number of them that the GPU does not have
    /// ([`Device::supports_samples`]), an empty size, no memory.
    pub fn new(
        device: &Arc<Device>,
        size_px: [u32; 2],
        formats: &TargetFormats,
        sample_count: u32,
    ) -> GpuResult<Self> {
        if sample_count < 2 || !device.supports_samples(sample_count) {
            return Err(GpuError::Invalid {
                thing: "multisampled target".to_owned(),
                expected: format!(
                    "one of {:?} was expected for the samples a pixel, {sample_count} were asked for",
                    device.limits().framebuffer_sample_counts
                ),
            });
        }
        let samples = vk::SampleCountFlags::from_raw(sample_count);
        let image = |name: &str, format, usage| {
            Image::new(
                device,
                &ImageDesc {
                    name,
                    shape: ImageShape::D2,
                    size_px,
                    mip_count: 1,
                    format,
                    // Nothing of it outlives the pass, so some GPUs need not keep it in memory.
                    usage: usage | vk::ImageUsageFlags::TRANSIENT_ATTACHMENT,
                    samples,
                },
            )
        };
        let colors = formats
            .colors
            .iter()
            .map(|format| {
                image("multisampled colour", *format, vk::ImageUsageFlags::COLOR_ATTACHMENT)
            })
            .collect::<GpuResult<Vec<_>>>()?;
        let depth = match formats.depth {
            Some(format) => {
                let usage = vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
                Some(image("multisampled depth", format, usage)?)
            }
            None => None,
        };
        Ok(Self { colors, depth, formats: TargetFormats { samples, ..formats.clone() }, size_px })
    }

    /// What a pipeline has to know of it.
    pub fn formats(&self) -> &TargetFormats {
        &self.formats
    }

    /// Whether it has the size and colour formats of `target`, so that it can be drawn to in its place; depth it brings
    /// along.
    pub fn fits(&self, target: &TargetView) -> bool {
        let colors = target.pictures().iter().map(|it| it.format);
        self.size_px == target.size_px && colors.eq(self.formats.colors.iter().copied())
    }

    /// A target that is drawn to with several samples and leaves the picture in the colours of
    /// `resolved`, which it [fits](Self::fits).
    pub fn over(&self, resolved: &TargetView) -> TargetView {
        debug_assert!(self.fits(resolved), "made for another target");
        let attachment = |image: &Image, after| Attachment {
            image: image.raw(),
            view: image.view(),
            format: image.format(),
            after,
        };
        TargetView {
            colors: self.colors.iter().map(|it| attachment(it, ImageUse::ColorTarget)).collect(),
            depth: self.depth.as_ref().map(|it| attachment(it, ImageUse::DepthTarget)),
            size_px: self.size_px,
            layer_count: 1,
            samples: self.formats.samples,
            resolves: resolved.colors.clone(),
        }
    }
}
