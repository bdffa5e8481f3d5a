//! Textures, buffers and samplers.

use serde::{Deserialize, Serialize};

use super::Stages;
use super::variable::{Annotation, MemberType, is_zero};
use crate::state::SamplerDesc;

/// The kind of a resource, named as in HLSL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the HLSL type of the same name")]
pub enum ResourceKind {
    Texture1D,
    Texture1DArray,
    #[default]
    Texture2D,
    Texture2DArray,
    Texture2DMS,
    Texture2DMSArray,
    Texture3D,
    TextureCube,
    TextureCubeArray,
    Buffer,
    StructuredBuffer,
    ByteAddressBuffer,
    RWTexture1D,
    RWTexture1DArray,
    RWTexture2D,
    RWTexture2DArray,
    RWTexture3D,
    RWBuffer,
    RWStructuredBuffer,
    AppendStructuredBuffer,
    ConsumeStructuredBuffer,
    RWByteAddressBuffer,
}

impl ResourceKind {
    /// Every kind.
    pub const ALL: [Self; 22] = [
        Self::Texture1D,
        Self::Texture1DArray,
        Self::Texture2D,
        Self::Texture2DArray,
        Self::Texture2DMS,
        Self::Texture2DMSArray,
        Self::Texture3D,
        Self::TextureCube,
        Self::TextureCubeArray,
        Self::Buffer,
        Self::StructuredBuffer,
        Self::ByteAddressBuffer,
        Self::RWTexture1D,
        Self::RWTexture1DArray,
        Self::RWTexture2D,
        Self::RWTexture2DArray,
        Self::RWTexture3D,
        Self::RWBuffer,
        Self::RWStructuredBuffer,
        Self::AppendStructuredBuffer,
        Self::ConsumeStructuredBuffer,
        Self::RWByteAddressBuffer,
    ];

    /// The HLSL type name.
    #[must_use]
    pub fn hlsl(self) -> &'static str {
        match self {
            Self::Texture1D => "Texture1D",
            Self::Texture1DArray => "Texture1DArray",
            Self::Texture2D => "Texture2D",
            Self::Texture2DArray => "Texture2DArray",
            Self::Texture2DMS => "Texture2DMS",
            Self::Texture2DMSArray => "Texture2DMSArray",
            Self::Texture3D => "Texture3D",
            Self::TextureCube => "TextureCube",
            Self::TextureCubeArray => "TextureCubeArray",
            Self::Buffer => "Buffer",
            Self::StructuredBuffer => "StructuredBuffer",
            Self::ByteAddressBuffer => "ByteAddressBuffer",
            Self::RWTexture1D => "RWTexture1D",
            Self::RWTexture1DArray => "RWTexture1DArray",
            Self::RWTexture2D => "RWTexture2D",
            Self::RWTexture2DArray => "RWTexture2DArray",
            Self::RWTexture3D => "RWTexture3D",
            Self::RWBuffer => "RWBuffer",
            Self::RWStructuredBuffer => "RWStructuredBuffer",
            Self::AppendStructuredBuffer => "AppendStructuredBuffer",
            Self::ConsumeStructuredBuffer => "ConsumeStructuredBuffer",
            Self::RWByteAddressBuffer => "RWByteAddressBuffer",
        }
    }

    /// Whether shaders may write it (a UAV in Direct3D).
    #[must_use]
    pub fn is_read_write(self) -> bool {
        self.hlsl().starts_with("RW")
            || matches!(self, Self::AppendStructuredBuffer | Self::ConsumeStructuredBuffer)
    }

    /// Whether it is raw memory in Vulkan (a storage buffer): structured and byte-address buffers.
    #[must_use]
    pub fn is_storage_buffer(self) -> bool {
        matches!(
            self,
            Self::StructuredBuffer
                | Self::ByteAddressBuffer
                | Self::RWStructuredBuffer
                | Self::AppendStructuredBuffer
                | Self::ConsumeStructuredBuffer
                | Self::RWByteAddressBuffer
        )
    }

    /// Whether it is an array of structures, with a distance between two of them.
    #[must_use]
    pub fn has_stride(self) -> bool {
        self.is_storage_buffer()
            && !matches!(self, Self::ByteAddressBuffer | Self::RWByteAddressBuffer)
    }

    /// Whether it is a typed buffer (a texel buffer in Vulkan).
    #[must_use]
    pub fn is_texel_buffer(self) -> bool {
        matches!(self, Self::Buffer | Self::RWBuffer)
    }
}

/// A texture or buffer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Resource {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: ResourceKind,
    /// The element: `float4` for `Texture2D<float4>` and for textures without one; none for byte-address buffers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<MemberType>,
    /// Distance between two elements of a structured buffer; 0 for all else.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stride_bytes: u32,
    /// Descriptor set.
    pub set: u32,
    /// Binding, the same in every stage and pass.
    pub binding: u32,
    /// Number of descriptors: 1, or the size of an array of resources.
    pub count: u32,
    /// Stages of any pass that really use it.
    pub stages: Stages,
    /// The semantic, where one is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub semantic: Option<String>,
    /// Binding of the buffer with the counter (one `uint`) of a buffer that appends, consumes or counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter_binding: Option<u32>,
    /// Register as written (`t0`), if it has one. It decides nothing: bindings are by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub register: Option<String>,
    /// Whether it is `shared`: one for all effects of a pool.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
    /// Annotations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub annotations: Vec<Annotation>,
}

/// A sampler with the state its block gives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sampler {
    /// Its name.
    pub name: String,
    /// Whether it is a `SamplerComparisonState`.
    pub comparison: bool,
    /// Descriptor set.
    pub set: u32,
    /// Binding, the same in every stage and pass.
    pub binding: u32,
    /// Number of descriptors: 1, or the size of an array of samplers.
    pub count: u32,
    /// Stages of any pass that really use it.
    pub stages: Stages,
    /// Its state.
    pub desc: SamplerDesc,
    /// Of an array whose elements have different states: those of each element, the first one as `desc`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub element_descs: Vec<SamplerDesc>,
    /// Name of the texture that it samples (`Texture = <DiffuseMap>;`), which Direct3D 9 puts together with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub texture: Option<String>,
    /// Whether Direct3D 9 reads its texture as sRGB (`SRGBTexture = TRUE`): a view of an sRGB format does that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub srgb_texture: bool,
    /// Semantic, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub semantic: Option<String>,
    /// Register as written (`s0`), if it has one. It decides nothing: bindings are by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub register: Option<String>,
    /// Whether it is `shared`: one for all effects of a pool.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
    /// Annotations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub annotations: Vec<Annotation>,
}
