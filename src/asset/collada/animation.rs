//! Channels to [`Clip`]s.
//!
//! A joint's track has translation, rotation and scale; a node of the file is a stack of steps, each moved by curves of its
//! own. So each node is sampled: at the keys of all its curves and, between two of them, as often as it takes for the
//! straight way from sample to sample to follow the curves (within [`ROTATION_RAD`] and [`SHARE`]). Matrices that go straight
//! from key to key are taken apart at their keys only, and turn in between as their author's program did: the
//! specification would have their elements go straight, which shrinks what turns.

use nalgebra::{Matrix4, Quaternion, UnitQuaternion, Vector3};

use super::channel::{Channel, Channels, Member};
use super::document::{Document, Element, at, children, is, required};
use super::place::MorphedNode;
use super::scene::{PlacedNode, Scene};
use super::transform::{Step, StepKind};
use crate::asset::import::{Notes, Result, decompose, fault};
use crate::asset::{Clip, Interpolation, JointTracks, MorphTrack, Track, Transform};

/// How far a rotation between samples may be off.
const ROTATION_RAD: f64 = 0.001;
/// How far translations and scales between samples may be off, as a share of their size.
const SHARE: f64 = 0.0002;
/// Most parts that the time between two keys is cut into.
const MAX_PARTS: usize = 64;
/// Turns of more than this between samples are ambiguous.
const MAX_TURN_DEG: f64 = 60.0;
/// What a sample of a joint takes in memory.
const SAMPLE_BYTES: usize = 64;

/// What a clip is made of.
struct Selection<'d> {
    name: String,
    /// The `<animation>`s whose channels count, with all below them; `None` for all.
    animations: Option<Vec<Element<'d>>>,
    /// Seconds of the file's time line; the first becomes 0.
    range_s: Option<(f64, f64)>,
}

/// Makes the clips: one for each `<animation_clip>`, and one of all channels.
///
/// The last is left out where it would be the only clip once more, or where its channels move the same things, so that only
/// clips tell them apart. `name` is its name.
///
/// # Errors
/// A clip that ends before it starts, or more samples than a file of this size may have.
pub(super) fn read_all<'d>(
    document: &Document<'d>,
    scene: &Scene<'d>,
    channels: &Channels<'d>,
    morphs: &[MorphedNode<'d>],
    name: &str,
    notes: &mut Notes,
) -> Result<Vec<Clip>> {
    let mut selections = Vec::new();
    for (index, clip) in document.library("library_animation_clips", "animation_clip").enumerate() {
        selections.push(selection(document, clip, index, notes)?);
    }
    let mut clips = Vec::new();
    for selection in &selections {
        let made = make(document, scene, channels, morphs, selection)?;
        match made {
            Some(clip) => clips.push(clip),
            None => notes.add(format!("clip '{}' is skipped: it moves nothing", selection.name)),
        }
    }
    if clips.is_empty() || (!channels.collide() && clips.len() != 1) {
        let whole = Selection { name: name.to_owned(), animations: None, range_s: None };
        clips.extend(make(document, scene, channels, morphs, &whole)?);
    } else if channels.all().next().is_some() && clips.len() == 1 {
        let whole = Selection { name: name.to_owned(), animations: None, range_s: None };
        let whole = make(document, scene, channels, morphs, &whole)?;
        let same = |it: &Clip| (it.last_key_s - it.first_key_s - clips[0].last_key_s).abs() < 1e-6;
        clips.extend(whole.filter(|it| !same(it) && !channels.collide()));
    }
    Ok(clips)
}

fn selection<'d>(
    document: &Document<'d>,
    clip: Element<'d>,
    index: usize,
    notes: &mut Notes,
) -> Result<Selection<'d>> {
    let seconds = |attribute: &str| -> Result<Option<f64>> {
        let Some(text) = clip.attribute(attribute) else { return Ok(None) };
        match text.trim().parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Some(value)),
            _ => {
                let problem = format!("{attribute} '{text}'; expected seconds");
                Err(fault(at(clip), problem))
            }
        }
    };
    let (start_s, end_s) = (seconds("start")?.unwrap_or(0.0), seconds("end")?);
    if let Some(end_s) = end_s.filter(|it| *it < start_s) {
        let problem = format!("ends at {end_s} s, before its start at {start_s} s");
        return Err(fault(at(clip), problem));
    }
    let mut animations = Vec::new();
    for instance in children(clip, "instance_animation") {
        let url = required(instance, "url")?;
        match document.by_url(url, "animation") {
            Some(animation) => animations.push(animation),
            None => notes.add(format!("{}: there is no animation '{url}'", at(instance))),
        }
    }
    let name = clip.attribute("name").or_else(|| clip.attribute("id")).filter(|it| !it.is_empty());
    Ok(Selection {
        name: name.map_or_else(|| format!("clip_{index}"), str::to_owned),
        animations: Some(animations),
        // Without an end it lasts as long as its animations.
        range_s: Some((start_s, end_s.unwrap_or(f64::INFINITY))),
    })
}

