//! Rust for an effect: Pod structs of its buffers with compile-time checks of every offset, and the effect itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::effect::{
    ConstantBuffer, Effect, GLOBALS_BUFFER, MatrixPacking, Member, MemberType, ScalarKind,
};

/// Gives the name of an effect's module: `16. AnimationDemo` is `animation_demo`. Letters that are not ASCII are their
/// numbers, so that two such names differ: `물` is `ubb3c`.
#[must_use]
pub fn module_name(effect: &str) -> String {
    let spelled = |it: char| match it.is_alphabetic() && !it.is_ascii() {
        true => format!("u{:x}", u32::from(it)),
        false => it.to_string(),
    };
    let effect: String = effect.chars().map(spelled).collect();
    let effect = effect.as_str();
    let words = effect.trim_start_matches(|it: char| !it.is_ascii_alphabetic());
    match snake_case(words).as_str() {
        "" => format!("effect_{}", snake_case(effect)),
        name => raw_if_keyword(name),
    }
}

/// Gives the content of an effect's module. It includes the JSON and the SPIR-V from files beside it.
#[must_use]
pub fn rust_module(effect: &Effect) -> String {
    let mut out = String::new();
    line(
        &mut out,
        &format!("// Made by effectc from {}.fx. Edit that file, not this one.", effect.name),
    );
    line(&mut out, "");
    line(&mut out, "/// The effect's name.");
    line(&mut out, &format!("pub const NAME: &str = {:?};", effect.name));
    line(&mut out, "/// Its reflection, for `effectc::effect::Effect::from_parts`.");
    let json = format!("{}.json", effect.name);
    line(&mut out, &format!("pub const REFLECTION: &str = include_str!({json:?});"));
    line(&mut out, "/// Its SPIR-V modules, in the order of the reflection's shaders.");
    line(&mut out, "pub const MODULES: &[&[u8]] = &[");
    for shader in &effect.shaders {
        line(&mut out, &format!("    include_bytes!({:?}),", shader.file));
    }
    line(&mut out, "];");

    let mut structs = Structs::default();
    for buffer in &effect.constant_buffers {
        structs.buffer(buffer);
    }
    for resource in &effect.resources {
        if let (Some(MemberType::Struct { name, members }), true) =
            (&resource.element, resource.stride_bytes > 0)
        {
            structs.structure(name, members, resource.stride_bytes);
        }
    }
    out.push_str(&structs.text);
    out
}

/// Structs so far.
#[derive(Default)]
struct Structs {
    text: String,
    /// By HLSL name: layouts with the Rust name that each got.
    known: BTreeMap<String, Vec<(Vec<Member>, u32, String)>>,
    taken: BTreeSet<String>,
}

impl Structs {
    fn buffer(&mut self, buffer: &ConstantBuffer) {
        let name = match buffer.name.as_str() {
            GLOBALS_BUFFER => "Globals",
            name => name,
        };
        let what = match buffer.name.as_str() {
            GLOBALS_BUFFER => "The loose globals of the effect".to_owned(),
            name => format!("`cbuffer {name}`"),
        };
        // `packoffset` may give another order than that of the declarations.
        let mut members = buffer.members.clone();
        members.sort_by_key(|it| it.offset_bytes);
        // Members first, so that a buffer named like one of its structs gets the other name.
        self.inner(&members);
        let name = self.free_name(name, "Buffer");
        self.emit(&name, &what, &members, buffer.size_bytes);
    }

    /// Emits the structs that members need.
    fn inner(&mut self, members: &[Member]) {
        for (index, member) in members.iter().enumerate() {
            if let MemberType::Struct { name, members: inner } = &member.ty {
                let size = struct_size_bytes(members, index);
                self.structure(name, inner, size);
            }
        }
    }

    /// Emits a struct unless one of the same name and layout is there; gives its Rust name.
    fn structure(&mut self, name: &str, members: &[Member], size_bytes: u32) -> String {
        if let Some(found) = self.find(name, members, size_bytes) {
            return found;
        }
        self.inner(members);
        let rust_name = self.free_name(if name.is_empty() { "Unnamed" } else { name }, "Packed");
        self.known.entry(name.to_owned()).or_default().push((
            members.to_vec(),
            size_bytes,
            rust_name.clone(),
        ));
        let what = format!("`struct {name}`, {size_bytes} bytes");
        self.emit(&rust_name, &what, members, size_bytes);
        rust_name
    }

    fn find(&self, name: &str, members: &[Member], size_bytes: u32) -> Option<String> {
        let known = self.known.get(name)?;
        let found = known.iter().find(|(it, size, _)| it == members && *size == size_bytes)?;
        Some(found.2.clone())
    }

    fn free_name(&mut self, name: &str, suffix: &str) -> String {
        // `Light::Lamp` is `LightLamp`.
        let mut name = name.replace("::", "");
        if is_keyword(&name) || PRIMITIVES.contains(&name.as_str()) {
            name.push_str(suffix);
        }
        while !self.taken.insert(name.clone()) {
            name.push_str(suffix);
        }
        name
    }

