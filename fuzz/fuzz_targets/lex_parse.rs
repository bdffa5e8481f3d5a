//! Any bytes go through preprocessor, lexer and parser; what is accepted prints to an equal tree.
#![no_main]

use std::path::Path;

use effectc::diagnostic::{has_errors, render_all};
use effectc::parse::parse_effect;
use effectc::preprocess::{MemoryLoader, PreprocessOptions};
use effectc::print::{PrintOptions, Printer, structure};
use effectc::source::SourceMap;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut sources = SourceMap::new();
    // The file may include itself, which is the only file that there is.
    let loader = MemoryLoader::new([("a.fx", bytes)]);
    let options = PreprocessOptions::default();
    let parsed = parse_effect(&mut sources, &loader, &options, Path::new("a.fx"));
    let shown = render_all(&parsed.diagnostics, &sources);
    if has_errors(&parsed.diagnostics) {
        assert!(!shown.is_empty());
        return;
    }
    let mut printer = Printer::new(&sources, PrintOptions::default());
    printer.effect(&parsed.effect);
    let text = printer.finish();
    let mut again_sources = SourceMap::new();
    let loader = MemoryLoader::new([("a.fx", text.clone().into_bytes())]);
    let again = parse_effect(&mut again_sources, &loader, &options, Path::new("a.fx"));
    assert!(!has_errors(&again.diagnostics), "{}", render_all(&again.diagnostics, &again_sources));
    assert_eq!(structure(&parsed.effect), structure(&again.effect), "{text}");
});
