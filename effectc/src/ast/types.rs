//! Types as they are written in declarations, casts and constructors.

use super::{Expr, Modifiers, StructDef};
use crate::source::Span;

/// A type and where it stands.
#[derive(Clone, Debug)]
pub struct Type {
    /// Which.
    pub kind: TypeKind,
    /// Where.
    pub span: Span,
}

/// A type. Aliases are resolved: `matrix`, `Matrix` and `matrix<float, 4, 4>` are all `float4x4`.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `void`
    Void,
    /// `float`
    Scalar(ScalarKind),
    /// `float3`: components 1 to 4.
    Vector(ScalarKind, u8),
    /// `float3x4`: rows and columns 1 to 4.
    Matrix(ScalarKind, u8, u8),
    /// `Texture2D<float4>`, `InputPatch<V, 4>`, `RasterizerState`...
    Object(ObjectKind, Vec<TemplateArg>),
    /// The name of a struct, class, interface or typedef.
    Named(String),
    /// A struct without a name, as the type of a variable.
    Inline(Box<StructDef>),
}

/// An argument between `<` and `>`.
#[derive(Clone, Debug)]
pub enum TemplateArg {
    /// A type, perhaps with `unorm` or `snorm`.
    Type(Modifiers, Type),
    /// A number: samples or control points.
    Value(Expr),
}

/// The kind of a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each is the HLSL keyword of its name")]
pub enum ScalarKind {
    Bool,
    Int,
    Uint,
    Half,
    Float,
    Double,
    Min16Float,
    Min10Float,
    Min16Int,
    Min12Int,
    Min16Uint,
    String,
}

impl ScalarKind {
    /// All of them with their keywords. Aliases (`dword`, `unsigned int`) are not in here.
    pub const ALL: [(Self, &'static str); 12] = [
        (Self::Bool, "bool"),
        (Self::Int, "int"),
        (Self::Uint, "uint"),
        (Self::Half, "half"),
        (Self::Float, "float"),
        (Self::Double, "double"),
        (Self::Min16Float, "min16float"),
        (Self::Min10Float, "min10float"),
        (Self::Min16Int, "min16int"),
        (Self::Min12Int, "min12int"),
        (Self::Min16Uint, "min16uint"),
        (Self::String, "string"),
    ];

    /// The keyword.
    pub fn keyword(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, keyword)| keyword)
    }
}

/// The kind of an object: a resource, sampler, state, shader, patch or stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each is the HLSL type of its name")]
pub enum ObjectKind {
    Texture,
    Texture1D,
    Texture1DArray,
    Texture2D,
    Texture2DArray,
    Texture2DMS,
    Texture2DMSArray,
    Texture3D,
    TextureCube,
    TextureCubeArray,
    RWTexture1D,
    RWTexture1DArray,
    RWTexture2D,
    RWTexture2DArray,
    RWTexture3D,
    Buffer,
    RWBuffer,
    StructuredBuffer,
    RWStructuredBuffer,
    AppendStructuredBuffer,
    ConsumeStructuredBuffer,
    ByteAddressBuffer,
    RWByteAddressBuffer,
    /// DX9 `sampler`.
    Sampler,
    /// DX9 `sampler1D`.
    Sampler1D,
    /// DX9 `sampler2D`.
    Sampler2D,
    /// DX9 `sampler3D`.
    Sampler3D,
    /// DX9 `samplerCUBE`.
    SamplerCube,
    SamplerState,
    SamplerComparisonState,
    RasterizerState,
    BlendState,
    DepthStencilState,
    /// DX9 `stateblock`.
    StateBlock,
    RenderTargetView,
    DepthStencilView,
    VertexShader,
    PixelShader,
    GeometryShader,
    HullShader,
    DomainShader,
    ComputeShader,
    InputPatch,
    OutputPatch,
    PointStream,
    LineStream,
    TriangleStream,
}

impl ObjectKind {
    /// All of them with their names, as HLSL spells them.
    pub const ALL: [(Self, &'static str); 47] = [
        (Self::Texture, "texture"),
        (Self::Texture1D, "Texture1D"),
        (Self::Texture1DArray, "Texture1DArray"),
        (Self::Texture2D, "Texture2D"),
        (Self::Texture2DArray, "Texture2DArray"),
        (Self::Texture2DMS, "Texture2DMS"),
        (Self::Texture2DMSArray, "Texture2DMSArray"),
        (Self::Texture3D, "Texture3D"),
        (Self::TextureCube, "TextureCube"),
        (Self::TextureCubeArray, "TextureCubeArray"),
        (Self::RWTexture1D, "RWTexture1D"),
        (Self::RWTexture1DArray, "RWTexture1DArray"),
        (Self::RWTexture2D, "RWTexture2D"),
        (Self::RWTexture2DArray, "RWTexture2DArray"),
        (Self::RWTexture3D, "RWTexture3D"),
        (Self::Buffer, "Buffer"),
        (Self::RWBuffer, "RWBuffer"),
        (Self::StructuredBuffer, "StructuredBuffer"),
        (Self::RWStructuredBuffer, "RWStructuredBuffer"),
        (Self::AppendStructuredBuffer, "AppendStructuredBuffer"),
        (Self::ConsumeStructuredBuffer, "ConsumeStructuredBuffer"),
        (Self::ByteAddressBuffer, "ByteAddressBuffer"),
        (Self::RWByteAddressBuffer, "RWByteAddressBuffer"),
        (Self::Sampler, "sampler"),
        (Self::Sampler1D, "sampler1D"),
        (Self::Sampler2D, "sampler2D"),
        (Self::Sampler3D, "sampler3D"),
        (Self::SamplerCube, "samplerCUBE"),
        (Self::SamplerState, "SamplerState"),
        (Self::SamplerComparisonState, "SamplerComparisonState"),
        (Self::RasterizerState, "RasterizerState"),
        (Self::BlendState, "BlendState"),
        (Self::DepthStencilState, "DepthStencilState"),
        (Self::StateBlock, "stateblock"),
        (Self::RenderTargetView, "RenderTargetView"),
        (Self::DepthStencilView, "DepthStencilView"),
        (Self::VertexShader, "VertexShader"),
        (Self::PixelShader, "PixelShader"),
        (Self::GeometryShader, "GeometryShader"),
        (Self::HullShader, "HullShader"),
        (Self::DomainShader, "DomainShader"),
        (Self::ComputeShader, "ComputeShader"),
        (Self::InputPatch, "InputPatch"),
        (Self::OutputPatch, "OutputPatch"),
        (Self::PointStream, "PointStream"),
        (Self::LineStream, "LineStream"),
        (Self::TriangleStream, "TriangleStream"),
    ];

    /// The name, as HLSL spells it.
    pub fn keyword(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, keyword)| keyword)
    }
}
