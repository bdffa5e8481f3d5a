//! Whole numbers where SPIR-V leaves open what comes out and Direct3D does not.
//!
//! ```text
//! conversion   fractions that whole numbers do not hold
//! shift        shifts by more bits than there are
//! division     division by 0
//! ```
//!
//! What is written out, or is a static constant, is known here and stays as it is. The rest calls a function without
//! branches, or gets one more operation.

pub(super) mod conversion;
pub(super) mod division;
mod shift;

use crate::ast::walk::{self, Visitor};
use crate::ast::{Expr, ExprKind, Item, ModifierKind, Variable};
use crate::check::constant::Constants;
use crate::check::number::Value;
use crate::check::symbols::Symbols;
use crate::lower::helper::Helpers;
use crate::lower::locals;
use crate::lower::names;
use crate::lower::rewrite::{Rewrite, Rewrites};
use crate::lower::unit::Unit;

/// Makes the operations of a unit give what Direct3D gives. Its expressions must have their types, its locals must have
/// been numbered, and what has to be a constant must be one.
pub(super) fn define(unit: &mut Unit<'_>, symbols: &Symbols<'_>, helpers: &mut Helpers) {
    define_items(&mut unit.tree.items, unit.rewrites, symbols, helpers);
}

/// Does it for items that are not in a unit yet.
pub(super) fn define_items(
    items: &mut [Item],
    rewrites: &Rewrites,
    symbols: &Symbols<'_>,
    helpers: &mut Helpers,
) {
    let mut defining = Defining {
        known: Known { symbols },
        helpers,
        conversions: rewrites.has(Rewrite::ConversionRange),
        shifts: rewrites.has(Rewrite::ShiftCount),
        divisions: rewrites.has(Rewrite::DivisionByZero),
    };
    items.iter_mut().for_each(|it| walk::item(it, &mut defining));
}

struct Defining<'d, 'a> {
    known: Known<'d, 'a>,
    helpers: &'d mut Helpers,
    conversions: bool,
    shifts: bool,
    divisions: bool,
}

impl Visitor for Defining<'_, '_> {
    fn expr(&mut self, expr: &mut Expr) {
        match &expr.kind {
            ExprKind::Cast(..) | ExprKind::Construct(..) if self.conversions => {
                conversion::limit(expr, self.known, self.helpers);
            }
            ExprKind::Binary(..) | ExprKind::Assign(..) | ExprKind::Call(..) => {
                if self.shifts {
                    shift::mask(expr, self.known);
                }
                if self.divisions {
                    division::call(expr, self.known, self.helpers);
                }
            }
            _ => {}
        }
    }

    fn declare(&mut self, variable: &mut Variable) {
        if self.conversions {
            conversion::limit_list(variable, self.known, self.helpers);
        }
    }
}

/// Tells values that are known here.
#[derive(Clone, Copy)]
struct Known<'k, 'a> {
    symbols: &'k Symbols<'a>,
}

impl Known<'_, '_> {
    /// The value of an expression of numbers and static constants.
    fn value(self, expr: &Expr) -> Option<Value> {
        let mut is_fixed = true;
        names::of_expr(expr, &mut |name| {
            let variable = self.symbols.variables.get(name);
            is_fixed &= !locals::is_local(name)
                && !self.symbols.functions.contains_key(name)
                && variable.is_none_or(|it| it.node.modifiers.has(ModifierKind::Static));
        });
        is_fixed.then(|| Constants { symbols: self.symbols }.value(expr).ok()).flatten()
    }

    /// Whether all numbers of an expression are known and pass a test.
    fn all(self, expr: &Expr, test: impl Fn(f64) -> bool) -> bool {
        self.value(expr).is_some_and(|it| it.numbers.iter().all(|it| test(*it)))
    }
}
