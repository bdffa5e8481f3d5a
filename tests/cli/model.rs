//! Small models that the tests write themselves.

use base64::Engine as _;
use serde_json::{Value, json};

/// What a generated model has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recipe {
    /// Joints of the skin, at least 3. The first is the parent of the others.
    pub(super) joint_count: u16,
    /// Clips, each a second in which the first joint rises by a metre.
    pub(super) clip_count: usize,
}

/// A triangle a metre wide with a skin. One more node, that of the mesh, stands beside its joints.
pub(super) fn triangle(recipe: Recipe) -> Value {
    let (mut document, buffer) = triangle_with_buffer(recipe);
    let encoded = base64::prelude::BASE64_STANDARD.encode(buffer);
    document["buffers"][0]["uri"] =
        format!("data:application/octet-stream;base64,{encoded}").into();
    document
}

/// The triangle, whose buffer has no URI yet, and the bytes of the buffer.
pub(super) fn triangle_with_buffer(recipe: Recipe) -> (Value, Vec<u8>) {
    let Recipe { joint_count, clip_count } = recipe;
    let floats = |values: &[f32]| values.iter().flat_map(|it| it.to_le_bytes()).collect::<Vec<_>>();
    let shorts = |values: &[u16]| values.iter().flat_map(|it| it.to_le_bytes()).collect::<Vec<_>>();
    let views = [
        floats(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]),
        shorts(&[0, 1, 2, joint_count - 1].repeat(3)),
        floats(&[0.25; 12]),
        floats(&[0.0, 1.0]),
        floats(&[0.0, 0.0, 0.0, 0.0, 1.0, 0.0]),
    ];
    let mut buffer = Vec::new();
    let mut buffer_views = Vec::new();
    for view in views {
        let (offset, length) = (buffer.len(), view.len());
        buffer_views.push(json!({ "buffer": 0, "byteOffset": offset, "byteLength": length }));
        buffer.extend(view);
    }
    let accessor = |view: usize, component_type: u32, count: usize, kind: &str| json!({ "bufferView": view, "componentType": component_type, "count": count, "type": kind });
    let mut accessors = vec![
        accessor(0, 5126, 3, "VEC3"),
        accessor(1, 5123, 3, "VEC4"),
        accessor(2, 5126, 3, "VEC4"),
        accessor(3, 5126, 2, "SCALAR"),
        accessor(4, 5126, 2, "VEC3"),
    ];
    (accessors[0]["min"], accessors[0]["max"]) = (json!([0, 0, 0]), json!([1, 1, 0]));
    (accessors[3]["min"], accessors[3]["max"]) = (json!([0]), json!([1]));

    let joints: Vec<u16> = (1..=joint_count).collect();
    let mut nodes = vec![json!({ "name": "figure", "mesh": 0, "skin": 0 })];
    nodes.extend(joints.iter().map(|joint| json!({ "name": format!("joint {joint}") })));
    nodes[1]["children"] = json!(joints[1..]);
    let mut document = json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0, 1] }],
        "nodes": nodes,
        "skins": [{ "joints": joints }],
        "meshes": [{ "name": "triangle", "primitives": [{
            "attributes": { "POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2 },
            "material": 0
        }] }],
        "materials": [{ "name": "paint", "doubleSided": true }],
        "accessors": accessors,
        "bufferViews": buffer_views,
        "buffers": [{ "byteLength": buffer.len() }],
    });
    if clip_count > 0 {
        let rise = |index: usize| {
            json!({
                "name": format!("rise {index}"),
                "channels": [{ "sampler": 0, "target": { "node": 1, "path": "translation" } }],
                "samplers": [{ "input": 3, "output": 4 }],
            })
        };
        document["animations"] = (0..clip_count).map(rise).collect();
    }
    (document, buffer)
}
