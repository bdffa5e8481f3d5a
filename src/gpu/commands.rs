//! [`Commands`]: recording of a command buffer.
//!
//! Every function here is safe to call while the buffer is recording, which a `Commands` always is.
//! What is recorded is only used when it runs, so whoever hands in a buffer, an image or a pipeline
//! keeps it until then: by not dropping it before its [`Frames`](super::Frames), or by giving it to
//! [`Frames::retire`](super::Frames::retire).

use std::fmt;
use std::sync::Arc;

use ash::vk;

use super::hazards::Hazards;
use super::image::aspects;
use super::rendering::Rendering;
use super::{Buffer, Device, Image, ImageUse};

/// A command buffer that is being recorded.
pub struct Commands {
    device: Arc<Device>,
    raw: vk::CommandBuffer,
    /// What the open pass draws to, its viewports and scissor rectangles.
    pub(super) rendering: Rendering,
    /// What has to wait for what.
    pub(super) hazards: Hazards,
}

impl Commands {
    /// Starts to record through this handle.
    ///
    /// # Safety
    /// `raw` must be in the recording state for as long as the result lives, and nobody else may
    /// record into it.
    pub(super) unsafe fn new(device: &Arc<Device>, raw: vk::CommandBuffer) -> Self {
        Self {
            device: Arc::clone(device),
            raw,
            rendering: Rendering::default(),
            hazards: Hazards::default(),
        }
    }

    /// The device that this records for.
    pub fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// The Vulkan handle, for code that records by itself, such as the overlay's renderer.
    pub fn raw(&self) -> vk::CommandBuffer {
        self.raw
    }

    /// Opens a labelled stretch, shown by RenderDoc.
    pub fn begin_label(&mut self, label: &str) {
        // SAFETY: this buffer is recording and ours alone.
        unsafe { self.device.names().begin_label(self.raw, label) };
    }

    /// Closes the innermost labelled stretch.
    pub fn end_label(&mut self) {
        // SAFETY: as above; the callers here pair their labels.
        unsafe { self.device.names().end_label(self.raw) };
    }

    /// Makes all of `image` ready for `to` once everything of `from` is done.
    pub fn transition(&mut self, image: &Image, from: ImageUse, to: ImageUse) {
        self.barrier_of_image(image.raw(), image.format(), from, from.layout(), to);
    }

    /// Like [`Self::transition`], but the contents are lost, so that `from` may be any earlier use.
    pub fn transition_discarding(&mut self, image: &Image, from: ImageUse, to: ImageUse) {
        let undefined = vk::ImageLayout::UNDEFINED;
        self.barrier_of_image(image.raw(), image.format(), from, undefined, to);
    }

    pub(super) fn barrier_of_image(
        &mut self,
        image: vk::Image,
        format: vk::Format,
        from: ImageUse,
        old_layout: vk::ImageLayout,
        to: ImageUse,
    ) {
        let range = vk::ImageSubresourceRange {
            aspect_mask: aspects(format),
            base_mip_level: 0,
            level_count: vk::REMAINING_MIP_LEVELS,
            base_array_layer: 0,
            layer_count: vk::REMAINING_ARRAY_LAYERS,
        };
        self.barriers(
            &[vk::ImageMemoryBarrier2::default()
                .src_stage_mask(from.stages())
                .src_access_mask(from.access())
                .dst_stage_mask(to.stages())
                .dst_access_mask(to.access())
                .old_layout(old_layout)
                .new_layout(to.layout())
                .image(image)
                .subresource_range(range)],
            &[],
        );
    }

    /// Puts a word into a buffer at `offset_bytes` (which 4 divides), after everything that was recorded before and
    /// before everything after. An open pass is interrupted.
    pub fn write_word(&mut self, buffer: &Buffer, offset_bytes: u64, word: u32) {
        self.order_everything();
        let was_open = self.pause_rendering();
        // SAFETY: recording, outside of a pass; the buffer is alive.
        unsafe {
            self.device.raw().cmd_fill_buffer(self.raw, buffer.raw(), offset_bytes, 4, word);
        }
        self.memory_barrier(
            (vk::PipelineStageFlags2::ALL_TRANSFER, vk::AccessFlags2::TRANSFER_WRITE),
            (
                vk::PipelineStageFlags2::ALL_COMMANDS,
                vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE,
            ),
        );
        if was_open {
            self.resume_rendering();
        }
    }

    /// Orders everything that wrote memory in `from` before everything that uses it in `to`.
    pub fn memory_barrier(
        &mut self,
        from: (vk::PipelineStageFlags2, vk::AccessFlags2),
        to: (vk::PipelineStageFlags2, vk::AccessFlags2),
    ) {
        self.barriers(
            &[],
            &[vk::MemoryBarrier2::default()
                .src_stage_mask(from.0)
                .src_access_mask(from.1)
                .dst_stage_mask(to.0)
                .dst_access_mask(to.1)],
        );
    }

