//! The `sinew` command as its users run it: the real program, in a folder of its own.

mod device;
mod input;
mod model;
mod options;
mod output;
mod pictures;
mod report;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A run that takes longer hangs. Generous: other tests may keep the machine busy.
const DEADLINE: Duration = Duration::from_secs(60);

/// A folder for one test, in which the program runs.
struct Workplace {
    folder: TempDir,
}

impl Workplace {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// Where a file of this folder is.
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), bytes).unwrap();
    }

    /// Puts our character there, as `character.glb`.
    fn with_character() -> Self {
        let place = Self::new();
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/character.glb");
        std::fs::copy(from, place.path("character.glb")).unwrap();
        place
    }

    /// Names of everything in the folder, sorted.
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|it| it.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The program, to be run here, with caches that are those of the tests.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sinew"));
        self.set_up(command.args(arguments));
        command
    }

    /// The program with `ulimit` set by a shell: seconds of processor time, KiB of address space.
    #[cfg(target_os = "linux")]
    fn limited_command(&self, cpu_s: u32, memory_kib: u32, arguments: &[&str]) -> Command {
        let mut command = Command::new("sh");
        command
            .arg("-c")
            .arg(format!("ulimit -t {cpu_s} && ulimit -v {memory_kib} && exec \"$0\" \"$@\""))
            .arg(env!("CARGO_BIN_EXE_sinew"));
        self.set_up(command.args(arguments));
        command
    }

    fn set_up(&self, command: &mut Command) {
        command
            .current_dir(self.folder.path())
            .env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli-cache"))
            .env_remove("RUST_LOG")
            .env_remove("RUST_BACKTRACE");
    }

    fn run(&self, arguments: &[&str]) -> Finished {
        finish(self.command(arguments), &arguments.join(" "))
    }

    /// Runs without any Vulkan driver, to see what needs none, and what is said first.
    fn run_without_gpu(&self, arguments: &[&str]) -> Finished {
        let mut command = self.command(arguments);
        command.env("VK_DRIVER_FILES", "/no/driver.json");
        command.env("VK_ICD_FILENAMES", "/no/driver.json");
        finish(command, &arguments.join(" "))
    }
}

/// What a run of the program left.
#[derive(Debug)]
struct Finished {
    /// The arguments, for messages of the test.
    #[expect(dead_code, reason = "printed where an assertion fails")]
    arguments: String,
    /// `None` if a signal ended it.
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Runs a command to its end, or fails the test at the deadline.
#[track_caller]
fn finish(mut command: Command, arguments: &str) -> Finished {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    wait(child.unwrap(), arguments)
}

/// Waits for a child whose streams are pipes.
#[track_caller]
fn wait(mut child: Child, arguments: &str) -> Finished {
    let stdout = child.stdout.take().map(read_all);
    let stderr = child.stderr.take().map(read_all);
    let start = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None => {
                let hangs = start.elapsed() > DEADLINE;
                if hangs {
                    child.kill().unwrap();
                }
                assert!(!hangs, "`sinew {arguments}` did not end within {DEADLINE:?}");
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    };
    let text = |reader: Option<JoinHandle<String>>| {
        reader.map(|it| it.join().unwrap()).unwrap_or_default()
    };
    let (stdout, stderr) = (text(stdout), text(stderr));
    Finished { arguments: arguments.to_owned(), code: status.code(), stdout, stderr }
}

fn read_all(mut from: impl std::io::Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

impl Finished {
    /// It went well and had nothing to complain about; gives what it printed.
    #[track_caller]
    fn succeeds(&self) -> &str {
        assert_eq!(self.code, Some(0), "{self:#?}");
        assert_eq!(self.stderr, "", "{self:#?}");
        &self.stdout
    }

    /// It failed with one message of one line on stderr that has all of `parts`, and printed no data.
    #[track_caller]
    fn fails(&self, code: i32, parts: &[&str]) {
        self.fails_with_all_of(code, parts);
        assert!(self.stderr.starts_with("sinew: "), "{self:#?}");
        assert_eq!(self.stderr.trim_end().lines().count(), 1, "{self:#?}");
    }

    /// It refused its arguments, with a message that has all of `parts`.
    #[track_caller]
    fn refuses(&self, parts: &[&str]) {
        self.fails_with_all_of(2, parts);
        assert!(self.stderr.starts_with("error: "), "{self:#?}");
        assert_eq!(self.stderr.matches("error:").count(), 1, "{self:#?}");
        assert!(self.stderr.contains("--help"), "{self:#?}");
    }

    #[track_caller]
    fn fails_with_all_of(&self, code: i32, parts: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:#?}");
        assert_eq!(self.stdout, "", "{self:#?}");
        for part in parts {
            assert!(self.stderr.contains(part), "no `{part}` in {self:#?}");
        }
    }
}
