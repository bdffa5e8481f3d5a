//! Copies of functions for the objects that they are called with.
//!
//! A call only says which copy it needs; the bodies of copies are walked afterwards, one by one, so that chains of calls
//! may be as long as they like.

use std::rc::Rc;

use super::environment::{Binding, Environment};
use super::place::{Place, Slot};
use super::resolver::Resolver;
use crate::ast::{
    Expr, ExprKind, Function, Ident, ObjectKind, ScalarKind, Type, TypeKind, Variable,
};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Most copies of one function.
const MAX_COPIES: usize = 256;

/// Most copies in all.
const MAX_COPIES_IN_ALL: usize = 16384;

/// What a copy is for: the function, how many parameters it has, and the objects given to it, by parameter and path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    function: String,
    param_count: usize,
    objects: Vec<(usize, String, String, Vec<Slot>)>,
}

/// A copy whose body was not walked yet.
pub(super) struct Open {
    /// The name of the function that is copied.
    function: String,
    copy: Function,
    environment: Environment,
}

/// An argument that is or holds objects.
struct Given {
    param: usize,
    /// The path inside of a structure; empty for an object.
    path: String,
    place: Place,
}

impl Resolver<'_, '_> {
    /// Rewrites a call of a function of the user's. Gives whether it was one that takes objects.
    pub(super) fn call(
        &mut self,
        callee: &mut Ident,
        args: &mut Vec<Expr>,
        environment: &mut Environment,
    ) -> Result<bool, Diagnostic> {
        let Some(overloads) = self.functions.get(&callee.name) else { return Ok(false) };
        let candidates = fitting(overloads, args.len());
        let is_one = self.call_one_of(&candidates, callee, args, environment)?;
        is_one.ok_or_else(|| no_overload(callee, args.len(), &candidates))
    }

    /// Rewrites a call of a method. Gives whether it was one that takes objects. Types are not told yet, so that the
    /// method is copied in every struct that has one like it.
    pub(super) fn call_method(
        &mut self,
        callee: &mut Ident,
        args: &mut Vec<Expr>,
        environment: &mut Environment,
    ) -> Result<bool, Diagnostic> {
        let Some(methods) = self.methods.get(&callee.name) else { return Ok(false) };
        let candidates = fitting(methods, args.len());
        // Where none fits, something else of this name is meant.
        Ok(self.call_one_of(&candidates, callee, args, environment)?.unwrap_or(false))
    }

    /// Rewrites a call of one of these functions. Gives whether it takes objects; none where no function fits.
    fn call_one_of(
        &mut self,
        candidates: &[Rc<Function>],
        callee: &mut Ident,
        args: &mut Vec<Expr>,
        environment: &mut Environment,
    ) -> Result<Option<bool>, Diagnostic> {
        if !candidates.iter().any(|it| self.takes_objects(it)) {
            return Ok(Some(false));
        }
        let mut places = Vec::new();
        for arg in args.iter() {
            places.push(self.place(arg, environment)?);
        }
        let fit = |it: &Rc<Function>| Some((self.fit(it, &places)?, Rc::clone(it)));
        let mut scored: Vec<(u32, Rc<Function>)> = candidates.iter().filter_map(fit).collect();
        let Some(best) = scored.iter().map(|(score, _)| *score).max() else {
            return Ok(None);
        };
        scored.retain(|(score, _)| *score == best);
        let Some((_, first)) = scored.first().cloned() else { return Ok(None) };
        if !self.takes_objects(&first) {
            return Ok(Some(false));
        }
        let given = self.given(&first, args, &places, environment)?;
        // The objects go, and what is dynamic about them comes first.
        let mut rest: Vec<Expr> =
            given.iter().flat_map(|it| it.place.indices.iter().cloned()).collect();
        for (arg, param) in args.iter_mut().zip(&first.params) {
            if self.object_kind(&param.ty).is_none() {
                self.expr(arg, environment)?;
                rest.push(arg.clone());
            }
        }
        *args = rest;
        let group: Vec<Rc<Function>> = scored.into_iter().map(|(_, it)| it).collect();
        callee.name = self.copy(&group, &given)?;
        Ok(Some(true))
    }

    /// How well objects fit a function's parameters; none if they do not.
    fn fit(&self, function: &Function, places: &[Option<Place>]) -> Option<u32> {
        let mut score = 0;
        for (param, place) in function.params.iter().zip(places) {
            match (self.object_kind(&param.ty), place) {
                (None, None) => {}
                (Some(kind), Some(place)) => {
                    let found = self.global(&place.name).and_then(|it| self.object_kind(&it.ty))?;
                    score += fit_of_kinds(kind, found)?;
                }
                _ => return None,
            }
        }
        Some(score)
    }

    fn given(
        &self,
        function: &Function,
        args: &[Expr],
        places: &[Option<Place>],
        environment: &Environment,
    ) -> Result<Vec<Given>, Diagnostic> {
        let mut given = Vec::new();
        for (index, (param, arg)) in function.params.iter().zip(args).enumerate() {
            if let Some(place) = places.get(index).cloned().flatten() {
                given.push(Given { param: index, path: String::new(), place });
            }
            if self.object_fields(&param.ty).is_empty() {
                continue;
            }
            let Some(path) = path_of(arg) else {
                return Err(Diagnostic::error(
                    arg.span,
                    "expected a variable: a structure with textures or samplers in it is known by its name only",
                ));
            };
            for (member, binding) in environment.members(&path) {
                if let Binding::Object(place) = binding {
                    given.push(Given { param: index, path: member, place });
                }
            }
        }
        Ok(given)
    }

