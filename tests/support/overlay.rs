//! ImGui for tests: one context at a time in a process.

use std::sync::{Mutex, MutexGuard, PoisonError};

static ONE_CONTEXT: Mutex<()> = Mutex::new(());

/// A context of ImGui for a display of some size, and the right to have one.
pub(crate) struct TestContext {
    pub(crate) imgui: imgui::Context,
    _turn: MutexGuard<'static, ()>,
}

impl TestContext {
    pub(crate) fn new(size: [f32; 2], scale: f32) -> Self {
        let turn = ONE_CONTEXT.lock().unwrap_or_else(PoisonError::into_inner);
        let mut imgui = imgui::Context::create();
        imgui.set_ini_filename(None);
        imgui.io_mut().display_size = size;
        imgui.io_mut().display_framebuffer_scale = [scale; 2];
        Self { imgui, _turn: turn }
    }

    /// What ImGui makes of a frame.
    pub(crate) fn frame(&mut self, build: impl FnOnce(&imgui::Ui)) -> &imgui::DrawData {
        self.imgui.io_mut().delta_time = 1.0 / 60.0;
        build(self.imgui.new_frame());
        self.imgui.render()
    }
}
