//! [`KeyGrid`]: the rate a clip was authored at and the grid its keys are on, found from its key times.
//!
//! Exporters store key times as rounded `f32`, start them at an odd offset, and leave gaps. So a time
//! counts as on a grid when it lies within a fortieth of a step. In this order, the rate is:
//!
//! 1. the rate of the closest keys, where all keys lie on its grid and it is a plausible frame rate;
//! 2. a usual frame rate whose grid holds all keys (the keys are sparse: only some frames have one);
//! 3. a multiple of the rate of the closest keys, where they are sparse and no usual rate fits;
//! 4. the rate of most of the keys, where a few others lie beside its grid (Fox's Run: after a gap,
//!    keys lie at 0.8 of a frame); the grid is then the coarsest of its multiples that holds all keys;
//! 5. [`FALLBACK_RATE_PER_S`], where no grid holds the keys.

use crate::asset::Clip;

/// Authored frames a second of a clip whose keys lie on no grid, or that has a single key.
pub const FALLBACK_RATE_PER_S: f64 = 30.0;

/// Largest multiple of the frame rate that is tried as the grid of keys beside the frames.
const MAX_GRID_FACTOR: u32 = 8;

/// Frame rates that people animate at, the commonest first.
const USUAL_RATES_PER_S: [f64; 6] = [30.0, 24.0, 25.0, 60.0, 50.0, 48.0];

/// Closest keys at fewer a second than this are sparse keys, not frames.
const LOWEST_FRAME_RATE_PER_S: f64 = 10.0;

/// Closest keys at more a second than this are frames only when most keys are that close.
const HIGHEST_FRAME_RATE_PER_S: f64 = 250.0;

/// Sparse keys on no usual grid are filled up to at least this rate.
const SPARSE_FILL_RATE_PER_S: f64 = 24.0;

/// How far from a grid line a key still counts as on it, in steps.
const ON_GRID_STEPS: f64 = 0.025;

/// How far apart two key times may be to be the same instant, in seconds.
pub(super) fn noise_s(time_s: f64) -> f64 {
    (4.0 * f64::from(f32::EPSILON) * time_s.abs()).max(1e-6)
}

/// The authored frame rate of a clip, the grid of its keys, and its key times.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyGrid {
    /// Authored frames a second, positive and finite.
    pub frame_rate_per_s: f64,
    /// Grid lines a second: the frame rate times a small integer, mostly 1. From the first key to the last
    /// there is a whole number of steps, unless no grid holds the keys.
    pub key_rate_per_s: f64,
    /// All keys lie on the grid.
    pub holds_all_keys: bool,
    /// Key times of all tracks in seconds, rising; times closer than rounding are one, the latest of them.
    pub key_times_s: Vec<f64>,
}

impl KeyGrid {
    /// Finds the grid of a clip's keys, those of morph weights included.
    #[must_use]
    pub fn of(clip: &Clip) -> Self {
        let key_times_s = merged_key_times_s(clip);
        let (frame_rate_per_s, grid_factor) = find_rate(&key_times_s);
        Self {
            frame_rate_per_s,
            key_rate_per_s: frame_rate_per_s * f64::from(grid_factor.unwrap_or(1)),
            holds_all_keys: grid_factor.is_some(),
            key_times_s,
        }
    }
}

fn merged_key_times_s(clip: &Clip) -> Vec<f64> {
    let joint_tracks = clip.joints.iter().flat_map(|joint| {
        let translation = joint.translation.as_ref().map(|it| &it.times_s);
        let rotation = joint.rotation.as_ref().map(|it| &it.times_s);
        let scale = joint.scale.as_ref().map(|it| &it.times_s);
        [translation, rotation, scale].into_iter().flatten()
    });
    let morph_tracks = clip.morphs.iter().map(|morph| &morph.track.times_s);
    let mut times_s: Vec<f32> = Vec::new();
    let mut previous: &[f32] = &[];
    for track in joint_tracks.chain(morph_tracks) {
        // Exporters mostly give every track the same times.
        if track != previous {
            times_s.extend(track.iter().filter(|it| it.is_finite()));
            previous = track;
        }
    }
    times_s.sort_unstable_by(f32::total_cmp);
    let mut merged: Vec<f64> = Vec::new();
    let mut cluster_start_s = f64::NEG_INFINITY;
    for time_s in times_s.into_iter().map(f64::from) {
        if time_s - cluster_start_s > noise_s(time_s) {
            cluster_start_s = time_s;
            merged.push(time_s);
        } else if let Some(last) = merged.last_mut() {
            // The latest of a cluster: there, a STEP track of any of them shows its new value.
            *last = time_s;
        }
    }
    merged
}

