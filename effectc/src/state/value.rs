//! The enumerations of Direct3D 11 pipeline state, each value with its JSON name (the `D3D11_` name without
//! that prefix), the name an effect file uses, and Direct3D's number.

use serde::{Deserialize, Serialize};

/// What every state enumeration offers: its values by effect-file name and by number.
pub trait D3dEnum: Copy + Sized + 'static {
    /// The enumeration's name in Direct3D, without the `D3D11_` prefix.
    const TYPE_NAME: &'static str;
    /// Every value: its name in an effect file (upper case), Direct3D's number, the value.
    const VALUES: &'static [(&'static str, u32, Self)];
    /// [`D3dEnum::VALUES`] without the values, for tables of several enumerations.
    const NAMES: &'static [(&'static str, u32)];

    /// Finds a value by its effect-file name; upper and lower case are the same.
    fn from_effect_name(name: &str) -> Option<Self> {
        Self::VALUES.iter().find(|(it, ..)| it.eq_ignore_ascii_case(name)).map(|(.., value)| *value)
    }

    /// Finds a value by Direct3D's number.
    fn from_number(number: u32) -> Option<Self> {
        Self::VALUES.iter().find(|(_, it, _)| *it == number).map(|(.., value)| *value)
    }
}

macro_rules! d3d_enum {
    (
        $(#[$meta:meta])*
        $name:ident = $type_name:literal {
            $($(#[$value_meta:meta])* $value:ident = $json:literal $effect:literal $number:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$value_meta])* #[serde(rename = $json)] $value,)+
        }

        impl D3dEnum for $name {
            const TYPE_NAME: &'static str = $type_name;
            const VALUES: &'static [(&'static str, u32, Self)] =
                &[$(($effect, $number, Self::$value),)+];
            const NAMES: &'static [(&'static str, u32)] = &[$(($effect, $number),)+];
        }

        impl $name {
            /// Direct3D's number of this value.
            #[must_use]
            pub fn number(self) -> u32 {
                match self { $(Self::$value => $number,)+ }
            }

            /// The name that effect files and messages use.
            #[must_use]
            pub fn effect_name(self) -> &'static str {
                match self { $(Self::$value => $effect,)+ }
            }
        }
    };
}

d3d_enum! {
    /// How triangles are filled.
    FillMode = "FILL_MODE" {
        /// Only the edges.
        Wireframe = "FILL_WIREFRAME" "WIREFRAME" 2,
        /// The whole area.
        Solid = "FILL_SOLID" "SOLID" 3,
    }
}

d3d_enum! {
    /// Which triangles are not drawn.
    CullMode = "CULL_MODE" {
        /// All are drawn.
        None = "CULL_NONE" "NONE" 1,
        /// Those that face the viewer are dropped.
        Front = "CULL_FRONT" "FRONT" 2,
        /// Those that face away are dropped.
        Back = "CULL_BACK" "BACK" 3,
    }
}

d3d_enum! {
    /// Whether depth is written.
    DepthWriteMask = "DEPTH_WRITE_MASK" {
        /// Depth is not written.
        Zero = "DEPTH_WRITE_MASK_ZERO" "ZERO" 0,
        /// Depth is written.
        All = "DEPTH_WRITE_MASK_ALL" "ALL" 1,
    }
}

d3d_enum! {
    /// When a comparison of new (left) with stored (right) passes.
    ComparisonFunc = "COMPARISON_FUNC" {
        /// Never.
        Never = "COMPARISON_NEVER" "NEVER" 1,
        /// New < stored.
        Less = "COMPARISON_LESS" "LESS" 2,
        /// New = stored.
        Equal = "COMPARISON_EQUAL" "EQUAL" 3,
        /// New <= stored.
        LessEqual = "COMPARISON_LESS_EQUAL" "LESS_EQUAL" 4,
        /// New > stored.
        Greater = "COMPARISON_GREATER" "GREATER" 5,
        /// New and stored differ.
        NotEqual = "COMPARISON_NOT_EQUAL" "NOT_EQUAL" 6,
        /// New >= stored.
        GreaterEqual = "COMPARISON_GREATER_EQUAL" "GREATER_EQUAL" 7,
        /// Always.
        Always = "COMPARISON_ALWAYS" "ALWAYS" 8,
    }
}

d3d_enum! {
    /// What happens to a stencil value.
    StencilOp = "STENCIL_OP" {
        /// It stays.
        Keep = "STENCIL_OP_KEEP" "KEEP" 1,
        /// It becomes 0.
        Zero = "STENCIL_OP_ZERO" "ZERO" 2,
        /// It becomes the reference value.
        Replace = "STENCIL_OP_REPLACE" "REPLACE" 3,
        /// Plus 1, at most the largest value.
        IncrSat = "STENCIL_OP_INCR_SAT" "INCR_SAT" 4,
        /// Minus 1, at least 0.
        DecrSat = "STENCIL_OP_DECR_SAT" "DECR_SAT" 5,
        /// All bits flipped.
        Invert = "STENCIL_OP_INVERT" "INVERT" 6,
        /// Plus 1, wrapping.
        Incr = "STENCIL_OP_INCR" "INCR" 7,
        /// Minus 1, wrapping.
        Decr = "STENCIL_OP_DECR" "DECR" 8,
    }
}

