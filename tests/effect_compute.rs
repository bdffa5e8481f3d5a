//! Compute passes: what one writes the next reads, counters, indirect arguments, and every kind of resource.

use std::sync::Arc;

use ash::vk;
use effectc::effect::{MemberType, ResourceKind, ScalarKind, Stage as ShaderStage};
use sinew::effect::{Effect, EffectError};
use sinew::gpu::{
    Image, ImageDesc, ImageShape, ImageUse, ImageView, ImageViewDesc, TexelView, Upload,
};

use crate::support::effect::{empty_effect, load, load_text, pass, resource, shader};
use crate::support::gpu::Stage;

const STORAGE: vk::BufferUsageFlags = vk::BufferUsageFlags::STORAGE_BUFFER;

fn set_uav(effect: &mut Effect, name: &str, value: impl Into<sinew::effect::Resource>) {
    let variable = effect.unordered_access(name).expect("there is one");
    effect.set_resource(variable, value).expect("it fits");
}

fn set_srv(effect: &mut Effect, name: &str, value: impl Into<sinew::effect::Resource>) {
    let variable = effect.shader_resource(name).expect("there is one");
    effect.set_resource(variable, value).expect("it fits");
}

/// Dispatches the first pass of each technique once, one after the other in one frame.
fn dispatch(stage: &mut Stage, effect: &mut Effect, techniques: &[&str]) {
    let mut frame = stage.frames.begin().expect("a frame begins");
    for technique in techniques {
        let pass = effect.pass(*technique, 0).expect("there is one");
        effect.dispatch(&mut frame, pass, [1, 1, 1]).expect("dispatched");
    }
    frame.submit().expect("submitted");
}

#[test]
fn a_dispatch_sees_what_the_one_before_wrote() {
    let mut stage = Stage::new([1, 1]);
    let mut effect = load_text(
        &mut stage,
        "
        RWStructuredBuffer<uint> A;
        RWStructuredBuffer<uint> B;
        StructuredBuffer<uint> Source;
        [numthreads(64, 1, 1)] void Add(uint3 id : SV_DispatchThreadID) { A[id.x] += id.x + 1; B[id.x] = A[id.x] * 2; }
        [numthreads(64, 1, 1)] void Turn(uint3 id : SV_DispatchThreadID) { A[id.x] = B[63 - id.x]; }
        [numthreads(64, 1, 1)] void Copy(uint3 id : SV_DispatchThreadID) { B[id.x] = Source[id.x] + 1; }
        technique11 Add { pass P { SetComputeShader(CompileShader(cs_5_0, Add())); } }
        technique11 Turn { pass P { SetComputeShader(CompileShader(cs_5_0, Turn())); } }
        technique11 Copy { pass P { SetComputeShader(CompileShader(cs_5_0, Copy())); } }
        ",
    );
    let [a, b] = [(); 2].map(|()| stage.buffer(STORAGE, &[0_u32; 64]));
    set_uav(&mut effect, "A", &a);
    set_uav(&mut effect, "B", &b);
    set_srv(&mut effect, "Source", &a);
    // A = i+1, B = 2(i+1); A = B reversed = 2(64-i); A += i+1 -> 129-i, B = 2(129-i); B = A + 1.
    dispatch(&mut stage, &mut effect, &["Add", "Turn", "Add"]);
    let expected = (0..64).map(|it| 129 - it).collect::<Vec<u32>>();
    assert_eq!(stage.read::<u32>(&a), expected);
    dispatch(&mut stage, &mut effect, &["Copy"]);
    assert_eq!(stage.read::<u32>(&b), (0..64).map(|it| 130 - it).collect::<Vec<u32>>());
    drop((effect, a, b));
    stage.close();
}

