//! Finds what an effect needs of a device: in the capabilities of its modules, and in its states.

use crate::hash::HashSet;
use std::collections::BTreeMap;

use crate::effect::{Effect, Feature, Pass, Requirement, Shader, Stage, Stages, Technique};
use crate::patch::{Instructions, op};
use crate::state::{BlendDesc, FillMode, RasterizerDesc, SamplerDesc, TextureAddressMode};

const STORAGE_OUTPUT: u32 = 3;
const DECORATION_LOCATION: u32 = 30;

/// Capabilities, by SPIR-V's numbers, and the features that bring them.
const CAPABILITIES: [(u32, Feature); 20] = [
    (2, Feature::GeometryShader),
    (3, Feature::TessellationShader),
    (10, Feature::ShaderFloat64),
    (25, Feature::ShaderImageGatherExtended),
    (32, Feature::ShaderClipDistance),
    (33, Feature::ShaderCullDistance),
    (34, Feature::ImageCubeArray),
    (35, Feature::SampleRateShading),
    (45, Feature::ImageCubeArray),
    (49, Feature::ShaderStorageImageExtendedFormats),
    (52, Feature::SampleRateShading),
    (53, Feature::TransformFeedback),
    (54, Feature::GeometryStreams),
    (57, Feature::MultiViewport),
    (69, Feature::ShaderOutputLayer),
    (70, Feature::ShaderOutputViewportIndex),
    (4427, Feature::ShaderDrawParameters),
    (5013, Feature::ShaderStencilExport),
    (5254, Feature::ShaderOutputLayer),
    (5379, Feature::ShaderDemoteToHelperInvocation),
];

/// Everything that an effect needs, in order of [`Feature`]; shaders must have their words.
pub(crate) fn requirements(effect: &Effect) -> Vec<Requirement> {
    let mut found = Found::default();
    if !effect.constant_buffers.is_empty() {
        found.need(Feature::ScalarBlockLayout, "the layout of constant buffers".to_owned());
    }
    if effect.resources.iter().any(|it| it.stride_bytes > 0) {
        found.need(Feature::ScalarBlockLayout, "the layout of structured buffers".to_owned());
    }
    effect.shaders.iter().for_each(|it| found.shader(it));
    found.resources(effect);
    found.samplers(effect);
    for technique in &effect.techniques {
        for (index, pass) in technique.passes.iter().enumerate() {
            found.pass(effect, technique, index, pass);
        }
    }
    found
        .by_feature
        .into_iter()
        .map(|(feature, needed_by)| Requirement { feature, needed_by })
        .collect()
}

#[derive(Default)]
struct Found {
    by_feature: BTreeMap<Feature, Vec<String>>,
}

impl Found {
    fn need(&mut self, feature: Feature, by: String) {
        let all = self.by_feature.entry(feature).or_default();
        if !all.contains(&by) {
            all.push(by);
        }
    }

    fn shader(&mut self, shader: &Shader) {
        let Some(module) = Instructions::parse(&shader.words) else { return };
        for capability in module.all(op::CAPABILITY).filter_map(|it| it.first()) {
            let features = CAPABILITIES.iter().filter(|(it, _)| it == capability);
            for (_, feature) in features {
                self.need(*feature, format!("shader {} ({})", shader.entry, shader.profile));
            }
        }
    }

    fn resources(&mut self, effect: &Effect) {
        for resource in effect.resources.iter().filter(|it| it.kind.is_read_write()) {
            let counter = resource.counter_binding.map_or(Stages::NONE, |it| effect.stages_of(it));
            for stage in resource.stages.iter().chain(counter.iter()) {
                let feature = match stage {
                    Stage::Pixel => Feature::FragmentStoresAndAtomics,
                    Stage::Compute => continue,
                    Stage::Vertex | Stage::Hull | Stage::Domain | Stage::Geometry => {
                        Feature::VertexPipelineStoresAndAtomics
                    }
                };
                let by = format!("{} {} of a {stage} shader", resource.kind.hlsl(), resource.name);
                self.need(feature, by);
            }
        }
    }

