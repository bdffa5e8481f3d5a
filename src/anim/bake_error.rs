//! How far the mix of two baked rows is from the exact pose.
//!
//! Mixing matrices makes joints cut corners, most of all half way between two rows. A point `p` misses by
//! `(mixed - exact) * p`, and the length of that is a convex function of `p`. So no vertex that only one
//! slot moves misses by more than the worst corner of the slot's box does (the box of all vertices that it
//! moves, see [`super::slot_bounds`]), and a vertex with several slots by no more than the worst of them.

use nalgebra::{Matrix4, Vector3};

use super::skinning::blended_matrix;
use super::{Aabb, AnimError, ClipIdx, ClipSampler, ClipTime, Pose, TransformMap, morph_weights};
use crate::asset::{Model, Skeleton, SkinSlot};

/// Gives the skin matrices of a model at one time of a clip after the other, without allocating.
#[derive(Debug)]
pub(super) struct SkinSampler<'a> {
    skeleton: &'a Skeleton,
    slots: &'a [SkinSlot],
    clip: ClipSampler<'a>,
    pose: Pose,
    model_from_joints: Vec<Matrix4<f32>>,
    skin: Vec<Matrix4<f32>>,
}

impl<'a> SkinSampler<'a> {
    pub(super) fn new(model: &'a Model, clip: &'a crate::asset::Clip) -> Self {
        Self {
            skeleton: &model.skeleton,
            slots: &model.slots,
            clip: ClipSampler::new(clip),
            pose: Pose::rest(&model.skeleton),
            model_from_joints: Vec::with_capacity(model.skeleton.joints().len()),
            skin: Vec::with_capacity(model.slots.len()),
        }
    }

    pub(super) fn skin_at(&mut self, time: ClipTime) -> &[Matrix4<f32>] {
        self.clip.sample_into(time, &mut self.pose);
        self.pose.model_from_joints_into(self.skeleton, &mut self.model_from_joints);
        super::pose::skin_matrices_into(&self.model_from_joints, self.slots, &mut self.skin);
        &self.skin
    }
}

/// The largest miss, squared, of the mix of two rows by `ratio`, over the corners of the slots' boxes.
pub(super) fn corner_error_squared(
    from: &[[[f32; 4]; 4]],
    to: &[[[f32; 4]; 4]],
    ratio: f32,
    exact: &[Matrix4<f32>],
    slot_bounds: &[Option<Aabb>],
) -> f32 {
    let mut worst = 0.0_f32;
    for (((from, to), exact), bounds) in from.iter().zip(to).zip(exact).zip(slot_bounds) {
        let Some(bounds) = bounds else { continue };
        let miss = |axis: usize| {
            let exact = exact.column(axis);
            Vector3::from_fn(|row, _| {
                from[axis][row] + (to[axis][row] - from[axis][row]) * ratio - exact[row]
            })
        };
        let (x, y, z, origin) = (miss(0), miss(1), miss(2), miss(3));
        let (center, half) = (bounds.center(), (bounds.max - bounds.min) * 0.5);
        let middle = x * center.x + y * center.y + z * center.z + origin;
        let (x, y, z) = (x * half.x, y * half.y, z * half.z);
        // Opposite corners in one go: |m + d|^2 and |m - d|^2 differ by the sign of 2 m.d.
        for diagonal in [x + y + z, x + y - z, x - y + z, x - y - z] {
            let both = middle.norm_squared() + diagonal.norm_squared();
            worst = worst.max(both + 2.0 * middle.dot(&diagonal).abs());
        }
    }
    worst
}

/// How far skinned vertices are from the exact pose half way between rows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VertexError {
    /// The largest distance, metres.
    pub max_m: f32,
    /// The mean over vertices and times, metres.
    pub mean_m: f64,
    /// Time of the largest distance on the clip's own time line, seconds.
    pub worst_time_s: f64,
    /// Vertices times moments that were measured.
    pub sample_count: u64,
}

/// Measures every vertex of the model half way between every two rows of a clip.
///
/// A clip of one row, and a model without vertices, have no error.
///
/// # Errors
/// There is no such clip.
pub fn measure_vertex_error(
    model: &Model,
    map: &TransformMap,
    clip: ClipIdx,
) -> Result<VertexError, AnimError> {
    let no_such_clip = || AnimError::NoSuchClip { clip: clip.index(), count: model.clips.len() };
    let source = model.clips.get(clip.index()).ok_or_else(no_such_clip)?;
    let rows = map.clips.get(clip.index()).ok_or_else(no_such_clip)?;
    let mut sampler = SkinSampler::new(model, source);
    let mut error = VertexError::default();
    let mut sum_m = 0.0;
    for row in 0..rows.row_count.saturating_sub(1) {
        let time_s = (rows.row_time_s(row) + rows.row_time_s(row + 1)) * 0.5;
        let time = ClipTime::new(time_s)?;
        let mut miss = map.mixed_row(u32::from(clip.0), row, row + 1, 0.5);
        for (mixed, exact) in miss.iter_mut().zip(sampler.skin_at(time)) {
            *mixed -= exact;
        }
        for mesh in &model.meshes {
            let weights = morph_weights(mesh, source, time);
            for (vertex, position) in mesh.vertices.positions.iter().enumerate() {
                let mut position = *position;
                for (target, weight) in mesh.morph_targets.iter().zip(&weights) {
                    position += target.positions.get(vertex).copied().unwrap_or_default() * *weight;
                }
                let distance_m =
                    (blended_matrix(mesh, vertex, &miss) * position.push(1.0)).xyz().norm();
                sum_m += f64::from(distance_m);
                error.sample_count += 1;
                if distance_m > error.max_m {
                    (error.max_m, error.worst_time_s) = (distance_m, time_s);
                }
            }
        }
    }
    if error.sample_count > 0 {
        #[expect(clippy::cast_precision_loss, reason = "a mean over fewer than 2^52 samples")]
        let count = error.sample_count as f64;
        error.mean_m = sum_m / count;
    }
    Ok(error)
}
