//! [`Accessors`]: decodes numbers out of buffer views. The `gltf` crate's readers are not used: they
//! panic on empty accessors, garble quantised positions and refuse what is valid.
//!
//! Taken here: all component types, normalised integers by the specification's formulas, a stride on any
//! view, sparse accessors with and without a base, accessors without data (zeros).
//! Every span is checked before memory is taken.

use std::array;
use std::borrow::Cow;

use ::gltf::json;
use json::accessor::{ComponentType, Type};
use json::validation::Checked;

use super::buffers::Buffers;
use super::document::{Document, element};
use crate::asset::import::{Budget, Result, Within as _, fault, label};

/// When integers stand for fractions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Normalise {
    /// As the accessor's `normalized` says.
    ByFlag,
    /// Always: the attribute has no other meaning.
    Integers,
}

/// Reads the accessors of one document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Accessors<'a> {
    document: &'a Document,
    buffers: &'a Buffers<'a>,
    budget: &'a Budget,
}

/// The raw elements of an accessor: `count` of them, each `stride` bytes after the one before.
struct Elements<'a> {
    bytes: Cow<'a, [u8]>,
    stride: usize,
    count: usize,
    component: ComponentType,
    normalized: bool,
}

impl<'a> Accessors<'a> {
    /// `budget` is charged for all that is decoded.
    pub(super) fn new(
        document: &'a Document,
        buffers: &'a Buffers<'a>,
        budget: &'a Budget,
    ) -> Self {
        Self { document, buffers, budget }
    }

    /// What is decoded is charged here.
    pub(super) fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// Checks type and span of every accessor, also of those that nothing uses.
    pub(super) fn check_all(&self) -> Result<()> {
        for index in 0..self.document.accessors.len() {
            let at = self.label(index);
            let accessor = &self.document.accessors[index];
            let layout = Layout::of(accessor, &at)?;
            if let Some(view) = accessor.buffer_view {
                layout.base(self, accessor, view.value(), &at)?;
            }
        }
        Ok(())
    }

    /// Number of elements.
    pub(super) fn count(&self, index: usize) -> Result<usize> {
        let at = self.label(index);
        Ok(Layout::of(self.accessor(index, &at)?, &at)?.count)
    }

    /// Components of an element: 3 for VEC3.
    pub(super) fn lanes(&self, index: usize) -> Result<usize> {
        let at = self.label(index);
        Ok(Layout::of(self.accessor(index, &at)?, &at)?.kind.multiplicity())
    }

    /// All elements as `N` floats each; they may be NaN or infinite.
    pub(super) fn floats<const N: usize>(
        &self,
        index: usize,
        normalise: Normalise,
    ) -> Result<Vec<[f32; N]>> {
        let elements = self.elements(index, N)?;
        let normalised = elements.normalized || normalise == Normalise::Integers;
        self.charge(index, &elements, size_of::<[f32; N]>())?;
        let scale = |max: f32| if normalised { max } else { 1.0 };
        let (i8_max, u8_max) = (scale(127.0), scale(255.0));
        let (i16_max, u16_max, u32_max) = (scale(32767.0), scale(65535.0), scale(4_294_967_295.0));
        // -128 and -32768 lie just below -1 by the formula; the specification clamps them.
        let signed = |value: f32| if normalised { value.max(-1.0) } else { value };
        Ok(match elements.component {
            ComponentType::I8 => {
                elements.decode(|[byte]| signed(f32::from(i8::from_le_bytes([byte])) / i8_max))
            }
            ComponentType::U8 => elements.decode(|[byte]| f32::from(byte) / u8_max),
            ComponentType::I16 => {
                elements.decode(|bytes| signed(f32::from(i16::from_le_bytes(bytes)) / i16_max))
            }
            ComponentType::U16 => {
                elements.decode(|bytes| f32::from(u16::from_le_bytes(bytes)) / u16_max)
            }
            ComponentType::U32 => {
                elements.decode(|bytes| u32::from_le_bytes(bytes) as f32 / u32_max)
            }
            ComponentType::F32 => elements.decode(f32::from_le_bytes),
        })
    }

    /// As [`floats`](Self::floats); a number that is not finite is an error.
    pub(super) fn finite_floats<const N: usize>(
        &self,
        index: usize,
        normalise: Normalise,
    ) -> Result<Vec<[f32; N]>> {
        let values = self.floats::<N>(index, normalise)?;
        match values.iter().position(|it| !it.iter().all(|lane| lane.is_finite())) {
            None => Ok(values),
            Some(element) => {
                let problem = format!("element {element} is {:?}, not finite", values[element]);
                Err(fault(self.label(index), problem))
            }
        }
    }

