//! What a model looks like through the renderer: normal maps, sides, morph targets.

use nalgebra::{Matrix4, Point3, Quaternion, Vector2, Vector3, Vector4};
use sinew::anim::{BakeOptions, KeyframeDesc, bake};
use sinew::asset::{
    AlphaMode, Clip, Image, Joint, JointIdx, JointTracks, Material, Mesh, Model, MorphTarget,
    Skeleton, SkinSlot, SlotIdx, Texture, Transform, Vertices, Wrap,
};
use sinew::gpu::HeadlessTarget;
use sinew::render::{
    Camera, Light, MaterialTint, ModelAnimation, ModelDraw, ModelPass, Renderer, Scene, Sky,
};

use crate::support::gpu::TestDevice;

/// A square two metres wide in the XY plane, its front towards -Z, where the camera of these tests is. The texture
/// stands upright on it.
pub(crate) fn square() -> Model {
    let corners = [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]];
    let vertices = Vertices {
        positions: corners.map(|[x, y]| Vector3::new(x, y, 0.0)).to_vec(),
        normals: vec![-Vector3::z(); 4],
        tangents: vec![Vector4::zeros(); 4],
        uvs: corners.map(|[x, y]| Vector2::new((x + 1.0) * 0.5, (1.0 - y) * 0.5)).to_vec(),
        colors: vec![Vector4::repeat(1.0); 4],
        slots: vec![[SlotIdx(0); 4]; 4],
        weights: vec![Vector4::x(); 4],
        ..Vertices::default()
    };
    let joint = Joint { name: "square".into(), parent: None, rest: Transform::IDENTITY, node: 0 };
    Model {
        name: "square".into(),
        skeleton: Skeleton::new(vec![joint]).unwrap(),
        node_ids: Vec::new(),
        slots: vec![SkinSlot { joint: JointIdx(0), inverse_bind: Matrix4::identity() }],
        meshes: vec![Mesh {
            name: "square".into(),
            node: 0,
            source: (0, 0),
            skin: None,
            material: 0,
            vertices,
            file_vertices: Vec::new(),
            indices: vec![0, 1, 2, 0, 2, 3],
            morph_targets: Vec::new(),
            morph_weights: Vec::new(),
        }],
        materials: vec![Material::plain("white", Vector4::repeat(1.0))],
        images: Vec::new(),
        clips: Vec::new(),
        notes: Vec::new(),
    }
}

/// The square with a normal map of one direction in tangent space (x along u, y up in the picture).
fn mapped(tangent_space: [f32; 3]) -> Model {
    let mut model = square();
    let texel = tangent_space.map(|it| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
        let byte = ((it + 1.0) * 127.5).round() as u8;
        byte
    });
    model.images = vec![Image {
        name: "normals".into(),
        size_px: [1, 1],
        rgba8: vec![texel[0], texel[1], texel[2], 255],
    }];
    let texture = Texture { image: 0, wrap: [Wrap::Repeat; 2], nearest: false };
    model.materials[0].normal_map = Some(texture);
    model
}

/// The colour in the middle of the square before a blue background, from `side` (-1: its front, 1: its back), under
/// light that travels that way, without any ambient light.
fn color(model: &Model, side: f32, direction: [f32; 3]) -> [u8; 3] {
    let [red, green, blue, _] = picture(model, side, direction)[9 * 4 + 4];
    [red, green, blue]
}

/// All of the picture.
fn picture(model: &Model, side: f32, direction: [f32; 3]) -> Vec<[u8; 4]> {
    let device = TestDevice::new();
    let target = HeadlessTarget::new(&device, [9, 9]).expect("a target");
    let view = target.view();
    let mut renderer = Renderer::new(&device, &view.formats(), None).expect("a renderer");
    let map = bake(model, &BakeOptions::default()).expect("baked");
    let id = renderer.add_model(model, &map).expect("uploaded");
    let black = [0.0, 0.0, 0.0, 1.0];
    let scene = Scene {
        camera: Camera {
            eye: Point3::new(0.0, 0.0, 3.0 * side),
            target: Point3::origin(),
            fov_y_rad: 0.5,
            near_m: 0.1,
            far_m: 10.0,
            lens_shift: Vector2::zeros(),
        },
        light: Light {
            ambient: black,
            diffuse: [1.0; 4],
            specular: black,
            emissive: black,
            direction: Vector3::from(direction),
        },
        shadow_map_px: 0,
        sky: Sky::plain([0.0, 0.0, 1.0]),
        ground: None,
        user: None,
        models: vec![ModelDraw {
            model: id,
            pass: ModelPass::Textured,
            material: MaterialTint::default(),
            animation: ModelAnimation::Keyframe {
                keyframe: KeyframeDesc::default(),
                world_from_model: Matrix4::identity(),
            },
        }],
    };
    renderer.draw(&scene, &view).expect("drawn");
    let picture = target.read_rgba8(renderer.frames()).expect("read back");
    drop((renderer, target));
    device.close();
    picture.as_chunks::<4>().0.to_vec()
}

