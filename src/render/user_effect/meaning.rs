//! What a variable of an effect is for: the table of names and semantics that people use.
//!
//! Names are read as words, whatever their case ([`words`](super::words)). Matrices are read as products: `W`, `World`,
//! `gWorldViewProj`, `matWVP`, `WorldInverseTranspose`, `VInv` and so on follow from a few words each.

use effectc::effect::{MemberType, ScalarKind};

use super::light::{
    LightPart, MaterialPart, is_light, is_material, light_member, light_variable, material_member,
    material_variable,
};
use super::words::{without_front, words};
use matrix::{MATRIX_FRONT, matrix, shadow_matrix};
use names::{BONE_NAMES, FRONT, NAMES, SEMANTICS};

/// A product of the matrices from object space to clip space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the matrices in order")]
pub enum Product {
    Identity,
    World,
    View,
    Projection,
    WorldView,
    ViewProjection,
    WorldViewProjection,
}

/// What a variable of an effect is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// A matrix for row vectors.
    Matrix {
        /// Which.
        product: Product,
        /// Its inverse.
        is_inverse: bool,
        /// Its transpose; with `is_inverse`, what normals are multiplied by.
        is_transpose: bool,
    },
    /// A matrix for row vectors, as the light sees the models.
    LightMatrix {
        /// Which.
        product: Product,
        /// Its inverse.
        is_inverse: bool,
        /// Its transpose.
        is_transpose: bool,
    },
    /// From world space to the shadow map: to clip space of the light, or on to texture coordinates and depth.
    ShadowMatrix {
        /// To texture coordinates.
        is_to_texture: bool,
    },
    /// Texels along a side of the shadow map; of four numbers the others are one by these.
    ShadowMapSize,
    /// Metres along a side of a texel of the shadow map; 0 where nothing casts a shadow.
    ShadowTexel,
    /// A colour of the sky: horizon, zenith, glow around the light, ground below; by its place among these.
    Sky(usize),
    /// Where the camera is, in world space.
    CameraPosition,
    /// Where the camera looks, in world space.
    CameraDirection,
    /// What is up for the camera, in world space.
    CameraUp,
    /// What is to the right of the camera, in world space.
    CameraRight,
    /// Distance of the near plane.
    NearDistance,
    /// Distance of the far plane.
    FarDistance,
    /// Width and height of the picture in pixels; of four numbers the others are one by these.
    ViewportSize,
    /// One by width and height of the picture.
    InverseViewportSize,
    /// One number of the size of the picture.
    Viewport(ViewportPart),
    /// Seconds since the start.
    Time,
    /// A function of the time.
    TimeWave(TimeWave),
    /// Seconds since the last frame.
    FrameTime,
    /// A part of the light.
    Light(LightPart),
    /// A part of the material.
    Material(MaterialPart),
    /// Least alpha that is drawn.
    AlphaCutoff,
    /// Whether the material has a picture for its colour (MikuMikuEffect's `use_texture`).
    HasTexture,
    /// The colour of outlines (MikuMikuEffect's `EDGECOLOR`).
    EdgeColor,
    /// The matrices that move the vertices.
    BoneMatrices,
    /// Which of the matrices moves a rigid part.
    BoneIndex,
    /// A member of `KeyframeDesc`.
    Keyframe(KeyframeOf, KeyframeField),
    /// A number of `TweenFrameDesc`.
    Tween(TweenField),
}

/// A number of the size of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewportPart {
    /// In pixels.
    Width,
    /// In pixels.
    Height,
    /// One by the width.
    InverseWidth,
    /// One by the height.
    InverseHeight,
    /// Width by height.
    Aspect,
}

