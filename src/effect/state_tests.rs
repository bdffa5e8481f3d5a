//! Every value of every Direct3D state enumeration against Vulkan's, by Direct3D's number: the tables are
//! written from the two specifications, not from the code under test.

use ash::vk;
use effectc::effect::{Pass, PassBlend, PassDepthStencil, PassRasterizer};
use effectc::state::{
    Blend, BlendDesc, BlendOp, ComparisonFunc, CullMode, DepthStencilDesc, DepthStencilOpDesc,
    DepthWriteMask, FillMode, RasterizerDesc, StencilOp,
};

use super::{PassState, blend_factor, blend_op, compare_op, stencil_op};
use crate::effect::sampler::tests::check_all;

#[test]
fn blend_factors() {
    // D3D11_BLEND -> VkBlendFactor
    let table = [
        (1, 0),
        (2, 1),
        (3, 2),
        (4, 3),
        (5, 6),
        (6, 7),
        (7, 8),
        (8, 9),
        (9, 4),
        (10, 5),
        (11, 14),
        (14, 10),
        (15, 11),
        (16, 15),
        (17, 16),
        (18, 17),
        (19, 18),
    ];
    check_all::<Blend>(&table, |it| blend_factor(it).as_raw());
}

#[test]
fn blend_operations() {
    check_all::<BlendOp>(&[(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)], |it| blend_op(it).as_raw());
}

#[test]
fn comparisons() {
    // D3D11_COMPARISON_FUNC counts from 1, VkCompareOp from 0, in the same order.
    let table = (1..=8_u32).map(|it| (it, i32::try_from(it).unwrap() - 1)).collect::<Vec<_>>();
    check_all::<ComparisonFunc>(&table, |it| compare_op(it).as_raw());
}

#[test]
fn stencil_operations() {
    let table = [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 7)];
    check_all::<StencilOp>(&table, |it| stencil_op(it).as_raw());
}

fn pass() -> Pass {
    Pass { name: "P0".to_owned(), ..Pass::default() }
}

#[test]
fn a_pass_that_sets_nothing_has_direct3ds_defaults() {
    let state = PassState::new(&pass());
    assert_eq!(state.rasterizer.polygon_mode, vk::PolygonMode::FILL);
    assert_eq!(state.rasterizer.cull_mode, vk::CullModeFlags::BACK);
    assert_eq!(state.rasterizer.front_face, vk::FrontFace::CLOCKWISE);
    assert!(state.rasterizer.depth_clip && !state.scissor);
    assert_eq!(state.rasterizer.depth_bias, None);
    assert!(state.depth_stencil.depth_test && state.depth_stencil.depth_write);
    assert_eq!(state.depth_stencil.depth_compare, vk::CompareOp::LESS);
    assert!(state.depth_stencil.stencil.is_none());
    assert!(!state.alpha_to_coverage && !PassState::uses_second_color(&state.blend));
    assert_eq!(state.sample_mask, u32::MAX);
    for target in state.blend {
        assert_eq!(target.blend_enable, vk::FALSE);
        assert_eq!(target.color_write_mask, vk::ColorComponentFlags::RGBA);
    }
}

#[test]
fn every_rasterizer_member_arrives() {
    let desc = RasterizerDesc {
        fill_mode: FillMode::Wireframe,
        cull_mode: CullMode::Front,
        front_counter_clockwise: true,
        depth_bias: 1000,
        depth_bias_clamp: 0.5,
        slope_scaled_depth_bias: 2.0,
        depth_clip_enable: false,
        scissor_enable: true,
        ..RasterizerDesc::default()
    };
    let state =
        PassState::new(&Pass { rasterizer: Some(PassRasterizer { name: None, desc }), ..pass() });
    assert_eq!(state.rasterizer.polygon_mode, vk::PolygonMode::LINE);
    assert_eq!(state.rasterizer.cull_mode, vk::CullModeFlags::FRONT);
    assert_eq!(state.rasterizer.front_face, vk::FrontFace::COUNTER_CLOCKWISE);
    assert!(!state.rasterizer.depth_clip && state.scissor);
    assert_eq!(state.rasterizer.depth_bias, Some([1000.0, 0.5, 2.0]));
    let none = RasterizerDesc { cull_mode: CullMode::None, ..RasterizerDesc::default() };
    let state = PassState::new(&Pass {
        rasterizer: Some(PassRasterizer { name: None, desc: none }),
        ..pass()
    });
    assert_eq!(state.rasterizer.cull_mode, vk::CullModeFlags::NONE);
}

