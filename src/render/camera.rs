//! [`Camera`]: where the picture is taken from, and the matrices that follow.

use nalgebra::{Matrix4, Point3, Vector2, Vector3, Vector4};

/// A perspective camera, left-handed, +Y up; it looks from `eye` to `target`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Place of the camera, metres.
    pub eye: Point3<f32>,
    /// Point in the middle of the picture, metres; not `eye`.
    pub target: Point3<f32>,
    /// Height of the view, radians, between 0 and pi.
    pub fov_y_rad: f32,
    /// Distance of the near plane, metres, above 0.
    pub near_m: f32,
    /// Distance of the far plane, metres, beyond the near plane.
    pub far_m: f32,
    /// Where in the picture `target` is seen, right and up of its middle, in halves of its width and height: off the
    /// middle where something covers a side. Perspective stays as it is, as with the shift of a view camera's lens.
    pub lens_shift: Vector2<f32>,
}

impl Camera {
    /// Turns world space into view space: +X right, +Y up, +Z into the picture.
    ///
    /// A camera that looks straight up or down has +Z (or -Z) of the world at the top of the picture.
    #[must_use]
    pub fn view_from_world(&self) -> Matrix4<f32> {
        let forward = (self.target - self.eye).try_normalize(0.0).unwrap_or_else(Vector3::z);
        let right = Vector3::y().cross(&forward).try_normalize(1e-6).unwrap_or_else(Vector3::x);
        let up = forward.cross(&right);
        let eye = self.eye.coords;
        Matrix4::from_rows(&[
            right.insert_row(3, -right.dot(&eye)).transpose(),
            up.insert_row(3, -up.dot(&eye)).transpose(),
            forward.insert_row(3, -forward.dot(&eye)).transpose(),
            Vector4::w().transpose(),
        ])
    }

    /// Turns view space into Direct3D's clip space: z from 0 at the near plane to w at the far plane.
    #[must_use]
    pub fn clip_from_view(&self, aspect: f32) -> Matrix4<f32> {
        let y = 1.0 / (self.fov_y_rad * 0.5).tan();
        let depth = self.far_m / (self.far_m - self.near_m);
        let mut clip_from_view = Matrix4::zeros();
        clip_from_view[(0, 0)] = y / aspect;
        clip_from_view[(1, 1)] = y;
        // Times the depth, which becomes w.
        clip_from_view[(0, 2)] = self.lens_shift.x;
        clip_from_view[(1, 2)] = self.lens_shift.y;
        clip_from_view[(2, 2)] = depth;
        clip_from_view[(2, 3)] = -self.near_m * depth;
        clip_from_view[(3, 2)] = 1.0;
        clip_from_view
    }

