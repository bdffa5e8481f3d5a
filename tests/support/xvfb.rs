//! A display without a screen, for tests that need a window.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// Set in the process that a test runs its body in: the test's name.
const MARKER: &str = "SINEW_TEST_UNDER_XVFB";

/// A running Xvfb; ended when dropped.
pub(crate) struct Xvfb {
    server: Child,
    display: String,
}

impl Xvfb {
    /// Starts one on a display that is free, 1280 x 1024 pixels large.
    pub(crate) fn start() -> Self {
        let mut server = Command::new("Xvfb")
            // Without -noreset it starts anew, deaf meanwhile, whenever its last client leaves.
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1280x1024x24",
                "-nolisten",
                "tcp",
                "-noreset",
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts; scripts/setup.sh --tests installs it");
        let mut number = String::new();
        let output = server.stdout.take().expect("its output is piped");
        // The server writes the number once it is ready, or ends.
        let read = BufReader::new(output).read_line(&mut number);
        let server = Self { server, display: format!(":{}", number.trim()) };
        assert!(read.is_ok_and(|bytes| bytes > 1), "Xvfb ended without a display");
        server
    }

    /// The name of its display, `:99` or so.
    pub(crate) fn display(&self) -> &str {
        &self.display
    }
}

impl Drop for Xvfb {
    fn drop(&mut self) {
        // It may have ended by itself; there is nothing else to be done then.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Runs the body of a test in a process of its own that has a display: this very test once more, by its name (its
/// path without the crate's). The environment of a process with several tests at work stays as it is.
#[track_caller]
pub(crate) fn under_xvfb(test: &str, body: impl FnOnce()) {
    if std::env::var(MARKER).is_ok_and(|it| it == test) {
        return body();
    }
    let xvfb = Xvfb::start();
    let output = Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture", "--test-threads=1"])
        .env(MARKER, test)
        .env("DISPLAY", xvfb.display())
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .unwrap();
    let (text, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{test} under Xvfb: {}\n{text}\n{errors}",
        output.status
    );
}
