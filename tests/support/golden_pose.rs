//! Golden poses: what three.js made of the same files (ASSETS.md), read as the program has it.

use std::fs;
use std::path::{Path, PathBuf};

use nalgebra::Vector3;
use serde_json::Value;
use sinew::asset::{Clip, Mesh, Model};

/// One model with golden poses.
pub(crate) struct GoldenFile {
    /// Path of the model below `gltf/`, with `__` for `/`.
    pub(crate) name: String,
    pub(crate) model: PathBuf,
    pub(crate) samples: Vec<Value>,
    /// Differences that two programs may have, as a fraction of the model's extent.
    pub(crate) tolerance: f64,
}

/// All golden poses of glTF models, by name.
pub(crate) fn golden_files(models: &Path) -> Vec<GoldenFile> {
    let mut paths: Vec<_> = fs::read_dir(models.join("golden"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "json"))
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            // SimpleSkin's quaternions are rounded to three digits; between two of them, programs differ by that.
            let rounded = name.contains("SimpleSkin") || name.contains("simple_skin");
            GoldenFile {
                model: models.join("gltf").join(name.replace("__", "/")),
                samples: serde_json::from_slice(&fs::read(path).unwrap()).unwrap(),
                tolerance: if rounded { 2e-4 } else { 2e-5 },
                name,
            }
        })
        .collect()
}

/// The clip that a sample names.
#[track_caller]
pub(crate) fn find_clip<'a>(model: &'a Model, name: &str) -> &'a Clip {
    // three.js names what has no name by its number.
    let by_number = || {
        name.strip_prefix("animation_").and_then(|it| model.clips.get(it.parse::<usize>().ok()?))
    };
    let clip = model.clips.iter().find(|clip| clip.name == name).or_else(by_number);
    assert!(clip.is_some(), "{}: no clip '{name}'", model.name);
    clip.unwrap()
}

/// The mesh that an entry of a sample's `meshes` is about.
#[track_caller]
pub(crate) fn find_mesh<'a>(model: &'a Model, golden_mesh: &Value) -> &'a Mesh {
    let key = ["node", "mesh", "primitive"].map(|it| golden_mesh[it].as_u64().unwrap());
    let mesh = (model.meshes.iter())
        .find(|mesh| [mesh.node, mesh.source.0, mesh.source.1].map(u64::from) == key);
    assert!(mesh.is_some(), "{}: no mesh {key:?}", model.name);
    mesh.unwrap()
}

/// Number and place of a golden vertex. Golden files are right-handed, as glTF is; the program's models have z
/// the other way round.
pub(crate) fn vertex(value: &Value) -> (usize, Vector3<f64>) {
    let index = usize::try_from(value["i"].as_u64().unwrap()).unwrap();
    let place = numbers(value.get("world_norm").unwrap_or(&value["world"]));
    (index, Vector3::new(place[0], place[1], -place[2]))
}

/// An array of numbers.
pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect()
}
