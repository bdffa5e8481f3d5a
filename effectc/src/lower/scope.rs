//! Types of expressions inside a function, as far as they can be told without full HLSL typing.
//!
//! A rewrite that needs a type asks here and leaves the expression alone when the answer is none.

use std::collections::HashMap;

use crate::ast::{
    BinaryOp, Expr, ExprKind, Literal, ScalarKind, TemplateArg, Type, TypeKind, UnaryOp, Variable,
};
use crate::check::symbols::Symbols;

/// What an expression's value is: a type and how many array dimensions stand around it.
#[derive(Clone, Debug)]
pub(super) struct ValueType {
    pub(super) kind: TypeKind,
    pub(super) dims: usize,
}

impl ValueType {
    fn plain(kind: TypeKind) -> Option<Self> {
        Some(Self { kind, dims: 0 })
    }

    /// Rows and columns, if it is a matrix.
    pub(super) fn matrix(&self) -> Option<(ScalarKind, u8, u8)> {
        match self.kind {
            TypeKind::Matrix(kind, rows, columns) if self.dims == 0 => Some((kind, rows, columns)),
            _ => None,
        }
    }

    /// Whether it is a vector of two or more components.
    pub(super) fn is_vector(&self) -> bool {
        self.dims == 0 && matches!(self.kind, TypeKind::Vector(_, 2..))
    }
}

/// The variables that are visible at some place of a function.
#[derive(Debug)]
pub(super) struct Scope<'s, 'a> {
    symbols: &'s Symbols<'a>,
    locals: Vec<HashMap<String, ValueType>>,
}

impl<'s, 'a> Scope<'s, 'a> {
    pub(super) fn new(symbols: &'s Symbols<'a>) -> Self {
        Self { symbols, locals: vec![HashMap::new()] }
    }

    pub(super) fn enter(&mut self) {
        self.locals.push(HashMap::new());
    }

    pub(super) fn leave(&mut self) {
        self.locals.pop();
    }

    pub(super) fn declare(&mut self, variable: &Variable) {
        let ty = self.declared(variable);
        if let Some(innermost) = self.locals.last_mut() {
            innermost.insert(variable.name.name.clone(), ty);
        }
    }

    /// The effect's names.
    pub(super) fn symbols(&self) -> &'s Symbols<'a> {
        self.symbols
    }

    /// Whether the effect has a function of its own with this name.
    pub(super) fn has_function(&self, name: &str) -> bool {
        self.symbols.functions.contains_key(name)
    }

    /// Whether a name is a local or a parameter here.
    pub(super) fn is_local(&self, name: &str) -> bool {
        self.locals.iter().any(|it| it.contains_key(name))
    }

    fn declared(&self, variable: &Variable) -> ValueType {
        let mut dims = variable.array.iter().collect();
        let resolved = self.symbols.resolve(&variable.ty, &mut dims);
        ValueType { kind: resolved.kind.clone(), dims: dims.len() }
    }

    fn resolved(&self, ty: &Type) -> Option<ValueType> {
        let mut dims = Vec::new();
        let kind = self.symbols.resolve(ty, &mut dims).kind.clone();
        Some(ValueType { kind, dims: dims.len() })
    }

    fn named(&self, name: &str) -> Option<ValueType> {
        let local = self.locals.iter().rev().find_map(|it| it.get(name));
        match local {
            Some(ty) => Some(ty.clone()),
            None => self.symbols.variables.get(name).map(|it| self.declared(it.node)),
        }
    }

    /// The type of an expression, if it can be told.
    pub(super) fn type_of(&self, expr: &Expr) -> Option<ValueType> {
        match &expr.kind {
            ExprKind::Literal(literal) => ValueType::plain(TypeKind::Scalar(match literal {
                Literal::Int { unsigned: false, .. } => ScalarKind::Int,
                Literal::Int { unsigned: true, .. } => ScalarKind::Uint,
                Literal::Float { .. } => ScalarKind::Float,
                Literal::Bool(_) => ScalarKind::Bool,
                Literal::String(_) => ScalarKind::String,
            })),
            ExprKind::Name(name) => self.named(name),
            ExprKind::Unary(UnaryOp::Not, inner) => {
                self.type_of(inner).map(|it| with_scalar(it, ScalarKind::Bool))
            }
            ExprKind::Unary(_, inner) => self.type_of(inner),
            ExprKind::Binary(op, left, right) => {
                let joined = join(self.type_of(left)?, self.type_of(right)?);
                Some(match op {
                    BinaryOp::Less
                    | BinaryOp::Greater
                    | BinaryOp::LessEqual
                    | BinaryOp::GreaterEqual
                    | BinaryOp::Equal
                    | BinaryOp::NotEqual
                    | BinaryOp::And
                    | BinaryOp::Or => with_scalar(joined, ScalarKind::Bool),
                    _ => joined,
                })
            }
            ExprKind::Assign(_, target, _) => self.type_of(target),
            ExprKind::Conditional(_, then, otherwise) => {
                Some(join(self.type_of(then)?, self.type_of(otherwise)?))
            }
            ExprKind::Comma(_, last) => self.type_of(last),
            ExprKind::Cast(ty, dims, _) => {
                let mut cast = self.resolved(ty)?;
                cast.dims += dims.len();
                Some(cast)
            }
            ExprKind::Construct(ty, _) => self.resolved(ty),
            ExprKind::Call(function, args) => self.call(&function.name, args),
            ExprKind::Method(object, method, _) => self.method(object, &method.name),
            ExprKind::Member(object, member) => self.member(&self.type_of(object)?, &member.name),
            ExprKind::Index(array, _) => element(self.type_of(array)?),
            ExprKind::Null
            | ExprKind::Braces(_)
            | ExprKind::Compile { .. }
            | ExprKind::AngleName(_)
            | ExprKind::Asm => None,
        }
    }

