//! The Playback part: the fields of the two demos under the names they have in the effects, time, and what the
//! vertex shader reads right now.

use imgui::ProgressBar;

use super::field::{FieldLook, NumberField};
use super::names;
use super::panel::Panel;
use crate::anim::{AtEnd, ClipIdx, KeyframeDesc};
use crate::app::{Action, DemoKind};

const ANIM_INDEX: FieldLook<i64> = FieldLook { label: "AnimIndex", step: 1, fast_step: 100 };
const NEXT_ANIM_INDEX: FieldLook<i64> =
    FieldLook { label: "NextAnimIndex", step: 1, fast_step: 100 };
const CURR_FRAME: FieldLook<i64> = FieldLook { label: "CurrFrame", step: 1, fast_step: 100 };
const SPEED: FieldLook<f32> = FieldLook { label: "Speed", step: 0.5, fast_step: 4.0 };
const TWEEN_SECONDS: FieldLook<f32> =
    FieldLook { label: "Tween seconds", step: 0.25, fast_step: 1.0 };

/// What stands in place of clips where a model has none.
pub(super) const NO_CLIPS: &str = "no clips: the rest pose is shown";

/// What is being typed.
#[derive(Debug, Default)]
pub(super) struct PlaybackPanel {
    anim_index: NumberField,
    next_anim_index: NumberField,
    curr_frame: NumberField,
    speed: NumberField,
    tween_seconds: NumberField,
}

impl PlaybackPanel {
    /// The fields, time, and the values of now.
    pub(super) fn show(&mut self, panel: &mut Panel<'_>) {
        if panel.status.model.clips.is_empty() {
            panel.note(NO_CLIPS);
            show_next_demo(panel);
        } else {
            let labels = [NEXT_ANIM_INDEX.label, TWEEN_SECONDS.label];
            let width = panel.push_field_width(&labels);
            show_character(panel);
            self.show_fields(panel);
            width.end();
            show_time(panel);
            show_now(panel);
            show_desc(panel);
        }
    }

    fn show_fields(&mut self, panel: &mut Panel<'_>) {
        let playback = panel.status.playback;
        if let Some(index) = self.anim_index.show(panel, &ANIM_INDEX, playback.anim_index) {
            panel.actions.push(Action::SetAnimIndex(index));
        }
        match playback.demo {
            DemoKind::Tween | DemoKind::Scene => {
                let next = playback.next_anim_index;
                if let Some(index) = self.next_anim_index.show(panel, &NEXT_ANIM_INDEX, next) {
                    panel.actions.push(Action::SetNextAnimIndex(index));
                }
            }
            DemoKind::Animation => {
                let frame = i64::from(playback.curr_frame);
                if let Some(frame) = self.curr_frame.show(panel, &CURR_FRAME, frame) {
                    panel.actions.push(Action::SetCurrFrame(frame));
                }
            }
        }
        if let Some(speed) = self.speed.show(panel, &SPEED, playback.speed) {
            panel.actions.push(Action::SetSpeed(speed));
        }
        if playback.demo.has_tweens() {
            let duration_s = panel.settings.playback.tween_duration_s;
            if let Some(duration_s) = self.tween_seconds.show(panel, &TWEEN_SECONDS, duration_s) {
                panel.settings.playback.set_tween_duration_s(duration_s);
            }
        }
    }
}

/// Which character the fields show and drive.
fn show_character(panel: &mut Panel<'_>) {
    let (ui, count) = (panel.ui, panel.status.playback.character_count);
    if count < 2 {
        return;
    }
    let name = |character: Option<usize>| {
        character.map_or_else(|| "all".to_owned(), |index| format!("{} of {count}", index + 1))
    };
    let chosen = panel.settings.playback.character;
    let popup = ui.begin_combo("Character", name(chosen));
    panel.record("Character");
    if popup.is_some() {
        panel.rects.enter_window(ui, 0.0);
        for character in std::iter::once(None).chain((0..count).map(Some)) {
            let name = name(character);
            if ui.selectable_config(&name).selected(character == chosen).build() {
                panel.settings.playback.character = character;
            }
            panel.rects.record(ui, format_args!("Character:{name}"));
        }
        panel.rects.leave();
    }
}

