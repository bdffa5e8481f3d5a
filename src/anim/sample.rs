//! Values of a [`Track`] between its keys, as glTF 2.0, appendix C, defines them.
//!
//! Before the first key a track has the first key's value, after the last key the last one's.

use super::{AnimError, Keyed};
use crate::asset::{Interpolation, Track};

/// A finite time on a clip's own time line, in seconds: the line that its key times are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct ClipTime(f64);

impl ClipTime {
    /// Takes any finite number of seconds, negative ones included.
    ///
    /// # Errors
    /// The time is infinite or not a number.
    pub fn new(time_s: f64) -> Result<Self, AnimError> {
        if time_s.is_finite() { Ok(Self(time_s)) } else { Err(AnimError::Time { time_s }) }
    }

    /// The time of a key. Key times are finite; one that is not counts as 0.
    pub(super) fn of_key(time_s: f32) -> Self {
        if time_s.is_finite() { Self(f64::from(time_s)) } else { Self(0.0) }
    }

    /// The time in seconds.
    #[must_use]
    pub fn seconds(self) -> f64 {
        self.0
    }
}

impl<T: Keyed> Track<T> {
    /// The value at `time`; `None` for a track without keys or with fewer values than its keys need.
    #[must_use]
    pub fn sample(&self, time: ClipTime) -> Option<T> {
        self.sample_from(time, &mut 0)
    }

    /// As [`Track::sample`], looking first at the key that `cursor` remembers from the call before.
    ///
    /// Any cursor gives the same value; one that is kept between calls with rising times makes the
    /// search free.
    #[must_use]
    pub fn sample_from(&self, time: ClipTime, cursor: &mut usize) -> Option<T> {
        let stride = if self.interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        // The value is the middle one of (in-tangent, value, out-tangent).
        let value = |key: usize| self.values.get(key * stride + stride / 2);
        let (key, u, step_s) = match locate(&self.times_s, time.seconds(), cursor)? {
            Place::Key(key) => return value(key).map(T::shown),
            Place::Between { key, u, step_s } => (key, u, step_s),
        };
        match self.interpolation {
            Interpolation::Step => {
                // Keys are f32: a time that is written as the key's is at the key, not just before it.
                let next = self.times_s.get(key + 1);
                #[expect(clippy::cast_possible_truncation, reason = "the precision of keys")]
                let is_at_next =
                    next.is_some_and(|it| it.to_bits() == (time.seconds() as f32).to_bits());
                value(key + usize::from(is_at_next)).map(T::shown)
            }
            Interpolation::Linear => Some(value(key)?.linear(value(key + 1)?, u)),
            Interpolation::CubicSpline => {
                let out_tangent = self.values.get(key * 3 + 2)?;
                let in_tangent = self.values.get((key + 1) * 3)?;
                Some(value(key)?.spline(out_tangent, value(key + 1)?, in_tangent, u, step_s))
            }
        }
    }
}

/// Where a time lies among key times.
enum Place {
    /// At a key, or past the end that the key is.
    Key(usize),
    /// A fraction `u` of the `step_s` seconds from `key` to the key after it.
    Between { key: usize, u: f64, step_s: f64 },
}

