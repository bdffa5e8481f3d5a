//! Evaluates constant expressions: initialisers, state values, array sizes, annotations.

use std::sync::atomic::Ordering;

use crate::ast::{self, BinaryOp, Expr, ExprKind, Literal, TypeKind, UnaryOp};
use crate::check::intrinsic::intrinsic;
use crate::check::number::{self, Value};
use crate::check::symbols::Symbols;
use crate::diagnostic::Diagnostic;
use crate::effect::{Annotation, AnnotationValue, ScalarKind};

/// How deep expressions and the constants they name may nest.
const MAX_DEPTH: u32 = 200;

/// How many parts of constant expressions are looked at for one effect. A constant may name others several times, and
/// these others again.
const MAX_STEPS: u64 = 1 << 23;

/// Evaluates expressions with the constants of an effect.
#[derive(Clone, Copy, Debug)]
pub struct Constants<'s, 'a> {
    /// The effect's names.
    pub symbols: &'s Symbols<'a>,
}

impl Constants<'_, '_> {
    /// Evaluates an expression to a number, vector or matrix.
    ///
    /// # Errors
    /// Whatever is only known at run time, with its place.
    pub fn value(&self, expr: &Expr) -> Result<Value, Diagnostic> {
        self.eval(expr, 0)
    }

    /// Evaluates an expression to one number.
    ///
    /// # Errors
    /// As [`Self::value`], and for a vector.
    pub fn scalar(&self, expr: &Expr) -> Result<Value, Diagnostic> {
        let value = self.value(expr)?;
        match value.numbers.len() {
            1 => Ok(value),
            count => Err(Diagnostic::error(
                expr.span,
                format!("expected one number, found a value of {count}"),
            )),
        }
    }

    /// Evaluates an expression to a whole number that is not negative.
    ///
    /// # Errors
    /// As [`Self::scalar`], and for numbers outside `uint`.
    pub fn uint(&self, expr: &Expr) -> Result<u32, Diagnostic> {
        let number = self.scalar(expr)?.numbers[0];
        number::to_u32(number).ok_or_else(|| {
            Diagnostic::error(
                expr.span,
                format!("expected a whole number from 0 to {}, found {number}", u32::MAX),
            )
        })
    }

    /// Evaluates an initialiser with all its braces to one row of numbers.
    ///
    /// # Errors
    /// As [`Self::value`].
    pub fn flat(&self, expr: &Expr) -> Result<Vec<f64>, Diagnostic> {
        let mut numbers = Vec::new();
        self.flatten(expr, &mut numbers, 0)?;
        Ok(numbers)
    }

    fn flatten(&self, expr: &Expr, out: &mut Vec<f64>, depth: u32) -> Result<(), Diagnostic> {
        match &expr.kind {
            ExprKind::Braces(parts) => {
                parts.iter().try_for_each(|it| self.flatten(it, out, depth + 1))
            }
            // `(S)0`: a structure filled with one number; the caller spreads it.
            ExprKind::Cast(ty, _, inner) if matches!(ty.kind, TypeKind::Named(_)) => {
                self.flatten(inner, out, depth + 1)
            }
            _ => {
                out.extend(self.eval(expr, depth)?.numbers);
                Ok(())
            }
        }
    }

    /// Evaluates annotations.
    ///
    /// # Errors
    /// A value that is not a constant.
    pub fn annotations(&self, variables: &[ast::Variable]) -> Result<Vec<Annotation>, Diagnostic> {
        variables
            .iter()
            .map(|it| {
                Ok(Annotation { name: it.name.name.clone(), value: self.annotation_value(it)? })
            })
            .collect()
    }

