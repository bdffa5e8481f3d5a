//! [`Demo`]: a model, its characters and the camera, as plain state. Actions and time change it, a scene is
//! composed from it, and no GPU is seen. Pictures without a window and the window itself stand on it alike.

use nalgebra::{Matrix4, Point3, Vector2, Vector3};

use super::orbit::OrbitCamera;
use super::playback::{HOLD_S, Playback};
use super::props::PropIds;
use super::settings::{PictureSettings, PlaybackSettings, Settings};
use super::stage::{self, Stage, places};
use super::yard::{self, Yard};
use super::{Action, AppError, DemoKind, PlaybackStatus, character};
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
    /// `RenderDemo.fx`: so many characters (at least one) among props, which [`Demo::set_props`] hands over.
    Scene {
        /// Number of characters.
        count: usize,
    },
}

/// Characters of the scene demo as long as nobody says otherwise.
pub(super) const SCENE_COUNT: usize = 60;

impl Script {
    /// A moment that shows what the demo is about: half way through the first fade, or at the height of a blow.
    #[must_use]
    pub fn poster_time_s(self) -> f64 {
        match self {
            Self::Play(_) => 0.4,
            Self::Tween { .. } => {
                HOLD_S + f64::from(PlaybackSettings::default().tween_duration_s) * 0.5
            }
            Self::Scene { .. } => 0.4,
        }
    }
}

/// A running demo.
#[derive(Clone, Debug)]
pub struct Demo {
    playback: Playback,
    tween: Arrangement,
    animation: Arrangement,
    yard: Yard,
    camera: OrbitCamera,
    yard_camera: OrbitCamera,
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
        let (kind, first, count, scene_count) = match script {
            Script::Play(clip) => (DemoKind::Animation, clip, 1, SCENE_COUNT),
            Script::Tween { count } => (DemoKind::Tween, ClipIdx(0), count.max(1), SCENE_COUNT),
            Script::Scene { count } => (DemoKind::Scene, ClipIdx(0), 1, count.max(1)),
        };
        let parts = yard::parts(scene_count, &map.clips);
        let mut playback = Playback::new(kind, map.clips.clone(), first, count, parts)?;
        playback.set_ground_speeds(character::ground_speeds_m_per_s(model));

        // What the picture must hold: the clip that is played, or the first two, which the poster shows.
        let outlined = match kind {
            DemoKind::Animation => vec![first],
            DemoKind::Tween | DemoKind::Scene => vec![first, ClipIdx(1)],
        };
        let outline: Vec<_> =
            outlined.iter().flat_map(|clip| anim::outline(model, map, Some(*clip))).collect();
        let bounds = Aabb::around(&outline).unwrap_or_default();
        let stage = |places: &[_]| Stage::new(&outline, &map.rest_bounds, places, aspect);
        let tween_places = places(&bounds, count);
        let animation_places = vec![Vector3::zeros()];
        let mut scene = match kind {
            DemoKind::Tween | DemoKind::Scene => stage(&tween_places).into_scene(),
            DemoKind::Animation => stage(&animation_places).into_scene(),
        };
        let mut arrangement = |places: Vec<_>, of: DemoKind| {
            let ground =
                if of == kind { scene.ground.take() } else { stage(&places).into_scene().ground };
            Arrangement { places, ground }
        };
        let tween = arrangement(tween_places, DemoKind::Tween);
        let animation = arrangement(animation_places, DemoKind::Animation);
        let mut yard = Yard::new(&map.rest_bounds, scene_count);
        if kind == DemoKind::Scene {
            scene.ground = yard.ground.take();
        }
        scene.models.push(ModelDraw {
            model: id,
            pass: ModelPass::Textured,
            material: MaterialTint::default(),
            animation: ModelAnimation::Tween(Vec::new()),
        });
        let camera = OrbitCamera::new(scene.camera, map.extent_m());
        let yard_camera = OrbitCamera::new(Yard::camera(aspect), Yard::extent_m());
        let lens_shift = Vector2::zeros();
        let mut demo = Self {
            playback,
            tween,
            animation,
            yard,
            camera,
            yard_camera,
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
                let left = self.ground_mut();
                *left = ground.or(left.take());
                self.playback.next_demo();
            }
            Action::FrameModel => self.frame(&settings.playback),
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

    /// Puts up the props of the scene demo, which the renderer holds.
    pub fn set_props(&mut self, props: &PropIds) {
        self.yard.set_props(props, self.scene.models[0].model);
        self.yard.show_props(&mut self.scene, false);
        self.yard.show_props(&mut self.scene, self.playback.kind() == DemoKind::Scene);
    }

