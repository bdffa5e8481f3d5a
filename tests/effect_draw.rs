//! Effects draw as Direct3D does: winding, depth, row 0 at the top, state, instances, unbound resources.

use std::sync::Arc;

use ash::vk;
use effectc::effect::{
    Effect as Compiled, MemberType, PassBlend, PassDepthStencil, PassRasterizer, ResourceKind,
    ScalarKind, Stage as ShaderStage, VertexFormat,
};
use effectc::state::{
    Blend, BlendDesc, ComparisonFunc, CullMode, DepthStencilDesc, DepthStencilOpDesc, FillMode,
    RasterizerDesc, SamplerDesc, StencilOp,
};
use sinew::effect::{Effect, PassId, Topology};
use sinew::gpu::{Buffer, Frame, Upload};

use crate::support::effect::{
    constant_buffer, empty_effect, float4, pass, resource, sampler, shader, vertex_input,
};
use crate::support::gpu::Stage;

const BLACK: [u8; 4] = [0, 0, 0, 255];
const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];

/// A colour and an offset for each draw.
const FLAT: &str = "
cbuffer Draw : register(b0) { float4 colour; float4 move; };
float4 VS(float4 position : POSITION) : SV_POSITION { return position + move; }
float4 PS(float4 position : SV_POSITION) : SV_TARGET { return colour; }
";

fn flat_effect() -> Compiled {
    let mut compiled = empty_effect("Flat");
    let both = [ShaderStage::Vertex, ShaderStage::Pixel];
    compiled.constant_buffers =
        vec![constant_buffer("Draw", 0, 32, &both, vec![float4("colour", 0), float4("move", 16)])];
    let mut vertex = shader(FLAT, ShaderStage::Vertex, "VS", &[0]);
    vertex.vertex_inputs = vec![vertex_input(0, "POSITION", VertexFormat::R32G32B32Float)];
    compiled.shaders = vec![vertex, shader(FLAT, ShaderStage::Pixel, "PS", &[0])];
    let stages = [(ShaderStage::Vertex, 0), (ShaderStage::Pixel, 1)];
    compiled.techniques[0].passes = vec![pass("P0", &stages)];
    compiled
}

fn load(stage: &mut Stage, compiled: &Compiled) -> Effect {
    let mut upload = Upload::begin(&mut stage.frames).expect("an upload begins");
    let effect = Effect::new(&mut upload, &stage.cache, compiled).expect("the effect loads");
    upload.finish().expect("uploaded");
    effect
}

fn vertices<T: bytemuck::NoUninit>(stage: &mut Stage, vertices: &[T]) -> Buffer {
    let mut upload = Upload::begin(&mut stage.frames).expect("an upload begins");
    let usage = vk::BufferUsageFlags::VERTEX_BUFFER;
    let buffer =
        upload.buffer("vertices", usage, bytemuck::cast_slice(vertices)).expect("a buffer");
    upload.finish().expect("uploaded");
    buffer
}

/// The upper left half of the target, corners clockwise as seen: top left, top right, bottom left.
const UPPER_LEFT: [[f32; 3]; 3] = [[-1.0, 1.0, 0.5], [1.0, 1.0, 0.5], [-1.0, -1.0, 0.5]];

fn draw(effect: &mut Effect, frame: &mut Frame<'_>, pass: PassId, colour: [f32; 4], z: f32) {
    let draw = effect.buffer("Draw").expect("there is one");
    let values = [colour, [0.0, 0.0, z, 0.0]];
    effect.set_bytes(draw, 0, bytemuck::bytes_of(&values)).expect("it fits");
    effect.begin(frame, pass).expect("its own pass");
    effect.apply(frame, pass, Topology::TriangleList).expect("applied");
    frame.draw(3, 1);
    effect.end(frame);
}

const RED_F: [f32; 4] = [1.0, 0.0, 0.0, 1.0];
const GREEN_F: [f32; 4] = [0.0, 1.0, 0.0, 1.0];

