//! What each control does, down to the descriptors and the scene; the T numbers are those of SEEDS.md 2.1.

use std::collections::{BTreeMap, BTreeSet};

use nalgebra::{Point3, Vector2, Vector3};

use super::demo::{Demo, SCENE_COUNT, Script, Shown};
use super::{Action, DemoKind, Settings};
use crate::anim::fixtures::{arm, frames, turning_clip};
use crate::anim::{
    AtEnd, BakeOptions, ClipIdx, ErrorBound, KeyframeDesc, TransformMap, TweenFrameDesc, bake,
};
use crate::asset::Model;
use crate::render::{Light, ModelAnimation, ModelId, ModelPass, Scene, TweenInstance};

/// Clips of 30 frames a second with one row a frame. The last one ends elsewhere than it starts.
const FRAME_COUNTS: [u16; 5] = [31, 11, 21, 16, 41];

fn model() -> Model {
    let mut model = arm();
    model.clips = FRAME_COUNTS
        .iter()
        .enumerate()
        .map(|(index, count)| {
            let degrees = if index == 4 { 90.0 } else { 360.0 };
            turning_clip(&format!("clip {index}"), &frames(30.0, *count), degrees)
        })
        .collect();
    model
}

/// A demo with its settings, as the window holds them.
struct Hand {
    demo: Demo,
    settings: Settings,
}

impl Hand {
    fn new(script: Script) -> Self {
        Self::with(&model(), script, |_| {})
    }

    fn with(model: &Model, script: Script, change: impl Fn(&mut TransformMap)) -> Self {
        let one_row_a_frame =
            BakeOptions { error_bound: ErrorBound::Metres(1e9), ..BakeOptions::default() };
        let mut map = bake(model, &one_row_a_frame).unwrap();
        change(&mut map);
        let shown = Shown { model, map: &map, id: ModelId(0) };
        let demo = Demo::new(script, shown, 1.5).unwrap();
        Self { demo, settings: Settings::default() }
    }

    /// A tween demo whose characters do nothing by themselves.
    fn tween(count: usize) -> Self {
        let mut hand = Self::new(Script::Tween { count });
        hand.settings.playback.auto_tween = false;
        hand
    }

    fn animation() -> Self {
        Self::new(Script::Play(ClipIdx(0)))
    }

    #[track_caller]
    fn perform(&mut self, action: Action) {
        self.demo.perform(&action, &mut self.settings).unwrap();
    }

    /// The message that refuses the action; nothing else may have changed.
    #[track_caller]
    fn refused(&mut self, action: Action) -> String {
        let before = (self.settings.clone(), self.descs());
        let error = self.demo.perform(&action, &mut self.settings).unwrap_err();
        assert_eq!((self.settings.clone(), self.descs()), before);
        error.chain()
    }

    fn advance(&mut self, dt_s: f64) {
        self.demo.advance(&self.settings, dt_s).unwrap();
    }

    fn scene(&self) -> &Scene {
        self.demo.scene()
    }

    fn descs(&self) -> Vec<TweenFrameDesc> {
        match &self.scene().models[0].animation {
            ModelAnimation::Tween(instances) | ModelAnimation::Crowd(instances) => {
                instances.iter().map(|it| it.tween).collect()
            }
            ModelAnimation::Keyframe { keyframe, .. } => {
                vec![TweenFrameDesc { curr: *keyframe, ..TweenFrameDesc::default() }]
            }
            ModelAnimation::Rigid(_) => Vec::new(),
        }
    }

    /// What the shader reads for the first character, which is what the status says as well.
    #[track_caller]
    fn desc(&self) -> TweenFrameDesc {
        let desc = self.descs()[0];
        assert_eq!(self.demo.status(&self.settings).desc, desc);
        desc
    }

    fn next_anim_index(&self) -> i64 {
        self.demo.status(&self.settings).next_anim_index
    }
}

#[track_caller]
fn assert_place(desc: &KeyframeDesc, clip: i32, frame: f64) {
    assert_eq!(desc.anim_index, clip, "{desc:?}");
    let place = f64::from(desc.curr_frame) + f64::from(desc.ratio);
    assert!((place - frame).abs() < 1e-4, "{desc:?}; expected {frame}");
}

