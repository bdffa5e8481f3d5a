//! What one file may cost: a small file must not become gigabytes.

use std::cell::Cell;

use super::error::{Result, fault};

/// Largest model file, and largest sum of the files that it names.
pub const MAX_INPUT_BYTES: u64 = 1 << 30;

/// Most values in a document: its tree takes many times the memory of its text.
pub(in crate::asset) const MAX_JSON_VALUES: usize = 8_000_000;

/// Most memory for one list of a document, such as its nodes.
pub(in crate::asset) const MAX_LIST_BYTES: usize = 256 << 20;

/// Largest width and height of an image.
pub(in crate::asset) const MAX_IMAGE_SIZE_PX: u32 = 16384;

/// What the numbers of every file may decode to, however small it is.
const DATA_BASE_BYTES: u64 = 256 << 20;
/// What the images of every file may decode to: flat colours compress well.
const IMAGE_BASE_BYTES: u64 = 512 << 20;
/// What each byte of input may decode to on top of that.
const BYTES_PER_INPUT_BYTE: u64 = 32;

/// Memory that a file may still take. Everything whose size the document chooses is charged before it
/// is allocated: accessors without data, vertices of meshes that many nodes share, images.
#[derive(Debug)]
pub(in crate::asset) struct Budget {
    limit_bytes: u64,
    left_bytes: Cell<u64>,
}

impl Budget {
    /// The budget for the numbers of a model whose files have `input_bytes`.
    pub(in crate::asset) fn for_data(input_bytes: u64) -> Self {
        Self::new(DATA_BASE_BYTES, input_bytes)
    }

    /// The budget for the images of such a model.
    pub(in crate::asset) fn for_images(input_bytes: u64) -> Self {
        Self::new(IMAGE_BASE_BYTES, input_bytes)
    }

    fn new(base_bytes: u64, input_bytes: u64) -> Self {
        let limit_bytes =
            base_bytes.saturating_add(input_bytes.saturating_mul(BYTES_PER_INPUT_BYTE));
        Self { limit_bytes, left_bytes: Cell::new(limit_bytes) }
    }

    /// Takes `count` elements of `element_bytes` out of the budget.
    pub(in crate::asset) fn charge(
        &self,
        at: impl FnOnce() -> String,
        count: usize,
        element_bytes: usize,
    ) -> Result<()> {
        let bytes = (count as u64).saturating_mul(element_bytes as u64);
        match self.left_bytes.get().checked_sub(bytes) {
            Some(left) => {
                self.left_bytes.set(left);
                Ok(())
            }
            None => Err(fault(
                at(),
                format!(
                    "{count} elements need {bytes} bytes; a file of this size may decode to {} bytes in all",
                    self.limit_bytes
                ),
            )),
        }
    }
}
