//! What came of one effect, as plain data that threads may hand over.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use effectc::Output;
use effectc::diagnostic::{Diagnostic, JsonDiagnostic};
use effectc::effect::Effect;
use effectc::emit::{EmitKind, OutputFile, output_files, summary};
use effectc::preprocess::{DiskLoader, IncludeLoader};
use effectc::remember::Made;
use serde::{Deserialize, Serialize};

use super::inputs::Input;

/// What came of one effect.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) input: Input,
    /// Messages for people.
    pub(super) text: String,
    /// What is in the effect, for people.
    pub(super) summary: String,
    /// Messages and effect for programs.
    pub(super) json: JsonFile,
    pub(super) techniques: usize,
    pub(super) shaders: usize,
    pub(super) warnings: usize,
    pub(super) errors: usize,
    /// From opening the file to having everything of it.
    pub(super) time: Duration,
    /// What to write; why there is nothing, if the effect has no form for it.
    pub(super) files: Result<Vec<OutputFile>, String>,
    /// Every file that was read, the effect first.
    pub(super) dependencies: Vec<PathBuf>,
    /// Every place where a file was looked for, and what was there.
    pub(super) seen: BTreeMap<PathBuf, Stamp>,
}

/// Messages and effect as plain data.
#[derive(Debug, Serialize)]
pub(super) struct JsonFile {
    pub(super) file: String,
    pub(super) diagnostics: Vec<JsonDiagnostic>,
    pub(super) effect: Option<Effect>,
}

/// What `--format json` prints.
#[derive(Debug, Serialize)]
pub(super) struct JsonReport<'r> {
    /// Changes with the shape of this.
    pub(super) version: u32,
    pub(super) files: Vec<&'r JsonFile>,
    /// Why the command could not do its work: a file that is missing, a folder that cannot be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<&'r str>,
}

impl<'r> JsonReport<'r> {
    /// The object of a command that could not do its work.
    pub(super) fn of_error(error: &'r str) -> Self {
        Self { version: JSON_VERSION, files: Vec::new(), error: Some(error) }
    }

    /// One object as text; in one line, if more follow.
    ///
    /// # Errors
    /// What JSON has no form for.
    pub(super) fn text(&self, is_line: bool) -> Result<String, String> {
        let text = match is_line {
            true => serde_json::to_string(self),
            false => serde_json::to_string_pretty(self),
        };
        text.map(|it| it + "\n").map_err(|error| format!("cannot write JSON: {error}"))
    }
}

/// The version of [`JsonReport`].
pub(super) const JSON_VERSION: u32 = 1;

impl Report {
    pub(super) fn new(
        input: &Input,
        output: Output,
        seen: BTreeMap<PathBuf, Stamp>,
        wishes: &Wishes,
    ) -> Self {
        let render = |it: &Diagnostic| match wishes.is_coloured {
            true => it.render_coloured(&output.sources),
            false => it.render(&output.sources),
        };
        let errors = output.diagnostics.iter().filter(|it| it.is_error()).count();
        let warnings = output.diagnostics.len() - errors;
        let is_faulty = errors > 0 || (wishes.deny_warnings && warnings > 0);
        let effect = output.effect.as_ref().filter(|_| !is_faulty);
        let kinds = wishes.emit.as_deref();
        let files = effect.zip(kinds).map_or_else(
            || Ok(Vec::new()),
            |(effect, kinds)| output_files(effect, &output, kinds).map_err(|it| chain(&it)),
        );
        let diagnostics = match wishes.json {
            true => output.diagnostics.iter().map(|it| it.to_json(&output.sources)).collect(),
            false => Vec::new(),
        };
        Self {
            input: input.clone(),
            text: output.diagnostics.iter().map(render).collect(),
            summary: effect.map_or_else(String::new, summary),
            techniques: output.effect.as_ref().map_or(0, |it| it.techniques.len()),
            shaders: output.effect.as_ref().map_or(0, |it| it.shaders.len()),
            warnings,
            errors,
            time: Duration::ZERO,
            files,
            json: JsonFile {
                file: input.path.display().to_string(),
                diagnostics,
                effect: output.effect.filter(|_| wishes.json && !is_faulty),
            },
            dependencies: output.dependencies,
            seen,
        }
    }

