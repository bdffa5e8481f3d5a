//! What several tests share.

pub(crate) mod effect;
pub(crate) mod gpu;