/// The brightness of the square, which is white.
fn brightness(model: &Model, side: f32, direction: [f32; 3]) -> u8 {
    let [red, green, blue] = color(model, side, direction);
    assert!(red == green && green == blue, "background instead of the white square");
    red
}

/// A quarter of light (its cosine is 1) where the surface leans towards it, none where it leans away.
#[track_caller]
fn check_leaning(model: &Model, side: f32, towards_light: [f32; 3]) {
    let [x, y, _] = towards_light;
    let (towards, away) = ([-x, -y, -side], [x, y, -side]);
    let (bright, dark) = (brightness(model, side, towards), brightness(model, side, away));
    assert!(bright >= 252 && dark <= 4, "{bright} towards the light, {dark} away from it");
}

const LEANING: f32 = std::f32::consts::FRAC_1_SQRT_2;

#[test]
fn normal_maps_lean_to_the_right_and_up_with_and_without_tangents() {
    let right = mapped([LEANING, 0.0, LEANING]);
    let up = mapped([0.0, LEANING, LEANING]);
    for tangent in [Vector4::zeros(), Vector4::new(1.0, 0.0, 0.0, -1.0)] {
        for (model, towards_light) in [(&right, [1.0, 0.0, 0.0]), (&up, [0.0, 1.0, 0.0])] {
            let mut model = model.clone();
            model.meshes[0].vertices.tangents.fill(tangent);
            check_leaning(&model, -1.0, towards_light);
        }
    }
}

#[test]
fn normal_maps_follow_mirrored_texture_coordinates() {
    let mut right = mapped([LEANING, 0.0, LEANING]);
    let mut up = mapped([0.0, LEANING, LEANING]);
    for model in [&mut right, &mut up] {
        for uv in &mut model.meshes[0].vertices.uvs {
            uv.x = -uv.x;
        }
    }
    check_leaning(&right, -1.0, [-1.0, 0.0, 0.0]);
    check_leaning(&up, -1.0, [0.0, 1.0, 0.0]);
    // The file's own tangents, which are mirrored as well.
    right.meshes[0].vertices.tangents.fill(Vector4::new(-1.0, 0.0, 0.0, 1.0));
    up.meshes[0].vertices.tangents.fill(Vector4::new(-1.0, 0.0, 0.0, 1.0));
    check_leaning(&right, -1.0, [-1.0, 0.0, 0.0]);
    check_leaning(&up, -1.0, [0.0, 1.0, 0.0]);
}

#[test]
fn the_back_of_a_material_with_two_sides_is_lit_from_its_own_side() {
    let mut model = square();
    model.materials[0].double_sided = true;
    assert_eq!(brightness(&model, 1.0, [0.0, 0.0, -1.0]), 255);
    assert_eq!(brightness(&model, 1.0, [0.0, 0.0, 1.0]), 0);
    let mut right = mapped([LEANING, 0.0, LEANING]);
    right.materials[0].double_sided = true;
    check_leaning(&right, 1.0, [1.0, 0.0, 0.0]);
}

#[test]
fn a_map_without_content_and_one_that_is_flat_change_nothing() {
    for flat in [[-1.0, -1.0, -1.0], [0.0, 0.0, 1.0]] {
        assert!(brightness(&mapped(flat), -1.0, [0.0, 0.0, 1.0]) >= 254, "{flat:?}");
    }
}

