//! Events that no X server sends on demand, handed to the window by the program's own event loop: no size, a lost
//! surface, dropped files, a window that is covered.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Parser as _;
use sinew::app::cli::Cli;
use sinew::app::{Start, Subject, WindowApp};
use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::platform::x11::EventLoopBuilderExtX11 as _;
use winit::window::WindowId;

use super::support::xvfb::under_xvfb;

/// So that each has an effect of its own.
const APART: Duration = Duration::from_millis(300);

/// What happens when so many frames have been shown.
enum Happening {
    Event(WindowEvent),
    SurfaceLoss,
}

/// Hands the program its events, and some more.
struct Injecting {
    app: WindowApp,
    window: Option<WindowId>,
    script: Vec<(u64, Happening)>,
    last_happening: Instant,
    start: Instant,
}

impl ApplicationHandler for Injecting {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        self.app.resumed(event_loop);
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, window: WindowId, event: WindowEvent) {
        self.window = Some(window);
        self.app.window_event(event_loop, window, event);
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        assert!(
            self.start.elapsed() < Duration::from_secs(100),
            "the script does not come to its end"
        );
        if let (Some(window), Some((frame, _))) = (self.window, self.script.first())
            && self.app.frame_count() >= *frame
            && self.last_happening.elapsed() >= APART
        {
            self.last_happening = Instant::now();
            match self.script.remove(0).1 {
                Happening::Event(event) => self.app.window_event(event_loop, window, event),
                Happening::SurfaceLoss => self.app.lose_surface(),
            }
        }
        self.app.about_to_wait(event_loop);
    }

    fn exiting(&mut self, event_loop: &ActiveEventLoop) {
        self.app.exiting(event_loop);
    }
}

/// Runs the program with a script in a window, until that is closed, and gives the frames of its trace.
fn frames(script: Vec<(u64, Happening)>) -> Vec<serde_json::Value> {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace.jsonl");
    // A number of frames that is never reached: such runs neither read nor write what windows remember.
    let arguments = [
        "sinew",
        "demo",
        "tween",
        "--size",
        "480x320",
        "--validation",
        "--frames",
        "100000",
        "--trace",
        trace.to_str().unwrap(),
    ];
    let cli = Cli::parse_from(arguments);
    let (subject, args) = Subject::of(&cli).unwrap();
    let app = WindowApp::new(Start::new(&subject, args).unwrap());
    let event_loop = EventLoop::builder().with_any_thread(true).build().unwrap();
    let mut injecting = Injecting {
        app,
        window: None,
        script,
        last_happening: Instant::now(),
        start: Instant::now(),
    };
    event_loop.run_app(&mut injecting).unwrap();
    assert!(injecting.script.is_empty(), "it ended before its script");
    injecting.app.into_outcome().unwrap();
    let text = std::fs::read_to_string(&trace).unwrap();
    let frames: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(frames.last().unwrap()["validation_message_count"], 0);
    frames
}

fn resized(width: u32, height: u32) -> Happening {
    Happening::Event(WindowEvent::Resized(PhysicalSize::new(width, height)))
}

#[test]
fn no_size_and_lost_surfaces_are_survived() {
    under_xvfb("window_events::no_size_and_lost_surfaces_are_survived", || {
        let frames = frames(vec![
            (3, resized(0, 0)),
            (3, resized(480, 320)),
            (6, Happening::SurfaceLoss),
            (8, Happening::SurfaceLoss),
            (10, Happening::Event(WindowEvent::Occluded(true))),
            (10, Happening::Event(WindowEvent::Occluded(false))),
            (12, Happening::Event(WindowEvent::CloseRequested)),
        ]);
        assert!(frames.len() >= 12);
        let rebuilds = |index: usize| frames[index]["rebuild_count"].as_u64().unwrap();
        assert!(rebuilds(frames.len() - 1) >= rebuilds(0) + 3, "images were not made anew");
    });
}

#[test]
fn dropped_files_open_or_are_refused() {
    under_xvfb("window_events::dropped_files_open_or_are_refused", || {
        let folder = tempfile::tempdir().unwrap();
        let good = folder.path().join("캐릭터.glb");
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        std::fs::copy(root.join("assets/character.glb"), &good).unwrap();
        let drop = |path: PathBuf| Happening::Event(WindowEvent::DroppedFile(path));
        let frames = frames(vec![
            (3, drop("/nowhere/모델.glb".into())),
            (30, drop(root.join("Cargo.toml"))),
            (60, drop(good)),
            (200, Happening::Event(WindowEvent::CloseRequested)),
        ]);
        let last = frames.last().unwrap();
        assert_eq!(last["model"], "캐릭터.glb");
        let messages: Vec<&str> =
            last["messages"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        assert!(messages.iter().any(|it| it.contains("/nowhere/모델.glb")), "{messages:?}");
        assert!(messages.iter().any(|it| it.contains("Cargo.toml")), "{messages:?}");
        assert_eq!(frames[40]["model"], "character.glb");
    });
}
