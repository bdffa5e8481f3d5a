//! `TweenDemo.fx` on the GPU: its mixing against the same arithmetic on the CPU, for a full draw of instances;
//! and crowds that need several draws.

use nalgebra::{Matrix4, Point3, Vector3, Vector4};
use sinew::anim::{BakeOptions, KeyframeDesc, TransformMap, TweenFrameDesc, bake, skin_mesh};
use sinew::asset::{Interpolation, JointTracks, Model, SlotIdx, Track};
use sinew::gpu::HeadlessTarget;
use sinew::render::{
    Camera, Light, MaterialTint, ModelAnimation, ModelDraw, ModelPass, Renderer, Scene, Sky,
    TweenInstance,
};

use crate::support::gpu::{Stage, TestDevice};
use crate::support::probe::{Probe, upload_map};
use crate::support::two_joints::two_joints;

/// Elements of `TweenFrames`.
const MAX_INSTANCES: usize = 500;

/// A number below 65536 that looks random, another for each `salt`.
fn noise(index: usize, salt: u32) -> u16 {
    let spread = salt.wrapping_mul(0x85eb_ca6b);
    let mut it = u32::try_from(index).unwrap().wrapping_mul(0x9e37_79b9) ^ spread;
    it ^= it >> 15;
    it = it.wrapping_mul(0x2c1b_3c6d);
    it ^= it >> 13;
    u16::try_from(it & 0xffff).unwrap()
}

/// As [`noise`], from 0 to 1.
fn unit(index: usize, salt: u32) -> f32 {
    f32::from(noise(index, salt)) / 65_535.0
}

/// Rows of either clip for one of many instances, no two alike.
fn keyframe(map: &TransformMap, index: usize, salt: u32) -> KeyframeDesc {
    let layer = (index + salt as usize) % map.clips.len();
    let rows = map.clips[layer].row_count;
    let row = |salt: u32| u32::from(noise(index, salt)) % rows;
    KeyframeDesc {
        anim_index: i32::try_from(layer).unwrap(),
        curr_frame: row(salt + 1),
        next_frame: row(salt + 2),
        ratio: unit(index, salt + 3),
        ..KeyframeDesc::default()
    }
}

/// The skin matrices that `TweenDemo.fx` mixes.
fn mixed(map: &TransformMap, tween: &TweenFrameDesc) -> Vec<Matrix4<f32>> {
    let rows = |it: &KeyframeDesc| {
        let layer = u32::try_from(it.anim_index).unwrap();
        map.mixed_row(layer, it.curr_frame, it.next_frame, it.ratio)
    };
    let curr = rows(&tween.curr);
    if tween.next.anim_index < 0 {
        return curr;
    }
    let next = rows(&tween.next);
    curr.iter().zip(&next).map(|(curr, next)| curr + (next - curr) * tween.tween_ratio).collect()
}

#[test]
fn five_hundred_tweens_mix_as_on_the_cpu() {
    let model = two_joints();
    let map = bake(&model, &BakeOptions::default()).unwrap();
    assert!(map.clips.iter().all(|clip| clip.row_count >= 4), "rows to mix: {:?}", map.clips);
    let tweens: Vec<TweenFrameDesc> = (0..MAX_INSTANCES)
        .map(|index| TweenFrameDesc {
            tween_ratio: unit(index, 20),
            curr: keyframe(&map, index, 0),
            // Every third character is between no clips; its tween ratio must not count.
            next: match index % 3 {
                0 => KeyframeDesc { anim_index: -1, ..keyframe(&map, index, 10) },
                _ => keyframe(&map, index, 10),
            },
            ..TweenFrameDesc::default()
        })
        .collect();
    let worlds: Vec<Matrix4<f32>> = (0..MAX_INSTANCES)
        .map(|index| {
            let [x, y, z] = [30, 31, 32].map(|salt| unit(index, salt) * 4.0 - 2.0);
            Matrix4::new_translation(&Vector3::new(x, y, z))
                * Matrix4::from_euler_angles(x, y, z)
                * Matrix4::new_nonuniform_scaling(&Vector3::new(1.0, 0.5 + unit(index, 33), 1.5))
        })
        .collect();

    let mut stage = Stage::new([4, 4]);
    let mut probe = Probe::tween(&mut stage);
    let image = upload_map(&mut stage, &map);
    for mesh in [&model.meshes[0], &model.meshes[2]] {
        let probed = probe.run(&mut stage, &image, mesh, bytemuck::cast_slice(&tweens), &worlds);
        let vertex_count = mesh.vertices.positions.len();
        assert_eq!(probed.len(), MAX_INSTANCES * vertex_count);
        for (index, got) in probed.chunks(vertex_count).enumerate() {
            let skin: Vec<Matrix4<f32>> =
                mixed(&map, &tweens[index]).iter().map(|it| worlds[index] * it).collect();
            let expected = skin_mesh(mesh, &skin, &[]);
            for (vertex, got) in got.iter().enumerate() {
                let off = (got.world_position - expected.positions[vertex]).norm();
                let normal_off = (got.normal - expected.normals[vertex]).norm();
                let tangent_off = (got.tangent - expected.tangents[vertex].xyz()).norm();
                assert!(
                    off < 2e-5 && normal_off < 2e-4 && tangent_off < 2e-4,
                    "instance {index}, vertex {vertex}: off by {off} m, {normal_off}, {tangent_off}: {got:?}, {:?}",
                    tweens[index]
                );
            }
        }
    }
    drop((probe, image));
    stage.close();
}

