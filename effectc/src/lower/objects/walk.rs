//! Walks functions, and rewrites what they do with objects.

use super::environment::{Binding, Environment};
use super::place::Place;
use super::resolver::Resolver;
use super::specialise::path_of;
use super::write::block;
use crate::ast::parts::change;
use crate::ast::walk::{self, Hidden, Visitor};
use crate::ast::{
    Block, Expr, ExprKind, ForInit, Function, Ident, ScalarKind, Stmt, StmtKind, Type, TypeKind,
    Variable,
};
use crate::check::sampled::TextureFunction;
use crate::diagnostic::Diagnostic;
use crate::lower::rewrite::Rewrite;

pub(super) type Walked<T> = Result<T, Diagnostic>;

impl Resolver<'_, '_> {
    /// Walks a function whose objects the environment has.
    pub(super) fn function(
        &mut self,
        function: &mut Function,
        mut environment: Environment,
    ) -> Walked<()> {
        for param in &function.params {
            if self.object_kind(&param.ty).is_none() && environment.get(&param.name.name).is_none()
            {
                self.declare(param, &mut environment);
            }
        }
        if let Some(body) = &mut function.body {
            self.block(body, &mut environment)?;
        }
        Ok(())
    }

    /// Makes a local name known, with the objects inside of it.
    pub(super) fn declare(&self, variable: &Variable, environment: &mut Environment) {
        let name = &variable.name.name;
        let binding = match self.object_kind(&variable.ty) {
            Some(_) => Binding::Unset,
            None => Binding::Value,
        };
        environment.declare(name, binding);
        for path in self.object_fields(&variable.ty) {
            environment.declare(&format!("{name}.{path}"), Binding::Unset);
        }
    }

    fn block(&mut self, block: &mut Block, environment: &mut Environment) -> Walked<()> {
        environment.enter();
        let outcome = self.stmts(&mut block.stmts, environment);
        environment.leave();
        outcome
    }

    fn stmts(&mut self, stmts: &mut Vec<Stmt>, environment: &mut Environment) -> Walked<()> {
        let count = stmts.len();
        for mut stmt in std::mem::replace(stmts, Vec::with_capacity(count)) {
            let outer = std::mem::take(&mut self.pending);
            let was_empty = matches!(stmt.kind, StmtKind::Empty);
            self.stmt(&mut stmt, environment)?;
            stmts.append(&mut self.pending);
            self.pending = outer;
            // What was only about objects is gone.
            if was_empty || !matches!(stmt.kind, StmtKind::Empty) {
                stmts.push(stmt);
            }
        }
        Ok(())
    }

    /// Walks a statement that may run or not, or more than once.
    fn branch(&mut self, stmt: &mut Stmt, environment: &mut Environment) -> Walked<()> {
        environment.enter_branch();
        let outer = std::mem::take(&mut self.pending);
        self.stmt(stmt, environment)?;
        if !self.pending.is_empty() {
            let mut stmts = std::mem::take(&mut self.pending);
            let span = stmt.span;
            let kind = std::mem::replace(&mut stmt.kind, StmtKind::Empty);
            stmts.push(Stmt { attributes: std::mem::take(&mut stmt.attributes), kind, span });
            stmt.kind = StmtKind::Block(Block { stmts, span });
        }
        self.pending = outer;
        environment.leave_branch(stmt.span);
        Ok(())
    }