#[test]
fn next_anim_index_fades_within_the_tween_duration() {
    let mut hand = Hand::tween(1);
    hand.settings.playback.tween_duration_s = 0.5;
    hand.advance(0.1);
    hand.perform(Action::SetNextAnimIndex(4));
    let desc = hand.desc();
    assert_place(&desc.curr, 0, 3.0);
    assert_place(&desc.next, 4, 0.0);
    assert!((desc.tween_duration - 0.5).abs() < 1e-6 && desc.tween_ratio == 0.0);
    hand.advance(0.125);
    let desc = hand.desc();
    assert_place(&desc.curr, 0, 6.75);
    assert_place(&desc.next, 4, 3.75);
    assert!((desc.tween_ratio - 0.25).abs() < 1e-6, "{desc:?}");
    assert!((desc.tween_sum_time - 0.125).abs() < 1e-6);
    assert_eq!(hand.next_anim_index(), 4);
    hand.advance(0.375);
    let desc = hand.desc();
    assert_place(&desc.curr, 4, 15.0);
    assert_eq!(desc.next, KeyframeDesc::NONE);
    assert_eq!(hand.next_anim_index(), 4);
}

#[test]
fn t9_t10_t11_indices_wrap_and_a_model_without_clips_says_so() {
    let mut hand = Hand::tween(1);
    for (typed, clip) in [(-1, 4), (5, 0), (i64::MIN, 2), (i64::MAX, 2), (3, 3)] {
        hand.perform(Action::SetAnimIndex(typed));
        assert_place(&hand.desc().curr, clip, 0.0);
        hand.perform(Action::SetAnimIndex(0));
        hand.perform(Action::SetNextAnimIndex(typed));
        assert_eq!(hand.next_anim_index(), i64::from(clip), "{typed}");
    }
    let mut model = model();
    model.clips.clear();
    for script in [Script::Tween { count: 2 }, Script::Play(ClipIdx(0))] {
        let mut hand = Hand::with(&model, script, |_| {});
        for action in [
            Action::SetAnimIndex(1),
            Action::SetNextAnimIndex(1),
            Action::SetCurrFrame(1),
            Action::StepFrames(1),
            Action::SetAtEnd(ClipIdx(0), AtEnd::Once),
        ] {
            assert_eq!(hand.refused(action), "the model has no clips");
        }
        hand.perform(Action::SetSpeed(2.0));
        for action in [Action::NextDemo, Action::FrameModel, Action::ResetSettings] {
            hand.perform(action);
            hand.advance(5.0);
            assert_place(&hand.desc().curr, 0, 0.0);
        }
    }
}

#[test]
fn t8_anim_index_starts_the_clip_and_ends_what_ran() {
    let mut hand = Hand::tween(1);
    hand.perform(Action::SetNextAnimIndex(1));
    hand.advance(0.9);
    hand.perform(Action::SetNextAnimIndex(2));
    assert_eq!(hand.demo.status(&hand.settings).waiting, Some(2));
    hand.perform(Action::SetAnimIndex(3));
    let desc = hand.desc();
    assert_place(&desc.curr, 3, 0.0);
    assert_eq!(desc.next, KeyframeDesc::NONE);
    let status = hand.demo.status(&hand.settings);
    assert_eq!((status.waiting, status.anim_index, status.next_anim_index), (None, 3, 2));
    hand.advance(0.1);
    assert_place(&hand.desc().curr, 3, 3.0);
}

#[test]
fn t13_a_tween_of_no_length_is_at_once_and_one_that_is_no_number_is_refused() {
    for duration_s in [0.0, -3.0] {
        let mut hand = Hand::tween(1);
        hand.settings.playback.tween_duration_s = duration_s;
        hand.perform(Action::SetNextAnimIndex(2));
        let desc = hand.desc();
        assert_place(&desc.curr, 2, 0.0);
        assert_eq!(desc.next, KeyframeDesc::NONE);
    }
    for duration_s in [f32::NAN, f32::INFINITY] {
        let mut hand = Hand::tween(3);
        hand.settings.playback.tween_duration_s = duration_s;
        let error = hand.demo.perform(&Action::SetNextAnimIndex(2), &mut hand.settings);
        let text = error.unwrap_err().chain();
        assert!(text.starts_with("tween duration") && text.contains("finite"), "{text}");
        assert_eq!(hand.next_anim_index(), 0);
        // By themselves they change at once.
        hand.settings.playback.auto_tween = true;
        hand.advance(1.05);
        assert_place(&hand.desc().curr, 1, 1.5);
    }
}

