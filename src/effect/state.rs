//! Direct3D 11's pipeline state as Vulkan has it. What a pass does not set has Direct3D's defaults.
//!
//! Left out, as Vulkan 1.3 has no such state: `MultisampleEnable` and `AntialiasedLineEnable`.

use ash::vk;
use effectc::effect::{Pass, VertexFormat};
use effectc::state::{
    Blend, BlendDesc, BlendOp, ComparisonFunc, CullMode, DepthStencilDesc, DepthStencilOpDesc,
    DepthWriteMask, FillMode, RasterizerDesc, RenderTargetBlendDesc, StencilOp,
};

use crate::gpu;

/// All state of a pass.
#[derive(Debug, Clone)]
pub(super) struct PassState {
    pub(super) rasterizer: gpu::RasterizerDesc,
    pub(super) scissor: bool,
    pub(super) depth_stencil: gpu::DepthStencilDesc,
    pub(super) stencil_reference: u32,
    pub(super) blend: [vk::PipelineColorBlendAttachmentState; 8],
    pub(super) alpha_to_coverage: bool,
    pub(super) blend_factor: [f32; 4],
    pub(super) sample_mask: u32,
    notes: Vec<&'static str>,
}

impl PassState {
    pub(super) fn new(pass: &Pass) -> Self {
        let rasterizer_desc = pass.rasterizer.as_ref().map(|it| it.desc).unwrap_or_default();
        let (depth_stencil_desc, stencil_reference) =
            pass.depth_stencil.as_ref().map(|it| (it.desc, it.stencil_ref)).unwrap_or_default();
        let (blend_desc, blend_factor, sample_mask) =
            pass.blend.as_ref().map_or((BlendDesc::default(), [1.0; 4], u32::MAX), |it| {
                (it.desc, it.blend_factor, it.sample_mask)
            });
        Self {
            rasterizer: rasterizer(&rasterizer_desc),
            scissor: rasterizer_desc.scissor_enable,
            depth_stencil: depth_stencil(&depth_stencil_desc),
            stencil_reference,
            blend: blend(&blend_desc),
            alpha_to_coverage: blend_desc.alpha_to_coverage_enable,
            blend_factor,
            sample_mask,
            notes: notes(&rasterizer_desc),
        }
    }

    /// What the pass asks for that Vulkan does not have, for warnings.
    pub(super) fn notes(&self) -> &[&'static str] {
        &self.notes
    }

    /// Whether a factor of the shader's second colour is used.
    pub(super) fn uses_second_color(blend: &[vk::PipelineColorBlendAttachmentState]) -> bool {
        let second = |factor| {
            matches!(
                factor,
                vk::BlendFactor::SRC1_COLOR
                    | vk::BlendFactor::ONE_MINUS_SRC1_COLOR
                    | vk::BlendFactor::SRC1_ALPHA
                    | vk::BlendFactor::ONE_MINUS_SRC1_ALPHA
            )
        };
        blend.iter().any(|it| {
            it.blend_enable == vk::TRUE
                && [
                    it.src_color_blend_factor,
                    it.dst_color_blend_factor,
                    it.src_alpha_blend_factor,
                    it.dst_alpha_blend_factor,
                ]
                .into_iter()
                .any(second)
        })
    }
}

/// State without a twin that changes pictures. `MultisampleEnable` says nothing where `AntialiasedLineEnable` is off,
/// but for how lines are drawn on targets with several samples: Vulkan leaves that to the GPU.
fn notes(desc: &RasterizerDesc) -> Vec<&'static str> {
    let mut notes = Vec::new();
    if desc.antialiased_line_enable {
        notes
            .push("AntialiasedLineEnable has no twin in Vulkan 1.3: lines are drawn as without it");
    }
    notes
}

