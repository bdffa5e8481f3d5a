//! The Effect part: technique, passes, a widget for each variable of the user's effect, its textures, and what is wrong
//! with it.

use effectc::effect::ScalarKind;
use imgui::{Condition, Drag, FontId, StyleColor, StyleVar, TreeNodeFlags, Ui};

use super::fonts::readable;
use super::names;
use super::panel::Panel;
use super::style::error_color;
use crate::app::{Action, EffectStatus, Value, Widget, WidgetKind, WidgetNode};

/// Most lines of errors that are shown; the first are the ones to mend.
const MAX_LINES: usize = 500;
/// Longest line of them, in characters.
const MAX_LINE_CHARS: usize = 400;
/// Most rows of a list.
const MAX_ROWS: usize = 100;

/// All that is read of an effect, for the fonts.
pub(super) fn all_text(effect: &EffectStatus) -> String {
    let mut text = effect.name.clone();
    let mut add = |more: &str| {
        text.push('\n');
        text.push_str(more);
    };
    if let Some((title, errors)) = &effect.problem {
        add(title);
        add(errors);
    }
    for widget in &effect.widgets.all {
        add(&widget.label);
        add(widget.help.as_deref().unwrap_or_default());
    }
    for (name, passes) in &effect.techniques {
        add(name);
        passes.iter().for_each(|it| add(it));
    }
    for (name, what) in effect.textures.iter().chain(&effect.driven) {
        add(name);
        add(what);
    }
    effect.refusals.iter().chain(&effect.warnings).for_each(|it| add(it));
    text
}

/// All of it.
pub(super) fn show(panel: &mut Panel<'_>) {
    let Some(effect) = panel.status.effect else { return };
    names::show(panel.ui, &effect.name);
    if let Some((title, _)) = &effect.problem {
        panel.complaint(&format!("{}: the last good one is drawn", readable(title)));
    }
    if !effect.refusals.is_empty() {
        panel.complaint("The model is drawn without it:");
        for refusal in &effect.refusals {
            panel.complaint(&readable(refusal));
        }
    }
    show_techniques(panel, effect);
    show_widgets(panel, effect);
    show_textures(panel, effect);
    show_rest(panel, effect);
}

fn show_techniques(panel: &mut Panel<'_>, effect: &EffectStatus) {
    let width = panel.push_field_width(&["Technique"]);
    let technique = effect.techniques.get(effect.technique);
    let name = technique.map_or("", |it| it.0.as_str());
    let names: Vec<&str> = effect.techniques.iter().map(|it| it.0.as_str()).collect();
    if let Some(index) = combo(panel, "Technique", name, &names) {
        panel.actions.push(Action::ShowTechnique(index));
    }
    if let Some((_, passes)) = technique.filter(|it| it.1.len() > 1) {
        let chosen = panel.settings.effect.pass.and_then(|it| passes.get(it));
        let names: Vec<&str> =
            std::iter::once("all").chain(passes.iter().map(String::as_str)).collect();
        let name = chosen.map_or("all", String::as_str);
        if let Some(index) = combo(panel, "Pass", name, &names) {
            panel.settings.effect.pass = index.checked_sub(1);
        }
    }
    width.end();
}

/// A list of names to choose from; the one that was chosen.
fn combo(panel: &mut Panel<'_>, label: &str, shown: &str, all: &[&str]) -> Option<usize> {
    let ui = panel.ui;
    let popup = ui.begin_combo(label, names::shown(shown));
    panel.record(label);
    let mut chosen = None;
    if popup.is_some() {
        panel.rects.enter_window(ui, 0.0);
        for (index, name) in all.iter().enumerate() {
            let _id = ui.push_id_usize(index);
            let x = ui.cursor_pos()[0];
            if ui.selectable_config("##choice").selected(*name == shown).build() {
                chosen = Some(index);
            }
            let name = names::shown(name);
            panel.rects.record(ui, format_args!("{label}:{name}"));
            ui.same_line_with_pos(x);
            ui.text(&name);
        }
        panel.rects.leave();
    }
    chosen
}

