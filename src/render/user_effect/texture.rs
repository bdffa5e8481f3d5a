//! Which texture an effect's variable is for: by what its annotation names, else by its own name and semantic.

use effectc::effect::{
    Annotation, AnnotationValue, Effect, MemberType, Resource, ResourceKind, ScalarKind,
};

use super::words::words;

/// What a texture holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureRole {
    /// The colour of the material.
    Diffuse,
    /// The normals of the material.
    Normal,
    /// The highlights of the material: white, as materials here have none.
    Specular,
    /// What shines by itself: black.
    Emissive,
    /// The animation.
    TransformMap,
    /// A shadow map that is compared with: that of the scene if a matrix of the effect leads to it, else as far as can
    /// be, so that nothing lies in shadow.
    ShadowMap,
    /// What the program does not know: white.
    Other,
    /// What passes of the effect draw.
    Target,
    /// What is around the model: our sky, as a cube.
    Environment,
    /// A volume.
    Volume(VolumeKind),
    /// Of a kind that nothing here makes: nothing is bound, and shaders read zeros.
    Unbound,
}

/// What a volume holds that no file is given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VolumeKind {
    /// Noise that tiles, another one in each of its four numbers.
    Noise,
    /// The colour that is looked up in it, as a table of colours that changes none.
    Colors,
}

impl TextureRole {
    /// What it is, for people.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Diffuse => "colour of the material",
            Self::Normal => "normals of the material",
            Self::Specular => "white: no highlights are known",
            Self::Emissive => "black: nothing shines",
            Self::TransformMap => "the animation",
            Self::ShadowMap => "the shadow map",
            Self::Other => "white",
            Self::Target => "drawn by the effect",
            Self::Environment => "the sky, as a cube",
            Self::Volume(VolumeKind::Noise) => "noise",
            Self::Volume(VolumeKind::Colors) => "colours that stay as they are",
            Self::Unbound => "nothing",
        }
    }
}

/// A texture variable.
#[derive(Clone, Debug, PartialEq)]
pub struct TextureSlot {
    /// Its name.
    pub name: String,
    /// Its HLSL type.
    pub kind: ResourceKind,
    /// Number of elements.
    pub count: u32,
    /// What is bound as long as nothing else is asked for.
    pub role: TextureRole,
    /// The file that its annotation names, relative to the effect.
    pub file: Option<String>,
    /// Whether a shader reads it.
    pub is_used: bool,
}

/// Annotations that name a file.
pub const DEFAULT_FILE_ANNOTATIONS: [&str; 5] =
    ["ResourceName", "SasResourceAddress", "FileName", "name", "Default"];

const ROLES: &[(TextureRole, &[&str])] = &[
    (TextureRole::Normal, &["normal", "normals", "bump", "bumpmap", "normalmap", "nrm", "norm"]),
    (
        TextureRole::Specular,
        &["specular", "spec", "gloss", "specularmap", "glossmap", "roughness", "shininess"],
    ),
    (TextureRole::Emissive, &["emissive", "emission", "glow", "emissivemap", "selfillum"]),
    (
        TextureRole::Other,
        &[
            "shadow",
            "noise",
            "random",
            "height",
            "displacement",
            "ao",
            "occlusion",
            "light",
            "lightmap",
            "ramp",
            "toon",
            "mask",
            "depth",
            "detail",
            "blend",
            "env",
            "environment",
            "reflection",
            "scene",
            "target",
            "lut",
            "gradient",
            "fog",
            "refraction",
            "sphere",
            "shadowmap",
            "heightmap",
            "envmap",
            "spheremap",
            "dudv",
            "cube",
        ],
    ),
    (
        TextureRole::Diffuse,
        &[
            "diffuse",
            "albedo",
            "base",
            "basecolor",
            "color",
            "colour",
            "tex",
            "texture",
            "skin",
            "diffusemap",
            "colormap",
            "decal",
            "basemap",
            "albedomap",
            "map",
            "image",
            "mesh",
            "texturemap",
            "modeltexture",
            "mytexture",
            "model",
            "material",
        ],
    ),
];

