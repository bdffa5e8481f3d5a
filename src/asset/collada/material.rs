//! Materials of `profile_COMMON` in the terms of the effects. COLLADA says of no colour whether it is linear light; its
//! programs show them as they are, and so does this one.

use std::collections::HashMap;

use nalgebra::{Vector3, Vector4};
use roxmltree::NodeId;

use super::document::{Document, Element, at, child, children, floats, is, texts};
use crate::asset::import::{Files, Images, Notes, Result, fault};
use crate::asset::{AlphaMode, Image, Material, Texture, Wrap};

/// Materials that meshes use so far, with their images.
#[derive(Debug, Default)]
pub(super) struct Materials<'d> {
    pub(super) materials: Vec<Material>,
    place_of_material: HashMap<(Option<NodeId>, bool), usize>,
    /// `<image>`s in the order of [`Texture::image`].
    images: Vec<Element<'d>>,
}

impl<'d> Materials<'d> {
    /// The place of a material, which is read the first time; `None` is the one of a mesh without any.
    ///
    /// # Errors
    /// A colour or number of it is broken.
    pub(super) fn place(
        &mut self,
        document: &Document<'d>,
        material: Option<Element<'d>>,
        is_double_sided: bool,
        notes: &mut Notes,
    ) -> Result<usize> {
        let key = (material.map(|it| it.id()), is_double_sided);
        if let Some(place) = self.place_of_material.get(&key) {
            return Ok(*place);
        }
        let mut made = match material {
            Some(material) => self.read(document, material, notes)?,
            None => Material::plain("default", Vector4::repeat(1.0)),
        };
        made.double_sided |= is_double_sided;
        self.materials.push(made);
        self.place_of_material.insert(key, self.materials.len() - 1);
        Ok(self.materials.len() - 1)
    }

    fn read(
        &mut self,
        document: &Document<'d>,
        material: Element<'d>,
        notes: &mut Notes,
    ) -> Result<Material> {
        let name = material.attribute("name").or_else(|| material.attribute("id"));
        let name = name.filter(|it| !it.is_empty()).unwrap_or("material");
        let mut result = Material::plain(name, Vector4::repeat(1.0));
        let instance = child(material, "instance_effect").and_then(|it| it.attribute("url"));
        let Some(effect) = instance.and_then(|it| document.by_url(it, "effect")) else {
            notes.add(format!("{}: its effect is not in the file; it is white", at(material)));
            return Ok(result);
        };
        let Some(profile) = child(effect, "profile_COMMON") else {
            notes.add(format!("{}: has no profile_COMMON; it is white", at(effect)));
            return Ok(result);
        };
        let technique = child(profile, "technique");
        let kinds = ["phong", "blinn", "lambert", "constant"];
        let shading = technique
            .and_then(|it| it.children().find(|it| kinds.iter().any(|kind| is(*it, kind))));
        let Some(shading) = shading else {
            notes.add(format!("{}: has no phong, blinn, lambert or constant", at(effect)));
            return Ok(result);
        };
        let scope = Scope { document, effect, profile };
        if let Some(color) = scope.color(shading, "diffuse")? {
            result.base_color = color;
        }
        if let Some(texture) = scope.texture(shading, "diffuse") {
            result.base_color = Vector4::repeat(1.0);
            result.diffuse_map = self.texture(&scope, texture, notes);
        }
        if is(shading, "phong") || is(shading, "blinn") {
            result.specular = scope.color(shading, "specular")?.unwrap_or_default().xyz();
        }
        result.emissive = scope.color(shading, "emission")?.unwrap_or_default().xyz();
        if is(shading, "constant") {
            // What shines by itself is all that a constant surface has.
            result.base_color = result.emissive.push(1.0);
            notes.add(format!("{}: constant colours are lit by the effects", at(effect)));
        }
        for what in ["specular", "emission", "ambient", "transparent", "reflective"] {
            if scope.texture(shading, what).is_some() {
                notes.add(format!("{}: the {what} texture is ignored", at(effect)));
            }
        }
        let opacity = scope.opacity(shading, notes)?;
        result.base_color.w = opacity;
        if opacity < 1.0 {
            result.alpha_mode = AlphaMode::Blend;
        }
        let extras = profile.descendants().filter(|it| is(*it, "double_sided"));
        result.double_sided = extras.into_iter().any(|it| {
            texts(it).any(|it| it.trim() == "1" || it.trim().eq_ignore_ascii_case("true"))
        });
        if profile.descendants().any(|it| is(it, "bump")) {
            notes.add(format!("{}: the bump map of an <extra> is ignored", at(effect)));
        }
        Ok(result)
    }

    fn texture(
        &mut self,
        scope: &Scope<'_, 'd>,
        texture: Element<'d>,
        notes: &mut Notes,
    ) -> Option<Texture> {
        let name = texture.attribute("texture").unwrap_or_default();
        let sampler = scope
            .parameter(name)
            .and_then(|it| it.descendants().find(|it| is(*it, "sampler2D") || is(*it, "sampler")));
        let Some(image) = scope.image(name, sampler) else {
            notes.add(format!("{} is ignored: there is no image behind it", at(texture)));
            return None;
        };
        let wrap = |tag: &str| {
            let text = sampler.and_then(|it| child(it, tag)).and_then(|it| it.text());
            match text.map(str::trim) {
                Some("MIRROR") => Wrap::MirroredRepeat,
                Some("CLAMP" | "BORDER" | "NONE") => Wrap::ClampToEdge,
                _ => Wrap::Repeat,
            }
        };
        let filter = sampler.and_then(|it| child(it, "magfilter")).and_then(|it| it.text());
        let place = self.images.iter().position(|it| *it == image).unwrap_or_else(|| {
            self.images.push(image);
            self.images.len() - 1
        });
        Some(Texture {
            image: place,
            wrap: [wrap("wrap_s"), wrap("wrap_t")],
            nearest: filter.is_some_and(|it| it.trim() == "NEAREST"),
        })
    }

