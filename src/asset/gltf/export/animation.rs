//! Clips to animations.

use serde_json::{Value, json};

use super::buffer::{Buffer, Target};
use super::mesh::Meshes;
use super::node::unit;
use crate::asset::{Clip, Interpolation, Track};

/// Writes all clips that move anything.
pub(super) fn write(clips: &[Clip], meshes: &Meshes, buffer: &mut Buffer) -> Vec<Value> {
    let written = clips.iter().map(|clip| {
        let mut animation = Animation { buffer, samplers: Vec::new(), channels: Vec::new() };
        for (node, tracks) in clip.joints.iter().enumerate() {
            if let Some(track) = &tracks.translation {
                animation.add(node, "translation", track, |it| [it.x, it.y, it.z]);
            }
            if let Some(track) = &tracks.rotation {
                let is_cubic = track.interpolation == Interpolation::CubicSpline;
                // The tangents of a spline are not rotations.
                animation.add(node, "rotation", track, |it| {
                    if is_cubic { it.coords.into() } else { unit(*it) }
                });
            }
            if let Some(track) = &tracks.scale {
                animation.add(node, "scale", track, |it| [it.x, it.y, it.z]);
            }
        }
        for morph in &clip.morphs {
            for carrier in meshes.carriers.get(&morph.node).into_iter().flatten() {
                animation.add_weights(*carrier, &morph.track);
            }
        }
        (!animation.channels.is_empty()).then(|| {
            json!({
                "name": clip.name, "samplers": animation.samplers, "channels": animation.channels,
            })
        })
    });
    written.flatten().collect()
}

struct Animation<'b> {
    buffer: &'b mut Buffer,
    samplers: Vec<Value>,
    channels: Vec<Value>,
}

impl Animation<'_> {
    fn add<T, const N: usize>(
        &mut self,
        node: usize,
        path: &str,
        track: &Track<T>,
        value: impl Fn(&T) -> [f32; N],
    ) {
        let values: Vec<[f32; N]> = shown(track).iter().map(value).collect();
        let output = self.buffer.floats(&values, Target::None, false);
        self.add_channel(node, path, track, output);
    }

    fn add_weights(&mut self, node: usize, track: &Track<Vec<f32>>) {
        let values: Vec<[f32; 1]> = shown(track).iter().flatten().map(|it| [*it]).collect();
        let output = self.buffer.floats(&values, Target::None, false);
        self.add_channel(node, "weights", track, output);
    }

    fn add_channel<T>(&mut self, node: usize, path: &str, track: &Track<T>, output: usize) {
        let times_s: Vec<[f32; 1]> = track.times_s.iter().map(|it| [*it]).collect();
        let input = self.buffer.floats(&times_s, Target::None, true);
        let interpolation = match track.interpolation {
            Interpolation::Step => "STEP",
            Interpolation::Linear => "LINEAR",
            Interpolation::CubicSpline if track.times_s.len() < 2 => "STEP",
            Interpolation::CubicSpline => "CUBICSPLINE",
        };
        self.samplers.push(json!({
            "input": input, "output": output, "interpolation": interpolation,
        }));
        let sampler = self.samplers.len() - 1;
        self.channels.push(json!({
            "sampler": sampler, "target": { "node": node, "path": path },
        }));
    }
}

/// The values of a track; a spline has at least two keys in glTF, so one of a single key is its value alone.
fn shown<T>(track: &Track<T>) -> &[T] {
    match (track.interpolation, track.times_s.len(), track.values.len()) {
        (Interpolation::CubicSpline, 1, 3) => &track.values[1..2],
        _ => &track.values,
    }
}
