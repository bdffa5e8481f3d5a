//! Small models for this layer's own tests.

use nalgebra::{Matrix4, Quaternion, Vector3, Vector4};

use crate::asset::{
    Clip, Interpolation, Joint, JointIdx, JointTracks, Mesh, Model, Skeleton, SkinSlot, SlotIdx,
    Track, Transform, Vertices,
};

/// A straight arm of three joints, each 1 m above its parent, with a square prism of skin around it.
pub(crate) fn arm() -> Model {
    let joint = |index: u16| Joint {
        name: format!("joint {index}"),
        parent: index.checked_sub(1).map(JointIdx),
        rest: Transform {
            translation: Vector3::new(0.0, if index == 0 { 0.0 } else { 1.0 }, 0.0),
            ..Transform::IDENTITY
        },
        node: u32::from(index),
    };
    let slot = |index: u16| SkinSlot {
        joint: JointIdx(index),
        inverse_bind: Matrix4::new_translation(&Vector3::new(0.0, -f32::from(index), 0.0)),
    };
    let mut vertices = Vertices::default();
    for ring in 0..=8_u8 {
        let y = f32::from(ring) / 4.0;
        let below: u8 = if y < 1.0 { 0 } else { 1 };
        let above_weight = y - f32::from(below);
        for (x, z) in [(-0.2, -0.2), (0.2, -0.2), (0.2, 0.2), (-0.2, 0.2)] {
            vertices.positions.push(Vector3::new(x, y, z));
            vertices.normals.push(Vector3::new(x, 0.0, z).normalize());
            vertices.tangents.push(Vector4::new(0.0, 1.0, 0.0, 1.0));
            let below = u16::from(below);
            vertices.slots.push([SlotIdx(below), SlotIdx(below + 1), SlotIdx(0), SlotIdx(0)]);
            vertices.weights.push(Vector4::new(1.0 - above_weight, above_weight, 0.0, 0.0));
        }
    }
    Model {
        name: "arm".to_owned(),
        skeleton: Skeleton::new((0..3).map(joint).collect()).unwrap(),
        node_ids: Vec::new(),
        slots: (0..3).map(slot).collect(),
        meshes: vec![Mesh {
            name: "skin".to_owned(),
            node: 9,
            source: (0, 0),
            skin: Some(0),
            material: 0,
            vertices,
            file_vertices: Vec::new(),
            indices: vec![0, 1, 2],
            morph_targets: Vec::new(),
            morph_weights: Vec::new(),
        }],
        materials: Vec::new(),
        images: Vec::new(),
        clips: vec![wave()],
        notes: Vec::new(),
    }
}

/// One second at 4 keys a second: the middle joint turns 180 degrees about z, at constant speed.
pub(crate) fn wave() -> Clip {
    turning_clip("wave", &[0.0, 0.25, 0.5, 0.75, 1.0], 180.0)
}

/// The middle joint turns about z at constant speed, by `degrees` from the first key to the last.
pub(crate) fn turning_clip(name: &str, times_s: &[f32], degrees: f32) -> Clip {
    let (first_key_s, last_key_s) = (times_s[0], times_s[times_s.len() - 1]);
    let turn = |time_s: &f32| {
        let length_s = (last_key_s - first_key_s).max(f32::MIN_POSITIVE);
        let half = degrees.to_radians() * (time_s - first_key_s) / length_s / 2.0;
        Quaternion::new(half.cos(), 0.0, 0.0, half.sin())
    };
    let mut joints = vec![JointTracks::default(); 3];
    joints[1].rotation = Some(Track {
        times_s: times_s.to_vec(),
        values: times_s.iter().map(turn).collect(),
        interpolation: Interpolation::Linear,
    });
    Clip { name: name.to_owned(), joints, morphs: Vec::new(), first_key_s, last_key_s }
}

/// Key times of whole frames: `0, 1/rate, .. count-1 / rate`.
pub(crate) fn frames(rate: f32, count: u16) -> Vec<f32> {
    (0..count).map(|frame| f32::from(frame) / rate).collect()
}

/// Numbers that look random and are the same each time (xorshift).
#[derive(Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// An integer below `sides`.
    pub(crate) fn roll(&mut self, sides: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from((self.0 >> 16) % u64::from(sides)).unwrap()
    }

    /// 0 or more, below 1.
    pub(crate) fn unit(&mut self) -> f32 {
        f32::from(u16::try_from(self.roll(1 << 16)).unwrap()) / 65_536.0
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(u32::try_from(from.len()).unwrap()) as usize]
    }
}
