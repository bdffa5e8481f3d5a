//! The bake against the sampler it is made of, and against its own error bound.

use nalgebra::{Matrix4, Point3, Vector3};

use super::fixtures::{Dice, arm, frames, turning_clip};
use super::{
    AnimError, BakeLimits, BakeOptions, ClipIdx, ClipTime, DensityLimit, ErrorBound, Pose,
    TransformMap, bake, bake_pose, bake_with_progress, measure_vertex_error, skin_mesh,
};
use crate::asset::{Clip, Interpolation, JointIdx, Model, SkinSlot, Track};

fn with_clips(clips: Vec<Clip>) -> Model {
    Model { clips, ..arm() }
}

fn sampled(model: &Model, clip: usize, time_s: f64) -> Vec<Matrix4<f32>> {
    let time = ClipTime::new(time_s).unwrap();
    Pose::sample(&model.skeleton, &model.clips[clip], time)
        .skin_matrices(&model.skeleton, &model.slots)
}

#[track_caller]
fn check_rows(model: &Model, map: &TransformMap) {
    for (layer, clip) in map.clips.iter().enumerate() {
        for row in 0..map.row_count {
            let expected = sampled(model, layer, clip.row_time_s(row.min(clip.row_count - 1)));
            for (slot, expected) in expected.iter().enumerate() {
                let got = map.skin_matrix(slot, row, u32::try_from(layer).unwrap()).unwrap();
                assert!((got - expected).amax() < 1e-5, "clip {layer} row {row} slot {slot}");
            }
        }
    }
}

#[test]
fn p15_rows_are_the_sampled_clip_and_unused_rows_repeat_the_last_pose() {
    let model = with_clips(vec![
        turning_clip("long", &frames(30.0, 31), 40.0),
        turning_clip("short, late", &[0.0417, 0.0833, 0.125, 0.1667], 20.0),
        turning_clip("irregular", &[0.0, 0.013, 0.137, 0.2891, 0.4443, 0.7017, 1.0331], 90.0),
    ]);
    let map = bake(&model, &BakeOptions::default()).unwrap();
    assert_eq!((map.width_texels(), map.layer_count, map.clip_count()), (12, 3, 3));
    assert_eq!(map.texels.len(), 12 * 3 * map.row_count as usize);
    assert_eq!(map.bytes().len(), map.size_bytes());
    check_rows(&model, &map);
    for (clip, source) in map.clips.iter().zip(&model.clips) {
        assert!(
            (clip.duration_s() - f64::from(source.last_key_s - source.first_key_s)).abs() < 1e-6
        );
        assert!((clip.row_time_s(0) - f64::from(source.first_key_s)).abs() < 1e-9);
        assert!((clip.row_time_s(clip.row_count - 1) - f64::from(source.last_key_s)).abs() < 1e-9);
    }
    assert!((map.clips[0].key_rate_per_s - 30.0).abs() < 1e-3);
    assert!((map.clips[1].key_rate_per_s - 24.0).abs() < 1e-1);
}

#[test]
fn progress_counts_every_clip_once() {
    let model = with_clips(vec![turning_clip("a", &frames(30.0, 4), 10.0); 9]);
    let seen = std::sync::Mutex::new(Vec::new());
    bake_with_progress(&model, &BakeOptions::default(), &|count| seen.lock().unwrap().push(count))
        .unwrap();
    let mut seen = seen.into_inner().unwrap();
    seen.sort_unstable();
    assert_eq!(seen, (1..=9).collect::<Vec<_>>());
}

#[test]
fn a_texel_is_a_row_of_the_row_vector_matrix() {
    let model = with_clips(vec![turning_clip("turn", &[0.0, 1.0], 90.0)]);
    let map = bake(&model, &BakeOptions::default()).unwrap();
    let last = map.clips[0].row_count - 1;
    let first_texel = (last as usize) * map.width_texels() + 4;
    let rows = &map.texels[first_texel..first_texel + 4];
    // As HLSL does it: p_model = mul(p_mesh, M) = sum over rows of p_mesh[r] * M[r].
    let p_mesh = [0.2_f32, 1.5, -0.1, 1.0];
    let p_model: Vec<f32> =
        (0..4).map(|column| (0..4).map(|row| p_mesh[row] * rows[row][column]).sum()).collect();
    // The arm bends by 90 degrees about z at 1 m: 0.5 m above the joint becomes 0.5 m towards -x.
    for (got, expected) in p_model.iter().zip([-0.5, 1.2, -0.1, 1.0]) {
        assert!((got - expected).abs() < 1e-5, "{p_model:?}");
    }
}