    fn call(&self, name: &str, args: &[Expr]) -> Option<ValueType> {
        if let Some(overloads) = self.symbols.functions.get(name) {
            let fits =
                overloads.iter().map(|it| it.node).filter(|it| it.params.len() == args.len());
            let mut types = fits.map(|it| &it.return_type);
            let first = types.next()?;
            // Overloads that return different types cannot be told apart here.
            let same =
                |it: &Type| format!("{:?}", strip(&it.kind)) == format!("{:?}", strip(&first.kind));
            return types.all(same).then(|| self.resolved(first)).flatten();
        }
        if let Some(ty) = helper_type(name) {
            return Some(ty);
        }
        let arg = |index: usize| args.get(index).and_then(|it| self.type_of(it));
        match name {
            "mul" => product(&arg(0)?, &arg(1)?),
            "dot" | "length" | "distance" | "determinant" => {
                ValueType::plain(TypeKind::Scalar(ScalarKind::Float))
            }
            "any" | "all" => ValueType::plain(TypeKind::Scalar(ScalarKind::Bool)),
            "transpose" => match arg(0)?.kind {
                TypeKind::Matrix(kind, rows, columns) => {
                    ValueType::plain(TypeKind::Matrix(kind, columns, rows))
                }
                _ => None,
            },
            "asuint" => arg(0).map(|it| with_scalar(it, ScalarKind::Uint)),
            "asint" => arg(0).map(|it| with_scalar(it, ScalarKind::Int)),
            "asfloat" => arg(0).map(|it| with_scalar(it, ScalarKind::Float)),
            "cross" => ValueType::plain(TypeKind::Vector(ScalarKind::Float, 3)),
            "min" | "max" | "clamp" => Some(join(arg(0)?, arg(1)?)),
            "pow" | "lerp" | "fmod" | "step" | "smoothstep" => {
                Some(as_float(join(arg(0)?, arg(1)?)))
            }
            "abs" | "sign" => arg(0),
            // These make `float` of whole numbers.
            "saturate" | "normalize" | "frac" | "floor" | "ceil" | "round" | "sin" | "cos"
            | "tan" | "sqrt" | "rsqrt" | "exp" | "exp2" | "log" | "log2" | "radians"
            | "degrees" | "trunc" | "reflect" | "refract" | "ddx" | "ddy" => arg(0).map(as_float),
            _ => None,
        }
    }

    fn method(&self, object: &Expr, method: &str) -> Option<ValueType> {
        let TypeKind::Object(kind, template) = self.type_of(object)?.kind else { return None };
        let is_read = method.starts_with("Sample") || method == "Load";
        if !is_read {
            return None;
        }
        if method.starts_with("SampleCmp") {
            return ValueType::plain(TypeKind::Scalar(ScalarKind::Float));
        }
        let element = template.iter().find_map(|it| match it {
            TemplateArg::Type(_, ty) => Some(ty),
            TemplateArg::Value(_) => None,
        });
        match element {
            Some(ty) => self.resolved(ty),
            None if kind.keyword().contains("ByteAddress") => {
                ValueType::plain(TypeKind::Scalar(ScalarKind::Uint))
            }
            None => ValueType::plain(TypeKind::Vector(ScalarKind::Float, 4)),
        }
    }

    fn member(&self, object: &ValueType, member: &str) -> Option<ValueType> {
        if object.dims > 0 {
            return None;
        }
        match &object.kind {
            TypeKind::Named(name) => {
                let fields = &self.symbols.structs.get(name.as_str())?.node.fields;
                fields.iter().find(|it| it.name.name == member).map(|it| self.declared(it))
            }
            TypeKind::Scalar(kind) | TypeKind::Vector(kind, _) => {
                vector(*kind, u8::try_from(member.len()).ok()?)
            }
            TypeKind::Matrix(kind, ..) => {
                vector(*kind, u8::try_from(member.split('_').count()).ok()?.checked_sub(1)?)
            }
            TypeKind::Void | TypeKind::Object(..) | TypeKind::Inline(_) => None,
        }
    }
}

