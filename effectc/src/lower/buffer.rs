//! Rewrites for what the HLSL compiler gets wrong on buffers.

use crate::ast::{Expr, ExprKind, ObjectKind, ScalarKind, Type, TypeKind};
use crate::lower::scope::Scope;

/// The values of `Raw.InterlockedAdd(address, value, before)` are cast to `uint`: glslang makes an invalid
/// OpAtomicIAdd when one of them is an `int`, as plain numbers are.
pub(super) fn cast_atomic_values(expr: &mut Expr, scope: &Scope<'_, '_>) {
    let ExprKind::Method(object, method, args) = &mut expr.kind else { return };
    let is_raw = scope.type_of(object).is_some_and(|it| {
        matches!(it.kind, TypeKind::Object(ObjectKind::RWByteAddressBuffer, _)) && it.dims == 0
    });
    if !is_raw || !method.name.starts_with("Interlocked") {
        return;
    }
    // After the address: two values for a compare, one for all others, then the place for what was there before.
    let value_count = if method.name.starts_with("InterlockedCompare") { 2 } else { 1 };
    for arg in args.iter_mut().skip(1).take(value_count) {
        let ty = Type { kind: TypeKind::Scalar(ScalarKind::Uint), span: arg.span };
        let value = Expr { kind: std::mem::replace(&mut arg.kind, ExprKind::Null), span: arg.span };
        arg.kind = ExprKind::Cast(ty, Vec::new(), Box::new(value));
    }
}
