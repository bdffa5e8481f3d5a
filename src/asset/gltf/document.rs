//! [`Document`]: the JSON of a glTF file, typed by the `gltf` crate one element at a time.
//!
//! The crate's own reader refuses a whole file for things that the specification tells a client to
//! ignore, and its accessor readers garble or panic on others. So the text becomes a
//! [`serde_json::Value`] first, what is to be ignored is dropped from it with a note, and each element
//! is typed on its own, so that an error can name it.

use crate::asset::import::{
    ImportError, MAX_JSON_VALUES, MAX_LIST_BYTES, Notes, Result, fault, label,
};
use ::gltf::json;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Extensions that a file may require: understood, or without influence on shape and motion.
const ACCEPTED_EXTENSIONS: [&str; 7] = [
    "KHR_mesh_quantization",
    "KHR_texture_transform",
    "KHR_animation_pointer",
    "KHR_lights_punctual",
    "KHR_xmp",
    "KHR_xmp_json_ld",
    "EXT_lights_image_based",
];

/// The lists of a document. Indices in them are not checked yet; [`element`] does that at each use.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) accessors: Vec<json::Accessor>,
    pub(super) views: Vec<json::buffer::View>,
    pub(super) buffers: Vec<json::Buffer>,
    pub(super) nodes: Vec<json::Node>,
    pub(super) scenes: Vec<json::Scene>,
    pub(super) default_scene: Option<usize>,
    pub(super) skins: Vec<json::Skin>,
    pub(super) meshes: Vec<json::Mesh>,
    pub(super) animations: Vec<Animation>,
    pub(super) materials: Vec<Material>,
    pub(super) textures: Vec<json::Texture>,
    pub(super) samplers: Vec<json::texture::Sampler>,
    pub(super) images: Vec<json::Image>,
}

/// An animation with the channels that have a target.
#[derive(Debug)]
pub(super) struct Animation {
    pub(super) name: Option<String>,
    /// Each with its number in the file.
    pub(super) channels: Vec<(usize, json::animation::Channel)>,
    pub(super) samplers: Vec<json::animation::Sampler>,
}

/// A material, and its extensions as they stand in the file.
#[derive(Debug)]
pub(super) struct Material {
    pub(super) core: json::Material,
    pub(super) extensions: Map<String, Value>,
}

/// The element that an index names.
pub(super) fn element<'a, T>(list: &'a [T], kind: &str, index: usize, at: &str) -> Result<&'a T> {
    list.get(index).ok_or_else(|| {
        fault(at, format!("{kind} {index} does not exist; the file has {}", list.len()))
    })
}

impl Document {
    /// Reads the text of a document and checks version and required extensions.
    pub(super) fn parse(text: &[u8], notes: &mut Notes) -> Result<Self> {
        // Some exporters pad the JSON chunk with zeros where the specification wants spaces.
        let end = text.iter().rposition(|it| *it != 0).map_or(0, |last| last + 1);
        // Each value but the first has one of these in front; long texts such as base64 have none.
        let value_count = text.iter().filter(|it| b",:[{".contains(it)).count();
        if value_count > MAX_JSON_VALUES {
            let problem = format!("has {value_count} values; at most {MAX_JSON_VALUES} are read");
            return Err(fault("the document", problem));
        }
        let value: Value =
            serde_json::from_slice(&text[..end]).map_err(|source| ImportError::Json { source })?;
        let Value::Object(mut root) = value else {
            return Err(fault("the document", "is not a JSON object"));
        };
        check_version(&root)?;
        check_extensions(&root, notes)?;
        root.values_mut().for_each(tidy_numbers);
        Ok(Self {
            accessors: items(&mut root, "accessors", "accessor")?,
            views: items(&mut root, "bufferViews", "bufferView")?,
            buffers: items(&mut root, "buffers", "buffer")?,
            nodes: items(&mut root, "nodes", "node")?,
            scenes: scenes(&mut root)?,
            default_scene: default_scene(&root)?,
            skins: items(&mut root, "skins", "skin")?,
            meshes: meshes(&mut root)?,
            animations: animations(&mut root, notes)?,
            materials: materials(&mut root, notes)?,
            textures: items(&mut root, "textures", "texture")?,
            samplers: items(&mut root, "samplers", "sampler")?,
            images: items(&mut root, "images", "image")?,
        })
    }

