//! Reading variables back: what was set last, or their initialisers.

use effectc::effect::ScalarKind;

use super::error::EffectResult;
use super::load::{Effect, Element};
use super::variable::{Bound, MatrixVar, RawVar, Resource, ResourceVar, ScalarVar, VectorVar};

impl Effect {
    /// A number (`GetFloat`).
    ///
    /// # Errors
    /// A handle of another effect.
    #[expect(clippy::cast_possible_truncation, reason = "a double is rounded, as in Direct3D")]
    pub fn float(&self, variable: ScalarVar) -> EffectResult<f32> {
        Ok(self.number(variable, 0)? as f32)
    }

    /// A number as a whole one; the fraction is cut off (`GetInt`).
    ///
    /// # Errors
    /// A handle of another effect.
    #[expect(clippy::cast_possible_truncation, reason = "the wanted conversion; it saturates")]
    pub fn int(&self, variable: ScalarVar) -> EffectResult<i64> {
        Ok(self.number(variable, 0)? as i64)
    }

    /// Whether a number is not 0 (`GetBool`).
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn bool(&self, variable: ScalarVar) -> EffectResult<bool> {
        Ok(self.number(variable, 0)?.abs() > 0.0)
    }

    /// The numbers of a vector, then zeros (`GetFloatVector`).
    ///
    /// # Errors
    /// A handle of another effect.
    #[expect(clippy::cast_possible_truncation, reason = "a double is rounded, as in Direct3D")]
    pub fn vector_value(&self, variable: VectorVar) -> EffectResult<[f32; 4]> {
        let step_bytes = variable.first.kind.size_bytes() as usize;
        let mut value = [0.0; 4];
        for (column, place) in value.iter_mut().enumerate().take(variable.columns) {
            *place = self.number(variable.first, column * step_bytes)? as f32;
        }
        Ok(value)
    }

    /// The rows of a matrix (`mul(v, M)`), whichever way it is packed; what it does not have is 0 (`GetMatrix`).
    ///
    /// # Errors
    /// A handle of another effect.
    #[expect(clippy::cast_possible_truncation, reason = "a double is rounded, as in Direct3D")]
    pub fn matrix_value(&self, variable: MatrixVar) -> EffectResult<[[f32; 4]; 4]> {
        let step_bytes = variable.first.kind.size_bytes() as usize;
        let mut value = [[0.0; 4]; 4];
        for (row, numbers) in value.iter_mut().enumerate().take(variable.rows) {
            for (column, place) in numbers.iter_mut().enumerate().take(variable.columns) {
                let behind_bytes = variable.place_bytes(row, column, step_bytes);
                *place = self.number(variable.first, behind_bytes)? as f32;
            }
        }
        Ok(value)
    }

    /// The bytes of a variable (`GetRawValue`).
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn raw_value(&self, variable: RawVar) -> EffectResult<&[u8]> {
        let bytes = self.bytes(variable.buffer)?;
        let end = variable.offset_bytes + variable.size_bytes;
        Ok(bytes.get(variable.offset_bytes..end).unwrap_or_default())
    }

    /// What is bound to an element of a resource variable (0 for what is no array), if anything is.
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn bound(&self, variable: ResourceVar, element: usize) -> EffectResult<Option<&Resource>> {
        self.check_handle(variable.effect)?;
        let element: Option<&Element> = self.resources[variable.index].get(element);
        Ok(match element.and_then(|it| it.bound.as_ref()) {
            Some(Bound::Resource(resource)) => Some(resource),
            Some(Bound::Sampler(_) | Bound::Target(_)) | None => None,
        })
    }

    fn number(&self, variable: ScalarVar, behind_bytes: usize) -> EffectResult<f64> {
        let bytes = self.bytes(variable.buffer)?;
        let rest = bytes.get(variable.offset_bytes + behind_bytes..).unwrap_or_default();
        let word = rest.first_chunk::<4>().copied().unwrap_or_default();
        Ok(match variable.kind {
            ScalarKind::Bool => f64::from(u8::from(u32::from_le_bytes(word) != 0)),
            ScalarKind::Int => i32::from_le_bytes(word).into(),
            ScalarKind::Uint => u32::from_le_bytes(word).into(),
            ScalarKind::Float => f32::from_le_bytes(word).into(),
            ScalarKind::Double => {
                f64::from_le_bytes(rest.first_chunk::<8>().copied().unwrap_or_default())
            }
        })
    }
}
