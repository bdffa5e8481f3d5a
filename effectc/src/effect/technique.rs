//! Techniques and passes: which shader each stage gets, and which state a pass sets.

use serde::{Deserialize, Serialize};

#[cfg(doc)]
use super::Effect;
use super::shader::Stage;
use super::variable::Annotation;
use crate::state::{BlendDesc, DepthStencilDesc, RasterizerDesc};

/// A technique.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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

    /// The shaders that each pass draws with, in the order of [`Stage::ALL`]. A pass that names a pixel shader and
    /// nothing of any stage before it draws with the shaders of the pass before, as in Direct3D what is bound stays
    /// bound: without a vertex shader it could do nothing at all. Otherwise to name no shader is to have none.
    #[must_use]
    pub fn drawn_shaders(&self) -> Vec<[PassShader; 6]> {
        const GEOMETRY: [Stage; 4] = [Stage::Vertex, Stage::Hull, Stage::Domain, Stage::Geometry];
        let mut all: Vec<[PassShader; 6]> = Vec::new();
        for pass in &self.passes {
            let mut shaders = pass.shaders;
            let draws =
                matches!(pass.shader(Stage::Pixel), PassShader::Shader(_) | PassShader::Select(_));
            let says_nothing = GEOMETRY.iter().all(|it| pass.shader(*it) == PassShader::Unset);
            if let Some(before) = all.last().filter(|_| draws && says_nothing) {
                for stage in GEOMETRY {
                    shaders[stage as usize] = before[stage as usize];
                }
            }
            all.push(shaders);
        }
        all
    }
}

/// A pass: what it sets, and nothing of what it does not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// `SetRenderTargets`; none: the pass does not touch them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub render_targets: Option<PassRenderTargets>,
    /// States of Direct3D 9 that this pass sets and that neither Direct3D 11 nor Vulkan has (`AlphaTestEnable`,
    /// `FogEnable`), in order, for programs that do something for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legacy_states: Vec<LegacyState>,
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
            PassShader::Unset | PassShader::Null | PassShader::Select(_) => None,
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
    /// One of several, chosen by a variable while the program runs: index into [`Effect::shader_selections`].
    Select(u32),
}

impl PassShader {
    /// Whether the stage may have no shader: none is named, or NULL is among those that are chosen from.
    #[must_use]
    pub fn may_be_null(self, selections: &[ShaderSelection]) -> bool {
        match self {
            Self::Unset | Self::Null => true,
            Self::Shader(_) => false,
            Self::Select(index) => {
                let chosen = selections.get(index as usize).map_or(&[][..], |it| &it.shaders);
                chosen.iter().any(Option::is_none)
            }
        }
    }

    /// Indices of the shaders that the stage may have: the one, or all that are chosen from.
    #[must_use]
    pub fn candidates(self, selections: &[ShaderSelection]) -> Vec<usize> {
        match self {
            Self::Unset | Self::Null => Vec::new(),
            Self::Shader(index) => vec![index as usize],
            Self::Select(index) => {
                let chosen = selections.get(index as usize).map_or(&[][..], |it| &it.shaders);
                chosen.iter().flatten().map(|it| *it as usize).collect()
            }
        }
    }
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

/// `VertexShader = Shaders[count];`: one of an array of shaders, chosen by a variable of the effect when the pass is
/// applied.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ShaderSelection {
    /// Name of the array.
    pub array: String,
    /// Its elements as indices into [`Effect::shaders`]; none: the element is NULL.
    pub shaders: Vec<Option<u32>>,
    /// Name of the constant buffer that holds the variable.
    pub buffer: String,
    /// The variable in it, as [`ConstantBuffer::member`](super::ConstantBuffer::member) takes it. An `int`, `uint`,
    /// `bool` or `float` (whose fraction is cut off); outside of the array it is an error of the program.
    pub variable: String,
}

/// `SetRenderTargets(A, B, Depth)`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassRenderTargets {
    /// Names of `RenderTargetView` variables, in order of `SV_Target`; none: NULL.
    pub targets: Vec<Option<String>>,
    /// Name of the `DepthStencilView` variable; none: NULL.
    pub depth_stencil: Option<String>,
}

/// A state of Direct3D 9 that has no twin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LegacyState {
    /// Its name in its usual case: `AlphaRef`.
    pub name: String,
    /// Its index, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// The value: a number, `TRUE` or `FALSE`, or the name in its usual case.
    pub value: String,
}
