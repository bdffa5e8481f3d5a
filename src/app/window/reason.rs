//! Why the system opens no window, in words for the user: winit's own begin with a path of its sources.

use std::ffi::OsString;

use winit::error::EventLoopError;

/// Why there is no display.
pub(super) fn no_display(error: &EventLoopError) -> String {
    let said = error.to_string();
    log::debug!("{said}");
    let reason = without_place(&said);
    if cfg!(all(unix, not(target_vendor = "apple"))) {
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        no_x_server(set("DISPLAY"), set("WAYLAND_DISPLAY"), reason)
    } else {
        reason.to_owned()
    }
}

/// A library without which winit does not open a window but panics.
#[cfg(all(unix, not(target_vendor = "apple")))]
pub(super) fn missing_library() -> Option<&'static str> {
    if xkbcommon_dl::xkbcommon_option().is_none() {
        Some("the library libxkbcommon is not installed")
    } else if xkbcommon_dl::x11::xkbcommon_x11_option().is_none() {
        Some("the library libxkbcommon-x11 is not installed")
    } else {
        None
    }
}

/// Elsewhere, windows come with the system.
#[cfg(not(all(unix, not(target_vendor = "apple"))))]
pub(super) fn missing_library() -> Option<&'static str> {
    None
}

fn no_x_server(display: Option<OsString>, wayland: Option<OsString>, reason: &str) -> String {
    match (display, wayland) {
        (Some(display), _) => {
            let hint = if reason.contains("shared libraries") {
                " (libX11, libX11-xcb, libXcursor and libXi are needed)"
            } else {
                ""
            };
            format!("no X server can be used at DISPLAY={}: {reason}{hint}", display.display())
        }
        (None, Some(_)) => "DISPLAY is not set; on Wayland, windows need Xwayland".to_owned(),
        (None, None) => "DISPLAY is not set".to_owned(),
    }
}

/// What winit says, without the place in its sources that it puts before: `os error at PATH.rs:LINE: REASON`.
pub(super) fn without_place(said: &str) -> &str {
    said.strip_prefix("os error at ")
        .and_then(|it| it.split_once(".rs:"))
        .and_then(|(_, it)| it.split_once(": "))
        .map_or(said, |(_, reason)| reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_the_display_is_named() {
        for (display, wayland, expected) in [
            (Some(":9"), None, "no X server can be used at DISPLAY=:9: it is gone"),
            (Some(":9"), Some("wayland-0"), "no X server can be used at DISPLAY=:9: it is gone"),
            (None, Some("wayland-0"), "DISPLAY is not set; on Wayland, windows need Xwayland"),
            (None, None, "DISPLAY is not set"),
        ] {
            let found = no_x_server(display.map(Into::into), wayland.map(Into::into), "it is gone");
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn no_path_of_winits_is_left() {
        for said in
            ["os error at /a b/mod.rs:7: it: is gone", r"os error at C:\a\mod.rs:7: it: is gone"]
        {
            assert_eq!(without_place(said), "it: is gone");
        }
        for said in ["it is gone", "os error at 7", "os error at a.rs:7"] {
            assert_eq!(without_place(said), said);
        }
    }

    #[test]
    fn libraries_that_x_needs_are_named() {
        let said = "Failed to load one of xlib's shared libraries";
        let reason = no_x_server(Some(":0".into()), None, said);
        assert!(reason.contains(said) && reason.contains("libXcursor and libXi"), "{reason}");
        let reason = no_x_server(Some(":0".into()), None, "Failed to open connection to X server");
        assert!(!reason.contains("libXi"), "{reason}");
    }
}
