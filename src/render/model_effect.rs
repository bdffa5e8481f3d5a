//! [`ModelEffect`]: one of the effects that draw models, with the variables that are set.

use nalgebra::Matrix4;

use super::effects::{animation_demo, render_demo, tween_demo};
use super::model::{GpuMaterial, GpuModel, GpuPart, Surface};
use super::scene::{MaterialTint, ModelPass, Scene};
use super::shadow::ShadowInputs;
use super::{RenderError, VertexKind, compiled, shared};
use crate::anim::{KeyframeDesc, TweenFrameDesc};
use crate::effect::{
    BufferVar, ConstantBufferVar, Effect, PassId, ResourceVar, SamplerVar, ScalarVar, Topology,
};
use crate::gpu::{Frame, PipelineCache, TargetFormats, Upload};
use std::sync::Arc;

/// Characters that one draw of `TweenDemo.fx` or `RenderDemo.fx` has room for.
pub(super) const MAX_INSTANCES: usize = 500;

/// Texels with less alpha cast no shadow where a material blends.
const BLEND_SHADOW_CUTOFF: f32 = 0.5;

/// How a model's surface is drawn.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) pass: Pass,
    pub(super) tint: MaterialTint,
}

/// The passes for one kind of vertices.
#[derive(Clone, Copy)]
struct KindPasses {
    kind: VertexKind,
    /// Textured and lit, wireframe, and as the first for materials with two sides, with two sides and blending, with
    /// blending.
    looks: [PassId; 5],
    /// Of technique `Shadow`: whole surfaces, and those with holes.
    shadow: [PassId; 2],
}

/// What a model is drawn into.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// The picture: techniques `T0` and after it.
    Picture(ModelPass),
    /// The shadow map: technique `Shadow`.
    Shadow,
}

/// `AnimationDemo.fx`, `TweenDemo.fx` or `RenderDemo.fx`.
pub(super) struct ModelEffect {
    effect: Effect,
    passes: Vec<KindPasses>,
    /// Kinds of vertices whose pipelines are made ahead of the frames.
    wanted: Vec<VertexKind>,
    /// What they are made for: pictures, and the shadow map.
    formats: Vec<TargetFormats>,
    shadow_formats: Option<TargetFormats>,
    camera: shared::CameraVar,
    light: shared::LightVar,
    shadow_map: ResourceVar,
    scene: shared::SceneVar,
    material: ConstantBufferVar<tween_demo::MaterialBuffer>,
    specular_power: ScalarVar,
    reflectivity: ScalarVar,
    alpha_cutoff: ScalarVar,
    diffuse_map: ResourceVar,
    normal_map: ResourceVar,
    transform_map: ResourceVar,
    linear_sampler: SamplerVar,
    transform: BufferVar,
    /// `KeyframeBuffer` or `TweenBuffer`.
    frames: BufferVar,
    bones: BufferVar,
    bone_index: ScalarVar,
}

impl ModelEffect {
    pub(super) fn animation_demo(
        upload: &mut Upload<'_>,
        cache: &Arc<PipelineCache>,
    ) -> Result<Self, RenderError> {
        use animation_demo::{KeyframeBuffer, MODULES, NAME, REFLECTION};
        let effect = Effect::new(upload, cache, &compiled(NAME, REFLECTION, MODULES)?)?;
        let frames = effect.constant_buffer::<KeyframeBuffer>("KeyframeBuffer")?.raw();
        let passes = skinned_passes(&effect)?;
        Self::new(effect, frames, passes)
    }

    pub(super) fn tween_demo(
        upload: &mut Upload<'_>,
        cache: &Arc<PipelineCache>,
    ) -> Result<Self, RenderError> {
        use tween_demo::{MODULES, NAME, REFLECTION, TweenBuffer};
        let effect = Effect::new(upload, cache, &compiled(NAME, REFLECTION, MODULES)?)?;
        let frames = effect.constant_buffer::<TweenBuffer>("TweenBuffer")?.raw();
        let passes = skinned_passes(&effect)?;
        Self::new(effect, frames, passes)
    }

