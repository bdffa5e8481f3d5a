//! What is bound where the program bound nothing: Direct3D reads zeros from an unbound resource, so
//! these hold zeros. One texel, element or layer; anything outside of it is out of range, which
//! robust access makes zero too. What a shader writes to an unbound UAV stays among the nulls.

use std::sync::Arc;

use ash::vk;
use effectc::effect::{MemberType, Resource as ResourceDesc, ResourceKind, ScalarKind};

use super::variable::Resource;
use crate::gpu::{GpuResult, ImageDesc, ImageShape, ImageUse, TexelView, Upload};

/// Makes the null of one resource variable.
pub(super) fn null_resource(upload: &mut Upload<'_>, desc: &ResourceDesc) -> GpuResult<Resource> {
    let name = format!("null of '{}'", desc.name);
    let writes = desc.kind.is_read_write();
    if desc.kind.is_storage_buffer() {
        let size_bytes = desc.stride_bytes.max(16).next_multiple_of(4);
        let zeros = vec![0; size_bytes as usize];
        let usage = vk::BufferUsageFlags::STORAGE_BUFFER;
        return Ok(Resource::Buffer(Arc::new(upload.buffer(&name, usage, &zeros)?)));
    }
    let format = format(desc);
    let Some((shape, samples)) = image_of(desc.kind) else {
        let usage = if writes {
            vk::BufferUsageFlags::STORAGE_TEXEL_BUFFER
        } else {
            vk::BufferUsageFlags::UNIFORM_TEXEL_BUFFER
        };
        let buffer = Arc::new(upload.buffer(&name, usage, &[0; 16])?);
        let view = TexelView::new(upload.device(), &name, &buffer, format)?;
        return Ok(Resource::Texels(Arc::new(view)));
    };
    let (usage, image_use) = if writes {
        (vk::ImageUsageFlags::STORAGE, ImageUse::ShaderReadWrite)
    } else {
        (vk::ImageUsageFlags::SAMPLED, ImageUse::ShaderRead)
    };
    let image = upload.zero_image(
        &ImageDesc { name: &name, shape, size_px: [1, 1], mip_count: 1, format, usage, samples },
        image_use,
    )?;
    Ok(Resource::Image(Arc::new(image)))
}

/// The smallest image of a kind, or `None` for typed buffers.
fn image_of(kind: ResourceKind) -> Option<(ImageShape, vk::SampleCountFlags)> {
    let one = vk::SampleCountFlags::TYPE_1;
    // Vulkan 1.3, 33.1: every device samples from 4 samples a texel.
    let four = vk::SampleCountFlags::TYPE_4;
    match kind {
        ResourceKind::Texture1D | ResourceKind::RWTexture1D => Some((ImageShape::D1, one)),
        ResourceKind::Texture1DArray | ResourceKind::RWTexture1DArray => {
            Some((ImageShape::D1Array(1), one))
        }
        ResourceKind::Texture2D | ResourceKind::RWTexture2D => Some((ImageShape::D2, one)),
        ResourceKind::Texture2DArray | ResourceKind::RWTexture2DArray => {
            Some((ImageShape::D2Array(1), one))
        }
        ResourceKind::Texture2DMS => Some((ImageShape::D2, four)),
        ResourceKind::Texture2DMSArray => Some((ImageShape::D2Array(1), four)),
        ResourceKind::Texture3D | ResourceKind::RWTexture3D => Some((ImageShape::D3(1), one)),
        ResourceKind::TextureCube => Some((ImageShape::Cube, one)),
        ResourceKind::TextureCubeArray => Some((ImageShape::CubeArray(1), one)),
        ResourceKind::Buffer
        | ResourceKind::RWBuffer
        | ResourceKind::StructuredBuffer
        | ResourceKind::RWStructuredBuffer
        | ResourceKind::AppendStructuredBuffer
        | ResourceKind::ConsumeStructuredBuffer
        | ResourceKind::ByteAddressBuffer
        | ResourceKind::RWByteAddressBuffer => None,
    }
}

/// A format whose numbers are of the element's kind, and, where shaders write, as many as the element
/// has: the format that HLSL compilers declare for it.
fn format(desc: &ResourceDesc) -> vk::Format {
    let (kind, columns) = match &desc.element {
        Some(MemberType::Scalar { kind }) => (*kind, 1),
        Some(MemberType::Vector { kind, columns }) => (*kind, *columns),
        Some(MemberType::Matrix { .. } | MemberType::Struct { .. }) | None => {
            (ScalarKind::Float, 4)
        }
    };
    let columns = if desc.kind.is_read_write() { columns } else { 4 };
    match (kind, columns) {
        (ScalarKind::Float | ScalarKind::Double, 1) => vk::Format::R32_SFLOAT,
        (ScalarKind::Float | ScalarKind::Double, 2) => vk::Format::R32G32_SFLOAT,
        (ScalarKind::Float | ScalarKind::Double, _) => vk::Format::R32G32B32A32_SFLOAT,
        (ScalarKind::Int, 1) => vk::Format::R32_SINT,
        (ScalarKind::Int, 2) => vk::Format::R32G32_SINT,
        (ScalarKind::Int, _) => vk::Format::R32G32B32A32_SINT,
        (ScalarKind::Uint | ScalarKind::Bool, 1) => vk::Format::R32_UINT,
        (ScalarKind::Uint | ScalarKind::Bool, 2) => vk::Format::R32G32_UINT,
        (ScalarKind::Uint | ScalarKind::Bool, _) => vk::Format::R32G32B32A32_UINT,
    }
}
