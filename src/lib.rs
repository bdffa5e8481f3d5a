//! Sinew runs Direct3D 11 effect files on Vulkan and draws skinned characters with them.
//!
//! Data goes one way: file -> [`asset`] -> animation -> image array and buffers -> effect -> frame.
//! `ARCHITECTURE.md` has the map.

pub mod anim;
pub mod app;
pub mod asset;
pub mod effect;
#[expect(unsafe_code, reason = "calls Vulkan")]
pub mod gpu;
pub mod render;