    fn annotation_value(&self, variable: &ast::Variable) -> Result<AnnotationValue, Diagnostic> {
        let Some(init) = &variable.init else {
            return Err(Diagnostic::error(
                variable.span,
                format!("annotation `{}` has no value", variable.name.name),
            ));
        };
        if let ExprKind::Literal(Literal::String(bytes)) = &init.kind {
            return Ok(AnnotationValue::String(text_of(bytes)));
        }
        let numbers = self.flat(init)?;
        use ast::ScalarKind as Kind;
        Ok(match &variable.ty.kind {
            TypeKind::Scalar(Kind::Bool) | TypeKind::Vector(Kind::Bool, _) => {
                AnnotationValue::Bool(numbers.iter().map(|it| *it != 0.0).collect())
            }
            TypeKind::Scalar(Kind::Int | Kind::Uint)
            | TypeKind::Vector(Kind::Int | Kind::Uint, _) => {
                AnnotationValue::Int(numbers.iter().map(|it| number::to_i64(*it)).collect())
            }
            _ => AnnotationValue::Float(numbers),
        })
    }

    fn eval(&self, expr: &Expr, depth: u32) -> Result<Value, Diagnostic> {
        if depth > MAX_DEPTH {
            return Err(Diagnostic::error(expr.span, "the constant expression is too deep"));
        }
        if self.symbols.steps.fetch_add(1, Ordering::Relaxed) >= MAX_STEPS {
            return Err(Diagnostic::error(expr.span, "the constants of this effect have no end"));
        }
        let eval = |it: &Expr| self.eval(it, depth + 1);
        match &expr.kind {
            ExprKind::Literal(literal) => literal_value(literal)
                .ok_or_else(|| Diagnostic::error(expr.span, "expected a number, found a string")),
            ExprKind::Name(name) => self.named(name, expr, depth),
            ExprKind::Unary(op, inner) => {
                unary(*op, &eval(inner)?).ok_or_else(|| not_constant(expr, "it changes a variable"))
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (eval(left)?, eval(right)?);
                number::binary(binary_function(*op), &left, &right, expr.span)
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let condition = eval(condition)?;
                match (condition.is_true(), eval(then), eval(otherwise)) {
                    (_, Ok(then), Ok(otherwise)) => {
                        number::choose(&condition, &then, &otherwise, expr.span)
                    }
                    // What is not chosen need not have a value.
                    (true, then, _) => then,
                    (false, _, otherwise) => otherwise,
                }
            }
            ExprKind::Cast(ty, dims, inner) if dims.is_empty() => {
                let (kind, rows, columns) = self.numeric(ty)?;
                eval(inner)?.convert(kind, rows, columns).ok_or_else(|| {
                    Diagnostic::error(expr.span, "the value has too few numbers for this type")
                })
            }
            ExprKind::Construct(ty, args) => {
                let (kind, rows, columns) = self.numeric(ty)?;
                let mut numbers = Vec::new();
                for arg in args {
                    numbers.extend(eval(arg)?.numbers);
                }
                let found = numbers.len();
                Value::new(kind, rows, columns, numbers).ok_or_else(|| {
                    Diagnostic::error(
                        expr.span,
                        format!("expected {} numbers, found {found}", rows * columns),
                    )
                })
            }
            ExprKind::Call(function, _)
                if self.symbols.functions.contains_key(function.name.as_str()) =>
            {
                Err(not_constant(expr, "it calls a function of the effect"))
            }
            ExprKind::Call(function, args) => {
                let args = args.iter().map(eval).collect::<Result<Vec<_>, _>>()?;
                intrinsic(&function.name, &args, expr.span)
            }
            ExprKind::Member(object, member) => {
                let object = eval(object)?;
                object.swizzle(&member.name).ok_or_else(|| {
                    Diagnostic::error(member.span, format!("`{}` is not in the value", member.name))
                })
            }
            ExprKind::Index(array, index) => {
                if let Some(element) = self.fixed_element(array, index)? {
                    return Ok(element);
                }
                let (array, at) = (eval(array)?, self.uint(index)?);
                array.element(at).ok_or_else(|| {
                    Diagnostic::error(index.span, format!("index {at} is past the end"))
                })
            }
            ExprKind::Null => Err(not_constant(expr, "`NULL` is no number")),
            ExprKind::Assign(..) => Err(not_constant(expr, "it changes a variable")),
            ExprKind::Comma(..) => Err(not_constant(expr, "it is several values; expected one")),
            ExprKind::Cast(..)
            | ExprKind::Method(..)
            | ExprKind::Braces(_)
            | ExprKind::Compile { .. }
            | ExprKind::AngleName(_)
            | ExprKind::Asm => Err(not_constant(expr, "expected a number, vector or matrix")),
        }
    }

