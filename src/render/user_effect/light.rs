//! The names of the parts of lights and materials: `GlobalLight.ambient`, `LightDir0`, `DiffuseColor`.

use super::words::{without_back, without_front};

/// A part of a light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LightPart {
    /// Light from everywhere.
    Ambient,
    /// Light from one side.
    Diffuse,
    /// Light that surfaces mirror.
    Specular,
    /// Light at the rims of surfaces.
    Emissive,
    /// The way the light travels.
    Direction,
    /// The way to where it comes from.
    ToLight,
    /// A place that it comes from.
    Position,
}

/// A part of a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaterialPart {
    /// What light from everywhere meets.
    Ambient,
    /// What light from one side meets.
    Diffuse,
    /// The colour of highlights.
    Specular,
    /// What shines by itself.
    Emissive,
    /// The power of highlights.
    Shininess,
    /// How much of what is around it a surface mirrors, 0 to 1.
    Reflectivity,
}

/// Words that make a name one of a light.
const LIGHT: &[&str] = &["light", "lamp", "sun", "sunlight", "dirlight", "lights"];
/// Words that say which kind of light it is, and no more.
const LIGHT_KIND: &[&str] = &["dir", "directional", "global", "point", "key", "main", "scene"];
/// Words that make a name one of a material.
const MATERIAL: &[&str] = &["material", "mtrl", "mat", "surface"];
/// Words that say nothing.
const NOISE: &[&str] = &["g", "m", "v", "f", "k", "x", "the", "c", "n", "0", "vec", "my", "in"];
/// Words that name a space, or the kind of a value, and no more.
const TAIL: &[&str] = &["color", "colour", "col", "w", "ws", "world", "0", "value", "rgb", "rgba"];

const LIGHT_PARTS: &[(LightPart, &[&str])] = &[
    (LightPart::Ambient, &["ambient", "amb", "ambi"]),
    (LightPart::Diffuse, &["diffuse", "diff", "color", "colour", "col"]),
    (LightPart::Specular, &["specular", "spec"]),
    (LightPart::Emissive, &["emissive", "emission"]),
    (LightPart::Direction, &["direction", "dir", "diffusedirection", "diffusedir"]),
    (LightPart::ToLight, &["to", "vector", "vec", "inverse", "inv", "l"]),
    (LightPart::Position, &["position", "pos"]),
];

const MATERIAL_PARTS: &[(MaterialPart, &[&str])] = &[
    (MaterialPart::Ambient, &["ambient", "amb", "ambi"]),
    (MaterialPart::Diffuse, &["diffuse", "diff", "albedo", "basecolor", "color", "colour"]),
    (MaterialPart::Specular, &["specular", "spec"]),
    (MaterialPart::Emissive, &["emissive", "emission", "emi", "selfillumination"]),
    (
        MaterialPart::Shininess,
        &[
            "shininess",
            "shine",
            "power",
            "specularpower",
            "specpower",
            "specularexponent",
            "specexponent",
            "specexpon",
            "glossiness",
            "gloss",
        ],
    ),
    (MaterialPart::Reflectivity, &["reflectivity"]),
];

fn find<T: Copy>(table: &[(T, &[&str])], words: &[String]) -> Option<T> {
    let trimmed = without_back(without_front(words, NOISE), TAIL).concat();
    let whole = without_front(words, NOISE).concat();
    let has = |text: &str| table.iter().find(|(_, names)| names.contains(&text)).map(|it| it.0);
    has(&whole).or_else(|| has(&trimmed))
}

fn has_any(words: &[String], of: &[&str]) -> bool {
    words.iter().any(|word| of.contains(&word.as_str()))
}

/// Whether a struct or its variable is called after a light.
pub(super) fn is_light(words: &[String]) -> bool {
    has_any(words, LIGHT)
}

/// Whether a struct or its variable is called after a material.
pub(super) fn is_material(words: &[String]) -> bool {
    has_any(words, MATERIAL)
}

/// The part of a light that a member of its struct is.
pub(super) fn light_member(words: &[String]) -> Option<LightPart> {
    if has_any(words, LIGHT) { light_variable(words) } else { find(LIGHT_PARTS, words) }
}

/// The part of a material that a member of its struct is.
pub(super) fn material_member(words: &[String]) -> Option<MaterialPart> {
    find(MATERIAL_PARTS, words)
}

/// The part of a light that a variable of its own is.
pub(super) fn light_variable(words: &[String]) -> Option<LightPart> {
    if matches!(words.concat().as_str(), "lightvec" | "tolight" | "lightvector" | "gtolight") {
        return Some(LightPart::ToLight);
    }
    if !has_any(words, LIGHT) {
        return None;
    }
    let rest: Vec<String> =
        words.iter().filter(|word| !LIGHT.contains(&word.as_str())).cloned().collect();
    // The kind of a light comes before its part: `DirLightColor`. Alone it is one: `LightDir`.
    let kindless = without_front(without_front(&rest, NOISE), LIGHT_KIND);
    find(LIGHT_PARTS, kindless).or_else(|| find(LIGHT_PARTS, &rest))
}

/// The part of a material that a variable of its own is. A colour that says nothing else is none: it may be anything.
pub(super) fn material_variable(words: &[String]) -> Option<MaterialPart> {
    let rest: Vec<String> =
        words.iter().filter(|word| !MATERIAL.contains(&word.as_str())).cloned().collect();
    let bare = without_front(&rest, NOISE).concat();
    let says_nothing = matches!(bare.as_str(), "color" | "colour" | "power" | "shine");
    if rest.len() == words.len() && says_nothing {
        return None;
    }
    find(MATERIAL_PARTS, &rest)
}
