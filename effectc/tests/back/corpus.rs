//! Effects of our own as real authors write them: one for every row of what was measured (`corpus/rows`, listed in
//! `corpus/ROWS.md`), and larger ones in every dialect (`corpus/large`). All of them compile, with both packings of
//! matrices, and give valid modules.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use effectc::diagnostic::render_all;
use effectc::effect::{Effect, MatrixPacking};
use effectc::{Options, compile};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

fn effects(folder: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(corpus().join(folder))
        .unwrap()
        .map(|it| it.unwrap().path())
        .filter(|it| it.extension().is_some_and(|it| it == "fx"))
        .collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

/// What is wrong with an effect, if something is.
fn fault(path: &Path, packing: MatrixPacking) -> Option<String> {
    let options = Options { matrix_packing: packing, ..Options::default() };
    let output = compile(path, &options);
    let Some(effect) = &output.effect else {
        return Some(render_all(&output.diagnostics, &output.sources));
    };
    let json = effect.to_json().unwrap();
    let bytes: Vec<Vec<u8>> = effect
        .shaders
        .iter()
        .map(|it| it.words.iter().flat_map(|word| word.to_le_bytes()).collect())
        .collect();
    let modules: Vec<&[u8]> = bytes.iter().map(Vec::as_slice).collect();
    let read = Effect::from_parts(&json, &modules).unwrap();
    assert!(read == *effect, "{}: JSON loses something", path.display());
    let invalid = effect.shaders.iter().zip(&bytes).find_map(|(shader, bytes)| {
        let message = invalid(bytes)?;
        Some(format!("{} ({}): {message}", shader.entry, shader.profile))
    });
    invalid.or_else(|| super::read_back::fault(effect))
}

/// What SPIR-V's validator says of a module, if it is not valid.
fn invalid(bytes: &[u8]) -> Option<String> {
    let mut child = Command::new("spirv-val")
        .args(["--target-env", "vulkan1.3", "--scalar-block-layout", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("spirv-val is installed by scripts/setup.sh (package spirv-tools)");
    // A validator that stops reading has said why.
    let _ = child.stdin.take().unwrap().write_all(bytes);
    let outcome = child.wait_with_output().unwrap();
    (!outcome.status.success()).then(|| String::from_utf8_lossy(&outcome.stderr).into_owned())
}

#[track_caller]
fn check(folder: &str) {
    let mut faults = String::new();
    for path in effects(folder) {
        for packing in [MatrixPacking::Column, MatrixPacking::Row] {
            if let Some(fault) = fault(&path, packing) {
                faults.push_str(&format!("{} ({packing:?}): {fault}\n", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn every_row_compiles() {
    check("rows");
}

#[test]
fn every_large_effect_compiles() {
    check("large");
}

#[test]
fn the_table_lists_every_row_once() {
    let table = std::fs::read_to_string(corpus().join("ROWS.md")).unwrap();
    let listed: Vec<&str> = table
        .lines()
        .filter_map(|it| it.split('`').nth(1))
        .filter(|it| it.starts_with("rows/"))
        .collect();
    let unique: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(unique.len(), listed.len(), "an effect is listed twice");
    let there: Vec<String> = effects("rows")
        .iter()
        .map(|it| format!("rows/{}", it.file_name().unwrap().to_string_lossy()))
        .collect();
    assert_eq!(unique.into_iter().collect::<Vec<_>>(), there);
}
