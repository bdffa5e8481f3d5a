//! What passes set: states of Direct3D 9, state objects, views, shaders of arrays, stream output.
#![expect(clippy::float_cmp, reason = "these values are exact")]

use effectc::check::{self, Checked};
use effectc::diagnostic::render_all;
use effectc::effect::{MatrixPacking, Pass, PassShader, Stage};
use effectc::state::{
    Blend, BlendOp, ComparisonFunc, CullMode, DepthWriteMask, FillMode, StencilOp,
};

use super::parse_clean;

/// Shaders and states that the passes below name.
const DECLARATIONS: &str = "
    float4 VS(float4 p : POSITION) : SV_Position { return p; }
    float4 PS(float4 p : SV_Position) : SV_Target { return p; }
    float4 PS2(float4 p : SV_Position, uniform float x) : SV_Target { return p * x; }
    struct G { float4 p : SV_Position; float2 uv : TEXCOORD0; };
    [maxvertexcount(1)] void GS(point G i[1], inout PointStream<G> s) { s.Append(i[0]); }
    RasterizerState Solid { FillMode = SOLID; };
    RasterizerState Two[2] = { { CullMode = None; }, { CullMode = FRONT; FillMode = WireFrame; }, };
    DepthStencilState Depths[] { { DepthEnable = false; }, { DepthFunc = Always; } };
    BlendState Blends[2] { { BlendEnable[0] = TRUE; SrcBlend = InvSrcAlpha; }, {} };
    RenderTargetView Target, Other[2];
    DepthStencilView Depth;
    int Which = 1;
    cbuffer Choice { struct { int levels[3]; uint u; } Level; };
    VertexShader vs = CompileShader(vs_4_0, VS());
    VertexShader same = vs;
    PixelShader Pixels[3] = { CompileShader(ps_4_0, PS()), compile ps_4_0 PS2(2), NULL };
    PixelShader Copy[3] = Pixels;
    GeometryShader gs = CompileShader(gs_4_0, GS());
    GeometryShader so = ConstructGSWithSO(gs, \"SV_POSITION.xyz; 1:texcoord.xy; $SKIP.xyz; TEXCOORD12\");
    VertexShader unset;
    string Declaration = \"SV_Position.w\";
";

/// Reads one pass and gives it to `look`, which gives back what is to be compared.
fn pass<T>(stmts: &str, look: impl Fn(&Pass, &Checked<'_>) -> T) -> T {
    let (sources, effect) =
        parse_clean(&format!("{DECLARATIONS} technique T {{ pass P {{\n{stmts}\n}} }}"));
    let (checked, diagnostics) = check::check(&effect, MatrixPacking::Row);
    assert_eq!(render_all(&diagnostics, &sources), "", "{stmts}");
    look(&checked.techniques[0].passes[0], &checked)
}

/// The text of what is wrong with one pass.
fn faults(stmts: &str) -> String {
    let (sources, effect) =
        parse_clean(&format!("{DECLARATIONS} technique T {{ pass P {{\n{stmts}\n}} }}"));
    render_all(&check::check(&effect, MatrixPacking::Row).1, &sources)
}

#[test]
fn states_of_direct3d_9_change_what_a_state_object_has_set() {
    let declarations = "DepthStencilState DS { StencilEnable = true; };
        BlendState BS { AlphaToCoverageEnable = true; BlendEnable[1] = true; SrcBlend[1] = SRC_ALPHA; };";
    let pass = |stmts: &str| {
        let (sources, effect) =
            parse_clean(&format!("{declarations} technique T {{ pass P {{\n{stmts}\n}} }}"));
        let (checked, diagnostics) = check::check(&effect, MatrixPacking::Row);
        assert_eq!(render_all(&diagnostics, &sources), "", "{stmts}");
        checked.techniques[0].passes[0].clone()
    };
    let mixed = pass(
        "SetDepthStencilState(DS, 5); ZWriteEnable = false;
         SetBlendState(BS, float4(0, 0.25, 0.5, 1), 0xF); ColorWriteEnable = 7; DestBlend = ONE;",
    );
    let depth = mixed.depth_stencil.unwrap();
    assert_eq!((depth.stencil_ref, depth.desc.stencil_enable, depth.name), (5, true, None));
    assert_eq!(depth.desc.depth_write_mask, DepthWriteMask::Zero);
    let blend = mixed.blend.unwrap();
    assert_eq!((blend.blend_factor, blend.sample_mask), ([0.0, 0.25, 0.5, 1.0], 15));
    assert!(blend.desc.alpha_to_coverage_enable);
    let [first, second, ..] = blend.desc.render_targets;
    assert_eq!((first.blend_enable, first.render_target_write_mask), (false, 7));
    assert_eq!((second.blend_enable, second.src_blend), (true, Blend::SrcAlpha));
    assert_eq!((second.render_target_write_mask, second.dest_blend), (15, Blend::One));
    // What comes later counts.
    let later = pass("SetDepthStencilState(DS, 5); StencilRef = 7;").depth_stencil.unwrap();
    assert_eq!(later.stencil_ref, 7);
    let earlier = pass("ZEnable = false; StencilRef = 7; SetDepthStencilState(DS, 5);");
    let earlier = earlier.depth_stencil.unwrap();
    assert_eq!((earlier.stencil_ref, earlier.name.as_deref()), (5, Some("DS")));
    assert!(earlier.desc.depth_enable);
    let given = pass("ZEnable = false; DS_StencilRef = 9;").depth_stencil.unwrap();
    assert_eq!(given.stencil_ref, 9);
    let factor = pass("BlendFactor = 0xFFFFFFFF; AB_BlendFactor = float4(0, 0, 0, 1);");
    assert_eq!(factor.blend.unwrap().blend_factor, [0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn state_blocks_apply_others() {
    let check_blocks = |blocks: &str| {
        let (sources, effect) =
            parse_clean(&format!("{blocks} technique T {{ pass P {{ StateBlock = (B); }} }}"));
        let (checked, diagnostics) = check::check(&effect, MatrixPacking::Row);
        (checked.techniques[0].passes[0].clone(), render_all(&diagnostics, &sources))
    };
    let (pass, text) = check_blocks(
        "stateblock A = stateblock_state { CullMode = CW; };
         stateblock B = stateblock_state { StateBlock = (A); ZEnable = false; };",
    );
    assert_eq!(text, "");
    assert_eq!(pass.rasterizer.unwrap().desc.cull_mode, CullMode::Front);
    assert!(!pass.depth_stencil.unwrap().desc.depth_enable);
    let (_, text) = check_blocks("stateblock B = stateblock_state { StateBlock = (B); };");
    assert!(text.contains("state blocks apply each other more than 8 deep"), "{text}");
}

#[test]
fn a_pass_touches_only_the_parts_that_it_names() {
    pass("", |pass, _| assert_eq!(*pass, Pass { name: "P".to_owned(), ..Pass::default() }));
    pass("CullMode = CCW;", |pass, _| {
        let set = pass.rasterizer.as_ref().unwrap();
        assert_eq!((set.desc.cull_mode, set.desc.fill_mode), (CullMode::Back, FillMode::Solid));
        // The default of a Direct3D 9 device.
        assert!(set.desc.multisample_enable);
        assert!(pass.depth_stencil.is_none() && pass.blend.is_none());
    });
}

#[test]
fn states_of_direct3d_9_take_names_and_numbers_in_any_case() {
    for value in ["CW", "cw", "2", "1 + 1", "(2)", "0x2"] {
        pass(&format!("cullmode = {value};"), |pass, _| {
            assert_eq!(
                pass.rasterizer.as_ref().unwrap().desc.cull_mode,
                CullMode::Front,
                "{value}"
            );
        });
    }
    for value in ["true", "TRUE", "True", "1", "1 == 1"] {
        pass(
            &format!("ZEnable = {value}; ZWRITEENABLE = FALSE; StencilEnable = {value};"),
            |pass, _| {
                let desc = pass.depth_stencil.as_ref().unwrap().desc;
                assert!(desc.depth_enable && desc.stencil_enable, "{value}");
                assert_eq!(desc.depth_write_mask, DepthWriteMask::Zero);
                assert_eq!(desc.depth_func, ComparisonFunc::LessEqual);
            },
        );
    }
    for value in ["RED | GREEN | BLUE", "Red|Green|Blue", "7", "0x00000007", "RED + GREEN + 4"] {
        pass(&format!("ColorWriteEnable = {value};"), |pass, _| {
            let desc = pass.blend.as_ref().unwrap().desc;
            assert_eq!(desc.render_targets[0].render_target_write_mask, 7, "{value}");
        });
    }
}

#[test]
fn blending_of_direct3d_9() {
    let stmts = "AlphaBlendEnable = TRUE; SrcBlend = SrcAlpha; DestBlend = INVSRCALPHA; BlendOp = RevSubtract;
        BlendFactor = 0x80FF0000; MultiSampleMask = 0xFFFFFFFF;";
    pass(stmts, |pass, _| {
        let set = pass.blend.as_ref().unwrap();
        let target = set.desc.render_targets[0];
        assert!(target.blend_enable);
        assert_eq!((target.src_blend, target.dest_blend), (Blend::SrcAlpha, Blend::InvSrcAlpha));
        assert_eq!(
            (target.blend_op, target.blend_op_alpha),
            (BlendOp::RevSubtract, BlendOp::RevSubtract)
        );
        assert_eq!(target.src_blend_alpha, Blend::SrcAlpha);
        assert_eq!(set.blend_factor, [1.0, 0.0, 0.0, 128.0 / 255.0]);
        assert_eq!((set.sample_mask, &set.name), (u32::MAX, &None));
    });
}

#[test]
fn stencils_of_direct3d_9() {
    let stmts =
        "StencilEnable = true; StencilRef = 3; StencilPass = IncrSat; TwoSidedStencilMode = true;
        CCW_StencilPass = DECR; StencilMask = 0xFFFFFFFF; StencilFunc = NotEqual;";
    pass(stmts, |pass, _| {
        let set = pass.depth_stencil.as_ref().unwrap();
        assert_eq!((set.stencil_ref, set.desc.stencil_read_mask), (3, 0xFF));
        assert_eq!(set.desc.front_face.stencil_pass_op, StencilOp::IncrSat);
        assert_eq!(set.desc.front_face.stencil_func, ComparisonFunc::NotEqual);
        assert_eq!(set.desc.back_face.stencil_pass_op, StencilOp::Decr);
        assert_eq!(set.desc.back_face.stencil_func, ComparisonFunc::Always);
    });
}

#[test]
fn state_objects_by_name_index_and_assignment() {
    pass("SetRasterizerState(Two[1]); SetDepthStencilState(Depths[1], 7);", |pass, _| {
        let set = pass.rasterizer.as_ref().unwrap();
        assert_eq!(set.name.as_deref(), Some("Two[1]"));
        assert_eq!(
            (set.desc.cull_mode, set.desc.fill_mode),
            (CullMode::Front, FillMode::Wireframe)
        );
        let set = pass.depth_stencil.as_ref().unwrap();
        assert_eq!((set.name.as_deref(), set.stencil_ref), (Some("Depths[1]"), 7));
        assert_eq!(set.desc.depth_func, ComparisonFunc::Always);
    });
    let stmts =
        "AB_SampleMask = uint(0xff); BlendState = Blends[0]; AB_BlendFactor = float4(1, 2, 3, 4);
        DS_StencilRef = 5; DepthStencilState = NULL; RasterizerState = Solid;";
    pass(stmts, |pass, _| {
        let set = pass.blend.as_ref().unwrap();
        assert_eq!((set.sample_mask, set.blend_factor), (0xFF, [1.0, 2.0, 3.0, 4.0]));
        assert_eq!(set.desc.render_targets[3].src_blend, Blend::InvSrcAlpha);
        assert_eq!(pass.depth_stencil.as_ref().unwrap().stencil_ref, 5);
        assert_eq!(pass.rasterizer.as_ref().unwrap().name.as_deref(), Some("Solid"));
    });
    pass("", |_, checked| {
        let names: Vec<_> =
            checked.states.depth_stencil.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["Depths[0]", "Depths[1]"]);
    });
}

#[test]
fn render_targets() {
    pass("SetRenderTargets(Target, NULL, Other[1], Depth);", |pass, checked| {
        let set = pass.render_targets.as_ref().unwrap();
        assert_eq!(set.targets, [Some("Target".to_owned()), None, Some("Other[1]".to_owned())]);
        assert_eq!(set.depth_stencil.as_deref(), Some("Depth"));
        assert_eq!(checked.states.render_target_views, ["Target", "Other[0]", "Other[1]"]);
        assert_eq!(checked.states.depth_stencil_views, ["Depth"]);
    });
    pass("RenderTargetView[1] = Target; DepthStencilView = NULL;", |pass, _| {
        let set = pass.render_targets.as_ref().unwrap();
        assert_eq!(set.targets, [None, Some("Target".to_owned())]);
        assert_eq!(set.depth_stencil, None);
    });
}

#[test]
fn shaders_by_variable_and_index() {
    for (value, expected) in [
        ("vs", PassShader::Shader(0)),
        ("(same)", PassShader::Shader(0)),
        ("<vs>", PassShader::Shader(0)),
        ("NULL", PassShader::Null),
        ("0", PassShader::Null),
        ("unset", PassShader::Null),
        ("CompileShader(NULL)", PassShader::Null),
    ] {
        pass(&format!("VertexShader = {value};"), |pass, _| {
            assert_eq!(pass.shader(Stage::Vertex), expected, "{value}");
        });
    }
    pass("SetPixelShader(Copy[1]);", |pass, checked| {
        assert_eq!(pass.shader(Stage::Pixel), PassShader::Shader(0));
        assert_eq!(checked.entries[0].arguments[0].text, "2.0");
    });
    pass("PixelShader = Pixels[2];", |pass, _| {
        assert_eq!(pass.shader(Stage::Pixel), PassShader::Null);
    });
}

#[test]
fn shaders_chosen_by_a_variable() {
    for (index, buffer, variable) in [
        ("Which", "$Globals", "Which"),
        ("(int)Which", "$Globals", "Which"),
        ("Level.levels[1 + 1]", "Choice", "Level.levels[2]"),
        ("Level.u", "Choice", "Level.u"),
    ] {
        pass(&format!("VertexShader = vs; PixelShader = (Pixels[{index}]);"), |pass, checked| {
            assert_eq!(pass.shader(Stage::Pixel), PassShader::Select(0), "{index}");
            let selection = &checked.selections[0];
            assert_eq!(selection.array, "Pixels");
            assert_eq!(selection.shaders, [Some(1), Some(2), None]);
            assert_eq!(
                (selection.buffer.as_str(), selection.variable.as_str()),
                (buffer, variable)
            );
        });
    }
}

#[test]
fn stream_output_is_part_of_the_shader() {
    pass("SetGeometryShader(so);", |pass, checked| {
        assert_eq!(pass.shader(Stage::Geometry), PassShader::Shader(0));
        let output = checked.entries[0].stream_output.as_ref().unwrap();
        assert_eq!(output.strides_bytes, [4 * (3 + 3 + 4), 8, 0, 0]);
        assert_eq!(output.rasterized_stream, Some(0));
        let texts: Vec<_> = output
            .elements
            .iter()
            .map(|it| {
                let name = it.semantic.as_deref().unwrap_or("gap");
                format!(
                    "{name}{} {}+{} @{}:{}",
                    it.semantic_index,
                    it.first_component,
                    it.component_count,
                    it.buffer,
                    it.offset_bytes
                )
            })
            .collect();
        assert_eq!(
            texts,
            [
                "SV_POSITION0 0+3 @0:0",
                "texcoord0 0+2 @1:0",
                "gap0 0+3 @0:12",
                "TEXCOORD12 0+4 @0:24"
            ]
        );
    });
    // A vertex shader may stand in the place of a geometry shader.
    pass("GeometryShader = ConstructGSWithSO(vs, Declaration);", |pass, checked| {
        assert_eq!(pass.shader(Stage::Geometry), PassShader::Shader(0));
        assert_eq!(checked.entries[0].stage, Stage::Vertex);
        let element = &checked.entries[0].stream_output.as_ref().unwrap().elements[0];
        assert_eq!((element.first_component, element.component_count), (3, 1));
    });
    let stmts =
        "SetGeometryShader(ConstructGSWithSO(gs, \"0:A.x; 1:B.y\", \"3:C\", NULL, NULL, 1));";
    pass(stmts, |_, checked| {
        let output = checked.entries[0].stream_output.as_ref().unwrap();
        assert_eq!((output.rasterized_stream, output.elements[2].stream), (Some(1), 1));
        assert_eq!(output.strides_bytes, [4, 4, 0, 16]);
    });
    pass("SetGeometryShader(ConstructGSWithSO(gs, \"A\", NULL, NULL, NULL, -1));", |_, checked| {
        assert_eq!(checked.entries[0].stream_output.as_ref().unwrap().rasterized_stream, None);
    });
    pass("SetGeometryShader(ConstructGSWithSO(gs, NULL));", |_, checked| {
        assert_eq!(checked.entries[0].stream_output, None);
    });
}

#[test]
fn states_that_name_variables_have_their_initial_values() {
    let text = faults("CullMode = <Which>; SetRasterizerState(Two[Which]);");
    assert_eq!(text.matches("the state has the initial value of `Which`").count(), 2, "{text}");
    assert_eq!(text.matches("error").count(), 0, "{text}");
}

#[test]
fn one_warning_for_each_kind_of_state_without_a_twin() {
    let text =
        faults("FogEnable = TRUE; FogStart = 1; FogColor = 0; AlphaRef = 3; AlphaTestEnable = 1;");
    assert_eq!(text.matches("has no twin in Vulkan").count(), 2, "{text}");
}
