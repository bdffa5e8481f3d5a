//! Techniques and passes: which shaders they compile and which state they set.

use crate::ast::{self, Expr, ExprKind, Ident, ObjectKind, PassStmt, TypeKind};
use crate::check::constant::Constants;
use crate::check::entry::{Entries, Entry};
use crate::check::nearest::nearest;
use crate::check::profile;
use crate::check::state;
use crate::check::symbols::{Declared, Symbols};
use crate::diagnostic::Diagnostic;
use crate::effect::{
    Named, Pass, PassBlend, PassDepthStencil, PassRasterizer, PassShader, Stage, Technique,
};
use crate::state::{BlendDesc, DepthStencilDesc, RasterizerDesc};

/// The named states of an effect.
#[derive(Debug, Default)]
pub struct States {
    /// Of `RasterizerState`.
    pub rasterizer: Vec<Named<RasterizerDesc>>,
    /// Of `DepthStencilState`.
    pub depth_stencil: Vec<Named<DepthStencilDesc>>,
    /// Of `BlendState`.
    pub blend: Vec<Named<BlendDesc>>,
}

/// Reads techniques.
#[derive(Debug)]
pub(super) struct Passes<'s, 'a> {
    /// The effect's names.
    pub symbols: &'s Symbols<'a>,
    /// The effect's states.
    pub states: &'s States,
    /// Shaders so far; passes name them by index.
    pub entries: Vec<Entry<'a>>,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}

/// Calls of Effects 11 in passes that set what this compiler has no data for.
const UNSUPPORTED_CALLS: [(&str, &str); 4] = [
    ("SetRenderTargets", "the program chooses the render targets"),
    ("GenerateMips", "the program makes mip levels"),
    ("SetStreamOutput", "stream output is not compiled yet"),
    ("BindInterfaces", "interfaces are not compiled yet"),
];

const CALLS: [&str; 9] = [
    "SetVertexShader",
    "SetHullShader",
    "SetDomainShader",
    "SetGeometryShader",
    "SetPixelShader",
    "SetComputeShader",
    "SetRasterizerState",
    "SetDepthStencilState",
    "SetBlendState",
];

impl<'a> Passes<'_, 'a> {
    /// Reads one technique.
    pub(super) fn technique(
        &mut self,
        group: Option<&ast::Group>,
        technique: &'a ast::Technique,
    ) -> Technique {
        let name = technique.name.as_ref().map_or("", |it| it.name.as_str());
        let passes = technique
            .passes
            .iter()
            .enumerate()
            .map(|(index, pass)| {
                let label = match (&pass.name, name) {
                    (Some(pass), "") => format!("pass {}", pass.name),
                    (Some(pass), _) => format!("technique {name}, pass {}", pass.name),
                    (None, _) => format!("technique {name}, pass number {index}"),
                };
                self.pass(pass, &label)
            })
            .collect();
        Technique {
            name: name.to_owned(),
            group: group.and_then(|it| it.name.as_ref()).map(|it| it.name.clone()),
            passes,
            annotations: self.annotations(&technique.annotations),
        }
    }

    fn annotations(&mut self, variables: &[ast::Variable]) -> Vec<crate::effect::Annotation> {
        match (Constants { symbols: self.symbols }).annotations(variables) {
            Ok(annotations) => annotations,
            Err(diagnostic) => {
                self.diagnostics.push(diagnostic);
                Vec::new()
            }
        }
    }

    fn pass(&mut self, pass: &'a ast::Pass, label: &str) -> Pass {
        let mut result = Pass {
            name: pass.name.as_ref().map_or_else(String::new, |it| it.name.clone()),
            annotations: self.annotations(&pass.annotations),
            ..Pass::default()
        };
        for stmt in &pass.stmts {
            let outcome = match stmt {
                PassStmt::Call { name, args, span } => {
                    self.call(&mut result, name, args, *span, label)
                }
                PassStmt::Assign(assignment) => self.assign(&mut result, assignment, label),
            };
            if let Err(diagnostic) = outcome {
                self.diagnostics.push(diagnostic.with_code("pass"));
            }
        }
        result
    }

