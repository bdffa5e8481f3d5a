//! COLLADA files against poses that were worked out by the letter of the specification, at times of keys (ASSETS.md).
//!
//! Golden files are right-handed, +Y up, in metres; the program's models have z the other way round. Offsets and vertices
//! are compared in units of the model's extent, the other entries of matrices in units of the largest one.

#![expect(clippy::print_stdout, reason = "says how many models ran")]

use std::path::Path;

use nalgebra::{Matrix4, Vector3};
use serde_json::Value;
use sinew::anim::{ClipTime, Pose, morph_weights, skin_mesh};
use sinew::asset::{Mesh, Model, load};

use crate::support::golden_pose::numbers;
use crate::support::models::models_dir;

/// Differences that two programs may have, as a fraction of the model's extent.
const TOLERANCE: f64 = 2e-5;

#[derive(Debug, Default)]
struct Tally {
    files: usize,
    samples: usize,
    nodes: usize,
    vertices: usize,
    worst: f64,
}

#[test]
fn poses_at_keys_are_those_of_the_specification() {
    let Some(models) = models_dir() else { return };
    let mut all = Tally::default();
    let mut missing = Vec::new();
    let mut paths: Vec<_> = std::fs::read_dir(models.join("golden_dae"))
        .unwrap()
        .map(|it| it.unwrap().path())
        .filter(|it| it.extension().is_some_and(|it| it == "json"))
        .collect();
    paths.sort();
    for path in paths {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let model = models.join("dae").join(name.replace("__", "/"));
        if !model.is_file() {
            missing.push(name);
            continue;
        }
        let worst_before = std::mem::take(&mut all.worst);
        check_file(&model, &path, &name, &mut all);
        println!("{name}: worst {:.1e}", all.worst);
        all.worst = all.worst.max(worst_before);
    }
    println!("{all:?}; poses of models that are not there: {missing:?}");
    assert!(all.files >= 31 && all.nodes >= 500 && all.vertices >= 3300, "{all:?}");
}

fn check_file(model: &Path, golden: &Path, name: &str, tally: &mut Tally) {
    let model = load(model).unwrap();
    let samples: Vec<Value> = serde_json::from_slice(&std::fs::read(golden).unwrap()).unwrap();
    tally.files += 1;
    let extent = extent(&samples);
    for sample in &samples {
        tally.samples += 1;
        check_sample(&model, sample, name, extent, tally);
    }
}

/// The largest side of the box around all golden vertices, or around all nodes of a file without meshes.
fn extent(samples: &[Value]) -> f64 {
    let mut low = Vector3::repeat(f64::INFINITY);
    let mut high = -low;
    let mut grow = |point: Vector3<f64>| {
        low = low.inf(&point);
        high = high.sup(&point);
    };
    for sample in samples {
        for mesh in sample["meshes"].as_array().unwrap() {
            for vertex in mesh["vertices"].as_array().unwrap() {
                grow(Vector3::from_row_slice(&numbers(&vertex["world"])));
            }
        }
        for node in sample["nodes"].as_array().unwrap() {
            grow(Vector3::from_row_slice(&numbers(&node["world"])[12..15]));
        }
    }
    (high - low).max()
}

fn check_sample(model: &Model, sample: &Value, name: &str, extent: f64, tally: &mut Tally) {
    let time_s = sample["time"].as_f64().unwrap();
    let time = ClipTime::new(time_s).unwrap();
    // Golden poses know no clips: all that is animated counts.
    let clip = model.clips.last();
    let pose = match clip {
        Some(clip) => Pose::sample(&model.skeleton, clip, time),
        None => Pose::rest(&model.skeleton),
    };
    let mut check = |difference: f64, unit: f64, what: String| {
        let fraction = difference / unit;
        tally.worst = tally.worst.max(fraction);
        assert!(
            fraction <= TOLERANCE,
            "{name}, {time_s} s, {what}: off by {difference}, {fraction} of {unit}"
        );
    };
    let number_of = |id: &str| {
        let number = model.node_ids.iter().position(|it| it == id);
        assert!(number.is_some(), "{name}: no node '{id}'");
        u32::try_from(number.unwrap()).unwrap()
    };
    let model_from_joints = pose.model_from_joints(&model.skeleton);
    for node in sample["nodes"].as_array().unwrap() {
        let Some(id) = node["id"].as_str() else { continue };
        let number = number_of(id);
        // A node of several joints is where its last one is.
        let joint = model.skeleton.joints().iter().rposition(|it| it.node == number).unwrap();
        let mirror = Matrix4::new_nonuniform_scaling(&Vector3::new(1.0, 1.0, -1.0));
        let world = Matrix4::from_column_slice(&numbers(&node["world"]));
        let expected: Matrix4<f64> = mirror * world * mirror;
        let difference = (model_from_joints[joint].cast::<f64>() - expected).abs();
        let unit = expected.fixed_view::<3, 3>(0, 0).amax().max(1.0);
        check(difference.fixed_view::<3, 3>(0, 0).amax(), unit, format!("node '{id}'"));
        let unit = expected.column(3).xyz().amax().max(extent);
        check(difference.column(3).amax(), unit, format!("place of node '{id}'"));
        tally.nodes += 1;
    }
    let skin = pose.skin_matrices(&model.skeleton, &model.slots);
    for golden in sample["meshes"].as_array().unwrap() {
        let id = golden["node"].as_str().unwrap();
        let number = number_of(id);
        let meshes: Vec<&Mesh> = model.meshes.iter().filter(|it| it.node == number).collect();
        assert!(!meshes.is_empty(), "{name}: no mesh on '{id}'");
        for mesh in &meshes {
            let weights = match clip {
                Some(clip) => morph_weights(mesh, clip, time),
                None => mesh.morph_weights.clone(),
            };
            let skinned = skin_mesh(mesh, &skin, &weights);
            for vertex in golden["vertices"].as_array().unwrap() {
                let index = u32::try_from(vertex["i"].as_u64().unwrap()).unwrap();
                let place = numbers(&vertex["world"]);
                let expected = Vector3::new(place[0], place[1], -place[2]);
                let stored = mesh.file_vertices.iter().zip(&skinned.positions);
                for (_, position) in stored.filter(|(it, _)| **it == index) {
                    let difference = (position.cast::<f64>() - expected).norm();
                    check(difference, extent, format!("vertex {index} on '{id}'"));
                    tally.vertices += 1;
                }
            }
        }
    }
}
