//! [`Upload`]: many copies to the GPU in one submission.

use std::sync::Arc;

use ash::vk;

use super::image::{SHADER_STAGES, aspects};
use super::mips::{box_filtered, smaller};
use super::{
    Buffer, BufferDesc, Device, Frame, FrameValue, Frames, GpuError, GpuResult, Image, ImageDesc,
    ImageShape, ImageUse, MemoryUse, full_mip_count,
};

/// Staging memory is taken in pieces of at least this size.
const STAGING_BYTES: u64 = 4 * 1024 * 1024;

/// Records copies into a frame of its own; [`Self::finish`] submits them. What is made before is
/// ready for every later frame, and the staging memory goes when the copies are done. Dropped
/// without `finish`, nothing is copied.
#[derive(Debug)]
pub struct Upload<'f> {
    frame: Frame<'f>,
    staging: Vec<Staging>,
}

#[derive(Debug)]
struct Staging {
    buffer: Buffer,
    used_bytes: u64,
}

impl<'f> Upload<'f> {
    /// Starts a batch.
    ///
    /// # Errors
    /// A lost device.
    pub fn begin(frames: &'f mut Frames) -> GpuResult<Self> {
        let mut frame = frames.begin()?;
        frame.begin_label("upload");
        Ok(Self { frame, staging: Vec::new() })
    }

    /// Makes a buffer in the GPU's own memory that holds `bytes`.
    ///
    /// # Errors
    /// No bytes, or no memory.
    pub fn buffer(
        &mut self,
        name: &str,
        usage: vk::BufferUsageFlags,
        bytes: &[u8],
    ) -> GpuResult<Buffer> {
        let buffer = Buffer::new(
            self.frame.device(),
            &BufferDesc {
                name,
                size_bytes: bytes.len() as u64,
                usage: usage | vk::BufferUsageFlags::TRANSFER_DST,
                memory_use: MemoryUse::Device,
            },
        )?;
        let (staging_idx, offset_bytes) = self.stage(bytes)?;
        let size_bytes = bytes.len() as u64;
        let source = (&self.staging[staging_idx].buffer, offset_bytes);
        self.frame.copy_buffer(source, (&buffer, 0), size_bytes);
        Ok(buffer)
    }

    /// Makes an image that shaders read, of one level whose texels are `bytes`: rows from the top,
    /// layer after layer, no padding. Usage as a copy target and for sampling is added.
    ///
    /// # Errors
    /// More than one level, a number of bytes that is not the image's, an image over the GPU's
    /// limits, or no memory.
    pub fn image(&mut self, desc: &ImageDesc<'_>, bytes: &[u8]) -> GpuResult<Image> {
        let depth = if let ImageShape::D3(depth) = desc.shape { depth } else { 1 };
        let [width, height] = desc.size_px;
        let texels = [width, height, depth]
            .iter()
            .try_fold(1_u64, |product, it| product.checked_mul(u64::from(*it)));
        let invalid = |expected: String| GpuError::Invalid {
            thing: format!("image '{}'", desc.name),
            expected,
        };
        if desc.mip_count != 1 {
            return Err(invalid(format!("1 level was expected, {} were given", desc.mip_count)));
        }
        let image = Image::new(
            self.frame.device(),
            &ImageDesc {
                usage: desc.usage
                    | vk::ImageUsageFlags::TRANSFER_DST
                    | vk::ImageUsageFlags::SAMPLED,
                ..*desc
            },
        )?;
        let expected = texels.zip(texel_bytes(desc.format)).and_then(|(texels, texel_bytes)| {
            texels.checked_mul(texel_bytes)?.checked_mul(u64::from(image.layer_count()))
        });
        if expected != Some(bytes.len() as u64) {
            return Err(invalid(format!(
                "{} bytes were expected for {width} x {height} x {depth} texels of {:?} in {} layers, \
                 {} were given",
                expected.unwrap_or(0),
                desc.format,
                image.layer_count(),
                bytes.len()
            )));
        }
        self.frame.transition(&image, ImageUse::Undefined, ImageUse::CopyTarget);
        self.copy_level(&image, 0, depth, bytes)?;
        self.frame.transition(&image, ImageUse::CopyTarget, ImageUse::ShaderRead);
        Ok(image)
    }

