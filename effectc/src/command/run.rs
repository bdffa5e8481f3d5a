//! Compiles what the command line names, and says what came of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use effectc::parallel::in_order;
use effectc::preprocess::IncludeLoader;
use effectc::remember::remembered;
use effectc::spirv::{
    Cache, Cached, DEFAULT_CACHE_BYTES, HlslCompiler, Shaderc, Workers, user_cache_folder,
};
use effectc::{Options, compile_with};

use super::arguments::{Arguments, Format};
use super::depfile::{Rule, depfile};
use super::inputs::{self, Input};
use super::report::{JSON_VERSION, JsonReport, NotingLoader, Report, Wishes};
use super::table::{Row, table};
use super::terminal::{Terminal, to_stderr, to_stdout};
use super::watch::watch;
use super::write::{Writer, write_text};

/// Runs the command, and gives its exit code.
pub(crate) fn main() -> ExitCode {
    let arguments = match Arguments::read(std::env::args_os().collect()) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help goes to stdout, where a reader may have gone away.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    match run(&arguments) {
        Ok(code) => code,
        Err(message) => {
            to_stderr(&format!("error: {message}\n"));
            if arguments.format == Format::Json {
                // A reader of stdout waits for an object. Should it be gone, stderr has said all.
                let report = JsonReport::of_error(&message);
                let _ = report.text(arguments.watch).and_then(|it| to_stdout(&it));
            }
            ExitCode::from(2)
        }
    }
}

/// Looks at the folders that the user named.
///
/// # Errors
/// What cannot be used as it was meant.
fn check_folders(arguments: &Arguments) -> Result<(), String> {
    if let Some(cache) = arguments.cache.as_ref().filter(|it| it.exists() && !it.is_dir()) {
        return Err(format!("--cache {}: it is not a folder", cache.display()));
    }
    for folder in arguments.include_dirs.iter().filter(|it| !it.is_dir()) {
        to_stderr(&format!("warning: -I {}: there is no such folder\n", folder.display()));
    }
    Ok(())
}

fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    check_folders(arguments)?;
    let inputs = inputs::find(&arguments.inputs)?;
    let compiler: Box<dyn HlslCompiler> = match arguments.in_process {
        true => Box::new(Shaderc::new().map_err(|error| error.to_string())?),
        false => Box::new(Workers::of_this_program(arguments.job_count(), arguments.time_limit)),
    };
    let folder = arguments.cache.clone().or_else(user_cache_folder);
    let folder = folder.filter(|_| !arguments.no_cache);
    let cache = folder.map(|it| Cache::new(&it, DEFAULT_CACHE_BYTES));
    let cached = cache.as_ref().map(|it| Cached::new(compiler.as_ref(), it));
    let terminal = Terminal::new(arguments);
    let session = Session {
        arguments,
        options: arguments.options(),
        compiler: cached.as_ref().map_or(compiler.as_ref(), |it| it),
        cache: cache.as_ref(),
        rules: Mutex::default(),
        terminal,
        wishes: Wishes {
            is_coloured: terminal.is_coloured,
            deny_warnings: arguments.deny_warnings,
            emit: arguments
                .out_dir
                .as_ref()
                .map(|_| arguments.emit.iter().map(|it| it.kind()).collect()),
            json: arguments.format == Format::Json,
        },
    };
    if arguments.watch {
        return watch(&session, inputs);
    }
    let round = session.compile(&inputs)?;
    session.print(&round)?;
    if arguments.deny_warnings && round.reports.iter().any(|it| it.errors == 0 && it.warnings > 0) {
        to_stderr("error: warnings count as errors (--deny-warnings)\n");
    }
    Ok(ExitCode::from(u8::from(round.faulty > 0)))
}

/// What stays the same while the command runs.
pub(super) struct Session<'s> {
    pub(super) arguments: &'s Arguments,
    options: Options,
    compiler: &'s dyn HlslCompiler,
    cache: Option<&'s Cache>,
    /// What was written for which files, by effect, in all rounds.
    rules: Mutex<BTreeMap<PathBuf, Rule>>,
    terminal: Terminal,
    wishes: Wishes,
}

/// What came of some effects.
#[derive(Debug)]
pub(super) struct Round {
    pub(super) reports: Vec<Report>,
    /// How many of them count as errors.
    pub(super) faulty: usize,
    pub(super) time: Duration,
}

