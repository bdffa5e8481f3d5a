//! Shader modules, pipeline layouts and pipelines.

use std::ffi::CString;
use std::sync::Arc;

use ash::vk;

use super::counters::count;
use super::error::Call;
use super::image::aspects;
use super::owned::Owned;
use super::{DescriptorSetLayout, Device, GpuError, GpuResult, PipelineCache, TargetFormats};

/// SPIR-V on the GPU.
#[derive(Debug)]
pub struct ShaderModule {
    handle: Owned<vk::ShaderModule>,
}

impl ShaderModule {
    /// Creates a module from the words of valid SPIR-V for Vulkan 1.3.
    ///
    /// # Errors
    /// Words that do not begin as SPIR-V does, or what Vulkan says.
    pub fn new(device: &Arc<Device>, name: &str, spirv: &[u32]) -> GpuResult<Self> {
        const MAGIC: u32 = 0x0723_0203;
        if spirv.first() != Some(&MAGIC) {
            return Err(GpuError::Invalid {
                thing: format!("shader '{name}'"),
                expected: "its words were expected to begin with SPIR-V's magic number".to_owned(),
            });
        }
        let info = vk::ShaderModuleCreateInfo::default().code(spirv);
        // SAFETY: the words live through the call; effectc, which makes them, is tested with
        // spirv-val. The handle is owned at once.
        let handle = unsafe {
            let raw =
                device.raw().create_shader_module(&info, None).call("vkCreateShaderModule")?;
            Owned::new(device, raw, name)
        };
        Ok(Self { handle })
    }
}

/// The descriptor sets that pipelines share.
#[derive(Debug)]
pub struct PipelineLayout {
    handle: Owned<vk::PipelineLayout>,
}

impl PipelineLayout {
    /// Creates a layout of sets 0, 1, ...
    ///
    /// # Errors
    /// What Vulkan says.
    pub fn new(device: &Arc<Device>, name: &str, sets: &[&DescriptorSetLayout]) -> GpuResult<Self> {
        let raw_sets = sets.iter().map(|it| it.raw()).collect::<Vec<_>>();
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&raw_sets);
        // SAFETY: the set layouts are alive; the handle is owned at once.
        let handle = unsafe {
            let raw =
                device.raw().create_pipeline_layout(&info, None).call("vkCreatePipelineLayout")?;
            Owned::new(device, raw, name)
        };
        Ok(Self { handle })
    }

    pub(super) fn raw(&self) -> vk::PipelineLayout {
        *self.handle
    }
}

/// One shader of a pipeline.
#[derive(Debug, Clone, Copy)]
pub struct ShaderStage<'a> {
    /// Which stage it is; one bit.
    pub stage: vk::ShaderStageFlags,
    /// The module.
    pub module: &'a ShaderModule,
    /// The entry point in it.
    pub entry_point: &'a str,
}

/// What happens between vertices and pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RasterizerDesc {
    /// Filled or lines.
    pub polygon_mode: vk::PolygonMode,
    /// Which faces are left out.
    pub cull_mode: vk::CullModeFlags,
    /// Which winding is the front, as seen in the picture.
    pub front_face: vk::FrontFace,
    /// What lies before or behind the viewport's range of depth is clipped (`DepthClipEnable`). Depth is clamped to the
    /// range in any case, as in Direct3D, where the GPU can do both.
    pub depth_clip: bool,
    /// Added to depth: constant, clamp, slope factor; `None` adds nothing.
    pub depth_bias: Option<[f32; 3]>,
}

impl Default for RasterizerDesc {
    /// Filled, back faces left out, clockwise fronts: Direct3D's defaults.
    fn default() -> Self {
        Self {
            polygon_mode: vk::PolygonMode::FILL,
            cull_mode: vk::CullModeFlags::BACK,
            front_face: vk::FrontFace::CLOCKWISE,
            depth_clip: true,
            depth_bias: None,
        }
    }
}

/// What depth and stencil decide. The stencil reference is set while recording.
#[derive(Debug, Clone, Copy)]
pub struct DepthStencilDesc {
    /// Pixels are compared with what is there.
    pub depth_test: bool,
    /// Pixels that pass replace what is there.
    pub depth_write: bool,
    /// How they are compared.
    pub depth_compare: vk::CompareOp,
    /// The stencil test of front and back faces.
    pub stencil: Option<[vk::StencilOpState; 2]>,
}

impl Default for DepthStencilDesc {
    /// Nearer pixels win: Direct3D's default.
    fn default() -> Self {
        Self {
            depth_test: true,
            depth_write: true,
            depth_compare: vk::CompareOp::LESS,
            stencil: None,
        }
    }
}

