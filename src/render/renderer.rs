//! [`Renderer`]: draws scenes into targets.

use std::path::Path;
use std::sync::Arc;

use ash::vk;
use nalgebra::Matrix4;

use super::ground_effect::GroundEffect;
use super::model::GpuModel;
use super::model_effect::{Look, MAX_INSTANCES, ModelEffect, Pass};
use super::scene::{ModelAnimation, ModelDraw, ModelId, Scene};
use super::shadow::{ShadowInputs, ShadowMap};
use super::shadow_camera::ShadowCamera;
use super::sky_effect::SkyEffect;
use super::user_effect::{FrameInputs, UserEffect};
use super::{RenderError, shared};
use crate::anim::{TransformMap, TweenFrameDesc};
use crate::asset::Model;
use crate::gpu::{
    AcquiredImage, Device, Frame, FrameValue, Frames, GpuError, Image, Load, MultisampledTarget,
    PassDesc, PipelineCache, TargetFormats, TargetView, Upload,
};

/// Frames that the CPU may be ahead of the GPU.
const FRAMES_IN_FLIGHT: u32 = 2;

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

/// Draws scenes into targets, off screen or in a window alike.
///
/// In a steady frame (models and target as in the frame before) it writes no descriptor, makes no pipeline and
/// takes no GPU memory.
pub struct Renderer {
    // First, so that dropping it waits for the frames that use what follows.
    pub(super) frames: Frames,
    sky: SkyEffect,
    ground: GroundEffect,
    animation_demo: ModelEffect,
    tween_demo: ModelEffect,
    shadow_map: ShadowMap,
    pub(super) user: Option<UserEffect>,
    /// By id; empty where a model was removed.
    pub(super) models: Vec<Option<GpuModel>>,
    pub(super) white: Arc<Image>,
    pub(super) cache: Arc<PipelineCache>,
    /// Of the characters of one draw, kept so that no frame allocates them.
    tweens: Vec<TweenFrameDesc>,
    worlds: Vec<Matrix4<f32>>,
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
        let mut animation_demo = ModelEffect::animation_demo(&mut upload, &cache)?;
        let mut tween_demo = ModelEffect::tween_demo(&mut upload, &cache)?;
        upload.finish()?;
        animation_demo.warm_up_shadow(&shadow_map.formats())?;
        tween_demo.warm_up_shadow(&shadow_map.formats())?;
        let mut renderer = Self {
            frames,
            sky,
            ground,
            animation_demo,
            tween_demo,
            shadow_map,
            user: None,
            models: Vec::new(),
            white,
            cache,
            tweens: Vec::new(),
            worlds: Vec::new(),
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
        self.animation_demo.warm_up(formats)?;
        self.tween_demo.warm_up(formats)?;
        self.user.as_mut().map_or(Ok(()), |it| it.prepare_again(formats))
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
        Ok(gpu_model)
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
        let mut effects = Effects {
            models: &self.models,
            animation_demo: &mut self.animation_demo,
            tween_demo: &mut self.tween_demo,
            tweens: &mut self.tweens,
            worlds: &mut self.worlds,
        };
        let shadow_camera = effects.shadow_camera(scene);
        let (shadow, shadow_target) = match shadow_camera {
            Some(camera) => {
                let (map, target) = self.shadow_map.of_size(&mut frame, scene.shadow_map_px)?;
                let shadow = ShadowInputs { camera: Some(camera), map: Arc::clone(map) };
                (shadow, Some(target))
            }
            None => (ShadowInputs::none(self.shadow_map.far()), None),
        };
        effects.animation_demo.set_view(&camera, &scene.light, &shadow)?;
        effects.tween_demo.set_view(&camera, &scene.light, &shadow)?;
        if let Some(target) = shadow_target {
            effects.draw_shadows(&mut frame, scene, target)?;
        }

        let desc = PassDesc { label: "scene", color: Load::Discard, depth: Load::Clear(1.0) };
        match target.multisampled {
            Some(multisampled) => frame.begin_pass(&multisampled.over(target.view), &desc),
            None => frame.begin_pass(target.view, &desc),
        }
        self.sky.draw(&mut frame, &camera, &scene.light, &scene.sky)?;
        if let Some(ground) = &scene.ground {
            self.ground.draw(&mut frame, &camera, scene, ground, &shadow)?;
        }
        for draw in &scene.models {
            if let Some((user, chosen)) = self.user.as_mut().zip(scene.user.as_ref())
                && user.has_model(draw.model)
                && let Some(model) = effects.model(draw)
            {
                let inputs = FrameInputs {
                    camera: &scene.camera,
                    light: &scene.light,
                    shadow: &shadow,
                    size_px: target.view.size_px,
                };
                let model = (draw.model, model);
                let characters = draw.animation.characters();
                user.draw(&mut frame, model, &inputs, chosen, &draw.material, characters)?;
                continue;
            }
            effects.draw(&mut frame, draw, Pass::Picture(draw.pass))?;
        }
        frame.end_pass();
        overlay(&mut frame)?;
        frame.finish_target(target.view);
        Ok(frame.submit_with(target.waits, target.signals)?)
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

/// What draws models, while the frame borrows the rest of the renderer.
struct Effects<'a> {
    models: &'a [Option<GpuModel>],
    animation_demo: &'a mut ModelEffect,
    tween_demo: &'a mut ModelEffect,
    tweens: &'a mut Vec<TweenFrameDesc>,
    worlds: &'a mut Vec<Matrix4<f32>>,
}

impl<'a> Effects<'a> {
    fn model(&self, draw: &ModelDraw) -> Option<&'a GpuModel> {
        self.models.get(draw.model.0).and_then(Option::as_ref)
    }

    /// The view along the light that holds all that casts shadows, if anything does.
    fn shadow_camera(&self, scene: &Scene) -> Option<ShadowCamera> {
        let boxes = scene.models.iter().flat_map(|draw| {
            let model = self.model(draw);
            draw.animation.worlds().filter_map(move |world| Some((model?.bounds, *world)))
        });
        ShadowCamera::fit(&scene.light.direction, boxes, scene.shadow_map_px)
    }

    /// Draws the depths of all models as the light sees them, and makes them ready for reading.
    fn draw_shadows(
        &mut self,
        frame: &mut Frame<'_>,
        scene: &Scene,
        target: &TargetView,
    ) -> Result<(), RenderError> {
        let desc = PassDesc { label: "shadows", color: Load::Discard, depth: Load::Clear(1.0) };
        frame.begin_pass(target, &desc);
        for draw in &scene.models {
            self.draw(frame, draw, Pass::Shadow)?;
        }
        frame.end_pass();
        frame.finish_target(target);
        Ok(())
    }

    fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        draw: &ModelDraw,
        pass: Pass,
    ) -> Result<(), RenderError> {
        let Some(model) = self.model(draw) else { return Ok(()) };
        let look = Look { pass, tint: draw.material };
        match &draw.animation {
            ModelAnimation::Keyframe { keyframe, world_from_model } => {
                self.animation_demo.draw_keyframe(frame, model, look, keyframe, world_from_model)
            }
            ModelAnimation::Tween(instances) => {
                for batch in instances.chunks(MAX_INSTANCES) {
                    self.tweens.clear();
                    self.tweens.extend(batch.iter().map(|it| it.tween));
                    self.worlds.clear();
                    self.worlds.extend(batch.iter().map(|it| it.world_from_model));
                    self.tween_demo.draw_tweens(frame, model, look, self.tweens, self.worlds)?;
                }
                Ok(())
            }
        }
    }
}
