//! Which GPU is used: the best fit one, or the one that the user names.

use std::ffi::CStr;
use std::fmt;

use ash::vk;

use super::error::Call;
use super::features::{self, Features};
use super::surface::InstanceSurface;
use super::{Capture, GpuError, GpuResult};

/// One GPU of this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GpuInfo {
    /// Its place in the loader's list, for `--gpu INDEX`.
    pub index: usize,
    /// Its name, for `--gpu NAME`.
    pub name: String,
    /// What kind it is.
    pub kind: GpuKind,
    /// What it lacks; empty for a usable one.
    pub lacks: Vec<String>,
}

/// The kinds of GPU, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GpuKind {
    /// A card of its own.
    Discrete,
    /// Part of the processor.
    Integrated,
    /// A slice of one, in a virtual machine.
    Virtual,
    /// Software on the processor, such as lavapipe.
    Cpu,
    /// None of these.
    Other,
}

impl fmt::Display for GpuInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            GpuKind::Discrete => "discrete",
            GpuKind::Integrated => "integrated",
            GpuKind::Virtual => "virtual",
            GpuKind::Cpu => "software",
            GpuKind::Other => "other",
        };
        write!(f, "[{}] {} ({kind}", self.index, self.name)?;
        if !self.lacks.is_empty() {
            write!(f, "; lacks {}", self.lacks.join(", "))?;
        }
        write!(f, ")")
    }
}

/// A physical device with what was found out about it.
pub(super) struct Candidate {
    pub(super) raw: vk::PhysicalDevice,
    pub(super) info: GpuInfo,
    pub(super) queue_family: u32,
    /// Bits of that family's timestamps that count.
    pub(super) timestamp_bits: u32,
    pub(super) features: Features,
    pub(super) properties: vk::PhysicalDeviceProperties,
    pub(super) extensions: Vec<String>,
}

/// Looks at every GPU, in the loader's order. With a window, it must be able to present to it.
pub(super) fn candidates(
    instance: &ash::Instance,
    needed_extensions: &[&CStr],
    window: Option<&InstanceSurface>,
) -> GpuResult<Vec<Candidate>> {
    // SAFETY: the instance is alive.
    let devices =
        unsafe { instance.enumerate_physical_devices() }.call("vkEnumeratePhysicalDevices")?;
    devices
        .into_iter()
        .enumerate()
        .map(|(index, raw)| candidate(instance, index, raw, needed_extensions, window))
        .collect()
}

fn candidate(
    instance: &ash::Instance,
    index: usize,
    raw: vk::PhysicalDevice,
    needed_extensions: &[&CStr],
    window: Option<&InstanceSurface>,
) -> GpuResult<Candidate> {
    // SAFETY: `raw` was just enumerated from this instance; the same holds for the calls below.
    let properties = unsafe { instance.get_physical_device_properties(raw) };
    let name = properties
        .device_name_as_c_str()
        .map_or_else(|_| "unnamed".to_owned(), |name| name.to_string_lossy().into_owned());
    let kind = match properties.device_type {
        vk::PhysicalDeviceType::DISCRETE_GPU => GpuKind::Discrete,
        vk::PhysicalDeviceType::INTEGRATED_GPU => GpuKind::Integrated,
        vk::PhysicalDeviceType::VIRTUAL_GPU => GpuKind::Virtual,
        vk::PhysicalDeviceType::CPU => GpuKind::Cpu,
        _ => GpuKind::Other,
    };
    let mut lacks = Vec::new();
    // SAFETY: as above.
    let properties_of_families =
        unsafe { instance.get_physical_device_queue_family_properties(raw) };
    let mut families = Vec::with_capacity(properties_of_families.len());
    for (index, family) in (0..).zip(&properties_of_families) {
        let presents = match window {
            // SAFETY: as above; the surface is of this instance and the family is the GPU's.
            Some(window) => unsafe { window.is_presented_to_by(raw, index)? },
            None => true,
        };
        families.push(Family { flags: family.queue_flags, presents });
    }
    let family = queue_family(&families).unwrap_or_else(|lack| {
        lacks.push(lack.to_owned());
        0
    });
    // SAFETY: as above.
    let extensions = unsafe { instance.enumerate_device_extension_properties(raw) }
        .call("vkEnumerateDeviceExtensionProperties")?
        .iter()
        .filter_map(|it| it.extension_name_as_c_str().ok())
        .map(|it| it.to_string_lossy().into_owned())
        .collect::<Vec<_>>();
    for needed in needed_extensions {
        let needed = needed.to_string_lossy();
        if !extensions.iter().any(|it| *it == needed) {
            lacks.push(needed.into_owned());
        }
    }
    let mut optional = Features::default();
    // SAFETY: as above.
    if !unsafe { offers_1_3(instance, raw, properties.api_version) } {
        // Asking an older device for the newer feature structures would not be valid.
        lacks.push(format!("Vulkan 1.3 (has {})", version_text(properties.api_version)));
    } else {
        // SAFETY: as above, and the version was just checked.
        let (missing, offered) = unsafe { features::query(instance, raw, &extensions) };
        lacks.extend(missing.into_iter().map(|it| format!("feature {it}")));
        optional = offered;
    }
    Ok(Candidate {
        raw,
        info: GpuInfo { index, name, kind, lacks },
        queue_family: u32::try_from(family).unwrap_or(0),
        timestamp_bits: properties_of_families.get(family).map_or(0, |it| it.timestamp_valid_bits),
        features: optional,
        properties,
        extensions,
    })
}

