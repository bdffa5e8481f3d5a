//! Frames in flight: command buffers, the timeline, what is retired, and the constants of a frame.
//!
//! Frame `n` signals the timeline value `n` when the GPU is done with it. A slot (command pool and
//! part of the constant ring) is used again only when the frame that used it last is done; what was
//! retired while frame `n` was recorded is dropped when `n` is done.

use std::any::Any;
use std::collections::VecDeque;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use ash::vk;

use super::error::Call;
use super::owned::Owned;
use super::ring::{ConstantRing, ConstantSlice};
use super::timelines::drop_unused;
use super::timer::FrameTimer;
use super::{Commands, Device, GpuError, GpuResult};

/// How long a frame may take before it counts as hung.
const TIMEOUT_S: u64 = 60;

/// The timeline value of a frame: reached when the GPU is done with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FrameValue(u64);

impl FrameValue {
    /// The value as a number; the first frame's is 1.
    pub fn get(self) -> u64 {
        self.0
    }
}

/// Records and submits frames, several of them in flight. Whoever submits waits: dropping this
/// waits for the last frame, so declare it before (or drop it ahead of) what its frames use.
pub struct Frames {
    slots: Vec<Slot>,
    // What is retired goes before the semaphore that it waits for; all of it after `drop` waited.
    retired: VecDeque<(FrameValue, Box<dyn Any + Send>)>,
    ring: ConstantRing,
    timer: Option<FrameTimer>,
    timeline: Owned<vk::Semaphore>,
    /// How long the GPU worked on the last frame whose time is known.
    gpu_time_s: Option<f64>,
    /// The last frame that was begun, whether or not it was submitted.
    begun: FrameValue,
    /// How often a frame was begun.
    begin_count: u64,
    /// The last frame that was submitted.
    submitted: FrameValue,
    /// The last frame that is known to be done.
    done: FrameValue,
    device: Arc<Device>,
}

struct Slot {
    commands: vk::CommandBuffer,
    // Owns `commands`.
    pool: Owned<vk::CommandPool>,
    /// Of `commands`.
    name: String,
    /// The frame that used this slot last.
    value: FrameValue,
}

impl Frames {
    /// Makes room for `in_flight` frames (at least 1).
    ///
    /// # Errors
    /// What Vulkan says.
    pub fn new(device: &Arc<Device>, name: &str, in_flight: u32) -> GpuResult<Self> {
        let in_flight = in_flight.max(1);
        let mut kind = vk::SemaphoreTypeCreateInfo::default()
            .semaphore_type(vk::SemaphoreType::TIMELINE)
            .initial_value(0);
        let info = vk::SemaphoreCreateInfo::default().push_next(&mut kind);
        // SAFETY: the chain outlives the call; the handle is owned at once.
        let timeline = unsafe {
            let raw = device.raw().create_semaphore(&info, None).call("vkCreateSemaphore")?;
            Owned::new(device, raw, &format!("{name} timeline"))
        };
        let slots = (0..in_flight)
            .map(|slot_idx| Slot::new(device, &format!("{name} slot {slot_idx}")))
            .collect::<GpuResult<Vec<_>>>()?;
        Ok(Self {
            slots,
            retired: VecDeque::new(),
            ring: ConstantRing::new(device, name, in_flight)?,
            timer: FrameTimer::new(device, name, in_flight)?,
            timeline,
            gpu_time_s: None,
            begun: FrameValue(0),
            begin_count: 0,
            submitted: FrameValue(0),
            done: FrameValue(0),
            device: Arc::clone(device),
        })
    }

    /// The device that frames run on.
    pub fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// How many frames may be in flight.
    pub fn in_flight(&self) -> usize {
        self.slots.len()
    }

