//! The panels driven as a user would, by mouse and keys, without a window or a GPU.

use imgui::{Key, MouseButton, MouseCursor};

use super::bench::{Bench, HEADERS, hostile_model, model};
use super::{FrameInput, KeyboardFocus};
use crate::anim::{AtEnd, ClipIdx, KeyframeDesc};
use crate::app::{Action, DemoKind, MAX_TWEEN_S, Settings, Status, Style};
use crate::render::ModelPass;

#[test]
fn a_step_button_pressed_once_steps_once() {
    for (demo, item, action) in [
        (DemoKind::Tween, "AnimIndex[+]", Action::SetAnimIndex(1)),
        (DemoKind::Tween, "AnimIndex[-]", Action::SetAnimIndex(-1)),
        (DemoKind::Tween, "NextAnimIndex[+]", Action::SetNextAnimIndex(2)),
        (DemoKind::Tween, "NextAnimIndex[-]", Action::SetNextAnimIndex(0)),
        (DemoKind::Tween, "Speed[+]", Action::SetSpeed(1.5)),
        (DemoKind::Tween, "Speed[-]", Action::SetSpeed(0.5)),
        (DemoKind::Animation, "AnimIndex[+]", Action::SetAnimIndex(1)),
        (DemoKind::Animation, "CurrFrame[+]", Action::SetCurrFrame(6)),
        (DemoKind::Animation, "CurrFrame[-]", Action::SetCurrFrame(4)),
        (DemoKind::Animation, "Speed[+]", Action::SetSpeed(1.5)),
        (DemoKind::Tween, "+1 frame", Action::StepFrames(1)),
        (DemoKind::Tween, "-1 frame", Action::StepFrames(-1)),
        (DemoKind::Tween, "Pause", Action::TogglePause),
        (DemoKind::Tween, "Next demo", Action::NextDemo),
        (DemoKind::Tween, "Help", Action::ToggleHelp),
        (DemoKind::Tween, "AtEnd:Once", Action::SetAtEnd(ClipIdx(0), AtEnd::Once)),
        (DemoKind::Tween, "clip:Slash", Action::SetNextAnimIndex(2)),
        (DemoKind::Animation, "clip:Slash", Action::SetAnimIndex(2)),
    ] {
        let mut bench = Bench::new(demo);
        assert_eq!(bench.click(item), [action], "{item}");
        assert_eq!(bench.frames(60), [], "{item}, long after");
    }
}

#[test]
fn each_demo_has_the_fields_of_its_effect() {
    let has = |bench: &Bench, item: &str| bench.overlay.item_rects().contains_key(item);
    let bench = Bench::new(DemoKind::Tween);
    assert!(has(&bench, "NextAnimIndex") && has(&bench, "Auto tween"));
    assert!(!has(&bench, "CurrFrame") && !has(&bench, "Play by time"));
    drop(bench);
    let bench = Bench::new(DemoKind::Animation);
    assert!(has(&bench, "CurrFrame") && has(&bench, "Play by time"));
    assert!(!has(&bench, "NextAnimIndex") && !has(&bench, "Auto tween"));
}

#[test]
fn a_step_button_held_down_runs() {
    for (demo, item) in [(DemoKind::Tween, "AnimIndex[+]"), (DemoKind::Animation, "CurrFrame[+]")] {
        let mut bench = Bench::new(demo);
        let position = bench.find(item);
        bench.mouse_to(position);
        let mut actions = bench.mouse_button(true);
        actions.extend(bench.frames(58));
        let held = actions.len();
        assert!((10..=20).contains(&held), "{item}: {held} steps in a second");
        // Each step starts at the value that the one before led to.
        let first = if demo == DemoKind::Tween { 1 } else { 6 };
        for (action, value) in actions.iter().zip(first..) {
            let expected = match demo {
                DemoKind::Tween | DemoKind::Scene => Action::SetAnimIndex(value),
                DemoKind::Animation => Action::SetCurrFrame(value),
            };
            assert_eq!(*action, expected);
        }
        bench.mouse_button(false);
        assert_eq!(bench.frames(60), [], "{item} was released");
    }
}

