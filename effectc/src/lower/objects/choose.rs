//! Calls on objects: in place, or by a helper function, in which a `switch` chooses among the elements of arrays.
//!
//! Direct3D 11 has no index of textures that is known at run time only, so fxc unrolls loops until there is none; a
//! device of Vulkan may not have it either. A `switch` gives the same everywhere.

use super::place::{self, Flat, Place};
use super::resolver::{Resolver, Used};
use super::specialise::int_param;
use crate::ast::{
    ArrayDim, Block, Expr, ExprKind, Function, Ident, Item, Modifier, ModifierKind, Modifiers,
    ObjectKind, Stmt, StmtKind, SwitchCase, SwitchLabel, Type, TypeKind, Variable,
};
use crate::diagnostic::Diagnostic;
use crate::effect::ResourceKind;
use crate::lower::rewrite::Rewrite;
use crate::source::Span;

/// The most cases of one `switch`.
const MAX_CASES: u32 = 1024;

/// An argument of a call on objects.
#[derive(Clone, Debug)]
pub(super) struct Argument {
    pub(super) value: Expr,
    pub(super) ty: TypeKind,
    /// Whether the call writes it.
    pub(super) is_out: bool,
}

impl Argument {
    pub(super) fn new(value: Expr, ty: TypeKind) -> Self {
        Self { value, ty, is_out: false }
    }
}

/// A call on objects.
pub(super) struct ObjectCall<'c> {
    /// Objects, each with an index if it is of an array.
    pub(super) places: Vec<&'c Place>,
    pub(super) args: Vec<Argument>,
    pub(super) returns: TypeKind,
    /// What the helper function is called, and, with the objects, what it is known by.
    pub(super) name: String,
    /// What else makes a helper another one.
    pub(super) detail: String,
    /// Whether a helper is needed even if all is constant: arguments are used twice.
    pub(super) needs_helper: bool,
    pub(super) span: Span,
}

/// Gives a call for constant elements of the places and for arguments.
type Build<'b, R> = dyn FnMut(&mut R, &[Option<u32>], &[Expr]) -> Result<Expr, Diagnostic> + 'b;

/// Gives what is done for chosen elements.
type Leaf<'l, R> = dyn FnMut(&mut R, &[u32]) -> Result<Vec<Stmt>, Diagnostic> + 'l;

impl Resolver<'_, '_> {
    /// Makes a call; `build` gives it for constant elements of the places and for arguments.
    pub(super) fn call_objects(
        &mut self,
        call: ObjectCall<'_>,
        build: &mut Build<'_, Self>,
    ) -> Result<Expr, Diagnostic> {
        let mut flats = Vec::new();
        for place in &call.places {
            self.single(place, call.span)?;
            let counts = self.counts(&place.name)?;
            flats.push((place.flat(&counts), counts.iter().product::<u32>()));
        }
        let is_dynamic = flats.iter().any(|(it, _)| matches!(it, Flat::Dynamic(_)));
        if is_dynamic && !self.unit.rewrites.has(Rewrite::ObjectArrays) {
            let message = "an array of objects has an index that is no constant";
            return Err(Diagnostic::error(call.span, message));
        }
        if !is_dynamic && !call.needs_helper {
            let elements: Vec<Option<u32>> = flats.iter().map(|(it, _)| number(it)).collect();
            let args: Vec<Expr> = call.args.into_iter().map(|it| it.value).collect();
            return build(self, &elements, &args);
        }
        self.helper(call, &flats, build)
    }

    fn helper(
        &mut self,
        call: ObjectCall<'_>,
        flats: &[(Flat, u32)],
        build: &mut Build<'_, Self>,
    ) -> Result<Expr, Diagnostic> {
        let span = call.span;
        let mut key = format!("{}({})", call.name, call.detail);
        // Arrays that share an index (`Textures[i].Sample(Samplers[i], uv)`) share a switch.
        let mut choices: Vec<(Expr, u32)> = Vec::new();
        let mut choice_of: Vec<Option<usize>> = Vec::new();
        for ((flat, count), place) in flats.iter().zip(&call.places) {
            key += &format!(" {} {:?}", place.name, number(flat));
            choice_of.push(match flat {
                Flat::Dynamic(index) => {
                    let known = choices
                        .iter()
                        .position(|(it, other)| place::is_same(it, index) && other == count);
                    Some(known.unwrap_or_else(|| {
                        choices.push((index.clone(), *count));
                        choices.len() - 1
                    }))
                }
                Flat::None | Flat::Number(_) => None,
            });
        }
        key += &format!(" {choice_of:?}");
        let indices = choices.iter().map(|(it, _)| it.clone());
        let args: Vec<Expr> = indices.chain(call.args.iter().map(|it| it.value.clone())).collect();
        if let Some(name) = self.helper_names.get(&key) {
            return Ok(called(name, args, span));
        }
        let name = self.fresh(&call.name);
        let mut function = Function {
            attributes: Vec::new(),
            modifiers: Modifiers::default(),
            return_type: Type { kind: call.returns.clone(), span },
            class: None,
            name: Ident { name: name.clone(), span },
            params: Vec::new(),
            semantic: None,
            annotations: Vec::new(),
            body: None,
            span,
        };
        for number in 0..choices.len() {
            function.params.push(int_param(&format!("index{number}@"), span));
        }
        let mut values = Vec::new();
        for (number, arg) in call.args.iter().enumerate() {
            let name = format!("value{number}@");
            let ty = Type { kind: arg.ty.clone(), span };
            let mut param = Variable::new(ty, Ident { name: name.clone(), span });
            if arg.is_out {
                param.modifiers.0.push(Modifier { kind: ModifierKind::Out, span });
            }
            function.params.push(param);
            values.push(Expr::name(name, span));
        }
        let mut elements: Vec<Option<u32>> = flats.iter().map(|(it, _)| number(it)).collect();
        let returns = !matches!(call.returns, TypeKind::Void);
        let mut leaf = |resolver: &mut Self, chosen: &[u32]| {
            for (element, choice) in elements.iter_mut().zip(&choice_of) {
                if let Some(choice) = choice {
                    *element = chosen.get(*choice).copied();
                }
            }
            let value = build(resolver, &elements, &values)?;
            Ok(match returns {
                true => vec![stmt(StmtKind::Return(Some(value)), span)],
                false => {
                    vec![stmt(StmtKind::Expr(value), span), stmt(StmtKind::Return(None), span)]
                }
            })
        };
        let total: u64 = choices.iter().map(|(_, count)| u64::from(*count)).product();
        if total > u64::from(MAX_CASES) {
            return Err(Diagnostic::error(
                span,
                format!(
                    "an index that is no constant chooses among {total} objects; expected at most {MAX_CASES}"
                ),
            ));
        }
        let counts: Vec<u32> = choices.iter().map(|(_, count)| *count).collect();
        let stmts = self.switch(&counts, &mut Vec::new(), &mut leaf, span)?;
        function.body = Some(Block { stmts, span });
        self.helpers.push(Item::Function(function));
        self.helper_names.insert(key, name.clone());
        Ok(called(&name, args, span))
    }

