//! What methods and members of resources, patches and streams take and give.

use std::sync::Arc;

use super::declarations::{Direction, Parameter};
use super::ty::{Kind, Ty};
use crate::ast::ObjectKind;

/// How a texture is addressed.
#[derive(Clone, Copy, Debug)]
struct Address {
    /// Components of a place in it, without the index into an array.
    place: u8,
    /// Whether an index into an array follows.
    array: bool,
    /// Whether it has mip levels.
    mips: bool,
    /// Components of an offset in texels; 0 where there is none.
    offset: u8,
}

fn address(kind: ObjectKind) -> Option<Address> {
    use ObjectKind as K;
    let of = |place, array, mips, offset| Some(Address { place, array, mips, offset });
    match kind {
        K::Texture1D => of(1, false, true, 1),
        K::Texture1DArray => of(1, true, true, 1),
        K::Texture2D => of(2, false, true, 2),
        K::Texture2DArray => of(2, true, true, 2),
        K::Texture3D => of(3, false, true, 3),
        K::TextureCube => of(3, false, true, 0),
        K::TextureCubeArray => of(3, true, true, 0),
        K::Texture2DMS => of(2, false, false, 2),
        K::Texture2DMSArray => of(2, true, false, 2),
        K::RWTexture1D => of(1, false, false, 0),
        K::RWTexture1DArray => of(1, true, false, 0),
        K::RWTexture2D => of(2, false, false, 0),
        K::RWTexture2DArray => of(2, true, false, 0),
        K::RWTexture3D => of(3, false, false, 0),
        _ => None,
    }
}

/// A method as it is called.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Method {
    /// Parameters from the first; those without an entry are not known.
    pub(super) params: Vec<Parameter>,
    pub(super) gives: Ty,
}

/// What a method of an object takes and gives; none for one that is not known here.
pub(super) fn method(kind: ObjectKind, element: &Arc<Ty>, name: &str) -> Option<Method> {
    let of = |params: Vec<Ty>, gives: Ty| {
        let param = |ty| Parameter { ty, direction: Direction::In, default: None };
        Some(Method { params: params.into_iter().map(param).collect(), gives })
    };
    if name == "GetDimensions" {
        return of(Vec::new(), Ty::Void);
    }
    let element = Ty::clone(element);
    if let Some(address) = address(kind) {
        let (params, gives) = texture_method(address, element, name)?;
        return of(params, gives);
    }
    let uint = Ty::scalar(Kind::Uint);
    let is_raw = matches!(kind, ObjectKind::ByteAddressBuffer | ObjectKind::RWByteAddressBuffer);
    match name {
        "Load" | "Load2" | "Load3" | "Load4" if is_raw => {
            of(vec![uint], Ty::vector(Kind::Uint, digit(name)))
        }
        "Store" | "Store2" | "Store3" | "Store4" if is_raw => {
            of(vec![uint, Ty::vector(Kind::Uint, digit(name))], Ty::Void)
        }
        "InterlockedCompareStore" | "InterlockedCompareExchange" if is_raw => {
            of(vec![uint.clone(), uint.clone(), uint], Ty::Void)
        }
        _ if is_raw && name.starts_with("Interlocked") => of(vec![uint.clone(), uint], Ty::Void),
        "Load" => of(vec![Ty::scalar(Kind::Int)], element),
        "Consume" => of(Vec::new(), element),
        "Append" => of(vec![element], Ty::Void),
        "RestartStrip" => of(Vec::new(), Ty::Void),
        "IncrementCounter" | "DecrementCounter" => of(Vec::new(), uint),
        _ => None,
    }
}

/// Positions of the arguments that a call of an object's method writes.
pub(crate) fn method_outputs(name: &str, count: usize) -> Vec<usize> {
    match name {
        // A level may come first, which is only read; which form it is takes the type of the object.
        "GetDimensions" => (0..count).collect(),
        // `Raw.InterlockedAdd(address, value, before)`.
        _ if name.starts_with("Interlocked") && count > 2 => vec![count - 1],
        _ => Vec::new(),
    }
}

