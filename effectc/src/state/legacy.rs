//! The states of Direct3D 9 that a pass of an older effect assigns (`CullMode = CCW;`), and what they are in the terms
//! of Direct3D 11.
//!
//! What a pass touches starts from the defaults of a Direct3D 9 device, which differ: depth is compared by
//! `LESS_EQUAL`, and multisampling is on. Front faces are clockwise, so that `CCW` culls back faces.
//! `DepthBias` is a depth in Direct3D 9 and a number of steps in Direct3D 11; it is counted in steps of a depth
//! buffer with 24 bits, 2^-24 each.

use super::desc::{
    BlendDesc, DepthStencilDesc, DepthStencilOpDesc, RasterizerDesc, RenderTargetBlendDesc,
};
use super::table::{StateValue, ValueKind, kind_of, set};
use super::value::{Blend, BlendOp, ComparisonFunc, CullMode, DepthWriteMask, FillMode, StencilOp};

/// Steps of a depth buffer with 24 bits between 0 and 1.
const DEPTH_STEPS: f64 = 16_777_216.0;

/// Names and numbers of `D3DBLEND`.
const BLEND_NAMES: &[(&str, u32)] = &[
    ("ZERO", 1),
    ("ONE", 2),
    ("SRCCOLOR", 3),
    ("INVSRCCOLOR", 4),
    ("SRCALPHA", 5),
    ("INVSRCALPHA", 6),
    ("DESTALPHA", 7),
    ("INVDESTALPHA", 8),
    ("DESTCOLOR", 9),
    ("INVDESTCOLOR", 10),
    ("SRCALPHASAT", 11),
    ("BOTHSRCALPHA", 12),
    ("BOTHINVSRCALPHA", 13),
    ("BLENDFACTOR", 14),
    ("INVBLENDFACTOR", 15),
    ("SRCCOLOR2", 16),
    ("INVSRCCOLOR2", 17),
];

/// Names and numbers of `D3DCULL`.
const CULL_NAMES: &[(&str, u32)] = &[("NONE", 1), ("CW", 2), ("CCW", 3)];

/// Names and numbers of `D3DFILLMODE`.
const FILL_NAMES: &[(&str, u32)] = &[("POINT", 1), ("WIREFRAME", 2), ("SOLID", 3)];

/// Names and numbers of `D3DZBUFFERTYPE`. A buffer of w is one of depth here.
const DEPTH_NAMES: &[(&str, u32)] = &[("FALSE", 0), ("TRUE", 1), ("USEW", 2)];

/// Names and bits of `D3DCOLORWRITEENABLE`.
const CHANNEL_NAMES: &[(&str, u32)] = &[("RED", 1), ("GREEN", 2), ("BLUE", 4), ("ALPHA", 8)];

/// Names and numbers of `D3DFOGMODE`.
const FOG_NAMES: &[(&str, u32)] = &[("NONE", 0), ("EXP", 1), ("EXP2", 2), ("LINEAR", 3)];

/// Names and numbers of `D3DSHADEMODE`.
const SHADE_NAMES: &[(&str, u32)] = &[("FLAT", 1), ("GOURAUD", 2), ("PHONG", 3)];

/// Names and numbers of `D3DMATERIALCOLORSOURCE`.
const SOURCE_NAMES: &[(&str, u32)] = &[("MATERIAL", 0), ("COLOR1", 1), ("COLOR2", 2)];

/// Names and numbers of `D3DLIGHTTYPE`.
const LIGHT_NAMES: &[(&str, u32)] = &[("POINT", 1), ("SPOT", 2), ("DIRECTIONAL", 3)];

