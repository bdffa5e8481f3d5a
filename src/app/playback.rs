//! [`Playback`]: what the characters of a demo play, and what actions do to it. No picture is seen here.
//!
//! The demos share it. The tween demo shows all characters; the animation demo shows the first one, in one clip,
//! by time or one authored frame at a time. The scene demo has characters of its own, each with a part to play.

use super::yard::Part;
use super::{Action, AppError, DemoKind, PlaybackSettings, PlaybackStatus};
use crate::anim::{
    self, AnimError, Animator, AtEnd, ClipIdx, ClipRows, KeyframeDesc, TweenFrameDesc,
};

/// Seconds that the tween demo shows a clip before it fades to the next by itself.
pub(super) const HOLD_S: f64 = 1.0;
/// Seconds between the starts of neighbouring characters' fades.
const STAGGER_S: f64 = 0.1;

/// What the characters of a demo play.
#[derive(Clone, Debug)]
pub(super) struct Playback {
    kind: DemoKind,
    /// The clip that everything starts with.
    first: ClipIdx,
    clips: Vec<ClipRows>,
    /// What the bake found for each clip.
    baked_at_end: Vec<AtEnd>,
    /// Of the tween and the animation demo, at least one.
    characters: Vec<Character>,
    /// Of the scene demo, at least one.
    crowd: Vec<Character>,
    parts: Vec<Part>,
    /// How fast a character moves over the ground in each clip, metres a second.
    ground_speeds_m_per_s: Vec<f64>,
}

#[derive(Clone, Debug)]
struct Character {
    animator: Animator,
    /// The clips that it fades through, and the seconds that it stays in each; all of them in order without.
    part: Option<(Vec<ClipIdx>, f64)>,
    /// How far its clips have carried it over the ground, metres.
    travelled_m: f64,
    /// The clip that was last asked for by `NextAnimIndex`.
    next_anim_index: i64,
    /// Seconds until it fades to the next clip by itself.
    until_tween_s: f64,
}

impl Playback {
    /// So many characters (at least one), all at the start of a clip, and those of the scene demo with their parts (at
    /// least one).
    ///
    /// # Errors
    /// There are clips, and this is none of them.
    pub(super) fn new(
        kind: DemoKind,
        clips: Vec<ClipRows>,
        first: ClipIdx,
        count: usize,
        parts: Vec<Part>,
    ) -> Result<Self, AnimError> {
        let baked_at_end = clips.iter().map(|clip| clip.at_end).collect();
        let ground_speeds_m_per_s = vec![0.0; clips.len()];
        let mut playback = Self {
            kind,
            first,
            clips,
            baked_at_end,
            characters: Vec::new(),
            crowd: Vec::new(),
            parts,
            ground_speeds_m_per_s,
        };
        playback.characters = playback.starting_characters(count.max(1))?;
        playback.crowd = playback.starting_crowd()?;
        Ok(playback)
    }

    /// Says how fast the clips carry a character over the ground, metres a second, one a clip.
    pub(super) fn set_ground_speeds(&mut self, speeds_m_per_s: Vec<f64>) {
        self.ground_speeds_m_per_s = speeds_m_per_s;
    }

    fn starting_crowd(&self) -> Result<Vec<Character>, AnimError> {
        let start = |part: &Part| {
            let mut animator = Animator::new(&self.clips);
            let first = part.clips.first().copied().unwrap_or_default();
            if !self.clips.is_empty() {
                animator.play(&self.clips, first)?;
                animator.seek(&self.clips, part.phase_s);
            }
            Ok(Character {
                animator,
                part: Some((part.clips.clone(), part.hold_s)),
                travelled_m: 0.0,
                next_anim_index: i64::from(first.0),
                until_tween_s: part.first_hold_s,
            })
        };
        self.parts.iter().map(start).collect()
    }

    fn starting_characters(&self, count: usize) -> Result<Vec<Character>, AnimError> {
        let mut animator = Animator::new(&self.clips);
        if !self.clips.is_empty() {
            animator.play(&self.clips, self.first)?;
        }
        let character = |index: usize| Character {
            animator: animator.clone(),
            part: None,
            travelled_m: 0.0,
            next_anim_index: 0,
            until_tween_s: HOLD_S - STAGGER_S * (index % 8) as f64,
        };
        Ok((0..count).map(character).collect())
    }

