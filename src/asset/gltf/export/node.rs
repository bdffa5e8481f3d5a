//! Joints to nodes.

use nalgebra::Quaternion;
use serde_json::{Value, json};

use crate::asset::{Joint, JointIdx, Transform};

/// The nodes of a document; the first are the joints, in their order.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    pub(super) nodes: Vec<Value>,
    pub(super) roots: Vec<usize>,
    children: Vec<Vec<usize>>,
    parents: Vec<Option<usize>>,
}

/// Makes a node of each joint.
pub(super) fn nodes(joints: &[Joint]) -> Nodes {
    let mut nodes = Nodes::default();
    for joint in joints {
        nodes.add(node(&joint.name, &joint.rest), joint.parent.map(JointIdx::index));
    }
    nodes
}

impl Nodes {
    /// The root above a node.
    fn root_of(&self, node: usize) -> usize {
        let mut at = node;
        while let Some(parent) = self.parents[at] {
            at = parent;
        }
        at
    }

    /// Puts one node above the roots of these nodes where they have several: the joints of a skin have a common root in glTF.
    pub(super) fn join(&mut self, joints: &[usize]) {
        let mut roots: Vec<usize> = joints.iter().map(|it| self.root_of(*it)).collect();
        roots.sort_unstable();
        roots.dedup();
        if roots.len() < 2 {
            return;
        }
        let above = self.add(node("root", &Transform::IDENTITY), None);
        self.nodes[above]["children"] = json!(roots);
        self.roots.retain(|it| !roots.contains(it));
        for root in &roots {
            self.parents[*root] = Some(above);
        }
        self.children[above] = roots;
    }

    /// Adds a node below another, or as a root.
    pub(super) fn add(&mut self, node: Value, parent: Option<usize>) -> usize {
        let index = self.nodes.len();
        self.nodes.push(node);
        self.children.push(Vec::new());
        self.parents.push(parent);
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
