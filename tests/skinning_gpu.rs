//! Skinning on the GPU: what the effects' vertex shaders compute, against golden poses, against the CPU, and for
//! what only goes wrong on a GPU.

#![expect(clippy::print_stdout, reason = "says how many models ran")]

use std::collections::BTreeSet;

use base64::Engine as _;
use nalgebra::{Matrix4, Vector3, Vector4};
use sinew::anim::{
    BakeOptions, ClipTime, KeyframeDesc, Pose, SkinnedMesh, TweenFrameDesc, bake, bake_pose,
    rest_bounds, skin_mesh,
};
use sinew::asset::{Clip, Mesh, Model, SlotIdx, gltf, load};
use sinew::render::{VertexKind, pack_vertices};

use crate::support::eight_joints::eight_joints;
use crate::support::golden_pose::{GoldenFile, find_clip, find_mesh, golden_files, vertex};
use crate::support::gpu::Stage;
use crate::support::models::models_dir;
use crate::support::probe::{Probe, ProbedVertex, repository_path, upload_map};
use crate::support::two_joints::two_joints;

/// Largest difference of positions between GPU and CPU, as a fraction of the model's extent.
const POSITION_TOLERANCE: f64 = 2e-6;
/// Largest difference of unit normals and tangents between GPU and CPU.
const DIRECTION_TOLERANCE: f64 = 1e-5;

#[derive(Debug, Default)]
struct Tally {
    models: usize,
    samples: usize,
    meshes: usize,
    morphed_meshes_skipped: usize,
    vertices: usize,
    golden_vertices: usize,
    /// As fractions of the extent.
    worst_to_cpu: f64,
    worst_to_golden: f64,
    worst_direction: f64,
}

#[test]
fn skinned_vertices_read_back_are_the_golden_ones() {
    let Some(models) = models_dir() else { return };
    let mut stage = Stage::new([4, 4]);
    let mut probe = Probe::animation(&mut stage);
    let mut tally = Tally::default();
    for golden in &golden_files(&models) {
        let before = tally.vertices;
        check_golden_file(&mut stage, &mut probe, golden, &mut tally);
        println!("{}: {} vertices", golden.name, tally.vertices - before);
        tally.models += usize::from(tally.vertices > before);
    }
    println!("{tally:?}");
    assert!(tally.models >= 10 && tally.samples >= 60 && tally.vertices >= 100_000, "{tally:?}");
    assert!(tally.golden_vertices >= 1000 && tally.morphed_meshes_skipped > 0, "{tally:?}");
    drop(probe);
    stage.close();
}

fn check_golden_file(stage: &mut Stage, probe: &mut Probe, golden: &GoldenFile, tally: &mut Tally) {
    let model = load(&golden.model).unwrap();
    let bounds = rest_bounds(&model);
    let extent = f64::from((bounds.max - bounds.min).max());
    let keyframe = KeyframeDesc::default();
    for sample in &golden.samples {
        let time = ClipTime::new(sample["time"].as_f64().unwrap()).unwrap();
        // Without a clip, the rest pose.
        let clip = sample["clip"]
            .as_str()
            .map_or_else(|| rest_clip(&model), |name| find_clip(&model, name).clone());
        let map = upload_map(stage, &bake_pose(&model, &clip, time).unwrap());
        let skin =
            Pose::sample(&model.skeleton, &clip, time).skin_matrices(&model.skeleton, &model.slots);
        tally.samples += 1;
        for golden_mesh in sample["meshes"].as_array().unwrap() {
            let mesh = find_mesh(&model, golden_mesh);
            if !mesh.morph_targets.is_empty() {
                tally.morphed_meshes_skipped += 1;
                continue;
            }
            let what = format!("{} {} {time:?} '{}'", golden.name, sample["clip"], mesh.name);
            let probed =
                probe.run(stage, &map, mesh, bytemuck::bytes_of(&keyframe), &[Matrix4::identity()]);
            compare(&what, &probed, &skin_mesh(mesh, &skin, &[]), extent, tally);
            for value in golden_mesh["vertices"].as_array().unwrap() {
                let (index, expected) = vertex(value);
                let difference =
                    (probed[index].world_position.cast::<f64>() - expected).norm() / extent;
                assert!(
                    difference <= golden.tolerance,
                    "{what}: vertex {index} is off by {difference} of the extent"
                );
                tally.worst_to_golden = tally.worst_to_golden.max(difference);
                tally.golden_vertices += 1;
            }
        }
    }
}

