//! Calls that no shader can make: of a function that is already running, and with a value where a place is written.
//!
//! glslang reports the one without a place, and makes invalid SPIR-V of the other.

use std::collections::{HashMap, HashSet};

use crate::ast::{Expr, ExprKind, Function, Item, ModifierKind};
use crate::diagnostic::Diagnostic;
use crate::lower::unit::Unit;
use crate::lower::walk;
use crate::source::Span;

/// Reports such calls.
///
/// # Errors
/// The first of them.
pub(super) fn check(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    let mut functions: HashMap<String, Vec<Function>> = HashMap::new();
    for item in &unit.tree.items {
        if let Item::Function(function) = item
            && function.body.is_some()
        {
            functions.entry(function.name.name.clone()).or_default().push(function.clone());
        }
    }
    recursion(&mut functions)?;
    outputs(unit, &functions)
}

/// A function that calls itself, perhaps through others. Functions with overloads are left out: which one a call
/// means is not known here.
fn recursion(functions: &mut HashMap<String, Vec<Function>>) -> Result<(), Diagnostic> {
    let mut calls: HashMap<String, Vec<(String, Span)>> = HashMap::new();
    let single: HashSet<String> =
        functions.iter().filter(|(_, it)| it.len() == 1).map(|(name, _)| name.clone()).collect();
    for (name, overloads) in functions.iter_mut() {
        let Some(function) = overloads.first_mut().filter(|_| single.contains(name)) else {
            continue;
        };
        let mut called = Vec::new();
        walk::function(function, &mut |expr: &mut Expr| {
            if let ExprKind::Call(callee, _) = &expr.kind
                && single.contains(&callee.name)
            {
                called.push((callee.name.clone(), callee.span));
            }
        });
        calls.insert(name.clone(), called);
    }
    let mut starts: Vec<&String> = calls.keys().collect();
    starts.sort_unstable();
    let mut done: HashSet<&str> = HashSet::new();
    for start in starts {
        // A walk into the depth with a stack of its own: chains of calls may be long.
        let mut path: Vec<(&str, usize)> = vec![(start, 0)];
        let mut running: HashSet<&str> = HashSet::from([start.as_str()]);
        while let Some((name, next)) = path.last_mut() {
            let callees = calls.get(*name).map_or(&[][..], Vec::as_slice);
            let Some((callee, span)) = callees.get(*next).filter(|_| !done.contains(*name)) else {
                done.insert(name);
                running.remove(name);
                path.pop();
                continue;
            };
            *next += 1;
            if running.contains(callee.as_str()) {
                let position = path.iter().position(|(it, _)| it == callee).unwrap_or_default();
                let chain: Vec<String> =
                    path[position..].iter().map(|(it, _)| format!("`{it}`")).collect();
                let message = format!("`{callee}` calls itself; shaders have no recursion");
                let error = Diagnostic::error(*span, message);
                return Err(match chain.len() {
                    1 => error,
                    _ => error.with_note(format!("{} calls `{callee}`", chain.join(" calls "))),
                });
            }
            running.insert(callee);
            path.push((callee, 0));
        }
    }
    Ok(())
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
    fn overloads_are_no_recursion() {
        lowered(
            "float f(float a) { return a; } float f(float2 a) { return f(a.x); }",
            "Output[0] = f(U.xx);",
        );
    }

    #[test]
    fn what_is_written_must_be_a_place() {
        let text = message("void f(inout float a) { a = 1; }", "f(U * 2);");
        assert_eq!(text, "`f` writes this argument, which is no variable");
        lowered("void f(inout float a) { a = 1; }", "float4 v; f(v.y); float a[2]; f(a[1]);");
    }
}
