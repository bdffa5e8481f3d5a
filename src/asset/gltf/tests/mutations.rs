//! Seeded mutations of one document that uses everything: each imports or ends in an error, never in a
//! panic, soon, and with a message that names a place.

use std::io::Cursor;
use std::time::{Duration, Instant};

use super::super::import;
use super::super::test_document::{TestDocument, U8, U16, chain};

/// A small generator of pseudo-random numbers (xorshift), so that a failure can be run again.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }
}

fn everything() -> TestDocument {
    let mut document = TestDocument::default();
    let position = document.floats("VEC3", &[0., 0., 0., 1., 0., 0., 0., 1., 0., 1., 1., 0.]);
    let normal = document.floats("VEC3", &[0., 0., 1.].repeat(4));
    let tangent = document.floats("VEC4", &[1., 0., 0., 1.].repeat(4));
    let uv = document.raw(U16, "VEC2", true, 4, &[7; 16]);
    let color = document.raw(U8, "VEC4", true, 4, &[200; 16]);
    let joints = document.raw(U8, "VEC4", false, 4, &[0, 1, 0, 1].repeat(4));
    let weights = document.raw(U8, "VEC4", true, 4, &[100, 50, 25, 5].repeat(4));
    let indices = document.raw(U16, "SCALAR", false, 6, &[0, 0, 1, 0, 2, 0, 2, 0, 1, 0, 3, 0]);
    let identity = [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.];
    let binds = document.floats("MAT4", &identity.repeat(2));
    let times = document.floats("SCALAR", &[0.0, 0.5]);
    let rotations = document.floats("VEC4", &[0., 0., 0., 1.].repeat(2));
    let cubic = document.floats("VEC3", &[0.5; 18]);
    let morph_weights = document.floats("SCALAR", &[0.0, 1.0]);
    let sparse_indices = document.view(&[1, 3], "");
    let sparse_values = document.view(&[0; 24], "");
    let delta = document.accessor(&format!(
        r#""componentType":5126,"type":"VEC3","count":4,"sparse":{{"count":2,"indices":{{"bufferView":{sparse_indices},"byteOffset":0,"componentType":5121}},"values":{{"bufferView":{sparse_values},"byteOffset":0}}}}"#
    ));
    let mut png = Vec::new();
    let picture = ::image::RgbaImage::from_pixel(4, 4, ::image::Rgba([1, 2, 3, 4]));
    picture.write_to(&mut Cursor::new(&mut png), ::image::ImageFormat::Png).unwrap();
    let image = document.view(&png, r#""byteStride":4,"#);
    document
        .member(r#""scene":0,"scenes":[{"nodes":[0,3]}]"#)
        .member(r#""nodes":[{"name":"a","children":[1,2]},{"translation":[1,2,3],"rotation":[0,0,0,1]},{"mesh":0,"skin":0,"weights":[0.5]},{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],"mesh":0}]"#)
        .member(&format!(r#""skins":[{{"joints":[0,1],"inverseBindMatrices":{binds},"skeleton":0}}]"#))
        .member(&format!(
            r#""meshes":[{{"weights":[0.25],"primitives":[{{"mode":4,"material":0,"indices":{indices},
               "attributes":{{"POSITION":{position},"NORMAL":{normal},"TANGENT":{tangent},"TEXCOORD_0":{uv},"COLOR_0":{color},"JOINTS_0":{joints},"WEIGHTS_0":{weights}}},
               "targets":[{{"POSITION":{delta},"NORMAL":{normal}}}]}},{{"mode":5,"attributes":{{"POSITION":{position}}}}}]}}]"#
        ))
        .member(&format!(
            r#""animations":[{{"name":"Run","channels":[{{"sampler":0,"target":{{"node":0,"path":"rotation"}}}},{{"sampler":1,"target":{{"node":1,"path":"translation"}}}},{{"sampler":2,"target":{{"node":2,"path":"weights"}}}}],
               "samplers":[{{"input":{times},"output":{rotations}}},{{"input":{times},"output":{cubic},"interpolation":"CUBICSPLINE"}},{{"input":{times},"output":{morph_weights},"interpolation":"STEP"}}]}}]"#
        ))
        .member(&format!(
            r#""materials":[{{"pbrMetallicRoughness":{{"baseColorFactor":[1,0.5,0,1],"baseColorTexture":{{"index":0,"texCoord":0}}}},"alphaMode":"MASK"}}],
               "textures":[{{"source":0,"sampler":0}}],"samplers":[{{"wrapS":10497,"magFilter":9729}}],"images":[{{"bufferView":{image},"mimeType":"image/png"}}]"#
        ));
    document
}

