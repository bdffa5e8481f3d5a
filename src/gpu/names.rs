//! The one place that debug names and labels come from. Without `VK_EXT_debug_utils` every call
//! here does nothing.

use std::ffi::CString;

use ash::vk;

/// Names objects and labels stretches of work for RenderDoc and the validation layer.
pub(super) struct Names {
    functions: Option<ash::ext::debug_utils::Device>,
}

impl Names {
    pub(super) fn new(functions: Option<ash::ext::debug_utils::Device>) -> Self {
        Self { functions }
    }

    /// Gives a handle its name; a failure to name is only worth a debug line.
    pub(super) fn name<H: vk::Handle>(&self, handle: H, name: &str) {
        let Some(functions) = &self.functions else { return };
        let text = c_string(name);
        let info =
            vk::DebugUtilsObjectNameInfoEXT::default().object_handle(handle).object_name(&text);
        // SAFETY: the handle is of this device, and whoever names it has it to itself: it was just created, is a
        // command buffer that the caller records, or memory that a lock is held for.
        if let Err(error) = unsafe { functions.set_debug_utils_object_name(&info) } {
            log::debug!("cannot name '{name}': {error}");
        }
    }

    /// Opens a labelled stretch of a command buffer.
    ///
    /// # Safety
    /// `commands` must be recording, and used by no other thread.
    pub(super) unsafe fn begin_label(&self, commands: vk::CommandBuffer, label: &str) {
        let Some(functions) = &self.functions else { return };
        let text = c_string(label);
        let info = vk::DebugUtilsLabelEXT::default().label_name(&text);
        // SAFETY: passed on to the caller, see above.
        unsafe { functions.cmd_begin_debug_utils_label(commands, &info) };
    }

    /// Closes the innermost labelled stretch.
    ///
    /// # Safety
    /// `commands` must be recording, used by no other thread, and have an open label.
    pub(super) unsafe fn end_label(&self, commands: vk::CommandBuffer) {
        let Some(functions) = &self.functions else { return };
        // SAFETY: passed on to the caller, see above.
        unsafe { functions.cmd_end_debug_utils_label(commands) };
    }
}

/// Vulkan's strings end at the first NUL, so a NUL inside a name is left out.
fn c_string(text: &str) -> CString {
    CString::new(text).unwrap_or_else(|_| {
        let bytes = text.bytes().filter(|byte| *byte != 0).collect::<Vec<_>>();
        CString::new(bytes).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_nul_in_a_name_is_left_out() {
        assert_eq!(super::c_string("clip\0 array").as_c_str(), c"clip array");
    }
}
