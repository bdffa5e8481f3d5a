//! The list of keys.

use imgui::Condition;

use super::panel::Panel;

/// A line of the list of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyHelp<'a> {
    /// The keys as they are marked: `W S A D`.
    pub keys: &'a str,
    /// What they do.
    pub text: &'a str,
}

/// A window in the middle, while the settings say that it is open. It has a button that closes it.
pub(super) fn show(panel: &mut Panel<'_>, keys: &[KeyHelp<'_>]) {
    if !panel.settings.interface.is_help_open {
        return;
    }
    let ui = panel.ui;
    let [width, height] = ui.io().display_size;
    let margin = ui.current_font_size();
    let max_size = [(width - margin).max(1.0), (height - margin).max(1.0)];
    let mut is_open = true;
    let window = ui
        .window("Keys")
        .opened(&mut is_open)
        .position([width * 0.5, height * 0.5], Condition::Appearing)
        .position_pivot([0.5, 0.5])
        .size_constraints([1.0, 1.0], max_size)
        .always_auto_resize(true)
        .collapsible(false)
        .save_settings(false)
        .focus_on_appearing(false)
        .begin();
    if let Some(_window) = window {
        panel.rects.enter_window(ui, ui.frame_height());
        let width =
            |line: &KeyHelp<'_>| ui.calc_text_size(line.keys)[0] + ui.current_font_size() * 1.5;
        let column = keys.iter().map(width).fold(0.0, f32::max).floor();
        let start = ui.cursor_pos()[0];
        for line in keys {
            ui.text(line.keys);
            ui.same_line_with_pos(start + column);
            ui.text(line.text);
        }
        ui.separator();
        if panel.button("Close##keys") {
            panel.settings.interface.is_help_open = false;
        }
        panel.note("In the panels: arrow keys go from item to item, Space presses and goes into a list, Enter types, Escape goes back.");
        panel.rects.leave();
    }
    if !is_open {
        panel.settings.interface.is_help_open = false;
    }
}
