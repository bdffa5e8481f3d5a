//! Names that the HLSL compiler does not take, and those that rewrites made.
//!
//! fxc takes any word that is none of its own as a name, in any case of letters but the keyword's. glslang's scanner keeps
//! more words for itself (`auto`, `template`, `line`), so what the effect named so gets another name. Only names
//! that a parser of fxc's words let through come here, so that the same word as a keyword is never touched.

use std::sync::LazyLock;

use crate::ast::walk::{self, Visitor};
use crate::ast::{Attribute, Expr, ExprKind, Function, Ident, Item, Literal, Type, TypeKind};
use crate::diagnostic::Diagnostic;
use crate::hash::HashSet;
use crate::lower::made;
use crate::lower::rewrite::Rewrite;
use crate::lower::unit::Unit;

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

/// All of them.
static WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| KEPT_WORDS.into_iter().chain(TYPE_WORDS).collect());

/// Gives other names to what has a name that the compiler does not take, and plain ones to what was made.
pub(super) fn rename(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    let renamer = Renamer { is_on: unit.has(Rewrite::KeptWords) };
    for item in &mut unit.tree.items {
        walk::item(item, &mut Renamer { ..renamer });
        if let Item::Function(function) = item {
            renamer.rename_in_attributes(function);
        }
    }
    renamer.change(&mut unit.entry);
    Ok(())
}

/// The name that stands for one that the compiler does not take. No two names have the same.
fn replacement(name: &str) -> Option<String> {
    if WORDS.contains(name) {
        return Some(format!("{}{name}", made::PLAIN));
    }
    if is_plain(name) {
        // Only made names begin so.
        return name.starts_with(made::PLAIN).then(|| format!("{}{name}", made::PLAIN));
    }
    Some(format!("{}{}", made::PLAIN, spelled(name)))
}

/// The name that a made one has in the end.
fn made_plain(name: &str) -> String {
    let name = name.replacen(made::PREFIX, "", 1).replace(made::PREFIX, made::PLAIN);
    let name = if is_plain(&name) { name } else { spelled(&name) };
    format!("{}{name}", made::PLAIN)
}

fn is_plain(name: &str) -> bool {
    name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

fn is_plain_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// `a_24_b` for `a$b`; other underscores are spelled too, so that no two names become one.
fn spelled(name: &str) -> String {
    let mut spelled = String::new();
    // A letter that no name has stands for the `::` of namespaces.
    for letter in name.replace("::", ":").chars() {
        match is_plain_letter(letter) && letter != '_' {
            true => spelled.push(letter),
            false if letter == ':' => spelled.push_str("_ns_"),
            false => spelled.push_str(&format!("_{:x}_", u32::from(letter))),
        }
    }
    spelled
}

#[derive(Clone, Copy)]
struct Renamer {
    /// Whether the user's names are changed too.
    is_on: bool,
}

impl Renamer {
    fn change(self, name: &mut String) {
        if name.starts_with(made::PREFIX) {
            *name = made_plain(name);
        } else if self.is_on
            && let Some(other) = replacement(name)
        {
            *name = other;
        }
    }

    /// `[patchconstantfunc("line")]` names a function in a string.
    fn rename_in_attributes(self, function: &mut Function) {
        let names = |it: &&mut Attribute| it.is("patchconstantfunc");
        for attribute in function.attributes.iter_mut().filter(names) {
            for arg in &mut attribute.args {
                if let ExprKind::Literal(Literal::String(bytes)) = &mut arg.kind {
                    let mut name = String::from_utf8_lossy(bytes).into_owned();
                    self.change(&mut name);
                    *bytes = name.into_bytes();
                }
            }
        }
    }
}

impl Visitor for Renamer {
    fn expr(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Name(name) => self.change(name),
            ExprKind::Call(name, _) | ExprKind::Method(_, name, _) | ExprKind::Member(_, name) => {
                self.change(&mut name.name);
            }
            _ => {}
        }
    }

    fn ty(&mut self, ty: &mut Type) {
        if let TypeKind::Named(name) = &mut ty.kind {
            self.change(name);
        }
    }

    fn declared(&mut self, name: &mut Ident) {
        self.change(&mut name.name);
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
        assert_eq!(of("a_24_$b").as_deref(), Some("fx_a_5f_24_5f__24_b"));
        assert_eq!(of("fx_copy_a").as_deref(), Some("fx_fx_copy_a"));
        assert_eq!(of("Light::color").as_deref(), Some("fx_Light_ns_color"));
        assert_eq!(made_plain("fx@copy_a"), "fx_copy_a");
        assert_eq!(made_plain("fx@counter_fx@texture_a"), "fx_counter_fx_texture_a");
        assert_eq!(made_plain("fx@copy_a$b"), "fx_copy_5f_a_24_b");
        assert_eq!(of("position"), None);
    }
}
