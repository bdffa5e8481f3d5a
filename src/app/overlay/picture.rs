//! The Picture part: pass, light, material, ground, shadows and samples.

use imgui::Drag;
use nalgebra::Vector3;

use super::panel::Panel;
use crate::app::Action;
use crate::render::ModelPass;

/// All that the picture is made with.
pub(super) fn show(panel: &mut Panel<'_>) {
    let ui = panel.ui;
    for (label, pass) in [("Textured", ModelPass::Textured), ("Wireframe", ModelPass::Wireframe)] {
        if panel.choice("Pass", label, panel.settings.picture.pass == pass) {
            panel.settings.picture.pass = pass;
        }
        ui.same_line();
    }
    panel.settings.picture.has_ground = panel.checkbox("Ground", panel.settings.picture.has_ground);
    panel.settings.picture.has_shadows =
        panel.checkbox("Shadows", panel.settings.picture.has_shadows);
    ui.same_line();
    {
        let can_multisample = panel.status.frame.can_multisample;
        let disabled = ui.begin_disabled(!can_multisample);
        let is_on = panel.checkbox("MSAA 4x", panel.settings.picture.multisampling);
        disabled.end();
        if can_multisample {
            panel.settings.picture.multisampling = is_on;
        } else {
            panel.note("this GPU cannot take four samples a pixel");
        }
    }
    let width = panel.push_field_width(&["Direction"]);
    if panel.subheader("Light") {
        let _id = ui.push_id("Light");
        let mut light = panel.settings.picture.light;
        light.direction = edit_direction(panel, light.direction);
        light.ambient = edit_color(panel, "Light", "Ambient", light.ambient);
        light.diffuse = edit_color(panel, "Light", "Diffuse", light.diffuse);
        light.specular = edit_color(panel, "Light", "Specular", light.specular);
        light.emissive = edit_color(panel, "Light", "Emissive", light.emissive);
        panel.settings.picture.light = light;
    }
    if panel.subheader("Material") {
        let _id = ui.push_id("Material");
        let mut material = panel.settings.picture.material;
        material.ambient = edit_color(panel, "Material", "Ambient", material.ambient);
        material.diffuse = edit_color(panel, "Material", "Diffuse", material.diffuse);
        material.specular = edit_color(panel, "Material", "Specular", material.specular);
        material.emissive = edit_color(panel, "Material", "Emissive", material.emissive);
        panel.settings.picture.material = material;
    }
    width.end();
    if panel.button("Reset") {
        panel.actions.push(Action::ResetSettings);
    }
    ui.same_line();
    if panel.button("See all (F)###See all") {
        panel.actions.push(Action::FrameModel);
    }
}

/// The way the light travels. A direction without length is none: the old one stays.
fn edit_direction(panel: &mut Panel<'_>, direction: Vector3<f32>) -> Vector3<f32> {
    let mut xyz: [f32; 3] = direction.into();
    let is_edited =
        Drag::new("Direction").speed(0.01).display_format("%.2f").build_array(panel.ui, &mut xyz);
    panel.record("Light:Direction");
    let edited = Vector3::from(xyz);
    let length = edited.norm();
    if is_edited && length.is_finite() && length > 0.0 { edited } else { direction }
}

/// Red, green and blue; what is no number is not taken.
fn edit_color(panel: &mut Panel<'_>, group: &str, label: &str, color: [f32; 4]) -> [f32; 4] {
    let [red, green, blue, alpha] = color;
    let mut rgb = [red, green, blue];
    // Factors and light may be above 1.
    let is_edited = panel.ui.color_edit3_config(label, &mut rgb).hdr(true).build();
    panel.rects.record(panel.ui, format_args!("{group}:{label}"));
    let [red, green, blue] = rgb;
    if is_edited && rgb.iter().all(|it| it.is_finite()) { [red, green, blue, alpha] } else { color }
}