    /// Starts the next frame; waits until its slot is free, and drops what is retired and done.
    ///
    /// A frame that is dropped without [`Frame::submit`] never happened.
    ///
    /// # Errors
    /// A lost device, or a frame that takes longer than a minute.
    pub fn begin(&mut self) -> GpuResult<Frame<'_>> {
        let value = FrameValue(self.submitted.0 + 1);
        let slot_count = self.slots.len() as u64;
        let slot_idx = usize::try_from(value.0 % slot_count).unwrap_or(0);
        let last_of_slot = self.slots[slot_idx].value;
        self.wait_for(last_of_slot)?;
        if let Some(timer) = self.timer.as_ref().filter(|_| last_of_slot.0 > 0) {
            self.gpu_time_s = timer.read_s(slot_idx).or(self.gpu_time_s);
        }
        self.collect()?;
        self.ring.begin(slot_idx);
        let slot = &self.slots[slot_idx];
        let info = vk::CommandBufferBeginInfo::default()
            .flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        // SAFETY: the slot's last frame is done, so neither pool nor buffer is in use; the buffer
        // is recording afterwards, and only the `Frame`, which borrows this, records into it.
        let commands = unsafe {
            self.device
                .raw()
                .reset_command_pool(*slot.pool, vk::CommandPoolResetFlags::empty())
                .call("vkResetCommandPool")?;
            self.device
                .raw()
                .begin_command_buffer(slot.commands, &info)
                .call("vkBeginCommandBuffer")?;
            if let Some(timer) = &self.timer {
                timer.begin(slot.commands, slot_idx);
            }
            Commands::new(&self.device, slot.commands)
        };
        // RenderDoc forgets a name that a command buffer had before it was recorded anew.
        self.device.names().name(slot.commands, &slot.name);
        self.begun = value;
        self.begin_count += 1;
        Ok(Frame { commands, frames: self, value, slot_idx })
    }

    /// Seconds that the GPU worked on a frame: of the last one whose slot was used again, so of a frame some frames
    /// back. None before that, and on GPUs without timestamps.
    pub fn last_gpu_time_s(&self) -> Option<f64> {
        self.gpu_time_s
    }

    /// Keeps `replaced` until every frame that may use it, the one being recorded included, is done.
    pub fn retire<T: Send + 'static>(&mut self, replaced: T) {
        let value = self.begun.max(self.submitted);
        self.retired.push_back((value, Box::new(replaced)));
    }

    /// How many things wait to be dropped.
    pub fn retired_count(&self) -> usize {
        self.retired.len()
    }

    /// Drops what was retired and is no longer used.
    ///
    /// # Errors
    /// A lost device.
    pub fn collect(&mut self) -> GpuResult<()> {
        // SAFETY: the semaphore is this device's timeline.
        let reached = unsafe { self.device.raw().get_semaphore_counter_value(*self.timeline) }
            .call("vkGetSemaphoreCounterValue")?;
        self.done = self.done.max(FrameValue(reached));
        while self.retired.front().is_some_and(|(value, _)| *value <= self.done) {
            drop_unused(self.retired.pop_front());
        }
        Ok(())
    }

    /// The last frame that was submitted.
    pub fn submitted(&self) -> FrameValue {
        self.submitted
    }

    /// The last frame known to be done; [`Self::collect`] asks anew.
    pub fn done(&self) -> FrameValue {
        self.done
    }

    /// Waits until the GPU is done with a frame that was submitted; for another one until the time is up.
    ///
    /// # Errors
    /// A lost device, or a frame that takes longer than a minute.
    pub fn wait_for(&mut self, frame: FrameValue) -> GpuResult<()> {
        if frame <= self.done {
            return Ok(());
        }
        let (semaphores, values) = ([*self.timeline], [frame.0]);
        let info = vk::SemaphoreWaitInfo::default().semaphores(&semaphores).values(&values);
        // SAFETY: the semaphore is this device's timeline.
        let waited = unsafe { self.device.raw().wait_semaphores(&info, TIMEOUT_S * 1_000_000_000) };
        if waited == Err(vk::Result::TIMEOUT) {
            return Err(GpuError::Timeout {
                what: format!("frame {}", frame.0),
                seconds: TIMEOUT_S,
            });
        }
        waited.call("vkWaitSemaphores")?;
        self.done = self.done.max(frame);
        Ok(())
    }

    /// Waits for every frame that was submitted, and drops all that was retired.
    ///
    /// # Errors
    /// A lost device, or a frame that takes longer than a minute.
    pub fn wait_idle(&mut self) -> GpuResult<()> {
        self.wait_for(self.submitted)?;
        self.collect()
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        // A window presents outside of the timeline, so the whole queue is waited for.
        let waited = self.wait_for(self.submitted).and_then(|()| self.device.wait_idle());
        if let Err(error) = waited {
            log::error!("waiting for the last frame: {error}");
        }
        self.device.timelines().forget(*self.timeline);
    }
}

impl fmt::Debug for Frames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frames")
            .field("submitted", &self.submitted)
            .field("done", &self.done)
            .field("retired", &self.retired.len())
            .finish_non_exhaustive()
    }
}

impl Slot {
    fn new(device: &Arc<Device>, name: &str) -> GpuResult<Self> {
        let info = vk::CommandPoolCreateInfo::default()
            .flags(vk::CommandPoolCreateFlags::TRANSIENT)
            .queue_family_index(device.queue_family());
        // SAFETY: the family is the one the device was made with; the handle is owned at once.
        let pool = unsafe {
            let raw = device.raw().create_command_pool(&info, None).call("vkCreateCommandPool")?;
            Owned::new(device, raw, &format!("{name} command pool"))
        };
        let info = vk::CommandBufferAllocateInfo::default()
            .command_pool(*pool)
            .level(vk::CommandBufferLevel::PRIMARY)
            .command_buffer_count(1);
        // SAFETY: the pool is alive and this thread's.
        let commands = unsafe { device.raw().allocate_command_buffers(&info) }
            .call("vkAllocateCommandBuffers")?
            .first()
            .copied()
            .unwrap_or_default();
        let name = format!("{name} commands");
        Ok(Self { commands, pool, name, value: FrameValue(0) })
    }
}

