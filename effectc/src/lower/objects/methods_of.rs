//! The methods that each kind of texture and buffer has.

use crate::ast::Ident;
use crate::check::nearest::nearest;
use crate::diagnostic::Diagnostic;
use crate::effect::ResourceKind;

const SAMPLES: &[&str] = &[
    "Sample",
    "SampleBias",
    "SampleGrad",
    "SampleLevel",
    "CalculateLevelOfDetail",
    "CalculateLevelOfDetailUnclamped",
];
const COMPARES: &[&str] = &["SampleCmp", "SampleCmpLevelZero"];
const GATHERS: &[&str] = &[
    "Gather",
    "GatherRed",
    "GatherGreen",
    "GatherBlue",
    "GatherAlpha",
    "GatherCmp",
    "GatherCmpRed",
    "GatherCmpGreen",
    "GatherCmpBlue",
    "GatherCmpAlpha",
];
const LOAD: &[&str] = &["Load"];
const LOADS: &[&str] = &["Load", "Load2", "Load3", "Load4"];
const STORES: &[&str] = &[
    "Store",
    "Store2",
    "Store3",
    "Store4",
    "InterlockedAdd",
    "InterlockedAnd",
    "InterlockedCompareExchange",
    "InterlockedCompareStore",
    "InterlockedExchange",
    "InterlockedMax",
    "InterlockedMin",
    "InterlockedOr",
    "InterlockedXor",
];

/// The methods of a kind, `GetDimensions` left out, which all have.
fn methods_of(kind: ResourceKind) -> Vec<&'static str> {
    use ResourceKind as K;
    let groups: &[&[&str]] = match kind {
        K::Texture1D | K::Texture1DArray => &[SAMPLES, COMPARES, LOAD],
        K::Texture2D | K::Texture2DArray => &[SAMPLES, COMPARES, GATHERS, LOAD],
        K::Texture3D => &[SAMPLES, LOAD],
        K::TextureCube | K::TextureCubeArray => &[SAMPLES, COMPARES, GATHERS],
        K::Texture2DMS | K::Texture2DMSArray => &[LOAD, &["GetSamplePosition"]],
        K::Buffer
        | K::StructuredBuffer
        | K::RWTexture1D
        | K::RWTexture1DArray
        | K::RWTexture2D
        | K::RWTexture2DArray
        | K::RWTexture3D
        | K::RWBuffer => &[LOAD],
        K::RWStructuredBuffer => &[LOAD, &["IncrementCounter", "DecrementCounter"]],
        K::AppendStructuredBuffer => &[&["Append"]],
        K::ConsumeStructuredBuffer => &[&["Consume"]],
        K::ByteAddressBuffer => &[LOADS],
        K::RWByteAddressBuffer => &[LOADS, STORES],
    };
    groups.concat()
}

/// Refuses a method that a kind does not have.
pub(super) fn check(kind: ResourceKind, method: &Ident) -> Result<(), Diagnostic> {
    let mut known = methods_of(kind);
    known.push("GetDimensions");
    if known.contains(&method.name.as_str()) {
        return Ok(());
    }
    let message = format!("`{}` has no method `{}`", kind.hlsl(), method.name);
    let fault = Diagnostic::error(method.span, message);
    Err(match nearest(&method.name, known.iter().copied()) {
        Some(near) => fault.with_help(format!("did you mean `{near}`?")),
        None => fault,
    })
}
