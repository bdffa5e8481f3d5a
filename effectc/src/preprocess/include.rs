//! Finds and reads the files that an effect includes.

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::{MAX_INCLUDE_DEPTH, Preprocessor};
use crate::check::nearest::nearest;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// Most names of a folder that are looked at.
const MAX_NAMES: usize = 10_000;

/// Reads files by path. An error of kind `NotFound` means that the next place is tried.
pub trait IncludeLoader {
    /// Returns the file's raw content.
    ///
    /// # Errors
    /// When it does not exist or cannot be read.
    fn load(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Returns where a path leads in the end, links and `..` followed, for comparing it with other files and with the
    /// folders that files may come from. No default: a loader that reads through links and forgets them here would let
    /// files in from anywhere.
    ///
    /// # Errors
    /// When there is no such file.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf>;

    /// Returns the names of the files in a folder, for messages about one that is not there; none where that is not
    /// known.
    fn names_in(&self, folder: &Path) -> Vec<String> {
        let _ = folder;
        Vec::new()
    }
}

/// The file beside one that is not there whose name is most like its name, if one is like it enough. Extensions must be
/// the same.
pub fn nearest_file(loader: &dyn IncludeLoader, path: &Path) -> Option<String> {
    const LEAST_STEM_BYTES: usize = 3;
    let parts = |name: &str| -> Option<(String, String)> {
        let (stem, extension) = name.rsplit_once('.')?;
        Some((stem.to_owned(), extension.to_ascii_lowercase()))
    };
    let (stem, extension) = parts(path.file_name()?.to_str()?)?;
    if stem.len() < LEAST_STEM_BYTES {
        return None;
    }
    let mut names = loader.names_in(path.parent()?);
    names.sort();
    let alike = names.iter().filter_map(|name| {
        let (beside, of) = parts(name)?;
        (of == extension).then_some((beside, name))
    });
    let alike: Vec<(String, &String)> = alike.collect();
    let found = nearest(&stem, alike.iter().map(|it| it.0.as_str()))?;
    alike.iter().find(|it| it.0 == found).map(|it| it.1.clone())
}

/// Reads from the file system. Where no file has the exact name, one that differs only in case is taken, as on
/// the system that effects come from.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskLoader;

impl IncludeLoader for DiskLoader {
    fn load(&self, path: &Path) -> io::Result<Vec<u8>> {
        match read_regular(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let found = find_ignoring_case(path).ok_or(error)?;
                read_regular(&found)
            }
            outcome => outcome,
        }
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        match std::fs::canonicalize(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                std::fs::canonicalize(find_ignoring_case(path).ok_or(error)?)
            }
            outcome => outcome,
        }
    }

    fn names_in(&self, folder: &Path) -> Vec<String> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.take(MAX_NAMES).filter_map(|it| it.file_name().into_string().ok()).collect()
    }
}

fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    if metadata.len() > crate::source::MAX_FILE_BYTES as u64 {
        return Err(io::Error::other("larger than a source file may be"));
    }
    std::fs::read(path)
}

/// Walks down from the root, taking in each folder the one entry that matches when case is ignored.
fn find_ignoring_case(path: &Path) -> Option<PathBuf> {
    let mut found = PathBuf::new();
    for component in path.components() {
        let exact = found.join(component);
        let Component::Normal(wanted) = component else {
            found = exact;
            continue;
        };
        if exact.exists() {
            found = exact;
            continue;
        }
        let folder = if found.as_os_str().is_empty() { Path::new(".") } else { found.as_path() };
        let wanted = wanted.to_string_lossy().to_lowercase();
        let mut names: Vec<_> = std::fs::read_dir(folder)
            .ok()?
            .filter_map(|entry| Some(entry.ok()?.file_name()))
            .filter(|name| name.to_string_lossy().to_lowercase() == wanted)
            .collect();
        names.sort();
        found = found.join(names.first()?);
    }
    Some(found)
}

/// Files in memory, for tests and for callers that have them there.
#[derive(Clone, Debug, Default)]
pub struct MemoryLoader {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl MemoryLoader {
    /// Makes a loader of these files.
    pub fn new<P: Into<PathBuf>, B: Into<Vec<u8>>>(
        files: impl IntoIterator<Item = (P, B)>,
    ) -> Self {
        let files = files.into_iter().map(|(path, bytes)| (path.into(), bytes.into()));
        Self { files: files.collect() }
    }
}

impl IncludeLoader for MemoryLoader {
    fn load(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.files.get(&identity(path)).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(identity(path))
    }

    fn names_in(&self, folder: &Path) -> Vec<String> {
        let folder = identity(folder);
        let beside = self.files.keys().filter(|it| it.parent() == Some(folder.as_path()));
        beside.filter_map(|it| Some(it.file_name()?.to_str()?.to_owned())).collect()
    }
}

/// The path without `.` and, by name only, without `..`: two spellings of one file compare equal.
pub(super) fn identity(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(clean.components().next_back(), Some(Component::Normal(_))) =>
            {
                clean.pop();
            }
            other => clean.push(other),
        }
    }
    clean
}

/// Whether a clean path lies in a clean folder. The empty path is the current folder.
fn is_below(path: &Path, folder: &Path) -> bool {
    let leaves = path.components().any(|it| matches!(it, Component::ParentDir));
    match folder.as_os_str().is_empty() {
        true => path.is_relative() && !leaves,
        false => path.starts_with(folder),
    }
}

