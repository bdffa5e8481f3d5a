//! What several tests share.

pub(crate) mod effect;
pub(crate) mod golden;
pub(crate) mod gpu;
pub(crate) mod models;
