//! What a swapchain is to be, decided from what a window's surface offers. No Vulkan calls.

use ash::vk;

use super::{GpuError, GpuResult};

/// The formats that colours are display values in, best first.
const FORMATS: [vk::Format; 2] = [vk::Format::B8G8R8A8_UNORM, vk::Format::R8G8B8A8_UNORM];

/// The `currentExtent` of a surface whose size is that of its swapchain (Vulkan 1.3, 34.2.4).
const ANY_EXTENT: u32 = u32::MAX;

/// What a swapchain is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SwapchainPlan {
    pub(super) size_px: [u32; 2],
    pub(super) image_count: u32,
    pub(super) usage: vk::ImageUsageFlags,
    pub(super) transform: vk::SurfaceTransformFlagsKHR,
    pub(super) alpha: vk::CompositeAlphaFlagsKHR,
}

impl SwapchainPlan {
    /// The plan for a surface in a window that is said to be so large, on a GPU whose images have sides of at most
    /// `max_side_px`; none where there is nothing to draw to.
    pub(super) fn new(
        capabilities: &vk::SurfaceCapabilitiesKHR,
        window_px: [u32; 2],
        max_side_px: u32,
    ) -> Option<Self> {
        Some(Self {
            size_px: size_px(capabilities, window_px, max_side_px)?,
            image_count: image_count(capabilities),
            usage: vk::ImageUsageFlags::COLOR_ATTACHMENT
                | (vk::ImageUsageFlags::TRANSFER_SRC & capabilities.supported_usage_flags),
            transform: transform(capabilities),
            alpha: alpha(capabilities.supported_composite_alpha),
        })
    }
}

/// The size of the images. Most surfaces have one; the others take the window's.
fn size_px(
    capabilities: &vk::SurfaceCapabilitiesKHR,
    window_px: [u32; 2],
    max_side_px: u32,
) -> Option<[u32; 2]> {
    let current = capabilities.current_extent;
    let (least, most) = (capabilities.min_image_extent, capabilities.max_image_extent);
    // Not every system tells its surface when a window is minimised.
    if window_px.contains(&0) {
        return None;
    }
    let size_px = if current.width == ANY_EXTENT {
        [
            window_px[0].max(least.width).min(most.width).min(max_side_px),
            window_px[1].max(least.height).min(most.height).min(max_side_px),
        ]
    } else {
        [current.width, current.height]
    };
    // On others the surface knows (VUID-VkSwapchainCreateInfoKHR-imageExtent-01689). X11 lets windows be larger than any
    // image, and its surfaces take images of their own size alone: there is nothing to draw to until it is smaller.
    (!size_px.contains(&0) && size_px.iter().all(|side| *side <= max_side_px)).then_some(size_px)
}

/// One more than the least, so that acquiring seldom waits for the window.
fn image_count(capabilities: &vk::SurfaceCapabilitiesKHR) -> u32 {
    let wanted = capabilities.min_image_count.saturating_add(1);
    // 0 stands for no limit.
    match capabilities.max_image_count {
        0 => wanted,
        most => wanted.min(most),
    }
}

/// No rotation of ours, where the surface lets us; else the one that it has.
fn transform(capabilities: &vk::SurfaceCapabilitiesKHR) -> vk::SurfaceTransformFlagsKHR {
    let identity = vk::SurfaceTransformFlagsKHR::IDENTITY;
    if capabilities.supported_transforms.contains(identity) {
        identity
    } else {
        capabilities.current_transform
    }
}

/// Opaque where there is that, as the alpha of the picture means nothing.
fn alpha(supported: vk::CompositeAlphaFlagsKHR) -> vk::CompositeAlphaFlagsKHR {
    [
        vk::CompositeAlphaFlagsKHR::OPAQUE,
        vk::CompositeAlphaFlagsKHR::INHERIT,
        vk::CompositeAlphaFlagsKHR::PRE_MULTIPLIED,
    ]
    .into_iter()
    .find(|it| supported.contains(*it))
    .unwrap_or(vk::CompositeAlphaFlagsKHR::POST_MULTIPLIED)
}

