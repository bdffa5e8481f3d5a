//! Variables, steady frames, compute and the errors of effects at run time.

use std::sync::Arc;

use ash::vk;
use effectc::effect::{
    Effect as Compiled, MatrixPacking, MemberType, ResourceKind, ScalarKind, Stage as ShaderStage,
};
use effectc::state::SamplerDesc;
use sinew::effect::{Effect, EffectError, Topology};
use sinew::gpu::{Image, Load, PassDesc, Upload, read_buffer};

use crate::support::effect::{
    constant_buffer, empty_effect, float4, member, pass, resource, sampler, shader,
};
use crate::support::gpu::Stage;

/// Covers the target from vertex numbers alone.
const QUAD: &str = "
cbuffer Tint : register(b0) { float4 tint; };
cbuffer Globals : register(b1) { uint which; float scale; float2 unused; row_major float4x4 rows; float4x4 columns; };
Texture2D Picture : register(t2);
SamplerState Linear : register(s3);
float4 VS(uint id : SV_VertexID) : SV_POSITION {
    return float4(id == 1 ? 3 : -1, id == 2 ? -3 : 1, 0.5, 1);
}
float4 PS(float4 position : SV_POSITION) : SV_TARGET {
    float4 moved = mul(tint, rows) + mul(tint, columns);
    return (tint + moved) * (which == 3 ? scale : 1) + Picture.Sample(Linear, float2(0.5, 0.5));
}";

fn quad_effect() -> Compiled {
    let pixel = [ShaderStage::Pixel];
    let mut compiled = empty_effect("Quad");
    let scalar = |kind| MemberType::Scalar { kind };
    let matrix = |packing| MemberType::Matrix {
        kind: ScalarKind::Float,
        rows: 4,
        columns: 4,
        packing,
        stride_bytes: 16,
    };
    compiled.constant_buffers = vec![
        constant_buffer("Tint", 0, 16, &pixel, vec![float4("tint", 0)]),
        constant_buffer(
            "$Globals",
            1,
            144,
            &pixel,
            vec![
                member("which", scalar(ScalarKind::Uint), 0, 4),
                member("scale", scalar(ScalarKind::Float), 4, 4),
                member("rows", matrix(MatrixPacking::Row), 16, 64),
                member("columns", matrix(MatrixPacking::Column), 80, 64),
            ],
        ),
    ];
    // The initialiser of `tint`.
    compiled.constant_buffers[0].default_bytes =
        bytemuck::cast_slice(&[0.2_f32, 0.4, 0.0, 1.0]).to_vec();
    compiled.resources = vec![resource("Picture", ResourceKind::Texture2D, 2, &pixel)];
    compiled.samplers = vec![sampler("Linear", 3, &pixel, SamplerDesc::default())];
    compiled.shaders = vec![
        shader(QUAD, ShaderStage::Vertex, "VS", &[]),
        shader(QUAD, ShaderStage::Pixel, "PS", &[0, 1, 2, 3]),
    ];
    compiled.techniques[0].passes =
        vec![pass("P0", &[(ShaderStage::Vertex, 0), (ShaderStage::Pixel, 1)])];
    compiled
}

fn load(stage: &mut Stage, compiled: &Compiled) -> Effect {
    try_load(stage, compiled).expect("the effect loads")
}

fn try_load(stage: &mut Stage, compiled: &Compiled) -> Result<Effect, EffectError> {
    let mut upload = Upload::begin(&mut stage.frames).expect("an upload begins");
    let effect = Effect::new(&mut upload, &stage.cache, compiled)?;
    upload.finish().expect("uploaded");
    Ok(effect)
}

fn picture(stage: &mut Stage, effect: &mut Effect) -> [u8; 4] {
    let p0 = effect.pass("T0", "P0").expect("there is one");
    stage.draw(|frame| {
        effect.begin(frame, p0).expect("its own");
        effect.apply(frame, p0, Topology::TriangleList).expect("applied");
        frame.draw(3, 1);
        effect.end(frame);
    });
    stage.pixels()[0]
}

