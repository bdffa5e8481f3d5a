//! Where data goes: pictures whole or not at all, streams that are closed or full.

use std::process::Stdio;

use super::model::{Recipe, triangle};
use super::{Workplace, finish, wait};

const DEMO: [&str; 5] = ["demo", "animation", "--headless", "--size", "32x32"];

fn demo_to(path: &str) -> Vec<&str> {
    [&DEMO[..], &["--screenshot", path]].concat()
}

#[test]
fn a_place_that_takes_no_picture_is_said_before_drawing() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("folder.png")).unwrap();
    place.write("file", "");
    for (path, parts) in [
        ("missing/x.png", &["cannot write missing/x.png", "there is no folder missing"][..]),
        ("folder.png", &["cannot write folder.png", "it is a folder"]),
        ("file/x.png", &["cannot write file/x.png", "there is no folder file"]),
        ("..", &["cannot write ..", "it is a folder"]),
    ] {
        // Without a GPU: the place is looked at first.
        place.run_without_gpu(&demo_to(path)).fails(1, parts);
    }
    assert_eq!(place.names(), ["file", "folder.png"], "nothing is left behind");
}

#[cfg(target_os = "linux")]
#[test]
fn places_that_the_system_keeps_are_left_alone() {
    let place = Workplace::new();
    // Nobody makes files in /proc, root included.
    place.run_without_gpu(&demo_to("/proc/x.png")).fails(
        1,
        &["cannot write /proc/x.png", "no file can be made in the folder /proc", "os error"],
    );
    // As /dev/null is: a rename would take its place.
    let pipe = place.path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    place.run_without_gpu(&demo_to("pipe")).fails(1, &["cannot write pipe", "not a regular file"]);
    let kind = std::fs::symlink_metadata(&pipe).unwrap().file_type();
    assert!(std::os::unix::fs::FileTypeExt::is_fifo(&kind));
    assert_eq!(place.names(), ["pipe"]);
}

#[cfg(unix)]
#[test]
fn a_folder_without_rights_is_named() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Workplace::new();
    let folder = place.path("locked");
    std::fs::create_dir(&folder).unwrap();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o555)).unwrap();
    let finished = place.run(&demo_to("locked/x.png"));
    // Rights do not stop root, for whom /proc is tried above.
    if std::fs::write(folder.join("probe"), "").is_ok() {
        assert_eq!(finished.succeeds(), "locked/x.png\n");
    } else {
        finished.fails(1, &["cannot write locked/x.png", "in the folder locked", "denied"]);
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_a_picture_stays_a_link() {
    let place = Workplace::new();
    place.write("real.png", "old");
    std::os::unix::fs::symlink("real.png", place.path("link.png")).unwrap();
    place.run(&demo_to("link.png")).succeeds();
    assert!(place.path("link.png").is_symlink());
    assert!(std::fs::read(place.path("real.png")).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(place.names(), ["link.png", "real.png"]);
}

#[test]
fn a_picture_that_is_there_survives_what_fails() {
    let place = Workplace::new();
    place.write("x.png", "precious");
    let wide = triangle(Recipe { joint_count: 5000, clip_count: 1 });
    place.write("wide.gltf", wide.to_string());
    place.run_without_gpu(&demo_to("x.png")).fails(2, &["no usable GPU"]);
    let view = ["view", "wide.gltf", "--headless", "--screenshot", "x.png"];
    place.run(&view).fails(1, &["20004 texels wide"]);
    assert_eq!(std::fs::read(place.path("x.png")).unwrap(), b"precious");
    assert_eq!(place.names(), ["wide.gltf", "x.png"]);
    place.run(&demo_to("x.png")).succeeds();
    assert!(std::fs::read(place.path("x.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn two_runs_at_once_leave_one_whole_picture() {
    let place = Workplace::new();
    let arguments = demo_to("x.png");
    let children: Vec<_> = (0..2)
        .map(|_| {
            let mut command = place.command(&arguments);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for child in children {
        assert_eq!(wait(child, "demo twice").succeeds(), "x.png\n");
    }
    assert_eq!(place.names(), ["x.png"]);
    let picture = image::open(place.path("x.png")).unwrap();
    assert_eq!((picture.width(), picture.height()), (32, 32));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let place = Workplace::with_character();
    for arguments in [&["info", "character.glb"][..], &["info", "character.glb", "--json"]] {
        let mut command = place.command(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Closed before the program writes its first byte.
        drop(child.stdout.take());
        wait(child, &arguments.join(" ")).succeeds();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_stdout_is_said() {
    let place = Workplace::with_character();
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    for arguments in [&["info", "character.glb"][..], &DEMO] {
        let mut command = place.command(arguments);
        let child = command.stdout(full()).stderr(Stdio::piped()).spawn().unwrap();
        wait(child, &arguments.join(" "))
            .fails(1, &["cannot write to standard output", "No space"]);
    }
}

#[test]
fn without_a_window_the_program_says_where_the_picture_went() {
    let place = Workplace::new();
    let finished = finish(place.command(&["--size", "16x16"]), "--size 16x16");
    assert_eq!((finished.code, finished.stdout.as_str()), (Some(0), "sinew-tween.png\n"));
    assert!(finished.stderr.contains("off screen"), "{finished:#?}");
    assert_eq!(place.names(), ["sinew-tween.png"]);
}
