//! The Clips part: all clips by name, to play them by a click.

use imgui::ListClipper;

use super::names;
use super::panel::Panel;
use super::playback::NO_CLIPS;
use crate::app::{Action, DemoKind};

/// Most rows that are seen at once; the rest is scrolled to.
const MAX_ROWS: u16 = 7;

/// The list; what plays, fades in and waits is marked.
pub(super) fn show(panel: &mut Panel<'_>) {
    let clips = &panel.status.model.clips;
    if clips.is_empty() {
        panel.note(NO_CLIPS);
        return;
    }
    panel.note(match panel.status.playback.demo {
        DemoKind::Tween | DemoKind::Scene => "a click fades to the clip",
        DemoKind::Animation => "a click plays the clip",
    });
    list(panel, "clips", clips.len(), MAX_ROWS, show_row);
}

fn show_row(panel: &mut Panel<'_>, index: usize) {
    let ui = panel.ui;
    let Some(clip) = panel.status.model.clips.get(index) else { return };
    let playback = &panel.status.playback;
    let is = |other: i64| usize::try_from(other).is_ok_and(|other| other == index);
    let is_tween = playback.demo.has_tweens();
    let mark = if is(playback.anim_index) {
        "plays"
    } else if is_tween && is(i64::from(playback.desc.next.anim_index)) {
        "fades in"
    } else if is_tween && playback.waiting.is_some_and(is) {
        "waits"
    } else {
        ""
    };
    let _id = ui.push_id_usize(index);
    let x = ui.cursor_pos()[0];
    let width = ui.content_region_avail()[0];
    let is_pressed = ui.selectable_config("##clip").selected(!mark.is_empty()).build();
    let name = names::shown(&clip.name);
    panel.rects.record(ui, format_args!("clip:{name}"));
    if ui.is_item_hovered() {
        ui.tooltip_text(format!(
            "{index}: {name}\n{} frames, {:.3} s, {:.3} frames/s",
            clip.frame_count, clip.duration_s, clip.frames_per_s
        ));
    }
    let right = if mark.is_empty() { format!("{:.2} s", clip.duration_s) } else { mark.to_owned() };
    let right_width = ui.calc_text_size(&right)[0];
    let gap = ui.calc_text_size("  ")[0];
    ui.same_line_with_pos(x);
    let number = format!("{index}  ");
    let name_width = width - right_width - gap - ui.calc_text_size(&number)[0];
    ui.text(format!("{number}{}", names::fitted(ui, &name, name_width)));
    ui.same_line_with_pos(x + width - right_width);
    ui.text_disabled(&right);
    if is_pressed {
        let index = i64::try_from(index).unwrap_or(i64::MAX);
        panel.actions.push(if is_tween {
            Action::SetNextAnimIndex(index)
        } else {
            Action::SetAnimIndex(index)
        });
    }
}

/// A list of many rows, of which only those are built that are seen.
pub(super) fn list(
    panel: &mut Panel<'_>,
    id: &str,
    count: usize,
    max_rows: u16,
    mut show_row: impl FnMut(&mut Panel<'_>, usize),
) {
    let ui = panel.ui;
    let style = ui.clone_style();
    // Around the rows, less what is between the last and a next one.
    let padding = style.window_padding[1] * 2.0 - style.item_spacing[1];
    let row_height = ui.text_line_height_with_spacing();
    let rows = u16::try_from(count).unwrap_or(max_rows).min(max_rows);
    let height = f32::from(rows) * row_height + padding;
    let child = ui.child_window(id).size([0.0, height]).border(true).begin();
    if child.is_none() {
        return;
    }
    panel.rects.enter_child(ui);
    let clipper = ListClipper::new(i32::try_from(count).unwrap_or(i32::MAX));
    for index in clipper.items_height(row_height).begin(ui).iter() {
        if let Ok(index) = usize::try_from(index) {
            show_row(panel, index);
        }
    }
    panel.rects.leave();
    drop(child);
    panel.rects.record(ui, format_args!("list:{id}"));
}
