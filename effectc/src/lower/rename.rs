//! Names that the HLSL compiler does not take.
//!
//! fxc takes any word that is none of its own as a name, in any case of letters but the keyword's. glslang's scanner keeps
//! more words for itself (`auto`, `template`, `line`), so what the effect named so gets another name. Only names
//! that a parser of fxc's words let through come here, so that the same word as a keyword is never touched.

use crate::ast::{Attribute, Expr, ExprKind, Function, Ident, Item, Literal, Type, TypeKind};
use crate::diagnostic::Diagnostic;
use crate::lower::rewrite::Rewrite;
use crate::lower::unit::Unit;
use crate::lower::walk::{self, Visitor};

/// Words of glslang's scanner for HLSL that are, or may be, names for fxc.
const KEPT_WORDS: [&str; 61] = [
    "Buffer",
    "ConstantBuffer",
    "InputPatch",
    "LineStream",
    "OutputPatch",
    "PointStream",
    "SubpassInput",
    "SubpassInputMS",
    "TextureBuffer",
    "TriangleStream",
    "auto",
    "catch",
    "centroid",
    "char",
    "class",
    "column_major",
    "const_cast",
    "enum",
    "explicit",
    "extern",
    "friend",
    "globallycoherent",
    "goto",
    "groupshared",
    "inline",
    "layout",
    "line",
    "lineadj",
    "linear",
    "long",
    "mutable",
    "namespace",
    "new",
    "nointerpolation",
    "noperspective",
    "operator",
    "packoffset",
    "point",
    "precise",
    "private",
    "protected",
    "public",
    "reinterpret_cast",
    "row_major",
    "sample",
    "shared",
    "short",
    "signed",
    "sizeof",
    "snorm",
    "static_cast",
    "template",
    "throw",
    "triangle",
    "triangleadj",
    "try",
    "typename",
    "uint64_t",
    "union",
    "unorm",
    "using",
];

/// More of them, which fxc takes as names only where no type can stand.
const TYPE_WORDS: [&str; 14] = [
    "SamplerComparisonState",
    "SamplerState",
    "matrix",
    "sampler",
    "sampler1D",
    "sampler2D",
    "sampler3D",
    "samplerCUBE",
    "sampler_state",
    "string",
    "tbuffer",
    "texture",
    "vector",
    "virtual",
];

/// Gives other names to what has a name that the compiler does not take.
pub(super) fn rename(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if !unit.has(Rewrite::KeptWords) {
        return Ok(());
    }
    for item in &mut unit.tree.items {
        walk::item(item, &mut Renamer);
        if let Item::Function(function) = item {
            rename_in_attributes(function);
        }
    }
    change(&mut unit.entry);
    Ok(())
}

/// The name that stands for one that the compiler does not take.
fn replacement(name: &str) -> Option<String> {
    if KEPT_WORDS.contains(&name) || TYPE_WORDS.contains(&name) {
        return Some(format!("fx_{name}"));
    }
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    if name.chars().all(is_plain) {
        return None;
    }
    let mut spelled = String::from("fx_");
    for letter in name.chars() {
        match is_plain(letter) {
            true => spelled.push(letter),
            false => spelled.push_str(&format!("_{:x}_", u32::from(letter))),
        }
    }
    Some(spelled)
}

fn change(name: &mut String) {
    if let Some(other) = replacement(name) {
        *name = other;
    }
}

struct Renamer;

impl Visitor for Renamer {
    fn expr(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Name(name) => change(name),
            ExprKind::Call(name, _) | ExprKind::Method(_, name, _) | ExprKind::Member(_, name) => {
                change(&mut name.name);
            }
            _ => {}
        }
    }

    fn ty(&mut self, ty: &mut Type) {
        if let TypeKind::Named(name) = &mut ty.kind {
            change(name);
        }
    }

    fn declared(&mut self, name: &mut Ident) {
        change(&mut name.name);
    }
}

/// `[patchconstantfunc("line")]` names a function in a string.
fn rename_in_attributes(function: &mut Function) {
    let names = |it: &&mut Attribute| it.is("patchconstantfunc");
    for attribute in function.attributes.iter_mut().filter(names) {
        for arg in &mut attribute.args {
            if let ExprKind::Literal(Literal::String(bytes)) = &mut arg.kind
                && let Some(other) = replacement(&String::from_utf8_lossy(bytes))
            {
                *bytes = other.into_bytes();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_compiler_and_foreign_letters_are_replaced() {
        let of = |it: &str| replacement(it);
        assert_eq!(of("template").as_deref(), Some("fx_template"));
        assert_eq!(of("Template"), None);
        assert_eq!(of("texture").as_deref(), Some("fx_texture"));
        assert_eq!(of("a$b").as_deref(), Some("fx_a_24_b"));
        assert_eq!(of("été").as_deref(), Some("fx__e9_t_e9_"));
        assert_eq!(of("position"), None);
    }
}