fn show_widgets(panel: &mut Panel<'_>, effect: &EffectStatus) {
    let widgets = &effect.widgets;
    if widgets.all.is_empty() {
        panel.note("It has no variables but those that the program sets.");
        return;
    }
    if panel.settings.effect.values.len() != widgets.all.len() {
        panel.settings.effect.values = widgets.defaults();
    }
    // So wide that most names fit beside.
    let width = panel.ui.push_item_width((panel.ui.content_region_avail()[0] * 0.55).floor());
    for (index, node) in widgets.nodes.iter().enumerate() {
        let _id = panel.ui.push_id_usize(index);
        show_node(panel, &widgets.all, node);
    }
    width.end();
    if panel.button("Reset all") {
        panel.settings.effect.values = widgets.defaults();
    }
}

fn show_node(panel: &mut Panel<'_>, all: &[Widget], node: &WidgetNode) {
    match node {
        WidgetNode::Leaf(index) => {
            if let Some(widget) = all.get(*index) {
                show_widget(panel, *index, widget);
            }
        }
        WidgetNode::Group { label, children, left_out } => {
            let ui = panel.ui;
            let x = ui.cursor_pos()[0];
            let flags = TreeNodeFlags::SPAN_AVAIL_WIDTH;
            let token = ui.tree_node_config("##group").flags(flags).push();
            panel.rects.record(ui, format_args!("group:{}", names::shown(label)));
            let arrow = ui.current_font_size() + 2.0 * ui.clone_style().frame_padding[0];
            ui.same_line_with_pos(x + arrow);
            names::show(ui, label);
            if token.is_some() {
                for (index, child) in children.iter().enumerate() {
                    let _id = ui.push_id_usize(index);
                    show_node(panel, all, child);
                }
                if *left_out > 0 {
                    panel.note(&format!("and {left_out} more"));
                }
            }
        }
    }
}

fn show_widget(panel: &mut Panel<'_>, index: usize, widget: &Widget) {
    let ui = panel.ui;
    let Some(value) = panel.settings.effect.values.get(index) else { return };
    let mut edited = value.clone();
    let _id = ui.push_id_usize(index);
    if let WidgetKind::Matrix { columns } = widget.kind {
        show_label(panel, widget);
        for (row, numbers) in edited.0.chunks_mut(columns.max(1)).enumerate() {
            let _id = ui.push_id_usize(row);
            edit_numbers(ui, widget, numbers);
            panel.rects.record(ui, format_args!("effect:{}:{row}", widget.path));
        }
    } else {
        let is_edited = edit(ui, widget, &mut edited);
        panel.rects.record(ui, format_args!("effect:{}", widget.path));
        if !is_edited {
            edited.clone_from(value);
        }
        ui.same_line_with_spacing(0.0, ui.clone_style().item_inner_spacing[0]);
        show_label(panel, widget);
    }
    let is_other = edited != widget.default;
    if is_other {
        ui.same_line();
        if ui.small_button("reset") {
            edited.clone_from(&widget.default);
        }
        panel.rects.record(ui, format_args!("reset:{}", widget.path));
    }
    let is_usable = edited.0.iter().all(|it| it.is_finite());
    if let Some(place) = panel.settings.effect.values.get_mut(index)
        && is_usable
    {
        *place = edited;
    }
}

/// The name; the mouse shows what the effect says about it.
fn show_label(panel: &Panel<'_>, widget: &Widget) {
    let ui = panel.ui;
    names::show(ui, &widget.label);
    if let Some(help) = widget.help.as_ref().filter(|_| ui.is_item_hovered()) {
        ui.tooltip(|| {
            let _wrap = ui.push_text_wrap_pos_with_pos(ui.current_font_size() * 25.0);
            ui.text_wrapped(readable(help));
        });
    }
}