    /// An element of an array of one dimension that nothing changes; none of anything else.
    fn fixed_element(&self, array: &Expr, index: &Expr) -> Result<Option<Value>, Diagnostic> {
        let variable = array.as_name().and_then(|it| self.symbols.variables.get(it));
        let Some(variable) = variable.map(|it| it.node) else { return Ok(None) };
        let (Some(init), [_]) = (&variable.init, variable.array.as_slice()) else {
            return Ok(None);
        };
        if !self.symbols.is_fixed(variable) {
            return Ok(None);
        }
        let (kind, rows, columns) = self.numeric(&variable.ty)?;
        let count = (rows * columns) as usize;
        let (numbers, at) = (self.flat(init)?, self.uint(index)?);
        let first = (at as usize).checked_mul(count);
        let element = first.and_then(|it| numbers.get(it..)?.get(..count));
        let element = element
            .ok_or_else(|| Diagnostic::error(index.span, format!("index {at} is past the end")))?;
        let value = Value::new(ScalarKind::Double, rows, columns, element.to_vec());
        Ok(value.and_then(|it| it.convert(kind, rows, columns)))
    }

    fn named(&self, name: &str, expr: &Expr, depth: u32) -> Result<Value, Diagnostic> {
        let Some(found) = self.symbols.variables.get(name) else {
            // `True` and `FALSE`, which only shader code spells in small letters.
            let is = |word: &str| name.eq_ignore_ascii_case(word);
            if is("true") || is("false") {
                return Ok(Value::scalar(ScalarKind::Bool, f64::from(u8::from(is("true")))));
            }
            return Err(Diagnostic::error(expr.span, format!("`{name}` is not a known constant")));
        };
        let variable = found.node;
        let is_single = variable.array.is_empty();
        let init = variable.init.as_ref().filter(|_| is_single && self.symbols.is_fixed(variable));
        let Some(init) = init else {
            return Err(not_constant(expr, "its value is only known at run time")
                .with_note_at(variable.name.span, format!("`{name}` is declared here")));
        };
        // An error may be one of depth, which is another for the next who asks.
        let known = self.symbols.values.get(name);
        if let Some(value) = known.and_then(|it| it.get()) {
            return Ok(value.clone());
        }
        let (kind, rows, columns) = self.numeric(&variable.ty)?;
        let value = match &init.kind {
            ExprKind::Braces(_) => {
                let mut numbers = Vec::new();
                self.flatten(init, &mut numbers, depth + 1)?;
                Value::new(kind, rows, columns, numbers)
            }
            _ => self.eval(init, depth + 1)?.convert(kind, rows, columns),
        };
        let value = value.ok_or_else(|| {
            Diagnostic::error(init.span, format!("the value does not fit the type of `{name}`"))
        })?;
        Ok(known.map_or_else(|| value.clone(), |it| it.get_or_init(|| value.clone()).clone()))
    }

