//! `character OUT.glb`: writes Sinew's own character.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

/// Makes Sinew's own character from code and writes it as a binary glTF file
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// The file to write; it appears whole or not at all
    out: PathBuf,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments.out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to do if stderr is gone too.
            drop(writeln!(io::stderr(), "error: {}: {error}", arguments.out.display()));
            ExitCode::FAILURE
        }
    }
}

fn run(out: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let bytes = character::make()?;
    let folder =
        out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.permissions(std::fs::Permissions::from_mode(0o644));
    }
    let mut file = file.tempfile_in(folder)?;
    file.write_all(&bytes)?;
    file.persist(out)?;
    Ok(())
}
