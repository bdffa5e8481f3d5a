//! What tests of the overlay share: ImGui contexts that take turns, and what was drawn.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};

use imgui::{DrawCmd, DrawVert};

static TURN: Mutex<()> = Mutex::new(());

/// Waits until no other test has an ImGui context, and keeps others waiting until what it returns is dropped.
pub(super) fn take_turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The one ImGui context that may be active; others wait until it is dropped.
pub(super) struct TestContext {
    context: imgui::Context,
    _turn: MutexGuard<'static, ()>, // after the context, so dropped after it
}

impl TestContext {
    /// A context of 1000 x 100 pixels that writes no file.
    pub(super) fn new() -> Self {
        let turn = take_turn();
        let mut context = imgui::Context::create();
        context.set_ini_filename(None);
        context.io_mut().display_size = [1000.0, 100.0];
        Self { context, _turn: turn }
    }

    /// The corners of what one frame with nothing but this text draws, four a visible character.
    pub(super) fn draw_text(&mut self, text: &str) -> Vec<DrawVert> {
        self.fonts().build_alpha8_texture();
        let ui = self.context.new_frame();
        ui.get_background_draw_list().add_text([0.0, 0.0], [1.0; 4], text);
        let drawn = self.context.render();
        let mut corners = Vec::new();
        for list in drawn.draw_lists() {
            for command in list.commands() {
                if let DrawCmd::Elements { count, cmd_params } = command {
                    let indices = &list.idx_buffer()[cmd_params.idx_offset..][..count];
                    // Two triangles a character: 0 1 2, 0 2 3.
                    for quad in indices.chunks_exact(6) {
                        corners.extend([0, 1, 2, 5].map(|i| {
                            list.vtx_buffer()[cmd_params.vtx_offset + usize::from(quad[i])]
                        }));
                    }
                }
            }
        }
        corners
    }
}

impl Deref for TestContext {
    type Target = imgui::Context;

    fn deref(&self) -> &Self::Target {
        &self.context
    }
}

impl DerefMut for TestContext {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.context
    }
}
