//! The one descriptor set of an effect: which binding holds what, and whether the GPU allows it.

use ash::vk;
use effectc::effect::{Effect as Compiled, Feature, ResourceKind, Stage, Stages};

use super::error::{EffectError, EffectResult, MissingFeature};
use crate::gpu::{Features, GpuError, LayoutBinding, Limits};

/// A binding that some shader really uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) layout: LayoutBinding,
    pub(super) holds: Holds,
}

/// What a binding holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// A constant buffer, by index.
    Constants(usize),
    /// A resource, by index.
    Resource(usize),
    /// The counters of a resource, by its index.
    Counter(usize),
    /// A sampler, by index.
    Sampler(usize),
}

/// The bindings in ascending order. What no shader uses has none.
pub(super) fn slots(compiled: &Compiled) -> EffectResult<Vec<Slot>> {
    let slot = |binding, kind, count, stages, holds| Slot {
        layout: LayoutBinding { binding, kind, count, stages: stage_flags(stages) },
        holds,
    };
    let mut sets = Vec::new();
    let mut slots = Vec::new();
    for (index, it) in compiled.constant_buffers.iter().enumerate() {
        let kind = vk::DescriptorType::UNIFORM_BUFFER_DYNAMIC;
        slots.push(slot(it.binding, kind, 1, it.stages, Holds::Constants(index)));
        sets.push((&it.name, it.set));
    }
    for (index, it) in compiled.resources.iter().enumerate() {
        let kind = descriptor_type(it.kind);
        slots.push(slot(it.binding, kind, it.count, it.stages, Holds::Resource(index)));
        if let Some(binding) = it.counter_binding {
            let kind = vk::DescriptorType::STORAGE_BUFFER;
            // Code may count without touching the data.
            let stages = compiled.stages_of(binding);
            slots.push(slot(binding, kind, it.count, stages, Holds::Counter(index)));
        }
        sets.push((&it.name, it.set));
    }
    for (index, it) in compiled.samplers.iter().enumerate() {
        let kind = vk::DescriptorType::SAMPLER;
        slots.push(slot(it.binding, kind, it.count, it.stages, Holds::Sampler(index)));
        sets.push((&it.name, it.set));
    }
    let damaged = |reason: String| EffectError::Damaged { effect: compiled.name.clone(), reason };
    if let Some((name, set)) = sets.iter().find(|(_, set)| *set != 0) {
        return Err(damaged(format!("'{name}' is in descriptor set {set}, set 0 was expected")));
    }
    slots.retain(|it| !it.layout.stages.is_empty() && it.layout.count > 0);
    slots.sort_by_key(|it| it.layout.binding);
    if let Some(pair) = slots.windows(2).find(|it| it[0].layout.binding == it[1].layout.binding) {
        return Err(damaged(format!("binding {} is given twice", pair[0].layout.binding)));
    }
    Ok(slots)
}

pub(super) fn descriptor_type(kind: ResourceKind) -> vk::DescriptorType {
    match (kind.is_storage_buffer(), kind.is_texel_buffer(), kind.is_read_write()) {
        (true, _, _) => vk::DescriptorType::STORAGE_BUFFER,
        (_, true, false) => vk::DescriptorType::UNIFORM_TEXEL_BUFFER,
        (_, true, true) => vk::DescriptorType::STORAGE_TEXEL_BUFFER,
        (_, _, false) => vk::DescriptorType::SAMPLED_IMAGE,
        (_, _, true) => vk::DescriptorType::STORAGE_IMAGE,
    }
}

pub(super) fn stage_flag(stage: Stage) -> vk::ShaderStageFlags {
    match stage {
        Stage::Vertex => vk::ShaderStageFlags::VERTEX,
        Stage::Hull => vk::ShaderStageFlags::TESSELLATION_CONTROL,
        Stage::Domain => vk::ShaderStageFlags::TESSELLATION_EVALUATION,
        Stage::Geometry => vk::ShaderStageFlags::GEOMETRY,
        Stage::Pixel => vk::ShaderStageFlags::FRAGMENT,
        Stage::Compute => vk::ShaderStageFlags::COMPUTE,
    }
}

fn stage_flags(stages: Stages) -> vk::ShaderStageFlags {
    stages.iter().fold(vk::ShaderStageFlags::empty(), |flags, it| flags | stage_flag(it))
}

