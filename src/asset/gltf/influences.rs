//! [`Influences`]: the joints and weights of vertices, brought to four that sum to one.

use std::collections::BTreeSet;

use ::gltf::json;
use json::mesh::Semantic;
use json::validation::Checked;

use super::accessor::{Accessors, Normalise};
use super::error::{Result, Within as _, fault};
use super::notes::Notes;

/// Up to four pairs of joint number in the skin and weight a vertex. Weights sum to one, or are all zero
/// for a vertex that no joint moves.
#[derive(Clone, Debug)]
pub(super) struct Influences {
    pub(super) vertices: Vec<[(u32, f32); 4]>,
}

/// What was repaired in all meshes of a file, for one note each.
#[derive(Debug, Default)]
pub(super) struct Repairs {
    over_four: usize,
    off_one: usize,
    weightless: usize,
    negative: usize,
}

impl Influences {
    /// Reads all sets of `JOINTS_n` and `WEIGHTS_n`; `None` where there is none.
    pub(super) fn read(
        primitive: &json::mesh::Primitive,
        vertex_count: usize,
        accessors: &Accessors<'_>,
        repairs: &mut Repairs,
        notes: &mut Notes,
        at: &str,
    ) -> Result<Option<Self>> {
        let mut numbers = BTreeSet::new();
        for semantic in primitive.attributes.keys() {
            if let Checked::Valid(Semantic::Joints(set) | Semantic::Weights(set)) = semantic {
                numbers.insert(*set);
            }
        }
        let accessor =
            |semantic| primitive.attributes.get(&Checked::Valid(semantic)).map(json::Index::value);
        let mut sets = Vec::new();
        for set in numbers {
            let joints = accessor(Semantic::Joints(set));
            let (Some(joints), Some(weights)) = (joints, accessor(Semantic::Weights(set))) else {
                notes.add(format!(
                    "{at}: set {set} of JOINTS and WEIGHTS is ignored, since only one of both is there"
                ));
                continue;
            };
            let joints_at = || format!("{at} JOINTS_{set}");
            let weights_at = || format!("{at} WEIGHTS_{set}");
            let joints = accessors.integers::<4>(joints).within(joints_at)?;
            let weights =
                accessors.finite_floats::<4>(weights, Normalise::Integers).within(weights_at)?;
            for (found, place) in [(joints.len(), joints_at()), (weights.len(), weights_at())] {
                if found != vertex_count {
                    let problem = format!("{found} elements; POSITION has {vertex_count}");
                    return Err(fault(place, problem));
                }
            }
            sets.push((joints, weights));
        }
        if sets.is_empty() {
            return Ok(None);
        }
        let mut all = Vec::with_capacity(4 * sets.len());
        let vertices = (0..vertex_count)
            .map(|vertex| {
                all.clear();
                for (joints, weights) in &sets {
                    for (joint, weight) in joints[vertex].iter().zip(weights[vertex]) {
                        if weight > 0.0 {
                            all.push((*joint, weight));
                        } else if weight < 0.0 {
                            repairs.negative += 1;
                        }
                    }
                }
                strongest_four(&mut all, repairs)
            })
            .collect();
        Ok(Some(Self { vertices }))
    }
}

/// The four largest of `all`, which are positive, scaled to sum to one.
fn strongest_four(all: &mut Vec<(u32, f32)>, repairs: &mut Repairs) -> [(u32, f32); 4] {
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
        if all.len() > 4 {
            repairs.over_four += 1;
            // Stable, so that equal weights stay in the order of their joints.
            all.sort_by(|a, b| b.1.total_cmp(&a.1));
            all.truncate(4);
        }
    }
    let sum = sum(all);
    #[expect(clippy::cast_possible_truncation, reason = "a quotient in 0..=1")]
    let share = |weight: f32| (f64::from(weight) / sum) as f32;
    let mut kept = [(0, 0.0); 4];
    for (kept, (joint, weight)) in kept.iter_mut().zip(all) {
        *kept = (*joint, share(*weight));
    }
    kept
}

impl Repairs {
    /// Says each kind once for the whole file.
    pub(super) fn note(&self, notes: &mut Notes) {
        let mut say = |count: usize, what: &str| {
            if count > 0 {
                notes.add(format!("{count} {what}"));
            }
        };
        say(
            self.over_four,
            "vertices have more than four influences: the four largest are kept and renormalised",
        );
        say(self.off_one, "vertices have weights that do not sum to 1: they are renormalised");
        say(self.weightless, "vertices of skins have no weight: the mesh's own node moves them");
        say(self.negative, "weights are negative and count as zero");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(all: &[(u32, f32)], expected: [(u32, f32); 4]) {
        let found = strongest_four(&mut all.to_vec(), &mut Repairs::default());
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!(found.0, expected.0, "{found:?}");
            assert!((found.1 - expected.1).abs() < 1e-6, "{found:?} {expected:?}");
        }
    }

    #[test]
    fn four_or_fewer_keep_their_order() {
        check(&[], [(0, 0.0); 4]);
        check(&[(7, 0.18)], [(7, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]);
        check(&[(7, 0.1), (3, 0.3)], [(7, 0.25), (3, 0.75), (0, 0.0), (0, 0.0)]);
    }

    #[test]
    fn of_more_the_largest_four_are_kept() {
        let many = [(1, 0.05), (2, 0.3), (3, 0.1), (4, 0.2), (5, 0.3), (6, 0.05)];
        check(&many, [(2, 0.3 / 0.9), (5, 0.3 / 0.9), (4, 0.2 / 0.9), (3, 0.1 / 0.9)]);
        // Three entries of joint 9 are together the strongest.
        let repeated = [(9, 0.1), (2, 0.2), (9, 0.1), (3, 0.2), (9, 0.1), (4, 0.2), (5, 0.1)];
        check(&repeated, [(9, 0.3 / 0.9), (2, 0.2 / 0.9), (3, 0.2 / 0.9), (4, 0.2 / 0.9)]);
    }
}
