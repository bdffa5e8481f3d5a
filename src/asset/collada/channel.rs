//! [`Channels`]: which curve moves which number of which element.

use std::collections::HashMap;
use std::rc::Rc;

use roxmltree::NodeId;

use super::curve::Curve;
use super::document::{Document, Element, at, is, required};
use super::source::Sources;
use super::transform::{Step, StepKind};
use crate::asset::import::{Notes, Result};

/// Numbers of a target that a curve moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Member {
    /// All of them; the curve has as many.
    All,
    /// One, by its place.
    One(usize),
}

/// A `<channel>` whose target exists.
#[derive(Clone, Debug)]
pub(super) struct Channel<'d> {
    pub(super) element: Element<'d>,
    pub(super) member: Member,
    pub(super) curve: Rc<Curve>,
}

/// All channels of a file, by what they move.
#[derive(Debug, Default)]
pub(super) struct Channels<'d> {
    by_target: HashMap<NodeId, Vec<Channel<'d>>>,
}

impl<'d> Channels<'d> {
    /// Reads all `<channel>`s below `<library_animations>`.
    ///
    /// # Errors
    /// A sampler is missing or broken.
    pub(super) fn read(
        document: &Document<'d>,
        sources: &Sources<'d>,
        notes: &mut Notes,
    ) -> Result<Self> {
        let mut channels = Self::default();
        let mut curves: HashMap<NodeId, Option<Rc<Curve>>> = HashMap::new();
        let libraries = document.root.children().filter(|it| is(*it, "library_animations"));
        for element in libraries.flat_map(|it| it.descendants()).filter(|it| is(*it, "channel")) {
            let path = required(element, "target")?;
            let (target, member) = match find_target(document, path) {
                Target::Found(target, member) => (target, member),
                Target::Other => continue,
                Target::Missing => {
                    notes.add(format!("{} is ignored: there is no '{}'", at(element), path.trim()));
                    continue;
                }
            };
            let sampler = document.target(element, "source", "sampler")?;
            let curve = match curves.get(&sampler.id()) {
                Some(curve) => curve.clone(),
                None => {
                    let curve = Curve::read(document, sources, sampler, notes)?.map(Rc::new);
                    curves.insert(sampler.id(), curve.clone());
                    curve
                }
            };
            let Some(curve) = curve else { continue };
            match member_of(target, member, curve.width) {
                Ok(member) => {
                    let channel = Channel { element, member, curve };
                    channels.by_target.entry(target.id()).or_default().push(channel);
                }
                Err(why) => notes.add(format!("{} is ignored: {why}", at(element))),
            }
        }
        Ok(channels)
    }

    /// The channels that move an element, in the file's order.
    pub(super) fn of(&self, target: Element<'d>) -> &[Channel<'d>] {
        self.by_target.get(&target.id()).map_or(&[], Vec::as_slice)
    }

    /// Whether any channel moves a step.
    pub(super) fn move_step(&self, step: &Step<'d>) -> bool {
        !self.of(step.element).is_empty()
    }

    /// All channels.
    pub(super) fn all(&self) -> impl Iterator<Item = &Channel<'d>> {
        self.by_target.values().flatten()
    }

    /// Whether two of the channels that count move the same number.
    pub(super) fn collide(&self) -> bool {
        self.by_target.values().any(|channels| {
            channels.iter().enumerate().any(|(index, it)| {
                channels[..index].iter().any(|other| {
                    other.member == it.member
                        || other.member == Member::All
                        || it.member == Member::All
                })
            })
        })
    }
}

enum Target<'d> {
    /// A step or a source, and what stands behind its name.
    Found(Element<'d>, &'d str),
    /// Something that this program does not show, such as the angle of a camera.
    Other,
    Missing,
}