fn locate(times_s: &[f32], time_s: f64, cursor: &mut usize) -> Option<Place> {
    let (first, last) = (f64::from(*times_s.first()?), f64::from(*times_s.last()?));
    if time_s <= first {
        return Some(Place::Key(0));
    }
    if time_s >= last {
        return Some(Place::Key(times_s.len() - 1));
    }
    let pair_at = |key: usize| match times_s.get(key..)? {
        [from, to, ..] => Some((f64::from(*from), f64::from(*to))),
        _ => None,
    };
    let holds = |key: usize| pair_at(key).is_some_and(|(from, to)| from <= time_s && time_s < to);
    let key = if holds(*cursor) {
        *cursor
    } else if holds(cursor.saturating_add(1)) {
        *cursor + 1
    } else {
        times_s.partition_point(|it| f64::from(*it) <= time_s).saturating_sub(1)
    };
    *cursor = key;
    match pair_at(key) {
        Some((from, to)) if from < to => {
            let step_s = to - from;
            Some(Place::Between { key, u: ((time_s - from) / step_s).clamp(0.0, 1.0), step_s })
        }
        // Not reached while key times rise, as the importer makes sure.
        _ => Some(Place::Key(key)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Quaternion, UnitQuaternion, Vector3};

    fn at(time_s: f64) -> ClipTime {
        ClipTime::new(time_s).unwrap()
    }

    fn line(times_s: &[f32], values: &[f32], interpolation: Interpolation) -> Track<Vector3<f32>> {
        Track {
            times_s: times_s.to_vec(),
            values: values.iter().map(|x| Vector3::new(*x, 0.0, -*x)).collect(),
            interpolation,
        }
    }

    fn turn(angle_rad: f32) -> Quaternion<f32> {
        UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle_rad).into_inner()
    }

    fn angle_rad(q: Quaternion<f32>) -> f32 {
        assert!((q.norm() - 1.0).abs() < 1e-6, "length {}", q.norm());
        2.0 * q.k.atan2(q.w)
    }

    #[track_caller]
    fn check(track: &Track<Vector3<f32>>, time_s: f64, expected: f32) {
        let got = track.sample(at(time_s)).unwrap();
        assert!((got.x - expected).abs() < 1e-6, "at {time_s} s: {} instead of {expected}", got.x);
        assert!((got.z + expected).abs() < 1e-6);
    }

    #[test]
    fn a_step_is_there_at_the_time_that_its_key_is_written_with() {
        let track = line(&[0.0, 0.7, 1.6, 3.0], &[1.0, 2.0, 3.0, 4.0], Interpolation::Step);
        // As f32, 0.7 is a little less and 1.6 a little more.
        check(&track, 0.7, 2.0);
        check(&track, 1.6, 3.0);
        check(&track, 1.599_999, 2.0);
    }

    #[test]
    fn time_that_is_not_finite_is_refused() {
        for time_s in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let error = ClipTime::new(time_s).unwrap_err();
            assert!(error.to_string().contains("not finite"), "{error}");
        }
    }

    #[test]
    fn track_without_keys_or_values_has_no_value() {
        assert_eq!(line(&[], &[], Interpolation::Linear).sample(at(0.0)), None);
        assert_eq!(line(&[0.0, 1.0], &[3.0], Interpolation::Linear).sample(at(0.5)), None);
        assert_eq!(line(&[0.0, 1.0], &[1.0; 4], Interpolation::CubicSpline).sample(at(0.5)), None);
    }

    #[test]
    fn c2_times_outside_the_keys_are_clamped() {
        for interpolation in [Interpolation::Step, Interpolation::Linear] {
            let track = line(&[0.0417, 1.0, 2.0], &[1.0, 2.0, 5.0], interpolation);
            for (time_s, expected) in [(-1e300, 1.0), (0.0, 1.0), (2.0, 5.0), (1e300, 5.0)] {
                check(&track, time_s, expected);
            }
        }
    }

    #[test]
    fn c3_one_key_holds_everywhere() {
        let track = line(&[0.5], &[7.0], Interpolation::Linear);
        for time_s in [0.0, 0.5, 9.0] {
            check(&track, time_s, 7.0);
        }
        let spline = line(&[0.5], &[1.0, 7.0, 2.0], Interpolation::CubicSpline);
        for time_s in [0.0, 0.5, 9.0] {
            check(&spline, time_s, 7.0);
        }
    }

    #[test]
    fn step_holds_the_key_before() {
        let track = line(&[0.0, 1.0, 2.0], &[1.0, 2.0, 5.0], Interpolation::Step);
        for (time_s, expected) in [(0.999, 1.0), (1.0, 2.0), (1.999, 2.0), (2.0, 5.0)] {
            check(&track, time_s, expected);
        }
    }

    #[test]
    fn linear_divides_each_step_evenly() {
        let track = line(&[0.0, 1.0, 3.0], &[1.0, 2.0, 6.0], Interpolation::Linear);
        for (time_s, expected) in [(0.25, 1.25), (1.0, 2.0), (1.5, 3.0), (2.5, 5.0)] {
            check(&track, time_s, expected);
        }
    }

    #[test]
    fn spline_tangents_are_scaled_by_the_step() {
        // p(t) = t^2 + t on 0..2 s: values 0 and 6, tangents dp/dt = 1 and 5 per second.
        let track = line(&[0.0, 2.0], &[9.0, 0.0, 1.0, 5.0, 6.0, 9.0], Interpolation::CubicSpline);
        for (time_s, expected) in [(0.0, 0.0), (0.5, 0.75), (1.0, 2.0), (1.5, 3.75), (2.0, 6.0)] {
            check(&track, time_s, expected);
        }
    }

    #[test]
    fn rotation_takes_the_shorter_arc_at_constant_speed() {
        let track = |from: Quaternion<f32>, to: Quaternion<f32>| Track {
            times_s: vec![0.0, 1.0],
            values: vec![from, to],
            interpolation: Interpolation::Linear,
        };
        for degrees in [0.1_f32, 5.0, 60.0, 120.0, 179.0] {
            for sign in [1.0, -1.0] {
                let track = track(turn(0.0), turn(degrees.to_radians()) * sign);
                for u in [0.0_f32, 0.25, 0.5, 0.9, 1.0] {
                    let got = track.sample(at(f64::from(u))).unwrap();
                    let got = angle_rad(got * if got.w < 0.0 { -1.0 } else { 1.0 });
                    let expected = degrees.to_radians() * u;
                    assert!(
                        (got - expected).abs() < 2e-6,
                        "{degrees} deg at {u}: {got} {expected}"
                    );
                }
            }
        }
    }

    #[test]
    fn rotations_of_any_stored_length_come_out_with_unit_length() {
        for (from, to) in [(2.0, 0.5), (1e-30, 1e30), (0.0, 1.0), (0.0, 0.0), (1.0, 0.0)] {
            for interpolation in [Interpolation::Step, Interpolation::Linear] {
                let track = Track {
                    times_s: vec![0.0, 1.0],
                    values: vec![turn(0.3) * from, turn(0.9) * to],
                    interpolation,
                };
                for time_s in [-1.0, 0.0, 0.5, 1.0, 2.0] {
                    let norm = track.sample(at(time_s)).unwrap().norm();
                    assert!((norm - 1.0).abs() < 1e-6, "{from} {to} at {time_s}: {norm}");
                }
            }
        }
    }

    #[test]
    fn rounded_keys_are_used_as_they_are() {
        let rounded = Quaternion::new(0.707, 0.0, 0.0, 0.707);
        let track = Track {
            times_s: vec![0.0, 1.0, 2.0],
            values: vec![rounded, rounded, turn(0.0)],
            interpolation: Interpolation::Linear,
        };
        assert_eq!(track.sample(at(0.0)).unwrap(), rounded);
        assert_eq!(track.sample(at(0.5)).unwrap(), rounded);
        // Half way to a key of unit length, half of the rounding is left.
        let length = track.sample(at(1.5)).unwrap().norm();
        assert!((length - f32::midpoint(rounded.norm(), 1.0)).abs() < 1e-6, "{length}");
    }

    #[test]
    fn spline_through_zero_keeps_the_key_before() {
        let zero = turn(0.0) * 0.0;
        let track = Track {
            times_s: vec![0.0, 1.0],
            values: vec![zero, turn(0.4), zero, zero, turn(0.4) * -1.0, zero],
            interpolation: Interpolation::CubicSpline,
        };
        assert!((angle_rad(track.sample(at(0.5)).unwrap()) - 0.4).abs() < 1e-6);
    }

    #[test]
    fn extreme_values_stay_finite() {
        let huge = line(&[0.0, 1.0], &[f32::MAX, f32::MIN], Interpolation::Linear);
        check(&huge, 0.5, 0.0);
        let track = Track {
            times_s: vec![0.0, 1e30],
            values: vec![Vector3::repeat(f32::MAX); 6],
            interpolation: Interpolation::CubicSpline,
        };
        assert!(track.sample(at(5e29)).unwrap().iter().all(|it| it.is_finite()));
    }

    #[test]
    fn times_that_do_not_rise_do_no_harm() {
        for times_s in [
            &[f32::NAN][..],
            &[0.0, f32::NAN],
            &[f32::NAN, 1.0, 0.0],
            &[1.0, 1.0, 1.0],
            &[3.0, 2.0],
        ] {
            let values = vec![1.0; times_s.len()];
            for interpolation in [Interpolation::Step, Interpolation::Linear] {
                let track = line(times_s, &values, interpolation);
                for time_s in [-1.0, 0.5, 1.0, 2.5, 9.0] {
                    assert!(track.sample(at(time_s)).is_none_or(|it| (it.x - 1.0).abs() < 1e-6));
                }
            }
        }
    }

    #[test]
    fn any_cursor_gives_the_same_value() {
        let times_s: Vec<f32> = (0_u8..20).map(f32::from).collect();
        let track = line(&times_s, &times_s, Interpolation::Linear);
        for start in [0, 1, 7, 18, 19, 20, 1000, usize::MAX] {
            for time_s in [0.5, 7.25, 8.5, 18.75, 3.0] {
                let mut cursor = start;
                let got = track.sample_from(at(time_s), &mut cursor);
                assert_eq!(got, track.sample(at(time_s)));
                assert_eq!(got, track.sample_from(at(time_s), &mut cursor));
            }
        }
    }

    #[test]
    fn morph_weights_are_interpolated_one_by_one() {
        let track = Track {
            times_s: vec![0.0, 2.0],
            values: vec![vec![0.0, 1.0], vec![1.0, 0.5]],
            interpolation: Interpolation::Linear,
        };
        assert_eq!(track.sample(at(1.0)).unwrap(), vec![0.5, 0.75]);
    }
}
