//! Pictures on disk: whole, or not at all.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _};
use tempfile::NamedTempFile;

use super::AppError;

/// Writes rows of RGBA8 pixels (from the top) as a PNG without alpha. The file appears when it is complete.
///
/// # Errors
/// As [`check_place`], or the disk is full.
pub(super) fn write_png(path: &Path, size_px: [u32; 2], rgba8: Vec<u8>) -> Result<(), AppError> {
    // In place: pictures may be large, and memory that is not there ends the program.
    let mut rgb8 = rgba8;
    let pixel_count = rgb8.len() / 4;
    for pixel in 1..pixel_count {
        rgb8.copy_within(4 * pixel..4 * pixel + 3, 3 * pixel);
    }
    rgb8.truncate(3 * pixel_count);
    let mut png = Vec::new();
    PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Adaptive)
        .write_image(&rgb8, size_px[0], size_px[1], ExtendedColorType::Rgb8)
        .map_err(|source| AppError::Encode { path: path.to_owned(), source })?;
    write_whole(path, &png)
}

/// Looks whether a file can be written there, and leaves nothing behind. Asked before the work that fills the file.
///
/// # Errors
/// The folder is missing or takes no new files, or what stands there is not a regular file.
pub(super) fn check_place(path: &Path) -> Result<(), AppError> {
    Place::new(path)
        .and_then(|place| place.new_file())
        .map(drop)
        .map_err(|source| write_error(path, source))
}

/// Writes a file that appears when it is complete: another name first, then a rename.
///
/// # Errors
/// As [`check_place`], or the disk is full.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    let write = || {
        let place = Place::new(path)?;
        let mut file = place.new_file()?;
        file.write_all(bytes)?;
        file.persist(&place.file).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(|source| write_error(path, source))
}

/// A file of this name in the current folder that is not there yet: `stem-1.png`.
///
/// # Errors
/// The current folder holds all of them.
pub(super) fn free_name(stem: &str, extension: &str) -> Result<PathBuf, AppError> {
    (1..100_000)
        .map(|number| PathBuf::from(format!("{stem}-{number}.{extension}")))
        .find(|path| !path.exists())
        .ok_or_else(|| AppError::Refused(format!("every {stem}-N.{extension} is there already")))
}

fn write_error(path: &Path, source: io::Error) -> AppError {
    AppError::Write { path: path.to_owned(), source }
}

/// A place for a file, with its folder.
struct Place {
    file: PathBuf,
    folder: PathBuf,
}

impl Place {
    fn new(path: &Path) -> io::Result<Self> {
        let file = match fs::metadata(path) {
            Ok(found) if found.is_dir() => {
                return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
            }
            // A rename would put a file in the place of a device such as /dev/null.
            Ok(found) if !found.is_file() => {
                let problem = "it is there and is not a regular file";
                return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
            }
            // The file behind a link, so that the link stays one.
            Ok(_) => fs::canonicalize(path)?,
            Err(_) => path.to_owned(),
        };
        if file.file_name().is_none() {
            let problem = "it does not name a file";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
        }
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        if !folder.is_dir() {
            let problem = format!("there is no folder {}", folder.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, problem));
        }
        Ok(Self { file, folder })
    }

    /// A file of another name in the folder, with the rights that new files of this user have.
    fn new_file(&self) -> io::Result<NamedTempFile> {
        tempfile::Builder::new()
            .prefix(".sinew-")
            .make_in(&self.folder, |path| {
                fs::File::options().write(true).create_new(true).open(path)
            })
            .map_err(|error| {
                let problem =
                    format!("no file can be made in the folder {}: {error}", self.folder.display());
                io::Error::new(error.kind(), problem)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_comes_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a b.png");
        let rgba8 = [1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 0, 10, 11, 12, 9];
        write_png(&path, [2, 2], rgba8.to_vec()).unwrap();
        let back = image::open(&path).unwrap().into_rgb8();
        assert_eq!(back.into_raw(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no other file is left");
    }

    #[test]
    fn a_place_that_cannot_be_written_is_named_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().join("missing/x.png"), folder.path().to_owned()] {
            let error = write_png(&path, [1, 1], vec![0; 4]).unwrap_err();
            assert!(error.to_string().contains(&path.display().to_string()), "{error}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
