//! [`bind_clips`]: clips of another file, for a model with a skeleton of the same names.
//!
//! Tracks go to the joint of the same name, exactly. The values are taken as they are: the model should have the rest pose
//! and the proportions that the clips were made for. Nothing is retargeted.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use super::{AssetError, Clip, JointTracks, Model, Skeleton};

/// Names that a message gives of many.
const EXAMPLES: usize = 3;

/// Adds the clips of `from`, which was read from `path`, to a model, and gives how many there were.
///
/// The `n`-th joint of a name is the `n`-th of that name in the model. Tracks of joints that the model lacks are left out,
/// and so are clips that move none of its joints and tracks of morph weights, each with a note in [`Model::notes`]. A clip
/// whose name is taken gets the name of the file in front of it.
///
/// # Errors
/// There are no clips, or none of them moves a joint of the model; the model then stays as it was.
pub fn bind_clips(model: &mut Model, from: &Model, path: &Path) -> Result<usize, AssetError> {
    if from.clips.is_empty() {
        return Err(AssetError::NoClips { path: path.to_owned(), model: model.name.clone() });
    }
    let joint_of_source = namesakes(&from.skeleton, &model.skeleton);
    let mut bound = Vec::new();
    let mut notes = Vec::new();
    let mut moved = BTreeSet::new();
    for clip in &from.clips {
        let animated = || clip.joints.iter().enumerate().filter(|(_, tracks)| moves(tracks));
        moved.extend(animated().map(|(joint, _)| joint));
        let mut joints = vec![JointTracks::default(); model.skeleton.joints().len()];
        let mut missing = Vec::new();
        for (source, tracks) in animated() {
            match joint_of_source.get(source).copied().flatten() {
                Some(joint) => joints[joint] = tracks.clone(),
                None => missing.push(source),
            }
        }
        let at = format!("clip '{}' of '{}'", clip.name, from.name);
        if !joints.iter().any(moves) {
            notes.push(format!("{at} is left out: it moves no joint of the model"));
            continue;
        }
        if !missing.is_empty() {
            notes.push(format!(
                "{at} moves {} joints that the model lacks, such as {}: these tracks are left out",
                missing.len(),
                examples(&from.skeleton, missing.iter().copied())
            ));
        }
        if !clip.morphs.is_empty() {
            notes.push(format!("{at}: its tracks of morph weights are left out"));
        }
        bound.push(Clip {
            name: clip.name.clone(),
            joints,
            morphs: Vec::new(),
            first_key_s: clip.first_key_s,
            last_key_s: clip.last_key_s,
        });
    }
    if bound.is_empty() {
        return Err(AssetError::OtherSkeleton {
            path: path.to_owned(),
            model: model.name.clone(),
            joint_count: moved.len(),
            examples: examples(&from.skeleton, moved.iter().copied()),
            model_joint_count: model.skeleton.joints().len(),
            model_examples: examples(&model.skeleton, 0..model.skeleton.joints().len()),
        });
    }
    let stem = path.file_stem().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
    let count = bound.len();
    for mut clip in bound {
        clip.name = free_name(&model.clips, &stem, clip.name);
        model.clips.push(clip);
    }
    model.notes.extend(notes);
    Ok(count)
}

/// For each joint of `from`, the joint of `to` that has its name and is as often preceded by that name.
fn namesakes(from: &Skeleton, to: &Skeleton) -> Vec<Option<usize>> {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, joint) in to.joints().iter().enumerate() {
        places.entry(&joint.name).or_default().push(index);
    }
    let mut seen: HashMap<&str, usize> = HashMap::new();
    from.joints()
        .iter()
        .map(|joint| {
            let occurrence = seen.entry(&joint.name).or_default();
            let place = places.get(joint.name.as_str()).and_then(|it| it.get(*occurrence)).copied();
            *occurrence += 1;
            place
        })
        .collect()
}

fn moves(tracks: &JointTracks) -> bool {
    tracks.translation.is_some() || tracks.rotation.is_some() || tracks.scale.is_some()
}

