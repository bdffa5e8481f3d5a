//! Calls that no shader can make: of a function that is already running, and with a value where a place is written.
//!
//! glslang reports the one without a place, and makes invalid SPIR-V of the other.

use std::cell::OnceCell;

use crate::hash::{HashMap, HashSet};

use crate::ast::visit::{self, Visitor};
use crate::ast::{Expr, ExprKind, Function, Ident, Item, ModifierKind};
use crate::diagnostic::Diagnostic;
use crate::lower::made;
use crate::lower::unit::Unit;
use crate::source::Span;
use crate::types::{Declarations, Signature};

/// The most copies of functions that an entry point is made of. More take the HLSL compiler minutes.
const MAX_COPIES: u64 = 10_000;

/// Reports such calls, and those that would give too many copies of functions.
///
/// # Errors
/// The first of them.
pub(super) fn check(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    let mut functions = Functions::default();
    for item in &unit.tree.items {
        if let Item::Function(function) = item
            && function.body.is_some()
        {
            functions.entry(&function.name.name).or_default().push(function);
        }
    }
    bodies(unit, &functions)?;
    recursion(unit, &functions)?;
    outputs(unit, &functions)
}

/// Those that have a body, by name.
type Functions<'t> = HashMap<&'t str, Vec<&'t Function>>;

/// One of the overloads of a name.
type Overload<'t> = (&'t str, usize);

/// Does something with every call, before the calls in its arguments.
struct Calls<F>(F);

impl<F: FnMut(&Ident, &[Expr])> Visitor for Calls<F> {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Call(callee, args) = &expr.kind {
            (self.0)(callee, args);
        }
    }
}

/// A function that calls itself, perhaps through others. A call that may mean several overloads is left out.
fn recursion(unit: &Unit<'_>, functions: &Functions<'_>) -> Result<(), Diagnostic> {
    // Most names have one function, of which no types are asked.
    let declarations = OnceCell::new();
    let signature =
        |it: &Function| declarations.get_or_init(|| Declarations::new(&unit.tree)).signature(it);
    let mut calls: HashMap<Overload<'_>, Vec<(Overload<'_>, Span)>> = HashMap::default();
    for (name, overloads) in functions {
        for (index, function) in overloads.iter().enumerate() {
            let mut called = Vec::new();
            let mut note = Calls(|callee: &Ident, args: &[Expr]| {
                if let Some((name, all)) = functions.get_key_value(callee.name.as_str())
                    && let Some(meant) = meant(all, args, &signature)
                {
                    called.push(((*name, meant), callee.span));
                }
            });
            visit::function(function, &mut note);
            calls.insert((*name, index), called);
        }
    }
    let mut starts: Vec<&Overload<'_>> = calls.keys().collect();
    starts.sort_unstable();
    let mut copies: HashMap<&Overload<'_>, u64> = HashMap::default();
    let mut done: HashSet<&Overload<'_>> = HashSet::default();
    for start in starts {
        // A walk into the depth with a stack of its own: chains of calls may be long.
        let mut path: Vec<(&Overload<'_>, usize)> = vec![(start, 0)];
        let mut running: HashSet<&Overload<'_>> = HashSet::from_iter([start]);
        while let Some((function, next)) = path.last_mut() {
            let callees = calls.get(*function).map_or(&[][..], Vec::as_slice);
            let Some((callee, span)) = callees.get(*next).filter(|_| !done.contains(*function))
            else {
                if done.insert(function) {
                    let inside = callees.iter().filter_map(|(it, _)| copies.get(it));
                    let count = inside.fold(1_u64, |sum, it| sum.saturating_add(*it));
                    copies.insert(function, count);
                    if count > MAX_COPIES {
                        return Err(too_many_copies(functions, function, count));
                    }
                }
                running.remove(function);
                path.pop();
                continue;
            };
            *next += 1;
            if running.contains(callee) {
                let position = path.iter().position(|(it, _)| *it == callee).unwrap_or_default();
                let chain: Vec<&str> = path[position..].iter().map(|(it, _)| it.0).collect();
                return Err(calls_itself(&chain, callee.0, *span));
            }
            running.insert(callee);
            path.push((callee, 0));
        }
    }
    Ok(())
}

