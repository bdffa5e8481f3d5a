//! Shadows: they lie where the light's way through the CPU's skinned vertices ends, and nowhere else.

use nalgebra::{Matrix4, Point3, Vector2, Vector3};
use sinew::anim::{BakeOptions, KeyframeDesc, TransformMap, bake, skin_mesh};
use sinew::asset::{AlphaMode, Image, Model, Texture, Wrap, load};
use sinew::gpu::HeadlessTarget;
use sinew::render::{
    Camera, ContactShadow, Ground, Light, MaterialTint, ModelAnimation, ModelDraw, ModelId,
    ModelPass, Renderer, Scene, Sky,
};

use crate::render_model::square;
use crate::support::gpu::TestDevice;
use crate::support::probe::repository_path;

const SIZE_PX: [u32; 2] = [320, 240];
const SHADOW_MAP_PX: u32 = 1024;
/// The way the light travels.
const DIRECTION: Vector3<f32> = Vector3::new(0.8, -1.0, 0.35);
/// Largest difference of a pixel: rounding, and the dither of half a step.
const TOLERANCE: u8 = 2;

/// A model on a plain ground, seen from above.
struct Shot {
    renderer: Renderer,
    target: HeadlessTarget,
    scene: Scene,
    device: TestDevice,
}

impl Shot {
    fn new(model: &Model, map: &TransformMap) -> Self {
        let device = TestDevice::new();
        let target = HeadlessTarget::new(&device, SIZE_PX).unwrap();
        let mut renderer = Renderer::new(&device, &target.view().formats(), None).unwrap();
        let id = renderer.add_model(model, map).unwrap();
        Self { renderer, target, scene: scene(id), device }
    }

    fn keyframe(&mut self, keyframe: KeyframeDesc, world_from_model: Matrix4<f32>) {
        self.scene.models[0].animation = ModelAnimation::Keyframe { keyframe, world_from_model };
    }

    fn draw(&mut self) -> Vec<[u8; 4]> {
        self.renderer.draw(&self.scene, &self.target.view()).unwrap();
        let bytes = self.target.read_rgba8(self.renderer.frames()).unwrap();
        bytes.as_chunks::<4>().0.to_vec()
    }

    /// With shadows, without, and with nothing but light from everywhere.
    fn draw_three(&mut self) -> [Vec<[u8; 4]>; 3] {
        let shadowed = self.draw();
        let lit = {
            self.scene.shadow_map_px = 0;
            self.draw()
        };
        let light = self.scene.light;
        self.scene.light.diffuse = [0.0, 0.0, 0.0, 1.0];
        let dark = self.draw();
        self.scene.light = light;
        self.scene.shadow_map_px = SHADOW_MAP_PX;
        [shadowed, lit, dark]
    }

    fn clip_from_world(&self) -> Matrix4<f32> {
        let aspect = SIZE_PX[0] as f32 / SIZE_PX[1] as f32;
        self.scene.camera.clip_from_view(aspect) * self.scene.camera.view_from_world()
    }

    fn close(self) {
        let Self { renderer, target, device, .. } = self;
        drop((renderer, target));
        device.close();
    }
}

fn scene(model: ModelId) -> Scene {
    let black = [0.0, 0.0, 0.0, 1.0];
    Scene {
        camera: Camera {
            eye: Point3::new(0.6, 5.0, -3.0),
            target: Point3::new(0.6, 0.0, 0.0),
            fov_y_rad: 0.7,
            near_m: 0.1,
            far_m: 100.0,
            lens_shift: Vector2::zeros(),
        },
        light: Light {
            ambient: [0.4, 0.4, 0.4, 1.0],
            diffuse: [0.6, 0.6, 0.6, 1.0],
            specular: black,
            emissive: black,
            direction: DIRECTION,
        },
        shadow_map_px: SHADOW_MAP_PX,
        sky: Sky::plain([0.0, 0.0, 1.0]),
        ground: Some(Ground {
            height_m: 0.0,
            color: [0.8; 3],
            line_color: [0.0; 4],
            cell_m: 1.0,
            center: Vector2::zeros(),
            fade_m: [50.0, 60.0],
            contact_shadows: Vec::new(),
        }),
        models: vec![ModelDraw {
            model,
            pass: ModelPass::Textured,
            material: MaterialTint::default(),
            animation: ModelAnimation::Tween(Vec::new()),
        }],
        user: None,
    }
}

