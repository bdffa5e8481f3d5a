//! Values of shaders in passes and shader variables: compile expressions, names, elements of arrays, stream output.

use crate::ast::{self, Expr, ExprKind, Ident, Literal, ObjectKind, TypeKind};
use crate::check::constant::Constants;
use crate::check::entry::{Entries, Entry};
use crate::check::initial::with_initial_values;
use crate::check::nearest::nearest;
use crate::check::number;
use crate::check::pass::Passes;
use crate::check::profile;
use crate::check::stream_output;
use crate::check::symbols::{Declared, is_loose_global};
use crate::check::threads;
use crate::diagnostic::Diagnostic;
use crate::effect::{GLOBALS_BUFFER, PassShader, ShaderSelection, Stage};

/// How many shader variables may name each other in a row.
const MAX_DEPTH: u32 = 32;

/// What calls give a shader.
pub(super) const VALUE_CALLS: [&str; 3] = ["CompileShader", "ConstructGSWithSO", "BindInterfaces"];

/// What a shader expression stands for.
#[derive(Debug)]
enum Value<'a> {
    /// `NULL`.
    Null,
    /// A shader.
    Entry(Box<Entry<'a>>),
    /// One of an array, chosen by a variable.
    Select(Selection<'a>),
}

/// The choice of a shader by a variable.
#[derive(Debug)]
struct Selection<'a> {
    array: String,
    elements: Vec<Option<Box<Entry<'a>>>>,
    buffer: String,
    variable: String,
}

/// Where a shader is used.
#[derive(Clone, Copy)]
struct Use<'l> {
    /// The stage that it is for; none: it gets stream output, which shaders of three stages may have.
    stage: Option<Stage>,
    /// The pass, for messages.
    label: &'l str,
    depth: u32,
}

