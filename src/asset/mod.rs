//! Model files to plain data. Nothing here knows a GPU.

mod bind;
mod clip;
pub mod collada;
mod convert;
mod error;
pub mod fbx;
pub mod gltf;
mod import;
mod load;
mod model;
mod shape;
mod skeleton;
mod winding;

pub use bind::bind_clips;
pub use clip::{Clip, Interpolation, JointTracks, MorphTrack, Track};
pub use error::AssetError;
pub use import::{ImportError, MAX_INPUT_BYTES};
pub use load::load;
pub use model::{
    AlphaMode, Image, MAX_INFLUENCES, Material, Mesh, Model, MorphTarget, SkinSlot, SlotIdx,
    Texture, Vertices, Wrap,
};
pub use shape::ShapeError;
pub use skeleton::{Joint, JointIdx, Skeleton, SkeletonError, Transform};
