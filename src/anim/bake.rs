//! [`bake()`]: the clips of a model to its [`TransformMap`].
//!
//! The rows of a clip lie evenly between its first and last key. There are as many a second as the grid of
//! its keys has lines (see [`KeyGrid`]), so that keys fall on rows, times an integer from 1 to
//! [`MAX_KEY_ROWS`]: the smallest one for which mixing neighbouring rows stays within the error bound.
//! Where so many rows would not fit, the clip gets as many as do. Then, and where the largest integer is
//! not enough, [`ClipRows::error_m`] says what was reached.

use std::sync::atomic::{AtomicUsize, Ordering};

use nalgebra::Matrix4;

use super::bake_error::{SkinSampler, corner_error_squared};
use super::key_grid::noise_s;
use super::transform_map::to_u32;
use super::{
    Aabb, AnimError, AtEnd, BakeLimits, BakeOptions, ClipIdx, ClipRows, ClipTime, DensityLimit,
    ErrorBound, FALLBACK_RATE_PER_S, KeyGrid, Pose, TransformMap, extent_m, rest_bounds,
    slot_bounds,
};
use crate::asset::{Clip, Model};

/// Largest integer that rows per second are raised over the key rate by.
pub const MAX_KEY_ROWS: u32 = 8;

const TEXEL_BYTES: u64 = size_of::<[f32; 4]>() as u64;

/// One skin matrix as four texels.
type SlotTexels = [[f32; 4]; 4];

/// Bakes every clip of a model.
///
/// [`ClipRows::error_m`] is measured half way between every two rows, where mixing is worst for steady
/// motion (and at the quarters, where keys are not on rows), at the corners of the box of the vertices
/// that each slot moves: no vertex misses by more then.
/// [`super::measure_vertex_error`] measures the vertices themselves.
///
/// ```
/// use sinew::anim::{BakeOptions, ErrorBound, bake};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let model = sinew::asset::load("assets/character.glb".as_ref())?;
/// let error_bound = ErrorBound::Metres(0.005);
/// let map = bake(&model, &BakeOptions { error_bound, ..BakeOptions::default() })?;
/// assert_eq!(map.width_texels(), 4 * map.slot_count);
/// assert!(map.clips.iter().all(|it| it.error_m <= 0.005));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The map would be wider, or have more layers, or more bytes, than allowed; the error bound is negative
/// or not a number; a matrix is not finite.
pub fn bake(model: &Model, options: &BakeOptions) -> Result<TransformMap, AnimError> {
    bake_with_progress(model, options, &|_| {})
}

/// As [`bake()`], and says how many clips are done after each of them, from any thread, in any order.
///
/// # Errors
/// As [`bake()`].
pub fn bake_with_progress(
    model: &Model,
    options: &BakeOptions,
    on_clips_done: &(dyn Fn(usize) + Sync),
) -> Result<TransformMap, AnimError> {
    let rest_bounds = rest_bounds(model);
    let (bound, bound_m) = match options.error_bound {
        ErrorBound::Relative(fraction) => (fraction, fraction * extent_m(&rest_bounds)),
        ErrorBound::Metres(metres) => (metres, metres),
    };
    if bound.is_nan() || bound < 0.0 {
        return Err(AnimError::ErrorBound { bound });
    }
    let max_rows = row_limit(model, &options.limits)?;
    if model.clips.is_empty() {
        return rest_map(model, rest_bounds);
    }
    let job = BakeJob { model, slot_bounds: slot_bounds(model), bound_m, max_rows };
    let baked = job.bake_all(on_clips_done)?;

    let row_count = baked.iter().map(|it| it.rows.row_count).max().unwrap_or(1);
    let (width, layer_rows) = (model.slots.len() * 4, row_count as usize);
    let mut texels: Vec<[f32; 4]> = Vec::with_capacity(width * layer_rows * baked.len());
    let mut clips = Vec::with_capacity(baked.len());
    for clip in baked {
        texels.extend_from_slice(clip.slots.as_flattened());
        let last_row = texels.len() - width..texels.len();
        for _ in clip.rows.row_count..row_count {
            texels.extend_from_within(last_row.clone());
        }
        clips.push(clip.rows);
    }
    let layer_count = u32::try_from(clips.len()).unwrap_or(u32::MAX);
    let mut map = TransformMap {
        slot_count: model.slots.len(),
        row_count,
        layer_count,
        texels,
        clips,
        rest_bounds,
    };
    // glTF does not say which clips loop. One that ends elsewhere than it starts would jump if it did.
    for clip in (0..=u16::MAX).map(ClipIdx).take(map.clips.len()) {
        if !map.is_cycle(clip) {
            map.clips[clip.index()].at_end = AtEnd::Once;
        }
    }
    Ok(map)
}

