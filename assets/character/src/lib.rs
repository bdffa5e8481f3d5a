//! Makes Sinew's own character from code: a signed-distance body, meshed, skinned, painted and moved, written as one
//! binary glTF file. The same code gives the same bytes on every machine.
//!
//! ```text
//! body (fields) -> mesher -> decimate -> figure (borders, shade, weights) -> glb
//! clips (curves, ik) -> poses ---------------------------------------------^
//! ```

pub mod body;
pub mod clips;
pub mod decimate;
pub mod figure;
pub mod glb;
pub mod ik;
pub mod mesher;
pub mod sdf;
pub mod skeleton;
pub mod spline;
pub mod texture;
pub mod weights;

/// Makes the whole file.
///
/// # Errors
/// [`glb::GlbError`] if the texture cannot be encoded or the document outgrows the format.
pub fn make() -> Result<Vec<u8>, glb::GlbError> {
    glb::write(&figure::build(), &clips::clips())
}
