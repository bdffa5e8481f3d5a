//! [`Images`]: textures of formats whose files often name what is not there.
//!
//! What is missing, or of a kind that this program does not read, leaves its materials without texture, with a note: a model
//! with a path of its author's own disk in it is still worth looking at.

use std::rc::Rc;

use super::error::{ImportError, Result};
use super::files::Files;
use super::image::decode;
use super::limits::Budget;
use super::notes::Notes;
use crate::asset::{Image, Texture};

/// Images in the order they were added, still encoded.
#[derive(Debug, Default)]
pub(in crate::asset) struct Images {
    encoded: Vec<Option<Encoded>>,
}

/// An image that is there: its bytes, its name, and what messages call it.
type Encoded = (Rc<Vec<u8>>, String, String);

/// Images that could be read.
#[derive(Debug)]
pub(in crate::asset) struct Decoded {
    pub(in crate::asset) images: Vec<Image>,
    /// For each that was added its place among them.
    places: Vec<Option<usize>>,
}

impl Images {
    /// Adds an image that stands in the model file itself.
    pub(in crate::asset) fn add_bytes(&mut self, bytes: Vec<u8>, name: &str, at: String) {
        self.encoded.push(Some((Rc::new(bytes), name.to_owned(), at)));
    }

    /// Adds the file that a path names, or the one of that name beside the model.
    pub(in crate::asset) fn add_file(
        &mut self,
        files: &Files<'_>,
        path: &str,
        at: String,
        notes: &mut Notes,
    ) {
        let plain = path.strip_prefix("./").unwrap_or(path);
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let bytes = files
            .resolve(plain, &at)
            .or_else(|error| files.resolve(name, &at).map_err(|_beside| error));
        match bytes {
            Ok(bytes) => self.encoded.push(Some((bytes, path.to_owned(), at))),
            Err(error) => {
                notes.add(format!("{error}; what has this texture is drawn without"));
                self.encoded.push(None);
            }
        }
    }

    /// Adds an image that names nothing.
    pub(in crate::asset) fn add_nothing(&mut self, at: &str, notes: &mut Notes) {
        notes.add(format!("{at}: names no file; it is ignored"));
        self.encoded.push(None);
    }

    /// Decodes all.
    ///
    /// # Errors
    /// They are larger than the images of a model of this size may be.
    pub(in crate::asset) fn decode(
        self,
        files: &Files<'_>,
        model_bytes: u64,
        notes: &mut Notes,
    ) -> Result<Decoded> {
        let budget = Budget::for_images(model_bytes.saturating_add(files.total_bytes()));
        let mut decoded = Decoded { images: Vec::new(), places: Vec::new() };
        for encoded in self.encoded {
            let Some((bytes, name, at)) = encoded else {
                decoded.places.push(None);
                continue;
            };
            match decode(&bytes, name, &at, &budget) {
                Ok(image) => {
                    decoded.places.push(Some(decoded.images.len()));
                    decoded.images.push(image);
                }
                Err(ImportError::Image { at, source }) => {
                    notes.add(format!("{at}: {source}; what has this texture is drawn without"));
                    decoded.places.push(None);
                }
                Err(other) => return Err(other),
            }
        }
        Ok(decoded)
    }
}

impl Decoded {
    /// The texture with the place of its image among those that could be read; `None` where it could not.
    pub(in crate::asset) fn place(&self, texture: Option<Texture>) -> Option<Texture> {
        let texture = texture?;
        let image = self.places.get(texture.image).copied().flatten()?;
        Some(Texture { image, ..texture })
    }
}
