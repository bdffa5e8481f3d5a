//! [`Scene`]: the nodes that make the skeleton, in tree order.
//!
//! The nodes of the default scene come first, depth first; where it is missing the first scene, and
//! where there is none all nodes. Trees outside of it that hold joints of a skin follow, without their meshes.

use nalgebra::{Matrix4, Quaternion, Vector3};

use super::document::{Document, element};
use crate::asset::import::{Notes, Result, decompose, fault, label};
use crate::asset::{Joint, JointIdx, SkeletonError, Transform};

/// The joints, still in the file's right-handed space.
#[derive(Debug)]
pub(super) struct Scene {
    /// Parents first.
    pub(super) joints: Vec<Joint>,
    /// For each joint, whether the node's mesh is drawn.
    pub(super) drawn: Vec<bool>,
    joint_of_node: Vec<Option<JointIdx>>,
}

impl Scene {
    /// Orders the nodes and reads their transforms.
    pub(super) fn read(document: &Document, notes: &mut Notes) -> Result<Self> {
        let roots = roots(document)?;
        let mut scene = Self {
            joints: Vec::new(),
            drawn: Vec::new(),
            joint_of_node: vec![None; document.nodes.len()],
        };
        for root in scene_roots(document, &roots, notes)? {
            scene.add_tree(document, root, true, notes)?;
        }
        for (index, skin) in document.skins.iter().enumerate() {
            let at = label("skin", index, skin.name.as_deref());
            for joint in &skin.joints {
                let node = joint.value();
                element(&document.nodes, "node", node, &at)?;
                if scene.joint_of_node[node].is_none() {
                    notes.add(format!(
                        "{at}: {} is outside of the scene; its tree is added to the skeleton",
                        document.node_label(node)
                    ));
                    scene.add_tree(document, roots[node], false, notes)?;
                }
            }
        }
        Ok(scene)
    }

    /// The joint of a node; `None` where the node is not in the scene or does not exist.
    pub(super) fn joint_of(&self, node: usize) -> Option<JointIdx> {
        self.joint_of_node.get(node).copied().flatten()
    }

    fn add_tree(
        &mut self,
        document: &Document,
        root: usize,
        drawn: bool,
        notes: &mut Notes,
    ) -> Result<()> {
        // A list of what is left to do, not recursion: a chain may be as deep as the file is long.
        let mut left = vec![(root, None)];
        while let Some((node, parent)) = left.pop() {
            if self.joint_of_node[node].is_some() {
                continue;
            }
            // The same limit as the skeleton's, met before memory is taken for more.
            let index = u16::try_from(self.joints.len()).ok().filter(|it| *it < u16::MAX);
            let Some(index) = index else {
                let count = document.nodes.len();
                return Err(fault("nodes", SkeletonError::TooManyJoints { count }.to_string()));
            };
            let source = &document.nodes[node];
            let name = match source.name.as_deref() {
                Some(name) if !name.is_empty() => name.to_owned(),
                _ => format!("node_{node}"),
            };
            let rest = rest_transform(document, node, notes)?;
            // Node numbers fit: they come from 32-bit indices.
            let number = u32::try_from(node).unwrap_or(u32::MAX);
            self.joints.push(Joint { name, parent, rest, node: number });
            self.drawn.push(drawn);
            self.joint_of_node[node] = Some(JointIdx(index));
            let children = source.children.iter().flatten().rev();
            left.extend(children.map(|it| (it.value(), Some(JointIdx(index)))));
        }
        Ok(())
    }
}

