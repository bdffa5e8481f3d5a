//! Direct3D 11's sampler state as Vulkan has it.

use ash::vk;
use effectc::state::{SamplerDesc, TextureAddressMode};

use super::state::compare_op;
use crate::gpu::{self, Device, Features};

/// A sampler's state, and what of it Vulkan cannot do exactly (for a warning).
///
/// `comparison` is whether the effect declares a `SamplerComparisonState`; Vulkan wants the sampler
/// to agree with how shaders use it, whatever its filter is called.
pub(super) fn sampler(
    desc: &SamplerDesc,
    comparison: bool,
    device: &Device,
) -> (gpu::SamplerDesc, Vec<String>) {
    sampler_for(desc, comparison, device.features(), device.limits().max_sampler_anisotropy)
}

fn sampler_for(
    desc: &SamplerDesc,
    comparison: bool,
    features: &Features,
    most_anisotropy: f32,
) -> (gpu::SamplerDesc, Vec<String>) {
    let mut inexact = Vec::new();
    let filter = |linear| if linear { vk::Filter::LINEAR } else { vk::Filter::NEAREST };
    let anisotropic = desc.filter.is_anisotropic();
    if anisotropic && !features.sampler_anisotropy {
        inexact.push("anisotropic filtering becomes linear: this GPU has none".to_owned());
    }
    let mut address = |mode| {
        let (mode, is_exact) = address_mode(mode, features);
        if !is_exact {
            inexact.push("MIRROR_ONCE becomes MIRROR: this GPU has none".to_owned());
        }
        mode
    };
    let address = [address(desc.address_u), address(desc.address_v), address(desc.address_w)];
    let (border_color, is_exact) = border_color(desc.border_color);
    let uses_border = address.contains(&vk::SamplerAddressMode::CLAMP_TO_BORDER);
    let has_custom = features.custom_border_colors && features.custom_border_color_without_format;
    let custom_border_color = (uses_border && !is_exact && has_custom).then_some(desc.border_color);
    if uses_border && !is_exact && !has_custom {
        inexact.push(format!("border colour {:?} becomes {border_color:?}", desc.border_color));
    }
    #[expect(clippy::cast_precision_loss, reason = "1 to 16")]
    let max_anisotropy = desc.max_anisotropy.clamp(1, 16) as f32;
    if anisotropic && features.sampler_anisotropy && max_anisotropy > most_anisotropy {
        inexact.push(format!(
            "MaxAnisotropy {max_anisotropy} becomes {most_anisotropy}, the most that this GPU has"
        ));
    }
    let sampler = gpu::SamplerDesc {
        mag_filter: filter(anisotropic || desc.filter.is_mag_linear()),
        min_filter: filter(anisotropic || desc.filter.is_min_linear()),
        mip_filter: if anisotropic || desc.filter.is_mip_linear() {
            vk::SamplerMipmapMode::LINEAR
        } else {
            vk::SamplerMipmapMode::NEAREST
        },
        address,
        border_color,
        custom_border_color,
        mip_lod_bias: desc.mip_lod_bias,
        max_anisotropy: anisotropic.then_some(max_anisotropy),
        compare: comparison.then(|| compare_op(desc.comparison_func)),
        // Direct3D's "no limit" is the largest float; no image has a level below 0.
        min_lod: desc.min_lod.max(0.0),
        max_lod: desc.max_lod.min(vk::LOD_CLAMP_NONE),
    };
    (sampler, inexact)
}

fn address_mode(mode: TextureAddressMode, features: &Features) -> (vk::SamplerAddressMode, bool) {
    match mode {
        TextureAddressMode::Wrap => (vk::SamplerAddressMode::REPEAT, true),
        TextureAddressMode::Mirror => (vk::SamplerAddressMode::MIRRORED_REPEAT, true),
        TextureAddressMode::Clamp => (vk::SamplerAddressMode::CLAMP_TO_EDGE, true),
        TextureAddressMode::Border => (vk::SamplerAddressMode::CLAMP_TO_BORDER, true),
        TextureAddressMode::MirrorOnce if features.sampler_mirror_clamp_to_edge => {
            (vk::SamplerAddressMode::MIRROR_CLAMP_TO_EDGE, true)
        }
        TextureAddressMode::MirrorOnce => (vk::SamplerAddressMode::MIRRORED_REPEAT, false),
    }
}

/// The nearest of the border colours that every Vulkan has, and whether it is the very one.
fn border_color(rgba: [f32; 4]) -> (vk::BorderColor, bool) {
    let choices = [
        (vk::BorderColor::FLOAT_TRANSPARENT_BLACK, [0.0, 0.0, 0.0, 0.0]),
        (vk::BorderColor::FLOAT_OPAQUE_BLACK, [0.0, 0.0, 0.0, 1.0]),
        (vk::BorderColor::FLOAT_OPAQUE_WHITE, [1.0, 1.0, 1.0, 1.0]),
    ];
    let distance_to = |choice: &[f32; 4]| {
        rgba.iter().zip(choice).map(|(a, b)| (a.clamp(0.0, 1.0) - b).powi(2)).sum::<f32>()
    };
    let mut best = choices[0];
    for choice in choices {
        if distance_to(&choice.1) < distance_to(&best.1) {
            best = choice;
        }
    }
    let is_exact = rgba.iter().zip(best.1).all(|(a, b)| (a - b).abs() < f32::EPSILON);
    (best.0, is_exact)
}

#[cfg(test)]
#[path = "sampler_tests.rs"]
pub(super) mod tests;
