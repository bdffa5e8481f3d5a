//! Materials, textures and images.

use std::io::Cursor;

use image::{ImageFormat, RgbaImage};
use nalgebra::Vector3;
use serde_json::{Value, json};

use super::ExportError;
use super::buffer::{Buffer, Target};
use crate::asset::gltf::material::{display, linear};
use crate::asset::{AlphaMode, Material, Model, Texture, Wrap};

/// The materials of a document, and what they use.
#[derive(Debug, Default)]
pub(super) struct Materials {
    pub(super) materials: Vec<Value>,
    pub(super) textures: Vec<Value>,
    pub(super) samplers: Vec<Value>,
    pub(super) images: Vec<Value>,
}

/// Writes all materials.
///
/// # Errors
/// An image cannot be encoded.
pub(super) fn write(model: &Model, buffer: &mut Buffer) -> Result<Materials, ExportError> {
    let mut out = Materials::default();
    for image in &model.images {
        let failed = |source| ExportError::Image { name: image.name.clone(), source };
        let [width, height] = image.size_px;
        let mut png = Cursor::new(Vec::new());
        if let Some(texels) = RgbaImage::from_raw(width, height, image.rgba8.clone()) {
            texels.write_to(&mut png, ImageFormat::Png).map_err(failed)?;
        }
        let view = buffer.view(&png.into_inner(), Target::None, None);
        out.images.push(json!({
            "name": image.name, "mimeType": "image/png", "bufferView": view,
        }));
    }
    for material in &model.materials {
        let written = out.material(material);
        out.materials.push(written);
    }
    Ok(out)
}

impl Materials {
    fn material(&mut self, material: &Material) -> Value {
        let color = material.base_color;
        let mut surface = json!({
            "baseColorFactor": [linear(color.x), linear(color.y), linear(color.z), color.w.clamp(0.0, 1.0)],
        });
        let (metallic, roughness) = surface_of(material);
        surface["metallicFactor"] = json!(metallic);
        surface["roughnessFactor"] = json!(roughness);
        if let Some(texture) = material.diffuse_map {
            surface["baseColorTexture"] = json!({ "index": self.texture(texture) });
        }
        let mut written = json!({ "name": material.name, "pbrMetallicRoughness": surface });
        if let Some(texture) = material.normal_map {
            written["normalTexture"] = json!({ "index": self.texture(texture) });
        }
        if material.emissive != Vector3::zeros() {
            let emissive: [f32; 3] = material.emissive.map(linear).into();
            written["emissiveFactor"] = json!(emissive);
        }
        match material.alpha_mode {
            AlphaMode::Opaque => {}
            AlphaMode::Blend => written["alphaMode"] = json!("BLEND"),
            AlphaMode::Mask(cutoff) => {
                written["alphaMode"] = json!("MASK");
                written["alphaCutoff"] = json!(cutoff);
            }
        }
        if material.double_sided {
            written["doubleSided"] = json!(true);
        }
        written
    }

    fn texture(&mut self, texture: Texture) -> usize {
        let wrap = |it: Wrap| match it {
            Wrap::Repeat => 10497,
            Wrap::MirroredRepeat => 33648,
            Wrap::ClampToEdge => 33071,
        };
        let filter = if texture.nearest { 9728 } else { 9729 };
        let sampler = json!({
            "wrapS": wrap(texture.wrap[0]), "wrapT": wrap(texture.wrap[1]), "magFilter": filter,
        });
        let sampler = place(&mut self.samplers, sampler);
        place(&mut self.textures, json!({ "sampler": sampler, "source": texture.image }))
    }
}

/// The place of a value in a list, where it is put if it is not there.
fn place(list: &mut Vec<Value>, value: Value) -> usize {
    list.iter().position(|it| *it == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}

/// How metallic and how rough a surface is whose highlight has this colour: the import's rule the other way round.
///
/// The import makes a highlight of mix(0.04, base colour, metallic) times (1 - roughness), both as display values. A grey
/// highlight up to what a dielectric has is a dielectric; a brighter one, or one in the colour of the surface, is a metal.
fn surface_of(material: &Material) -> (f32, f32) {
    let specular = material.specular.max();
    if specular <= 0.0 {
        return (0.0, 1.0);
    }
    let dielectric = display(0.04);
    if specular <= dielectric {
        return (0.0, 1.0 - specular / dielectric);
    }
    let base = material.base_color.xyz().max().max(1e-3);
    (1.0, (1.0 - specular / base).clamp(0.0, 1.0))
}
