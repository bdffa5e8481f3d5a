//! What is done with matrices of whole numbers, expression by expression.

use super::function::{Making, Outcome, call, element, element_at};
use super::{ROWS, Replacing, is_whole};
use crate::ast::{BinaryOp, Expr, ExprKind, Ident, UnaryOp};
use crate::diagnostic::Diagnostic;
use crate::lower::code::Code;
use crate::lower::defined::{conversion, division};
use crate::lower::helper::Helpers;
use crate::lower::made;
use crate::types::{Kind, Number, Shape, Ty, matrix_components};

impl Replacing<'_> {
    /// Replaces one expression, whose parts were replaced.
    pub(super) fn replace(&mut self, expr: &mut Expr) {
        match &expr.kind {
            ExprKind::Index(matrix, _) if is_whole(&matrix.ty) => index(expr),
            // A row of one number is that number.
            ExprKind::Index(row, _) if is_row(row) => {
                if let ExprKind::Index(row, _) = &mut expr.kind {
                    *expr = row.take();
                }
            }
            ExprKind::Member(matrix, _) if is_whole(&matrix.ty) => member(expr),
            ExprKind::Unary(op, operand) if is_whole(&operand.ty) || is_whole(&expr.ty) => {
                self.unary(*op, expr);
            }
            ExprKind::Binary(op, left, right)
                if is_whole(&left.ty) || is_whole(&right.ty) || is_whole(&expr.ty) =>
            {
                self.binary(*op, expr);
            }
            ExprKind::Assign(_, target, _) if is_elements(target) => self.assign_elements(expr),
            ExprKind::Assign(Some(op), target, value)
                if is_whole(&target.ty) || is_whole(&value.ty) =>
            {
                self.assign(*op, expr);
            }
            ExprKind::Conditional(condition, then, otherwise)
                if [condition, then, otherwise].iter().any(|it| is_whole(&it.ty)) =>
            {
                self.conditional(expr);
            }
            ExprKind::Cast(_, dims, value)
                if dims.is_empty() && (is_whole(&value.ty) || is_whole(&expr.ty)) =>
            {
                self.cast(expr);
            }
            ExprKind::Construct(_, args)
                if is_whole(&expr.ty) || args.iter().any(|it| is_whole(&it.ty)) =>
            {
                self.construct(expr);
            }
            ExprKind::Call(function, args) => {
                let is_own = self.functions.contains(&function.name)
                    || function.name.starts_with(made::PREFIX);
                if !is_own && (is_whole(&expr.ty) || args.iter().any(|it| is_whole(&it.ty))) {
                    self.intrinsic(expr);
                }
            }
            _ => {}
        }
    }

    /// Adds a function and calls it, with arguments of known types.
    fn make(
        &mut self,
        expr: &mut Expr,
        label: &str,
        args: Vec<Expr>,
        outcome: Outcome,
        element: &dyn Fn(&[Number], u8, u8) -> String,
    ) {
        let (Some(params), Some(gives)) = (numbers(&args), expr.ty.number()) else {
            return self.refuse(expr, label);
        };
        params.iter().for_each(|it| self.use_type(*it));
        let making = Making { label, params: &params, gives, outcome };
        let name = making.add(self.helpers, &|row, column| element(&params, row, column));
        call(expr, name, args);
    }

    /// Remembers what these matrices cannot do yet.
    fn refuse(&mut self, expr: &Expr, what: &str) {
        let message = format!("not yet supported: `{what}` of a matrix that SPIR-V has not");
        let fault = Diagnostic::error(expr.span, message);
        self.helpers.refuse(fault.with_help("do it with its rows, one by one"));
    }

    fn unary(&mut self, op: UnaryOp, expr: &mut Expr) {
        let ExprKind::Unary(_, operand) = &mut expr.kind else { return };
        let args = vec![operand.take()];
        let of = |sign: &'static str| {
            move |params: &[Number], row, column| {
                format!("{sign}{}", element(0, params[0], row, column))
            }
        };
        let (label, sign, outcome) = match op {
            UnaryOp::Plus => {
                *expr = args.into_iter().next().unwrap_or_else(|| expr.clone());
                return;
            }
            UnaryOp::Minus => ("negative", "-", Outcome::Returned),
            UnaryOp::BitNot => ("complement", "~", Outcome::Returned),
            UnaryOp::Not => {
                return self.make(expr, "not", args, Outcome::Returned, &|params, row, column| {
                    format!("!((bool)({}))", element(0, params[0], row, column))
                });
            }
            UnaryOp::PreIncrement => ("increment", "1 + ", Outcome::Stored),
            UnaryOp::PreDecrement => ("decrement", "-1 + ", Outcome::Stored),
            UnaryOp::PostIncrement => ("increment_after", "1 + ", Outcome::StoredAfter),
            UnaryOp::PostDecrement => ("decrement_after", "-1 + ", Outcome::StoredAfter),
        };
        self.make(expr, label, args, outcome, &of(sign));
    }

    fn binary(&mut self, op: BinaryOp, expr: &mut Expr) {
        let gives = expr.ty.number();
        let ExprKind::Binary(_, left, right) = &mut expr.kind else { return };
        if left.ty.is_unknown() || right.ty.is_unknown() {
            let side = if left.ty.is_unknown() { left } else { right };
            return self.helpers.unclear(side);
        }
        let args = vec![left.take(), right.take()];
        let (Some(gives), Some(params)) = (gives, numbers(&args)) else { return };
        let operation = Operation::new(op, &params, gives.kind, self.helpers);
        self.make(expr, name_of(op), args, Outcome::Returned, &|params, row, column| {
            operation.text(params, row, column)
        });
    }

    /// `m += n`
    fn assign(&mut self, op: BinaryOp, expr: &mut Expr) {
        let ExprKind::Assign(_, target, value) = &mut expr.kind else { return };
        let Some(to) = target.ty.number() else { return };
        let label = format!("assign_{}", name_of(op));
        let args = vec![target.take(), value.take()];
        let Some(params) = numbers(&args) else { return };
        let operation = Operation::new(op, &params, to.kind, self.helpers);
        self.make(expr, &label, args, Outcome::Stored, &|params, row, column| {
            operation.text(params, row, column)
        });
    }

    /// `m._11_22 = v`
    fn assign_elements(&mut self, expr: &mut Expr) {
        let ExprKind::Assign(None, target, value) = &mut expr.kind else { return };
        let ExprKind::Member(matrix, member) = &mut target.kind else { return };
        let Some(places) = matrix_components(&member.name) else { return };
        let (Some(number), Some(given)) = (matrix.ty.number(), value.ty.number()) else { return };
        let label = format!("assign{}", member.name);
        let args = vec![matrix.take(), value.take()];
        let gives = expr.ty.clone();
        expr.ty = number.into();
        self.make(expr, &label, args, Outcome::Stored, &|params, row, column| {
            let at = places.iter().rposition(|it| *it == (row, column));
            match at.and_then(|it| u8::try_from(it).ok()) {
                Some(at) => {
                    format!("({})({})", number.kind.scalar().keyword(), element_at(1, given, at))
                }
                None => element(0, params[0], row, column),
            }
        });
        // What the assignment itself gives is a structure now; the HLSL compiler refuses code that asks for it.
        expr.ty = gives;
    }

    fn conditional(&mut self, expr: &mut Expr) {
        let ExprKind::Conditional(condition, then, otherwise) = &mut expr.kind else { return };
        let Some(gives) = expr.ty.number() else { return };
        let args = vec![condition.take(), then.take(), otherwise.take()];
        let kind = gives.kind.scalar().keyword();
        self.make(expr, "choose", args, Outcome::Returned, &|params, row, column| {
            let of = |it: usize| element(it, params[it], row, column);
            format!("(bool)({}) ? ({kind})({}) : ({kind})({})", of(0), of(1), of(2))
        });
    }

    fn cast(&mut self, expr: &mut Expr) {
        let ExprKind::Cast(_, _, value) = &mut expr.kind else { return };
        let (Some(from), Some(to)) = (value.ty.number(), expr.ty.number()) else { return };
        if from == to {
            *expr = value.take();
            return;
        }
        let args = vec![value.take()];
        // What it becomes does not show in the types of the parameters.
        let label = format!("to_{from}");
        let name = format!("{label}_{to}");
        let convert = converter(self.helpers, from.kind, to.kind);
        self.convert(expr, &name, args, &|_, row, column| {
            let of = match (from.shape, to.shape) {
                // One number is spread.
                (Shape::Matrix(1, 1), _) => element(0, from, 0, 0),
                (Shape::Matrix(..), Shape::Matrix(..) | Shape::Scalar) => {
                    element(0, from, row, column)
                }
                (_, Shape::Matrix(_, columns)) => element_at(0, from, row * columns + column),
                _ => element_at(0, from, column),
            };
            format!("{convert}({of})")
        });
    }

    /// Adds a function whose name says all of its types.
    fn convert(
        &mut self,
        expr: &mut Expr,
        name: &str,
        args: Vec<Expr>,
        element: &dyn Fn(&[Number], u8, u8) -> String,
    ) {
        let (Some(params), Some(gives)) = (numbers(&args), expr.ty.number()) else {
            return self.refuse(expr, name);
        };
        params.iter().for_each(|it| self.use_type(*it));
        let making = Making { label: name, params: &params, gives, outcome: Outcome::Returned };
        let name = making.add_as(self.helpers, name, &|row, column| element(&params, row, column));
        call(expr, name, args);
    }

    fn construct(&mut self, expr: &mut Expr) {
        let ExprKind::Construct(_, args) = &mut expr.kind else { return };
        let (Some(params), Some(gives)) = (numbers(args), expr.ty.number()) else { return };
        let args = std::mem::take(args);
        let mut parts = Vec::new();
        for (param, number) in params.iter().enumerate() {
            let convert = converter(self.helpers, number.kind, gives.kind);
            let elements = (0..number.shape.count()).map(|at| element_at(param, *number, at));
            parts.extend(elements.map(|it| format!("{convert}({it})")));
        }
        if let [one] = parts.as_slice() {
            parts = vec![one.clone(); usize::from(gives.shape.count())];
        }
        let columns = match gives.shape {
            Shape::Matrix(_, columns) => columns,
            Shape::Scalar | Shape::Vector(_) => 0,
        };
        let label = format!("make_{gives}_of");
        self.make(expr, &label, args, Outcome::Returned, &|_, row, column| {
            let part = parts.get(usize::from(row * columns + column));
            part.cloned().unwrap_or_else(|| "0".to_owned())
        });
    }

    fn intrinsic(&mut self, expr: &mut Expr) {
        let ExprKind::Call(function, args) = &mut expr.kind else { return };
        let name = function.name.clone();
        if name == "mul" {
            return self.product(expr);
        }
        if name == "determinant" {
            if let [matrix] = args.as_mut_slice()
                && let Some(number) = matrix.ty.number()
            {
                crate::lower::convert::cast(matrix, number.of_kind(Kind::Float));
                self.cast(matrix);
            }
            return;
        }
        if name == "clip" {
            if let [matrix] = args.as_mut_slice() {
                self.least(matrix);
            }
            return;
        }
        let has_outputs = matches!(name.as_str(), "modf" | "frexp" | "sincos" | "asuint")
            && expr.ty.number().is_none_or(|_| name != "asuint");
        if has_outputs || name.starts_with("Interlocked") {
            return self.refuse(expr, &name);
        }
        let args = std::mem::take(args);
        let gives = expr.ty.number();
        let kind = gives.map_or("float", |it| it.kind.scalar().keyword());
        match name.as_str() {
            "transpose" => {
                self.make(expr, &name, args, Outcome::Returned, &|params, row, column| {
                    element(0, params[0], column, row)
                });
            }
            "any" | "all" => {
                let joint = if name == "all" { " && " } else { " || " };
                self.make(expr, &name, args, Outcome::Returned, &|params, _, _| {
                    let parts = (0..params[0].shape.count())
                        .map(|at| format!("(bool)({})", element_at(0, params[0], at)));
                    parts.collect::<Vec<_>>().join(joint)
                });
            }
            _ => {
                self.make(expr, &name, args, Outcome::Returned, &|params, row, column| {
                    let parts: Vec<String> =
                        (0..params.len()).map(|it| element(it, params[it], row, column)).collect();
                    match (name.as_str(), parts.as_slice()) {
                        ("mad", [a, b, c]) => format!("{a} * {b} + {c}"),
                        _ => format!("({kind})({name}({}))", parts.join(", ")),
                    }
                });
            }
        }
    }

    /// The least element, by which all are clipped.
    fn least(&mut self, matrix: &mut Expr) {
        let mut least = Expr::typed(ExprKind::Null, matrix.span, Ty::scalar(Kind::Float));
        let args = vec![matrix.take()];
        self.make(&mut least, "least", args, Outcome::Returned, &|params, _, _| {
            let first = element_at(0, params[0], 0);
            (1..params[0].shape.count())
                .fold(first, |least, at| format!("min({least}, {})", element_at(0, params[0], at)))
        });
        *matrix = least;
    }

    fn product(&mut self, expr: &mut Expr) {
        use Shape::{Matrix, Scalar, Vector};
        let ExprKind::Call(_, args) = &mut expr.kind else { return };
        let args = std::mem::take(args);
        let sum = |inner: u8, of: &dyn Fn(u8) -> String| {
            (0..inner).map(of).collect::<Vec<_>>().join(" + ")
        };
        self.make(expr, "mul", args, Outcome::Returned, &|params, row, column| {
            let (a, b) = (params[0], params[1]);
            let times = |left: String, right: String| format!("{left} * {right}");
            match (a.shape, b.shape) {
                (Scalar, _) | (_, Scalar) => {
                    times(element(0, a, row, column), element(1, b, row, column))
                }
                (Vector(inner), Matrix(..)) => {
                    sum(inner, &|it| times(element(0, a, 0, it), element(1, b, it, column)))
                }
                // The result is a vector, whose numbers are rows here.
                (Matrix(_, inner), Vector(_)) => {
                    sum(inner, &|it| times(element(0, a, column, it), element(1, b, 0, it)))
                }
                (Matrix(_, inner), Matrix(..)) => {
                    sum(inner, &|it| times(element(0, a, row, it), element(1, b, it, column)))
                }
                (Vector(inner), Vector(_)) => {
                    sum(inner, &|it| times(element(0, a, 0, it), element(1, b, 0, it)))
                }
            }
        });
    }
}