    /// All elements as `N` unsigned integers each.
    pub(super) fn integers<const N: usize>(&self, index: usize) -> Result<Vec<[u32; N]>> {
        let elements = self.elements(index, N)?;
        self.charge(index, &elements, size_of::<[u32; N]>())?;
        match elements.component {
            ComponentType::U8 => Ok(elements.decode(|[byte]| u32::from(byte))),
            ComponentType::U16 => Ok(elements.decode(|bytes| u32::from(u16::from_le_bytes(bytes)))),
            ComponentType::U32 => Ok(elements.decode(u32::from_le_bytes)),
            other @ (ComponentType::I8 | ComponentType::I16 | ComponentType::F32) => {
                let problem = format!("component type {other:?}; expected U8, U16 or U32");
                Err(fault(self.label(index), problem))
            }
        }
    }

    fn label(&self, index: usize) -> String {
        let name = self.document.accessors.get(index).and_then(|it| it.name.as_deref());
        label("accessor", index, name)
    }

    fn accessor(&self, index: usize, at: &str) -> Result<&'a json::Accessor> {
        self.document.accessors.get(index).ok_or_else(|| {
            fault(at, format!("does not exist; the file has {}", self.document.accessors.len()))
        })
    }

    fn charge(&self, index: usize, elements: &Elements<'_>, element_bytes: usize) -> Result<()> {
        self.budget.charge(|| self.label(index), elements.count, element_bytes)
    }

    fn elements(&self, index: usize, lanes: usize) -> Result<Elements<'a>> {
        let at = self.label(index);
        let accessor = self.accessor(index, &at)?;
        let layout = Layout::of(accessor, &at)?;
        let expected = match lanes {
            1 => Type::Scalar,
            2 => Type::Vec2,
            3 => Type::Vec3,
            4 => Type::Vec4,
            _ => Type::Mat4,
        };
        if layout.kind != expected {
            let problem = format!("type {:?}; expected {expected:?}", layout.kind);
            return Err(fault(at, problem));
        }
        let (bytes, stride) = match (accessor.buffer_view, &accessor.sparse) {
            (Some(view), None) => {
                let (bytes, stride) = layout.base(self, accessor, view.value(), &at)?;
                (Cow::Borrowed(bytes), stride)
            }
            (view, sparse) => {
                self.budget.charge(|| at.clone(), layout.count, layout.element_bytes)?;
                let mut packed = vec![0; layout.count * layout.element_bytes];
                if let Some(view) = view {
                    let (bytes, stride) = layout.base(self, accessor, view.value(), &at)?;
                    let elements = packed.chunks_exact_mut(layout.element_bytes);
                    for (to, from) in elements.zip(bytes.chunks(stride)) {
                        to.copy_from_slice(&from[..layout.element_bytes]);
                    }
                }
                if let Some(sparse) = sparse {
                    self.overlay(&mut packed, layout, sparse).within(|| at.clone())?;
                }
                (Cow::Owned(packed), layout.element_bytes)
            }
        };
        Ok(Elements {
            bytes,
            stride,
            count: layout.count,
            component: layout.component,
            normalized: accessor.normalized,
        })
    }

    /// Writes the elements that a sparse accessor replaces; they are packed without gaps.
    fn overlay(
        &self,
        packed: &mut [u8],
        layout: Layout,
        sparse: &json::accessor::sparse::Sparse,
    ) -> Result<()> {
        let Checked::Valid(index_type) = sparse.indices.component_type else {
            return Err(fault("sparse indices", "component type; expected U8, U16 or U32"));
        };
        let count = usize::try_from(sparse.count.0).unwrap_or(usize::MAX);
        let index_bytes = index_type.0.size();
        let indices = self.packed_span(
            sparse.indices.buffer_view.value(),
            sparse.indices.byte_offset.0,
            (count, index_bytes),
            "sparse indices",
        )?;
        let values = self.packed_span(
            sparse.values.buffer_view.value(),
            sparse.values.byte_offset.0,
            (count, layout.element_bytes),
            "sparse values",
        )?;
        let values = values.chunks_exact(layout.element_bytes);
        for (index, value) in indices.chunks_exact(index_bytes).zip(values) {
            let mut word = [0; 4];
            word[..index_bytes].copy_from_slice(index);
            let index = u32::from_le_bytes(word) as usize;
            let element = packed.chunks_exact_mut(layout.element_bytes).nth(index);
            let Some(element) = element else {
                let problem = format!("index {index}; the accessor has {} elements", layout.count);
                return Err(fault("sparse indices", problem));
            };
            element.copy_from_slice(value);
        }
        Ok(())
    }

    fn packed_span(
        &self,
        view: usize,
        offset: u64,
        (count, element_bytes): (usize, usize),
        at: &str,
    ) -> Result<&'a [u8]> {
        let bytes = self.buffers.view(view, at)?;
        let span = (|| {
            let start = usize::try_from(offset).ok()?;
            bytes.get(start..start.checked_add(count.checked_mul(element_bytes)?)?)
        })();
        span.ok_or_else(|| {
            let length = bytes.len();
            let problem = format!(
                "{count} elements of {element_bytes} bytes from offset {offset} run past the end of \
                 bufferView {view}, which has {length}"
            );
            fault(at, problem)
        })
    }
}

