//! The sampler states of Direct3D 9, and what they are in the terms of Direct3D 11.
//!
//! `MipFilter = NONE` reads one level only; the limits of the level are then a quarter apart, which keeps the choice
//! between magnification and minification.

use super::desc::SamplerDesc;
use super::table::{StateValue, ValueKind};
use super::value::{ComparisonFunc, Filter, TextureAddressMode};

/// Names and numbers of `D3DTEXTUREFILTERTYPE`.
const FILTER_NAMES: &[(&str, u32)] = &[
    ("NONE", 0),
    ("POINT", 1),
    ("LINEAR", 2),
    ("ANISOTROPIC", 3),
    ("PYRAMIDALQUAD", 6),
    ("GAUSSIANQUAD", 7),
    ("CONVOLUTIONMONO", 8),
];

const FILTER: ValueKind = ValueKind::Enum { type_name: "TEXTUREFILTERTYPE", names: FILTER_NAMES };

/// Between the lowest and the highest level of a sampler without mip levels.
const ONE_LEVEL: f32 = 0.25;

/// A state of a sampler that only Direct3D 9 has.
#[derive(Debug)]
pub struct SamplerSet {
    /// Its name, as Microsoft spells it.
    pub name: &'static str,
    /// What it takes.
    pub kind: ValueKind,
    /// Puts a value into the sampler.
    pub set: fn(&mut LegacySampler, StateValue),
    /// What to do instead, if it has no twin.
    pub gone: Option<&'static str>,
}

impl SamplerSet {
    /// States that only Direct3D 10 and 11 have: a block with one of them starts from the defaults of Effects 11.
    pub const NEW_NAMES: [&'static str; 5] =
        ["Filter", "ComparisonFunc", "MinLOD", "MaxLOD", "MipLODBias"];
}

/// A sampler while its states are read.
#[derive(Clone, Debug)]
pub struct LegacySampler {
    desc: SamplerDesc,
    /// Minification, magnification, mip levels: numbers of `D3DTEXTUREFILTERTYPE`.
    filters: [u32; 3],
    /// Whether a filter of Direct3D 9 was set, or is the default.
    has_filters: bool,
    max_mip_level: u32,
    /// Whether the texture is read as sRGB.
    pub srgb_texture: bool,
}

impl LegacySampler {
    /// The defaults of Effects 11.
    #[must_use]
    pub fn effects_11() -> Self {
        Self {
            desc: SamplerDesc::default(),
            filters: [2; 3],
            has_filters: false,
            max_mip_level: 0,
            srgb_texture: false,
        }
    }

    /// The defaults of a Direct3D 9 device.
    #[must_use]
    pub fn direct3d_9() -> Self {
        let wrap = TextureAddressMode::Wrap;
        let desc = SamplerDesc {
            address_u: wrap,
            address_v: wrap,
            address_w: wrap,
            max_anisotropy: 1,
            comparison_func: ComparisonFunc::Never,
            min_lod: 0.0,
            ..SamplerDesc::default()
        };
        Self { desc, filters: [1, 1, 0], has_filters: true, ..Self::effects_11() }
    }

    /// The states that Direct3D 11 has too.
    pub fn desc_mut(&mut self) -> &mut SamplerDesc {
        &mut self.desc
    }

    /// The sampler in the terms of Direct3D 11.
    #[must_use]
    pub fn desc(&self) -> SamplerDesc {
        let mut desc = self.desc;
        if !self.has_filters {
            return desc;
        }
        let [min, mag, mip] = self.filters;
        desc.filter = filter(min, mag, mip);
        desc.min_lod = desc.min_lod.max(level(self.max_mip_level));
        if mip == 0 {
            desc.max_lod = desc.min_lod + ONE_LEVEL;
        }
        desc
    }

