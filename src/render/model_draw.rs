//! [`ModelEffects`]: the effects that draw models, and which of them draws what.

use std::sync::Arc;

use nalgebra::Matrix4;

use super::model::GpuModel;
use super::model_effect::{Look, MAX_INSTANCES, ModelEffect, Pass};
use super::scene::{ModelAnimation, ModelDraw, Scene, TweenInstance};
use super::shadow::ShadowInputs;
use super::shadow_camera::ShadowCamera;
use super::{RenderError, VertexKind, shared};
use crate::anim::TweenFrameDesc;
use crate::gpu::{Frame, Load, PassDesc, PipelineCache, TargetFormats, TargetView, Upload};

/// The effects that draw models.
pub(super) struct ModelEffects {
    animation_demo: ModelEffect,
    tween_demo: ModelEffect,
    render_demo: ModelEffect,
    /// Of the instances of one draw, kept so that no frame allocates them.
    tweens: Vec<TweenFrameDesc>,
    worlds: Vec<Matrix4<f32>>,
}

impl ModelEffects {
    /// Loads the effects. Pipelines for meshes with up to four influences a vertex are made from the start, others
    /// once a model needs them.
    pub(super) fn new(
        upload: &mut Upload<'_>,
        cache: &Arc<PipelineCache>,
    ) -> Result<Self, RenderError> {
        let mut effects = Self {
            animation_demo: ModelEffect::animation_demo(upload, cache)?,
            tween_demo: ModelEffect::tween_demo(upload, cache)?,
            render_demo: ModelEffect::render_demo(upload, cache)?,
            tweens: Vec::new(),
            worlds: Vec::new(),
        };
        effects.want_skinned(VertexKind::Skinned)?;
        Ok(effects)
    }

    fn all_mut(&mut self) -> [&mut ModelEffect; 3] {
        [&mut self.animation_demo, &mut self.tween_demo, &mut self.render_demo]
    }

    pub(super) fn warm_up(&mut self, formats: &TargetFormats) -> Result<(), RenderError> {
        self.all_mut().into_iter().try_for_each(|it| it.warm_up(formats))
    }

    pub(super) fn warm_up_shadow(&mut self, formats: &TargetFormats) -> Result<(), RenderError> {
        self.all_mut().into_iter().try_for_each(|it| it.warm_up_shadow(formats))
    }

    pub(super) fn set_view(
        &mut self,
        camera: &shared::CameraMatrices,
        scene: &Scene,
        shadow: &ShadowInputs,
    ) -> Result<(), RenderError> {
        self.all_mut().into_iter().try_for_each(|it| it.set_view(camera, scene, shadow))
    }

    fn want_skinned(&mut self, kind: VertexKind) -> Result<(), RenderError> {
        self.animation_demo.want(kind)?;
        self.tween_demo.want(kind)
    }

    /// Makes the pipelines that a model needs, so that no frame has to.
    pub(super) fn want_for(&mut self, model: &GpuModel) -> Result<(), RenderError> {
        for part in &model.parts {
            match part.kind {
                kind @ (VertexKind::Mesh | VertexKind::Model) => self.render_demo.want(kind)?,
                kind @ (VertexKind::Skinned | VertexKind::Skinned8) => self.want_skinned(kind)?,
            }
        }
        Ok(())
    }

    /// Makes the pipelines that a model needs in a [`ModelAnimation::Crowd`].
    pub(super) fn want_for_crowd(&mut self, model: &GpuModel) -> Result<(), RenderError> {
        model.parts.iter().try_for_each(|part| self.render_demo.want(part.kind))
    }

    /// Draws the depths of all models as the light sees them, and makes them ready for reading.
    pub(super) fn draw_shadows(
        &mut self,
        frame: &mut Frame<'_>,
        models: &[Option<GpuModel>],
        scene: &Scene,
        target: &TargetView,
    ) -> Result<(), RenderError> {
        let desc = PassDesc { label: "shadows", color: Load::Discard, depth: Load::Clear(1.0) };
        frame.begin_pass(target, &desc);
        for draw in &scene.models {
            let Some(Some(model)) = models.get(draw.model.0) else { continue };
            self.draw(frame, model, draw, Pass::Shadow)?;
        }
        frame.end_pass();
        frame.finish_target(target);
        Ok(())
    }

    pub(super) fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        model: &GpuModel,
        draw: &ModelDraw,
        pass: Pass,
    ) -> Result<(), RenderError> {
        let look = Look { pass, tint: draw.material };
        let Self { animation_demo, tween_demo, render_demo, tweens, worlds } = self;
        if let Some(bones) = &model.rigid_bones {
            let mut draw_copies =
                |worlds: &[Matrix4<f32>]| render_demo.draw_rigid(frame, model, look, bones, worlds);
            return match &draw.animation {
                ModelAnimation::Keyframe { world_from_model, .. } => {
                    draw_copies(std::slice::from_ref(world_from_model))
                }
                ModelAnimation::Rigid(copies) => {
                    copies.chunks(MAX_INSTANCES).try_for_each(draw_copies)
                }
                ModelAnimation::Tween(instances) | ModelAnimation::Crowd(instances) => {
                    instances.chunks(MAX_INSTANCES).try_for_each(|batch| {
                        refill(worlds, batch.iter().map(|it| it.world_from_model));
                        draw_copies(worlds)
                    })
                }
            };
        }
        let mut draw_batch = |effect: &mut ModelEffect, batch: &[TweenInstance]| {
            refill(tweens, batch.iter().map(|it| it.tween));
            refill(worlds, batch.iter().map(|it| it.world_from_model));
            effect.draw_tweens(frame, model, look, tweens, worlds)
        };
        match &draw.animation {
            ModelAnimation::Keyframe { keyframe, world_from_model } => {
                animation_demo.draw_keyframe(frame, model, look, keyframe, world_from_model)
            }
            ModelAnimation::Tween(instances) => {
                instances.chunks(MAX_INSTANCES).try_for_each(|it| draw_batch(tween_demo, it))
            }
            ModelAnimation::Crowd(instances) => {
                instances.chunks(MAX_INSTANCES).try_for_each(|it| draw_batch(render_demo, it))
            }
            // A model that moves shows the start of its first clip.
            ModelAnimation::Rigid(copies) => copies.chunks(MAX_INSTANCES).try_for_each(|batch| {
                refill(tweens, batch.iter().map(|_| TweenFrameDesc::default()));
                render_demo.draw_tweens(frame, model, look, tweens, batch)
            }),
        }
    }
}

/// The view along the light that holds all that casts shadows, if anything does, for a map of `size_px` texels a side.
pub(super) fn shadow_camera(
    models: &[Option<GpuModel>],
    scene: &Scene,
    size_px: u32,
) -> Option<ShadowCamera> {
    let boxes = scene.models.iter().flat_map(|draw| {
        let model = models.get(draw.model.0).and_then(Option::as_ref);
        draw.animation.worlds().filter_map(move |world| Some((model?.bounds, *world)))
    });
    ShadowCamera::fit(&scene.light.direction, boxes, size_px)
}

fn refill<T>(kept: &mut Vec<T>, with: impl Iterator<Item = T>) {
    kept.clear();
    kept.extend(with);
}