#[test]
fn speed_steps_by_four_with_ctrl() {
    let mut bench = Bench::new(DemoKind::Tween);
    bench.overlay.context_mut().io_mut().add_key_event(Key::ModCtrl, true);
    assert_eq!(bench.click("Speed[+]"), [Action::SetSpeed(5.0)]);
    assert_eq!(bench.click("Speed[-]"), [Action::SetSpeed(1.0)]);
}

#[test]
fn what_is_typed_counts_with_enter() {
    for (demo, item, text, action) in [
        (DemoKind::Tween, "AnimIndex", "12", Action::SetAnimIndex(12)),
        (DemoKind::Tween, "AnimIndex", "-1", Action::SetAnimIndex(-1)),
        (DemoKind::Tween, "NextAnimIndex", "2", Action::SetNextAnimIndex(2)),
        (DemoKind::Tween, "Speed", "-2.5", Action::SetSpeed(-2.5)),
        (DemoKind::Tween, "Speed", "0", Action::SetSpeed(0.0)),
        (DemoKind::Tween, "Speed", "1e39", Action::SetSpeed(f32::INFINITY)),
        (DemoKind::Animation, "CurrFrame", "17", Action::SetCurrFrame(17)),
        (DemoKind::Animation, "CurrFrame", "99999999999999999999", Action::SetCurrFrame(i64::MAX)),
    ] {
        let mut bench = Bench::new(demo);
        assert_eq!(bench.click(item), []);
        assert_eq!(bench.overlay.keyboard_focus(), KeyboardFocus::Text);
        assert_eq!(bench.type_text(text), [], "{item}: {text} without Enter");
        assert_eq!(bench.key(Key::Enter), [action], "{item}: {text}");
        assert_eq!(bench.frames(10), []);
        assert_eq!(bench.overlay.keyboard_focus(), KeyboardFocus::Scene);
    }
    let mut bench = Bench::new(DemoKind::Tween);
    bench.click("Tween seconds");
    bench.type_text("0.25");
    assert_eq!(bench.settings.playback.tween_duration_s.to_bits(), 1.0_f32.to_bits());
    bench.key(Key::Enter);
    assert_eq!(bench.settings.playback.tween_duration_s.to_bits(), 0.25_f32.to_bits());
    for (text, duration_s) in
        [("-5", 0.0), ("1e39", MAX_TWEEN_S), ("inf", MAX_TWEEN_S), ("-inf", 0.0), ("2", 2.0)]
    {
        bench.click("Tween seconds");
        bench.type_text(text);
        bench.key(Key::Enter);
        let found_s = bench.settings.playback.tween_duration_s;
        assert_eq!(found_s.to_bits(), duration_s.to_bits(), "{text}: {found_s}");
    }
}

#[test]
fn typing_ends_with_the_next_click_too_and_without_effect_by_escape() {
    let mut bench = Bench::new(DemoKind::Tween);
    bench.click("AnimIndex");
    bench.type_text("2");
    assert_eq!(bench.click("Auto tween"), [Action::SetAnimIndex(2)]);

    bench.click("AnimIndex");
    bench.type_text("7");
    assert_eq!(bench.key(Key::Escape), []);
    assert_eq!(bench.frames(10), []);
    // The value is shown again: Enter means it.
    bench.click("AnimIndex");
    assert_eq!(bench.key(Key::Enter), [Action::SetAnimIndex(2)]);

    bench.click("AnimIndex");
    assert_eq!(bench.click("Auto tween"), [], "nothing was typed");

    // The part is closed over what is being typed: as good as Escape.
    bench.click("AnimIndex");
    bench.type_text("9");
    let mut settings = bench.settings.clone();
    settings.interface.is_overlay_visible = false;
    std::mem::swap(&mut bench.settings, &mut settings);
    assert_eq!(bench.frames(3), []);
    bench.settings = settings;
    assert_eq!(bench.frames(3), []);
}

