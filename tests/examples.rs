//! The programs in `examples/`, as somebody runs them who has read their first lines.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::support::golden::Picture;

/// All of them. What each is run with stands in its test.
const NAMES: [&str; 7] =
    ["bake", "compute", "instances", "picture", "playback", "shadow", "triangle"];

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Where cargo puts it when it builds the tests.
fn program(name: &str) -> PathBuf {
    let command = Path::new(env!("CARGO_BIN_EXE_sinew"));
    let folder = command.parent().unwrap().join("examples");
    folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

fn run(name: &str, arguments: &[&str]) -> Output {
    let program = program(name);
    assert!(
        program.is_file(),
        "{} is missing; `cargo build --examples` makes it",
        program.display()
    );
    // From the root, as the first lines say.
    Command::new(program).args(arguments).current_dir(repository()).output().unwrap()
}

/// What an example prints.
#[track_caller]
fn printed(name: &str, arguments: &[&str]) -> String {
    let output = run(name, arguments);
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && messages.is_empty(), "{name}: {messages}");
    String::from_utf8(output.stdout).unwrap()
}

/// The picture that an example writes to its last argument.
#[track_caller]
fn drawn(name: &str, arguments: &[&str]) -> Picture {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("picture.png");
    let mut arguments = arguments.to_vec();
    arguments.push(path.to_str().unwrap());
    assert_eq!(printed(name, &arguments), "", "{name} prints nothing");
    Picture::read(&path)
}

/// The pixel at a place of the picture, both from 0 at the top left to 1.
fn at(picture: &Picture, [x, y]: [f32; 2]) -> [u8; 3] {
    let [width, height] = picture.size_px;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside")]
    let [x, y] = [(x * width as f32) as usize, (y * height as f32) as usize];
    let first = (y * width as usize + x) * 4;
    [picture.rgba8[first], picture.rgba8[first + 1], picture.rgba8[first + 2]]
}

/// Different colours, to tell a picture from a blank.
fn color_count(picture: &Picture) -> usize {
    picture.rgba8.chunks_exact(4).collect::<BTreeSet<_>>().len()
}

#[test]
fn every_example_is_run_here_and_named_in_the_readme() {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(repository().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|it| it == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            assert!(text.starts_with("//! "), "{name} says what it shows");
            assert!(text.contains(&format!("cargo run --example {name} -- ")), "{name} says how");
            assert!(text.lines().count() < 100, "{name} is short");
            found.insert(name);
        }
    }
    assert_eq!(found, NAMES.map(str::to_owned).into());
    let readme = std::fs::read_to_string(repository().join("README.md")).unwrap();
    for name in NAMES {
        assert!(readme.contains(&format!("(examples/{name}.rs)")), "README.md lacks {name}");
    }
}

#[test]
fn arguments_that_are_missing_are_named() {
    for name in NAMES {
        let output = run(name, &[]);
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && messages.contains("expected "), "{name}: {messages}");
    }
}

#[test]
fn bake_tells_size_and_error() {
    let text = printed("bake", &["assets/character.glb"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2 + 7, "{text}");
    assert!(lines[0].starts_with("assets/character.glb: ") && lines[1].starts_with("map: "));
    for line in &lines[2..] {
        let number = |before: &str| -> f64 {
            let (_, rest) = line.split_once(before).unwrap();
            rest.split(' ').next().unwrap().parse().unwrap()
        };
        let (bound, measured) = (number("bound "), number("at most "));
        assert!(measured <= bound && measured > 0.0, "{line}");
        // A millimetre was asked for; where it is not reached, the rows are as dense as the bake makes them.
        let is_met = line.contains("(BoundMet)");
        assert!(is_met == (bound <= 1.0) && (is_met || line.contains("(KeyRows)")), "{line}");
    }
}

#[test]
fn playback_fades_and_keeps_time() {
    let text = printed("playback", &["assets/character.glb", "Walk", "Run"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 10, "{text}");
    // Walk alone, half a second of both, Run alone.
    for line in &lines[..3] {
        assert!(line.ends_with("clip -1 by 0.00"), "{line}");
    }
    for (line, ratio) in lines[3..8].iter().zip(["0.00", "0.20", "0.40", "0.60", "0.80"]) {
        assert!(line.ends_with(&format!(" by {ratio}")) && !line.contains("clip -1"), "{line}");
    }
    let next = lines[7].rsplit("clip ").next().unwrap().split(' ').next().unwrap();
    assert!(lines[8].contains(&format!("s: clip {next} rows ")), "{text}");
    assert!(lines[8].ends_with("clip -1 by 0.00"), "{text}");
}

#[test]
fn compute_adds_up() {
    // Half of 0 + 1 + .. + 63, and so on.
    let text = printed("compute", &["examples/compute.fx"]);
    assert_eq!(text, "[1008.0, 3056.0, 5104.0, 7152.0]\n");
}

#[test]
fn picture_shows_the_character_before_the_sky() {
    let arguments = ["assets/character.glb", "Slash", "0.35"];
    let picture = drawn("picture", &arguments);
    assert_eq!(picture.size_px, [480, 640]);
    assert!(color_count(&picture) > 2000, "{}", color_count(&picture));
    let idle = drawn("picture", &["assets/character.glb", "Idle", "0"]);
    assert_ne!(picture.rgba8, idle.rgba8, "another clip is another picture");
}

#[test]
fn instances_are_many() {
    let picture = drawn("instances", &["assets/character.glb"]);
    assert_eq!(picture.size_px, [960, 540]);
    assert!(color_count(&picture) > 5000, "{}", color_count(&picture));
}

#[test]
fn shadow_lies_away_from_the_light() {
    let picture = drawn("shadow", &[]);
    assert_eq!(picture.size_px, [960, 540]);
    // The light goes to the right: ground at both sides of the pyramid in front.
    let [left, right] = [at(&picture, [0.40, 0.85]), at(&picture, [0.77, 0.733])];
    assert!(left.iter().zip(right).all(|(left, right)| *left > right + 30), "{left:?} {right:?}");
}

#[test]
fn triangle_has_the_texture_in_its_corners() {
    let picture = drawn("triangle", &["examples/triangle.fx"]);
    assert_eq!(picture.size_px, [256, 256]);
    assert_eq!(at(&picture, [0.02, 0.02]), [0, 0, 0]);
    let inside = at(&picture, [0.5, 0.6]);
    assert!(inside.iter().any(|it| *it > 100), "{inside:?}");
}
