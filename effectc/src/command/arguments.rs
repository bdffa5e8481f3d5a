//! What can be said on the command line.

use std::ffi::{OsStr, OsString};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, ValueEnum};
use effectc::effect::MatrixPacking;
use effectc::emit::EmitKind;
use effectc::lower::{Rewrite, Rewrites};
use effectc::{Isolation, Options};

use super::{fxc, help};

/// Compiles Direct3D effect files (.fx) to SPIR-V, reflection and pipeline state.
#[derive(Clone, Debug, Parser)]
#[command(name = "effectc", version)]
pub(super) struct Arguments {
    /// Effect files, or folders whose .fx files are meant.
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub(super) inputs: Vec<PathBuf>,

    /// Folder for includes, after the folders of the including file and of its includers.
    #[arg(short = 'I', long = "include", value_name = "DIR", help_heading = "Source")]
    pub(super) include_dirs: Vec<PathBuf>,
    /// Folder that included files must lie in, wherever links lead; may be given several times.
    #[arg(long, value_name = "DIR", value_parser = folder, help_heading = "Source")]
    pub(super) sandbox: Vec<PathBuf>,
    /// Macro; without a value it stands for 1.
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]", value_parser = define, help_heading = "Source")]
    pub(super) defines: Vec<(String, String)>,
    /// Packing of matrices that do not say it themselves, as fxc /Zpr and /Zpc.
    #[arg(
        long,
        value_enum,
        default_value = "column",
        value_name = "ORDER",
        help_heading = "Source"
    )]
    pub(super) matrix_packing: Packing,
    /// Leave out a rewrite of shader code (for tests of effectc itself; the result may be wrong).
    #[arg(long = "disable-rewrite", value_name = "NAME", value_parser = rewrite, hide = true)]
    pub(super) disabled_rewrites: Vec<Rewrite>,

    /// Folder to write to; it is made if it does not exist.
    #[arg(
        short = 'o',
        long = "out",
        alias = "output",
        value_name = "DIR",
        help_heading = "Output"
    )]
    pub(super) out_dir: Option<PathBuf>,
    /// What to write; needs -o.
    #[arg(
        long,
        value_enum,
        requires = "out_dir",
        value_delimiter = ',',
        value_name = "KINDS",
        default_values = ["spirv", "reflection"],
        help_heading = "Output"
    )]
    pub(super) emit: Vec<Emit>,
    /// Put the text of the effect and its includes, and their lines, into the SPIR-V that -o writes, for debuggers.
    #[arg(long, help_heading = "Output")]
    pub(super) debug_info: bool,
    /// Write what depends on which files, for make and ninja; needs -o.
    #[arg(long, value_name = "FILE", requires = "out_dir", help_heading = "Output")]
    pub(super) depfile: Option<PathBuf>,

    /// How messages and the table are printed.
    #[arg(
        long,
        value_enum,
        default_value = "human",
        value_name = "FORM",
        help_heading = "Messages"
    )]
    pub(super) format: Format,
    /// Whether messages have colours; auto means on a terminal, unless `NO_COLOR` is set.
    #[arg(
        long,
        value_enum,
        default_value = "auto",
        value_name = "WHEN",
        help_heading = "Messages"
    )]
    pub(super) color: When,
    /// Print errors and warnings only: no table, no summary, no progress.
    #[arg(short = 'q', long, help_heading = "Messages")]
    pub(super) quiet: bool,
    /// Take warnings for errors, as fxc /WX.
    #[arg(long, help_heading = "Messages")]
    pub(super) deny_warnings: bool,

    /// Stay, and compile again what changes, includes too.
    #[arg(short = 'w', long, help_heading = "Work")]
    pub(super) watch: bool,
    /// How many entry points are compiled at once [default: one a core].
    #[arg(short = 'j', long, value_name = "N", help_heading = "Work")]
    pub(super) jobs: Option<NonZero<usize>>,
    /// How many seconds one entry point may take.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, help_heading = "Work")]
    pub(super) time_limit: Duration,
    /// Run the HLSL compiler in this process. A crash of it ends effectc.
    #[arg(long, help_heading = "Work")]
    pub(super) in_process: bool,
    /// Compile everything, and remember nothing.
    #[arg(long, help_heading = "Work")]
    pub(super) no_cache: bool,
    /// Folder to remember compiled entry points in [default: effectc in the user's cache folder].
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache", help_heading = "Work")]
    pub(super) cache: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Emit {
    /// One module a shader.
    Spirv,
    /// Everything about the effect as JSON.
    Reflection,
    /// The HLSL of each shader as the compiler got it, to read.
    Hlsl,
    /// Rust structs and constants; brings the others along.
    Rust,
}

