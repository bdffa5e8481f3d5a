//! Finds the models that the project's own repository does not carry.

use std::path::{Path, PathBuf};

/// The folder with the models: `SINEW_MODELS`, or `shared/models` beside the checkout. Without either, `None`,
/// and a line that says that the test ran on no model; a folder that is named but is not there fails the test.
#[expect(clippy::print_stderr, reason = "says that no model ran")]
#[track_caller]
pub(crate) fn models_dir() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("SINEW_MODELS") {
        let folder = PathBuf::from(folder);
        assert!(
            folder.join("models.tsv").is_file(),
            "SINEW_MODELS names {}, which has no models.tsv",
            folder.display()
        );
        return Some(folder);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/models");
    let found = folder.is_dir().then_some(folder);
    if found.is_none() {
        eprintln!("0 models run: neither SINEW_MODELS nor ../shared/models is there");
    }
    found
}