fn rasterizer(desc: &RasterizerDesc) -> gpu::RasterizerDesc {
    #[expect(clippy::cast_precision_loss, reason = "biases above 2^24 steps are beyond any depth")]
    let constant = desc.depth_bias as f32;
    let slope = desc.slope_scaled_depth_bias;
    let is_biased = desc.depth_bias != 0 || slope.abs() > 0.0;
    gpu::RasterizerDesc {
        polygon_mode: match desc.fill_mode {
            FillMode::Wireframe => vk::PolygonMode::LINE,
            FillMode::Solid => vk::PolygonMode::FILL,
        },
        cull_mode: match desc.cull_mode {
            CullMode::None => vk::CullModeFlags::NONE,
            CullMode::Front => vk::CullModeFlags::FRONT,
            CullMode::Back => vk::CullModeFlags::BACK,
        },
        // The negative viewport height keeps winding on screen as Direct3D has it.
        front_face: if desc.front_counter_clockwise {
            vk::FrontFace::COUNTER_CLOCKWISE
        } else {
            vk::FrontFace::CLOCKWISE
        },
        depth_clip: desc.depth_clip_enable,
        depth_bias: is_biased.then_some([constant, desc.depth_bias_clamp, slope]),
    }
}

fn depth_stencil(desc: &DepthStencilDesc) -> gpu::DepthStencilDesc {
    let face = |it: &DepthStencilOpDesc| vk::StencilOpState {
        fail_op: stencil_op(it.stencil_fail_op),
        pass_op: stencil_op(it.stencil_pass_op),
        depth_fail_op: stencil_op(it.stencil_depth_fail_op),
        compare_op: compare_op(it.stencil_func),
        compare_mask: desc.stencil_read_mask.into(),
        write_mask: desc.stencil_write_mask.into(),
        // Set while recording.
        reference: 0,
    };
    gpu::DepthStencilDesc {
        depth_test: desc.depth_enable,
        depth_write: desc.depth_write_mask == DepthWriteMask::All,
        depth_compare: compare_op(desc.depth_func),
        stencil: desc.stencil_enable.then(|| [face(&desc.front_face), face(&desc.back_face)]),
    }
}

fn blend(desc: &BlendDesc) -> [vk::PipelineColorBlendAttachmentState; 8] {
    std::array::from_fn(|index| {
        let source = if desc.independent_blend_enable { index } else { 0 };
        blend_of_target(&desc.render_targets[source])
    })
}

fn blend_of_target(desc: &RenderTargetBlendDesc) -> vk::PipelineColorBlendAttachmentState {
    // Both name red, green, blue and alpha with bits 0 to 3.
    let mask = vk::ColorComponentFlags::from_raw((desc.render_target_write_mask & 0xF).into());
    vk::PipelineColorBlendAttachmentState::default()
        .blend_enable(desc.blend_enable)
        .src_color_blend_factor(blend_factor(desc.src_blend))
        .dst_color_blend_factor(blend_factor(desc.dest_blend))
        .color_blend_op(blend_op(desc.blend_op))
        .src_alpha_blend_factor(blend_factor(desc.src_blend_alpha))
        .dst_alpha_blend_factor(blend_factor(desc.dest_blend_alpha))
        .alpha_blend_op(blend_op(desc.blend_op_alpha))
        .color_write_mask(mask)
}

fn blend_factor(factor: Blend) -> vk::BlendFactor {
    match factor {
        Blend::Zero => vk::BlendFactor::ZERO,
        Blend::One => vk::BlendFactor::ONE,
        Blend::SrcColor => vk::BlendFactor::SRC_COLOR,
        Blend::InvSrcColor => vk::BlendFactor::ONE_MINUS_SRC_COLOR,
        Blend::SrcAlpha => vk::BlendFactor::SRC_ALPHA,
        Blend::InvSrcAlpha => vk::BlendFactor::ONE_MINUS_SRC_ALPHA,
        Blend::DestAlpha => vk::BlendFactor::DST_ALPHA,
        Blend::InvDestAlpha => vk::BlendFactor::ONE_MINUS_DST_ALPHA,
        Blend::DestColor => vk::BlendFactor::DST_COLOR,
        Blend::InvDestColor => vk::BlendFactor::ONE_MINUS_DST_COLOR,
        Blend::SrcAlphaSat => vk::BlendFactor::SRC_ALPHA_SATURATE,
        Blend::BlendFactor => vk::BlendFactor::CONSTANT_COLOR,
        Blend::InvBlendFactor => vk::BlendFactor::ONE_MINUS_CONSTANT_COLOR,
        Blend::Src1Color => vk::BlendFactor::SRC1_COLOR,
        Blend::InvSrc1Color => vk::BlendFactor::ONE_MINUS_SRC1_COLOR,
        Blend::Src1Alpha => vk::BlendFactor::SRC1_ALPHA,
        Blend::InvSrc1Alpha => vk::BlendFactor::ONE_MINUS_SRC1_ALPHA,
    }
}

