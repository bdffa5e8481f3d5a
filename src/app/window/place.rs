//! Where the window stands: opened where it was, and remembered.

use winit::dpi::{PhysicalPosition, PhysicalSize};
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

use crate::app::AppError;
use crate::app::cli::{DrawArgs, USUAL_SIZE_PX};
use crate::app::preferences::{Preferences, WindowPlace};
use crate::gpu::{Device, GpuKind};

/// Smallest window that the panels are of use in, physical pixels.
const MIN_SIZE_PX: PhysicalSize<u32> = PhysicalSize::new(64, 64);
/// How much of a window's top edge must be on a monitor, so that it can be moved.
const VISIBLE_PX: i32 = 64;

/// Opens the window where it was the last time, as far as a monitor is there, or in the size that is asked for.
///
/// # Errors
/// The system refuses.
pub(super) fn open_window(
    event_loop: &ActiveEventLoop,
    args: &DrawArgs,
    preferences: &Preferences,
) -> Result<Window, AppError> {
    let place = &preferences.window;
    let size_px = args.size.map(|size| size.0).or(place.size_px).unwrap_or(USUAL_SIZE_PX);
    let mut attributes = Window::default_attributes()
        .with_title("Sinew")
        .with_min_inner_size(MIN_SIZE_PX)
        .with_inner_size(PhysicalSize::<u32>::from(size_px))
        .with_maximized(place.is_maximised && args.size.is_none());
    if let Some([x, y]) = place.position_px {
        let is_visible = event_loop.available_monitors().any(|monitor| {
            let (corner, size) = (monitor.position(), monitor.size());
            let holds = |at: i32, from: i32, length: u32| {
                at + VISIBLE_PX > from && i64::from(at) < i64::from(from) + i64::from(length) - 64
            };
            holds(x, corner.x, size.width) && holds(y, corner.y, size.height)
        });
        if is_visible {
            attributes = attributes.with_position(PhysicalPosition::new(x, y));
        }
    }
    event_loop
        .create_window(attributes)
        .map_err(|error| AppError::Window { what: "open", source: error.into() })
}

/// Where the window is now; what the system does not tell stays as it was `before`.
pub(super) fn place_of(window: &Window, before: &WindowPlace) -> WindowPlace {
    let is_maximised = window.is_maximized();
    if is_maximised {
        // The size to go back to is the one from before.
        return WindowPlace { is_maximised, ..before.clone() };
    }
    let position = window.outer_position().ok().map(|at| [at.x, at.y]);
    let size: [u32; 2] = window.inner_size().into();
    WindowPlace {
        position_px: position.or(before.position_px),
        size_px: if size.contains(&0) { before.size_px } else { Some(size) },
        is_maximised,
    }
}

/// A GPU in name only, for which every sample costs as much as a pixel.
pub(super) fn is_software(device: &Device) -> bool {
    device.gpu().kind == GpuKind::Cpu
}
