//! [`Yard`]: the place of the scene demo - a training yard in a ruin, with its people, props and camera.
//!
//! Lengths are metres of the yard, where a figure is 1.8 m high; +X is to the right of the picture and +Z into it.

mod cast;
mod layout;

use nalgebra::{Matrix4, Point3, Vector2, Vector3};

use self::cast::{People, Way};
use super::props::{Prop, PropIds, unit};
use super::stage::Stage;
use crate::anim::Aabb;
use crate::render::{
    Camera, Ground, MaterialTint, ModelAnimation, ModelDraw, ModelId, ModelPass, Scene,
};

pub(super) use cast::{Part, parts};

/// Factors on the colours of the figures, so that they are not all alike.
pub(super) const LOOKS: [[f32; 3]; 4] =
    [[1.0, 1.0, 1.0], [1.22, 0.86, 0.70], [0.70, 0.70, 0.78], [0.98, 1.02, 1.24]];

/// Texels along a side of the shadow map, of which one is a centimetre in the yard.
pub(super) const SHADOW_MAP_PX: u32 = 3072;

/// Height that a figure has in the yard.
const FIGURE_HEIGHT_M: f32 = 1.8;
/// Largest size along the ground that a figure may have, for animals and the like.
const FIGURE_LENGTH_M: f32 = 2.2;

/// Width to height of the pictures that the camera is placed for.
const ASPECT: f32 = 16.0 / 9.0;
const FOV_Y_RAD: f32 = 0.62;
const EYE: Point3<f32> = Point3::new(-2.3, 2.0, -11.1);
const TARGET: Point3<f32> = Point3::new(0.45, 1.3, -2.0);

/// The place of the scene demo.
#[derive(Clone, Debug)]
pub(super) struct Yard {
    people: People,
    /// Figures of the looks after the first, then the props.
    others: Vec<ModelDraw>,
    /// Of the figure in its rest pose, in the yard.
    yard_from_model: Matrix4<f32>,
    /// Here while it is not in the scene.
    pub(super) ground: Option<Ground>,
}

impl Yard {
    /// Sets the yard up for so many copies of a model with this box in its rest pose.
    pub(super) fn new(rest_bounds: &Aabb, count: usize) -> Self {
        let box_of_figure = {
            let half = FIGURE_HEIGHT_M * 0.25;
            Aabb {
                min: Vector3::new(-half, 0.0, -half),
                max: Vector3::new(half, FIGURE_HEIGHT_M, half),
            }
        };
        let scene =
            Stage::new(&box_of_figure.corners(), &box_of_figure, &[Vector3::zeros()], ASPECT)
                .into_scene();
        Self {
            people: People::new(count),
            others: Vec::new(),
            yard_from_model: placed_on_ground(rest_bounds),
            ground: scene.ground.map(|ground| Ground {
                cell_m: 1.0,
                center: Vector2::new(layout::MIDDLE.x, layout::MIDDLE.y),
                fade_m: [12.0, 60.0],
                contact_shadows: Vec::new(),
                ..ground
            }),
        }
    }

    /// Puts the props up that the renderer holds, and has the figures (`figure`) drawn in several [`LOOKS`].
    pub(super) fn set_props(&mut self, ids: &PropIds, figure: ModelId) {
        let draw = |(prop, model): (Prop, _)| ModelDraw {
            model,
            pass: ModelPass::Textured,
            material: MaterialTint::default(),
            animation: ModelAnimation::Rigid(layout::copies(prop)),
        };
        let looks = LOOKS[1..].iter().map(|_| ModelDraw {
            model: figure,
            pass: ModelPass::Textured,
            material: MaterialTint::default(),
            animation: ModelAnimation::Crowd(Vec::new()),
        });
        self.others = looks.chain(ids.iter().map(draw)).collect();
    }

    /// Adds the props to a scene that has the figures alone, or takes them out again.
    pub(super) fn show_props(&self, scene: &mut Scene, is_shown: bool) {
        if !is_shown {
            scene.models.truncate(1);
        } else if scene.models.len() == 1 {
            scene.models.extend(self.others.iter().cloned());
        }
    }

