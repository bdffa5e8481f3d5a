//! Reads types: built-in ones in every spelling, templates, names.

use super::{Parsed, Parser};
use crate::ast::{Expr, ExprKind};
use crate::ast::{
    Literal, Modifier, ModifierKind, Modifiers, ObjectKind, ScalarKind, TemplateArg, Type, TypeKind,
};
use crate::source::Span;

/// What a word says about whether a type begins with it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeWord {
    /// `float4`, `unsigned`, or a declared struct or typedef.
    Certain,
    /// `vector`, `Texture`, `string`...: a type unless something else has that name.
    Likely,
    /// Any other name.
    Unknown,
}

/// Types of numbers and text whose names fxc takes in any case.
const ANY_CASE: [&str; 5] = ["vector", "matrix", "string", "float", "dword"];

/// Returns the number type with this exact name: `void`, `float`, `int3`, `half2x4`.
pub(super) fn numeric_type(name: &str) -> Option<TypeKind> {
    if name == "void" {
        return Some(TypeKind::Void);
    }
    let name = match name.strip_prefix("dword").or_else(|| name.strip_prefix("DWORD")) {
        Some(rest) => &format!("uint{rest}"),
        None => name,
    };
    let numbers = ScalarKind::ALL.iter().filter(|(kind, _)| *kind != ScalarKind::String);
    for &(kind, keyword) in numbers {
        let count = |digit: u8| (b'1'..=b'4').contains(&digit).then(|| digit - b'0');
        match name.strip_prefix(keyword).map(str::as_bytes) {
            // A vector of one is a number in all that matters, and SPIR-V has none.
            Some([] | [b'1']) => return Some(TypeKind::Scalar(kind)),
            Some(&[size]) if count(size).is_some() => {
                return Some(vector(kind, count(size)?));
            }
            Some(&[rows, b'x', columns]) if count(rows).is_some() && count(columns).is_some() => {
                return Some(TypeKind::Matrix(kind, count(rows)?, count(columns)?));
            }
            _ => {}
        }
    }
    None
}

/// A vector. One number, `float1`, is to fxc what `float` is.
fn vector(kind: ScalarKind, size: u8) -> TypeKind {
    match size {
        1 => TypeKind::Scalar(kind),
        _ => TypeKind::Vector(kind, size),
    }
}

/// Returns the object type with this name; the exact spelling first, then in any case.
fn object_kind(name: &str) -> Option<ObjectKind> {
    let all = || ObjectKind::ALL.iter();
    all()
        .find(|(_, keyword)| *keyword == name)
        .or_else(|| all().find(|(_, keyword)| keyword.eq_ignore_ascii_case(name)))
        .map(|(kind, _)| *kind)
}

/// Words that modify only where a type follows; elsewhere they are names.
fn is_contextual(kind: ModifierKind) -> bool {
    use ModifierKind as M;
    matches!(
        kind,
        M::Linear
            | M::Centroid
            | M::Sample
            | M::Point
            | M::Line
            | M::LineAdj
            | M::Triangle
            | M::TriangleAdj
            | M::Shared
            | M::Precise
            | M::Snorm
            | M::Unorm
            | M::Export
            | M::GloballyCoherent
    )
}

