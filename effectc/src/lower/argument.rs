//! Arguments of calls.
//!
//! fxc converts each argument to the type of its parameter, cutting vectors that are longer. The HLSL compiler finds
//! some calls ambiguous then, and knows no function for others, so that arguments are written with their parameters'
//! types.

use crate::ast::{Expr, ExprKind};
use crate::lower::convert::exactly;
use crate::types::Callee;

/// Converts the arguments of a call to the types of the parameters that take them.
pub(super) fn convert_arguments(expr: &mut Expr, callee: &Callee) {
    let (ExprKind::Call(_, args) | ExprKind::Method(_, _, args)) = &mut expr.kind else { return };
    for (arg, param) in args.iter_mut().zip(callee.params()) {
        if !param.direction.writes() {
            exactly(arg, &param.ty);
        }
    }
}
