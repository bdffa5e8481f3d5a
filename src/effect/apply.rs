//! Applying a pass: constants, descriptors, pipeline and state into a frame.

use effectc::effect::Stage;

use super::error::{EffectError, EffectResult, OfEffect};
use super::layout::Holds;
use super::load::Effect;
use super::pass::{LABEL_COUNT, takes};
use super::topology::Topology;
use super::variable::PassId;
use crate::gpu::{
    Buffer, Descriptor, DescriptorSet, DescriptorWrite, Frame, FrameValue, GpuError, TargetFormats,
};

/// A set is written anew for other resources only after so many frames without use: a program that
/// shows a hundred materials keeps a hundred sets, one that streams resources does not grow for ever.
const FRAMES_KEPT: u64 = 120;

/// A descriptor set and the last frame that used it.
pub(super) struct CachedSet {
    set: DescriptorSet,
    last_used: FrameValue,
}

impl Effect {
    /// Makes the pipelines of every pass for a target, so that no frame has to: compute passes too, and for passes that
    /// choose a shader by a variable all that it can choose. A pass that cannot be drawn with `topology` gets that
    /// which its hull or geometry shader takes.
    ///
    /// # Errors
    /// State that this GPU cannot have, or what Vulkan says.
    pub fn warm_up(&mut self, formats: &TargetFormats, topology: Topology) -> EffectResult<()> {
        (0..self.passes.len()).try_for_each(|it| self.warm_up_index(it, formats, topology))
    }

    /// Makes the pipelines of one pass, as [`Self::warm_up`] makes those of all.
    ///
    /// # Errors
    /// As [`Self::warm_up`], or a handle of another effect.
    pub fn warm_up_pass(
        &mut self,
        pass: PassId,
        formats: &TargetFormats,
        topology: Topology,
    ) -> EffectResult<()> {
        self.check_handle(pass.effect)?;
        self.warm_up_index(pass.index, formats, topology)
    }

    fn warm_up_index(
        &mut self,
        index: usize,
        formats: &TargetFormats,
        topology: Topology,
    ) -> EffectResult<()> {
        let mut choices = self.passes[index].choices(&self.selections);
        if choices.is_empty() {
            choices.push(self.choice(index)?);
        }
        let (passes, shared, _) = self.passes_and_shared();
        let pass = &mut passes[index];
        for choice in choices {
            if pass.is_graphics() && choice[Stage::Vertex as usize].is_some() {
                let topology = takes(shared.compiled, &choice).nearest(topology);
                pass.graphics_pipeline(&shared, formats, topology, &choice)?;
            }
            if choice[Stage::Compute as usize].is_some() {
                pass.compute_pipeline(&shared, &choice)?;
            }
        }
        Ok(())
    }

    /// Opens three labels, each in the one before: the effect's file, the technique, the pass.
    ///
    /// # Errors
    /// A handle of another effect.
    pub fn begin(&self, frame: &mut Frame<'_>, pass: PassId) -> EffectResult<()> {
        self.check_handle(pass.effect)?;
        for label in &self.passes[pass.index].labels {
            frame.begin_label(label);
        }
        Ok(())
    }

    /// Closes what [`Self::begin`] opened.
    pub fn end(&self, frame: &mut Frame<'_>) {
        for _ in 0..LABEL_COUNT {
            frame.end_label();
        }
    }

    /// Makes everything ready for draws with this pass, into what the frame's open pass draws to. To be
    /// called again after variables changed; draws before keep their values.
    ///
    /// # Errors
    /// A pass without vertex shader, a topology that its shaders do not take, no open pass of the frame, a variable that
    /// chooses a shader past its array's end, a handle of another effect, or what making a pipeline or growing the
    /// constants gives.
    pub fn apply(
        &mut self,
        frame: &mut Frame<'_>,
        pass: PassId,
        topology: Topology,
    ) -> EffectResult<()> {
        self.check_handle(pass.effect)?;
        let index = pass.index;
        let no_target = |effect: &Self| EffectError::NoTarget {
            effect: effect.compiled.name.clone(),
            pass: effect.passes[index].path(),
        };
        if frame.target_formats().is_none() {
            return Err(no_target(self));
        }
        let choice = self.choice(index)?;
        let set = self.prepare(frame, index)?;
        let Some(formats) = frame.target_formats() else { return Err(no_target(self)) };
        let (passes, shared, offsets_bytes) = self.passes_and_shared();
        let layout = shared.layout;
        let pipeline = passes[index].graphics_pipeline(&shared, formats, topology, &choice)?;
        frame.bind_pipeline(pipeline);
        frame.bind_descriptor_set(pipeline, layout, set, offsets_bytes);
        frame.writes_resources(passes[index].writes_resources);
        let state = &passes[index].state;
        frame.set_blend_factor(state.blend_factor);
        frame.set_stencil_reference(state.stencil_reference);
        frame.enable_scissor(state.scissor);
        Ok(())
    }

