//! Names taken apart into words, as programmers put them together: `g_mWorldViewProj`, `LightDir0`, `matWVP`.

/// The words of a name in lower case: split at `_`, before a capital after a small letter, before the last capital of
/// several where a small letter follows, and around digits.
pub(super) fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for (at, &c) in chars.iter().enumerate() {
        if !c.is_alphanumeric() {
            words.extend(take(&mut word));
            continue;
        }
        let before = at.checked_sub(1).map(|before| chars[before]);
        let starts = before.is_some_and(|before| {
            let ends_capitals = before.is_uppercase()
                && c.is_uppercase()
                && chars.get(at + 1).is_some_and(|it| it.is_lowercase());
            (before.is_lowercase() && c.is_uppercase())
                || before.is_numeric() != c.is_numeric()
                || ends_capitals
        });
        if starts {
            words.extend(take(&mut word));
        }
        word.extend(c.to_lowercase());
    }
    words.extend(take(&mut word));
    words
}

fn take(word: &mut String) -> Option<String> {
    (!word.is_empty()).then(|| std::mem::take(word))
}

/// Drops `noise` from the front as long as something is left.
pub(super) fn without_front<'a>(mut words: &'a [String], noise: &[&str]) -> &'a [String] {
    while let [first, rest @ ..] = words
        && !rest.is_empty()
        && noise.contains(&first.as_str())
    {
        words = rest;
    }
    words
}

/// Drops `noise` from the back as long as something is left.
pub(super) fn without_back<'a>(mut words: &'a [String], noise: &[&str]) -> &'a [String] {
    while let [rest @ .., last] = words
        && !rest.is_empty()
        && noise.contains(&last.as_str())
    {
        words = rest;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_apart_where_programmers_put_them_together() {
        for (name, expected) in [
            ("WorldViewProj", "world view proj"),
            ("g_mWorld", "g m world"),
            ("gEyePosW", "g eye pos w"),
            ("matWVP", "mat wvp"),
            ("WorldITXf", "world it xf"),
            ("VInv", "v inv"),
            ("light0Dir", "light 0 dir"),
            ("time_0_X", "time 0 x"),
            ("DIFFUSE_COLOR", "diffuse color"),
            ("worldviewprojection", "worldviewprojection"),
            ("", ""),
            ("__", ""),
        ] {
            assert_eq!(words(name).join(" "), expected, "{name}");
        }
    }
}