/// RenderMonkey's functions of the time. Its cycle is 120 seconds long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeWave {
    /// Sine of the seconds.
    Sin,
    /// Cosine of the seconds.
    Cos,
    /// Tangent of the seconds.
    Tan,
    /// The part of the cycle that has passed, 0 to 1.
    Cycle,
    /// The same, 0 to 2 pi.
    CycleAngle,
    /// Sine of that angle.
    CycleSin,
    /// Its cosine.
    CycleCos,
    /// Its tangent.
    CycleTan,
}

/// Which keyframe of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyframeOf {
    /// The clip that plays.
    Curr,
    /// The clip that it fades to.
    Next,
}

/// The members of `KeyframeDesc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyframeField {
    AnimIndex,
    CurrFrame,
    NextFrame,
    Ratio,
    SumTime,
    Speed,
}

/// The numbers of `TweenFrameDesc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TweenField {
    Duration,
    Ratio,
    SumTime,
}

/// What is around a member of a struct.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Around {
    /// Nothing that says anything.
    #[default]
    Nothing,
    /// The struct of a light.
    Light,
    /// The struct of a material.
    Material,
    /// A `KeyframeDesc`.
    Keyframe(KeyframeOf),
    /// A `TweenFrameDesc`.
    Tween,
}

/// The matrix from the model to the picture.
pub(super) const WHOLE_WAY: Meaning = Meaning::Matrix {
    product: Product::WorldViewProjection,
    is_inverse: false,
    is_transpose: false,
};

impl Product {
    fn label(self, is_inverse: bool, is_transpose: bool) -> String {
        let name = match self {
            Self::Identity => "identity",
            Self::World => "world",
            Self::View => "view",
            Self::Projection => "projection",
            Self::WorldView => "world x view",
            Self::ViewProjection => "view x projection",
            Self::WorldViewProjection => "world x view x projection",
        };
        let inverse = if is_inverse { ", inverse" } else { "" };
        let transpose = if is_transpose { ", transposed" } else { "" };
        format!("{name}{inverse}{transpose}")
    }
}

impl Meaning {
    /// What it is, for people.
    #[must_use]
    pub fn label(self) -> String {
        match self {
            Self::Matrix { product, is_inverse, is_transpose } => {
                product.label(is_inverse, is_transpose)
            }
            Self::LightMatrix { product, is_inverse, is_transpose } => {
                format!("seen from the light: {}", product.label(is_inverse, is_transpose))
            }
            Self::EdgeColor => "black: the colour of outlines".to_owned(),
            Self::HasTexture => "material: whether it has a texture".to_owned(),
            Self::ShadowMatrix { is_to_texture: false } => "shadow map: clip space".to_owned(),
            Self::ShadowMatrix { is_to_texture: true } => "shadow map: texture space".to_owned(),
            Self::ShadowMapSize => "shadow map: texels a side".to_owned(),
            Self::ShadowTexel => "shadow map: metres a texel".to_owned(),
            Self::Sky(part) => {
                let parts = ["horizon", "zenith", "glow around the light", "ground below"];
                format!("sky: {}", parts.get(part).unwrap_or(&"colour"))
            }
            Self::CameraPosition => "place of the camera".to_owned(),
            Self::CameraDirection => "direction of the camera".to_owned(),
            Self::CameraUp => "up of the camera".to_owned(),
            Self::CameraRight => "right of the camera".to_owned(),
            Self::NearDistance => "near plane".to_owned(),
            Self::FarDistance => "far plane".to_owned(),
            Self::ViewportSize => "size of the picture".to_owned(),
            Self::InverseViewportSize => "one by the size of the picture".to_owned(),
            Self::Viewport(part) => format!("size of the picture: {part:?}").to_lowercase(),
            Self::Time => "time".to_owned(),
            Self::TimeWave(wave) => format!("time: {wave:?}").to_lowercase(),
            Self::FrameTime => "time of a frame".to_owned(),
            Self::Light(part) => format!("light: {part:?}").to_lowercase(),
            Self::Material(part) => format!("material: {part:?}").to_lowercase(),
            Self::AlphaCutoff => "material: alpha cutoff".to_owned(),
            Self::BoneMatrices => "joints".to_owned(),
            Self::BoneIndex => "joint of a rigid part".to_owned(),
            Self::Keyframe(..) | Self::Tween(_) => "animation".to_owned(),
        }
    }

