//! The keys: one table of what is pressed and one of what is held, for the window, its help and the README alike.
//!
//! Pairs are neighbours on the keyboard, the left one for less and the right one for more. Arrows, Enter and the like are
//! the overlay's, for moving between its fields; while it has the keyboard, the window hands keys to it first.

use super::{Action, Movement, PlaybackStatus, Settings, Style};
use crate::anim::{AtEnd, ClipIdx};

/// A key, by what it types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A letter (in lower case, whether or not Shift is down), or another character as typed, such as `.` or `?`.
    Char(char),
    /// A function key, by its number.
    F(u8),
    /// The space bar.
    Space,
    /// Tab.
    Tab,
    /// Esc.
    Escape,
}

impl Key {
    /// What stands on the key.
    #[must_use]
    pub fn label(self) -> String {
        match self {
            Self::Char(c) => c.to_uppercase().to_string(),
            Self::F(number) => format!("F{number}"),
            Self::Space => "Space".to_owned(),
            Self::Tab => "Tab".to_owned(),
            Self::Escape => "Esc".to_owned(),
        }
    }

    /// Whether Shift changes what the key is for; for characters such as `?` it only changes what is typed.
    fn heeds_shift(self) -> bool {
        !matches!(self, Self::Char(c) if !c.is_alphabetic())
    }
}

/// The keys that are held beside another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Shift.
    pub shift: bool,
    /// Ctrl, Alt or the system's own key: no key of ours is meant then.
    pub other: bool,
}

/// A key and what it does when it is pressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Binding {
    /// The key.
    pub key: Key,
    /// Shift is down.
    pub shift: bool,
    /// What it does.
    pub command: KeyCommand,
    /// Held down, it does so again and again.
    pub repeats: bool,
    /// What it does, for people; bindings that share a text are one row of the help.
    pub help: &'static str,
}

/// What a pressed key does, relative to what there is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "the help texts in BINDINGS say it")]
pub enum KeyCommand {
    AnimIndex(i64),
    NextAnimIndex(i64),
    CurrFrame(i64),
    StepFrames(i64),
    Speed(f32),
    TweenDuration(f32),
    AtEnd,
    ByTime,
    AutoTween,
    Character,
    Pause,
    NextDemo,
    NextModel,
    FrameModel,
    Pass,
    Ground,
    Multisampling,
    FrameLimit,
    Overlay,
    Help,
    Style,
    Capture,
    SavePicture,
    Technique,
    EffectPass,
    Reset,
    Quit,
}

const fn press(key: Key, command: KeyCommand, help: &'static str) -> Binding {
    Binding { key, shift: false, command, repeats: false, help }
}

const fn letter(letter: char, command: KeyCommand, help: &'static str) -> Binding {
    press(Key::Char(letter), command, help)
}

const fn repeating(letter: char, command: KeyCommand, help: &'static str) -> Binding {
    Binding { repeats: true, ..press(Key::Char(letter), command, help) }
}

const fn shifted(letter: char, command: KeyCommand, help: &'static str) -> Binding {
    Binding { shift: true, ..repeating(letter, command, help) }
}

const CLIP: &str = "AnimIndex down, up";
const NEXT_CLIP: &str = "NextAnimIndex down, up: fades to the clip";
const FRAME: &str = "CurrFrame down, up";
const SPEED: &str = "Speed down, up by 0.5";
const SPEED_FAST: &str = "Speed down, up by 4";
const DURATION: &str = "tween duration down, up by 0.25 s";
const STEP: &str = "pause, a frame back, on";
const HELP: &str = "this list";

