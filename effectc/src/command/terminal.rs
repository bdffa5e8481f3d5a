//! Where text goes: stderr with colours or without, stdout, a bar while there is work.

use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::arguments::{Arguments, Format, When};

/// The streams of the process, and how the user wants them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terminal {
    /// Whether messages have colours.
    pub(super) is_coloured: bool,
    has_bar: bool,
}

impl Terminal {
    pub(super) fn new(arguments: &Arguments) -> Self {
        let is_set = |name| std::env::var_os(name).is_some_and(|it| !it.is_empty());
        let is_terminal = std::io::stderr().is_terminal();
        let is_dumb = std::env::var_os("TERM").is_some_and(|it| it == "dumb");
        let is_coloured = match arguments.color {
            When::Always => true,
            When::Never => false,
            When::Auto => is_terminal && !is_dumb && !is_set("NO_COLOR"),
        };
        let wants_bar = arguments.format == Format::Human && !arguments.quiet;
        Self { is_coloured, has_bar: is_terminal && !is_dumb && wants_bar }
    }

    /// A bar on stderr for so many files; it shows itself once the work takes long enough to be waited for.
    pub(super) fn bar(self, length: usize) -> ProgressBar {
        if !self.has_bar || length < 2 {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::with_draw_target(
            Some(length as u64),
            ProgressDrawTarget::stderr_with_hz(10),
        );
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(100));
        bar
    }
}

/// Writes to stderr.
pub(super) fn to_stderr(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes()); // there is nowhere else to complain
}

/// Writes to stdout.
///
/// # Errors
/// When it takes no more, a full disk say.
pub(super) fn to_stdout(text: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // A reader that went away, as `head` does, is no trouble of ours.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write to standard output: {error}"))
        }
        _ => Ok(()),
    }
}
