//! [`Subject`]: what the command line asks to be shown, off screen or in a window.

use std::path::PathBuf;

use super::AppError;
use super::cli::{Cli, Command, DemoName, DrawArgs};
use super::demo::{SCENE_COUNT, Script, find_clip};
use super::effect_file::EffectSource;
use super::open::Source;
use crate::anim::ClipIdx;
use crate::asset::{Clip, Model};

/// What `--clip` is to show the rest pose, unless a clip is called so.
const NO_CLIP: &str = "none";

/// Whether the name of a clip asks for the rest pose.
fn is_no_clip(clips: &[Clip], wanted: &str) -> bool {
    wanted == NO_CLIP && clips.iter().all(|it| it.name != NO_CLIP)
}

/// The clip that a command line names, the first where it names none; `None` is the rest pose.
///
/// # Errors
/// There is no such clip.
pub(super) fn clip_of(clips: &[Clip], wanted: Option<&str>) -> Result<Option<ClipIdx>, AppError> {
    match wanted {
        None => Ok((!clips.is_empty()).then_some(ClipIdx(0))),
        Some(wanted) if is_no_clip(clips, wanted) => Ok(None),
        Some(wanted) => find_clip(clips, wanted).map(Some),
    }
}

/// What is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Our character fades from clip to clip.
    TweenDemo,
    /// Our character plays its first clip.
    AnimationDemo,
    /// Our character many times over, among props.
    SceneDemo,
    /// Models of the user's.
    View {
        /// The models, at least one.
        files: Vec<PathBuf>,
        /// Files with more clips for them.
        clips: Vec<PathBuf>,
        /// The clip to start with, by name or number, the first without it; `none` is the rest pose.
        clip: Option<String>,
        /// An effect of the user's that they are drawn with.
        effect: Option<EffectSource>,
    },
}

impl Subject {
    /// What a command line shows, and how; `None` for commands that show nothing.
    #[must_use]
    pub fn of(cli: &Cli) -> Option<(Self, &DrawArgs)> {
        match &cli.command {
            None => Some((Self::TweenDemo, &cli.draw)),
            Some(Command::Demo { name: DemoName::Tween, draw }) => Some((Self::TweenDemo, draw)),
            Some(Command::Demo { name: DemoName::Animation, draw }) => {
                Some((Self::AnimationDemo, draw))
            }
            Some(Command::Demo { name: DemoName::Scene, draw }) => Some((Self::SceneDemo, draw)),
            Some(Command::View { files, clips, clip, effect, draw }) => {
                let (files, clips, clip) = (files.clone(), clips.clone(), clip.clone());
                let effect = EffectSource::of(effect);
                Some((Self::View { files, clips, clip, effect }, draw))
            }
            Some(
                Command::Info { .. }
                | Command::Pose { .. }
                | Command::Convert { .. }
                | Command::Bench { .. },
            ) => None,
        }
    }

    /// Where its models come from; the first is shown.
    #[must_use]
    pub fn sources(&self) -> Vec<Source> {
        match self {
            Self::TweenDemo | Self::AnimationDemo | Self::SceneDemo => vec![Source::Character],
            Self::View { files, .. } => files.iter().cloned().map(Source::File).collect(),
        }
    }

    /// Files with more clips for its models.
    #[must_use]
    pub fn clips(&self) -> &[PathBuf] {
        match self {
            Self::TweenDemo | Self::AnimationDemo | Self::SceneDemo => &[],
            Self::View { clips, .. } => clips,
        }
    }

    /// The effect of the user's that they are drawn with, if there is one.
    #[must_use]
    pub fn effect(&self) -> Option<&EffectSource> {
        match self {
            Self::TweenDemo | Self::AnimationDemo | Self::SceneDemo => None,
            Self::View { effect, .. } => effect.as_ref(),
        }
    }

    /// Takes the clips from its first model, if the command line asks for the pose without any.
    pub fn drop_clips(&self, model: &mut Model) {
        if self.wants_no_clip(model) {
            model.clips.clear();
        }
    }

    fn wants_no_clip(&self, model: &Model) -> bool {
        matches!(self, Self::View { clip: Some(clip), .. } if is_no_clip(&model.clips, clip))
    }

    /// The clip that the command line names, if it names one, of its first model.
    ///
    /// # Errors
    /// The model does not have it.
    pub fn named_clip(&self, model: &Model) -> Result<Option<ClipIdx>, AppError> {
        match self {
            Self::View { .. } if self.wants_no_clip(model) => Ok(None),
            Self::View { clip: Some(clip), .. } => find_clip(&model.clips, clip).map(Some),
            Self::TweenDemo
            | Self::AnimationDemo
            | Self::SceneDemo
            | Self::View { clip: None, .. } => Ok(None),
        }
    }

    /// What a picture of it shows; `count` is the number of characters that is asked for.
    ///
    /// # Errors
    /// As [`Self::named_clip`].
    pub fn picture_script(&self, model: &Model, count: Option<u32>) -> Result<Script, AppError> {
        match self {
            Self::TweenDemo => Ok(Script::Tween { count: count.unwrap_or(1) as usize }),
            Self::SceneDemo => Ok(scene_script(count)),
            Self::AnimationDemo | Self::View { .. } => {
                Ok(Script::Play(self.named_clip(model)?.unwrap_or_default()))
            }
        }
    }

    /// What a window starts with: a model of the user's is there to be tried, tweens included.
    #[must_use]
    pub fn window_script(&self, count: Option<u32>) -> Script {
        match self {
            Self::AnimationDemo => Script::Play(ClipIdx(0)),
            Self::SceneDemo => scene_script(count),
            Self::TweenDemo | Self::View { .. } => {
                Script::Tween { count: count.unwrap_or(1) as usize }
            }
        }
    }

    /// Beginning of the names of its pictures and captures.
    #[must_use]
    pub fn file_stem(&self) -> &'static str {
        match self {
            Self::TweenDemo => "sinew-tween",
            Self::AnimationDemo => "sinew-animation",
            Self::SceneDemo => "sinew-scene",
            Self::View { .. } => "sinew-view",
        }
    }
}

fn scene_script(count: Option<u32>) -> Script {
    Script::Scene { count: count.map_or(SCENE_COUNT, |it| it as usize) }
}
