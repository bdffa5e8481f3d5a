//! Stream output: vertices that shaders put into buffers, drawn again from there.

use std::sync::Arc;

use ash::vk;
use effectc::effect::{Effect as Compiled, Stage as ShaderStage, StreamOutput, VertexFormat};
use sinew::effect::{EffectError, PassId, Topology};
use sinew::gpu::{Frame, StreamBuffer, StreamStart};

use crate::support::effect::{empty_effect, load, pass, shader, try_load, vertex_input};
use crate::support::gpu::Stage;
use crate::support::stream::streamed;

/// A vertex shader that streams, a geometry shader that doubles points, shaders that draw what was streamed.
const HLSL: &str = "
struct Particle { float4 place : PLACE; float age : AGE; };
Particle VS_Make(uint id : SV_VertexID)
{
    Particle output;
    output.place = float4(id, id * 2, id * 3, 1);
    output.age = id + 0.5;
    return output;
}
Particle VS_Pass(float4 place : PLACE, float age : AGE)
{
    Particle output;
    output.place = place;
    output.age = age;
    return output;
}
[maxvertexcount(2)]
void GS_Twice(point Particle input[1], inout PointStream<Particle> stream)
{
    Particle output = input[0];
    stream.Append(output);
    output.age += 100;
    stream.Append(output);
}
float4 VS_Draw(float4 place : PLACE, float age : AGE) : SV_Position
{
    // One pixel of four for each of the first four vertices.
    return float4(place.x / 2 - 0.75, 0, 0.5, 1);
}
float4 PS() : SV_Target { return float4(1, 0, 0, 1); }";

/// Bytes of a vertex: four floats and one.
const VERTEX_BYTES: u32 = 20;

fn particles() -> Compiled {
    let mut compiled = empty_effect("Particles");
    let stream_output =
        Some(StreamOutput { strides_bytes: [VERTEX_BYTES, 0, 0, 0], ..StreamOutput::default() });
    let inputs = || {
        let mut age = vertex_input(1, "AGE", VertexFormat::R32Float);
        age.offset_bytes = 16;
        vec![vertex_input(0, "PLACE", VertexFormat::R32G32B32A32Float), age]
    };
    let mut make = shader(HLSL, ShaderStage::Vertex, "VS_Make", &[]);
    make.words = streamed(&make.words, &[(0, 0), (1, 16)], VERTEX_BYTES);
    make.stream_output = stream_output.clone();
    let mut hand_on = shader(HLSL, ShaderStage::Vertex, "VS_Pass", &[]);
    hand_on.vertex_inputs = inputs();
    let mut twice = shader(HLSL, ShaderStage::Geometry, "GS_Twice", &[]);
    twice.words = streamed(&twice.words, &[(0, 0), (1, 16)], VERTEX_BYTES);
    twice.stream_output = stream_output;
    let mut draw = shader(HLSL, ShaderStage::Vertex, "VS_Draw", &[]);
    draw.vertex_inputs = inputs();
    // What the compiler may have left out of the code is still in the buffer.
    draw.vertex_inputs[1].used = false;
    let pixel = shader(HLSL, ShaderStage::Pixel, "PS", &[]);
    compiled.shaders = vec![make, hand_on, twice, draw, pixel];
    compiled.techniques[0].passes = vec![
        pass("Make", &[(ShaderStage::Vertex, 0)]),
        pass("Twice", &[(ShaderStage::Vertex, 1), (ShaderStage::Geometry, 2)]),
        pass("Draw", &[(ShaderStage::Vertex, 3), (ShaderStage::Pixel, 4)]),
        // `ConstructGSWithSO` of a vertex shader, in the place of a geometry shader.
        pass("InPlace", &[(ShaderStage::Vertex, 3), (ShaderStage::Geometry, 0)]),
    ];
    compiled
}

fn stream_buffer(stage: &Stage) -> Arc<StreamBuffer> {
    Arc::new(StreamBuffer::new(&stage.device, "particles", 4096).expect("a buffer"))
}

/// The first component and the age of so many vertices.
fn vertices(stage: &mut Stage, buffer: &StreamBuffer, count: usize) -> Vec<(f32, f32)> {
    let floats = stage.read::<f32>(buffer.vertices());
    floats.chunks_exact(5).take(count).map(|it| (it[0], it[4])).collect()
}

