//! Captures that the program makes, replayed by RenderDoc itself: does one find the way in them at once?

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde::Deserialize;
use sinew::anim::{BakeOptions, KeyframeDesc, TransformMap, TweenFrameDesc, bake};
use sinew::app::{Demo, Script, Settings, Shown};
use sinew::asset::{self, Model};
use sinew::gpu::HeadlessTarget;
use sinew::render::{ModelAnimation, Renderer};
use tempfile::TempDir;

use crate::support::desktop::Desktop;
use crate::support::gpu::TestDevice;
use crate::support::xvfb::Xvfb;

/// Seconds from frame to frame: the third frame is in the middle of a tween.
const DT_S: f64 = 0.6;
const SIZE_PX: [u32; 2] = [64, 48];
/// RenderDoc's module is built for the system's Python, which may not be the first in PATH.
const PYTHON: &str = "/usr/bin/python3";
const INSTALL: &str =
    "scripts/setup.sh --tests installs what this needs (librenderdoc, python3-renderdoc)";

/// What `support/replay.py` prints.
#[derive(Debug, Deserialize)]
struct Replayed {
    actions: Vec<Action>,
    resources: Vec<Resource>,
    draws: Vec<Draw>,
    files: BTreeMap<String, String>,
    lines: Vec<(String, usize)>,
    textures: Vec<Texture>,
}

#[derive(Debug, Deserialize)]
struct Action {
    name: String,
    is_label: bool,
    children: Vec<Self>,
}

#[derive(Debug, Deserialize)]
struct Resource {
    name: String,
    /// Whether the program named it, not RenderDoc.
    named: bool,
}

#[derive(Debug, Deserialize)]
struct Draw {
    labels: Vec<String>,
    stages: BTreeMap<String, Stage>,
}

#[derive(Debug, Deserialize)]
struct Stage {
    entry: String,
    constants: BTreeMap<String, serde_json::Value>,
    textures: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Deserialize)]
struct Texture {
    name: String,
    size: [usize; 2],
    layers: usize,
    format: String,
    bytes: Option<PathBuf>,
}

/// The tween demo off screen, told to capture a frame, in a folder of its own.
fn sinew(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = program(folder);
    command.arg("--headless").args(arguments);
    command
}

fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sinew"));
    let size = format!("{}x{}", SIZE_PX[0], SIZE_PX[1]);
    command
        .args(["demo", "tween", "--size", &size, "--dt", &DT_S.to_string()])
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder)
        .env_remove("ENABLE_VULKAN_RENDERDOC_CAPTURE")
        .env_remove("RUST_LOG");
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
fn succeeds(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    assert!(status.success(), "{command:?}: {status}\n{}\n{INSTALL}", text(&stderr));
    text(&stdout)
}

/// Captures a frame of the tween demo and replays it. The folder has the texels.
#[track_caller]
fn replay(arguments: &[&str]) -> (TempDir, Replayed) {
    let folder = tempfile::tempdir().unwrap();
    let printed = succeeds(&mut sinew(folder.path(), arguments));
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines, ["sinew-tween.png", "sinew-tween_capture.rdc"], "{printed}");
    let replayed = replay_file(&folder.path().join(lines[1]), folder.path());
    (folder, replayed)
}

/// Replays a capture; `folder` takes the texels.
#[track_caller]
fn replay_file(capture: &Path, folder: &Path) -> Replayed {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/replay.py");
    let mut command = Command::new(PYTHON);
    command.arg(script).arg(capture).arg(folder);
    let printed = succeeds(&mut command);
    // RenderDoc writes messages to stdout too; the report is the last line.
    let report = printed.lines().last().unwrap_or_default();
    serde_json::from_str(report).unwrap()
}

/// The labels as a tree, one a line.
fn label_tree(actions: &[Action], depth: usize, out: &mut String) {
    for action in actions.iter().filter(|it| it.is_label) {
        out.push_str(&"  ".repeat(depth));
        out.push_str(&action.name);
        out.push('\n');
        label_tree(&action.children, depth + 1, out);
    }
}

#[track_caller]
fn check_labels(replayed: &Replayed, expected: &str) {
    let mut tree = String::new();
    label_tree(&replayed.actions, 0, &mut tree);
    assert_eq!(tree, expected);
    let draws: Vec<String> = replayed.draws.iter().map(|it| it.labels.join(" > ")).collect();
    assert_eq!(
        draws,
        [
            "shadows > TweenDemo.fx > technique Shadow > pass P0 > character.glb 'Character_0'",
            "shadows > TweenDemo.fx > technique Shadow > pass P0 > character.glb 'Character_1'",
            "scene > Sky.fx > technique T0 > pass P0 > sky",
            "scene > Ground.fx > technique T0 > pass P0 > ground",
            "scene > TweenDemo.fx > technique T0 > pass P0 > character.glb 'Character_0'",
            "scene > TweenDemo.fx > technique T0 > pass P0 > character.glb 'Character_1'",
        ]
    );
}