#[test]
fn letters_and_half_numbers_do_nothing_and_are_said_to_be_none() {
    for item in ["AnimIndex", "NextAnimIndex", "Speed", "Tween seconds"] {
        for text in ["abc", "한", "nan", "1,5", "0x10", "1e", "-"] {
            let mut bench = Bench::new(DemoKind::Tween);
            let (settings, y) = (bench.settings.clone(), bench.find("Pause")[1]);
            bench.click(item);
            bench.type_text(text);
            assert_eq!(bench.key(Key::Enter), [], "{item}: {text}");
            bench.frames(2);
            assert_eq!(bench.settings, settings, "{item}: {text}");
            assert!(bench.find("Pause")[1] > y, "{item}: no line says that {text} is no number");
        }
    }
    let mut bench = Bench::new(DemoKind::Tween);
    let speed_y = bench.find("Speed")[1];
    bench.click("AnimIndex");
    bench.type_text("1-2");
    assert_eq!(bench.key(Key::Enter), []);
    bench.frames(2);
    assert!(bench.find("Speed")[1] > speed_y, "a line says that it is no number");
    assert_eq!(bench.click("AnimIndex[+]"), [Action::SetAnimIndex(1)]);
    bench.frames(2);
    assert!((bench.find("Speed")[1] - speed_y).abs() < 0.5, "the line is gone");
}

#[test]
fn fields_follow_the_value_while_nobody_types() {
    let mut bench = Bench::new(DemoKind::Animation);
    bench.playback.curr_frame = 11;
    bench.frames(2);
    bench.click("CurrFrame");
    // Time goes on; what is being typed stays.
    bench.playback.curr_frame = 14;
    bench.frames(5);
    assert_eq!(bench.key(Key::Enter), [Action::SetCurrFrame(11)]);
}

#[test]
fn switches_change_the_settings() {
    let mut bench = Bench::new(DemoKind::Tween);
    bench.size_px = [1280, 3000];
    bench.open(&HEADERS);
    for item in ["Auto tween", "Ground", "Shadows", "MSAA 4x", "Limit frame rate"] {
        let read = |settings: &Settings| match item {
            "Auto tween" => settings.playback.auto_tween,
            "Ground" => settings.picture.has_ground,
            "Shadows" => settings.picture.has_shadows,
            "MSAA 4x" => settings.picture.multisampling,
            _ => settings.interface.limits_frame_rate,
        };
        let before = read(&bench.settings);
        assert_eq!(bench.click(item), []);
        assert_eq!(read(&bench.settings), !before, "{item}");
    }
    bench.click("Pass:Wireframe");
    assert_eq!(bench.settings.picture.pass, ModelPass::Wireframe);
    bench.click("Style:Light");
    assert_eq!(bench.settings.interface.style, Style::Light);
    assert_eq!(bench.click("Reset"), [Action::ResetSettings]);
    assert_eq!(bench.click("See all"), [Action::FrameModel]);
    assert_eq!(bench.click("Save picture"), [Action::SavePicture]);
    assert_eq!(bench.click("Capture"), [Action::Capture]);

    // What cannot be done cannot be pressed.
    bench.frame.can_capture = false;
    bench.frame.can_multisample = false;
    let before = bench.settings.clone();
    assert_eq!(bench.click("Capture"), []);
    assert_eq!(bench.click("MSAA 4x"), []);
    assert_eq!(bench.settings, before);
}

#[test]
fn a_character_is_chosen_of_several() {
    let mut bench = Bench::new(DemoKind::Tween);
    assert!(!bench.overlay.item_rects().contains_key("Character"));
    bench.playback.character_count = 12;
    bench.frames(2);
    bench.click("Character");
    bench.click("Character:3 of 12");
    assert_eq!(bench.settings.playback.character, Some(2));
    bench.click("Character");
    bench.click("Character:all");
    assert_eq!(bench.settings.playback.character, None);
}

#[test]
fn without_clips_there_is_nothing_to_play() {
    for demo in [DemoKind::Tween, DemoKind::Animation, DemoKind::Scene] {
        let mut bench = Bench::new(demo);
        bench.model.clips.clear();
        bench.frames(3);
        for item in ["AnimIndex", "NextAnimIndex", "CurrFrame", "Speed", "Pause"] {
            assert!(!bench.overlay.item_rects().contains_key(item), "{item}");
        }
        assert_eq!(bench.click("Next demo"), [Action::NextDemo]);
    }
}

