//! Props of stone: columns whole and broken, drums, plinths, a slab to stand on, stones.

use std::f32::consts::{PI, TAU};

use nalgebra::{Matrix4, Vector3};

use super::shape::Shape;
use super::texture::{stone, stone_relief, unit};
use super::{Part, PropModel, textured};

/// Radius of a column's shaft at its foot, metres.
pub(super) const SHAFT_RADIUS_M: f32 = 0.36;
/// Length of a drum, metres.
const DRUM_LENGTH_M: f32 = 1.1;
const TILE_M: f32 = 1.2;
/// Hollows around a shaft.
const FLUTES: f32 = 16.0;
const SIDES: u16 = 96;

/// A column of 4.2 m: a base, a fluted shaft and a capital, each on a node of its own.
pub(super) fn column() -> PropModel {
    let mut shaft = Shape::default();
    shaft.turned([SIDES, 8], [2.0, 3.2 / TILE_M], |v| (shaft_radius_m(v), 3.2 * v), flute);
    let mut capital = Shape::default();
    let top = SHAFT_RADIUS_M * 0.84;
    capital.lathe(48, TILE_M, &[(top + 0.03, 0.0), (top + 0.03, 0.06)]);
    capital.turned(
        [48, 6],
        [2.0, 0.2],
        |v| {
            let bulge = (v * PI * 0.5).sin();
            (top + 0.20 * (1.0 - (1.0 - v) * (1.0 - v)), 0.06 + 0.22 * v * (0.6 + 0.4 * bulge))
        },
        |_| 1.0,
    );
    let abacus = Vector3::new(1.14, 0.2, 1.14);
    capital.block(Vector3::new(0.0, 0.36, 0.0), abacus, 0.025, TILE_M);
    stone_model(
        "column",
        vec![
            Part::new("base", 0.0, base()),
            Part::new("shaft", 0.46, shaft),
            Part::new("capital", 3.66, capital),
        ],
    )
}

/// A column that broke off at about half of its height.
pub(super) fn broken_column() -> PropModel {
    let mut shaft = Shape::default();
    let height_m = |angle: f32| {
        let step = |it: f32, seed: u32| jag(angle, it, seed);
        1.75 + 0.42 * (angle + 0.6).sin() + 0.10 * step(9.0, 1) + 0.07 * step(23.0, 2)
    };
    let radius_m = |v: f32| shaft_radius_m(v * 0.6);
    shaft.patch([SIDES, 6], [2.0, 1.8 / TILE_M], |u, v| {
        let angle = u * TAU;
        around(angle, radius_m(v) * flute(angle), height_m(angle) * v)
    });
    // The break: from its rim to a rough middle.
    shaft.patch([SIDES, 5], [1.0, 0.3], |u, v| {
        let angle = u * TAU;
        let rough = 0.12 * (jag(angle, 7.0, 3) - 0.5) * v * (1.0 - v) * 4.0;
        let height = height_m(angle) * (1.0 - v) + 1.62 * v + rough;
        around(angle, radius_m(1.0) * flute(angle) * (1.0 - v), height)
    });
    stone_model(
        "broken column",
        vec![Part::new("base", 0.0, base()), Part::new("shaft", 0.46, shaft)],
    )
}

/// A drum of a column, along its y axis from 0.
pub(super) fn drum() -> PropModel {
    let mut drum = Shape::default();
    let radius = SHAFT_RADIUS_M * 0.95;
    let curve = |v: f32| (radius, DRUM_LENGTH_M * v);
    drum.turned([SIDES, 2], [2.0, DRUM_LENGTH_M / TILE_M], curve, flute);
    drum.turned([SIDES, 1], [1.0, 0.3], |v| (radius * (1.0 - v), DRUM_LENGTH_M), flute);
    drum.turned([SIDES, 1], [1.0, 0.3], |v| (radius * v, 0.0), flute);
    stone_model("drum", vec![Part::new("drum", 0.0, drum)])
}

/// What a sphere lies on, 0.62 m high.
pub(super) fn plinth() -> PropModel {
    let mut foot = Shape::default();
    foot.block(Vector3::new(0.0, 0.06, 0.0), Vector3::new(0.62, 0.12, 0.62), 0.015, TILE_M);
    let mut body = Shape::default();
    body.lathe(
        48,
        TILE_M,
        &[
            (0.27, 0.0),
            (0.27, 0.03),
            (0.21, 0.06),
            (0.20, 0.40),
            (0.25, 0.44),
            (0.27, 0.45),
            (0.27, 0.50),
            (0.255, 0.515),
            (0.16, 0.515),
            (0.15, PLINTH_HEIGHT_M - 0.12),
        ],
    );
    stone_model("plinth", vec![Part::new("foot", 0.0, foot), Part::new("body", 0.12, body)])
}

/// Height of the hollow that a sphere lies in.
pub(in crate::app) const PLINTH_HEIGHT_M: f32 = 0.62;

