//! What several tests share.

pub(crate) mod desktop;
pub(crate) mod effect;
pub(crate) mod eight_joints;
pub(crate) mod golden;
pub(crate) mod golden_pose;
pub(crate) mod gpu;
pub(crate) mod models;
pub(crate) mod overlay;
pub(crate) mod probe;
pub(crate) mod stream;
pub(crate) mod two_joints;
#[cfg(target_os = "linux")]
pub(crate) mod window;
#[cfg(target_os = "linux")]
pub(crate) mod xvfb;
