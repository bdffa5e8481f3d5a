//! The values that driven variables get: of a frame, of a character, of a part of a model.

use nalgebra::{Matrix4, Vector3, Vector4};

use super::encode::Value;
use super::light::{LightPart, MaterialPart};
use super::meaning::{
    KeyframeField, KeyframeOf, Meaning, Product, TimeWave, TweenField, ViewportPart,
};
use crate::anim::TweenFrameDesc;
use crate::render::shadow_camera::ShadowCamera;
use crate::render::{Camera, Light};

/// (0, 0) at the top left; depth stays.
#[rustfmt::skip]
const TEXTURE_FROM_CLIP: Matrix4<f32> = Matrix4::new(
    0.5, 0.0, 0.0, 0.5,
    0.0, -0.5, 0.0, 0.5,
    0.0, 0.0, 1.0, 0.0,
    0.0, 0.0, 0.0, 1.0,
);

/// How often a value changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rate {
    Frame,
    Character,
    Part,
}

pub(super) fn rate(meaning: Meaning) -> Rate {
    match meaning {
        Meaning::Matrix {
            product: Product::Identity | Product::View | Product::Projection,
            ..
        }
        | Meaning::Matrix { product: Product::ViewProjection, .. }
        | Meaning::LightMatrix {
            product: Product::Identity | Product::View | Product::Projection,
            ..
        }
        | Meaning::LightMatrix { product: Product::ViewProjection, .. }
        | Meaning::ShadowMatrix { .. }
        | Meaning::EdgeColor
        | Meaning::ShadowMapSize
        | Meaning::ShadowTexel
        | Meaning::Sky(_)
        | Meaning::CameraPosition
        | Meaning::CameraDirection
        | Meaning::CameraUp
        | Meaning::CameraRight
        | Meaning::Viewport(_)
        | Meaning::TimeWave(_)
        | Meaning::NearDistance
        | Meaning::FarDistance
        | Meaning::ViewportSize
        | Meaning::InverseViewportSize
        | Meaning::Time
        | Meaning::FrameTime
        | Meaning::Light(_)
        | Meaning::BoneIndex => Rate::Frame,
        Meaning::Matrix { .. }
        | Meaning::LightMatrix { .. }
        | Meaning::BoneMatrices
        | Meaning::Keyframe(..)
        | Meaning::Tween(_) => Rate::Character,
        Meaning::Material(_) | Meaning::AlphaCutoff | Meaning::HasTexture => Rate::Part,
    }
}

/// A material, as display values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Surface {
    pub(super) ambient: [f32; 4],
    pub(super) diffuse: [f32; 4],
    pub(super) specular: [f32; 4],
    pub(super) emissive: [f32; 4],
    pub(super) alpha_cutoff: f32,
    pub(super) specular_power: f32,
    pub(super) reflectivity: f32,
    /// There is a picture for its colour.
    pub(super) has_texture: bool,
}

/// All that values come from.
pub(super) struct Values<'a> {
    pub(super) camera: Camera,
    pub(super) light: Light,
    /// Clip space of the light from world space.
    pub(super) shadow_from_world: Matrix4<f32>,
    pub(super) shadow_map_px: f32,
    pub(super) shadow_texel_m: f32,
    /// The view along the light that holds all models.
    pub(super) light_camera: Option<ShadowCamera>,
    pub(super) size_px: [f32; 2],
    pub(super) time_s: f32,
    pub(super) frame_s: f32,
    pub(super) tween: TweenFrameDesc,
    pub(super) world_from_model: Matrix4<f32>,
    pub(super) bones: &'a [Matrix4<f32>],
    /// Horizon, zenith, glow, ground.
    pub(super) sky: [[f32; 4]; 4],
    pub(super) surface: Surface,
}

