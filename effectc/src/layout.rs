//! Where HLSL puts the members of constant buffers and structured buffers.
//!
//! Constant buffers are registers of 16 bytes. A number or vector follows its predecessor unless it would cross
//! into the next register; arrays, matrices and structures begin a register, and what follows them may use the
//! rest of their last one. Each array element but the last, and each row (column) of a matrix but the last, fills
//! whole registers.
//!
//! ```text
//! float a[3]; float b;        a @0, @16, @32   b @36
//! float3x3 m; float y;        m @0, @16, @32   y @44      (row packing)
//! struct { float3 p; } s; float z;             s @0   z @12
//! ```
//!
//! Structured buffers are packed tight, each number aligned to its own size.

use crate::effect::{MatrixPacking, Member, MemberType};

/// Bytes of a constant register.
pub const REGISTER_BYTES: u32 = 16;

/// Which packing rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Of constant buffers.
    ConstantBuffer,
    /// Of structured buffers.
    StructuredBuffer,
}

/// Size and alignment of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Size without padding behind it.
    pub size_bytes: u32,
    /// Alignment of its start.
    pub align_bytes: u32,
}

/// Anything larger is given as this size, far above what Direct3D allows, so that sums of sizes stay in range.
pub const MAX_BYTES: u32 = 1 << 30;

fn bounded(size_bytes: u32) -> u32 {
    size_bytes.min(MAX_BYTES)
}

/// Fills in offsets, sizes and strides of members in order, structures within them included.
///
/// `explicit_bytes` has an offset for members that say their own (`packoffset`); it may be shorter than `members`.
/// The result is the extent of all members; in a structured buffer its size is the element's stride.
pub fn place(members: &mut [Member], explicit_bytes: &[Option<u32>], rules: Rules) -> Extent {
    let mut next_bytes: u32 = 0;
    let mut end_bytes: u32 = 0;
    let mut align_bytes = 1;
    for (index, member) in members.iter_mut().enumerate() {
        let element = place_type(&mut member.ty, rules);
        let mut extent = element;
        if !member.array_counts.is_empty() {
            let stride_align = match rules {
                Rules::ConstantBuffer => REGISTER_BYTES,
                Rules::StructuredBuffer => element.align_bytes,
            };
            let stride = element.size_bytes.next_multiple_of(stride_align);
            member.array_stride_bytes = stride;
            let last = member.element_count().saturating_sub(1);
            extent = Extent {
                size_bytes: bounded(stride.saturating_mul(last).saturating_add(element.size_bytes)),
                align_bytes: stride_align,
            };
        }
        let mut offset = next_bytes.next_multiple_of(extent.align_bytes);
        if rules == Rules::ConstantBuffer
            && offset % REGISTER_BYTES + extent.size_bytes > REGISTER_BYTES
        {
            offset = offset.next_multiple_of(REGISTER_BYTES);
        }
        if let Some(explicit) = explicit_bytes.get(index).copied().flatten() {
            offset = explicit;
        }
        member.offset_bytes = offset;
        member.size_bytes = extent.size_bytes;
        next_bytes = bounded(offset.saturating_add(extent.size_bytes));
        end_bytes = end_bytes.max(next_bytes);
        align_bytes = align_bytes.max(extent.align_bytes);
    }
    if rules == Rules::StructuredBuffer {
        end_bytes = end_bytes.next_multiple_of(align_bytes);
    }
    Extent { size_bytes: end_bytes, align_bytes }
}

/// Why an offset that a member asks for cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OffsetFault {
    /// The member crosses into the next register, or is an array, matrix or structure that begins inside one.
    Crosses,
    /// Bytes that another member has: its index.
    Overlaps(usize),
}

/// Finds members of a constant buffer, placed by their `packoffset`, that cannot be where they are.
#[must_use]
pub fn offset_faults(members: &[Member]) -> Vec<(usize, OffsetFault)> {
    let mut faults = Vec::new();
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by_key(|it| members[*it].offset_bytes);
    let mut before: Option<usize> = None;
    for index in order {
        let member = &members[index];
        let is_whole = member.array_counts.is_empty()
            && matches!(member.ty, MemberType::Scalar { .. } | MemberType::Vector { .. });
        let start = member.offset_bytes % REGISTER_BYTES;
        let crosses = start + member.size_bytes > REGISTER_BYTES;
        if start > 0 && (crosses || !is_whole) {
            faults.push((index, OffsetFault::Crosses));
        }
        let end = before.map(|it| members[it].offset_bytes + members[it].size_bytes);
        if let (Some(before), Some(end)) = (before, end)
            && end > member.offset_bytes
        {
            faults.push((index, OffsetFault::Overlaps(before)));
        }
        if end.is_none_or(|it| it < member.offset_bytes + member.size_bytes) {
            before = Some(index);
        }
    }
    faults
}

