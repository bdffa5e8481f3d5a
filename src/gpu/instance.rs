//! What comes before a [`Device`](super::Device): the Vulkan instance and the logical device, each destroyed again if
//! what follows fails.

use std::ffi::{CStr, CString};
use std::sync::Arc;

use ash::vk;

use super::choose::{Candidate, version_text};
use super::error::Call;
use super::validation::{self, LAYER, Validation, ValidationMessages};
use super::{DeviceDesc, GpuError, GpuResult};

/// A logical device that is destroyed if creation fails half-way.
pub(super) struct DeviceGuard(pub(super) Option<ash::Device>);

impl DeviceGuard {
    pub(super) fn get(&self) -> &ash::Device {
        self.0.as_ref().expect("only `keep`, which consumes the guard, takes it")
    }

    pub(super) fn keep(mut self) -> ash::Device {
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

pub(super) type Messenger = (ash::ext::debug_utils::Instance, vk::DebugUtilsMessengerEXT);

/// The instance while the rest is made; destroys itself unless kept.
pub(super) struct Instance {
    pub(super) raw: ash::Instance,
    messenger: Option<Messenger>,
    pub(super) has_debug_utils: bool,
    kept: bool,
}

impl Instance {
    /// Creates an instance with the extensions that a window needs, if there is one.
    pub(super) fn new(
        entry: &ash::Entry,
        desc: &DeviceDesc,
        window_extensions: &[&'static CStr],
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

        if let Some(missing) = window_extensions.iter().find(|it| !offers(it)) {
            let extension = missing.to_string_lossy().into_owned();
            return Err(GpuError::NoWindows { extension });
        }
        let mut extensions = window_extensions.iter().map(|it| it.as_ptr()).collect::<Vec<_>>();
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
    pub(super) fn keep(mut self) -> Option<Messenger> {
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

/// Creates the logical device with its features and one queue.
pub(super) fn create_logical(
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
    extensions.extend(chosen.features.extensions().map(CStr::as_ptr));
    chosen.features.with_chain(|features| {
        let info = vk::DeviceCreateInfo::default()
            .queue_create_infos(&queues)
            .enabled_extension_names(&extensions)
            .push_next(features);
        // SAFETY: the features and extensions were found on this GPU, and the chain outlives the call.
        unsafe { instance.create_device(chosen.raw, &info, None) }.call("vkCreateDevice")
    })
}
