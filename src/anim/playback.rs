//! [`Animator`]: what one character plays - a clip, and during a tween the clip it fades to.
//!
//! Rules, all of them independent of how often [`Animator::advance`] is called:
//! - Both clips move by the same function and at the animator's speed; a tween itself runs in real time.
//! - First everything moves, then a tween that is over swaps: no frame time is lost at the swap.
//! - A tween never starts by a jump. Asked for during a tween, another clip waits until the tween ends;
//!   the clip that is being left turns the tween around; the clip that is being reached cancels what waits.
//! - A clip that plays once and has ended keeps counting, in both roles.

use super::{AnimError, ClipIdx, ClipRows, KeyframeDesc, Playhead, TweenFrameDesc};

/// The longest frame time that a program should hand to [`Animator::advance`], in seconds.
///
/// Any frame time is handled; after a breakpoint or a hidden window people expect the picture where they
/// left it, so the caller clamps.
pub const MAX_FRAME_TIME_S: f64 = 0.25;

/// What one character plays. Plain state: it is advanced once a frame and drawn any number of times.
///
/// ```
/// use sinew::anim::{Animator, BakeOptions, ClipIdx, bake};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let model = sinew::asset::load("assets/character.glb".as_ref())?;
/// let clips = bake(&model, &BakeOptions::default())?.clips;
/// let mut animator = Animator::new(&clips);
/// animator.start_tween(&clips, ClipIdx(1), 0.5)?;
/// animator.advance(&clips, 0.125)?;
/// let desc = animator.to_desc(&clips);
/// assert_eq!((desc.curr.anim_index, desc.next.anim_index, desc.tween_ratio), (0, 1, 0.25));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Animator {
    curr: Playhead,
    tween: Option<Tween>,
    /// What the next tween goes to, and its duration in seconds.
    waiting: Option<(ClipIdx, f64)>,
    speed: f32,
    /// Of the running or the last tween: what the descriptor shows.
    tween_duration_s: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Tween {
    next: Playhead,
    elapsed_s: f64,
}

impl Animator {
    /// Plays the first clip from its start, at speed 1. A model without clips shows its rest pose.
    #[must_use]
    pub fn new(clips: &[ClipRows]) -> Self {
        Self {
            curr: Playhead::start(ClipIdx(0), clips.first(), 1.0),
            tween: None,
            waiting: None,
            speed: 1.0,
            tween_duration_s: f64::from(TweenFrameDesc::default().tween_duration),
        }
    }

    /// The clip that plays; during a tween, the one that fades out.
    #[must_use]
    pub fn curr(&self) -> &Playhead {
        &self.curr
    }

    /// The clip that fades in; `None` outside of a tween.
    #[must_use]
    pub fn next(&self) -> Option<&Playhead> {
        self.tween.as_ref().map(|tween| &tween.next)
    }

    /// The clip that waits for the running tween to end.
    #[must_use]
    pub fn waiting(&self) -> Option<ClipIdx> {
        self.waiting.map(|(clip, _)| clip)
    }

    /// How much of `next` is mixed in: 0 outside of a tween, else 0 or more and below 1.
    #[must_use]
    pub fn tween_ratio(&self) -> f64 {
        self.tween.as_ref().map_or(0.0, |tween| tween.elapsed_s / self.tween_duration_s)
    }

