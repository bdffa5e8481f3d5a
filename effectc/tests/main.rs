//! The integration tests of effectc, in one binary.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

mod back;
mod front;
mod texts;
