//! Drawing off screen: a model, a demo, frames, a picture.

use std::path::PathBuf;
use std::sync::Arc;

use super::capture::{self, FrameCapture};
use super::cli::{DeviceArgs, DrawArgs, USUAL_DT_S, USUAL_SIZE_PX};
use super::demo::{Demo, Script, Shown};
use super::effect_file::{EffectState, StartEffect};
use super::open;
use super::picture::{check_place, write_png};
use super::props::PropIds;
use super::{
    Action, AppError, EffectStatus, FrameInput, FrameStatus, Messages, ModelInfo, Overlay,
    Settings, Status, Subject, ViewpointArgs,
};
use crate::anim::{BakeLimits, TransformMap};
use crate::asset::Model;
use crate::gpu::{
    Device, DeviceDesc, HEADLESS_FORMAT, HeadlessTarget, MultisampledTarget, OverlayRenderer,
    TargetFormats, TargetView, Validation,
};
use crate::render::{FrameTarget, ModelTraits, Renderer};

/// The files that drawing gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnFiles {
    /// The last frame.
    pub picture: PathBuf,
    /// RenderDoc's capture, if one was asked for.
    pub capture: Option<PathBuf>,
}

/// Draws off screen and gives the paths of what was written.
///
/// # Errors
/// No usable GPU, a broken model, a model over the device's limits, a picture or capture that cannot be written.
pub fn draw(subject: &Subject, args: &DrawArgs) -> Result<DrawnFiles, AppError> {
    let path =
        args.screenshot.clone().unwrap_or_else(|| format!("{}.png", subject.file_stem()).into());
    // What is wrong with the input is said at once, and without any GPU.
    check_place(&path)?;
    capture::prepare(args)?;
    let sources = subject.sources();
    let [source, others @ ..] = &sources[..] else {
        return Err(AppError::Usage("there is no model to draw".to_owned()));
    };
    if let Some(trace) = &args.trace {
        log::warn!("{} is not written: --trace tells of a window's frames", trace.display());
    }
    if !others.is_empty() {
        let count = others.len();
        log::warn!("the picture shows the first model alone; {count} more are left out");
    }
    let mut model = open::read(source, subject.clips())?;
    subject.drop_clips(&mut model);
    let script = subject.picture_script(&model, args.count)?;
    let effect = StartEffect::of(subject.effect(), &model)?;
    let device = open_device(&args.device)?;
    let map = open::bake(&model, &args.bake, bake_limits(&device))?;

    let size_px = args.size.map_or(USUAL_SIZE_PX, |size| size.0);
    let target = HeadlessTarget::new(&device, size_px)?;
    let view = target.view();
    let multisampled = multisampled(&device, &view, args.samples)?;
    let formats = multisampled.as_ref().map_or_else(|| view.formats(), |it| it.formats().clone());
    let frame_target = FrameTarget::off_screen(&view, multisampled.as_ref());
    let mut renderer = Renderer::new(&device, &formats, pipeline_cache().as_deref())?;
    let mut capture = FrameCapture::new(args, &device, &path)?;
    if let Some(capture) = &mut capture {
        capture.before(1);
    }
    let model_id = renderer.add_model(&model, &map)?;
    let mut settings = Settings::default();
    settings.picture.pass = args.pass.into();
    let (model, map) = (Arc::new(model), Arc::new(map));
    let mut effect = match effect {
        Some(StartEffect { source, loaded, technique, .. }) => {
            let (compiled, images) = (&loaded.compiled, &loaded.images);
            renderer.load_user_effect(compiled, images, technique, &[&formats])?;
            renderer.add_user_model(model_id, &model, &map)?;
            let name = source.name();
            let mut state = EffectState::new(name, &loaded, technique, &mut settings.effect);
            state.fit(&ModelTraits::new(&model));
            Some(state)
        }
        None => None,
    };
    let aspect = size_px[0] as f32 / size_px[1] as f32;
    let shown = Shown { model: &model, map: &map, id: model_id };
    let mut demo = Demo::new(script, shown, aspect)?;
    if matches!(script, Script::Scene { .. }) {
        demo.set_props(&PropIds::add_to(&mut renderer)?);
        renderer.prepare_crowd(model_id)?;
    }
    let viewpoint = &args.viewpoint;
    demo.camera_mut().take(viewpoint);
    let mut panels = if args.overlay {
        Some(Panels::new(&mut renderer, &model, &map, *viewpoint, &formats)?)
    } else {
        None
    };
    let (frame_count, first_dt_s) = match args.frames.or(args.capture) {
        None => (1, viewpoint.time.unwrap_or_else(|| script.poster_time_s())),
        Some(frames) => (frames, viewpoint.time.unwrap_or(0.0)),
    };
    let dt_s = args.dt.unwrap_or(USUAL_DT_S);
    for frame in 1..=frame_count {
        if let Some(capture) = &mut capture {
            capture.before(frame);
        }
        let dt_s = if frame == 1 { first_dt_s } else { dt_s };
        demo.advance(&settings, dt_s)?;
        if let Some(effect) = &mut effect {
            effect.advance(dt_s, false);
            demo.set_user(effect.draw(&settings.effect));
        }
        match &mut panels {
            Some(panels) => {
                let effect = effect.as_ref().map(EffectState::status);
                panels.draw(&mut renderer, &frame_target, &mut demo, &mut settings, effect)?;
            }
            None => drop(renderer.draw_frame(demo.scene(), &frame_target, &mut |_| Ok(()))?),
        }
        if let Some(capture) = &mut capture {
            capture.after(frame)?;
        }
    }
    if let Err(error) = renderer.save_pipelines() {
        log::warn!("{error}: the next start compiles them again");
    }
    let rgba8 = target.read_rgba8(renderer.frames())?;
    write_png(&path, size_px, rgba8)?;
    Ok(DrawnFiles { picture: path, capture: capture.and_then(FrameCapture::into_file) })
}

