//! [`ModelVertex`]: the vertex of the model effects, packed from an imported mesh.

use bytemuck::{Pod, Zeroable};

use crate::asset::Vertices;

/// `VertexTextureNormalTangentBlend` of Global.fxh, 76 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct ModelVertex {
    /// Metres, mesh space.
    pub position: [f32; 3],
    /// (0, 0) at the top left of the texture.
    pub uv: [f32; 2],
    /// Unit length.
    pub normal: [f32; 3],
    /// Unit length, or zero where the mesh has none.
    pub tangent: [f32; 3],
    /// Slots of the TransformMap, whole numbers.
    pub blend_indices: [f32; 4],
    /// Weights of the slots; they sum to 1.
    pub blend_weights: [f32; 4],
}

const _: () = assert!(size_of::<ModelVertex>() == 76);

/// Interleaves the streams of a mesh.
#[must_use]
pub fn pack_vertices(vertices: &Vertices) -> Vec<ModelVertex> {
    (0..vertices.positions.len())
        .map(|i| ModelVertex {
            position: vertices.positions[i].into(),
            uv: vertices.uvs[i].into(),
            normal: vertices.normals[i].into(),
            tangent: vertices.tangents[i].xyz().into(),
            blend_indices: vertices.slots[i].map(|slot| f32::from(slot.0)),
            blend_weights: vertices.weights[i].into(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::SlotIdx;
    use nalgebra::{Vector2, Vector3, Vector4};

    #[test]
    fn members_stand_where_the_effect_reads_them() {
        let vertices = Vertices {
            positions: vec![Vector3::new(1.0, 2.0, 3.0)],
            normals: vec![Vector3::new(6.0, 7.0, 8.0)],
            tangents: vec![Vector4::new(9.0, 10.0, 11.0, -1.0)],
            uvs: vec![Vector2::new(4.0, 5.0)],
            colors: vec![Vector4::repeat(1.0)],
            slots: vec![[SlotIdx(12), SlotIdx(13), SlotIdx(14), SlotIdx(15)]],
            weights: vec![Vector4::new(16.0, 17.0, 18.0, 19.0)],
        };
        let packed = pack_vertices(&vertices);
        let floats: &[f32] = bytemuck::cast_slice(&packed);
        assert_eq!(floats, (1_u8..=19).map(f32::from).collect::<Vec<_>>());
    }
}
