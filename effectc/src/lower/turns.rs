//! Loops that are to be unrolled and have more turns than that is good for.
//!
//! fxc gives up on a loop with `[unroll]` after 1024 turns (X3511). The HLSL compiler copies on, to gigabytes. Loops inside of
//! each other multiply; where that is too much they stay loops, which compute the same.

use crate::ast::{Block, Expr, Stmt, StmtKind};
use crate::check::constant::Constants;
use crate::check::symbols::Symbols;
use crate::diagnostic::Diagnostic;
use crate::lower::counting::Counting;
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
        let (condition, step) = (condition.as_ref()?, step.as_ref()?);
        Some(Counting::of(init, condition, step, &|it| self.number(it))?.turns())
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