#[test]
fn t6_speed_freezes_goes_back_and_refuses_what_is_no_number() {
    let mut hand = Hand::tween(2);
    hand.perform(Action::SetSpeed(0.5));
    hand.advance(0.2);
    assert_place(&hand.desc().curr, 0, 3.0);
    assert!((hand.desc().curr.speed - 0.5).abs() < 1e-6);
    hand.perform(Action::SetSpeed(0.0));
    hand.advance(9.0);
    assert_place(&hand.desc().curr, 0, 3.0);
    hand.perform(Action::SetSpeed(-1.0));
    hand.advance(0.2);
    assert_place(&hand.desc().curr, 0, 27.0);
    for speed in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let text = hand.refused(Action::SetSpeed(speed));
        assert!(text.starts_with("playback speed"), "{text}");
    }
    hand.perform(Action::SetSpeed(f32::MAX));
    hand.advance(0.1);
    assert!((0.0..1.0).contains(&hand.desc().curr.ratio));
    // T15: the clip that is faded to has it as well.
    hand.perform(Action::SetSpeed(2.0));
    hand.perform(Action::SetNextAnimIndex(1));
    hand.advance(0.1);
    assert_place(&hand.desc().next, 1, 6.0);
}

#[test]
fn what_the_user_chooses_ends_the_fades_by_themselves() {
    for action in [Action::SetAnimIndex(2), Action::SetNextAnimIndex(2)] {
        let mut hand = Hand::new(Script::Tween { count: 1 });
        hand.advance(0.5);
        hand.perform(action);
        assert!(!hand.settings.playback.auto_tween);
        hand.advance(20.0);
        assert_eq!(hand.desc().curr.anim_index, 2);
    }
    let mut hand = Hand::new(Script::Tween { count: 1 });
    hand.perform(Action::SetSpeed(2.0));
    assert!(hand.settings.playback.auto_tween, "a speed is no choice of a clip");
}

#[test]
fn fades_by_themselves_show_in_next_anim_index_and_take_the_tween_duration() {
    let mut hand = Hand::new(Script::Tween { count: 1 });
    hand.advance(0.99);
    assert_eq!((hand.next_anim_index(), hand.desc().next), (0, KeyframeDesc::NONE));
    hand.advance(0.51);
    assert_eq!(hand.next_anim_index(), 1);
    assert!((hand.desc().tween_ratio - 0.5).abs() < 1e-5);
    hand.settings.playback.tween_duration_s = 4.0;
    hand.advance(1.5);
    // The first fade took one second, the hold one more; this one takes four.
    assert_eq!((hand.next_anim_index(), hand.desc().curr.anim_index), (2, 1));
    hand.advance(1.0);
    assert!((hand.desc().tween_ratio - 0.25).abs() < 1e-5, "{:?}", hand.desc());
}

#[test]
fn t12_one_character_is_driven_or_all() {
    let mut hand = Hand::tween(3);
    hand.settings.playback.character = Some(1);
    hand.perform(Action::SetAnimIndex(2));
    hand.perform(Action::SetNextAnimIndex(3));
    let shown: Vec<_> =
        hand.descs().iter().map(|it| (it.curr.anim_index, it.next.anim_index)).collect();
    assert_eq!(shown, [(0, -1), (2, 3), (0, -1)]);
    let status = hand.demo.status(&hand.settings);
    assert_eq!((status.anim_index, status.next_anim_index), (2, 3));
    assert_eq!((status.character_count, status.desc), (3, hand.descs()[1]));
    // Out of range is the last one.
    hand.settings.playback.character = Some(99);
    hand.perform(Action::SetSpeed(3.0));
    let speeds: Vec<_> = hand.descs().iter().map(|it| it.curr.speed).collect();
    assert_eq!(speeds, [1.0, 1.0, 3.0]);
    hand.settings.playback.character = None;
    hand.perform(Action::SetAnimIndex(1));
    assert!(hand.descs().iter().all(|it| it.curr.anim_index == 1));
    assert_eq!(hand.demo.status(&hand.settings).next_anim_index, 0, "of the first");
}