const CULL: ValueKind = ValueKind::Enum { type_name: "CULL", names: CULL_NAMES };
const FILL: ValueKind = ValueKind::Enum { type_name: "FILLMODE", names: FILL_NAMES };
const BLEND: ValueKind = ValueKind::Enum { type_name: "BLEND", names: BLEND_NAMES };
const DEPTH: ValueKind = ValueKind::Enum { type_name: "ZBUFFERTYPE", names: DEPTH_NAMES };
const CHANNELS: ValueKind =
    ValueKind::Flags { type_name: "COLORWRITEENABLE", names: CHANNEL_NAMES };
const FOG: ValueKind = ValueKind::Enum { type_name: "FOGMODE", names: FOG_NAMES };
const SHADE: ValueKind = ValueKind::Enum { type_name: "SHADEMODE", names: SHADE_NAMES };
const SOURCE: ValueKind = ValueKind::Enum { type_name: "MATERIALCOLORSOURCE", names: SOURCE_NAMES };
const LIGHT: ValueKind = ValueKind::Enum { type_name: "LIGHTTYPE", names: LIGHT_NAMES };
const COMPARE: ValueKind = kind_of::<ComparisonFunc>();
const STENCIL: ValueKind = kind_of::<StencilOp>();
const BITS: ValueKind = ValueKind::Uint { min: 0, max: u32::MAX };

/// Which state of Direct3D 11 a state of Direct3D 9 is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The rasterizer state.
    Rasterizer,
    /// The depth-stencil state, with the reference value.
    DepthStencil,
    /// The blend state, with the blend factor and the sample mask.
    Blend,
}

/// Why a state has no twin, and what takes its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the advice says it")]
pub enum Gone {
    AlphaTest,
    Fog,
    Lighting,
    TextureStages,
    Transforms,
    Constants,
    Points,
    Slots,
    Srgb,
    Shading,
    ClipPlanes,
    Tessellation,
    VertexBlend,
    VertexFormat,
    Mips,
    Wrap,
    Debug,
}

impl Gone {
    /// What to do instead.
    #[must_use]
    pub fn advice(self) -> &'static str {
        match self {
            Self::AlphaTest => "test in the pixel shader: `clip(color.a - reference);`",
            Self::Fog => "compute the fog in the shaders",
            Self::Lighting => "compute the light in the shaders",
            Self::TextureStages => "combine textures in a pixel shader",
            Self::Transforms => "multiply by the matrices in a vertex shader",
            Self::Constants => "declare a variable, and set it by name",
            Self::Points => "draw a quad for each point, by a geometry shader or by instances",
            Self::Slots => "textures and samplers are bound by name, not by slot",
            Self::Srgb => "a view of an sRGB format converts",
            Self::Shading => {
                "`nointerpolation` in the pixel shader's input is flat shading; the rest is always as by default"
            }
            Self::ClipPlanes => "write `SV_ClipDistance` in the vertex shader",
            Self::Tessellation => "use hull and domain shaders",
            Self::VertexBlend => "blend in the vertex shader",
            Self::VertexFormat => "the vertex shader's inputs are the vertex format",
            Self::Mips => "the program makes mip levels",
            Self::Wrap => "wrap texture coordinates in the shader",
            Self::Debug => "it had no effect on what is drawn",
        }
    }
}

/// What becomes of a state of Direct3D 9.
#[derive(Clone, Copy, Debug)]
pub enum LegacyMeaning {
    /// It is a part of a state of Direct3D 11.
    Set(Part, fn(&mut LegacyPass, StateValue)),
    /// It has no twin.
    Gone(Gone),
}

/// A state of Direct3D 9.
#[derive(Debug)]
pub struct LegacyMember {
    /// Its name, as Microsoft spells it.
    pub name: &'static str,
    /// What it takes.
    pub kind: ValueKind,
    /// Number of elements; 0 for a state without index.
    pub index_count: u32,
    /// What becomes of it.
    pub meaning: LegacyMeaning,
}

