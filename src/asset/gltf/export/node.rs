//! Joints to nodes.

use nalgebra::Quaternion;
use serde_json::{Value, json};

use crate::asset::{Joint, Transform};

/// The nodes of a document; the first are the joints, in their order.
#[derive(Debug)]
pub(super) struct Nodes {
    pub(super) nodes: Vec<Value>,
    pub(super) roots: Vec<usize>,
    children: Vec<Vec<usize>>,
}

/// Makes a node of each joint.
pub(super) fn nodes(joints: &[Joint]) -> Nodes {
    let mut nodes = Nodes { nodes: Vec::new(), roots: Vec::new(), children: Vec::new() };
    for joint in joints {
        nodes.add(node(&joint.name, &joint.rest), joint.parent.map(|it| it.index()));
    }
    nodes
}

impl Nodes {
    /// Adds a node below another, or as a root.
    pub(super) fn add(&mut self, node: Value, parent: Option<usize>) -> usize {
        let index = self.nodes.len();
        self.nodes.push(node);
        self.children.push(Vec::new());
        match parent {
            None => self.roots.push(index),
            Some(parent) => {
                self.children[parent].push(index);
                self.nodes[parent]["children"] = json!(self.children[parent]);
            }
        }
        index
    }
}

/// A node with what of its transform is not identity.
pub(super) fn node(name: &str, rest: &Transform) -> Value {
    let mut node = json!({ "name": name });
    if rest.translation != Transform::IDENTITY.translation {
        node["translation"] = json!(<[f32; 3]>::from(rest.translation));
    }
    if rest.rotation != Transform::IDENTITY.rotation {
        node["rotation"] = json!(unit(rest.rotation));
    }
    if rest.scale != Transform::IDENTITY.scale {
        node["scale"] = json!(<[f32; 3]>::from(rest.scale));
    }
    node
}

/// Lengths of rotations this near to 1 are rounding, and kept: what lies between two keys depends on them.
const ROUNDING: f32 = 0.005;

/// A rotation of unit length, as (x, y, z, w); one without length is none.
pub(super) fn unit(rotation: Quaternion<f32>) -> [f32; 4] {
    let length = rotation.norm();
    let rotation = match length {
        _ if (length - 1.0).abs() <= ROUNDING => rotation,
        _ if length > 0.0 => rotation / length,
        _ => Quaternion::identity(),
    };
    // Rounding may leave a part just past 1.
    rotation.coords.map(|it| it.clamp(-1.0, 1.0)).into()
}
