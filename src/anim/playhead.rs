//! [`Playhead`]: a place in one clip, moved by the one function that all playback goes through.
//!
//! The state is the phase: seconds since the clip's first key, in `f64`. Rows and ratio follow from it,
//! so no frame time is ever lost or counted twice, at any frame rate and however long a frame took.

use super::{AtEnd, ClipIdx, ClipRows, KeyframeDesc};

/// A place in one clip.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Playhead {
    clip: ClipIdx,
    /// Seconds since the first key: 0 to the clip's period.
    phase_s: f64,
    rows: RowPair,
    is_finished: bool,
}

/// Two rows of a clip and how much of the second is mixed in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RowPair {
    /// The row shown at ratio 0; below the clip's row count.
    pub curr: u32,
    /// The row mixed in; below the clip's row count.
    pub next: u32,
    /// 0 or more, below 1.
    pub ratio: f32,
}

/// The largest ratio: the next `f32` below 1.
const MAX_RATIO: f32 = 1.0 - f32::EPSILON / 2.0;

impl RowPair {
    /// The row as it is.
    fn only(row: u32) -> Self {
        Self { curr: row, next: row, ratio: 0.0 }
    }

    /// The rows at a phase of 0 or more seconds.
    fn at_phase(clip: &ClipRows, phase_s: f64) -> Self {
        let last = clip.row_count.saturating_sub(1);
        let place = phase_s * clip.rows_per_s;
        let steps = if clip.at_end == AtEnd::LoopClosing { clip.row_count } else { last };
        if steps == 0 || clip.row_count <= 1 {
            return Self::only(0);
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the place is 0 or more"
        )]
        let curr = (place as u32).min(steps - 1);
        let next = if curr == last { 0 } else { curr + 1 };
        #[expect(clippy::cast_possible_truncation, reason = "0 to 1")]
        let ratio = (place - f64::from(curr)).clamp(0.0, 1.0) as f32;
        Self { curr, next, ratio: ratio.min(MAX_RATIO) }
    }
}

impl Playhead {
    /// The start of a clip: its first key, or its last one when it plays once and `speed` is below 0.
    ///
    /// `rows` is `None` for a model without clips: then row 0, its rest pose, is shown.
    #[must_use]
    pub fn start(clip: ClipIdx, rows: Option<&ClipRows>, speed: f32) -> Self {
        let mut head = Self { clip, ..Self::default() };
        if let Some(rows) = rows {
            let from_the_end = rows.at_end == AtEnd::Once && speed < 0.0;
            head.seek(rows, if from_the_end { rows.duration_s() } else { 0.0 });
        }
        head
    }

    /// The clip.
    #[must_use]
    pub fn clip(&self) -> ClipIdx {
        self.clip
    }

    /// Seconds since the clip's first key.
    #[must_use]
    pub fn phase_s(&self) -> f64 {
        self.phase_s
    }

    /// The rows that are shown.
    #[must_use]
    pub fn rows(&self) -> RowPair {
        self.rows
    }

    /// The clip plays once and has come to its end. It is still shown, and still counts in a tween.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Moves by `clip_dt_s` seconds of clip time (frame time times speed, finite, of either sign).
    ///
    /// 0 changes nothing. Any number of periods may pass at once.
    pub fn advance(&mut self, rows: &ClipRows, clip_dt_s: f64) {
        if clip_dt_s == 0.0 || !clip_dt_s.is_finite() {
            return;
        }
        let duration_s = rows.duration_s();
        let target_s = self.phase_s + clip_dt_s;
        let period_s = match rows.at_end {
            AtEnd::Once => {
                self.phase_s = target_s.clamp(0.0, duration_s);
                self.is_finished =
                    if clip_dt_s > 0.0 { target_s >= duration_s } else { target_s <= 0.0 };
                self.rows = if !self.is_finished {
                    RowPair::at_phase(rows, self.phase_s)
                } else if clip_dt_s > 0.0 {
                    RowPair::only(rows.row_count.saturating_sub(1))
                } else {
                    RowPair::only(0)
                };
                return;
            }
            AtEnd::Loop => duration_s,
            AtEnd::LoopClosing => f64::from(rows.row_count) / rows.rows_per_s,
        };
        self.is_finished = false;
        self.phase_s = if (0.0..period_s).contains(&target_s) {
            target_s
        } else if period_s > 0.0 {
            // The Euclidean remainder of a tiny negative number rounds up to the period itself.
            let wrapped_s = target_s.rem_euclid(period_s);
            if wrapped_s < period_s { wrapped_s } else { 0.0 }
        } else {
            0.0
        };
        self.rows = RowPair::at_phase(rows, self.phase_s);
    }

    /// Goes to a phase, clamped to first and last key. At the last key the last row is shown, not the
    /// first one that a loop would go on with.
    pub fn seek(&mut self, rows: &ClipRows, phase_s: f64) {
        let duration_s = rows.duration_s();
        self.phase_s = if phase_s.is_finite() { phase_s.clamp(0.0, duration_s) } else { 0.0 };
        self.is_finished = false;
        self.rows = if self.phase_s >= duration_s {
            RowPair::only(rows.row_count.saturating_sub(1))
        } else {
            RowPair::at_phase(rows, self.phase_s)
        };
    }

    /// The descriptor of this place. `rows` is `None` for a model without clips.
    #[must_use]
    pub fn to_desc(&self, rows: Option<&ClipRows>, speed: f32) -> KeyframeDesc {
        #[expect(clippy::cast_possible_truncation, reason = "a time within one row, to be shown")]
        let sum_time = rows.map_or(0.0, |rows| f64::from(self.rows.ratio) / rows.rows_per_s) as f32;
        KeyframeDesc {
            anim_index: i32::from(self.clip.0),
            curr_frame: self.rows.curr,
            next_frame: self.rows.next,
            ratio: self.rows.ratio,
            sum_time,
            speed,
            padding: [0.0; 2],
        }
    }
}
