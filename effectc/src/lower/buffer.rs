//! Rewrites for what the HLSL compiler gets wrong on buffers.

use crate::ast::{BinaryOp, Expr, ExprKind, ObjectKind, ScalarKind, TemplateArg, Type, TypeKind};
use crate::check::types::Types;
use crate::effect::MatrixPacking;
use crate::layout::{self, Rules};
use crate::lower::scope::Scope;

/// The values of `Raw.InterlockedAdd(address, value, before)` are cast to `uint`: glslang makes an invalid
/// `OpAtomicIAdd` when one of them is an `int`, as plain numbers are.
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

/// `Buffer.GetDimensions(..)` gets what HLSL gives: the stride of HLSL's layout, which the module is given only after
/// it is compiled, and the size of a byte-address buffer in bytes, where glslang gives it in `uint`s.
pub(super) fn mend_dimensions(expr: &mut Expr, scope: &Scope<'_, '_>) {
    let ExprKind::Method(object, method, args) = &expr.kind else { return };
    if method.name != "GetDimensions" {
        return;
    }
    let Some(TypeKind::Object(kind, template)) =
        scope.type_of(object).filter(|it| it.dims == 0).map(|it| it.kind)
    else {
        return;
    };
    let (target, op, number) = match (kind, args.as_slice()) {
        (ObjectKind::ByteAddressBuffer | ObjectKind::RWByteAddressBuffer, [size]) => {
            (size, Some(BinaryOp::Mul), 4)
        }
        (
            ObjectKind::StructuredBuffer
            | ObjectKind::RWStructuredBuffer
            | ObjectKind::AppendStructuredBuffer
            | ObjectKind::ConsumeStructuredBuffer,
            [_, stride],
        ) => {
            let Some(bytes) = stride_bytes(&template, scope) else { return };
            (stride, None, bytes)
        }
        _ => return,
    };
    let span = expr.span;
    let number = Box::new(Expr::uint(u64::from(number), span));
    let assign = Expr::new(ExprKind::Assign(op, Box::new(target.clone()), number), span);
    expr.kind = ExprKind::Comma(Box::new(expr.clone()), Box::new(assign));
}

/// Bytes of an element of a structured buffer.
fn stride_bytes(template: &[TemplateArg], scope: &Scope<'_, '_>) -> Option<u32> {
    let (modifiers, ty) = template.iter().find_map(|it| match it {
        TemplateArg::Type(modifiers, ty) => Some((modifiers, ty)),
        TemplateArg::Value(_) => None,
    })?;
    let types = Types { symbols: scope.symbols() };
    // Tight matrices have the same size in both packings.
    let packing = MatrixPacking::default();
    let mut element = types.member_type(ty, modifiers, packing, &mut Vec::new(), 0).ok()?;
    let extent = layout::place_type(&mut element, Rules::StructuredBuffer);
    Some(extent.size_bytes.next_multiple_of(extent.align_bytes))
}
