//! Props of wood: crates and barrels.

use std::f32::consts::FRAC_PI_2;

use nalgebra::{Matrix4, Vector3};

use super::shape::Shape;
use super::texture::{plank_relief, planks};
use super::{Part, PropModel, metal, textured};

/// Side of a crate, metres.
const CRATE_M: f32 = 0.8;
/// Four planks of the texture.
const TILE_M: f32 = 0.8;
/// Thickness of the beams along a crate's edges.
const BEAM_M: f32 = 0.09;

/// A crate of planks in a frame of beams.
pub(super) fn crate_of_planks() -> PropModel {
    let mut shape = Shape::default();
    let middle = Vector3::y() * CRATE_M * 0.5;
    let inner = CRATE_M - 0.05;
    shape.block(middle, Vector3::repeat(inner), 0.005, TILE_M);
    // Built around the middle of a plank, so that no gap of the texture runs through it.
    let plank_middle = Vector3::new(1.0, 0.0, 1.0) * TILE_M * 0.125;
    let mut beam = Shape::default();
    beam.block(plank_middle, Vector3::new(BEAM_M, CRATE_M, BEAM_M), 0.012, TILE_M);
    let reach = (CRATE_M - BEAM_M) * 0.5;
    for turn in [
        Matrix4::identity(),
        Matrix4::from_euler_angles(FRAC_PI_2, 0.0, 0.0),
        Matrix4::from_euler_angles(0.0, 0.0, FRAC_PI_2),
    ] {
        for (x, z) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
            let place = Vector3::new(x * reach, 0.0, z * reach) - plank_middle;
            let place = Matrix4::new_translation(&middle) * turn * Matrix4::new_translation(&place);
            shape.add(&beam, &place);
        }
    }
    PropModel {
        name: "crate",
        parts: vec![Part::new("crate", 0.0, shape)],
        materials: vec![textured("wood", 0.06, 0, 1)],
        images: vec![planks(), plank_relief()],
    }
}

const BARREL_HEIGHT_M: f32 = 0.92;

/// A barrel of staves with four hoops of iron.
pub(super) fn barrel() -> PropModel {
    let radius_m = |v: f32| 0.27 + 0.07 * (1.0 - (2.0 * v - 1.0) * (2.0 * v - 1.0));
    let mut staves = Shape::default();
    staves.turned(
        [48, 12],
        [4.0, BARREL_HEIGHT_M / TILE_M],
        |v| (radius_m(v), BARREL_HEIGHT_M * v),
        |_| 1.0,
    );
    // The rim, and the lid a little below it.
    let top = BARREL_HEIGHT_M;
    for profile in [
        [(radius_m(1.0), top), (0.24, top)],
        [(0.24, top), (0.24, top - 0.04)],
        [(0.24, top - 0.04), (0.0, top - 0.04)],
    ] {
        let [(r0, y0), (r1, y1)] = profile;
        let curve = |v: f32| (r0 + (r1 - r0) * v, y0 + (y1 - y0) * v);
        staves.turned([48, 1], [2.0, 0.2], curve, |_| 1.0);
    }
    staves.turned([48, 1], [2.0, 0.2], |v| (radius_m(0.0) * v, 0.0), |_| 1.0);
    let mut hoops = Shape::default();
    for (low, high) in [(0.03, 0.09), (0.25, 0.31), (0.69, 0.75), (0.91, 0.97)] {
        let proud_m = 0.007;
        let edge = |v: f32| (radius_m(v), BARREL_HEIGHT_M * v);
        let band = |v: f32| (radius_m(v) + proud_m, BARREL_HEIGHT_M * v);
        for (from, to) in
            [(edge(low), band(low)), (band(low), band(high)), (band(high), edge(high))]
        {
            let curve = |v: f32| (from.0 + (to.0 - from.0) * v, from.1 + (to.1 - from.1) * v);
            hoops.turned([48, 1], [1.0, 1.0], curve, |_| 1.0);
        }
    }
    PropModel {
        name: "barrel",
        parts: vec![Part::new("staves", 0.0, staves), Part::new("hoops", 0.0, hoops).of(1)],
        materials: vec![textured("wood", 0.06, 0, 1), metal("iron", [0.52, 0.53, 0.56], 60.0, 0.6)],
        images: vec![planks(), plank_relief()],
    }
}
