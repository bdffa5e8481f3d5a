//! [`Step`]s: the transforms of a node as the file stacks them.
//!
//! A node's matrix is the product of its steps from the first to the last, applied to column vectors (COLLADA 1.4.1,
//! `<node>`). Angles are degrees in the file and here.

use nalgebra::{Matrix4, Rotation3, Unit, Vector3, Vector4};

use super::document::{Element, at, floats};
use crate::asset::import::{Result, fault};

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepKind {
    /// 16 numbers, row by row.
    Matrix,
    /// x, y, z.
    Translate,
    /// The axis, then the angle.
    Rotate,
    /// x, y, z.
    Scale,
    /// The angle, the axis that decides how far, the axis along which points go.
    Skew,
    /// The eye, the point looked at, the way up.
    LookAt,
}

/// One transform element of a node.
#[derive(Clone, Debug)]
pub(super) struct Step<'d> {
    pub(super) element: Element<'d>,
    pub(super) kind: StepKind,
    /// As many as the kind has.
    pub(super) values: Vec<f64>,
}

impl StepKind {
    /// The kind of an element, and how many numbers it has; `None` for what is no transform.
    pub(super) fn of(tag: &str) -> Option<(Self, usize)> {
        Some(match tag {
            "matrix" => (Self::Matrix, 16),
            "translate" => (Self::Translate, 3),
            "rotate" => (Self::Rotate, 4),
            "scale" => (Self::Scale, 3),
            "skew" => (Self::Skew, 7),
            "lookat" => (Self::LookAt, 9),
            _ => return None,
        })
    }

    /// Place of a member in the values: `X`, `ANGLE`.
    pub(super) fn member(self, name: &str) -> Option<usize> {
        let names: &[&str] = match self {
            Self::Translate | Self::Scale => &["X", "Y", "Z"],
            Self::Rotate => &["X", "Y", "Z", "ANGLE"],
            Self::Skew => &["ANGLE"],
            Self::Matrix | Self::LookAt => &[],
        };
        names.iter().position(|it| it.eq_ignore_ascii_case(name))
    }

    /// The matrix of values, of which there are as many as the kind has.
    pub(super) fn matrix(self, values: &[f64]) -> Matrix4<f64> {
        let vector =
            |first: usize| Vector3::new(values[first], values[first + 1], values[first + 2]);
        match self {
            Self::Matrix => Matrix4::from_row_slice(values),
            Self::Translate => Matrix4::new_translation(&vector(0)),
            Self::Scale => Matrix4::new_nonuniform_scaling(&vector(0)),
            Self::Rotate => match Unit::try_new(vector(0), 1e-12) {
                Some(axis) => {
                    Rotation3::from_axis_angle(&axis, values[3].to_radians()).to_homogeneous()
                }
                None => Matrix4::identity(),
            },
            Self::Skew => skew(values[0], &vector(1), &vector(4)),
            Self::LookAt => look_at(&vector(0), &vector(3), &vector(6)),
        }
    }
}

/// Points go along `along` by tan(angle) times how far they are along `by`.
fn skew(angle_deg: f64, by: &Vector3<f64>, along: &Vector3<f64>) -> Matrix4<f64> {
    let mut matrix = Matrix4::identity();
    let unit = |it: &Vector3<f64>| it.try_normalize(1e-12);
    if let (Some(by), Some(along)) = (unit(by), unit(along)) {
        let linear = along * by.transpose() * angle_deg.to_radians().tan();
        let mut view = matrix.fixed_view_mut::<3, 3>(0, 0);
        view += linear;
    }
    matrix
}

/// A node at the eye, whose -Z goes to the point looked at.
fn look_at(eye: &Vector3<f64>, target: &Vector3<f64>, up: &Vector3<f64>) -> Matrix4<f64> {
    let back = (eye - target).try_normalize(1e-12).unwrap_or_else(Vector3::z);
    let right = up.cross(&back).try_normalize(1e-12).unwrap_or_else(|| {
        // Looking straight up or down: any way is right.
        let helper = if back.x.abs() < 0.9 { Vector3::x() } else { Vector3::y() };
        helper.cross(&back).normalize()
    });
    let top = back.cross(&right);
    let point = |it: &Vector3<f64>, w: f64| Vector4::new(it.x, it.y, it.z, w);
    Matrix4::from_columns(&[
        point(&right, 0.0),
        point(&top, 0.0),
        point(&back, 0.0),
        point(eye, 1.0),
    ])
}

