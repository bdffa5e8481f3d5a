//! [`Panel`]: what the code of one panel works with, and the widgets that all of them share.
//!
//! Every widget that a user can press records its place under a stable name: see [`ItemRects`]. Text that comes from
//! a model never becomes the label of a widget, where ImGui would read `##` in it as part of an id.

use std::collections::BTreeMap;
use std::fmt;

use imgui::{ItemWidthStackToken, StyleColor, TreeNodeFlags, Ui};

use super::style::error_color;
use crate::app::{Action, Settings, Status};

/// What a panel reads, edits and asks for.
pub(super) struct Panel<'a> {
    pub(super) ui: &'a Ui,
    pub(super) status: &'a Status<'a>,
    pub(super) settings: &'a mut Settings,
    pub(super) actions: &'a mut Vec<Action>,
    pub(super) rects: &'a mut ItemRects,
}

impl<'a> Panel<'a> {
    /// A button; true when it was pressed.
    pub(super) fn button(&mut self, label: &str) -> bool {
        let is_pressed = self.ui.button(label);
        self.record(name_of(label));
        is_pressed
    }

    /// A button that says why it cannot be pressed, if it cannot.
    pub(super) fn button_unless(&mut self, label: &str, obstacle: Option<&str>) -> bool {
        let is_pressed = {
            let _disabled = self.ui.begin_disabled(obstacle.is_some());
            self.button(label)
        };
        if let Some(why) = obstacle {
            self.note(why);
        }
        is_pressed
    }

    /// A check box; returns the value that it has now.
    pub(super) fn checkbox(&mut self, label: &str, value: bool) -> bool {
        let mut value = value;
        self.ui.checkbox(label, &mut value);
        self.record(name_of(label));
        value
    }

    /// One choice of several, in a group that gives its name; true when it was chosen.
    pub(super) fn choice(&mut self, group: &str, label: &str, is_chosen: bool) -> bool {
        let _id = self.ui.push_id(group);
        let is_pressed = self.ui.radio_button_bool(label, is_chosen);
        self.rects.record(self.ui, format_args!("{group}:{label}"));
        is_pressed && !is_chosen
    }

    /// The heading of a part of the window; true while the part is open.
    pub(super) fn header(&mut self, label: &str, is_open_at_first: bool) -> bool {
        let mut flags = TreeNodeFlags::empty();
        flags.set(TreeNodeFlags::DEFAULT_OPEN, is_open_at_first);
        let is_open = self.ui.collapsing_header(label, flags);
        self.rects.record(self.ui, format_args!("header:{}", name_of(label)));
        is_open
    }

    /// As [`Self::header`], within a part.
    pub(super) fn subheader(&mut self, label: &str) -> bool {
        let token = self.ui.tree_node_config(label).tree_push_on_open(false).push();
        self.rects.record(self.ui, format_args!("header:{}", name_of(label)));
        token.is_some()
    }

    /// Makes the fields that follow so wide that the widest of their labels fits beside them.
    pub(super) fn push_field_width(&self, labels: &[&str]) -> ItemWidthStackToken<'a> {
        let widths = labels.iter().map(|label| self.ui.calc_text_size(label)[0].ceil());
        let gap = self.ui.clone_style().item_inner_spacing[0];
        self.ui.push_item_width(-(widths.fold(0.0, f32::max) + gap))
    }

    /// Dim text of several lines.
    pub(super) fn note(&self, text: &str) {
        let color = self.ui.style_color(StyleColor::TextDisabled);
        let _color = self.ui.push_style_color(StyleColor::Text, color);
        self.ui.text_wrapped(text);
    }

    /// Text of several lines that says what is wrong.
    pub(super) fn complaint(&self, text: &str) {
        let color = error_color(self.settings.interface.style);
        let _color = self.ui.push_style_color(StyleColor::Text, color);
        self.ui.text_wrapped(text);
    }

    /// Records the place of the last widget.
    pub(super) fn record(&mut self, name: &str) {
        self.rects.record(self.ui, format_args!("{name}"));
    }
}

