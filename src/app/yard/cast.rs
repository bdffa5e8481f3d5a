//! The people of the yard: where each stands or goes, and what each plays.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use nalgebra::{Matrix4, Vector2, Vector3};

use super::layout::{self, FRONT, MIDDLE};
use crate::anim::{ClipIdx, ClipRows};
use crate::app::props::{DAIS_HEIGHT_M, unit};

/// Radius of the lanes of those who walk and those who run, metres.
const WALK_RING_M: f32 = 3.7;
const RUN_RING_M: f32 = 4.9;
/// How many a lane has room for.
const LANE_ROOM: usize = 9;
/// Metres between two who fight, at their start.
const FIGHT_M: f32 = 2.2;
/// Radius of the circle of two who go around each other.
const CIRCLING_M: f32 = 1.15;
/// Least distance of those who watch.
const WATCH_APART_M: f32 = 0.85;

/// Where somebody stands or goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// On the spot.
    Still { place: Vector3<f32>, heading_rad: f32 },
    /// Along a circle around `middle` (x and z), from an angle on; `turn` is 1 clockwise as seen from above, else -1.
    Circle { middle: Vector2<f32>, radius_m: f32, angle_rad: f32, turn: f32, faces_middle: bool },
}

/// What somebody is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The one in front.
    Lead,
    Fights,
    Circles,
    Walks,
    Runs,
    Watches,
    Trains,
}

#[derive(Clone, Copy, Debug)]
struct Person {
    way: Way,
    role: Role,
    /// Height, as a factor.
    scale: f32,
}

/// The people of the yard.
#[derive(Clone, Debug)]
pub(super) struct People(Vec<Person>);

/// What somebody plays, in clips of the model.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct Part {
    /// One after the other, with a tween between them; the first again after the last. At least one.
    pub(in crate::app) clips: Vec<ClipIdx>,
    /// Where in the first clip it starts, seconds.
    pub(in crate::app) phase_s: f64,
    /// Seconds from the start to the first tween, and from the end of each to the next.
    pub(in crate::app) first_hold_s: f64,
    pub(in crate::app) hold_s: f64,
}

impl People {
    /// The first `count` of those who come to the yard: the one in front, then some of each kind.
    pub(super) fn new(count: usize) -> Self {
        let mut people = vec![lead()];
        let mut watching = Watching::default();
        let mut fighters = fighters().into_iter();
        let (mut walkers, mut runners) = (0..LANE_ROOM, 0..LANE_ROOM);
        while people.len() < count {
            let before = people.len();
            people.extend(fighters.by_ref().take(2));
            people.extend(walkers.next().map(|it| in_lane(it, Role::Walks)));
            people.extend(runners.next().map(|it| in_lane(it, Role::Runs)));
            // As many watch as do something, and all who are left.
            let more = (people.len() - before).max(1);
            people.extend(watching.by_ref().take(more));
        }
        people.truncate(count);
        Self(people)
    }

    /// Where somebody is (`yard_from_figure`) after going so many metres.
    pub(super) fn place(&self, index: usize, travelled_m: f64) -> Matrix4<f32> {
        let Some(person) = self.0.get(index) else { return Matrix4::identity() };
        let (place, heading_rad) = match person.way {
            Way::Still { place, heading_rad } => (place, heading_rad),
            Way::Circle { middle, radius_m, angle_rad, turn, faces_middle } => {
                let gone_m = travelled_m * f64::from(person.scale);
                #[expect(clippy::cast_possible_truncation, reason = "less than a turn")]
                let gone_rad =
                    (gone_m / f64::from(radius_m)).rem_euclid(std::f64::consts::TAU) as f32;
                let angle = angle_rad + turn * gone_rad;
                let place = middle + Vector2::new(angle.sin(), angle.cos()) * radius_m;
                // Ahead is a quarter turn from the middle.
                let heading = if faces_middle { angle } else { angle - turn * FRAC_PI_2 };
                (Vector3::new(place.x, 0.0, place.y), heading)
            }
        };
        Matrix4::new_translation(&place)
            * Matrix4::from_euler_angles(0.0, heading_rad, 0.0)
            * Matrix4::new_scaling(person.scale)
    }
}

/// The heading of somebody at `place` who looks at `at`.
fn heading_to(place: Vector2<f32>, at: Vector2<f32>) -> f32 {
    let way = at - place;
    (-way.x).atan2(-way.y)
}

