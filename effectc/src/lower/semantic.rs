//! Semantics, by which Direct3D joins stages, and the system values among them.

use std::fmt;

use crate::effect::Stage;

/// A semantic: its name in upper case, and its number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct SemanticKey {
    pub(super) name: String,
    pub(super) index: u32,
}

impl SemanticKey {
    pub(super) fn new(text: &str) -> Self {
        let name = text.trim_end_matches(|it: char| it.is_ascii_digit());
        let index = text[name.len()..].parse().unwrap_or(0);
        Self { name: name.to_ascii_uppercase(), index }
    }

    /// Whether it is spelled as a system value (`SV_Position`).
    pub(super) fn is_system(&self) -> bool {
        self.name.starts_with("SV_")
    }

    /// The semantic `count` numbers further on.
    pub(super) fn after(&self, count: u32) -> Self {
        Self { name: self.name.clone(), index: self.index.saturating_add(count) }
    }

    pub(super) fn is(&self, name: &str, index: u32) -> bool {
        self.name == name && self.index == index
    }
}

impl fmt::Display for SemanticKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.index)
    }
}

/// One of the sides of a stage where it meets the rest of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Side {
    /// What it gets for each vertex, control point, pixel or thread.
    Input,
    /// What it gives for each.
    Output,
    /// What a domain shader gets for the whole patch.
    PatchInput,
    /// What a hull shader gives for the whole patch.
    PatchOutput,
}

/// Something that the pipeline itself gives or takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum SystemValue {
    Position,
    ClipDistance,
    CullDistance,
    PointSize,
    RenderTargetArrayIndex,
    ViewportArrayIndex,
    PrimitiveId,
    VertexId,
    InstanceId,
    IsFrontFace,
    SampleIndex,
    Coverage,
    Target(u32),
    Depth,
    DepthGreaterEqual,
    DepthLessEqual,
    StencilRef,
    OutputControlPointId,
    TessFactor,
    InsideTessFactor,
    DomainLocation,
    GsInstanceId,
    DispatchThreadId,
    GroupId,
    GroupThreadId,
    GroupIndex,
}

/// The names of system values in Direct3D 11.
pub(super) const SYSTEM_VALUES: [(&str, SystemValue); 25] = [
    ("SV_ClipDistance", SystemValue::ClipDistance),
    ("SV_Coverage", SystemValue::Coverage),
    ("SV_CullDistance", SystemValue::CullDistance),
    ("SV_Depth", SystemValue::Depth),
    ("SV_DepthGreaterEqual", SystemValue::DepthGreaterEqual),
    ("SV_DepthLessEqual", SystemValue::DepthLessEqual),
    ("SV_DispatchThreadID", SystemValue::DispatchThreadId),
    ("SV_DomainLocation", SystemValue::DomainLocation),
    ("SV_GSInstanceID", SystemValue::GsInstanceId),
    ("SV_GroupID", SystemValue::GroupId),
    ("SV_GroupIndex", SystemValue::GroupIndex),
    ("SV_GroupThreadID", SystemValue::GroupThreadId),
    ("SV_InsideTessFactor", SystemValue::InsideTessFactor),
    ("SV_InstanceID", SystemValue::InstanceId),
    ("SV_IsFrontFace", SystemValue::IsFrontFace),
    ("SV_OutputControlPointID", SystemValue::OutputControlPointId),
    ("SV_Position", SystemValue::Position),
    ("SV_PrimitiveID", SystemValue::PrimitiveId),
    ("SV_RenderTargetArrayIndex", SystemValue::RenderTargetArrayIndex),
    ("SV_SampleIndex", SystemValue::SampleIndex),
    ("SV_StencilRef", SystemValue::StencilRef),
    ("SV_Target", SystemValue::Target(0)),
    ("SV_TessFactor", SystemValue::TessFactor),
    ("SV_VertexID", SystemValue::VertexId),
    ("SV_ViewportArrayIndex", SystemValue::ViewportArrayIndex),
];