#[test]
fn groups_are_counted_by_another_shader() {
    let mut stage = Stage::new([1, 1]);
    let mut effect = load_text(
        &mut stage,
        "
        RWByteAddressBuffer Arguments;
        RWStructuredBuffer<uint> Out;
        [numthreads(1, 1, 1)] void Fill() { Arguments.Store3(4, uint3(3, 2, 1)); }
        [numthreads(1, 1, 1)] void Count() { uint before; InterlockedAdd(Out[0], 1, before); }
        technique11 Fill { pass P { SetComputeShader(CompileShader(cs_5_0, Fill())); } }
        technique11 Count { pass P { SetComputeShader(CompileShader(cs_5_0, Count())); } }
        ",
    );
    let arguments = stage.buffer(STORAGE | vk::BufferUsageFlags::INDIRECT_BUFFER, &[0_u32; 4]);
    let out = stage.buffer(STORAGE, &[0_u32; 1]);
    set_uav(&mut effect, "Arguments", &arguments);
    set_uav(&mut effect, "Out", &out);
    let [fill, count] = ["Fill", "Count"].map(|it| effect.pass(it, 0).expect("there is one"));
    let mut frame = stage.frames.begin().expect("a frame begins");
    effect.dispatch(&mut frame, fill, [1, 1, 1]).expect("dispatched");
    effect.dispatch_indirect(&mut frame, count, &arguments, 4).expect("dispatched");
    frame.submit().expect("submitted");
    assert_eq!(stage.read::<u32>(&out), [6]);
    drop((effect, arguments, out));
    stage.close();
}

/// What `AppendStructuredBuffer` and `ConsumeStructuredBuffer` are in SPIR-V: a buffer and its counter.
const COUNTED: &str = "
RWStructuredBuffer<uint> Out : register(u1);
RWStructuredBuffer<uint> OutCounter : register(u2);
RWStructuredBuffer<uint> Plain : register(u3);
[numthreads(8, 1, 1)] void Append(uint3 id : SV_DispatchThreadID)
{
    uint place;
    InterlockedAdd(OutCounter[0], 1, place);
    Out[place] = 100;
    Plain[id.x] = 1;
}
[numthreads(3, 1, 1)] void Consume(uint3 id : SV_DispatchThreadID)
{
    uint place;
    InterlockedAdd(OutCounter[0], 0xFFFFFFFF, place);
    Plain[id.x] = Out[place - 1] + place;
}";

#[test]
fn counters_go_on_from_dispatch_to_dispatch() {
    let mut stage = Stage::new([1, 1]);
    let compute = [ShaderStage::Compute];
    let mut compiled = empty_effect("Counted");
    let mut out = resource("Out", ResourceKind::AppendStructuredBuffer, 1, &compute);
    out.counter_binding = Some(2);
    out.stride_bytes = 4;
    out.element = Some(MemberType::Scalar { kind: ScalarKind::Uint });
    let plain = resource("Plain", ResourceKind::RWStructuredBuffer, 3, &compute);
    compiled.resources = vec![out, plain];
    compiled.shaders = vec![
        shader(COUNTED, ShaderStage::Compute, "Append", &[1, 2, 3]),
        shader(COUNTED, ShaderStage::Compute, "Consume", &[1, 2, 3]),
    ];
    compiled.techniques[0].passes = vec![
        pass("Append", &[(ShaderStage::Compute, 0)]),
        pass("Consume", &[(ShaderStage::Compute, 1)]),
    ];
    let mut effect = load(&mut stage, &compiled);
    let buffer = stage.buffer(STORAGE, &[0_u32; 32]);
    let plain = stage.buffer(STORAGE, &[0_u32; 32]);
    set_uav(&mut effect, "Out", &buffer);
    set_uav(&mut effect, "Plain", &plain);
    let [append, consume] = ["Append", "Consume"].map(|it| effect.pass("T0", it).expect("there"));
    let out = effect.unordered_access("Out").expect("there is one");
    let not_counted = effect.unordered_access("Plain").expect("there is one");
    let error = effect.counter(not_counted, 0).expect_err("it does not count");
    assert!(matches!(error, EffectError::WrongType { .. }), "{error}");
    assert!(matches!(effect.counter(out, 1).expect_err("one"), EffectError::Range { .. }));

    let own = effect.counter(out, 0).expect("it counts");
    let mut frame = stage.frames.begin().expect("a frame begins");
    effect.dispatch(&mut frame, append, [2, 1, 1]).expect("dispatched");
    effect.dispatch(&mut frame, consume, [1, 1, 1]).expect("dispatched");
    frame.submit().expect("submitted");
    assert_eq!(stage.read::<u32>(&own), [13]);
    let mut consumed = stage.read::<u32>(&plain)[..3].to_vec();
    consumed.sort_unstable();
    assert_eq!(consumed, [114, 115, 116]);

    let mut frame = stage.frames.begin().expect("a frame begins");
    effect.reset_counter(&mut frame, out, 0, 5).expect("it counts");
    effect.dispatch(&mut frame, append, [1, 1, 1]).expect("dispatched");
    frame.submit().expect("submitted");
    assert_eq!(stage.read::<u32>(&own), [13]);

    let other = stage.buffer(STORAGE | vk::BufferUsageFlags::TRANSFER_DST, &[20_u32]);
    effect.set_counter(out, 0, Some(&other)).expect("it counts");
    dispatch(&mut stage, &mut effect, &["T0"]);
    assert_eq!(stage.read::<u32>(&other), [28]);
    effect.set_counter(out, 0, None).expect("it counts");
    dispatch(&mut stage, &mut effect, &["T0"]);
    assert_eq!((stage.read::<u32>(&own), stage.read::<u32>(&other)), (vec![21], vec![28]));
    drop((effect, buffer, plain, own, other));
    stage.close();
}