const SCENE: &str = "\
shadows
  TweenDemo.fx
    technique Shadow
      pass P0
        character.glb 'Character_0'
        character.glb 'Character_1'
scene
  Sky.fx
    technique T0
      pass P0
        sky
  Ground.fx
    technique T0
      pass P0
        ground
  TweenDemo.fx
    technique T0
      pass P0
        character.glb 'Character_0'
        character.glb 'Character_1'
";

/// The first draw with this effect into the picture.
#[track_caller]
fn draw_of<'r>(replayed: &'r Replayed, effect: &str) -> &'r Draw {
    let has = |draw: &Draw, wanted: &str| draw.labels.iter().any(|label| label == wanted);
    replayed.draws.iter().find(|it| has(it, "scene") && has(it, effect)).unwrap()
}

fn character() -> (Model, TransformMap) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/character.glb");
    let model = asset::load(&path).unwrap();
    let map = bake(&model, &BakeOptions::default()).unwrap();
    (model, map)
}

/// What the program gives the GPU for a frame (from 1), by the same steps.
fn tween_of_frame(model: &Model, map: &TransformMap, frame: u32) -> TweenFrameDesc {
    let device = TestDevice::new();
    let target = HeadlessTarget::new(&device, SIZE_PX).unwrap();
    let mut renderer = Renderer::new(&device, &target.view().formats(), None).unwrap();
    let id = renderer.add_model(model, map).unwrap();
    let aspect = SIZE_PX[0] as f32 / SIZE_PX[1] as f32;
    let shown = Shown { model, map, id };
    let mut demo = Demo::new(Script::Tween { count: 1 }, shown, aspect).unwrap();
    for it in 1..=frame {
        demo.advance(&Settings::default(), if it == 1 { 0.0 } else { DT_S }).unwrap();
    }
    let ModelAnimation::Tween(instances) = &demo.scene().models[0].animation else {
        unreachable!("the tween demo draws tweens");
    };
    let tween = instances[0].tween;
    drop((renderer, target));
    device.close();
    tween
}

/// A `KeyframeDesc` by the names of its members in the effect.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ShownKeyframe {
    anim_index: i32,
    curr_frame: u32,
    next_frame: u32,
    ratio: f32,
    sum_time: f32,
    speed: f32,
    padding: [f32; 2],
}

/// A `TweenFrameDesc` by the names of its members in the effect.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ShownTween {
    tween_duration: f32,
    tween_ratio: f32,
    tween_sum_time: f32,
    padding: f32,
    curr: ShownKeyframe,
    next: ShownKeyframe,
}

impl From<&KeyframeDesc> for ShownKeyframe {
    fn from(desc: &KeyframeDesc) -> Self {
        Self {
            anim_index: desc.anim_index,
            curr_frame: desc.curr_frame,
            next_frame: desc.next_frame,
            ratio: desc.ratio,
            sum_time: desc.sum_time,
            speed: desc.speed,
            padding: desc.padding,
        }
    }
}

impl From<&TweenFrameDesc> for ShownTween {
    fn from(desc: &TweenFrameDesc) -> Self {
        Self {
            tween_duration: desc.tween_duration,
            tween_ratio: desc.tween_ratio,
            tween_sum_time: desc.tween_sum_time,
            padding: desc.padding,
            curr: (&desc.curr).into(),
            next: (&desc.next).into(),
        }
    }
}

#[track_caller]
fn check_tween(replayed: &Replayed, expected: &TweenFrameDesc) {
    let vertex = &draw_of(replayed, "TweenDemo.fx").stages["vertex"];
    assert_eq!(vertex.entry, "VS");
    assert_eq!(vertex.textures["TransformMap"], ["TransformMap of character.glb"]);
    let tweens = &vertex.constants["TweenBuffer"]["TweenFrames"];
    assert_eq!(tweens.as_array().map(Vec::len), Some(500));
    assert_eq!(ShownTween::deserialize(&tweens[0]).unwrap(), expected.into());
}