impl Values<'_> {
    pub(super) fn value(&self, meaning: Meaning) -> Value<'_> {
        let point = |v: Vector3<f32>| Value::Numbers([v.x, v.y, v.z, 1.0]);
        let way = |v: Vector3<f32>| Value::Numbers([v.x, v.y, v.z, 0.0]);
        let one = |number: f32| Value::Numbers([number, number, number, number]);
        let [width, height] = self.size_px;
        match meaning {
            Meaning::Matrix { product, is_inverse, is_transpose } => {
                let [view, projection] = self.camera_way();
                let matrix = self.matrix(product, &view, &projection);
                Value::Matrix(turned(matrix, is_inverse, is_transpose))
            }
            Meaning::LightMatrix { product, is_inverse, is_transpose } => {
                let [view, projection] = self.light_way_to_clip();
                let matrix = self.matrix(product, &view, &projection);
                Value::Matrix(turned(matrix, is_inverse, is_transpose))
            }
            Meaning::EdgeColor => Value::Numbers([0.0, 0.0, 0.0, 1.0]),
            Meaning::HasTexture => Value::Whole(self.surface.has_texture.into()),
            Meaning::ShadowMatrix { is_to_texture: false } => Value::Matrix(self.shadow_from_world),
            Meaning::ShadowMatrix { is_to_texture: true } => {
                Value::Matrix(TEXTURE_FROM_CLIP * self.shadow_from_world)
            }
            Meaning::ShadowMapSize => {
                let size = self.shadow_map_px;
                Value::Numbers([size, size, 1.0 / size, 1.0 / size])
            }
            Meaning::ShadowTexel => one(self.shadow_texel_m),
            Meaning::Sky(part) => Value::Numbers(self.sky.get(part).copied().unwrap_or_default()),
            Meaning::CameraPosition => point(self.camera.eye.coords),
            Meaning::CameraDirection => way(self.forward()),
            Meaning::CameraUp => way(self.right_and_up().1),
            Meaning::CameraRight => way(self.right_and_up().0),
            Meaning::NearDistance => one(self.camera.near_m),
            Meaning::FarDistance => one(self.camera.far_m),
            Meaning::ViewportSize => Value::Numbers([width, height, 1.0 / width, 1.0 / height]),
            Meaning::InverseViewportSize => {
                Value::Numbers([1.0 / width, 1.0 / height, width, height])
            }
            Meaning::Viewport(part) => one(match part {
                ViewportPart::Width => width,
                ViewportPart::Height => height,
                ViewportPart::InverseWidth => 1.0 / width,
                ViewportPart::InverseHeight => 1.0 / height,
                ViewportPart::Aspect => width / height,
            }),
            Meaning::Time => one(self.time_s),
            Meaning::TimeWave(wave) => one(time_wave(wave, self.time_s)),
            Meaning::FrameTime => one(self.frame_s),
            Meaning::Light(part) => match part {
                LightPart::Ambient => Value::Numbers(self.light.ambient),
                LightPart::Diffuse => Value::Numbers(self.light.diffuse),
                LightPart::Specular => Value::Numbers(self.light.specular),
                LightPart::Emissive => Value::Numbers(self.light.emissive),
                LightPart::Direction => way(self.light_way()),
                LightPart::ToLight => way(-self.light_way()),
                LightPart::Position => point(self.light_place()),
            },
            Meaning::Material(part) => match part {
                MaterialPart::Ambient => Value::Numbers(self.surface.ambient),
                MaterialPart::Diffuse => Value::Numbers(self.surface.diffuse),
                MaterialPart::Specular => Value::Numbers(self.surface.specular),
                MaterialPart::Emissive => Value::Numbers(self.surface.emissive),
                MaterialPart::Shininess => one(self.surface.specular_power),
                MaterialPart::Reflectivity => one(self.surface.reflectivity),
            },
            Meaning::AlphaCutoff => one(self.surface.alpha_cutoff),
            Meaning::BoneMatrices => Value::Matrices(self.bones),
            Meaning::BoneIndex => Value::Whole(0),
            Meaning::Keyframe(of, field) => {
                let keyframe = match of {
                    KeyframeOf::Curr => &self.tween.curr,
                    KeyframeOf::Next => &self.tween.next,
                };
                match field {
                    KeyframeField::AnimIndex => Value::Whole(keyframe.anim_index.into()),
                    KeyframeField::CurrFrame => Value::Whole(keyframe.curr_frame.into()),
                    KeyframeField::NextFrame => Value::Whole(keyframe.next_frame.into()),
                    KeyframeField::Ratio => one(keyframe.ratio),
                    KeyframeField::SumTime => one(keyframe.sum_time),
                    KeyframeField::Speed => one(keyframe.speed),
                }
            }
            Meaning::Tween(field) => one(match field {
                TweenField::Duration => self.tween.tween_duration,
                TweenField::Ratio => self.tween.tween_ratio,
                TweenField::SumTime => self.tween.tween_sum_time,
            }),
        }
    }

    /// View and projection of the camera.
    fn camera_way(&self) -> [Matrix4<f32>; 2] {
        let [width, height] = self.size_px;
        [self.camera.view_from_world(), self.camera.clip_from_view(width / height)]
    }

    /// View and projection of the light, without perspective, around all models. Where there are none, all is at the
    /// nearest depth.
    fn light_way_to_clip(&self) -> [Matrix4<f32>; 2] {
        self.light_camera.map_or_else(
            || [Matrix4::identity(), Matrix4::from_diagonal(&Vector4::w())],
            |camera| [camera.view_from_world, camera.clip_from_view],
        )
    }

    fn matrix(
        &self,
        product: Product,
        view: &Matrix4<f32>,
        projection: &Matrix4<f32>,
    ) -> Matrix4<f32> {
        let world = self.world_from_model;
        match product {
            Product::Identity => Matrix4::identity(),
            Product::World => world,
            Product::View => *view,
            Product::Projection => *projection,
            Product::WorldView => view * world,
            Product::ViewProjection => projection * view,
            Product::WorldViewProjection => projection * view * world,
        }
    }

    /// What a pixel of the picture shows at the distance of what the camera looks at.
    pub(super) fn pixel_m(&self) -> f32 {
        let distance_m = (self.camera.eye - self.camera.target).norm();
        2.0 * distance_m * (self.camera.fov_y_rad * 0.5).tan() / self.size_px[1]
    }

    fn forward(&self) -> Vector3<f32> {
        let way = self.camera.target - self.camera.eye;
        way.try_normalize(0.0).unwrap_or_else(Vector3::z)
    }

    /// Of length 1, in world space: the rows of the view matrix.
    fn right_and_up(&self) -> (Vector3<f32>, Vector3<f32>) {
        let view = self.camera.view_from_world();
        let row = |index: usize| Vector3::new(view[(index, 0)], view[(index, 1)], view[(index, 2)]);
        (row(0), row(1))
    }

    /// Of length 1: what effects of others expect.
    fn light_way(&self) -> Vector3<f32> {
        self.light.direction.try_normalize(0.0).unwrap_or_else(|| -Vector3::y())
    }

    /// A place for a light that has one: so far from what is looked at as the camera is, and half as far again.
    fn light_place(&self) -> Vector3<f32> {
        let distance_m = (self.camera.eye - self.camera.target).norm() * 1.5;
        self.camera.target.coords - self.light_way() * distance_m
    }
}

