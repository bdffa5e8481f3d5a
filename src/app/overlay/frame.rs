//! The Frame part: how fast frames come, captures and pictures of them, and the looks of the panels.

use super::panel::Panel;
use crate::app::{Action, Style};

/// Number of frames in the plot.
const HISTORY_LEN: usize = 120;
/// Why there is no capture, and what to do about it.
const NO_CAPTURE: &str = "no RenderDoc: start with --capture N, or under RenderDoc, to capture";

/// The times of the last frames.
#[derive(Debug)]
pub(super) struct FramePanel {
    /// Milliseconds from frame to frame; a ring.
    history_ms: [f32; HISTORY_LEN],
    /// Where the oldest of them is.
    oldest: usize,
}

impl Default for FramePanel {
    fn default() -> Self {
        Self { history_ms: [0.0; HISTORY_LEN], oldest: 0 }
    }
}

impl FramePanel {
    /// Remembers the time since the last frame.
    pub(super) fn push_time(&mut self, frame_time_s: f64) {
        #[expect(clippy::cast_possible_truncation, reason = "a time to look at")]
        let frame_time_ms = (frame_time_s * 1e3) as f32;
        self.history_ms[self.oldest] = frame_time_ms;
        self.oldest = (self.oldest + 1) % HISTORY_LEN;
    }

    /// The numbers, then what can be done.
    pub(super) fn show(&self, panel: &mut Panel<'_>) {
        let (ui, frame) = (panel.ui, panel.status.frame);
        let gpu_time = frame
            .gpu_time_s
            .map_or_else(|| "no clock".to_owned(), |time_s| format!("{:.2} ms", time_s * 1e3));
        ui.text(format!("CPU {:.2} ms   GPU {gpu_time}", frame.cpu_time_s * 1e3));
        let longest_ms = self.history_ms.iter().copied().fold(0.0, f32::max);
        ui.plot_lines("##history", &self.history_ms)
            .values_offset(self.oldest)
            .scale_min(0.0)
            .scale_max(longest_ms.max(20.0))
            .graph_size([ui.content_region_avail()[0], 2.0 * ui.frame_height()])
            .overlay_text(format!("{:.1} frames/s, longest {longest_ms:.1} ms", frame.frames_per_s))
            .build();
        let [width, height] = frame.size_px;
        panel.note(&format!(
            "{width} x {height} pixels at scale {}, {} a pixel\n{}",
            frame.scale,
            if frame.sample_count == 1 {
                "1 sample".to_owned()
            } else {
                format!("{} samples", frame.sample_count)
            },
            frame.gpu
        ));
        if panel.button("Save picture") {
            panel.actions.push(Action::SavePicture);
        }
        let obstacle = (!frame.can_capture).then_some(NO_CAPTURE);
        ui.same_line();
        if panel.button_unless("Capture (F12)###Capture", obstacle) {
            panel.actions.push(Action::Capture);
        }
        let is_limited =
            panel.checkbox("Limit frame rate", panel.settings.interface.limits_frame_rate);
        panel.settings.interface.limits_frame_rate = is_limited;
        for (label, style) in [("Dark", Style::Dark), ("Light", Style::Light)] {
            if panel.choice("Style", label, panel.settings.interface.style == style) {
                panel.settings.interface.style = style;
            }
            ui.same_line();
        }
        ui.text_disabled("panels");
    }
}
