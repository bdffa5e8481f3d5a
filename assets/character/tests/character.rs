//! What must hold for the committed character, measured on the file's own numbers.

use std::sync::LazyLock;

use character::clips::{AtEnd, Clip, clips};
use character::figure::{Figure, Vertex, build};
use character::skeleton::{BALL, JOINT_COUNT, JOINTS, Joint, Pose, Side, World};
use glam::DVec3;

/// Made once for all tests of a process.
static FIGURE: LazyLock<Figure> = LazyLock::new(build);

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../character.glb");

#[test]
fn the_committed_file_is_what_the_code_makes() {
    let committed = std::fs::read(COMMITTED).expect("assets/character.glb is committed");
    let made = character::make().unwrap();
    assert!(committed.len() < 2_000_000, "{} bytes", committed.len());
    assert!(
        committed == made,
        "assets/character.glb is stale: cargo run --release -p character -- assets/character.glb"
    );
}

#[test]
fn the_figure_stands_on_the_ground_at_its_height() {
    let figure = &*FIGURE;
    let triangles = figure.triangles().count();
    assert!((8_000..12_000).contains(&triangles), "{triangles} triangles");
    let ys = || figure.vertices.iter().map(|v| v.position.y);
    let (low, high) = (ys().fold(f64::MAX, f64::min), ys().fold(f64::MIN, f64::max));
    assert!(low.abs() < 0.002, "soles at {low}");
    assert!((high - 1.8).abs() < 0.02, "height {high}");
    for vertex in &figure.vertices {
        assert!((vertex.normal.length() - 1.0).abs() < 1e-6, "normal at {}", vertex.position);
        let sum: u32 = vertex.influences.weights.iter().map(|w| u32::from(*w)).sum();
        assert_eq!(sum, 255, "weights at {}", vertex.position);
    }
}

#[test]
fn a_leg_never_follows_the_other() {
    let legs = Side::BOTH.map(|side| side.leg().map(Joint::index));
    for vertex in &FIGURE.vertices {
        let follows = |side: usize| {
            (0..4).any(|k| {
                vertex.influences.weights[k] > 0
                    && legs[side].contains(&usize::from(vertex.influences.joints[k]))
            })
        };
        if vertex.position.y < 0.70 && vertex.position.x.abs() < 0.25 {
            assert!(!(follows(0) && follows(1)), "{} follows both legs", vertex.position);
        }
    }
}

#[test]
fn loops_close_and_the_slash_ends_elsewhere() {
    for clip in clips() {
        let (first, last) = (&clip.poses[0], &clip.poses[clip.poses.len() - 1]);
        let apart = (0..JOINT_COUNT)
            .map(|j| (first.rotations[j] - last.rotations[j]).length())
            .fold((first.hips_position - last.hips_position).length(), f64::max);
        match clip.at_end {
            AtEnd::Loop => assert!(apart < 1e-5, "{}: {apart}", clip.name),
            AtEnd::Hold => assert!(apart > 0.3, "{}: {apart}", clip.name),
        }
    }
}

/// Poses of a clip at the keys and half way between them, as a player would see them.
fn frames(clip: &Clip) -> Vec<(f64, Pose, [bool; 2])> {
    let mut frames = Vec::new();
    for (key, pose) in clip.poses.iter().enumerate() {
        frames.push((Clip::time_s(key), pose.clone(), clip.planted[key]));
        if let Some(next) = clip.poses.get(key + 1) {
            let mut between = pose.clone();
            between.hips_position = (pose.hips_position + next.hips_position) * 0.5;
            for joint in JOINTS {
                between.set(joint, pose.rotation(joint).slerp(next.rotation(joint), 0.5));
            }
            let planted = std::array::from_fn(|k| clip.planted[key][k] && clip.planted[key + 1][k]);
            frames.push((Clip::time_s(key) + 0.5 / 30.0, between, planted));
        }
    }
    frames
}

