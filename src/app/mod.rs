//! The program: command line, demos, pictures, reports, benchmarks.

mod action;
pub mod bench;
mod capture;
mod character;
pub mod cli;
mod demo;
mod draw;
mod effect_file;
mod error;
mod keys;
mod messages;
mod open;
mod orbit;
mod overlay;
mod pacing;
mod picture;
mod playback;
#[cfg(test)]
mod playback_tests;
mod pose_report;
mod preferences;
mod progress;
mod props;
mod report;
mod session;
mod settings;
mod stage;
mod status;
mod subject;
mod trace;
mod viewpoint;
mod window;
mod yard;

use std::io::Write as _;
use std::path::Path;

pub use action::Action;
pub use demo::{Demo, Script, Shown};
pub use draw::{DrawnFiles, bake_limits, draw};
pub use effect_file::{
    EffectSettings, EffectSource, EffectStatus, Value, Widget, WidgetKind, WidgetNode, Widgets,
};
pub use error::AppError;
pub use keys::{
    BINDINGS, Binding, HeldKeys, Key, KeyCommand, MOUSE, MOVEMENT_KEYS, Modifiers, MovementKey,
    find_command, help_rows,
};
pub use messages::{Message, Messages, Severity};
pub use open::{Opened, Opening, Source, open};
pub use orbit::{Movement, OrbitCamera};
pub use overlay::{FrameInput, KeyboardFocus, Overlay};
pub use pacing::{FrameClock, FrameLimiter, Smoothed};
pub use pose_report::PoseReport;
pub use preferences::{Preferences, WindowPlace};
pub use props::PropIds;
pub use report::ModelReport;
pub use settings::{
    InterfaceSettings, MAX_TWEEN_S, PictureSettings, PlaybackSettings, Settings, Style,
};
pub use stage::Stage;
pub use status::{ClipInfo, DemoKind, FrameStatus, MeshInfo, ModelInfo, PlaybackStatus, Status};
pub use subject::Subject;
pub use viewpoint::{TargetM, ViewpointArgs};
pub use window::{Start, WindowApp};

use crate::asset::gltf::{ExportParts, to_glb};
use cli::{Cli, Command};
use window::WindowRun;

/// Does what the command line asks for. Data goes to stdout, messages to stderr.
///
/// # Errors
/// Bad input, no usable GPU, a place that cannot be written to. [`AppError::exit_code`] tells them apart.
pub fn run(cli: &Cli) -> Result<(), AppError> {
    match &cli.command {
        Some(Command::Info { file, json, bake }) => {
            let model = crate::asset::load(file)?;
            let report = ModelReport::new(
                &file.display().to_string(),
                &model,
                bake.max_error.unwrap_or_default(),
            )?;
            return print(&if *json { to_json(&report) } else { report.to_text() });
        }
        Some(Command::Pose { file, clip, time, json }) => {
            let model = crate::asset::load(file)?;
            let clip = subject::clip_of(&model.clips, clip.as_deref())?;
            let clip = clip.map(|it| usize::from(it.0));
            let clip = clip.and_then(|it| Some((it, model.clips.get(it)?)));
            let report = PoseReport::new(&file.display().to_string(), &model, clip, *time)?;
            return print(&if *json { to_json_line(&report) } else { report.to_text() });
        }
        Some(Command::Convert { file, out, clips_only }) => return convert(file, out, *clips_only),
        Some(Command::Bench { json, device }) => {
            let results = bench::run(device)?;
            return print(&if *json { to_json(&results) } else { results.to_text() });
        }
        None | Some(Command::Demo { .. } | Command::View { .. }) => {}
    }
    let Some((subject, args)) = Subject::of(cli) else { return Ok(()) };
    if !args.headless {
        match window::run(&subject, args)? {
            WindowRun::Done => return Ok(()),
            WindowRun::NoDisplay(why) => log::warn!("no window ({why}): drawing off screen"),
        }
    }
    let drawn = draw(&subject, args)?;
    let paths = [Some(&drawn.picture), drawn.capture.as_ref()];
    let lines: Vec<_> =
        paths.iter().flatten().map(|path| format!("{}\n", path.display())).collect();
    print(&lines.concat())
}

/// Writes a model as a `.glb`, and says what was left out on the way.
fn convert(file: &Path, out: &Path, clips_only: bool) -> Result<(), AppError> {
    let is_glb = out.extension().is_some_and(|it| it.eq_ignore_ascii_case("glb"));
    if !is_glb {
        let out = out.display();
        return Err(AppError::Usage(format!("--out {out}: expected a name that ends in .glb")));
    }
    let model = crate::asset::load(file)?;
    if clips_only && model.clips.is_empty() {
        let file = file.display();
        return Err(AppError::Usage(format!("--clips-only: '{file}' has no clips")));
    }
    for note in &model.notes {
        log::warn!("{}: {}", file.display(), one_line(note));
    }
    let parts = if clips_only { ExportParts::Clips } else { ExportParts::All };
    let bytes = to_glb(&model, parts)
        .map_err(|source| AppError::Export { path: out.to_owned(), source })?;
    std::fs::write(out, bytes)
        .map_err(|source| AppError::Write { path: out.to_owned(), source })?;
    print(&format!("{}\n", out.display()))
}

fn to_json(value: &impl serde::Serialize) -> String {
    // Reports are plain data with string keys; serde_json has nothing to refuse in them.
    serde_json::to_string_pretty(value).map(|text| text + "\n").unwrap_or_default()
}

/// In one line: poses are long, and for programs.
fn to_json_line(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).map(|text| text + "\n").unwrap_or_default()
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