    pub(super) fn render_demo(
        upload: &mut Upload<'_>,
        cache: &Arc<PipelineCache>,
    ) -> Result<Self, RenderError> {
        use render_demo::{MODULES, NAME, REFLECTION, TweenBuffer};
        let effect = Effect::new(upload, cache, &compiled(NAME, REFLECTION, MODULES)?)?;
        let frames = effect.constant_buffer::<TweenBuffer>("TweenBuffer")?.raw();
        // A technique a look, a pass a kind.
        let kinds = [
            (VertexKind::Mesh, "P0", ["P0", "P1"]),
            (VertexKind::Model, "P1", ["P2", "P3"]),
            (VertexKind::Skinned, "P2", ["P4", "P5"]),
            (VertexKind::Skinned8, "P3", ["P6", "P7"]),
        ];
        let mut passes = Vec::with_capacity(kinds.len());
        for (kind, name, shadow) in kinds {
            let look = |technique| effect.pass(technique, name);
            let looks = [look("T0")?, look("T1")?, look("T2")?, look("T3")?, look("T4")?];
            passes.push(KindPasses { kind, looks, shadow: shadow_passes(&effect, shadow)? });
        }
        Self::new(effect, frames, passes)
    }

    fn new(
        effect: Effect,
        frames: BufferVar,
        passes: Vec<KindPasses>,
    ) -> Result<Self, RenderError> {
        Ok(Self {
            passes,
            wanted: Vec::new(),
            formats: Vec::new(),
            shadow_formats: None,
            camera: shared::CameraVar::find(&effect)?,
            light: shared::LightVar::find(&effect)?,
            shadow_map: effect.shader_resource("ShadowMap")?,
            scene: shared::SceneVar::find(&effect)?,
            material: effect.constant_buffer("MaterialBuffer")?,
            specular_power: effect.scalar("SpecularPower")?,
            reflectivity: effect.scalar("Reflectivity")?,
            alpha_cutoff: effect.scalar("AlphaCutoff")?,
            diffuse_map: effect.shader_resource("DiffuseMap")?,
            normal_map: effect.shader_resource("NormalMap")?,
            transform_map: effect.shader_resource("TransformMap")?,
            linear_sampler: effect.sampler("LinearSampler")?,
            transform: effect.buffer("TransformBuffer")?,
            frames,
            bones: effect.buffer("BoneBuffer")?,
            bone_index: effect.scalar("BoneIndex")?,
            effect,
        })
    }

    /// Makes the pipelines of the kinds of vertices that are wanted, for one more kind of target.
    pub(super) fn warm_up(&mut self, formats: &TargetFormats) -> Result<(), RenderError> {
        if !self.formats.contains(formats) {
            self.formats.push(formats.clone());
        }
        for passes in wanted(&self.passes, &self.wanted) {
            warm_up_passes(&mut self.effect, &passes.looks, formats)?;
        }
        Ok(())
    }

    /// As [`Self::warm_up`], for the shadow map.
    pub(super) fn warm_up_shadow(&mut self, formats: &TargetFormats) -> Result<(), RenderError> {
        for passes in wanted(&self.passes, &self.wanted) {
            warm_up_passes(&mut self.effect, &passes.shadow, formats)?;
        }
        self.shadow_formats = Some(formats.clone());
        Ok(())
    }

    /// Makes the pipelines of one more kind of vertices, for the kinds of targets that are known.
    pub(super) fn want(&mut self, kind: VertexKind) -> Result<(), RenderError> {
        if self.wanted.contains(&kind) {
            return Ok(());
        }
        for passes in wanted(&self.passes, &[kind]) {
            for formats in &self.formats {
                warm_up_passes(&mut self.effect, &passes.looks, formats)?;
            }
            if let Some(formats) = &self.shadow_formats {
                warm_up_passes(&mut self.effect, &passes.shadow, formats)?;
            }
        }
        self.wanted.push(kind);
        Ok(())
    }

