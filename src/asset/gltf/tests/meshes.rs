//! Meshes: triangles, attributes, morph targets, what is skipped and what is refused.

use nalgebra::{Matrix4, Point3, Vector2, Vector3, Vector4};

use super::super::test_document::{TestDocument, U8, U16, import_json};
use crate::asset::Model;

fn with_primitive(mut document: TestDocument, primitive: &str) -> TestDocument {
    document
        .member(r#""nodes":[{"mesh":0}]"#)
        .member(&format!(r#""meshes":[{{"name":"box","primitives":[{primitive}]}}]"#));
    document
}

/// A mesh of a triangle with further attributes, given as `"NAME":accessor`.
fn triangle_with(mut document: TestDocument, attributes: &str) -> TestDocument {
    let position = document.triangle();
    with_primitive(document, &format!(r#"{{"attributes":{{"POSITION":{position},{attributes}}}}}"#))
}

fn notes(model: &Model) -> String {
    model.notes.join("; ")
}

#[test]
fn a_triangle_is_mirrored_and_its_front_becomes_clockwise() {
    let mut document = TestDocument::default();
    let position = document.floats("VEC3", &[0., 0., 1., 1., 0., 2., 0., 1., 3.]);
    let model = with_primitive(document, &format!(r#"{{"attributes":{{"POSITION":{position}}}}}"#))
        .import();
    let mesh = &model.meshes[0];
    assert_eq!(mesh.name, "box");
    assert_eq!((mesh.node, mesh.source), (0, (0, 0)));
    assert_eq!(mesh.indices, [0, 2, 1]);
    let p = &mesh.vertices.positions;
    assert_eq!(p[0], Vector3::new(0.0, 0.0, -1.0));
    // With clockwise fronts the normal is that of the triangle read backwards, in a left-handed space
    // by the same cross product.
    let [a, b, c] = [0, 1, 2].map(|it| p[mesh.indices[it] as usize]);
    let normal = (b - a).cross(&(c - a)).normalize();
    assert!((mesh.vertices.normals[0] - normal).norm() < 1e-6);
    assert!(normal.z < 0.0, "a front that faced +Z in the file faces -Z now");
    assert_eq!(mesh.vertices.colors[0], Vector4::repeat(1.0));
    assert_eq!(mesh.vertices.uvs[0], Vector2::zeros());
    assert_eq!(mesh.vertices.tangents[0], Vector4::zeros());
    assert!(notes(&model).contains("mesh 0 'box' primitive 0 has no normals"));
    assert_eq!(model.materials[mesh.material].name, "default");
}

#[test]
fn strips_and_fans_become_lists_and_lines_are_skipped() {
    let indices_of = |mode: u32| {
        let mut document = TestDocument::default();
        let position = document.floats("VEC3", &[0., 0., 0., 1., 0., 0., 0., 1., 0., 1., 1., 0.]);
        let primitive = format!(r#"{{"attributes":{{"POSITION":{position}}},"mode":{mode}}}"#);
        let model = with_primitive(document, &primitive).import();
        (model.meshes.first().map(|it| it.indices.clone()), notes(&model))
    };
    assert_eq!(indices_of(5).0.unwrap(), [0, 2, 1, 1, 2, 3]);
    assert_eq!(indices_of(6).0.unwrap(), [1, 0, 2, 2, 0, 3]);
    assert_eq!(indices_of(4).0.unwrap(), [0, 2, 1]);
    for mode in 0..4 {
        let (indices, notes) = indices_of(mode);
        assert_eq!(indices, None);
        assert!(notes.contains("points and lines are not drawn"), "{notes}");
    }
}

#[test]
fn indices_are_read_in_all_types_and_checked() {
    let build = |component: u32, bytes: &[u8], count: usize| {
        let mut document = TestDocument::default();
        let position = document.triangle();
        let indices = document.raw(component, "SCALAR", false, count, bytes);
        let primitive =
            format!(r#"{{"attributes":{{"POSITION":{position}}},"indices":{indices}}}"#);
        with_primitive(document, &primitive)
    };
    assert_eq!(build(U8, &[2, 1, 0], 3).import().meshes[0].indices, [2, 0, 1]);
    assert_eq!(build(U16, &[2, 0, 1, 0, 0, 0], 3).import().meshes[0].indices, [2, 0, 1]);
    build(U8, &[0, 1, 3], 3)
        .check_error("mesh 0 'box' primitive 0 indices: index 2 is 3; there are 3 vertices");
    build(U8, &[0, 1, 255], 3).check_error("index 2 is 255");
    build(5126, &[0; 12], 3).check_error("indices, accessor 1: component type F32");
    let model = build(U8, &[0, 1, 2, 0], 4).import();
    assert_eq!(model.meshes[0].indices.len(), 3);
    assert!(notes(&model).contains("1 indices after the last whole triangle"));
    let model = build(U8, &[0, 1], 2).import();
    assert!(model.meshes.is_empty() && notes(&model).contains("it has no triangle"));
}

#[test]
fn attributes_are_converted() {
    let mut document = TestDocument::default();
    let normal = document.floats("VEC3", &[0., 0., 2.].repeat(3));
    let tangent = document.floats("VEC4", &[0., 3., 4., 1.].repeat(3));
    let uv = document.raw(U16, "VEC2", true, 3, &[0xff, 0xff, 0, 0].repeat(3));
    let color = document.raw(U8, "VEC3", true, 3, &[255, 0, 55].repeat(3));
    let attributes =
        format!(r#""NORMAL":{normal},"TANGENT":{tangent},"TEXCOORD_0":{uv},"COLOR_0":{color}"#);
    let model = triangle_with(document, &attributes).import();
    let vertices = &model.meshes[0].vertices;
    assert_eq!(vertices.normals[0], Vector3::new(0.0, 0.0, -1.0), "unit length, mirrored");
    assert_eq!(vertices.tangents[0], Vector4::new(0.0, 0.6, -0.8, -1.0));
    assert_eq!(vertices.uvs[0], Vector2::new(1.0, 0.0), "v stays");
    // 55 / 255 of linear light is about half of the display's range.
    assert!((vertices.colors[0] - Vector4::new(1.0, 0.0, 0.502, 1.0)).norm() < 2e-3);
    assert!(model.notes.is_empty(), "{:?}", model.notes);
}

#[test]
fn unusable_normals_are_computed_and_other_numbers_set_to_zero() {
    let mut document = TestDocument::default();
    let normal = document.floats("VEC3", &[0., 1., 0., 0., 0., 0., f32::NAN, 0., 0.]);
    let tangent = document.floats("VEC4", &[f32::NAN, 0., 0., 1.].repeat(3));
    let uv = document.floats("VEC2", &[0.5, f32::INFINITY].repeat(3));
    let attributes = format!(r#""NORMAL":{normal},"TANGENT":{tangent},"TEXCOORD_0":{uv}"#);
    let model = triangle_with(document, &attributes).import();
    let vertices = &model.meshes[0].vertices;
    assert_eq!(vertices.normals[0], Vector3::y());
    assert_eq!(vertices.normals[1], -Vector3::z());
    assert_eq!(vertices.normals[2], -Vector3::z());
    assert_eq!(vertices.tangents[0].xyz(), Vector3::zeros());
    assert_eq!(vertices.uvs[0], Vector2::new(0.5, 0.0));
    let notes = notes(&model);
    assert!(notes.contains("2 normals") && notes.contains("3 tangents"), "{notes}");
    assert!(notes.contains("TEXCOORD_0: 3 numbers"), "{notes}");
}

#[test]
fn broken_attributes_are_refused() {
    let mut document = TestDocument::default();
    let uv = document.floats("VEC2", &[0.0; 8]);
    triangle_with(document, &format!(r#""TEXCOORD_1":{uv}"#))
        .check_error("mesh 0 'box' primitive 0 TEXCOORD_1: 4 elements; POSITION has 3");
    triangle_with(TestDocument::default(), r#""NORMAL":7"#)
        .check_error("NORMAL, accessor 7: does not exist; the file has 1");
    let mut document = TestDocument::default();
    let normal = document.floats("VEC2", &[0.0; 6]);
    triangle_with(document, &format!(r#""NORMAL":{normal}"#))
        .check_error("NORMAL, accessor 0: type Vec2; expected Vec3");
    let mut document = TestDocument::default();
    let position = document.floats("VEC3", &[0., 0., f32::NAN, 1., 0., 0., 0., 1., 0.]);
    with_primitive(document, &format!(r#"{{"attributes":{{"POSITION":{position}}}}}"#))
        .check_error("POSITION: vertex 0 is not finite");
    with_primitive(TestDocument::default(), r#"{"attributes":{},"mode":7}"#)
        .check_error("unknown mode");
    triangle_with(TestDocument::default(), r#""_EXTRA":0},"material":2,"extras":{"a":0"#)
        .check_error("material 2 does not exist; the file has 0");
}

#[test]
fn empty_primitives_are_skipped_with_a_note() {
    let model = import_json(
        r#""accessors":[{"componentType":5126,"type":"VEC3","count":0}],"nodes":[{"mesh":0}],
           "meshes":[{"primitives":[{"attributes":{}},{},{"attributes":{"POSITION":0}}]}]"#,
    );
    assert!(model.meshes.is_empty());
    let notes = notes(&model);
    assert!(notes.contains("primitive 0 is ignored: it has no POSITION"), "{notes}");
    assert!(notes.contains("primitive 1 is ignored: it has no POSITION"), "{notes}");
    assert!(notes.contains("primitive 2 is ignored: it has no triangle"), "{notes}");
}

#[test]
fn every_node_and_primitive_is_one_draw() {
    let mut document = TestDocument::default();
    let position = document.triangle();
    let primitive = format!(r#"{{"attributes":{{"POSITION":{position}}}}}"#);
    document
        .member(r#""nodes":[{"mesh":0},{"mesh":0},{}],"scenes":[{"nodes":[2,1,0]}]"#)
        .member(&format!(
            r#""meshes":[{{"primitives":[{primitive},{primitive}]}},{{"name":"unused","primitives":[{primitive}]}}]"#
        ));
    let model = document.import();
    let draws: Vec<(&str, u32, (u32, u32))> =
        model.meshes.iter().map(|it| (it.name.as_str(), it.node, it.source)).collect();
    assert_eq!(
        draws,
        [
            ("mesh_0_0", 1, (0, 0)),
            ("mesh_0_1", 1, (0, 1)),
            ("mesh_0_0", 0, (0, 0)),
            ("mesh_0_1", 0, (0, 1)),
        ]
    );
    // Rigid: the slot of the node's own joint, which has no inverse bind matrix.
    assert_eq!(model.meshes[0].vertices.slots[0][0].0, 1);
    assert_eq!(model.meshes[2].vertices.slots[0][0].0, 2);
    assert!(notes(&model).contains("mesh 1 'unused' is on no node of the scene"));
    let mut document = TestDocument::default();
    document.member(r#""nodes":[{"mesh":1}]"#);
    document.check_error("node 0: mesh 1 does not exist; the file has 0");
}

#[test]
fn morph_targets_and_their_weights_are_kept() {
    let build = |node_members: &str, target_count: usize| {
        let mut document = TestDocument::default();
        let position = document.triangle();
        let moved = document.floats("VEC3", &[1., 2., 3.].repeat(target_count));
        document.member(&format!(r#""nodes":[{{"mesh":0{node_members}}}]"#)).member(&format!(
            r#""meshes":[{{"weights":[0.25,0.5],"primitives":[{{"attributes":{{"POSITION":{position}}},
               "targets":[{{"POSITION":{moved}}},{{"NORMAL":{moved},"TANGENT":{moved}}}]}}]}}]"#
        ));
        document
    };
    let model = build("", 3).import();
    let mesh = &model.meshes[0];
    let mirrored = vec![Vector3::new(1.0, 2.0, -3.0); 3];
    assert_eq!(mesh.morph_targets[0].positions, mirrored);
    assert!(mesh.morph_targets[0].normals.is_empty());
    assert_eq!(mesh.morph_targets[1].normals, mirrored);
    assert_eq!(mesh.morph_targets[1].tangents, mirrored);
    assert_eq!(mesh.morph_weights, [0.25, 0.5]);
    let model = build(r#","weights":[1,2]"#, 3).import();
    assert_eq!(model.meshes[0].morph_weights, [1.0, 2.0], "the node's weights win");
    let model = build(r#","weights":[1]"#, 3).import();
    assert_eq!(model.meshes[0].morph_weights, [1.0, 0.0]);
    assert!(notes(&model).contains("1 morph weights for 2 targets"));
    build(r#","weights":[1e39,0]"#, 3).check_error("node 0: morph weight inf is not finite");
    build("", 4).check_error("mesh 0 primitive 0 target 0 POSITION: 4 elements; POSITION has 3");
}

/// How a triangle's normal in the rest pose agrees with its winding: 1 for a clockwise front, -1 for a triangle
/// turned inside out. The mesh hangs below two nodes with these members, or is skinned to the inner one with an
/// inverse bind matrix of this diagonal.
fn front_of(outer: &str, inner: &str, inverse_bind: Option<[f32; 3]>) -> f64 {
    let mut document = TestDocument::default();
    let position = document.triangle();
    let normal = document.floats("VEC3", &[0., 0., 1., 0., 0., 1., 0., 0., 1.]);
    let mut attributes = format!(r#""POSITION":{position},"NORMAL":{normal}"#);
    let mut carrier = r#""mesh":0"#;
    let mut skinned = "";
    if let Some([x, y, z]) = inverse_bind {
        let joints = document.raw(U8, "VEC4", false, 3, &[0; 12]);
        let weights = document.floats("VEC4", &[1., 0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 0.]);
        attributes += &format!(r#","JOINTS_0":{joints},"WEIGHTS_0":{weights}"#);
        let mut matrix = [0.0; 16];
        [matrix[0], matrix[5], matrix[10], matrix[15]] = [x, y, z, 1.0];
        let binds = document.floats("MAT4", &matrix);
        document.member(&format!(r#""skins":[{{"joints":[1],"inverseBindMatrices":{binds}}}]"#));
        (carrier, skinned) = (r#""name":"joint""#, r#",{"mesh":0,"skin":0}"#);
    }
    let model = document
        .member(&format!(r#""nodes":[{{"children":[1]{outer}}},{{{carrier}{inner}}}{skinned}]"#))
        .member(&format!(r#""meshes":[{{"primitives":[{{"attributes":{{{attributes}}}}}]}}]"#))
        .import();
    let mut model_from_joints: Vec<Matrix4<f64>> = Vec::new();
    for joint in model.skeleton.joints() {
        let parent =
            joint.parent.map_or_else(Matrix4::identity, |it| model_from_joints[it.index()]);
        model_from_joints.push(parent * joint.rest.to_matrix().cast());
    }
    let mesh = &model.meshes[0];
    let slot = model.slots[usize::from(mesh.vertices.slots[0][0].0)];
    let model_from_mesh = model_from_joints[slot.joint.index()] * slot.inverse_bind.cast();
    let [a, b, c] = [0, 1, 2].map(|corner| {
        let position = mesh.vertices.positions[mesh.indices[corner] as usize].cast();
        model_from_mesh.transform_point(&Point3::from(position))
    });
    // Normals go by the inverse transpose, which keeps them square to the surface.
    let inverse = model_from_mesh.fixed_view::<3, 3>(0, 0).try_inverse().unwrap();
    let normal = inverse.transpose() * mesh.vertices.normals[0].cast();
    (b - a).cross(&(c - a)).normalize().dot(&normal.normalize())
}

#[test]
fn mirrored_parts_keep_their_fronts() {
    let (x, xyz, xy, matrix) = (
        r#","scale":[-1,1,1]"#,
        r#","scale":[-2,-1,-3]"#,
        r#","scale":[-1,-1,1]"#,
        r#","matrix":[1,0,0,0, 0,1,0,0, 0,0,-1,0, 0,0,0,1]"#,
    );
    for (outer, inner, inverse_bind) in [
        ("", "", None),
        ("", x, None),
        (x, "", None),
        (x, xyz, None),
        (xyz, "", None),
        ("", xy, None),
        (matrix, "", None),
        ("", "", Some([1.0, 1.0, 1.0])),
        (x, "", Some([1.0, 1.0, 1.0])),
        ("", x, Some([-1.0, 1.0, 1.0])),
        ("", "", Some([1.0, 1.0, -1e-20])),
    ] {
        let front = front_of(outer, inner, inverse_bind);
        assert!((front - 1.0).abs() < 1e-5, "{front} with {outer} {inner} {inverse_bind:?}");
    }
}
