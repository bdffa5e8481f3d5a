//! Animations: tracks, keys, what is ignored and what is refused.

use nalgebra::{Quaternion, Vector3};

use super::super::test_document::{I16, TestDocument, import_json};
use crate::asset::{Interpolation, Model};

/// An animation with one sampler over these keys and values, and channels as JSON.
fn build(
    times: &[f32],
    (kind, values): (&str, &[f32]),
    interpolation: &str,
    channels: &str,
) -> TestDocument {
    let mut document = TestDocument::default();
    let input = document.floats("SCALAR", times);
    let output = document.floats(kind, values);
    document.member(r#""nodes":[{"name":"Hips"},{}]"#).member(&format!(
        r#""animations":[{{"name":"Run","channels":[{channels}],"samplers":[{{"input":{input},"output":{output}{interpolation}}}]}}]"#
    ));
    document
}

fn channel(path: &str) -> String {
    format!(r#"{{"sampler":0,"target":{{"node":0,"path":"{path}"}}}}"#)
}

fn notes(model: &Model) -> String {
    model.notes.join("; ")
}

#[test]
fn tracks_are_read_and_mirrored() {
    let values = [1., 2., 3., 4., 5., 6.];
    let model = build(&[0.5, 2.0], ("VEC3", &values), "", &channel("translation")).import();
    let clip = &model.clips[0];
    assert_eq!(clip.name, "Run");
    assert_eq!((clip.first_key_s, clip.last_key_s), (0.5, 2.0));
    assert_eq!(clip.joints.len(), 2);
    let track = clip.joints[0].translation.as_ref().unwrap();
    assert_eq!(track.times_s, [0.5, 2.0]);
    assert_eq!(track.values, [Vector3::new(1.0, 2.0, -3.0), Vector3::new(4.0, 5.0, -6.0)]);
    assert_eq!(track.interpolation, Interpolation::Linear);
    assert_eq!(clip.joints[0].rotation, None);

    let step = r#","interpolation":"STEP""#;
    let model = build(&[0.5, 2.0], ("VEC3", &values), step, &channel("scale")).import();
    let track = model.clips[0].joints[0].scale.as_ref().unwrap();
    assert_eq!(track.values[0], Vector3::new(1.0, 2.0, 3.0), "scales are not mirrored");
    assert_eq!(track.interpolation, Interpolation::Step);
}

#[test]
fn cubic_tangents_are_mirrored_like_values() {
    let values = [0.1, 0.2, 0.3, 0.4, 1., 2., 3., 4., 5., 6., 7., 8.];
    let cubic = r#","interpolation":"CUBICSPLINE""#;
    let model = build(&[0.0], ("VEC4", &values), cubic, &channel("rotation")).import();
    let track = model.clips[0].joints[0].rotation.as_ref().unwrap();
    assert_eq!(track.interpolation, Interpolation::CubicSpline);
    assert_eq!(
        track.values,
        [
            Quaternion::new(0.4, -0.1, -0.2, 0.3),
            Quaternion::new(4.0, -1.0, -2.0, 3.0),
            Quaternion::new(8.0, -5.0, -6.0, 7.0),
        ]
    );
}

#[test]
fn normalised_integers_are_decoded() {
    let mut document = TestDocument::default();
    let input = document.floats("SCALAR", &[0.0]);
    let bytes: Vec<u8> = [0_i16, 0, -32768, 32767].iter().flat_map(|it| it.to_le_bytes()).collect();
    let output = document.raw(I16, "VEC4", true, 1, &bytes);
    document.member(r#""nodes":[{}]"#).member(&format!(
        r#""animations":[{{"channels":[{}],"samplers":[{{"input":{input},"output":{output}}}]}}]"#,
        channel("rotation")
    ));
    let model = document.import();
    let track = model.clips[0].joints[0].rotation.as_ref().unwrap();
    assert_eq!(track.values, [Quaternion::new(1.0, 0.0, 0.0, -1.0)]);
    assert_eq!(model.clips[0].name, "animation_0");
}

#[test]
fn the_clip_spans_the_keys_of_all_channels() {
    let mut document = TestDocument::default();
    let early = document.floats("SCALAR", &[0.25, 1.0]);
    let late = document.floats("SCALAR", &[0.5, 3.0]);
    let output = document.floats("VEC3", &[0.0; 6]);
    document.member(r#""nodes":[{}]"#).member(&format!(
        r#""animations":[{{"channels":[{},{{"sampler":1,"target":{{"node":0,"path":"translation"}}}}],
           "samplers":[{{"input":{early},"output":{output}}},{{"input":{late},"output":{output}}}]}}]"#,
        channel("scale")
    ));
    let clip = &document.import().clips[0];
    assert_eq!((clip.first_key_s, clip.last_key_s), (0.25, 3.0));
}

