//! The imported model against poses of another program (`shared/models/golden`, see ASSETS.md).
//!
//! The pose of every node comes from the golden file, so no sampler of ours takes part: what is held
//! against it is the rest pose, the inverse bind matrices, and the vertices with their slots and weights.
//! Golden data is right-handed; it is mirrored here by a matrix of its own.

#![expect(clippy::print_stdout, reason = "says how many models ran")]

use std::collections::HashMap;
use std::fs;

use nalgebra::{Matrix4, Point3, Vector3, Vector4};
use serde_json::Value;
use sinew::asset::{self, Mesh, Model};

use crate::models_import::files_below;
use crate::support::models::models_dir;

/// `left_from_right`, and the other way round.
fn mirror() -> Matrix4<f64> {
    Matrix4::from_diagonal(&Vector4::new(1.0, 1.0, -1.0, 1.0))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect()
}

/// A golden matrix in our own handedness.
fn matrix(value: &Value) -> Matrix4<f64> {
    mirror() * Matrix4::from_column_slice(&numbers(value)) * mirror()
}

fn point(value: &Value) -> Vector3<f64> {
    let it = numbers(value);
    Vector3::new(it[0], it[1], -it[2])
}

fn index(value: &Value, key: &str) -> u32 {
    u32::try_from(value[key].as_u64().unwrap()).unwrap()
}

/// Position of a vertex, posed by the world matrices of the joints.
fn posed(
    model: &Model,
    mesh: &Mesh,
    weights: &[f64],
    vertex: usize,
    world: &[Matrix4<f64>],
) -> Vector3<f64> {
    let vertices = &mesh.vertices;
    let mut position = vertices.positions[vertex].map(f64::from);
    for (target, weight) in mesh.morph_targets.iter().zip(weights) {
        if let Some(moved) = target.positions.get(vertex) {
            position += moved.map(f64::from) * *weight;
        }
    }
    let mut skin = Matrix4::zeros();
    for (slot, weight) in vertices.slots[vertex].iter().zip(vertices.weights[vertex].iter()) {
        let slot = &model.slots[usize::from(slot.0)];
        skin += world[slot.joint.index()] * slot.inverse_bind.map(f64::from) * f64::from(*weight);
    }
    skin.transform_point(&Point3::from(position)).coords
}

/// Worst differences found in one file, as shares of its extent (matrices: absolute, of unit axes).
#[derive(Default)]
struct Worst {
    rest: f64,
    inverse_bind: f64,
    vertex: f64,
    rest_count: usize,
    vertex_count: usize,
}

fn compare(model: &Model, samples: &[Value]) -> Worst {
    let mut worst = Worst::default();
    let joint_of: HashMap<u32, usize> =
        model.skeleton.joints().iter().enumerate().map(|(at, it)| (it.node, at)).collect();
    let world_vertices = || {
        let meshes = samples.iter().flat_map(|it| it["meshes"].as_array().unwrap());
        meshes.flat_map(|it| it["vertices"].as_array().unwrap()).map(|it| point(&it["world"]))
    };
    let extent = world_vertices().fold(0.0_f64, |extent, it| extent.max(it.amax())).max(1.0e-9);
    for sample in samples {
        let mut world = vec![Matrix4::identity(); model.skeleton.joints().len()];
        for node in sample["nodes"].as_array().unwrap() {
            world[joint_of[&index(node, "node")]] = matrix(&node["world"]);
        }
        compare_rest(model, sample, &world, &mut worst);
        for skin in sample["skins"].as_array().unwrap() {
            for joint in skin["joints"].as_array().unwrap() {
                let slot = &model.slots[joint_of[&index(joint, "node")]];
                let golden = matrix(&joint["inverseBind"]);
                let scale = golden.amax().max(1.0);
                let error = (slot.inverse_bind.map(f64::from) - golden).amax() / scale;
                worst.inverse_bind = worst.inverse_bind.max(error);
            }
        }
        for golden in sample["meshes"].as_array().unwrap() {
            let source = (index(golden, "mesh"), index(golden, "primitive"));
            let node = index(golden, "node");
            let mesh = model.meshes.iter().find(|it| it.node == node && it.source == source);
            let mesh = mesh.expect("every golden mesh is a draw");
            assert_eq!(mesh.vertices.positions.len(), index(golden, "vertexCount") as usize);
            assert_eq!(mesh.skin.map(u64::from), golden["skin"].as_u64());
            let weights = golden.get("morphWeights").map(numbers).unwrap_or_default();
            for vertex in golden["vertices"].as_array().unwrap() {
                let expected = vertex.get("world_norm").unwrap_or(&vertex["world"]);
                let found = posed(model, mesh, &weights, index(vertex, "i") as usize, &world);
                worst.vertex = worst.vertex.max((found - point(expected)).amax() / extent);
                worst.vertex_count += 1;
            }
        }
    }
    worst
}

/// Nodes that the sample's clip moves neither by themselves nor through an ancestor stand at rest.
fn compare_rest(model: &Model, sample: &Value, golden: &[Matrix4<f64>], worst: &mut Worst) {
    let clip = sample["clip"]
        .as_str()
        .map(|name| model.clips.iter().find(|it| it.name == name).expect("a clip of that name"));
    let joints = model.skeleton.joints();
    let mut world = vec![None; joints.len()];
    for (at, joint) in joints.iter().enumerate() {
        let moved = clip.is_some_and(|clip| {
            let tracks = &clip.joints[at];
            tracks.translation.is_some() || tracks.rotation.is_some() || tracks.scale.is_some()
        });
        let parent = joint.parent.map_or(Some(Matrix4::identity()), |it| world[it.index()]);
        world[at] = parent.filter(|_| !moved).map(|it| it * joint.rest.to_matrix().map(f64::from));
        if let Some(world) = &world[at] {
            let scale = golden[at].amax().max(1.0);
            worst.rest = worst.rest.max((world - golden[at]).amax() / scale);
            worst.rest_count += 1;
        }
    }
}

#[test]
fn imported_models_stand_where_another_program_puts_them() {
    let Some(folder) = models_dir() else { return };
    let files = files_below(&folder.join("golden"), &["json"]);
    let mut total = Worst::default();
    for path in &files {
        let golden = path.file_stem().unwrap().to_str().unwrap();
        let model = asset::load(&folder.join("gltf").join(golden.replace("__", "/"))).unwrap();
        let samples: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        let worst = compare(&model, samples.as_array().unwrap());
        println!(
            "{golden}: rest {:.1e} ({}), inverse binds {:.1e}, vertices {:.1e} ({})",
            worst.rest, worst.rest_count, worst.inverse_bind, worst.vertex, worst.vertex_count
        );
        assert!(worst.rest < 2e-5, "{golden}: rest pose off by {}", worst.rest);
        assert!(worst.inverse_bind < 1e-6, "{golden}: inverse binds off by {}", worst.inverse_bind);
        assert!(worst.vertex < 2e-5, "{golden}: vertices off by {} of the extent", worst.vertex);
        total.rest_count += worst.rest_count;
        total.vertex_count += worst.vertex_count;
    }
    println!("{} golden files run", files.len());
    assert!(total.rest_count > 100 && total.vertex_count > 1000, "too little was compared");
}
