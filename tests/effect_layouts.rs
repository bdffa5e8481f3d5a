//! Rust, the reflection and the SPIR-V agree on the layouts that they share: three sources, read independently.

use std::collections::BTreeMap;
use std::mem::offset_of;

use effectc::effect::{Effect as Compiled, MemberType};
use sinew::anim::{KeyframeDesc, TweenFrameDesc};

use crate::support::probe::{compile_effect, repository_path};

/// The structs that effectc made of our effects at build time.
#[expect(
    unreachable_pub,
    dead_code,
    reason = "effectc writes whole modules; this test reads the layouts of a few structs"
)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/effects.rs"));
}

use generated::tween_demo::{GlobalBuffer, LightDesc, MaterialDesc, TweenBuffer};

/// Offsets of members by name.
type Offsets = BTreeMap<String, usize>;

/// What a SPIR-V module says of its structs. A name may stand for several: one with a layout, and others that
/// the compiler made for local variables.
#[derive(Debug, Default)]
struct SpirvTypes {
    /// Of each struct with offsets.
    structs: Vec<(String, Offsets)>,
    /// Element's name and stride of each array of structs with a stride.
    strides: Vec<(String, u32)>,
}

const OP_NAME: u32 = 5;
const OP_MEMBER_NAME: u32 = 6;
const OP_TYPE_ARRAY: u32 = 28;
const OP_DECORATE: u32 = 71;
const OP_MEMBER_DECORATE: u32 = 72;
const DECORATION_ARRAY_STRIDE: u32 = 6;
const DECORATION_OFFSET: u32 = 35;

impl SpirvTypes {
    fn read(words: &[u32]) -> Self {
        let mut names = BTreeMap::new();
        let mut member_names = BTreeMap::new();
        let mut offsets: BTreeMap<u32, BTreeMap<u32, usize>> = BTreeMap::new();
        let mut strides = BTreeMap::new();
        let mut arrays = BTreeMap::new();
        assert_eq!(words[0], 0x0723_0203, "magic number");
        let mut rest = &words[5..];
        while let Some(first) = rest.first() {
            let (instruction, after) = rest.split_at((first >> 16) as usize);
            rest = after;
            match (first & 0xffff, &instruction[1..]) {
                (OP_NAME, [id, name @ ..]) => {
                    names.insert(*id, literal(name));
                }
                (OP_MEMBER_NAME, [id, member, name @ ..]) => {
                    member_names.insert((*id, *member), literal(name));
                }
                (OP_MEMBER_DECORATE, [id, member, DECORATION_OFFSET, offset]) => {
                    offsets.entry(*id).or_default().insert(*member, *offset as usize);
                }
                (OP_DECORATE, [id, DECORATION_ARRAY_STRIDE, stride]) => {
                    strides.insert(*id, *stride);
                }
                (OP_TYPE_ARRAY, [id, element, _]) => {
                    arrays.insert(*id, *element);
                }
                _ => {}
            }
        }
        let structs = offsets.iter().map(|(id, members)| {
            let of_member = |(member, offset): (&u32, &usize)| {
                (member_names.get(&(*id, *member)).cloned().unwrap_or_default(), *offset)
            };
            (names.get(id).cloned().unwrap_or_default(), members.iter().map(of_member).collect())
        });
        let strides = strides
            .iter()
            .filter_map(|(array, stride)| Some((names.get(arrays.get(array)?).cloned()?, *stride)));
        Self { structs: structs.collect(), strides: strides.collect() }
    }
}

/// A string of SPIR-V: zero-terminated bytes, the first in the low end of the word.
fn literal(words: &[u32]) -> String {
    let bytes: Vec<u8> =
        words.iter().flat_map(|it| it.to_le_bytes()).take_while(|it| *it != 0).collect();
    String::from_utf8(bytes).unwrap()
}

fn offsets<const N: usize>(members: [(&str, usize); N]) -> Offsets {
    members.into_iter().map(|(name, offset)| (name.to_owned(), offset)).collect()
}