    /// The clip is one that plays once, has come to its end, and no tween leads away from it.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.curr.is_finished() && self.tween.is_none()
    }

    /// Clip seconds that pass in a second of frame time.
    #[must_use]
    pub fn speed(&self) -> f32 {
        self.speed
    }

    /// Sets the speed of this animator, whatever it plays: 0 freezes, below 0 plays backwards.
    ///
    /// # Errors
    /// The speed is infinite or not a number; the old one stays.
    pub fn set_speed(&mut self, speed: f32) -> Result<(), AnimError> {
        if !speed.is_finite() {
            return Err(AnimError::Speed { speed });
        }
        self.speed = speed;
        Ok(())
    }

    /// Moves by a frame time in real seconds.
    ///
    /// `clips` are those of the TransformMap that is drawn. A clip that they lack (the model was
    /// exchanged for one with fewer) is replaced by the first one.
    ///
    /// # Errors
    /// The frame time is negative, infinite or not a number; nothing moves then.
    pub fn advance(&mut self, clips: &[ClipRows], dt_s: f64) -> Result<(), AnimError> {
        if !dt_s.is_finite() || dt_s < 0.0 {
            return Err(AnimError::FrameTime { dt_s });
        }
        self.drop_missing_clips(clips);
        // A product past the range of f64 has no fractional part to be right about; it moves nothing.
        let clip_dt_s = dt_s * f64::from(self.speed);
        if let Some(rows) = clips.get(self.curr.clip().index()) {
            self.curr.advance(rows, clip_dt_s);
        }
        let Some(tween) = &mut self.tween else { return Ok(()) };
        tween.elapsed_s += dt_s;
        if let Some(rows) = clips.get(tween.next.clip().index()) {
            tween.next.advance(rows, clip_dt_s);
        }
        let overshoot_s = tween.elapsed_s - self.tween_duration_s;
        if overshoot_s >= 0.0 {
            self.finish_tween(clips, overshoot_s);
        }
        Ok(())
    }

    fn drop_missing_clips(&mut self, clips: &[ClipRows]) {
        let is_missing = |clip: ClipIdx| clip.index() >= clips.len();
        if self.waiting().is_some_and(is_missing) {
            self.waiting = None;
        }
        if self.next().is_some_and(|next| is_missing(next.clip())) {
            self.tween = None;
        }
        if is_missing(self.curr.clip()) {
            *self = Self {
                speed: self.speed,
                tween_duration_s: self.tween_duration_s,
                ..Self::new(clips)
            };
        }
    }

    /// Swaps to the clip that was faded to, and starts the tween that waits with the time left over.
    fn finish_tween(&mut self, clips: &[ClipRows], overshoot_s: f64) {
        if let Some(tween) = self.tween.take() {
            self.curr = tween.next;
        }
        let Some((clip, duration_s)) = self.waiting.take() else { return };
        if clip == self.curr.clip() {
            return;
        }
        let mut next = Playhead::start(clip, clips.get(clip.index()), self.speed);
        if let Some(rows) = clips.get(clip.index()) {
            next.advance(rows, overshoot_s * f64::from(self.speed));
        }
        if overshoot_s >= duration_s {
            self.curr = next;
        } else {
            self.tween = Some(Tween { next, elapsed_s: overshoot_s });
            self.tween_duration_s = duration_s;
        }
    }

    /// Plays a clip from its start at once, without a tween; a running tween and what waits are dropped.
    ///
    /// # Errors
    /// There is no such clip.
    pub fn play(&mut self, clips: &[ClipRows], clip: ClipIdx) -> Result<(), AnimError> {
        let rows = find(clips, clip)?;
        self.curr = Playhead::start(clip, Some(rows), self.speed);
        (self.tween, self.waiting) = (None, None);
        Ok(())
    }

    /// Ends a tween before its time: the clip that fades out plays on alone, and nothing waits.
    pub fn drop_tween(&mut self) {
        (self.tween, self.waiting) = (None, None);
    }

    /// Fades to a clip, which starts at its start, within `duration_s` seconds of real time.
    ///
    /// The clip that already plays alone is left alone. A duration of 0 or less swaps at once. What
    /// happens during a running tween stands at the head of this file.
    ///
    /// # Errors
    /// There is no such clip; the duration is infinite or not a number.
    pub fn start_tween(
        &mut self,
        clips: &[ClipRows],
        clip: ClipIdx,
        duration_s: f64,
    ) -> Result<(), AnimError> {
        let rows = find(clips, clip)?;
        if !duration_s.is_finite() {
            return Err(AnimError::TweenDuration { duration_s });
        }
        match &mut self.tween {
            None if clip == self.curr.clip() => {}
            Some(tween) if duration_s <= 0.0 => {
                // At once: with the phase that the clip already has, if it is one of the two.
                if clip == tween.next.clip() {
                    self.curr = tween.next;
                } else if clip != self.curr.clip() {
                    self.curr = Playhead::start(clip, Some(rows), self.speed);
                }
                (self.tween, self.waiting) = (None, None);
            }
            None if duration_s <= 0.0 => self.play(clips, clip)?,
            None => {
                let next = Playhead::start(clip, Some(rows), self.speed);
                self.tween = Some(Tween { next, elapsed_s: 0.0 });
                self.tween_duration_s = duration_s;
            }
            Some(tween) if clip == tween.next.clip() => self.waiting = None,
            Some(tween) if clip == self.curr.clip() => {
                // A mix of a by 1 - r and b by r is the mix of b by r and a by 1 - r: the picture stays.
                let ratio = tween.elapsed_s / self.tween_duration_s;
                std::mem::swap(&mut tween.next, &mut self.curr);
                tween.elapsed_s = (1.0 - ratio) * duration_s;
                self.tween_duration_s = duration_s;
                self.waiting = None;
            }
            Some(_) => self.waiting = Some((clip, duration_s)),
        }
        Ok(())
    }

    /// Goes to a phase of the clip that plays: seconds since its first key, clamped to the clip.
    pub fn seek(&mut self, clips: &[ClipRows], phase_s: f64) {
        self.drop_missing_clips(clips);
        if let Some(rows) = clips.get(self.curr.clip().index()) {
            self.curr.seek(rows, phase_s);
        }
    }

    /// Goes to an authored frame of the clip that plays, as typed into the overlay: any number, counted
    /// on from the other end where it is outside of the clip (-1 is the last frame).
    pub fn seek_frame(&mut self, clips: &[ClipRows], frame: i64) {
        if let Some(rows) = clips.get(self.curr.clip().index())
            && let Some(frame) = wrap_index(frame, rows.frame_count() as usize)
        {
            let frame = u32::try_from(frame).unwrap_or(u32::MAX);
            self.seek(clips, rows.frame_phase_s(frame));
        }
    }

    /// Moves by whole authored frames of the clip that plays, counted from the frame that is shown; the speed does
    /// not count. It lands on a frame, so a first step may be shorter than the others.
    ///
    /// A clip that plays once stops at its ends, others go round. During a tween, the clip that fades in moves by
    /// the same time. Forwards the tween goes on by it as well; backwards it stays where it is, as a swap
    /// cannot be taken back.
    pub fn step_frames(&mut self, clips: &[ClipRows], frames: i64) {
        self.drop_missing_clips(clips);
        let Some(rows) = clips.get(self.curr.clip().index()) else { return };
        let frame = rows.frame_at_phase(self.curr.phase_s());
        let into_frame_s = self.curr.phase_s() - rows.frame_phase_s(frame);
        let step_s = frames as f64 / rows.frame_rate_per_s - into_frame_s;
        self.curr.seek(rows, rows.frame_phase_s(rows.frame_after(frame, frames)));
        let Some(tween) = &mut self.tween else { return };
        if let Some(rows) = clips.get(tween.next.clip().index()) {
            tween.next.advance(rows, step_s);
        }
        tween.elapsed_s += step_s.max(0.0);
        let overshoot_s = tween.elapsed_s - self.tween_duration_s;
        if overshoot_s >= 0.0 {
            self.finish_tween(clips, overshoot_s);
        }
    }

    /// The authored frame that is shown, 0 for a model without clips.
    #[must_use]
    pub fn frame(&self, clips: &[ClipRows]) -> u32 {
        let rows = clips.get(self.curr.clip().index());
        rows.map_or(0, |rows| rows.frame_at_phase(self.curr.phase_s()))
    }

    /// What `KeyframeBuffer` holds: the clip that plays, without any tween.
    #[must_use]
    pub fn to_keyframe_desc(&self, clips: &[ClipRows]) -> KeyframeDesc {
        desc_of(&self.curr, clips, self.speed)
    }

    /// What `TweenBuffer` holds for this animator.
    ///
    /// `sum_time` is the clip time since `curr_frame`; `tween_sum_time` the real time since the tween
    /// started. Outside of a tween, `next` is [`KeyframeDesc::NONE`].
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the effects take f32")]
    pub fn to_desc(&self, clips: &[ClipRows]) -> TweenFrameDesc {
        let curr = desc_of(&self.curr, clips, self.speed);
        let tween_duration = self.tween_duration_s as f32;
        match &self.tween {
            None => TweenFrameDesc { tween_duration, curr, ..TweenFrameDesc::default() },
            Some(tween) => TweenFrameDesc {
                tween_duration,
                tween_ratio: (self.tween_ratio() as f32).min(1.0 - f32::EPSILON / 2.0),
                tween_sum_time: tween.elapsed_s as f32,
                padding: 0.0,
                curr,
                next: desc_of(&tween.next, clips, self.speed),
            },
        }
    }
}

