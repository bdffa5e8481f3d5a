//! The README says what the program does: every key, every option.

use std::path::Path;

use clap::CommandFactory as _;
use sinew::app::{cli::Cli, help_rows};

const HEAD: &str = "| keys, mouse | what happens |";

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn the_table_of_keys_is_the_programs() {
    let readme = readme();
    let wanted: Vec<String> =
        help_rows().iter().map(|(keys, help)| format!("| {keys} | {help} |")).collect();
    // The line after the head is the one that makes a table of it.
    let rows: Vec<&str> = readme
        .lines()
        .skip_while(|line| *line != HEAD)
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .collect();
    assert_eq!(rows, wanted, "the table in README.md should be\n\n{}", wanted.join("\n"));
}

#[test]
fn every_option_and_command_is_named() {
    let readme = readme();
    let cli = Cli::command();
    let mut missing = Vec::new();
    for command in cli.get_subcommands() {
        let mut names = vec![format!("sinew {}", command.get_name())];
        let options = command.get_arguments().filter_map(|it| it.get_long());
        names.extend(options.map(|long| format!("--{long}")));
        missing.extend(names.into_iter().filter(|name| !names_it(&readme, name)));
    }
    assert!(missing.is_empty(), "README.md does not name {missing:?}");
}

/// Whether the text has the name, and not only as the beginning of a longer one.
fn names_it(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let next = text[at + name.len()..].chars().next();
        next.is_none_or(|next| !next.is_alphanumeric() && next != '-')
    })
}

#[test]
fn a_name_is_found_as_a_whole() {
    assert!(names_it("with `--clip NAME`", "--clip") && names_it("--dt", "--dt"));
    assert!(!names_it("`--clips FILE`", "--clip") && !names_it("sinew viewer", "sinew view"));
}
