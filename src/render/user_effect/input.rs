//! What vertex shaders read: semantics matched to what a model has, and vertices put together in their layout.

use effectc::effect::{Shader, VertexFormat};
use nalgebra::{Matrix4, Vector2, Vector3, Vector4};

use super::encode::write_number;
use crate::asset::SlotIdx;

/// What of a model a vertex input gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Source {
    Position,
    Normal,
    Tangent,
    Binormal,
    TexCoord,
    Color,
    BlendIndices,
    BlendWeights,
    /// Of the four influences after the first four.
    FurtherIndices,
    FurtherWeights,
    /// Influences after the first eight, which no model has here.
    NoInfluence,
    /// What no model has.
    Missing,
}

/// Semantics, with their usual misspellings: layouts that are made by reflection never notice those.
const SEMANTICS: &[(Source, &[&str])] = &[
    (Source::Position, &["POSITION", "POS", "POSITON", "SV_POSITION"]),
    (Source::Normal, &["NORMAL", "NORAML", "NORMALS"]),
    (Source::Tangent, &["TANGENT", "TANGENTS", "TANGET"]),
    (Source::Binormal, &["BINORMAL", "BITANGENT", "BINORMALS"]),
    (
        Source::TexCoord,
        &["TEXCOORD", "TEXTCOORD", "TEXCORRD", "TEXCOORDS", "UV", "TEX", "TEXTURE", "TEXCORD"],
    ),
    (Source::Color, &["COLOR", "COLOUR", "DIFFUSE"]),
    (
        Source::BlendIndices,
        &[
            "BLENDINDICES",
            "BLEND_INDICES",
            "BLENDINDEX",
            "BONEINDEX",
            "BONEINDICES",
            "BONES",
            "BONEIDS",
            "BONEID",
            "BLENDINDICE",
            "BONE_INDICES",
            "BLEND_INDEX",
            "JOINTS",
        ],
    ),
    (
        Source::BlendWeights,
        &[
            "BLENDWEIGHT",
            "BLENDWEIGHTS",
            "BLEND_WEIGHTS",
            "BLEND_WEIGHT",
            "BONEWEIGHT",
            "BONEWEIGHTS",
            "WEIGHTS",
            "WEIGHT",
            "BONE_WEIGHTS",
        ],
    ),
];

/// What of a model a semantic stands for.
pub(super) fn source_of(semantic: &str, index: u32) -> Source {
    let upper = semantic.to_uppercase();
    let found = SEMANTICS.iter().find(|(_, names)| names.contains(&upper.as_str()));
    match (found.map(|it| it.0), index) {
        (Some(source), 0) => source,
        (Some(Source::BlendIndices), 1) => Source::FurtherIndices,
        (Some(Source::BlendWeights), 1) => Source::FurtherWeights,
        (Some(Source::BlendIndices | Source::BlendWeights), _) => Source::NoInfluence,
        _ => Source::Missing,
    }
}

/// A vertex input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Element<S> {
    pub(super) source: S,
    pub(super) offset_bytes: u32,
    pub(super) format: VertexFormat,
    /// As the shader writes it: `TEXCOORD1`.
    pub(super) semantic: String,
}

/// What a vertex shader reads of each vertex.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct VertexLayout {
    pub(super) stride_bytes: u32,
    pub(super) elements: Vec<Element<Source>>,
}

/// What an instance input gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InstanceSource {
    /// A row of the world matrix.
    WorldRow(usize),
    /// Ones: a colour, a scale.
    Ones,
}

/// What a vertex shader reads of each instance, by slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct InstanceLayout {
    pub(super) slots: Vec<(u32, u32, Vec<Element<InstanceSource>>)>,
}

/// The layouts of a vertex shader. Inputs that the code does not read keep their room and are left out.
pub(super) fn layouts(shader: &Shader) -> (VertexLayout, InstanceLayout) {
    let mut vertex =
        VertexLayout { stride_bytes: shader.vertex_stride_bytes(0), elements: Vec::new() };
    let mut instance = InstanceLayout::default();
    for input in shader.vertex_inputs.iter().filter(|it| it.used) {
        let semantic = match input.semantic_index {
            0 => input.semantic.clone(),
            index => format!("{}{index}", input.semantic),
        };
        let (offset_bytes, format) = (input.offset_bytes, input.format);
        if !input.per_instance {
            let source = source_of(&input.semantic, input.semantic_index);
            vertex.elements.push(Element { source, offset_bytes, format, semantic });
            continue;
        }
        let source = match input.semantic_index as usize {
            row @ 0..4 if format == VertexFormat::R32G32B32A32Float => {
                InstanceSource::WorldRow(row)
            }
            _ => InstanceSource::Ones,
        };
        let element = Element { source, offset_bytes, format, semantic };
        match instance.slots.iter_mut().find(|it| it.0 == input.slot) {
            Some((_, _, elements)) => elements.push(element),
            None => {
                let stride_bytes = shader.vertex_stride_bytes(input.slot);
                instance.slots.push((input.slot, stride_bytes, vec![element]));
            }
        }
    }
    (vertex, instance)
}

