//! Stages, and compiled shaders with their vertex inputs.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A stage of the pipeline.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// `vs_*`.
    #[default]
    Vertex,
    /// `hs_*`: tessellation control.
    Hull,
    /// `ds_*`: tessellation evaluation.
    Domain,
    /// `gs_*`.
    Geometry,
    /// `ps_*`: fragment.
    Pixel,
    /// `cs_*`.
    Compute,
}

impl Stage {
    /// Every stage, in the order of the pipeline.
    pub const ALL: [Self; 6] =
        [Self::Vertex, Self::Hull, Self::Domain, Self::Geometry, Self::Pixel, Self::Compute];

    /// The word for messages and file names: `vertex`, `hull`, `domain`, `geometry`, `pixel`, `compute`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Vertex => "vertex",
            Self::Hull => "hull",
            Self::Domain => "domain",
            Self::Geometry => "geometry",
            Self::Pixel => "pixel",
            Self::Compute => "compute",
        }
    }

    /// The first two letters of the stage's profiles: `vs`, `hs`, `ds`, `gs`, `ps`, `cs`.
    #[must_use]
    pub fn profile_prefix(self) -> &'static str {
        match self {
            Self::Vertex => "vs",
            Self::Hull => "hs",
            Self::Domain => "ds",
            Self::Geometry => "gs",
            Self::Pixel => "ps",
            Self::Compute => "cs",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of stages. In JSON a list of names in the order of the pipeline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Stage>", into = "Vec<Stage>")]
pub struct Stages(u8);

impl Stages {
    /// No stage.
    pub const NONE: Self = Self(0);

    /// Adds a stage.
    pub fn insert(&mut self, stage: Stage) {
        self.0 |= 1 << stage as u8;
    }

    /// Whether the stage is in the set.
    #[must_use]
    pub fn contains(self, stage: Stage) -> bool {
        self.0 & (1 << stage as u8) != 0
    }

    /// Whether no stage is in the set.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The stages in the order of the pipeline.
    pub fn iter(self) -> impl Iterator<Item = Stage> {
        Stage::ALL.into_iter().filter(move |stage| self.contains(*stage))
    }
}

impl From<Vec<Stage>> for Stages {
    fn from(list: Vec<Stage>) -> Self {
        list.into_iter().collect()
    }
}

impl From<Stages> for Vec<Stage> {
    fn from(stages: Stages) -> Self {
        stages.iter().collect()
    }
}

impl FromIterator<Stage> for Stages {
    fn from_iter<I: IntoIterator<Item = Stage>>(list: I) -> Self {
        let mut stages = Self::NONE;
        list.into_iter().for_each(|stage| stages.insert(stage));
        stages
    }
}

/// A compiled shader.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shader {
    /// Its stage.
    pub stage: Stage,
    /// Name of the function in the effect. The SPIR-V entry point has the same name.
    pub entry: String,
    /// What the compile expression gave the function's uniform parameters, in order, as HLSL: `["true", "3"]`. The
    /// values are part of the code.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// As written: `vs_5_0`.
    pub profile: String,
    /// File name of its SPIR-V.
    pub file: String,
    /// Bindings of set 0 that the code really uses, ascending.
    pub bindings: Vec<u32>,
    /// Vertex inputs, system values left out; empty for other stages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vertex_inputs: Vec<VertexInput>,
    /// Threads in a group (`numthreads`) of a compute shader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workgroup_size: Option<[u32; 3]>,
    /// Control points that a hull shader takes: those of a patch that is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch_control_points: Option<u32>,
    /// What a geometry shader takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_primitive: Option<Primitive>,
    /// What `ConstructGSWithSO` says; the SPIR-V has it too. Of a geometry shader, or of a vertex or domain shader that
    /// stands in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stream_output: Option<StreamOutput>,
    /// SPIR-V words.
    #[serde(skip)]
    pub words: Vec<u32>,
}