    /// Reads the images.
    ///
    /// # Errors
    /// They are larger than those of a file of this size may be.
    pub(super) fn into_images(
        mut self,
        files: &Files<'_>,
        model_bytes: u64,
        notes: &mut Notes,
    ) -> Result<(Vec<Material>, Vec<Image>)> {
        let mut images = Images::default();
        for element in &self.images {
            match path(*element) {
                Some(path) => images.add_file(files, &path, at(*element), notes),
                None => images.add_nothing(&at(*element), notes),
            }
        }
        let images = images.decode(files, model_bytes, notes)?;
        for material in &mut self.materials {
            material.diffuse_map = images.place(material.diffuse_map);
        }
        Ok((self.materials, images.images))
    }
}

/// The file that an image names.
fn path(image: Element<'_>) -> Option<String> {
    let init = child(image, "init_from")?;
    let text: String = match child(init, "ref") {
        Some(reference) => texts(reference).collect(),
        None => texts(init).collect(),
    };
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Where the parameters of an effect are looked up.
struct Scope<'a, 'd> {
    document: &'a Document<'d>,
    effect: Element<'d>,
    profile: Element<'d>,
}

impl<'d> Scope<'_, 'd> {
    fn parameter(&self, sid: &str) -> Option<Element<'d>> {
        let technique = child(self.profile, "technique");
        let places = [Some(self.profile), technique, Some(self.effect)];
        let parameters = places.into_iter().flatten().flat_map(|it| children(it, "newparam"));
        parameters.into_iter().find(|it| it.attribute("sid") == Some(sid))
    }

    fn color(&self, shading: Element<'d>, what: &str) -> Result<Option<Vector4<f32>>> {
        let Some(slot) = child(shading, what) else { return Ok(None) };
        let own = child(slot, "color");
        let named = || {
            let name = child(slot, "param").and_then(|it| it.attribute("ref"))?;
            let parameter = self.parameter(name)?;
            child(parameter, "float4").or_else(|| child(parameter, "float3"))
        };
        let Some(color) = own.or_else(named) else { return Ok(None) };
        let values = floats(color)?;
        if values.len() < 3 || values.len() > 4 {
            let problem = format!("has {} numbers; expected 3 or 4", values.len());
            return Err(fault(at(color), problem));
        }
        #[expect(clippy::cast_possible_truncation, reason = "the precision of colours")]
        let value = |lane: usize| values.get(lane).map_or(1.0, |it| *it as f32);
        Ok(Some(Vector4::from_fn(|lane, _| value(lane))))
    }

    fn texture(&self, shading: Element<'d>, what: &str) -> Option<Element<'d>> {
        child(child(shading, what)?, "texture")
    }

    fn float(&self, shading: Element<'d>, what: &str) -> Result<Option<f64>> {
        let Some(slot) = child(shading, what) else { return Ok(None) };
        let named = || {
            let name = child(slot, "param").and_then(|it| it.attribute("ref"))?;
            child(self.parameter(name)?, "float")
        };
        match child(slot, "float").or_else(named) {
            Some(element) => Ok(floats(element)?.first().copied()),
            None => Ok(None),
        }
    }

    /// How much of what lies behind is hidden, by `<transparent>` and `<transparency>` (COLLADA 1.4.1, "Determining
    /// Transparency").
    fn opacity(&self, shading: Element<'d>, notes: &mut Notes) -> Result<f32> {
        let transparency = self.float(shading, "transparency")?;
        let color = self.color(shading, "transparent")?;
        if transparency.is_none() && color.is_none() {
            return Ok(1.0);
        }
        let mode = child(shading, "transparent").and_then(|it| it.attribute("opaque"));
        let color = color.unwrap_or_else(|| match mode {
            Some("RGB_ZERO") => Vector4::new(0.0, 0.0, 0.0, 1.0),
            _ => Vector4::repeat(1.0),
        });
        let luminance = color.xyz().dot(&Vector3::new(0.212_671, 0.715_16, 0.072_169));
        #[expect(clippy::cast_possible_truncation, reason = "a share")]
        let amount = transparency.unwrap_or(1.0) as f32;
        let opacity = match mode {
            None | Some("A_ONE") => color.w * amount,
            Some("RGB_ZERO") => 1.0 - luminance * amount,
            Some("A_ZERO") => 1.0 - color.w * amount,
            Some("RGB_ONE") => luminance * amount,
            Some(other) => {
                notes.add(format!("{}: opaque '{other}' is not known", at(shading)));
                1.0
            }
        };
        if opacity <= 0.0 {
            // Nobody exports what cannot be seen; several programs write the opposite of what they mean.
            notes.add(format!("{}: nothing of it would be seen; it is opaque", at(shading)));
            return Ok(1.0);
        }
        Ok(opacity.min(1.0))
    }

    fn image(&self, name: &str, sampler: Option<Element<'d>>) -> Option<Element<'d>> {
        let by_id = |id: &str| self.document.by_id(id.trim(), "image");
        if let Some(sampler) = sampler {
            // 1.5 names the image at once, 1.4 a surface that names it.
            let instance = child(sampler, "instance_image").and_then(|it| it.attribute("url"));
            if let Some(image) = instance.and_then(|it| self.document.by_url(it, "image")) {
                return Some(image);
            }
            let surface = child(sampler, "source").and_then(|it| it.text())?;
            let surface = self.parameter(surface.trim())?;
            let init = surface.descendants().find(|it| is(*it, "init_from"))?;
            return by_id(init.text()?);
        }
        by_id(name)
    }
}
