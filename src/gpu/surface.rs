//! [`Surface`]: what Vulkan knows of a window.

use std::ffi::CStr;
use std::fmt;
use std::sync::Arc;

use ash::vk;
use raw_window_handle::{HasDisplayHandle, HasWindowHandle};

use super::error::Call;
use super::{Device, GpuError, GpuResult};

/// A window that can be drawn to, whatever crate made it. An `Arc` of it is kept for as long as Vulkan knows it.
pub trait WindowHandle: HasWindowHandle + HasDisplayHandle + Send + Sync + 'static {}

impl<T: HasWindowHandle + HasDisplayHandle + Send + Sync + 'static> WindowHandle for T {}

/// A window's surface. After one is lost, another one can be made of the same window; one of them at a time can have a
/// swapchain.
pub struct Surface {
    // The surface goes before the instance, which the device owns, and before the window.
    handle: InstanceSurface,
    device: Arc<Device>,
    _window: Arc<dyn WindowHandle>,
}

impl Surface {
    /// Makes a surface for a window on a device that was opened for one; after a surface is lost, for the
    /// same window.
    ///
    /// # Errors
    /// A device that was opened for drawing off screen, one that cannot present to the window, or a window
    /// that is gone.
    pub fn new(device: &Arc<Device>, window: &Arc<dyn WindowHandle>) -> GpuResult<Self> {
        device.swapchain_functions()?;
        // SAFETY: the device was opened for a window of this system, so its instance has the
        // extensions, and the surface holds the device.
        let handle = unsafe {
            let handle = InstanceSurface::new(device.entry(), device.instance(), &**window)?;
            if !handle.is_presented_to_by(device.physical(), device.queue_family())? {
                return Err(GpuError::CannotPresent { gpu: device.gpu().name.clone() });
            }
            handle
        };
        Ok(Self::wrap(handle, device, window))
    }

    /// Takes over a surface of the device's instance.
    pub(super) fn wrap(
        handle: InstanceSurface,
        device: &Arc<Device>,
        window: &Arc<dyn WindowHandle>,
    ) -> Self {
        // Without a debug name: Mesa 22.3 takes the loader's surface for an object of its own, and crashes.
        Self { handle, device: Arc::clone(device), _window: Arc::clone(window) }
    }

    /// The device that presents to it.
    pub fn device(&self) -> &Arc<Device> {
        &self.device
    }

    pub(super) fn raw(&self) -> vk::SurfaceKHR {
        self.handle.raw
    }

    /// Its size, numbers of images and usages at this moment.
    pub(super) fn capabilities(&self) -> Result<vk::SurfaceCapabilitiesKHR, vk::Result> {
        let physical = self.device.physical();
        // SAFETY: surface and GPU are of one instance; the GPU presents to the surface.
        unsafe {
            self.handle
                .functions
                .get_physical_device_surface_capabilities(physical, self.handle.raw)
        }
    }

    /// The formats that its images can have.
    pub(super) fn formats(&self) -> Result<Vec<vk::SurfaceFormatKHR>, vk::Result> {
        let physical = self.device.physical();
        // SAFETY: as above.
        unsafe {
            self.handle.functions.get_physical_device_surface_formats(physical, self.handle.raw)
        }
    }
}

impl fmt::Debug for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surface").field("raw", &self.handle.raw).finish_non_exhaustive()
    }
}

/// A raw surface, destroyed when dropped. Whoever holds it keeps its instance.
pub(super) struct InstanceSurface {
    raw: vk::SurfaceKHR,
    functions: ash::khr::surface::Instance,
}

impl InstanceSurface {
    /// Makes the surface of a window.
    ///
    /// # Safety
    /// The instance must have been made by `entry`, with the window's [`required_extensions`], and outlive the result,
    /// and so must the window.
    pub(super) unsafe fn new(
        entry: &ash::Entry,
        instance: &ash::Instance,
        window: &dyn WindowHandle,
    ) -> GpuResult<Self> {
        let no_handle = |source| GpuError::NoWindowHandle { source };
        let display_handle = window.display_handle().map_err(no_handle)?.as_raw();
        let window_handle = window.window_handle().map_err(no_handle)?.as_raw();
        let functions = ash::khr::surface::Instance::new(entry, instance);
        // SAFETY: both handles come from the same living window; the rest is the caller's.
        let raw = unsafe {
            ash_window::create_surface(entry, instance, display_handle, window_handle, None)
        }
        .call("creating the window's surface")?;
        Ok(Self { raw, functions })
    }

    /// Whether a queue family of a GPU presents to it.
    ///
    /// # Safety
    /// The GPU must be of the same instance and have the family.
    pub(super) unsafe fn is_presented_to_by(
        &self,
        gpu: vk::PhysicalDevice,
        family: u32,
    ) -> GpuResult<bool> {
        // SAFETY: passed on to the caller, see above.
        unsafe { self.functions.get_physical_device_surface_support(gpu, family, self.raw) }
            .call("vkGetPhysicalDeviceSurfaceSupportKHR")
    }
}

impl Drop for InstanceSurface {
    fn drop(&mut self) {
        // SAFETY: `new` was promised that the instance still lives; its swapchain, which holds the
        // `Surface`, went first.
        unsafe { self.functions.destroy_surface(self.raw, None) };
    }
}

/// The instance extensions that a window's surface needs.
pub(super) fn required_extensions(window: &dyn WindowHandle) -> GpuResult<Vec<&'static CStr>> {
    let display =
        window.display_handle().map_err(|source| GpuError::NoWindowHandle { source })?.as_raw();
    let names = ash_window::enumerate_required_extensions(display)
        .call("finding the extensions for the window's system")?;
    // SAFETY: these are constants of the crate, each ended by a NUL.
    Ok(names.iter().map(|name| unsafe { CStr::from_ptr(*name) }).collect())
}
