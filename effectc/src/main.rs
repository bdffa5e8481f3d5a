//! The effectc command: checks Direct3D effect files, and writes what a program needs of them.
//!
//! Exit codes: 0 compiled, 1 an effect has errors, 2 usage or file trouble.
#![forbid(unsafe_code)]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use effectc::diagnostic::{Diagnostic, JsonDiagnostic};
use effectc::effect::{Effect, MatrixPacking};
use effectc::emit::{EmitKind, OutputFile, output_files, summary, write_whole};
use effectc::lower::{Rewrite, Rewrites};
use effectc::source::SourceMap;
use effectc::{Options, Output, compile};
use serde::Serialize;

/// Compiles Direct3D effect files (.fx) to SPIR-V, reflection and pipeline state.
///
/// Without -o it checks, and prints techniques, passes, entry points, constant buffers with offsets, resources and
/// states.
#[derive(Debug, Parser)]
#[command(name = "effectc", version)]
struct Arguments {
    /// Effect files.
    #[arg(required = true, value_name = "FILE.fx")]
    files: Vec<PathBuf>,
    /// Folder for includes, after the folder of the including file.
    #[arg(short = 'I', value_name = "DIR")]
    include_dirs: Vec<PathBuf>,
    /// Macro; without a value it stands for 1.
    #[arg(short = 'D', value_name = "NAME[=VALUE]", value_parser = define)]
    defines: Vec<(String, String)>,
    /// Folder to write to; it is made if it does not exist.
    #[arg(short = 'o', value_name = "DIR")]
    out_dir: Option<PathBuf>,
    /// What to write with -o.
    #[arg(long, value_enum, value_delimiter = ',', default_values = ["spirv", "reflection"])]
    emit: Vec<Emit>,
    /// How messages and the table are printed.
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    /// Put the text of the effect and its includes, and their lines, into the SPIR-V, for debuggers.
    #[arg(long)]
    debug_info: bool,
    /// Leave out a rewrite of shader code (for tests of effectc itself; the result may be wrong).
    #[arg(long = "disable-rewrite", value_name = "NAME", value_parser = rewrite, hide = true)]
    disabled_rewrites: Vec<Rewrite>,
    /// Packing of matrices that do not say it themselves, as fxc /Zpr and /Zpc.
    #[arg(long, value_enum, default_value = "column")]
    matrix_packing: Packing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Emit {
    Spirv,
    Reflection,
    Hlsl,
    Rust,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Human,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Packing {
    Row,
    Column,
}

fn define(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    let is_name = name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
        && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    match is_name {
        true => Ok((name.to_owned(), value.to_owned())),
        false => Err(format!("`{name}` is not a name for a macro")),
    }
}

fn rewrite(name: &str) -> Result<Rewrite, String> {
    Rewrite::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Rewrite::ALL.iter().map(|it| it.name()).collect();
        format!("expected one of {}", names.join(", "))
    })
}

/// What `--format json` prints: one object for all files.
#[derive(Serialize)]
struct JsonReport<'r> {
    files: Vec<JsonFile<'r>>,
}

#[derive(Serialize)]
struct JsonFile<'r> {
    file: String,
    diagnostics: Vec<JsonDiagnostic>,
    effect: Option<&'r Effect>,
}

