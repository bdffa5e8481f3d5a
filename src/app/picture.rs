//! Pictures on disk: whole, or not at all.

use std::io::Write as _;
use std::path::Path;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _};

use super::AppError;

/// Writes rows of RGBA8 pixels (from the top) as a PNG without alpha. The file appears when it is complete.
///
/// # Errors
/// The folder is missing or cannot be written to.
pub(super) fn write_png(path: &Path, size_px: [u32; 2], rgba8: &[u8]) -> Result<(), AppError> {
    let rgb8: Vec<u8> =
        rgba8.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let mut png = Vec::new();
    PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Adaptive)
        .write_image(&rgb8, size_px[0], size_px[1], ExtendedColorType::Rgb8)
        .map_err(|source| AppError::Encode { path: path.to_owned(), source })?;
    write_whole(path, &png)
}

/// Writes a file that appears when it is complete: another name first, then a rename.
///
/// # Errors
/// The folder is missing or cannot be written to.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    let write_error = |source| AppError::Write { path: path.to_owned(), source };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if path.is_dir() {
        return Err(write_error(std::io::Error::from(std::io::ErrorKind::IsADirectory)));
    }
    let mut builder = tempfile::Builder::new();
    // The rights that a file of this user has, not those of a secret.
    #[cfg(unix)]
    let builder = {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o666))
    };
    let mut file = builder.prefix(".sinew-").tempfile_in(folder).map_err(write_error)?;
    file.write_all(bytes).map_err(write_error)?;
    file.persist(path).map_err(|error| write_error(error.error))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_comes_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a b.png");
        let rgba8 = [1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 0, 10, 11, 12, 9];
        write_png(&path, [2, 2], &rgba8).unwrap();
        let back = image::open(&path).unwrap().into_rgb8();
        assert_eq!(back.into_raw(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no other file is left");
    }

    #[test]
    fn a_place_that_cannot_be_written_is_named_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().join("missing/x.png"), folder.path().to_owned()] {
            let error = write_png(&path, [1, 1], &[0; 4]).unwrap_err();
            assert!(error.to_string().contains(&path.display().to_string()), "{error}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