/// The types of arguments, if all are numbers.
fn numbers(args: &[Expr]) -> Option<Vec<Number>> {
    args.iter().map(|it| it.ty.number()).collect()
}

/// Whether it is `m._11_22` of such a matrix.
fn is_elements(expr: &Expr) -> bool {
    let ExprKind::Member(object, member) = &expr.kind else { return false };
    is_whole(&object.ty) && matrix_components(&member.name).is_some_and(|it| it.len() > 1)
}

/// Whether it is `m.rows[i]`, of one number.
fn is_row(expr: &Expr) -> bool {
    let ExprKind::Index(rows, _) = &expr.kind else { return false };
    matches!(&rows.kind, ExprKind::Member(_, member) if member.name == ROWS)
        && expr.ty.number().is_some_and(|it| it.shape == Shape::Scalar)
}

/// `m[1]` becomes `m.rows[1]`.
fn index(expr: &mut Expr) {
    let ExprKind::Index(matrix, _) = &mut expr.kind else { return };
    let code = Code { span: matrix.span };
    **matrix = code.member(matrix.take(), ROWS);
}

/// `m._12` becomes `m.rows[0].y`.
fn member(expr: &mut Expr) {
    let ExprKind::Member(matrix, member) = &mut expr.kind else { return };
    let (Some((kind, _, columns)), Some(places)) =
        (matrix.ty.matrix(), matrix_components(&member.name))
    else {
        return;
    };
    let [(row, column)] = places.as_slice() else { return };
    let code = Code { span: expr.span };
    let rows = code.member(matrix.take(), ROWS);
    let mut number = code.index(rows, u32::from(*row));
    if columns > 1 {
        let component = ["x", "y", "z", "w"].get(usize::from(*column)).copied().unwrap_or("x");
        let component = Ident { name: component.to_owned(), span: expr.span };
        number = code.expr(ExprKind::Member(Box::new(number), component));
    }
    *expr = number;
    expr.ty = Ty::scalar(kind);
}

