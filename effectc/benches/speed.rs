//! How long compiling takes, and on what: `cargo bench -p effectc`. Prints; asserts nothing. With files as arguments
//! (`cargo bench -p effectc --bench speed -- FILE.fx`) only their times are taken. With `--front` before them, what the
//! HLSL compiler gave once is played back, so that a profiler sees nothing but the front end.
#![expect(clippy::print_stdout, reason = "figures are what this program is for")]

use std::collections::HashMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use effectc::effect::MatrixPacking;
use effectc::emit::{EmitKind, output_files};
use effectc::parallel::in_order;
use effectc::preprocess::{DiskLoader, MemoryLoader};
use effectc::remember::{Made, remembered};
use effectc::spirv::{
    Cache, Cached, DEFAULT_CACHE_BYTES, DEFAULT_TIME_LIMIT, HlslCompiler, HlslJob, HlslResult,
    Shaderc, SpirvError, Workers,
};
use effectc::{Options, compile_with};

/// That of the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const RUNS: usize = 5;

/// How often the shares of an effect are taken.
const SHARE_RUNS: usize = 15;

/// How often the front end alone is run.
const FRONT_RUNS: usize = 201;

/// Tells the time.
type Clock = fn() -> Duration;

/// The time that this thread has worked: what other programs take of the machine does not count.
fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ThreadCPUTime);
        let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
        Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or_default())
    }
    #[cfg(not(unix))]
    wall_time()
}

/// The time that has passed: for work that other processes do.
fn wall_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The compiler, and the time spent in it.
struct Timed<'c> {
    compiler: &'c dyn HlslCompiler,
    clock: Clock,
    spent_ns: AtomicU64,
}

impl HlslCompiler for Timed<'_> {
    fn compile(&self, job: &HlslJob<'_>) -> Result<HlslResult, SpirvError> {
        let start = (self.clock)();
        let result = self.compiler.compile(job);
        let spent = (self.clock)().saturating_sub(start);
        let spent_ns = u64::try_from(spent.as_nanos()).unwrap_or(u64::MAX);
        self.spent_ns.fetch_add(spent_ns, Ordering::Relaxed);
        result
    }
}

/// Gives what the compiler gave to the same job before.
struct Played<'c> {
    compiler: &'c dyn HlslCompiler,
    /// By entry point and text.
    results: Mutex<HashMap<(String, String), HlslResult>>,
}

impl HlslCompiler for Played<'_> {
    fn compile(&self, job: &HlslJob<'_>) -> Result<HlslResult, SpirvError> {
        let key = (job.entry.to_owned(), job.text.to_owned());
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = results.get(&key) {
            return Ok(known.clone());
        }
        let result = self.compiler.compile(job)?;
        results.insert(key, result.clone());
        Ok(result)
    }
}

fn main() {
    effectc::child_main();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let short = |file: &Path| {
        let project = root.parent().unwrap_or(root);
        file.strip_prefix(project).unwrap_or(file).display().to_string()
    };
    let worker = Workers::of_this_program(NonZero::<usize>::MIN, DEFAULT_TIME_LIMIT);
    let given: Vec<PathBuf> =
        std::env::args_os().skip(1).map(PathBuf::from).filter(|it| it.is_file()).collect();
    if std::env::args().any(|it| it == "--front") {
        given.iter().for_each(|it| println!("  {:8.3} ms  {}", ms(front_alone(it)), it.display()));
        return;
    }
    if !given.is_empty() {
        given.iter().for_each(|it| Shares::of(it, &worker).print(&it.display().to_string()));
        return;
    }
    let mut files = Vec::new();
    for folder in ["../shaders_hlsl", "tests/ok", "tests/corpus", "../tests/truth"] {
        // Without `..` in them, paths of files in memory compare equal.
        effects(&root.join(folder).canonicalize().unwrap_or_default(), &mut files);
    }
    files.retain(|it| compiles(it));
    let cores = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    println!(
        "{} effects that compile, {cores} cores; median of {SHARE_RUNS} runs for shares, of {RUNS} for all else",
        files.len()
    );

    let mut shares: Vec<(Shares, &PathBuf)> =
        files.iter().map(|it| (Shares::of(it, &worker), it)).collect();
    shares.sort_by_key(|(it, _)| std::cmp::Reverse(it.here.0));
    println!(
        "\nall but the HLSL compiler, of the whole time, with the compiler in this process and in another \
         one, as the command has it (the ten that take longest):"
    );
    shares.iter().take(10).for_each(|(it, file)| it.print(&short(file)));

    println!("\nall effects, worker processes:");
    let mut one = Duration::ZERO;
    for count in 1..=cores.get() {
        let workers =
            Workers::of_this_program(NonZero::new(count).unwrap_or(cores), DEFAULT_TIME_LIMIT);
        let time = median(|| compile_all(&files, count, &workers));
        if count == 1 {
            one = time;
        }
        println!(
            "  {count} at once {:8.1} ms, {:.2} times as fast as one",
            ms(time),
            ratio(one, time)
        );
    }

    let workers = Workers::of_this_program(cores, DEFAULT_TIME_LIMIT);
    println!("\nall effects again, into a cache and out of it:");
    for (what, is_whole) in [("entry points", false), ("effects", true)] {
        let (mut colds, mut warms) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            let Ok(folder) = tempfile::tempdir() else { return println!("no folder for a cache") };
            for times in [&mut colds, &mut warms] {
                let cache = Cache::new(folder.path(), DEFAULT_CACHE_BYTES);
                let cached = Cached::new(&workers, &cache);
                times.push(match is_whole {
                    true => build_all(&files, cores.get(), &cached, &cache),
                    false => compile_all(&files, cores.get(), &cached),
                });
            }
        }
        let (cold, warm) = (middle(colds), middle(warms));
        println!(
            "  {what} remembered: first {:.1} ms, second {:.1} ms, {:.1} times as fast",
            ms(cold),
            ms(warm),
            ratio(cold, warm)
        );
    }

    println!(
        "\nreload: the effect that takes longest with one function edited, the rest remembered:"
    );
    if let Some((_, file)) = shares.first() {
        println!("  {:.1} ms to the compiled effect  {}", ms(reload(file, &workers)), short(file));
    }
}