impl Emit {
    pub(super) fn kind(self) -> EmitKind {
        match self {
            Self::Spirv => EmitKind::Spirv,
            Self::Reflection => EmitKind::Reflection,
            Self::Hlsl => EmitKind::Hlsl,
            Self::Rust => EmitKind::Rust,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Text with carets on stderr, a table on stdout.
    Human,
    /// One object on stdout; README.md says what is in it.
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Packing {
    Row,
    Column,
}

impl Arguments {
    /// Reads the command line of the process.
    ///
    /// # Errors
    /// What to tell the user who said something that is not understood, or asked for help.
    pub(super) fn read(arguments: Vec<OsString>) -> Result<Self, clap::Error> {
        let is_long_help = arguments.iter().any(|it| it == "--help");
        let mut command = Self::command();
        if is_long_help {
            command = command.help_template(help::TEMPLATE).after_long_help(help::AFTER);
        } else {
            command = command.after_help("`effectc --help` tells everything.");
        }
        let own = command.clone();
        let takes_value = |argument: &OsStr| takes_value(&own, argument);
        let arguments = fxc::translated(arguments, &takes_value)
            .map_err(|text| command.error(clap::error::ErrorKind::InvalidValue, text))?;
        let matches = command.try_get_matches_from(arguments)?;
        Self::from_arg_matches(&matches)
    }

    /// How the effects are to be compiled.
    pub(super) fn options(&self) -> Options {
        Options {
            include_dirs: self.include_dirs.clone(),
            sandbox: (!self.sandbox.is_empty()).then(|| self.sandbox.clone()),
            defines: self.defines.clone(),
            matrix_packing: match self.matrix_packing {
                Packing::Row => MatrixPacking::Row,
                Packing::Column => MatrixPacking::Column,
            },
            debug_info: self.debug_info,
            rewrites: Rewrites::without(self.disabled_rewrites.iter().copied()),
            isolation: match self.in_process {
                true => Isolation::InProcess,
                false => Isolation::Workers,
            },
            ..Options::default()
        }
    }

    /// How many jobs run at once.
    pub(super) fn job_count(&self) -> NonZero<usize> {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        self.jobs.unwrap_or_else(cores)
    }
}

/// Whether an argument is an option whose value is the next argument.
fn takes_value(command: &clap::Command, argument: &OsStr) -> bool {
    let Some(text) = argument.to_str() else { return false };
    command.get_arguments().filter(|it| it.get_action().takes_values()).any(|it| {
        let is_short = it.get_short().is_some_and(|it| text == format!("-{it}"));
        is_short || it.get_long().is_some_and(|it| text == format!("--{it}"))
    })
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

/// A folder that is there: one that is misspelt would keep every include out.
fn folder(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.is_dir() {
        true => Ok(path),
        false => Err("there is no such folder".to_owned()),
    }
}

fn rewrite(name: &str) -> Result<Rewrite, String> {
    Rewrite::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Rewrite::ALL.iter().map(|it| it.name()).collect();
        format!("expected one of {}", names.join(", "))
    })
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 =
        text.parse().map_err(|error| format!("expected a number of seconds: {error}"))?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|it| !it.is_zero())
        .ok_or_else(|| "expected a number of seconds above 0".to_owned())
}
