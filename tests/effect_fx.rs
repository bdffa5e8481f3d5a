//! Effect files from text to picture: what effectc compiles, the run time draws.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ash::vk;
use effectc::effect::{Effect as Compiled, MatrixPacking};
use sinew::effect::{Effect, Topology};
use sinew::gpu::{Image, ImageDesc, ImageShape, Upload};

use crate::support::gpu::Stage;

fn compile(path: &Path) -> Compiled {
    let options = effectc::Options { matrix_packing: MatrixPacking::Row, ..Default::default() };
    let output = effectc::compile(path, &options);
    assert!(!output.has_errors(), "{}: {:#?}", path.display(), output.diagnostics);
    output.effect.expect("it has no errors")
}

fn compile_text(text: &str) -> Compiled {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Test.fx");
    std::fs::write(&path, text).expect("written");
    compile(&path)
}

fn load(stage: &mut Stage, compiled: &Compiled) -> Effect {
    let mut upload = Upload::begin(&mut stage.frames).expect("an upload begins");
    let effect = Effect::new(&mut upload, &stage.cache, compiled).expect("the effect loads");
    upload.finish().expect("uploaded");
    effect
}

#[test]
fn every_effect_of_ours_loads_and_all_of_its_passes_have_pipelines() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders_hlsl");
    let mut paths = std::fs::read_dir(folder)
        .expect("our effects")
        .map(|it| it.expect("an entry").path())
        .filter(|it| it.extension().is_some_and(|it| it == "fx"))
        .collect::<Vec<PathBuf>>();
    paths.sort();
    assert!(paths.len() >= 3, "{paths:?}");
    let mut stage = Stage::new([4, 4]);
    let formats = stage.target.view().formats();
    for path in paths {
        let compiled = compile(&path);
        let mut effect = load(&mut stage, &compiled);
        let before = stage.device.counters().pipelines;
        effect.warm_up(&formats, Topology::TriangleList).expect("pipelines");
        let passes = compiled.techniques.iter().map(|it| it.passes.len()).sum::<usize>();
        assert_eq!(stage.device.counters().pipelines - before, passes as u64, "{effect:?}");
        // Every variable is found under its name, and no set is written before it is used.
        for buffer in &compiled.constant_buffers {
            effect.buffer(&buffer.name).expect("it is there");
        }
        for resource in &compiled.resources {
            effect.shader_resource(&resource.name).expect("it is there");
        }
        stage.frames.wait_idle().expect("idle");
        drop(effect);
    }
    stage.close();
}

/// A joint row of the TransformMap moves a vertex; names and layouts are the seeds'.
const SKINNED: &str = r"
#define ROWS 4
struct KeyframeDesc { int animIndex; uint currFrame; uint nextFrame; float ratio; float sumTime; float speed; float2 padding; };
cbuffer KeyframeBuffer { KeyframeDesc Keyframes; };
cbuffer TransformBuffer { matrix W; };
uint BoneIndex;
float4 Colour = float4(0.2, 0.4, 0.6, 1);
Texture2DArray TransformMap;
Texture2D DiffuseMap;
SamplerState PointSampler { Filter = MIN_MAG_MIP_POINT; AddressU = Wrap; AddressV = Wrap; };
RasterizerState NoCull { CullMode = None; };
BlendState Additive { BlendEnable[0] = true; SrcBlend = One; DestBlend = One; };
struct Vertex { float4 position : POSITION; float2 uv : TEXCOORD; float4 blendIndices : BLEND_INDICES; matrix world : INST; };
struct Pixel { float4 position : SV_POSITION; float2 uv : TEXCOORD; };
Pixel VS(Vertex input)
{
    Pixel output;
    float row[2];
    row[0] = Keyframes.currFrame;
    row[1] = Keyframes.nextFrame;
    float4 c[4];
    for (int i = 0; i < ROWS; ++i)
    {
        float4 a = TransformMap.Load(int4(input.blendIndices.x * 4 + i, row[0], Keyframes.animIndex, 0));
        float4 b = TransformMap.Load(int4(input.blendIndices.x * 4 + i, row[1], Keyframes.animIndex, 0));
        c[i] = lerp(a, b, Keyframes.ratio);
    }
    matrix m = matrix(c[0], c[1], c[2], c[3]);
    output.position = mul(mul(mul(input.position, m), input.world), W);
    output.uv = input.uv;
    return output;
}
float4 PS(Pixel input) : SV_TARGET { return Colour + DiffuseMap.Sample(PointSampler, input.uv) * (BoneIndex == 1 ? 1 : 0); }
float4 PS_Add(Pixel input) : SV_TARGET { return float4(0.2, 0, 0, 0); }
technique11 T0
{
    pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); }
    pass P1
    {
        SetRasterizerState(NoCull);
        SetBlendState(Additive, float4(0, 0, 0, 0), 0xFF);
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS_Add()));
    }
}
";

