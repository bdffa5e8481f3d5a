//! [`Session`]: what the program knows while it runs - the open models, the demo on one of them, settings, camera keys
//! and messages. It knows no window and no GPU.

use super::demo::{Demo, SCENE_COUNT, Script, Shown};
use super::effect_file::{EffectState, EffectStatus};
use super::keys::{HeldKeys, Key, KeyCommand, Modifiers, find_command};
use super::messages::Messages;
use super::open::Opened;
use super::props::PropIds;
use super::status::{FrameStatus, ModelInfo, Status};
use super::{Action, AppError, DemoKind, Settings};
use crate::anim::ClipIdx;
use crate::render::{ModelId, ModelTraits, Scene};

/// What the program knows while it runs.
#[derive(Debug)]
pub(super) struct Session {
    /// What panels and keys edit.
    pub(super) settings: Settings,
    /// What the overlay tells.
    pub(super) messages: Messages,
    models: Vec<ShownModel>,
    shown: usize,
    demo: Demo,
    effect: Option<EffectState>,
    held: HeldKeys,
    modifiers: Modifiers,
    /// Characters of the tween demo, and of the scene demo.
    tween_count: usize,
    scene_count: usize,
    /// Props of the scene demo, once the renderer holds them.
    props: Option<PropIds>,
    size_px: [u32; 2],
    covered_px: f32,
    time_s: f64,
}

/// A model that is open, with where the renderer holds it.
#[derive(Debug)]
struct ShownModel {
    opened: Opened,
    id: ModelId,
    traits: ModelTraits,
}

impl ShownModel {
    fn new(opened: Opened, id: ModelId) -> Self {
        Self { traits: ModelTraits::new(&opened.model), opened, id }
    }
}

impl Session {
    /// Starts with the first of the models, at least one.
    ///
    /// # Errors
    /// No models; the script names a clip that the first does not have.
    pub(super) fn new(
        settings: Settings,
        models: Vec<(Opened, ModelId)>,
        script: Script,
        size_px: [u32; 2],
    ) -> Result<Self, AppError> {
        let models: Vec<ShownModel> =
            models.into_iter().map(|(opened, id)| ShownModel::new(opened, id)).collect();
        let Some(ShownModel { opened, id, .. }) = models.first() else {
            return Err(AppError::Usage("there is no model to show".to_owned()));
        };
        let shown = Shown { model: &opened.model, map: &opened.map, id: *id };
        let demo = Demo::new(script, shown, aspect_of(size_px))?;
        let mut session = Self {
            settings,
            messages: Messages::default(),
            models,
            shown: 0,
            demo,
            effect: None,
            held: HeldKeys::default(),
            modifiers: Modifiers::default(),
            tween_count: match script {
                Script::Tween { count } => count,
                Script::Play(_) | Script::Scene { .. } => 1,
            },
            scene_count: match script {
                Script::Scene { count } => count,
                Script::Play(_) | Script::Tween { .. } => SCENE_COUNT,
            },
            props: None,
            size_px,
            covered_px: 0.0,
            time_s: 0.0,
        };
        session.list_models();
        Ok(session)
    }

    /// Adds a model and shows it.
    pub(super) fn add(&mut self, opened: Opened, id: ModelId) {
        self.messages.info(self.time_s, &format!("opened {}", opened.info.name));
        self.models.push(ShownModel::new(opened, id));
        self.list_models();
        self.show(self.models.len() - 1);
    }

    /// Shows one of the open models, in the demo that runs, from its start; nothing where there is none of that index.
    fn show(&mut self, index: usize) {
        let Some(ShownModel { opened, id, .. }) = self.models.get(index) else { return };
        let shown = Shown { model: &opened.model, map: &opened.map, id: *id };
        let status = self.demo.status(&self.settings);
        let script = match status.demo {
            DemoKind::Tween => Script::Tween { count: self.tween_count },
            DemoKind::Animation => Script::Play(ClipIdx(0)),
            DemoKind::Scene => Script::Scene { count: self.scene_count },
        };
        match Demo::new(script, shown, aspect_of(self.size_px)) {
            Ok(demo) => {
                self.demo = demo;
                if let Some(props) = &self.props {
                    self.demo.set_props(props);
                }
                self.demo.set_picture(self.size_px, self.covered_px);
                self.perform(&Action::FrameModel);
                self.shown = index;
            }
            Err(error) => self.messages.error(self.time_s, &error.chain()),
        }
    }

    /// Whether the scene demo still lacks its props.
    pub(super) fn lacks_props(&self) -> bool {
        self.props.is_none()
    }

    /// Puts up the props of the scene demo, which the renderer holds.
    pub(super) fn set_props(&mut self, props: PropIds) {
        self.demo.set_props(&props);
        self.props = Some(props);
    }

