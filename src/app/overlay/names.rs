//! Names from model files as they are shown: on one line, within a width, never empty.

use std::borrow::Cow;

use imgui::Ui;

use super::fonts::readable;

/// Longest name that is shown, in characters; no panel is wide enough for more.
const MAX_CHARS: usize = 160;

/// A name on one line, of bounded length, and never empty.
pub(super) fn shown(name: &str) -> Cow<'_, str> {
    if name.trim().is_empty() {
        return Cow::Borrowed("(no name)");
    }
    let end = name.char_indices().nth(MAX_CHARS).map_or(name.len(), |(end, _)| end);
    if end == name.len() && name.bytes().all(|it| matches!(it, b' '..=b'~')) {
        return Cow::Borrowed(name);
    }
    let mut line = readable(&name[..end]);
    if end < name.len() {
        line.push('…');
    }
    Cow::Owned(line)
}

/// As much of the text as a width holds, with an ellipsis for the rest.
pub(super) fn fitted<'a>(ui: &Ui, text: &'a str, width: f32) -> Cow<'a, str> {
    if ui.calc_text_size(text)[0] <= width {
        return Cow::Borrowed(text);
    }
    let with_ellipsis = |end: usize| format!("{}…", text[..end].trim_end());
    let ends: Vec<usize> = text.char_indices().map(|(start, _)| start).collect();
    // Longer is wider: the last end that still fits, or the empty text.
    let count = ends.partition_point(|&end| ui.calc_text_size(with_ellipsis(end))[0] <= width);
    Cow::Owned(with_ellipsis(ends.get(count.saturating_sub(1)).copied().unwrap_or(0)))
}

/// A name in what is left of the line; where it is cut, the mouse shows all of it.
pub(super) fn show(ui: &Ui, name: &str) {
    let name = shown(name);
    let fitted = fitted(ui, &name, ui.content_region_avail()[0]);
    ui.text(&fitted);
    if matches!(fitted, Cow::Owned(_)) && ui.is_item_hovered() {
        ui.tooltip(|| {
            let _wrap = ui.push_text_wrap_pos_with_pos(ui.current_font_size() * 25.0);
            ui.text_wrapped(&name);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_on_one_line_of_bounded_length() {
        assert_eq!(shown("Run"), "Run");
        assert_eq!(shown(""), "(no name)");
        assert_eq!(shown(" \n"), "(no name)");
        assert_eq!(shown("two\nlines"), "two\\nlines");
        let long = "가".repeat(10_000);
        assert_eq!(shown(&long).chars().count(), MAX_CHARS + 1);
    }
}
