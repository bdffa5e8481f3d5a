//! Vulkan: the device, memory, buffers, images, pipelines, frames, targets and windows. The only module with
//! `unsafe` code; the layers above record through [`Commands`] and never see an unsafe call.
//!
//! Ownership: a [`Device`] lives in an `Arc`; everything made on it holds that `Arc` and destroys its
//! own handles when dropped. What a submitted frame uses is kept until after the [`Frames`] that submitted
//! (which wait when dropped), or given to [`Frames::retire`]; dropped all the same, it waits for the GPU,
//! which [`CounterValues::drop_waits`] counts. What a frame that is still being recorded uses must not be
//! dropped before that frame.

mod buffer;
mod capture;
mod choose;
mod commands;
mod counters;
mod descriptor;
mod device;
mod draw;
mod error;
mod features;
mod frames;
mod hazards;
mod image;
mod image_view;
mod instance;
mod limits;
mod memory;
mod mips;
mod multisample;
mod names;
mod overlay;
mod owned;
mod pipeline;
mod pipeline_cache;
mod rendering;
mod ring;
mod sampler;
mod stream;
mod surface;
mod swapchain;
mod swapchain_images;
mod swapchain_plan;
mod target;
mod timelines;
mod timer;
mod upload;
mod validation;

pub use buffer::{Buffer, BufferDesc, ResourceId};
pub use capture::Capture;
pub use choose::{GpuInfo, GpuKind};
pub use commands::Commands;
pub use counters::CounterValues;
pub use descriptor::{
    Descriptor, DescriptorSet, DescriptorSetLayout, DescriptorSets, DescriptorWrite, LayoutBinding,
    TexelView,
};
pub use device::{Device, DeviceDesc};
pub use error::{GpuError, GpuResult};
pub use features::Features;
pub use frames::{Frame, FrameValue, Frames};
pub use image::{Image, ImageDesc, ImageShape, ImageUse, full_mip_count};
pub use image_view::{ImageView, ImageViewDesc};
pub use limits::Limits;
pub use memory::MemoryUse;
pub use multisample::MultisampledTarget;
pub use overlay::{OverlayRenderer, is_popup_open};
pub use pipeline::{
    DepthStencilDesc, GraphicsPipelineDesc, Pipeline, PipelineLayout, RasterizerDesc, ShaderModule,
    ShaderStage,
};
pub use pipeline_cache::PipelineCache;
pub use rendering::Viewport;
pub use ring::ConstantSlice;
pub use sampler::{Sampler, SamplerDesc};
pub use stream::{StreamBuffer, StreamStart};
pub use surface::{Surface, WindowHandle};
pub use swapchain::{Acquired, AcquiredImage, Presented, Swapchain};
pub use target::{
    Attachment, HEADLESS_FORMAT, HeadlessTarget, Load, PassDesc, TargetFormats, TargetView,
    depth_format, read_buffer,
};
pub use upload::{Upload, texel_bytes};
pub use validation::{Validation, ValidationMessages};
