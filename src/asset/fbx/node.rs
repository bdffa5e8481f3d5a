//! [`Nodes`]: the nodes of the scene as joints, in tree order.

use std::collections::HashMap;

use nalgebra::{Quaternion, Vector3};

use crate::asset::import::{Notes, Result, fault};
use crate::asset::{Joint, JointIdx, SkeletonError, Transform};

/// The joints, still right-handed.
#[derive(Debug)]
pub(super) struct Nodes {
    /// Parents first.
    pub(super) joints: Vec<Joint>,
    /// Joint of each node, by the node's number among the nodes.
    joint_of_node: HashMap<u32, JointIdx>,
}

/// Numbers as models have them.
#[expect(clippy::cast_possible_truncation, reason = "the precision of models")]
pub(super) fn narrow(value: f64) -> f32 {
    value as f32
}

pub(super) fn vector(value: ufbx::Vec3) -> Vector3<f32> {
    Vector3::new(narrow(value.x), narrow(value.y), narrow(value.z))
}

pub(super) fn quaternion(value: ufbx::Quat) -> Quaternion<f32> {
    Quaternion::new(narrow(value.w), narrow(value.x), narrow(value.y), narrow(value.z))
}

pub(super) fn transform(value: &ufbx::Transform) -> Transform {
    Transform {
        translation: vector(value.translation),
        rotation: quaternion(value.rotation),
        scale: vector(value.scale),
    }
}

/// What messages call a thing of the file.
pub(super) fn label(kind: &str, element: &ufbx::Element) -> String {
    crate::asset::import::label(kind, element.typed_id as usize, Some(&element.name))
}

impl Nodes {
    /// Orders the nodes.
    ///
    /// # Errors
    /// More than 65535 nodes, or a transform that is not finite.
    pub(super) fn read(scene: &ufbx::Scene, notes: &mut Notes) -> Result<Self> {
        let mut nodes = Self { joints: Vec::new(), joint_of_node: HashMap::new() };
        let mut left: Vec<(&ufbx::Node, Option<JointIdx>)> = vec![(&scene.root_node, None)];
        while let Some((node, parent)) = left.pop() {
            let rest = transform(&node.local_transform);
            let numbers = rest.translation.iter().chain(rest.scale.iter());
            if !numbers.chain(rest.rotation.coords.iter()).all(|it| it.is_finite()) {
                return Err(fault(label("node", &node.element), "its transform is not finite"));
            }
            // The root is what ufbx put there for units and axes.
            let is_idle = node.is_root && rest == Transform::IDENTITY;
            let joint = if is_idle {
                None
            } else {
                let index = u16::try_from(nodes.joints.len()).ok().filter(|it| *it < u16::MAX);
                let Some(index) = index else {
                    let count = scene.nodes.count;
                    let problem = SkeletonError::TooManyJoints { count }.to_string();
                    return Err(fault("nodes", problem));
                };
                let name = match (&*node.element.name, node.is_root) {
                    ("", true) => "scene".to_owned(),
                    ("", false) => format!("node_{}", node.element.typed_id),
                    (name, _) => name.to_owned(),
                };
                let number = node.element.typed_id;
                nodes.joints.push(Joint { name, parent, rest, node: number });
                nodes.joint_of_node.insert(number, JointIdx(index));
                Some(JointIdx(index))
            };
            let children: Vec<&ufbx::Node> = node.children.iter().map(AsRef::as_ref).collect();
            left.extend(children.into_iter().rev().map(|it| (it, joint)));
        }
        if scene.nodes.count > 1 && nodes.joints.is_empty() {
            notes.add("no node of the file is in its scene");
        }
        Ok(nodes)
    }

    /// The joint of a node; `None` for the root where it does nothing.
    pub(super) fn joint(&self, node: &ufbx::Node) -> Option<JointIdx> {
        self.joint_of_number(node.element.typed_id)
    }

    /// The joint of the node with that number.
    pub(super) fn joint_of_number(&self, number: u32) -> Option<JointIdx> {
        self.joint_of_node.get(&number).copied()
    }
}
