//! [`AssetError`]: why a model file could not become plain data.

use std::path::PathBuf;

use super::ImportError;

/// Why [`load()`](super::load()) gave no model. Each variant names the file; the cause is in `source`.
#[derive(Debug, thiserror::Error)]
pub enum AssetError {
    /// The file is missing, is no regular file or cannot be read.
    #[error("cannot read the model '{}'", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// The file is larger than an importer takes.
    #[error(
        "the model '{}' has {size_bytes} bytes; at most {limit_bytes} are read",
        path.display()
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        size_bytes: u64,
        /// The limit.
        limit_bytes: u64,
    },
    /// Neither the extension nor the first bytes are those of a supported format.
    #[error(
        "'{}' is {found}; supported are glTF 2.0, COLLADA and FBX files (.glb, .gltf, .dae, .fbx)",
        path.display()
    )]
    UnsupportedFormat {
        /// The file.
        path: PathBuf,
        /// What it seems to be.
        found: String,
    },
    /// A file that clips were to come from has none.
    #[error("'{}' has no clips to play with '{model}'", path.display())]
    NoClips {
        /// The file.
        path: PathBuf,
        /// Name of the model that they were for.
        model: String,
    },
    /// A file with the clips of another skeleton.
    #[error(
        "the clips of '{}' do not fit '{model}': none of the {joint_count} joints that they move \
         (such as {examples}) has a namesake among the {model_joint_count} of the model (such as {model_examples})",
        path.display()
    )]
    OtherSkeleton {
        /// The file with the clips.
        path: PathBuf,
        /// Name of the model.
        model: String,
        /// Joints that the clips move.
        joint_count: usize,
        /// Names of some of them.
        examples: String,
        /// Joints of the model.
        model_joint_count: usize,
        /// Names of some of them.
        model_examples: String,
    },
    /// A file that breaks the rules of its format or a limit of this program.
    #[error("cannot import '{}'", path.display())]
    Import {
        /// The file.
        path: PathBuf,
        /// The fault and its place in the file.
        #[source]
        source: ImportError,
    },
}
