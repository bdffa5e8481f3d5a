//! Banners: a cloth that hangs from a pole with a crossbar.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use nalgebra::{Matrix4, Vector3};

use super::shape::Shape;
use super::texture;
use super::{Part, PropModel, material, metal};
use crate::asset::{Material, Texture, Wrap};

const POLE_HEIGHT_M: f32 = 3.5;
const BAR_HEIGHT_M: f32 = 3.2;
const CLOTH_WIDTH_M: f32 = 0.95;
const CLOTH_LENGTH_M: f32 = 1.9;

/// A banner of one colour that looks along -Z.
pub(super) fn banner(name: &'static str, field: [f32; 3]) -> PropModel {
    let mut foot = Shape::default();
    foot.block(Vector3::new(0.0, 0.11, 0.0), Vector3::new(0.5, 0.22, 0.5), 0.02, 0.8);
    foot.block(Vector3::new(0.0, 0.27, 0.0), Vector3::new(0.3, 0.1, 0.3), 0.02, 0.8);

    let mut pole = Shape::default();
    pole.lathe(20, 0.8, &[(0.04, 0.3), (0.032, POLE_HEIGHT_M)]);
    let mut bar = Shape::default();
    bar.lathe(16, 0.8, &[(0.022, -0.58), (0.022, 0.58)]);
    let across = Matrix4::new_translation(&Vector3::new(0.0, BAR_HEIGHT_M, -0.05))
        * Matrix4::from_euler_angles(0.0, 0.0, FRAC_PI_2);
    pole.add(&bar, &across);

    let mut brass = Shape::default();
    let knob = |radius: f32, low: f32| {
        move |v: f32| (radius * (v * PI).sin(), low + radius * (1.0 - (v * PI).cos()))
    };
    brass.turned([24, 12], [1.0, 1.0], knob(0.06, POLE_HEIGHT_M - 0.02), |_| 1.0);
    brass.lathe(
        16,
        1.0,
        &[
            (0.025, POLE_HEIGHT_M + 0.09),
            (0.035, POLE_HEIGHT_M + 0.15),
            (0.002, POLE_HEIGHT_M + 0.32),
        ],
    );
    for side in [-0.6, 0.6] {
        let mut end = Shape::default();
        end.turned([16, 8], [1.0, 1.0], knob(0.035, -0.035), |_| 1.0);
        let place = Vector3::new(side, BAR_HEIGHT_M, -0.05);
        brass.add(&end, &Matrix4::new_translation(&place));
    }

    let mut cloth = Shape::default();
    cloth.patch([24, 40], [1.0, 1.0], |u, v| {
        // A swallow's tail, and folds that grow downwards, with a little wind.
        let length = CLOTH_LENGTH_M * (1.0 - 0.10 * (1.0 - (2.0 * u - 1.0).abs()));
        let fold =
            0.045 * (TAU * (1.5 * u + 0.25 * v)).sin() + 0.02 * (TAU * (3.0 * u - 0.4 * v)).sin();
        let narrow = 1.0 - 0.05 * v;
        Vector3::new(
            (u - 0.5) * CLOTH_WIDTH_M * narrow + 0.05 * v * v,
            BAR_HEIGHT_M - 0.01 - length * v,
            -0.085 - fold * v.sqrt() * 0.9 - 0.12 * v * v,
        )
    });
    let image = texture::banner(name, field);
    let painted = Texture { image: 0, wrap: [Wrap::ClampToEdge; 2], nearest: false };
    PropModel {
        name,
        parts: vec![
            Part::new("cloth", 0.0, cloth),
            Part::new("pole", 0.0, pole).of(1),
            Part::new("brass", 0.0, brass).of(2),
            Part::new("foot", 0.0, foot).of(3),
        ],
        materials: vec![
            Material {
                diffuse_map: Some(painted),
                double_sided: true,
                ..material("cloth", [1.0; 3], 0.03)
            },
            material("dark wood", [0.30, 0.21, 0.14], 0.1),
            metal("brass", [1.0, 0.70, 0.30], 90.0, 0.7),
            material("stone", [0.62, 0.60, 0.57], 0.04),
        ],
        images: vec![image],
    }
}
