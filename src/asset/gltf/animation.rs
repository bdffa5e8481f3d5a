//! Animations to [`Clip`]s.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::mem;

use ::gltf::json;
use json::animation::{Interpolation as JsonInterpolation, Property};
use json::validation::Checked;
use nalgebra::{Quaternion, Vector3};

use super::accessor::{Accessors, Normalise};
use super::document::{Animation, Document, element};
use super::scene::Scene;
use crate::asset::import::{Notes, Result, Within as _, fault, label};
use crate::asset::{Clip, Interpolation, JointIdx, JointTracks, MorphTrack, Track};

/// What a vector of morph weights costs beside the weights themselves.
const VALUE_BYTES: usize = 48;

/// All animations that move something in the scene, in the file's order and space.
pub(super) fn read_all(
    document: &Document,
    accessors: &Accessors<'_>,
    scene: &Scene,
    notes: &mut Notes,
) -> Result<Vec<Clip>> {
    let mut clips = Vec::with_capacity(document.animations.len());
    for (index, animation) in document.animations.iter().enumerate() {
        let at = label("animation", index, animation.name.as_deref());
        accessors.budget().charge(|| at.clone(), scene.joints.len(), size_of::<JointTracks>())?;
        let name = match animation.name.as_deref() {
            Some(name) if !name.is_empty() => name.to_owned(),
            _ => format!("animation_{index}"),
        };
        let mut reader = Reader {
            document,
            accessors,
            scene,
            animation,
            at,
            range_s: None,
            morph_of_node: HashMap::new(),
        };
        let mut clip = Clip {
            name,
            joints: vec![JointTracks::default(); scene.joints.len()],
            morphs: Vec::new(),
            first_key_s: 0.0,
            last_key_s: 0.0,
        };
        for (number, channel) in &animation.channels {
            let channel_at = format!("{} channel {number}", reader.at);
            reader.read_channel(channel, &channel_at, &mut clip, notes)?;
        }
        match reader.range_s {
            Some((first_key_s, last_key_s)) => {
                clips.push(Clip { first_key_s, last_key_s, ..clip });
            }
            None => notes.add(format!("{} is skipped: it moves nothing", reader.at)),
        }
    }
    Ok(clips)
}

struct Reader<'a> {
    document: &'a Document,
    accessors: &'a Accessors<'a>,
    scene: &'a Scene,
    animation: &'a Animation,
    at: String,
    /// First and last key of all channels so far.
    range_s: Option<(f32, f32)>,
    /// Place of each animated node in [`Clip::morphs`].
    morph_of_node: HashMap<u32, usize>,
}

