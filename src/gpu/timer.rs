//! [`FrameTimer`]: how long the GPU works on a frame, by two timestamps around it.

use std::sync::Arc;

use ash::vk;

use super::error::Call;
use super::owned::Owned;
use super::{Device, GpuResult};

/// Timestamps a frame: one before and one after.
const PER_FRAME: u32 = 2;

/// Two timestamps for each slot of frames in flight.
pub(super) struct FrameTimer {
    pool: Owned<vk::QueryPool>,
    period_ns: f64,
    /// The bits of a timestamp that count.
    mask: u64,
}

impl FrameTimer {
    /// Makes room for so many slots; none where the queue has no timestamps.
    pub(super) fn new(
        device: &Arc<Device>,
        name: &str,
        slot_count: u32,
    ) -> GpuResult<Option<Self>> {
        let period_ns = f64::from(device.limits().timestamp_period_ns);
        let bits = device.timestamp_bits();
        if bits == 0 || period_ns <= 0.0 {
            return Ok(None);
        }
        let info = vk::QueryPoolCreateInfo::default()
            .query_type(vk::QueryType::TIMESTAMP)
            .query_count(slot_count * PER_FRAME);
        // SAFETY: the info is complete; the handle is owned at once.
        let pool = unsafe {
            let raw = device.raw().create_query_pool(&info, None).call("vkCreateQueryPool")?;
            Owned::new(device, raw, &format!("{name} timestamps"))
        };
        Ok(Some(Self { pool, period_ns, mask: mask(bits) }))
    }

    /// Notes when the GPU is done with what came before the frame, so that frames in flight do not count each
    /// other's time.
    ///
    /// # Safety
    /// `commands` must be recording outside of a pass, and the slot's last frame must be done.
    pub(super) unsafe fn begin(&self, commands: vk::CommandBuffer, slot_idx: usize) {
        let first = first_query(slot_idx);
        // SAFETY: the queries are this slot's and not in use; the rest is the caller's.
        unsafe {
            let device = self.pool.device().raw();
            device.cmd_reset_query_pool(commands, *self.pool, first, PER_FRAME);
            self.write(commands, first);
        }
    }

    /// Notes when the GPU is done with the frame.
    ///
    /// # Safety
    /// `commands` must be recording outside of a pass, and [`Self::begin`] must have been called in them for the slot.
    pub(super) unsafe fn end(&self, commands: vk::CommandBuffer, slot_idx: usize) {
        // SAFETY: `begin` made the query ready; the rest is the caller's.
        unsafe { self.write(commands, first_query(slot_idx) + 1) };
    }

    unsafe fn write(&self, commands: vk::CommandBuffer, query: u32) {
        let stage = vk::PipelineStageFlags2::ALL_COMMANDS;
        // SAFETY: passed on to the caller, see above.
        unsafe {
            self.pool.device().raw().cmd_write_timestamp2(commands, stage, *self.pool, query);
        }
    }

    /// The seconds between the two, of a slot whose frame is done.
    pub(super) fn read_s(&self, slot_idx: usize) -> Option<f64> {
        let mut ticks = [0_u64; PER_FRAME as usize];
        // SAFETY: the pool is alive and the slot has these queries. Without waiting: results that
        // are not there are an error, and no time.
        unsafe {
            self.pool.device().raw().get_query_pool_results(
                *self.pool,
                first_query(slot_idx),
                &mut ticks,
                vk::QueryResultFlags::TYPE_64,
            )
        }
        .ok()?;
        Some(ticks_between(ticks, self.mask) as f64 * self.period_ns * 1e-9)
    }
}

fn first_query(slot_idx: usize) -> u32 {
    u32::try_from(slot_idx).unwrap_or(0) * PER_FRAME
}

/// The bits of a timestamp that count.
fn mask(bits: u32) -> u64 {
    1_u64.checked_shl(bits).map_or(u64::MAX, |it| it - 1)
}

/// The ticks from the first to the second, also where the counter started over between them.
fn ticks_between([first, second]: [u64; 2], mask: u64) -> u64 {
    (second & mask).wrapping_sub(first & mask) & mask
}

#[cfg(test)]
mod tests {
    use super::{mask, ticks_between};

    #[test]
    fn a_counter_that_starts_over_is_understood() {
        for (bits, ticks, expected) in [
            (64, [5, 9], 4),
            (64, [u64::MAX, 3], 4),
            (36, [(1 << 36) - 2, 3], 5),
            // The bits above are anything.
            (36, [(7 << 36) + 1, (2 << 36) + 4], 3),
        ] {
            assert_eq!(ticks_between(ticks, mask(bits)), expected, "{bits} bits, {ticks:?}");
        }
    }
}