/// Squares of a plane, each covered by triangles or not.
struct Cover {
    origin: Vector2<f32>,
    cell: f32,
    size: [usize; 2],
    is_covered: Vec<bool>,
}

impl Cover {
    /// Squares of the size `cell` from `origin` on whose middles lie in a triangle.
    fn new(
        origin: Vector2<f32>,
        cell: f32,
        size: [usize; 2],
        triangles: impl Iterator<Item = [Vector2<f32>; 3]>,
    ) -> Self {
        let mut cover = Self { origin, cell, size, is_covered: vec![false; size[0] * size[1]] };
        for triangle in triangles {
            cover.add(triangle);
        }
        cover
    }

    fn add(&mut self, [a, b, c]: [Vector2<f32>; 3]) {
        let low = (a.inf(&b).inf(&c) - self.origin) / self.cell;
        let high = (a.sup(&b).sup(&c) - self.origin) / self.cell;
        let [columns, rows] = self.size;
        for row in index(low.y)..rows.min(index(high.y) + 1) {
            for column in index(low.x)..columns.min(index(high.x) + 1) {
                let middle = Vector2::new(column as f32 + 0.5, row as f32 + 0.5);
                let point = self.origin + middle * self.cell;
                let side = |from: Vector2<f32>, to: Vector2<f32>| (to - from).perp(&(point - from));
                let sides = [side(a, b), side(b, c), side(c, a)];
                if sides.iter().all(|it| *it >= 0.0) || sides.iter().all(|it| *it <= 0.0) {
                    self.is_covered[row * columns + column] = true;
                }
            }
        }
    }

