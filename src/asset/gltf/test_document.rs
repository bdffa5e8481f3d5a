//! [`TestDocument`]: tiny glTF files for tests, built from JSON and numbers.

use std::error::Error;

use super::import;
use crate::asset::Model;

/// Component types by their numbers in a file.
pub(super) const U8: u32 = 5121;
pub(super) const I8: u32 = 5120;
pub(super) const U16: u32 = 5123;
pub(super) const I16: u32 = 5122;
pub(super) const U32: u32 = 5125;
pub(super) const F32: u32 = 5126;

/// A document under construction: accessors are added with their data, the rest as JSON members.
#[derive(Default)]
pub(super) struct TestDocument {
    bin: Vec<u8>,
    views: Vec<String>,
    accessors: Vec<String>,
    members: Vec<String>,
}

impl TestDocument {
    /// An accessor over its own view of floats; gives its number.
    pub(super) fn floats(&mut self, kind: &str, values: &[f32]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|it| it.to_le_bytes()).collect();
        let lanes = match kind {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        self.raw(F32, kind, false, values.len() / lanes, &bytes)
    }

    /// An accessor over its own view of these bytes.
    pub(super) fn raw(
        &mut self,
        component: u32,
        kind: &str,
        normalized: bool,
        count: usize,
        bytes: &[u8],
    ) -> usize {
        let view = self.view(bytes, "");
        self.accessor(&format!(
            r#""bufferView":{view},"componentType":{component},"type":"{kind}","normalized":{normalized},"count":{count}"#
        ))
    }

    /// A view of these bytes with further members, which end in a comma; gives its number.
    pub(super) fn view(&mut self, bytes: &[u8], members: &str) -> usize {
        let offset = self.bin.len();
        self.bin.extend(bytes);
        self.views.push(format!(
            r#"{{{members}"buffer":0,"byteOffset":{offset},"byteLength":{}}}"#,
            bytes.len()
        ));
        self.views.len() - 1
    }

    /// An accessor with exactly these members; gives its number.
    pub(super) fn accessor(&mut self, members: &str) -> usize {
        self.accessors.push(format!("{{{members}}}"));
        self.accessors.len() - 1
    }

    /// Adds members to the document.
    pub(super) fn member(&mut self, json: &str) -> &mut Self {
        self.members.push(json.to_owned());
        self
    }

    /// Three vertices of a triangle in the XY plane, counter-clockwise; gives the accessor's number.
    pub(super) fn triangle(&mut self) -> usize {
        self.floats("VEC3", &[0., 0., 0., 1., 0., 0., 0., 1., 0.])
    }

    pub(super) fn json(&self) -> String {
        let mut members = vec![
            r#""asset":{"version":"2.0"}"#.to_owned(),
            format!(r#""buffers":[{{"byteLength":{}}}]"#, self.bin.len()),
            format!(r#""bufferViews":[{}]"#, self.views.join(",")),
            format!(r#""accessors":[{}]"#, self.accessors.join(",")),
        ];
        members.extend(self.members.iter().cloned());
        format!("{{{}}}", members.join(","))
    }

    pub(super) fn glb(&self) -> Vec<u8> {
        self.glb_with(self.json().as_bytes())
    }

    /// The container around another text.
    pub(super) fn glb_with(&self, json: &[u8]) -> Vec<u8> {
        let mut bytes = b"glTF\x02\0\0\0".to_vec();
        let length = 12 + 8 + json.len() + 8 + self.bin.len();
        let word = |it: usize| u32::try_from(it).unwrap().to_le_bytes();
        bytes.extend(word(length));
        bytes.extend(word(json.len()));
        bytes.extend(b"JSON");
        bytes.extend(json);
        bytes.extend(word(self.bin.len()));
        bytes.extend(b"BIN\0");
        bytes.extend(&self.bin);
        bytes
    }

    #[track_caller]
    pub(super) fn import(&self) -> Model {
        match import("test", &self.glb(), None) {
            Ok(model) => model,
            Err(error) => panic!("{}", chain(&error)),
        }
    }

    #[track_caller]
    pub(super) fn error(&self) -> String {
        chain(&import("test", &self.glb(), None).expect_err("an error was expected"))
    }

    #[track_caller]
    pub(super) fn check_error(&self, expected: &str) {
        let text = self.error();
        assert!(text.contains(expected), "'{text}' lacks '{expected}'");
    }
}

/// A document without data.
#[track_caller]
pub(super) fn import_json(members: &str) -> Model {
    TestDocument::default().member(members).import()
}

/// The error of a document without data.
#[track_caller]
pub(super) fn error_of(members: &str) -> String {
    TestDocument::default().member(members).error()
}

/// An error with its causes, as the program prints it.
pub(super) fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
