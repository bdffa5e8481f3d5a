//! Gives every local variable of a unit a name of its own, by fxc's rules of scope.
//!
//! For fxc a variable of a `for` belongs to the block around the loop, where the HLSL compiler ends it with the loop. So
//! `for (int i = 0; ..) {}  for (i = 0; ..) {}` is code for the one and an error for the other, and a variable that is
//! declared again (in the next loop, say) hides the one before.
//!
//! While rewrites of a unit run, a local is called `name#7`, which nothing else can be called: they need not know
//! about scopes. In the end [`name`] gives it its name back, or another one where the compiler would take the name for
//! something else: a local called like a function that is called beside it, a parameter that is declared again.

use std::fmt::Write as _;

use crate::hash::{HashMap, HashSet};

use crate::ast::walk::{self, Visitor};
use crate::ast::{
    Block, Expr, ExprKind, ForInit, Function, Ident, Item, Stmt, StmtKind, SwitchLabel, Type,
    TypeKind, Variable,
};
use crate::diagnostic::Diagnostic;
use crate::lower::made;
use crate::lower::rewrite::Rewrite;
use crate::lower::unit::Unit;
use crate::types::GLOBAL_MARK;

/// Stands between the name of a local and its number.
const MARK: char = '#';

/// What is known of a local.
#[derive(Clone, Debug)]
pub(super) struct Local {
    /// Its name in the effect.
    name: String,
    /// Whether the compiler finds another variable somewhere, or none, where fxc finds this one.
    is_mistaken: bool,
}

/// Whether a name is that of a local variable or parameter.
pub(super) fn is_local(name: &str) -> bool {
    name.contains(MARK)
}

/// Whether the compiler finds another variable, or none, where fxc finds this local.
pub(super) fn is_mistaken(name: &str, locals: &[Local]) -> bool {
    number_of(name).and_then(|it| locals.get(it)).is_some_and(|it| it.is_mistaken)
}

/// Makes the name of a local that of its number.
fn mark(name: &mut String, number: usize) {
    // Writing to a String does not fail.
    let _ = write!(name, "{MARK}{number}");
}

fn number_of(name: &str) -> Option<usize> {
    // Most names are of something else, and all of these end with a digit.
    let last = name.bytes().next_back()?;
    if !last.is_ascii_digit() {
        return None;
    }
    name.rsplit_once(MARK)?.1.parse().ok()
}

/// Gives all locals their own names.
pub(super) fn number(unit: &mut Unit<'_>) {
    let locals = &mut unit.locals;
    for item in &mut unit.tree.items {
        each_function(item, &mut |function| {
            let scopes = [HashMap::default()];
            let (fxc, compiler) = (scopes.to_vec(), scopes.to_vec());
            Numbering { locals: &mut *locals, fxc, compiler }.function(function);
        });
    }
}

/// Gives all locals the names that they have for the HLSL compiler.
pub(super) fn name(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    let is_on = unit.rewrites.has(Rewrite::LocalNames);
    let locals = &unit.locals;
    let shown: HashSet<&str> = locals.iter().map(|it| it.name.as_str()).collect();
    for item in &mut unit.tree.items {
        each_function(item, &mut |function| {
            Naming::new(function, locals, &shown, is_on).apply(function);
        });
    }
    Ok(())
}

/// Calls `visit` for a function, or for every method of a struct.
pub(super) fn each_function(item: &mut Item, visit: &mut dyn FnMut(&mut Function)) {
    match item {
        Item::Function(function) => visit(function),
        Item::Struct(def) => def.methods.iter_mut().for_each(visit),
        _ => {}
    }
}

struct Numbering<'n> {
    locals: &'n mut Vec<Local>,
    /// The scopes as fxc has them, with the numbers of their variables.
    fxc: Vec<HashMap<String, usize>>,
    /// The scopes as the compiler has them.
    compiler: Vec<HashMap<String, usize>>,
}

