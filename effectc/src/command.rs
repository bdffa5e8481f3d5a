//! The command line of effectc.
//!
//! ```text
//! arguments ──► inputs ──► run ──► report: carets, table, JSON
//! fxc's too     folders    jobs    write: files, depfile
//!                           ▲
//!                         watch
//! ```

mod arguments;
mod depfile;
mod fxc;
mod help;
mod inputs;
mod report;
mod run;
mod table;
mod terminal;
mod watch;
mod write;

pub(crate) use run::main;
