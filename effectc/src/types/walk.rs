//! Goes through a tree, types every expression after its parts, and lets a visitor change it on the way.

use std::sync::Arc;

use super::declarations::{Declarations, DefaultValue, Signature};
use super::expression::{self, Callee};
use super::scope::{GLOBAL_MARK, Scope};
use super::ty::Ty;
use crate::ast::parts::Role;
use crate::ast::parts::change::{self, Part};
use crate::ast::{self, Block, Expr, ExprKind, Function, Item, Stmt, TypeKind, Variable};
use crate::diagnostic::{Diagnostic, MAX_ERRORS};

/// What happens with an expression, as far as a rewrite must know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Its value is read.
    Value,
    /// It is written, where a rewrite must keep it a place.
    Target,
}

/// What is done on the way. Expressions that a visitor makes must have their types.
pub(crate) trait Visitor {
    /// Sees an expression before its parts are visited and typed.
    fn before(&mut self, _expr: &mut Expr, _place: Place, _scope: &Scope) {}

    /// Whether calls get the default values that they leave out, where these are no constants or overloads differ in
    /// them.
    fn fills_in_defaults(&self) -> bool {
        false
    }

    /// Sees a call, whose arguments have their types, with what it means.
    fn call(&mut self, _expr: &mut Expr, _callee: &Callee, _scope: &Scope) {}

    /// Sees an expression that has its type, after its parts.
    fn expr(&mut self, _expr: &mut Expr, _place: Place, _scope: &Scope) {}

    /// Sees a value that goes where `ty` is expected: an initialiser, a returned value.
    fn value(&mut self, _value: &mut Expr, _ty: &Ty, _scope: &Scope) {}

    /// Sees what a statement decides by.
    fn condition(&mut self, _condition: &mut Expr, _scope: &Scope) {}

    /// Sees what a `switch` chooses by, or a label of one.
    fn selector(&mut self, _value: &mut Expr, _scope: &Scope) {}

    /// Sees a variable before it is declared; its initialiser has its type.
    fn variable(&mut self, _variable: &mut Variable, _scope: &Scope) {}
}

/// Goes through a tree.
pub(crate) struct Walker<'w, V> {
    scope: Scope,
    visitor: &'w mut V,
    /// Whether the effect has something of a name that the tree lacks.
    is_known: &'w dyn Fn(&str) -> bool,
    /// What the function that is walked through returns.
    returns: Ty,
    /// How many default values are being filled in, one inside of the other, and how many there were in all.
    default_depth: u32,
    default_count: usize,
    /// What is certainly wrong.
    faults: Vec<Diagnostic>,
}

/// How deep default values may need other default values.
const MAX_DEFAULT_DEPTH: u32 = 16;

/// Most default values that the calls of a tree leave out.
const MAX_DEFAULTS: usize = 8192;

impl<'w, V: Visitor> Walker<'w, V> {
    /// Makes a walker. `is_known` says whether the effect has something of a name that the tree lacks.
    pub(crate) fn new(
        declarations: Declarations,
        visitor: &'w mut V,
        is_known: &'w dyn Fn(&str) -> bool,
    ) -> Self {
        let scope = Scope::new(declarations);
        Self {
            scope,
            visitor,
            is_known,
            returns: Ty::Void,
            default_depth: 0,
            default_count: 0,
            faults: Vec::new(),
        }
    }

    /// Goes through all functions of a tree, methods and default values too, and the values of its constants. Gives
    /// what is certainly wrong.
    pub(crate) fn tree(mut self, tree: &mut ast::Effect) -> Vec<Diagnostic> {
        for item in &mut tree.items {
            match item {
                Item::Function(function) => {
                    let class = function.class.as_ref().map(|it| it.name.as_str().into());
                    self.function(function, class);
                }
                Item::Struct(def) => {
                    let name: Option<Arc<str>> =
                        def.name.as_ref().map(|it| it.name.as_str().into());
                    def.methods.iter_mut().for_each(|it| self.function(it, name.clone()));
                }
                Item::Variable(variable) => self.variable(variable),
                _ => {}
            }
        }
        self.faults
    }

    fn function(&mut self, function: &mut Function, structure: Option<Arc<str>>) {
        self.scope.enter_struct(structure);
        self.scope.enter();
        self.returns = self.scope.declarations().ty(&function.return_type);
        function.params.iter_mut().for_each(|it| self.variable(it));
        if let Some(body) = &mut function.body {
            self.block(body);
        }
        self.scope.leave();
        self.scope.enter_struct(None);
    }

    fn variable(&mut self, variable: &mut Variable) {
        if let TypeKind::Inline(def) = &variable.ty.kind {
            self.scope.declarations_mut().structure(def);
        }
        if let Some(init) = &mut variable.init {
            self.expr(init, Place::Value);
        }
        self.visitor.variable(variable, &self.scope);
        let ty = self.scope.declarations().declared(variable);
        if let Some(init) = &mut variable.init {
            self.visitor.value(init, &ty, &self.scope);
        }
        self.scope.declare(&variable.name.name, ty);
    }

