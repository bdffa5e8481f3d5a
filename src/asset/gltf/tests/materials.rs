//! Materials and images.

use std::fs;
use std::io::Cursor;

use nalgebra::{Vector3, Vector4};

use super::super::import;
use super::super::material::display;
use super::super::test_document::{TestDocument, chain, error_of, import_json};
use crate::asset::{AlphaMode, Texture, Wrap};

fn png(width: u32, height: u32, rgba: [u8; 4]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let picture = ::image::RgbaImage::from_pixel(width, height, ::image::Rgba(rgba));
    picture.write_to(&mut Cursor::new(&mut bytes), ::image::ImageFormat::Png).unwrap();
    bytes
}

#[test]
fn display_values_follow_the_srgb_curve() {
    for (linear, expected) in
        [(-1.0, 0.0), (0.0, 0.0), (0.002, 0.025_84), (0.214_041, 0.5), (1.0, 1.0)]
    {
        assert!((display(linear) - expected).abs() < 1e-5, "{linear}: {}", display(linear));
    }
}

#[test]
fn factors_become_display_values() {
    let model = import_json(
        r#""materials":[{},{"name":"gold","doubleSided":true,"alphaMode":"MASK","emissiveFactor":[0,0.214041,1],
           "pbrMetallicRoughness":{"baseColorFactor":[1,0.214041,0,0.5],"metallicFactor":1,"roughnessFactor":0.25}},
           {"alphaMode":"BLEND","pbrMetallicRoughness":{"metallicFactor":0,"roughnessFactor":0}},
           {"alphaMode":"MASK","alphaCutoff":0.75}]"#,
    );
    let [plain, gold, glass, cut] = &model.materials[..] else { panic!("four materials") };
    assert_eq!(plain.name, "material_0");
    assert_eq!(plain.base_color, Vector4::repeat(1.0));
    assert_eq!(plain.specular, Vector3::zeros(), "rough by default");
    assert_eq!((plain.alpha_mode, plain.double_sided), (AlphaMode::Opaque, false));
    assert!((gold.base_color - Vector4::new(1.0, 0.5, 0.0, 0.5)).norm() < 1e-5);
    assert!((gold.specular - Vector3::new(0.75, 0.375, 0.0)).norm() < 1e-5, "{}", gold.specular);
    assert!((gold.emissive - Vector3::new(0.0, 0.5, 1.0)).norm() < 1e-5);
    // 2 / 0.25^4 - 2 is 510.
    assert!((gold.specular_power - 510.0).abs() < 1e-3 && (gold.reflectivity - 0.75).abs() < 1e-6);
    assert!((plain.specular_power - 4.0).abs() < 1e-6 && plain.reflectivity.abs() < 1e-6);
    assert!((glass.specular_power - 512.0).abs() < 1e-6 && glass.reflectivity.abs() < 1e-6);
    assert_eq!((gold.alpha_mode, gold.double_sided), (AlphaMode::Mask(0.5), true));
    assert!((glass.specular - Vector3::repeat(display(0.04))).norm() < 1e-5);
    assert_eq!(glass.alpha_mode, AlphaMode::Blend);
    assert_eq!(cut.alpha_mode, AlphaMode::Mask(0.75));
}

#[test]
fn extensions_are_read_or_noted() {
    let model = import_json(
        r#""materials":[{"extensions":{"KHR_materials_unlit":{}},"pbrMetallicRoughness":{"metallicFactor":0,"roughnessFactor":0}},
           {"extensions":{"KHR_materials_pbrSpecularGlossiness":{"diffuseFactor":[0,1,0,1],"specularFactor":[1,1,0],"glossinessFactor":0.5}}},
           {"extensions":{"KHR_materials_clearcoat":{}}}]"#,
    );
    assert_eq!(model.materials[0].specular, Vector3::zeros());
    assert_eq!(model.materials[1].base_color, Vector4::new(0.0, 1.0, 0.0, 1.0));
    assert_eq!(model.materials[1].specular, Vector3::new(0.5, 0.5, 0.0));
    assert_eq!(
        model.notes,
        [
            "material 0 is unlit in the file; the effects light it",
            "material 2: extension KHR_materials_clearcoat is ignored",
        ]
    );
}

#[test]
fn textures_name_their_images_and_samplers() {
    let mut document = TestDocument::default();
    let first = document.view(&png(2, 1, [10, 20, 30, 40]), "");
    let second = document.view(&png(1, 1, [1, 2, 3, 255]), "");
    document.member(&format!(
        r#""images":[{{"uri":"unused and missing.png"}},{{"bufferView":{first},"mimeType":"image/png"}},{{"name":"bumps","bufferView":{second}}}],
           "samplers":[{{"magFilter":9728,"wrapS":33071,"wrapT":33648}}],
           "textures":[{{"source":2}},{{"source":1,"sampler":0}},{{}},{{"source":0}}],
           "materials":[{{"normalTexture":{{"index":0}},"pbrMetallicRoughness":{{"baseColorTexture":{{"index":1,"texCoord":1}}}}}},
           {{"normalTexture":{{"index":0,"scale":0.5}},"pbrMetallicRoughness":{{"baseColorTexture":{{"index":2}}}},
             "emissiveTexture":{{"index":3}},"emissiveFactor":[1,1,1]}}]"#
    ));
    let model = document.import();
    let [first, second] = &model.images[..] else { panic!("two images: {:?}", model.images) };
    assert_eq!((first.name.as_str(), first.size_px), ("image_1", [2, 1]));
    assert_eq!(first.rgba8, [10, 20, 30, 40, 10, 20, 30, 40], "no transfer curve is applied");
    assert_eq!((second.name.as_str(), second.size_px), ("bumps", [1, 1]));
    let material = &model.materials[0];
    assert_eq!(
        material.diffuse_map,
        Some(Texture { image: 0, wrap: [Wrap::ClampToEdge, Wrap::MirroredRepeat], nearest: true })
    );
    let plain = Texture { image: 1, wrap: [Wrap::Repeat; 2], nearest: false };
    assert_eq!(material.normal_map, Some(plain));
    assert_eq!(model.materials[1].normal_map, Some(plain), "one image for both");
    assert_eq!(model.materials[1].diffuse_map, None);
    assert_eq!(model.materials[1].emissive, Vector3::zeros());
    let notes = model.notes.join("; ");
    for expected in [
        "TEXCOORD_1",
        "texture 2 is ignored",
        "scale 0.5 is ignored",
        "the emissive texture is ignored",
    ] {
        assert!(notes.contains(expected), "'{expected}' is not in {notes}");
    }
}

