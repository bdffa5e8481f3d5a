//! Materials in the terms of the effects. FBX says of no colour whether it is linear light; its programs show them as they
//! are, and so does this one.

use std::collections::HashMap;

use nalgebra::{Vector3, Vector4};
use ufbx::{MaterialMap, WrapMode};

use super::node::{label, narrow};
use crate::asset::import::{Files, Images, Notes, Result};
use crate::asset::{AlphaMode, Image, Material, Texture, Wrap};

/// Materials that meshes use so far, with their textures.
#[derive(Default)]
pub(super) struct Materials<'s> {
    materials: Vec<Material>,
    place_of_material: HashMap<Option<u32>, usize>,
    /// In the order of [`Texture::image`].
    textures: Vec<&'s ufbx::Texture>,
}

impl<'s> Materials<'s> {
    /// The place of a material, which is read the first time; `None` is the one of a mesh without any.
    pub(super) fn place(
        &mut self,
        material: Option<&'s ufbx::Material>,
        notes: &mut Notes,
    ) -> usize {
        let key = material.map(|it| it.element.typed_id);
        if let Some(place) = self.place_of_material.get(&key) {
            return *place;
        }
        let made = match material {
            Some(material) => self.read(material, notes),
            None => Material::plain("default", Vector4::repeat(1.0)),
        };
        self.materials.push(made);
        self.place_of_material.insert(key, self.materials.len() - 1);
        self.materials.len() - 1
    }

    fn read(&mut self, material: &'s ufbx::Material, notes: &mut Notes) -> Material {
        let at = label("material", &material.element);
        let name = match &*material.element.name {
            "" => format!("material_{}", material.element.typed_id),
            name => name.to_owned(),
        };
        let fbx = &material.fbx;
        let mut result = Material::plain(&name, color(&fbx.diffuse_color).push(1.0));
        let factor = |map: &MaterialMap| if map.has_value { narrow(map.value_vec4.x) } else { 1.0 };
        let diffuse =
            texture_of(&fbx.diffuse_color).or_else(|| texture_of(&material.pbr.base_color));
        match diffuse {
            // A texture stands in for the colour.
            Some(texture) => {
                result.base_color = Vector4::repeat(1.0);
                result.diffuse_map = Some(self.texture(texture));
            }
            None => {
                let lit = result.base_color.xyz() * factor(&fbx.diffuse_factor);
                result.base_color = lit.push(1.0);
            }
        }
        if fbx.specular_color.has_value {
            result.specular = color(&fbx.specular_color) * factor(&fbx.specular_factor).min(1.0);
        }
        if fbx.emission_color.has_value && texture_of(&fbx.emission_color).is_none() {
            result.emissive = color(&fbx.emission_color) * factor(&fbx.emission_factor);
        }
        result.normal_map = texture_of(&fbx.normal_map).map(|it| self.texture(it));
        if texture_of(&fbx.bump).is_some() && result.normal_map.is_none() {
            notes.add(format!("{at}: the bump map is ignored"));
        }
        for (map, what) in [
            (&fbx.specular_color, "specular"),
            (&fbx.emission_color, "emission"),
            (&fbx.transparency_color, "transparency"),
            (&fbx.reflection_color, "reflection"),
        ] {
            if texture_of(map).is_some() {
                notes.add(format!("{at}: the {what} texture is ignored"));
            }
        }
        let opacity = &material.pbr.opacity;
        if opacity.has_value && texture_of(opacity).is_none() {
            let value = narrow(opacity.value_vec4.x);
            if value > 0.0 && value < 1.0 {
                result.base_color.w = value;
                result.alpha_mode = AlphaMode::Blend;
            } else if value <= 0.0 {
                // Nobody exports what cannot be seen; several programs write the opposite of what they mean.
                notes.add(format!("{at}: nothing of it would be seen; it is opaque"));
            }
        }
        result.double_sided = material.features.double_sided.enabled;
        result
    }

    fn texture(&mut self, texture: &'s ufbx::Texture) -> Texture {
        let id = texture.element.typed_id;
        let place = self.textures.iter().position(|it| it.element.typed_id == id);
        let image = place.unwrap_or_else(|| {
            self.textures.push(texture);
            self.textures.len() - 1
        });
        let wrap = |it: WrapMode| match it {
            WrapMode::Repeat => Wrap::Repeat,
            WrapMode::Clamp => Wrap::ClampToEdge,
        };
        Texture { image, wrap: [wrap(texture.wrap_u), wrap(texture.wrap_v)], nearest: false }
    }

    /// Decodes the textures, from the file itself or from the model's folder.
    ///
    /// # Errors
    /// An image is larger than a file of this size may have.
    pub(super) fn into_images(
        mut self,
        files: &Files<'_>,
        model_bytes: u64,
        notes: &mut Notes,
    ) -> Result<(Vec<Material>, Vec<Image>)> {
        let mut images = Images::default();
        for texture in &self.textures {
            let at = label("texture", &texture.element);
            let path = [&texture.relative_filename, &texture.filename, &texture.absolute_filename]
                .into_iter()
                .find(|it| !it.is_empty())
                .map_or("", |it| &**it);
            match texture.content.is_empty() {
                true => images.add_file(files, path, at, notes),
                false => images.add_bytes(texture.content.to_vec(), path, at),
            }
        }
        let images = images.decode(files, model_bytes, notes)?;
        for material in &mut self.materials {
            material.diffuse_map = images.place(material.diffuse_map);
            material.normal_map = images.place(material.normal_map);
        }
        Ok((self.materials, images.images))
    }
}

fn color(map: &MaterialMap) -> Vector3<f32> {
    let value = map.value_vec4;
    let color = Vector3::new(narrow(value.x), narrow(value.y), narrow(value.z));
    if map.has_value && color.iter().all(|it| it.is_finite()) {
        color
    } else {
        Vector3::repeat(1.0)
    }
}

fn texture_of(map: &MaterialMap) -> Option<&ufbx::Texture> {
    let texture: &ufbx::Texture = map.texture.as_ref().filter(|_| map.texture_enabled)?.as_ref();
    // Layers and shaders have the files below them.
    match texture.file_textures.iter().next() {
        Some(file) => Some(file.as_ref()),
        None => Some(texture),
    }
}
