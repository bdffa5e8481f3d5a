//! The names that come nearest to a misspelt one.

/// How many are listed.
const LISTED: usize = 3;

/// The names nearest to `wanted`, best first; capital letters do not count.
pub(super) fn nearest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let wanted = wanted.to_lowercase();
    let mut ranked = names
        .into_iter()
        .filter(|name| !name.is_empty())
        .map(|name| (distance(&wanted, &name.to_lowercase()), name))
        .collect::<Vec<_>>();
    ranked.sort();
    ranked.dedup();
    ranked.into_iter().take(LISTED).map(|(_, name)| name.to_owned()).collect()
}

/// The end of a message: what there is instead.
pub(super) fn sentence(nearest: &[String]) -> String {
    if nearest.is_empty() {
        "it has none".to_owned()
    } else {
        let quoted = nearest.iter().map(|it| format!("'{it}'")).collect::<Vec<_>>();
        format!("the nearest there is: {}", quoted.join(", "))
    }
}

/// Letters to insert, remove, replace or swap with their neighbour to get from one word to the other
/// (the optimal string alignment distance).
fn distance(from: &str, to: &str) -> usize {
    let from = from.chars().collect::<Vec<_>>();
    let to = to.chars().collect::<Vec<_>>();
    let mut before = Vec::new();
    let mut last = (0..=to.len()).collect::<Vec<_>>();
    for (row, from_char) in from.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, to_char) in to.iter().enumerate() {
            let replaced = last[column] + usize::from(from_char != to_char);
            let mut best = replaced.min(last[column + 1] + 1).min(current[column] + 1);
            let swapped =
                row > 0 && column > 0 && from_char == &to[column - 1] && &from[row - 1] == to_char;
            if swapped {
                best = best.min(before.get(column - 1).map_or(usize::MAX, |it: &usize| it + 1));
            }
            current.push(best);
        }
        before = std::mem::replace(&mut last, current);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest, sentence};

    #[test]
    fn distances() {
        for (from, to, expected) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "abc", 0),
            ("tewnbuffer", "tweenbuffer", 2),
            ("tweenbufefr", "tweenbuffer", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(distance(from, to), expected, "{from} -> {to}");
            assert_eq!(distance(to, from), expected, "{to} -> {from}");
        }
    }

    #[test]
    fn the_nearest_come_first() {
        let names = ["LightBuffer", "TweenBuffer", "GlobalBuffer", "TransformBuffer"];
        let found = nearest("tweenbufer", names);
        assert_eq!(found[0], "TweenBuffer");
        assert_eq!(found.len(), 3);
        assert_eq!(sentence(&nearest("x", ["", ""])), "it has none");
        assert_eq!(sentence(&nearest("P1", ["P0"])), "the nearest there is: 'P0'");
    }
}
