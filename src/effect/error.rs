//! What can go wrong between a program and its effects.

use super::nearest;
use super::topology::Topology;
use crate::gpu::GpuError;

/// The result of everything in this layer that can fail.
pub type EffectResult<T> = Result<T, EffectError>;

/// An error of an effect at load or run time.
#[derive(Debug, thiserror::Error)]
pub enum EffectError {
    /// A name that the effect does not have.
    #[error("effect '{effect}' has no {what} '{name}'; {}", nearest::sentence(.nearest))]
    Unknown {
        /// The effect.
        effect: String,
        /// What was looked up: `constant buffer`, `technique`, ...
        what: &'static str,
        /// The name that was asked for.
        name: String,
        /// The names it has that come nearest, best first.
        nearest: Vec<String>,
    },
    /// The effect has the name, but for something else.
    #[error("'{name}' of effect '{effect}' is {is}; expected: {wanted}")]
    WrongType {
        /// The effect.
        effect: String,
        /// The name.
        name: String,
        /// What it is.
        is: String,
        /// What was asked for.
        wanted: &'static str,
    },
    /// A Rust type that is not as large as the constant buffer it stands for.
    #[error(
        "constant buffer '{buffer}' of effect '{effect}' has {expected} bytes, {type_name} has {found}"
    )]
    Size {
        /// The effect.
        effect: String,
        /// The constant buffer.
        buffer: String,
        /// The Rust type.
        type_name: &'static str,
        /// The buffer's size in bytes.
        expected: usize,
        /// The type's size in bytes.
        found: usize,
    },
    /// A Rust struct whose field lies elsewhere than the constant buffer's member.
    #[error(
        "'{member}' of constant buffer '{buffer}' of effect '{effect}' is at byte {expected}, the Rust \
         struct has it at {found}"
    )]
    Offset {
        /// The effect.
        effect: String,
        /// The constant buffer.
        buffer: String,
        /// The member's path.
        member: String,
        /// The member's offset in bytes.
        expected: usize,
        /// The field's offset in bytes.
        found: usize,
    },
    /// A range of bytes or an array element that is not there.
    #[error("{thing} of effect '{effect}': {expected}")]
    Range {
        /// The effect.
        effect: String,
        /// The variable.
        thing: String,
        /// What was asked for and what there is.
        expected: String,
    },
    /// An image or buffer of the wrong kind for a variable.
    #[error("'{variable}' of effect '{effect}' is a {kind}, it cannot take {given}")]
    WrongResource {
        /// The effect.
        effect: String,
        /// The variable.
        variable: String,
        /// Its HLSL type.
        kind: &'static str,
        /// What was given.
        given: String,
    },
    /// A handle of one effect was used with another.
    #[error("a handle of another effect was used with effect '{effect}'")]
    ForeignHandle {
        /// The effect.
        effect: String,
    },
    /// The pass does not do what was asked of it.
    #[error("pass '{pass}' of effect '{effect}' has no {wanted} shader")]
    WrongPass {
        /// The effect.
        effect: String,
        /// The pass, `technique > pass`.
        pass: String,
        /// What was expected of it.
        wanted: &'static str,
    },
    /// A pass was applied while nothing was being drawn to.
    #[error("pass '{pass}' of effect '{effect}' was applied outside of a frame's pass")]
    NoTarget {
        /// The effect.
        effect: String,
        /// The pass, `technique > pass`.
        pass: String,
    },
    /// The vertices that are drawn are not what the pass takes.
    #[error("pass '{pass}' of effect '{effect}' was applied for {found}; expected: {expected}")]
    WrongTopology {
        /// The effect.
        effect: String,
        /// The pass, `technique > pass`.
        pass: String,
        /// What it takes.
        expected: Topology,
        /// What was asked for.
        found: Topology,
    },
    /// A pass draws to a variable to which the program bound no image.
    #[error("pass '{pass}' of effect '{effect}' draws to '{variable}', to which no image is bound")]
    Unbound {
        /// The effect.
        effect: String,
        /// The pass, `technique > pass`.
        pass: String,
        /// The render target or depth-stencil view variable.
        variable: String,
    },
    /// The GPU lacks what the effect says that it needs.
    #[error("effect '{effect}' needs what this GPU lacks: {}", missing_text(.missing))]
    Features {
        /// The effect.
        effect: String,
        /// All that is missing.
        missing: Vec<MissingFeature>,
    },
    /// The GPU lacks something that the effect uses.
    #[error("{thing} of effect '{effect}' needs the GPU feature {feature}, which this GPU lacks")]
    Feature {
        /// The effect.
        effect: String,
        /// What needs it.
        thing: String,
        /// The feature, by its name in Vulkan.
        feature: &'static str,
    },
    /// The effect contradicts itself; effectc makes none such.
    #[error("effect '{effect}' is damaged: {reason}")]
    Damaged {
        /// The effect.
        effect: String,
        /// What does not fit.
        reason: String,
    },
    /// Vulkan failed.
    #[error("effect '{effect}'")]
    Gpu {
        /// The effect.
        effect: String,
        /// What failed.
        #[source]
        source: GpuError,
    },
}

/// A feature that a GPU lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingFeature {
    /// Its name in Vulkan.
    pub feature: &'static str,
    /// The extension that would bring it, if it is not in Vulkan 1.3.
    pub extension: Option<&'static str>,
    /// What of the effect needs it.
    pub needed_by: Vec<String>,
}

fn missing_text(missing: &[MissingFeature]) -> String {
    let text = |it: &MissingFeature| {
        let extension = it.extension.map(|it| format!(" of {it}")).unwrap_or_default();
        let needed_by = if it.needed_by.is_empty() {
            String::new()
        } else {
            format!(" (needed by {})", it.needed_by.join(", "))
        };
        format!("{}{extension}{needed_by}", it.feature)
    };
    missing.iter().map(text).collect::<Vec<_>>().join("; ")
}

/// Names the effect in errors of the GPU layer.
pub(super) trait OfEffect<T> {
    fn of_effect(self, effect: &str) -> EffectResult<T>;
}

impl<T> OfEffect<T> for Result<T, GpuError> {
    fn of_effect(self, effect: &str) -> EffectResult<T> {
        self.map_err(|source| EffectError::Gpu { effect: effect.to_owned(), source })
    }
}
