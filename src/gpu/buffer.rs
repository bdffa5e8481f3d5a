//! Buffers: vertices, indices, constants, storage, staging.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ash::vk;

use super::error::Call;
use super::memory::{Memory, Tiling};
use super::owned::Owned;
use super::{Device, GpuError, GpuResult, MemoryUse};

/// Tells resources apart for as long as the program runs; a Vulkan handle may be reused, this is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ResourceId(u64);

impl ResourceId {
    pub(super) fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// What a buffer is to be.
#[derive(Debug, Clone, Copy)]
pub struct BufferDesc<'a> {
    /// The debug name.
    pub name: &'a str,
    /// At least 1.
    pub size_bytes: u64,
    /// What the GPU does with it.
    pub usage: vk::BufferUsageFlags,
    /// Who touches it.
    pub memory_use: MemoryUse,
}

/// A buffer with its memory.
pub struct Buffer {
    // The handle goes before the memory it is bound to.
    handle: Owned<vk::Buffer>,
    memory: Memory,
    size_bytes: u64,
    id: ResourceId,
    name: String,
}

impl Buffer {
    /// Creates a buffer with undefined contents.
    ///
    /// # Errors
    /// An empty buffer, or what Vulkan and the allocator say.
    pub fn new(device: &Arc<Device>, desc: &BufferDesc<'_>) -> GpuResult<Self> {
        if desc.size_bytes == 0 {
            return Err(GpuError::Invalid {
                thing: format!("buffer '{}'", desc.name),
                expected: "a size of at least 1 byte was expected, 0 was given".to_owned(),
            });
        }
        let info = vk::BufferCreateInfo::default()
            .size(desc.size_bytes)
            .usage(desc.usage)
            .sharing_mode(vk::SharingMode::EXCLUSIVE);
        // SAFETY: the info is complete and lives through the call; the handle is owned at once.
        let handle = unsafe {
            let raw = device.raw().create_buffer(&info, None).call("vkCreateBuffer")?;
            Owned::new(device, raw, desc.name)
        };
        // SAFETY: the handle is this device's.
        let requirements = unsafe { device.raw().get_buffer_memory_requirements(*handle) };
        let memory = Memory::new(device, desc.name, requirements, desc.memory_use, Tiling::Linear)?;
        let (raw_memory, offset) = memory.place();
        // SAFETY: the memory was allocated for these requirements and the buffer has none yet.
        unsafe { device.raw().bind_buffer_memory(*handle, raw_memory, offset) }
            .call("vkBindBufferMemory")?;
        Ok(Self {
            handle,
            memory,
            size_bytes: desc.size_bytes,
            id: ResourceId::next(),
            name: desc.name.to_owned(),
        })
    }

    /// Copies `bytes` to `offset_bytes` of a buffer made for [`MemoryUse::Upload`].
    ///
    /// The GPU must not be reading that range: write what no submitted frame uses.
    ///
    /// # Errors
    /// A range past the end, or a buffer that the CPU cannot write.
    pub fn write(&mut self, offset_bytes: u64, bytes: &[u8]) -> GpuResult<()> {
        let range = self.range(offset_bytes, bytes.len())?;
        match self.memory.bytes_mut().and_then(|mapped| mapped.get_mut(range)) {
            Some(target) => {
                target.copy_from_slice(bytes);
                Ok(())
            }
            None => Err(self.not_mapped()),
        }
    }

    /// The first `size_bytes` bytes of a buffer that the CPU can see.
    ///
    /// # Errors
    /// A buffer that lives in device memory.
    pub fn bytes(&self) -> GpuResult<&[u8]> {
        let range = self.range(0, usize::try_from(self.size_bytes).unwrap_or(usize::MAX))?;
        self.memory.bytes().and_then(|mapped| mapped.get(range)).ok_or_else(|| self.not_mapped())
    }

    /// The size that was asked for.
    pub fn size_bytes(&self) -> u64 {
        self.size_bytes
    }

    /// This buffer's identity.
    pub fn id(&self) -> ResourceId {
        self.id
    }

    /// The debug name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The Vulkan handle, to pass down, not to keep.
    pub fn raw(&self) -> vk::Buffer {
        *self.handle
    }

    fn range(&self, offset_bytes: u64, length: usize) -> GpuResult<std::ops::Range<usize>> {
        let end = u64::try_from(length).ok().and_then(|length| offset_bytes.checked_add(length));
        match (usize::try_from(offset_bytes), end) {
            (Ok(start), Some(end)) if end <= self.size_bytes => Ok(start..start + length),
            _ => Err(GpuError::Invalid {
                thing: format!("buffer '{}'", self.name),
                expected: format!(
                    "{length} bytes at offset {offset_bytes} do not fit into its {} bytes",
                    self.size_bytes
                ),
            }),
        }
    }

    fn not_mapped(&self) -> GpuError {
        GpuError::Invalid {
            thing: format!("buffer '{}'", self.name),
            expected: "its memory is the GPU's alone; upload or read back through another buffer"
                .to_owned(),
        }
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Buffer")
            .field("name", &self.name)
            .field("size_bytes", &self.size_bytes)
            .finish_non_exhaustive()
    }
}
