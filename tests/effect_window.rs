//! The user's effect in a window: edits that are seen, errors that are shown, widgets that do something.

use std::path::Path;
use std::time::Instant;

use serde_json::Value;

use super::support::desktop::{Desktop, Program};
use super::support::golden::Picture;

const CHARACTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/character.glb");

/// The effect with its tint in a file of its own.
fn write_effect(folder: &Path) -> String {
    std::fs::create_dir_all(folder).unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fx/user/phong.fx");
    let text = std::fs::read_to_string(from).unwrap();
    let text = format!("#include \"tone.fxh\"\n{text}").replace("* Tint.rgb", "* Tint.rgb * TONE");
    std::fs::write(folder.join("tone.fxh"), "#define TONE 1\n").unwrap();
    std::fs::write(folder.join("user.fx"), &text).unwrap();
    text
}

fn start(desktop: &Desktop) -> Program<'_> {
    let arguments =
        ["view", CHARACTER, "--effect", "user.fx", "--size", "960x640", "--dt", "0.0166667"];
    let mut program = desktop.start(&arguments);
    program.focus();
    program
}

/// The part of a picture that neither panels nor errors nor messages cover: on the right, below the middle.
fn quarter(picture: &Picture) -> Vec<[u8; 4]> {
    let [width, height] = picture.size_px.map(|it| it as usize);
    let pixels = picture.rgba8.as_chunks::<4>().0;
    (height / 2..height * 3 / 4)
        .flat_map(|row| pixels[row * width + width / 2..(row + 1) * width].to_vec())
        .collect()
}

fn differ(a: &Picture, b: &Picture) -> bool {
    let (a, b) = (quarter(a), quarter(b));
    a.iter().zip(&b).filter(|(a, b)| a != b).count() * 200 > a.len()
}

/// Waits for the effect to be loaded so many times, without errors.
#[track_caller]
fn wait_for_generation(program: &mut Program<'_>, generation: u64) -> Value {
    program.wait_for("another version of the effect", |frame| {
        frame["effect"]["generation"] == generation && frame["effect"]["problem"].is_null()
    })
}

#[test]
fn edits_are_seen_broken_ones_are_explained_and_mended_ones_forgotten() {
    let desktop = Desktop::new();
    let folder = desktop.run_folder();
    let good = write_effect(&folder);
    let mut program = start(&desktop);
    program.press(&["space"]);
    let frame = program.wait_for("a pause", |frame| frame["is_paused"] == true);
    assert_eq!(frame["effect"]["generation"], 1, "{frame:#}");
    assert_eq!(frame["effect"]["is_drawn"], true, "{frame:#}");
    let first = program.screenshot("first");

    // An include, written in place.
    let written = Instant::now();
    std::fs::write(folder.join("tone.fxh"), "#define TONE float3(0.3, 1, 0.3)\n").unwrap();
    wait_for_generation(&mut program, 2);
    // Not asserted: other tests may keep the machine busy.
    log::info!("from a written include to the frame with it: {:?}", written.elapsed());
    let green = program.screenshot("green");
    assert!(differ(&first, &green), "the edit is not seen");

    // Broken: the last good one stays, and the place is told.
    std::fs::write(
        folder.join("user.fx"),
        good.replace("normalize(EyePosition", "nrmalize(EyePosition"),
    )
    .unwrap();
    let frame = program.wait_for("an error", |frame| frame["effect"]["problem"].is_string());
    let problem = frame["effect"]["problem"].as_str().unwrap().to_owned();
    assert!(problem.contains("user.fx:") && problem.contains('^'), "{problem}");
    assert!(problem.contains("nrmalize"), "{problem}");
    assert_eq!(frame["effect"]["generation"], 2);
    assert_eq!(frame["effect"]["is_drawn"], true);
    assert!(program.stderr().contains("nrmalize"), "{}", program.stderr());
    program.next_frame();
    let broken = program.screenshot("broken");
    assert!(!differ(&green, &broken), "the last good one is not drawn any more");

    // Mended, as editors do that write another file and rename it.
    let other = folder.join(".user.fx.swp");
    std::fs::write(&other, good.replace("Ambient + (1", "0.5 + 0.5 * Ambient + (1")).unwrap();
    std::fs::rename(&other, folder.join("user.fx")).unwrap();
    wait_for_generation(&mut program, 3);

    // An effect that does not fit the model is no good edit either.
    let wants = good.replace(
        "float2 uv       : TEXCOORD0;\n};\n\nstruct VertexOut",
        "float2 uv : TEXCOORD3;\n};\n\nstruct VertexOut",
    );
    assert_ne!(wants, good);
    std::fs::write(folder.join("user.fx"), wants).unwrap();
    let frame = program.wait_for("an explanation", |frame| frame["effect"]["problem"].is_string());
    let problem = frame["effect"]["problem"].as_str().unwrap();
    assert!(problem.contains("`VS` reads TEXCOORD3"), "{problem}");
    assert_eq!(frame["effect"]["is_drawn"], true);
    program.close();
}

#[test]
fn widgets_change_the_picture_and_stay_after_an_edit() {
    let desktop = Desktop::new();
    let folder = desktop.run_folder();
    let good = write_effect(&folder);
    let mut program = start(&desktop);
    program.press(&["space"]);
    program.wait_for("a pause", |frame| frame["is_paused"] == true);
    let smooth = program.screenshot("smooth");
    program.click("effect:$Globals/Banded");
    program.wait_for("bands", |frame| frame["effect"]["values"]["$Globals/Banded"][0] == 1.0);
    program.next_frame();
    program.next_frame();
    assert!(differ(&smooth, &program.screenshot("banded")), "the switch does nothing");

    std::fs::write(folder.join("user.fx"), format!("{good}\n// edited\n")).unwrap();
    let frame = wait_for_generation(&mut program, 2);
    assert_eq!(frame["effect"]["values"]["$Globals/Banded"][0], 1.0, "{frame:#}");

    // The next technique, by key; then back.
    program.press(&["F4"]);
    program.wait_for("the other technique", |frame| frame["effect"]["technique"] == "Normals");
    program.press(&["F4"]);
    program.wait_for("the first technique", |frame| frame["effect"]["technique"] == "Phong");
    // With four samples a pixel it is drawn as well.
    program.press(&["F6"]);
    let frame = program.wait_for("four samples", |frame| frame["sample_count"] == 4);
    assert_eq!(frame["effect"]["is_drawn"], true);
    program.close();
}
