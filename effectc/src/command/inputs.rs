//! The effects that the command line names.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use effectc::preprocess::{DiskLoader, nearest_file};

/// An effect to compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    /// Its path, as the user would write it.
    pub(super) path: PathBuf,
    /// Its folder below the one that was named; empty for a file that was named itself.
    pub(super) folder: PathBuf,
}

/// Finds all effects, those of a folder in order of their names. One that is named twice is there once.
///
/// # Errors
/// Which file or folder is missing, unreadable or empty.
pub(super) fn find(named: &[PathBuf]) -> Result<Vec<Input>, String> {
    let mut inputs = Vec::new();
    for path in named {
        match path.is_dir() {
            true => inputs.extend(in_folder(path)?),
            false => {
                check_file(path).map_err(|error| {
                    let near = nearest_file(&DiskLoader, path);
                    let near = near.map_or_else(String::new, |it| format!("; did you mean {it}?"));
                    format!("cannot read {}: {error}{near}", path.display())
                })?;
                inputs.push(Input { path: path.clone(), folder: PathBuf::new() });
            }
        }
    }
    let mut seen = HashSet::new();
    inputs.retain(|it| seen.insert(it.path.canonicalize().unwrap_or_else(|_| it.path.clone())));
    Ok(inputs)
}

/// Whether a file is one that folders are searched for.
pub(super) fn is_effect(path: &Path) -> bool {
    path.extension().is_some_and(|it| it.eq_ignore_ascii_case("fx"))
}

fn in_folder(folder: &Path) -> Result<Vec<Input>, String> {
    let mut inputs = Vec::new();
    for entry in walkdir::WalkDir::new(folder).follow_links(true).sort_by_file_name() {
        let entry = match entry {
            Ok(entry) => entry,
            // A link that leads back up: everything there is found without it. A link that leads nowhere is no effect.
            Err(error) if error.loop_ancestor().is_some() || is_dangling(&error) => continue,
            Err(error) => return Err(format!("cannot read {}: {error}", folder.display())),
        };
        if entry.file_type().is_file() && is_effect(entry.path()) {
            let below = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            let parent = below.parent().unwrap_or(Path::new("")).to_owned();
            inputs.push(Input { path: entry.into_path(), folder: parent });
        }
    }
    match inputs.is_empty() {
        true => Err(format!("there are no effects (.fx files) in {}", folder.display())),
        false => Ok(inputs),
    }
}

fn is_dangling(error: &walkdir::Error) -> bool {
    error.depth() > 0 && error.path().is_some_and(Path::is_symlink)
}

fn check_file(file: &Path) -> std::io::Result<()> {
    // Asked before it is opened: opening a pipe waits for somebody to write into it.
    match std::fs::metadata(file)?.is_file() {
        true => std::fs::File::open(file).map(drop),
        false => Err(std::io::Error::other("it is not a regular file")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_searched_and_nothing_is_there_twice() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir_all(root.join("b/c")).unwrap();
        for file in ["b/c/Z.FX", "b/a.fx", "b/notes.txt", "b/common.fxh", "z.fx"] {
            std::fs::write(root.join(file), "").unwrap();
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root, root.join("b/up")).unwrap();
            std::os::unix::fs::symlink(root.join("nowhere"), root.join("b/lost.fx")).unwrap();
        }
        let found = find(&[root.join("b/a.fx"), root.to_owned(), root.join("./z.fx")]).unwrap();
        let names: Vec<(String, String)> = found
            .iter()
            .map(|it| {
                let below = it.path.strip_prefix(root).unwrap();
                (below.display().to_string(), it.folder.display().to_string())
            })
            .collect();
        let expected = [("b/a.fx", ""), ("b/c/Z.FX", "b/c"), ("z.fx", "")]
            .map(|it| (it.0.into(), it.1.into()));
        assert_eq!(names, expected);

        let error = |path: PathBuf| find(&[path]).unwrap_err();
        std::fs::create_dir(root.join("empty")).unwrap();
        assert!(error(root.join("empty")).starts_with("there are no effects (.fx files) in "));
        assert!(error(root.join("no.fx")).starts_with("cannot read "));
        std::fs::write(root.join("particles.fx"), "").unwrap();
        std::fs::write(root.join("particle.fxh"), "").unwrap();
        let typo = error(root.join("particels.fx"));
        assert!(typo.ends_with("; did you mean particles.fx?"), "{typo}");
        assert!(!error(root.join("water.fx")).contains("did you mean"));
    }
}