    pub(super) fn barriers(
        &mut self,
        images: &[vk::ImageMemoryBarrier2<'_>],
        memory: &[vk::MemoryBarrier2<'_>],
    ) {
        let info =
            vk::DependencyInfo::default().image_memory_barriers(images).memory_barriers(memory);
        // SAFETY: the buffer is recording; the images named by callers are alive.
        unsafe { self.device.raw().cmd_pipeline_barrier2(self.raw, &info) };
    }

    /// Copies `size_bytes` between buffers, which must not overlap.
    pub fn copy_buffer(&mut self, source: (&Buffer, u64), target: (&Buffer, u64), size_bytes: u64) {
        self.wait_for_writes();
        let region =
            vk::BufferCopy { src_offset: source.1, dst_offset: target.1, size: size_bytes };
        // SAFETY: recording, outside of a pass; the buffers are alive.
        unsafe {
            self.device.raw().cmd_copy_buffer(self.raw, source.0.raw(), target.0.raw(), &[region]);
        }
    }

    /// Fills a buffer (of a size that 4 divides) with a word.
    pub fn fill_buffer(&mut self, buffer: &Buffer, word: u32) {
        self.wait_for_writes();
        // SAFETY: recording, outside of a pass; the buffer is alive.
        unsafe {
            self.device.raw().cmd_fill_buffer(self.raw, buffer.raw(), 0, vk::WHOLE_SIZE, word);
        }
    }

    /// Sets every bit of a colour image, which is in use as [`ImageUse::CopyTarget`], to 0.
    pub(super) fn clear_image(&mut self, image: &Image) {
        let range = vk::ImageSubresourceRange {
            aspect_mask: aspects(image.format()),
            base_mip_level: 0,
            level_count: vk::REMAINING_MIP_LEVELS,
            base_array_layer: 0,
            layer_count: vk::REMAINING_ARRAY_LAYERS,
        };
        let layout = ImageUse::CopyTarget.layout();
        let zero = vk::ClearColorValue { uint32: [0; 4] };
        // SAFETY: recording, outside of a pass; the image is alive.
        unsafe {
            self.device.raw().cmd_clear_color_image(self.raw, image.raw(), layout, &zero, &[range]);
        }
    }

    /// Copies tightly packed texels from a buffer into one level of all layers of an image, which is
    /// in use as [`ImageUse::CopyTarget`].
    pub fn copy_buffer_to_image(
        &mut self,
        source: (&Buffer, u64),
        image: &Image,
        mip: u32,
        depth: u32,
    ) {
        self.wait_for_writes();
        let [width, height] = image.size_px().map(|it| (it >> mip).max(1));
        let region = vk::BufferImageCopy::default()
            .buffer_offset(source.1)
            .image_subresource(vk::ImageSubresourceLayers {
                aspect_mask: aspects(image.format()),
                mip_level: mip,
                base_array_layer: 0,
                layer_count: image.layer_count(),
            })
            .image_extent(vk::Extent3D { width, height, depth });
        // SAFETY: recording, outside of a pass; buffer and image are alive.
        unsafe {
            self.device.raw().cmd_copy_buffer_to_image(
                self.raw,
                source.0.raw(),
                image.raw(),
                ImageUse::CopyTarget.layout(),
                &[region],
            );
        }
    }

    /// Fills the level after `mip` with a linear blit of `mip`; that one is in use as
    /// [`ImageUse::CopySource`], the next as [`ImageUse::CopyTarget`].
    pub(super) fn blit_to_next_level(&mut self, image: &Image, mip: u32) {
        let corner = |mip: u32| {
            let [x, y] =
                image.size_px().map(|it| i32::try_from((it >> mip).max(1)).unwrap_or(i32::MAX));
            vk::Offset3D { x, y, z: 1 }
        };
        let layers = |mip: u32| vk::ImageSubresourceLayers {
            aspect_mask: aspects(image.format()),
            mip_level: mip,
            base_array_layer: 0,
            layer_count: image.layer_count(),
        };
        let region = vk::ImageBlit::default()
            .src_subresource(layers(mip))
            .src_offsets([vk::Offset3D::default(), corner(mip)])
            .dst_subresource(layers(mip + 1))
            .dst_offsets([vk::Offset3D::default(), corner(mip + 1)]);
        // SAFETY: recording, outside of a pass; the image is alive and has both levels.
        unsafe {
            self.device.raw().cmd_blit_image(
                self.raw,
                image.raw(),
                ImageUse::CopySource.layout(),
                image.raw(),
                ImageUse::CopyTarget.layout(),
                &[region],
                vk::Filter::LINEAR,
            );
        }
    }

    /// Copies one level of all layers of an image, which is in use as [`ImageUse::CopySource`],
    /// tightly packed to the start of a buffer, and makes it visible to the CPU.
    pub fn copy_image_to_buffer(&mut self, image: &Image, mip: u32, buffer: &Buffer) {
        self.wait_for_writes();
        let [width, height] = image.size_px().map(|it| (it >> mip).max(1));
        let mut aspect_mask = aspects(image.format());
        if aspect_mask.contains(vk::ImageAspectFlags::DEPTH) {
            // A copy takes one aspect.
            aspect_mask = vk::ImageAspectFlags::DEPTH;
        }
        let region = vk::BufferImageCopy::default()
            .image_subresource(vk::ImageSubresourceLayers {
                aspect_mask,
                mip_level: mip,
                base_array_layer: 0,
                layer_count: image.layer_count(),
            })
            .image_extent(vk::Extent3D { width, height, depth: (image.depth_px() >> mip).max(1) });
        // SAFETY: recording, outside of a pass; image and buffer are alive.
        unsafe {
            self.device.raw().cmd_copy_image_to_buffer(
                self.raw,
                image.raw(),
                ImageUse::CopySource.layout(),
                buffer.raw(),
                &[region],
            );
        }
        self.memory_barrier(
            (vk::PipelineStageFlags2::ALL_TRANSFER, vk::AccessFlags2::TRANSFER_WRITE),
            (vk::PipelineStageFlags2::HOST, vk::AccessFlags2::HOST_READ),
        );
    }
}

impl fmt::Debug for Commands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Commands").field("raw", &self.raw).finish_non_exhaustive()
    }
}
