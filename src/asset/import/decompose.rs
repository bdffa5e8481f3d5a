//! [`decompose`]: matrices to translation, rotation and scale.

use nalgebra::{Matrix3, Matrix4, Quaternion, Rotation3, UnitQuaternion, Vector3};

use crate::asset::Transform;

/// Splits a matrix into translation, rotation and scale. A mirror goes into the sign of the x scale.
/// What does not fit is named in the second value.
pub(in crate::asset) fn decompose(matrix: &Matrix4<f64>) -> (Transform, Option<&'static str>) {
    let mut loss = None;
    let bottom = matrix.row(3);
    if bottom.iter().zip([0.0, 0.0, 0.0, 1.0]).any(|(found, wanted)| (found - wanted).abs() > 1e-6)
    {
        loss = Some("the matrix has a bottom row other than 0 0 0 1, which is ignored");
    }
    // In f64, so that a rotation and a scale multiply back to the same f32 matrix.
    let linear: Matrix3<f64> = matrix.fixed_view::<3, 3>(0, 0).into_owned();
    let mut scale = Vector3::from_fn(|axis, _| linear.column(axis).norm());
    if linear.determinant() < 0.0 {
        scale.x = -scale.x;
    }
    let mut axes = Matrix3::zeros();
    for axis in 0..3 {
        if scale[axis] != 0.0 {
            axes.set_column(axis, &(linear.column(axis) / scale[axis]));
        }
    }
    complete_axes(&mut axes);
    let cosines = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| axes.column(a).dot(&axes.column(b)));
    let rotation = if cosines.iter().all(|it| it.abs() < 1e-6) {
        Rotation3::from_matrix_unchecked(axes)
    } else {
        if cosines.iter().any(|it| it.abs() > 1e-3) {
            loss = Some("the matrix is sheared; the shear is ignored");
        }
        orthogonal(&axes)
    };
    let rotation = UnitQuaternion::from_rotation_matrix(&rotation);
    #[expect(clippy::cast_possible_truncation, reason = "back to the precision of the file")]
    let narrow = |it: f64| it as f32;
    let transform = Transform {
        translation: matrix.fixed_view::<3, 1>(0, 3).map(narrow),
        rotation: Quaternion::from_vector(rotation.coords.map(narrow)),
        scale: scale.map(narrow),
    };
    (transform, loss)
}

/// Fills axes of zero length, so that a flat matrix still has a rotation.
fn complete_axes(axes: &mut Matrix3<f64>) {
    let missing: Vec<usize> = (0..3).filter(|it| axes.column(*it).norm() == 0.0).collect();
    match missing[..] {
        [] => {}
        [axis] => {
            let normal = axes.column((axis + 1) % 3).cross(&axes.column((axis + 2) % 3));
            let normal = normal.try_normalize(1e-12).unwrap_or_else(Vector3::x);
            axes.set_column(axis, &normal);
        }
        [first, second] => {
            let kept = axes.column(3 - first - second).into_owned();
            let helper = if kept.x.abs() < 0.9 { Vector3::x() } else { Vector3::y() };
            let next = (3 - first - second + 1) % 3;
            let side = kept.cross(&helper).normalize();
            axes.set_column(next, &side);
            axes.set_column((next + 1) % 3, &kept.cross(&side));
        }
        _ => axes.fill_with_identity(),
    }
}

/// The rotation that keeps the first axis and the plane of the first two.
fn orthogonal(axes: &Matrix3<f64>) -> Rotation3<f64> {
    let x = axes.column(0).into_owned();
    let y = axes.column(1) - x * x.dot(&axes.column(1));
    let y = y.try_normalize(1e-12).unwrap_or_else(|| {
        let helper = if x.x.abs() < 0.9 { Vector3::x() } else { Vector3::y() };
        x.cross(&helper).normalize()
    });
    Rotation3::from_matrix_unchecked(Matrix3::from_columns(&[x, y, x.cross(&y)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_decompose(matrix: Matrix4<f32>, expected_loss: bool) {
        let (transform, loss) = decompose(&matrix.map(f64::from));
        assert_eq!(loss.is_some(), expected_loss, "{loss:?}");
        let error = (transform.to_matrix() - matrix).norm();
        assert!(expected_loss || error < 1e-6 * matrix.norm().max(1.0), "{error} {transform:?}");
    }

    #[test]
    fn matrices_are_taken_apart_and_multiply_back() {
        let rotated = Transform {
            translation: Vector3::new(1.0, -2.0, 3.0),
            rotation: Quaternion::new(0.5, -0.5, 0.1, 0.7),
            scale: Vector3::new(2.0, 0.25, 30.0),
        };
        check_decompose(rotated.to_matrix(), false);
        for mirrored in [(-1.0, 1.0, 1.0), (1.0, -2.0, 1.0), (-1.0, -1.0, -1.0), (0.5, 2.0, -3.0)] {
            let (x, y, z) = mirrored;
            let transform = Transform { scale: Vector3::new(x, y, z), ..rotated };
            check_decompose(transform.to_matrix(), false);
        }
        for flat in [(1.0, 1.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0), (0.0, 2.0, 3.0)] {
            let (x, y, z) = flat;
            let transform = Transform { scale: Vector3::new(x, y, z), ..rotated };
            check_decompose(transform.to_matrix(), false);
        }
        let mut sheared = rotated.to_matrix();
        sheared[(0, 1)] += 1.0;
        check_decompose(sheared, true);
        let mut projective = rotated.to_matrix();
        projective[(3, 0)] = 0.5;
        check_decompose(projective, true);
    }
}
