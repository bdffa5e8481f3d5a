//! The figure as a list of solids: each [`Part`] has a field, a box to mesh it in, a budget of triangles, a material
//! and a rig. Parts interpenetrate; what lies inside another part is left out.

pub mod clothes;
pub mod face;
pub mod gear;
pub mod hands;
pub mod head;
pub mod sword;

use glam::DVec3;

use crate::mesher::Grid;
use crate::sdf::Field;
use crate::texture::Material;
use crate::weights::Rig;

/// One solid of the figure.
#[derive(Clone, Debug)]
pub struct Part {
    /// For messages.
    pub name: &'static str,
    /// The solid, metres in model space.
    pub field: Field,
    /// Box and cell size of its mesh before decimation.
    pub grid: Grid,
    /// Triangles to keep.
    pub triangles: usize,
    /// What it follows.
    pub rig: Rig,
    /// What it is made of.
    pub material: Material,
    /// Places of other material: inside each field (the last that holds wins) the surface is of that material, with a
    /// sharp border.
    pub regions: &'static [(Field, Material)],
    /// Where the part cannot be seen: triangles deep inside this field are left out.
    pub hidden_by: Field,
    /// A simpler solid whose slope gives half of the normals: so that light flows softly over small features.
    pub lit_as: Option<Field>,
    /// Weight of detail at a place, 1 is plain; see [`crate::decimate::decimate`].
    pub detail: Field,
}

/// Nothing hides the part.
fn never(_: DVec3) -> f64 {
    f64::INFINITY
}

/// The same detail everywhere.
fn plain(_: DVec3) -> f64 {
    1.0
}

/// A part of one material with plain detail that nothing hides; the rest is set by struct update.
fn part(name: &'static str, field: Field, low: [f64; 3], high: [f64; 3], cell: f64) -> Part {
    Part {
        name,
        field,
        grid: Grid { low: DVec3::from_array(low), high: DVec3::from_array(high), cell },
        triangles: 400,
        rig: Rig::Body,
        material: Material::Leather,
        regions: &[],
        hidden_by: never,
        lit_as: None,
        detail: plain,
    }
}

/// All solids of the figure, the sword and the painted face apart.
#[must_use]
pub fn parts() -> Vec<Part> {
    let mut all = head::parts();
    all.extend(clothes::parts());
    all.extend(hands::parts());
    all.extend(gear::parts());
    all
}
