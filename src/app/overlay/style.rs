//! The overlay's looks: a dark and a light style.

use imgui::StyleColor;

use crate::app::Style;

impl Style {
    /// Sets every colour and size of `target` for the window's scale factor `scale`, whatever was there before: sizes do not
    /// add up over several calls.
    pub(super) fn apply(self, target: &mut imgui::Style, scale: f32) {
        let palette = match self {
            Self::Dark => {
                target.use_dark_colors();
                &DARK
            }
            Self::Light => {
                target.use_light_colors();
                &LIGHT
            }
        };
        palette.apply(target);
        set_sizes(target);
        target.scale_all_sizes(scale);
        // Borders are not among the sizes that ImGui scales.
        let border = scale.floor().max(1.0);
        target.window_border_size = border;
        target.child_border_size = border;
        target.popup_border_size = border;
        target.frame_border_size = border; // else an empty radio button is hard to see
        target.tab_border_size = 0.0;
    }
}

/// Colour of text that says what went wrong.
pub(super) fn error_color(style: Style) -> [f32; 4] {
    rgba(
        match style {
            Style::Dark => DARK.error,
            Style::Light => LIGHT.error,
        },
        1.0,
    )
}

/// Colours as 0xRRGGBB, display values.
struct Palette {
    text: u32,
    /// Text of what cannot be used now, and side remarks.
    text_dim: u32,
    /// Text that says what went wrong.
    error: u32,
    window: u32,
    popup: u32,
    /// The title bar and table headers.
    title: u32,
    border: u32,
    /// Fields, check boxes, slider tracks.
    frame: u32,
    frame_hovered: u32,
    frame_active: u32,
    button: u32,
    button_hovered: u32,
    button_active: u32,
    /// Selected rows, open headers.
    header: u32,
    header_hovered: u32,
    header_active: u32,
    /// Marks, grabs and plots: what the eye looks for.
    accent: u32,
    accent_active: u32,
    /// Scroll bars and grips at rest.
    quiet: u32,
    quiet_hovered: u32,
}

/// How opaque windows are: enough that text reads the same over any scene.
const WINDOW_ALPHA: f32 = 0.95;

const DARK: Palette = Palette {
    text: 0xe4_e7eb,
    text_dim: 0x97_a0ab,
    error: 0xff_8577,
    window: 0x1c_1f24,
    popup: 0x23_272d,
    title: 0x15_181c,
    border: 0x3a_4049,
    frame: 0x2c_3138,
    frame_hovered: 0x37_3d46,
    frame_active: 0x41_4954,
    button: 0x36_404d,
    button_hovered: 0x41_5267,
    button_active: 0x37_5f8c,
    header: 0x2f_4056,
    header_hovered: 0x39_4e68,
    header_active: 0x37_5f8c,
    accent: 0x6c_a6dd,
    accent_active: 0x8f_bfec,
    quiet: 0x4a_525d,
    quiet_hovered: 0x5d_6774,
};

const LIGHT: Palette = Palette {
    text: 0x1e_2329,
    text_dim: 0x5d_6672,
    error: 0xb3_1a10,
    window: 0xf5_f6f8,
    popup: 0xff_ffff,
    title: 0xe3_e7ec,
    border: 0xc3_cad3,
    frame: 0xe4_e8ed,
    frame_hovered: 0xd9_dfe6,
    frame_active: 0xcd_d5de,
    button: 0xd5_dee8,
    button_hovered: 0xc2_d3e5,
    button_active: 0xa4_c3e3,
    header: 0xcd_dff2,
    header_hovered: 0xbc_d4ed,
    header_active: 0xa4_c3e3,
    accent: 0x26_66a8,
    accent_active: 0x1c_4f86,
    quiet: 0xb6_bec8,
    quiet_hovered: 0x9b_a5b1,
};