/// The name of a widget, from its label: what ImGui makes an id of alone where the label says so, otherwise what it
/// shows.
fn name_of(label: &str) -> &str {
    match label.split_once("###") {
        Some((_, name)) => name,
        None => label.split("##").next().unwrap_or(label),
    }
}

/// Where the widgets of the last frame are, by name, for those that drive the panels as a user would: tests and
/// `--trace`.
///
/// A widget has a place while its middle can be clicked, as far as the window that it is in goes: what is scrolled
/// out of view has none. Of several with one name the first keeps it; the others get `#2`, `#3` and so on.
#[derive(Debug, Default)]
pub(super) struct ItemRects {
    pub(super) is_recording: bool,
    rects: BTreeMap<String, [f32; 4]>,
    /// Minimum and maximum of what the windows let through that are being built, innermost last.
    clips: Vec<[f32; 4]>,
    /// Names of the widgets that hold the mouse or the keyboard: two at once share an id.
    #[cfg(test)]
    pub(super) active: Vec<String>,
    /// Names of the widgets that the arrow keys are at.
    #[cfg(test)]
    pub(super) focused: Vec<String>,
}

impl ItemRects {
    /// x, y, width and height in logical pixels.
    pub(super) fn all(&self) -> &BTreeMap<String, [f32; 4]> {
        &self.rects
    }

    /// Forgets the last frame.
    pub(super) fn clear(&mut self) {
        self.rects.clear();
        self.clips.clear();
        #[cfg(test)]
        {
            self.active.clear();
            self.focused.clear();
        }
    }

    /// The window that was just begun stands by itself; its title takes so much of its top.
    pub(super) fn enter_window(&mut self, ui: &Ui, title_height: f32) {
        let ([x, y], [width, height]) = (ui.window_pos(), ui.window_size());
        let [display_width, display_height] = ui.io().display_size;
        self.clips.push([
            x.max(0.0),
            (y + title_height).max(0.0),
            (x + width).min(display_width),
            (y + height).min(display_height),
        ]);
    }

    /// The window that was just begun is a part of the one around it.
    pub(super) fn enter_child(&mut self, ui: &Ui) {
        let ([x, y], [width, height]) = (ui.window_pos(), ui.window_size());
        let [min_x, min_y, max_x, max_y] =
            self.clips.last().copied().unwrap_or([f32::MIN, f32::MIN, f32::MAX, f32::MAX]);
        self.clips.push([
            x.max(min_x),
            y.max(min_y),
            (x + width).min(max_x),
            (y + height).min(max_y),
        ]);
    }

    /// The innermost window is complete.
    pub(super) fn leave(&mut self) {
        self.clips.pop();
    }

    /// Records the place of the last widget.
    pub(super) fn record(&mut self, ui: &Ui, name: fmt::Arguments<'_>) {
        if !self.is_recording {
            return;
        }
        let name = self.free_name(name.to_string());
        #[cfg(test)]
        {
            self.active.extend(ui.is_item_active().then(|| name.clone()));
            self.focused.extend(ui.is_item_focused().then(|| name.clone()));
        }
        let ([x, y], [width, height]) = (ui.item_rect_min(), ui.item_rect_size());
        let (middle_x, middle_y) = (x + width * 0.5, y + height * 0.5);
        let is_inside = self.clips.last().is_none_or(|&[min_x, min_y, max_x, max_y]| {
            (min_x..max_x).contains(&middle_x) && (min_y..max_y).contains(&middle_y)
        });
        if is_inside {
            self.rects.insert(name, [x, y, width, height]);
        }
    }

    fn free_name(&self, name: String) -> String {
        if !self.rects.contains_key(&name) {
            return name;
        }
        (2_usize..)
            .map(|count| format!("{name}#{count}"))
            .find(|it| !self.rects.contains_key(it))
            .unwrap_or(name)
    }
}