#[test]
fn curr_frame_shows_one_frame_and_time_does_not_move_it() {
    let mut hand = Hand::animation();
    hand.advance(0.05);
    assert_place(&hand.desc().curr, 0, 1.5);
    for (typed, frame) in [(7, 7), (-1, 30), (31, 0), (30, 30), (-32, 30), (i64::MAX, 30)] {
        let frame = if typed == i64::MAX { (i64::MAX % 31) as u32 } else { frame };
        hand.perform(Action::SetCurrFrame(typed));
        assert!(!hand.settings.playback.by_time);
        hand.advance(0.7);
        let desc = hand.desc().curr;
        assert_eq!((desc.curr_frame, desc.next_frame), (frame, frame), "{typed}");
        assert!(desc.ratio == 0.0 && desc.sum_time == 0.0, "{desc:?}");
        assert_eq!(hand.demo.status(&hand.settings).curr_frame, frame);
    }
    hand.perform(Action::SetCurrFrame(7));
    hand.settings.playback.by_time = true;
    hand.advance(0.05);
    assert_place(&hand.desc().curr, 0, 8.5);
    // The switch alone shows the frame that had begun, also while time stands still.
    hand.perform(Action::TogglePause);
    hand.settings.playback.by_time = false;
    hand.advance(0.1);
    assert_place(&hand.desc().curr, 0, 8.0);
    hand.settings.playback.by_time = true;
    hand.advance(0.1);
    assert_place(&hand.desc().curr, 0, 8.5);
}

#[test]
fn in_the_tween_demo_curr_frame_moves_the_clip_that_plays() {
    let mut hand = Hand::tween(1);
    hand.perform(Action::SetNextAnimIndex(1));
    hand.advance(0.1);
    hand.perform(Action::SetCurrFrame(20));
    assert!(hand.settings.playback.by_time);
    assert_place(&hand.desc().curr, 0, 20.0);
    assert_place(&hand.desc().next, 1, 3.0);
    hand.advance(0.1);
    assert_place(&hand.desc().curr, 0, 23.0);
}

#[test]
fn steps_pause_and_land_on_frames() {
    for mut hand in [Hand::tween(1), Hand::animation()] {
        hand.perform(Action::SetSpeed(0.0));
        hand.perform(Action::StepFrames(2));
        assert!(hand.settings.playback.is_paused, "the speed does not count");
        assert_place(&hand.desc().curr, 0, 2.0);
        hand.perform(Action::SetSpeed(1.0));
        hand.perform(Action::TogglePause);
        hand.advance(0.05);
        assert_place(&hand.desc().curr, 0, 3.5);
        hand.perform(Action::StepFrames(1));
        assert_place(&hand.desc().curr, 0, 4.0);
        hand.perform(Action::StepFrames(-5));
        // A loop's last key is its first one, so the frame before 0 is the last but one.
        assert_place(&hand.desc().curr, 0, 29.0);
        hand.perform(Action::StepFrames(1));
        assert_place(&hand.desc().curr, 0, 0.0);
        hand.perform(Action::StepFrames(i64::MAX));
        assert!(hand.desc().curr.curr_frame < 30);
        // Once: the ends hold.
        hand.perform(Action::SetAnimIndex(4));
        hand.perform(Action::StepFrames(-1));
        assert_place(&hand.desc().curr, 4, 0.0);
        hand.perform(Action::StepFrames(100));
        assert_place(&hand.desc().curr, 4, 40.0);
    }
}

#[test]
fn steps_move_a_tween_forward_and_leave_it_backward() {
    let mut hand = Hand::tween(1);
    hand.perform(Action::SetNextAnimIndex(2));
    hand.perform(Action::StepFrames(6));
    let desc = hand.desc();
    assert_place(&desc.curr, 0, 6.0);
    assert_place(&desc.next, 2, 6.0);
    assert!((desc.tween_ratio - 0.2).abs() < 1e-6);
    hand.perform(Action::StepFrames(-2));
    let desc = hand.desc();
    assert_place(&desc.curr, 0, 4.0);
    assert_place(&desc.next, 2, 4.0);
    assert!((desc.tween_ratio - 0.2).abs() < 1e-6);
    hand.perform(Action::StepFrames(27));
    assert_place(&hand.desc().curr, 2, 31.0 - 20.0);
    assert_eq!(hand.desc().next, KeyframeDesc::NONE);
}

