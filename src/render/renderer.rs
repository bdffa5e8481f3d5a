//! [`Renderer`]: draws scenes into targets.

use std::path::Path;
use std::sync::Arc;

use super::ground_effect::GroundEffect;
use super::model::GpuModel;
use super::model_draw::ModelEffects;
use super::scene::{ModelId, Scene};
use super::scene_painter::ScenePainter;
use super::shadow::{ShadowInputs, ShadowMap};
use super::shadow_camera::ShadowCamera;
use super::sky_effect::SkyEffect;
use super::user_effect::{FrameInputs, UserEffect};
use super::{RenderError, model_draw, shared};
use crate::anim::TransformMap;
use crate::asset::Model;
use crate::gpu::{
    AcquiredImage, Device, Frame, FrameValue, Frames, GpuError, Image, Load, MultisampledTarget,
    PassDesc, PipelineCache, TargetFormats, TargetView, Upload,
};
use ash::vk;

/// Frames that the CPU may be ahead of the GPU.
const FRAMES_IN_FLIGHT: u32 = 2;
/// Texels that the view along the light is snapped to where the program draws no shadow map.
const LIGHT_VIEW_PX: u32 = 1024;

/// What a frame is drawn to, and what it has to wait for and to signal.
#[derive(Clone, Copy, Debug)]
pub struct FrameTarget<'a> {
    /// The images that hold the picture in the end.
    pub view: &'a TargetView,
    /// What the scene is drawn to instead, to end up in `view`: smooth edges.
    pub multisampled: Option<&'a MultisampledTarget>,
    /// What the frame waits for before it writes to `view`.
    pub waits: &'a [vk::SemaphoreSubmitInfo<'a>],
    /// What the frame signals when it is done.
    pub signals: &'a [vk::SemaphoreSubmitInfo<'a>],
}

impl<'a> FrameTarget<'a> {
    /// A target off screen.
    #[must_use]
    pub fn off_screen(view: &'a TargetView, multisampled: Option<&'a MultisampledTarget>) -> Self {
        Self { view, multisampled, waits: &[], signals: &[] }
    }

    /// An image of a window.
    #[must_use]
    pub fn window(image: &'a AcquiredImage, multisampled: Option<&'a MultisampledTarget>) -> Self {
        Self { view: &image.target, multisampled, waits: image.waits(), signals: image.signals() }
    }
}

/// Begins the pass that the picture is drawn in.
fn begin_scene(frame: &mut Frame<'_>, target: &FrameTarget<'_>, desc: &PassDesc<'_>) {
    match target.multisampled {
        Some(multisampled) => frame.begin_pass(&multisampled.over(target.view), desc),
        None => frame.begin_pass(target.view, desc),
    }
}

/// Ends that pass, draws what lies over it and submits the frame.
fn finish(
    mut frame: Frame<'_>,
    target: &FrameTarget<'_>,
    overlay: &mut dyn FnMut(&mut Frame<'_>) -> Result<(), GpuError>,
) -> Result<FrameValue, RenderError> {
    frame.end_pass();
    overlay(&mut frame)?;
    frame.finish_target(target.view);
    Ok(frame.submit_with(target.waits, target.signals)?)
}

/// The view along the light for the user's effect, whether or not there are shadows.
fn light_camera(models: &[Option<GpuModel>], scene: &Scene) -> Option<ShadowCamera> {
    let size_px = if scene.shadow_map_px > 0 { scene.shadow_map_px } else { LIGHT_VIEW_PX };
    model_draw::shadow_camera(models, scene, size_px)
}

/// Draws scenes into targets, off screen or in a window alike.
///
/// In a steady frame (models and target as in the frame before) it writes no descriptor, makes no pipeline and
/// takes no GPU memory.
///
/// ```no_run
/// # use sinew::{anim::TransformMap, asset::Model, render::{RenderError, Renderer, Scene}};
/// # use sinew::gpu::{Device, DeviceDesc, HeadlessTarget};
/// # fn draw(model: &Model, map: &TransformMap, mut scene: Scene) -> Result<(), RenderError> {
/// let device = Device::new(&DeviceDesc::default())?;
/// let target = HeadlessTarget::new(&device, [640, 480])?;
/// let mut renderer = Renderer::new(&device, &target.view().formats(), None)?;
/// scene.models[0].model = renderer.add_model(model, map)?;
/// renderer.draw(&scene, &target.view())?;
/// let rgba8: Vec<u8> = target.read_rgba8(renderer.frames())?;
/// # drop(rgba8);
/// # Ok(())
/// # }
/// ```
pub struct Renderer {
    // First, so that dropping it waits for the frames that use what follows.
    pub(super) frames: Frames,
    sky: SkyEffect,
    ground: GroundEffect,
    effects: ModelEffects,
    pub(super) shadow_map: ShadowMap,
    pub(super) user: Option<UserEffect>,
    /// By id; empty where a model was removed.
    pub(super) models: Vec<Option<GpuModel>>,
    pub(super) white: Arc<Image>,
    pub(super) cache: Arc<PipelineCache>,
}

impl std::fmt::Debug for Renderer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Renderer").field("models", &self.models.len()).finish_non_exhaustive()
    }
}