    /// The demo that runs.
    pub(super) fn kind(&self) -> DemoKind {
        self.kind
    }

    /// The clips, as they play.
    pub(super) fn clips(&self) -> &[ClipRows] {
        &self.clips
    }

    /// Changes to the next demo; clip and speed stay.
    pub(super) fn next_demo(&mut self) {
        self.kind = self.kind.next();
        if self.kind == DemoKind::Animation {
            // Its effect knows one clip.
            self.characters[0].animator.drop_tween();
        }
    }

    /// Sets clips and characters back to where they started.
    fn restart(&mut self) -> Result<(), AnimError> {
        for (clip, at_end) in self.clips.iter_mut().zip(&self.baked_at_end) {
            clip.at_end = *at_end;
        }
        self.characters = self.starting_characters(self.characters.len())?;
        self.crowd = self.starting_crowd()?;
        Ok(())
    }

    /// The characters of the demo that runs.
    fn cast(&self) -> &[Character] {
        match self.kind {
            DemoKind::Tween | DemoKind::Animation => &self.characters,
            DemoKind::Scene => &self.crowd,
        }
    }

    /// The characters that are shown.
    fn shown(&self) -> usize {
        match self.kind {
            DemoKind::Tween | DemoKind::Scene => self.cast().len(),
            DemoKind::Animation => 1,
        }
    }

    /// The characters that the fields drive: first and number. The fields show the first of them.
    pub(super) fn driven(&self, settings: &PlaybackSettings) -> std::ops::Range<usize> {
        match settings.character {
            None => 0..self.shown(),
            Some(index) => {
                let index = index.min(self.shown() - 1);
                index..index + 1
            }
        }
    }

    /// The clip that a character plays.
    pub(super) fn clip_of(&self, character: usize) -> ClipIdx {
        self.cast()[character].animator.curr().clip()
    }

    /// How far each character that is shown has gone over the ground by its clips, metres.
    pub(super) fn travelled_m(&self) -> impl Iterator<Item = f64> {
        self.cast().iter().map(|it| it.travelled_m)
    }

    /// Does what a playback action asks for; other actions change nothing here.
    ///
    /// # Errors
    /// What was asked for cannot be done; everything stays as it was.
    pub(super) fn perform(
        &mut self,
        action: &Action,
        settings: &mut PlaybackSettings,
    ) -> Result<(), AppError> {
        match action {
            Action::SetAnimIndex(index) => {
                let clip = self.wrapped(*index)?;
                self.drive(settings, |character, clips| character.animator.play(clips, clip))?;
                settings.auto_tween = false;
            }
            Action::SetNextAnimIndex(index) => {
                let clip = self.wrapped(*index)?;
                if self.kind == DemoKind::Animation {
                    let problem = "the animation demo plays one clip; NextAnimIndex belongs to the tween demo";
                    return Err(AppError::Refused(problem.to_owned()));
                }
                let duration_s = f64::from(settings.tween_duration_s);
                self.drive(settings, |character, clips| {
                    character.animator.start_tween(clips, clip, duration_s)?;
                    character.next_anim_index = i64::from(clip.0);
                    Ok(())
                })?;
                settings.auto_tween = false;
            }
            Action::SetCurrFrame(frame) => {
                self.wrapped(0)?;
                self.drive(settings, |character, clips| {
                    character.animator.seek_frame(clips, *frame);
                    Ok(())
                })?;
                if self.kind == DemoKind::Animation {
                    settings.by_time = false;
                }
            }
            Action::StepFrames(frames) => {
                self.wrapped(0)?;
                self.drive(settings, |character, clips| {
                    character.animator.step_frames(clips, *frames);
                    Ok(())
                })?;
                settings.is_paused = true;
            }
            Action::SetSpeed(speed) => {
                self.drive(settings, |character, _| character.animator.set_speed(*speed))?;
            }
            Action::SetAtEnd(clip, at_end) => self.set_at_end(*clip, *at_end)?,
            Action::TogglePause => settings.is_paused = !settings.is_paused,
            Action::ResetSettings => {
                self.restart().map_err(refused)?;
                *settings = PlaybackSettings::default();
            }
            _ => {}
        }
        Ok(())
    }

