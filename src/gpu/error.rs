//! What can go wrong between this program and Vulkan.

use ash::vk;

use super::GpuInfo;

/// The result of everything in this layer that can fail.
pub type GpuResult<T> = Result<T, GpuError>;

/// The loader's library, as its file is called on this system.
const LOADER: &str = if cfg!(windows) {
    "vulkan-1.dll"
} else if cfg!(target_vendor = "apple") {
    "libvulkan.dylib"
} else {
    "libvulkan"
};

/// An error of the Vulkan layer: which call or object it was, and what was expected.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// No Vulkan loader library on this machine.
    #[error("no Vulkan loader was found ({loader}); install a Vulkan 1.3 driver with its loader", loader = LOADER)]
    NoLoader {
        /// What the system said.
        #[source]
        source: ash::LoadingError,
    },
    /// The loader is there but too old.
    #[error("the Vulkan loader offers {found}, Vulkan 1.3 is needed")]
    OldLoader {
        /// The version that the loader offers, such as `1.1.0`.
        found: String,
    },
    /// Validation was asked for, but its layer is not installed.
    #[error("validation was asked for but {layer} is not installed")]
    NoValidationLayer {
        /// The layer's name.
        layer: &'static str,
    },
    /// The Vulkan loader knows no driver that draws to windows of this system.
    #[error("no Vulkan driver here draws to a window: the loader lacks {extension}")]
    NoWindows {
        /// The instance extension that is missing.
        extension: String,
    },
    /// The window's system gives no handle to it.
    #[error("the window cannot be drawn to: it has no handle")]
    NoWindowHandle {
        /// The reason of the window's system.
        #[source]
        source: raw_window_handle::HandleError,
    },
    /// Another window than the one that the GPU was opened for, or the same one moved to another GPU.
    #[error("GPU {gpu} cannot present to this window")]
    CannotPresent {
        /// The GPU's name.
        gpu: String,
    },
    /// No GPU at all, or none that is good enough.
    #[error("no usable GPU: {}", list_gpus(.gpus))]
    NoUsableGpu {
        /// Every GPU of this machine, with what each lacks.
        gpus: Vec<GpuInfo>,
    },
    /// `--gpu` named something that is not there.
    #[error("no GPU matches '{wanted}'; there is: {}", list_gpus(.gpus))]
    NoSuchGpu {
        /// The name or index that was asked for.
        wanted: String,
        /// Every GPU of this machine, with what each lacks.
        gpus: Vec<GpuInfo>,
    },
    /// `--gpu` named a GPU that cannot run this program.
    #[error("GPU '{wanted}' cannot be used; there is: {}", list_gpus(.gpus))]
    UnfitGpu {
        /// The name or index that was asked for.
        wanted: String,
        /// Every GPU of this machine, with what each lacks.
        gpus: Vec<GpuInfo>,
    },
    /// The GPU went away or its driver gave up on it.
    #[error("the GPU was lost (in {call}); the driver was reset or the device removed")]
    DeviceLost {
        /// The Vulkan call that said so.
        call: &'static str,
    },
    /// A Vulkan call failed.
    #[error("{call} failed")]
    Vulkan {
        /// The Vulkan call.
        call: &'static str,
        /// Its result.
        #[source]
        source: vk::Result,
    },
    /// No memory for a named buffer or image.
    #[error("no GPU memory for {name} ({size_bytes} bytes)")]
    Memory {
        /// The buffer or image.
        name: String,
        /// The size that was asked for.
        size_bytes: u64,
        /// The allocator's reason.
        #[source]
        source: gpu_allocator::AllocationError,
    },
    /// More than this GPU allows.
    #[error("{thing} needs {needed} of {limit_name}, this GPU allows {limit}")]
    Limit {
        /// The object that is too large.
        thing: String,
        /// Which limit, by its name in Vulkan.
        limit_name: &'static str,
        /// What the object needs.
        needed: u64,
        /// What the GPU allows.
        limit: u64,
    },
    /// The caller asked for something that makes no sense, such as an empty image.
    #[error("{thing}: {expected}")]
    Invalid {
        /// The object.
        thing: String,
        /// What is wrong with it and what was expected.
        expected: String,
    },
    /// The GPU did not finish in time.
    #[error("the GPU did not finish {what} within {seconds} s")]
    Timeout {
        /// What was waited for.
        what: String,
        /// How long.
        seconds: u64,
    },
    /// The renderer of the overlay failed.
    #[error("the overlay failed at {what}")]
    Overlay {
        /// What it was to do.
        what: &'static str,
        /// Its reason.
        #[source]
        source: imgui_rs_vulkan_renderer::RendererError,
    },
    /// RenderDoc gave no capture.
    #[error("no capture at {}: {expected}", .path.display())]
    Capture {
        /// Its file, or how its name begins.
        path: std::path::PathBuf,
        /// What was expected.
        expected: &'static str,
    },
    /// The pipeline cache could not be written.
    #[error("cannot write the pipeline cache {}", .path.display())]
    CacheWrite {
        /// Where it should have gone.
        path: std::path::PathBuf,
        /// The system's reason.
        #[source]
        source: std::io::Error,
    },
}