fn texture(
    upload: &mut Upload<'_>,
    shape: ImageShape,
    size_px: [u32; 2],
    texels: &[f32],
) -> Arc<Image> {
    let desc = ImageDesc {
        name: "texture",
        shape,
        size_px,
        mip_count: 1,
        format: vk::Format::R32_SFLOAT,
        usage: vk::ImageUsageFlags::empty(),
        samples: vk::SampleCountFlags::TYPE_1,
    };
    Arc::new(upload.image(&desc, bytemuck::cast_slice(texels)).expect("an image"))
}

#[test]
fn every_kind_of_texture_and_buffer_is_read() {
    let mut stage = Stage::new([1, 1]);
    let mut effect = load_text(
        &mut stage,
        "
        Texture1D<float> One;
        Texture1DArray<float> OneArray;
        Texture2D<float> Two;
        Texture2DArray<float> TwoArray;
        Texture3D<float> Three;
        TextureCube<float> Cube;
        TextureCubeArray<float> CubeArray;
        Buffer<float> Typed;
        ByteAddressBuffer Bytes;
        struct Pair { float a; float b; };
        StructuredBuffer<Pair> Pairs;
        Texture2D<float> Several[2];
        SamplerState Point { Filter = MIN_MAG_MIP_POINT; };
        RWStructuredBuffer<float> Out;
        [numthreads(1, 1, 1)] void CS()
        {
            Out[0] = One.Load(int2(1, 0));
            Out[1] = OneArray.Load(int3(0, 1, 0));
            Out[2] = Two.Load(int3(1, 1, 0));
            Out[3] = TwoArray.Load(int4(1, 0, 1, 0));
            Out[4] = Three.Load(int4(1, 0, 1, 0));
            Out[5] = Cube.SampleLevel(Point, float3(0, 1, 0), 0);
            Out[6] = CubeArray.SampleLevel(Point, float4(0, 0, -1, 1), 0);
            Out[7] = Typed[1];
            Out[8] = asfloat(Bytes.Load(4));
            Out[9] = Pairs[1].b;
            Out[10] = Several[1].Load(int3(0, 0, 0));
        }
        technique11 T0 { pass P { SetComputeShader(CompileShader(cs_5_0, CS())); } }
        ",
    );
    let out = stage.buffer(STORAGE, &[0.0_f32; 16]);
    let pairs = stage.buffer(STORAGE, &[80.0_f32, 81.0, 82.0, 83.0]);
    let typed = stage.buffer(vk::BufferUsageFlags::UNIFORM_TEXEL_BUFFER, &[70.0_f32, 71.0]);
    let view =
        TexelView::new(&stage.device, "typed", &typed, vk::Format::R32_SFLOAT).expect("a view");
    let mut upload = Upload::begin(&mut stage.frames).expect("an upload begins");
    let numbers =
        |start: f32, count: u8| (0..count).map(|it| start + f32::from(it)).collect::<Vec<_>>();
    let images = [
        ("One", ImageShape::D1, [2, 1], numbers(10.0, 2)),
        ("OneArray", ImageShape::D1Array(2), [1, 1], numbers(20.0, 2)),
        ("Two", ImageShape::D2, [2, 2], numbers(30.0, 4)),
        ("TwoArray", ImageShape::D2Array(2), [2, 1], numbers(40.0, 4)),
        ("Three", ImageShape::D3(2), [2, 1], numbers(50.0, 4)),
        ("Cube", ImageShape::Cube, [1, 1], numbers(60.0, 6)),
        ("CubeArray", ImageShape::CubeArray(2), [1, 1], numbers(100.0, 12)),
    ]
    .map(|(name, shape, size_px, texels)| (name, texture(&mut upload, shape, size_px, &texels)));
    let second = texture(&mut upload, ImageShape::D2, [1, 1], &[90.0]);
    upload.finish().expect("uploaded");
    for (name, image) in &images {
        set_srv(&mut effect, name, image);
    }
    set_srv(&mut effect, "Typed", &Arc::new(view));
    set_srv(&mut effect, "Bytes", &pairs);
    set_srv(&mut effect, "Pairs", &pairs);
    let several = effect.shader_resource("Several").expect("there is one");
    effect.set_resource_at(several, 1, &second).expect("it fits");
    set_uav(&mut effect, "Out", &out);
    dispatch(&mut stage, &mut effect, &["T0"]);
    let found = stage.read::<f32>(&out);
    // Faces are +X -X +Y -Y +Z -Z.
    assert_eq!(found[..11], [11.0, 21.0, 33.0, 43.0, 53.0, 62.0, 111.0, 71.0, 81.0, 83.0, 90.0]);
    stage.frames.wait_idle().expect("idle");
    drop((effect, out, pairs, typed, images, second));
    stage.close();
}

