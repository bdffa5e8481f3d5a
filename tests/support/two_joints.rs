//! A model that tests make themselves: a bending, stretching arm with a flag that no skin holds.

use nalgebra::{Matrix4, Quaternion, Vector2, Vector3, Vector4};
use sinew::asset::{
    AlphaMode, Clip, Image, Interpolation, Joint, JointIdx, JointTracks, Material, Mesh, Model,
    Skeleton, SkinSlot, SlotIdx, Texture, Track, Transform, Vertices, Wrap,
};

/// Joint 0 is the shoulder at the origin, joint 1 the elbow 1 m above it, joint 2 the flag's node, 1 m above the
/// elbow. Clip 0 bends the elbow and moves the shoulder, clip 1 turns the shoulder and scales the elbow
/// unevenly, so that normals need more than the skin matrix. Meshes: "arm" (blended weights, up to
/// three joints a vertex) and "flag" (rigid); the materials are one-sided, two-sided, and blended.
pub(crate) fn two_joints() -> Model {
    let joint = |index: u16, translation: Vector3<f32>| Joint {
        name: format!("joint {index}"),
        parent: index.checked_sub(1).map(JointIdx),
        rest: Transform { translation, ..Transform::IDENTITY },
        node: u32::from(index),
    };
    let up = Vector3::new(0.0, 1.0, 0.0);
    let joints = vec![joint(0, Vector3::zeros()), joint(1, up), joint(2, up)];
    let inverse_bind = |index: u16| match index {
        // The flag's vertices are in the space of its node.
        2 => Matrix4::identity(),
        _ => Matrix4::new_translation(&Vector3::new(0.0, -f32::from(index), 0.0)),
    };
    let slot = |index| SkinSlot { joint: JointIdx(index), inverse_bind: inverse_bind(index) };
    Model {
        name: "two joints".to_owned(),
        skeleton: Skeleton::new(joints).unwrap(),
        node_ids: Vec::new(),
        slots: (0..3).map(slot).collect(),
        meshes: vec![arm(0), arm(2), flag()],
        materials: vec![
            material("one side", AlphaMode::Opaque, false, Wrap::Repeat),
            material("two sides", AlphaMode::Mask(0.5), true, Wrap::ClampToEdge),
            material("blended", AlphaMode::Blend, true, Wrap::MirroredRepeat),
        ],
        images: vec![Image {
            name: "checks".to_owned(),
            size_px: [2, 2],
            rgba8: [[255_u8, 240, 200, 255], [90, 120, 160, 255], [90, 160, 120, 255], [255; 4]]
                .concat(),
        }],
        clips: vec![bend(), stretch()],
        notes: Vec::new(),
    }
}

fn material(name: &str, alpha_mode: AlphaMode, double_sided: bool, wrap: Wrap) -> Material {
    Material {
        name: name.to_owned(),
        base_color: Vector4::new(1.0, 0.9, 0.8, 0.75),
        specular: Vector3::new(0.2, 0.2, 0.2),
        specular_power: 32.0,
        reflectivity: 0.0,
        emissive: Vector3::zeros(),
        diffuse_map: Some(Texture { image: 0, wrap: [wrap; 2], nearest: false }),
        normal_map: None,
        alpha_mode,
        double_sided,
    }
}

/// Nine rings of four vertices from y = 0 to 2.
fn arm(material: usize) -> Mesh {
    let mut vertices = Vertices::default();
    let mut indices = Vec::new();
    for ring in 0..9_u8 {
        let y = f32::from(ring) / 4.0;
        let at_elbow = (y - 0.5).clamp(0.0, 1.0);
        // A little of the flag's joint, at the end; its slot takes it as a point near the node.
        let at_end = if ring == 8 { 0.125 } else { 0.0 };
        for (x, z) in [(-0.2_f32, -0.2_f32), (0.2, -0.2), (0.2, 0.2), (-0.2, 0.2)] {
            vertices.positions.push(Vector3::new(x, y, z));
            vertices.normals.push(Vector3::new(x, 0.1, z).normalize());
            vertices.tangents.push(Vector3::new(-z, 0.5, x).normalize().push(1.0));
            vertices.uvs.push(Vector2::new(x + z, y));
            vertices.colors.push(Vector4::repeat(1.0));
            vertices.slots.push([SlotIdx(0), SlotIdx(1), SlotIdx(2), SlotIdx(0)]);
            let elbow = at_elbow - at_end;
            vertices.weights.push(Vector4::new(1.0 - at_elbow, elbow, at_end, 0.0));
        }
        if ring > 0 {
            let below = u32::from(ring - 1) * 4;
            for side in 0..4 {
                let next = (side + 1) % 4;
                let quad = [below + side, below + side + 4, below + next + 4, below + next];
                indices.extend([0, 1, 2, 0, 2, 3].map(|corner: usize| quad[corner]));
            }
        }
    }
    mesh("arm", Some(0), material, vertices, indices)
}

/// A triangle beside its node.
fn flag() -> Mesh {
    let mut vertices = Vertices::default();
    for (x, y) in [(0.0, 0.0), (0.0, 0.5), (0.7, 0.2)] {
        vertices.positions.push(Vector3::new(x, y, 0.05));
        vertices.normals.push(Vector3::new(0.0, 0.6, -0.8));
        vertices.tangents.push(Vector4::new(1.0, 0.0, 0.0, 1.0));
        vertices.uvs.push(Vector2::new(x, y));
        vertices.colors.push(Vector4::repeat(1.0));
        vertices.slots.push([SlotIdx(2), SlotIdx(0), SlotIdx(0), SlotIdx(0)]);
        vertices.weights.push(Vector4::x());
    }
    mesh("flag", None, 1, vertices, vec![0, 1, 2])
}

fn mesh(
    name: &str,
    skin: Option<u32>,
    material: usize,
    vertices: Vertices,
    indices: Vec<u32>,
) -> Mesh {
    Mesh {
        name: name.to_owned(),
        node: 2,
        source: (0, 0),
        skin,
        material,
        vertices,
        file_vertices: Vec::new(),
        indices,
        morph_targets: Vec::new(),
        morph_weights: Vec::new(),
    }
}

fn bend() -> Clip {
    let mut joints = vec![JointTracks::default(); 3];
    joints[0].translation = Some(keys([Vector3::zeros(), Vector3::new(0.5, 0.2, -0.3)]));
    joints[1].rotation = Some(keys([about_z(0.0), about_z(1.8)]));
    clip("bend", joints)
}

fn stretch() -> Clip {
    let mut joints = vec![JointTracks::default(); 3];
    joints[0].rotation = Some(keys([about_z(-0.4), about_z(0.9)]));
    joints[1].scale = Some(keys([Vector3::repeat(1.0), Vector3::new(0.4, 3.0, 1.5)]));
    clip("stretch", joints)
}

fn clip(name: &str, joints: Vec<JointTracks>) -> Clip {
    Clip { name: name.to_owned(), joints, morphs: Vec::new(), first_key_s: 0.0, last_key_s: 1.0 }
}

/// From the first value to the second, in a second.
fn keys<T>(values: [T; 2]) -> Track<T> {
    Track {
        times_s: vec![0.0, 1.0],
        values: Vec::from(values),
        interpolation: Interpolation::Linear,
    }
}

fn about_z(angle_rad: f32) -> Quaternion<f32> {
    Quaternion::new((angle_rad / 2.0).cos(), 0.0, 0.0, (angle_rad / 2.0).sin())
}
