//! The one integration-test binary of the package.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

mod support;
mod tidy;