impl Renderer {
    /// Loads the effects and makes their pipelines for a kind of target. `cache` names the file that keeps
    /// compiled pipelines from one run to the next, if there is to be one.
    ///
    /// # Errors
    /// What the GPU refuses.
    pub fn new(
        device: &Arc<Device>,
        formats: &TargetFormats,
        cache: Option<&Path>,
    ) -> Result<Self, RenderError> {
        let cache = Arc::new(PipelineCache::load(device, cache)?);
        let mut frames = Frames::new(device, "renderer", FRAMES_IN_FLIGHT)?;
        let mut upload = Upload::begin(&mut frames)?;
        let white = Arc::new(upload.texture_rgba8("white", [1, 1], &[255; 4])?);
        let shadow_map = ShadowMap::new(&mut upload)?;
        let sky = SkyEffect::new(&mut upload, &cache)?;
        let ground = GroundEffect::new(&mut upload, &cache)?;
        let mut effects = ModelEffects::new(&mut upload, &cache)?;
        upload.finish()?;
        effects.warm_up_shadow(&shadow_map.formats())?;
        let mut renderer = Self {
            frames,
            sky,
            ground,
            effects,
            shadow_map,
            user: None,
            models: Vec::new(),
            white,
            cache,
        };
        renderer.warm_up(formats)?;
        Ok(renderer)
    }

    /// Makes the pipelines for another kind of target, so that no frame has to.
    ///
    /// # Errors
    /// What the GPU refuses.
    pub fn warm_up(&mut self, formats: &TargetFormats) -> Result<(), RenderError> {
        self.sky.warm_up(formats)?;
        self.ground.warm_up(formats)?;
        self.effects.warm_up(formats)?;
        self.user.as_mut().map_or(Ok(()), |it| it.prepare_again(formats))
    }

    /// Makes the pipelines for what a technique of an effect has the program's own picture drawn to, so that no frame has
    /// to.
    pub(super) fn warm_up_for_user(
        &mut self,
        effect: &UserEffect,
        technique: usize,
    ) -> Result<(), RenderError> {
        for formats in effect.scene_formats(technique) {
            self.sky.warm_up(&formats)?;
            self.ground.warm_up(&formats)?;
            self.effects.warm_up(&formats)?;
        }
        effect.sky_formats().map_or(Ok(()), |it| self.sky.warm_up(&it))
    }

    /// Copies a model and its TransformMap to the GPU.
    ///
    /// # Errors
    /// A model without meshes, a map of another model, no memory, more than the GPU allows.
    pub fn add_model(&mut self, model: &Model, map: &TransformMap) -> Result<ModelId, RenderError> {
        let gpu_model = self.upload(model, map)?;
        self.models.push(Some(gpu_model));
        Ok(ModelId(self.models.len() - 1))
    }

    /// Puts another model in the place of one, whose id stays good. If that fails, the old one stays.
    ///
    /// # Errors
    /// As [`Self::add_model`], or a model that was removed.
    pub fn replace_model(
        &mut self,
        id: ModelId,
        model: &Model,
        map: &TransformMap,
    ) -> Result<(), RenderError> {
        self.check_model(id)?;
        let gpu_model = self.upload(model, map)?;
        let old = self.models[id.0].replace(gpu_model);
        // Frames in flight still draw it.
        self.frames.retire(old);
        Ok(())
    }

    /// Gives the memory of a model back, once no frame draws it; its id is good for nothing afterwards.
    ///
    /// # Errors
    /// A model that was removed before.
    pub fn remove_model(&mut self, id: ModelId) -> Result<(), RenderError> {
        self.check_model(id)?;
        let old = self.models[id.0].take();
        self.frames.retire(old);
        Ok(())
    }

    fn upload(&mut self, model: &Model, map: &TransformMap) -> Result<GpuModel, RenderError> {
        let mut upload = Upload::begin(&mut self.frames)?;
        let gpu_model = GpuModel::new(&mut upload, &self.white, model, map)?;
        upload.finish()?;
        self.effects.want_for(&gpu_model)?;
        Ok(gpu_model)
    }

