//! A compiled effect as plain data: what the compiler gives and what a program needs at run time.
//!
//! ```text
//! Effect ── constant_buffers, resources, samplers   by name; one binding each for the whole effect, set 0
//!        ── shaders                                 SPIR-V, inputs, what each really uses
//!        ── techniques ── passes                    shader of each stage, state that the pass sets
//! ```
//!
//! The JSON form holds everything except the SPIR-V words, which travel beside it in the order of `shaders`. This is
//! what is in it:
#![doc = include_str!("../REFLECTION.md")]

mod binding;
mod requirement;
mod resource;
mod shader;
mod technique;
mod variable;

use serde::{Deserialize, Serialize};

pub use self::binding::{DescriptorBinding, DescriptorType};
pub use self::requirement::{Feature, Requirement};
pub use self::resource::{Resource, ResourceKind, Sampler};
pub use self::shader::{
    Primitive, Shader, Stage, Stages, StreamOutput, StreamOutputElement, VertexFormat, VertexInput,
};
pub use self::technique::{
    LegacyState, Pass, PassBlend, PassDepthStencil, PassRasterizer, PassRenderTargets, PassShader,
    ShaderSelection, Technique,
};
pub use self::variable::{
    Annotation, AnnotationValue, ConstantBuffer, MatrixPacking, Member, MemberType, ScalarKind,
    StringVariable,
};
use crate::state::{BlendDesc, DepthStencilDesc, RasterizerDesc};

/// Version of the JSON form. It changes when old readers would misread new data.
pub const SCHEMA_VERSION: u32 = 2;

/// The name that the buffer of loose globals has in reflection.
pub const GLOBALS_BUFFER: &str = "$Globals";

/// Why stored parts are not an effect.
#[derive(Debug, thiserror::Error)]
pub enum EffectError {
    /// The text is not the JSON form of an effect.
    #[error("the reflection is not the JSON form of an effect")]
    Json(#[source] serde_json::Error),
    /// The parts were written by another version.
    #[error("the reflection has schema version {found}, expected {SCHEMA_VERSION}")]
    Version {
        /// The version it names.
        found: u32,
    },
    /// The number of modules is not the number of shaders.
    #[error("effect `{effect}` has {expected} shaders but {found} SPIR-V modules were given")]
    ModuleCount {
        /// The effect's name.
        effect: String,
        /// Number of shaders.
        expected: usize,
        /// Number of modules.
        found: usize,
    },
    /// A module is not SPIR-V.
    #[error(
        "module {index} of effect `{effect}` is not SPIR-V: expected whole little-endian words after the magic number 0x07230203"
    )]
    NotSpirv {
        /// The effect's name.
        effect: String,
        /// Which module.
        index: usize,
    },
}

/// A compiled effect.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// [`SCHEMA_VERSION`] of the compiler that made it.
    pub schema_version: u32,
    /// File name without extension.
    pub name: String,
    /// Packing of matrices that do not say it themselves.
    pub matrix_packing: MatrixPacking,
    /// Constant buffers in order of binding; loose globals are in [`GLOBALS_BUFFER`].
    pub constant_buffers: Vec<ConstantBuffer>,
    /// Textures, buffers and their read-write kinds, in order of binding.
    pub resources: Vec<Resource>,
    /// Samplers in order of binding.
    pub samplers: Vec<Sampler>,
    /// Named rasterizer states, in order of the file.
    pub rasterizer_states: Vec<Named<RasterizerDesc>>,
    /// Named depth-stencil states, in order of the file.
    pub depth_stencil_states: Vec<Named<DepthStencilDesc>>,
    /// Named blend states, in order of the file.
    pub blend_states: Vec<Named<BlendDesc>>,
    /// Names of `RenderTargetView` variables, in order of the file; `Name[2]` for an element of an array.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub render_target_views: Vec<String>,
    /// Names of `DepthStencilView` variables, in order of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depth_stencil_views: Vec<String>,
    /// Strings in order of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strings: Vec<StringVariable>,
    /// Compiled shaders; passes name them by index. One that several passes use is here once.
    pub shaders: Vec<Shader>,
    /// Choices between shaders that passes make by a variable; passes name them by index.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shader_selections: Vec<ShaderSelection>,
    /// Techniques in order of the file.
    pub techniques: Vec<Technique>,
    /// The descriptor set layout: everything above that is bound, in order of binding.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub descriptor_bindings: Vec<DescriptorBinding>,
    /// What the device must have, in order of [`Feature`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requirements: Vec<Requirement>,
}

