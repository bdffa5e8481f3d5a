//! Loops that are to be unrolled and have more turns than that is good for.
//!
//! fxc gives up on a loop with `[unroll]` after 1024 turns (X3511). The HLSL compiler copies on, to gigabytes. Loops inside of
//! each other multiply, and so do those of the functions that they call, which it puts in line; where that is too much they
//! stay loops, which compute the same.

use crate::hash::{HashMap, HashSet};

use crate::ast::visit::{self, Visitor};
use crate::ast::{Block, Expr, ExprKind, ForInit, Function, Item, Stmt, StmtKind, Variable};
use crate::check::constant::Constants;
use crate::check::symbols::Symbols;
use crate::check::writes::{Outputs, written_names_of};
use crate::diagnostic::Diagnostic;
use crate::lower::counting::Counting;
use crate::lower::locals::{self, each_function};
use crate::lower::made;
use crate::lower::names;
use crate::lower::unit::Unit;

/// The most turns of one loop.
const MAX_TURNS: f64 = 1024.0;
/// The most expressions that an entry point may be made of, its loops unrolled and its calls put in.
const MAX_SIZE: f64 = 40_000.0;
/// What a function counts that is made here, as text.
const HELPER_SIZE: f64 = 16.0;

/// Reports a loop with too many turns, and leaves `[unroll]` out where it would give too many copies. The unit's locals
/// must have been numbered.
pub(super) fn limit(unit: &mut Unit<'_>, symbols: &Symbols<'_>) -> Result<(), Diagnostic> {
    let Some(order) = callees_first(&unit.tree.items) else { return Ok(()) };
    let fixed = fixed_locals(&unit.tree.items);
    let mut limits = Limits {
        constants: Constants { symbols },
        fixed: &fixed,
        sizes: HashMap::default(),
        counters: Vec::new(),
        left: 0.0,
        removes: false,
        fault: None,
    };
    // The less one function may grow by, the more loops stay; with nothing all do.
    let mut growth = MAX_SIZE;
    loop {
        limits.sizes.clear();
        for index in &order {
            if let Item::Function(function) = &mut unit.tree.items[*index] {
                limits.function(function, growth);
            }
        }
        if let Some(fault) = limits.fault {
            return Err(fault);
        }
        let size = limits.sizes.get(unit.entry.as_str()).copied().unwrap_or_default();
        if size <= MAX_SIZE || growth == 0.0 {
            break;
        }
        growth = if growth > 100.0 { growth / 8.0 } else { 0.0 };
    }
    limits.removes = true;
    for item in &mut unit.tree.items {
        each_function(item, &mut |it| limits.function(it, growth));
    }
    Ok(())
}

/// The functions of a unit by their positions, callees before callers; none if nothing is to be unrolled.
fn callees_first(items: &[Item]) -> Option<Vec<usize>> {
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::default();
    for (index, item) in items.iter().enumerate() {
        if let Item::Function(function) = item
            && function.body.is_some()
        {
            by_name.entry(&function.name.name).or_default().push(index);
        }
    }
    let mut unrolls = false;
    let mut callees: Vec<Vec<usize>> = vec![Vec::new(); items.len()];
    for (item, callees) in items.iter().zip(&mut callees) {
        if let Item::Function(Function { body: Some(body), .. }) = item {
            unrolls |= body.stmts.iter().any(has_unroll);
            let mut called = Called { by_name: &by_name, callees };
            visit::block(body, &mut called);
        }
    }
    if !unrolls {
        return None;
    }
    let mut order = Vec::new();
    let mut seen: HashSet<usize> = HashSet::default();
    // A walk into the depth with a stack of its own: chains of calls may be long.
    for start in 0..items.len() {
        let mut path = Vec::new();
        if seen.insert(start) {
            path.push((start, 0));
        }
        while let Some((function, next)) = path.last_mut() {
            match callees[*function].get(*next) {
                Some(callee) => {
                    *next += 1;
                    if seen.insert(*callee) {
                        path.push((*callee, 0));
                    }
                }
                None => {
                    order.push(*function);
                    path.pop();
                }
            }
        }
    }
    Some(order)
}

