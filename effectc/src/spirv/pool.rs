//! Worker processes: as many as there are cores, each started when it is first needed and again when it is gone.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use super::worker::{Failure, Worker};
use super::{HlslCompiler, HlslJob, HlslResult, Shaderc, SpirvError};

/// How long one entry point may take.
pub const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(60);

/// How often a job is tried before its crash is believed: something else may have ended the process.
const ATTEMPTS: usize = 2;

/// An HLSL compiler in processes of its own.
///
/// Where no process can be started it compiles in this one, and says so once ([`HlslCompiler::take_remark`]).
#[derive(Debug)]
pub struct Workers {
    program: PathBuf,
    count: usize,
    time_limit: Duration,
    state: Mutex<State>,
    is_free: Condvar,
    /// What takes their place where none starts.
    in_process: OnceLock<Result<Shaderc, String>>,
}

#[derive(Debug, Default)]
struct State {
    idle: Vec<Worker>,
    busy: usize,
    /// Why none starts, until it was said.
    remark: Option<String>,
    has_remarked: bool,
}

impl State {
    fn remark(&mut self, text: impl FnOnce() -> String) {
        if !self.has_remarked {
            self.has_remarked = true;
            self.remark = Some(text());
        }
    }
}

impl Workers {
    /// Makes a pool of processes of `program`, whose `main` must begin with [`child_main`](super::child_main). None is
    /// started before the first job; `count` processes at most are there at once.
    #[must_use]
    pub fn new(program: &Path, count: NonZero<usize>, time_limit: Duration) -> Self {
        Self {
            program: program.to_owned(),
            count: count.get(),
            time_limit,
            state: Mutex::new(State::default()),
            is_free: Condvar::new(),
            in_process: OnceLock::new(),
        }
    }

    /// Makes a pool of processes of the running program.
    #[must_use]
    pub fn of_this_program(count: NonZero<usize>, time_limit: Duration) -> Self {
        Self::new(&this_program(), count, time_limit)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A thread that panicked left no half-made state: each change is one step.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place, and an idle worker if there is one.
    fn enter(&self) -> (Place<'_>, Option<Worker>) {
        let mut state = self.state();
        while state.busy >= self.count {
            state = self.is_free.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.busy += 1;
        (Place(self), state.idle.pop())
    }

    fn in_process(&self, job: &HlslJob<'_>) -> Result<HlslResult, SpirvError> {
        let compiler =
            self.in_process.get_or_init(|| Shaderc::new().map_err(|error| error.to_string()));
        match compiler {
            Ok(compiler) => compiler.compile(job),
            Err(error) => Err(SpirvError::Start(error.clone())),
        }
    }
}

/// One of the jobs that run at once; ends when dropped.
struct Place<'w>(&'w Workers);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.state().busy -= 1;
        self.0.is_free.notify_one();
    }
}

impl HlslCompiler for Workers {
    fn compile(&self, job: &HlslJob<'_>) -> Result<HlslResult, SpirvError> {
        let (_place, mut idle) = self.enter();
        let mut crash = String::new();
        for _ in 0..ATTEMPTS {
            if self.in_process.get().is_some() {
                return self.in_process(job);
            }
            let started = match idle.take() {
                Some(worker) => Ok(worker),
                None => Worker::start(&self.program),
            };
            let mut worker = match started {
                Ok(worker) => worker,
                // In this process the job would crash again.
                Err(_) if !crash.is_empty() => break,
                Err(error) => {
                    self.state().remark(|| {
                        let program = self.program.display();
                        format!("the HLSL compiler runs in this process, where a crash of it ends the program: cannot start {program} as its worker: {error}")
                    });
                    return self.in_process(job);
                }
            };
            match worker.compile(job, self.time_limit) {
                Ok(result) => {
                    self.state().idle.push(worker);
                    return Ok(result);
                }
                Err(Failure::Trouble(error)) => {
                    self.state().idle.push(worker);
                    return Err(error);
                }
                Err(Failure::TimedOut) => {
                    return Err(SpirvError::TimedOut { limit_s: self.time_limit.as_secs_f64() });
                }
                Err(Failure::Crashed(how)) => crash = how,
            }
        }
        Err(SpirvError::Crashed(crash))
    }

    fn parallelism(&self) -> usize {
        self.count
    }

    fn take_remark(&self) -> Option<String> {
        self.state().remark.take()
    }
}

/// Where the running program lies.
fn this_program() -> PathBuf {
    // The kernel's own link leads to the running file also after it was renamed, deleted or replaced by a new build.
    let link = Path::new("/proc/self/exe");
    if cfg!(target_os = "linux") && link.exists() {
        return link.to_owned();
    }
    std::env::current_exe().unwrap_or_default()
}
