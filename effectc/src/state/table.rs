//! The members that each kind of state block may assign, what values they take, and where those go.
//!
//! The un-indexed forms: `BlendEnable` and `RenderTargetWriteMask` mean their element 0. `SrcBlend` and its kin were
//! single values in Direct3D 10, so un-indexed they set all eight render targets.

use super::desc::{
    BlendDesc, DepthStencilDesc, RasterizerDesc, RenderTargetBlendDesc, SamplerDesc,
};
use super::value::{
    Blend, BlendOp, ComparisonFunc, CullMode, D3dEnum, DepthWriteMask, FillMode, Filter, StencilOp,
    TextureAddressMode,
};

/// What values a member takes.
#[derive(Clone, Copy, Debug)]
pub enum ValueKind {
    /// The names of an enumeration, or their numbers.
    Enum {
        /// Direct3D's name of the enumeration.
        type_name: &'static str,
        /// Names in upper case, with numbers.
        names: &'static [(&'static str, u32)],
    },
    /// True or false.
    Bool,
    /// A signed number.
    Int,
    /// The lowest eight bits of a number.
    Byte,
    /// A number from `min` to `max`.
    Uint {
        /// Smallest.
        min: u32,
        /// Largest.
        max: u32,
    },
    /// A real number.
    Float,
    /// Four real numbers.
    Float4,
    /// Four real numbers, or one number `0xAARRGGBB`.
    Color,
    /// Names of bits, joined by `|`, or their number.
    Flags {
        /// Direct3D's name of the enumeration.
        type_name: &'static str,
        /// Names in upper case, with bits.
        names: &'static [(&'static str, u32)],
    },
    /// A texture; it means nothing to Direct3D 11 samplers.
    Texture,
    /// Whatever stands there: it is only kept.
    Any,
}

/// A value that fits a member's [`ValueKind`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StateValue {
    /// For `Enum`, `Flags`, `Bool` (0 or 1), `Byte` and `Uint`.
    Uint(u32),
    /// For `Int`.
    Int(i32),
    /// For `Float`.
    Float(f32),
    /// For `Float4` and `Color`.
    Float4([f32; 4]),
    /// For `Texture`.
    Texture,
}

impl StateValue {
    pub(crate) fn uint(self) -> u32 {
        match self {
            Self::Uint(number) => number,
            Self::Int(_) | Self::Float(_) | Self::Float4(_) | Self::Texture => 0,
        }
    }

    pub(super) fn int(self) -> i32 {
        match self {
            Self::Int(number) => number,
            Self::Uint(_) | Self::Float(_) | Self::Float4(_) | Self::Texture => 0,
        }
    }

    pub(super) fn float(self) -> f32 {
        match self {
            Self::Float(number) => number,
            Self::Uint(_) | Self::Int(_) | Self::Float4(_) | Self::Texture => 0.0,
        }
    }

    pub(crate) fn float4(self) -> [f32; 4] {
        match self {
            Self::Float4(numbers) => numbers,
            Self::Uint(_) | Self::Int(_) | Self::Float(_) | Self::Texture => [0.0; 4],
        }
    }

    pub(crate) fn bool(self) -> bool {
        self.uint() != 0
    }

    pub(super) fn byte(self) -> u8 {
        u8::try_from(self.uint()).unwrap_or(u8::MAX)
    }
}

/// One member of a kind of state block.
#[derive(Debug)]
pub struct StateMember<D> {
    /// Its name, as Microsoft spells it.
    pub name: &'static str,
    /// What it takes.
    pub kind: ValueKind,
    /// Number of elements; 0 for a member without index.
    pub index_count: u32,
    /// Puts a value into the description. The index is none for the un-indexed form.
    pub set: fn(&mut D, Option<u32>, StateValue),
}

/// A description that a state block fills.
pub trait StateDesc: Default + Sized + 'static {
    /// The keyword of its block, for messages.
    const KEYWORD: &'static str;
    /// Its members.
    const MEMBERS: &'static [StateMember<Self>];
}

pub(super) const fn kind_of<E: D3dEnum>() -> ValueKind {
    ValueKind::Enum { type_name: E::TYPE_NAME, names: E::NAMES }
}

pub(super) fn set<E: D3dEnum>(place: &mut E, value: StateValue) {
    if let Some(known) = E::from_number(value.uint()) {
        *place = known;
    }
}

/// A member without index.
macro_rules! plain {
    ($name:literal, $kind:expr, |$desc:ident, $value:ident| $set:expr) => {
        StateMember { name: $name, kind: $kind, index_count: 0, set: |$desc, _, $value| $set }
    };
}

