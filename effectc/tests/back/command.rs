//! The command: exit codes, what goes where, files whole or not at all.

use std::path::Path;
use std::process::{Command, Output};

fn effectc(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_effectc"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"))
        .args(arguments)
        .output()
        .unwrap()
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
    check(&["ok/tween.fx", "ok/states.fx", row[0], row[1]], 0, "effect states", "");
    check(&["err/state_member.fx"], 1, "", "err/state_member.fx:4:5");
    check(&["no such.fx"], 2, "", "cannot read no such.fx");
    check(&["ok"], 2, "", "cannot read ok");
    check(&[], 2, "", "Usage");
    check(&["ok/tween.fx", "--nope"], 2, "", "--nope");
    check(&["ok/tween.fx", "-D", "1x"], 2, "", "not a name for a macro");
    check(&["err/state_member.fx", "--format", "json"], 1, "\"column\": 5", "");
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
    assert!(default.contains("input.world = transpose(input.world);"), "{default}");
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
    check(
        &["ok/tween.fx", "err/state_member.fx", "--matrix-packing", "row", "-o", out_text],
        1,
        "",
        "err/state_member.fx",
    );
    assert!(!out.exists(), "nothing is written when one effect has errors");
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
    let mut names: Vec<String> = std::fs::read_dir(&out)
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
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
    assert_eq!(names, expected);
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
    assert!(has(&module, "GetAnimationMatrix(VertexModel"));
    // Its lines are those of the text in it, so no directive may count them otherwise.
    assert!(!has(&module, "#line"));
    assert!(has(&module, "tween.VS.vs_5_0.hlsl"));
    assert!(!has(&run("without", &[]), "GetAnimationMatrix(VertexModel"));
}
