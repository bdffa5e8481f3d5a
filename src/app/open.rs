//! Opening a model: read, given clips of other files, baked. For the window this happens on a thread of its own, so that
//! it goes on meanwhile; the GPU is not needed for it, only its limits.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

use super::cli::BakeArgs;
use super::progress::Progress;
use super::{AppError, ClipInfo, MeshInfo, ModelInfo, character, one_line};
use crate::anim::{self, BakeLimits, BakeOptions, DensityLimit, TransformMap};
use crate::asset::{self, Model};
use crate::render::RenderError;

/// Where a model comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Our own character.
    Character,
    /// A file of the user's.
    File(PathBuf),
}

impl Source {
    /// What it is called in messages.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Character => "our character".to_owned(),
            Self::File(path) => one_line(&path.display().to_string()),
        }
    }
}

/// A model that is ready for the renderer.
#[derive(Clone, Debug)]
pub struct Opened {
    /// As it was imported.
    pub model: Arc<Model>,
    /// As it was baked.
    pub map: Arc<TransformMap>,
    /// Its names.
    pub info: ModelInfo,
}

/// Reads a model, gives it the clips of the other files, and bakes all of it.
///
/// # Errors
/// A file is missing, of another format or broken; the model has nothing to draw, or does not fit into the limits; the
/// clips are those of another skeleton.
pub fn open(
    source: &Source,
    clips: &[PathBuf],
    bake_args: &BakeArgs,
    limits: BakeLimits,
) -> Result<Opened, AppError> {
    Opened::new(read(source, clips)?, bake_args, limits)
}

impl Opened {
    /// Bakes a model.
    ///
    /// # Errors
    /// The model does not fit into the limits, or its numbers are too large.
    pub(super) fn new(
        model: Model,
        bake_args: &BakeArgs,
        limits: BakeLimits,
    ) -> Result<Self, AppError> {
        let map = bake(&model, bake_args, limits)?;
        let info = ModelInfo::new(&model, &map);
        Ok(Self { model: Arc::new(model), map: Arc::new(map), info })
    }
}

/// Reads a model that can be drawn, and gives it the clips of the other files.
///
/// # Errors
/// A file is missing, of another format or broken; the model has nothing to draw; the clips are those of another
/// skeleton. The message names the file.
pub(super) fn read(source: &Source, clips: &[PathBuf]) -> Result<Model, AppError> {
    let mut model = match source {
        Source::Character => character::load()?,
        Source::File(path) => asset::load(path)?,
    };
    if model.meshes.is_empty() {
        return Err(RenderError::NothingToDraw { model: model.name }.into());
    }
    for path in clips {
        asset::bind_clips(&mut model, &asset::load(path)?, path)?;
    }
    for note in &model.notes {
        log::info!("{}: {note}", model.name);
    }
    Ok(model)
}

/// Bakes within the limits of a device.
///
/// # Errors
/// The model does not fit into them, or its numbers are too large.
pub(super) fn bake(
    model: &Model,
    args: &BakeArgs,
    limits: BakeLimits,
) -> Result<TransformMap, AppError> {
    let options = BakeOptions { error_bound: args.max_error.unwrap_or_default(), limits };
    let progress = Progress::new("baking", model.clips.len());
    let map = anim::bake_with_progress(model, &options, &|done| progress.set_done(done))?;
    // Who asks for a bound wants to know where it is not kept; `info` says it of the usual one.
    let missed = map.clips.iter().filter(|clip| clip.limit != DensityLimit::BoundMet);
    for clip in missed.filter(|_| args.max_error.is_some()) {
        log::warn!(
            "clip '{}' is off by up to {:.2e} m, more than was asked for: {} rows a second are the most there can be",
            one_line(&clip.name),
            clip.error_m,
            clip.rows_per_s.round()
        );
    }
    Ok(map)
}

impl ModelInfo {
    /// The names of a model, which is the only one that is open.
    #[must_use]
    pub fn new(model: &Model, map: &TransformMap) -> Self {
        let mut joints: Vec<(String, u16)> = Vec::with_capacity(model.skeleton.joints().len());
        for joint in model.skeleton.joints() {
            let above = joint.parent.and_then(|parent| joints.get(parent.index()));
            let depth = above.map_or(0, |(_, depth)| depth.saturating_add(1));
            joints.push((one_line(&joint.name), depth));
        }
        let clips = map.clips.iter().map(|clip| ClipInfo {
            name: one_line(&clip.name),
            duration_s: clip.duration_s(),
            frame_count: clip.frame_count(),
            frames_per_s: clip.frame_rate_per_s,
        });
        let meshes = model.meshes.iter().map(|mesh| MeshInfo {
            name: one_line(&mesh.name),
            triangle_count: mesh.indices.len() / 3,
            material: model
                .materials
                .get(mesh.material)
                .map_or_else(String::new, |material| one_line(&material.name)),
        });
        let name = one_line(&model.name);
        Self {
            clips: clips.collect(),
            joints,
            meshes: meshes.collect(),
            notes: model.notes.iter().map(|note| one_line(note)).collect(),
            open: vec![name.clone()],
            open_index: 0,
            name,
        }
    }
}

/// A model that is being opened on a thread of its own.
///
/// Dropped before its time, the thread comes to its end unseen.
#[derive(Debug)]
pub struct Opening {
    source: Source,
    /// `None` after the result was given.
    result: Option<Receiver<Result<Opened, AppError>>>,
}

