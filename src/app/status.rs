//! [`Status`]: what panels show and do not edit.

use super::effect_file::EffectStatus;
use super::messages::Messages;
use crate::anim::{AtEnd, TweenFrameDesc};

/// What panels show and do not edit.
#[derive(Clone, Copy, Debug)]
pub struct Status<'a> {
    /// The model that is shown.
    pub model: &'a ModelInfo,
    /// Where the characters are.
    pub playback: PlaybackStatus,
    /// How fast frames come, and from where.
    pub frame: &'a FrameStatus,
    /// The effect of the user's, if there is one.
    pub effect: Option<&'a EffectStatus>,
    /// What went wrong or is worth saying, newest last.
    pub messages: &'a Messages,
    /// Time of the program, seconds: messages fade by it.
    pub time_s: f64,
}

/// A model's names, put together once when it is opened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelInfo {
    /// Name of its file, or of our character.
    pub name: String,
    /// Its clips.
    pub clips: Vec<ClipInfo>,
    /// Its joints, parents first, each with its depth in the tree (0 for roots).
    pub joints: Vec<(String, u16)>,
    /// Its draws: name, triangles, material.
    pub meshes: Vec<MeshInfo>,
    /// What the importer ignored or repaired.
    pub notes: Vec<String>,
    /// Names of all open models, and which of them this is.
    pub open: Vec<String>,
    /// Index into `open`.
    pub open_index: usize,
}

/// A clip of a [`ModelInfo`].
#[derive(Clone, Debug, PartialEq)]
pub struct ClipInfo {
    /// Its name.
    pub name: String,
    /// Seconds from its first key to its last.
    pub duration_s: f64,
    /// Authored frames.
    pub frame_count: u32,
    /// Authored frames a second.
    pub frames_per_s: f64,
}

/// A draw of a [`ModelInfo`].
#[derive(Clone, Debug, PartialEq)]
pub struct MeshInfo {
    /// Its name.
    pub name: String,
    /// Triangles.
    pub triangle_count: usize,
    /// Name of its material.
    pub material: String,
}

/// The demos.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DemoKind {
    /// `TweenDemo.fx`: characters that fade from clip to clip.
    Tween,
    /// `AnimationDemo.fx`: one character in one clip.
    Animation,
    /// `RenderDemo.fx`: many characters among props.
    Scene,
}

impl DemoKind {
    /// Its name, as on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tween => "tween",
            Self::Animation => "animation",
            Self::Scene => "scene",
        }
    }

    /// Whether its characters fade from clip to clip.
    #[must_use]
    pub fn has_tweens(self) -> bool {
        self != Self::Animation
    }

    /// The one that comes after it.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Tween => Self::Animation,
            Self::Animation => Self::Scene,
            Self::Scene => Self::Tween,
        }
    }
}

/// Where the character is that the fields show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaybackStatus {
    /// The demo that runs.
    pub demo: DemoKind,
    /// Number of characters.
    pub character_count: usize,
    /// The clip that plays.
    pub anim_index: i64,
    /// The clip that was last asked for by `NextAnimIndex`.
    pub next_anim_index: i64,
    /// The authored frame that is shown.
    pub curr_frame: u32,
    /// Clip seconds that pass in a second.
    pub speed: f32,
    /// What the clip does at its end.
    pub at_end: AtEnd,
    /// The clip is one that plays once and has ended.
    pub is_finished: bool,
    /// The clip that waits for the running tween to end.
    pub waiting: Option<i64>,
    /// Exactly what the vertex shader reads; the animation demo reads `curr` of it.
    pub desc: TweenFrameDesc,
}

/// How fast frames come, and from where.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrameStatus {
    /// Seconds that the CPU worked for a frame, smoothed.
    pub cpu_time_s: f64,
    /// Seconds that the GPU worked for a frame, smoothed; `None` where it has no clock.
    pub gpu_time_s: Option<f64>,
    /// Seconds from the start of the last frame to that of this one, as they passed.
    pub frame_time_s: f64,
    /// Frames a second, smoothed.
    pub frames_per_s: f64,
    /// Pixels.
    pub size_px: [u32; 2],
    /// Physical pixels to one logical pixel.
    pub scale: f32,
    /// Name of the GPU.
    pub gpu: String,
    /// Samples a pixel.
    pub sample_count: u32,
    /// Whether the GPU can have four samples.
    pub can_multisample: bool,
    /// RenderDoc is there and takes captures.
    pub can_capture: bool,
}
