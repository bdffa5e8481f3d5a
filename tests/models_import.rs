//! The importer over real and broken files that nobody here wrote (`../shared/models`, see ASSETS.md).

#![expect(
    clippy::print_stdout,
    reason = "says how many models ran, and what each file's notes are"
)]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sinew::asset::{self, Model};

use crate::support::models::models_dir;

pub(crate) fn files_below(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut left = vec![folder.to_owned()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
            if path.is_dir() {
                left.push(path);
            } else if extensions.contains(&extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    assert!(!files.is_empty(), "no models in {}", folder.display());
    files
}

fn message(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

/// What must hold for every model, whatever is in it.
#[track_caller]
fn check_model(model: &Model, file: &str) {
    let joint_count = model.skeleton.joints().len();
    assert!(model.slots.len() >= joint_count, "{file}");
    for (index, slot) in model.slots.iter().enumerate() {
        assert!(index >= joint_count || slot.joint.index() == index, "{file} slot {index}");
        assert!(slot.inverse_bind.iter().all(|it| it.is_finite()), "{file} slot {index}");
    }
    for mesh in &model.meshes {
        let vertices = &mesh.vertices;
        let count = vertices.positions.len();
        let lengths = [
            vertices.normals.len(),
            vertices.tangents.len(),
            vertices.uvs.len(),
            vertices.colors.len(),
            vertices.slots.len(),
            vertices.weights.len(),
        ];
        assert_eq!(lengths, [count; 6], "{file} {}", mesh.name);
        assert!(mesh.indices.len().is_multiple_of(3) && !mesh.indices.is_empty());
        assert!(mesh.indices.iter().all(|it| (*it as usize) < count));
        assert!(mesh.material < model.materials.len());
        assert_eq!(mesh.morph_targets.len(), mesh.morph_weights.len());
        for normal in &vertices.normals {
            assert!((normal.norm() - 1.0).abs() < 1e-5, "{file} {}: {normal}", mesh.name);
        }
        for vertex in 0..vertices.positions.len() {
            let sum: f32 = vertices.influences(vertex).map(|(_, weight)| weight).sum();
            assert!(
                (sum - 1.0).abs() < 1e-5,
                "{file} {}: weights of vertex {vertex}: {sum}",
                mesh.name
            );
        }
        for (slots, weights) in vertices.slots.iter().zip(&vertices.weights) {
            for (slot, weight) in slots.iter().zip(weights.iter()) {
                assert!(usize::from(slot.0) < model.slots.len() && *weight >= 0.0);
                assert!(*weight > 0.0 || slot.0 == 0, "unused entries are slot 0");
            }
        }
    }
    for material in &model.materials {
        for texture in [material.diffuse_map, material.normal_map].into_iter().flatten() {
            let image = &model.images[texture.image];
            let texels = image.size_px[0] as usize * image.size_px[1] as usize;
            assert_eq!(image.rgba8.len(), 4 * texels, "{file} {}", image.name);
        }
    }
    for clip in &model.clips {
        assert_eq!(clip.joints.len(), joint_count, "{file} {}", clip.name);
        assert!(clip.first_key_s >= 0.0 && clip.first_key_s <= clip.last_key_s, "{file}");
    }
    for note in &model.notes {
        assert!(!note.ends_with('.') && !note.is_empty(), "{file}: '{note}'");
    }
}

#[test]
fn every_real_file_loads() {
    let Some(folder) = models_dir() else { return };
    let mut files = files_below(&folder.join("gltf"), &["glb", "gltf"]);
    files.extend(files_below(&folder.join("dae"), &["dae"]));
    let mut failures = Vec::new();
    for path in &files {
        let name = path.strip_prefix(&folder).unwrap().display().to_string();
        let start = Instant::now();
        match asset::load(path) {
            Ok(model) => {
                check_model(&model, &name);
                println!(
                    "{name}: {} joints, {} slots, {} meshes, {} clips, {} images in {:.1} ms",
                    model.skeleton.joints().len(),
                    model.slots.len(),
                    model.meshes.len(),
                    model.clips.len(),
                    model.images.len(),
                    start.elapsed().as_secs_f64() * 1e3
                );
                for note in &model.notes {
                    println!("    {note}");
                }
            }
            Err(error) => failures.push(message(&error)),
        }
    }
    println!("{} models run", files.len());
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Files of `broken.tsv` that the table allows to load, with what the note says.
const MAY_LOAD: [(&str, &str); 4] = [
    ("khr_animation_channel_node_no_morphs.gltf", "has no morph targets"),
    ("tiny_unassigned-skeleton.gltf", ""),
    ("assimp_texcoord_crash.gltf", ""),
    ("gz_malformed_texcoord_mismatch.dae", "has no triangle"),
];

#[test]
fn every_broken_file_ends_in_an_error_that_names_it() {
    let Some(folder) = models_dir() else { return };
    let files = files_below(&folder.join("broken"), &["glb", "gltf", "dae"]);
    let mut failures = Vec::new();
    for path in &files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let start = Instant::now();
        let result = asset::load(path);
        let elapsed = start.elapsed();
        assert!(elapsed < Duration::from_secs(1), "{name} took {elapsed:?}");
        let allowed = MAY_LOAD.iter().find(|it| it.0 == name);
        match (result, allowed) {
            (Err(error), _) => {
                let text = message(&error);
                println!("{text}");
                assert!(text.contains(&name), "the message does not name the file: {text}");
            }
            (Ok(model), Some((_, note))) => {
                check_model(&model, &name);
                println!("{name} loads: {:?}", model.notes);
                assert!(model.notes.iter().any(|it| it.contains(note)) || note.is_empty());
            }
            (Ok(model), None) => failures.push(format!("{name} loaded: {:?}", model.notes)),
        }
    }
    println!("{} broken files run", files.len());
    assert!(failures.is_empty(), "{failures:#?}");
}
