//! What an HLSL compiler is asked, and what it answers.

use serde::{Deserialize, Serialize};

use crate::effect::Stage;

/// What the compiler is asked for.
#[derive(Clone, Copy, Debug)]
pub struct HlslJob<'a> {
    /// The whole text; `#line` directives in it name the files of messages.
    pub text: &'a str,
    /// Name for the text itself, for messages before the first `#line`.
    pub name: &'a str,
    /// The stage.
    pub stage: Stage,
    /// The function.
    pub entry: &'a str,
    /// Whether this text and line numbers, as `#line` counts them, go into the module.
    pub debug_info: bool,
}

/// A message of the HLSL compiler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HlslMessage {
    /// File and line from 1, as the `#line` directives counted; none for messages about the whole text.
    pub place: Option<(String, u32)>,
    /// Whether it is a warning.
    pub warning: bool,
    /// The token that the message quotes; empty if it quotes none.
    pub token: String,
    /// What it says, without place and token.
    pub text: String,
}

/// What a compilation gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HlslResult {
    /// The module; none after an error.
    pub words: Option<Vec<u32>>,
    /// Errors and warnings in the compiler's order.
    pub messages: Vec<HlslMessage>,
}

/// A compiler from HLSL to SPIR-V.
pub trait HlslCompiler: Sync {
    /// Compiles one entry point.
    ///
    /// # Errors
    /// Only trouble of the compiler itself; faults of the text are messages.
    fn compile(&self, job: &HlslJob<'_>) -> Result<HlslResult, SpirvError>;

    /// How many jobs it works on at once when several threads ask.
    fn parallelism(&self) -> usize {
        1
    }

    /// Something that the user should know about how the compiler runs; said once, then `None`.
    fn take_remark(&self) -> Option<String> {
        None
    }
}

/// Trouble of the compiler itself.
#[derive(Debug, thiserror::Error)]
pub enum SpirvError {
    /// It does not start.
    #[error("cannot start the HLSL compiler: {0}")]
    Start(String),
    /// It gave something else than a module.
    #[error("the HLSL compiler gave an empty module")]
    Empty,
    /// It ended in the middle of the job.
    #[error("the HLSL compiler crashed ({0})")]
    Crashed(String),
    /// It was ended because it took too long.
    #[error("the HLSL compiler took longer than {limit_s} s")]
    TimedOut {
        /// How long a job may take.
        limit_s: f64,
    },
}