/// The authored rate, and the smallest multiple of it on whose grid all keys lie.
fn find_rate(times_s: &[f64]) -> (f64, Option<u32>) {
    let (Some(first_s), Some(last_s)) = (times_s.first(), times_s.last()) else {
        return (FALLBACK_RATE_PER_S, Some(1));
    };
    let duration_s = last_s - first_s;
    let mut gaps_s: Vec<f64> = times_s.windows(2).map(|pair| pair[1] - pair[0]).collect();
    gaps_s.sort_unstable_by(f64::total_cmp);
    let (Some(smallest_s), Some(median_s)) = (gaps_s.first(), gaps_s.get(gaps_s.len() / 2)) else {
        return (FALLBACK_RATE_PER_S, Some(1));
    };
    // A grid has whole steps from the first key to the last.
    let whole = |rate_per_s: f64| (duration_s * rate_per_s).round().max(1.0) / duration_s;
    let holds_all = |rate_per_s: f64| times_s.iter().all(|it| is_on_grid(it - first_s, rate_per_s));

    let closest_per_s = whole(1.0 / mean_near(&gaps_s, *smallest_s));
    let usual_per_s = 1.0 / mean_near(&gaps_s, *median_s);
    let closest_fits = holds_all(closest_per_s);
    let is_frame_rate = closest_per_s >= LOWEST_FRAME_RATE_PER_S
        && (closest_per_s <= HIGHEST_FRAME_RATE_PER_S || usual_per_s > 0.5 * closest_per_s);
    if closest_fits && is_frame_rate {
        return (closest_per_s, Some(1));
    }
    let usual = USUAL_RATES_PER_S.into_iter().find(|rate| holds_all(*rate));
    if let Some(rate) = usual {
        return (whole(rate), Some(1));
    }
    let filled = |rate: f64| rate * (SPARSE_FILL_RATE_PER_S / rate).ceil().max(1.0);
    if closest_fits && closest_per_s < LOWEST_FRAME_RATE_PER_S {
        return (filled(closest_per_s), Some(1));
    }
    let near_median =
        gaps_s.iter().filter(|it| (*it / median_s - 1.0).abs() < ON_GRID_STEPS).count();
    let frame_rates = LOWEST_FRAME_RATE_PER_S..=HIGHEST_FRAME_RATE_PER_S;
    if 2 * near_median >= gaps_s.len() && frame_rates.contains(&usual_per_s) {
        for factor in 2..=MAX_GRID_FACTOR {
            let finer_per_s = whole(usual_per_s * f64::from(factor));
            if holds_all(finer_per_s) {
                return (finer_per_s / f64::from(factor), Some(factor));
            }
        }
        return (usual_per_s, None);
    }
    for factor in 2..=MAX_GRID_FACTOR {
        let finer_per_s = whole(closest_per_s * f64::from(factor));
        if finer_per_s <= HIGHEST_FRAME_RATE_PER_S && holds_all(finer_per_s) {
            return (filled(finer_per_s), Some(1));
        }
    }
    (FALLBACK_RATE_PER_S, None)
}

fn is_on_grid(offset_s: f64, rate_per_s: f64) -> bool {
    let steps = offset_s * rate_per_s;
    (steps - steps.round()).abs() <= ON_GRID_STEPS + noise_s(offset_s) * rate_per_s
}

