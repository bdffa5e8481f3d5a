//! What the textures of a user's effect show in a draw.

use std::sync::Arc;

use super::draw::UserEffect;
use super::texture::TextureRole;
use crate::gpu::{Image, Upload};
use crate::render::RenderError;
use crate::render::model::{GpuMaterial, GpuModel};

/// What textures get that have nothing else.
pub(super) struct Fallbacks {
    white: Arc<Image>,
    black: Arc<Image>,
    flat_normal: Arc<Image>,
    /// As far as can be, where a shadow map is compared with that the effect cannot be told how to look up.
    far: Arc<Image>,
}

impl Fallbacks {
    pub(super) fn new(
        upload: &mut Upload<'_>,
        white: &Arc<Image>,
        far: &Arc<Image>,
    ) -> Result<Self, RenderError> {
        let flat = [128, 128, 255, 255];
        Ok(Self {
            white: Arc::clone(white),
            black: Arc::new(upload.texture_rgba8("black", [1, 1], &[0, 0, 0, 255])?),
            flat_normal: Arc::new(upload.texture_rgba8("flat normal", [1, 1], &flat)?),
            far: Arc::clone(far),
        })
    }
}

impl UserEffect {
    /// Binds all textures for a part of a model, or for what is of no model.
    ///
    /// # Errors
    /// An image that does not fit its variable.
    pub(super) fn bind_textures(
        &mut self,
        part: Option<(&GpuModel, &GpuMaterial)>,
    ) -> Result<(), RenderError> {
        let slots = self.plan.textures.iter().zip(&self.textures).zip(&self.files);
        for (index, ((slot, variable), file)) in slots.enumerate() {
            let image = match (file, slot.role) {
                (_, TextureRole::Unbound) => continue,
                (_, TextureRole::TransformMap) => match part {
                    Some((parts, _)) => &parts.transform_map,
                    None => continue,
                },
                (_, TextureRole::Target) => {
                    let is_depth =
                        self.plan.targets.iter().any(|it| it.texture == Some(index) && it.is_depth);
                    let empty = if is_depth { &self.fallbacks.far } else { &self.fallbacks.black };
                    // What is drawn to cannot be read.
                    let into = self.into.as_ref();
                    let is_busy = into.is_some_and(|it| self.targets.is_drawn_to(it, index));
                    self.targets.image(index).filter(|_| !is_busy).unwrap_or(empty)
                }
                (_, TextureRole::ShadowMap) => {
                    self.shadow_map.as_ref().unwrap_or(&self.fallbacks.far)
                }
                (Some(file), _) => file,
                (None, TextureRole::Environment) => match self.environment.cube() {
                    Some(cube) => cube,
                    None => continue,
                },
                (None, TextureRole::Volume(kind)) => match self.environment.volume(kind) {
                    Some(volume) => volume,
                    None => continue,
                },
                (None, TextureRole::Diffuse) => {
                    part.map_or(&self.fallbacks.white, |(_, material)| &material.diffuse_map)
                }
                (None, TextureRole::Normal) => {
                    let map = part.and_then(|(_, material)| material.normal_map.as_ref());
                    map.unwrap_or(&self.fallbacks.flat_normal)
                }
                (None, TextureRole::Emissive) => &self.fallbacks.black,
                (None, TextureRole::Specular | TextureRole::Other) => &self.fallbacks.white,
            };
            for element in 0..slot.count as usize {
                self.effect.set_resource_at(*variable, element, image)?;
            }
        }
        Ok(())
    }
}
