//! A model in GPU memory: vertex and index buffers a part, textures, and the TransformMap.

use std::collections::HashMap;
use std::sync::Arc;

use ash::vk;
use nalgebra::{Matrix4, Vector4};

use super::effects::tween_demo::MaterialDesc;
use super::rigid::{MAX_BONES, RigidParts};
use super::{RenderError, VertexKind, pack_vertices};
use crate::anim::{Aabb, TransformMap, morphed_vertices};
use crate::asset::{AlphaMode, Material, Mesh, Model, Texture, Wrap};
use crate::gpu::{
    Buffer, Device, GpuError, Image, ImageDesc, ImageShape, Sampler, SamplerDesc, Upload,
};

/// Texels with less alpha than this are left out where a material blends: they would only fill the depth buffer.
const BLEND_CUTOFF: f32 = 1.0 / 255.0;

/// A model in GPU memory.
#[derive(Debug)]
pub(super) struct GpuModel {
    /// Opaque parts first.
    pub(super) parts: Vec<GpuPart>,
    pub(super) transform_map: Arc<Image>,
    /// Of a model that nothing moves: where its parts stand (`model_from_mesh`), what `BoneTransforms` begins with.
    pub(super) rigid_bones: Option<Vec<Matrix4<f32>>>,
    /// Around every vertex in every clip, model space.
    pub(super) bounds: Aabb,
}

/// One draw.
#[derive(Debug)]
pub(super) struct GpuPart {
    /// What RenderDoc shows.
    pub(super) label: String,
    /// Index into the model's meshes.
    pub(super) mesh: usize,
    pub(super) vertices: Buffer,
    pub(super) indices: Buffer,
    pub(super) index_count: u32,
    pub(super) kind: VertexKind,
    /// Index into the rigid bones of the model; 0 where it has none.
    pub(super) bone: usize,
    pub(super) material: GpuMaterial,
}

/// What the effects read of a material.
#[derive(Clone, Debug)]
pub(super) struct GpuMaterial {
    pub(super) desc: MaterialDesc,
    pub(super) specular_power: f32,
    pub(super) reflectivity: f32,
    pub(super) alpha_cutoff: f32,
    pub(super) surface: Surface,
    /// White where the material has none.
    pub(super) diffuse_map: Arc<Image>,
    /// Whether the material has one of its own.
    pub(super) has_texture: bool,
    pub(super) normal_map: Option<Arc<Image>>,
    /// `None` for the effect's own.
    pub(super) sampler: Option<Arc<Sampler>>,
}

/// Which of the textured passes draws a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Surface {
    Front,
    Both,
    BlendedFront,
    BlendedBoth,
}

impl GpuModel {
    /// Copies a model to the GPU.
    ///
    /// # Errors
    /// A model without meshes, a TransformMap of another model, no memory, more than the GPU allows.
    pub(super) fn new(
        upload: &mut Upload<'_>,
        white: &Arc<Image>,
        model: &Model,
        map: &TransformMap,
    ) -> Result<Self, RenderError> {
        if model.meshes.iter().all(|mesh| mesh.indices.is_empty()) {
            return Err(RenderError::NothingToDraw { model: model.name.clone() });
        }
        if map.slot_count != model.slots.len() {
            return Err(RenderError::OtherMap {
                model: model.name.clone(),
                expected: model.slots.len(),
                found: map.slot_count,
            });
        }
        warn_of_what_is_not_drawn(model);
        let transform_map = Arc::new(upload_transform_map(upload, model, map)?);
        let mut textures = Textures { model, white, images: HashMap::new(), samplers: Vec::new() };
        let materials = model
            .materials
            .iter()
            .map(|material| textures.material(upload, material))
            .collect::<Result<Vec<_>, _>>()?;
        let rigid = RigidParts::of(model, MAX_BONES);
        let mut parts = Vec::with_capacity(model.meshes.len());
        let meshes = model.meshes.iter().enumerate();
        for (index, mesh) in meshes.filter(|(_, mesh)| !mesh.indices.is_empty()) {
            let material = &materials[mesh.material];
            let (kind, bone) = match &rigid {
                Some(rigid) => (rigid.kind, rigid.bone_of_mesh[index]),
                None => (VertexKind::of_skinned(&mesh.vertices), 0),
            };
            parts.push(GpuPart::new(upload, &model.name, (index, mesh), (kind, bone), material)?);
        }
        parts.sort_by_key(|part| part.material.surface);
        let bounds = map.clips.iter().map(|it| it.bounds).reduce(|a, b| a.union(&b));
        let bounds = bounds.unwrap_or(map.rest_bounds);
        Ok(Self { parts, transform_map, rigid_bones: rigid.map(|it| it.bones), bounds })
    }
}