#[track_caller]
fn check_transform_map(replayed: &Replayed, map: &TransformMap) {
    let found =
        replayed.textures.iter().find(|it| it.name == "TransformMap of character.glb").unwrap();
    assert_eq!(found.format, "R32G32B32A32_FLOAT");
    assert_eq!(found.size, [map.width_texels(), map.row_count as usize]);
    assert_eq!(found.layers, map.layer_count as usize);
    let bytes = std::fs::read(found.bytes.as_ref().unwrap()).unwrap();
    let first_wrong = bytes.iter().zip(map.bytes()).position(|(a, b)| a != b);
    assert_eq!((bytes.len(), first_wrong), (map.bytes().len(), None));
}

/// Every file as it lies in the checkout, and the lines of what ran.
#[track_caller]
fn check_sources(replayed: &Replayed) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names = Vec::new();
    for (name, found) in &replayed.files {
        let file = std::fs::read_to_string(root.join(name)).unwrap();
        assert!(*found == file, "{name} is another text in the capture:\n{found}");
        names.push(name.as_str());
    }
    let expected = [
        "Global.fxh",
        "Ground.fx",
        "Light.fxh",
        "Render.fxh",
        "Scene.fxh",
        "Shadow.fxh",
        "Sky.fx",
        "Sky.fxh",
        "Tween.fxh",
        "TweenDemo.fx",
    ];
    assert_eq!(names, expected.map(|it| format!("shaders_hlsl/{it}")));
    for (file, statement) in [
        ("shaders_hlsl/Tween.fxh", "transform += weights[i] * result;"),
        ("shaders_hlsl/Render.fxh", "float4 curr = TransformMap.Load("),
    ] {
        let line = 1 + replayed.files[file].lines().position(|it| it.contains(statement)).unwrap();
        let is_there = replayed.lines.contains(&(file.to_owned(), line));
        assert!(is_there, "no code of {file}:{line} in {:?}", replayed.lines);
    }
}

/// Names that RenderDoc had to make up for objects of the program.
fn unnamed(replayed: &Replayed) -> Vec<String> {
    // RenderDoc 1.24 crashes where one names the first two, and makes the third itself.
    let others = ["Instance ", "Physical Device ", "Baked Command Buffer "];
    let is_other = |name: &str| others.iter().any(|other| name.starts_with(other));
    let unnamed = replayed.resources.iter().filter(|it| !it.named && !is_other(&it.name));
    unnamed.map(|it| it.name.clone()).collect()
}

#[track_caller]
fn check_names(replayed: &Replayed) {
    let unnamed = unnamed(replayed);
    assert!(unnamed.is_empty(), "{unnamed:#?}");
}

#[test]
fn a_captured_frame_is_what_the_program_drew() {
    let (_folder, replayed) = replay(&["--frames", "3", "--capture", "3"]);
    let (model, map) = character();
    let tween = tween_of_frame(&model, &map, 3);
    assert!(tween.tween_ratio > 0.0, "the frame shows a tween: {tween:?}");
    check_labels(&replayed, SCENE);
    check_tween(&replayed, &tween);
    check_transform_map(&replayed, &map);
    check_sources(&replayed);
    check_names(&replayed);
}

#[test]
fn the_first_frame_has_the_upload_in_it() {
    let (_folder, replayed) = replay(&["--frames", "2", "--capture", "1"]);
    let (model, map) = character();
    check_labels(&replayed, &format!("upload\n{SCENE}"));
    check_tween(&replayed, &tween_of_frame(&model, &map, 1));
    check_transform_map(&replayed, &map);
    check_names(&replayed);
}