    /// Which of the [`LOOKS`] a figure has; the one in front has the model's own.
    pub(super) fn look(figure: usize) -> usize {
        let seed = u32::try_from(figure).unwrap_or_default();
        let random = if figure == 0 { 0.0 } else { unit(seed, 42, 3) };
        [0.25, 0.5, 0.75].into_iter().filter(|it| random >= *it).count()
    }

    /// Where a figure stands (`world_from_model`) after it went so far by its clips, metres of the yard.
    pub(super) fn world_from_model(&self, figure: usize, travelled_m: f64) -> Matrix4<f32> {
        self.people.place(figure, travelled_m) * self.yard_from_model
    }

    /// The camera that sees the yard, for a picture so many times as wide as high.
    pub(super) fn camera(aspect: f32) -> Camera {
        // In narrow pictures it steps back, so that the width stays.
        let back = (ASPECT / aspect.max(1e-3)).max(1.0);
        let way = EYE - TARGET;
        let distance_m = way.norm() * back;
        Camera {
            eye: TARGET + way * back,
            target: TARGET,
            fov_y_rad: FOV_Y_RAD,
            near_m: distance_m * 0.02,
            far_m: distance_m * 60.0,
            lens_shift: Vector2::zeros(),
        }
    }

    /// Largest side of a figure, by which the camera moves.
    pub(super) fn extent_m() -> f32 {
        FIGURE_HEIGHT_M
    }
}

/// Brings a model to the size of a figure and sets it on the ground over its own origin or, where that lies outside of
/// it, over its middle.
fn placed_on_ground(rest_bounds: &Aabb) -> Matrix4<f32> {
    let size = rest_bounds.max - rest_bounds.min;
    let scale = (FIGURE_HEIGHT_M / size.y).min(FIGURE_LENGTH_M / size.x.max(size.z));
    let scale = if scale.is_finite() && scale > 0.0 { scale } else { 1.0 };
    // Our own figure is as high as that, and stands.
    let scale = if (scale - 1.0).abs() < 0.05 { 1.0 } else { scale };
    let standing = super::stage::standing_place(rest_bounds);
    let low = if rest_bounds.min.y.abs() < 0.05 * size.y { 0.0 } else { rest_bounds.min.y };
    Matrix4::new_scaling(scale)
        * Matrix4::new_translation(&-Vector3::new(standing.x, low, standing.z))
}

impl Way {
    /// A figure at a place that looks along a heading: 0 is along -Z, towards the camera.
    fn at(x: f32, z: f32, heading_rad: f32) -> Self {
        Self::Still { place: Vector3::new(x, 0.0, z), heading_rad }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_of_any_size_become_figures() {
        let check = |min: [f32; 3], max: [f32; 3], height_m: f32| {
            let bounds = Aabb { min: min.into(), max: max.into() };
            let figure = bounds.transformed(&placed_on_ground(&bounds));
            assert!(figure.min.y.abs() < 1e-4, "{figure:?}");
            assert!((figure.max.y - height_m).abs() < 1e-3, "{figure:?}");
        };
        check([-0.5, 0.0, -0.3], [0.5, 1.82, 0.3], 1.82);
        check([-10.0, 0.0, -80.0], [10.0, 80.0, 80.0], 1.1);
        check([4.0, -2.0, 4.0], [5.0, 7.0, 5.0], 1.8);
        assert_eq!(placed_on_ground(&Aabb::default()), Matrix4::identity());
    }

    #[test]
    fn figures_come_in_all_looks() {
        assert_eq!(Yard::look(0), 0);
        for look in 0..LOOKS.len() {
            let count = (0..60).filter(|it| Yard::look(*it) == look).count();
            assert!((8..25).contains(&count), "{look}: {count}");
        }
    }

    #[test]
    fn narrow_pictures_are_taken_from_further_away() {
        let near = Yard::camera(16.0 / 9.0);
        let far = Yard::camera(1.0);
        assert!((near.eye - EYE).norm() < 1e-4);
        assert!((far.eye - TARGET).norm() > 1.7 * (near.eye - TARGET).norm());
        assert!(Yard::camera(f32::NAN).eye.coords.iter().all(|it| it.is_finite()));
    }
}
