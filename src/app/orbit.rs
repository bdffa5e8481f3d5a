//! [`OrbitCamera`]: the camera in the user's hands.
//!
//! The mouse turns it around its target, moves both sideways, and changes their distance. The keys move and turn it like
//! a head: about the eye. Everything is relative to the size of the model, and to time, not to frames. What is
//! infinite or not a number is ignored.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use nalgebra::{Point3, Vector2, Vector3};

use super::stage::{FILL, FRONT};
use super::{TargetM, ViewpointArgs};
use crate::render::Camera;

/// Model extents a second that the movement keys go.
const FLY_EXTENTS_PER_S: f32 = 1.0;
/// Turning by keys, radians a second: the course's rate.
const TURN_RAD_PER_S: f32 = 0.5;
/// How much faster everything goes with Shift.
const FAST: f32 = 4.0;
/// Radians that a drag over the height of the picture turns.
const ORBIT_RAD_PER_HEIGHT: f32 = PI;
/// Natural logarithm of the change of distance by one notch of the wheel.
const ZOOM_PER_NOTCH: f32 = 0.15;
/// Looking straight up or down would leave the yaw undefined.
const MAX_PITCH_RAD: f32 = FRAC_PI_2 - 0.02;
/// Nearest distance to the target, in extents of the model.
const MIN_DISTANCE_EXTENTS: f32 = 0.05;
/// Furthest distance to the target, in extents and in distances that framing chose; the larger one counts.
const MAX_DISTANCE_EXTENTS: f32 = 100.0;
const MAX_DISTANCE_FRAMED: f32 = 10.0;
/// Distances of the near and the far plane to the distance of the target, as framing has them.
const NEAR: f32 = 0.02;
const FAR: f32 = 60.0;

/// What the movement keys ask for, each part from -1 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Movement {
    /// Along the view.
    pub forward: f32,
    /// To the right, level.
    pub right: f32,
    /// Looking up.
    pub pitch: f32,
    /// Looking to the right.
    pub yaw: f32,
    /// All of it faster.
    pub is_fast: bool,
}

/// The camera in the user's hands: left-handed, +Y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrbitCamera {
    camera: Camera,
    /// Of the view: 0 looks along +Z, a quarter turn along +X.
    yaw_rad: f32,
    /// Of the view: above 0 looks up.
    pitch_rad: f32,
    distance_m: f32,
    extent_m: f32,
    /// Of the last framing.
    framed_distance_m: f32,
}

impl OrbitCamera {
    /// Takes a camera over as it is, for a model whose largest side is `extent_m`.
    #[must_use]
    pub fn new(camera: Camera, extent_m: f32) -> Self {
        let extent_m = if extent_m.is_finite() && extent_m > 0.0 { extent_m } else { 1.0 };
        let view = camera.target - camera.eye;
        let distance_m = view.norm();
        let forward = view.try_normalize(0.0).unwrap_or_else(Vector3::z);
        Self {
            camera,
            yaw_rad: forward.x.atan2(forward.z),
            pitch_rad: forward.y.clamp(-1.0, 1.0).asin().clamp(-MAX_PITCH_RAD, MAX_PITCH_RAD),
            distance_m,
            extent_m,
            framed_distance_m: distance_m,
        }
    }

    /// The camera that a scene has.
    #[must_use]
    pub fn camera(&self) -> Camera {
        self.camera
    }

    /// Looks from the front at all of the points, in a picture `aspect` times as wide as high.
    pub fn frame(&mut self, points: &[Point3<f32>], aspect: f32) {
        if points.iter().flat_map(Point3::iter).chain([&aspect]).any(|it| !it.is_finite()) {
            return;
        }
        let camera = Camera::framing(points, FRONT, self.camera.fov_y_rad, aspect.max(1e-3), FILL);
        *self = Self::new(camera, self.extent_m);
    }

    /// Goes where a picture is to be taken from. What is not said stays as it is.
    pub fn take(&mut self, viewpoint: &ViewpointArgs) {
        if (ViewpointArgs { time: None, ..*viewpoint }) == ViewpointArgs::default() {
            return;
        }
        let ViewpointArgs { yaw, pitch, zoom, target, time: _ } = *viewpoint;
        // The model looks along -Z, so a camera in front of it looks along +Z.
        self.yaw_rad = yaw.map_or(self.yaw_rad, |yaw| -yaw.to_radians());
        self.pitch_rad = pitch.map_or(self.pitch_rad, |pitch| -pitch.to_radians());
        self.turn(0.0, 0.0);
        self.camera.target = target.map_or(self.camera.target, TargetM::in_world);
        self.distance_m = self.framed_distance_m;
        self.zoom(zoom.unwrap_or(1.0).ln() / ZOOM_PER_NOTCH);
    }

