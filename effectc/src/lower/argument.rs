//! Arguments of calls.
//!
//! fxc converts each argument to the type of its parameter, cutting vectors that are longer, and what comes out back to
//! the type of the argument. The HLSL compiler finds some calls ambiguous then, knows no function for others, makes
//! invalid code of an `inout` that is converted, and writes no several elements of a matrix. So arguments are
//! written with their parameters' types, and what comes out otherwise comes by a function that calls the one that
//! is meant.

use crate::ast::{
    ArrayDim, Expr, ExprKind, Function, Item, Modifier, ModifierKind, Stmt, StmtKind, Type,
    TypeKind, Variable,
};
use crate::lower::code::Code;
use crate::lower::convert::{cast, exactly};
use crate::lower::helper::Helpers;
use crate::source::Span;
use crate::types::{Callee, Direction, Number, Parameter, Signature, Ty};

/// Converts the arguments of a call to the types of the parameters that take them.
pub(super) fn convert_arguments(expr: &mut Expr, callee: &Callee) {
    let (ExprKind::Call(_, args) | ExprKind::Method(_, _, args)) = &mut expr.kind else { return };
    for (arg, param) in args.iter_mut().zip(callee.params()) {
        if !param.direction.writes() {
            exactly(arg, &param.ty);
        }
    }
}

/// A call of one of the effect's functions whose outputs have other types than the arguments, or are several elements of
/// a matrix, calls a function that converts them.
pub(super) fn convert_outputs(expr: &mut Expr, callee: &Callee, helpers: &mut Helpers) {
    let (ExprKind::Call(name, args), Callee::User(signature)) = (&expr.kind, callee) else {
        return;
    };
    let mut pairs = args.iter().zip(&signature.params);
    if !pairs.any(|(arg, param)| is_converted(arg, param)) {
        return;
    }
    let maker = Maker { code: Code { span: expr.span }, signature };
    let Some((function, args)) = maker.make(&name.name, args) else { return };
    let name = helpers.add_caller(&name.name, function);
    expr.kind = ExprKind::Call(Code { span: expr.span }.ident(name), args);
}

fn is_converted(arg: &Expr, param: &Parameter) -> bool {
    let is_other = match (arg.ty.number(), param.ty.number()) {
        (Some(arg), Some(param)) => arg != param,
        _ => false,
    };
    param.direction.writes() && (is_other || elements(arg).is_some())
}

/// The elements of `m._11_22`, which is `float2(m._11, m._22)` by now.
fn elements(arg: &Expr) -> Option<&[Expr]> {
    let ExprKind::Construct(_, parts) = &arg.kind else { return None };
    let is_element = |part: &Expr| match &part.kind {
        ExprKind::Member(object, _) => object.ty.matrix().is_some() && part.span == arg.span,
        _ => false,
    };
    parts.iter().all(is_element).then_some(parts.as_slice())
}

/// Makes a function that calls another.
struct Maker<'m> {
    code: Code,
    signature: &'m Signature,
}

/// The parts of the function.
#[derive(Default)]
struct Parts {
    params: Vec<Variable>,
    before: Vec<Stmt>,
    /// What it gives to the function that it calls.
    inner: Vec<Expr>,
    after: Vec<Stmt>,
    /// What it is given.
    args: Vec<Expr>,
}

