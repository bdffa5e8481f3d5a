//! Finds the models that the project's own repository does not carry.

use std::path::{Path, PathBuf};

/// The folder with the models: `SINEW_MODELS`, or `shared/models` beside the checkout.
///
/// Fails the test where neither is there.
pub(crate) fn models_dir() -> PathBuf {
    let folder = std::env::var_os("SINEW_MODELS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/models"),
        PathBuf::from,
    );
    assert!(
        folder.join("models.tsv").is_file(),
        "no models in {}; set SINEW_MODELS to the folder that holds models.tsv",
        folder.display()
    );
    folder
}
