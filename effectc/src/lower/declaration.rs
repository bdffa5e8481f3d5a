//! Rewrites of declarations: what only effects have goes away, what only Vulkan has is added.

use crate::ast::{
    self, Attribute, Expr, ExprKind, Function, Literal, Modifier, ModifierKind, TypeKind, Variable,
};
use crate::check::Checked;
use crate::effect::MatrixPacking;

/// Attributes of functions, as the HLSL compiler spells them; fxc takes any case.
const ATTRIBUTES: [&str; 8] = [
    "domain",
    "earlydepthstencil",
    "instance",
    "maxtessfactor",
    "maxvertexcount",
    "numthreads",
    "outputcontrolpoints",
    "outputtopology",
];

/// Gives attributes their usual spelling: `[MaxVertexCount(2)]`.
pub(super) fn fold_attribute_names(attributes: &mut [Attribute]) {
    for attribute in attributes {
        let name = &mut attribute.name.name;
        let known = ATTRIBUTES.iter().chain(&["partitioning", "patchconstantfunc"]);
        if let Some(usual) = known.into_iter().find(|it| it.eq_ignore_ascii_case(name)) {
            *name = (*usual).to_owned();
        }
        // Direct3D divides edges by `pow2` as by `integer`: that the factors are powers of two is the shader's business.
        if attribute.is("partitioning")
            && let [Expr { kind: ExprKind::Literal(Literal::String(way)), .. }] =
                attribute.args.as_mut_slice()
            && way.eq_ignore_ascii_case(b"pow2")
        {
            *way = b"integer".to_vec();
        }
    }
}

/// Takes away what a global or buffer member has for the effect and not for the shader: value, states, semantic,
/// annotations, registers, and modifiers that the place already says.
pub(super) fn strip(variable: &mut Variable) {
    variable.annotations.clear();
    variable.states = None;
    variable.element_states.clear();
    variable.init = None;
    variable.semantic = None;
    variable.registers.clear();
    for kind in [
        ModifierKind::Uniform,
        ModifierKind::Const,
        ModifierKind::Extern,
        ModifierKind::Shared,
        ModifierKind::Volatile,
    ] {
        variable.modifiers.remove(kind);
    }
}

/// Takes from a function what only the entry point may have, which is another function now: semantics, interpolation,
/// primitives, and what says where it may be called from.
pub(super) fn strip_entry(function: &mut Function) {
    function.semantic = None;
    for param in &mut function.params {
        strip_interface(param);
        for kind in [
            ModifierKind::Point,
            ModifierKind::Line,
            ModifierKind::LineAdj,
            ModifierKind::Triangle,
            ModifierKind::TriangleAdj,
            ModifierKind::Uniform,
        ] {
            param.modifiers.remove(kind);
        }
    }
    for kind in [
        ModifierKind::Static,
        ModifierKind::Inline,
        ModifierKind::Export,
        ModifierKind::Extern,
        ModifierKind::RowMajor,
        ModifierKind::ColumnMajor,
        ModifierKind::NoInterpolation,
        ModifierKind::Linear,
        ModifierKind::Centroid,
        ModifierKind::NoPerspective,
        ModifierKind::Sample,
    ] {
        function.modifiers.remove(kind);
    }
}

/// Takes the semantic and the modifiers of interpolation away, which the generated entry point has.
pub(super) fn strip_interface(variable: &mut Variable) {
    variable.semantic = None;
    for kind in [
        ModifierKind::NoInterpolation,
        ModifierKind::Linear,
        ModifierKind::Centroid,
        ModifierKind::NoPerspective,
        ModifierKind::Sample,
    ] {
        variable.modifiers.remove(kind);
    }
}

/// Says a matrix's packing at the matrix itself, where a pragma made it other than the effect's.
pub(super) fn spell_packing(
    variable: &mut Variable,
    packing: MatrixPacking,
    checked: &Checked<'_>,
) {
    let modifiers = &variable.modifiers;
    if modifiers.has(ModifierKind::RowMajor) || modifiers.has(ModifierKind::ColumnMajor) {
        return;
    }
    let packing = checked.symbols.packing(&variable.ty, modifiers, packing);
    let mut dims: Vec<&ast::ArrayDim> = Vec::new();
    let resolved = checked.symbols.resolve(&variable.ty, &mut dims);
    if packing == checked.packing || !matches!(resolved.kind, TypeKind::Matrix(..)) {
        return;
    }
    let kind = match packing {
        MatrixPacking::Row => ModifierKind::RowMajor,
        MatrixPacking::Column => ModifierKind::ColumnMajor,
    };
    variable.modifiers.0.push(Modifier { kind, span: variable.ty.span });
}
