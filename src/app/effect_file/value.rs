//! [`Value`]: what a widget holds, read from and written to the bytes of a constant buffer.

use effectc::effect::{MatrixPacking, MemberType, ScalarKind};

/// The numbers of a variable: one, those of a vector, or those of a matrix row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Value(pub Vec<f64>);

/// Where each number of a type lies, from its start.
fn places(ty: &MemberType) -> (ScalarKind, Vec<usize>) {
    match ty {
        MemberType::Scalar { kind } => (*kind, vec![0]),
        MemberType::Vector { kind, columns } => {
            let size = kind.size_bytes() as usize;
            (*kind, (0..*columns as usize).map(|it| it * size).collect())
        }
        MemberType::Matrix { kind, rows, columns, packing, stride_bytes } => {
            let (size, stride) = (kind.size_bytes() as usize, *stride_bytes as usize);
            let place = |row: usize, column: usize| match packing {
                MatrixPacking::Row => row * stride + column * size,
                MatrixPacking::Column => column * stride + row * size,
            };
            let (rows, columns) = (*rows as usize, *columns as usize);
            let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            (*kind, all.map(|(row, column)| place(row, column)).collect())
        }
        MemberType::Struct { .. } => (ScalarKind::Float, Vec::new()),
    }
}

/// The kind of the numbers of a type.
pub(super) fn kind_of(ty: &MemberType) -> ScalarKind {
    places(ty).0
}

impl Value {
    /// Reads the value of a variable out of its constant buffer; what lies beyond its end is 0.
    #[must_use]
    pub fn read(image: &[u8], offset_bytes: u32, ty: &MemberType) -> Self {
        let (kind, places) = places(ty);
        let number = |place: usize| {
            let start = offset_bytes as usize + place;
            let word = || {
                let bytes = image.get(start..start + 4)?.try_into().ok()?;
                Some(u32::from_le_bytes(bytes))
            };
            match kind {
                ScalarKind::Bool => word().map(|it| f64::from(u8::from(it != 0))),
                ScalarKind::Int => word().map(|it| f64::from(it.cast_signed())),
                ScalarKind::Uint => word().map(f64::from),
                ScalarKind::Float => word().map(|it| f64::from(f32::from_bits(it))),
                ScalarKind::Double => image
                    .get(start..start + 8)
                    .and_then(|it| it.try_into().ok())
                    .map(f64::from_le_bytes),
            }
        };
        Self(places.into_iter().map(|place| number(place).unwrap_or(0.0)).collect())
    }

    /// Writes the value of a variable into its constant buffer. Whole numbers keep to their range.
    #[expect(clippy::cast_possible_truncation, reason = "saturating is the purpose")]
    #[expect(clippy::cast_sign_loss, reason = "saturating is the purpose")]
    pub fn write(&self, image: &mut [u8], offset_bytes: u32, ty: &MemberType) {
        let (kind, places) = places(ty);
        for (number, place) in self.0.iter().zip(places) {
            let start = offset_bytes as usize + place;
            let word = match kind {
                ScalarKind::Bool => u32::from(*number != 0.0),
                ScalarKind::Int => (*number as i32).cast_unsigned(),
                ScalarKind::Uint => *number as u32,
                ScalarKind::Float => (*number as f32).to_bits(),
                ScalarKind::Double => {
                    if let Some(bytes) = image.get_mut(start..start + 8) {
                        bytes.copy_from_slice(&number.to_le_bytes());
                    }
                    continue;
                }
            };
            if let Some(bytes) = image.get_mut(start..start + 4) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(ty: &MemberType, numbers: &[f64]) -> Vec<u8> {
        let mut image = vec![0; 80];
        let value = Value(numbers.to_vec());
        value.write(&mut image, 8, ty);
        assert_eq!(Value::read(&image, 8, ty), value);
        image
    }

    #[test]
    fn values_come_back_from_every_kind() {
        check(&MemberType::Scalar { kind: ScalarKind::Bool }, &[1.0]);
        check(&MemberType::Scalar { kind: ScalarKind::Int }, &[-5.0]);
        check(&MemberType::Scalar { kind: ScalarKind::Uint }, &[4_294_967_295.0]);
        check(&MemberType::Scalar { kind: ScalarKind::Double }, &[0.1]);
        check(&MemberType::Vector { kind: ScalarKind::Float, columns: 3 }, &[1.0, 2.0, 0.5]);
        let matrix = |packing| MemberType::Matrix {
            kind: ScalarKind::Float,
            rows: 2,
            columns: 3,
            packing,
            stride_bytes: 16,
        };
        let numbers = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let row = check(&matrix(MatrixPacking::Row), &numbers);
        assert_eq!(row[8 + 16..8 + 20], 4.0_f32.to_le_bytes());
        let column = check(&matrix(MatrixPacking::Column), &numbers);
        assert_eq!(column[8 + 16..8 + 20], 2.0_f32.to_le_bytes());
    }

    #[test]
    fn what_lies_beyond_the_buffer_is_left_alone() {
        let ty = MemberType::Vector { kind: ScalarKind::Float, columns: 4 };
        let mut image = vec![0; 8];
        Value(vec![1.0; 4]).write(&mut image, 0, &ty);
        assert_eq!(Value::read(&image, 0, &ty).0, [1.0, 1.0, 0.0, 0.0]);
    }
}
