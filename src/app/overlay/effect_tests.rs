//! The Effect part driven as a user would, by mouse and keys.

use effectc::effect::{MemberType, ScalarKind};
use imgui::Key;

use super::bench::{Bench, middle};
use crate::app::{Action, DemoKind, EffectStatus, Value, Widget, WidgetKind, WidgetNode, Widgets};

fn widget(label: &str, kind: WidgetKind, ty: MemberType, default: &[f64]) -> Widget {
    Widget {
        label: label.to_owned(),
        help: Some("100 %s".to_owned()),
        path: format!("$Globals/{label}"),
        kind,
        step: 0.1,
        default: Value(default.to_vec()),
        buffer: 0,
        offset_bytes: 0,
        ty,
    }
}

fn number(kind: ScalarKind) -> MemberType {
    MemberType::Scalar { kind }
}

/// An effect with a widget of each kind.
fn effect() -> EffectStatus {
    let vector = MemberType::Vector { kind: ScalarKind::Float, columns: 4 };
    let float = || number(ScalarKind::Float);
    let all = vec![
        widget("IsOn", WidgetKind::Switch, number(ScalarKind::Bool), &[0.0]),
        widget("Amount", WidgetKind::Slider { min: 0.0, max: 1.0 }, float(), &[0.5]),
        widget("Free", WidgetKind::Number, float(), &[0.0]),
        widget("Count", WidgetKind::Whole, number(ScalarKind::Int), &[3.0]),
        widget("Tint", WidgetKind::Color, vector.clone(), &[1.0, 0.0, 0.0, 1.0]),
        widget("Mixer", WidgetKind::Matrix { columns: 2 }, vector, &[1.0, 0.0, 0.0, 1.0]),
        widget(
            "Steps",
            WidgetKind::Slider { min: 0.0, max: 4.0 },
            number(ScalarKind::Uint),
            &[1.0],
        ),
        widget("##%s\n", WidgetKind::Slider { min: -1e300, max: 1e300 }, float(), &[0.0]),
    ];
    let mut nodes: Vec<_> = (0..7).map(WidgetNode::Leaf).collect();
    nodes.push(WidgetNode::Group {
        label: "group".to_owned(),
        children: vec![WidgetNode::Leaf(7)],
        left_out: 3,
    });
    EffectStatus {
        name: "phong.fx".to_owned(),
        generation: 1,
        techniques: vec![
            ("First".to_owned(), vec!["P0".to_owned(), "P1".to_owned()]),
            ("Second".to_owned(), vec!["P0".to_owned()]),
        ],
        widgets: Widgets { all, nodes },
        driven: vec![("World".to_owned(), "world".to_owned())],
        textures: vec![
            ("DiffuseMap".to_owned(), "colour of the material".to_owned()),
            ("NormalMap".to_owned(), "bricks.png".to_owned()),
        ],
        ..EffectStatus::default()
    }
}

fn bench() -> Bench {
    let mut bench = Bench::new(DemoKind::Tween);
    bench.size_px[1] = 3000;
    bench.effect = Some(effect());
    bench.frames(3);
    bench
}

fn value(bench: &Bench, index: usize) -> &[f64] {
    &bench.settings.effect.values[index].0
}

/// Presses in a widget at a part of its width and moves on by so many pixels.
fn drag(bench: &mut Bench, name: &str, part: f32, by: f32) {
    bench.find(name);
    let rect = bench.overlay.item_rects()[name];
    let [_, y] = middle(&rect);
    let x = rect[0] + rect[2] * part;
    bench.mouse_to([x, y]);
    bench.mouse_button(true);
    bench.mouse_to([x + by, y]);
    bench.frames(2);
    bench.mouse_button(false);
}