/// Three round steps to stand on, the top [`DAIS_HEIGHT_M`] above the ground.
pub(super) fn dais() -> PropModel {
    let mut dais = Shape::default();
    let step_m = DAIS_HEIGHT_M / 3.0;
    let mut profile = Vec::new();
    for (radius, low) in [(DAIS_RADIUS_M, 0.0), (1.25, step_m), (1.0, 2.0 * step_m)] {
        let (round, high) = (0.018, low + step_m);
        profile.extend([(radius, low), (radius, high - round), (radius - round, high)]);
    }
    dais.lathe(96, TILE_M, &profile);
    stone_model("dais", vec![Part::new("dais", 0.0, dais)])
}

/// Height of the dais that the one in front stands on, metres.
pub(in crate::app) const DAIS_HEIGHT_M: f32 = 0.48;
/// Radius of its lowest step, metres.
pub(in crate::app) const DAIS_RADIUS_M: f32 = 1.5;

/// A stone of about a metre that lies on its flat side.
pub(super) fn boulder() -> PropModel {
    let mut rock = Shape::default();
    rock.patch([40, 24], [2.0, 1.2], |u, v| {
        let (angle, tilt) = (u * TAU, v * PI);
        let way = around(angle, tilt.sin(), -tilt.cos());
        // Cut by planes, which makes it angular, and worn a little.
        let mut reach = 0.55_f32;
        for plane in 0..11_u32 {
            let random = |it| unit(plane, it, 77) * 2.0 - 1.0;
            let normal = Vector3::new(random(0), random(1) * 0.8 + 0.1, random(2)).normalize();
            let distance = 0.34 + 0.12 * unit(plane, 3, 77);
            let facing = normal.dot(&way);
            if facing > 0.05 {
                reach = smooth_min(reach, distance / facing, 0.05);
            }
        }
        let place = way * reach;
        Vector3::new(place.x * 1.1, (place.y + 0.24).max(0.0), place.z * 0.9)
    });
    stone_model("boulder", vec![Part::new("boulder", 0.0, rock)])
}

fn smooth_min(a: f32, b: f32, width: f32) -> f32 {
    let share = (0.5 + 0.5 * (b - a) / width).clamp(0.0, 1.0);
    b + (a - b) * share - width * share * (1.0 - share)
}

/// The foot of a column, 0.46 m: a square plate and two rolls.
fn base() -> Shape {
    let mut base = Shape::default();
    base.block(Vector3::new(0.0, 0.11, 0.0), Vector3::new(1.16, 0.22, 1.16), 0.025, TILE_M);
    for (radius, thickness, low) in [(0.43, 0.07, 0.22), (0.37, 0.045, 0.36)] {
        base.turned(
            [64, 8],
            [2.0, 0.2],
            |v| {
                let tilt = (v - 0.5) * PI;
                (radius + thickness * tilt.cos(), low + thickness * (1.0 + tilt.sin()))
            },
            |_| 1.0,
        );
    }
    base.lathe(64, TILE_M, &[(0.41, 0.35), (0.41, 0.37)]);
    base.lathe(64, TILE_M, &[(0.38, 0.44), (0.38, 0.46)]);
    base
}

/// The shaft narrows upwards, in a curve.
fn shaft_radius_m(v: f32) -> f32 {
    SHAFT_RADIUS_M * (1.0 - 0.16 * v * v)
}

/// Hollows around a shaft, as a factor on its radius.
fn flute(angle: f32) -> f32 {
    let across = (angle * FLUTES / TAU).fract() * 2.0 - 1.0;
    1.0 - 0.075 * (1.0 - across * across)
}

/// Jagged around, 0 to 1.
fn jag(angle: f32, count: f32, seed: u32) -> f32 {
    let place = angle.rem_euclid(TAU) / TAU * count;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small count")]
    let (step, count) = (place.floor() as u32, count as u32);
    let [here, next] = [step % count, (step + 1) % count].map(|it| unit(it, 0, seed));
    here + (next - here) * place.fract()
}

fn around(angle: f32, radius: f32, height: f32) -> Vector3<f32> {
    Vector3::new(radius * angle.cos(), height, -radius * angle.sin())
}

fn stone_model(name: &'static str, parts: Vec<Part>) -> PropModel {
    PropModel {
        name,
        parts,
        materials: vec![textured("stone", 0.05, 0, 1)],
        images: vec![stone(), stone_relief()],
    }
}

/// Where a drum lies on its side: turned by an angle about the vertical.
pub(in crate::app) fn lying_drum(x: f32, z: f32, turn_rad: f32) -> Matrix4<f32> {
    let radius = SHAFT_RADIUS_M * 0.95;
    Matrix4::new_translation(&Vector3::new(x, radius, z))
        * Matrix4::from_euler_angles(0.0, turn_rad, 0.0)
        * Matrix4::from_euler_angles(0.0, 0.0, PI * 0.5)
        * Matrix4::new_translation(&Vector3::new(0.0, -DRUM_LENGTH_M * 0.5, 0.0))
}
