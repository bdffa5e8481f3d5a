//! The effectc command: checks Direct3D effect files, and writes what a program needs of them.
//!
//! Exit codes: 0 compiled, 1 an effect has errors, 2 usage or file trouble.
#![forbid(unsafe_code)]

mod command;

use std::process::ExitCode;

/// Here and not in the library, whose users choose for their programs.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    effectc::child_main();
    command::main()
}