impl Selection<'_> {
    fn has(&self, channel: &Channel<'_>) -> bool {
        self.animations.as_ref().is_none_or(|animations| {
            channel
                .element
                .ancestors()
                .filter(|it| is(*it, "animation"))
                .any(|it| animations.contains(&it))
        })
    }
}

fn make<'d>(
    document: &Document<'d>,
    scene: &Scene<'d>,
    channels: &Channels<'d>,
    morphs: &[MorphedNode<'d>],
    selection: &Selection<'d>,
) -> Result<Option<Clip>> {
    let mut keys_s: Option<(f64, f64)> = None;
    for channel in channels.all().filter(|it| selection.has(it)) {
        let times_s = &channel.curve.times_s;
        if let (Some(first), Some(last)) = (times_s.first(), times_s.last()) {
            keys_s = Some(keys_s.map_or((*first, *last), |(a, b)| (a.min(*first), b.max(*last))));
        }
    }
    let Some(keys_s) = keys_s else { return Ok(None) };
    let range_s = match selection.range_s {
        None => keys_s,
        Some((start_s, end_s)) if end_s.is_finite() => (start_s, end_s),
        Some((start_s, _)) => (start_s, keys_s.1.max(start_s)),
    };
    // Clips start at 0; so does what has keys before it.
    let origin_s = if selection.range_s.is_some() { range_s.0 } else { range_s.0.min(0.0) };
    let sampler = Sampler { document, range_s, origin_s };
    let mut clip = Clip {
        name: selection.name.clone(),
        joints: vec![JointTracks::default(); scene.joints.len()],
        morphs: Vec::new(),
        first_key_s: narrow(range_s.0 - origin_s),
        last_key_s: narrow(range_s.1 - origin_s),
    };
    document.budget.charge(
        || format!("clip '{}'", clip.name),
        scene.joints.len(),
        size_of::<JointTracks>(),
    )?;
    let mut is_moved = false;
    for node in &scene.nodes {
        for (part, index) in node.parts.iter().zip(node.first_joint.index()..) {
            let steps: Vec<MovedStep<'_, 'd>> = node.steps[part.clone()]
                .iter()
                .map(|step| MovedStep {
                    step,
                    channels: channels
                        .of(step.element)
                        .iter()
                        .filter(|it| selection.has(it))
                        .collect(),
                })
                .collect();
            if steps.iter().all(|it| it.channels.is_empty()) {
                continue;
            }
            clip.joints[index] = sampler.tracks(node, &steps, &scene.joints[index].rest)?;
            is_moved = true;
        }
    }
    for morph in morphs {
        let moving: Vec<&Channel<'_>> =
            channels.of(morph.weight_source).iter().filter(|it| selection.has(it)).collect();
        if let Some(track) = sampler.weights(&moving, &morph.weights) {
            let target_count = morph.weights.len();
            clip.morphs.push(MorphTrack { node: morph.node, target_count, track });
            is_moved = true;
        }
    }
    Ok(is_moved.then_some(clip))
}

#[expect(clippy::cast_possible_truncation, reason = "the precision of tracks")]
fn narrow(value: f64) -> f32 {
    value as f32
}

/// A step with the channels that move it in a clip.
struct MovedStep<'a, 'd> {
    step: &'a Step<'d>,
    channels: Vec<&'a Channel<'d>>,
}

impl MovedStep<'_, '_> {
    fn matrix(&self, time_s: f64) -> Matrix4<f64> {
        if self.channels.is_empty() {
            return self.step.rest();
        }
        let mut values = self.step.values.clone();
        for channel in &self.channels {
            match channel.member {
                Member::All => {
                    for (number, value) in values.iter_mut().enumerate() {
                        *value = channel.curve.value(time_s, number);
                    }
                }
                Member::One(place) => values[place] = channel.curve.value(time_s, 0),
            }
        }
        self.step.kind.matrix(&values)
    }

    /// By how much angles that this step is given change between two times.
    fn turn_deg(&self, start_s: f64, end_s: f64) -> f64 {
        if self.step.kind != StepKind::Rotate {
            return 0.0;
        }
        let change = |channel: &&Channel<'_>| {
            let number = match channel.member {
                Member::All => 3,
                Member::One(3) => 0,
                Member::One(_) => return 0.0,
            };
            (channel.curve.value(end_s, number) - channel.curve.value(start_s, number)).abs()
        };
        self.channels.iter().map(change).sum()
    }
}

