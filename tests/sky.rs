//! The sky, and the ground that fades into it.

use nalgebra::{Point3, Vector2, Vector3};
use sinew::gpu::HeadlessTarget;
use sinew::render::{Camera, Ground, Light, Renderer, Scene, Sky};

use crate::support::gpu::TestDevice;

const SIZE_PX: [u32; 2] = [160, 120];
const FADE_M: [f32; 2] = [3.0, 20.0];

fn scene(eye_m: f32, pitch_rad: f32, yaw_rad: f32) -> Scene {
    let black = [0.0, 0.0, 0.0, 1.0];
    let eye = Point3::new(0.5, eye_m, -0.5);
    let (sin, cos) = pitch_rad.sin_cos();
    let forward = Vector3::new(yaw_rad.sin() * cos, sin, yaw_rad.cos() * cos);
    Scene {
        camera: Camera {
            eye,
            target: eye + forward,
            fov_y_rad: 0.9,
            near_m: 0.05,
            far_m: 200.0,
            lens_shift: Vector2::new(0.2, -0.1),
        },
        light: Light {
            ambient: [0.4, 0.4, 0.4, 1.0],
            diffuse: [0.6, 0.6, 0.6, 1.0],
            specular: black,
            emissive: black,
            direction: Vector3::new(0.3, -0.5, -1.0),
        },
        shadow_map_px: 64,
        sky: Sky { horizon: [0.8, 0.85, 0.9], zenith: [0.3, 0.5, 0.7], glow: [0.4, 0.3, 0.2] },
        ground: None,
        models: Vec::new(),
        user: None,
    }
}

fn ground() -> Ground {
    Ground {
        height_m: 0.0,
        color: [0.3; 3],
        line_color: [0.0, 0.0, 0.0, 0.8],
        cell_m: 0.5,
        center: Vector2::new(0.5, -0.5),
        fade_m: FADE_M,
        contact_shadows: Vec::new(),
    }
}

/// Where a pixel's ray meets the ground, as a distance from the middle of the fade; none for the sky.
fn ground_distance_m(scene: &Scene, place: usize) -> Option<f32> {
    let [width, height] = SIZE_PX.map(|it| it as f32);
    let aspect = width / height;
    let clip_from_world = scene.camera.clip_from_view(aspect) * scene.camera.view_from_world();
    let world_from_clip = clip_from_world.try_inverse()?;
    let (column, row) = (place % SIZE_PX[0] as usize, place / SIZE_PX[0] as usize);
    let x = (column as f32 + 0.5) / width * 2.0 - 1.0;
    let y = 1.0 - (row as f32 + 0.5) / height * 2.0;
    let world = world_from_clip * nalgebra::Vector4::new(x, y, 0.5, 1.0);
    let way = Point3::from_homogeneous(world)? - scene.camera.eye;
    let steps = -scene.camera.eye.y / way.y;
    let hit = scene.camera.eye + way * steps;
    (steps > 0.0).then(|| (Vector2::new(hit.x, hit.z) - Vector2::new(0.5, -0.5)).norm())
}

#[test]
fn the_ground_ends_without_an_edge_from_wherever_it_is_seen() {
    let device = TestDevice::new();
    let target = HeadlessTarget::new(&device, SIZE_PX).unwrap();
    let mut renderer = Renderer::new(&device, &target.view().formats(), None).unwrap();
    let mut draw = |scene: &Scene| {
        renderer.draw(scene, &target.view()).unwrap();
        let bytes = target.read_rgba8(renderer.frames()).unwrap();
        bytes.as_chunks::<4>().0.to_vec()
    };
    let (mut far, mut near) = (0, 0);
    for eye_m in [0.3, 1.7, 8.0] {
        for pitch_rad in [-1.2, -0.5, -0.15, 0.0, 0.3] {
            for yaw_rad in [0.0, 2.0] {
                let mut scene = scene(eye_m, pitch_rad, yaw_rad);
                let sky = draw(&scene);
                scene.ground = Some(ground());
                let both = draw(&scene);
                for (place, (a, b)) in sky.iter().zip(&both).enumerate() {
                    let distance_m = ground_distance_m(&scene, place);
                    let difference = (0..3).map(|it| a[it].abs_diff(b[it])).max().unwrap_or(0);
                    if distance_m.is_none_or(|it| it > FADE_M[1] * 0.97) {
                        assert!(difference <= 2, "{eye_m} {pitch_rad} {yaw_rad}: {a:?} {b:?}");
                        far += 1;
                    } else if distance_m.is_some_and(|it| it < FADE_M[0]) {
                        assert!(difference > 20, "{eye_m} {pitch_rad} {yaw_rad}: {a:?} {b:?}");
                        near += 1;
                    }
                }
            }
        }
    }
    assert!(far > 50_000 && near > 50_000, "{far} {near}");
    drop((renderer, target));
    device.close();
}

#[test]
fn the_sky_is_its_colours_and_glows_where_the_light_comes_from() {
    let device = TestDevice::new();
    let target = HeadlessTarget::new(&device, [33, 33]).unwrap();
    let mut renderer = Renderer::new(&device, &target.view().formats(), None).unwrap();
    let mut middle = |scene: &Scene| {
        renderer.draw(scene, &target.view()).unwrap();
        let bytes = target.read_rgba8(renderer.frames()).unwrap();
        bytes.as_chunks::<4>().0[16 * 33 + 16]
    };
    let mut looking = |direction: Vector3<f32>, glow: [f32; 3]| {
        let mut scene = scene(1.0, 0.0, 0.0);
        scene.sky.glow = glow;
        scene.camera.lens_shift = Vector2::zeros();
        scene.camera.target = scene.camera.eye + direction;
        middle(&scene)
    };
    let black = [0.0; 3];
    let is_near = |a: [u8; 4], b: [u8; 3]| (0..3).all(|it| a[it].abs_diff(b[it]) <= 1);
    assert!(is_near(looking(Vector3::y(), black), [77, 128, 179]), "the zenith");
    assert!(is_near(looking(-Vector3::y(), black), [204, 217, 230]), "below");
    let to_light = -Vector3::new(0.3, -0.5, -1.0);
    let glow = [0.4, 0.3, 0.2];
    let gain = |direction: Vector3<f32>,
                looking: &mut dyn FnMut(Vector3<f32>, [f32; 3]) -> [u8; 4]| {
        i32::from(looking(direction, glow)[0]) - i32::from(looking(direction, black)[0])
    };
    let (at_light, beside, behind) = (
        gain(to_light, &mut looking),
        gain(to_light + Vector3::x(), &mut looking),
        gain(Vector3::new(0.3, 0.5, -1.0), &mut looking),
    );
    assert!(at_light > 60 && beside > 2 && beside < at_light / 2, "{at_light} {beside}");
    assert_eq!(behind, 0);
    let plain = Scene { sky: Sky::plain([0.0, 1.0, 0.2]), ..scene(1.0, 0.4, 1.0) };
    assert_eq!(middle(&plain), [0, 255, 51, 255], "steps of the target stay as they are");
    drop((renderer, target));
    device.close();
}