#[test]
fn variables_arrive_and_defaults_are_there_from_the_start() {
    let mut stage = Stage::new([4, 4]);
    let mut effect = load(&mut stage, &quad_effect());
    assert_eq!(picture(&mut stage, &mut effect), [51, 102, 0, 255], "the initialiser");

    let tint = effect.constant_buffer::<[f32; 4]>("Tint").expect("there is one");
    effect.set_constants(tint, &[0.4, 0.2, 0.0, 1.0]).expect("its own");
    assert_eq!(picture(&mut stage, &mut effect), [102, 51, 0, 255]);

    let (which, scale) = (effect.scalar("which").unwrap(), effect.scalar("scale").unwrap());
    effect.set_int(which, 3).expect("its own");
    effect.set_float(scale, 0.5).expect("its own");
    assert_eq!(picture(&mut stage, &mut effect), [51, 26, 0, 128]);
    effect.set_int(which, -1).expect("its own");
    assert_eq!(effect.bytes(effect.buffer("$Globals").unwrap()).unwrap()[..4], [255; 4]);

    // mul(v, M) adds red to blue, whichever way the matrix is packed.
    let mut red_to_blue = [[0.0; 4]; 4];
    red_to_blue[0][2] = 0.5;
    for name in ["rows", "columns"] {
        let matrix = effect.matrix(name).expect("there is one");
        effect.set_matrix(matrix, &red_to_blue).expect("its own");
        assert_eq!(picture(&mut stage, &mut effect), [102, 51, 51, 255], "{name}");
        effect.set_matrix(matrix, &[[0.0; 4]; 4]).expect("its own");
    }
    let vector = effect.vector("tint").expect("there is one");
    effect.set_vector(vector, [0.0, 0.0, 0.2, 1.0]).expect("its own");
    assert_eq!(picture(&mut stage, &mut effect), [0, 0, 51, 255]);
    drop(effect);
    stage.close();
}

#[test]
fn a_steady_frame_writes_no_descriptor_and_makes_nothing() {
    let mut stage = Stage::new([4, 4]);
    let mut effect = load(&mut stage, &quad_effect());
    let formats = stage.target.view().formats();
    effect.warm_up(&formats, Topology::TriangleList).expect("pipelines");
    let p0 = effect.pass("T0", "P0").expect("there is one");
    let tint = effect.constant_buffer::<[f32; 4]>("Tint").expect("there is one");
    let variable = effect.shader_resource("Picture").expect("there is one");
    let mut upload = Upload::begin(&mut stage.frames).expect("an upload begins");
    let textures = [[10, 0, 0, 0], [0, 10, 0, 0], [0, 0, 10, 0]]
        .map(|it| Arc::new(upload.texture_rgba8("texture", [1, 1], &it).expect("a texture")));
    upload.finish().expect("uploaded");

    // Three materials and changing constants in every frame.
    let run = |stage: &mut Stage, effect: &mut Effect, frames: u16| {
        for step in 0..frames {
            stage.draw(|frame| {
                for texture in &textures {
                    effect.set_resource(variable, texture).expect("it fits");
                    let value = f32::from(step) / 255.0;
                    effect.set_constants(tint, &[value, 0.0, 0.0, 1.0]).expect("its own");
                    effect.apply(frame, p0, Topology::TriangleList).expect("applied");
                    frame.draw(3, 1);
                }
            });
        }
    };
    run(&mut stage, &mut effect, 3);
    let before = stage.device.counters();
    assert_eq!(before.pipelines, 1, "one pass, one target");
    assert_eq!(before.descriptor_sets, 3, "one for each material");
    run(&mut stage, &mut effect, 300);
    let after = stage.device.counters();
    assert_eq!(after.memory_allocations, before.memory_allocations);
    assert_eq!(after.descriptor_writes, before.descriptor_writes);
    assert_eq!(after.descriptor_sets, before.descriptor_sets);
    assert_eq!(after.pipelines, before.pipelines);
    assert_eq!(after.submits, before.submits + 300);
    // The last frames still run.
    stage.frames.retire((effect, textures));
    stage.close();
}

#[test]
fn what_stays_bound_is_not_retired_again() {
    let mut stage = Stage::new([4, 4]);
    let mut effect = load(&mut stage, &quad_effect());
    let p0 = effect.pass("T0", "P0").expect("there is one");
    let picture = effect.shader_resource("Picture").expect("there is one");
    let mut upload = Upload::begin(&mut stage.frames).expect("an upload begins");
    let [first, second] = [[10, 0, 0, 0], [0, 10, 0, 0]]
        .map(|it| Arc::new(upload.texture_rgba8("texture", [1, 1], &it).expect("a texture")));
    upload.finish().expect("uploaded");
    let mut retired_by = |bound: &Arc<Image>| {
        stage.frames.wait_idle().expect("idle");
        let mut frame = stage.frames.begin().expect("a frame begins");
        let view = stage.target.view();
        let (color, depth) = (Load::Clear([0.0; 4]), Load::Clear(1.0));
        frame.begin_pass(&view, &PassDesc { label: "test", color, depth });
        effect.set_resource(picture, bound).expect("it fits");
        effect.apply(&mut frame, p0, Topology::TriangleList).expect("applied");
        frame.end_pass();
        frame.finish_target(&view);
        frame.submit().expect("submitted");
        stage.frames.retired_count()
    };
    let counts = [&first, &first, &second, &second].map(&mut retired_by);
    assert_eq!(counts, [0, 0, 1, 0], "only the third replaces something");
    drop((effect, first, second));
    stage.close();
}

