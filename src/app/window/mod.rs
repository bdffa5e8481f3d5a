//! The window: events in, frames out.
//!
//! ```text
//! winit ──► WindowApp ──► Live ──► Overlay (ImGui's io)        Screen: swapchain, renderer,
//!                           │ └──► Session: settings, demo,       ▲    overlay's renderer
//!                           │               camera, messages ─ Scene
//!                           └ when: FrameClock, FrameLimiter
//! ```
//!
//! [`WindowApp`] is what winit calls and hands everything on. `Live` is the open window: it translates events and orders
//! what happens in a frame. What the program knows is in `Session`, which knows no window, and what the GPU does is in
//! `Screen`.

mod handler;
mod input;
mod live;
mod place;
mod presence;
mod reason;
mod screen;

use std::path::PathBuf;

use winit::error::EventLoopError;
use winit::event_loop::{ControlFlow, EventLoop};

use super::capture;
use super::cli::DrawArgs;
use super::demo::Script;
use super::effect_file::{Reloader, StartEffect};
use super::open::read;
use super::picture::check_place;
use super::{AppError, Subject};
use crate::anim::ClipIdx;
use crate::asset::Model;
pub use handler::WindowApp;

/// What a window starts with: models that are read, so that what is wrong with them is said without one.
#[derive(Debug)]
pub struct Start {
    /// At least one; the first is shown.
    models: Vec<Model>,
    /// The demo that it is shown in.
    script: Script,
    /// The clip that the command line names: it is to stay, so that characters do not fade by themselves.
    named_clip: Option<ClipIdx>,
    /// Files with more clips for models.
    clips: Vec<PathBuf>,
    /// Beginning of the names of pictures and captures.
    file_stem: &'static str,
    /// The effect that the models are drawn with, and who watches it.
    effect: Option<(StartEffect, Reloader)>,
    args: DrawArgs,
}

impl Start {
    /// Reads the models, and looks whether files can be written where they are asked for.
    ///
    /// # Errors
    /// A model that is broken, or has not the clip that is asked for; a place that cannot be written to.
    pub fn new(subject: &Subject, args: &DrawArgs) -> Result<Self, AppError> {
        for path in args.screenshot.iter().chain(&args.trace) {
            check_place(path)?;
        }
        capture::prepare(args)?;
        let mut models = Vec::new();
        for source in subject.sources() {
            models.push(read(&source, subject.clips())?);
        }
        let Some(first) = models.first_mut() else {
            return Err(AppError::Usage("there is no model to show".to_owned()));
        };
        subject.drop_clips(first);
        Ok(Self {
            named_clip: subject.named_clip(first)?,
            effect: StartEffect::of(subject.effect(), first)?.map(|it| {
                let reloader = it.watch();
                (it, reloader)
            }),
            models,
            script: subject.window_script(args.count),
            clips: subject.clips().to_vec(),
            file_stem: subject.file_stem(),
            args: args.clone(),
        })
    }
}

/// What became of the attempt to open a window.
#[derive(Debug)]
pub(super) enum WindowRun {
    /// It was opened, and closed again.
    Done,
    /// There is no display, and why.
    NoDisplay(String),
}

/// Opens a window and runs until it is closed.
///
/// # Errors
/// As [`Start::new`]; no usable GPU, a model over its limits, a lost device, a file that cannot be written.
pub(super) fn run(subject: &Subject, args: &DrawArgs) -> Result<WindowRun, AppError> {
    if let Some(missing) = reason::missing_library() {
        return Ok(WindowRun::NoDisplay(missing.to_owned()));
    }
    let event_loop = match EventLoop::new() {
        Ok(event_loop) => event_loop,
        // No server, one that does not answer, no library to talk to one.
        Err(error @ (EventLoopError::Os(_) | EventLoopError::NotSupported(_))) => {
            return Ok(WindowRun::NoDisplay(reason::no_display(&error)));
        }
        Err(error) => return Err(failed("start", &error)),
    };
    event_loop.set_control_flow(ControlFlow::Wait);
    let mut app = WindowApp::new(Start::new(subject, args)?);
    event_loop.run_app(&mut app).map_err(|error| failed("run", &error))?;
    app.into_outcome()?;
    Ok(WindowRun::Done)
}

/// The window did not do `what`, for a reason that winit gives.
fn failed(what: &'static str, error: &impl std::error::Error) -> AppError {
    AppError::Window { what, source: reason::without_place(&error.to_string()).into() }
}