/// Everything that a graphics pipeline is made of. Viewport, scissor, blend factor and stencil
/// reference are set while recording.
#[derive(Debug, Clone, Copy)]
pub struct GraphicsPipelineDesc<'a> {
    /// The debug name.
    pub name: &'a str,
    /// Its descriptor sets.
    pub layout: &'a PipelineLayout,
    /// Its shaders.
    pub stages: &'a [ShaderStage<'a>],
    /// Its vertex buffers.
    pub vertex_buffers: &'a [vk::VertexInputBindingDescription],
    /// What its vertex shader reads from them.
    pub vertex_attributes: &'a [vk::VertexInputAttributeDescription],
    /// What vertices form.
    pub topology: vk::PrimitiveTopology,
    /// Vertices of a patch, for hull shaders; else 0.
    pub patch_vertex_count: u32,
    /// See there.
    pub rasterizer: RasterizerDesc,
    /// See there.
    pub depth_stencil: DepthStencilDesc,
    /// How colours are mixed, one for each colour image of `formats`.
    pub blend: &'a [vk::PipelineColorBlendAttachmentState],
    /// Alpha becomes coverage.
    pub alpha_to_coverage: bool,
    /// Which samples are written.
    pub sample_mask: u32,
    /// Which stream of a geometry shader is drawn; none: nothing is drawn, for passes that only stream.
    pub rasterized_stream: Option<u32>,
    /// What it draws to.
    pub formats: &'a TargetFormats,
}

/// A graphics or compute pipeline.
#[derive(Debug)]
pub struct Pipeline {
    handle: Owned<vk::Pipeline>,
    bind_point: vk::PipelineBindPoint,
}