/// Words that say that a texture holds depths.
const DEPTH: [&str; 5] = ["shadow", "shadows", "shadowmap", "depth", "depthmap"];

/// Words of volumes that colours are looked up in.
const COLOR_TABLE: [&str; 5] = ["lut", "grading", "grade", "correction", "table"];

fn is_float(resource: &Resource) -> bool {
    let kind = match &resource.element {
        Some(MemberType::Scalar { kind } | MemberType::Vector { kind, .. }) => *kind,
        Some(MemberType::Matrix { .. } | MemberType::Struct { .. }) | None => ScalarKind::Float,
    };
    kind == ScalarKind::Float
}

/// Every texture that shaders only read, in order of the file.
pub(super) fn texture_slots(effect: &Effect) -> Vec<TextureSlot> {
    let is_texture = |it: &&Resource| {
        !it.kind.is_read_write() && !it.kind.is_storage_buffer() && !it.kind.is_texel_buffer()
    };
    let mut slots: Vec<_> = effect
        .resources
        .iter()
        .filter(is_texture)
        .map(|it| TextureSlot {
            name: it.name.clone(),
            kind: it.kind,
            count: it.count,
            role: role(it),
            file: file(&it.annotations),
            is_used: !it.stages.is_empty(),
        })
        .collect();
    // Only depths can be compared with.
    let is_compared = effect.samplers.iter().any(|it| it.comparison && !it.stages.is_empty());
    for slot in slots.iter_mut().filter(|_| is_compared) {
        let is_depth = words(&slot.name).iter().any(|it| DEPTH.contains(&it.as_str()));
        if slot.kind == ResourceKind::Texture2D && is_depth {
            slot.role = TextureRole::ShadowMap;
        }
    }
    // An effect with one texture of a name that says nothing means the model's.
    let is_free =
        |it: &TextureSlot| it.kind == ResourceKind::Texture2D && it.file.is_none() && it.is_used;
    if !slots.iter().any(|it| it.role == TextureRole::Diffuse)
        && let [only] = slots.iter_mut().filter(|it| is_free(it)).collect::<Vec<_>>().as_mut_slice()
        && says_nothing(&only.name)
    {
        only.role = TextureRole::Diffuse;
    }
    slots
}

/// Whether no word of the name is known.
fn says_nothing(name: &str) -> bool {
    find(name).is_none()
}

fn role(resource: &Resource) -> TextureRole {
    match resource.kind {
        ResourceKind::Texture2DArray
            if words(&resource.name).concat().ends_with("transformmap") =>
        {
            TextureRole::TransformMap
        }
        ResourceKind::Texture2D => {
            let by_semantic = resource.semantic.as_deref().and_then(find);
            by_semantic.or_else(|| find(&resource.name)).unwrap_or(TextureRole::Other)
        }
        ResourceKind::TextureCube if is_float(resource) => TextureRole::Environment,
        ResourceKind::Texture3D if is_float(resource) => {
            let words = words(&resource.name);
            let is_table = words.iter().any(|it| COLOR_TABLE.contains(&it.as_str()));
            let kind = if is_table { VolumeKind::Colors } else { VolumeKind::Noise };
            TextureRole::Volume(kind)
        }
        _ => TextureRole::Unbound,
    }
}

/// The words that say most come first in the table.
fn find(name: &str) -> Option<TextureRole> {
    let words = words(name);
    let has = |names: &[&str]| words.iter().any(|it| names.contains(&it.as_str()));
    ROLES.iter().find(|(_, names)| has(names)).map(|it| it.0)
}

