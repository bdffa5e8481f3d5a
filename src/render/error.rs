//! [`RenderError`]: why a frame was not drawn.

use crate::effect::EffectError;
use crate::gpu::GpuError;

/// Why a frame was not drawn.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The GPU failed.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// An effect cannot be used.
    #[error(transparent)]
    Effect(#[from] EffectError),
    /// An effect that was compiled into the program does not read back.
    #[error("effect {name} in this program is damaged")]
    Compiled {
        /// The effect.
        name: &'static str,
        /// Why.
        #[source]
        source: effectc::effect::EffectError,
    },
    /// A model without anything to draw.
    #[error("model '{model}' has no meshes; expected at least one with triangles")]
    NothingToDraw {
        /// The model.
        model: String,
    },
    /// The TransformMap is not that of the model.
    #[error("the TransformMap has {found} skin matrices a row; model '{model}' needs {expected}")]
    OtherMap {
        /// The model.
        model: String,
        /// Skin matrices of the model.
        expected: usize,
        /// Skin matrices of the map.
        found: usize,
    },
    /// A model that the renderer does not hold, or no more.
    #[error("there is no model {index}; {count} were added, and those removed are gone")]
    NoSuchModel {
        /// The number of the model.
        index: usize,
        /// How many were ever added.
        count: usize,
    },
    /// A picture cannot be shown in a texture of the user's effect.
    #[error("texture `{texture}`: {reason}")]
    Picture {
        /// The texture.
        texture: String,
        /// What was expected.
        reason: String,
    },
}

impl RenderError {
    /// The failure of the GPU behind it, if that is what it is.
    #[must_use]
    pub fn gpu_error(&self) -> Option<&GpuError> {
        match self {
            Self::Gpu(source) | Self::Effect(EffectError::Gpu { source, .. }) => Some(source),
            _ => None,
        }
    }
}