/// Lets a value be edited; true when it was.
fn edit(ui: &Ui, widget: &Widget, value: &mut Value) -> bool {
    let numbers = value.0.as_mut_slice();
    match widget.kind {
        WidgetKind::Switch => {
            let mut is_edited = false;
            for (index, number) in numbers.iter_mut().enumerate() {
                let _id = ui.push_id_usize(index);
                if index > 0 {
                    ui.same_line();
                }
                let mut is_on = *number != 0.0;
                if ui.checkbox("##value", &mut is_on) {
                    *number = f64::from(u8::from(is_on));
                    is_edited = true;
                }
            }
            is_edited
        }
        WidgetKind::Color => edit_color(ui, numbers),
        WidgetKind::Slider { min, max } if is_whole(widget) => {
            let mut whole = to_whole(numbers);
            #[expect(clippy::cast_possible_truncation, reason = "the ends of a slider")]
            let [min, max] = [min.ceil(), max.floor()].map(|it| it as i64);
            let end = i64::from(u32::MAX);
            let (min, max) = (min.clamp(-end, end), max.clamp(-end, end));
            let is_edited = ui.slider_config("##value", min, max).build_array(&mut whole);
            from_whole(numbers, &whole);
            is_edited
        }
        WidgetKind::Slider { min, max } => {
            // ImGui ends the program over sliders that are longer than the type.
            let end = f64::from(f32::MAX) * 0.5;
            let (min, max) = (min.clamp(-end, end), max.clamp(-end, end));
            ui.slider_config("##value", min, max).display_format("%.3f").build_array(numbers)
        }
        WidgetKind::Whole
        | WidgetKind::Number
        | WidgetKind::Direction
        | WidgetKind::Matrix { .. } => edit_numbers(ui, widget, numbers),
    }
}

fn edit_numbers(ui: &Ui, widget: &Widget, numbers: &mut [f64]) -> bool {
    #[expect(clippy::cast_possible_truncation, reason = "the speed of a drag")]
    let speed = widget.step as f32;
    if is_whole(widget) {
        let mut whole = to_whole(numbers);
        let is_edited = Drag::new("##value").speed(speed).build_array(ui, &mut whole);
        from_whole(numbers, &whole);
        is_edited
    } else {
        Drag::new("##value").speed(speed).display_format("%.3f").build_array(ui, numbers)
    }
}

fn is_whole(widget: &Widget) -> bool {
    use effectc::effect::MemberType::{Matrix, Scalar, Struct, Vector};
    match &widget.ty {
        Scalar { kind } | Vector { kind, .. } | Matrix { kind, .. } => {
            matches!(kind, ScalarKind::Int | ScalarKind::Uint | ScalarKind::Bool)
        }
        Struct { .. } => false,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "saturating is the purpose")]
fn to_whole(numbers: &[f64]) -> Vec<i64> {
    numbers.iter().map(|it| *it as i64).collect()
}

#[expect(clippy::cast_precision_loss, reason = "numbers of 32 bits")]
fn from_whole(numbers: &mut [f64], whole: &[i64]) {
    for (number, whole) in numbers.iter_mut().zip(whole) {
        // Of 32 bits, with or without a sign.
        *number = (*whole).clamp(i64::from(i32::MIN), i64::from(u32::MAX)) as f64;
    }
}

#[expect(clippy::cast_possible_truncation, reason = "colours are of f32")]
fn edit_color(ui: &Ui, numbers: &mut [f64]) -> bool {
    let mut rgba = [0.0_f32; 4];
    for (channel, number) in rgba.iter_mut().zip(numbers.iter()) {
        *channel = *number as f32;
    }
    // Factors and light may be above 1.
    let is_edited = if numbers.len() == 4 {
        ui.color_edit4_config("##value", &mut rgba).hdr(true).alpha_bar(true).build()
    } else {
        let mut rgb = [rgba[0], rgba[1], rgba[2]];
        let is_edited = ui.color_edit3_config("##value", &mut rgb).hdr(true).build();
        rgba[..3].copy_from_slice(&rgb);
        is_edited
    };
    for (number, channel) in numbers.iter_mut().zip(rgba) {
        *number = f64::from(channel);
    }
    is_edited
}