    /// `switch (fx_index0) { case 0: .. default: .. }`, one inside of the other.
    fn switch(
        &mut self,
        counts: &[u32],
        chosen: &mut Vec<u32>,
        leaf: &mut Leaf<'_, Self>,
        span: Span,
    ) -> Result<Vec<Stmt>, Diagnostic> {
        let Some(count) = counts.get(chosen.len()) else { return leaf(self, chosen) };
        let index = Expr::name(format!("index{}@", chosen.len()), span);
        let mut cases = Vec::new();
        let mut last = Vec::new();
        for element in 0..*count {
            chosen.push(element);
            let body = self.switch(counts, chosen, leaf, span)?;
            chosen.pop();
            match element + 1 == *count {
                // After the switch, so that every path returns.
                true => last = body,
                false => {
                    let label = SwitchLabel::Case(Expr::uint(u64::from(element), span));
                    cases.push(SwitchCase { labels: vec![label], body });
                }
            }
        }
        if cases.is_empty() {
            return Ok(last);
        }
        let mut stmts = vec![stmt(StmtKind::Switch(index, cases), span)];
        stmts.append(&mut last);
        Ok(stmts)
    }

    /// A resource in code, by its index, with the element of its array.
    pub(super) fn resource_expr(&mut self, index: usize, element: Option<u32>, span: Span) -> Expr {
        let object = self.checked.resources.get(index);
        let is_split =
            object.is_some_and(|it| it.data.kind.is_storage_buffer() && !it.node.array.is_empty());
        let index = match (is_split, element) {
            (true, Some(element)) => index + element as usize,
            _ => index,
        };
        self.used.insert(Used::Resource(index));
        let Some(object) = self.checked.resources.get(index) else {
            return Expr::name(String::new(), span);
        };
        let name = Expr::name(object.code_name.clone(), span);
        match element {
            Some(element) if !is_split && !object.node.array.is_empty() => {
                let element = Expr::uint(u64::from(element), span);
                Expr::new(ExprKind::Index(Box::new(name), Box::new(element)), span)
            }
            _ => name,
        }
    }

    /// A sampler in code.
    pub(super) fn sampler_expr(
        &mut self,
        name: &str,
        element: Option<u32>,
        span: Span,
    ) -> Option<Expr> {
        let index = self.checked.samplers.iter().position(|it| it.node.name.name == name)?;
        self.used.insert(Used::Sampler(index));
        let object = &self.checked.samplers[index];
        let name = Expr::name(object.code_name.clone(), span);
        Some(match element {
            Some(element) => {
                let element = Expr::uint(u64::from(element), span);
                Expr::new(ExprKind::Index(Box::new(name), Box::new(element)), span)
            }
            None => name,
        })
    }

    /// The first resource of a global texture or buffer, and its kind.
    pub(super) fn resource_of(&self, name: &str) -> Option<(usize, ResourceKind)> {
        let resources = &self.checked.resources;
        let index = resources.iter().position(|it| it.node.name.name == name)?;
        Some((index, resources[index].data.kind))
    }
}

fn number(flat: &Flat) -> Option<u32> {
    match flat {
        Flat::Number(number) => Some(*number),
        Flat::None | Flat::Dynamic(_) => None,
    }
}

pub(super) fn stmt(kind: StmtKind, span: Span) -> Stmt {
    Stmt { attributes: Vec::new(), kind, span }
}

pub(super) fn called(name: &str, args: Vec<Expr>, span: Span) -> Expr {
    Expr::new(ExprKind::Call(Ident { name: name.to_owned(), span }, args), span)
}

pub(super) fn method_of(object: Expr, name: &str, args: Vec<Expr>, span: Span) -> Expr {
    let method = Ident { name: name.to_owned(), span };
    Expr::new(ExprKind::Method(Box::new(object), method, args), span)
}

/// `name[count]`, a declared array.
pub(super) fn dim(count: u32, span: Span) -> ArrayDim {
    ArrayDim { size: Some(Expr::uint(u64::from(count), span)), span }
}

/// The HLSL type of a resource of some kind.
pub(super) fn object_kind(kind: ResourceKind) -> ObjectKind {
    let found = ObjectKind::ALL.iter().find(|(_, name)| *name == kind.hlsl());
    found.map_or(ObjectKind::Texture2D, |(kind, _)| *kind)
}
