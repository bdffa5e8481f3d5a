//! Drawing off screen: a model, a demo, frames, a picture.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::capture::{self, FrameCapture};
use super::cli::{BakeArgs, DeviceArgs, DrawArgs, PassName};
use super::demo::{Demo, Script, Shown, find_clip};
use super::picture::{check_place, write_png};
use super::progress::Progress;
use super::{AppError, character};
use crate::anim::{self, BakeLimits, BakeOptions, ClipIdx, DensityLimit, TransformMap};
use crate::asset::{self, Model};
use crate::gpu::{Device, DeviceDesc, HeadlessTarget, Validation};
use crate::render::{ModelPass, RenderError, Renderer};

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// Our character fades from clip to clip.
    TweenDemo,
    /// Our character plays its first clip.
    AnimationDemo,
    /// A model of the user's plays a clip, given by name or number.
    View {
        /// The model.
        file: &'a Path,
        /// The clip; the first without it.
        clip: Option<&'a str>,
    },
}

/// The files that drawing gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The last frame.
    pub picture: PathBuf,
    /// RenderDoc's capture, if one was asked for.
    pub capture: Option<PathBuf>,
}

/// Draws off screen and gives the paths of what was written.
///
/// # Errors
/// No usable GPU, a broken model, a model over the device's limits, a picture or capture that cannot be written.
pub fn draw(subject: Subject<'_>, args: &DrawArgs) -> Result<Drawn, AppError> {
    let path = args.screenshot.clone().unwrap_or_else(|| default_picture(subject));
    // What is wrong with the input is said at once, and without any GPU.
    check_place(&path)?;
    capture::prepare(args)?;
    let model = match subject {
        Subject::TweenDemo | Subject::AnimationDemo => character::load()?,
        Subject::View { file, .. } => asset::load(file)?,
    };
    for note in &model.notes {
        log::info!("{}: {note}", model.name);
    }
    if model.meshes.is_empty() {
        return Err(RenderError::NothingToDraw { model: model.name }.into());
    }
    let script = match subject {
        Subject::TweenDemo => Script::Tween { count: args.count as usize },
        Subject::AnimationDemo | Subject::View { clip: None, .. } => Script::Play(ClipIdx(0)),
        Subject::View { clip: Some(clip), .. } => Script::Play(find_clip(&model.clips, clip)?),
    };
    let device = open_device(&args.device)?;
    let map = bake(&model, &args.bake, &device)?;

    let size_px = args.size.0;
    let target = HeadlessTarget::new(&device, size_px)?;
    let view = target.view();
    let mut renderer = Renderer::new(&device, &view.formats(), pipeline_cache().as_deref())?;
    let mut capture = FrameCapture::new(args, &device, &path)?;
    if let Some(capture) = &mut capture {
        capture.before(1);
    }
    let model_id = renderer.add_model(&model, &map)?;
    let pass = match args.pass {
        PassName::Textured => ModelPass::Textured,
        PassName::Wireframe => ModelPass::Wireframe,
    };
    let aspect = size_px[0] as f32 / size_px[1] as f32;
    let mut demo =
        Demo::new(script, Shown { model: &model, map: &map, id: model_id }, pass, aspect)?;
    match args.frames.or(args.capture) {
        None => {
            demo.advance(script.poster_time_s())?;
            renderer.draw(demo.scene(), &view)?;
        }
        Some(frames) => {
            for frame in 1..=frames {
                if let Some(capture) = &mut capture {
                    capture.before(frame);
                }
                demo.advance(if frame == 1 { 0.0 } else { args.dt })?;
                renderer.draw(demo.scene(), &view)?;
                if let Some(capture) = &mut capture {
                    capture.after(frame)?;
                }
            }
        }
    }
    if let Err(error) = renderer.save_pipelines() {
        log::warn!("{error}: the next start compiles them again");
    }
    let rgba8 = target.read_rgba8(renderer.frames())?;
    write_png(&path, size_px, rgba8)?;
    Ok(Drawn { picture: path, capture: capture.and_then(FrameCapture::into_file) })
}

/// Opens the GPU that the options ask for.
///
/// # Errors
/// There is none, or none that fits.
pub(super) fn open_device(args: &DeviceArgs) -> Result<Arc<Device>, AppError> {
    Ok(Device::new(&DeviceDesc {
        app_name: "sinew".to_owned(),
        gpu: args.gpu.clone(),
        validation: if args.validation { Validation::On } else { Validation::Off },
        ..DeviceDesc::default()
    })?)
}

/// Bakes within the limits of the device.
pub(super) fn bake(
    model: &Model,
    args: &BakeArgs,
    device: &Device,
) -> Result<TransformMap, AppError> {
    let limits = device.limits();
    let options = BakeOptions {
        error_bound: args.max_error.unwrap_or_default(),
        limits: BakeLimits {
            max_rows: limits.max_image_dimension_2d,
            max_layers: limits.max_image_array_layers,
            max_width_texels: limits.max_image_dimension_2d,
            ..BakeLimits::default()
        },
    };
    let progress = Progress::new("baking", model.clips.len());
    let map = anim::bake_with_progress(model, &options, &|done| progress.set_done(done))?;
    // Who asks for a bound wants to know where it is not kept; `info` says it of the usual one.
    let missed = map.clips.iter().filter(|clip| clip.limit != DensityLimit::BoundMet);
    for clip in missed.filter(|_| args.max_error.is_some()) {
        log::warn!(
            "clip '{}' is off by up to {:.2e} m, more than was asked for: {} rows a second are the most there can be",
            super::one_line(&clip.name),
            clip.error_m,
            clip.rows_per_s.round()
        );
    }
    Ok(map)
}

/// Where compiled pipelines are kept from one run to the next, if the system has a place for such things.
fn pipeline_cache() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "sinew")?;
    Some(folders.cache_dir().join("pipelines.bin"))
}

fn default_picture(subject: Subject<'_>) -> PathBuf {
    PathBuf::from(match subject {
        Subject::TweenDemo => "sinew-tween.png",
        Subject::AnimationDemo => "sinew-animation.png",
        Subject::View { .. } => "sinew-view.png",
    })
}
