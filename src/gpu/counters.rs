//! Counts of the work that a steady frame must not do.

use std::sync::atomic::{AtomicU64, Ordering};

/// What has been made since the device was created. Take one before and one after, and compare.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CounterValues {
    /// Pieces of GPU memory handed out, sub-allocations included.
    pub memory_allocations: u64,
    /// Descriptors written (one a binding, not one a call).
    pub descriptor_writes: u64,
    /// Descriptor sets allocated.
    pub descriptor_sets: u64,
    /// Graphics and compute pipelines created.
    pub pipelines: u64,
    /// Submissions to the queue.
    pub submits: u64,
    /// Drops that had to wait for the GPU: what was dropped should have been retired.
    pub drop_waits: u64,
}

/// The live counters, shared by everything that a device makes.
#[derive(Debug, Default)]
pub(super) struct Counters {
    pub(super) memory_allocations: AtomicU64,
    pub(super) descriptor_writes: AtomicU64,
    pub(super) descriptor_sets: AtomicU64,
    pub(super) pipelines: AtomicU64,
    pub(super) submits: AtomicU64,
    pub(super) drop_waits: AtomicU64,
}

impl Counters {
    pub(super) fn values(&self) -> CounterValues {
        CounterValues {
            memory_allocations: self.memory_allocations.load(Ordering::Relaxed),
            descriptor_writes: self.descriptor_writes.load(Ordering::Relaxed),
            descriptor_sets: self.descriptor_sets.load(Ordering::Relaxed),
            pipelines: self.pipelines.load(Ordering::Relaxed),
            submits: self.submits.load(Ordering::Relaxed),
            drop_waits: self.drop_waits.load(Ordering::Relaxed),
        }
    }
}

/// Adds to a counter; only totals are read, so no ordering is needed.
pub(super) fn count(counter: &AtomicU64, added: u64) {
    counter.fetch_add(added, Ordering::Relaxed);
}
