//! Values of a [`Track`] between its keys, as glTF 2.0, appendix C, defines them.
//!
//! Before the first key a track has the first key's value, after the last key the last one's. No finite
//! input gives a result that is not a number.
//!
//! Rotations come out with unit length, give or take the rounding that the file itself has: exporters write
//! (0.707, 0.707), other programs use such keys as they are, and so does this one (see [`ROUNDED_LENGTH`]).

use nalgebra::{Quaternion, Vector3};

use super::AnimError;
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

/// A kind of value that a [`Track`] can hold.
pub trait Keyed: Clone {
    /// The value of a key as it is shown: rotations with unit length or a rounded one, all else as stored.
    #[must_use]
    fn shown(&self) -> Self;
    /// The value a fraction `u` (0..1) of the way from this key to `next`.
    #[must_use]
    fn linear(&self, next: &Self, u: f64) -> Self;
    /// The cubic Hermite spline from this key to `next` at `u` (0..1), with the tangents at both ends
    /// already scaled by the seconds between the keys, times `step_s`.
    #[must_use]
    fn spline(
        &self,
        out_tangent: &Self,
        next: &Self,
        in_tangent: &Self,
        u: f64,
        step_s: f64,
    ) -> Self;
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
            Interpolation::Step => value(key).map(T::shown),
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
    // From here on there are two keys at least, and one of them is at or before the time, one after it.
    let holds = |key: usize| {
        times_s
            .get(key..)
            .and_then(|rest| rest.get(..2))
            .is_some_and(|pair| f64::from(pair[0]) <= time_s && time_s < f64::from(pair[1]))
    };
    let key = if holds(*cursor) {
        *cursor
    } else if holds(cursor.saturating_add(1)) {
        *cursor + 1
    } else {
        let after = times_s.partition_point(|it| f64::from(*it) <= time_s);
        after.saturating_sub(1).min(times_s.len() - 2)
    };
    *cursor = key;
    let (from, to) = (f64::from(times_s[key]), f64::from(times_s[key + 1]));
    let step_s = to - from;
    if step_s > 0.0 {
        Some(Place::Between { key, u: ((time_s - from) / step_s).clamp(0.0, 1.0), step_s })
    } else {
        Some(Place::Key(key))
    }
}

/// Weights of (value, out-tangent, next value, next in-tangent) in the Hermite spline.
fn hermite(u: f64, step_s: f64) -> [f64; 4] {
    let (u2, u3) = (u * u, u * u * u);
    [
        2.0 * u3 - 3.0 * u2 + 1.0,
        step_s * (u3 - 2.0 * u2 + u),
        3.0 * u2 - 2.0 * u3,
        step_s * (u3 - u2),
    ]
}

/// The nearest `f32`; a value that a wild tangent threw out of its range stays at the range's end.
#[expect(clippy::cast_possible_truncation, reason = "rounding to the nearest f32 is the purpose")]
fn to_f32(value: f64) -> f32 {
    value.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
}

fn linear_f32(from: f32, to: f32, u: f64) -> f32 {
    // In f64 the difference of two finite f32 cannot overflow, and equal ends give exactly that value.
    let from = f64::from(from);
    to_f32(from + (f64::from(to) - from) * u)
}

fn spline_f32(values: [f32; 4], weights: [f64; 4]) -> f32 {
    to_f32(values.iter().zip(weights).map(|(value, weight)| f64::from(*value) * weight).sum())
}

impl Keyed for Vector3<f32> {
    fn shown(&self) -> Self {
        *self
    }

    fn linear(&self, next: &Self, u: f64) -> Self {
        self.zip_map(next, |from, to| linear_f32(from, to, u))
    }

    fn spline(
        &self,
        out_tangent: &Self,
        next: &Self,
        in_tangent: &Self,
        u: f64,
        step_s: f64,
    ) -> Self {
        let weights = hermite(u, step_s);
        Self::from_fn(|axis, _| {
            spline_f32([self[axis], out_tangent[axis], next[axis], in_tangent[axis]], weights)
        })
    }
}

/// Weights of morph targets, one a target. A value that is shorter than its neighbour counts as 0 there.
impl Keyed for Vec<f32> {
    fn shown(&self) -> Self {
        self.clone()
    }

    fn linear(&self, next: &Self, u: f64) -> Self {
        (0..self.len().max(next.len()))
            .map(|target| linear_f32(weight(self, target), weight(next, target), u))
            .collect()
    }

