//! [`OverlayRenderer`]: draws what ImGui made over a finished picture.
//!
//! A crate does the drawing. It keeps one vertex and one index buffer for each frame in flight, takes them in turn
//! and writes or replaces them without waiting, so this notes which frame used which and waits where the turn comes
//! too early (after frames that were recorded and never submitted).

use std::fmt;
use std::sync::Arc;

use ash::vk;
use imgui::internal::RawWrapper;
use imgui_rs_vulkan_renderer::{DynamicRendering, Options, Renderer, RendererError};

use super::counters::count;
use super::error::Call;
use super::owned::Owned;
use super::{Device, Frame, FrameValue, Frames, GpuError, GpuResult, Load, PassDesc, TargetView};

/// Draws what ImGui made over a finished picture.
pub struct OverlayRenderer {
    // Its objects go first, after `drop` waited.
    renderer: Renderer,
    pool: Owned<vk::CommandPool>,
    format: vk::Format,
    /// The frame that used each pair of buffers last.
    used_by: Vec<FrameValue>,
    /// Whose turn it is.
    next: usize,
    /// The frame that was recorded into last.
    last_serial: Option<u64>,
    device: Arc<Device>,
}

/// Whether a list, a colour picker or another popup of ImGui is open. To be asked during a frame.
#[must_use]
pub fn is_popup_open(_during_frame: &imgui::Ui) -> bool {
    let flags = imgui::sys::ImGuiPopupFlags_AnyPopup;
    // SAFETY: that there is a `Ui` says that there is a context, in a frame, on this thread; with these flags the name is
    // not read, and may be null.
    unsafe { imgui::sys::igIsPopupOpen(std::ptr::null(), flags.cast_signed()) }
}

impl OverlayRenderer {
    /// Prepares to draw into targets of such a colour format, with so many frames in flight, and uploads the
    /// fonts of `context`, whose backend flags say afterwards what this can.
    ///
    /// # Errors
    /// A lost device, or no memory.
    pub fn new(
        device: &Arc<Device>,
        context: &mut imgui::Context,
        color_format: vk::Format,
        in_flight: usize,
    ) -> GpuResult<Self> {
        let in_flight = in_flight.max(1);
        let info = vk::CommandPoolCreateInfo::default()
            .flags(vk::CommandPoolCreateFlags::TRANSIENT)
            .queue_family_index(device.queue_family());
        // SAFETY: the family is the one the device was made with; the handle is owned at once.
        let pool = unsafe {
            let raw = device.raw().create_command_pool(&info, None).call("vkCreateCommandPool")?;
            Owned::new(device, raw, "overlay fonts")
        };
        let renderer = device
            .with_queue(|queue| {
                Renderer::with_gpu_allocator(
                    Arc::clone(device.allocator()),
                    device.raw().clone(),
                    queue,
                    *pool,
                    DynamicRendering {
                        color_attachment_format: color_format,
                        depth_attachment_format: None,
                    },
                    context,
                    Some(Options { in_flight_frames: in_flight, ..Options::default() }),
                )
            })
            .overlay("starting")?;
        count(&device.counters_live().pipelines, 1);
        // Draw lists of more than 65,536 vertices are drawn in pieces with an offset.
        let flags = &mut context.io_mut().backend_flags;
        flags.insert(imgui::BackendFlags::RENDERER_HAS_VTX_OFFSET);
        Ok(Self {
            renderer,
            pool,
            format: color_format,
            used_by: vec![FrameValue::default(); in_flight],
            next: 0,
            last_serial: None,
            device: Arc::clone(device),
        })
    }

    /// Draws over the first colour image of `target`, which earlier passes of this frame drew to, in a pass of its
    /// own. At most once a frame. Draw data of no size, or without anything in it, draws nothing.
    ///
    /// # Errors
    /// A target of another format or with several samples, a second call in one frame, a texture that is not known,
    /// no memory, or a lost device.
    pub fn record(
        &mut self,
        frame: &mut Frame<'_>,
        target: &TargetView,
        draw_data: &imgui::DrawData,
    ) -> GpuResult<()> {
        let color = target.colors.first().filter(|it| it.format == self.format);
        let Some(color) = color.filter(|_| target.samples == vk::SampleCountFlags::TYPE_1) else {
            return Err(GpuError::Invalid {
                thing: "target of the overlay".to_owned(),
                expected: format!(
                    "{:?} with one sample was expected, it is {:?}",
                    self.format,
                    target.formats()
                ),
            });
        };
        if self.last_serial.replace(frame.serial()) == Some(frame.serial()) {
            return Err(GpuError::Invalid {
                thing: "overlay".to_owned(),
                expected: "it is drawn once a frame".to_owned(),
            });
        }
        // A viewport of no size is not valid, and neither is a buffer.
        let scale = draw_data.framebuffer_scale;
        let sizes = [0, 1].map(|axis| draw_data.display_size[axis] * scale[axis]);
        let has_size = sizes.iter().all(|size| size.is_finite() && *size >= 1.0);
        if !has_size || draw_data.total_vtx_count <= 0 || draw_data.total_idx_count <= 0 {
            return Ok(());
        }
        clamp_clip_rects(draw_data, target.size_px);

        let turn = self.next % self.used_by.len();
        frame.wait_for(self.used_by[turn])?;
        self.used_by[turn] = frame.value();
        self.next = turn + 1;

        let view = TargetView {
            colors: vec![*color],
            depth: None,
            size_px: target.size_px,
            layer_count: 1,
            samples: vk::SampleCountFlags::TYPE_1,
            resolves: Vec::new(),
        };
        let desc = PassDesc { label: "overlay", color: Load::Keep, depth: Load::Discard };
        frame.begin_pass(&view, &desc);
        let drawn = self.renderer.cmd_draw(frame.raw(), draw_data).overlay("drawing");
        frame.end_pass();
        drawn
    }

