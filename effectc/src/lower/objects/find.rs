//! Finds the global object behind an expression.

use super::environment::{Binding, Environment};
use super::place::{self, Place, Slot};
use super::resolver::Resolver;
use super::specialise::path_of;
use super::walk::Walked;
use crate::ast::{Expr, ExprKind, ModifierKind};
use crate::check::constant::Constants;
use crate::diagnostic::Diagnostic;
use crate::lower::names;
use crate::source::Span;

impl Resolver<'_, '_> {
    /// The object that an expression names, if it names one.
    pub(super) fn place(
        &mut self,
        expr: &Expr,
        environment: &mut Environment,
    ) -> Walked<Option<Place>> {
        if let Some(binding) = environment.binding(expr) {
            let path = || path_of(expr).unwrap_or_default();
            return match binding {
                Binding::Object(place) => Ok(Some(place.clone())),
                Binding::Value => Ok(None),
                Binding::Unset => Err(Diagnostic::error(
                    expr.span,
                    format!(
                        "`{}` is used before a texture, sampler or buffer is given to it",
                        path()
                    ),
                )),
                Binding::Unclear(at) => Err(unclear(expr.span, &path(), *at)),
            };
        }
        match &expr.kind {
            ExprKind::Name(name) => {
                let Some(variable) = self.global(name) else { return Ok(None) };
                match &variable.init {
                    Some(init) if variable.modifiers.has(ModifierKind::Static) => {
                        self.place(init, &mut Environment::new())
                    }
                    _ => Ok(Some(Place::global(name))),
                }
            }
            ExprKind::Index(..) => self.indexed_place(expr, environment),
            ExprKind::Cast(ty, _, inner) if self.object_kind(ty).is_some() => {
                self.place(inner, environment)
            }
            ExprKind::Conditional(_, then, otherwise) => {
                let (then, otherwise) =
                    (self.place(then, environment)?, self.place(otherwise, environment)?);
                match (then, otherwise) {
                    (Some(then), Some(otherwise)) if then.is_same(&otherwise) => Ok(Some(then)),
                    (Some(_), _) | (_, Some(_)) => Err(Diagnostic::error(
                        expr.span,
                        "a texture, sampler or buffer cannot be chosen by a condition",
                    )
                    .with_help("read both and choose between the values")),
                    (None, None) => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    /// The object that `T[i][j]` names. Indices are walked only if it is one: with a further index it is an element of a
    /// texture or buffer.
    fn indexed_place(
        &mut self,
        expr: &Expr,
        environment: &mut Environment,
    ) -> Walked<Option<Place>> {
        let (mut array, mut indices) = (expr, Vec::new());
        while let ExprKind::Index(inner, index) = &array.kind {
            indices.push(index.as_ref());
            array = inner;
        }
        let Some(mut place) = self.place(array, environment)? else { return Ok(None) };
        let counts = self.counts(&place.name)?;
        let first = place.slots.len();
        if first + indices.len() > counts.len() {
            return Ok(None);
        }
        for (index, count) in indices.into_iter().rev().zip(counts.into_iter().skip(first)) {
            match self.constant(index, environment) {
                Some(number) if number >= count => {
                    return Err(Diagnostic::error(
                        index.span,
                        format!(
                            "index {number} of `{}` is out of range: it has {count} elements",
                            place.name
                        ),
                    ));
                }
                Some(number) => place.slots.push(Slot::Number(number)),
                None => {
                    let mut index = index.clone();
                    self.expr(&mut index, environment)?;
                    place.slots.push(Slot::Dynamic);
                    place.indices.push(index);
                }
            }
        }
        Ok(Some(place))
    }

    /// The value of an index that is a constant of the program.
    pub(super) fn constant(&self, expr: &Expr, environment: &Environment) -> Option<u32> {
        let symbols = &self.checked.symbols;
        let mut is_fixed = true;
        names::of_expr(expr, &mut |name| {
            let variable = symbols.variables.get(name);
            is_fixed &= environment.get(name).is_none()
                && variable.is_none_or(|it| it.node.modifiers.has(ModifierKind::Static));
        });
        is_fixed.then(|| Constants { symbols }.uint(expr).ok()).flatten()
    }

    /// Refuses an array where one object is needed.
    pub(super) fn single(&self, place: &Place, span: Span) -> Walked<()> {
        let Some(variable) = self.global(&place.name) else { return Ok(()) };
        match place::missing(place, &self.dims(variable)) {
            0 => Ok(()),
            _ => Err(Diagnostic::error(
                span,
                format!("`{}` is an array; expected an index", place.name),
            )),
        }
    }
}

fn unclear(span: Span, path: &str, at: Span) -> Diagnostic {
    Diagnostic::error(
        span,
        format!("which texture, sampler or buffer `{path}` is depends on a condition"),
    )
    .with_note_at(at, "it is given another one here")
    .with_help("read both and choose between the values")
}