impl InstanceLayout {
    /// Whether the world matrix comes with the instance.
    pub(super) fn has_world(&self) -> bool {
        let is_row =
            |it: &Element<InstanceSource>| matches!(it.source, InstanceSource::WorldRow(_));
        self.slots.iter().any(|(_, _, elements)| elements.iter().any(is_row))
    }
}

/// Vertices of a part, as long as `positions` each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Streams<'a> {
    pub(super) positions: &'a [Vector3<f32>],
    pub(super) normals: &'a [Vector3<f32>],
    pub(super) tangents: &'a [Vector4<f32>],
    pub(super) uvs: &'a [Vector2<f32>],
    pub(super) colors: &'a [Vector4<f32>],
    pub(super) slots: &'a [[SlotIdx; 4]],
    pub(super) weights: &'a [Vector4<f32>],
    /// Empty where no vertex has more than four influences.
    pub(super) further_slots: &'a [[SlotIdx; 4]],
    pub(super) further_weights: &'a [Vector4<f32>],
}

impl Streams<'_> {
    fn numbers(&self, source: Source, vertex: usize) -> [f32; 4] {
        let three =
            |of: &[Vector3<f32>]| of.get(vertex).map_or([0.0; 4], |it| [it.x, it.y, it.z, 1.0]);
        let four = |of: &[Vector4<f32>]| of.get(vertex).map_or([0.0; 4], |it| (*it).into());
        let slots = |of: &[[SlotIdx; 4]]| {
            of.get(vertex).map_or([0.0; 4], |it| it.map(|slot| f32::from(slot.0)))
        };
        match source {
            Source::Position => three(self.positions),
            // Three numbers of a vertex in a variable of four have a 1 behind them in Direct3D.
            Source::Normal => three(self.normals),
            Source::Tangent => four(self.tangents),
            Source::Binormal => {
                let normal = self.normals.get(vertex).copied().unwrap_or_default();
                let tangent = self.tangents.get(vertex).copied().unwrap_or_default();
                let binormal = normal.cross(&tangent.xyz()) * tangent.w;
                [binormal.x, binormal.y, binormal.z, 1.0]
            }
            Source::TexCoord => self.uvs.get(vertex).map_or([0.0; 4], |it| [it.x, it.y, 0.0, 1.0]),
            Source::Color => self.colors.get(vertex).map_or([1.0; 4], |it| (*it).into()),
            Source::BlendIndices => slots(self.slots),
            Source::BlendWeights => four(self.weights),
            Source::FurtherIndices => slots(self.further_slots),
            Source::FurtherWeights => four(self.further_weights),
            Source::NoInfluence | Source::Missing => [0.0; 4],
        }
    }
}

/// Puts vertices together in a layout, into `out`, which is emptied first. A layout with four influences alone gets the
/// largest four, scaled to sum to 1.
pub(super) fn pack(layout: &VertexLayout, streams: &Streams<'_>, out: &mut Vec<u8>) {
    let stride = layout.stride_bytes as usize;
    out.clear();
    out.resize(stride * streams.positions.len(), 0);
    if stride == 0 {
        return;
    }
    let reads_further = layout.elements.iter().any(|it| it.source == Source::FurtherWeights);
    let is_cut = !reads_further && !streams.further_weights.is_empty();
    for (vertex, bytes) in out.chunks_exact_mut(stride).enumerate() {
        for element in &layout.elements {
            let mut numbers = streams.numbers(element.source, vertex);
            if is_cut && element.source == Source::BlendWeights {
                let sum: f32 = numbers.iter().sum();
                numbers = numbers.map(|it| if sum > 0.0 { it / sum } else { it });
            }
            write(bytes, element.offset_bytes, element.format, numbers);
        }
    }
}

/// Puts instances together, one a character.
pub(super) fn pack_instances(
    stride_bytes: u32,
    elements: &[Element<InstanceSource>],
    worlds: &[Matrix4<f32>],
) -> Vec<u8> {
    let stride = stride_bytes as usize;
    let mut out = vec![0; stride * worlds.len()];
    if stride == 0 {
        return out;
    }
    for (bytes, world) in out.chunks_exact_mut(stride).zip(worlds) {
        for element in elements {
            let numbers = match element.source {
                // HLSL's row is a column here.
                InstanceSource::WorldRow(row) => world.column(row).into_owned().into(),
                InstanceSource::Ones => [1.0; 4],
            };
            write(bytes, element.offset_bytes, element.format, numbers);
        }
    }
    out
}