/// The frame that is being recorded; everything of [`Commands`] works on it.
#[derive(Debug)]
pub struct Frame<'f> {
    commands: Commands,
    frames: &'f mut Frames,
    value: FrameValue,
    slot_idx: usize,
}

impl Frame<'_> {
    /// This frame's timeline value.
    pub fn value(&self) -> FrameValue {
        self.value
    }

    /// Tells this frame from every other of the same [`Frames`], also from one that was begun and
    /// dropped, which leaves its timeline value to the next.
    pub fn serial(&self) -> u64 {
        self.frames.begin_count
    }

    /// The last frame known to be done.
    pub fn done(&self) -> FrameValue {
        self.frames.done
    }

    /// Waits until the GPU is done with an earlier frame. One that was recorded and dropped never ran, so there is
    /// nothing to wait for.
    pub(super) fn wait_for(&mut self, earlier: FrameValue) -> GpuResult<()> {
        self.frames.wait_for(earlier.min(self.frames.submitted))
    }

    /// Keeps `replaced` until this frame and those before it are done.
    pub fn retire<T: Send + 'static>(&mut self, replaced: T) {
        self.frames.retire(replaced);
    }

    /// Copies `bytes` (constants, or vertices or instances of this frame only) to where the GPU
    /// reads them in this frame.
    ///
    /// # Errors
    /// No memory for a larger ring.
    pub fn push_constants(&mut self, bytes: &[u8]) -> GpuResult<ConstantSlice> {
        let slice = self.frames.ring.push(bytes);
        if let Some(slice) = slice {
            return Ok(slice);
        }
        let outgrown = self.frames.ring.grow(bytes.len(), self.slot_idx)?;
        self.frames.retire(outgrown);
        self.frames.ring.push(bytes).ok_or_else(|| GpuError::Invalid {
            thing: "constants of a frame".to_owned(),
            expected: format!("{} bytes do not fit into a buffer", bytes.len()),
        })
    }

    /// The buffer that [`Self::push_constants`] writes to now; it is another one after it grew.
    pub fn constant_buffer(&self) -> &super::Buffer {
        self.frames.ring.buffer()
    }

    /// Ends recording and submits.
    ///
    /// # Errors
    /// A lost device, or no memory.
    pub fn submit(self) -> GpuResult<FrameValue> {
        self.submit_with(&[], &[])
    }

    /// Ends recording and submits; the frame waits for and signals binary semaphores as well (the
    /// window's acquire and present).
    ///
    /// # Errors
    /// A lost device, or no memory.
    pub fn submit_with(
        self,
        waits: &[vk::SemaphoreSubmitInfo<'_>],
        signals: &[vk::SemaphoreSubmitInfo<'_>],
    ) -> GpuResult<FrameValue> {
        let Self { mut commands, frames, value, slot_idx } = self;
        // The next frame reads what this one wrote.
        commands.wait_for_writes();
        // SAFETY: the buffer is recording, with no pass open, since `begin` timed its start.
        unsafe {
            if let Some(timer) = &frames.timer {
                timer.end(commands.raw(), slot_idx);
            }
            frames.device.raw().end_command_buffer(commands.raw()).call("vkEndCommandBuffer")?;
        }
        let buffers = [vk::CommandBufferSubmitInfo::default().command_buffer(commands.raw())];
        let mut all_signals = signals.to_vec();
        all_signals.push(
            vk::SemaphoreSubmitInfo::default()
                .semaphore(*frames.timeline)
                .value(value.0)
                .stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS),
        );
        let submit = vk::SubmitInfo2::default()
            .wait_semaphore_infos(waits)
            .command_buffer_infos(&buffers)
            .signal_semaphore_infos(&all_signals);
        // SAFETY: the buffer was recorded just now and its slot is not reused before `value`; what
        // it uses is kept by the rules at the top of `commands.rs`.
        unsafe { frames.device.submit(&submit)? };
        frames.device.timelines().submitted(*frames.timeline, value.0);
        frames.submitted = value;
        frames.slots[slot_idx].value = value;
        Ok(value)
    }
}

impl Deref for Frame<'_> {
    type Target = Commands;

    fn deref(&self) -> &Commands {
        &self.commands
    }
}

impl DerefMut for Frame<'_> {
    fn deref_mut(&mut self) -> &mut Commands {
        &mut self.commands
    }
}
