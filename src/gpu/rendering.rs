//! The part of [`Commands`] that draws into targets: passes, viewports, scissor rectangles.

use ash::vk;

use super::image::aspects;
use super::{Commands, ImageUse, Load, PassDesc, TargetFormats, TargetView};

/// What is being drawn to.
#[derive(Debug, Default)]
pub(super) struct Rendering {
    target: Option<OpenTarget>,
    viewport_count: u32,
    /// The rectangles that a pass with `ScissorEnable` is cut to, one a viewport; the last one stands for the rest. The
    /// whole target if there is none.
    scissors: Vec<vk::Rect2D>,
}

#[derive(Debug)]
struct OpenTarget {
    view: TargetView,
    formats: TargetFormats,
    whole: vk::Rect2D,
}

/// A rectangle of a target and a range of depth (`D3D11_VIEWPORT`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewport {
    /// Its top left corner.
    pub origin_px: [f32; 2],
    /// Width and height.
    pub size_px: [f32; 2],
    /// What the depths 0 and 1 become.
    pub depth: [f32; 2],
}

impl Commands {
    /// Starts to draw into `target`: a labelled pass with the whole target as viewport (y up, as in
    /// Direct3D) and scissor.
    ///
    /// A colour or depth image that is not kept is discarded first, whatever its layout was; one
    /// that is kept must have been drawn to by an earlier pass on this target without a
    /// [`Self::finish_target`] since. A target that is resolved keeps nothing but what it is resolved
    /// to, so its next pass can keep nothing.
    pub fn begin_pass(&mut self, target: &TargetView, desc: &PassDesc<'_>) {
        self.wait_for_writes();
        self.begin_label(desc.label);
        debug_assert!(
            target.resolves.is_empty() || !(desc.color == Load::Keep || desc.depth == Load::Keep),
            "the samples of an earlier pass are gone"
        );
        let mut barriers = Vec::with_capacity(target.colors.len() + target.resolves.len() + 1);
        for color in target.colors.iter().filter(|it| !it.is_none()) {
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
        if !barriers.is_empty() {
            self.barriers(&barriers, &[]);
        }
        self.begin_rendering(target, desc.color, desc.depth);
        let extent = vk::Extent2D { width: target.size_px[0], height: target.size_px[1] };
        self.rendering.target = Some(OpenTarget {
            view: target.clone(),
            formats: target.formats(),
            whole: vk::Rect2D { offset: vk::Offset2D::default(), extent },
        });
        self.rendering.scissors.clear();
        self.set_viewport(
            [0.0, 0.0],
            [size_f32(extent.width), size_f32(extent.height)],
            [0.0, 1.0],
        );
        self.enable_scissor(false);
    }

    fn begin_rendering(&self, target: &TargetView, color: Load<[f32; 4]>, depth: Load<f32>) {
        // Also where only the resolved picture is wanted: a rendering that is paused goes on with its samples.
        let store_op = vk::AttachmentStoreOp::STORE;
        let colors = target
            .colors
            .iter()
            .enumerate()
            .map(|(index, attachment)| {
                let info = vk::RenderingAttachmentInfo::default()
                    .image_view(attachment.view)
                    .image_layout(ImageUse::ColorTarget.layout())
                    .load_op(color.op())
                    .store_op(store_op);
                let info = match color {
                    Load::Clear(rgba) => info.clear_value(vk::ClearValue {
                        color: clear_color(attachment.format, rgba),
                    }),
                    Load::Keep | Load::Discard => info,
                };
                match target.resolves.get(index) {
                    Some(resolve) => info
                        .resolve_mode(vk::ResolveModeFlags::AVERAGE)
                        .resolve_image_view(resolve.view)
                        .resolve_image_layout(ImageUse::ColorTarget.layout()),
                    None => info,
                }
            })
            .collect::<Vec<_>>();
        let depth_info = target.depth.as_ref().map(|attachment| {
            let value = match depth {
                Load::Clear(depth) => depth,
                Load::Keep | Load::Discard => 0.0,
            };
            vk::RenderingAttachmentInfo::default()
                .image_view(attachment.view)
                .image_layout(ImageUse::DepthTarget.layout())
                .load_op(depth.op())
                .store_op(store_op)
                .clear_value(vk::ClearValue {
                    depth_stencil: vk::ClearDepthStencilValue { depth: value, stencil: 0 },
                })
        });
        let extent = vk::Extent2D { width: target.size_px[0], height: target.size_px[1] };
        let area = vk::Rect2D { offset: vk::Offset2D::default(), extent };
        let mut info = vk::RenderingInfo::default()
            .render_area(area)
            .layer_count(target.layer_count)
            .color_attachments(&colors);
        if let (Some(view), Some(depth_info)) = (&target.depth, &depth_info) {
            let held = aspects(view.format);
            if held.contains(vk::ImageAspectFlags::DEPTH) {
                info = info.depth_attachment(depth_info);
            }
            if held.contains(vk::ImageAspectFlags::STENCIL) {
                info = info.stencil_attachment(depth_info);
            }
        }
        // SAFETY: recording; the attachments are in the layouts that `begin_pass` barriered to, and the
        // caller keeps the target alive until this has run.
        unsafe { self.device().raw().cmd_begin_rendering(self.raw(), &info) };
    }

    /// Ends the rendering of an open pass for commands that cannot stand in one. Whether there was one.
    pub(super) fn pause_rendering(&mut self) -> bool {
        if self.rendering.target.is_none() {
            return false;
        }
        // SAFETY: recording, inside a rendering that `begin_rendering` began.
        unsafe { self.device().raw().cmd_end_rendering(self.raw()) };
        true
    }

    /// Goes on with what [`Self::pause_rendering`] ended.
    pub(super) fn resume_rendering(&mut self) {
        if let Some(target) = &self.rendering.target {
            self.begin_rendering(&target.view, Load::Keep, Load::Keep);
        }
    }

    /// The formats of what the open pass draws to; `None` outside of a pass.
    pub fn target_formats(&self) -> Option<&TargetFormats> {
        self.rendering.target.as_ref().map(|it| &it.formats)
    }

    /// Ends what [`Self::begin_pass`] began. The target stays a target.
    pub fn end_pass(&mut self) {
        // SAFETY: recording, inside a rendering that `begin_pass` began.
        unsafe { self.device().raw().cmd_end_rendering(self.raw()) };
        self.rendering.target = None;
        self.end_label();
    }

    /// Hands the colour (and, where it says so, depth) of a target on to what comes after: the copy
    /// to the CPU, a shader or the window.
    pub fn finish_target(&mut self, target: &TargetView) {
        for color in target.pictures().iter().filter(|it| !it.is_none()) {
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
        self.set_viewports(&[Viewport { origin_px, size_px, depth }]);
    }

    /// Sets several viewports, between which `SV_ViewportArrayIndex` chooses (`RSSetViewports`). With them the scissor
    /// rectangles are set anew: those of [`Self::set_scissors`] if the last pass applied has `ScissorEnable`.
    pub fn set_viewports(&mut self, viewports: &[Viewport]) {
        let raw = viewports
            .iter()
            .map(|it| vk::Viewport {
                x: it.origin_px[0],
                y: it.origin_px[1] + it.size_px[1],
                width: it.size_px[0],
                height: -it.size_px[1],
                min_depth: it.depth[0],
                max_depth: it.depth[1],
            })
            .collect::<Vec<_>>();
        if raw.is_empty() {
            return;
        }
        // SAFETY: recording; there is at least one.
        unsafe { self.device().raw().cmd_set_viewport_with_count(self.raw(), &raw) };
        self.rendering.viewport_count = u32::try_from(raw.len()).unwrap_or(u32::MAX);
        self.enable_scissor(false);
    }

    /// Sets the rectangle, in pixels from the top left, that draws with `ScissorEnable` are cut to
    /// from here to the end of the pass. It takes effect with [`Self::enable_scissor`].
    pub fn set_scissor(&mut self, origin_px: [i32; 2], size_px: [u32; 2]) {
        self.set_scissors(&[(origin_px, size_px)]);
    }

    /// Sets a rectangle for each viewport (`RSSetScissorRects`): corner and size. The last one stands for viewports
    /// beyond.
    pub fn set_scissors(&mut self, rectangles: &[([i32; 2], [u32; 2])]) {
        self.rendering.scissors.clear();
        self.rendering.scissors.extend(rectangles.iter().map(|(origin_px, size_px)| vk::Rect2D {
            offset: vk::Offset2D { x: origin_px[0], y: origin_px[1] },
            extent: vk::Extent2D { width: size_px[0], height: size_px[1] },
        }));
    }

    /// Cuts draws to the scissor rectangles, or to nothing but the target.
    pub fn enable_scissor(&mut self, enabled: bool) {
        let rendering = &self.rendering;
        let Some(target) = &rendering.target else { return };
        let rectangles = (0..rendering.viewport_count as usize)
            .map(|index| {
                let set = rendering.scissors.get(index).or(rendering.scissors.last());
                set.filter(|_| enabled).copied().unwrap_or(target.whole)
            })
            .collect::<Vec<_>>();
        // SAFETY: recording; as many as there are viewports, which is at least one in an open pass.
        unsafe { self.device().raw().cmd_set_scissor_with_count(self.raw(), &rectangles) };
    }
}

/// A colour to clear with: numbers for whole-number formats are converted, as `ClearRenderTargetView` does.
#[expect(
    clippy::cast_possible_truncation,
    reason = "whole numbers that saturate are what is wanted"
)]
#[expect(clippy::cast_sign_loss, reason = "negative numbers become 0")]
fn clear_color(format: vk::Format, rgba: [f32; 4]) -> vk::ClearColorValue {
    match format {
        vk::Format::R8_UINT
        | vk::Format::R8G8_UINT
        | vk::Format::R8G8B8A8_UINT
        | vk::Format::A2B10G10R10_UINT_PACK32
        | vk::Format::R16_UINT
        | vk::Format::R16G16_UINT
        | vk::Format::R16G16B16A16_UINT
        | vk::Format::R32_UINT
        | vk::Format::R32G32_UINT
        | vk::Format::R32G32B32A32_UINT => vk::ClearColorValue { uint32: rgba.map(|it| it as u32) },
        vk::Format::R8_SINT
        | vk::Format::R8G8_SINT
        | vk::Format::R8G8B8A8_SINT
        | vk::Format::R16_SINT
        | vk::Format::R16G16_SINT
        | vk::Format::R16G16B16A16_SINT
        | vk::Format::R32_SINT
        | vk::Format::R32G32_SINT
        | vk::Format::R32G32B32A32_SINT => vk::ClearColorValue { int32: rgba.map(|it| it as i32) },
        _ => vk::ClearColorValue { float32: rgba },
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
