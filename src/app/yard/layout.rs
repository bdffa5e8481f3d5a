//! Where the props of the yard stand.

use std::f32::consts::{FRAC_PI_2, PI};

use nalgebra::{Matrix4, Vector2, Vector3};

use crate::app::props::{
    BALL_RADIUS_M, Ball, DAIS_RADIUS_M, PLINTH_HEIGHT_M, Prop, lying_drum, unit,
};

/// Middle of the ring of columns, x and z.
pub(super) const MIDDLE: Vector2<f32> = Vector2::new(0.6, 4.6);
/// Where the one in front stands, x and z.
pub(super) const FRONT: Vector2<f32> = Vector2::new(-0.95, -4.3);
const COLUMN_RING_M: f32 = 8.4;
const BANNER_RING_M: f32 = 8.0;

/// Around the ring, in degrees from straight behind the middle, to the right above 0.
const COLUMNS_DEG: [f32; 7] = [-122.0, -60.0, -30.0, 0.0, 30.0, 90.0, 121.0];
const BROKEN_DEG: [f32; 2] = [-90.0, 60.0];
// None stands behind the one in front, whose blade is to be seen against the sky.
const RED_DEG: [f32; 3] = [-105.0, -15.0, 106.0];
const BLUE_DEG: [f32; 2] = [-45.0, 45.0];

/// A stack on the left, in front of the ring: x, height, z, turn in radians.
const CRATES: [[f32; 4]; 7] = [
    [-3.5, 0.0, -1.85, 0.12],
    [-4.37, 0.0, -1.65, -0.18],
    [-3.9, 0.8, -1.72, 0.42],
    [-4.1, 0.0, -0.72, 0.30],
    [6.3, 0.0, -0.75, 0.5],
    [7.2, 0.0, -0.95, -0.2],
    [6.75, 0.8, -0.85, 0.25],
];
const BARRELS: [[f32; 3]; 4] =
    [[-2.67, -1.45, 0.4], [-5.3, -1.85, 1.3], [5.55, -0.45, 2.2], [6.15, 0.15, 0.9]];
/// From matte to shiny, from the left.
const BALLS: [Ball; 5] = [Ball::Chalk, Ball::Clay, Ball::Glaze, Ball::Brass, Ball::Steel];

/// Place on a circle around the middle.
pub(super) fn on_ring(radius_m: f32, angle_rad: f32) -> Vector2<f32> {
    MIDDLE + Vector2::new(angle_rad.sin(), angle_rad.cos()) * radius_m
}

/// Where the plinths stand: on an arc at the right.
fn plinth(index: u8) -> Vector2<f32> {
    let step = f32::from(index);
    Vector2::new(1.6 + step + 0.02 * step * step, -3.1 + 0.05 * step * step)
}

fn standing(place: Vector2<f32>, height_m: f32, turn_rad: f32) -> Matrix4<f32> {
    Matrix4::new_translation(&Vector3::new(place.x, height_m, place.y))
        * Matrix4::from_euler_angles(0.0, turn_rad, 0.0)
}

/// Where all copies of a prop stand (`world_from_model`).
pub(super) fn copies(prop: Prop) -> Vec<Matrix4<f32>> {
    let ring = |radius_m: f32, degrees: &[f32]| -> Vec<Matrix4<f32>> {
        let place = |it: &f32| {
            let angle = it.to_radians();
            standing(on_ring(radius_m, angle), 0.0, angle)
        };
        degrees.iter().map(place).collect()
    };
    match prop {
        Prop::Column => ring(COLUMN_RING_M, &COLUMNS_DEG),
        Prop::BrokenColumn => ring(COLUMN_RING_M, &BROKEN_DEG),
        Prop::RedBanner => ring(BANNER_RING_M, &RED_DEG),
        Prop::BlueBanner => ring(BANNER_RING_M, &BLUE_DEG),
        Prop::Drum => vec![lying_drum(-6.1, 2.75, 0.5), lying_drum(6.9, 6.6, 1.1)],
        Prop::Dais => vec![standing(FRONT, 0.0, 0.0)],
        Prop::Plinth => (0..5).map(|it| standing(plinth(it), 0.0, 0.15 * f32::from(it))).collect(),
        Prop::Sphere(ball) => (0..5_u8)
            .zip(BALLS)
            .filter(|(_, it)| *it == ball)
            .map(|(index, _)| {
                // The plinth's hollow is 15 cm wide, so the sphere lies a little in it.
                let sunk_m = BALL_RADIUS_M - (BALL_RADIUS_M.powi(2) - 0.155_f32.powi(2)).sqrt();
                standing(plinth(index), PLINTH_HEIGHT_M + BALL_RADIUS_M - sunk_m, 0.0)
            })
            .collect(),
        Prop::Crate => CRATES
            .iter()
            .map(|[x, height_m, z, turn]| standing(Vector2::new(*x, *z), *height_m, *turn))
            .collect(),
        Prop::Barrel => {
            BARRELS.iter().map(|[x, z, turn]| standing(Vector2::new(*x, *z), 0.0, *turn)).collect()
        }
        Prop::Boulder => boulders(),
    }
}