/// The states of Direct3D 9 that a pass has touched, with the device's defaults for all else.
#[derive(Clone, Debug)]
pub struct LegacyPass {
    /// Parts that the pass has touched.
    pub touched: Vec<Part>,
    rasterizer: RasterizerDesc,
    depth_stencil: DepthStencilDesc,
    /// What counter-clockwise faces do in the two-sided mode.
    counter_clockwise: DepthStencilOpDesc,
    two_sided: bool,
    stencil_ref: Option<u32>,
    /// The colour and alpha factors of all targets; alpha has its own only in the separate mode.
    blend: BlendDesc,
    separate_alpha: bool,
    blend_factor: Option<[f32; 4]>,
    sample_mask: Option<u32>,
}

impl Default for LegacyPass {
    fn default() -> Self {
        Self {
            touched: Vec::new(),
            rasterizer: RasterizerDesc { multisample_enable: true, ..RasterizerDesc::default() },
            depth_stencil: DepthStencilDesc {
                depth_func: ComparisonFunc::LessEqual,
                ..DepthStencilDesc::default()
            },
            counter_clockwise: DepthStencilOpDesc::default(),
            two_sided: false,
            stencil_ref: None,
            blend: BlendDesc::default(),
            separate_alpha: false,
            blend_factor: None,
            sample_mask: None,
        }
    }
}

impl LegacyPass {
    /// Takes a value into the state.
    pub fn apply(&mut self, part: Part, set: fn(&mut Self, StateValue), value: StateValue) {
        if !self.touched.contains(&part) {
            self.touched.push(part);
        }
        set(self, value);
    }

    /// Begins from a rasterizer state that the pass sets here.
    pub fn begin_rasterizer(&mut self, desc: RasterizerDesc) {
        self.begin(Part::Rasterizer);
        self.rasterizer = desc;
    }

    /// Begins from a depth-stencil state that the pass sets here.
    pub fn begin_depth_stencil(&mut self, desc: DepthStencilDesc) {
        self.begin(Part::DepthStencil);
        self.depth_stencil = desc;
        self.counter_clockwise = desc.back_face;
        self.two_sided = desc.front_face != desc.back_face;
    }

    /// Begins from a blend state that the pass sets here.
    pub fn begin_blend(&mut self, desc: &BlendDesc) {
        self.begin(Part::Blend);
        self.blend = *desc;
        self.separate_alpha = true;
    }

    /// What the pass has assigned to this part before counts no more.
    fn begin(&mut self, part: Part) {
        self.touched.retain(|it| *it != part);
    }

    /// The pass sets the reference value in the words of Direct3D 11 here.
    pub fn begin_stencil_ref(&mut self) {
        self.stencil_ref = None;
    }

    /// The pass sets the blend factor in the words of Direct3D 11 here.
    pub fn begin_blend_factor(&mut self) {
        self.blend_factor = None;
    }

    /// The pass sets the sample mask in the words of Direct3D 11 here.
    pub fn begin_sample_mask(&mut self) {
        self.sample_mask = None;
    }

    /// Sets something of all targets: Direct3D 9 blends into all alike.
    fn each_target(&mut self, set: impl Fn(&mut RenderTargetBlendDesc)) {
        self.blend.render_targets.iter_mut().for_each(set);
    }

    /// The rasterizer state.
    #[must_use]
    pub fn rasterizer(&self) -> RasterizerDesc {
        self.rasterizer
    }

    /// The depth-stencil state, and its reference value where a state of Direct3D 9 gives it.
    #[must_use]
    pub fn depth_stencil(&self) -> (DepthStencilDesc, Option<u32>) {
        let front_face = self.depth_stencil.front_face;
        let back_face = if self.two_sided { self.counter_clockwise } else { front_face };
        (DepthStencilDesc { back_face, ..self.depth_stencil }, self.stencil_ref)
    }

