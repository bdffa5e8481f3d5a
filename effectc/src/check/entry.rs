//! Entry points: the functions that compile expressions name, and what these give their uniform parameters.

use crate::ast::{self, Expr, ExprKind, Ident, Literal, ModifierKind, ObjectKind, TypeKind};
use crate::check::constant::Constants;
use crate::check::nearest::nearest;
use crate::check::number::{self, Value};
use crate::check::symbols::{Declared, Symbols};
use crate::diagnostic::Diagnostic;
use crate::effect::{MatrixPacking, ScalarKind, Stage, StreamOutput};
use crate::print::expression_text;

/// A shader that some pass compiles.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// Its stage.
    pub stage: Stage,
    /// As written, in lower case: `vs_5_0`.
    pub profile: String,
    /// The function.
    pub function: &'a ast::Function,
    /// Matrix packing in force where the function stands.
    pub packing: MatrixPacking,
    /// The first pass that compiles it, for messages: `technique T0, pass P0`.
    pub first_use: String,
    /// What the compile expression gives the uniform parameters of the function, and `BindInterfaces` those of interface
    /// types, in order of the parameters.
    pub arguments: Vec<Argument<'a>>,
    /// Further instances that `BindInterfaces` names: for the interface globals that the shader reaches, in order of the
    /// file.
    pub interfaces: Vec<Interface<'a>>,
    /// Stream output, if the shader has it.
    pub stream_output: Option<StreamOutput>,
}

impl Entry<'_> {
    /// Whether its profile is one of Direct3D 9 (`vs_2_0`, `ps_4_0_level_9_1`).
    #[must_use]
    pub fn is_legacy(&self) -> bool {
        let model = self.profile.as_bytes().get(3).copied();
        matches!(model, Some(b'1'..=b'3')) || self.profile.contains("_level_9_")
    }

    /// The note of an error in it: `while compiling `PS` as ps_5_0 (technique T, pass P)`.
    pub(crate) fn while_compiling(&self) -> String {
        let name = &self.function.name.name;
        format!("while compiling `{name}` as {} ({})", self.profile, self.first_use)
    }

    /// Whether two entry points give the same code.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let arguments = self.arguments.iter().map(|it| (it.param, &it.text));
        self.profile == other.profile
            && std::ptr::eq(self.function, other.function)
            && self.stream_output == other.stream_output
            && self
                .interfaces
                .iter()
                .map(|it| &it.text)
                .eq(other.interfaces.iter().map(|it| &it.text))
            && arguments.eq(other.arguments.iter().map(|it| (it.param, &it.text)))
    }
}

/// The value of a uniform parameter of an entry point.
#[derive(Clone, Debug)]
pub struct Argument<'a> {
    /// Which of the function's parameters.
    pub param: usize,
    /// The value: a constant, the name of a global, or an expression of globals.
    pub value: &'a Expr,
    /// The value as HLSL, the same for the same value: `true`, `3`, `float2(1.0, 0.5)`.
    pub text: String,
}

/// A class instance that `BindInterfaces` gives an interface global.
#[derive(Clone, Debug)]
pub struct Interface<'a> {
    /// The instance: the name of a global, or an element of an array of them.
    pub value: &'a Expr,
    /// The same as text: `g_Light`, `g_Lights[1]`.
    pub text: String,
}

/// Finds functions and gives them arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entries<'s, 'a> {
    /// The effect's names.
    pub symbols: &'s Symbols<'a>,
}

