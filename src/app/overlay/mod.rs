//! [`Overlay`]: the panels over the picture.
//!
//! ```text
//! events of the window ──► ImGui's io ──► frame: panels ──► Settings, Actions
//!                                           ▲        └────► draw_data, for whoever draws it
//!                          Status, Settings ┘
//! ```
//!
//! Panels read a [`Status`], edit [`Settings`] and ask for [`Action`]s. They know no GPU and no window, wait for
//! nothing, and keep nothing to themselves but what is being typed, which parts are open and the times of the last
//! frames.
//!
//! ImGui works in physical pixels here: one unit is one pixel of the window, whatever its scale factor, so that text
//! stands on whole pixels. Fonts and paddings follow the scale factor; a panel that needs a size of its own states it
//! in heights of a line of text.

#[cfg(test)]
mod bench;
mod clips;
mod effect;
#[cfg(test)]
mod effect_tests;
mod field;
mod fonts;
mod frame;
mod help;
mod messages;
mod model;
mod names;
mod panel;
mod picture;
mod playback;
mod style;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use imgui::{Condition, ConfigFlags, Context, DrawData, Key, MouseCursor, Ui};

use super::{Action, EffectStatus, Messages, ModelInfo, Settings, Status, Style};
use fonts::Fonts;
use frame::FramePanel;
use panel::{ItemRects, Panel};
use playback::PlaybackPanel;

use crate::gpu::is_popup_open;

/// Width of the window on the left, in heights of a line.
const WIDTH_LINES: f32 = 20.0;

/// The panels, and the ImGui context that they live in. There can be one at a time.
#[derive(Debug)]
pub struct Overlay {
    context: Context,
    prepared: Option<Prepared>,
    /// What is to be read of the user's effect.
    effect_text: String,
    fonts: Fonts,
    style: Style,
    scale: f32,
    /// A frame was begun and is not rendered yet.
    must_render: bool,
    mouse_cursor: Option<MouseCursor>,
    /// A list or a colour picker was open in the last frame.
    is_popup_open: bool,
    playback: PlaybackPanel,
    frame: FramePanel,
    rects: ItemRects,
    covered_px: f32,
}

/// What fonts were last made ready for.
#[derive(Clone, Debug, PartialEq)]
struct Prepared {
    scale: f32,
    model: String,
    open_count: usize,
    open_index: usize,
    message_count: u64,
}

impl Prepared {
    fn new(scale: f32, model: &ModelInfo, messages: &Messages) -> Self {
        Self {
            scale,
            model: model.name.clone(),
            open_count: model.open.len(),
            open_index: model.open_index,
            message_count: messages.count(),
        }
    }
}

/// What a frame of the overlay is made for.
#[derive(Clone, Copy, Debug)]
pub struct FrameInput<'a> {
    /// Size of the picture, physical pixels.
    pub size_px: [u32; 2],
    /// Seconds since the last frame.
    pub dt_s: f32,
    /// What the list of keys says: keys, and what they do.
    pub help: &'a [(String, &'static str)],
}

/// Who gets the keys that are pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyboardFocus {
    /// The program.
    Scene,
    /// The panels: arrow keys, Tab, Space, Enter and Escape move in them.
    Panels,
    /// A field that is being typed into: all keys.
    Text,
}

impl Default for Overlay {
    fn default() -> Self {
        Self::new()
    }
}

impl Overlay {
    /// Makes the context, with fonts for a scale factor of 1.
    ///
    /// # Panics
    /// While another `Overlay` is alive.
    #[must_use]
    pub fn new() -> Self {
        let mut context = Context::create();
        // Preferences are the program's own.
        context.set_ini_filename(None);
        context.set_log_filename(None);
        context.io_mut().config_flags |= ConfigFlags::NAV_ENABLE_KEYBOARD;
        let (style, scale) = (Style::default(), 1.0);
        let fonts = Fonts::build(&mut context, scale, &BTreeSet::new());
        style.apply(context.style_mut(), scale);
        Self {
            context,
            prepared: None,
            effect_text: String::new(),
            fonts,
            style,
            scale,
            must_render: false,
            mouse_cursor: Some(MouseCursor::Arrow),
            is_popup_open: false,
            playback: PlaybackPanel::default(),
            frame: FramePanel::default(),
            rects: ItemRects::default(),
            covered_px: 0.0,
        }
    }

    /// The context, for what feeds events into it and what draws it.
    pub fn context_mut(&mut self) -> &mut Context {
        &mut self.context
    }

