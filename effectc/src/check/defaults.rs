//! Initialisers to the bytes of a constant buffer.

use crate::ast;
use crate::check::constant::Constants;
use crate::check::number;
use crate::diagnostic::Diagnostic;
use crate::effect::{MatrixPacking, Member, MemberType, ScalarKind};

/// Gives the image of a buffer with all initialisers, cut after the last byte that is not 0.
/// `variables` are the declarations of `members`, in the same order.
pub(super) fn image(
    variables: &[&ast::Variable],
    members: &[Member],
    size_bytes: u32,
    constants: Constants<'_, '_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<u8> {
    let mut image = vec![0; size_bytes as usize];
    for (variable, member) in variables.iter().zip(members) {
        let Some(init) = &variable.init else { continue };
        if let Err(diagnostic) = fill(&mut image, member, init, constants) {
            diagnostics.push(diagnostic.with_code("default"));
        }
    }
    let used = image.iter().rposition(|it| *it != 0).map_or(0, |at| at + 1);
    image.truncate(used);
    image
}

fn fill(
    image: &mut [u8],
    member: &Member,
    init: &ast::Expr,
    constants: Constants<'_, '_>,
) -> Result<(), Diagnostic> {
    let mut places = Vec::new();
    leaves(member, 0, &mut places);
    let mut numbers = constants.flat(init)?;
    if let MemberType::Matrix { rows, columns, kind, .. } = member.ty
        && member.array_counts.is_empty()
        && !matches!(init.kind, ast::ExprKind::Braces(_))
        && let Ok(value) = constants.value(init)
        && let Some(cut) = value.convert(kind, rows, columns)
    {
        // A larger matrix loses rows and columns, one number fills all.
        numbers = cut.numbers;
    }
    let spread = !matches!(init.kind, ast::ExprKind::Braces(_)) && numbers.len() == 1;
    let is_cut = !matches!(init.kind, ast::ExprKind::Braces(_))
        && member.array_counts.is_empty()
        && numbers.len() > places.len()
        && matches!(member.ty, MemberType::Scalar { .. } | MemberType::Vector { .. });
    if !spread && !is_cut && numbers.len() != places.len() {
        return Err(Diagnostic::error(
            init.span,
            format!(
                "the initialiser has {} numbers, `{} {}` needs {}",
                numbers.len(),
                member.hlsl_type(),
                member.name,
                places.len()
            ),
        ));
    }
    for (index, (offset, kind)) in places.into_iter().enumerate() {
        let number = if spread { numbers[0] } else { numbers[index] };
        let bytes = bytes(kind, number);
        let offset = offset as usize;
        if let Some(place) = image.get_mut(offset..offset + bytes.len()) {
            place.copy_from_slice(&bytes);
        }
    }
    Ok(())
}

/// Lists the numbers of a member in the order of an initialiser: elements, members, rows, columns.
fn leaves(member: &Member, base_bytes: u32, out: &mut Vec<(u32, ScalarKind)>) {
    for element in 0..member.element_count() {
        let start = base_bytes + member.offset_bytes + element * member.array_stride_bytes;
        match &member.ty {
            MemberType::Scalar { kind } => out.push((start, *kind)),
            MemberType::Vector { kind, columns } => {
                out.extend((0..*columns).map(|at| (start + at * kind.size_bytes(), *kind)));
            }
            MemberType::Matrix { kind, rows, columns, packing, stride_bytes } => {
                for row in 0..*rows {
                    for column in 0..*columns {
                        let inside = match packing {
                            MatrixPacking::Row => row * stride_bytes + column * kind.size_bytes(),
                            MatrixPacking::Column => {
                                column * stride_bytes + row * kind.size_bytes()
                            }
                        };
                        out.push((start + inside, *kind));
                    }
                }
            }
            MemberType::Struct { members, .. } => {
                members.iter().for_each(|it| leaves(it, start, out));
            }
        }
    }
}

fn bytes(kind: ScalarKind, number: f64) -> Vec<u8> {
    match kind {
        ScalarKind::Bool => u32::from(number != 0.0).to_le_bytes().to_vec(),
        ScalarKind::Float => number::to_f32(number).to_le_bytes().to_vec(),
        ScalarKind::Double => number.to_le_bytes().to_vec(),
        // Both wrap to 32 bits, as HLSL's conversions do.
        ScalarKind::Int | ScalarKind::Uint => number::to_i64(number).to_le_bytes()[..4].to_vec(),
    }
}