fn turned(mut matrix: Matrix4<f32>, is_inverse: bool, is_transpose: bool) -> Matrix4<f32> {
    if is_inverse {
        // A model of no size has no inverse; then there is nothing to see.
        matrix = matrix.try_inverse().unwrap_or_else(Matrix4::identity);
    }
    if is_transpose { matrix.transpose() } else { matrix }
}

/// RenderMonkey's functions of the time.
fn time_wave(wave: TimeWave, time_s: f32) -> f32 {
    const CYCLE_S: f32 = 120.0;
    let cycle = (time_s / CYCLE_S).rem_euclid(1.0);
    let angle_rad = cycle * std::f32::consts::TAU;
    match wave {
        TimeWave::Sin => time_s.sin(),
        TimeWave::Cos => time_s.cos(),
        TimeWave::Tan => time_s.tan(),
        TimeWave::Cycle => cycle,
        TimeWave::CycleAngle => angle_rad,
        TimeWave::CycleSin => angle_rad.sin(),
        TimeWave::CycleCos => angle_rad.cos(),
        TimeWave::CycleTan => angle_rad.tan(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waves_of_the_time() {
        assert!((time_wave(TimeWave::Cycle, 150.0) - 0.25).abs() < 1e-6);
        assert!((time_wave(TimeWave::CycleSin, 30.0) - 1.0).abs() < 1e-6);
        assert!((time_wave(TimeWave::Cos, 0.0) - 1.0).abs() < 1e-6);
    }
}