impl<'a> Entries<'_, 'a> {
    /// Finds the overload that takes these arguments, and binds them. fxc counts the uniform parameters.
    ///
    /// # Errors
    /// No such function, no overload that takes so many arguments, an argument that does not fit its parameter.
    pub(super) fn resolve(
        &self,
        entry: &Ident,
        args: &'a [Expr],
    ) -> Result<(Declared<'a, ast::Function>, Vec<Argument<'a>>), Diagnostic> {
        let bodies = self.bodies(entry)?;
        let fitting: Vec<_> = bodies
            .iter()
            .copied()
            .filter(|it| takes(&self.takers(it.node, args.len()), args.len()))
            .collect();
        let function = match fitting.as_slice() {
            [] => return Err(self.wrong_count(entry, &bodies, args)),
            [only] => *only,
            several => self.best(entry, several, args)?,
        };
        let arguments = self.bind(function.node, args)?;
        Ok((function, arguments))
    }

    /// The overloads that have a body.
    fn bodies(&self, entry: &Ident) -> Result<Vec<Declared<'a, ast::Function>>, Diagnostic> {
        let name = entry.name.as_str();
        let overloads = self.symbols.functions.get(name).map_or(&[][..], Vec::as_slice);
        let bodies: Vec<_> =
            overloads.iter().copied().filter(|it| it.node.body.is_some()).collect();
        if !bodies.is_empty() {
            return Ok(bodies);
        }
        if let Some(prototype) = overloads.first() {
            return Err(Diagnostic::error(
                entry.span,
                format!("the function `{name}` has no body"),
            )
            .with_note_at(prototype.node.span, "only this prototype was found")
            .with_code("name"));
        }
        let diagnostic = Diagnostic::error(entry.span, format!("there is no function `{name}`"))
            .with_code("name");
        let mut names: Vec<&str> = self.symbols.functions.keys().copied().collect();
        names.sort_unstable();
        Err(match nearest(name, names) {
            Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
            None => diagnostic,
        })
    }

    /// The parameters that arguments go to: those that are `uniform`, and where these are too few also those that no
    /// stage could fill, since they have no semantic.
    fn takers(&self, function: &'a ast::Function, count: usize) -> Vec<(usize, &'a ast::Param)> {
        let all = || function.params.iter().enumerate();
        let uniform: Vec<_> =
            all().filter(|(_, it)| it.modifiers.has(ModifierKind::Uniform)).collect();
        match count <= uniform.len() {
            true => uniform,
            false => all()
                .filter(|(_, it)| it.modifiers.has(ModifierKind::Uniform) || self.is_bare(it))
                .collect(),
        }
    }

    /// Whether a parameter is a number or resource without a semantic.
    fn is_bare(&self, param: &ast::Param) -> bool {
        let moves = [ModifierKind::Out, ModifierKind::InOut];
        if param.semantic.is_some() || moves.iter().any(|it| param.modifiers.has(*it)) {
            return false;
        }
        match &self.symbols.resolve(&param.ty, &mut Vec::new()).kind {
            TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::Matrix(..) => true,
            TypeKind::Object(kind, _) => !matches!(
                kind,
                ObjectKind::InputPatch
                    | ObjectKind::OutputPatch
                    | ObjectKind::PointStream
                    | ObjectKind::LineStream
                    | ObjectKind::TriangleStream
            ),
            TypeKind::Named(name) => self.is_interface(name),
            TypeKind::Void | TypeKind::Inline(_) => false,
        }
    }

    fn is_interface(&self, name: &str) -> bool {
        let found = self.symbols.structs.get(name);
        found.is_some_and(|it| it.node.kind == ast::StructKind::Interface)
    }

    /// Of overloads that take the arguments, the one that takes them with the fewest conversions and defaults.
    fn best(
        &self,
        entry: &Ident,
        candidates: &[Declared<'a, ast::Function>],
        args: &[Expr],
    ) -> Result<Declared<'a, ast::Function>, Diagnostic> {
        let mut ranked: Vec<(usize, Declared<'a, ast::Function>)> = candidates
            .iter()
            .map(|it| {
                let takers = self.takers(it.node, args.len());
                let conversions: usize =
                    takers.iter().zip(args).map(|((_, param), arg)| self.misfit(param, arg)).sum();
                (conversions + 100 * (takers.len() - args.len()), *it)
            })
            .collect();
        ranked.sort_by_key(|(misfit, _)| *misfit);
        match ranked.as_slice() {
            [(first, _), (second, _), ..] if first == second => {
                let mut diagnostic = Diagnostic::error(
                    entry.span,
                    format!(
                        "`{}` with {} is ambiguous",
                        entry.name,
                        counted(args.len(), "uniform argument")
                    ),
                );
                for (_, candidate) in ranked.iter().filter(|(misfit, _)| misfit == first) {
                    diagnostic =
                        diagnostic.with_note_at(candidate.node.name.span, "this could be meant");
                }
                Err(diagnostic)
            }
            [(_, best), ..] => Ok(*best),
            [] => Err(Diagnostic::error(entry.span, "there is no such function")),
        }
    }

    /// How badly an argument fits a parameter: 0 not at all badly.
    fn misfit(&self, param: &ast::Param, arg: &Expr) -> usize {
        let wanted = Constants { symbols: self.symbols }.numeric(&param.ty);
        let given = Constants { symbols: self.symbols }.value(arg);
        match (wanted, given) {
            (Ok((kind, rows, columns)), Ok(value)) => {
                usize::from(kind != value.kind)
                    + 2 * usize::from((rows, columns) != (value.rows, value.columns))
            }
            (Ok(_), Err(_)) | (Err(_), Ok(_)) => 10,
            (Err(_), Err(_)) => 0,
        }
    }

    fn wrong_count(
        &self,
        entry: &Ident,
        bodies: &[Declared<'a, ast::Function>],
        args: &[Expr],
    ) -> Diagnostic {
        let name = &entry.name;
        let Some(function) = bodies.first().map(|it| it.node) else {
            return Diagnostic::error(entry.span, format!("there is no function `{name}`"));
        };
        let takers = self.takers(function, args.len());
        if bodies.len() > 1 {
            let found = counted(args.len(), "argument");
            let message = format!("no overload of `{name}` takes {found} for uniform parameters");
            let mut diagnostic = Diagnostic::error(entry.span, message);
            for body in bodies.iter().take(4) {
                let count = self.takers(body.node, 0).len();
                let note = format!("this one takes {count}");
                diagnostic = diagnostic.with_note_at(body.node.name.span, note);
            }
            return diagnostic;
        }
        if let Some(surplus) = args.get(takers.len()) {
            let span = args.last().map_or(surplus.span, |last| surplus.span.to(last.span));
            let message = match takers.len() {
                0 => format!("`{name}` has no uniform parameter, so it takes no argument"),
                count => format!(
                    "`{name}` has {}, found {}",
                    counted(count, "uniform parameter"),
                    counted(args.len(), "argument")
                ),
            };
            return Diagnostic::error(span, message)
                .with_note_at(function.name.span, "it is declared here");
        }
        let missing = takers.iter().skip(args.len()).find(|(_, it)| it.init.is_none());
        let (what, span) = missing.map_or((String::new(), function.name.span), |(_, param)| {
            (format!(" `{}`", param.name.name), param.span)
        });
        Diagnostic::error(
            entry.span,
            format!("`{name}` needs a value for its uniform parameter{what}"),
        )
        .with_note_at(span, "it is declared here, without a default value")
        .with_help(format!("values stand in the compile expression: `{name}({})`", {
            let names: Vec<&str> = takers.iter().map(|(_, it)| it.name.name.as_str()).collect();
            names.join(", ")
        }))
    }

    fn bind(
        &self,
        function: &'a ast::Function,
        args: &'a [Expr],
    ) -> Result<Vec<Argument<'a>>, Diagnostic> {
        let mut arguments = Vec::new();
        let mut given = args.iter();
        for (param, variable) in self.takers(function, args.len()) {
            let Some(value) = given.next().or(variable.init.as_ref()) else { continue };
            let text = self.text(variable, value)?;
            arguments.push(Argument { param, value, text });
        }
        Ok(arguments)
    }

    /// The text of an argument, the same for the same value.
    fn text(&self, param: &ast::Param, value: &Expr) -> Result<String, Diagnostic> {
        let constants = Constants { symbols: self.symbols };
        let mut dims: Vec<&ast::ArrayDim> = param.array.iter().collect();
        let resolved = self.symbols.resolve(&param.ty, &mut dims);
        let is_number = dims.is_empty()
            && matches!(
                resolved.kind,
                TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::Matrix(..)
            );
        if !is_number {
            self.check_names(value)?;
            if matches!(resolved.kind, TypeKind::Object(..)) && place_name(value).is_none() {
                return Err(Diagnostic::error(
                    value.span,
                    "expected the name of a global texture, sampler or buffer",
                )
                .with_note_at(param.span, "for this parameter"));
            }
            return Ok(expression_text(value));
        }
        match constants.value(value) {
            Ok(number) => {
                let (kind, rows, columns) = constants.numeric(&param.ty)?;
                let number = number.convert(kind, rows, columns).ok_or_else(|| {
                    Diagnostic::error(value.span, "the value has too few numbers for its parameter")
                        .with_note_at(param.span, "this is the parameter")
                })?;
                Ok(constant_text(&number))
            }
            Err(cause) => match self.is_known_at_run_time(value) {
                true => Ok(expression_text(value)),
                false => {
                    self.check_names(value)?;
                    Err(cause)
                }
            },
        }
    }

    /// Whether an expression reads nothing but numbers that the program sets.
    fn is_known_at_run_time(&self, value: &Expr) -> bool {
        let mut names = Vec::new();
        collect_names(value, &mut names)
            && names.iter().all(|(name, _)| {
                self.symbols.variables.get(name.as_str()).is_some_and(|it| {
                    let mut dims = Vec::new();
                    let resolved = self.symbols.resolve(&it.node.ty, &mut dims);
                    !matches!(resolved.kind, TypeKind::Object(..))
                })
            })
    }

    /// Reports a name that stands for nothing.
    pub(super) fn check_names(&self, value: &Expr) -> Result<(), Diagnostic> {
        let mut names = Vec::new();
        collect_names(value, &mut names);
        let unknown =
            names.iter().find(|(it, _)| !self.symbols.variables.contains_key(it.as_str()));
        let Some((name, span)) = unknown else { return Ok(()) };
        let diagnostic =
            Diagnostic::error(*span, format!("there is no global `{name}`")).with_code("name");
        let mut known: Vec<&str> = self.symbols.variables.keys().copied().collect();
        known.sort_unstable();
        Err(match nearest(name, known) {
            Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
            None => diagnostic,
        })
    }

    /// Gives the interface parameters of a shader the instances that `BindInterfaces` names, in order; what is left goes
    /// to interface globals. Parameters that `CompileShader` gives an instance of a class keep it where just the others and
    /// the globals have places for what is named.
    ///
    /// # Errors
    /// More instances than there are places for, what is no class or interface instance.
    pub(super) fn bind_interfaces(
        &self,
        entry: &mut Entry<'a>,
        instances: &'a [Expr],
    ) -> Result<(), Diagnostic> {
        let is_interface = |param: &ast::Param| {
            let resolved = self.symbols.resolve(&param.ty, &mut Vec::new());
            matches!(&resolved.kind, TypeKind::Named(name) if self.is_interface(name))
        };
        let is_given = |at: usize, param: &ast::Param| {
            let given = entry.arguments.iter().find(|it| it.param == at);
            given.is_some_and(|it| {
                let is_default =
                    param.init.as_ref().is_some_and(|init| std::ptr::eq(init, it.value));
                !is_default && self.is_instance(it.value, false)
            })
        };
        let params = entry.function.params.iter().enumerate();
        let mut params: Vec<_> = params.filter(|(_, it)| is_interface(it)).collect();
        let open = params.iter().filter(|(at, it)| !is_given(*at, it)).count();
        if instances.len() > params.len() && instances.len() == open + self.interface_slots() {
            params.retain(|(at, it)| !is_given(*at, it));
        }
        let mut params = params.into_iter();
        for value in instances {
            self.check_names(value)?;
            if !self.is_instance(value, true) {
                return Err(Diagnostic::error(
                    value.span,
                    "expected a class instance: a global variable of a class or interface type",
                ));
            }
            let text = expression_text(value);
            match params.next() {
                Some((param, _)) => {
                    entry.arguments.retain(|it| it.param != param);
                    entry.arguments.push(Argument { param, value, text });
                }
                None if self.has_interface_globals() => {
                    entry.interfaces.push(Interface { value, text });
                }
                None => {
                    let name = &entry.function.name;
                    let message =
                        format!("`{}` has no further interface parameter for this", name.name);
                    return Err(Diagnostic::error(value.span, message)
                        .with_note_at(name.span, "it is declared here"));
                }
            }
        }
        entry.arguments.sort_by_key(|it| it.param);
        Ok(())
    }

    /// How many instances the globals of interface types stand for.
    fn interface_slots(&self) -> usize {
        let globals = self.symbols.globals.iter().filter(|it| {
            let resolved = self.symbols.resolve(&it.node.ty, &mut Vec::new());
            matches!(&resolved.kind, TypeKind::Named(name) if self.is_interface(name))
        });
        let constants = Constants { symbols: self.symbols };
        let slots = globals.map(|it| {
            let sizes = it.node.array.iter().filter_map(|it| it.size.as_ref());
            let sizes = sizes.filter_map(|it| constants.uint(it).ok());
            sizes.fold(1_usize, |all, it| all.saturating_mul(it as usize))
        });
        slots.fold(0, usize::saturating_add)
    }

    /// Whether the effect has a global of an interface type.
    fn has_interface_globals(&self) -> bool {
        self.interface_slots() > 0
    }

    /// Whether an expression names a global of a class, or of an interface type where those are wanted too.
    fn is_instance(&self, value: &Expr, with_interfaces: bool) -> bool {
        let found = place_name(value).and_then(|it| self.symbols.variables.get(it));
        found.is_some_and(|it| {
            let resolved = self.symbols.resolve(&it.node.ty, &mut Vec::new());
            matches!(&resolved.kind, TypeKind::Named(name)
                if self.symbols.structs.contains_key(name.as_str())
                    && (with_interfaces || !self.is_interface(name)))
        })
    }
}