/// A clip that moves nothing.
fn rest_clip(model: &Model) -> Clip {
    Clip {
        name: "rest".to_owned(),
        joints: vec![Default::default(); model.skeleton.joints().len()],
        morphs: Vec::new(),
        first_key_s: 0.0,
        last_key_s: 0.0,
    }
}

/// Checks all that the vertex shader computed against the CPU's.
#[track_caller]
fn compare(
    what: &str,
    probed: &[ProbedVertex],
    expected: &SkinnedMesh,
    extent: f64,
    tally: &mut Tally,
) {
    assert_eq!(probed.len(), expected.positions.len(), "{what}");
    tally.meshes += 1;
    tally.vertices += probed.len();
    for (index, got) in probed.iter().enumerate() {
        let off = |a: Vector3<f32>, b: Vector3<f32>| (a.cast::<f64>() - b.cast::<f64>()).norm();
        let position = off(got.world_position, expected.positions[index]) / extent;
        let normal = off(got.normal, expected.normals[index]);
        let tangent = off(got.tangent, expected.tangents[index].xyz());
        assert!(
            position <= POSITION_TOLERANCE
                && normal <= DIRECTION_TOLERANCE
                && tangent <= DIRECTION_TOLERANCE,
            "{what}: vertex {index} is off by {position} of the extent, its normal by {normal}, its tangent by \
             {tangent}: {got:?}, expected {:?}, {:?}, {:?}",
            expected.positions[index],
            expected.normals[index],
            expected.tangents[index]
        );
        tally.worst_to_cpu = tally.worst_to_cpu.max(position);
        tally.worst_direction = tally.worst_direction.max(normal).max(tangent);
    }
}

/// A matrix that moves, turns, mirrors and scales unevenly.
fn placed() -> Matrix4<f32> {
    Matrix4::new_translation(&Vector3::new(3.0, -2.0, 5.0))
        * Matrix4::from_euler_angles(0.4, -1.1, 0.3)
        * Matrix4::new_nonuniform_scaling(&Vector3::new(-0.5, 2.0, 1.25))
}

#[test]
fn gpu_skinning_is_cpu_skinning_for_a_model_of_our_own() {
    let model = two_joints();
    let mut stage = Stage::new([4, 4]);
    let mut probe = Probe::animation(&mut stage);
    let mut tally = Tally::default();
    let world_from_model = placed();
    let clip_from_world = Matrix4::new_perspective(1.5, 0.8, 0.1, 50.0);
    probe.set_world(&world_from_model);
    probe.set_clip_from_world(&clip_from_world);
    for clip in &model.clips {
        for time_s in [0.0, 0.37, 0.81, 1.0] {
            let time = ClipTime::new(time_s).unwrap();
            let map = upload_map(&mut stage, &bake_pose(&model, clip, time).unwrap());
            let skin: Vec<Matrix4<f32>> = Pose::sample(&model.skeleton, clip, time)
                .skin_matrices(&model.skeleton, &model.slots)
                .iter()
                .map(|model_from_mesh| world_from_model * model_from_mesh)
                .collect();
            for mesh in &model.meshes {
                let what = format!("{} {time_s} s '{}'", clip.name, mesh.name);
                let keyframe = KeyframeDesc::default();
                let frames = bytemuck::bytes_of(&keyframe);
                let probed = probe.run(&mut stage, &map, mesh, frames, &[Matrix4::identity()]);
                compare(&what, &probed, &skin_mesh(mesh, &skin, &[]), 2.0, &mut tally);
                for it in &probed {
                    let clip = clip_from_world * it.world_position.push(1.0);
                    assert!((clip - it.clip).norm() < 1e-5 * clip.norm(), "{what}: {it:?}, {clip}");
                }
            }
        }
    }
    println!("{tally:?}");
    assert_eq!(tally.vertices, 2 * 4 * (36 + 36 + 3));
    drop(probe);
    stage.close();
}

