//! Writes what the effects gave.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use effectc::emit::{OutputFile, write_whole};

use super::depfile::Rule;
use super::inputs::Input;
use super::report::{Report, chain};

/// Writes effects into a folder, one after the other.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    out_dir: &'a Path,
    /// What was written for which files, by effect.
    pub(super) rules: Vec<(PathBuf, Rule)>,
}

impl<'a> Writer<'a> {
    /// # Errors
    /// When two of the effects would write the same files.
    pub(super) fn new(out_dir: &'a Path, inputs: &[Input]) -> Result<Self, String> {
        let mut paths: HashMap<(&Path, Option<&OsStr>), &Path> = HashMap::new();
        for input in inputs {
            let output = (input.folder.as_path(), input.path.file_stem());
            if let Some(first) = paths.insert(output, &input.path) {
                return Err(format!(
                    "{} and {} would both write {}.*; name the folder that they are in, and their output keeps its folders",
                    first.display(),
                    input.path.display(),
                    out_dir.join(&input.folder).join(output.1.unwrap_or_default()).display(),
                ));
            }
        }
        Ok(Self { out_dir, rules: Vec::new() })
    }

    /// Writes the files of one effect, all or none.
    ///
    /// # Errors
    /// What the file system says.
    pub(super) fn write(&mut self, report: &Report) -> Result<(), String> {
        let files = report.files.as_ref().map_err(Clone::clone)?;
        let folder = self.out_dir.join(&report.input.folder);
        make_folder(&folder)?;
        write_whole(&folder, files).map_err(|error| chain(&error))?;
        let outputs: Vec<PathBuf> = files.iter().map(|it| folder.join(&it.name)).collect();
        let rule = Rule { outputs, inputs: report.dependencies.clone() };
        self.rules.push((report.input.path.clone(), rule));
        Ok(())
    }
}

/// Writes one file, whole or not at all, and makes its folder.
///
/// # Errors
/// What the file system says.
pub(super) fn write_text(path: &Path, text: String) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
    // A pipe or a device is written to; a file that took its name would not reach its reader.
    if std::fs::metadata(path).is_ok_and(|it| !it.is_file() && !it.is_dir()) {
        return std::fs::write(path, text).map_err(fault);
    }
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some(name) = path.file_name().and_then(OsStr::to_str) else {
        return std::fs::write(path, text).map_err(fault);
    };
    make_folder(folder)?;
    let file = OutputFile { name: name.to_owned(), content: text.into_bytes() };
    write_whole(folder, &[file]).map_err(|error| chain(&error))
}

fn make_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder)
        .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))
}