/// The format of the images.
///
/// # Errors
/// None whose values are display values.
pub(super) fn format(offered: &[vk::SurfaceFormatKHR]) -> GpuResult<vk::SurfaceFormatKHR> {
    let is_wanted = |it: &vk::SurfaceFormatKHR, format| {
        it.format == format && it.color_space == vk::ColorSpaceKHR::SRGB_NONLINEAR
    };
    FORMATS
        .into_iter()
        .find_map(|format| offered.iter().copied().find(|it| is_wanted(it, format)))
        .ok_or_else(|| GpuError::Invalid {
            thing: "window surface".to_owned(),
            expected: format!(
                "{:?} or {:?} in {:?} was expected, it offers {}",
                FORMATS[0],
                FORMATS[1],
                vk::ColorSpaceKHR::SRGB_NONLINEAR,
                offered
                    .iter()
                    .map(|it| format!("{:?} in {:?}", it.format, it.color_space))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX_SIDE_PX: u32 = 16_384;

    fn capabilities(current: [u32; 2]) -> vk::SurfaceCapabilitiesKHR {
        let extent = |[width, height]: [u32; 2]| vk::Extent2D { width, height };
        vk::SurfaceCapabilitiesKHR {
            min_image_count: 2,
            max_image_count: 8,
            current_extent: extent(current),
            min_image_extent: extent([10, 20]),
            max_image_extent: extent([4000, 2000]),
            supported_transforms: vk::SurfaceTransformFlagsKHR::IDENTITY,
            current_transform: vk::SurfaceTransformFlagsKHR::IDENTITY,
            supported_composite_alpha: vk::CompositeAlphaFlagsKHR::OPAQUE,
            supported_usage_flags: vk::ImageUsageFlags::COLOR_ATTACHMENT,
            ..vk::SurfaceCapabilitiesKHR::default()
        }
    }

    #[track_caller]
    fn check_size(current: [u32; 2], window: [u32; 2], expected: Option<[u32; 2]>) {
        let plan = SwapchainPlan::new(&capabilities(current), window, MAX_SIDE_PX);
        assert_eq!(plan.map(|it| it.size_px), expected);
    }

    #[test]
    fn no_size_is_no_plan() {
        check_size([0, 600], [800, 600], None);
        check_size([800, 0], [800, 600], None);
        check_size([800, 600], [800, 0], None);
        check_size([ANY_EXTENT; 2], [0, 600], None);
        check_size([ANY_EXTENT; 2], [800, 0], None);
        let mut minimised = capabilities([ANY_EXTENT; 2]);
        (minimised.min_image_extent, minimised.max_image_extent) = Default::default();
        assert_eq!(SwapchainPlan::new(&minimised, [800, 600], MAX_SIDE_PX), None);
    }

    #[test]
    fn the_surface_decides_its_size_or_lets_the_window() {
        check_size([800, 600], [1, 1], Some([800, 600]));
        check_size([ANY_EXTENT; 2], [800, 600], Some([800, 600]));
        check_size([ANY_EXTENT; 2], [5, 5], Some([10, 20]));
        check_size([ANY_EXTENT; 2], [5000, 5000], Some([4000, 2000]));
    }

    #[test]
    fn a_window_larger_than_images_can_be_is_no_target() {
        check_size([20_000, 10], [20_000, 10], None);
        check_size([10, MAX_SIDE_PX + 1], [10, MAX_SIDE_PX + 1], None);
        check_size([MAX_SIDE_PX; 2], [1, 1], Some([MAX_SIDE_PX; 2]));
        let plan = SwapchainPlan::new(&capabilities([ANY_EXTENT; 2]), [800, 600], 512).unwrap();
        assert_eq!(plan.size_px, [512, 512]);
    }

    #[test]
    fn one_image_more_than_the_least_within_the_most() {
        for (least, most, expected) in
            [(2, 8, 3), (3, 0, 4), (2, 2, 2), (1, 2, 2), (u32::MAX, 0, u32::MAX)]
        {
            let mut capabilities = capabilities([800, 600]);
            (capabilities.min_image_count, capabilities.max_image_count) = (least, most);
            let plan = SwapchainPlan::new(&capabilities, [800, 600], MAX_SIDE_PX).unwrap();
            assert_eq!(plan.image_count, expected, "{least} to {most}");
        }
    }

    #[test]
    fn reading_back_is_used_where_it_is_offered() {
        let color = vk::ImageUsageFlags::COLOR_ATTACHMENT;
        let source = vk::ImageUsageFlags::TRANSFER_SRC;
        for (offered, expected) in
            [(color, color), (color | source | vk::ImageUsageFlags::STORAGE, color | source)]
        {
            let mut capabilities = capabilities([800, 600]);
            capabilities.supported_usage_flags = offered;
            let plan = SwapchainPlan::new(&capabilities, [800, 600], MAX_SIDE_PX).unwrap();
            assert_eq!(plan.usage, expected);
        }
    }

    #[test]
    fn a_surface_that_must_be_rotated_or_transparent_is() {
        let mut capabilities = capabilities([800, 600]);
        let turned = vk::SurfaceTransformFlagsKHR::ROTATE_90;
        (capabilities.supported_transforms, capabilities.current_transform) = (turned, turned);
        let inherit = vk::CompositeAlphaFlagsKHR::INHERIT;
        capabilities.supported_composite_alpha =
            inherit | vk::CompositeAlphaFlagsKHR::PRE_MULTIPLIED;
        let plan = SwapchainPlan::new(&capabilities, [800, 600], MAX_SIDE_PX).unwrap();
        assert_eq!((plan.transform, plan.alpha), (turned, inherit));
    }

    #[test]
    fn display_values_are_demanded() {
        let offer = |format, color_space| vk::SurfaceFormatKHR { format, color_space };
        let srgb = vk::ColorSpaceKHR::SRGB_NONLINEAR;
        let wide = vk::ColorSpaceKHR::DISPLAY_P3_NONLINEAR_EXT;
        let (bgra, rgba) = (vk::Format::B8G8R8A8_UNORM, vk::Format::R8G8B8A8_UNORM);
        let encoded = offer(vk::Format::B8G8R8A8_SRGB, srgb);
        let check = |offered: &[_], expected| assert_eq!(format(offered).unwrap(), expected);
        check(&[encoded, offer(rgba, srgb), offer(bgra, srgb)], offer(bgra, srgb));
        check(&[offer(bgra, wide), offer(rgba, srgb)], offer(rgba, srgb));
        let error = format(&[encoded, offer(bgra, wide)]).expect_err("nothing fits").to_string();
        assert_eq!(
            error,
            "window surface: B8G8R8A8_UNORM or R8G8B8A8_UNORM in SRGB_NONLINEAR was expected, it \
             offers B8G8R8A8_SRGB in SRGB_NONLINEAR, B8G8R8A8_UNORM in DISPLAY_P3_NONLINEAR_EXT"
        );
    }
}
