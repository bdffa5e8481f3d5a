//! [`Stage`]: camera, light and ground set up around a model of any size.

use nalgebra::{Point3, Vector2, Vector3};

use crate::anim::Aabb;
use crate::render::{Camera, ContactShadow, Ground, Light, Scene, Sky};

const FOV_Y_RAD: f32 = 0.66;
/// From the model to the camera, any length: from the front, a little from its right and above.
pub(super) const FRONT: Vector3<f32> = Vector3::new(-0.52, 0.34, -1.0);
/// How much of the way from the middle of the picture to its edge a framed model takes.
pub(super) const FILL: f32 = 0.8;
/// The sky of a stage.
const SKY: Sky =
    Sky { horizon: [0.81, 0.85, 0.88], zenith: [0.38, 0.55, 0.75], glow: [0.30, 0.26, 0.18] };
/// Texels along a side of the shadow map.
pub(super) const SHADOW_MAP_PX: u32 = 1536;

/// The light of a stage as long as nobody changes it.
pub(super) const LIGHT: Light = Light {
    ambient: [0.50, 0.50, 0.51, 1.0],
    diffuse: [0.94, 0.91, 0.84, 1.0],
    specular: [0.75, 0.73, 0.69, 1.0],
    emissive: [0.35, 0.38, 0.42, 1.0],
    direction: Vector3::new(0.74, -0.78, 0.50),
};

/// Camera, light and ground around what stands at the given places.
#[derive(Clone, Debug)]
pub struct Stage {
    scene: Scene,
}

impl Stage {
    /// Sets up around copies of a model whose outermost points are `outline`, moved by each of `places`. `rest_bounds`
    /// is its box in the rest pose, which says where its shadow goes.
    ///
    /// A model that is all but on the ground plane stands on it; others get the ground below them.
    #[must_use]
    pub fn new(
        outline: &[Vector3<f32>],
        rest_bounds: &Aabb,
        places: &[Vector3<f32>],
        aspect: f32,
    ) -> Self {
        let bounds = Aabb::around(outline).unwrap_or_default();
        let (low, high) = places.iter().fold((bounds.min, bounds.max), |(low, high), place| {
            (low.inf(&(bounds.min + place)), high.sup(&(bounds.max + place)))
        });
        let extent_m = (bounds.max - bounds.min).norm().max(f32::MIN_POSITIVE);
        let center = (low + high) * 0.5;
        let height_m = if bounds.min.y.abs() < 0.1 * extent_m { 0.0 } else { bounds.min.y };

        let points: Vec<Point3<f32>> = places
            .iter()
            .flat_map(|place| outline.iter().map(move |point| Point3::from(point + place)))
            .collect();
        let camera = Camera::framing(&points, FRONT, FOV_Y_RAD, aspect, FILL);
        let camera_distance_m = (camera.eye - camera.target).norm();
        let shadow_radius_m = {
            let size = rest_bounds.max - rest_bounds.min;
            // What stands wide keeps light of the sky from more of the ground; a figure with its arms out does not.
            (size.x.min(size.z) * 0.7).clamp(extent_m * 0.1, extent_m)
        };
        let ground = Ground {
            height_m,
            color: [0.66, 0.69, 0.73],
            line_color: [0.93, 0.95, 0.97, 0.6],
            cell_m: cell_m(extent_m),
            center: Vector2::new(center.x, center.z),
            fade_m: [camera_distance_m * 0.7, camera_distance_m * 4.5],
            contact_shadows: places
                .iter()
                .map(|place| {
                    let middle = standing_place(rest_bounds) + place;
                    ContactShadow {
                        center: Vector2::new(middle.x, middle.z),
                        radius_m: shadow_radius_m,
                        strength: 0.22,
                    }
                })
                .collect(),
        };
        Self {
            scene: Scene {
                camera,
                light: LIGHT,
                shadow_map_px: SHADOW_MAP_PX,
                sky: SKY,
                ground: Some(ground),
                models: Vec::new(),
                user: None,
            },
        }
    }

