//! The user's effect in the window: what is taken over from edits, and what is asked for by keys, panels and dropped
//! files.

use std::path::{Path, PathBuf};

use super::Live;
use crate::app::AppError;
use crate::app::effect_file::{
    Compilation, EffectProblem, EffectSource, EffectState, LoadedEffect, Reloader, StartEffect,
    is_image, misfit, read_image,
};
use crate::app::session::Session;
use crate::app::window::screen::Screen;

/// The user's effect while its files are watched.
#[derive(Debug)]
pub(super) struct LiveEffect {
    source: EffectSource,
    reloader: Reloader,
}

impl LiveEffect {
    /// Loads the effect that the program starts with, for all models that are open.
    ///
    /// # Errors
    /// The GPU cannot draw with it.
    pub(super) fn start(
        (start, reloader): (StartEffect, Reloader),
        screen: &mut Screen,
        session: &mut Session,
    ) -> Result<Self, AppError> {
        let StartEffect { source, loaded, technique, .. } = start;
        screen.load_effect(&loaded, technique)?;
        for (opened, id) in session.opened_models() {
            screen.add_effect_model(id, opened)?;
        }
        let settings = &mut session.settings.effect;
        let state = EffectState::new(source.name(), &loaded, technique, settings);
        session.set_effect(state);
        Ok(Self { source, reloader })
    }
}

impl Live {
    /// Takes over what came of an edit of the effect.
    pub(super) fn poll_effect(&mut self) {
        let Some(effect) = &mut self.effect else { return };
        let time_s = self.session.time_s();
        if let Some(warning) = effect.reloader.take_warning() {
            self.session.messages.error(time_s, &warning);
        }
        let Some(Compilation { outcome, .. }) = effect.reloader.poll() else { return };
        let taken = outcome.and_then(|loaded| self.take_effect(*loaded));
        if let Err(problem) = taken {
            let told = self.session.effect_status().and_then(|it| it.problem.as_ref());
            if told.is_some_and(|(_, text)| *text == problem.text) {
                return;
            }
            self.session.messages.error(time_s, &problem.title);
            log::error!("{}", problem.text);
            if let Some((state, _)) = self.session.effect_mut() {
                state.set_problem(problem);
            }
        }
    }

    /// Draws with another version of the effect, if it can be drawn with.
    fn take_effect(&mut self, mut loaded: LoadedEffect) -> Result<(), EffectProblem> {
        let Some(LiveEffect { source, .. }) = &self.effect else { return Ok(()) };
        let name = source.name();
        let traits = self.session.model_traits().clone();
        let source = source.clone();
        let Some((state, _)) = self.session.effect_mut() else { return Ok(()) };
        let technique = state.same_technique(&loaded.plan, &traits);
        if let Some(text) = misfit(&source, &loaded.plan, technique, &traits) {
            let title = format!("{name} does not fit {}", traits.name);
            return Err(EffectProblem { title, text });
        }
        for (texture, path) in &state.chosen_files {
            if let Ok(image) = read_image(path) {
                loaded.images.retain(|(of, _)| of != texture);
                loaded.images.push((texture.clone(), image));
            }
        }
        self.screen.load_effect(&loaded, technique).map_err(|error| EffectProblem {
            title: format!("{name} cannot be drawn with"),
            text: error.chain(),
        })?;
        let time_s = self.session.time_s();
        if let Some((state, settings)) = self.session.effect_mut() {
            state.take(&loaded, technique, settings);
        }
        self.session.messages.info(time_s, &format!("{name} was loaded again"));
        Ok(())
    }

    /// Draws with another technique, if the GPU can.
    pub(super) fn show_technique(&mut self, technique: usize) {
        let time_s = self.session.time_s();
        match self.screen.prepare_technique(technique) {
            Ok(()) => {
                if let Some((state, settings)) = self.session.effect_mut() {
                    state.set_technique(technique, settings);
                }
            }
            Err(error) => self.session.messages.error(time_s, &error.chain()),
        }
    }

    /// Whether a dropped file is a picture for the effect.
    pub(super) fn takes_picture(&self, path: &Path) -> bool {
        self.effect.is_some() && is_image(path)
    }

    /// Puts a dropped picture into the texture that is chosen, else into the first.
    pub(super) fn drop_picture(&mut self, path: PathBuf) {
        let chosen = self.session.settings.effect.texture.clone();
        let first = self.session.effect_status().and_then(|it| it.textures.first());
        match chosen.or_else(|| first.map(|it| it.0.clone())) {
            Some(texture) => self.set_texture(&texture, path),
            None => {
                let time_s = self.session.time_s();
                self.session.messages.error(time_s, "the effect reads no texture");
            }
        }
    }

    /// Shows a picture in a texture of the effect.
    pub(super) fn set_texture(&mut self, texture: &str, path: PathBuf) {
        let time_s = self.session.time_s();
        let shown = read_image(&path).and_then(|image| {
            self.screen.set_effect_image(texture, &image).map_err(|error| error.chain())
        });
        match shown {
            Ok(()) => {
                let text = format!("{texture} shows {}", path.display());
                self.session.messages.info(time_s, &text);
                if let Some((state, _)) = self.session.effect_mut() {
                    state.set_file(texture, path);
                }
            }
            Err(why) => self.session.messages.error(time_s, &why),
        }
    }
}