/// The global that `name` or `name[index]` or `name.member` is a part of.
pub(super) fn place_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::AngleName(name) => Some(&name.name),
        ExprKind::Index(inner, _) | ExprKind::Member(inner, _) => place_name(inner),
        _ => None,
    }
}

/// Collects the names of variables in an expression; gives whether it does nothing but read them.
fn collect_names(expr: &Expr, names: &mut Vec<(String, crate::source::Span)>) -> bool {
    match &expr.kind {
        ExprKind::Name(name) => {
            names.push((name.clone(), expr.span));
            true
        }
        ExprKind::Literal(literal) => !matches!(literal, Literal::String(_)),
        ExprKind::Unary(op, inner) => {
            use ast::UnaryOp::{BitNot, Minus, Not, Plus};
            collect_names(inner, names) && matches!(op, Plus | Minus | Not | BitNot)
        }
        ExprKind::Binary(_, left, right) | ExprKind::Index(left, right) => {
            let left = collect_names(left, names);
            collect_names(right, names) && left
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            let parts = [condition, then, otherwise];
            parts.iter().filter(|it| !collect_names(it, names)).count() == 0
        }
        ExprKind::Cast(_, _, inner) | ExprKind::Member(inner, _) => collect_names(inner, names),
        ExprKind::Construct(_, args) | ExprKind::Call(_, args) | ExprKind::Braces(args) => {
            args.iter().filter(|it| !collect_names(it, names)).count() == 0
        }
        ExprKind::AngleName(name) => {
            names.push((name.name.clone(), name.span));
            true
        }
        ExprKind::Null
        | ExprKind::Assign(..)
        | ExprKind::Comma(..)
        | ExprKind::Method(..)
        | ExprKind::Compile { .. }
        | ExprKind::Asm => false,
    }
}