impl Shader {
    /// Bytes of one element of a vertex slot: the sum of its inputs, as append-aligned elements are.
    #[must_use]
    pub fn vertex_stride_bytes(&self, slot: u32) -> u32 {
        self.vertex_inputs
            .iter()
            .filter(|it| it.slot == slot)
            .map(|it| it.offset_bytes + it.format.size_bytes())
            .max()
            .unwrap_or(0)
    }
}

/// One vertex attribute. A matrix is several, one a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VertexInput {
    /// Location in the SPIR-V.
    pub location: u32,
    /// Semantic without its number, as written: `TEXCOORD`.
    pub semantic: String,
    /// Number of the semantic: 1 for `TEXCOORD1`.
    pub semantic_index: u32,
    /// Format in the vertex buffer.
    pub format: VertexFormat,
    /// 0: vertex data; 1: instance data.
    pub slot: u32,
    /// From the start of the slot's element.
    pub offset_bytes: u32,
    /// Whether it advances per instance.
    pub per_instance: bool,
    /// Whether the code reads it. One that is not read keeps its place in the buffer.
    pub used: bool,
}

/// Format of a vertex attribute, named as in DXGI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the DXGI format of the same name")]
pub enum VertexFormat {
    #[serde(rename = "R32_FLOAT")]
    R32Float,
    #[serde(rename = "R32G32_FLOAT")]
    R32G32Float,
    #[serde(rename = "R32G32B32_FLOAT")]
    R32G32B32Float,
    #[serde(rename = "R32G32B32A32_FLOAT")]
    R32G32B32A32Float,
    #[serde(rename = "R32_SINT")]
    R32Sint,
    #[serde(rename = "R32G32_SINT")]
    R32G32Sint,
    #[serde(rename = "R32G32B32_SINT")]
    R32G32B32Sint,
    #[serde(rename = "R32G32B32A32_SINT")]
    R32G32B32A32Sint,
    #[serde(rename = "R32_UINT")]
    R32Uint,
    #[serde(rename = "R32G32_UINT")]
    R32G32Uint,
    #[serde(rename = "R32G32B32_UINT")]
    R32G32B32Uint,
    #[serde(rename = "R32G32B32A32_UINT")]
    R32G32B32A32Uint,
}

impl VertexFormat {
    /// Size of one value.
    #[must_use]
    pub fn size_bytes(self) -> u32 {
        match self {
            Self::R32Float | Self::R32Sint | Self::R32Uint => 4,
            Self::R32G32Float | Self::R32G32Sint | Self::R32G32Uint => 8,
            Self::R32G32B32Float | Self::R32G32B32Sint | Self::R32G32B32Uint => 12,
            Self::R32G32B32A32Float | Self::R32G32B32A32Sint | Self::R32G32B32A32Uint => 16,
        }
    }
}

/// A primitive that a geometry shader takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the HLSL keyword of the same name")]
pub enum Primitive {
    Point,
    Line,
    LineAdj,
    Triangle,
    TriangleAdj,
}

/// What a shader writes into buffers, vertex after vertex.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreamOutput {
    /// What is written, in order of the declaration.
    pub elements: Vec<StreamOutputElement>,
    /// Bytes from one vertex to the next in each buffer; 0: the buffer is not written.
    pub strides_bytes: [u32; 4],
    /// The stream whose primitives are drawn too; none: nothing is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rasterized_stream: Option<u32>,
}

/// Some components of one output of a shader, or a gap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreamOutputElement {
    /// Buffer that it goes to, 0 to 3.
    pub buffer: u32,
    /// Stream that it comes from, 0 to 3.
    pub stream: u32,
    /// Semantic without its number; none: a gap (`$SKIP`).
    pub semantic: Option<String>,
    /// Number of the semantic.
    pub semantic_index: u32,
    /// First component, 0 for x.
    pub first_component: u32,
    /// Number of components, 1 to 4.
    pub component_count: u32,
    /// From the start of the vertex in the buffer.
    pub offset_bytes: u32,
}