    /// Makes the fonts ready for a scale factor and for what a model's names and the messages are written in. True when
    /// they are other fonts than before: whoever draws must then take the new texture.
    ///
    /// To be called before each [`Self::frame`]; where nothing changed it costs nothing.
    pub fn prepare_fonts(&mut self, scale: f32, model: &ModelInfo, messages: &Messages) -> bool {
        let scale = sane_scale(scale);
        let prepared = Prepared::new(scale, model, messages);
        if self.prepared.as_ref() == Some(&prepared) {
            return false;
        }
        self.prepared = Some(prepared);
        let texts =
            std::iter::once(self.effect_text.as_str()).chain(messages.all().map(|it| &*it.text));
        let chars = fonts::extra_chars(names(model).chain(texts));
        let is_other_scale = scale.to_bits() != self.scale.to_bits();
        if is_other_scale {
            self.scale = scale;
            self.style.apply(self.context.style_mut(), scale);
        }
        let must_rebuild = self.fonts.must_be_rebuilt(scale, &chars);
        if must_rebuild {
            self.finish_frame();
            self.fonts = Fonts::build(&mut self.context, scale, &chars);
        }
        must_rebuild
    }

    /// Takes note of what is to be read of the user's effect, for the next [`Self::prepare_fonts`].
    pub fn note_effect(&mut self, effect: Option<&EffectStatus>) {
        let text = effect.map_or_else(String::new, effect::all_text);
        if text != self.effect_text {
            self.effect_text = text;
            self.prepared = None;
        }
    }

    /// Builds the panels of a frame. Settings are edited in place; what happens once is added to `actions`.
    pub fn frame(
        &mut self,
        input: &FrameInput<'_>,
        settings: &mut Settings,
        status: &Status<'_>,
        actions: &mut Vec<Action>,
    ) {
        self.finish_frame();
        if settings.interface.style != self.style {
            self.style = settings.interface.style;
            self.style.apply(self.context.style_mut(), self.scale);
        }
        let dt_s = if input.dt_s.is_finite() { input.dt_s.clamp(1e-5, 1.0) } else { 1.0 / 60.0 };
        self.frame.push_time(status.frame.frame_time_s);
        self.rects.clear();
        {
            let io = self.context.io_mut();
            // 2^24 pixels and more would be no exact `f32`; no surface is that large.
            io.display_size = input.size_px.map(|size| size.clamp(1, 1 << 24) as f32);
            io.display_framebuffer_scale = [1.0, 1.0];
            io.delta_time = dt_s;
        }
        let ui: &Ui = self.context.new_frame();
        self.must_render = true;
        let mut panel = Panel { ui, status, settings, actions, rects: &mut self.rects };
        self.covered_px = if panel.settings.interface.is_overlay_visible {
            show_window(&mut panel, &mut self.playback, &self.frame)
        } else {
            0.0
        };
        let errors_left = self.covered_px;
        effect::show_problem(&mut panel, errors_left, self.fonts.monospaced());
        let toasts_left =
            if self.covered_px * 2.0 > ui.io().display_size[0] { 0.0 } else { self.covered_px };
        help::show(&mut panel, input.help);
        messages::show_toasts(&panel, toasts_left);
        self.mouse_cursor = ui.mouse_cursor();
        self.is_popup_open = is_popup_open(ui);
    }

    /// What the last frame looks like. Without a frame since the last call it is the same as before.
    pub fn draw_data(&mut self) -> &DrawData {
        self.must_render = false;
        self.context.render()
    }

    /// Who gets the keys that are pressed.
    ///
    /// While it is [`KeyboardFocus::Scene`], keys that the program knows should not go to ImGui as well, or Tab
    /// would move in the panels too; all others should, so that Ctrl+Tab reaches the panels.
    #[must_use]
    pub fn keyboard_focus(&self) -> KeyboardFocus {
        let io = self.context.io();
        if io.want_text_input {
            KeyboardFocus::Text
        } else if io.nav_visible || self.is_popup_open {
            // Escape closes what the mouse opened, and does not leave the program over it.
            KeyboardFocus::Panels
        } else {
            KeyboardFocus::Scene
        }
    }

    /// The mouse is on a panel, or was pressed on one.
    #[must_use]
    pub fn wants_mouse(&self) -> bool {
        self.context.io().want_capture_mouse
    }

    /// How much of the picture's left side is under the panels, as of the last frame: pixels.
    #[must_use]
    pub fn covered_px(&self) -> f32 {
        self.covered_px
    }

    /// The shape of the mouse that fits what it is over, as of the last frame; none if it should not be seen.
    #[must_use]
    pub fn mouse_cursor(&self) -> Option<MouseCursor> {
        self.mouse_cursor
    }

