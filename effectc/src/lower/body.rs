//! Applies the rewrites of expressions, innermost first, with the types of their parts.

use crate::hash::HashSet;

use crate::ast::{Expr, ExprKind, Item, Variable};
use crate::check::symbols::Symbols;
use crate::diagnostic::Diagnostic;
use crate::lower::argument;
use crate::lower::class;
use crate::lower::convert;
use crate::lower::helper::Helpers;
use crate::lower::initializer;
use crate::lower::interface_global::{self, Instances};
use crate::lower::intrinsic;
use crate::lower::operator;
use crate::lower::rewrite::{Rewrite, Rewrites};
use crate::lower::unit::Unit;
use crate::lower::whole;
use crate::lower::{
    buffer, constant, dimension, legacy_arithmetic, matrix, misuse, power, remainder,
};
use crate::types::{Callee, Declarations, Kind, Place, Scope, Shape, Ty, Visitor, Walker};

/// What the rewrites of bodies need to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bodies<'b, 'a> {
    pub(super) symbols: &'b Symbols<'a>,
    pub(super) rewrites: &'b Rewrites,
    /// Class instances for the interface globals, in order.
    pub(super) instances: &'b [Expr],
    /// Whether the profile is one of Direct3D 9.
    pub(super) is_old: bool,
}

/// Types a unit and rewrites all its functions, methods and default values of parameters too, and the values of its
/// constants.
pub(super) fn rewrite_unit(unit: &mut Unit<'_>, bodies: &Bodies<'_, '_>, helpers: &mut Helpers) {
    let mut instances = Instances::default();
    if bodies.rewrites.has(Rewrite::Methods) {
        match class::flatten(&mut unit.tree, bodies.instances, bodies.symbols) {
            Ok(found) => instances = found,
            Err(faults) => return faults.into_iter().for_each(|it| helpers.refuse(it)),
        }
    }
    let declarations = Declarations::new(&unit.tree);
    misuse::types_of_items(&unit.tree.items, &declarations, helpers);
    let symbols = bodies.symbols;
    let is_known =
        |name: &str| symbols.variables.contains_key(name) || symbols.functions.contains_key(name);
    let mut rewriter = Rewriter { bodies: *bodies, instances: &instances, helpers };
    let faults = Walker::new(declarations, &mut rewriter, &is_known).tree(&mut unit.tree);
    faults.into_iter().for_each(|it| helpers.refuse(it));
    if bodies.rewrites.has(Rewrite::Methods) {
        class::free_methods(&mut unit.tree);
    }
    let callers = std::mem::take(&mut helpers.callers);
    let mut items = Vec::new();
    let mut seen = HashSet::default();
    for (callee, caller) in callers {
        if seen.insert(callee.clone()) {
            items.extend(argument::prototypes(&unit.tree, &callee));
        }
        items.push(Item::Function(caller));
    }
    unit.add(items);
}

struct Rewriter<'r, 'b, 'a> {
    bodies: Bodies<'b, 'a>,
    instances: &'r Instances,
    helpers: &'r mut Helpers,
}

impl Rewriter<'_, '_, '_> {
    fn has(&self, rewrite: Rewrite) -> bool {
        self.bodies.rewrites.has(rewrite)
    }

    fn converts(&self) -> bool {
        self.has(Rewrite::Conversions)
    }
}

