//! Smooth curves through hand-set keys.

use std::ops::{Add, Mul, Sub};

/// A value that curves can go through.
pub trait Value: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<f64, Output = Self> {}

impl<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<f64, Output = T>> Value for T {}

/// A key: time and value.
pub type Key<T> = (f64, T);

/// Cubic Hermite between two keys with slopes per unit of time.
#[must_use]
pub fn hermite<T: Value>(from: Key<T>, slope_from: T, to: Key<T>, slope_to: T, t: f64) -> T {
    let span = to.0 - from.0;
    let u = ((t - from.0) / span).clamp(0.0, 1.0);
    let (u2, u3) = (u * u, u * u * u);
    from.1 * (2.0 * u3 - 3.0 * u2 + 1.0)
        + slope_from * ((u3 - 2.0 * u2 + u) * span)
        + to.1 * (3.0 * u2 - 2.0 * u3)
        + slope_to * ((u3 - u2) * span)
}

/// A closed curve: keys in rising order in `0..period`, the value at `t` (any) repeats after `period`.
#[must_use]
pub fn cyclic<T: Value>(keys: &[Key<T>], period: f64, t: f64) -> T {
    let n = keys.len();
    let at = |i: usize, turns: f64| (keys[i].0 + turns * period, keys[i].1);
    let t = t - libm::floor(t / period) * period;
    let next = keys.iter().position(|key| key.0 > t).unwrap_or(n);
    // The four keys around t, unrolled over the seam.
    let around: [Key<T>; 4] = std::array::from_fn(|k| {
        let i = next + 2 * n + k - 2;
        at(i % n, f64::from(u32::try_from(i / n).unwrap_or(0)) - 2.0)
    });
    let slope = |a: Key<T>, b: Key<T>| (b.1 - a.1) * (1.0 / (b.0 - a.0));
    hermite(around[1], slope(around[0], around[2]), around[2], slope(around[1], around[3]), t)
}

/// An open curve that starts and ends with the given slopes and holds its ends outside.
#[must_use]
pub fn open<T: Value>(keys: &[Key<T>], slope_start: T, slope_end: T, t: f64) -> T {
    let n = keys.len();
    if n == 1 {
        return keys[0].1;
    }
    let slope = |i: usize| {
        if i == 0 {
            slope_start
        } else if i == n - 1 {
            slope_end
        } else {
            (keys[i + 1].1 - keys[i - 1].1) * (1.0 / (keys[i + 1].0 - keys[i - 1].0))
        }
    };
    let next = keys.iter().position(|key| key.0 > t).unwrap_or(n - 1).max(1);
    hermite(keys[next - 1], slope(next - 1), keys[next], slope(next), t)
}

/// An open curve that rests at both ends.
#[must_use]
pub fn resting<T: Value>(keys: &[Key<T>], t: f64) -> T {
    let zero = keys[0].1 * 0.0;
    open(keys, zero, zero, t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_go_through_their_keys() {
        let keys = [(0.1, 1.0), (0.4, -2.0), (0.9, 3.0)];
        for (t, value) in keys {
            assert!((cyclic(&keys, 1.2, t) - value).abs() < 1e-12);
            assert!((cyclic(&keys, 1.2, t - 2.4) - value).abs() < 1e-9);
            assert!((resting(&keys, t) - value).abs() < 1e-12);
        }
        assert!(
            (resting(&keys, 5.0) - 3.0).abs() < 1e-12 && (resting(&keys, -5.0) - 1.0).abs() < 1e-12
        );
    }

    #[test]
    fn a_closed_curve_has_no_corner_at_its_seam() {
        let keys = [(0.0, 0.0), (0.3, 1.0), (0.7, -1.0)];
        let (before, after) = (cyclic(&keys, 1.0, -1e-6), cyclic(&keys, 1.0, 1e-6));
        let value = cyclic(&keys, 1.0, 0.0);
        assert!(((value - before) - (after - value)).abs() < 1e-10);
    }
}