    /// Runs a compute pass over so many thread groups, with its labels. It waits for what came before, and what comes
    /// after waits for it, as in Direct3D.
    ///
    /// # Errors
    /// A pass without compute shader, more groups than the GPU allows, a handle of another effect, or
    /// what making a pipeline or growing the constants gives.
    pub fn dispatch(
        &mut self,
        frame: &mut Frame<'_>,
        pass: PassId,
        group_count: [u32; 3],
    ) -> EffectResult<()> {
        self.check_groups(pass, group_count)?;
        self.run_compute(frame, pass, |frame| frame.dispatch(group_count))
    }

    /// Runs a compute pass over as many thread groups as three `u32` at `offset_bytes` of a buffer say
    /// (`DispatchIndirect`); the buffer was made for indirect use.
    ///
    /// # Errors
    /// As [`Self::dispatch`], groups apart.
    pub fn dispatch_indirect(
        &mut self,
        frame: &mut Frame<'_>,
        pass: PassId,
        arguments: &Buffer,
        offset_bytes: u64,
    ) -> EffectResult<()> {
        self.check_handle(pass.effect)?;
        self.run_compute(frame, pass, |frame| frame.dispatch_indirect(arguments, offset_bytes))
    }

    fn check_groups(&self, pass: PassId, group_count: [u32; 3]) -> EffectResult<()> {
        self.check_handle(pass.effect)?;
        let limits = self.device.limits().max_compute_work_group_count;
        for (needed, limit) in group_count.into_iter().zip(limits) {
            if needed > limit {
                return Err(EffectError::Gpu {
                    effect: self.compiled.name.clone(),
                    source: GpuError::Limit {
                        thing: format!("pass '{}'", self.passes[pass.index].path()),
                        limit_name: "maxComputeWorkGroupCount",
                        needed: needed.into(),
                        limit: limit.into(),
                    },
                });
            }
        }
        Ok(())
    }

