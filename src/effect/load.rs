//! [`Effect`] and how it is made from what effectc compiled.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ash::vk;
use effectc::effect::{Effect as Compiled, Stage};

use super::apply::CachedSet;
use super::error::{EffectResult, OfEffect};
use super::layout::{Slot, check_features, check_limits, check_requirements, slots};
use super::null::null_resource;
use super::outputs::color_outputs;
use super::pass::{Named, Pass};
use super::pipelines::{Module, Shared};
use super::sampler::sampler;
use super::select::{Selection, selections};
use super::targets::Targets;
use super::variable::{Bound, EffectId, Resource};
use crate::gpu::{
    self, ConstantSlice, DescriptorSetLayout, DescriptorSets, Device, GpuResult, PipelineCache,
    PipelineLayout, ResourceId, Sampler, ShaderModule, Upload,
};

/// A loaded effect. Dropping it while frames use it is for
/// [`Frames::retire`](crate::gpu::Frames::retire).
///
/// ```no_run
/// # use std::{error::Error, sync::Arc};
/// # use sinew::effect::{Effect, Topology};
/// # use sinew::gpu::{Frame, PipelineCache, Upload};
/// # fn load(
/// #     upload: &mut Upload<'_>,
/// #     cache: &Arc<PipelineCache>,
/// #     compiled: &effectc::effect::Effect,
/// # ) -> Result<Effect, Box<dyn Error>> {
/// let mut effect = Effect::new(upload, cache, compiled)?;
/// let tint = effect.vector("Tint")?; // looked up once
/// effect.set_vector(tint, [1.0, 0.5, 0.2, 1.0])?; // stays set
/// # Ok(effect)
/// # }
/// # fn draw(effect: &mut Effect, frame: &mut Frame<'_>) -> Result<(), Box<dyn Error>> {
/// let pass = effect.pass("Draw", "P0")?;
/// // In each frame, within a pass on a target:
/// effect.begin(frame, pass)?;
/// effect.apply(frame, pass, Topology::TriangleList)?;
/// frame.draw(3, 1);
/// effect.end(frame);
/// # Ok(())
/// # }
/// ```
pub struct Effect {
    pub(super) id: EffectId,
    pub(super) compiled: Compiled,
    pub(super) passes: Vec<Pass>,
    /// The first pass of each technique.
    pub(super) technique_starts: Vec<usize>,
    pub(super) buffers: Vec<Constants>,
    /// By resource: its descriptors.
    pub(super) resources: Vec<Vec<Element>>,
    /// By resource: its counters, if it counts.
    pub(super) counters: Vec<Vec<Element>>,
    pub(super) targets: Targets,
    pub(super) selections: Vec<Selection>,
    /// By sampler: its descriptors.
    pub(super) samplers: Vec<Vec<Element>>,
    /// The bindings that shaders use, ascending.
    pub(super) slots: Vec<Slot>,
    pub(super) set_cache: HashMap<Box<[ResourceId]>, CachedSet>,
    /// The identities behind the descriptors of the last set, and a place to gather the next.
    pub(super) key: Vec<ResourceId>,
    /// The dynamic offsets of the last apply, kept so that no frame allocates them.
    pub(super) offsets_bytes: Vec<u32>,
    /// What was replaced since the last apply; frames in flight may use it.
    pub(super) replaced: Vec<Bound>,
    pub(super) sets: DescriptorSets,
    pub(super) pipeline_layout: PipelineLayout,
    pub(super) modules: Vec<Module>,
    pub(super) cache: Arc<PipelineCache>,
    pub(super) device: Arc<Device>,
}

/// A constant buffer: the program's copy of it, and where this frame has it.
pub(super) struct Constants {
    pub(super) bytes: Vec<u8>,
    pub(super) is_changed: bool,
    /// The frame (by serial) that `slice` is of.
    pub(super) frame_serial: u64,
    pub(super) slice: Option<ConstantSlice>,
}

/// One descriptor of a resource or sampler variable.
pub(super) struct Element {
    pub(super) kind: vk::DescriptorType,
    /// What is there when nothing is bound.
    pub(super) default: Bound,
    pub(super) bound: Option<Bound>,
}

