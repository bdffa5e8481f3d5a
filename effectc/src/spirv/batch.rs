//! Several jobs at once.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};

use super::{HlslCompiler, HlslJob, HlslResult, SpirvError};
use crate::effect::Stage;

/// The compiler descends into expressions by recursion, in these threads if it runs in this process.
const STACK_BYTES: usize = 64 << 20;

/// A job that can wait.
#[derive(Clone, Debug)]
pub(crate) struct OwnedJob {
    pub(crate) text: Arc<str>,
    pub(crate) name: String,
    pub(crate) stage: Stage,
    pub(crate) entry: String,
    pub(crate) debug_info: bool,
}

impl OwnedJob {
    fn job(&self) -> HlslJob<'_> {
        HlslJob {
            text: &self.text,
            name: &self.name,
            stage: self.stage,
            entry: &self.entry,
            debug_info: self.debug_info,
        }
    }
}

type Outcome = Result<HlslResult, SpirvError>;

/// Compiles jobs, with several threads the first of them while the later ones are still being made, and gives the results
/// in the jobs' order.
pub(crate) fn compile_all(
    compiler: &dyn HlslCompiler,
    jobs: impl Iterator<Item = OwnedJob>,
) -> Vec<Outcome> {
    let thread_count = compiler.parallelism();
    if thread_count <= 1 {
        // Made first, one after the other: what the compiler leaves in the processor's caches is of no use for making
        // the next.
        let jobs: Vec<OwnedJob> = jobs.collect();
        return jobs.iter().map(|it| compiler.compile(&it.job())).collect();
    }
    let (sender, receiver) = channel::<(usize, OwnedJob)>();
    let (receiver, outcomes) = (Mutex::new(receiver), Mutex::new(Vec::new()));
    let work = || {
        while let Some((index, job)) = next(&receiver) {
            let outcome = compiler.compile(&job.job());
            outcomes.lock().unwrap_or_else(PoisonError::into_inner).push((index, outcome));
        }
    };
    std::thread::scope(|scope| {
        let mut started = 0;
        for (index, job) in jobs.enumerate() {
            if started < thread_count {
                let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
                started += usize::from(thread.spawn_scoped(scope, work).is_ok());
            }
            // It fails only without a receiver, which outlives this scope.
            let _ = sender.send((index, job));
        }
        drop(sender);
        if started == 0 {
            work();
        }
    });
    let mut outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    outcomes.sort_by_key(|(index, _)| *index);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}

fn next(receiver: &Mutex<Receiver<(usize, OwnedJob)>>) -> Option<(usize, OwnedJob)> {
    receiver.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    /// Answers with the job's name, the later jobs of a pair first.
    struct Pairs(Barrier);

    impl HlslCompiler for Pairs {
        fn compile(&self, job: &HlslJob<'_>) -> Outcome {
            // Passes only when two jobs are inside at once.
            self.0.wait();
            if job.name.ends_with('0') {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            Err(SpirvError::Crashed(job.name.to_owned()))
        }

        fn parallelism(&self) -> usize {
            2
        }
    }

    #[test]
    fn jobs_run_at_once_and_their_order_stays() {
        let job = |number: usize| OwnedJob {
            text: "".into(),
            name: format!("job {number}"),
            stage: Stage::Pixel,
            entry: String::new(),
            debug_info: false,
        };
        let outcomes = compile_all(&Pairs(Barrier::new(2)), (0..20).map(job));
        let names: Vec<String> =
            outcomes.into_iter().map(|it| it.unwrap_err().to_string()).collect();
        let expected: Vec<String> =
            (0..20).map(|it| format!("the HLSL compiler crashed (job {it})")).collect();
        assert_eq!(names, expected);
    }
}
