//! [`Curve`]: the keys of a sampler, and the values between them (COLLADA 1.4.1, "Curve Interpolation").

use super::document::{Document, Element, at, children};
use super::source::Sources;
use crate::asset::import::{Notes, Result, fault};

/// How values after a key are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    /// The key's value until the next.
    Step,
    /// On the way to the next.
    Linear,
    /// A cubic Bézier curve in time and value.
    Bezier,
}

/// Keys of one or several numbers over time.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    /// Seconds, increasing; at least one.
    pub(super) times_s: Vec<f64>,
    /// Numbers a key.
    pub(super) width: usize,
    /// Of each key and number.
    values: Vec<f64>,
    /// Of each key; the last one is not used.
    segments: Vec<Segment>,
    /// Of each key and number: time and value of the control points before and after it. Empty where no segment is a
    /// Bézier curve.
    controls: Vec<[[f64; 2]; 2]>,
}

/// Halvings of the search for the place on a Bézier curve at a time: more than a f64 tells apart for a second.
const HALVINGS: usize = 48;

impl Curve {
    /// Reads a `<sampler>`; `None`, with a note, where it has no keys.
    ///
    /// # Errors
    /// A part is missing or broken.
    pub(super) fn read<'d>(
        document: &Document<'d>,
        sources: &Sources<'d>,
        sampler: Element<'d>,
        notes: &mut Notes,
    ) -> Result<Option<Self>> {
        let source = |semantic: &str| -> Result<Option<Element<'d>>> {
            let mut inputs = children(sampler, "input");
            match inputs.find(|it| it.attribute("semantic") == Some(semantic)) {
                Some(input) => document.target(input, "source", "source").map(Some),
                None => Ok(None),
            }
        };
        let required = |semantic: &str| -> Result<Element<'d>> {
            let problem = || fault(at(sampler), format!("has no input of semantic {semantic}"));
            source(semantic)?.ok_or_else(problem)
        };
        let input = sources.floats(required("INPUT")?)?;
        let output_source = required("OUTPUT")?;
        let output = sources.floats(output_source)?;
        if input.width == 0 || output.width == 0 {
            return Err(fault(at(sampler), "has an input without values"));
        }
        if output.count < input.count {
            let problem = format!("{} values for {} keys", output.count, input.count);
            return Err(fault(at(output_source), problem));
        }
        let width = output.width;
        let bytes = size_of::<f64>() * (1 + width) + 4 * size_of::<f64>() * width;
        document.budget.charge(|| at(sampler), input.count, bytes)?;
        let names = match source("INTERPOLATION")? {
            Some(names) => sources.names(names)?.0,
            None => Vec::new(),
        };
        let tangents = [source("IN_TANGENT")?, source("OUT_TANGENT")?]
            .map(|it| it.map(|it| sources.floats(it)).transpose());
        let [before, after] = tangents;
        let tangents = before?.zip(after?).filter(|(before, after)| {
            let fits = |width: usize| width == output.width || width == 2 * output.width;
            let counts = before.count.min(after.count);
            fits(before.width) && before.width == after.width && counts >= input.count
        });

        let mut curve = Self {
            times_s: Vec::with_capacity(input.count),
            width,
            values: Vec::with_capacity(input.count * width),
            segments: Vec::with_capacity(input.count),
            controls: Vec::new(),
        };
        let mut kept = Vec::with_capacity(input.count);
        for key in 0..input.count {
            let time_s = f64::from(input.get(key, 0));
            if curve.times_s.last().is_some_and(|last| time_s <= *last) {
                let problem = format!("key {key} at {time_s} s is not after the one before it");
                notes.add(format!("{}: {problem}: it is left out", at(sampler)));
                continue;
            }
            kept.push(key);
            curve.times_s.push(time_s);
            curve.values.extend((0..width).map(|it| f64::from(output.get(key, it))));
        }
        if kept.is_empty() {
            notes.add(format!("{} is ignored: it has no keys", at(sampler)));
            return Ok(None);
        }
        let mut is_hermite = vec![false; kept.len()];
        for (place, key) in kept.iter().enumerate() {
            let name = names.get(*key).copied().unwrap_or("LINEAR");
            let segment = match name {
                "STEP" => Segment::Step,
                "LINEAR" => Segment::Linear,
                "BEZIER" | "HERMITE" if tangents.is_some() => Segment::Bezier,
                "BEZIER" | "HERMITE" => {
                    notes
                        .add(format!("{}: {name} without tangents is read as LINEAR", at(sampler)));
                    Segment::Linear
                }
                other => {
                    notes.add(format!("{}: {other} is read as LINEAR", at(sampler)));
                    Segment::Linear
                }
            };
            is_hermite[place] = name == "HERMITE";
            curve.segments.push(segment);
        }
        if let Some((before, after)) = tangents
            && curve.segments.contains(&Segment::Bezier)
        {
            let pairs = before.width == 2 * width;
            for (place, key) in kept.iter().enumerate() {
                for number in 0..width {
                    let read = |tangents: &super::source::Floats| {
                        let value = |it| f64::from(tangents.get(*key, it));
                        match pairs {
                            true => (Some(value(2 * number)), value(2 * number + 1)),
                            false => (None, value(number)),
                        }
                    };
                    let controls = [
                        curve.control(place, number, read(&before), (is_hermite[place], false)),
                        curve.control(place, number, read(&after), (is_hermite[place], true)),
                    ];
                    curve.controls.push(controls);
                }
            }
        }
        Ok(Some(curve))
    }

    /// Time and value of a control point, from a tangent that may have no time.
    fn control(
        &self,
        key: usize,
        number: usize,
        (time_s, value): (Option<f64>, f64),
        (is_hermite, is_after): (bool, bool),
    ) -> [f64; 2] {
        let (own_s, own) = (self.times_s[key], self.values[key * self.width + number]);
        let neighbour = if is_after { key + 1 } else { key.wrapping_sub(1) };
        // Without times, control points are at the thirds: time runs evenly.
        let third_s = self.times_s.get(neighbour).map_or(0.0, |it| (it - own_s) / 3.0);
        if is_hermite {
            let sign = if is_after { 1.0 } else { -1.0 };
            let time_s = time_s.map_or(third_s, |it| sign * it / 3.0);
            return [own_s + time_s, own + sign * value / 3.0];
        }
        [time_s.unwrap_or(own_s + third_s), value]
    }

    /// Whether values jump at a key after `start_s` and at or before `end_s`.
    pub(super) fn jumps_within(&self, start_s: f64, end_s: f64) -> bool {
        let keys = self.times_s.iter().zip(&self.segments).skip_while(|it| *it.0 < start_s);
        let before = self.times_s.partition_point(|it| *it <= start_s).saturating_sub(1);
        self.segments[before] == Segment::Step
            || keys.take_while(|it| *it.0 < end_s).any(|it| *it.1 == Segment::Step)
    }

    /// Whether all values jump.
    pub(super) fn is_stepped(&self) -> bool {
        let count = self.segments.len();
        count > 1 && self.segments[..count - 1].iter().all(|it| *it == Segment::Step)
    }

    /// Whether all values go straight from key to key.
    pub(super) fn is_linear(&self) -> bool {
        self.segments.iter().all(|it| *it == Segment::Linear)
    }

    /// A number at a time; before the first key and after the last their values.
    pub(super) fn value(&self, time_s: f64, number: usize) -> f64 {
        let value = |key: usize| self.values[key * self.width + number];
        let after = self.times_s.partition_point(|it| *it <= time_s);
        if after == 0 || after == self.times_s.len() {
            return value(after.saturating_sub(1));
        }
        let before = after - 1;
        let (start_s, end_s) = (self.times_s[before], self.times_s[after]);
        match self.segments[before] {
            Segment::Step => value(before),
            Segment::Linear => {
                let share = (time_s - start_s) / (end_s - start_s);
                value(before) + (value(after) - value(before)) * share
            }
            Segment::Bezier => {
                let [_, leave] = self.controls[before * self.width + number];
                let [arrive, _] = self.controls[after * self.width + number];
                // Time must not run back.
                let times_s = [
                    start_s,
                    leave[0].clamp(start_s, end_s),
                    arrive[0].clamp(start_s, end_s),
                    end_s,
                ];
                let place = place_at(&times_s, time_s);
                bezier(&[value(before), leave[1], arrive[1], value(after)], place)
            }
        }
    }
}