    /// The kind, rows and columns of a number, vector or matrix type.
    ///
    /// # Errors
    /// Another type.
    pub fn numeric(&self, ty: &ast::Type) -> Result<(ScalarKind, u32, u32), Diagnostic> {
        let mut dims = Vec::new();
        let kind = |it: ast::ScalarKind| match it {
            ast::ScalarKind::Bool => ScalarKind::Bool,
            ast::ScalarKind::Int | ast::ScalarKind::Min16Int | ast::ScalarKind::Min12Int => {
                ScalarKind::Int
            }
            ast::ScalarKind::Uint | ast::ScalarKind::Min16Uint => ScalarKind::Uint,
            ast::ScalarKind::Double => ScalarKind::Double,
            ast::ScalarKind::Half
            | ast::ScalarKind::Float
            | ast::ScalarKind::Min16Float
            | ast::ScalarKind::Min10Float
            | ast::ScalarKind::String => ScalarKind::Float,
        };
        match &self.symbols.resolve(ty, &mut dims).kind {
            TypeKind::Scalar(scalar) => Ok((kind(*scalar), 1, 1)),
            TypeKind::Vector(scalar, columns) => Ok((kind(*scalar), 1, u32::from(*columns))),
            TypeKind::Matrix(scalar, rows, columns) => {
                Ok((kind(*scalar), u32::from(*rows), u32::from(*columns)))
            }
            TypeKind::Void | TypeKind::Object(..) | TypeKind::Named(_) | TypeKind::Inline(_) => {
                Err(Diagnostic::error(ty.span, "expected a number, vector or matrix type"))
            }
        }
    }
}

/// A string as text. Of one that is not UTF-8, in the code page of an older system, each byte is the character of that
/// number, so that who knows the code page has the bytes.
pub(super) fn text_of(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

fn not_constant(expr: &Expr, why: &str) -> Diagnostic {
    Diagnostic::error(expr.span, "this is not a constant expression").with_label(why)
}

fn literal_value(literal: &Literal) -> Option<Value> {
    Some(match literal {
        Literal::Int { value, unsigned, text } => {
            // Hexadecimal numbers that do not fit `int` are `uint`, as in C: `0xFF00FF00`.
            let is_hex = text.starts_with("0x") || text.starts_with("0X");
            let is_wide = is_hex && *value > u64::from(i32::MAX.unsigned_abs());
            let kind = if *unsigned || is_wide { ScalarKind::Uint } else { ScalarKind::Int };
            Value::scalar(kind, number::from_u64(*value))
        }
        Literal::Float { value, .. } => Value::scalar(ScalarKind::Float, *value),
        Literal::Bool(value) => Value::scalar(ScalarKind::Bool, f64::from(u8::from(*value))),
        Literal::String(_) => return None,
    })
}

fn unary(op: UnaryOp, value: &Value) -> Option<Value> {
    Some(match op {
        UnaryOp::Plus => value.clone(),
        UnaryOp::Minus => value.arithmetic_kind().map(|it| -it),
        UnaryOp::Not => {
            let bits = value.map(|it| f64::from(u8::from(it == 0.0)));
            Value { kind: ScalarKind::Bool, ..bits }
        }
        UnaryOp::BitNot => value.arithmetic_kind().map(|it| number::from_i64(!number::to_i64(it))),
        UnaryOp::PreIncrement
        | UnaryOp::PreDecrement
        | UnaryOp::PostIncrement
        | UnaryOp::PostDecrement => return None,
    })
}

fn binary_function(op: BinaryOp) -> number::Operation {
    use number::Operation;
    match op {
        BinaryOp::Mul => Operation::Mul,
        BinaryOp::Div => Operation::Div,
        BinaryOp::Rem => Operation::Rem,
        BinaryOp::Add => Operation::Add,
        BinaryOp::Sub => Operation::Sub,
        BinaryOp::ShiftLeft => Operation::ShiftLeft,
        BinaryOp::ShiftRight => Operation::ShiftRight,
        BinaryOp::Less => Operation::Less,
        BinaryOp::Greater => Operation::Greater,
        BinaryOp::LessEqual => Operation::LessEqual,
        BinaryOp::GreaterEqual => Operation::GreaterEqual,
        BinaryOp::Equal => Operation::Equal,
        BinaryOp::NotEqual => Operation::NotEqual,
        BinaryOp::BitAnd => Operation::BitAnd,
        BinaryOp::BitXor => Operation::BitXor,
        BinaryOp::BitOr => Operation::BitOr,
        BinaryOp::And => Operation::And,
        BinaryOp::Or => Operation::Or,
    }
}