fn show_textures(panel: &mut Panel<'_>, effect: &EffectStatus) {
    let count = effect.textures.len();
    if count == 0 || !panel.subheader(&format!("Textures ({count})###Textures")) {
        return;
    }
    let chosen = panel.settings.effect.texture.clone();
    for (index, (name, what)) in effect.textures.iter().enumerate().take(MAX_ROWS) {
        let ui = panel.ui;
        let _id = ui.push_id_usize(index);
        let is_chosen = chosen.as_ref().map_or(index == 0, |it| it == name);
        if ui.radio_button_bool("##texture", is_chosen) {
            panel.settings.effect.texture = Some(name.clone());
        }
        panel.rects.record(ui, format_args!("texture:{}", names::shown(name)));
        ui.same_line();
        names::show(ui, &format!("{name}: {what}"));
    }
    panel.note("Drop a picture on the window: it goes into the one that is marked.");
}

/// What the program sets, and what it warns of.
fn show_rest(panel: &mut Panel<'_>, effect: &EffectStatus) {
    let count = effect.driven.len();
    if count > 0 && panel.subheader(&format!("Set by the program ({count})###Driven")) {
        for (path, what) in effect.driven.iter().take(MAX_ROWS) {
            names::show(panel.ui, &format!("{path}: {what}"));
        }
    }
    let count = effect.warnings.len();
    if count > 0 && panel.subheader(&format!("Warnings ({count})###Warnings")) {
        for warning in effect.warnings.iter().take(MAX_ROWS) {
            for line in warning.lines() {
                panel.note(&readable(line));
            }
        }
    }
}

/// The errors of the last edit with their places, right of `left`, as long as there are any.
pub(super) fn show_problem(panel: &mut Panel<'_>, left: f32, font: FontId) {
    let ui = panel.ui;
    let Some((title, text)) = panel.status.effect.and_then(|it| it.problem.as_ref()) else {
        return;
    };
    let [display_width, display_height] = ui.io().display_size;
    let line = ui.current_font_size();
    let margin = (line * 0.5).floor();
    // Beside the panels, unless they leave too little.
    let left = if left * 2.0 > display_width { 0.0 } else { left };
    let width = (display_width - left - 2.0 * margin).max(1.0);
    let lines = text.lines().count().min(MAX_LINES);
    let wanted = line * (4.5 + u16::try_from(lines).map_or(500.0, f32::from));
    let height = wanted.min(display_height * 0.4).max(line * 5.0);
    let color = error_color(panel.settings.interface.style);
    let border = ui.push_style_color(StyleColor::Border, color);
    let window = ui
        .window("Errors of the effect")
        .position([left + margin, margin], Condition::Appearing)
        .size([width, height], Condition::Appearing)
        .save_settings(false)
        .focus_on_appearing(false)
        .horizontal_scrollbar(true)
        .begin();
    if window.is_some() {
        panel.rects.enter_window(ui, ui.frame_height());
        ui.text_colored(color, readable(title));
        let font = ui.push_font(font);
        // Carets stand close under what they mark.
        let spacing = ui.push_style_var(StyleVar::ItemSpacing([0.0, 2.0]));
        for line in text.lines().take(MAX_LINES) {
            let end = line.char_indices().nth(MAX_LINE_CHARS).map_or(line.len(), |(end, _)| end);
            // As wide as ImGui's letters make it: carets stand under what they mark.
            ui.text(line[..end].replace('\t', " "));
        }
        spacing.pop();
        font.pop();
        panel.rects.leave();
    }
    drop(window);
    border.pop();
}
