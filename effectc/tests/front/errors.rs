//! What is wrong is said where it stands: each file in `err` against the text that the user sees.

use std::io;
use std::path::{Path, PathBuf};

use effectc::diagnostic::render_all;
use effectc::preprocess::{IncludeLoader, PreprocessOptions};

use super::{disk, messages, parse_files, parse_with};

/// Reads from a folder, so that messages have short names.
struct Rooted(PathBuf);

impl IncludeLoader for Rooted {
    fn load(&self, path: &Path) -> io::Result<Vec<u8>> {
        disk().load(&self.0.join(path))
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        disk().real_path(&self.0.join(path))
    }

    fn names_in(&self, folder: &Path) -> Vec<String> {
        disk().names_in(&self.0.join(folder))
    }
}

#[test]
fn messages_show_the_users_own_text() {
    insta::glob!("err/*.fx", |path| {
        let folder = path.parent().unwrap().to_owned();
        let name = Path::new(path.file_name().unwrap());
        let options =
            PreprocessOptions { include_dirs: vec!["more includes".into()], ..Default::default() };
        let (sources, parsed) = parse_with(&Rooted(folder), &options, name);
        assert!(!parsed.diagnostics.is_empty(), "{} has nothing wrong", name.display());
        insta::assert_snapshot!(render_all(&parsed.diagnostics, &sources));
    });
}

#[test]
fn a_missing_main_file_is_named() {
    let (sources, parsed) =
        parse_with(&disk(), &PreprocessOptions::default(), Path::new("no/such file.fx"));
    let text = render_all(&parsed.diagnostics, &sources);
    assert!(text.starts_with("error: cannot read no/such file.fx: "), "{text}");
}

#[test]
fn a_folder_is_no_include_file() {
    let (sources, parsed) =
        parse_with(&disk(), &PreprocessOptions::default(), Path::new(env!("CARGO_MANIFEST_DIR")));
    let text = render_all(&parsed.diagnostics, &sources);
    assert!(text.contains("not a regular file"), "{text}");
}

#[test]
fn options_define_macros_and_refuse_what_is_no_name() {
    let define = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let options = PreprocessOptions {
        defines: vec![
            define("COUNT", "4"),
            define("EMPTY", ""),
            define("1X", "2"),
            define("N", "1\n2"),
        ],
        ..Default::default()
    };
    let (sources, parsed) =
        parse_files(&[("a.fx", b"EMPTY float a[COUNT] = COUNT COUNT;")], &options);
    let text = render_all(&parsed.diagnostics, &sources);
    insta::assert_snapshot!(text, @r"
    error: `1X` cannot be defined as a macro
     = help: a macro's name has letters, digits and `_` only, and its value one line

    error: `N` cannot be defined as a macro
     = help: a macro's name has letters, digits and `_` only, and its value one line

    error: expected `;`, found `4`
      --> a.fx:1:30
      |
    1 | EMPTY float a[COUNT] = COUNT COUNT;
      |                              ^^^^^

    note: in this macro: `COUNT`
      --> <options>:1:15
      |
    1 | #define COUNT 4
      |               ^
    ");
}

#[test]
fn at_most_a_hundred_errors_are_shown() {
    let text = messages(&"float = 1;\n".repeat(500));
    assert_eq!(text.matches("expected a name").count(), 100);
    assert!(text.ends_with("error: stopped after 100 errors\n\n"), "{}", &text[text.len() - 100..]);
}

#[test]
fn rows_of_operators_have_an_end() {
    let text = messages(&format!("float a = {}1;", "1 + ".repeat(20_000)));
    assert!(text.contains("error: this expression nests more than 400 operations"), "{text}");
    assert!(text.contains("at a.fx:1:11, in a line that is too long to show"), "{text}");
}

#[test]
fn a_file_may_be_larger_than_a_source_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.fx");
    // Without a byte on the disk.
    std::fs::File::create(&path).unwrap().set_len(1 << 30).unwrap();
    let (sources, parsed) = parse_with(&disk(), &PreprocessOptions::default(), &path);
    let text = render_all(&parsed.diagnostics, &sources);
    assert!(text.contains("larger than a source file may be"), "{text}");
}