    /// Writes the names of all open models into what panels show of each.
    fn list_models(&mut self) {
        let names: Vec<String> =
            self.models.iter().map(|model| model.opened.info.name.clone()).collect();
        for (index, model) in self.models.iter_mut().enumerate() {
            model.opened.info.open.clone_from(&names);
            model.opened.info.open_index = index;
        }
    }

    /// The names of the model that is shown.
    pub(super) fn model_info(&self) -> &ModelInfo {
        &self.models[self.shown].opened.info
    }

    /// Whether a key of the system is held, so that others mean something else.
    pub(super) fn is_for_system(&self) -> bool {
        self.modifiers.other
    }

    /// Seconds since the start that the program has seen pass.
    pub(super) fn time_s(&self) -> f64 {
        self.time_s
    }

    /// As [`Demo::set_picture`].
    pub(super) fn set_picture(&mut self, size_px: [u32; 2], covered_px: f32) {
        (self.size_px, self.covered_px) = (size_px, covered_px);
        self.demo.set_picture(size_px, covered_px);
    }

    /// Moves the camera by the keys that are held, and the characters, by a frame time.
    pub(super) fn advance(&mut self, dt_s: f64) {
        self.time_s += dt_s;
        let movement = self.held.movement(self.modifiers);
        self.demo.camera_mut().fly(&movement, dt_s);
        if let Err(error) = self.demo.advance(&self.settings, dt_s) {
            self.messages.error(self.time_s, &error.chain());
        }
        self.advance_effect(dt_s);
    }

    /// Lets time pass for the user's effect, and draws the scene with it where it fits the model.
    fn advance_effect(&mut self, dt_s: f64) {
        let Some(effect) = &mut self.effect else { return };
        effect.advance(dt_s, self.settings.playback.is_paused);
        if effect.fit(&self.models[self.shown].traits) {
            let status = effect.status();
            for refusal in &status.refusals {
                let text = format!("not drawn with {}: {refusal}", status.name);
                self.messages.error(self.time_s, &text);
            }
            for notice in &status.notices {
                self.messages.error(self.time_s, &format!("{}: {notice}", status.name));
            }
        }
        self.demo.set_user(effect.draw(&self.settings.effect));
    }

    /// Draws with an effect of the user's from now on.
    pub(super) fn set_effect(&mut self, effect: EffectState) {
        self.effect = Some(effect);
    }

    /// The user's effect, to be changed, and the settings that belong to it.
    pub(super) fn effect_mut(&mut self) -> Option<(&mut EffectState, &mut super::EffectSettings)> {
        Some((self.effect.as_mut()?, &mut self.settings.effect))
    }

    /// What is known of the user's effect.
    pub(super) fn effect_status(&self) -> Option<&EffectStatus> {
        self.effect.as_ref().map(EffectState::status)
    }

    /// The models that are open, with where the renderer holds them.
    pub(super) fn opened_models(&self) -> impl Iterator<Item = (&Opened, ModelId)> {
        self.models.iter().map(|it| (&it.opened, it.id))
    }

    /// What the model has that is shown.
    pub(super) fn model_traits(&self) -> &ModelTraits {
        &self.models[self.shown].traits
    }

    /// The technique that an action asks for, if it asks for one.
    pub(super) fn technique_asked_for(&self, action: &Action) -> Option<usize> {
        let status = self.effect_status()?;
        let count = status.techniques.len().max(1);
        match action {
            Action::ShowTechnique(index) => Some(*index).filter(|it| *it < count),
            Action::NextTechnique => Some((status.technique + 1) % count),
            _ => None,
        }
    }

    /// Draws the next pass of the technique alone, and after the last all of them.
    fn show_next_pass(&mut self) {
        let Some(effect) = &self.effect else { return };
        let status = effect.status();
        let count = status.techniques.get(status.technique).map_or(0, |it| it.1.len());
        let pass = &mut self.settings.effect.pass;
        *pass = match *pass {
            None if count > 1 => Some(0),
            Some(index) if index + 1 < count => Some(index + 1),
            _ => None,
        };
    }

    /// Does what an action asks for, as far as it is not the window's.
    pub(super) fn perform(&mut self, action: &Action) {
        match action {
            Action::NextModel => match self.models.len() {
                1 => self
                    .messages
                    .info(self.time_s, "only one model is open; drop another one on the window"),
                count => self.show((self.shown + 1) % count),
            },
            Action::ShowModel(index) => self.show(*index),
            Action::NextEffectPass if self.effect.is_some() => self.show_next_pass(),
            Action::NextEffectPass | Action::NextTechnique | Action::ShowTechnique(_) => self
                .messages
                .info(self.time_s, "there is no effect of yours; start with --effect FILE.fx"),
            action => {
                if let Err(error) = self.demo.perform(action, &mut self.settings) {
                    self.messages.error(self.time_s, &error.chain());
                }
            }
        }
    }