    /// The blend state, and the blend factor and the sample mask where states of Direct3D 9 give them.
    #[must_use]
    pub fn blend(&self) -> (BlendDesc, Option<[f32; 4]>, Option<u32>) {
        let mut desc = self.blend;
        if !self.separate_alpha {
            for target in &mut desc.render_targets {
                target.src_blend_alpha = alpha_factor(target.src_blend);
                target.dest_blend_alpha = alpha_factor(target.dest_blend);
                target.blend_op_alpha = target.blend_op;
            }
        }
        (desc, self.blend_factor, self.sample_mask)
    }
}

/// The factor that a colour factor is for alpha, which Direct3D 11 wants spelled as such.
fn alpha_factor(factor: Blend) -> Blend {
    match factor {
        Blend::SrcColor => Blend::SrcAlpha,
        Blend::InvSrcColor => Blend::InvSrcAlpha,
        Blend::DestColor => Blend::DestAlpha,
        Blend::InvDestColor => Blend::InvDestAlpha,
        Blend::Src1Color => Blend::Src1Alpha,
        Blend::InvSrc1Color => Blend::InvSrc1Alpha,
        other => other,
    }
}

fn set_source(target: &mut RenderTargetBlendDesc, value: StateValue) {
    match value.uint() {
        // These two set the destination as well, and overrule it.
        12 => {
            target.src_blend = Blend::SrcAlpha;
            target.dest_blend = Blend::InvSrcAlpha;
        }
        13 => {
            target.src_blend = Blend::InvSrcAlpha;
            target.dest_blend = Blend::SrcAlpha;
        }
        _ => set(&mut target.src_blend, value),
    }
}

fn set_mask(pass: &mut LegacyPass, index: usize, value: StateValue) {
    if let Some(target) = pass.blend.render_targets.get_mut(index) {
        target.render_target_write_mask = channels(value);
    }
}

fn set_depth_enable(pass: &mut LegacyPass, value: StateValue) {
    pass.depth_stencil.depth_enable = value.bool();
}

fn set_depth_write(pass: &mut LegacyPass, value: StateValue) {
    let written = value.bool();
    pass.depth_stencil.depth_write_mask =
        if written { DepthWriteMask::All } else { DepthWriteMask::Zero };
}

/// The steps of a bias that is a depth.
#[expect(clippy::cast_possible_truncation, reason = "rounded; float to int casts saturate")]
fn depth_steps(bias: f32) -> i32 {
    (f64::from(bias) * DEPTH_STEPS).round() as i32
}

fn set_fill(pass: &mut LegacyPass, value: StateValue) {
    // `POINT` has no twin: edges are the nearest to it.
    let value = if value.uint() == 1 { StateValue::Uint(2) } else { value };
    set::<FillMode>(&mut pass.rasterizer.fill_mode, value);
}

fn masked(value: StateValue) -> u8 {
    u8::try_from(value.uint() & 0xFF).unwrap_or(u8::MAX)
}

fn channels(value: StateValue) -> u8 {
    masked(value) & 0x0F
}

macro_rules! members {
    ($($name:literal $([$count:literal])? $kind:expr => $part:ident |$pass:ident, $value:ident| $set:expr;)*) => {
        /// The states that are parts of states of Direct3D 11.
        const TWINS: &[LegacyMember] = &[$(LegacyMember {
            name: $name,
            kind: $kind,
            index_count: 0 $(+ $count)?,
            meaning: LegacyMeaning::Set(Part::$part, |$pass, $value| $set),
        },)*];
    };
}

