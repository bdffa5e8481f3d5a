//! The CPU sampler and skinning against poses that three.js made of the same files (ASSETS.md).
//!
//! Golden files are right-handed, as glTF is; the program's models have z the other way round. The
//! times are off the key grid. Offsets and vertices are compared in units of the model's extent, the other
//! entries of matrices in units of the largest one.

#![expect(clippy::print_stdout, reason = "says how many models ran")]

use std::collections::BTreeMap;

use nalgebra::{Matrix4, Vector3};
use serde_json::Value;
use sinew::anim::{ClipTime, Pose, morph_weights, rest_bounds, skin_mesh};
use sinew::asset::{Model, load};

use crate::support::golden_pose::{
    GoldenFile, find_clip, find_mesh, golden_files, numbers, vertex,
};
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
    let files = golden_files(&models);
    let mut all = Tally::default();
    for golden in &files {
        let name = &golden.name;
        let tally = check_file(golden);
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

fn check_file(golden: &GoldenFile) -> Tally {
    let name = &golden.name;
    let model = load(&golden.model).unwrap();
    let mut tally = Tally::default();
    for sample in &golden.samples {
        check_sample(&model, sample, name, golden.tolerance, &mut tally);
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
        let mesh = find_mesh(model, golden_mesh);
        let key = (mesh.node, mesh.source);
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
        for golden_vertex in golden_mesh["vertices"].as_array().unwrap() {
            let (index, expected) = vertex(golden_vertex);
            let difference = (skinned.positions[index].cast::<f64>() - expected).norm();
            check(difference, extent, format!("vertex {index} of mesh {key:?}"));
            tally.vertices += 1;
        }
    }
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

/// A golden matrix (column-major, right-handed) as the program has it: S M S with S = diag(1, 1, -1, 1).
fn matrix(value: &Value) -> Matrix4<f64> {
    let mirror = Matrix4::new_nonuniform_scaling(&Vector3::new(1.0, 1.0, -1.0));
    mirror * Matrix4::from_column_slice(&numbers(value)) * mirror
}
