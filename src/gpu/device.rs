//! [`Device`]: loader, instance, messenger, device, queue and allocator, with one lifetime.

use std::ffi::CStr;
use std::fmt;
use std::mem::ManuallyDrop;
use std::sync::{Arc, Mutex, PoisonError};

use ash::vk;
use gpu_allocator::vulkan::{Allocator, AllocatorCreateDesc};

use super::choose::{candidates, choose, version_text};
use super::counters::{Counters, count};
use super::error::Call;
use super::instance::{DeviceGuard, Instance, Messenger, create_logical};
use super::names::Names;
use super::surface::{InstanceSurface, required_extensions};
use super::timelines::Timelines;
use super::validation::{Validation, ValidationMessages};
use super::{CounterValues, Features, GpuError, GpuInfo, GpuResult, Limits, Surface, WindowHandle};

/// How to open a GPU.
#[derive(Debug, Clone, Default)]
pub struct DeviceDesc {
    /// The program's name, for drivers and RenderDoc.
    pub app_name: String,
    /// A part of the GPU's name in any case, or its index; `None` takes the best one.
    pub gpu: Option<String>,
    /// Whether every call is checked.
    pub validation: Validation,
    /// Optional features to leave off, by Vulkan's names (`geometryShader`): shows on a large GPU how a program does
    /// on a small one.
    pub without_features: Vec<String>,
}

/// An open GPU. Everything made on it holds an `Arc` of it, so it goes last.
pub struct Device {
    // `Drop` below destroys these in the order that Vulkan wants; `entry` unloads the library and
    // is the last field, `messages` outlives the instance that writes to it.
    allocator: ManuallyDrop<Arc<Mutex<Allocator>>>,
    raw: ash::Device,
    messenger: Option<Messenger>,
    instance: ash::Instance,
    names: Names,
    /// The functions of a device that was opened for a window.
    swapchain_functions: Option<ash::khr::swapchain::Device>,
    feedback_functions: Option<ash::ext::transform_feedback::Device>,
    physical: vk::PhysicalDevice,
    queue: Mutex<vk::Queue>,
    queue_family: u32,
    timestamp_bits: u32,
    gpu: GpuInfo,
    limits: Limits,
    features: Features,
    cache_key: CacheKey,
    counters: Counters,
    timelines: Timelines,
    messages: Arc<ValidationMessages>,
    entry: ash::Entry,
}

/// What a pipeline cache must have been made by to be of use here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CacheKey {
    pub(super) vendor_id: u32,
    pub(super) device_id: u32,
    pub(super) uuid: [u8; vk::UUID_SIZE],
}

impl Device {
    /// Opens a GPU for drawing off screen.
    ///
    /// # Errors
    /// No loader, no usable GPU (each is listed with what it lacks), no validation layer where one
    /// was asked for, or what Vulkan says.
    pub fn new(desc: &DeviceDesc) -> GpuResult<Arc<Self>> {
        Ok(Self::open(desc, None)?.0)
    }

    /// Opens a GPU that can present to a window, and the window's surface.
    ///
    /// # Errors
    /// As [`Self::new`]; a GPU that cannot present to the window counts as unusable.
    pub fn for_window(
        desc: &DeviceDesc,
        window: &Arc<dyn WindowHandle>,
    ) -> GpuResult<(Arc<Self>, Surface)> {
        let (device, surface) = Self::open(desc, Some(window))?;
        let surface = surface.ok_or_else(|| GpuError::Invalid {
            thing: "window".to_owned(),
            expected: "its surface was not made".to_owned(),
        })?;
        Ok((Arc::clone(&device), Surface::wrap(surface, &device, window)))
    }

