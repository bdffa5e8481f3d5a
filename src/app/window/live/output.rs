//! What the window gives beside its frames: captures, pictures, times, the trace, and what is remembered of it.

use std::path::Path;

use super::Live;
use crate::app::preferences::Preferences;
use crate::app::trace::{TraceEffect, TraceFrame};
use crate::app::window::place::place_of;
use crate::app::{AppError, Style};
use crate::render::ModelPass;

impl Live {
    pub(super) fn end_capture(&mut self) {
        let time_s = self.session.time_s();
        match self.screen.end_capture() {
            Ok(Some(path)) => {
                self.session.messages.info(time_s, &format!("captured to {}", path.display()));
                if let Err(error) = crate::app::print(&format!("{}\n", path.display())) {
                    self.session.messages.error(time_s, &error.chain());
                }
            }
            Ok(None) => {}
            // Who asked on the command line waits for the file, not for the window.
            Err(error) if self.args.capture == u32::try_from(self.frame_count).ok() => {
                self.capture_error = Some(error);
                self.is_leaving = true;
            }
            Err(error) => self.session.messages.error(time_s, &error.chain()),
        }
    }

    pub(super) fn save_picture(&mut self, path: &Path) {
        let time_s = self.session.time_s();
        match self.write_picture(path) {
            Ok(()) => self.session.messages.info(time_s, &format!("saved {}", path.display())),
            Err(error) => self.session.messages.error(time_s, &error.chain()),
        }
    }

    fn write_picture(&mut self, path: &Path) -> Result<(), AppError> {
        let is_multisampled = self.session.settings.picture.multisampling;
        self.screen.write_picture(self.session.scene(), &mut self.overlay, is_multisampled, path)
    }

    /// Takes a frame's times in: how long the CPU worked for it, and how long after the last one it started.
    pub(super) fn note_times(&mut self, cpu_s: f64, frame_time_s: f64) {
        self.times.cpu_s.add(cpu_s, frame_time_s);
        if let Some(gpu_s) = self.screen.gpu_time_s() {
            self.times.gpu_s.add(gpu_s, frame_time_s);
        }
        self.times.frame_s.add(frame_time_s, frame_time_s);
        self.status.cpu_time_s = self.times.cpu_s.value().unwrap_or_default();
        self.status.gpu_time_s = self.times.gpu_s.value();
        let frame_s = self.times.frame_s.value().unwrap_or_default();
        self.status.frames_per_s = if frame_s > 0.0 { 1.0 / frame_s } else { 0.0 };
    }

    pub(super) fn write_trace(&mut self, dt_s: f64) -> Result<(), AppError> {
        let Some(trace) = &mut self.trace else { return Ok(()) };
        let playback = self.session.playback();
        let settings = &self.session.settings;
        let camera = self.session.scene().camera;
        trace.write(&TraceFrame {
            frame: self.frame_count,
            time_s: self.session.time_s(),
            dt_s,
            demo: playback.demo.name(),
            model: &self.session.model_info().name,
            anim_index: playback.anim_index,
            next_anim_index: playback.next_anim_index,
            curr_frame: playback.curr_frame,
            speed: playback.speed,
            tween_duration_s: settings.playback.tween_duration_s,
            is_paused: settings.playback.is_paused,
            by_time: settings.playback.by_time,
            auto_tween: settings.playback.auto_tween,
            pass: match settings.picture.pass {
                ModelPass::Textured => "textured",
                ModelPass::Wireframe => "wireframe",
            },
            style: match settings.interface.style {
                Style::Dark => "dark",
                Style::Light => "light",
            },
            desc: (&playback.desc).into(),
            eye_m: camera.eye.coords.into(),
            target_m: camera.target.coords.into(),
            size_px: self.status.size_px,
            scale: self.status.scale,
            sample_count: self.status.sample_count,
            is_overlay_visible: settings.interface.is_overlay_visible,
            is_help_open: settings.interface.is_help_open,
            rebuild_count: self.screen.rebuild_count(),
            validation_message_count: self.validation.count(),
            effect: self.session.effect_status().map(|status| {
                let widgets = status.widgets.all.iter().map(|it| it.path.as_str());
                let values = settings.effect.values.iter().map(|it| it.0.as_slice());
                TraceEffect {
                    generation: status.generation,
                    technique: status.techniques.get(status.technique).map_or("", |it| &it.0),
                    pass: settings.effect.pass,
                    is_drawn: self.session.scene().user.is_some(),
                    problem: status.problem.as_ref().map(|(_, text)| text.as_str()),
                    refusals: &status.refusals,
                    values: widgets.zip(values).collect(),
                }
            }),
            messages: self.session.messages.all().map(|it| it.text.as_str()).collect(),
            items: self.overlay.item_rects(),
        })
    }

    /// What is left to do when the window closes: the picture that was asked for, and what is remembered.
    ///
    /// # Errors
    /// The picture cannot be written.
    pub(in super::super) fn finish(&mut self) -> Result<(), AppError> {
        if let Some(path) = self.args.screenshot.take() {
            self.write_picture(&path)?;
            crate::app::print(&format!("{}\n", path.display()))?;
        }
        self.screen.save_pipelines();
        // Runs of scripts leave nothing behind.
        if self.args.frames.is_none()
            && let Some(path) = Preferences::usual_path()
        {
            let place = if self.is_window_gone {
                self.preferences.window.clone()
            } else {
                place_of(&self.window, &self.preferences.window)
            };
            let is_multisampled = self.session.settings.picture.multisampling;
            let chosen = (is_multisampled != self.usual_multisampling).then_some(is_multisampled);
            let preferences = Preferences::of(&self.session.settings, place, chosen);
            if let Err(error) = preferences.save(&path) {
                log::warn!("{}: this window is not remembered", error.chain());
            }
        }
        self.capture_error.take().map_or(Ok(()), Err)
    }
}
