//! The demos, as plain state: time moves them, a scene is composed from them, and no GPU is seen.

use nalgebra::Matrix4;

use super::AppError;
use super::stage::{Stage, places};
use crate::anim::{self, Aabb, Animator, ClipIdx, ClipRows, TransformMap};
use crate::asset::{Clip, Model};
use crate::render::{
    MaterialTint, ModelAnimation, ModelDraw, ModelId, ModelPass, Scene, TweenInstance,
};

/// Seconds that the tween demo shows a clip before it fades to the next.
const HOLD_S: f64 = 1.0;
/// Seconds that a fade takes.
const TWEEN_S: f64 = 1.0;
/// Seconds between the starts of neighbouring characters' fades.
const STAGGER_S: f64 = 0.1;

/// The model of a demo in its three forms.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// As it was imported.
    pub model: &'a Model,
    /// As it was baked.
    pub map: &'a TransformMap,
    /// As the renderer holds it.
    pub id: ModelId,
}

/// Which effect draws the characters, and what moves them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Script {
    /// `AnimationDemo.fx`: one character plays one clip.
    Play(ClipIdx),
    /// `TweenDemo.fx`: each of so many characters fades from one clip to the next and on.
    Tween {
        /// Number of characters.
        count: usize,
    },
}

impl Script {
    /// A moment that shows what the demo is about: half way through the first fade.
    #[must_use]
    pub fn poster_time_s(self) -> f64 {
        match self {
            Self::Play(_) => 0.4,
            Self::Tween { .. } => HOLD_S + TWEEN_S * 0.5,
        }
    }
}

/// A running demo.
#[derive(Clone, Debug)]
pub struct Demo {
    clips: Vec<ClipRows>,
    script: Script,
    characters: Vec<Character>,
    scene: Scene,
}

#[derive(Clone, Debug)]
struct Character {
    animator: Animator,
    world_from_model: Matrix4<f32>,
    /// Seconds until it fades to the next clip.
    until_tween_s: f64,
}

impl Demo {
    /// Sets the demo up around a model that the renderer holds.
    ///
    /// # Errors
    /// The script names a clip that the model does not have.
    pub fn new(
        script: Script,
        shown: Shown<'_>,
        pass: ModelPass,
        aspect: f32,
    ) -> Result<Self, AppError> {
        let (first, count) = match script {
            Script::Play(clip) => (clip, 1),
            Script::Tween { count } => (ClipIdx(0), count),
        };
        let Shown { model, map, id } = shown;
        // What the picture must hold: the clip that is played, or the first two, which the poster shows.
        let mut outline = anim::outline(model, map, Some(first));
        if matches!(script, Script::Tween { .. }) {
            outline.extend(anim::outline(model, map, Some(ClipIdx(1))));
        }
        let bounds = Aabb::around(&outline).unwrap_or_default();
        let places = places(&bounds, count);
        let mut characters = Vec::with_capacity(count);
        for (index, place) in places.iter().enumerate() {
            let mut animator = Animator::new(&map.clips);
            if !map.clips.is_empty() {
                animator.play(&map.clips, first)?;
            }
            characters.push(Character {
                animator,
                world_from_model: Matrix4::new_translation(place),
                until_tween_s: HOLD_S - STAGGER_S * (index % 8) as f64,
            });
        }
        let mut scene = Stage::new(&outline, &map.rest_bounds, &places, aspect).into_scene();
        let animation = match script {
            Script::Play(_) => ModelAnimation::Keyframe {
                keyframe: characters[0].animator.to_keyframe_desc(&map.clips),
                world_from_model: Matrix4::identity(),
            },
            Script::Tween { .. } => ModelAnimation::Tween(Vec::with_capacity(count)),
        };
        let material = MaterialTint::default();
        scene.models.push(ModelDraw { model: id, pass, material, animation });
        let mut demo = Self { clips: map.clips.clone(), script, characters, scene };
        demo.compose();
        Ok(demo)
    }

    /// Moves every character by a frame time.
    ///
    /// # Errors
    /// The frame time is negative or not finite.
    pub fn advance(&mut self, dt_s: f64) -> Result<(), AppError> {
        for character in &mut self.characters {
            match self.script {
                Script::Play(_) => character.animator.advance(&self.clips, dt_s)?,
                Script::Tween { .. } => character.advance_with_tweens(&self.clips, dt_s)?,
            }
        }
        self.compose();
        Ok(())
    }

    /// What the next frame shows.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Writes the state of the characters into the scene, without allocating anew.
    fn compose(&mut self) {
        match &mut self.scene.models[0].animation {
            ModelAnimation::Keyframe { keyframe, world_from_model } => {
                let character = &self.characters[0];
                *keyframe = character.animator.to_keyframe_desc(&self.clips);
                *world_from_model = character.world_from_model;
            }
            ModelAnimation::Tween(instances) => {
                instances.clear();
                instances.extend(self.characters.iter().map(|character| TweenInstance {
                    tween: character.animator.to_desc(&self.clips),
                    world_from_model: character.world_from_model,
                }));
            }
        }
    }
}

impl Character {
    /// Like [`Animator::advance`], with the fades started at exactly their times however long the frame is.
    fn advance_with_tweens(&mut self, clips: &[ClipRows], dt_s: f64) -> Result<(), AppError> {
        let mut left_s = dt_s;
        while clips.len() > 1 && self.until_tween_s <= left_s {
            self.animator.advance(clips, self.until_tween_s)?;
            left_s -= self.until_tween_s;
            let next = (self.animator.curr().clip().index() + 1) % clips.len();
            let next = ClipIdx(u16::try_from(next).unwrap_or_default());
            self.animator.start_tween(clips, next, TWEEN_S)?;
            self.until_tween_s = TWEEN_S + HOLD_S;
        }
        self.until_tween_s -= left_s;
        Ok(self.animator.advance(clips, left_s)?)
    }
}

/// Finds a clip by its name, else by its number.
///
/// # Errors
/// There is no such clip; the message lists the ones there are.
pub(super) fn find_clip(clips: &[Clip], wanted: &str) -> Result<ClipIdx, AppError> {
    let index = clips
        .iter()
        .position(|clip| clip.name == wanted)
        .or_else(|| wanted.parse::<usize>().ok().filter(|index| *index < clips.len()));
    match index.and_then(|index| u16::try_from(index).ok()) {
        Some(index) => Ok(ClipIdx(index)),
        None if clips.is_empty() => {
            Err(AppError::Usage(format!("there is no clip '{wanted}': the model has no clips")))
        }
        None => {
            let names: Vec<String> =
                clips.iter().enumerate().map(|(i, clip)| format!("{i} '{}'", clip.name)).collect();
            Err(AppError::Usage(format!(
                "there is no clip '{wanted}'; there are {}",
                names.join(", ")
            )))
        }
    }
}
