//! Setting variables. What is set stays set until it is set again, through all frames.

use std::sync::Arc;

use bytemuck::Pod;
use effectc::effect::ScalarKind;

use super::error::{EffectError, EffectResult};
use super::load::Effect;
use super::variable::{
    Bound, BufferVar, ConstantBufferVar, EffectId, MatrixVar, Resource, ResourceVar, SamplerVar,
    ScalarVar, VectorVar,
};
use crate::gpu::Sampler;

impl Effect {
    /// Sets a constant buffer.
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn set_constants<T: Pod>(
        &mut self,
        variable: ConstantBufferVar<T>,
        value: &T,
    ) -> EffectResult<()> {
        self.set_bytes(variable.raw, 0, bytemuck::bytes_of(value))
    }

    /// Sets a part of a constant buffer.
    ///
    /// # Errors
    /// A handle of another effect, or a range past the buffer's end.
    pub fn set_bytes(
        &mut self,
        variable: BufferVar,
        offset_bytes: usize,
        bytes: &[u8],
    ) -> EffectResult<()> {
        self.check_handle(variable.effect)?;
        let constants = &mut self.buffers[variable.index];
        let end = offset_bytes.checked_add(bytes.len());
        let range = end.and_then(|end| constants.bytes.get_mut(offset_bytes..end));
        let Some(range) = range else {
            return Err(EffectError::Range {
                effect: self.compiled.name.clone(),
                thing: format!(
                    "constant buffer '{}'",
                    self.compiled.constant_buffers[variable.index].name
                ),
                expected: format!(
                    "{} bytes at offset {offset_bytes} do not fit into its {} bytes",
                    bytes.len(),
                    constants.bytes.len()
                ),
            });
        };
        range.copy_from_slice(bytes);
        constants.is_changed = true;
        Ok(())
    }

    /// The bytes of a constant buffer as they are set now.
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn bytes(&self, variable: BufferVar) -> EffectResult<&[u8]> {
        self.check_handle(variable.effect)?;
        Ok(&self.buffers[variable.index].bytes)
    }

    /// Sets a number to an integer, converted to its type (`bool` is true for all but 0).
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn set_int(&mut self, variable: ScalarVar, value: i32) -> EffectResult<()> {
        self.set_number(variable, 0, f64::from(value))
    }

    /// Sets a number, converted to its type (integers drop the fraction, `bool` is true for all but 0).
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn set_float(&mut self, variable: ScalarVar, value: f32) -> EffectResult<()> {
        self.set_number(variable, 0, f64::from(value))
    }

    /// Sets a number to 0 or 1.
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn set_bool(&mut self, variable: ScalarVar, value: bool) -> EffectResult<()> {
        self.set_number(variable, 0, f64::from(u8::from(value)))
    }

    /// Sets as many numbers as the vector has, converted to its type.
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn set_vector(&mut self, variable: VectorVar, value: [f32; 4]) -> EffectResult<()> {
        self.set_vector_behind(variable, 0, value)
    }

    pub(super) fn set_vector_behind(
        &mut self,
        variable: VectorVar,
        behind_bytes: usize,
        value: [f32; 4],
    ) -> EffectResult<()> {
        let step_bytes = variable.first.kind.size_bytes() as usize;
        for (column, number) in value.into_iter().take(variable.columns).enumerate() {
            self.set_number(variable.first, behind_bytes + column * step_bytes, f64::from(number))?;
        }
        Ok(())
    }

    /// Sets as many rows and columns as the matrix has, from rows (`mul(v, M)`), in whichever packing it
    /// is kept. A nalgebra `Matrix4` gives these rows as its columns: `matrix.into()`.
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn set_matrix(&mut self, variable: MatrixVar, rows: &[[f32; 4]; 4]) -> EffectResult<()> {
        self.set_matrix_behind(variable, 0, rows)
    }

    /// As [`Self::set_matrix`], from columns (`SetMatrixTranspose`).
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn set_matrix_transpose(
        &mut self,
        variable: MatrixVar,
        columns: &[[f32; 4]; 4],
    ) -> EffectResult<()> {
        let rows = std::array::from_fn(|row| std::array::from_fn(|column| columns[column][row]));
        self.set_matrix_behind(variable, 0, &rows)
    }

    pub(super) fn set_matrix_behind(
        &mut self,
        variable: MatrixVar,
        behind_bytes: usize,
        rows: &[[f32; 4]; 4],
    ) -> EffectResult<()> {
        let step_bytes = variable.first.kind.size_bytes() as usize;
        for (row, numbers) in rows.iter().take(variable.rows).enumerate() {
            for (column, number) in numbers.iter().take(variable.columns).enumerate() {
                let offset_bytes = behind_bytes + variable.place_bytes(row, column, step_bytes);
                self.set_number(variable.first, offset_bytes, f64::from(*number))?;
            }
        }
        Ok(())
    }

