//! Pipeline state of Effects 11 as plain data: the enumerations, the five descriptions with their defaults,
//! and (for the compiler) the tables that say which member and value names a state block may use.

mod desc;
#[cfg(feature = "compiler")]
pub mod legacy;
#[cfg(feature = "compiler")]
pub mod sampler;
#[cfg(feature = "compiler")]
pub mod table;
mod value;

pub use desc::{
    BlendDesc, DepthStencilDesc, DepthStencilOpDesc, RasterizerDesc, RenderTargetBlendDesc,
    SamplerDesc,
};
pub use value::{
    Blend, BlendOp, ComparisonFunc, CullMode, D3dEnum, DepthWriteMask, FillMode, Filter, StencilOp,
    TextureAddressMode,
};
