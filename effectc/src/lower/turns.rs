//! Loops that are to be unrolled and have more turns than that is good for.
//!
//! fxc gives up on a loop with `[unroll]` after 1024 turns (X3511). The HLSL compiler copies on, to gigabytes. Loops inside of
//! each other multiply; where that is too much they stay loops, which compute the same.

use crate::ast::{BinaryOp, Block, Expr, ExprKind, ForInit, Stmt, StmtKind, UnaryOp};
use crate::check::constant::Constants;
use crate::check::symbols::Symbols;
use crate::diagnostic::Diagnostic;
use crate::lower::locals::{self, each_function};
use crate::lower::names;
use crate::lower::unit::Unit;

/// The most turns of one loop.
const MAX_TURNS: f64 = 1024.0;
/// The most copies of a body in loops inside of each other.
const MAX_COPIES: f64 = 4096.0;

/// Reports a loop with too many turns, and leaves `[unroll]` out where it would give too many copies. The unit's locals
/// must have been numbered.
pub(super) fn limit(unit: &mut Unit<'_>, symbols: &Symbols<'_>) -> Result<(), Diagnostic> {
    let mut limits = Limits { constants: Constants { symbols }, fault: None };
    for item in &mut unit.tree.items {
        each_function(item, &mut |function| {
            if let Some(body) = &mut function.body {
                limits.block(body, 1.0);
            }
        });
    }
    limits.fault.map_or(Ok(()), Err)
}

struct Limits<'l, 'a> {
    constants: Constants<'l, 'a>,
    fault: Option<Diagnostic>,
}

impl Limits<'_, '_> {
    fn block(&mut self, block: &mut Block, copies: f64) {
        block.stmts.iter_mut().for_each(|it| self.stmt(it, copies));
    }

    /// `copies` of the statement are made by the loops around it.
    fn stmt(&mut self, stmt: &mut Stmt, copies: f64) {
        let mut inside = copies;
        if let Some(at) = stmt.attributes.iter().position(|it| it.is("unroll")) {
            let turns = self.turns(&stmt.kind);
            if let Some(turns) = turns.filter(|it| *it > MAX_TURNS) {
                self.fault.get_or_insert_with(|| {
                    let message = format!("this loop is to be unrolled, but has {turns} turns");
                    Diagnostic::error(stmt.span, message)
                        .with_help("1024 turns can be unrolled; without `[unroll]` it stays a loop")
                });
            }
            inside *= turns.unwrap_or(1.0).max(1.0);
            if inside > MAX_COPIES {
                stmt.attributes.remove(at);
                inside = copies;
            }
        }
        match &mut stmt.kind {
            StmtKind::Block(block) => self.block(block, inside),
            StmtKind::If(_, then, otherwise) => {
                self.stmt(then, inside);
                otherwise.iter_mut().for_each(|it| self.stmt(it, inside));
            }
            StmtKind::For { body, .. } | StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => {
                self.stmt(body, inside);
            }
            StmtKind::Switch(_, cases) => {
                cases.iter_mut().flat_map(|it| &mut it.body).for_each(|it| self.stmt(it, inside));
            }
            _ => {}
        }
    }

    /// How many turns a `for` has that counts from one constant to another.
    fn turns(&self, kind: &StmtKind) -> Option<f64> {
        let StmtKind::For { init, condition, step, .. } = kind else { return None };
        let (variable, start) = match init {
            ForInit::Declare(variables) => match variables.as_slice() {
                [one] => (one.name.name.as_str(), self.number(one.init.as_ref()?)?),
                _ => return None,
            },
            ForInit::Expr(expr) => match &expr.kind {
                ExprKind::Assign(None, target, value) => (target.as_name()?, self.number(value)?),
                _ => return None,
            },
            ForInit::Empty => return None,
        };
        let ExprKind::Binary(op, left, right) = &condition.as_ref()?.kind else { return None };
        let (limit, is_first) = match left.as_name() == Some(variable) {
            true => (self.number(right)?, true),
            false if right.as_name() == Some(variable) => (self.number(left)?, false),
            false => return None,
        };
        let step = self.step(step.as_ref()?, variable)?;
        let (way, takes_limit) = match (op, is_first) {
            (BinaryOp::Less, true) | (BinaryOp::Greater, false) => (1.0, false),
            (BinaryOp::LessEqual, true) | (BinaryOp::GreaterEqual, false) => (1.0, true),
            (BinaryOp::Greater, true) | (BinaryOp::Less, false) => (-1.0, false),
            (BinaryOp::GreaterEqual, true) | (BinaryOp::LessEqual, false) => (-1.0, true),
            (BinaryOp::NotEqual, _) => (step.signum(), false),
            _ => return None,
        };
        let (distance, step) = ((limit - start) * way, step * way);
        if distance < 0.0 || (distance == 0.0 && !takes_limit) {
            return Some(0.0);
        }
        // One that goes the other way ends by overflow only.
        if step <= 0.0 {
            return Some(f64::INFINITY);
        }
        Some(match takes_limit {
            true => (distance / step).floor() + 1.0,
            false => (distance / step).ceil(),
        })
    }

    fn step(&self, step: &Expr, variable: &str) -> Option<f64> {
        let is_it = |it: &Expr| it.as_name() == Some(variable);
        let (op, by) = match &step.kind {
            ExprKind::Unary(op, it) if is_it(it) => {
                return match op {
                    UnaryOp::PreIncrement | UnaryOp::PostIncrement => Some(1.0),
                    UnaryOp::PreDecrement | UnaryOp::PostDecrement => Some(-1.0),
                    _ => None,
                };
            }
            ExprKind::Assign(Some(op), it, by) if is_it(it) => (op, by),
            ExprKind::Assign(None, it, value) if is_it(it) => match &value.kind {
                ExprKind::Binary(op, left, by) if is_it(left) => (op, by),
                _ => return None,
            },
            _ => return None,
        };
        match op {
            BinaryOp::Add => self.number(by),
            BinaryOp::Sub => self.number(by).map(|it| -it),
            _ => None,
        }
    }

    fn number(&self, expr: &Expr) -> Option<f64> {
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
