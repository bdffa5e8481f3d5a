//! The constants of the frames in flight: one buffer, one part a slot.
//!
//! ```text
//! | slot 0: pushed, pushed, ... free | slot 1: pushed, ... free |
//! ```
//! One buffer for all slots, so that a descriptor set with dynamic offsets serves every frame.

use std::sync::Arc;

use ash::vk;

use super::{Buffer, BufferDesc, Device, GpuResult, MemoryUse, ResourceId};

/// The first size of a slot's part; one tween buffer and the small ones fit several times.
const FIRST_PART_BYTES: u64 = 256 * 1024;

/// Where pushed bytes lie, for this frame only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConstantSlice {
    /// The buffer's identity.
    pub buffer_id: ResourceId,
    /// Where the bytes begin, aligned for uniform and storage buffers.
    pub offset_bytes: u32,
    /// How many there are.
    pub size_bytes: u32,
    /// The buffer itself, which lives for this frame at least.
    pub(super) buffer: vk::Buffer,
}

pub(super) struct ConstantRing {
    buffer: Buffer,
    name: String,
    part_bytes: u64,
    part_count: u32,
    alignment_bytes: u64,
    /// Where the current slot's part ends and its next push goes.
    end: u64,
    next: u64,
    device: Arc<Device>,
}

impl ConstantRing {
    pub(super) fn new(device: &Arc<Device>, name: &str, part_count: u32) -> GpuResult<Self> {
        let limits = device.limits();
        // 16 at least, so that a struct of vectors may be read anywhere it lies.
        let alignment_bytes = limits
            .min_uniform_buffer_offset_alignment_bytes
            .max(limits.min_storage_buffer_offset_alignment_bytes)
            .max(16);
        let part_bytes = FIRST_PART_BYTES.next_multiple_of(alignment_bytes);
        Ok(Self {
            buffer: create(device, name, part_bytes * u64::from(part_count))?,
            name: name.to_owned(),
            part_bytes,
            part_count,
            alignment_bytes,
            end: part_bytes,
            next: 0,
            device: Arc::clone(device),
        })
    }

    pub(super) fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// Starts the part of a slot over; the slot's last frame must be done.
    pub(super) fn begin(&mut self, slot_idx: usize) {
        self.next = slot_idx as u64 * self.part_bytes;
        self.end = self.next + self.part_bytes;
    }

    /// Copies `bytes` behind what this frame pushed before; `None` when they do not fit.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Option<ConstantSlice> {
        let end = self.next.checked_add(bytes.len() as u64)?;
        if end > self.end {
            return None;
        }
        let slice = ConstantSlice {
            buffer_id: self.buffer.id(),
            offset_bytes: u32::try_from(self.next).ok()?,
            size_bytes: u32::try_from(bytes.len()).ok()?,
            buffer: self.buffer.raw(),
        };
        self.buffer.write(self.next, bytes).ok()?;
        self.next = end.next_multiple_of(self.alignment_bytes);
        Some(slice)
    }

    /// Makes parts at least twice as large, with room for `size_bytes`, and gives the old buffer
    /// back, which the frames in flight (this one too) still use.
    pub(super) fn grow(&mut self, size_bytes: usize, slot_idx: usize) -> GpuResult<Buffer> {
        let part_bytes =
            (self.part_bytes * 2).max(size_bytes as u64).next_multiple_of(self.alignment_bytes);
        let larger = create(&self.device, &self.name, part_bytes * u64::from(self.part_count))?;
        log::debug!("{}: constants grow to {part_bytes} bytes a frame", self.name);
        self.part_bytes = part_bytes;
        let outgrown = std::mem::replace(&mut self.buffer, larger);
        self.begin(slot_idx);
        Ok(outgrown)
    }
}

fn create(device: &Arc<Device>, name: &str, size_bytes: u64) -> GpuResult<Buffer> {
    Buffer::new(
        device,
        &BufferDesc {
            name: &format!("{name} constants (all cbuffers and instances of a frame)"),
            size_bytes,
            usage: vk::BufferUsageFlags::UNIFORM_BUFFER
                | vk::BufferUsageFlags::STORAGE_BUFFER
                | vk::BufferUsageFlags::VERTEX_BUFFER
                | vk::BufferUsageFlags::INDEX_BUFFER,
            memory_use: MemoryUse::Upload,
        },
    )
}
