//! What shaders and stream output write is ordered here, as Direct3D does it by itself: whatever uses a buffer or image
//! after such a write waits for it. The layouts of images stay with the program (see [`Commands::transition`]).
//!
//! A draw or dispatch that may write ([`Commands::writes_resources`]) waits for everything before it. Whatever comes
//! after waits for it. Inside of a pass that means to end the rendering and to go on with it behind the barrier.

use ash::vk;

use super::Commands;

/// What has to wait for what.
#[derive(Debug)]
pub(super) struct Hazards {
    /// Whether the bound pipeline may write buffers or images.
    will_write: bool,
    /// Something was written that nothing has waited for.
    has_written: bool,
    /// Something ran since the last barrier over everything; earlier frames did, for all that is known.
    has_run: bool,
    /// Stream output is on, so that the rendering cannot be interrupted.
    pub(super) is_streaming: bool,
}

impl Default for Hazards {
    fn default() -> Self {
        Self { will_write: false, has_written: false, has_run: true, is_streaming: false }
    }
}

impl Commands {
    /// Says whether the draws or dispatches from here on write buffers or images in their shaders.
    pub fn writes_resources(&mut self, writes: bool) {
        self.hazards.will_write = writes;
    }

    /// Before a draw or dispatch.
    pub(super) fn order_run(&mut self) {
        if self.hazards.is_streaming {
            self.hazards.has_written |= self.hazards.will_write;
            return;
        }
        if self.hazards.will_write && self.hazards.has_run {
            self.order_everything();
        } else {
            self.wait_for_writes();
        }
        self.hazards.has_run = true;
        self.hazards.has_written |= self.hazards.will_write;
    }

    /// Notes that something outside of shaders wrote what later work reads.
    pub(super) fn note_write(&mut self) {
        self.hazards.has_written = true;
    }

    /// Before anything that may read what was written.
    pub(super) fn wait_for_writes(&mut self) {
        if self.hazards.has_written && !self.hazards.is_streaming {
            self.order_everything();
        }
    }

    /// Makes everything after wait for everything before.
    pub(super) fn order_everything(&mut self) {
        let was_open = self.pause_rendering();
        let all = vk::PipelineStageFlags2::ALL_COMMANDS;
        let access = vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE;
        self.memory_barrier((all, vk::AccessFlags2::MEMORY_WRITE), (all, access));
        self.hazards.has_written = false;
        self.hazards.has_run = false;
        if was_open {
            self.resume_rendering();
        }
    }
}
