//! [`NumberField`]: a number with a box to type into and buttons that step it, as ImGui's `InputInt` and
//! `InputFloat` look, but for two things: what is typed counts when it is complete, and a value that changes by
//! itself is followed while nobody types.

use std::fmt::Display;

use imgui::InputTextFlags;

use super::panel::Panel;

/// A number that can be typed and stepped.
pub(super) trait Number: Copy + Display {
    /// What a text that is none is told not to be.
    const KIND: &'static str;

    /// Reads what was typed. What is too large becomes the largest there is.
    fn parse(text: &str) -> Option<Self>;
    /// The sum, as far as the type goes.
    fn plus(self, step: Self) -> Self;
    /// The difference, as far as the type goes.
    fn minus(self, step: Self) -> Self;
    /// What the box shows.
    fn to_text(self) -> String;
}

impl Number for i64 {
    const KIND: &'static str = "a whole number";

    fn parse(text: &str) -> Option<Self> {
        let (digits, limit) = match text.strip_prefix('-') {
            Some(digits) => (digits, Self::MIN),
            None => (text.strip_prefix('+').unwrap_or(text), Self::MAX),
        };
        let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
        // With digits alone, size is the one reason left to refuse it.
        is_number.then(|| text.parse().unwrap_or(limit))
    }

    fn plus(self, step: Self) -> Self {
        self.saturating_add(step)
    }

    fn minus(self, step: Self) -> Self {
        self.saturating_sub(step)
    }

    fn to_text(self) -> String {
        self.to_string()
    }
}

impl Number for f32 {
    const KIND: &'static str = "a number";

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number: &Self| !number.is_nan())
    }

    fn plus(self, step: Self) -> Self {
        self + step
    }

    fn minus(self, step: Self) -> Self {
        self - step
    }

    fn to_text(self) -> String {
        // Three digits as ImGui shows them, unless they would hide the value.
        if self == 0.0 || (1e-3..1e7).contains(&self.abs()) {
            format!("{self:.3}")
        } else {
            format!("{self:e}")
        }
    }
}

/// How a field looks and steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldLook<T> {
    /// Stands right of the field, and is its name.
    pub(super) label: &'static str,
    /// What a button adds or takes away.
    pub(super) step: T,
    /// The same with Ctrl.
    pub(super) fast_step: T,
}

/// What a field remembers between frames: what is being typed.
#[derive(Debug, Default)]
pub(super) struct NumberField {
    text: String,
    /// The text when typing began; Escape goes back to it.
    start: String,
    is_active: bool,
    frame: i32,
    /// What was typed last and is no number.
    refused: Option<String>,
}

impl NumberField {
    /// Shows the field with the value it has now; returns the value that a user asks for.
    pub(super) fn show<T: Number>(
        &mut self,
        panel: &mut Panel<'_>,
        look: &FieldLook<T>,
        value: T,
    ) -> Option<T> {
        let ui = panel.ui;
        let _id = ui.push_id(look.label);
        let gap = ui.clone_style().item_inner_spacing[0];
        let button_size = [ui.frame_height(); 2];

        let typed = {
            let width = ui.calc_item_width() - 2.0 * (button_size[0] + gap);
            ui.set_next_item_width(width.max(1.0));
            self.show_text(panel, look.label, value)
        };
        let stepped = {
            let step = if ui.io().key_ctrl { look.fast_step } else { look.step };
            let _repeat = ui.push_button_repeat(true);
            ui.same_line_with_spacing(0.0, gap);
            let minus = ui.button_with_size("-", button_size);
            panel.rects.record(ui, format_args!("{}[-]", look.label));
            ui.same_line_with_spacing(0.0, gap);
            let plus = ui.button_with_size("+", button_size);
            panel.rects.record(ui, format_args!("{}[+]", look.label));
            match (minus, plus) {
                (true, _) => Some(value.minus(step)),
                (_, true) => Some(value.plus(step)),
                _ => None,
            }
        };
        ui.same_line_with_spacing(0.0, gap);
        ui.text(look.label);
        if let Some(text) = &self.refused {
            panel.complaint(&format!("\"{text}\" is not {}", T::KIND));
        }
        let asked = typed.or(stepped);
        if asked.is_some() {
            self.refused = None;
        }
        asked
    }

    fn show_text<T: Number>(&mut self, panel: &mut Panel<'_>, name: &str, value: T) -> Option<T> {
        let ui = panel.ui;
        // A field that was out of sight meanwhile is not being typed into any more.
        let was_active = self.is_active && self.frame.wrapping_add(1) == ui.frame_count();
        self.frame = ui.frame_count();
        if !was_active {
            self.text = value.to_text();
        }
        let is_entered = ui
            .input_text("##text", &mut self.text)
            .flags(
                // The first is what lets the text grow: setting the others takes it away. No character is kept out:
                // what ImGui's own fields make of "1,5" and "0x10" are other numbers, 15 and 10.
                InputTextFlags::CALLBACK_RESIZE
                    | InputTextFlags::CHARS_NO_BLANK
                    | InputTextFlags::AUTO_SELECT_ALL
                    | InputTextFlags::ENTER_RETURNS_TRUE,
            )
            .build();
        panel.record(name);
        self.is_active = ui.is_item_active();
        if self.is_active && !was_active {
            self.start.clone_from(&self.text);
            self.refused = None;
        }
        // Who goes on to another field means what was typed as much as who presses Enter.
        let is_left = was_active && !self.is_active && self.text != self.start;
        if !(is_entered || is_left) || self.text.is_empty() {
            return None;
        }
        let number = T::parse(&self.text);
        if number.is_none() {
            self.refused = Some(self.text.clone());
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_read_whatever_their_size() {
        for (text, number) in [
            ("12", Some(12)),
            ("-3", Some(-3)),
            ("+4", Some(4)),
            ("9223372036854775808", Some(i64::MAX)),
            ("-99999999999999999999999", Some(i64::MIN)),
            ("", None),
            ("-", None),
            ("1-2", None),
            ("1.5", None),
            ("1,5", None),
            ("0x10", None),
            ("1e3", None),
            ("nan", None),
            ("--1", None),
            ("+-1", None),
        ] {
            assert_eq!(i64::parse(text), number, "{text:?}");
        }
        assert_eq!(i64::MAX.plus(1), i64::MAX);
        assert_eq!(i64::MIN.minus(1), i64::MIN);
    }

    #[test]
    fn what_a_box_shows_of_a_number_is_the_number() {
        for (value, text) in [
            (1.0, "1.000"),
            (-0.5, "-0.500"),
            (0.0, "0.000"),
            (1e-4, "1e-4"),
            (3e38, "3e38"),
            (f32::INFINITY, "inf"),
            (f32::NAN, "NaN"),
        ] {
            assert_eq!(value.to_text(), text);
        }
        assert_eq!(f32::parse("1e39"), Some(f32::INFINITY));
        for text in ["1e", "nan", "-NaN", "1,5", "0x10", "fast", ""] {
            assert_eq!(f32::parse(text), None, "{text}");
        }
    }
}
