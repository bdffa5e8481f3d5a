//! [`Scene`]: the nodes of the visual scene as joints, in tree order.

use std::collections::HashMap;
use std::ops::Range;

use nalgebra::{Matrix4, Quaternion, Vector3};
use roxmltree::NodeId;

use super::channel::Channels;
use super::document::{Document, Element, at, child, children, is, required};
use super::transform::Step;
use crate::asset::import::{Notes, Result, decompose, fault};
use crate::asset::{Joint, JointIdx, SkeletonError, Transform};

/// The joints, still in the file's right-handed space.
#[derive(Debug)]
pub(super) struct Scene<'d> {
    /// Parents first.
    pub(super) joints: Vec<Joint>,
    /// In the order of their last joints.
    pub(super) nodes: Vec<PlacedNode<'d>>,
    /// Id of each node of the file, or what it has instead.
    pub(super) node_ids: Vec<String>,
    by_element: HashMap<NodeId, Vec<usize>>,
}

/// A node where the scene has it; one that is instanced several times stands there several times.
#[derive(Debug)]
pub(super) struct PlacedNode<'d> {
    pub(super) element: Element<'d>,
    pub(super) parent: Option<usize>,
    pub(super) steps: Vec<Step<'d>>,
    /// The steps of each of its joints, outermost first. One is the rule; see [`parts`].
    pub(super) parts: Vec<Range<usize>>,
    /// The joint of its first part; the others follow.
    pub(super) first_joint: JointIdx,
    /// Whether what it carries is drawn.
    pub(super) is_drawn: bool,
}

impl PlacedNode<'_> {
    /// The joint that its children and meshes hang on.
    pub(super) fn joint(&self) -> JointIdx {
        let further = u16::try_from(self.parts.len() - 1).unwrap_or(0);
        JointIdx(self.first_joint.0 + further)
    }
}

impl<'d> Scene<'d> {
    /// Orders the nodes and reads their transforms.
    ///
    /// # Errors
    /// Nodes that contain themselves, more than 65535 joints, a transform that is broken.
    pub(super) fn read(
        document: &Document<'d>,
        channels: &Channels<'d>,
        notes: &mut Notes,
    ) -> Result<Self> {
        let mut scene = Self {
            joints: Vec::new(),
            nodes: Vec::new(),
            node_ids: Vec::new(),
            by_element: HashMap::new(),
        };
        let mut numbers = HashMap::new();
        for node in document.root.descendants().filter(|it| is(*it, "node")) {
            numbers.insert(node.id(), u32::try_from(scene.node_ids.len()).unwrap_or(u32::MAX));
            let id = ["id", "sid", "name"].iter().find_map(|it| node.attribute(*it));
            scene.node_ids.push(id.unwrap_or_default().to_owned());
        }
        let (roots, name) = roots(document, notes)?;
        let root = space(document, notes)?;
        let root_joint = root.map(|rest| {
            let node = u32::try_from(scene.node_ids.len()).unwrap_or(u32::MAX);
            scene.node_ids.push(name.to_owned());
            scene.joints.push(Joint { name: name.to_owned(), parent: None, rest, node });
            JointIdx(0)
        });
        let mut adder = Adder { document, channels, numbers: &numbers, root_joint };
        adder.add(&mut scene, &roots, true, notes)?;
        // Joints of skins may stand in a library alone.
        for skeleton in document.root.descendants().filter(|it| is(*it, "skeleton")) {
            let url = skeleton.text().unwrap_or_default();
            let Some(node) = document.by_url(url, "node") else {
                notes.add(format!(
                    "{} is ignored: there is no node '{}'",
                    at(skeleton),
                    url.trim()
                ));
                continue;
            };
            if !scene.by_element.contains_key(&node.id()) {
                let top = node.ancestors().filter(|it| is(*it, "node")).last().unwrap_or(node);
                notes.add(format!("{} is outside of the scene; its tree is added", at(node)));
                adder.add(&mut scene, &[top], false, notes)?;
            }
        }
        Ok(scene)
    }

    /// The places of a node, in tree order.
    pub(super) fn places(&self, element: Element<'d>) -> &[usize] {
        self.by_element.get(&element.id()).map_or(&[], Vec::as_slice)
    }

    /// Whether a place is another, or below it.
    pub(super) fn is_within(&self, place: usize, above: usize) -> bool {
        let mut at = Some(place);
        while let Some(here) = at {
            if here == above {
                return true;
            }
            at = self.nodes[here].parent;
        }
        false
    }
}

struct Adder<'a, 'd> {
    document: &'a Document<'d>,
    channels: &'a Channels<'d>,
    numbers: &'a HashMap<NodeId, u32>,
    root_joint: Option<JointIdx>,
}

