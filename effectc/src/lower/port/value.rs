//! The types that system values have in Vulkan, and what Direct3D makes of their values.

use crate::ast::{Attribute, BinaryOp, Expr, ScalarKind, TypeKind, Variable};
use crate::effect::Stage;
use crate::lower::code::{Code, vector};
use crate::lower::interface::Number;
use crate::lower::semantic::SystemValue;
use crate::patch::set_aside as location;

/// The location of a system value that the HLSL compiler does not know in a stage.
pub(super) fn unknown_location(value: SystemValue, stage: Stage, is_input: bool) -> Option<u32> {
    match (stage, value, is_input) {
        (Stage::Domain, SystemValue::PrimitiveId, true) => Some(location::PRIMITIVE_ID),
        (Stage::Domain, SystemValue::RenderTargetArrayIndex, false) => Some(location::LAYER),
        (Stage::Domain, SystemValue::ViewportArrayIndex, false) => Some(location::VIEWPORT_INDEX),
        (Stage::Pixel, SystemValue::StencilRef, false) => Some(location::STENCIL_REF),
        _ => None,
    }
}

/// The location of one distance that a domain shader gives, each in a variable of its own: the HLSL compiler refuses the
/// array there, and the module gets it afterwards.
pub(super) fn of_distance(value: SystemValue, element: u32) -> u32 {
    let first = match value {
        SystemValue::CullDistance => location::CULL_DISTANCES,
        _ => location::CLIP_DISTANCES,
    };
    first + element
}

/// Lets a variable be an ordinary one for the HLSL compiler; [`crate::patch`] makes a built-in one of it.
pub(super) fn set_aside(code: Code, variable: &mut Variable, location: u32) {
    variable.attributes.push(Attribute::vk("location", &[location], code.span));
    variable.semantic = Some(code.semantic(format!("FX_SYSTEM{location}")));
}

pub(super) fn point_size(code: Code) -> Attribute {
    let mut attribute = Attribute::vk("builtin", &[], code.span);
    attribute.args.push(code.string("PointSize"));
    attribute
}

/// Whether all registers of a system value are one array in Vulkan.
pub(super) fn is_array(value: SystemValue) -> bool {
    matches!(
        value,
        SystemValue::ClipDistance
            | SystemValue::CullDistance
            | SystemValue::TessFactor
            | SystemValue::InsideTessFactor
    )
}

/// The type that a system value has in Vulkan: that of an element, if it is an array.
pub(super) fn system_type(value: SystemValue, number: Number) -> (ScalarKind, u8) {
    match value {
        SystemValue::Position => (ScalarKind::Float, 4),
        SystemValue::Target(_) => (number.scalar(), 4),
        SystemValue::DomainLocation => (ScalarKind::Float, 3),
        SystemValue::ClipDistance
        | SystemValue::CullDistance
        | SystemValue::TessFactor
        | SystemValue::InsideTessFactor
        | SystemValue::PointSize
        | SystemValue::Depth
        | SystemValue::DepthGreaterEqual
        | SystemValue::DepthLessEqual => (ScalarKind::Float, 1),
        SystemValue::IsFrontFace => (ScalarKind::Bool, 1),
        SystemValue::DispatchThreadId | SystemValue::GroupId | SystemValue::GroupThreadId => {
            (ScalarKind::Uint, 3)
        }
        SystemValue::RenderTargetArrayIndex
        | SystemValue::ViewportArrayIndex
        | SystemValue::PrimitiveId
        | SystemValue::VertexId
        | SystemValue::InstanceId
        | SystemValue::SampleIndex
        | SystemValue::Coverage
        | SystemValue::StencilRef
        | SystemValue::OutputControlPointId
        | SystemValue::GsInstanceId
        | SystemValue::GroupIndex => (ScalarKind::Uint, 1),
    }
}

/// `float4(p.xyz, 1.0 / p.w)`: Direct3D gives a pixel shader w, Vulkan its reciprocal.
pub(super) fn with_reciprocal_w(code: Code, position: Expr) -> Expr {
    let xyz = code.member(position.clone(), "xyz");
    let w = code.binary(BinaryOp::Div, code.float(1), code.member(position, "w"));
    code.construct(vector(ScalarKind::Float, 4), vec![xyz, w])
}

/// `float4(floor(p.xy), p.zw)`: in Direct3D 9 the first pixel is at 0, in Vulkan its centre is at 0.5.
pub(super) fn whole_place(code: Code, position: Expr, components: u8) -> Expr {
    let swizzle = if components == 1 { "x" } else { "xy" };
    let place = code.call("floor", vec![code.member(position.clone(), swizzle)]);
    match components {
        0..=2 => place,
        3 => code.construct(vector(ScalarKind::Float, 3), vec![place, code.member(position, "z")]),
        _ => code.construct(vector(ScalarKind::Float, 4), vec![place, code.member(position, "zw")]),
    }
}

/// Direct3D 11 has a front face as a truth value or as all bits, Direct3D 9 as 1 or -1.
pub(super) fn front_face(code: Code, is_front: Expr, kind: ScalarKind) -> Expr {
    match (kind, Number::of(kind)) {
        (ScalarKind::Bool, _) => is_front,
        (_, Number::Float) => code.choose(is_front, code.float(1), code.float(-1)),
        (_, Number::Int | Number::Uint) => {
            let minus_one = code.cast(TypeKind::Scalar(kind), code.float(-1));
            let all_bits = match Number::of(kind) {
                Number::Uint => code.expr(crate::ast::ExprKind::Unary(
                    crate::ast::UnaryOp::BitNot,
                    Box::new(code.cast(TypeKind::Scalar(kind), code.uint(0))),
                )),
                _ => minus_one,
            };
            let none = code.cast(TypeKind::Scalar(kind), code.uint(0));
            code.choose(is_front, all_bits, none)
        }
    }
}