#[test]
fn every_kind_of_texture_is_written_and_levels_are_views() {
    let mut stage = Stage::new([1, 1]);
    let mut effect = load_text(
        &mut stage,
        "
        RWTexture1D<float> One;
        RWTexture2D<float> Two;
        RWTexture2DArray<float> TwoArray;
        RWTexture3D<float> Three;
        RWBuffer<float> Typed;
        Texture2D<float> Below;
        [numthreads(2, 2, 2)] void Fill(uint3 id : SV_DispatchThreadID)
        {
            One[id.x] = 10 + id.x;
            Two[id.xy] = 20 + id.x + 2 * id.y;
            TwoArray[id] = 30 + id.x + 2 * id.y + 4 * id.z;
            Three[id] = 40 + id.x + 2 * id.y + 4 * id.z;
            Typed[id.x] = 50 + id.x;
        }
        [numthreads(1, 1, 1)] void Halve()
        {
            Two[uint2(0, 0)] = Below.Load(int3(0, 0, 0)) + Below.Load(int3(1, 1, 0));
        }
        technique11 Fill { pass P { SetComputeShader(CompileShader(cs_5_0, Fill())); } }
        technique11 Halve { pass P { SetComputeShader(CompileShader(cs_5_0, Halve())); } }
        ",
    );
    let format = vk::Format::R32_SFLOAT;
    let usage = vk::ImageUsageFlags::STORAGE | vk::ImageUsageFlags::SAMPLED;
    let images = [
        ("One", ImageShape::D1, [2, 1]),
        ("Two", ImageShape::D2, [2, 2]),
        ("TwoArray", ImageShape::D2Array(2), [2, 2]),
        ("Three", ImageShape::D3(2), [2, 2]),
    ]
    .map(|(name, shape, size_px)| (name, stage.image(shape, size_px, format, usage)));
    let mut frame = stage.frames.begin().expect("a frame begins");
    for (_, image) in &images {
        frame.transition(image, ImageUse::Undefined, ImageUse::ShaderReadWrite);
    }
    frame.submit().expect("submitted");
    for (name, image) in &images {
        set_uav(&mut effect, name, image);
    }
    let typed = stage.buffer(vk::BufferUsageFlags::STORAGE_TEXEL_BUFFER, &[0.0_f32; 2]);
    let view = TexelView::new(&stage.device, "typed", &typed, format).expect("a view");
    set_uav(&mut effect, "Typed", &Arc::new(view));
    dispatch(&mut stage, &mut effect, &["Fill"]);
    for (start, (name, image)) in [10.0, 20.0, 30.0, 40.0_f32].into_iter().zip(&images) {
        let found: Vec<f32> =
            bytemuck::pod_collect_to_vec(&stage.read_image(image, ImageUse::ShaderReadWrite));
        let expected = (0..u8::try_from(found.len()).expect("few"))
            .map(|it| start + f32::from(it))
            .collect::<Vec<_>>();
        assert_eq!(found, expected, "{name}");
    }
    assert_eq!(stage.read::<f32>(&typed), [50.0, 51.0]);

    // One layer of the array seen as a plain image is written from another.
    let array = &images[2].1;
    let layer = |it| ImageViewDesc { shape: ImageShape::D2, mips: 0..1, layers: it..it + 1 };
    let layers = [0, 1].map(|it| Arc::new(ImageView::new(array, &layer(it)).expect("a view")));
    assert!(ImageView::new(array, &layer(2)).is_err(), "it has two layers");
    set_uav(&mut effect, "Two", &layers[0]);
    let other = &images[1].1;
    set_srv(&mut effect, "Below", other);
    let mut frame = stage.frames.begin().expect("a frame begins");
    frame.transition(array, ImageUse::CopySource, ImageUse::ShaderReadWrite);
    frame.transition(other, ImageUse::CopySource, ImageUse::ShaderRead);
    let pass = effect.pass("Halve", 0).expect("there is one");
    effect.dispatch(&mut frame, pass, [1, 1, 1]).expect("dispatched");
    set_uav(&mut effect, "Two", &layers[1]);
    effect.dispatch(&mut frame, pass, [1, 1, 1]).expect("dispatched");
    frame.submit().expect("submitted");
    let found: Vec<f32> =
        bytemuck::pod_collect_to_vec(&stage.read_image(array, ImageUse::ShaderReadWrite));
    assert_eq!(found, [43.0, 31.0, 32.0, 33.0, 43.0, 35.0, 36.0, 37.0]);
    stage.frames.wait_idle().expect("idle");
    drop((effect, images, layers, typed));
    stage.close();
}

#[test]
fn an_image_that_was_not_made_for_writing_is_refused() {
    let mut stage = Stage::new([1, 1]);
    let mut effect = load_text(
        &mut stage,
        "
        RWTexture2D<float> Out;
        [numthreads(1, 1, 1)] void CS() { Out[uint2(0, 0)] = 1; }
        technique11 T0 { pass P { SetComputeShader(CompileShader(cs_5_0, CS())); } }
        ",
    );
    let usage = vk::ImageUsageFlags::SAMPLED;
    let image = stage.image(ImageShape::D2, [1, 1], vk::Format::R32_SFLOAT, usage);
    let variable = effect.unordered_access("Out").expect("there is one");
    let error = effect.set_resource(variable, &image).expect_err("it cannot be written");
    assert!(matches!(error, EffectError::WrongResource { .. }), "{error}");
    drop((effect, image));
    stage.close();
}