/// The mean of the gaps within a tenth of `gap_s`: rounding of single key times averages out.
fn mean_near(gaps_s: &[f64], gap_s: f64) -> f64 {
    let (mut sum_s, mut count) = (0.0, 0.0);
    for gap in gaps_s.iter().filter(|it| (*it / gap_s - 1.0).abs() < 0.1) {
        sum_s += gap;
        count += 1.0;
    }
    if count > 0.0 { sum_s / count } else { gap_s }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anim::fixtures::turning_clip;

    #[track_caller]
    fn check(times_s: &[f32], frame_rate_per_s: f64, grid_factor: Option<u32>) {
        let grid = KeyGrid::of(&turning_clip("test", times_s, 90.0));
        assert_eq!(grid.holds_all_keys, grid_factor.is_some(), "{grid:?}");
        let relative = grid.frame_rate_per_s / frame_rate_per_s - 1.0;
        assert!(relative.abs() < 1e-4, "{} instead of {frame_rate_per_s}", grid.frame_rate_per_s);
        let factor = grid.key_rate_per_s / grid.frame_rate_per_s;
        assert!((factor - f64::from(grid_factor.unwrap_or(1))).abs() < 1e-9, "{factor}");
    }

    fn at_rate(rate: f64, frames: impl IntoIterator<Item = f64>) -> Vec<f32> {
        #[expect(clippy::cast_possible_truncation, reason = "files store f32")]
        frames.into_iter().map(|frame| (frame / rate) as f32).collect()
    }

    fn whole(range: std::ops::Range<u32>) -> impl Iterator<Item = f64> {
        range.map(f64::from)
    }

    #[test]
    fn a_key_each_frame() {
        for rate in [12.0, 15.0, 24.0, 25.0, 29.97, 30.0, 48.0, 60.0, 120.0, 240.0, 1000.0] {
            check(&at_rate(rate, whole(0..77)), rate, Some(1));
            // Blender starts at frame 1; long clips are where f32 is coarse.
            check(&at_rate(rate, whole(1..84)), rate, Some(1));
            check(&at_rate(rate, whole(0..20_000)), rate, Some(1));
            check(&at_rate(rate, [0.0, 1.0]), rate, Some(1));
        }
    }

    #[test]
    fn times_rounded_to_a_millisecond() {
        let times_s: Vec<f32> =
            at_rate(30.0, whole(0..300)).iter().map(|it| (it * 1000.0).round() / 1000.0).collect();
        check(&times_s, 30.0, Some(1));
    }

    #[test]
    fn gaps_of_whole_frames() {
        check(&at_rate(30.0, [0.0, 1.0, 2.0, 7.0, 8.0, 20.0]), 30.0, Some(1));
        check(&at_rate(24.0, [0.0, 2.0, 5.0, 9.0, 11.0, 48.0]), 24.0, Some(1));
        check(&at_rate(25.0, [0.0, 2.0, 5.0, 8.0]), 25.0, Some(1));
    }

    #[test]
    fn sparse_keys_are_filled_to_frames() {
        check(&[0.0, 0.5, 1.0, 2.0], 30.0, Some(1));
        check(&[0.0, 2.0], 30.0, Some(1));
        // 0.28 s is seven frames at 25 and fits no other usual rate.
        check(&[0.0, 0.28, 0.56], 25.0, Some(1));
        // 7 keys in 5.3 s fit no usual rate: 24 frames a second or a little more.
        let grid = KeyGrid::of(&turning_clip("test", &[0.0, 0.371, 0.742, 1.113], 90.0));
        assert!((24.0..28.0).contains(&grid.key_rate_per_s), "{}", grid.key_rate_per_s);
        assert!(grid.holds_all_keys);
    }

    #[test]
    fn keys_beside_the_grid_after_a_gap() {
        let frames = whole(0..17).chain(whole(0..8).map(|it| it + 20.8));
        check(&at_rate(24.0, frames), 24.0, Some(5));
    }

    #[test]
    fn irregular_keys_fall_back() {
        check(&[0.0, 0.013, 0.137, 0.2891, 0.4443, 0.7017, 1.0331], FALLBACK_RATE_PER_S, None);
    }

    #[test]
    fn a_pair_of_close_keys_is_not_a_rate() {
        // A cut: two keys 0.1 ms apart in a clip of 25 frames a second.
        let mut times_s = at_rate(25.0, whole(0..50));
        times_s.insert(21, times_s[20] + 1e-4);
        check(&times_s, 25.0, Some(1));
    }

    #[test]
    fn one_key_and_none() {
        check(&[0.7], FALLBACK_RATE_PER_S, Some(1));
        check(&[0.7, 0.700_000_1], FALLBACK_RATE_PER_S, Some(1));
        let mut clip = turning_clip("test", &[0.0], 0.0);
        clip.joints.clear();
        assert_eq!(KeyGrid::of(&clip).key_times_s, Vec::<f64>::new());
    }

    #[test]
    fn tracks_with_different_times_share_one_grid() {
        let mut clip = turning_clip("test", &at_rate(30.0, whole(0..31)), 90.0);
        let mut late =
            turning_clip("late", &at_rate(30.0, [5.0, 9.0, 44.0]), 10.0).joints.remove(1);
        late.scale = None;
        clip.joints[2] = late;
        let grid = KeyGrid::of(&clip);
        assert!((grid.key_rate_per_s - 30.0).abs() < 1e-3);
        assert_eq!(grid.key_times_s.len(), 32);
    }

    #[test]
    fn times_of_any_size_give_a_rate() {
        for times_s in
            [&[0.0, 1e-30][..], &[0.0, 1e30], &[0.0, 1e-30, 1e30], &[1e30, 2e30, f32::MAX]]
        {
            let grid = KeyGrid::of(&turning_clip("test", times_s, 90.0));
            assert!(grid.key_rate_per_s.is_finite() && grid.key_rate_per_s > 0.0, "{times_s:?}");
        }
    }
}
