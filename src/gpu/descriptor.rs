//! Descriptor set layouts, and sets out of pools that grow.

use std::fmt;
use std::sync::Arc;

use ash::vk;

use super::counters::count;
use super::error::Call;
use super::owned::Owned;
use super::{Buffer, Device, GpuError, GpuResult, Image, ImageView, Sampler};

/// One binding of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayoutBinding {
    /// Its number in the shaders.
    pub binding: u32,
    /// What is bound there.
    pub kind: vk::DescriptorType,
    /// How many: more than 1 for an array of resources.
    pub count: u32,
    /// The stages that see it; exactly those, as limits are counted by stage.
    pub stages: vk::ShaderStageFlags,
}

/// The shape of a descriptor set.
#[derive(Debug)]
pub struct DescriptorSetLayout {
    handle: Owned<vk::DescriptorSetLayout>,
    bindings: Vec<LayoutBinding>,
}

impl DescriptorSetLayout {
    /// Creates a layout.
    ///
    /// # Errors
    /// What Vulkan says.
    pub fn new(device: &Arc<Device>, name: &str, bindings: &[LayoutBinding]) -> GpuResult<Self> {
        let raw_bindings = bindings
            .iter()
            .map(|it| {
                vk::DescriptorSetLayoutBinding::default()
                    .binding(it.binding)
                    .descriptor_type(it.kind)
                    .descriptor_count(it.count)
                    .stage_flags(it.stages)
            })
            .collect::<Vec<_>>();
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&raw_bindings);
        // SAFETY: the bindings live through the call; the handle is owned at once.
        let handle = unsafe {
            let raw = device
                .raw()
                .create_descriptor_set_layout(&info, None)
                .call("vkCreateDescriptorSetLayout")?;
            Owned::new(device, raw, name)
        };
        Ok(Self { handle, bindings: bindings.to_vec() })
    }

    /// The bindings it was made of.
    pub fn bindings(&self) -> &[LayoutBinding] {
        &self.bindings
    }

    pub(super) fn raw(&self) -> vk::DescriptorSetLayout {
        *self.handle
    }
}

/// A set, which belongs to the [`DescriptorSets`] that gave it and dies with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DescriptorSet(vk::DescriptorSet);

impl DescriptorSet {
    pub(super) fn raw(self) -> vk::DescriptorSet {
        self.0
    }
}