#[test]
fn rows_with_one_name_or_none_are_told_apart() {
    let mut bench = Bench::new(DemoKind::Animation);
    bench.model = model(["same", "same", "", "", "a##b", "a##c", "##", "%s"]);
    bench.frames(3);
    for (item, index) in [
        ("clip:same", 0),
        ("clip:same#2", 1),
        ("clip:(no name)", 2),
        ("clip:(no name)#2", 3),
        ("clip:a##b", 4),
        ("clip:a##c", 5),
        ("clip:##", 6),
        ("clip:%s", 7),
    ] {
        assert_eq!(bench.click(item), [Action::SetAnimIndex(index)], "{item}");
    }
}

#[test]
fn one_of_the_open_models_or_the_next_is_asked_for() {
    let mut bench = Bench::new(DemoKind::Tween);
    bench.model.open = ["a", "b", "c"].map(str::to_owned).into();
    bench.model.open_index = 2;
    bench.size_px = [1280, 2000];
    bench.open(&["Model"]);
    assert_eq!(bench.click("Next model"), [Action::NextModel]);
    assert_eq!(bench.click("model:b"), [Action::ShowModel(1)]);
    assert_eq!(bench.click("model:c"), []);
}

#[test]
fn no_two_items_share_an_id() {
    for (demo, model) in [
        (DemoKind::Tween, hostile_model()),
        (DemoKind::Animation, hostile_model()),
        (DemoKind::Tween, model(["Idle"])),
    ] {
        let mut bench = Bench::new(demo);
        bench.model = model;
        bench.playback.character_count = 3;
        bench.settings.interface.is_help_open = true;
        bench.open_all();
        let items: Vec<(String, [f32; 4])> =
            bench.overlay.item_rects().clone().into_iter().collect();
        assert!(items.len() > 40, "{} items", items.len());
        for (name, [x, y, width, height]) in items {
            if name.starts_with("list:") {
                continue; // its rows are pressed
            }
            // Between the boxes of a colour there is nothing to press.
            let is_color = name.starts_with("Light:") || name.starts_with("Material:");
            bench.mouse_to([x + if is_color { 8.0 } else { width * 0.5 }, y + height * 0.5]);
            bench.overlay.context_mut().io_mut().add_mouse_button_event(MouseButton::Left, true);
            bench.frame();
            // A list of choices opens at once, and takes the mouse.
            if name != "Character" {
                assert_eq!(bench.overlay.rects.active, [name.as_str()], "pressed {name}");
            }
            // Released elsewhere, it does nothing.
            bench.mouse_to([1200.0, 5000.0]);
            bench.mouse_button(false);
            bench.key(Key::Escape);
        }
    }
}

#[test]
fn panels_bear_every_size_and_every_model() {
    let many_joints = || {
        let mut model = model(["Walk"]);
        model.joints = (0..10_000_u16).map(|index| (format!("joint {index}"), index)).collect();
        model
    };
    let no_clips = || model([]);
    for size_px in [[1280, 720], [400, 300], [2560, 1440], [60, 40], [0, 0], [9000, 3000]] {
        for make in [no_clips, many_joints, hostile_model] {
            for demo in [DemoKind::Tween, DemoKind::Animation] {
                let mut bench = Bench::new(demo);
                bench.model = make();
                bench.messages.error(0.0, &"cannot read the file ".repeat(30));
                bench.messages.info(0.0, "##a message");
                bench.open_all();
                bench.playback.anim_index = i64::MAX;
                bench.playback.next_anim_index = i64::MIN;
                bench.playback.waiting = Some(i64::MIN);
                bench.playback.speed = f32::NAN;
                bench.playback.desc.tween_ratio = f32::NAN;
                bench.playback.desc.curr = KeyframeDesc {
                    anim_index: i32::MIN,
                    ratio: f32::INFINITY,
                    ..KeyframeDesc::NONE
                };
                bench.playback.desc.next =
                    KeyframeDesc { anim_index: i32::MAX, ..KeyframeDesc::NONE };
                bench.frame.cpu_time_s = f64::NAN;
                bench.frame.gpu_time_s = Some(f64::INFINITY);
                bench.settings.playback.character = Some(usize::MAX - 1);
                bench.playback.character_count = 2;
                bench.settings.interface.is_help_open = true;
                bench.size_px = size_px;
                for scale in [1.0, 2.0, 1.25, f32::NAN] {
                    bench.scale = scale;
                    bench.frames(4);
                    let [width, height] = size_px.map(|it| it as f32);
                    for (name, [x, y, item_width, item_height]) in bench.overlay.item_rects() {
                        let (x, y) = (x + item_width * 0.5, y + item_height * 0.5);
                        assert!(
                            (0.0..=width.max(1.0)).contains(&x)
                                && (0.0..=height.max(1.0)).contains(&y),
                            "{name} at {x}, {y} of {size_px:?}"
                        );
                    }
                    assert!(bench.vertex_count < 60_000, "{} vertices", bench.vertex_count);
                }
            }
        }
    }
}

