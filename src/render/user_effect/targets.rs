//! [`Targets`]: the images that passes of the user's effect draw to, made for the size of the window.

use std::sync::Arc;

use ash::vk;

use super::rounds::Into;
use super::target_plan::TargetPlan;
use crate::gpu::{
    Attachment, Device, Frame, Image, ImageDesc, ImageShape, ImageUse, ImageView, Load, PassDesc,
    TargetFormats, TargetView, depth_format,
};
use crate::render::RenderError;

/// The images that passes of an effect draw to.
pub(super) struct Targets {
    plans: Vec<TargetPlan>,
    /// By target.
    formats: Vec<vk::Format>,
    /// By target.
    made: Vec<Option<Made>>,
    /// Depths for colours that the effect names none for, one a size.
    depths: Vec<Made>,
    depth_format: vk::Format,
}

struct Made {
    // The view goes before the image that it keeps.
    view: ImageView,
    image: Arc<Image>,
}

impl Targets {
    pub(super) fn new(device: &Device, plans: &[TargetPlan]) -> Self {
        let formats = plans.iter().map(|it| match it.is_depth {
            true if it.texture.is_some() => readable_depth(device),
            true => depth_format(device),
            false => color_format(device, it.format),
        });
        Self {
            formats: formats.collect(),
            made: plans.iter().map(|_| None).collect(),
            plans: plans.to_vec(),
            depths: Vec::new(),
            depth_format: depth_format(device),
        }
    }

    /// What pipelines that draw there have to know.
    pub(super) fn formats(&self, into: &Into) -> TargetFormats {
        let color = |it: &Option<usize>| it.map_or(vk::Format::UNDEFINED, |it| self.formats[it]);
        TargetFormats {
            colors: into.colors.iter().map(color).collect(),
            depth: Some(into.depth.map_or(self.depth_format, |it| self.formats[it])),
            samples: vk::SampleCountFlags::TYPE_1,
        }
    }

    /// Makes the images that are not there yet or were made for a window of another size; zeros are in them.
    ///
    /// # Errors
    /// No memory, or a size over the limits of the GPU.
    pub(super) fn fit_to(
        &mut self,
        frame: &mut Frame<'_>,
        window_px: [u32; 2],
    ) -> Result<(), RenderError> {
        for (index, plan) in self.plans.iter().enumerate() {
            let size_px = plan.size.in_px(window_px);
            let is_there = |it: &Made| it.image.size_px() == size_px;
            if self.made[index].as_ref().is_some_and(is_there) {
                continue;
            }
            let made = Made::new(frame.device(), &plan.name, self.formats[index], size_px)?;
            let after = self.after(index);
            let (color, depth) = if plan.is_depth {
                (Vec::new(), Some(&made.view))
            } else {
                (vec![Some(&made.view)], None)
            };
            let view = TargetView::of_images(&color, depth, after)?;
            let desc =
                PassDesc { label: "clear", color: Load::Clear([0.0; 4]), depth: Load::Clear(1.0) };
            frame.begin_pass(&view, &desc);
            frame.end_pass();
            frame.finish_target(&view);
            // Frames in flight still read what was there.
            frame.retire(self.made[index].replace(made));
        }
        let used = |it: &Made| {
            let size_px = it.image.size_px();
            self.made.iter().flatten().any(|made| made.image.size_px() == size_px)
        };
        let (kept, old): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.depths).into_iter().partition(used);
        self.depths = kept;
        if !old.is_empty() {
            frame.retire(old);
        }
        Ok(())
    }

    /// The image of a texture that is a target.
    pub(super) fn image(&self, texture: usize) -> Option<&Arc<Image>> {
        let index = self.plans.iter().position(|it| it.texture == Some(texture))?;
        self.made[index].as_ref().map(|it| &it.image)
    }

    /// Whether a texture is among what is drawn to.
    pub(super) fn is_drawn_to(&self, into: &Into, texture: usize) -> bool {
        let mut all = into.colors.iter().flatten().chain(&into.depth);
        all.any(|it| self.plans[*it].texture == Some(texture))
    }

    /// Begins to draw; what is not cleared stays. [`Self::end`] ends it.
    ///
    /// # Errors
    /// No memory for depths, or images of different sizes.
    pub(super) fn begin(
        &mut self,
        frame: &mut Frame<'_>,
        into: &Into,
        color: Option<[f32; 4]>,
        depth: Option<f32>,
    ) -> Result<TargetView, RenderError> {
        let size_px = into.colors.iter().flatten().chain(&into.depth).find_map(|it| {
            let made = self.made[*it].as_ref()?;
            Some(made.image.size_px())
        });
        let size_px = size_px.unwrap_or([1, 1]);
        let mut is_new = false;
        let own_depth = match into.depth {
            Some(_) => None,
            None => {
                let found = self.depths.iter().position(|it| it.image.size_px() == size_px);
                is_new = found.is_none();
                let place = match found {
                    Some(place) => place,
                    None => {
                        let made = Made::new(frame.device(), "depths", self.depth_format, size_px)?;
                        self.depths.push(made);
                        self.depths.len() - 1
                    }
                };
                Some(&self.depths[place].view)
            }
        };
        let view = |index: usize| self.made[index].as_ref().map(|it| &it.view);
        let colors: Vec<_> = into.colors.iter().map(|it| it.and_then(view)).collect();
        let depth_view = into.depth.and_then(view).or(own_depth);
        let mut target = TargetView::of_images(&colors, depth_view, ImageUse::ShaderRead)?;
        if let Some(attachment) = &mut target.depth {
            let after = into.depth.map_or(ImageUse::DepthTarget, |it| self.after(it));
            *attachment = Attachment { after, ..*attachment };
        }
        let depth = if is_new { Some(depth.unwrap_or(1.0)) } else { depth };
        // What stays is made a target again.
        if color.is_none() {
            for index in into.colors.iter().flatten() {
                if let Some(made) = &self.made[*index] {
                    frame.transition(&made.image, ImageUse::ShaderRead, ImageUse::ColorTarget);
                }
            }
        }
        if let (None, Some(index)) = (depth, into.depth)
            && self.after(index) == ImageUse::ShaderRead
            && let Some(made) = &self.made[index]
        {
            frame.transition(&made.image, ImageUse::ShaderRead, ImageUse::DepthTarget);
        }
        let names =
            into.colors.iter().flatten().chain(&into.depth).map(|it| &*self.plans[*it].name);
        let label = names.collect::<Vec<_>>().join(", ");
        let desc = PassDesc {
            label: &label,
            color: color.map_or(Load::Keep, Load::Clear),
            depth: depth.map_or(Load::Keep, Load::Clear),
        };
        frame.begin_pass(&target, &desc);
        Ok(target)
    }

    /// Ends what [`Self::begin`] began: shaders may read what was drawn.
    pub(super) fn end(frame: &mut Frame<'_>, target: &TargetView) {
        frame.end_pass();
        frame.finish_target(target);
    }

    /// What a target is used for between the rounds that draw to it.
    fn after(&self, index: usize) -> ImageUse {
        let plan = &self.plans[index];
        if plan.is_depth && plan.texture.is_none() {
            ImageUse::DepthTarget
        } else {
            ImageUse::ShaderRead
        }
    }
}

