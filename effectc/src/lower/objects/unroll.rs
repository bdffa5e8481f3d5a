//! Loops around texel offsets and elements of arrays of interfaces.
//!
//! A texel offset is a constant of the instruction, and the class that an interface stands for is known when the effect
//! is compiled. fxc unrolls the loops that these depend on, and
//! so does this, where the HLSL compiler would not: `for (int x = -1; x <= 1; x++) t.Sample(s, uv, int2(x, 0))`.

use crate::hash::{HashMap, HashSet};

use super::wanted::{Wanted, offset_position};
use crate::ast::parts::change;
use crate::ast::parts::read::{self, Part};
use crate::ast::visit::{self, Visitor};
use crate::ast::walk;
use crate::ast::{
    BinaryOp, Block, Expr, ExprKind, FloatSuffix, ForInit, Function, Literal, ModifierKind,
    ScalarKind, Stmt, StmtKind, TypeKind, UnaryOp, Variable,
};
use crate::check::constant::Constants;
use crate::check::number;
use crate::check::symbols::Symbols;
use crate::check::writes::{Outputs, root_name};
use crate::diagnostic::Diagnostic;
use crate::lower::counting::Counting;
use crate::lower::names;
use crate::source::Span;

/// The most copies of bodies that one function gets.
const MAX_COPIES: usize = 1280;
/// The most copies where an offset needs more than the loop to be known: they take the HLSL compiler minutes.
const MAX_OPEN_COPIES: usize = 256;

/// Unrolls the loops of a function that texel offsets depend on, and looks up constant arrays in offsets.
///
/// # Errors
/// Loops with too many turns.
pub(super) fn unroll(function: &mut Function, symbols: &Symbols<'_>) -> Result<(), Diagnostic> {
    let wanted = Wanted::new(function, symbols);
    let Some(body) = &mut function.body else { return Ok(()) };
    let mut found = Found { wanted: &wanted, is_needed: false, locals: HashMap::default() };
    visit::block(body, &mut found);
    if !found.is_needed {
        return Ok(());
    }
    for param in &function.params {
        found.declare(param, None);
    }
    let mut free = Free::default();
    body.stmts.iter().for_each(|it| free.stmt(it));
    let locals = found.locals;
    let free = free.names;
    let mut unroller = Unroller { symbols, wanted: &wanted, locals, free, copies: 0, fault: None };
    unroller.block(body);
    unroller.fault.map_or(Ok(()), Err)
}

/// What is known of a local variable or parameter.
struct Local {
    /// The kind of its number, if it is one.
    kind: Option<ScalarKind>,
    /// Its value, if that is constant.
    value: Option<Expr>,
}

/// What a function has of offsets and locals.
struct Found<'f, 'a> {
    wanted: &'f Wanted<'f, 'a>,
    /// Whether there is something that must be a constant.
    is_needed: bool,
    /// All that have a name.
    locals: HashMap<String, Vec<Local>>,
}

impl Found<'_, '_> {
    fn declare(&mut self, variable: &Variable, value: Option<Expr>) {
        let kind = match variable.ty.kind {
            TypeKind::Scalar(kind) if variable.array.is_empty() => Some(kind),
            _ => None,
        };
        let all = self.locals.entry(variable.name.name.clone()).or_default();
        all.push(Local { kind, value });
    }
}

impl Visitor for Found<'_, '_> {
    fn expr(&mut self, expr: &Expr) {
        self.is_needed |= self.wanted.of(expr).is_some();
    }

    fn variable(&mut self, variable: &Variable) {
        let is_const = variable.modifiers.has(ModifierKind::Const);
        let value = variable.init.clone().filter(|_| is_const);
        self.declare(variable, value);
    }
}

/// Finds names that are mentioned outside of the loops that declare them.
#[derive(Default)]
struct Free {
    names: HashSet<String>,
    bound: Vec<String>,
}

impl Free {
    fn stmt(&mut self, stmt: &Stmt) {
        let outside = self.bound.len();
        if let StmtKind::For { init: ForInit::Declare(variables), .. } = &stmt.kind {
            self.bound.extend(variables.iter().map(|it| it.name.name.clone()));
        }
        read::of_stmt(stmt, &mut |it| self.part(it));
        self.bound.truncate(outside);
    }

