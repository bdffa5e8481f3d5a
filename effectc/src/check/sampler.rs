//! The states of samplers, in the words of Direct3D 11 and in those of Direct3D 9.
//!
//! A `sampler` of Direct3D 9, in an effect that has shaders of Direct3D 9 or none at all, whose block names no state of Direct3D 11 starts from the defaults of a Direct3D 9 device:
//! points, no mip levels, repeated.

use crate::ast::{self, Expr, ExprKind, ObjectKind, StateAssignment, StateBlock, TypeKind};
use crate::check::constant::Constants;
use crate::check::state::{self, Values};
use crate::check::state_object::{element_blocks, element_names};
use crate::diagnostic::Diagnostic;
use crate::print::expression_text;
use crate::state::sampler::{LegacySampler, SamplerSet, sampler_members};
use crate::state::table::{StateDesc, StateMember, ValueKind};
use crate::state::{Filter, SamplerDesc};

/// What the block of a sampler says.
#[derive(Clone, Debug, Default)]
pub(super) struct SamplerStates {
    /// The state; of an array that of the first element.
    pub desc: SamplerDesc,
    /// The states of an array's elements, where they differ; empty for all else.
    pub element_descs: Vec<SamplerDesc>,
    /// The texture that it samples; of an array that of the first element.
    pub texture: Option<String>,
    /// Whether its texture is read as sRGB.
    pub srgb_texture: bool,
}