impl<'d> Step<'d> {
    /// The steps of a node, in their order.
    ///
    /// # Errors
    /// A step has not as many finite numbers as its kind.
    pub(super) fn read_all(node: Element<'d>) -> Result<Vec<Self>> {
        let mut steps = Vec::new();
        for element in node.children().filter(roxmltree::Node::is_element) {
            let Some((kind, count)) = StepKind::of(element.tag_name().name()) else { continue };
            let values = floats(element)?;
            if values.len() != count {
                let problem = format!("has {} numbers; expected {count}", values.len());
                return Err(fault(at(element), problem));
            }
            steps.push(Self { element, kind, values });
        }
        Ok(steps)
    }

    /// Its matrix where nothing moves it.
    pub(super) fn rest(&self) -> Matrix4<f64> {
        self.kind.matrix(&self.values)
    }

    /// Whether a rotation after it shears: it scales, and not equally.
    pub(super) fn stretches(&self, is_animated: bool) -> bool {
        match self.kind {
            StepKind::Scale => {
                is_animated || self.values.iter().any(|it| (it - self.values[0]).abs() > 1e-6)
            }
            StepKind::Skew => true,
            StepKind::Matrix => is_animated || !is_rigid(&self.rest()),
            StepKind::Translate | StepKind::Rotate | StepKind::LookAt => false,
        }
    }

    /// Whether it turns what stands after it.
    pub(super) fn turns(&self, is_animated: bool) -> bool {
        match self.kind {
            StepKind::Rotate => is_animated || self.values[3] != 0.0,
            StepKind::Matrix | StepKind::Skew | StepKind::LookAt => true,
            StepKind::Translate | StepKind::Scale => false,
        }
    }
}

/// Whether the axes are as long as each other and at right angles.
fn is_rigid(matrix: &Matrix4<f64>) -> bool {
    let linear = matrix.fixed_view::<3, 3>(0, 0).into_owned();
    let square = linear.transpose() * linear;
    let size = square[(0, 0)].max(1e-30);
    (square / size - nalgebra::Matrix3::identity()).norm() < 1e-5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: StepKind, values: &[f64], point: [f64; 3], expected: [f64; 3]) {
        let point = Vector3::from(point).push(1.0);
        let found = (kind.matrix(values) * point).xyz();
        assert!((found - Vector3::from(expected)).norm() < 1e-9, "{found}");
    }

    #[test]
    fn steps_move_points_as_the_specification_says() {
        check(StepKind::Translate, &[1., 2., 3.], [1., 0., 0.], [2., 2., 3.]);
        check(StepKind::Rotate, &[0., 0., 2., 90.], [1., 0., 0.], [0., 1., 0.]);
        check(StepKind::Rotate, &[0., 0., 0., 90.], [1., 0., 0.], [1., 0., 0.]);
        check(StepKind::Scale, &[2., 3., 4.], [1., 1., 1.], [2., 3., 4.]);
        // 45 degrees: as far along X as the point is along Y.
        check(StepKind::Skew, &[45., 0., 1., 0., 1., 0., 0.], [0., 2., 5.], [2., 2., 5.]);
        // From (0, 0, 5) to the origin: -Z of the node goes to the origin.
        let look = [0., 0., 5., 0., 0., 0., 0., 1., 0.];
        check(StepKind::LookAt, &look, [0., 1., -5.], [0., 1., 0.]);
        let down = [0., 5., 0., 0., 0., 0., 0., 1., 0.];
        check(StepKind::LookAt, &down, [0., 0., -5.], [0., 0., 0.]);
        let rows = [1., 0., 0., 7., 0., 1., 0., 8., 0., 0., 1., 9., 0., 0., 0., 1.];
        check(StepKind::Matrix, &rows, [0., 0., 0.], [7., 8., 9.]);
    }
}