fn filled_bytes(stage: &mut Stage, buffer: &StreamBuffer) -> u32 {
    stage.read::<u32>(buffer.filled_bytes())[0]
}

/// Streams what `draw` draws with a pass.
fn stream(
    frame: &mut Frame<'_>,
    effect: &mut sinew::effect::Effect,
    pass: PassId,
    (buffer, start): (&StreamBuffer, StreamStart),
    draw: impl FnOnce(&mut Frame<'_>),
) {
    effect.apply(frame, pass, Topology::PointList).expect("applied");
    let buffers = [Some((buffer, start))];
    frame.begin_stream_output(&buffers).expect("it streams");
    draw(frame);
    frame.end_stream_output(&buffers);
}

#[test]
fn vertices_are_streamed_appended_and_drawn() {
    let mut stage = Stage::new([4, 1]);
    let mut effect = load(&mut stage, &particles());
    let [first, second] = [(); 2].map(|()| stream_buffer(&stage));
    let [make, twice, draw, in_place] =
        ["Make", "Twice", "Draw", "InPlace"].map(|it| effect.pass("T0", it).expect("there is one"));
    stage.draw(|frame| {
        stream(frame, &mut effect, make, (&first, StreamStart::At(0)), |frame| frame.draw(2, 1));
        stream(frame, &mut effect, make, (&first, StreamStart::Append), |frame| {
            frame.draw_range(2..3, 0..1);
        });
        // What is drawn comes from the buffer that was streamed into just now, and as much of it as there is.
        stream(frame, &mut effect, twice, (&second, StreamStart::At(0)), |frame| {
            frame.draw_auto(&first, VERTEX_BYTES).expect("drawn");
        });
        effect.apply(frame, draw, Topology::PointList).expect("applied");
        assert_eq!(effect.vertex_stride_bytes(draw, 0).expect("its own"), VERTEX_BYTES);
        frame.draw_auto(&second, VERTEX_BYTES).expect("drawn");
    });
    let lit = stage.pixels().iter().map(|it| it[0]).collect::<Vec<_>>();
    assert_eq!(lit, [255, 255, 255, 0], "three of four places");
    assert_eq!(filled_bytes(&mut stage, &first), 3 * VERTEX_BYTES);
    assert_eq!(vertices(&mut stage, &first, 3), [(0.0, 0.5), (1.0, 1.5), (2.0, 2.5)]);
    assert_eq!(filled_bytes(&mut stage, &second), 6 * VERTEX_BYTES);
    assert_eq!(
        vertices(&mut stage, &second, 6),
        [(0.0, 0.5), (0.0, 100.5), (1.0, 1.5), (1.0, 101.5), (2.0, 2.5), (2.0, 102.5)]
    );
    // From a place in the buffer on, by a vertex shader in a geometry shader's place.
    stage.draw(|frame| {
        let start = StreamStart::At(2 * u64::from(VERTEX_BYTES));
        stream(frame, &mut effect, in_place, (&first, start), |frame| frame.draw(1, 1));
    });
    assert_eq!(vertices(&mut stage, &first, 3), [(0.0, 0.5), (1.0, 1.5), (0.0, 0.5)]);
    assert_eq!(filled_bytes(&mut stage, &first), 3 * VERTEX_BYTES, "from the buffer's start");
    // What is appended comes behind that, and all of it is drawn.
    stage.draw(|frame| {
        let start = StreamStart::At(u64::from(VERTEX_BYTES));
        stream(frame, &mut effect, make, (&first, start), |frame| frame.draw(1, 1));
        stream(frame, &mut effect, make, (&first, StreamStart::Append), |frame| {
            frame.draw_range(1..3, 0..1);
        });
        stream(frame, &mut effect, twice, (&second, StreamStart::At(0)), |frame| {
            frame.draw_auto(&first, VERTEX_BYTES).expect("drawn");
        });
    });
    let appended = [(0.0, 0.5), (0.0, 0.5), (1.0, 1.5), (2.0, 2.5)];
    assert_eq!(vertices(&mut stage, &first, 4), appended);
    assert_eq!(filled_bytes(&mut stage, &second), 8 * VERTEX_BYTES);
    stage.frames.wait_idle().expect("idle");
    drop((effect, first, second));
    stage.close();
}

#[test]
fn frames_hand_particles_to_each_other() {
    let mut stage = Stage::new([4, 1]);
    let mut effect = load(&mut stage, &particles());
    let buffers = [(); 2].map(|()| stream_buffer(&stage));
    let [make, twice] = ["Make", "Twice"].map(|it| effect.pass("T0", it).expect("there is one"));
    for step in 0..4 {
        let [from, to] = [&buffers[(step + 1) % 2], &buffers[step % 2]];
        stage.draw(|frame| {
            if step == 0 {
                stream(frame, &mut effect, make, (to, StreamStart::At(0)), |frame| {
                    frame.draw(1, 1);
                });
            } else {
                stream(frame, &mut effect, twice, (to, StreamStart::At(0)), |frame| {
                    frame.draw_auto(from, VERTEX_BYTES).expect("drawn");
                });
            }
        });
    }
    assert_eq!(filled_bytes(&mut stage, &buffers[1]), 8 * VERTEX_BYTES);
    let ages = vertices(&mut stage, &buffers[1], 8).iter().map(|it| it.1).collect::<Vec<_>>();
    assert_eq!(ages, [0.5, 100.5, 100.5, 200.5, 100.5, 200.5, 200.5, 300.5]);
    stage.frames.wait_idle().expect("idle");
    drop((effect, buffers));
    stage.close();
}

#[test]
fn a_gpu_without_stream_output_says_so() {
    let mut stage = Stage::without(&["transformFeedback"], [1, 1]);
    let error = try_load(&mut stage, &particles()).expect_err("it streams");
    let EffectError::Feature { feature, thing, .. } = &error else { panic!("{error}") };
    assert_eq!((*feature, thing.as_str()), ("transformFeedback", "vertex shader 'VS_Make'"));
    assert!(StreamBuffer::new(&stage.device, "particles", 16).is_err());
    let usage = vk::BufferUsageFlags::VERTEX_BUFFER;
    drop(stage.buffer(usage, &[0_u32]));
    stage.close();
}

#[test]
fn wrong_stream_buffers_are_refused() {
    let mut stage = Stage::new([1, 1]);
    let mut effect = load(&mut stage, &particles());
    let buffer = stream_buffer(&stage);
    let make = effect.pass("T0", "Make").expect("there is one");
    stage.draw(|frame| {
        effect.apply(frame, make, Topology::PointList).expect("applied");
        for start in [StreamStart::At(4096), StreamStart::At(2)] {
            assert!(frame.begin_stream_output(&[Some((&*buffer, start))]).is_err(), "{start:?}");
        }
        assert!(frame.begin_stream_output(&[None; 5]).is_err(), "four is the most");
        assert!(frame.draw_auto(&buffer, 0).is_err(), "vertices have bytes");
    });
    stage.frames.wait_idle().expect("idle");
    drop((effect, buffer));
    stage.close();
}

/// Luna's fire: particles of the corpus, through the compiler.
#[test]
fn what_the_compiler_streams_is_streamed() {
    let mut stage = Stage::new([1, 1]);
    let text = r#"
        struct Particle { float3 place : POSITION; float2 size : SIZE; float age : AGE; uint kind : KIND; };
        float Step = 0.5;
        Particle VS(Particle input) { return input; }
        [maxvertexcount(2)]
        void GS(point Particle input[1], inout PointStream<Particle> stream)
        {
            Particle it = input[0];
            it.age += Step;
            stream.Append(it);
            if (it.kind == 0)
            {
                it.place = float3(7, 8, 9);
                it.kind = 5;
                stream.Append(it);
            }
        }
        GeometryShader Out = ConstructGSWithSO(CompileShader(gs_5_0, GS()), "POSITION.xyz; SIZE.xy; AGE.x; KIND.x");
        technique11 T0 { pass P0
        {
            SetVertexShader(CompileShader(vs_5_0, VS()));
            SetGeometryShader(Out);
            SetPixelShader(NULL);
        } }"#;
    let mut effect = crate::support::effect::load_text(&mut stage, text);
    let pass = effect.pass("T0", 0).expect("there is one");
    assert_eq!(effect.vertex_stride_bytes(pass, 0).expect("its own"), 28);
    let input: Vec<u32> = [1.0_f32, 2.0, 3.0, 4.0, 5.0, 0.25]
        .map(f32::to_bits)
        .into_iter()
        .chain([0])
        .chain([10.0_f32, 20.0, 30.0, 40.0, 50.0, 1.0].map(f32::to_bits))
        .chain([1])
        .collect();
    let vertices = stage.buffer(vk::BufferUsageFlags::VERTEX_BUFFER, &input);
    let buffer = stream_buffer(&stage);
    stage.draw(|frame| {
        frame.bind_vertex_buffer(0, &vertices, 0);
        stream(frame, &mut effect, pass, (&buffer, StreamStart::At(0)), |frame| frame.draw(2, 1));
    });
    assert_eq!(filled_bytes(&mut stage, &buffer), 3 * 28);
    let words = stage.read::<u32>(buffer.vertices());
    let floats = |at: usize| {
        words[at * 7..at * 7 + 6].iter().map(|it| f32::from_bits(*it)).collect::<Vec<_>>()
    };
    assert_eq!((floats(0), words[6]), (vec![1.0, 2.0, 3.0, 4.0, 5.0, 0.75], 0));
    assert_eq!((floats(1), words[13]), (vec![7.0, 8.0, 9.0, 4.0, 5.0, 0.75], 5));
    assert_eq!((floats(2), words[20]), (vec![10.0, 20.0, 30.0, 40.0, 50.0, 1.5], 1));
    stage.frames.wait_idle().expect("idle");
    drop((effect, buffer, vertices));
    stage.close();
}

/// Every vertex goes to the buffer of its stream.
#[test]
fn several_streams_go_to_several_buffers() {
    let mut stage = Stage::new([1, 1]);
    let text = r#"
        struct Point { float place : PLACE; };
        struct Even { float a : A; float b : B; };
        struct Odd { uint c : C; };
        Point VS(uint id : SV_VertexID) { Point o; o.place = id; return o; }
        void put(inout PointStream<Odd> odd, uint value) { Odd o; o.c = value; odd.Append(o); }
        [maxvertexcount(3)]
        void GS(point Point input[1], inout PointStream<Even> even, inout PointStream<Odd> odd)
        {
            Even o = { input[0].place, input[0].place + 0.5 };
            if (input[0].place % 2 == 0)
                even.Append(o);
            else
                put(odd, input[0].place);
            put(odd, 100 + input[0].place);
        }
        GeometryShader Out = ConstructGSWithSO(CompileShader(gs_5_0, GS()), "0:A.x; 0:B.x", "1:C.x", -1);
        technique11 T0 { pass P0
        {
            SetVertexShader(CompileShader(vs_5_0, VS()));
            SetGeometryShader(Out);
            SetPixelShader(NULL);
        } }"#;
    let mut effect = crate::support::effect::load_text(&mut stage, text);
    let pass = effect.pass("T0", 0).expect("there is one");
    let buffers = [stream_buffer(&stage), stream_buffer(&stage)];
    stage.draw(|frame| {
        effect.apply(frame, pass, Topology::PointList).expect("applied");
        let targets =
            [Some((&*buffers[0], StreamStart::At(0))), Some((&*buffers[1], StreamStart::At(0)))];
        frame.begin_stream_output(&targets).expect("it streams");
        frame.draw(4, 1);
        frame.end_stream_output(&targets);
    });
    assert_eq!(filled_bytes(&mut stage, &buffers[0]), 2 * 8);
    assert_eq!(stage.read::<f32>(buffers[0].vertices())[..4], [0.0, 0.5, 2.0, 2.5]);
    assert_eq!(filled_bytes(&mut stage, &buffers[1]), 6 * 4);
    assert_eq!(stage.read::<u32>(buffers[1].vertices())[..6], [100, 1, 101, 102, 3, 103]);
    stage.frames.wait_idle().expect("idle");
    drop((effect, buffers));
    stage.close();
}
