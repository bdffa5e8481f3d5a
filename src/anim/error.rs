//! [`AnimError`]: what poses, bakes and playback refuse.

/// What poses, bakes and playback refuse.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AnimError {
    /// A time that is infinite or not a number.
    #[error("time {time_s} s is not finite")]
    Time {
        /// The time given, in seconds.
        time_s: f64,
    },
    /// A frame time that is negative, infinite or not a number.
    #[error("frame time {dt_s} s; expected zero or more, finite")]
    FrameTime {
        /// The frame time given, in seconds.
        dt_s: f64,
    },
    /// A playback speed that is infinite or not a number.
    #[error("playback speed {speed}; expected a finite number")]
    Speed {
        /// The speed given.
        speed: f32,
    },
    /// The length of a tween is infinite or not a number.
    #[error("tween duration {duration_s} s; expected a finite number")]
    TweenDuration {
        /// The duration given, in seconds.
        duration_s: f64,
    },
    /// A clip number past the end.
    #[error("clip {clip}; the model has {count} clips, numbered from 0")]
    NoSuchClip {
        /// The clip number given.
        clip: usize,
        /// Number of clips there are.
        count: usize,
    },
    /// An error bound that is negative or not a number.
    #[error("bake error bound {bound}; expected zero or more")]
    ErrorBound {
        /// The bound given.
        bound: f32,
    },
    /// A text that is no error bound.
    #[error(
        "'{text}' is no error bound; expected a fraction of the model's extent (0.0003) or metres (0.002m)"
    )]
    ErrorBoundText {
        /// The text given.
        text: String,
    },
    /// The TransformMap would be wider than an image of the device can be.
    #[error(
        "the TransformMap of '{model}' is {width_texels} texels wide ({slot_count} skin matrices x 4); \
         the device takes {max_width_texels}"
    )]
    TooWide {
        /// Name of the model.
        model: String,
        /// Texels a row takes.
        width_texels: usize,
        /// Skin matrices of the model.
        slot_count: usize,
        /// The device's limit.
        max_width_texels: u32,
    },
    /// The TransformMap would have more layers than an image array of the device can have.
    #[error(
        "the TransformMap of '{model}' has {layer_count} layers (one a clip); the device takes {max_layers}"
    )]
    TooManyLayers {
        /// Name of the model.
        model: String,
        /// Clips of the model.
        layer_count: usize,
        /// The device's limit.
        max_layers: u32,
    },
    /// The TransformMap would not fit into the bytes allowed even with two rows a clip.
    #[error(
        "the TransformMap of '{model}' takes {needed_bytes} bytes with two rows in each of {layer_count} \
         layers; {max_bytes} are allowed"
    )]
    TooLarge {
        /// Name of the model.
        model: String,
        /// Bytes with two rows a clip.
        needed_bytes: u64,
        /// Clips of the model.
        layer_count: usize,
        /// The limit given.
        max_bytes: u64,
    },
    /// A skin matrix came out infinite or not a number: the model's numbers are too large.
    #[error(
        "skin matrix {slot} (joint {joint} '{joint_name}') of clip '{clip}' is not finite at {time_s} s"
    )]
    NotFinite {
        /// Index of the skin matrix.
        slot: usize,
        /// Index of the joint that moves it.
        joint: usize,
        /// Name of that joint.
        joint_name: String,
        /// Name of the clip, or "rest pose".
        clip: String,
        /// The time, in seconds.
        time_s: f64,
    },
}