/// What pressed keys do.
pub const BINDINGS: &[Binding] = &[
    press(Key::Space, KeyCommand::Pause, "pause, go on"),
    repeating(',', KeyCommand::StepFrames(-1), STEP),
    repeating('.', KeyCommand::StepFrames(1), STEP),
    repeating('u', KeyCommand::AnimIndex(-1), CLIP),
    repeating('i', KeyCommand::AnimIndex(1), CLIP),
    repeating('j', KeyCommand::NextAnimIndex(-1), NEXT_CLIP),
    repeating('k', KeyCommand::NextAnimIndex(1), NEXT_CLIP),
    repeating('n', KeyCommand::CurrFrame(-1), FRAME),
    repeating('m', KeyCommand::CurrFrame(1), FRAME),
    repeating('o', KeyCommand::Speed(-0.5), SPEED),
    repeating('p', KeyCommand::Speed(0.5), SPEED),
    shifted('o', KeyCommand::Speed(-4.0), SPEED_FAST),
    shifted('p', KeyCommand::Speed(4.0), SPEED_FAST),
    repeating('g', KeyCommand::TweenDuration(-0.25), DURATION),
    repeating('h', KeyCommand::TweenDuration(0.25), DURATION),
    letter('l', KeyCommand::AtEnd, "the clip loops, or plays once"),
    letter('b', KeyCommand::ByTime, "animation demo: by time, or CurrFrame alone"),
    letter('x', KeyCommand::AutoTween, "tween demo: fades by itself, or not"),
    letter('y', KeyCommand::Character, "the next character alone, then all"),
    letter('t', KeyCommand::Pass, "textured, wireframe"),
    letter('v', KeyCommand::Ground, "ground"),
    letter('r', KeyCommand::Reset, "light, material and playback as at the start"),
    letter('f', KeyCommand::FrameModel, "see all of the model, from the front"),
    press(Key::Tab, KeyCommand::NextDemo, "the next demo"),
    press(Key::F(1), KeyCommand::Help, HELP),
    letter('?', KeyCommand::Help, HELP),
    press(Key::F(2), KeyCommand::Overlay, "overlay"),
    press(Key::F(3), KeyCommand::Style, "dark, light overlay"),
    press(Key::F(4), KeyCommand::Technique, "your effect: the next technique"),
    press(Key::F(5), KeyCommand::NextModel, "the next of the open models"),
    press(Key::F(6), KeyCommand::Multisampling, "four samples a pixel, or one"),
    press(Key::F(7), KeyCommand::FrameLimit, "no more frames than the monitor shows"),
    press(Key::F(8), KeyCommand::EffectPass, "your effect: the next pass alone, then all"),
    press(Key::F(9), KeyCommand::SavePicture, "save a picture"),
    press(Key::F(12), KeyCommand::Capture, "capture the next frame with RenderDoc"),
    press(Key::Escape, KeyCommand::Quit, "close this list, leave"),
];

/// What a pressed key does, if anything. `is_repeat` says that the system pressed it again because it is held.
#[must_use]
pub fn find_command(key: Key, modifiers: Modifiers, is_repeat: bool) -> Option<KeyCommand> {
    let binding = BINDINGS.iter().find(|binding| {
        binding.key == key && (binding.shift == modifiers.shift || !key.heeds_shift())
    })?;
    let is_meant = !modifiers.other && (binding.repeats || !is_repeat);
    is_meant.then_some(binding.command)
}

impl KeyCommand {
    /// Changes a setting, or gives the action that is to be performed.
    #[must_use]
    pub fn run(self, settings: &mut Settings, status: &PlaybackStatus) -> Option<Action> {
        let Settings { playback, picture, interface, .. } = settings;
        let flip = |it: &mut bool| *it = !*it;
        Some(match self {
            Self::AnimIndex(step) => Action::SetAnimIndex(status.anim_index.saturating_add(step)),
            Self::NextAnimIndex(step) => {
                Action::SetNextAnimIndex(status.next_anim_index.saturating_add(step))
            }
            Self::CurrFrame(step) => Action::SetCurrFrame(i64::from(status.curr_frame) + step),
            Self::StepFrames(frames) => Action::StepFrames(frames),
            Self::Speed(step) => Action::SetSpeed(status.speed + step),
            Self::AtEnd => Action::SetAtEnd(
                ClipIdx(u16::try_from(status.anim_index).unwrap_or_default()),
                if status.at_end == AtEnd::Once { AtEnd::Loop } else { AtEnd::Once },
            ),
            Self::Pause => Action::TogglePause,
            Self::NextDemo => Action::NextDemo,
            Self::NextModel => Action::NextModel,
            Self::FrameModel => Action::FrameModel,
            Self::Pass => Action::TogglePass,
            Self::Overlay => Action::ToggleOverlay,
            Self::Help => Action::ToggleHelp,
            Self::Capture => Action::Capture,
            Self::SavePicture => Action::SavePicture,
            Self::Technique => Action::NextTechnique,
            Self::EffectPass => Action::NextEffectPass,
            Self::Reset => Action::ResetSettings,
            // What lies over everything goes first.
            Self::Quit if interface.is_help_open => Action::ToggleHelp,
            Self::Quit => Action::Quit,
            Self::TweenDuration(step) => {
                playback.set_tween_duration_s(playback.tween_duration_s + step);
                return None;
            }
            Self::Character => {
                playback.character = match playback.character {
                    None if status.character_count > 1 => Some(0),
                    Some(index) if index + 1 < status.character_count => Some(index + 1),
                    _ => None,
                };
                return None;
            }
            Self::Style => {
                interface.style = match interface.style {
                    Style::Dark => Style::Light,
                    Style::Light => Style::Dark,
                };
                return None;
            }
            Self::ByTime => {
                flip(&mut playback.by_time);
                return None;
            }
            Self::AutoTween => {
                flip(&mut playback.auto_tween);
                return None;
            }
            Self::Ground => {
                flip(&mut picture.has_ground);
                return None;
            }
            Self::Multisampling => {
                flip(&mut picture.multisampling);
                return None;
            }
            Self::FrameLimit => {
                flip(&mut interface.limits_frame_rate);
                return None;
            }
        })
    }
}

