//! [`Swapchain`]: the images of a window, through every change of its size.
//!
//! ```text
//! acquire ─► Image ─► draw, Frame::submit_with(waits, signals) ─► present ─► acquire ...
//!    ├─► NotNow: nothing to draw to
//!    └─► SurfaceLost ─► replace_surface, or the end
//! ```
//! It is built anew at the next `acquire` after the window changed, the system said that the images fit no more,
//! or an image was acquired and then not presented.

use std::fmt;
use std::sync::Arc;

use ash::vk;

use super::error::Call;
use super::owned::Owned;
use super::surface::Surface;
use super::swapchain_images::{SwapchainImages, binary_semaphore};
use super::swapchain_plan::{SwapchainPlan, format};
use super::{
    Device, FrameValue, Frames, GpuError, GpuResult, TargetFormats, TargetView, depth_format,
};

/// How often one `acquire` builds anew before it gives the turn back to the program: a window that is being
/// dragged may change between any two calls.
const MAX_TRIES: u32 = 3;

/// Nanoseconds that an acquire waits for the window to give an image back. Some systems give none while a window is
/// hidden, and the program must go on to hear of its end.
const ACQUIRE_TIMEOUT_NS: u64 = 100_000_000;

/// The images of a window.
pub struct Swapchain {
    // The images go before the surface; all of it after `drop` waited.
    images: Option<SwapchainImages>,
    acquire_semaphores: Vec<AcquireSemaphore>,
    surface: Surface,
    format: vk::SurfaceFormatKHR,
    window_px: [u32; 2],
    /// The images fit no more, or may not.
    is_stale: bool,
    is_surface_lost: bool,
    /// What was acquired and not yet presented.
    pending: Option<Pending>,
    /// The semaphore of the last acquire, while it is not known which frame waits for it.
    last_semaphore: Option<usize>,
    next_semaphore: usize,
    rebuild_count: u64,
    device: Arc<Device>,
}

/// Signalled by the window when an image may be drawn to.
struct AcquireSemaphore {
    handle: Owned<vk::Semaphore>,
    /// When this frame is done, the semaphore was waited for.
    free_after: FrameValue,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pending {
    image_idx: u32,
    /// Of which generation of images.
    generation: u64,
}

/// What came of asking for an image.
#[derive(Debug)]
pub enum Acquired {
    /// Draw to this one, submit, and present it.
    Image(AcquiredImage),
    /// There is nothing to draw to: the window has no size, or the system gives no image while it is hidden. Ask
    /// again after the next event, and at times without one.
    NotNow,
    /// The window is gone, or has to be made known anew: [`Swapchain::replace_surface`].
    SurfaceLost,
}

/// What came of presenting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presented {
    /// The window shows the image, or will; the next acquire sees to what changed meanwhile.
    Done,
    /// As [`Acquired::SurfaceLost`].
    SurfaceLost,
}