/// Collects the functions that code calls.
struct Called<'c> {
    by_name: &'c HashMap<&'c str, Vec<usize>>,
    callees: &'c mut Vec<usize>,
}

impl Visitor for Called<'_> {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Call(name, _) = &expr.kind
            && let Some(found) = self.by_name.get(name.name.as_str())
        {
            self.callees.extend(found);
        }
    }
}

fn has_unroll(stmt: &Stmt) -> bool {
    stmt.attributes.iter().any(|it| it.is("unroll"))
        || match &stmt.kind {
            StmtKind::Block(block) => block.stmts.iter().any(has_unroll),
            StmtKind::If(_, then, otherwise) => {
                has_unroll(then) || otherwise.as_ref().is_some_and(|it| has_unroll(it))
            }
            StmtKind::For { body, .. } | StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => {
                has_unroll(body)
            }
            StmtKind::Switch(_, cases) => cases.iter().flat_map(|it| &it.body).any(has_unroll),
            _ => false,
        }
}

/// The values of locals that have one and keep it.
fn fixed_locals(items: &[Item]) -> HashMap<String, Expr> {
    #[derive(Default)]
    struct Declared(Vec<(String, Expr)>);
    impl Visitor for Declared {
        fn variable(&mut self, variable: &Variable) {
            let init = variable.init.as_ref().filter(|it| !matches!(it.kind, ExprKind::Braces(_)));
            let init = init.filter(|_| variable.array.is_empty());
            self.0.extend(init.map(|it| (variable.name.name.clone(), it.clone())));
        }
    }
    let outputs = Outputs::of(items);
    let mut fixed = HashMap::default();
    for item in items {
        if let Item::Function(function) = item
            && let Some(body) = &function.body
        {
            let mut declared = Declared::default();
            visit::block(body, &mut declared);
            let written = written_names_of(function, &outputs);
            fixed.extend(declared.0.into_iter().filter(|(name, _)| !written.contains(name)));
        }
    }
    fixed
}

struct Limits<'l, 'a> {
    constants: Constants<'l, 'a>,
    fixed: &'l HashMap<String, Expr>,
    /// What functions are made of, by name.
    sizes: HashMap<String, f64>,
    /// The variables of the loops around, and the most turns of each.
    counters: Vec<(String, f64)>,
    /// What the function may still grow by.
    left: f64,
    /// Whether `[unroll]` is left out where it is too much.
    removes: bool,
    fault: Option<Diagnostic>,
}

impl Limits<'_, '_> {
    fn function(&mut self, function: &mut Function, growth: f64) {
        let Some(body) = &mut function.body else { return };
        self.left = growth;
        let size = self.block(body);
        if !self.removes {
            let known = self.sizes.entry(function.name.name.clone()).or_default();
            *known = known.max(size);
        }
    }

    /// What a block is made of.
    fn block(&mut self, block: &mut Block) -> f64 {
        block.stmts.iter_mut().map(|it| self.stmt(it)).sum()
    }

