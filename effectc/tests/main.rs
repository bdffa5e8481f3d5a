//! Integration tests of the effects compiler.