d3d_enum! {
    /// A factor in the blend equation.
    Blend = "BLEND" {
        /// 0.
        Zero = "BLEND_ZERO" "ZERO" 1,
        /// 1.
        One = "BLEND_ONE" "ONE" 2,
        /// The shader's colour.
        SrcColor = "BLEND_SRC_COLOR" "SRC_COLOR" 3,
        /// 1 - the shader's colour.
        InvSrcColor = "BLEND_INV_SRC_COLOR" "INV_SRC_COLOR" 4,
        /// The shader's alpha.
        SrcAlpha = "BLEND_SRC_ALPHA" "SRC_ALPHA" 5,
        /// 1 - the shader's alpha.
        InvSrcAlpha = "BLEND_INV_SRC_ALPHA" "INV_SRC_ALPHA" 6,
        /// The target's alpha.
        DestAlpha = "BLEND_DEST_ALPHA" "DEST_ALPHA" 7,
        /// 1 - the target's alpha.
        InvDestAlpha = "BLEND_INV_DEST_ALPHA" "INV_DEST_ALPHA" 8,
        /// The target's colour.
        DestColor = "BLEND_DEST_COLOR" "DEST_COLOR" 9,
        /// 1 - the target's colour.
        InvDestColor = "BLEND_INV_DEST_COLOR" "INV_DEST_COLOR" 10,
        /// min(shader's alpha, 1 - target's alpha); 1 for alpha.
        SrcAlphaSat = "BLEND_SRC_ALPHA_SAT" "SRC_ALPHA_SAT" 11,
        /// The factor given with the blend state.
        BlendFactor = "BLEND_BLEND_FACTOR" "BLEND_FACTOR" 14,
        /// 1 - the factor given with the blend state.
        InvBlendFactor = "BLEND_INV_BLEND_FACTOR" "INV_BLEND_FACTOR" 15,
        /// The shader's second colour.
        Src1Color = "BLEND_SRC1_COLOR" "SRC1_COLOR" 16,
        /// 1 - the shader's second colour.
        InvSrc1Color = "BLEND_INV_SRC1_COLOR" "INV_SRC1_COLOR" 17,
        /// The alpha of the shader's second colour.
        Src1Alpha = "BLEND_SRC1_ALPHA" "SRC1_ALPHA" 18,
        /// 1 - the alpha of the shader's second colour.
        InvSrc1Alpha = "BLEND_INV_SRC1_ALPHA" "INV_SRC1_ALPHA" 19,
    }
}

d3d_enum! {
    /// How the two sides of the blend equation are joined.
    BlendOp = "BLEND_OP" {
        /// Source + destination.
        Add = "BLEND_OP_ADD" "ADD" 1,
        /// Source - destination.
        Subtract = "BLEND_OP_SUBTRACT" "SUBTRACT" 2,
        /// Destination - source.
        RevSubtract = "BLEND_OP_REV_SUBTRACT" "REV_SUBTRACT" 3,
        /// The smaller; factors are ignored.
        Min = "BLEND_OP_MIN" "MIN" 4,
        /// The larger; factors are ignored.
        Max = "BLEND_OP_MAX" "MAX" 5,
    }
}

d3d_enum! {
    /// What a texture gives outside 0..1.
    TextureAddressMode = "TEXTURE_ADDRESS_MODE" {
        /// It repeats.
        Wrap = "TEXTURE_ADDRESS_WRAP" "WRAP" 1,
        /// It repeats, every second time mirrored.
        Mirror = "TEXTURE_ADDRESS_MIRROR" "MIRROR" 2,
        /// Its edge goes on.
        Clamp = "TEXTURE_ADDRESS_CLAMP" "CLAMP" 3,
        /// The border colour.
        Border = "TEXTURE_ADDRESS_BORDER" "BORDER" 4,
        /// Mirrored once about 0, then its edge goes on.
        MirrorOnce = "TEXTURE_ADDRESS_MIRROR_ONCE" "MIRROR_ONCE" 5,
    }
}