/// Whether a GPU offers Vulkan 1.3, or may. RenderDoc's layer says 1.2 of one whose driver cannot replay buffer
/// addresses, as lavapipe cannot, because these are a part of 1.3. This program uses none, and everything else is
/// there. The layer leaves the version of the conformance tests that the driver passed as it is. Drivers of 1.2 have
/// passed those of 1.3 as well: what decides then are the features, which such a driver does not know and so leaves
/// off.
///
/// # Safety
/// `gpu` must come from `instance`.
unsafe fn offers_1_3(instance: &ash::Instance, gpu: vk::PhysicalDevice, says: u32) -> bool {
    if says >= vk::API_VERSION_1_3 {
        return true;
    }
    if says < vk::API_VERSION_1_2 || !Capture::is_loaded() {
        return false;
    }
    let mut driver = vk::PhysicalDeviceDriverProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut driver);
    // SAFETY: passed on to the caller; the chained structure is one of Vulkan 1.2.
    unsafe { instance.get_physical_device_properties2(gpu, &mut properties) };
    let passed = driver.conformance_version;
    (passed.major, passed.minor) >= (1, 3)
}

/// What the choice of a queue family depends on.
#[derive(Debug, Clone, Copy)]
struct Family {
    flags: vk::QueueFlags,
    /// To the window, if there is one.
    presents: bool,
}

/// The first family that does all that the program needs, or what none of them does.
fn queue_family(families: &[Family]) -> Result<usize, &'static str> {
    let wanted = vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE;
    let draws = |family: &Family| family.flags.contains(wanted);
    if !families.iter().any(draws) {
        return Err("a queue for both graphics and compute");
    }
    families
        .iter()
        .position(|family| draws(family) && family.presents)
        .ok_or("presenting to this window")
}

/// `1.3.230` out of Vulkan's packed number.
pub(super) fn version_text(version: u32) -> String {
    format!(
        "{}.{}.{}",
        vk::api_version_major(version),
        vk::api_version_minor(version),
        vk::api_version_patch(version)
    )
}