/// Follows `id/sid/sid.MEMBER`, `id/sid(3)(0)` or `id(2)`.
fn find_target<'d>(document: &Document<'d>, path: &'d str) -> Target<'d> {
    let path = path.trim();
    // Dots and parentheses may stand in ids; a member is at the end of the last part only.
    let last_start = path.rfind('/').map_or(0, |it| it + 1);
    let member_start = path[last_start..].find(['.', '(']).map(|it| last_start + it);
    let whole = resolve(document, path).map(|it| (it, ""));
    let found = whole.or_else(|| {
        let start = member_start?;
        Some((resolve(document, &path[..start])?, &path[start..]))
    });
    let Some((element, member)) = found else { return Target::Missing };
    if StepKind::of(element.tag_name().name()).is_some() {
        return Target::Found(element, member);
    }
    let source = if is(element, "float_array") { element.parent() } else { Some(element) };
    match source.filter(|it| is(*it, "source")) {
        Some(source) => Target::Found(source, member),
        None => Target::Other,
    }
}

/// Which numbers of a target a curve of that width moves, or why it moves none.
fn member_of(target: Element<'_>, member: &str, width: usize) -> Result<Member, String> {
    let tag = target.tag_name().name();
    let Some((kind, count)) = StepKind::of(tag) else {
        return Ok(match indices(member).as_deref() {
            Some([index]) => Member::One(*index),
            _ => Member::All,
        });
    };
    match place(kind, member, width) {
        Some(Member::All) if width != count => {
            Err(format!("it has {width} values a key; a <{tag}> has {count}"))
        }
        Some(Member::One(place)) if place >= count => {
            Err(format!("a <{tag}> has {count} values; '{member}' is none of them"))
        }
        Some(member) => Ok(member),
        None => Err(format!("a <{tag}> has no '{member}'")),
    }
}

fn place(kind: StepKind, member: &str, width: usize) -> Option<Member> {
    if member.is_empty() {
        // An angle alone is what some exporters mean by the whole rotation.
        let is_angle = kind == StepKind::Rotate && width == 1;
        return Some(if is_angle { Member::One(3) } else { Member::All });
    }
    if let Some(name) = member.strip_prefix('.') {
        return kind.member(name).map(Member::One);
    }
    match (kind, indices(member)?.as_slice()) {
        // (column)(row); the numbers of a matrix stand row by row.
        (StepKind::Matrix, [column, row]) if *column < 4 && *row < 4 => {
            Some(Member::One(4 * row + column))
        }
        (_, [index]) => Some(Member::One(*index)),
        _ => None,
    }
}

/// The numbers of `(3)(0)`.
fn indices(member: &str) -> Option<Vec<usize>> {
    let inner = member.strip_prefix('(')?.strip_suffix(')')?;
    inner.split(")(").map(|it| it.trim().parse().ok()).collect()
}

/// The element behind an id and the sids below it.
fn resolve<'d>(document: &Document<'d>, path: &str) -> Option<Element<'d>> {
    let mut parts = path.split('/');
    let id = parts.next()?;
    let kinds = ["node", "source", "float_array", "controller", "geometry"];
    let mut element =
        kinds.iter().find_map(|tag| document.by_id(id, tag)).or_else(|| document.any_by_id(id))?;
    for sid in parts {
        let has_sid = |it: &Element<'d>| it.attribute("sid") == Some(sid);
        // Its own first: a child node may have a transform of the same sid before it.
        let own = element.children().find(has_sid);
        element = own.or_else(|| element.descendants().skip(1).find(has_sid))?;
    }
    Some(element)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_found_by_name_and_by_column_and_row() {
        assert_eq!(place(StepKind::Rotate, ".ANGLE", 1), Some(Member::One(3)));
        assert_eq!(place(StepKind::Rotate, "", 1), Some(Member::One(3)));
        assert_eq!(place(StepKind::Rotate, "", 4), Some(Member::All));
        assert_eq!(place(StepKind::Translate, ".y", 1), Some(Member::One(1)));
        assert_eq!(place(StepKind::Translate, ".ANGLE", 1), None);
        assert_eq!(place(StepKind::Matrix, "(3)(0)", 1), Some(Member::One(3)));
        assert_eq!(place(StepKind::Matrix, "(0)(3)", 1), Some(Member::One(12)));
        assert_eq!(place(StepKind::Matrix, "(4)(0)", 1), None);
        assert_eq!(place(StepKind::Scale, "(2)", 1), Some(Member::One(2)));
        assert_eq!(indices("(12)"), Some(vec![12]));
        assert_eq!(indices("(1"), None);
    }
}
