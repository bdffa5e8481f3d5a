//! What depends on which files, as make and ninja read it.

use std::path::{Path, PathBuf};

/// These files are made of those.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) outputs: Vec<PathBuf>,
    pub(super) inputs: Vec<PathBuf>,
}

/// Gives rules as text. Each input but the effect itself is a target too, so that make goes on when an include is gone.
pub(super) fn depfile(rules: &[Rule]) -> String {
    let mut text = String::new();
    let names = |paths: &[PathBuf]| {
        let names: Vec<String> = paths.iter().map(|it| escaped(it)).collect();
        names.join(" \\\n  ")
    };
    for rule in rules.iter().filter(|it| !it.outputs.is_empty()) {
        text.push_str(&format!("{}: \\\n  {}\n", names(&rule.outputs), names(&rule.inputs)));
    }
    let mut includes: Vec<&PathBuf> =
        rules.iter().flat_map(|it| it.inputs.iter().skip(1)).collect();
    includes.sort();
    includes.dedup();
    for include in includes {
        text.push_str(&format!("\n{}:\n", escaped(include)));
    }
    text
}

/// A path with the signs escaped that make reads otherwise.
fn escaped(path: &Path) -> String {
    let mut text = String::new();
    for sign in path.to_string_lossy().chars() {
        match sign {
            ' ' | '#' => text.push('\\'),
            '$' => text.push('$'),
            _ => {}
        }
        text.push(sign);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_signs_are_escaped_and_includes_are_targets() {
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect();
        let rules = [
            Rule {
                outputs: paths(&["o/a b.json", "o/a b.VS.spv"]),
                inputs: paths(&["a b.fx", "i$.fxh", "#.fxh"]),
            },
            Rule { outputs: Vec::new(), inputs: paths(&["faulty.fx"]) },
            Rule { outputs: paths(&["o/c.json"]), inputs: paths(&["c.fx", "i$.fxh"]) },
        ];
        insta::assert_snapshot!(depfile(&rules), @r"
        o/a\ b.json \
          o/a\ b.VS.spv: \
          a\ b.fx \
          i$$.fxh \
          \#.fxh
        o/c.json: \
          c.fx \
          i$$.fxh

        \#.fxh:

        i$$.fxh:
        ");
    }
}
