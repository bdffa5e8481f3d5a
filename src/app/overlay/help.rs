//! The list of keys.

use imgui::{Condition, Ui};

use super::panel::Panel;

/// Most columns of keys.
const MAX_COLUMNS: usize = 4;
const IN_PANELS: &str = "In the panels: arrow keys go from item to item, Space or Enter presses and goes into a list, \
                         Enter types in a field, Escape goes back.";

/// A window in the middle, while the settings say that it is open. It has a button that closes it.
pub(super) fn show(panel: &mut Panel<'_>, rows: &[(String, &str)]) {
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
        // Above the list, to be in sight however long that is.
        if panel.button("Close##keys") {
            panel.settings.interface.is_help_open = false;
        }
        ui.separator();
        show_rows(ui, rows, max_size);
        ui.separator();
        let _wrap = ui.push_text_wrap_pos_with_pos(max_size[0].min(ui.current_font_size() * 40.0));
        panel.note(IN_PANELS);
        panel.rects.leave();
    }
    if !is_open {
        panel.settings.interface.is_help_open = false;
    }
}

/// The rows, in as many columns as it takes to see all of them, if there is room for so many.
fn show_rows(ui: &Ui, rows: &[(String, &str)], max_size: [f32; 2]) {
    let gap = (ui.current_font_size() * 1.5).floor();
    let widest = |texts: &mut dyn Iterator<Item = &str>| {
        texts.map(|text| ui.calc_text_size(text)[0]).fold(0.0, f32::max).ceil()
    };
    let keys_width = widest(&mut rows.iter().map(|(keys, _)| keys.as_str())) + gap;
    let row_width = keys_width + widest(&mut rows.iter().map(|(_, text)| *text)) + gap;
    // Title, button, lines and note take about eight rows.
    let room = max_size[1] - 8.0 * ui.frame_height_with_spacing();
    let row_height = ui.text_line_height_with_spacing();
    let is_enough = |count: usize| rows.len().div_ceil(count) as f32 * row_height <= room;
    let is_last = |count: usize| (count + 1) as f32 * row_width > max_size[0];
    let column_count = (1..MAX_COLUMNS).find(|&it| is_enough(it) || is_last(it));
    let start = ui.cursor_pos()[0];
    let rows_a_column = rows.len().div_ceil(column_count.unwrap_or(MAX_COLUMNS)).max(1);
    for (index, column) in rows.chunks(rows_a_column).enumerate() {
        let x = start + index as f32 * row_width;
        if index > 0 {
            ui.same_line_with_pos(x);
        }
        ui.group(|| {
            for (keys, text) in column {
                ui.text(keys);
                // From the start of the group.
                ui.same_line_with_pos(keys_width);
                ui.text(text);
            }
        });
    }
}
