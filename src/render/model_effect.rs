//! [`ModelEffect`]: one of the two effects that draw skinned models, with the variables that are set.

use nalgebra::Matrix4;

use super::effects::{animation_demo, tween_demo};
use super::model::{GpuMaterial, GpuModel, GpuPart, Surface};
use super::scene::{Light, MaterialTint, ModelPass};
use super::shadow::{ShadowInputs, ShadowVar};
use super::{RenderError, compiled, shared};
use crate::anim::{KeyframeDesc, TweenFrameDesc};
use crate::effect::{
    BufferVar, ConstantBufferVar, Effect, PassId, ResourceVar, SamplerVar, ScalarVar, Topology,
};
use crate::gpu::{Frame, PipelineCache, TargetFormats, Upload};
use std::sync::Arc;

/// Characters that one draw of `TweenDemo.fx` has room for.
pub(super) const MAX_INSTANCES: usize = 500;

/// Texels with less alpha cast no shadow where a material blends.
const BLEND_SHADOW_CUTOFF: f32 = 0.5;

/// How a model's surface is drawn.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) pass: Pass,
    pub(super) tint: MaterialTint,
}

/// What a model is drawn into.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// The picture: technique `T0`.
    Picture(ModelPass),
    /// The shadow map: technique `Shadow`.
    Shadow,
}

/// `AnimationDemo.fx` or `TweenDemo.fx`.
pub(super) struct ModelEffect {
    effect: Effect,
    /// P0 to P4.
    passes: [PassId; 5],
    /// P0 and P1 of technique `Shadow`: whole surfaces, and those with holes.
    shadow_passes: [PassId; 2],
    camera: shared::CameraVar,
    light: shared::LightVar,
    shadow: ShadowVar,
    material: ConstantBufferVar<tween_demo::MaterialBuffer>,
    alpha_cutoff: ScalarVar,
    diffuse_map: ResourceVar,
    normal_map: ResourceVar,
    transform_map: ResourceVar,
    linear_sampler: SamplerVar,
    transform: BufferVar,
    /// `KeyframeBuffer` or `TweenBuffer`.
    frames: BufferVar,
}

impl ModelEffect {
    pub(super) fn animation_demo(
        upload: &mut Upload<'_>,
        cache: &Arc<PipelineCache>,
    ) -> Result<Self, RenderError> {
        use animation_demo::{KeyframeBuffer, MODULES, NAME, REFLECTION};
        let effect = Effect::new(upload, cache, &compiled(NAME, REFLECTION, MODULES)?)?;
        let frames = effect.constant_buffer::<KeyframeBuffer>("KeyframeBuffer")?.raw();
        Self::new(effect, frames)
    }

    pub(super) fn tween_demo(
        upload: &mut Upload<'_>,
        cache: &Arc<PipelineCache>,
    ) -> Result<Self, RenderError> {
        use tween_demo::{MODULES, NAME, REFLECTION, TweenBuffer};
        let effect = Effect::new(upload, cache, &compiled(NAME, REFLECTION, MODULES)?)?;
        let frames = effect.constant_buffer::<TweenBuffer>("TweenBuffer")?.raw();
        Self::new(effect, frames)
    }

    fn new(effect: Effect, frames: BufferVar) -> Result<Self, RenderError> {
        let pass = |name| effect.pass("T0", name);
        Ok(Self {
            passes: [pass("P0")?, pass("P1")?, pass("P2")?, pass("P3")?, pass("P4")?],
            shadow_passes: [effect.pass("Shadow", "P0")?, effect.pass("Shadow", "P1")?],
            camera: shared::CameraVar::find(&effect)?,
            light: shared::LightVar::find(&effect)?,
            shadow: ShadowVar::find(&effect)?,
            material: effect.constant_buffer("MaterialBuffer")?,
            alpha_cutoff: effect.scalar("AlphaCutoff")?,
            diffuse_map: effect.shader_resource("DiffuseMap")?,
            normal_map: effect.shader_resource("NormalMap")?,
            transform_map: effect.shader_resource("TransformMap")?,
            linear_sampler: effect.sampler("LinearSampler")?,
            transform: effect.buffer("TransformBuffer")?,
            frames,
            effect,
        })
    }

    pub(super) fn warm_up(&mut self, formats: &TargetFormats) -> Result<(), RenderError> {
        for pass in self.passes {
            self.effect.warm_up_pass(pass, formats, Topology::TriangleList)?;
        }
        Ok(())
    }

    /// Makes the pipelines that draw into a shadow map.
    pub(super) fn warm_up_shadow(&mut self, formats: &TargetFormats) -> Result<(), RenderError> {
        for pass in self.shadow_passes {
            self.effect.warm_up_pass(pass, formats, Topology::TriangleList)?;
        }
        Ok(())
    }