#[test]
fn clockwise_is_the_front_and_row_0_is_the_top() {
    let mut stage = Stage::new([8, 8]);
    let mut compiled = flat_effect();
    let stages = [(ShaderStage::Vertex, 0), (ShaderStage::Pixel, 1)];
    let with = |name, desc| {
        let mut pass = pass(name, &stages);
        pass.rasterizer = Some(PassRasterizer { name: None, desc });
        pass
    };
    let default = RasterizerDesc::default();
    compiled.techniques[0].passes.extend([
        with("Counter", RasterizerDesc { front_counter_clockwise: true, ..default }),
        with("Front", RasterizerDesc { cull_mode: CullMode::Front, ..default }),
        with("Both", RasterizerDesc { cull_mode: CullMode::None, ..default }),
        with("Wire", RasterizerDesc { fill_mode: FillMode::Wireframe, ..default }),
    ]);
    let mut effect = load(&mut stage, &compiled);
    let clockwise = vertices(&mut stage, &UPPER_LEFT);
    let counter = vertices(&mut stage, &[UPPER_LEFT[0], UPPER_LEFT[2], UPPER_LEFT[1]]);

    for (name, buffer, corner) in [
        ("P0", &clockwise, RED),
        ("P0", &counter, BLACK),
        ("Counter", &clockwise, BLACK),
        ("Counter", &counter, RED),
        ("Front", &clockwise, BLACK),
        ("Front", &counter, RED),
        ("Both", &clockwise, RED),
        ("Both", &counter, RED),
    ] {
        let pass = effect.pass("T0", name).expect("there is one");
        stage.draw(|frame| {
            frame.bind_vertex_buffer(0, buffer, 0);
            draw(&mut effect, frame, pass, RED_F, 0.0);
        });
        let pixels = stage.pixels();
        assert_eq!(pixels[0], corner, "{name}: row 0 is the top, column 0 the left");
        assert_eq!(pixels[63], BLACK, "{name}: the lower right half is not covered");
    }

    let pass = effect.pass("T0", "Wire").expect("there is one");
    stage.draw(|frame| {
        frame.bind_vertex_buffer(0, &clockwise, 0);
        draw(&mut effect, frame, pass, RED_F, 0.0);
    });
    let pixels = stage.pixels();
    assert_eq!(pixels[8 * 2 + 2], BLACK, "inside of the wireframe");
    let drawn = pixels.iter().filter(|it| **it == RED).count();
    assert!((8..30).contains(&drawn), "three edges, {drawn} pixels");
    drop((effect, clockwise, counter));
    stage.close();
}

#[test]
fn the_nearer_pixel_wins_and_each_draw_keeps_its_constants() {
    let mut stage = Stage::new([8, 8]);
    let mut effect = load(&mut stage, &flat_effect());
    let buffer = vertices(&mut stage, &UPPER_LEFT);
    let pass = effect.pass(0, 0).expect("there is one");
    for (first, second) in [((RED_F, -0.2), (GREEN_F, 0.2)), ((GREEN_F, 0.2), (RED_F, -0.2))] {
        stage.draw(|frame| {
            frame.bind_vertex_buffer(0, &buffer, 0);
            draw(&mut effect, frame, pass, first.0, first.1);
            draw(&mut effect, frame, pass, second.0, second.1);
        });
        assert_eq!(stage.pixels()[0], RED, "red is nearer");
    }
    drop((effect, buffer));
    stage.close();
}

