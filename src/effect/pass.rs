//! A pass at run time: its shaders and state, and the pipelines made of it so far.

use std::sync::Arc;

use ash::vk;
use effectc::effect::{Effect as Compiled, Pass as CompiledPass, Shader, Stage};

use super::error::{EffectError, EffectResult, OfEffect};
use super::layout::stage_flag;
use super::state::{PassState, vertex_format};
use crate::gpu::{
    Device, GraphicsPipelineDesc, Pipeline, PipelineCache, PipelineLayout, ShaderModule,
    ShaderStage, TargetFormats,
};

/// What vertices form (`IASetPrimitiveTopology`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Topology {
    /// Single points.
    PointList,
    /// Pairs.
    LineList,
    /// A line through all.
    LineStrip,
    /// Threes.
    #[default]
    TriangleList,
    /// Each with the two before it.
    TriangleStrip,
    /// Patches of so many vertices, for hull shaders.
    PatchList(u32),
}

impl Topology {
    fn raw(self) -> vk::PrimitiveTopology {
        match self {
            Self::PointList => vk::PrimitiveTopology::POINT_LIST,
            Self::LineList => vk::PrimitiveTopology::LINE_LIST,
            Self::LineStrip => vk::PrimitiveTopology::LINE_STRIP,
            Self::TriangleList => vk::PrimitiveTopology::TRIANGLE_LIST,
            Self::TriangleStrip => vk::PrimitiveTopology::TRIANGLE_STRIP,
            Self::PatchList(_) => vk::PrimitiveTopology::PATCH_LIST,
        }
    }
}

/// What pipelines of all passes share.
pub(super) struct Shared<'a> {
    pub(super) device: &'a Arc<Device>,
    pub(super) cache: &'a PipelineCache,
    pub(super) layout: &'a PipelineLayout,
    pub(super) modules: &'a [ShaderModule],
    pub(super) compiled: &'a Compiled,
}

/// Labels around what a pass draws.
pub(super) const LABEL_COUNT: usize = 3;

/// What a technique or pass is called: `T0` in messages, `technique T0` as a label, `technique 0` in both if the
/// effect gives no name.
pub(super) struct Named {
    name: String,
    label: String,
}

impl Named {
    pub(super) fn new(kind: &str, name: &str, index: usize) -> Self {
        if name.is_empty() {
            let label = format!("{kind} {index}");
            Self { name: label.clone(), label }
        } else {
            Self { name: name.to_owned(), label: format!("{kind} {name}") }
        }
    }
}

pub(super) struct Pass {
    /// What RenderDoc shows, from the outside in: the effect's file, the technique, the pass.
    pub(super) labels: [String; LABEL_COUNT],
    /// `effect technique`, for messages and names.
    technique_path: String,
    /// As messages name the pass.
    name: String,
    /// Index of each graphics stage's shader.
    graphics: Vec<usize>,
    compute: Option<usize>,
    pub(super) state: PassState,
    /// By constant buffer: whether a shader of this pass reads it.
    pub(super) reads_buffer: Vec<bool>,
    pipelines: Vec<(TargetFormats, Topology, Pipeline)>,
    compute_pipeline: Option<Pipeline>,
}

impl Pass {
    pub(super) fn new(
        compiled: &Compiled,
        technique: &Named,
        index: usize,
        pass: &CompiledPass,
    ) -> EffectResult<Self> {
        let mut graphics = Vec::new();
        let mut compute = None;
        let mut bindings = Vec::new();
        for stage in Stage::ALL {
            let Some(shader_idx) = pass.shader_index(stage) else { continue };
            let shader = compiled.shaders.get(shader_idx).filter(|it| it.stage == stage);
            let Some(shader) = shader else {
                return Err(EffectError::Damaged {
                    effect: compiled.name.clone(),
                    reason: format!(
                        "pass '{}' names shader {shader_idx} as its {stage} shader",
                        pass.name
                    ),
                });
            };
            bindings.extend_from_slice(&shader.bindings);
            if stage == Stage::Compute {
                compute = Some(shader_idx);
            } else {
                graphics.push(shader_idx);
            }
        }
        let Named { name, label } = Named::new("pass", &pass.name, index);
        Ok(Self {
            labels: [format!("{}.fx", compiled.name), technique.label.clone(), label],
            technique_path: format!("{} {}", compiled.name, technique.name),
            name,
            graphics,
            compute,
            state: PassState::new(pass),
            reads_buffer: compiled
                .constant_buffers
                .iter()
                .map(|it| !it.stages.is_empty() && bindings.contains(&it.binding))
                .collect(),
            pipelines: Vec::new(),
            compute_pipeline: None,
        })
    }

    /// `technique > pass`, for messages.
    pub(super) fn path(&self) -> String {
        format!("{} > {}", self.technique_path, self.name)
    }

