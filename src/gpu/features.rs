//! The device features that the program needs, and those it uses where they exist.

use std::ffi::CStr;

use ash::vk;

/// What every device must have, by Vulkan's names; see [`missing`] for where they are.
const REQUIRED: [&str; 10] = [
    "fillModeNonSolid",
    "shaderDrawParameters",
    "timelineSemaphore",
    "scalarBlockLayout",
    "dynamicRendering",
    "synchronization2",
    "maintenance4",
    "robustImageAccess",
    // What `discard` becomes in SPIR-V for Vulkan 1.3, depending on the compiler.
    "shaderDemoteToHelperInvocation",
    "shaderTerminateInvocation",
];

macro_rules! optional_features {
    ($($(#[$doc:meta])* $field:ident: $structure:ident.$member:ident, $name:literal;)*) => {
        /// Optional features, as plain data: what an effect may rely on here.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct Features {
            $($(#[$doc])* pub $field: bool,)*
        }

        impl Features {
            /// What the structures say that a device filled.
            fn of(found: &Structures<'_>) -> Self {
                Self { $($field: found.$structure.$member == vk::TRUE,)* }
            }

            /// Writes what is on into the structures of a device to be created.
            fn write(&self, wanted: &mut Structures<'_>) {
                $(wanted.$structure.$member = self.$field.into();)*
            }

            /// Whether the feature of this Vulkan name is switched on; none for a name that this program does not know.
            pub fn has(&self, name: &str) -> Option<bool> {
                match name {
                    $($name => Some(self.$field),)*
                    _ => REQUIRED.contains(&name).then_some(true),
                }
            }

            /// Leaves a feature off, by its Vulkan name. Whether there is such an optional one.
            fn switch_off(&mut self, name: &str) -> bool {
                match name {
                    $($name => self.$field = false,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

optional_features! {
    /// Anisotropic sampling.
    sampler_anisotropy: core.sampler_anisotropy, "samplerAnisotropy";
    /// `DepthClipEnable = FALSE`.
    depth_clamp: core.depth_clamp, "depthClamp";
    /// `DepthBiasClamp` other than 0.
    depth_bias_clamp: core.depth_bias_clamp, "depthBiasClamp";
    /// `MIRROR_ONCE`.
    sampler_mirror_clamp_to_edge: v12.sampler_mirror_clamp_to_edge, "samplerMirrorClampToEdge";
    /// Different blend states for the targets of one pass.
    independent_blend: core.independent_blend, "independentBlend";
    /// `SRC1_COLOR` and its kin.
    dual_src_blend: core.dual_src_blend, "dualSrcBlend";
    /// Geometry shaders.
    geometry_shader: core.geometry_shader, "geometryShader";
    /// Hull and domain shaders.
    tessellation_shader: core.tessellation_shader, "tessellationShader";
    /// `SV_ClipDistance`.
    shader_clip_distance: core.shader_clip_distance, "shaderClipDistance";
    /// `SV_CullDistance`.
    shader_cull_distance: core.shader_cull_distance, "shaderCullDistance";
    /// `TextureCubeArray`.
    image_cube_array: core.image_cube_array, "imageCubeArray";
    /// UAVs in vertex shaders.
    vertex_stores: core.vertex_pipeline_stores_and_atomics, "vertexPipelineStoresAndAtomics";
    /// UAVs in pixel shaders.
    fragment_stores: core.fragment_stores_and_atomics, "fragmentStoresAndAtomics";
    /// Typed UAV loads without a format in the shader.
    storage_image_read_without_format: core.shader_storage_image_read_without_format,
        "shaderStorageImageReadWithoutFormat";
    /// Typed UAV stores without a format in the shader.
    storage_image_write_without_format: core.shader_storage_image_write_without_format,
        "shaderStorageImageWriteWithoutFormat";
    /// Per-sample shading.
    sample_rate_shading: core.sample_rate_shading, "sampleRateShading";
    /// BC1 to BC7 textures.
    texture_compression_bc: core.texture_compression_bc, "textureCompressionBC";
    /// `double`.
    shader_float64: core.shader_float64, "shaderFloat64";
    /// 64-bit whole numbers.
    shader_int64: core.shader_int64, "shaderInt64";
    /// 16-bit whole numbers.
    shader_int16: core.shader_int16, "shaderInt16";
    /// `Gather` with several offsets.
    shader_image_gather_extended: core.shader_image_gather_extended, "shaderImageGatherExtended";
    /// `RWTexture2D<float2>` and other formats than the few that every GPU writes.
    shader_storage_image_extended_formats: core.shader_storage_image_extended_formats,
        "shaderStorageImageExtendedFormats";
    /// `RWTexture2DMS` and the like.
    shader_storage_image_multisample: core.shader_storage_image_multisample, "shaderStorageImageMultisample";
    /// Indices that are not constant into arrays of textures.
    sampled_image_array_dynamic_indexing: core.shader_sampled_image_array_dynamic_indexing,
        "shaderSampledImageArrayDynamicIndexing";
    /// Indices that are not constant into arrays of writable textures.
    storage_image_array_dynamic_indexing: core.shader_storage_image_array_dynamic_indexing,
        "shaderStorageImageArrayDynamicIndexing";
    /// Indices that are not constant into arrays of buffers.
    storage_buffer_array_dynamic_indexing: core.shader_storage_buffer_array_dynamic_indexing,
        "shaderStorageBufferArrayDynamicIndexing";
    /// `SampleGrad` and its kin with a level clamp.
    shader_resource_min_lod: core.shader_resource_min_lod, "shaderResourceMinLod";
    /// `SV_ViewportArrayIndex`.
    multi_viewport: core.multi_viewport, "multiViewport";
    /// `SV_RenderTargetArrayIndex` written by a vertex or domain shader.
    shader_output_layer: v12.shader_output_layer, "shaderOutputLayer";
    /// `SV_ViewportArrayIndex` written by a vertex or domain shader.
    shader_output_viewport_index: v12.shader_output_viewport_index, "shaderOutputViewportIndex";
    /// Out-of-range buffer reads give 0 instead of anything.
    robust_buffer_access: core.robust_buffer_access, "robustBufferAccess";
    /// Stream output.
    transform_feedback: feedback.transform_feedback, "transformFeedback";
    /// Stream output of several streams.
    geometry_streams: feedback.geometry_streams, "geometryStreams";
    /// Border colours other than black, white and transparent.
    custom_border_colors: border.custom_border_colors, "customBorderColors";
    /// Custom border colours without naming the format of what is sampled.
    custom_border_color_without_format: border.custom_border_color_without_format,
        "customBorderColorWithoutFormat";
    /// Clipping and clamping of depth, each by itself.
    depth_clip_enable: clip.depth_clip_enable, "depthClipEnable";
    /// `SV_StencilRef`.
    shader_stencil_export: bare.stencil_export, "VK_EXT_shader_stencil_export";
}

/// The structures that hold the features above.
#[derive(Default)]
struct Structures<'a> {
    core: vk::PhysicalDeviceFeatures,
    v11: vk::PhysicalDeviceVulkan11Features<'a>,
    v12: vk::PhysicalDeviceVulkan12Features<'a>,
    v13: vk::PhysicalDeviceVulkan13Features<'a>,
    feedback: vk::PhysicalDeviceTransformFeedbackFeaturesEXT<'a>,
    border: vk::PhysicalDeviceCustomBorderColorFeaturesEXT<'a>,
    clip: vk::PhysicalDeviceDepthClipEnableFeaturesEXT<'a>,
    bare: Bare,
}

/// Extensions without a structure of their own: that they are there is the feature.
#[derive(Default)]
struct Bare {
    stencil_export: vk::Bool32,
}

/// The extensions that some of the features come from.
const EXTENSIONS: [&CStr; 4] = [
    ash::ext::transform_feedback::NAME,
    ash::ext::custom_border_color::NAME,
    ash::ext::depth_clip_enable::NAME,
    ash::ext::shader_stencil_export::NAME,
];

/// Asks a device of Vulkan 1.3 what it offers: the required features it lacks, by Vulkan's names, and
/// the optional ones.
///
/// # Safety
/// `gpu` must come from `instance`, offer Vulkan 1.3 and have these extensions.
pub(super) unsafe fn query(
    instance: &ash::Instance,
    gpu: vk::PhysicalDevice,
    extensions: &[String],
) -> (Vec<&'static str>, Features) {
    let mut found = Structures::default();
    let [feedback, border, clip, stencil_export] =
        EXTENSIONS.map(|name| extensions.iter().any(|it| it.as_bytes() == name.to_bytes()));
    let mut head = vk::PhysicalDeviceFeatures2::default()
        .push_next(&mut found.v11)
        .push_next(&mut found.v12)
        .push_next(&mut found.v13);
    if feedback {
        head = head.push_next(&mut found.feedback);
    }
    if border {
        head = head.push_next(&mut found.border);
    }
    if clip {
        head = head.push_next(&mut found.clip);
    }
    // SAFETY: the chain holds only structures that a device of Vulkan 1.3 with these extensions knows.
    unsafe { instance.get_physical_device_features2(gpu, &mut head) };
    found.core = head.features;
    found.bare.stencil_export = stencil_export.into();
    (missing(&found), Features::of(&found))
}

fn missing(found: &Structures<'_>) -> Vec<&'static str> {
    let offered = [
        found.core.fill_mode_non_solid,
        found.v11.shader_draw_parameters,
        found.v12.timeline_semaphore,
        found.v12.scalar_block_layout,
        found.v13.dynamic_rendering,
        found.v13.synchronization2,
        found.v13.maintenance4,
        found.v13.robust_image_access,
        found.v13.shader_demote_to_helper_invocation,
        found.v13.shader_terminate_invocation,
    ];
    REQUIRED.into_iter().zip(offered).filter(|it| it.1 == vk::FALSE).map(|it| it.0).collect()
}

impl Features {
    /// Leaves features off, by their Vulkan names; the first name that is none of an optional feature is given back.
    pub(super) fn without(mut self, names: &[String]) -> Result<Self, &str> {
        match names.iter().find(|name| !self.switch_off(name)) {
            Some(unknown) => Err(unknown),
            None => Ok(self),
        }
    }

    /// Whether the feature is on that each of [`EXTENSIONS`] is enabled for.
    fn by_extension(&self) -> [bool; EXTENSIONS.len()] {
        [
            self.transform_feedback,
            self.custom_border_colors,
            self.depth_clip_enable,
            self.shader_stencil_export,
        ]
    }

    /// The extensions to enable.
    pub(super) fn extensions(&self) -> impl Iterator<Item = &'static CStr> {
        EXTENSIONS.into_iter().zip(self.by_extension()).filter(|it| it.1).map(|it| it.0)
    }

    /// Calls `create` with the features to enable chained: the required ones and every optional one that is there.
    pub(super) fn with_chain<T>(
        &self,
        create: impl FnOnce(&mut vk::PhysicalDeviceFeatures2<'_>) -> T,
    ) -> T {
        let mut wanted = Structures {
            core: vk::PhysicalDeviceFeatures::default().fill_mode_non_solid(true),
            v11: vk::PhysicalDeviceVulkan11Features::default().shader_draw_parameters(true),
            v12: vk::PhysicalDeviceVulkan12Features::default()
                .timeline_semaphore(true)
                .scalar_block_layout(true),
            v13: vk::PhysicalDeviceVulkan13Features::default()
                .dynamic_rendering(true)
                .synchronization2(true)
                .maintenance4(true)
                .robust_image_access(true)
                .shader_demote_to_helper_invocation(true)
                .shader_terminate_invocation(true),
            ..Structures::default()
        };
        self.write(&mut wanted);
        let [feedback, border, clip, _] = self.by_extension();
        let mut head = vk::PhysicalDeviceFeatures2::default()
            .features(wanted.core)
            .push_next(&mut wanted.v11)
            .push_next(&mut wanted.v12)
            .push_next(&mut wanted.v13);
        if feedback {
            head = head.push_next(&mut wanted.feedback);
        }
        if border {
            head = head.push_next(&mut wanted.border);
        }
        if clip {
            head = head.push_next(&mut wanted.clip);
        }
        create(&mut head)
    }
}

#[cfg(test)]
mod tests {
    use super::{Features, Structures, missing};

    #[test]
    fn every_feature_that_an_effect_may_need_is_known() {
        let features = Features::default();
        let known = effectc::effect::Feature::ALL.iter().map(|it| it.vulkan_name());
        let unknown = known.filter(|it| features.has(it).is_none()).collect::<Vec<_>>();
        assert!(unknown.is_empty(), "{unknown:?}");
        assert_eq!(features.has("geometryShader"), Some(false));
        assert_eq!(features.has("scalarBlockLayout"), Some(true), "every device here has it");
    }

    #[test]
    fn what_is_written_is_what_is_found() {
        let mut wanted = Structures::default();
        let all =
            Features { geometry_shader: true, shader_output_layer: true, ..Features::default() };
        all.write(&mut wanted);
        assert_eq!(Features::of(&wanted), all);
        assert_eq!(missing(&wanted).len(), 10);
    }

    #[test]
    fn features_can_be_left_off() {
        let on = Features { geometry_shader: true, depth_clamp: true, ..Features::default() };
        let off = on.without(&["geometryShader".to_owned()]).expect("it is one");
        assert_eq!(off, Features { depth_clamp: true, ..Features::default() });
        assert_eq!(on.without(&["geometryShaders".to_owned()]), Err("geometryShaders"));
    }
}
