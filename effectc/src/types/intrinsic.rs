//! Which of HLSL's functions a call means, and the types of its parameters there.

mod table;

use super::common::common_shape;
use super::declarations::{Direction, Parameter};
use super::ty::{Kind, Number, Shape, Ty};

/// What becomes of the kind of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    /// It stays.
    Keep,
    /// It counts: truth values become `int`.
    Numeric,
    /// `float`.
    Float,
    /// `float` or `double`.
    Fraction,
    /// `double`.
    Double,
    /// `int` or `uint`.
    Whole,
    /// `uint`.
    Uint,
}

/// What stands in a parameter's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pattern {
    /// A number of any shape. All such parameters of a function get one shape and one kind.
    Each(Rule),
    /// The same, without matrices.
    Vector(Rule),
    /// One type.
    Exactly(Number),
    /// A place of the type of `Each`.
    OutSame,
    /// A place of one type.
    OutExactly(Number),
    /// Whatever it is.
    Anything,
    /// A matrix.
    AnyMatrix,
    /// A matrix with as many rows as columns.
    SquareMatrix,
    /// A side of `mul`.
    Factor,
    /// A place in memory that threads share.
    Atom,
    /// A value for it.
    AtomValue,
    /// A place for what was in it.
    AtomBefore,
}

/// What a function gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Result {
    /// The type of its `Each` or `Vector` parameters.
    Same,
    /// The same, of another kind.
    SameOf(Kind),
    /// One number of their kind.
    One,
    /// One type.
    Gives(Number),
    /// No value.
    Nothing,
    /// The matrix with rows and columns exchanged.
    Transposed,
    /// The product of two factors.
    Product,
}

/// A form of a function.
#[derive(Debug)]
struct Row {
    name: &'static str,
    params: &'static [Pattern],
    result: Result,
}

/// What is known of a call of one of HLSL's functions.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Intrinsic {
    /// There is no such function.
    None,
    /// There is, but it does not take so many arguments; these are the numbers it takes.
    Count(Vec<usize>),
    /// There is, but the types are not clear, or it does not take them.
    Unclear,
    /// With these parameters.
    Takes(Vec<Parameter>, Ty),
}

/// Functions that take any number of arguments.
const VARIADIC: [&str; 2] = ["errorf", "printf"];

/// The forms of a function.
fn rows(name: &str) -> &'static [Row] {
    let start = table::ROWS.partition_point(|it| it.name < name);
    let length = table::ROWS[start..].iter().take_while(|it| it.name == name).count();
    &table::ROWS[start..start + length]
}

/// Names of all functions.
pub(crate) fn names<'n>() -> impl Iterator<Item = &'n str> {
    table::ROWS.iter().map(|it| it.name)
}

/// Positions of the arguments that a call of one of HLSL's functions writes.
pub(crate) fn intrinsic_outputs(name: &str, count: usize) -> Vec<usize> {
    let is_output = |it: &Pattern| {
        matches!(
            it,
            Pattern::OutSame | Pattern::OutExactly(_) | Pattern::Atom | Pattern::AtomBefore
        )
    };
    if let Some(form) = rows(name).iter().find(|it| it.params.len() == count) {
        // `ProcessQuadTessFactorsAvg(raw, scale, out rounded, ..)` takes arrays and vectors of several sizes.
        let is_tessellation = name.starts_with("Process");
        let params = form.params.iter().enumerate();
        return params
            .filter(|(at, it)| is_tessellation && *at >= 2 || is_output(it))
            .map(|(at, _)| at)
            .collect();
    }
    Vec::new()
}

/// What a call of this name with arguments of these types means.
pub(crate) fn intrinsic<'t>(name: &str, args: impl ExactSizeIterator<Item = &'t Ty>) -> Intrinsic {
    if VARIADIC.contains(&name) {
        return Intrinsic::Unclear;
    }
    let forms = rows(name);
    if forms.is_empty() {
        return Intrinsic::None;
    }
    let Some(form) = forms.iter().find(|it| it.params.len() == args.len()) else {
        return Intrinsic::Count(forms.iter().map(|it| it.params.len()).collect());
    };
    let args: Vec<&Ty> = args.collect();
    if args.iter().zip(form.params).any(|(arg, it)| arg.is_unknown() && *it != Pattern::Anything) {
        // The result may be clear all the same.
        return match form.result {
            Result::Gives(number) => Intrinsic::Takes(
                args.iter().map(|_| in_param(Ty::Unknown)).collect(),
                Ty::Number(number),
            ),
            _ => Intrinsic::Unclear,
        };
    }
    resolve(form, &args).unwrap_or(Intrinsic::Unclear)
}

