//! Joints and weights of the vertices of a primitive.

use std::collections::BTreeSet;

use ::gltf::json;
use json::mesh::Semantic;
use json::validation::Checked;

use super::accessor::{Accessors, Normalise};
use crate::asset::import::{Influences, Notes, Repairs, Result, Within as _, fault};

/// Reads all sets of `JOINTS_n` and `WEIGHTS_n`; `None` where there is none.
pub(super) fn read_influences(
    primitive: &json::mesh::Primitive,
    vertex_count: usize,
    accessors: &Accessors<'_>,
    repairs: &mut Repairs,
    notes: &mut Notes,
    at: &str,
) -> Result<Option<Influences>> {
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
    let mut influences = Influences::with_capacity(vertex_count);
    for vertex in 0..vertex_count {
        for (joints, weights) in &sets {
            all.extend(joints[vertex].into_iter().zip(weights[vertex]));
        }
        influences.add_vertex(&mut all, repairs);
    }
    Ok(Some(influences))
}
