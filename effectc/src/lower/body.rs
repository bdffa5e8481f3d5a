//! Walks a function's body and applies the rewrites of expressions, innermost first, with the scope at each place.

use std::collections::BTreeSet;

use crate::ast::{
    Block, Expr, ExprKind, ForInit, Function, Item, Stmt, StmtKind, SwitchLabel, Variable,
};
use crate::check::symbols::Symbols;
use crate::diagnostic::Diagnostic;
use crate::lower::array_cast::ArrayCasts;
use crate::lower::buffer;
use crate::lower::constant;
use crate::lower::dimension;
use crate::lower::initializer;
use crate::lower::matrix;
use crate::lower::remainder::{self, RemainderHelper};
use crate::lower::rewrite::{Rewrite, Rewrites};
use crate::lower::scope::Scope;
use crate::lower::split::{self, Splits};
use crate::lower::unit::Unit;
use crate::source::Span;

/// What rewritten code needs beside it.
#[derive(Debug, Default)]
pub(super) struct Helpers {
    /// Functions on matrices, in a stable order.
    pub(super) matrices: BTreeSet<matrix::RowHelper>,
    /// Remainders of signed integers.
    pub(super) remainders: BTreeSet<RemainderHelper>,
    /// Casts to and from arrays.
    pub(super) array_casts: ArrayCasts,
    /// The first expression of which wrong code would be made: one whose type a rewrite needed and could not tell,
    /// or a product that HLSL does not have.
    pub(super) fault: Option<Diagnostic>,
}

impl Helpers {
    /// The helper functions, in a stable order.
    pub(super) fn definitions(&self, span: Span) -> impl Iterator<Item = Function> {
        let matrices = self.matrices.iter().map(move |it| it.definition(span));
        matrices.chain(self.remainders.iter().map(move |it| it.definition(span)))
    }

    /// Remembers that a matrix is multiplied by something of a type that cannot be told here: were it a matrix too,
    /// the HLSL compiler would make wrong code.
    pub(super) fn unclear(&mut self, expr: &Expr) {
        self.fault.get_or_insert_with(|| {
            Diagnostic::error(
                expr.span,
                "not yet supported: a matrix multiplied by something whose type is not clear here",
            )
            .with_help("put it into a variable first")
        });
    }

    /// Remembers `matrix * vector`, which is no HLSL, but which the HLSL compiler takes for a matrix product.
    pub(super) fn no_product(&mut self, expr: &Expr) {
        self.fault.get_or_insert_with(|| {
            Diagnostic::error(
                expr.span,
                "a matrix and a vector have no product component by component",
            )
            .with_help("the matrix product is `mul(vector, matrix)` or `mul(matrix, vector)`")
        });
    }
}

/// Whether an expression is written to, where a rewrite must keep it a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Its value is read.
    Value,
    /// It is written.
    Target,
}

/// What the rewrites of bodies need to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bodies<'b, 'a> {
    pub(super) symbols: &'b Symbols<'a>,
    pub(super) splits: &'b Splits,
    pub(super) rewrites: &'b Rewrites,
}

/// Rewrites all functions of a unit, methods and default values of parameters too, and the values of its constants.
pub(super) fn rewrite_unit(unit: &mut Unit<'_>, bodies: &Bodies<'_, '_>, helpers: &mut Helpers) {
    for item in &mut unit.tree.items {
        let mut rewriter =
            Rewriter { bodies: *bodies, scope: Scope::new(bodies.symbols), helpers: &mut *helpers };
        match item {
            Item::Function(function) => rewriter.function(function),
            Item::Struct(def) => def.methods.iter_mut().for_each(|it| rewriter.function(it)),
            Item::Variable(variable) => rewriter.variable(variable),
            _ => {}
        }
    }
}

struct Rewriter<'r, 's, 'a> {
    bodies: Bodies<'s, 'a>,
    scope: Scope<'s, 'a>,
    helpers: &'r mut Helpers,
}

