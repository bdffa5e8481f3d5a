//! [`ShadowCamera`]: the view that a shadow map is drawn from, fitted around what casts shadows.

use nalgebra::{Matrix4, Vector3, Vector4};

use crate::anim::Aabb;

/// Steps an octave of the width of the view: a scene that grows changes the texels' size seldom, not in every frame.
const STEPS_PER_OCTAVE: f32 = 8.0;
/// Texels between the outermost caster and the edge: what the filter reaches, and what snapping takes.
const MARGIN_TEXELS: f32 = 6.0;
/// Fraction of the range of depth before the nearest and behind the furthest caster, for the biases.
const DEPTH_MARGIN: f32 = 0.02;

/// An orthographic camera that looks along the light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ShadowCamera {
    pub(super) clip_from_world: Matrix4<f32>,
    /// The two that it is made of: turned along the light, then scaled to the map.
    pub(super) view_from_world: Matrix4<f32>,
    pub(super) clip_from_view: Matrix4<f32>,
    /// Length of a texel's side.
    pub(super) texel_m: f32,
}

impl ShadowCamera {
    /// Fits the view around boxes, each moved by its matrix, for a map of `size_px` texels a side.
    ///
    /// The place of the view is a whole number of texels, so that shadows of what stands still do not change while
    /// something else moves. `None` without boxes, without room or with numbers that are not finite.
    pub(super) fn fit(
        light_direction: &Vector3<f32>,
        boxes: impl Iterator<Item = (Aabb, Matrix4<f32>)>,
        size_px: u32,
    ) -> Option<Self> {
        let light_from_world = looking_along(light_direction)?;
        let mut reach: Option<(Vector3<f32>, Vector3<f32>)> = None;
        for (bounds, world_from_model) in boxes {
            let light_from_model = light_from_world * world_from_model;
            for corner in bounds.corners() {
                let point = (light_from_model * corner.push(1.0)).xyz();
                if !point.iter().all(|it| it.is_finite()) {
                    return None;
                }
                let (low, high) = reach.unwrap_or((point, point));
                reach = Some((low.inf(&point), high.sup(&point)));
            }
        }
        let (low, high) = reach.filter(|_| size_px > 0)?;
        let size = high - low;
        let wanted_m = size.x.max(size.y).max(f32::MIN_POSITIVE.sqrt());
        let stepped_m = ((wanted_m.log2() * STEPS_PER_OCTAVE).ceil() / STEPS_PER_OCTAVE).exp2();
        let texel_m = stepped_m / (size_px as f32 - 2.0 * MARGIN_TEXELS).max(1.0);
        let width_m = texel_m * size_px as f32;

        let middle = (low + high) * 0.5;
        let snapped = |it: f32| (it / texel_m).round() * texel_m;
        let (x, y) = (snapped(middle.x), snapped(middle.y));
        let depth_m = size.z.max(width_m * 0.01) * (1.0 + 2.0 * DEPTH_MARGIN);
        let near = middle.z - depth_m * 0.5;
        let clip_from_light = Matrix4::new(
            2.0 / width_m,
            0.0,
            0.0,
            -2.0 * x / width_m,
            0.0,
            2.0 / width_m,
            0.0,
            -2.0 * y / width_m,
            0.0,
            0.0,
            1.0 / depth_m,
            -near / depth_m,
            0.0,
            0.0,
            0.0,
            1.0,
        );
        Some(Self {
            clip_from_world: clip_from_light * light_from_world,
            view_from_world: light_from_world,
            clip_from_view: clip_from_light,
            texel_m,
        })
    }
}