    fn emit(&mut self, name: &str, what: &str, members: &[Member], size_bytes: u32) {
        let mut fields = Vec::new();
        let names = field_names(members);
        let mut end_bytes = 0;
        let mut pad_names =
            (0..).map(|it| format!("_pad{it}")).filter(|it: &String| !names.contains(it));
        let mut pad = |from: u32, to: u32| {
            let name = if to > from { pad_names.next() } else { None };
            name.map(|name| Field {
                name,
                ty: format!("[u8; {}]", to - from),
                offset_bytes: from,
                doc: "Padding.".to_owned(),
            })
        };
        for (index, member) in members.iter().enumerate() {
            let room_bytes = members.get(index + 1).map_or(size_bytes, |it| it.offset_bytes)
                - member.offset_bytes;
            let (ty, used_bytes) = self.rust_type(member, room_bytes, members, index);
            fields.extend(pad(end_bytes, member.offset_bytes));
            fields.push(Field {
                name: names[index].clone(),
                ty,
                offset_bytes: member.offset_bytes,
                doc: format!("`{} {}`", member.hlsl_type(), member.name),
            });
            end_bytes = member.offset_bytes + used_bytes;
        }
        fields.extend(pad(end_bytes, size_bytes));
        self.write(name, what, &fields, size_bytes);
    }

    fn write(&mut self, name: &str, what: &str, fields: &[Field], size_bytes: u32) {
        let out = &mut self.text;
        line(out, "");
        line(out, &format!("/// {what}."));
        line(out, "#[repr(C)]");
        // Paths from the root: a struct may be called `Default` or `core`.
        line(
            out,
            "#[derive(Clone, Copy, Debug, PartialEq, ::bytemuck::Pod, ::bytemuck::Zeroable)]",
        );
        if !name.starts_with(|it: char| it.is_ascii_uppercase()) || name.contains('_') {
            line(out, "#[allow(non_camel_case_types)]");
        }
        line(out, &format!("pub struct {name} {{"));
        for field in fields {
            line(out, &format!("    /// {}", field.doc));
            line(out, &format!("    pub {}: {},", field.name, field.ty));
        }
        line(out, "}");
        line(out, "");
        line(out, &format!("impl ::core::default::Default for {name} {{"));
        line(out, "    /// All zeros; the values that the effect gives are in its reflection.");
        line(out, "    fn default() -> Self {");
        line(out, "        ::bytemuck::Zeroable::zeroed()");
        line(out, "    }");
        line(out, "}");
        line(out, "");
        line(out, "const _: () = {");
        line(out, &format!("    assert!(::core::mem::size_of::<{name}>() == {size_bytes});"));
        for field in fields {
            line(
                out,
                &format!(
                    "    assert!(::core::mem::offset_of!({name}, {}) == {});",
                    field.name, field.offset_bytes
                ),
            );
        }
        line(out, "};");
    }

    /// The Rust type of a member and the bytes it takes of its room.
    fn rust_type(
        &mut self,
        member: &Member,
        room_bytes: u32,
        members: &[Member],
        index: usize,
    ) -> (String, u32) {
        let count = member.element_count();
        let (element, element_bytes) = match &member.ty {
            MemberType::Struct { name, members: inner } => {
                let size = struct_size_bytes(members, index);
                (self.structure(name, inner, size), size)
            }
            MemberType::Scalar { kind } => scalar(*kind),
            MemberType::Vector { kind, columns } => array(scalar(*kind), *columns),
            MemberType::Matrix { kind, rows, columns, packing, stride_bytes } => {
                let (count, length) = match packing {
                    MatrixPacking::Row => (*rows, *columns),
                    MatrixPacking::Column => (*columns, *rows),
                };
                let whole = array(widened(*kind, *stride_bytes, length), count);
                // The padding of the last row may belong to what follows; then the numbers stay one flat row.
                let room =
                    if count_of(member) > 1 { member.array_stride_bytes } else { room_bytes };
                if whole.1 <= room { whole } else { flat(*kind, member.size_bytes) }
            }
        };
        if member.array_counts.is_empty() {
            return (element, element_bytes);
        }
        let stride = member.array_stride_bytes;
        let (padded, padded_bytes) = match (&member.ty, stride > element_bytes) {
            (MemberType::Scalar { kind }, true) => widened(*kind, stride, 1),
            (MemberType::Vector { kind, columns }, true) => widened(*kind, stride, *columns),
            _ => (element, element_bytes),
        };
        if padded_bytes == stride && stride * count <= room_bytes {
            let mut ty = (padded, padded_bytes);
            for count in member.array_counts.iter().rev() {
                ty = array(ty, *count);
            }
            return ty;
        }
        flat(scalar_kind(&member.ty), member.size_bytes)
    }
}

