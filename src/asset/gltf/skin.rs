//! [`Skins`]: joints and inverse bind matrices.

use nalgebra::{Matrix4, RowVector4};

use super::accessor::{Accessors, Normalise};
use super::document::Document;
use super::scene::Scene;
use crate::asset::JointIdx;
use crate::asset::import::{Notes, Result, Skin, Within as _, fault, label};

/// The skins of a file, in its order.
#[derive(Debug)]
pub(super) struct Skins {
    skins: Vec<Skin>,
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

    /// Joints and inverse bind matrices of all skins, in their order.
    pub(super) fn joints(&self) -> impl Iterator<Item = &(JointIdx, Matrix4<f32>)> {
        self.skins.iter().flat_map(|it| &it.joints)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.skins.len()
    }
}
