//! What must be a constant of the code, for which loops are unrolled.

use crate::ast::{Expr, ExprKind, Function, StructKind, TypeKind};
use crate::check::symbols::Symbols;
use crate::hash::HashSet;
use crate::lower::interface_local;

fn is_interface(name: &str, symbols: &Symbols<'_>) -> bool {
    symbols.structs.get(name).is_some_and(|it| it.node.kind == StructKind::Interface)
}

/// Tells what must be a constant: texel offsets, and indices of arrays of interfaces.
pub(super) struct Wanted<'w, 'a> {
    symbols: &'w Symbols<'a>,
    /// The arrays of interfaces that the function declares.
    locals: HashSet<String>,
}

impl<'w, 'a> Wanted<'w, 'a> {
    pub(super) fn new(function: &Function, symbols: &'w Symbols<'a>) -> Self {
        let is_interface = |name: &str| is_interface(name, symbols);
        Self { symbols, locals: interface_local::arrays(function, &is_interface) }
    }

    /// What must be a constant in an expression.
    pub(super) fn of<'e>(&self, expr: &'e Expr) -> Option<&'e Expr> {
        if let ExprKind::Index(array, index) = &expr.kind {
            return self.is_array(array.as_name()?).then_some(&**index);
        }
        offset_of(expr)
    }

    fn is_array(&self, name: &str) -> bool {
        let global = self.symbols.variables.get(name).map(|it| it.node);
        self.locals.contains(name)
            || global.is_some_and(|it| {
                !it.array.is_empty()
                    && matches!(&it.ty.kind, TypeKind::Named(ty) if is_interface(ty, self.symbols))
            })
    }
}

/// The position of the texel offset among the arguments of a method.
pub(super) fn offset_position(method: &str) -> Option<usize> {
    match method {
        "Sample" => Some(2),
        "SampleLevel" | "SampleBias" | "SampleCmp" | "SampleCmpLevelZero" => Some(3),
        "SampleGrad" => Some(4),
        _ => None,
    }
}

fn offset_of(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Method(_, method, args) => args.get(offset_position(&method.name)?),
        _ => None,
    }
}
