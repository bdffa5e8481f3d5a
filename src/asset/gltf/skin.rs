//! [`Skins`] and [`Slots`]: which matrices of the TransformMap vertices refer to.

use std::collections::HashMap;

use nalgebra::{Matrix4, RowVector4};

use super::accessor::{Accessors, Normalise};
use super::document::Document;
use super::error::{Result, Within as _, fault, label};
use super::notes::Notes;
use super::scene::Scene;
use crate::asset::{JointIdx, SkinSlot, SlotIdx};

/// The skins of a file, in its order.
#[derive(Debug)]
pub(super) struct Skins {
    skins: Vec<Skin>,
}

/// One skin: the joints that vertices number, with their inverse bind matrices.
#[derive(Debug)]
pub(super) struct Skin {
    /// `skin 0 'Armature'`.
    pub(super) label: String,
    /// In the skin's order.
    pub(super) joints: Vec<(JointIdx, Matrix4<f32>)>,
}

impl Skins {
    /// Reads all skins, also those that no node uses.
    pub(super) fn read(
        document: &Document,
        accessors: &Accessors<'_>,
        scene: &Scene,
        notes: &mut Notes,
    ) -> Result<Self> {
        let mut skins = Vec::with_capacity(document.skins.len());
        for (index, skin) in document.skins.iter().enumerate() {
            let at = label("skin", index, skin.name.as_deref());
            let matrices = match skin.inverse_bind_matrices {
                None => None,
                Some(accessor) => {
                    let inverse_binds = || format!("{at} inverseBindMatrices");
                    let values = accessors
                        .finite_floats::<16>(accessor.value(), Normalise::ByFlag)
                        .within(inverse_binds)?;
                    if values.len() < skin.joints.len() {
                        let problem =
                            format!("{} matrices for {} joints", values.len(), skin.joints.len());
                        return Err(fault(inverse_binds(), problem));
                    }
                    Some(values)
                }
            };
            accessors.budget().charge(
                || at.clone(),
                skin.joints.len(),
                size_of::<(JointIdx, Matrix4<f32>)>(),
            )?;
            let mut joints = Vec::with_capacity(skin.joints.len());
            for (number, joint) in skin.joints.iter().enumerate() {
                let Some(joint) = scene.joint_of(joint.value()) else {
                    return Err(fault(at, format!("joint {number}: node {joint} does not exist")));
                };
                let mut matrix = match &matrices {
                    None => Matrix4::identity(),
                    Some(values) => Matrix4::from_column_slice(&values[number]),
                };
                let bottom = [0.0, 0.0, 0.0, 1.0];
                if matrix.row(3).iter().zip(bottom).any(|(found, it)| (found - it).abs() > 1e-6) {
                    notes.add(format!(
                        "{at}: the bottom row of an inverse bind matrix is not 0 0 0 1 and is set to it"
                    ));
                }
                matrix.set_row(3, &RowVector4::from(bottom));
                joints.push((joint, matrix));
            }
            skins.push(Skin { label: at, joints });
        }
        Ok(Self { skins })
    }

    /// The skin of that number; `None` where it does not exist.
    pub(super) fn get(&self, index: usize) -> Option<&Skin> {
        self.skins.get(index)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.skins.len()
    }
}

/// The slots, in the order that [`SkinSlot`] lays down.
#[derive(Debug)]
pub(super) struct Slots {
    slots: Vec<SkinSlot>,
    found: HashMap<(JointIdx, [u32; 16]), SlotIdx>,
}

impl Slots {
    /// One slot a joint, with the inverse bind matrix of the first skin that lists it.
    pub(super) fn new(joint_count: usize, skins: &Skins) -> Self {
        let mut first = vec![None; joint_count];
        for (joint, matrix) in skins.skins.iter().flat_map(|it| &it.joints) {
            first[joint.index()].get_or_insert(*matrix);
        }
        let mut slots = Self { slots: Vec::with_capacity(joint_count), found: HashMap::new() };
        // The skeleton has at most 65535 joints.
        for (joint, matrix) in (0..u16::MAX).map(JointIdx).zip(first) {
            slots.push(joint, matrix.unwrap_or_else(Matrix4::identity));
        }
        slots
    }

    /// The slot of a joint with this inverse bind matrix; made where there is none yet.
    pub(super) fn slot(
        &mut self,
        joint: JointIdx,
        inverse_bind: &Matrix4<f32>,
        at: impl FnOnce() -> String,
    ) -> Result<SlotIdx> {
        if let Some(slot) = self.found.get(&(joint, key(inverse_bind))) {
            return Ok(*slot);
        }
        if self.slots.len() > usize::from(u16::MAX) {
            let problem = "needs more than 65536 different pairs of joint and inverse bind matrix";
            return Err(fault(at(), problem));
        }
        Ok(self.push(joint, *inverse_bind))
    }

    /// The finished list.
    pub(super) fn into_vec(self) -> Vec<SkinSlot> {
        self.slots
    }

    fn push(&mut self, joint: JointIdx, inverse_bind: Matrix4<f32>) -> SlotIdx {
        let slot = SlotIdx(u16::try_from(self.slots.len()).unwrap_or(u16::MAX));
        self.slots.push(SkinSlot { joint, inverse_bind });
        self.found.entry((joint, key(&inverse_bind))).or_insert(slot);
        slot
    }
}

/// Bits that are equal for equal matrices; adding zero makes both zeros one.
fn key(matrix: &Matrix4<f32>) -> [u32; 16] {
    let mut bits = [0; 16];
    for (bits, value) in bits.iter_mut().zip(matrix.iter()) {
        *bits = (value + 0.0).to_bits();
    }
    bits
}
