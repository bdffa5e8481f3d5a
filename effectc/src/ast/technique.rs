//! What only effects have: state blocks, techniques, passes, groups.

use super::{Expr, Ident, Variable};
use crate::source::Span;

/// How a block of states was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StateBlockStyle {
    /// `RasterizerState X { .. }`
    Block,
    /// `sampler S = sampler_state { .. }`, `stateblock B = stateblock_state { .. }`
    Keyword,
}

/// The states of a state object or sampler, in order, not interpreted.
#[derive(Clone, Debug)]
pub struct StateBlock {
    /// How it was written.
    pub style: StateBlockStyle,
    /// The assignments.
    pub states: Vec<StateAssignment>,
    /// With the braces.
    pub span: Span,
}

/// `BlendEnable[0] = TRUE;`
#[derive(Clone, Debug)]
pub struct StateAssignment {
    /// `BlendEnable`, in the user's case.
    pub name: Ident,
    /// `0`, if there was an index.
    pub index: Option<Expr>,
    /// The value: a name, number, call, [`Braces`](super::ExprKind::Braces) or [`AngleName`](super::ExprKind::AngleName).
    pub value: Expr,
    /// The assignment without the semicolon.
    pub span: Span,
}

/// Which keyword a technique has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TechniqueKind {
    /// `technique`
    Technique,
    /// `technique10`
    Technique10,
    /// `technique11`
    Technique11,
}

/// A technique.
#[derive(Clone, Debug)]
pub struct Technique {
    /// Which keyword.
    pub kind: TechniqueKind,
    /// Its name; effects may leave it out.
    pub name: Option<Ident>,
    /// Annotations; empty when there are none.
    pub annotations: Vec<Variable>,
    /// Its passes, in order.
    pub passes: Vec<Pass>,
    /// The whole technique.
    pub span: Span,
}

/// `fxgroup Name { techniques }`
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name.
    pub name: Option<Ident>,
    /// Annotations; empty when there are none.
    pub annotations: Vec<Variable>,
    /// Its techniques, in order.
    pub techniques: Vec<Technique>,
    /// The whole group.
    pub span: Span,
}

/// A pass.
#[derive(Clone, Debug)]
pub struct Pass {
    /// Its name; effects may leave it out.
    pub name: Option<Ident>,
    /// Annotations; empty when there are none.
    pub annotations: Vec<Variable>,
    /// What it sets, in order.
    pub stmts: Vec<PassStmt>,
    /// The whole pass.
    pub span: Span,
}

/// One statement of a pass.
#[expect(
    clippy::large_enum_variant,
    reason = "trees are small, and rewrites match on the parts in place"
)]
#[derive(Clone, Debug)]
pub enum PassStmt {
    /// `SetVertexShader(CompileShader(vs_5_0, VS()));`
    Call {
        /// `SetVertexShader`, in the user's case.
        name: Ident,
        /// The arguments.
        args: Vec<Expr>,
        /// The call without the semicolon.
        span: Span,
    },
    /// `CullMode = NONE;`
    Assign(StateAssignment),
}