#[test]
fn the_bound_is_met_and_no_vertex_misses_by_more_than_is_said() {
    for degrees in [1.0, 30.0, 90.0, 180.0] {
        let model = with_clips(vec![turning_clip("turn", &frames(24.0, 25), degrees)]);
        let map = bake(&model, &BakeOptions::default()).unwrap();
        let clip = &map.clips[0];
        let bound_m = 0.0003 * map.extent_m();
        assert!((map.extent_m() - 2.0).abs() < 1e-6);
        assert_eq!(clip.limit, DensityLimit::BoundMet, "{clip:?}");
        assert!(clip.error_m <= bound_m && clip.keys_on_rows);
        let measured = measure_vertex_error(&model, &map, ClipIdx(0)).unwrap();
        assert!(measured.max_m <= clip.error_m + 1e-6, "{measured:?} {}", clip.error_m);
        assert!(measured.max_m > 0.3 * clip.error_m, "{measured:?} {}", clip.error_m);
        assert!(f64::from(measured.max_m) >= measured.mean_m);
        // One row fewer a frame would not do.
        if clip.key_rows > 1 {
            let sparser = f64::from(clip.key_rows - 1) / f64::from(clip.key_rows);
            assert!(
                f64::from(clip.error_m) / (sparser * sparser) > 0.99 * f64::from(bound_m),
                "{clip:?}"
            );
        }
    }
}

#[test]
fn a_bound_in_metres_counts_metres() {
    let model = with_clips(vec![turning_clip("turn", &frames(24.0, 25), 360.0)]);
    let bake_with = |error_bound| {
        bake(&model, &BakeOptions { error_bound, ..BakeOptions::default() })
            .unwrap()
            .clips
            .remove(0)
    };
    let loose = bake_with(ErrorBound::Metres(1.0));
    assert_eq!((loose.key_rows, loose.row_count), (1, 25));
    let tight = bake_with(ErrorBound::Metres(loose.error_m / 3.9));
    assert_eq!((tight.key_rows, tight.row_count), (2, 49));
    for bad in [f32::NAN, -1.0] {
        let options =
            BakeOptions { error_bound: ErrorBound::Metres(bad), ..BakeOptions::default() };
        assert!(bake(&model, &options).unwrap_err().to_string().contains("error bound"));
    }
}

#[test]
fn an_error_that_cannot_be_met_is_said() {
    let model = with_clips(vec![turning_clip("turn", &frames(24.0, 25), 720.0)]);
    let zero = BakeOptions { error_bound: ErrorBound::Metres(0.0), ..BakeOptions::default() };
    let clip = bake(&model, &zero).unwrap().clips.remove(0);
    assert_eq!((clip.key_rows, clip.limit), (8, DensityLimit::KeyRows));
    assert!(clip.error_m > 0.0);

    let few_rows = BakeLimits { max_rows: 40, ..BakeLimits::default() };
    let options = BakeOptions { limits: few_rows, ..BakeOptions::default() };
    let map = bake(&model, &options).unwrap();
    assert_eq!((map.row_count, map.clips[0].limit), (40, DensityLimit::RowCount));
    assert!(!map.clips[0].keys_on_rows);
    check_rows(&model, &map);

    // 12 texels x 16 bytes a row: 19,200 bytes are a hundred rows.
    let few_bytes = BakeLimits { max_bytes: 19_200, ..BakeLimits::default() };
    let options = BakeOptions { limits: few_bytes, ..BakeOptions::default() };
    assert_eq!(bake(&model, &options).unwrap().size_bytes(), 19_200);
}