#[test]
fn the_middle_of_the_picture_stays_free() {
    let mut bench = Bench::new(DemoKind::Tween);
    bench.open(&HEADERS);
    for (name, [x, _, width, _]) in bench.overlay.item_rects() {
        assert!(x + width < 1280.0 / 3.0, "{name}");
    }
    bench.mouse_to([640.0, 360.0]);
    bench.frame();
    assert!(!bench.overlay.wants_mouse());
    bench.mouse_to([100.0, 100.0]);
    bench.frame();
    assert!(bench.overlay.wants_mouse());
}

#[test]
fn all_parts_are_reached_in_a_small_window() {
    let mut bench = Bench::new(DemoKind::Tween);
    bench.size_px = [400, 300];
    bench.frames(3);
    assert_eq!(bench.click("clip:Slash"), [Action::SetNextAnimIndex(2)]);
    bench.open(&["Frame"]);
    bench.click("Style:Light");
    assert_eq!(bench.settings.interface.style, Style::Light);
    bench.find("header:Messages");
    assert_eq!(bench.click("AnimIndex[+]"), [Action::SetAnimIndex(1)]);
}

#[test]
fn keys_go_to_the_scene_until_the_panels_are_asked_for() {
    let mut bench = Bench::new(DemoKind::Tween);
    assert_eq!(bench.overlay.keyboard_focus(), KeyboardFocus::Scene);
    // A click on a panel does not take the keys.
    bench.click("Auto tween");
    bench.mouse_to([900.0, 400.0]);
    assert_eq!(bench.overlay.keyboard_focus(), KeyboardFocus::Scene);
    assert!(bench.overlay.rects.focused.iter().any(|it| it == "Auto tween"));
    assert_eq!(bench.key(Key::Space), []);
    assert!(!bench.settings.playback.auto_tween);
}

#[test]
fn the_keyboard_alone_reaches_and_works_every_item() {
    let mut bench = Bench::new(DemoKind::Tween);
    bench.focus_panels();

    // Down through all rows, and right within each.
    let mut reached = std::collections::BTreeSet::new();
    let mut at_pause = None;
    for _ in 0..60 {
        reached.extend(bench.overlay.rects.focused.iter().cloned());
        if at_pause.is_none() && bench.overlay.rects.focused == ["Pause"] {
            at_pause = Some(bench.key(Key::Space));
        }
        if bench.overlay.rects.focused == ["list:clips"] {
            assert_eq!(bench.key(Key::Space), []);
            for _ in 0..3 {
                reached.extend(bench.overlay.rects.focused.iter().cloned());
                bench.key(Key::DownArrow);
            }
            assert_eq!(bench.key(Key::Space), [Action::SetNextAnimIndex(2)]);
            bench.key(Key::Escape);
        }
        // Left and right close and open a part.
        if !bench.overlay.rects.focused.iter().any(|name| name.starts_with("header:")) {
            for key in [Key::RightArrow, Key::RightArrow, Key::LeftArrow, Key::LeftArrow] {
                bench.key(key);
                reached.extend(bench.overlay.rects.focused.iter().cloned());
            }
        }
        bench.key(Key::DownArrow);
    }
    let missed: Vec<_> =
        bench.overlay.item_rects().keys().filter(|name| !reached.contains(*name)).collect();
    assert!(missed.is_empty(), "{missed:?} of {reached:?}");
    assert_eq!(at_pause, Some(vec![Action::TogglePause]));
    // Escape gives the keys back.
    bench.key(Key::Escape);
    bench.key(Key::Escape);
    assert_eq!(bench.overlay.keyboard_focus(), KeyboardFocus::Scene);
}