    /// A clip by its number as typed.
    fn wrapped(&self, index: i64) -> Result<ClipIdx, AppError> {
        anim::wrap_clip(index, self.clips.len()).ok_or_else(no_clips)
    }

    fn drive(
        &mut self,
        settings: &PlaybackSettings,
        work: impl Fn(&mut Character, &[ClipRows]) -> Result<(), AnimError>,
    ) -> Result<(), AppError> {
        let driven = self.driven(settings);
        let characters = match self.kind {
            DemoKind::Tween | DemoKind::Animation => &mut self.characters,
            DemoKind::Scene => &mut self.crowd,
        };
        let driven = &mut characters[driven];
        // What one character refuses, each refuses: the values are the same. Nothing is half done.
        driven.iter_mut().try_for_each(|it| work(it, &self.clips)).map_err(refused)
    }

    fn set_at_end(&mut self, clip: ClipIdx, at_end: AtEnd) -> Result<(), AppError> {
        let count = self.clips.len();
        if count == 0 {
            return Err(no_clips());
        }
        let entry = self.clips.get_mut(clip.index()).zip(self.baked_at_end.get(clip.index()));
        let Some((rows, baked)) = entry else {
            return Err(refused(AnimError::NoSuchClip { clip: clip.index(), count }));
        };
        rows.at_end = match (at_end, *baked) {
            (AtEnd::Loop, AtEnd::LoopClosing) => AtEnd::LoopClosing,
            (at_end, _) => at_end,
        };
        Ok(())
    }

    /// Moves what is shown by a frame time.
    ///
    /// # Errors
    /// The frame time is negative or not finite; nothing moves then.
    pub(super) fn advance(
        &mut self,
        settings: &PlaybackSettings,
        dt_s: f64,
    ) -> Result<(), AnimError> {
        if !dt_s.is_finite() || dt_s < 0.0 {
            return Err(AnimError::FrameTime { dt_s });
        }
        if settings.is_paused {
            return Ok(());
        }
        match self.kind {
            DemoKind::Animation if settings.by_time => {
                self.characters[0].animator.advance(&self.clips, dt_s)
            }
            DemoKind::Animation => Ok(()),
            DemoKind::Tween | DemoKind::Scene => {
                let tween_s = settings.auto_tween.then(|| {
                    Some(f64::from(settings.tween_duration_s))
                        .filter(|it| it.is_finite())
                        .unwrap_or_default()
                        .max(0.0)
                });
                let characters = match self.kind {
                    DemoKind::Scene => &mut self.crowd,
                    DemoKind::Tween | DemoKind::Animation => &mut self.characters,
                };
                let (clips, speeds) = (&self.clips[..], &self.ground_speeds_m_per_s[..]);
                characters.iter_mut().try_for_each(|it| match tween_s {
                    Some(tween_s) => it.advance_with_tweens(clips, speeds, dt_s, tween_s),
                    None => it.advance(clips, speeds, dt_s),
                })
            }
        }
    }

    /// What `KeyframeBuffer` holds: the first character of the animation demo.
    pub(super) fn keyframe_desc(&self, settings: &PlaybackSettings) -> KeyframeDesc {
        let animator = &self.characters[0].animator;
        let rows = self.clips.get(animator.curr().clip().index());
        let Some(rows) = rows.filter(|_| !settings.by_time) else {
            return animator.to_keyframe_desc(&self.clips);
        };
        let mut head = *animator.curr();
        head.seek(rows, rows.frame_phase_s(animator.frame(&self.clips)));
        // Rows may lie a rounding beside the frames: the nearest one, alone.
        let nearest = if head.rows().ratio < 0.5 { head.rows().curr } else { head.rows().next };
        KeyframeDesc {
            curr_frame: nearest,
            next_frame: nearest,
            ratio: 0.0,
            sum_time: 0.0,
            ..head.to_desc(Some(rows), animator.speed())
        }
    }

