//! Setting several elements of a variable that is an array, and variables of any type as bytes.

use super::error::{EffectError, EffectResult};
use super::load::Effect;
use super::variable::{ArrayOf, BufferVar, MatrixVar, RawVar, ScalarVar, VectorVar};

impl Effect {
    /// Sets elements of an array of numbers from `first` on (`SetFloatArray`), each converted to its type.
    ///
    /// # Errors
    /// Elements past the array's end (of which none is set), or a handle of another effect.
    pub fn set_float_array(
        &mut self,
        variable: ScalarVar,
        first: usize,
        values: &[f32],
    ) -> EffectResult<()> {
        self.check_elements(variable.buffer, variable.array, first, values.len())?;
        for (index, value) in values.iter().enumerate() {
            let behind_bytes = (first + index) * variable.array.stride_bytes;
            self.set_number(variable, behind_bytes, f64::from(*value))?;
        }
        Ok(())
    }

    /// Sets elements of an array of numbers from `first` on (`SetIntArray`), each converted to its type.
    ///
    /// # Errors
    /// As [`Self::set_float_array`].
    pub fn set_int_array(
        &mut self,
        variable: ScalarVar,
        first: usize,
        values: &[i32],
    ) -> EffectResult<()> {
        self.check_elements(variable.buffer, variable.array, first, values.len())?;
        for (index, value) in values.iter().enumerate() {
            let behind_bytes = (first + index) * variable.array.stride_bytes;
            self.set_number(variable, behind_bytes, f64::from(*value))?;
        }
        Ok(())
    }

    /// Sets elements of an array of vectors from `first` on (`SetFloatVectorArray`).
    ///
    /// # Errors
    /// As [`Self::set_float_array`].
    pub fn set_vector_array(
        &mut self,
        variable: VectorVar,
        first: usize,
        values: &[[f32; 4]],
    ) -> EffectResult<()> {
        let array = variable.first.array;
        self.check_elements(variable.first.buffer, array, first, values.len())?;
        for (index, value) in values.iter().enumerate() {
            self.set_vector_behind(variable, (first + index) * array.stride_bytes, *value)?;
        }
        Ok(())
    }

    /// Sets elements of an array of matrices from `first` on, each from rows (`SetMatrixArray`).
    ///
    /// # Errors
    /// As [`Self::set_float_array`].
    pub fn set_matrix_array(
        &mut self,
        variable: MatrixVar,
        first: usize,
        values: &[[[f32; 4]; 4]],
    ) -> EffectResult<()> {
        let array = variable.first.array;
        self.check_elements(variable.first.buffer, array, first, values.len())?;
        for (index, rows) in values.iter().enumerate() {
            self.set_matrix_behind(variable, (first + index) * array.stride_bytes, rows)?;
        }
        Ok(())
    }

    fn check_elements(
        &self,
        buffer: BufferVar,
        array: ArrayOf,
        first: usize,
        count: usize,
    ) -> EffectResult<()> {
        self.check_handle(buffer.effect)?;
        if first.checked_add(count).is_some_and(|it| it <= array.count) {
            return Ok(());
        }
        Err(EffectError::Range {
            effect: self.compiled.name.clone(),
            thing: format!(
                "an array of constant buffer '{}'",
                self.compiled.constant_buffers[buffer.index].name
            ),
            expected: format!(
                "{count} elements from {first} on were given, it has {}",
                array.count
            ),
        })
    }

    /// Finds a variable of any type by name or path, structures too, among the loose globals first.
    ///
    /// # Errors
    /// A name that is not there.
    pub fn raw(&self, path: &str) -> EffectResult<RawVar> {
        let (buffer, offset_bytes, member) = self.member(path, "variable")?;
        let size_bytes = if path.ends_with(']') && member.array_stride_bytes > 0 {
            // An element's size is the whole without the strides of the others.
            let others = member.element_count().saturating_sub(1);
            member.size_bytes.saturating_sub(others.saturating_mul(member.array_stride_bytes))
        } else {
            member.size_bytes
        };
        Ok(RawVar { buffer, offset_bytes, size_bytes: size_bytes as usize })
    }

    /// Sets bytes of a variable from `behind_bytes` on, laid out as HLSL packs it (`SetRawValue`).
    ///
    /// # Errors
    /// Bytes past the variable's end, or a handle of another effect.
    pub fn set_raw(
        &mut self,
        variable: RawVar,
        behind_bytes: usize,
        bytes: &[u8],
    ) -> EffectResult<()> {
        self.check_handle(variable.buffer.effect)?;
        let end = behind_bytes.checked_add(bytes.len());
        if end.is_none_or(|end| end > variable.size_bytes) {
            return Err(EffectError::Range {
                effect: self.compiled.name.clone(),
                thing: format!(
                    "a variable of constant buffer '{}'",
                    self.compiled.constant_buffers[variable.buffer.index].name
                ),
                expected: format!(
                    "{} bytes at offset {behind_bytes} do not fit into its {} bytes",
                    bytes.len(),
                    variable.size_bytes
                ),
            });
        }
        self.set_bytes(variable.buffer, variable.offset_bytes + behind_bytes, bytes)
    }
}