#[test]
fn a_window_captures_the_next_frame_by_key() {
    let desktop = Desktop::new();
    let arguments = ["demo", "tween", "--size", "320x240"];
    let mut program = desktop.start_with(&arguments, &[("ENABLE_VULKAN_RENDERDOC_CAPTURE", "1")]);
    program.focus();
    program.xdotool(&["key", "F12"]);
    let frames = program.frames_until("a capture", |frame| {
        let messages = frame["messages"].as_array().unwrap();
        messages.iter().any(|it| it.as_str().unwrap().starts_with("captured to"))
    });
    let printed = program.close();
    let capture = printed.lines().find(|line| line.ends_with(".rdc")).expect(INSTALL);
    let folder = tempfile::tempdir().unwrap();
    let replayed = replay_file(&desktop.run_folder().join(capture), folder.path());

    let mut tree = String::new();
    label_tree(&replayed.actions, 0, &mut tree);
    assert_eq!(tree, format!("{SCENE}overlay\n"));
    let (_, map) = character();
    check_transform_map(&replayed, &map);
    check_sources(&replayed);
    // One of the frames that the trace has is the captured one, to the last bit.
    let vertex = &draw_of(&replayed, "TweenDemo.fx").stages["vertex"];
    let tween = &vertex.constants["TweenBuffer"]["TweenFrames"][0];
    let is_this = |frame: &serde_json::Value| {
        let same = |shown: &str, traced: &str| {
            let [shown, traced] = [&tween["curr"][shown], &frame["desc"]["curr"][traced]]
                .map(|it| it.as_f64().unwrap());
            (shown - traced).abs() < 1e-6
        };
        same("animIndex", "anim_index") && same("currFrame", "curr_frame") && same("ratio", "ratio")
    };
    assert!(frames.iter().any(is_this), "{tween:#} is in none of {} frames", frames.len());
    // The crate that draws the overlay keeps its objects to itself, so they have no names: each of these kinds, so many.
    let overlay = [
        ("Descriptor Layout", 1),
        ("Pipeline Layout", 1),
        ("Shader Module", 2),
        ("Graphics Pipeline", 1),
        ("2D Image", 1),
        ("Image View", 1),
        ("Sampler", 1),
        ("Descriptor Pool", 1),
        ("Descriptor Set", 1),
        ("Buffer", 4), // vertices and indices of two frames
    ];
    let mut unnamed = unnamed(&replayed);
    for (kind, count) in overlay {
        for _ in 0..count {
            let is_of_kind =
                |name: &String| name.rsplit_once(' ').is_some_and(|(before, _)| before == kind);
            if let Some(index) = unnamed.iter().position(is_of_kind) {
                unnamed.swap_remove(index);
            }
        }
    }
    assert!(unnamed.is_empty(), "{unnamed:#?}");
}

/// What the program says of a run that it refuses, with its exit code; it leaves no file.
#[track_caller]
fn refused(command: &mut Command, folder: &Path) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    assert_eq!(text(&stdout), "");
    let pictures = std::fs::read_dir(folder).unwrap().filter(|it| {
        let name = it.as_ref().unwrap().file_name();
        Path::new(&name).extension().is_some_and(|it| it == "png")
    });
    assert_eq!(pictures.count(), 0);
    (status.code(), text(&stderr))
}

#[test]
fn without_renderdoc_the_program_says_what_to_install() {
    let folder = tempfile::tempdir().unwrap();
    let xvfb = Xvfb::start();
    let mut in_window = program(folder.path());
    in_window.args(["--frames", "3", "--capture", "2"]);
    in_window.env("DISPLAY", xvfb.display()).env_remove("WAYLAND_DISPLAY");
    for mut command in [sinew(folder.path(), &["--capture", "1"]), in_window] {
        // The loader starts it no layers by itself, as if RenderDoc were not installed.
        command.env("VK_LOADER_LAYERS_DISABLE", "~implicit~");
        let (code, message) = refused(&mut command, folder.path());
        assert_eq!(code, Some(2), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        for part in ["--capture needs RenderDoc", "apt install renderdoc", "layer"] {
            assert!(message.contains(part), "{message}");
        }
    }
}

#[test]
fn without_renderdoc_a_window_does_not_open_for_nothing() {
    let (folder, display) = (tempfile::tempdir().unwrap(), Xvfb::start());
    let mut command = Command::new(env!("CARGO_BIN_EXE_sinew"));
    command
        .args(["demo", "tween", "--size", "64x64", "--frames", "2", "--capture", "2"])
        .current_dir(folder.path())
        .env("DISPLAY", display.display())
        .env("XDG_CACHE_HOME", folder.path())
        .env("VK_LOADER_LAYERS_DISABLE", "~implicit~")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("RUST_LOG");
    let (code, message) = refused(&mut command, folder.path());
    assert_eq!(code, Some(2), "{message}");
    assert!(message.starts_with("sinew: --capture needs RenderDoc"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[test]
fn a_frame_that_is_not_drawn_cannot_be_captured() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = sinew(folder.path(), &["--frames", "3", "--capture", "4"]);
    let (code, message) = refused(&mut command, folder.path());
    let expected = "sinew: --capture 4 is after the last frame; --frames 3 draws 1 to 3\n";
    assert_eq!((code, message.as_str()), (Some(2), expected));
}

#[test]
fn a_capture_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("sinew-tween_capture.rdc")).unwrap();
    let (code, message) = refused(&mut sinew(folder.path(), &["--capture", "1"]), folder.path());
    assert_eq!(code, Some(1), "{message}");
    for part in ["sinew: no capture at sinew-tween", "a folder that takes new files was expected"] {
        assert!(message.contains(part), "{message}");
    }
}