#[test]
fn keys_beside_the_frames_fall_on_rows_too() {
    // As Fox's Run: 24 frames a second, and after a gap keys at 0.8 of a frame.
    let frame_times = (0..17_u8).map(f32::from).chain((0..8_u8).map(|it| f32::from(it) + 20.8));
    let times_s: Vec<f32> = frame_times.map(|frame| frame / 24.0).collect();
    let model = with_clips(vec![turning_clip("gap", &times_s, 60.0)]);
    let map = bake(&model, &BakeOptions::default()).unwrap();
    let clip = &map.clips[0];
    assert!(
        (clip.frame_rate_per_s - 24.0).abs() < 1e-3 && (clip.key_rate_per_s - 120.0).abs() < 1e-2
    );
    assert!(clip.keys_on_rows && clip.row_count == 139 * clip.key_rows + 1, "{clip:?}");
    assert_eq!(clip.frame_count(), 29);
    for key_s in times_s.iter().map(|it| f64::from(*it)) {
        let place = key_s * clip.rows_per_s;
        assert!((place - place.round()).abs() < 1e-3, "key at {key_s} s is at row {place}");
    }
}

#[test]
fn a_model_of_one_joint_is_measured_against_a_metre() {
    let mut model = with_clips(vec![turning_clip("turn", &frames(24.0, 25), 90.0)]);
    model.meshes.clear();
    model.skeleton = crate::asset::Skeleton::new(
        model
            .skeleton
            .joints()
            .iter()
            .map(|it| crate::asset::Joint { rest: Default::default(), ..it.clone() })
            .collect(),
    )
    .unwrap();
    let map = bake(&model, &BakeOptions::default()).unwrap();
    assert!((map.extent_m() - 1.0).abs() < 1e-6);
    assert_eq!(map.clips[0].limit, DensityLimit::BoundMet);
}

#[test]
fn p16_sizes_fit_the_model_and_limits_are_said_in_numbers() {
    let model = with_clips(vec![turning_clip("a", &frames(30.0, 2), 1.0); 3]);
    let limits = BakeLimits::default();
    let text = |limits| {
        bake(&model, &BakeOptions { limits, ..BakeOptions::default() }).unwrap_err().to_string()
    };
    let too_wide = text(BakeLimits { max_width_texels: 11, ..limits });
    assert!(
        too_wide.contains("12 texels wide (3 skin matrices x 4); the device takes 11"),
        "{too_wide}"
    );
    let too_many = text(BakeLimits { max_layers: 2, ..limits });
    assert!(too_many.contains("3 layers (one a clip); the device takes 2"), "{too_many}");
    let too_large = text(BakeLimits { max_bytes: 1000, ..limits });
    assert!(
        too_large.contains("1152 bytes") && too_large.contains("1000 are allowed"),
        "{too_large}"
    );
}

#[test]
fn clips_of_no_length_are_one_pose() {
    let model = with_clips(vec![
        turning_clip("pose", &[0.5], 90.0),
        turning_clip("a", &frames(30.0, 3), 1.0),
    ]);
    let map = bake(&model, &BakeOptions::default()).unwrap();
    let pose = &map.clips[0];
    assert_eq!((pose.row_count, pose.frame_count(), pose.limit), (1, 1, DensityLimit::BoundMet));
    assert!(pose.duration_s().abs() < 1e-12 && pose.rows_per_s > 0.0);
    check_rows(&model, &map);
}

#[test]
fn a_model_without_clips_has_its_rest_pose() {
    let model = with_clips(Vec::new());
    let map = bake(&model, &BakeOptions::default()).unwrap();
    assert_eq!((map.clip_count(), map.layer_count, map.row_count), (0, 1, 1));
    for slot in 0..3 {
        assert!((map.skin_matrix(slot, 0, 0).unwrap() - Matrix4::identity()).amax() < 1e-6);
    }
    assert_eq!(map.bounds(), map.rest_bounds);
}

#[test]
fn step_keys_show_their_value_on_their_row() {
    let times_s = frames(30.0, 31);
    let mut clip = turning_clip("step", &times_s, 90.0);
    clip.joints[1].rotation = None;
    clip.joints[1].translation = Some(Track {
        values: (0..31_u8).map(|frame| Vector3::new(f32::from(frame), 1.0, 0.0)).collect(),
        times_s,
        interpolation: Interpolation::Step,
    });
    let map = bake(&with_clips(vec![clip]), &BakeOptions::default()).unwrap();
    let clip = &map.clips[0];
    // A STEP cannot be mixed right: as many rows as there may be, and the miss is said.
    assert_eq!((clip.key_rows, clip.limit), (8, DensityLimit::KeyRows));
    assert!((clip.error_m - 0.5).abs() < 1e-4, "{}", clip.error_m);
    for row in 0..clip.row_count {
        let got = map.skin_matrix(1, row, 0).unwrap()[(0, 3)];
        let expected = f64::from(row / clip.key_rows);
        assert!((f64::from(got) - expected).abs() < 1e-6, "row {row}: {got}");
    }
}

