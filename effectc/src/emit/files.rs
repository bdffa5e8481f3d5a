//! The files of a compiled effect, and writing them whole or not at all.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::compile::Output;
use crate::effect::{Effect, EffectError};
use crate::emit::rust::rust_module;

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EmitKind {
    /// SPIR-V modules, one a shader.
    Spirv,
    /// Reflection as JSON.
    Reflection,
    /// Lowered HLSL, one a shader, for people to read.
    Hlsl,
    /// Rust structs and constants.
    Rust,
}

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    /// Its name, without a folder.
    pub name: String,
    /// What is in it.
    pub content: Vec<u8>,
}

/// Why writing failed.
#[derive(Debug, thiserror::Error)]
pub enum EmitError {
    /// The effect has no JSON form.
    #[error("cannot write the reflection of `{effect}`")]
    Reflection {
        /// The effect.
        effect: String,
        /// Why.
        #[source]
        source: EffectError,
    },
    /// The file system refused.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
}

/// Gives the files of an effect. Equal effects give equal bytes.
///
/// # Errors
/// When the effect has no JSON form.
pub fn output_files(
    effect: &Effect,
    output: &Output,
    kinds: &[EmitKind],
) -> Result<Vec<OutputFile>, EmitError> {
    let mut files = Vec::new();
    let mut add = |name: String, content: Vec<u8>| files.push(OutputFile { name, content });
    // Rust includes the JSON and the modules, so it brings them along.
    let wants = |kind| kinds.contains(&kind) || kinds.contains(&EmitKind::Rust);
    if wants(EmitKind::Reflection) {
        let json = effect
            .to_json()
            .map_err(|source| EmitError::Reflection { effect: effect.name.clone(), source })?;
        add(format!("{}.json", effect.name), (json + "\n").into_bytes());
    }
    if wants(EmitKind::Spirv) {
        for shader in &effect.shaders {
            let bytes = shader.words.iter().flat_map(|it| it.to_le_bytes()).collect();
            add(shader.file.clone(), bytes);
        }
    }
    if kinds.contains(&EmitKind::Hlsl) {
        for lowered in &output.lowered {
            add(lowered.file.clone(), lowered.text().into_bytes());
        }
    }
    if kinds.contains(&EmitKind::Rust) {
        add(format!("{}.rs", effect.name), rust_module(effect).into_bytes());
    }
    Ok(files)
}

/// Writes files into a folder that exists. Each appears whole or not at all, and none before all of them lie in the
/// folder under other names; one that has the same bytes already is left as it is.
///
/// # Errors
/// When the file system refuses. Nothing is written then, unless it refuses only the last step, a rename.
pub fn write_whole(folder: &Path, files: &[OutputFile]) -> Result<(), EmitError> {
    let mut waiting = Vec::new();
    for file in files {
        let path = folder.join(&file.name);
        if std::fs::read(&path).is_ok_and(|it| it == file.content) {
            continue;
        }
        let write = || {
            if path.is_dir() {
                return Err(std::io::Error::from(std::io::ErrorKind::IsADirectory));
            }
            let mut temporary = temporary_file(folder)?;
            temporary.write_all(&file.content)?;
            temporary.as_file().sync_all()?;
            Ok(temporary)
        };
        match write() {
            Ok(temporary) => waiting.push((temporary, path)),
            Err(source) => return Err(EmitError::Write { path, source }),
        }
    }
    for (temporary, path) in waiting {
        if let Err(error) = temporary.persist(&path) {
            return Err(EmitError::Write { path, source: error.error });
        }
    }
    Ok(())
}

/// A temporary file that, once it has its name, is as readable as any other the user makes.
fn temporary_file(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The system takes the user's mask off these.
        let permissions = std::fs::Permissions::from_mode(0o666);
        tempfile::Builder::new().permissions(permissions).tempfile_in(folder)
    }
    #[cfg(not(unix))]
    tempfile::Builder::new().tempfile_in(folder)
}
