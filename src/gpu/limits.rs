//! The limits of a GPU that this program meets, as plain data.

use ash::vk;

/// What a GPU allows. Names are Vulkan's, with units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Width of a 1D image, in texels.
    pub max_image_dimension_1d: u32,
    /// Width and height of a 2D image, in texels.
    pub max_image_dimension_2d: u32,
    /// Width, height and depth of a 3D image, in texels.
    pub max_image_dimension_3d: u32,
    /// Edge of a cube map, in texels.
    pub max_image_dimension_cube: u32,
    /// Layers of an array image.
    pub max_image_array_layers: u32,
    /// The part of a uniform buffer that a shader sees.
    pub max_uniform_buffer_range_bytes: u32,
    /// The part of a storage buffer that a shader sees.
    pub max_storage_buffer_range_bytes: u32,
    /// Where a dynamic uniform buffer may start.
    pub min_uniform_buffer_offset_alignment_bytes: u64,
    /// Where a storage buffer may start.
    pub min_storage_buffer_offset_alignment_bytes: u64,
    /// Uniform buffers visible to one stage.
    pub max_per_stage_descriptor_uniform_buffers: u32,
    /// Storage buffers visible to one stage.
    pub max_per_stage_descriptor_storage_buffers: u32,
    /// Sampled images visible to one stage.
    pub max_per_stage_descriptor_sampled_images: u32,
    /// Storage images visible to one stage.
    pub max_per_stage_descriptor_storage_images: u32,
    /// Samplers visible to one stage.
    pub max_per_stage_descriptor_samplers: u32,
    /// Everything visible to one stage.
    pub max_per_stage_resources: u32,
    /// Uniform buffers in one set.
    pub max_descriptor_set_uniform_buffers: u32,
    /// Dynamic uniform buffers in one set.
    pub max_descriptor_set_uniform_buffers_dynamic: u32,
    /// Attributes of a vertex.
    pub max_vertex_input_attributes: u32,
    /// Vertex buffers bound at a time.
    pub max_vertex_input_bindings: u32,
    /// Bytes from one vertex to the next.
    pub max_vertex_input_binding_stride_bytes: u32,
    /// Colour targets of one pass.
    pub max_color_attachments: u32,
    /// Control points of a patch.
    pub max_tessellation_patch_size: u32,
    /// Anisotropy of a sampler.
    pub max_sampler_anisotropy: f32,
    /// Absolute LOD bias of a sampler.
    pub max_sampler_lod_bias: f32,
    /// Thread groups of a dispatch in x, y and z.
    pub max_compute_work_group_count: [u32; 3],
    /// Threads of a group.
    pub max_compute_work_group_invocations: u32,
    /// Threads of a group in x, y and z.
    pub max_compute_work_group_size: [u32; 3],
    /// Memory shared by a group.
    pub max_compute_shared_memory_bytes: u32,
    /// Texels of a typed buffer.
    pub max_texel_buffer_elements: u32,
    /// Samples a pixel that a target with colour, depth and stencil can have.
    pub framebuffer_sample_counts: vk::SampleCountFlags,
    /// Nanoseconds of one tick of a timestamp; 0 where there are none.
    pub timestamp_period_ns: f32,
}

impl Limits {
    pub(super) fn new(limits: &vk::PhysicalDeviceLimits) -> Self {
        Self {
            max_image_dimension_1d: limits.max_image_dimension1_d,
            max_image_dimension_2d: limits.max_image_dimension2_d,
            max_image_dimension_3d: limits.max_image_dimension3_d,
            max_image_dimension_cube: limits.max_image_dimension_cube,
            max_image_array_layers: limits.max_image_array_layers,
            max_uniform_buffer_range_bytes: limits.max_uniform_buffer_range,
            max_storage_buffer_range_bytes: limits.max_storage_buffer_range,
            min_uniform_buffer_offset_alignment_bytes: limits.min_uniform_buffer_offset_alignment,
            min_storage_buffer_offset_alignment_bytes: limits.min_storage_buffer_offset_alignment,
            max_per_stage_descriptor_uniform_buffers: limits
                .max_per_stage_descriptor_uniform_buffers,
            max_per_stage_descriptor_storage_buffers: limits
                .max_per_stage_descriptor_storage_buffers,
            max_per_stage_descriptor_sampled_images: limits.max_per_stage_descriptor_sampled_images,
            max_per_stage_descriptor_storage_images: limits.max_per_stage_descriptor_storage_images,
            max_per_stage_descriptor_samplers: limits.max_per_stage_descriptor_samplers,
            max_per_stage_resources: limits.max_per_stage_resources,
            max_descriptor_set_uniform_buffers: limits.max_descriptor_set_uniform_buffers,
            max_descriptor_set_uniform_buffers_dynamic: limits
                .max_descriptor_set_uniform_buffers_dynamic,
            max_vertex_input_attributes: limits.max_vertex_input_attributes,
            max_vertex_input_bindings: limits.max_vertex_input_bindings,
            max_vertex_input_binding_stride_bytes: limits.max_vertex_input_binding_stride,
            max_color_attachments: limits.max_color_attachments,
            max_tessellation_patch_size: limits.max_tessellation_patch_size,
            max_sampler_anisotropy: limits.max_sampler_anisotropy,
            max_sampler_lod_bias: limits.max_sampler_lod_bias,
            max_compute_work_group_count: limits.max_compute_work_group_count,
            max_compute_work_group_invocations: limits.max_compute_work_group_invocations,
            max_compute_work_group_size: limits.max_compute_work_group_size,
            max_compute_shared_memory_bytes: limits.max_compute_shared_memory_size,
            max_texel_buffer_elements: limits.max_texel_buffer_elements,
            framebuffer_sample_counts: limits.framebuffer_color_sample_counts
                & limits.framebuffer_depth_sample_counts
                & limits.framebuffer_stencil_sample_counts,
            timestamp_period_ns: limits.timestamp_period,
        }
    }
}