    fn part(&mut self, part: Part<'_>) {
        match part {
            Part::Stmt(it) => self.stmt(it),
            Part::Block(it) => it.stmts.iter().for_each(|it| self.stmt(it)),
            Part::Variable(it) => read::of_variable(it, &mut |it| self.part(it)),
            Part::Expr(_, it) => names::of_expr(it, &mut |name| {
                if !self.bound.iter().any(|it| it == name) {
                    self.names.insert(name.to_owned());
                }
            }),
            _ => {}
        }
    }
}

/// Finds out whether what must be a constant depends on a loop.
struct Depends<'d, 'a> {
    wanted: &'d Wanted<'d, 'a>,
    /// The loop's variable, and what its body declares.
    names: Vec<&'d str>,
    found: bool,
}

impl Visitor for Depends<'_, '_> {
    fn expr(&mut self, expr: &Expr) {
        if let Some(offset) = self.wanted.of(expr) {
            names::of_expr(offset, &mut |name| self.found |= self.names.contains(&name));
        }
    }
}

/// Finds what a constant depends on that no loop gives.
struct Open<'o, 'a> {
    wanted: &'o Wanted<'o, 'a>,
    known: &'o dyn Fn(&str) -> bool,
    /// Where it is needed, and its name.
    found: Option<(Span, String)>,
}

impl Visitor for Open<'_, '_> {
    fn expr(&mut self, expr: &Expr) {
        let Some(wanted) = self.wanted.of(expr) else { return };
        names::of_expr(wanted, &mut |name| {
            if !(self.known)(name) {
                self.found.get_or_insert_with(|| (wanted.span, name.to_owned()));
            }
        });
    }
}

/// What keeps a loop from being unrolled.
struct Obstacles<'o> {
    variable: &'o str,
    outputs: &'o Outputs,
    found: bool,
}

impl Visitor for Obstacles<'_> {
    fn expr(&mut self, expr: &Expr) {
        self.outputs
            .places(expr, &mut |place| self.found |= root_name(place) == Some(self.variable));
    }

    fn variable(&mut self, variable: &Variable) {
        self.found |= variable.name.name == self.variable;
    }
}

#[derive(Default)]
struct Declared {
    names: Vec<String>,
}

impl Visitor for Declared {
    fn variable(&mut self, variable: &Variable) {
        self.names.push(variable.name.name.clone());
    }
}

/// Whether a `break` or `continue` of the loop itself stands in its body.
fn leaves(stmt: &Stmt, in_switch: bool) -> bool {
    match &stmt.kind {
        StmtKind::Break => !in_switch,
        StmtKind::Continue => true,
        StmtKind::Block(block) => block.stmts.iter().any(|it| leaves(it, in_switch)),
        StmtKind::If(_, then, otherwise) => {
            leaves(then, in_switch) || otherwise.as_ref().is_some_and(|it| leaves(it, in_switch))
        }
        StmtKind::Switch(_, cases) => {
            cases.iter().flat_map(|it| &it.body).any(|it| leaves(it, true))
        }
        _ => false,
    }
}

struct Unroller<'u, 'a> {
    symbols: &'u Symbols<'a>,
    wanted: &'u Wanted<'u, 'a>,
    locals: HashMap<String, Vec<Local>>,
    /// Names that are mentioned outside of the loops that declare them.
    free: HashSet<String>,
    copies: usize,
    fault: Option<Diagnostic>,
}

/// A loop that counts: its variable, and the values of the variable, the one after the last round included.
struct Rounds {
    variable: String,
    kind: ScalarKind,
    values: Vec<f64>,
    end: f64,
}

impl Unroller<'_, '_> {
    fn block(&mut self, block: &mut Block) {
        block.stmts.iter_mut().for_each(|it| self.stmt(it));
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        if self.fault.is_some() {
            return;
        }
        if let Some(unrolled) = self.unrolled(stmt) {
            *stmt = unrolled;
        }
        match &mut stmt.kind {
            StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => self.expr(expr),
            StmtKind::Declare(variables) => {
                variables.iter_mut().filter_map(|it| it.init.as_mut()).for_each(|it| self.expr(it));
            }
            StmtKind::Block(block) => self.block(block),
            StmtKind::If(condition, then, otherwise) => {
                self.expr(condition);
                self.stmt(then);
                otherwise.iter_mut().for_each(|it| self.stmt(it));
            }
            StmtKind::For { body, .. } => self.stmt(body),
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                self.expr(condition);
                self.stmt(body);
            }
            StmtKind::Switch(value, cases) => {
                self.expr(value);
                cases.iter_mut().flat_map(|it| &mut it.body).for_each(|it| self.stmt(it));
            }
            StmtKind::Empty
            | StmtKind::Struct(_)
            | StmtKind::Typedef(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Discard
            | StmtKind::Return(None) => {}
        }
    }

