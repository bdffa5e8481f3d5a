//! The one integration-test binary of the package.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

mod gpu_frames;
mod support;
mod tidy;
