//! Compiles Direct3D effect files.
