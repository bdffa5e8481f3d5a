//! Techniques and passes: which shaders they set, and which state.

use std::collections::BTreeSet;

use crate::ast::{self, Expr, Ident, PassStmt, StateAssignment};
use crate::check::constant::Constants;
use crate::check::entry::Entry;
use crate::check::nearest::nearest;
use crate::check::shader::VALUE_CALLS;
use crate::check::smooth_line;
use crate::check::state::Values;
use crate::check::state_object::States;
use crate::check::symbols::Symbols;
use crate::diagnostic::{Diagnostic, MAX_ERRORS};
use crate::effect::{
    Pass, PassBlend, PassDepthStencil, PassRasterizer, PassShader, ShaderSelection, Stage,
    Technique,
};
use crate::source::Span;
use crate::state::legacy::{Gone, LegacyPass, legacy_members};
use crate::state::table::{StateDesc, ValueKind};
use crate::state::{BlendDesc, DepthStencilDesc, RasterizerDesc};

/// Reads techniques.
#[derive(Debug)]
pub(super) struct Passes<'s, 'a> {
    /// The effect's names.
    pub symbols: &'s Symbols<'a>,
    /// The effect's states.
    pub states: &'s States,
    /// Shaders so far; passes name them by index.
    pub entries: Vec<Entry<'a>>,
    /// Choices between shaders so far; passes name them by index.
    pub selections: Vec<ShaderSelection>,
    /// Which kinds of states without a twin have been warned of.
    pub gone: BTreeSet<Gone>,
    /// Names of the state blocks that a pass applies.
    pub blocks: BTreeSet<String>,
    /// Shaders in assembly language that passes use.
    pub assembly: Vec<Span>,
    /// Whether the pass that is read uses one.
    pub meets_assembly: bool,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// How many statements of passes were wrong.
    pub error_count: usize,
}

/// How deep state blocks may apply each other.
const MAX_BLOCK_DEPTH: usize = 8;

/// How many states the state blocks of one pass may assign.
const MAX_BLOCK_STATES: usize = 4096;

/// What a pass calls.
const CALLS: [&str; 11] = [
    "SetVertexShader",
    "SetHullShader",
    "SetDomainShader",
    "SetGeometryShader",
    "SetPixelShader",
    "SetComputeShader",
    "SetRasterizerState",
    "SetDepthStencilState",
    "SetBlendState",
    "SetRenderTargets",
    "OMSetRenderTargets",
];

/// What a pass assigns, states of Direct3D 9 apart.
const ASSIGNED: [&str; 14] = [
    "VertexShader",
    "HullShader",
    "DomainShader",
    "GeometryShader",
    "PixelShader",
    "ComputeShader",
    "RasterizerState",
    "DepthStencilState",
    "BlendState",
    "DS_StencilRef",
    "AB_BlendFactor",
    "AB_SampleMask",
    "RenderTargetView",
    "DepthStencilView",
];