    /// The camera, to be moved; the next [`Self::advance`] shows it.
    pub fn camera_mut(&mut self) -> &mut OrbitCamera {
        match self.playback.kind() {
            DemoKind::Tween | DemoKind::Animation => &mut self.camera,
            DemoKind::Scene => &mut self.yard_camera,
        }
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

    /// Where the ground of the demo that runs is kept while it is not in the scene.
    fn ground_mut(&mut self) -> &mut Option<Ground> {
        match self.playback.kind() {
            DemoKind::Tween => &mut self.tween.ground,
            DemoKind::Animation => &mut self.animation.ground,
            DemoKind::Scene => &mut self.yard.ground,
        }
    }

    /// Turns the camera to what is shown, from the front.
    fn frame(&mut self, settings: &PlaybackSettings) {
        if self.playback.kind() == DemoKind::Scene && settings.character.is_none() {
            self.yard_camera = OrbitCamera::new(Yard::camera(self.aspect), Yard::extent_m());
            return;
        }
        let points = self.points_to_frame(settings);
        let aspect = self.aspect;
        self.camera_mut().frame(&points, aspect);
    }

    /// What the camera is to hold: all characters, or the one that is chosen.
    fn points_to_frame(&self, settings: &PlaybackSettings) -> Vec<Point3<f32>> {
        let driven = self.playback.driven(settings);
        let worlds = self.worlds().skip(driven.start).take(driven.len());
        let mut points = Vec::new();
        for (world_from_model, character) in worlds.zip(driven) {
            let clip = self.playback.clip_of(character);
            let placed = |it: &Vector3<f32>| world_from_model.transform_point(&Point3::from(*it));
            match self.playback.clips().get(clip.index()) {
                // Of other clips only the box is known, which holds every vertex and some air.
                Some(rows) if !self.outlined.contains(&clip) => {
                    points.extend(rows.bounds.corners().iter().map(placed));
                }
                _ => points.extend(self.outline.iter().map(placed)),
            }
        }
        points
    }

    /// Where the characters of the demo that runs are (`world_from_model`).
    fn worlds(&self) -> impl Iterator<Item = Matrix4<f32>> {
        let Self { playback, tween, animation, yard, .. } = self;
        let kind = playback.kind();
        playback.travelled_m().enumerate().map(move |(index, travelled_m)| {
            let at = |places: &[Vector3<f32>]| {
                let place = places.get(index).copied().unwrap_or_default();
                Matrix4::new_translation(&place)
            };
            match kind {
                DemoKind::Tween => at(&tween.places),
                DemoKind::Animation => at(&animation.places),
                DemoKind::Scene => yard.world_from_model(index, travelled_m),
            }
        })
    }

    /// Writes characters, settings and camera into the scene. In a steady frame nothing is allocated.
    fn compose(&mut self, settings: &Settings) {
        let kind = self.playback.kind();
        let camera = self.camera_mut().camera();
        self.scene.camera = Camera { lens_shift: self.lens_shift, ..camera };
        self.scene.light = usable_light(&settings.picture.light);
        self.scene.shadow_map_px = match kind {
            _ if !settings.picture.has_shadows => 0,
            DemoKind::Tween | DemoKind::Animation => stage::SHADOW_MAP_PX,
            DemoKind::Scene => yard::SHADOW_MAP_PX,
        };
        if settings.picture.has_ground != self.scene.ground.is_some() {
            let kept = self.ground_mut().take();
            *self.ground_mut() = std::mem::replace(&mut self.scene.ground, kept);
        }
        self.yard.show_props(&mut self.scene, kind == DemoKind::Scene);
        let material = usable_tint(&settings.picture.material);
        for draw in &mut self.scene.models {
            (draw.pass, draw.material) = (settings.picture.pass, material);
        }
        if kind == DemoKind::Animation {
            let keyframe = self.playback.keyframe_desc(&settings.playback);
            self.scene.models[0].animation =
                ModelAnimation::Keyframe { keyframe, world_from_model: Matrix4::identity() };
            return;
        }
        let look_count = if self.scene.models.len() > 1 { yard::LOOKS.len() } else { 1 };
        let looks = &mut self.scene.models[..look_count];
        // The lists are kept, so that they need not be made anew.
        let mut lists: [Vec<TweenInstance>; yard::LOOKS.len()] = Default::default();
        for ((draw, look), list) in looks.iter_mut().zip(yard::LOOKS).zip(&mut lists) {
            draw.material = times(&material, look);
            *list = taken(&mut draw.animation);
        }
        let characters = self.playback.tween_descs().zip(self.worlds());
        for (index, (tween, world_from_model)) in characters.enumerate() {
            let look = if look_count > 1 { Yard::look(index) } else { 0 };
            lists[look].push(TweenInstance { tween, world_from_model });
        }
        for (draw, list) in self.scene.models.iter_mut().zip(lists).take(look_count) {
            draw.animation = match kind {
                DemoKind::Scene => ModelAnimation::Crowd(list),
                DemoKind::Tween | DemoKind::Animation => ModelAnimation::Tween(list),
            };
        }
    }
}

/// The list of characters of an animation, taken out and emptied.
fn taken(animation: &mut ModelAnimation) -> Vec<TweenInstance> {
    let nobody = ModelAnimation::Rigid(Vec::new());
    let mut list = match std::mem::replace(animation, nobody) {
        ModelAnimation::Tween(list) | ModelAnimation::Crowd(list) => list,
        ModelAnimation::Keyframe { .. } | ModelAnimation::Rigid(_) => Vec::new(),
    };
    list.clear();
    list
}

/// A tint with factors on what light from everywhere and from one side meets.
fn times(tint: &MaterialTint, [r, g, b]: [f32; 3]) -> MaterialTint {
    let product = |color: [f32; 4]| [color[0] * r, color[1] * g, color[2] * b, color[3]];
    MaterialTint { ambient: product(tint.ambient), diffuse: product(tint.diffuse), ..*tint }
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
