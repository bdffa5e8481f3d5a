//! The counters of `AppendStructuredBuffer`, `ConsumeStructuredBuffer` and of buffers that count.
//!
//! In Direct3D a counter is hidden in the view; here it is a buffer of one `uint`, which each variable has from the start
//! (at 0) and which a program can read, set or put another in the place of.

use std::sync::Arc;

use super::error::{EffectError, EffectResult};
use super::load::{Effect, Element};
use super::variable::{Bound, Resource, ResourceVar};
use crate::gpu::{Buffer, Frame};

impl Effect {
    /// The counter of an element of a variable (0 for what is no array), to be read with
    /// [`read_buffer`](crate::gpu::read_buffer) or copied (`CopyStructureCount`).
    ///
    /// # Errors
    /// A variable that does not count, an element past the array's end, a handle of another effect.
    pub fn counter(&self, variable: ResourceVar, element: usize) -> EffectResult<Arc<Buffer>> {
        self.check_handle(variable.effect)?;
        let place = self.counters.get(variable.index).and_then(|it| it.get(element));
        match place.map(Element::current) {
            Some(Bound::Resource(Resource::Buffer(buffer))) => Ok(Arc::clone(buffer)),
            _ => Err(self.no_counter(variable, element)),
        }
    }

    /// Puts another counter in the place of a variable's own: a buffer of at least 4 bytes, made as a storage buffer.
    /// `None` gives back its own. Two variables that share a buffer's view in Direct3D share a counter here.
    ///
    /// # Errors
    /// As [`Self::counter`].
    pub fn set_counter(
        &mut self,
        variable: ResourceVar,
        element: usize,
        counter: Option<&Arc<Buffer>>,
    ) -> EffectResult<()> {
        self.check_handle(variable.effect)?;
        let bound = counter.map(|it| Bound::Resource(Resource::Buffer(Arc::clone(it))));
        match self.counters.get_mut(variable.index).and_then(|it| it.get_mut(element)) {
            Some(place) => {
                place.rebind(bound, &mut self.replaced);
                Ok(())
            }
            None => Err(self.no_counter(variable, element)),
        }
    }

    /// Sets a counter between two draws or dispatches, outside of a pass (the initial count of
    /// `CSSetUnorderedAccessViews`).
    ///
    /// # Errors
    /// As [`Self::counter`].
    pub fn reset_counter(
        &self,
        frame: &mut Frame<'_>,
        variable: ResourceVar,
        element: usize,
        count: u32,
    ) -> EffectResult<()> {
        let counter = self.counter(variable, element)?;
        frame.write_word(&counter, 0, count);
        Ok(())
    }

    fn no_counter(&self, variable: ResourceVar, element: usize) -> EffectError {
        let desc = &self.compiled.resources[variable.index];
        let count = self.counters.get(variable.index).map_or(0, Vec::len);
        if count > 0 {
            return EffectError::Range {
                effect: self.compiled.name.clone(),
                thing: format!("'{}'", desc.name),
                expected: format!("element {element} was asked for, it has {count}"),
            };
        }
        self.wrong_type(&desc.name, desc.kind.hlsl(), "buffer that appends, consumes or counts")
    }
}