#[test]
fn smooth_lines_are_missed() {
    let notes_of = |desc| {
        let rasterizer = Some(PassRasterizer { name: None, desc });
        PassState::new(&Pass { rasterizer, ..pass() }).notes().len()
    };
    assert_eq!(
        notes_of(RasterizerDesc { multisample_enable: true, ..RasterizerDesc::default() }),
        0
    );
    let smooth = RasterizerDesc { antialiased_line_enable: true, ..RasterizerDesc::default() };
    assert_eq!(notes_of(smooth), 1);
}

#[test]
fn every_depth_stencil_member_arrives() {
    let desc = DepthStencilDesc {
        depth_enable: false,
        depth_write_mask: DepthWriteMask::Zero,
        depth_func: ComparisonFunc::GreaterEqual,
        stencil_enable: true,
        stencil_read_mask: 0x0F,
        stencil_write_mask: 0xF0,
        front_face: DepthStencilOpDesc {
            stencil_fail_op: StencilOp::Zero,
            stencil_depth_fail_op: StencilOp::Replace,
            stencil_pass_op: StencilOp::Incr,
            stencil_func: ComparisonFunc::Equal,
        },
        back_face: DepthStencilOpDesc::default(),
    };
    let depth_stencil = Some(PassDepthStencil { name: None, desc, stencil_ref: 7 });
    let state = PassState::new(&Pass { depth_stencil, ..pass() });
    assert!(!state.depth_stencil.depth_test && !state.depth_stencil.depth_write);
    assert_eq!(state.depth_stencil.depth_compare, vk::CompareOp::GREATER_OR_EQUAL);
    assert_eq!(state.stencil_reference, 7);
    let [front, back] = state.depth_stencil.stencil.expect("it is enabled");
    assert_eq!((front.compare_mask, front.write_mask), (0x0F, 0xF0));
    assert_eq!((back.compare_mask, back.write_mask), (0x0F, 0xF0));
    assert_eq!(front.fail_op, vk::StencilOp::ZERO);
    assert_eq!(front.depth_fail_op, vk::StencilOp::REPLACE);
    assert_eq!(front.pass_op, vk::StencilOp::INCREMENT_AND_WRAP);
    assert_eq!(front.compare_op, vk::CompareOp::EQUAL);
    assert_eq!((back.fail_op, back.compare_op), (vk::StencilOp::KEEP, vk::CompareOp::ALWAYS));
}

#[test]
fn every_blend_member_arrives() {
    let mut desc = BlendDesc { alpha_to_coverage_enable: true, ..BlendDesc::default() };
    let target = &mut desc.render_targets[1];
    target.blend_enable = true;
    target.src_blend = Blend::SrcAlpha;
    target.dest_blend = Blend::InvSrcAlpha;
    target.blend_op = BlendOp::RevSubtract;
    target.src_blend_alpha = Blend::Zero;
    target.dest_blend_alpha = Blend::Src1Alpha;
    target.blend_op_alpha = BlendOp::Max;
    target.render_target_write_mask = 0b0101;
    let state_of = |desc| {
        let blend_factor = [0.1, 0.2, 0.3, 0.4];
        let blend = Some(PassBlend { name: None, desc, blend_factor, sample_mask: 0xFF });
        PassState::new(&Pass { blend, ..pass() })
    };
    let state = state_of(desc);
    assert!(state.alpha_to_coverage && PassState::uses_second_color(&state.blend));
    assert_eq!((state.blend_factor, state.sample_mask), ([0.1, 0.2, 0.3, 0.4], 0xFF));
    assert_eq!(state.blend[0].blend_enable, vk::FALSE);
    let second = state.blend[1];
    assert_eq!(second.blend_enable, vk::TRUE);
    assert_eq!(second.src_color_blend_factor, vk::BlendFactor::SRC_ALPHA);
    assert_eq!(second.dst_color_blend_factor, vk::BlendFactor::ONE_MINUS_SRC_ALPHA);
    assert_eq!(second.color_blend_op, vk::BlendOp::REVERSE_SUBTRACT);
    assert_eq!(second.src_alpha_blend_factor, vk::BlendFactor::ZERO);
    assert_eq!(second.dst_alpha_blend_factor, vk::BlendFactor::SRC1_ALPHA);
    assert_eq!(second.alpha_blend_op, vk::BlendOp::MAX);
    assert_eq!(second.color_write_mask, vk::ColorComponentFlags::R | vk::ColorComponentFlags::B);

    desc.independent_blend_enable = false;
    let state = state_of(desc);
    assert_eq!(state.blend[1].blend_enable, vk::FALSE, "all targets follow the first");
    assert_eq!(state.blend[1].color_write_mask, vk::ColorComponentFlags::RGBA);
}
