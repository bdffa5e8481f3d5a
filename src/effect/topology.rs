//! What vertices form, and which of it a pass can take.

use std::fmt;

use ash::vk;
use effectc::effect::Primitive;

/// What vertices form (`IASetPrimitiveTopology`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Topology {
    /// Single points.
    PointList,
    /// Pairs.
    LineList,
    /// A line through all.
    LineStrip,
    /// Threes.
    #[default]
    TriangleList,
    /// Each with the two before it.
    TriangleStrip,
    /// Fours: a line and its neighbours, for geometry shaders.
    LineListAdj,
    /// A line through all but the first and last, for geometry shaders.
    LineStripAdj,
    /// Sixes: a triangle and its neighbours, for geometry shaders.
    TriangleListAdj,
    /// A strip whose every second vertex is a neighbour, for geometry shaders.
    TriangleStripAdj,
    /// Patches of so many vertices, for hull shaders.
    PatchList(u32),
}

impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PointList => f.write_str("a point list"),
            Self::LineList => f.write_str("a line list"),
            Self::LineStrip => f.write_str("a line strip"),
            Self::TriangleList => f.write_str("a triangle list"),
            Self::TriangleStrip => f.write_str("a triangle strip"),
            Self::LineListAdj => f.write_str("a line list with adjacency"),
            Self::LineStripAdj => f.write_str("a line strip with adjacency"),
            Self::TriangleListAdj => f.write_str("a triangle list with adjacency"),
            Self::TriangleStripAdj => f.write_str("a triangle strip with adjacency"),
            Self::PatchList(count) => write!(f, "patches of {count} control points"),
        }
    }
}

impl Topology {
    pub(super) fn raw(self) -> vk::PrimitiveTopology {
        match self {
            Self::PointList => vk::PrimitiveTopology::POINT_LIST,
            Self::LineList => vk::PrimitiveTopology::LINE_LIST,
            Self::LineStrip => vk::PrimitiveTopology::LINE_STRIP,
            Self::TriangleList => vk::PrimitiveTopology::TRIANGLE_LIST,
            Self::TriangleStrip => vk::PrimitiveTopology::TRIANGLE_STRIP,
            Self::LineListAdj => vk::PrimitiveTopology::LINE_LIST_WITH_ADJACENCY,
            Self::LineStripAdj => vk::PrimitiveTopology::LINE_STRIP_WITH_ADJACENCY,
            Self::TriangleListAdj => vk::PrimitiveTopology::TRIANGLE_LIST_WITH_ADJACENCY,
            Self::TriangleStripAdj => vk::PrimitiveTopology::TRIANGLE_STRIP_WITH_ADJACENCY,
            Self::PatchList(_) => vk::PrimitiveTopology::PATCH_LIST,
        }
    }

    /// Control points of a patch; 0 for what is none.
    pub(super) fn patch_vertex_count(self) -> u32 {
        if let Self::PatchList(count) = self { count } else { 0 }
    }

    fn primitive(self) -> Option<Primitive> {
        match self {
            Self::PointList => Some(Primitive::Point),
            Self::LineList | Self::LineStrip => Some(Primitive::Line),
            Self::TriangleList | Self::TriangleStrip => Some(Primitive::Triangle),
            Self::LineListAdj | Self::LineStripAdj => Some(Primitive::LineAdj),
            Self::TriangleListAdj | Self::TriangleStripAdj => Some(Primitive::TriangleAdj),
            Self::PatchList(_) => None,
        }
    }
}

/// What the shaders of a pass take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// Points, lines or triangles.
    Any,
    /// What the geometry shader says.
    Primitives(Primitive),
    /// What the hull shader says; none: patches of any size.
    Patches(Option<u32>),
}

impl Takes {
    /// The topology itself if the pass takes it, else the plainest that it does.
    pub(super) fn nearest(self, wanted: Topology) -> Topology {
        match (self, wanted) {
            (Self::Patches(Some(count)), _) => Topology::PatchList(count),
            (Self::Patches(None), Topology::PatchList(_)) => wanted,
            (Self::Patches(None), _) => Topology::PatchList(3),
            (Self::Any, Topology::PatchList(_)) => Topology::TriangleList,
            (Self::Any, _) => match wanted {
                // Neighbours are for geometry shaders.
                Topology::LineListAdj => Topology::LineList,
                Topology::LineStripAdj => Topology::LineStrip,
                Topology::TriangleListAdj => Topology::TriangleList,
                Topology::TriangleStripAdj => Topology::TriangleStrip,
                _ => wanted,
            },
            (Self::Primitives(primitive), _) if wanted.primitive() == Some(primitive) => wanted,
            (Self::Primitives(primitive), _) => match primitive {
                Primitive::Point => Topology::PointList,
                Primitive::Line => Topology::LineList,
                Primitive::LineAdj => Topology::LineListAdj,
                Primitive::Triangle => Topology::TriangleList,
                Primitive::TriangleAdj => Topology::TriangleListAdj,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use effectc::effect::Primitive;

    use super::{Takes, Topology};

    #[test]
    fn a_pass_takes_what_its_shaders_take() {
        for (takes, wanted, expected) in [
            (Takes::Any, Topology::LineStrip, Topology::LineStrip),
            (Takes::Any, Topology::PatchList(4), Topology::TriangleList),
            (Takes::Any, Topology::TriangleStripAdj, Topology::TriangleStrip),
            (Takes::Patches(Some(4)), Topology::PatchList(4), Topology::PatchList(4)),
            (Takes::Patches(Some(4)), Topology::PatchList(3), Topology::PatchList(4)),
            (Takes::Patches(None), Topology::PatchList(7), Topology::PatchList(7)),
            (Takes::Patches(None), Topology::LineList, Topology::PatchList(3)),
            (Takes::Primitives(Primitive::Line), Topology::LineStrip, Topology::LineStrip),
            (Takes::Primitives(Primitive::Line), Topology::LineStripAdj, Topology::LineList),
            (Takes::Primitives(Primitive::LineAdj), Topology::LineStrip, Topology::LineListAdj),
            (Takes::Primitives(Primitive::Point), Topology::PatchList(1), Topology::PointList),
            (
                Takes::Primitives(Primitive::TriangleAdj),
                Topology::TriangleList,
                Topology::TriangleListAdj,
            ),
        ] {
            assert_eq!(takes.nearest(wanted), expected, "{takes:?}, {wanted:?}");
        }
    }
}
