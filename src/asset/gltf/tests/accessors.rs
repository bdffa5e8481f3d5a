//! Accessors: component types, strides, sparse storage, spans, limits.

use super::super::test_document::{F32, I8, I16, TestDocument, U8, U16, U32, error_of};

/// A document whose only mesh has these positions; gives them back as imported, z unmirrored.
fn positions_of(mut document: TestDocument, accessor: usize) -> Vec<[f32; 3]> {
    document.member(r#""nodes":[{"mesh":0}]"#).member(&format!(
        r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":{accessor}}}}}]}}]"#
    ));
    let model = document.import();
    model.meshes[0].vertices.positions.iter().map(|it| [it.x, it.y, -it.z]).collect()
}

#[track_caller]
fn check_components(component: u32, normalized: bool, bytes: &[u8], expected: [f32; 3]) {
    let mut document = TestDocument::default();
    let triangle = [bytes, bytes, bytes].concat();
    let accessor = document.raw(component, "VEC3", normalized, 3, &triangle);
    assert_eq!(positions_of(document, accessor), [expected; 3]);
}

#[test]
fn all_component_types_are_decoded() {
    check_components(U8, false, &[0, 7, 255], [0.0, 7.0, 255.0]);
    check_components(U8, true, &[0, 51, 255], [0.0, 0.2, 1.0]);
    check_components(I8, false, &[0x80, 0, 127], [-128.0, 0.0, 127.0]);
    check_components(I8, true, &[0x80, 0x81, 127], [-1.0, -1.0, 1.0]);
    let words = |it: [u16; 3]| it.map(u16::to_le_bytes).concat();
    check_components(U16, false, &words([0, 256, 65535]), [0.0, 256.0, 65535.0]);
    check_components(U16, true, &words([0, 13107, 65535]), [0.0, 0.2, 1.0]);
    check_components(I16, false, &words([0x8000, 1, 2]), [-32768.0, 1.0, 2.0]);
    check_components(I16, true, &words([0x8000, 0x8001, 32767]), [-1.0, -1.0, 1.0]);
    check_components(U32, false, &[1_u32, 2, 3].map(u32::to_le_bytes).concat(), [1.0, 2.0, 3.0]);
    check_components(
        F32,
        false,
        &[1.5_f32, -2.0, 0.0].map(f32::to_le_bytes).concat(),
        [1.5, -2.0, 0.0],
    );
}

