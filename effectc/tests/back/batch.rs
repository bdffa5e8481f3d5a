//! The command with several effects: folders, the table, JSON, colours, what is remembered, files for make.

use std::path::Path;

use serde_json::Value;

use super::command::{command, effectc, names};

const GOOD: &str = "float4 VS() : SV_Position { return 0; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }";
const FAULTY: &str = "float4 VS() : SV_Position { return nope; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }";

/// A folder with effects at several depths; `two/Same.fx` and `Same.fx` have one name.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("Same.fx", GOOD);
    write("two/Same.fx", GOOD);
    write("two/deep down/Faulty.fx", FAULTY);
    write("two/common.fxh", "nothing that compiles");
    folder
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_folder_is_compiled_whole_and_keeps_its_folders() {
    let folder = folder();
    let out = tempfile::tempdir().unwrap();
    let (folder, out) = (folder.path().to_str().unwrap(), out.path());
    let output = effectc(&[folder, "-o", out.to_str().unwrap()]);
    let messages = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{messages}");
    assert!(messages.contains("two/deep down/Faulty.fx:1:36"), "{messages}");
    assert_eq!(messages.matches("error:").count(), 1, "{messages}");
    assert_eq!(names(out), ["Same.VS.vs_5_0.spv", "Same.json", "two"]);
    assert_eq!(names(&out.join("two")), ["Same.VS.vs_5_0.spv", "Same.json"]);

    let table = text(&output.stdout);
    let rows: Vec<Vec<&str>> = table.lines().map(|it| it.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["effect", "techniques", "shaders", "warnings", "errors", "time"]);
    assert_eq!(rows.len(), 5, "{table}");
    assert!(rows[1][0].ends_with("/Same.fx") && rows[1][1..5] == ["1", "1", "0", "0"], "{table}");
    assert!(
        rows[3].contains(&"down/Faulty.fx") && rows[3][2..6] == ["-", "-", "0", "1"],
        "{table}"
    );
    assert_eq!(rows[4][..6], ["3", "effects", "2", "2", "0", "1"], "{table}");
}

#[test]
fn many_jobs_give_the_bytes_of_one() {
    let outputs: Vec<_> = ["1", "4"]
        .iter()
        .map(|jobs| {
            let out = tempfile::tempdir().unwrap();
            let out_text = out.path().to_str().unwrap();
            let output = effectc(&[
                "ok",
                "err/pass.fx",
                "err/shader_code.fx",
                "--matrix-packing",
                "row",
                "--no-cache",
                "-j",
                jobs,
                "-o",
                out_text,
                "-q",
            ]);
            assert_eq!(output.status.code(), Some(1));
            let files: Vec<(String, Vec<u8>)> = names(out.path())
                .into_iter()
                .map(|it| (it.clone(), std::fs::read(out.path().join(it)).unwrap()))
                .collect();
            assert!(files.len() > 10 && output.stdout.is_empty());
            (files, text(&output.stderr))
        })
        .collect();
    assert_eq!(outputs[0], outputs[1]);
}

#[test]
fn the_second_run_asks_only_the_cache() {
    let cache = tempfile::tempdir().unwrap();
    let cache_text = cache.path().to_str().unwrap();
    let run = |extra: &[&str]| {
        let arguments = ["ok/tween.fx", "--matrix-packing", "row"];
        let output = effectc(&[&arguments[..], extra].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        output.stdout
    };
    let first = run(&["--cache", cache_text]);
    let remembered = |name: &String| name.len() == 64;
    let files = names(cache.path());
    assert_eq!(files.iter().filter(|it| remembered(it)).count(), 4, "{files:?}");
    // Three entry points and the effect. Damage shows who reads and writes them.
    let folder = cache.path();
    for name in files.iter().filter(|it| remembered(it)) {
        std::fs::write(folder.join(name), "damaged").unwrap();
    }
    assert_eq!(run(&["--no-cache"]), first);
    assert!(std::fs::read(folder.join(&files[0])).unwrap() == b"damaged");
    assert_eq!(run(&["--cache", cache_text]), first, "damage is mended");
    assert!(std::fs::read(folder.join(&files[0])).unwrap() != b"damaged");
}

#[test]
fn a_crash_is_one_error_of_the_command() {
    // A limit that no compiler keeps stands for every way in which a worker may fail.
    let output = effectc(&["ok/tween.fx", "--time-limit", "0.000001", "--no-cache"]);
    let messages = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{messages}");
    assert_eq!(messages.matches("the HLSL compiler took longer than").count(), 3, "{messages}");
    assert!(messages.contains("while compiling `VS` as vs_5_0 (technique T0"), "{messages}");
    let output =
        effectc(&["ok/tween.fx", "--in-process", "--no-cache", "--time-limit", "0.000001"]);
    assert_eq!(output.status.code(), Some(0), "nothing can be ended in this process");
}

#[test]
fn json_says_where_and_what() {
    let folder = folder();
    let output = effectc(&[folder.path().to_str().unwrap(), "--format", "json"]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), String::new()));
    let mut report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["version"], 1);
    let faulty = report["files"][2].take();
    let place = &faulty["diagnostics"][0]["place"];
    assert_eq!(place["file"], faulty["file"]);
    let numbers =
        ["line", "column", "end_line", "end_column"].map(|it| place[it].as_u64().unwrap());
    assert_eq!(numbers, [1, 36, 1, 40]);
    let diagnostic = &faulty["diagnostics"][0];
    assert_eq!(diagnostic["severity"], "error");
    assert!(diagnostic["code"].is_string() || diagnostic["code"].is_null());
    assert!(diagnostic["message"].as_str().unwrap().contains("`nope`"));
    assert!(diagnostic["notes"].is_array());
    assert!(faulty["effect"].is_null());
}

