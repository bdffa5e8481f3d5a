//! Playback against the faults that SEEDS.md 2.1 lists, each by its number.

use super::fixtures::{Dice, arm, frames, turning_clip};
use super::{
    Animator, AtEnd, BakeOptions, ClipIdx, ClipRows, ErrorBound, KeyframeDesc, TweenFrameDesc,
    bake, wrap_clip, wrap_index,
};

const RATES_PER_S: [f64; 14] =
    [15.0, 20.0, 24.0, 30.0, 50.0, 60.0, 75.0, 90.0, 100.0, 120.0, 144.0, 165.0, 240.0, 1000.0];

/// Clips of 30 frames a second with one row a frame, baked from frame counts.
fn clips(frame_counts: &[u16]) -> Vec<ClipRows> {
    let mut model = arm();
    model.clips = frame_counts
        .iter()
        .map(|count| turning_clip(&format!("{count} frames"), &frames(30.0, *count), 90.0))
        .collect();
    let one_row_a_frame =
        BakeOptions { error_bound: ErrorBound::Metres(1e9), ..BakeOptions::default() };
    let mut clips = bake(&model, &one_row_a_frame).unwrap().clips;
    for (clip, count) in clips.iter_mut().zip(frame_counts) {
        // The bake finds that a turn which stops short is no cycle; these tests are about loops all the same.
        assert!(*count == 1 || clip.at_end == AtEnd::Once);
        clip.at_end = AtEnd::Loop;
        assert_eq!(clip.row_count, u32::from(*count));
        assert!(*count == 1 || (clip.rows_per_s - 30.0).abs() < 1e-4, "{}", clip.rows_per_s);
    }
    clips
}

fn place(desc: &KeyframeDesc) -> f64 {
    f64::from(desc.curr_frame) + f64::from(desc.ratio)
}

/// Rows that a clip has moved through since its start, counting the loops, as seen in descriptors alone.
struct Odometer {
    period_rows: f64,
    last: f64,
    total: f64,
}

impl Odometer {
    fn new(clip: &ClipRows) -> Self {
        Self { period_rows: f64::from(clip.row_count - 1), last: 0.0, total: 0.0 }
    }

    fn read(&mut self, desc: &KeyframeDesc) {
        let now = place(desc);
        self.total += (now - self.last).rem_euclid(self.period_rows);
        self.last = now;
    }
}

/// Percent of the right speed after 20 s, and the largest ratio seen.
fn speed_percent(
    rate_per_s: f64,
    mut step: impl FnMut(f64) -> KeyframeDesc,
    clip: &ClipRows,
) -> (f64, f32) {
    let mut odometer = Odometer::new(clip);
    let mut max_ratio = 0.0_f32;
    let mut elapsed_s = 0.0;
    while elapsed_s < 20.0 - 1e-9 {
        let desc = step(1.0 / rate_per_s);
        elapsed_s += 1.0 / rate_per_s;
        assert!(desc.curr_frame < clip.row_count && desc.next_frame < clip.row_count);
        assert!(desc.ratio >= 0.0);
        max_ratio = max_ratio.max(desc.ratio);
        odometer.read(&desc);
    }
    (100.0 * odometer.total / (elapsed_s * clip.rows_per_s), max_ratio)
}

#[test]
fn t1_t2_t3_t4_both_branches_play_at_full_speed_at_every_frame_rate() {
    let clips = clips(&[31, 77]);
    for rate_per_s in RATES_PER_S {
        let mut alone = Animator::new(&clips);
        let (percent, max_ratio) = speed_percent(
            rate_per_s,
            |dt_s| {
                alone.advance(&clips, dt_s).unwrap();
                alone.to_desc(&clips).curr
            },
            &clips[0],
        );
        assert!(
            (percent - 100.0).abs() < 0.01 && max_ratio < 1.0,
            "curr at {rate_per_s}: {percent}"
        );

        let mut fading = Animator::new(&clips);
        fading.start_tween(&clips, ClipIdx(1), 1000.0).unwrap();
        let mut both = Odometer::new(&clips[0]);
        let (percent, max_ratio) = speed_percent(
            rate_per_s,
            |dt_s| {
                fading.advance(&clips, dt_s).unwrap();
                both.read(&fading.to_desc(&clips).curr);
                fading.to_desc(&clips).next
            },
            &clips[1],
        );
        assert!(
            (percent - 100.0).abs() < 0.01 && max_ratio < 1.0,
            "next at {rate_per_s}: {percent}"
        );
        let curr_percent = 100.0 * both.total / (20.0 * clips[0].rows_per_s);
        assert!((curr_percent - 100.0).abs() < 0.6, "curr during a tween: {curr_percent}");
    }
}

