//! [`Owned`]: the one `Drop` for raw Vulkan handles.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use ash::vk;

use super::Device;
use super::counters::count;

/// A handle that its device knows how to destroy.
pub(super) trait Destroy: vk::Handle + Copy {
    /// Destroys the handle.
    ///
    /// # Safety
    /// The handle must be this device's, not yet destroyed, and in use by no submitted work.
    unsafe fn destroy(self, device: &ash::Device);
}

macro_rules! destroy_by {
    ($($handle:ident => $function:ident),* $(,)?) => {$(
        impl Destroy for vk::$handle {
            unsafe fn destroy(self, device: &ash::Device) {
                // SAFETY: passed on to the caller, see the trait.
                unsafe { device.$function(self, None) };
            }
        }
    )*};
}

destroy_by! {
    Buffer => destroy_buffer,
    BufferView => destroy_buffer_view,
    CommandPool => destroy_command_pool,
    DescriptorPool => destroy_descriptor_pool,
    DescriptorSetLayout => destroy_descriptor_set_layout,
    Fence => destroy_fence,
    Image => destroy_image,
    ImageView => destroy_image_view,
    Pipeline => destroy_pipeline,
    PipelineCache => destroy_pipeline_cache,
    PipelineLayout => destroy_pipeline_layout,
    QueryPool => destroy_query_pool,
    Sampler => destroy_sampler,
    Semaphore => destroy_semaphore,
    ShaderModule => destroy_shader_module,
}

/// A raw handle together with the device it belongs to; destroyed when dropped.
///
/// Whoever submitted work that uses the handle waits before dropping it, or hands it to
/// [`Frames::retire`](super::Frames::retire); else the drop waits.
pub(super) struct Owned<H: Destroy> {
    raw: H,
    device: Arc<Device>,
}

impl<H: Destroy> Owned<H> {
    /// Takes a handle over, on the line that creates it, and names it.
    ///
    /// # Safety
    /// `raw` must be a live handle of `device` that nobody else destroys.
    pub(super) unsafe fn new(device: &Arc<Device>, raw: H, name: &str) -> Self {
        let owned = Self { raw, device: Arc::clone(device) };
        device.names().name(raw, name);
        owned
    }

    /// The device that the handle belongs to.
    pub(super) fn device(&self) -> &Arc<Device> {
        &self.device
    }
}

impl<H: Destroy> Deref for Owned<H> {
    type Target = H;

    fn deref(&self) -> &H {
        &self.raw
    }
}

impl<H: Destroy + fmt::Debug> fmt::Debug for Owned<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt(f)
    }
}

impl<H: Destroy> Drop for Owned<H> {
    fn drop(&mut self) {
        if self.device.timelines().wait_before_drop(self.device.raw()) {
            count(&self.device.counters_live().drop_waits, 1);
        }
        // SAFETY: `new` was promised a live handle of this device with no other owner, and what was
        // submitted is done: waited for just now, or known to be when it was retired.
        unsafe { self.raw.destroy(self.device.raw()) };
    }
}