/// Refuses an effect that needs more than the GPU allows, with both numbers.
pub(super) fn check_limits(
    compiled: &Compiled,
    slots: &[Slot],
    limits: &Limits,
) -> EffectResult<()> {
    let check = |thing: String, limit_name, needed: u32, limit: u32| {
        if needed <= limit {
            return Ok(());
        }
        Err(EffectError::Gpu {
            effect: compiled.name.clone(),
            source: GpuError::Limit {
                thing,
                limit_name,
                needed: needed.into(),
                limit: limit.into(),
            },
        })
    };
    for buffer in &compiled.constant_buffers {
        check(
            format!("constant buffer '{}'", buffer.name),
            "maxUniformBufferRange",
            buffer.size_bytes,
            limits.max_uniform_buffer_range_bytes,
        )?;
    }
    let count = |stage: Option<vk::ShaderStageFlags>, kinds: &[vk::DescriptorType]| {
        slots
            .iter()
            .map(|it| it.layout)
            .filter(|it| stage.is_none_or(|stage| it.stages.contains(stage)))
            .filter(|it| kinds.is_empty() || kinds.contains(&it.kind))
            .fold(0_u32, |sum, it| sum.saturating_add(it.count))
    };
    let uniform = [vk::DescriptorType::UNIFORM_BUFFER_DYNAMIC];
    check(
        "the descriptor set".to_owned(),
        "maxDescriptorSetUniformBuffersDynamic",
        count(None, &uniform),
        limits.max_descriptor_set_uniform_buffers_dynamic,
    )?;
    let sampled = [vk::DescriptorType::SAMPLED_IMAGE, vk::DescriptorType::UNIFORM_TEXEL_BUFFER];
    let storage_images =
        [vk::DescriptorType::STORAGE_IMAGE, vk::DescriptorType::STORAGE_TEXEL_BUFFER];
    for stage in Stage::ALL {
        let flag = Some(stage_flag(stage));
        for (limit_name, kinds, limit) in [
            (
                "maxPerStageDescriptorUniformBuffers",
                &uniform[..],
                limits.max_per_stage_descriptor_uniform_buffers,
            ),
            (
                "maxPerStageDescriptorStorageBuffers",
                &[vk::DescriptorType::STORAGE_BUFFER],
                limits.max_per_stage_descriptor_storage_buffers,
            ),
            (
                "maxPerStageDescriptorSampledImages",
                &sampled,
                limits.max_per_stage_descriptor_sampled_images,
            ),
            (
                "maxPerStageDescriptorStorageImages",
                &storage_images,
                limits.max_per_stage_descriptor_storage_images,
            ),
            (
                "maxPerStageDescriptorSamplers",
                &[vk::DescriptorType::SAMPLER],
                limits.max_per_stage_descriptor_samplers,
            ),
            ("maxPerStageResources", &[], limits.max_per_stage_resources),
        ] {
            check(format!("the {stage} stage"), limit_name, count(flag, kinds), limit)?;
        }
    }
    for shader in &compiled.shaders {
        let attributes = u32::try_from(shader.vertex_inputs.len()).unwrap_or(u32::MAX);
        let thing = || format!("vertex shader '{}'", shader.entry);
        let attribute_limit = limits.max_vertex_input_attributes;
        check(thing(), "maxVertexInputAttributes", attributes, attribute_limit)?;
        for input in &shader.vertex_inputs {
            let stride_bytes = shader.vertex_stride_bytes(input.slot);
            let stride_limit = limits.max_vertex_input_binding_stride_bytes;
            check(thing(), "maxVertexInputBindingStride", stride_bytes, stride_limit)?;
            let slot_limit = limits.max_vertex_input_bindings;
            check(thing(), "maxVertexInputBindings", input.slot.saturating_add(1), slot_limit)?;
        }
    }
    Ok(())
}

/// Features for which the run time has a stand-in, with a warning.
const HAS_STAND_IN: [Feature; 3] =
    [Feature::SamplerAnisotropy, Feature::SamplerMirrorClampToEdge, Feature::CustomBorderColor];

/// Refuses an effect that needs what the GPU lacks: all of it is named, with what needs it.
pub(super) fn check_requirements(compiled: &Compiled, features: &Features) -> EffectResult<()> {
    let missing = compiled
        .requirements
        .iter()
        .filter(|it| !HAS_STAND_IN.contains(&it.feature))
        .filter(|it| features.has(it.feature.vulkan_name()) != Some(true))
        .map(|it| MissingFeature {
            feature: it.feature.vulkan_name(),
            extension: it.feature.extension(),
            needed_by: it.needed_by.clone(),
        })
        .collect::<Vec<_>>();
    if missing.is_empty() {
        return Ok(());
    }
    Err(EffectError::Features { effect: compiled.name.clone(), missing })
}

/// Refuses an effect whose shaders or resources are such as the GPU lacks.
pub(super) fn check_features(compiled: &Compiled, features: &Features) -> EffectResult<()> {
    let need = |thing: String, feature, is_there: bool| {
        if is_there {
            return Ok(());
        }
        Err(EffectError::Feature { effect: compiled.name.clone(), thing, feature })
    };
    for shader in &compiled.shaders {
        let thing = format!("{} shader '{}'", shader.stage, shader.entry);
        match shader.stage {
            Stage::Geometry => need(thing, "geometryShader", features.geometry_shader)?,
            Stage::Hull | Stage::Domain => {
                need(thing, "tessellationShader", features.tessellation_shader)?;
            }
            Stage::Vertex | Stage::Pixel | Stage::Compute => (),
        }
        if let Some(stream_output) = &shader.stream_output {
            let thing = || format!("{} shader '{}'", shader.stage, shader.entry);
            need(thing(), "transformFeedback", features.transform_feedback)?;
            if stream_output.elements.iter().any(|it| it.stream > 0) {
                need(thing(), "geometryStreams", features.geometry_streams)?;
            }
        }
    }
    for resource in &compiled.resources {
        let thing = || format!("{} '{}'", resource.kind.hlsl(), resource.name);
        if resource.kind == ResourceKind::TextureCubeArray {
            need(thing(), "imageCubeArray", features.image_cube_array)?;
        }
        if !resource.kind.is_read_write() {
            continue;
        }
        for stage in resource.stages.iter() {
            match stage {
                Stage::Pixel => {
                    need(thing(), "fragmentStoresAndAtomics", features.fragment_stores)?;
                }
                Stage::Vertex | Stage::Hull | Stage::Domain | Stage::Geometry => {
                    need(thing(), "vertexPipelineStoresAndAtomics", features.vertex_stores)?;
                }
                Stage::Compute => (),
            }
        }
    }
    Ok(())
}