impl Session<'_> {
    /// Compiles effects, prints messages for people, and writes files.
    ///
    /// # Errors
    /// When files cannot be written. The effects are all compiled, and their messages printed, before.
    pub(super) fn compile(&self, inputs: &[Input]) -> Result<Round, String> {
        let start = Instant::now();
        let mut writer = match &self.arguments.out_dir {
            Some(out_dir) => Some(Writer::new(out_dir, inputs)?),
            None => None,
        };
        let mut trouble: Option<String> = None;
        let mut reports = Vec::new();
        let bar = self.terminal.bar(inputs.len());
        let compile = |input: &Input| {
            let report = self.report(input);
            bar.set_message(input.path.display().to_string());
            bar.inc(1);
            report
        };
        in_order(inputs, self.arguments.job_count().get(), compile, |mut report: Report| {
            if self.arguments.format == Format::Human && !report.text.is_empty() {
                bar.suspend(|| to_stderr(&report.text));
            }
            if let Some(writer) = &mut writer
                && trouble.is_none()
                && !report.is_faulty(self.arguments.deny_warnings)
            {
                trouble = writer.write(&report).err();
            }
            // Hundreds of effects have many modules; once written, nobody needs them.
            report.files = Ok(Vec::new());
            reports.push(report);
        });
        bar.finish_and_clear();
        if let Some(trouble) = trouble {
            return Err(trouble);
        }
        let faulty = reports.iter().filter(|it| it.is_faulty(self.arguments.deny_warnings)).count();
        if let Some(writer) = writer {
            // What an effect that is faulty now gave before is still there, and so is its rule.
            self.rules().extend(writer.rules);
            self.write_depfile()?;
        }
        Ok(Round { reports, faulty, time: start.elapsed() })
    }

    /// Drops what is known of an effect that is there no more.
    ///
    /// # Errors
    /// When the depfile cannot be written.
    pub(super) fn forget(&self, effect: &Path) -> Result<(), String> {
        let was_there = self.rules().remove(effect).is_some();
        if was_there { self.write_depfile() } else { Ok(()) }
    }

    fn rules(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Rule>> {
        self.rules.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_depfile(&self) -> Result<(), String> {
        let Some(path) = &self.arguments.depfile else { return Ok(()) };
        let rules: Vec<Rule> = self.rules().values().cloned().collect();
        write_text(path, depfile(&rules))
    }

    fn report(&self, input: &Input) -> Report {
        let start = Instant::now();
        // What is not kept of a report is needed then.
        let is_whole = self.wishes.json || self.arguments.watch;
        let mut report = match self.cache.filter(|_| !is_whole) {
            Some(cache) => {
                let wish = format!("{:?}", self.wishes);
                let make = |loader: &dyn IncludeLoader| {
                    let output = compile_with(&input.path, &self.options, loader, self.compiler);
                    let is_lasting = output.is_lasting();
                    Report::new(input, output, BTreeMap::new(), &self.wishes).into_made(is_lasting)
                };
                let made = remembered(cache, &input.path, &self.options, &wish, make);
                Report::from_made(input, made)
            }
            None => {
                let loader = NotingLoader::default();
                let output = compile_with(&input.path, &self.options, &loader, self.compiler);
                Report::new(input, output, loader.into_seen(), &self.wishes)
            }
        };
        report.time = start.elapsed();
        report
    }

    /// Prints what goes to stdout.
    fn print(&self, round: &Round) -> Result<(), String> {
        let is_writing = self.arguments.out_dir.is_some();
        let text = match (self.arguments.format, round.reports.as_slice()) {
            (Format::Json, _) => self.json(round)?,
            (Format::Human, _) if self.arguments.quiet => return Ok(()),
            (Format::Human, [_]) if is_writing => return Ok(()),
            (Format::Human, [one]) => one.summary.clone(),
            (Format::Human, reports) => {
                let rows: Vec<Row> = reports.iter().map(Row::new).collect();
                table(&rows, round.time)
            }
        };
        to_stdout(&text)
    }

    /// Gives a round as JSON: one object, in one line while watching.
    pub(super) fn json(&self, round: &Round) -> Result<String, String> {
        let files = round.reports.iter().map(|it| &it.json).collect();
        JsonReport { version: JSON_VERSION, files, error: None }.text(self.arguments.watch)
    }
}