impl Made {
    fn new(
        device: &Arc<Device>,
        name: &str,
        format: vk::Format,
        size_px: [u32; 2],
    ) -> Result<Self, RenderError> {
        let is_depth = [vk::Format::D24_UNORM_S8_UINT, vk::Format::D32_SFLOAT_S8_UINT];
        let usage = match format {
            it if is_depth.contains(&it) => vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT,
            vk::Format::D32_SFLOAT | vk::Format::D16_UNORM => {
                vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT | vk::ImageUsageFlags::SAMPLED
            }
            _ => vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::SAMPLED,
        };
        let desc = ImageDesc {
            name,
            shape: ImageShape::D2,
            size_px,
            mip_count: 1,
            format,
            usage,
            samples: vk::SampleCountFlags::TYPE_1,
        };
        let image = Arc::new(Image::new(device, &desc)?);
        Ok(Self { view: ImageView::target(&image)?, image })
    }
}

/// A format of depths that shaders can read.
fn readable_depth(device: &Device) -> vk::Format {
    let wanted =
        vk::FormatFeatureFlags::DEPTH_STENCIL_ATTACHMENT | vk::FormatFeatureFlags::SAMPLED_IMAGE;
    // Vulkan 1.3, 49.3: a target and readable everywhere.
    let offers = device.format_offers(vk::Format::D32_SFLOAT, wanted);
    if offers { vk::Format::D32_SFLOAT } else { vk::Format::D16_UNORM }
}

/// The format that is asked for, or one that holds as much, where the GPU cannot draw to it, mix in it or read it.
fn color_format(device: &Device, asked: vk::Format) -> vk::Format {
    let wanted = vk::FormatFeatureFlags::COLOR_ATTACHMENT_BLEND
        | vk::FormatFeatureFlags::SAMPLED_IMAGE_FILTER_LINEAR;
    if device.format_offers(asked, wanted) {
        asked
    } else {
        // Vulkan 1.3, 49.3: all of it everywhere.
        vk::Format::R16G16B16A16_SFLOAT
    }
}