impl Palette {
    fn apply(&self, target: &mut imgui::Style) {
        let opaque = [
            (StyleColor::Text, self.text),
            (StyleColor::TextDisabled, self.text_dim),
            (StyleColor::PopupBg, self.popup),
            (StyleColor::Border, self.border),
            (StyleColor::FrameBg, self.frame),
            (StyleColor::FrameBgHovered, self.frame_hovered),
            (StyleColor::FrameBgActive, self.frame_active),
            (StyleColor::TitleBg, self.title),
            (StyleColor::TitleBgActive, self.title),
            (StyleColor::TitleBgCollapsed, self.title),
            (StyleColor::MenuBarBg, self.title),
            (StyleColor::ScrollbarGrab, self.quiet),
            (StyleColor::ScrollbarGrabHovered, self.quiet_hovered),
            (StyleColor::ScrollbarGrabActive, self.accent),
            (StyleColor::CheckMark, self.accent),
            (StyleColor::SliderGrab, self.accent),
            (StyleColor::SliderGrabActive, self.accent_active),
            (StyleColor::Button, self.button),
            (StyleColor::ButtonHovered, self.button_hovered),
            (StyleColor::ButtonActive, self.button_active),
            (StyleColor::Header, self.header),
            (StyleColor::HeaderHovered, self.header_hovered),
            (StyleColor::HeaderActive, self.header_active),
            (StyleColor::Separator, self.border),
            (StyleColor::SeparatorHovered, self.quiet_hovered),
            (StyleColor::SeparatorActive, self.accent),
            (StyleColor::ResizeGrip, self.quiet),
            (StyleColor::ResizeGripHovered, self.quiet_hovered),
            (StyleColor::ResizeGripActive, self.accent),
            (StyleColor::Tab, self.title),
            (StyleColor::TabHovered, self.header_hovered),
            (StyleColor::TabActive, self.header),
            (StyleColor::TabUnfocused, self.title),
            (StyleColor::TabUnfocusedActive, self.header),
            (StyleColor::PlotLines, self.accent),
            (StyleColor::PlotLinesHovered, self.accent_active),
            // Bars have text on them.
            (StyleColor::PlotHistogram, self.header_active),
            (StyleColor::PlotHistogramHovered, self.header_active),
            (StyleColor::TableHeaderBg, self.title),
            (StyleColor::TableBorderStrong, self.border),
            (StyleColor::TableBorderLight, self.border),
            (StyleColor::DragDropTarget, self.accent),
            (StyleColor::NavHighlight, self.accent),
        ];
        for (place, color) in opaque {
            target[place] = rgba(color, 1.0);
        }
        for (place, color, alpha) in [
            (StyleColor::WindowBg, self.window, WINDOW_ALPHA),
            (StyleColor::ChildBg, self.window, 0.0),
            (StyleColor::BorderShadow, self.border, 0.0),
            (StyleColor::ScrollbarBg, self.window, 0.0),
            (StyleColor::TableRowBg, self.window, 0.0),
            (StyleColor::TableRowBgAlt, self.frame, 0.4),
            (StyleColor::TextSelectedBg, self.accent, 0.35),
        ] {
            target[place] = rgba(color, alpha);
        }
    }
}

/// Every size that `scale_all_sizes` multiplies, at a scale factor of 1.
fn set_sizes(target: &mut imgui::Style) {
    target.window_padding = [10.0, 10.0];
    target.window_rounding = 4.0;
    target.window_min_size = [48.0, 32.0];
    target.child_rounding = 4.0;
    target.popup_rounding = 4.0;
    target.frame_padding = [8.0, 3.0];
    target.frame_rounding = 3.0;
    target.item_spacing = [8.0, 6.0];
    target.item_inner_spacing = [6.0, 4.0];
    target.cell_padding = [6.0, 3.0];
    target.touch_extra_padding = [0.0, 0.0];
    target.indent_spacing = 18.0;
    target.columns_min_spacing = 6.0;
    target.scrollbar_size = 12.0;
    target.scrollbar_rounding = 6.0;
    target.grab_min_size = 12.0;
    target.grab_rounding = 3.0;
    target.log_slider_deadzone = 4.0;
    target.tab_rounding = 3.0;
    target.tab_min_width_for_close_button = 0.0;
    target.display_window_padding = [20.0, 20.0];
    target.display_safe_area_padding = [4.0, 4.0];
    target.mouse_cursor_scale = 1.0;
}

