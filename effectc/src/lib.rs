//! Compiles Direct3D effect files.
#![forbid(unsafe_code)]

pub mod ast;
pub mod diagnostic;
mod lex;
pub mod parse;
pub mod preprocess;
pub mod print;
pub mod source;