/// Turns world space so that the light travels along +Z. `None` where it has no direction.
fn looking_along(direction: &Vector3<f32>) -> Option<Matrix4<f32>> {
    let forward = direction.try_normalize(0.0).filter(|it| it.iter().all(|it| it.is_finite()))?;
    let right = Vector3::y().cross(&forward).try_normalize(1e-6).unwrap_or_else(Vector3::x);
    let up = forward.cross(&right);
    Some(Matrix4::from_rows(&[
        right.insert_row(3, 0.0).transpose(),
        up.insert_row(3, 0.0).transpose(),
        forward.insert_row(3, 0.0).transpose(),
        Vector4::w().transpose(),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE_PX: u32 = 512;

    fn person() -> Aabb {
        Aabb { min: Vector3::new(-0.4, 0.0, -0.3), max: Vector3::new(0.4, 1.8, 0.3) }
    }

    fn fit(direction: Vector3<f32>, places: &[Vector3<f32>]) -> ShadowCamera {
        let boxes = places.iter().map(|place| (person(), Matrix4::new_translation(place)));
        ShadowCamera::fit(&direction, boxes, SIZE_PX).unwrap()
    }

    #[test]
    fn every_caster_is_within_the_map_and_its_range_of_depth() {
        let places = [Vector3::new(3.0, 0.0, -2.0), Vector3::new(-4.0, 0.5, 9.0)];
        for direction in [
            Vector3::new(0.5, -1.0, 0.3),
            Vector3::new(0.0, -2.0, 0.0),
            Vector3::new(1.0, 0.0, 0.0),
            Vector3::new(0.0, 5.0, 0.1),
        ] {
            let camera = fit(direction, &places);
            let edge = 1.0 - 4.0 / SIZE_PX as f32;
            for corner in places.iter().flat_map(|place| person().corners().map(|it| it + place)) {
                let clip = camera.clip_from_world * corner.push(1.0);
                assert!((clip.w - 1.0).abs() < 1e-6, "{direction}");
                assert!(clip.x.abs() < edge && clip.y.abs() < edge, "{direction} {clip}");
                assert!(clip.z > 0.005 && clip.z < 0.995, "{direction} {clip}");
            }
        }
    }

    #[test]
    fn depth_grows_along_the_light_and_nothing_else_does() {
        let direction = Vector3::new(0.4, -1.0, 0.7);
        let camera = fit(direction, &[Vector3::zeros()]);
        let clip = |point: Vector3<f32>| (camera.clip_from_world * point.push(1.0)).xyz();
        let step = clip(direction * 0.1) - clip(Vector3::zeros());
        assert!(step.x.abs() < 1e-6 && step.y.abs() < 1e-6 && step.z > 0.01, "{step}");
    }

    #[test]
    fn texels_of_what_stands_still_stay_while_another_walks() {
        let direction = Vector3::new(0.5, -1.0, 0.3);
        let still = [Vector3::zeros(), Vector3::new(6.0, 0.0, 6.0)];
        let place = |walked_m: f32| {
            let walker = Vector3::new(-6.0 + walked_m, 0.0, 3.0);
            let camera = fit(direction, &[still[0], still[1], walker]);
            let clip = camera.clip_from_world * Vector4::w();
            (clip.xy() * 0.5 * SIZE_PX as f32, camera.texel_m)
        };
        let (start, texel_m) = place(0.0);
        let mut moved = false;
        for step in 1_u8..20 {
            let (now, now_texel_m) = place(f32::from(step) * 0.01);
            assert!((now_texel_m - texel_m).abs() < 1e-9);
            let shift = now - start;
            moved |= shift.norm() > 0.5;
            assert!(shift.iter().all(|it| (it - it.round()).abs() < 1e-3), "{shift}");
        }
        assert!(moved, "the view follows");
    }

    #[test]
    fn nothing_to_see_gives_no_camera() {
        let none = std::iter::empty();
        assert_eq!(ShadowCamera::fit(&-Vector3::y(), none, SIZE_PX), None);
        let nan = Aabb { min: Vector3::repeat(f32::NAN), max: Vector3::zeros() };
        let fit = |bounds, direction: Vector3<f32>, size_px| {
            let boxes = std::iter::once((bounds, Matrix4::identity()));
            ShadowCamera::fit(&direction, boxes, size_px)
        };
        assert_eq!(fit(nan, -Vector3::y(), SIZE_PX), None);
        assert_eq!(fit(person(), Vector3::zeros(), SIZE_PX), None);
        assert_eq!(fit(person(), -Vector3::y(), 0), None);
        let point = fit(Aabb::default(), -Vector3::y(), SIZE_PX).unwrap();
        assert!(point.clip_from_world.iter().all(|it| it.is_finite()));
    }
}
