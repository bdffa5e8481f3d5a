//! Functions that rewritten code calls, as HLSL text, and what went wrong while it was rewritten.

use std::collections::BTreeMap;

use crate::ast::{Expr, Function};
use crate::diagnostic::{Diagnostic, MAX_ERRORS};
use crate::lower::array_cast::ArrayCasts;
use crate::lower::made;

/// What rewritten code needs beside it.
#[derive(Debug, Default)]
pub(super) struct Helpers {
    /// Functions that others of these may call, by name.
    bases: BTreeMap<String, String>,
    /// Functions that need nothing of the effect's, by name.
    functions: BTreeMap<String, String>,
    /// Functions that call the effect's own, each with the name of the one that it calls.
    pub(super) callers: Vec<(String, Function)>,
    /// Casts to and from arrays.
    pub(super) array_casts: ArrayCasts,
    /// What is wrong, or would become wrong code: an unknown name, a product that HLSL does not have.
    pub(super) faults: Vec<Diagnostic>,
}

impl Helpers {
    /// Adds a function, unless it is there.
    pub(super) fn add(&mut self, name: &str, text: impl FnOnce() -> String) {
        if !self.functions.contains_key(name) {
            self.functions.insert(name.to_owned(), text());
        }
    }

    /// Adds a function that others of these may call and that calls none of them, unless it is there.
    pub(super) fn add_base(&mut self, name: &str, text: impl FnOnce() -> String) {
        if !self.bases.contains_key(name) {
            self.bases.insert(name.to_owned(), text());
        }
    }

    /// Adds a function that calls one of the effect's own, and gives its name.
    pub(super) fn add_caller(&mut self, callee: &str, mut function: Function) -> String {
        let name = format!("fx@call{}_{callee}", self.callers.len());
        function.name.name.clone_from(&name);
        self.callers.push((callee.to_owned(), function));
        name
    }

    /// The text of all functions, in a stable order.
    pub(super) fn into_texts(self) -> Vec<String> {
        let texts = self.bases.into_values().chain(self.functions.into_values());
        texts.map(|it| it.replace(made::PREFIX, made::PLAIN)).collect()
    }

    /// Remembers a fault; one of the same words is enough.
    pub(super) fn refuse(&mut self, fault: Diagnostic) {
        if !self.faults.iter().any(|it| it.message == fault.message) {
            self.faults.push(fault);
        }
    }

    /// Remembers a fault whose words may be right for other places too. Functions have copies, so that it may have been
    /// found before.
    pub(super) fn refuse_here(&mut self, fault: Diagnostic) {
        let is_same = |it: &Diagnostic| it.span == fault.span && it.message == fault.message;
        if self.faults.len() < MAX_ERRORS && !self.faults.iter().any(is_same) {
            self.faults.push(fault);
        }
    }

    /// Remembers that a matrix is multiplied by something of a type that cannot be told here: were it a matrix too,
    /// the HLSL compiler would make wrong code.
    pub(super) fn unclear(&mut self, expr: &Expr) {
        self.refuse(
            Diagnostic::error(
                expr.span,
                "not yet supported: a matrix multiplied by something whose type is not clear here",
            )
            .with_help("put it into a variable first"),
        );
    }

    /// Remembers `matrix * vector`, which is no HLSL, but which the HLSL compiler takes for a matrix product.
    pub(super) fn no_product(&mut self, expr: &Expr) {
        self.refuse(
            Diagnostic::error(
                expr.span,
                "a matrix and a vector have no product component by component",
            )
            .with_help("the matrix product is `mul(vector, matrix)` or `mul(matrix, vector)`"),
        );
    }
}
