//! [`Reloader`]: watches an effect and all that it includes, and compiles it anew on a thread of its own.
//!
//! Folders are watched and not files: editors write another file and rename it, and an include that is missing may
//! come to be. An event is a word to look; what happens within a moment is one edit.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, MetadataKind, ModifyKind};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::compile::{Compilation, compile};
use super::source::EffectSource;

/// How long nothing must happen until an edit is complete.
const QUIET: Duration = Duration::from_millis(20);
/// How long it may go on happening.
const MAX_WAIT: Duration = Duration::from_millis(200);

/// What the thread is told.
enum Notice {
    /// Something happened to these files.
    Changed(Vec<PathBuf>),
    /// Nobody wants to know any more.
    Stop,
}

/// An effect that is watched.
#[derive(Debug)]
pub(in crate::app) struct Reloader {
    compiled: Receiver<Compilation>,
    warnings: Receiver<String>,
    notices: Sender<Notice>,
}

impl Reloader {
    /// Starts to watch an effect that was just compiled from these files.
    pub(in crate::app) fn start(source: EffectSource, dependencies: Vec<PathBuf>) -> Self {
        let (notices, noticed) = channel();
        let (sender, compiled) = channel();
        let (warn, warnings) = channel();
        let reloader = Self { compiled, warnings, notices: notices.clone() };
        let failed = warn.clone();
        let work = move || {
            let mut work = match Watched::new(&source, notices, warn) {
                Ok(watched) => {
                    Work { source, noticed, watched, has_failed: false, compiled: sender }
                }
                Err(_) => return,
            };
            work.watched.watch(&dependencies);
            work.watched.compiled = work.watched.contents();
            work.run();
        };
        if let Err(error) = thread::Builder::new().name("sinew effect".to_owned()).spawn(work) {
            drop(failed.send(format!("no thread can be started to watch the effect: {error}")));
        }
        reloader
    }

    /// What came of the last edit, each once.
    pub(in crate::app) fn poll(&mut self) -> Option<Compilation> {
        self.compiled.try_iter().last()
    }

    /// Why edits are not seen, each reason once.
    pub(in crate::app) fn take_warning(&mut self) -> Option<String> {
        self.warnings.try_recv().ok()
    }
}

impl Drop for Reloader {
    fn drop(&mut self) {
        // A thread that has ended has nothing to be told.
        drop(self.notices.send(Notice::Stop));
    }
}

struct Work {
    source: EffectSource,
    noticed: Receiver<Notice>,
    watched: Watched,
    /// The last compilation gave no effect.
    has_failed: bool,
    compiled: Sender<Compilation>,
}

impl Work {
    fn run(&mut self) {
        while self.wait_for_an_edit() {
            // Some edits change nothing, and some are told twice. Where something is missing, other files count.
            let contents = self.watched.contents();
            if contents == self.watched.compiled && !self.has_failed {
                continue;
            }
            self.watched.compiled = contents;
            let started = Instant::now();
            let compilation = compile(&self.source);
            log::debug!("{} compiled in {:?}", self.source.name(), started.elapsed());
            self.has_failed = compilation.outcome.is_err();
            self.watched.watch(&compilation.dependencies);
            if self.compiled.send(compilation).is_err() {
                return;
            }
        }
    }

    /// Waits until a file that matters has changed and all is quiet again; false when nobody waits any more.
    fn wait_for_an_edit(&self) -> bool {
        loop {
            match self.noticed.recv() {
                Ok(Notice::Changed(paths)) if self.watched.concerns(&paths) => break,
                Ok(Notice::Changed(_)) => {}
                Ok(Notice::Stop) | Err(_) => return false,
            }
        }
        let end = Instant::now() + MAX_WAIT;
        while Instant::now() < end {
            match self.noticed.recv_timeout(QUIET) {
                Ok(Notice::Changed(_)) => {}
                Err(RecvTimeoutError::Timeout) => return true,
                Ok(Notice::Stop) | Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
        true
    }
}

/// The files that matter, and the folders that are watched for them.
struct Watched {
    watcher: RecommendedWatcher,
    warn: Sender<String>,
    /// Folders for includes, where one that is missing may come to be.
    include_dirs: Vec<PathBuf>,
    files: BTreeSet<PathBuf>,
    folders: BTreeSet<PathBuf>,
    /// What was in the files when they were compiled last.
    compiled: u64,
}

impl Watched {
    fn new(
        source: &EffectSource,
        notices: Sender<Notice>,
        warn: Sender<String>,
    ) -> Result<Self, notify::Error> {
        let tell = move |event: notify::Result<notify::Event>| {
            let paths = match event {
                Ok(event) if is_change(event.kind) => event.paths,
                Ok(_) => return,
                // Events were lost: all may have changed.
                Err(_) => Vec::new(),
            };
            drop(notices.send(Notice::Changed(paths)));
        };
        let watcher = notify::recommended_watcher(tell).inspect_err(|error| {
            drop(warn.send(format!("edits of the effect are not seen: {error}")));
        })?;
        let include_dirs = source.include_dirs.clone();
        let (files, folders) = (BTreeSet::new(), BTreeSet::new());
        Ok(Self { watcher, warn, include_dirs, files, folders, compiled: 0 })
    }

    /// Watches these files and no others.
    fn watch(&mut self, files: &[PathBuf]) {
        // The file itself and, behind a link, what the link names.
        let both = files.iter().flat_map(|it| [absolute(it), it.canonicalize().ok()]);
        self.files.extend(both.flatten());
        let beside = self.files.iter().filter_map(|it| it.parent().map(Path::to_owned));
        let folders: BTreeSet<PathBuf> =
            beside.chain(self.include_dirs.iter().filter_map(|it| absolute(it))).collect();
        for folder in folders {
            if self.folders.contains(&folder) || !folder.is_dir() {
                continue;
            }
            match self.watcher.watch(&folder, RecursiveMode::NonRecursive) {
                Ok(()) => drop(self.folders.insert(folder)),
                Err(error) => {
                    let why = format!("edits in {} are not seen: {error}", folder.display());
                    drop(self.warn.send(why));
                }
            }
        }
    }

    /// A number that is another one when the files hold something else.
    fn contents(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for file in &self.files {
            std::fs::read(file).ok().hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Whether one of the paths matters: a file that was read, or one that was looked for and may be there now. No
    /// paths: events were lost.
    fn concerns(&self, paths: &[PathBuf]) -> bool {
        let is_new_source = |path: &PathBuf| {
            let extension = path.extension().map(|it| it.to_string_lossy().to_lowercase());
            extension.is_some_and(|it| ["fx", "fxh", "hlsl", "hlsli", "h", "inc"].contains(&&*it))
        };
        paths.is_empty() || paths.iter().any(|it| self.files.contains(it) || is_new_source(it))
    }
}

fn absolute(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    // The folder as the system names it in its events.
    match (path.parent().and_then(|it| it.canonicalize().ok()), path.file_name()) {
        (Some(folder), Some(name)) => Some(folder.join(name)),
        _ => Some(path),
    }
}

/// Whether the contents of a file may be others. Reading it, as compiling does, is no change.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Access(_)
        | EventKind::Modify(ModifyKind::Metadata(MetadataKind::AccessTime)) => false,
        EventKind::Modify(ModifyKind::Metadata(
            MetadataKind::Permissions | MetadataKind::Ownership,
        )) => false,
        EventKind::Any | EventKind::Other | EventKind::Create(_) | EventKind::Remove(_) => true,
        EventKind::Modify(_) => true,
    }
}
