//! What an effect draws to beside the window: textures that say so by their semantic, and `RenderTargetView` variables.

use ash::vk;
use effectc::effect::{Annotation, Effect, Resource, ResourceKind};

use super::purpose::{numbers, text};
use super::words::words;

/// An image that passes of the effect draw to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TargetPlan {
    /// Of its texture or view variable.
    pub(super) name: String,
    /// Index into [`EffectPlan::textures`](super::EffectPlan) of the texture that shows it.
    pub(super) texture: Option<usize>,
    pub(super) size: TargetSize,
    /// Of colours, as it is asked for; depths have the format of the program.
    pub(super) format: vk::Format,
    pub(super) is_depth: bool,
    /// Variables of the kind `RenderTargetView` are a name space of their own.
    pub(super) is_view: bool,
}

/// How large a target is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TargetSize {
    /// Of the window.
    Ratio([f32; 2]),
    /// In pixels.
    Fixed([u32; 2]),
}

/// Largest side of a target.
const MAX_SIZE_PX: u32 = 8192;

impl TargetSize {
    pub(super) fn in_px(self, window_px: [u32; 2]) -> [u32; 2] {
        match self {
            Self::Fixed(size_px) => size_px.map(|it| it.clamp(1, MAX_SIZE_PX)),
            Self::Ratio(ratio) => {
                let scaled = |axis: usize| {
                    let size_px = f64::from(window_px[axis]) * f64::from(ratio[axis]);
                    let size_px = size_px.round().clamp(1.0, f64::from(MAX_SIZE_PX));
                    #[expect(clippy::cast_possible_truncation, reason = "clamped")]
                    #[expect(clippy::cast_sign_loss, reason = "clamped")]
                    {
                        size_px as u32
                    }
                };
                [scaled(0), scaled(1)]
            }
        }
    }
}

/// Whether a texture is a target, by its semantic; true for depths.
pub(super) fn target_semantic(resource: &Resource) -> Option<bool> {
    let semantic = resource.semantic.as_deref()?;
    let semantic = semantic.trim_end_matches(|c: char| c.is_ascii_digit()).to_ascii_lowercase();
    match semantic.as_str() {
        "rendercolortarget" | "rendertarget" => Some(false),
        "renderdepthstenciltarget" | "renderdepthtarget" => Some(true),
        _ => None,
    }
}

/// The targets of an effect whose textures have these names and kinds, in the order of [`EffectPlan::textures`](super::EffectPlan); and what is not
/// as asked for.
pub(super) fn targets(effect: &Effect, textures: &[&str]) -> (Vec<TargetPlan>, Vec<String>) {
    let (mut all, mut warnings) = (Vec::new(), Vec::new());
    let place = |name: &str| textures.iter().position(|it| *it == name);
    for resource in &effect.resources {
        let Some(is_depth) = target_semantic(resource) else { continue };
        let name = resource.name.clone();
        if resource.kind != ResourceKind::Texture2D {
            let kind = resource.kind.hlsl();
            warnings.push(format!("the {kind} `{name}` is no target here: it is not drawn to"));
            continue;
        }
        let mut format = vk::Format::R8G8B8A8_UNORM;
        if let (false, Some(asked)) = (is_depth, text(&resource.annotations, "Format")) {
            let known = format_of(asked);
            if known.is_none() && !asked.is_empty() {
                warnings.push(format!(
                    "the format {asked} of the target `{name}` is not one here: it has 8 bits a colour"
                ));
            }
            format = known.unwrap_or(format);
        }
        let levels = ["MipLevels", "Miplevels", "Levels"];
        let levels = levels.iter().find_map(|it| numbers(&resource.annotations, it));
        let reads = !resource.stages.is_empty();
        if levels.is_some_and(|it| it.first().is_some_and(|it| *it > 1.0)) && reads {
            warnings.push(format!("the target `{name}` has one level here, the largest"));
        }
        all.push(TargetPlan {
            texture: place(&name).filter(|_| reads),
            size: size(&resource.annotations),
            name,
            format,
            is_depth,
            is_view: false,
        });
    }
    for (views, is_depth) in
        [(&effect.render_target_views, false), (&effect.depth_stencil_views, true)]
    {
        for name in views {
            // What shows colours does not show depths as well.
            let is_free =
                |texture: &usize| all.iter().all(|it: &TargetPlan| it.texture != Some(*texture));
            let texture = namesake(name, effect).and_then(|it| place(&it.name)).filter(is_free);
            if texture.is_none() && !is_depth {
                warnings.push(format!(
                    "no texture of the effect is named as the RenderTargetView `{name}`: what is drawn to it is not seen"
                ));
            }
            all.push(TargetPlan {
                name: name.clone(),
                texture,
                size: TargetSize::Ratio([1.0, 1.0]),
                format: vk::Format::R16G16B16A16_SFLOAT,
                is_depth,
                is_view: true,
            });
        }
    }
    (all, warnings)
}