/// The overlay of a picture off screen.
struct Panels {
    painter: OverlayRenderer,
    overlay: Overlay,
    info: ModelInfo,
    frame: FrameStatus,
    messages: Messages,
    viewpoint: ViewpointArgs,
}

impl Panels {
    /// Frames until panels that size themselves by what is in them stand still.
    const SETTLING_FRAMES: u32 = 4;

    fn new(
        renderer: &mut Renderer,
        model: &Model,
        map: &TransformMap,
        viewpoint: ViewpointArgs,
        formats: &TargetFormats,
    ) -> Result<Self, AppError> {
        let info = ModelInfo::new(model, map);
        let messages = Messages::default();
        let mut overlay = Overlay::new();
        overlay.prepare_fonts(1.0, &info, &messages);
        let in_flight = renderer.frames().in_flight();
        let device = Arc::clone(renderer.frames().device());
        let context = overlay.context_mut();
        let painter = OverlayRenderer::new(&device, context, HEADLESS_FORMAT, in_flight)?;
        let frame = FrameStatus {
            scale: 1.0,
            gpu: device.gpu().name.clone(),
            sample_count: formats.samples.as_raw(),
            ..FrameStatus::default()
        };
        Ok(Self { painter, overlay, info, frame, messages, viewpoint })
    }

    fn draw(
        &mut self,
        renderer: &mut Renderer,
        target: &FrameTarget<'_>,
        demo: &mut Demo,
        settings: &mut Settings,
        effect: Option<&EffectStatus>,
    ) -> Result<(), AppError> {
        let view = target.view;
        self.frame.size_px = view.size_px;
        let input = FrameInput { size_px: view.size_px, dt_s: 0.0, help: &[] };
        let status = Status {
            model: &self.info,
            playback: demo.status(settings),
            frame: &self.frame,
            effect,
            messages: &self.messages,
            time_s: 0.0,
        };
        for _ in 0..Self::SETTLING_FRAMES {
            // Nobody is there to click.
            self.overlay.frame(&input, settings, &status, &mut Vec::new());
        }
        demo.set_picture(view.size_px, self.overlay.covered_px());
        demo.perform(&Action::FrameModel, settings)?;
        demo.camera_mut().take(&self.viewpoint);
        demo.advance(settings, 0.0)?;
        let (painter, draw_data) = (&mut self.painter, self.overlay.draw_data());
        renderer.draw_frame(demo.scene(), target, &mut |frame| {
            painter.record(frame, view, draw_data)
        })?;
        Ok(())
    }
}

/// Samples a pixel as long as nobody says otherwise.
const USUAL_SAMPLE_COUNT: u32 = 4;
/// Most pixels of a picture that has several samples without being asked: of 4096x4096, where they take 600 MB.
const MAX_MULTISAMPLED_PIXEL_COUNT: u64 = 1 << 24;

/// What the picture is drawn to first, so that its edges are smooth; none with one sample a pixel.
fn multisampled(
    device: &Arc<Device>,
    view: &TargetView,
    asked_count: Option<u32>,
) -> Result<Option<MultisampledTarget>, AppError> {
    let [width, height] = view.size_px.map(u64::from);
    let is_small = width * height <= MAX_MULTISAMPLED_PIXEL_COUNT;
    let usual_count = if is_small && device.supports_samples(USUAL_SAMPLE_COUNT) {
        USUAL_SAMPLE_COUNT
    } else {
        1
    };
    match asked_count.unwrap_or(usual_count) {
        1 => Ok(None),
        count => Ok(Some(MultisampledTarget::new(device, view.size_px, &view.formats(), count)?)),
    }
}

/// Opens the GPU that the options ask for.
///
/// # Errors
/// There is none, or none that fits.
pub(super) fn open_device(args: &DeviceArgs) -> Result<Arc<Device>, AppError> {
    Ok(Device::new(&device_desc(args))?)
}

/// The GPU that the options ask for.
pub(super) fn device_desc(args: &DeviceArgs) -> DeviceDesc {
    DeviceDesc {
        app_name: "sinew".to_owned(),
        gpu: args.gpu.clone(),
        validation: if args.validation { Validation::On } else { Validation::Off },
        ..DeviceDesc::default()
    }
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
pub(super) fn pipeline_cache() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "sinew")?;
    Some(folders.cache_dir().join("pipelines.bin"))
}