#[test]
fn enter_presses_what_the_panels_keys_are_at() {
    let mut bench = Bench::new(DemoKind::Tween);
    assert_eq!(bench.enter(), [], "the picture has the keys");
    bench.focus_panels();
    bench.focus("Pause");
    assert_eq!(bench.enter(), [Action::TogglePause]);
    let auto_tween = bench.settings.playback.auto_tween;
    bench.focus("Auto tween");
    assert_eq!(bench.enter(), []);
    assert_ne!(bench.settings.playback.auto_tween, auto_tween);
    // A field is typed into, and Enter ends that.
    for _ in 0..20 {
        bench.key(Key::UpArrow);
    }
    bench.focus("AnimIndex");
    assert_eq!(bench.enter(), []);
    assert_eq!(bench.overlay.keyboard_focus(), KeyboardFocus::Text);
    bench.type_text("2");
    assert_eq!(bench.enter(), [Action::SetAnimIndex(2)]);
    assert_eq!(bench.overlay.keyboard_focus(), KeyboardFocus::Panels);
}

#[test]
fn the_mouse_has_the_shape_of_what_it_is_over() {
    let mut bench = Bench::new(DemoKind::Tween);
    let field = bench.find("AnimIndex");
    bench.mouse_to(field);
    assert_eq!(bench.overlay.mouse_cursor(), Some(MouseCursor::TextInput));
    bench.mouse_to([900.0, 400.0]);
    assert_eq!(bench.overlay.mouse_cursor(), Some(MouseCursor::Arrow));
}

#[test]
fn the_list_of_keys_opens_and_closes() {
    let mut bench = Bench::new(DemoKind::Tween);
    bench.settings.interface.is_help_open = true;
    bench.settings.interface.is_overlay_visible = false;
    for size_px in [[1280, 720], [400, 300]] {
        bench.size_px = size_px;
        bench.settings.interface.is_help_open = true;
        bench.frames(3);
        assert_eq!(bench.click("Close"), []);
        assert!(!bench.settings.interface.is_help_open);
    }
    bench.frames(2);
    assert!(bench.overlay.item_rects().is_empty(), "{:?}", bench.overlay.item_rects());
}

#[test]
fn messages_lie_over_the_picture_for_a_while() {
    let mut bench = Bench::new(DemoKind::Tween);
    bench.settings.interface.is_overlay_visible = false;
    bench.frames(3);
    assert_eq!(bench.vertex_count, 0);
    bench.messages.error(bench.time_s, "model.txt: not a glTF file");
    bench.frames(3);
    assert!(bench.vertex_count > 0);
    // They are no obstacle to the mouse.
    bench.mouse_to([30.0, 700.0]);
    bench.frame();
    assert!(!bench.overlay.wants_mouse());
    bench.frames(60 * 9);
    assert_eq!(bench.vertex_count, 0);
}

#[test]
fn frames_need_not_be_drawn_and_time_need_not_make_sense() {
    let mut bench = Bench::new(DemoKind::Tween);
    let status = Status {
        model: &bench.model,
        playback: bench.playback,
        frame: &bench.frame,
        effect: None,
        messages: &bench.messages,
        time_s: 0.0,
    };
    for dt_s in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e9] {
        let input = FrameInput { size_px: [800, 600], dt_s, help: &[] };
        bench.overlay.frame(&input, &mut bench.settings, &status, &mut Vec::new());
    }
    let first = bench.overlay.draw_data().total_vtx_count;
    assert!(first > 0);
    assert_eq!(bench.overlay.draw_data().total_vtx_count, first);
}

#[test]
fn escape_belongs_to_what_the_mouse_opened() {
    let mut bench = Bench::new(DemoKind::Tween);
    bench.playback.character_count = 3;
    bench.frames(2);
    bench.click("Character");
    bench.frames(2);
    assert!(bench.overlay.item_rects().contains_key("Character:all"), "the list is open");
    assert_eq!(bench.overlay.keyboard_focus(), KeyboardFocus::Panels);
    bench.key(Key::Escape);
    bench.frames(2);
    assert!(!bench.overlay.item_rects().contains_key("Character:all"), "the list is still open");
    assert_eq!(bench.overlay.keyboard_focus(), KeyboardFocus::Scene);
}