#[test]
fn morph_targets_are_drawn_with_the_weights_of_the_mesh() {
    // At rest the square faces down; its morph target turns it into the picture.
    let mut model = square();
    let mesh = &mut model.meshes[0];
    let upright = mesh.vertices.positions.clone();
    let turn = nalgebra::UnitQuaternion::from_quaternion(Quaternion::new(1.0, -1.0, 0.0, 0.0));
    for position in &mut mesh.vertices.positions {
        *position = turn * *position;
    }
    let moved = upright.iter().zip(&mesh.vertices.positions).map(|(to, from)| to - from);
    mesh.morph_targets = vec![MorphTarget { positions: moved.collect(), ..MorphTarget::default() }];
    mesh.morph_weights = vec![1.0];
    assert_eq!(brightness(&model, -1.0, [0.0, 0.0, 1.0]), 255);
}

/// Parts on nodes of their own look the same with `BoneTransforms` as they do with a TransformMap, which a clip that
/// moves nothing makes the renderer take; so does a mesh in the model's own space.
#[test]
fn what_nothing_moves_looks_the_same_without_its_transform_map() {
    let turned = |angle: f32, x: f32| Transform {
        translation: Vector3::new(x, 0.1, 0.0),
        rotation: Quaternion::new(angle.cos(), 0.0, 0.0, angle.sin()),
        scale: Vector3::new(0.25, 0.4, 0.3),
    };
    let joint = |(node, rest)| Joint { name: "part".into(), parent: None, rest, node };
    let mut placed = square();
    let nodes = [turned(0.2, -0.3), turned(-0.6, 0.25)];
    placed.skeleton = Skeleton::new((0..).zip(nodes).map(joint).collect()).expect("a skeleton");
    placed.slots.push(SkinSlot { joint: JointIdx(1), ..placed.slots[0] });
    let mut second = placed.meshes[0].clone();
    second.vertices.slots.fill([SlotIdx(1); 4]);
    placed.meshes.push(second);
    for model in [square(), placed] {
        let mut animated = model.clone();
        animated.clips = vec![Clip {
            name: "still".into(),
            joints: vec![JointTracks::default(); model.skeleton.joints().len()],
            morphs: Vec::new(),
            first_key_s: 0.0,
            last_key_s: 0.0,
        }];
        let [rigid, animated] = [&model, &animated].map(|it| picture(it, -1.0, [0.3, 0.4, 1.0]));
        let covered = rigid.iter().filter(|it| **it != [0, 0, 255, 255]).count();
        assert!((8..=81).contains(&covered), "{covered} pixels");
        for (a, b) in rigid.iter().zip(&animated) {
            assert!(a.iter().zip(b).all(|(a, b)| a.abs_diff(*b) <= 1), "{a:?} {b:?}");
        }
    }
}

#[test]
fn sides_and_blending_are_those_of_the_material() {
    const BACKGROUND: [u8; 3] = [0, 0, 255];
    let mut model = square();
    model.materials[0].base_color.w = 0.6;
    let light = |side: f32| [0.0, 0.0, -side];
    for double_sided in [false, true] {
        model.materials[0].double_sided = double_sided;
        for (alpha_mode, drawn) in [
            (AlphaMode::Opaque, [255, 255, 255]),
            (AlphaMode::Mask(0.5), [255, 255, 255]),
            (AlphaMode::Mask(0.7), BACKGROUND),
            (AlphaMode::Blend, [153, 153, 255]),
        ] {
            model.materials[0].alpha_mode = alpha_mode;
            assert_eq!(color(&model, -1.0, light(-1.0)), drawn, "{alpha_mode:?}, the front");
            let back = if double_sided { drawn } else { BACKGROUND };
            assert_eq!(color(&model, 1.0, light(1.0)), back, "{alpha_mode:?}, the back");
        }
    }
}

#[test]
fn e9_light_of_any_length_is_as_bright_and_never_negative() {
    let mut model = square();
    model.materials[0].base_color = Vector4::new(0.5, 0.5, 0.5, 1.0);
    for length in [0.01, 1.0, 10.0] {
        let lit = brightness(&model, -1.0, [0.0, 0.0, length]);
        assert!((127..=128).contains(&lit), "{lit} by a direction {length} long");
        assert_eq!(brightness(&model, -1.0, [0.0, 0.0, -length]), 0);
    }
}