fn main() -> ExitCode {
    effectc::child_main();
    // Clap prints usage errors itself and exits with 2.
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(code) => code,
        Err(message) => {
            to_stderr(&format!("error: {message}\n"));
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let options = Options {
        include_dirs: arguments.include_dirs.clone(),
        defines: arguments.defines.clone(),
        matrix_packing: match arguments.matrix_packing {
            Packing::Row => MatrixPacking::Row,
            Packing::Column => MatrixPacking::Column,
        },
        debug_info: arguments.debug_info,
        rewrites: Rewrites::without(arguments.disabled_rewrites.iter().copied()),
        ..Options::default()
    };
    for file in &arguments.files {
        // Trouble with the file itself is another exit code than errors in it.
        check_file(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    }
    let outputs: Vec<Output> = arguments.files.iter().map(|it| compile(it, &options)).collect();
    let mut stdout = String::new();
    match arguments.format {
        Format::Human => {
            for output in &outputs {
                report(&output.diagnostics, &output.sources);
                if let (Some(effect), None) = (&output.effect, &arguments.out_dir) {
                    stdout.push_str(&summary(effect));
                }
            }
        }
        Format::Json => stdout = json(arguments, &outputs)?,
    }
    let failed = outputs.iter().any(Output::has_errors);
    if let (Some(out_dir), false) = (&arguments.out_dir, failed) {
        write(arguments, out_dir, &outputs)?;
    }
    let mut out = std::io::stdout().lock();
    match out.write_all(stdout.as_bytes()).and_then(|()| out.flush()) {
        // A reader that went away, as `head` does, is no trouble of ours.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            return Err(format!("cannot write to standard output: {error}"));
        }
        _ => {}
    }
    Ok(ExitCode::from(u8::from(failed)))
}

fn check_file(file: &Path) -> std::io::Result<()> {
    // Asked before it is opened: opening a pipe waits for somebody to write into it.
    let metadata = std::fs::metadata(file)?;
    let problem = match (metadata.is_dir(), metadata.is_file()) {
        (true, _) => "it is a folder",
        (_, false) => "it is not a regular file",
        _ => return std::fs::File::open(file).map(drop),
    };
    Err(std::io::Error::new(std::io::ErrorKind::InvalidInput, problem))
}

fn json(arguments: &Arguments, outputs: &[Output]) -> Result<String, String> {
    let files = arguments.files.iter().zip(outputs).map(|(file, output)| JsonFile {
        file: file.display().to_string(),
        diagnostics: output.diagnostics.iter().map(|it| it.to_json(&output.sources)).collect(),
        effect: output.effect.as_ref(),
    });
    let report = JsonReport { files: files.collect() };
    let text = serde_json::to_string_pretty(&report)
        .map_err(|error| format!("cannot write JSON: {error}"))?;
    Ok(text + "\n")
}

/// Writes the files of all effects. Two effects of one name would overwrite each other, so they are refused.
fn write(arguments: &Arguments, out_dir: &Path, outputs: &[Output]) -> Result<(), String> {
    let kinds: Vec<EmitKind> = arguments
        .emit
        .iter()
        .map(|it| match it {
            Emit::Spirv => EmitKind::Spirv,
            Emit::Reflection => EmitKind::Reflection,
            Emit::Hlsl => EmitKind::Hlsl,
            Emit::Rust => EmitKind::Rust,
        })
        .collect();
    let mut files: Vec<OutputFile> = Vec::new();
    for output in outputs {
        let Some(effect) = &output.effect else { continue };
        let more = output_files(effect, output, &kinds).map_err(|error| chain(&error))?;
        if let Some(twice) = more.iter().find(|it| files.iter().any(|file| file.name == it.name)) {
            return Err(format!("two of the effects would both write {}", twice.name));
        }
        files.extend(more);
    }
    std::fs::create_dir_all(out_dir)
        .map_err(|error| format!("cannot make the folder {}: {error}", out_dir.display()))?;
    write_whole(out_dir, &files).map_err(|error| chain(&error))
}

fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        text.push_str(&format!(": {source}"));
        next = source.source();
    }
    text
}

fn report(diagnostics: &[Diagnostic], sources: &SourceMap) {
    use std::io::IsTerminal as _;
    let coloured = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    for diagnostic in diagnostics {
        match coloured {
            true => to_stderr(&diagnostic.render_coloured(sources)),
            false => to_stderr(&diagnostic.render(sources)),
        }
    }
}

fn to_stderr(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes()); // there is nowhere else to complain
}
