//! `ok/*.fx` and our own effects: snapshots of what is emitted, and what must hold for each of them.

use std::path::Path;
use std::process::Command;

use effectc::emit::{EmitKind, OutputFile, output_files, summary};
use effectc::{Options, compile};

use super::{compile_sample, effect, row_packed};

const ALL: [EmitKind; 4] = [EmitKind::Spirv, EmitKind::Reflection, EmitKind::Hlsl, EmitKind::Rust];

fn emitted(path: &Path) -> Vec<OutputFile> {
    let output = compile_sample(path);
    let warnings = effectc::diagnostic::render_all(&output.diagnostics, &output.sources);
    assert_eq!(warnings, "", "a sample compiles without warnings");
    output_files(effect(&output), &output, &ALL).unwrap()
}

fn text(files: &[OutputFile], extension: &str) -> String {
    files
        .iter()
        .filter(|it| it.name.ends_with(extension))
        .map(|it| format!("// {}\n{}\n", it.name, String::from_utf8_lossy(&it.content)))
        .collect()
}

#[test]
fn snapshots_of_lowered_hlsl() {
    insta::glob!("..", "ok/*.fx", |path| insta::assert_snapshot!(text(&emitted(path), ".hlsl")));
}

#[test]
fn snapshots_of_reflection() {
    insta::glob!("..", "ok/*.fx", |path| insta::assert_snapshot!(text(&emitted(path), ".json")));
}

#[test]
fn snapshots_of_rust() {
    insta::glob!("..", "ok/*.fx", |path| insta::assert_snapshot!(text(&emitted(path), ".rs")));
}

#[test]
fn snapshots_of_the_table() {
    insta::glob!("..", "ok/*.fx", |path| {
        let output = compile_sample(path);
        insta::assert_snapshot!(summary(effect(&output)));
    });
}

/// Our own effects, which the program is built with.
#[test]
fn snapshots_of_our_effects() {
    insta::glob!("../../../shaders_hlsl", "*.fx", |path| {
        let output = compile_sample(path);
        insta::assert_snapshot!(format!(
            "{}\n{}",
            summary(effect(&output)),
            text(&emitted(path), ".json")
        ));
    });
}

#[test]
fn emitting_twice_gives_equal_bytes() {
    insta::glob!("..", "ok/*.fx", |path| assert_eq!(emitted(path), emitted(path)));
}

#[test]
fn spirv_is_valid() {
    insta::glob!("..", "ok/*.fx", spirv_val);
    insta::glob!("../../../shaders_hlsl", "*.fx", spirv_val);
}

#[test]
fn another_reader_finds_the_layouts_of_the_reflection() {
    let check = |path: &Path| {
        let output = compile_sample(path);
        let mut effect = effect(&output).clone();
        assert_eq!(super::read_back::fault(&effect), None);
        // A planted fault: a member somewhere else.
        let members = effect.constant_buffers.iter_mut().filter(|it| !it.stages.is_empty());
        if let Some(member) = members.flat_map(|it| &mut it.members).last() {
            member.offset_bytes += 4;
            assert!(super::read_back::fault(&effect).is_some());
        }
    };
    insta::glob!("..", "ok/*.fx", check);
    insta::glob!("../../../shaders_hlsl", "*.fx", check);
}

/// With debug info and without it.
fn spirv_val(path: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let output = compile(path, &Options { debug_info: true, ..row_packed() });
    let mut with_debug_info = output_files(effect(&output), &output, &[EmitKind::Spirv]).unwrap();
    for file in &mut with_debug_info {
        file.name.insert_str(0, "debug-");
    }
    let files = emitted(path).into_iter().chain(with_debug_info);
    for file in files.filter(|it| it.name.ends_with(".spv")) {
        let module = folder.path().join(&file.name);
        std::fs::write(&module, &file.content).unwrap();
        let outcome = Command::new("spirv-val")
            .args(["--target-env", "vulkan1.3", "--scalar-block-layout"])
            .arg(&module)
            .output()
            .expect("spirv-val is installed by scripts/setup.sh (package spirv-tools)");
        let message = String::from_utf8_lossy(&outcome.stderr);
        assert!(outcome.status.success(), "{}: {message}", file.name);
    }
}

/// rustc runs the offset checks that stand in the emitted Rust. The derives of bytemuck are taken off, since
/// this test has no crates; that they hold is shown by the build of the main package.
#[test]
fn emitted_rust_compiles_and_its_offsets_hold() {
    insta::glob!("..", "ok/*.fx", |path| {
        let folder = tempfile::tempdir().unwrap();
        let mut source = String::new();
        for file in emitted(path) {
            match file.name.ends_with(".rs") {
                true => source = String::from_utf8(file.content).unwrap(),
                false => std::fs::write(folder.path().join(&file.name), &file.content).unwrap(),
            }
        }
        let source = source
            .replace(", ::bytemuck::Pod, ::bytemuck::Zeroable", "")
            .replace("::bytemuck::Zeroable::zeroed()", "unsafe { ::core::mem::zeroed() }");
        assert_eq!(rustc(folder.path(), &source), Ok(()), "{source}");
        if let Some((before, after)) = source.split_once("== 16);") {
            // A planted fault: a wrong offset must not compile.
            let wrong = format!("{before}== 20);{after}");
            assert!(rustc(folder.path(), &wrong).is_err());
        }
    });
}

fn rustc(folder: &Path, source: &str) -> Result<(), String> {
    let path = folder.join("emitted.rs");
    std::fs::write(&path, source).unwrap();
    let outcome = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--edition", "2024", "--crate-type", "lib", "--emit", "metadata", "--out-dir"])
        .arg(folder)
        .arg(&path)
        .output()
        .unwrap();
    match outcome.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&outcome.stderr).into_owned()),
    }
}
