//! Reports every name that a piece of the tree mentions: variables, functions and types alike.

use crate::ast::parts::Role;
use crate::ast::parts::read::{self, Part};
use crate::ast::{
    ArrayDim, Expr, ExprKind, Function, Literal, Stmt, StructDef, Type, TypeKind, Variable,
};

/// Where names are reported.
pub(super) type Sink<'s> = dyn FnMut(&str) + 's;

pub(super) fn of_function(function: &Function, sink: &mut Sink<'_>) {
    if let Some(class) = &function.class {
        sink(&class.name);
    }
    read::of_function(function, &mut |it| of_part(it, sink));
}

pub(super) fn of_struct(def: &StructDef, sink: &mut Sink<'_>) {
    def.bases.iter().for_each(|it| sink(&it.name));
    read::of_struct(def, &mut |it| of_part(it, sink));
}

/// Type, size and value; not the variable's own name, annotations or states.
pub(super) fn of_variable(variable: &Variable, sink: &mut Sink<'_>) {
    read::of_variable(variable, &mut |it| of_part(it, sink));
}

pub(super) fn of_dims(dims: &[ArrayDim], sink: &mut Sink<'_>) {
    dims.iter().filter_map(|it| it.size.as_ref()).for_each(|it| of_expr(it, sink));
}

pub(super) fn of_type(ty: &Type, sink: &mut Sink<'_>) {
    if let TypeKind::Named(name) = &ty.kind {
        sink(name);
    }
    read::of_type(ty, &mut |it| of_part(it, sink));
}

/// Whether a statement mentions a name.
pub(super) fn mentions(stmt: &Stmt, name: &str) -> bool {
    let mut is_there = false;
    of_stmt(stmt, &mut |it| is_there |= it == name);
    is_there
}

fn of_stmt(stmt: &Stmt, sink: &mut Sink<'_>) {
    read::of_stmt(stmt, &mut |it| of_part(it, sink));
}

pub(super) fn of_expr(expr: &Expr, sink: &mut Sink<'_>) {
    match &expr.kind {
        ExprKind::Name(name) => sink(name),
        ExprKind::AngleName(it) | ExprKind::Call(it, _) => sink(&it.name),
        ExprKind::Compile { entry, .. } => sink(&entry.name),
        _ => {}
    }
    read::of_expr(expr, &mut |it| of_part(it, sink));
}

fn of_part(part: Part<'_>, sink: &mut Sink<'_>) {
    match part {
        Part::Expr(role, it) => {
            // `[patchconstantfunc("Name")]` names a function in a string.
            if let (Role::Attribute, ExprKind::Literal(Literal::String(bytes))) = (role, &it.kind) {
                sink(&String::from_utf8_lossy(bytes));
            }
            of_expr(it, sink);
        }
        Part::Stmt(it) => of_stmt(it, sink),
        Part::Block(it) => it.stmts.iter().for_each(|it| of_stmt(it, sink)),
        Part::Variable(it) => of_variable(it, sink),
        Part::Type(it) => of_type(it, sink),
        Part::Struct(it) => of_struct(it, sink),
        Part::Function(it) => of_function(it, sink),
        Part::Typedef(it) => read::of_typedef(it, &mut |it| of_part(it, sink)),
        Part::Declared(_) | Part::Enter | Part::Leave => {}
    }
}
