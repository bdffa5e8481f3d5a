//! Arrays behind their accessors: numbers and names that inputs refer to.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::document::{
    Document, Element, at, child, children, is, not_a_number, number, required, words,
};
use crate::asset::import::{Result, fault};

/// Numbers in groups of one width.
#[derive(Clone, Debug)]
pub(super) struct Floats {
    /// Numbers of one element.
    pub(super) width: usize,
    /// Number of elements.
    pub(super) count: usize,
    values: Rc<Vec<f32>>,
    offset: usize,
    stride: usize,
    /// Places in an element of the numbers that count; `None` where that is the first `width`.
    places: Option<Rc<[usize]>>,
}

impl Floats {
    /// One number of an element; both are below their counts.
    pub(super) fn get(&self, element: usize, component: usize) -> f32 {
        let place = self.places.as_ref().map_or(component, |it| it[component]);
        self.values[self.offset + element * self.stride + place]
    }

    /// The first `N` numbers of an element; those that it lacks are 0.
    pub(super) fn array<const N: usize>(&self, element: usize) -> [f32; N] {
        std::array::from_fn(|it| if it < self.width { self.get(element, it) } else { 0.0 })
    }
}

/// Reads sources; each array is read once.
#[derive(Debug)]
pub(super) struct Sources<'d> {
    document: &'d Document<'d>,
    read: RefCell<HashMap<usize, Rc<Vec<f32>>>>,
}

/// The elements of an accessor in its array.
struct Layout {
    offset: usize,
    stride: usize,
    count: usize,
    places: Vec<usize>,
}

impl<'d> Sources<'d> {
    pub(super) fn new(document: &'d Document<'d>) -> Self {
        Self { document, read: RefCell::default() }
    }

    /// The numbers of a `<source>`.
    ///
    /// # Errors
    /// There is no array of numbers, one of them is none, or the accessor reaches past its end.
    pub(super) fn floats(&self, source: Element<'d>) -> Result<Floats> {
        let (accessor, array) = self.array(source, &["float_array", "int_array"])?;
        let key = array.id().get_usize();
        let found = self.read.borrow().get(&key).cloned();
        let values = match found {
            Some(values) => values,
            None => {
                let values = Rc::new(parse(array)?);
                self.read.borrow_mut().insert(key, Rc::clone(&values));
                values
            }
        };
        let layout = layout(accessor, array, values.len())?;
        let is_plain = layout.places.iter().copied().eq(0..layout.places.len());
        Ok(Floats {
            width: layout.places.len(),
            count: layout.count,
            values,
            offset: layout.offset,
            stride: layout.stride,
            places: (!is_plain).then(|| layout.places.into()),
        })
    }

    /// The names of a `<source>`, and whether they are ids (`IDREF_array`).
    ///
    /// # Errors
    /// There is no array of names, or the accessor reaches past its end.
    pub(super) fn names(&self, source: Element<'d>) -> Result<(Vec<&'d str>, bool)> {
        let tags = ["Name_array", "IDREF_array", "SIDREF_array", "token_array"];
        let (accessor, array) = self.array(source, &tags)?;
        let names: Vec<&str> = words(array).collect();
        check_count(array, names.len())?;
        let layout = layout(accessor, array, names.len())?;
        let place = layout.places.first().copied().unwrap_or(0);
        let name = |element| names[layout.offset + element * layout.stride + place];
        Ok(((0..layout.count).map(name).collect(), is(array, "IDREF_array")))
    }

    /// The accessor of a source, and its array, which usually stands in the same source.
    fn array(&self, source: Element<'d>, tags: &[&str]) -> Result<(Element<'d>, Element<'d>)> {
        let common = child(source, "technique_common").and_then(|it| child(it, "accessor"));
        let accessor = common.ok_or_else(|| fault(at(source), "has no <accessor>"))?;
        let url = required(accessor, "source")?;
        let named = tags.iter().find_map(|tag| self.document.by_url(url, tag));
        let own = || source.children().find(|it| tags.iter().any(|tag| is(*it, tag)));
        match named.or_else(own) {
            Some(array) => Ok((accessor, array)),
            None => Err(fault(at(accessor), format!("source '{url}'; expected a <{}>", tags[0]))),
        }
    }
}

fn layout(accessor: Element<'_>, array: Element<'_>, length: usize) -> Result<Layout> {
    let Some(count) = number(accessor, "count")? else {
        return Err(fault(at(accessor), "has no attribute 'count'"));
    };
    let offset = number(accessor, "offset")?.unwrap_or(0);
    let stride = number(accessor, "stride")?.unwrap_or(1);
    if stride == 0 {
        return Err(fault(at(accessor), "stride 0; expected 1 or more"));
    }
    let mut places = Vec::new();
    let mut place = 0;
    let mut is_any_named = false;
    for param in children(accessor, "param") {
        let width = param.attribute("type").map_or(1, width_of);
        // Numbers of a parameter without a name are skipped.
        if param.has_attribute("name") {
            is_any_named = true;
            places.extend(place..place + width);
        }
        place += width;
    }
    if place > stride {
        let problem = format!("stride {stride}; its parameters have {place} values");
        return Err(fault(at(accessor), problem));
    }
    if !is_any_named {
        places = (0..stride).collect();
    }
    // The last element needs no more than its own values.
    let last = places.iter().max().map_or(0, |it| it + 1);
    let end = match count {
        0 => Some(offset),
        _ => (count - 1).checked_mul(stride).and_then(|it| it.checked_add(offset + last)),
    };
    if end.is_none_or(|end| end > length) {
        let problem = format!(
            "{count} elements of stride {stride} from {offset} on; {} has {length} values",
            at(array)
        );
        return Err(fault(at(accessor), problem));
    }
    Ok(Layout { offset, stride, count, places })
}

/// Values of one parameter: `float4x4` has 16.
fn width_of(name: &str) -> usize {
    let digits = |it: &str| it.chars().next().and_then(|it| it.to_digit(10)).map(|it| it as usize);
    let Some(dimensions) = ["float", "int", "bool"].iter().find_map(|it| name.strip_prefix(it))
    else {
        return 1;
    };
    match dimensions.split_once('x') {
        Some((rows, columns)) => digits(rows).zip(digits(columns)).map_or(1, |(a, b)| a * b),
        None => digits(dimensions).unwrap_or(1),
    }
}

fn parse(array: Element<'_>) -> Result<Vec<f32>> {
    let mut values = Vec::new();
    // A guess from the text, never from the file's own count.
    let text_bytes: usize = super::document::texts(array).map(str::len).sum();
    values.reserve_exact(text_bytes / 8);
    for (place, word) in words(array).enumerate() {
        match word.parse::<f32>() {
            Ok(value) if value.is_finite() => values.push(value),
            _ => return Err(not_a_number(array, place, word)),
        }
    }
    check_count(array, values.len())?;
    Ok(values)
}

/// The file's own count is never what memory is taken by, but one that is wrong means that something was lost.
fn check_count(array: Element<'_>, found: usize) -> Result<()> {
    match number(array, "count")? {
        Some(count) if count <= found => Ok(()),
        Some(count) => Err(fault(at(array), format!("count {count}; there are {found} values"))),
        None => Err(fault(at(array), "has no attribute 'count'")),
    }
}