impl Element {
    pub(super) fn current(&self) -> &Bound {
        self.bound.as_ref().unwrap_or(&self.default)
    }

    /// Binds something else; what it replaces goes to `replaced`. What is bound already stays, so that setting
    /// the same thing in every frame retires nothing.
    pub(super) fn rebind(&mut self, bound: Option<Bound>, replaced: &mut Vec<Bound>) {
        if self.bound.as_ref().map(Bound::id) != bound.as_ref().map(Bound::id) {
            replaced.extend(std::mem::replace(&mut self.bound, bound));
        }
    }
}

impl Effect {
    /// Loads an effect: layouts, shader modules, samplers, and zeros for what will not be bound (through
    /// `upload`, whose frame must be submitted before the first apply). Pipelines come with
    /// [`Self::warm_up`] or the first apply, through `cache`.
    ///
    /// # Errors
    /// More than the GPU allows (with both numbers), a feature it lacks, contradictory data, or what
    /// Vulkan says.
    pub fn new(
        upload: &mut Upload<'_>,
        cache: &Arc<PipelineCache>,
        compiled: &Compiled,
    ) -> EffectResult<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let device = Arc::clone(upload.device());
        let name = compiled.name.as_str();
        check_requirements(compiled, device.features())?;
        check_features(compiled, device.features())?;
        let slots = slots(compiled)?;
        check_limits(compiled, &slots, device.limits())?;

        let bindings = slots.iter().map(|it| it.layout).collect::<Vec<_>>();
        let set_layout = Arc::new(
            DescriptorSetLayout::new(&device, &format!("{name} set layout"), &bindings)
                .of_effect(name)?,
        );
        let pipeline_layout =
            PipelineLayout::new(&device, &format!("{name} layout"), &[&set_layout])
                .of_effect(name)?;
        let modules = compiled
            .shaders
            .iter()
            .map(|it| {
                Ok(Module {
                    module: ShaderModule::new(&device, &format!("{name} {}", it.entry), &it.words)?,
                    color_outputs: color_outputs(&it.words),
                    words: if it.stage == Stage::Vertex { it.words.clone() } else { Vec::new() },
                })
            })
            .collect::<GpuResult<Vec<_>>>()
            .of_effect(name)?;
        let resources = resources(upload, compiled)?;
        let samplers = samplers(&device, compiled)?;
        let counters = counters(upload, compiled)?;
        let selections = selections(compiled)?;
        let (passes, technique_starts) = passes(compiled, &selections)?;
        let buffers = compiled
            .constant_buffers
            .iter()
            .map(|it| Constants {
                bytes: it.default_image(),
                is_changed: true,
                frame_serial: 0,
                slice: None,
            })
            .collect();
        // The modules have the words; the rest of the data is for lookups.
        let mut compiled = compiled.clone();
        for shader in &mut compiled.shaders {
            shader.words = Vec::new();
        }
        Ok(Self {
            id: EffectId(NEXT.fetch_add(1, Ordering::Relaxed)),
            passes,
            technique_starts,
            buffers,
            resources,
            counters,
            targets: Targets::new(
                compiled.render_target_views.len(),
                compiled.depth_stencil_views.len(),
            ),
            selections,
            samplers,
            slots,
            set_cache: HashMap::new(),
            key: Vec::new(),
            offsets_bytes: Vec::new(),
            replaced: Vec::new(),
            sets: DescriptorSets::new(&device, name, &set_layout),
            pipeline_layout,
            modules,
            cache: Arc::clone(cache),
            device,
            compiled,
        })
    }

    /// The effect's name: its file's, without extension.
    pub fn name(&self) -> &str {
        &self.compiled.name
    }

    /// What effectc compiled, without the SPIR-V.
    pub fn reflection(&self) -> &Compiled {
        &self.compiled
    }

    /// The passes, what their pipelines share, and the dynamic offsets of the last apply.
    pub(super) fn passes_and_shared(&mut self) -> (&mut [Pass], Shared<'_>, &[u32]) {
        let shared = Shared {
            device: &self.device,
            cache: &self.cache,
            layout: &self.pipeline_layout,
            modules: &self.modules,
            compiled: &self.compiled,
        };
        (&mut self.passes, shared, &self.offsets_bytes)
    }
}