members! {
    "FillMode" FILL => Rasterizer |p, v| set_fill(p, v);
    "CullMode" CULL => Rasterizer |p, v| set::<CullMode>(&mut p.rasterizer.cull_mode, v);
    "Clipping" ValueKind::Bool => Rasterizer |p, v| p.rasterizer.depth_clip_enable = v.bool();
    "ScissorTestEnable" ValueKind::Bool => Rasterizer |p, v| p.rasterizer.scissor_enable = v.bool();
    "MultiSampleAntialias" ValueKind::Bool => Rasterizer |p, v| p.rasterizer.multisample_enable = v.bool();
    "AntialiasedLineEnable" ValueKind::Bool => Rasterizer |p, v| p.rasterizer.antialiased_line_enable = v.bool();
    "DepthBias" ValueKind::Float => Rasterizer |p, v| p.rasterizer.depth_bias = depth_steps(v.float());
    "SlopeScaleDepthBias" ValueKind::Float => Rasterizer |p, v| p.rasterizer.slope_scaled_depth_bias = v.float();

    "ZEnable" DEPTH => DepthStencil |p, v| set_depth_enable(p, v);
    "ZWriteEnable" ValueKind::Bool => DepthStencil |p, v| set_depth_write(p, v);
    "ZFunc" COMPARE => DepthStencil |p, v| set(&mut p.depth_stencil.depth_func, v);
    "StencilEnable" ValueKind::Bool => DepthStencil |p, v| p.depth_stencil.stencil_enable = v.bool();
    "StencilFail" STENCIL => DepthStencil |p, v| set(&mut p.depth_stencil.front_face.stencil_fail_op, v);
    "StencilZFail" STENCIL => DepthStencil |p, v| set(&mut p.depth_stencil.front_face.stencil_depth_fail_op, v);
    "StencilPass" STENCIL => DepthStencil |p, v| set(&mut p.depth_stencil.front_face.stencil_pass_op, v);
    "StencilFunc" COMPARE => DepthStencil |p, v| set(&mut p.depth_stencil.front_face.stencil_func, v);
    "StencilRef" BITS => DepthStencil |p, v| p.stencil_ref = Some(v.uint());
    "StencilMask" BITS => DepthStencil |p, v| p.depth_stencil.stencil_read_mask = masked(v);
    "StencilWriteMask" BITS => DepthStencil |p, v| p.depth_stencil.stencil_write_mask = masked(v);
    "TwoSidedStencilMode" ValueKind::Bool => DepthStencil |p, v| p.two_sided = v.bool();
    "CCW_StencilFail" STENCIL => DepthStencil |p, v| set(&mut p.counter_clockwise.stencil_fail_op, v);
    "CCW_StencilZFail" STENCIL => DepthStencil |p, v| set(&mut p.counter_clockwise.stencil_depth_fail_op, v);
    "CCW_StencilPass" STENCIL => DepthStencil |p, v| set(&mut p.counter_clockwise.stencil_pass_op, v);
    "CCW_StencilFunc" COMPARE => DepthStencil |p, v| set(&mut p.counter_clockwise.stencil_func, v);

    "AlphaBlendEnable" ValueKind::Bool => Blend |p, v| p.each_target(|it| it.blend_enable = v.bool());
    "SrcBlend" BLEND => Blend |p, v| p.each_target(|it| set_source(it, v));
    "DestBlend" BLEND => Blend |p, v| p.each_target(|it| set(&mut it.dest_blend, v));
    "BlendOp" kind_of::<BlendOp>() => Blend |p, v| p.each_target(|it| set(&mut it.blend_op, v));
    "SeparateAlphaBlendEnable" ValueKind::Bool => Blend |p, v| p.separate_alpha = v.bool();
    "SrcBlendAlpha" BLEND => Blend |p, v| p.each_target(|it| set(&mut it.src_blend_alpha, v));
    "DestBlendAlpha" BLEND => Blend |p, v| p.each_target(|it| set(&mut it.dest_blend_alpha, v));
    "BlendOpAlpha" kind_of::<BlendOp>() => Blend |p, v| p.each_target(|it| set(&mut it.blend_op_alpha, v));
    "BlendFactor" ValueKind::Color => Blend |p, v| p.blend_factor = Some(v.float4());
    "MultiSampleMask" BITS => Blend |p, v| p.sample_mask = Some(v.uint());
    "ColorWriteEnable" CHANNELS => Blend |p, v| {
        // Targets beyond the four of Direct3D 9 follow the first.
        [0, 4, 5, 6, 7].into_iter().for_each(|it| set_mask(p, it, v));
    };
    "ColorWriteEnable1" CHANNELS => Blend |p, v| set_mask(p, 1, v);
    "ColorWriteEnable2" CHANNELS => Blend |p, v| set_mask(p, 2, v);
    "ColorWriteEnable3" CHANNELS => Blend |p, v| set_mask(p, 3, v);
}

