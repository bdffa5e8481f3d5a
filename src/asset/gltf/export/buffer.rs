//! [`Buffer`]: the bytes of a file, with the views and accessors that describe them.

use std::collections::HashMap;

use serde_json::{Value, json};

/// Component types, as glTF numbers them.
const U8: u32 = 5121;
const U16: u32 = 5123;
const U32: u32 = 5125;
const F32: u32 = 5126;

/// What a view is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Vertices.
    Vertex,
    /// Indices.
    Index,
    /// Anything else, which has no target.
    None,
}

/// One buffer that grows.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    pub(super) bytes: Vec<u8>,
    pub(super) views: Vec<Value>,
    pub(super) accessors: Vec<Value>,
    /// Accessors by what is in them: many tracks of a clip have the same times.
    known: HashMap<(Vec<u8>, usize, bool), usize>,
}

impl Buffer {
    /// A view of these bytes.
    pub(super) fn view(&mut self, bytes: &[u8], target: Target, stride: Option<usize>) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let mut view = json!({
            "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len(),
        });
        match target {
            Target::Vertex => view["target"] = json!(34962),
            Target::Index => view["target"] = json!(34963),
            Target::None => {}
        }
        if let Some(stride) = stride {
            view["byteStride"] = json!(stride);
        }
        self.bytes.extend(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    /// An accessor of floats in groups of `N`, with their bounds where glTF asks for them.
    pub(super) fn floats<const N: usize>(
        &mut self,
        values: &[[f32; N]],
        target: Target,
        has_bounds: bool,
    ) -> usize {
        let bytes: Vec<u8> = values.iter().flatten().flat_map(|it| it.to_le_bytes()).collect();
        let key = (bytes, N, target == Target::Vertex);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let view = self.view(&key.0, target, None);
        let kind = match N {
            1 => "SCALAR",
            2 => "VEC2",
            3 => "VEC3",
            4 => "VEC4",
            _ => "MAT4",
        };
        let mut accessor = json!({
            "bufferView": view, "componentType": F32, "count": values.len(), "type": kind,
        });
        if has_bounds {
            let bound = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
                (0..N).filter_map(|lane| values.iter().map(|it| it[lane]).reduce(pick)).collect()
            };
            accessor["min"] = json!(bound(f32::min));
            accessor["max"] = json!(bound(f32::max));
        }
        self.accessors.push(accessor);
        self.known.insert(key, self.accessors.len() - 1);
        self.accessors.len() - 1
    }

    /// An accessor of indices, as small as they allow.
    pub(super) fn indices(&mut self, indices: &[u32]) -> usize {
        // The largest number of a type is kept for ends of strips.
        let is_small = indices.iter().all(|it| *it < u32::from(u16::MAX));
        #[expect(clippy::cast_possible_truncation, reason = "they are that small")]
        let short = |it: &u32| (*it as u16).to_le_bytes();
        let bytes: Vec<u8> = match is_small {
            true => indices.iter().flat_map(short).collect(),
            false => indices.iter().flat_map(|it| it.to_le_bytes()).collect(),
        };
        let view = self.view(&bytes, Target::Index, None);
        self.accessors.push(json!({
            "bufferView": view, "componentType": if is_small { U16 } else { U32 },
            "count": indices.len(), "type": "SCALAR",
        }));
        self.accessors.len() - 1
    }

    /// An accessor of joint numbers.
    pub(super) fn joints(&mut self, joints: &[[u16; 4]]) -> usize {
        let is_small = joints.iter().flatten().all(|it| *it <= u16::from(u8::MAX));
        #[expect(clippy::cast_possible_truncation, reason = "they are that small")]
        let short = |it: &u16| *it as u8;
        let bytes: Vec<u8> = match is_small {
            true => joints.iter().flatten().map(short).collect(),
            false => joints.iter().flatten().flat_map(|it| it.to_le_bytes()).collect(),
        };
        let view = self.view(&bytes, Target::Vertex, None);
        self.accessors.push(json!({
            "bufferView": view, "componentType": if is_small { U8 } else { U16 },
            "count": joints.len(), "type": "VEC4",
        }));
        self.accessors.len() - 1
    }
}