#[test]
fn colours_are_as_asked_for() {
    let is_coloured = |arguments: &[&str], no_color: Option<&str>| {
        let mut command = command(&[&["err/pass.fx"], arguments].concat());
        match no_color {
            Some(value) => command.env("NO_COLOR", value),
            None => command.env_remove("NO_COLOR"),
        };
        text(&command.output().unwrap().stderr).contains('\u{1b}')
    };
    assert!(!is_coloured(&[], None), "a pipe is no terminal");
    assert!(is_coloured(&["--color", "always"], Some("1")));
    assert!(!is_coloured(&["--color", "never"], None));
}

#[test]
fn warnings_can_be_errors() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("warns.fx");
    std::fs::write(&file, format!("#pragma nobody knows this\n{GOOD}")).unwrap();
    let run = |extra: &[&str]| effectc(&[&[file.to_str().unwrap()], extra].concat());
    let plain = run(&[]);
    assert!(text(&plain.stderr).starts_with("warning:"), "{}", text(&plain.stderr));
    assert_eq!(plain.status.code(), Some(0));
    let out = folder.path().join("out");
    assert_eq!(run(&["/WX", "-o", out.to_str().unwrap()]).status.code(), Some(1));
    assert!(!out.exists());
}

#[test]
fn a_depfile_names_what_was_made_of_what() {
    let folder = tempfile::tempdir().unwrap();
    let (out, depfile) = (folder.path().join("out"), folder.path().join("made/it.d"));
    let (out, depfile) = (out.to_str().unwrap(), depfile.to_str().unwrap());
    let output =
        effectc(&["ok/tween.fx", "--matrix-packing", "row", "-o", out, "--depfile", depfile]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let rules = std::fs::read_to_string(depfile).unwrap();
    let (targets, sources) = rules.split_once(": \\\n").unwrap();
    for target in ["tween.json", "tween.VS.vs_5_0.spv", "tween.PS.ps_5_0.spv"] {
        assert!(targets.contains(&format!("{out}/{target}")), "{rules}");
    }
    assert!(sources.starts_with("  ok/tween.fx \\\n  ok/00.\\ Global.fxh\n"), "{rules}");
    assert!(sources.ends_with("\nok/00.\\ Global.fxh:\n"), "{rules}");
}

#[test]
fn help_is_a_page_and_a_half() {
    let long = effectc(&["--help"]);
    let page = text(&long.stdout);
    assert_eq!((long.status.code(), text(&long.stderr)), (Some(0), String::new()));
    let heads = ["NAME", "SYNOPSIS", "DESCRIPTION", "Source:", "EXIT STATUS", "EXAMPLES", "FILES"];
    let places: Vec<usize> = heads.iter().map(|it| page.find(it).expect(it)).collect();
    assert!(places.is_sorted(), "{page}");
    assert!(page.lines().all(|it| it.chars().count() <= 120), "{page}");
    let short = text(&effectc(&["-h"]).stdout);
    assert!(short.lines().count() * 3 < page.lines().count() * 2, "{short}");
    assert!(!short.contains("disable-rewrite") && !page.contains("disable-rewrite"));
}

#[test]
fn a_program_that_was_deleted_still_has_workers() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("copy");
    std::fs::copy(env!("CARGO_BIN_EXE_effectc"), &program).unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ok/tween.fx");
    // Removed by the shell that becomes the program: the workers are started after that.
    let script = "rm \"$0\"; exec \"$@\"";
    if !cfg!(target_os = "linux") {
        return;
    }
    let moved = folder.path().join("moved");
    std::fs::hard_link(&program, &moved).unwrap();
    let output = std::process::Command::new("sh")
        .args(["-c", script])
        .args([&program, &moved])
        .arg(file)
        .args(["--no-cache", "--matrix-packing", "row"])
        .output()
        .unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}