impl GpuError {
    /// There is no GPU that can be used, as opposed to one that failed at its work.
    pub fn is_unusable(&self) -> bool {
        match self {
            Self::NoLoader { .. }
            | Self::OldLoader { .. }
            | Self::NoValidationLayer { .. }
            | Self::NoWindows { .. }
            | Self::CannotPresent { .. }
            | Self::NoUsableGpu { .. }
            | Self::NoSuchGpu { .. }
            | Self::UnfitGpu { .. }
            | Self::DeviceLost { .. } => true,
            Self::Vulkan { .. }
            | Self::NoWindowHandle { .. }
            | Self::Memory { .. }
            | Self::Limit { .. }
            | Self::Invalid { .. }
            | Self::Timeout { .. }
            | Self::Overlay { .. }
            | Self::Capture { .. }
            | Self::CacheWrite { .. } => false,
        }
    }
}

fn list_gpus(gpus: &[GpuInfo]) -> String {
    if gpus.is_empty() {
        return "the Vulkan loader found no driver; expected one for Vulkan 1.3 \
                (Mesa's lavapipe needs no graphics card; if VK_DRIVER_FILES or VK_ICD_FILENAMES \
                is set, it must name drivers)"
            .to_owned();
    }
    gpus.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Turns Vulkan's bare result codes into errors that name the call.
pub(super) trait Call<T> {
    /// Names the call that gave this result.
    fn call(self, call: &'static str) -> GpuResult<T>;
}

impl<T> Call<T> for Result<T, vk::Result> {
    fn call(self, call: &'static str) -> GpuResult<T> {
        self.map_err(|source| match source {
            vk::Result::ERROR_DEVICE_LOST => GpuError::DeviceLost { call },
            source => GpuError::Vulkan { call, source },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Call, GpuError};
    use ash::vk;

    #[test]
    fn a_result_names_its_call() {
        let error = Err::<(), _>(vk::Result::ERROR_OUT_OF_DEVICE_MEMORY)
            .call("vkCreateImage")
            .expect_err("an error code is an error");
        assert_eq!(error.to_string(), "vkCreateImage failed");
        assert!(matches!(
            error,
            GpuError::Vulkan { source: vk::Result::ERROR_OUT_OF_DEVICE_MEMORY, .. }
        ));
        let lost = Err::<(), _>(vk::Result::ERROR_DEVICE_LOST)
            .call("vkQueueSubmit2")
            .expect_err("an error code is an error");
        assert!(matches!(lost, GpuError::DeviceLost { call: "vkQueueSubmit2" }));
    }

    #[test]
    fn no_gpu_says_so() {
        let error = GpuError::NoUsableGpu { gpus: Vec::new() };
        let text = error.to_string();
        assert!(text.starts_with("no usable GPU: the Vulkan loader found no driver"), "{text}");
    }
}