#[test]
fn a_stride_skips_what_lies_between_and_may_end_early() {
    let mut document = TestDocument::default();
    let mut bytes = Vec::new();
    for vertex in 0..3_u8 {
        bytes.extend([vertex, 10 + vertex, 20 + vertex, 99, 99, 99, 99, 99]);
    }
    bytes.truncate(19 + 2);
    let view = document.view(&bytes, r#""byteStride":8,"#);
    let accessor = document.accessor(&format!(
        r#""bufferView":{view},"byteOffset":2,"componentType":5121,"type":"VEC3","count":3"#
    ));
    assert_eq!(
        positions_of(document, accessor),
        [[20., 99., 99.], [21., 99., 99.], [22., 99., 99.]]
    );
}

fn sparse(document: &mut TestDocument, base: &str, indices: &[u8]) -> usize {
    let values: Vec<u8> = (0..indices.len())
        .flat_map(|it| [it as f32 + 1.0, 0.5, 0.25])
        .flat_map(f32::to_le_bytes)
        .collect();
    let values = document.view(&values, "");
    let index_view = document.view(indices, "");
    document.accessor(&format!(
        r#"{base}"componentType":5126,"type":"VEC3","count":4,"sparse":{{"count":{},"indices":{{"bufferView":{index_view},"componentType":5121}},"values":{{"bufferView":{values}}}}}"#,
        indices.len()
    ))
}

#[test]
fn sparse_accessors_replace_elements_of_a_base_or_of_zeros() {
    let mut document = TestDocument::default();
    let accessor = sparse(&mut document, "", &[1, 3]);
    assert_eq!(
        positions_of(document, accessor),
        [[0.0; 3], [1.0, 0.5, 0.25], [0.0; 3], [2.0, 0.5, 0.25]]
    );
    // The base is strided, the replacing values are packed all the same.
    let mut document = TestDocument::default();
    let bytes: Vec<u8> = (0..16).flat_map(|it| (it as f32).to_le_bytes()).collect();
    let view = document.view(&bytes, r#""byteStride":16,"#);
    let accessor = sparse(&mut document, &format!(r#""bufferView":{view},"#), &[2, 0]);
    assert_eq!(
        positions_of(document, accessor),
        [[2.0, 0.5, 0.25], [4.0, 5.0, 6.0], [1.0, 0.5, 0.25], [12.0, 13.0, 14.0]]
    );
}

#[test]
fn accessors_without_data_are_zeros() {
    let mut document = TestDocument::default();
    let accessor = document.accessor(r#""componentType":5126,"type":"VEC3","count":3"#);
    assert_eq!(positions_of(document, accessor), [[0.0; 3]; 3]);
}

#[test]
fn broken_accessors_are_refused_by_number_and_name() {
    let check = |members: &str, expected: &str| {
        let mut document = TestDocument::default();
        document.view(&[0; 40], "");
        document.view(&[0; 40], r#""byteStride":8,"#);
        document.accessor(members);
        document.check_error(expected);
    };
    check(
        r#""bufferView":0,"componentType":5126,"type":"VEC3","count":4"#,
        "accessor 0: 4 elements of 12 bytes from offset 0 run past the end of bufferView 0, which has 40",
    );
    check(
        r#""name":"a","bufferView":0,"byteOffset":5,"componentType":5126,"type":"VEC3","count":3"#,
        "accessor 0 'a': 3 elements",
    );
    check(
        r#""bufferView":0,"byteOffset":4294967295,"componentType":5121,"type":"SCALAR","count":1"#,
        "run past",
    );
    check(
        r#""bufferView":0,"byteOffset":41,"componentType":5121,"type":"SCALAR","count":0"#,
        "run past",
    );
    check(r#""bufferView":0,"componentType":5126,"type":"MAT4","count":4294967295"#, "run past");
    check(
        r#""bufferView":0,"componentType":5126,"type":"SCALAR","count":1e18"#,
        "accessor 0: invalid type",
    );
    check(
        r#""bufferView":0,"componentType":5126,"type":"SCALAR","count":-1"#,
        "accessor 0: invalid",
    );
    check(
        r#""bufferView":1,"componentType":5126,"type":"VEC3","count":1"#,
        "do not fit the byteStride 8",
    );
    check(
        r#""bufferView":2,"componentType":5126,"type":"VEC3","count":1"#,
        "bufferView 2 does not exist; the file has 2",
    );
    check(
        r#""bufferView":0,"componentType":5124,"type":"VEC3","count":1"#,
        "unknown componentType",
    );
    check(r#""bufferView":0,"componentType":5126,"type":"VEC5","count":1"#, "unknown type");
    check(
        r#""bufferView":0,"componentType":5126,"type":"VEC3""#,
        "accessor 0: missing field `count`",
    );
}

#[test]
fn broken_views_are_refused() {
    let check = |view: &str, expected: &str| {
        let mut document = TestDocument::default();
        document.view(&[0; 8], view);
        document.check_error(expected);
    };
    // The helper writes byteOffset and byteLength after these, and the last of a name counts.
    check(r#""buffer":0,"byteStride":-4,"#, "bufferView 0: invalid");
    let check = |view: &str, expected: &str| {
        let text = error_of(&format!(
            r#""buffers":[{{"byteLength":8,"uri":"data:;base64,AAAAAAAAAAA="}},{{"byteLength":4}}],"bufferViews":[{view}],
               "accessors":[{{"bufferView":0,"componentType":5121,"type":"SCALAR","count":1}}]"#
        ));
        assert!(text.contains(expected), "'{text}' lacks '{expected}'");
    };
    check(
        r#"{"buffer":2,"byteLength":1}"#,
        "bufferView 0: buffer 2 does not exist; the file has 2",
    );
    check(r#"{"buffer":0,"byteLength":9}"#, "9 bytes from offset 0 run past the end of buffer 0");
    check(r#"{"buffer":0,"byteOffset":7,"byteLength":2}"#, "2 bytes from offset 7 run past");
    check(r#"{"buffer":1,"byteLength":4}"#, "accessor 0: buffer 1 has no data");
    let text = error_of(r#""buffers":[{"byteLength":9,"uri":"data:;base64,AAAAAAAAAAA="}]"#);
    assert!(text.contains("buffer 0: byteLength is 9, but there are 8 bytes"), "{text}");
}

#[test]
fn broken_sparse_storage_is_refused() {
    let check = |members: &str, expected: &str| {
        let mut document = TestDocument::default();
        document.view(&[0, 1, 200], "");
        document.view(&[0; 24], "");
        let accessor = document.accessor(&format!(
            r#""componentType":5126,"type":"VEC3","count":3,"sparse":{members}"#
        ));
        document.member(&format!(
            r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":{accessor}}}}}]}}]"#
        ));
        document.check_error(expected);
    };
    let indices = r#""indices":{"bufferView":0,"componentType":5121}"#;
    check(
        &format!(r#"{{"count":3,{indices},"values":{{"bufferView":1}}}}"#),
        "sparse values: 3 elements of 12 bytes",
    );
    check(
        &format!(r#"{{"count":4,{indices},"values":{{"bufferView":1}}}}"#),
        "sparse indices: 4 elements of 1 bytes",
    );
    check(
        r#"{"count":1,"indices":{"bufferView":0,"byteOffset":2,"componentType":5121},"values":{"bufferView":1}}"#,
        "sparse indices: index 200; the accessor has 3",
    );
    check(
        r#"{"count":1,"indices":{"bufferView":7,"componentType":5121},"values":{"bufferView":1}}"#,
        "bufferView 7 does not exist",
    );
    check(
        r#"{"count":1,"indices":{"bufferView":0,"componentType":5126},"values":{"bufferView":1}}"#,
        "component type; expected U8",
    );
    check(&format!(r#"{{"count":4000000000,{indices},"values":{{"bufferView":1}}}}"#), "run past");
}

#[test]
fn a_small_file_never_becomes_gigabytes() {
    for members in [
        r#""componentType":5126,"type":"VEC3","count":4294967295"#,
        r#""componentType":5121,"type":"VEC3","count":100000000"#,
    ] {
        let mut document = TestDocument::default();
        let accessor = document.accessor(members);
        document.member(&format!(
            r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":{accessor}}}}}]}}]"#
        ));
        document.check_error("a file of this size may decode to");
    }
    // One mesh of zeros on very many nodes.
    let mut document = TestDocument::default();
    let accessor = document.accessor(r#""componentType":5126,"type":"VEC3","count":300000"#);
    let nodes = vec![r#"{"mesh":0}"#; 60_000].join(",");
    document.member(&format!(r#""nodes":[{nodes}]"#)).member(&format!(
        r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":{accessor}}}}}]}}]"#
    ));
    document.check_error("node 9: 300000 elements need");
    // Empty animations still hold an entry for every joint.
    let animations = vec!["{}"; 20_000].join(",");
    let text = error_of(&format!(
        r#""nodes":[{}],"animations":[{animations}]"#,
        vec!["{}"; 60_000].join(",")
    ));
    assert!(text.contains("may decode to"), "{text}");
}
