//! Effects of the user's: a model drawn with an effect that nobody here has seen before.
//!
//! ```text
//! compiled effect ──► EffectPlan: which variables the program sets, which textures and vertex inputs it fills
//!       │                 │
//!       │                 ├──► Fit: what the effect wants and this model has not
//!       ▼                 ▼
//! effect::Effect ──► UserEffect: the rounds of a technique - into its targets, then to the window -, a draw a part and
//!                    character, or a rectangle over the whole target
//! ```
//!
//! What a variable is for is read from its name, its semantic and what is around it ([`Meaning`]). What has no meaning
//! here is left to the user: whoever draws gives the bytes of all constant buffers ([`UserDraw`]), the program then
//! writes over what it drives.

mod bind;
mod choice;
mod draw;
mod encode;
mod environment;
mod fit;
mod flow;
mod image;
mod input;
mod light;
mod meaning;
mod mmd;
mod pass_plan;
mod plan;
mod prepare;
mod purpose;
mod rounds;
mod screen;
mod script;
mod target_plan;
mod targets;
mod texture;
mod unset;
mod user_model;
mod values;
mod words;

pub use choice::Chooser;
pub use draw::UserDraw;
pub use fit::{Fit, ModelTraits};
pub use image::{ImageKind, UserImage};
pub use light::{LightPart, MaterialPart};
pub use meaning::{Meaning, Product, meaning};
pub use pass_plan::{PassPlan, TechniquePlan};
pub use plan::{Driven, EffectPlan, Instances};
pub use texture::{DEFAULT_FILE_ANNOTATIONS, TextureRole, TextureSlot};

pub use texture::VolumeKind;

pub(super) use draw::{CharacterDraw, FrameInputs, UserEffect};
