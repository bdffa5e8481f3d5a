//! The type of an expression whose parts have theirs, and the function that a call means.

use super::common::{Fit, arithmetic, common_number, common_shape, fit};
use super::declarations::{Parameter, Signature};
use super::intrinsic::{Intrinsic, intrinsic};
use super::object;
use super::scope::Scope;
use super::ty::{Kind, Number, Shape, Ty};
use crate::ast::{BinaryOp, Expr, ExprKind, FloatSuffix, Ident, Literal, ObjectKind, UnaryOp};
use crate::check::nearest::nearest;
use crate::diagnostic::Diagnostic;

/// What a call or method call means.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Callee {
    /// A function or method of the effect.
    User(Signature),
    /// One of HLSL's functions or methods: what it takes, as far as that is known, and what it gives.
    Intrinsic(Vec<Parameter>, Ty),
    /// The types are not clear.
    Unclear,
    /// There is none: what the user is told.
    Fault(Box<Diagnostic>),
}

impl Callee {
    /// What the call gives.
    pub(crate) fn gives(&self) -> Ty {
        match self {
            Self::User(signature) => signature.returns.clone(),
            Self::Intrinsic(_, gives) => gives.clone(),
            Self::Unclear | Self::Fault(_) => Ty::Unknown,
        }
    }

    /// The types of its parameters, as far as they are known.
    pub(crate) fn params(&self) -> &[Parameter] {
        match self {
            Self::User(signature) => &signature.params,
            Self::Intrinsic(params, _) => params,
            Self::Unclear | Self::Fault(_) => &[],
        }
    }
}

/// The type of an expression. Calls are typed by their [`Callee`].
pub(super) fn type_of(expr: &Expr, scope: &Scope) -> Ty {
    match &expr.kind {
        ExprKind::Literal(literal) => literal_type(literal),
        ExprKind::Name(name) => scope.variable(name).unwrap_or_default(),
        ExprKind::Unary(op, operand) => unary(*op, &operand.ty),
        ExprKind::Binary(op, left, right) => binary(*op, &left.ty, &right.ty),
        ExprKind::Assign(_, target, _) => target.ty.clone(),
        ExprKind::Conditional(condition, then, otherwise) => {
            conditional(&condition.ty, &then.ty, &otherwise.ty)
        }
        ExprKind::Comma(_, last) => last.ty.clone(),
        ExprKind::Cast(ty, dims, _) => scope.declarations().arrayed(ty, dims, None),
        ExprKind::Construct(ty, _) => scope.declarations().ty(ty),
        ExprKind::Member(object, member) => self::member(&object.ty, &member.name, scope),
        ExprKind::Index(array, _) => element(&array.ty),
        ExprKind::Call(..)
        | ExprKind::Method(..)
        | ExprKind::Null
        | ExprKind::Braces(_)
        | ExprKind::Compile { .. }
        | ExprKind::AngleName(_)
        | ExprKind::Asm => Ty::Unknown,
    }
}

fn literal_type(literal: &Literal) -> Ty {
    match literal {
        Literal::Int { unsigned: false, .. } => Ty::scalar(Kind::Int),
        Literal::Int { unsigned: true, .. } => Ty::scalar(Kind::Uint),
        Literal::Float { suffix: FloatSuffix::L, .. } => Ty::scalar(Kind::Double),
        Literal::Float { .. } => Ty::scalar(Kind::Float),
        Literal::Bool(_) => Ty::scalar(Kind::Bool),
        Literal::String(_) => Ty::Unknown,
    }
}

fn unary(op: UnaryOp, operand: &Ty) -> Ty {
    let Some(number) = operand.number() else { return Ty::Unknown };
    match op {
        UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot => arithmetic(number).into(),
        UnaryOp::Not => number.of_kind(Kind::Bool).into(),
        UnaryOp::PreIncrement
        | UnaryOp::PreDecrement
        | UnaryOp::PostIncrement
        | UnaryOp::PostDecrement => operand.clone(),
    }
}