    /// Makes the copy for some objects, of each overload that the call may mean, and gives its name.
    fn copy(&mut self, group: &[Rc<Function>], given: &[Given]) -> Result<String, Diagnostic> {
        let Some(first) = group.first() else { return Ok(String::new()) };
        let (name, list) = (first.name.name.clone(), copies_key(first));
        let key = Key {
            function: list.clone(),
            param_count: first.params.len(),
            objects: given
                .iter()
                .map(|it| {
                    (it.param, it.path.clone(), it.place.name.clone(), it.place.slots.clone())
                })
                .collect(),
        };
        if let Some(made) = self.made.get(&key) {
            return Ok(made.clone());
        }
        let count = self.copy_counts.entry(list.clone()).or_default();
        *count += 1;
        let count = *count;
        if count > MAX_COPIES || self.made.len() >= MAX_COPIES_IN_ALL {
            let message = format!(
                "`{name}` is called with too many different textures, samplers or buffers; expected at most {MAX_COPIES} combinations"
            );
            return Err(Diagnostic::error(first.name.span, message)
                .with_help("pass an index into an array instead"));
        }
        // The first copy keeps the name where no function without objects has it.
        let overloads = self.functions.get(&name).into_iter().flatten();
        let is_free = first.class.is_none()
            && count == 1
            && overloads.cloned().collect::<Vec<_>>().iter().all(|it| self.takes_objects(it));
        let copy_name = if is_free { name.clone() } else { self.fresh(&name) };
        self.made.insert(key, copy_name.clone());
        let has_body = group.iter().any(|it| it.body.is_some());
        // Prototypes of methods, which may stand in an interface, are copied too.
        for function in group.iter().filter(|it| it.body.is_some() || it.class.is_some()) {
            let mut copy = Function::clone(function);
            copy.name.name.clone_from(&copy_name);
            let mut environment = self.fields(copy.class.as_ref());
            self.bind(&mut copy, given, &mut environment);
            self.open.push_back(Open { function: list.clone(), copy, environment });
        }
        if !has_body {
            let message = format!("`{name}` is declared but has no body");
            return Err(Diagnostic::error(first.name.span, message));
        }
        Ok(copy_name)
    }

    /// Walks the bodies of the copies that were asked for, and of those that they ask for.
    pub(super) fn walk_copies(&mut self) -> Result<(), Diagnostic> {
        while let Some(Open { function, mut copy, environment }) = self.open.pop_front() {
            self.function(&mut copy, environment)?;
            self.copies.entry(function).or_default().push(copy);
        }
        Ok(())
    }

    /// Takes the objects out of the parameters, and says what their names stand for.
    fn bind(&mut self, copy: &mut Function, given: &[Given], environment: &mut Environment) {
        let mut indices = Vec::new();
        let params = std::mem::take(&mut copy.params);
        for (number, param) in params.into_iter().enumerate() {
            self.declare(&param, environment);
            for it in given.iter().filter(|it| it.param == number) {
                let names: Vec<Expr> = it
                    .place
                    .indices
                    .iter()
                    .map(|index| {
                        let name = self.fresh("fx@index");
                        indices.push(int_param(&name, index.span));
                        Expr::name(name, index.span)
                    })
                    .collect();
                let name = match it.path.as_str() {
                    "" => param.name.name.clone(),
                    path => format!("{}.{path}", param.name.name),
                };
                environment.declare(&name, Binding::Object(it.place.with_indices(names)));
            }
            if self.object_kind(&param.ty).is_none() {
                copy.params.push(param);
            }
        }
        copy.params.splice(0..0, indices);
    }
}

/// The functions that take so many arguments.
fn fitting(functions: &[Rc<Function>], count: usize) -> Vec<Rc<Function>> {
    let fits = |it: &&Rc<Function>| {
        it.params.len() >= count && it.params.iter().skip(count).all(|param| param.init.is_some())
    };
    functions.iter().filter(fits).cloned().collect()
}

fn no_overload(callee: &Ident, count: usize, candidates: &[Rc<Function>]) -> Diagnostic {
    let message = format!("no `{}` takes these {count} arguments", callee.name);
    let error = Diagnostic::error(callee.span, message);
    candidates.iter().fold(error, |error, it| error.with_note_at(it.name.span, "this one does not"))
}

/// What copies of a function are found by; those of methods have a list of their own.
pub(super) fn copies_key(function: &Function) -> String {
    match function.class {
        Some(_) => format!("::{}", function.name.name),
        None => function.name.name.clone(),
    }
}

/// A parameter `int name`.
pub(super) fn int_param(name: &str, span: Span) -> Variable {
    let ty = Type { kind: TypeKind::Scalar(ScalarKind::Int), span };
    Variable::new(ty, Ident { name: name.to_owned(), span })
}

/// `material.inner` as text.
pub(super) fn path_of(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Member(object, member) => Some(format!("{}.{}", path_of(object)?, member.name)),
        _ => None,
    }
}

/// How well an object fits a parameter: 2 for its own kind, 1 for one that Direct3D 9 does not tell apart.
fn fit_of_kinds(param: ObjectKind, object: ObjectKind) -> Option<u32> {
    if param == object {
        return Some(2);
    }
    let is_sampler = |it| {
        matches!(
            it,
            ObjectKind::Sampler
                | ObjectKind::Sampler1D
                | ObjectKind::Sampler2D
                | ObjectKind::Sampler3D
                | ObjectKind::SamplerCube
                | ObjectKind::SamplerState
        )
    };
    let is_untyped = param == ObjectKind::Texture || object == ObjectKind::Texture;
    match (is_sampler(param), is_sampler(object)) {
        (true, true) => Some(1),
        (false, false) if is_untyped => Some(1),
        _ => None,
    }
}
