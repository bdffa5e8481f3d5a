//! [`Keyed`]: the kinds of values that tracks hold, and what is between two of them.
//!
//! No finite input gives a result that is not a number. Rotations come out with unit length, give or take the
//! rounding that the file itself has: exporters write (0.707, 0.707), other programs use such keys as they
//! are, and so does this one (see [`ROUNDED_LENGTH`]).

use nalgebra::{Quaternion, Vector3};

/// A kind of value that a [`crate::asset::Track`] can hold.
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
