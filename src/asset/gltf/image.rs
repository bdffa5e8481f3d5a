//! Images: PNG and JPEG from buffer views, `data:` URIs and files, as four bytes a texel.

use std::rc::Rc;

use super::buffers::Buffers;
use super::document::Document;
use crate::asset::Image;
use crate::asset::import::{Budget, Files, Result, decode_image, fault, is_data, label};

/// Decodes the images with these numbers, in this order.
pub(super) fn decode_all(
    document: &Document,
    numbers: &[usize],
    buffers: &Buffers<'_>,
    files: &Files<'_>,
    model_bytes: u64,
) -> Result<Vec<Image>> {
    let mut encoded = Vec::with_capacity(numbers.len());
    for number in numbers {
        let source = &document.images[*number];
        let at = label("image", *number, source.name.as_deref());
        let bytes = match (source.buffer_view, &source.uri) {
            (Some(view), _) => Bytes::View(buffers.view(view.value(), &at)?),
            (None, Some(uri)) => Bytes::File(files.resolve(uri, &at)?),
            (None, None) => return Err(fault(at, "has neither a bufferView nor a uri")),
        };
        encoded.push((*number, at, bytes));
    }
    // All that the model names is read by now.
    let budget = Budget::for_images(model_bytes.saturating_add(files.total_bytes()));
    let decode = |(number, at, bytes): (usize, String, Bytes<'_>)| {
        let source = &document.images[number];
        let uri = source.uri.as_deref().filter(|it| !is_data(it));
        let name = source.name.as_deref().filter(|it| !it.is_empty()).or(uri);
        let name = name.map_or_else(|| format!("image_{number}"), str::to_owned);
        decode_image(bytes.as_slice(), name, &at, &budget)
    };
    encoded.into_iter().map(decode).collect()
}

enum Bytes<'a> {
    View(&'a [u8]),
    File(Rc<Vec<u8>>),
}

impl Bytes<'_> {
    fn as_slice(&self) -> &[u8] {
        match self {
            Self::View(bytes) => bytes,
            Self::File(bytes) => bytes,
        }
    }
}