    /// The scene without models.
    #[must_use]
    pub fn into_scene(self) -> Scene {
        self.scene
    }
}

/// Where a model stands, x and z: at its origin when that lies well within its box, as that of a character does,
/// else in the middle of the box.
pub(super) fn standing_place(rest_bounds: &Aabb) -> Vector3<f32> {
    let center = rest_bounds.center();
    let size = rest_bounds.max - rest_bounds.min;
    let is_within = |axis: usize| center[axis].abs() <= size[axis] * 0.4;
    if is_within(0) && is_within(2) { Vector3::zeros() } else { center }
}

/// A power of ten, or half or a fifth of one, so that a model stands on a handful of cells.
fn cell_m(extent_m: f32) -> f32 {
    let wanted = extent_m * 0.4;
    let decade = 10_f32.powf(wanted.log10().floor());
    [5.0, 2.0, 1.0].into_iter().map(|it| it * decade).find(|it| *it <= wanted).unwrap_or(decade)
}

/// Places for `count` copies side by side and in rows, in the plane of the ground, the first in the middle of the
/// front.
#[must_use]
pub(super) fn places(bounds: &Aabb, count: usize) -> Vec<Vector3<f32>> {
    let size = bounds.max - bounds.min;
    let step_m = (size.x.max(size.z) * 1.15).max(size.y * 0.5);
    // Wider than deep, as the picture is.
    let columns =
        (1_usize..).find(|columns| columns * columns.div_ceil(2) >= count).unwrap_or(count);
    (0..count)
        .map(|index| {
            let (row, column) = (index / columns, index % columns);
            let in_row = columns.min(count - row * columns);
            // 0, 1, -1, 2, -2, ... from the middle, so that any count is centred to within half a step.
            let side =
                if column % 2 == 1 { column.div_ceil(2) as f32 } else { -((column / 2) as f32) };
            let shift = if in_row % 2 == 0 { -0.5 } else { 0.0 };
            Vector3::new((side + shift) * step_m, 0.0, row as f32 * step_m)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit_box() -> Aabb {
        Aabb { min: Vector3::new(-0.5, 0.0, -0.5), max: Vector3::new(0.5, 1.8, 0.5) }
    }

    #[test]
    fn places_are_apart_and_centred() {
        for count in [1, 2, 3, 5, 12, 500] {
            let places = places(&unit_box(), count);
            assert_eq!(places.len(), count);
            for (i, a) in places.iter().enumerate() {
                assert!(places[..i].iter().all(|b| (a - b).norm() > 0.9));
            }
        }
        assert_eq!(places(&unit_box(), 1), [Vector3::zeros()]);
        let pair = places(&unit_box(), 2);
        assert!((pair[0].x + pair[1].x).abs() < 1e-6);
    }

    #[test]
    fn grid_cells_follow_the_size_of_the_model() {
        for (extent_m, cell) in [(1.9, 0.5), (167.0, 50.0), (0.02, 0.005), (2.6, 1.0)] {
            assert!(
                (cell_m(extent_m) - cell).abs() < cell * 1e-3,
                "{extent_m}: {}",
                cell_m(extent_m)
            );
        }
    }

    #[test]
    fn a_model_above_the_ground_plane_gets_the_ground_below_it() {
        let stage = |low: f32| {
            let bounds =
                Aabb { min: Vector3::new(-1.0, low, -1.0), max: Vector3::new(1.0, low + 2.0, 1.0) };
            Stage::new(&bounds.corners(), &bounds, &[Vector3::zeros()], 1.5)
                .into_scene()
                .ground
                .unwrap()
                .height_m
        };
        assert!(stage(0.05).abs() < 1e-6);
        assert!((stage(-1.0) + 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_model_of_no_size_is_no_nan() {
        let scene = Stage::new(&[], &Aabb::default(), &[Vector3::zeros()], 1.0).into_scene();
        assert!(scene.camera.eye.coords.iter().all(|it| it.is_finite()));
        assert!(scene.ground.unwrap().cell_m > 0.0);
    }
}