#[test]
fn streamed_resources_do_not_grow_the_number_of_sets_for_ever() {
    let mut stage = Stage::new([4, 4]);
    let mut effect = load(&mut stage, &quad_effect());
    let p0 = effect.pass("T0", "P0").expect("there is one");
    let variable = effect.shader_resource("Picture").expect("there is one");
    for step in 0..400_u16 {
        let mut upload = Upload::begin(&mut stage.frames).expect("an upload begins");
        let value = u8::try_from(step % 200).unwrap();
        let texture = upload.texture_rgba8("texture", [1, 1], &[value, 0, 0, 0]);
        upload.finish().expect("uploaded");
        effect.set_resource(variable, &Arc::new(texture.expect("a texture"))).expect("it fits");
        stage.draw(|frame| {
            effect.apply(frame, p0, Topology::TriangleList).expect("applied");
            frame.draw(3, 1);
        });
    }
    let sets = stage.device.counters().descriptor_sets;
    assert!(sets < 100, "{sets} sets");
    let red = stage.pixels()[0][0];
    assert_eq!(red, 51 + 199, "the last texture shows");
    drop(effect);
    stage.close();
}

#[test]
fn what_is_replaced_lives_until_its_frames_are_done() {
    let mut stage = Stage::new([4, 4]);
    let mut effect = load(&mut stage, &quad_effect());
    let p0 = effect.pass("T0", "P0").expect("there is one");
    let variable = effect.shader_resource("Picture").expect("there is one");
    let mut upload = Upload::begin(&mut stage.frames).expect("an upload begins");
    let [first, second] = [[10, 0, 0, 0], [0, 10, 0, 0]]
        .map(|it| Arc::new(upload.texture_rgba8("texture", [1, 1], &it).expect("a texture")));
    upload.finish().expect("uploaded");
    let watch = Arc::downgrade(&first);
    effect.set_resource(variable, &first).expect("it fits");
    drop(first);
    for texture in [None, Some(second)] {
        if let Some(texture) = texture {
            effect.set_resource(variable, &texture).expect("it fits");
        }
        stage.draw(|frame| {
            effect.apply(frame, p0, Topology::TriangleList).expect("applied");
            frame.draw(3, 1);
            assert!(watch.upgrade().is_some(), "this frame or the one before may use it");
        });
    }
    stage.frames.wait_idle().expect("idle");
    assert!(watch.upgrade().is_none(), "no frame uses it any more");
    drop(effect);
    stage.close();
}

#[test]
fn an_effect_is_replaced_while_frames_are_in_flight() {
    let mut stage = Stage::new([4, 4]);
    let mut effect = load(&mut stage, &quad_effect());
    for step in 0..6_u8 {
        let p0 = effect.pass("T0", "P0").expect("there is one");
        let tint = effect.vector("tint").expect("there is one");
        let value = f32::from(step) / 255.0;
        effect.set_vector(tint, [value, 0.0, 0.0, 1.0]).expect("its own");
        stage.draw(|frame| {
            effect.apply(frame, p0, Topology::TriangleList).expect("applied");
            frame.draw(3, 1);
        });
        let next = load(&mut stage, &quad_effect());
        stage.frames.retire(std::mem::replace(&mut effect, next));
    }
    assert_eq!(stage.pixels()[0], [5, 0, 0, 255]);
    assert_eq!(stage.device.counters().drop_waits, 0, "what is retired does not wait");
    drop(effect);
    stage.close();
}