    pub(super) fn is_graphics(&self) -> bool {
        !self.graphics.is_empty()
    }

    pub(super) fn is_compute(&self) -> bool {
        self.compute.is_some()
    }

    /// The pipeline for a target and topology, made on first use.
    pub(super) fn graphics_pipeline(
        &mut self,
        shared: &Shared<'_>,
        formats: &TargetFormats,
        topology: Topology,
    ) -> EffectResult<&Pipeline> {
        let found = self.pipelines.iter().position(|it| it.1 == topology && it.0 == *formats);
        let position = if let Some(position) = found {
            position
        } else {
            let pipeline = self.make_graphics(shared, formats, topology)?;
            self.pipelines.push((formats.clone(), topology, pipeline));
            self.pipelines.len() - 1
        };
        Ok(&self.pipelines[position].2)
    }

    fn make_graphics(
        &self,
        shared: &Shared<'_>,
        formats: &TargetFormats,
        topology: Topology,
    ) -> EffectResult<Pipeline> {
        let effect = &shared.compiled.name;
        let shader_of = |stage| {
            self.graphics
                .iter()
                .map(|it| &shared.compiled.shaders[*it])
                .find(|it| it.stage == stage)
        };
        let Some(vertex) = shader_of(Stage::Vertex) else {
            return Err(EffectError::WrongPass {
                effect: effect.clone(),
                pass: self.path(),
                wanted: "vertex",
            });
        };
        let mut blend = self.state.blend.to_vec();
        blend.truncate(formats.colors.len());
        if shader_of(Stage::Pixel).is_none() {
            // Colours would be undefined; Direct3D writes none.
            for target in &mut blend {
                target.color_write_mask = vk::ColorComponentFlags::empty();
            }
        }
        self.check_features(shared, &blend)?;
        let stages = self
            .graphics
            .iter()
            .map(|it| {
                let shader = &shared.compiled.shaders[*it];
                ShaderStage {
                    stage: stage_flag(shader.stage),
                    module: &shared.modules[*it],
                    entry_point: &shader.entry,
                }
            })
            .collect::<Vec<_>>();
        let (vertex_buffers, vertex_attributes) = vertex_layout(vertex);
        Pipeline::graphics(
            shared.device,
            shared.cache,
            &GraphicsPipelineDesc {
                name: &format!("{} {}", self.technique_path, self.name),
                layout: shared.layout,
                stages: &stages,
                vertex_buffers: &vertex_buffers,
                vertex_attributes: &vertex_attributes,
                topology: topology.raw(),
                patch_vertex_count: if let Topology::PatchList(count) = topology {
                    count
                } else {
                    0
                },
                rasterizer: self.state.rasterizer,
                depth_stencil: self.state.depth_stencil,
                blend: &blend,
                alpha_to_coverage: self.state.alpha_to_coverage,
                sample_mask: self.state.sample_mask,
                formats,
            },
        )
        .of_effect(effect)
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
        for (feature, is_needed, is_there) in [
            ("depthClamp", rasterizer.depth_clamp, features.depth_clamp),
            ("depthBiasClamp", clamps_bias, features.depth_bias_clamp),
            ("dualSrcBlend", self.state.uses_second_color(), features.dual_src_blend),
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
    pub(super) fn compute_pipeline(&mut self, shared: &Shared<'_>) -> EffectResult<&Pipeline> {
        let Some(shader_idx) = self.compute else {
            return Err(EffectError::WrongPass {
                effect: shared.compiled.name.clone(),
                pass: self.path(),
                wanted: "compute",
            });
        };
        let made = match self.compute_pipeline.take() {
            Some(pipeline) => pipeline,
            None => Pipeline::compute(
                shared.device,
                shared.cache,
                &format!("{} {}", self.technique_path, self.name),
                shared.layout,
                ShaderStage {
                    stage: vk::ShaderStageFlags::COMPUTE,
                    module: &shared.modules[shader_idx],
                    entry_point: &shared.compiled.shaders[shader_idx].entry,
                },
            )
            .of_effect(&shared.compiled.name)?,
        };
        Ok(self.compute_pipeline.insert(made))
    }
}

fn same_blend(
    a: &vk::PipelineColorBlendAttachmentState,
    b: &vk::PipelineColorBlendAttachmentState,
) -> bool {
    a.blend_enable == b.blend_enable
        && a.src_color_blend_factor == b.src_color_blend_factor
        && a.dst_color_blend_factor == b.dst_color_blend_factor
        && a.color_blend_op == b.color_blend_op
        && a.src_alpha_blend_factor == b.src_alpha_blend_factor
        && a.dst_alpha_blend_factor == b.dst_alpha_blend_factor
        && a.alpha_blend_op == b.alpha_blend_op
        && a.color_write_mask == b.color_write_mask
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
