//! Finds the name that was most likely meant.

/// The longest name that is compared: no suggestion is worth the time for longer ones.
const MAX_BYTES: usize = 64;

/// How many candidates are compared.
const MAX_CANDIDATES: usize = 2000;

/// Gives the candidate that is most like `name`, if one is near enough to be worth a suggestion; case does not count.
pub(crate) fn nearest<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    if name.len() > MAX_BYTES {
        return None;
    }
    let wanted = name.to_ascii_lowercase();
    let allowed = |it: &str| 1.max(it.len().min(name.len()) / 3);
    candidates
        .into_iter()
        // What differs more in length alone differs too much.
        .filter(|it| it.len().abs_diff(name.len()) <= allowed(it))
        .take(MAX_CANDIDATES)
        .filter_map(|it| Some((distance(&wanted, &it.to_ascii_lowercase(), allowed(it))?, it)))
        .min_by_key(|(steps, _)| *steps)
        .map(|(_, it)| it)
}

/// Number of bytes to insert, delete, replace or swap with their neighbour; none when it is more than `allowed`.
fn distance(from: &str, to: &str, allowed: usize) -> Option<usize> {
    let (from, to) = different(from.as_bytes(), to.as_bytes());
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (row, left) in from.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, right) in to.iter().enumerate() {
            let replaced = last[column] + usize::from(left != right);
            let mut best = replaced.min(last[column + 1] + 1).min(current[column] + 1);
            let swapped = row > 0
                && column > 0
                && *left == to[column - 1]
                && from[row - 1] == *right
                && left != right;
            if swapped {
                best = best.min(before_last[column - 1] + 1);
            }
            current.push(best);
        }
        before_last = std::mem::replace(&mut last, current);
        // Every later number comes of one of these two rows.
        let least = before_last.iter().chain(&last).min().copied().unwrap_or(0);
        if least > allowed {
            return None;
        }
    }
    last.pop().filter(|it| *it <= allowed)
}

/// What is left of two names without what both begin and end with.
fn different<'a>(from: &'a [u8], to: &'a [u8]) -> (&'a [u8], &'a [u8]) {
    let same = |(a, b): &(&u8, &u8)| a == b;
    let start = from.iter().zip(to).take_while(same).count();
    let (from, to) = (&from[start..], &to[start..]);
    let end = from.iter().rev().zip(to.iter().rev()).take_while(same).count();
    (&from[..from.len() - end], &to[..to.len() - end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_what_is_near() {
        let names = ["ComparisonFunc", "Filter", "AddressU"];
        assert_eq!(nearest("ComparisionFunc", names), Some("ComparisonFunc"));
        assert_eq!(nearest("fliter", names), Some("Filter"));
        assert_eq!(nearest("AdressU", names), Some("AddressU"));
        assert_eq!(nearest("Colour", names), None);
        assert_eq!(nearest(&"a".repeat(65), [&*"a".repeat(64)]), None);
        assert_eq!(distance("ab", "ba", 9), Some(1));
        assert_eq!(distance("", "abc", 9), Some(3));
        assert_eq!(distance("axxc", "axc", 1), Some(1));
        assert_eq!(distance("xabcy", "ybcax", 3), None);
    }
}
