//! Values into the bytes of constant buffers, in the type and packing that the reflection gives.

use effectc::effect::{MatrixPacking, MemberType, ScalarKind};
use nalgebra::Matrix4;

use super::plan::Driven;

/// A value that a variable gets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value<'a> {
    /// For column vectors, as Rust has it; HLSL's rows are its columns.
    Matrix(Matrix4<f32>),
    /// One a place of an array, and identity beyond them.
    Matrices(&'a [Matrix4<f32>]),
    /// As many as the variable takes.
    Numbers([f32; 4]),
    /// A whole number.
    Whole(i64),
}

/// Writes a value to where the variable is in the image of its constant buffer, for an instance of a draw.
pub(super) fn write(image: &mut [u8], driven: &Driven, instance: usize, value: Value<'_>) {
    let behind = driven.instances.map_or(0, |it| instance * it.stride_bytes as usize);
    let start = driven.offset_bytes as usize + behind;
    match value {
        Value::Matrix(matrix) => write_matrix(image, start, &driven.ty, &matrix),
        Value::Matrices(matrices) => {
            let identity = Matrix4::identity();
            for element in 0..driven.element_count as usize {
                let matrix = matrices.get(element).unwrap_or(&identity);
                let offset = start + element * driven.stride_bytes as usize;
                write_matrix(image, offset, &driven.ty, matrix);
            }
        }
        Value::Numbers(numbers) => {
            let (kind, count) = shape(&driven.ty);
            for (place, number) in numbers.iter().take(count).enumerate() {
                let offset = start + place * kind.size_bytes() as usize;
                write_number(image, offset, kind, f64::from(*number));
            }
        }
        Value::Whole(number) => {
            let (kind, _) = shape(&driven.ty);
            #[expect(clippy::cast_precision_loss, reason = "frames and layers, far below 2^53")]
            write_number(image, start, kind, number as f64);
        }
    }
}

fn shape(ty: &MemberType) -> (ScalarKind, usize) {
    match ty {
        MemberType::Scalar { kind } => (*kind, 1),
        MemberType::Vector { kind, columns } => (*kind, *columns as usize),
        MemberType::Matrix { kind, .. } => (*kind, 0),
        MemberType::Struct { .. } => (ScalarKind::Float, 0),
    }
}

fn write_matrix(image: &mut [u8], start: usize, ty: &MemberType, matrix: &Matrix4<f32>) {
    let MemberType::Matrix { kind, rows, columns, packing, stride_bytes } = ty else { return };
    let (rows, columns) = (*rows as usize, *columns as usize);
    // An affine matrix in three rows of four is meant for column vectors: `mul(M, v)`.
    let is_transposed = rows == 3 && columns == 4;
    for row in 0..rows.min(4) {
        for column in 0..columns.min(4) {
            let number = if is_transposed { matrix[(row, column)] } else { matrix[(column, row)] };
            let (line, place) = match packing {
                MatrixPacking::Row => (row, column),
                MatrixPacking::Column => (column, row),
            };
            let offset = start + line * *stride_bytes as usize + place * kind.size_bytes() as usize;
            write_number(image, offset, *kind, f64::from(number));
        }
    }
}

