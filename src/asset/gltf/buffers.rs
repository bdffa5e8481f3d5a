//! [`Buffers`]: the raw data of a model, by buffer and buffer view.

use std::rc::Rc;

use super::document::{Document, element};
use crate::asset::import::{Files, Result, fault, label};

/// Buffers with their bytes; every buffer view lies inside its buffer.
#[derive(Debug)]
pub(super) struct Buffers<'a> {
    document: &'a Document,
    data: Vec<Data<'a>>,
}

#[derive(Debug)]
enum Data<'a> {
    Chunk(&'a [u8]),
    Owned {
        bytes: Rc<Vec<u8>>,
        length: usize,
    },
    /// A buffer without URI that is not the GLB chunk: some extension would fill it.
    None,
}

impl<'a> Buffers<'a> {
    /// Loads all buffers and checks the span of every view.
    pub(super) fn load(
        document: &'a Document,
        bin: Option<&'a [u8]>,
        files: &Files<'_>,
    ) -> Result<Self> {
        let mut data = Vec::with_capacity(document.buffers.len());
        for (index, buffer) in document.buffers.iter().enumerate() {
            let at = label("buffer", index, buffer.name.as_deref());
            let length = usize::try_from(buffer.byte_length.0).unwrap_or(usize::MAX);
            let too_short = |found: usize| {
                fault(&at, format!("byteLength is {length}, but there are {found} bytes"))
            };
            data.push(match (&buffer.uri, bin) {
                (Some(uri), _) => {
                    let bytes = files.resolve(uri, &at)?;
                    if bytes.len() < length {
                        return Err(too_short(bytes.len()));
                    }
                    Data::Owned { bytes, length }
                }
                (None, Some(bin)) if index == 0 => {
                    Data::Chunk(bin.get(..length).ok_or_else(|| too_short(bin.len()))?)
                }
                (None, _) => Data::None,
            });
        }
        for (index, view) in document.views.iter().enumerate() {
            let at = label("bufferView", index, view.name.as_deref());
            let buffer = element(&document.buffers, "buffer", view.buffer.value(), &at)?;
            let start = view.byte_offset.unwrap_or_default().0;
            let end = start.checked_add(view.byte_length.0);
            if end.is_none_or(|end| end > buffer.byte_length.0) {
                let problem = format!(
                    "{} bytes from offset {start} run past the end of buffer {}, which has {}",
                    view.byte_length.0,
                    view.buffer.value(),
                    buffer.byte_length.0
                );
                return Err(fault(at, problem));
            }
        }
        Ok(Self { document, data })
    }

    /// The bytes of a view.
    pub(super) fn view(&self, index: usize, at: &str) -> Result<&[u8]> {
        let view = element(&self.document.views, "bufferView", index, at)?;
        let buffer = view.buffer.value();
        let bytes = match self.data.get(buffer) {
            Some(Data::Chunk(bytes)) => *bytes,
            Some(Data::Owned { bytes, length }) => &bytes[..*length],
            Some(Data::None) | None => {
                let problem = format!("buffer {buffer} has no data: neither a URI nor a GLB chunk");
                return Err(fault(at, problem));
            }
        };
        let start = usize::try_from(view.byte_offset.unwrap_or_default().0).ok();
        let length = usize::try_from(view.byte_length.0).ok();
        start
            .zip(length)
            .and_then(|(start, length)| bytes.get(start..start.checked_add(length)?))
            .ok_or_else(|| fault(at, format!("bufferView {index} runs past the end of its buffer")))
    }
}
