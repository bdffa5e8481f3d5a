//! `--capture N`: one frame handed to RenderDoc, which this program starts itself again for where it is not loaded.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::AppError;
use super::cli::DrawArgs;
use crate::gpu::{Capture, Device};

/// Switches RenderDoc's Vulkan layer on. That it is set also says that starting again would not help.
const LAYER_SWITCH: (&str, &str) = ("ENABLE_VULKAN_RENDERDOC_CAPTURE", "1");

/// The capture of one frame, from the options to the file.
#[derive(Debug)]
pub(super) struct FrameCapture {
    /// From 1.
    frame: u32,
    capture: Capture,
    file: Option<PathBuf>,
}

/// Checks what `--capture` asks for. Where RenderDoc is not loaded, the program starts again with its layer, and this
/// does not return.
///
/// # Errors
/// A frame that is not drawn, or the program cannot be started again.
pub(super) fn prepare(args: &DrawArgs) -> Result<(), AppError> {
    let Some(frame) = args.capture else { return Ok(()) };
    if let Some(frames) = args.frames.filter(|frames| frame > *frames) {
        return Err(AppError::Usage(format!(
            "--capture {frame} is after the last frame; --frames {frames} draws 1 to {frames}"
        )));
    }
    ensure_layer()
}

/// Makes sure that RenderDoc is loaded, or will be with the Vulkan instance: where neither is so, the program starts
/// again with its layer, and this does not return.
///
/// # Errors
/// The program cannot be started again.
pub(super) fn ensure_layer() -> Result<(), AppError> {
    let (name, on) = LAYER_SWITCH;
    if Capture::is_loaded() || std::env::var_os(name).is_some_and(|value| value == on) {
        return Ok(());
    }
    log::info!("starting again with RenderDoc's layer");
    let program = std::env::current_exe().map_err(AppError::StartAgain)?;
    let mut command = std::process::Command::new(program);
    let mut arguments = std::env::args_os();
    let called_as = arguments.next();
    command.args(arguments).env(name, on);
    start_again(command, called_as)
}

/// The same process goes on with the new program, so that its exit code and signals are its own.
#[cfg(unix)]
fn start_again(
    mut command: std::process::Command,
    called_as: Option<std::ffi::OsString>,
) -> Result<(), AppError> {
    use std::os::unix::process::CommandExt as _;
    if let Some(called_as) = called_as {
        command.arg0(called_as);
    }
    Err(AppError::StartAgain(command.exec()))
}

#[cfg(not(unix))]
fn start_again(
    mut command: std::process::Command,
    _called_as: Option<std::ffi::OsString>,
) -> Result<(), AppError> {
    let status = command.status().map_err(AppError::StartAgain)?;
    std::process::exit(status.code().unwrap_or(1))
}

/// Finds RenderDoc, and has it write next to a picture: `out/tween.png` gives `out/tween_capture.rdc`, or
/// `out/tween_frame12.rdc` from a window.
///
/// # Errors
/// RenderDoc is not there, which is what [`prepare`] cannot know before the GPU is open; a path that is not UTF-8.
pub(super) fn find(device: &Arc<Device>, picture: &Path) -> Result<Capture, AppError> {
    let mut capture = Capture::find(device).ok_or_else(no_renderdoc)?;
    capture.set_template(&picture.with_extension(""))?;
    Ok(capture)
}

/// What `--capture` says where RenderDoc is not loaded, though it was asked for.
pub(super) fn no_renderdoc() -> AppError {
    AppError::Usage(
        "--capture needs RenderDoc 1.2 or later with its Vulkan layer, and none was loaded; install it \
         (Debian, Ubuntu: apt install renderdoc; elsewhere renderdoc.org, which says how its layer is registered)"
            .to_owned(),
    )
}

impl FrameCapture {
    /// Gets ready for what the options ask for; `None` if they ask for no capture.
    ///
    /// # Errors
    /// As [`find`].
    pub(super) fn new(
        args: &DrawArgs,
        device: &Arc<Device>,
        picture: &Path,
    ) -> Result<Option<Self>, AppError> {
        let Some(frame) = args.capture else { return Ok(None) };
        Ok(Some(Self { frame, capture: find(device, picture)?, file: None }))
    }

    /// Before anything of a frame (from 1) is submitted. Frame 1 takes in what is uploaded for it.
    pub(super) fn before(&mut self, frame: u32) {
        if frame == self.frame {
            self.capture.begin();
        }
    }

    /// After all of a frame was submitted.
    ///
    /// # Errors
    /// RenderDoc wrote no file.
    pub(super) fn after(&mut self, frame: u32) -> Result<(), AppError> {
        if frame == self.frame {
            self.file = Some(self.capture.end()?);
        }
        Ok(())
    }

    /// The file, once the frame is drawn.
    pub(super) fn into_file(self) -> Option<PathBuf> {
        self.file
    }
}