#[test]
fn blending_masks_and_the_blend_factor() {
    let mut stage = Stage::new([8, 8]);
    let mut compiled = flat_effect();
    let stages = [(ShaderStage::Vertex, 0), (ShaderStage::Pixel, 1)];
    let with = |name, blend_factor, change: &dyn Fn(&mut effectc::state::RenderTargetBlendDesc)| {
        let mut desc = BlendDesc::default();
        change(&mut desc.render_targets[0]);
        let mut pass = pass(name, &stages);
        pass.blend = Some(PassBlend { name: None, desc, blend_factor, sample_mask: u32::MAX });
        pass
    };
    compiled.techniques[0].passes.extend([
        with("Alpha", [0.0; 4], &|it| {
            it.blend_enable = true;
            it.src_blend = Blend::SrcAlpha;
            it.dest_blend = Blend::InvSrcAlpha;
        }),
        with("Factor", [0.2, 0.4, 0.0, 1.0], &|it| {
            it.blend_enable = true;
            it.src_blend = Blend::BlendFactor;
        }),
        with("Mask", [0.0; 4], &|it| it.render_target_write_mask = 0b0010),
    ]);
    let mut effect = load(&mut stage, &compiled);
    let buffer = vertices(&mut stage, &UPPER_LEFT);
    let opaque = effect.pass("T0", "P0").expect("there is one");
    for (name, colour, expected) in [
        ("Alpha", [1.0, 0.0, 0.0, 0.2], [51_u8, 204, 0, 51]),
        ("Factor", [1.0, 1.0, 1.0, 1.0], [51, 102, 0, 255]),
        ("Mask", [1.0, 0.2, 1.0, 0.0], [0, 51, 0, 255]),
    ] {
        let pass = effect.pass("T0", name).expect("there is one");
        stage.draw(|frame| {
            frame.bind_vertex_buffer(0, &buffer, 0);
            draw(&mut effect, frame, opaque, GREEN_F, 0.1);
            draw(&mut effect, frame, pass, colour, 0.0);
        });
        let pixel = stage.pixels()[0];
        let is_near = pixel.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 1);
        assert!(is_near, "{name}: {pixel:?}, expected {expected:?}");
    }
    drop((effect, buffer));
    stage.close();
}

#[test]
fn stencil_and_scissor() {
    let mut stage = Stage::new([8, 8]);
    let mut compiled = flat_effect();
    let stages = [(ShaderStage::Vertex, 0), (ShaderStage::Pixel, 1)];
    let stencil = |name, stencil_ref, func, pass_op| {
        let face = DepthStencilOpDesc {
            stencil_func: func,
            stencil_pass_op: pass_op,
            ..DepthStencilOpDesc::default()
        };
        let desc = DepthStencilDesc {
            depth_enable: false,
            stencil_enable: true,
            front_face: face,
            ..DepthStencilDesc::default()
        };
        let mut pass = pass(name, &stages);
        pass.depth_stencil = Some(PassDepthStencil { name: None, desc, stencil_ref });
        pass
    };
    let mut cut = pass("Cut", &stages);
    let desc = RasterizerDesc { scissor_enable: true, ..RasterizerDesc::default() };
    cut.rasterizer = Some(PassRasterizer { name: None, desc });
    compiled.techniques[0].passes.extend([
        stencil("Mark", 5, ComparisonFunc::Always, StencilOp::Replace),
        stencil("Equal5", 5, ComparisonFunc::Equal, StencilOp::Keep),
        stencil("Equal4", 4, ComparisonFunc::Equal, StencilOp::Keep),
        cut,
    ]);
    let mut effect = load(&mut stage, &compiled);
    let buffer = vertices(&mut stage, &UPPER_LEFT);
    let passes = ["Mark", "Equal5", "Equal4", "Cut", "P0"]
        .map(|name| effect.pass("T0", name).expect("there is one"));
    for (then, expected) in [(passes[1], GREEN), (passes[2], RED)] {
        stage.draw(|frame| {
            frame.bind_vertex_buffer(0, &buffer, 0);
            draw(&mut effect, frame, passes[0], RED_F, 0.0);
            draw(&mut effect, frame, then, GREEN_F, 0.0);
        });
        assert_eq!(stage.pixels()[0], expected);
    }
    stage.draw(|frame| {
        frame.bind_vertex_buffer(0, &buffer, 0);
        frame.set_scissor([2, 1], [2, 1]);
        draw(&mut effect, frame, passes[3], RED_F, 0.0);
    });
    let pixels = stage.pixels();
    let red = (0..64).filter(|it| pixels[*it] == RED).collect::<Vec<_>>();
    assert_eq!(red, [8 + 2, 8 + 3], "the scissor counts rows from the top");
    stage.draw(|frame| {
        frame.bind_vertex_buffer(0, &buffer, 0);
        frame.set_scissor([2, 1], [2, 1]);
        draw(&mut effect, frame, passes[4], RED_F, 0.0);
    });
    assert_eq!(stage.pixels()[0], RED, "a pass without ScissorEnable is not cut");
    drop((effect, buffer));
    stage.close();
}

