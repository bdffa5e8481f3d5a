//! Integration tests.

#![expect(clippy::unwrap_used, reason = "tests may panic")]

mod bake_models;
mod golden_poses;
mod import_golden;
mod models_import;
mod support;
