//! The pipelines of a user's effect, made ahead of the frames that draw with them.

use super::draw::UserEffect;
use super::rounds::Step;
use crate::gpu::TargetFormats;
use crate::render::RenderError;

impl UserEffect {
    /// Makes the pipelines of a technique for a kind of target.
    ///
    /// # Errors
    /// State that the GPU cannot have, or shaders that its driver refuses.
    pub(in crate::render) fn prepare(
        &mut self,
        technique: usize,
        formats: &TargetFormats,
    ) -> Result<(), RenderError> {
        self.prepared = technique;
        self.prepare_one(technique, formats)?;
        if self.plan.is_by_material(technique) {
            for other in 0..self.plan.techniques.len() {
                if self.plan.is_by_material(other) || Some(other) == self.plan.edge_technique() {
                    self.prepare_one(other, formats)?;
                }
            }
        }
        Ok(())
    }

    fn prepare_one(
        &mut self,
        technique: usize,
        formats: &TargetFormats,
    ) -> Result<(), RenderError> {
        let Some(plan) = self.plan.techniques.get(technique) else { return Ok(()) };
        for (pass, id) in plan.passes.iter().zip(&self.passes[technique]) {
            // All choices of shaders are made ready, each with the topology that it takes.
            if let Some(draw) = pass.variants.iter().find_map(|it| it.draws.as_ref().ok()) {
                self.effect.warm_up_pass(*id, formats, draw.topology)?;
            }
        }
        for round in &plan.rounds.off_screen {
            let formats = self.targets.formats(&round.into);
            for step in &round.steps {
                let (Step::Models(index) | Step::Screen(index)) = step else { continue };
                let pass = plan.passes.get(*index).zip(self.passes[technique].get(*index));
                let Some((pass, id)) = pass else { continue };
                if let Some(draw) = pass.variants.iter().find_map(|it| it.draws.as_ref().ok()) {
                    self.effect.warm_up_pass(*id, &formats, draw.topology)?;
                }
            }
        }
        Ok(())
    }

    /// Makes the pipelines of the technique that they were last made for, for another kind of target.
    ///
    /// # Errors
    /// As [`Self::prepare`].
    pub(in crate::render) fn prepare_again(
        &mut self,
        formats: &TargetFormats,
    ) -> Result<(), RenderError> {
        self.prepare(self.prepared, formats)
    }
}