    pub(super) fn set_view(
        &mut self,
        camera: &shared::CameraMatrices,
        light: &Light,
        shadow: &ShadowInputs,
    ) -> Result<(), RenderError> {
        self.camera.set(&mut self.effect, camera)?;
        self.shadow.set(&mut self.effect, shadow)?;
        self.light.set(&mut self.effect, light)
    }

    /// Draws a model once.
    pub(super) fn draw_keyframe(
        &mut self,
        frame: &mut Frame<'_>,
        model: &GpuModel,
        look: Look,
        keyframe: &KeyframeDesc,
        world_from_model: &Matrix4<f32>,
    ) -> Result<(), RenderError> {
        self.effect.set_bytes(self.frames, 0, bytemuck::bytes_of(keyframe))?;
        let world = bytemuck::cast_slice(world_from_model.as_slice());
        self.effect.set_bytes(self.transform, 0, world)?;
        self.draw_parts(frame, model, look, 1)
    }

    /// Draws a model for up to [`MAX_INSTANCES`] characters: one draw a part. `worlds` are the bytes of their
    /// world matrices.
    pub(super) fn draw_tweens(
        &mut self,
        frame: &mut Frame<'_>,
        model: &GpuModel,
        look: Look,
        tweens: &[TweenFrameDesc],
        worlds: &[Matrix4<f32>],
    ) -> Result<(), RenderError> {
        self.effect.set_bytes(self.frames, 0, bytemuck::cast_slice(tweens))?;
        let instances = frame.push_constants(bytemuck::cast_slice(worlds))?;
        frame.bind_vertex_slice(1, &instances);
        let count = u32::try_from(tweens.len()).unwrap_or(u32::MAX);
        self.draw_parts(frame, model, look, count)
    }

    fn draw_parts(
        &mut self,
        frame: &mut Frame<'_>,
        model: &GpuModel,
        look: Look,
        instance_count: u32,
    ) -> Result<(), RenderError> {
        self.effect.set_resource(self.transform_map, &model.transform_map)?;
        let mut open = None;
        for part in &model.parts {
            let pass = self.pass_of(part, look.pass);
            if open != Some(pass) {
                if open.is_some() {
                    self.effect.end(frame);
                }
                self.effect.begin(frame, pass)?;
                open = Some(pass);
            }
            self.set_material(&part.material, look)?;
            frame.begin_label(&part.label);
            self.effect.apply(frame, pass, Topology::TriangleList)?;
            frame.bind_vertex_buffer(0, &part.vertices, 0);
            frame.bind_index_buffer(&part.indices, 0);
            frame.draw_indexed(part.index_count, instance_count, 0, 0);
            frame.end_label();
        }
        if open.is_some() {
            self.effect.end(frame);
        }
        Ok(())
    }

    fn pass_of(&self, part: &GpuPart, pass: Pass) -> PassId {
        let pass = match pass {
            Pass::Picture(pass) => pass,
            Pass::Shadow => {
                return self.shadow_passes[usize::from(part.material.alpha_cutoff > 0.0)];
            }
        };
        self.passes[match (pass, part.material.surface) {
            (ModelPass::Wireframe, _) => 1,
            (ModelPass::Textured, Surface::Front) => 0,
            (ModelPass::Textured, Surface::Both) => 2,
            (ModelPass::Textured, Surface::BlendedBoth) => 3,
            (ModelPass::Textured, Surface::BlendedFront) => 4,
        }]
    }

    fn set_material(
        &mut self,
        material: &GpuMaterial,
        Look { pass, tint }: Look,
    ) -> Result<(), RenderError> {
        let effect = &mut self.effect;
        let desc = &material.desc;
        let tinted = tween_demo::MaterialDesc {
            ambient: product(desc.ambient, tint.ambient),
            diffuse: product(desc.diffuse, tint.diffuse),
            specular: product(desc.specular, tint.specular),
            emissive: product(desc.emissive, tint.emissive),
        };
        effect.set_constants(self.material, &tween_demo::MaterialBuffer { material: tinted })?;
        let is_blended = matches!(material.surface, Surface::BlendedFront | Surface::BlendedBoth);
        let alpha_cutoff = if pass == Pass::Shadow && is_blended {
            BLEND_SHADOW_CUTOFF
        } else {
            material.alpha_cutoff
        };
        effect.set_float(self.alpha_cutoff, alpha_cutoff)?;
        effect.set_resource(self.diffuse_map, &material.diffuse_map)?;
        match &material.normal_map {
            Some(normal_map) => effect.set_resource(self.normal_map, normal_map)?,
            None => effect.clear_resource(self.normal_map)?,
        }
        effect.set_sampler(self.linear_sampler, material.sampler.as_ref())?;
        Ok(())
    }
}

fn product(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|index| a[index] * b[index])
}