    fn run_compute(
        &mut self,
        frame: &mut Frame<'_>,
        pass: PassId,
        run: impl FnOnce(&mut Frame<'_>),
    ) -> EffectResult<()> {
        self.begin(frame, pass)?;
        let done = self.bind_compute(frame, pass.index);
        if done.is_ok() {
            run(frame);
        }
        self.end(frame);
        done
    }

    fn bind_compute(&mut self, frame: &mut Frame<'_>, index: usize) -> EffectResult<()> {
        let choice = self.choice(index)?;
        let set = self.prepare(frame, index)?;
        let (passes, shared, offsets_bytes) = self.passes_and_shared();
        let layout = shared.layout;
        let pipeline = passes[index].compute_pipeline(&shared, &choice)?;
        frame.bind_pipeline(pipeline);
        frame.bind_descriptor_set(pipeline, layout, set, offsets_bytes);
        frame.writes_resources(passes[index].writes_resources);
        Ok(())
    }

    /// Sends changed constants and finds the descriptor set. Leaves its dynamic offsets in `offsets_bytes`: one a
    /// constant buffer, in the order of bindings.
    fn prepare(&mut self, frame: &mut Frame<'_>, pass_idx: usize) -> EffectResult<DescriptorSet> {
        for replaced in self.replaced.drain(..) {
            frame.retire(replaced);
        }
        self.push_constants(frame, pass_idx)?;
        let reads_buffer = &self.passes[pass_idx].reads_buffer;
        let offsets_bytes = self.slots.iter().filter_map(|slot| match slot.holds {
            // What this pass does not read may be anywhere in the ring.
            Holds::Constants(index) if !reads_buffer[index] => Some(0),
            Holds::Constants(index) => {
                Some(self.buffers[index].slice.map_or(0, |it| it.offset_bytes))
            }
            Holds::Resource(_) | Holds::Counter(_) | Holds::Sampler(_) => None,
        });
        self.offsets_bytes.clear();
        self.offsets_bytes.extend(offsets_bytes);
        self.find_set(frame)
    }

    fn push_constants(&mut self, frame: &mut Frame<'_>, pass_idx: usize) -> EffectResult<()> {
        loop {
            let ring = frame.constant_buffer().id();
            let reads_buffer = &self.passes[pass_idx].reads_buffer;
            for (constants, is_read) in self.buffers.iter_mut().zip(reads_buffer) {
                let is_there = !constants.is_changed
                    && constants.frame_serial == frame.serial()
                    && constants.slice.is_some_and(|it| it.buffer_id == ring);
                if !is_read || is_there {
                    continue;
                }
                let slice =
                    frame.push_constants(&constants.bytes).of_effect(&self.compiled.name)?;
                constants.slice = Some(slice);
                constants.frame_serial = frame.serial();
                constants.is_changed = false;
            }
            // A set points at one ring; if it grew on the way, all go into the new one.
            if frame.constant_buffer().id() == ring {
                return Ok(());
            }
        }
    }

    fn find_set(&mut self, frame: &mut Frame<'_>) -> EffectResult<DescriptorSet> {
        let ring = frame.constant_buffer().id();
        self.key.clear();
        for slot in &self.slots {
            match slot.holds {
                Holds::Constants(_) => self.key.push(ring),
                Holds::Resource(index) => {
                    self.key.extend(self.resources[index].iter().map(|it| it.current().id()));
                }
                Holds::Counter(index) => {
                    self.key.extend(self.counters[index].iter().map(|it| it.current().id()));
                }
                Holds::Sampler(index) => {
                    self.key.extend(self.samplers[index].iter().map(|it| it.current().id()));
                }
            }
        }
        if let Some(cached) = self.set_cache.get_mut(self.key.as_slice()) {
            cached.last_used = frame.value();
            return Ok(cached.set);
        }
        let set = match self.take_unused_set(frame) {
            Some(set) => set,
            None => self.sets.allocate().of_effect(&self.compiled.name)?,
        };
        self.write_set(frame, set);
        let cached = CachedSet { set, last_used: frame.value() };
        self.set_cache.insert(self.key.as_slice().into(), cached);
        Ok(set)
    }

    /// A set that nothing has used for long and no frame in flight uses.
    fn take_unused_set(&mut self, frame: &Frame<'_>) -> Option<DescriptorSet> {
        let is_old = |it: &CachedSet| {
            it.last_used <= frame.done() && it.last_used.get() + FRAMES_KEPT < frame.value().get()
        };
        let key = self.set_cache.iter().find(|(_, it)| is_old(it)).map(|(key, _)| key.clone())?;
        self.set_cache.remove(&key).map(|it| it.set)
    }

    fn write_set(&mut self, frame: &Frame<'_>, set: DescriptorSet) {
        let mut writes = Vec::with_capacity(self.key.len());
        for slot in &self.slots {
            let elements = match slot.holds {
                Holds::Constants(index) => {
                    writes.push(DescriptorWrite {
                        binding: slot.layout.binding,
                        element: 0,
                        descriptor: Descriptor::UniformDynamic {
                            buffer: frame.constant_buffer(),
                            size_bytes: self.buffers[index].bytes.len() as u64,
                        },
                    });
                    continue;
                }
                Holds::Resource(index) => &self.resources[index],
                Holds::Counter(index) => &self.counters[index],
                Holds::Sampler(index) => &self.samplers[index],
            };
            for (element, place) in (0..).zip(elements) {
                writes.push(DescriptorWrite {
                    binding: slot.layout.binding,
                    element,
                    descriptor: place.current().descriptor(place.kind),
                });
            }
        }
        self.sets.write(set, &writes);
    }
}
