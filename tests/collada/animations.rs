//! Channels, curves and clips.

use nalgebra::{Quaternion, Vector3};

use super::{animation, error_of, import_text, scene};
use sinew::anim::{ClipTime, Pose};
use sinew::asset::{Interpolation, Model};

fn library(animations: &str) -> String {
    format!("<library_animations>{animations}</library_animations>")
}

const NODE: &str = "<node id=\"n\"><translate sid=\"t\">0 0 0</translate><rotate sid=\"r\">0 0 1 0</rotate><scale sid=\"s\">1 1 1</scale></node>";

/// Where a point of the first joint's space is at a time, right-handed.
#[track_caller]
fn point_at(model: &Model, clip: usize, time_s: f64, point: [f32; 3]) -> Vector3<f32> {
    let time = ClipTime::new(time_s).unwrap();
    let pose = Pose::sample(&model.skeleton, &model.clips[clip], time);
    let joint = model.skeleton.joints().len() - 1;
    let world = pose.model_from_joints(&model.skeleton)[joint];
    let [x, y, z] = point;
    let moved = world * Vector3::new(x, y, -z).push(1.0);
    Vector3::new(moved.x, moved.y, -moved.z)
}

#[track_caller]
fn check(model: &Model, time_s: f64, point: [f32; 3], expected: [f32; 3]) {
    let found = point_at(model, 0, time_s, point);
    let difference = found - Vector3::from(expected);
    assert!(difference.norm() < 2e-3, "{found:?} at {time_s} s, expected {expected:?}");
}

#[test]
fn members_and_whole_steps_are_moved() {
    let animations = [
        animation("x", "n/t.X", 1, ("0 1", "0 10", "LINEAR LINEAR")),
        animation("angle", "n/r.ANGLE", 1, ("0 2", "0 90", "LINEAR LINEAR")),
        animation("size", "n/s", 3, ("0 1", "1 1 1 3 3 3", "STEP STEP")),
    ];
    let model = import_text(&format!("{}{}", library(&animations.concat()), scene(NODE)));
    assert_eq!((model.clips.len(), model.clips[0].name.as_str()), (1, "test"));
    assert_eq!((model.clips[0].first_key_s, model.clips[0].last_key_s), (0.0, 2.0));
    check(&model, 0.0, [1., 0., 0.], [1., 0., 0.]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    check(&model, 1.0, [1., 0., 0.], [10. + 3.0 * half, 3.0 * half, 0.]);
    check(&model, 2.0, [1., 0., 0.], [10., 3., 0.]);
    let (sine, cosine) = 22.5_f32.to_radians().sin_cos();
    // Just before its step the size is as it was.
    check(&model, 0.5, [1., 0., 0.], [5. + cosine, sine, 0.]);
    check(&model, 0.999_999, [1., 0., 0.], [10. + half, half, 0.]);
}

#[test]
fn turns_of_more_than_half_a_circle_are_kept() {
    let spin = animation("a", "n/r.ANGLE", 1, ("0 1", "0 720", "LINEAR LINEAR"));
    let model = import_text(&format!("{}{}", library(&spin), scene(NODE)));
    for eighth in 0..=8_u8 {
        let share = f64::from(eighth) / 8.0;
        let (sine, cosine) = (720.0 * share).to_radians().sin_cos();
        #[expect(clippy::cast_possible_truncation, reason = "a sine")]
        check(&model, share, [1., 0., 0.], [cosine as f32, sine as f32, 0.]);
    }
}

#[test]
fn matrices_are_moved_whole_and_by_column_and_row() {
    let node = "<node id=\"n\"><matrix sid=\"m\">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix></node>";
    let quarter = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1  0 -1 0 4 1 0 0 0 0 0 1 0 0 0 0 1";
    let whole = animation("a", "n/m", 16, ("0 1", quarter, "LINEAR LINEAR"));
    let model = import_text(&format!("{}{}", library(&whole), scene(node)));
    check(&model, 1.0, [1., 0., 0.], [4., 1., 0.]);
    // Between its keys it turns: its elements do not go straight, which would shrink it.
    let half = std::f32::consts::FRAC_1_SQRT_2;
    check(&model, 0.5, [1., 0., 0.], [2. + half, half, 0.]);
    assert_eq!(model.clips[0].joints[0].rotation.as_ref().unwrap().times_s, [0.0, 1.0]);
    let member = animation("a", "n/m(3)(1)", 1, ("0 1", "0 8", "LINEAR LINEAR"));
    let model = import_text(&format!("{}{}", library(&member), scene(node)));
    check(&model, 0.5, [0., 0., 0.], [0., 4., 0.]);
}

#[test]
fn nested_animations_and_steps_count() {
    let inner = animation("x", "n/t.X", 1, ("0 1 2", "0 10 20", "STEP STEP STEP"));
    let nested = format!("<animation id=\"o\"><animation id=\"i\">{inner}</animation></animation>");
    let model = import_text(&format!("{}{}", library(&nested), scene(NODE)));
    let track = model.clips[0].joints[0].translation.as_ref().unwrap();
    assert_eq!((track.interpolation, track.times_s.len()), (Interpolation::Step, 3));
    assert!(
        model.clips[0].joints[0].rotation.is_none() && model.clips[0].joints[0].scale.is_none()
    );
    check(&model, 1.9, [0., 0., 0.], [10., 0., 0.]);
}

#[test]
fn clips_cut_the_time_line_and_start_at_nought() {
    let animations = [
        animation("x", "n/t.X", 1, ("0 10", "0 100", "LINEAR LINEAR")),
        animation("y", "n/t.Y", 1, ("0 10", "0 100", "LINEAR LINEAR")),
    ];
    let clips = r##"<library_animation_clips><animation_clip name="mid" start=" 2" end="4.5"><instance_animation url="#x"/></animation_clip>
<animation_clip id="end" start="8"><instance_animation url="#y"/></animation_clip></library_animation_clips>"##;
    let model = import_text(&format!("{}{clips}{}", library(&animations.concat()), scene(NODE)));
    let names: Vec<&str> = model.clips.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["mid", "end", "test"]);
    let ends: Vec<f32> = model.clips.iter().map(|it| it.last_key_s).collect();
    assert_eq!(ends, [2.5, 2.0, 10.0]);
    assert_eq!(point_at(&model, 0, 0.0, [0.; 3]), Vector3::from([20., 0., 0.]));
    assert_eq!(point_at(&model, 0, 2.5, [0.; 3]), Vector3::from([45., 0., 0.]));
    assert_eq!(point_at(&model, 1, 1.0, [0.; 3]), Vector3::from([0., 90., 0.]));
    assert_eq!(point_at(&model, 2, 5.0, [0.; 3]), Vector3::from([50., 50., 0.]));
    let backwards = clips.replace("end=\"4.5\"", "end=\"1\"");
    let text = error_of(&format!("{}{backwards}{}", library(&animations.concat()), scene(NODE)));
    assert!(text.contains("ends at 1 s, before its start at 2 s"), "{text}");
}

