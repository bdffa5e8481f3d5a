//! Variables that several effects have: camera, light, and what a scene has once.

use nalgebra::{Matrix4, Vector3, Vector4};

use super::effects::tween_demo::{GlobalBuffer, LightBuffer, LightDesc, SceneBuffer};
use super::shadow::ShadowInputs;
use super::{Camera, Light, RenderError, Scene};
use crate::effect::{ConstantBufferVar, Effect};

/// What `GlobalBuffer` holds, computed once a frame.
pub(super) struct CameraMatrices(GlobalBuffer);

impl CameraMatrices {
    pub(super) fn new(camera: &Camera, aspect: f32) -> Self {
        let view_from_world = camera.view_from_world();
        let clip_from_view = camera.clip_from_view(aspect);
        // A camera's view is a rotation and a translation, so it always has an inverse.
        let world_from_view = view_from_world.try_inverse().unwrap_or_else(Matrix4::identity);
        Self::of(&view_from_world, &clip_from_view, &world_from_view)
    }

    /// Looks from the origin through a face of a cube: +X -X +Y -Y +Z -Z, each turned as Direct3D's cubes have it.
    pub(super) fn of_cube_face(face: usize) -> Self {
        let (x, y, z) = (Vector3::x(), Vector3::y(), Vector3::z());
        let (forward, up) = match face {
            0 => (x, y),
            1 => (-x, y),
            2 => (y, -z),
            3 => (-y, z),
            4 => (z, y),
            _ => (-z, y),
        };
        let right = up.cross(&forward);
        let view_from_world = Matrix4::from_rows(&[
            right.push(0.0).transpose(),
            up.push(0.0).transpose(),
            forward.push(0.0).transpose(),
            Vector4::w().transpose(),
        ]);
        let (near_m, far_m) = (0.1, 10.0);
        let depth = far_m / (far_m - near_m);
        #[rustfmt::skip]
        let clip_from_view = Matrix4::new(
            1.0, 0.0, 0.0, 0.0,
            0.0, 1.0, 0.0, 0.0,
            0.0, 0.0, depth, -near_m * depth,
            0.0, 0.0, 1.0, 0.0,
        );
        Self::of(&view_from_world, &clip_from_view, &view_from_world.transpose())
    }

    fn of(
        view_from_world: &Matrix4<f32>,
        clip_from_view: &Matrix4<f32>,
        world_from_view: &Matrix4<f32>,
    ) -> Self {
        let (view_from_world, clip_from_view) = (*view_from_world, *clip_from_view);
        let world_from_view = *world_from_view;
        // The columns of a column-vector matrix are the rows of HLSL's row-vector matrix.
        Self(GlobalBuffer {
            v: view_from_world.into(),
            p: clip_from_view.into(),
            vp: (clip_from_view * view_from_world).into(),
            v_inv: world_from_view.into(),
        })
    }
}

/// `GlobalBuffer` of an effect.
pub(super) struct CameraVar(ConstantBufferVar<GlobalBuffer>);

impl CameraVar {
    pub(super) fn find(effect: &Effect) -> Result<Self, RenderError> {
        Ok(Self(effect.constant_buffer("GlobalBuffer")?))
    }

    pub(super) fn set(
        &self,
        effect: &mut Effect,
        camera: &CameraMatrices,
    ) -> Result<(), RenderError> {
        Ok(effect.set_constants(self.0, &camera.0)?)
    }
}

/// `LightBuffer` of an effect.
pub(super) struct LightVar(ConstantBufferVar<LightBuffer>);

impl LightVar {
    pub(super) fn find(effect: &Effect) -> Result<Self, RenderError> {
        Ok(Self(effect.constant_buffer("LightBuffer")?))
    }

    pub(super) fn set(&self, effect: &mut Effect, light: &Light) -> Result<(), RenderError> {
        let global_light = LightDesc {
            ambient: light.ambient,
            diffuse: light.diffuse,
            specular: light.specular,
            emissive: light.emissive,
            direction: light.direction.into(),
            padding: 0.0,
        };
        Ok(effect.set_constants(self.0, &LightBuffer { global_light })?)
    }
}

/// `SceneBuffer` of an effect: shadow and sky. The map of the shadow is a resource of its own.
pub(super) struct SceneVar(ConstantBufferVar<SceneBuffer>);

impl SceneVar {
    pub(super) fn find(effect: &Effect) -> Result<Self, RenderError> {
        Ok(Self(effect.constant_buffer("SceneBuffer")?))
    }

    pub(super) fn set(
        &self,
        effect: &mut Effect,
        scene: &Scene,
        shadow: &ShadowInputs,
    ) -> Result<(), RenderError> {
        let [sky_horizon, sky_zenith, sky_glow, sky_ground] = sky_colors(scene);
        let buffer = SceneBuffer {
            // The columns of a column-vector matrix are the rows of HLSL's row-vector matrix.
            shadow_vp: shadow.clip_from_world().into(),
            shadow_map_size: shadow.size_px(),
            shadow_texel: shadow.texel_m(),
            sky_horizon,
            sky_zenith,
            sky_glow,
            sky_ground,
            ..SceneBuffer::default()
        };
        Ok(effect.set_constants(self.0, &buffer)?)
    }
}

/// What the sky of a scene is made of: horizon, zenith, glow around the light, and the ground below.
pub(super) fn sky_colors(scene: &Scene) -> [[f32; 4]; 4] {
    let sky = &scene.sky;
    [sky.horizon, sky.zenith, sky.glow, lit_ground(scene)].map(|[r, g, b]| [r, g, b, 1.0])
}

/// The colour of the ground in the light, without its lines; where there is none, what the sky has below the horizon.
fn lit_ground(scene: &Scene) -> [f32; 3] {
    let Some(ground) = &scene.ground else { return scene.sky.horizon };
    let light = &scene.light;
    let facing = light.direction.try_normalize(0.0).map_or(0.0, |way| (-way.y).max(0.0));
    std::array::from_fn(|lane| {
        let ambient = light.ambient[lane];
        let lit = ambient + light.diffuse[lane] * facing * (1.0 - ambient).clamp(0.0, 1.0);
        ground.color[lane] * lit
    })
}
