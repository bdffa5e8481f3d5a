//! One generation of a swapchain: its images with what belongs to them. A resize makes the next one.

use std::sync::Arc;

use ash::vk;

use super::error::Call;
use super::owned::Owned;
use super::surface::Surface;
use super::swapchain_plan::SwapchainPlan;
use super::{
    Attachment, Device, GpuResult, Image, ImageDesc, ImageShape, ImageUse, TargetView, depth_format,
};

/// A swapchain's images; dropped only after the GPU and the window are done with them.
pub(super) struct SwapchainImages {
    // What is made of the images goes before the swapchain, which owns them.
    images: Vec<SwapchainImage>,
    depth: Image,
    handle: OwnedSwapchain,
    format: vk::SurfaceFormatKHR,
    size_px: [u32; 2],
}

struct SwapchainImage {
    view: Owned<vk::ImageView>,
    /// Signalled by the frame that drew to this image, waited for by the window. One an image: that the image
    /// is acquired again is the only proof that the window is done with the semaphore.
    finished: Owned<vk::Semaphore>,
    raw: vk::Image,
}

impl SwapchainImages {
    /// Makes the images by a plan. `old` is what they replace; it can give no more images afterwards.
    ///
    /// # Errors
    /// The surface is lost, or no memory. `old` is then as useless.
    pub(super) fn new(
        surface: &Surface,
        format: vk::SurfaceFormatKHR,
        plan: &SwapchainPlan,
        old: Option<&Self>,
    ) -> GpuResult<Self> {
        let device = surface.device();
        let info = vk::SwapchainCreateInfoKHR::default()
            .surface(surface.raw())
            .min_image_count(plan.image_count)
            .image_format(format.format)
            .image_color_space(format.color_space)
            .image_extent(vk::Extent2D { width: plan.size_px[0], height: plan.size_px[1] })
            .image_array_layers(1)
            .image_usage(plan.usage)
            .image_sharing_mode(vk::SharingMode::EXCLUSIVE)
            .pre_transform(plan.transform)
            .composite_alpha(plan.alpha)
            .present_mode(vk::PresentModeKHR::FIFO)
            .clipped(true)
            .old_swapchain(old.map_or(vk::SwapchainKHR::null(), |it| it.handle.raw));
        let handle = OwnedSwapchain::new(device, &info)?;
        // SAFETY: the swapchain was just made on this device.
        let raw_images = unsafe { handle.functions.get_swapchain_images(handle.raw) }
            .call("vkGetSwapchainImagesKHR")?;
        let images = raw_images
            .into_iter()
            .enumerate()
            .map(|(index, raw)| SwapchainImage::new(device, raw, format.format, index))
            .collect::<GpuResult<Vec<_>>>()?;
        let depth = Image::new(
            device,
            &ImageDesc {
                name: "window depth",
                shape: ImageShape::D2,
                size_px: plan.size_px,
                mip_count: 1,
                format: depth_format(device),
                usage: vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT,
                samples: vk::SampleCountFlags::TYPE_1,
            },
        )?;
        Ok(Self { images, depth, handle, format, size_px: plan.size_px })
    }

    pub(super) fn size_px(&self) -> [u32; 2] {
        self.size_px
    }

    pub(super) fn raw(&self) -> vk::SwapchainKHR {
        self.handle.raw
    }

    /// What a frame on an image draws to, and the semaphore that it signals.
    pub(super) fn image(&self, index: u32) -> Option<(TargetView, vk::Semaphore)> {
        let image = self.images.get(usize::try_from(index).ok()?)?;
        let color = Attachment {
            image: image.raw,
            view: *image.view,
            format: self.format.format,
            after: ImageUse::Present,
        };
        let view = TargetView::new(color, &self.depth, self.size_px);
        Some((view, *image.finished))
    }
}

impl SwapchainImage {
    fn new(
        device: &Arc<Device>,
        raw: vk::Image,
        format: vk::Format,
        index: usize,
    ) -> GpuResult<Self> {
        let name = format!("window image {index}");
        device.names().name(raw, &name);
        let info = vk::ImageViewCreateInfo::default()
            .image(raw)
            .view_type(vk::ImageViewType::TYPE_2D)
            .format(format)
            .subresource_range(vk::ImageSubresourceRange {
                aspect_mask: vk::ImageAspectFlags::COLOR,
                base_mip_level: 0,
                level_count: 1,
                base_array_layer: 0,
                layer_count: 1,
            });
        // SAFETY: the image is the swapchain's, which outlives its view; the handle is owned at once.
        let view = unsafe {
            let raw = device.raw().create_image_view(&info, None).call("vkCreateImageView")?;
            Owned::new(device, raw, &name)
        };
        let finished = binary_semaphore(device, &format!("{name} finished"))?;
        Ok(Self { view, finished, raw })
    }
}

/// Makes a semaphore that is not signalled.
pub(super) fn binary_semaphore(
    device: &Arc<Device>,
    name: &str,
) -> GpuResult<Owned<vk::Semaphore>> {
    // SAFETY: the handle is owned at once.
    unsafe {
        let raw = device
            .raw()
            .create_semaphore(&vk::SemaphoreCreateInfo::default(), None)
            .call("vkCreateSemaphore")?;
        Ok(Owned::new(device, raw, name))
    }
}

/// The swapchain itself; the `Swapchain` around it waits before it drops this.
struct OwnedSwapchain {
    raw: vk::SwapchainKHR,
    functions: ash::khr::swapchain::Device,
    /// Held, so that the functions stay good.
    _device: Arc<Device>,
}

impl OwnedSwapchain {
    fn new(device: &Arc<Device>, info: &vk::SwapchainCreateInfoKHR<'_>) -> GpuResult<Self> {
        let functions = device.swapchain_functions()?.clone();
        // SAFETY: the surface is alive and presented to by this device, the info follows what it
        // offers, and the old swapchain, if any, is not in use by another thread.
        let raw = unsafe { functions.create_swapchain(info, None) }.call("vkCreateSwapchainKHR")?;
        device.names().name(raw, "window swapchain");
        Ok(Self { raw, functions, _device: Arc::clone(device) })
    }
}

impl Drop for OwnedSwapchain {
    fn drop(&mut self) {
        // SAFETY: the queue was waited for, and nothing made of the images is left.
        unsafe { self.functions.destroy_swapchain(self.raw, None) };
    }
}
