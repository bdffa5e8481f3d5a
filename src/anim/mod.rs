//! Plain data to plain data: clips to poses, poses to the TransformMap, and its playback. Nothing here
//! knows a GPU.
//!
//! ```text
//! Clip --sample--> Pose --hierarchy, inverse bind--> skin matrices --+--> skin_mesh (CPU)
//!                                                                    +--> bake: TransformMap + ClipRows
//! ClipRows --Animator::advance--> rows and ratio --to_desc--> KeyframeDesc / TweenFrameDesc
//! ```

mod bake;
mod bake_error;
mod bake_options;
#[cfg(test)]
mod bake_tests;
mod bounds;
mod desc;
mod error;
#[cfg(test)]
pub(crate) mod fixtures;
mod key_grid;
mod keyed;
mod outline;
mod playback;
#[cfg(test)]
mod playback_tests;
mod playhead;
mod pose;
mod sample;
mod skinning;
mod transform_map;

pub use bake::{MAX_KEY_ROWS, bake, bake_pose, bake_with_progress};
pub use bake_error::{VertexError, measure_vertex_error};
pub use bake_options::{BakeLimits, BakeOptions, ErrorBound};
use bounds::extent_m;
pub use bounds::{Aabb, rest_bounds, slot_bounds};
pub use desc::{KeyframeDesc, TweenFrameDesc};
pub use error::AnimError;
pub use key_grid::{FALLBACK_RATE_PER_S, KeyGrid};
pub use keyed::Keyed;
pub use outline::outline;
pub use playback::{Animator, MAX_FRAME_TIME_S, wrap_clip, wrap_index};
pub use playhead::{Playhead, RowPair};
pub use pose::{ClipSampler, Pose, skin_matrices_into};
pub use sample::ClipTime;
pub use skinning::{SkinnedMesh, blended_matrix, morph_weights, morphed_vertices, skin_mesh};
pub use transform_map::{AtEnd, ClipIdx, ClipRows, DensityLimit, TransformMap};