/// The seed's own stepping, for the check above to be checked: it must see what is wrong with it.
#[test]
fn the_speed_check_sees_the_faults_of_the_seed() {
    let clips = clips(&[601]);
    // Speed of curr, speed of next, largest ratio of next (SEEDS.md 7.1).
    let expected = [
        (15.0, 50.0, 25.0, 2.0),
        (20.0, 66.7, 33.3, 1.5),
        (24.0, 80.0, 40.0, 1.25),
        (50.0, 83.3, 55.5, 1.2),
        (60.0, 100.0, 66.7, 1.0),
        (144.0, 96.0, 80.0, 1.04),
        (1000.0, 98.0, 95.2, 1.0),
    ];
    let is_right =
        |(percent, max_ratio): (f64, f32)| (percent - 100.0).abs() < 0.01 && max_ratio < 1.0;
    for (rate_per_s, curr_percent, next_percent, max_next_ratio) in expected {
        // Whole multiples of the step are where the seed depends on rounding; nudge them to one side.
        let nudge = 1.0 + 1e-9;
        let (mut frame, mut sum_s) = (0_u32, 0.0_f64);
        let seen = speed_percent(
            rate_per_s,
            |dt_s| {
                sum_s += dt_s * nudge;
                if sum_s >= 1.0 / 30.0 {
                    (frame, sum_s) = ((frame + 1) % 601, 0.0);
                }
                desc(frame, sum_s * 30.0)
            },
            &clips[0],
        );
        // 600 frames are 100 percent of 20 s. Where the seed is exact, the check must agree.
        let steps_percent = f64::from(frame) / 6.0;
        assert!(
            (steps_percent - curr_percent).abs() < 0.2,
            "curr at {rate_per_s}: {steps_percent}"
        );
        assert_eq!(is_right(seen), curr_percent > 99.9, "curr at {rate_per_s}: {seen:?}");

        let (mut frame, mut sum_s, mut ratio) = (0_u32, 0.0_f64, 0.0_f64);
        let seen = speed_percent(
            rate_per_s,
            |dt_s| {
                sum_s += dt_s * nudge;
                // The ratio of the update before: the step comes one update late.
                if ratio >= 1.0 {
                    (frame, sum_s) = ((frame + 1) % 601, 0.0);
                }
                ratio = sum_s * 30.0;
                desc(frame, ratio)
            },
            &clips[0],
        );
        let steps_percent = f64::from(frame) / 6.0;
        assert!(
            (steps_percent - next_percent).abs() < 0.2,
            "next at {rate_per_s}: {steps_percent}"
        );
        assert!(
            (f64::from(seen.1) - max_next_ratio).abs() < 0.05,
            "ratio at {rate_per_s}: {}",
            seen.1
        );
        assert!(!is_right(seen), "next at {rate_per_s}: {seen:?}");
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a test's ratio")]
fn desc(frame: u32, ratio: f64) -> KeyframeDesc {
    KeyframeDesc {
        curr_frame: frame,
        next_frame: (frame + 1) % 601,
        ratio: ratio as f32,
        ..Default::default()
    }
}

#[test]
fn t5_the_first_interval_moves() {
    let clips = clips(&[31, 77]);
    let mut animator = Animator::new(&clips);
    assert_eq!(animator.to_desc(&clips).curr.next_frame, 1);
    animator.start_tween(&clips, ClipIdx(1), 1.0).unwrap();
    assert_eq!(animator.to_desc(&clips).next.next_frame, 1);
    animator.advance(&clips, 0.5 / 30.0).unwrap();
    let desc = animator.to_desc(&clips);
    for side in [desc.curr, desc.next] {
        assert_eq!((side.curr_frame, side.next_frame), (0, 1));
        assert!((side.ratio - 0.5).abs() < 1e-4);
        assert!((side.sum_time - 0.5 / 30.0).abs() < 1e-6);
    }
}

#[test]
fn t6_speed_zero_freezes_and_negative_speed_plays_backwards() {
    let clips = clips(&[31]);
    let mut animator = Animator::new(&clips);
    animator.advance(&clips, 10.25 / 30.0).unwrap();
    let before = animator.to_desc(&clips).curr;
    animator.set_speed(0.0).unwrap();
    animator.advance(&clips, 3.0).unwrap();
    let frozen = animator.to_desc(&clips).curr;
    assert_eq!(KeyframeDesc { speed: 1.0, ..frozen }, before);
    assert!((frozen.ratio - 0.25).abs() < 1e-4);

    animator.set_speed(-1.0).unwrap();
    animator.advance(&clips, 0.5 / 30.0).unwrap();
    let back = animator.to_desc(&clips).curr;
    assert_eq!((back.curr_frame, back.next_frame), (9, 10));
    assert!((back.ratio - 0.75).abs() < 1e-4);
    // Past the first key it goes on from the last one.
    animator.advance(&clips, 10.0 / 30.0).unwrap();
    let wrapped = animator.to_desc(&clips).curr;
    assert_eq!((wrapped.curr_frame, wrapped.next_frame), (29, 30));
    assert!((wrapped.ratio - 0.75).abs() < 1e-3);
}

#[test]
fn t6_backwards_is_as_fast_as_forwards_at_every_frame_rate() {
    let clips = clips(&[31]);
    for rate_per_s in RATES_PER_S {
        let mut animator = Animator::new(&clips);
        animator.set_speed(-1.0).unwrap();
        let (percent, max_ratio) = speed_percent(
            rate_per_s,
            |dt_s| {
                animator.advance(&clips, dt_s).unwrap();
                let desc = animator.to_desc(&clips).curr;
                // Seen in a mirror, it plays forwards.
                let mirrored = (30.0 - place(&desc)).rem_euclid(30.0);
                let curr_frame = super::transform_map::to_u32(mirrored.floor());
                #[expect(clippy::cast_possible_truncation, reason = "a test's ratio")]
                let ratio = mirrored.fract() as f32;
                KeyframeDesc { curr_frame, ratio, ..desc }
            },
            &clips[0],
        );
        assert!((percent - 100.0).abs() < 0.01 && max_ratio <= 1.0, "at {rate_per_s}: {percent}");
    }
}

#[test]
fn t7_t10_no_clips_and_clips_of_one_frame() {
    let mut none = Animator::new(&[]);
    none.advance(&[], 0.1).unwrap();
    assert_eq!(none.to_desc(&[]), TweenFrameDesc::default());
    assert!(none.start_tween(&[], ClipIdx(0), 1.0).unwrap_err().to_string().contains("0 clips"));
    none.seek_frame(&[], 3);
    assert_eq!((none.frame(&[]), wrap_clip(5, 0), wrap_index(-1, 0)), (0, None, None));

    let clips = clips(&[1, 31]);
    let mut pose = Animator::new(&clips);
    for speed in [1.0, -1.0] {
        pose.set_speed(speed).unwrap();
        pose.advance(&clips, 12.3).unwrap();
        let desc = pose.to_desc(&clips).curr;
        assert_eq!((desc.curr_frame, desc.next_frame, desc.ratio.to_bits()), (0, 0, 0));
    }
    pose.start_tween(&clips, ClipIdx(1), 0.5).unwrap();
    pose.advance(&clips, 1.0).unwrap();
    assert_eq!(pose.curr().clip(), ClipIdx(1));
}

#[test]
fn t8_another_clip_starts_at_its_own_start() {
    let clips = clips(&[107, 22]);
    let mut animator = Animator::new(&clips);
    animator.seek_frame(&clips, 106);
    animator.play(&clips, ClipIdx(1)).unwrap();
    let desc = animator.to_desc(&clips).curr;
    assert_eq!((desc.anim_index, desc.curr_frame, desc.next_frame), (1, 0, 1));
}

#[test]
fn t9_t11_indices_wrap_around_from_either_end() {
    for (index, count, expected) in [
        (-1, 77, 76),
        (-1, 3, 2),
        (-1, 2, 1),
        (-4, 3, 2),
        (3, 3, 0),
        (i64::MIN, 10, 2),
        (i64::MAX, 10, 7),
    ] {
        assert_eq!(wrap_index(index, count), Some(expected), "{index} of {count}");
    }
    assert_eq!(wrap_clip(-1, 3), Some(ClipIdx(2)));

    let clips = clips(&[77, 22]);
    let mut animator = Animator::new(&clips);
    animator.seek_frame(&clips, -1);
    let desc = animator.to_keyframe_desc(&clips);
    assert_eq!((desc.curr_frame, desc.next_frame, desc.ratio.to_bits()), (76, 76, 0));
    assert_eq!(animator.frame(&clips), 76);
    animator.seek_frame(&clips, 77);
    assert_eq!(animator.frame(&clips), 0);
}

#[test]
fn t11_p19_clips_that_are_gone_reach_no_descriptor() {
    let many = clips(&[31, 31, 31]);
    let mut animator = Animator::new(&many);
    animator.play(&many, ClipIdx(2)).unwrap();
    animator.start_tween(&many, ClipIdx(1), 5.0).unwrap();
    assert_eq!(animator.to_desc(&many[..1]).curr.anim_index, 0);
    animator.advance(&many[..1], 0.1).unwrap();
    let desc = animator.to_desc(&many[..1]);
    assert_eq!((desc.curr.anim_index, desc.next.anim_index), (0, -1));
}

#[test]
fn t12_animators_share_no_state() {
    let clips = clips(&[31, 77]);
    let mut one = Animator::new(&clips);
    let two = one.clone();
    one.start_tween(&clips, ClipIdx(1), 1.0).unwrap();
    one.advance(&clips, 0.3).unwrap();
    assert_eq!(two, Animator::new(&clips));
}

#[test]
fn t13_a_tween_without_length_swaps_at_once() {
    let clips = clips(&[31, 77]);
    for duration_s in [0.0, -1.0] {
        let mut animator = Animator::new(&clips);
        animator.start_tween(&clips, ClipIdx(1), duration_s).unwrap();
        animator.advance(&clips, 0.0).unwrap();
        let desc = animator.to_desc(&clips);
        assert_eq!((desc.curr.anim_index, desc.next.anim_index), (1, -1));
        assert_eq!(desc.tween_ratio.to_bits(), 0);
    }
}

#[test]
fn t14_no_time_is_lost_at_the_swap() {
    let clips = clips(&[31, 77]);
    for rate_per_s in RATES_PER_S {
        let mut animator = Animator::new(&clips);
        animator.start_tween(&clips, ClipIdx(1), 0.513).unwrap();
        let mut elapsed_s = 0.0;
        while elapsed_s < 1.0 {
            animator.advance(&clips, 1.0 / rate_per_s).unwrap();
            elapsed_s += 1.0 / rate_per_s;
        }
        let desc = animator.to_desc(&clips);
        assert_eq!((desc.curr.anim_index, desc.next.anim_index), (1, -1));
        assert!((place(&desc.curr) - elapsed_s * 30.0).abs() < 1e-3, "at {rate_per_s}");
    }
}

#[test]
fn t14_the_overshoot_goes_to_the_tween_that_waits() {
    let clips = clips(&[31, 77, 61]);
    let mut animator = Animator::new(&clips);
    animator.start_tween(&clips, ClipIdx(1), 0.5).unwrap();
    animator.advance(&clips, 0.1).unwrap();
    animator.start_tween(&clips, ClipIdx(2), 1.0).unwrap();
    animator.advance(&clips, 0.6).unwrap();
    let desc = animator.to_desc(&clips);
    assert_eq!((desc.curr.anim_index, desc.next.anim_index), (1, 2));
    assert!((desc.tween_sum_time - 0.2).abs() < 1e-6 && (desc.tween_ratio - 0.2).abs() < 1e-6);
    assert!((place(&desc.next) - 6.0).abs() < 1e-3 && (place(&desc.curr) - 21.0).abs() < 1e-3);
}

#[test]
fn t15_the_next_clip_is_fully_reset_and_the_speed_is_kept() {
    let clips = clips(&[31, 77]);
    let mut animator = Animator::new(&clips);
    animator.set_speed(2.5).unwrap();
    animator.start_tween(&clips, ClipIdx(1), 0.2).unwrap();
    animator.advance(&clips, 0.1).unwrap();
    assert_eq!(animator.to_desc(&clips).next.speed.to_bits(), 2.5_f32.to_bits());
    animator.advance(&clips, 0.15).unwrap();
    let desc = animator.to_desc(&clips);
    assert_eq!(desc.next, KeyframeDesc::NONE);
    assert_eq!(desc.curr.speed.to_bits(), 2.5_f32.to_bits());
    assert!((place(&desc.curr) - 0.25 * 2.5 * 30.0).abs() < 1e-3);
    assert_eq!((desc.tween_ratio.to_bits(), desc.tween_sum_time.to_bits()), (0, 0));
}

/// What is shown, as weights of (clip, row): the picture that an effect makes.
fn picture(animator: &Animator, clips: &[ClipRows]) -> Vec<(i32, u32, i64)> {
    let desc = animator.to_desc(clips);
    let mut parts = Vec::new();
    let sides = [(desc.curr, 1.0 - desc.tween_ratio), (desc.next, desc.tween_ratio)];
    for (side, weight) in sides {
        if side.anim_index >= 0 {
            for (row, part) in [(side.curr_frame, 1.0 - side.ratio), (side.next_frame, side.ratio)]
            {
                #[expect(clippy::cast_possible_truncation, reason = "rounded to compare")]
                let rounded = (part * weight * 1e4).round() as i64;
                if rounded != 0 {
                    parts.push((side.anim_index, row, rounded));
                }
            }
        }
    }
    parts.sort_unstable();
    parts
}

#[test]
fn t16_a_tween_started_during_a_tween_does_not_snap() {
    let clips = clips(&[31, 77, 61]);
    for target in [0, 1, 2] {
        let mut animator = Animator::new(&clips);
        animator.advance(&clips, 0.31).unwrap();
        animator.start_tween(&clips, ClipIdx(1), 1.0).unwrap();
        animator.advance(&clips, 0.3).unwrap();
        let before = picture(&animator, &clips);
        animator.start_tween(&clips, ClipIdx(target), 0.5).unwrap();
        assert_eq!(picture(&animator, &clips), before, "to clip {target}");
        for _ in 0..200 {
            animator.advance(&clips, 0.01).unwrap();
        }
        assert_eq!((animator.curr().clip(), animator.next()), (ClipIdx(target), None));
    }
}

#[test]
fn t16_the_clip_that_plays_is_not_faded_into_itself() {
    let clips = clips(&[31, 77]);
    let mut animator = Animator::new(&clips);
    animator.advance(&clips, 0.4).unwrap();
    let before = animator.clone();
    animator.start_tween(&clips, ClipIdx(0), 1.0).unwrap();
    assert_eq!(animator, before);
}

#[test]
fn t17_a_loop_takes_from_first_to_last_key() {
    let mut clips = clips(&[77]);
    let mut animator = Animator::new(&clips);
    animator.advance(&clips, 76.0 / 30.0 + 0.25 / 30.0).unwrap();
    let desc = animator.to_desc(&clips).curr;
    assert_eq!((desc.curr_frame, desc.next_frame), (0, 1));
    assert!((desc.ratio - 0.25).abs() < 1e-3);
    // Only a clip that is marked to close its loop blends from the last row to the first.
    clips[0].at_end = AtEnd::LoopClosing;
    let mut animator = Animator::new(&clips);
    animator.advance(&clips, 76.25 / 30.0).unwrap();
    let desc = animator.to_desc(&clips).curr;
    assert_eq!((desc.curr_frame, desc.next_frame), (76, 0));
    assert!((desc.ratio - 0.25).abs() < 1e-3);
    animator.advance(&clips, 1.0 / 30.0).unwrap();
    assert_eq!(animator.to_desc(&clips).curr.curr_frame, 0);
}

#[test]
fn t18_a_clip_that_plays_once_holds_its_end() {
    let mut clips = clips(&[31, 77]);
    clips[0].at_end = AtEnd::Once;
    let mut animator = Animator::new(&clips);
    animator.advance(&clips, 0.99).unwrap();
    assert!(!animator.is_finished());
    for _ in 0..3 {
        animator.advance(&clips, 0.5).unwrap();
        let desc = animator.to_desc(&clips).curr;
        assert_eq!((desc.curr_frame, desc.next_frame, desc.ratio.to_bits()), (30, 30, 0));
        assert!(animator.is_finished());
    }
    // Finished, it still counts in a tween.
    animator.start_tween(&clips, ClipIdx(1), 1.0).unwrap();
    animator.advance(&clips, 0.25).unwrap();
    let desc = animator.to_desc(&clips);
    assert_eq!((desc.curr.anim_index, desc.curr.curr_frame), (0, 30));
    assert!((desc.tween_ratio - 0.25).abs() < 1e-6);

    let mut back = Animator::new(&clips);
    back.set_speed(-1.0).unwrap();
    back.play(&clips, ClipIdx(0)).unwrap();
    assert_eq!(back.to_desc(&clips).curr.curr_frame, 30);
    back.advance(&clips, 0.5).unwrap();
    assert!(!back.is_finished());
    back.advance(&clips, 0.6).unwrap();
    let desc = back.to_desc(&clips).curr;
    assert_eq!((desc.curr_frame, desc.next_frame, back.is_finished()), (0, 0, true));
}

#[test]
fn t20_reading_does_not_advance() {
    let clips = clips(&[31]);
    let mut animator = Animator::new(&clips);
    animator.advance(&clips, 0.123).unwrap();
    assert_eq!(animator.to_desc(&clips), animator.to_desc(&clips));
}

#[test]
fn t22_hours_and_hitches_lose_nothing() {
    let clips = clips(&[31]);
    // The clip's own length: its keys are rounded to f32.
    let duration_s = clips[0].duration_s();
    let mut animator = Animator::new(&clips);
    for _ in 0..60 * 3600 {
        animator.advance(&clips, duration_s / 60.0).unwrap();
    }
    let off = place(&animator.to_desc(&clips).curr);
    assert!(off.min(30.0 - off) < 1e-5, "{off} rows after an hour of whole periods");

    let mut hitch = Animator::new(&clips);
    hitch.advance(&clips, duration_s * 86_400.5).unwrap();
    assert!((place(&hitch.to_desc(&clips).curr) - 15.0).abs() < 1e-3);
    for dt_s in [1e18, 1e300, f64::MAX] {
        for speed in [1.0, -1.0, f32::MAX] {
            hitch.set_speed(speed).unwrap();
            hitch.advance(&clips, dt_s).unwrap();
            let desc = hitch.to_desc(&clips).curr;
            assert!(
                desc.curr_frame < 30 && desc.next_frame < 31 && (0.0..1.0).contains(&desc.ratio)
            );
        }
    }
}

#[test]
fn times_and_speeds_that_are_not_finite_are_refused() {
    let clips = clips(&[31, 77]);
    let mut animator = Animator::new(&clips);
    animator.start_tween(&clips, ClipIdx(1), 1.0).unwrap();
    animator.advance(&clips, 0.2).unwrap();
    let before = animator.clone();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.1] {
        assert!(animator.advance(&clips, bad).is_err());
    }
    for bad in [f32::NAN, f32::INFINITY] {
        assert!(animator.set_speed(bad).is_err());
        assert!(animator.start_tween(&clips, ClipIdx(1), f64::from(bad)).is_err());
    }
    assert!(animator.play(&clips, ClipIdx(2)).unwrap_err().to_string().contains("clip 2"));
    assert_eq!(animator, before);
}

#[test]
fn ratios_stay_below_one_just_before_a_row() {
    let clips = clips(&[31]);
    for row in 1..=30_u32 {
        let mut animator = Animator::new(&clips);
        let phase_s = f64::from(row) / clips[0].rows_per_s;
        for ulps in 0..4 {
            animator.seek(&clips, 0.0);
            animator.advance(&clips, f64::from_bits(phase_s.to_bits() - ulps)).unwrap();
            let desc = animator.to_desc(&clips).curr;
            assert!((0.0..1.0).contains(&desc.ratio), "{desc:?}");
            assert_eq!(desc.next_frame, desc.curr_frame + 1);
        }
    }
}

#[test]
fn frames_of_the_overlay_are_authored_frames() {
    let mut model = arm();
    model.clips = vec![turning_clip("turn", &frames(24.0, 25), 120.0)];
    let clips = bake(&model, &BakeOptions::default()).unwrap().clips;
    let clip = &clips[0];
    assert!(clip.key_rows > 1 && clip.row_count == 24 * clip.key_rows + 1, "{clip:?}");
    assert_eq!(clip.frame_count(), 25);
    let mut animator = Animator::new(&clips);
    for frame in 0..25_u32 {
        animator.seek_frame(&clips, i64::from(frame));
        let desc = animator.to_keyframe_desc(&clips);
        assert!(
            (place(&desc) - f64::from(frame * clip.key_rows)).abs() < 1e-3,
            "{frame}: {desc:?}"
        );
        assert_eq!(animator.frame(&clips), frame);
    }
}

#[test]
fn no_commands_lead_out_of_the_map() {
    let mut clips = clips(&[31, 1, 2, 77, 22]);
    for (index, clip) in clips.iter_mut().enumerate() {
        clip.at_end = [AtEnd::Loop, AtEnd::Once, AtEnd::LoopClosing][index % 3];
    }
    for seed in 0..50 {
        let mut dice = Dice::new(seed);
        let mut animator = Animator::new(&clips);
        for _ in 0..400 {
            let target = wrap_clip(i64::from(dice.roll(12)) - 6, clips.len()).unwrap();
            match dice.roll(12) {
                0 => animator
                    .start_tween(&clips, target, dice.pick(&[-1.0, 0.0, 1e-300, 0.1, 2.0]))
                    .unwrap(),
                1 => animator.set_speed(dice.pick(&[0.0, 1.0, -1.0, 7.5, -1e30, 1e-30])).unwrap(),
                2 => animator.seek_frame(&clips, i64::from(dice.roll(200)) - 100),
                3 => animator.seek(&clips, dice.pick(&[f64::NAN, -1.0, 0.3, 1e300])),
                5 => animator.step_frames(&clips, dice.pick(&[1, -1, 7, i64::MIN, i64::MAX])),
                4 if dice.roll(8) == 0 => animator.play(&clips, target).unwrap(),
                _ => {
                    let dt_s = f64::from(dice.unit()) * dice.pick(&[0.0, 0.02, 0.3, 1e5, 1e250]);
                    animator.advance(&clips, dt_s).unwrap();
                }
            }
            let desc = animator.to_desc(&clips);
            assert!((0.0..1.0).contains(&desc.tween_ratio), "seed {seed}: {desc:?}");
            assert_eq!(desc.next.anim_index >= 0, animator.next().is_some());
            for side in [desc.curr, desc.next] {
                assert!(
                    (0.0..1.0).contains(&side.ratio) && side.sum_time.is_finite(),
                    "seed {seed}: {desc:?}"
                );
                let Ok(layer) = usize::try_from(side.anim_index) else { continue };
                let row_count = clips[layer].row_count;
                assert!(
                    side.curr_frame < row_count && side.next_frame < row_count,
                    "seed {seed}: {desc:?}"
                );
            }
        }
    }
}
