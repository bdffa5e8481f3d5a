//! Files to syntax tree and back.

mod entries;
mod errors;
mod forms;
mod hostile;
mod preprocessor;
mod roundtrip;
mod states;
mod tree;

use std::path::{Path, PathBuf};

use effectc::ast::Effect;
use effectc::diagnostic::{Diagnostic, render_all};
use effectc::parse::{ParsedEffect, parse_effect};
use effectc::preprocess::{DiskLoader, IncludeLoader, MemoryLoader, PreprocessOptions};
use effectc::source::SourceMap;

/// The folder of our sample effects.
fn samples_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/front/samples")
}

/// The sample effects that are read by themselves.
const SAMPLES: [&str; 5] = ["tween.fx", "compute.fx", "old.fx", "forms.fx", "monogame.fx"];

/// Parses a file of these, which include each other.
fn parse_files(files: &[(&str, &[u8])], options: &PreprocessOptions) -> (SourceMap, ParsedEffect) {
    let loader = MemoryLoader::new(files.iter().map(|&(path, bytes)| (path, bytes)));
    parse_with(&loader, options, Path::new(files[0].0))
}

fn parse_with(
    loader: &dyn IncludeLoader,
    options: &PreprocessOptions,
    path: &Path,
) -> (SourceMap, ParsedEffect) {
    let mut sources = SourceMap::new();
    let parsed = parse_effect(&mut sources, loader, options, path);
    (sources, parsed)
}

/// Parses one text, called `a.fx`.
fn parse_text(text: &str) -> (SourceMap, ParsedEffect) {
    parse_files(&[("a.fx", text.as_bytes())], &PreprocessOptions::default())
}

/// Parses a text that must have nothing wrong with it.
#[track_caller]
fn parse_clean(text: &str) -> (SourceMap, Effect) {
    let (sources, parsed) = parse_text(text);
    assert_clean(&sources, &parsed.diagnostics);
    (sources, parsed.effect)
}

#[track_caller]
fn assert_clean(sources: &SourceMap, diagnostics: &[Diagnostic]) {
    assert!(diagnostics.is_empty(), "{}", render_all(diagnostics, sources));
}

/// Returns what a text's diagnostics look like to the user.
fn messages(text: &str) -> String {
    let (sources, parsed) = parse_text(text);
    render_all(&parsed.diagnostics, &sources)
}

fn disk() -> DiskLoader {
    DiskLoader
}