fn examples(skeleton: &Skeleton, joints: impl Iterator<Item = usize>) -> String {
    let names = joints.filter_map(|joint| skeleton.joints().get(joint));
    let names: Vec<String> = names.take(EXAMPLES).map(|it| format!("'{}'", it.name)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The name, with the stem of its file where a clip has the name already, and a number where one has that too.
fn free_name(clips: &[Clip], stem: &str, name: String) -> String {
    let is_free = |name: &str| clips.iter().all(|clip| clip.name != name);
    if is_free(&name) {
        return name;
    }
    let with_stem = format!("{stem}/{name}");
    if is_free(&with_stem) {
        return with_stem;
    }
    (2..)
        .map(|number: u64| format!("{with_stem} {number}"))
        .find(|it| is_free(it))
        .unwrap_or(with_stem)
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector3;

    use super::*;
    use crate::asset::{Interpolation, Joint, JointIdx, MorphTrack, Track, Transform};

    fn model(name: &str, joints: &[&str]) -> Model {
        let joint = |(index, name): (usize, &&str)| Joint {
            name: (*name).to_owned(),
            parent: index.checked_sub(1).map(|it| JointIdx(u16::try_from(it).unwrap())),
            rest: Transform::IDENTITY,
            node: u32::try_from(index).unwrap(),
        };
        Model {
            name: name.to_owned(),
            skeleton: Skeleton::new(joints.iter().enumerate().map(joint).collect()).unwrap(),
            node_ids: Vec::new(),
            slots: Vec::new(),
            meshes: Vec::new(),
            materials: Vec::new(),
            images: Vec::new(),
            clips: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Moves each of the joints to a height that is its number in `from`.
    fn add_clip(from: &mut Model, name: &str, joints: &[usize]) {
        let mut tracks = vec![JointTracks::default(); from.skeleton.joints().len()];
        for joint in joints {
            let height = f32::from(u16::try_from(*joint).unwrap());
            tracks[*joint].translation = Some(Track {
                times_s: vec![0.5],
                values: vec![Vector3::new(0.0, height, 0.0)],
                interpolation: Interpolation::Step,
            });
        }
        from.clips.push(Clip {
            name: name.to_owned(),
            joints: tracks,
            morphs: Vec::new(),
            first_key_s: 0.5,
            last_key_s: 1.5,
        });
    }

    /// For each joint of a clip: the number that its joint had in the file of the clip.
    fn sources(clip: &Clip) -> Vec<Option<f32>> {
        clip.joints
            .iter()
            .map(|tracks| tracks.translation.as_ref().map(|track| track.values[0].y))
            .collect()
    }

    #[test]
    fn tracks_go_to_the_joints_of_the_same_name() {
        let mut target = model("hero.glb", &["root", "엉덩이", "tail", "Spine"]);
        let mut from = model("walk.glb", &["Armature", "root", "Spine", "엉덩이", "hat", "spine"]);
        add_clip(&mut from, "walk", &[1, 2, 3, 4, 5]);
        let count = bind_clips(&mut target, &from, Path::new("a/walk.glb")).unwrap();
        assert_eq!(count, 1);
        let clip = &target.clips[0];
        assert_eq!(sources(clip), [Some(1.0), Some(3.0), None, Some(2.0)]);
        assert_eq!((clip.name.as_str(), clip.first_key_s, clip.last_key_s), ("walk", 0.5, 1.5));
        let [note] = &target.notes[..] else { unreachable!("{:?}", target.notes) };
        assert!(note.contains("2 joints") && note.contains("'hat', 'spine'"), "{note}");
    }

    #[test]
    fn joints_of_one_name_keep_their_order() {
        let mut target = model("m", &["a", "twist", "b", "twist"]);
        let mut from = model("n", &["twist", "twist", "twist"]);
        add_clip(&mut from, "turn", &[0, 1, 2]);
        bind_clips(&mut target, &from, Path::new("n.glb")).unwrap();
        assert_eq!(sources(&target.clips[0]), [None, Some(0.0), None, Some(1.0)]);
    }

    #[test]
    fn clips_of_another_skeleton_are_refused_by_name_and_change_nothing() {
        let mut target = model("hero.glb", &["Hips", "Spine"]);
        let mut from = model("fox.glb", &["b_Root", "b_Hip", "b_Tail", "b_Leg"]);
        add_clip(&mut from, "run", &[0, 1, 2, 3]);
        let error = bind_clips(&mut target, &from, Path::new("x/fox.glb")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the clips of 'x/fox.glb' do not fit 'hero.glb': none of the 4 joints that they move \
             (such as 'b_Root', 'b_Hip', 'b_Tail') has a namesake among the 2 of the model (such as 'Hips', 'Spine')"
        );
        let none = model("still.glb", &["Hips"]);
        let error = bind_clips(&mut target, &none, Path::new("still.glb")).unwrap_err();
        assert_eq!(error.to_string(), "'still.glb' has no clips to play with 'hero.glb'");
        assert!(target.clips.is_empty() && target.notes.is_empty());
    }

    #[test]
    fn what_does_not_fit_is_left_out_with_a_note() {
        let mut target = model("m", &["a"]);
        let mut from = model("n.glb", &["a", "b"]);
        add_clip(&mut from, "b alone", &[1]);
        add_clip(&mut from, "a", &[0]);
        from.clips[1].morphs.push(MorphTrack {
            node: 0,
            target_count: 1,
            track: Track {
                times_s: vec![0.5],
                values: vec![vec![1.0]],
                interpolation: Interpolation::Step,
            },
        });
        assert_eq!(bind_clips(&mut target, &from, Path::new("n.glb")).unwrap(), 1);
        assert!(target.clips[0].morphs.is_empty() && target.clips[0].name == "a");
        assert!(target.notes[0].contains("'b alone' of 'n.glb' is left out"), "{:?}", target.notes);
        assert!(target.notes[1].contains("morph weights"), "{:?}", target.notes);
    }

    #[test]
    fn names_stay_apart() {
        let mut target = model("m", &["a"]);
        let mut from = model("n.glb", &["a"]);
        add_clip(&mut from, "Run", &[0]);
        for _ in 0..4 {
            bind_clips(&mut target, &from, Path::new("moves/fast.v2.glb")).unwrap();
        }
        let names: Vec<&str> = target.clips.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["Run", "fast.v2/Run", "fast.v2/Run 2", "fast.v2/Run 3"]);
    }
}
