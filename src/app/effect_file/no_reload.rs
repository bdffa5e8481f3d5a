//! [`Reloader`] of a program without the compiler: nothing ever comes.

use std::path::PathBuf;

use super::compile::Compilation;
use super::source::EffectSource;

/// Watches nothing.
#[derive(Debug)]
pub(in crate::app) struct Reloader;

impl Reloader {
    /// Starts nothing.
    pub(in crate::app) fn start(_: EffectSource, _: Vec<PathBuf>) -> Self {
        Self
    }

    /// Nothing.
    #[expect(clippy::unused_self, reason = "the interface of the one with a compiler")]
    pub(in crate::app) fn poll(&mut self) -> Option<Compilation> {
        None
    }

    /// Nothing.
    #[expect(clippy::unused_self, reason = "the interface of the one with a compiler")]
    pub(in crate::app) fn take_warning(&mut self) -> Option<String> {
        None
    }
}