impl Opening {
    /// Starts to open a model.
    #[must_use]
    pub fn start(
        source: Source,
        clips: Vec<PathBuf>,
        bake_args: BakeArgs,
        limits: BakeLimits,
    ) -> Self {
        let (sender, receiver) = sync_channel(1);
        let failed = sender.clone();
        let work = {
            let source = source.clone();
            move || {
                // Nobody may be waiting any more; then the model is not wanted.
                drop(sender.send(open(&source, &clips, &bake_args, limits)));
            }
        };
        if let Err(error) = thread::Builder::new().name("sinew open".to_owned()).spawn(work) {
            let problem = format!("no thread can be started to open {}: {error}", source.name());
            drop(failed.send(Err(AppError::Refused(problem))));
        }
        Self { source, result: Some(receiver) }
    }

    /// What is being opened.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The model, or why there is none, as soon as that is known; each is given once.
    ///
    /// # Errors
    /// As [`open`], inside of the `Option`.
    pub fn poll(&mut self) -> Option<Result<Opened, AppError>> {
        let result = match self.result.as_ref()?.try_recv() {
            Ok(result) => result,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err(AppError::Refused(format!(
                "opening {} broke off; the messages before this one say why",
                self.source.name()
            ))),
        };
        self.result = None;
        Some(result)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::time::{Duration, Instant};

    use super::*;

    fn character_path() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/character.glb")
    }

    fn open_file(path: &Path, clips: &[PathBuf]) -> Result<Opened, AppError> {
        let source = Source::File(path.to_owned());
        open(&source, clips, &BakeArgs::default(), BakeLimits::default())
    }

    fn wait(mut opening: Opening) -> Result<Opened, AppError> {
        let start = Instant::now();
        loop {
            if let Some(result) = opening.poll() {
                assert!(opening.poll().is_none(), "once");
                return result;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "it hangs");
            thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn our_character_has_its_names() {
        let Opened { model, map, info } =
            open(&Source::Character, &[], &BakeArgs::default(), BakeLimits::default()).unwrap();
        assert_eq!((info.name.as_str(), info.open.len()), ("character.glb", 1));
        let names: Vec<&str> = info.clips.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["Idle", "Walk", "Run", "StrafeLeft", "StrafeRight", "Slash", "Die"]);
        let walk = &info.clips[1];
        assert_eq!(walk.frame_count, 33);
        assert!((walk.frames_per_s - 30.0).abs() < 1e-3 && (walk.duration_s - 1.0667).abs() < 1e-3);
        assert_eq!(info.joints.len(), model.skeleton.joints().len());
        assert_eq!(info.joints[0].1, 0);
        for (index, joint) in model.skeleton.joints().iter().enumerate() {
            let expected = joint.parent.map_or(0, |it| info.joints[it.index()].1 + 1);
            assert_eq!(info.joints[index].1, expected);
        }
        let triangles: usize = info.meshes.iter().map(|it| it.triangle_count).sum();
        assert_eq!(triangles, model.meshes.iter().map(|it| it.indices.len()).sum::<usize>() / 3);
        assert!(info.meshes.iter().all(|it| !it.material.is_empty()));
        assert_eq!(map.clip_count(), 7);
    }

    #[test]
    fn clips_come_from_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let moves = folder.path().join("moves.glb");
        fs::copy(character_path(), &moves).unwrap();
        let opened = open_file(&character_path(), &[moves]).unwrap();
        assert_eq!(opened.info.clips.len(), 14);
        assert_eq!(opened.info.clips[7].name, "moves/Idle");
        let (own, bound) = (&opened.map.clips[1], &opened.map.clips[8]);
        assert_eq!((own.row_count, own.at_end), (bound.row_count, bound.at_end));
        for row in [0, own.row_count / 2] {
            for slot in [0, opened.map.slot_count - 1] {
                let at = |layer| opened.map.skin_matrix(slot, row, layer).unwrap();
                assert_eq!(at(1), at(8));
            }
        }
    }

    #[test]
    fn what_cannot_be_opened_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let bare = folder.path().join("bare.gltf");
        fs::write(&bare, r#"{"asset":{"version":"2.0"},"nodes":[{"name":"lonely"}]}"#).unwrap();
        let gone = folder.path().join("gone.glb");
        let text = |result: Result<Opened, AppError>| result.unwrap_err().chain();
        let nothing = text(open_file(&bare, &[]));
        assert!(nothing.contains("'bare.gltf' has no meshes"), "{nothing}");
        let missing = text(open_file(&gone, &[]));
        assert!(missing.contains("gone.glb"), "{missing}");
        for (path, part) in [(&bare, "has no clips"), (&gone, "cannot read")] {
            let clips = text(open_file(&character_path(), std::slice::from_ref(path)));
            assert!(clips.contains(&path.display().to_string()), "{clips}");
            assert!(clips.contains(part), "{clips}");
        }
        let source = Source::File(character_path());
        let small = BakeLimits { max_layers: 3, ..BakeLimits::default() };
        let limits = text(open(&source, &[], &BakeArgs::default(), small));
        assert!(limits.contains("7 layers"), "{limits}");
    }

    #[test]
    fn opening_goes_on_in_the_background() {
        let start =
            |source| Opening::start(source, Vec::new(), BakeArgs::default(), BakeLimits::default());
        let opening = start(Source::Character);
        assert_eq!(opening.source(), &Source::Character);
        let opened = wait(opening).unwrap();
        assert_eq!(opened.info.clips.len(), 7);
        let missing = wait(start(Source::File("no\nwhere.glb".into()))).unwrap_err().chain();
        assert!(missing.contains(r"no\nwhere.glb"), "{missing}");
        // Not waited for: nothing may hang or be said.
        drop(start(Source::Character));
    }
}
