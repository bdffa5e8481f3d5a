//! The vertices of our model effects, packed from an imported mesh.

use bytemuck::{Pod, Zeroable};
use nalgebra::Vector4;

use crate::asset::{SlotIdx, Vertices};

/// `VertexMesh` of Global.fxh without what comes with the instance, 44 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct MeshVertex {
    /// Metres, mesh space.
    pub position: [f32; 3],
    /// (0, 0) at the top left of the texture.
    pub uv: [f32; 2],
    /// Unit length.
    pub normal: [f32; 3],
    /// Unit length, or zero where the mesh has none.
    pub tangent: [f32; 3],
}

/// `VertexTextureNormalTangentBlend` of Global.fxh, 76 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct ModelVertex {
    /// What meshes have too.
    pub mesh: MeshVertex,
    /// Slots of the TransformMap, whole numbers.
    pub blend_indices: [f32; 4],
    /// Weights of the slots; they sum to 1.
    pub blend_weights: [f32; 4],
}

/// `VertexTextureNormalTangentBlend8` of Global.fxh, 108 bytes: for meshes with more than four influences a vertex.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct ModelVertex8 {
    /// The four largest influences.
    pub model: ModelVertex,
    /// Slots of the influences after them.
    pub blend_indices_1: [f32; 4],
    /// Their weights; with those of the first four they sum to 1.
    pub blend_weights_1: [f32; 4],
}

const _: () = assert!(size_of::<MeshVertex>() == 44);
const _: () = assert!(size_of::<ModelVertex>() == 76);
const _: () = assert!(size_of::<ModelVertex8>() == 108);

/// Which vertices a mesh has, and what a vertex shader makes of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VertexKind {
    /// [`MeshVertex`]: where the instance puts it.
    Mesh,
    /// [`ModelVertex`], moved by the bone of its part.
    Model,
    /// [`ModelVertex`], moved by up to four joints.
    Skinned,
    /// [`ModelVertex8`], moved by up to eight joints.
    Skinned8,
}

impl VertexKind {
    /// What a mesh that joints move needs.
    #[must_use]
    pub fn of_skinned(vertices: &Vertices) -> Self {
        if vertices.has_further_influences() { Self::Skinned8 } else { Self::Skinned }
    }
}

/// Interleaves the streams of a mesh: the bytes of a vertex buffer.
#[must_use]
pub fn pack_vertices(vertices: &Vertices, kind: VertexKind) -> Vec<u8> {
    let all = 0..vertices.positions.len();
    match kind {
        VertexKind::Mesh => bytes(all.map(|it| mesh_vertex(vertices, it))),
        VertexKind::Model | VertexKind::Skinned => bytes(all.map(|it| model_vertex(vertices, it))),
        VertexKind::Skinned8 => bytes(all.map(|it| {
            let none = ([SlotIdx(0); 4], Vector4::zeros());
            let further = vertices.further_slots.get(it).zip(vertices.further_weights.get(it));
            let (slots, weights) = further.map_or(none, |(slots, weights)| (*slots, *weights));
            ModelVertex8 {
                model: model_vertex(vertices, it),
                blend_indices_1: slots.map(|slot| f32::from(slot.0)),
                blend_weights_1: weights.into(),
            }
        })),
    }
}

fn bytes<T: Pod>(vertices: impl Iterator<Item = T>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(vertices.size_hint().0 * size_of::<T>());
    for vertex in vertices {
        bytes.extend_from_slice(bytemuck::bytes_of(&vertex));
    }
    bytes
}

fn mesh_vertex(vertices: &Vertices, index: usize) -> MeshVertex {
    MeshVertex {
        position: vertices.positions[index].into(),
        uv: vertices.uvs[index].into(),
        normal: vertices.normals[index].into(),
        tangent: vertices.tangents[index].xyz().into(),
    }
}

fn model_vertex(vertices: &Vertices, index: usize) -> ModelVertex {
    ModelVertex {
        mesh: mesh_vertex(vertices, index),
        blend_indices: vertices.slots[index].map(|slot| f32::from(slot.0)),
        blend_weights: vertices.weights[index].into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Vector2, Vector3};

    #[track_caller]
    fn check(vertices: &Vertices, kind: VertexKind, count: u8) {
        let packed: Vec<f32> = bytemuck::pod_collect_to_vec(&pack_vertices(vertices, kind));
        assert_eq!(packed, (1..=count).map(f32::from).collect::<Vec<_>>(), "{kind:?}");
    }

    #[test]
    fn members_stand_where_the_effect_reads_them() {
        let mut vertices = Vertices {
            positions: vec![Vector3::new(1.0, 2.0, 3.0)],
            normals: vec![Vector3::new(6.0, 7.0, 8.0)],
            tangents: vec![Vector4::new(9.0, 10.0, 11.0, -1.0)],
            uvs: vec![Vector2::new(4.0, 5.0)],
            colors: vec![Vector4::repeat(1.0)],
            slots: vec![[12, 13, 14, 15].map(SlotIdx)],
            weights: vec![Vector4::new(16.0, 17.0, 18.0, 19.0)],
            ..Vertices::default()
        };
        check(&vertices, VertexKind::Mesh, 11);
        check(&vertices, VertexKind::Model, 19);
        assert_eq!(VertexKind::of_skinned(&vertices), VertexKind::Skinned);
        check(&vertices, VertexKind::Skinned, 19);
        vertices.further_slots = vec![[20, 21, 22, 23].map(SlotIdx)];
        vertices.further_weights = vec![Vector4::new(24.0, 25.0, 26.0, 27.0)];
        assert_eq!(VertexKind::of_skinned(&vertices), VertexKind::Skinned8);
        check(&vertices, VertexKind::Skinned8, 27);
    }
}
