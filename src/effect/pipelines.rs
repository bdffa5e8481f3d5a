//! The pipelines of a pass: one for each kind of target, topology and choice of shaders.

use std::sync::Arc;

use ash::vk;
use effectc::effect::{Effect as Compiled, Shader, Stage};

use super::error::{EffectError, EffectResult, OfEffect};
use super::layout::stage_flag;
use super::pass::{Pass, takes};
use super::points::with_point_size;
use super::select::Choice;
use super::state::{PassState, same_blend, vertex_format};
use super::topology::Topology;
use crate::gpu::{
    Device, GpuError, GraphicsPipelineDesc, Pipeline, PipelineCache, PipelineLayout, ShaderModule,
    ShaderStage, TargetFormats,
};

/// What pipelines of all passes share.
pub(super) struct Shared<'a> {
    pub(super) device: &'a Arc<Device>,
    pub(super) cache: &'a PipelineCache,
    pub(super) layout: &'a PipelineLayout,
    pub(super) modules: &'a [Module],
    pub(super) compiled: &'a Compiled,
}

/// A shader on the GPU.
pub(super) struct Module {
    pub(super) module: ShaderModule,
    /// A bit for each colour that it writes, as a pixel shader.
    pub(super) color_outputs: u32,
    /// As a vertex shader: its SPIR-V, for the case that it draws points.
    pub(super) words: Vec<u32>,
}

/// Those made so far.
#[derive(Default)]
pub(super) struct Pipelines {
    graphics: Vec<(Key, Pipeline)>,
    compute: Vec<(usize, Pipeline)>,
}

#[derive(PartialEq)]
struct Key {
    formats: TargetFormats,
    topology: Topology,
    choice: Choice,
}

impl Pass {
    /// The pipeline for a target, topology and choice of shaders, made on first use.
    pub(super) fn graphics_pipeline(
        &mut self,
        shared: &Shared<'_>,
        formats: &TargetFormats,
        topology: Topology,
        choice: &Choice,
    ) -> EffectResult<&Pipeline> {
        let made = &self.pipelines.graphics;
        let found = made.iter().position(|(it, _)| {
            it.topology == topology && it.choice == *choice && it.formats == *formats
        });
        let position = if let Some(position) = found {
            position
        } else {
            let pipeline = self.make_graphics(shared, formats, topology, choice)?;
            let key = Key { formats: formats.clone(), topology, choice: *choice };
            self.pipelines.graphics.push((key, pipeline));
            self.pipelines.graphics.len() - 1
        };
        Ok(&self.pipelines.graphics[position].1)
    }

    fn make_graphics(
        &self,
        shared: &Shared<'_>,
        formats: &TargetFormats,
        topology: Topology,
        choice: &Choice,
    ) -> EffectResult<Pipeline> {
        let effect = &shared.compiled.name;
        let chosen = graphics_shaders(shared.compiled, choice);
        self.check_shaders(shared, &chosen)?;
        self.check_topology(shared, topology, choice)?;
        let mut blend = self.state.blend.to_vec();
        blend.truncate(formats.colors.len());
        let outputs =
            chosen[Stage::Pixel as usize].map_or(0, |it| shared.modules[it].color_outputs);
        for (index, target) in (0_u32..).zip(&mut blend) {
            // What the shader does not write would be undefined; Direct3D keeps it.
            let is_written = outputs.checked_shr(index).is_some_and(|it| it & 1 != 0);
            let format = formats.colors.get(index as usize);
            if !is_written || format == Some(&vk::Format::UNDEFINED) {
                *target = vk::PipelineColorBlendAttachmentState::default();
            }
        }
        self.check_features(shared, &blend)?;
        let points = self.point_module(shared, topology, &chosen)?;
        let shaders = chosen.iter().flatten().map(|it| (*it, &shared.compiled.shaders[*it]));
        let stages = shaders
            .clone()
            .map(|(index, shader)| ShaderStage {
                stage: stage_flag(shader.stage),
                module: match &points {
                    Some(points) if shader.stage == Stage::Vertex => points,
                    _ => &shared.modules[index].module,
                },
                entry_point: &shader.entry,
            })
            .collect::<Vec<_>>();
        let streams = shaders.clone().filter_map(|(_, it)| it.stream_output.as_ref()).next_back();
        let (vertex_buffers, vertex_attributes) = chosen[Stage::Vertex as usize]
            .map(|it| vertex_layout(&shared.compiled.shaders[it]))
            .unwrap_or_default();
        Pipeline::graphics(
            shared.device,
            shared.cache,
            &GraphicsPipelineDesc {
                name: &self.debug_name(),
                layout: shared.layout,
                stages: &stages,
                vertex_buffers: &vertex_buffers,
                vertex_attributes: &vertex_attributes,
                topology: topology.raw(),
                patch_vertex_count: topology.patch_vertex_count(),
                rasterizer: self.state.rasterizer,
                depth_stencil: self.state.depth_stencil,
                blend: &blend,
                alpha_to_coverage: self.state.alpha_to_coverage,
                sample_mask: self.state.sample_mask,
                rasterized_stream: streams.map_or(Some(0), |it| it.rasterized_stream),
                formats,
            },
        )
        .of_effect(effect)
    }

    /// The vertex shader with a point size, where it draws points itself.
    fn point_module(
        &self,
        shared: &Shared<'_>,
        topology: Topology,
        chosen: &Choice,
    ) -> EffectResult<Option<ShaderModule>> {
        let vertex = chosen[Stage::Vertex as usize];
        let (Topology::PointList, Some(index), None) =
            (topology, vertex, chosen[Stage::Geometry as usize])
        else {
            return Ok(None);
        };
        let Some(words) = with_point_size(&shared.modules[index].words) else { return Ok(None) };
        let name = format!("{} points", self.debug_name());
        ShaderModule::new(shared.device, &name, &words).map(Some).of_effect(&shared.compiled.name)
    }

