//! [`TransformMap`]: every pose of every clip as texels, ready to be one RGBA32F 2D image array.
//!
//! ```text
//!            slot 0        slot 1
//!          r0 r1 r2 r3   r0 r1 r2 r3  ..     width  = 4 texels a slot
//!  row 0   [ ][ ][ ][ ]  [ ][ ][ ][ ]        the pose at the clip's first key
//!  row 1   [ ][ ][ ][ ]  [ ][ ][ ][ ]        1 / rows_per_s later
//!   ..                                       height = most rows of any clip
//!  last    [ ][ ][ ][ ]  [ ][ ][ ][ ]        the pose at the clip's last key, repeated below
//! ```
//! One layer a clip. Texel `r` of a slot is row `r` of its skin matrix as Direct3D has it (row vectors:
//! `p_model = mul(p_mesh, M)`), which is column `r` of the matrix for column vectors that Rust has.
//! A model without clips has one layer with one row: its rest pose.
//!
//! Effects mix neighbouring rows component by component. That shortens what turns, by the cosine of half
//! the angle between two rows, and smears a STEP over one row's time; more rows make both smaller.

use nalgebra::Matrix4;

use super::{Aabb, extent_m};

/// Index of a clip in [`crate::asset::Model::clips`], and of its layer in the [`TransformMap`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClipIdx(pub u16);

impl ClipIdx {
    /// The index as a `usize`, for slices that run parallel to the clips.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What playback does at the last row of a clip (at the first one, when it plays backwards).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AtEnd {
    /// Goes on from the other end. The period is last key minus first key: a last key that equals the
    /// first, as in most loops, is not shown twice.
    #[default]
    Loop,
    /// As `Loop`, but blends from the last row to the first over one more row's time, for clips whose
    /// last key is one frame short of the first.
    LoopClosing,
    /// Holds the end and says that it is finished.
    Once,
}

/// Why the rows of a clip did not get denser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DensityLimit {
    /// The error bound is met.
    BoundMet,
    /// Rows per second are the key rate times [`super::MAX_KEY_ROWS`].
    KeyRows,
    /// The device's image height, or the bytes allowed, hold no more rows.
    RowCount,
}

/// The rows of one clip in the [`TransformMap`], and its timing.
///
/// Row `i` is the pose at `first_key_s + i / rows_per_s`; the last row is the one at `last_key_s`.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipRows {
    /// Name of the clip.
    pub name: String,
    /// Rows that hold poses of the clip, at least 1. A clip of no length has 1: it is a pose.
    pub row_count: u32,
    /// Rows a second of clip time, positive and finite.
    pub rows_per_s: f64,
    /// Time of row 0 on the clip's own time line.
    pub first_key_s: f64,
    /// Time of the last row; not before `first_key_s`.
    pub last_key_s: f64,
    /// Authored frames a second, positive and finite: what [`ClipRows::frame_count`] counts.
    pub frame_rate_per_s: f64,
    /// Lines a second of the grid that the keys are on, positive and finite: the frame rate, or a small
    /// multiple of it where some keys lie beside the frames. See [`super::KeyGrid`].
    pub key_rate_per_s: f64,
    /// Rows per line of that grid, 1 to [`super::MAX_KEY_ROWS`]. `rows_per_s` is `key_rate_per_s` times
    /// this, but for rounding to whole rows and for a [`DensityLimit::RowCount`].
    pub key_rows: u32,
    /// All keys lie on rows.
    pub keys_on_rows: bool,
    /// Largest distance in metres, at any vertex and between any two rows, between what mixing the rows
    /// gives and the exact pose. An upper estimate: see [`super::bake()`].
    pub error_m: f32,
    /// Why there are not more rows.
    pub limit: DensityLimit,
    /// A box around the model in every row.
    pub bounds: Aabb,
    /// What playback does at the end of the clip. The bake sets [`AtEnd::Loop`] for clips that
    /// end as they start ([`TransformMap::is_cycle`]) and [`AtEnd::Once`] for others.
    pub at_end: AtEnd,
}

impl ClipRows {
    /// Seconds from the first key to the last; 0 for a clip that is one pose.
    #[must_use]
    pub fn duration_s(&self) -> f64 {
        f64::from(self.row_count.saturating_sub(1)) / self.rows_per_s
    }

    /// Time of a row on the clip's own time line; of the last row for rows past the end.
    #[must_use]
    pub fn row_time_s(&self, row: u32) -> f64 {
        if row.saturating_add(1) >= self.row_count {
            self.last_key_s
        } else {
            self.first_key_s + f64::from(row) / self.rows_per_s
        }
    }

    /// Authored frames from the first key to the last, both counted: what the overlay's `CurrFrame` counts.
    #[must_use]
    pub fn frame_count(&self) -> u32 {
        to_u32(self.duration_s() * self.frame_rate_per_s).saturating_add(1)
    }

    /// Seconds after the first key at which an authored frame is shown; the last frame ends at the last key.
    #[must_use]
    pub fn frame_phase_s(&self, frame: u32) -> f64 {
        if frame.saturating_add(1) >= self.frame_count() {
            self.duration_s()
        } else {
            (f64::from(frame) / self.frame_rate_per_s).min(self.duration_s())
        }
    }

