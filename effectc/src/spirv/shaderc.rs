//! shaderc's HLSL front end (glslang), in this process.

use std::num::NonZero;

use super::{HlslCompiler, HlslJob, HlslMessage, HlslResult, SpirvError};
use crate::effect::Stage;

/// The library's version, of crate and sources; a part of the key that results are remembered by.
pub const SHADERC_VERSION: &str = "shaderc-sys 0.10.1";

/// shaderc's HLSL front end (glslang).
#[derive(Debug)]
pub struct Shaderc {
    compiler: shaderc::Compiler,
}

impl Shaderc {
    /// Starts the compiler.
    ///
    /// # Errors
    /// When the library refuses to start.
    pub fn new() -> Result<Self, SpirvError> {
        Ok(Self { compiler: shaderc::Compiler::new().map_err(start_error)? })
    }

    fn options(debug_info: bool) -> Result<shaderc::CompileOptions<'static>, SpirvError> {
        let mut options = shaderc::CompileOptions::new().map_err(start_error)?;
        options.set_source_language(shaderc::SourceLanguage::HLSL);
        options.set_target_env(shaderc::TargetEnv::Vulkan, shaderc::EnvVersion::Vulkan1_3 as u32);
        // Higher levels strip the names that reflection needs. The legaliser runs at every level.
        options.set_optimization_level(shaderc::OptimizationLevel::Zero);
        options.set_auto_map_locations(true);
        options.set_auto_bind_uniforms(true);
        if debug_info {
            options.set_generate_debug_info();
        }
        Ok(options)
    }
}

impl HlslCompiler for Shaderc {
    fn compile(&self, job: &HlslJob<'_>) -> Result<HlslResult, SpirvError> {
        let kind = match job.stage {
            Stage::Vertex => shaderc::ShaderKind::Vertex,
            Stage::Hull => shaderc::ShaderKind::TessControl,
            Stage::Domain => shaderc::ShaderKind::TessEvaluation,
            Stage::Geometry => shaderc::ShaderKind::Geometry,
            Stage::Pixel => shaderc::ShaderKind::Fragment,
            Stage::Compute => shaderc::ShaderKind::Compute,
        };
        let options = Self::options(job.debug_info)?;
        let outcome =
            self.compiler.compile_into_spirv(job.text, kind, job.name, job.entry, Some(&options));
        match outcome {
            Ok(artifact) => {
                if artifact.as_binary().is_empty() {
                    return Err(SpirvError::Empty);
                }
                Ok(HlslResult {
                    words: Some(artifact.as_binary().to_vec()),
                    messages: messages(&artifact.get_warning_messages()),
                })
            }
            Err(error) => {
                let text = error_text(&error);
                let mut messages = messages(&text);
                if messages.iter().all(|it| it.warning) && !text.trim().is_empty() {
                    // A message of another form, as those of the optimiser are.
                    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    let (place, token) = (None, String::new());
                    messages.push(HlslMessage { place, warning: false, token, text });
                }
                Ok(HlslResult { words: None, messages })
            }
        }
    }

    fn parallelism(&self) -> usize {
        std::thread::available_parallelism().map_or(1, NonZero::get)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the form that `map_err` takes")]
fn start_error(error: shaderc::Error) -> SpirvError {
    SpirvError::Start(error.to_string())
}

/// The compiler's own text of a failure, without what the crate puts before it.
fn error_text(error: &shaderc::Error) -> String {
    match error {
        shaderc::Error::CompilationError(_, text)
        | shaderc::Error::InternalError(text)
        | shaderc::Error::InvalidStage(text)
        | shaderc::Error::InvalidAssembly(text)
        | shaderc::Error::NullResultObject(text)
        | shaderc::Error::InitializationError(text)
        | shaderc::Error::ParseError(text) => text.clone(),
    }
}

/// Reads `file:line: error: 'token' : text` lines; the file's name may hold colons and blanks.
fn messages(text: &str) -> Vec<HlslMessage> {
    text.lines().filter_map(message).collect()
}

fn message(line: &str) -> Option<HlslMessage> {
    let line = line.trim();
    let (place, warning, rest) = [(": error: ", false), (": warning: ", true)]
        .iter()
        .filter_map(|(mark, warning)| Some((line.find(mark)?, mark.len(), *warning)))
        .min()
        .map(|(at, length, warning)| (&line[..at], warning, &line[at + length..]))
        .or_else(|| {
            [("error: ", false), ("warning: ", true), ("internal error: ", false)]
                .iter()
                .find_map(|(mark, warning)| Some(("", *warning, line.strip_prefix(mark)?)))
        })?;
    let place = place.rsplit_once(':').and_then(|(file, number)| {
        Some((file.trim_matches('"').to_owned(), number.trim().parse().ok()?))
    });
    let (token, text) = match rest.strip_prefix('\'').and_then(|it| it.split_once("' : ")) {
        Some((token, text)) => (token.to_owned(), text),
        None => (String::new(), rest),
    };
    let text = text.trim();
    // What the parser says after its first error has no news.
    if text.is_empty() && token.is_empty() {
        return None;
    }
    Some(HlslMessage { place, warning, token, text: text.to_owned() })
}
