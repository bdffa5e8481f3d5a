//! Calls that no shader can make: of a function that is already running, and with a value where a place is written.
//!
//! glslang reports the one without a place, and makes invalid SPIR-V of the other.

use crate::hash::{HashMap, HashSet};

use crate::ast::walk;
use crate::ast::{Expr, ExprKind, Function, Item, ModifierKind};
use crate::diagnostic::Diagnostic;
use crate::lower::made;
use crate::lower::unit::Unit;
use crate::source::Span;
use crate::types::{Declarations, Signature};

/// Reports such calls.
///
/// # Errors
/// The first of them.
pub(super) fn check(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    let mut functions: HashMap<String, Vec<Function>> = HashMap::default();
    for item in &unit.tree.items {
        if let Item::Function(function) = item
            && function.body.is_some()
        {
            functions.entry(function.name.name.clone()).or_default().push(function.clone());
        }
    }
    recursion(unit, &mut functions)?;
    outputs(unit, &functions)
}

/// One of the overloads of a name.
type Overload = (String, usize);

/// A function that calls itself, perhaps through others. A call that may mean several overloads is left out.
fn recursion(
    unit: &Unit<'_>,
    functions: &mut HashMap<String, Vec<Function>>,
) -> Result<(), Diagnostic> {
    let declarations = Declarations::new(&unit.tree);
    let signatures: HashMap<String, Vec<Signature>> = functions
        .iter()
        .map(|(name, all)| {
            (name.clone(), all.iter().map(|it| declarations.signature(it)).collect())
        })
        .collect();
    let mut calls: HashMap<Overload, Vec<(Overload, Span)>> = HashMap::default();
    for (name, overloads) in functions.iter_mut() {
        for (index, function) in overloads.iter_mut().enumerate() {
            let mut called = Vec::new();
            walk::function(function, &mut |expr: &mut Expr| {
                if let ExprKind::Call(callee, args) = &expr.kind
                    && let Some(all) = signatures.get(&callee.name)
                    && let Some(meant) = meant(all, args)
                {
                    called.push(((callee.name.clone(), meant), callee.span));
                }
            });
            calls.insert((name.clone(), index), called);
        }
    }
    let mut starts: Vec<&Overload> = calls.keys().collect();
    starts.sort_unstable();
    let mut done: HashSet<&Overload> = HashSet::default();
    for start in starts {
        // A walk into the depth with a stack of its own: chains of calls may be long.
        let mut path: Vec<(&Overload, usize)> = vec![(start, 0)];
        let mut running: HashSet<&Overload> = HashSet::from_iter([start]);
        while let Some((function, next)) = path.last_mut() {
            let callees = calls.get(*function).map_or(&[][..], Vec::as_slice);
            let Some((callee, span)) = callees.get(*next).filter(|_| !done.contains(*function))
            else {
                done.insert(function);
                running.remove(function);
                path.pop();
                continue;
            };
            *next += 1;
            if running.contains(callee) {
                let position = path.iter().position(|(it, _)| *it == callee).unwrap_or_default();
                let chain: Vec<&str> =
                    path[position..].iter().map(|(it, _)| it.0.as_str()).collect();
                return Err(calls_itself(&chain, &callee.0, *span));
            }
            running.insert(callee);
            path.push((callee, 0));
        }
    }
    Ok(())
}

fn calls_itself(chain: &[&str], callee: &str, span: Span) -> Diagnostic {
    let shown = |name: &str| format!("`{}`", name.trim_start_matches(made::PREFIX));
    let message = format!("{} calls itself; shaders have no recursion", shown(callee));
    let error = Diagnostic::error(span, message);
    let chain: Vec<String> = chain.iter().map(|it| shown(it)).collect();
    match chain.len() {
        1 => error,
        _ => error.with_note(format!("{} calls {}", chain.join(" calls "), shown(callee))),
    }
}