/// Words that say that a name is one of a target or of a texture.
const KIND_WORDS: &[&str] = &[
    "g", "m", "rtv", "dsv", "rt", "srv", "ds", "target", "render", "view", "tex", "texture", "map",
    "buffer", "the",
];

/// The one texture that is named as a view but for what says what they are: `gSceneRTV` and `SceneTexture`.
fn namesake<'a>(view: &str, effect: &'a Effect) -> Option<&'a Resource> {
    let core = |name: &str| -> Vec<String> {
        words(name).into_iter().filter(|it| !KIND_WORDS.contains(&it.as_str())).collect()
    };
    let wanted = core(view);
    let is_numbers = |it: &Resource| {
        use effectc::effect::{MemberType, ScalarKind};
        matches!(
            it.element,
            None | Some(
                MemberType::Scalar { kind: ScalarKind::Float }
                    | MemberType::Vector { kind: ScalarKind::Float, .. }
            )
        )
    };
    let is_same = |it: &&Resource| {
        it.kind == ResourceKind::Texture2D && is_numbers(it) && core(&it.name) == wanted
    };
    let mut found = effect.resources.iter().filter(is_same);
    found.next().filter(|_| found.next().is_none() && !wanted.is_empty())
}

#[expect(clippy::cast_possible_truncation, reason = "saturating is the purpose")]
#[expect(clippy::cast_sign_loss, reason = "saturating is the purpose")]
fn size(annotations: &[Annotation]) -> TargetSize {
    let two = |name: &str| match numbers(annotations, name)?.as_slice() {
        [x, y, ..] if *x > 0.0 && *y > 0.0 => Some([*x, *y]),
        _ => None,
    };
    let one = |name: &str| numbers(annotations, name)?.first().copied().filter(|it| *it > 0.0);
    if let Some(size_px) = two("Dimensions") {
        return TargetSize::Fixed(size_px.map(|it| it as u32));
    }
    if let (Some(width), Some(height)) = (one("Width"), one("Height")) {
        return TargetSize::Fixed([width as u32, height as u32]);
    }
    TargetSize::Ratio(two("ViewPortRatio").unwrap_or([1.0, 1.0]))
}