    fn block(&mut self, block: &mut Block) {
        self.scope.enter();
        block.stmts.iter_mut().for_each(|it| self.stmt(it));
        self.scope.leave();
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        change::of_stmt(stmt, &mut |it| self.part_of_stmt(it));
    }

    fn part_of_stmt(&mut self, part: Part<'_>) {
        match part {
            Part::Expr(Role::Attribute, _) => {}
            Part::Expr(role, it) => {
                self.expr(it, Place::Value);
                match role {
                    Role::Condition => self.visitor.condition(it, &self.scope),
                    Role::Selector => self.visitor.selector(it, &self.scope),
                    Role::Returned => self.visitor.value(it, &self.returns, &self.scope),
                    _ => {}
                }
            }
            Part::Stmt(it) => self.stmt(it),
            Part::Block(it) => self.block(it),
            Part::Variable(it) => self.variable(it),
            Part::Struct(it) => self.scope.declarations_mut().structure(it),
            Part::Typedef(it) => self.scope.declarations_mut().typedef(it),
            Part::Enter => self.scope.enter(),
            Part::Leave => self.scope.leave(),
            Part::Type(_) | Part::Function(_) | Part::Declared(_) => {}
        }
    }

    fn expr(&mut self, expr: &mut Expr, place: Place) {
        self.visitor.before(expr, place, &self.scope);
        change::of_expr(expr, &mut |part| {
            if let Part::Expr(role, it) = part {
                match role {
                    Role::Size => {}
                    Role::Target => self.expr(it, Place::Target),
                    Role::Whole => self.expr(it, place),
                    _ => self.expr(it, Place::Value),
                }
            }
        });
        self.type_and_visit(expr, place);
    }

    fn type_and_visit(&mut self, expr: &mut Expr, place: Place) {
        let callee = match &expr.kind {
            ExprKind::Call(name, args) => {
                Some(expression::call(name, args, &self.scope, self.is_known))
            }
            ExprKind::Method(object, name, args) => {
                Some(expression::method(object, name, args, &self.scope))
            }
            _ => None,
        };
        expr.ty = match &callee {
            Some(callee) => callee.gives(),
            None => expression::type_of(expr, &self.scope),
        };
        if let Some(Callee::User(signature)) = &callee {
            self.fill_in_defaults(expr, signature);
        }
        match callee {
            Some(Callee::Fault(fault)) => self.faults.push(*fault),
            Some(callee) => self.visitor.call(expr, &callee, &self.scope),
            None if expr.ty.is_unknown() => {
                self.faults.extend(expression::fault(expr, &self.scope, self.is_known));
            }
            None => {}
        }
        if self.faults.len() >= MAX_ERRORS {
            self.scope.stop_suggesting();
            self.faults.truncate(MAX_ERRORS);
        }
        self.visitor.expr(expr, place, &self.scope);
    }

    /// Adds the arguments that a call leaves out. They mean what they mean outside of all functions.
    fn fill_in_defaults(&mut self, call: &mut Expr, signature: &Signature) {
        let span = call.span;
        let (overload_count, args) = match &mut call.kind {
            ExprKind::Call(name, args) => (self.scope.functions(&name.name).len(), args),
            ExprKind::Method(object, name, args) => {
                let Ty::Struct(structure) = &object.ty else { return };
                (self.scope.declarations().methods(structure, &name.name).len(), args)
            }
            _ => return,
        };
        let missing = signature.params.get(args.len()..).unwrap_or_default();
        let mut defaults = signature.params.iter().filter_map(|it| it.default.as_ref());
        let is_needed = overload_count > 1 || defaults.any(DefaultValue::is_variable);
        if missing.is_empty() || !is_needed || !self.visitor.fills_in_defaults() {
            return;
        }
        self.default_count += missing.len();
        if self.default_depth >= MAX_DEFAULT_DEPTH || self.default_count > MAX_DEFAULTS {
            let message = "the default values that this call leaves out need too many others";
            self.faults.push(Diagnostic::error(span, message));
            return;
        }
        self.default_depth += 1;
        let hidden = self.scope.hide();
        let mut values = Vec::new();
        for default in missing.iter().filter_map(|it| it.default.as_ref()) {
            let mut value = default.value().clone();
            self.expr(&mut value, Place::Value);
            values.push(value);
        }
        self.scope.show(hidden);
        self.default_depth -= 1;
        for mut value in values {
            mark_globals(&mut value, &self.scope);
            args.push(value);
        }
    }
}

/// Marks the names of globals where a local, or a member in a method, has the same.
fn mark_globals(expr: &mut Expr, scope: &Scope) {
    if let ExprKind::Name(name) = &mut expr.kind
        && scope.hides(name)
    {
        name.insert(0, GLOBAL_MARK);
    }
    change::operands(expr, &mut |it| mark_globals(it, scope));
}
