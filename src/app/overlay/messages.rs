//! Messages: those that just came over the picture, and all that are kept in a part of the window.

use imgui::{Condition, StyleColor, StyleVar};

use super::fonts::readable;
use super::panel::Panel;
use super::style::error_color;
use crate::app::messages::SHOWN_S;
use crate::app::{Message, Severity};

/// Most messages that lie over the picture.
const MAX_TOASTS: usize = 4;
/// Seconds in which a message fades away.
const FADE_S: f64 = 1.0;

/// The messages that just came, at the bottom and right of `left`. They take no clicks.
pub(super) fn show_toasts(panel: &Panel<'_>, left: f32) {
    let (ui, status) = (panel.ui, panel.status);
    let shown: Vec<&Message> = status.messages.shown(status.time_s).collect();
    let newest = &shown[shown.len().saturating_sub(MAX_TOASTS)..];
    let Some(last) = newest.last() else { return };
    let [width, height] = ui.io().display_size;
    let margin = ui.current_font_size() * 0.5;
    let wrap_width = (width - left - 4.0 * margin).min(ui.current_font_size() * 28.0);
    let left_s = last.time_s + SHOWN_S - status.time_s;
    let _alpha = ui.push_style_var(StyleVar::Alpha(fade(left_s)));
    let is_bad = newest.iter().any(|it| it.severity == Severity::Error);
    let border = is_bad.then(|| {
        ui.push_style_color(StyleColor::Border, error_color(panel.settings.interface.style))
    });
    let window = ui
        .window("##toasts")
        .position([left + margin, height - margin], Condition::Always)
        .position_pivot([0.0, 1.0])
        .no_decoration()
        .no_inputs()
        .always_auto_resize(true)
        .save_settings(false)
        .focus_on_appearing(false)
        .begin();
    if let Some(_window) = window {
        let _wrap = ui.push_text_wrap_pos_with_pos(wrap_width.max(margin * 8.0));
        for message in newest {
            show_message(panel, message);
        }
    }
    drop(border);
}

/// How opaque a message is that stays for so many seconds.
fn fade(left_s: f64) -> f32 {
    let ratio = (left_s / FADE_S).clamp(0.0, 1.0);
    // An eighth bit of opacity is not seen.
    (0_u8..=u8::MAX).rev().find(|it| f64::from(*it) <= ratio * 255.0).map_or(0.0, f32::from) / 255.0
}

/// All messages that are kept, newest first.
pub(super) fn show_log(panel: &Panel<'_>) {
    let mut messages: Vec<&Message> = panel.status.messages.all().collect();
    messages.reverse();
    if messages.is_empty() {
        panel.note("none");
    }
    for message in messages {
        panel.ui.text_disabled(format!("at {:.1} s", message.time_s));
        show_message(panel, message);
    }
}

fn show_message(panel: &Panel<'_>, message: &Message) {
    if message.severity == Severity::Error {
        let color = error_color(panel.settings.interface.style);
        panel.ui.text_colored(color, "Error");
    }
    panel.ui.text_wrapped(readable(&message.text));
}
