//! `sinew info` and `sinew bench`: what people read, and what programs read.

use serde_json::Value;

use super::model::{Recipe, triangle};
use super::{Workplace, finish};
use crate::support::models::models_dir;

fn json(place: &Workplace, arguments: &[&str]) -> Value {
    let finished = place.run(arguments);
    let text = finished.succeeds();
    assert!(text.ends_with("}\n"), "{text}");
    serde_json::from_str(text).unwrap()
}

/// Measured errors are rounding noise of a system's own sine; what surrounds them is not.
fn without_errors(text: &str) -> String {
    let line = |line: &str| match line.split_once("; error at most ") {
        None => format!("{line}\n"),
        Some((head, tail)) => {
            let (max, tail) = tail.split_once(" m, mean ").unwrap();
            let (mean, tail) = tail.split_once(" m").unwrap();
            assert!(mean.parse::<f64>().unwrap() <= max.parse::<f64>().unwrap(), "{line}");
            format!("{head}; error at most MAX m, mean MEAN m{tail}\n")
        }
    };
    text.lines().map(line).collect()
}

#[test]
fn reports_of_a_small_model() {
    let place = Workplace::new();
    let model = triangle(Recipe { joint_count: 4, clip_count: 1 });
    place.write("small.gltf", model.to_string());
    let text = place.run(&["info", "small.gltf"]);
    insta::assert_snapshot!("small_model", text.succeeds());
    let text = place.run(&["info", "small.gltf", "--json"]);
    insta::assert_snapshot!("small_model_json", text.succeeds());
}

#[test]
fn report_of_the_character() {
    let place = Workplace::with_character();
    let text = place.run(&["info", "character.glb"]);
    insta::assert_snapshot!("character", without_errors(text.succeeds()));

    let report = json(&place, &["info", "character.glb", "--json"]);
    let lists = ["joints", "clips", "meshes", "materials", "images", "notes"];
    let scalars = ["file", "extent_m", "bake"];
    let mut keys: Vec<&str> = report.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    let mut expected = [&lists[..], &scalars[..]].concat();
    expected.sort_unstable();
    assert_eq!(keys, expected);
    assert!(lists.iter().all(|it| report[it].is_array()));
    // Parents come before their children, and there is one baked clip for every clip.
    for (index, joint) in report["joints"].as_array().unwrap().iter().enumerate() {
        assert!(joint["parent"].as_u64().is_none_or(|parent| parent < index as u64));
    }
    let names = |list: &Value| -> Vec<String> {
        let names = list.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap());
        names.map(str::to_owned).collect()
    };
    assert_eq!(names(&report["clips"]), names(&report["bake"]["clips"]));
}

#[test]
fn a_looser_bound_bakes_fewer_rows() {
    let place = Workplace::with_character();
    let bytes = |bound: &str| {
        let report = json(&place, &["info", "character.glb", "--json", "--max-error", bound]);
        let given = report["bake"]["error_bound_m"].as_f64().unwrap();
        (given, report["bake"]["bytes"].as_u64().unwrap())
    };
    let (tight, loose) = (bytes("0.00001m"), bytes("0.05m"));
    assert!((tight.0 - 0.00001).abs() < 1e-9 && (loose.0 - 0.05).abs() < 1e-7);
    assert!(tight.1 > loose.1, "{} and {} bytes", tight.1, loose.1);
}

#[test]
fn figures_have_names_units_and_an_order() {
    let place = Workplace::new();
    let mut command = place.command(&["bench", "--json"]);
    let models = models_dir();
    match &models {
        Some(folder) => command.env("SINEW_MODELS", folder.canonicalize().unwrap()),
        None => command.env_remove("SINEW_MODELS"),
    };
    let finished = finish(command, "bench --json");
    assert_eq!(finished.code, Some(0), "{finished:#?}");
    let left_out = usize::from(models.is_none());
    assert_eq!(finished.stderr.matches("fox_load_bake_ms is left out").count(), left_out);
    assert_eq!(finished.stderr.lines().count(), left_out, "{finished:#?}");
    let report: Value = serde_json::from_str(&finished.stdout).unwrap();
    for key in ["os", "architecture", "gpu"] {
        assert!(report["machine"][key].as_str().is_some_and(|it| !it.is_empty()), "{key}");
    }
    assert!(report["machine"]["cores"].as_u64().unwrap() >= 1);
    let results = report["results"].as_array().unwrap();
    let mut names = Vec::new();
    for result in results {
        let number = |key: &str| result[key].as_f64().unwrap();
        let (min, median, max) = (number("min"), number("median"), number("max"));
        assert!(min > 0.0 && min <= median && median <= max && max.is_finite(), "{result}");
        assert!(result["runs"].as_u64().unwrap() >= 3, "{result}");
        let keys: Vec<&String> = result.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["max", "median", "min", "name", "runs", "unit"]);
        names.push((result["name"].as_str().unwrap(), result["unit"].as_str().unwrap()));
    }
    let mut expected = vec![
        ("first_picture_ms", "ms"),
        ("glb_mb_per_s", "MB/s"),
        ("bake_joint_samples_per_s", "samples/s"),
        ("host_ns_per_instance", "ns"),
        ("scene_frame_ms", "ms"),
    ];
    if models.is_some() {
        expected.insert(0, ("fox_load_bake_ms", "ms"));
    }
    assert_eq!(names, expected);
}
