//! Materials in the terms of the effects: display values, one highlight colour.
//!
//! glTF describes surfaces by physics in linear light; the effects light display values the classic way.
//! What is translated:
//!
//! ```text
//! base_color  the factor, encoded from linear light to display values; the texture is one already
//! emissive    the factor, encoded likewise
//! specular    encoded(mix(0.04, base colour, metallic)) * (1 - roughness)
//!             0.04 is what a dielectric reflects head-on; a rough surface has no highlight
//! specular_power  2 / roughness^4 - 2, from 4 to 512: the exponent of Blinn-Phong whose highlight is as wide as that of
//!             a microfacet surface with alpha = roughness^2 (Walter et al. 2007, Microfacet Models for Refraction)
//! reflectivity  metallic * (1 - roughness): metal mirrors what is around it
//! ```

use std::collections::HashMap;

use ::gltf::json;
use json::material::AlphaMode as JsonAlphaMode;
use json::texture::{MagFilter, WrappingMode};
use json::validation::Checked;
use nalgebra::{Vector3, Vector4};
use serde_json::{Map, Value};

use super::document::{self, Document, element};
use crate::asset::import::{Notes, Result, fault, label};
use crate::asset::{AlphaMode, Material, Texture, Wrap};

/// Materials of a file, and the images that they use.
#[derive(Debug)]
pub(super) struct Materials {
    /// In the file's order.
    pub(super) materials: Vec<Material>,
    /// Number in the file of each image that a [`Texture`] refers to.
    pub(super) images: Vec<usize>,
}

/// The display value of linear light (the sRGB curve); below zero counts as zero.
pub(super) fn display(linear: f32) -> f32 {
    // In f64, so that white stays exactly 1.
    let linear = f64::from(linear.max(0.0));
    let encoded =
        if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    #[expect(clippy::cast_possible_truncation, reason = "back to the precision of the file")]
    let encoded = encoded as f32;
    encoded
}

/// The linear light of a display value: the way back of [`display`].
pub(super) fn linear(display: f32) -> f32 {
    let encoded = f64::from(display.clamp(0.0, 1.0));
    let linear =
        if encoded <= 0.040_45 { encoded / 12.92 } else { ((encoded + 0.055) / 1.055).powf(2.4) };
    #[expect(clippy::cast_possible_truncation, reason = "back to the precision of the file")]
    let linear = linear as f32;
    linear
}

/// The exponent of a highlight as wide as that of a surface of this roughness (0..1).
fn specular_power(roughness: f32) -> f32 {
    let alpha = roughness.clamp(0.0, 1.0).powi(2);
    (2.0 / (alpha * alpha).max(1e-6) - 2.0).clamp(4.0, 512.0)
}

/// The material of a primitive without one.
pub(super) fn default_material() -> Material {
    Material::plain("default", Vector4::repeat(1.0))
}

/// Reads all materials.
pub(super) fn read_all(document: &Document, notes: &mut Notes) -> Result<Materials> {
    let mut reader = Reader { document, images: Vec::new(), place_of_image: HashMap::new() };
    let mut materials = Vec::with_capacity(document.materials.len());
    for (index, material) in document.materials.iter().enumerate() {
        let name = material.core.name.as_deref().filter(|it| !it.is_empty());
        let at = label("material", index, name);
        let name = name.map_or_else(|| format!("material_{index}"), str::to_owned);
        materials.push(reader.read(material, name, &at, notes)?);
    }
    Ok(Materials { materials, images: reader.images })
}

struct Reader<'a> {
    document: &'a Document,
    images: Vec<usize>,
    place_of_image: HashMap<usize, usize>,
}

