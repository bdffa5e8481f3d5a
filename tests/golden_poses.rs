//! The CPU sampler and skinning against poses that three.js made of the same files (ASSETS.md).
//!
//! Golden files are right-handed, as glTF is; the program's models have z the other way round. The
//! times are off the key grid. Offsets and vertices are compared in units of the model's extent, the other
//! entries of matrices in units of the largest one.

#![expect(clippy::print_stdout, reason = "says how many models ran")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use nalgebra::{Matrix4, Vector3};
use serde_json::Value;
use sinew::anim::{ClipTime, Pose, morph_weights, rest_bounds, skin_mesh};
use sinew::asset::{Clip, Model, load};

use crate::support::models::models_dir;

#[derive(Debug, Default)]
struct Tally {
    samples: usize,
    nodes: usize,
    skin_matrices: usize,
    vertices: usize,
    /// The largest difference, as a fraction of the extent.
    worst: f64,
}

#[test]
fn sampler_and_skinning_agree_with_three_js() {
    let Some(models) = models_dir() else { return };
    let mut files: Vec<_> = fs::read_dir(models.join("golden"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "json"))
        .collect();
    files.sort();
    let mut all = Tally::default();
    for golden in &files {
        let name = golden.file_stem().unwrap().to_str().unwrap();
        let tally = check_file(golden, &models.join("gltf").join(name.replace("__", "/")), name);
        println!("{name}: {tally:?}");
        all.samples += tally.samples;
        all.nodes += tally.nodes;
        all.skin_matrices += tally.skin_matrices;
        all.vertices += tally.vertices;
        all.worst = all.worst.max(tally.worst);
    }
    println!("{} models: {all:?}", files.len());
    assert!(files.len() >= 15, "only {} golden files", files.len());
    assert!(all.nodes >= 2500 && all.skin_matrices >= 1600 && all.vertices >= 2400, "{all:?}");
}

fn check_file(golden: &Path, file: &Path, name: &str) -> Tally {
    let samples: Value = serde_json::from_slice(&fs::read(golden).unwrap()).unwrap();
    let model = load(file).unwrap();
    // SimpleSkin's quaternions are rounded to three digits; between two of them, programs differ by that.
    let tolerance =
        if name.contains("SimpleSkin") || name.contains("simple_skin") { 2e-4 } else { 2e-5 };
    let mut tally = Tally::default();
    for sample in samples.as_array().unwrap() {
        check_sample(&model, sample, name, tolerance, &mut tally);
    }
    assert!(tally.nodes > 0, "{name}: nothing was compared");
    tally
}

