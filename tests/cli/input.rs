//! Models that are missing, broken, of another kind, or without what is asked of them.

use super::model::{Recipe, triangle};
use super::{Workplace, finish};
use crate::support::models::models_dir;

const NO_MESH: &str = r#"{
    "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0] }], "nodes": [{ "name": "lonely" }]
}"#;

#[test]
fn what_is_no_model_is_named_with_what_was_expected() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("folder.glb")).unwrap();
    place.write("empty.glb", "");
    place.write("empty.gltf", "");
    place.write("scene.dae", "<COLLADA/>");
    place.write("thing.obj", "v 0 0 0");
    place.write("nothing", "");
    place.write("text.gltf", "{ \"asset\": ");
    let names = place.names();
    for (file, parts) in [
        ("missing.glb", &["cannot read the model 'missing.glb'", "No such file"][..]),
        ("no folder/x.glb", &["'no folder/x.glb'"]),
        ("folder.glb", &["cannot read the model 'folder.glb'", "not a regular file"]),
        ("empty.glb", &["cannot import 'empty.glb'", "the file is empty"]),
        ("empty.gltf", &["cannot import 'empty.gltf'", "the file is empty"]),
        ("scene.dae", &["cannot import 'scene.dae'", "no version; expected 1.4 or 1.5"]),
        ("thing.obj", &["'thing.obj' is a .obj file", ".glb, .gltf"]),
        ("nothing", &["'nothing' is a file without extension", ".glb, .gltf"]),
        ("text.gltf", &["cannot import 'text.gltf'", "line 1 column"]),
    ] {
        place.run_without_gpu(&["info", file]).fails(1, parts);
        place.run_without_gpu(&["info", file, "--json"]).fails(1, parts);
        // The file is looked at before any GPU.
        place.run_without_gpu(&["view", file, "--headless"]).fails(1, parts);
    }
    assert_eq!(place.names(), names, "nothing is left behind");
}

#[cfg(target_os = "linux")]
#[test]
fn files_that_are_none_do_not_hang() {
    let place = Workplace::new();
    let pipe = place.path("pipe.glb");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    place.run(&["info", "pipe.glb"]).fails(1, &["'pipe.glb'", "not a regular file"]);
    place.run(&["info", "/dev/zero"]).fails(1, &["'/dev/zero'", "not a regular file"]);
    // A regular file by its type, but every read of it fails.
    place
        .run(&["info", "/proc/self/mem"])
        .fails(1, &["cannot read", "'/proc/self/mem'", "os error"]);
    let large = std::fs::File::create(place.path("large.glb")).unwrap();
    large.set_len(8 << 30).unwrap();
    place.run(&["info", "large.glb"]).fails(1, &["'large.glb'", "8589934592 bytes", "at most"]);
}

#[cfg(target_os = "linux")]
#[test]
fn broken_models_end_soon_and_small() {
    let Some(models) = models_dir() else { return };
    let place = Workplace::new();
    let table = std::fs::read_to_string(models.join("broken/broken.tsv")).unwrap();
    let mut count = 0;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let (name, expected) = (cells[0], cells[4]);
        let path = models.join("broken").join(name);
        let file = path.to_str().unwrap();
        for command in [&["info", file][..], &["view", file, "--headless", "--size", "32x32"]] {
            // One second and 500 MB for a report; a driver that compiles needs more.
            let (cpu_s, memory_kib) =
                if command[0] == "info" { (1, 500_000) } else { (30, 4_000_000) };
            let limited = place.limited_command(cpu_s, memory_kib, command);
            let finished = finish(limited, &command.join(" "));
            match finished.code {
                Some(0) if expected.trim() != "reject" => {}
                _ => finished.fails(1, &[name]),
            }
            count += 1;
        }
    }
    assert!(count >= 70, "only {count} runs");
    let left: Vec<String> = place.names().into_iter().filter(|it| it != "sinew-view.png").collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_model_without_meshes_is_reported_but_not_drawn() {
    let place = Workplace::new();
    place.write("bare.gltf", NO_MESH);
    assert!(place.run_without_gpu(&["info", "bare.gltf"]).succeeds().contains("lonely"));
    let expected = ["cannot draw", "'bare.gltf' has no meshes", "expected at least one"];
    place.run_without_gpu(&["view", "bare.gltf", "--headless"]).fails(1, &expected);
    assert_eq!(place.names(), ["bare.gltf"]);
}