#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
struct Vertex {
    position: [f32; 3],
    uv: [f32; 2],
    joint: [f32; 4],
}

#[repr(C)]
#[derive(Clone, Copy, Default, bytemuck::Pod, bytemuck::Zeroable)]
struct Keyframe {
    anim_index: i32,
    curr_frame: u32,
    next_frame: u32,
    ratio: f32,
    sum_time: f32,
    speed: f32,
    padding: [f32; 2],
}

const IDENTITY: [[f32; 4]; 4] =
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

fn moved_x(x: f32) -> [[f32; 4]; 4] {
    let mut matrix = IDENTITY;
    matrix[3][0] = x;
    matrix
}

/// Two joints, two frames, two clips: joint 1 moves by a quarter of the target for each frame and by
/// half of it for clip 1.
fn transform_map(upload: &mut Upload<'_>) -> Image {
    let mut texels: Vec<[f32; 4]> = Vec::new();
    for clip in [0.0_f32, 1.0] {
        for frame in [0.0_f32, 0.5] {
            texels.extend(IDENTITY);
            texels.extend(moved_x(clip + frame));
        }
    }
    upload
        .image(
            &ImageDesc {
                name: "TransformMap",
                shape: ImageShape::D2Array(2),
                size_px: [8, 2],
                mip_count: 1,
                format: vk::Format::R32G32B32A32_SFLOAT,
                usage: vk::ImageUsageFlags::empty(),
                samples: vk::SampleCountFlags::TYPE_1,
            },
            bytemuck::cast_slice(&texels),
        )
        .expect("an image")
}

