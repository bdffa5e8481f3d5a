//! What a program does with a compiled effect.

use effectc::effect::{Effect, EffectError};

use super::{compile_sample, effect};

fn parts() -> (Effect, String, Vec<Vec<u8>>) {
    let output = compile_sample(std::path::Path::new("tests/ok/tween.fx"));
    let effect = effect(&output).clone();
    let modules = effect
        .shaders
        .iter()
        .map(|it| it.words.iter().flat_map(|word| word.to_le_bytes()).collect())
        .collect();
    let json = effect.to_json().unwrap();
    (effect, json, modules)
}

fn from_parts(json: &str, modules: &[Vec<u8>]) -> Result<Effect, EffectError> {
    let modules: Vec<&[u8]> = modules.iter().map(Vec::as_slice).collect();
    Effect::from_parts(json, &modules)
}

#[test]
fn an_effect_comes_back_from_its_parts() {
    let (effect, json, modules) = parts();
    assert_eq!(from_parts(&json, &modules).unwrap(), effect);
}

#[test]
fn wrong_parts_are_refused() {
    let (_, json, modules) = parts();
    let message =
        |json: &str, modules: &[Vec<u8>]| from_parts(json, modules).unwrap_err().to_string();
    assert_eq!(message("{", &modules), "the reflection is not the JSON form of an effect");
    let other = json.replacen("\"schema_version\": 2", "\"schema_version\": 99", 1);
    assert_eq!(message(&other, &modules), "the reflection has schema version 99, expected 2");
    assert_eq!(
        message(&json, &modules[1..]),
        "effect `tween` has 3 shaders but 2 SPIR-V modules were given"
    );
    let mut cut = modules.clone();
    cut[1].pop();
    assert!(message(&json, &cut).starts_with("module 1 of effect `tween` is not SPIR-V"));
}

#[test]
fn members_are_found_by_path() {
    let (effect, ..) = parts();
    let buffer = effect.constant_buffer("TweenBuffer").unwrap();
    let (offset, member) = buffer.member("TweenFrames[2].next.ratio").unwrap();
    assert_eq!((offset, member.hlsl_type().as_str()), (2 * 80 + 48 + 12, "float"));
    for wrong in
        ["TweenFrames[500]", "TweenFrames.nope", "nope", "TweenFrames[x]", "TweenFrames[1][1]", ""]
    {
        assert!(buffer.member(wrong).is_none(), "{wrong}");
    }
}
