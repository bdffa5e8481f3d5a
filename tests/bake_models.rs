//! The bake of real models: rows against the sampler, the error that is said against all vertices.

#![expect(clippy::print_stdout, reason = "says how many models ran")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use sinew::anim::{
    Animator, BakeOptions, ClipIdx, ClipTime, DensityLimit, Pose, TransformMap, bake,
    measure_vertex_error,
};
use sinew::asset::{Model, load};

use crate::support::models::models_dir;

fn gltf_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gltf_files(&path, files);
        } else if path.extension().is_some_and(|it| it == "glb" || it == "gltf") {
            files.push(path);
        }
    }
    files.sort();
}

#[test]
fn rows_are_the_sampled_clips_and_errors_are_as_said() {
    let Some(folder) = models_dir() else { return };
    let mut files = Vec::new();
    gltf_files(&folder.join("gltf"), &mut files);
    let (mut model_count, mut clip_count, mut row_count) = (0, 0, 0);
    for file in &files {
        let Ok(model) = load(file) else { continue };
        let start = Instant::now();
        let map = bake(&model, &BakeOptions::default()).unwrap();
        let bake_ms = start.elapsed().as_secs_f64() * 1e3;
        println!(
            "{}: {} slots x {} rows x {} clips, {} KiB, extent {:.4} m, {bake_ms:.2} ms",
            model.name,
            map.slot_count,
            map.row_count,
            map.clip_count(),
            map.size_bytes() / 1024,
            map.extent_m(),
        );
        check_model(&model, &map);
        model_count += 1;
        clip_count += map.clip_count();
        row_count += map.clips.iter().map(|clip| clip.row_count).sum::<u32>();
    }
    println!("{model_count} of {} models, {clip_count} clips, {row_count} rows", files.len());
    assert!(model_count >= 25 && clip_count >= 50, "{model_count} models, {clip_count} clips");
}

fn check_model(model: &Model, map: &TransformMap) {
    let extent_m = map.extent_m();
    for (index, (clip, source)) in map.clips.iter().zip(&model.clips).enumerate() {
        let at = format!("{} clip '{}'", model.name, clip.name);
        let layer = u32::try_from(index).unwrap();
        let measured =
            measure_vertex_error(model, map, ClipIdx(u16::try_from(index).unwrap())).unwrap();
        println!(
            "  {:24} {:4} rows at {:7.3}/s = {:7.3} x {} ({:.3} fps), on rows {:5}, error {:.4} % said, {:.4} % measured, {:?}",
            clip.name,
            clip.row_count,
            clip.rows_per_s,
            clip.key_rate_per_s,
            clip.key_rows,
            clip.frame_rate_per_s,
            clip.keys_on_rows,
            100.0 * clip.error_m / extent_m,
            100.0 * measured.max_m / extent_m,
            clip.limit,
        );
        assert!(measured.max_m <= clip.error_m + 1e-5 * extent_m, "{at}: {measured:?}");
        if clip.limit == DensityLimit::BoundMet {
            assert!(clip.error_m <= 0.000_300_1 * extent_m, "{at}");
        }
        let duration_s = f64::from(source.last_key_s) - f64::from(source.first_key_s);
        assert!(clip.row_count == 1 || (clip.duration_s() - duration_s).abs() < 1e-6, "{at}");
        for row in 0..clip.row_count {
            let time = ClipTime::new(clip.row_time_s(row)).unwrap();
            let expected = Pose::sample(&model.skeleton, source, time)
                .skin_matrices(&model.skeleton, &model.slots);
            for (slot, expected) in expected.iter().enumerate() {
                let got = map.skin_matrix(slot, row, layer).unwrap();
                let scale = expected.amax().max(1.0);
                let has_step = source.joints.iter().any(|joint| {
                    use sinew::asset::Interpolation::Step;
                    joint.translation.as_ref().is_some_and(|it| it.interpolation == Step)
                        || joint.rotation.as_ref().is_some_and(|it| it.interpolation == Step)
                        || joint.scale.as_ref().is_some_and(|it| it.interpolation == Step)
                });
                // At a STEP, a row shows the value from the key on; its computed time may be just before.
                assert!(
                    has_step || (got - expected).amax() < 1e-4 * scale,
                    "{at} row {row} slot {slot}"
                );
            }
        }
    }
}

/// Prints what 500 characters cost a frame; `cargo test --release bench -- --nocapture` gives the figure.
#[test]
fn bench_of_five_hundred_tweens() {
    let Some(folder) = models_dir() else { return };
    let model = load(&folder.join("gltf/Fox.glb")).unwrap();
    let clips = bake(&model, &BakeOptions::default()).unwrap().clips;
    let mut animators: Vec<Animator> = (0..500_u32)
        .map(|index| {
            let mut animator = Animator::new(&clips);
            animator.seek(&clips, f64::from(index) * 0.01);
            animator.start_tween(&clips, ClipIdx(1), 1e6).unwrap();
            animator
        })
        .collect();
    let mut descs = Vec::with_capacity(animators.len());
    let frames = 1000;
    let mut best_us = f64::INFINITY;
    for _ in 0..frames {
        let start = Instant::now();
        descs.clear();
        for animator in &mut animators {
            animator.advance(&clips, 1.0 / 60.0).unwrap();
            descs.push(animator.to_desc(&clips));
        }
        best_us = best_us.min(start.elapsed().as_secs_f64() * 1e6);
    }
    println!("500 tweens: {best_us:.1} us a frame");
    assert_eq!(descs.len(), 500);
    assert!(descs.iter().all(|desc| desc.next.anim_index == 1 && desc.tween_ratio > 0.0));
}

/// Prints the shortest of many loads and bakes of Fox; with `--release` as above.
#[test]
fn bench_of_the_fox() {
    let Some(folder) = models_dir() else { return };
    let file = folder.join("gltf/Fox.glb");
    let (mut load_ms, mut bake_ms) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..20 {
        let start = Instant::now();
        let model = load(&file).unwrap();
        load_ms = load_ms.min(start.elapsed().as_secs_f64() * 1e3);
        let start = Instant::now();
        let map = bake(&model, &BakeOptions::default()).unwrap();
        bake_ms = bake_ms.min(start.elapsed().as_secs_f64() * 1e3);
        assert_eq!(map.clip_count(), 3);
    }
    println!("Fox.glb: load {load_ms:.2} ms, bake {bake_ms:.2} ms");
}
