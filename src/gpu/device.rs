//! [`Device`]: loader, instance, messenger, device, queue and allocator, with one lifetime.

use std::ffi::{CStr, CString};
use std::fmt;
use std::mem::ManuallyDrop;
use std::sync::{Arc, Mutex, PoisonError};

use ash::vk;
use gpu_allocator::vulkan::{Allocator, AllocatorCreateDesc};

use super::choose::{Candidate, candidates, choose, version_text};
use super::counters::{Counters, count};
use super::error::Call;
use super::names::Names;
use super::timelines::Timelines;
use super::validation::{self, LAYER, Validation, ValidationMessages};
use super::{CounterValues, Features, GpuError, GpuInfo, GpuResult, Limits};

/// How to open a GPU.
#[derive(Debug, Clone, Default)]
pub struct DeviceDesc {
    /// The program's name, for drivers and RenderDoc.
    pub app_name: String,
    /// A part of the GPU's name in any case, or its index; `None` takes the best one.
    pub gpu: Option<String>,
    /// Whether every call is checked.
    pub validation: Validation,
    /// Instance extensions that a window needs (from `ash_window`); with any of them the device
    /// gets `VK_KHR_swapchain` too. Empty for drawing off screen.
    pub surface_extensions: Vec<CString>,
}

/// An open GPU. Everything made on it holds an `Arc` of it, so it goes last.
pub struct Device {
    // `Drop` below destroys these in the order that Vulkan wants; `_entry` unloads the library and
    // is the last field, `messages` outlives the instance that writes to it.
    allocator: ManuallyDrop<Arc<Mutex<Allocator>>>,
    raw: ash::Device,
    messenger: Option<(ash::ext::debug_utils::Instance, vk::DebugUtilsMessengerEXT)>,
    instance: ash::Instance,
    names: Names,
    physical: vk::PhysicalDevice,
    queue: Mutex<vk::Queue>,
    queue_family: u32,
    gpu: GpuInfo,
    limits: Limits,
    features: Features,
    cache_key: CacheKey,
    counters: Counters,
    timelines: Timelines,
    messages: Arc<ValidationMessages>,
    _entry: ash::Entry,
}

/// What a pipeline cache must have been made by to be of use here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CacheKey {
    pub(super) vendor_id: u32,
    pub(super) device_id: u32,
    pub(super) uuid: [u8; vk::UUID_SIZE],
}