fn binary(op: BinaryOp, left: &Ty, right: &Ty) -> Ty {
    let joined = left.number().zip(right.number()).and_then(|(a, b)| common_number(a, b));
    let Some(joined) = joined else { return Ty::Unknown };
    match op {
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem | BinaryOp::Add | BinaryOp::Sub => {
            arithmetic(joined).into()
        }
        BinaryOp::Less
        | BinaryOp::Greater
        | BinaryOp::LessEqual
        | BinaryOp::GreaterEqual
        | BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::And
        | BinaryOp::Or => joined.of_kind(Kind::Bool).into(),
        BinaryOp::BitAnd | BinaryOp::BitXor | BinaryOp::BitOr => joined.into(),
        // The count does not change the kind.
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
            let kind = left.number().map_or(Kind::Int, |it| it.kind.max(Kind::Int));
            joined.of_kind(kind).into()
        }
    }
}

fn conditional(condition: &Ty, then: &Ty, otherwise: &Ty) -> Ty {
    match (then.number(), otherwise.number()) {
        (Some(a), Some(b)) => {
            let Some(joined) = common_number(a, b) else { return Ty::Unknown };
            let chooses = condition.number().map_or(Shape::Scalar, |it| it.shape);
            match common_shape(joined.shape, chooses) {
                Some(shape) => Number { shape, ..joined }.into(),
                None => Ty::Unknown,
            }
        }
        _ if then == otherwise => then.clone(),
        _ => Ty::Unknown,
    }
}

/// The components that a swizzle names: `xyz`, `rg`; none for other words.
pub(super) fn components(name: &str) -> Option<Vec<u8>> {
    if !(1..=4).contains(&name.len()) {
        return None;
    }
    let of = |set: &str| -> Option<Vec<u8>> {
        name.chars().map(|it| set.find(it).and_then(|at| u8::try_from(at).ok())).collect()
    };
    of("xyzw").or_else(|| of("rgba"))
}

/// The elements, row and column from 0, that a swizzle of a matrix names: `_m00`, `_41_42_43`.
pub(crate) fn matrix_components(name: &str) -> Option<Vec<(u8, u8)>> {
    let parts = name.strip_prefix('_')?.split('_').map(|part| {
        let (digits, low) = match part.strip_prefix('m') {
            Some(digits) => (digits, b'0'),
            None => (part, b'1'),
        };
        match digits.as_bytes() {
            [row, column] if [row, column].iter().all(|it| (low..low + 4).contains(it)) => {
                Some((row - low, column - low))
            }
            _ => None,
        }
    });
    let parts: Vec<(u8, u8)> = parts.collect::<Option<_>>()?;
    (parts.len() <= 4).then_some(parts)
}

fn member(object: &Ty, name: &str, scope: &Scope) -> Ty {
    let count = |it: usize| u8::try_from(it).unwrap_or(u8::MAX);
    match object {
        Ty::Struct(structure) => {
            scope.declarations().field(structure, name).cloned().unwrap_or_default()
        }
        Ty::Number(Number { kind, shape: Shape::Matrix(rows, columns) }) => {
            match matrix_components(name) {
                Some(parts) if parts.iter().all(|(r, c)| r < rows && c < columns) => {
                    Ty::vector(*kind, count(parts.len()))
                }
                _ => Ty::Unknown,
            }
        }
        Ty::Number(number) => match components(name) {
            Some(parts) if parts.iter().all(|it| *it < number.shape.count()) => {
                Ty::vector(number.kind, count(parts.len()))
            }
            _ => Ty::Unknown,
        },
        Ty::Object(kind, element) => object::member(*kind, element, name),
        Ty::Unknown | Ty::Void | Ty::Array(..) => Ty::Unknown,
    }
}

/// The type of `array[..]`.
fn element(array: &Ty) -> Ty {
    match array {
        Ty::Array(element, _) => Ty::clone(element),
        Ty::Number(Number { kind, shape: Shape::Matrix(_, columns) }) => {
            Ty::vector(*kind, *columns)
        }
        Ty::Number(number) => Ty::scalar(number.kind),
        Ty::Object(kind, element) => object::indexed(*kind, element).0,
        Ty::Unknown | Ty::Void | Ty::Struct(_) => Ty::Unknown,
    }
}