    fn check_shaders(&self, shared: &Shared<'_>, chosen: &Choice) -> EffectResult<()> {
        let has = |stage: Stage| chosen[stage as usize].is_some();
        let lacks = [
            (!has(Stage::Vertex), "vertex"),
            (has(Stage::Hull) && !has(Stage::Domain), "domain"),
            (has(Stage::Domain) && !has(Stage::Hull), "hull"),
        ];
        match lacks.into_iter().find(|it| it.0) {
            Some((_, wanted)) => Err(EffectError::WrongPass {
                effect: shared.compiled.name.clone(),
                pass: self.path(),
                wanted,
            }),
            None => Ok(()),
        }
    }

    fn check_topology(
        &self,
        shared: &Shared<'_>,
        topology: Topology,
        choice: &Choice,
    ) -> EffectResult<()> {
        let expected = takes(shared.compiled, choice).nearest(topology);
        if expected != topology {
            return Err(EffectError::WrongTopology {
                effect: shared.compiled.name.clone(),
                pass: self.path(),
                expected,
                found: topology,
            });
        }
        let limit = shared.device.limits().max_tessellation_patch_size;
        let needed = topology.patch_vertex_count();
        if needed > limit {
            return Err(EffectError::Gpu {
                effect: shared.compiled.name.clone(),
                source: GpuError::Limit {
                    thing: format!("pass '{}'", self.path()),
                    limit_name: "maxTessellationPatchSize",
                    needed: needed.into(),
                    limit: limit.into(),
                },
            });
        }
        Ok(())
    }

    /// Refuses state that this GPU cannot have.
    fn check_features(
        &self,
        shared: &Shared<'_>,
        blend: &[vk::PipelineColorBlendAttachmentState],
    ) -> EffectResult<()> {
        let features = shared.device.features();
        let rasterizer = &self.state.rasterizer;
        let clamps_bias = rasterizer.depth_bias.is_some_and(|[_, clamp, _]| clamp.abs() > 0.0);
        let is_independent = blend.windows(2).any(|it| !same_blend(&it[0], &it[1]));
        let uses_second_color = PassState::uses_second_color(blend);
        for (feature, is_needed, is_there) in [
            ("depthClamp", !rasterizer.depth_clip, features.depth_clamp),
            ("depthBiasClamp", clamps_bias, features.depth_bias_clamp),
            ("dualSrcBlend", uses_second_color, features.dual_src_blend),
            ("independentBlend", is_independent, features.independent_blend),
        ] {
            if is_needed && !is_there {
                return Err(EffectError::Feature {
                    effect: shared.compiled.name.clone(),
                    thing: format!("pass '{}'", self.path()),
                    feature,
                });
            }
        }
        Ok(())
    }

    /// The compute pipeline, made on first use.
    pub(super) fn compute_pipeline(
        &mut self,
        shared: &Shared<'_>,
        choice: &Choice,
    ) -> EffectResult<&Pipeline> {
        let Some(shader_idx) = choice[Stage::Compute as usize] else {
            return Err(EffectError::WrongPass {
                effect: shared.compiled.name.clone(),
                pass: self.path(),
                wanted: "compute",
            });
        };
        let found = self.pipelines.compute.iter().position(|(it, _)| *it == shader_idx);
        let position = if let Some(position) = found {
            position
        } else {
            let pipeline = Pipeline::compute(
                shared.device,
                shared.cache,
                &self.debug_name(),
                shared.layout,
                ShaderStage {
                    stage: vk::ShaderStageFlags::COMPUTE,
                    module: &shared.modules[shader_idx].module,
                    entry_point: &shared.compiled.shaders[shader_idx].entry,
                },
            )
            .of_effect(&shared.compiled.name)?;
            self.pipelines.compute.push((shader_idx, pipeline));
            self.pipelines.compute.len() - 1
        };
        Ok(&self.pipelines.compute[position].1)
    }
}

/// The graphics shaders of a choice. One that streams in place of a geometry shader replaces the vertex or domain
/// shader whose outputs it streams.
fn graphics_shaders(compiled: &Compiled, choice: &Choice) -> Choice {
    let mut chosen = *choice;
    chosen[Stage::Compute as usize] = None;
    if let Some(index) = chosen[Stage::Geometry as usize]
        && compiled.shaders[index].stage != Stage::Geometry
    {
        chosen[Stage::Geometry as usize] = None;
        chosen[compiled.shaders[index].stage as usize] = Some(index);
    }
    chosen
}

/// The vertex buffers and attributes that a vertex shader reads. An input that it declares without
/// reading keeps its room in the buffer but is no attribute.
fn vertex_layout(
    shader: &Shader,
) -> (Vec<vk::VertexInputBindingDescription>, Vec<vk::VertexInputAttributeDescription>) {
    let mut buffers: Vec<vk::VertexInputBindingDescription> = Vec::new();
    let mut attributes = Vec::new();
    for input in shader.vertex_inputs.iter().filter(|it| it.used) {
        if !buffers.iter().any(|it| it.binding == input.slot) {
            buffers.push(vk::VertexInputBindingDescription {
                binding: input.slot,
                stride: shader.vertex_stride_bytes(input.slot),
                input_rate: if input.per_instance {
                    vk::VertexInputRate::INSTANCE
                } else {
                    vk::VertexInputRate::VERTEX
                },
            });
        }
        attributes.push(vk::VertexInputAttributeDescription {
            location: input.location,
            binding: input.slot,
            format: vertex_format(input.format),
            offset: input.offset_bytes,
        });
    }
    (buffers, attributes)
}