    /// Takes it apart into what can be remembered; not what `--format json` and `--watch` need besides.
    pub(super) fn into_made(self, is_lasting: bool) -> Made<Facts> {
        let is_lasting = is_lasting && self.files.is_ok();
        let trouble = self.files.as_ref().err().cloned();
        let facts = Facts {
            text: self.text,
            summary: self.summary,
            contents: [self.techniques, self.shaders],
            problems: [self.warnings, self.errors],
            dependencies: self.dependencies,
            trouble,
        };
        Made { result: facts, files: self.files.unwrap_or_default(), is_lasting }
    }

    /// Puts it together again.
    pub(super) fn from_made(input: &Input, made: Made<Facts>) -> Self {
        let facts = made.result;
        let file = input.path.display().to_string();
        Self {
            input: input.clone(),
            text: facts.text,
            summary: facts.summary,
            json: JsonFile { file, diagnostics: Vec::new(), effect: None },
            techniques: facts.contents[0],
            shaders: facts.contents[1],
            warnings: facts.problems[0],
            errors: facts.problems[1],
            time: Duration::ZERO,
            files: facts.trouble.map_or(Ok(made.files), Err),
            dependencies: facts.dependencies,
            seen: BTreeMap::new(),
        }
    }

    /// Whether it counts as an error.
    pub(super) fn is_faulty(&self, deny_warnings: bool) -> bool {
        self.errors > 0 || (deny_warnings && self.warnings > 0)
    }
}

/// What is remembered of a report.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Facts {
    text: String,
    summary: String,
    /// Techniques and shaders.
    contents: [usize; 2],
    /// Warnings and errors.
    problems: [usize; 2],
    dependencies: Vec<PathBuf>,
    /// Why there are no files; never remembered.
    trouble: Option<String>,
}

/// What is wanted of a report.
#[derive(Debug)]
pub(super) struct Wishes {
    pub(super) is_coloured: bool,
    pub(super) deny_warnings: bool,
    /// What to write, if anything.
    pub(super) emit: Option<Vec<EmitKind>>,
    pub(super) json: bool,
}

/// Tells two states of a file apart; none where there is no file.
pub(super) type Stamp = Option<(SystemTime, u64)>;

/// The state of a file now.
pub(super) fn stamp(path: &Path) -> Stamp {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

/// Reads files, and notes where it looked.
#[derive(Debug, Default)]
pub(super) struct NotingLoader {
    seen: RefCell<BTreeMap<PathBuf, Stamp>>,
}

impl NotingLoader {
    pub(super) fn into_seen(self) -> BTreeMap<PathBuf, Stamp> {
        self.seen.into_inner()
    }
}

impl IncludeLoader for NotingLoader {
    fn load(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        // Before it is read: a change in between is then seen as one.
        self.seen.borrow_mut().entry(path.to_owned()).or_insert_with(|| stamp(path));
        DiskLoader.load(path)
    }

    fn names_in(&self, folder: &Path) -> Vec<String> {
        DiskLoader.names_in(folder)
    }

    fn real_path(&self, path: &Path) -> std::io::Result<PathBuf> {
        let real = DiskLoader.real_path(path);
        // A link too may lead elsewhere later. A folder changes with every file in it, and says nothing.
        if !real.as_ref().is_ok_and(|it| it.is_dir()) {
            self.seen.borrow_mut().entry(path.to_owned()).or_insert_with(|| stamp(path));
        }
        real
    }
}

/// An error and its causes.
pub(super) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        text.push_str(&format!(": {source}"));
        next = source.source();
    }
    text
}
