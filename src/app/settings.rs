//! [`Settings`]: everything that panels edit, as plain values. Nothing here knows a window or a GPU.
//!
//! What lasts (a speed, a colour, a switch) is a setting; what happens once (a clip that is asked for, a
//! step, a capture) is an [`Action`](super::Action).

use serde::{Deserialize, Serialize};

use super::effect_file::EffectSettings;
use crate::render::{Light, MaterialTint, ModelPass};

/// Everything that panels edit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// How time moves the characters.
    pub playback: PlaybackSettings,
    /// What the picture looks like.
    pub picture: PictureSettings,
    /// The effect of the user's.
    pub effect: EffectSettings,
    /// The overlay and the window; remembered from one run to the next.
    pub interface: InterfaceSettings,
}

/// Longest tween that can be asked for, seconds: who typed too many digits does not wait for ever.
pub const MAX_TWEEN_S: f32 = 3600.0;

/// How time moves the characters.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaybackSettings {
    /// Time stands still, for all characters.
    pub is_paused: bool,
    /// Seconds that the next tween takes, 0 to [`MAX_TWEEN_S`]; 0 swaps at once.
    pub tween_duration_s: f32,
    /// Tween demo: characters fade from clip to clip by themselves.
    pub auto_tween: bool,
    /// Animation demo: the clip plays by time, with frames mixed; otherwise `CurrFrame` alone says what is shown.
    pub by_time: bool,
    /// The character that the fields show and drive; all of them without one.
    pub character: Option<usize>,
}

impl Default for PlaybackSettings {
    fn default() -> Self {
        Self {
            is_paused: false,
            tween_duration_s: 1.0,
            auto_tween: true,
            by_time: true,
            character: None,
        }
    }
}

impl PlaybackSettings {
    /// Takes over a tween duration as somebody asked for it: the nearest one that there is, for NaN the old one.
    pub fn set_tween_duration_s(&mut self, asked_s: f32) {
        if !asked_s.is_nan() {
            self.tween_duration_s = asked_s.clamp(0.0, MAX_TWEEN_S);
        }
    }
}

/// What the picture looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureSettings {
    /// The pass of the effect.
    pub pass: ModelPass,
    /// The light.
    pub light: Light,
    /// Factors on every material.
    pub material: MaterialTint,
    /// The ground is drawn.
    pub has_ground: bool,
    /// Models cast shadows.
    pub has_shadows: bool,
    /// Four samples a pixel, where the GPU has them.
    pub multisampling: bool,
}

impl Default for PictureSettings {
    fn default() -> Self {
        Self {
            pass: ModelPass::Textured,
            light: super::stage::LIGHT,
            material: MaterialTint::default(),
            has_ground: true,
            has_shadows: true,
            multisampling: false,
        }
    }
}

/// The overlay and the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct InterfaceSettings {
    /// The panels are shown.
    pub is_overlay_visible: bool,
    /// The list of keys is shown.
    pub is_help_open: bool,
    /// Colours of the panels.
    pub style: Style,
    /// No more frames than the monitor shows, also where presenting does not wait for it.
    pub limits_frame_rate: bool,
}

impl Default for InterfaceSettings {
    fn default() -> Self {
        Self {
            is_overlay_visible: true,
            is_help_open: false,
            style: Style::default(),
            limits_frame_rate: true,
        }
    }
}

/// Colours of the panels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// Light text on dark panels.
    #[default]
    Dark,
    /// Dark text on light panels.
    Light,
}