    /// `node 3 'Hips'`.
    pub(super) fn node_label(&self, index: usize) -> String {
        label("node", index, self.nodes.get(index).and_then(|it| it.name.as_deref()))
    }

    /// `mesh 1 'Body' primitive 0`.
    pub(super) fn primitive_label(&self, mesh: usize, primitive: usize) -> String {
        let name = self.meshes.get(mesh).and_then(|it| it.name.as_deref());
        format!("{} primitive {primitive}", label("mesh", mesh, name))
    }
}

fn check_version(root: &Map<String, Value>) -> Result<()> {
    let asset = root.get("asset").and_then(Value::as_object);
    let text = |key| asset.and_then(|it| it.get(key)).and_then(Value::as_str);
    let Some(version) = text("version") else {
        return Err(fault("asset", "has no version; expected \"2.0\""));
    };
    if !version.starts_with("2.") {
        return Err(fault("asset", format!("version {version}; this program reads glTF 2.0")));
    }
    match text("minVersion") {
        Some(minimum) if minimum != "2.0" => {
            Err(fault("asset", format!("minVersion {minimum}; this program reads glTF 2.0")))
        }
        _ => Ok(()),
    }
}

fn check_extensions(root: &Map<String, Value>, notes: &mut Notes) -> Result<()> {
    let list = |key| root.get(key).and_then(Value::as_array).into_iter().flatten();
    let mut names = Vec::new();
    for name in list("extensionsRequired").filter_map(Value::as_str) {
        if name.starts_with("KHR_materials_") || ACCEPTED_EXTENSIONS.contains(&name) {
            continue;
        }
        names.push(name.to_owned());
    }
    if !names.is_empty() {
        return Err(ImportError::RequiredExtensions { names });
    }
    for name in list("extensionsUsed").filter_map(Value::as_str) {
        match name {
            // These are read, or noted where they are met.
            "KHR_mesh_quantization" | "KHR_texture_transform" | "KHR_animation_pointer" => {}
            _ if name.starts_with("KHR_materials_") => {}
            _ => notes.add(format!("extension {name} is ignored")),
        }
    }
    Ok(())
}

/// Makes numbers what the typed elements expect: `3.0` counts as the integer 3, and an integer above 32
/// bits becomes a float, since the crate would cut an index to its low 32 bits without a word.
fn tidy_numbers(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(integer) = number.as_u64() {
                if integer > u64::from(u32::MAX) {
                    *value = Value::from(integer as f64);
                }
            } else if let Some(float) = number.as_f64()
                && float.fract() == 0.0
                && (0.0..=f64::from(u32::MAX)).contains(&float)
            {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "integral and in range, checked above"
                )]
                let integer = float as u32;
                *value = Value::from(integer);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(tidy_numbers),
        Value::Object(members) => members.values_mut().for_each(tidy_numbers),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

fn list(members: &mut Map<String, Value>, key: &str, at: &str) -> Result<Vec<Value>> {
    match members.remove(key) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(values)) => Ok(values),
        Some(_) => Err(fault(at, format!("{key} is not an array"))),
    }
}

fn name_of(value: &Value) -> Option<&str> {
    value.get("name").and_then(Value::as_str)
}

fn item<T: DeserializeOwned>(value: Value, at: impl FnOnce() -> String) -> Result<T> {
    serde_json::from_value(value).map_err(|error| fault(at(), error.to_string()))
}