#[test]
fn a_dropped_frame_leaves_no_stale_constants() {
    let mut stage = Stage::new([4, 4]);
    let mut effect = load(&mut stage, &quad_effect());
    let p0 = effect.pass("T0", "P0").expect("there is one");
    let view = stage.target.view();
    let pass_desc = PassDesc { label: "dropped", color: Load::Discard, depth: Load::Discard };
    let mut frame = stage.frames.begin().expect("a frame begins");
    // What the dropped frame pushed is overwritten by the next frame's first push.
    frame.begin_pass(&view, &pass_desc);
    effect.apply(&mut frame, p0, Topology::TriangleList).expect("applied");
    drop(frame);
    let mut frame = stage.frames.begin().expect("a frame begins");
    frame.push_constants(&[0xFF; 4096]).expect("pushed");
    frame.begin_pass(
        &view,
        &PassDesc { label: "kept", color: Load::Clear([0.0; 4]), depth: Load::Clear(1.0) },
    );
    effect.apply(&mut frame, p0, Topology::TriangleList).expect("applied");
    frame.draw(3, 1);
    frame.end_pass();
    frame.finish_target(&view);
    frame.submit().expect("submitted");
    assert_eq!(stage.pixels()[0], [51, 102, 0, 255]);
    drop(effect);
    stage.close();
}

#[test]
fn compute_passes_write_what_they_compute() {
    const DOUBLE: &str = "
    StructuredBuffer<uint> Input : register(t0);
    RWStructuredBuffer<uint> Output : register(u1);
    cbuffer Add : register(b2) { uint add; };
    [numthreads(4, 1, 1)]
    void CS(uint3 id : SV_DispatchThreadID) { Output[id.x] = Input[id.x] * 2 + add; }";
    let compute = [ShaderStage::Compute];
    let mut stage = Stage::new([4, 4]);
    let mut compiled = empty_effect("Double");
    compiled.resources = vec![
        resource("Input", ResourceKind::StructuredBuffer, 0, &compute),
        resource("Output", ResourceKind::RWStructuredBuffer, 1, &compute),
    ];
    let add = member("add", MemberType::Scalar { kind: ScalarKind::Uint }, 0, 4);
    compiled.constant_buffers = vec![constant_buffer("Add", 2, 16, &compute, vec![add])];
    compiled.shaders = vec![shader(DOUBLE, ShaderStage::Compute, "CS", &[0, 1, 2])];
    compiled.techniques[0].passes = vec![pass("P0", &[(ShaderStage::Compute, 0)])];
    let mut effect = load(&mut stage, &compiled);
    let p0 = effect.pass("T0", "P0").expect("there is one");

    let mut upload = Upload::begin(&mut stage.frames).expect("an upload begins");
    let usage = vk::BufferUsageFlags::STORAGE_BUFFER | vk::BufferUsageFlags::TRANSFER_SRC;
    let input: [u32; 8] = [1, 2, 3, 4, 5, 6, 7, 8];
    let input = upload.buffer("input", usage, bytemuck::bytes_of(&input)).expect("a buffer");
    let output = upload.buffer("output", usage, &[0; 32]).expect("a buffer");
    upload.finish().expect("uploaded");
    let (input, output) = (Arc::new(input), Arc::new(output));
    let variable = effect.shader_resource("Input").expect("there is one");
    effect.set_resource(variable, &input).expect("it fits");
    let variable = effect.unordered_access("Output").expect("there is one");
    effect.set_resource(variable, &output).expect("it fits");
    let add = effect.scalar("add").expect("there is one");
    effect.set_int(add, 100).expect("its own");

    let mut frame = stage.frames.begin().expect("a frame begins");
    effect.dispatch(&mut frame, p0, [2, 1, 1]).expect("dispatched");
    frame.finish_compute_writes();
    let limit = stage.device.limits().max_compute_work_group_count[1];
    let error = effect.dispatch(&mut frame, p0, [1, limit + 1, 1]).expect_err("refused");
    assert!(std::error::Error::source(&error).unwrap().to_string().contains(&format!(
        "pass 'Double T0 > P0' needs {} of maxComputeWorkGroupCount, this GPU allows {limit}",
        u64::from(limit) + 1
    )));
    frame.submit().expect("submitted");
    let back = read_buffer(&mut stage.frames, &output).expect("read back");
    let words: &[u32] = bytemuck::cast_slice(&back);
    assert_eq!(words, [102, 104, 106, 108, 110, 112, 114, 116]);
    drop((effect, input, output));
    stage.close();
}

