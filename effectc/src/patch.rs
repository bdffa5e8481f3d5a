//! Changes to compiled modules: what HLSL has no words for, or what the HLSL compiler leaves out.
//!
//! [`instructions`] takes a module apart and puts it together again; each other file makes one change, or reads what a
//! module says.

mod draw_base;
mod instructions;
mod name;
mod primitive;
mod stream_output;

pub(crate) use draw_base::without_draw_bases;
pub(crate) use instructions::{Instructions, op};
pub(crate) use name::with_buffer_names;
pub(crate) use primitive::{input_primitive, patch_control_points};
pub(crate) use stream_output::with_stream_output;

#[cfg(test)]
mod tests;
