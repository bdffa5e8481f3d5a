//! `--trace FILE`: a line of JSON a frame, for programs that drive this one and for looking at what was drawn.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::AppError;
use crate::anim::{KeyframeDesc, TweenFrameDesc};

/// A trace that is being written.
#[derive(Debug)]
pub(super) struct Trace {
    file: BufWriter<File>,
    path: PathBuf,
}

/// What a frame was drawn with. Names and values are as the overlay has them.
#[derive(Debug, Serialize)]
pub(super) struct TraceFrame<'a> {
    /// From 1.
    pub(super) frame: u64,
    /// Seconds that the program has seen pass.
    pub(super) time_s: f64,
    /// Seconds since the frame before.
    pub(super) dt_s: f64,
    /// `tween` or `animation`.
    pub(super) demo: &'static str,
    /// File name of the model.
    pub(super) model: &'a str,
    #[serde(rename = "AnimIndex")]
    pub(super) anim_index: i64,
    #[serde(rename = "NextAnimIndex")]
    pub(super) next_anim_index: i64,
    #[serde(rename = "CurrFrame")]
    pub(super) curr_frame: u32,
    #[serde(rename = "Speed")]
    pub(super) speed: f32,
    pub(super) tween_duration_s: f32,
    pub(super) is_paused: bool,
    pub(super) by_time: bool,
    pub(super) auto_tween: bool,
    /// `textured` or `wireframe`.
    pub(super) pass: &'static str,
    pub(super) style: &'static str,
    pub(super) desc: TraceTween,
    pub(super) eye_m: [f32; 3],
    pub(super) target_m: [f32; 3],
    pub(super) size_px: [u32; 2],
    pub(super) scale: f32,
    pub(super) sample_count: u32,
    pub(super) is_overlay_visible: bool,
    pub(super) is_help_open: bool,
    /// How often the window's images were made.
    pub(super) rebuild_count: u64,
    pub(super) validation_message_count: usize,
    /// The effect of the user's, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) effect: Option<TraceEffect<'a>>,
    /// The messages of the overlay, oldest first.
    pub(super) messages: Vec<&'a str>,
    /// Where what can be clicked is: x, y, width, height in pixels of the window.
    pub(super) items: &'a BTreeMap<String, [f32; 4]>,
}

/// The effect of the user's.
#[derive(Debug, Serialize)]
pub(super) struct TraceEffect<'a> {
    /// How often it was loaded.
    pub(super) generation: u64,
    pub(super) technique: &'a str,
    pub(super) pass: Option<usize>,
    /// Whether the model is drawn with it.
    pub(super) is_drawn: bool,
    /// Why the last edit is not shown.
    pub(super) problem: Option<&'a str>,
    pub(super) refusals: &'a [String],
    /// By path, what widgets hold.
    pub(super) values: BTreeMap<&'a str, &'a [f64]>,
}

/// A [`TweenFrameDesc`] by name.
#[derive(Debug, Serialize)]
pub(super) struct TraceTween {
    pub(super) tween_duration: f32,
    pub(super) tween_ratio: f32,
    pub(super) tween_sum_time: f32,
    pub(super) curr: TraceKeyframe,
    pub(super) next: TraceKeyframe,
}

/// A [`KeyframeDesc`] by name.
#[derive(Debug, Serialize)]
pub(super) struct TraceKeyframe {
    pub(super) anim_index: i32,
    pub(super) curr_frame: u32,
    pub(super) next_frame: u32,
    pub(super) ratio: f32,
    pub(super) sum_time: f32,
    pub(super) speed: f32,
}

impl From<&TweenFrameDesc> for TraceTween {
    fn from(desc: &TweenFrameDesc) -> Self {
        let TweenFrameDesc { tween_duration, tween_ratio, tween_sum_time, curr, next, .. } = *desc;
        Self {
            tween_duration,
            tween_ratio,
            tween_sum_time,
            curr: (&curr).into(),
            next: (&next).into(),
        }
    }
}

impl From<&KeyframeDesc> for TraceKeyframe {
    fn from(desc: &KeyframeDesc) -> Self {
        let KeyframeDesc { anim_index, curr_frame, next_frame, ratio, sum_time, speed, .. } = *desc;
        Self { anim_index, curr_frame, next_frame, ratio, sum_time, speed }
    }
}

impl Trace {
    /// Starts the file anew.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn create(path: &Path) -> Result<Self, AppError> {
        let file = File::create(path)
            .map_err(|source| AppError::Write { path: path.to_owned(), source })?;
        Ok(Self { file: BufWriter::new(file), path: path.to_owned() })
    }

    /// Writes a line. It is in the file when this returns: whoever drives the program reads along.
    ///
    /// # Errors
    /// The disk is full, or the reader of a pipe has gone.
    pub(super) fn write(&mut self, frame: &TraceFrame<'_>) -> Result<(), AppError> {
        let write = |file: &mut BufWriter<File>| {
            serde_json::to_writer(&mut *file, frame)?;
            file.write_all(b"\n")?;
            file.flush()
        };
        write(&mut self.file).map_err(|source| AppError::Write { path: self.path.clone(), source })
    }
}