/// The kind without spans, for comparison.
fn strip(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Named(name) => name.clone(),
        TypeKind::Scalar(it) => it.keyword().to_owned(),
        TypeKind::Vector(it, columns) => format!("{}{columns}", it.keyword()),
        TypeKind::Matrix(it, rows, columns) => format!("{}{rows}x{columns}", it.keyword()),
        TypeKind::Void => "void".to_owned(),
        TypeKind::Object(it, _) => it.keyword().to_owned(),
        TypeKind::Inline(_) => "struct".to_owned(),
    }
}

/// What a helper function that a rewrite called gives: `fx_lerp4x4`, `fx_remainder2`.
fn helper_type(name: &str) -> Option<ValueType> {
    if let Some(columns) = name.strip_prefix("fx_remainder") {
        return vector(ScalarKind::Int, columns.parse().ok()?);
    }
    let shape = ["fx_lerp", "fx_multiply", "fx_divide"].iter().find_map(|it| name.strip_prefix(it));
    let (rows, columns) = shape?.trim_end_matches("_by_matrix").split_once('x')?;
    ValueType::plain(TypeKind::Matrix(ScalarKind::Float, rows.parse().ok()?, columns.parse().ok()?))
}

fn vector(kind: ScalarKind, columns: u8) -> Option<ValueType> {
    match columns {
        1 => ValueType::plain(TypeKind::Scalar(kind)),
        2..=4 => ValueType::plain(TypeKind::Vector(kind, columns)),
        _ => None,
    }
}

fn with_scalar(ty: ValueType, kind: ScalarKind) -> ValueType {
    let kind = match ty.kind {
        TypeKind::Scalar(_) => TypeKind::Scalar(kind),
        TypeKind::Vector(_, columns) => TypeKind::Vector(kind, columns),
        TypeKind::Matrix(_, rows, columns) => TypeKind::Matrix(kind, rows, columns),
        other => other,
    };
    ValueType { kind, ..ty }
}

fn as_float(ty: ValueType) -> ValueType {
    match scalar_of(&ty.kind) {
        Some(ScalarKind::Bool | ScalarKind::Int | ScalarKind::Uint) => {
            with_scalar(ty, ScalarKind::Float)
        }
        _ => ty,
    }
}

fn scalar_of(kind: &TypeKind) -> Option<ScalarKind> {
    match kind {
        TypeKind::Scalar(kind) | TypeKind::Vector(kind, _) | TypeKind::Matrix(kind, ..) => {
            Some(*kind)
        }
        TypeKind::Void | TypeKind::Object(..) | TypeKind::Named(_) | TypeKind::Inline(_) => None,
    }
}

/// The shape that an operator makes of two: scalars spread, the shorter of two vectors wins.
pub(super) fn join(left: ValueType, right: ValueType) -> ValueType {
    let rank = |kind: Option<ScalarKind>| match kind {
        Some(ScalarKind::Bool) => 0,
        Some(ScalarKind::Int | ScalarKind::Min16Int | ScalarKind::Min12Int) => 1,
        Some(ScalarKind::Uint | ScalarKind::Min16Uint) => 2,
        Some(ScalarKind::Double) => 4,
        _ => 3,
    };
    let (left_kind, right_kind) = (scalar_of(&left.kind), scalar_of(&right.kind));
    let kind = if rank(left_kind) >= rank(right_kind) { left_kind } else { right_kind };
    let shape = match (&left.kind, &right.kind) {
        (TypeKind::Scalar(_), _) => right,
        (TypeKind::Vector(_, a), TypeKind::Vector(_, b)) if b < a => right,
        _ => left,
    };
    match kind {
        Some(kind) => with_scalar(shape, kind),
        None => shape,
    }
}

fn product(left: &ValueType, right: &ValueType) -> Option<ValueType> {
    use TypeKind::{Matrix, Scalar, Vector};
    match (&left.kind, &right.kind) {
        (Scalar(_), _) => Some(right.clone()),
        (_, Scalar(_)) => Some(left.clone()),
        (Vector(kind, _), Vector(..)) => ValueType::plain(Scalar(*kind)),
        (Vector(kind, _), Matrix(_, _, columns)) => vector(*kind, *columns),
        (Matrix(_, rows, _), Vector(kind, _)) => vector(*kind, *rows),
        (Matrix(kind, rows, _), Matrix(_, _, columns)) => {
            ValueType::plain(Matrix(*kind, *rows, *columns))
        }
        _ => None,
    }
}

fn element(array: ValueType) -> Option<ValueType> {
    if array.dims > 0 {
        return Some(ValueType { dims: array.dims - 1, ..array });
    }
    match array.kind {
        TypeKind::Vector(kind, _) => ValueType::plain(TypeKind::Scalar(kind)),
        TypeKind::Matrix(kind, _, columns) => vector(kind, columns),
        TypeKind::Object(_, template) => template.into_iter().find_map(|it| match it {
            TemplateArg::Type(_, ty) => ValueType::plain(ty.kind),
            TemplateArg::Value(_) => None,
        }),
        TypeKind::Void | TypeKind::Scalar(_) | TypeKind::Named(_) | TypeKind::Inline(_) => None,
    }
}