macro_rules! gone {
    ($($reason:ident: $($name:literal $([$count:literal])? $(= $kind:expr)?),+;)*) => {
        /// The states without a twin.
        const WITHOUT_TWIN: &[LegacyMember] = &[$($(LegacyMember {
            name: $name,
            kind: gone!(@kind $($kind)?),
            index_count: 0 $(+ $count)?,
            meaning: LegacyMeaning::Gone(Gone::$reason),
        },)+)*];
    };
    (@kind) => { ValueKind::Any };
    (@kind $kind:expr) => { $kind };
}

gone! {
    AlphaTest: "AlphaTestEnable" = ValueKind::Bool, "AlphaFunc" = COMPARE, "AlphaRef";
    Fog: "FogEnable" = ValueKind::Bool, "FogColor", "FogDensity", "FogStart", "FogEnd", "FogTableMode" = FOG,
        "FogVertexMode" = FOG, "RangeFogEnable" = ValueKind::Bool;
    Lighting: "Lighting" = ValueKind::Bool, "Ambient", "AmbientMaterialSource" = SOURCE, "ColorVertex" = ValueKind::Bool,
        "DiffuseMaterialSource" = SOURCE, "EmissiveMaterialSource" = SOURCE, "SpecularMaterialSource" = SOURCE,
        "LocalViewer" = ValueKind::Bool, "NormalizeNormals" = ValueKind::Bool, "SpecularEnable" = ValueKind::Bool,
        "LightAmbient"[8], "LightAttenuation0"[8], "LightAttenuation1"[8], "LightAttenuation2"[8], "LightDiffuse"[8],
        "LightDirection"[8], "LightEnable"[8] = ValueKind::Bool, "LightFalloff"[8], "LightPhi"[8], "LightPosition"[8],
        "LightRange"[8], "LightSpecular"[8], "LightTheta"[8], "LightType"[8] = LIGHT,
        "MaterialAmbient", "MaterialDiffuse", "MaterialEmissive", "MaterialPower", "MaterialSpecular";
    TextureStages: "AlphaOp"[8], "AlphaArg0"[8], "AlphaArg1"[8], "AlphaArg2"[8], "ColorOp"[8], "ColorArg0"[8],
        "ColorArg1"[8], "ColorArg2"[8], "BumpEnvLOffset"[8], "BumpEnvLScale"[8], "BumpEnvMat00"[8], "BumpEnvMat01"[8],
        "BumpEnvMat10"[8], "BumpEnvMat11"[8], "Constant"[8], "ResultArg"[8], "TexCoordIndex"[8],
        "TextureTransformFlags"[8], "TextureFactor";
    Transforms: "ProjectionTransform", "ViewTransform", "WorldTransform"[256], "TextureTransform"[8];
    Constants: "PixelShaderConstant"[256], "PixelShaderConstant1"[256], "PixelShaderConstant2"[256],
        "PixelShaderConstant3"[256], "PixelShaderConstant4"[256], "PixelShaderConstantB"[256],
        "PixelShaderConstantF"[256], "PixelShaderConstantI"[256], "VertexShaderConstant"[256],
        "VertexShaderConstant1"[256], "VertexShaderConstant2"[256], "VertexShaderConstant3"[256],
        "VertexShaderConstant4"[256], "VertexShaderConstantB"[256], "VertexShaderConstantF"[256],
        "VertexShaderConstantI"[256];
    Points: "PointScale_A", "PointScale_B", "PointScale_C", "PointScaleEnable" = ValueKind::Bool, "PointSize",
        "PointSize_Min", "PointSize_Max", "PointSpriteEnable" = ValueKind::Bool;
    Slots: "Texture"[20], "Sampler"[20], "AddressU"[20], "AddressV"[20], "AddressW"[20], "BorderColor"[20],
        "MagFilter"[20], "MinFilter"[20], "MipFilter"[20], "MaxAnisotropy"[20], "MaxMipLevel"[20], "MipMapLodBias"[20],
        "SRGBTexture"[20], "ElementIndex"[20], "DMapOffset"[20];
    Srgb: "SRGBWriteEnable" = ValueKind::Bool;
    Shading: "DitherEnable" = ValueKind::Bool, "LastPixel" = ValueKind::Bool, "ShadeMode" = SHADE;
    ClipPlanes: "ClipPlaneEnable";
    Tessellation: "PatchSegments", "NPatchMode", "PatchEdgeStyle", "PositionDegree", "NormalDegree",
        "MinTessellationLevel", "MaxTessellationLevel", "AdaptiveTess_X", "AdaptiveTess_Y", "AdaptiveTess_Z",
        "AdaptiveTess_W", "EnableAdaptiveTessellation" = ValueKind::Bool;
    VertexBlend: "VertexBlend", "IndexedVertexBlendEnable" = ValueKind::Bool, "TweenFactor";
    VertexFormat: "FVF";
    Mips: "GenerateMips";
    Wrap: "Wrap0", "Wrap1", "Wrap2", "Wrap3", "Wrap4", "Wrap5", "Wrap6", "Wrap7", "Wrap8", "Wrap9", "Wrap10", "Wrap11",
        "Wrap12", "Wrap13", "Wrap14", "Wrap15";
    Debug: "DebugMonitorToken";
}

