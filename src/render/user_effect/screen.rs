//! The rounds of a technique: into its targets, then to the window; models, rectangles over all of a target, and the
//! program's own picture of the scene.

use std::sync::Arc;

use nalgebra::{Matrix4, Vector2, Vector3, Vector4};

use super::draw::{FrameInputs, UserDraw, UserEffect};
use super::input::{Streams, pack};
use super::rounds::{ClearValue, Rounds, Step};
use super::targets::Targets;
use super::values::Rate;
use crate::effect::Topology;
use crate::gpu::{Frame, TargetFormats};
use crate::render::RenderError;
use crate::render::model::GpuPart;
use crate::render::scene::{MaterialTint, Scene};
use crate::render::shadow::ShadowInputs;
use crate::render::sky_effect::SkyEffect;

/// Draws the program's own picture of the scene into what is drawn to.
pub(in crate::render) type PaintScene<'a> =
    &'a mut dyn FnMut(&mut Frame<'_>) -> Result<(), RenderError>;

/// Corners of two triangles, clockwise.
const CORNERS: [[f32; 2]; 6] =
    [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]];

impl UserEffect {
    fn rounds(&self, technique: usize) -> Arc<Rounds> {
        let found = self.plan.techniques.get(technique);
        found.map(|it| Arc::clone(&it.rounds)).unwrap_or_default()
    }

    /// Whether the window shows the program's own picture of the scene by way of the effect alone.
    pub(in crate::render) fn replaces_scene(&self, draw: &UserDraw) -> bool {
        self.rounds(draw.technique).replaces_scene()
    }

    /// What the window is cleared to, where the effect says so.
    pub(in crate::render) fn window_color(&self, draw: &UserDraw) -> Option<[f32; 4]> {
        let value = self.rounds(draw.technique).window_color?;
        Some(numbers(draw, value).unwrap_or([0.0; 4]))
    }

    /// The formats of targets that the program's own picture of the scene goes to.
    pub(in crate::render) fn scene_formats(&self, technique: usize) -> Vec<TargetFormats> {
        let rounds = self.rounds(technique);
        let with_scene = rounds.off_screen.iter().filter(|it| it.steps.contains(&Step::Scene));
        with_scene.map(|it| self.targets.formats(&it.into)).collect()
    }

    /// What our sky is drawn to where the effect reads it as a cube.
    pub(in crate::render) fn sky_formats(&self) -> Option<TargetFormats> {
        self.environment.formats()
    }

    /// Draws our sky to where the effect reads it as a cube; to be called outside of a pass.
    ///
    /// # Errors
    /// No memory.
    pub(in crate::render) fn draw_sky(
        &mut self,
        frame: &mut Frame<'_>,
        scene: &Scene,
        shadow: &ShadowInputs,
        sky: &mut SkyEffect,
    ) -> Result<(), RenderError> {
        self.environment.draw(frame, scene, shadow, sky)
    }

    /// Draws into the targets of the effect; to be called outside of a pass.
    ///
    /// # Errors
    /// No memory, or what making a pipeline gives.
    pub(in crate::render) fn draw_off_screen(
        &mut self,
        frame: &mut Frame<'_>,
        inputs: &FrameInputs<'_>,
        draw: &UserDraw,
        paint: PaintScene<'_>,
    ) -> Result<(), RenderError> {
        if self.plan.targets.is_empty() {
            return Ok(());
        }
        self.targets.fit_to(frame, inputs.size_px)?;
        for round in &self.rounds(draw.technique).off_screen {
            let color = round.clear_color.map(|it| numbers(draw, it).unwrap_or([0.0; 4]));
            let depth = round.clear_depth.map(|it| numbers(draw, it).map_or(1.0, |it| it[0]));
            let target = self.targets.begin(frame, &round.into, color, depth)?;
            self.into = Some(round.into.clone());
            let drawn = self.draw_steps(frame, inputs, draw, &round.steps, paint);
            self.into = None;
            Targets::end(frame, &target);
            drawn?;
        }
        Ok(())
    }

    /// Draws to the window, whose pass is open: of the technique what goes there, or the one pass that is chosen.
    ///
    /// # Errors
    /// No memory, or what making a pipeline gives.
    pub(in crate::render) fn draw_window(
        &mut self,
        frame: &mut Frame<'_>,
        inputs: &FrameInputs<'_>,
        draw: &UserDraw,
        paint: PaintScene<'_>,
    ) -> Result<(), RenderError> {
        let rounds = self.rounds(draw.technique);
        match draw.pass {
            Some(pass) if rounds.is_screen(pass) => {
                self.draw_steps(frame, inputs, draw, &[Step::Screen(pass)], paint)
            }
            Some(pass) => self.draw_steps(frame, inputs, draw, &[Step::Models(pass)], paint),
            None => self.draw_steps(frame, inputs, draw, &rounds.window, paint),
        }
    }

