//! From types as they are written to types with a layout.

use crate::ast::{self, TypeKind};
use crate::check::constant::Constants;
use crate::check::symbols::{Declared, Symbols, explicit_packing};
use crate::diagnostic::Diagnostic;
use crate::effect::{MatrixPacking, Member, MemberType, ScalarKind};
use crate::layout::{self, Rules};
use crate::source::Span;

/// The largest array that is laid out, in elements: enough for every buffer that Direct3D allows.
const MAX_ELEMENTS: u64 = 1 << 24;

/// The most members of a structure, with those inside of its members: as many numbers as Direct3D has room for in a
/// constant buffer. A few lines of structs that have each other twice make millions.
const MAX_MEMBERS: u64 = 4 * 4096;

/// Gives types their layout.
#[derive(Clone, Copy, Debug)]
pub struct Types<'s, 'a> {
    /// The effect's names.
    pub symbols: &'s Symbols<'a>,
}

impl<'s, 'a> Types<'s, 'a> {
    /// Makes the members of a constant buffer or structure, placed by `rules`. Gives them with their extent.
    ///
    /// # Errors
    /// A type that has no layout (a texture in a buffer), an array size that is not a constant.
    pub fn members(
        &self,
        variables: &[&'a ast::Variable],
        packing: MatrixPacking,
        rules: Rules,
    ) -> Result<(Vec<Member>, layout::Extent), Diagnostic> {
        let mut members = Vec::new();
        let mut offsets = Vec::new();
        for variable in variables {
            members.push(self.member(variable, packing, 0)?);
            offsets.push(variable.packoffset.as_deref().map(explicit_offset).transpose()?);
        }
        let extent = layout::place(&mut members, &offsets, rules);
        Ok((members, extent))
    }

    fn member(
        &self,
        variable: &ast::Variable,
        packing: MatrixPacking,
        depth: u32,
    ) -> Result<Member, Diagnostic> {
        let mut dims: Vec<&ast::ArrayDim> = variable.array.iter().collect();
        let ty = self.member_type(&variable.ty, &variable.modifiers, packing, &mut dims, depth)?;
        let array_counts = self.array_counts(&dims)?;
        Ok(Member {
            name: variable.name.name.clone(),
            ty,
            offset_bytes: 0,
            size_bytes: 0,
            array_counts,
            array_stride_bytes: 0,
            semantic: variable.semantic.as_ref().map(|it| it.name.name.clone()),
            annotations: Constants { symbols: self.symbols }.annotations(&variable.annotations)?,
        })
    }

    /// Evaluates array sizes.
    ///
    /// # Errors
    /// A size that is missing, no constant, or out of range.
    pub fn array_counts(&self, dims: &[&ast::ArrayDim]) -> Result<Vec<u32>, Diagnostic> {
        let mut total: u64 = 1;
        let mut counts = Vec::new();
        for dim in dims {
            let Some(size) = &dim.size else {
                return Err(Diagnostic::error(dim.span, "the size of the array is missing"));
            };
            let count = Constants { symbols: self.symbols }.uint(size)?;
            total = total.saturating_mul(u64::from(count));
            if count == 0 || total > MAX_ELEMENTS {
                return Err(Diagnostic::error(
                    size.span,
                    format!("an array of {total} elements; expected 1 to {MAX_ELEMENTS}"),
                ));
            }
            counts.push(count);
        }
        Ok(counts)
    }

    /// Resolves a type; its offsets and strides are still to be placed. Dimensions of typedefs are appended.
    ///
    /// # Errors
    /// An unknown type, or one that has no layout.
    pub fn member_type<'t>(
        &self,
        ty: &'t ast::Type,
        modifiers: &ast::Modifiers,
        packing: MatrixPacking,
        dims: &mut Vec<&'t ast::ArrayDim>,
        depth: u32,
    ) -> Result<MemberType, Diagnostic>
    where
        'a: 't,
    {
        if depth > 64 {
            return Err(Diagnostic::error(ty.span, "structures are nested more than 64 deep"));
        }
        let packing = self.symbols.packing(ty, modifiers, packing);
        let resolved = self.symbols.resolve(ty, dims);
        match &resolved.kind {
            TypeKind::Scalar(kind) => Ok(MemberType::Scalar { kind: stored(*kind, ty)? }),
            TypeKind::Vector(kind, 1) => Ok(MemberType::Scalar { kind: stored(*kind, ty)? }),
            TypeKind::Vector(kind, columns) => {
                Ok(MemberType::Vector { kind: stored(*kind, ty)?, columns: u32::from(*columns) })
            }
            TypeKind::Matrix(kind, rows, columns) => Ok(MemberType::Matrix {
                kind: stored(*kind, ty)?,
                rows: u32::from(*rows),
                columns: u32::from(*columns),
                packing,
                stride_bytes: 0,
            }),
            TypeKind::Named(name) => {
                let Some(found) = self.symbols.structs.get(name.as_str()) else {
                    return Err(self.unknown_type(name, ty));
                };
                self.structure(name, *found, ty, depth)
            }
            TypeKind::Inline(node) => self.structure("", Declared { node, packing }, ty, depth),
            TypeKind::Void => Err(Diagnostic::error(ty.span, "`void` holds no value")),
            TypeKind::Object(kind, _) => Err(Diagnostic::error(
                ty.span,
                format!("`{}` cannot be stored in a buffer or structure", kind.keyword()),
            )),
        }
    }

