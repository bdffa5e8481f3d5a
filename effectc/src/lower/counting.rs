//! Loops that count: `for (int i = 0; i < 4; i += 2)`.

use crate::ast::{BinaryOp, Expr, ExprKind, ForInit, UnaryOp, Variable};

/// How a loop counts from one constant to another.
pub(super) struct Counting<'e> {
    /// The name of its variable.
    pub(super) variable: &'e str,
    /// Its declaration, if that stands in the loop.
    pub(super) declaration: Option<&'e Variable>,
    /// The first value.
    pub(super) start: f64,
    /// What is added after each turn.
    pub(super) step: f64,
    op: BinaryOp,
    limit: f64,
    /// Whether the variable stands before the comparison.
    is_first: bool,
}

impl<'e> Counting<'e> {
    /// Reads the head of a loop; none where it does not count, or where `number` does not know a number.
    pub(super) fn of(
        init: &'e ForInit,
        condition: &Expr,
        step: &Expr,
        number: &dyn Fn(&Expr) -> Option<f64>,
    ) -> Option<Self> {
        let (variable, declaration, start) = match init {
            ForInit::Declare(variables) => match variables.as_slice() {
                [one] if one.array.is_empty() => {
                    (one.name.name.as_str(), Some(one), number(one.init.as_ref()?)?)
                }
                _ => return None,
            },
            ForInit::Expr(expr) => match &expr.kind {
                ExprKind::Assign(None, target, value) => (target.as_name()?, None, number(value)?),
                _ => return None,
            },
            ForInit::Empty => return None,
        };
        let ExprKind::Binary(op, left, right) = &condition.kind else { return None };
        let (limit, is_first) = match (left.as_name(), right.as_name()) {
            (Some(name), _) if name == variable => (number(right)?, true),
            (_, Some(name)) if name == variable => (number(left)?, false),
            _ => return None,
        };
        let step = step_of(step, variable, number)?;
        Some(Self { variable, declaration, start, step, op: *op, limit, is_first })
    }

    /// Whether there is a turn with a value.
    #[expect(clippy::float_cmp, reason = "the loop compares exactly, too")]
    pub(super) fn goes_on(&self, value: f64) -> bool {
        let (left, right) = if self.is_first { (value, self.limit) } else { (self.limit, value) };
        match self.op {
            BinaryOp::Less => left < right,
            BinaryOp::LessEqual => left <= right,
            BinaryOp::Greater => left > right,
            BinaryOp::GreaterEqual => left >= right,
            BinaryOp::NotEqual => left != right,
            _ => false,
        }
    }

    /// The number of turns, without taking them: infinite where the variable never gets there.
    pub(super) fn turns(&self) -> f64 {
        if !self.goes_on(self.start) {
            return 0.0;
        }
        let count = (self.limit - self.start) / self.step;
        if count.is_nan() || count < 0.0 || self.step == 0.0 {
            return f64::INFINITY;
        }
        match self.op {
            BinaryOp::LessEqual | BinaryOp::GreaterEqual => count.floor() + 1.0,
            _ => count.ceil(),
        }
    }
}

/// What is added to a variable.
fn step_of(step: &Expr, variable: &str, number: &dyn Fn(&Expr) -> Option<f64>) -> Option<f64> {
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
        BinaryOp::Add => number(by),
        BinaryOp::Sub => number(by).map(|it| -it),
        _ => None,
    }
}
