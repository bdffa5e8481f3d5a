//! A piece of GPU memory with a name.

use std::sync::{Arc, PoisonError};

use ash::vk;
use gpu_allocator::MemoryLocation;
use gpu_allocator::vulkan::{Allocation, AllocationCreateDesc, AllocationScheme};

use super::counters::count;
use super::{Device, GpuError, GpuResult};

/// Who reads and writes a buffer or image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryUse {
    /// The GPU alone; filled through an [`Upload`](super::Upload).
    Device,
    /// Written by the CPU, read by the GPU.
    Upload,
    /// Written by the GPU, read by the CPU.
    ReadBack,
}

/// Whether memory holds a buffer (or linear image) or a tiled image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tiling {
    Linear,
    Optimal,
}

/// Memory from the device's allocator; given back when dropped.
pub(super) struct Memory {
    /// Always there until `drop` takes it.
    allocation: Option<Allocation>,
    device: Arc<Device>,
}

impl Memory {
    pub(super) fn new(
        device: &Arc<Device>,
        name: &str,
        requirements: vk::MemoryRequirements,
        memory_use: MemoryUse,
        tiling: Tiling,
    ) -> GpuResult<Self> {
        let desc = AllocationCreateDesc {
            name,
            requirements,
            location: match memory_use {
                MemoryUse::Device => MemoryLocation::GpuOnly,
                MemoryUse::Upload => MemoryLocation::CpuToGpu,
                MemoryUse::ReadBack => MemoryLocation::GpuToCpu,
            },
            linear: tiling == Tiling::Linear,
            allocation_scheme: AllocationScheme::GpuAllocatorManaged,
        };
        let mut allocator = device.allocator().lock().unwrap_or_else(PoisonError::into_inner);
        let allocation = allocator.allocate(&desc).map_err(|source| GpuError::Memory {
            name: name.to_owned(),
            size_bytes: requirements.size,
            source,
        })?;
        // A block has many owners, and the allocator does not say which allocation makes a new one, so each
        // names its block again; within the lock, as naming wants the block for itself.
        let block = match memory_use {
            _ if allocation.is_dedicated() => name,
            MemoryUse::Device => "memory block of the GPU",
            MemoryUse::Upload => "memory block for uploads",
            MemoryUse::ReadBack => "memory block for read-back",
        };
        // SAFETY: the memory is neither freed nor mapped here.
        device.names().name(unsafe { allocation.memory() }, block);
        drop(allocator);
        count(&device.counters_live().memory_allocations, 1);
        Ok(Self { allocation: Some(allocation), device: Arc::clone(device) })
    }

    /// The Vulkan memory and the offset in it.
    pub(super) fn place(&self) -> (vk::DeviceMemory, vk::DeviceSize) {
        self.allocation.as_ref().map_or((vk::DeviceMemory::null(), 0), |it| {
            // SAFETY: the memory is only bound to, never freed or mapped, by the callers.
            (unsafe { it.memory() }, it.offset())
        })
    }

    pub(super) fn bytes(&self) -> Option<&[u8]> {
        self.allocation.as_ref()?.mapped_slice()
    }

    pub(super) fn bytes_mut(&mut self) -> Option<&mut [u8]> {
        self.allocation.as_mut()?.mapped_slice_mut()
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        let Some(allocation) = self.allocation.take() else { return };
        let mut allocator = self.device.allocator().lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = allocator.free(allocation) {
            log::error!("GPU memory was not given back: {error}");
        }
    }
}