/// The descriptor of a playhead. One whose clip is missing shows row 0 of layer 0.
fn desc_of(head: &Playhead, clips: &[ClipRows], speed: f32) -> KeyframeDesc {
    match clips.get(head.clip().index()) {
        Some(rows) => head.to_desc(Some(rows), speed),
        None => KeyframeDesc { speed, ..KeyframeDesc::default() },
    }
}

fn find(clips: &[ClipRows], clip: ClipIdx) -> Result<&ClipRows, AnimError> {
    let no_such_clip = || AnimError::NoSuchClip { clip: clip.index(), count: clips.len() };
    clips.get(clip.index()).ok_or_else(no_such_clip)
}

/// An index as typed into the overlay, counted on from the other end where it is outside of `count` things
/// (-1 is the last one); `None` where there are none.
#[must_use]
pub fn wrap_index(index: i64, count: usize) -> Option<usize> {
    let count = i64::try_from(count).ok().filter(|it| *it > 0)?;
    usize::try_from(index.rem_euclid(count)).ok()
}

/// A clip number as typed into the overlay, as [`wrap_index`]; `None` for a model without clips.
#[must_use]
pub fn wrap_clip(index: i64, clip_count: usize) -> Option<ClipIdx> {
    wrap_index(index, clip_count).and_then(|it| u16::try_from(it).ok()).map(ClipIdx)
}