/// Fills in strides and offsets inside a type and gives its extent.
pub fn place_type(ty: &mut MemberType, rules: Rules) -> Extent {
    match ty {
        MemberType::Scalar { kind } => {
            Extent { size_bytes: kind.size_bytes(), align_bytes: kind.size_bytes() }
        }
        MemberType::Vector { kind, columns } => {
            Extent { size_bytes: kind.size_bytes() * *columns, align_bytes: kind.size_bytes() }
        }
        MemberType::Matrix { kind, rows, columns, packing, stride_bytes } => {
            let (vector_count, vector_length) = match packing {
                MatrixPacking::Row => (*rows, *columns),
                MatrixPacking::Column => (*columns, *rows),
            };
            let vector_bytes = vector_length * kind.size_bytes();
            let align_bytes = match rules {
                Rules::ConstantBuffer => REGISTER_BYTES,
                Rules::StructuredBuffer => kind.size_bytes(),
            };
            *stride_bytes = vector_bytes.next_multiple_of(align_bytes);
            let size_bytes = *stride_bytes * (vector_count - 1) + vector_bytes;
            Extent { size_bytes, align_bytes }
        }
        MemberType::Struct { members, .. } => {
            let extent = place(members, &[], rules);
            match rules {
                Rules::ConstantBuffer => Extent { align_bytes: REGISTER_BYTES, ..extent },
                Rules::StructuredBuffer => extent,
            }
        }
    }
}

/// Finds members with matrices that must become arrays of vectors in SPIR-V. It has none of whole numbers, and none of
/// one row or column; and it counts the last register as the matrix's own, though its row (column) may not fill it and
/// what comes next in the structure, after the array, or in the buffer may use the rest. Gives indices.
pub fn members_to_split(members: &[Member]) -> Vec<usize> {
    let shares = |member: &Member| {
        if member.ty.is_no_matrix() {
            return true;
        }
        if let MemberType::Struct { members, .. } = &member.ty
            && !members_to_split(members).is_empty()
        {
            return true;
        }
        let Some(end) = last_matrix_end(member) else { return false };
        // The next member, unless `packoffset` puts another one there.
        let register = member.offset_bytes + member.size_bytes..member.offset_bytes + end;
        members.iter().any(|it| register.contains(&it.offset_bytes))
    };
    members.iter().enumerate().filter(|(_, it)| shares(it)).map(|(index, _)| index).collect()
}