    /// Makes the pipelines that draw a model with [`ModelAnimation::Crowd`](super::ModelAnimation::Crowd), so that no frame
    /// has to.
    ///
    /// # Errors
    /// A model that was removed, or what the GPU refuses.
    pub fn prepare_crowd(&mut self, id: ModelId) -> Result<(), RenderError> {
        self.check_model(id)?;
        match self.models.get(id.0) {
            Some(Some(model)) => self.effects.want_for_crowd(model),
            _ => Ok(()),
        }
    }

    pub(super) fn check_model(&self, id: ModelId) -> Result<(), RenderError> {
        match self.models.get(id.0) {
            Some(Some(_)) => Ok(()),
            Some(None) | None => {
                Err(RenderError::NoSuchModel { index: id.0, count: self.models.len() })
            }
        }
    }

    /// Draws a scene off screen. The target is left ready for read-back.
    ///
    /// # Errors
    /// As [`Self::draw_frame`].
    pub fn draw(&mut self, scene: &Scene, target: &TargetView) -> Result<FrameValue, RenderError> {
        let target = FrameTarget::off_screen(target, None);
        self.draw_frame(scene, &target, &mut |_| Ok(()))
    }

    /// Draws a scene, then what `overlay` records over it: passes that keep the picture in `target.view`, which has
    /// one sample then. The target is left ready for read-back or presentation.
    ///
    /// # Errors
    /// A scene that names a model of another renderer, a lost device, no memory, what `overlay` gives. Nothing is
    /// submitted then.
    pub fn draw_frame(
        &mut self,
        scene: &Scene,
        target: &FrameTarget<'_>,
        overlay: &mut dyn FnMut(&mut Frame<'_>) -> Result<(), GpuError>,
    ) -> Result<FrameValue, RenderError> {
        for draw in &scene.models {
            self.check_model(draw.model)?;
        }
        let camera = {
            let [width, height] = target.view.size_px;
            shared::CameraMatrices::new(&scene.camera, width as f32 / height.max(1) as f32)
        };
        let mut frame = self.frames.begin()?;
        let shadow_camera = model_draw::shadow_camera(&self.models, scene, scene.shadow_map_px);
        let (shadow, shadow_target) = match shadow_camera {
            Some(camera) => {
                let (map, target) = self.shadow_map.of_size(&mut frame, scene.shadow_map_px)?;
                let shadow = ShadowInputs { camera: Some(camera), map: Arc::clone(map) };
                (shadow, Some(target))
            }
            None => (ShadowInputs::none(self.shadow_map.far()), None),
        };
        self.effects.set_view(&camera, scene, &shadow)?;
        if let Some(target) = shadow_target {
            self.effects.draw_shadows(&mut frame, &self.models, scene, target)?;
        }

        let mut painter = ScenePainter {
            sky: &mut self.sky,
            ground: &mut self.ground,
            effects: &mut self.effects,
            models: &self.models,
            scene,
            camera: &camera,
            shadow: &shadow,
        };
        let user = self.user.as_mut().zip(scene.user.as_ref());
        let user = user.filter(|(user, _)| scene.models.iter().any(|it| user.has_model(it.model)));
        let inputs = FrameInputs {
            scene,
            models: &self.models,
            shadow: &shadow,
            light_camera: user.is_some().then(|| light_camera(&self.models, scene)).flatten(),
            size_px: target.view.size_px,
        };
        let mut desc = PassDesc { label: "scene", color: Load::Discard, depth: Load::Clear(1.0) };
        let Some((user, chosen)) = user else {
            begin_scene(&mut frame, target, &desc);
            painter.paint(&mut frame)?;
            return finish(frame, target, overlay);
        };
        user.draw_sky(&mut frame, scene, &shadow, painter.sky)?;
        user.draw_off_screen(&mut frame, &inputs, chosen, &mut |frame| painter.paint(frame))?;
        if let Some(color) = user.window_color(chosen) {
            desc.color = Load::Clear(color);
        }
        begin_scene(&mut frame, target, &desc);
        if !user.replaces_scene(chosen) {
            painter.backdrop(&mut frame)?;
            painter.models(&mut frame, |it| !user.has_model(it))?;
        }
        user.draw_window(&mut frame, &inputs, chosen, &mut |frame| painter.paint(frame))?;
        finish(frame, target, overlay)
    }

    /// Seconds that the GPU worked on a frame some frames back; none where it has no clock.
    #[must_use]
    pub fn last_gpu_time_s(&self) -> Option<f64> {
        self.frames.last_gpu_time_s()
    }

    /// The frames in flight, for read-back.
    pub fn frames(&mut self) -> &mut Frames {
        &mut self.frames
    }

    /// Writes compiled pipelines to the cache file, if there is one and something is new.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save_pipelines(&self) -> Result<(), RenderError> {
        Ok(self.cache.save()?)
    }
}