    fn stmt(&mut self, stmt: &mut Stmt, environment: &mut Environment) -> Walked<()> {
        match &mut stmt.kind {
            StmtKind::Empty
            | StmtKind::Typedef(_)
            | StmtKind::Struct(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Discard => {}
            StmtKind::Expr(expr) => {
                if self.assign_object(expr, environment)? {
                    stmt.kind = StmtKind::Empty;
                    return Ok(());
                }
                if let Some(stmts) = self.chosen_writes(expr, environment)? {
                    stmt.kind = block(stmts, stmt.span);
                    return self.stmt(stmt, environment);
                }
                self.expr(expr, environment)?;
            }
            StmtKind::Declare(variables) => {
                self.variables(variables, environment)?;
                if variables.is_empty() {
                    stmt.kind = StmtKind::Empty;
                }
            }
            StmtKind::Block(block) => self.block(block, environment)?,
            StmtKind::If(condition, then, otherwise) => {
                self.expr(condition, environment)?;
                self.branch(then, environment)?;
                if let Some(otherwise) = otherwise {
                    self.branch(otherwise, environment)?;
                }
            }
            StmtKind::For { init, condition, step, body } => {
                match init {
                    ForInit::Empty => {}
                    ForInit::Expr(expr) => self.expr(expr, environment)?,
                    ForInit::Declare(variables) => self.variables(variables, environment)?,
                }
                self.blur_assigned(body, environment)?;
                for expr in condition.iter_mut().chain(step) {
                    self.expr(expr, environment)?;
                }
                self.branch(body, environment)?;
            }
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                self.blur_assigned(body, environment)?;
                self.expr(condition, environment)?;
                self.branch(body, environment)?;
            }
            StmtKind::Switch(value, cases) => {
                self.expr(value, environment)?;
                environment.enter();
                for case in cases {
                    environment.enter_branch();
                    self.stmts(&mut case.body, environment)?;
                    environment.leave_branch(stmt.span);
                }
                environment.leave();
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.expr(value, environment)?;
                }
            }
        }
        Ok(())
    }

    /// Before the body of a loop: what it gives to names of the outside may be there from the round before.
    fn blur_assigned(&mut self, body: &mut Stmt, environment: &mut Environment) -> Walked<()> {
        let mut assigned = Assigned::default();
        walk::stmt(body, &mut assigned);
        for (path, value) in assigned.found {
            match environment.get(&path) {
                Some(Binding::Object(before)) => {
                    let before = before.clone();
                    // By its name an object is known without a walk into indices.
                    let now = match path_of(&value) {
                        Some(_) => self.place(&value, environment)?,
                        None => None,
                    };
                    if now.is_none_or(|it| !it.is_same(&before)) {
                        environment.blur(&path, value.span);
                    }
                }
                Some(Binding::Unset) => environment.blur(&path, value.span),
                Some(Binding::Value) => {
                    for (member, _) in environment.members(&path) {
                        let path = format!("{path}.{member}");
                        let is_object = matches!(
                            environment.get(&path),
                            Some(Binding::Object(_) | Binding::Unset)
                        );
                        if is_object {
                            environment.blur(&path, value.span);
                        }
                    }
                }
                Some(Binding::Unclear(_)) | None => {}
            }
        }
        Ok(())
    }

    /// Walks declarations; objects stay out of the code.
    fn variables(
        &mut self,
        variables: &mut Vec<Variable>,
        environment: &mut Environment,
    ) -> Walked<()> {
        for mut variable in std::mem::take(variables) {
            let name = variable.name.name.clone();
            if self.object_kind(&variable.ty).is_some() {
                if let Some(dim) = variable.array.first() {
                    return Err(Diagnostic::error(
                        dim.span,
                        "not yet supported: local arrays of textures, samplers or buffers",
                    ));
                }
                self.declare(&variable, environment);
                if let Some(init) = &variable.init {
                    self.give(&name, init, environment)?;
                }
                continue;
            }
            let has_objects = !self.object_fields(&variable.ty).is_empty();
            match &mut variable.init {
                Some(init) if has_objects => {
                    let from = path_of(init);
                    let members = from.map(|it| environment.members(&it));
                    let places = match &mut init.kind {
                        ExprKind::Braces(parts) => {
                            self.take_objects(&variable.ty, parts, environment)?
                        }
                        _ => {
                            self.expr(init, environment)?;
                            Vec::new()
                        }
                    };
                    self.declare(&variable, environment);
                    for (path, binding) in members.into_iter().flatten() {
                        environment.declare(&format!("{name}.{path}"), binding);
                    }
                    for (path, place) in places {
                        environment.declare(&format!("{name}.{path}"), Binding::Object(place));
                    }
                }
                Some(init) => {
                    self.expr(init, environment)?;
                    self.declare(&variable, environment);
                }
                None => self.declare(&variable, environment),
            }
            variables.push(variable);
        }
        Ok(())
    }

    /// Takes the objects out of `{ texture, sampler, 1.0 }`.
    fn take_objects(
        &mut self,
        ty: &Type,
        parts: &mut Vec<Expr>,
        environment: &mut Environment,
    ) -> Walked<Vec<(String, Place)>> {
        let mut paths = self.object_fields(ty).to_vec().into_iter();
        let mut found = Vec::new();
        for mut part in std::mem::take(parts) {
            if let Some(place) = self.place(&part, environment)? {
                found.extend(paths.next().map(|path| (path, place)));
                continue;
            }
            self.expr(&mut part, environment)?;
            parts.push(part);
        }
        Ok(found)
    }

    /// Takes an assignment of an object, `t = Diffuse;`, or of a structure with objects. Gives whether nothing of it
    /// is left.
    fn assign_object(&mut self, expr: &Expr, environment: &mut Environment) -> Walked<bool> {
        let ExprKind::Assign(None, target, value) = &expr.kind else { return Ok(false) };
        let Some(path) = path_of(target) else { return Ok(false) };
        match environment.get(&path) {
            Some(Binding::Object(_) | Binding::Unset | Binding::Unclear(_)) => {
                self.give(&path, value, environment)?;
                Ok(true)
            }
            Some(Binding::Value) => {
                if let Some(from) = path_of(value) {
                    for (member, binding) in environment.members(&from) {
                        if let Binding::Object(place) = binding {
                            environment.assign(&format!("{path}.{member}"), place);
                        }
                    }
                }
                Ok(false)
            }
            None => Ok(false),
        }
    }

    /// Lets a local name stand for an object. What is dynamic about it is kept as it is now.
    fn give(&mut self, name: &str, value: &Expr, environment: &mut Environment) -> Walked<()> {
        let Some(place) = self.place(value, environment)? else {
            return Err(Diagnostic::error(
                value.span,
                "expected a texture, sampler or buffer of the effect",
            ));
        };
        let mut indices = Vec::new();
        for index in &place.indices {
            let span = index.span;
            let ty = Type { kind: TypeKind::Scalar(ScalarKind::Int), span };
            let local = self.fresh("fx@index");
            let mut variable = Variable::new(ty, Ident { name: local.clone(), span });
            variable.init = Some(index.clone());
            let kind = StmtKind::Declare(vec![variable]);
            self.pending.push(Stmt { attributes: Vec::new(), kind, span });
            indices.push(Expr::name(local, span));
        }
        environment.assign(name, place.with_indices(indices));
        Ok(())
    }

    /// Walks an expression and rewrites what it does with objects.
    pub(super) fn expr(&mut self, expr: &mut Expr, environment: &mut Environment) -> Walked<()> {
        let span = expr.span;
        match &mut expr.kind {
            ExprKind::Call(callee, args) => {
                let is_users = self.functions.contains_key(&callee.name);
                if let Some(function) = TextureFunction::from_name(&callee.name)
                    && !is_users
                    && self.unit.rewrites.has(Rewrite::LegacyTextures)
                {
                    *expr = self.read(function, callee, args, environment)?;
                    return Ok(());
                }
                if self.call(callee, args, environment)? {
                    return Ok(());
                }
                // A method of the same struct.
                if !is_users && self.call_method(callee, args, environment)? {
                    return Ok(());
                }
            }
            ExprKind::Method(object, method, args) => {
                if let Some(place) = self.place(object, environment)? {
                    *expr = self.method(&place, method, args, span, environment)?;
                    return Ok(());
                }
                if self.call_method(method, args, environment)? {
                    return self.expr(object, environment);
                }
            }
            ExprKind::Member(object, member)
                if member.name == "Length" && self.unit.rewrites.has(Rewrite::TextureLength) =>
            {
                if let Some(place) = self.place(object, environment)? {
                    *expr = self.length(&place, span)?;
                    return Ok(());
                }
            }
            ExprKind::Index(array, index) => {
                if let Some(found) = self.element(array, index, span, environment)? {
                    *expr = found;
                    return Ok(());
                }
            }
            _ => {}
        }
        if let Some(place) = self.place(expr, environment)? {
            return Err(Diagnostic::error(
                span,
                format!("`{}` is an object, not a value", place.name),
            ));
        }
        let mut outcome = Ok(());
        change::operands(expr, &mut |part| {
            if outcome.is_ok() {
                outcome = self.expr(part, environment);
            }
        });
        outcome
    }
}

/// Finds what a statement gives to names of the outside.
#[derive(Default)]
struct Assigned {
    hidden: Hidden,
    found: Vec<(String, Expr)>,
}

impl Visitor for Assigned {
    fn expr(&mut self, expr: &mut Expr) {
        let ExprKind::Assign(None, target, value) = &expr.kind else { return };
        let Some(path) = path_of(target) else { return };
        if !self.hidden.has(path.split('.').next().unwrap_or_default()) {
            self.found.push((path, value.as_ref().clone()));
        }
    }

    fn declare(&mut self, variable: &mut Variable) {
        self.hidden.declare(&variable.name.name);
    }

    fn enter(&mut self) {
        self.hidden.enter();
    }

    fn leave(&mut self) {
        self.hidden.leave();
    }
}