    fn call(
        &mut self,
        pass: &mut Pass,
        name: &Ident,
        args: &'a [Expr],
        span: crate::source::Span,
        label: &str,
    ) -> Result<(), Diagnostic> {
        let Some(known) = CALLS.iter().find(|it| it.eq_ignore_ascii_case(&name.name)) else {
            return Err(unknown_call(name));
        };
        let expected = match *known {
            "SetBlendState" => "(state, float4 factor, uint mask)",
            "SetDepthStencilState" => "(state, uint stencil_ref)",
            "SetRasterizerState" => "(state)",
            _ => "(shader)",
        };
        let constants = Constants { symbols: self.symbols };
        match (*known, args) {
            ("SetRasterizerState", [state]) => {
                let (name, desc) = self.named_state(state, &self.states.rasterizer)?;
                pass.rasterizer = Some(PassRasterizer { name, desc });
            }
            ("SetDepthStencilState", [state, stencil_ref]) => {
                let (name, desc) = self.named_state(state, &self.states.depth_stencil)?;
                let stencil_ref = constants.uint(stencil_ref)?;
                pass.depth_stencil = Some(PassDepthStencil { name, desc, stencil_ref });
            }
            ("SetBlendState", [state, factor, mask]) => {
                let (name, desc) = self.named_state(state, &self.states.blend)?;
                let blend_factor = state::float4(factor, constants)?;
                // A mask may be written as -1.
                let mask_value = constants.scalar(mask)?.arithmetic_kind();
                let sample_mask = mask_value
                    .convert(crate::effect::ScalarKind::Uint, 1, 1)
                    .and_then(|it| crate::check::number::to_u32(it.numbers[0]))
                    .ok_or_else(|| Diagnostic::error(mask.span, "expected a sample mask"))?;
                pass.blend = Some(PassBlend { name, desc, blend_factor, sample_mask });
            }
            (call, [shader]) if call.ends_with("Shader") => {
                let stage = Stage::ALL
                    .into_iter()
                    .find(|it| call[3..call.len() - 6].eq_ignore_ascii_case(it.name()));
                if let Some(stage) = stage {
                    pass.shaders[stage as usize] = self.shader(stage, shader, label)?;
                }
            }
            (call, _) => {
                return Err(Diagnostic::error(
                    span,
                    format!("expected `{call}{expected}`, found {}", arguments(args.len())),
                ));
            }
        }
        Ok(())
    }

    /// `VertexShader = compile vs_5_0 VS();`, the older form of the call.
    fn assign(
        &mut self,
        pass: &mut Pass,
        assignment: &'a ast::StateAssignment,
        label: &str,
    ) -> Result<(), Diagnostic> {
        let name = &assignment.name.name;
        let stage = Stage::ALL.into_iter().find(|stage| {
            name.split_at_checked(stage.name().len()).is_some_and(|(first, rest)| {
                first.eq_ignore_ascii_case(stage.name()) && rest.eq_ignore_ascii_case("Shader")
            })
        });
        match stage {
            Some(stage) => {
                pass.shaders[stage as usize] = self.shader(stage, &assignment.value, label)?;
                Ok(())
            }
            None => Err(Diagnostic::error(
                assignment.name.span,
                format!("not yet supported: the state `{name}` assigned in a pass"),
            )
            .with_help("put it into a state block and set that with `SetRasterizerState`, `SetDepthStencilState` or `SetBlendState`")),
        }
    }

    fn named_state<D: Default + Clone>(
        &self,
        expr: &Expr,
        states: &[Named<D>],
    ) -> Result<(Option<String>, D), Diagnostic> {
        let name = match &expr.kind {
            ExprKind::Null => return Ok((None, D::default())),
            ExprKind::Name(name) => name,
            _ => return Err(Diagnostic::error(expr.span, "expected the name of a state, or NULL")),
        };
        if let Some(found) = states.iter().find(|it| it.name == *name) {
            return Ok((Some(name.clone()), found.desc.clone()));
        }
        let diagnostic = match self.symbols.variables.get(name.as_str()) {
            Some(other) => {
                Diagnostic::error(expr.span, format!("`{name}` is not a state of this kind"))
                    .with_note_at(other.node.span, "it is declared here")
            }
            None => Diagnostic::error(expr.span, format!("there is no state `{name}`")),
        };
        Err(match nearest(name, states.iter().map(|it| it.name.as_str())) {
            Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
            None => diagnostic,
        })
    }