/// Rust's side, with the effects' names of the members.
fn rust_layouts() -> [(&'static str, usize, Offsets); 5] {
    macro_rules! layout {
        ($ty:ty, $name:literal, [$($hlsl:literal: $field:ident),*]) => {
            ($name, size_of::<$ty>(), offsets([$(($hlsl, offset_of!($ty, $field))),*]))
        };
    }
    [
        layout!(KeyframeDesc, "KeyframeDesc", [
            "animIndex": anim_index, "currFrame": curr_frame, "nextFrame": next_frame, "ratio": ratio,
            "sumTime": sum_time, "speed": speed, "padding": padding
        ]),
        layout!(TweenFrameDesc, "TweenFrameDesc", [
            "tweenDuration": tween_duration, "tweenRatio": tween_ratio, "tweenSumTime": tween_sum_time,
            "padding": padding, "curr": curr, "next": next
        ]),
        layout!(LightDesc, "LightDesc", [
            "ambient": ambient, "diffuse": diffuse, "specular": specular, "emissive": emissive,
            "direction": direction, "padding": padding
        ]),
        layout!(MaterialDesc, "MaterialDesc", [
            "ambient": ambient, "diffuse": diffuse, "specular": specular, "emissive": emissive
        ]),
        layout!(GlobalBuffer, "GlobalBuffer", ["V": v, "P": p, "VP": vp, "VInv": v_inv]),
    ]
}

/// The reflection's side, as a program without effectc would read it: from the JSON.
fn reflected_structs(compiled: &Compiled) -> Vec<(String, Offsets)> {
    fn walk(members: &serde_json::Value, name: &str, found: &mut Vec<(String, Offsets)>) {
        let members = members.as_array().unwrap();
        let layout = members.iter().map(|it| {
            let offset = it["offset_bytes"].as_u64().unwrap();
            (it["name"].as_str().unwrap().to_owned(), usize::try_from(offset).unwrap())
        });
        found.push((name.to_owned(), layout.collect()));
        for member in members {
            let ty = &member["type"];
            if ty["class"] == "struct" {
                walk(&ty["members"], ty["name"].as_str().unwrap(), found);
            }
        }
    }
    let json: serde_json::Value = serde_json::from_str(&compiled.to_json().unwrap()).unwrap();
    let mut found = Vec::new();
    for buffer in json["constant_buffers"].as_array().unwrap() {
        walk(&buffer["members"], buffer["name"].as_str().unwrap(), &mut found);
    }
    found
}

#[test]
fn offsets_are_the_same_in_rust_reflection_and_spirv() {
    let mut found_in_reflection: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found_in_spirv: BTreeMap<&str, usize> = BTreeMap::new();
    for file in ["AnimationDemo.fx", "TweenDemo.fx", "RenderDemo.fx", "Ground.fx", "Sky.fx"] {
        let compiled = compile_effect(&repository_path("shaders_hlsl").join(file));
        let reflected = reflected_structs(&compiled);
        let modules: Vec<SpirvTypes> =
            compiled.shaders.iter().map(|it| SpirvTypes::read(&it.words)).collect();
        for (name, _, expected) in rust_layouts() {
            for (_, layout) in reflected.iter().filter(|(it, _)| it == name) {
                assert_eq!(*layout, expected, "reflection of {file}: {name}");
                *found_in_reflection.entry(name).or_default() += 1;
            }
            let structs = modules.iter().flat_map(|it| &it.structs);
            for (_, layout) in structs.filter(|(it, _)| it == name) {
                assert_eq!(*layout, expected, "SPIR-V of {file}: {name}");
                *found_in_spirv.entry(name).or_default() += 1;
            }
        }
    }
    for (name, _, _) in rust_layouts() {
        assert!(found_in_reflection.contains_key(name), "no reflection has {name}");
        assert!(found_in_spirv.contains_key(name), "no SPIR-V has {name}");
    }
}

#[test]
fn structs_are_as_large_as_the_reflection_says() {
    let compiled = compile_effect(&repository_path("shaders_hlsl/TweenDemo.fx"));
    let animation = compile_effect(&repository_path("shaders_hlsl/AnimationDemo.fx"));
    let size = |compiled: &Compiled, path: &str| {
        let (buffer, member) = path.split_once('/').unwrap();
        let buffer = compiled.constant_buffer(buffer).unwrap();
        if member.is_empty() {
            return buffer.size_bytes as usize;
        }
        buffer.member(member).unwrap().1.size_bytes as usize
    };
    let sizes: BTreeMap<&str, usize> =
        rust_layouts().into_iter().map(|(name, size, _)| (name, size)).collect();
    assert_eq!(size(&animation, "KeyframeBuffer/Keyframes"), sizes["KeyframeDesc"]);
    assert_eq!(size(&compiled, "TweenBuffer/TweenFrames.curr"), sizes["KeyframeDesc"]);
    assert_eq!(size(&compiled, "LightBuffer/GlobalLight"), sizes["LightDesc"]);
    assert_eq!(size(&compiled, "MaterialBuffer/Material"), sizes["MaterialDesc"]);
    assert_eq!(size(&compiled, "GlobalBuffer/"), sizes["GlobalBuffer"]);
}

#[test]
fn tween_frames_stand_80_bytes_apart_in_a_buffer_of_40000() {
    let compiled = compile_effect(&repository_path("shaders_hlsl/TweenDemo.fx"));
    let buffer = compiled.constant_buffer("TweenBuffer").unwrap();
    assert_eq!((buffer.size_bytes as usize, size_of::<TweenBuffer>()), (40_000, 40_000));
    let (offset_bytes, frames) = buffer.member("TweenFrames").unwrap();
    assert_eq!((offset_bytes, frames.array_stride_bytes), (0, 80));
    assert_eq!(frames.array_counts, [500]);
    assert!(matches!(&frames.ty, MemberType::Struct { name, .. } if name == "TweenFrameDesc"));
    assert_eq!(size_of::<TweenFrameDesc>(), 80);
    let strides: Vec<(String, u32)> =
        compiled.shaders.iter().flat_map(|it| SpirvTypes::read(&it.words).strides).collect();
    assert!(!strides.is_empty());
    for (element, stride) in strides {
        assert_eq!((element.as_str(), stride), ("TweenFrameDesc", 80));
    }
}
