//! Effects at run time: the interface of Microsoft's Effects 11 over [`gpu`](crate::gpu).
//!
//! An [`Effect`] is made from what effectc compiled. Techniques, passes and variables are looked up by
//! name, once; the handles are then cheap to use. Values and resources that are set stay set. Applying a
//! pass sends what changed, binds pipeline and descriptors, and sets all state: what the pass does not
//! set has Direct3D's defaults.
//!
//! ```text
//! set_*(variable, value) --> shadow copies, bound resources
//! apply(pass)            --> constants into the frame's ring (dynamic offsets)
//!                            descriptor set of what is bound: found, or made and kept
//!                            pipeline of (pass, target formats, topology, chosen shaders): found, or made and kept
//! draw, dispatch         --> waits for what earlier shaders wrote (see `gpu::Commands::writes_resources`)
//! ```
//!
//! What the program does itself: it begins passes on targets ([`Effect::target_of`] gives those of `SetRenderTargets`), binds
//! vertex, index and stream buffers, and puts images into the layout of their next use. What Direct3D hides is in the open
//! here: the counters of append buffers are buffers ([`Effect::counter`]).

mod apply;
mod array;
mod counter;
mod error;
mod get;
mod layout;
mod load;
mod lookup;
mod nearest;
mod null;
mod outputs;
mod pass;
mod pipelines;
mod points;
mod query;
mod sampler;
mod select;
mod set;
mod state;
mod targets;
mod topology;
mod variable;

pub use error::{EffectError, EffectResult, MissingFeature};
pub use load::Effect;
pub use query::PassMask;
pub(crate) use select::chosen_element;
pub use targets::TargetVar;
pub use topology::Topology;
pub use variable::{
    BufferVar, ConstantBufferVar, MatrixVar, PassId, RawVar, Resource, ResourceVar, SamplerVar,
    ScalarVar, VectorVar, Which,
};
