//! The part of [`Commands`] that binds, draws and dispatches.

use std::ops::Range;

use ash::vk;

use super::{Buffer, Commands, ConstantSlice, DescriptorSet, Pipeline, PipelineLayout};

impl Commands {
    /// Binds a pipeline.
    pub fn bind_pipeline(&mut self, pipeline: &Pipeline) {
        // SAFETY: recording; the pipeline is alive.
        unsafe {
            self.device().raw().cmd_bind_pipeline(
                self.raw(),
                pipeline.bind_point(),
                pipeline.raw(),
            );
        }
    }

    /// Binds set 0 for pipelines of `pipeline`'s kind; one offset for each dynamic buffer, in the
    /// order of their binding numbers.
    pub fn bind_descriptor_set(
        &mut self,
        pipeline: &Pipeline,
        layout: &PipelineLayout,
        set: DescriptorSet,
        dynamic_offsets_bytes: &[u32],
    ) {
        // SAFETY: recording; layout and set are alive, and the offsets are as many as the set has.
        unsafe {
            self.device().raw().cmd_bind_descriptor_sets(
                self.raw(),
                pipeline.bind_point(),
                layout.raw(),
                0,
                &[set.raw()],
                dynamic_offsets_bytes,
            );
        }
    }

    /// Binds a vertex or instance buffer to a slot, from `offset_bytes` on.
    pub fn bind_vertex_buffer(&mut self, slot: u32, buffer: &Buffer, offset_bytes: u64) {
        self.wait_for_writes();
        // SAFETY: recording; the buffer is alive.
        unsafe {
            self.device().raw().cmd_bind_vertex_buffers(
                self.raw(),
                slot,
                &[buffer.raw()],
                &[offset_bytes],
            );
        }
    }

    /// Binds vertices or instances that this frame pushed.
    pub fn bind_vertex_slice(&mut self, slot: u32, slice: &ConstantSlice) {
        let offset_bytes = slice.offset_bytes.into();
        // SAFETY: recording; a slice's buffer lives for its frame.
        unsafe {
            self.device().raw().cmd_bind_vertex_buffers(
                self.raw(),
                slot,
                &[slice.buffer],
                &[offset_bytes],
            );
        }
    }

    /// Binds 32-bit indices, from `offset_bytes` on.
    pub fn bind_index_buffer(&mut self, buffer: &Buffer, offset_bytes: u64) {
        self.wait_for_writes();
        // SAFETY: recording; the buffer is alive.
        unsafe {
            self.device().raw().cmd_bind_index_buffer(
                self.raw(),
                buffer.raw(),
                offset_bytes,
                vk::IndexType::UINT32,
            );
        }
    }

    /// Binds 16-bit indices (`DXGI_FORMAT_R16_UINT`), from `offset_bytes` on.
    pub fn bind_short_index_buffer(&mut self, buffer: &Buffer, offset_bytes: u64) {
        self.wait_for_writes();
        // SAFETY: recording; the buffer is alive.
        unsafe {
            self.device().raw().cmd_bind_index_buffer(
                self.raw(),
                buffer.raw(),
                offset_bytes,
                vk::IndexType::UINT16,
            );
        }
    }

    /// Sets the blend factor (`SetBlendState`'s second argument).
    pub fn set_blend_factor(&mut self, factor: [f32; 4]) {
        // SAFETY: recording.
        unsafe { self.device().raw().cmd_set_blend_constants(self.raw(), &factor) };
    }

    /// Sets the stencil reference (`SetDepthStencilState`'s second argument).
    pub fn set_stencil_reference(&mut self, reference: u32) {
        let faces = vk::StencilFaceFlags::FRONT_AND_BACK;
        // SAFETY: recording.
        unsafe { self.device().raw().cmd_set_stencil_reference(self.raw(), faces, reference) };
    }

    /// Draws `vertex_count` vertices, `instance_count` times. The first instance is 0, as
    /// `SV_InstanceID` counts from 0 in every draw.
    pub fn draw(&mut self, vertex_count: u32, instance_count: u32) {
        self.order_run();
        // SAFETY: recording, in a pass, with pipeline, sets and buffers bound.
        unsafe { self.device().raw().cmd_draw(self.raw(), vertex_count, instance_count, 0, 0) };
    }