    fn stmt(&mut self, stmt: &mut Stmt) -> f64 {
        let unroll = stmt.attributes.iter().position(|it| it.is("unroll"));
        let turns = match unroll {
            Some(_) => self.turns(&stmt.kind),
            None => 1.0,
        };
        let outside = self.counters.len();
        let once = match &mut stmt.kind {
            StmtKind::Block(block) => self.block(block),
            StmtKind::If(condition, then, otherwise) => {
                let otherwise = otherwise.as_mut().map_or(0.0, |it| self.stmt(it));
                self.expr(condition) + self.stmt(then) + otherwise
            }
            StmtKind::For { init, condition, step, body } => {
                let declared = match init {
                    ForInit::Declare(variables) => {
                        let names = variables.iter().map(|it| (it.name.name.clone(), turns));
                        self.counters.extend(names);
                        self.values(variables)
                    }
                    ForInit::Expr(expr) => self.expr(expr),
                    ForInit::Empty => 0.0,
                };
                let head = condition.iter().chain(&*step).map(|it| self.expr(it)).sum::<f64>();
                declared + head + self.stmt(body)
            }
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                self.expr(condition) + self.stmt(body)
            }
            StmtKind::Switch(value, cases) => {
                let bodies = cases.iter_mut().flat_map(|it| &mut it.body);
                self.expr(value) + bodies.map(|it| self.stmt(it)).sum::<f64>()
            }
            StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => self.expr(expr),
            StmtKind::Declare(variables) => self.values(variables),
            StmtKind::Empty
            | StmtKind::Struct(_)
            | StmtKind::Typedef(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Discard
            | StmtKind::Return(None) => 0.0,
        };
        self.counters.truncate(outside);
        let Some(unroll) = unroll else { return once };
        if turns > MAX_TURNS {
            self.fault.get_or_insert_with(|| {
                let message = format!("this loop is to be unrolled, but has {turns} turns");
                Diagnostic::error(stmt.span, message)
                    .with_help("1024 turns can be unrolled; without `[unroll]` it stays a loop")
            });
        }
        let more = (turns - 1.0).max(0.0) * once;
        if more <= self.left {
            self.left -= more;
            return once + more;
        }
        if self.removes {
            stmt.attributes.remove(unroll);
        }
        once
    }

    fn values(&self, variables: &[Variable]) -> f64 {
        variables.iter().filter_map(|it| it.init.as_ref()).map(|it| self.expr(it)).sum()
    }