impl<'d> Adder<'_, 'd> {
    fn add(
        &mut self,
        scene: &mut Scene<'d>,
        roots: &[Element<'d>],
        is_drawn: bool,
        notes: &mut Notes,
    ) -> Result<()> {
        // A list of what is left to do, not recursion: a chain may be as deep as the file is long.
        let mut left: Vec<(Element<'d>, Option<usize>)> =
            roots.iter().rev().map(|it| (*it, None)).collect();
        while let Some((element, parent)) = left.pop() {
            let place = self.add_node(scene, element, parent, is_drawn, notes)?;
            let first = left.len();
            for child in element.children() {
                if is(child, "node") {
                    left.push((child, Some(place)));
                } else if is(child, "instance_node") {
                    let url = required(child, "url")?;
                    let Some(target) = self.document.by_url(url, "node") else {
                        notes.add(format!("{} is ignored: there is no node '{url}'", at(child)));
                        continue;
                    };
                    let mut above = Some(place);
                    while let Some(here) = above {
                        if scene.nodes[here].element == target {
                            return Err(fault(at(child), format!("node '{url}' contains itself")));
                        }
                        above = scene.nodes[here].parent;
                    }
                    left.push((target, Some(place)));
                }
            }
            left[first..].reverse();
        }
        Ok(())
    }

    fn add_node(
        &mut self,
        scene: &mut Scene<'d>,
        element: Element<'d>,
        parent: Option<usize>,
        is_drawn: bool,
        notes: &mut Notes,
    ) -> Result<usize> {
        let steps = Step::read_all(element)?;
        let is_animated = |step: usize| self.channels.move_step(&steps[step]);
        let parts = parts(&steps, is_animated);
        let number = self.numbers.get(&element.id()).copied().unwrap_or(u32::MAX);
        let name = ["name", "sid", "id"].iter().find_map(|it| element.attribute(*it));
        let name = name.filter(|it| !it.is_empty());
        let name = name.map_or_else(|| format!("node_{number}"), str::to_owned);
        let mut above = parent.map(|it| scene.nodes[it].joint()).or(self.root_joint);
        let mut first_joint = None;
        for (index, part) in parts.iter().enumerate() {
            // The same limit as the skeleton's, met before memory is taken for more.
            let joint = u16::try_from(scene.joints.len()).ok().filter(|it| *it < u16::MAX);
            let Some(joint) = joint else {
                let count = scene.joints.len() + 1;
                return Err(fault(at(element), SkeletonError::TooManyJoints { count }.to_string()));
            };
            let matrix: Matrix4<f64> = steps[part.clone()].iter().map(Step::rest).product();
            let (rest, loss) = decompose(&matrix);
            if let Some(loss) = loss {
                notes.add(format!("{}: {loss}", at(element)));
            }
            let is_last = index + 1 == parts.len();
            let name = if is_last { name.clone() } else { format!("{name} (part {})", index + 1) };
            scene.joints.push(Joint { name, parent: above, rest, node: number });
            above = Some(JointIdx(joint));
            first_joint.get_or_insert(JointIdx(joint));
        }
        let place = scene.nodes.len();
        scene.by_element.entry(element.id()).or_default().push(place);
        let first_joint = first_joint.unwrap_or(JointIdx(0));
        scene.nodes.push(PlacedNode { element, parent, steps, parts, first_joint, is_drawn });
        Ok(place)
    }
}

/// Cuts the steps of a node so that each part is a translation, a rotation and a scale.
///
/// A rotation after a scale that is not equal along all axes shears; a joint cannot. Two joints, one below the other, can.
fn parts(steps: &[Step<'_>], is_animated: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut is_stretched = false;
    for (index, step) in steps.iter().enumerate() {
        if is_stretched && step.turns(is_animated(index)) {
            parts.push(start..index);
            start = index;
            is_stretched = false;
        }
        is_stretched |= step.stretches(is_animated(index));
    }
    parts.push(start..steps.len());
    parts
}

/// The nodes of the scene that is shown, and its name.
fn roots<'d>(document: &Document<'d>, notes: &mut Notes) -> Result<(Vec<Element<'d>>, &'d str)> {
    let instance = child(document.root, "scene").and_then(|it| child(it, "instance_visual_scene"));
    let url = instance.and_then(|it| it.attribute("url"));
    let named = url.and_then(|it| document.by_url(it, "visual_scene"));
    let mut all = document.library("library_visual_scenes", "visual_scene");
    let scene = match named {
        Some(scene) => Some(scene),
        None => {
            let first = all.next();
            if let (Some(url), Some(first)) = (url, first) {
                notes.add(format!("there is no scene '{url}': {} is taken", at(first)));
            }
            first
        }
    };
    let Some(scene) = scene else {
        let nodes: Vec<Element<'_>> = document.library("library_nodes", "node").collect();
        if !nodes.is_empty() {
            notes.add("there is no scene: the nodes of the libraries are taken");
        }
        return Ok((nodes, "scene"));
    };
    let name = scene.attribute("name").or_else(|| scene.attribute("id"));
    Ok((children(scene, "node").collect(), name.filter(|it| !it.is_empty()).unwrap_or("scene")))
}

/// What brings the file's units and axes to metres and +Y up; `None` where they are that already.
fn space(document: &Document<'_>, notes: &mut Notes) -> Result<Option<Transform>> {
    let asset = child(document.root, "asset");
    let unit = asset.and_then(|it| child(it, "unit"));
    let mut meters = 1.0_f32;
    if let Some(unit) = unit
        && let Some(text) = unit.attribute("meter")
    {
        match text.trim().parse::<f32>() {
            Ok(value) if value.is_finite() && value > 0.0 => meters = value,
            _ => {
                let problem = format!("meter '{text}'; expected a number above 0");
                return Err(fault(at(unit), problem));
            }
        }
    }
    let axis = asset.and_then(|it| child(it, "up_axis"));
    let axis_name = axis.and_then(|it| it.text()).unwrap_or("Y_UP").trim();
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let rotation = match axis_name {
        "Y_UP" => Quaternion::identity(),
        // (x, y, z) -> (x, z, -y)
        "Z_UP" => Quaternion::new(half, -half, 0.0, 0.0),
        // (x, y, z) -> (-y, x, z)
        "X_UP" => Quaternion::new(half, 0.0, 0.0, half),
        other => {
            notes.add(format!("up_axis '{other}' is not known: Y_UP is taken"));
            Quaternion::identity()
        }
    };
    let rest = Transform { rotation, scale: Vector3::repeat(meters), ..Transform::IDENTITY };
    Ok((rest != Transform::IDENTITY).then_some(rest))
}
