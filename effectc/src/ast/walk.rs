//! Visits parts of the tree for changing: expressions, innermost first, in the order in which they stand; types; names
//! where they are declared.

use super::{
    ArrayDim, Attribute, Block, Expr, ExprKind, ForInit, Function, Ident, Item, Stmt, StmtKind,
    StructDef, SwitchLabel, TemplateArg, Type, TypeKind, Typedef, Variable,
};

/// What is done with the parts. A closure visits expressions.
pub(crate) trait Visitor {
    /// An expression, after its parts.
    fn expr(&mut self, expr: &mut Expr);

    /// A statement, before its parts.
    fn stmt(&mut self, _stmt: &mut Stmt) {}

    /// A type, after its parts.
    fn ty(&mut self, _ty: &mut Type) {}

    /// A name where it is declared: of a variable, function, type, buffer or member; also the class before `::` and
    /// the bases of a struct.
    fn declared(&mut self, _name: &mut Ident) {}
}

impl<F: FnMut(&mut Expr)> Visitor for F {
    fn expr(&mut self, expr: &mut Expr) {
        self(expr);
    }
}

/// All parts of an item: sizes, values and attributes too.
pub(crate) fn item(item: &mut Item, visit: &mut dyn Visitor) {
    match item {
        Item::Function(it) => function(it, visit),
        Item::Struct(it) => structure(it, visit),
        Item::Typedef(it) => typedef(it, visit),
        Item::ConstantBuffer(it) => {
            visit.declared(&mut it.name);
            it.members.iter_mut().for_each(|it| variable(it, visit));
        }
        Item::Variable(it) => variable(it, visit),
        Item::Technique(_) | Item::Group(_) | Item::PackMatrix(_) => {}
    }
}

fn structure(def: &mut StructDef, visit: &mut dyn Visitor) {
    def.name.iter_mut().chain(&mut def.bases).for_each(|it| visit.declared(it));
    def.fields.iter_mut().for_each(|it| variable(it, visit));
    def.methods.iter_mut().for_each(|it| function(it, visit));
}

pub(crate) fn typedef(typedef: &mut Typedef, visit: &mut dyn Visitor) {
    ty(&mut typedef.ty, visit);
    visit.declared(&mut typedef.name);
    dims(&mut typedef.array, visit);
}

pub(crate) fn function(function: &mut Function, visit: &mut dyn Visitor) {
    attributes(&mut function.attributes, visit);
    ty(&mut function.return_type, visit);
    function.class.iter_mut().for_each(|it| visit.declared(it));
    visit.declared(&mut function.name);
    function.params.iter_mut().for_each(|it| variable(it, visit));
    if let Some(body) = &mut function.body {
        block(body, visit);
    }
}

/// The name comes last, as its value does not know it.
pub(crate) fn variable(variable: &mut Variable, visit: &mut dyn Visitor) {
    attributes(&mut variable.attributes, visit);
    ty(&mut variable.ty, visit);
    dims(&mut variable.array, visit);
    if let Some(init) = &mut variable.init {
        expr(init, visit);
    }
    visit.declared(&mut variable.name);
}

fn ty(whole: &mut Type, visit: &mut dyn Visitor) {
    match &mut whole.kind {
        TypeKind::Inline(def) => structure(def, visit),
        TypeKind::Object(_, args) => args.iter_mut().for_each(|it| match it {
            TemplateArg::Type(_, it) => ty(it, visit),
            TemplateArg::Value(it) => expr(it, visit),
        }),
        TypeKind::Named(_)
        | TypeKind::Void
        | TypeKind::Scalar(_)
        | TypeKind::Vector(..)
        | TypeKind::Matrix(..) => {}
    }
    visit.ty(whole);
}

fn dims(dims: &mut [ArrayDim], visit: &mut dyn Visitor) {
    dims.iter_mut().filter_map(|it| it.size.as_mut()).for_each(|it| expr(it, visit));
}

fn attributes(attributes: &mut [Attribute], visit: &mut dyn Visitor) {
    attributes.iter_mut().flat_map(|it| &mut it.args).for_each(|it| expr(it, visit));
}

fn block(block: &mut Block, visit: &mut dyn Visitor) {
    block.stmts.iter_mut().for_each(|it| stmt(it, visit));
}

/// All expressions of a statement and of those in it.
pub(crate) fn stmt(statement: &mut Stmt, visit: &mut dyn Visitor) {
    visit.stmt(statement);
    attributes(&mut statement.attributes, visit);
    match &mut statement.kind {
        StmtKind::Empty | StmtKind::Break | StmtKind::Continue | StmtKind::Discard => {}
        StmtKind::Expr(it) => expr(it, visit),
        StmtKind::Declare(variables) => variables.iter_mut().for_each(|it| variable(it, visit)),
        StmtKind::Struct(def) => structure(def, visit),
        StmtKind::Typedef(it) => typedef(it, visit),
        StmtKind::Block(it) => block(it, visit),
        StmtKind::If(condition, then, otherwise) => {
            expr(condition, visit);
            stmt(then, visit);
            otherwise.iter_mut().for_each(|it| stmt(it, visit));
        }
        StmtKind::For { init, condition, step, body } => {
            match init {
                ForInit::Empty => {}
                ForInit::Expr(it) => expr(it, visit),
                ForInit::Declare(variables) => {
                    variables.iter_mut().for_each(|it| variable(it, visit));
                }
            }
            condition.iter_mut().chain(step).for_each(|it| expr(it, visit));
            stmt(body, visit);
        }
        StmtKind::While(condition, body) => {
            expr(condition, visit);
            stmt(body, visit);
        }
        StmtKind::DoWhile(body, condition) => {
            stmt(body, visit);
            expr(condition, visit);
        }
        StmtKind::Switch(value, cases) => {
            expr(value, visit);
            for case in cases {
                for label in &mut case.labels {
                    if let SwitchLabel::Case(it) = label {
                        expr(it, visit);
                    }
                }
                case.body.iter_mut().for_each(|it| stmt(it, visit));
            }
        }
        StmtKind::Return(value) => value.iter_mut().for_each(|it| expr(it, visit)),
    }
}

/// An expression and its parts.
pub(crate) fn expr(whole: &mut Expr, visit: &mut dyn Visitor) {
    match &mut whole.kind {
        ExprKind::Literal(_)
        | ExprKind::Null
        | ExprKind::Name(_)
        | ExprKind::AngleName(_)
        | ExprKind::Asm => {}
        ExprKind::Unary(_, inner) | ExprKind::Member(inner, _) => expr(inner, visit),
        ExprKind::Cast(to, array, inner) => {
            ty(to, visit);
            dims(array, visit);
            expr(inner, visit);
        }
        ExprKind::Binary(_, left, right)
        | ExprKind::Assign(_, left, right)
        | ExprKind::Comma(left, right)
        | ExprKind::Index(left, right) => {
            expr(left, visit);
            expr(right, visit);
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            expr(condition, visit);
            expr(then, visit);
            expr(otherwise, visit);
        }
        ExprKind::Construct(of, args) => {
            ty(of, visit);
            args.iter_mut().for_each(|it| expr(it, visit));
        }
        ExprKind::Call(_, args) | ExprKind::Braces(args) | ExprKind::Compile { args, .. } => {
            args.iter_mut().for_each(|it| expr(it, visit));
        }
        ExprKind::Method(object, _, args) => {
            expr(object, visit);
            args.iter_mut().for_each(|it| expr(it, visit));
        }
    }
    visit.expr(whole);
}
