//! File names of shaders.

use crate::hash::{HashMap, HashSet};

use crate::check::Entry;

/// A file name without extension for each entry point: `Effect.PS.ps_5_0`. Of several that differ in what they are
/// compiled with, the further ones have a number: `Effect.PS_2.ps_5_0`. Case does not count, since it does not in
/// every file system.
#[must_use]
pub fn stems(effect: &str, entries: &[Entry<'_>]) -> Vec<String> {
    // No file system takes the `::` of namespaces everywhere.
    let names: Vec<String> =
        entries.iter().map(|it| it.function.name.name.replace("::", ".")).collect();
    let names = names.iter().map(String::as_str);
    stems_of(effect, names.zip(entries.iter().map(|it| it.profile.as_str())))
}

fn stems_of<'n>(
    effect: &str,
    all: impl Iterator<Item = (&'n str, &'n str)> + Clone,
) -> Vec<String> {
    // A function may be called `PS_2` itself.
    let functions: HashSet<String> = all.clone().map(|(name, _)| name.to_lowercase()).collect();
    let mut taken: HashSet<String> = HashSet::default();
    // The numbers that names had so far, by name and profile.
    let mut numbers: HashMap<String, u32> = HashMap::default();
    let stem = |(name, profile): (&str, &str)| {
        let plain = format!("{effect}.{name}.{profile}");
        if taken.insert(plain.to_lowercase()) {
            return plain;
        }
        let number = numbers.entry(plain.to_lowercase()).or_insert(1);
        loop {
            *number += 1;
            let numbered = format!("{name}_{number}");
            let stem = format!("{effect}.{numbered}.{profile}");
            let is_free = !functions.contains(&numbered.to_lowercase());
            if is_free && taken.insert(stem.to_lowercase()) {
                return stem;
            }
        }
    };
    all.map(stem).collect()
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
        let found = stems_of("E", all.into_iter());
        let expected =
            ["E.PS.ps_5_0", "E.PS_3.ps_5_0", "E.ps_4.ps_5_0", "E.PS_2.ps_5_0", "E.PS.ps_4_0"];
        assert_eq!(found, expected);
    }
}