fn file(annotations: &[Annotation]) -> Option<String> {
    DEFAULT_FILE_ANNOTATIONS.iter().find_map(|wanted| {
        annotations.iter().find(|it| it.name.eq_ignore_ascii_case(wanted)).and_then(|it| {
            match &it.value {
                // `Default = "white"`-like values name no file.
                AnnotationValue::String(text) if text.contains('.') => Some(text.clone()),
                _ => None,
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use effectc::effect::{Sampler, Stage};

    fn slots(textures: &[(&str, ResourceKind)]) -> Vec<TextureSlot> {
        let resources = textures.iter().map(|(name, kind)| Resource {
            name: (*name).to_owned(),
            kind: *kind,
            count: 1,
            stages: [Stage::Pixel].into_iter().collect(),
            ..Resource::default()
        });
        texture_slots(&Effect { resources: resources.collect(), ..Effect::default() })
    }

    #[test]
    fn textures_by_name() {
        for (names, role) in [
            (
                "DiffuseMap gDiffuseMap Texture texture0 Texture0 g_MeshTexture ColorMap AlbedoTex tex colorTexture xTexture diffuseTexture ModelTexture",
                TextureRole::Diffuse,
            ),
            ("NormalMap gNormalMap normalTexture BumpMap g_NormalTex", TextureRole::Normal),
            ("SpecularMap SpecMap GlossMap", TextureRole::Specular),
            ("EmissiveMap GlowTexture", TextureRole::Emissive),
            ("ShadowMap NoiseTexture gRandomMap ToonRamp LightMap", TextureRole::Other),
        ] {
            for name in names.split(' ') {
                // With another one beside it, so that a name that says nothing is not the model's.
                let all = slots(&[
                    (name, ResourceKind::Texture2D),
                    ("DiffuseMap", ResourceKind::Texture2D),
                ]);
                assert_eq!(all[0].role, role, "{name}");
            }
        }
        assert_eq!(
            slots(&[("TransformMap", ResourceKind::Texture2DArray)])[0].role,
            TextureRole::TransformMap
        );
        for (name, kind, role) in [
            ("EnvMap", ResourceKind::TextureCube, TextureRole::Environment),
            ("NoiseTex", ResourceKind::Texture3D, TextureRole::Volume(VolumeKind::Noise)),
            ("ColorLUT", ResourceKind::Texture3D, TextureRole::Volume(VolumeKind::Colors)),
            ("Ramp", ResourceKind::Texture1D, TextureRole::Unbound),
        ] {
            assert_eq!(slots(&[(name, kind)])[0].role, role, "{name}");
        }
    }

    #[test]
    fn the_only_texture_of_an_effect_is_the_models() {
        assert_eq!(slots(&[("Wood", ResourceKind::Texture2D)])[0].role, TextureRole::Diffuse);
        assert_eq!(slots(&[("ShadowMap", ResourceKind::Texture2D)])[0].role, TextureRole::Other);
        let two = slots(&[("Wood", ResourceKind::Texture2D), ("Stone", ResourceKind::Texture2D)]);
        assert!(two.iter().all(|it| it.role == TextureRole::Other));
    }

    #[test]
    fn shadow_maps_that_are_compared_with_hold_depths() {
        let stages = [Stage::Pixel].into_iter().collect();
        let compare = Sampler { comparison: true, stages, ..Sampler::default() };
        let name = "gShadowMap".to_owned();
        let resources = vec![Resource { name, count: 1, stages, ..Resource::default() }];
        let mut effect = Effect { resources, samplers: vec![compare], ..Effect::default() };
        assert_eq!(texture_slots(&effect)[0].role, TextureRole::ShadowMap);
        effect.samplers.clear();
        assert_eq!(texture_slots(&effect)[0].role, TextureRole::Other);
    }

    #[test]
    fn files_are_named_by_annotations() {
        let annotation = |name: &str, text: &str| Annotation {
            name: name.to_owned(),
            value: AnnotationValue::String(text.to_owned()),
        };
        assert_eq!(file(&[annotation("resourcename", "a.png")]).as_deref(), Some("a.png"));
        assert_eq!(file(&[annotation("ResourceName", "")]), None);
        assert_eq!(file(&[annotation("UIName", "a.png")]), None);
    }
}