    /// The authored frame that is shown so many seconds after the first key, clamped to the clip.
    #[must_use]
    pub fn frame_at_phase(&self, phase_s: f64) -> u32 {
        if phase_s >= self.duration_s() {
            return self.frame_count() - 1;
        }
        // A frame counts from its own time on, give or take rounding.
        to_u32((phase_s * self.frame_rate_per_s + 1e-6).floor()).min(self.frame_count() - 1)
    }

    /// The authored frame so many frames after another one, as playback at speed 1 comes to it: a clip that
    /// plays once holds its ends; a loop goes round, without showing its last key and its first one both.
    #[must_use]
    pub fn frame_after(&self, frame: u32, steps: i64) -> u32 {
        let last = i64::from(self.frame_count() - 1);
        let target = i64::from(frame).saturating_add(steps);
        let target = match self.at_end {
            AtEnd::Once => target.clamp(0, last),
            AtEnd::Loop => target.rem_euclid(last.max(1)),
            AtEnd::LoopClosing => target.rem_euclid(last + 1),
        };
        u32::try_from(target).unwrap_or_default()
    }
}

/// The nearest `u32`; 0 for what is negative or not a number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturating is the purpose"
)]
pub(super) fn to_u32(value: f64) -> u32 {
    value.round() as u32
}

/// Every pose of every clip of a model. See the head of this file for the layout.
#[derive(Clone, Debug, PartialEq)]
pub struct TransformMap {
    /// Skin matrices a row.
    pub slot_count: usize,
    /// Rows a layer: the most of any clip, at least 1.
    pub row_count: u32,
    /// Layers, at least 1: the model without clips has one for its rest pose.
    pub layer_count: u32,
    /// `slot_count * 4 * row_count * layer_count` texels (R, G, B, A): layer by layer, row by row.
    pub texels: Vec<[f32; 4]>,
    /// One a clip of the model, in its order; empty for a model without clips.
    pub clips: Vec<ClipRows>,
    /// The box of every vertex in the rest pose.
    pub rest_bounds: Aabb,
}

impl TransformMap {
    /// Texels a row: four a slot.
    #[must_use]
    pub fn width_texels(&self) -> usize {
        self.slot_count * 4
    }

    /// Clips of the model; 0 means that the only layer is the rest pose.
    #[must_use]
    pub fn clip_count(&self) -> usize {
        self.clips.len()
    }

    /// Bytes of all texels.
    #[must_use]
    pub fn size_bytes(&self) -> usize {
        self.texels.len() * size_of::<[f32; 4]>()
    }

    /// The texels as bytes, as an image upload takes them.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(&self.texels)
    }

    /// The skin matrix (`model_from_mesh`, column vectors) that a slot has in a row of a layer.
    ///
    /// `None` outside of the map.
    #[must_use]
    pub fn skin_matrix(&self, slot: usize, row: u32, layer: u32) -> Option<Matrix4<f32>> {
        if slot >= self.slot_count || row >= self.row_count || layer >= self.layer_count {
            return None;
        }
        let line = layer as usize * self.row_count as usize + row as usize;
        let first = line * self.width_texels() + slot * 4;
        let columns = self.texels.get(first..first + 4)?;
        Some(Matrix4::from_fn(|row, column| columns[column][row]))
    }

    /// All skin matrices of a row, as an effect mixes them: `from` and `to` by `ratio` (0..1).
    ///
    /// Empty outside of the map.
    #[must_use]
    pub fn mixed_row(&self, layer: u32, from: u32, to: u32, ratio: f32) -> Vec<Matrix4<f32>> {
        (0..self.slot_count)
            .filter_map(|slot| {
                let (from, to) =
                    (self.skin_matrix(slot, from, layer)?, self.skin_matrix(slot, to, layer)?);
                Some(from + (to - from) * ratio)
            })
            .collect()
    }

    /// Whether a clip ends in the pose that it starts with, so that it can go round and round: no corner of the
    /// rest pose's box is carried further apart by the first and the last row than a twentieth of the box.
    ///
    /// True for a clip of one row, and for one that is not there.
    #[must_use]
    pub fn is_cycle(&self, clip: ClipIdx) -> bool {
        let Some(rows) = self.clips.get(clip.index()) else { return true };
        let (layer, last) = (u32::from(clip.0), rows.row_count.saturating_sub(1));
        let corners = self.rest_bounds.corners();
        let allowed_m = self.rest_bounds.diagonal() / 20.0;
        (0..self.slot_count).all(|slot| {
            let poses = self.skin_matrix(slot, 0, layer).zip(self.skin_matrix(slot, last, layer));
            poses.is_none_or(|(first, last)| {
                let drift = last - first;
                corners.iter().all(|corner| (drift * corner.push(1.0)).xyz().norm() <= allowed_m)
            })
        })
    }

    /// The model's extent in metres: the largest side of the rest pose's box, or 1 where it has no size.
    #[must_use]
    pub fn extent_m(&self) -> f32 {
        extent_m(&self.rest_bounds)
    }

    /// A box around the model in its rest pose and in every row of every clip.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.clips.iter().fold(self.rest_bounds, |bounds, clip| bounds.union(&clip.bounds))
    }
}
