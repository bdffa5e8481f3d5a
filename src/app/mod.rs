//! The program: command line, demos, pictures, reports, benchmarks.

pub mod bench;
mod capture;
mod character;
pub mod cli;
mod demo;
mod draw;
mod error;
mod picture;
mod progress;
mod report;
mod stage;

use std::io::Write as _;

pub use demo::{Demo, Script, Shown};
pub use draw::{Drawn, Subject, draw};
pub use error::AppError;
pub use report::ModelReport;
pub use stage::Stage;

use cli::{Cli, Command, DemoName};

/// Does what the command line asks for. Data goes to stdout, messages to stderr.
///
/// # Errors
/// Bad input, no usable GPU, a place that cannot be written to. [`AppError::exit_code`] tells them apart.
pub fn run(cli: &Cli) -> Result<(), AppError> {
    let (subject, draw_args) = match &cli.command {
        None => (Subject::TweenDemo, &cli.draw),
        Some(Command::Demo { name: DemoName::Tween, draw }) => (Subject::TweenDemo, draw),
        Some(Command::Demo { name: DemoName::Animation, draw }) => (Subject::AnimationDemo, draw),
        Some(Command::View { file, clip, draw }) => {
            (Subject::View { file, clip: clip.as_deref() }, draw)
        }
        Some(Command::Info { file, json, bake }) => {
            let model = crate::asset::load(file)?;
            let report = ModelReport::new(
                &file.display().to_string(),
                &model,
                bake.max_error.unwrap_or_default(),
            )?;
            return print(&if *json { to_json(&report) } else { report.to_text() });
        }
        Some(Command::Bench { json, device }) => {
            let results = bench::run(device)?;
            return print(&if *json { to_json(&results) } else { results.to_text() });
        }
    };
    if !draw_args.headless {
        log::warn!("this version has no window yet: drawing off screen");
    }
    let drawn = draw(subject, draw_args)?;
    let paths = [Some(&drawn.picture), drawn.capture.as_ref()];
    let lines: Vec<_> =
        paths.iter().flatten().map(|path| format!("{}\n", path.display())).collect();
    print(&lines.concat())
}

fn to_json(value: &impl serde::Serialize) -> String {
    // Reports are plain data with string keys; serde_json has nothing to refuse in them.
    serde_json::to_string_pretty(value).map(|text| text + "\n").unwrap_or_default()
}

/// The text with line breaks and other control characters escaped: names in a model may hold anything.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

fn print(text: &str) -> Result<(), AppError> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        // Whoever read has seen enough, as with `sinew info | head`.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(AppError::Stdout),
    }
}