    fn open(
        desc: &DeviceDesc,
        window: Option<&Arc<dyn WindowHandle>>,
    ) -> GpuResult<(Arc<Self>, Option<InstanceSurface>)> {
        // SAFETY: loads the system's Vulkan library, which has no initialisers that need more
        // than any library's; the entry is kept until everything else is destroyed.
        let entry =
            unsafe { ash::Entry::load() }.map_err(|source| GpuError::NoLoader { source })?;
        let messages = Arc::new(ValidationMessages::default());
        let window_extensions = match window {
            Some(window) => required_extensions(&**window)?,
            None => Vec::new(),
        };
        let instance = Instance::new(&entry, desc, &window_extensions, &messages)?;
        // After the instance, so that a failure below destroys it first.
        let surface = match window {
            // SAFETY: the instance has the window's extensions and outlives the surface: here by the
            // order of the locals, later because the surface holds the device.
            Some(window) => unsafe {
                Some(InstanceSurface::new(&entry, &instance.raw, &**window)?)
            },
            None => None,
        };

        let needed: &[&CStr] = if window.is_some() { &[ash::khr::swapchain::NAME] } else { &[] };
        let mut all = candidates(&instance.raw, needed, surface.as_ref())?;
        let infos = all.iter().map(|it| it.info.clone()).collect::<Vec<_>>();
        let mut chosen = all.swap_remove(choose(&infos, desc.gpu.as_deref())?);
        chosen.features =
            chosen.features.without(&desc.without_features).map_err(|name| GpuError::Invalid {
                thing: format!("feature '{name}'"),
                expected: "the Vulkan name of an optional feature was expected".to_owned(),
            })?;
        log::info!("GPU {}, Vulkan {}", chosen.info, version_text(chosen.properties.api_version));

        let raw = create_logical(&instance.raw, &chosen, needed)?;
        let raw = DeviceGuard(Some(raw));
        // SAFETY: the family and its first queue were asked for at creation.
        let queue = unsafe { raw.get().get_device_queue(chosen.queue_family, 0) };
        let names = Names::new(
            instance
                .has_debug_utils
                .then(|| ash::ext::debug_utils::Device::new(&instance.raw, raw.get())),
        );
        names.name(queue, "graphics queue");
        let allocator = Allocator::new(&AllocatorCreateDesc {
            instance: instance.raw.clone(),
            device: raw.get().clone(),
            physical_device: chosen.raw,
            debug_settings: gpu_allocator::AllocatorDebugSettings::default(),
            buffer_device_address: false,
            allocation_sizes: gpu_allocator::AllocationSizes::default(),
        })
        .map_err(|source| GpuError::Memory {
            name: "the allocator".to_owned(),
            size_bytes: 0,
            source,
        })?;
        names.name(raw.get().handle(), &chosen.info.name);
        let swapchain_functions =
            surface.as_ref().map(|_| ash::khr::swapchain::Device::new(&instance.raw, raw.get()));
        let feedback_functions = chosen
            .features
            .transform_feedback
            .then(|| ash::ext::transform_feedback::Device::new(&instance.raw, raw.get()));

        let (instance, messenger, raw) = (instance.raw.clone(), instance.keep(), raw.keep());
        let device = Arc::new(Self {
            allocator: ManuallyDrop::new(Arc::new(Mutex::new(allocator))),
            raw,
            messenger,
            instance,
            names,
            swapchain_functions,
            feedback_functions,
            physical: chosen.raw,
            queue: Mutex::new(queue),
            queue_family: chosen.queue_family,
            timestamp_bits: chosen.timestamp_bits,
            limits: Limits::new(&chosen.properties.limits),
            features: chosen.features,
            cache_key: CacheKey {
                vendor_id: chosen.properties.vendor_id,
                device_id: chosen.properties.device_id,
                uuid: chosen.properties.pipeline_cache_uuid,
            },
            gpu: chosen.info,
            counters: Counters::default(),
            timelines: Timelines::default(),
            messages,
            entry,
        });
        Ok((device, surface))
    }

    /// The GPU that was opened.
    pub fn gpu(&self) -> &GpuInfo {
        &self.gpu
    }

    /// What it allows.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The optional features that are switched on.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// What has been made so far.
    pub fn counters(&self) -> CounterValues {
        self.counters.values()
    }

    /// The validation layer's messages; keep the `Arc` to read them after the device is gone.
    pub fn validation_messages(&self) -> Arc<ValidationMessages> {
        Arc::clone(&self.messages)
    }

    /// Waits until the GPU has nothing left to do.
    ///
    /// # Errors
    /// A lost device.
    pub fn wait_idle(&self) -> GpuResult<()> {
        let _queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the lock keeps every other user off the queue, as this call demands.
        unsafe { self.raw.device_wait_idle() }.call("vkDeviceWaitIdle")
    }