#[test]
fn what_cannot_be_moved_is_said() {
    let animations = [
        animation("a", "gone/t.X", 1, ("0 1", "0 1", "LINEAR LINEAR")),
        animation("b", "n/t.ANGLE", 1, ("0 1", "0 1", "LINEAR LINEAR")),
        animation("c", "n/s", 2, ("0 1", "0 1 1 1", "LINEAR LINEAR")),
        animation("d", "n/t.X", 1, ("0 1", "0 1", "LINEAR CARDINAL")),
    ];
    let model = import_text(&format!("{}{}", library(&animations.concat()), scene(NODE)));
    let notes = model.notes.join("\n");
    for expected in [
        "there is no 'gone/t.X'",
        "a <translate> has no '.ANGLE'",
        "it has 2 values a key; a <scale> has 3",
        "CARDINAL is read as LINEAR",
    ] {
        assert!(notes.contains(expected), "{notes} lacks {expected}");
    }
    assert_eq!(model.clips.len(), 1);
}

#[test]
fn keys_out_of_order_are_left_out_and_before_nought_moved() {
    let keys = animation("a", "n/t.X", 1, ("-1 0 0 1", "0 1 9 2", "LINEAR LINEAR LINEAR LINEAR"));
    let model = import_text(&format!("{}{}", library(&keys), scene(NODE)));
    let track = model.clips[0].joints[0].translation.as_ref().unwrap();
    assert_eq!(track.times_s, [0.0, 1.0, 2.0]);
    assert_eq!(track.values.iter().map(|it| it.x).collect::<Vec<_>>(), [0.0, 1.0, 2.0]);
    assert!(model.notes[0].contains("is not after the one before it"), "{:?}", model.notes);
    assert_eq!(model.skeleton.joints()[0].rest.rotation, Quaternion::identity());
}