    /// Whether the effect's own default, or a widget that it asks for, goes before what the program knows.
    #[must_use]
    pub fn yields_to_the_effect(self) -> bool {
        matches!(self, Self::Light(_) | Self::Material(_) | Self::AlphaCutoff | Self::EdgeColor)
    }

    /// Whether the effect's own default goes before what the program knows.
    pub(super) fn yields_to_its_default(self) -> bool {
        matches!(self, Self::Matrix { product: Product::Identity, .. })
    }
}

/// What a variable is for, by its semantic if that is known, else by its name. `is_array` for arrays of any size.
#[must_use]
pub fn meaning(
    name: &str,
    semantic: Option<&str>,
    ty: &MemberType,
    is_array: bool,
) -> Option<Meaning> {
    meaning_within(Around::Nothing, name, semantic, ty, is_array)
}

pub(super) fn meaning_within(
    around: Around,
    name: &str,
    semantic: Option<&str>,
    ty: &MemberType,
    is_array: bool,
) -> Option<Meaning> {
    let semantic = semantic.map(|it| words(it.trim_end_matches(|c: char| c.is_ascii_digit())));
    let name = words(name);
    let by_words = |words: &[String], is_semantic: bool| match ty {
        MemberType::Struct { .. } => None,
        MemberType::Matrix { kind: ScalarKind::Float, rows, columns, .. } => {
            let is_affine = *rows >= 3 && *columns >= 3;
            match (is_array, is_affine) {
                (true, true) => bones(words, is_semantic),
                (false, true) => shadow_matrix(words).or_else(|| matrix(words)),
                (_, false) => None,
            }
        }
        MemberType::Matrix { .. } => None,
        MemberType::Scalar { .. } | MemberType::Vector { .. } if is_array => None,
        MemberType::Scalar { kind } => number(around, words, is_semantic, 1, *kind),
        MemberType::Vector { kind, columns } => number(around, words, is_semantic, *columns, *kind),
    };
    semantic.and_then(|it| by_words(&it, true)).or_else(|| by_words(&name, false))
}

fn bones(words: &[String], is_semantic: bool) -> Option<Meaning> {
    let text = without_front(words, &[MATRIX_FRONT, FRONT].concat()).concat();
    let is_one = if is_semantic {
        look_up(SEMANTICS, &text) == Some(Meaning::BoneMatrices)
    } else {
        BONE_NAMES.contains(&text.as_str())
    };
    is_one.then_some(Meaning::BoneMatrices)
}

fn look_up(table: &[(Meaning, &[&str])], text: &str) -> Option<Meaning> {
    table.iter().find(|(_, names)| names.contains(&text)).map(|it| it.0)
}

fn number(
    around: Around,
    words: &[String],
    is_semantic: bool,
    count: u32,
    kind: ScalarKind,
) -> Option<Meaning> {
    if is_semantic {
        let text = words.concat();
        // RenderMonkey's semantics are the names of its variables.
        let named = || {
            look_up(NAMES, &text).filter(|it| {
                matches!(
                    it,
                    Meaning::Viewport(_)
                        | Meaning::TimeWave(_)
                        | Meaning::CameraUp
                        | Meaning::CameraRight
                )
            })
        };
        return look_up(SEMANTICS, &text).or_else(named).filter(|it| takes(*it, count, kind));
    }
    let found = match around {
        Around::Light => light_member(words).map(Meaning::Light),
        Around::Material => material_member(words).map(Meaning::Material),
        Around::Keyframe(of) => {
            keyframe_field(&words.concat()).map(|field| Meaning::Keyframe(of, field))
        }
        Around::Tween => tween_field(&words.concat()).map(Meaning::Tween),
        Around::Nothing => look_up(NAMES, &without_front(words, FRONT).concat())
            .or_else(|| light_variable(words).map(Meaning::Light))
            .or_else(|| material_variable(words).map(Meaning::Material)),
    };
    found.filter(|it| takes(*it, count, kind))
}

