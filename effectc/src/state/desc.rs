//! The state descriptions of Direct3D 11. `Default` gives what Effects 11 fills in for members that a state
//! block leaves out; these differ in places from the runtime's own (samplers clamp and are linear, blending is
//! per target).

use serde::{Deserialize, Serialize};

use super::value::{
    Blend, BlendOp, ComparisonFunc, CullMode, DepthWriteMask, FillMode, Filter, StencilOp,
    TextureAddressMode,
};

/// How triangles become pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RasterizerDesc {
    /// Edges or area.
    pub fill_mode: FillMode,
    /// Which triangles are dropped.
    pub cull_mode: CullMode,
    /// Whether counter-clockwise triangles are the front ones; clockwise are by default.
    pub front_counter_clockwise: bool,
    /// Constant depth bias, in the smallest steps of the depth format.
    pub depth_bias: i32,
    /// Largest bias of a pixel; 0 is no limit.
    pub depth_bias_clamp: f32,
    /// Bias by slope.
    pub slope_scaled_depth_bias: f32,
    /// Whether geometry is clipped by depth.
    pub depth_clip_enable: bool,
    /// Whether the scissor rectangle cuts.
    pub scissor_enable: bool,
    /// Quadrilateral line anti-aliasing on multisample targets.
    pub multisample_enable: bool,
    /// Alpha line anti-aliasing.
    pub antialiased_line_enable: bool,
}

impl Default for RasterizerDesc {
    fn default() -> Self {
        Self {
            fill_mode: FillMode::Solid,
            cull_mode: CullMode::Back,
            front_counter_clockwise: false,
            depth_bias: 0,
            depth_bias_clamp: 0.0,
            slope_scaled_depth_bias: 0.0,
            depth_clip_enable: true,
            scissor_enable: false,
            multisample_enable: false,
            antialiased_line_enable: false,
        }
    }
}

/// What the stencil test does on one kind of face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepthStencilOpDesc {
    /// When the stencil test fails.
    pub stencil_fail_op: StencilOp,
    /// When the stencil test passes and the depth test fails.
    pub stencil_depth_fail_op: StencilOp,
    /// When both pass.
    pub stencil_pass_op: StencilOp,
    /// The test: reference against stored.
    pub stencil_func: ComparisonFunc,
}

impl Default for DepthStencilOpDesc {
    fn default() -> Self {
        Self {
            stencil_fail_op: StencilOp::Keep,
            stencil_depth_fail_op: StencilOp::Keep,
            stencil_pass_op: StencilOp::Keep,
            stencil_func: ComparisonFunc::Always,
        }
    }
}

/// Depth and stencil tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepthStencilDesc {
    /// Whether depth is tested at all.
    pub depth_enable: bool,
    /// Whether depth is written.
    pub depth_write_mask: DepthWriteMask,
    /// The depth test.
    pub depth_func: ComparisonFunc,
    /// Whether the stencil is tested.
    pub stencil_enable: bool,
    /// Bits of the stencil that are read.
    pub stencil_read_mask: u8,
    /// Bits of the stencil that are written.
    pub stencil_write_mask: u8,
    /// For triangles that face the viewer.
    pub front_face: DepthStencilOpDesc,
    /// For triangles that face away.
    pub back_face: DepthStencilOpDesc,
}

impl Default for DepthStencilDesc {
    fn default() -> Self {
        Self {
            depth_enable: true,
            depth_write_mask: DepthWriteMask::All,
            depth_func: ComparisonFunc::Less,
            stencil_enable: false,
            stencil_read_mask: 0xFF,
            stencil_write_mask: 0xFF,
            front_face: DepthStencilOpDesc::default(),
            back_face: DepthStencilOpDesc::default(),
        }
    }
}

/// Blending into one render target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenderTargetBlendDesc {
    /// Whether there is blending; without it the shader's colour replaces the target's.
    pub blend_enable: bool,
    /// Factor of the shader's colour.
    pub src_blend: Blend,
    /// Factor of the target's colour.
    pub dest_blend: Blend,
    /// How the colours are joined.
    pub blend_op: BlendOp,
    /// Factor of the shader's alpha.
    pub src_blend_alpha: Blend,
    /// Factor of the target's alpha.
    pub dest_blend_alpha: Blend,
    /// How the alphas are joined.
    pub blend_op_alpha: BlendOp,
    /// Channels that are written: red 1, green 2, blue 4, alpha 8.
    pub render_target_write_mask: u8,
}

impl Default for RenderTargetBlendDesc {
    fn default() -> Self {
        Self {
            blend_enable: false,
            src_blend: Blend::One,
            dest_blend: Blend::Zero,
            blend_op: BlendOp::Add,
            src_blend_alpha: Blend::One,
            dest_blend_alpha: Blend::Zero,
            blend_op_alpha: BlendOp::Add,
            render_target_write_mask: 0x0F,
        }
    }
}

/// Blending into all render targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlendDesc {
    /// Whether alpha makes the sample mask.
    pub alpha_to_coverage_enable: bool,
    /// Whether each target has its own description; without it all use the first.
    pub independent_blend_enable: bool,
    /// One a target.
    pub render_targets: [RenderTargetBlendDesc; 8],
}

impl BlendDesc {
    /// Whether it blends with the second colour of the pixel shader.
    #[must_use]
    pub fn has_second_source(&self) -> bool {
        let second = [Blend::Src1Color, Blend::InvSrc1Color, Blend::Src1Alpha, Blend::InvSrc1Alpha];
        let used = if self.independent_blend_enable { self.render_targets.len() } else { 1 };
        self.render_targets.iter().take(used).any(|it| {
            let factors = [it.src_blend, it.dest_blend, it.src_blend_alpha, it.dest_blend_alpha];
            it.blend_enable && factors.iter().any(|it| second.contains(it))
        })
    }
}

impl Default for BlendDesc {
    fn default() -> Self {
        Self {
            alpha_to_coverage_enable: false,
            independent_blend_enable: true,
            render_targets: [RenderTargetBlendDesc::default(); 8],
        }
    }
}

/// How a texture is sampled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SamplerDesc {
    /// The filter.
    pub filter: Filter,
    /// Addressing along u.
    pub address_u: TextureAddressMode,
    /// Addressing along v.
    pub address_v: TextureAddressMode,
    /// Addressing along w.
    pub address_w: TextureAddressMode,
    /// Added to the mip level.
    pub mip_lod_bias: f32,
    /// Limit of an anisotropic filter, 1..16.
    pub max_anisotropy: u32,
    /// Comparison of a comparison sampler.
    pub comparison_func: ComparisonFunc,
    /// Colour outside the texture under `TextureAddressMode::Border`: red, green, blue, alpha.
    pub border_color: [f32; 4],
    /// Lowest mip level.
    pub min_lod: f32,
    /// Highest mip level.
    pub max_lod: f32,
}

impl Default for SamplerDesc {
    fn default() -> Self {
        Self {
            filter: Filter::MinMagMipLinear,
            address_u: TextureAddressMode::Clamp,
            address_v: TextureAddressMode::Clamp,
            address_w: TextureAddressMode::Clamp,
            mip_lod_bias: 0.0,
            max_anisotropy: 16,
            comparison_func: ComparisonFunc::Never,
            border_color: [0.0; 4],
            min_lod: -f32::MAX,
            max_lod: f32::MAX,
        }
    }
}