    /// Looks up constant arrays in offsets: `offsets[2]`.
    fn expr(&mut self, expr: &mut Expr) {
        change::operands(expr, &mut |it| self.expr(it));
        if let ExprKind::Method(_, method, args) = &mut expr.kind
            && let Some(offset) = offset_position(&method.name).and_then(|it| args.get_mut(it))
        {
            self.look_up(offset);
        }
    }

    fn look_up(&self, expr: &mut Expr) {
        change::operands(expr, &mut |it| self.look_up(it));
        let ExprKind::Index(array, index) = &expr.kind else { return };
        let Some(values) = array.as_name().and_then(|it| self.constant_of(it)) else { return };
        let index = self.number(index).and_then(number::to_u32);
        if let (ExprKind::Braces(parts), Some(index)) = (&values.kind, index)
            && let Some(part) = parts.get(index as usize)
            && self.number_free(part)
        {
            *expr = part.clone();
        }
    }

    /// The value of a constant, local or global.
    fn constant_of(&self, name: &str) -> Option<Expr> {
        if let Some(values) = self.locals.get(name) {
            return match values.as_slice() {
                [local] => local.value.clone(),
                _ => None,
            };
        }
        let variable = self.symbols.variables.get(name)?.node;
        variable.init.clone().filter(|_| self.symbols.is_fixed(variable))
    }

    /// Whether an expression names nothing that changes.
    fn number_free(&self, expr: &Expr) -> bool {
        let mut is_fixed = true;
        names::of_expr(expr, &mut |name| is_fixed &= self.constant_of(name).is_some());
        is_fixed
    }

    /// The value of a constant number.
    fn number(&self, expr: &Expr) -> Option<f64> {
        let mut expr = expr.clone();
        self.put_constants(&mut expr, 0);
        let mut is_fixed = true;
        names::of_expr(&expr, &mut |_| is_fixed = false);
        if !is_fixed {
            return None;
        }
        (Constants { symbols: self.symbols }).scalar(&expr).ok()?.numbers.first().copied()
    }

    fn put_constants(&self, expr: &mut Expr, depth: u32) {
        if let Some(value) = expr.as_name().and_then(|it| self.constant_of(it)) {
            *expr = value;
            if depth > 16 {
                return;
            }
        }
        change::operands(expr, &mut |it| self.put_constants(it, depth + 1));
    }