#[test]
fn unbound_resources_read_as_zero_and_bound_ones_as_they_are() {
    const READS: &str = "
    Texture2D Diffuse : register(t0);
    Texture2DArray Map : register(t1);
    StructuredBuffer<float4> Data : register(t2);
    Buffer<float4> Typed : register(t3);
    TextureCube Sky : register(t4);
    Texture2D<uint4> Whole : register(t5);
    SamplerState Point : register(s6);
    float4 VS(float4 position : POSITION) : SV_POSITION { return position; }
    float4 PS(float4 position : SV_POSITION) : SV_TARGET {
        float4 sum = Diffuse.Sample(Point, float2(0.5, 0.5)) + Map.Load(int4(0, 0, 0, 0))
            + Data[0] + Typed.Load(0) + Sky.Sample(Point, float3(1, 0, 0))
            + float4(Whole.Load(int3(0, 0, 0)));
        return sum + float4(0.0, 0.2, 0.0, 0.0);
    }";
    let mut stage = Stage::new([8, 8]);
    let pixel = [ShaderStage::Pixel];
    let mut compiled = empty_effect("Reads");
    compiled.resources = vec![
        resource("Diffuse", ResourceKind::Texture2D, 0, &pixel),
        resource("Map", ResourceKind::Texture2DArray, 1, &pixel),
        resource("Data", ResourceKind::StructuredBuffer, 2, &pixel),
        resource("Typed", ResourceKind::Buffer, 3, &pixel),
        resource("Sky", ResourceKind::TextureCube, 4, &pixel),
        resource("Whole", ResourceKind::Texture2D, 5, &pixel),
        // Used by no shader: no binding, but the name is there.
        resource("Unused", ResourceKind::Texture3D, 9, &[]),
    ];
    compiled.resources[2].stride_bytes = 16;
    compiled.resources[5].element = Some(MemberType::Vector { kind: ScalarKind::Uint, columns: 4 });
    compiled.samplers = vec![sampler("Point", 6, &pixel, SamplerDesc::default())];
    let mut vertex = shader(READS, ShaderStage::Vertex, "VS", &[]);
    vertex.vertex_inputs = vec![vertex_input(0, "POSITION", VertexFormat::R32G32B32Float)];
    compiled.shaders =
        vec![vertex, shader(READS, ShaderStage::Pixel, "PS", &[0, 1, 2, 3, 4, 5, 6])];
    compiled.techniques[0].passes =
        vec![pass("P0", &[(ShaderStage::Vertex, 0), (ShaderStage::Pixel, 1)])];

    let mut effect = load(&mut stage, &compiled);
    let buffer = vertices(&mut stage, &UPPER_LEFT);
    let p0 = effect.pass("T0", "P0").expect("there is one");
    let picture = |stage: &mut Stage, effect: &mut Effect| {
        stage.draw(|frame| {
            frame.bind_vertex_buffer(0, &buffer, 0);
            effect.apply(frame, p0, Topology::TriangleList).expect("applied");
            frame.draw(3, 1);
        });
        stage.pixels()[0]
    };
    assert_eq!(picture(&mut stage, &mut effect), [0, 51, 0, 0]);

    let mut upload = Upload::begin(&mut stage.frames).expect("an upload begins");
    let texture = upload.texture_rgba8("texture", [1, 1], &[102, 0, 0, 255]).expect("a texture");
    upload.finish().expect("uploaded");
    let texture = Arc::new(texture);
    let diffuse = effect.shader_resource("Diffuse").expect("there is one");
    effect.set_resource(diffuse, &texture).expect("it fits");
    assert_eq!(picture(&mut stage, &mut effect), [102, 51, 0, 255]);
    effect.clear_resource(diffuse).expect("its own");
    assert_eq!(picture(&mut stage, &mut effect), [0, 51, 0, 0]);
    // The effect let go of it, through the retire queue.
    stage.frames.wait_idle().expect("idle");
    assert_eq!(Arc::strong_count(&texture), 1);

    let map = effect.shader_resource("Map").expect("there is one");
    assert_eq!(
        effect.set_resource(map, &texture).expect_err("refused").to_string(),
        "'Map' of effect 'Reads' is a Texture2DArray, it cannot take the D2 image 'texture'"
    );
    effect.shader_resource("Unused").expect("it has a name");
    drop((effect, buffer, texture));
    stage.close();
}

