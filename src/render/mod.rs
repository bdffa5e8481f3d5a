//! One frame from one scene. The scene is plain data; the renderer holds models and effects in GPU memory.

mod camera;
mod effects;
mod error;
mod ground_effect;
mod model;
mod model_draw;
mod model_effect;
mod renderer;
mod rigid;
mod scene;
mod scene_painter;
mod shadow;
mod shadow_camera;
mod shared;
mod sky_effect;
mod user_effect;
mod user_renderer;
mod vertex;

pub use camera::Camera;
pub use error::RenderError;
pub use renderer::{FrameTarget, Renderer};
pub use scene::{
    ContactShadow, Ground, Light, MAX_CONTACT_SHADOWS, MaterialTint, ModelAnimation, ModelDraw,
    ModelId, ModelPass, Scene, Sky, TweenInstance,
};
pub use user_effect::{
    Chooser, DEFAULT_FILE_ANNOTATIONS, Driven, EffectPlan, Fit, ImageKind, Instances, LightPart,
    MaterialPart, Meaning, ModelTraits, PassPlan, Product, TechniquePlan, TextureRole, TextureSlot,
    UserDraw, UserImage, VolumeKind, meaning,
};
pub use vertex::{MeshVertex, ModelVertex, ModelVertex8, VertexKind, pack_vertices};

/// Puts an effect together that was compiled into the program.
fn compiled(
    name: &'static str,
    reflection: &str,
    modules: &[&[u8]],
) -> Result<effectc::effect::Effect, RenderError> {
    effectc::effect::Effect::from_parts(reflection, modules)
        .map_err(|source| RenderError::Compiled { name, source })
}
