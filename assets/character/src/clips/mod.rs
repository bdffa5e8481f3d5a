//! The clips: each is a function from time to a [`Pose`], sampled at 30 keys a second.

pub mod arms;
pub mod die;
pub mod feet;
pub mod idle;
pub mod run;
pub mod slash;
pub mod strafe;
pub mod walk;

use glam::{DQuat, DVec3};

use crate::skeleton::{Joint, Pose};

/// Keys a second.
pub const KEYS_PER_SECOND: u32 = 30;

/// What happens after the last key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtEnd {
    /// The last key equals the first.
    Loop,
    /// The clip ends elsewhere and holds.
    Hold,
}

/// A sampled clip.
#[derive(Clone, Debug)]
pub struct Clip {
    /// Name in the file.
    pub name: &'static str,
    /// Loop or once.
    pub at_end: AtEnd,
    /// Velocity of the ground under a planted foot, negated: how the character must be moved over the ground so that
    /// its feet do not slide; model space, metres a second.
    pub velocity: DVec3,
    /// One pose a key, the first at time 0.
    pub poses: Vec<Pose>,
    /// For each key, which feet are planted: left, right.
    pub planted: Vec<[bool; 2]>,
}

impl Clip {
    /// Time of a key in seconds.
    #[must_use]
    pub fn time_s(key: usize) -> f64 {
        f64::from(u32::try_from(key).unwrap_or(u32::MAX)) / f64::from(KEYS_PER_SECOND)
    }

    /// Length in seconds.
    #[must_use]
    pub fn duration_s(&self) -> f64 {
        Self::time_s(self.poses.len().saturating_sub(1))
    }
}

/// All clips in the order of the file.
#[must_use]
pub fn clips() -> Vec<Clip> {
    vec![
        idle::clip(),
        walk::clip(),
        run::clip(),
        strafe::left(),
        strafe::right(),
        slash::clip(),
        die::clip(),
    ]
}

/// A pose at one moment, and which feet are planted.
struct Moment {
    pose: Pose,
    planted: [bool; 2],
}

/// Samples a loop of `intervals` key intervals; `moment` takes the phase from 0 to 1 and is called with 0 for the last key
/// too, so that the loop closes exactly.
fn sample_loop(
    name: &'static str,
    intervals: u32,
    velocity: DVec3,
    moment: impl Fn(f64) -> Moment,
) -> Clip {
    let moments = (0..=intervals).map(|k| moment(f64::from(k % intervals) / f64::from(intervals)));
    collect(name, AtEnd::Loop, velocity, moments)
}

/// Samples a clip that plays once; `moment` takes seconds.
fn sample_once(name: &'static str, intervals: u32, moment: impl Fn(f64) -> Moment) -> Clip {
    let moments = (0..=intervals).map(|k| moment(f64::from(k) / f64::from(KEYS_PER_SECOND)));
    collect(name, AtEnd::Hold, DVec3::ZERO, moments)
}

fn collect(
    name: &'static str,
    at_end: AtEnd,
    velocity: DVec3,
    moments: impl Iterator<Item = Moment>,
) -> Clip {
    let mut clip = Clip { name, at_end, velocity, poses: Vec::new(), planted: Vec::new() };
    for mut moment in moments {
        // Neighbouring keys lie in the same half of the quaternions, so that linear tracks take the short way.
        if let Some(before) = clip.poses.last() {
            for (now, then) in moment.pose.rotations.iter_mut().zip(&before.rotations) {
                if now.dot(*then) < 0.0 {
                    *now = -*now;
                }
            }
        }
        clip.poses.push(moment.pose);
        clip.planted.push(moment.planted);
    }
    clip
}

/// Turns a joint by yaw, then pitch, then roll about the axes of its parent: yaw to the left, pitch forwards, roll to the
/// character's right, radians.
fn turn(pose: &mut Pose, joint: Joint, [yaw, pitch, roll]: [f64; 3]) {
    let rotation =
        DQuat::from_rotation_y(yaw) * DQuat::from_rotation_x(pitch) * DQuat::from_rotation_z(roll);
    pose.set(joint, rotation.normalize());
}

/// Turns the three spine joints by a third each.
fn turn_spine(pose: &mut Pose, whole: [f64; 3]) {
    for joint in [Joint::Spine, Joint::Spine1, Joint::Spine2] {
        turn(pose, joint, whole.map(|angle| angle / 3.0));
    }
}

/// Turns neck and head so that the head in model space has the given yaw, pitch and roll; the neck takes half.
fn turn_head(pose: &mut Pose, angles: [f64; 3]) {
    let [yaw, pitch, roll] = angles;
    let wanted =
        DQuat::from_rotation_y(yaw) * DQuat::from_rotation_x(pitch) * DQuat::from_rotation_z(roll);
    let chest = pose.model_rotation(Joint::Spine2);
    let whole = (chest.inverse() * wanted).normalize();
    let whole = if whole.w < 0.0 { -whole } else { whole };
    pose.set(Joint::Neck, (whole + DQuat::IDENTITY).normalize());
    pose.set_in_model(Joint::Head, wanted);
}
