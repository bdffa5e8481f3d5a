//! Takes variables of an interface apart, each part with its semantic.

use super::{Access, Form, Leaf, MAX_DEPTH, MAX_LEAVES, Role};
use crate::ast::{self, ArrayDim, Function, ModifierKind, Modifiers, ScalarKind, Type, TypeKind};
use crate::check::constant::Constants;
use crate::check::symbols::{Symbols, explicit_packing};
use crate::diagnostic::Diagnostic;
use crate::effect::MatrixPacking;
use crate::lower::semantic::SemanticKey;
use crate::source::Span;

/// A semantic that runs on over the parts of what it was written for.
#[derive(Clone, Debug)]
pub(super) struct Running {
    key: SemanticKey,
    written: String,
    span: Span,
    next: std::cell::Cell<u32>,
}

impl Running {
    pub(super) fn new(ident: &ast::Ident) -> Self {
        let written = ident.name.trim_end_matches(|it: char| it.is_ascii_digit());
        Self {
            key: SemanticKey::new(&ident.name),
            written: written.to_owned(),
            span: ident.span,
            next: std::cell::Cell::new(0),
        }
    }
}

/// What is known of a variable before its type is looked at.
#[derive(Clone, Debug)]
pub(super) struct Start<'a> {
    /// The structure it is a member of.
    pub(super) owner: Option<&'a str>,
    pub(super) name: &'a str,
    pub(super) span: Span,
    /// The packing that the declaration says itself.
    pub(super) packing: Option<MatrixPacking>,
    pub(super) interpolation: Vec<ModifierKind>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Walk<'s, 'a> {
    pub(super) symbols: &'s Symbols<'a>,
    pub(super) packing: MatrixPacking,
}

