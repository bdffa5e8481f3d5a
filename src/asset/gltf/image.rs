//! Images: PNG and JPEG from buffer views, `data:` URIs and files, as four bytes a texel.

use std::io::Cursor;
use std::rc::Rc;

use ::image::{DynamicImage, ImageDecoder as _, ImageError, ImageReader, Limits};

use super::buffers::Buffers;
use super::document::Document;
use super::error::{GltfError, Result, fault, label};
use super::files::{Files, is_data};
use super::limits::{Budget, MAX_IMAGE_SIZE_PX};
use crate::asset::Image;

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
        decode(bytes.as_slice(), name, &at, &budget)
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

fn decode(bytes: &[u8], name: String, at: &str, budget: &Budget) -> Result<Image> {
    let broken = |source: ImageError| GltfError::Image { at: at.to_owned(), source };
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|source| broken(ImageError::IoError(source)))?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_IMAGE_SIZE_PX);
    limits.max_image_height = Some(MAX_IMAGE_SIZE_PX);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(broken)?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 || width > MAX_IMAGE_SIZE_PX || height > MAX_IMAGE_SIZE_PX {
        let problem =
            format!("{width} x {height} texels; expected 1 to {MAX_IMAGE_SIZE_PX} each way");
        return Err(fault(at, problem));
    }
    let decoded_bytes = usize::try_from(decoder.total_bytes()).unwrap_or(usize::MAX);
    let texel_count = width as usize * height as usize;
    budget.charge(|| at.to_owned(), decoded_bytes, 1)?;
    budget.charge(|| at.to_owned(), texel_count, 4)?;
    let rgba8 = DynamicImage::from_decoder(decoder).map_err(broken)?.into_rgba8().into_raw();
    Ok(Image { name, size_px: [width, height], rgba8 })
}
