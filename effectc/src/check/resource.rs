//! Global textures, buffers and samplers.

use crate::ast::{self, ObjectKind, TemplateArg, TypeKind};
use crate::check::symbols::Declared;
use crate::check::types::{Types, packing_of};
use crate::diagnostic::Diagnostic;
use crate::effect::{MemberType, Resource, ResourceKind, ScalarKind, Stages};
use crate::layout::{self, Rules};

/// The largest element of a structured buffer of Direct3D 11.
const MAX_STRIDE_BYTES: u32 = 2048;

/// What a global variable of an object type is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A texture or buffer.
    Resource(ResourceKind),
    /// `texture` of Direct3D 9, whose kind is found in its uses.
    Texture,
    /// A sampler; whether it compares.
    Sampler(bool),
    /// A state or shader: data of the effect, nothing for the shader code.
    Effect,
    /// Nothing that this compiler takes.
    Unsupported,
}

/// Gives the role of an object type.
#[must_use]
pub(super) fn role(kind: ObjectKind) -> Role {
    match kind {
        ObjectKind::Texture => Role::Texture,
        ObjectKind::SamplerState
        | ObjectKind::Sampler
        | ObjectKind::Sampler1D
        | ObjectKind::Sampler2D
        | ObjectKind::Sampler3D
        | ObjectKind::SamplerCube => Role::Sampler(false),
        ObjectKind::SamplerComparisonState => Role::Sampler(true),
        ObjectKind::RasterizerState
        | ObjectKind::BlendState
        | ObjectKind::DepthStencilState
        | ObjectKind::VertexShader
        | ObjectKind::PixelShader
        | ObjectKind::GeometryShader
        | ObjectKind::HullShader
        | ObjectKind::DomainShader
        | ObjectKind::ComputeShader
        | ObjectKind::RenderTargetView
        | ObjectKind::DepthStencilView
        | ObjectKind::StateBlock => Role::Effect,
        _ => ResourceKind::ALL
            .into_iter()
            .find(|it| it.hlsl() == kind.keyword())
            .map_or(Role::Unsupported, Role::Resource),
    }
}

/// Whether an object is one that the program binds: a texture, buffer or sampler.
#[must_use]
pub fn is_bound_object(kind: ObjectKind) -> bool {
    matches!(role(kind), Role::Resource(_) | Role::Texture | Role::Sampler(_))
}

/// Describes a texture or buffer; its binding is still to be given.
///
/// # Errors
/// An element that has no layout, an array size that is no constant.
pub(super) fn describe(
    kind: ResourceKind,
    declared: Declared<'_, ast::Variable>,
    types: Types<'_, '_>,
) -> Result<Resource, Diagnostic> {
    let variable = declared.node;
    let mut dims: Vec<&ast::ArrayDim> = variable.array.iter().collect();
    let resolved = types.symbols.resolve(&variable.ty, &mut dims);
    let element_arg = match &resolved.kind {
        TypeKind::Object(_, args) => args.iter().find_map(|it| match it {
            TemplateArg::Type(modifiers, ty) => Some((modifiers, ty)),
            TemplateArg::Value(_) => None,
        }),
        _ => None,
    };
    let mut element = match element_arg {
        Some((modifiers, ty)) => {
            let packing = packing_of(modifiers, declared.packing);
            Some(types.member_type(ty, modifiers, packing, &mut Vec::new(), 0)?)
        }
        // A texture that does not say what it holds gives four floats.
        None if !kind.is_storage_buffer() => {
            Some(MemberType::Vector { kind: ScalarKind::Float, columns: 4 })
        }
        None => None,
    };
    let mut stride_bytes = 0;
    if kind.has_stride() {
        let Some(element) = &mut element else {
            return Err(Diagnostic::error(
                variable.ty.span,
                format!("expected `{}<type>`", kind.hlsl()),
            ));
        };
        if has_no_matrix(element) {
            let message = "not yet supported: matrices of whole numbers, or of one row or column, in a structured buffer";
            return Err(Diagnostic::error(variable.ty.span, message)
                .with_help("declare an array of their columns: `int3 m[3]`"));
        }
        let extent = layout::place_type(element, Rules::StructuredBuffer);
        stride_bytes = extent.size_bytes.next_multiple_of(extent.align_bytes);
        if stride_bytes > MAX_STRIDE_BYTES {
            return Err(Diagnostic::error(
                variable.ty.span,
                format!(
                    "an element of {stride_bytes} bytes; Direct3D allows {MAX_STRIDE_BYTES} in a structured buffer"
                ),
            ));
        }
    }
    Ok(Resource {
        name: variable.name.name.clone(),
        kind,
        element,
        stride_bytes,
        set: 0,
        binding: 0,
        count: types.array_counts(&dims)?.iter().product(),
        stages: Stages::NONE,
        semantic: variable.semantic.as_ref().map(|it| it.name.name.clone()),
        register: register_of(&variable.registers),
        shared: variable.modifiers.has(ast::ModifierKind::Shared),
        counter_binding: None,
        annotations: crate::check::constant::Constants { symbols: types.symbols }
            .annotations(&variable.annotations)?,
    })
}

/// Whether a type has a matrix that SPIR-V has not.
fn has_no_matrix(ty: &MemberType) -> bool {
    match ty {
        MemberType::Struct { members, .. } => members.iter().any(|it| has_no_matrix(&it.ty)),
        other => other.is_no_matrix(),
    }
}

/// The register that a declaration names, for the reflection.
pub(super) fn register_of(registers: &[ast::Register]) -> Option<String> {
    registers.first().map(|it| it.slot.name.clone())
}
