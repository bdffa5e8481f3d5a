//! Drawing off screen: a model, a demo, frames, a picture.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::cli::{DeviceArgs, DrawArgs, PassName};
use super::demo::{Demo, Script, Shown, find_clip};
use super::open::{self, Source};
use super::picture::{check_place, write_png};
use super::{AppError, Settings};
use crate::anim::{BakeLimits, ClipIdx};
use crate::gpu::{Device, DeviceDesc, HeadlessTarget, Validation};
use crate::render::{ModelPass, Renderer};

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
        /// Files with more clips for it.
        clips: &'a [PathBuf],
        /// The clip; the first without it.
        clip: Option<&'a str>,
    },
}

/// Draws off screen and gives the path of the picture.
///
/// # Errors
/// No usable GPU, a broken model, a model over the device's limits, a picture that cannot be written.
pub fn draw(subject: Subject<'_>, args: &DrawArgs) -> Result<PathBuf, AppError> {
    let path = args.screenshot.clone().unwrap_or_else(|| default_picture(subject));
    // What is wrong with the input is said at once, and without any GPU.
    check_place(&path)?;
    let model = match subject {
        Subject::TweenDemo | Subject::AnimationDemo => open::read(&Source::Character, &[])?,
        Subject::View { file, clips, .. } => open::read(&Source::File(file.to_owned()), clips)?,
    };
    let script = match subject {
        Subject::TweenDemo => Script::Tween { count: args.count as usize },
        Subject::AnimationDemo | Subject::View { clip: None, .. } => Script::Play(ClipIdx(0)),
        Subject::View { clip: Some(clip), .. } => Script::Play(find_clip(&model.clips, clip)?),
    };
    let device = open_device(&args.device)?;
    let map = open::bake(&model, &args.bake, bake_limits(&device))?;

    let size_px = args.size.0;
    let target = HeadlessTarget::new(&device, size_px)?;
    let view = target.view();
    let mut renderer = Renderer::new(&device, &view.formats(), pipeline_cache().as_deref())?;
    let model_id = renderer.add_model(&model, &map)?;
    let mut settings = Settings::default();
    settings.picture.pass = match args.pass {
        PassName::Textured => ModelPass::Textured,
        PassName::Wireframe => ModelPass::Wireframe,
    };
    let aspect = size_px[0] as f32 / size_px[1] as f32;
    let shown = Shown { model: &model, map: &map, id: model_id };
    let mut demo = Demo::new(script, shown, aspect)?;
    match args.frames {
        None => {
            demo.advance(&settings, script.poster_time_s())?;
            renderer.draw(demo.scene(), &view)?;
        }
        Some(frames) => {
            for frame in 0..frames {
                demo.advance(&settings, if frame == 0 { 0.0 } else { args.dt })?;
                renderer.draw(demo.scene(), &view)?;
            }
        }
    }
    if let Err(error) = renderer.save_pipelines() {
        log::warn!("{error}: the next start compiles them again");
    }
    let rgba8 = target.read_rgba8(renderer.frames())?;
    write_png(&path, size_px, rgba8)?;
    Ok(path)
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
    })?)
}

/// What a TransformMap may be for this device.
#[must_use]
pub fn bake_limits(device: &Device) -> BakeLimits {
    let limits = device.limits();
    BakeLimits {
        max_rows: limits.max_image_dimension_2d,
        max_layers: limits.max_image_array_layers,
        max_width_texels: limits.max_image_dimension_2d,
        ..BakeLimits::default()
    }
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
