//! The descriptor set layout of an effect, for any engine on Vulkan.

use serde::{Deserialize, Serialize};

use super::{ResourceKind, Stages};

/// A type of descriptor, named as in Vulkan without `VK_DESCRIPTOR_TYPE_`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "the Vulkan descriptor type of the same name")]
pub enum DescriptorType {
    Sampler,
    SampledImage,
    StorageImage,
    UniformTexelBuffer,
    StorageTexelBuffer,
    UniformBuffer,
    StorageBuffer,
}

impl DescriptorType {
    /// What a resource is bound as.
    #[must_use]
    pub fn of(kind: ResourceKind) -> Self {
        match (kind.is_storage_buffer(), kind.is_texel_buffer(), kind.is_read_write()) {
            (true, ..) => Self::StorageBuffer,
            (_, true, false) => Self::UniformTexelBuffer,
            (_, true, true) => Self::StorageTexelBuffer,
            (_, _, false) => Self::SampledImage,
            (_, _, true) => Self::StorageImage,
        }
    }
}

/// One binding of the effect's descriptor set layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DescriptorBinding {
    /// The set; always 0.
    pub set: u32,
    /// The binding, the same in every shader of the effect.
    pub binding: u32,
    /// Name of the constant buffer, resource or sampler; `Name (counter)` for the counter of a buffer.
    pub name: String,
    /// What is bound.
    pub descriptor_type: DescriptorType,
    /// Number of descriptors, more than 1 for arrays.
    pub count: u32,
    /// The stages that use it in some shader; none: no shader does, and the layout may leave it out.
    pub stages: Stages,
}