    /// The rounds of a loop that an offset or the like depends on, one after the other.
    fn unrolled(&mut self, stmt: &Stmt) -> Option<Stmt> {
        let StmtKind::For { init, condition, step, body } = &stmt.kind else { return None };
        let rounds = self.rounds(init, condition.as_ref()?, step.as_ref()?)?;
        let mut inside = Declared::default();
        visit::stmt(body, &mut inside);
        let mut depends = Depends {
            wanted: self.wanted,
            names: std::iter::once(rounds.variable.as_str())
                .chain(inside.names.iter().map(String::as_str))
                .collect(),
            found: false,
        };
        visit::stmt(body, &mut depends);
        let mut obstacles =
            Obstacles { variable: &rounds.variable, outputs: self.symbols.outputs(), found: false };
        visit::stmt(body, &mut obstacles);
        if !depends.found || obstacles.found || leaves(body, false) {
            return None;
        }
        self.copies += rounds.values.len();
        if self.copies > MAX_COPIES {
            self.fault = Some(too_many_copies(stmt.span));
            return None;
        }
        if self.copies > MAX_OPEN_COPIES {
            let known =
                |name: &str| depends.names.contains(&name) || self.constant_of(name).is_some();
            let mut open = Open { wanted: self.wanted, known: &known, found: None };
            visit::stmt(body, &mut open);
            if let Some((span, name)) = open.found {
                self.fault = Some(open_copies(span, &name, stmt.span));
                return None;
            }
        }
        let span = stmt.span;
        let statement = |kind| Stmt { attributes: Vec::new(), kind, span };
        let mut stmts = Vec::new();
        for value in &rounds.values {
            let mut copy = Stmt::clone(body);
            let value = |span| written(rounds.kind, *value, span);
            walk::stmt(&mut copy, &mut |it: &mut Expr| {
                if it.as_name() == Some(rounds.variable.as_str()) {
                    *it = value(it.span);
                }
            });
            let block = match copy.kind {
                StmtKind::Block(block) => block,
                _ => Block { stmts: vec![copy], span },
            };
            stmts.push(statement(StmtKind::Block(block)));
        }
        let end = |span| {
            let target = Box::new(Expr::name(rounds.variable.clone(), span));
            let end = Box::new(written(rounds.kind, rounds.end, span));
            (target, end)
        };
        match init {
            // The variable is one of outside, and has its last value after the loop.
            ForInit::Expr(expr) => {
                let (target, end) = end(expr.span);
                let assign = ExprKind::Assign(None, target, end);
                stmts.push(statement(StmtKind::Expr(Expr::new(assign, expr.span))));
            }
            // It is visible after the loop: one round is left, with all that the rounds did.
            ForInit::Declare(_) if self.free.contains(&rounds.variable) => {
                let binary = |op: fn(Box<Expr>, Box<Expr>) -> ExprKind| {
                    let (target, end) = end(span);
                    Some(Box::new(Expr::new(op(target, end), span)))
                };
                return Some(statement(StmtKind::For {
                    init: init.clone(),
                    condition: binary(|a, b| ExprKind::Binary(BinaryOp::NotEqual, a, b)),
                    step: binary(|a, b| ExprKind::Assign(None, a, b)),
                    body: Box::new(statement(StmtKind::Block(Block { stmts, span }))),
                }));
            }
            // Every use of its own variable has a number in its place.
            ForInit::Declare(_) | ForInit::Empty => {}
        }
        Some(statement(StmtKind::Block(Block { stmts, span })))
    }

    fn rounds(&self, init: &ForInit, condition: &Expr, step: &Expr) -> Option<Rounds> {
        let counting = Counting::of(init, condition, step, &|it| self.number(it))?;
        let kind = match counting.declaration {
            Some(variable) => match variable.ty.kind {
                TypeKind::Scalar(kind) => kind,
                _ => return None,
            },
            // Of several of the name it is not known which one this is.
            None => match self.locals.get(counting.variable)?.as_slice() {
                [local] => local.kind?,
                _ => return None,
            },
        };
        let mut values = Vec::new();
        let mut value = counting.start;
        while counting.goes_on(value) {
            values.push(value);
            value += counting.step;
            // One more than there may be.
            if values.len() > MAX_COPIES {
                break;
            }
        }
        Some(Rounds { variable: counting.variable.to_owned(), kind, values, end: value })
    }
}

fn too_many_copies(span: Span) -> Diagnostic {
    let message = format!(
        "this loop has to be unrolled, which makes more than {MAX_COPIES} copies of its body"
    );
    Diagnostic::error(span, message)
        .with_note(
            "a texel offset, or an index into an array of interfaces, depends on its variable",
        )
        .with_help(
            "loops inside of each other multiply; `Load` takes offsets that are no constants",
        )
}

fn open_copies(span: Span, name: &str, of: Span) -> Diagnostic {
    let message = format!("this must be a constant, and depends on `{name}`");
    Diagnostic::error(span, message)
        .with_note_at(of, "this loop has to be unrolled for it")
        .with_help(format!(
            "up to {MAX_OPEN_COPIES} copies are tried where it might be one after all"
        ))
}

/// A number as a literal of a type.
fn written(kind: ScalarKind, value: f64, span: Span) -> Expr {
    let size = value.abs();
    let literal = match kind {
        ScalarKind::Float | ScalarKind::Half | ScalarKind::Double => {
            Literal::Float { value: size, suffix: FloatSuffix::None, text: format!("{size:?}") }
        }
        kind => {
            let whole = number::to_i64(size).unsigned_abs();
            Literal::Int {
                value: whole,
                unsigned: kind == ScalarKind::Uint,
                text: whole.to_string(),
            }
        }
    };
    let literal = Expr::new(ExprKind::Literal(literal), span);
    match value < 0.0 {
        true => Expr::new(ExprKind::Unary(UnaryOp::Minus, Box::new(literal)), span),
        false => literal,
    }
}