impl Visitor for Rewriter<'_, '_, '_> {
    fn fills_in_defaults(&self) -> bool {
        self.has(Rewrite::DefaultArguments)
    }

    fn before(&mut self, expr: &mut Expr, _place: Place, scope: &Scope) {
        let named =
            interface_global::name_instance(expr, self.instances, self.bodies.symbols, scope);
        if let Err(fault) = named {
            self.helpers.refuse(fault);
        }
    }

    fn call(&mut self, expr: &mut Expr, callee: &Callee, scope: &Scope) {
        misuse::call(expr, callee, scope, self.helpers);
        if self.has(Rewrite::BufferDimensions) {
            buffer::mend_dimensions(expr, self.bodies.symbols);
        }
        if self.converts() {
            argument::convert_arguments(expr, callee);
            // A method gets its object first.
            let is_method = |name: &str| {
                let methods = scope.structure().map(|it| scope.declarations().methods(it, name));
                methods.is_some_and(|it| !it.is_empty())
            };
            if !matches!(&expr.kind, ExprKind::Call(name, _) if is_method(&name.name)) {
                argument::convert_outputs(expr, callee, self.helpers);
            }
        }
        if self.bodies.is_old && self.has(Rewrite::LegacyArithmetic) {
            legacy_arithmetic::call(expr, callee, self.helpers);
        }
        if !self.bodies.is_old && self.has(Rewrite::WholePowers) {
            power::call_product(expr, callee, self.bodies.symbols, scope, self.helpers);
        }
        if self.has(Rewrite::MatrixArithmetic) && !matches!(callee, Callee::User(_)) {
            matrix::call_function_helper(expr, self.helpers);
        }
        if self.has(Rewrite::Intrinsics) {
            intrinsic::call_function_helper(expr, callee, self.helpers);
        }
        if self.has(Rewrite::Methods) {
            class::call_function(expr, scope);
        }
    }

    fn expr(&mut self, expr: &mut Expr, place: Place, scope: &Scope) {
        misuse::expr(expr, self.bodies.symbols, scope, self.helpers);
        if self.has(Rewrite::Methods) {
            class::name_object(expr, scope);
        }
        if self.converts() {
            operator::convert_operands(expr, self.helpers);
        }
        if place == Place::Target {
            return;
        }
        if self.has(Rewrite::ConstantFolding) {
            constant::compute(expr, self.bodies.symbols, scope);
        }
        if self.has(Rewrite::MatrixSwizzle) {
            matrix::spell_out_swizzle(expr, self.helpers);
        }
        if self.has(Rewrite::MatrixArithmetic) {
            matrix::call_operator_helper(expr, self.helpers);
        }
        if self.has(Rewrite::ArrayCast) {
            self.helpers.array_casts.call(expr, self.bodies.symbols);
        }
        if self.has(Rewrite::Remainder) {
            remainder::call_remainder_helper(expr, self.bodies.symbols, scope, self.helpers);
        }
    }

    fn value(&mut self, value: &mut Expr, ty: &Ty, _scope: &Scope) {
        misuse::value(value, ty, self.helpers);
        if self.converts() && !matches!(value.kind, ExprKind::Braces(_)) {
            convert::initialiser(value, ty);
        }
    }

    fn condition(&mut self, condition: &mut Expr, _scope: &Scope) {
        let Some(number) = condition.ty.number() else { return };
        if number.shape != Shape::Scalar {
            // fxc: X3019.
            self.helpers.refuse(
                Diagnostic::error(
                    condition.span,
                    format!("expected one value as condition, found `{number}`"),
                )
                .with_help("`any(..)` and `all(..)` make one of several"),
            );
        }
    }

    fn selector(&mut self, value: &mut Expr, _scope: &Scope) {
        let Some(number) = value.ty.number() else { return };
        if self.converts() && !(number.kind.is_whole() && number.shape == Shape::Scalar) {
            convert::exactly(value, &Ty::scalar(Kind::Int));
        }
    }

    fn variable(&mut self, variable: &mut Variable, scope: &Scope) {
        misuse::ty(&variable.ty, scope.declarations(), self.helpers);
        if self.has(Rewrite::Initializer)
            && let Err(fault) =
                initializer::regroup(variable, self.bodies.symbols, &mut self.helpers.array_casts)
        {
            self.helpers.refuse(fault);
        }
        if self.has(Rewrite::MatrixArithmetic) {
            whole::regroup(variable, self.bodies.symbols);
        }
        if self.has(Rewrite::ArraySize) {
            dimension::evaluate(variable, self.bodies.symbols, &|name| scope.hides(name));
        }
    }
}