fn person(way: Way, role: Role, seed: u32) -> Person {
    Person { way, role, scale: 0.94 + 0.12 * unit(seed, 40, 3) }
}

fn lead() -> Person {
    let place = Vector3::new(FRONT.x, DAIS_HEIGHT_M, FRONT.y);
    Person { way: Way::Still { place, heading_rad: -0.15 }, role: Role::Lead, scale: 1.0 }
}

/// Three pairs within the lanes: two that strike at each other, one that goes around.
fn fighters() -> Vec<Person> {
    let mut fighters = Vec::new();
    for (pair, (x, z, turn)) in
        (0..).zip([(-1.15_f32, -1.2_f32, 0.35_f32), (1.5, -0.25, 0.0), (-0.7, 1.75, -0.5)])
    {
        let middle = MIDDLE + Vector2::new(x, z);
        for side in 0..2_u32 {
            let seed = 100 + pair * 2 + side;
            let angle = turn + FRAC_PI_2 + PI * side as f32;
            if pair == 1 {
                let way = Way::Circle {
                    middle,
                    radius_m: CIRCLING_M,
                    angle_rad: angle,
                    turn: 1.0,
                    faces_middle: true,
                };
                fighters.push(Person { scale: 1.0, ..person(way, Role::Circles, seed) });
            } else {
                let place = middle + Vector2::new(angle.sin(), angle.cos()) * FIGHT_M * 0.5;
                let way = Way::at(place.x, place.y, heading_to(place, middle));
                fighters.push(person(way, Role::Fights, seed));
            }
        }
    }
    fighters
}

/// Those who walk go one way around, those who run the other.
fn in_lane(index: usize, role: Role) -> Person {
    let seed = u32::try_from(index).unwrap_or_default() * 2 + u32::from(role == Role::Runs);
    let (radius_m, turn) = if role == Role::Runs { (RUN_RING_M, -1.0) } else { (WALK_RING_M, 1.0) };
    // Filled in steps of four places, so that few are spread around too.
    let place = (index * 4 % LANE_ROOM) as f32;
    let angle_rad = TAU * (place + 0.3 * unit(seed, 41, 3)) / LANE_ROOM as f32 + 0.4 * turn;
    let way = Way::Circle { middle: MIDDLE, radius_m, angle_rad, turn, faces_middle: false };
    // Of one height, so that their steps are as long and nobody catches up.
    Person { way, role, scale: 1.0 }
}

/// Those who stand around: first between the lanes and the columns, then outside, ring by ring.
#[derive(Debug, Default)]
struct Watching {
    ring: u16,
    step: u16,
    taken: Vec<Vector2<f32>>,
}

impl Iterator for Watching {
    type Item = Person;

    fn next(&mut self) -> Option<Person> {
        loop {
            let radius_m = match self.ring {
                inner @ 0..2 => 6.15 + 1.0 * f32::from(inner),
                outer => 9.6 + 1.1 * f32::from(outer - 2),
            };
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a few hundred"
            )]
            let room = (TAU * radius_m / 0.95) as u16;
            if self.step >= room {
                (self.ring, self.step) = (self.ring + 1, 0);
                continue;
            }
            let seed = u32::from(self.ring) * 1000 + u32::from(self.step);
            // From the back of the picture to both sides in turn.
            let half = f32::from(self.step.div_ceil(2));
            let side = if self.step.is_multiple_of(2) { 1.0 } else { -1.0 };
            self.step += 1;
            let random = |it: u32| unit(seed, it, 9);
            let angle = side * (half + 0.5 * random(0)) * TAU / f32::from(room);
            // The way from the camera to the yard stays free, and nobody stands behind the crates.
            if !(-1.4..1.7).contains(&angle) || random(1) < 0.38 {
                continue;
            }
            let place = layout::on_ring(radius_m + 0.7 * (random(2) - 0.5), angle);
            let is_apart = self.taken.iter().all(|it| (it - place).norm() >= WATCH_APART_M);
            if !is_apart || !layout::is_free(place) {
                continue;
            }
            self.taken.push(place);
            let role = if random(3) < 0.25 { Role::Trains } else { Role::Watches };
            let turned = (random(4) - 0.5) * if role == Role::Trains { 2.0 } else { 0.9 };
            let heading = heading_to(place, MIDDLE) + turned;
            return Some(person(Way::at(place.x, place.y, heading), role, seed));
        }
    }
}