#[test]
fn paused_nothing_moves_and_actions_show_at_once() {
    let mut hand = Hand::new(Script::Tween { count: 4 });
    hand.advance(1.2);
    hand.perform(Action::TogglePause);
    let before = hand.descs();
    for _ in 0..10 {
        hand.advance(0.3);
    }
    assert_eq!(hand.descs(), before);
    hand.perform(Action::SetAnimIndex(3));
    assert!(hand.descs().iter().all(|it| it.curr.anim_index == 3));
    hand.perform(Action::TogglePause);
    hand.advance(0.1);
    assert_place(&hand.desc().curr, 3, 3.0);
}

#[test]
fn t18_loop_or_once_is_a_clips_own() {
    let mut hand = Hand::tween(1);
    hand.perform(Action::SetAtEnd(ClipIdx(0), AtEnd::Once));
    hand.advance(1.5);
    let desc = hand.desc().curr;
    assert_eq!((desc.curr_frame, desc.next_frame), (30, 30));
    let status = hand.demo.status(&hand.settings);
    assert!(status.is_finished && status.at_end == AtEnd::Once && status.curr_frame == 30);
    hand.perform(Action::SetAtEnd(ClipIdx(0), AtEnd::Loop));
    hand.advance(0.1);
    assert_place(&hand.desc().curr, 0, 3.0);
    assert!(!hand.demo.status(&hand.settings).is_finished);
    // Another clip keeps what the bake found.
    hand.perform(Action::SetAnimIndex(4));
    assert_eq!(hand.demo.status(&hand.settings).at_end, AtEnd::Once);
    let text = hand.refused(Action::SetAtEnd(ClipIdx(5), AtEnd::Loop));
    assert_eq!(text, "clip 5; the model has 5 clips, numbered from 0");

    let closing = |map: &mut TransformMap| map.clips[0].at_end = AtEnd::LoopClosing;
    let mut hand = Hand::with(&model(), Script::Tween { count: 1 }, closing);
    for at_end in [AtEnd::Once, AtEnd::Loop] {
        hand.perform(Action::SetAtEnd(ClipIdx(0), at_end));
    }
    assert_eq!(hand.demo.status(&hand.settings).at_end, AtEnd::LoopClosing);
}

#[test]
fn the_next_demo_keeps_clip_speed_and_camera() {
    let mut hand = Hand::tween(4);
    hand.perform(Action::SetAnimIndex(2));
    hand.perform(Action::SetSpeed(0.5));
    hand.perform(Action::SetNextAnimIndex(3));
    hand.advance(0.2);
    hand.demo.camera_mut().orbit(Vector2::new(0.3, 0.1));
    hand.advance(0.0);
    let (camera, shadows) = {
        let scene = hand.scene();
        (scene.camera, scene.ground.as_ref().unwrap().contact_shadows.len())
    };
    assert_eq!(shadows, 4);
    hand.perform(Action::NextDemo);
    let status = hand.demo.status(&hand.settings);
    assert_eq!((status.demo, status.character_count), (DemoKind::Animation, 1));
    assert_place(&hand.desc().curr, 2, 3.0);
    assert!(matches!(hand.scene().models[0].animation, ModelAnimation::Keyframe { .. }));
    assert_eq!(hand.scene().ground.as_ref().unwrap().contact_shadows.len(), 1);
    assert_eq!(hand.scene().camera, camera);
    hand.advance(0.2);
    assert_place(&hand.desc().curr, 2, 6.0);
    let text = hand.refused(Action::SetNextAnimIndex(1));
    assert!(text.contains("tween demo"), "{text}");
    hand.perform(Action::NextDemo);
    let status = hand.demo.status(&hand.settings);
    assert_eq!((status.demo, status.character_count), (DemoKind::Scene, SCENE_COUNT));
    assert!(matches!(hand.scene().models[0].animation, ModelAnimation::Crowd(_)));
    assert_ne!(hand.scene().camera, camera);
    hand.perform(Action::NextDemo);
    assert_eq!(hand.scene().camera, camera);
    assert_eq!(hand.descs().len(), 4);
    assert_place(&hand.desc().curr, 2, 6.0);
    assert_eq!(hand.scene().ground.as_ref().unwrap().contact_shadows.len(), 4);
}

