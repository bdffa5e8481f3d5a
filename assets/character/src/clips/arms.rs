//! Arms posed by angles of the joints, from an arm that hangs with the thumb forwards.

use glam::DQuat;

use crate::sdf::{about_x, about_y, about_z};
use crate::skeleton::{Pose, Side};

/// Angles of an arm in radians, all 0 for an arm that hangs straight down beside the chest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arm {
    /// Shoulder lifted (positive) by the collar bone.
    pub shrug: f64,
    /// Upper arm forwards.
    pub forwards: f64,
    /// Upper arm away from the body.
    pub spread: f64,
    /// Upper arm turned inwards about its own axis.
    pub inwards: f64,
    /// Elbow bent.
    pub elbow: f64,
    /// Palm turned to the back (positive) about the forearm.
    pub pronate: f64,
    /// Hand bent towards the little finger: a held blade sinks.
    pub sink: f64,
    /// Hand bent towards the palm.
    pub curl: f64,
}

/// Poses the arm of one side.
pub fn pose_arm(pose: &mut Pose, side: Side, arm: Arm) {
    let s = side.sign();
    let [shoulder, upper, forearm, hand] = side.arm();
    pose.set(shoulder, about_z(s * arm.shrug));
    let hang = about_z(-s * std::f64::consts::FRAC_PI_4);
    let unhang = |rotation: DQuat| (hang.inverse() * rotation * hang).normalize();
    let upper_turn = about_x(-arm.forwards) * about_z(s * arm.spread) * about_y(-s * arm.inwards);
    pose.set(upper, (upper_turn * hang).normalize());
    pose.set(forearm, unhang(about_x(-arm.elbow) * about_y(-s * arm.pronate * 0.6)));
    pose.set(
        hand,
        unhang(about_y(-s * arm.pronate * 0.4) * about_x(arm.sink) * about_z(-s * arm.curl)),
    );
}