impl<'a> Walk<'_, 'a> {
    /// A parameter that is neither points nor stream.
    pub(super) fn value(self, param: &'a ast::Param) -> Result<Role<'a>, Diagnostic> {
        let says = |it| param.modifiers.has(it);
        // `in out` is `inout`.
        let is_both =
            says(ModifierKind::InOut) || (says(ModifierKind::In) && says(ModifierKind::Out));
        let is_output = is_both || says(ModifierKind::Out);
        let is_input = is_both || !is_output;
        let leaves = self.variable(param)?;
        Ok(Role::Value {
            input: is_input.then(|| leaves.clone()),
            output: is_output.then_some(leaves),
        })
    }

    fn variable(self, variable: &'a ast::Variable) -> Result<Vec<Leaf>, Diagnostic> {
        let mut leaves = Vec::new();
        let start = Start {
            owner: None,
            name: &variable.name.name,
            span: variable.span,
            packing: explicit_packing(&variable.modifiers),
            interpolation: interpolation(&variable.modifiers),
        };
        let own = variable.semantic.as_ref().map(|it| Running::new(&it.name));
        let dims: Vec<&ArrayDim> = variable.array.iter().collect();
        self.array(&variable.ty, &dims, &start, own.as_ref(), &mut Vec::new(), &mut leaves)?;
        Ok(leaves)
    }

    /// The element of a patch or stream.
    pub(super) fn element(self, ty: &'a Type) -> Result<Vec<Leaf>, Diagnostic> {
        let mut leaves = Vec::new();
        let start = Start {
            owner: None,
            name: "",
            span: ty.span,
            packing: None,
            interpolation: Vec::new(),
        };
        self.plain(ty, &start, None, &mut Vec::new(), &mut leaves)?;
        Ok(leaves)
    }

    pub(super) fn returned(self, function: &'a Function) -> Result<Vec<Leaf>, Diagnostic> {
        let mut leaves = Vec::new();
        let start = Start {
            owner: None,
            name: &function.name.name,
            span: function.name.span,
            packing: explicit_packing(&function.modifiers),
            interpolation: interpolation(&function.modifiers),
        };
        let own = function.semantic.as_ref().map(|it| Running::new(&it.name));
        let resolved = self.symbols.resolve(&function.return_type, &mut Vec::new());
        let is_number = matches!(
            resolved.kind,
            TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::Matrix(..)
        );
        if own.is_none() && is_number {
            let message = format!("what `{}` returns has no semantic", function.name.name);
            return Err(Diagnostic::error(function.name.span, message)
                .with_help("write one, as in `float4 PS() : SV_Target`"));
        }
        self.plain(&function.return_type, &start, own.as_ref(), &mut Vec::new(), &mut leaves)?;
        Ok(leaves)
    }

    /// All elements of an array, or the value itself.
    fn array(
        self,
        ty: &'a Type,
        dims: &[&'a ArrayDim],
        start: &Start<'a>,
        running: Option<&Running>,
        path: &mut Vec<Access>,
        leaves: &mut Vec<Leaf>,
    ) -> Result<(), Diagnostic> {
        let Some((dim, inner)) = dims.split_first() else {
            return self.plain(ty, start, running, path, leaves);
        };
        let Some(size) = &dim.size else {
            return Err(Diagnostic::error(dim.span, "the size of the array is missing"));
        };
        let count = Constants { symbols: self.symbols }.uint(size)?;
        for element in 0..count {
            let before = leaves.len();
            path.push(Access::Element(element));
            self.array(ty, inner, start, running, path, leaves)?;
            path.pop();
            // What has no parts has none in any element.
            if leaves.len() == before {
                break;
            }
        }
        Ok(())
    }

    pub(super) fn plain(
        self,
        ty: &'a Type,
        start: &Start<'a>,
        running: Option<&Running>,
        path: &mut Vec<Access>,
        leaves: &mut Vec<Leaf>,
    ) -> Result<(), Diagnostic> {
        let mut dims = Vec::new();
        let resolved = self.symbols.resolve(ty, &mut dims);
        if !dims.is_empty() {
            return self.array(resolved, &dims, start, running, path, leaves);
        }
        let packing = self.symbols.packing(ty, &Modifiers::default(), self.packing);
        let packing = start.packing.unwrap_or(packing);
        let (kind, form) = match &resolved.kind {
            TypeKind::Void => return Ok(()),
            TypeKind::Named(name) => return self.structure(name, ty, start, running, path, leaves),
            TypeKind::Scalar(kind) => (*kind, Form::Vector(1)),
            TypeKind::Vector(kind, components) => (*kind, Form::Vector(*components)),
            TypeKind::Matrix(kind, rows, columns) => {
                (*kind, Form::Matrix { rows: *rows, columns: *columns, packing })
            }
            TypeKind::Object(kind, _) => {
                let message = format!("`{}` cannot go between shader stages", kind.keyword());
                return Err(Diagnostic::error(start.span, message));
            }
            TypeKind::Inline(_) => {
                let message = "expected a structure with a name between shader stages";
                return Err(Diagnostic::error(start.span, message));
            }
        };
        if matches!(kind, ScalarKind::Double | ScalarKind::String) {
            let message = format!("`{}` cannot go between shader stages", kind.keyword());
            return Err(Diagnostic::error(start.span, message));
        }
        let Some(running) = running else { return Err(without_semantic(start)) };
        let number = running.next.get();
        running.next.set(number.saturating_add(form.registers().0));
        if leaves.len() >= MAX_LEAVES {
            let message = format!("more than {MAX_LEAVES} variables, which no stage has");
            return Err(Diagnostic::error(start.span, message));
        }
        leaves.push(Leaf {
            key: running.key.after(number),
            written: running.written.clone(),
            kind,
            form,
            path: path.clone(),
            interpolation: start.interpolation.clone(),
            span: start.span,
            semantic_span: running.span,
        });
        Ok(())
    }

    fn structure(
        self,
        name: &'a str,
        ty: &'a Type,
        start: &Start<'a>,
        running: Option<&Running>,
        path: &mut Vec<Access>,
        leaves: &mut Vec<Leaf>,
    ) -> Result<(), Diagnostic> {
        let Some(found) = self.symbols.structs.get(name).copied() else {
            // An unknown type; the HLSL compiler says so.
            return Ok(());
        };
        if path.len() > MAX_DEPTH {
            let message = format!("structures are nested more than {MAX_DEPTH} deep");
            return Err(Diagnostic::error(ty.span, message));
        }
        let lineage = self.symbols.lineage(found);
        let members = lineage.into_iter().flat_map(|part| {
            let owner = part.node.name.as_ref().map_or("", |it| it.name.as_str());
            part.node.fields.iter().map(move |field| (owner, field, part.packing))
        });
        for (owner, field, packing) in members {
            let mut modifiers = start.interpolation.clone();
            modifiers.extend(interpolation(&field.modifiers));
            let inner = Start {
                owner: Some(owner),
                name: &field.name.name,
                span: field.span,
                packing: explicit_packing(&field.modifiers),
                interpolation: modifiers,
            };
            let own = field.semantic.as_ref().map(|it| Running::new(&it.name));
            let dims: Vec<&ArrayDim> = field.array.iter().collect();
            path.push(Access::Member(field.name.name.clone()));
            let walk = Walk { symbols: self.symbols, packing };
            walk.array(&field.ty, &dims, &inner, running.or(own.as_ref()), path, leaves)?;
            path.pop();
        }
        Ok(())
    }
}

fn without_semantic(start: &Start<'_>) -> Diagnostic {
    let name = start.name;
    let message = match start.owner {
        Some(owner) => {
            format!("`{owner}.{name}` goes between shader stages but has no semantic")
        }
        None if name.is_empty() => "what goes between shader stages has no semantic".to_owned(),
        None => format!("the parameter `{name}` of an entry point has no semantic"),
    };
    // What a template argument or a return type holds has no name.
    let example = if name.is_empty() { "t" } else { name };
    Diagnostic::error(start.span, message)
        .with_help(format!("write one, as in `{example} : TEXCOORD0`"))
}

/// How a value is interpolated over a triangle, as the modifiers say.
fn interpolation(modifiers: &Modifiers) -> Vec<ModifierKind> {
    let kinds = [
        ModifierKind::NoInterpolation,
        ModifierKind::Linear,
        ModifierKind::Centroid,
        ModifierKind::NoPerspective,
        ModifierKind::Sample,
    ];
    kinds.into_iter().filter(|it| modifiers.has(*it)).collect()
}
