//! The device features that the program needs, and those it uses where they exist.

use ash::vk;

/// Optional features, as plain data: what an effect may rely on here.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Features {
    /// Anisotropic sampling.
    pub sampler_anisotropy: bool,
    /// `DepthClipEnable = FALSE`.
    pub depth_clamp: bool,
    /// `DepthBiasClamp` other than 0.
    pub depth_bias_clamp: bool,
    /// `MIRROR_ONCE`.
    pub sampler_mirror_clamp_to_edge: bool,
    /// Different blend states for the targets of one pass.
    pub independent_blend: bool,
    /// `SRC1_COLOR` and its kin.
    pub dual_src_blend: bool,
    /// Geometry shaders.
    pub geometry_shader: bool,
    /// Hull and domain shaders.
    pub tessellation_shader: bool,
    /// `SV_ClipDistance`.
    pub shader_clip_distance: bool,
    /// `SV_CullDistance`.
    pub shader_cull_distance: bool,
    /// `TextureCubeArray`.
    pub image_cube_array: bool,
    /// UAVs in vertex shaders.
    pub vertex_stores: bool,
    /// UAVs in pixel shaders.
    pub fragment_stores: bool,
    /// Typed UAV loads without a format in the shader.
    pub storage_image_read_without_format: bool,
    /// Typed UAV stores without a format in the shader.
    pub storage_image_write_without_format: bool,
    /// Per-sample shading.
    pub sample_rate_shading: bool,
    /// BC1 to BC7 textures.
    pub texture_compression_bc: bool,
    /// `double`.
    pub shader_float64: bool,
    /// `Gather` with several offsets.
    pub shader_image_gather_extended: bool,
    /// `RWTexture2D<float2>` and other formats than the few that every GPU writes.
    pub shader_storage_image_extended_formats: bool,
    /// Indices that are not constant into arrays of textures.
    pub sampled_image_array_dynamic_indexing: bool,
    /// `SampleGrad` and its kin with a level clamp.
    pub shader_resource_min_lod: bool,
    /// `SV_ViewportArrayIndex`.
    pub multi_viewport: bool,
    /// Out-of-range buffer reads give 0 instead of anything.
    pub robust_buffer_access: bool,
}

/// Asks a device of Vulkan 1.3 what it offers: the required features it lacks, by Vulkan's names, and
/// the optional ones.
///
/// # Safety
/// `gpu` must come from `instance` and offer Vulkan 1.3.
pub(super) unsafe fn query(
    instance: &ash::Instance,
    gpu: vk::PhysicalDevice,
) -> (Vec<&'static str>, Features) {
    let mut v11 = vk::PhysicalDeviceVulkan11Features::default();
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
    let mut v13 = vk::PhysicalDeviceVulkan13Features::default();
    let mut head = vk::PhysicalDeviceFeatures2::default()
        .push_next(&mut v11)
        .push_next(&mut v12)
        .push_next(&mut v13);
    // SAFETY: the chain holds only structures that a device of Vulkan 1.3 knows.
    unsafe { instance.get_physical_device_features2(gpu, &mut head) };
    let core = head.features;
    let missing = [
        ("fillModeNonSolid", core.fill_mode_non_solid),
        ("shaderDrawParameters", v11.shader_draw_parameters),
        ("timelineSemaphore", v12.timeline_semaphore),
        ("scalarBlockLayout", v12.scalar_block_layout),
        ("dynamicRendering", v13.dynamic_rendering),
        ("synchronization2", v13.synchronization2),
        ("maintenance4", v13.maintenance4),
        ("robustImageAccess", v13.robust_image_access),
        // What `discard` becomes in SPIR-V for Vulkan 1.3, depending on the compiler.
        ("shaderDemoteToHelperInvocation", v13.shader_demote_to_helper_invocation),
        ("shaderTerminateInvocation", v13.shader_terminate_invocation),
    ]
    .into_iter()
    .filter(|(_, offered)| *offered == vk::FALSE)
    .map(|(name, _)| name)
    .collect();
    (missing, Features::offered(&core, &v12))
}

impl Features {
    fn offered(
        core: &vk::PhysicalDeviceFeatures,
        v12: &vk::PhysicalDeviceVulkan12Features<'_>,
    ) -> Self {
        let is = |feature: vk::Bool32| feature == vk::TRUE;
        Self {
            sampler_anisotropy: is(core.sampler_anisotropy),
            depth_clamp: is(core.depth_clamp),
            depth_bias_clamp: is(core.depth_bias_clamp),
            sampler_mirror_clamp_to_edge: is(v12.sampler_mirror_clamp_to_edge),
            independent_blend: is(core.independent_blend),
            dual_src_blend: is(core.dual_src_blend),
            geometry_shader: is(core.geometry_shader),
            tessellation_shader: is(core.tessellation_shader),
            shader_clip_distance: is(core.shader_clip_distance),
            shader_cull_distance: is(core.shader_cull_distance),
            image_cube_array: is(core.image_cube_array),
            vertex_stores: is(core.vertex_pipeline_stores_and_atomics),
            fragment_stores: is(core.fragment_stores_and_atomics),
            storage_image_read_without_format: is(core.shader_storage_image_read_without_format),
            storage_image_write_without_format: is(core.shader_storage_image_write_without_format),
            sample_rate_shading: is(core.sample_rate_shading),
            texture_compression_bc: is(core.texture_compression_bc),
            shader_float64: is(core.shader_float64),
            shader_image_gather_extended: is(core.shader_image_gather_extended),
            shader_storage_image_extended_formats: is(core.shader_storage_image_extended_formats),
            sampled_image_array_dynamic_indexing: is(
                core.shader_sampled_image_array_dynamic_indexing
            ),
            shader_resource_min_lod: is(core.shader_resource_min_lod),
            multi_viewport: is(core.multi_viewport),
            robust_buffer_access: is(core.robust_buffer_access),
        }
    }

    /// The core features to enable: the required ones and every optional one that is there.
    pub(super) fn core(&self) -> vk::PhysicalDeviceFeatures {
        vk::PhysicalDeviceFeatures::default()
            .fill_mode_non_solid(true)
            .sampler_anisotropy(self.sampler_anisotropy)
            .depth_clamp(self.depth_clamp)
            .depth_bias_clamp(self.depth_bias_clamp)
            .independent_blend(self.independent_blend)
            .dual_src_blend(self.dual_src_blend)
            .geometry_shader(self.geometry_shader)
            .tessellation_shader(self.tessellation_shader)
            .shader_clip_distance(self.shader_clip_distance)
            .shader_cull_distance(self.shader_cull_distance)
            .image_cube_array(self.image_cube_array)
            .vertex_pipeline_stores_and_atomics(self.vertex_stores)
            .fragment_stores_and_atomics(self.fragment_stores)
            .shader_storage_image_read_without_format(self.storage_image_read_without_format)
            .shader_storage_image_write_without_format(self.storage_image_write_without_format)
            .sample_rate_shading(self.sample_rate_shading)
            .texture_compression_bc(self.texture_compression_bc)
            .shader_float64(self.shader_float64)
            .shader_image_gather_extended(self.shader_image_gather_extended)
            .shader_storage_image_extended_formats(self.shader_storage_image_extended_formats)
            .shader_sampled_image_array_dynamic_indexing(self.sampled_image_array_dynamic_indexing)
            .shader_resource_min_lod(self.shader_resource_min_lod)
            .multi_viewport(self.multi_viewport)
            .robust_buffer_access(self.robust_buffer_access)
    }
}