/// Lowest point of the boot of one side, metres.
fn lowest(figure: &Figure, world: &World, side: Side) -> f64 {
    let joints = side.leg().map(Joint::index);
    figure
        .vertices
        .iter()
        .filter(|v| v.position.y < 0.2 && joints.contains(&usize::from(v.influences.joints[0])))
        .map(|v| skin(world, v.position, v).y)
        .fold(f64::MAX, f64::min)
}

fn skin(world: &World, point: DVec3, vertex: &Vertex) -> DVec3 {
    let influences = vertex.influences;
    (0..4)
        .map(|k| {
            let joint = JOINTS[usize::from(influences.joints[k])];
            world.carry(joint, point) * (f64::from(influences.weights[k]) / 255.0)
        })
        .sum()
}

/// Points of the left foot that stand on the ground: under the heel, and the joint of the ball with its height.
const CONTACTS: [(DVec3, f64); 2] = [(DVec3::new(0.109, 0.0, -0.072), 0.0), (BALL, BALL.y)];

#[test]
fn planted_feet_stay_where_they_stand() {
    let figure = &*FIGURE;
    for clip in clips() {
        let frames = frames(&clip);
        for (index, side) in Side::BOTH.into_iter().enumerate() {
            let foot = side.leg()[2];
            let mut stood = [None; CONTACTS.len()];
            for (t, pose, planted) in &frames {
                let world = pose.world();
                let sole = lowest(figure, &world, side);
                assert!(
                    sole > -0.01,
                    "{} {side:?} at {t:.3} s: {sole} below the ground",
                    clip.name
                );
                if !planted[index] {
                    stood = [None; CONTACTS.len()];
                    continue;
                }
                assert!(sole.abs() < 0.01, "{} {side:?} at {t:.3} s: sole at {sole}", clip.name);
                let mut stands = false;
                for ((point, height), start) in CONTACTS.into_iter().zip(&mut stood) {
                    let now = world.carry(foot, side.mirror(point)) + clip.velocity * *t;
                    if now.y > height + 0.006 {
                        *start = None;
                        continue;
                    }
                    stands = true;
                    let slid = (now - *start.get_or_insert(now)) * DVec3::new(1.0, 0.0, 1.0);
                    assert!(
                        slid.length() < 0.01,
                        "{} {side:?} at {t:.3} s: slid {slid}",
                        clip.name
                    );
                }
                assert!(
                    stands,
                    "{} {side:?} at {t:.3} s stands neither on heel nor ball",
                    clip.name
                );
            }
        }
    }
}

/// Triangles whose front does not look where the normals of their corners look, in a pose.
fn turned_over(figure: &Figure, world: &World) -> Vec<usize> {
    let points: Vec<DVec3> = figure.vertices.iter().map(|v| skin(world, v.position, v)).collect();
    let normals: Vec<DVec3> = figure
        .vertices
        .iter()
        .zip(&points)
        .map(|(v, p)| skin(world, v.position + v.normal * 1e-3, v) - *p)
        .collect();
    let mut found = Vec::new();
    for (index, triangle) in figure.triangles().enumerate() {
        let [a, b, c] = triangle.map(|i| points[i as usize]);
        let face = (b - a).cross(c - a);
        let outwards: DVec3 = triangle.iter().map(|i| normals[*i as usize]).sum();
        if face.length() * 0.5 > SMALL_AREA && face.dot(outwards) <= 0.0 {
            found.push(index);
        }
    }
    found
}

/// Triangles smaller than this, in square metres, cannot be seen: a tenth of a square millimetre.
const SMALL_AREA: f64 = 1e-7;

