//! What the pictures show: something, in motion, in the pass that was asked for, and twice the same.

use std::collections::BTreeSet;

use base64::Engine as _;

use super::Workplace;
use super::model::{Recipe, triangle, triangle_with_buffer};
use crate::support::golden::Picture;

/// Runs the arguments with a picture of a fixed small size.
#[track_caller]
fn draw(place: &Workplace, arguments: &[&str]) -> Picture {
    let more = ["--headless", "--size", "160x90", "--screenshot", "picture.png"];
    let finished = place.run(&[arguments, &more].concat());
    assert_eq!(finished.succeeds(), "picture.png\n");
    let picture = Picture::read(&place.path("picture.png"));
    assert_eq!(picture.size_px, [160, 90]);
    picture
}

/// Pixels in which two pictures differ by more than rounding.
fn differing(a: &Picture, b: &Picture) -> usize {
    let far = |(a, b): (&u8, &u8)| a.abs_diff(*b) > 8;
    let pairs = a.rgba8.chunks_exact(4).zip(b.rgba8.chunks_exact(4));
    pairs.filter(|(a, b)| a.iter().zip(*b).any(far)).count()
}

/// Different colours of a picture, to tell one from a blank.
fn color_count(picture: &Picture) -> usize {
    picture.rgba8.chunks_exact(4).collect::<BTreeSet<_>>().len()
}

/// Pixels of the wireframe's red.
fn red(picture: &Picture) -> usize {
    picture.rgba8.chunks_exact(4).filter(|it| it[0] > 200 && it[1] < 60 && it[2] < 60).count()
}

#[test]
fn every_subject_is_drawn_in_motion_and_the_same_each_time() {
    let place = Workplace::with_character();
    for subject in [&["demo", "tween"][..], &["demo", "animation"], &["view", "character.glb"]] {
        let first = draw(&place, &[subject, &["--frames", "1"]].concat());
        let later_arguments = [subject, &["--frames", "60", "--dt", "0.05"]].concat();
        let later = draw(&place, &later_arguments);
        for picture in [&first, &later] {
            assert!(color_count(picture) > 200, "{subject:?}: {} colours", color_count(picture));
            assert!(red(picture) < 10, "{subject:?}: the textured pass is not red");
        }
        assert!(differing(&first, &later) > 100, "{subject:?}: {}", differing(&first, &later));

        let bytes = std::fs::read(place.path("picture.png")).unwrap();
        draw(&place, &later_arguments);
        assert!(bytes == std::fs::read(place.path("picture.png")).unwrap(), "{subject:?} differs");
    }
    assert_eq!(place.names(), ["character.glb", "picture.png"]);
}

#[test]
fn the_scene_demo_has_as_many_people_as_are_asked_for() {
    let place = Workplace::with_character();
    let of = |arguments: &[&str]| {
        draw(&place, &[&["demo", "scene", "--validation"], arguments].concat())
    };
    let one = of(&["--count", "1"]);
    assert!(color_count(&one) > 500, "{} colours", color_count(&one));
    let many = of(&["--count", "20"]);
    assert!(differing(&one, &many) > 200, "{}", differing(&one, &many));
    let later = of(&["--count", "20", "--frames", "3", "--dt", "0.4"]);
    assert!(differing(&many, &later) > 100, "{}", differing(&many, &later));
    // Props too are of the pass that is asked for.
    let wireframe = of(&["--count", "1", "--pass", "wireframe"]);
    assert!(red(&wireframe) > 1000, "{} red pixels", red(&wireframe));
}

#[test]
fn a_picture_is_taken_from_where_and_when_it_is_asked_for() {
    let place = Workplace::with_character();
    let view = |more: &[&str]| draw(&place, &[&["view", "character.glb"], more].concat());
    let usual = view(&["--clip", "Run"]);
    // The usual moment and place, said in words.
    assert_eq!(differing(&usual, &view(&["--clip", "Run", "--time", "0.4", "--zoom", "1"])), 0);
    let others = [
        &["--yaw", "120"][..],
        &["--pitch", "-10"],
        &["--zoom", "3"],
        &["--target=-0.3,1,0.2"],
        &["--time", "0.1"],
    ];
    for other in others {
        let picture = view(&[&["--clip", "Run"], other].concat());
        assert!(differing(&usual, &picture) > 100, "{other:?}");
    }
    // Without a clip it stands still, and its arms are spread.
    let still = view(&["--clip", "none"]);
    assert_eq!(differing(&still, &view(&["--clip", "none", "--time", "0.9"])), 0);
    assert!(differing(&still, &view(&["--clip", "Idle"])) > 100);
    // The panels do not move the camera away.
    let turned = ["--clip", "none", "--yaw", "170", "--overlay"];
    assert!(differing(&view(&turned), &view(&["--clip", "none", "--overlay"])) > 100);
}

#[test]
fn a_place_or_a_moment_that_is_none_is_refused() {
    let place = Workplace::with_character();
    for (wrong, why) in [
        ("--pitch=90", "expected degrees from -89 to 89"),
        ("--zoom=0", "expected a factor from 0.1 to 100"),
        ("--yaw=left", "expected degrees from -3600 to 3600"),
        ("--target=1,2", "expected three numbers of metres"),
        ("--time=-1", "expected seconds from 0 to 3600"),
    ] {
        let finished = place.run(&["view", "character.glb", "--headless", wrong]);
        assert!(finished.stderr.contains(why), "{finished:#?}");
    }
    assert_eq!(place.names(), ["character.glb"]);
}