/// The number at the end of `Load3`; 1 without one.
fn digit(name: &str) -> u8 {
    name.bytes().last().filter(u8::is_ascii_digit).map_or(1, |it| it - b'0')
}

fn texture_method(address: Address, element: Ty, name: &str) -> Option<(Vec<Ty>, Ty)> {
    let Address { place, array, mips, offset } = address;
    let float = || Ty::scalar(Kind::Float);
    let sampler = Ty::Unknown;
    let location = Ty::vector(Kind::Float, place + u8::from(array));
    let step = || Ty::vector(Kind::Float, place);
    let texel = match offset {
        0 => Ty::Unknown,
        _ => Ty::vector(Kind::Int, offset),
    };
    let four = match element.number() {
        Some(number) => Ty::vector(number.kind, 4),
        None => Ty::Unknown,
    };
    Some(match name {
        "Sample" => (vec![sampler, location, texel], element),
        "SampleBias" | "SampleLevel" => (vec![sampler, location, float(), texel], element),
        "SampleGrad" => (vec![sampler, location, step(), step(), texel], element),
        "SampleCmp" | "SampleCmpLevelZero" => (vec![sampler, location, float(), texel], float()),
        "CalculateLevelOfDetail" | "CalculateLevelOfDetailUnclamped" => {
            (vec![sampler, step()], float())
        }
        "Load" if mips => {
            (vec![Ty::vector(Kind::Int, place + u8::from(array) + 1), texel], element)
        }
        "Load" => {
            let sample = Ty::scalar(Kind::Int);
            (vec![Ty::vector(Kind::Int, place + u8::from(array)), sample, texel], element)
        }
        "GetSamplePosition" => (vec![Ty::scalar(Kind::Int)], Ty::vector(Kind::Float, 2)),
        _ if name.starts_with("GatherCmp") => {
            (vec![sampler, location, float()], Ty::vector(Kind::Float, 4))
        }
        _ if name.starts_with("Gather") => (vec![sampler, location], four),
        _ => return None,
    })
}

/// What `object[index]` gives, and the type that the index has.
pub(super) fn indexed(kind: ObjectKind, element: &Arc<Ty>) -> (Ty, Ty) {
    let index = match address(kind) {
        Some(address) => Ty::vector(Kind::Uint, address.place + u8::from(address.array)),
        None => Ty::scalar(Kind::Uint),
    };
    (Ty::clone(element), index)
}

/// What `texture.mips` and `texture.sample` are: arrays of textures that are indexed by places.
pub(super) fn member(kind: ObjectKind, element: &Arc<Ty>, name: &str) -> Ty {
    match name {
        "mips" | "sample" => Ty::Array(Arc::new(Ty::Object(kind, element.clone())), None),
        _ => Ty::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: ObjectKind, name: &str, expected: &str) {
        let element = Arc::new(Ty::vector(Kind::Float, 4));
        let found = method(kind, &element, name).expect("a method");
        let params: Vec<String> = found.params.iter().map(|it| it.ty.to_string()).collect();
        assert_eq!(format!("{} -> {}", params.join(" "), found.gives), expected, "{name}");
    }

    #[test]
    fn methods_of_textures_and_buffers() {
        check(ObjectKind::Texture2D, "Sample", "? float2 int2 -> float4");
        check(ObjectKind::TextureCubeArray, "SampleLevel", "? float4 float ? -> float4");
        check(ObjectKind::Texture2DArray, "SampleGrad", "? float3 float2 float2 int2 -> float4");
        check(ObjectKind::Texture2D, "SampleCmp", "? float2 float int2 -> float");
        check(ObjectKind::Texture2D, "Load", "int3 int2 -> float4");
        check(ObjectKind::Texture2DMS, "Load", "int2 int int2 -> float4");
        check(ObjectKind::RWByteAddressBuffer, "Store3", "uint uint3 -> void");
        check(ObjectKind::ByteAddressBuffer, "Load", "uint -> uint");
        check(ObjectKind::TriangleStream, "Append", "float4 -> void");
        assert!(method(ObjectKind::Texture2D, &Arc::new(Ty::Void), "Smaple").is_none());
    }
}