    /// Makes an image full of zeros, ready for `image_use`. Usage as a copy target is added.
    ///
    /// # Errors
    /// An image over the GPU's limits, or no memory.
    pub fn zero_image(&mut self, desc: &ImageDesc<'_>, image_use: ImageUse) -> GpuResult<Image> {
        let image = Image::new(
            self.frame.device(),
            &ImageDesc { usage: desc.usage | vk::ImageUsageFlags::TRANSFER_DST, ..*desc },
        )?;
        self.frame.transition(&image, ImageUse::Undefined, ImageUse::CopyTarget);
        self.frame.clear_image(&image);
        self.frame.transition(&image, ImageUse::CopyTarget, image_use);
        Ok(image)
    }

    /// The device that this uploads to.
    pub fn device(&self) -> &Arc<Device> {
        self.frame.device()
    }

    /// Makes a texture of 8-bit RGBA (display values, rows from the top) with all of its smaller
    /// levels.
    ///
    /// # Errors
    /// A number of bytes that is not the texture's, one over the GPU's limits, or no memory.
    pub fn texture_rgba8(
        &mut self,
        name: &str,
        size_px: [u32; 2],
        pixels: &[u8],
    ) -> GpuResult<Image> {
        let format = vk::Format::R8G8B8A8_UNORM;
        let expected = u64::from(size_px[0]) * u64::from(size_px[1]) * 4;
        if expected != pixels.len() as u64 {
            return Err(GpuError::Invalid {
                thing: format!("texture '{name}'"),
                expected: format!(
                    "{expected} bytes were expected for {} x {} pixels, {} were given",
                    size_px[0],
                    size_px[1],
                    pixels.len()
                ),
            });
        }
        let mip_count = full_mip_count(size_px);
        let image = Image::new(
            self.frame.device(),
            &ImageDesc {
                name,
                shape: ImageShape::D2,
                size_px,
                mip_count,
                format,
                usage: vk::ImageUsageFlags::SAMPLED
                    | vk::ImageUsageFlags::TRANSFER_DST
                    | vk::ImageUsageFlags::TRANSFER_SRC,
                samples: vk::SampleCountFlags::TYPE_1,
            },
        )?;
        self.frame.transition(&image, ImageUse::Undefined, ImageUse::CopyTarget);
        self.copy_level(&image, 0, 1, pixels)?;
        let can_blit = self.frame.device().format_offers(
            format,
            vk::FormatFeatureFlags::BLIT_SRC
                | vk::FormatFeatureFlags::BLIT_DST
                | vk::FormatFeatureFlags::SAMPLED_IMAGE_FILTER_LINEAR,
        );
        if can_blit {
            for mip in 1..mip_count {
                self.level_barrier(&image, mip - 1, ImageUse::CopySource);
                self.frame.blit_to_next_level(&image, mip - 1);
            }
            for mip in 0..mip_count - 1 {
                self.read_barrier(&image, mip, ImageUse::CopySource);
            }
            self.read_barrier(&image, mip_count - 1, ImageUse::CopyTarget);
        } else {
            let mut level = pixels.to_vec();
            let mut level_size_px = size_px;
            for mip in 1..mip_count {
                level = box_filtered(&level, level_size_px);
                level_size_px = smaller(level_size_px);
                self.copy_level(&image, mip, 1, &level)?;
            }
            self.frame.transition(&image, ImageUse::CopyTarget, ImageUse::ShaderRead);
        }
        Ok(image)
    }

    /// Submits the batch.
    ///
    /// # Errors
    /// A lost device.
    pub fn finish(mut self) -> GpuResult<FrameValue> {
        self.frame.memory_barrier(
            (vk::PipelineStageFlags2::ALL_TRANSFER, vk::AccessFlags2::TRANSFER_WRITE),
            (
                SHADER_STAGES
                    | vk::PipelineStageFlags2::VERTEX_INPUT
                    | vk::PipelineStageFlags2::DRAW_INDIRECT
                    | vk::PipelineStageFlags2::ALL_TRANSFER,
                vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE,
            ),
        );
        self.frame.end_label();
        for staging in std::mem::take(&mut self.staging) {
            self.frame.retire(staging.buffer);
        }
        self.frame.submit()
    }

    /// Copies bytes to staging memory: which piece, and where in it.
    fn stage(&mut self, bytes: &[u8]) -> GpuResult<(usize, u64)> {
        let size_bytes = bytes.len() as u64;
        let fits = |it: &Staging| it.used_bytes + size_bytes <= it.buffer.size_bytes();
        let staging_idx = if let Some(staging_idx) = self.staging.iter().position(fits) {
            staging_idx
        } else {
            self.staging.push(Staging {
                buffer: Buffer::new(
                    self.frame.device(),
                    &BufferDesc {
                        name: "staging",
                        size_bytes: size_bytes.max(STAGING_BYTES),
                        usage: vk::BufferUsageFlags::TRANSFER_SRC,
                        memory_use: MemoryUse::Upload,
                    },
                )?,
                used_bytes: 0,
            });
            self.staging.len() - 1
        };
        let staging = &mut self.staging[staging_idx];
        let offset_bytes = staging.used_bytes;
        staging.buffer.write(offset_bytes, bytes)?;
        // A copy to an image starts at a multiple of its texel; 16 bytes is the largest here.
        staging.used_bytes = (offset_bytes + size_bytes).next_multiple_of(16);
        Ok((staging_idx, offset_bytes))
    }

