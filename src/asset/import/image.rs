//! [`decode`]: PNG, JPEG, TGA and BMP as four bytes a texel.

use std::io::Cursor;

use ::image::{DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits};

use super::error::{ImportError, Result, fault};
use super::limits::{Budget, MAX_IMAGE_SIZE_PX};
use crate::asset::Image;

/// Decodes an image; `at` names it in errors.
pub(in crate::asset) fn decode(
    bytes: &[u8],
    name: String,
    at: &str,
    budget: &Budget,
) -> Result<Image> {
    let broken = |source: ImageError| ImportError::Image { at: at.to_owned(), source };
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|source| broken(ImageError::IoError(source)))?;
    // TGA has no mark of its own at its beginning.
    if let (None, Ok(format)) = (reader.format(), ImageFormat::from_path(&name)) {
        reader.set_format(format);
    }
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