    fn expr(&self, expr: &Expr) -> f64 {
        struct Size<'s> {
            sizes: &'s HashMap<String, f64>,
            size: f64,
        }
        impl Visitor for Size<'_> {
            fn expr(&mut self, expr: &Expr) {
                self.size += 1.0;
                if let ExprKind::Call(name, _) = &expr.kind {
                    let name = name.name.as_str();
                    let helper = if name.starts_with(made::PREFIX) { HELPER_SIZE } else { 0.0 };
                    self.size += self.sizes.get(name).copied().unwrap_or(helper);
                }
            }
        }
        let mut size = Size { sizes: &self.sizes, size: 0.0 };
        visit::expr(expr, &mut size);
        size.size
    }

    /// How many turns a loop has: known of a `for` that counts from one constant to another, else taken from what its
    /// condition compares with.
    fn turns(&self, kind: &StmtKind) -> f64 {
        let condition = match kind {
            StmtKind::For { init, condition: Some(condition), step: Some(step), .. } => {
                let number = |it: &Expr| self.number(it, 0);
                if let Some(counting) = Counting::of(init, condition, step, &number) {
                    return counting.turns();
                }
                condition
            }
            StmtKind::For { condition: Some(it), .. } => it,
            StmtKind::While(it, _) | StmtKind::DoWhile(_, it) => it,
            _ => return MAX_TURNS,
        };
        let mut guess = None;
        let mut most = |it: f64| guess = Some(it.abs().max(guess.unwrap_or(1.0)));
        if let ExprKind::Binary(_, left, right) = &condition.kind {
            for side in [left, right] {
                self.number(side, 0).into_iter().for_each(&mut most);
                names::of_expr(side, &mut |name| {
                    let counters = self.counters.iter().filter(|(it, _)| it == name);
                    counters.for_each(|(_, turns)| most(*turns));
                });
            }
        }
        guess.map_or(MAX_TURNS, |it| it.min(MAX_TURNS))
    }

    /// The value of a constant number.
    fn number(&self, expr: &Expr, depth: u32) -> Option<f64> {
        if let Some(fixed) = expr.as_name().and_then(|it| self.fixed.get(it)) {
            return self.number(fixed, depth + 1).filter(|_| depth < 16);
        }
        let mut has_locals = false;
        names::of_expr(expr, &mut |name| has_locals |= locals::is_local(name));
        if has_locals {
            return None;
        }
        self.constants.scalar(expr).ok()?.numbers.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::{check, lowered, message};

    #[test]
    fn what_has_too_many_turns_is_said() {
        let of = |head: &str| {
            message("static const int N = 2000;", &format!("[unroll] {head} Output[0] += i;"))
        };
        let text = |turns: &str| format!("this loop is to be unrolled, but has {turns} turns");
        assert_eq!(of("for (int i = 0; i < 1000000; i++)"), text("1000000"));
        assert_eq!(of("for (int i = 2; i <= 4 * N; i += 3)"), text("2667"));
        assert_eq!(of("for (int i = N; i > 0; --i)"), text("2000"));
        assert_eq!(of("for (int i = 0; 1025 > i; i = i + 1)"), text("1025"));
        assert_eq!(of("for (int i = 0; i < 4; i--)"), text("inf"));
    }

    #[test]
    fn up_to_1024_turns_are_unrolled() {
        for head in ["for (int i = 0; i < 1024; i++)", "for (uint i = 1024; i != 0; i--)"] {
            let text = lowered("", &format!("[unroll] {head} Output[0] += i;"));
            assert!(text.contains("[unroll]"), "{text}");
        }
    }

    #[test]
    fn a_count_may_be_a_local_that_keeps_its_value() {
        let text = message(
            "",
            "int n = 1025, m = n; [unroll] for (int i = 0; i < m; i++) Output[0] += i;",
        );
        assert_eq!(text, "this loop is to be unrolled, but has 1025 turns");
        lowered("", "int n = 2000; n = 2; [unroll] for (int i = 0; i < n; i++) Output[0] += i;");
    }

    /// How many loops with `[unroll]` are left.
    fn unrolled(declarations: &str, body: &str) -> usize {
        lowered(declarations, body).matches("[unroll]").count()
    }

    #[test]
    fn what_multiplies_is_counted_through_calls_and_other_loops() {
        let f = "float f(float x) { [unroll] for (int i = 0; i < 200; i++) x = x * x + sin(x); return x; }";
        let g = "float g(float x) { [unroll] for (int i = 0; i < 200; i++) x = f(x); return x; }";
        let body = "[unroll] for (int i = 0; i < 200; i++) Output[0] += g(i);";
        assert_eq!(unrolled(&format!("{f} {g}"), body), 1);
        let loops = "int n = 0; [unroll] while (n < 500) { [unroll] for (int j = 0; j < 500; j++) Output[n] += j; n++; }";
        assert_eq!(unrolled("", loops), 1);
        let three = "[unroll] for (int i = 0; i < 4; i++) [unroll] for (int j = 0; j < i; j++) { int k = 0; \
                     [unroll] do { Output[k] += j; } while (++k < 4); }";
        assert_eq!(unrolled("", three), 3);
        let beside = "[unroll] for (int i = 0; i < 1000; i++) Output[0] += sin(i);".repeat(20);
        assert!((3..20).contains(&unrolled("", &beside)));
    }

    #[test]
    fn loops_inside_of_each_other_stay_loops_where_they_multiply() {
        let text = lowered(
            "",
            "[unroll] for (int i = 0; i < 1000; i++) [unroll] for (int j = 0; j < 1000; j++) Output[0] += i * j;",
        );
        assert_eq!(text.matches("[unroll]").count(), 1, "{text}");
        check(
            "",
            "[unroll] for (int i = 0; i < 8; i++) [unroll] for (int j = 0; j < 8; j++) Output[0] += i * j;",
            &["[unroll] for (int i = 0; i < 8; i++)", "[unroll] for (int j = 0; j < 8; j++)"],
        );
    }
}
