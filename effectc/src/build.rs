//! For build scripts: compiles every effect of a folder into `OUT_DIR`.
//!
//! ```text
//! build.rs                                   lib.rs
//! effectc::child_main();                     pub mod effects {
//! effectc::build::compile_folder(                include!(concat!(env!("OUT_DIR"), "/effects.rs"));
//!     "shaders_hlsl", out_dir, &options)     }
//! ```
//!
//! The first line lets the HLSL compiler run in processes of its own. What it gave is kept in `OUT_DIR`, so that after
//! an edit only the entry points that changed are compiled.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::compile::{Options, Output, compile_with};
use crate::emit::OutputFile;
use crate::emit::{EmitError, EmitKind, module_name, output_files, rust_module, write_whole};
use crate::parallel::in_order;
use crate::remember::{Made, remembered};
use crate::spirv::{Cache, Cached, DEFAULT_CACHE_BYTES, SpirvError};

/// Where results are kept, in the folder that is written to.
const CACHE_FOLDER: &str = "effectc-cache";

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
    /// The HLSL compiler does not start.
    #[error(transparent)]
    Compiler(#[from] SpirvError),
}

/// What came of one effect, besides files.
#[derive(Serialize, Deserialize)]
struct Built {
    /// What cargo is to be told.
    lines: Vec<String>,
    /// The name of its Rust module, and the module.
    module: Option<(String, String)>,
}

/// Compiles every `.fx` file of a folder, several at once, and writes JSON, SPIR-V and `effects.rs` with one
/// module an effect, in order of file name, into `out_dir`. Nothing is written when one of them has errors. Errors,
/// warnings and the files to watch are printed for cargo.
///
/// # Errors
/// See [`BuildError`].
pub fn compile_folder(folder: &Path, out_dir: &Path, options: &Options) -> Result<(), BuildError> {
    let paths = effects(folder)?;
    tell(&format!("rerun-if-changed={}", folder.display()));
    let compiler = crate::spirv::compiler(options.isolation)?;
    let cache_folder = options.cache.clone().unwrap_or_else(|| out_dir.join(CACHE_FOLDER));
    let cache = Cache::new(&cache_folder, DEFAULT_CACHE_BYTES);
    let cached = Cached::new(compiler.as_ref(), &cache);
    let trouble = Mutex::new(None);
    let work = |path: &PathBuf| {
        remembered(&cache, path, options, "build", |loader| {
            built(path, &compile_with(path, options, loader, &cached)).unwrap_or_else(|error| {
                *trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                Made {
                    result: Built { lines: Vec::new(), module: None },
                    files: Vec::new(),
                    is_lasting: false,
                }
            })
        })
    };
    let mut all = Vec::new();
    in_order(&paths, compiler.parallelism(), work, |it| {
        it.result.lines.iter().for_each(|line| tell(line));
        all.push(it);
    });
    if let Some(trouble) = trouble.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(trouble.into());
    }

    let faulty = all.iter().filter(|it| it.result.module.is_none()).count();
    let mut files = Vec::new();
    let mut index = String::from("// Made by effectc. Edit the effects, not this file.\n");
    let mut modules: Vec<(String, &PathBuf)> = Vec::new();
    for (path, built) in paths.iter().zip(all) {
        let Some((module, text)) = built.result.module else { continue };
        if let Some((_, first)) = modules.iter().find(|(it, _)| *it == module) {
            let (first, second) = (first.display().to_string(), path.display().to_string());
            return Err(BuildError::SameModule { first, second, module });
        }
        let source = path.file_name().map_or_else(String::new, |it| it.to_string_lossy().into());
        let _ = write!(index, "\n/// The effect `{source}`.\npub mod {module} {{\n"); // to a String
        for line in text.lines() {
            let indent = if line.is_empty() { "" } else { "    " };
            let _ = writeln!(index, "{indent}{line}");
        }
        index.push_str("}\n");
        modules.push((module, path));
        files.extend(built.files);
    }
    if faulty > 0 {
        return Err(BuildError::Effects(faulty));
    }
    files.push(OutputFile { name: "effects.rs".to_owned(), content: index.into_bytes() });
    Ok(write_whole(out_dir, &files)?)
}

/// The effects of a folder, in order of their names.
fn effects(folder: &Path) -> Result<Vec<PathBuf>, BuildError> {
    let trouble = |source| BuildError::Folder { path: folder.to_owned(), source };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(trouble)? {
        let path = entry.map_err(trouble)?.path();
        if path.extension().is_some_and(|it| it.eq_ignore_ascii_case("fx")) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Turns what compiling gave into plain data. Cargo is told which files to watch and what is wrong; it shows one
/// line a message, so a text of several lines is several messages.
fn built(path: &Path, output: &Output) -> Result<Made<Built>, EmitError> {
    let mut lines: Vec<String> = Vec::new();
    // A file that cannot be read is not among the dependencies, and is to be watched all the same.
    let others = output.dependencies.iter().filter(|it| it.as_path() != path);
    for file in std::iter::once(path).chain(others.map(PathBuf::as_path)) {
        lines.push(format!("rerun-if-changed={}", file.display()));
    }
    for diagnostic in &output.diagnostics {
        let kind = if diagnostic.is_error() { "error" } else { "warning" };
        let text = diagnostic.render(&output.sources);
        lines.extend(text.lines().map(|line| format!("{kind}={line}")));
    }
    let kinds = [EmitKind::Reflection, EmitKind::Spirv];
    let effect = output.effect.as_ref();
    let module = effect.map(|it| (module_name(&it.name), rust_module(it)));
    Ok(Made {
        files: match effect {
            Some(effect) => output_files(effect, output, &kinds)?,
            None => Vec::new(),
        },
        result: Built { lines, module },
        is_lasting: output.is_lasting(),
    })
}

#[expect(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]
fn tell(what: &str) {
    println!("cargo::{what}");
}