/// Formats by the names of Direct3D 9 (`D3DFORMAT`, Microsoft Learn) and of DXGI, with or without what they begin with.
fn format_of(name: &str) -> Option<vk::Format> {
    let upper = name.trim().to_ascii_uppercase();
    let bare = ["D3DFMT_", "DXGI_FORMAT_", "FMT_"].iter().find_map(|it| upper.strip_prefix(it));
    Some(match bare.unwrap_or(&upper) {
        "A8R8G8B8" | "X8R8G8B8" | "A8B8G8R8" | "X8B8G8R8" | "R8G8B8" | "R8G8B8A8_UNORM"
        | "B8G8R8A8_UNORM" => vk::Format::R8G8B8A8_UNORM,
        "A2R10G10B10" | "A2B10G10R10" | "R10G10B10A2_UNORM" => vk::Format::A2B10G10R10_UNORM_PACK32,
        "A16B16G16R16" | "R16G16B16A16_UNORM" => vk::Format::R16G16B16A16_UNORM,
        "A16B16G16R16F" | "R16G16B16A16_FLOAT" => vk::Format::R16G16B16A16_SFLOAT,
        "A32B32G32R32F" | "R32G32B32A32_FLOAT" => vk::Format::R32G32B32A32_SFLOAT,
        "G16R16" | "R16G16_UNORM" => vk::Format::R16G16_UNORM,
        "G16R16F" | "R16G16_FLOAT" => vk::Format::R16G16_SFLOAT,
        "G32R32F" | "R32G32_FLOAT" => vk::Format::R32G32_SFLOAT,
        "R16F" | "R16_FLOAT" => vk::Format::R16_SFLOAT,
        "R32F" | "R32_FLOAT" => vk::Format::R32_SFLOAT,
        "L16" | "R16_UNORM" => vk::Format::R16_UNORM,
        "L8" | "R8" | "R8_UNORM" => vk::Format::R8_UNORM,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use effectc::effect::{AnnotationValue, Stage};

    fn annotation(name: &str, value: AnnotationValue) -> Annotation {
        Annotation { name: name.to_owned(), value }
    }

    fn texture(name: &str, semantic: Option<&str>, annotations: Vec<Annotation>) -> Resource {
        Resource {
            name: name.to_owned(),
            count: 1,
            semantic: semantic.map(str::to_owned),
            annotations,
            stages: [Stage::Pixel].into_iter().collect(),
            ..Resource::default()
        }
    }

    #[test]
    fn sizes_are_of_the_window_or_fixed() {
        let window_px = [960, 540];
        let ratio = annotation("ViewportRatio", AnnotationValue::Float(vec![0.5, 0.25]));
        assert_eq!(size(&[ratio]).in_px(window_px), [480, 135]);
        let fixed = annotation("Dimensions", AnnotationValue::Int(vec![256, 64]));
        assert_eq!(size(&[fixed]).in_px(window_px), [256, 64]);
        let sides = [("Width", 128), ("height", 32)]
            .map(|(name, size_px)| annotation(name, AnnotationValue::Int(vec![size_px])));
        assert_eq!(size(&sides).in_px(window_px), [128, 32]);
        assert_eq!(size(&[]).in_px(window_px), window_px);
        let bomb = annotation("Dimensions", AnnotationValue::Int(vec![i64::MAX, 1]));
        assert_eq!(size(&[bomb]).in_px(window_px), [MAX_SIZE_PX, 1]);
    }

    #[test]
    fn formats_have_the_names_of_direct3d_9_and_dxgi() {
        assert_eq!(format_of("D3DFMT_A16B16G16R16F"), Some(vk::Format::R16G16B16A16_SFLOAT));
        assert_eq!(format_of("r32f"), Some(vk::Format::R32_SFLOAT));
        assert_eq!(format_of("DXGI_FORMAT_R8G8B8A8_UNORM"), Some(vk::Format::R8G8B8A8_UNORM));
        assert_eq!(format_of("DXT5"), None);
    }

    #[test]
    fn targets_are_textures_of_their_semantics_and_views_with_a_namesake() {
        let resources = vec![
            texture("SceneMap", Some("RENDERCOLORTARGET0"), Vec::new()),
            texture("Depth", Some("RenderDepthStencilTarget"), Vec::new()),
            texture("gBlurTexture", None, Vec::new()),
        ];
        let effect = Effect {
            resources,
            render_target_views: vec!["gBlurRTV".to_owned(), "gLost".to_owned()],
            depth_stencil_views: vec!["gBlurDSV".to_owned()],
            ..Effect::default()
        };
        let (all, warnings) = targets(&effect, &["SceneMap", "Depth", "gBlurTexture"]);
        let shown: Vec<_> =
            all.iter().map(|it| (it.name.as_str(), it.texture, it.is_depth)).collect();
        assert_eq!(
            shown,
            [
                ("SceneMap", Some(0), false),
                ("Depth", Some(1), true),
                ("gBlurRTV", Some(2), false),
                ("gLost", None, false),
                ("gBlurDSV", None, true)
            ]
        );
        assert_eq!(
            warnings,
            [
                "no texture of the effect is named as the RenderTargetView `gLost`: what is drawn to it is not seen"
            ]
        );
    }
}