fn items<T: DeserializeOwned>(
    root: &mut Map<String, Value>,
    key: &str,
    kind: &str,
) -> Result<Vec<T>> {
    let typed = |(index, value): (usize, Value)| {
        let name = name_of(&value).map(str::to_owned);
        item(value, || label(kind, index, name.as_deref()))
    };
    let values = list(root, key, "the document")?;
    let bytes = values.len().saturating_mul(size_of::<T>());
    if bytes > MAX_LIST_BYTES {
        let problem =
            format!("has {} {key}, which take more than {MAX_LIST_BYTES} bytes", values.len());
        return Err(fault("the document", problem));
    }
    values.into_iter().enumerate().map(typed).collect()
}

fn scenes(root: &mut Map<String, Value>) -> Result<Vec<json::Scene>> {
    if let Some(Value::Array(scenes)) = root.get_mut("scenes") {
        // A scene may be empty; the crate wants the list all the same.
        for scene in scenes.iter_mut().filter_map(Value::as_object_mut) {
            scene.entry("nodes").or_insert_with(|| Value::Array(Vec::new()));
        }
    }
    items(root, "scenes", "scene")
}

fn default_scene(root: &Map<String, Value>) -> Result<Option<usize>> {
    match root.get("scene") {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64().and_then(|it| usize::try_from(it).ok()) {
            Some(index) => Ok(Some(index)),
            None => Err(fault("scene", format!("{value} is no index"))),
        },
    }
}

fn meshes(root: &mut Map<String, Value>) -> Result<Vec<json::Mesh>> {
    if let Some(Value::Array(meshes)) = root.get_mut("meshes") {
        let primitives = meshes
            .iter_mut()
            .filter_map(|it| it.get_mut("primitives").and_then(Value::as_array_mut))
            .flatten();
        // A primitive without attributes draws nothing; that is no reason to refuse the others.
        for primitive in primitives.filter_map(Value::as_object_mut) {
            primitive.entry("attributes").or_insert_with(|| Value::Object(Map::new()));
        }
    }
    items(root, "meshes", "mesh")
}

fn animations(root: &mut Map<String, Value>, notes: &mut Notes) -> Result<Vec<Animation>> {
    let mut animations = Vec::new();
    for (index, value) in list(root, "animations", "the document")?.into_iter().enumerate() {
        let name = name_of(&value).map(str::to_owned);
        let at = label("animation", index, name.as_deref());
        let Value::Object(mut members) = value else {
            return Err(fault(at, "is not an object"));
        };
        let mut channels = Vec::new();
        for (number, channel) in list(&mut members, "channels", &at)?.into_iter().enumerate() {
            if let Some(target) = channel.get("target").and_then(Value::as_object) {
                let path = target.get("path").and_then(Value::as_str).unwrap_or_default();
                if !json::animation::VALID_PROPERTIES.contains(&path) {
                    notes.add(format!("{at} channel {number} is ignored: it moves '{path}'"));
                    continue;
                }
                if target.get("node").is_none_or(Value::is_null) {
                    notes.add(format!("{at} channel {number} is ignored: it has no target node"));
                    continue;
                }
            }
            channels.push((number, item(channel, || format!("{at} channel {number}"))?));
        }
        let samplers = list(&mut members, "samplers", &at)?
            .into_iter()
            .enumerate()
            .map(|(number, sampler)| item(sampler, || format!("{at} sampler {number}")))
            .collect::<Result<_>>()?;
        animations.push(Animation { name, channels, samplers });
    }
    Ok(animations)
}