/// All states of Direct3D 9 that a pass may assign, shaders apart.
pub fn legacy_members() -> impl Iterator<Item = &'static LegacyMember> {
    TWINS.iter().chain(WITHOUT_TWIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies `name = value` to a pass that has touched nothing.
    fn pass(states: &[(&str, StateValue)]) -> LegacyPass {
        let mut pass = LegacyPass::default();
        for (name, value) in states {
            let member = TWINS.iter().find(|it| it.name == *name).unwrap();
            let LegacyMeaning::Set(part, set) = member.meaning else { panic!("{name}") };
            pass.apply(part, set, *value);
        }
        pass
    }

    fn uint(number: u32) -> StateValue {
        StateValue::Uint(number)
    }

    #[test]
    fn names_are_there_once() {
        let mut names: Vec<_> = legacy_members().map(|it| it.name.to_ascii_lowercase()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn every_twin_changes_its_part_for_some_value() {
        for member in TWINS {
            let LegacyMeaning::Set(part, set) = member.meaning else { continue };
            let candidates = [
                uint(0),
                uint(1),
                uint(2),
                uint(5),
                StateValue::Float(0.5),
                StateValue::Float4([0.25; 4]),
            ];
            let seen = |pass: &LegacyPass| {
                format!("{:?} {:?} {:?}", pass.rasterizer(), pass.depth_stencil(), pass.blend())
            };
            // Some only show in the two-sided or separate mode.
            let mut base =
                LegacyPass { two_sided: true, separate_alpha: true, ..LegacyPass::default() };
            base.counter_clockwise.stencil_func = ComparisonFunc::Less;
            base.blend.render_targets[0].src_blend_alpha = Blend::DestAlpha;
            let changes = candidates.iter().any(|value| {
                let mut changed = base.clone();
                changed.apply(part, set, *value);
                seen(&changed) != seen(&base)
            });
            assert!(changes, "{}", member.name);
        }
    }

    #[test]
    fn values_are_those_of_direct3d_11() {
        let pass = pass(&[
            ("FillMode", uint(2)),
            ("CullMode", uint(2)),
            ("DepthBias", StateValue::Float(-0.000_01)),
            ("SlopeScaleDepthBias", StateValue::Float(1.5)),
            ("ScissorTestEnable", uint(1)),
            ("ZWriteEnable", uint(0)),
            ("ZFunc", uint(ComparisonFunc::Greater.number())),
            ("StencilMask", uint(0xFFFF_FF0F)),
            ("StencilRef", uint(7)),
            ("BlendFactor", StateValue::Float4([0.5; 4])),
            ("MultiSampleMask", uint(3)),
            ("ColorWriteEnable", uint(7)),
            ("ColorWriteEnable2", uint(1)),
        ]);
        let rasterizer = pass.rasterizer();
        assert_eq!(rasterizer.fill_mode, FillMode::Wireframe);
        // Clockwise faces are the front ones.
        assert_eq!(
            (rasterizer.cull_mode, rasterizer.front_counter_clockwise),
            (CullMode::Front, false)
        );
        assert_eq!(rasterizer.depth_bias, -168);
        assert!(rasterizer.scissor_enable && rasterizer.multisample_enable);
        let (depth, reference) = pass.depth_stencil();
        assert_eq!(depth.depth_write_mask, DepthWriteMask::Zero);
        assert_eq!(depth.depth_func, ComparisonFunc::Greater);
        assert_eq!((depth.stencil_read_mask, reference), (0x0F, Some(7)));
        let (blend, factor, mask) = pass.blend();
        let masks = blend.render_targets.map(|it| it.render_target_write_mask);
        assert_eq!(masks, [7, 15, 1, 15, 7, 7, 7, 7]);
        assert_eq!((factor, mask), (Some([0.5; 4]), Some(3)));
    }

    #[test]
    fn back_faces_follow_unless_two_sided() {
        let mut states = vec![("StencilPass", uint(3)), ("CCW_StencilPass", uint(5))];
        let (one_sided, _) = pass(&states).depth_stencil();
        assert_eq!(one_sided.back_face.stencil_pass_op, StencilOp::Replace);
        states.push(("TwoSidedStencilMode", uint(1)));
        let (two_sided, _) = pass(&states).depth_stencil();
        assert_eq!(two_sided.front_face.stencil_pass_op, StencilOp::Replace);
        assert_eq!(two_sided.back_face.stencil_pass_op, StencilOp::DecrSat);
    }

    #[test]
    fn alpha_follows_the_colour_unless_separate() {
        let mut states = vec![
            ("SrcBlend", uint(Blend::DestColor.number())),
            ("DestBlend", uint(Blend::InvSrcColor.number())),
            ("BlendOp", uint(BlendOp::Max.number())),
        ];
        let target = pass(&states).blend().0.render_targets[3];
        assert_eq!(target.src_blend, Blend::DestColor);
        assert_eq!(
            (target.src_blend_alpha, target.dest_blend_alpha),
            (Blend::DestAlpha, Blend::InvSrcAlpha)
        );
        assert_eq!(target.blend_op_alpha, BlendOp::Max);
        states.push(("SeparateAlphaBlendEnable", uint(1)));
        let target = pass(&states).blend().0.render_targets[0];
        assert_eq!((target.src_blend_alpha, target.dest_blend_alpha), (Blend::One, Blend::Zero));
        assert_eq!(target.blend_op_alpha, BlendOp::Add);
    }

    #[test]
    fn both_factors_at_once() {
        let target = pass(&[("SrcBlend", uint(12))]).blend().0.render_targets[0];
        assert_eq!((target.src_blend, target.dest_blend), (Blend::SrcAlpha, Blend::InvSrcAlpha));
        let target = pass(&[("SrcBlend", uint(13))]).blend().0.render_targets[0];
        assert_eq!((target.src_blend, target.dest_blend), (Blend::InvSrcAlpha, Blend::SrcAlpha));
    }
}