/// A pass while it is read.
#[derive(Debug, Default)]
pub(super) struct Reading<'l> {
    /// What it sets.
    pub pass: Pass,
    /// `technique T0, pass P0`.
    pub label: &'l str,
    /// `DS_StencilRef`.
    pub stencil_ref: Option<u32>,
    /// `AB_BlendFactor`.
    pub blend_factor: Option<[f32; 4]>,
    /// `AB_SampleMask`.
    pub sample_mask: Option<u32>,
    /// States of Direct3D 9.
    pub legacy: LegacyPass,
    /// How many state blocks are open.
    block_depth: usize,
    /// `AntialiasedLineEnable` among them.
    pub smooth_lines: Option<Span>,
    /// How many states have come out of state blocks.
    block_states: usize,
}

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
                    (None, "") => format!("pass number {index}"),
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
        let mut reading = Reading {
            pass: Pass {
                name: pass.name.as_ref().map_or_else(String::new, |it| it.name.clone()),
                annotations: self.annotations(&pass.annotations),
                ..Pass::default()
            },
            label,
            ..Reading::default()
        };
        for stmt in &pass.stmts {
            if self.error_count >= MAX_ERRORS {
                break;
            }
            let outcome = match stmt {
                PassStmt::Call { name, args, span } => self.call(&mut reading, name, args, *span),
                PassStmt::Assign(assignment) => self.assign(&mut reading, assignment),
            };
            if let Err(diagnostic) = outcome {
                self.error_count += 1;
                let code = diagnostic.code.unwrap_or("pass");
                self.diagnostics.push(diagnostic.with_code(code));
            }
        }
        let smooth_lines = reading.smooth_lines;
        let mut pass = reading.finish();
        if std::mem::take(&mut self.meets_assembly) {
            // Without a vertex shader nothing is drawn, rather than something wrong.
            pass.shaders = [PassShader::Null; Stage::ALL.len()];
        }
        // A state that has a name is warned of where it is declared.
        if let (Some(span), Some(set)) = (smooth_lines, &pass.rasterizer)
            && smooth_line::is_wanted(&set.desc)
        {
            self.diagnostics.push(smooth_line::warning("the pass", span));
        }
        pass
    }

    /// Says that passes with shaders in assembly language are left out, which is an error where nothing else is there.
    pub(super) fn report_assembly(&mut self, techniques: &[Technique]) {
        const MESSAGE: &str = "shaders in assembly language cannot be compiled";
        let is_there =
            |it: &PassShader| matches!(it, PassShader::Shader(_) | PassShader::Select(_));
        let mut passes = techniques.iter().flat_map(|it| &it.passes);
        let draws = passes.any(|it| it.shaders.iter().any(is_there));
        for span in std::mem::take(&mut self.assembly) {
            let diagnostic = match draws {
                false => Diagnostic::error(span, MESSAGE),
                true => Diagnostic::warning(span, MESSAGE)
                    .with_label("all shaders of a pass with it are NULL"),
            };
            self.diagnostics
                .push(diagnostic.with_help("write the shader in HLSL").with_code("pass"));
        }
    }

    /// Reads values of states.
    pub(super) fn values(&self) -> Values<'_, 'a> {
        Values { constants: Constants { symbols: self.symbols } }
    }

    /// `SetVertexShader(..)` and its kin.
    fn call(
        &mut self,
        reading: &mut Reading<'_>,
        name: &Ident,
        args: &'a [Expr],
        span: Span,
    ) -> Result<(), Diagnostic> {
        let known = CALLS.iter().find(|it| it.eq_ignore_ascii_case(&name.name)).copied();
        match (known, args) {
            (Some("SetRasterizerState"), [state]) => self.set_rasterizer(reading, state),
            (Some("SetDepthStencilState"), [state, stencil_ref]) => {
                self.set_depth_stencil(reading, state)?;
                self.set_stencil_ref(reading, stencil_ref)
            }
            (Some("SetBlendState"), [state, factor, mask]) => {
                self.set_blend(reading, state)?;
                self.set_blend_factor(reading, factor)?;
                self.set_sample_mask(reading, mask)
            }
            (Some("SetRenderTargets" | "OMSetRenderTargets"), [targets @ .., depth])
                if (1..=8).contains(&targets.len()) =>
            {
                self.set_render_targets(&mut reading.pass, targets, depth)
            }
            (Some(call), [shader]) if call.ends_with("Shader") => {
                let stage = stage_of(&call["Set".len()..]);
                self.set_shader(reading, stage, shader)
            }
            (Some(call), _) => {
                let expected = match call {
                    "SetBlendState" => "(state, float4 factor, uint mask)",
                    "SetDepthStencilState" => "(state, uint stencil_ref)",
                    "SetRasterizerState" => "(state)",
                    "SetRenderTargets" | "OMSetRenderTargets" => {
                        "(1 to 8 render target views, depth-stencil view)"
                    }
                    _ => "(shader)",
                };
                let found = arguments(args.len());
                Err(Diagnostic::error(span, format!("expected `{call}{expected}`, found {found}")))
            }
            (None, [value]) if name.name.eq_ignore_ascii_case("GenerateMips") => {
                let member = legacy_members().find(|it| it.name == "GenerateMips");
                if let Some(member) = member {
                    self.legacy_state(reading, member, None, value, name.span)?;
                }
                Ok(())
            }
            (None, _) => Err(unknown_call(name)),
        }
    }

    /// `VertexShader = compile vs_5_0 VS();`, `CullMode = CCW;` and their kin.
    fn assign(
        &mut self,
        reading: &mut Reading<'_>,
        assignment: &'a StateAssignment,
    ) -> Result<(), Diagnostic> {
        let StateAssignment { name, index, value, .. } = assignment;
        if name.name.eq_ignore_ascii_case("StateBlock") {
            return self.state_block(reading, value);
        }
        let known = ASSIGNED.iter().find(|it| it.eq_ignore_ascii_case(&name.name)).copied();
        if let (Some(known), Some(index)) = (known, index)
            && known != "RenderTargetView"
        {
            return Err(Diagnostic::error(index.span, format!("`{known}` takes no index")));
        }
        match known {
            Some("RasterizerState") => self.set_rasterizer(reading, value),
            Some("DepthStencilState") => self.set_depth_stencil(reading, value),
            Some("BlendState") => self.set_blend(reading, value),
            Some("DS_StencilRef") => self.set_stencil_ref(reading, value),
            Some("AB_BlendFactor") => self.set_blend_factor(reading, value),
            Some("AB_SampleMask") => self.set_sample_mask(reading, value),
            Some("RenderTargetView") => {
                let index = match index {
                    Some(index) => self.values().index("RenderTargetView", 8, index)?,
                    None => 0,
                };
                self.set_render_target(&mut reading.pass, index, value)
            }
            Some("DepthStencilView") => self.set_depth_target(&mut reading.pass, value),
            Some(shader) => self.set_shader(reading, stage_of(shader), value),
            None => {
                let members = &mut legacy_members();
                match members.find(|it| it.name.eq_ignore_ascii_case(&name.name)) {
                    Some(member) => {
                        self.legacy_state(reading, member, index.as_ref(), value, name.span)
                    }
                    None => Err(unknown_state(name)),
                }
            }
        }
    }

    /// `StateBlock = (Block);`: what the block assigns, the pass assigns; blocks may apply others.
    fn state_block(
        &mut self,
        reading: &mut Reading<'_>,
        value: &'a Expr,
    ) -> Result<(), Diagnostic> {
        if reading.block_depth >= MAX_BLOCK_DEPTH {
            return Err(Diagnostic::error(
                value.span,
                format!("state blocks apply each other more than {MAX_BLOCK_DEPTH} deep"),
            ));
        }
        let block = self.find_state_block(value)?;
        reading.block_states += block.states.len();
        if reading.block_states > MAX_BLOCK_STATES {
            let message = format!("state blocks assign more than {MAX_BLOCK_STATES} states");
            return Err(Diagnostic::error(value.span, message));
        }
        reading.block_depth += 1;
        let outcome = block.states.iter().try_for_each(|it| self.assign(reading, it));
        reading.block_depth -= 1;
        outcome
    }

    fn set_shader(
        &mut self,
        reading: &mut Reading<'_>,
        stage: Stage,
        value: &'a Expr,
    ) -> Result<(), Diagnostic> {
        reading.pass.shaders[stage as usize] = self.shader(stage, value, reading.label)?;
        Ok(())
    }

    fn set_rasterizer(
        &mut self,
        reading: &mut Reading<'_>,
        state: &Expr,
    ) -> Result<(), Diagnostic> {
        let (name, desc) = self.named_state(state, &self.states.rasterizer)?;
        reading.legacy.begin_rasterizer(desc);
        reading.pass.rasterizer = Some(PassRasterizer { name, desc });
        Ok(())
    }

    fn set_depth_stencil(
        &mut self,
        reading: &mut Reading<'_>,
        state: &Expr,
    ) -> Result<(), Diagnostic> {
        let (name, desc) = self.named_state(state, &self.states.depth_stencil)?;
        reading.legacy.begin_depth_stencil(desc);
        reading.pass.depth_stencil = Some(PassDepthStencil { name, desc, stencil_ref: 0 });
        Ok(())
    }

    fn set_blend(&mut self, reading: &mut Reading<'_>, state: &Expr) -> Result<(), Diagnostic> {
        let (name, desc) = self.named_state(state, &self.states.blend)?;
        reading.legacy.begin_blend(&desc);
        // What Effects 11 has where only the state is assigned.
        let (blend_factor, sample_mask) = ([0.0; 4], u32::MAX);
        reading.pass.blend = Some(PassBlend { name, desc, blend_factor, sample_mask });
        Ok(())
    }

    fn set_stencil_ref(
        &mut self,
        reading: &mut Reading<'_>,
        value: &Expr,
    ) -> Result<(), Diagnostic> {
        reading.stencil_ref = Some(self.number(value)?);
        reading.legacy.begin_stencil_ref();
        Ok(())
    }

    fn set_blend_factor(
        &mut self,
        reading: &mut Reading<'_>,
        value: &Expr,
    ) -> Result<(), Diagnostic> {
        let mut warnings = Vec::new();
        let factor = self.values().value(ValueKind::Float4, value, &mut warnings)?;
        self.diagnostics.append(&mut warnings);
        reading.blend_factor = Some(factor.float4());
        reading.legacy.begin_blend_factor();
        Ok(())
    }

    fn set_sample_mask(
        &mut self,
        reading: &mut Reading<'_>,
        value: &Expr,
    ) -> Result<(), Diagnostic> {
        reading.sample_mask = Some(self.number(value)?);
        reading.legacy.begin_sample_mask();
        Ok(())
    }

    /// A whole number; -1 is all bits.
    fn number(&mut self, value: &Expr) -> Result<u32, Diagnostic> {
        let kind = ValueKind::Uint { min: 0, max: u32::MAX };
        let mut warnings = Vec::new();
        let number = self.values().value(kind, value, &mut warnings)?;
        self.diagnostics.append(&mut warnings);
        Ok(number.uint())
    }
}

