//! The one integration-test binary of the package.

mod gpu_frames;
mod gpu_upload;
mod support;
