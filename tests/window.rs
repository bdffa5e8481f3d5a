//! The window as a user meets it: under an X server with a window manager, by mouse and keyboard.

use std::time::Duration;

use serde_json::Value;

use super::support::desktop::{Desktop, Program};
use super::support::golden::Picture;

/// Frames that all take as long for the program, so that a button held for two frames of a slow machine does not repeat.
const ARGUMENTS: &[&str] = &["--size", "960x640", "--dt", "0.0166667"];

fn start<'a>(desktop: &'a Desktop, arguments: &[&str]) -> Program<'a> {
    let mut program = desktop.start(&[arguments, ARGUMENTS].concat());
    program.focus();
    program
}

/// Stops time, so that only what a test does changes the picture.
fn pause(program: &mut Program<'_>) {
    program.press(&["space"]);
    program.wait_for("a pause", |frame| frame["is_paused"] == true);
}

/// The part of a picture that no panel covers.
fn without_panels(picture: &Picture) -> Vec<[u8; 4]> {
    let [width, height] = picture.size_px.map(|it| it as usize);
    let pixels = picture.rgba8.as_chunks::<4>().0;
    (0..height)
        .flat_map(|row| pixels[row * width + width / 2..(row + 1) * width].to_vec())
        .collect()
}

/// Share of pixels that differ.
fn difference(a: &Picture, b: &Picture) -> f64 {
    let (a, b) = (without_panels(a), without_panels(b));
    assert_eq!(a.len(), b.len());
    a.iter().zip(&b).filter(|(a, b)| a != b).count() as f64 / a.len() as f64
}

/// Clicks the `[+]` of a field and gives its values before and after.
#[track_caller]
fn click_plus(program: &mut Program<'_>, field: &str) -> [Value; 2] {
    let before = program.next_frame()[field].clone();
    let label = if field == "tween_duration_s" { "Tween seconds" } else { field };
    program.click(&format!("{label}[+]"));
    let after = program.wait_for(field, |frame| frame[field] != before)[field].clone();
    [before, after]
}

/// As [`click_plus`], of a clip's number: the last is followed by the first.
#[track_caller]
fn click_to_next_clip(program: &mut Program<'_>, field: &str) -> i64 {
    let [before, after] = click_plus(program, field).map(|it| it.as_i64().unwrap());
    assert_eq!(after, (before + 1) % 7, "{field}");
    after
}

#[test]
fn every_plus_of_the_tween_demo_changes_value_and_picture() {
    let desktop = Desktop::new();
    let mut program = start(&desktop, &["demo", "tween"]);
    pause(&mut program);
    let still = [program.screenshot("still"), program.screenshot("still_again")];
    assert!(difference(&still[0], &still[1]) < 1e-9, "the picture moves while time stands still");

    // The demo may have started its first tween before the pause.
    let curr = click_to_next_clip(&mut program, "AnimIndex");
    let [idle, _] = still;
    assert!(difference(&idle, &program.screenshot("walk")) > 0.001);

    // A tween moves in time. The clip that plays is no clip to fade to.
    let mut next = curr;
    while next == curr {
        next = click_to_next_clip(&mut program, "NextAnimIndex");
    }
    let before = program.screenshot("before");
    program.press(&["space"]);
    let frame = program.wait_for("a tween half way", |frame| {
        frame["desc"]["next"]["anim_index"] == next
            && frame["desc"]["tween_ratio"].as_f64().unwrap() > 0.3
    });
    assert_eq!(frame["desc"]["curr"]["anim_index"], curr, "{frame:#}");
    assert!(difference(&before, &program.screenshot("tween")) > 0.001);
    program.wait_for("the end of the tween", |frame| {
        frame["AnimIndex"] == next && frame["desc"]["next"]["anim_index"] == -1
    });

    assert_eq!(click_plus(&mut program, "Speed"), [1.0, 1.5]);
    let [before, after] =
        click_plus(&mut program, "tween_duration_s").map(|it| it.as_f64().unwrap());
    assert!(after > before);
    program.close();
}