/// An image that may be drawn to until it is presented.
#[derive(Debug)]
#[must_use = "submit a frame with its semaphores and present it, or the swapchain is built anew"]
pub struct AcquiredImage {
    /// What to draw to; plain handles that are good until the next acquire.
    pub target: TargetView,
    waits: [vk::SemaphoreSubmitInfo<'static>; 1],
    signals: [vk::SemaphoreSubmitInfo<'static>; 1],
    pending: Pending,
}

impl AcquiredImage {
    /// What the frame that draws to it waits for ([`Frame::submit_with`](super::Frame::submit_with)).
    pub fn waits(&self) -> &[vk::SemaphoreSubmitInfo<'static>] {
        &self.waits
    }

    /// What the frame that draws to it signals.
    pub fn signals(&self) -> &[vk::SemaphoreSubmitInfo<'static>] {
        &self.signals
    }
}

impl Swapchain {
    /// Prepares to draw to a window of such a size in pixels; the images are made by the first acquire.
    ///
    /// # Errors
    /// A surface without a format of display values, a window that is gone.
    pub fn new(surface: Surface, size_px: [u32; 2]) -> GpuResult<Self> {
        let device = Arc::clone(surface.device());
        let format = format(&surface.formats().call("vkGetPhysicalDeviceSurfaceFormatsKHR")?)?;
        Ok(Self {
            images: None,
            acquire_semaphores: Vec::new(),
            surface,
            format,
            window_px: size_px,
            is_stale: true,
            is_surface_lost: false,
            pending: None,
            last_semaphore: None,
            next_semaphore: 0,
            rebuild_count: 0,
            device,
        })
    }

    /// Notes the window's size in pixels; if the images have another one, the next acquire fits them to it.
    pub fn resize(&mut self, size_px: [u32; 2]) {
        self.window_px = size_px;
        self.is_stale |= self.images.as_ref().is_none_or(|it| it.size_px() != size_px);
    }

    /// Width and height of the images, in pixels; without images yet, of the window.
    pub fn size_px(&self) -> [u32; 2] {
        self.images.as_ref().map_or(self.window_px, SwapchainImages::size_px)
    }

    /// What a pipeline has to know of the images.
    pub fn target_formats(&self) -> TargetFormats {
        TargetFormats {
            colors: vec![self.format.format],
            depth: Some(depth_format(&self.device)),
            samples: vk::SampleCountFlags::TYPE_1,
        }
    }

    /// Format of the images: 8-bit display values, red or blue first.
    pub fn color_format(&self) -> vk::Format {
        self.format.format
    }

    /// How often images were made, the first time included.
    pub fn rebuild_count(&self) -> u64 {
        self.rebuild_count
    }

    /// Asks for the next image. Always with the frames that draw to it.
    ///
    /// # Errors
    /// A lost device, no memory, or a frame that takes longer than a minute.
    pub fn acquire(&mut self, frames: &mut Frames) -> GpuResult<Acquired> {
        if self.is_surface_lost {
            return Ok(Acquired::SurfaceLost);
        }
        if let Some(index) = self.last_semaphore.take() {
            // Whichever frame waited for it, it was submitted by now.
            self.acquire_semaphores[index].free_after = frames.submitted();
        }
        if self.pending.take().is_some() {
            // It was not presented, so no frame may have waited for its semaphore, and nobody knows.
            self.discard_images()?;
        }
        for _ in 0..MAX_TRIES {
            if self.is_stale {
                match self.rebuild()? {
                    Rebuilt::Done => {}
                    Rebuilt::NoSize => return Ok(Acquired::NotNow),
                    Rebuilt::SurfaceLost => return Ok(self.lose_surface()),
                }
            }
            let Some(images) = &self.images else { return Ok(Acquired::NotNow) };
            let swapchain = images.raw();
            let semaphore_idx = self.free_semaphore(frames)?;
            let semaphore = *self.acquire_semaphores[semaphore_idx].handle;
            let functions = self.device.swapchain_functions()?;
            // SAFETY: the swapchain is alive and used by this thread alone; what waited for the
            // semaphore is done, and nothing will signal it but this.
            let acquired = unsafe {
                functions.acquire_next_image(
                    swapchain,
                    ACQUIRE_TIMEOUT_NS,
                    semaphore,
                    vk::Fence::null(),
                )
            };
            match acquired {
                Ok((image_idx, is_suboptimal)) => {
                    // This one is good to draw to; the next ones can be better.
                    self.is_stale = is_suboptimal;
                    return self.acquired(image_idx, semaphore_idx);
                }
                Err(vk::Result::ERROR_OUT_OF_DATE_KHR) => self.is_stale = true,
                Err(vk::Result::TIMEOUT | vk::Result::NOT_READY) => return Ok(Acquired::NotNow),
                Err(vk::Result::ERROR_SURFACE_LOST_KHR) => return Ok(self.lose_surface()),
                Err(error) => return Err(error).call("vkAcquireNextImageKHR"),
            }
        }
        Ok(Acquired::NotNow)
    }

    /// Shows an image. A frame with its semaphores must have been submitted.
    ///
    /// # Errors
    /// A lost device, no memory, or an image that was acquired before another one.
    pub fn present(&mut self, image: AcquiredImage) -> GpuResult<Presented> {
        if self.pending != Some(image.pending) {
            return Err(GpuError::Invalid {
                thing: format!("window image {}", image.pending.image_idx),
                expected: "the one acquired last was expected".to_owned(),
            });
        }
        let Some(images) = &self.images else { return Ok(Presented::Done) };
        let (swapchains, indices) = ([images.raw()], [image.pending.image_idx]);
        let semaphores = image.signals.map(|it| it.semaphore);
        let info = vk::PresentInfoKHR::default()
            .wait_semaphores(&semaphores)
            .swapchains(&swapchains)
            .image_indices(&indices);
        let functions = self.device.swapchain_functions()?;
        // SAFETY: the image is acquired and not presented yet, by the check above; the frame that
        // signals the semaphore was submitted, by the rule above.
        let presented = unsafe { self.device.present(functions, &info) };
        // Also after the errors below, the image is given back and the semaphore waited for.
        self.pending = None;
        match presented {
            Ok(fits_well) => {
                self.is_stale |= !fits_well;
                Ok(Presented::Done)
            }
            Err(vk::Result::ERROR_OUT_OF_DATE_KHR) => {
                self.is_stale = true;
                Ok(Presented::Done)
            }
            Err(vk::Result::ERROR_SURFACE_LOST_KHR) => {
                self.is_surface_lost = true;
                Ok(Presented::SurfaceLost)
            }
            Err(error) => Err(error).call("vkQueuePresentKHR"),
        }
    }

    /// Goes on with another surface after one was lost.
    ///
    /// # Errors
    /// A lost device, a surface of another device or without a format of display values.
    pub fn replace_surface(&mut self, surface: Surface) -> GpuResult<()> {
        if !Arc::ptr_eq(surface.device(), &self.device) {
            return Err(GpuError::Invalid {
                thing: "window surface".to_owned(),
                expected: "one of the same device was expected".to_owned(),
            });
        }
        self.discard_images()?;
        self.format = format(&surface.formats().call("vkGetPhysicalDeviceSurfaceFormatsKHR")?)?;
        self.surface = surface;
        self.is_surface_lost = false;
        Ok(())
    }

    /// Gives out an image.
    fn acquired(&mut self, image_idx: u32, semaphore_idx: usize) -> GpuResult<Acquired> {
        let pending = Pending { image_idx, generation: self.rebuild_count };
        self.pending = Some(pending);
        self.last_semaphore = Some(semaphore_idx);
        self.next_semaphore = semaphore_idx + 1;
        let image = self.images.as_ref().and_then(|it| it.image(image_idx));
        let (target, finished) = image.ok_or_else(|| GpuError::Invalid {
            thing: format!("window image {image_idx}"),
            expected: "the swapchain has no such image".to_owned(),
        })?;
        // Only writing colours has to wait for the window; see `ImageUse::stages`.
        let stage = vk::PipelineStageFlags2::COLOR_ATTACHMENT_OUTPUT;
        let semaphore = *self.acquire_semaphores[semaphore_idx].handle;
        let wait = vk::SemaphoreSubmitInfo::default().semaphore(semaphore).stage_mask(stage);
        let signal = vk::SemaphoreSubmitInfo::default()
            .semaphore(finished)
            .stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS);
        Ok(Acquired::Image(AcquiredImage { target, waits: [wait], signals: [signal], pending }))
    }

    /// The next semaphore in turn, free to be signalled: one for each frame in flight, so that this waits no
    /// longer than the frame itself would.
    fn free_semaphore(&mut self, frames: &mut Frames) -> GpuResult<usize> {
        while self.acquire_semaphores.len() < frames.in_flight() {
            let name = format!("window acquire {}", self.acquire_semaphores.len());
            self.acquire_semaphores.push(AcquireSemaphore {
                handle: binary_semaphore(&self.device, &name)?,
                free_after: FrameValue::default(),
            });
        }
        let index = self.next_semaphore % self.acquire_semaphores.len();
        frames.wait_for(self.acquire_semaphores[index].free_after)?;
        Ok(index)
    }

    /// Makes images that fit the window.
    fn rebuild(&mut self) -> GpuResult<Rebuilt> {
        let capabilities = match self.surface.capabilities() {
            Err(vk::Result::ERROR_SURFACE_LOST_KHR) => return Ok(Rebuilt::SurfaceLost),
            capabilities => capabilities.call("vkGetPhysicalDeviceSurfaceCapabilitiesKHR")?,
        };
        let max_side_px = self.device.limits().max_image_dimension_2d;
        let Some(plan) = SwapchainPlan::new(&capabilities, self.window_px, max_side_px) else {
            return Ok(Rebuilt::NoSize);
        };
        let old = self.images.take();
        if old.is_some() {
            // The timeline tells when drawing is done, not when the window is.
            self.device.wait_idle()?;
        }
        match SwapchainImages::new(&self.surface, self.format, &plan, old.as_ref()) {
            Ok(images) => self.images = Some(images),
            Err(GpuError::Vulkan { source: vk::Result::ERROR_SURFACE_LOST_KHR, .. }) => {
                return Ok(Rebuilt::SurfaceLost);
            }
            Err(error) => return Err(error),
        }
        self.rebuild_count += 1;
        self.is_stale = false;
        log::debug!("window images: {} x {}", plan.size_px[0], plan.size_px[1]);
        Ok(Rebuilt::Done)
    }

    /// Drops the images and every semaphore that may be signalled with nobody to wait for it.
    fn discard_images(&mut self) -> GpuResult<()> {
        self.device.wait_idle()?;
        self.images = None;
        self.acquire_semaphores.clear();
        self.last_semaphore = None;
        self.pending = None;
        self.is_stale = true;
        Ok(())
    }

    fn lose_surface(&mut self) -> Acquired {
        self.is_surface_lost = true;
        Acquired::SurfaceLost
    }
}

/// What came of making images.
enum Rebuilt {
    Done,
    NoSize,
    SurfaceLost,
}

impl Drop for Swapchain {
    fn drop(&mut self) {
        // The window's use of the images is on no timeline.
        if let Err(error) = self.device.wait_idle() {
            log::error!("waiting for the window: {error}");
        }
    }
}

impl fmt::Debug for Swapchain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Swapchain")
            .field("size_px", &self.size_px())
            .field("format", &self.format)
            .field("is_stale", &self.is_stale)
            .field("rebuild_count", &self.rebuild_count)
            .finish_non_exhaustive()
    }
}
