//! [`Progress`]: a bar for work that takes long, on a terminal only.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Work that is over before shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);

/// A bar on stderr while clips are worked on. Where stderr is no terminal it stays silent.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    start: Instant,
}

impl Progress {
    /// A bar for so many clips; `what` says what is done with them.
    pub(super) fn new(what: &'static str, clip_count: usize) -> Self {
        let bar = ProgressBar::new(clip_count as u64).with_message(what);
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos} of {len} clips") {
            bar.set_style(style);
        }
        Self { bar, start: Instant::now() }
    }

    /// Says how many clips are done.
    pub(super) fn set_done(&self, clip_count: usize) {
        if self.start.elapsed() >= PATIENCE {
            self.bar.set_position(clip_count as u64);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