impl Maker<'_> {
    /// The function, without a name, and its arguments. None where some type has no words.
    fn make(&self, callee: &str, args: &[Expr]) -> Option<(Function, Vec<Expr>)> {
        let code = self.code;
        let mut parts = Parts::default();
        for (index, (arg, param)) in args.iter().zip(&self.signature.params).enumerate() {
            self.part(index, arg, param, &mut parts)?;
        }
        let call = code.call(callee, parts.inner);
        let mut stmts = parts.before;
        let mut return_type = code.ty(TypeKind::Void);
        match &self.signature.returns {
            Ty::Void => stmts.push(code.stmt(StmtKind::Expr(call))),
            returns => {
                let mut result = self.variable(returns, "fx@result")?;
                // Only a name of a type makes a function return an array.
                if !result.array.is_empty() {
                    return None;
                }
                return_type = result.ty.clone();
                result.init = Some(call);
                stmts.push(code.declare(result));
            }
        }
        stmts.append(&mut parts.after);
        if self.signature.returns != Ty::Void {
            stmts.push(code.stmt(StmtKind::Return(Some(code.name("fx@result")))));
        }
        let mut function = code.function(TypeKind::Void, "", parts.params, stmts);
        function.return_type = return_type;
        Some((function, parts.args))
    }

    fn part(&self, index: usize, arg: &Expr, param: &Parameter, parts: &mut Parts) -> Option<()> {
        let code = self.code;
        let name = format!("fx@a{index}");
        if !is_converted(arg, param) {
            let mut own = self.variable(&param.ty, &name)?;
            own.modifiers.0.extend(self.modifier(param.direction));
            parts.params.push(own);
            parts.inner.push(code.name(name));
            parts.args.push(arg.clone());
            return Some(());
        }
        let to = param.ty.number()?;
        let local = format!("fx@p{index}");
        let mut declared = self.variable(&param.ty, &local)?;
        let mut value = Vec::new();
        let single = std::slice::from_ref(arg);
        let places = elements(arg).unwrap_or(single);
        for (at, place) in places.iter().enumerate() {
            let name = if places.len() > 1 { format!("{name}_{at}") } else { name.clone() };
            let number = place.ty.number()?;
            let mut own = self.variable(&place.ty, &name)?;
            own.modifiers.0.extend(self.modifier(param.direction));
            parts.params.push(own);
            parts.args.push(place.clone());
            value.push(self.typed(&name, number));
            let mut out = self.typed(&local, to);
            if places.len() > 1 {
                let component = ["x", "y", "z", "w"].get(at).copied()?;
                crate::lower::convert::member(&mut out, component, Number::scalar(to.kind));
            }
            exactly(&mut out, &place.ty);
            parts.after.push(code.assign(self.typed(&name, number), out));
        }
        if param.direction == Direction::InOut {
            let mut value = match value.len() {
                1 => value.remove(0),
                _ => {
                    let ty = arg.ty.number()?;
                    let kind = ExprKind::Construct(ty.written(code.span), value);
                    Expr::typed(kind, code.span, ty)
                }
            };
            exactly(&mut value, &param.ty);
            if value.ty != param.ty {
                cast(&mut value, to);
            }
            declared.init = Some(value);
        }
        parts.before.push(code.declare(declared));
        parts.inner.push(code.name(local));
        Some(())
    }

    fn typed(&self, name: &str, ty: Number) -> Expr {
        Expr::typed(ExprKind::Name(name.to_owned()), self.code.span, ty)
    }

    fn modifier(&self, direction: Direction) -> Option<Modifier> {
        let kind = match direction {
            Direction::In => return None,
            Direction::Out => ModifierKind::Out,
            Direction::InOut => ModifierKind::InOut,
        };
        Some(Modifier { kind, span: self.code.span })
    }

    /// A variable of a type; none for what has no words here.
    fn variable(&self, ty: &Ty, name: &str) -> Option<Variable> {
        let (ty, array) = written(ty, self.code.span)?;
        let mut variable = Variable::new(ty, self.code.ident(name));
        variable.array = array;
        Some(variable)
    }
}

/// A type as it is written, with the dimensions after the name.
fn written(ty: &Ty, span: Span) -> Option<(Type, Vec<ArrayDim>)> {
    Some(match ty {
        Ty::Number(number) => (number.written(span), Vec::new()),
        Ty::Struct(name) => (Type { kind: TypeKind::Named(name.to_string()), span }, Vec::new()),
        Ty::Array(element, Some(count)) => {
            let (ty, mut dims) = written(element, span)?;
            dims.insert(0, Code { span }.dim(*count));
            (ty, dims)
        }
        Ty::Array(_, None) | Ty::Unknown | Ty::Void | Ty::Object(..) => return None,
    })
}

/// What stands before the functions that call others: their prototypes.
pub(super) fn prototypes(tree: &crate::ast::Effect, callee: &str) -> Vec<Item> {
    let functions = tree.items.iter().filter_map(|it| match it {
        Item::Function(function) if function.name.name == callee => Some(function),
        _ => None,
    });
    let prototype = |function: &Function| {
        let mut prototype = function.head();
        prototype.attributes.clear();
        prototype.params.iter_mut().for_each(|it| it.init = None);
        Item::Function(prototype)
    };
    functions.map(prototype).collect()
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn outputs_of_other_types_are_converted() {
        check(
            "float add(inout float a, out float2 b) { a += 0.5; b = 2; return a; }",
            "int i = 3; float4x4 m = 0; Output[0] = add(i, m._11_23) + i + m[0];",
            &[
                "float add(inout float a, out float2 b);",
                "float fx_call0_add(inout int fx_a0, out float fx_a1_0, out float fx_a1_1)",
                "float fx_p0 = (float)fx_a0;",
                "float2 fx_p1 = (float2)0;",
                "float fx_result = add(fx_p0, fx_p1);",
                "fx_a0 = fx_float_to_int(fx_p0);",
                "fx_a1_0 = fx_p1.x;",
                "fx_a1_1 = fx_p1.y;",
                "Output[0] = fx_call0_add(i, m._11, m._23) + i + m[0];",
            ],
        );
    }
}