    pub(super) fn set_view(
        &mut self,
        camera: &shared::CameraMatrices,
        scene: &Scene,
        shadow: &ShadowInputs,
    ) -> Result<(), RenderError> {
        self.camera.set(&mut self.effect, camera)?;
        self.scene.set(&mut self.effect, scene, shadow)?;
        self.effect.set_resource(self.shadow_map, &shadow.map)?;
        self.light.set(&mut self.effect, &scene.light)
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

    /// Draws a model that nothing moves so many times: one draw a part. `bones` are those of the model.
    pub(super) fn draw_rigid(
        &mut self,
        frame: &mut Frame<'_>,
        model: &GpuModel,
        look: Look,
        bones: &[Matrix4<f32>],
        worlds: &[Matrix4<f32>],
    ) -> Result<(), RenderError> {
        self.effect.set_bytes(self.bones, 0, bytemuck::cast_slice(bones))?;
        let instances = frame.push_constants(bytemuck::cast_slice(worlds))?;
        frame.bind_vertex_slice(1, &instances);
        let count = u32::try_from(worlds.len()).unwrap_or(u32::MAX);
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
            let Some(pass) = self.pass_of(part, look.pass) else { continue };
            if open != Some(pass) {
                if open.is_some() {
                    self.effect.end(frame);
                }
                self.effect.begin(frame, pass)?;
                open = Some(pass);
            }
            self.set_material(&part.material, look)?;
            // Fewer bones than an i32 can count.
            self.effect.set_int(self.bone_index, i32::try_from(part.bone).unwrap_or(0))?;
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

    /// `None` where the effect does not know the part's vertices; it is not asked to draw those.
    fn pass_of(&self, part: &GpuPart, pass: Pass) -> Option<PassId> {
        let passes = self.passes.iter().find(|it| it.kind == part.kind)?;
        let pass = match pass {
            Pass::Picture(pass) => pass,
            Pass::Shadow => {
                return Some(passes.shadow[usize::from(part.material.alpha_cutoff > 0.0)]);
            }
        };
        Some(
            passes.looks[match (pass, part.material.surface) {
                (ModelPass::Wireframe, _) => 1,
                (ModelPass::Textured, Surface::Front) => 0,
                (ModelPass::Textured, Surface::Both) => 2,
                (ModelPass::Textured, Surface::BlendedBoth) => 3,
                (ModelPass::Textured, Surface::BlendedFront) => 4,
            }],
        )
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
        effect.set_float(self.specular_power, material.specular_power)?;
        effect.set_float(self.reflectivity, material.reflectivity)?;
        effect.set_resource(self.diffuse_map, &material.diffuse_map)?;
        match &material.normal_map {
            Some(normal_map) => effect.set_resource(self.normal_map, normal_map)?,
            None => effect.clear_resource(self.normal_map)?,
        }
        effect.set_sampler(self.linear_sampler, material.sampler.as_ref())?;
        Ok(())
    }
}

/// The passes of `AnimationDemo.fx` and `TweenDemo.fx`: a technique a kind, a pass a look.
fn skinned_passes(effect: &Effect) -> Result<Vec<KindPasses>, RenderError> {
    let kinds =
        [(VertexKind::Skinned, "T0", ["P0", "P1"]), (VertexKind::Skinned8, "T1", ["P2", "P3"])];
    let mut passes = Vec::with_capacity(kinds.len());
    for (kind, technique, shadow) in kinds {
        let look = |pass| effect.pass(technique, pass);
        let looks = [look("P0")?, look("P1")?, look("P2")?, look("P3")?, look("P4")?];
        passes.push(KindPasses { kind, looks, shadow: shadow_passes(effect, shadow)? });
    }
    Ok(passes)
}

fn shadow_passes(effect: &Effect, [whole, holed]: [&str; 2]) -> Result<[PassId; 2], RenderError> {
    Ok([effect.pass("Shadow", whole)?, effect.pass("Shadow", holed)?])
}

/// The passes for those kinds of vertices.
fn wanted<'a>(
    passes: &'a [KindPasses],
    kinds: &'a [VertexKind],
) -> impl Iterator<Item = &'a KindPasses> {
    passes.iter().filter(|it| kinds.contains(&it.kind))
}

fn warm_up_passes(
    effect: &mut Effect,
    passes: &[PassId],
    formats: &TargetFormats,
) -> Result<(), RenderError> {
    for pass in passes {
        effect.warm_up_pass(*pass, formats, Topology::TriangleList)?;
    }
    Ok(())
}

fn product(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|index| a[index] * b[index])
}
