//! GPUs that are missing, of another name, or too small; the validation layer.

use super::model::{Recipe, triangle};
use super::{Workplace, finish};

const DEMO: [&str; 5] = ["demo", "tween", "--headless", "--size", "32x32"];

#[test]
fn no_driver_is_said_by_whatever_draws() {
    let place = Workplace::with_character();
    for arguments in [
        &["--headless"][..],
        &["demo", "animation", "--headless"],
        &["view", "character.glb", "--headless"],
        &["bench"],
        &["bench", "--json"],
        &["demo", "tween", "--headless", "--gpu", "0"],
    ] {
        for variable in ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"] {
            let mut command = place.command(arguments);
            command.env_remove("VK_DRIVER_FILES").env_remove("VK_ICD_FILENAMES");
            command.env(variable, "/no/driver.json");
            let finished = finish(command, &arguments.join(" "));
            finished
                .fails(2, &["the Vulkan loader found no driver", "expected one for Vulkan 1.3"]);
        }
    }
    assert_eq!(place.names(), ["character.glb"]);
    // A report needs none.
    place.run_without_gpu(&["info", "character.glb"]).succeeds();
}

#[cfg(target_os = "linux")]
#[test]
fn a_loader_that_does_not_load_is_said() {
    let place = Workplace::new();
    place.write("libvulkan.so.1", "no library");
    place.write("libvulkan.so", "no library");
    let mut command = place.command(&DEMO);
    command.env("LD_LIBRARY_PATH", place.path(""));
    finish(command, "demo without a loader")
        .fails(2, &["no Vulkan loader was found", "libvulkan", "install"]);
}

#[test]
fn a_gpu_is_chosen_by_number_or_name_or_the_gpus_are_listed() {
    let place = Workplace::new();
    let run = |gpu: &str| place.run(&[&DEMO[..], &["--gpu", gpu]].concat());
    for wrong in ["nope", "99", "-1"] {
        run(wrong).fails(2, &[&format!("no GPU matches '{wrong}'"), "there is: [0] "]);
    }
    assert!(place.names().is_empty());
    run("0").succeeds();
    let message = run("nope").stderr;
    let name = message.split("[0] ").nth(1).and_then(|it| it.split_whitespace().next()).unwrap();
    run(&name.to_lowercase()).succeeds();
    run(&name.to_uppercase()).succeeds();
}

#[test]
fn validation_has_nothing_to_say() {
    let place = Workplace::with_character();
    let view = ["view", "character.glb", "--headless", "--size", "32x32"];
    for arguments in [&DEMO[..], &DEMO[..], &view] {
        let frames = ["--validation", "--frames", "3", "--count", "2"];
        place.run(&[arguments, &frames].concat()).succeeds();
    }
}

#[test]
fn a_validation_layer_that_is_missing_is_named() {
    let place = Workplace::new();
    std::fs::create_dir(place.path("layers")).unwrap();
    let mut command = place.command(&[&DEMO[..], &["--validation"]].concat());
    command.env("VK_LAYER_PATH", place.path("layers")).env_remove("VK_ADD_LAYER_PATH");
    finish(command, "--validation without the layer")
        .fails(2, &["VK_LAYER_KHRONOS_validation is not installed"]);
    assert_eq!(place.names(), ["layers"]);
}

#[test]
fn a_model_wider_than_the_gpu_takes_is_said_with_width_and_limit() {
    let place = Workplace::new();
    // With the node of the mesh: 16384 texels, which lavapipe takes, and a joint more.
    for (joint_count, width_texels) in
        [(4095_u16, None), (4096, Some(16_388)), (5000, Some(20_004))]
    {
        let model = triangle(Recipe { joint_count, clip_count: 1 });
        place.write("many.gltf", model.to_string());
        let drawn = place.run(&["view", "many.gltf", "--headless", "--size", "16x16"]);
        let report = place.run_without_gpu(&["info", "many.gltf"]);
        let report = report.succeeds();
        assert!(report.contains(&format!("joints: {}", joint_count + 1)), "{report}");
        match width_texels {
            None => {
                drawn.succeeds();
                assert!(!report.contains("cannot draw"), "{report}");
            }
            Some(width_texels) => {
                let wide = format!("{width_texels} texels wide");
                drawn.fails(1, &["'many.gltf'", &wide, "16384"]);
                // What is true of the file is reported all the same.
                assert!(report.contains(&wide) && report.contains("most GPUs take 16384"));
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_display_the_picture_is_drawn_off_screen() {
    let place = Workplace::new();
    for (display, why) in
        [("", "DISPLAY is not set"), (":nowhere", "no X server can be used at DISPLAY=:nowhere: ")]
    {
        let mut command = place.command(&["--size", "32x32", "--screenshot", "here.png"]);
        command.env("DISPLAY", display).env_remove("WAYLAND_DISPLAY");
        let finished = finish(command, display);
        assert_eq!((finished.code, finished.stdout.as_str()), (Some(0), "here.png\n"));
        let message = &finished.stderr;
        assert!(message.contains(&format!("no window ({why}")), "{message}");
        assert!(message.contains("drawing off screen"), "{message}");
        assert!(!message.contains(".rs"), "{message}");
    }
}
