//! Integration tests.

#![expect(clippy::unwrap_used, reason = "tests may panic")]

mod models_import;
