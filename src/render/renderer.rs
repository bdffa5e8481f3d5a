//! [`Renderer`]: draws scenes into targets.

use std::path::Path;
use std::sync::Arc;

use nalgebra::Matrix4;

use super::ground_effect::GroundEffect;
use super::model::GpuModel;
use super::model_effect::{MAX_INSTANCES, ModelEffect};
use super::scene::{ModelAnimation, ModelId, Scene};
use super::{RenderError, shared};
use crate::anim::{TransformMap, TweenFrameDesc};
use crate::asset::Model;
use crate::gpu::{
    Device, FrameValue, Frames, Image, Load, PassDesc, PipelineCache, TargetFormats, TargetView,
    Upload,
};

/// Frames that the CPU may be ahead of the GPU.
const FRAMES_IN_FLIGHT: u32 = 2;

/// Draws scenes into targets, off screen or in a window alike.
///
/// In a steady frame (models and target as in the frame before) it writes no descriptor, makes no pipeline and
/// takes no GPU memory.
pub struct Renderer {
    // First, so that dropping it waits for the frames that use what follows.
    frames: Frames,
    ground: GroundEffect,
    animation_demo: ModelEffect,
    tween_demo: ModelEffect,
    models: Vec<GpuModel>,
    white: Arc<Image>,
    cache: Arc<PipelineCache>,
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
        let mut ground = GroundEffect::new(&mut upload, &cache)?;
        let mut animation_demo = ModelEffect::animation_demo(&mut upload, &cache)?;
        let mut tween_demo = ModelEffect::tween_demo(&mut upload, &cache)?;
        upload.finish()?;
        ground.warm_up(formats)?;
        animation_demo.warm_up(formats)?;
        tween_demo.warm_up(formats)?;
        Ok(Self {
            frames,
            ground,
            animation_demo,
            tween_demo,
            models: Vec::new(),
            white,
            cache,
            tweens: Vec::new(),
            worlds: Vec::new(),
        })
    }

    /// Copies a model and its TransformMap to the GPU.
    ///
    /// # Errors
    /// A model without meshes, a map of another model, no memory, more than the GPU allows.
    pub fn add_model(&mut self, model: &Model, map: &TransformMap) -> Result<ModelId, RenderError> {
        let mut upload = Upload::begin(&mut self.frames)?;
        let gpu_model = GpuModel::new(&mut upload, &self.white, model, map)?;
        upload.finish()?;
        self.models.push(gpu_model);
        Ok(ModelId(self.models.len() - 1))
    }

    /// Draws a scene. The target is left ready for read-back or presentation.
    ///
    /// # Errors
    /// A scene that names a model of another renderer, a lost device, no memory. Nothing is submitted then.
    pub fn draw(&mut self, scene: &Scene, target: &TargetView) -> Result<FrameValue, RenderError> {
        let missing =
            scene.models.iter().map(|draw| draw.model.0).find(|it| *it >= self.models.len());
        if let Some(index) = missing {
            return Err(RenderError::NoSuchModel { index, count: self.models.len() });
        }
        let camera = {
            let [width, height] = target.size_px;
            shared::CameraMatrices::new(&scene.camera, width as f32 / height.max(1) as f32)
        };
        self.animation_demo.set_view(&camera, &scene.light)?;
        self.tween_demo.set_view(&camera, &scene.light)?;

        let [r, g, b] = scene.background;
        let mut frame = self.frames.begin()?;
        frame.begin_pass(
            target,
            &PassDesc {
                label: "scene",
                color: Load::Clear([r, g, b, 1.0]),
                depth: Load::Clear(1.0),
            },
        );
        if let Some(ground) = &scene.ground {
            self.ground.draw(&mut frame, &camera, &scene.light, scene.background, ground)?;
        }
        for draw in &scene.models {
            let model = &self.models[draw.model.0];
            match &draw.animation {
                ModelAnimation::Keyframe { keyframe, world_from_model } => {
                    self.animation_demo.draw_keyframe(
                        &mut frame,
                        model,
                        draw.pass,
                        keyframe,
                        world_from_model,
                    )?;
                }
                ModelAnimation::Tween(instances) => {
                    for batch in instances.chunks(MAX_INSTANCES) {
                        self.tweens.clear();
                        self.tweens.extend(batch.iter().map(|it| it.tween));
                        self.worlds.clear();
                        self.worlds.extend(batch.iter().map(|it| it.world_from_model));
                        self.tween_demo.draw_tweens(
                            &mut frame,
                            model,
                            draw.pass,
                            &self.tweens,
                            &self.worlds,
                        )?;
                    }
                }
            }
        }
        frame.end_pass();
        frame.finish_target(target);
        Ok(frame.submit()?)
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