    fn set_filter(&mut self, index: usize, value: StateValue) {
        self.filters[index] = value.uint();
        self.has_filters = true;
    }
}

fn level(number: u32) -> f32 {
    // There are no more levels than a texture has.
    f32::from(u16::try_from(number).unwrap_or(u16::MAX))
}

/// Filters better than linear, but for the anisotropic one, are linear.
fn filter(min: u32, mag: u32, mip: u32) -> Filter {
    if min == 3 || mag == 3 {
        return Filter::Anisotropic;
    }
    match (min >= 2, mag >= 2, mip >= 2) {
        (false, false, false) => Filter::MinMagMipPoint,
        (false, false, true) => Filter::MinMagPointMipLinear,
        (false, true, false) => Filter::MinPointMagLinearMipPoint,
        (false, true, true) => Filter::MinPointMagMipLinear,
        (true, false, false) => Filter::MinLinearMagMipPoint,
        (true, false, true) => Filter::MinLinearMagPointMipLinear,
        (true, true, false) => Filter::MinMagLinearMipPoint,
        (true, true, true) => Filter::MinMagMipLinear,
    }
}

macro_rules! members {
    ($($name:literal $kind:expr => |$sampler:ident, $value:ident| $set:expr;)*) => {
        const MEMBERS: &[SamplerSet] = &[$(SamplerSet {
            name: $name,
            kind: $kind,
            set: |$sampler, $value| $set,
            gone: None,
        },)*];
    };
}

members! {
    "MinFilter" FILTER => |s, v| s.set_filter(0, v);
    "MagFilter" FILTER => |s, v| s.set_filter(1, v);
    "MipFilter" FILTER => |s, v| s.set_filter(2, v);
    "MipMapLodBias" ValueKind::Float => |s, v| s.desc.mip_lod_bias = v.float();
    "MaxMipLevel" ValueKind::Uint { min: 0, max: u32::MAX } => |s, v| s.max_mip_level = v.uint();
    "BorderColor" ValueKind::Color => |s, v| s.desc.border_color = v.float4();
    "SRGBTexture" ValueKind::Bool => |s, v| s.srgb_texture = v.bool();
}

/// States without a twin.
const GONE: &[SamplerSet] = &[
    SamplerSet {
        name: "ElementIndex",
        kind: ValueKind::Any,
        set: |_, _| (),
        gone: Some("textures of several elements are textures of their own"),
    },
    SamplerSet {
        name: "DMapOffset",
        kind: ValueKind::Any,
        set: |_, _| (),
        gone: Some("displace vertices in a vertex or domain shader"),
    },
];

/// The sampler states that only Direct3D 9 has, and `BorderColor`, which takes a packed colour there too.
pub fn sampler_members() -> impl Iterator<Item = &'static SamplerSet> {
    MEMBERS.iter().chain(GONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampler(start: LegacySampler, states: &[(&str, StateValue)]) -> SamplerDesc {
        let mut sampler = start;
        for (name, value) in states {
            let member = sampler_members().find(|it| it.name == *name).unwrap();
            (member.set)(&mut sampler, *value);
        }
        sampler.desc()
    }

    #[test]
    fn without_states_the_devices_default_counts() {
        let desc = sampler(LegacySampler::direct3d_9(), &[]);
        assert_eq!(desc.filter, Filter::MinMagMipPoint);
        assert_eq!(desc.address_u, TextureAddressMode::Wrap);
        assert_eq!((desc.min_lod, desc.max_lod), (0.0, 0.25));
        assert_eq!(sampler(LegacySampler::effects_11(), &[]), SamplerDesc::default());
    }

    #[test]
    fn filters_come_together() {
        let with = |min, mag, mip| {
            let states = [
                ("MinFilter", StateValue::Uint(min)),
                ("MagFilter", StateValue::Uint(mag)),
                ("MipFilter", StateValue::Uint(mip)),
            ];
            sampler(LegacySampler::direct3d_9(), &states)
        };
        assert_eq!(with(2, 2, 2).filter, Filter::MinMagMipLinear);
        assert!(with(2, 2, 2).max_lod >= f32::MAX);
        assert_eq!(with(2, 1, 2).filter, Filter::MinLinearMagPointMipLinear);
        assert_eq!(with(1, 7, 1).filter, Filter::MinPointMagLinearMipPoint);
        assert_eq!(with(3, 2, 1).filter, Filter::Anisotropic);
        assert_eq!(with(2, 2, 0).filter, Filter::MinMagLinearMipPoint);
    }

    #[test]
    fn levels_and_colours() {
        let desc = sampler(
            LegacySampler::direct3d_9(),
            &[
                ("MaxMipLevel", StateValue::Uint(3)),
                ("MipFilter", StateValue::Uint(2)),
                ("MipMapLodBias", StateValue::Float(-1.5)),
                ("BorderColor", StateValue::Float4([1.0, 0.0, 0.0, 0.5])),
            ],
        );
        assert_eq!((desc.min_lod, desc.max_lod), (3.0, f32::MAX));
        assert_eq!((desc.mip_lod_bias, desc.border_color), (-1.5, [1.0, 0.0, 0.0, 0.5]));
    }
}