#[test]
fn pass_light_tint_and_ground_are_the_scenes() {
    let mut hand = Hand::tween(1);
    hand.perform(Action::TogglePass);
    assert_eq!(hand.scene().models[0].pass, ModelPass::Wireframe);
    let picture = &mut hand.settings.picture;
    picture.pass = ModelPass::Textured;
    picture.light.diffuse = [0.1, 0.2, 0.3, 1.0];
    picture.light.direction = Vector3::new(0.0, -1.0, 0.0);
    picture.material.specular = [2.0, 0.0, 0.0, 1.0];
    picture.has_ground = false;
    picture.has_shadows = false;
    hand.perform(Action::TogglePause);
    hand.advance(0.1);
    let scene = hand.scene();
    assert_eq!(scene.models[0].pass, ModelPass::Textured);
    assert_eq!(scene.light, hand.settings.picture.light);
    assert_eq!(scene.models[0].material, hand.settings.picture.material);
    assert!(scene.ground.is_none());
    assert_eq!(scene.shadow_map_px, 0);
    hand.settings.picture.has_ground = true;
    hand.settings.picture.has_shadows = true;
    hand.advance(0.1);
    assert!(hand.scene().ground.is_some() && hand.scene().shadow_map_px > 0);
    // What is typed wrong is not drawn.
    let (light, tint) = {
        let picture = &mut hand.settings.picture;
        picture.light.direction = Vector3::zeros();
        picture.light.ambient[1] = f32::NAN;
        picture.material.diffuse[0] = f32::INFINITY;
        hand.advance(0.1);
        (hand.scene().light, hand.scene().models[0].material)
    };
    let usual = Settings::default().picture;
    assert_eq!((light.direction, light.ambient.map(f32::to_bits)), {
        let Light { direction, ambient, .. } = usual.light;
        (direction, ambient.map(f32::to_bits))
    });
    assert_eq!(tint.diffuse.map(f32::to_bits), usual.material.diffuse.map(f32::to_bits));
}

#[test]
fn reset_sets_light_material_and_playback_back_and_nothing_else() {
    let mut hand = Hand::new(Script::Tween { count: 2 });
    let start = hand.descs();
    hand.perform(Action::SetSpeed(-3.0));
    hand.perform(Action::SetAtEnd(ClipIdx(0), AtEnd::Once));
    hand.perform(Action::SetNextAnimIndex(1));
    hand.perform(Action::StepFrames(3));
    hand.perform(Action::TogglePass);
    hand.perform(Action::ToggleHelp);
    hand.perform(Action::ToggleOverlay);
    hand.settings.picture.light.ambient = [0.0; 4];
    hand.settings.picture.material.diffuse = [0.0; 4];
    hand.perform(Action::ResetSettings);
    let mut expected = Settings::default();
    expected.picture.pass = ModelPass::Wireframe;
    expected.interface.is_help_open = true;
    expected.interface.is_overlay_visible = false;
    assert_eq!(hand.settings, expected);
    assert_eq!(hand.descs(), start);
    let status = hand.demo.status(&hand.settings);
    assert_eq!((status.next_anim_index, status.at_end), (0, AtEnd::Loop));
}

#[test]
fn framing_looks_at_all_characters_or_the_chosen_one() {
    let mut hand = Hand::tween(6);
    let start = hand.scene().camera;
    hand.demo.camera_mut().orbit(Vector2::new(0.4, 0.0));
    hand.demo.camera_mut().zoom(5.0);
    hand.perform(Action::FrameModel);
    let difference = hand.scene().camera.eye - start.eye;
    assert!(difference.norm() < 1e-5, "all stand in the clips that the demo starts with");
    hand.settings.playback.character = Some(5);
    hand.perform(Action::FrameModel);
    let near = hand.scene().camera;
    assert!((near.eye - near.target).norm() < (start.eye - start.target).norm() * 0.7);
    // A clip without an outline is framed by its box.
    hand.perform(Action::SetAnimIndex(2));
    hand.demo.set_picture([1500, 1000], f32::NAN);
    hand.perform(Action::FrameModel);
    let camera = hand.scene().camera;
    let place = match &hand.scene().models[0].animation {
        ModelAnimation::Tween(instances) => instances[5].world_from_model,
        _ => unreachable!(),
    };
    let head = place.transform_point(&Point3::new(0.0, 2.0, 0.0));
    let p_view = camera.view_from_world().transform_point(&head);
    let reach = (camera.fov_y_rad * 0.5).tan() * p_view.z;
    assert!(p_view.y.abs() < reach && p_view.x.abs() < reach * 1.5);
}