/// Shape of an accessor's elements.
#[derive(Clone, Copy)]
struct Layout {
    component: ComponentType,
    kind: Type,
    element_bytes: usize,
    count: usize,
}

impl Layout {
    fn of(accessor: &json::Accessor, at: &str) -> Result<Self> {
        let Checked::Valid(component) = accessor.component_type else {
            return Err(fault(at, "unknown componentType; expected 5120 to 5123, 5125 or 5126"));
        };
        let Checked::Valid(kind) = accessor.type_ else {
            return Err(fault(at, "unknown type; expected SCALAR, VEC2 to VEC4 or MAT2 to MAT4"));
        };
        let Ok(count) = usize::try_from(accessor.count.0) else {
            return Err(fault(at, format!("count {}", accessor.count.0)));
        };
        // Columns of small matrices start at multiples of four bytes.
        let element_bytes = match kind {
            Type::Mat2 | Type::Mat3 => {
                let rows = if kind == Type::Mat2 { 2 } else { 3 };
                rows * (rows * component.0.size()).next_multiple_of(4)
            }
            Type::Scalar | Type::Vec2 | Type::Vec3 | Type::Vec4 | Type::Mat4 => {
                kind.multiplicity() * component.0.size()
            }
        };
        Ok(Self { component: component.0, kind, element_bytes, count })
    }

    /// Bytes and stride of the elements in their view.
    fn base<'a>(
        self,
        accessors: &Accessors<'a>,
        accessor: &json::Accessor,
        view_index: usize,
        at: &str,
    ) -> Result<(&'a [u8], usize)> {
        let view = element(&accessors.document.views, "bufferView", view_index, at)?;
        let stride = match view.byte_stride {
            Some(stride) if stride.0 != 0 => stride.0,
            _ => self.element_bytes,
        };
        if stride < self.element_bytes {
            let problem = format!(
                "elements of {} bytes do not fit the byteStride {stride} of bufferView {view_index}",
                self.element_bytes
            );
            return Err(fault(at, problem));
        }
        let bytes = accessors.buffers.view(view_index, at)?;
        let offset = accessor.byte_offset.unwrap_or_default().0;
        let span = (|| {
            let start = usize::try_from(offset).ok()?;
            let length = match self.count.checked_sub(1) {
                None => 0,
                Some(gaps) => gaps.checked_mul(stride)?.checked_add(self.element_bytes)?,
            };
            bytes.get(start..start.checked_add(length)?)
        })();
        let Some(span) = span else {
            let problem = format!(
                "{} elements of {} bytes from offset {offset} run past the end of bufferView \
                 {view_index}, which has {}",
                self.count,
                self.element_bytes,
                bytes.len()
            );
            return Err(fault(at, problem));
        };
        Ok((span, stride))
    }
}

impl Elements<'_> {
    fn decode<const N: usize, const BYTES: usize, T: Copy>(
        &self,
        convert: impl Fn([u8; BYTES]) -> T,
    ) -> Vec<[T; N]> {
        let element = |bytes: &[u8]| {
            array::from_fn(|lane| {
                let mut component = [0; BYTES];
                component.copy_from_slice(&bytes[lane * BYTES..][..BYTES]);
                convert(component)
            })
        };
        // The last element may end before its stride does.
        self.bytes.chunks(self.stride).take(self.count).map(element).collect()
    }
}
