//! [`Model`]: everything that an importer reads from a model file, as plain data in the program's own
//! conventions (left-handed, +Y up, +Z forward, clockwise fronts).

use nalgebra::{Matrix4, Vector2, Vector3, Vector4};

use super::{Clip, JointIdx, Skeleton};

/// Index of a skin matrix in the TransformMap: its first texel is at column `4 * SlotIdx`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotIdx(pub u16);

/// One matrix of the TransformMap: `model_from_joint(t) * joint_from_mesh`.
///
/// Slot `i` below the joint count belongs to joint `i`, with the inverse bind matrix of the first skin
/// that lists the joint, or identity where none does. Joints that occur with another inverse bind
/// matrix as well (several skins, a rigid mesh on a skin joint) have further slots after those.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkinSlot {
    /// The joint that moves the slot.
    pub joint: JointIdx,
    /// Inverse bind matrix (`joint_from_mesh`, column vectors); identity for a rigid mesh, whose
    /// vertices stay in the space of its node.
    pub inverse_bind: Matrix4<f32>,
}

/// Vertex streams of a mesh, all of the same length (`positions.len()`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vertices {
    /// Metres, mesh space.
    pub positions: Vec<Vector3<f32>>,
    /// Unit length; computed from the triangles where the file has none.
    pub normals: Vec<Vector3<f32>>,
    /// Unit length, `w` is the sign of the bitangent; zero where the file has none and no normal map needs them.
    pub tangents: Vec<Vector4<f32>>,
    /// Texture coordinates, (0, 0) at the top left; zero where the file has none.
    pub uvs: Vec<Vector2<f32>>,
    /// Vertex colours as display values, like [`Material::base_color`]; white where the file has none.
    pub colors: Vec<Vector4<f32>>,
    /// Slots of the up to four strongest influences; unused entries are slot 0 with weight 0.
    pub slots: Vec<[SlotIdx; 4]>,
    /// Weights of `slots`; with those of `further_slots` they sum to 1.
    pub weights: Vec<Vector4<f32>>,
    /// Slots of the up to four influences after those; empty where no vertex of the mesh has more than four.
    pub further_slots: Vec<[SlotIdx; 4]>,
    /// Weights of `further_slots`, none above the smallest of `weights`.
    pub further_weights: Vec<Vector4<f32>>,
}

/// Most influences of a vertex.
pub const MAX_INFLUENCES: usize = 8;

impl Vertices {
    /// The slots that move a vertex, with their weights above 0: up to [`MAX_INFLUENCES`]. A vertex without any weight is
    /// moved by its first slot alone.
    pub fn influences(&self, vertex: usize) -> impl Iterator<Item = (SlotIdx, f32)> {
        let none = ([SlotIdx(0); 4], Vector4::zeros());
        let set = |slots: &[[SlotIdx; 4]], weights: &[Vector4<f32>]| {
            slots.get(vertex).copied().zip(weights.get(vertex).copied()).unwrap_or(none)
        };
        let (slots, mut weights) = set(&self.slots, &self.weights);
        let (further_slots, further_weights) = set(&self.further_slots, &self.further_weights);
        if weights.iter().chain(further_weights.iter()).all(|it| *it <= 0.0) {
            weights.x = 1.0;
        }
        let pairs = |slots: [SlotIdx; 4], weights: Vector4<f32>| {
            slots.into_iter().zip(<[f32; 4]>::from(weights))
        };
        pairs(slots, weights)
            .chain(pairs(further_slots, further_weights))
            .filter(|(_, weight)| *weight > 0.0)
    }

    /// The largest number of influences that a vertex has.
    #[must_use]
    pub fn max_influences(&self) -> usize {
        (0..self.positions.len()).map(|it| self.influences(it).count()).max().unwrap_or(0)
    }

    /// Whether any vertex has more than four influences.
    #[must_use]
    pub fn has_further_influences(&self) -> bool {
        !self.further_slots.is_empty()
    }
}

/// Displacements of one morph target; a stream is empty where the file has none, else as long as the mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphTarget {
    /// Added to positions, times the weight.
    pub positions: Vec<Vector3<f32>>,
    /// Added to normals, times the weight.
    pub normals: Vec<Vector3<f32>>,
    /// Added to the xyz of tangents, times the weight.
    pub tangents: Vec<Vector3<f32>>,
}