/// Five to eight influences a vertex, in each of the effects.
#[test]
fn gpu_skinning_is_cpu_skinning_with_eight_influences() {
    let model = eight_joints();
    let mesh = &model.meshes[0];
    let counts: BTreeSet<usize> =
        (0..mesh.vertices.positions.len()).map(|it| mesh.vertices.influences(it).count()).collect();
    assert_eq!(counts, BTreeSet::from([5, 6, 7, 8]));
    let mut stage = Stage::new([4, 4]);
    let mut probes =
        [Probe::animation(&mut stage), Probe::tween(&mut stage), Probe::render(&mut stage)];
    let mut tally = Tally::default();
    for time_s in [0.0, 0.43, 1.0] {
        let time = ClipTime::new(time_s).unwrap();
        let map = upload_map(&mut stage, &bake_pose(&model, &model.clips[0], time).unwrap());
        let skin = Pose::sample(&model.skeleton, &model.clips[0], time)
            .skin_matrices(&model.skeleton, &model.slots);
        let expected = skin_mesh(mesh, &skin, &[]);
        for (index, probe) in probes.iter_mut().enumerate() {
            let keyframe = KeyframeDesc::default();
            let tween = TweenFrameDesc { curr: keyframe, ..TweenFrameDesc::default() };
            let frames = match index {
                0 => bytemuck::bytes_of(&keyframe),
                _ => bytemuck::bytes_of(&tween),
            };
            let probed = probe.run(&mut stage, &map, mesh, frames, &[Matrix4::identity()]);
            compare(&format!("effect {index} {time_s} s"), &probed, &expected, 2.0, &mut tally);
        }
    }
    println!("{tally:?}");
    assert_eq!(tally.vertices, 3 * 3 * 48);
    drop(probes);
    stage.close();
}

/// `VS_Mesh` takes the instance's matrix alone, `VS_Model` that of its bone before, and neither a skin matrix.
#[test]
fn rigid_parts_stand_where_bone_and_instance_put_them() {
    let model = two_joints();
    let mut stage = Stage::new([4, 4]);
    let mut probe = Probe::render(&mut stage);
    // A map that would move them elsewhere.
    let time = ClipTime::new(0.8).unwrap();
    let map = upload_map(&mut stage, &bake_pose(&model, &model.clips[0], time).unwrap());
    let bones = [Matrix4::new_translation(&Vector3::new(9.0, 9.0, 9.0)), placed()];
    let worlds = [
        Matrix4::new_translation(&Vector3::new(-1.0, 0.5, 4.0)),
        Matrix4::from_euler_angles(0.3, 2.0, -0.4) * Matrix4::new_scaling(0.5),
    ];
    probe.set_bones(&bones, 1);
    let mut tally = Tally::default();
    for (kind, model_from_mesh) in
        [(VertexKind::Mesh, Matrix4::identity()), (VertexKind::Model, bones[1])]
    {
        for mesh in &model.meshes {
            let frames = bytemuck::bytes_of(&TweenFrameDesc::default()).to_vec();
            let probed = probe.run_as(kind, &mut stage, &map, mesh, &frames, &worlds);
            let count = mesh.vertices.positions.len();
            for (probed, world) in probed.chunks_exact(count).zip(worlds) {
                let moved = vec![world * model_from_mesh; model.slots.len()];
                let what = format!("{kind:?} '{}'", mesh.name);
                compare(&what, probed, &skin_mesh(mesh, &moved, &[]), 2.0, &mut tally);
            }
        }
    }
    assert_eq!(tally.vertices, 2 * 2 * (36 + 36 + 3));
    drop((probe, map));
    stage.close();
}

#[test]
fn only_meshes_with_more_than_four_influences_have_larger_vertices() {
    let stride = |mesh: &Mesh| {
        let kind = VertexKind::of_skinned(&mesh.vertices);
        pack_vertices(&mesh.vertices, kind).len() / mesh.vertices.positions.len()
    };
    assert!(two_joints().meshes.iter().all(|it| stride(it) == 76));
    assert!(eight_joints().meshes.iter().all(|it| stride(it) == 108));
    let character = load(&repository_path("assets/character.glb")).unwrap();
    assert!(character.meshes.iter().all(|it| stride(it) == 76));
}

