//! What operators make of two types, and what converts to what.

use super::ty::{Kind, Number, Shape, Ty};

/// The shape that an operator works in: a scalar is spread, of two vectors the longer is cut, and so are matrices. None
/// where fxc has no operator.
pub(crate) fn common_shape(left: Shape, right: Shape) -> Option<Shape> {
    use Shape::{Matrix, Scalar, Vector};
    match (left, right) {
        (Scalar, other) | (other, Scalar) => Some(other),
        // A matrix of one number is spread like a scalar.
        (Matrix(1, 1), other) | (other, Matrix(1, 1)) => Some(other),
        (Vector(a), Vector(b)) => Some(Vector(a.min(b))),
        (Matrix(r, c), Matrix(s, d)) if (r <= s && c <= d) || (r >= s && c >= d) => {
            Some(Matrix(r.min(s), c.min(d)))
        }
        // A vector and a matrix of as many numbers are taken for the vector.
        (Vector(count), Matrix(r, c)) | (Matrix(r, c), Vector(count)) if r * c == count => {
            Some(Vector(count))
        }
        (Vector(count), Matrix(r, c)) | (Matrix(r, c), Vector(count)) if r == 1 || c == 1 => {
            Some(Shape::vector(count.min(r * c)))
        }
        _ => None,
    }
}

/// The type that an operator converts both sides to.
pub(crate) fn common_number(left: Number, right: Number) -> Option<Number> {
    let shape = common_shape(left.shape, right.shape)?;
    Some(Number { kind: left.kind.max(right.kind), shape })
}

/// The kind that arithmetic is done in: truth values count as `int`.
pub(crate) fn arithmetic(number: Number) -> Number {
    number.of_kind(number.kind.max(Kind::Int))
}

/// How well a value fits a place of another type; a smaller one fits better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Fit {
    /// Numbers that are lost, or that a scalar is spread to.
    shape: Reshaping,
    /// How the kind of the numbers changes.
    kind: Recounting,
}

/// How the shape changes; better ones first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Reshaping {
    Same,
    /// A vector for a matrix of as many numbers, or the other way round.
    Regrouped,
    /// A scalar for more.
    Spread,
    /// So many numbers are lost.
    Cut(u8),
}

/// How the kind of the numbers changes; better ones first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Recounting {
    Same,
    /// To a kind that holds more of the same sort: `float` to `double`, `int` to `uint`.
    Promoted,
    /// Whole numbers or truth values to fractions.
    Widened,
    /// Anything else.
    Converted,
}

impl Fit {
    /// The type is the same.
    pub(crate) const EXACT: Self = Self { shape: Reshaping::Same, kind: Recounting::Same };
}

/// How a value of type `from` fits where `to` is expected, as fxc converts by itself; none where it does not.
pub(crate) fn fit(from: &Ty, to: &Ty) -> Option<Fit> {
    match (from, to) {
        (Ty::Number(from), Ty::Number(to)) => Some(Fit {
            shape: reshaping(from.shape, to.shape)?,
            kind: recounting(from.kind, to.kind),
        }),
        // What is not known may be anything.
        (Ty::Unknown, _) | (_, Ty::Unknown) => Some(Fit::EXACT),
        (Ty::Array(a, m), Ty::Array(b, n)) => {
            let sizes_fit = m.is_none() || n.is_none() || m == n;
            fit(a, b).filter(|it| sizes_fit && *it == Fit::EXACT)
        }
        // `Texture2D<float4>` is what `Texture2D` means, and old samplers have many names.
        (Ty::Object(..), Ty::Object(..)) => Some(Fit::EXACT),
        // Which classes a struct can stand for is the caller's matter.
        (Ty::Struct(a), Ty::Struct(b)) => {
            let kind = if a == b { Recounting::Same } else { Recounting::Converted };
            Some(Fit { shape: Reshaping::Same, kind })
        }
        _ => None,
    }
}

fn reshaping(from: Shape, to: Shape) -> Option<Reshaping> {
    use Shape::{Matrix, Scalar, Vector};
    let lost = || Reshaping::Cut(from.count().saturating_sub(to.count()));
    match (from, to) {
        _ if from == to => Some(Reshaping::Same),
        (Scalar | Matrix(1, 1), _) => Some(Reshaping::Spread),
        (_, Scalar) => Some(lost()),
        (Vector(a), Vector(b)) => (a > b).then(lost),
        (Matrix(r, c), Matrix(s, d)) => (r >= s && c >= d).then(lost),
        (Vector(count), Matrix(r, c)) | (Matrix(r, c), Vector(count)) if r * c == count => {
            Some(Reshaping::Regrouped)
        }
        (Matrix(1, count) | Matrix(count, 1), Vector(b)) => (count > b).then(lost),
        (Vector(a), Matrix(1, count) | Matrix(count, 1)) => (a > count).then(lost),
        _ => None,
    }
}

fn recounting(from: Kind, to: Kind) -> Recounting {
    match (from, to) {
        _ if from == to => Recounting::Same,
        (Kind::Float, Kind::Double) | (Kind::Int, Kind::Uint) | (Kind::Uint, Kind::Int) => {
            Recounting::Promoted
        }
        (Kind::Bool, Kind::Int | Kind::Uint) => Recounting::Promoted,
        (Kind::Bool | Kind::Int | Kind::Uint, Kind::Float | Kind::Double) => Recounting::Widened,
        _ => Recounting::Converted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(kind: Kind, shape: Shape) -> Number {
        Number { kind, shape }
    }

    #[test]
    fn operators_cut_the_longer_side() {
        use Shape::{Matrix, Scalar, Vector};
        let check = |left, right, expected| {
            assert_eq!(common_shape(left, right), expected, "{left:?} {right:?}");
            assert_eq!(common_shape(right, left), expected, "{right:?} {left:?}");
        };
        check(Scalar, Vector(3), Some(Vector(3)));
        check(Scalar, Matrix(3, 3), Some(Matrix(3, 3)));
        check(Vector(4), Vector(3), Some(Vector(3)));
        check(Matrix(4, 4), Matrix(3, 3), Some(Matrix(3, 3)));
        check(Matrix(4, 3), Matrix(3, 4), None);
        check(Matrix(2, 2), Vector(4), Some(Vector(4)));
        check(Matrix(3, 3), Vector(3), None);
        check(Matrix(1, 1), Vector(3), Some(Vector(3)));
        check(Matrix(1, 1), Matrix(2, 2), Some(Matrix(2, 2)));
        check(Matrix(1, 3), Vector(3), Some(Vector(3)));
        let mixed = common_number(number(Kind::Uint, Scalar), number(Kind::Float, Vector(2)));
        assert_eq!(mixed, Some(number(Kind::Float, Vector(2))));
    }

    #[test]
    fn better_fits_come_first() {
        use Shape::{Scalar, Vector};
        let fits = |from: Number, to: Number| fit(&from.into(), &to.into());
        let float3 = number(Kind::Float, Vector(3));
        let order = [
            fits(float3, float3),
            fits(float3, number(Kind::Double, Vector(3))),
            fits(number(Kind::Int, Vector(3)), float3),
            fits(float3, number(Kind::Int, Vector(3))),
            fits(number(Kind::Float, Scalar), float3),
            fits(float3, number(Kind::Float, Vector(2))),
            fits(float3, number(Kind::Float, Scalar)),
        ];
        assert!(order.is_sorted() && order.iter().all(Option::is_some), "{order:?}");
        assert_eq!(fits(number(Kind::Float, Vector(2)), float3), None);
    }
}
