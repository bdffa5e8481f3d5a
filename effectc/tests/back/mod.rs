//! The back: from the syntax tree to SPIR-V and everything beside it.
