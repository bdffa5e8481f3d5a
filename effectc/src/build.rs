//! For build scripts: compiles every effect of a folder into `OUT_DIR`.
//!
//! ```text
//! build.rs                                   lib.rs
//! effectc::build::compile_folder(            pub mod effects {
//!     "shaders_hlsl", out_dir, &options)         include!(concat!(env!("OUT_DIR"), "/effects.rs"));
//!                                            }
//! ```

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::compile::{Options, Output, compile};
use crate::emit::OutputFile;
use crate::emit::{EmitError, EmitKind, module_name, output_files, rust_module, write_whole};

/// Why a folder was not compiled.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The folder cannot be read.
    #[error("cannot read the folder {}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// Effects have errors; cargo was told each.
    #[error("{0} of the effects have errors")]
    Effects(usize),
    /// Two effects give the same module.
    #[error("{first} and {second} would both be the Rust module `{module}`")]
    SameModule {
        /// One file.
        first: String,
        /// The other file.
        second: String,
        /// The module.
        module: String,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Emit(#[from] EmitError),
}

/// Compiles every `.fx` file of a folder, in order of name, and writes JSON, SPIR-V and `effects.rs` with one
/// module an effect into `out_dir`. Nothing is written when one of them has errors. Errors, warnings and the
/// files to watch are printed for cargo.
///
/// # Errors
/// See [`BuildError`].
pub fn compile_folder(folder: &Path, out_dir: &Path, options: &Options) -> Result<(), BuildError> {
    let trouble = |source| BuildError::Folder { path: folder.to_owned(), source };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(trouble)? {
        let path = entry.map_err(trouble)?.path();
        if path.extension().is_some_and(|it| it.eq_ignore_ascii_case("fx")) {
            paths.push(path);
        }
    }
    paths.sort();
    tell(&format!("rerun-if-changed={}", folder.display()));
    let mut files = Vec::new();
    let mut index = String::from("// Made by effectc. Edit the effects, not this file.\n");
    let mut modules: Vec<(String, String)> = Vec::new();
    let mut faulty = 0;
    for path in &paths {
        let output = compile(path, options);
        report(&output);
        let Some(effect) = &output.effect else {
            faulty += 1;
            continue;
        };
        let module = module_name(&effect.name);
        let file = path.display().to_string();
        if let Some((_, first)) = modules.iter().find(|(it, _)| *it == module) {
            return Err(BuildError::SameModule { first: first.clone(), second: file, module });
        }
        let source = path.file_name().map_or_else(String::new, |it| it.to_string_lossy().into());
        let _ = write!(index, "\n/// The effect `{source}`.\npub mod {module} {{\n"); // to a String
        for line in rust_module(effect).lines() {
            let indent = if line.is_empty() { "" } else { "    " };
            let _ = writeln!(index, "{indent}{line}");
        }
        index.push_str("}\n");
        modules.push((module, file));
        files.extend(output_files(effect, &output, &[EmitKind::Reflection, EmitKind::Spirv])?);
    }
    if faulty > 0 {
        return Err(BuildError::Effects(faulty));
    }
    files.push(OutputFile { name: "effects.rs".to_owned(), content: index.into_bytes() });
    Ok(write_whole(out_dir, &files)?)
}

/// Tells cargo which files to watch and what is wrong. Cargo shows one line a message, so a text of several
/// lines is several messages.
fn report(output: &Output) {
    for path in &output.dependencies {
        tell(&format!("rerun-if-changed={}", path.display()));
    }
    for diagnostic in &output.diagnostics {
        let kind = if diagnostic.is_error() { "error" } else { "warning" };
        for line in diagnostic.render(&output.sources).lines() {
            tell(&format!("{kind}={line}"));
        }
    }
}

#[expect(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]
fn tell(what: &str) {
    println!("cargo::{what}");
}
