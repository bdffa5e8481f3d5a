//! Feet on the ground: heel strike, flat, roll over the ball, and the swing to the next step.

use glam::{DQuat, DVec3};

use super::Moment;
use crate::ik::place_leg;
use crate::sdf::{about_x, about_y, smoothstep};
use crate::skeleton::{ANKLE, BALL, Joint, Pose, Side};
use crate::spline::open;

/// Point under the left heel about which the foot rolls, bind pose, metres.
const HEEL: DVec3 = DVec3::new(0.109, 0.0, -0.072);

/// Where a foot is: its ankle and how it is turned.
#[derive(Clone, Copy, Debug)]
pub struct Foot {
    /// Model space, metres.
    pub ankle: DVec3,
    /// Toes outwards about the vertical, radians.
    pub outwards: f64,
    /// Toes up (positive) or heel up (negative), radians.
    pub pitch: f64,
    /// How far the toes are bent up against the foot, radians.
    pub toes: f64,
}

/// A foot on the ground. `ground` is the point below the ankle when the foot is flat; with `pitch` above 0 the foot
/// stands on the heel, below 0 on the ball with flat toes.
#[must_use]
pub fn planted(side: Side, ground: DVec3, outwards: f64, pitch: f64) -> Foot {
    let pivot = if pitch > 0.0 { HEEL } else { BALL };
    let below = DVec3::new(ANKLE.x, 0.0, ANKLE.z);
    let offset = (pivot - below) + about_x(-pitch) * (ANKLE - pivot);
    let ankle = ground + about_y(side.sign() * outwards) * side.mirror(offset);
    Foot { ankle, outwards, pitch, toes: (-pitch).max(0.0) }
}

/// Puts a leg where its foot is, the knee over the toes.
pub fn place_foot(pose: &mut Pose, side: Side, foot: Foot) {
    let yaw = about_y(side.sign() * foot.outwards);
    let rotation: DQuat = yaw * about_x(-foot.pitch);
    // Over the toes and in front of the hips: the second counts when the body leans far or lies.
    let pole = yaw * DVec3::Z + pose.model_rotation(Joint::Hips) * DVec3::Z;
    place_leg(pose, side, foot.ankle, pole, rotation);
    pose.set(side.leg()[3], about_x(-foot.toes));
}

/// A key of the swing: part of the swing from 0 to 1, ankle along the way (metres from the hips), height of the ankle
/// (metres), pitch of the foot (radians).
pub type SwingKey = (f64, [f64; 3]);

/// How the feet go in a loop.
#[derive(Clone, Copy, Debug)]
pub struct Gait {
    /// Seconds for one step of each foot.
    pub period_s: f64,
    /// Metres a second over the ground.
    pub speed: f64,
    /// Direction of travel, unit length, in model space.
    pub direction: DVec3,
    /// Share of the period that a foot is planted.
    pub stance: f64,
    /// Where a foot is in the middle of its stance, along the direction from the hips, metres.
    pub centre: f64,
    /// Distance of a foot from the middle line, metres.
    pub half_width: f64,
    /// Toes outwards, radians.
    pub outwards: f64,
    /// Toes up at the strike, radians.
    pub strike_pitch: f64,
    /// Share of the stance at which the foot lies flat.
    pub flat_from: f64,
    /// Share of the stance at which the heel leaves the ground.
    pub flat_to: f64,
    /// Heel up at the end of the stance, radians.
    pub push_pitch: f64,
    /// Keys of the swing.
    pub swing: &'static [SwingKey],
}

impl Gait {
    /// Puts both legs where they belong at `phase`, the left foot striking at 0 and the right at a half; the pose must
    /// have its hips. Returns the moment.
    pub(super) fn place(&self, mut pose: Pose, phase: f64) -> Moment {
        let mut planted = [false; 2];
        for (index, side) in Side::BOTH.into_iter().enumerate() {
            let own = phase + if side == Side::Left { 0.0 } else { 0.5 };
            let own = own - libm::floor(own);
            planted[index] = own <= self.stance;
            let foot = if own <= self.stance {
                self.stance_foot(side, own / self.stance)
            } else {
                self.swing_foot(side, (own - self.stance) / (1.0 - self.stance))
            };
            place_foot(&mut pose, side, foot);
        }
        Moment { pose, planted }
    }

    /// The planted foot; `s` from 0 at the strike to 1 at the end of the push.
    fn stance_foot(&self, side: Side, s: f64) -> Foot {
        let travel = self.speed * self.stance * self.period_s;
        let along = self.centre + travel * (0.5 - s);
        let down = 1.0 - smoothstep(0.0, self.flat_from, s);
        let up = (s - self.flat_to).max(0.0) / (1.0 - self.flat_to);
        let pitch = self.strike_pitch * down - self.push_pitch * up * up * (1.7 - 0.7 * up);
        let ground = side.mirror(DVec3::X * self.half_width) + self.direction * along;
        planted(side, ground, self.outwards, pitch)
    }

    /// The foot in the air; `u` from 0 after the push to 1 at the strike. It leaves and meets the ground with the speed of
    /// the planted foot.
    fn swing_foot(&self, side: Side, u: f64) -> Foot {
        const STEP: f64 = 1.0e-3;
        let to_swing = (1.0 - self.stance) / self.stance;
        let (leave, before) = (self.stance_foot(side, 1.0), self.stance_foot(side, 1.0 - STEP));
        let (strike, after) = (self.stance_foot(side, 0.0), self.stance_foot(side, STEP));
        let base = side.mirror(DVec3::X * self.half_width);
        let pack = |foot: Foot| {
            let p = foot.ankle - base;
            let along = p.dot(self.direction);
            (DVec3::new(along, p.y, foot.pitch), p - self.direction * along - DVec3::Y * p.y)
        };
        let slope = |a: Foot, b: Foot| (pack(b).0 - pack(a).0) * (to_swing / STEP);
        let mut keys = vec![(0.0, pack(leave).0)];
        keys.extend(self.swing.iter().map(|(t, key)| (*t, DVec3::from_array(*key))));
        keys.push((1.0, pack(strike).0));
        let path = open(&keys, slope(before, leave), slope(strike, after), u);
        let sideways = pack(leave).1 * (1.0 - u) + pack(strike).1 * u;
        Foot {
            ankle: base + sideways + self.direction * path.x + DVec3::Y * path.y,
            outwards: self.outwards,
            pitch: path.z,
            toes: leave.toes * (1.0 - smoothstep(0.0, 0.35, u)),
        }
    }
}

/// The hips of a pose at the height of the bind pose moved by `offset` metres.
pub(super) fn move_hips(pose: &mut Pose, offset: DVec3) {
    pose.hips_position = Joint::Hips.bind_position() + offset;
}
