//! Rewrites for what the HLSL compiler gets wrong on buffers.

use crate::ast::{BinaryOp, Expr, ExprKind, Modifiers, ObjectKind, Type, TypeKind};
use crate::check::symbols::Symbols;
use crate::check::types::Types;
use crate::effect::MatrixPacking;
use crate::layout::{self, Rules};
use crate::source::Span;
use crate::types::Ty;

/// `Buffer.GetDimensions(..)` gets what HLSL gives: the stride of HLSL's layout, which the module is given only after
/// it is compiled, and the size of a byte-address buffer in bytes, where glslang gives it in `uint`s.
pub(super) fn mend_dimensions(expr: &mut Expr, symbols: &Symbols<'_>) {
    let ExprKind::Method(object, method, args) = &expr.kind else { return };
    if method.name != "GetDimensions" {
        return;
    }
    let Ty::Object(kind, element) = &object.ty else { return };
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
            let Some(bytes) = stride_bytes(element, expr.span, symbols) else { return };
            (stride, None, bytes)
        }
        _ => return,
    };
    let span = expr.span;
    let number = Box::new(Expr::uint(u64::from(number), span));
    let ty = target.ty.clone();
    let assign = Expr::typed(ExprKind::Assign(op, Box::new(target.clone()), number), span, ty);
    expr.kind = ExprKind::Comma(Box::new(expr.clone()), Box::new(assign));
}

/// Bytes of an element of a structured buffer.
fn stride_bytes(element: &Ty, span: Span, symbols: &Symbols<'_>) -> Option<u32> {
    let ty = match element {
        Ty::Number(number) => number.written(span),
        Ty::Struct(name) => Type { kind: TypeKind::Named(name.to_string()), span },
        _ => return None,
    };
    let types = Types { symbols };
    // Tight matrices have the same size in both packings.
    let packing = MatrixPacking::default();
    let modifiers = Modifiers::default();
    let mut element = types.member_type(&ty, &modifiers, packing, &mut Vec::new(), 0).ok()?;
    let extent = layout::place_type(&mut element, Rules::StructuredBuffer);
    Some(extent.size_bytes.next_multiple_of(extent.align_bytes))
}