#[test]
fn a_clip_is_found_by_name_or_number_or_the_clips_are_listed() {
    let place = Workplace::new();
    let model = triangle(Recipe { joint_count: 4, clip_count: 2 });
    place.write("two.gltf", model.to_string());
    let view =
        |clip: &str| place.run_without_gpu(&["view", "two.gltf", "--headless", "--clip", clip]);
    for wrong in ["nope", "2", "-1", "99999999999999999999", "Rise 0", ""] {
        let parts = [&format!("no clip '{wrong}'"), "0 'rise 0'", "1 'rise 1'"];
        view(wrong).fails(2, &parts);
    }
    for right in ["rise 0", "rise 1", "0", "1"] {
        // As far as the GPU, which is not there.
        view(right).fails(2, &["no usable GPU"]);
    }
}

#[test]
fn clips_of_other_files_are_for_joints_of_the_same_names() {
    let place = Workplace::new();
    let mut model = triangle(Recipe { joint_count: 4, clip_count: 2 });
    place.write("two.gltf", model.to_string());
    for node in model["nodes"].as_array_mut().unwrap() {
        if let Some(name) = node["name"].as_str() {
            node["name"] = format!("other {name}").into();
        }
    }
    place.write("strange.gltf", model.to_string());
    let view = |clips: &str, clip: &str| {
        let arguments = ["view", "two.gltf", "--headless", "--clips", clips, "--clip", clip];
        place.run_without_gpu(&arguments)
    };
    // As far as the GPU, which is not there.
    view("two.gltf", "two/rise 1").fails(2, &["no usable GPU"]);
    view("two.gltf", "three/rise 1").fails(2, &["2 'two/rise 0', 3 'two/rise 1'"]);
    view("strange.gltf", "0")
        .fails(1, &["'strange.gltf' do not fit 'two.gltf'", "such as 'other "]);
    view("gone.gltf", "0").fails(1, &["'gone.gltf'"]);
}

#[test]
fn names_with_line_breaks_stay_on_their_line() {
    let place = Workplace::new();
    let mut model = triangle(Recipe { joint_count: 4, clip_count: 1 });
    model["animations"][0]["name"] = "two\nlines \u{1b}[31m".into();
    model["nodes"][1]["name"] = "joint\r\nclips: 99".into();
    place.write("odd.gltf", model.to_string());
    let view = ["view", "odd.gltf", "--headless", "--clip", "no\nclip"];
    place.run_without_gpu(&view).fails(2, &[r"no clip 'no\nclip'", r"0 'two\nlines \u{1b}[31m'"]);
    let report = place.run_without_gpu(&["info", "odd.gltf"]);
    assert!(report.succeeds().contains(r"  joint\r\nclips: 99"), "{report:#?}");
    assert!(!report.stdout.contains('\u{1b}'), "{report:#?}");
    let with_break = place.run_without_gpu(&["info", "no\nfile.glb"]);
    with_break.fails(1, &[r"'no\nfile.glb'"]);
}

#[test]
fn a_model_without_clips_is_drawn_in_its_rest_pose() {
    let place = Workplace::new();
    let model = triangle(Recipe { joint_count: 4, clip_count: 0 });
    place.write("still.gltf", model.to_string());
    let arguments = ["view", "still.gltf", "--headless", "--size", "64x64"];
    assert_eq!(place.run(&arguments).succeeds(), "sinew-view.png\n");
    let mut with_clip = arguments.to_vec();
    with_clip.extend(["--clip", "0"]);
    place.run(&with_clip).fails(2, &["no clip '0'", "the model has no clips"]);
}
