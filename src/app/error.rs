//! [`AppError`]: what can end the program, with the exit code that says of which kind it was.

use std::path::PathBuf;

use crate::anim::AnimError;
use crate::asset::AssetError;
use crate::gpu::GpuError;
use crate::render::RenderError;

/// What can end the program.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// A model could not be read.
    #[error(transparent)]
    Asset(#[from] AssetError),
    /// A model could not be baked, or a clip was asked for that is not there.
    #[error("cannot animate the model")]
    Anim(#[from] AnimError),
    /// The GPU failed or is not there.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// A frame could not be drawn.
    #[error("cannot draw")]
    Render(#[from] RenderError),
    /// An effect of the user's has errors, or does not fit the model; the text has a line for each, with its place.
    #[error("{text}")]
    Effect {
        /// What is wrong, as it is shown to people.
        text: String,
    },
    /// A file could not be written.
    #[error("cannot write {}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// A picture could not be encoded.
    #[error("cannot encode the picture for {}", .path.display())]
    Encode {
        /// The file that it was for.
        path: PathBuf,
        /// Why.
        #[source]
        source: image::ImageError,
    },
    /// A model could not be written.
    #[error("cannot make {}", .path.display())]
    Export {
        /// The file that it was for.
        path: PathBuf,
        /// Why.
        #[source]
        source: crate::asset::gltf::ExportError,
    },
    /// An option names something that is not there or cannot be.
    #[error("{0}")]
    Usage(String),
    /// Something was asked of a demo that it cannot do; it goes on as it was.
    #[error("{0}")]
    Refused(String),
    /// There is no window, or no more.
    #[error("the window did not {what}")]
    Window {
        /// What it was to do: `open`.
        what: &'static str,
        /// What the system said.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The program could not be started a second time, with RenderDoc.
    #[error("cannot start this program again with RenderDoc's layer")]
    StartAgain(#[source] std::io::Error),
    /// Standard output is closed or full.
    #[error("cannot write to standard output")]
    Stdout(#[source] std::io::Error),
}

impl AppError {
    /// 2 for no usable GPU or wrong usage, 1 for everything else.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        let gpu = match self {
            Self::Usage(_) => return 2,
            Self::Gpu(gpu) => gpu,
            Self::Render(render) => match render.gpu_error() {
                Some(gpu) => gpu,
                None => return 1,
            },
            _ => return 1,
        };
        if gpu.is_unusable() { 2 } else { 1 }
    }

    /// What ends the program, for a terminal: errors of an effect in all their lines, everything else on one.
    #[must_use]
    pub fn report(&self) -> String {
        match self {
            Self::Effect { text } => text.clone(),
            other => other.chain(),
        }
    }

    /// The error and its causes, joined by `: `, on one line whatever names of the input are in it.
    #[must_use]
    pub fn chain(&self) -> String {
        let mut text = self.to_string();
        let mut cause = std::error::Error::source(self);
        while let Some(error) = cause {
            text.push_str(": ");
            text.push_str(&error.to_string());
            cause = error.source();
        }
        super::one_line(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::AppError;
    use crate::effect::EffectError;
    use crate::gpu::GpuError;
    use crate::render::RenderError;

    #[track_caller]
    fn check(error: impl Into<AppError>, exit_code: u8, chain: &str) {
        let error = error.into();
        assert_eq!((error.exit_code(), error.chain().as_str()), (exit_code, chain));
    }

    fn lost() -> GpuError {
        GpuError::DeviceLost { call: "vkQueueSubmit2" }
    }

    #[test]
    fn a_lost_device_is_no_usable_gpu_wherever_it_happens() {
        let text =
            "the GPU was lost (in vkQueueSubmit2); the driver was reset or the device removed";
        check(lost(), 2, text);
        check(RenderError::from(lost()), 2, &format!("cannot draw: {text}"));
        let effect = EffectError::Gpu { effect: "TweenDemo".to_owned(), source: lost() };
        let error = AppError::from(RenderError::from(effect));
        assert_eq!(error.exit_code(), 2);
        assert!(error.chain().ends_with(text), "{}", error.chain());
    }

    #[test]
    fn a_gpu_that_fails_at_its_work_is_another_matter_than_none() {
        let limit = GpuError::Limit {
            thing: "image 'x'".to_owned(),
            limit_name: "maxImageDimension2D",
            needed: 5000,
            limit: 4096,
        };
        check(limit, 1, "image 'x' needs 5000 of maxImageDimension2D, this GPU allows 4096");
        check(AppError::Usage("there is no clip 'x'".to_owned()), 2, "there is no clip 'x'");
        check(AppError::Usage("no '걷기\n\u{1b}[31m'".to_owned()), 2, "no '걷기\\n\\u{1b}[31m'");
    }
}
