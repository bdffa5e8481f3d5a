//! [`ImportError`]: what is wrong in a model file, and where.

use std::path::PathBuf;

/// Why a model file was refused. The file itself is named by [`AssetError`](crate::asset::AssetError).
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The GLB container around the document is broken.
    #[error("GLB container: {problem}")]
    Container {
        /// What was found and what was expected.
        problem: String,
    },
    /// The document is no JSON.
    #[error("the document is not valid JSON")]
    Json {
        /// Line, column and what was expected there.
        #[source]
        source: serde_json::Error,
    },
    /// The document is no text that can be read.
    #[error("{problem}")]
    Text {
        /// What was found and what was expected.
        problem: String,
    },
    /// The document is no XML.
    #[error("the document is not valid XML")]
    Xml {
        /// What is wrong, at which line and column.
        #[source]
        source: roxmltree::Error,
    },
    /// The FBX file is broken, or of a version that is not read.
    #[error("{problem}")]
    Fbx {
        /// What was found, in the words of the library that reads FBX.
        problem: String,
    },
    /// A thing in the document breaks a rule of its format or a limit of this program.
    #[error("{at}: {problem}")]
    Element {
        /// The thing, from the outside in: `animation 0 'Run' channel 4, accessor 12`.
        at: String,
        /// What was found and what was expected.
        problem: String,
    },
    /// The file cannot be understood without extensions that this program lacks.
    #[error("the file requires {}, which this program does not support", names.join(", "))]
    RequiredExtensions {
        /// Names of the extensions.
        names: Vec<String>,
    },
    /// A file that the document names cannot be read.
    #[error("{at}: cannot read '{}'", path.display())]
    Read {
        /// The buffer or image.
        at: String,
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// An image is broken or in a format that is not supported.
    #[error("{at}: cannot decode the image (PNG, JPEG, TGA or BMP expected)")]
    Image {
        /// The image.
        at: String,
        /// What the decoder said.
        #[source]
        source: image::ImageError,
    },
}

/// Shorthand of the importer's modules.
pub(in crate::asset) type Result<T, E = ImportError> = std::result::Result<T, E>;

/// An error about one thing of the document.
pub(in crate::asset) fn fault(at: impl Into<String>, problem: impl Into<String>) -> ImportError {
    ImportError::Element { at: at.into(), problem: problem.into() }
}

/// Names the thing that uses the faulty one.
pub(in crate::asset) trait Within<T> {
    /// Puts `outer()` in front of the place that the error names.
    fn within(self, outer: impl FnOnce() -> String) -> Result<T>;
}

impl<T> Within<T> for Result<T> {
    fn within(self, outer: impl FnOnce() -> String) -> Self {
        self.map_err(|error| match error {
            ImportError::Element { at, problem } => {
                ImportError::Element { at: format!("{}, {at}", outer()), problem }
            }
            other => other,
        })
    }
}

/// `node 3 'Hips'`, or `node 3` for a nameless one.
pub(in crate::asset) fn label(kind: &str, index: usize, name: Option<&str>) -> String {
    match name {
        Some(name) if !name.is_empty() => format!("{kind} {index} '{name}'"),
        _ => format!("{kind} {index}"),
    }
}