/// End, from the member's start, of the last register of the matrix that ends the member.
fn last_matrix_end(member: &Member) -> Option<u32> {
    let last_element = match member.array_counts.is_empty() {
        true => 0,
        false => (member.element_count().saturating_sub(1)) * member.array_stride_bytes,
    };
    let inside = match &member.ty {
        MemberType::Matrix { rows, columns, packing, stride_bytes, .. } => {
            let vector_count = match packing {
                MatrixPacking::Row => *rows,
                MatrixPacking::Column => *columns,
            };
            stride_bytes * vector_count
        }
        MemberType::Struct { members, .. } => {
            let last = members.last()?;
            last.offset_bytes + last_matrix_end(last)?
        }
        MemberType::Scalar { .. } | MemberType::Vector { .. } => return None,
    };
    Some(last_element + inside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::ScalarKind;

    fn member(name: &str, ty: MemberType, array_counts: &[u32]) -> Member {
        Member {
            name: name.to_owned(),
            ty,
            offset_bytes: 0,
            size_bytes: 0,
            array_counts: array_counts.to_vec(),
            array_stride_bytes: 0,
            semantic: None,
            annotations: Vec::new(),
        }
    }

    fn float(columns: u32) -> MemberType {
        match columns {
            1 => MemberType::Scalar { kind: ScalarKind::Float },
            _ => MemberType::Vector { kind: ScalarKind::Float, columns },
        }
    }

    fn matrix(rows: u32, columns: u32, packing: MatrixPacking) -> MemberType {
        MemberType::Matrix { kind: ScalarKind::Float, rows, columns, packing, stride_bytes: 0 }
    }

    fn structure(members: Vec<Member>) -> MemberType {
        MemberType::Struct { name: "S".to_owned(), members }
    }

    /// Places the types one after the other and compares offsets and the size.
    #[track_caller]
    fn check(rules: Rules, types: Vec<(MemberType, &[u32])>, offsets: &[u32], size_bytes: u32) {
        let mut members: Vec<Member> =
            types.into_iter().map(|(ty, counts)| member("m", ty, counts)).collect();
        let extent = place(&mut members, &[], rules);
        let placed: Vec<u32> = members.iter().map(|it| it.offset_bytes).collect();
        assert_eq!(placed, offsets);
        assert_eq!(extent.size_bytes, size_bytes);
    }

    #[test]
    fn a_vector_does_not_cross_a_register() {
        let types = vec![(float(1), &[][..]), (float(3), &[]), (float(2), &[]), (float(3), &[])];
        check(Rules::ConstantBuffer, types, &[0, 4, 16, 32], 44);
    }

    #[test]
    fn the_rest_of_the_last_register_is_used() {
        use MatrixPacking::{Column, Row};
        let cases: [(MemberType, &[u32], u32); 6] = [
            (float(1), &[2], 20),
            (float(3), &[3], 44),
            (matrix(3, 3, Row), &[], 44),
            (matrix(4, 3, Row), &[], 60),
            (matrix(4, 3, Column), &[], 48),
            (structure(vec![member("p", float(3), &[])]), &[], 12),
        ];
        for (ty, counts, next) in cases {
            let types = vec![(ty, counts), (float(1), &[][..])];
            check(Rules::ConstantBuffer, types, &[0, next], next + 4);
        }
    }

    #[test]
    fn measured_example_of_array_packing() {
        // FX.md 4.1: float a[2]; float b; float3 c; float d;
        let types = vec![(float(1), &[2][..]), (float(1), &[]), (float(3), &[]), (float(1), &[])];
        check(Rules::ConstantBuffer, types, &[0, 20, 32, 44], 48);
    }

    #[test]
    fn structured_buffers_are_tight() {
        let types = vec![(float(3), &[][..]), (float(1), &[]), (float(3), &[])];
        check(Rules::StructuredBuffer, types, &[0, 12, 16], 28);
        let types = vec![(float(3), &[2][..]), (matrix(3, 3, MatrixPacking::Row), &[])];
        check(Rules::StructuredBuffer, types, &[0, 24], 60);
        let double = MemberType::Scalar { kind: ScalarKind::Double };
        check(Rules::StructuredBuffer, vec![(float(1), &[][..]), (double, &[])], &[0, 8], 16);
    }

    #[test]
    fn sizes_beyond_all_bounds_do_not_overflow() {
        let huge =
            structure(vec![member("a", float(4), &[1 << 24]), member("b", float(4), &[1 << 24])]);
        let mut members =
            vec![member("x", huge.clone(), &[1 << 24]), member("y", huge, &[1 << 24, 1 << 7])];
        for rules in [Rules::ConstantBuffer, Rules::StructuredBuffer] {
            assert!(place(&mut members, &[], rules).size_bytes >= MAX_BYTES);
        }
    }

    #[test]
    fn a_number_in_a_matrix_register_is_found() {
        let mut members =
            vec![member("m", matrix(3, 3, MatrixPacking::Row), &[]), member("y", float(1), &[])];
        place(&mut members, &[], Rules::ConstantBuffer);
        assert_eq!(members_to_split(&members), [0]);
        members[0].array_counts = vec![2];
        place(&mut members, &[], Rules::ConstantBuffer);
        assert_eq!(members_to_split(&members), [0]);
        let bone = structure(vec![member("m", matrix(3, 4, MatrixPacking::Column), &[])]);
        members[0] = member("bones", bone, &[2]);
        place(&mut members, &[], Rules::ConstantBuffer);
        assert_eq!((members[1].offset_bytes, members_to_split(&members)), (124, vec![0]));
        let inside = vec![
            member("m", matrix(3, 3, MatrixPacking::Row), &[]),
            member("x", float(1), &[]),
            member("y", float(1), &[]),
        ];
        members[0] = member("s", structure(inside), &[]);
        place(&mut members, &[], Rules::ConstantBuffer);
        assert_eq!((members[1].offset_bytes, members_to_split(&members)), (52, vec![0]));
        members[0] = member("m", matrix(4, 4, MatrixPacking::Row), &[]);
        place(&mut members, &[], Rules::ConstantBuffer);
        assert!(members_to_split(&members).is_empty());
    }
}
