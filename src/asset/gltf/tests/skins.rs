//! Skins: slots, influences, inverse binds, rigid parts.

use nalgebra::{Matrix4, Vector3, Vector4};

use super::super::test_document::{F32, TestDocument, U8, U16, U32};
use crate::asset::{JointIdx, SlotIdx};

/// A matrix that moves by (x, y, z), as 16 floats of a file.
fn moving(x: f32, y: f32, z: f32) -> [f32; 16] {
    let mut matrix = [0.0; 16];
    matrix.copy_from_slice(Matrix4::new_translation(&Vector3::new(x, y, z)).as_slice());
    matrix
}

/// A triangle with one set of joints and weights a vertex; attributes as JSON members.
fn skinned_triangle(
    document: &mut TestDocument,
    joints: [[u8; 4]; 3],
    weights: [[f32; 4]; 3],
) -> String {
    let position = document.triangle();
    let joints = document.raw(U8, "VEC4", false, 3, joints.as_flattened());
    let weights = document.floats("VEC4", weights.as_flattened());
    format!(r#""POSITION":{position},"JOINTS_0":{joints},"WEIGHTS_0":{weights}"#)
}

fn mesh(attributes: &str) -> String {
    format!(r#"{{"primitives":[{{"attributes":{{{attributes}}}}}]}}"#)
}

const ONE: [f32; 4] = [1.0, 0.0, 0.0, 0.0];
/// Node 0 carries the mesh with skin 0; nodes 1 and 2 are joints.
const NODES: &str = r#""nodes":[{"mesh":0,"skin":0},{"name":"a"},{"name":"b"}]"#;

#[test]
fn vertices_refer_to_the_slots_of_their_joints() {
    let mut document = TestDocument::default();
    let attributes = skinned_triangle(
        &mut document,
        [[0; 4], [1, 0, 0, 0], [0, 1, 0, 0]],
        [ONE, ONE, [0.5, 1.5, 0.0, 0.0]],
    );
    let binds = document.floats("MAT4", &[moving(1., 2., 3.), moving(4., 5., 6.)].concat());
    document
        .member(NODES)
        .member(&format!(r#""meshes":[{}]"#, mesh(&attributes)))
        .member(&format!(r#""skins":[{{"joints":[2,1],"inverseBindMatrices":{binds}}}]"#));
    let model = document.import();
    assert_eq!(model.slots.len(), 3);
    assert_eq!(model.slots[0].inverse_bind, Matrix4::identity());
    let column = |slot: usize| model.slots[slot].inverse_bind.column(3).into_owned();
    assert_eq!(column(2), Vector4::new(1.0, 2.0, -3.0, 1.0), "mirrored");
    assert_eq!(column(1), Vector4::new(4.0, 5.0, -6.0, 1.0));
    let vertices = &model.meshes[0].vertices;
    assert_eq!(vertices.slots[0], [SlotIdx(2), SlotIdx(0), SlotIdx(0), SlotIdx(0)]);
    assert_eq!(vertices.slots[1][0], SlotIdx(1));
    assert_eq!(vertices.slots[2], [SlotIdx(2), SlotIdx(1), SlotIdx(0), SlotIdx(0)]);
    assert_eq!(vertices.weights[2], Vector4::new(0.25, 0.75, 0.0, 0.0));
    assert_eq!(model.meshes[0].skin, Some(0));
    let notes = model.notes.join("; ");
    assert!(notes.contains("1 vertices have weights that do not sum to 1"), "{notes}");
}

#[test]
fn missing_inverse_binds_are_identity_and_too_few_are_an_error() {
    let build = |skin: &str, bind_count: usize| {
        let mut document = TestDocument::default();
        let attributes = skinned_triangle(&mut document, [[0; 4]; 3], [ONE; 3]);
        let binds = document.floats("MAT4", &moving(0., 0., 1.).repeat(bind_count));
        document
            .member(NODES)
            .member(&format!(r#""meshes":[{}]"#, mesh(&attributes)))
            .member(&format!(r#""skins":[{}]"#, skin.replace('#', &binds.to_string())));
        document
    };
    let model = build(r#"{"joints":[1,2]}"#, 1).import();
    assert!(model.slots.iter().all(|it| it.inverse_bind == Matrix4::identity()));
    let skin = r##"{"name":"rig","joints":[1,2],"inverseBindMatrices":#}"##;
    build(skin, 1).check_error("skin 0 'rig' inverseBindMatrices: 1 matrices for 2 joints");
    assert_eq!(build(skin, 3).import().slots.len(), 3, "more than needed do no harm");
    build(r#"{"joints":[9]}"#, 1).check_error("skin 0: node 9 does not exist; the file has 3");
    build(r#"{"joints":[1],"inverseBindMatrices":0}"#, 1)
        .check_error("skin 0 inverseBindMatrices, accessor 0: type Vec3; expected Mat4");
    build(r#"{"joints":[1]}"#, 1).member(r#""extras":0"#).import();
}

#[test]
fn the_bottom_row_of_an_inverse_bind_is_forced() {
    let mut document = TestDocument::default();
    let mut matrix = moving(1.0, 2.0, 3.0);
    (matrix[3], matrix[15]) = (0.5, 0.0);
    let binds = document.floats("MAT4", &matrix);
    document
        .member(r#""nodes":[{}]"#)
        .member(&format!(r#""skins":[{{"joints":[0],"inverseBindMatrices":{binds}}}]"#));
    let model = document.import();
    let row: Vec<f32> = model.slots[0].inverse_bind.row(3).iter().copied().collect();
    assert_eq!(row, [0.0, 0.0, 0.0, 1.0]);
    assert!(model.notes[0].contains("bottom row"), "{:?}", model.notes);
}

#[test]
fn several_skins_and_rigid_parts_get_slots_of_their_own_only_where_they_differ() {
    let mut document = TestDocument::default();
    let attributes = skinned_triangle(&mut document, [[0; 4]; 3], [ONE; 3]);
    let position = document.triangle();
    let first = document.floats("MAT4", &moving(1., 0., 0.));
    let second = document.floats("MAT4", &moving(2., 0., 0.));
    document
        .member(
            r#""nodes":[{"name":"joint","mesh":1},{"mesh":0,"skin":0},{"mesh":0,"skin":1},{"mesh":0,"skin":2},{"mesh":1}]"#,
        )
        .member(&format!(
            r#""meshes":[{},{}]"#,
            mesh(&attributes),
            mesh(&format!(r#""POSITION":{position}"#))
        ))
        .member(&format!(
            r#""skins":[{{"joints":[0],"inverseBindMatrices":{first}}},{{"joints":[0],"inverseBindMatrices":{second}}},{{"joints":[0],"inverseBindMatrices":{first}}}]"#
        ));
    let model = document.import();
    // Joint 0: slot 0 by the first skin, a rigid slot for its own mesh, one for the second skin.
    let used: Vec<u16> = model.meshes.iter().map(|it| it.vertices.slots[0][0].0).collect();
    assert_eq!(used, [5, 0, 6, 0, 4]);
    assert_eq!(model.slots.len(), 7);
    assert_eq!(model.slots[5].joint, JointIdx(0));
    assert_eq!(model.slots[5].inverse_bind, Matrix4::identity());
    assert_eq!(model.slots[6].inverse_bind, Matrix4::new_translation(&Vector3::new(2.0, 0.0, 0.0)));
    let skins: Vec<Option<u32>> = model.meshes.iter().map(|it| it.skin).collect();
    assert_eq!(skins, [None, Some(0), Some(1), Some(2), None]);
}

#[test]
fn a_vertex_without_weight_follows_the_node_of_its_mesh() {
    let mut document = TestDocument::default();
    let attributes =
        skinned_triangle(&mut document, [[0; 4]; 3], [ONE, [0.0; 4], [-1.0, 0.5, 0.0, 0.0]]);
    document
        .member(NODES)
        .member(&format!(r#""meshes":[{}]"#, mesh(&attributes)))
        .member(r#""skins":[{"joints":[1]}]"#);
    let model = document.import();
    let vertices = &model.meshes[0].vertices;
    assert_eq!(vertices.slots[1], [SlotIdx(0); 4], "slot 0 is that of the mesh's node");
    assert_eq!(vertices.weights[1], Vector4::x());
    // The negative weight counts as zero; what is left is scaled to one.
    assert_eq!(vertices.weights[2], Vector4::x());
    assert_eq!(vertices.slots[2][0], SlotIdx(1));
    let notes = model.notes.join("; ");
    assert!(notes.contains("1 vertices of skins have no weight"), "{notes}");
    assert!(notes.contains("1 weights are negative"), "{notes}");
}

#[test]
fn joints_and_weights_come_in_all_types_and_sets() {
    let mut document = TestDocument::default();
    let position = document.triangle();
    let joint_words: Vec<u8> =
        [[1_u16, 0, 0, 0]; 3].as_flattened().iter().flat_map(|it| it.to_le_bytes()).collect();
    let joint_longs: Vec<u8> =
        [[0_u32, 1, 0, 0]; 3].as_flattened().iter().flat_map(|it| it.to_le_bytes()).collect();
    let weight_words: Vec<u8> =
        [[13107_u16, 0, 0, 0]; 3].as_flattened().iter().flat_map(|it| it.to_le_bytes()).collect();
    let joints_0 = document.raw(U16, "VEC4", false, 3, &joint_words);
    let weights_0 = document.raw(U16, "VEC4", true, 3, &weight_words);
    let joints_1 = document.raw(U32, "VEC4", false, 3, &joint_longs);
    let weights_1 = document.raw(U8, "VEC4", true, 3, &[[51, 153, 0, 0]; 3].concat());
    document
        .member(NODES)
        .member(&format!(
            r#""meshes":[{}]"#,
            mesh(&format!(r#""POSITION":{position},"JOINTS_0":{joints_0},"WEIGHTS_0":{weights_0},"JOINTS_1":{joints_1},"WEIGHTS_1":{weights_1}"#))
        ))
        .member(r#""skins":[{"joints":[1,2]}]"#);
    let vertices = &document.import().meshes[0].vertices;
    assert_eq!(vertices.slots[0], [SlotIdx(2), SlotIdx(1), SlotIdx(2), SlotIdx(0)]);
    assert!((vertices.weights[0] - Vector4::new(0.2, 0.2, 0.6, 0.0)).norm() < 1e-6);
}

/// Two meshes of one triangle with three sets: ten joints, of which the weights of the second mesh use so many.
fn with_three_sets(weights: [[f32; 4]; 3]) -> TestDocument {
    let mut document = TestDocument::default();
    let position = document.triangle();
    let mut attributes = format!(r#""POSITION":{position}"#);
    for (set, weights) in weights.iter().enumerate() {
        let first = 4 * u8::try_from(set).unwrap();
        let joints = [first, first + 1, first + 2, first + 3].map(|it| it.min(9)).repeat(3);
        let joints = document.raw(U8, "VEC4", false, 3, &joints);
        let weights = document.floats("VEC4", &weights.repeat(3));
        attributes += &format!(r#","JOINTS_{set}":{joints},"WEIGHTS_{set}":{weights}"#);
    }
    let nodes = "{},".repeat(10);
    document
        .member(&format!(r#""nodes":[{nodes}{{"mesh":0,"skin":0}},{{"mesh":0,"skin":0}}]"#))
        .member(&format!(r#""meshes":[{}]"#, mesh(&attributes)))
        .member(r#""skins":[{"joints":[0,1,2,3,4,5,6,7,8,9]}]"#);
    document
}

#[test]
fn up_to_eight_influences_are_kept_largest_first() {
    let model =
        with_three_sets([[0.1, 0.2, 0.25, 0.15], [0.2, 0.05, 0.0, 0.0], [0.0, 0.05, 0.0, 0.0]])
            .import();
    let vertices = &model.meshes[1].vertices;
    assert_eq!(vertices.slots[0], [2, 1, 4, 3].map(SlotIdx));
    assert_eq!(vertices.further_slots[0], [0, 5, 9, 0].map(SlotIdx));
    let expected = [Vector4::new(0.25, 0.2, 0.2, 0.15), Vector4::new(0.1, 0.05, 0.05, 0.0)];
    for vertex in 0..3 {
        let found = [vertices.weights[vertex], vertices.further_weights[vertex]];
        assert!((found[0] - expected[0]).norm() < 1e-6, "{found:?}");
        assert!((found[1] - expected[1]).norm() < 1e-6, "{found:?}");
        assert_eq!(vertices.influences(vertex).count(), 7);
    }
    assert_eq!(vertices.max_influences(), 7);
    assert!(!model.notes.iter().any(|it| it.contains("influences")), "{:?}", model.notes);
}

#[test]
fn more_than_eight_influences_are_noted_once() {
    let model =
        with_three_sets([[0.1, 0.2, 0.25, 0.1], [0.1, 0.05, 0.06, 0.04], [0.07, 0.03, 0.0, 0.0]])
            .import();
    let vertices = &model.meshes[1].vertices;
    assert_eq!(vertices.slots[0], [2, 1, 0, 3].map(SlotIdx));
    assert_eq!(vertices.further_slots[0], [4, 8, 6, 5].map(SlotIdx));
    let expected = Vector4::new(0.1, 0.07, 0.06, 0.05) / 0.93;
    let weights = vertices.further_weights[0];
    assert!((weights - expected).norm() < 1e-6, "{weights}");
    let sum = vertices.weights[0].sum() + weights.sum();
    assert!((sum - 1.0).abs() < 1e-6, "{sum}");
    let count = model.notes.iter().filter(|it| it.contains("eight largest")).count();
    assert_eq!(count, 1, "{:?}", model.notes);
    let four = with_three_sets([[0.1, 0.2, 0.3, 0.4], [0.0; 4], [0.0; 4]]).import();
    assert!(!four.meshes[0].vertices.has_further_influences());
}

#[test]
fn broken_influences_are_refused() {
    let check = |joints: [u8; 4], weights: [f32; 4], expected: &str| {
        let mut document = TestDocument::default();
        let attributes = skinned_triangle(&mut document, [joints; 3], [weights; 3]);
        document
            .member(NODES)
            .member(&format!(r#""meshes":[{}]"#, mesh(&attributes)))
            .member(r#""skins":[{"joints":[1,2]}]"#);
        if expected.is_empty() { drop(document.import()) } else { document.check_error(expected) }
    };
    check(
        [0, 2, 0, 0],
        [0.5, 0.5, 0.0, 0.0],
        "node 0: vertex 0 of its mesh has weight on joint 2; skin 0 has 2 joints",
    );
    check([0, 255, 9, 9], [1.0, 0.0, 0.0, 0.0], "");
    check(
        [0; 4],
        [f32::NAN, 0.0, 0.0, 0.0],
        "mesh 0 primitive 0 WEIGHTS_0, accessor 2: element 0 is [NaN",
    );
    check([0; 4], [f32::INFINITY, 0.0, 0.0, 0.0], "not finite");
    let mut document = TestDocument::default();
    let attributes = skinned_triangle(&mut document, [[0; 4]; 3], [ONE; 3]);
    let floats = document.raw(F32, "VEC4", false, 3, &[0; 48]);
    let attributes = attributes.replace(r#""JOINTS_0":1"#, &format!(r#""JOINTS_0":{floats}"#));
    document.member(&format!(r#""meshes":[{}]"#, mesh(&attributes)));
    document.check_error("JOINTS_0, accessor 3: component type F32; expected U8, U16 or U32");
}

#[test]
fn skins_and_influences_without_each_other_are_noted() {
    let import = |node: &str, with_influences: bool| {
        let mut document = TestDocument::default();
        let mut attributes = skinned_triangle(&mut document, [[0; 4]; 3], [ONE; 3]);
        if !with_influences {
            attributes = r#""POSITION":0"#.to_owned();
        }
        document
            .member(&format!(r#""nodes":[{node},{{}}]"#))
            .member(&format!(r#""meshes":[{}]"#, mesh(&attributes)))
            .member(r#""skins":[{"joints":[1]}]"#);
        document.import()
    };
    let model = import(r#"{"mesh":0}"#, true);
    assert!(model.notes.iter().any(|it| it.contains("node 0 has no skin")), "{:?}", model.notes);
    assert_eq!(model.meshes[0].skin, None);
    assert_eq!(model.meshes[0].vertices.slots[0][0], SlotIdx(0));
    let model = import(r#"{"mesh":0,"skin":0}"#, false);
    assert!(model.notes.iter().any(|it| it.contains("no JOINTS and WEIGHTS")), "{:?}", model.notes);
    assert_eq!(model.meshes[0].skin, None);
    let mut document = TestDocument::default();
    document.member(r#""nodes":[{"name":"n","skin":3}]"#);
    document.check_error("node 0 'n': skin 3 does not exist; the file has 0");
}