fn check_sample(model: &Model, sample: &Value, name: &str, tolerance: f64, tally: &mut Tally) {
    tally.samples += 1;
    let time_s = sample["time"].as_f64().unwrap();
    let time = ClipTime::new(time_s).unwrap();
    let clip = sample["clip"].as_str().map(|clip| find_clip(model, clip));
    let pose = match clip {
        Some(clip) => Pose::sample(&model.skeleton, clip, time),
        None => Pose::rest(&model.skeleton),
    };
    let bounds = rest_bounds(model);
    let extent = f64::from((bounds.max - bounds.min).max());
    assert!(extent > 0.0, "{name}");
    let mut check = |difference: f64, unit: f64, what: String| {
        let fraction = difference / unit;
        tally.worst = tally.worst.max(fraction);
        assert!(
            fraction <= tolerance,
            "{name}, clip {}, {time_s} s, {what}: off by {difference}, {fraction} of {unit}",
            sample["clip"]
        );
    };

    let joint_of_node: BTreeMap<u64, usize> = (model.skeleton.joints().iter().enumerate())
        .map(|(index, joint)| (u64::from(joint.node), index))
        .collect();
    let model_from_joints = pose.model_from_joints(&model.skeleton);
    for node in sample["nodes"].as_array().unwrap() {
        let number = node["node"].as_u64().unwrap();
        let expected = matrix(&node["world"]);
        let got = &model_from_joints[joint_of_node[&number]];
        let (difference, unit) = matrix_difference(got, &expected, extent);
        check(difference, unit, format!("node {number}"));
        tally.nodes += 1;
    }

    let skin = pose.skin_matrices(&model.skeleton, &model.slots);
    for golden_skin in sample["skins"].as_array().unwrap() {
        for joint in golden_skin["joints"].as_array().unwrap() {
            let number = joint["node"].as_u64().unwrap();
            let inverse_bind = matrix(&joint["inverseBind"]);
            let slot = model.slots.iter().position(|slot| {
                slot.joint.index() == joint_of_node[&number]
                    && (slot.inverse_bind.cast::<f64>() - inverse_bind).amax()
                        < 1e-5 * inverse_bind.amax()
            });
            assert!(slot.is_some(), "{name}: no slot for joint node {number}");
            let slot = slot.unwrap();
            let (difference, unit) =
                matrix_difference(&skin[slot], &matrix(&joint["skin"]), extent);
            check(difference, unit, format!("skin matrix of joint node {number}"));
            tally.skin_matrices += 1;
        }
    }

    for golden_mesh in sample["meshes"].as_array().unwrap() {
        let key = ["node", "mesh", "primitive"].map(|it| golden_mesh[it].as_u64().unwrap());
        let mesh = model
            .meshes
            .iter()
            .find(|mesh| [mesh.node, mesh.source.0, mesh.source.1].map(u64::from) == key);
        assert!(mesh.is_some(), "{name}: no mesh {key:?}");
        let mesh = mesh.unwrap();
        let vertex_count = golden_mesh["vertexCount"].as_u64().unwrap();
        assert_eq!(mesh.vertices.positions.len() as u64, vertex_count, "{name}: mesh {key:?}");
        let weights =
            clip.map_or_else(|| mesh.morph_weights.clone(), |clip| morph_weights(mesh, clip, time));
        if let Some(expected) = golden_mesh["morphWeights"].as_array() {
            assert_eq!(weights.len(), expected.len(), "{name}: mesh {key:?}");
            for (got, expected) in weights.iter().zip(expected) {
                let difference = (f64::from(*got) - expected.as_f64().unwrap()).abs();
                check(difference, 1.0, format!("morph weight of mesh {key:?}"));
            }
        }
        let skinned = skin_mesh(mesh, &skin, &weights);
        for vertex in golden_mesh["vertices"].as_array().unwrap() {
            let index = usize::try_from(vertex["i"].as_u64().unwrap()).unwrap();
            let world = vertex.get("world_norm").unwrap_or(&vertex["world"]);
            let expected = mirrored(&vector(world));
            let difference = (skinned.positions[index].cast::<f64>() - expected).norm();
            check(difference, extent, format!("vertex {index} of mesh {key:?}"));
            tally.vertices += 1;
        }
    }
}

fn find_clip<'a>(model: &'a Model, name: &str) -> &'a Clip {
    // three.js names what has no name by its number.
    let by_number = || {
        name.strip_prefix("animation_").and_then(|it| model.clips.get(it.parse::<usize>().ok()?))
    };
    let clip = model.clips.iter().find(|clip| clip.name == name).or_else(by_number);
    assert!(clip.is_some(), "{}: no clip '{name}'", model.name);
    clip.unwrap()
}

/// The largest difference of two matrices, and what it is measured against.
fn matrix_difference(got: &Matrix4<f32>, expected: &Matrix4<f64>, extent: f64) -> (f64, f64) {
    let difference = (got.cast::<f64>() - expected).abs();
    let linear = difference.fixed_view::<3, 3>(0, 0).amax();
    let linear_unit = expected.fixed_view::<3, 3>(0, 0).amax().max(1.0);
    let offset = difference.column(3).amax();
    let offset_unit = expected.column(3).amax().max(extent);
    if linear / linear_unit > offset / offset_unit {
        (linear, linear_unit)
    } else {
        (offset, offset_unit)
    }
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect()
}

/// A golden matrix (column-major, right-handed) as the program has it: S M S with S = diag(1, 1, -1, 1).
fn matrix(value: &Value) -> Matrix4<f64> {
    let mirror = Matrix4::new_nonuniform_scaling(&Vector3::new(1.0, 1.0, -1.0));
    mirror * Matrix4::from_column_slice(&numbers(value)) * mirror
}

fn vector(value: &Value) -> Vector3<f64> {
    Vector3::from_column_slice(&numbers(value))
}

fn mirrored(v: &Vector3<f64>) -> Vector3<f64> {
    Vector3::new(v.x, v.y, -v.z)
}