    fn copy_level(&mut self, image: &Image, mip: u32, depth: u32, bytes: &[u8]) -> GpuResult<()> {
        let (staging_idx, offset_bytes) = self.stage(bytes)?;
        let staging = &self.staging[staging_idx].buffer;
        self.frame.copy_buffer_to_image((staging, offset_bytes), image, mip, depth);
        Ok(())
    }

    fn level_barrier(&mut self, image: &Image, mip: u32, to: ImageUse) {
        self.one_level(image, mip, ImageUse::CopyTarget, to);
    }

    fn read_barrier(&mut self, image: &Image, mip: u32, from: ImageUse) {
        self.one_level(image, mip, from, ImageUse::ShaderRead);
    }

    fn one_level(&mut self, image: &Image, mip: u32, from: ImageUse, to: ImageUse) {
        self.frame.barriers(
            &[vk::ImageMemoryBarrier2::default()
                .src_stage_mask(from.stages())
                .src_access_mask(from.access())
                .dst_stage_mask(to.stages())
                .dst_access_mask(to.access())
                .old_layout(from.layout())
                .new_layout(to.layout())
                .image(image.raw())
                .subresource_range(vk::ImageSubresourceRange {
                    aspect_mask: aspects(image.format()),
                    base_mip_level: mip,
                    level_count: 1,
                    base_array_layer: 0,
                    layer_count: vk::REMAINING_ARRAY_LAYERS,
                })],
            &[],
        );
    }
}

/// Bytes of a texel, for the formats that this program fills from the CPU or views as texels.
pub fn texel_bytes(format: vk::Format) -> Option<u64> {
    match format {
        vk::Format::R8_UNORM | vk::Format::R8_SNORM | vk::Format::R8_UINT | vk::Format::R8_SINT => {
            Some(1)
        }
        vk::Format::R8G8_UNORM
        | vk::Format::R8G8_SNORM
        | vk::Format::R8G8_UINT
        | vk::Format::R8G8_SINT
        | vk::Format::R16_UNORM
        | vk::Format::R16_SNORM
        | vk::Format::R16_UINT
        | vk::Format::R16_SINT
        | vk::Format::R16_SFLOAT
        | vk::Format::D16_UNORM => Some(2),
        vk::Format::R8G8B8A8_UNORM
        | vk::Format::R8G8B8A8_SNORM
        | vk::Format::R8G8B8A8_UINT
        | vk::Format::R8G8B8A8_SINT
        | vk::Format::R8G8B8A8_SRGB
        | vk::Format::B8G8R8A8_UNORM
        | vk::Format::B8G8R8A8_SRGB
        | vk::Format::A2B10G10R10_UNORM_PACK32
        | vk::Format::A2B10G10R10_UINT_PACK32
        | vk::Format::B10G11R11_UFLOAT_PACK32
        | vk::Format::R16G16_UNORM
        | vk::Format::R16G16_SNORM
        | vk::Format::R16G16_UINT
        | vk::Format::R16G16_SINT
        | vk::Format::R16G16_SFLOAT
        | vk::Format::R32_SFLOAT
        | vk::Format::D32_SFLOAT
        | vk::Format::R32_SINT
        | vk::Format::R32_UINT => Some(4),
        vk::Format::R16G16B16A16_UNORM
        | vk::Format::R16G16B16A16_SNORM
        | vk::Format::R16G16B16A16_UINT
        | vk::Format::R16G16B16A16_SINT
        | vk::Format::R16G16B16A16_SFLOAT
        | vk::Format::R32G32_SFLOAT
        | vk::Format::R32G32_SINT
        | vk::Format::R32G32_UINT => Some(8),
        vk::Format::R32G32B32_SFLOAT | vk::Format::R32G32B32_SINT | vk::Format::R32G32B32_UINT => {
            Some(12)
        }
        vk::Format::R32G32B32A32_SFLOAT
        | vk::Format::R32G32B32A32_SINT
        | vk::Format::R32G32B32A32_UINT => Some(16),
        _ => None,
    }
}
