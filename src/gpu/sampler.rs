//! Samplers.

use std::sync::Arc;

use ash::vk;

use super::error::Call;
use super::owned::Owned;
use super::{Device, GpuResult, ResourceId};

/// How a sampler reads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SamplerDesc {
    /// Filter where a texel covers many pixels.
    pub mag_filter: vk::Filter,
    /// Filter where a pixel covers many texels.
    pub min_filter: vk::Filter,
    /// Filter between levels.
    pub mip_filter: vk::SamplerMipmapMode,
    /// What lies outside of 0..1 along u, v and w.
    pub address: [vk::SamplerAddressMode; 3],
    /// The colour outside, for the border address mode.
    pub border_color: vk::BorderColor,
    /// Another colour in its place, with the features `customBorderColors` and `customBorderColorWithoutFormat`.
    pub custom_border_color: Option<[f32; 4]>,
    /// Added to the computed level; kept within the GPU's limit.
    pub mip_lod_bias: f32,
    /// Anisotropic filtering up to this ratio; kept within the GPU's limit, left out without the
    /// feature.
    pub max_anisotropy: Option<f32>,
    /// Compares what is read instead of giving it.
    pub compare: Option<vk::CompareOp>,
    /// The most detailed level that is read.
    pub min_lod: f32,
    /// The least detailed level that is read.
    pub max_lod: f32,
}

impl Default for SamplerDesc {
    /// Linear between texels and levels, repeating.
    fn default() -> Self {
        Self {
            mag_filter: vk::Filter::LINEAR,
            min_filter: vk::Filter::LINEAR,
            mip_filter: vk::SamplerMipmapMode::LINEAR,
            address: [vk::SamplerAddressMode::REPEAT; 3],
            border_color: vk::BorderColor::FLOAT_TRANSPARENT_BLACK,
            custom_border_color: None,
            mip_lod_bias: 0.0,
            max_anisotropy: None,
            compare: None,
            min_lod: 0.0,
            max_lod: vk::LOD_CLAMP_NONE,
        }
    }
}

/// A sampler.
#[derive(Debug)]
pub struct Sampler {
    handle: Owned<vk::Sampler>,
    id: ResourceId,
}

impl Sampler {
    /// Creates a sampler.
    ///
    /// # Errors
    /// What Vulkan says.
    pub fn new(device: &Arc<Device>, name: &str, desc: &SamplerDesc) -> GpuResult<Self> {
        let limits = device.limits();
        let bias_limit = limits.max_sampler_lod_bias;
        let anisotropy = desc.max_anisotropy.filter(|_| device.features().sampler_anisotropy);
        let features = device.features();
        let custom = desc.custom_border_color.filter(|_| {
            features.custom_border_colors && features.custom_border_color_without_format
        });
        let mut custom_info = vk::SamplerCustomBorderColorCreateInfoEXT::default()
            .custom_border_color(vk::ClearColorValue { float32: custom.unwrap_or_default() });
        let mut info = vk::SamplerCreateInfo::default()
            .mag_filter(desc.mag_filter)
            .min_filter(desc.min_filter)
            .mipmap_mode(desc.mip_filter)
            .address_mode_u(desc.address[0])
            .address_mode_v(desc.address[1])
            .address_mode_w(desc.address[2])
            .border_color(desc.border_color)
            .mip_lod_bias(desc.mip_lod_bias.clamp(-bias_limit, bias_limit))
            .anisotropy_enable(anisotropy.is_some())
            .max_anisotropy(anisotropy.unwrap_or(1.0).clamp(1.0, limits.max_sampler_anisotropy))
            .compare_enable(desc.compare.is_some())
            .compare_op(desc.compare.unwrap_or(vk::CompareOp::NEVER))
            .min_lod(desc.min_lod)
            .max_lod(desc.max_lod.max(desc.min_lod));
        if custom.is_some() {
            info = info.border_color(vk::BorderColor::FLOAT_CUSTOM_EXT).push_next(&mut custom_info);
        }
        // SAFETY: the info is complete and within limits; the handle is owned at once.
        let handle = unsafe {
            let raw = device.raw().create_sampler(&info, None).call("vkCreateSampler")?;
            Owned::new(device, raw, name)
        };
        Ok(Self { handle, id: ResourceId::next() })
    }

    /// This sampler's identity.
    pub fn id(&self) -> ResourceId {
        self.id
    }

    pub(super) fn raw(&self) -> vk::Sampler {
        *self.handle
    }
}
