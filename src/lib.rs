//! Sinew runs Direct3D 11 effect files on Vulkan and draws skinned characters with them.
//!
//! Data goes one way: file -> [`asset`] -> animation -> image array and buffers -> effect -> frame.
//! `ARCHITECTURE.md` has the map, the folder `examples` a program for each of these steps.
//!
//! ```no_run
//! use nalgebra::{Matrix4, Vector3};
//! use sinew::anim::{Animator, BakeOptions, bake, outline};
//! use sinew::app::Stage;
//! use sinew::gpu::{Device, DeviceDesc, HeadlessTarget};
//! use sinew::render::{MaterialTint, ModelAnimation, ModelDraw, ModelPass, Renderer};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let model = sinew::asset::load("assets/character.glb".as_ref())?;
//! let map = bake(&model, &BakeOptions::default())?;
//! let mut animator = Animator::new(&map.clips);
//! animator.advance(&map.clips, 0.2)?;
//!
//! let device = Device::new(&DeviceDesc::default())?;
//! let target = HeadlessTarget::new(&device, [640, 480])?;
//! let mut renderer = Renderer::new(&device, &target.view().formats(), None)?;
//! let points = outline(&model, &map, None);
//! let stage = Stage::new(&points, &map.rest_bounds, &[Vector3::zeros()], 640.0 / 480.0);
//! let mut scene = stage.into_scene();
//! scene.models.push(ModelDraw {
//!     model: renderer.add_model(&model, &map)?,
//!     pass: ModelPass::Textured,
//!     material: MaterialTint::default(),
//!     animation: ModelAnimation::Keyframe {
//!         keyframe: animator.to_keyframe_desc(&map.clips),
//!         world_from_model: Matrix4::identity(),
//!     },
//! });
//! renderer.draw(&scene, &target.view())?;
//! let pixels: Vec<u8> = target.read_rgba8(renderer.frames())?;
//! # drop(pixels);
//! # Ok(())
//! # }
//! ```

pub mod anim;
pub mod app;
pub mod asset;
pub mod effect;
#[expect(unsafe_code, reason = "calls Vulkan")]
pub mod gpu;
pub mod render;