/// Pause, steps, and what happens by itself.
fn show_time(panel: &mut Panel<'_>) {
    let (ui, playback) = (panel.ui, panel.status.playback);
    let is_paused = panel.settings.playback.is_paused;
    let is_pressed = ui.button(if is_paused { "Play###pause" } else { "Pause###pause" });
    panel.record("Pause");
    if is_pressed {
        panel.actions.push(Action::TogglePause);
    }
    let repeat = ui.push_button_repeat(true);
    for (label, step) in [("-1 frame", -1), ("+1 frame", 1)] {
        ui.same_line();
        if panel.button(label) {
            panel.actions.push(Action::StepFrames(step));
        }
    }
    repeat.end();
    match playback.demo {
        DemoKind::Tween | DemoKind::Scene => {
            let is_on = panel.checkbox("Auto tween", panel.settings.playback.auto_tween);
            panel.settings.playback.auto_tween = is_on;
        }
        DemoKind::Animation => {
            let is_on = panel.checkbox("Play by time", panel.settings.playback.by_time);
            panel.settings.playback.by_time = is_on;
        }
    }
    ui.same_line();
    show_next_demo(panel);
    if let Ok(clip) = u16::try_from(playback.anim_index) {
        let choices =
            [("Loop", AtEnd::Loop), ("Closing loop", AtEnd::LoopClosing), ("Once", AtEnd::Once)];
        for (index, (label, at_end)) in choices.into_iter().enumerate() {
            if index > 0 {
                ui.same_line();
            }
            if panel.choice("AtEnd", label, playback.at_end == at_end) {
                panel.actions.push(Action::SetAtEnd(ClipIdx(clip), at_end));
            }
        }
    }
}

fn show_next_demo(panel: &mut Panel<'_>) {
    if panel.button("Next demo (Tab)###Next demo") {
        panel.actions.push(Action::NextDemo);
    }
}

/// The clip and the frame of now, and how far it is to the next.
fn show_now(panel: &Panel<'_>) {
    let (ui, playback) = (panel.ui, panel.status.playback);
    ui.separator();
    if let Some(clip) = clip(panel, playback.anim_index) {
        let is_ended = if playback.is_finished { ", ended" } else { "" };
        let frame = playback.curr_frame;
        ui.text(format!("frame {frame} of {}{is_ended}:", clip.frame_count));
        ui.same_line();
        names::show(ui, &clip.name);
    }
    bar(panel, playback.desc.curr.ratio, "ratio");
    if playback.demo.has_tweens() {
        let next = i64::from(playback.desc.next.anim_index);
        if let Some(next) = clip(panel, next) {
            ui.text("fades to");
            ui.same_line();
            names::show(ui, &next.name);
        } else {
            ui.text_disabled("fades to nothing");
        }
        bar(panel, playback.desc.tween_ratio, "tween ratio");
        if let Some(waiting) = playback.waiting.and_then(|index| clip(panel, index)) {
            ui.text("then to");
            ui.same_line();
            names::show(ui, &waiting.name);
        }
    }
}

fn clip<'a>(panel: &Panel<'a>, index: i64) -> Option<&'a crate::app::ClipInfo> {
    panel.status.model.clips.get(usize::try_from(index).ok()?)
}

fn bar(panel: &Panel<'_>, ratio: f32, name: &str) {
    let fraction = if ratio.is_finite() { ratio.clamp(0.0, 1.0) } else { 0.0 };
    ProgressBar::new(fraction)
        .size([-1.0, panel.ui.frame_height()])
        .overlay_text(format!("{name} {ratio:.3}"))
        .build(panel.ui);
}

/// The constant buffer, by the names it has in the effect.
fn show_desc(panel: &mut Panel<'_>) {
    let playback = panel.status.playback;
    let (label, is_tween) = match playback.demo {
        DemoKind::Tween | DemoKind::Scene => ("TweenFrameDesc###Desc", true),
        DemoKind::Animation => ("KeyframeDesc###Desc", false),
    };
    if !panel.subheader(label) {
        return;
    }
    let (ui, desc) = (panel.ui, playback.desc);
    if is_tween {
        for (name, value) in [
            ("tweenDuration", desc.tween_duration),
            ("tweenRatio", desc.tween_ratio),
            ("tweenSumTime", desc.tween_sum_time),
        ] {
            ui.text(format!("{name} {value:.6}"));
        }
    }
    // Two columns of values, each under what its struct is called.
    let (start, width) = (ui.cursor_pos()[0], ui.content_region_avail()[0]);
    let columns = [0.0, 0.36, 0.68].map(|part| start + (width * part).floor());
    let count = if is_tween { 3 } else { 2 };
    let show_row = |cells: [&str; 3]| {
        for (index, (cell, column)) in cells.into_iter().zip(columns).take(count).enumerate() {
            if index > 0 {
                ui.same_line_with_pos(column);
            }
            ui.text(cell);
        }
    };
    ui.separator();
    show_row(if is_tween { ["", "curr", "next"] } else { ["", "Keyframes", ""] });
    for ((name, curr), (_, next)) in rows(&desc.curr).iter().zip(&rows(&desc.next)) {
        show_row([name, curr, next]);
    }
    ui.separator();
}

fn rows(desc: &KeyframeDesc) -> [(&'static str, String); 6] {
    [
        ("animIndex", desc.anim_index.to_string()),
        ("currFrame", desc.curr_frame.to_string()),
        ("nextFrame", desc.next_frame.to_string()),
        ("ratio", format!("{:.6}", desc.ratio)),
        ("sumTime", format!("{:.6}", desc.sum_time)),
        ("speed", format!("{:.3}", desc.speed)),
    ]
}