impl Device {
    /// Opens a GPU.
    ///
    /// # Errors
    /// No loader, no usable GPU (each is listed with what it lacks), no validation layer where one
    /// was asked for, or what Vulkan says.
    pub fn new(desc: &DeviceDesc) -> GpuResult<Arc<Self>> {
        // SAFETY: loads the system's Vulkan library, which has no initialisers that need more
        // than any library's; the entry is kept until everything else is destroyed.
        let entry =
            unsafe { ash::Entry::load() }.map_err(|source| GpuError::NoLoader { source })?;
        let messages = Arc::new(ValidationMessages::default());
        let instance = Instance::new(&entry, desc, &messages)?;

        let needed: &[&CStr] =
            if desc.surface_extensions.is_empty() { &[] } else { &[ash::khr::swapchain::NAME] };
        let mut all = candidates(&instance.raw, needed)?;
        let infos = all.iter().map(|it| it.info.clone()).collect::<Vec<_>>();
        let chosen = all.swap_remove(choose(&infos, desc.gpu.as_deref())?);
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

        let (instance, messenger, raw) = (instance.raw.clone(), instance.keep(), raw.keep());
        Ok(Arc::new(Self {
            allocator: ManuallyDrop::new(Arc::new(Mutex::new(allocator))),
            raw,
            messenger,
            instance,
            names,
            physical: chosen.raw,
            queue: Mutex::new(queue),
            queue_family: chosen.queue_family,
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
            _entry: entry,
        }))
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

    pub(super) fn raw(&self) -> &ash::Device {
        &self.raw
    }

    pub(super) fn names(&self) -> &Names {
        &self.names
    }

    pub(super) fn allocator(&self) -> &Mutex<Allocator> {
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

/// A logical device that is destroyed if creation fails half-way.
struct DeviceGuard(Option<ash::Device>);

impl DeviceGuard {
    fn get(&self) -> &ash::Device {
        self.0.as_ref().expect("only `keep`, which consumes the guard, takes it")
    }

    fn keep(mut self) -> ash::Device {
        self.0.take().expect("only `keep`, which consumes the guard, takes it")
    }
}

impl Drop for DeviceGuard {
    fn drop(&mut self) {
        if let Some(raw) = self.0.take() {
            // SAFETY: nothing else was made on it yet.
            unsafe { raw.destroy_device(None) };
        }
    }
}

type Messenger = (ash::ext::debug_utils::Instance, vk::DebugUtilsMessengerEXT);

/// The instance while the rest is made; destroys itself unless kept.
struct Instance {
    raw: ash::Instance,
    messenger: Option<Messenger>,
    has_debug_utils: bool,
    kept: bool,
}

impl Instance {
    fn new(
        entry: &ash::Entry,
        desc: &DeviceDesc,
        messages: &Arc<ValidationMessages>,
    ) -> GpuResult<Self> {
        // SAFETY: asks the loader only; the same holds for the two queries below.
        let version = unsafe { entry.try_enumerate_instance_version() }
            .call("vkEnumerateInstanceVersion")?
            .unwrap_or(vk::API_VERSION_1_0);
        if version < vk::API_VERSION_1_3 {
            return Err(GpuError::OldLoader { found: version_text(version) });
        }
        // SAFETY: as above.
        let mut offered = unsafe { entry.enumerate_instance_extension_properties(None) }
            .call("vkEnumerateInstanceExtensionProperties")?;
        let validate = desc.validation == Validation::On;
        if validate {
            // SAFETY: as above.
            let layers = unsafe { entry.enumerate_instance_layer_properties() }
                .call("vkEnumerateInstanceLayerProperties")?;
            if !layers.iter().any(|it| it.layer_name_as_c_str() == Ok(LAYER)) {
                return Err(GpuError::NoValidationLayer { layer: "VK_LAYER_KHRONOS_validation" });
            }
            // SAFETY: as above; the layer is there.
            let of_layer = unsafe { entry.enumerate_instance_extension_properties(Some(LAYER)) }
                .call("vkEnumerateInstanceExtensionProperties")?;
            offered.extend(of_layer);
        }
        let offers =
            |name: &CStr| offered.iter().any(|it| it.extension_name_as_c_str() == Ok(name));

        let mut extensions =
            desc.surface_extensions.iter().map(|it| it.as_ptr()).collect::<Vec<_>>();
        let has_debug_utils = offers(ash::ext::debug_utils::NAME);
        if has_debug_utils {
            extensions.push(ash::ext::debug_utils::NAME.as_ptr());
        }
        let has_validation_features = validate && offers(ash::ext::validation_features::NAME);
        if has_validation_features {
            extensions.push(ash::ext::validation_features::NAME.as_ptr());
        }
        // Without this the loader hides drivers that are not fully conformant, MoltenVK above all.
        let mut flags = vk::InstanceCreateFlags::empty();
        if offers(ash::khr::portability_enumeration::NAME) {
            extensions.push(ash::khr::portability_enumeration::NAME.as_ptr());
            flags |= vk::InstanceCreateFlags::ENUMERATE_PORTABILITY_KHR;
        }

        let app_name = CString::new(desc.app_name.replace('\0', "")).unwrap_or_default();
        let app = vk::ApplicationInfo::default()
            .application_name(&app_name)
            .engine_name(c"sinew")
            .api_version(vk::API_VERSION_1_3);
        let layers = [LAYER.as_ptr()];
        let checks = [vk::ValidationFeatureEnableEXT::SYNCHRONIZATION_VALIDATION];
        let mut features =
            vk::ValidationFeaturesEXT::default().enabled_validation_features(&checks);
        // Chained, so that creating and destroying the instance itself is watched too.
        let mut chained = validation::messenger_info(messages);
        let mut info = vk::InstanceCreateInfo::default()
            .flags(flags)
            .application_info(&app)
            .enabled_extension_names(&extensions);
        if validate {
            info = info.enabled_layer_names(&layers);
            if has_debug_utils {
                info = info.push_next(&mut chained);
            }
            if has_validation_features {
                info = info.push_next(&mut features);
            }
        }
        // SAFETY: every extension and layer named was offered, and the whole chain outlives the
        // call; `messages` outlives the instance (see `Device`).
        let created = unsafe { entry.create_instance(&info, None) };
        if created.as_ref().err() == Some(&vk::Result::ERROR_INCOMPATIBLE_DRIVER) {
            // The loader's word for "there is no driver at all".
            return Err(GpuError::NoUsableGpu { gpus: Vec::new() });
        }
        let raw = created.call("vkCreateInstance")?;
        let mut instance = Self { raw, messenger: None, has_debug_utils, kept: false };
        if validate && has_debug_utils {
            let functions = ash::ext::debug_utils::Instance::new(entry, &instance.raw);
            // SAFETY: the extension is enabled; `messages` outlives the messenger.
            let messenger = unsafe {
                functions
                    .create_debug_utils_messenger(&validation::messenger_info(messages), None)
                    .call("vkCreateDebugUtilsMessengerEXT")?
            };
            instance.messenger = Some((functions, messenger));
        }
        Ok(instance)
    }

    /// Ends the guard's duty; the instance itself was cloned out of `raw`.
    fn keep(mut self) -> Option<Messenger> {
        self.kept = true;
        self.messenger.take()
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        if self.kept {
            return;
        }
        // SAFETY: creation failed, so nothing else was made of this instance, or is gone already.
        unsafe {
            if let Some((functions, messenger)) = self.messenger.take() {
                functions.destroy_debug_utils_messenger(messenger, None);
            }
            self.raw.destroy_instance(None);
        }
    }
}

fn create_logical(
    instance: &ash::Instance,
    chosen: &Candidate,
    needed_extensions: &[&CStr],
) -> GpuResult<ash::Device> {
    let mut extensions = needed_extensions.iter().map(|it| it.as_ptr()).collect::<Vec<_>>();
    // A device that lists it demands it (Vulkan, VUID-VkDeviceCreateInfo-pProperties-04451).
    let portability = ash::khr::portability_subset::NAME;
    if chosen.extensions.iter().any(|it| it.as_bytes() == portability.to_bytes()) {
        extensions.push(portability.as_ptr());
    }
    let priorities = [1.0];
    let queues = [vk::DeviceQueueCreateInfo::default()
        .queue_family_index(chosen.queue_family)
        .queue_priorities(&priorities)];
    let mut v11 = vk::PhysicalDeviceVulkan11Features::default().shader_draw_parameters(true);
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default()
        .timeline_semaphore(true)
        .sampler_mirror_clamp_to_edge(chosen.features.sampler_mirror_clamp_to_edge)
        .scalar_block_layout(true);
    let mut v13 = vk::PhysicalDeviceVulkan13Features::default()
        .dynamic_rendering(true)
        .synchronization2(true)
        .maintenance4(true)
        .robust_image_access(true)
        .shader_demote_to_helper_invocation(true)
        .shader_terminate_invocation(true);
    let mut features = vk::PhysicalDeviceFeatures2::default().features(chosen.features.core());
    let info = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queues)
        .enabled_extension_names(&extensions)
        .push_next(&mut v11)
        .push_next(&mut v12)
        .push_next(&mut v13)
        .push_next(&mut features);
    // SAFETY: the features and extensions were found on this GPU, and the chain outlives the call.
    unsafe { instance.create_device(chosen.raw, &info, None) }.call("vkCreateDevice")
}
