//! How far the GPU has got, of every timeline on a device: the net under [`Owned`](super::owned::Owned)'s
//! drop.
//!
//! The rule is that what frames in flight use is retired, and then nothing waits. Where the rule is
//! broken (an early return through `?`, locals in an unlucky order) a drop waits for the GPU rather than
//! destroy what it is using.

use std::cell::Cell;
use std::sync::{Mutex, PoisonError};

use ash::vk;

/// Nanoseconds that a drop waits for the GPU before it goes on regardless.
const PATIENCE_NS: u64 = 60_000_000_000;

thread_local! {
    /// Whether this thread is dropping what is known to be unused.
    static IS_DROPPING_UNUSED: Cell<bool> = const { Cell::new(false) };
}

/// The timelines of a device's frames.
#[derive(Debug, Default)]
pub(super) struct Timelines {
    submitted: Mutex<Vec<(vk::Semaphore, u64)>>,
}

impl Timelines {
    /// Watches a timeline up to a value that was submitted.
    pub(super) fn submitted(&self, timeline: vk::Semaphore, value: u64) {
        let mut all = self.submitted.lock().unwrap_or_else(PoisonError::into_inner);
        match all.iter_mut().find(|it| it.0 == timeline) {
            Some(watched) => watched.1 = value,
            None => all.push((timeline, value)),
        }
    }

    /// Stops watching a timeline, which is waited for and about to go.
    pub(super) fn forget(&self, timeline: vk::Semaphore) {
        let mut all = self.submitted.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|it| it.0 != timeline);
    }

    /// Waits until all that was submitted is done, unless this thread drops what is known to be unused.
    /// Whether there was anything to wait for.
    pub(super) fn wait_before_drop(&self, device: &ash::Device) -> bool {
        if IS_DROPPING_UNUSED.get() {
            return false;
        }
        // Held while waiting, so that no timeline goes meanwhile.
        let all = self.submitted.lock().unwrap_or_else(PoisonError::into_inner);
        let mut has_waited = false;
        for (timeline, value) in all.iter() {
            // SAFETY: frames forget their timeline before they destroy it, so it is alive.
            let reached = unsafe { device.get_semaphore_counter_value(*timeline) };
            if reached.is_ok_and(|reached| reached >= *value) {
                continue;
            }
            has_waited = true;
            let (timelines, values) = ([*timeline], [*value]);
            let info = vk::SemaphoreWaitInfo::default().semaphores(&timelines).values(&values);
            // SAFETY: as above; the value was submitted.
            if let Err(error) = unsafe { device.wait_semaphores(&info, PATIENCE_NS) } {
                log::error!("waiting for the GPU before a drop: {error}");
            }
        }
        has_waited
    }
}

/// Drops what no frame uses any more, without waiting.
pub(super) fn drop_unused<T>(unused: T) {
    let before = IS_DROPPING_UNUSED.replace(true);
    drop(unused);
    IS_DROPPING_UNUSED.set(before);
}