/// Reads the states of a sampler or of an array of samplers. With `starts_old` those of Direct3D 9 have its defaults.
pub(super) fn describe(
    node: &ast::Variable,
    starts_old: bool,
    constants: Constants<'_, '_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> SamplerStates {
    let resolved = constants.symbols.resolve(&node.ty, &mut Vec::new());
    let is_legacy = starts_old
        && matches!(
            resolved.kind,
            TypeKind::Object(
                ObjectKind::Sampler
                    | ObjectKind::Sampler1D
                    | ObjectKind::Sampler2D
                    | ObjectKind::Sampler3D
                    | ObjectKind::SamplerCube,
                _
            )
        );
    let count = match element_names(node, constants.symbols) {
        Ok(names) => names.len(),
        Err(diagnostic) => {
            diagnostics.push(diagnostic);
            1
        }
    };
    let blocks = element_blocks(node, diagnostics).take(count.max(1));
    let elements: Vec<SamplerStates> =
        blocks.map(|it| element(it, is_legacy, constants, diagnostics)).collect();
    let Some(first) = elements.first().cloned() else { return SamplerStates::default() };
    let differ = elements.iter().any(|it| it.desc != first.desc);
    let element_descs =
        if differ { elements.iter().map(|it| it.desc).collect() } else { Vec::new() };
    SamplerStates { element_descs, ..first }
}

fn element(
    block: Option<&StateBlock>,
    is_legacy: bool,
    constants: Constants<'_, '_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> SamplerStates {
    let assignments = block.map_or(&[][..], |it| &it.states);
    let is_new = |it: &StateAssignment| {
        let is = |name: &str| it.name.name.eq_ignore_ascii_case(name);
        SamplerSet::NEW_NAMES.iter().any(|name| is(name))
    };
    let starts_old = is_legacy && !assignments.iter().any(is_new);
    let mut sampler =
        if starts_old { LegacySampler::direct3d_9() } else { LegacySampler::effects_11() };
    let mut states = SamplerStates::default();
    for assignment in assignments {
        let outcome = match common_state(assignment).filter(|_| starts_old) {
            Some(member) => {
                assign_old(sampler.desc_mut(), member, assignment, constants, diagnostics)
            }
            None => assign(&mut sampler, &mut states, assignment, constants, diagnostics),
        };
        if let Err(diagnostic) = outcome {
            diagnostics.push(diagnostic.with_code("state"));
        }
    }
    states.desc = sampler.desc();
    states.srgb_texture = sampler.srgb_texture;
    states
}

/// A state that samplers of Direct3D 9 and of Direct3D 11 have by the same name: `AddressU`.
fn common_state(assignment: &StateAssignment) -> Option<&'static StateMember<SamplerDesc>> {
    let written = &assignment.name.name;
    SamplerDesc::MEMBERS
        .iter()
        .find(|it| it.name.eq_ignore_ascii_case(written))
        .filter(|_| !sampler_members().any(|it| it.name.eq_ignore_ascii_case(written)))
        .filter(|it| matches!(it.kind, ValueKind::Enum { .. } | ValueKind::Uint { .. }))
}

/// Takes a value as a device of Direct3D 9 does: what it refuses changes nothing.
fn assign_old(
    desc: &mut SamplerDesc,
    member: &StateMember<SamplerDesc>,
    assignment: &StateAssignment,
    constants: Constants<'_, '_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    let values = Values { constants };
    if let Some(index) = &assignment.index {
        values.index(member.name, member.index_count, index)?;
    }
    if let Some(value) = values.legacy_value(member.kind, &assignment.value, diagnostics)? {
        (member.set)(desc, None, value);
    }
    Ok(())
}

fn assign(
    sampler: &mut LegacySampler,
    states: &mut SamplerStates,
    assignment: &StateAssignment,
    constants: Constants<'_, '_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    let StateAssignment { name, index, value, .. } = assignment;
    let values = Values { constants };
    if name.name.eq_ignore_ascii_case("Texture") {
        states.texture = texture(value)?;
        return Ok(());
    }
    if let Some(member) = sampler_members().find(|it| it.name.eq_ignore_ascii_case(&name.name)) {
        if let Some(index) = index {
            values.index(member.name, 0, index)?;
        }
        if let Some(value) = values.legacy_value(member.kind, value, diagnostics)? {
            (member.set)(sampler, value);
        }
        if let Some(advice) = member.gone {
            diagnostics.push(
                Diagnostic::warning(
                    name.span,
                    format!("`{}` of Direct3D 9 has no twin in Vulkan", member.name),
                )
                .with_help(advice)
                .with_code("state"),
            );
        }
        return Ok(());
    }
    let known = SamplerDesc::MEMBERS.iter().any(|it| it.name.eq_ignore_ascii_case(&name.name));
    if !known {
        let names: Vec<&str> = SamplerDesc::MEMBERS
            .iter()
            .map(|it| it.name)
            .chain(sampler_members().map(|it| it.name))
            .collect();
        return Err(state::unknown_name(assignment, SamplerDesc::KEYWORD, &names));
    }
    if name.name.eq_ignore_ascii_case("Filter")
        && let Some(filter) = value.as_name().and_then(short_filter)
    {
        sampler.desc_mut().filter = filter;
        return Ok(());
    }
    state::assign(sampler.desc_mut(), assignment, values, diagnostics)
}

/// The filters that XNA and `MonoGame` have shorter names for.
fn short_filter(word: &str) -> Option<Filter> {
    const NAMES: [(&str, Filter); 4] = [
        ("Point", Filter::MinMagMipPoint),
        ("Linear", Filter::MinMagMipLinear),
        ("LinearMipPoint", Filter::MinMagLinearMipPoint),
        ("PointMipLinear", Filter::MinMagPointMipLinear),
    ];
    NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, filter)| *filter)
}

/// The texture that a sampler names: `<T>`, `(T)`, `T`, `T[1]`; none for `NULL`.
fn texture(value: &Expr) -> Result<Option<String>, Diagnostic> {
    match &value.kind {
        ExprKind::Null => Ok(None),
        ExprKind::Name(name) => Ok(Some(name.clone())),
        ExprKind::AngleName(name) => Ok(Some(name.name.clone())),
        ExprKind::Index(..) => Ok(Some(expression_text(value))),
        _ => Err(Diagnostic::error(value.span, "expected the name of a texture, or NULL")),
    }
}