/// A square that grows from nothing in clip 0 and shrinks to nothing in clip 1.
fn square() -> Model {
    let mut model = two_joints();
    let mut mesh = model.meshes.remove(0);
    let vertices = &mut mesh.vertices;
    vertices.positions.truncate(4);
    vertices.normals.truncate(4);
    vertices.tangents.truncate(4);
    vertices.uvs.truncate(4);
    vertices.colors.truncate(4);
    vertices.slots.truncate(4);
    vertices.weights.truncate(4);
    let corners = [(-0.3, 0.3), (0.3, 0.3), (0.3, -0.3), (-0.3, -0.3)];
    for (place, (x, y)) in vertices.positions.iter_mut().zip(corners) {
        *place = Vector3::new(x, y, 0.0);
    }
    vertices.normals.fill(-Vector3::z());
    vertices.slots.fill([SlotIdx(0); 4]);
    vertices.weights.fill(Vector4::x());
    mesh.indices = vec![0, 1, 2, 0, 2, 3];
    model.meshes = vec![mesh];
    let sizes = [1e-3, 1.0].map(Vector3::repeat);
    for (clip, values) in model.clips.iter_mut().zip([sizes, [sizes[1], sizes[0]]]) {
        clip.joints.fill(JointTracks::default());
        clip.joints[0].scale = Some(Track {
            times_s: vec![0.0, 1.0],
            values: values.to_vec(),
            interpolation: Interpolation::Linear,
        });
    }
    model
}

/// E3: more characters than `TweenFrames` holds are drawn in several draws, each with its own frames and places.
#[test]
fn a_crowd_over_five_hundred_is_drawn_whole() {
    const COLUMNS: usize = 32;
    const COUNT: usize = 1200;
    /// Pixels a square's cell is wide and high.
    const CELL_PX: usize = 4;
    let size_px = [COLUMNS * CELL_PX, COUNT.div_ceil(COLUMNS) * CELL_PX];
    let model = square();
    let map = bake(&model, &BakeOptions::default()).unwrap();
    let last_rows = [0, 1].map(|clip: usize| map.clips[clip].row_count - 1);
    assert!(last_rows.iter().all(|it| *it > 0));
    let is_shown = |index: usize| unit(index, 1) > 0.3;
    // A camera one unit away from the plane z = 0 that sees a cell a unit: a square covers the four pixels in the middle of its cell.
    let [width, height] = size_px.map(|it| it as f32 / CELL_PX as f32);
    let instances: Vec<TweenInstance> = (0..COUNT)
        .map(|index| {
            let clip = usize::from(noise(index, 2) % 2);
            let row = if is_shown(index) == (clip == 0) { last_rows[clip] } else { 0 };
            let curr = KeyframeDesc {
                anim_index: i32::try_from(clip).unwrap(),
                curr_frame: row,
                next_frame: row,
                ..KeyframeDesc::default()
            };
            let (column, line) = ((index % COLUMNS) as f32, (index / COLUMNS) as f32);
            let place = Vector3::new(column + 0.5 - width / 2.0, height / 2.0 - (line + 0.5), 0.0);
            TweenInstance {
                tween: TweenFrameDesc { curr, ..TweenFrameDesc::default() },
                world_from_model: Matrix4::new_translation(&place),
            }
        })
        .collect();

    let device = TestDevice::new();
    let target_size_px = size_px.map(|it| u32::try_from(it).unwrap());
    let target = HeadlessTarget::new(&device, target_size_px).unwrap();
    let view = target.view();
    let mut renderer = Renderer::new(&device, &view.formats(), None).unwrap();
    let id = renderer.add_model(&model, &map).unwrap();
    let distance_m = 100.0;
    let scene = Scene {
        camera: Camera {
            eye: Point3::new(0.0, 0.0, -distance_m),
            target: Point3::origin(),
            fov_y_rad: 2.0 * (height / 2.0 / distance_m).atan(),
            near_m: 1.0,
            far_m: 200.0,
            lens_shift: nalgebra::Vector2::zeros(),
        },
        light: Light {
            ambient: [1.0; 4],
            diffuse: [0.0; 4],
            specular: [0.0; 4],
            emissive: [0.0; 4],
            direction: Vector3::z(),
        },
        shadow_map_px: 0,
        sky: Sky::plain([0.0; 3]),
        ground: None,
        user: None,
        models: vec![ModelDraw {
            model: id,
            pass: ModelPass::Textured,
            material: MaterialTint::default(),
            animation: ModelAnimation::Tween(instances),
        }],
    };
    renderer.draw(&scene, &view).unwrap();
    let rgba8 = target.read_rgba8(renderer.frames()).unwrap();
    let mut shown_count = 0;
    for index in 0..COUNT {
        let (column, line) = (index % COLUMNS, index / COLUMNS);
        // The pixels around the middle of the cell, and one in its corner, which is nobody's.
        let is_lit = |x: usize, y: usize| {
            let pixel = (line * CELL_PX + y) * size_px[0] + column * CELL_PX + x;
            rgba8[pixel * 4..pixel * 4 + 3].iter().any(|it| *it > 30)
        };
        let middle = [(1, 1), (2, 1), (1, 2), (2, 2)].map(|(x, y)| is_lit(x, y));
        assert_eq!(middle, [is_shown(index); 4], "character {index}");
        assert!(!is_lit(0, 0), "character {index} is larger than its square");
        shown_count += usize::from(is_shown(index));
    }
    assert!(shown_count > COUNT / 2 && shown_count < COUNT * 9 / 10, "{shown_count}");
    drop((renderer, target));
    device.close();
}