/// The Rust names of members, each once.
fn field_names(members: &[Member]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut taken = BTreeSet::new();
    for member in members {
        let mut name = match snake_case(&member.name) {
            name if name.chars().all(|it| it == '_') => format!("field{name}"),
            name => raw_if_keyword(&name),
        };
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        names.push(name);
    }
    names
}

struct Field {
    name: String,
    ty: String,
    offset_bytes: u32,
    doc: String,
}

fn line(out: &mut String, text: &str) {
    let _ = writeln!(out, "{text}"); // writing to a String cannot fail
}

fn count_of(member: &Member) -> u32 {
    member.element_count()
}

/// Size that a nested struct has in Rust: its stride in an array if the array's room allows, else its own.
fn struct_size_bytes(members: &[Member], index: usize) -> u32 {
    let member = &members[index];
    match member.array_counts.is_empty() {
        true => member.size_bytes,
        false => member.array_stride_bytes,
    }
}

fn scalar(kind: ScalarKind) -> (String, u32) {
    match kind {
        ScalarKind::Float => ("f32".to_owned(), 4),
        ScalarKind::Int => ("i32".to_owned(), 4),
        ScalarKind::Uint | ScalarKind::Bool => ("u32".to_owned(), 4),
        // Two halves, so that no struct needs an alignment of 8.
        ScalarKind::Double => ("[u32; 2]".to_owned(), 8),
    }
}

fn array((element, bytes): (String, u32), count: u32) -> (String, u32) {
    (format!("[{element}; {count}]"), bytes * count)
}

/// A vector filled up to a stride.
fn widened(kind: ScalarKind, stride_bytes: u32, length: u32) -> (String, u32) {
    let number = scalar(kind);
    let count = (stride_bytes / number.1).max(length);
    array(number, count)
}

/// All numbers and padding of a member as one row of numbers.
fn flat(kind: ScalarKind, size_bytes: u32) -> (String, u32) {
    let number = match kind {
        ScalarKind::Double => ("u32".to_owned(), 4),
        _ => scalar(kind),
    };
    let count = size_bytes / number.1;
    array(number, count)
}

fn scalar_kind(ty: &MemberType) -> ScalarKind {
    match ty {
        MemberType::Scalar { kind }
        | MemberType::Vector { kind, .. }
        | MemberType::Matrix { kind, .. } => *kind,
        MemberType::Struct { .. } => ScalarKind::Uint,
    }
}

/// `animIndex` is `anim_index`, `VP` is `vp`, `GlobalLight` is `global_light`; other characters become `_`.
fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (index, letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|it| letters.get(it));
        let after = letters.get(index + 1);
        let starts_word = letter.is_ascii_uppercase()
            && before.is_some_and(|before| {
                before.is_ascii_lowercase()
                    || before.is_ascii_digit()
                    || (before.is_ascii_uppercase() && after.is_some_and(char::is_ascii_lowercase))
            });
        if starts_word {
            out.push('_');
        }
        match letter.is_ascii_alphanumeric() {
            true => out.push(letter.to_ascii_lowercase()),
            false if out.ends_with('_') => {}
            false => out.push('_'),
        }
    }
    let trimmed = out.trim_end_matches('_');
    if trimmed.is_empty() { out } else { trimmed.to_owned() }
}

const KEYWORDS: [&str; 51] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "union", "unsafe", "unsized",
    "use", "virtual", "where", "while", "yield", "crate", "self",
];

/// Types that the structs are made of: one of their own of such a name would hide them.
const PRIMITIVES: [&str; 17] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8", "u16",
    "u32", "u64", "u128", "usize",
];

fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name) || matches!(name, "crate" | "self" | "super" | "Self")
}

fn raw_if_keyword(name: &str) -> String {
    match name {
        "crate" | "self" | "super" => format!("{name}_"),
        _ if KEYWORDS.contains(&name) => format!("r#{name}"),
        _ if name.starts_with(|it: char| it.is_ascii_digit()) => format!("_{name}"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_snake_case() {
        let cases = [
            ("animIndex", "anim_index"),
            ("VP", "vp"),
            ("VInv", "v_inv"),
            ("GlobalLight", "global_light"),
            ("BoneTransforms", "bone_transforms"),
            ("gAccelW", "g_accel_w"),
            ("m_World", "m_world"),
            ("already_snake", "already_snake"),
            ("x2", "x2"),
        ];
        for (hlsl, rust) in cases {
            assert_eq!(snake_case(hlsl), rust);
        }
        assert_eq!(module_name("16. AnimationDemo"), "animation_demo");
        assert_eq!(module_name("TweenDemo"), "tween_demo");
        assert_eq!(module_name("01"), "effect_01");
        assert_eq!(module_name("물"), "ubb3c");
        assert_ne!(module_name("바다"), module_name("하늘"));
        assert_eq!(raw_if_keyword("type"), "r#type");
    }
}