#[test]
fn the_model_is_in_the_middle_of_what_panels_leave_free() {
    let mut hand = Hand::tween(1);
    let size_px = [1200, 800];
    for (covered_px, middle) in [(0.0, 0.0), (300.0, 0.25), (600.0, 0.5), (5000.0, 0.75)] {
        hand.demo.set_picture(size_px, covered_px);
        hand.perform(Action::FrameModel);
        let camera = hand.scene().camera;
        let clip_from_world = camera.clip_from_view(1.5) * camera.view_from_world();
        let seen = clip_from_world * camera.target.to_homogeneous();
        assert!((seen.x / seen.w - middle).abs() < 1e-5, "{covered_px}: {}", seen.x / seen.w);
        // From the left edge of what is free, -1 + 2 * middle, to the right edge of the picture.
        for x in [-0.4_f32, 0.4] {
            let point = clip_from_world * Point3::new(x, 1.0, 0.0).to_homogeneous();
            let place = point.x / point.w;
            assert!((-1.0 + 2.0 * middle..=1.0).contains(&place), "{covered_px}: {place}");
        }
    }
}

#[test]
fn t1_t2_t3_the_clock_keeps_time_at_every_frame_rate() {
    for rate in [15_u32, 24, 50, 60, 144, 165, 1000] {
        let mut hand = Hand::tween(1);
        hand.settings.playback.tween_duration_s = 8.0;
        hand.perform(Action::SetNextAnimIndex(2));
        for _ in 0..5 * rate {
            hand.advance(1.0 / f64::from(rate));
        }
        let desc = hand.desc();
        assert!((desc.tween_ratio - 0.625).abs() < 1e-5, "{rate}: {desc:?}");
        // 150 frames on, give or take the rounding at which a period begins.
        for (side, period) in [(desc.curr, 30.0), (desc.next, 20.0)] {
            let place = f64::from(side.curr_frame) + f64::from(side.ratio);
            let off = (place - 150.0_f64.rem_euclid(period)).rem_euclid(period);
            assert!(off.min(period - off) < 1e-3, "{rate}: {side:?}");
        }
    }
}

#[test]
fn a_frame_time_that_is_none_is_refused_also_while_paused() {
    let mut hand = Hand::animation();
    hand.perform(Action::TogglePause);
    for dt_s in [-0.1, f64::NAN, f64::INFINITY] {
        let text = hand.demo.advance(&hand.settings, dt_s).unwrap_err().chain();
        assert!(text.contains("frame time"), "{text}");
    }
}

#[test]
fn a_steady_frame_keeps_its_buffers() {
    let mut hand;
    let buffer = |hand: &Hand| match &hand.scene().models[0].animation {
        ModelAnimation::Tween(instances) | ModelAnimation::Crowd(instances) => {
            (instances.as_ptr(), instances.capacity())
        }
        _ => unreachable!(),
    };
    for script in [Script::Tween { count: 50 }, Script::Scene { count: 50 }] {
        hand = Hand::new(script);
        let before = buffer(&hand);
        for _ in 0..20 {
            hand.advance(0.1);
        }
        assert_eq!(buffer(&hand), before);
    }
}

/// The character with all of its clips, in the scene demo.
fn yard(count: usize) -> Hand {
    let model = super::character::load().unwrap();
    Hand::with(&model, Script::Scene { count }, |_| {})
}

