//! Whole documents of our own making.

mod animations;
mod bad;
mod meshes;
mod scenes;
mod skins;

use std::error::Error;

use sinew::asset::Model;
use sinew::asset::collada::import;

/// A document with these libraries and scenes.
fn document(inner: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">{inner}</COLLADA>"#
    )
}

#[track_caller]
fn import_text(inner: &str) -> Model {
    import("test.dae", document(inner).as_bytes(), None).unwrap()
}

#[track_caller]
fn error_of(inner: &str) -> String {
    error_of_bytes(document(inner).as_bytes())
}

#[track_caller]
fn error_of_bytes(bytes: &[u8]) -> String {
    let error = import("test.dae", bytes, None).unwrap_err();
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

/// A scene of these nodes.
fn scene(nodes: &str) -> String {
    format!(
        r##"<library_visual_scenes><visual_scene id="s" name="stage">{nodes}</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene>"##
    )
}

/// A source of numbers in groups of `width`.
fn source(id: &str, width: usize, values: &str) -> String {
    let count = values.split_ascii_whitespace().count();
    let params = "<param name=\"P\" type=\"float\"/>".repeat(width);
    format!(
        r##"<source id="{id}"><float_array id="{id}-array" count="{count}">{values}</float_array><technique_common>
<accessor source="#{id}-array" count="{}" stride="{width}">{params}</accessor></technique_common></source>"##,
        count / width
    )
}

/// A source of names.
fn names(id: &str, tag: &str, values: &str) -> String {
    let count = values.split_ascii_whitespace().count();
    format!(
        r##"<source id="{id}"><{tag} id="{id}-array" count="{count}">{values}</{tag}><technique_common>
<accessor source="#{id}-array" count="{count}"><param name="N" type="Name"/></accessor></technique_common></source>"##
    )
}

/// A geometry `g` with positions and these primitives.
fn geometry(positions: &str, primitives: &str) -> String {
    format!(
        r##"<library_geometries><geometry id="g" name="shape"><mesh>{}<vertices id="v"><input semantic="POSITION"
source="#p"/></vertices>{primitives}</mesh></geometry></library_geometries>"##,
        source("p", 3, positions)
    )
}

/// An animation of a target.
fn animation(
    id: &str,
    target: &str,
    width: usize,
    (times, values, kinds): (&str, &str, &str),
) -> String {
    format!(
        r##"<animation id="{id}">{}{}{}<sampler id="{id}-s"><input semantic="INPUT" source="#{id}-in"/>
<input semantic="OUTPUT" source="#{id}-out"/><input semantic="INTERPOLATION" source="#{id}-kind"/></sampler>
<channel source="#{id}-s" target="{target}"/></animation>"##,
        source(&format!("{id}-in"), 1, times),
        source(&format!("{id}-out"), width, values),
        names(&format!("{id}-kind"), "Name_array", kinds)
    )
}
