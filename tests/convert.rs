//! Models written as GLB and read again move as before: real files, and our character.

#![expect(clippy::print_stdout, reason = "says how many models ran")]

use std::path::Path;

use nalgebra::Vector3;
use sinew::anim::{ClipTime, Pose, morph_weights, skin_mesh};
use sinew::asset::gltf::{self, ExportParts, to_glb};
use sinew::asset::{Clip, Mesh, Model, load};

use crate::models_import::files_below;
use crate::support::models::models_dir;

/// Differences that rounding makes, as a fraction of the model's extent.
const TOLERANCE: f32 = 2e-5;

fn again(model: &Model, parts: ExportParts) -> Model {
    let bytes = to_glb(model, parts).unwrap();
    assert_eq!(bytes, to_glb(model, parts).unwrap(), "the same bytes every time");
    let again = gltf::import("again.glb", &bytes, None);
    assert!(again.is_ok(), "{}: {:?}", model.name, again.err());
    again.unwrap()
}

fn skinned(model: &Model, clip: Option<&Clip>, time: ClipTime) -> Vec<Vec<Vector3<f32>>> {
    let pose = match clip {
        Some(clip) => Pose::sample(&model.skeleton, clip, time),
        None => Pose::rest(&model.skeleton),
    };
    let skin = pose.skin_matrices(&model.skeleton, &model.slots);
    let positions = |mesh: &Mesh| {
        let weights =
            clip.map_or_else(|| mesh.morph_weights.clone(), |it| morph_weights(mesh, it, time));
        skin_mesh(mesh, &skin, &weights).positions
    };
    model.meshes.iter().map(positions).collect()
}

/// The clip and some of its times, ends and middles of keys among them.
fn moments(model: &Model) -> Vec<(Option<&Clip>, ClipTime)> {
    let time = |it: f32| ClipTime::new(f64::from(it)).unwrap();
    let mut moments = vec![(None, time(0.0))];
    for clip in &model.clips {
        let length_s = clip.last_key_s - clip.first_key_s;
        for share in [0.0, 0.17, 0.43, 0.71, 1.0] {
            moments.push((Some(clip), time(clip.first_key_s + length_s * share)));
        }
    }
    moments
}

fn check_round_trip(model: &Model) -> usize {
    let name = &model.name;
    let again = again(model, ExportParts::All);
    assert_eq!(model.meshes.len(), again.meshes.len(), "{name}");
    assert!(again.skeleton.joints().len() >= model.skeleton.joints().len(), "{name}");
    // What moves nothing is no animation in glTF.
    let clips: Vec<&str> = again.clips.iter().map(|it| it.name.as_str()).collect();
    let mut compared = 0;
    for (clip, time) in moments(model) {
        let clip_again = match clip {
            None => None,
            Some(clip) => {
                let found = again.clips.iter().find(|it| it.name == clip.name);
                assert!(found.is_some(), "{name}: no clip '{}' among {clips:?}", clip.name);
                found
            }
        };
        let before = skinned(model, clip, time);
        let after = skinned(&again, clip_again, time);
        let mut low = Vector3::repeat(f32::INFINITY);
        let mut high = -low;
        for position in before.iter().flatten() {
            low = low.inf(position);
            high = high.sup(position);
        }
        let extent = (high - low).max();
        for (mesh, positions) in model.meshes.iter().zip(&before) {
            let nearest = again
                .meshes
                .iter()
                .zip(&after)
                .filter(|(it, _)| it.vertices.positions.len() == mesh.vertices.positions.len())
                .map(|(_, it)| {
                    let distances = it.iter().zip(positions).map(|(a, b)| (a - b).norm());
                    distances.fold(0.0, f32::max)
                })
                .fold(f32::INFINITY, f32::min);
            assert!(
                nearest <= TOLERANCE * extent,
                "{name}, mesh '{}', clip {:?} at {} s: off by {nearest} of {extent}",
                mesh.name,
                clip.map(|it| &it.name),
                time.seconds()
            );
            compared += positions.len();
        }
    }
    compared
}

#[test]
fn the_character_is_the_same_after_a_round_trip() {
    let model = load(Path::new("assets/character.glb")).unwrap();
    assert!(check_round_trip(&model) > 100_000);
    let written = again(&model, ExportParts::All);
    for (before, after) in model.materials.iter().zip(&written.materials) {
        assert_eq!(before.name, after.name);
        let colors =
            [(before.base_color.xyz(), after.base_color.xyz()), (before.emissive, after.emissive)];
        for (a, b) in colors {
            assert!((a - b).amax() < 1e-4, "{}: {a} {b}", before.name);
        }
        assert!((before.specular - after.specular).amax() < 0.02, "{}", before.name);
    }
    assert_eq!(model.images.len(), written.images.len());
    assert_eq!(model.images[0].rgba8, written.images[0].rgba8);
}

#[test]
fn clips_alone_play_on_the_model_that_they_came_from() {
    let model = load(Path::new("assets/character.glb")).unwrap();
    let bytes = to_glb(&model, ExportParts::Clips).unwrap();
    let whole = to_glb(&model, ExportParts::All).unwrap();
    assert!(bytes.len() < whole.len() / 3, "{} of {} bytes", bytes.len(), whole.len());
    let clips = gltf::import("clips.glb", &bytes, None).unwrap();
    assert!(clips.meshes.is_empty() && clips.materials.is_empty() && clips.images.is_empty());
    let mut bare = model.clone();
    bare.clips.clear();
    let count = sinew::asset::bind_clips(&mut bare, &clips, Path::new("clips.glb")).unwrap();
    assert_eq!(count, model.clips.len());
    for (before, after) in model.clips.iter().zip(&bare.clips) {
        let time = ClipTime::new(0.3).unwrap();
        let (a, b) = (skinned(&model, Some(before), time), skinned(&bare, Some(after), time));
        for (a, b) in a.iter().flatten().zip(b.iter().flatten()) {
            assert!((a - b).norm() < 1e-4, "clip '{}'", before.name);
        }
    }
}

#[test]
fn real_files_are_the_same_after_a_round_trip() {
    let Some(folder) = models_dir() else { return };
    let mut files = files_below(&folder.join("gltf"), &["glb", "gltf"]);
    files.extend(files_below(&folder.join("dae"), &["dae"]));
    let mut compared = 0;
    for path in &files {
        compared += check_round_trip(&load(path).unwrap());
    }
    println!("{} models, {compared} vertices", files.len());
    assert!(files.len() >= 80 && compared > 1_000_000, "{} {compared}", files.len());
}
