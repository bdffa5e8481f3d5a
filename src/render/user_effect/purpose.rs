//! What a technique is for, as its annotations say: an object, its outline, its shadow, a map of depths.

use effectc::effect::{Annotation, AnnotationValue, Effect, Member, MemberType};

/// How far a technique is from one that draws a textured object as it is. MikuMikuEffect's techniques say what they are
/// for (`MMDPass`) and for which materials: with textures, sphere maps, toon ramps.
pub(super) fn distance(annotations: &[Annotation]) -> u32 {
    let pass = match text(annotations, "MMDPass").map(str::to_lowercase).as_deref() {
        None | Some("object") => 0,
        // With shadows on it, from a map that there is none of here.
        Some("object_ss") => 8,
        Some(_) => 64,
    };
    let misfit = |name: &str, wanted: bool, weight: u32| match flag(annotations, name) {
        Some(is) if is != wanted => weight,
        _ => 0,
    };
    pass + misfit("UseSphereMap", false, 4)
        + misfit("UseToon", false, 2)
        + misfit("UseTexture", true, 1)
}

/// The technique that the script of the whole effect draws with: `Script = "Technique=Main;"` of the variable with the
/// semantic `STANDARDSGLOBAL`. Of several (`Technique=Technique?First:Second;`) the first.
pub(super) fn technique_of_script(effect: &Effect) -> Option<String> {
    let script = text_of_effect(effect, "Script")?;
    let statements = script.split(';').filter_map(|it| it.split_once('='));
    let mut techniques =
        statements.filter(|(name, _)| name.trim().eq_ignore_ascii_case("Technique"));
    let (_, value) = techniques.next()?;
    let choices = value.split_once('?').map_or(value, |it| it.1);
    let first = choices.split(':').next()?.trim();
    (!first.is_empty()).then(|| first.to_owned())
}

fn find<'a>(annotations: &'a [Annotation], name: &str) -> Option<&'a AnnotationValue> {
    annotations.iter().find(|it| it.name.eq_ignore_ascii_case(name)).map(|it| &it.value)
}

pub(super) fn text<'a>(annotations: &'a [Annotation], name: &str) -> Option<&'a str> {
    match find(annotations, name)? {
        AnnotationValue::String(text) => Some(text),
        _ => None,
    }
}

pub(super) fn flag(annotations: &[Annotation], name: &str) -> Option<bool> {
    match find(annotations, name)? {
        AnnotationValue::Bool(all) => all.first().copied(),
        AnnotationValue::Int(all) => all.first().map(|it| *it != 0),
        _ => None,
    }
}

/// The numbers of an annotation.
pub(super) fn numbers(annotations: &[Annotation], name: &str) -> Option<Vec<f32>> {
    #[expect(clippy::cast_possible_truncation, reason = "saturating is the purpose")]
    #[expect(clippy::cast_precision_loss, reason = "sizes and counts, far below 2^24")]
    match find(annotations, name)? {
        AnnotationValue::Float(all) => Some(all.iter().map(|it| *it as f32).collect()),
        AnnotationValue::Int(all) => Some(all.iter().map(|it| *it as f32).collect()),
        AnnotationValue::Bool(_) | AnnotationValue::String(_) => None,
    }
}

/// The string of an annotation of the variable with the semantic `STANDARDSGLOBAL`, which speaks for the whole effect.
pub(super) fn text_of_effect<'a>(effect: &'a Effect, name: &str) -> Option<&'a str> {
    let mut members = effect.constant_buffers.iter().flat_map(|it| &it.members);
    let is_global = |it: &&Member| {
        let is_standard = |it: &String| it.eq_ignore_ascii_case("STANDARDSGLOBAL");
        matches!(it.ty, MemberType::Scalar { .. }) && it.semantic.as_ref().is_some_and(is_standard)
    };
    text(&members.find(is_global)?.annotations, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn annotation(name: &str, value: AnnotationValue) -> Annotation {
        Annotation { name: name.to_owned(), value }
    }

    fn mmd(pass: &str, flags: &[(&str, bool)]) -> u32 {
        let flags =
            flags.iter().map(|(name, is)| annotation(name, AnnotationValue::Bool(vec![*is])));
        let pass = annotation("MMDPass", AnnotationValue::String(pass.to_owned()));
        distance(&flags.chain([pass]).collect::<Vec<_>>())
    }

    #[test]
    fn objects_are_nearer_than_outlines_and_shadows() {
        let order = [
            distance(&[]),
            mmd("object", &[("UseTexture", false)]),
            mmd("object", &[("UseToon", true)]),
            mmd("object", &[("UseSphereMap", true)]),
            mmd("object_ss", &[]),
            mmd("edge", &[]),
        ];
        assert!(order.is_sorted_by(|a, b| a < b), "{order:?}");
        assert_eq!(mmd("object", &[("usetexture", true)]), 0);
        assert_eq!(mmd("shadow", &[]), mmd("zplot", &[]));
    }

    #[test]
    fn scripts_name_their_technique() {
        use effectc::effect::{ConstantBuffer, ScalarKind};
        for (script, expected) in [
            ("Technique=Main;", Some("Main")),
            ("ClearColor=c; technique = Technique?Simple:Toon;", Some("Simple")),
            ("Technique=;", None),
            ("Pass=p0;", None),
            ("", None),
        ] {
            let member = Member {
                name: "Script".to_owned(),
                ty: MemberType::Scalar { kind: ScalarKind::Float },
                offset_bytes: 0,
                size_bytes: 4,
                array_counts: Vec::new(),
                array_stride_bytes: 0,
                semantic: Some("StandardsGlobal".to_owned()),
                annotations: vec![annotation("Script", AnnotationValue::String(script.to_owned()))],
            };
            let buffer = ConstantBuffer { members: vec![member], ..ConstantBuffer::default() };
            let effect = Effect { constant_buffers: vec![buffer], ..Effect::default() };
            assert_eq!(technique_of_script(&effect).as_deref(), expected, "{script}");
        }
    }
}
