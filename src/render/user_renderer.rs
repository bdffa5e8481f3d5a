//! The part of [`Renderer`] that loads effects of the user's and makes models known to them.

use std::sync::Arc;

use effectc::effect::Effect as Compiled;

use super::RenderError;
use super::renderer::Renderer;
use super::scene::{ModelAnimation, ModelId};
use super::user_effect::{CharacterDraw, UserEffect, UserImage};
use crate::anim::{TransformMap, TweenFrameDesc};
use crate::asset::Model;
use crate::gpu::{TargetFormats, Upload};

impl Renderer {
    /// Loads a user's effect in the place of the one before, for the models that were made known to that, and makes
    /// the pipelines of a technique. If that fails, the old one stays.
    ///
    /// # Errors
    /// A feature that the GPU lacks, more than it allows, shaders that its driver refuses, no memory.
    pub fn load_user_effect(
        &mut self,
        compiled: &Compiled,
        images: &[(String, UserImage)],
        technique: usize,
        formats: &[&TargetFormats],
    ) -> Result<(), RenderError> {
        let known = self.user.as_ref().map(UserEffect::models).unwrap_or_default();
        let mut upload = Upload::begin(&mut self.frames)?;
        let (white, far) = (&self.white, self.shadow_map.far());
        let mut effect = UserEffect::new(&mut upload, &self.cache, white, far, compiled)?;
        for (texture, image) in images {
            effect.set_image(&mut upload, texture, Some(image))?;
        }
        for (id, model, map) in known {
            if let Some(Some(parts)) = self.models.get(id.0) {
                effect.add_model(&mut upload, id, parts, model, map)?;
            }
        }
        upload.finish()?;
        let prepared = formats.iter().try_for_each(|it| effect.prepare(technique, it));
        let prepared = prepared.and_then(|()| self.warm_up_for_user(&effect, technique));
        if let Err(error) = prepared {
            // What was copied for it may still be on its way.
            self.frames.retire(effect);
            return Err(error);
        }
        // Frames in flight still draw with the old one.
        let old = self.user.replace(effect);
        self.frames.retire(old);
        Ok(())
    }

    /// Makes a model known to the user's effect, which draws it from then on.
    ///
    /// # Errors
    /// No memory, or a model that was removed.
    pub fn add_user_model(
        &mut self,
        id: ModelId,
        model: &Arc<Model>,
        map: &Arc<TransformMap>,
    ) -> Result<(), RenderError> {
        self.check_model(id)?;
        let (Some(user), Some(Some(parts))) = (&mut self.user, self.models.get(id.0)) else {
            return Ok(());
        };
        let mut upload = Upload::begin(&mut self.frames)?;
        user.add_model(&mut upload, id, parts, Arc::clone(model), Arc::clone(map))?;
        upload.finish()?;
        Ok(())
    }

    /// Shows a picture in a texture of the user's effect, or what is there without one.
    ///
    /// # Errors
    /// No memory, or a picture over the limits of the GPU.
    pub fn set_user_image(
        &mut self,
        texture: &str,
        image: Option<&UserImage>,
    ) -> Result<(), RenderError> {
        let Some(user) = &mut self.user else { return Ok(()) };
        let mut upload = Upload::begin(&mut self.frames)?;
        let old = user.set_image(&mut upload, texture, image)?;
        upload.finish()?;
        self.frames.retire(old);
        Ok(())
    }

    /// Makes the pipelines of a technique of the user's effect for a kind of target.
    ///
    /// # Errors
    /// State that the GPU cannot have, or shaders that its driver refuses.
    pub fn prepare_user_effect(
        &mut self,
        technique: usize,
        formats: &TargetFormats,
    ) -> Result<(), RenderError> {
        let Some(mut user) = self.user.take() else { return Ok(()) };
        let prepared = user.prepare(technique, formats);
        let prepared = prepared.and_then(|()| self.warm_up_for_user(&user, technique));
        self.user = Some(user);
        prepared
    }
}

impl ModelAnimation {
    /// The characters one by one; a keyframe is a tween that fades to nothing.
    pub(super) fn characters(&self) -> impl Iterator<Item = CharacterDraw> {
        let tween = TweenFrameDesc::default();
        let (one, many, rigid) = match self {
            Self::Keyframe { keyframe, world_from_model } => {
                let tween = TweenFrameDesc { curr: *keyframe, ..tween };
                let world_from_model = *world_from_model;
                (Some(CharacterDraw { tween, world_from_model }), &[][..], &[][..])
            }
            Self::Tween(instances) | Self::Crowd(instances) => {
                (None, instances.as_slice(), &[][..])
            }
            Self::Rigid(worlds) => (None, &[][..], worlds.as_slice()),
        };
        let many = many
            .iter()
            .map(|it| CharacterDraw { tween: it.tween, world_from_model: it.world_from_model });
        let rigid = rigid.iter().map(move |it| CharacterDraw { tween, world_from_model: *it });
        one.into_iter().chain(many).chain(rigid)
    }
}
