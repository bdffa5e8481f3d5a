//! Changes to compiled modules: what HLSL has no words for, or what the HLSL compiler leaves out.
//!
//! [`instructions`] takes a module apart and puts it together again; each other file makes one change, or reads what a
//! module says.

mod draw_base;
mod instructions;
mod name;
mod renumber;
mod second_source;
mod stream_output;
mod streams;
mod system_value;
mod texel_offset;

pub(crate) use draw_base::subtract_draw_bases;
pub(crate) use instructions::{Instructions, op};
pub(crate) use name::name_buffers;
pub(crate) use renumber::renumbered;
pub(crate) use second_source::with_second_source;
pub(crate) use stream_output::with_stream_output;
pub(crate) use streams::{Streams, with_streams};
pub(crate) use system_value::{set_aside, with_system_values};
pub(crate) use texel_offset::has_variable_offset;

#[cfg(test)]
mod tests;