/// The index into `gpus` of the one to use: the wanted one, or the best usable one
/// (discrete, integrated, virtual, software; the loader's order within a kind).
///
/// `wanted` is an index, or a part of a name in any case (also one of digits that is no index: "4090").
pub(super) fn choose(gpus: &[GpuInfo], wanted: Option<&str>) -> GpuResult<usize> {
    let Some(wanted) = wanted else {
        return gpus
            .iter()
            .enumerate()
            .filter(|(_, gpu)| gpu.lacks.is_empty())
            .min_by_key(|(_, gpu)| gpu.kind)
            .map(|(position, _)| position)
            .ok_or_else(|| GpuError::NoUsableGpu { gpus: gpus.to_vec() });
    };
    let text = wanted.to_lowercase();
    let index = wanted.parse::<usize>().ok().filter(|it| gpus.iter().any(|gpu| gpu.index == *it));
    let matches = |gpu: &GpuInfo| match index {
        Some(index) => gpu.index == index,
        None => !text.is_empty() && gpu.name.to_lowercase().contains(&text),
    };
    let named = gpus.iter().enumerate().filter(|(_, gpu)| matches(gpu)).collect::<Vec<_>>();
    if named.is_empty() {
        return Err(GpuError::NoSuchGpu { wanted: wanted.to_owned(), gpus: gpus.to_vec() });
    }
    named
        .into_iter()
        .filter(|(_, gpu)| gpu.lacks.is_empty())
        .min_by_key(|(_, gpu)| gpu.kind)
        .map(|(position, _)| position)
        .ok_or_else(|| GpuError::UnfitGpu { wanted: wanted.to_owned(), gpus: gpus.to_vec() })
}

#[cfg(test)]
mod tests {
    use ash::vk;

    use super::{Family, GpuInfo, GpuKind, choose, queue_family};

    #[test]
    fn a_queue_draws_computes_and_presents() {
        let graphics = vk::QueueFlags::GRAPHICS;
        let both = graphics | vk::QueueFlags::COMPUTE;
        let family = |flags, presents| Family { flags, presents };
        let check = |families: &[Family], expected| assert_eq!(queue_family(families), expected);
        check(&[], Err("a queue for both graphics and compute"));
        check(&[family(graphics, true)], Err("a queue for both graphics and compute"));
        check(&[family(both, false)], Err("presenting to this window"));
        check(&[family(graphics, true), family(both, false)], Err("presenting to this window"));
        check(&[family(both, false), family(both, true), family(both, true)], Ok(1));
    }

    fn gpus() -> Vec<GpuInfo> {
        let gpu = |index, name: &str, kind, lacks: &[&str]| GpuInfo {
            index,
            name: name.to_owned(),
            kind,
            lacks: lacks.iter().map(ToString::to_string).collect(),
        };
        vec![
            gpu(0, "llvmpipe (LLVM 15)", GpuKind::Cpu, &[]),
            gpu(1, "Old Card", GpuKind::Discrete, &["Vulkan 1.3 (has 1.1.0)"]),
            gpu(2, "Arc Integrated", GpuKind::Integrated, &[]),
            gpu(3, "Fast Card", GpuKind::Discrete, &[]),
        ]
    }

    #[track_caller]
    fn check(wanted: Option<&str>, expected: usize) {
        assert_eq!(choose(&gpus(), wanted).expect("one fits"), expected);
    }

    #[track_caller]
    fn check_error(gpus: &[GpuInfo], wanted: Option<&str>, expected: &str) {
        assert_eq!(choose(gpus, wanted).expect_err("none fits").to_string(), expected);
    }

    #[test]
    fn names_that_fit_nothing_list_what_there_is() {
        let two = &gpus()[..2];
        let list = "[0] llvmpipe (LLVM 15) (software); \
                    [1] Old Card (discrete; lacks Vulkan 1.3 (has 1.1.0))";
        check_error(two, Some("radeon"), &format!("no GPU matches 'radeon'; there is: {list}"));
        check_error(two, Some("7"), &format!("no GPU matches '7'; there is: {list}"));
        check_error(two, Some(""), &format!("no GPU matches ''; there is: {list}"));
        check_error(two, Some("old"), &format!("GPU 'old' cannot be used; there is: {list}"));
        check_error(
            &two[1..],
            None,
            "no usable GPU: [1] Old Card (discrete; lacks Vulkan 1.3 (has 1.1.0))",
        );
    }

    #[test]
    fn the_best_usable_kind_wins_and_names_are_found_in_any_case() {
        check(None, 3);
        check(Some("0"), 0);
        check(Some("LLVMPIPE"), 0);
        check(Some("15"), 0);
        check(Some("arc"), 2);
        check(Some("card"), 3);
    }
}
