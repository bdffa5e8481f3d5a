//! Reports every name that a piece of the tree mentions: variables, functions and types alike.

use crate::ast::{
    ArrayDim, Attribute, Block, Expr, ExprKind, ForInit, Function, Literal, Stmt, StmtKind,
    StructDef, SwitchLabel, TemplateArg, Type, TypeKind, Variable,
};

/// Where names are reported.
pub(super) type Sink<'s> = dyn FnMut(&str) + 's;

pub(super) fn of_function(function: &Function, sink: &mut Sink<'_>) {
    of_attributes(&function.attributes, sink);
    of_type(&function.return_type, sink);
    if let Some(class) = &function.class {
        sink(&class.name);
    }
    function.params.iter().for_each(|it| of_variable(it, sink));
    if let Some(body) = &function.body {
        of_block(body, sink);
    }
}

pub(super) fn of_struct(def: &StructDef, sink: &mut Sink<'_>) {
    def.bases.iter().for_each(|it| sink(&it.name));
    def.fields.iter().for_each(|it| of_variable(it, sink));
    def.methods.iter().for_each(|it| of_function(it, sink));
}

/// Type, size and value; not the variable's own name, annotations or states.
pub(super) fn of_variable(variable: &Variable, sink: &mut Sink<'_>) {
    of_attributes(&variable.attributes, sink);
    of_type(&variable.ty, sink);
    of_dims(&variable.array, sink);
    if let Some(init) = &variable.init {
        of_expr(init, sink);
    }
}

pub(super) fn of_dims(dims: &[ArrayDim], sink: &mut Sink<'_>) {
    dims.iter().filter_map(|it| it.size.as_ref()).for_each(|it| of_expr(it, sink));
}

pub(super) fn of_type(ty: &Type, sink: &mut Sink<'_>) {
    match &ty.kind {
        TypeKind::Named(name) => sink(name),
        TypeKind::Inline(def) => of_struct(def, sink),
        TypeKind::Object(_, args) => args.iter().for_each(|it| match it {
            TemplateArg::Type(_, ty) => of_type(ty, sink),
            TemplateArg::Value(expr) => of_expr(expr, sink),
        }),
        TypeKind::Void | TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::Matrix(..) => {}
    }
}

/// Whether a statement mentions a name.
pub(super) fn mentions(stmt: &Stmt, name: &str) -> bool {
    let mut is_there = false;
    of_stmt(stmt, &mut |it| is_there |= it == name);
    is_there
}

fn of_attributes(attributes: &[Attribute], sink: &mut Sink<'_>) {
    for attribute in attributes {
        for arg in &attribute.args {
            // `[patchconstantfunc("Name")]` names a function in a string.
            if let ExprKind::Literal(Literal::String(bytes)) = &arg.kind {
                sink(&String::from_utf8_lossy(bytes));
            }
            of_expr(arg, sink);
        }
    }
}

fn of_block(block: &Block, sink: &mut Sink<'_>) {
    block.stmts.iter().for_each(|it| of_stmt(it, sink));
}

fn of_stmt(stmt: &Stmt, sink: &mut Sink<'_>) {
    of_attributes(&stmt.attributes, sink);
    match &stmt.kind {
        StmtKind::Empty | StmtKind::Break | StmtKind::Continue | StmtKind::Discard => {}
        StmtKind::Expr(expr) => of_expr(expr, sink),
        StmtKind::Declare(variables) => variables.iter().for_each(|it| of_variable(it, sink)),
        StmtKind::Struct(def) => of_struct(def, sink),
        StmtKind::Typedef(typedef) => {
            of_type(&typedef.ty, sink);
            of_dims(&typedef.array, sink);
        }
        StmtKind::Block(block) => of_block(block, sink),
        StmtKind::If(condition, then, otherwise) => {
            of_expr(condition, sink);
            of_stmt(then, sink);
            otherwise.iter().for_each(|it| of_stmt(it, sink));
        }
        StmtKind::For { init, condition, step, body } => {
            match init {
                ForInit::Empty => {}
                ForInit::Expr(expr) => of_expr(expr, sink),
                ForInit::Declare(variables) => {
                    variables.iter().for_each(|it| of_variable(it, sink));
                }
            }
            condition.iter().chain(step).for_each(|it| of_expr(it, sink));
            of_stmt(body, sink);
        }
        StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
            of_expr(condition, sink);
            of_stmt(body, sink);
        }
        StmtKind::Switch(value, cases) => {
            of_expr(value, sink);
            for case in cases {
                for label in &case.labels {
                    if let SwitchLabel::Case(expr) = label {
                        of_expr(expr, sink);
                    }
                }
                case.body.iter().for_each(|it| of_stmt(it, sink));
            }
        }
        StmtKind::Return(value) => value.iter().for_each(|it| of_expr(it, sink)),
    }
}

pub(super) fn of_expr(expr: &Expr, sink: &mut Sink<'_>) {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Null | ExprKind::Asm => {}
        ExprKind::Name(name) => sink(name),
        ExprKind::AngleName(ident) => sink(&ident.name),
        ExprKind::Unary(_, inner) => of_expr(inner, sink),
        ExprKind::Binary(_, left, right)
        | ExprKind::Assign(_, left, right)
        | ExprKind::Comma(left, right)
        | ExprKind::Index(left, right) => {
            of_expr(left, sink);
            of_expr(right, sink);
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            of_expr(condition, sink);
            of_expr(then, sink);
            of_expr(otherwise, sink);
        }
        ExprKind::Cast(ty, dims, inner) => {
            of_type(ty, sink);
            of_dims(dims, sink);
            of_expr(inner, sink);
        }
        ExprKind::Construct(ty, args) => {
            of_type(ty, sink);
            args.iter().for_each(|it| of_expr(it, sink));
        }
        ExprKind::Call(function, args) => {
            sink(&function.name);
            args.iter().for_each(|it| of_expr(it, sink));
        }
        ExprKind::Method(object, _, args) => {
            of_expr(object, sink);
            args.iter().for_each(|it| of_expr(it, sink));
        }
        ExprKind::Member(object, _) => of_expr(object, sink),
        ExprKind::Braces(parts) => parts.iter().for_each(|it| of_expr(it, sink)),
        ExprKind::Compile { entry, args, .. } => {
            sink(&entry.name);
            args.iter().for_each(|it| of_expr(it, sink));
        }
    }
}
