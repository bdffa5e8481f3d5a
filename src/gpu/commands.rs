//! [`Commands`]: recording of a command buffer.
//!
//! Every function here is safe to call while the buffer is recording, which a `Commands` always is.
//! What is recorded is only used when it runs, so whoever hands in a buffer, an image or a pipeline
//! keeps it until then: by not dropping it before its [`Frames`](super::Frames), or by giving it to
//! [`Frames::retire`](super::Frames::retire).

use std::fmt;
use std::sync::Arc;

use ash::vk;

use super::image::aspects;
use super::{Buffer, Device, Image, ImageUse, Load, PassDesc, TargetFormats, TargetView};

/// A command buffer that is being recorded.
pub struct Commands {
    device: Arc<Device>,
    raw: vk::CommandBuffer,
    /// What the open pass draws to.
    target: Option<OpenTarget>,
    /// The rectangle that a pass with `ScissorEnable` is cut to; the whole target if none is set.
    scissor: Option<vk::Rect2D>,
}

struct OpenTarget {
    formats: TargetFormats,
    whole: vk::Rect2D,
}

impl Commands {
    /// Starts to record through this handle.
    ///
    /// # Safety
    /// `raw` must be in the recording state for as long as the result lives, and nobody else may
    /// record into it.
    pub(super) unsafe fn new(device: &Arc<Device>, raw: vk::CommandBuffer) -> Self {
        Self { device: Arc::clone(device), raw, target: None, scissor: None }
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

    fn barrier_of_image(
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

    /// Starts to draw into `target`: a labelled pass with the whole target as viewport (y up, as in
    /// Direct3D) and scissor.
    ///
    /// A colour or depth image that is not kept is discarded first, whatever its layout was; one
    /// that is kept must have been drawn to by an earlier pass on this target without a
    /// [`Self::finish_target`] since. A target that is resolved keeps nothing but what it is resolved
    /// to, so its next pass can keep nothing.
    pub fn begin_pass(&mut self, target: &TargetView, desc: &PassDesc<'_>) {
        self.begin_label(desc.label);
        let is_resolved = !target.resolves.is_empty();
        debug_assert!(
            !is_resolved || !(desc.color == Load::Keep || desc.depth == Load::Keep),
            "the samples of an earlier pass are gone"
        );
        let mut barriers = Vec::with_capacity(target.colors.len() + target.resolves.len() + 1);
        for color in &target.colors {
            barriers.push(target_barrier(
                color.image,
                color.format,
                color.after,
                ImageUse::ColorTarget,
                matches!(desc.color, Load::Keep),
            ));
        }
        for resolve in &target.resolves {
            let (after, to) = (resolve.after, ImageUse::ColorTarget);
            barriers.push(target_barrier(resolve.image, resolve.format, after, to, false));
        }
        if let Some(depth) = &target.depth {
            barriers.push(target_barrier(
                depth.image,
                depth.format,
                depth.after,
                ImageUse::DepthTarget,
                matches!(desc.depth, Load::Keep),
            ));
        }
        self.barriers(&barriers, &[]);

        let store_op = if is_resolved {
            vk::AttachmentStoreOp::DONT_CARE
        } else {
            vk::AttachmentStoreOp::STORE
        };
        let colors = target
            .colors
            .iter()
            .enumerate()
            .map(|(index, color)| {
                let value = match desc.color {
                    Load::Clear(float32) => float32,
                    Load::Keep | Load::Discard => [0.0; 4],
                };
                let info = vk::RenderingAttachmentInfo::default()
                    .image_view(color.view)
                    .image_layout(ImageUse::ColorTarget.layout())
                    .load_op(desc.color.op())
                    .store_op(store_op)
                    .clear_value(vk::ClearValue { color: vk::ClearColorValue { float32: value } });
                match target.resolves.get(index) {
                    Some(resolve) => info
                        .resolve_mode(vk::ResolveModeFlags::AVERAGE)
                        .resolve_image_view(resolve.view)
                        .resolve_image_layout(ImageUse::ColorTarget.layout()),
                    None => info,
                }
            })
            .collect::<Vec<_>>();
        let depth = target.depth.as_ref().map(|depth| {
            let value = match desc.depth {
                Load::Clear(depth) => depth,
                Load::Keep | Load::Discard => 0.0,
            };
            vk::RenderingAttachmentInfo::default()
                .image_view(depth.view)
                .image_layout(ImageUse::DepthTarget.layout())
                .load_op(desc.depth.op())
                .store_op(store_op)
                .clear_value(vk::ClearValue {
                    depth_stencil: vk::ClearDepthStencilValue { depth: value, stencil: 0 },
                })
        });
        let extent = vk::Extent2D { width: target.size_px[0], height: target.size_px[1] };
        let area = vk::Rect2D { offset: vk::Offset2D::default(), extent };
        let mut info = vk::RenderingInfo::default()
            .render_area(area)
            .layer_count(1)
            .color_attachments(&colors);
        if let (Some(view), Some(info_of_depth)) = (&target.depth, &depth) {
            let held = aspects(view.format);
            if held.contains(vk::ImageAspectFlags::DEPTH) {
                info = info.depth_attachment(info_of_depth);
            }
            if held.contains(vk::ImageAspectFlags::STENCIL) {
                info = info.stencil_attachment(info_of_depth);
            }
        }
        // SAFETY: recording; the attachments are in the layouts just barriered to, and the caller
        // keeps the target alive until this has run.
        unsafe { self.device.raw().cmd_begin_rendering(self.raw, &info) };
        self.set_viewport(
            [0.0, 0.0],
            [size_f32(extent.width), size_f32(extent.height)],
            [0.0, 1.0],
        );
        self.target = Some(OpenTarget { formats: target.formats(), whole: area });
        self.scissor = None;
        self.enable_scissor(false);
    }

    /// The formats of what the open pass draws to; `None` outside of a pass.
    pub fn target_formats(&self) -> Option<&TargetFormats> {
        self.target.as_ref().map(|it| &it.formats)
    }

    /// Ends what [`Self::begin_pass`] began. The target stays a target.
    pub fn end_pass(&mut self) {
        // SAFETY: recording, inside a rendering that `begin_pass` began.
        unsafe { self.device.raw().cmd_end_rendering(self.raw) };
        self.target = None;
        self.end_label();
    }

    /// Hands the colour (and, where it says so, depth) of a target on to what comes after: the copy
    /// to the CPU, a shader or the window.
    pub fn finish_target(&mut self, target: &TargetView) {
        for color in target.pictures() {
            let from = ImageUse::ColorTarget;
            self.barrier_of_image(color.image, color.format, from, from.layout(), color.after);
        }
        if let Some(depth) = &target.depth
            && depth.after != ImageUse::DepthTarget
        {
            let from = ImageUse::DepthTarget;
            self.barrier_of_image(depth.image, depth.format, from, from.layout(), depth.after);
        }
    }

    /// Sets the viewport as Direct3D means it: `origin_px` is its top left corner, y points down in
    /// the picture and up in clip space.
    pub fn set_viewport(&mut self, origin_px: [f32; 2], size_px: [f32; 2], depth: [f32; 2]) {
        let viewport = vk::Viewport {
            x: origin_px[0],
            y: origin_px[1] + size_px[1],
            width: size_px[0],
            height: -size_px[1],
            min_depth: depth[0],
            max_depth: depth[1],
        };
        // SAFETY: recording.
        unsafe { self.device.raw().cmd_set_viewport(self.raw, 0, &[viewport]) };
    }

    /// Sets the rectangle, in pixels from the top left, that draws with `ScissorEnable` are cut to
    /// from here to the end of the pass. It takes effect with [`Self::enable_scissor`].
    pub fn set_scissor(&mut self, origin_px: [i32; 2], size_px: [u32; 2]) {
        self.scissor = Some(vk::Rect2D {
            offset: vk::Offset2D { x: origin_px[0], y: origin_px[1] },
            extent: vk::Extent2D { width: size_px[0], height: size_px[1] },
        });
    }

    /// Cuts draws to the scissor rectangle, or to nothing but the target.
    pub fn enable_scissor(&mut self, enabled: bool) {
        let Some(target) = &self.target else { return };
        let rect = self.scissor.filter(|_| enabled).unwrap_or(target.whole);
        // SAFETY: recording.
        unsafe { self.device.raw().cmd_set_scissor(self.raw, 0, &[rect]) };
    }

    /// Copies `size_bytes` between buffers, which must not overlap.
    pub fn copy_buffer(&mut self, source: (&Buffer, u64), target: (&Buffer, u64), size_bytes: u64) {
        let region =
            vk::BufferCopy { src_offset: source.1, dst_offset: target.1, size: size_bytes };
        // SAFETY: recording, outside of a pass; the buffers are alive.
        unsafe {
            self.device.raw().cmd_copy_buffer(self.raw, source.0.raw(), target.0.raw(), &[region]);
        }
    }

    /// Fills a buffer (of a size that 4 divides) with a word.
    pub fn fill_buffer(&mut self, buffer: &Buffer, word: u32) {
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
            .image_extent(vk::Extent3D { width, height, depth: 1 });
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

/// Makes an image a target, after what it may have been since the last frame (`after`) or an
/// earlier pass.
fn target_barrier(
    image: vk::Image,
    format: vk::Format,
    after: ImageUse,
    target: ImageUse,
    keep: bool,
) -> vk::ImageMemoryBarrier2<'static> {
    let old_layout = if keep { target.layout() } else { vk::ImageLayout::UNDEFINED };
    vk::ImageMemoryBarrier2::default()
        .src_stage_mask(after.stages() | target.stages())
        .src_access_mask(after.access() | target.access())
        .dst_stage_mask(target.stages())
        .dst_access_mask(target.access())
        .old_layout(old_layout)
        .new_layout(target.layout())
        .image(image)
        .subresource_range(vk::ImageSubresourceRange {
            aspect_mask: aspects(format),
            base_mip_level: 0,
            level_count: vk::REMAINING_MIP_LEVELS,
            base_array_layer: 0,
            layer_count: vk::REMAINING_ARRAY_LAYERS,
        })
}

/// A pixel count as a float; exact up to 2^24, far over any image's size.
fn size_f32(size_px: u32) -> f32 {
    size_px as f32
}
