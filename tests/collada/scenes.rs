//! Nodes, units, axes and instances.

use nalgebra::{Matrix4, Point3, Vector3};

use super::{error_of, geometry, import_text, scene};
use sinew::asset::{JointIdx, Model};

const TRIANGLE: &str = r##"<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>"##;

fn worlds(model: &Model) -> Vec<Matrix4<f32>> {
    let mut worlds: Vec<Matrix4<f32>> = Vec::new();
    for joint in model.skeleton.joints() {
        let above = joint.parent.map_or_else(Matrix4::identity, |it| worlds[it.index()]);
        worlds.push(above * joint.rest.to_matrix());
    }
    worlds
}

/// Where a point of the last node's space is in the world, right-handed.
#[track_caller]
fn check_point(inner: &str, point: [f32; 3], expected: [f32; 3]) {
    let model = import_text(inner);
    let mirrored = |[x, y, z]: [f32; 3]| Point3::new(x, y, -z);
    let found = worlds(&model).last().unwrap().transform_point(&mirrored(point));
    assert!((found - mirrored(expected)).norm() < 1e-5, "{found} for {inner}");
}

#[test]
fn units_and_axes_go_into_one_joint_above_all() {
    let asset =
        |axis: &str| format!("<asset><unit meter=\"0.01\"/><up_axis>{axis}</up_axis></asset>");
    let node = scene("<node id=\"n\"><translate>1 2 3</translate></node>");
    check_point(&format!("{}{node}", asset("Y_UP")), [0.; 3], [0.01, 0.02, 0.03]);
    check_point(&format!("{}{node}", asset("Z_UP")), [0.; 3], [0.01, 0.03, -0.02]);
    check_point(&format!("{}{node}", asset("X_UP")), [0.; 3], [-0.02, 0.01, 0.03]);
    let model = import_text(&format!("{}{node}", asset("Z_UP")));
    let names: Vec<&str> = model.skeleton.joints().iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["stage", "n"]);
    assert_eq!(model.node_ids, ["n", "stage"]);
    assert_eq!(import_text(&node).skeleton.joints().len(), 1, "nothing to convert");
    assert!(error_of(&format!("<asset><unit meter=\"0\"/></asset>{node}")).contains("above 0"));
}

#[test]
fn steps_multiply_in_their_order() {
    let node = "<node id=\"n\"><translate>1 0 0</translate><rotate>0 0 1 90</rotate><scale>2 1 1</scale></node>";
    check_point(&scene(node), [1., 0., 0.], [1., 2., 0.]);
    let matrix = "<node id=\"n\"><matrix>0 -1 0 5 1 0 0 6 0 0 1 7 0 0 0 1</matrix></node>";
    check_point(&scene(matrix), [1., 0., 0.], [5., 7., 7.]);
}

#[test]
fn what_shears_becomes_two_joints_and_nothing_is_lost() {
    let node = "<node id=\"n\" name=\"hip\"><scale>1 3 1</scale><rotate>0 0 1 45</rotate><translate>0 0 1</translate></node>";
    let half = std::f32::consts::FRAC_1_SQRT_2;
    check_point(&scene(node), [1., 0., 0.], [half, 3.0 * half, 1.0]);
    let model = import_text(&scene(node));
    let joints = model.skeleton.joints();
    assert_eq!(joints.len(), 2);
    assert_eq!((joints[0].name.as_str(), joints[1].name.as_str()), ("hip (part 1)", "hip"));
    assert_eq!((joints[0].node, joints[1].node, joints[1].parent), (0, 0, Some(JointIdx(0))));
    assert!(model.notes.is_empty(), "{:?}", model.notes);
}

#[test]
fn nodes_are_instanced_with_all_below_them_and_never_inside_of_themselves() {
    let library = r##"<library_nodes><node id="tree"><translate>0 1 0</translate><node id="leaf"><translate>0 0 2</translate>
<instance_geometry url="#g"/></node></node></library_nodes>"##;
    let nodes = r##"<node id="a"><translate>5 0 0</translate><instance_node url="#tree"/></node><node id="b"><instance_node url="#tree"/></node>"##;
    let shape = geometry("0 0 0 1 0 0 0 1 0", TRIANGLE);
    let model = import_text(&format!("{shape}{library}{}", scene(nodes)));
    assert_eq!((model.skeleton.joints().len(), model.meshes.len()), (6, 2));
    assert_eq!(model.meshes[0].node, model.meshes[1].node, "one node of the file");
    let worlds = worlds(&model);
    assert_eq!(worlds[2].column(3).xyz(), Vector3::new(5.0, 1.0, -2.0));
    assert_eq!(worlds[5].column(3).xyz(), Vector3::new(0.0, 1.0, -2.0));
    let own = scene(r##"<node id="a"><node id="b"><instance_node url="#a"/></node></node>"##);
    assert!(error_of(&own).contains("node '#a' contains itself"));
}

#[test]
fn instances_that_double_end_at_the_limit_of_joints() {
    let level = |it: usize| {
        format!(
            r##"<node id="l{it}"><instance_node url="#l{0}"/><instance_node url="#l{0}"/></node>"##,
            it + 1
        )
    };
    let levels: String = (0..40).map(level).collect();
    let library = format!("<library_nodes>{levels}<node id=\"l40\"/></library_nodes>");
    let text =
        error_of(&format!("{library}{}", scene("<node><instance_node url=\"#l0\"/></node>")));
    assert!(text.contains("at most 65535"), "{text}");
}

#[test]
fn the_scene_is_found_whatever_the_file_says() {
    let scenes = "<library_visual_scenes><visual_scene id=\"s\"><node id=\"n\"/></visual_scene></library_visual_scenes>";
    for instance in ["<scene><instance_visual_scene url=\"#\"/></scene>", "<scene/>", ""] {
        assert_eq!(import_text(&format!("{scenes}{instance}")).skeleton.joints()[0].name, "n");
    }
    let library = "<library_nodes><node name=\"loose\"/></library_nodes>";
    assert_eq!(import_text(library).skeleton.joints()[0].name, "loose");
    assert!(import_text("").skeleton.joints().is_empty());
}