fn in_param(ty: Ty) -> Parameter {
    Parameter { ty, direction: Direction::In, default: None }
}

fn resolve(form: &Row, args: &[&Ty]) -> Option<Intrinsic> {
    if form.result == Result::Product {
        return product(args[0].number()?, args[1].number()?);
    }
    let joined = joined(form, args)?;
    let atom = args.first().and_then(|it| it.number());
    let params = form.params.iter().zip(args).map(|(pattern, arg)| {
        let with = |ty: Ty, direction| Some(Parameter { ty, direction, default: None });
        match pattern {
            Pattern::Each(_) | Pattern::Vector(_) => Some(in_param(joined?.into())),
            Pattern::Exactly(number) => Some(in_param((*number).into())),
            Pattern::OutSame => with(joined?.into(), Direction::Out),
            Pattern::OutExactly(number) => with((*number).into(), Direction::Out),
            Pattern::Anything | Pattern::AnyMatrix | Pattern::SquareMatrix => {
                Some(in_param((*arg).clone()))
            }
            Pattern::Factor => None,
            Pattern::Atom => with((*arg).clone(), Direction::InOut),
            Pattern::AtomValue => Some(in_param(atom?.into())),
            Pattern::AtomBefore => with(atom?.into(), Direction::Out),
        }
    });
    let params = params.collect::<Option<Vec<_>>>()?;
    // A value that does not fit is for the HLSL compiler to report.
    let fits = args.iter().zip(&params).all(|(arg, param)| {
        param.direction.writes() || super::common::fit(arg, &param.ty).is_some()
    });
    let gives = match form.result {
        Result::Same => joined?.into(),
        Result::SameOf(kind) => joined?.of_kind(kind).into(),
        Result::One => match (form.params, args[0].matrix()) {
            ([Pattern::SquareMatrix], Some((_, rows, columns))) if rows == columns => {
                Ty::scalar(Kind::Float)
            }
            ([Pattern::SquareMatrix], _) => return None,
            _ => Ty::scalar(joined?.kind),
        },
        Result::Gives(number) => number.into(),
        Result::Nothing => Ty::Void,
        Result::Transposed => {
            let (kind, rows, columns) = args[0].matrix()?;
            Number { kind, shape: Shape::Matrix(columns, rows) }.into()
        }
        Result::Product => return None,
    };
    fits.then_some(Intrinsic::Takes(params, gives))
}

/// The type that all `Each` and `Vector` parameters share; `Some(None)` when there are none.
fn joined(form: &Row, args: &[&Ty]) -> Option<Option<Number>> {
    let mut joined: Option<Number> = None;
    let mut rule = Rule::Keep;
    for (pattern, arg) in form.params.iter().zip(args) {
        let (Pattern::Each(of) | Pattern::Vector(of)) = pattern else { continue };
        let number = arg.number()?;
        if matches!((pattern, number.shape), (Pattern::Vector(_), Shape::Matrix(..))) {
            return None;
        }
        rule = *of;
        joined = Some(match joined {
            None => number,
            Some(other) => Number {
                kind: number.kind.max(other.kind),
                shape: common_shape(number.shape, other.shape)?,
            },
        });
    }
    Some(joined.map(|it| it.of_kind(ruled(rule, it.kind))))
}

fn ruled(rule: Rule, kind: Kind) -> Kind {
    match rule {
        Rule::Keep => kind,
        Rule::Numeric => kind.max(Kind::Int),
        Rule::Float => Kind::Float,
        Rule::Fraction => kind.max(Kind::Float),
        Rule::Double => Kind::Double,
        Rule::Whole => match kind {
            Kind::Uint => Kind::Uint,
            _ => Kind::Int,
        },
        Rule::Uint => Kind::Uint,
    }
}

