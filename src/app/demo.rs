//! [`Demo`]: a model, its characters and the camera, as plain state. Actions and time change it, a scene is
//! composed from it, and no GPU is seen. Pictures without a window and the window itself stand on it alike.

use nalgebra::{Matrix4, Point3, Vector2, Vector3};

use super::orbit::OrbitCamera;
use super::playback::{HOLD_S, Playback};
use super::settings::{PictureSettings, PlaybackSettings, Settings};
use super::stage::{self, Stage, places};
use super::{Action, AppError, DemoKind, PlaybackStatus};
use crate::anim::{self, Aabb, ClipIdx, TransformMap};
use crate::asset::{Clip, Model};
use crate::render::{
    Camera, Ground, Light, MaterialTint, ModelAnimation, ModelDraw, ModelId, ModelPass, Scene,
    TweenInstance, UserDraw,
};

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

/// What a demo starts with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Script {
    /// `AnimationDemo.fx`: one character plays one clip.
    Play(ClipIdx),
    /// `TweenDemo.fx`: each of so many characters (at least one) fades from one clip to the next and on.
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
            Self::Tween { .. } => {
                HOLD_S + f64::from(PlaybackSettings::default().tween_duration_s) * 0.5
            }
        }
    }
}

/// A running demo.
#[derive(Clone, Debug)]
pub struct Demo {
    playback: Playback,
    tween: Arrangement,
    animation: Arrangement,
    camera: OrbitCamera,
    aspect: f32,
    lens_shift: Vector2<f32>,
    /// Outermost points of the model in the clips that it starts with.
    outline: Vec<Vector3<f32>>,
    outlined: Vec<ClipIdx>,
    scene: Scene,
}

/// Where the characters of one of the demos stand.
#[derive(Clone, Debug)]
struct Arrangement {
    places: Vec<Vector3<f32>>,
    /// Here while it is not in the scene.
    ground: Option<Ground>,
}

impl Demo {
    /// Sets the demo up around a model that the renderer holds, for a picture that is `aspect` times as wide as high.
    ///
    /// The scene is composed with the settings that a program starts with; [`Self::advance`] composes it with others.
    ///
    /// # Errors
    /// The script names a clip that the model does not have.
    pub fn new(script: Script, shown: Shown<'_>, aspect: f32) -> Result<Self, AppError> {
        let Shown { model, map, id } = shown;
        let (kind, first, count) = match script {
            Script::Play(clip) => (DemoKind::Animation, clip, 1),
            Script::Tween { count } => (DemoKind::Tween, ClipIdx(0), count.max(1)),
        };
        let playback = Playback::new(kind, map.clips.clone(), first, count)?;

        // What the picture must hold: the clip that is played, or the first two, which the poster shows.
        let outlined = match kind {
            DemoKind::Animation => vec![first],
            DemoKind::Tween => vec![first, ClipIdx(1)],
        };
        let outline: Vec<_> =
            outlined.iter().flat_map(|clip| anim::outline(model, map, Some(*clip))).collect();
        let bounds = Aabb::around(&outline).unwrap_or_default();
        let stage = |places: &[_]| Stage::new(&outline, &map.rest_bounds, places, aspect);
        let tween_places = places(&bounds, count);
        let animation_places = vec![Vector3::zeros()];
        let mut scene = match kind {
            DemoKind::Tween => stage(&tween_places).into_scene(),
            DemoKind::Animation => stage(&animation_places).into_scene(),
        };
        let mut arrangement = |places: Vec<_>, of: DemoKind| {
            let ground =
                if of == kind { scene.ground.take() } else { stage(&places).into_scene().ground };
            Arrangement { places, ground }
        };
        let tween = arrangement(tween_places, DemoKind::Tween);
        let animation = arrangement(animation_places, DemoKind::Animation);
        scene.models.push(ModelDraw {
            model: id,
            pass: ModelPass::Textured,
            material: MaterialTint::default(),
            animation: ModelAnimation::Tween(Vec::new()),
        });
        let camera = OrbitCamera::new(scene.camera, map.extent_m());
        let lens_shift = Vector2::zeros();
        let mut demo = Self {
            playback,
            tween,
            animation,
            camera,
            aspect,
            lens_shift,
            outline,
            outlined,
            scene,
        };
        demo.compose(&Settings::default());
        Ok(demo)
    }

    /// Does what an action asks for, at once, also while time stands still. Actions that are the window's (captures,
    /// pictures, models, quitting) change nothing here.
    ///
    /// # Errors
    /// What was asked for cannot be done; everything stays as it was.
    pub fn perform(&mut self, action: &Action, settings: &mut Settings) -> Result<(), AppError> {
        match action {
            Action::NextDemo => {
                let ground = self.scene.ground.take();
                let left = self.arrangement_mut();
                left.ground = ground.or(left.ground.take());
                self.playback.next_demo();
            }
            Action::FrameModel => {
                let points = self.points_to_frame(&settings.playback);
                self.camera.frame(&points, self.aspect);
            }
            Action::TogglePass => {
                settings.picture.pass = match settings.picture.pass {
                    ModelPass::Textured => ModelPass::Wireframe,
                    ModelPass::Wireframe => ModelPass::Textured,
                };
            }
            Action::ToggleOverlay => {
                let is_visible = &mut settings.interface.is_overlay_visible;
                *is_visible = !*is_visible;
            }
            Action::ToggleHelp => {
                settings.interface.is_help_open = !settings.interface.is_help_open;
            }
            Action::ResetSettings => {
                self.playback.perform(action, &mut settings.playback)?;
                let PictureSettings { light, material, .. } = PictureSettings::default();
                (settings.picture.light, settings.picture.material) = (light, material);
            }
            _ => self.playback.perform(action, &mut settings.playback)?,
        }
        self.compose(settings);
        Ok(())
    }

