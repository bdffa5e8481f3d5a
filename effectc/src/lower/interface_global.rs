//! Globals of interface types: the class instances that they stand for.

use crate::ast::walk;
use crate::ast::{self, ArrayDim, Expr, ExprKind, Item, Type, Variable};
use crate::check::constant::Constants;
use crate::check::number;
use crate::check::symbols::Symbols;
use crate::diagnostic::Diagnostic;
use crate::hash::HashMap;
use crate::lower::constant;
use crate::lower::interface_local::unknown_element;
use crate::source::Span;
use crate::types::{GLOBAL_MARK, Scope};

/// Class instances by the names of the interface globals that stand for them.
#[derive(Debug, Default)]
pub(super) struct Instances {
    pub(super) single: HashMap<String, Expr>,
    pub(super) arrays: HashMap<String, Vec<Expr>>,
}

/// The instances of interface globals.
pub(super) fn instances(
    tree: &ast::Effect,
    bound: &[Expr],
    is_interface: &dyn Fn(&Type) -> bool,
    symbols: &Symbols<'_>,
    faults: &mut Vec<Diagnostic>,
) -> Instances {
    let mut instances = Instances::default();
    let mut bound = bound.iter();
    for item in &tree.items {
        let Item::Variable(variable) = item else { continue };
        if !is_interface(&variable.ty) {
            continue;
        }
        let name = variable.name.name.clone();
        let count = match variable.array.as_slice() {
            [] => None,
            [ArrayDim { size: Some(size), .. }] => Constants { symbols }.uint(size).ok(),
            _ => {
                let message = format!(
                    "`{name}`, whose type is an interface, has more dimensions than one, or no size"
                );
                faults.push(Diagnostic::error(variable.name.span, message));
                continue;
            }
        };
        let needed = count.unwrap_or(1) as usize;
        let values: Vec<Expr> = bound.by_ref().take(needed).cloned().collect();
        if values.len() < needed {
            faults.push(unbound(variable));
        }
        match (count, values.first()) {
            (Some(_), _) => {
                instances.arrays.insert(name, values);
            }
            (None, Some(value)) => {
                instances.single.insert(name, value.clone());
            }
            (None, None) => {}
        }
    }
    instances
}

fn unbound(variable: &Variable) -> Diagnostic {
    let name = &variable.name.name;
    let message = format!("no class instance is bound to `{name}`, whose type is an interface");
    Diagnostic::error(variable.name.span, message).with_help(
        "name one where the shader is compiled: `BindInterfaces(CompileShader(..), instance)`",
    )
}

/// A name of an interface global is one of the instance that it stands for, also where a local has the instance's name.
///
/// # Errors
/// An element of an array of interfaces that is not known here.
pub(super) fn name_instance(
    expr: &mut Expr,
    instances: &Instances,
    symbols: &Symbols<'_>,
    scope: &Scope,
) -> Result<(), Diagnostic> {
    let value = match &expr.kind {
        ExprKind::Name(name) if scope.hides(name) => return Ok(()),
        ExprKind::Name(name) if instances.arrays.contains_key(name) => {
            let message = format!("not yet supported: the array of interfaces `{name}` as a whole");
            return Err(Diagnostic::error(expr.span, message)
                .with_help("name its elements, with constant indices"));
        }
        ExprKind::Name(name) => instances.single.get(name),
        ExprKind::Index(array, index) => {
            let Some(name) = array.as_name().filter(|it| !scope.hides(it)) else { return Ok(()) };
            let Some(values) = instances.arrays.get(name) else { return Ok(()) };
            let at = constant::value(index, symbols, scope);
            let at = at.and_then(|it| number::to_u32(*it.numbers.first()?));
            let (name, index) = (name.to_owned(), index.span);
            let value = at.and_then(|it| values.get(it as usize));
            if value.is_none() {
                // Something that has a type, so that nothing more is said.
                if let Some(first) = values.first() {
                    *expr = first.clone();
                }
                return Err(match at {
                    Some(at) => past_the_end(at, &name, values.len(), index),
                    None => unknown_element(&name, index),
                });
            }
            value
        }
        _ => None,
    };
    if let Some(value) = value {
        expr.kind = value.kind.clone();
        walk::expr(expr, &mut |it: &mut Expr| {
            if let ExprKind::Name(name) = &mut it.kind
                && scope.hides(name)
            {
                name.insert(0, GLOBAL_MARK);
            }
        });
    }
    Ok(())
}

fn past_the_end(at: u32, name: &str, count: usize, index: Span) -> Diagnostic {
    let message = format!("index {at} is past the end: `{name}` has {count} elements");
    Diagnostic::error(index, message)
}