fn blend_op(op: BlendOp) -> vk::BlendOp {
    match op {
        BlendOp::Add => vk::BlendOp::ADD,
        BlendOp::Subtract => vk::BlendOp::SUBTRACT,
        BlendOp::RevSubtract => vk::BlendOp::REVERSE_SUBTRACT,
        BlendOp::Min => vk::BlendOp::MIN,
        BlendOp::Max => vk::BlendOp::MAX,
    }
}

pub(super) fn compare_op(func: ComparisonFunc) -> vk::CompareOp {
    match func {
        ComparisonFunc::Never => vk::CompareOp::NEVER,
        ComparisonFunc::Less => vk::CompareOp::LESS,
        ComparisonFunc::Equal => vk::CompareOp::EQUAL,
        ComparisonFunc::LessEqual => vk::CompareOp::LESS_OR_EQUAL,
        ComparisonFunc::Greater => vk::CompareOp::GREATER,
        ComparisonFunc::NotEqual => vk::CompareOp::NOT_EQUAL,
        ComparisonFunc::GreaterEqual => vk::CompareOp::GREATER_OR_EQUAL,
        ComparisonFunc::Always => vk::CompareOp::ALWAYS,
    }
}

fn stencil_op(op: StencilOp) -> vk::StencilOp {
    match op {
        StencilOp::Keep => vk::StencilOp::KEEP,
        StencilOp::Zero => vk::StencilOp::ZERO,
        StencilOp::Replace => vk::StencilOp::REPLACE,
        StencilOp::IncrSat => vk::StencilOp::INCREMENT_AND_CLAMP,
        StencilOp::DecrSat => vk::StencilOp::DECREMENT_AND_CLAMP,
        StencilOp::Invert => vk::StencilOp::INVERT,
        StencilOp::Incr => vk::StencilOp::INCREMENT_AND_WRAP,
        StencilOp::Decr => vk::StencilOp::DECREMENT_AND_WRAP,
    }
}

pub(super) fn same_blend(
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

/// The format of a vertex attribute.
pub(super) fn vertex_format(format: VertexFormat) -> vk::Format {
    match format {
        VertexFormat::R32Float => vk::Format::R32_SFLOAT,
        VertexFormat::R32G32Float => vk::Format::R32G32_SFLOAT,
        VertexFormat::R32G32B32Float => vk::Format::R32G32B32_SFLOAT,
        VertexFormat::R32G32B32A32Float => vk::Format::R32G32B32A32_SFLOAT,
        VertexFormat::R32Sint => vk::Format::R32_SINT,
        VertexFormat::R32G32Sint => vk::Format::R32G32_SINT,
        VertexFormat::R32G32B32Sint => vk::Format::R32G32B32_SINT,
        VertexFormat::R32G32B32A32Sint => vk::Format::R32G32B32A32_SINT,
        VertexFormat::R32Uint => vk::Format::R32_UINT,
        VertexFormat::R32G32Uint => vk::Format::R32G32_UINT,
        VertexFormat::R32G32B32Uint => vk::Format::R32G32B32_UINT,
        VertexFormat::R32G32B32A32Uint => vk::Format::R32G32B32A32_UINT,
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
