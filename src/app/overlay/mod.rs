//! The overlay: what ImGui draws over the scene.
//!
//! ImGui works in physical pixels here, whatever the window's scale factor: one unit is one pixel of the swapchain, its
//! display size is the swapchain's, and `font_global_scale` is 1. Sizes follow the scale factor in two places only:
//! [`fonts`] rasterises text at its size on the screen, [`style`] scales paddings and roundings. Measured against ImGui's
//! own way (logical units, scaled when drawn): ImGui puts text on whole units, and at a factor of 1.25 or 1.5 whole logical
//! units often fall between pixels, which blurs those lines. A panel that needs a size of its own states it in multiples
//! of the font size.

mod fonts;
mod style;

#[cfg(test)]
mod testing;