impl Rewriter<'_, '_, '_> {
    fn function(&mut self, function: &mut Function) {
        self.scope.enter();
        function.params.iter_mut().for_each(|it| self.variable(it));
        if let Some(body) = &mut function.body {
            self.block(body);
        }
        self.scope.leave();
    }

    fn variable(&mut self, variable: &mut Variable) {
        if let Some(init) = &mut variable.init {
            self.expr(init, Use::Value);
        }
        if self.bodies.rewrites.has(Rewrite::Initializer)
            && let Err(fault) = initializer::regroup(variable, &self.scope)
        {
            self.helpers.fault.get_or_insert(fault);
        }
        if self.bodies.rewrites.has(Rewrite::ArraySize) {
            dimension::evaluate(variable, self.bodies.symbols, &self.scope);
        }
        self.scope.declare(variable);
    }

    fn block(&mut self, block: &mut Block) {
        self.scope.enter();
        block.stmts.iter_mut().for_each(|it| self.stmt(it));
        self.scope.leave();
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::Empty
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Discard
            | StmtKind::Struct(_)
            | StmtKind::Typedef(_) => {}
            StmtKind::Expr(expr) => self.expr(expr, Use::Value),
            StmtKind::Declare(variables) => variables.iter_mut().for_each(|it| self.variable(it)),
            StmtKind::Block(block) => self.block(block),
            StmtKind::If(condition, then, otherwise) => {
                self.expr(condition, Use::Value);
                self.stmt(then);
                otherwise.iter_mut().for_each(|it| self.stmt(it));
            }
            StmtKind::For { init, condition, step, body } => {
                // The variable stays visible after the loop, as in fxc's legacy scoping: no scope of its own.
                match init {
                    ForInit::Empty => {}
                    ForInit::Expr(expr) => self.expr(expr, Use::Value),
                    ForInit::Declare(variables) => {
                        variables.iter_mut().for_each(|it| self.variable(it));
                    }
                }
                condition.iter_mut().chain(step).for_each(|it| self.expr(it, Use::Value));
                self.stmt(body);
            }
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                self.expr(condition, Use::Value);
                self.stmt(body);
            }
            StmtKind::Switch(value, cases) => {
                self.expr(value, Use::Value);
                for case in cases {
                    for label in &mut case.labels {
                        if let SwitchLabel::Case(expr) = label {
                            self.expr(expr, Use::Value);
                        }
                    }
                    case.body.iter_mut().for_each(|it| self.stmt(it));
                }
            }
            StmtKind::Return(value) => value.iter_mut().for_each(|it| self.expr(it, Use::Value)),
        }
    }

    fn expr(&mut self, expr: &mut Expr, role: Use) {
        match &mut expr.kind {
            ExprKind::Literal(_)
            | ExprKind::Null
            | ExprKind::Name(_)
            | ExprKind::AngleName(_)
            | ExprKind::Asm
            | ExprKind::Compile { .. } => {}
            ExprKind::Unary(_, inner) | ExprKind::Cast(_, _, inner) => {
                self.expr(inner, Use::Value);
            }
            ExprKind::Binary(_, left, right)
            | ExprKind::Comma(left, right)
            | ExprKind::Index(left, right) => {
                self.expr(left, Use::Value);
                self.expr(right, Use::Value);
            }
            ExprKind::Assign(_, target, value) => {
                self.expr(target, Use::Target);
                self.expr(value, Use::Value);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.expr(condition, Use::Value);
                self.expr(then, Use::Value);
                self.expr(otherwise, Use::Value);
            }
            ExprKind::Construct(_, args) | ExprKind::Call(_, args) | ExprKind::Braces(args) => {
                args.iter_mut().for_each(|it| self.expr(it, Use::Value));
            }
            ExprKind::Method(object, _, args) => {
                self.expr(object, Use::Value);
                args.iter_mut().for_each(|it| self.expr(it, Use::Value));
            }
            ExprKind::Member(object, _) => self.expr(object, Use::Value),
        }
        if role == Use::Value {
            self.value(expr);
        }
    }

    /// The rewrites of an expression whose value is read, its parts rewritten already.
    fn value(&mut self, expr: &mut Expr) {
        let rewrites = self.bodies.rewrites;
        if rewrites.has(Rewrite::ConstantFolding) {
            constant::compute(expr, &self.scope);
        }
        split::join(expr, &self.scope, self.bodies.splits);
        if rewrites.has(Rewrite::MatrixSwizzle) {
            matrix::spell_out_swizzle(expr, &self.scope);
        }
        if rewrites.has(Rewrite::MatrixArithmetic) {
            matrix::call_lerp_helper(expr, &self.scope, self.helpers);
        }
        if rewrites.has(Rewrite::ArrayCast) {
            self.helpers.array_casts.call(expr, &self.scope);
        }
        if rewrites.has(Rewrite::AtomicValues) {
            buffer::cast_atomic_values(expr, &self.scope);
        }
        if rewrites.has(Rewrite::BufferDimensions) {
            buffer::mend_dimensions(expr, &self.scope);
        }
        if rewrites.has(Rewrite::MatrixArithmetic) {
            matrix::call_product_helper(expr, &self.scope, self.helpers);
        }
        if rewrites.has(Rewrite::Remainder) {
            remainder::call_remainder_helper(expr, &self.scope, self.helpers);
        }
    }
}
