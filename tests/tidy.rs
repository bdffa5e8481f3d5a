//! What no lint sees: the direction of the layers, the size of files, module docs, licences.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A file longer than this does not pass. Tables and tests are excepted by name.
const MAX_LINES: usize = 800;

/// Layers in the order of the data, each with the layers it may name.
const LAYERS: [(&str, &[&str]); 6] = [
    ("asset", &[]),
    ("anim", &["asset"]),
    ("gpu", &[]),
    ("effect", &["gpu"]),
    ("render", &["asset", "anim", "gpu", "effect"]),
    ("app", &["asset", "anim", "gpu", "effect", "render"]),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Tracked and new files, by path relative to the checkout.
fn project_files() -> Vec<PathBuf> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git lists the files of the checkout");
    assert!(output.status.success(), "git ls-files: {}", String::from_utf8_lossy(&output.stderr));
    let files: Vec<PathBuf> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(PathBuf::from)
        .filter(|path| root().join(path).is_file())
        .collect();
    assert!(files.len() > 20, "only {} files: is this a checkout?", files.len());
    files
}

fn rust_files() -> impl Iterator<Item = (String, String)> {
    project_files().into_iter().filter(|path| path.extension().is_some_and(|e| e == "rs")).map(
        |path| {
            let text = std::fs::read_to_string(root().join(&path)).unwrap();
            (path.to_str().unwrap().replace('\\', "/"), text)
        },
    )
}

/// The code of a file without comments, so that prose may name what it likes.
fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(|line| line.split("//").next().unwrap_or_default())
}

/// Layers that a piece of code names by `crate::layer`, `sinew::layer` or a group after either.
fn named_layers(code: &str) -> BTreeSet<&'static str> {
    let mut named = BTreeSet::new();
    for prefix in ["crate::", "sinew::"] {
        for (at, _) in code.match_indices(prefix) {
            for head in path_heads(&code[at + prefix.len()..]) {
                named.extend(LAYERS.iter().map(|layer| layer.0).filter(|layer| *layer == head));
            }
        }
    }
    named
}

/// The first names of what follows a `prefix::`: one for a path, several for a `{group, of::paths}`.
fn path_heads(rest: &str) -> Vec<&str> {
    let name =
        |text: &str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let Some(group) = rest.strip_prefix('{') else {
        return vec![&rest[..name(rest)]];
    };
    let mut heads = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                let item = group[start..at].trim_start();
                heads.push(&item[..name(item)]);
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    heads
}

#[test]
fn layers_name_only_what_stands_above_them() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (path, text) in rust_files() {
        let Some((layer, may_name)) =
            LAYERS.iter().find(|(layer, _)| path.starts_with(&format!("src/{layer}/")))
        else {
            continue;
        };
        checked += 1;
        let code: String = code_lines(&text).flat_map(|line| [line.trim(), " "]).collect();
        for named in named_layers(&code) {
            if named != *layer && !may_name.contains(&named) {
                wrong.push(format!("{path} names {named}; {layer} may name {may_name:?}"));
            }
        }
    }
    assert!(checked > 3, "only {checked} files in layers");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn layer_names_are_found_in_every_form_of_a_path() {
    let found = |code| named_layers(code).into_iter().collect::<Vec<_>>();
    assert_eq!(found("use crate::gpu::Device;"), ["gpu"]);
    assert_eq!(found("use crate::{anim::{self, Pose}, gpu};"), ["anim", "gpu"]);
    assert_eq!(found("fn f(d: &crate::render::Scene) {}"), ["render"]);
    assert_eq!(found("use crate::asset::{effect, render::x};"), ["asset"]);
    assert_eq!(found("use std::gpu; let gpu = 1;"), [""; 0]);
}

#[test]
fn files_are_small() {
    let long: Vec<String> = rust_files()
        .filter(|(path, _)| !path.contains("tests/") && !path.contains("table"))
        .map(|(path, text)| (path, text.lines().count()))
        .filter(|(_, lines)| *lines > MAX_LINES)
        .map(|(path, lines)| format!("{path}: {lines} lines"))
        .collect();
    assert!(long.is_empty(), "over {MAX_LINES} lines: {}", long.join(", "));
}

#[test]
fn every_file_says_what_it_holds() {
    let silent: Vec<String> =
        rust_files().filter(|(_, text)| !text.starts_with("//!")).map(|(path, _)| path).collect();
    assert!(silent.is_empty(), "without `//!` at the top: {}", silent.join(", "));
}

#[test]
fn unsafe_code_stays_in_gpu() {
    let wrong: Vec<String> = rust_files()
        .filter(|(path, _)| !path.starts_with("src/gpu/") && path != "tests/tidy.rs")
        .filter(|(_, text)| {
            code_lines(text).any(|line| {
                let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
                words.into_iter().any(|word| word == "unsafe") && !line.contains('"')
            })
        })
        .map(|(path, _)| path)
        .collect();
    assert!(wrong.is_empty(), "unsafe outside src/gpu: {}", wrong.join(", "));
}

#[test]
fn nothing_is_left_for_later_in_silence() {
    let marks =
        [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("#[ign", "ore"), concat!("todo", "!(")];
    let wrong: Vec<String> = rust_files()
        .flat_map(|(path, text)| {
            let hits: Vec<String> = text
                .lines()
                .enumerate()
                .filter(|(_, line)| marks.iter().any(|mark| line.contains(mark)))
                .map(|(number, line)| format!("{path}:{}: {}", number + 1, line.trim()))
                .collect();
            hits
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn dependencies_have_licences_that_allow_any_use() {
    const ACCEPTED: [&str; 14] = [
        "MIT",
        "Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "ISC",
        "Zlib",
        "BSL-1.0",
        "CC0-1.0",
        "Unlicense",
        "0BSD",
        "Unicode-3.0",
        "MIT-0",
        "MPL-2.0",
    ];
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 50);
    let acceptable = |licence: &str| {
        // "A OR B" is a choice; "A AND B" asks for both. Old manifests write the choice as a slash.
        licence.replace('/', " OR ").split(" OR ").any(|choice| {
            choice
                .split(" AND ")
                .all(|one| ACCEPTED.contains(&one.trim().trim_matches(|c| c == '(' || c == ')')))
        })
    };
    let wrong: Vec<String> = packages
        .iter()
        .map(|p| (p["name"].as_str().unwrap(), p["license"].as_str().unwrap_or("none")))
        .filter(|(_, licence)| !acceptable(licence))
        .map(|(name, licence)| format!("{name}: {licence}"))
        .collect();
    assert!(wrong.is_empty(), "licences to look at: {}", wrong.join(", "));
}