impl SystemValue {
    /// The semantic as the HLSL compiler takes it.
    pub(super) fn semantic(self) -> String {
        match self {
            Self::Target(index) => format!("SV_Target{index}"),
            Self::PointSize => "PSIZE".to_owned(),
            _ => {
                let known = SYSTEM_VALUES.iter().find(|(_, it)| *it == self);
                known.map_or_else(String::new, |(name, _)| (*name).to_owned())
            }
        }
    }

    /// The system value that a semantic names.
    pub(super) fn named(key: &SemanticKey) -> Option<Self> {
        let known = SYSTEM_VALUES.iter().find(|(name, _)| name.eq_ignore_ascii_case(&key.name))?.1;
        match known {
            Self::Target(_) => Some(Self::Target(key.index)),
            Self::ClipDistance | Self::CullDistance | Self::TessFactor | Self::InsideTessFactor => {
                Some(known)
            }
            _ => (key.index == 0).then_some(known),
        }
    }

    /// Whether the pipeline gives or takes it at this side of a stage. Elsewhere it travels as any other variable.
    pub(super) fn is_at(self, stage: Stage, side: Side) -> bool {
        let before_raster = matches!(stage, Stage::Vertex | Stage::Domain | Stage::Geometry);
        match (self, side) {
            (Self::Position | Self::ClipDistance | Self::CullDistance, Side::Output)
            | (Self::RenderTargetArrayIndex | Self::ViewportArrayIndex, Side::Output) => {
                before_raster
            }
            (Self::PrimitiveId, Side::Output) => stage == Stage::Geometry,
            (Self::PointSize, Side::Output) => stage == Stage::Vertex,
            (Self::VertexId | Self::InstanceId, Side::Input) => stage == Stage::Vertex,
            (Self::PrimitiveId, Side::Input) => {
                matches!(stage, Stage::Hull | Stage::Geometry | Stage::Pixel)
            }
            (Self::OutputControlPointId, Side::Input) => stage == Stage::Hull,
            (Self::GsInstanceId, Side::Input) => stage == Stage::Geometry,
            (
                Self::Position
                | Self::IsFrontFace
                | Self::SampleIndex
                | Self::Coverage
                | Self::RenderTargetArrayIndex
                | Self::ViewportArrayIndex,
                Side::Input,
            ) => stage == Stage::Pixel,
            (
                Self::Target(_)
                | Self::Depth
                | Self::DepthGreaterEqual
                | Self::DepthLessEqual
                | Self::StencilRef
                | Self::Coverage,
                Side::Output,
            ) => stage == Stage::Pixel,
            (
                Self::DomainLocation
                | Self::PrimitiveId
                | Self::TessFactor
                | Self::InsideTessFactor,
                Side::PatchInput,
            ) => true,
            (Self::TessFactor | Self::InsideTessFactor, Side::PatchOutput) => true,
            (
                Self::DispatchThreadId | Self::GroupId | Self::GroupThreadId | Self::GroupIndex,
                Side::Input,
            ) => stage == Stage::Compute,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semantics_are_names_and_numbers() {
        let key = |text: &str| {
            let SemanticKey { name, index } = SemanticKey::new(text);
            (name, index)
        };
        assert_eq!(key("TexCoord12"), ("TEXCOORD".to_owned(), 12));
        assert_eq!(key("NORMAL"), ("NORMAL".to_owned(), 0));
        assert!(SemanticKey::new("sv_position").is_system());
    }

    #[test]
    fn system_values_belong_to_sides_of_stages() {
        let named = |text| SystemValue::named(&SemanticKey::new(text));
        assert_eq!(named("sv_target3"), Some(SystemValue::Target(3)));
        assert_eq!(named("SV_Position1"), None);
        assert_eq!(named("SV_Positon"), None);
        let position = SystemValue::Position;
        assert!(position.is_at(Stage::Vertex, Side::Output));
        assert!(!position.is_at(Stage::Vertex, Side::Input));
        assert!(!position.is_at(Stage::Geometry, Side::Input));
        assert!(!SystemValue::PrimitiveId.is_at(Stage::Vertex, Side::Output));
        assert_eq!(SystemValue::Target(2).semantic(), "SV_Target2");
        assert_eq!(SystemValue::GroupIndex.semantic(), "SV_GroupIndex");
    }
}