d3d_enum! {
    /// How a texture is filtered. The name says what minification, magnification and mip levels use.
    Filter = "FILTER" {
        /// Point for all three.
        MinMagMipPoint = "MIN_MAG_MIP_POINT" "MIN_MAG_MIP_POINT" 0x00,
        /// Point in a level, linear between levels.
        MinMagPointMipLinear = "MIN_MAG_POINT_MIP_LINEAR" "MIN_MAG_POINT_MIP_LINEAR" 0x01,
        /// Linear only for magnification.
        MinPointMagLinearMipPoint = "MIN_POINT_MAG_LINEAR_MIP_POINT" "MIN_POINT_MAG_LINEAR_MIP_POINT" 0x04,
        /// Point only for minification.
        MinPointMagMipLinear = "MIN_POINT_MAG_MIP_LINEAR" "MIN_POINT_MAG_MIP_LINEAR" 0x05,
        /// Linear only for minification.
        MinLinearMagMipPoint = "MIN_LINEAR_MAG_MIP_POINT" "MIN_LINEAR_MAG_MIP_POINT" 0x10,
        /// Point only for magnification.
        MinLinearMagPointMipLinear = "MIN_LINEAR_MAG_POINT_MIP_LINEAR" "MIN_LINEAR_MAG_POINT_MIP_LINEAR" 0x11,
        /// Linear in a level, the nearest level.
        MinMagLinearMipPoint = "MIN_MAG_LINEAR_MIP_POINT" "MIN_MAG_LINEAR_MIP_POINT" 0x14,
        /// Linear for all three.
        MinMagMipLinear = "MIN_MAG_MIP_LINEAR" "MIN_MAG_MIP_LINEAR" 0x15,
        /// Anisotropic, up to the sampler's limit.
        Anisotropic = "ANISOTROPIC" "ANISOTROPIC" 0x55,
        /// As the plain one, of comparison results.
        ComparisonMinMagMipPoint = "COMPARISON_MIN_MAG_MIP_POINT" "COMPARISON_MIN_MAG_MIP_POINT" 0x80,
        /// As the plain one, of comparison results.
        ComparisonMinMagPointMipLinear = "COMPARISON_MIN_MAG_POINT_MIP_LINEAR" "COMPARISON_MIN_MAG_POINT_MIP_LINEAR" 0x81,
        /// As the plain one, of comparison results.
        ComparisonMinPointMagLinearMipPoint = "COMPARISON_MIN_POINT_MAG_LINEAR_MIP_POINT" "COMPARISON_MIN_POINT_MAG_LINEAR_MIP_POINT" 0x84,
        /// As the plain one, of comparison results.
        ComparisonMinPointMagMipLinear = "COMPARISON_MIN_POINT_MAG_MIP_LINEAR" "COMPARISON_MIN_POINT_MAG_MIP_LINEAR" 0x85,
        /// As the plain one, of comparison results.
        ComparisonMinLinearMagMipPoint = "COMPARISON_MIN_LINEAR_MAG_MIP_POINT" "COMPARISON_MIN_LINEAR_MAG_MIP_POINT" 0x90,
        /// As the plain one, of comparison results.
        ComparisonMinLinearMagPointMipLinear = "COMPARISON_MIN_LINEAR_MAG_POINT_MIP_LINEAR" "COMPARISON_MIN_LINEAR_MAG_POINT_MIP_LINEAR" 0x91,
        /// As the plain one, of comparison results.
        ComparisonMinMagLinearMipPoint = "COMPARISON_MIN_MAG_LINEAR_MIP_POINT" "COMPARISON_MIN_MAG_LINEAR_MIP_POINT" 0x94,
        /// As the plain one, of comparison results.
        ComparisonMinMagMipLinear = "COMPARISON_MIN_MAG_MIP_LINEAR" "COMPARISON_MIN_MAG_MIP_LINEAR" 0x95,
        /// As the plain one, of comparison results.
        ComparisonAnisotropic = "COMPARISON_ANISOTROPIC" "COMPARISON_ANISOTROPIC" 0xD5,
    }
}

impl Filter {
    /// Whether minification is linear.
    #[must_use]
    pub fn is_min_linear(self) -> bool {
        self.number() & 0x10 != 0
    }

    /// Whether magnification is linear.
    #[must_use]
    pub fn is_mag_linear(self) -> bool {
        self.number() & 0x04 != 0
    }

    /// Whether mip levels are mixed linearly.
    #[must_use]
    pub fn is_mip_linear(self) -> bool {
        self.number() & 0x01 != 0
    }

    /// Whether the filter is anisotropic.
    #[must_use]
    pub fn is_anisotropic(self) -> bool {
        self.number() & 0x40 != 0
    }

    /// Whether results of the comparison function are filtered, not texels.
    #[must_use]
    pub fn is_comparison(self) -> bool {
        self.number() & 0x80 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_case_insensitive() {
        assert_eq!(FillMode::from_effect_name("WireFrame"), Some(FillMode::Wireframe));
        assert_eq!(CullMode::from_effect_name("back"), Some(CullMode::Back));
        assert_eq!(CullMode::from_effect_name("bakc"), None);
    }

    #[test]
    fn json_uses_direct3d_names() {
        assert_eq!(serde_json::to_string(&CullMode::Back).unwrap(), "\"CULL_BACK\"");
        assert_eq!(
            serde_json::to_string(&Filter::MinMagMipLinear).unwrap(),
            "\"MIN_MAG_MIP_LINEAR\""
        );
    }

    #[test]
    fn filter_bits_follow_the_name() {
        for (name, number, filter) in Filter::VALUES {
            assert_eq!(filter.number(), *number);
            assert_eq!(filter.is_comparison(), name.starts_with("COMPARISON_"), "{name}");
            if !filter.is_anisotropic() {
                let mip = name.rsplit_once("MIP_").unwrap().1;
                assert_eq!(filter.is_mip_linear(), mip == "LINEAR", "{name}");
            }
        }
        assert!(Filter::MinLinearMagMipPoint.is_min_linear());
        assert!(!Filter::MinLinearMagMipPoint.is_mag_linear());
    }
}
