//! Wrong usage: options, commands and values that do not exist.

use super::Workplace;

#[test]
fn wrong_usage_is_refused_with_what_was_expected() {
    let place = Workplace::with_character();
    let demo = |option: &'static str, value: &'static str| {
        vec!["demo", "tween", "--headless", option, value]
    };
    let size = "expected WIDTHxHEIGHT in pixels, each 1 to 16384";
    let many = "expected at most 67108864";
    let dt = "expected seconds from 0 to 60";
    let bound = "expected a fraction of the model's extent (0.0003) or metres (0.002m)";
    for (arguments, parts) in [
        (vec!["nope"], &["unrecognized subcommand 'nope'"][..]),
        (vec!["demo", "nope"], &["'nope'", "tween", "animation", "scene"]),
        (vec!["demo", "tween", "animation"], &["unexpected argument 'animation'"]),
        (vec!["--nope"], &["unexpected argument '--nope'"]),
        (vec!["view"], &["<FILE>"]),
        (vec!["info"], &["<FILE>"]),
        (vec!["info", ""], &["<FILE>"]),
        (vec!["info", "character.glb", "--nope"], &["unexpected argument '--nope'"]),
        (vec!["info", "character.glb", "character.glb"], &["unexpected argument"]),
        (vec!["--headless", "demo", "tween"], &["'demo' cannot be used with '--headless'"]),
        (demo("--size", "0x0"), &["'0x0'", "--size", size]),
        (demo("--size", "1e9x1"), &["'1e9x1'", size]),
        (demo("--size", "-1x5"), &["-"]),
        (demo("--size", "1280"), &["'1280'", size]),
        (demo("--size", "16384x16384"), &["'16384x16384'", "268435456 pixels", many]),
        (demo("--frames", "0"), &["'0'", "--frames", "1..="]),
        (demo("--frames", "-3"), &["'-3'", "--frames", "1..="]),
        (demo("--capture", "0"), &["'0'", "--capture", "1..="]),
        (demo("--capture", "-1"), &["'-1'", "--capture", "1..="]),
        (demo("--dt", "nan"), &["'nan'", "--dt", dt]),
        (demo("--dt", "-1"), &["'-1'", "--dt", dt]),
        (demo("--dt", "inf"), &["'inf'", "--dt", dt]),
        (demo("--count", "0"), &["'0'", "--count", "1..=500"]),
        (demo("--count", "501"), &["'501'", "--count", "1..=500"]),
        (demo("--count", "-1"), &["'-1'", "--count", "1..=500"]),
        (demo("--max-error", "x"), &["'x'", "--max-error", bound]),
        (demo("--max-error", "-1"), &["'-1'", "--max-error", bound]),
        (demo("--max-error", "nan"), &["'nan'", "--max-error", bound]),
        (demo("--pass", "red"), &["'red'", "--pass", "textured", "wireframe"]),
        (demo("--screenshot", ""), &["--screenshot"]),
        (demo("--trace", "t.jsonl"), &["--trace", "--headless", "cannot be used with"]),
    ] {
        place.run_without_gpu(&arguments).refuses(parts);
    }
    assert_eq!(place.names(), ["character.glb"], "nothing is written");
}

#[test]
fn help_and_version_are_data() {
    let place = Workplace::new();
    let help = place.run(&["--help"]);
    for word in ["demo", "view", "info", "bench", "--headless"] {
        assert!(help.succeeds().contains(word), "{help:#?}");
    }
    for command in ["demo", "view", "info", "bench"] {
        assert!(place.run(&[command, "--help"]).succeeds().contains("Usage: sinew "));
    }
    let version = format!("sinew {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(place.run(&["--version"]).succeeds(), version);
}

#[test]
fn a_bound_that_cannot_be_kept_is_said() {
    let place = Workplace::with_character();
    let run = |bound| {
        place.run(&["demo", "animation", "--headless", "--size", "16x16", "--max-error", bound])
    };
    run("0.5m").succeeds();
    let finished = run("1e-9");
    assert_eq!(finished.code, Some(0), "{finished:#?}");
    assert_eq!(finished.stdout, "sinew-animation.png\n");
    assert!(finished.stderr.contains("clip 'Walk' is off by up to"), "{finished:#?}");
}
