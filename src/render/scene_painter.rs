//! [`ScenePainter`]: what the program draws by itself of a scene, into whatever is drawn to.

use super::ground_effect::GroundEffect;
use super::model::GpuModel;
use super::model_draw::ModelEffects;
use super::model_effect::Pass;
use super::scene::{ModelId, Scene};
use super::shadow::ShadowInputs;
use super::sky_effect::SkyEffect;
use super::{RenderError, shared};
use crate::gpu::Frame;

/// Draws a scene with our own effects.
pub(super) struct ScenePainter<'a> {
    pub(super) sky: &'a mut SkyEffect,
    pub(super) ground: &'a mut GroundEffect,
    pub(super) effects: &'a mut ModelEffects,
    /// By id.
    pub(super) models: &'a [Option<GpuModel>],
    pub(super) scene: &'a Scene,
    pub(super) camera: &'a shared::CameraMatrices,
    pub(super) shadow: &'a ShadowInputs,
}

impl ScenePainter<'_> {
    /// Draws all of it.
    pub(super) fn paint(&mut self, frame: &mut Frame<'_>) -> Result<(), RenderError> {
        self.backdrop(frame)?;
        self.models(frame, |_| true)
    }

    /// Draws sky and ground.
    pub(super) fn backdrop(&mut self, frame: &mut Frame<'_>) -> Result<(), RenderError> {
        let scene = self.scene;
        self.sky.draw(frame, self.camera, scene, self.shadow)?;
        match &scene.ground {
            Some(ground) => self.ground.draw(frame, self.camera, scene, ground, self.shadow),
            None => Ok(()),
        }
    }

    /// Draws the models that `is_ours` is true for.
    pub(super) fn models(
        &mut self,
        frame: &mut Frame<'_>,
        is_ours: impl Fn(ModelId) -> bool,
    ) -> Result<(), RenderError> {
        for draw in self.scene.models.iter().filter(|it| is_ours(it.model)) {
            let Some(Some(model)) = self.models.get(draw.model.0) else { continue };
            self.effects.draw(frame, model, draw, Pass::Picture(draw.pass))?;
        }
        Ok(())
    }
}