impl Numbering<'_> {
    fn function(&mut self, function: &mut Function) {
        function.params.iter_mut().for_each(|it| self.variable(it));
        if let Some(body) = &mut function.body {
            // The compiler has the parameters in the scope of the body.
            self.fxc.push(HashMap::default());
            body.stmts.iter_mut().for_each(|it| self.stmt(it));
            self.fxc.pop();
        }
    }

    fn enter(&mut self) {
        self.fxc.push(HashMap::default());
        self.compiler.push(HashMap::default());
    }

    fn leave(&mut self) {
        self.fxc.pop();
        self.compiler.pop();
    }

    fn variable(&mut self, variable: &mut Variable) {
        variable
            .array
            .iter_mut()
            .filter_map(|it| it.size.as_mut())
            .chain(&mut variable.init)
            .for_each(|it| self.expr(it));
        let name = &mut variable.name.name;
        if name.is_empty() {
            return;
        }
        let number = self.locals.len();
        let is_declared_again = self.compiler.last().is_some_and(|it| it.contains_key(name));
        let shown = name.trim_end_matches(made::LOCAL).to_owned();
        self.locals.push(Local { name: shown, is_mistaken: is_declared_again });
        for scopes in [&mut self.fxc, &mut self.compiler] {
            if let Some(innermost) = scopes.last_mut() {
                innermost.insert(name.clone(), number);
            }
        }
        mark(name, number);
    }

    fn expr(&mut self, expr: &mut Expr) {
        walk::expr(expr, &mut |expr: &mut Expr| {
            if let ExprKind::Name(name) = &mut expr.kind {
                self.used(name);
            }
        });
    }

    fn used(&mut self, name: &mut String) {
        if name.starts_with(GLOBAL_MARK) {
            name.remove(0);
            return;
        }
        let find = |scopes: &[HashMap<String, usize>]| {
            scopes.iter().rev().find_map(|it| it.get(name.as_str()).copied())
        };
        let Some(number) = find(&self.fxc) else { return };
        if find(&self.compiler) != Some(number) {
            self.locals[number].is_mistaken = true;
        }
        mark(name, number);
    }

    fn block(&mut self, block: &mut Block) {
        self.enter();
        block.stmts.iter_mut().for_each(|it| self.stmt(it));
        self.leave();
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        for attribute in &mut stmt.attributes {
            attribute.args.iter_mut().for_each(|it| self.expr(it));
        }
        match &mut stmt.kind {
            StmtKind::Empty
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Discard
            | StmtKind::Struct(_)
            | StmtKind::Typedef(_) => {}
            StmtKind::Expr(expr) => self.expr(expr),
            StmtKind::Declare(variables) => variables.iter_mut().for_each(|it| self.variable(it)),
            StmtKind::Block(block) => self.block(block),
            StmtKind::If(condition, then, otherwise) => {
                self.expr(condition);
                self.stmt(then);
                otherwise.iter_mut().for_each(|it| self.stmt(it));
            }
            StmtKind::For { init, condition, step, body } => {
                self.compiler.push(HashMap::default());
                match init {
                    ForInit::Empty => {}
                    ForInit::Expr(expr) => self.expr(expr),
                    ForInit::Declare(variables) => {
                        variables.iter_mut().for_each(|it| self.variable(it));
                    }
                }
                // The body may declare another variable of the name, which the step does not mean.
                condition.iter_mut().chain(step).for_each(|it| self.expr(it));
                self.stmt(body);
                self.compiler.pop();
            }
            StmtKind::While(condition, body) => {
                self.expr(condition);
                self.stmt(body);
            }
            StmtKind::DoWhile(body, condition) => {
                self.stmt(body);
                self.expr(condition);
            }
            StmtKind::Switch(value, cases) => {
                self.expr(value);
                self.enter();
                for case in cases {
                    for label in &mut case.labels {
                        if let SwitchLabel::Case(expr) = label {
                            self.expr(expr);
                        }
                    }
                    case.body.iter_mut().for_each(|it| self.stmt(it));
                }
                self.leave();
            }
            StmtKind::Return(value) => value.iter_mut().for_each(|it| self.expr(it)),
        }
    }
}

/// The names that the locals of one function get.
struct Naming {
    /// By number.
    names: HashMap<usize, String>,
}