#[test]
fn p1_mixed_rows_shrink_by_the_cosine_of_half_the_angle() {
    for (degrees, expected) in [(30.0, 0.966), (60.0, 0.866), (90.0, 0.707), (120.0, 0.5)] {
        let model = with_clips(vec![turning_clip("turn", &frames(30.0, 2), degrees)]);
        let any = BakeOptions { error_bound: ErrorBound::Metres(10.0), ..BakeOptions::default() };
        let map = bake(&model, &any).unwrap();
        assert_eq!(map.row_count, 2);
        let mixed = map.mixed_row(0, 0, 1, 0.5)[1];
        let length = mixed.transform_vector(&Vector3::x()).norm();
        assert!((length - expected).abs() < 1e-3, "{degrees}: {length}");
    }
}

#[test]
fn p21_bounds_hold_every_vertex_of_every_row() {
    let model = with_clips(vec![turning_clip("turn", &frames(24.0, 25), 180.0)]);
    let map = bake(&model, &BakeOptions::default()).unwrap();
    let bounds = map.clips[0].bounds;
    assert!(bounds.min.x < -0.9, "the arm reaches 1 m to the side: {bounds:?}");
    for row in 0..map.row_count {
        for position in skin_mesh(&model.meshes[0], &map.mixed_row(0, row, row, 0.0), &[]).positions
        {
            let slack = Vector3::repeat(1e-5);
            assert!(position >= bounds.min - slack && position <= bounds.max + slack, "{position}");
        }
    }
}

#[test]
fn t17_t18_a_cycle_ends_where_it_starts() {
    let turn = |degrees| turning_clip("turn", &frames(24.0, 25), degrees);
    let mut walk = turn(0.0);
    walk.joints[0].translation = Some(Track {
        times_s: vec![0.0, 1.0],
        values: vec![Vector3::zeros(), Vector3::new(0.0, 0.0, 1.5)],
        interpolation: Interpolation::Linear,
    });
    let pose = turning_clip("pose", &[0.0], 90.0);
    // A whole turn, as nearly as keys are; half a turn; the smallest of errors; a step forward; a single pose.
    let model = with_clips(vec![turn(360.0), turn(180.0), turn(1.0), walk, pose]);
    let map = bake(&model, &BakeOptions::default()).unwrap();
    let are_cycles: Vec<bool> = (0..6).map(|clip| map.is_cycle(ClipIdx(clip))).collect();
    assert_eq!(are_cycles, [true, false, true, false, true, true]);
}

#[test]
fn pose_bake_is_exactly_that_time() {
    let model = with_clips(vec![turning_clip("turn", &frames(24.0, 25), 180.0)]);
    let time = ClipTime::new(0.4321).unwrap();
    let map = bake_pose(&model, &model.clips[0], time).unwrap();
    assert_eq!((map.row_count, map.layer_count, map.clips[0].row_count), (1, 1, 1));
    for (slot, expected) in sampled(&model, 0, 0.4321).iter().enumerate() {
        assert_eq!(map.skin_matrix(slot, 0, 0).unwrap(), *expected);
    }
}

#[test]
fn matrices_that_are_not_finite_are_named() {
    let mut clip = turning_clip("big", &[0.0, 1.0], 1.0);
    clip.joints[2].translation = Some(Track {
        times_s: vec![0.0],
        values: vec![Vector3::repeat(f32::MAX)],
        interpolation: Interpolation::Linear,
    });
    let mut model = with_clips(vec![clip]);
    model.slots[2].inverse_bind = Matrix4::new_translation(&Vector3::repeat(f32::MAX));
    let error = bake(&model, &BakeOptions::default()).unwrap_err();
    assert!(matches!(&error, AnimError::NotFinite { slot: 2, joint: 2, .. }), "{error}");
    assert!(
        error.to_string().contains("'joint 2'") && error.to_string().contains("'big'"),
        "{error}"
    );
}