/// Where a Bézier curve that never falls has a value.
fn place_at(points: &[f64; 4], value: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if bezier(points, middle) < value {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

fn bezier([a, b, c, d]: &[f64; 4], place: f64) -> f64 {
    let rest = 1.0 - place;
    rest * rest * rest * a
        + 3.0 * rest * rest * place * b
        + 3.0 * rest * place * place * c
        + place * place * place * d
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(segments: &[Segment], controls: &[[[f64; 2]; 2]]) -> Curve {
        Curve {
            times_s: vec![1.0, 2.0, 4.0],
            width: 1,
            values: vec![10.0, 20.0, 0.0],
            segments: segments.to_vec(),
            controls: controls.to_vec(),
        }
    }

    #[test]
    fn ends_are_held_and_keys_are_met() {
        let curve = curve(&[Segment::Linear, Segment::Step, Segment::Linear], &[]);
        let times_s = [0.0, 1.0, 1.5, 2.0, 3.9, 4.0, 9.0];
        let values: Vec<f64> = times_s.iter().map(|it| curve.value(*it, 0)).collect();
        assert_eq!(values, [10.0, 10.0, 15.0, 20.0, 20.0, 0.0, 0.0]);
        assert!(!curve.jumps_within(1.0, 2.0) && curve.jumps_within(2.0, 3.0));
        assert!(curve.jumps_within(1.5, 2.5) && !curve.is_stepped());
    }

    #[test]
    fn bezier_curves_go_through_time_as_they_are_drawn() {
        // Control points of time at both ends: slow in, slow out. At the middle of time, the middle of value.
        let eased = [[[1.0, 10.0], [2.0, 10.0]], [[1.0, 20.0], [2.0, 20.0]], [[4.0, 0.0]; 2]];
        let curve = curve(&[Segment::Bezier, Segment::Linear, Segment::Linear], &eased);
        // Time stands still there for a moment, so the place is not known as exactly.
        assert!((curve.value(1.5, 0) - 15.0).abs() < 1e-3);
        // x = 3 s^2 (1 - s) 0 + 3 s (1 - s)^2 + s^3 .. : at s = 0.25, time 1 + 0.4375, value 10 + 10 (3/64 * 3 + 1/64).
        let (place, leave) = (0.25_f64, 1.0);
        let time = 3.0 * place * (1.0 - place).powi(2) * leave + place.powi(3);
        let share = 3.0 * place.powi(2) * (1.0 - place) + place.powi(3);
        assert!((curve.value(1.0 + time, 0) - (10.0 + 10.0 * share)).abs() < 1e-9);
    }

    #[test]
    fn hermite_tangents_are_three_times_the_way_to_the_control_points() {
        let curve = curve(&[Segment::Bezier; 3], &[]);
        let check = |key, tangent, kind, expected: [f64; 2]| {
            let found = curve.control(key, 0, tangent, kind);
            let is_near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
            assert!(is_near, "{found:?} is not {expected:?}");
        };
        check(0, (None, 6.0), (true, true), [1.0 + 1.0 / 3.0, 12.0]);
        check(1, (Some(0.3), 6.0), (true, false), [1.9, 18.0]);
        check(1, (None, 6.0), (false, false), [2.0 - 1.0 / 3.0, 6.0]);
        check(1, (Some(1.7), 6.0), (false, false), [1.7, 6.0]);
    }
}