#[test]
fn time_counts_and_not_frames() {
    let place = Workplace::new();
    // The first frame is at time 0, so 11 frames of 0.1 s end where 101 of 0.01 s do.
    let few = draw(&place, &["demo", "tween", "--frames", "11", "--dt", "0.1"]);
    let many = draw(&place, &["demo", "tween", "--frames", "101", "--dt", "0.01"]);
    assert!(differing(&few, &many) < 5, "{}", differing(&few, &many));
    let still = draw(&place, &["demo", "tween", "--frames", "50", "--dt", "0"]);
    let first = draw(&place, &["demo", "tween", "--frames", "1"]);
    assert_eq!(differing(&still, &first), 0);
    assert!(differing(&first, &few) > 100, "{}", differing(&first, &few));
}

#[test]
fn the_wireframe_is_red_and_thin() {
    let place = Workplace::with_character();
    for subject in [&["demo", "tween"][..], &["demo", "animation"], &["view", "character.glb"]] {
        let picture = draw(&place, &[subject, &["--pass", "wireframe"]].concat());
        assert!(red(&picture) > 100, "{subject:?}: {} red pixels", red(&picture));
    }
}

#[test]
fn clips_and_counts_change_the_picture() {
    let place = Workplace::with_character();
    let clip = |clip| draw(&place, &["view", "character.glb", "--clip", clip]);
    let (walk, die) = (clip("Walk"), clip("6"));
    assert!(differing(&walk, &die) > 100, "{}", differing(&walk, &die));
    assert_eq!(differing(&walk, &clip("1")), 0, "clip 1 is Walk");
    let crowd = |count| draw(&place, &["demo", "tween", "--count", count]);
    assert!(differing(&crowd("1"), &crowd("12")) > 100);
}

#[test]
fn every_kind_of_file_name_works() {
    let place = Workplace::with_character();
    let model = triangle(Recipe { joint_count: 4, clip_count: 1 }).to_string();
    for folder in ["a folder", "모델"] {
        std::fs::create_dir(place.path(folder)).unwrap();
    }
    for name in ["a folder/my model.gltf", "모델/걷기 1.gltf", "%20.gltf", "-dash.gltf"] {
        place.write(name, &model);
        let picture = name.replace(".gltf", ".png");
        let view = |file: &str, picture: &str| {
            let more = ["--headless", "--size", "16x16", "--screenshot", picture, "--"];
            let finished = place.run(&[&["view"], &more[..], &[file]].concat());
            // Through a shell or a script, the printed path leads to the picture.
            assert_eq!(finished.succeeds().trim_end(), picture);
            assert!(place.path(picture).is_file());
        };
        view(name, &format!("./{picture}"));
        let absolute = |name: &str| place.path(name).to_str().unwrap().to_owned();
        view(&absolute(name), &absolute(&picture));
        let report = place.run_without_gpu(&["info", "--", name]);
        assert!(report.succeeds().starts_with(name), "{report:#?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_unicode_work() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let place = Workplace::with_character();
    // "Model" in CP949, as old Korean systems write it.
    let name = OsStr::from_bytes(b"\xb8\xf0\xb5\xa8.glb");
    std::fs::rename(place.path("character.glb"), place.folder.path().join(name)).unwrap();
    let mut command = place.command(&["info"]);
    command.arg(name);
    super::finish(command, "info of a CP949 name").succeeds();
}

#[test]
fn buffers_and_images_beside_the_model_may_have_spaces() {
    let place = Workplace::new();
    let (mut document, buffer) = triangle_with_buffer(Recipe { joint_count: 4, clip_count: 1 });
    std::fs::create_dir(place.path("the parts")).unwrap();
    place.write("the parts/my buffer.bin", buffer);
    image::RgbImage::from_pixel(4, 2, image::Rgb([250, 10, 10]))
        .save(place.path("the parts/그림 1.png"))
        .unwrap();
    document["buffers"][0]["uri"] = "the%20parts/my%20buffer.bin".into();
    document["images"] = serde_json::json!([{ "uri": "the%20parts/%EA%B7%B8%EB%A6%BC%201.png" }]);
    document["textures"] = serde_json::json!([{ "source": 0 }]);
    document["materials"][0]["pbrMetallicRoughness"] =
        serde_json::json!({ "baseColorTexture": { "index": 0 } });
    place.write("model.gltf", document.to_string());
    let report = place.run_without_gpu(&["info", "model.gltf", "--json"]);
    let report: serde_json::Value = serde_json::from_str(report.succeeds()).unwrap();
    assert_eq!(report["images"][0]["size_px"], serde_json::json!([4, 2]));
    assert_eq!(report["materials"][0]["diffuse_map"], 0);
    // From another folder, too: what the model names lies beside the model.
    let inside = Workplace::new();
    let path = place.path("model.gltf");
    let arguments = ["view", path.to_str().unwrap(), "--headless", "--size", "16x16"];
    inside.run(&arguments).succeeds();

    // A part that is missing is named, and so is the model.
    std::fs::remove_file(place.path("the parts/my buffer.bin")).unwrap();
    place
        .run(&["info", "model.gltf"])
        .fails(1, &["'model.gltf'", "buffer 0", "the parts/my buffer.bin", "No such file"]);
    document["buffers"][0]["uri"] = format!(
        "data:application/octet-stream;base64,{}",
        base64::prelude::BASE64_STANDARD.encode([0; 3])
    )
    .into();
    place.write("model.gltf", document.to_string());
    place.run(&["info", "model.gltf"]).fails(1, &["'model.gltf'", "buffer 0", "3 bytes"]);
}