    /// Whether images of `format` offer all of `features` with optimal tiling.
    pub fn format_offers(&self, format: vk::Format, features: vk::FormatFeatureFlags) -> bool {
        // SAFETY: the physical device belongs to this instance.
        let properties =
            unsafe { self.instance.get_physical_device_format_properties(self.physical, format) };
        properties.optimal_tiling_features.contains(features)
    }

    /// Whether a target can have so many samples a pixel.
    pub fn supports_samples(&self, count: u32) -> bool {
        let counts = self.limits.framebuffer_sample_counts;
        count.is_power_of_two() && counts.contains(vk::SampleCountFlags::from_raw(count))
    }

    /// Submits one batch.
    ///
    /// # Safety
    /// The command buffers must be recorded and not pending; whatever they use must stay alive and
    /// untouched until the signalled timeline value is reached.
    pub(super) unsafe fn submit(&self, submit: &vk::SubmitInfo2<'_>) -> GpuResult<()> {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        count(&self.counters.submits, 1);
        // SAFETY: the lock makes this thread the queue's only user; the rest is the caller's.
        unsafe { self.raw.queue_submit2(*queue, std::slice::from_ref(submit), vk::Fence::null()) }
            .call("vkQueueSubmit2")
    }

    /// Gives an image back to the window. Whether the swapchain still fits the window well.
    ///
    /// # Safety
    /// The image must be acquired from the swapchain, and the semaphores signalled by what was
    /// submitted before.
    pub(super) unsafe fn present(
        &self,
        functions: &ash::khr::swapchain::Device,
        info: &vk::PresentInfoKHR<'_>,
    ) -> Result<bool, vk::Result> {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the lock makes this thread the queue's only user; the rest is the caller's.
        unsafe { functions.queue_present(*queue, info) }.map(|is_suboptimal| !is_suboptimal)
    }

    /// Lets `work` use the queue, which nobody else does meanwhile.
    pub(super) fn with_queue<T>(&self, work: impl FnOnce(vk::Queue) -> T) -> T {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        work(*queue)
    }

    pub(super) fn raw(&self) -> &ash::Device {
        &self.raw
    }

    pub(super) fn entry(&self) -> &ash::Entry {
        &self.entry
    }

    pub(super) fn instance(&self) -> &ash::Instance {
        &self.instance
    }

    pub(super) fn physical(&self) -> vk::PhysicalDevice {
        self.physical
    }

    /// The functions for a window; an error on a device that was opened without one.
    pub(super) fn swapchain_functions(&self) -> GpuResult<&ash::khr::swapchain::Device> {
        self.swapchain_functions.as_ref().ok_or_else(|| GpuError::Invalid {
            thing: format!("GPU {}", self.gpu.name),
            expected: "it was opened for drawing off screen, not for a window".to_owned(),
        })
    }

    /// The functions for stream output; none on a device without it.
    pub(super) fn feedback_functions(&self) -> Option<&ash::ext::transform_feedback::Device> {
        self.feedback_functions.as_ref()
    }

    pub(super) fn names(&self) -> &Names {
        &self.names
    }

    pub(super) fn allocator(&self) -> &Arc<Mutex<Allocator>> {
        &self.allocator
    }

    pub(super) fn counters_live(&self) -> &Counters {
        &self.counters
    }

    pub(super) fn timelines(&self) -> &Timelines {
        &self.timelines
    }

    pub(super) fn queue_family(&self) -> u32 {
        self.queue_family
    }

    /// Bits of the queue's timestamps that count; 0 where it has none.
    pub(super) fn timestamp_bits(&self) -> u32 {
        self.timestamp_bits
    }

    pub(super) fn cache_key(&self) -> CacheKey {
        self.cache_key
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        if let Err(error) = self.wait_idle() {
            log::error!("closing the GPU: {error}");
        }
        // SAFETY: every object that holds an `Arc` of this device is gone, so nothing uses these
        // handles any more; each is destroyed once, children before parents, and the allocator,
        // which is not touched again, frees its memory while the device still exists.
        unsafe {
            ManuallyDrop::drop(&mut self.allocator);
            self.raw.destroy_device(None);
            if let Some((functions, messenger)) = self.messenger.take() {
                functions.destroy_debug_utils_messenger(messenger, None);
            }
            self.instance.destroy_instance(None);
        }
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Device").field("gpu", &self.gpu).finish_non_exhaustive()
    }
}