impl StateDesc for RasterizerDesc {
    const KEYWORD: &'static str = "RasterizerState";
    const MEMBERS: &'static [StateMember<Self>] = &[
        plain!("FillMode", kind_of::<FillMode>(), |d, v| set(&mut d.fill_mode, v)),
        plain!("CullMode", kind_of::<CullMode>(), |d, v| set(&mut d.cull_mode, v)),
        plain!("FrontCounterClockwise", ValueKind::Bool, |d, v| d.front_counter_clockwise =
            v.bool()),
        plain!("DepthBias", ValueKind::Int, |d, v| d.depth_bias = v.int()),
        plain!("DepthBiasClamp", ValueKind::Float, |d, v| d.depth_bias_clamp = v.float()),
        plain!("SlopeScaledDepthBias", ValueKind::Float, |d, v| d.slope_scaled_depth_bias =
            v.float()),
        plain!("DepthClipEnable", ValueKind::Bool, |d, v| d.depth_clip_enable = v.bool()),
        plain!("ScissorEnable", ValueKind::Bool, |d, v| d.scissor_enable = v.bool()),
        plain!("MultisampleEnable", ValueKind::Bool, |d, v| d.multisample_enable = v.bool()),
        plain!("AntialiasedLineEnable", ValueKind::Bool, |d, v| d.antialiased_line_enable =
            v.bool()),
    ];
}

impl StateDesc for DepthStencilDesc {
    const KEYWORD: &'static str = "DepthStencilState";
    const MEMBERS: &'static [StateMember<Self>] = &[
        plain!("DepthEnable", ValueKind::Bool, |d, v| d.depth_enable = v.bool()),
        plain!("DepthWriteMask", kind_of::<DepthWriteMask>(), |d, v| set(
            &mut d.depth_write_mask,
            v
        )),
        plain!("DepthFunc", kind_of::<ComparisonFunc>(), |d, v| set(&mut d.depth_func, v)),
        plain!("StencilEnable", ValueKind::Bool, |d, v| d.stencil_enable = v.bool()),
        plain!("StencilReadMask", ValueKind::Byte, |d, v| d.stencil_read_mask = v.byte()),
        plain!("StencilWriteMask", ValueKind::Byte, |d, v| d.stencil_write_mask = v.byte()),
        plain!("FrontFaceStencilFail", kind_of::<StencilOp>(), |d, v| set(
            &mut d.front_face.stencil_fail_op,
            v
        )),
        plain!("FrontFaceStencilDepthFail", kind_of::<StencilOp>(), |d, v| set(
            &mut d.front_face.stencil_depth_fail_op,
            v
        )),
        plain!("FrontFaceStencilPass", kind_of::<StencilOp>(), |d, v| set(
            &mut d.front_face.stencil_pass_op,
            v
        )),
        plain!("FrontFaceStencilFunc", kind_of::<ComparisonFunc>(), |d, v| set(
            &mut d.front_face.stencil_func,
            v
        )),
        plain!("BackFaceStencilFail", kind_of::<StencilOp>(), |d, v| set(
            &mut d.back_face.stencil_fail_op,
            v
        )),
        plain!("BackFaceStencilDepthFail", kind_of::<StencilOp>(), |d, v| set(
            &mut d.back_face.stencil_depth_fail_op,
            v
        )),
        plain!("BackFaceStencilPass", kind_of::<StencilOp>(), |d, v| set(
            &mut d.back_face.stencil_pass_op,
            v
        )),
        plain!("BackFaceStencilFunc", kind_of::<ComparisonFunc>(), |d, v| set(
            &mut d.back_face.stencil_func,
            v
        )),
    ];
}

fn one_target(desc: &mut BlendDesc, index: Option<u32>) -> Option<&mut RenderTargetBlendDesc> {
    desc.render_targets.get_mut(index.unwrap_or(0) as usize)
}

fn each_target(
    desc: &mut BlendDesc,
    index: Option<u32>,
    change: impl Fn(&mut RenderTargetBlendDesc),
) {
    match index {
        Some(_) => one_target(desc, index).into_iter().for_each(change),
        None => desc.render_targets.iter_mut().for_each(change),
    }
}

/// A member of all eight targets.
macro_rules! target {
    ($name:literal, $kind:expr, |$target:ident, $value:ident| $set:expr) => {
        StateMember {
            name: $name,
            kind: $kind,
            index_count: 8,
            set: |desc, index, $value| each_target(desc, index, |$target| $set),
        }
    };
}

impl StateDesc for BlendDesc {
    const KEYWORD: &'static str = "BlendState";
    const MEMBERS: &'static [StateMember<Self>] = &[
        plain!("AlphaToCoverageEnable", ValueKind::Bool, |d, v| d.alpha_to_coverage_enable =
            v.bool()),
        StateMember {
            name: "BlendEnable",
            kind: ValueKind::Bool,
            index_count: 8,
            set: |d, index, v| {
                if let Some(target) = one_target(d, index) {
                    target.blend_enable = v.bool();
                }
            },
        },
        target!("SrcBlend", kind_of::<Blend>(), |t, v| set(&mut t.src_blend, v)),
        target!("DestBlend", kind_of::<Blend>(), |t, v| set(&mut t.dest_blend, v)),
        target!("BlendOp", kind_of::<BlendOp>(), |t, v| set(&mut t.blend_op, v)),
        target!("SrcBlendAlpha", kind_of::<Blend>(), |t, v| set(&mut t.src_blend_alpha, v)),
        target!("DestBlendAlpha", kind_of::<Blend>(), |t, v| set(&mut t.dest_blend_alpha, v)),
        target!("BlendOpAlpha", kind_of::<BlendOp>(), |t, v| set(&mut t.blend_op_alpha, v)),
        StateMember {
            name: "RenderTargetWriteMask",
            kind: ValueKind::Byte,
            index_count: 8,
            set: |d, index, v| {
                if let Some(target) = one_target(d, index) {
                    target.render_target_write_mask = v.byte() & 0x0F;
                }
            },
        },
    ];
}