/// One row with the pose at one time of a clip: a map that shows exactly this pose.
///
/// The map has one layer and one clip with one row, whatever the model's clips are.
///
/// # Errors
/// A matrix is not finite.
pub fn bake_pose(model: &Model, clip: &Clip, time: ClipTime) -> Result<TransformMap, AnimError> {
    let job =
        BakeJob { model, slot_bounds: slot_bounds(model), bound_m: f32::INFINITY, max_rows: 1 };
    let baked = job.bake_rows(clip, &[time], &[])?;
    let mut rows = job.describe(clip, &KeyGrid::of(clip), &baked, 1, 1);
    (rows.first_key_s, rows.last_key_s) = (time.seconds(), time.seconds());
    Ok(TransformMap {
        slot_count: model.slots.len(),
        row_count: 1,
        layer_count: 1,
        texels: baked.slots.into_flattened(),
        clips: vec![rows],
        rest_bounds: rest_bounds(model),
    })
}

fn rest_map(model: &Model, rest_bounds: Aabb) -> Result<TransformMap, AnimError> {
    let skin = Pose::rest(&model.skeleton).skin_matrices(&model.skeleton, &model.slots);
    check_finite(model, "rest pose", 0.0, &skin)?;
    Ok(TransformMap {
        slot_count: model.slots.len(),
        row_count: 1,
        layer_count: 1,
        texels: skin.iter().flat_map(|it| it.data.0).collect(),
        clips: Vec::new(),
        rest_bounds,
    })
}

/// Checks width and layers; gives the most rows that a clip may have.
fn row_limit(model: &Model, limits: &BakeLimits) -> Result<u32, AnimError> {
    let (slot_count, layer_count) = (model.slots.len(), model.clips.len().max(1));
    let width_texels = slot_count * 4;
    if width_texels as u64 > u64::from(limits.max_width_texels) {
        return Err(AnimError::TooWide {
            model: model.name.clone(),
            width_texels,
            slot_count,
            max_width_texels: limits.max_width_texels,
        });
    }
    if layer_count as u64 > u64::from(limits.max_layers) {
        return Err(AnimError::TooManyLayers {
            model: model.name.clone(),
            layer_count,
            max_layers: limits.max_layers,
        });
    }
    let row_bytes = width_texels as u64 * TEXEL_BYTES * layer_count as u64;
    let affordable = limits.max_bytes.checked_div(row_bytes).unwrap_or(u64::MAX);
    if affordable < 2 {
        return Err(AnimError::TooLarge {
            model: model.name.clone(),
            needed_bytes: row_bytes * 2,
            layer_count,
            max_bytes: limits.max_bytes,
        });
    }
    Ok(limits.max_rows.min(u32::try_from(affordable).unwrap_or(u32::MAX)))
}

fn check_finite(
    model: &Model,
    clip: &str,
    time_s: f64,
    skin: &[Matrix4<f32>],
) -> Result<(), AnimError> {
    match skin.iter().position(|matrix| !matrix.iter().all(|it| it.is_finite())) {
        None => Ok(()),
        Some(slot) => {
            let joint = model.slots[slot].joint.index();
            let joint_name = model.skeleton.joints().get(joint).map(|it| it.name.clone());
            Err(AnimError::NotFinite {
                slot,
                joint,
                joint_name: joint_name.unwrap_or_default(),
                clip: clip.to_owned(),
                time_s,
            })
        }
    }
}

struct BakeJob<'a> {
    model: &'a Model,
    slot_bounds: Vec<Option<Aabb>>,
    bound_m: f32,
    max_rows: u32,
}

/// The matrices of a clip, row by row, and how far mixing them misses.
struct BakedRows {
    slots: Vec<SlotTexels>,
    row_count: u32,
    error_m: f32,
}