/// P3 and P4: normals turn with the joints, and stay square to the surface under uneven scale; compared with a
/// surface, not with the CPU's formula.
#[test]
fn normals_stay_square_to_the_surface_under_uneven_joint_scale() {
    let mut model = two_joints();
    // A slope that only the scaled joint moves: two directions along it, and the normal.
    let [along, across] = [Vector3::new(1.0, -2.0, 0.5), Vector3::new(0.0, 1.0, 3.0)];
    let mesh = &mut model.meshes[0];
    mesh.vertices.slots.fill([SlotIdx(1); 4]);
    mesh.vertices.weights.fill(Vector4::x());
    mesh.vertices.normals.fill(along.cross(&across).normalize());
    let base = Vector3::new(0.3, 1.4, 0.2);
    for (place, shift) in mesh.vertices.positions.iter_mut().zip([Vector3::zeros(), along, across])
    {
        *place = base + shift;
    }
    let mut stage = Stage::new([4, 4]);
    let mut probe = Probe::animation(&mut stage);
    let frames = bytemuck::bytes_of(&KeyframeDesc::default()).to_vec();
    // Tiny models too: their cofactors are small numbers.
    for world_scale in [1.0, 1e-3, 1e-6] {
        probe.set_world(&Matrix4::new_scaling(world_scale));
        for time_s in [0.25, 1.0] {
            let time = ClipTime::new(time_s).unwrap();
            let pose = bake_pose(&model, &model.clips[1], time).unwrap();
            let map = upload_map(&mut stage, &pose);
            let it = probe.run(&mut stage, &map, &model.meshes[0], &frames, &[Matrix4::identity()]);
            let normal = it[0].normal;
            for other in [it[1], it[2]] {
                let along = (other.world_position - it[0].world_position).normalize();
                let cosine = normal.dot(&along).abs();
                assert!(cosine < 1e-5, "{time_s} s, scale {world_scale}: cosine {cosine}, {it:?}");
            }
            let length = normal.norm();
            assert!((length - 1.0).abs() < 1e-5, "scale {world_scale}: length {length}");
        }
    }
    drop(probe);
    stage.close();
}

/// P7: a vertex of a skin that no joint holds stays with the mesh's node, through import, bake and shader.
#[test]
fn a_vertex_without_weights_is_drawn_at_the_node_of_its_mesh() {
    let mut bin: Vec<u8> = Vec::new();
    let mut views = Vec::new();
    let mut add = |bytes: &[u8]| {
        views.push(format!(
            r#"{{"buffer":0,"byteOffset":{},"byteLength":{}}}"#,
            bin.len(),
            bytes.len()
        ));
        bin.extend(bytes);
    };
    let weights: [[f32; 4]; 3] = [[1.0, 0.0, 0.0, 0.0], [0.0; 4], [1.0, 0.0, 0.0, 0.0]];
    add(bytemuck::cast_slice(&[[0.0_f32, 0.0, 0.0], [1.0, 2.0, 3.0], [0.0, 1.0, 0.0]]));
    add(&[[0_u8; 4]; 3].concat());
    add(bytemuck::cast_slice(&weights));
    let document = format!(
        r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[0,1]}}],"scene":0,
        "nodes":[{{"mesh":0,"skin":0,"translation":[10,20,30]}},{{"translation":[-5,0,0]}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}}}]}}],
        "skins":[{{"joints":[1]}}],
        "accessors":[
            {{"bufferView":0,"componentType":5126,"type":"VEC3","count":3,"min":[0,0,0],"max":[1,2,3]}},
            {{"bufferView":1,"componentType":5121,"type":"VEC4","count":3}},
            {{"bufferView":2,"componentType":5126,"type":"VEC4","count":3}}],
        "bufferViews":[{}],
        "buffers":[{{"byteLength":{},"uri":"data:application/octet-stream;base64,{}"}}]}}"#,
        views.join(","),
        bin.len(),
        base64::engine::general_purpose::STANDARD.encode(&bin)
    );
    let model = gltf::import("weightless.gltf", document.as_bytes(), None).unwrap();
    let mut stage = Stage::new([4, 4]);
    let mut probe = Probe::animation(&mut stage);
    let pose = bake_pose(&model, &rest_clip(&model), ClipTime::new(0.0).unwrap()).unwrap();
    let map = upload_map(&mut stage, &pose);
    let frames = bytemuck::bytes_of(&KeyframeDesc::default()).to_vec();
    let probed = probe.run(&mut stage, &map, &model.meshes[0], &frames, &[Matrix4::identity()]);
    // Left-handed: z the other way round. A skinned mesh ignores its node, which is all the second vertex has.
    let expected = [
        Vector3::new(-5.0, 0.0, 0.0),
        Vector3::new(11.0, 22.0, -33.0),
        Vector3::new(-5.0, 1.0, 0.0),
    ];
    for (got, expected) in probed.iter().zip(expected) {
        assert!((got.world_position - expected).norm() < 1e-5, "{got:?}, expected {expected}");
    }
    drop((probe, map));
    stage.close();
}