/// A key that moves the camera as long as it is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovementKey {
    /// The key, with or without Shift.
    pub key: Key,
    /// What it moves.
    pub movement: Movement,
    /// What it does, for people; as [`Binding::help`].
    pub help: &'static str,
}

const STILL: Movement = Movement { forward: 0.0, right: 0.0, pitch: 0.0, yaw: 0.0, is_fast: false };

const fn hold(letter: char, movement: Movement, help: &'static str) -> MovementKey {
    MovementKey { key: Key::Char(letter), movement, help }
}

/// What held keys do; with Shift, four times as fast.
pub const MOVEMENT_KEYS: &[MovementKey] = &[
    hold('w', Movement { forward: 1.0, ..STILL }, "camera forward, back (Shift: faster, as below)"),
    hold(
        's',
        Movement { forward: -1.0, ..STILL },
        "camera forward, back (Shift: faster, as below)",
    ),
    hold('a', Movement { right: -1.0, ..STILL }, "camera left, right"),
    hold('d', Movement { right: 1.0, ..STILL }, "camera left, right"),
    hold('q', Movement { pitch: -1.0, ..STILL }, "look down, up"),
    hold('e', Movement { pitch: 1.0, ..STILL }, "look down, up"),
    hold('z', Movement { yaw: -1.0, ..STILL }, "look left, right"),
    hold('c', Movement { yaw: 1.0, ..STILL }, "look left, right"),
];

/// What the mouse does: what is done with it, and what happens.
pub const MOUSE: &[(&str, &str)] = &[
    ("left drag", "turn around the model"),
    ("middle or right drag", "move the camera sideways"),
    ("wheel", "nearer, further"),
];

/// The help: keys and mouse with what they do, each text once.
#[must_use]
pub fn help_rows() -> Vec<(String, &'static str)> {
    let held = MOVEMENT_KEYS.iter().map(|it| (it.key.label(), it.help));
    let pressed = BINDINGS.iter().map(|it| {
        let shift = if it.shift { "Shift+" } else { "" };
        (format!("{shift}{}", it.key.label()), it.help)
    });
    let mouse = MOUSE.iter().map(|(what, help)| ((*what).to_owned(), *help));
    let mut rows: Vec<(String, &'static str)> = Vec::new();
    for (keys, help) in held.chain(mouse).chain(pressed) {
        match rows.last_mut() {
            Some((before, text)) if *text == help => *before = format!("{before} {keys}"),
            _ => rows.push((keys, help)),
        }
    }
    rows
}

/// The movement keys that are down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeldKeys {
    is_down: [bool; MOVEMENT_KEYS.len()],
}

impl HeldKeys {
    /// Notes that a key went down or up; `false` for keys that move nothing.
    pub fn set(&mut self, key: Key, is_down: bool) -> bool {
        let place = MOVEMENT_KEYS.iter().position(|it| it.key == key);
        if let Some(place) = place {
            self.is_down[place] = is_down;
        }
        place.is_some()
    }

    /// Lets go of all keys: the window lost the keyboard and will not hear of them.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether the camera is to move.
    #[must_use]
    pub fn any(&self) -> bool {
        self.is_down.contains(&true)
    }