#[test]
fn a_vertex_is_skinned_by_its_row_of_the_map() {
    let mut stage = Stage::new([8, 8]);
    let compiled = compile_text(SKINNED);
    let mut effect = load(&mut stage, &compiled);
    let keyframe = effect.constant_buffer::<Keyframe>("KeyframeBuffer").expect("32 bytes");
    effect
        .check_offsets(
            keyframe.raw(),
            &[
                ("Keyframes.animIndex", std::mem::offset_of!(Keyframe, anim_index)),
                ("Keyframes.nextFrame", std::mem::offset_of!(Keyframe, next_frame)),
                ("Keyframes.ratio", std::mem::offset_of!(Keyframe, ratio)),
                ("Keyframes.speed", std::mem::offset_of!(Keyframe, speed)),
            ],
        )
        .expect("the seed's layout");
    let world = effect.matrix("W").expect("there is one");
    effect.set_matrix(world, &IDENTITY).expect("its own");
    let map = effect.shader_resource("TransformMap").expect("there is one");
    let diffuse = effect.shader_resource("DiffuseMap").expect("there is one");
    let bone = effect.scalar("BoneIndex").expect("there is one");

    let mut upload = Upload::begin(&mut stage.frames).expect("an upload begins");
    // A triangle over the middle of pixel (0, 0) only, clockwise.
    let corner = |x, y| Vertex { position: [x, y, 0.5], uv: [0.5; 2], joint: [1.0, 0.0, 0.0, 0.0] };
    let vertices = [corner(-1.0, 1.0), corner(-0.75, 1.0), corner(-1.0, 0.75)];
    // Pixel centres lie at -0.875, a corner of that triangle's long edge: make it a little larger.
    let vertices = vertices.map(|it| Vertex {
        position: [it.position[0] * 1.02 + 0.02, it.position[1] * 0.98 + 0.01, 0.5],
        ..it
    });
    let usage = vk::BufferUsageFlags::VERTEX_BUFFER;
    let shape = upload.buffer("shape", usage, bytemuck::cast_slice(&vertices)).expect("a buffer");
    let worlds: [[[f32; 4]; 4]; 1] = [IDENTITY];
    let worlds = upload.buffer("worlds", usage, bytemuck::cast_slice(&worlds)).expect("a buffer");
    let indices = upload
        .buffer("indices", vk::BufferUsageFlags::INDEX_BUFFER, bytemuck::cast_slice(&[0_u32, 1, 2]))
        .expect("a buffer");
    let image = Arc::new(transform_map(&mut upload));
    let texture =
        Arc::new(upload.texture_rgba8("texture", [1, 1], &[102, 0, 0, 0]).expect("a texture"));
    upload.finish().expect("uploaded");
    effect.set_resource(map, &image).expect("it fits");
    effect.set_resource(diffuse, &texture).expect("it fits");

    let passes = ["P0", "P1"].map(|it| effect.pass("T0", it).expect("there is one"));
    let lit = |stage: &mut Stage, effect: &mut Effect, passes: &[sinew::effect::PassId]| {
        stage.draw(|frame| {
            frame.bind_vertex_buffer(0, &shape, 0);
            frame.bind_vertex_buffer(1, &worlds, 0);
            frame.bind_index_buffer(&indices, 0);
            for pass in passes {
                effect.begin(frame, *pass).expect("its own");
                effect.apply(frame, *pass, Topology::TriangleList).expect("applied");
                frame.draw_indexed(3, 1, 0, 0);
                effect.end(frame);
            }
        });
        let pixels = stage.pixels();
        let lit = (0..64).filter(|it| pixels[*it] != [0, 0, 0, 255]).collect::<Vec<_>>();
        let [one] = lit[..] else { panic!("one pixel was expected: {lit:?}") };
        (one, pixels[one])
    };
    // (clip, curr, next, ratio) -> column
    for ((anim_index, curr_frame, next_frame, ratio), column) in [
        ((0, 0, 0, 0.0), 0),
        ((0, 1, 1, 0.0), 2),
        ((0, 0, 1, 0.5), 1),
        ((1, 0, 1, 0.0), 4),
        ((1, 0, 1, 1.0), 6),
    ] {
        let value = Keyframe { anim_index, curr_frame, next_frame, ratio, ..Keyframe::default() };
        effect.set_constants(keyframe, &value).expect("its own");
        let (pixel, colour) = lit(&mut stage, &mut effect, &passes[..1]);
        assert_eq!(pixel, column, "clip {anim_index}, frames {curr_frame} {next_frame} {ratio}");
        assert_eq!(colour, [51, 102, 153, 255], "the initialiser of a loose global");
    }
    effect.set_int(bone, 1).expect("its own");
    assert_eq!(lit(&mut stage, &mut effect, &passes[..1]).1, [153, 102, 153, 255]);
    // The second pass changes nothing where the first has drawn: LESS refuses an equal depth.
    assert_eq!(lit(&mut stage, &mut effect, &passes).1, [153, 102, 153, 255]);
    // Additive for colours; alpha is replaced, as no state says otherwise.
    assert_eq!(lit(&mut stage, &mut effect, &passes[1..]).1, [51, 0, 0, 0]);
    drop((effect, image, texture, shape, worlds, indices));
    stage.close();
}