    /// Turns around the target by a drag, in heights of the picture, +X right and +Y down: what is in front of the
    /// target goes with the pointer. Dragging to the right, one comes to see the model's side that was at the left.
    pub fn orbit(&mut self, drag: Vector2<f32>) {
        if !drag.iter().all(|it| it.is_finite()) {
            return;
        }
        self.turn(drag.x * ORBIT_RAD_PER_HEIGHT, -drag.y * ORBIT_RAD_PER_HEIGHT);
        self.follow_target();
    }

    /// Moves eye and target by a drag, in heights of the picture, +X right and +Y down: what is as far away as the
    /// target stays under the pointer.
    pub fn pan(&mut self, drag: Vector2<f32>) {
        let height_m = 2.0 * self.distance_m * (self.camera.fov_y_rad * 0.5).tan();
        let (right, up) = (self.right(), self.forward().cross(&self.right()));
        self.shift((up * drag.y - right * drag.x) * height_m);
    }

    /// Goes nearer to the target by notches of the wheel; below 0, further away. Each notch is the same factor.
    pub fn zoom(&mut self, notches: f32) {
        let distance_m = self.distance_m * (-ZOOM_PER_NOTCH * notches).exp();
        if distance_m.is_nan() {
            return;
        }
        let nearest_m = self.extent_m * MIN_DISTANCE_EXTENTS;
        let furthest_m = (self.extent_m * MAX_DISTANCE_EXTENTS)
            .max(self.framed_distance_m * MAX_DISTANCE_FRAMED);
        self.distance_m = distance_m.clamp(nearest_m, furthest_m);
        self.follow_target();
    }

    /// Moves and turns about the eye for a frame time.
    pub fn fly(&mut self, movement: &Movement, dt_s: f64) {
        #[expect(clippy::cast_possible_truncation, reason = "a frame time")]
        let dt_s = dt_s as f32;
        let parts = [movement.forward, movement.right, movement.pitch, movement.yaw, dt_s];
        if *movement == Movement::default() || !parts.iter().all(|it| it.is_finite()) {
            return;
        }
        let factor = dt_s * if movement.is_fast { FAST } else { 1.0 };
        let turn_rad = factor * TURN_RAD_PER_S;
        // The way goes along the middle of the turn, so that many small steps come to the place of a few large ones.
        self.turn(movement.yaw * turn_rad * 0.5, movement.pitch * turn_rad * 0.5);
        let way = self.forward() * movement.forward + self.right() * movement.right;
        self.turn(movement.yaw * turn_rad * 0.5, movement.pitch * turn_rad * 0.5);
        self.camera.target = self.camera.eye + self.forward() * self.distance_m;
        self.shift(way * factor * FLY_EXTENTS_PER_S * self.extent_m);
    }

    fn turn(&mut self, yaw_rad: f32, pitch_rad: f32) {
        // Wrapped, so that the angle stays exact however often one goes round.
        self.yaw_rad = (self.yaw_rad + yaw_rad % TAU + PI).rem_euclid(TAU) - PI;
        self.pitch_rad = (self.pitch_rad + pitch_rad).clamp(-MAX_PITCH_RAD, MAX_PITCH_RAD);
    }

    fn shift(&mut self, way: Vector3<f32>) {
        let target = self.camera.target + way;
        if target.iter().all(|it| it.is_finite()) {
            self.camera.target = target;
            self.follow_target();
        }
    }

    fn forward(&self) -> Vector3<f32> {
        let (pitch_sin, pitch_cos) = self.pitch_rad.sin_cos();
        let (yaw_sin, yaw_cos) = self.yaw_rad.sin_cos();
        Vector3::new(yaw_sin * pitch_cos, pitch_sin, yaw_cos * pitch_cos)
    }

    fn right(&self) -> Vector3<f32> {
        let (yaw_sin, yaw_cos) = self.yaw_rad.sin_cos();
        Vector3::new(yaw_cos, 0.0, -yaw_sin)
    }