    /// What `TweenBuffer` holds: one entry a character.
    pub(super) fn tween_descs(&self) -> impl Iterator<Item = TweenFrameDesc> {
        self.cast().iter().map(|it| it.animator.to_desc(&self.clips))
    }

    /// Where the character is that the fields show.
    pub(super) fn status(&self, settings: &PlaybackSettings) -> PlaybackStatus {
        let character = &self.cast()[self.driven(settings).start];
        let animator = &character.animator;
        let clip = animator.curr().clip();
        PlaybackStatus {
            demo: self.kind,
            character_count: self.shown(),
            anim_index: i64::from(clip.0),
            next_anim_index: character.next_anim_index,
            curr_frame: animator.frame(&self.clips),
            speed: animator.speed(),
            at_end: self.clips.get(clip.index()).map_or(AtEnd::Loop, |rows| rows.at_end),
            is_finished: animator.is_finished(),
            waiting: animator.waiting().map(|clip| i64::from(clip.0)),
            desc: match self.kind {
                DemoKind::Tween | DemoKind::Scene => animator.to_desc(&self.clips),
                DemoKind::Animation => TweenFrameDesc {
                    curr: self.keyframe_desc(settings),
                    ..TweenFrameDesc::default()
                },
            },
        }
    }
}

impl Character {
    /// Like [`Animator::advance`], and over the ground as fast as the clips go that it is in.
    fn advance(
        &mut self,
        clips: &[ClipRows],
        ground_speeds_m_per_s: &[f64],
        dt_s: f64,
    ) -> Result<(), AnimError> {
        let speed_m_per_s = {
            let of =
                |clip: ClipIdx| ground_speeds_m_per_s.get(clip.index()).copied().unwrap_or(0.0);
            let curr = of(self.animator.curr().clip());
            let next = self.animator.next().map_or(curr, |next| of(next.clip()));
            curr + (next - curr) * self.animator.tween_ratio()
        };
        self.animator.advance(clips, dt_s)?;
        let way_m = speed_m_per_s * f64::from(self.animator.speed()) * dt_s;
        if way_m.is_finite() {
            self.travelled_m += way_m;
        }
        Ok(())
    }

    /// The clip that it fades to next by itself.
    fn next_clip(&self, clips: &[ClipRows]) -> ClipIdx {
        let curr = self.animator.curr().clip();
        if let Some((part, _)) = &self.part {
            let place = part.iter().position(|it| *it == curr);
            let next = place.map_or(0, |it| (it + 1) % part.len());
            return part.get(next).copied().unwrap_or_default();
        }
        let next = (curr.index() + 1) % clips.len();
        ClipIdx(u16::try_from(next).unwrap_or_default())
    }

    /// Like [`Self::advance`], with the fades started at exactly their times however long the frame is.
    fn advance_with_tweens(
        &mut self,
        clips: &[ClipRows],
        ground_speeds_m_per_s: &[f64],
        dt_s: f64,
        tween_s: f64,
    ) -> Result<(), AnimError> {
        let mut left_s = dt_s;
        let hold_s = self.part.as_ref().map_or(HOLD_S, |(_, hold_s)| *hold_s);
        // Whoever asks for shorter tweens does not wait for a long one that was asked for before.
        self.until_tween_s = self.until_tween_s.min(tween_s + hold_s.max(HOLD_S));
        while clips.len() > 1 && self.until_tween_s <= left_s {
            self.advance(clips, ground_speeds_m_per_s, self.until_tween_s)?;
            left_s -= self.until_tween_s;
            let next = self.next_clip(clips);
            self.animator.start_tween(clips, next, tween_s)?;
            self.next_anim_index = i64::from(next.0);
            self.until_tween_s = tween_s + hold_s;
        }
        self.until_tween_s -= left_s;
        self.advance(clips, ground_speeds_m_per_s, left_s)
    }
}

fn no_clips() -> AppError {
    AppError::Refused("the model has no clips".to_owned())
}

fn refused(error: AnimError) -> AppError {
    AppError::Refused(error.to_string())
}