    /// Casts to integers saturate, as Direct3D's conversions of numbers do.
    #[expect(clippy::cast_possible_truncation, reason = "the wanted conversion, see above")]
    #[expect(clippy::cast_sign_loss, reason = "the wanted conversion, see above")]
    pub(super) fn set_number(
        &mut self,
        variable: ScalarVar,
        behind_bytes: usize,
        value: f64,
    ) -> EffectResult<()> {
        let offset_bytes = variable.offset_bytes + behind_bytes;
        let bytes = match variable.kind {
            ScalarKind::Bool => u32::from(value.abs() > 0.0).to_le_bytes(),
            ScalarKind::Int => (value as i32).to_le_bytes(),
            // A negative integer keeps its bits, as `SetInt(-1)` on a `uint` does.
            ScalarKind::Uint if value < 0.0 => (value as i32).to_le_bytes(),
            ScalarKind::Uint => (value as u32).to_le_bytes(),
            ScalarKind::Float => (value as f32).to_le_bytes(),
            ScalarKind::Double => {
                return self.set_bytes(variable.buffer, offset_bytes, &value.to_le_bytes());
            }
        };
        self.set_bytes(variable.buffer, offset_bytes, &bytes)
    }

    /// Binds a texture or buffer. The effect keeps a share of it; what it replaces is retired with the
    /// next frame that applies a pass.
    ///
    /// # Errors
    /// A handle of another effect, or a resource of the wrong kind or shape.
    pub fn set_resource(
        &mut self,
        variable: ResourceVar,
        resource: impl Into<Resource>,
    ) -> EffectResult<()> {
        self.set_resource_at(variable, 0, resource)
    }

    /// Binds an element of an array of textures or buffers.
    ///
    /// # Errors
    /// As [`Self::set_resource`], or an element past the array's end.
    pub fn set_resource_at(
        &mut self,
        variable: ResourceVar,
        element: usize,
        resource: impl Into<Resource>,
    ) -> EffectResult<()> {
        self.check_handle(variable.effect)?;
        let desc = &self.compiled.resources[variable.index];
        let resource = resource.into();
        resource.check(desc.kind).map_err(|given| EffectError::WrongResource {
            effect: self.compiled.name.clone(),
            variable: desc.name.clone(),
            kind: desc.kind.hlsl(),
            given,
        })?;
        self.replace(variable, element, Some(Bound::Resource(resource)))
    }

    /// Binds nothing to all elements of a variable: shaders read zeros.
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn clear_resource(&mut self, variable: ResourceVar) -> EffectResult<()> {
        self.check_handle(variable.effect)?;
        for element in 0..self.resources[variable.index].len() {
            self.replace(variable, element, None)?;
        }
        Ok(())
    }

    fn replace(
        &mut self,
        variable: ResourceVar,
        element: usize,
        bound: Option<Bound>,
    ) -> EffectResult<()> {
        let elements = &mut self.resources[variable.index];
        let count = elements.len();
        let Some(place) = elements.get_mut(element) else {
            return Err(EffectError::Range {
                effect: self.compiled.name.clone(),
                thing: format!("'{}'", self.compiled.resources[variable.index].name),
                expected: format!("element {element} was asked for, it has {count}"),
            });
        };
        place.rebind(bound, &mut self.replaced);
        Ok(())
    }

    /// Binds another sampler than the effect's own, or that one again (`None`).
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn set_sampler(
        &mut self,
        variable: SamplerVar,
        sampler: Option<&Arc<Sampler>>,
    ) -> EffectResult<()> {
        self.check_handle(variable.effect)?;
        for element in 0..self.samplers[variable.index].len() {
            self.set_sampler_at(variable, element, sampler)?;
        }
        Ok(())
    }

    /// Binds another sampler to an element of an array of samplers, or its own again.
    ///
    /// # Errors
    /// A handle of another effect, or an element past the array's end.
    pub fn set_sampler_at(
        &mut self,
        variable: SamplerVar,
        element: usize,
        sampler: Option<&Arc<Sampler>>,
    ) -> EffectResult<()> {
        self.check_handle(variable.effect)?;
        let elements = &mut self.samplers[variable.index];
        let count = elements.len();
        let Some(place) = elements.get_mut(element) else {
            return Err(EffectError::Range {
                effect: self.compiled.name.clone(),
                thing: format!("'{}'", self.compiled.samplers[variable.index].name),
                expected: format!("element {element} was asked for, it has {count}"),
            });
        };
        let bound = sampler.map(|it| Bound::Sampler(Arc::clone(it)));
        place.rebind(bound, &mut self.replaced);
        Ok(())
    }

    pub(super) fn check_handle(&self, effect: EffectId) -> EffectResult<()> {
        if effect == self.id {
            Ok(())
        } else {
            Err(EffectError::ForeignHandle { effect: self.compiled.name.clone() })
        }
    }
}
