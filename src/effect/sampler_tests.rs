//! Every value of Direct3D's sampler state against Vulkan's, by Direct3D's number: the tables are written from the two
//! specifications, not from the code under test.

use ash::vk;
use effectc::state::{ComparisonFunc, D3dEnum, Filter, SamplerDesc, TextureAddressMode};

use super::{address_mode, border_color, sampler_for};
use crate::gpu::Features;

/// Checks that `map` sends Direct3D's numbers to Vulkan's, and that the table leaves none out.
#[track_caller]
pub(in crate::effect) fn check_all<E: D3dEnum>(table: &[(u32, i32)], map: impl Fn(E) -> i32) {
    for (name, number, value) in E::VALUES {
        let expected = table.iter().find(|(d3d, _)| d3d == number).expect("the table has it").1;
        assert_eq!(map(*value), expected, "{}::{name}", E::TYPE_NAME);
    }
    assert_eq!(table.len(), E::VALUES.len(), "{}", E::TYPE_NAME);
}

#[test]
fn addresses() {
    let all = Features { sampler_mirror_clamp_to_edge: true, ..Features::default() };
    let table = [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)];
    check_all::<TextureAddressMode>(&table, |it| address_mode(it, &all).0.as_raw());
    let (mode, is_exact) = address_mode(TextureAddressMode::MirrorOnce, &Features::default());
    assert_eq!((mode, is_exact), (vk::SamplerAddressMode::MIRRORED_REPEAT, false));
}

#[test]
fn filters() {
    let features = Features { sampler_anisotropy: true, ..Features::default() };
    for (name, number, filter) in Filter::VALUES {
        let desc = SamplerDesc { filter: *filter, max_anisotropy: 4, ..SamplerDesc::default() };
        let (mapped, inexact) = sampler_for(&desc, false, &features, 16.0);
        assert!(inexact.is_empty(), "{name}");
        // D3D11_FILTER: bit 0 mip, bit 2 magnification, bit 4 minification, 0x55 anisotropic.
        let linear = |bit| i32::from(number & bit != 0);
        assert_eq!(mapped.mip_filter.as_raw(), linear(1), "{name}");
        assert_eq!(mapped.mag_filter.as_raw(), linear(4), "{name}");
        assert_eq!(mapped.min_filter.as_raw(), linear(16), "{name}");
        assert_eq!(mapped.max_anisotropy, (number & 0x40 != 0).then_some(4.0), "{name}");
        assert_eq!(mapped.compare, None, "a plain SamplerState never compares ({name})");
    }
}

#[test]
fn sampler_defaults_and_comparison() {
    let (mapped, _) = sampler_for(&SamplerDesc::default(), false, &Features::default(), 16.0);
    assert_eq!(mapped.address, [vk::SamplerAddressMode::CLAMP_TO_EDGE; 3]);
    assert_eq!((mapped.min_lod, mapped.max_lod), (0.0, 1000.0));
    let desc = SamplerDesc { comparison_func: ComparisonFunc::LessEqual, ..SamplerDesc::default() };
    let (mapped, _) = sampler_for(&desc, true, &Features::default(), 16.0);
    assert_eq!(mapped.compare, Some(vk::CompareOp::LESS_OR_EQUAL));
}

#[test]
fn border_colors() {
    for (rgba, expected, is_exact) in [
        ([0.0, 0.0, 0.0, 0.0], vk::BorderColor::FLOAT_TRANSPARENT_BLACK, true),
        ([0.0, 0.0, 0.0, 1.0], vk::BorderColor::FLOAT_OPAQUE_BLACK, true),
        ([1.0, 1.0, 1.0, 1.0], vk::BorderColor::FLOAT_OPAQUE_WHITE, true),
        ([1.0, 0.0, 0.0, 1.0], vk::BorderColor::FLOAT_OPAQUE_BLACK, false),
        ([0.9, 1.0, 0.9, 1.0], vk::BorderColor::FLOAT_OPAQUE_WHITE, false),
        ([0.0, 0.0, 0.0, 1e5], vk::BorderColor::FLOAT_OPAQUE_BLACK, false),
    ] {
        assert_eq!(border_color(rgba), (expected, is_exact), "{rgba:?}");
    }
    let desc = SamplerDesc { border_color: [1.0, 0.0, 0.0, 1.0], ..SamplerDesc::default() };
    let warnings = |desc| sampler_for(&desc, false, &Features::default(), 16.0).1.len();
    assert_eq!(warnings(desc), 0, "the border is not used");
    assert_eq!(warnings(SamplerDesc { address_u: TextureAddressMode::Border, ..desc }), 1);
}

#[test]
fn any_border_colour_where_the_gpu_has_it() {
    let desc = SamplerDesc {
        border_color: [1.0, 0.0, 0.0, 1e5],
        address_v: TextureAddressMode::Border,
        ..SamplerDesc::default()
    };
    let features = Features {
        custom_border_colors: true,
        custom_border_color_without_format: true,
        ..Features::default()
    };
    let (mapped, inexact) = sampler_for(&desc, false, &features, 16.0);
    assert_eq!(mapped.custom_border_color, Some([1.0, 0.0, 0.0, 1e5]));
    assert!(inexact.is_empty());
    // A colour that all GPUs have takes none of the few custom ones.
    let core = SamplerDesc { border_color: [1.0; 4], ..desc };
    assert_eq!(sampler_for(&core, false, &features, 16.0).0.custom_border_color, None);
    let no_border = SamplerDesc { address_v: TextureAddressMode::Wrap, ..desc };
    assert_eq!(sampler_for(&no_border, false, &features, 16.0).0.custom_border_color, None);
}

#[test]
fn more_anisotropy_than_there_is_is_said() {
    let features = Features { sampler_anisotropy: true, ..Features::default() };
    let desc =
        SamplerDesc { filter: Filter::Anisotropic, max_anisotropy: 16, ..SamplerDesc::default() };
    assert!(sampler_for(&desc, false, &features, 16.0).1.is_empty());
    assert_eq!(sampler_for(&desc, false, &features, 4.0).1.len(), 1);
}