/// The overload that a call means: the only one that takes so many arguments, or the one that takes just their types.
fn meant(overloads: &[Signature], args: &[Expr]) -> Option<usize> {
    let fits = overloads.iter().enumerate().filter(|(_, it)| it.takes(args.len()));
    let fits: Vec<(usize, &Signature)> = fits.collect();
    let is_exact = |(_, it): &&(usize, &Signature)| {
        it.params.iter().zip(args).all(|(param, arg)| param.ty == arg.ty)
    };
    match fits.as_slice() {
        [(only, _)] => Some(*only),
        all => all.iter().find(is_exact).map(|(index, _)| *index),
    }
}

/// A value, as opposed to a place, as the argument for an `out` or `inout` parameter.
fn outputs(
    unit: &mut Unit<'_>,
    functions: &HashMap<String, Vec<Function>>,
) -> Result<(), Diagnostic> {
    let mut fault = None;
    for item in &mut unit.tree.items {
        walk::item(item, &mut |expr: &mut Expr| {
            let ExprKind::Call(name, args) = &expr.kind else { return };
            let Some(overloads) = functions.get(&name.name) else { return };
            let mut fitting =
                overloads.iter().filter(|it| it.params.len() == args.len()).peekable();
            if fitting.peek().is_none() {
                return;
            }
            let fitting: Vec<&Function> = fitting.collect();
            for (index, arg) in args.iter().enumerate().filter(|(_, it)| is_value(it)) {
                // Whichever overload it is, it writes.
                let writes = |it: &&Function| {
                    it.params.get(index).is_some_and(|it| {
                        it.modifiers.has(ModifierKind::Out) || it.modifiers.has(ModifierKind::InOut)
                    })
                };
                if fitting.iter().all(writes) {
                    fault.get_or_insert_with(|| not_a_place(arg, name, fitting[0], index));
                }
            }
        });
    }
    fault.map_or(Ok(()), Err)
}

fn not_a_place(
    arg: &Expr,
    name: &crate::ast::Ident,
    function: &Function,
    index: usize,
) -> Diagnostic {
    let message = format!("`{}` writes this argument, which is no variable", name.name);
    let error = Diagnostic::error(arg.span, message);
    match function.params.get(index) {
        Some(param) => error.with_note_at(param.span, "the parameter is declared here"),
        None => error,
    }
}

/// Whether it is surely nothing that could be written.
pub(super) fn is_value(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_)
        | ExprKind::Binary(..)
        | ExprKind::Construct(..)
        | ExprKind::Call(..)
        | ExprKind::Conditional(..) => true,
        ExprKind::Member(inner, _) | ExprKind::Index(inner, _) | ExprKind::Cast(_, _, inner) => {
            is_value(inner)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::{lowered, message};

    #[test]
    fn recursion_is_said() {
        let text = message("float f(float a) { return f(a - 1); }", "Output[0] = f(U);");
        assert_eq!(text, "`f` calls itself; shaders have no recursion");
        let both =
            "float g(float a); float f(float a) { return g(a); } float g(float a) { return f(a); }";
        assert_eq!(message(both, "Output[0] = f(U);"), text);
    }

    #[test]
    fn recursion_of_overloads_is_said() {
        let functions = "float f(float a); float f(float2 a) { return f(a.x); } \
                         float f(float a) { return f(float2(a, 1)); }";
        let text = message(functions, "Output[0] = f(U);");
        assert_eq!(text, "`f` calls itself; shaders have no recursion");
    }

    #[test]
    fn overloads_are_no_recursion() {
        lowered(
            "float f(float a) { return a; } float f(float2 a) { return f(a.x); }",
            "Output[0] = f(U.xx);",
        );
    }

    #[test]
    fn functions_of_hlsl_with_more_arguments_are_no_recursion() {
        lowered("float lerp(float a) { return lerp(0, a, 0.5); }", "Output[0] = lerp(U.x);");
    }

    #[test]
    fn what_is_written_must_be_a_place() {
        let text = message("void f(inout float a) { a = 1; }", "f(U * 2);");
        assert_eq!(text, "`f` writes this argument, which is no variable");
        lowered("void f(inout float a) { a = 1; }", "float4 v; f(v.y); float a[2]; f(a[1]);");
    }
}