/// Says once a model what the effects have no room for.
fn warn_of_what_is_not_drawn(model: &Model) {
    if model.clips.iter().any(|clip| !clip.morphs.is_empty()) {
        log::warn!(
            "{}: its clips move morph targets, which are drawn as they are at rest",
            model.name
        );
    }
    let white = Vector4::repeat(1.0);
    if model.meshes.iter().any(|mesh| mesh.vertices.colors.iter().any(|color| *color != white)) {
        log::warn!("{}: its vertex colours are not drawn", model.name);
    }
}

impl GpuPart {
    fn new(
        upload: &mut Upload<'_>,
        model_name: &str,
        (index, mesh): (usize, &Mesh),
        (kind, bone): (VertexKind, usize),
        material: &GpuMaterial,
    ) -> Result<Self, RenderError> {
        let label = format!("{model_name} '{}'", mesh.name);
        let too_many = || GpuError::Limit {
            thing: format!("mesh '{}'", mesh.name),
            limit_name: "indices of one draw",
            needed: mesh.indices.len() as u64,
            limit: u64::from(u32::MAX),
        };
        let is_morphed = mesh.morph_weights.iter().any(|weight| weight.abs() > 0.0);
        let vertices = if is_morphed {
            pack_vertices(&morphed_vertices(mesh, &mesh.morph_weights), kind)
        } else {
            pack_vertices(&mesh.vertices, kind)
        };
        Ok(Self {
            vertices: upload.buffer(
                &format!("{label} vertices"),
                vk::BufferUsageFlags::VERTEX_BUFFER,
                &vertices,
            )?,
            indices: upload.buffer(
                &format!("{label} indices"),
                vk::BufferUsageFlags::INDEX_BUFFER,
                bytemuck::cast_slice(&mesh.indices),
            )?,
            index_count: u32::try_from(mesh.indices.len()).ok().ok_or_else(too_many)?,
            kind,
            bone,
            material: material.clone(),
            mesh: index,
            label,
        })
    }
}

fn upload_transform_map(
    upload: &mut Upload<'_>,
    model: &Model,
    map: &TransformMap,
) -> Result<Image, RenderError> {
    let limit = upload.device().limits().max_image_dimension_2d;
    let width = u32::try_from(map.width_texels()).ok().ok_or_else(|| GpuError::Limit {
        thing: format!("the TransformMap of '{}'", model.name),
        limit_name: "maxImageDimension2D",
        needed: map.width_texels() as u64,
        limit: u64::from(limit),
    })?;
    Ok(upload.image(
        &ImageDesc {
            name: &format!("TransformMap of {}", model.name),
            size_px: [width, map.row_count],
            shape: ImageShape::D2Array(map.layer_count),
            format: vk::Format::R32G32B32A32_SFLOAT,
            samples: vk::SampleCountFlags::TYPE_1,
            mip_count: 1,
            usage: vk::ImageUsageFlags::empty(),
        },
        map.bytes(),
    )?)
}

/// Images and samplers that materials share, each made once.
struct Textures<'a> {
    model: &'a Model,
    white: &'a Arc<Image>,
    images: HashMap<usize, Arc<Image>>,
    samplers: Vec<(Texture, Option<Arc<Sampler>>)>,
}