fn write(bytes: &mut [u8], offset_bytes: u32, format: VertexFormat, numbers: [f32; 4]) {
    use effectc::effect::ScalarKind::{Float, Int, Uint};
    let (kind, count) = match format {
        VertexFormat::R32Float => (Float, 1),
        VertexFormat::R32G32Float => (Float, 2),
        VertexFormat::R32G32B32Float => (Float, 3),
        VertexFormat::R32G32B32A32Float => (Float, 4),
        VertexFormat::R32Sint => (Int, 1),
        VertexFormat::R32G32Sint => (Int, 2),
        VertexFormat::R32G32B32Sint => (Int, 3),
        VertexFormat::R32G32B32A32Sint => (Int, 4),
        VertexFormat::R32Uint => (Uint, 1),
        VertexFormat::R32G32Uint => (Uint, 2),
        VertexFormat::R32G32B32Uint => (Uint, 3),
        VertexFormat::R32G32B32A32Uint => (Uint, 4),
    };
    for (place, number) in numbers.into_iter().take(count).enumerate() {
        write_number(bytes, offset_bytes as usize + 4 * place, kind, f64::from(number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semantics_in_any_case_and_some_misspelt() {
        for (semantic, index, source) in [
            ("POSITION", 0, Source::Position),
            ("Position", 0, Source::Position),
            ("POSITION", 1, Source::Missing),
            ("TexCoord", 0, Source::TexCoord),
            ("TEXCOORD", 1, Source::Missing),
            ("TEXCORRD", 0, Source::TexCoord),
            ("NORAML", 0, Source::Normal),
            ("BITANGENT", 0, Source::Binormal),
            ("BLENDINDICES", 0, Source::BlendIndices),
            ("BLEND_INDICES", 0, Source::BlendIndices),
            ("BONEINDEX", 0, Source::BlendIndices),
            ("BLENDINDICES", 1, Source::FurtherIndices),
            ("BLEND_WEIGHTS", 1, Source::FurtherWeights),
            ("BLENDWEIGHT", 2, Source::NoInfluence),
            ("PSIZE", 0, Source::Missing),
        ] {
            assert_eq!(source_of(semantic, index), source, "{semantic}{index}");
        }
    }

    #[test]
    fn vertices_lie_as_the_shader_reads_them() {
        let element = |source, offset_bytes, format| Element {
            source,
            offset_bytes,
            format,
            semantic: String::new(),
        };
        let layout = VertexLayout {
            stride_bytes: 44,
            elements: vec![
                element(Source::Position, 0, VertexFormat::R32G32B32Float),
                // Between them, what the code does not read.
                element(Source::Binormal, 16, VertexFormat::R32G32B32Float),
                element(Source::BlendIndices, 28, VertexFormat::R32G32B32A32Uint),
            ],
        };
        let streams = Streams {
            positions: &[Vector3::new(1.0, 2.0, 3.0); 2],
            normals: &[Vector3::y(); 2],
            tangents: &[Vector4::new(1.0, 0.0, 0.0, -1.0); 2],
            slots: &[[SlotIdx(1), SlotIdx(2), SlotIdx(3), SlotIdx(4)]; 2],
            ..Streams::default()
        };
        let mut out = Vec::new();
        pack(&layout, &streams, &mut out);
        assert_eq!(out.len(), 88);
        let floats: Vec<f32> = bytemuck::pod_collect_to_vec(&out[44..44 + 28]);
        assert_eq!(floats, [1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0]);
        let slots: Vec<u32> = bytemuck::pod_collect_to_vec(&out[72..88]);
        assert_eq!(slots, [1, 2, 3, 4]);
    }

    #[test]
    fn eight_influences_go_whole_or_as_the_largest_four() {
        let element = |source, offset_bytes| Element {
            source,
            offset_bytes,
            format: VertexFormat::R32G32B32A32Float,
            semantic: String::new(),
        };
        let streams = Streams {
            positions: &[Vector3::zeros()],
            slots: &[[1, 2, 3, 4].map(SlotIdx)],
            weights: &[Vector4::new(0.25, 0.25, 0.125, 0.125)],
            further_slots: &[[5, 6, 7, 8].map(SlotIdx)],
            further_weights: &[Vector4::new(0.0625, 0.0625, 0.0625, 0.0625)],
            ..Streams::default()
        };
        let mut out = Vec::new();
        let mut packed = |elements| {
            let layout = VertexLayout { stride_bytes: 64, elements };
            pack(&layout, &streams, &mut out);
            bytemuck::pod_collect_to_vec::<u8, f32>(&out)
        };
        let mut elements =
            vec![element(Source::BlendIndices, 0), element(Source::BlendWeights, 16)];
        let third = 1.0 / 3.0;
        let four = [1.0, 2.0, 3.0, 4.0, third, third, third / 2.0, third / 2.0];
        assert_eq!(packed(elements.clone()), [&four[..], &[0.0; 8]].concat());
        elements.push(element(Source::FurtherIndices, 32));
        elements.push(element(Source::FurtherWeights, 48));
        let eight = [
            1.0, 2.0, 3.0, 4.0, 0.25, 0.25, 0.125, 0.125, 5.0, 6.0, 7.0, 8.0, 0.0625, 0.0625,
            0.0625, 0.0625,
        ];
        assert_eq!(packed(elements), eight);
    }
}
