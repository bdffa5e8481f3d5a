//! [`ModelEffects`]: the effects that draw models, and which of them draws what.

use std::sync::Arc;

use nalgebra::Matrix4;

use super::model::GpuModel;
use super::model_effect::{Look, MAX_INSTANCES, ModelEffect};
use super::scene::{Light, ModelAnimation, ModelDraw, TweenInstance};
use super::{RenderError, VertexKind, shared};
use crate::anim::TweenFrameDesc;
use crate::gpu::{Frame, PipelineCache, TargetFormats, Upload};

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

    pub(super) fn set_view(
        &mut self,
        camera: &shared::CameraMatrices,
        light: &Light,
    ) -> Result<(), RenderError> {
        self.all_mut().into_iter().try_for_each(|it| it.set_view(camera, light))
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

    pub(super) fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        model: &GpuModel,
        draw: &ModelDraw,
    ) -> Result<(), RenderError> {
        let look = Look { pass: draw.pass, tint: draw.material };
        let Self { animation_demo, tween_demo, render_demo, tweens, worlds } = self;
        if let Some(bones) = &model.rigid_bones {
            let mut draw_copies = |worlds: &[Matrix4<f32>]| {
                render_demo.draw_rigid(frame, model, look, bones, worlds)
            };
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
            ModelAnimation::Rigid(copies) => {
                copies.chunks(MAX_INSTANCES).try_for_each(|batch| {
                    refill(tweens, batch.iter().map(|_| TweenFrameDesc::default()));
                    render_demo.draw_tweens(frame, model, look, tweens, batch)
                })
            }
        }
    }
}

fn refill<T>(kept: &mut Vec<T>, with: impl Iterator<Item = T>) {
    kept.clear();
    kept.extend(with);
}