impl Textures<'_> {
    fn material(
        &mut self,
        upload: &mut Upload<'_>,
        material: &Material,
    ) -> Result<GpuMaterial, RenderError> {
        let alpha_cutoff = match material.alpha_mode {
            AlphaMode::Opaque => 0.0,
            AlphaMode::Mask(cutoff) => cutoff,
            AlphaMode::Blend => BLEND_CUTOFF,
        };
        let opaque = |color: Vector4<f32>| [color.x, color.y, color.z, color.w];
        let with_alpha = |color: nalgebra::Vector3<f32>| [color.x, color.y, color.z, 1.0];
        Ok(GpuMaterial {
            desc: MaterialDesc {
                ambient: opaque(material.base_color),
                diffuse: opaque(material.base_color),
                specular: with_alpha(material.specular),
                emissive: with_alpha(material.emissive),
            },
            specular_power: material.specular_power,
            reflectivity: material.reflectivity,
            alpha_cutoff,
            surface: match (material.alpha_mode, material.double_sided) {
                (AlphaMode::Blend, false) => Surface::BlendedFront,
                (AlphaMode::Blend, true) => Surface::BlendedBoth,
                (AlphaMode::Opaque | AlphaMode::Mask(_), true) => Surface::Both,
                (AlphaMode::Opaque | AlphaMode::Mask(_), false) => Surface::Front,
            },
            has_texture: material.diffuse_map.is_some(),
            diffuse_map: match material.diffuse_map {
                Some(texture) => self.image(upload, texture)?,
                None => Arc::clone(self.white),
            },
            normal_map: match material.normal_map {
                Some(texture) => Some(self.image(upload, texture)?),
                None => None,
            },
            sampler: match material.diffuse_map.or(material.normal_map) {
                Some(texture) => self.sampler(upload.device(), texture)?,
                None => None,
            },
        })
    }

    fn image(
        &mut self,
        upload: &mut Upload<'_>,
        texture: Texture,
    ) -> Result<Arc<Image>, RenderError> {
        if let Some(image) = self.images.get(&texture.image) {
            return Ok(Arc::clone(image));
        }
        let source = &self.model.images[texture.image];
        let name = format!("{} texture '{}'", self.model.name, source.name);
        let image = Arc::new(upload.texture_rgba8(&name, source.size_px, &source.rgba8)?);
        self.images.insert(texture.image, Arc::clone(&image));
        Ok(image)
    }

    /// A sampler for how the file wants the texture read; the effect's own where that is the same.
    fn sampler(
        &mut self,
        device: &Arc<Device>,
        texture: Texture,
    ) -> Result<Option<Arc<Sampler>>, RenderError> {
        let known =
            |it: &&(Texture, _)| it.0.wrap == texture.wrap && it.0.nearest == texture.nearest;
        if let Some((_, sampler)) = self.samplers.iter().find(known) {
            return Ok(sampler.clone());
        }
        let sampler = if texture.wrap == [Wrap::Repeat; 2] && !texture.nearest {
            None
        } else {
            let [u, v] = texture.wrap.map(|wrap| match wrap {
                Wrap::Repeat => vk::SamplerAddressMode::REPEAT,
                Wrap::MirroredRepeat => vk::SamplerAddressMode::MIRRORED_REPEAT,
                Wrap::ClampToEdge => vk::SamplerAddressMode::CLAMP_TO_EDGE,
            });
            let filter = if texture.nearest { vk::Filter::NEAREST } else { vk::Filter::LINEAR };
            let desc = SamplerDesc {
                mag_filter: filter,
                min_filter: filter,
                address: [u, v, vk::SamplerAddressMode::CLAMP_TO_EDGE],
                ..SamplerDesc::default()
            };
            let name = format!("sampler {:?} {filter:?}", texture.wrap);
            Some(Arc::new(Sampler::new(device, &name, &desc)?))
        };
        self.samplers.push((texture, sampler.clone()));
        Ok(sampler)
    }
}
