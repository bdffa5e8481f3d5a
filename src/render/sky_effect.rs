//! [`SkyEffect`]: `Sky.fx`, one triangle behind everything.

use std::sync::Arc;

use super::effects::sky::{MODULES, NAME, REFLECTION};
use super::scene::Scene;
use super::shadow::ShadowInputs;
use super::{RenderError, compiled, shared};
use crate::effect::{Effect, PassId, Topology};
use crate::gpu::{Frame, PipelineCache, TargetFormats, Upload};

/// `Sky.fx`.
pub(super) struct SkyEffect {
    effect: Effect,
    pass: PassId,
    camera: shared::CameraVar,
    light: shared::LightVar,
    scene: shared::SceneVar,
}

impl SkyEffect {
    pub(super) fn new(
        upload: &mut Upload<'_>,
        cache: &Arc<PipelineCache>,
    ) -> Result<Self, RenderError> {
        let effect = Effect::new(upload, cache, &compiled(NAME, REFLECTION, MODULES)?)?;
        Ok(Self {
            pass: effect.pass("T0", "P0")?,
            camera: shared::CameraVar::find(&effect)?,
            light: shared::LightVar::find(&effect)?,
            scene: shared::SceneVar::find(&effect)?,
            effect,
        })
    }

    pub(super) fn warm_up(&mut self, formats: &TargetFormats) -> Result<(), RenderError> {
        Ok(self.effect.warm_up(formats, Topology::TriangleList)?)
    }

    pub(super) fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        camera: &shared::CameraMatrices,
        scene: &Scene,
        shadow: &ShadowInputs,
    ) -> Result<(), RenderError> {
        let effect = &mut self.effect;
        self.camera.set(effect, camera)?;
        self.light.set(effect, &scene.light)?;
        self.scene.set(effect, scene, shadow)?;
        effect.begin(frame, self.pass)?;
        frame.begin_label("sky");
        effect.apply(frame, self.pass, Topology::TriangleList)?;
        frame.draw(3, 1);
        frame.end_label();
        effect.end(frame);
        Ok(())
    }
}
