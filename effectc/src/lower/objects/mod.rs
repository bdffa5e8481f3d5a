//! Textures, samplers and buffers: every use names a global one.
//!
//! fxc puts functions in line and then knows each object. Here a function that takes objects is copied for each set of
//! objects that it is called with, without these parameters; local objects stand for what was given to them; and an
//! object of an array with an index that is no constant is chosen by a `switch`. So the HLSL compiler never sees an
//! object pass from one place to another, which it often gets wrong, and Direct3D 9's samplers can be taken apart: each
//! `tex2D(s, uv)` knows its texture and its sampler.
//!
//! ```text
//! walk         functions, statements, expressions; what each local name stands for (environment)
//! specialise   copies of functions
//! read         tex2D and its family
//! method       methods that the HLSL compiler lacks or gets wrong
//! methods_of   which methods there are
//! choose       helper functions, and the `switch` for arrays
//! write        writes into arrays of buffers
//! counter      append, consume and counters
//! unroll       loops around texel offsets and arrays of interfaces (wanted)
//! declare      the declarations of what was used
//! ```

mod choose;
mod counter;
mod declare;
mod environment;
mod find;
mod method;
mod methods_of;
mod place;
mod read;
mod resolver;
mod specialise;
mod unroll;
mod walk;
mod wanted;
mod write;

pub(super) use resolver::resolve;