    fn draw_steps(
        &mut self,
        frame: &mut Frame<'_>,
        inputs: &FrameInputs<'_>,
        draw: &UserDraw,
        steps: &[Step],
        paint: PaintScene<'_>,
    ) -> Result<(), RenderError> {
        let is_model = |it: &Step| matches!(it, Step::Models(_));
        for group in steps.chunk_by(|a, b| is_model(a) && is_model(b)) {
            let mut passes = Vec::with_capacity(group.len());
            for step in group {
                match step {
                    Step::Scene => paint(frame)?,
                    Step::Screen(pass) => self.draw_screen(frame, inputs, draw, *pass)?,
                    Step::Models(pass) => passes.push(*pass),
                }
            }
            if passes.is_empty() {
                continue;
            }
            self.draw_models(frame, inputs, draw, &passes)?;
        }
        Ok(())
    }

    /// Draws the models that were made known. Of MikuMikuEffect's techniques each material takes its own, as long as no pass
    /// is chosen, and outlines come after.
    fn draw_models(
        &mut self,
        frame: &mut Frame<'_>,
        inputs: &FrameInputs<'_>,
        draw: &UserDraw,
        passes: &[usize],
    ) -> Result<(), RenderError> {
        let chosen = draw.technique;
        let is_by_material = draw.pass.is_none() && self.plan.is_by_material(chosen);
        for of in &inputs.scene.models {
            let Some(Some(parts)) = inputs.models.get(of.model.0) else { continue };
            let Some(model) = self.model(of.model).map(Arc::clone) else { continue };
            if !is_by_material {
                let all = (chosen, passes);
                self.draw_model(frame, (of, parts), inputs, draw, all, &|_| true)?;
                continue;
            }
            let technique_of = |part: &GpuPart| {
                let material = model.meshes[part.mesh].material;
                self.plan.technique_for(chosen, material, part.material.has_texture)
            };
            let of_parts: Vec<usize> = parts.parts.iter().map(technique_of).collect();
            let mut techniques = of_parts.clone();
            techniques.sort_unstable();
            techniques.dedup();
            for technique in techniques {
                let passes = self.window_passes(technique);
                let of = (of, parts);
                let takes = |part: usize| of_parts[part] == technique;
                self.draw_model(frame, of, inputs, draw, (technique, &passes), &takes)?;
            }
            if let Some(edge) = self.plan.edge_technique() {
                let passes = self.window_passes(edge);
                let all = (edge, passes.as_slice());
                self.draw_model(frame, (of, parts), inputs, draw, all, &|_| true)?;
            }
        }
        Ok(())
    }

    /// The passes of a technique that draw models to the window.
    fn window_passes(&self, technique: usize) -> Vec<usize> {
        let rounds = self.rounds(technique);
        let passes = rounds.window.iter().filter_map(|it| match it {
            Step::Models(pass) => Some(*pass),
            Step::Scene | Step::Screen(_) => None,
        });
        passes.collect()
    }

    /// Draws a rectangle over all of what is drawn to. A vertex shader that reads no vertex gets three, to make a triangle of.
    fn draw_screen(
        &mut self,
        frame: &mut Frame<'_>,
        inputs: &FrameInputs<'_>,
        draw: &UserDraw,
        pass: usize,
    ) -> Result<(), RenderError> {
        let values = self.start(inputs, draw, &MaterialTint::default());
        self.write(&values, Rate::Character);
        self.write(&values, Rate::Part);
        let Some((plan, id)) = self.pass_now(draw.technique, pass) else { return Ok(()) };
        if plan.topology != Topology::TriangleList {
            return Ok(());
        }
        self.bind_textures(None)?;
        self.send_constants()?;
        self.effect.begin(frame, id)?;
        let drawn = self.effect.apply(frame, id, plan.topology);
        let drawn = drawn.map_err(RenderError::from).and_then(|()| {
            self.bind_instances(frame, &plan, &[Matrix4::identity()])?;
            let layout = self.plan.layout(&plan);
            if layout.elements.is_empty() {
                frame.draw(3, 1);
                return Ok(());
            }
            let positions = CORNERS.map(|[x, y]| Vector3::new(x, y, 0.0));
            let uvs = CORNERS.map(|[x, y]| Vector2::new(x * 0.5 + 0.5, 0.5 - y * 0.5));
            let streams = Streams {
                positions: &positions,
                normals: &[Vector3::new(0.0, 0.0, -1.0); 6],
                tangents: &[Vector4::new(1.0, 0.0, 0.0, 1.0); 6],
                uvs: &uvs,
                ..Streams::default()
            };
            pack(layout, &streams, &mut self.scratch);
            let slice = frame.push_constants(&self.scratch)?;
            frame.bind_vertex_slice(0, &slice);
            frame.draw(6, 1);
            Ok(())
        });
        self.effect.end(frame);
        drawn
    }
}

/// The numbers of a variable as the user set it.
fn numbers(draw: &UserDraw, value: ClearValue) -> Option<[f32; 4]> {
    let (buffer, offset_bytes, count) = value.place?;
    let image = draw.constants.get(buffer)?;
    let mut numbers = [0.0, 0.0, 0.0, 1.0];
    for (place, number) in numbers.iter_mut().take(count as usize).enumerate() {
        let at = offset_bytes as usize + place * 4;
        let bytes = image.get(at..at + 4)?;
        *number = f32::from_le_bytes(bytes.try_into().ok()?);
    }
    Some(numbers)
}
