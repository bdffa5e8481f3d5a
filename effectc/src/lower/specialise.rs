//! Gives the uniform parameters of an entry point the values that the compile expression says.
//!
//! `CompileShader(ps_5_0, PS(true, DiffuseMap))` compiles a copy of `PS` in which the first parameter is `true` and the
//! second is `DiffuseMap`, as fxc does. The HLSL compiler would make members of `$Globals` of them.

use crate::hash::HashSet;

use crate::ast::walk::{self, Hidden, Visitor};
use crate::ast::{Expr, Function, Modifier, ModifierKind, Stmt, StructKind, TypeKind, Variable};
use crate::check::constant::Constants;
use crate::check::symbols::Symbols;
use crate::check::writes::{self, root_name};
use crate::check::{Argument, Entry};
use crate::diagnostic::Diagnostic;
use crate::lower::code::Code;
use crate::lower::names;
use crate::lower::rewrite::{Rewrite, Rewrites};

/// The copy of an entry point's function with its arguments in it.
#[derive(Debug)]
pub(super) struct Specialised {
    pub(super) function: Function,
    /// What is handed to parameters that are left, by their number in the user's function.
    pub(super) handed: Vec<(usize, Expr)>,
}

/// Makes the copy.
///
/// # Errors
/// A parameter without a value, a name that cannot be put in the place of a parameter.
pub(super) fn specialise(
    entry: &Entry<'_>,
    symbols: &Symbols<'_>,
    rewrites: &Rewrites,
) -> Result<Specialised, Diagnostic> {
    let mut function = entry.function.clone();
    let mut made = Vec::new();
    let mut handed = Vec::new();
    let mut gone = HashSet::default();
    let written = match entry.arguments.is_empty() {
        true => HashSet::default(),
        false => writes::written_names_of(&function, symbols.outputs()),
    };
    for argument in &entry.arguments {
        let Some(param) = entry.function.params.get(argument.param) else { continue };
        let resolved = symbols.resolve(&param.ty, &mut Vec::new());
        let is_number = matches!(
            resolved.kind,
            TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::Matrix(..)
        );
        if !is_number && stands_for_object(symbols, &resolved.kind) {
            replace(&mut function, param, argument)?;
            gone.insert(argument.param);
        } else if !rewrites.has(Rewrite::UniformArguments) {
            let code = Code { span: argument.value.span };
            handed.push((argument.param, code.cast(param.ty.kind.clone(), code.uint(0))));
        } else if is_number && is_constant(entry, symbols, argument) {
            made.push(local(param, argument, !written.contains(&param.name.name)));
            gone.insert(argument.param);
        } else {
            handed.push((argument.param, argument.value.clone()));
        }
    }
    let mut index = 0;
    function.params.retain(|_| {
        index += 1;
        !gone.contains(&(index - 1))
    });
    if let Some(body) = &mut function.body {
        body.stmts.splice(0..0, made);
    }
    Ok(Specialised { function, handed })
}

/// Whether values of a type cannot be copied: textures, samplers, instances of classes.
fn stands_for_object(symbols: &Symbols<'_>, kind: &TypeKind) -> bool {
    match kind {
        TypeKind::Object(..) => true,
        TypeKind::Named(name) => {
            symbols.structs.get(name.as_str()).is_some_and(|it| it.node.kind != StructKind::Struct)
        }
        _ => false,
    }
}

/// Whether an argument is a constant that means the same inside the function.
fn is_constant(entry: &Entry<'_>, symbols: &Symbols<'_>, argument: &Argument<'_>) -> bool {
    let mut is_hidden = false;
    let params = &entry.function.params;
    names::of_expr(argument.value, &mut |name| {
        is_hidden |= params.iter().any(|it| it.name.name == name);
    });
    !is_hidden && Constants { symbols }.value(argument.value).is_ok()
}

/// `const bool lit = true;`, without the `const` if the function writes to its parameter.
fn local(param: &Variable, argument: &Argument<'_>, is_const: bool) -> Stmt {
    let code = Code { span: param.span };
    let mut variable = Variable::new(param.ty.clone(), param.name.clone());
    variable.array.clone_from(&param.array);
    variable.init = Some(argument.value.clone());
    if is_const {
        variable.modifiers.0.push(Modifier { kind: ModifierKind::Const, span: param.span });
    }
    code.declare(variable)
}

/// Puts an object's name in the place of a parameter's.
fn replace(
    function: &mut Function,
    param: &Variable,
    argument: &Argument<'_>,
) -> Result<(), Diagnostic> {
    struct Replace<'r> {
        hidden: Hidden,
        param: &'r str,
        value: &'r Expr,
        /// The name that the value begins with.
        root: Option<&'r str>,
        /// Where a local variable hides the object.
        captured: Option<crate::source::Span>,
    }
    impl Visitor for Replace<'_> {
        fn expr(&mut self, expr: &mut Expr) {
            if expr.as_name() != Some(self.param) || self.hidden.has(self.param) {
                return;
            }
            if self.root.is_some_and(|it| self.hidden.has(it)) {
                self.captured.get_or_insert(expr.span);
            }
            *expr = self.value.clone();
        }

        fn declare(&mut self, variable: &mut Variable) {
            self.hidden.declare(&variable.name.name);
        }

        fn enter(&mut self) {
            self.hidden.enter();
        }

        fn leave(&mut self) {
            self.hidden.leave();
        }
    }
    let mut visitor = Replace {
        hidden: Hidden::default(),
        param: &param.name.name,
        value: argument.value,
        root: root_name(argument.value),
        captured: None,
    };
    // The parameter itself must not hide its own name.
    let params = std::mem::take(&mut function.params);
    visitor.enter();
    params.iter().filter(|it| it.name.name != param.name.name).for_each(|it| {
        visitor.hidden.declare(&it.name.name);
    });
    walk::function(function, &mut visitor);
    function.params = params;
    match visitor.captured {
        None => Ok(()),
        Some(span) => {
            let message = format!(
                "not yet supported: `{}` stands for `{}` here, whose name a variable of the function hides",
                param.name.name, argument.text
            );
            Err(Diagnostic::error(span, message).with_help("give the variable another name"))
        }
    }
}