fn name_of(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Mul => "multiply",
        BinaryOp::Div => "divide",
        BinaryOp::Rem => "remainder",
        BinaryOp::Add => "add",
        BinaryOp::Sub => "subtract",
        BinaryOp::ShiftLeft => "shift_left",
        BinaryOp::ShiftRight => "shift_right",
        BinaryOp::Less => "less",
        BinaryOp::Greater => "greater",
        BinaryOp::LessEqual => "less_equal",
        BinaryOp::GreaterEqual => "greater_equal",
        BinaryOp::Equal => "equal",
        BinaryOp::NotEqual => "not_equal",
        BinaryOp::BitAnd => "bit_and",
        BinaryOp::BitXor => "bit_xor",
        BinaryOp::BitOr => "bit_or",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
    }
}

fn sign_of(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::Less => "<",
        BinaryOp::Greater => ">",
        BinaryOp::LessEqual => "<=",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
    }
}

/// An operator on elements, both sides in the kind that it works in: `(int)((float)(a._m00) * (float)(b))`.
struct Operation {
    op: BinaryOp,
    /// The kind that it works in.
    kind: Kind,
    /// What makes the result of it: a cast, or a function.
    converts: String,
    /// The function that divides.
    divides: Option<String>,
}

impl Operation {
    fn new(op: BinaryOp, params: &[Number], gives: Kind, helpers: &mut Helpers) -> Self {
        let kinds = params.iter().map(|it| it.kind);
        let joined = kinds.clone().max().unwrap_or(Kind::Int);
        let kind = match op {
            BinaryOp::And | BinaryOp::Or => Kind::Bool,
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                kinds.clone().next().unwrap_or(Kind::Int).max(Kind::Int)
            }
            BinaryOp::Equal | BinaryOp::NotEqual => joined,
            _ => joined.max(Kind::Int),
        };
        let divides = division::function(helpers, op, Number::scalar(kind));
        Self { op, kind, converts: converter(helpers, kind, gives), divides }
    }

    fn text(&self, params: &[Number], row: u8, column: u8) -> String {
        let word = self.kind.scalar().keyword();
        let of = |it: usize| format!("({word})({})", element(it, params[it], row, column));
        let (left, right) = (of(0), of(1));
        let computed = match (&self.divides, self.op) {
            (Some(divide), _) => format!("{divide}({left}, {right})"),
            (None, BinaryOp::ShiftLeft | BinaryOp::ShiftRight) => {
                format!("{left} {} ({right} & 31)", sign_of(self.op))
            }
            (None, op) => format!("{left} {} {right}", sign_of(op)),
        };
        format!("{}({computed})", self.converts)
    }
}

/// What stands before `(value)` to make another kind of it.
fn converter(helpers: &mut Helpers, from: Kind, to: Kind) -> String {
    let function = conversion::function(helpers, Number::scalar(from), Number::scalar(to));
    function.unwrap_or_else(|| format!("({})", to.scalar().keyword()))
}
