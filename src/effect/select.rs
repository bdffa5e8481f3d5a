//! Passes that choose between shaders by a variable: `VertexShader = Shaders[count];`.

use effectc::effect::{Effect as Compiled, MemberType, PassShader, ScalarKind, Stage};

use super::error::{EffectError, EffectResult};
use super::load::Effect;

/// Shader of each stage of the pipeline, in the order of [`Stage::ALL`].
pub(super) type Choice = [Option<usize>; Stage::ALL.len()];

/// An array of shaders and the variable that chooses.
#[derive(Debug)]
pub(super) struct Selection {
    array: String,
    pub(super) shaders: Vec<Option<usize>>,
    pub(super) buffer_idx: usize,
    offset_bytes: usize,
    kind: ScalarKind,
}

/// Finds the variables of all selections.
pub(super) fn selections(compiled: &Compiled) -> EffectResult<Vec<Selection>> {
    compiled
        .shader_selections
        .iter()
        .map(|it| {
            let damaged = |reason: String| EffectError::Damaged {
                effect: compiled.name.clone(),
                reason: format!("the choice from '{}' {reason}", it.array),
            };
            let buffer_idx = compiled
                .constant_buffers
                .iter()
                .position(|buffer| buffer.name == it.buffer)
                .ok_or_else(|| damaged(format!("names a constant buffer '{}'", it.buffer)))?;
            let (offset_bytes, member) = compiled.constant_buffers[buffer_idx]
                .member(&it.variable)
                .ok_or_else(|| damaged(format!("names a variable '{}'", it.variable)))?;
            let MemberType::Scalar { kind } = member.ty else {
                return Err(damaged(format!("is made by '{}', which is no number", it.variable)));
            };
            Ok(Selection {
                array: it.array.clone(),
                shaders: it.shaders.iter().map(|shader| shader.map(|it| it as usize)).collect(),
                buffer_idx,
                offset_bytes: offset_bytes as usize,
                kind,
            })
        })
        .collect()
}

/// What a pass says of one stage, ready to be looked at in every frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StageShader {
    /// No shader.
    None,
    /// This one.
    Always(usize),
    /// One of a selection.
    Select(usize),
}

impl StageShader {
    pub(super) fn new(shader: PassShader) -> Self {
        match shader {
            PassShader::Unset | PassShader::Null => Self::None,
            PassShader::Shader(index) => Self::Always(index as usize),
            PassShader::Select(index) => Self::Select(index as usize),
        }
    }

    /// All shaders that it may be.
    pub(super) fn candidates(self, selections: &[Selection]) -> Vec<Option<usize>> {
        match self {
            Self::None => vec![None],
            Self::Always(index) => vec![Some(index)],
            Self::Select(index) => {
                let mut all =
                    selections.get(index).map(|it| it.shaders.clone()).unwrap_or_default();
                all.sort_unstable();
                all.dedup();
                all
            }
        }
    }
}

impl Effect {
    /// The shaders that a pass has with the variables as they are.
    pub(super) fn choice(&self, pass_idx: usize) -> EffectResult<Choice> {
        let mut choice = Choice::default();
        for (place, stage) in choice.iter_mut().zip(self.passes[pass_idx].stages) {
            *place = match stage {
                StageShader::None => None,
                StageShader::Always(index) => Some(index),
                StageShader::Select(index) => self.selected(&self.selections[index])?,
            };
        }
        Ok(choice)
    }

    fn selected(&self, selection: &Selection) -> EffectResult<Option<usize>> {
        let bytes = &self.buffers[selection.buffer_idx].bytes;
        let element = chosen_element(bytes, selection.offset_bytes, selection.kind);
        let found = element.and_then(|it| usize::try_from(it).ok());
        found.and_then(|it| selection.shaders.get(it)).copied().ok_or_else(|| EffectError::Range {
            effect: self.compiled.name.clone(),
            thing: format!("the array of shaders '{}'", selection.array),
            expected: format!(
                "element {} was asked for, it has {}",
                element.unwrap_or_default(),
                selection.shaders.len()
            ),
        })
    }
}

/// The number at an offset as a whole one; fractions are cut off.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the fraction is to be cut off; what is too large saturates"
)]
pub(crate) fn chosen_element(bytes: &[u8], offset_bytes: usize, kind: ScalarKind) -> Option<i64> {
    let word = || bytes.get(offset_bytes..)?.first_chunk::<4>().copied();
    Some(match kind {
        ScalarKind::Bool => i64::from(u32::from_le_bytes(word()?) != 0),
        ScalarKind::Int => i32::from_le_bytes(word()?).into(),
        ScalarKind::Uint => u32::from_le_bytes(word()?).into(),
        ScalarKind::Float => f32::from_le_bytes(word()?) as i64,
        ScalarKind::Double => {
            f64::from_le_bytes(*bytes.get(offset_bytes..)?.first_chunk::<8>()?) as i64
        }
    })
}

#[cfg(test)]
mod tests {
    use effectc::effect::ScalarKind;

    use super::chosen_element;

    #[test]
    fn elements_are_whole_numbers() {
        let bytes = |word: u32| [[0; 4], word.to_le_bytes()].concat();
        for (word, kind, expected) in [
            (2, ScalarKind::Int, 2),
            (u32::MAX, ScalarKind::Int, -1),
            (u32::MAX, ScalarKind::Uint, u32::MAX.into()),
            (7, ScalarKind::Bool, 1),
            (2.9_f32.to_bits(), ScalarKind::Float, 2),
            ((-0.5_f32).to_bits(), ScalarKind::Float, 0),
        ] {
            assert_eq!(chosen_element(&bytes(word), 4, kind), Some(expected), "{word} {kind:?}");
        }
        assert_eq!(chosen_element(&bytes(0), 5, ScalarKind::Int), None);
    }
}
