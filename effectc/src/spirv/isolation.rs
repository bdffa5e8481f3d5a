//! Where the HLSL compiler runs.

use std::num::NonZero;
use std::sync::{Arc, OnceLock};

use super::child::has_door;
use super::{DEFAULT_TIME_LIMIT, HlslCompiler, Shaderc, SpirvError, Workers};

/// Where the HLSL compiler runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Isolation {
    /// In worker processes where the program's `main` began with [`child_main`](super::child_main), else in this process.
    #[default]
    Auto,
    /// In worker processes; where the program has no door, in this process with a warning.
    Workers,
    /// In this process. A crash of the compiler ends the program.
    InProcess,
}

/// Gives the compiler that all of this program shares: its workers, one a core, live as long as the program does.
///
/// # Errors
/// When the compiler does not start.
pub fn compiler(isolation: Isolation) -> Result<Arc<dyn HlslCompiler + Send>, SpirvError> {
    static WORKERS: OnceLock<Arc<Workers>> = OnceLock::new();
    match isolation {
        Isolation::Auto | Isolation::Workers if has_door() => {
            let count = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
            let workers = WORKERS
                .get_or_init(|| Arc::new(Workers::of_this_program(count, DEFAULT_TIME_LIMIT)));
            Ok(Arc::<Workers>::clone(workers))
        }
        Isolation::Workers => Ok(Arc::new(NoDoor(Shaderc::new()?))),
        Isolation::Auto | Isolation::InProcess => Ok(Arc::new(Shaderc::new()?)),
    }
}

/// The compiler in a program that asks for workers but has no door.
struct NoDoor(Shaderc);

impl HlslCompiler for NoDoor {
    fn compile(&self, job: &super::HlslJob<'_>) -> Result<super::HlslResult, SpirvError> {
        self.0.compile(job)
    }

    fn parallelism(&self) -> usize {
        self.0.parallelism()
    }

    fn take_remark(&self) -> Option<String> {
        static SAID: OnceLock<()> = OnceLock::new();
        SAID.set(()).ok().map(|()| {
            "the HLSL compiler runs in this process, where a crash of it ends the program: `main` does not begin with `effectc::child_main()`".to_owned()
        })
    }
}