#[test]
fn broken_keys_are_refused() {
    let vec3 = |times: &[f32], count: usize, expected: &str| {
        build(times, ("VEC3", &vec![0.0; 3 * count]), "", &channel("scale")).check_error(expected);
    };
    vec3(
        &[0.0, 1.0, 1.0],
        3,
        "animation 0 'Run' channel 0 input: key 2 at 1 s follows key 1 at 1 s",
    );
    vec3(&[1.0, 0.5], 2, "expected increasing times");
    vec3(&[-0.5, 0.5], 2, "the first key is at -0.5 s");
    vec3(&[0.0, f32::NAN], 2, "channel 0 input, accessor 0: element 1 is [NaN], not finite");
    vec3(&[0.0, 1.0], 3, "channel 0 output: 3 values for 2 keys; expected 2");
    vec3(&[0.0, 1.0], 1, "1 values for 2 keys");
    let cubic = r#","interpolation":"CUBICSPLINE""#;
    build(&[0.0, 1.0], ("VEC3", &[0.0; 6]), cubic, &channel("scale"))
        .check_error("2 values for 2 keys; expected 6");
    build(&[0.0], ("VEC3", &[0.0; 3]), "", &channel("rotation"))
        .check_error("channel 0 output, accessor 1: type Vec3; expected Vec4");
    build(&[0.0], ("VEC3", &[f32::NAN, 0.0, 0.0]), "", &channel("scale")).check_error("not finite");
    build(&[0.0], ("VEC3", &[0.0; 3]), r#","interpolation":"QUADRATIC""#, &channel("scale"))
        .check_error("channel 0: unknown interpolation; expected STEP, LINEAR or CUBICSPLINE");
    build(&[0.0], ("VEC3", &[0.0; 3]), "", r#"{"sampler":1,"target":{"node":0,"path":"scale"}}"#)
        .check_error("channel 0: sampler 1 does not exist; the file has 1");
    build(&[0.0], ("VEC3", &[0.0; 3]), "", r#"{"sampler":0,"target":{"node":5,"path":"scale"}}"#)
        .check_error("channel 0: node 5 does not exist; the file has 2");
}

#[test]
fn channels_that_cannot_be_played_are_ignored() {
    let scale = ("VEC3", &[1.0_f32, 1.0, 1.0][..]);
    let model = build(&[0.0], scale, "", r#"{"sampler":0,"target":{"path":"scale"}}"#).import();
    assert!(model.clips.is_empty());
    assert!(notes(&model).contains("animation 0 'Run' is skipped: it moves nothing"));

    let mut document = build(&[0.0], scale, "", &channel("scale"));
    document.member(r#""scenes":[{"nodes":[1]}]"#);
    let model = document.import();
    assert!(model.clips.is_empty());
    assert!(notes(&model).contains("node 0 'Hips' is not in the scene"), "{}", notes(&model));

    let model = build(&[0.0], ("SCALAR", &[0.5]), "", &channel("weights")).import();
    assert!(notes(&model).contains("channel 0 is ignored: node 0 'Hips' has no morph targets"));

    let two = format!("{},{}", channel("scale"), channel("scale"));
    let model = build(&[0.0], scale, "", &two).import();
    assert_eq!(model.clips.len(), 1);
    assert!(notes(&model).contains("channel 1 replaces an earlier channel"));

    let model = build(&[], ("VEC3", &[]), "", &channel("scale")).import();
    assert!(model.clips.is_empty() && notes(&model).contains("it has no keys"));

    let model = import_json(r#""animations":[{"name":"none","channels":[]}]"#);
    assert!(notes(&model).contains("animation 0 'none' is skipped"));
}

#[test]
fn morph_weights_are_grouped_by_key() {
    let morphing = |values: &[f32], interpolation: &str| {
        let mut document = TestDocument::default();
        let position = document.triangle();
        let input = document.floats("SCALAR", &[0.0, 1.0]);
        let output = document.floats("SCALAR", values);
        document.member(r#""nodes":[{},{"mesh":0}]"#).member(&format!(
            r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":{position}}},"targets":[{{"POSITION":{position}}},{{}}]}}]}}]"#
        ));
        document.member(&format!(
            r#""animations":[{{"channels":[{{"sampler":0,"target":{{"node":1,"path":"weights"}}}}],"samplers":[{{"input":{input},"output":{output}{interpolation}}}]}}]"#
        ));
        document
    };
    let model = morphing(&[0.1, 0.2, 0.3, 0.4], "").import();
    let morph = &model.clips[0].morphs[0];
    assert_eq!((morph.node, morph.target_count), (1, 2));
    assert_eq!(morph.track.values, [vec![0.1, 0.2], vec![0.3, 0.4]]);
    let cubic = r#","interpolation":"CUBICSPLINE""#;
    let twelve: Vec<f32> = (0..12).map(|it| it as f32).collect();
    let model = morphing(&twelve, cubic).import();
    let values = &model.clips[0].morphs[0].track.values;
    assert_eq!(values.len(), 6);
    assert_eq!(values[5], [10.0, 11.0]);
    morphing(&[0.1, 0.2, 0.3], "").check_error("3 values for 2 keys; expected 4");
}