impl Preprocessor<'_> {
    pub(super) fn load_main(&mut self, path: &Path) -> Option<FileId> {
        let content = match self.loader.load(path) {
            Ok(content) => content,
            Err(error) => {
                let message = format!("cannot read {}: {error}", path.display());
                let mut error = Diagnostic::error_without_place(message).with_code("file");
                if let Some(near) = nearest_file(self.loader, path) {
                    error = error.with_help(format!("did you mean `{near}`?"));
                }
                self.diagnostics.push(error);
                return None;
            }
        };
        self.dependencies.push(path.to_owned());
        match self.sources.add(path, content) {
            Ok(file) => {
                let identity = self.identity(path);
                self.loaded.insert(identity, file);
                Some(file)
            }
            Err(error) => {
                let error = Diagnostic::error_without_place(error.to_string());
                self.diagnostics.push(error.with_code("file"));
                None
            }
        }
    }

    /// What a path is known by: where it leads in the end, so that two spellings of one file are one, links followed
    /// and, where the system has names so, in any case of letters.
    pub(super) fn identity(&mut self, path: &Path) -> PathBuf {
        if let Some(known) = self.identities.get(path) {
            return known.clone();
        }
        let found = self.loader.real_path(path).unwrap_or_else(|_| identity(path));
        self.identities.insert(path.to_owned(), found.clone());
        found
    }

    /// Runs `#include "name"` (or `<name>`) written at `span`.
    pub(super) fn include(&mut self, name: &[u8], span: Span) {
        let name = String::from_utf8_lossy(name).replace('\\', "/");
        if name.trim().is_empty() {
            self.error(span, "`#include` names no file");
            return;
        }
        if self.open_files.len() >= MAX_INCLUDE_DEPTH {
            self.stop(span, format!("includes nest deeper than {MAX_INCLUDE_DEPTH} files"));
            return;
        }
        // The folder of the file first, then those of the files that include it, as fxc's own include handler does.
        let folders = self.open_files.iter().rev().map(|it| &it.folder);
        let mut places: Vec<PathBuf> = Vec::new();
        for dir in folders.chain(&self.options.include_dirs) {
            let place = dir.join(&name);
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let mut outside: Vec<PathBuf> = Vec::new();
        for place in &places {
            let identity = self.identity(place);
            if self.read_once.contains(&identity) {
                return;
            }
            if let Some(&file) = self.loaded.get(&identity) {
                self.enter(file, place, &identity, span);
                return;
            }
            let Some(real_place) = self.allowed(place) else {
                outside.push(place.clone());
                continue;
            };
            match self.loader.load(&real_place) {
                Ok(content) => {
                    self.dependencies.push(place.clone());
                    match self.sources.add(place, content) {
                        Ok(file) => {
                            self.loaded.insert(identity.clone(), file);
                            self.enter(file, place, &identity, span);
                        }
                        Err(error) => self.error(span, error.to_string()),
                    }
                    return;
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    self.error(span, format!("cannot read {}: {error}", place.display()));
                    return;
                }
            }
        }
        let mut error = Diagnostic::error(span, format!("cannot find the include file `{name}`"))
            .with_code("preprocess");
        for place in &places {
            let place_text = place.display();
            error = error.with_note(match outside.contains(place) {
                false => format!("looked at {place_text}"),
                true => format!(
                    "not looked at {place_text}: outside the folders that files may come from"
                ),
            });
        }
        let mut inside = places.iter().filter(|it| !outside.contains(*it));
        if let Some(near) = inside.find_map(|it| nearest_file(self.loader, it)) {
            error = error.with_help(format!("did you mean `{near}`?"));
        }
        self.diagnostics.push(error);
        self.incomplete = true;
    }

    /// The path to read a file from, or none when it lies outside the folders that files may come from. With such
    /// folders a file is read from where its path leads in the end, so that no link leads out of them.
    fn allowed(&self, place: &Path) -> Option<PathBuf> {
        let Some(roots) = &self.options.sandbox else { return Some(place.to_owned()) };
        let real = |path: &Path| self.loader.real_path(path).ok();
        // What is not there has no real path, and reading it will find that out.
        let Some(real_place) = real(place) else {
            let is_inside = roots.iter().any(|root| is_below(&identity(place), &identity(root)));
            return is_inside.then(|| place.to_owned());
        };
        let is_inside =
            roots.iter().filter_map(|root| real(root)).any(|root| is_below(&real_place, &root));
        is_inside.then_some(real_place)
    }

    fn enter(&mut self, file: FileId, path: &Path, identity: &Path, span: Span) {
        // A file that includes itself through others is harmless when its guard empties it. Should what looks
        // like a guard be none, the depth of includes ends it.
        let is_guarded =
            self.guards.get(identity).is_some_and(|guard| self.macros.contains_key(guard));
        let position = self.open_files.iter().position(|open| open.identity == identity);
        if let Some(position) = position.filter(|_| !is_guarded) {
            let mut error =
                Diagnostic::error(span, format!("`{}` includes itself", path.display()))
                    .with_code("preprocess");
            let chain: Vec<Span> = self.open_files[position + 1..]
                .iter()
                .filter_map(|open| open.included_at)
                .collect();
            for step in chain {
                error = error.with_note_at(step, "on the way through this include");
            }
            self.diagnostics
                .push(error.with_help("guard the file with `#ifndef` or `#pragma once`"));
            return;
        }
        self.run_file(file, path, identity, Some(span));
    }
}