fn options() -> Options {
    Options { matrix_packing: MatrixPacking::Row, ..Options::default() }
}

fn effects(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|it| Some(it.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            effects(&path, files);
        } else if path.extension().is_some_and(|it| it == "fx") {
            files.push(path);
        }
    }
}

fn compiles(file: &Path) -> bool {
    effectc::compile(file, &options()).effect.is_some()
}

/// The time for an effect on one thread, and which part of it is not spent in the HLSL compiler: that of the run in the
/// middle.
struct Shares {
    /// With the compiler in this process: time of the processor.
    here: (Duration, f64),
    /// With the compiler in a process of its own: time that passes, which says something on a quiet machine only.
    apart: (Duration, f64),
}

impl Shares {
    fn of(file: &Path, worker: &Workers) -> Self {
        let here =
            Shaderc::new().map_or((Duration::ZERO, 0.0), |it| front_share(file, &it, thread_time));
        Self { here, apart: front_share(file, worker, wall_time) }
    }

    fn print(&self, name: &str) {
        let [here, apart] = [self.here, self.apart]
            .map(|(whole, share)| format!("{:5.1} % of {:7.1} ms", share * 100.0, ms(whole)));
        println!("  {here}  {apart}  {name}");
    }
}

fn front_share(file: &Path, compiler: &dyn HlslCompiler, clock: Clock) -> (Duration, f64) {
    let mut runs: Vec<(Duration, f64)> = (0..SHARE_RUNS)
        .map(|_| {
            let timed = Timed { compiler, clock, spent_ns: AtomicU64::new(0) };
            let start = clock();
            std::hint::black_box(compile_with(file, &options(), &DiskLoader, &timed));
            let whole = clock().saturating_sub(start);
            let inside = Duration::from_nanos(timed.spent_ns.into_inner());
            (whole, 1.0 - ratio(inside, whole))
        })
        .collect();
    runs.sort_by(|a, b| a.1.total_cmp(&b.1));
    runs[SHARE_RUNS / 2]
}

/// The time for all but the HLSL compiler, and for finding what that gave before.
fn front_alone(file: &Path) -> Duration {
    let Ok(compiler) = Shaderc::new() else { return Duration::ZERO };
    let played = Played { compiler: &compiler, results: Mutex::default() };
    let run = || {
        let start = thread_time();
        std::hint::black_box(compile_with(file, &options(), &DiskLoader, &played));
        thread_time().saturating_sub(start)
    };
    run();
    middle((0..FRONT_RUNS).map(|_| run()).collect())
}

fn compile_all(files: &[PathBuf], threads: usize, compiler: &dyn HlslCompiler) -> Duration {
    let start = Instant::now();
    let compile = |it: &PathBuf| {
        std::hint::black_box(compile_with(it, &options(), &DiskLoader, compiler)).has_errors()
    };
    in_order(files, threads, compile, |_| ());
    start.elapsed()
}

/// Makes the files of all effects, as the command and build scripts do.
fn build_all(
    files: &[PathBuf],
    threads: usize,
    compiler: &dyn HlslCompiler,
    cache: &Cache,
) -> Duration {
    let start = Instant::now();
    let build = |path: &PathBuf| {
        let made = remembered(cache, path, &options(), "speed", |loader| {
            let output = compile_with(path, &options(), loader, compiler);
            let kinds = [EmitKind::Spirv, EmitKind::Reflection];
            let effect = output.effect.as_ref();
            let files = effect.and_then(|it| output_files(it, &output, &kinds).ok());
            Made { result: (), is_lasting: output.is_lasting(), files: files.unwrap_or_default() }
        });
        std::hint::black_box(made).files.len()
    };
    in_order(files, threads, build, |_| ());
    start.elapsed()
}

/// Time from an edited text to the compiled effect; the edit is in the last shader function's body.
fn reload(file: &Path, compiler: &dyn HlslCompiler) -> Duration {
    let Ok(folder) = tempfile::tempdir() else { return Duration::ZERO };
    let cache = Cache::new(folder.path(), DEFAULT_CACHE_BYTES);
    let cached = Cached::new(compiler, &cache);
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for it in compile_with(file, &options(), &DiskLoader, &cached).dependencies {
        let bytes = std::fs::read(&it).unwrap_or_default();
        files.push((it, bytes));
    }
    let mut number = 0;
    median(|| {
        number += 1;
        let mut edited = files.clone();
        let text = String::from_utf8_lossy(&edited[0].1).into_owned();
        let at = text.rfind("return ").unwrap_or(0);
        let (before, after) = text.split_at(at);
        edited[0].1 = format!("{before}float edited = {number}; {after}").into_bytes();
        let loader = MemoryLoader::new(edited);
        let start = Instant::now();
        std::hint::black_box(compile_with(file, &options(), &loader, &cached));
        start.elapsed()
    })
}

fn median(mut run: impl FnMut() -> Duration) -> Duration {
    middle((0..RUNS).map(|_| run()).collect())
}

fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn ratio(of: Duration, to: Duration) -> f64 {
    of.as_secs_f64() / to.as_secs_f64().max(1e-9)
}
