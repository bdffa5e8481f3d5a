//! [`Action`]: what a user can ask for that happens once, by key, by panel or by dropping a file.

use std::path::PathBuf;

use crate::anim::{AtEnd, ClipIdx};

/// Something that happens once.
///
/// Numbers are as typed: any `i64` or `f32`. What is outside of its range gets the defined answer (indices wrap
/// around) or a message; nothing is lost.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Plays a clip from its start, without a tween: `AnimIndex`.
    SetAnimIndex(i64),
    /// Fades to a clip: `NextAnimIndex`.
    SetNextAnimIndex(i64),
    /// Shows an authored frame of the clip: `CurrFrame`. The animation demo then no longer plays by time.
    SetCurrFrame(i64),
    /// Moves by so many authored frames and pauses.
    StepFrames(i64),
    /// Sets the speed: 0 freezes, below 0 plays backwards.
    SetSpeed(f32),
    /// Sets what a clip does at its end.
    SetAtEnd(ClipIdx, AtEnd),
    /// Starts or stops time.
    TogglePause,
    /// Shows the next demo with the same model.
    NextDemo,
    /// Shows the next of the models that are open.
    NextModel,
    /// Shows one of the models that are open, by its place in [`ModelInfo::open`](super::ModelInfo::open).
    ShowModel(usize),
    /// Turns the camera to see all of the model from the front.
    FrameModel,
    /// Changes between the passes: textured, wireframe.
    TogglePass,
    /// Shows or hides the panels.
    ToggleOverlay,
    /// Shows or hides the list of keys.
    ToggleHelp,
    /// Sets light, material and playback back to what they were at the start.
    ResetSettings,
    /// Captures the next frame with RenderDoc.
    Capture,
    /// Writes the next frame to a PNG.
    SavePicture,
    /// Draws with another technique of the user's effect, by its number.
    ShowTechnique(usize),
    /// Draws with the next technique of the user's effect.
    NextTechnique,
    /// Draws one pass of the technique alone, the next one, and after the last all of them.
    NextEffectPass,
    /// Shows a picture in a texture of the user's effect.
    SetTexture(String, PathBuf),
    /// Opens a model, or a picture for the user's effect.
    Open(PathBuf),
    /// Leaves the program.
    Quit,
}
