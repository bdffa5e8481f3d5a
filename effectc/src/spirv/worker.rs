//! One worker process.

use std::io::{self, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use super::child::WORKER_ARGUMENT;
use super::frame::{Hello, JobHead, ReplyHead, read_frame, result, write_frame};
use super::{HlslJob, HlslResult, SpirvError};

/// How long a new process may take to say hello; a busy machine is given time.
const START_LIMIT: Duration = Duration::from_secs(30);
/// How long a process that closed its output may take to end, before it is ended.
const END_LIMIT: Duration = Duration::from_secs(2);

type Reply = io::Result<Option<(ReplyHead, Vec<u8>)>>;

/// A process that waits for a job. It is ended when this is dropped.
#[derive(Debug)]
pub(super) struct Worker {
    child: Child,
    jobs: ChildStdin,
    /// What a thread reads from the process, so that waiting for it can end.
    replies: Receiver<Reply>,
}

/// Why a job has no result.
#[derive(Debug)]
pub(super) enum Failure {
    /// The process is gone; the text says how.
    Crashed(String),
    /// It took longer than it may, and is not to be used again.
    TimedOut,
    /// The compiler said so itself; the worker goes on.
    Trouble(SpirvError),
}

impl Worker {
    /// Starts `program` as a worker.
    pub(super) fn start(program: &PathBuf) -> io::Result<Self> {
        let mut child = Command::new(program)
            .arg(WORKER_ARGUMENT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(jobs), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the process has no pipes"));
        };
        let (hello_sender, hello) = channel();
        let (sender, replies) = channel();
        let read = move || {
            let mut stdout = BufReader::new(stdout);
            let has_started = hello_sender.send(read_frame::<Hello>(&mut stdout)).is_ok();
            // Whoever asked may be gone; then there is nothing to read for.
            if has_started {
                read_replies(stdout, &sender);
            }
        };
        // From here on, dropping ends the process.
        let worker = Self { child, jobs, replies };
        std::thread::Builder::new().name("effectc worker's replies".to_owned()).spawn(read)?;
        match hello.recv_timeout(START_LIMIT) {
            Ok(Ok(Some((hello, _)))) if hello == Hello::ours() => Ok(worker),
            Ok(Ok(Some(_))) => Err(io::Error::other("it is another version of effectc")),
            Ok(Ok(None)) => Err(io::Error::other("it ended at once")),
            Ok(Err(error)) => Err(error),
            Err(_) => Err(io::Error::other("it does not answer")),
        }
    }

    /// Compiles one job. After a crash or a timeout the worker is of no more use.
    pub(super) fn compile(
        &mut self,
        job: &HlslJob<'_>,
        limit: Duration,
    ) -> Result<HlslResult, Failure> {
        let head = JobHead {
            name: job.name.to_owned(),
            stage: job.stage,
            entry: job.entry.to_owned(),
            debug_info: job.debug_info,
        };
        if write_frame(&mut self.jobs, &head, job.text.as_bytes()).is_err() {
            return Err(Failure::Crashed(self.how_it_ended()));
        }
        match self.replies.recv_timeout(limit) {
            Ok(Ok(Some((ReplyHead::Done { has_module, messages }, body)))) => {
                result(has_module, messages, &body)
                    .ok_or_else(|| Failure::Crashed("it gave half a module".to_owned()))
            }
            Ok(Ok(Some((ReplyHead::Trouble(text), _)))) => {
                Err(Failure::Trouble(SpirvError::Start(text)))
            }
            Err(RecvTimeoutError::Timeout) => Err(Failure::TimedOut),
            Ok(Ok(None) | Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                Err(Failure::Crashed(self.how_it_ended()))
            }
        }
    }

    /// Says what became of a process that closed its output.
    fn how_it_ended(&mut self) -> String {
        let step = Duration::from_millis(5);
        let mut waited = Duration::ZERO;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return how(status),
                Ok(None) if waited < END_LIMIT => {
                    std::thread::sleep(step);
                    waited += step;
                }
                Ok(None) => return "it stopped answering".to_owned(),
                Err(error) => return error.to_string(),
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Both fail only where the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hands replies on until the process ends or nobody takes them. Behind the end of a pipe each read is another end.
fn read_replies(mut stdout: BufReader<ChildStdout>, sender: &Sender<Reply>) {
    loop {
        let reply = read_frame(&mut stdout);
        let is_last = !matches!(reply, Ok(Some(_)));
        if sender.send(reply).is_err() || is_last {
            return;
        }
    }
}

fn how(status: ExitStatus) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        if let Some(signal) = status.signal() {
            return format!("signal {signal}");
        }
    }
    match status.code() {
        // Windows gives the exception as the code.
        Some(code) if cfg!(windows) => format!("exit code {code:#010X}"),
        Some(code) => format!("exit code {code}"),
        None => status.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process that ends between two jobs has one last reply, and not one after the other.
    #[test]
    #[cfg(unix)]
    fn a_process_that_ended_is_read_no_further() {
        let mut child = Command::new("true").stdout(Stdio::piped()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        child.wait().unwrap();
        let (sender, replies) = channel();
        read_replies(stdout, &sender);
        drop(sender);
        assert_eq!(replies.iter().filter(|it| matches!(it, Ok(None))).count(), 1);
    }
}
