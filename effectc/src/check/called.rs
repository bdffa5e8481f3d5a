//! Values of the effect's own functions where states and indices call them: `ZFunc = function();`.
//!
//! fxc makes such calls part of the effect, and tools that turn compiled effects into text write all computed states so.
//! What runs from the top to a `return` is computed here; anything else has no value that is known.

use crate::hash::HashMap;

use crate::ast::{
    self, Expr, ExprKind, FloatSuffix, Function, Literal, ScalarKind as Written, Stmt, StmtKind,
    TypeKind,
};
use crate::check::constant::Constants;
use crate::check::initial::{replace, with_initial_values_in};
use crate::check::number::Value;
use crate::effect::ScalarKind;
use crate::source::Span;

/// How deep functions may call each other.
const MAX_DEPTH: u32 = 8;

/// The value of a call, and the first variable that it depends on.
pub(super) fn value_of_call(
    name: &str,
    args: &[Expr],
    span: Span,
    constants: Constants<'_, '_>,
    depth: u32,
) -> Option<(Expr, Option<String>)> {
    let overloads = constants.symbols.functions.get(name)?;
    let fits = |it: &&Function| it.body.is_some() && it.params.len() == args.len();
    let function = overloads.iter().map(|it| it.node).find(fits)?;
    let mut call = Call { constants, locals: HashMap::default(), first: None, depth: depth + 1 };
    if call.depth > MAX_DEPTH {
        return None;
    }
    for (param, arg) in function.params.iter().zip(args) {
        let value = call.value(arg)?;
        call.declare(param, Some(value))?;
    }
    let Outcome::Returned(value) = call.run(&function.body.as_ref()?.stmts)? else { return None };
    let (kind, rows, columns) = constants.numeric(&function.return_type).ok()?;
    let value = value.convert(kind, rows, columns)?;
    Some((written(&value, span), call.first))
}

/// What statements end with.
enum Outcome {
    GoesOn,
    Returned(Value),
}

struct Call<'s, 'a> {
    constants: Constants<'s, 'a>,
    locals: HashMap<String, Value>,
    first: Option<String>,
    depth: u32,
}

impl Call<'_, '_> {
    fn value(&mut self, expr: &Expr) -> Option<Value> {
        let mut changed = expr.clone();
        let mut local = |it: &Expr| Some(written(self.locals.get(it.as_name()?)?, it.span));
        replace(&mut changed, &mut local, 0);
        if let Some((initial, name)) = with_initial_values_in(&changed, self.constants, self.depth)
        {
            self.first.get_or_insert(name);
            changed = initial;
        }
        self.constants.value(&changed).ok()
    }

    fn declare(&mut self, variable: &ast::Variable, value: Option<Value>) -> Option<()> {
        if !variable.array.is_empty() {
            return None;
        }
        let (kind, rows, columns) = self.constants.numeric(&variable.ty).ok()?;
        let value = value.unwrap_or_else(|| Value::scalar(kind, 0.0));
        self.locals.insert(variable.name.name.clone(), value.convert(kind, rows, columns)?);
        Some(())
    }

    fn run(&mut self, stmts: &[Stmt]) -> Option<Outcome> {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Empty => {}
                StmtKind::Declare(variables) => {
                    for variable in variables {
                        let value = match &variable.init {
                            Some(init) => Some(self.value(init)?),
                            None => None,
                        };
                        self.declare(variable, value)?;
                    }
                }
                StmtKind::Expr(Expr { kind: ExprKind::Assign(None, target, value), .. }) => {
                    let value = self.value(value)?;
                    self.assign(target, &value)?;
                }
                StmtKind::Block(block) => match self.run(&block.stmts)? {
                    Outcome::GoesOn => {}
                    returned @ Outcome::Returned(_) => return Some(returned),
                },
                StmtKind::If(condition, then, otherwise) => {
                    let chosen = match self.value(condition)?.is_true() {
                        true => Some(then),
                        false => otherwise.as_ref(),
                    };
                    if let Some(stmt) = chosen
                        && let Outcome::Returned(value) = self.run(std::slice::from_ref(&**stmt))?
                    {
                        return Some(Outcome::Returned(value));
                    }
                }
                StmtKind::Return(Some(value)) => return self.value(value).map(Outcome::Returned),
                _ => return None,
            }
        }
        Some(Outcome::GoesOn)
    }

    /// `local = value`, `local.xy = value`.
    fn assign(&mut self, target: &Expr, value: &Value) -> Option<()> {
        let (name, letters) = match &target.kind {
            ExprKind::Name(name) => (name, None),
            ExprKind::Member(object, letters) => {
                let ExprKind::Name(name) = &object.kind else { return None };
                (name, Some(&letters.name))
            }
            _ => return None,
        };
        let local = self.locals.get_mut(name)?;
        let Some(letters) = letters else {
            *local = value.convert(local.kind, local.rows, local.columns)?;
            return Some(());
        };
        let count = u32::try_from(letters.len()).ok()?;
        let value = value.convert(local.kind, 1, count)?;
        for (letter, number) in letters.bytes().zip(value.numbers) {
            let at = b"xyzw".iter().position(|it| *it == letter);
            let at = at.or_else(|| b"rgba".iter().position(|it| *it == letter))?;
            *local.numbers.get_mut(at)? = number;
        }
        Some(())
    }
}

/// A value as an expression.
fn written(value: &Value, span: Span) -> Expr {
    let kind = match value.kind {
        ScalarKind::Bool => Written::Bool,
        ScalarKind::Int => Written::Int,
        ScalarKind::Uint => Written::Uint,
        ScalarKind::Float => Written::Float,
        ScalarKind::Double => Written::Double,
    };
    let size = |it: u32| u8::try_from(it).unwrap_or(1);
    let kind = match (value.rows, value.columns) {
        (1, 1) => TypeKind::Scalar(kind),
        (1, columns) => TypeKind::Vector(kind, size(columns)),
        (rows, columns) => TypeKind::Matrix(kind, size(rows), size(columns)),
    };
    let number = |it: &f64| {
        let suffix = FloatSuffix::None;
        let literal = Literal::Float { value: *it, suffix, text: it.to_string() };
        Expr::new(ExprKind::Literal(literal), span)
    };
    let numbers = value.numbers.iter().map(number).collect();
    Expr::new(ExprKind::Construct(ast::Type { kind, span }, numbers), span)
}
