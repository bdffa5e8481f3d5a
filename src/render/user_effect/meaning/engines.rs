//! What variables are for by their annotations, as editors and engines write them: DXSAS binds to addresses, FX Composer
//! and MikuMikuEffect name an object beside the semantic, vvvv marks transforms of textures.

use effectc::effect::{Annotation, Member, MemberType, ScalarKind};

use super::matrix::matrix;
use super::{Around, LightPart, MaterialPart, Meaning, Product, meaning_within, takes};
use crate::render::user_effect::purpose::{flag, text};
use crate::render::user_effect::words::{without_front, words};

/// What a member of a constant buffer or struct is for.
pub(in crate::render::user_effect) fn meaning_of(
    around: Around,
    member: &Member,
) -> Option<Meaning> {
    let is_array = !member.array_counts.is_empty();
    if let Some(address) = text(&member.annotations, "SasBindAddress") {
        return at_address(address, is_array).filter(|it| fits(*it, member));
    }
    let semantic = member.semantic.as_deref();
    if let (Some(object), Some(semantic)) = (text(&member.annotations, "Object"), semantic) {
        match of_object(object, semantic, &member.ty) {
            OfObject::Is(meaning) if fits(meaning, member) => return Some(meaning),
            OfObject::Nothing => return None,
            OfObject::Is(_) | OfObject::Unknown => {}
        }
    }
    if is_texture_transform(&member.name, semantic, &member.annotations) {
        let meaning = plain(Product::Identity);
        return Some(meaning).filter(|it| fits(*it, member));
    }
    meaning_within(around, &member.name, semantic, &member.ty, is_array)
}

fn plain(product: Product) -> Meaning {
    Meaning::Matrix { product, is_inverse: false, is_transpose: false }
}

/// Whether the member has the type for it.
fn fits(meaning: Meaning, member: &Member) -> bool {
    let is_array = !member.array_counts.is_empty();
    match (meaning, &member.ty) {
        (
            Meaning::Matrix { .. } | Meaning::LightMatrix { .. },
            MemberType::Matrix { kind: ScalarKind::Float, rows, columns, .. },
        ) => !is_array && *rows >= 2 && *columns >= 2,
        (Meaning::BoneMatrices, MemberType::Matrix { kind: ScalarKind::Float, .. }) => is_array,
        (_, MemberType::Scalar { kind }) => !is_array && takes(meaning, 1, *kind),
        (_, MemberType::Vector { kind, columns }) => !is_array && takes(meaning, *columns, *kind),
        _ => false,
    }
}

/// DirectX Standard Annotations and Semantics 1.0: `Sas.Camera.WorldToView`, `Sas.DirectionalLight[0].Color`.
fn at_address(address: &str, is_array: bool) -> Option<Meaning> {
    let mut path = String::new();
    let mut is_index = false;
    for c in address.trim().to_lowercase().chars() {
        match c {
            '[' => is_index = true,
            ']' => is_index = false,
            c if !is_index => path.push(c),
            _ => {}
        }
    }
    Some(match path.as_str() {
        "sas.skeleton.meshtojointtoworld" if is_array => Meaning::BoneMatrices,
        "sas.skeleton.meshtojointtoworld" => plain(Product::World),
        "sas.camera.worldtoview" => plain(Product::View),
        "sas.camera.projection" => plain(Product::Projection),
        "sas.camera.position" => Meaning::CameraPosition,
        "sas.time.now" => Meaning::Time,
        "sas.ambientlight.color" => Meaning::Light(LightPart::Ambient),
        "sas.directionallight.color" | "sas.pointlight.color" | "sas.spotlight.color" => {
            Meaning::Light(LightPart::Diffuse)
        }
        "sas.directionallight.direction" | "sas.spotlight.direction" => {
            Meaning::Light(LightPart::Direction)
        }
        "sas.pointlight.position" | "sas.spotlight.position" => Meaning::Light(LightPart::Position),
        _ => return None,
    })
}

enum OfObject {
    Is(Meaning),
    /// Something that the program does not have.
    Nothing,
    Unknown,
}

/// `float3 d : DIRECTION < string Object = "Light"; >`.
fn of_object(object: &str, semantic: &str, ty: &MemberType) -> OfObject {
    let object = object.to_lowercase();
    let has = |all: &[&str]| all.iter().any(|it| object.contains(it));
    let semantic = semantic.trim_end_matches(|c: char| c.is_ascii_digit()).to_lowercase();
    if has(&["light", "lamp"]) {
        if matches!(ty, MemberType::Matrix { .. }) {
            let is_view = semantic.contains("view") || semantic.contains("proj");
            return match matrix(&words(&semantic)).filter(|_| is_view) {
                Some(Meaning::Matrix { product, is_inverse, is_transpose }) => {
                    OfObject::Is(Meaning::LightMatrix { product, is_inverse, is_transpose })
                }
                _ if is_view => OfObject::Nothing,
                _ => OfObject::Unknown,
            };
        }
        return match semantic.as_str() {
            "position" => OfObject::Is(Meaning::Light(LightPart::Position)),
            "direction" => OfObject::Is(Meaning::Light(LightPart::Direction)),
            "diffuse" | "color" => OfObject::Is(Meaning::Light(LightPart::Diffuse)),
            "ambient" => OfObject::Is(Meaning::Light(LightPart::Ambient)),
            "specular" => OfObject::Is(Meaning::Light(LightPart::Specular)),
            _ => OfObject::Unknown,
        };
    }
    if has(&["camera", "eye"]) {
        return match semantic.as_str() {
            "position" => OfObject::Is(Meaning::CameraPosition),
            "direction" => OfObject::Is(Meaning::CameraDirection),
            _ => OfObject::Unknown,
        };
    }
    if has(&["geometry", "material"]) {
        return match semantic.as_str() {
            "diffuse" => OfObject::Is(Meaning::Material(MaterialPart::Diffuse)),
            "ambient" => OfObject::Is(Meaning::Material(MaterialPart::Ambient)),
            "specular" => OfObject::Is(Meaning::Material(MaterialPart::Specular)),
            "emissive" => OfObject::Is(Meaning::Material(MaterialPart::Emissive)),
            _ => OfObject::Unknown,
        };
    }
    OfObject::Unknown
}

/// Whether it moves texture coordinates: engines leave them where they are as long as nobody says another thing.
fn is_texture_transform(name: &str, semantic: Option<&str>, annotations: &[Annotation]) -> bool {
    const NAMES: &[&str] = &[
        "textransform",
        "texturetransform",
        "texmatrix",
        "texturematrix",
        "texxform",
        "texturexform",
        "texcoordtransform",
        "texcoordmatrix",
        "uvtransform",
        "uvmatrix",
        "mattransform",
        "materialtransform",
    ];
    let is_name = |words: Vec<String>| {
        let words = without_front(&words, &["g", "m", "x", "f", "t", "the", "cb"]);
        let text = words.concat();
        NAMES.contains(&text.trim_end_matches(|c: char| c.is_ascii_digit()))
    };
    flag(annotations, "uvspace") == Some(true)
        || semantic.is_some_and(|it| is_name(words(it)))
        || is_name(words(name))
}
