//! File names of shaders.

use std::collections::HashSet;

use crate::check::Entry;

/// A file name without extension for each entry point: `Effect.PS.ps_5_0`. Of several that differ in what they are
/// compiled with, the further ones have a number: `Effect.PS_2.ps_5_0`. Case does not count, since it does not in
/// every file system.
#[must_use]
pub fn stems(effect: &str, entries: &[Entry<'_>]) -> Vec<String> {
    let mut taken = HashSet::new();
    // No file system takes the `::` of namespaces everywhere.
    let names: Vec<String> =
        entries.iter().map(|it| it.function.name.name.replace("::", ".")).collect();
    let names = names.iter().map(String::as_str);
    let all: Vec<(&str, &str)> = names.zip(entries.iter().map(|it| it.profile.as_str())).collect();
    all.iter().map(|(name, profile)| stem(effect, name, profile, &all, &mut taken)).collect()
}

fn stem(
    effect: &str,
    name: &str,
    profile: &str,
    all: &[(&str, &str)],
    taken: &mut HashSet<String>,
) -> String {
    let plain = format!("{effect}.{name}.{profile}");
    if taken.insert(plain.to_lowercase()) {
        return plain;
    }
    // A function may be called `PS_2` itself.
    let is_free = |it: &str| !all.iter().any(|(name, _)| name.eq_ignore_ascii_case(it));
    let numbered = (2..)
        .map(|number: u32| format!("{name}_{number}"))
        .filter(|it| is_free(it))
        .map(|it| format!("{effect}.{it}.{profile}"))
        .find(|it| taken.insert(it.to_lowercase()));
    numbered.unwrap_or(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_unique() {
        let all = [
            ("PS", "ps_5_0"),
            ("PS", "ps_5_0"),
            ("ps", "ps_5_0"),
            ("PS_2", "ps_5_0"),
            ("PS", "ps_4_0"),
        ];
        let mut taken = HashSet::new();
        let found: Vec<String> =
            all.iter().map(|(name, profile)| stem("E", name, profile, &all, &mut taken)).collect();
        let expected =
            ["E.PS.ps_5_0", "E.PS_3.ps_5_0", "E.ps_4.ps_5_0", "E.PS_2.ps_5_0", "E.PS.ps_4_0"];
        assert_eq!(found, expected);
    }
}
