//! Messages of the validation layers: logged, and counted so that tests can demand silence.

use std::ffi::{CStr, c_void};
use std::sync::{Arc, Mutex, PoisonError};

use ash::vk;

/// Whether the validation layer checks every call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Validation {
    /// Calls go straight to the driver.
    #[default]
    Off,
    /// Core and synchronization validation; much slower. Creation fails if the layer is missing.
    On,
}

/// The layer that both kinds of validation live in.
pub(super) const LAYER: &CStr = c"VK_LAYER_KHRONOS_validation";

/// What the validation layer has said so far. It outlives the device, so that messages about
/// leaks, which come when the device is destroyed, are counted too.
#[derive(Debug, Default)]
pub struct ValidationMessages {
    messages: Mutex<Vec<String>>,
}

impl ValidationMessages {
    /// Every warning and error of the layer, in order.
    pub fn all(&self) -> Vec<String> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many warnings and errors there were.
    pub fn count(&self) -> usize {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn push(&self, message: String) {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    }
}

/// Describes the messenger, for instance creation (chained) and afterwards.
///
/// The pointer that it holds is only good while `messages` lives.
pub(super) fn messenger_info(
    messages: &Arc<ValidationMessages>,
) -> vk::DebugUtilsMessengerCreateInfoEXT<'static> {
    vk::DebugUtilsMessengerCreateInfoEXT::default()
        .message_severity(
            vk::DebugUtilsMessageSeverityFlagsEXT::WARNING
                | vk::DebugUtilsMessageSeverityFlagsEXT::ERROR,
        )
        .message_type(
            vk::DebugUtilsMessageTypeFlagsEXT::GENERAL
                | vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION
                | vk::DebugUtilsMessageTypeFlagsEXT::PERFORMANCE,
        )
        .pfn_user_callback(Some(on_message))
        .user_data(Arc::as_ptr(messages).cast_mut().cast())
}

unsafe extern "system" fn on_message(
    severity: vk::DebugUtilsMessageSeverityFlagsEXT,
    kind: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    messages: *mut c_void,
) -> vk::Bool32 {
    // SAFETY: the layer passes a valid `data` for the length of this call, with a null or
    // terminated message, and `messages` is the pointer given in `messenger_info`, whose `Arc` the
    // device drops after the messenger and the instance are destroyed.
    let (text, messages) = unsafe {
        let text = match data.as_ref() {
            Some(data) if !data.p_message.is_null() => {
                CStr::from_ptr(data.p_message).to_string_lossy().into_owned()
            }
            _ => String::new(),
        };
        (text, messages.cast::<ValidationMessages>().as_ref())
    };
    // The loader itself sends general messages about drivers of other machines: noise, not faults.
    if kind == vk::DebugUtilsMessageTypeFlagsEXT::GENERAL {
        log::debug!("vulkan: {text}");
        return vk::FALSE;
    }
    if severity.contains(vk::DebugUtilsMessageSeverityFlagsEXT::ERROR) {
        log::error!("validation: {text}");
    } else {
        log::warn!("validation: {text}");
    }
    if let Some(messages) = messages {
        messages.push(text);
    }
    vk::FALSE
}
