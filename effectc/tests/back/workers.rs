//! The HLSL compiler in processes of its own: crashes, hangs, programs that do not start.

use std::num::NonZero;
use std::path::Path;
use std::time::Duration;

use effectc::effect::Stage;
use effectc::preprocess::MemoryLoader;
use effectc::spirv::{DEFAULT_TIME_LIMIT, HlslCompiler, HlslJob, Shaderc, SpirvError, Workers};
use effectc::{Options, compile_with};

const GOOD: &str = "float4 main() : SV_Target { return 1; }";

/// One stream's layout is written into the appends of another.
const TWO_GEOMETRY_SHADERS: &str = "
struct A { float3 p : POSITION; float a : AGE; uint k : TYPE; };
struct B { float4 p : SV_Position; };
[maxvertexcount(2)] void G2(point A i[1], inout PointStream<B> s) { B o; o.p = float4(i[0].p, 1); s.Append(o); }
[maxvertexcount(2)] void main(point A i[1], inout PointStream<A> s) { s.Append(i[0]); }";

/// A built-in array that is read per vertex.
const CLIP_DISTANCE: &str = "
struct V { float4 p : SV_Position; float3 d : SV_ClipDistance0; };
[maxvertexcount(3)] void main(triangle V i[3], inout TriangleStream<V> s) { for (int n = 0; n < 3; n++) s.Append(i[n]); }";

/// Globals whose initialisers call, one after the other.
const CHAINED_STATICS: &str = "
float u;
float3 f(float3 v) { return v * 2; }
void apart() {}
static float3 X = f(float3(u, u, u));
static float3 Y = X;
float4 main() : SV_Target { return float4(Y, 1); }";

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_effectc"))
}

fn workers(count: usize, time_limit: Duration) -> Workers {
    Workers::new(program(), NonZero::new(count).unwrap(), time_limit)
}

fn job(text: &str, stage: Stage) -> HlslJob<'_> {
    HlslJob { text, name: "job.hlsl", stage, entry: "main", debug_info: false }
}

#[test]
fn a_worker_gives_what_the_compiler_in_this_process_gives() {
    let workers = workers(1, DEFAULT_TIME_LIMIT);
    let here = Shaderc::new().unwrap();
    let bad =
        "float4 main() : SV_Target { return nope; }\n#line 7 \"a.fx\"\nfloat f() { return x; }";
    for text in
        [GOOD, bad, "", "float4 main() : SV_Target { int unused = 1.5; return 0; } // \u{d6d8}"]
    {
        for debug_info in [false, true] {
            let job = HlslJob { debug_info, ..job(text, Stage::Pixel) };
            assert_eq!(workers.compile(&job).unwrap(), here.compile(&job).unwrap(), "{text}");
        }
    }
    assert_eq!(workers.take_remark(), None);
}

#[test]
fn a_crash_is_an_error_and_the_next_job_has_a_new_worker() {
    let workers = workers(1, DEFAULT_TIME_LIMIT);
    for (text, stage) in [
        (TWO_GEOMETRY_SHADERS, Stage::Geometry),
        (CLIP_DISTANCE, Stage::Geometry),
        (CHAINED_STATICS, Stage::Pixel),
    ] {
        let error = workers.compile(&job(text, stage)).unwrap_err();
        assert!(matches!(error, SpirvError::Crashed(_)), "{error}\n{text}");
        if cfg!(unix) {
            assert_eq!(error.to_string(), "the HLSL compiler crashed (signal 11)", "{text}");
        }
        assert!(workers.compile(&job(GOOD, Stage::Pixel)).unwrap().words.is_some());
    }
}

#[test]
fn deep_nesting_crashes_at_most_a_worker() {
    let workers = workers(1, Duration::from_secs(20));
    let text = format!(
        "float4 main() : SV_Target {{ return {}1{}; }}",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    // Whatever comes of it, this process is still here, and the next job is done.
    let _ = workers.compile(&job(&text, Stage::Pixel));
    assert!(workers.compile(&job(GOOD, Stage::Pixel)).unwrap().words.is_some());
}

#[test]
fn a_job_that_takes_too_long_is_ended() {
    let workers = workers(1, Duration::from_millis(1));
    let body = "x = sin(x) * cos(x) + tan(x);".repeat(20_000);
    let text = format!("float4 main(float x : X) : SV_Target {{ {body} return x; }}");
    let error = workers.compile(&job(&text, Stage::Pixel)).unwrap_err();
    assert_eq!(error.to_string(), "the HLSL compiler took longer than 0.001 s");
}

#[test]
fn a_program_that_is_no_worker_is_noticed_and_said_once() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no such program");
    // It ends without a word: the runner of these tests does not know the argument either.
    let silent = std::env::current_exe().unwrap();
    for program in [missing, silent] {
        let workers = Workers::new(&program, NonZero::<usize>::MIN, DEFAULT_TIME_LIMIT);
        for _ in 0..2 {
            assert!(workers.compile(&job(GOOD, Stage::Pixel)).unwrap().words.is_some());
        }
        let remark = workers.take_remark().unwrap();
        let expected = format!("cannot start {} as its worker: ", program.display());
        assert!(remark.contains(&expected), "{remark}");
        assert_eq!(workers.take_remark(), None);
        assert!(workers.compile(&job(GOOD, Stage::Pixel)).is_ok());
        assert_eq!(workers.take_remark(), None);
    }
}

/// Crashes where the entry point says so, as no effect does that this crate lowers.
struct CrashesAt<'c>(Workers, &'c str);

impl HlslCompiler for CrashesAt<'_> {
    fn compile(&self, it: &HlslJob<'_>) -> Result<effectc::spirv::HlslResult, SpirvError> {
        match it.entry == self.1 {
            true => self.0.compile(&job(CHAINED_STATICS, Stage::Pixel)),
            false => self.0.compile(it),
        }
    }

    fn parallelism(&self) -> usize {
        self.0.parallelism()
    }
}

#[test]
fn a_crash_names_the_entry_point_and_the_others_go_on() {
    let text = "float4 A() : SV_Target { return 1; }
float4 B() : SV_Target { return 2; }
float4 C() : SV_Target { return nope; }
technique11 T {
    pass P { SetPixelShader(CompileShader(ps_5_0, A())); }
    pass Q { SetPixelShader(CompileShader(ps_5_0, B())); }
    pass R { SetPixelShader(CompileShader(ps_5_0, C())); }
}";
    let compiler = CrashesAt(workers(2, DEFAULT_TIME_LIMIT), "B");
    let loader = MemoryLoader::new([("crash.fx", text)]);
    let output = compile_with(Path::new("crash.fx"), &Options::default(), &loader, &compiler);
    assert!(output.effect.is_none());
    let text = effectc::diagnostic::render_all(&output.diagnostics, &output.sources);
    let text = text.replace("signal 11", "..").replace("exit code 0xC0000005", "..");
    insta::assert_snapshot!(text);
}