#[test]
fn no_triangle_turns_over() {
    let figure = &*FIGURE;
    let triangles: Vec<[u32; 3]> = figure.triangles().collect();
    let place = |index: &usize| figure.vertices[triangles[*index][0] as usize].position;
    let in_bind: Vec<DVec3> =
        turned_over(figure, &Pose::default().world()).iter().map(place).collect();
    assert!(in_bind.is_empty(), "bind pose: {}: {in_bind:.3?}", in_bind.len());
    let mut bad = std::collections::BTreeMap::new();
    for clip in clips() {
        for (t, pose, _) in frames(&clip) {
            for index in turned_over(figure, &pose.world()) {
                bad.entry(index).or_insert_with(Vec::new).push(format!("{} {t:.3}", clip.name));
            }
        }
    }
    let told: Vec<String> = bad
        .iter()
        .map(|(index, when)| {
            let corners = triangles[*index].map(|i| figure.vertices[i as usize].position);
            format!("{corners:.3?}: {} times, such as {} s", when.len(), when[0])
        })
        .collect();
    assert!(told.is_empty(), "{} turned over:\n{}", told.len(), told.join("\n"));
}

#[test]
fn the_run_has_a_flight_and_the_walk_has_none() {
    let both_off = |name: &str| {
        let clip = clips().into_iter().find(|clip| clip.name == name).unwrap();
        clip.planted.iter().filter(|planted| !planted[0] && !planted[1]).count()
    };
    assert_eq!(both_off("Walk"), 0);
    assert!(both_off("Run") >= 4);
}

#[test]
fn nothing_sinks_into_the_ground() {
    let figure = &*FIGURE;
    for clip in clips() {
        for (t, pose, _) in frames(&clip) {
            let world = pose.world();
            let points =
                figure.vertices.iter().map(|v| (skin(&world, v.position, v).y, v.position));
            let (low, at) = points.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            assert!(low > -0.03, "{} at {t:.3} s: {at:.3} sinks to {low:.3}", clip.name);
        }
    }
}

#[test]
fn the_blade_stays_clear_of_the_body() {
    // Bones with the greatest thickness of what is on them, metres.
    let bones = [
        (Joint::LeftUpLeg, Joint::LeftLeg, 0.070),
        (Joint::LeftLeg, Joint::LeftFoot, 0.055),
        (Joint::RightUpLeg, Joint::RightLeg, 0.070),
        (Joint::RightLeg, Joint::RightFoot, 0.055),
        (Joint::Hips, Joint::Spine2, 0.12),
        (Joint::Neck, Joint::Head, 0.09),
        (Joint::LeftArm, Joint::LeftForeArm, 0.05),
    ];
    let (grip, tip) = (character::body::hands::grip_centre(), character::body::sword::tip());
    for clip in clips() {
        for (t, pose, _) in frames(&clip) {
            let world = pose.world();
            for step in 2..=10 {
                let bind = grip.lerp(tip, f64::from(step) / 10.0);
                let point = world.carry(Joint::RightHand, bind);
                for (from, to, radius) in bones {
                    let [a, b] = [from, to].map(|joint| world.positions[joint.index()]);
                    let away = character::sdf::capsule(point, a, b, radius);
                    assert!(away > 0.0, "{} at {t:.3} s: the blade is in {from:?}", clip.name);
                }
            }
        }
    }
}

#[test]
fn no_joint_jumps_between_keys() {
    for clip in clips() {
        for (key, pair) in clip.poses.windows(2).enumerate() {
            for joint in JOINTS {
                let angle = pair[0].rotation(joint).angle_between(pair[1].rotation(joint));
                assert!(angle < 0.8, "{} key {key}: {joint:?} turns by {angle:.2} rad", clip.name);
            }
        }
    }
}

#[test]
fn where_a_part_is_left_out_its_cover_hides_the_border() {
    for part in character::body::parts() {
        let (mesh, _) = character::figure::mesh_part(&part);
        let edges: std::collections::BTreeSet<(usize, usize)> =
            mesh.triangles.iter().flat_map(|[a, b, c]| [(*a, *b), (*b, *c), (*c, *a)]).collect();
        for (from, to) in &edges {
            let p = mesh.positions[*from];
            let is_border = !edges.contains(&(*to, *from));
            let cover = (part.hidden_by)(p);
            assert!(
                !is_border || cover < 0.001,
                "{}: a hole at {p:.3}, {cover:.4} m from its cover",
                part.name
            );
        }
    }
}
