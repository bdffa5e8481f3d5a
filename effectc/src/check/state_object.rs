//! State objects: their declarations, and how passes name them.

use crate::ast::{self, Expr, ExprKind, ObjectKind, StateBlock, TypeKind};
use crate::check::constant::Constants;
use crate::check::nearest::nearest;
use crate::check::pass::Passes;
use crate::check::state;
use crate::check::symbols::Symbols;
use crate::check::types::Types;
use crate::diagnostic::Diagnostic;
use crate::effect::{Named, Pass, PassRenderTargets};
use crate::state::table::{StateDesc, ValueKind};
use crate::state::{BlendDesc, DepthStencilDesc, RasterizerDesc};

/// The named states and views of an effect. An element of an array is called `Name[2]`.
#[derive(Debug, Default)]
pub struct States {
    /// Of `RasterizerState`.
    pub rasterizer: Vec<Named<RasterizerDesc>>,
    /// Of `DepthStencilState`.
    pub depth_stencil: Vec<Named<DepthStencilDesc>>,
    /// Of `BlendState`.
    pub blend: Vec<Named<BlendDesc>>,
    /// Names of `RenderTargetView` variables.
    pub render_target_views: Vec<String>,
    /// Names of `DepthStencilView` variables.
    pub depth_stencil_views: Vec<String>,
}

/// The most elements of one array of states, samplers or views: each has a name and a description.
const MAX_NAMED_ELEMENTS: usize = 4096;

impl States {
    /// Reads all state objects of an effect.
    pub(super) fn new(symbols: &Symbols<'_>, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut states = Self::default();
        for declared in &symbols.globals {
            let node = declared.node;
            let TypeKind::Object(kind, _) = &symbols.resolve(&node.ty, &mut Vec::new()).kind else {
                continue;
            };
            let object = Object { node, symbols };
            match kind {
                ObjectKind::RasterizerState => object.describe(&mut states.rasterizer, diagnostics),
                ObjectKind::DepthStencilState => {
                    object.describe(&mut states.depth_stencil, diagnostics);
                }
                ObjectKind::BlendState => object.describe(&mut states.blend, diagnostics),
                ObjectKind::RenderTargetView => {
                    states.render_target_views.extend(object.names(diagnostics));
                }
                ObjectKind::DepthStencilView => {
                    states.depth_stencil_views.extend(object.names(diagnostics));
                }
                _ => {}
            }
        }
        states
    }
}

/// A variable of a state object's type.
#[derive(Clone, Copy)]
struct Object<'s, 'a> {
    node: &'a ast::Variable,
    symbols: &'s Symbols<'a>,
}

impl Object<'_, '_> {
    /// The names of the variable's elements: its own, if it is no array.
    fn names(self, diagnostics: &mut Vec<Diagnostic>) -> Vec<String> {
        element_names(self.node, self.symbols).unwrap_or_else(|diagnostic| {
            diagnostics.push(diagnostic);
            Vec::new()
        })
    }

    fn describe<D: StateDesc>(self, out: &mut Vec<Named<D>>, diagnostics: &mut Vec<Diagnostic>) {
        let constants = Constants { symbols: self.symbols };
        let names = self.names(diagnostics);
        let blocks = element_blocks(self.node, diagnostics);
        for (name, block) in names.into_iter().zip(blocks) {
            let desc = state::describe(block, constants, diagnostics);
            out.push(Named { name, desc });
        }
    }
}

