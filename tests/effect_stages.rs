//! Hull, domain and geometry shaders: what they take, and that winding is Direct3D's.

use effectc::effect::{Effect as Compiled, Primitive, Stage as ShaderStage};
use sinew::effect::{EffectError, Topology};

use crate::support::effect::{compile_text, draw, load, load_text};
use crate::support::gpu::Stage;

const BLACK: [u8; 4] = [0, 0, 0, 255];

/// Patches with corners clockwise on the screen, tessellated and drawn with back faces left out.
fn tessellated(domain: &str, output: &str, corners: u32, domain_body: &str) -> String {
    let (edges, insides) = match domain {
        "tri" => (3, 1),
        "quad" => (4, 2),
        _ => (2, 0),
    };
    let inside = if insides == 0 {
        String::new()
    } else {
        format!("float inside[{insides}] : SV_InsideTessFactor;")
    };
    let set_inside = (0..insides).map(|it| format!("it.inside[{it}] = 3;")).collect::<String>();
    let set_edges = (0..edges).map(|it| format!("it.edges[{it}] = 3;")).collect::<String>();
    let uv = if domain == "tri" { "float3" } else { "float2" };
    format!(
        r#"
struct Corner {{ float4 position : POSITION; }};
struct Factors {{ float edges[{edges}] : SV_TessFactor; {inside} }};
struct Pixel {{ float4 position : SV_Position; }};
Corner VS(uint id : SV_VertexID)
{{
    // Triangles 0 1 2 are clockwise from the top left, quads go through rows.
    float2 places[4] = {{ float2(-1, 1), float2(3, 1), float2(-1, -3), float2(3, -3) }};
    Corner output;
    output.position = float4(places[id], 0.5, 1);
    return output;
}}
Factors Constants(InputPatch<Corner, {corners}> patch)
{{
    Factors it;
    {set_edges} {set_inside}
    return it;
}}
[domain("{domain}")]
[partitioning("integer")]
[outputtopology("{output}")]
[outputcontrolpoints({corners})]
[patchconstantfunc("Constants")]
Corner HS(InputPatch<Corner, {corners}> patch, uint id : SV_OutputControlPointID)
{{
    return patch[id];
}}
[domain("{domain}")]
Pixel DS(Factors factors, {uv} uv : SV_DomainLocation, const OutputPatch<Corner, {corners}> patch)
{{
    Pixel output;
    {domain_body}
    return output;
}}
float4 PS(Pixel input) : SV_Target {{ return float4(0, 1, 0, 1); }}
technique11 T0
{{
    pass P0
    {{
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetHullShader(CompileShader(hs_5_0, HS()));
        SetDomainShader(CompileShader(ds_5_0, DS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }}
}}
"#
    )
}

const TRIANGLE: &str = "output.position = uv.x * patch[0].position + uv.y * patch[1].position \
                        + uv.z * patch[2].position;";
const QUAD: &str = "output.position = lerp(lerp(patch[0].position, patch[1].position, uv.x), \
                    lerp(patch[2].position, patch[3].position, uv.x), uv.y);";
/// Rows of lines, put over the middles of pixels.
const LINES: &str = "output.position = float4(uv.x * 2 - 1, 0.75 - uv.y * 1.5, 0.5, 1);";

/// The numbers of a hull shader that effectc may not know.
fn with_patch_size(mut compiled: Compiled, count: u32) -> Compiled {
    for shader in compiled.shaders.iter_mut().filter(|it| it.stage == ShaderStage::Hull) {
        shader.patch_control_points = Some(count);
    }
    compiled
}

fn lit_pixels(text: &str, corners: u32) -> usize {
    let mut stage = Stage::new([4, 4]);
    let compiled = with_patch_size(compile_text(text), corners);
    let mut effect = load(&mut stage, &compiled);
    draw(&mut stage, &mut effect, "T0", Topology::PatchList(corners), corners);
    let lit = stage.pixels().iter().filter(|it| **it != BLACK).count();
    drop(effect);
    stage.close();
    lit
}

#[test]
fn tessellated_triangles_keep_their_winding() {
    assert_eq!(lit_pixels(&tessellated("tri", "triangle_cw", 3, TRIANGLE), 3), 16);
    assert_eq!(lit_pixels(&tessellated("tri", "triangle_ccw", 3, TRIANGLE), 3), 0);
}

#[test]
fn tessellated_quads_keep_their_winding() {
    assert_eq!(lit_pixels(&tessellated("quad", "triangle_cw", 4, QUAD), 4), 16);
    assert_eq!(lit_pixels(&tessellated("quad", "triangle_ccw", 4, QUAD), 4), 0);
}

#[test]
fn isolines_are_lines() {
    // Three lines, at 0, 1/3 and 2/3 of the way down, so in rows 0, 1 and 2 of four.
    let lit = lit_pixels(&tessellated("isoline", "line", 1, LINES), 1);
    assert_eq!(lit, 12);
}

#[test]
fn a_hull_shader_takes_patches_of_its_size() {
    let mut stage = Stage::new([4, 4]);
    let text = tessellated("tri", "triangle_cw", 3, TRIANGLE);
    let mut effect = load(&mut stage, &with_patch_size(compile_text(&text), 3));
    let pass = effect.pass("T0", 0).expect("there is one");
    assert_eq!(effect.patch_control_points(pass).expect("its own"), Some(3));
    let mut errors = Vec::new();
    stage.draw(|frame| {
        for topology in [Topology::TriangleList, Topology::PatchList(4)] {
            let error = effect.apply(frame, pass, topology).expect_err("patches of 3");
            assert!(matches!(error, EffectError::WrongTopology { .. }), "{error:?}");
            errors.push(error.to_string());
        }
    });
    assert_eq!(
        errors,
        [
            "pass 'Test T0 > P0' of effect 'Test' was applied for a triangle list; expected: patches of 3 control points",
            "pass 'Test T0 > P0' of effect 'Test' was applied for patches of 4 control points; expected: patches of 3 control points",
        ]
    );
    // Warming up takes what fits.
    let before = stage.device.counters().pipelines;
    effect.warm_up(&stage.target.view().formats(), Topology::TriangleList).expect("a pipeline");
    assert_eq!(stage.device.counters().pipelines, before + 1);
    drop(effect);
    stage.close();
}

/// A geometry shader that says which vertices it got: as the digits of one number, in the colour.
fn geometry(primitive: &str, count: u32) -> String {
    let digits = (0..count)
        .map(|it| format!("number = number * 7 + (uint)input[{it}].id;"))
        .collect::<String>();
    format!(
        r"
struct Vertex {{ float4 position : POSITION; float id : ID; }};
struct Pixel {{ float4 position : SV_Position; nointerpolation uint number : NUMBER; }};
Vertex VS(uint id : SV_VertexID)
{{
    Vertex output;
    output.position = float4(0, 0, 0, 1);
    output.id = id;
    return output;
}}
[maxvertexcount(3)]
void GS({primitive} Vertex input[{count}], inout TriangleStream<Pixel> stream)
{{
    uint number = 0;
    {digits}
    float2 places[3] = {{ float2(-1, 1), float2(3, 1), float2(-1, -3) }};
    for (int i = 0; i < 3; ++i)
    {{
        Pixel output;
        output.position = float4(places[i], 0.5, 1);
        output.number = number;
        stream.Append(output);
    }}
}}
float4 PS(Pixel input) : SV_Target
{{
    uint n = input.number;
    return float4(n & 255, (n >> 8) & 255, (n >> 16) & 255, 255) / 255;
}}
technique11 T0
{{
    pass P0
    {{
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetGeometryShader(CompileShader(gs_5_0, GS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }}
}}
"
    )
}

fn check_geometry(primitive: &str, count: u32, topology: Topology, expected: &[u32]) {
    let mut stage = Stage::new([1, 1]);
    let mut effect = load_text(&mut stage, &geometry(primitive, count));
    draw(&mut stage, &mut effect, "T0", topology, count);
    let [r, g, b, _] = stage.pixels()[0];
    let found = u32::from_le_bytes([r, g, b, 0]);
    let number = expected.iter().fold(0, |number, it| number * 7 + it);
    assert_eq!(found, number, "{primitive} of {topology:?}: {expected:?}");
    drop(effect);
    stage.close();
}

#[test]
fn a_geometry_shader_gets_every_kind_of_primitive() {
    check_geometry("point", 1, Topology::PointList, &[0]);
    check_geometry("line", 2, Topology::LineList, &[0, 1]);
    check_geometry("line", 2, Topology::LineStrip, &[0, 1]);
    check_geometry("triangle", 3, Topology::TriangleList, &[0, 1, 2]);
    check_geometry("triangle", 3, Topology::TriangleStrip, &[0, 1, 2]);
    check_geometry("lineadj", 4, Topology::LineListAdj, &[0, 1, 2, 3]);
    check_geometry("lineadj", 4, Topology::LineStripAdj, &[0, 1, 2, 3]);
    check_geometry("triangleadj", 6, Topology::TriangleListAdj, &[0, 1, 2, 3, 4, 5]);
}

#[test]
fn a_geometry_shader_takes_its_primitive_only() {
    let mut stage = Stage::new([1, 1]);
    let mut compiled = compile_text(&geometry("lineadj", 4));
    for shader in compiled.shaders.iter_mut().filter(|it| it.stage == ShaderStage::Geometry) {
        shader.input_primitive = Some(Primitive::LineAdj);
    }
    let mut effect = load(&mut stage, &compiled);
    let pass = effect.pass("T0", 0).expect("there is one");
    stage.draw(|frame| {
        let error = effect.apply(frame, pass, Topology::LineList).expect_err("neighbours");
        let EffectError::WrongTopology { expected, found, .. } = error else { panic!("{error:?}") };
        assert_eq!((expected, found), (Topology::LineListAdj, Topology::LineList));
        effect.apply(frame, pass, Topology::LineStripAdj).expect("it fits");
    });
    drop(effect);
    stage.close();
}
