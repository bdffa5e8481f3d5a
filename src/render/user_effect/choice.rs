//! Variables that choose shaders: `VertexShader = Shaders[LightCount];`.

use effectc::effect::{Effect, MemberType, Pass, PassShader, ScalarKind};

use super::plan::EffectPlan;
use crate::effect::chosen_element;

/// A variable that chooses elements of arrays of shaders.
#[derive(Clone, Debug, PartialEq)]
pub struct Chooser {
    /// Index of the constant buffer that it lies in.
    pub buffer: usize,
    /// From the start of the buffer.
    pub offset_bytes: u32,
    /// Its kind of number.
    pub kind: ScalarKind,
    /// Its name.
    pub variable: String,
    /// Elements of the longest array that it chooses from.
    pub count: usize,
}

impl Chooser {
    /// The element that it chooses with the constant buffers as they are.
    pub(super) fn value(&self, buffers: &[Vec<u8>]) -> Option<i64> {
        chosen_element(buffers.get(self.buffer)?, self.offset_bytes as usize, self.kind)
    }
}

/// The variables that choose, each once, and by selection which of them does; none where the reflection is damaged.
pub(super) fn choosers(effect: &Effect) -> (Vec<Chooser>, Vec<Option<usize>>) {
    let mut all: Vec<Chooser> = Vec::new();
    let of = effect.shader_selections.iter().map(|it| {
        let buffer = effect.constant_buffers.iter().position(|buffer| buffer.name == it.buffer)?;
        let (offset_bytes, member) = effect.constant_buffers[buffer].member(&it.variable)?;
        let MemberType::Scalar { kind } = member.ty else { return None };
        let count = it.shaders.len();
        let is_same = |it: &Chooser| it.buffer == buffer && it.offset_bytes == offset_bytes;
        if let Some(place) = all.iter().position(is_same) {
            all[place].count = all[place].count.max(count);
            return Some(place);
        }
        let variable = it.variable.clone();
        all.push(Chooser { buffer, offset_bytes, kind, variable, count });
        Some(all.len() - 1)
    });
    let of = of.collect();
    (all, of)
}

impl EffectPlan {
    /// What chooses a shader, if a variable does.
    pub(super) fn chooser(&self, shader: PassShader) -> Option<usize> {
        let PassShader::Select(selection) = shader else { return None };
        *self.chooser_of.get(selection as usize)?
    }

    /// A pass with the shaders that are chosen. Past the end of an array there is none.
    pub(super) fn chosen(&self, effect: &Effect, pass: &Pass, elements: &[(usize, i64)]) -> Pass {
        let shaders = pass.shaders.map(|shader| {
            let PassShader::Select(selection) = shader else { return shader };
            let chooser = self.chooser(shader);
            let element = elements.iter().find(|it| Some(it.0) == chooser);
            let element = element.and_then(|it| usize::try_from(it.1).ok());
            let shaders = effect.shader_selections.get(selection as usize).map(|it| &it.shaders);
            let found = element.and_then(|it| *shaders?.get(it)?);
            found.map_or(PassShader::Null, PassShader::Shader)
        });
        Pass { shaders, ..pass.clone() }
    }
}
