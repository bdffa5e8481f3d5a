//! [`Skin`] and [`Slots`]: which matrices of the TransformMap vertices refer to.

use std::collections::HashMap;

use nalgebra::Matrix4;

use super::error::{Result, fault};
use crate::asset::{JointIdx, SkinSlot, SlotIdx};

/// One skin: the joints that vertices number, with their inverse bind matrices.
#[derive(Debug)]
pub(in crate::asset) struct Skin {
    /// `skin 0 'Armature'`.
    pub(in crate::asset) label: String,
    /// In the skin's order.
    pub(in crate::asset) joints: Vec<(JointIdx, Matrix4<f32>)>,
}

/// The slots, in the order that [`SkinSlot`] lays down.
#[derive(Debug)]
pub(in crate::asset) struct Slots {
    slots: Vec<SkinSlot>,
    found: HashMap<(JointIdx, [u32; 16]), SlotIdx>,
}

impl Slots {
    /// One slot a joint, with the inverse bind matrix of the first skin that lists it.
    ///
    /// `bound` has the joints of all skins, in the order of the skins, each with its inverse bind matrix.
    pub(in crate::asset) fn new<'a>(
        joint_count: usize,
        bound: impl Iterator<Item = &'a (JointIdx, Matrix4<f32>)>,
    ) -> Self {
        let mut first = vec![None; joint_count];
        for (joint, matrix) in bound {
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
    pub(in crate::asset) fn slot(
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
    pub(in crate::asset) fn into_vec(self) -> Vec<SkinSlot> {
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