/// What the people of a yard play, by the clips that a model has: by name where it has them, else in turn.
pub(in crate::app) fn parts(count: usize, clips: &[ClipRows]) -> Vec<Part> {
    if clips.is_empty() {
        return vec![
            Part { clips: vec![ClipIdx(0)], phase_s: 0.0, first_hold_s: 1.0, hold_s: 1.0 };
            count
        ];
    }
    let people = People::new(count).0;
    (0_u32..).zip(&people).map(|(index, it)| part(index, it.role, clips)).collect()
}

fn part(index: u32, role: Role, clips: &[ClipRows]) -> Part {
    let random = |it: u32| f64::from(unit(index, it, 17));
    let wanted: &[&str] = match role {
        Role::Lead => &["Slash", "Idle"],
        Role::Fights | Role::Trains if index.is_multiple_of(2) => &["Slash", "Idle"],
        Role::Fights | Role::Trains => &["Idle", "Slash"],
        Role::Circles => &["StrafeLeft"],
        Role::Walks => &["Walk"],
        Role::Runs => &["Run"],
        Role::Watches => &["Idle"],
    };
    let named = |name: &&str| clips.iter().position(|clip| clip.name == *name);
    let found: Option<Vec<usize>> = wanted.iter().map(named).collect();
    // Other models: one clip each, all of them in turn.
    let places = found.unwrap_or_else(|| vec![index as usize % clips.len()]);
    let clip = |place: usize| ClipIdx(u16::try_from(place).unwrap_or_default());
    let length_s = places.first().map_or(0.0, |it| clips[*it].duration_s());
    let hold_s = if places.len() > 1 { 0.8 + 1.2 * random(0) } else { f64::INFINITY };
    let (phase_s, first_hold_s) = match role {
        // At the height of the blow when the picture is taken.
        Role::Lead => (0.0, LEAD_HOLD_S),
        Role::Fights | Role::Trains => (random(1) * length_s * 0.8, hold_s * random(2)),
        _ => (random(1) * length_s, hold_s),
    };
    Part { clips: places.into_iter().map(clip).collect(), phase_s, first_hold_s, hold_s }
}

/// The one in front strikes once, and rests afterwards.
const LEAD_HOLD_S: f64 = 1.4;

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(place: &Matrix4<f32>) -> Vector2<f32> {
        Vector2::new(place[(0, 3)], place[(2, 3)])
    }

    #[test]
    fn any_number_of_people_find_room() {
        for count in [1, 2, 7, 60, 500] {
            let people = People::new(count);
            assert_eq!(people.0.len(), count);
            let places: Vec<_> = (0..count).map(|it| spot(&people.place(it, 0.0))).collect();
            for (index, place) in places.iter().enumerate() {
                let nearest = places[..index].iter().map(|it| (it - place).norm());
                let nearest = nearest.fold(f32::INFINITY, f32::min);
                assert!(nearest > 0.8, "{count}: {index} at {place} is {nearest} m from another");
                assert!(index == 0 || layout::is_free(*place), "{count}: {index} at {place}");
            }
        }
    }

    #[test]
    fn who_is_there_stays_there_when_more_come() {
        let (few, many) = (People::new(20), People::new(60));
        for index in 0..20 {
            assert_eq!(few.place(index, 1.0), many.place(index, 1.0));
        }
    }

    /// Going by a little moves forward (or to the left, of those who circle) by as much.
    #[test]
    fn the_way_is_the_one_that_the_clips_go() {
        let people = People::new(60);
        let step_m = 0.01;
        let mut moving = 0;
        for (index, person) in people.0.iter().enumerate() {
            let (from, to) = (people.place(index, 2.0), people.place(index, 2.0 + step_m));
            let way = spot(&to) - spot(&from);
            let Way::Circle { faces_middle, .. } = person.way else {
                assert!(way.norm() < 1e-6);
                continue;
            };
            // Figures look along -Z; their left is +X.
            let ahead = if faces_middle { Vector3::x() } else { -Vector3::z() };
            let ahead = from.transform_vector(&ahead);
            let along = way.dot(&Vector2::new(ahead.x, ahead.z).normalize());
            assert!((along - 0.01).abs() < 2e-4, "{index}: {along}");
            assert!((way.norm() - 0.01).abs() < 2e-4, "{index}: {way}");
            moving += 1;
        }
        assert_eq!(moving, 2 + 2 * LANE_ROOM);
    }
}
