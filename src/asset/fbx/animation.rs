//! Animation stacks to [`Clip`]s.

use std::collections::BTreeMap;

use nalgebra::{Quaternion, Vector3};
use ufbx::{BakeOpts, BakedNode};

use super::mesh::MorphedNode;
use super::node::{Nodes, label, narrow, quaternion, transform, vector};
use crate::asset::import::{Budget, ImportError, Notes, Result};
use crate::asset::{Clip, Interpolation, JointTracks, MorphTrack, Track};

/// Rows a second that curves are cut into between their keys.
const RESAMPLE_RATE_PER_S: f64 = 30.0;
/// What a key of a track takes in memory.
const KEY_BYTES: usize = 64;

/// All stacks that move anything; each starts at 0.
///
/// # Errors
/// ufbx cannot bake one, or it has more keys than a file of this size may have.
pub(super) fn read_all(
    scene: &ufbx::Scene,
    nodes: &Nodes,
    morphs: &[MorphedNode],
    budget: &Budget,
    notes: &mut Notes,
) -> Result<Vec<Clip>> {
    let mut clips = Vec::new();
    for stack in scene.anim_stacks.iter().map(AsRef::<ufbx::AnimStack>::as_ref) {
        let at = label("animation stack", &stack.element);
        let options = BakeOpts {
            trim_start_time: true,
            resample_rate: RESAMPLE_RATE_PER_S,
            ..BakeOpts::default()
        };
        let baked = ufbx::bake_anim(scene, &stack.anim, options).map_err(|error| {
            ImportError::Element { at: at.clone(), problem: error.description.to_string() }
        })?;
        let name = match &*stack.element.name {
            "" => format!("stack_{}", stack.element.typed_id),
            name => name.to_owned(),
        };
        budget.charge(|| at.clone(), nodes.joints.len(), size_of::<JointTracks>())?;
        let mut clip = Clip {
            name,
            joints: vec![JointTracks::default(); nodes.joints.len()],
            morphs: Vec::new(),
            first_key_s: 0.0,
            last_key_s: narrow(baked.playback_duration.max(0.0)),
        };
        for moved in baked.nodes.iter() {
            let Some(joint) = nodes.joint_of_number(moved.typed_id) else { continue };
            let keys =
                moved.translation_keys.count + moved.rotation_keys.count + moved.scale_keys.count;
            budget.charge(|| at.clone(), keys, KEY_BYTES)?;
            let Some(node) = scene.nodes.get(moved.typed_id as usize) else { continue };
            clip.joints[joint.index()] = tracks(moved, &node.local_transform);
        }
        for morph in morphs {
            clip.morphs.extend(weights(&baked, morph));
        }
        // A stack may say less of its length than it has keys.
        let ends = clip.joints.iter().flat_map(|it| {
            let rotation = it.rotation.as_ref().and_then(|it| it.times_s.last());
            let others = [&it.translation, &it.scale];
            rotation
                .into_iter()
                .chain(others.into_iter().flatten().filter_map(|it| it.times_s.last()))
        });
        let ends = ends.chain(clip.morphs.iter().filter_map(|it| it.track.times_s.last()));
        clip.last_key_s = ends.copied().fold(clip.last_key_s, f32::max);
        let moves = |it: &JointTracks| {
            it.translation.is_some() || it.rotation.is_some() || it.scale.is_some()
        };
        if clip.joints.iter().any(moves) || !clip.morphs.is_empty() {
            clips.push(clip);
        } else {
            notes.add(format!("{at} is skipped: it moves nothing"));
        }
    }
    Ok(clips)
}

fn tracks(moved: &BakedNode, rest: &ufbx::Transform) -> JointTracks {
    let rest = transform(rest);
    let vectors = |keys: &[ufbx::BakedVec3], is_constant: bool, rest: Vector3<f32>| {
        let track = track(keys.iter().map(|it| (it.time, vector(it.value))))?;
        let is_rest = |it: &Vector3<f32>| (it - rest).norm() <= 1e-6 * (1.0 + rest.norm());
        (!is_constant || !track.values.iter().all(is_rest)).then_some(track)
    };
    let rotation = || {
        let mut track =
            track(moved.rotation_keys.iter().map(|it| (it.time, quaternion(it.value))))?;
        for index in 1..track.values.len() {
            // A quaternion and its negative are one rotation; the near one is the way there.
            if track.values[index].dot(&track.values[index - 1]) < 0.0 {
                track.values[index] = Quaternion::from_vector(-track.values[index].coords);
            }
        }
        let is_rest = |it: &Quaternion<f32>| it.dot(&rest.rotation).abs() > 1.0 - 1e-6;
        (!moved.constant_rotation || !track.values.iter().all(is_rest)).then_some(track)
    };
    JointTracks {
        translation: vectors(&moved.translation_keys, moved.constant_translation, rest.translation),
        rotation: rotation(),
        scale: vectors(&moved.scale_keys, moved.constant_scale, rest.scale),
    }
}

/// Keys at rising times; of those that fall together once they are f32, the last.
fn track<T>(keys: impl Iterator<Item = (f64, T)>) -> Option<Track<T>> {
    let mut track =
        Track { times_s: Vec::new(), values: Vec::new(), interpolation: Interpolation::Linear };
    for (time_s, value) in keys {
        let time_s = narrow(time_s.max(0.0));
        if track.times_s.last().is_some_and(|it| time_s <= *it) {
            track.times_s.pop();
            track.values.pop();
        }
        track.times_s.push(time_s);
        track.values.push(value);
    }
    (!track.times_s.is_empty()).then_some(track)
}

/// The weights of a node's shapes over time; `None` where no channel moves them.
fn weights(baked: &ufbx::BakedAnim, morph: &MorphedNode) -> Option<MorphTrack> {
    let mut moved: Vec<Option<&[ufbx::BakedVec3]>> = vec![None; morph.channels.len()];
    for element in baked.elements.iter() {
        let Some(target) = morph.channels.iter().position(|it| *it == element.element_id) else {
            continue;
        };
        let percent = element.props.iter().find(|it| &*it.name == "DeformPercent");
        moved[target] = percent.map(|it| &*it.keys);
    }
    // Times that are equal as f32 are one.
    let mut times: BTreeMap<u32, f64> = BTreeMap::new();
    for key in moved.iter().flatten().copied().flatten() {
        // Bits of floats that are not negative are in their order.
        times.insert(narrow(key.time.max(0.0)).to_bits(), key.time);
    }
    if times.is_empty() {
        return None;
    }
    let value = |target: usize, time_s: f64| match moved[target] {
        Some(keys) => narrow(at_time(keys, time_s) / 100.0),
        None => morph.weights[target],
    };
    let values = times
        .values()
        .map(|time_s| (0..morph.channels.len()).map(|it| value(it, *time_s)).collect())
        .collect();
    let times_s = times.keys().map(|it| f32::from_bits(*it)).collect();
    let track = Track { times_s, values, interpolation: Interpolation::Linear };
    Some(MorphTrack { node: morph.node, target_count: morph.channels.len(), track })
}

fn at_time(keys: &[ufbx::BakedVec3], time_s: f64) -> f64 {
    let after = keys.partition_point(|it| it.time <= time_s);
    match (after.checked_sub(1).and_then(|it| keys.get(it)), keys.get(after)) {
        (Some(before), Some(after)) => {
            let share = (time_s - before.time) / (after.time - before.time);
            before.value.x + (after.value.x - before.value.x) * share
        }
        (Some(key), None) | (None, Some(key)) => key.value.x,
        (None, None) => 0.0,
    }
}
