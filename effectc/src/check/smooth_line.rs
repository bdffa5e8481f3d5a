//! `AntialiasedLineEnable`, which core Vulkan has no twin of.

use crate::check::state_object::States;
use crate::check::symbols::Symbols;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::state::RasterizerDesc;

/// Whether lines are to be smooth: with multisampling the flag means nothing (`D3D11_RASTERIZER_DESC`).
pub(super) fn is_wanted(desc: &RasterizerDesc) -> bool {
    desc.antialiased_line_enable && !desc.multisample_enable
}

/// Warns of `what`, which asks for it.
pub(super) fn warning(what: &str, span: Span) -> Diagnostic {
    let message = format!("{what} asks for smooth lines, which core Vulkan does not draw");
    let note = "AntialiasedLineEnable is kept in the reflection; lines are drawn without smoothing \
                (VK_EXT_line_rasterization could do it)";
    Diagnostic::warning(span, message).with_note(note).with_code("state")
}

/// Warns of named states.
pub(super) fn of_states<'s>(
    states: &'s States,
    symbols: &'s Symbols<'_>,
) -> impl Iterator<Item = Diagnostic> + 's {
    states.rasterizer.iter().filter(|it| is_wanted(&it.desc)).filter_map(|it| {
        let name = it.name.split('[').next().unwrap_or_default();
        let declared = symbols.variables.get(name)?;
        Some(warning(&format!("`{}`", it.name), declared.node.name.span))
    })
}