struct BakedClip {
    rows: ClipRows,
    slots: Vec<SlotTexels>,
}

impl BakeJob<'_> {
    /// Bakes all clips, on as many threads as the machine has.
    fn bake_all(
        &self,
        on_clips_done: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<BakedClip>, AnimError> {
        let clips = &self.model.clips;
        let thread_count =
            std::thread::available_parallelism().map_or(1, usize::from).min(clips.len());
        let (next, done_count) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            let mut done = Vec::new();
            while let Some((index, clip)) = {
                let index = next.fetch_add(1, Ordering::Relaxed);
                clips.get(index).map(|clip| (index, clip))
            } {
                done.push((index, self.bake_clip(clip)));
                on_clips_done(done_count.fetch_add(1, Ordering::Relaxed) + 1);
            }
            done
        };
        let mut done = std::thread::scope(|scope| {
            let others: Vec<_> = (1..thread_count).map(|_| scope.spawn(work)).collect();
            let mut done = work();
            for other in others {
                match other.join() {
                    Ok(part) => done.extend(part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            done
        });
        done.sort_unstable_by_key(|(index, _)| *index);
        done.into_iter().map(|(_, clip)| clip).collect()
    }

    fn bake_clip(&self, clip: &Clip) -> Result<BakedClip, AnimError> {
        let grid = KeyGrid::of(clip);
        let (first, last) = (ClipTime::of_key(clip.first_key_s), ClipTime::of_key(clip.last_key_s));
        let duration_s = last.seconds() - first.seconds();
        if duration_s <= noise_s(last.seconds()) {
            let baked = self.bake_rows(clip, &[first], &[])?;
            let rows = self.describe(clip, &grid, &baked, 1, 1);
            return Ok(BakedClip { rows, slots: baked.slots });
        }
        let max_steps = self.max_rows.max(2) - 1;
        let mut best: Option<(u32, u32, BakedRows)> = None;
        for key_rows in 1..=MAX_KEY_ROWS {
            if let Some((best_key_rows, wanted, baked)) = &best {
                // The miss falls with the square of the density at best: skip what cannot be enough.
                let needed =
                    f64::from(*best_key_rows) * f64::from(baked.error_m / self.bound_m).sqrt();
                if f64::from(key_rows) < needed.floor() && key_rows < MAX_KEY_ROWS {
                    continue;
                }
                if *wanted > max_steps {
                    break;
                }
            }
            let wanted = to_u32(duration_s * grid.key_rate_per_s * f64::from(key_rows)).max(1);
            let step_count = wanted.min(max_steps);
            let times = row_times(&grid.key_times_s, first.seconds(), last.seconds(), step_count)?;
            // Without a key between two rows the miss is largest half way; a key may be anywhere.
            let keys_on_rows = grid.holds_all_keys && step_count == wanted;
            let fractions: &[f32] = if keys_on_rows { &[0.5] } else { &[0.25, 0.5, 0.75] };
            let baked = self.bake_rows(clip, &times, fractions)?;
            let is_enough = baked.error_m <= self.bound_m;
            // Rows cannot make the miss at a STEP smaller, only shorter: of equals, the denser one is better.
            if best.as_ref().is_none_or(|(_, _, it)| baked.error_m < it.error_m * 1.001) {
                best = Some((key_rows, wanted, baked));
            }
            if is_enough {
                break;
            }
        }
        let (key_rows, wanted, baked) = match best {
            Some(best) => best,
            // Not reached: the first number of rows is always tried.
            None => (1, 0, self.bake_rows(clip, &[first], &[])?),
        };
        let rows = self.describe(clip, &grid, &baked, key_rows, wanted.saturating_add(1));
        Ok(BakedClip { rows, slots: baked.slots })
    }

    /// Samples a clip at rising times, and measures at `fractions` of the way between them, which rise too.
    fn bake_rows(
        &self,
        clip: &Clip,
        times: &[ClipTime],
        fractions: &[f32],
    ) -> Result<BakedRows, AnimError> {
        let slot_count = self.model.slots.len();
        let mut sampler = SkinSampler::new(self.model, clip);
        let mut slots: Vec<SlotTexels> = Vec::with_capacity(slot_count * times.len());
        let mut exact: Vec<Matrix4<f32>> = Vec::with_capacity(slot_count * fractions.len());
        let mut error_squared = 0.0_f32;
        let mut previous: Option<ClipTime> = None;
        for time in times {
            // What is between the rows comes first, so that the sampler sees rising times; it is compared
            // once both rows are there.
            exact.clear();
            if let Some(previous) = previous {
                let step_s = time.seconds() - previous.seconds();
                for fraction in fractions {
                    let between = previous.seconds() + step_s * f64::from(*fraction);
                    exact.extend_from_slice(sampler.skin_at(ClipTime::new(between)?));
                }
            }
            let skin = sampler.skin_at(*time);
            check_finite(self.model, &clip.name, time.seconds(), skin)?;
            slots.extend(skin.iter().map(|it| it.data.0));
            if previous.is_some() && slot_count > 0 {
                let (from, to) = slots[slots.len() - 2 * slot_count..].split_at(slot_count);
                for (exact, fraction) in exact.chunks_exact(slot_count).zip(fractions) {
                    let squared =
                        corner_error_squared(from, to, *fraction, exact, &self.slot_bounds);
                    error_squared = error_squared.max(squared);
                }
            }
            previous = Some(*time);
        }
        let row_count = u32::try_from(times.len()).unwrap_or(u32::MAX);
        Ok(BakedRows { slots, row_count, error_m: error_squared.sqrt() })
    }

    fn describe(
        &self,
        clip: &Clip,
        grid: &KeyGrid,
        baked: &BakedRows,
        key_rows: u32,
        wanted_row_count: u32,
    ) -> ClipRows {
        let first_key_s = ClipTime::of_key(clip.first_key_s).seconds();
        let is_pose = baked.row_count <= 1;
        let last_key_s =
            if is_pose { first_key_s } else { ClipTime::of_key(clip.last_key_s).seconds() };
        let steps = f64::from(baked.row_count.saturating_sub(1));
        let rows_per_s =
            if is_pose { FALLBACK_RATE_PER_S } else { steps / (last_key_s - first_key_s) };
        let limit = if baked.error_m <= self.bound_m {
            DensityLimit::BoundMet
        } else if baked.row_count < wanted_row_count {
            DensityLimit::RowCount
        } else {
            DensityLimit::KeyRows
        };
        let keys_on_rows = is_pose || (grid.holds_all_keys && baked.row_count == wanted_row_count);
        ClipRows {
            name: clip.name.clone(),
            row_count: baked.row_count,
            rows_per_s,
            first_key_s,
            last_key_s,
            frame_rate_per_s: grid.frame_rate_per_s,
            key_rate_per_s: grid.key_rate_per_s,
            key_rows,
            keys_on_rows,
            error_m: baked.error_m,
            limit,
            bounds: self.bounds_of_rows(&baked.slots),
            at_end: AtEnd::default(),
        }
    }

    fn bounds_of_rows(&self, slots: &[SlotTexels]) -> Aabb {
        let slot_bounds = self.slot_bounds.iter().cycle();
        let moved = slots.iter().zip(slot_bounds).filter_map(|(texels, bounds)| {
            Some(bounds.as_ref()?.transformed(&Matrix4::from(*texels)))
        });
        moved.reduce(|all, one| all.union(&one)).unwrap_or_default()
    }
}

/// Times of `step_count + 1` rows, the first and the last at the ends.
///
/// A row that differs from a key by no more than rounding is at the key, so that a STEP is not missed.
fn row_times(
    key_times_s: &[f64],
    first_s: f64,
    last_s: f64,
    step_count: u32,
) -> Result<Vec<ClipTime>, AnimError> {
    let mut keys = key_times_s.iter().copied().peekable();
    (0..=step_count)
        .map(|row| {
            let time_s = first_s + (last_s - first_s) * f64::from(row) / f64::from(step_count);
            let tolerance_s = noise_s(time_s);
            while keys.next_if(|key_s| *key_s < time_s - tolerance_s).is_some() {}
            let key_s = keys.peek().copied().filter(|key_s| *key_s <= time_s + tolerance_s);
            ClipTime::new(key_s.unwrap_or(time_s))
        })
        .collect()
}
