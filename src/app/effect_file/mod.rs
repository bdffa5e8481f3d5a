//! `--effect FILE.fx`: an effect of the user's while the program runs.
//!
//! ```text
//! EffectSource ──► compile ──► Compilation ──► EffectState: widgets, values, what is wrong ──► UserDraw of the scene
//!                     ▲                             ▲
//!        Reloader: watches the files, compiles      └── Settings.effect, edited by the panel
//! ```
//!
//! Compiling needs the feature `hot-reload`; without it an effect is refused with a word.

mod compile;
mod dds;
mod images;
mod source;
mod start;
mod state;
mod value;
mod widgets;

#[cfg(feature = "hot-reload")]
mod reload;
#[cfg(not(feature = "hot-reload"))]
#[path = "no_reload.rs"]
mod reload;

pub use source::EffectSource;
pub use state::{EffectSettings, EffectStatus};
pub use value::Value;
pub use widgets::{Widget, WidgetKind, WidgetNode, Widgets};

pub(super) use compile::{Compilation, EffectProblem, LoadedEffect};
pub(super) use images::{is_image, read_image};
pub(super) use reload::Reloader;
pub(super) use start::{StartEffect, misfit};
pub(super) use state::EffectState;
