//! Functions on matrices, element by element, as text.

use super::{ROWS, is_structure, type_name};
use crate::ast::{Expr, ExprKind, Ident};
use crate::lower::helper::Helpers;
use crate::types::{Number, Shape};

/// Names of parameters.
const PARAMS: [&str; 16] =
    ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"];

/// A function that is made.
pub(super) struct Making<'m> {
    /// What it does: `add`.
    pub(super) label: &'m str,
    /// The types of its parameters.
    pub(super) params: &'m [Number],
    /// The type of what it gives.
    pub(super) gives: Number,
    /// What becomes of that.
    pub(super) outcome: Outcome,
}

/// Where the result of a function goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It is returned.
    Returned,
    /// The first parameter gets it, and it is returned.
    Stored,
    /// The first parameter gets it, and what that was is returned.
    StoredAfter,
}

impl Making<'_> {
    /// Adds the function and gives its name. `element` writes the element of a row and column.
    pub(super) fn add(&self, helpers: &mut Helpers, element: &dyn Fn(u8, u8) -> String) -> String {
        let mut name = self.label.to_owned();
        for param in self.params {
            name.push_str(&format!("_{param}"));
        }
        self.add_as(helpers, &name, element)
    }

    /// Adds the function by another name than its parameters give it.
    pub(super) fn add_as(
        &self,
        helpers: &mut Helpers,
        name: &str,
        element: &dyn Fn(u8, u8) -> String,
    ) -> String {
        let name = format!("fx@{name}");
        helpers.add(&name, || self.text(&name, element));
        name
    }

    fn text(&self, name: &str, element: &dyn Fn(u8, u8) -> String) -> String {
        let mut params: Vec<String> = PARAMS
            .iter()
            .zip(self.params)
            .map(|(it, ty)| format!("{} {it}", written(*ty)))
            .collect();
        let gives = written(self.gives);
        let value = value(self.gives, element);
        let body = match self.outcome {
            Outcome::Returned => format!("{value} return r;"),
            Outcome::Stored => format!("{value} a = r; return r;"),
            Outcome::StoredAfter => format!("{value} {gives} before = a; a = r; return before;"),
        };
        if self.outcome != Outcome::Returned
            && let Some(first) = params.first_mut()
        {
            first.insert_str(0, "inout ");
        }
        format!("{gives} {name}({}) {{ {body} }}", params.join(", "))
    }
}

/// The type of a number in code.
pub(super) fn written(number: Number) -> String {
    match number.shape {
        Shape::Matrix(..) if is_structure(number) => type_name(number),
        _ => number.to_string(),
    }
}

/// `int2 r = ..;`, from elements.
fn value(number: Number, element: &dyn Fn(u8, u8) -> String) -> String {
    let ty = written(number);
    match number.shape {
        Shape::Scalar => format!("{ty} r = {};", element(0, 0)),
        Shape::Vector(count) => {
            let parts: Vec<String> = (0..count).map(|it| element(0, it)).collect();
            format!("{ty} r = {ty}({});", parts.join(", "))
        }
        Shape::Matrix(rows, columns) if is_structure(number) => {
            let row = Number::vector(number.kind, columns);
            let rows = (0..rows).map(|at| {
                let parts: Vec<String> = (0..columns).map(|it| element(at, it)).collect();
                format!(" r.{ROWS}[{at}] = {row}({});", parts.join(", "))
            });
            format!("{ty} r;{}", rows.collect::<String>())
        }
        Shape::Matrix(rows, columns) => {
            let places = (0..rows).flat_map(|row| (0..columns).map(move |it| (row, it)));
            let parts: Vec<String> = places.map(|(row, it)| element(row, it)).collect();
            format!("{ty} r = {ty}({});", parts.join(", "))
        }
    }
}

/// An element of a parameter. Scalars have one for all places; of a vector the column counts.
pub(super) fn element(param: usize, number: Number, row: u8, column: u8) -> String {
    let name = PARAMS.get(param).copied().unwrap_or("a");
    let component = ["x", "y", "z", "w"].get(usize::from(column)).copied().unwrap_or("x");
    match number.shape {
        Shape::Scalar => name.to_owned(),
        Shape::Vector(_) => format!("{name}.{component}"),
        Shape::Matrix(_, 1) if is_structure(number) => format!("{name}.{ROWS}[{row}]"),
        Shape::Matrix(..) if is_structure(number) => {
            format!("{name}.{ROWS}[{row}].{component}")
        }
        Shape::Matrix(..) => format!("{name}._m{row}{column}"),
    }
}

/// An element by its number, row after row.
pub(super) fn element_at(param: usize, number: Number, at: u8) -> String {
    match number.shape {
        Shape::Matrix(_, columns) => element(param, number, at / columns, at % columns),
        _ => element(param, number, 0, at),
    }
}

/// Puts a call in the place of an expression, whose type stays.
pub(super) fn call(expr: &mut Expr, name: String, args: Vec<Expr>) {
    let name = Ident { name, span: expr.span };
    expr.kind = ExprKind::Call(name, args);
}