    /// Moves every character by a frame time, unless time stands still, and composes the scene with the settings.
    ///
    /// # Errors
    /// The frame time is negative or not finite; nothing moves then.
    pub fn advance(&mut self, settings: &Settings, dt_s: f64) -> Result<(), AppError> {
        self.playback.advance(&settings.playback, dt_s)?;
        self.compose(settings);
        Ok(())
    }

    /// What the next frame shows, as of the last [`Self::advance`] or [`Self::perform`].
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Draws with the user's effect from now on, or with our own.
    pub(super) fn set_user(&mut self, user: Option<UserDraw>) {
        self.scene.user = user;
    }

    /// Where the character is that the fields show.
    #[must_use]
    pub fn status(&self, settings: &Settings) -> PlaybackStatus {
        self.playback.status(&settings.playback)
    }

    /// The camera, to be moved; the next [`Self::advance`] shows it.
    pub fn camera_mut(&mut self) -> &mut OrbitCamera {
        &mut self.camera
    }

    /// Says how large the picture is, and how much of it at its left is covered, in pixels: the model is shown in the
    /// middle of what is free, at least a quarter. Nonsense is ignored.
    pub fn set_picture(&mut self, size_px: [u32; 2], covered_px: f32) {
        let [width, height] = size_px.map(|it| it.max(1) as f32);
        if covered_px.is_finite() {
            let covered = (covered_px / width).clamp(0.0, 0.75);
            self.aspect = width * (1.0 - covered) / height;
            self.lens_shift = Vector2::new(covered, 0.0);
        }
    }

    fn arrangement_mut(&mut self) -> &mut Arrangement {
        match self.playback.kind() {
            DemoKind::Tween => &mut self.tween,
            DemoKind::Animation => &mut self.animation,
        }
    }

    /// What the camera is to hold: all characters, or the one that is chosen.
    fn points_to_frame(&self, settings: &PlaybackSettings) -> Vec<Point3<f32>> {
        let places = match self.playback.kind() {
            DemoKind::Tween => &self.tween.places,
            DemoKind::Animation => &self.animation.places,
        };
        let driven = self.playback.driven(settings);
        let mut points = Vec::new();
        for (place, character) in places[driven.clone()].iter().zip(driven) {
            let clip = self.playback.clip_of(character);
            match self.playback.clips().get(clip.index()) {
                // Of other clips only the box is known, which holds every vertex and some air.
                Some(rows) if !self.outlined.contains(&clip) => {
                    points.extend(rows.bounds.corners().map(|it| Point3::from(it + place)));
                }
                _ => points.extend(self.outline.iter().map(|it| Point3::from(it + place))),
            }
        }
        points
    }

    /// Writes characters, settings and camera into the scene. In a steady frame nothing is allocated.
    fn compose(&mut self, settings: &Settings) {
        let Self { playback, tween, animation, scene, camera, lens_shift, .. } = self;
        let arrangement = match playback.kind() {
            DemoKind::Tween => tween,
            DemoKind::Animation => animation,
        };
        scene.camera = Camera { lens_shift: *lens_shift, ..camera.camera() };
        scene.light = usable_light(&settings.picture.light);
        scene.shadow_map_px = if settings.picture.has_shadows { stage::SHADOW_MAP_PX } else { 0 };
        if settings.picture.has_ground != scene.ground.is_some() {
            std::mem::swap(&mut scene.ground, &mut arrangement.ground);
        }
        let draw = &mut scene.models[0];
        draw.pass = settings.picture.pass;
        draw.material = usable_tint(&settings.picture.material);
        match (playback.kind(), &mut draw.animation) {
            (DemoKind::Tween, ModelAnimation::Tween(instances)) => {
                instances.clear();
                instances.extend(playback.tween_descs().zip(&arrangement.places).map(
                    |(tween, place)| TweenInstance {
                        tween,
                        world_from_model: Matrix4::new_translation(place),
                    },
                ));
            }
            (DemoKind::Tween, other @ ModelAnimation::Keyframe { .. }) => {
                *other = ModelAnimation::Tween(Vec::new());
                self.compose(settings);
            }
            (DemoKind::Animation, other) => {
                *other = ModelAnimation::Keyframe {
                    keyframe: playback.keyframe_desc(&settings.playback),
                    world_from_model: Matrix4::identity(),
                };
            }
        }
    }
}

/// The light with what is typed wrong replaced: numbers that are none, and a direction of no length.
fn usable_light(light: &Light) -> Light {
    let Light { ambient, diffuse, specular, emissive, direction } = stage::LIGHT;
    let length = light.direction.norm();
    Light {
        ambient: finite(light.ambient, ambient),
        diffuse: finite(light.diffuse, diffuse),
        specular: finite(light.specular, specular),
        emissive: finite(light.emissive, emissive),
        direction: if length.is_finite() && length > 1e-6 { light.direction } else { direction },
    }
}

fn usable_tint(tint: &MaterialTint) -> MaterialTint {
    let MaterialTint { ambient, diffuse, specular, emissive } = MaterialTint::default();
    MaterialTint {
        ambient: finite(tint.ambient, ambient),
        diffuse: finite(tint.diffuse, diffuse),
        specular: finite(tint.specular, specular),
        emissive: finite(tint.emissive, emissive),
    }
}

/// The colour, each part of it replaced where it is infinite or not a number.
fn finite(color: [f32; 4], otherwise: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|it| if color[it].is_finite() { color[it] } else { otherwise[it] })
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