impl fmt::Debug for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Effect").field("name", &self.compiled.name).finish_non_exhaustive()
    }
}

fn resources(upload: &mut Upload<'_>, compiled: &Compiled) -> EffectResult<Vec<Vec<Element>>> {
    let mut all = Vec::with_capacity(compiled.resources.len());
    for desc in &compiled.resources {
        let null = Bound::Resource(null_resource(upload, desc).of_effect(&compiled.name)?);
        let kind = super::layout::descriptor_type(desc.kind);
        let element = || Element { kind, default: null.clone(), bound: None };
        all.push((0..desc.count).map(|_| element()).collect());
    }
    Ok(all)
}

fn samplers(device: &Arc<Device>, compiled: &Compiled) -> EffectResult<Vec<Vec<Element>>> {
    let mut all = Vec::with_capacity(compiled.samplers.len());
    for desc in &compiled.samplers {
        let name = format!("{} {}", compiled.name, desc.name);
        let mut made: Vec<(gpu::SamplerDesc, Bound)> = Vec::new();
        let mut elements = Vec::new();
        for index in 0..desc.count as usize {
            // Elements of an array have states of their own, or all have the same.
            let state = desc.element_descs.get(index).unwrap_or(&desc.desc);
            let (mapped, inexact) = sampler(state, desc.comparison, device);
            let known = made.iter().find(|it| it.0 == mapped).map(|it| it.1.clone());
            let default = if let Some(known) = known {
                known
            } else {
                for reason in inexact {
                    log::warn!("effect '{}', sampler '{}': {reason}", compiled.name, desc.name);
                }
                let sampler = Sampler::new(device, &name, &mapped).of_effect(&compiled.name)?;
                let bound = Bound::Sampler(Arc::new(sampler));
                made.push((mapped, bound.clone()));
                bound
            };
            elements.push(Element { kind: vk::DescriptorType::SAMPLER, default, bound: None });
        }
        all.push(elements);
    }
    Ok(all)
}

fn counters(upload: &mut Upload<'_>, compiled: &Compiled) -> EffectResult<Vec<Vec<Element>>> {
    let usage = vk::BufferUsageFlags::STORAGE_BUFFER
        | vk::BufferUsageFlags::TRANSFER_SRC
        | vk::BufferUsageFlags::INDIRECT_BUFFER;
    let mut all = Vec::with_capacity(compiled.resources.len());
    for desc in &compiled.resources {
        let count = if desc.counter_binding.is_some() { desc.count } else { 0 };
        let mut elements = Vec::new();
        for _ in 0..count {
            let name = format!("counter of '{}'", desc.name);
            let buffer = upload.buffer(&name, usage, &[0; 4]).of_effect(&compiled.name)?;
            elements.push(Element {
                kind: vk::DescriptorType::STORAGE_BUFFER,
                default: Bound::Resource(Resource::Buffer(Arc::new(buffer))),
                bound: None,
            });
        }
        all.push(elements);
    }
    Ok(all)
}

fn passes(compiled: &Compiled, selections: &[Selection]) -> EffectResult<(Vec<Pass>, Vec<usize>)> {
    let mut passes: Vec<Pass> = Vec::new();
    let mut starts = Vec::new();
    for (technique_idx, technique) in compiled.techniques.iter().enumerate() {
        starts.push(passes.len());
        let technique_name = Named::new("technique", &technique.name, technique_idx);
        let drawn = technique.drawn_shaders();
        for (pass_idx, (pass, shaders)) in technique.passes.iter().zip(drawn).enumerate() {
            let place = (technique_idx, pass_idx);
            let made = Pass::new(compiled, selections, &technique_name, place, pass, shaders)?;
            passes.push(made);
        }
    }
    for pass in &passes {
        for note in pass.state.notes() {
            log::warn!("effect pass '{}': {note}", pass.path());
        }
    }
    Ok((passes, starts))
}
