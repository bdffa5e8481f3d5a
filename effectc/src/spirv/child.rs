//! The other side of the door: a process that compiles what its standard input says.

use std::io::{self, BufReader, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::frame::{Hello, JobHead, ReplyHead, read_frame, write_frame};
use super::{HlslCompiler, HlslJob, Shaderc};

/// What a program is started with to be a worker.
pub(super) const WORKER_ARGUMENT: &str = "--effectc-hlsl-worker";

/// The compiler descends into expressions by recursion; what is nested deeper than this ends the worker.
const STACK_BYTES: usize = 256 << 20;

/// The most addresses of a worker, its stack and what its allocator keeps for later included; the largest effects that
/// we know take a tenth of it.
#[cfg(unix)]
const MEMORY_BYTES: u64 = 4 << 30;

/// Whether this program has the door, so that starting it again gives a worker and nothing else.
static HAS_DOOR: AtomicBool = AtomicBool::new(false);

/// Lets the HLSL compiler run in processes of its own. Must be the first line of `main`: a process that was started as
/// a worker works in here and does not come back.
///
/// A program without this line compiles in its own process, since starting it again would do whatever it does.
pub fn child_main() {
    let is_worker = std::env::args_os().nth(1).is_some_and(|it| it == WORKER_ARGUMENT);
    if !is_worker {
        HAS_DOOR.store(true, Ordering::Relaxed);
        return;
    }
    bound_memory();
    let work = || serve(BufReader::new(io::stdin()), io::stdout());
    let outcome = match std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work) {
        Ok(thread) => thread.join().unwrap_or_else(|_| Err(io::Error::other("a panic"))),
        Err(_) => work(),
    };
    std::process::exit(i32::from(outcome.is_err()));
}

/// Ends a worker that takes too much memory, instead of everything else on the machine. Elsewhere than on Unix, and where the
/// system refuses, only the time of a job is bounded.
fn bound_memory() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let maximum = getrlimit(Resource::As).maximum;
        let current = Some(maximum.map_or(MEMORY_BYTES, |it| it.min(MEMORY_BYTES)));
        // A worker without the bound works as well.
        let _ = setrlimit(Resource::As, Rlimit { current, maximum });
    }
}

/// Whether [`child_main`] was called.
pub(super) fn has_door() -> bool {
    HAS_DOOR.load(Ordering::Relaxed)
}

/// Answers jobs until there are no more.
fn serve(mut jobs: impl Read, mut replies: impl Write) -> io::Result<()> {
    let compiler = Shaderc::new();
    write_frame(&mut replies, &Hello::ours(), &[])?;
    while let Some((head, body)) = read_frame::<JobHead>(&mut jobs)? {
        let text = String::from_utf8_lossy(&body);
        let outcome = match &compiler {
            Ok(compiler) => compiler
                .compile(&HlslJob {
                    text: &text,
                    name: &head.name,
                    stage: head.stage,
                    entry: &head.entry,
                    debug_info: head.debug_info,
                })
                .map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let (head, body) = match &outcome {
            Ok(result) => ReplyHead::of(result),
            Err(trouble) => (ReplyHead::Trouble(trouble.clone()), Vec::new()),
        };
        write_frame(&mut replies, &head, &body)?;
    }
    Ok(())
}