    fn structure(
        &self,
        name: &str,
        declared: Declared<'_, ast::StructDef>,
        ty: &ast::Type,
        depth: u32,
    ) -> Result<MemberType, Diagnostic> {
        if self.symbols.member_count(declared.node) > MAX_MEMBERS {
            return Err(too_many_members(ty.span));
        }
        let mut members = Vec::new();
        for part in self.symbols.lineage(declared) {
            for field in &part.node.fields {
                members.push(self.member(field, part.packing, depth + 1)?);
            }
        }
        Ok(MemberType::Struct { name: name.to_owned(), members })
    }

    /// Reports structs that are too large to be taken apart, wherever they are used.
    pub(super) fn large_structures(&self, diagnostics: &mut Vec<Diagnostic>) {
        let is_large = |def: &ast::StructDef| self.symbols.member_count(def) > MAX_MEMBERS;
        let structs = self.symbols.structs.values().map(|it| it.node);
        let has_large = |def: &ast::StructDef| {
            let types = def.fields.iter().map(|it| self.symbols.resolve(&it.ty, &mut Vec::new()));
            types.into_iter().any(|it| match &it.kind {
                TypeKind::Named(name) => {
                    self.symbols.structs.get(name.as_str()).is_some_and(|it| is_large(it.node))
                }
                _ => false,
            })
        };
        // Those that have one of these are large because of it.
        let large = structs.filter(|it| is_large(it) && !has_large(it));
        let mut spans: Vec<_> =
            large.map(|it| it.name.as_ref().map_or(it.span, |name| name.span)).collect();
        spans.sort_unstable_by_key(|it| (it.file, it.start));
        diagnostics.extend(spans.into_iter().map(too_many_members));
    }

    fn unknown_type(&self, name: &str, ty: &ast::Type) -> Diagnostic {
        let diagnostic = Diagnostic::error(ty.span, format!("`{name}` is not a type"));
        let names = self.symbols.structs.keys().chain(self.symbols.typedefs.keys()).copied();
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        match super::nearest::nearest(name, names) {
            Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
            None => diagnostic,
        }
    }
}

fn too_many_members(span: Span) -> Diagnostic {
    let message = format!(
        "a structure with more than {MAX_MEMBERS} members, those inside of its members counted"
    );
    Diagnostic::error(span, message)
}

/// The packing that `row_major` or `column_major` gives, or the one in force.
#[must_use]
pub fn packing_of(modifiers: &ast::Modifiers, in_force: MatrixPacking) -> MatrixPacking {
    explicit_packing(modifiers).unwrap_or(in_force)
}

/// The kind that memory holds for a written one.
fn stored(kind: ast::ScalarKind, ty: &ast::Type) -> Result<ScalarKind, Diagnostic> {
    use ast::ScalarKind as Written;
    Ok(match kind {
        Written::Bool => ScalarKind::Bool,
        Written::Int | Written::Min16Int | Written::Min12Int => ScalarKind::Int,
        Written::Uint | Written::Min16Uint => ScalarKind::Uint,
        Written::Half | Written::Float | Written::Min16Float | Written::Min10Float => {
            ScalarKind::Float
        }
        Written::Double => ScalarKind::Double,
        Written::String => {
            return Err(Diagnostic::error(ty.span, "`string` has no place in a buffer"));
        }
    })
}

/// Offset that a `packoffset` asks for.
fn explicit_offset(pack: &ast::PackOffset) -> Result<u32, Diagnostic> {
    let register = pack.register.name.strip_prefix(['c', 'C']).and_then(|it| it.parse().ok());
    let component = match &pack.component {
        None => Some(0),
        Some(ident) => match ident.name.as_str() {
            "x" | "r" => Some(0),
            "y" | "g" => Some(1),
            "z" | "b" => Some(2),
            "w" | "a" => Some(3),
            _ => None,
        },
    };
    match (register, component) {
        (Some(register @ 0..4096), Some(component)) => {
            Ok(register * layout::REGISTER_BYTES + component * 4)
        }
        _ => Err(Diagnostic::error(
            pack.span,
            "expected `packoffset(c0)` to `packoffset(c4095)`, with `.x`, `.y`, `.z` or `.w` at most",
        )),
    }
}
