//! The `sinew` command.

use std::process::ExitCode;

use clap::Parser as _;
use sinew::app;

fn main() -> ExitCode {
    #[cfg(feature = "hot-reload")]
    effectc::child_main();
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn"))
        .format_target(false)
        .format_timestamp(None)
        .init();
    let cli = app::cli::Cli::parse();
    match app::run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report(&error.report());
            ExitCode::from(error.exit_code())
        }
    }
}

#[expect(clippy::print_stderr, reason = "the one place that tells the user why the program ends")]
fn report(message: &str) {
    eprintln!("sinew: {message}");
}
