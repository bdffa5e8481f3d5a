//! The one integration-test binary of the package.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

mod bake_models;
mod cli;
mod effect_draw;
mod effect_fx;
mod effect_layouts;
mod effect_run;
mod effect_view;
mod effect_window;
mod golden_poses;
mod gpu_frames;
mod gpu_overlay;
mod gpu_upload;
mod gpu_window;
mod import_golden;
mod models_import;
mod pictures;
mod readme;
mod render_frame;
mod render_model;
mod renderdoc;
mod skinning_gpu;
mod steady_frame;
mod steady_memory;
mod support;
mod tidy;
mod truth;
mod tween_gpu;
mod window;
mod window_events;