impl Reading<'_> {
    /// Puts together what stands in several statements.
    fn finish(self) -> Pass {
        let Self { mut pass, stencil_ref, blend_factor, sample_mask, legacy, .. } = self;
        legacy.finish(&mut pass);
        // What a state of Direct3D 9 gives is later than what the others have given, see `LegacyPass::begin_stencil_ref`.
        let legacy_ref = legacy.depth_stencil().1;
        let (_, legacy_factor, legacy_mask) = legacy.blend();
        if let Some(set) = &mut pass.depth_stencil {
            set.stencil_ref = legacy_ref.or(stencil_ref).unwrap_or(set.stencil_ref);
        }
        if let Some(set) = &mut pass.blend {
            set.blend_factor = legacy_factor.or(blend_factor).unwrap_or(set.blend_factor);
            set.sample_mask = legacy_mask.or(sample_mask).unwrap_or(set.sample_mask);
        }
        pass
    }
}

/// The stage of `VertexShader` and its kin.
fn stage_of(name: &str) -> Stage {
    let is_first = |stage: &Stage| {
        name.get(..stage.name().len()).is_some_and(|it| it.eq_ignore_ascii_case(stage.name()))
    };
    Stage::ALL.into_iter().find(is_first).unwrap_or_default()
}

fn arguments(count: usize) -> String {
    match count {
        1 => "1 argument".to_owned(),
        _ => format!("{count} arguments"),
    }
}