/// Writes a number in a kind; whole numbers drop the fraction and keep to their range.
#[expect(clippy::cast_possible_truncation, reason = "saturating is the purpose")]
#[expect(clippy::cast_sign_loss, reason = "saturating is the purpose")]
pub(super) fn write_number(image: &mut [u8], offset: usize, kind: ScalarKind, number: f64) {
    let put = |image: &mut [u8], bytes: &[u8]| {
        if let Some(place) = image.get_mut(offset..offset + bytes.len()) {
            place.copy_from_slice(bytes);
        }
    };
    match kind {
        ScalarKind::Bool => put(image, &u32::from(number != 0.0).to_le_bytes()),
        ScalarKind::Int => put(image, &(number as i32).to_le_bytes()),
        ScalarKind::Uint if number < 0.0 => put(image, &(number as i32).to_le_bytes()),
        ScalarKind::Uint => put(image, &(number as u32).to_le_bytes()),
        ScalarKind::Float => put(image, &(number as f32).to_le_bytes()),
        ScalarKind::Double => put(image, &number.to_le_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Meaning;

    fn floats(driven: &Driven, value: Value<'_>) -> Vec<f32> {
        let mut image = vec![0; 256];
        write(&mut image, driven, 0, value);
        bytemuck::pod_collect_to_vec(&image)
    }

    fn matrix_of(rows: u32, columns: u32, packing: MatrixPacking) -> Driven {
        let ty = MemberType::Matrix {
            kind: ScalarKind::Float,
            rows,
            columns,
            packing,
            stride_bytes: 16,
        };
        driven(ty)
    }

    fn driven(ty: MemberType) -> Driven {
        Driven {
            buffer: 0,
            offset_bytes: 16,
            ty,
            element_count: 2,
            stride_bytes: 64,
            instances: None,
            path: String::new(),
            meaning: Meaning::Time,
        }
    }

    /// Moves by (1, 2, 3).
    fn moved() -> Matrix4<f32> {
        Matrix4::new_translation(&nalgebra::Vector3::new(1.0, 2.0, 3.0))
    }

    #[test]
    fn matrices_are_rows_for_row_vectors_in_either_packing() {
        let row = floats(&matrix_of(4, 4, MatrixPacking::Row), Value::Matrix(moved()));
        assert_eq!(row[4 + 12..4 + 16], [1.0, 2.0, 3.0, 1.0]);
        let column = floats(&matrix_of(4, 4, MatrixPacking::Column), Value::Matrix(moved()));
        #[expect(clippy::float_cmp, reason = "copied, not computed")]
        {
            assert_eq!([column[4 + 3], column[4 + 7], column[4 + 11]], [1.0, 2.0, 3.0]);
        }
        // float4x3 by columns: three registers of four.
        let narrow = floats(&matrix_of(4, 3, MatrixPacking::Column), Value::Matrix(moved()));
        assert_eq!(narrow[4..8], [1.0, 0.0, 0.0, 1.0]);
        // float3x4 is the other way round.
        let flat = floats(&matrix_of(3, 4, MatrixPacking::Row), Value::Matrix(moved()));
        assert_eq!(flat[4..8], [1.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn arrays_of_matrices_end_in_identity() {
        let written = floats(&matrix_of(4, 4, MatrixPacking::Row), Value::Matrices(&[moved()]));
        assert_eq!(written[4 + 12..4 + 16], [1.0, 2.0, 3.0, 1.0]);
        assert_eq!(written[20..24], [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(written[32..36], [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn each_instance_has_its_place() {
        let mut tween = driven(MemberType::Scalar { kind: ScalarKind::Float });
        tween.instances =
            Some(crate::render::user_effect::plan::Instances { count: 3, stride_bytes: 80 });
        let mut image = vec![0; 256];
        write(&mut image, &tween, 2, Value::Numbers([7.0; 4]));
        let written: Vec<f32> = bytemuck::pod_collect_to_vec(&image);
        assert_eq!(written.iter().position(|it| *it > 0.0), Some((16 + 160) / 4));
    }

    #[test]
    fn numbers_are_as_many_as_the_variable_has_and_of_its_kind() {
        let kind = ScalarKind::Float;
        let two =
            floats(&driven(MemberType::Vector { kind, columns: 2 }), Value::Numbers([1.0; 4]));
        assert_eq!(two[4..8], [1.0, 1.0, 0.0, 0.0]);
        let mut image = vec![0; 32];
        let whole = driven(MemberType::Scalar { kind: ScalarKind::Int });
        write(&mut image, &whole, 0, Value::Whole(-1));
        assert_eq!(image[16..20], [255; 4]);
        // What is not there is not written.
        write_number(&mut image, 30, kind, 1.0);
        assert_eq!(image[28..32], [0; 4]);
    }
}
