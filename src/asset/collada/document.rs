//! [`Document`]: the elements of a file, found by id.

use std::collections::HashMap;

use percent_encoding::percent_decode_str;
use roxmltree::ParsingOptions;

use crate::asset::import::{Budget, ImportError, Result, fault};

/// An element of the document.
pub(super) type Element<'d> = roxmltree::Node<'d, 'd>;

/// Most elements, attributes and texts of a document: they take far more memory than their text.
const MAX_NODES: u32 = 8_000_000;
/// What an element may take in memory.
const NODE_BYTES: usize = 64;

/// A document whose root is `<COLLADA>`.
#[derive(Debug)]
pub(super) struct Document<'d> {
    pub(super) root: Element<'d>,
    pub(super) budget: &'d Budget,
    by_id: HashMap<&'d str, Vec<Element<'d>>>,
}

/// Reads the XML. Entities other than those of XML itself are refused, so nothing can expand.
pub(super) fn parse(text: &str) -> Result<roxmltree::Document<'_>> {
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    roxmltree::Document::parse_with_options(text, options)
        .map_err(|source| ImportError::Xml { source })
}

impl<'d> Document<'d> {
    /// Finds the ids of a document.
    ///
    /// # Errors
    /// The root is not `<COLLADA>`, or of a version whose elements this program does not know.
    pub(super) fn new(xml: &'d roxmltree::Document<'d>, budget: &'d Budget) -> Result<Self> {
        let root = xml.root_element();
        if root.tag_name().name() != "COLLADA" {
            return Err(fault(at(root), "the root element is not <COLLADA>"));
        }
        match root.attribute("version") {
            Some(version) if version.starts_with("1.4") || version.starts_with("1.5") => {}
            Some(version) => {
                return Err(fault(at(root), format!("version '{version}'; expected 1.4 or 1.5")));
            }
            None => return Err(fault(at(root), "no version; expected 1.4 or 1.5")),
        }
        let mut by_id: HashMap<&str, Vec<Element<'_>>> = HashMap::new();
        for element in root.descendants() {
            if let Some(id) = element.attribute("id") {
                budget.charge(|| at(element), 1, NODE_BYTES)?;
                by_id.entry(id).or_default().push(element);
            }
        }
        Ok(Self { root, budget, by_id })
    }

    /// The first element of that kind and id. Ids are unique in a document, but exporters use one for things of two kinds.
    pub(super) fn by_id(&self, id: &str, tag: &str) -> Option<Element<'d>> {
        self.by_id.get(id)?.iter().copied().find(|it| is(*it, tag))
    }

    /// The first element of that id, whatever it is.
    pub(super) fn any_by_id(&self, id: &str) -> Option<Element<'d>> {
        self.by_id.get(id)?.first().copied()
    }

    /// The element of that kind that a URL names: `#id`, its characters possibly encoded.
    pub(super) fn by_url(&self, url: &str, tag: &str) -> Option<Element<'d>> {
        let id = url.trim().strip_prefix('#')?;
        self.by_id(id, tag).or_else(|| {
            let decoded = percent_decode_str(id).decode_utf8().ok()?;
            self.by_id(&decoded, tag)
        })
    }

    /// The element of that kind that an attribute's URL names.
    ///
    /// # Errors
    /// The attribute is missing, or nothing of that kind has the id.
    pub(super) fn target(
        &self,
        element: Element<'d>,
        attribute: &str,
        tag: &str,
    ) -> Result<Element<'d>> {
        let url = required(element, attribute)?;
        self.by_url(url, tag).ok_or_else(|| {
            let problem = format!("{attribute} '{url}'; there is no <{tag}> of that id");
            fault(at(element), problem)
        })
    }

    /// All elements of a kind in all libraries of a kind: `("library_effects", "effect")`.
    pub(super) fn library(
        &self,
        library: &'static str,
        tag: &'static str,
    ) -> impl Iterator<Item = Element<'d>> + use<'d> {
        children(self.root, library).flat_map(move |it| children(it, tag))
    }
}

