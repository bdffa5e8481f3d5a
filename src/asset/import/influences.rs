//! [`Influences`]: the joints and weights of vertices, brought to at most eight that sum to one.

use super::notes::Notes;
use crate::asset::MAX_INFLUENCES;

/// Four pairs of joint number in the skin and weight.
pub(in crate::asset) type Four = [(u32, f32); 4];

/// Up to eight pairs of joint number in the skin and weight a vertex. Weights sum to one, or are all zero
/// for a vertex that no joint moves.
#[derive(Clone, Debug, Default)]
pub(in crate::asset) struct Influences {
    /// The largest four, or all.
    pub(in crate::asset) vertices: Vec<Four>,
    /// Those after them; empty where no vertex has more than four.
    pub(in crate::asset) further: Vec<Four>,
}

/// What was repaired in all meshes of a file, for one note each.
#[derive(Debug, Default)]
pub(in crate::asset) struct Repairs {
    over_eight: usize,
    off_one: usize,
    weightless: usize,
    negative: usize,
}

impl Influences {
    /// Room for that many vertices.
    pub(in crate::asset) fn with_capacity(vertex_count: usize) -> Self {
        Self { vertices: Vec::with_capacity(vertex_count), ..Self::default() }
    }

    /// Adds a vertex with these pairs of joint and weight, in any number and order; `all` is left for the next.
    pub(in crate::asset) fn add_vertex(
        &mut self,
        all: &mut Vec<(u32, f32)>,
        repairs: &mut Repairs,
    ) {
        all.retain(|(_, weight)| {
            repairs.negative += usize::from(*weight < 0.0);
            *weight > 0.0
        });
        self.add(strongest(all, repairs));
        all.clear();
    }

    /// Those of the vertices with these numbers.
    pub(in crate::asset) fn of(&self, vertices: &[u32]) -> Self {
        let pick = |from: &[Four]| -> Vec<Four> {
            let four = |it: &u32| from.get(*it as usize).copied().unwrap_or_default();
            if from.is_empty() { Vec::new() } else { vertices.iter().map(four).collect() }
        };
        Self { vertices: pick(&self.vertices), further: pick(&self.further) }
    }

    fn add(&mut self, [vertex, further]: [Four; 2]) {
        let none = Four::default();
        if !self.further.is_empty() || further != none {
            self.further.resize(self.vertices.len(), none);
            self.further.push(further);
        }
        self.vertices.push(vertex);
    }
}

/// The eight largest of `all`, which are positive, scaled to sum to one: four, and those after them.
fn strongest(all: &mut Vec<(u32, f32)>, repairs: &mut Repairs) -> [Four; 2] {
    // In f64, which no sum of f32 weights overflows.
    let sum = |all: &[(u32, f32)]| all.iter().map(|it| f64::from(it.1)).sum::<f64>();
    if all.is_empty() {
        repairs.weightless += 1;
    } else if (sum(all) - 1.0).abs() > 0.005 {
        repairs.off_one += 1;
    }
    if all.len() > 4 {
        // A joint may stand in several sets; its weights count together.
        all.sort_by_key(|it| it.0);
        all.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        // Stable, so that equal weights stay in the order of their joints.
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        if all.len() > MAX_INFLUENCES {
            repairs.over_eight += 1;
            all.truncate(MAX_INFLUENCES);
        }
    }
    let sum = sum(all);
    #[expect(clippy::cast_possible_truncation, reason = "a quotient in 0..=1")]
    let share = |weight: f32| (f64::from(weight) / sum) as f32;
    let mut kept = [Four::default(); 2];
    for (kept, (joint, weight)) in kept.as_flattened_mut().iter_mut().zip(all) {
        *kept = (*joint, share(*weight));
    }
    kept
}

impl Repairs {
    /// Says each kind once for the whole file.
    pub(in crate::asset) fn note(&self, notes: &mut Notes) {
        let mut say = |count: usize, what: &str| {
            if count > 0 {
                notes.add(format!("{count} {what}"));
            }
        };
        say(
            self.over_eight,
            "vertices have more than eight influences: the eight largest are kept and renormalised",
        );
        say(self.off_one, "vertices have weights that do not sum to 1: they are renormalised");
        say(self.weightless, "vertices of skins have no weight: the mesh's own node moves them");
        say(self.negative, "weights are negative and count as zero");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks what is kept of `all`; entries after `expected` are unused.
    #[track_caller]
    fn check(all: &[(u32, f32)], expected: &[(u32, f32)]) {
        let found = strongest(&mut all.to_vec(), &mut Repairs::default());
        let unused = std::iter::repeat(&(0, 0.0));
        for (found, expected) in found.as_flattened().iter().zip(expected.iter().chain(unused)) {
            assert_eq!(found.0, expected.0, "{found:?}");
            assert!((found.1 - expected.1).abs() < 1e-6, "{found:?} {expected:?}");
        }
    }

    #[test]
    fn four_or_fewer_keep_their_order() {
        check(&[], &[]);
        check(&[(7, 0.18)], &[(7, 1.0)]);
        check(&[(7, 0.1), (3, 0.3)], &[(7, 0.25), (3, 0.75)]);
    }

    #[test]
    fn more_come_largest_first_and_eight_are_kept() {
        let six = [(1, 0.06), (2, 0.3), (3, 0.1), (4, 0.2), (5, 0.3), (6, 0.04)];
        check(&six, &[(2, 0.3), (5, 0.3), (4, 0.2), (3, 0.1), (1, 0.06), (6, 0.04)]);
        // Three entries of joint 9 are together the strongest.
        let repeated = [(9, 0.1), (2, 0.2), (9, 0.1), (3, 0.2), (9, 0.1), (4, 0.2), (5, 0.1)];
        check(&repeated, &[(9, 0.3), (2, 0.2), (3, 0.2), (4, 0.2), (5, 0.1)]);
        let ten: Vec<(u32, f32)> =
            (0..10_u16).map(|it| (it.into(), 0.1 + f32::from(it) * 0.01)).collect();
        let kept: Vec<(u32, f32)> = ten[2..].iter().rev().map(|it| (it.0, it.1 / 1.24)).collect();
        check(&ten, &kept);
    }

    #[test]
    fn further_influences_take_no_room_where_no_vertex_has_them() {
        let set = |count: u32| {
            [0, 4].map(|first| {
                std::array::from_fn(|lane: usize| {
                    let joint = first + u32::try_from(lane).unwrap();
                    if joint < count { (joint, 0.1) } else { (0, 0.0) }
                })
            })
        };
        let mut influences = Influences::default();
        influences.add(set(4));
        influences.add(set(1));
        assert!(influences.further.is_empty());
        influences.add(set(5));
        influences.add(set(2));
        assert_eq!(influences.further, [set(0)[0], set(0)[0], set(5)[1], set(0)[0]]);
        assert_eq!(influences.vertices.len(), 4);
    }
}