    /// A camera that sees all of `points` from the direction `from` (any length), as close as `fill` allows: the
    /// outermost point reaches so far from the middle of the picture to its edge (above 0, up to 1).
    ///
    /// It looks at the middle of the points' box. Without points, or with points that are all one, it stands a metre
    /// away.
    #[must_use]
    pub fn framing(
        points: &[Point3<f32>],
        from: Vector3<f32>,
        fov_y_rad: f32,
        aspect: f32,
        fill: f32,
    ) -> Self {
        let low = points.iter().copied().reduce(|low, it| low.inf(&it)).unwrap_or_default();
        let high = points.iter().copied().reduce(|high, it| high.sup(&it)).unwrap_or_default();
        let target = nalgebra::center(&low, &high);
        let from = from.try_normalize(0.0).unwrap_or_else(|| -Vector3::z());
        let mut camera = Self {
            eye: target + from,
            target,
            fov_y_rad,
            near_m: 0.01,
            far_m: 100.0,
            lens_shift: Vector2::zeros(),
        };

        let edge_y = (fov_y_rad * 0.5).tan() * fill;
        let edge_x = edge_y * aspect;
        let view_from_world = camera.view_from_world();
        let distances = points.iter().map(|point| {
            let p_view = view_from_world.transform_point(point);
            // At a distance d of the eye from the target, the point is d + (z - 1) in front of the eye.
            (p_view.x.abs() / edge_x).max(p_view.y.abs() / edge_y) - (p_view.z - 1.0)
        });
        let distance_m = distances.fold(0.0, f32::max);
        let distance_m = if distance_m > 0.0 && distance_m.is_finite() { distance_m } else { 1.0 };
        camera.eye = target + from * distance_m;
        camera.near_m = distance_m * 0.02;
        camera.far_m = distance_m * 60.0;
        camera
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera() -> Camera {
        Camera {
            eye: Point3::new(0.0, 0.0, -5.0),
            target: Point3::origin(),
            fov_y_rad: std::f32::consts::FRAC_PI_2,
            near_m: 1.0,
            far_m: 10.0,
            lens_shift: Vector2::zeros(),
        }
    }

    #[test]
    fn the_course_camera_sees_plus_x_at_the_right_and_plus_z_far_away() {
        let view_from_world = camera().view_from_world();
        let seen = |x, y, z| view_from_world.transform_point(&Point3::new(x, y, z));
        assert!((seen(1.0, 2.0, 3.0) - Point3::new(1.0, 2.0, 8.0)).norm() < 1e-6);
    }

    #[test]
    fn depth_runs_from_zero_to_one() {
        let clip_from_view = camera().clip_from_view(2.0);
        let depth = |z: f32| {
            let clip = clip_from_view * Vector4::new(0.0, 0.0, z, 1.0);
            clip.z / clip.w
        };
        assert!(depth(1.0).abs() < 1e-6 && (depth(10.0) - 1.0).abs() < 1e-6);
        let corner = clip_from_view * Vector4::new(8.0, 4.0, 4.0, 1.0);
        assert!(
            (corner.x / corner.w - 1.0).abs() < 1e-6 && (corner.y / corner.w - 1.0).abs() < 1e-6
        );
    }

    #[test]
    fn framing_holds_every_point_and_one_at_the_edge() {
        let points = [
            Point3::new(1.0, 2.0, 3.0),
            Point3::new(-1.0, 0.0, 5.0),
            Point3::new(0.0, 7.0, 4.0),
            Point3::new(0.5, -1.0, 2.0),
        ];
        for aspect in [0.5, 1.0, 1.8] {
            let camera = Camera::framing(&points, Vector3::new(1.0, 1.0, -1.0), 0.8, aspect, 0.9);
            let clip_from_world = camera.clip_from_view(aspect) * camera.view_from_world();
            let reach = points.map(|point| {
                let clip = clip_from_world * point.to_homogeneous();
                assert!(clip.z > 0.0 && clip.z < clip.w, "{clip}");
                clip.x.abs().max(clip.y.abs()) / clip.w
            });
            let widest = reach.into_iter().fold(0.0, f32::max);
            assert!((widest - 0.9).abs() < 1e-4, "{widest}");
        }
    }

    #[test]
    fn a_shifted_lens_moves_the_picture_and_not_the_perspective() {
        let plain = camera();
        let shifted = Camera { lens_shift: Vector2::new(0.25, -0.5), ..plain };
        let seen = |camera: &Camera, point: Point3<f32>| {
            let clip_from_world = camera.clip_from_view(1.5) * camera.view_from_world();
            Point3::from_homogeneous(clip_from_world * point.to_homogeneous()).unwrap()
        };
        for point in [plain.target, Point3::new(1.0, -0.5, 3.0), Point3::new(-2.0, 1.0, -1.0)] {
            let way = seen(&shifted, point) - seen(&plain, point);
            assert!((way - Vector3::new(0.25, -0.5, 0.0)).norm() < 1e-6, "{way}");
        }
    }

    #[test]
    fn framing_nothing_is_no_nan() {
        for points in [&[][..], &[Point3::new(3.0, 3.0, 3.0); 2]] {
            let camera = Camera::framing(points, Vector3::zeros(), 0.8, 1.0, 0.9);
            assert!(camera.eye.coords.iter().all(|it| it.is_finite()));
            assert!((camera.eye - camera.target).norm() > 0.5);
        }
    }

    #[test]
    fn looking_straight_down_is_no_nan() {
        let down = Camera { eye: Point3::new(0.0, 5.0, 0.0), ..camera() };
        assert!(down.view_from_world().iter().all(|v| v.is_finite()));
    }
}
