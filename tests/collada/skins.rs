//! Skins and morph targets.

use nalgebra::{Matrix4, Vector3};

use super::{document, error_of, geometry, import, import_text, names, scene, source};
use sinew::asset::{JointIdx, Model};

const TRIANGLE: &str = r##"<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>"##;

/// A skin of joints `a` and `b` of the geometry; `v` are pairs of joint and weight.
fn controller(joint_names: &str, tag: &str, vcount: &str, v: &str) -> String {
    let inverse_binds = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1  1 0 0 0 0 1 0 -2 0 0 1 0 0 0 0 1";
    format!(
        r##"<library_controllers><controller id="c"><skin source="#g"><bind_shape_matrix>2 0 0 0 0 2 0 0 0 0 2 0 0 0 0 1
</bind_shape_matrix>{}{}{}<joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#ib"/></joints>
<vertex_weights count="3"><input semantic="JOINT" source="#j" offset="0"/><input semantic="WEIGHT" source="#w" offset="1"/>
<vcount>{vcount}</vcount><v>{v}</v></vertex_weights></skin></controller></library_controllers>"##,
        names("j", tag, joint_names),
        source("ib", 16, inverse_binds),
        source("w", 1, "1 0.5 0.25")
    )
}

/// Two skeletons whose joints have the same sids; the instance names the second.
fn nodes(skeleton: &str) -> String {
    let arm = |id: &str, x: i32| {
        format!(
            r##"<node id="{id}" type="NODE"><translate>{x} 0 0</translate><node id="{id}_a" sid="a" type="JOINT">
<node id="{id}_b" sid="b" type="JOINT"><translate>0 2 0</translate></node></node></node>"##
        )
    };
    scene(&format!(
        r##"{}{}<node id="body"><translate>7 7 7</translate><instance_controller url="#c">{skeleton}</instance_controller></node>"##,
        arm("left", 1),
        arm("right", 3)
    ))
}

const SHAPE: &str = "0 0 0 1 0 0 0 1 0";

fn file(joint_names: &str, tag: &str, skeleton: &str) -> String {
    let skin = controller(joint_names, tag, "1 2 1", "0 0  0 1 1 1  1 0");
    format!("{}{skin}{}", geometry(SHAPE, TRIANGLE), nodes(skeleton))
}

/// Rest positions of the vertices, right-handed.
fn skinned(model: &Model) -> Vec<[f32; 3]> {
    let mut worlds: Vec<Matrix4<f32>> = Vec::new();
    for joint in model.skeleton.joints() {
        let above = joint.parent.map_or_else(Matrix4::identity, |it| worlds[it.index()]);
        worlds.push(above * joint.rest.to_matrix());
    }
    let vertices = &model.meshes[0].vertices;
    (0..vertices.positions.len())
        .map(|vertex| {
            let point = vertices.positions[vertex].push(1.0);
            let moved = |(slot, weight): (sinew::asset::SlotIdx, f32)| {
                let slot = &model.slots[usize::from(slot.0)];
                (worlds[slot.joint.index()] * slot.inverse_bind * point * weight).xyz()
            };
            let sum: Vector3<f32> = vertices.influences(vertex).map(moved).sum();
            [sum.x, sum.y, -sum.z]
        })
        .collect()
}

#[test]
fn joints_are_found_below_the_skeleton_by_sid_and_by_id() {
    // The bind shape doubles; joint a adds its arm's x, joint b goes up 2 and its inverse bind down 2.
    let right = [[3., 0., 0.], [5., 0., 0.], [3., 2., 0.]];
    let left = [[1., 0., 0.], [3., 0., 0.], [1., 2., 0.]];
    for (joint_names, tag, skeleton, expected) in [
        ("a b", "Name_array", "<skeleton>#right</skeleton>", right),
        ("a b", "Name_array", "<skeleton>#right_a</skeleton>", right),
        ("a b", "Name_array", "", left),
        ("right_a right_b", "IDREF_array", "", right),
        ("right_a right_b", "IDREF_array", "<skeleton>#left</skeleton>", right),
        ("a b", "IDREF_array", "<skeleton>#right</skeleton>", right),
        ("left_a left_b", "Name_array", "<skeleton>#left</skeleton>", left),
    ] {
        let model = import_text(&file(joint_names, tag, skeleton));
        assert_eq!(skinned(&model), expected, "{joint_names} {tag} {skeleton}");
        assert_eq!(model.meshes[0].skin, Some(0));
    }
}