/// A few by hand in front, and some around the ring.
fn boulders() -> Vec<Matrix4<f32>> {
    let stone = |place: Vector2<f32>, size: f32, turn: f32| {
        standing(place, 0.0, turn) * Matrix4::new_scaling(size)
    };
    let mut stones = vec![
        stone(Vector2::new(-3.3, -4.6), 0.34, 0.7),
        stone(Vector2::new(-3.75, -4.2), 0.2, 2.4),
        stone(Vector2::new(3.9, -4.4), 0.26, 1.2),
        stone(Vector2::new(7.5, -2.5), 0.5, 4.0),
        stone(Vector2::new(8.0, -2.2), 0.24, 5.1),
    ];
    for index in 0..14_u32 {
        let random = |it: u32| unit(index, it, 5);
        // Behind the columns, between them.
        let angle = (random(0) * 2.0 - 1.0) * (PI - 0.9);
        let radius_m = 9.3 + 2.2 * random(1);
        stones.push(stone(
            on_ring(radius_m, angle),
            0.3 + 0.5 * random(2),
            random(3) * 4.0 * FRAC_PI_2,
        ));
    }
    stones
}

/// Whether a figure can stand at a place without touching a prop.
pub(super) fn is_free(place: Vector2<f32>) -> bool {
    let room_m = |prop: Prop| match prop {
        Prop::Column | Prop::BrokenColumn => 1.05,
        Prop::Dais => DAIS_RADIUS_M + 0.3,
        Prop::Drum | Prop::Crate => 0.95,
        Prop::Boulder => 0.75,
        Prop::Barrel | Prop::Plinth | Prop::RedBanner | Prop::BlueBanner => 0.75,
        Prop::Sphere(_) => 0.0,
    };
    Prop::ALL.into_iter().all(|prop| {
        let is_clear = |copy: &Matrix4<f32>| {
            (Vector2::new(copy[(0, 3)], copy[(2, 3)]) - place).norm() >= room_m(prop)
        };
        copies(prop).iter().all(is_clear)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn props_do_not_stand_in_each_other() {
        let radius_m = |prop: Prop| match prop {
            Prop::Column | Prop::BrokenColumn => 0.6,
            Prop::Dais => DAIS_RADIUS_M,
            Prop::Plinth | Prop::Barrel => 0.34,
            Prop::Crate | Prop::Drum => 0.42,
            Prop::RedBanner | Prop::BlueBanner => 0.3,
            Prop::Boulder => 0.3,
            Prop::Sphere(_) => 0.0,
        };
        let mut all: Vec<(Prop, Vector3<f32>)> = Vec::new();
        for prop in Prop::ALL.into_iter().filter(|it| !matches!(it, Prop::Sphere(_))) {
            for copy in copies(prop) {
                all.push((prop, copy.fixed_view::<3, 1>(0, 3).into_owned()));
            }
        }
        for (index, (prop, place)) in all.iter().enumerate() {
            for (other, there) in &all[..index] {
                let apart = (place.xz() - there.xz()).norm();
                let is_stacked = (place.y - there.y).abs() > 0.5;
                let room = radius_m(*prop) + radius_m(*other);
                assert!(is_stacked || apart > room * 0.97, "{prop:?} {place} {other:?} {there}");
            }
        }
    }
}
