//! [`Clip`]: the animation of a skeleton as the file keys it, one set of tracks a joint.

use nalgebra::{Quaternion, Vector3};

/// How values between two keys are found (glTF 2.0, appendix C).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// The value of the key before.
    Step,
    /// Linear, or spherical linear for rotations.
    Linear,
    /// Cubic Hermite spline with an in-tangent and an out-tangent at each key.
    CubicSpline,
}

/// Keys of one property. Times are finite, not negative and strictly increasing; there is at least one key.
///
/// `values` holds one value a key, or three (in-tangent, value, out-tangent) for
/// [`Interpolation::CubicSpline`]. The importer checks all of this.
#[derive(Clone, Debug, PartialEq)]
pub struct Track<T> {
    /// Key times in seconds.
    pub times_s: Vec<f32>,
    /// Key values.
    pub values: Vec<T>,
    /// How values between keys are found.
    pub interpolation: Interpolation,
}

/// The tracks of one joint; where one is missing the joint keeps its rest value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JointTracks {
    /// Metres.
    pub translation: Option<Track<Vector3<f32>>>,
    /// As stored in the file; not necessarily of unit length.
    pub rotation: Option<Track<Quaternion<f32>>>,
    /// Factor along each local axis.
    pub scale: Option<Track<Vector3<f32>>>,
}

/// Animated weights of the morph targets of one node's mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct MorphTrack {
    /// Index of the node in the file.
    pub node: u32,
    /// Number of morph targets: each value of `track` is one weight for each of them.
    pub target_count: usize,
    /// Weights over time.
    pub track: Track<Vec<f32>>,
}

/// One animation of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// Name as in the file, or one made from the animation number.
    pub name: String,
    /// One entry a joint of the skeleton, in its order.
    pub joints: Vec<JointTracks>,
    /// Tracks that move morph target weights.
    pub morphs: Vec<MorphTrack>,
    /// Smallest key time of all tracks, in seconds. Playback loops over `first_key_s..=last_key_s`.
    pub first_key_s: f32,
    /// Largest key time of all tracks, in seconds: the clip's duration by glTF's rule.
    pub last_key_s: f32,
}