impl Pipeline {
    /// Compiles a graphics pipeline.
    ///
    /// # Errors
    /// A name with a NUL in it, blend states that do not fit the targets, or what Vulkan says.
    pub fn graphics(
        device: &Arc<Device>,
        cache: &PipelineCache,
        desc: &GraphicsPipelineDesc<'_>,
    ) -> GpuResult<Self> {
        if desc.blend.len() != desc.formats.colors.len() {
            return Err(GpuError::Invalid {
                thing: format!("pipeline '{}'", desc.name),
                expected: format!(
                    "one blend state for each of {} colour images was expected, {} were given",
                    desc.formats.colors.len(),
                    desc.blend.len()
                ),
            });
        }
        let entry_points = entry_points(desc.name, desc.stages)?;
        let stages = desc
            .stages
            .iter()
            .zip(&entry_points)
            .map(|(stage, entry_point)| {
                vk::PipelineShaderStageCreateInfo::default()
                    .stage(stage.stage)
                    .module(*stage.module.handle)
                    .name(entry_point)
            })
            .collect::<Vec<_>>();
        let vertex_input = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(desc.vertex_buffers)
            .vertex_attribute_descriptions(desc.vertex_attributes);
        // Direct3D cuts strips at the index 0xFFFFFFFF, always.
        let is_strip = matches!(
            desc.topology,
            vk::PrimitiveTopology::LINE_STRIP
                | vk::PrimitiveTopology::TRIANGLE_STRIP
                | vk::PrimitiveTopology::LINE_STRIP_WITH_ADJACENCY
                | vk::PrimitiveTopology::TRIANGLE_STRIP_WITH_ADJACENCY
        );
        let input_assembly = vk::PipelineInputAssemblyStateCreateInfo::default()
            .topology(desc.topology)
            .primitive_restart_enable(is_strip);
        let mut origin = vk::PipelineTessellationDomainOriginStateCreateInfo::default()
            .domain_origin(vk::TessellationDomainOrigin::UPPER_LEFT);
        let tessellation = vk::PipelineTessellationStateCreateInfo::default()
            .patch_control_points(desc.patch_vertex_count)
            .push_next(&mut origin);
        let viewport = vk::PipelineViewportStateCreateInfo::default();
        let raster = &desc.rasterizer;
        let [bias, bias_clamp, bias_slope] = raster.depth_bias.unwrap_or_default();
        // Without the extension, clamping is what switches clipping off.
        let features = device.features();
        let clamp = features.depth_clamp && (features.depth_clip_enable || !raster.depth_clip);
        let mut rasterization = vk::PipelineRasterizationStateCreateInfo::default()
            .polygon_mode(raster.polygon_mode)
            .cull_mode(raster.cull_mode)
            .front_face(raster.front_face)
            .rasterizer_discard_enable(desc.rasterized_stream.is_none())
            .depth_clamp_enable(clamp)
            .depth_bias_enable(raster.depth_bias.is_some())
            .depth_bias_constant_factor(bias)
            .depth_bias_clamp(bias_clamp)
            .depth_bias_slope_factor(bias_slope)
            .line_width(1.0);
        let mut clip = vk::PipelineRasterizationDepthClipStateCreateInfoEXT::default()
            .depth_clip_enable(raster.depth_clip);
        if features.depth_clip_enable {
            rasterization = rasterization.push_next(&mut clip);
        }
        let stream = desc.rasterized_stream.unwrap_or_default();
        let mut stream = vk::PipelineRasterizationStateStreamCreateInfoEXT::default()
            .rasterization_stream(stream);
        if stream.rasterization_stream > 0 {
            rasterization = rasterization.push_next(&mut stream);
        }
        let masks = [desc.sample_mask];
        let multisample = vk::PipelineMultisampleStateCreateInfo::default()
            .rasterization_samples(desc.formats.samples)
            .sample_mask(&masks)
            .alpha_to_coverage_enable(desc.alpha_to_coverage);
        let [front, back] = desc.depth_stencil.stencil.unwrap_or_default();
        let depth_stencil = vk::PipelineDepthStencilStateCreateInfo::default()
            .depth_test_enable(desc.depth_stencil.depth_test)
            .depth_write_enable(desc.depth_stencil.depth_write)
            .depth_compare_op(desc.depth_stencil.depth_compare)
            .stencil_test_enable(desc.depth_stencil.stencil.is_some())
            .front(front)
            .back(back);
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(desc.blend);
        let dynamic_states = [
            vk::DynamicState::VIEWPORT_WITH_COUNT,
            vk::DynamicState::SCISSOR_WITH_COUNT,
            vk::DynamicState::BLEND_CONSTANTS,
            vk::DynamicState::STENCIL_REFERENCE,
        ];
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&dynamic_states);
        let held = desc.formats.depth.map(aspects).unwrap_or_default();
        let format_of = |aspect| {
            if held.contains(aspect) {
                desc.formats.depth.unwrap_or_default()
            } else {
                vk::Format::UNDEFINED
            }
        };
        let mut rendering = vk::PipelineRenderingCreateInfo::default()
            .color_attachment_formats(&desc.formats.colors)
            .depth_attachment_format(format_of(vk::ImageAspectFlags::DEPTH))
            .stencil_attachment_format(format_of(vk::ImageAspectFlags::STENCIL));
        let mut info = vk::GraphicsPipelineCreateInfo::default()
            .stages(&stages)
            .vertex_input_state(&vertex_input)
            .input_assembly_state(&input_assembly)
            .viewport_state(&viewport)
            .rasterization_state(&rasterization)
            .multisample_state(&multisample)
            .depth_stencil_state(&depth_stencil)
            .color_blend_state(&blend)
            .dynamic_state(&dynamic)
            .layout(desc.layout.raw())
            .push_next(&mut rendering);
        if desc.patch_vertex_count > 0 {
            info = info.tessellation_state(&tessellation);
        }
        count(&device.counters_live().pipelines, 1);
        // SAFETY: everything the info points to lives through the call, modules and layout are
        // alive, and Vulkan itself guards the cache; the handle is owned at once.
        let handle = unsafe {
            let raw = device
                .raw()
                .create_graphics_pipelines(cache.raw(), &[info], None)
                .map_err(|(_, source)| source)
                .call("vkCreateGraphicsPipelines")?;
            Owned::new(device, raw.first().copied().unwrap_or_default(), desc.name)
        };
        Ok(Self { handle, bind_point: vk::PipelineBindPoint::GRAPHICS })
    }

    /// Compiles a compute pipeline.
    ///
    /// # Errors
    /// A name with a NUL in it, or what Vulkan says.
    pub fn compute(
        device: &Arc<Device>,
        cache: &PipelineCache,
        name: &str,
        layout: &PipelineLayout,
        shader: ShaderStage<'_>,
    ) -> GpuResult<Self> {
        let entry_points = entry_points(name, &[shader])?;
        let entry_point = entry_points.first().map(CString::as_c_str).unwrap_or_default();
        let info = vk::ComputePipelineCreateInfo::default().layout(layout.raw()).stage(
            vk::PipelineShaderStageCreateInfo::default()
                .stage(vk::ShaderStageFlags::COMPUTE)
                .module(*shader.module.handle)
                .name(entry_point),
        );
        count(&device.counters_live().pipelines, 1);
        // SAFETY: as for `graphics`.
        let handle = unsafe {
            let raw = device
                .raw()
                .create_compute_pipelines(cache.raw(), &[info], None)
                .map_err(|(_, source)| source)
                .call("vkCreateComputePipelines")?;
            Owned::new(device, raw.first().copied().unwrap_or_default(), name)
        };
        Ok(Self { handle, bind_point: vk::PipelineBindPoint::COMPUTE })
    }

    pub(super) fn raw(&self) -> vk::Pipeline {
        *self.handle
    }

    pub(super) fn bind_point(&self) -> vk::PipelineBindPoint {
        self.bind_point
    }
}

fn entry_points(name: &str, stages: &[ShaderStage<'_>]) -> GpuResult<Vec<CString>> {
    stages
        .iter()
        .map(|stage| {
            CString::new(stage.entry_point).map_err(|source| GpuError::Invalid {
                thing: format!("pipeline '{name}'"),
                expected: format!("entry point {:?}: {source}", stage.entry_point),
            })
        })
        .collect()
}
