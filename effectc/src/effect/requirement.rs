//! What an effect needs of a Vulkan device beyond Vulkan 1.3 without features.

use serde::{Deserialize, Serialize};

/// A feature of a device, and why the effect needs it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requirement {
    /// Which.
    pub feature: Feature,
    /// What needs it: `pass P0 of technique T0`, `shader GS (gs_5_0)`, `sampler Shadow`.
    pub needed_by: Vec<String>,
}

macro_rules! features {
    ($($(#[$doc:meta])* $variant:ident, $vulkan:literal, $extension:expr;)*) => {
        /// A feature of a Vulkan device.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Feature {
            $($(#[$doc])* $variant,)*
        }

        impl Feature {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Name of the member in the feature structures of Vulkan: `geometryShader`.
            #[must_use]
            pub fn vulkan_name(self) -> &'static str {
                match self {
                    $(Self::$variant => $vulkan,)*
                }
            }

            /// The extension that brings it, if it is not in Vulkan 1.3.
            #[must_use]
            pub fn extension(self) -> Option<&'static str> {
                match self {
                    $(Self::$variant => $extension,)*
                }
            }
        }
    };
}

// Only what code can ask for: 64-bit and real 16-bit numbers, level clamps and `RWTexture2DMS` are refused or
// rewritten, images have formats, and indices into arrays of textures become constants.
features! {
    /// Constant buffers as HLSL packs them. Every effect with a buffer.
    ScalarBlockLayout, "scalarBlockLayout", None;
    /// Geometry shaders.
    GeometryShader, "geometryShader", None;
    /// Hull and domain shaders.
    TessellationShader, "tessellationShader", None;
    /// Stream output.
    TransformFeedback, "transformFeedback", Some("VK_EXT_transform_feedback");
    /// Stream output of several streams.
    GeometryStreams, "geometryStreams", Some("VK_EXT_transform_feedback");
    /// Different blending for each target.
    IndependentBlend, "independentBlend", None;
    /// `SRC1_COLOR` and the like.
    DualSrcBlend, "dualSrcBlend", None;
    /// `FillMode = WIREFRAME`.
    FillModeNonSolid, "fillModeNonSolid", None;
    /// `DepthClipEnable = FALSE`.
    DepthClamp, "depthClamp", None;
    /// `DepthBiasClamp` other than 0.
    DepthBiasClamp, "depthBiasClamp", None;
    /// `Filter = ANISOTROPIC`.
    SamplerAnisotropy, "samplerAnisotropy", None;
    /// `AddressU = MIRROR_ONCE`.
    SamplerMirrorClampToEdge, "samplerMirrorClampToEdge", None;
    /// A `BorderColor` other than black, white and transparent.
    CustomBorderColor, "customBorderColors", Some("VK_EXT_custom_border_color");
    /// `TextureCubeArray`.
    ImageCubeArray, "imageCubeArray", None;
    /// Per-sample shading: `SV_SampleIndex`, `sample` interpolation.
    SampleRateShading, "sampleRateShading", None;
    /// `double`.
    ShaderFloat64, "shaderFloat64", None;
    /// `SV_ClipDistance`.
    ShaderClipDistance, "shaderClipDistance", None;
    /// `SV_CullDistance`.
    ShaderCullDistance, "shaderCullDistance", None;
    /// `SV_ViewportArrayIndex`.
    MultiViewport, "multiViewport", None;
    /// `SV_RenderTargetArrayIndex` or `SV_ViewportArrayIndex` written by a vertex or domain shader.
    ShaderOutputLayer, "shaderOutputLayer", None;
    /// `SV_ViewportArrayIndex` written by a vertex or domain shader.
    ShaderOutputViewportIndex, "shaderOutputViewportIndex", None;
    /// `SV_VertexID` and `SV_InstanceID` without the base of the draw.
    ShaderDrawParameters, "shaderDrawParameters", None;
    /// Writing resources in pixel shaders.
    FragmentStoresAndAtomics, "fragmentStoresAndAtomics", None;
    /// Writing resources in vertex, hull, domain and geometry shaders.
    VertexPipelineStoresAndAtomics, "vertexPipelineStoresAndAtomics", None;
    /// Formats of `RWTexture` beyond the core ones.
    ShaderStorageImageExtendedFormats, "shaderStorageImageExtendedFormats", None;
    /// `Gather` with offsets that are not constant.
    ShaderImageGatherExtended, "shaderImageGatherExtended", None;
    /// `SV_StencilRef`.
    ShaderStencilExport, "VK_EXT_shader_stencil_export", Some("VK_EXT_shader_stencil_export");
    /// `discard` that leaves derivatives defined.
    ShaderDemoteToHelperInvocation, "shaderDemoteToHelperInvocation", None;
}