#[test]
fn a_skin_node_does_not_move_its_vertices_but_those_without_weight() {
    let skin = controller("a b", "Name_array", "1 0 0", "0 0");
    let model = import_text(&format!("{}{skin}{}", geometry(SHAPE, TRIANGLE), nodes("")));
    assert_eq!(skinned(&model), [[1., 0., 0.], [8., 7., 7.], [7., 8., 7.]]);
    assert!(model.notes.iter().any(|it| it.contains("have no weight")), "{:?}", model.notes);
}

#[test]
fn joints_that_are_not_there_leave_their_vertices_as_bound() {
    let model = import_text(&file("a gone", "Name_array", ""));
    let found = skinned(&model);
    assert_eq!(Vector3::from(found[0]), Vector3::x());
    assert_eq!(
        Vector3::from(found[2]),
        Vector3::new(7., 9., 7.),
        "on the node, doubled by the bind shape"
    );
    let said = |it: &String| it.contains("1 joints") && it.contains("'gone'");
    assert!(model.notes.iter().any(said), "{:?}", model.notes);
}

#[test]
fn broken_skins_are_refused_with_their_place() {
    for (vcount, v, expected) in [
        ("1 2 1", "0 0 0 1 1 1", "vertex 2 has 1 influences; <v> has 0 more"),
        ("1 1 1", "0 0 2 0 0 0", "vertex 1 has joint 2; there are 2"),
        ("1 1 1", "0 0 0 9 0 0", "vertex 1 has weight 9; there are 3"),
        ("1 -1 1", "0 0 0 0", "vertex 1 has -1 influences"),
        ("1 1000000000 1", "0 0 0 0", "vertex 1 has 1000000000 influences"),
    ] {
        let skin = controller("a b", "Name_array", vcount, v);
        let text = error_of(&format!("{}{skin}{}", geometry(SHAPE, TRIANGLE), nodes("")));
        assert!(
            text.contains(expected) && text.starts_with("line "),
            "'{text}' lacks '{expected}'"
        );
    }
}

#[test]
fn morph_targets_stand_before_and_behind_skins() {
    let target = geometry("0 0 0 1 0 0 0 1 5", TRIANGLE)
        .replace("\"g\"", "\"t\"")
        .replace("\"p", "\"tp")
        .replace("#p", "#tp")
        .replace("\"v\"", "\"tv\"")
        .replace("#v", "#tv");
    let morph = |of: &str, method: &str| {
        format!(
            r##"<library_controllers><controller id="m"><morph source="#{of}" method="{method}">{}{}<targets>
<input semantic="MORPH_TARGET" source="#mt"/><input semantic="MORPH_WEIGHT" source="#mw"/></targets></morph></controller></library_controllers>"##,
            names("mt", "IDREF_array", "t"),
            source("mw", 1, "0.25")
        )
    };
    let skin = controller("a b", "Name_array", "1 2 1", "0 0  0 1 1 1  1 0");
    let shape = format!("{}{target}", geometry(SHAPE, TRIANGLE));
    let on_morph = format!(
        "{shape}{}{}{}",
        morph("g", "NORMALIZED"),
        skin.replace("source=\"#g\"", "source=\"#m\""),
        nodes("")
    );
    let on_skin =
        format!("{shape}{}{skin}{}", morph("c", "NORMALIZED"), nodes("").replace("#c", "#m"));
    for inner in [on_morph, on_skin] {
        let model = import("m.dae", document(&inner).as_bytes(), None).unwrap();
        let mesh = &model.meshes[0];
        assert_eq!(mesh.morph_weights, [0.25]);
        let expected = [Vector3::zeros(), Vector3::zeros(), Vector3::new(0.0, 0.0, -5.0)];
        assert_eq!(mesh.morph_targets[0].positions, expected, "target minus base, mirrored");
        assert_eq!(mesh.skin, Some(0));
    }
    let rigid = scene(r##"<node id="n"><instance_controller url="#m"/></node>"##);
    let relative = import_text(&format!("{shape}{}{rigid}", morph("g", "RELATIVE")));
    assert_eq!(relative.meshes[0].morph_targets[0].positions[1], Vector3::x(), "as it stands");
    assert_eq!(relative.slots[0].joint, JointIdx(0));
}