/// Whether parameters take so many arguments, with the default values of those that get none.
fn takes(takers: &[(usize, &ast::Param)], count: usize) -> bool {
    count <= takers.len() && takers.iter().skip(count).all(|(_, it)| it.init.is_some())
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// A constant as HLSL: `true`, `3`, `3u`, `0.5`, `float2(1.0, 0.5)`.
fn constant_text(value: &Value) -> String {
    let number = |number: f64| match value.kind {
        ScalarKind::Bool => (number != 0.0).to_string(),
        ScalarKind::Int => number::to_i64(number).to_string(),
        ScalarKind::Uint => format!("{}u", number::to_i64(number)),
        ScalarKind::Float | ScalarKind::Double if number.is_nan() => "(0.0 / 0.0)".to_owned(),
        ScalarKind::Float | ScalarKind::Double if number.is_infinite() => {
            format!("({:?} / 0.0)", number.signum())
        }
        ScalarKind::Float => format!("{:?}", number::to_f32(number)),
        ScalarKind::Double => format!("{number:?}L"),
    };
    let numbers: Vec<String> = value.numbers.iter().map(|it| number(*it)).collect();
    match (value.rows, value.columns) {
        (1, 1) => numbers.concat(),
        (1, columns) => format!("{}{columns}({})", value.kind.hlsl(), numbers.join(", ")),
        (rows, columns) => format!("{}{rows}x{columns}({})", value.kind.hlsl(), numbers.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_one_text() {
        let float = |numbers: &[f64]| {
            let columns = u32::try_from(numbers.len()).unwrap();
            Value::new(ScalarKind::Float, 1, columns, numbers.to_vec()).unwrap()
        };
        assert_eq!(constant_text(&float(&[0.1])), "0.1");
        assert_eq!(constant_text(&float(&[3.0, -0.5])), "float2(3.0, -0.5)");
        assert_eq!(constant_text(&float(&[f64::INFINITY])), "(1.0 / 0.0)");
        assert_eq!(constant_text(&Value::scalar(ScalarKind::Bool, 3.0)), "true");
        assert_eq!(constant_text(&Value::scalar(ScalarKind::Int, -3.0)), "-3");
        assert_eq!(constant_text(&Value::scalar(ScalarKind::Uint, 3.0)), "3u");
        let matrix = Value::new(ScalarKind::Int, 2, 2, vec![1.0, 2.0, 3.0, 4.0]).unwrap();
        assert_eq!(constant_text(&matrix), "int2x2(1, 2, 3, 4)");
    }
}
