//! Integration tests.

#![expect(clippy::unwrap_used, reason = "tests may panic")]

mod import_golden;
mod models_import;