    /// Enter went down or up; ImGui is to hear of that as well.
    ///
    /// ImGui presses buttons and boxes by Space alone, and takes Enter for the start of typing. While the panels have
    /// the keys, Enter does both.
    pub fn press_enter(&mut self, is_down: bool) {
        // Goes up in any case, so that it is not held for ever.
        if !is_down || self.keyboard_focus() == KeyboardFocus::Panels {
            self.context.io_mut().add_key_event(Key::Space, is_down);
        }
    }

    /// Starts or stops recording [`Self::item_rects`].
    pub fn record_item_rects(&mut self, is_recording: bool) {
        self.rects.is_recording = is_recording;
    }

    /// Where what can be clicked is, by name: x, y, width and height in pixels of the window, as of the last frame.
    /// What is scrolled out of view is not in it.
    #[must_use]
    pub fn item_rects(&self) -> &BTreeMap<String, [f32; 4]> {
        self.rects.all()
    }

    /// ImGui wants every frame that was begun to end before the next.
    fn finish_frame(&mut self) {
        if std::mem::take(&mut self.must_render) {
            self.context.render();
        }
    }
}

/// The window on the left; returns how much of the picture's left side it covers.
fn show_window(panel: &mut Panel<'_>, playback: &mut PlaybackPanel, frame: &FramePanel) -> f32 {
    let ui = panel.ui;
    let [display_width, display_height] = ui.io().display_size;
    let line = ui.current_font_size();
    let margin = (line * 0.5).floor();
    let width = (line * WIDTH_LINES).min(display_width - 2.0 * margin).max(1.0);
    let max_height = (display_height - 2.0 * margin).max(1.0);
    let window = ui
        .window("Sinew")
        .position([margin, margin], Condition::FirstUseEver)
        .size_constraints([width, 1.0], [width, max_height])
        .always_auto_resize(true)
        .save_settings(false)
        // The keyboard is the camera's until someone goes to the panels.
        .focus_on_appearing(false)
        // Messages and the list of keys stay in front.
        .bring_to_front_on_focus(false)
        .begin();
    // Collapsed, it covers a strip at the top.
    let Some(_window) = window else { return 0.0 };
    let [left, _] = ui.window_pos();
    // Where it was moved to, it covers a side no more.
    let covered = if left < line * 2.0 { left.max(0.0) + width } else { 0.0 };
    panel.rects.enter_window(ui, ui.frame_height());
    show_hint(panel);
    if panel.status.effect.is_some() && panel.header("Effect", true) {
        let _id = ui.push_id("Effect");
        effect::show(panel);
    }
    if panel.header("Playback", true) {
        let _id = ui.push_id("Playback");
        playback.show(panel);
    }
    if panel.header("Clips", true) {
        let _id = ui.push_id("Clips");
        clips::show(panel);
    }
    if panel.header("Picture", false) {
        let _id = ui.push_id("Picture");
        picture::show(panel);
    }
    if panel.header("Model", false) {
        let _id = ui.push_id("Model");
        model::show(panel);
    }
    if panel.header("Frame", false) {
        let _id = ui.push_id("Frame");
        frame.show(panel);
    }
    let count = panel.status.messages.all().count();
    if panel.header(&format!("Messages ({count})###Messages"), false) {
        messages::show_log(panel);
    }
    panel.rects.leave();
    covered
}

/// What is shown, and where to read on.
fn show_hint(panel: &mut Panel<'_>) {
    let ui = panel.ui;
    let demo = panel.status.playback.demo.name();
    let style = ui.clone_style();
    let help = "? lists the keys";
    let help_width = ui.calc_text_size(help)[0] + 2.0 * style.frame_padding[0];
    let tail = format!(" - {demo}");
    let right = ui.content_region_avail()[0] - help_width;
    let name_width = right - ui.calc_text_size(&tail)[0] - style.item_spacing[0];
    let name = names::shown(&panel.status.model.name);
    let start = ui.cursor_pos()[0];
    ui.text(format!("{}{tail}", names::fitted(ui, &name, name_width)));
    ui.same_line_with_pos(start + right);
    if ui.small_button(help) {
        panel.actions.push(Action::ToggleHelp);
    }
    panel.record("Help");
}

fn sane_scale(scale: f32) -> f32 {
    if scale.is_finite() { scale.clamp(0.5, 4.0) } else { 1.0 }
}

/// Names from the model's files, those first that are read most.
fn names(model: &ModelInfo) -> impl Iterator<Item = &str> {
    let open = std::iter::once(&model.name).chain(&model.open);
    let clips = model.clips.iter().map(|clip| &clip.name);
    let meshes = model.meshes.iter().flat_map(|mesh| [&mesh.name, &mesh.material]);
    let joints = model.joints.iter().map(|(name, _)| name);
    open.chain(clips).chain(meshes).chain(joints).chain(&model.notes).map(String::as_str)
}
