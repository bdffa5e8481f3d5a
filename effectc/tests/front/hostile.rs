//! Whatever the bytes, there is an answer, soon.