    /// Whether all, and whether any of the squares so near to a point are covered.
    fn around(&self, point: Vector2<f32>, reach: f32) -> (bool, bool) {
        let place = (point - self.origin) / self.cell;
        let cells = reach / self.cell;
        let [columns, rows] = self.size;
        let (mut all, mut any, mut count) = (true, false, 0);
        for row in index(place.y - cells)..rows.min(index(place.y + cells) + 1) {
            for column in index(place.x - cells)..columns.min(index(place.x + cells) + 1) {
                let is_covered = self.is_covered[row * columns + column];
                all &= is_covered;
                any |= is_covered;
                count += 1;
            }
        }
        (all && count > 0, any)
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 0 becomes 0")]
fn index(place: f32) -> usize {
    place.floor().max(0.0) as usize
}

/// What a pixel of the ground is, from the CPU's vertices: `Some(true)` well within the shadow, `Some(false)` far from
/// it, `None` near an edge, or where the model covers it.
fn expected(shot: &Shot, triangles: &[[Vector3<f32>; 3]]) -> Vec<Option<bool>> {
    let clip_from_world = shot.clip_from_world();
    let world_from_clip = clip_from_world.try_inverse().unwrap();
    let [width, height] = SIZE_PX.map(|it| it as f32);
    let pixel = |p: &Vector3<f32>| {
        let clip = Point3::from_homogeneous(clip_from_world * p.push(1.0)).unwrap();
        Vector2::new((clip.x * 0.5 + 0.5) * width, (0.5 - clip.y * 0.5) * height)
    };
    let fallen = |p: &Vector3<f32>| (p - DIRECTION * (p.y / DIRECTION.y)).xz();
    let seen = {
        let size = SIZE_PX.map(|it| it as usize);
        let triangles = triangles.iter().map(|it| [pixel(&it[0]), pixel(&it[1]), pixel(&it[2])]);
        Cover::new(Vector2::zeros(), 1.0, size, triangles)
    };
    let shadow = {
        let triangles = triangles.iter().map(|it| [fallen(&it[0]), fallen(&it[1]), fallen(&it[2])]);
        Cover::new(Vector2::new(-4.0, -4.0), 0.01, [800, 800], triangles)
    };
    let pixels = (0..SIZE_PX[1]).flat_map(|y| (0..SIZE_PX[0]).map(move |x| (x, y)));
    pixels
        .map(|(x, y)| {
            let place = Vector2::new(x as f32 + 0.5, y as f32 + 0.5);
            if seen.around(place, 2.0).1 {
                return None;
            }
            let clip = |z| {
                let (x, y) = (place.x / width * 2.0 - 1.0, 1.0 - place.y / height * 2.0);
                Point3::from_homogeneous(world_from_clip * nalgebra::Vector4::new(x, y, z, 1.0))
            };
            let (near, far) = (clip(0.0).unwrap(), clip(1.0).unwrap());
            let way = far - near;
            let ground = near + way * (-near.y / way.y);
            let ground = Vector2::new(ground.x, ground.z);
            if shadow.around(ground, 0.03).0 {
                Some(true)
            } else if shadow.around(ground, 0.06).1 {
                None
            } else {
                Some(false)
            }
        })
        .collect()
}

fn skinned_triangles(
    model: &Model,
    map: &TransformMap,
    at: &KeyframeDesc,
) -> Vec<[Vector3<f32>; 3]> {
    let layer = u32::try_from(at.anim_index).unwrap();
    let skin = map.mixed_row(layer, at.curr_frame, at.next_frame, at.ratio);
    let mut triangles = Vec::new();
    for mesh in &model.meshes {
        let positions = skin_mesh(mesh, &skin, &mesh.morph_weights).positions;
        let corners = mesh.indices.as_chunks::<3>().0.iter();
        triangles.extend(corners.map(|it| it.map(|index| positions[index as usize])));
    }
    triangles
}

#[track_caller]
fn assert_near(what: &str, pixel: [u8; 4], wanted: [u8; 4]) {
    let is_near = (0..3).all(|it| pixel[it].abs_diff(wanted[it]) <= TOLERANCE);
    assert!(is_near, "{what}: {pixel:?}, {wanted:?} was expected");
}

#[test]
fn shadows_follow_the_animated_pose() {
    let model = load(&repository_path("assets/character.glb")).unwrap();
    let map = bake(&model, &BakeOptions::default()).unwrap();
    let mut shot = Shot::new(&model, &map);
    let clip = |name: &str| {
        let index = map.clips.iter().position(|it| it.name == name).unwrap();
        (i32::try_from(index).unwrap(), map.clips[index].row_count)
    };
    let mut shadows = Vec::new();
    for (name, part) in [("Idle", 0), ("Slash", 2), ("Die", 4)] {
        let (anim_index, row_count) = clip(name);
        let curr_frame = (row_count - 1) * part / 4;
        let next_frame = (curr_frame + 1).min(row_count - 1);
        let keyframe = KeyframeDesc {
            anim_index,
            curr_frame,
            next_frame,
            ratio: 0.5,
            ..KeyframeDesc::default()
        };
        shot.keyframe(keyframe, Matrix4::identity());
        let [shadowed, lit, dark] = shot.draw_three();
        let expected = expected(&shot, &skinned_triangles(&model, &map, &keyframe));
        let (mut within, mut outside) = (0, 0);
        for (place, expected) in expected.iter().enumerate() {
            let what = format!("{name}, pixel {} {}", place % 320, place / 320);
            match expected {
                Some(true) => {
                    assert_near(&what, shadowed[place], dark[place]);
                    within += 1;
                }
                Some(false) => {
                    assert_near(&what, shadowed[place], lit[place]);
                    outside += 1;
                }
                None => {}
            }
        }
        assert!(within > 200 && outside > 30_000, "{name}: {within} within, {outside} outside");
        shadows.push(expected);
    }
    // The poses differ by more than the margins do.
    for (a, b) in [(0, 1), (1, 2), (0, 2)] {
        let moved = shadows[a].iter().zip(&shadows[b]);
        let moved = moved.filter(|it| matches!(it, (Some(true), Some(false)))).count();
        assert!(moved > 100, "{a} {b}: {moved}");
    }
    shot.close();
}

/// A square that lies level, a metre and a half up.
fn table() -> Matrix4<f32> {
    Matrix4::new_translation(&Vector3::new(0.0, 1.5, 0.0))
        * Matrix4::new_rotation(Vector3::x() * std::f32::consts::FRAC_PI_2)
        * Matrix4::new_scaling(0.5)
}

/// The pixel where the light's way through a point of the table ends.
fn below(shot: &Shot, x: f32, z: f32) -> usize {
    let ground = Vector3::new(x, 1.5, z) - DIRECTION * (1.5 / DIRECTION.y);
    let clip = Point3::from_homogeneous(shot.clip_from_world() * ground.push(1.0)).unwrap();
    let [width, height] = SIZE_PX.map(|it| it as f32);
    let (column, row) = ((clip.x * 0.5 + 0.5) * width, (0.5 - clip.y * 0.5) * height);
    index(row) * SIZE_PX[0] as usize + index(column)
}

#[test]
fn holes_of_a_material_let_the_light_through() {
    let mut model = square();
    // Left half whole, right half empty.
    model.images = vec![Image {
        name: "half".into(),
        size_px: [2, 1],
        rgba8: vec![255, 255, 255, 255, 255, 255, 255, 0],
    }];
    let texture = Texture { image: 0, wrap: [Wrap::ClampToEdge; 2], nearest: true };
    model.materials[0].diffuse_map = Some(texture);
    model.materials[0].double_sided = true;
    for (alpha_mode, is_lit) in
        [(AlphaMode::Opaque, false), (AlphaMode::Mask(0.5), true), (AlphaMode::Blend, true)]
    {
        model.materials[0].alpha_mode = alpha_mode;
        let map = bake(&model, &BakeOptions::default()).unwrap();
        let mut shot = Shot::new(&model, &map);
        shot.keyframe(KeyframeDesc::default(), table());
        let [shadowed, lit, dark] = shot.draw_three();
        let (whole, empty) = (below(&shot, -0.25, 0.3), below(&shot, 0.25, 0.3));
        assert_near("under the whole half", shadowed[whole], dark[whole]);
        let wanted = if is_lit { &lit } else { &dark };
        assert_near("under the empty half", shadowed[empty], wanted[empty]);
        assert!(lit[empty][0] > dark[empty][0] + 50);
        shot.close();
    }
}

/// Nothing shadows itself where it faces the light, however little: no pattern of the map's texels.
#[test]
fn a_surface_in_the_light_is_as_bright_as_without_a_map() {
    let model = square();
    let map = bake(&model, &BakeOptions::default()).unwrap();
    let mut shot = Shot::new(&model, &map);
    shot.scene.ground = None;
    // From almost straight on to 79 degrees.
    for slant in [0.7, 0.0, -0.4, -0.6] {
        let turned = table() * Matrix4::new_rotation(-Vector3::y() * slant);
        shot.keyframe(KeyframeDesc::default(), turned);
        let [shadowed, lit, _] = shot.draw_three();
        let is_square = |it: &usize| lit[*it] != [0, 0, 255, 255];
        let mut count = 0;
        for place in (0..lit.len()).filter(is_square) {
            let (x, y) = (place % 320, place / 320);
            assert_near(&format!("slant {slant}, pixel {x} {y}"), shadowed[place], lit[place]);
            count += 1;
        }
        assert!(count > 2000, "slant {slant}: {count}");
    }
    shot.close();
}

#[test]
fn the_map_can_change_its_size_from_frame_to_frame() {
    let model = square();
    let map = bake(&model, &BakeOptions::default()).unwrap();
    let mut shot = Shot::new(&model, &map);
    shot.keyframe(KeyframeDesc::default(), table());
    let [_, lit, dark] = shot.draw_three();
    let place = below(&shot, 0.0, 0.3);
    for size_px in [64, 512, 0, 512, 1000] {
        shot.scene.shadow_map_px = size_px;
        let drawn = shot.draw();
        let wanted = if size_px > 0 { &dark } else { &lit };
        assert_near(&format!("{size_px} texels"), drawn[place], wanted[place]);
    }
    shot.close();
}

#[test]
fn contact_shadows_are_drawn_where_there_is_no_map() {
    let model = square();
    let map = bake(&model, &BakeOptions::default()).unwrap();
    let mut shot = Shot::new(&model, &map);
    shot.keyframe(KeyframeDesc::default(), table());
    let [with_map, without_map, _] = shot.draw_three();
    let spot = ContactShadow { center: Vector2::new(0.6, 0.3), radius_m: 0.4, strength: 0.5 };
    shot.scene.ground.as_mut().unwrap().contact_shadows.push(spot);
    let [spot_with_map, spot_without_map, _] = shot.draw_three();
    assert_eq!(with_map, spot_with_map);
    let darker = without_map.iter().zip(&spot_without_map).filter(|(a, b)| a[0] > b[0] + 20);
    assert!(darker.count() > 500);
    shot.close();
}