impl Parser<'_> {
    /// Returns what the word `count` places ahead says about being a type; `None` when it is no word.
    pub(super) fn type_word(&self, count: usize) -> Option<TypeWord> {
        let name = self.ahead(count).ident()?;
        let is_certain = self.is_declared_type(name)
            || numeric_type(name).is_some()
            || matches!(&**name, "unsigned" | "struct" | "class");
        let is_likely = || {
            object_kind(name).is_some()
                || ANY_CASE.iter().any(|word| name.eq_ignore_ascii_case(word))
        };
        Some(if is_certain {
            TypeWord::Certain
        } else if is_likely() {
            TypeWord::Likely
        } else {
            TypeWord::Unknown
        })
    }

    /// Returns the modifier `count` places ahead, if the word there is one in that place.
    pub(super) fn modifier_ahead(&self, count: usize) -> Option<ModifierKind> {
        let name = self.ahead(count).ident()?;
        let kind = ModifierKind::from_keyword(name)?;
        if is_contextual(kind) && (self.is_declared_type(name) || !self.ahead_is_ident(count + 1)) {
            return None;
        }
        Some(kind)
    }

    /// Reads the modifiers that stand here, perhaps none.
    pub(super) fn modifiers(&mut self) -> Modifiers {
        let mut modifiers = Vec::new();
        while let Some(kind) = self.modifier_ahead(0) {
            modifiers.push(Modifier { kind, span: self.span() });
            self.bump();
        }
        Modifiers(modifiers)
    }

    /// Reads the type of a declaration, and the modifiers that may follow it: `float const x`.
    pub(super) fn declared_type(&mut self, modifiers: &mut Modifiers) -> Parsed<Type> {
        let ty = self.parse_type()?;
        modifiers.0.append(&mut self.modifiers().0);
        Ok(ty)
    }

    /// Reads a type.
    pub(super) fn parse_type(&mut self) -> Parsed<Type> {
        self.enter()?;
        let start = self.span();
        let Some(name) = self.word() else { return Err(self.expected("a type")) };
        let kind = match &*name {
            "struct" | "class" | "interface" => self.inline_struct()?,
            "unsigned" => {
                self.bump();
                let words = ["int", "dword", "uint"];
                if self.word().is_some_and(|word| words.contains(&&*word)) {
                    self.bump();
                    TypeKind::Scalar(ScalarKind::Uint)
                } else {
                    // `unsigned int3`.
                    match self.word().and_then(|word| numeric_type(&word)) {
                        Some(TypeKind::Vector(ScalarKind::Int, size)) => {
                            self.bump();
                            TypeKind::Vector(ScalarKind::Uint, size)
                        }
                        Some(TypeKind::Matrix(ScalarKind::Int, rows, columns)) => {
                            self.bump();
                            TypeKind::Matrix(ScalarKind::Uint, rows, columns)
                        }
                        _ => TypeKind::Scalar(ScalarKind::Uint),
                    }
                }
            }
            _ => {
                self.bump();
                self.named_type(&name, start)?
            }
        };
        self.leave();
        Ok(Type { kind, span: start.to(self.previous_span()) })
    }

    fn named_type(&mut self, name: &str, span: Span) -> Parsed<TypeKind> {
        if self.is_declared_type(name) {
            return Ok(TypeKind::Named(name.to_owned()));
        }
        if let Some(kind) = numeric_type(name) {
            return Ok(kind);
        }
        let is = |word: &str| name.eq_ignore_ascii_case(word);
        if is("string") {
            return Ok(TypeKind::Scalar(ScalarKind::String));
        }
        if is("float") {
            return Ok(TypeKind::Scalar(ScalarKind::Float));
        }
        if is("dword") {
            return Ok(TypeKind::Scalar(ScalarKind::Uint));
        }
        if is("vector") {
            return match self.template_args()?.as_slice() {
                [] => Ok(TypeKind::Vector(ScalarKind::Float, 4)),
                [scalar, size] => match (scalar_of(scalar), size_of(size)) {
                    (Some(kind), Some(size)) => Ok(vector(kind, size)),
                    _ => {
                        Err(self.error(span, "`vector` takes a scalar type and a size from 1 to 4"))
                    }
                },
                _ => Err(self.error(span, "`vector` takes a scalar type and a size from 1 to 4")),
            };
        }
        if is("matrix") {
            const NEEDS: &str = "`matrix` takes a scalar type, and rows and columns from 1 to 4";
            return match self.template_args()?.as_slice() {
                [] => Ok(TypeKind::Matrix(ScalarKind::Float, 4, 4)),
                [scalar, rows, columns] => {
                    match (scalar_of(scalar), size_of(rows), size_of(columns)) {
                        (Some(kind), Some(rows), Some(columns)) => {
                            Ok(TypeKind::Matrix(kind, rows, columns))
                        }
                        _ => Err(self.error(span, NEEDS)),
                    }
                }
                _ => Err(self.error(span, NEEDS)),
            };
        }
        if let Some(kind) = object_kind(name) {
            return Ok(TypeKind::Object(kind, self.template_args()?));
        }
        Ok(TypeKind::Named(name.to_owned()))
    }

    /// Reads `< a, b >`, if it stands here.
    fn template_args(&mut self) -> Parsed<Vec<TemplateArg>> {
        let open = self.span();
        if !self.at("<") {
            return Ok(Vec::new());
        }
        self.bump();
        let mut args = Vec::new();
        loop {
            let modifiers = self.modifiers();
            // The first is a type; the later ones are numbers, perhaps by name.
            let is_type = match self.type_word(0) {
                Some(TypeWord::Certain | TypeWord::Likely) => true,
                Some(TypeWord::Unknown) => args.is_empty(),
                None => false,
            };
            if is_type {
                let ty = self.parse_type()?;
                args.push(TemplateArg::Type(modifiers, ty));
            } else {
                let outer = std::mem::replace(&mut self.no_angles, true);
                let value = self.assignment()?;
                self.no_angles = outer;
                args.push(TemplateArg::Value(value));
            }
            if !self.eat(",") {
                break;
            }
        }
        self.expect_closing_angle(open)?;
        Ok(args)
    }

    fn inline_struct(&mut self) -> Parsed<TypeKind> {
        // `struct S s;` names a struct that is defined elsewhere.
        if self.ahead_is_ident(1) && !self.ahead_is(2, "{") && !self.ahead_is(2, ":") {
            self.bump();
            let is_built_in =
                |word: &str| numeric_type(word).is_some() || object_kind(word).is_some();
            let is_struct = |word: &str| self.is_declared_type(word) || !is_built_in(word);
            if !self.word().is_some_and(|word| is_struct(&word)) {
                return Err(self.expected("the name of a struct"));
            }
            let name = self.expect_ident("the name of a struct")?;
            return Ok(TypeKind::Named(name.name));
        }
        let definition = self.struct_def()?;
        Ok(match &definition.name {
            Some(name) => {
                let kind = TypeKind::Named(name.name.clone());
                self.hoisted.push(definition);
                kind
            }
            None => TypeKind::Inline(Box::new(definition)),
        })
    }
}

fn scalar_of(arg: &TemplateArg) -> Option<ScalarKind> {
    match arg {
        TemplateArg::Type(_, Type { kind: TypeKind::Scalar(kind), .. }) => Some(*kind),
        _ => None,
    }
}

fn size_of(arg: &TemplateArg) -> Option<u8> {
    match arg {
        TemplateArg::Value(Expr {
            kind: ExprKind::Literal(Literal::Int { value, .. }), ..
        }) => u8::try_from(*value).ok().filter(|size| (1..=4).contains(size)),
        _ => None,
    }
}