/// The names of a variable's elements: `Name[0]`, `Name[1]`; its own name, if it is no array.
///
/// # Errors
/// A size that is no constant.
pub(super) fn element_names(
    node: &ast::Variable,
    symbols: &Symbols<'_>,
) -> Result<Vec<String>, Diagnostic> {
    let name = &node.name.name;
    if node.array.is_empty() {
        return Ok(vec![name.clone()]);
    }
    let count = match node.array.as_slice() {
        // `States[] = { {..}, {..} }` has as many elements as blocks.
        [ast::ArrayDim { size: None, .. }] if !node.element_states.is_empty() => {
            node.element_states.len()
        }
        _ => {
            let dims: Vec<&ast::ArrayDim> = node.array.iter().collect();
            let count: u32 = Types { symbols }.array_counts(&dims)?.iter().product();
            count as usize
        }
    };
    if count > MAX_NAMED_ELEMENTS {
        let message = format!("an array of {count} states; expected at most {MAX_NAMED_ELEMENTS}");
        return Err(Diagnostic::error(node.name.span, message).with_code("state"));
    }
    Ok((0..count).map(|at| format!("{name}[{at}]")).collect())
}

/// The blocks of a variable's elements, endless: elements without a block have the defaults.
pub(super) fn element_blocks<'n>(
    node: &'n ast::Variable,
    diagnostics: &mut Vec<Diagnostic>,
) -> impl Iterator<Item = Option<&'n StateBlock>> + use<'n> {
    if let (Some(block), false) = (&node.states, node.array.is_empty())
        && !block.states.is_empty()
    {
        diagnostics.push(
            Diagnostic::error(
                block.span,
                format!("`{}` is an array: each element has a block of its own", node.name.name),
            )
            .with_help("write `{ { .. }, { .. } }`")
            .with_code("state"),
        );
    }
    let own = node.states.as_ref().filter(|_| node.array.is_empty());
    own.into_iter().chain(&node.element_states).map(Some).chain(std::iter::repeat(None))
}