impl Effect {
    /// Puts an effect together from its JSON form and the bytes of its SPIR-V modules, in the order of
    /// [`Effect::shaders`].
    ///
    /// # Errors
    /// Text that is not an effect, another schema version, a wrong number of modules, a module that is not SPIR-V.
    pub fn from_parts(json: &str, modules: &[&[u8]]) -> Result<Self, EffectError> {
        let mut effect: Self = serde_json::from_str(json).map_err(EffectError::Json)?;
        if effect.schema_version != SCHEMA_VERSION {
            return Err(EffectError::Version { found: effect.schema_version });
        }
        if effect.shaders.len() != modules.len() {
            return Err(EffectError::ModuleCount {
                effect: effect.name,
                expected: effect.shaders.len(),
                found: modules.len(),
            });
        }
        for (index, (shader, bytes)) in effect.shaders.iter_mut().zip(modules).enumerate() {
            let (words, rest) = bytes.as_chunks::<4>();
            shader.words = words.iter().map(|it| u32::from_le_bytes(*it)).collect();
            if !rest.is_empty() || shader.words.first() != Some(&SPIRV_MAGIC) {
                return Err(EffectError::NotSpirv { effect: effect.name, index });
            }
        }
        Ok(effect)
    }

    /// The JSON form, indented, without the SPIR-V. Equal effects give equal text.
    ///
    /// # Errors
    /// None for effects that the compiler made; serde's signature has one.
    pub fn to_json(&self) -> Result<String, EffectError> {
        serde_json::to_string_pretty(self).map_err(EffectError::Json)
    }

    /// The shaders that a pass may have at a stage: the one that it names, or all that it chooses from.
    pub fn candidates(&self, shader: PassShader) -> impl Iterator<Item = &Shader> {
        let indices = shader.candidates(&self.shader_selections);
        indices.into_iter().filter_map(|it| self.shaders.get(it))
    }

    /// The stages of the shaders that use a binding.
    #[must_use]
    pub fn stages_of(&self, binding: u32) -> Stages {
        let users = self.shaders.iter().filter(|it| it.bindings.contains(&binding));
        users.map(|it| it.stage).collect()
    }

    /// The descriptor set layout that follows from constant buffers, resources and samplers, in order of binding.
    #[must_use]
    pub fn bindings(&self) -> Vec<DescriptorBinding> {
        let buffers = self.constant_buffers.iter().map(|it| DescriptorBinding {
            set: it.set,
            binding: it.binding,
            name: it.name.clone(),
            descriptor_type: DescriptorType::UniformBuffer,
            count: 1,
            stages: it.stages,
        });
        let resources = self.resources.iter().map(|it| DescriptorBinding {
            set: it.set,
            binding: it.binding,
            name: it.name.clone(),
            descriptor_type: DescriptorType::of(it.kind),
            count: it.count,
            stages: it.stages,
        });
        let counters = self.resources.iter().filter_map(|it| {
            Some(DescriptorBinding {
                set: it.set,
                binding: it.counter_binding?,
                name: format!("{} (counter)", it.name),
                descriptor_type: DescriptorType::StorageBuffer,
                count: it.count,
                // Code may count without touching the data.
                stages: self.stages_of(it.counter_binding?),
            })
        });
        let samplers = self.samplers.iter().map(|it| DescriptorBinding {
            set: it.set,
            binding: it.binding,
            name: it.name.clone(),
            descriptor_type: DescriptorType::Sampler,
            count: it.count,
            stages: it.stages,
        });
        let mut all: Vec<_> = buffers.chain(resources).chain(counters).chain(samplers).collect();
        all.sort_by_key(|it| (it.set, it.binding));
        all
    }

    /// Finds a technique by name.
    #[must_use]
    pub fn technique(&self, name: &str) -> Option<&Technique> {
        self.techniques.iter().find(|it| it.name == name)
    }

    /// Finds a constant buffer by name.
    #[must_use]
    pub fn constant_buffer(&self, name: &str) -> Option<&ConstantBuffer> {
        self.constant_buffers.iter().find(|it| it.name == name)
    }

    /// Finds a texture or buffer by name.
    #[must_use]
    pub fn resource(&self, name: &str) -> Option<&Resource> {
        self.resources.iter().find(|it| it.name == name)
    }

    /// Finds a sampler by name.
    #[must_use]
    pub fn sampler(&self, name: &str) -> Option<&Sampler> {
        self.samplers.iter().find(|it| it.name == name)
    }
}

const SPIRV_MAGIC: u32 = 0x0723_0203;

/// A state with its name in the effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named<T> {
    /// Its name.
    pub name: String,
    /// What it is.
    pub desc: T,
}
