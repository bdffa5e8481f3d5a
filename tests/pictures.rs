//! What the program draws, against pictures that somebody looked at. They come from lavapipe.

#![expect(clippy::panic, reason = "tests fail by it")]

use std::path::Path;

use clap::Parser as _;
use sinew::app::{Subject, cli::Cli, draw};

use crate::support::golden::{Picture, assert_golden};

/// Draws as the command line does, with validation on, and compares.
fn check(name: &str, subject: &Subject, arguments: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture.png");
    let fixed =
        ["sinew", "--headless", "--size", "480x270", "--screenshot", path.to_str().unwrap()];
    let cli = Cli::parse_from(fixed.iter().chain(arguments));
    let drawn = draw(subject, &cli.draw).unwrap_or_else(|error| panic!("{}", error.chain()));
    assert_eq!(drawn.picture, path);
    assert_golden(name, &Picture::read(&path), DRIVER);
}

/// What drew the pictures. Mesa 25 (Debian 13) draws them within the same bound.
const DRIVER: &str = "llvmpipe of Mesa 22.3.6 (LLVM 15.0.6, 256 bits)";

#[test]
fn the_tween_demo() {
    check("demo_tween", &Subject::TweenDemo, &[]);
}

#[test]
fn the_tween_demo_with_a_crowd() {
    check("demo_tween_12", &Subject::TweenDemo, &["--count", "12"]);
}

#[test]
fn the_tween_demo_at_its_end_shows_the_last_clip() {
    check("demo_tween_late", &Subject::TweenDemo, &["--frames", "5", "--dt", "1.5"]);
}

#[test]
fn the_animation_demo() {
    check("demo_animation", &Subject::AnimationDemo, &[]);
}

#[test]
fn the_animation_demo_in_wireframe() {
    check("demo_animation_wireframe", &Subject::AnimationDemo, &["--pass", "wireframe"]);
}

#[test]
fn the_scene_demo() {
    check("demo_scene", &Subject::SceneDemo, &["--count", "24"]);
}

#[test]
fn a_clip_by_name() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/character.glb");
    let clip = Some("Slash".to_owned());
    check(
        "view_slash",
        &Subject::View { files: vec![file], clips: Vec::new(), clip, effect: None },
        &[],
    );
}