#[test]
fn curr_frame_runs_while_its_plus_is_held() {
    let desktop = Desktop::new();
    let mut program = start(&desktop, &["demo", "animation"]);
    program.wait_for("playing by time", |frame| frame["by_time"] == true);
    click_plus(&mut program, "CurrFrame");
    let frame = program.next_frame();
    assert_eq!(frame["by_time"], false, "{frame:#}");
    assert_eq!(frame["desc"]["curr"]["ratio"], 0.0, "{frame:#}");
    let still = program.screenshot("still");

    program.point_at("CurrFrame[+]");
    program.mouse("mousedown", 1);
    let first = program.next_frame()["CurrFrame"].as_u64().unwrap();
    let frames = program.frames_until("it to run", |frame| {
        let moved = frame["CurrFrame"].as_u64().unwrap() + 1000 - first;
        (1008..1500).contains(&moved)
    });
    program.mouse("mouseup", 1);
    for pair in frames.windows(2) {
        let [a, b] = [&pair[0], &pair[1]].map(|frame| frame["CurrFrame"].as_i64().unwrap());
        assert!((0..=1).contains(&(b - a)) || b == 0, "from frame {a} to {b}");
    }
    assert!(difference(&still, &program.screenshot("run")) > 0.001);
    program.close();
}

#[test]
fn what_is_typed_counts_when_it_is_entered() {
    let desktop = Desktop::new();
    let mut program = start(&desktop, &["demo", "tween"]);
    let enter = |program: &mut Program<'_>, item: &str, text: &str| {
        program.click(item);
        program.press(&["ctrl+a"]);
        program.type_text(text);
        program.press(&["Return"]);
    };
    enter(&mut program, "AnimIndex", "2");
    program.wait_for("clip 2", |frame| frame["AnimIndex"] == 2);
    // Out of range wraps around: the last of seven clips.
    enter(&mut program, "AnimIndex", "-1");
    program.wait_for("the last clip", |frame| frame["AnimIndex"] == 6);
    enter(&mut program, "Speed", "-2.5");
    program.wait_for("speed -2.5", |frame| frame["Speed"] == -2.5);
    enter(&mut program, "Speed", "0");
    program.wait_for("speed 0", |frame| frame["Speed"] == 0.0);
    // Letters are no number: a line below the field says so, and nothing changes.
    let y = |frame: &Value, item: &str| frame["items"][item][1].as_f64().unwrap();
    let before = program.next_frame();
    for (item, text, below) in [("Speed", "fast", "Tween seconds"), ("AnimIndex", "walk", "Speed")]
    {
        enter(&mut program, item, text);
        program.wait_for("a line", |frame| y(frame, below) > y(&before, below));
    }
    let frame = program.next_frame();
    assert_eq!((&frame["Speed"], &frame["AnimIndex"]), (&0.0.into(), &6.into()), "{frame:#}");
    // More than a number can be is refused with a message.
    enter(&mut program, "Speed", "1e39");
    let frame = program.wait_for("a message", |frame| {
        frame["messages"]
            .as_array()
            .unwrap()
            .iter()
            .any(|it| it.as_str().unwrap().contains("speed"))
    });
    assert_eq!(frame["Speed"], 0.0);
    program.close();
}

#[test]
fn a_storm_of_resizes_and_a_minimised_window() {
    let desktop = Desktop::new();
    let mut program = start(&desktop, &["demo", "tween"]);
    for index in 0..100 {
        let (width, height) = (200 + (index * 37) % 700, 150 + (index * 53) % 500);
        program.xdotool(&["windowsize", "WINDOW", &width.to_string(), &height.to_string()]);
    }
    program.xdotool(&["windowsize", "WINDOW", "800", "600"]);
    let frame = program
        .wait_for("the last size", |frame| frame["size_px"] == serde_json::json!([800, 600]));
    assert!(frame["rebuild_count"].as_u64().unwrap() > 5, "{frame:#}");

    program.xdotool(&["windowminimize", "WINDOW"]);
    std::thread::sleep(Duration::from_millis(500));
    program.xdotool(&["windowmap", "WINDOW"]);
    // The second is wider than any image of this GPU.
    for (width, height) in [("1", "1"), ("20000", "10")] {
        program.xdotool(&["windowsize", "WINDOW", width, height]);
        std::thread::sleep(Duration::from_millis(300));
    }
    program.xdotool(&["windowsize", "WINDOW", "640", "480"]);
    program.wait_for("the size after", |frame| frame["size_px"] == serde_json::json!([640, 480]));
    program.next_frame();
    let picture = program.screenshot("after");
    assert_eq!(picture.size_px, [640, 480]);
    let first = picture.rgba8[..4].to_vec();
    assert!(picture.rgba8.chunks_exact(4).any(|pixel| pixel != first), "an empty picture");
    program.close();
}

