//! The command: exit codes, what goes where, files whole or not at all.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs the command in the folder of the samples; the user's cache is left alone.
pub(super) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_effectc"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"));
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR")).args(arguments);
    command
}

pub(super) fn effectc(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Names of everything in a folder, sorted.
pub(super) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[track_caller]
fn check(arguments: &[&str], code: i32, stdout: &str, stderr: &str) {
    let output = effectc(arguments);
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{out}{err}");
    let fits = |found: &str, wanted: &str| {
        if wanted.is_empty() { found.is_empty() } else { found.contains(wanted) }
    };
    assert!(fits(&out, stdout), "stdout: {out}");
    assert!(fits(&err, stderr), "stderr: {err}");
}

#[test]
fn exit_codes_and_streams() {
    let row = ["--matrix-packing", "row"];
    check(&["ok/tween.fx", row[0], row[1]], 0, "technique T0", "");
    check(&["ok/tween.fx", "ok/states.fx", row[0], row[1]], 0, "ok/states.fx", "");
    check(&["err/state_member.fx"], 1, "", "err/state_member.fx:4:5");
    check(&["no such.fx"], 2, "", "cannot read no such.fx");
    check(&["front/snapshots"], 2, "", "there are no effects (.fx files) in front/snapshots");
    check(&[], 2, "", "Usage");
    check(&["ok/tween.fx", "--emitt", "hlsl"], 2, "", "a similar argument exists: '--emit'");
    check(&["ok/tween.fx", "-D", "1x"], 2, "", "not a name for a macro");
    check(&["warn/states.fx", "-q"], 0, "", "warning: ");
    check(&["warn/states.fx", "--deny-warnings"], 1, "", "error: warnings count as errors");
    check(&["ok/tween.fx", "--emit", "hlsl"], 2, "", "--out <DIR>");
    check(&["ok/tween.fx", "--sandbox", "no such"], 2, "", "there is no such folder");
    check(&["err/state_member.fx", "--format", "json"], 1, "\"column\": 5", "");
    check(
        &["no such.fx", "--format", "json"],
        2,
        "\"error\": \"cannot read no such.fx",
        "cannot read",
    );
    check(&["ok/tween.fx", "--cache", "main.rs"], 2, "", "--cache main.rs: it is not a folder");
    check(
        &["ok/tween.fx", row[0], row[1], "-I", "nowhere"],
        0,
        "T0",
        "-I nowhere: there is no such folder",
    );
}

#[test]
fn column_packing_is_the_default_of_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let lowered = |packing: &[&str]| {
        let mut arguments =
            vec!["ok/tween.fx", "--emit", "hlsl", "-o", folder.path().to_str().unwrap()];
        arguments.extend(packing);
        check(&arguments, 0, "", "");
        std::fs::read_to_string(folder.path().join("tween.VS.vs_5_0.hlsl")).unwrap()
    };
    let default = lowered(&[]);
    assert!(default.starts_with("#pragma pack_matrix(column_major)"), "{default}");
    assert!(default.contains("arg_input.world = transpose(float4x4(in_INST0,"), "{default}");
    assert_eq!(default, lowered(&["--matrix-packing", "column"]));
    let row = lowered(&["--matrix-packing", "row"]);
    assert!(row.starts_with("#pragma pack_matrix(row_major)"), "{row}");
    assert!(!row.contains("transpose"), "{row}");
}

#[test]
fn files_are_written_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("made/here");
    let out_text = out.to_str().unwrap();
    check(&["err/state_member.fx", "-o", out_text], 1, "", "err/state_member.fx");
    assert!(!out.exists(), "nothing is written of a faulty effect, no folder either");
    let arguments = [
        "ok/tween.fx",
        "--matrix-packing",
        "row",
        "-o",
        out_text,
        "--emit",
        "spirv,reflection,hlsl,rust",
    ];
    check(&arguments, 0, "", "");
    let expected = [
        "tween.PS.ps_5_0.hlsl",
        "tween.PS.ps_5_0.spv",
        "tween.PS_RED.ps_5_0.hlsl",
        "tween.PS_RED.ps_5_0.spv",
        "tween.VS.vs_5_0.hlsl",
        "tween.VS.vs_5_0.spv",
        "tween.json",
        "tween.rs",
    ];
    assert_eq!(names(&out), expected);
    // A file stands where the folder should be.
    let blocked = out.join("tween.json");
    check(
        &["ok/tween.fx", "--matrix-packing", "row", "-o", blocked.to_str().unwrap()],
        2,
        "",
        "cannot make the folder",
    );
}

