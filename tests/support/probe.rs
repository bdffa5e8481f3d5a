//! [`Probe`]: what the vertex shaders of our model effects compute, read back from the GPU.
//!
//! The effects of `tests/fx` include those of `shaders_hlsl`, call their `VS` on vertices laid out as the
//! renderer lays them out, and write each result to a pixel of a float target.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ash::vk;
use effectc::effect::{Effect as Compiled, MatrixPacking};
use nalgebra::{Matrix4, Vector3, Vector4};
use sinew::anim::TransformMap;
use sinew::asset::Mesh;
use sinew::effect::{BufferVar, Effect, MatrixVar, ResourceVar, ScalarVar, Topology};
use sinew::gpu::{HeadlessTarget, Image, ImageDesc, ImageShape, Load, PassDesc, Upload};
use sinew::render::{VertexKind, pack_vertices};

use super::gpu::Stage;

/// Pixels a row of the target.
const WIDTH_PX: u32 = 256;
/// What the target is cleared to: no vertex is there.
const UNWRITTEN: f32 = -1e30;

/// What the vertex shader computed for one vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ProbedVertex {
    pub(crate) world_position: Vector3<f32>,
    pub(crate) normal: Vector3<f32>,
    pub(crate) tangent: Vector3<f32>,
    /// `SV_POSITION`.
    pub(crate) clip: Vector4<f32>,
}

/// One of the effects of `tests/fx`, loaded.
pub(crate) struct Probe {
    effect: Effect,
    /// `KeyframeBuffer` or `TweenBuffer`.
    frames: BufferVar,
    probe: BufferVar,
    world: MatrixVar,
    clip_from_world: MatrixVar,
    transform_map: ResourceVar,
    bones: BufferVar,
    bone_index: ScalarVar,
}

/// Compiles an effect as the build does.
#[track_caller]
pub(crate) fn compile_effect(path: &Path) -> Compiled {
    let options = effectc::Options { matrix_packing: MatrixPacking::Row, ..Default::default() };
    let output = effectc::compile(path, &options);
    assert!(!output.has_errors(), "{}: {:#?}", path.display(), output.diagnostics);
    output.effect.unwrap()
}