/// The root above each node, a root being its own; refuses two parents and cycles.
fn roots(document: &Document) -> Result<Vec<usize>> {
    let nodes = &document.nodes;
    let mut parents = vec![None; nodes.len()];
    for (parent, node) in nodes.iter().enumerate() {
        for child in node.children.iter().flatten() {
            let child = child.value();
            element(nodes, "node", child, &format!("{}, child", document.node_label(parent)))?;
            if let Some(other) = parents[child].replace(parent) {
                let problem = format!(
                    "is a child of {} and of {}; expected one parent",
                    document.node_label(other),
                    document.node_label(parent)
                );
                return Err(fault(document.node_label(child), problem));
            }
        }
    }
    // With one parent each, what no root reaches is a cycle or hangs below one.
    let mut roots = vec![None; nodes.len()];
    let mut left = Vec::new();
    for root in (0..nodes.len()).filter(|it| parents[*it].is_none()) {
        left.push(root);
        while let Some(node) = left.pop() {
            roots[node] = Some(root);
            left.extend(nodes[node].children.iter().flatten().map(::gltf::json::Index::value));
        }
    }
    let rootless = |node| fault(document.node_label(node), "is part of a cycle; expected a tree");
    roots.into_iter().enumerate().map(|(node, root)| root.ok_or_else(|| rootless(node))).collect()
}

fn scene_roots(document: &Document, roots: &[usize], notes: &mut Notes) -> Result<Vec<usize>> {
    let all_roots = || (0..roots.len()).filter(|it| roots[*it] == *it).collect();
    let index = match document.default_scene {
        None if document.scenes.is_empty() => return Ok(all_roots()),
        None => 0,
        Some(index) => index,
    };
    let scene = element(&document.scenes, "scene", index, "scene")?;
    let at = label("scene", index, scene.name.as_deref());
    if document.scenes.len() > 1 {
        notes.add(format!("{at} is read; the file has {} scenes", document.scenes.len()));
    }
    if scene.nodes.is_empty() {
        if !roots.is_empty() {
            notes.add(format!("{at} is empty: all nodes are taken"));
        }
        return Ok(all_roots());
    }
    let mut listed = Vec::with_capacity(scene.nodes.len());
    for node in &scene.nodes {
        let node = node.value();
        element(&document.nodes, "node", node, &at)?;
        let root = roots[node];
        if root != node {
            notes.add(format!(
                "{at} lists {}, which is no root: its whole tree is taken",
                document.node_label(node)
            ));
        }
        listed.push(root);
    }
    Ok(listed)
}

fn rest_transform(document: &Document, index: usize, notes: &mut Notes) -> Result<Transform> {
    let node = &document.nodes[index];
    let finite = |name: &str, values: &[f32]| {
        if values.iter().all(|it| it.is_finite()) {
            return Ok(());
        }
        Err(fault(document.node_label(index), format!("{name} {values:?} is not finite")))
    };
    if let Some(matrix) = &node.matrix {
        finite("matrix", matrix)?;
        let (transform, loss) = decompose(&Matrix4::from_column_slice(matrix).map(f64::from));
        if let Some(loss) = loss {
            notes.add(format!("{}: {loss}", document.node_label(index)));
        }
        return Ok(transform);
    }
    let mut transform = Transform::IDENTITY;
    if let Some(translation) = &node.translation {
        finite("translation", translation)?;
        transform.translation = Vector3::from(*translation);
    }
    if let Some(rotation) = &node.rotation {
        finite("rotation", &rotation.0)?;
        let [x, y, z, w] = rotation.0;
        transform.rotation = Quaternion::new(w, x, y, z);
    }
    if let Some(scale) = &node.scale {
        finite("scale", scale)?;
        transform.scale = Vector3::from(*scale);
    }
    Ok(transform)
}

#[cfg(test)]
mod tests {
    use super::super::test_document::{error_of, import_json};
    use super::*;