    /// Uploads the fonts of `context` again, after they changed. Waits for the GPU.
    ///
    /// # Errors
    /// A lost device, or no memory.
    pub fn update_fonts(
        &mut self,
        frames: &mut Frames,
        context: &mut imgui::Context,
    ) -> GpuResult<()> {
        frames.wait_idle()?;
        self.device
            .with_queue(|queue| self.renderer.update_fonts_texture(queue, *self.pool, context))
            .overlay("uploading fonts")
    }
}

impl Drop for OverlayRenderer {
    fn drop(&mut self) {
        // The crate's objects are no `Owned` ones, so the net under those is used here.
        if self.device.timelines().wait_before_drop(self.device.raw()) {
            count(&self.device.counters_live().drop_waits, 1);
        }
    }
}

impl fmt::Debug for OverlayRenderer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OverlayRenderer").field("format", &self.format).finish_non_exhaustive()
    }
}

/// Cuts every clip rectangle to the display and to the target. The crate moves the corner of one that starts left of
/// the picture or above it into the picture and leaves its size as it is, which shows more than is meant. And a window
/// that shrinks has a display that is larger than its image for a frame, where drawing must stay within the image
/// (Vulkan 1.3, 8.2: the render area).
fn clamp_clip_rects(draw_data: &imgui::DrawData, target_px: [u32; 2]) {
    let low = draw_data.display_pos;
    let high = [0, 1].map(|axis| {
        let target = target_px[axis] as f32 / draw_data.framebuffer_scale[axis];
        low[axis] + draw_data.display_size[axis].min(target)
    });
    for list in draw_data.draw_lists() {
        // SAFETY: the list is valid until ImGui's next frame, which `draw_data` borrows from; its commands are
        // ImGui's own memory behind a pointer, to which no reference is alive here.
        unsafe {
            let commands = list.raw().CmdBuffer;
            let count = usize::try_from(commands.Size).unwrap_or(0);
            for index in 0..count {
                let rect = &mut (*commands.Data.add(index)).ClipRect;
                let [left, top, right, bottom] =
                    clamped([rect.x, rect.y, rect.z, rect.w], low, high);
                (rect.x, rect.y, rect.z, rect.w) = (left, top, right, bottom);
            }
        }
    }
}

/// A rectangle (left, top, right, bottom) cut to the one from `low` to `high`; an empty one if nothing is left.
fn clamped(rect: [f32; 4], low: [f32; 2], high: [f32; 2]) -> [f32; 4] {
    let [left, top] = [0, 1].map(|axis| rect[axis].max(low[axis]).min(high[axis]));
    [left, top, rect[2].min(high[0]).max(left), rect[3].min(high[1]).max(top)]
}

/// Turns the crate's errors into ours.
trait Overlay<T> {
    fn overlay(self, what: &'static str) -> GpuResult<T>;
}

impl<T> Overlay<T> for Result<T, RendererError> {
    fn overlay(self, what: &'static str) -> GpuResult<T> {
        self.map_err(|source| match source {
            RendererError::Vulkan(vk::Result::ERROR_DEVICE_LOST) => {
                GpuError::DeviceLost { call: "the overlay" }
            }
            source => GpuError::Overlay { what, source },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::clamped;

    #[test]
    fn clip_rectangles_lose_what_lies_outside() {
        let check = |rect, expected| {
            let found: [f32; 4] = clamped(rect, [10.0, 20.0], [110.0, 70.0]);
            assert!(
                found.iter().zip(expected).all(|(a, b): (_, f32)| (a - b).abs() < 1e-6),
                "{found:?}"
            );
        };
        check([20.0, 30.0, 40.0, 50.0], [20.0, 30.0, 40.0, 50.0]);
        check([-50.0, 0.0, 30.0, 40.0], [10.0, 20.0, 30.0, 40.0]);
        check([100.0, 60.0, 200.0, 200.0], [100.0, 60.0, 110.0, 70.0]);
        check([200.0, 200.0, 300.0, 300.0], [110.0, 70.0, 110.0, 70.0]);
        check([-50.0, -50.0, -20.0, -20.0], [10.0, 20.0, 10.0, 20.0]);
    }
}
