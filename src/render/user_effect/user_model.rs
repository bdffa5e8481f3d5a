//! A model in the layouts of a user's effect, and its vertices moved by the CPU for effects that do not do it.

use std::sync::Arc;

use ash::vk;
use nalgebra::{Matrix4, Vector3};

use super::input::{Streams, pack};
use super::plan::EffectPlan;
use crate::anim::{TransformMap, TweenFrameDesc, morphed_vertices, skin_mesh};
use crate::asset::{Mesh, Model, Vertices};
use crate::gpu::{Buffer, Upload};
use crate::render::RenderError;
use crate::render::model::GpuModel;

/// A model and its vertices in each layout that passes with joints read.
#[derive(Debug)]
pub(super) struct UserModel {
    pub(super) model: Arc<Model>,
    pub(super) map: Arc<TransformMap>,
    /// By layout, then by part; empty where no pass that moves vertices itself has the layout.
    pub(super) at_rest: Vec<Vec<Buffer>>,
}

impl UserModel {
    /// Copies the vertices to the GPU in the layouts that need it.
    ///
    /// # Errors
    /// No memory.
    pub(super) fn new(
        upload: &mut Upload<'_>,
        plan: &EffectPlan,
        parts: &GpuModel,
        model: Arc<Model>,
        map: Arc<TransformMap>,
    ) -> Result<Self, RenderError> {
        let is_skinned = |layout: usize| {
            let passes = plan.techniques.iter().flat_map(|it| &it.passes);
            let variants = passes.flat_map(|it| &it.variants);
            variants.flat_map(|it| &it.draws).any(|it| it.is_skinned && it.layout == layout)
        };
        let mut at_rest = Vec::with_capacity(plan.layouts.len());
        let mut bytes = Vec::new();
        for (index, layout) in plan.layouts.iter().enumerate() {
            let mut buffers = Vec::new();
            if is_skinned(index) {
                for part in &parts.parts {
                    let vertices = vertices_at_rest(&model.meshes[part.mesh]);
                    pack(layout, &streams(&vertices), &mut bytes);
                    let usage = vk::BufferUsageFlags::VERTEX_BUFFER;
                    buffers.push(upload.buffer(
                        &format!("{} for the effect", part.label),
                        usage,
                        &bytes,
                    )?);
                }
            }
            at_rest.push(buffers);
        }
        Ok(Self { model, map, at_rest })
    }

    /// The skin matrices of now, mixed as our own effects mix them.
    pub(super) fn skin(&self, tween: &TweenFrameDesc) -> Vec<Matrix4<f32>> {
        let row = |it: &crate::anim::KeyframeDesc| {
            let layer = u32::try_from(it.anim_index).unwrap_or_default();
            self.map.mixed_row(layer, it.curr_frame, it.next_frame, it.ratio)
        };
        let mut skin = row(&tween.curr);
        if tween.next.anim_index >= 0 {
            for (from, to) in skin.iter_mut().zip(row(&tween.next)) {
                *from += (to - *from) * tween.tween_ratio;
            }
        }
        skin
    }

    /// The vertices of a mesh in model space, or moved on by `world` if there is one.
    pub(super) fn moved(
        &self,
        mesh: usize,
        skin: &[Matrix4<f32>],
        world: Option<&Matrix4<f32>>,
    ) -> Moved<'_> {
        let mesh = &self.model.meshes[mesh];
        let skinned = match world {
            None => skin_mesh(mesh, skin, &mesh.morph_weights),
            Some(world) => {
                let skin: Vec<Matrix4<f32>> = skin.iter().map(|it| world * it).collect();
                skin_mesh(mesh, &skin, &mesh.morph_weights)
            }
        };
        Moved {
            positions: skinned.positions,
            skinned_normals: skinned.normals,
            tangents: skinned.tangents,
            mesh,
        }
    }
}

/// Vertices that the CPU has moved.
pub(super) struct Moved<'a> {
    positions: Vec<Vector3<f32>>,
    skinned_normals: Vec<Vector3<f32>>,
    tangents: Vec<nalgebra::Vector4<f32>>,
    mesh: &'a Mesh,
}

impl Moved<'_> {
    /// Moves vertices out along their normals.
    pub(super) fn swell(&mut self, by_m: f32) {
        for (position, normal) in self.positions.iter_mut().zip(&self.skinned_normals) {
            *position += normal.try_normalize(0.0).unwrap_or_default() * by_m;
        }
    }

    pub(super) fn streams(&self) -> Streams<'_> {
        Streams {
            positions: &self.positions,
            normals: &self.skinned_normals,
            tangents: &self.tangents,
            ..streams(&self.mesh.vertices)
        }
    }
}

fn vertices_at_rest(mesh: &Mesh) -> Vertices {
    if mesh.morph_weights.iter().any(|weight| weight.abs() > 0.0) {
        morphed_vertices(mesh, &mesh.morph_weights)
    } else {
        mesh.vertices.clone()
    }
}

fn streams(vertices: &Vertices) -> Streams<'_> {
    Streams {
        positions: &vertices.positions,
        normals: &vertices.normals,
        tangents: &vertices.tangents,
        uvs: &vertices.uvs,
        colors: &vertices.colors,
        slots: &vertices.slots,
        weights: &vertices.weights,
        further_slots: &vertices.further_slots,
        further_weights: &vertices.further_weights,
    }
}