/// The type that an index of something has.
pub(crate) fn index_type(array: &Ty) -> Ty {
    match array {
        Ty::Object(kind, element) => object::indexed(*kind, element).1,
        Ty::Array(..) | Ty::Number(_) => Ty::scalar(Kind::Int),
        Ty::Unknown | Ty::Void | Ty::Struct(_) => Ty::Unknown,
    }
}

/// What is wrong with a name or member that has no type; none where it may be right.
pub(super) fn fault(
    expr: &Expr,
    scope: &Scope,
    is_known: &dyn Fn(&str) -> bool,
) -> Option<Diagnostic> {
    match &expr.kind {
        ExprKind::Name(name) if scope.variable(name).is_none() && scope.has_function(name) => {
            let message = format!("`{name}` is a function, and has no value without a call");
            Some(Diagnostic::error(expr.span, message))
        }
        ExprKind::Name(name) if scope.variable(name).is_none() && !is_known(name) => {
            let fault = Diagnostic::error(expr.span, format!("there is no variable `{name}` here"));
            Some(suggest(fault, name, scope.variable_names()))
        }
        ExprKind::Member(object, member) => {
            let name = &member.name;
            let message = format!("`{}` has no member `{name}`", object.ty);
            match &object.ty {
                Ty::Number(_) => {
                    let fault = Diagnostic::error(member.span, message);
                    let form = match object.ty.matrix() {
                        Some(_) => "elements of a matrix are `_11` to `_44`, or `_m00` to `_m33`",
                        None => "components are `x`, `y`, `z` and `w`, or `r`, `g`, `b` and `a`",
                    };
                    Some(fault.with_help(form))
                }
                Ty::Struct(structure)
                    if scope.declarations().is_complete(structure)
                        && scope.declarations().field(structure, name).is_none() =>
                {
                    let lineage = scope.declarations().lineage(structure);
                    let fields = lineage.iter().flat_map(|it| &it.fields);
                    let names = fields.map(|(it, _)| it.as_str()).collect();
                    Some(suggest(Diagnostic::error(member.span, message), name, names))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Adds the candidate that was probably meant.
fn suggest(fault: Diagnostic, name: &str, candidates: Vec<&str>) -> Diagnostic {
    match nearest(name, candidates) {
        Some(near) => fault.with_help(format!("did you mean `{near}`?")),
        None => fault,
    }
}

/// What a call means.
pub(super) fn call(
    name: &Ident,
    args: &[Expr],
    scope: &Scope,
    is_known: &dyn Fn(&str) -> bool,
) -> Callee {
    let functions = scope.functions(&name.name);
    let found = choose(&functions, args);
    if let Some(found) = found {
        return found;
    }
    match intrinsic(&name.name, args.iter().map(|it| &it.ty)) {
        Intrinsic::Takes(params, gives) => Callee::Intrinsic(params, gives),
        Intrinsic::Unclear => Callee::Unclear,
        Intrinsic::Count(counts) if functions.is_empty() => {
            wrong_count(name, args.len(), counts, None)
        }
        Intrinsic::Count(_) | Intrinsic::None if !functions.is_empty() => {
            if functions.iter().any(|it| it.takes(args.len())) {
                // Some argument does not convert; the HLSL compiler says which.
                return Callee::Unclear;
            }
            let counts = functions.iter().map(|it| it.params.len()).collect();
            wrong_count(name, args.len(), counts, functions.first().copied())
        }
        Intrinsic::Count(_) | Intrinsic::None => {
            if scope.variable(&name.name).is_some() {
                let message = format!("`{}` is a variable, and cannot be called", name.name);
                return Callee::Fault(Box::new(Diagnostic::error(name.span, message)));
            }
            if is_known(&name.name) || scope.declarations().is_type(&name.name) {
                return Callee::Unclear;
            }
            let message = format!("there is no function `{}`", name.name);
            let fault = Diagnostic::error(name.span, message);
            let mut names: Vec<&str> = Vec::new();
            if scope.suggests() {
                names.extend(scope.declarations().function_names());
                names.extend(super::intrinsic::names());
                names.sort_unstable();
            }
            Callee::Fault(Box::new(suggest(fault, &name.name, names)))
        }
    }
}

fn wrong_count(
    name: &Ident,
    found: usize,
    mut counts: Vec<usize>,
    declared: Option<&Signature>,
) -> Callee {
    counts.sort_unstable();
    counts.dedup();
    let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
    let counts = counts.join(" or ");
    let plural = if counts == "1" { "" } else { "s" };
    let message = format!("`{}` takes {counts} argument{plural}, not {found}", name.name);
    let fault = Diagnostic::error(name.span, message);
    Callee::Fault(Box::new(match declared {
        Some(declared) => {
            fault.with_note_at(declared.span, format!("`{}` is declared here", name.name))
        }
        None => fault,
    }))
}

/// What a call of a method means.
pub(super) fn method(object: &Expr, name: &Ident, args: &[Expr], scope: &Scope) -> Callee {
    match &object.ty {
        Ty::Object(kind, element) => match object::method(*kind, element, &name.name) {
            Some(found) => Callee::Intrinsic(found.params, found.gives),
            // Those of textures and buffers are looked at where they are known.
            None => match kind {
                ObjectKind::PointStream | ObjectKind::LineStream | ObjectKind::TriangleStream => {
                    no_method(kind.keyword(), name, vec!["Append", "RestartStrip"])
                }
                _ => Callee::Unclear,
            },
        },
        Ty::Struct(structure) => {
            let methods = scope.declarations().methods(structure, &name.name);
            if methods.is_empty() && scope.declarations().is_complete(structure) {
                let lineage = scope.declarations().lineage(structure);
                let mut names: Vec<&str> =
                    lineage.iter().flat_map(|it| it.methods.keys()).map(String::as_str).collect();
                names.sort_unstable();
                return no_method(structure, name, names);
            }
            choose(&methods, args).unwrap_or(Callee::Unclear)
        }
        Ty::Unknown | Ty::Void | Ty::Number(_) | Ty::Array(..) => Callee::Unclear,
    }
}

fn no_method(of: &str, name: &Ident, candidates: Vec<&str>) -> Callee {
    let fault = Diagnostic::error(name.span, format!("`{of}` has no method `{}`", name.name));
    Callee::Fault(Box::new(suggest(fault, &name.name, candidates)))
}

/// Chooses an overload: the one whose parameters fit at least as well as those of every other, each for itself.
fn choose(functions: &[&Signature], args: &[Expr]) -> Option<Callee> {
    let viable: Vec<(&Signature, Vec<Fit>)> = functions
        .iter()
        .filter(|it| it.takes(args.len()))
        .filter_map(|it| Some((*it, fits(it, args)?)))
        .collect();
    let (first, _) = viable.first()?;
    if viable.len() == 1 {
        return Some(Callee::User((*first).clone()));
    }
    let is_clear = args.iter().all(|it| !it.ty.is_unknown());
    let is_best = |fits: &[Fit]| {
        viable.iter().all(|(_, others)| fits.iter().zip(others).all(|(a, b)| a <= b))
    };
    let mut best = viable.iter().filter(|(_, fits)| is_best(fits));
    Some(match (best.next(), best.next()) {
        (Some((signature, _)), None) if is_clear => Callee::User((*signature).clone()),
        // Methods of a base that a class overrides.
        (Some((signature, _)), Some((other, _)))
            if is_clear && signature.params == other.params =>
        {
            Callee::User((*signature).clone())
        }
        // None is best: the HLSL compiler has the last word.
        _ if viable.iter().all(|(it, _)| it.returns == first.returns) => {
            Callee::Intrinsic(Vec::new(), first.returns.clone())
        }
        _ => Callee::Unclear,
    })
}

fn fits(function: &Signature, args: &[Expr]) -> Option<Vec<Fit>> {
    let pairs = function.params.iter().zip(args);
    pairs
        .map(|(param, arg)| {
            let fit_in = fit(&arg.ty, &param.ty);
            match param.direction.writes() {
                // What comes out must fit the caller's place too.
                true => Some(fit_in?.max(fit(&param.ty, &arg.ty)?)),
                false => fit_in,
            }
        })
        .collect()
}