#[test]
fn broken_materials_and_images_are_refused_by_name() {
    let texture = r#""materials":[{"name":"skin","normalTexture":{"index":0}}]"#;
    for (members, expected) in [
        (r#""materials":[{"alphaMode":"GLOW"}]"#.to_owned(), "material 0: unknown alphaMode"),
        (
            r#""materials":[{"pbrMetallicRoughness":{"metallicFactor":1e39}}]"#.to_owned(),
            "material 0: a factor is inf",
        ),
        (texture.to_owned(), "material 0 'skin': texture 0 does not exist; the file has 0"),
        (format!(r#"{texture},"textures":[{{"source":4}}]"#), "texture 0: image 4 does not exist"),
        (
            format!(r#"{texture},"textures":[{{"source":0,"sampler":1}}],"images":[{{}}]"#),
            "texture 0: sampler 1 does not exist",
        ),
        (
            format!(
                r#"{texture},"textures":[{{"source":0,"sampler":0}}],"images":[{{}}],"samplers":[{{"wrapS":1}}]"#
            ),
            "sampler 0: unknown wrapping mode",
        ),
        (
            format!(r#"{texture},"textures":[{{"source":0}}],"images":[{{"name":"fur"}}]"#),
            "image 0 'fur': has neither",
        ),
        (
            format!(r#"{texture},"textures":[{{"source":0}}],"images":[{{"bufferView":3}}]"#),
            "image 0: bufferView 3 does not exist",
        ),
        (
            format!(
                r#"{texture},"textures":[{{"source":0}}],"images":[{{"uri":"data:image/png;base64,AAAA"}}]"#
            ),
            "image 0: cannot decode the image (PNG, JPEG, TGA or BMP expected): ",
        ),
        (
            format!(r#"{texture},"textures":[{{"source":0}}],"images":[{{"uri":"fur.png"}}]"#),
            "image 0: names the file 'fur.png'",
        ),
    ] {
        let text = error_of(&members);
        assert!(text.contains(expected), "'{text}' lacks '{expected}'");
    }
}

#[test]
fn images_come_from_files_beside_the_model() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fur 1.png"), png(3, 2, [1, 2, 3, 4])).unwrap();
    let document = |uri: &str| {
        format!(
            r#"{{"asset":{{"version":"2.0"}},"materials":[{{"normalTexture":{{"index":0}}}}],"textures":[{{"source":0}}],"images":[{{"uri":"{uri}"}}]}}"#
        )
    };
    let read = |uri: &str| import("test", document(uri).as_bytes(), Some(folder.path()));
    let model = read("fur%201.png").unwrap();
    assert_eq!((model.images[0].name.as_str(), model.images[0].size_px), ("fur%201.png", [3, 2]));
    let text = chain(&read("gone.png").unwrap_err());
    assert!(text.contains("image 0: cannot read") && text.contains("gone.png"), "{text}");
    let text = chain(&read("../fur.png").unwrap_err());
    assert!(text.contains("leads out of the model's folder"), "{text}");
}

#[test]
fn an_image_that_is_too_large_is_refused_before_it_is_decoded() {
    // The header of a PNG decides; its size field is overwritten and its checksum renewed.
    let mut bytes = png(1, 1, [0; 4]);
    bytes[16..20].copy_from_slice(&20_000_u32.to_be_bytes());
    let crc = crc32(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.to_be_bytes());
    let mut document = TestDocument::default();
    let view = document.view(&bytes, "");
    document.member(&format!(
        r#""materials":[{{"normalTexture":{{"index":0}}}}],"textures":[{{"source":0}}],"images":[{{"bufferView":{view}}}]"#
    ));
    let text = document.error();
    assert!(text.starts_with("image 0: ") && text.contains("imit"), "{text}");
    bytes[16..24].copy_from_slice(&[16_000_u32.to_be_bytes(), 16_000_u32.to_be_bytes()].concat());
    let crc = crc32(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.to_be_bytes());
    let mut document = TestDocument::default();
    let view = document.view(&bytes, "");
    document.member(&format!(
        r#""materials":[{{"normalTexture":{{"index":0}}}}],"textures":[{{"source":0}}],"images":[{{"bufferView":{view}}}]"#
    ));
    document.check_error("image 0: ");
}

/// The checksum of PNG chunks.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 }
        })
    })
}
