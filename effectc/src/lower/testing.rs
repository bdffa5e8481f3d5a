//! What unit tests of rewrites share: an effect in, the HLSL of its compute shader out.

use std::path::Path;

use crate::check;
use crate::diagnostic::has_errors;
use crate::effect::MatrixPacking;
use crate::lower::rewrite::Rewrites;
use crate::lower::{Program, lower};
use crate::parse::parse_effect;
use crate::preprocess::{MemoryLoader, PreprocessOptions};
use crate::print::{Dialect, PrintOptions, Printer, without_lines};
use crate::source::SourceMap;

/// Lowers a compute shader `CS` with this body, which may write `Output`, behind these declarations. An error is the
/// message.
pub(super) fn lowered_with(
    declarations: &str,
    body: &str,
    rewrites: &Rewrites,
) -> Result<String, String> {
    let text = format!(
        "RWStructuredBuffer<float4> Output; float U; float4x4 World;\n{declarations}\n\
         [numthreads(1, 1, 1)] void CS() {{ {body} }}\n\
         technique11 T {{ pass P {{ SetComputeShader(CompileShader(cs_5_0, CS())); }} }}"
    );
    let mut sources = SourceMap::new();
    let loader = MemoryLoader::new([("a.fx", text.into_bytes())]);
    let options = PreprocessOptions::default();
    let parsed = parse_effect(&mut sources, &loader, &options, Path::new("a.fx"));
    assert!(!has_errors(&parsed.diagnostics), "{:?}", parsed.diagnostics);
    let (checked, diagnostics) = check::check(&parsed.effect, MatrixPacking::Column);
    assert!(!has_errors(&diagnostics), "{diagnostics:?}");
    let program = Program::new(&checked, rewrites).unwrap();
    let entry = checked.entries.first().unwrap();
    let lowered = lower(&parsed.effect, &program, entry, rewrites);
    let lowered = lowered.map_err(|mut faults| faults.swap_remove(0).message)?;
    let [text, directed] = [false, true].map(|line_directives| {
        let options = PrintOptions { line_directives, dialect: Dialect::Shader };
        let mut printer = Printer::new(&sources, options);
        lowered.print(&mut printer);
        printer.finish()
    });
    assert_eq!(without_lines(&directed), text, "both texts are of one tree");
    Ok(text)
}

/// Lowers with all rewrites.
#[track_caller]
pub(super) fn lowered(declarations: &str, body: &str) -> String {
    lowered_with(declarations, body, &Rewrites::default()).unwrap()
}

/// The message about code that cannot be lowered.
#[track_caller]
pub(super) fn message(declarations: &str, body: &str) -> String {
    lowered_with(declarations, body, &Rewrites::default()).unwrap_err()
}

/// Asserts that lowered code has all of these lines, in this order, blanks at their ends aside.
#[track_caller]
pub(super) fn check(declarations: &str, body: &str, expected: &[&str]) {
    let text = lowered(declarations, body);
    let mut lines = text.lines().map(str::trim);
    for line in expected {
        assert!(lines.any(|it| it == *line), "`{line}` is not in its place in\n{text}");
    }
}