#[test]
fn instances_count_from_0_and_have_their_own_buffer() {
    const INSTANCED: &str = "
    struct V { float4 position : POSITION; float4 move : INST; uint id : SV_InstanceID; };
    struct P { float4 position : SV_POSITION; float4 colour : COLOR; };
    P VS(V input) {
        P output;
        output.position = input.position + input.move;
        output.colour = float4(input.id == 0 ? 1 : 0, input.id == 1 ? 1 : 0, 0, 1);
        return output;
    }
    float4 PS(P input) : SV_TARGET { return input.colour; }";
    let mut stage = Stage::new([8, 8]);
    let mut compiled = empty_effect("Instanced");
    let mut vertex = shader(INSTANCED, ShaderStage::Vertex, "VS", &[]);
    let mut instance = vertex_input(1, "INST", VertexFormat::R32G32B32A32Float);
    instance.slot = 1;
    instance.per_instance = true;
    vertex.vertex_inputs =
        vec![vertex_input(0, "POSITION", VertexFormat::R32G32B32Float), instance];
    compiled.shaders = vec![vertex, shader(INSTANCED, ShaderStage::Pixel, "PS", &[])];
    compiled.techniques[0].passes =
        vec![pass("P0", &[(ShaderStage::Vertex, 0), (ShaderStage::Pixel, 1)])];
    let mut effect = load(&mut stage, &compiled);
    let p0 = effect.pass("T0", "P0").expect("there is one");
    // A small triangle around the top left pixel; the second instance lies in the middle of that row.
    let corner = [[-1.0_f32, 1.0, 0.5], [-0.6, 1.0, 0.5], [-1.0, 0.6, 0.5]];
    let shape = vertices(&mut stage, &corner);
    let moves = vertices(&mut stage, &[[0.0_f32; 4], [1.0, 0.0, 0.0, 0.0]]);
    for _ in 0..2 {
        stage.draw(|frame| {
            frame.bind_vertex_buffer(0, &shape, 0);
            frame.bind_vertex_buffer(1, &moves, 0);
            effect.apply(frame, p0, Topology::TriangleList).expect("applied");
            frame.draw(3, 2);
        });
        let pixels = stage.pixels();
        assert_eq!((pixels[0], pixels[4], pixels[2]), (RED, GREEN, BLACK));
    }
    // The same instances, pushed for one frame only.
    stage.draw(|frame| {
        frame.bind_vertex_buffer(0, &shape, 0);
        let moves = [[0.0_f32; 4], [1.0, 0.0, 0.0, 0.0]];
        let pushed = frame.push_constants(bytemuck::bytes_of(&moves)).expect("pushed");
        frame.bind_vertex_slice(1, &pushed);
        effect.apply(frame, p0, Topology::TriangleList).expect("applied");
        frame.draw(3, 2);
    });
    assert_eq!(stage.pixels()[4], GREEN);
    drop((effect, shape, moves));
    stage.close();
}
