//! Names that rewrites make.
//!
//! While an entry point is rewritten they hold a letter that no name of HLSL has, so that they meet no name of the
//! effect, whatever that is. In the end they get plain names: `rename` those that begin with [`PREFIX`], beside which
//! it lets none of the effect's names begin with [`PLAIN`]; `locals` those that end with [`LOCAL`], different from all
//! that the function mentions.

/// What made names begin with: `fx@copy_Color`.
pub(crate) const PREFIX: &str = "fx@";

/// What they begin with in the end: `fx_copy_Color`.
pub(crate) const PLAIN: &str = "fx_";

/// What names of made locals end with, as long as locals have no numbers: `arg_input@`.
pub(crate) const LOCAL: char = '@';
