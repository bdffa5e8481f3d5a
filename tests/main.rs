//! The one integration-test binary of the package.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

mod bake_models;
mod cli;
mod effect_compute;
mod effect_corpus;
mod effect_draw;
mod effect_fx;
mod effect_layouts;
mod effect_outputs;
mod effect_query;
mod effect_run;
mod effect_samplers;
mod effect_stages;
mod effect_states;
mod effect_stream;
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