fn unknown_call(name: &Ident) -> Diagnostic {
    let diagnostic =
        Diagnostic::error(name.span, format!("`{}` means nothing in a pass", name.name));
    if let Some(near) = nearest(&name.name, VALUE_CALLS) {
        return diagnostic.with_help(format!(
            "did you mean `{near}`? it stands in a call such as `SetVertexShader({near}(..))`"
        ));
    }
    match nearest(&name.name, CALLS) {
        Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
        None => diagnostic.with_help(format!("a pass may call {}", CALLS[..10].join(", "))),
    }
}

fn has_member<D: StateDesc>(name: &str) -> bool {
    D::MEMBERS.iter().any(|it| it.name.eq_ignore_ascii_case(name))
}

fn unknown_state(name: &Ident) -> Diagnostic {
    let written = &name.name;
    let blocks = [
        (RasterizerDesc::KEYWORD, has_member::<RasterizerDesc>(written)),
        (DepthStencilDesc::KEYWORD, has_member::<DepthStencilDesc>(written)),
        (BlendDesc::KEYWORD, has_member::<BlendDesc>(written)),
    ];
    if let Some((keyword, _)) = blocks.iter().find(|(_, is_member)| *is_member) {
        return Diagnostic::error(
            name.span,
            format!("`{written}` is a member of {keyword}, not a state of a pass"),
        )
        .with_help(format!(
            "write `{keyword} Name {{ {written} = ..; }};` and `Set{keyword}(Name, ..);` in the pass"
        ));
    }
    let diagnostic = Diagnostic::error(name.span, format!("`{written}` is not a state of a pass"));
    let names = ASSIGNED.into_iter().chain(legacy_members().map(|it| it.name));
    match nearest(written, names) {
        Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
        None => diagnostic
            .with_help("a pass assigns shaders, state objects, and states such as `CullMode`"),
    }
}