/// P19: rows and layers that are not there read as zeros, and the layer has nothing to say.
#[test]
fn reading_outside_of_the_map_gives_a_zero_matrix() {
    let model = two_joints();
    let baked = bake(&model, &BakeOptions::default()).unwrap();
    assert_eq!(baked.layer_count, 2);
    let mut stage = Stage::new([4, 4]);
    let map = upload_map(&mut stage, &baked);
    let inside = KeyframeDesc { anim_index: 1, next_frame: 1, ..KeyframeDesc::default() };
    let beyond = baked.row_count;
    let outside = [
        KeyframeDesc::NONE,
        KeyframeDesc { anim_index: i32::MIN, ..inside },
        KeyframeDesc { anim_index: 2, ..inside },
        KeyframeDesc { curr_frame: beyond, next_frame: beyond, ..inside },
        KeyframeDesc { curr_frame: u32::MAX, next_frame: 1 << 31, ..inside },
    ];
    let mut animation = Probe::animation(&mut stage);
    let mut tween = Probe::tween(&mut stage);
    let world = [Matrix4::identity()];
    for keyframe in [inside].iter().chain(&outside) {
        let mesh = &model.meshes[0];
        let read = animation.run(&mut stage, &map, mesh, bytemuck::bytes_of(keyframe), &world);
        let frame = TweenFrameDesc { curr: *keyframe, ..TweenFrameDesc::default() };
        let tweened = tween.run(&mut stage, &map, mesh, bytemuck::bytes_of(&frame), &world);
        let is_outside = *keyframe != inside;
        for it in read.iter().chain(&tweened) {
            assert_eq!(it.world_position == Vector3::zeros(), is_outside, "{keyframe:?}: {it:?}");
            assert_eq!(it.normal == Vector3::zeros(), is_outside, "{keyframe:?}: {it:?}");
        }
    }
    drop((animation, tween, map));
    stage.close();
}

/// As above for a map of one layer, where lavapipe takes any layer for the only one: no harm is done.
#[test]
fn a_layer_beside_the_only_one_does_no_harm() {
    let model = two_joints();
    let pose = bake_pose(&model, &model.clips[0], ClipTime::new(0.5).unwrap()).unwrap();
    let mut stage = Stage::new([4, 4]);
    let map = upload_map(&mut stage, &pose);
    let mut probe = Probe::animation(&mut stage);
    let mut run = |keyframe: KeyframeDesc| {
        let frames = bytemuck::bytes_of(&keyframe).to_vec();
        probe.run(&mut stage, &map, &model.meshes[0], &frames, &[Matrix4::identity()])
    };
    let shown = run(KeyframeDesc::default());
    let none = run(KeyframeDesc::NONE);
    let is_zero = |it: &ProbedVertex| it.world_position == Vector3::zeros();
    assert!(!shown.iter().any(is_zero));
    assert!(none == shown || none.iter().all(is_zero), "{none:?}");
    drop((probe, map));
    stage.close();
}