    fn samplers(&mut self, effect: &Effect) {
        for sampler in effect.samplers.iter().filter(|it| !it.stages.is_empty()) {
            for desc in std::iter::once(&sampler.desc).chain(&sampler.element_descs) {
                let by = || format!("sampler {}", sampler.name);
                let has_mode =
                    |mode| [desc.address_u, desc.address_v, desc.address_w].contains(&mode);
                if desc.filter.is_anisotropic() {
                    self.need(Feature::SamplerAnisotropy, by());
                }
                if has_mode(TextureAddressMode::MirrorOnce) {
                    self.need(Feature::SamplerMirrorClampToEdge, by());
                }
                if has_mode(TextureAddressMode::Border) && !is_core_border(desc) {
                    self.need(Feature::CustomBorderColor, by());
                }
            }
        }
    }

    fn pass(&mut self, effect: &Effect, technique: &Technique, index: usize, pass: &Pass) {
        let name = match pass.name.as_str() {
            "" => format!("pass number {index}"),
            name => format!("pass {name}"),
        };
        let by = || match technique.name.as_str() {
            "" => name.clone(),
            technique => format!("{name} of technique {technique}"),
        };
        if let Some(rasterizer) = &pass.rasterizer {
            for feature in of_rasterizer(&rasterizer.desc) {
                self.need(feature, by());
            }
        }
        if let Some(blend) = &pass.blend {
            let mut features: Vec<Feature> = effect
                .candidates(pass.shader(Stage::Pixel))
                .flat_map(|it| of_blend(&blend.desc, &targets(it)))
                .collect();
            if blend.desc.has_second_source() {
                features.push(Feature::DualSrcBlend);
            }
            features.into_iter().for_each(|it| self.need(it, by()));
        }
    }
}

/// Whether a border colour is one that every Vulkan has.
#[expect(clippy::float_cmp, reason = "only these very values are")]
fn is_core_border(desc: &SamplerDesc) -> bool {
    let [r, g, b, a] = desc.border_color;
    let is_grey = r == g && g == b;
    is_grey && ((r == 0.0 && (a == 0.0 || a == 1.0)) || (r == 1.0 && a == 1.0))
}

fn of_rasterizer(desc: &RasterizerDesc) -> impl Iterator<Item = Feature> {
    let needs = [
        (desc.fill_mode == FillMode::Wireframe, Feature::FillModeNonSolid),
        (!desc.depth_clip_enable, Feature::DepthClamp),
        (desc.depth_bias_clamp != 0.0, Feature::DepthBiasClamp),
    ];
    needs.into_iter().filter_map(|(is_needed, feature)| is_needed.then_some(feature))
}

fn of_blend(desc: &BlendDesc, targets: &[usize]) -> Option<Feature> {
    let of_target = |target: &usize| match desc.independent_blend_enable {
        true => desc.render_targets.get(*target),
        false => desc.render_targets.first(),
    };
    let used: Vec<_> = targets.iter().filter_map(of_target).collect();
    used.windows(2).any(|it| it[0] != it[1]).then_some(Feature::IndependentBlend)
}

/// The targets that a pixel shader writes, ascending.
fn targets(shader: &Shader) -> Vec<usize> {
    let Some(module) = Instructions::parse(&shader.words) else { return Vec::new() };
    let outputs: HashSet<u32> = module
        .all(op::VARIABLE)
        .filter_map(|it| match it {
            [_, id, STORAGE_OUTPUT, ..] => Some(*id),
            _ => None,
        })
        .collect();
    let mut targets: Vec<usize> = outputs
        .into_iter()
        .filter_map(|it| module.decoration(it, DECORATION_LOCATION))
        .filter_map(|it| usize::try_from(it).ok())
        .collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}
