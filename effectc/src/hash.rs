//! Maps and sets by hash.
//!
//! The compiler looks up a great many short names; foldhash does that in a fraction of the time of the standard hasher
//! (12 % of all of the front end's time by perf). Like the standard one it starts from another seed in every process, so
//! that an effect cannot be written to make all of its names collide.

pub(crate) use foldhash::{HashMap, HashSet};
