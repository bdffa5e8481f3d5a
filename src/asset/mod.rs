//! Model files to plain data. Nothing here knows a GPU.

mod clip;
mod model;
mod skeleton;

pub use clip::{Clip, Interpolation, JointTracks, MorphTrack, Track};
pub use model::{
    AlphaMode, Image, Material, Mesh, Model, MorphTarget, SkinSlot, SlotIdx, Texture, Vertices,
    Wrap,
};
pub use skeleton::{Joint, JointIdx, Skeleton, SkeletonError, Transform};