#[test]
fn the_keyboard_alone_suffices() {
    let desktop = Desktop::new();
    let mut program = start(&desktop, &["demo", "tween"]);
    let before = program.next_frame();
    program.press(&["i"]);
    program.wait_for("the next clip", |frame| frame["AnimIndex"] == 1);
    program.press(&["k"]);
    program.wait_for("a tween", |frame| frame["NextAnimIndex"] == 1 || frame["NextAnimIndex"] == 2);
    program.press(&["p"]);
    program.wait_for("more speed", |frame| frame["Speed"] == 1.5);
    program.press(&["t"]);
    program.wait_for("wireframe", |frame| frame["pass"] == "wireframe");
    program.press(&["Tab"]);
    program.wait_for("the other demo", |frame| frame["demo"] == "animation");
    program.press(&["question"]);
    program.wait_for("the list of keys", |frame| frame["is_help_open"] == true);
    program.press(&["question"]);
    program.press(&["period"]);
    program.wait_for("a pause", |frame| frame["is_paused"] == true);
    program.xdotool(&["keydown", "w"]);
    let eye = |frame: &Value| frame["eye_m"][2].as_f64().unwrap();
    program.wait_for("the camera to move", |frame| (eye(frame) - eye(&before)).abs() > 0.1);
    program.xdotool(&["keyup", "w"]);
    program.press(&["F2"]);
    program.wait_for("no panels", |frame| frame["is_overlay_visible"] == false);
    program.press(&["F12"]);
    program.wait_for("a word about RenderDoc", |frame| {
        frame["messages"]
            .as_array()
            .unwrap()
            .iter()
            .any(|it| it.as_str().unwrap().contains("RenderDoc"))
    });
    program.xdotool(&["key", "Escape"]);
    program.assert_good_end();
}

#[test]
fn the_scene_demo_comes_after_the_others_and_has_its_fields() {
    let desktop = Desktop::new();
    let mut program = desktop.start(&["demo", "animation", "--size", "320x200", "--dt", "0.02"]);
    program.focus();
    program.press(&["Tab"]);
    program.wait_for("the scene demo", |frame| frame["demo"] == "scene");
    program.press(&["i"]);
    program.wait_for("another clip", |frame| frame["auto_tween"] == false);
    program.press(&["Tab"]);
    program.wait_for("the tween demo", |frame| frame["demo"] == "tween");
    program.xdotool(&["key", "Escape"]);
    program.assert_good_end();
}

#[test]
fn the_mouse_turns_moves_and_zooms_the_camera_but_not_over_panels() {
    let desktop = Desktop::new();
    let mut program = start(&desktop, &["demo", "animation"]);
    let place = |frame: &Value, of: &str| -> Vec<f64> {
        frame[of].as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect()
    };
    let before = program.next_frame();
    program.move_pointer([700, 300]);
    program.mouse("mousedown", 1);
    program.move_pointer([800, 320]);
    program.mouse("mouseup", 1);
    let orbited = program.wait_for("the eye to move", |frame| frame["eye_m"] != before["eye_m"]);
    assert_eq!(orbited["target_m"], before["target_m"]);
    let before = program.next_frame();
    program.mouse("mousedown", 3);
    program.move_pointer([700, 250]);
    program.mouse("mouseup", 3);
    program.wait_for("the target to move", |frame| frame["target_m"] != before["target_m"]);
    let distance = |frame: &Value| {
        let (eye, target) = (place(frame, "eye_m"), place(frame, "target_m"));
        eye.iter().zip(&target).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
    };
    let far = distance(&program.next_frame());
    program.mouse("click", 4);
    program.wait_for("it to come nearer", |frame| distance(frame) < far * 0.99);

    program.point_at("AnimIndex");
    let before = program.next_frame();
    program.mouse("click", 4);
    program.mouse("mousedown", 1);
    program.point_at("Speed");
    program.mouse("mouseup", 1);
    let after = program.next_frame();
    assert_eq!(after["eye_m"], before["eye_m"], "{after:#}");
    program.close();
}