impl Reader<'_> {
    fn read(
        &mut self,
        source: &document::Material,
        name: String,
        at: &str,
        notes: &mut Notes,
    ) -> Result<Material> {
        let core = &source.core;
        let surface = &core.pbr_metallic_roughness;
        let mut base = surface.base_color_factor.0;
        let metallic = surface.metallic_factor.0;
        let roughness = surface.roughness_factor.0;
        let emissive = core.emissive_factor.0;
        finite(&[&base[..], &[metallic, roughness], &emissive].concat(), at)?;
        let mut specular = array_from(|lane| {
            let reflected = 0.04 + (base[lane] - 0.04) * metallic.clamp(0.0, 1.0);
            display(reflected) * (1.0 - roughness.clamp(0.0, 1.0))
        });
        let mut smoothness = 1.0 - roughness.clamp(0.0, 1.0);
        let mut reflectivity = metallic.clamp(0.0, 1.0) * smoothness;
        let base_texture = surface.base_color_texture.as_ref();
        let mut diffuse = base_texture.map(|it| (it.index.value(), it.tex_coord));
        for (name, extension) in &source.extensions {
            match name.as_str() {
                "KHR_materials_pbrSpecularGlossiness" => {
                    let gloss = SpecularGlossiness::read(extension, at)?;
                    base = gloss.diffuse;
                    diffuse = gloss.texture.or(diffuse);
                    specular = gloss.specular.map(|it| display(it) * gloss.glossiness);
                    smoothness = gloss.glossiness;
                    reflectivity = 0.0;
                }
                "KHR_materials_unlit" => {
                    specular = [0.0; 3];
                    reflectivity = 0.0;
                    notes.add(format!("{at} is unlit in the file; the effects light it"));
                }
                other => notes.add(format!("{at}: extension {other} is ignored")),
            }
        }
        for (texture, what) in [
            (surface.metallic_roughness_texture.is_some(), "metallic-roughness"),
            (core.occlusion_texture.is_some(), "occlusion"),
            (core.emissive_texture.is_some(), "emissive"),
        ] {
            if texture {
                notes.add(format!("{at}: the {what} texture is ignored"));
            }
        }
        // An emissive texture masks its factor; without the mask the whole surface would glow.
        let emissive = if core.emissive_texture.is_some() { [0.0; 3] } else { emissive };
        let normal = core.normal_texture.as_ref();
        if let Some(normal) = normal.filter(|it| (it.scale - 1.0).abs() > f32::EPSILON) {
            notes.add(format!("{at}: the normal texture's scale {} is ignored", normal.scale));
        }
        let normal = normal.map(|it| (it.index.value(), it.tex_coord));
        let alpha_mode = match core.alpha_mode {
            Checked::Valid(JsonAlphaMode::Opaque) => AlphaMode::Opaque,
            Checked::Valid(JsonAlphaMode::Blend) => AlphaMode::Blend,
            Checked::Valid(JsonAlphaMode::Mask) => {
                let cutoff = core.alpha_cutoff.unwrap_or_default().0;
                finite(&[cutoff], at)?;
                AlphaMode::Mask(cutoff)
            }
            Checked::Invalid => {
                return Err(fault(at, "unknown alphaMode; expected OPAQUE, MASK or BLEND"));
            }
        };
        Ok(Material {
            name,
            base_color: Vector4::new(display(base[0]), display(base[1]), display(base[2]), base[3]),
            specular: Vector3::from(specular),
            specular_power: specular_power(1.0 - smoothness),
            reflectivity,
            emissive: Vector3::from(emissive.map(display)),
            diffuse_map: self.texture(diffuse, at, notes)?,
            normal_map: self.texture(normal, at, notes)?,
            alpha_mode,
            double_sided: core.double_sided,
        })
    }

    fn texture(
        &mut self,
        reference: Option<(usize, u32)>,
        at: &str,
        notes: &mut Notes,
    ) -> Result<Option<Texture>> {
        let Some((index, uv_set)) = reference else { return Ok(None) };
        let texture = element(&self.document.textures, "texture", index, at)?;
        if uv_set != 0 {
            notes.add(format!("{at}: texture {index} uses TEXCOORD_{uv_set}; TEXCOORD_0 is taken"));
        }
        let at = label("texture", index, texture.name.as_deref());
        let image = texture.source.value();
        // What the crate puts for a texture whose image only an extension names.
        if image == u32::MAX as usize {
            notes.add(format!("{at} is ignored: it has no PNG or JPEG image"));
            return Ok(None);
        }
        element(&self.document.images, "image", image, &at)?;
        let mut result = Texture { image: 0, wrap: [Wrap::Repeat; 2], nearest: false };
        if let Some(sampler) = texture.sampler {
            let number = sampler.value();
            let sampler = element(&self.document.samplers, "sampler", number, &at)?;
            let wrap = |mode| match mode {
                Checked::Valid(WrappingMode::Repeat) => Ok(Wrap::Repeat),
                Checked::Valid(WrappingMode::MirroredRepeat) => Ok(Wrap::MirroredRepeat),
                Checked::Valid(WrappingMode::ClampToEdge) => Ok(Wrap::ClampToEdge),
                Checked::Invalid => Err(fault(
                    label("sampler", number, sampler.name.as_deref()),
                    "unknown wrapping mode; expected 10497, 33071 or 33648",
                )),
            };
            result.wrap = [wrap(sampler.wrap_s)?, wrap(sampler.wrap_t)?];
            result.nearest = sampler.mag_filter == Some(Checked::Valid(MagFilter::Nearest));
        }
        let images = &mut self.images;
        result.image = *self.place_of_image.entry(image).or_insert_with(|| {
            images.push(image);
            images.len() - 1
        });
        Ok(Some(result))
    }
}

/// The older description that many files on the web still carry.
struct SpecularGlossiness {
    diffuse: [f32; 4],
    specular: [f32; 3],
    glossiness: f32,
    texture: Option<(usize, u32)>,
}

impl SpecularGlossiness {
    fn read(extension: &Value, at: &str) -> Result<Self> {
        let empty = Map::new();
        let members = extension.as_object().unwrap_or(&empty);
        let factors = |key: &str, default: &[f32]| -> Result<Vec<f32>> {
            let Some(value) = members.get(key) else { return Ok(default.to_vec()) };
            let numbers = match value {
                Value::Array(_) => serde_json::from_value::<Vec<f32>>(value.clone()),
                other => serde_json::from_value::<f32>(other.clone()).map(|it| vec![it]),
            };
            match numbers {
                Ok(numbers) if numbers.len() == default.len() => {
                    finite(&numbers, at)?;
                    Ok(numbers)
                }
                _ => Err(fault(at, format!("{key} {value}; expected {} numbers", default.len()))),
            }
        };
        let diffuse = factors("diffuseFactor", &[1.0; 4])?;
        let specular = factors("specularFactor", &[1.0; 3])?;
        let glossiness = factors("glossinessFactor", &[1.0])?;
        let texture = match members.get("diffuseTexture") {
            None => None,
            Some(value) => {
                let info: json::texture::Info = serde_json::from_value(value.clone())
                    .map_err(|error| fault(at, format!("diffuseTexture: {error}")))?;
                Some((info.index.value(), info.tex_coord))
            }
        };
        Ok(Self {
            diffuse: array_from(|lane| diffuse[lane]),
            specular: array_from(|lane| specular[lane]),
            glossiness: glossiness[0].clamp(0.0, 1.0),
            texture,
        })
    }
}

fn array_from<const N: usize>(value: impl FnMut(usize) -> f32) -> [f32; N] {
    std::array::from_fn(value)
}

fn finite(values: &[f32], at: &str) -> Result<()> {
    match values.iter().find(|it| !it.is_finite()) {
        None => Ok(()),
        Some(value) => Err(fault(at, format!("a factor is {value}, not finite"))),
    }
}
