//! The helper for build scripts.

use effectc::build::{BuildError, compile_folder};

use super::row_packed;

const EFFECT: &str = "#include \"Shared.fxh\"\nfloat4 VS() : SV_Position { return color; }\ntechnique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }";

fn names(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_folder_becomes_modules() {
    let folder = tempfile::tempdir().unwrap();
    let (source, out) = (folder.path().join("fx"), folder.path().join("out"));
    std::fs::create_dir(&source).unwrap();
    std::fs::create_dir(&out).unwrap();
    std::fs::write(source.join("Shared.fxh"), "cbuffer C { float4 color; };").unwrap();
    std::fs::write(source.join("16. SecondDemo.fx"), EFFECT).unwrap();
    std::fs::write(source.join("FirstDemo.FX"), EFFECT).unwrap();
    std::fs::write(source.join("notes.txt"), "no effect").unwrap();
    compile_folder(&source, &out, &row_packed()).unwrap();
    let expected = [
        "16. SecondDemo.VS.vs_5_0.spv",
        "16. SecondDemo.json",
        "FirstDemo.VS.vs_5_0.spv",
        "FirstDemo.json",
        "effectc-cache",
        "effects.rs",
    ];
    assert_eq!(names(&out), expected);
    let index = std::fs::read_to_string(out.join("effects.rs")).unwrap();
    // A second build asks the compiler nothing: what it made is there.
    let made = names(&out.join("effectc-cache"));
    assert_eq!(made.iter().filter(|it| it.len() == 64).count(), 4, "{made:?}");
    compile_folder(&source, &out, &row_packed()).unwrap();
    assert_eq!(names(&out.join("effectc-cache")), made);
    let second = index.find("pub mod second_demo {").unwrap();
    assert!(second < index.find("pub mod first_demo {").unwrap(), "in order of file name");

    // A fault in one effect: nothing is written, not even for the other.
    let other = folder.path().join("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(source.join("Broken.fx"), EFFECT.replace(", VS(", ", V(")).unwrap();
    let error = compile_folder(&source, &other, &row_packed()).unwrap_err();
    assert!(matches!(error, BuildError::Effects(1)), "{error}");
    assert_eq!(names(&other), ["effectc-cache"]);

    std::fs::remove_file(source.join("Broken.fx")).unwrap();
    std::fs::write(source.join("17. FirstDemo.fx"), EFFECT).unwrap();
    let error = compile_folder(&source, &other, &row_packed()).unwrap_err();
    assert!(error.to_string().ends_with("would both be the Rust module `first_demo`"), "{error}");
    let error = compile_folder(&folder.path().join("none"), &other, &row_packed()).unwrap_err();
    assert!(error.to_string().starts_with("cannot read the folder"), "{error}");
}