impl<'a> Passes<'_, 'a> {
    /// Reads what a pass gives a stage.
    ///
    /// # Errors
    /// What is no shader of this stage.
    pub(super) fn shader(
        &mut self,
        stage: Stage,
        expr: &'a Expr,
        label: &str,
    ) -> Result<PassShader, Diagnostic> {
        let wanted = Use { stage: Some(stage), label, depth: 0 };
        Ok(match self.shader_value(expr, wanted)? {
            Value::Null => PassShader::Null,
            Value::Entry(entry) => PassShader::Shader(self.add_entry(*entry)),
            Value::Select(selection) => PassShader::Select(self.add_selection(selection)),
        })
    }

    /// Gives the index of an entry point, which is there once however many passes use it.
    fn add_entry(&mut self, entry: Entry<'a>) -> u32 {
        let known = self.entries.iter().position(|it| it.is_same(&entry));
        let index = known.unwrap_or_else(|| {
            self.entries.push(entry);
            self.entries.len() - 1
        });
        u32::try_from(index).unwrap_or(u32::MAX)
    }

    fn add_selection(&mut self, selection: Selection<'a>) -> u32 {
        let Selection { array, elements, buffer, variable } = selection;
        let shaders =
            elements.into_iter().map(|it| it.map(|entry| self.add_entry(*entry))).collect();
        let selection = ShaderSelection { array, shaders, buffer, variable };
        let known = self.selections.iter().position(|it| *it == selection);
        let index = known.unwrap_or_else(|| {
            self.selections.push(selection);
            self.selections.len() - 1
        });
        u32::try_from(index).unwrap_or(u32::MAX)
    }

    fn shader_value(&mut self, expr: &'a Expr, wanted: Use<'_>) -> Result<Value<'a>, Diagnostic> {
        if wanted.depth > MAX_DEPTH {
            return Err(Diagnostic::error(
                expr.span,
                "shader variables name each other in a circle",
            ));
        }
        let inner = Use { depth: wanted.depth + 1, ..wanted };
        match &expr.kind {
            ExprKind::Null => Ok(Value::Null),
            // `VertexShader = 0;` of Direct3D 9.
            ExprKind::Literal(Literal::Int { value: 0, .. }) => Ok(Value::Null),
            ExprKind::Compile { profile, entry, args } => {
                self.compile(profile, entry, args, wanted).map(|it| Value::Entry(Box::new(it)))
            }
            ExprKind::Name(name) => self.shader_variable(name, expr, inner),
            ExprKind::AngleName(name) => self.shader_variable(&name.name, expr, inner),
            ExprKind::Index(array, index) => self.shader_element(array, index, inner),
            ExprKind::Call(call, args) if call.name.eq_ignore_ascii_case("ConstructGSWithSO") => {
                self.with_stream_output(call, args, inner)
            }
            ExprKind::Call(call, args) if call.name.eq_ignore_ascii_case("BindInterfaces") => {
                let Some((shader, instances)) = args.split_first() else {
                    return Err(Diagnostic::error(
                        expr.span,
                        "expected `BindInterfaces(shader, class instances)`",
                    ));
                };
                let entries = Entries { symbols: self.symbols };
                self.shader_value(shader, inner)?
                    .map_entries(|entry| entries.bind_interfaces(entry, instances))
            }
            ExprKind::Asm => {
                self.meets_assembly = true;
                if !self.assembly.contains(&expr.span) {
                    self.assembly.push(expr.span);
                }
                Ok(Value::Null)
            }
            _ => Err(no_shader(expr)),
        }
    }

    fn shader_variable(
        &mut self,
        name: &str,
        expr: &Expr,
        wanted: Use<'_>,
    ) -> Result<Value<'a>, Diagnostic> {
        let found = self.find_shader(name, expr, wanted)?;
        if !found.array.is_empty() {
            return Err(Diagnostic::error(
                expr.span,
                format!("`{name}` is an array of shaders: expected `{name}[index]`"),
            )
            .with_note_at(found.span, "it is declared here"));
        }
        match &found.init {
            Some(init) => self.shader_value(init, wanted),
            // A variable that the program sets before the pass runs; so far it is NULL.
            None => Ok(Value::Null),
        }
    }

    /// Finds a shader variable.
    fn find_shader(
        &self,
        name: &str,
        expr: &Expr,
        wanted: Use<'_>,
    ) -> Result<&'a ast::Variable, Diagnostic> {
        if let Some(found) = self.symbols.variables.get(name)
            && is_shader(found.node)
        {
            return Ok(found.node);
        }
        let diagnostic =
            Diagnostic::error(expr.span, format!("there is no shader `{name}`")).with_code("name");
        let shaders = self.symbols.globals.iter().filter(|it| is_shader(it.node));
        if let Some(near) = nearest(name, shaders.map(|it| it.node.name.name.as_str())) {
            return Err(diagnostic.with_help(format!("did you mean `{near}`?")));
        }
        let prefix = wanted.stage.unwrap_or(Stage::Geometry).profile_prefix();
        Err(diagnostic.with_help(format!(
            "a function is compiled by `CompileShader({prefix}_5_0, {name}())`"
        )))
    }

    /// `Shaders[index]`, by a constant or by a variable.
    fn shader_element(
        &mut self,
        array: &'a Expr,
        index: &'a Expr,
        wanted: Use<'_>,
    ) -> Result<Value<'a>, Diagnostic> {
        let Some(name) = array.as_name() else {
            return Err(Diagnostic::error(array.span, "expected the name of an array of shaders"));
        };
        let variable = self.find_shader(name, array, wanted)?;
        let elements = self.shader_elements(variable, wanted.depth)?;
        let constants = Constants { symbols: self.symbols };
        let cause = match constants.scalar(index) {
            Ok(number) => {
                let element = element_at(variable, elements, &number, index)?;
                return self.shader_value(element, wanted);
            }
            Err(cause) => cause,
        };
        if self.index_variable(index).is_none()
            && let Some((initial, name)) = with_initial_values(index, constants)
            && let Ok(number) = constants.scalar(&initial)
        {
            // Only a variable is followed at run time, not what is computed from some.
            let (element, which) = match element_at(variable, elements, &number, index) {
                Ok(element) => (element, "that for the initial value of"),
                // The program gives the variable another value before it draws.
                Err(fault) => (elements.first().ok_or(fault)?, "the first, whatever the value of"),
            };
            let message = format!("the shader is {which} `{name}`: it does not follow it");
            self.diagnostics.push(
                Diagnostic::warning(index.span, message)
                    .with_help("an index that is nothing but a variable is followed")
                    .with_code("pass"),
            );
            return self.shader_value(element, wanted);
        }
        let Some((buffer, path)) = self.index_variable(index) else {
            return Err(cause.with_help(
                "an index is a constant, or a variable that is one number of a constant buffer or a global",
            ));
        };
        let mut shaders = Vec::new();
        for element in elements {
            shaders.push(match self.shader_value(element, wanted)? {
                Value::Null => None,
                Value::Entry(entry) => Some(entry),
                Value::Select(_) => {
                    return Err(Diagnostic::error(
                        element.span,
                        "an element of an array that a variable chooses from cannot be such a choice itself",
                    ));
                }
            });
        }
        let array = name.to_owned();
        Ok(Value::Select(Selection { array, elements: shaders, buffer, variable: path }))
    }

    /// The values of an array of shaders.
    fn shader_elements(
        &self,
        variable: &'a ast::Variable,
        depth: u32,
    ) -> Result<&'a [Expr], Diagnostic> {
        let name = &variable.name.name;
        match &variable.init {
            Some(Expr { kind: ExprKind::Braces(elements), .. }) if !elements.is_empty() => {
                let types = crate::check::types::Types { symbols: self.symbols };
                let dims: Vec<_> = variable.array.iter().filter(|it| it.size.is_some()).collect();
                let count: u32 = types.array_counts(&dims)?.iter().product();
                if !dims.is_empty() && count as usize != elements.len() {
                    return Err(Diagnostic::error(
                        variable.span,
                        format!("`{name}` has {count} elements, but {} values", elements.len()),
                    ));
                }
                Ok(elements)
            }
            Some(Expr { kind: ExprKind::Name(other), .. }) if depth < MAX_DEPTH => {
                match self.symbols.variables.get(other.as_str()).filter(|it| is_shader(it.node)) {
                    Some(found) => self.shader_elements(found.node, depth + 1),
                    None => Err(Diagnostic::error(
                        variable.span,
                        format!("`{name}` is no array of shaders with values"),
                    )),
                }
            }
            _ => Err(Diagnostic::error(
                variable.span,
                format!("expected the values of `{name}` between `{{` and `}}`"),
            )),
        }
    }

    /// The buffer of a variable that may choose a shader, and the path to it there.
    fn index_variable(&self, expr: &Expr) -> Option<(String, String)> {
        let (root, path) = self.path(expr)?;
        let Declared { node, .. } = *self.symbols.variables.get(root)?;
        if path == root {
            let kind = &self.symbols.resolve(&node.ty, &mut Vec::new()).kind;
            let is_number = matches!(kind, TypeKind::Scalar(_) | TypeKind::Vector(_, 1));
            if !is_number || !node.array.is_empty() {
                return None;
            }
        }
        let holds = |buffer: &ast::ConstantBuffer| {
            buffer.members.iter().any(|member| std::ptr::eq(member, node))
        };
        if let Some(buffer) = self.symbols.buffers.iter().find(|it| holds(it.node)) {
            return Some((buffer.node.name.name.clone(), path));
        }
        is_loose_global(self.symbols, node).then(|| (GLOBALS_BUFFER.to_owned(), path))
    }

    /// The first name of `a.b[2].c`, and all of it with numbers as indices.
    fn path<'e>(&self, expr: &'e Expr) -> Option<(&'e str, String)> {
        match &expr.kind {
            ExprKind::Name(name) => Some((name, name.clone())),
            ExprKind::Member(object, member) => {
                let (root, path) = self.path(object)?;
                Some((root, format!("{path}.{}", member.name)))
            }
            ExprKind::Index(array, index) => {
                let (root, path) = self.path(array)?;
                let index = Constants { symbols: self.symbols }.uint(index).ok()?;
                Some((root, format!("{path}[{index}]")))
            }
            ExprKind::Cast(ty, _, inner) => {
                let is_whole = matches!(
                    ty.kind,
                    TypeKind::Scalar(ast::ScalarKind::Int | ast::ScalarKind::Uint)
                );
                if is_whole { self.path(inner) } else { None }
            }
            ExprKind::Construct(ty, args) => match (&ty.kind, args.as_slice()) {
                (TypeKind::Scalar(ast::ScalarKind::Int | ast::ScalarKind::Uint), [inner]) => {
                    self.path(inner)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `ConstructGSWithSO(shader, declarations, rasterized stream)`.
    fn with_stream_output(
        &mut self,
        call: &Ident,
        args: &'a [Expr],
        wanted: Use<'_>,
    ) -> Result<Value<'a>, Diagnostic> {
        if wanted.stage.is_some_and(|it| it != Stage::Geometry) {
            return Err(Diagnostic::error(
                call.span,
                "a shader with stream output stands in the place of the geometry shader",
            )
            .with_help("set it with `SetGeometryShader`"));
        }
        let Some((shader, declarations)) = args.split_first() else {
            return Err(Diagnostic::error(
                call.span,
                "expected `ConstructGSWithSO(shader, \"declaration\")`",
            ));
        };
        let constants = Constants { symbols: self.symbols };
        let output = stream_output::read(declarations, call.span, constants)?;
        self.shader_value(shader, Use { stage: None, ..wanted })?.map_entries(|entry| {
            entry.stream_output.clone_from(&output);
            Ok(())
        })
    }

    fn compile(
        &self,
        profile: &Ident,
        entry: &Ident,
        args: &'a [Expr],
        wanted: Use<'_>,
    ) -> Result<Entry<'a>, Diagnostic> {
        let stage = profile::stage(profile)?;
        match wanted.stage {
            Some(expected) if expected != stage => {
                return Err(Diagnostic::error(
                    profile.span,
                    format!("`{}` is a {stage} shader profile", profile.name),
                )
                .with_help(format!(
                    "the {expected} stage takes `{}_5_0`",
                    expected.profile_prefix()
                )));
            }
            None if !matches!(stage, Stage::Vertex | Stage::Domain | Stage::Geometry) => {
                return Err(Diagnostic::error(
                    profile.span,
                    format!("a {stage} shader has no stream output"),
                )
                .with_help("geometry, vertex and domain shaders have"));
            }
            _ => {}
        }
        let entries = Entries { symbols: self.symbols };
        let (Declared { node: function, packing }, arguments) = entries.resolve(entry, args)?;
        let profile = profile.name.to_ascii_lowercase();
        if stage == Stage::Compute {
            threads::check(function, &profile, Constants { symbols: self.symbols })?;
        }
        Ok(Entry {
            stage,
            profile,
            function,
            packing,
            first_use: wanted.label.to_owned(),
            arguments,
            interfaces: Vec::new(),
            stream_output: None,
        })
    }
}

impl<'a> Value<'a> {
    /// Changes every entry point that this may stand for.
    fn map_entries(
        mut self,
        change: impl Fn(&mut Entry<'a>) -> Result<(), Diagnostic>,
    ) -> Result<Self, Diagnostic> {
        match &mut self {
            Self::Null => {}
            Self::Entry(entry) => change(entry)?,
            Self::Select(selection) => {
                selection.elements.iter_mut().flatten().try_for_each(|it| change(it))?;
            }
        }
        Ok(self)
    }
}

/// The element of an array of shaders that a number names.
fn element_at<'a>(
    variable: &ast::Variable,
    elements: &'a [Expr],
    number: &number::Value,
    index: &Expr,
) -> Result<&'a Expr, Diagnostic> {
    let at = number::to_i64(number.numbers[0]);
    let element = usize::try_from(at).ok().and_then(|at| elements.get(at));
    element.ok_or_else(|| {
        let name = &variable.name.name;
        let last = elements.len() - 1;
        let message = format!("`{name}` has no element {at}: expected 0 to {last}");
        Diagnostic::error(index.span, message).with_note_at(variable.span, "it is declared here")
    })
}

/// Whether a variable is a shader or an array of shaders.
fn is_shader(variable: &ast::Variable) -> bool {
    matches!(
        variable.ty.kind,
        TypeKind::Object(
            ObjectKind::VertexShader
                | ObjectKind::PixelShader
                | ObjectKind::GeometryShader
                | ObjectKind::HullShader
                | ObjectKind::DomainShader
                | ObjectKind::ComputeShader,
            _
        )
    )
}

/// What stands where a shader is expected: a call that is misspelt, or something else.
fn no_shader(expr: &Expr) -> Diagnostic {
    let message = "expected `CompileShader(profile, Function())`, the name of a shader, or NULL";
    let diagnostic = Diagnostic::error(expr.span, message);
    let ExprKind::Call(call, _) = &expr.kind else { return diagnostic };
    match nearest(&call.name, VALUE_CALLS) {
        Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
        None => diagnostic,
    }
}