/// Shaders have no calls: every function is copied to where it is called, with the functions that it calls.
fn too_many_copies(
    functions: &Functions<'_>,
    (name, index): &Overload<'_>,
    count: u64,
) -> Diagnostic {
    let span = functions.get(name).and_then(|it| it.get(*index)).map(|it| it.name.span);
    let shown = name.trim_start_matches(made::PREFIX);
    let message = format!("`{shown}` is made of {count} copies of functions, all calls put in");
    span.map_or_else(
        || Diagnostic::error_without_place(message.clone()),
        |it| Diagnostic::error(it, message.clone()),
    )
    .with_help(format!("a shader has no calls; up to {MAX_COPIES} copies are taken"))
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
fn meant(
    overloads: &[&Function],
    args: &[Expr],
    signature: &dyn Fn(&Function) -> Signature,
) -> Option<usize> {
    let takes = |it: &Function| {
        let needed = it.params.iter().rposition(|it| it.init.is_none()).map_or(0, |it| it + 1);
        (needed..=it.params.len()).contains(&args.len())
    };
    let fits: Vec<usize> = (0..overloads.len()).filter(|it| takes(overloads[*it])).collect();
    let is_exact = |it: &usize| {
        let params = signature(overloads[*it]).params;
        params.iter().zip(args).all(|(param, arg)| param.ty == arg.ty)
    };
    match fits.as_slice() {
        [only] => Some(*only),
        all => all.iter().copied().find(is_exact),
    }
}

/// A call of a function that is declared, and defined nowhere.
fn bodies(unit: &Unit<'_>, functions: &Functions<'_>) -> Result<(), Diagnostic> {
    let mut declared: HashMap<&str, Vec<&Function>> = HashMap::default();
    for item in &unit.tree.items {
        if let Item::Function(function) = item
            && function.body.is_none()
        {
            declared.entry(&function.name.name).or_default().push(function);
        }
    }
    if declared.is_empty() {
        return Ok(());
    }
    let mut fault = None;
    {
        let mut check = Calls(|name: &Ident, args: &[Expr]| {
            let takes = |it: &&&Function| it.params.len() == args.len();
            let has_body = functions.get(name.name.as_str()).is_some_and(|it| {
                // With values for what is left out.
                it.iter().any(|it| it.params.len() >= args.len())
            });
            let mut prototypes = declared.get(name.name.as_str()).into_iter().flatten();
            if let Some(prototype) = prototypes.rfind(takes)
                && !has_body
            {
                fault.get_or_insert_with(|| {
                    let shown = name.name.trim_start_matches(made::PREFIX);
                    let message = format!("`{shown}` is declared, but has no body");
                    Diagnostic::error(name.span, message)
                        .with_note_at(prototype.name.span, "it is declared here")
                });
            }
        });
        unit.tree.items.iter().for_each(|it| visit::item(it, &mut check));
    }
    fault.map_or(Ok(()), Err)
}

/// A value, as opposed to a place, as the argument for an `out` or `inout` parameter.
fn outputs(unit: &Unit<'_>, functions: &Functions<'_>) -> Result<(), Diagnostic> {
    let mut fault = None;
    {
        let mut check = Calls(|name: &Ident, args: &[Expr]| {
            let Some(overloads) = functions.get(name.name.as_str()) else { return };
            let fits = |it: &&&Function| it.params.len() == args.len();
            let fitting: Vec<&Function> = overloads.iter().filter(fits).copied().collect();
            if fitting.is_empty() {
                return;
            }
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
        unit.tree.items.iter().for_each(|it| visit::item(it, &mut check));
    }
    fault.map_or(Ok(()), Err)
}

fn not_a_place(arg: &Expr, name: &Ident, function: &Function, index: usize) -> Diagnostic {
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
    fn a_call_needs_a_body() {
        let text = message("float f(float a);", "Output[0] = f(U);");
        assert_eq!(text, "`f` is declared, but has no body");
        let text = message(
            "float f(float a, float b); float f(float a) { return a; }",
            "Output[0] = f(U, 1);",
        );
        assert_eq!(text, "`f` is declared, but has no body");
        lowered(
            "float f(float a); float g(float a);",
            "Output[0] = f(U);} float f(float a) { return a;",
        );
        lowered(
            "float f(float a, float b = 1); float f(float a, float b) { return a; }",
            "Output[0] = f(U);",
        );
    }

    #[test]
    fn overloads_are_no_recursion() {
        lowered(
            "float f(float a) { return a; } float f(float2 a) { return f(a.x); }",
            "Output[0] = f(U.xx);",
        );
    }

    #[test]
    fn calls_that_double_are_said() {
        let doubled = |depth: usize| {
            let next = |it| format!("float f{}(float x) {{ return f{it}(x) + f{it}(x); }}", it + 1);
            let all: String = (0..depth).map(next).collect();
            (
                format!("float f0(float x) {{ return x; }} {all}"),
                format!("Output[0] = f{depth}(U);"),
            )
        };
        let (functions, body) = doubled(40);
        let text = message(&functions, &body);
        assert_eq!(text, "`f13` is made of 16383 copies of functions, all calls put in");
        let (functions, body) = doubled(10);
        lowered(&functions, &body);
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