impl Reader<'_> {
    fn read_channel(
        &mut self,
        channel: &json::animation::Channel,
        at: &str,
        clip: &mut Clip,
        notes: &mut Notes,
    ) -> Result<()> {
        let node = channel.target.node.value();
        element(&self.document.nodes, "node", node, at)?;
        let Checked::Valid(property) = channel.target.path else {
            return Err(fault(at, "unknown target path"));
        };
        let keys = self.read_keys(channel, at)?;
        let target_count = match property {
            Property::MorphTargetWeights => morph_target_count(self.document, node),
            Property::Translation | Property::Rotation | Property::Scale => 1,
        };
        if target_count == 0 {
            let node = self.document.node_label(node);
            notes.add(format!("{at} is ignored: {node} has no morph targets"));
            return Ok(());
        }
        let values_at = || format!("{at} output");
        let vectors = |keys: Keys| -> Result<Option<Track<Vector3<f32>>>> {
            let values = self.accessors.finite_floats::<3>(keys.output, Normalise::ByFlag);
            keys.track(values.within(values_at)?, 1, Vector3::from, at)
        };
        let (first, last) = (keys.times_s.first().copied(), keys.times_s.last().copied());
        // Read before the target is looked up, so that broken data is found wherever it points.
        let tracks = match property {
            Property::Translation => Tracks::Translation(vectors(keys)?),
            Property::Scale => Tracks::Scale(vectors(keys)?),
            Property::Rotation => {
                let values = self.accessors.finite_floats::<4>(keys.output, Normalise::ByFlag);
                let quaternion = |[x, y, z, w]: [f32; 4]| Quaternion::new(w, x, y, z);
                Tracks::Rotation(keys.track(values.within(values_at)?, 1, quaternion, at)?)
            }
            Property::MorphTargetWeights => {
                let values = self.accessors.finite_floats::<1>(keys.output, Normalise::ByFlag);
                let weights = keys.track(values.within(values_at)?, target_count, |[it]| it, at)?;
                if let Some(weights) = &weights {
                    let value_count = weights.values.len() / target_count;
                    self.accessors.budget().charge(|| at.to_owned(), value_count, VALUE_BYTES)?;
                }
                Tracks::Weights(weights.map(|it| grouped(it, target_count)))
            }
        };
        let (Some(first), Some(last)) = (first, last) else {
            notes.add(format!("{at} is ignored: it has no keys"));
            return Ok(());
        };
        let Some(joint) = self.scene.joint_of(node) else {
            let node = self.document.node_label(node);
            notes.add(format!("{at} is ignored: {node} is not in the scene"));
            return Ok(());
        };
        if self.store(tracks, clip, joint, (node, target_count)) {
            notes.add(format!("{at} replaces an earlier channel with the same target"));
        }
        self.range_s = match self.range_s {
            None => Some((first, last)),
            Some((start, end)) => Some((start.min(first), end.max(last))),
        };
        Ok(())
    }

    /// Puts a track into the clip; `true` where one stood there before.
    fn store(
        &mut self,
        tracks: Tracks,
        clip: &mut Clip,
        joint: JointIdx,
        (node, target_count): (usize, usize),
    ) -> bool {
        let joint = &mut clip.joints[joint.index()];
        match tracks {
            Tracks::Translation(track) => mem::replace(&mut joint.translation, track).is_some(),
            Tracks::Rotation(track) => mem::replace(&mut joint.rotation, track).is_some(),
            Tracks::Scale(track) => mem::replace(&mut joint.scale, track).is_some(),
            Tracks::Weights(None) => false,
            Tracks::Weights(Some(track)) => {
                let node = u32::try_from(node).unwrap_or(u32::MAX);
                let morph = MorphTrack { node, target_count, track };
                match self.morph_of_node.entry(node) {
                    Entry::Occupied(place) => {
                        clip.morphs[*place.get()] = morph;
                        true
                    }
                    Entry::Vacant(place) => {
                        place.insert(clip.morphs.len());
                        clip.morphs.push(morph);
                        false
                    }
                }
            }
        }
    }

    fn read_keys(&self, channel: &json::animation::Channel, at: &str) -> Result<Keys> {
        let sampler = element(&self.animation.samplers, "sampler", channel.sampler.value(), at)?;
        let interpolation = match sampler.interpolation {
            Checked::Valid(JsonInterpolation::Step) => Interpolation::Step,
            Checked::Valid(JsonInterpolation::Linear) => Interpolation::Linear,
            Checked::Valid(JsonInterpolation::CubicSpline) => Interpolation::CubicSpline,
            Checked::Invalid => {
                let problem = "unknown interpolation; expected STEP, LINEAR or CUBICSPLINE";
                return Err(fault(at, problem));
            }
        };
        let input_at = || format!("{at} input");
        let times = self
            .accessors
            .finite_floats::<1>(sampler.input.value(), Normalise::ByFlag)
            .within(input_at)?;
        let times_s: Vec<f32> = times.into_iter().flatten().collect();
        if let Some(first) = times_s.first().filter(|it| **it < 0.0) {
            return Err(fault(
                input_at(),
                format!("the first key is at {first} s; expected 0 or later"),
            ));
        }
        if let Some(key) = times_s.windows(2).position(|it| it[1] <= it[0]) {
            let problem = format!(
                "key {} at {} s follows key {key} at {} s; expected increasing times",
                key + 1,
                times_s[key + 1],
                times_s[key]
            );
            return Err(fault(input_at(), problem));
        }
        Ok(Keys { times_s, interpolation, output: sampler.output.value() })
    }
}

/// The times of a channel, and the accessor of its values.
struct Keys {
    times_s: Vec<f32>,
    interpolation: Interpolation,
    output: usize,
}

impl Keys {
    /// `None` where there is no key.
    fn track<V, T>(
        self,
        values: Vec<V>,
        values_per_key: usize,
        convert: impl Fn(V) -> T,
        at: &str,
    ) -> Result<Option<Track<T>>> {
        let per_key = match self.interpolation {
            Interpolation::CubicSpline => 3,
            Interpolation::Step | Interpolation::Linear => 1,
        } * values_per_key;
        let expected = self.times_s.len().saturating_mul(per_key);
        if values.len() != expected {
            let problem = format!(
                "{} values for {} keys; expected {expected}",
                values.len(),
                self.times_s.len()
            );
            return Err(fault(format!("{at} output"), problem));
        }
        if self.times_s.is_empty() {
            return Ok(None);
        }
        Ok(Some(Track {
            times_s: self.times_s,
            values: values.into_iter().map(convert).collect(),
            interpolation: self.interpolation,
        }))
    }
}

/// What one channel moves.
enum Tracks {
    Translation(Option<Track<Vector3<f32>>>),
    Rotation(Option<Track<Quaternion<f32>>>),
    Scale(Option<Track<Vector3<f32>>>),
    Weights(Option<Track<Vec<f32>>>),
}

/// One vector of weights for each value of a key.
fn grouped(track: Track<f32>, target_count: usize) -> Track<Vec<f32>> {
    Track {
        times_s: track.times_s,
        values: track.values.chunks_exact(target_count).map(<[f32]>::to_vec).collect(),
        interpolation: track.interpolation,
    }
}

fn morph_target_count(document: &Document, node: usize) -> usize {
    let mesh = document.nodes[node].mesh.and_then(|it| document.meshes.get(it.value()));
    let primitives = mesh.map(|it| it.primitives.as_slice()).unwrap_or_default();
    let counts = primitives.iter().map(|it| it.targets.as_ref().map_or(0, Vec::len));
    counts.max().unwrap_or(0)
}