    fn spline(
        &self,
        out_tangent: &Self,
        next: &Self,
        in_tangent: &Self,
        u: f64,
        step_s: f64,
    ) -> Self {
        let weights = hermite(u, step_s);
        (0..self.len().max(next.len()))
            .map(|target| {
                let values = [self, out_tangent, next, in_tangent].map(|it| weight(it, target));
                spline_f32(values, weights)
            })
            .collect()
    }
}

fn weight(weights: &[f32], target: usize) -> f32 {
    weights.get(target).copied().unwrap_or(0.0)
}

/// How far from 1 the length of a stored rotation may be to count as a rounded one, which is used as it is.
pub(super) const ROUNDED_LENGTH: f64 = 1e-3;

/// Above this cosine of half the angle, chord and arc differ by less than 1e-7 radians.
const CHORD_COS: f64 = 0.9999;

impl Keyed for Quaternion<f32> {
    fn shown(&self) -> Self {
        let (direction, length) = direction_and_length(self);
        from_f64(direction * length)
    }

    /// The shorter arc between the two rotations, at constant angular speed.
    fn linear(&self, next: &Self, u: f64) -> Self {
        if self == next {
            return self.shown();
        }
        let (from, from_length) = direction_and_length(self);
        let (mut to, to_length) = direction_and_length(next);
        let mut cos = from.dot(&to);
        if cos < 0.0 {
            // q and -q are the same rotation; the one on this side is the shorter way.
            (to, cos) = (-to, -cos);
        }
        let (weight_from, weight_to) = if cos > CHORD_COS {
            (1.0 - u, u)
        } else {
            let angle = cos.acos();
            let sin = angle.sin();
            (((1.0 - u) * angle).sin() / sin, (u * angle).sin() / sin)
        };
        let length = from_length + (to_length - from_length) * u;
        let direction = unit(from * weight_from + to * weight_to);
        direction.map_or_else(|| self.shown(), |direction| from_f64(direction * length))
    }

    /// The spline of the stored components (signs and lengths as they are), then normalised.
    fn spline(
        &self,
        out_tangent: &Self,
        next: &Self,
        in_tangent: &Self,
        u: f64,
        step_s: f64,
    ) -> Self {
        let weights = hermite(u, step_s);
        let sum = self.cast::<f64>() * weights[0]
            + out_tangent.cast::<f64>() * weights[1]
            + next.cast::<f64>() * weights[2]
            + in_tangent.cast::<f64>() * weights[3];
        // A spline through zero has no direction there; the key before it has one.
        unit(sum).map_or_else(|| self.shown(), from_f64)
    }
}

/// The rotation with unit length, and the length it is shown with: 1, or the stored one if that is a rounded 1.
fn direction_and_length(q: &Quaternion<f32>) -> (Quaternion<f64>, f64) {
    let q = q.cast::<f64>();
    let length = q.norm();
    match unit(q) {
        Some(direction) if (length - 1.0).abs() <= ROUNDED_LENGTH => (direction, length),
        Some(direction) => (direction, 1.0),
        None => (Quaternion::identity(), 1.0),
    }
}

fn unit(q: Quaternion<f64>) -> Option<Quaternion<f64>> {
    let length = q.norm();
    (length > 0.0 && length.is_finite()).then(|| q / length)
}

fn from_f64(q: Quaternion<f64>) -> Quaternion<f32> {
    Quaternion::new(to_f32(q.w), to_f32(q.i), to_f32(q.j), to_f32(q.k))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::UnitQuaternion;

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
    fn times_outside_the_keys_are_clamped() {
        for interpolation in [Interpolation::Step, Interpolation::Linear] {
            let track = line(&[0.0417, 1.0, 2.0], &[1.0, 2.0, 5.0], interpolation);
            for (time_s, expected) in [(-1e300, 1.0), (0.0, 1.0), (2.0, 5.0), (1e300, 5.0)] {
                check(&track, time_s, expected);
            }
        }
    }

    #[test]
    fn one_key_holds_everywhere() {
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
        // p(t) = t^2 on 0..2 s: values 0 and 4, tangents dp/dt = 0 and 4 per second.
        let track = line(&[0.0, 2.0], &[0.0, 0.0, 0.0, 4.0, 4.0, 0.0], Interpolation::CubicSpline);
        for (time_s, expected) in [(0.0, 0.0), (0.5, 0.25), (1.0, 1.0), (1.5, 2.25), (2.0, 4.0)] {
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