    fn follow_target(&mut self) {
        self.camera.eye = self.camera.target - self.forward() * self.distance_m;
        self.camera.near_m = self.distance_m * NEAR;
        // From nearby, what stands around the model is still to be seen.
        self.camera.far_m = self.distance_m.max(self.framed_distance_m) * FAR;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASPECT: f32 = 1.6;

    fn cube() -> Vec<Point3<f32>> {
        let sides = [-0.5, 0.5];
        sides
            .into_iter()
            .flat_map(|x| sides.map(|y| (x, y)))
            .flat_map(|(x, y)| sides.map(|z| Point3::new(x + 3.0, y + 1.0, z - 2.0)))
            .collect()
    }

    fn camera() -> OrbitCamera {
        let course = Camera {
            eye: Point3::new(0.0, 0.0, -5.0),
            target: Point3::origin(),
            fov_y_rad: 0.8,
            near_m: 0.1,
            far_m: 300.0,
            lens_shift: Vector2::zeros(),
        };
        OrbitCamera::new(course, 1.0)
    }

    /// Place in the picture, in its heights from the middle: +X right, +Y down.
    fn seen(camera: &OrbitCamera, point: Point3<f32>) -> Vector2<f32> {
        let camera = camera.camera();
        let p_view = camera.view_from_world().transform_point(&point);
        let height_m = 2.0 * p_view.z * (camera.fov_y_rad * 0.5).tan();
        Vector2::new(p_view.x / height_m, -p_view.y / height_m)
    }

    #[test]
    fn a_camera_that_nobody_moves_stays_exactly_as_it_was() {
        let framed = Camera::framing(&cube(), FRONT, 0.66, ASPECT, FILL);
        let mut orbit = OrbitCamera::new(framed, 1.0);
        assert_eq!(orbit.camera(), framed);
        orbit.fly(&Movement::default(), 0.1);
        assert_eq!(orbit.camera(), framed);
        orbit.orbit(Vector2::zeros());
        let camera = orbit.camera();
        assert!((camera.eye - framed.eye).norm() < 1e-5);
        assert!((camera.near_m - framed.near_m).abs() < 1e-5);
        assert!((camera.far_m - framed.far_m).abs() < 1e-2);
    }

    #[test]
    fn what_is_in_front_of_the_target_follows_an_orbiting_pointer() {
        let nose = Point3::new(0.0, 0.0, -0.5);
        for (drag, axis) in [(Vector2::new(0.02, 0.0), 0), (Vector2::new(0.0, 0.02), 1)] {
            let mut orbit = camera();
            orbit.orbit(drag);
            let place = seen(&orbit, nose);
            assert!(place[axis] > 1e-3 && place[1 - axis].abs() < 1e-6, "{drag}: {place}");
            assert!((orbit.camera().eye.coords.norm() - 5.0).abs() < 1e-5);
        }
        // To the right: the eye goes to the left, -X.
        let mut orbit = camera();
        orbit.orbit(Vector2::new(0.5, 0.0));
        assert!((orbit.camera().eye - Point3::new(-5.0, 0.0, 0.0)).norm() < 1e-5);
    }

    #[test]
    fn a_viewpoint_says_where_the_eye_is() {
        let taken = |viewpoint: ViewpointArgs| {
            let mut orbit = camera();
            orbit.take(&viewpoint);
            orbit.camera()
        };
        let plain = ViewpointArgs::default();
        assert_eq!(taken(plain), camera().camera());
        // A model that looks along -Z, seen from above, has its left at +X.
        let left = taken(ViewpointArgs { yaw: Some(90.0), zoom: Some(2.0), ..plain });
        assert!((left.eye - Point3::new(2.5, 0.0, 0.0)).norm() < 1e-5, "{}", left.eye);
        let around = taken(ViewpointArgs { yaw: Some(-270.0), zoom: Some(2.0), ..plain });
        assert!((around.eye - left.eye).norm() < 1e-5, "{}", around.eye);
        let above = taken(ViewpointArgs { yaw: Some(180.0), pitch: Some(30.0), ..plain });
        let wanted = Point3::new(0.0, 2.5, 5.0 * 0.75_f32.sqrt());
        assert!((above.eye - wanted).norm() < 1e-5, "{}", above.eye);
        let target = Some(TargetM([0.5, 1.0, 2.0]));
        let aside = taken(ViewpointArgs { target, ..plain });
        assert!((aside.target - Point3::new(0.5, 1.0, -2.0)).norm() < 1e-6);
        assert!((aside.eye - Point3::new(0.5, 1.0, -7.0)).norm() < 1e-5, "{}", aside.eye);
    }

    #[test]
    fn pitch_stops_short_of_the_poles() {
        for direction in [-1.0, 1.0] {
            let mut orbit = camera();
            for _ in 0..50 {
                orbit.orbit(Vector2::new(0.3, direction));
            }
            let camera = orbit.camera();
            let forward = (camera.target - camera.eye).normalize();
            assert!(forward.y.abs() > 0.99 && forward.xz().norm() > 0.01, "{forward}");
        }
    }

    #[test]
    fn a_point_at_the_targets_depth_stays_under_the_pointer_while_panning() {
        let mut orbit = camera();
        orbit.orbit(Vector2::new(0.21, -0.13));
        let toward = orbit.forward();
        let up = toward.cross(&orbit.right());
        let point = Point3::origin() + orbit.right() * 0.7 + up * -0.4;
        for drag in [Vector2::new(0.2, 0.1), Vector2::new(-0.4, 0.35), Vector2::new(0.0, -0.2)] {
            let before = seen(&orbit, point);
            orbit.pan(drag);
            let moved = seen(&orbit, point) - before;
            assert!((moved - drag).norm() < 1e-5, "{drag}: {moved}");
            orbit.zoom(0.5);
            // The point is where the target's depth is, also from nearer.
        }
    }

    #[test]
    fn zoom_is_monotone_reversible_and_bounded() {
        let mut orbit = camera();
        let mut last_m = 5.0;
        for _ in 0..20 {
            orbit.zoom(1.0);
            assert!(orbit.distance_m < last_m);
            last_m = orbit.distance_m;
        }
        orbit.zoom(-20.0);
        assert!((orbit.distance_m - 5.0).abs() < 1e-4);
        assert!((orbit.camera().target - Point3::origin()).norm() < 1e-6);
        for (notches, distance_m) in [(1e9, 0.05), (-1e9, 100.0), (f32::NAN, 100.0)] {
            orbit.zoom(notches);
            assert!((orbit.distance_m - distance_m).abs() < 1e-4, "{}", orbit.distance_m);
            let camera = orbit.camera();
            assert!(camera.near_m > 0.0 && camera.near_m < orbit.distance_m);
            assert!(camera.far_m > orbit.distance_m + 100.0);
        }
    }

    #[test]
    fn keys_come_to_the_same_place_at_every_frame_rate() {
        let movements = [
            Movement { forward: 1.0, ..Movement::default() },
            Movement { forward: 1.0, yaw: 1.0, pitch: -0.5, ..Movement::default() },
            Movement { right: -1.0, yaw: -1.0, is_fast: true, ..Movement::default() },
        ];
        for movement in movements {
            let fly = |rate: u32| {
                let mut orbit = camera();
                for _ in 0..2 * rate {
                    orbit.fly(&movement, 1.0 / f64::from(rate));
                }
                orbit.camera()
            };
            let (slow, fast) = (fly(30), fly(240));
            let way_m = (fast.eye - Point3::new(0.0, 0.0, -5.0)).norm();
            assert!(way_m > 0.3, "{movement:?}: {way_m}");
            assert!((slow.eye - fast.eye).norm() < 2e-3, "{movement:?}");
            assert!((slow.target - fast.target).norm() < 2e-3, "{movement:?}");
        }
    }

    #[test]
    fn keys_move_along_the_view_and_turn_about_the_eye() {
        let after = |movement| {
            let mut orbit = camera();
            orbit.fly(&movement, 1.0);
            orbit
        };
        let forward = after(Movement { forward: 1.0, ..Movement::default() }).camera();
        assert!((forward.eye - Point3::new(0.0, 0.0, -4.0)).norm() < 1e-5);
        let right = after(Movement { right: 1.0, ..Movement::default() }).camera();
        assert!((right.eye - Point3::new(1.0, 0.0, -5.0)).norm() < 1e-5);
        let turned = after(Movement { yaw: 1.0, ..Movement::default() });
        assert!((turned.camera().eye - Point3::new(0.0, 0.0, -5.0)).norm() < 1e-5);
        // One looks to the right, so the model is at the left.
        assert!(seen(&turned, Point3::origin()).x < -0.1);
        let up = after(Movement { pitch: 1.0, ..Movement::default() });
        assert!(seen(&up, Point3::origin()).y > 0.1);
        assert!((up.pitch_rad - 0.5).abs() < 1e-6);
    }

    #[test]
    fn framing_holds_all_points_from_the_front_again() {
        let mut orbit = camera();
        orbit.orbit(Vector2::new(0.7, 0.2));
        orbit.zoom(3.0);
        orbit.frame(&cube(), ASPECT);
        let expected = Camera::framing(&cube(), FRONT, 0.8, ASPECT, FILL);
        assert_eq!(orbit.camera(), expected);
        for point in cube() {
            let place = seen(&orbit, point);
            assert!(place.x.abs() < ASPECT / 2.0 && place.y.abs() < 0.5, "{place}");
        }
    }

    #[test]
    fn what_is_no_number_is_ignored() {
        let mut orbit = camera();
        let before = orbit;
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            orbit.orbit(Vector2::new(bad, 0.0));
            orbit.pan(Vector2::new(0.0, bad));
            orbit.fly(&Movement { forward: bad, ..Movement::default() }, 0.1);
            orbit.fly(&Movement { forward: 1.0, ..Movement::default() }, f64::from(bad));
            orbit.frame(&[Point3::new(bad, 0.0, 0.0)], ASPECT);
            orbit.frame(&cube(), bad);
        }
        orbit.zoom(f32::NAN);
        assert_eq!(orbit, before);
    }
}