#[test]
fn the_document_imports_as_it_is() {
    let model = everything().import();
    assert_eq!((model.meshes.len(), model.clips.len(), model.images.len()), (4, 1, 1));
    assert_eq!(model.clips[0].morphs.len(), 1);
}

const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "-1",
    "255",
    "65535",
    "4294967295",
    "4294967296",
    "1e18",
    "1e38",
    "0.5",
    "null",
];
const VALUES: [&str; 6] = ["{}", "[]", "null", "\"x\"", "true", "[[[]]]"];

/// Replaces a number or a string of the text, doubles or drops a piece of it, or changes one byte.
fn mutate(json: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(json.len());
    let run_end = |json: &[u8], from: usize, inside: fn(&u8) -> bool| {
        json[from..].iter().position(|it| !inside(it)).map_or(json.len(), |it| from + it)
    };
    match random.below(8) {
        0..=4 => {
            let Some(start) = json[at..].iter().position(u8::is_ascii_digit).map(|it| at + it)
            else {
                return;
            };
            let end = run_end(json, start, |it| it.is_ascii_digit() || *it == b'.');
            let number = NUMBERS[random.below(NUMBERS.len())];
            json.splice(start..end, number.bytes());
        }
        5 => {
            let Some(start) = json[at..].iter().position(|it| *it == b':').map(|it| at + it + 1)
            else {
                return;
            };
            let end = run_end(json, start, |it| !b",}]".contains(it));
            let value = VALUES[random.below(VALUES.len())];
            json.splice(start..end, value.bytes());
        }
        6 => {
            let Some(start) = json[at..].iter().position(|it| *it == b',').map(|it| at + it) else {
                return;
            };
            let end = run_end(json, start + 1, |it| !b",}]".contains(it));
            json.drain(start..end);
        }
        _ => json[at] = u8::try_from(random.below(256)).unwrap(),
    }
}

#[track_caller]
fn check(bytes: &[u8], what: &str) -> bool {
    let start = Instant::now();
    let result = import("mutated", bytes, None);
    assert!(start.elapsed() < Duration::from_secs(1), "{what} took {:?}", start.elapsed());
    if let Err(error) = &result {
        assert!(chain(error).contains(':'), "{what}: {error}");
    }
    result.is_ok()
}

#[test]
fn mutated_documents_never_panic() {
    let document = everything();
    let text = document.json().into_bytes();
    let mut random = Random(0x5eed_5eed_5eed);
    let mut imported = 0;
    for round in 0..4000 {
        let mut json = text.clone();
        for _ in 0..=random.below(2) {
            mutate(&mut json, &mut random);
        }
        imported += usize::from(check(&document.glb_with(&json), &format!("round {round}")));
    }
    // Both ends are reached often, so the mutations neither miss the mark nor stop at the first check.
    assert!((300..3700).contains(&imported), "{imported} of 4000 imported");
}

#[test]
fn mutated_bytes_and_cut_files_never_panic() {
    let glb = everything().glb();
    let mut random = Random(0xb17e_b17e);
    for round in 0..2000 {
        let mut bytes = glb.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            bytes[at] = u8::try_from(random.below(256)).unwrap();
        }
        check(&bytes, &format!("round {round}"));
    }
    for length in (0..glb.len()).step_by(7) {
        assert!(!check(&glb[..length], &format!("the first {length} bytes")));
    }
}