#[test]
fn wrong_names_and_types_say_what_there_is() {
    #[track_caller]
    fn check<T: std::fmt::Debug>(result: Result<T, EffectError>, expected: &str) {
        assert_eq!(result.expect_err("refused").to_string(), expected);
    }
    let mut stage = Stage::new([4, 4]);
    let mut effect = load(&mut stage, &quad_effect());
    let mut other = load(&mut stage, &quad_effect());
    check(
        effect.buffer("Tnit"),
        "effect 'Quad' has no constant buffer 'Tnit'; the nearest there is: 'Tint', '$Globals'",
    );
    check(
        effect.shader_resource("picture"),
        "effect 'Quad' has no shader resource 'picture'; the nearest there is: 'Picture'",
    );
    check(
        effect.unordered_access("Output"),
        "effect 'Quad' has no unordered-access resource 'Output'; it has none",
    );
    check(
        effect.unordered_access("Picture"),
        "'Picture' of effect 'Quad' is Texture2D; expected: unordered-access resource",
    );
    check(
        effect.buffer("Linear"),
        "'Linear' of effect 'Quad' is sampler; expected: constant buffer",
    );
    check(effect.sampler("scale"), "'scale' of effect 'Quad' is float; expected: sampler");
    check(effect.scalar("rows"), "'rows' of effect 'Quad' is float4x4; expected: number");
    check(
        effect.scalar("witch"),
        "effect 'Quad' has no number 'witch'; the nearest there is: 'which', 'tint', 'rows'",
    );
    check(effect.pass("T0", "P1"), "effect 'Quad' has no pass 'P1'; the nearest there is: 'P0'");
    check(effect.pass(2, 0), "effect 'Quad' has no technique '2'; the nearest there is: 'T0'");
    check(
        effect.constant_buffer::<[f32; 8]>("Tint"),
        "constant buffer 'Tint' of effect 'Quad' has 16 bytes, [f32; 8] has 32",
    );
    let globals = effect.buffer("$Globals").expect("there is one");
    effect.check_offsets(globals, &[("which", 0), ("rows", 16)]).expect("as it is");
    check(
        effect.check_offsets(globals, &[("which", 0), ("rows", 8)]),
        "'rows' of constant buffer '$Globals' of effect 'Quad' is at byte 16, the Rust struct has it \
         at 8",
    );
    check(
        effect.set_bytes(globals, 140, &[0; 8]),
        "constant buffer '$Globals' of effect 'Quad': 8 bytes at offset 140 do not fit into its 144 \
         bytes",
    );
    check(
        other.set_bytes(globals, 0, &[0; 8]),
        "a handle of another effect was used with effect 'Quad'",
    );
    let p0 = effect.pass(0, 0).expect("there is one");
    let mut frame = stage.frames.begin().expect("a frame begins");
    check(
        effect.apply(&mut frame, p0, Topology::TriangleList),
        "pass 'Quad T0 > P0' of effect 'Quad' was applied outside of a frame's pass",
    );
    check(
        effect.dispatch(&mut frame, p0, [1, 1, 1]),
        "pass 'Quad T0 > P0' of effect 'Quad' has no compute shader",
    );
    drop(frame);
    // Their uploads may still run.
    stage.frames.retire((effect, other));
    stage.close();
}

#[test]
fn an_effect_over_the_limits_is_refused_with_both_numbers() {
    fn chain(error: &EffectError) -> String {
        let source = std::error::Error::source(error).map(ToString::to_string);
        format!("{error}: {}", source.unwrap_or_default())
    }
    let mut stage = Stage::new([4, 4]);
    let mut compiled = quad_effect();
    let limit = stage.device.limits().max_uniform_buffer_range_bytes;
    compiled.constant_buffers[0].size_bytes = limit + 16;
    let error = try_load(&mut stage, &compiled).expect_err("refused");
    assert_eq!(
        chain(&error),
        format!(
            "effect 'Quad': constant buffer 'Tint' needs {} of maxUniformBufferRange, this GPU allows \
             {limit}",
            limit + 16
        )
    );

    let mut compiled = quad_effect();
    let count = stage.device.limits().max_per_stage_descriptor_samplers + 1;
    compiled.samplers[0].count = count;
    let error = try_load(&mut stage, &compiled).expect_err("refused");
    assert_eq!(
        chain(&error),
        format!(
            "effect 'Quad': the pixel stage needs {count} of maxPerStageDescriptorSamplers, this GPU \
             allows {}",
            count - 1
        )
    );

    let mut compiled = quad_effect();
    compiled.samplers[0].binding = 2;
    let error = try_load(&mut stage, &compiled).expect_err("refused");
    assert_eq!(error.to_string(), "effect 'Quad' is damaged: binding 2 is given twice");
    let mut compiled = quad_effect();
    compiled.techniques[0].passes[0].shaders[0] = effectc::effect::PassShader::Shader(1);
    let error = try_load(&mut stage, &compiled).expect_err("refused");
    assert_eq!(
        error.to_string(),
        "effect 'Quad' is damaged: pass 'P0' names shader 1 as its vertex shader"
    );
    stage.close();
}