/// One draw: the triangles of one material on one node.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// Name as in the file with the primitive's number where a mesh has several.
    pub name: String,
    /// Index of the node in the file that carries the mesh.
    pub node: u32,
    /// Index of the mesh in the file, and of the primitive in the mesh.
    pub source: (u32, u32),
    /// Index of the skin in the file; `None` for a rigid mesh.
    pub skin: Option<u32>,
    /// Index into [`Model::materials`].
    pub material: usize,
    /// The vertices, in the file's order unless `file_vertices` says otherwise.
    pub vertices: Vertices,
    /// For each vertex its number in the file, where vertices of the file were split (a COLLADA position has as many
    /// vertices as it has normals and texture coordinates); empty where the file's order was kept.
    pub file_vertices: Vec<u32>,
    /// Three a triangle, each below the vertex count; fronts are clockwise in the rest pose.
    pub indices: Vec<u32>,
    /// Morph targets and, per target, the weight where no clip sets it.
    pub morph_targets: Vec<MorphTarget>,
    /// One weight a target.
    pub morph_weights: Vec<f32>,
}

/// How a texture is sampled outside of 0..1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// The texture repeats.
    Repeat,
    /// The texture repeats, every second time mirrored.
    MirroredRepeat,
    /// The border texel goes on.
    ClampToEdge,
}

/// A use of an image by a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texture {
    /// Index into [`Model::images`].
    pub image: usize,
    /// Addressing along u and v.
    pub wrap: [Wrap; 2],
    /// Nearest texel instead of linear filtering.
    pub nearest: bool,
}

/// How alpha is used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AlphaMode {
    /// Alpha is ignored.
    Opaque,
    /// Texels with an alpha below this are not drawn.
    Mask(f32),
    /// Alpha mixes with what lies behind.
    Blend,
}

/// Surface of a mesh, in the terms of the effects' `MaterialDesc` plus its textures.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Name as in the file, or one made from its number.
    pub name: String,
    /// Colour that multiplies the diffuse map, as display values.
    pub base_color: Vector4<f32>,
    /// Colour of the highlight.
    pub specular: Vector3<f32>,
    /// Exponent of the highlight (Blinn-Phong), at least 1: the greater, the smaller and brighter.
    pub specular_power: f32,
    /// How much of its surroundings the surface mirrors, 0..1. Where it does, the diffuse map colours what it mirrors too,
    /// as metal does.
    pub reflectivity: f32,
    /// Light the surface gives by itself. Our effects show it at the rim only, as the course's do.
    pub emissive: Vector3<f32>,
    /// Base colour texture.
    pub diffuse_map: Option<Texture>,
    /// Tangent-space normal map.
    pub normal_map: Option<Texture>,
    /// How alpha is used.
    pub alpha_mode: AlphaMode,
    /// Both faces are drawn.
    pub double_sided: bool,
}

impl Material {
    /// One colour all over: opaque, with one side, without highlight and maps.
    #[must_use]
    pub fn plain(name: &str, base_color: Vector4<f32>) -> Self {
        Self {
            name: name.to_owned(),
            base_color,
            specular: Vector3::zeros(),
            specular_power: 32.0,
            reflectivity: 0.0,
            emissive: Vector3::zeros(),
            diffuse_map: None,
            normal_map: None,
            alpha_mode: AlphaMode::Opaque,
            double_sided: false,
        }
    }
}

/// An image, decoded.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    /// Name or URI as in the file.
    pub name: String,
    /// Width and height in texels, both at least 1.
    pub size_px: [u32; 2],
    /// Rows from the top, four bytes (R, G, B, A) a texel, UNORM display values.
    pub rgba8: Vec<u8>,
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Image")
            .field("name", &self.name)
            .field("size_px", &self.size_px)
            .finish_non_exhaustive()
    }
}

/// Everything that an importer reads from a model file.
#[derive(Clone, Debug)]
pub struct Model {
    /// Name of the file without its folder.
    pub name: String,
    /// All nodes of the scene, parents first.
    pub skeleton: Skeleton,
    /// What the file calls each node, by [`Joint::node`](super::Joint::node); empty where it has numbers only (glTF).
    pub node_ids: Vec<String>,
    /// The matrices that vertices refer to. See [`SkinSlot`] for their order.
    pub slots: Vec<SkinSlot>,
    /// The draws.
    pub meshes: Vec<Mesh>,
    /// Never empty when there is a mesh.
    pub materials: Vec<Material>,
    /// Decoded images.
    pub images: Vec<Image>,
    /// In the file's order; may be empty.
    pub clips: Vec<Clip>,
    /// What was ignored or repaired, and why, one sentence each without a final period.
    pub notes: Vec<String>,
}
