//! Integration tests.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

mod gpu_frames;
mod support;