/// What goes into a binding.
#[derive(Debug, Clone, Copy)]
pub enum Descriptor<'a> {
    /// A uniform buffer whose offset comes with each bind; shaders see `size_bytes` from there.
    UniformDynamic {
        /// The buffer.
        buffer: &'a Buffer,
        /// What shaders see.
        size_bytes: u64,
    },
    /// A storage buffer, all of it.
    Storage(&'a Buffer),
    /// An image that is read, in use as [`ImageUse::ShaderRead`](super::ImageUse::ShaderRead).
    Sampled(&'a Image),
    /// An image that is written, in use as
    /// [`ImageUse::ShaderReadWrite`](super::ImageUse::ShaderReadWrite).
    StorageImage(&'a Image),
    /// A part of an image that is read.
    SampledView(&'a ImageView),
    /// A part of an image that is written.
    StorageView(&'a ImageView),
    /// A sampler.
    Sampler(&'a Sampler),
    /// A typed buffer that is read.
    UniformTexel(&'a TexelView),
    /// A typed buffer that is written.
    StorageTexel(&'a TexelView),
}

impl Descriptor<'_> {
    fn kind(&self) -> vk::DescriptorType {
        match self {
            Self::UniformDynamic { .. } => vk::DescriptorType::UNIFORM_BUFFER_DYNAMIC,
            Self::Storage(_) => vk::DescriptorType::STORAGE_BUFFER,
            Self::Sampled(_) | Self::SampledView(_) => vk::DescriptorType::SAMPLED_IMAGE,
            Self::StorageImage(_) | Self::StorageView(_) => vk::DescriptorType::STORAGE_IMAGE,
            Self::Sampler(_) => vk::DescriptorType::SAMPLER,
            Self::UniformTexel(_) => vk::DescriptorType::UNIFORM_TEXEL_BUFFER,
            Self::StorageTexel(_) => vk::DescriptorType::STORAGE_TEXEL_BUFFER,
        }
    }
}

/// One descriptor to write.
#[derive(Debug, Clone, Copy)]
pub struct DescriptorWrite<'a> {
    /// The binding.
    pub binding: u32,
    /// The element, for an array of resources; else 0.
    pub element: u32,
    /// What goes there.
    pub descriptor: Descriptor<'a>,
}

/// A buffer seen as an array of texels (`Buffer<float4>`, `RWBuffer<uint>`).
#[derive(Debug)]
pub struct TexelView {
    handle: Owned<vk::BufferView>,
    id: super::ResourceId,
    // After the view that looks into it.
    _buffer: Arc<Buffer>,
}

impl TexelView {
    /// Looks at all of a buffer that was made for texel use.
    ///
    /// # Errors
    /// More texels than the GPU allows, or what Vulkan says.
    pub fn new(
        device: &Arc<Device>,
        name: &str,
        buffer: &Arc<Buffer>,
        format: vk::Format,
    ) -> GpuResult<Self> {
        let texel_bytes = super::texel_bytes(format).ok_or_else(|| GpuError::Invalid {
            thing: format!("texel buffer '{name}'"),
            expected: format!("{format:?} is no format of a texel buffer here"),
        })?;
        let (needed, limit) = (
            buffer.size_bytes() / texel_bytes,
            u64::from(device.limits().max_texel_buffer_elements),
        );
        if needed > limit {
            return Err(GpuError::Limit {
                thing: format!("texel buffer '{name}'"),
                limit_name: "maxTexelBufferElements",
                needed,
                limit,
            });
        }
        let info = vk::BufferViewCreateInfo::default()
            .buffer(buffer.raw())
            .format(format)
            .offset(0)
            .range(needed * texel_bytes);
        // SAFETY: the buffer is alive and kept by the result; the handle is owned at once.
        let handle = unsafe {
            let raw = device.raw().create_buffer_view(&info, None).call("vkCreateBufferView")?;
            Owned::new(device, raw, name)
        };
        Ok(Self { handle, id: super::ResourceId::next(), _buffer: Arc::clone(buffer) })
    }

    /// This view's identity.
    pub fn id(&self) -> super::ResourceId {
        self.id
    }
}

/// How many sets a pool holds; the next pool is made when one is full.
const SETS_A_POOL: u32 = 16;

/// Sets of one layout.
pub struct DescriptorSets {
    pools: Vec<Owned<vk::DescriptorPool>>,
    /// Sets taken from the last pool.
    used_in_last: u32,
    layout: Arc<DescriptorSetLayout>,
    name: String,
    device: Arc<Device>,
}

impl DescriptorSets {
    /// Starts without a pool.
    pub fn new(device: &Arc<Device>, name: &str, layout: &Arc<DescriptorSetLayout>) -> Self {
        Self {
            pools: Vec::new(),
            used_in_last: SETS_A_POOL,
            layout: Arc::clone(layout),
            name: name.to_owned(),
            device: Arc::clone(device),
        }
    }

    /// Gives a set with undefined contents.
    ///
    /// # Errors
    /// No memory.
    pub fn allocate(&mut self) -> GpuResult<DescriptorSet> {
        if self.used_in_last == SETS_A_POOL {
            self.pools.push(self.new_pool()?);
            self.used_in_last = 0;
        }
        let pool = self.pools.last().map_or_else(vk::DescriptorPool::null, |it| **it);
        let layouts = [self.layout.raw()];
        let info =
            vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
        // SAFETY: the pool was made for `SETS_A_POOL` sets of this layout and has room.
        let set = unsafe { self.device.raw().allocate_descriptor_sets(&info) }
            .call("vkAllocateDescriptorSets")?
            .first()
            .copied()
            .unwrap_or_default();
        self.used_in_last += 1;
        count(&self.device.counters_live().descriptor_sets, 1);
        let set_idx = self.pools.len() as u64 * u64::from(SETS_A_POOL)
            + u64::from(self.used_in_last)
            - u64::from(SETS_A_POOL)
            - 1;
        self.device.names().name(set, &format!("{} set {set_idx}", self.name));
        Ok(DescriptorSet(set))
    }

    fn new_pool(&self) -> GpuResult<Owned<vk::DescriptorPool>> {
        let mut sizes: Vec<vk::DescriptorPoolSize> = Vec::new();
        for binding in self.layout.bindings() {
            let descriptor_count = binding.count * SETS_A_POOL;
            match sizes.iter_mut().find(|it| it.ty == binding.kind) {
                Some(size) => size.descriptor_count += descriptor_count,
                None => {
                    sizes.push(vk::DescriptorPoolSize { ty: binding.kind, descriptor_count });
                }
            }
        }
        let info = vk::DescriptorPoolCreateInfo::default().max_sets(SETS_A_POOL).pool_sizes(&sizes);
        // SAFETY: the sizes live through the call; the handle is owned at once.
        unsafe {
            let raw = self
                .device
                .raw()
                .create_descriptor_pool(&info, None)
                .call("vkCreateDescriptorPool")?;
            let name = format!("{} descriptor pool {}", self.name, self.pools.len());
            Ok(Owned::new(&self.device, raw, &name))
        }
    }

    /// Writes descriptors of a set, which no submitted frame may be using.
    pub fn write(&mut self, set: DescriptorSet, writes: &[DescriptorWrite<'_>]) {
        let buffers = writes.iter().map(|it| buffer_info(&it.descriptor)).collect::<Vec<_>>();
        let images = writes.iter().map(|it| image_info(&it.descriptor)).collect::<Vec<_>>();
        let views = writes.iter().map(|it| texel_view(&it.descriptor)).collect::<Vec<_>>();
        let raw_writes = writes
            .iter()
            .enumerate()
            .map(|(index, write)| {
                let raw = vk::WriteDescriptorSet::default()
                    .dst_set(set.raw())
                    .dst_binding(write.binding)
                    .dst_array_element(write.element)
                    .descriptor_type(write.descriptor.kind());
                let one = index..=index;
                match write.descriptor {
                    Descriptor::UniformDynamic { .. } | Descriptor::Storage(_) => {
                        raw.buffer_info(&buffers[one])
                    }
                    Descriptor::Sampled(_)
                    | Descriptor::StorageImage(_)
                    | Descriptor::SampledView(_)
                    | Descriptor::StorageView(_)
                    | Descriptor::Sampler(_) => raw.image_info(&images[one]),
                    Descriptor::UniformTexel(_) | Descriptor::StorageTexel(_) => {
                        raw.texel_buffer_view(&views[one])
                    }
                }
            })
            .collect::<Vec<_>>();
        count(&self.device.counters_live().descriptor_writes, writes.len() as u64);
        // SAFETY: the set is alive and unused by the GPU (see above); the three lists, one entry a
        // write, live through the call; the resources are alive.
        unsafe { self.device.raw().update_descriptor_sets(&raw_writes, &[]) };
    }
}

impl fmt::Debug for DescriptorSets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DescriptorSets")
            .field("name", &self.name)
            .field("pools", &self.pools.len())
            .finish_non_exhaustive()
    }
}

fn buffer_info(descriptor: &Descriptor<'_>) -> vk::DescriptorBufferInfo {
    match descriptor {
        Descriptor::UniformDynamic { buffer, size_bytes } => {
            vk::DescriptorBufferInfo::default().buffer(buffer.raw()).offset(0).range(*size_bytes)
        }
        Descriptor::Storage(buffer) => {
            vk::DescriptorBufferInfo::default().buffer(buffer.raw()).range(vk::WHOLE_SIZE)
        }
        Descriptor::Sampled(_)
        | Descriptor::StorageImage(_)
        | Descriptor::SampledView(_)
        | Descriptor::StorageView(_)
        | Descriptor::Sampler(_)
        | Descriptor::UniformTexel(_)
        | Descriptor::StorageTexel(_) => vk::DescriptorBufferInfo::default(),
    }
}

fn image_info(descriptor: &Descriptor<'_>) -> vk::DescriptorImageInfo {
    let info = vk::DescriptorImageInfo::default();
    match descriptor {
        Descriptor::Sampled(image) => {
            info.image_view(image.sampled_view()).image_layout(super::ImageUse::ShaderRead.layout())
        }
        Descriptor::StorageImage(image) => {
            info.image_view(image.view()).image_layout(super::ImageUse::ShaderReadWrite.layout())
        }
        Descriptor::SampledView(view) => {
            info.image_view(view.raw()).image_layout(super::ImageUse::ShaderRead.layout())
        }
        Descriptor::StorageView(view) => {
            info.image_view(view.raw()).image_layout(super::ImageUse::ShaderReadWrite.layout())
        }
        Descriptor::Sampler(sampler) => info.sampler(sampler.raw()),
        Descriptor::UniformDynamic { .. }
        | Descriptor::Storage(_)
        | Descriptor::UniformTexel(_)
        | Descriptor::StorageTexel(_) => info,
    }
}

fn texel_view(descriptor: &Descriptor<'_>) -> vk::BufferView {
    match descriptor {
        Descriptor::UniformTexel(view) | Descriptor::StorageTexel(view) => *view.handle,
        Descriptor::UniformDynamic { .. }
        | Descriptor::Storage(_)
        | Descriptor::Sampled(_)
        | Descriptor::StorageImage(_)
        | Descriptor::SampledView(_)
        | Descriptor::StorageView(_)
        | Descriptor::Sampler(_) => vk::BufferView::null(),
    }
}
