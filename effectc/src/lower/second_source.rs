//! Which pixel shaders give a second colour to blend with.

use crate::check::{Checked, Entry};
use crate::effect::{Pass, Stage};

/// Whether a pass blends with the second colour of its pixel shader.
pub(super) fn blends(pass: &Pass) -> bool {
    pass.blend.as_ref().is_some_and(|it| it.desc.has_second_source())
}

/// Whether an entry point may be the pixel shader of a pass.
pub(super) fn is_pixel_shader(checked: &Checked<'_>, entry: &Entry<'_>, pass: &Pass) -> bool {
    let candidates = pass.shader(Stage::Pixel).candidates(&checked.selections);
    candidates.iter().filter_map(|it| checked.entries.get(*it)).any(|it| std::ptr::eq(it, entry))
}

/// Whether some pass blends with the second colour of this pixel shader.
#[must_use]
pub fn has_second_source(checked: &Checked<'_>, entry: &Entry<'_>) -> bool {
    let passes = checked.techniques.iter().flat_map(|it| &it.passes);
    entry.stage == Stage::Pixel
        && passes.filter(|it| blends(it)).any(|it| is_pixel_shader(checked, entry, it))
}