    /// What the keys that are down ask for together; opposite ones cancel.
    #[must_use]
    pub fn movement(&self, modifiers: Modifiers) -> Movement {
        let down = MOVEMENT_KEYS.iter().zip(self.is_down).filter(|(_, is_down)| *is_down);
        let sum = down.fold(STILL, |sum, (key, _)| Movement {
            forward: sum.forward + key.movement.forward,
            right: sum.right + key.movement.right,
            pitch: sum.pitch + key.movement.pitch,
            yaw: sum.yaw + key.movement.yaw,
            is_fast: false,
        });
        Movement { is_fast: modifiers.shift && sum != STILL, ..sum }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};
    use std::mem::discriminant;

    use super::super::DemoKind;
    use super::*;
    use crate::anim::TweenFrameDesc;

    fn status() -> PlaybackStatus {
        PlaybackStatus {
            demo: DemoKind::Tween,
            character_count: 3,
            anim_index: 2,
            next_anim_index: 4,
            curr_frame: 0,
            speed: 1.0,
            at_end: AtEnd::Loop,
            is_finished: false,
            waiting: None,
            desc: TweenFrameDesc::default(),
        }
    }

    const PLAIN: Modifiers = Modifiers { shift: false, other: false };
    const SHIFT: Modifiers = Modifiers { shift: true, other: false };

    #[test]
    fn no_two_keys_collide() {
        let mut seen = HashSet::new();
        for binding in BINDINGS {
            assert!(seen.insert((binding.key, binding.shift)), "{binding:?}");
            assert!(
                binding.key.heeds_shift() || !binding.shift,
                "what is typed tells already: {binding:?}"
            );
        }
        for held in MOVEMENT_KEYS {
            // Shift is its faster form.
            assert!(seen.insert((held.key, false)) && seen.insert((held.key, true)), "{held:?}");
        }
        for binding in BINDINGS.iter().filter(|it| it.key.heeds_shift()) {
            let modifiers = Modifiers { shift: binding.shift, other: false };
            assert_eq!(find_command(binding.key, modifiers, false), Some(binding.command));
        }
    }

    #[test]
    fn every_action_for_keys_is_reached() {
        let mut settings = Settings::default();
        let reached: HashSet<_> = BINDINGS
            .iter()
            .filter_map(|it| it.command.run(&mut settings, &status()))
            .map(|action| discriminant(&action))
            .collect();
        let wanted = [
            Action::SetAnimIndex(0),
            Action::SetNextAnimIndex(0),
            Action::SetCurrFrame(0),
            Action::StepFrames(0),
            Action::SetSpeed(0.0),
            Action::SetAtEnd(ClipIdx(0), AtEnd::Once),
            Action::TogglePause,
            Action::NextDemo,
            Action::NextModel,
            Action::FrameModel,
            Action::TogglePass,
            Action::ToggleOverlay,
            Action::ToggleHelp,
            Action::ResetSettings,
            Action::Capture,
            Action::SavePicture,
            Action::NextTechnique,
            Action::NextEffectPass,
            Action::Quit,
        ];
        for action in &wanted {
            // A new action must be given a key, or be said to need none.
            match action {
                Action::Open(_)
                | Action::ShowModel(_)
                | Action::ShowTechnique(_)
                | Action::SetTexture(..) => {}
                Action::SetAnimIndex(_)
                | Action::SetNextAnimIndex(_)
                | Action::SetCurrFrame(_)
                | Action::StepFrames(_)
                | Action::SetSpeed(_)
                | Action::SetAtEnd(..)
                | Action::TogglePause
                | Action::NextDemo
                | Action::NextModel
                | Action::FrameModel
                | Action::TogglePass
                | Action::ToggleOverlay
                | Action::ToggleHelp
                | Action::ResetSettings
                | Action::Capture
                | Action::SavePicture
                | Action::NextTechnique
                | Action::NextEffectPass
                | Action::Quit => assert!(reached.contains(&discriminant(action)), "{action:?}"),
            }
        }
        assert_eq!(reached.len(), wanted.len());
    }

    #[test]
    fn the_help_lists_every_key_and_text_once() {
        let rows = help_rows();
        let texts: BTreeSet<&str> = rows.iter().map(|(_, help)| *help).collect();
        assert_eq!(texts.len(), rows.len(), "{rows:?}");
        let keys: Vec<&str> = rows.iter().flat_map(|(keys, _)| keys.split(' ')).collect();
        for binding in BINDINGS {
            let shift = if binding.shift { "Shift+" } else { "" };
            let label = format!("{shift}{}", binding.key.label());
            assert_eq!(keys.iter().filter(|it| **it == label).count(), 1, "{label}");
        }
        assert!(rows.contains(&(", .".to_owned(), STEP)));
        assert!(rows.contains(&("F1 ?".to_owned(), HELP)));
        assert!(rows.contains(&("Shift+O Shift+P".to_owned(), SPEED_FAST)));
        assert_eq!(rows[0].0, "W S");
    }