/// Whether so many numbers of a kind can hold it.
fn takes(meaning: Meaning, count: u32, kind: ScalarKind) -> bool {
    let is_float = matches!(kind, ScalarKind::Float | ScalarKind::Double);
    match meaning {
        Meaning::CameraPosition
        | Meaning::CameraDirection
        | Meaning::CameraUp
        | Meaning::CameraRight
        | Meaning::Light(_) => is_float && count >= 3,
        Meaning::ViewportSize => count >= 2,
        Meaning::ShadowMapSize => is_float,
        Meaning::ShadowTexel => is_float && count == 1,
        Meaning::Sky(_) => is_float && count >= 3,
        Meaning::InverseViewportSize => is_float && count >= 2,
        Meaning::Material(MaterialPart::Shininess | MaterialPart::Reflectivity) => count == 1,
        Meaning::Material(_) => is_float && count >= 3,
        Meaning::NearDistance
        | Meaning::FarDistance
        | Meaning::FrameTime
        | Meaning::AlphaCutoff
        | Meaning::Viewport(_)
        | Meaning::TimeWave(_) => is_float && count == 1,
        // RenderMonkey's and others' times are vectors whose first number is the time.
        Meaning::Time => is_float,
        Meaning::BoneIndex | Meaning::Keyframe(..) | Meaning::Tween(_) => count == 1,
        Meaning::HasTexture => count == 1 && kind == ScalarKind::Bool,
        Meaning::EdgeColor => is_float && count >= 3,
        Meaning::Matrix { .. }
        | Meaning::LightMatrix { .. }
        | Meaning::ShadowMatrix { .. }
        | Meaning::BoneMatrices => false,
    }
}

fn keyframe_field(text: &str) -> Option<KeyframeField> {
    Some(match text {
        "animindex" | "clip" | "clipindex" => KeyframeField::AnimIndex,
        "currframe" | "curframe" | "currentframe" => KeyframeField::CurrFrame,
        "nextframe" => KeyframeField::NextFrame,
        "ratio" | "time" => KeyframeField::Ratio,
        "sumtime" | "running" | "runningtime" => KeyframeField::SumTime,
        "speed" => KeyframeField::Speed,
        _ => return None,
    })
}

fn tween_field(text: &str) -> Option<TweenField> {
    Some(match text {
        "tweenduration" | "takentime" | "taketime" => TweenField::Duration,
        "tweenratio" | "tweentime" => TweenField::Ratio,
        "tweensumtime" | "runningtime" => TweenField::SumTime,
        _ => return None,
    })
}

/// What the members of a struct stand in, from its type's name, its variable's name and its members.
pub(super) fn around(outer: Around, variable: &str, ty: &MemberType) -> Around {
    let MemberType::Struct { name, members } = ty else { return Around::Nothing };
    let has = |wanted: &[&str]| {
        members.iter().any(|it| wanted.contains(&words(&it.name).concat().as_str()))
    };
    let name = [words(name), words(variable)].concat();
    if has(&["currframe", "curframe", "currentframe"]) && has(&["nextframe"]) {
        let is_next = outer == Around::Tween && words(variable).concat() == "next";
        return Around::Keyframe(if is_next { KeyframeOf::Next } else { KeyframeOf::Curr });
    }
    if has(&["curr"]) && has(&["next"]) {
        return Around::Tween;
    }
    if is_material(&name) {
        Around::Material
    } else if is_light(&name) {
        Around::Light
    } else {
        Around::Nothing
    }
}

mod engines;
mod matrix;
mod names;

pub(super) use engines::meaning_of;

#[cfg(test)]
mod tests;
