//! [`Scene`]: what one frame shows, as plain data. Lengths are metres, colours display values from 0 to 1.

use nalgebra::{Matrix4, Vector2, Vector3};

use super::{Camera, UserDraw};
use crate::anim::{KeyframeDesc, TweenFrameDesc};

/// A model that the renderer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ModelId(pub(crate) usize);

/// What one frame shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Where the picture is taken from.
    pub camera: Camera,
    /// The light that falls on everything.
    pub light: Light,
    /// Texels along a side of the shadow map; 0 for no shadows. Every model casts and receives them, the ground
    /// receives them.
    pub shadow_map_px: u32,
    /// What is behind everything; the ground fades to it.
    pub sky: Sky,
    /// The ground, if there is one.
    pub ground: Option<Ground>,
    /// The models.
    pub models: Vec<ModelDraw>,
    /// The user's effect that they are drawn with, where the renderer has one and knows them in it; without it, our own.
    pub user: Option<UserDraw>,
}

/// A directional light, in the terms of the effects' `LightDesc`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Light from everywhere.
    pub ambient: [f32; 4],
    /// Light from the side that the light comes from.
    pub diffuse: [f32; 4],
    /// Light that surfaces mirror.
    pub specular: [f32; 4],
    /// Light that surfaces give at their rims.
    pub emissive: [f32; 4],
    /// The way the light travels, any length but 0.
    pub direction: Vector3<f32>,
}

/// The sky: a gradient, and a glow around where the light comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sky {
    /// Where the ground ends, and below.
    pub horizon: [f32; 3],
    /// Straight up.
    pub zenith: [f32; 3],
    /// Added where the light comes from.
    pub glow: [f32; 3],
}

impl Sky {
    /// One colour everywhere.
    #[must_use]
    pub fn plain(color: [f32; 3]) -> Self {
        Self { horizon: color, zenith: color, glow: [0.0; 3] }
    }
}

/// A level plane with a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// Height of the plane.
    pub height_m: f32,
    /// Colour between the lines, in full light.
    pub color: [f32; 3],
    /// Colour and opacity of the lines.
    pub line_color: [f32; 4],
    /// Distance of the lines.
    pub cell_m: f32,
    /// Middle of the fade: x and z.
    pub center: Vector2<f32>,
    /// Distances from `center` where the fade starts and where only sky is left.
    pub fade_m: [f32; 2],
    /// Soft dark spots where something stands, in pictures without a shadow map; those beyond [`MAX_CONTACT_SHADOWS`] are left out.
    pub contact_shadows: Vec<ContactShadow>,
}

/// Number of contact shadows that `Ground.fx` has room for.
pub const MAX_CONTACT_SHADOWS: usize = 16;

/// A soft dark spot on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactShadow {
    /// Middle: x and z.
    pub center: Vector2<f32>,
    /// Distance at which most of the darkness is gone.
    pub radius_m: f32,
    /// 0 for none to 1 for black.
    pub strength: f32,
}

/// One model, drawn once or many times.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelDraw {
    /// Which model.
    pub model: ModelId,
    /// How its surface is drawn.
    pub pass: ModelPass,
    /// Factors on the colours of its materials.
    pub material: MaterialTint,
    /// Where it is in its clips, and where it stands.
    pub animation: ModelAnimation,
}

/// Factors on the colours of a model's materials, in the terms of the effects' `MaterialDesc`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaterialTint {
    /// On what the light from everywhere meets.
    pub ambient: [f32; 4],
    /// On what the light from one side meets; its alpha is the surface's.
    pub diffuse: [f32; 4],
    /// On the highlight.
    pub specular: [f32; 4],
    /// On the light at the rim.
    pub emissive: [f32; 4],
}

impl Default for MaterialTint {
    fn default() -> Self {
        Self { ambient: [1.0; 4], diffuse: [1.0; 4], specular: [1.0; 4], emissive: [1.0; 4] }
    }
}

/// The passes of the model effects that a user chooses from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ModelPass {
    /// P0: textured and lit. Materials with two sides or with blending take P2 to P4, which are the same otherwise.
    #[default]
    Textured,
    /// P1: red wireframe.
    Wireframe,
}

/// Which rows of the TransformMap are read, and how they mix. A model that nothing moves (no skin, no clips) is drawn
/// by `RenderDemo.fx`, whichever of these it comes with.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelAnimation {
    /// One character in one clip: `AnimationDemo.fx`.
    Keyframe {
        /// The rows.
        keyframe: KeyframeDesc,
        /// Where the model stands.
        world_from_model: Matrix4<f32>,
    },
    /// Characters that each may fade between two clips: `TweenDemo.fx`.
    Tween(Vec<TweenInstance>),
    /// The same with the effect that draws the rest of the scene: `RenderDemo.fx`.
    Crowd(Vec<TweenInstance>),
    /// Copies of a model at rest, each where its matrix (`world_from_model`) puts it: `RenderDemo.fx`.
    Rigid(Vec<Matrix4<f32>>),
}

/// One character of a [`ModelAnimation::Tween`] or [`ModelAnimation::Crowd`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TweenInstance {
    /// The rows.
    pub tween: TweenFrameDesc,
    /// Where the model stands.
    pub world_from_model: Matrix4<f32>,
}

impl ModelAnimation {
    /// Where each of the characters stands.
    pub(super) fn worlds(&self) -> impl Iterator<Item = &Matrix4<f32>> {
        let (matrices, instances) = match self {
            Self::Keyframe { world_from_model, .. } => {
                (std::slice::from_ref(world_from_model), &[][..])
            }
            Self::Tween(instances) | Self::Crowd(instances) => (&[][..], instances.as_slice()),
            Self::Rigid(worlds) => (worlds.as_slice(), &[][..]),
        };
        matrices.iter().chain(instances.iter().map(|it| &it.world_from_model))
    }
}
