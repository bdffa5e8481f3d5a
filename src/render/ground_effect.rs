//! [`GroundEffect`]: `Ground.fx` and the one quad that it draws.

use std::sync::Arc;

use ash::vk;
use nalgebra::{Matrix4, Vector3};

use super::effects::ground::{
    GroundBuffer, MODULES, MaterialBuffer, MaterialDesc, NAME, REFLECTION, TransformBuffer,
};
use super::scene::{Ground, MAX_CONTACT_SHADOWS, Scene};
use super::shadow::ShadowInputs;
use super::{RenderError, compiled, shared};
use crate::effect::{ConstantBufferVar, Effect, PassId, ResourceVar, Topology};
use crate::gpu::{Buffer, Frame, PipelineCache, TargetFormats, Upload};

const _: () = assert!(
    size_of::<GroundBuffer>() - std::mem::offset_of!(GroundBuffer, contact_shadows)
        == MAX_CONTACT_SHADOWS * size_of::<[f32; 4]>()
);

/// `VertexTexture` of Global.fxh: place and uv. Clockwise from above.
const QUAD: [[f32; 5]; 4] = [
    [-1.0, 0.0, 1.0, 0.0, 0.0],
    [1.0, 0.0, 1.0, 1.0, 0.0],
    [1.0, 0.0, -1.0, 1.0, 1.0],
    [-1.0, 0.0, -1.0, 0.0, 1.0],
];
const QUAD_INDICES: [u32; 6] = [0, 1, 2, 0, 2, 3];

/// `Ground.fx`.
pub(super) struct GroundEffect {
    effect: Effect,
    pass: PassId,
    camera: shared::CameraVar,
    light: shared::LightVar,
    shadow_map: ResourceVar,
    scene: shared::SceneVar,
    transform: ConstantBufferVar<TransformBuffer>,
    material: ConstantBufferVar<MaterialBuffer>,
    ground: ConstantBufferVar<GroundBuffer>,
    vertices: Buffer,
    indices: Buffer,
}

impl GroundEffect {
    pub(super) fn new(
        upload: &mut Upload<'_>,
        cache: &Arc<PipelineCache>,
    ) -> Result<Self, RenderError> {
        let effect = Effect::new(upload, cache, &compiled(NAME, REFLECTION, MODULES)?)?;
        Ok(Self {
            pass: effect.pass("T0", "P0")?,
            camera: shared::CameraVar::find(&effect)?,
            light: shared::LightVar::find(&effect)?,
            shadow_map: effect.shader_resource("ShadowMap")?,
            scene: shared::SceneVar::find(&effect)?,
            transform: effect.constant_buffer("TransformBuffer")?,
            material: effect.constant_buffer("MaterialBuffer")?,
            ground: effect.constant_buffer("GroundBuffer")?,
            vertices: upload.buffer(
                "ground vertices",
                vk::BufferUsageFlags::VERTEX_BUFFER,
                bytemuck::cast_slice(&QUAD),
            )?,
            indices: upload.buffer(
                "ground indices",
                vk::BufferUsageFlags::INDEX_BUFFER,
                bytemuck::cast_slice(&QUAD_INDICES),
            )?,
            effect,
        })
    }

    pub(super) fn warm_up(&mut self, formats: &TargetFormats) -> Result<(), RenderError> {
        Ok(self.effect.warm_up(formats, Topology::TriangleList)?)
    }

    pub(super) fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        camera: &shared::CameraMatrices,
        scene: &Scene,
        ground: &Ground,
        shadow: &ShadowInputs,
    ) -> Result<(), RenderError> {
        let effect = &mut self.effect;
        self.camera.set(effect, camera)?;
        self.light.set(effect, &scene.light)?;
        self.scene.set(effect, scene, shadow)?;
        effect.set_resource(self.shadow_map, &shadow.map)?;
        let world_from_quad = {
            let reach_m = ground.fade_m[1];
            let place = Vector3::new(ground.center.x, ground.height_m, ground.center.y);
            Matrix4::new_translation(&place)
                * Matrix4::new_nonuniform_scaling(&Vector3::new(reach_m, 1.0, reach_m))
        };
        effect.set_constants(self.transform, &TransformBuffer { w: world_from_quad.into() })?;
        let [r, g, b] = ground.color;
        let matte = MaterialDesc {
            ambient: [r, g, b, 1.0],
            diffuse: [r, g, b, 1.0],
            specular: [0.0, 0.0, 0.0, 1.0],
            emissive: [0.0, 0.0, 0.0, 1.0],
        };
        effect.set_constants(self.material, &MaterialBuffer { material: matte })?;
        effect.set_constants(self.ground, &ground_buffer(ground, shadow.camera.is_none()))?;

        effect.begin(frame, self.pass)?;
        frame.begin_label("ground");
        effect.apply(frame, self.pass, Topology::TriangleList)?;
        frame.bind_vertex_buffer(0, &self.vertices, 0);
        frame.bind_index_buffer(&self.indices, 0);
        frame.draw_indexed(6, 1, 0, 0);
        frame.end_label();
        effect.end(frame);
        Ok(())
    }
}

fn ground_buffer(ground: &Ground, has_contact_shadows: bool) -> GroundBuffer {
    let mut buffer = GroundBuffer {
        line_color: ground.line_color,
        center: ground.center.into(),
        fade_start: ground.fade_m[0],
        fade_end: ground.fade_m[1],
        cell_size: ground.cell_m,
        ..GroundBuffer::default()
    };
    if !has_contact_shadows {
        return buffer;
    }
    for (place, shadow) in buffer.contact_shadows.iter_mut().zip(&ground.contact_shadows) {
        *place = [shadow.center.x, shadow.center.y, shadow.radius_m, shadow.strength];
    }
    buffer
}