/// `mul`: the inner sizes are cut to the smaller one, as fxc does with a warning.
fn product(left: Number, right: Number) -> Option<Intrinsic> {
    use Shape::{Matrix, Scalar, Vector};
    let kind = left.kind.max(right.kind).max(Kind::Int);
    let of = |shape| Number { kind, shape };
    let (left, right, gives) = match (left.shape, right.shape) {
        (Scalar, other) => (Scalar, other, other),
        (other, Scalar) => (other, Scalar, other),
        (Vector(a), Vector(b)) => (Vector(a.min(b)), Vector(a.min(b)), Scalar),
        (Vector(a), Matrix(rows, columns)) => {
            let inner = a.min(rows);
            (Shape::vector(inner), Matrix(inner, columns), Shape::vector(columns))
        }
        (Matrix(rows, columns), Vector(b)) => {
            let inner = columns.min(b);
            (Matrix(rows, inner), Shape::vector(inner), Shape::vector(rows))
        }
        (Matrix(rows, a), Matrix(b, columns)) => {
            let inner = a.min(b);
            (Matrix(rows, inner), Matrix(inner, columns), Matrix(rows, columns))
        }
    };
    let params = [left, right].map(|it| in_param(of(it).into())).to_vec();
    Some(Intrinsic::Takes(params, of(gives).into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads `float3`, `int`, `float4x4`.
    fn ty(text: &str) -> Ty {
        let digits = text.trim_start_matches(|it: char| it.is_ascii_alphabetic());
        let kind = match &text[..text.len() - digits.len()] {
            "bool" => Kind::Bool,
            "int" => Kind::Int,
            "uint" => Kind::Uint,
            "float" => Kind::Float,
            "double" => Kind::Double,
            other => panic!("{other}"),
        };
        let shape = match digits.as_bytes() {
            [] => Shape::Scalar,
            [count] => Shape::Vector(count - b'0'),
            [rows, _, columns] => Shape::Matrix(rows - b'0', columns - b'0'),
            _ => panic!("{digits}"),
        };
        Number { kind, shape }.into()
    }

    #[track_caller]
    fn check(name: &str, args: &[&str], expected: &str) {
        let args: Vec<Ty> = args.iter().map(|it| ty(it)).collect();
        let found = match intrinsic(name, args.iter()) {
            Intrinsic::Takes(params, gives) => {
                let params: Vec<String> = params.iter().map(|it| it.ty.to_string()).collect();
                format!("{} -> {gives}", params.join(" "))
            }
            other => format!("{other:?}"),
        };
        assert_eq!(found, expected, "{name}");
    }

    #[test]
    fn the_table_is_sorted() {
        assert!(table::ROWS.is_sorted_by_key(|it| it.name));
        assert!(table::ROWS.len() > 140);
    }

    #[test]
    fn arguments_share_a_type() {
        check("lerp", &["float4", "float3", "bool"], "float3 float3 float3 -> float3");
        check("pow", &["int", "float"], "float float -> float");
        check("clamp", &["int", "float", "int"], "float float float -> float");
        check("min", &["uint", "int"], "uint uint -> uint");
        check("abs", &["bool"], "int -> int");
        check("sqrt", &["int4"], "float4 -> float4");
        check("sign", &["float2"], "float2 -> int2");
        check("dot", &["int3", "int4"], "int3 int3 -> int");
        check("dot", &["float", "float"], "float float -> float");
        check("cross", &["float4", "float4"], "float3 float3 -> float3");
        check("saturate", &["float4x4"], "float4x4 -> float4x4");
        check("refract", &["float3", "float3", "float3"], "float3 float3 float -> float3");
        check("modf", &["float3", "int3"], "float3 float3 -> float3");
        check("all", &["bool4x4"], "bool4x4 -> bool");
        check("transpose", &["float3x4"], "float3x4 -> float4x3");
        check("determinant", &["float2x2"], "float2x2 -> float");
        check("InterlockedAdd", &["uint", "int", "int"], "uint uint uint -> void");
        check("lerp", &["float"], "Count([3])");
        check("tex2d", &["float"], "None");
        check("cross", &["float2", "float3"], "Unclear");
    }

    #[test]
    fn products_of_every_pair() {
        check("mul", &["float3", "float4x4"], "float3 float3x4 -> float4");
        check("mul", &["float4", "float3x3"], "float3 float3x3 -> float3");
        check("mul", &["float4x3", "float4"], "float4x3 float3 -> float4");
        check("mul", &["float4x4", "float3x3"], "float4x3 float3x3 -> float4x3");
        check("mul", &["float", "float3x3"], "float float3x3 -> float3x3");
        check("mul", &["float4", "float3"], "float3 float3 -> float");
        check("mul", &["int", "float2"], "float float2 -> float2");
    }
}