fn crowd(hand: &Hand) -> Vec<TweenInstance> {
    match &hand.scene().models[0].animation {
        ModelAnimation::Crowd(instances) => instances.clone(),
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn the_scene_demo_has_people_in_several_clips_and_phases() {
    let mut hand = yard(60);
    hand.advance(0.5);
    let crowd = crowd(&hand);
    assert_eq!(crowd.len(), 60);
    let clips: BTreeSet<i32> = crowd.iter().map(|it| it.tween.curr.anim_index).collect();
    assert!(clips.len() >= 4, "{clips:?}");
    let rows: BTreeSet<u32> = crowd.iter().map(|it| it.tween.curr.curr_frame).collect();
    assert!(rows.len() > 25, "{rows:?}");
    assert!(crowd.iter().filter(|it| it.tween.next.anim_index >= 0).count() >= 3, "some fade");
}

/// Where people are does not depend on how many frames it took.
#[test]
fn the_scene_demo_is_the_same_at_every_frame_rate() {
    let (mut one, mut many) = (yard(30), yard(30));
    one.advance(4.8);
    for _ in 0..480 {
        many.advance(0.01);
    }
    for (index, (one, many)) in crowd(&one).iter().zip(crowd(&many)).enumerate() {
        let (a, b) = (one.tween, many.tween);
        let off = (one.world_from_model - many.world_from_model).norm();
        assert!(off < 1e-3, "{index}: {off}");
        assert_eq!(a.curr.anim_index, b.curr.anim_index, "{index}");
        assert_eq!(a.next.anim_index, b.next.anim_index, "{index}");
        assert!((a.tween_ratio - b.tween_ratio).abs() < 1e-3, "{index}");
    }
}

#[test]
fn people_go_as_far_as_their_clips_say() {
    let mut hand = yard(60);
    let places = |hand: &Hand| -> Vec<Vector3<f32>> {
        crowd(hand).iter().map(|it| it.world_from_model.column(3).xyz()).collect()
    };
    let before = places(&hand);
    hand.advance(0.1);
    let after = places(&hand);
    let mut ways_mm: BTreeMap<String, usize> = BTreeMap::new();
    for (from, to) in before.iter().zip(&after) {
        *ways_mm.entry(format!("{:.0}", (to - from).norm() * 1000.0)).or_default() += 1;
    }
    // Standing, circling at 1 m/s, walking at 1.1 m/s, running at 3 m/s; a chord is a little shorter.
    let expected = [("0", 40), ("100", 2), ("110", 9), ("300", 9)];
    assert_eq!(ways_mm, expected.map(|(way, count)| (way.to_owned(), count)).into());
    // Time stands still for them too, and starts anew.
    hand.settings.playback.is_paused = true;
    hand.advance(0.1);
    assert_eq!(places(&hand), after);
    hand.perform(Action::ResetSettings);
    assert_eq!(places(&hand), before);
}

#[test]
fn the_scene_demo_goes_back_to_its_camera_and_to_one_that_is_chosen() {
    let mut hand = yard(10);
    let camera = hand.scene().camera;
    hand.demo.camera_mut().orbit(Vector2::new(0.3, 0.1));
    hand.perform(Action::FrameModel);
    assert_eq!(hand.scene().camera, camera);
    hand.settings.playback.character = Some(0);
    hand.perform(Action::FrameModel);
    let near = hand.scene().camera;
    let lead = crowd(&hand)[0].world_from_model.column(3).xyz();
    assert!((near.target.coords.xz() - lead.xz()).norm() < 0.6, "{near:?}");
    assert!((near.eye - near.target).norm() < (camera.eye - camera.target).norm());
    // The other demos have a camera of their own.
    hand.perform(Action::NextDemo);
    assert!((hand.scene().camera.target.coords.xz()).norm() < 1.0);
    assert!(hand.scene().ground.as_ref().unwrap().center.norm() < 1.0);
}

#[test]
fn who_asked_for_a_very_long_tween_by_mistake_can_ask_for_a_short_one() {
    let mut hand = Hand::tween(1);
    hand.settings.playback.auto_tween = true;
    hand.settings.playback.set_tween_duration_s(f32::MAX);
    // The fade that comes by itself starts; it would take an hour.
    hand.advance(1.5);
    assert_eq!(hand.desc().next.anim_index, 1);
    hand.settings.playback.set_tween_duration_s(0.0);
    for _ in 0..4 {
        hand.advance(0.5);
    }
    let desc = hand.desc();
    assert!(desc.curr.anim_index != 0 && desc.next.anim_index == -1, "{desc:?}");
}
