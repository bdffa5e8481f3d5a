//! Techniques and passes: which shader each stage gets, and which state a pass sets.

use serde::{Deserialize, Serialize};

#[cfg(doc)]
use super::Effect;
use super::shader::Stage;
use super::variable::Annotation;
use crate::state::{BlendDesc, DepthStencilDesc, RasterizerDesc};

/// A technique.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Technique {
    /// Its name; empty if it has none.
    pub name: String,
    /// The `fxgroup` it stands in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Passes in order of the file.
    pub passes: Vec<Pass>,
    /// Annotations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub annotations: Vec<Annotation>,
}

impl Technique {
    /// Finds a pass by name.
    #[must_use]
    pub fn pass(&self, name: &str) -> Option<&Pass> {
        self.passes.iter().find(|it| it.name == name)
    }
}

/// A pass: what it sets, and nothing of what it does not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pass {
    /// Its name; empty if it has none.
    pub name: String,
    /// What it says of each stage, in the order of [`Stage::ALL`]; use [`Pass::shader`].
    pub shaders: [PassShader; 6],
    /// `SetRasterizerState`; none: the pass does not touch that state.
    pub rasterizer: Option<PassRasterizer>,
    /// `SetDepthStencilState`; none: the pass does not touch that state.
    pub depth_stencil: Option<PassDepthStencil>,
    /// `SetBlendState`; none: the pass does not touch that state.
    pub blend: Option<PassBlend>,
    /// Annotations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub annotations: Vec<Annotation>,
}

impl Pass {
    /// What the pass says of a stage.
    #[must_use]
    pub fn shader(&self, stage: Stage) -> PassShader {
        self.shaders[stage as usize]
    }

    /// Index into [`Effect::shaders`] of the stage's shader, if it has one.
    #[must_use]
    pub fn shader_index(&self, stage: Stage) -> Option<usize> {
        match self.shader(stage) {
            PassShader::Shader(index) => Some(index as usize),
            PassShader::Unset | PassShader::Null => None,
        }
    }
}

/// What a pass says of one stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassShader {
    /// Nothing: what is bound stays bound.
    #[default]
    Unset,
    /// `Set*Shader(NULL)`: the stage is switched off.
    Null,
    /// Index into [`Effect::shaders`].
    Shader(u32),
}

/// `SetRasterizerState` of a pass.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PassRasterizer {
    /// Name of the state; none for `NULL`, which is the default state.
    pub name: Option<String>,
    /// The state.
    pub desc: RasterizerDesc,
}

/// `SetDepthStencilState` of a pass.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PassDepthStencil {
    /// Name of the state; none for `NULL`, which is the default state.
    pub name: Option<String>,
    /// The state.
    pub desc: DepthStencilDesc,
    /// Reference value of the stencil test.
    pub stencil_ref: u32,
}

/// `SetBlendState` of a pass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PassBlend {
    /// Name of the state; none for `NULL`, which is the default state.
    pub name: Option<String>,
    /// The state.
    pub desc: BlendDesc,
    /// For `Blend::BlendFactor`: red, green, blue, alpha.
    pub blend_factor: [f32; 4],
    /// Samples that are written.
    pub sample_mask: u32,
}