#[test]
fn each_kind_of_widget_changes_its_value_and_can_be_reset() {
    let mut bench = bench();
    assert_eq!(bench.settings.effect.values, effect().widgets.defaults());
    bench.click("effect:$Globals/IsOn");
    assert_eq!(value(&bench, 0), [1.0]);
    drag(&mut bench, "effect:$Globals/Amount", 0.9, 0.0);
    assert!((0.8..1.0).contains(&value(&bench, 1)[0]), "{:?}", value(&bench, 1));
    drag(&mut bench, "effect:$Globals/Free", 0.5, 30.0);
    assert!(value(&bench, 2)[0] > 0.5, "{:?}", value(&bench, 2));
    drag(&mut bench, "effect:$Globals/Count", 0.5, -60.0);
    assert!(value(&bench, 3)[0] < 0.0 && value(&bench, 3)[0].fract() == 0.0);
    drag(&mut bench, "effect:$Globals/Tint", 0.35, 20.0);
    assert!(value(&bench, 4)[1] > 0.0, "{:?}", value(&bench, 4));
    drag(&mut bench, "effect:$Globals/Mixer:1", 0.25, 20.0);
    assert_eq!(value(&bench, 5)[..2], [1.0, 0.0]);
    assert!(value(&bench, 5)[2] > 0.0, "{:?}", value(&bench, 5));
    drag(&mut bench, "effect:$Globals/Steps", 0.95, 0.0);
    assert_eq!(value(&bench, 6), [4.0]);

    bench.click("reset:$Globals/Amount");
    assert_eq!(value(&bench, 1), [0.5]);
    assert!(!bench.overlay.item_rects().contains_key("reset:$Globals/Amount"));
    assert_eq!(value(&bench, 0), [1.0], "others stay");
    bench.click("Reset all");
    assert_eq!(bench.settings.effect.values, effect().widgets.defaults());
}

#[test]
fn what_is_typed_into_a_widget_counts_and_what_is_no_number_does_not() {
    let mut bench = bench();
    bench.overlay.context_mut().io_mut().add_key_event(Key::ModCtrl, true);
    bench.click("effect:$Globals/Free");
    bench.overlay.context_mut().io_mut().add_key_event(Key::ModCtrl, false);
    bench.frames(2);
    bench.type_text("2.5");
    bench.key(Key::Enter);
    assert_eq!(value(&bench, 2), [2.5]);
}

#[test]
fn groups_open_and_take_any_name() {
    let mut bench = bench();
    assert!(!bench.overlay.item_rects().keys().any(|it| it.contains("##%s")));
    bench.click("group:group");
    bench.frames(2);
    let name = "effect:$Globals/##%s\n";
    drag(&mut bench, name, 0.9, 0.0);
    assert!(value(&bench, 7)[0] > 0.0);
}

#[test]
fn techniques_passes_and_textures_are_chosen() {
    let mut bench = bench();
    bench.click("Technique");
    assert_eq!(bench.click("Technique:Second"), [Action::ShowTechnique(1)]);
    bench.click("Pass");
    bench.click("Pass:P1");
    assert_eq!(bench.settings.effect.pass, Some(1));
    bench.click("Pass");
    bench.click("Pass:all");
    assert_eq!(bench.settings.effect.pass, None);
    bench.click("header:Textures");
    bench.click("texture:NormalMap");
    assert_eq!(bench.settings.effect.texture.as_deref(), Some("NormalMap"));
}

#[test]
fn errors_are_shown_over_the_picture_as_long_as_there_are_any() {
    let mut bench = bench();
    bench.size_px = [1280, 720];
    bench.frames(3);
    let before = bench.vertex_count;
    let line = "  | float4 한글 = %s##;\n";
    let text = format!("phong.fx:3:1: error: no\n{}", line.repeat(2000));
    let mut broken = effect();
    broken.problem = Some(("phong.fx has 1 error".to_owned(), text));
    bench.effect = Some(broken);
    bench.frames(3);
    assert!(bench.vertex_count > before + 400, "{before} and then {}", bench.vertex_count);
    bench.effect = Some(effect());
    bench.frames(3);
    assert_eq!(bench.vertex_count, before);
}

#[test]
fn without_an_effect_there_is_no_part_for_it() {
    let bench = Bench::new(DemoKind::Tween);
    assert!(!bench.overlay.item_rects().contains_key("header:Effect"));
}
