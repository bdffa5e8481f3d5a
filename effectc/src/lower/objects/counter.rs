//! Buffers that append, consume or count.
//!
//! Direct3D keeps a counter inside of such a buffer's view. Here the counter is a buffer of its own, of one `uint`, and
//! the methods are what Direct3D says of them: `Append` and `IncrementCounter` take the number before they add 1,
//! `Consume` and `DecrementCounter` the number after they subtract 1.

use super::choose::{ObjectCall, called, stmt};
use super::declare::counter_name;
use super::place::Place;
use super::resolver::{Resolver, Used};
use crate::ast::{
    BinaryOp, Block, Expr, ExprKind, Function, Ident, Item, Literal, Modifiers, ScalarKind,
    StmtKind, Type, TypeKind, Variable,
};
use crate::diagnostic::Diagnostic;
use crate::lower::rewrite::Rewrite;
use crate::source::Span;

impl Resolver<'_, '_> {
    /// A method that uses the counter of a buffer; none if it is another one.
    pub(super) fn counter_method(
        &mut self,
        place: &Place,
        method: &Ident,
        args: &[Expr],
        span: Span,
    ) -> Result<Option<Expr>, Diagnostic> {
        if !self.unit.rewrites.has(Rewrite::Counters) {
            return Ok(None);
        }
        let (goes_up, takes_element) = match method.name.as_str() {
            "Append" => (true, true),
            "Consume" => (false, true),
            "IncrementCounter" => (true, false),
            "DecrementCounter" => (false, false),
            _ => return Ok(None),
        };
        let Some((first, _)) = self.resource_of(&place.name) else { return Ok(None) };
        if args.len() != usize::from(method.name == "Append") {
            return Err(Diagnostic::error(
                method.span,
                format!(
                    "`{}` takes {} arguments",
                    method.name,
                    usize::from(method.name == "Append")
                ),
            ));
        }
        let call = ObjectCall {
            places: vec![place],
            args: Vec::new(),
            returns: TypeKind::Scalar(ScalarKind::Uint),
            name: format!("fx@{}_{}", if goes_up { "increment" } else { "decrement" }, place.name),
            detail: String::new(),
            needs_helper: false,
            span,
        };
        let number = self.call_objects(call, &mut |resolver, elements, _| {
            let index = first + elements.first().copied().flatten().unwrap_or(0) as usize;
            Ok(resolver.count(index, goes_up, span))
        })?;
        if !takes_element {
            return Ok(Some(number));
        }
        let counts = self.counts(&place.name)?;
        let element = match place.flat(&counts) {
            super::place::Flat::None => None,
            super::place::Flat::Number(number) => Some(number),
            super::place::Flat::Dynamic(_) => {
                return Err(Diagnostic::error(
                    span,
                    format!(
                        "`{}` of an array of buffers needs an index that is a constant",
                        method.name
                    ),
                ));
            }
        };
        let buffer = self.resource_expr(first, element, span);
        let place = Expr::new(ExprKind::Index(Box::new(buffer), Box::new(number)), span);
        Ok(Some(match args.first() {
            Some(value) => {
                Expr::new(ExprKind::Assign(None, Box::new(place), Box::new(value.clone())), span)
            }
            None => place,
        }))
    }

    /// A call of the helper that counts up or down.
    fn count(&mut self, index: usize, goes_up: bool, span: Span) -> Expr {
        self.used.insert(Used::Counter(index));
        let object = &self.checked.resources[index];
        let word = if goes_up { "increment" } else { "decrement" };
        let key = format!("{word} of {}", object.code_name);
        if let Some(name) = self.helper_names.get(&key) {
            return called(name, Vec::new(), span);
        }
        let counter = counter_name(object);
        let name = self.fresh(&format!("fx@{word}_{}", object.code_name));
        self.helpers.push(Item::Function(counting(&name, &counter, goes_up, span)));
        self.helper_names.insert(key, name.clone());
        called(&name, Vec::new(), span)
    }
}

/// `uint name() { uint before; InterlockedAdd(counter[0], 1u, before); return before; }`
fn counting(name: &str, counter: &str, goes_up: bool, span: Span) -> Function {
    let uint = || Type { kind: TypeKind::Scalar(ScalarKind::Uint), span };
    let number = |value: u64| {
        let literal = Literal::Int { value, unsigned: true, text: value.to_string() };
        Expr::new(ExprKind::Literal(literal), span)
    };
    let before = Expr::name("before@", span);
    let zero = Expr::uint(0, span);
    let counter = Expr::name(counter, span);
    let place = Expr::new(ExprKind::Index(Box::new(counter), Box::new(zero)), span);
    // Adding the largest `uint` subtracts 1.
    let step = number(if goes_up { 1 } else { u64::from(u32::MAX) });
    let add = called("InterlockedAdd", vec![place, step, before.clone()], span);
    let result = match goes_up {
        true => before,
        false => {
            let kind = ExprKind::Binary(BinaryOp::Sub, Box::new(before), Box::new(number(1)));
            Expr::new(kind, span)
        }
    };
    let local = Variable::new(uint(), Ident { name: "before@".to_owned(), span });
    let stmts = vec![
        stmt(StmtKind::Declare(vec![local]), span),
        stmt(StmtKind::Expr(add), span),
        stmt(StmtKind::Return(Some(result)), span),
    ];
    Function {
        attributes: Vec::new(),
        modifiers: Modifiers::default(),
        return_type: uint(),
        class: None,
        name: Ident { name: name.to_owned(), span },
        params: Vec::new(),
        semantic: None,
        annotations: Vec::new(),
        body: Some(Block { stmts, span }),
        span,
    }
}
