//! Writes what the effects gave.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use effectc::emit::write_whole;

use super::depfile::Rule;
use super::inputs::Input;
use super::report::{Report, chain};

/// Writes effects into a folder, one after the other.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    out_dir: &'a Path,
    /// What was written for which files.
    pub(super) rules: Vec<Rule>,
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
        self.rules.push(Rule { outputs, inputs: report.dependencies.clone() });
        Ok(())
    }
}

pub(super) fn make_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder)
        .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))
}
