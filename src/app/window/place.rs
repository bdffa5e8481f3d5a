//! Where the window stands: opened where it was, and remembered.

use winit::dpi::{PhysicalPosition, PhysicalSize};
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

use super::failed;
use crate::app::AppError;
use crate::app::cli::{DrawArgs, USUAL_SIZE_PX};
use crate::app::preferences::{Preferences, SIDES_PX, WindowPlace};

/// Smallest window that the panels are of use in, physical pixels.
const MIN_SIZE_PX: PhysicalSize<u32> = PhysicalSize::new(SIDES_PX[0], SIDES_PX[0]);
/// How far the corner of a window may lie left of a monitor and above it, and how much of the monitor must lie right
/// and below of it, so that the window can be moved.
const VISIBLE_PX: i64 = 64;

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
    if let Some([x, y]) = place.position_px
        && event_loop
            .available_monitors()
            .any(|monitor| shows([x, y], monitor.position().into(), monitor.size().into()))
    {
        attributes = attributes.with_position(PhysicalPosition::new(x, y));
    }
    event_loop.create_window(attributes).map_err(|error| failed("open", &error))
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

/// Whether enough of a window with its corner there is on a monitor.
fn shows(window_px: [i32; 2], monitor_px: [i32; 2], monitor_size_px: [u32; 2]) -> bool {
    [0, 1].into_iter().all(|axis| {
        let at = i64::from(window_px[axis]) - i64::from(monitor_px[axis]);
        (1 - VISIBLE_PX..i64::from(monitor_size_px[axis]) - VISIBLE_PX).contains(&at)
    })
}

#[cfg(test)]
mod tests {
    use super::shows;

    #[test]
    fn windows_are_opened_where_they_can_be_moved() {
        for (window_px, expected) in [
            ([0, 0], true),
            // A system's invisible border.
            ([-8, 0], true),
            ([-64, 0], false),
            ([0, -64], false),
            ([1855, 1015], true),
            ([1856, 0], false),
            ([0, 1016], false),
            ([i32::MIN, 0], false),
            ([i32::MAX, i32::MAX], false),
        ] {
            assert_eq!(shows(window_px, [0, 0], [1920, 1080]), expected, "{window_px:?}");
            let [x, y] = window_px;
            let moved = [x.saturating_sub(1920), y];
            assert_eq!(shows(moved, [-1920, 0], [1920, 1080]), expected, "{moved:?}");
        }
    }
}