impl<'a> Passes<'_, 'a> {
    /// Finds the block that `StateBlock = (Block);` names.
    ///
    /// # Errors
    /// What is no state block with states.
    pub(super) fn find_state_block(&mut self, expr: &Expr) -> Result<&'a StateBlock, Diagnostic> {
        let (name, _) = self.element_name(expr, "a state block")?;
        let found = self.symbols.variables.get(name.as_str()).filter(|it| is_block(it.node));
        if let Some(block) = found.and_then(|it| it.node.states.as_ref()) {
            self.blocks.insert(name);
            return Ok(block);
        }
        let diagnostic = Diagnostic::error(expr.span, format!("there is no state block `{name}`"));
        let has_states = |it: &ast::Variable| is_block(it) && it.states.is_some();
        let blocks = self.symbols.globals.iter().filter(|it| has_states(it.node));
        let diagnostic = diagnostic.with_code("name");
        Err(match nearest(&name, blocks.map(|it| it.node.name.name.as_str())) {
            Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
            None => diagnostic,
        })
    }

    /// Warns of state blocks that no pass applies.
    pub(super) fn unused_state_blocks(&mut self) {
        for declared in &self.symbols.globals {
            let node = declared.node;
            if is_block(node) && !self.blocks.contains(&node.name.name) {
                self.diagnostics.push(
                    Diagnostic::warning(
                        node.name.span,
                        format!("no pass applies the state block `{}`", node.name.name),
                    )
                    .with_label("it is left out")
                    .with_help("write `StateBlock = (..);` into the passes that it is for")
                    .with_code("state"),
                );
            }
        }
    }

    /// The state that a pass names; none: `NULL`, the default state.
    ///
    /// # Errors
    /// What is no state of this kind.
    pub(super) fn named_state<D: Default + Clone>(
        &mut self,
        expr: &Expr,
        states: &[Named<D>],
    ) -> Result<(Option<String>, D), Diagnostic> {
        if is_null(expr) {
            return Ok((None, D::default()));
        }
        let (variable, name) = self.element_name(expr, "a state, or NULL")?;
        if let Some(found) = states.iter().find(|it| it.name == name) {
            return Ok((Some(name), found.desc.clone()));
        }
        let diagnostic = match self.symbols.variables.get(variable.as_str()) {
            Some(other) if states.iter().any(|it| it.name.starts_with(&format!("{variable}["))) => {
                let message = match name == variable {
                    true => format!("`{name}` is an array: expected `{name}[index]`"),
                    false => format!("there is no `{name}`"),
                };
                return Err(Diagnostic::error(expr.span, message)
                    .with_note_at(other.node.span, "it is declared here"));
            }
            Some(other) => {
                Diagnostic::error(expr.span, format!("`{variable}` is not a state of this kind"))
                    .with_note_at(other.node.span, "it is declared here")
            }
            None => Diagnostic::error(expr.span, format!("there is no state `{variable}`")),
        }
        .with_code("name");
        Err(match nearest(&variable, states.iter().map(|it| it.name.as_str())) {
            Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
            None => diagnostic,
        })
    }

    /// The variable and the element that `Name` or `Name[index]` names.
    fn element_name(&mut self, expr: &Expr, what: &str) -> Result<(String, String), Diagnostic> {
        let unexpected = || Diagnostic::error(expr.span, format!("expected the name of {what}"));
        match &expr.kind {
            ExprKind::Name(name) => Ok((name.clone(), name.clone())),
            ExprKind::AngleName(name) => Ok((name.name.clone(), name.name.clone())),
            ExprKind::Index(array, index) => {
                let name = array.as_name().ok_or_else(unexpected)?;
                let mut warnings = Vec::new();
                let kind = ValueKind::Uint { min: 0, max: u32::MAX };
                let index = self.values().value(kind, index, &mut warnings)?.uint();
                self.diagnostics.append(&mut warnings);
                Ok((name.to_owned(), format!("{name}[{index}]")))
            }
            _ => Err(unexpected()),
        }
    }

    /// `SetRenderTargets(A, B, Depth)`.
    ///
    /// # Errors
    /// What is no view.
    pub(super) fn set_render_targets(
        &mut self,
        pass: &mut Pass,
        targets: &[Expr],
        depth: &Expr,
    ) -> Result<(), Diagnostic> {
        pass.render_targets = Some(PassRenderTargets::default());
        for (target, index) in targets.iter().zip(0..) {
            self.set_render_target(pass, index, target)?;
        }
        self.set_depth_target(pass, depth)
    }

    /// `RenderTargetView[1] = View;`
    ///
    /// # Errors
    /// What is no render target view.
    pub(super) fn set_render_target(
        &mut self,
        pass: &mut Pass,
        index: u32,
        value: &Expr,
    ) -> Result<(), Diagnostic> {
        let view = self.view(value, "RenderTargetView", &self.states.render_target_views)?;
        let targets = &mut pass.render_targets.get_or_insert_default().targets;
        let index = index as usize;
        targets.resize(targets.len().max(index + 1), None);
        targets[index] = view;
        Ok(())
    }

    /// `DepthStencilView = View;`
    ///
    /// # Errors
    /// What is no depth-stencil view.
    pub(super) fn set_depth_target(
        &mut self,
        pass: &mut Pass,
        value: &Expr,
    ) -> Result<(), Diagnostic> {
        let view = self.view(value, "DepthStencilView", &self.states.depth_stencil_views)?;
        pass.render_targets.get_or_insert_default().depth_stencil = view;
        Ok(())
    }

    fn view(
        &mut self,
        expr: &Expr,
        keyword: &str,
        views: &[String],
    ) -> Result<Option<String>, Diagnostic> {
        if is_null(expr) {
            return Ok(None);
        }
        let (_, name) = self.element_name(expr, &format!("a {keyword}, or NULL"))?;
        if views.contains(&name) {
            return Ok(Some(name));
        }
        let diagnostic = Diagnostic::error(expr.span, format!("there is no {keyword} `{name}`"));
        let diagnostic = diagnostic.with_code("name");
        Err(match nearest(&name, views.iter().map(String::as_str)) {
            Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
            None => diagnostic.with_help(format!("declare it: `{keyword} {name};`")),
        })
    }
}

fn is_block(node: &ast::Variable) -> bool {
    matches!(node.ty.kind, TypeKind::Object(ObjectKind::StateBlock, _))
}

/// `NULL` or 0.
fn is_null(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Null | ExprKind::Literal(ast::Literal::Int { value: 0, .. }))
}