#[test]
fn panels_are_hit_at_every_scale_factor() {
    let desktop = Desktop::new();
    for factor in ["1", "1.25", "1.5", "2"] {
        let env = [("WINIT_X11_SCALE_FACTOR", factor)];
        let mut program = desktop.start_with(&[&["demo", "tween"], ARGUMENTS].concat(), &env);
        let frame = program.next_frame();
        let wanted: f64 = factor.parse().unwrap();
        assert!((frame["scale"].as_f64().unwrap() - wanted).abs() < 1e-6, "{frame:#}");
        assert_eq!(click_plus(&mut program, "Speed"), [1.0, 1.5], "at {factor}");
        program.close();
    }
}

#[test]
fn four_samples_styles_and_pictures_by_key() {
    let desktop = Desktop::new();
    let mut program = start(&desktop, &["demo", "tween"]);
    // Off on a GPU in software, on when asked for.
    assert_eq!(program.next_frame()["sample_count"], 1);
    program.press(&["F6"]);
    program.wait_for("four samples", |frame| frame["sample_count"] == 4);
    program.press(&["F3"]);
    program.wait_for("the light style", |frame| frame["style"] == "light");
    program.press(&["F9"]);
    let said = |frame: &Value, text: &str| {
        frame["messages"].as_array().unwrap().iter().any(|it| it.as_str().unwrap().contains(text))
    };
    program.wait_for("a picture", |frame| said(frame, "saved sinew-tween-1.png"));
    let saved = Picture::read(&desktop.run_folder().join("sinew-tween-1.png"));
    assert_eq!(saved.size_px, [960, 640]);
    program.press(&["F9"]);
    program.wait_for("a name that is free", |frame| said(frame, "saved sinew-tween-2.png"));
    program.press(&["F6"]);
    program.wait_for("one sample", |frame| frame["sample_count"] == 1);

    // A folder that takes no file, here since it is gone, is a message, and the program goes on.
    std::fs::remove_dir_all(desktop.run_folder()).unwrap();
    program.press(&["F9"]);
    program.wait_for("a refusal", |frame| said(frame, "cannot write sinew-tween-1.png"));
    program.press(&["F6"]);
    program.wait_for("four samples again", |frame| frame["sample_count"] == 4);
    program.close();
}

#[test]
fn size_and_style_are_remembered_and_a_broken_memory_is_no_obstacle() {
    let desktop = Desktop::new();
    let mut program = desktop.start(&["demo", "tween"]);
    assert_eq!(program.next_frame()["size_px"], serde_json::json!([1280, 720]));
    program.focus();
    program.press(&["F3"]);
    program.xdotool(&["windowsize", "WINDOW", "700", "500"]);
    program.wait_for("the size", |frame| frame["size_px"] == serde_json::json!([700, 500]));
    program.close();

    let mut program = desktop.start(&["demo", "animation"]);
    let frame = program.next_frame();
    assert_eq!(frame["size_px"], serde_json::json!([700, 500]));
    assert_eq!(frame["style"], "light");
    program.close();

    let file = desktop.folder().join("config/sinew/preferences.json");
    assert!(file.is_file(), "{} is where settings are kept", file.display());
    std::fs::write(&file, "{ nothing").unwrap();
    let mut program = desktop.start(&["demo", "animation"]);
    let frame = program.next_frame();
    assert_eq!(frame["size_px"], serde_json::json!([1280, 720]));
    assert!(!frame["messages"].as_array().unwrap().is_empty(), "{frame:#}");
    program.close();
}

#[test]
fn a_window_that_others_take_away_ends_the_program_as_if_it_was_closed() {
    let desktop = Desktop::new();
    // Whether the program hears of it before or after it asks for something differs from run to run.
    for _ in 0..4 {
        let program = desktop.start(&["demo", "tween", "--size", "320x240"]);
        program.xdotool(&["windowclose", "WINDOW"]);
        program.assert_good_end();
    }
}

#[test]
fn a_clip_that_is_named_stays() {
    let desktop = Desktop::new();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/character.glb");
    // The first clip too, though it is also where one starts that names none.
    for (name, index) in [("Idle", 0), ("Slash", 5)] {
        let mut program = start(&desktop, &["view", file, "--clip", name]);
        let frame = program.wait_for("two seconds", |frame| frame["time_s"].as_f64() > Some(2.0));
        assert_eq!(frame["AnimIndex"], index, "{frame:#}");
        assert_eq!(frame["desc"]["next"]["anim_index"], -1, "{frame:#}");
        program.close();
    }
}
