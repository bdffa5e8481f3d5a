//! The effectc command.
fn main() {}