    #[test]
    fn broken_trees_are_refused() {
        for (nodes, expected) in [
            (
                r#"[{"children":[2]},{"children":[2]},{}]"#,
                "node 2: is a child of node 0 and of node 1",
            ),
            (r#"[{"children":[1,1]},{}]"#, "node 1: is a child of node 0 and of node 0"),
            (r#"[{"children":[0]}]"#, "node 0: is part of a cycle"),
            (r#"[{"children":[1]},{"children":[2]},{"children":[0]}]"#, "is part of a cycle"),
            (
                r#"[{"name":"a","children":[7]}]"#,
                "node 0 'a', child: node 7 does not exist; the file has 1",
            ),
            (
                r#"[{"translation":[1e39,0,0]}]"#,
                "node 0: translation [inf, 0.0, 0.0] is not finite",
            ),
            (r#"[{"rotation":[0,0,0,1e39]}]"#, "rotation"),
            (r#"[{"scale":[0,-1e39,0]}]"#, "scale"),
            (r#"[{"matrix":[1e39,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}]"#, "matrix"),
        ] {
            let text = error_of(&format!(r#""nodes":{nodes}"#));
            assert!(text.contains(expected), "'{text}' lacks '{expected}'");
        }
        assert!(
            error_of(r#""nodes":[{}],"scene":3,"scenes":[{}]"#).contains("scene 3 does not exist")
        );
        assert!(error_of(r#""nodes":[{}],"scenes":[{"nodes":[1]}]"#).contains("scene 0: node 1"));
        let many = format!(r#""nodes":[{}{{}}]"#, "{},".repeat(65_535));
        assert!(error_of(&many).contains("at most 65535"));
    }

    #[test]
    fn a_chain_as_deep_as_the_limit_imports() {
        let nodes: Vec<String> =
            (1..60_000).map(|child| format!(r#"{{"children":[{child}]}}"#)).collect();
        let model = import_json(&format!(r#""nodes":[{},{{}}]"#, nodes.join(",")));
        assert_eq!(model.skeleton.joints().len(), 60_000);
    }

    #[test]
    fn nodes_come_in_tree_order_with_their_parents() {
        let nodes =
            r#""nodes":[{"name":"leaf"},{"children":[3,0]},{"name":"other"},{"children":[4]},{}]"#;
        let order = |members: &str| -> Vec<(u32, Option<u16>)> {
            let model = import_json(members);
            let joints = model.skeleton.joints().iter();
            joints.map(|it| (it.node, it.parent.map(|parent| parent.0))).collect()
        };
        let whole = [(1, None), (3, Some(0)), (4, Some(1)), (0, Some(0)), (2, None)];
        assert_eq!(order(nodes), whole);
        let scene = |scenes: &str| order(&format!(r#"{nodes},"scenes":{scenes}"#));
        assert_eq!(scene(r#"[{"nodes":[2]},{"nodes":[1]}]"#), [(2, None)]);
        assert_eq!(scene(r#"[{"nodes":[2]},{"nodes":[1]}],"scene":1"#), whole[..4]);
        assert_eq!(scene(r#"[{"nodes":[4]}]"#), whole[..4], "a root stands for its child");
        assert_eq!(scene("[{}]"), whole, "an empty scene");
    }

    #[test]
    fn joints_outside_of_the_scene_are_kept() {
        let model = import_json(
            r#""nodes":[{},{"children":[2]},{}],"scenes":[{"nodes":[0]}],"skins":[{"joints":[2]}]"#,
        );
        let nodes: Vec<u32> = model.skeleton.joints().iter().map(|it| it.node).collect();
        assert_eq!(nodes, [0, 1, 2]);
        assert!(model.notes[0].contains("skin 0: node 2 is outside of the scene"));
    }

    #[test]
    fn transforms_are_mirrored_once() {
        let model = import_json(
            r#""nodes":[{"name":"","translation":[1,2,3],"rotation":[0.1,0.2,0.3,0.9],"scale":[4,5,6]},
               {"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 7,8,9,1]}]"#,
        );
        let [first, second] = model.skeleton.joints() else { panic!("two joints") };
        assert_eq!(first.name, "node_0");
        assert_eq!(first.rest.translation, Vector3::new(1.0, 2.0, -3.0));
        assert_eq!(first.rest.rotation, Quaternion::new(0.9, -0.1, -0.2, 0.3));
        assert_eq!(first.rest.scale, Vector3::new(4.0, 5.0, 6.0));
        assert_eq!(second.rest.translation, Vector3::new(7.0, 8.0, -9.0));
        assert_eq!(second.rest.scale, Vector3::new(1.0, 1.0, 1.0));
    }
}
