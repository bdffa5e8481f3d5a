//! The Model part: what the file holds, and which other models are open.

use std::collections::BTreeMap;

use super::clips::list;
use super::names;
use super::panel::Panel;
use crate::app::Action;

/// Most rows of a list that are seen at once.
const MAX_ROWS: u16 = 10;
/// Deepest joint that is indented; deeper ones say how deep they are.
const MAX_DEPTH: u16 = 12;
/// Most notes that are shown.
const MAX_NOTES: usize = 50;

/// Name, counts, and a list of each kind of thing.
pub(super) fn show(panel: &mut Panel<'_>) {
    let (ui, model) = (panel.ui, panel.status.model);
    names::show(ui, &model.name);
    let triangle_count: usize = model.meshes.iter().map(|mesh| mesh.triangle_count).sum();
    panel.note(&format!(
        "{} joints, {} clips, {} meshes, {triangle_count} triangles",
        model.joints.len(),
        model.clips.len(),
        model.meshes.len(),
    ));
    if panel.subheader(&format!("Joints ({})###Joints", model.joints.len())) {
        list(panel, "joints", model.joints.len(), MAX_ROWS, show_joint);
    }
    if panel.subheader(&format!("Meshes ({})###Meshes", model.meshes.len())) {
        list(panel, "meshes", model.meshes.len(), MAX_ROWS, |panel, index| {
            if let Some(mesh) = model.meshes.get(index) {
                panel.ui.text_disabled(format!("{:>7}", mesh.triangle_count));
                panel.ui.same_line();
                names::show(panel.ui, &mesh.name);
            }
        });
    }
    if panel.subheader("Materials") {
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        for mesh in &model.meshes {
            *uses.entry(mesh.material.as_str()).or_default() += 1;
        }
        let uses: Vec<_> = uses.into_iter().collect();
        list(panel, "materials", uses.len(), MAX_ROWS, |panel, index| {
            if let Some((material, count)) = uses.get(index) {
                panel.ui.text_disabled(format!("{count:>4} x"));
                panel.ui.same_line();
                names::show(panel.ui, material);
            }
        });
    }
    if !model.notes.is_empty() && panel.subheader(&format!("Notes ({})###Notes", model.notes.len()))
    {
        for note in model.notes.iter().take(MAX_NOTES) {
            panel.note(&names::shown(note));
        }
        if let Some(more) = model.notes.len().checked_sub(MAX_NOTES).filter(|more| *more > 0) {
            panel.note(&format!("and {more} more: see `sinew info`"));
        }
    }
    show_open(panel);
    panel.note("Drop a .glb, .gltf, .dae or .fbx on the window to open it.");
}

/// A joint under its index, which is its slot in the TransformMap.
fn show_joint(panel: &mut Panel<'_>, index: usize) {
    let ui = panel.ui;
    let Some((name, depth)) = panel.status.model.joints.get(index) else { return };
    ui.text_disabled(format!("{index:>4}"));
    ui.same_line();
    let [x, y] = ui.cursor_pos();
    let indent = f32::from((*depth).min(MAX_DEPTH)) * ui.current_font_size() * 0.5;
    ui.set_cursor_pos([x + indent, y]);
    if *depth > MAX_DEPTH {
        ui.text_disabled(format!("+{}", depth - MAX_DEPTH));
        ui.same_line();
    }
    names::show(ui, name);
}

/// The open models, if there are several.
fn show_open(panel: &mut Panel<'_>) {
    let model = panel.status.model;
    let count = model.open.len();
    if count < 2 {
        return;
    }
    panel.ui.text("Open models");
    list(panel, "open", count, MAX_ROWS, |panel, index| {
        let ui = panel.ui;
        let Some(name) = model.open.get(index) else { return };
        let _id = ui.push_id_usize(index);
        let x = ui.cursor_pos()[0];
        let is_pressed =
            ui.selectable_config("##model").selected(index == model.open_index).build();
        panel.rects.record(ui, format_args!("model:{}", names::shown(name)));
        ui.same_line_with_pos(x);
        names::show(ui, name);
        if is_pressed && index != model.open_index {
            panel.actions.push(Action::ShowModel(index));
        }
    });
    if panel.button("Next model") {
        panel.actions.push(Action::NextModel);
    }
}