    /// Draws the vertices and instances of two ranges (`DrawInstanced` with start locations). Both count into the
    /// vertex and instance buffers from their starts.
    pub fn draw_range(&mut self, vertices: Range<u32>, instances: Range<u32>) {
        self.order_run();
        // SAFETY: recording, in a pass, with pipeline, sets and buffers bound.
        unsafe {
            self.device().raw().cmd_draw(
                self.raw(),
                vertices.end.saturating_sub(vertices.start),
                instances.end.saturating_sub(instances.start),
                vertices.start,
                instances.start,
            );
        }
    }

    /// Draws the indices and instances of two ranges (`DrawIndexedInstanced`); `vertex_offset` is added to each
    /// index.
    pub fn draw_indexed_range(
        &mut self,
        indices: Range<u32>,
        instances: Range<u32>,
        vertex_offset: i32,
    ) {
        self.order_run();
        // SAFETY: recording, in a pass, with pipeline, sets and buffers bound.
        unsafe {
            self.device().raw().cmd_draw_indexed(
                self.raw(),
                indices.end.saturating_sub(indices.start),
                instances.end.saturating_sub(instances.start),
                indices.start,
                vertex_offset,
                instances.start,
            );
        }
    }

    /// Draws `index_count` indices from `first_index` on, `instance_count` times; `vertex_offset` is
    /// added to each index.
    pub fn draw_indexed(
        &mut self,
        index_count: u32,
        instance_count: u32,
        first_index: u32,
        vertex_offset: i32,
    ) {
        self.order_run();
        // SAFETY: recording, in a pass, with pipeline, sets and buffers bound.
        unsafe {
            self.device().raw().cmd_draw_indexed(
                self.raw(),
                index_count,
                instance_count,
                first_index,
                vertex_offset,
                0,
            );
        }
    }

    /// Runs `group_count` thread groups along x, y and z.
    pub fn dispatch(&mut self, group_count: [u32; 3]) {
        self.order_run();
        let [x, y, z] = group_count;
        // SAFETY: recording, outside of a pass, with pipeline and sets bound.
        unsafe { self.device().raw().cmd_dispatch(self.raw(), x, y, z) };
    }

    /// Draws as the four `u32` at `offset_bytes` of a buffer say (`DrawInstancedIndirect`): vertices, instances, first
    /// vertex, first instance.
    pub fn draw_indirect(&mut self, arguments: &Buffer, offset_bytes: u64) {
        self.order_run();
        let buffer = arguments.raw();
        // SAFETY: recording, in a pass, with pipeline, sets and buffers bound; the arguments are alive.
        unsafe { self.device().raw().cmd_draw_indirect(self.raw(), buffer, offset_bytes, 1, 0) };
    }

    /// Draws as the five words at `offset_bytes` of a buffer say (`DrawIndexedInstancedIndirect`): indices, instances,
    /// first index, what is added to each index, first instance.
    pub fn draw_indexed_indirect(&mut self, arguments: &Buffer, offset_bytes: u64) {
        self.order_run();
        let buffer = arguments.raw();
        // SAFETY: recording, in a pass, with pipeline, sets and buffers bound; the arguments are alive.
        unsafe {
            self.device().raw().cmd_draw_indexed_indirect(self.raw(), buffer, offset_bytes, 1, 0);
        }
    }

    /// Runs as many thread groups as the three `u32` at `offset_bytes` of a buffer say (`DispatchIndirect`).
    pub fn dispatch_indirect(&mut self, arguments: &Buffer, offset_bytes: u64) {
        self.order_run();
        // SAFETY: recording, outside of a pass, with pipeline and sets bound; the arguments are alive.
        unsafe {
            self.device().raw().cmd_dispatch_indirect(self.raw(), arguments.raw(), offset_bytes);
        }
    }

    /// Makes what shaders wrote visible to everything after: shaders, vertex and index input, indirect arguments and
    /// copies. What this module records waits by itself; this is for commands that a program records by its own means.
    pub fn finish_compute_writes(&mut self) {
        self.wait_for_writes();
    }
}