    fn shader(
        &mut self,
        stage: Stage,
        expr: &'a Expr,
        label: &str,
    ) -> Result<PassShader, Diagnostic> {
        match &expr.kind {
            ExprKind::Null => Ok(PassShader::Null),
            ExprKind::Compile { profile, entry, args } => {
                self.compile(stage, profile, entry, args, label)
            }
            ExprKind::Name(name) => match self.symbols.variables.get(name.as_str()) {
                Some(found) if is_shader(found.node) => match &found.node.init {
                    Some(init) if !matches!(init.kind, ExprKind::Name(_)) => {
                        self.shader(stage, init, label)
                    }
                    Some(_) | None => Err(Diagnostic::error(
                        expr.span,
                        format!("the shader `{name}` has no `CompileShader` as its value"),
                    )
                    .with_note_at(found.node.span, "it is declared here")),
                },
                _ => Err(Diagnostic::error(expr.span, format!("there is no shader `{name}`"))
                    .with_help(format!(
                        "a function is compiled by `CompileShader({}_5_0, {name}())`",
                        stage.profile_prefix()
                    ))),
            },
            ExprKind::Call(function, _)
                if function.name.eq_ignore_ascii_case("ConstructGSWithSO") =>
            {
                Err(Diagnostic::error(function.span, "not yet supported: stream output"))
            }
            ExprKind::Asm => {
                Err(Diagnostic::error(expr.span, "shaders in assembly language are not supported"))
            }
            _ => Err(Diagnostic::error(
                expr.span,
                "expected `CompileShader(profile, Function())`, the name of a shader, or NULL",
            )),
        }
    }

    fn compile(
        &mut self,
        stage: Stage,
        profile: &Ident,
        entry: &Ident,
        args: &'a [Expr],
        label: &str,
    ) -> Result<PassShader, Diagnostic> {
        let found = profile::stage(profile)?;
        if found != stage {
            return Err(Diagnostic::error(
                profile.span,
                format!("`{}` is a {found} shader profile", profile.name),
            )
            .with_help(format!("the {stage} stage takes `{}_5_0`", stage.profile_prefix())));
        }
        let entries = Entries { symbols: self.symbols };
        let (Declared { node: function, packing }, arguments) = entries.resolve(entry, args)?;
        Ok(self.add(Entry {
            stage,
            profile: profile.name.to_ascii_lowercase(),
            function,
            packing,
            first_use: label.to_owned(),
            arguments,
            stream_output: None,
        }))
    }

    /// Gives the index of an entry point, which is there once however many passes use it.
    fn add(&mut self, entry: Entry<'a>) -> PassShader {
        let known = self.entries.iter().position(|it| it.is_same(&entry));
        let index = known.unwrap_or_else(|| {
            self.entries.push(entry);
            self.entries.len() - 1
        });
        PassShader::Shader(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

fn arguments(count: usize) -> String {
    match count {
        1 => "1 argument".to_owned(),
        _ => format!("{count} arguments"),
    }
}

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

fn unknown_call(name: &Ident) -> Diagnostic {
    let unsupported = UNSUPPORTED_CALLS.iter().find(|(it, _)| it.eq_ignore_ascii_case(&name.name));
    if let Some((call, why)) = unsupported {
        return Diagnostic::error(name.span, format!("not yet supported: `{call}` in a pass"))
            .with_label(*why);
    }
    let diagnostic =
        Diagnostic::error(name.span, format!("`{}` means nothing in a pass", name.name));
    match nearest(&name.name, CALLS) {
        Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
        None => diagnostic.with_help(format!("a pass may call {}", CALLS.join(", "))),
    }
}