/// A file of the repository.
pub(crate) fn repository_path(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Copies a TransformMap to the GPU, as the renderer does.
pub(crate) fn upload_map(stage: &mut Stage, map: &TransformMap) -> Arc<Image> {
    let mut upload = Upload::begin(&mut stage.frames).unwrap();
    let image = upload
        .image(
            &ImageDesc {
                name: "TransformMap",
                size_px: [u32::try_from(map.width_texels()).unwrap(), map.row_count],
                shape: ImageShape::D2Array(map.layer_count),
                format: vk::Format::R32G32B32A32_SFLOAT,
                samples: vk::SampleCountFlags::TYPE_1,
                mip_count: 1,
                usage: vk::ImageUsageFlags::empty(),
            },
            map.bytes(),
        )
        .unwrap();
    upload.finish().unwrap();
    Arc::new(image)
}

impl Probe {
    /// The vertex shader of `AnimationDemo.fx`.
    pub(crate) fn animation(stage: &mut Stage) -> Self {
        Self::load(stage, "tests/fx/AnimationProbe.fx", "KeyframeBuffer")
    }

    /// The vertex shader of `TweenDemo.fx`.
    pub(crate) fn tween(stage: &mut Stage) -> Self {
        Self::load(stage, "tests/fx/TweenProbe.fx", "TweenBuffer")
    }

    /// The vertex shaders of `RenderDemo.fx`.
    pub(crate) fn render(stage: &mut Stage) -> Self {
        Self::load(stage, "tests/fx/RenderProbe.fx", "TweenBuffer")
    }

    fn load(stage: &mut Stage, path: &str, frames: &str) -> Self {
        let compiled = compile_effect(&repository_path(path));
        let mut upload = Upload::begin(&mut stage.frames).unwrap();
        let effect = Effect::new(&mut upload, &stage.cache, &compiled).unwrap();
        upload.finish().unwrap();
        let mut probe = Self {
            frames: effect.buffer(frames).unwrap(),
            probe: effect.buffer("ProbeBuffer").unwrap(),
            world: effect.matrix("W").unwrap(),
            clip_from_world: effect.matrix("VP").unwrap(),
            transform_map: effect.shader_resource("TransformMap").unwrap(),
            bones: effect.buffer("BoneBuffer").unwrap(),
            bone_index: effect.scalar("BoneIndex").unwrap(),
            effect,
        };
        probe.set_world(&Matrix4::identity());
        probe.set_clip_from_world(&Matrix4::identity());
        probe
    }

    /// `W`, which only `AnimationDemo.fx` reads.
    pub(crate) fn set_world(&mut self, world_from_model: &Matrix4<f32>) {
        self.effect.set_matrix(self.world, &(*world_from_model).into()).unwrap();
    }

    pub(crate) fn set_clip_from_world(&mut self, clip_from_world: &Matrix4<f32>) {
        self.effect.set_matrix(self.clip_from_world, &(*clip_from_world).into()).unwrap();
    }

    /// `BoneTransforms` and `BoneIndex`, which only rigid parts read.
    pub(crate) fn set_bones(&mut self, model_from_parts: &[Matrix4<f32>], part: i32) {
        let bytes = bytemuck::cast_slice(model_from_parts);
        self.effect.set_bytes(self.bones, 0, bytes).unwrap();
        self.effect.set_int(self.bone_index, part).unwrap();
    }

    /// Runs the vertex shader for skinned meshes on every vertex of a mesh, once an instance; instance by instance.
    /// `frames` is what `KeyframeBuffer` or `TweenBuffer` begins with, `worlds` the matrices of the
    /// instances (one, which `AnimationDemo.fx` does not read, makes one instance).
    pub(crate) fn run(
        &mut self,
        stage: &mut Stage,
        map: &Arc<Image>,
        mesh: &Mesh,
        frames: &[u8],
        worlds: &[Matrix4<f32>],
    ) -> Vec<ProbedVertex> {
        self.run_as(VertexKind::of_skinned(&mesh.vertices), stage, map, mesh, frames, worlds)
    }

    /// The same with the vertex shader for one kind of vertices.
    pub(crate) fn run_as(
        &mut self,
        kind: VertexKind,
        stage: &mut Stage,
        map: &Arc<Image>,
        mesh: &Mesh,
        frames: &[u8],
        worlds: &[Matrix4<f32>],
    ) -> Vec<ProbedVertex> {
        let vertex_count = mesh.vertices.positions.len();
        let packed = pack_vertices(&mesh.vertices, kind);
        let expanded: Vec<u8> =
            packed.chunks_exact(packed.len() / vertex_count).flat_map(|it| it.repeat(12)).collect();
        let pass = self.effect.pass("Probe", format!("{kind:?}").as_str()).unwrap();
        let pixel_count = u32::try_from(vertex_count * 4 * worlds.len()).unwrap();
        let size_px = [WIDTH_PX, pixel_count.div_ceil(WIDTH_PX)];
        let format = vk::Format::R32G32B32A32_SFLOAT;
        let target = HeadlessTarget::with_format(&stage.device, size_px, format).unwrap();

        let mut upload = Upload::begin(&mut stage.frames).unwrap();
        let usage = vk::BufferUsageFlags::VERTEX_BUFFER;
        let vertices = upload.buffer("probed vertices", usage, &expanded).unwrap();
        let worlds_buffer =
            upload.buffer("probed worlds", usage, bytemuck::cast_slice(worlds)).unwrap();
        upload.finish().unwrap();

        let constants = [size_px[0], size_px[1], u32::try_from(vertex_count).unwrap(), 0];
        let effect = &mut self.effect;
        effect.set_bytes(self.probe, 0, bytemuck::cast_slice(&constants)).unwrap();
        effect.set_bytes(self.frames, 0, frames).unwrap();
        effect.set_resource(self.transform_map, map).unwrap();
        let view = target.view();
        let mut frame = stage.frames.begin().unwrap();
        let (color, depth) = (Load::Clear([UNWRITTEN; 4]), Load::Clear(1.0));
        frame.begin_pass(&view, &PassDesc { label: "probe", color, depth });
        effect.apply(&mut frame, pass, Topology::TriangleList).unwrap();
        frame.bind_vertex_buffer(0, &vertices, 0);
        frame.bind_vertex_buffer(1, &worlds_buffer, 0);
        let corner_count = u32::try_from(vertex_count * 12).unwrap();
        frame.draw(corner_count, u32::try_from(worlds.len()).unwrap());
        frame.end_pass();
        frame.finish_target(&view);
        frame.submit().unwrap();

        let bytes = target.read_bytes(&mut stage.frames).unwrap();
        let texels: Vec<Vector4<f32>> =
            bytes.as_chunks::<16>().0.iter().map(|it| bytemuck::pod_read_unaligned(it)).collect();
        let (written, rest) = texels.split_at(pixel_count as usize);
        let is_unwritten = |it: &Vector4<f32>| it.x == UNWRITTEN;
        assert!(!written.iter().any(is_unwritten), "a vertex was not drawn");
        assert!(rest.iter().all(is_unwritten), "more was drawn than vertices");
        (written.as_chunks::<4>().0.iter())
            .map(|[position, normal, tangent, clip]| ProbedVertex {
                world_position: position.xyz(),
                normal: normal.xyz(),
                tangent: tangent.xyz(),
                clip: *clip,
            })
            .collect()
    }
}