#[test]
fn defines_and_include_folders_reach_the_effect() {
    let folder = tempfile::tempdir().unwrap();
    let include = folder.path().join("inc");
    std::fs::create_dir(&include).unwrap();
    std::fs::write(include.join("a b.fxh"), "cbuffer C { float4 members[COUNT]; };").unwrap();
    let effect = folder.path().join("x.fx");
    std::fs::write(&effect, "#include \"a b.fxh\"\nfloat4 VS() : SV_Position { return members[ON]; }\ntechnique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }").unwrap();
    let arguments =
        [effect.to_str().unwrap(), "-I", include.to_str().unwrap(), "-D", "COUNT=7", "-DON"];
    check(&arguments, 0, "float4[7] members", "");
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out_of_the_sandbox_however_it_is_spelt() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside");
    std::fs::create_dir(&inside).unwrap();
    let outside = folder.path().join("outside.fxh");
    std::fs::write(&outside, "#define POINT float4(0, 0, 0, 1)").unwrap();
    let link = inside.join("link.fxh");
    std::fs::write(inside.join("a.fx"), "#include \"link.fxh\"\nfloat4 VS() : SV_Position { return POINT; }\ntechnique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }").unwrap();
    let run = |extra: &[&str]| {
        let mut command = command(extra);
        let output = command.current_dir(&inside).arg("a.fx").output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let real = inside.to_str().unwrap();
    for root in [".", "./", "../inside", real] {
        for way in [&["-q"][..], &["--no-cache"], &["--format", "json"]] {
            let extra = [way, &["--sandbox", root]].concat();
            let _removed = std::fs::remove_file(&link);
            std::fs::copy(&outside, &link).unwrap();
            assert_eq!(run(&extra).0, Some(0), "{extra:?}");
            // What was remembered of the file must not let the link in that takes its place.
            std::fs::remove_file(&link).unwrap();
            std::os::unix::fs::symlink(&outside, &link).unwrap();
            let (code, text) = run(&extra);
            assert_eq!(code, Some(1), "{extra:?}: {text}");
        }
    }
}

#[test]
fn debug_info_puts_the_source_into_the_module() {
    let folder = tempfile::tempdir().unwrap();
    let run = |out: &str, extra: &[&str]| {
        let out = folder.path().join(out);
        let mut arguments =
            vec!["ok/tween.fx", "--matrix-packing", "row", "-o", out.to_str().unwrap()];
        arguments.extend(extra);
        check(&arguments, 0, "", "");
        std::fs::read(out.join("tween.VS.vs_5_0.spv")).unwrap()
    };
    let has =
        |module: &[u8], text: &str| module.windows(text.len()).any(|it| it == text.as_bytes());
    let module = run("with", &["--debug-info"]);
    let text = std::fs::read_to_string("tests/ok/tween.fx").unwrap();
    assert!(has(&module, &text) && has(&module, "ok/tween.fx\0"));
    // The rewritten text and its directives are not in it.
    assert!(!has(&module, "#line") && !has(&module, ".hlsl"));
    assert!(!has(&run("without", &[]), &text[..40]));
}

#[test]
fn our_effects_print_all_that_a_program_needs_of_them() {
    let skinned = [
        "technique T0",
        "technique Shadow",
        "pass P1",
        "pixel: PS_RED · ps_5_0",
        "rasterizer: FillModeWireFrame · FillMode WIREFRAME, CullMode BACK",
        "cbuffer GlobalBuffer · binding 0 · 256 bytes",
        "@192    float4x4 VInv",
        "cbuffer LightBuffer",
        "@64     float3 direction",
        "cbuffer $Globals",
        "Texture2DArray<float4> TransformMap",
        "LinearSampler",
        "MIN_MAG_MIP_LINEAR",
        "BLEND_INDICES0 · R32G32B32A32_FLOAT",
    ];
    // The seeds' layouts: KeyframeDesc of 32 bytes, TweenFrameDesc of 80.
    let animation = ["cbuffer KeyframeBuffer · binding 6 · 32 bytes", "@16     float sumTime"];
    let tween = [
        "cbuffer TweenBuffer · binding 6 · 40000 bytes · vertex",
        "TweenFrameDesc[500] TweenFrames · stride 80",
        "@48     KeyframeDesc next",
        "INST3 · R32G32B32A32_FLOAT · location 9 · slot 1 · per instance",
    ];
    let rendered = [
        "technique T4",
        "technique Shadow",
        "vertex: VS_Mesh · vs_5_0",
        "cbuffer BoneBuffer · binding 5 · 16000 bytes · vertex",
        "BLEND_WEIGHTS1 · R32G32B32A32_FLOAT",
    ];
    let ground = ["technique T0", "vertex: VS · vs_5_0", "cbuffer GroundBuffer", "POSITION0"];
    let sky = ["technique T0", "depth-stencil: BehindEverything", "cbuffer SceneBuffer"];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shaders_hlsl");
    let mut files: Vec<String> = names(&folder);
    files.retain(|it| it.ends_with(".fx"));
    assert_eq!(files, ["AnimationDemo.fx", "Ground.fx", "RenderDemo.fx", "Sky.fx", "TweenDemo.fx"]);
    for (file, parts) in files.iter().zip([
        [&skinned[..], &animation[..]].concat(),
        ground.to_vec(),
        [&rendered[..], &tween[..]].concat(),
        sky.to_vec(),
        [&skinned[..], &tween[..]].concat(),
    ]) {
        let path = folder.join(file);
        let output = effectc(&[path.to_str().unwrap(), "--matrix-packing", "row"]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{text}");
        assert!(text.starts_with(&format!("effect {}\n", file.trim_end_matches(".fx"))));
        for part in parts {
            assert!(text.contains(part), "{file}: no `{part}` in\n{text}");
        }
    }
}

#[test]
fn json_is_one_object_for_all_files() {
    let files = ["ok/tween.fx", "err/state_member.fx", "err/pass.fx"];
    let mut arguments = files.to_vec();
    arguments.extend(["--format", "json", "--matrix-packing", "row"]);
    let output = effectc(&arguments);
    assert_eq!((output.status.code(), output.stderr), (Some(1), Vec::new()));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let reported = report["files"].as_array().unwrap();
    assert_eq!(reported.len(), files.len());
    for (entry, file) in reported.iter().zip(files) {
        assert_eq!(entry["file"], file);
        let diagnostics = entry["diagnostics"].as_array().unwrap();
        assert_eq!(diagnostics.is_empty(), file.starts_with("ok/"), "{entry}");
        assert_eq!(entry["effect"].is_object(), file.starts_with("ok/"), "{entry}");
        for diagnostic in diagnostics {
            assert!(diagnostic["message"].as_str().is_some_and(|it| !it.is_empty()), "{entry}");
        }
    }
}

#[test]
fn an_include_that_is_missing_is_shown_where_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let effect = folder.path().join("내 effect.fx");
    std::fs::write(&effect, "// first\n#include \"no such.fxh\"\n").unwrap();
    let output = effectc(&[effect.to_str().unwrap(), "-I", "ok"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(1), Vec::new()), "{text}");
    for part in [
        "error: cannot find the include file `no such.fxh`",
        "내 effect.fx:2:10",
        "^^^^^^^^^^^^^",
        "looked at",
        "ok/no such.fxh",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    assert_eq!(text.matches("error:").count(), 1, "{text}");
}

#[test]
fn files_that_are_there_survive_errors() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let write = ["--matrix-packing", "row", "-o", out];
    let run = |files: &[&str]| effectc(&[files, &write[..]].concat());
    assert_eq!(run(&["ok/tween.fx"]).status.code(), Some(0));
    std::fs::write(folder.path().join("states.json"), "mine").unwrap();
    std::fs::write(folder.path().join("pass.json"), "mine").unwrap();
    // A faulty effect gives nothing, and the others everything.
    assert_eq!(run(&["err/pass.fx", "ok/states.fx"]).status.code(), Some(1));
    assert_eq!(std::fs::read(folder.path().join("pass.json")).unwrap(), b"mine");
    assert!(std::fs::read_to_string(folder.path().join("states.json")).unwrap().starts_with('{'));
    // Two of one name, a file that is missing: usage, and nothing at all.
    std::fs::write(folder.path().join("tween.json"), "mine").unwrap();
    std::fs::copy("tests/ok/states.fx", folder.path().join("tween.fx")).unwrap();
    let other = folder.path().join("tween.fx");
    let twice = run(&["ok/tween.fx", other.to_str().unwrap()]);
    assert_eq!(twice.status.code(), Some(2));
    let text = String::from_utf8_lossy(&twice.stderr).into_owned();
    assert!(text.contains("would both write") && text.contains("tween.*"), "{text}");
    assert_eq!(run(&["ok/tween.fx", "no such.fx"]).status.code(), Some(2));
    assert_eq!(std::fs::read(folder.path().join("tween.json")).unwrap(), b"mine");
    // A folder in the place of the last file: the first are not written either.
    let other = tempfile::tempdir().unwrap();
    std::fs::create_dir(other.path().join("tween.rs")).unwrap();
    let out = other.path().to_str().unwrap();
    let blocked =
        effectc(&["ok/tween.fx", "--matrix-packing", "row", "-o", out, "--emit", "spirv,rust"]);
    assert_eq!(blocked.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&blocked.stderr).contains("tween.rs"), "{blocked:?}");
    assert_eq!(names(other.path()), ["tween.rs"]);
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_does_not_hang_and_a_full_disk_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.fx");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // The runner of the test stops it if this waits for a writer.
    check(&[pipe.to_str().unwrap()], 2, "", "it is not a regular file");
    check(&["/dev/zero"], 2, "", "cannot read /dev/zero: it is not a regular file");

    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let tween = ["ok/tween.fx", "--matrix-packing", "row"];
    let output = command(&tween).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("error: cannot write to standard output: No space"), "{text}");

    let mut command = command(&tween);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn an_effect_with_denied_warnings_is_not_given() {
    let arguments = ["warn/no_technique.fx", "--deny-warnings", "--format", "json"];
    check(&arguments, 1, "\"effect\": null", "error: warnings count as errors (--deny-warnings)");
}
