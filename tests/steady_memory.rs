//! The program's memory does not grow with the frames it draws.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Largest resident memory of the program while it draws so many tiny frames, in MiB.
fn peak_mib(demo: &str, frames: u32) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let frames = frames.to_string();
    let mut program = Command::new(env!("CARGO_BIN_EXE_sinew"))
        .args(["demo", demo, "--headless", "--size", "16x16", "--frames", &frames, "--screenshot"])
        .arg(folder.path().join("p.png"))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let status = Path::new("/proc").join(program.id().to_string()).join("status");
    let mut peak_kib = 0;
    let exit = loop {
        if let Some(exit) = program.try_wait().unwrap() {
            break exit;
        }
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|it| it.trim().strip_suffix("kB")?.trim().parse().ok());
        peak_kib = kib.unwrap_or(0).max(peak_kib);
        std::thread::sleep(Duration::from_millis(2));
    };
    assert!(exit.success(), "{exit}");
    peak_kib / 1024
}

/// With a loop in Ground.fx that ended at a constant, lavapipe kept 1.2 MB of clones of the shader a frame.
#[test]
fn a_thousand_frames_take_no_more_memory_than_fifty() {
    for demo in ["tween", "animation"] {
        let (few, many) = (peak_mib(demo, 50), peak_mib(demo, 1000));
        assert!(few > 20, "{few} MiB: the program was not seen at work");
        assert!(many < few + 64, "{demo}: {few} MiB for 50 frames, {many} MiB for 1000");
    }
}