    /// A key went down over the picture; gives what is to be done.
    pub(super) fn press(&mut self, key: Key, is_repeat: bool) -> Option<Action> {
        if self.modifiers.other {
            return None;
        }
        if self.held.set(key, true) {
            return None;
        }
        let command: KeyCommand = find_command(key, self.modifiers, is_repeat)?;
        let status = self.demo.status(&self.settings);
        command.run(&mut self.settings, &status)
    }

    /// A key went up, wherever it went down.
    pub(super) fn release(&mut self, key: Key) {
        self.held.set(key, false);
    }

    /// Which keys are held beside others.
    pub(super) fn set_modifiers(&mut self, modifiers: Modifiers) {
        self.modifiers = modifiers;
    }

    /// The window lost the keyboard: no key is held any more, as far as it will hear.
    pub(super) fn release_all(&mut self) {
        self.held.clear();
        self.modifiers = Modifiers::default();
    }

    /// The camera.
    pub(super) fn camera_mut(&mut self) -> &mut super::OrbitCamera {
        self.demo.camera_mut()
    }

    /// What the next frame shows.
    pub(super) fn scene(&self) -> &Scene {
        self.demo.scene()
    }

    /// Settings to edit, and what panels show beside them.
    pub(super) fn for_panels<'a>(
        &'a mut self,
        frame: &'a FrameStatus,
    ) -> (&'a mut Settings, Status<'a>) {
        let status = Status {
            model: &self.models[self.shown].opened.info,
            playback: self.demo.status(&self.settings),
            frame,
            effect: self.effect.as_ref().map(EffectState::status),
            messages: &self.messages,
            time_s: self.time_s,
        };
        (&mut self.settings, status)
    }

    /// Where the character is that the fields show.
    pub(super) fn playback(&self) -> super::PlaybackStatus {
        self.demo.status(&self.settings)
    }
}

fn aspect_of(size_px: [u32; 2]) -> f32 {
    size_px[0].max(1) as f32 / size_px[1].max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anim::BakeLimits;
    use crate::app::cli::BakeArgs;
    use crate::app::open::{Source, open};

    /// A session with our character as the first of so many models, whose ids are their places.
    fn session(count: usize) -> Session {
        let opened =
            open(&Source::Character, &[], &BakeArgs::default(), BakeLimits::default()).unwrap();
        let models = (0..count).map(|index| (opened.clone(), ModelId(index))).collect();
        Session::new(Settings::default(), models, Script::Tween { count: 3 }, [600, 400]).unwrap()
    }

    #[track_caller]
    fn check_shown(session: &Session, expected: usize) {
        assert_eq!(session.model_info().open_index, expected);
        assert_eq!(session.scene().models[0].model, ModelId(expected));
    }

    #[test]
    fn open_models_are_shown_by_place_and_in_turn() {
        let mut session = session(3);
        check_shown(&session, 0);
        for (action, expected) in [
            (Action::ShowModel(2), 2),
            (Action::NextModel, 0),
            (Action::NextModel, 1),
            (Action::ShowModel(1), 1),
            (Action::ShowModel(3), 1),
        ] {
            session.perform(&action);
            check_shown(&session, expected);
        }
        assert_eq!(session.messages.count(), 0);
    }

    #[test]
    fn a_crowd_stays_a_crowd_whatever_was_shown_between() {
        let mut session = session(2);
        assert_eq!(session.playback().character_count, 3);
        session.perform(&Action::NextDemo);
        session.perform(&Action::NextModel);
        assert_eq!(session.playback().character_count, 1);
        session.perform(&Action::NextModel);
        session.perform(&Action::NextDemo);
        assert_eq!(session.playback().demo, DemoKind::Scene);
        session.perform(&Action::NextModel);
        assert_eq!(session.playback().character_count, SCENE_COUNT);
        session.perform(&Action::NextDemo);
        session.perform(&Action::NextModel);
        assert_eq!(session.playback().character_count, 3);
    }

    #[test]
    fn one_model_alone_has_no_next() {
        let mut session = session(1);
        session.perform(&Action::NextModel);
        check_shown(&session, 0);
        assert!(session.messages.all().any(|it| it.text.contains("only one model is open")));
    }

    #[test]
    fn keys_with_a_key_of_the_system_are_not_the_programs() {
        let mut session = session(1);
        assert_eq!(session.press(Key::Space, false), Some(Action::TogglePause));
        session.set_modifiers(Modifiers { shift: false, other: true });
        assert_eq!(session.press(Key::Space, false), None);
        session.release_all();
        assert_eq!(session.press(Key::Space, false), Some(Action::TogglePause));
    }
}
