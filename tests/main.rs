//! The one integration-test binary of the package.

mod effect_draw;
mod effect_run;
mod gpu_frames;
mod gpu_upload;
mod support;