fn materials(root: &mut Map<String, Value>, notes: &mut Notes) -> Result<Vec<Material>> {
    let mut materials = Vec::new();
    for (index, mut value) in list(root, "materials", "the document")?.into_iter().enumerate() {
        let name = name_of(&value).map(str::to_owned);
        let at = || label("material", index, name.as_deref());
        for texture in ["/pbrMetallicRoughness/baseColorTexture", "/normalTexture"] {
            if value.pointer(&format!("{texture}/extensions/KHR_texture_transform")).is_some() {
                notes.add(format!("{}: KHR_texture_transform is ignored", at()));
            }
        }
        let extensions = match value.as_object_mut().and_then(|it| it.remove("extensions")) {
            Some(Value::Object(extensions)) => extensions,
            _ => Map::new(),
        };
        materials.push(Material { core: item(value, at)?, extensions });
    }
    Ok(materials)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (Result<Document>, Vec<String>) {
        let mut notes = Notes::default();
        let document = Document::parse(text.as_bytes(), &mut notes);
        (document, notes.into_vec())
    }

    fn with_version(members: &str) -> String {
        format!(r#"{{"asset":{{"version":"2.0"}},{members}}}"#)
    }

    #[track_caller]
    fn check_error(text: &str, expected: &str) {
        let error = parse(text).0.unwrap_err().to_string();
        assert!(error.contains(expected), "'{error}' lacks '{expected}'");
    }

    #[test]
    fn broken_documents_are_refused_by_name() {
        check_error("[]", "not a JSON object");
        check_error("{", "not valid JSON");
        check_error("{}", "asset: has no version");
        check_error(r#"{"asset":{"version":"1.0"}}"#, "version 1.0");
        check_error(r#"{"asset":{"version":"2.0","minVersion":"2.1"}}"#, "minVersion 2.1");
        check_error(&with_version(r#""nodes":{}"#), "the document: nodes is not an array");
        check_error(
            &with_version(r#""nodes":[{},{"name":"Hips","mesh":-1}]"#),
            "node 1 'Hips': invalid type: integer `-1`",
        );
        check_error(&with_version(r#""nodes":[{"mesh":4294967296}]"#), "node 0: invalid");
        check_error(&with_version(r#""nodes":[{"mesh":1.5}]"#), "node 0: invalid");
        check_error(&with_version(r#""scene":"first""#), "scene: \"first\" is no index");
        check_error(
            &with_version(
                r#""animations":[{"name":"Run","channels":[{"target":{"node":0,"path":"scale"}}]}]"#,
            ),
            "animation 0 'Run' channel 0: missing field `sampler`",
        );
        check_error(
            &with_version(
                r#""extensionsRequired":["KHR_draco_mesh_compression","KHR_materials_unlit","ABC_x"]"#,
            ),
            "requires KHR_draco_mesh_compression, ABC_x,",
        );
    }

    #[test]
    fn deep_nesting_is_an_error_not_a_stack_overflow() {
        let text = with_version(&format!(r#""extras":{}"#, "[".repeat(100_000)));
        check_error(&text, "not valid JSON");
    }

    #[test]
    fn very_long_documents_are_refused_before_they_take_memory() {
        let many = |count: usize| format!(r#""nodes":[{}{{}}]"#, "{},".repeat(count));
        check_error(&with_version(&many(5_000_000)), "values; at most 8000000 are read");
        check_error(&with_version(&many(3_000_000)), "has 3000001 nodes, which take more than");
    }

    #[test]
    fn what_the_specification_says_to_ignore_is_dropped_with_a_note() {
        let text = with_version(
            r#""extensionsUsed":["ABC_x"],"scenes":[{}],"meshes":[{"primitives":[{}]}],
               "animations":[{"channels":[{"sampler":0,"target":{"path":"scale"}},
               {"sampler":0,"target":{"node":0,"path":"pointer"}},
               {"sampler":0,"target":{"node":0.0,"path":"scale"}}]}],
               "materials":[{"normalTexture":{"index":0,"extensions":{"KHR_texture_transform":{}}}}]"#,
        );
        let (document, notes) = parse(&text);
        let document = document.unwrap();
        assert_eq!(document.animations[0].channels.len(), 1);
        assert_eq!(document.animations[0].channels[0].0, 2);
        assert_eq!(
            notes,
            [
                "extension ABC_x is ignored",
                "animation 0 channel 0 is ignored: it has no target node",
                "animation 0 channel 1 is ignored: it moves 'pointer'",
                "material 0: KHR_texture_transform is ignored",
            ]
        );
    }
}