impl Naming {
    /// `shown` are the names of all locals in the effect.
    fn new(function: &mut Function, locals: &[Local], shown: &HashSet<&str>, is_on: bool) -> Self {
        let mut found = Found::among(|name| shown.contains(name));
        walk::function(function, &mut found);
        let mut naming = Self { names: HashMap::default() };
        let local = |number: &usize| locals.get(*number);
        let mistaken: HashSet<&str> = found
            .locals
            .iter()
            .filter_map(local)
            .filter(|it| it.is_mistaken)
            .map(|it| it.name.as_str())
            .collect();
        let mut taken: Option<HashSet<String>> = None;
        let mut first: HashSet<&str> = HashSet::default();
        let mut next: HashMap<String, u32> = HashMap::default();
        for number in &found.locals {
            let Some(local) = local(number) else { continue };
            let is_first = first.insert(&local.name);
            let keeps_name = !found.others.contains(&local.name)
                && (is_first || !mistaken.contains(local.name.as_str()));
            let name = match keeps_name || !is_on {
                true => local.name.clone(),
                false => {
                    let taken = taken.get_or_insert_with(|| taken_names(function, locals));
                    unused(&local.name, taken, &mut next)
                }
            };
            naming.names.insert(*number, name);
        }
        naming
    }

    fn apply(mut self, function: &mut Function) {
        walk::function(function, &mut self);
    }

    fn change(&self, name: &mut String) {
        if let Some(other) = number_of(name).and_then(|it| self.names.get(&it)) {
            name.clone_from(other);
        }
    }
}

impl Visitor for Naming {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Name(name) = &mut expr.kind {
            self.change(name);
        }
    }

    fn declared(&mut self, name: &mut Ident) {
        self.change(&mut name.name);
    }
}

/// A name like `name` that nothing has yet; `next` remembers where to go on.
fn unused(name: &str, taken: &mut HashSet<String>, next: &mut HashMap<String, u32>) -> String {
    let number = next.entry(name.to_owned()).or_insert(1);
    loop {
        *number += 1;
        let candidate = format!("{name}_{number}");
        if taken.insert(candidate.clone()) {
            return candidate;
        }
    }
}

/// All names that a function mentions, its locals by those that they have in the effect.
fn taken_names(function: &mut Function, locals: &[Local]) -> HashSet<String> {
    let mut found = Found::among(|_| true);
    walk::function(function, &mut found);
    let mut taken = found.others;
    taken.extend(found.locals.iter().filter_map(|it| locals.get(*it)).map(|it| it.name.clone()));
    taken
}

/// What a function mentions.
struct Found<F> {
    /// Numbers of its locals, in order, each once.
    locals: Vec<usize>,
    seen: HashSet<usize>,
    /// Names of all else: globals, functions that it calls, types. Only those that are asked for.
    others: HashSet<String>,
    is_asked: F,
}

impl<F: Fn(&str) -> bool> Found<F> {
    fn among(is_asked: F) -> Self {
        Self { locals: Vec::new(), seen: HashSet::default(), others: HashSet::default(), is_asked }
    }

    fn name(&mut self, name: &str) {
        match number_of(name) {
            Some(number) => {
                if self.seen.insert(number) {
                    self.locals.push(number);
                }
            }
            None => {
                if (self.is_asked)(name) && !self.others.contains(name) {
                    self.others.insert(name.to_owned());
                }
            }
        }
    }
}

impl<F: Fn(&str) -> bool> Visitor for Found<F> {
    fn expr(&mut self, expr: &mut Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.name(name),
            ExprKind::Call(function, _) => self.name(&function.name),
            _ => {}
        }
    }

    fn ty(&mut self, ty: &mut Type) {
        if let TypeKind::Named(name) = &ty.kind {
            self.name(name);
        }
    }

    fn declared(&mut self, name: &mut Ident) {
        if is_local(&name.name) {
            self.name(&name.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn what_the_compiler_would_mistake_has_another_name() {
        let functions =
            "float f(float f) { return f; } float g(float a) { float a = 2; return a; }";
        check(
            functions,
            "float saturate = saturate(U); float U = U + f(1) + g(2); Output[0] = U + saturate;",
            &[
                "float f(float f)",
                "float g(float a)",
                "float a_2 = 2;",
                "return a_2;",
                "float saturate_2 = saturate(U);",
                "float U_2 = U + f(1.0) + g(2.0);",
                "Output[0] = U_2 + saturate_2;",
            ],
        );
    }

    #[test]
    fn names_that_are_right_for_both_stay() {
        check(
            "",
            "float a = 1; for (int i = 0; i < 2; i++) { float a = i; Output[i] = a; } \
             for (int i = 0; i < 2; i++) { Output[i] = a; } { float a = 3; Output[0] = a; }",
            &[
                "float a = 1;",
                "for (int i = 0; i < 2; i++)",
                "float a = i;",
                "Output[i] = a;",
                "float a = 3;",
            ],
        );
    }
}