fn rgba(color: u32, alpha: f32) -> [f32; 4] {
    let [_, red, green, blue] = color.to_be_bytes().map(|byte| f32::from(byte) / 255.0);
    [red, green, blue, alpha]
}

#[cfg(test)]
mod tests {
    use super::super::testing::TestContext;
    use super::{DARK, LIGHT, Palette, Style, WINDOW_ALPHA, rgba};

    /// Contrast of two opaque colours after WCAG 2: 1 for none, 21 for black on white.
    fn contrast(a: [f32; 4], b: [f32; 4]) -> f32 {
        let luminance = |color: [f32; 4]| {
            let linear =
                |v: f32| if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) };
            0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2])
        };
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        (a / b).max(b / a)
    }

    fn over(front: [f32; 4], back: [f32; 4]) -> [f32; 4] {
        let mix = |i: usize| front[i] * front[3] + back[i] * (1.0 - front[3]);
        [mix(0), mix(1), mix(2), 1.0]
    }

    #[track_caller]
    fn check(what: &str, front: u32, back: [f32; 4], at_least: f32) {
        let found = contrast(rgba(front, 1.0), back);
        assert!(found >= at_least, "{what}: contrast {found:.2}, needs {at_least}");
    }

    #[test]
    fn text_stands_out_from_everything_it_is_written_on() {
        for (style, palette) in [("dark", &DARK), ("light", &LIGHT)] {
            let Palette { text, text_dim, error, accent, .. } = *palette;
            for (scene, scene_color) in [("black", 0x00_0000), ("white", 0xff_ffff)] {
                let window = over(rgba(palette.window, WINDOW_ALPHA), rgba(scene_color, 1.0));
                check(&format!("{style}: text over a {scene} scene"), text, window, 10.0);
                check(&format!("{style}: dim text over a {scene} scene"), text_dim, window, 4.5);
                check(&format!("{style}: error over a {scene} scene"), error, window, 4.5);
                check(&format!("{style}: accent over a {scene} scene"), accent, window, 4.5);
            }
            for (place, back) in [
                ("popup", palette.popup),
                ("title", palette.title),
                ("frame", palette.frame),
                ("hovered frame", palette.frame_hovered),
                ("active frame", palette.frame_active),
                ("button", palette.button),
                ("hovered button", palette.button_hovered),
                ("active button", palette.button_active),
                ("header", palette.header),
                ("hovered header", palette.header_hovered),
                ("active header", palette.header_active),
            ] {
                check(&format!("{style}: text on {place}"), text, rgba(back, 1.0), 4.5);
            }
            check(&format!("{style}: check mark"), accent, rgba(palette.frame, 1.0), 3.0);
        }
    }

    #[test]
    fn a_style_does_not_depend_on_what_was_set_before() {
        let mut context = TestContext::new();
        let fresh = |context: &mut imgui::Context, style: Style, scale| {
            style.apply(context.style_mut(), scale);
            format!("{:?}", context.style())
        };
        let dark = fresh(&mut context, Style::Dark, 1.0);
        for scale in [1.25, 2.0, 1.5, 3.0] {
            Style::Light.apply(context.style_mut(), scale);
        }
        assert_eq!(fresh(&mut context, Style::Dark, 1.0), dark);
        assert_ne!(fresh(&mut context, Style::Light, 1.0), dark);
    }

    #[test]
    fn sizes_follow_the_scale_factor() {
        let mut context = TestContext::new();
        Style::Dark.apply(context.style_mut(), 2.0);
        let style = context.style();
        assert_eq!(
            (style.frame_padding, style.item_spacing, style.frame_rounding.to_bits()),
            ([16.0, 6.0], [16.0, 12.0], 6.0_f32.to_bits())
        );
        assert_eq!(style.window_border_size.to_bits(), 2.0_f32.to_bits());
    }
}