    #[test]
    fn keys_step_from_what_the_fields_show() {
        let mut settings = Settings::default();
        let mut run = |key: char, modifiers| {
            let command = find_command(Key::Char(key), modifiers, false).unwrap();
            command.run(&mut settings, &status()).unwrap()
        };
        assert_eq!(run('i', PLAIN), Action::SetAnimIndex(3));
        assert_eq!(run('j', PLAIN), Action::SetNextAnimIndex(3));
        assert_eq!(run('n', PLAIN), Action::SetCurrFrame(-1));
        assert_eq!(run('o', PLAIN), Action::SetSpeed(0.5));
        assert_eq!(run('p', SHIFT), Action::SetSpeed(5.0));
        assert_eq!(run('l', PLAIN), Action::SetAtEnd(ClipIdx(2), AtEnd::Once));
        // However the layout types it.
        assert_eq!(run('?', SHIFT), Action::ToggleHelp);
        assert_eq!(run('?', PLAIN), Action::ToggleHelp);
        assert_eq!(run('.', PLAIN), Action::StepFrames(1));
    }

    #[test]
    fn keys_change_settings() {
        let mut settings = Settings::default();
        let mut press = |key| {
            let command = find_command(key, PLAIN, false).unwrap();
            assert_eq!(command.run(&mut settings, &status()), None);
            settings.clone()
        };
        let mut expected = Settings::default();
        expected.playback.tween_duration_s = 0.75;
        assert_eq!(press(Key::Char('g')), expected);
        for _ in 0..5 {
            press(Key::Char('g'));
        }
        expected.playback.tween_duration_s = 0.0;
        expected.playback.by_time = false;
        assert_eq!(press(Key::Char('b')), expected);
        expected.playback.auto_tween = false;
        assert_eq!(press(Key::Char('x')), expected);
        expected.interface.style = Style::Light;
        assert_eq!(press(Key::F(3)), expected);
        expected.picture.has_ground = false;
        assert_eq!(press(Key::Char('v')), expected);
        expected.picture.multisampling = true;
        assert_eq!(press(Key::F(6)), expected);
        expected.interface.limits_frame_rate = false;
        assert_eq!(press(Key::F(7)), expected);
        for character in [Some(0), Some(1), Some(2), None] {
            assert_eq!(press(Key::Char('y')).playback.character, character);
        }
    }

    #[test]
    fn escape_closes_the_help_before_it_leaves() {
        let mut settings = Settings::default();
        let escape = find_command(Key::Escape, PLAIN, false).unwrap();
        settings.interface.is_help_open = true;
        assert_eq!(escape.run(&mut settings, &status()), Some(Action::ToggleHelp));
        settings.interface.is_help_open = false;
        assert_eq!(escape.run(&mut settings, &status()), Some(Action::Quit));
    }

    #[test]
    fn held_keys_repeat_only_where_it_helps_and_shortcuts_are_left_alone() {
        let command =
            |key, other, is_repeat| find_command(key, Modifiers { shift: false, other }, is_repeat);
        assert_eq!(command(Key::Char('m'), false, true), Some(KeyCommand::CurrFrame(1)));
        assert_eq!(command(Key::Space, false, true), None);
        assert_eq!(command(Key::Tab, true, false), None, "Alt+Tab");
        assert_eq!(find_command(Key::Tab, SHIFT, false), None);
        assert_eq!(command(Key::Char('w'), false, false), None);
    }

    #[test]
    fn held_keys_add_up() {
        let mut held = HeldKeys::default();
        assert!(held.set(Key::Char('w'), true) && held.set(Key::Char('c'), true));
        assert!(!held.set(Key::Char('f'), true));
        assert_eq!(held.movement(PLAIN), Movement { forward: 1.0, yaw: 1.0, ..STILL });
        assert!(held.movement(SHIFT).is_fast);
        held.set(Key::Char('s'), true);
        held.set(Key::Char('c'), false);
        assert_eq!(held.movement(SHIFT), STILL);
        assert!(held.any());
        held.clear();
        assert!(!held.any());
    }
}
