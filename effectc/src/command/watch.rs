//! Compiles again what changes.
//!
//! The system only says that something happened in a folder. What is compiled again is decided by looking: an effect
//! whose file or includes are not as they were, or that found a file where there was none. So nothing depends on how
//! an editor replaces a file, and where the system gives no news, looking now and then is enough.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::arguments::Format;
use super::inputs::{self, Input};
use super::report::{Stamp, stamp};
use super::run::{Round, Session};
use super::terminal::{to_stderr, to_stdout};

/// Editors write a file in several steps; they are taken for one.
const QUIET: Duration = Duration::from_millis(30);
/// How often to look where the system gives no news.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Compiles, and goes on until the user ends it.
///
/// # Errors
/// When files cannot be written.
pub(super) fn watch(session: &Session<'_>, mut inputs: Vec<Input>) -> Result<ExitCode, String> {
    let mut news = News::new();
    let mut known: HashMap<PathBuf, BTreeMap<PathBuf, Stamp>> = HashMap::new();
    loop {
        // Folders are watched before they are looked at: what changes in between is found, or told of.
        news.watch(&session.arguments.inputs, known.values().flat_map(BTreeMap::keys));
        let list = || inputs::find(&session.arguments.inputs).ok();
        let changed = look(list, &mut inputs, &known);
        let gone: Vec<PathBuf> = known
            .keys()
            .filter(|path| inputs.iter().all(|it| it.path != **path))
            .cloned()
            .collect();
        for path in gone {
            known.remove(&path);
            session.forget(&path)?;
            if !session.arguments.quiet {
                let name = path.display();
                to_stderr(&format!("effectc: {name} is gone; what was written of it stays\n"));
            }
        }
        if changed.is_empty() {
            news.wait();
            continue;
        }
        let round = session.compile(&changed)?;
        tell(session, &round, inputs.len())?;
        for report in round.reports {
            known.insert(report.input.path, report.seen);
        }
    }
}

/// Lists effects, and gives those that are not as they were when they were compiled.
///
/// `list` gives nothing where it cannot: a folder may be away for a moment, while a branch is switched say.
fn look(
    mut list: impl FnMut() -> Option<Vec<Input>>,
    inputs: &mut Vec<Input>,
    known: &HashMap<PathBuf, BTreeMap<PathBuf, Stamp>>,
) -> Vec<Input> {
    let mut changed = Vec::new();
    // What is removed between the listing and the look is gone, not faulty: the second listing is without it.
    for _ in 0..2 {
        if let Some(found) = list() {
            *inputs = found;
        }
        changed = changes(inputs, known);
        if changed.iter().all(|it| it.path.exists()) {
            break;
        }
    }
    changed
}

fn changes(inputs: &[Input], known: &HashMap<PathBuf, BTreeMap<PathBuf, Stamp>>) -> Vec<Input> {
    let has_changed = |input: &&Input| {
        known
            .get(&input.path)
            .is_none_or(|seen| seen.iter().any(|(path, before)| stamp(path) != *before))
    };
    inputs.iter().filter(has_changed).cloned().collect()
}

fn tell(session: &Session<'_>, round: &Round, watched: usize) -> Result<(), String> {
    if session.arguments.format == Format::Json {
        return to_stdout(&session.json(round)?);
    }
    if !session.arguments.quiet {
        let what = match round.reports.as_slice() {
            [one] => one.input.path.display().to_string(),
            all => format!("{} effects", all.len()),
        };
        let outcome = match (round.faulty, round.reports.len()) {
            (0, _) => "compiled".to_owned(),
            (_, 1) => "has errors".to_owned(),
            (faulty, _) => format!("compiled, {faulty} of them with errors"),
        };
        let time_ms = round.time.as_secs_f64() * 1e3;
        to_stderr(&format!("effectc: {what} {outcome}, {time_ms:.0} ms; watching {watched}\n"));
    }
    Ok(())
}

/// Waits for something to happen in folders.
struct News {
    watcher: Option<RecommendedWatcher>,
    events: Receiver<()>,
    folders: BTreeSet<PathBuf>,
}

impl News {
    fn new() -> Self {
        let (sender, events) = channel();
        let handler = move |event: notify::Result<Event>| {
            let is_news = event.map_or(true, |it| match it.kind {
                // Reading files is what this program does itself.
                EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
                EventKind::Access(_) => false,
                _ => true,
            });
            if is_news {
                // It fails only while the program ends.
                let _ = sender.send(());
            }
        };
        let mut news = Self { watcher: None, events, folders: BTreeSet::new() };
        match notify::recommended_watcher(handler) {
            Ok(watcher) => news.watcher = Some(watcher),
            Err(error) => news.give_up(&error),
        }
        news
    }

    /// Watches the folders that the user named and those of all files that were looked for.
    fn watch<'a>(&mut self, named: &[PathBuf], files: impl Iterator<Item = &'a PathBuf>) {
        let named = named.iter().filter(|it| it.is_dir()).map(|it| (it.clone(), true));
        let others = files.filter_map(|it| Some((existing_parent(it)?, false)));
        let folders: BTreeMap<PathBuf, bool> = others.chain(named).collect();
        for (folder, is_deep) in folders {
            let Some(watcher) = &mut self.watcher else { return };
            let mode = if is_deep { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
            if self.folders.contains(&folder) {
                continue;
            }
            if let Err(error) = watcher.watch(&folder, mode) {
                self.give_up(&error);
            }
            self.folders.insert(folder);
        }
    }

    /// Looks now and then from here on: there may be a limit on watches, or a file system without them.
    fn give_up(&mut self, error: &notify::Error) {
        self.watcher = None;
        let every_s = LOOK_EVERY.as_secs_f64();
        to_stderr(&format!(
            "warning: the system does not tell of changes ({error}); looking every {every_s} s\n"
        ));
    }

    fn wait(&self) {
        if self.watcher.is_none() {
            std::thread::sleep(LOOK_EVERY);
            return;
        }
        // It fails only with the watcher gone.
        let _ = self.events.recv();
        let end = Instant::now() + LOOK_EVERY;
        while Instant::now() < end && self.events.recv_timeout(QUIET).is_ok() {}
    }
}

/// The folder of a file, or the lowest one above it that exists.
fn existing_parent(path: &Path) -> Option<PathBuf> {
    let folders = path.ancestors().skip(1);
    let here =
        |it: &Path| if it.as_os_str().is_empty() { PathBuf::from(".") } else { it.to_owned() };
    folders.map(here).find(|it| it.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_removed_while_it_is_looked_at_is_gone_and_not_faulty() {
        let folder = tempfile::tempdir().unwrap();
        let input = |name: &str| Input { path: folder.path().join(name), folder: PathBuf::new() };
        let all = [input("a.fx"), input("b.fx")];
        let mut known = HashMap::new();
        for it in &all {
            std::fs::write(&it.path, "").unwrap();
            known.insert(it.path.clone(), BTreeMap::from([(it.path.clone(), stamp(&it.path))]));
        }
        let mut inputs = all.to_vec();
        // The first listing still has it.
        let list = || {
            let listed = all.iter().filter(|it| it.path.exists()).cloned().collect();
            let _ = std::fs::remove_file(&all[1].path);
            Some(listed)
        };
        assert_eq!(look(list, &mut inputs, &known), []);
        assert_eq!(inputs, all[..1]);

        // One that the user named cannot be listed without: it is read once more, and the message says why not.
        let mut inputs = all.to_vec();
        assert_eq!(look(|| None, &mut inputs, &known), all[1..]);
        assert_eq!(inputs, all);
    }
}
