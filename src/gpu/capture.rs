//! [`Capture`]: frames handed to RenderDoc.
//!
//! RenderDoc records a program that it is loaded into: by its Vulkan layer, which comes with the instance, or by
//! `renderdoccmd` and its window, before the program starts. This never loads it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::Arc;

use renderdoc::{InputButton, OverlayBits, RenderDoc, V100, V140};

use super::{Device, GpuError, GpuResult};

/// RenderDoc, as far as it is loaded into this program. Every submission between [`Self::begin`] and [`Self::end`]
/// is in the capture, and what it reads as it was at the beginning.
pub struct Capture {
    /// Of 2018 (RenderDoc 1.2), the first that can throw a capture away.
    api: RenderDoc<V140>,
    template: PathBuf,
    /// While one runs: how many captures there were before it.
    count_before: Option<u32>,
    device: Arc<Device>,
}

impl Capture {
    /// Whether RenderDoc is in this program. Its layer comes with the Vulkan instance, so that before any [`Device`]
    /// is open this may still turn true. Costs microseconds.
    pub fn is_loaded() -> bool {
        RenderDoc::<V100>::new().is_ok()
    }

    /// Finds RenderDoc in this program; `None` when it is not loaded, or older than 1.2. From here on it draws nothing
    /// into the window and takes no keys: captures are begun by this program, or from RenderDoc's own window.
    pub fn find(device: &Arc<Device>) -> Option<Self> {
        let mut api = RenderDoc::<V140>::new()
            .inspect_err(|error| log::debug!("no RenderDoc: {error}"))
            .ok()?;
        api.mask_overlay_bits(OverlayBits::NONE, OverlayBits::NONE);
        api.set_capture_keys::<InputButton>(&[]);
        api.set_focus_toggle_keys::<InputButton>(&[]);
        let template = api.get_capture_file_path_template().to_owned();
        Some(Self { api, template, count_before: None, device: Arc::clone(device) })
    }

    /// Sets where captures go: `folder/name` gives `folder/name_capture.rdc`, then `folder/name_capture_2.rdc` and so
    /// on; `folder/name_frame12.rdc` for what RenderDoc's own window asks for. Files of an earlier run are written
    /// over. Missing folders are made.
    ///
    /// # Errors
    /// RenderDoc takes UTF-8 only.
    pub fn set_template(&mut self, template: &Path) -> GpuResult<()> {
        if template.to_str().is_none_or(|text| text.is_empty() || text.contains('\0')) {
            return Err(GpuError::Capture {
                path: template.to_owned(),
                expected: "a path in UTF-8 was expected, RenderDoc takes no other",
            });
        }
        template.clone_into(&mut self.template);
        self.api.set_capture_file_path_template(template);
        Ok(())
    }

    /// Starts a capture, before the first submission that belongs to it. One that runs already goes on.
    pub fn begin(&mut self) {
        if self.count_before.is_none() {
            self.count_before = Some(self.api.get_num_captures());
            self.api.start_frame_capture(ptr::null::<std::ffi::c_void>(), ptr::null());
        }
    }

    /// Whether a capture was begun and not ended.
    pub fn is_running(&self) -> bool {
        self.count_before.is_some()
    }

    /// Ends the capture, after the last submission that belongs to it, and gives its file.
    ///
    /// # Errors
    /// None was begun, RenderDoc wrote none (it does so in silence, where it may not write), or a lost device.
    pub fn end(&mut self) -> GpuResult<PathBuf> {
        let failed = |path: &Path, expected| GpuError::Capture { path: path.to_owned(), expected };
        let Some(count_before) = self.count_before.take() else {
            return Err(failed(&self.template, "a capture ends that was not begun"));
        };
        let idle = self.device.wait_idle();
        self.api.end_frame_capture(ptr::null::<std::ffi::c_void>(), ptr::null());
        idle?;
        let count = self.api.get_num_captures();
        let file = count.checked_sub(1).and_then(|last| self.api.get_capture(last));
        let Some((path, _)) = file.filter(|_| count > count_before) else {
            return Err(failed(
                &self.template,
                "RenderDoc wrote none; a name in a folder that takes new files was expected",
            ));
        };
        if !path.metadata().is_ok_and(|it| it.is_file() && it.len() > 0) {
            return Err(failed(
                &path,
                "RenderDoc says that it is there and it is not; a folder that takes new files was expected",
            ));
        }
        let comments = format!(
            "{} {}, GPU {}",
            env!("CARGO_PKG_NAME"),
            env!("CARGO_PKG_VERSION"),
            self.device.gpu()
        );
        // NUL is the one character that the call cannot take; a GPU's name is a C string and has none.
        self.api.set_capture_file_comments(path.to_str(), comments);
        Ok(path)
    }
}

impl Drop for Capture {
    fn drop(&mut self) {
        if self.is_running() {
            self.api.discard_frame_capture(ptr::null::<std::ffi::c_void>(), ptr::null());
        }
    }
}

impl fmt::Debug for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Capture")
            .field("template", &self.template)
            .field("count_before", &self.count_before)
            .finish_non_exhaustive()
    }
}