/// A part of a node at a time.
#[derive(Clone, Copy)]
struct Sample {
    time_s: f64,
    pose: Transform,
}

struct Sampler<'a, 'd> {
    document: &'a Document<'d>,
    range_s: (f64, f64),
    origin_s: f64,
}

impl<'d> Sampler<'_, 'd> {
    /// The times of keys inside of the clip, with its ends where curves go on beyond them.
    fn key_times(&self, channels: &[&Channel<'d>]) -> Vec<f64> {
        let (start_s, end_s) = self.range_s;
        let mut times_s: Vec<f64> = Vec::new();
        for channel in channels {
            let keys = &channel.curve.times_s;
            times_s.extend(keys.iter().filter(|it| (start_s..=end_s).contains(*it)));
            for end in [start_s, end_s] {
                if keys.first().is_some_and(|it| *it < end)
                    && keys.last().is_some_and(|it| end < *it)
                {
                    times_s.push(end);
                }
            }
        }
        if times_s.is_empty() {
            times_s.push(start_s);
        }
        times_s.sort_by(f64::total_cmp);
        times_s.dedup_by(|a, b| narrow(*a - self.origin_s) <= narrow(*b - self.origin_s));
        times_s
    }

    fn tracks(
        &self,
        node: &PlacedNode<'d>,
        steps: &[MovedStep<'_, 'd>],
        rest: &Transform,
    ) -> Result<JointTracks> {
        let channels: Vec<&Channel<'_>> =
            steps.iter().flat_map(|it| it.channels.iter().copied()).collect();
        let keys_s = self.key_times(&channels);
        let is_stepped = channels.iter().all(|it| it.curve.is_stepped());
        let is_exact = is_stepped
            || steps.iter().filter(|it| !it.channels.is_empty()).all(|it| {
                it.step.kind == StepKind::Matrix
                    && it.channels.iter().all(|it| it.member == Member::All && it.curve.is_linear())
            });
        let sample = |time_s: f64| {
            let matrix: Matrix4<f64> = steps.iter().map(|it| it.matrix(time_s)).product();
            Sample { time_s, pose: decompose(&matrix).0 }
        };
        let at = || at(node.element);
        let mut samples = vec![sample(keys_s[0])];
        for pair in keys_s.windows(2) {
            let [start_s, end_s] = [pair[0], pair[1]];
            if !is_exact {
                let jumps = channels.iter().any(|it| it.curve.jumps_within(start_s, end_s));
                // Up to just before a jump, values go on as they are.
                let before_s = if jumps { f64::from(narrow(end_s).next_down()) } else { end_s };
                let turn_deg: f64 = steps.iter().map(|it| it.turn_deg(start_s, before_s)).sum();
                self.add_between(&mut samples, (start_s, before_s), turn_deg, &sample);
                if jumps && before_s > start_s {
                    samples.push(sample(before_s));
                }
            }
            samples.push(sample(end_s));
            self.document.budget.charge(at, samples.len().min(1 + MAX_PARTS), SAMPLE_BYTES)?;
        }
        samples
            .dedup_by(|a, b| narrow(a.time_s - self.origin_s) <= narrow(b.time_s - self.origin_s));
        Ok(self.stored(steps, &mut samples, rest, is_stepped))
    }

    /// Samples between two that the straight way does not meet.
    fn add_between(
        &self,
        samples: &mut Vec<Sample>,
        (start_s, end_s): (f64, f64),
        turn_deg: f64,
        sample: &impl Fn(f64) -> Sample,
    ) {
        let time = |share: f64| start_s + (end_s - start_s) * share;
        let mut count = 1;
        while (count as f64) * MAX_TURN_DEG < turn_deg && count < MAX_PARTS {
            count *= 2;
        }
        let points = |count: usize| -> Vec<Sample> {
            (0..=count).map(|it| sample(time(it as f64 / count as f64))).collect()
        };
        let mut found = points(count);
        while count < MAX_PARTS {
            let finer = points(2 * count);
            let is_met = finer
                .chunks_exact(2)
                .zip(found.windows(2))
                .all(|(it, around)| is_between(&it[1].pose, &around[0].pose, &around[1].pose));
            if is_met {
                break;
            }
            count *= 2;
            found = finer;
        }
        samples.extend(&found[1..count]);
    }

    fn stored(
        &self,
        steps: &[MovedStep<'_, 'd>],
        samples: &mut [Sample],
        rest: &Transform,
        is_stepped: bool,
    ) -> JointTracks {
        // A quaternion and its negative are one rotation; the near one is the way there.
        for index in 1..samples.len() {
            let before = samples[index - 1].pose.rotation;
            let rotation = &mut samples[index].pose.rotation;
            if rotation.dot(&before) < 0.0 {
                *rotation = Quaternion::from_vector(-rotation.coords);
            }
        }
        let moved = |kinds: &[StepKind]| {
            steps.iter().any(|it| !it.channels.is_empty() && kinds.contains(&it.step.kind))
        };
        let differs = |size: fn(&Transform, &Transform) -> f32| {
            samples.iter().any(|it| size(&it.pose, rest) > 1e-5)
        };
        let is_translated = moved(&[StepKind::Translate])
            || differs(|a, b| {
                (a.translation - b.translation).norm() / (1e-6 + b.translation.norm())
            });
        let is_rotated = moved(&[StepKind::Rotate, StepKind::LookAt, StepKind::Matrix])
            || differs(|a, b| 1.0 - a.rotation.dot(&b.rotation).abs());
        let is_scaled = moved(&[StepKind::Scale]) || differs(|a, b| (a.scale - b.scale).norm());
        JointTracks {
            translation: is_translated
                .then(|| self.track(samples, is_stepped, |it| it.translation)),
            rotation: is_rotated.then(|| self.track(samples, is_stepped, |it| it.rotation)),
            scale: is_scaled.then(|| self.track(samples, is_stepped, |it| it.scale)),
        }
    }

    fn track<T>(
        &self,
        samples: &[Sample],
        is_stepped: bool,
        value: impl Fn(&Transform) -> T,
    ) -> Track<T> {
        Track {
            times_s: samples.iter().map(|it| narrow(it.time_s - self.origin_s)).collect(),
            values: samples.iter().map(|it| value(&it.pose)).collect(),
            interpolation: if is_stepped { Interpolation::Step } else { Interpolation::Linear },
        }
    }

    /// Morph weights over time; `None` where no channel moves them.
    fn weights(&self, channels: &[&Channel<'d>], rest: &[f32]) -> Option<Track<Vec<f32>>> {
        if channels.is_empty() {
            return None;
        }
        let is_stepped = channels.iter().all(|it| it.curve.is_stepped());
        let is_straight = channels.iter().all(|it| it.curve.is_linear());
        let value = |time_s: f64| {
            let mut weights = rest.to_vec();
            for channel in channels {
                match channel.member {
                    Member::All => {
                        let count = channel.curve.width.min(weights.len());
                        for (number, weight) in weights.iter_mut().enumerate().take(count) {
                            *weight = narrow(channel.curve.value(time_s, number));
                        }
                    }
                    Member::One(place) => {
                        if let Some(weight) = weights.get_mut(place) {
                            *weight = narrow(channel.curve.value(time_s, 0));
                        }
                    }
                }
            }
            weights
        };
        let keys_s = self.key_times(channels);
        let mut times_s = Vec::new();
        for (index, time_s) in keys_s.iter().enumerate() {
            times_s.push(*time_s);
            let Some(next_s) = keys_s.get(index + 1) else { continue };
            // Curves are cut into eight, which is within 2 % of the change for any cubic.
            if !is_stepped && !is_straight {
                let step_s = (next_s - time_s) / 8.0;
                times_s.extend((1..8).map(|it| time_s + step_s * f64::from(it)));
            }
        }
        times_s.dedup_by(|a, b| narrow(*a - self.origin_s) <= narrow(*b - self.origin_s));
        Some(Track {
            values: times_s.iter().map(|it| value(*it)).collect(),
            times_s: times_s.iter().map(|it| narrow(it - self.origin_s)).collect(),
            interpolation: if is_stepped { Interpolation::Step } else { Interpolation::Linear },
        })
    }
}

/// Whether a pose is near the middle of the straight way between two.
fn is_between(pose: &Transform, start: &Transform, end: &Transform) -> bool {
    let is_near = |value: Vector3<f32>, a: Vector3<f32>, b: Vector3<f32>| {
        let size = f64::from(a.norm().max(b.norm()).max(value.norm()));
        f64::from((value - (a + b) / 2.0).norm()) <= SHARE * size
    };
    let [middle, a, b] =
        [pose, start, end].map(|it| UnitQuaternion::from_quaternion(it.rotation.cast::<f64>()));
    let b = if a.dot(&b) < 0.0 { UnitQuaternion::new_unchecked(-b.into_inner()) } else { b };
    let way = a.try_slerp(&b, 0.5, 1e-9).unwrap_or(a);
    is_near(pose.translation, start.translation, end.translation)
        && is_near(pose.scale, start.scale, end.scale)
        && way.angle_to(&middle) <= ROTATION_RAD
}