#[test]
fn slots_beyond_the_joints_are_baked_too() {
    let mut model = with_clips(vec![turning_clip("turn", &frames(24.0, 25), 90.0)]);
    model.slots.push(SkinSlot { joint: JointIdx(1), inverse_bind: Matrix4::identity() });
    let map = bake(&model, &BakeOptions::default()).unwrap();
    check_rows(&model, &map);
    let last = map.clips[0].row_count - 1;
    let rigid = map.skin_matrix(3, last, 0).unwrap().transform_point(&Point3::new(0.0, 1.0, 0.0));
    assert!((rigid - Point3::new(-1.0, 1.0, 0.0)).norm() < 1e-5, "{rigid}");
}

/// A track with odd times and odd values.
fn odd_track<T>(
    dice: &mut Dice,
    times_s: &[f32],
    mut value: impl FnMut(&mut Dice) -> T,
) -> Option<Track<T>> {
    let interpolation =
        dice.pick(&[Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline]);
    let stride = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
    let skipped = dice.roll(4) as usize;
    let times_s = times_s.get(skipped.min(times_s.len() - 1)..)?.to_vec();
    let values = (0..times_s.len() * stride).map(|_| value(dice)).collect();
    (dice.roll(3) > 0).then_some(Track { times_s, values, interpolation })
}

#[test]
fn odd_clips_are_baked_within_the_limits_or_refused() {
    let (mut baked_count, mut refused_count) = (0, 0);
    for seed in 0..400 {
        let mut dice = Dice::new(seed);
        let number = |dice: &mut Dice| match dice.roll(60) {
            0 => dice.pick(&[1e18, -3e38]),
            1..20 => dice.pick(&[0.0, 1.0, -1.0, 1e-30, 1e4]),
            _ => dice.unit() * 3.0 - 1.5,
        };
        let clips = (0..=dice.roll(3))
            .map(|_| {
                let mut times_s = vec![dice.pick(&[0.0, 0.0417, 7.0, 1e9])];
                for _ in 0..dice.roll(12) {
                    let gap_s =
                        dice.pick(&[1.0 / 30.0, 1e-7, 0.5, 100.0, 1e20]) * (1.0 + dice.unit());
                    let time_s = times_s[times_s.len() - 1] + gap_s;
                    if time_s > times_s[times_s.len() - 1] {
                        times_s.push(time_s);
                    }
                }
                let mut clip = turning_clip("odd", &times_s, 300.0);
                for tracks in &mut clip.joints {
                    tracks.translation = odd_track(&mut dice, &times_s, |dice| {
                        Vector3::from_fn(|_, _| number(dice))
                    });
                    tracks.scale = odd_track(&mut dice, &times_s, |dice| {
                        Vector3::from_fn(|_, _| number(dice))
                    });
                    tracks.rotation = odd_track(&mut dice, &times_s, |dice| {
                        nalgebra::Quaternion::new(
                            number(dice),
                            number(dice),
                            number(dice),
                            number(dice),
                        )
                    });
                }
                clip
            })
            .collect();
        let limits = BakeLimits { max_rows: 300, ..BakeLimits::default() };
        let model = with_clips(clips);
        match bake(&model, &BakeOptions { limits, ..BakeOptions::default() }) {
            Ok(map) => {
                baked_count += 1;
                assert!(
                    map.row_count <= 300
                        && map.texels.as_flattened().iter().all(|it| it.is_finite())
                );
                for clip in &map.clips {
                    assert!(
                        clip.rows_per_s.is_finite() && clip.rows_per_s > 0.0,
                        "seed {seed}: {clip:?}"
                    );
                    assert!(clip.key_rate_per_s.is_finite() && clip.duration_s().is_finite());
                    assert!(clip.row_count >= 1 && clip.frame_count() >= 1);
                    assert!(!clip.error_m.is_nan(), "seed {seed}: {clip:?}");
                }
            }
            Err(error) => {
                refused_count += 1;
                assert!(matches!(error, AnimError::NotFinite { .. }), "seed {seed}: {error}");
            }
        }
    }
    assert!(baked_count > 50 && refused_count > 50, "{baked_count} baked, {refused_count} refused");
}