impl StateDesc for SamplerDesc {
    const KEYWORD: &'static str = "SamplerState";
    const MEMBERS: &'static [StateMember<Self>] = &[
        plain!("Filter", kind_of::<Filter>(), |d, v| set(&mut d.filter, v)),
        plain!("AddressU", kind_of::<TextureAddressMode>(), |d, v| set(&mut d.address_u, v)),
        plain!("AddressV", kind_of::<TextureAddressMode>(), |d, v| set(&mut d.address_v, v)),
        plain!("AddressW", kind_of::<TextureAddressMode>(), |d, v| set(&mut d.address_w, v)),
        plain!("MipLODBias", ValueKind::Float, |d, v| d.mip_lod_bias = v.float()),
        plain!("MaxAnisotropy", ValueKind::Uint { min: 0, max: 16 }, |d, v| d.max_anisotropy =
            v.uint()),
        plain!("ComparisonFunc", kind_of::<ComparisonFunc>(), |d, v| set(
            &mut d.comparison_func,
            v
        )),
        plain!("BorderColor", ValueKind::Float4, |d, v| d.border_color = v.float4()),
        plain!("MinLOD", ValueKind::Float, |d, v| d.min_lod = v.float()),
        plain!("MaxLOD", ValueKind::Float, |d, v| d.max_lod = v.float()),
        plain!("Texture", ValueKind::Texture, |_d, _v| ()),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn apply<D: StateDesc>(desc: &mut D, name: &str, index: Option<u32>, value: StateValue) {
        let member = D::MEMBERS.iter().find(|it| it.name == name).unwrap();
        (member.set)(desc, index, value);
    }

    #[test]
    fn every_member_changes_what_it_names() {
        fn check<D: StateDesc + PartialEq + std::fmt::Debug>() {
            for member in D::MEMBERS {
                // None of these is the default of any member that takes it.
                let value = match member.kind {
                    ValueKind::Enum { names, .. } => {
                        let mut changed = false;
                        for (_, number) in names {
                            let mut desc = D::default();
                            (member.set)(&mut desc, None, StateValue::Uint(*number));
                            changed |= desc != D::default();
                        }
                        assert!(changed, "{}", member.name);
                        continue;
                    }
                    ValueKind::Bool => {
                        let of = |number| {
                            let mut desc = D::default();
                            (member.set)(&mut desc, None, StateValue::Uint(number));
                            desc
                        };
                        assert_ne!(of(0), of(1), "{}", member.name);
                        continue;
                    }
                    ValueKind::Int => StateValue::Int(-7),
                    ValueKind::Byte | ValueKind::Uint { .. } => StateValue::Uint(3),
                    ValueKind::Float => StateValue::Float(0.25),
                    ValueKind::Float4 | ValueKind::Color => StateValue::Float4([0.25; 4]),
                    ValueKind::Flags { .. } => StateValue::Uint(2),
                    ValueKind::Texture | ValueKind::Any => continue,
                };
                let mut desc = D::default();
                (member.set)(&mut desc, None, value);
                assert_ne!(desc, D::default(), "{}", member.name);
            }
        }
        check::<RasterizerDesc>();
        check::<DepthStencilDesc>();
        check::<BlendDesc>();
        check::<SamplerDesc>();
    }

    #[test]
    fn members_are_as_many_as_microsoft_lists() {
        assert_eq!(RasterizerDesc::MEMBERS.len(), 10);
        assert_eq!(DepthStencilDesc::MEMBERS.len(), 14);
        assert_eq!(BlendDesc::MEMBERS.len(), 9);
        assert_eq!(SamplerDesc::MEMBERS.len(), 11);
    }

    #[test]
    fn indices_of_blend_members() {
        let mut desc = BlendDesc::default();
        apply(&mut desc, "BlendEnable", None, StateValue::Uint(1));
        apply(&mut desc, "SrcBlend", None, StateValue::Uint(Blend::SrcAlpha.number()));
        apply(&mut desc, "SrcBlend", Some(2), StateValue::Uint(Blend::Zero.number()));
        let enabled: Vec<bool> = desc.render_targets.iter().map(|it| it.blend_enable).collect();
        assert_eq!(enabled, [true, false, false, false, false, false, false, false]);
        assert_eq!(desc.render_targets[7].src_blend, Blend::SrcAlpha);
        assert_eq!(desc.render_targets[2].src_blend, Blend::Zero);
    }
}