/// Whether an element is of that kind.
pub(super) fn is(element: Element<'_>, tag: &str) -> bool {
    element.is_element() && element.tag_name().name() == tag
}

/// The children of that kind.
pub(super) fn children<'d, 't: 'd>(
    element: Element<'d>,
    tag: &'t str,
) -> impl Iterator<Item = Element<'d>> + use<'d, 't> {
    element.children().filter(move |it| is(*it, tag))
}

/// The first child of that kind.
pub(super) fn child<'d>(element: Element<'d>, tag: &str) -> Option<Element<'d>> {
    element.children().find(|it| is(*it, tag))
}

/// The first child of that kind.
///
/// # Errors
/// There is none.
pub(super) fn required_child<'d>(element: Element<'d>, tag: &str) -> Result<Element<'d>> {
    child(element, tag).ok_or_else(|| fault(at(element), format!("has no <{tag}>")))
}

/// An attribute.
///
/// # Errors
/// It is missing.
pub(super) fn required<'d>(element: Element<'d>, attribute: &str) -> Result<&'d str> {
    element
        .attribute(attribute)
        .ok_or_else(|| fault(at(element), format!("has no attribute '{attribute}'")))
}

/// An attribute that is a whole number.
///
/// # Errors
/// It is something else.
pub(super) fn number(element: Element<'_>, attribute: &str) -> Result<Option<usize>> {
    let Some(text) = element.attribute(attribute) else { return Ok(None) };
    text.trim().parse().map(Some).map_err(|_not_a_number| {
        let problem = format!("{attribute} '{text}'; expected a whole number, not negative");
        fault(at(element), problem)
    })
}

/// The place of an element, for messages: `line 12:3 <geometry id="Cube-mesh">`.
pub(super) fn at(element: Element<'_>) -> String {
    let place = element.document().text_pos_at(element.range().start);
    let name = ["id", "sid", "name", "semantic", "symbol", "target"]
        .iter()
        .find_map(|it| element.attribute(*it).map(|value| format!(" {it}=\"{value}\"")))
        .unwrap_or_default();
    format!("line {}:{} <{}{name}>", place.row, place.col, element.tag_name().name())
}

/// Texts of an element one after the other; there is more than one where a comment stands between them.
pub(super) fn texts<'d>(element: Element<'d>) -> impl Iterator<Item = &'d str> {
    element.children().filter(roxmltree::Node::is_text).filter_map(|it| it.text())
}

/// The words of an element's text.
pub(super) fn words<'d>(element: Element<'d>) -> impl Iterator<Item = &'d str> {
    texts(element).flat_map(str::split_ascii_whitespace)
}

/// The numbers of an element's text.
///
/// # Errors
/// Something there is no finite number.
pub(super) fn floats(element: Element<'_>) -> Result<Vec<f64>> {
    words(element)
        .enumerate()
        .map(|(place, word)| match word.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(not_a_number(element, place, word)),
        })
        .collect()
}

/// Exactly that many numbers.
///
/// # Errors
/// There are more or fewer, or something there is no finite number.
pub(super) fn floats_of<const N: usize>(element: Element<'_>) -> Result<[f64; N]> {
    let values = floats(element)?;
    let count = values.len();
    values.try_into().map_err(|_values: Vec<f64>| {
        fault(at(element), format!("has {count} numbers; expected {N}"))
    })
}

/// The whole numbers of an element's text.
///
/// # Errors
/// Something there is none, or is too large for 32 bits.
pub(super) fn integers(element: Element<'_>) -> Result<Vec<i32>> {
    words(element)
        .enumerate()
        .map(|(place, word)| word.parse().map_err(|_why| not_a_number(element, place, word)))
        .collect()
}

/// The message for a word that is no number of the wanted kind.
pub(super) fn not_a_number(element: Element<'_>, place: usize, word: &str) -> ImportError {
    let shown: String = word.chars().take(40).collect();
    fault(at(element), format!("value {place} is '{shown}'; expected a number"))
}
