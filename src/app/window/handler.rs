//! [`WindowApp`]: what winit calls. It hands everything on to [`Live`].

use std::time::Instant;

use winit::application::ApplicationHandler;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::window::WindowId;

use super::Start;
use super::live::Live;
use super::presence::Next;
use crate::app::AppError;

/// The program as winit's event loop sees it: it opens its window when the loop runs, and has an outcome when the loop
/// has ended.
#[derive(Debug)]
pub struct WindowApp {
    /// Taken when the window opens.
    start: Option<Start>,
    live: Option<Live>,
    outcome: Result<(), AppError>,
}

impl WindowApp {
    /// Gets ready to open a window.
    #[must_use]
    pub fn new(start: Start) -> Self {
        Self { start: Some(start), live: None, outcome: Ok(()) }
    }

    /// Acts as if the system had taken the window's surface away, which some systems do; for tests.
    pub fn lose_surface(&mut self) {
        if let Some(live) = &mut self.live {
            live.lose_surface();
        }
    }

    /// Number of frames that the window has shown.
    #[must_use]
    pub fn frame_count(&self) -> u64 {
        self.live.as_ref().map_or(0, Live::frame_count)
    }

    /// What came of it, after the event loop has ended.
    ///
    /// # Errors
    /// What ended the program, unless the user did.
    pub fn into_outcome(self) -> Result<(), AppError> {
        self.outcome
    }

    fn leave(&mut self, event_loop: &ActiveEventLoop, outcome: Result<(), AppError>) {
        if self.outcome.is_ok() {
            self.outcome = outcome;
        }
        event_loop.exit();
    }
}

impl ApplicationHandler for WindowApp {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        let Some(start) = self.start.take() else { return };
        match Live::open(event_loop, start) {
            Ok(live) => self.live = Some(live),
            Err(error) => self.leave(event_loop, Err(error)),
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(live) = &mut self.live else { return };
        if matches!(event, WindowEvent::RedrawRequested) {
            if let Err(error) = live.frame() {
                self.leave(event_loop, Err(error));
            }
        } else {
            live.on_event(event);
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let Some(live) = &mut self.live else { return };
        match live.next(Instant::now()) {
            Next::Frame => {
                live.request_frame();
                event_loop.set_control_flow(ControlFlow::Wait);
            }
            Next::Wait(until) => event_loop.set_control_flow(ControlFlow::WaitUntil(until)),
            Next::Leave => {
                let outcome = live.finish();
                self.leave(event_loop, outcome);
            }
        }
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        // Before the connection to the display closes, which the surface belongs to.
        self.live = None;
    }
}
