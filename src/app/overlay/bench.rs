//! The overlay on a bench, for its tests: driven by mouse and keys, with what stands around it in the program.

use std::sync::MutexGuard;

use imgui::{Key, MouseButton};

use super::testing::take_turn;
use super::{FrameInput, KeyboardFocus, Overlay};
use crate::anim::{AtEnd, TweenFrameDesc};
use crate::app::{
    Action, ClipInfo, DemoKind, EffectStatus, FrameStatus, MeshInfo, Messages, ModelInfo,
    PlaybackStatus, Settings, Status,
};

/// The parts of the panels that are closed at first.
pub(super) const HEADERS: [&str; 4] = ["Picture", "Model", "Frame", "Messages"];

/// The overlay with a program around it that does what little the panels need to see done.
pub(super) struct Bench {
    pub(super) overlay: Overlay,
    pub(super) settings: Settings,
    pub(super) model: ModelInfo,
    pub(super) playback: PlaybackStatus,
    pub(super) frame: FrameStatus,
    pub(super) effect: Option<EffectStatus>,
    pub(super) messages: Messages,
    pub(super) time_s: f64,
    pub(super) size_px: [u32; 2],
    pub(super) scale: f32,
    pub(super) vertex_count: i32,
    /// What the fonts were last prepared for.
    pub(super) prepared: Option<(u32, ModelInfo, Messages)>,
    pub(super) help: Vec<(String, &'static str)>,
    _turn: MutexGuard<'static, ()>, // after the overlay, so dropped after it
}

impl Bench {
    pub(super) fn new(demo: DemoKind) -> Self {
        let turn = take_turn();
        let mut overlay = Overlay::new();
        overlay.record_item_rects(true);
        let playback = PlaybackStatus {
            demo,
            character_count: 1,
            anim_index: 0,
            next_anim_index: 1,
            curr_frame: 5,
            speed: 1.0,
            at_end: AtEnd::Loop,
            is_finished: false,
            waiting: None,
            desc: TweenFrameDesc::default(),
        };
        let mut bench = Self {
            overlay,
            settings: Settings::default(),
            model: model(["Idle", "Run", "Slash"]),
            playback,
            frame: FrameStatus {
                can_multisample: true,
                can_capture: true,
                scale: 1.0,
                ..FrameStatus::default()
            },
            effect: None,
            messages: Messages::default(),
            time_s: 0.0,
            size_px: [1280, 720],
            scale: 1.0,
            vertex_count: 0,
            prepared: None,
            help: crate::app::help_rows(),
            _turn: turn,
        };
        bench.frames(3);
        bench
    }

    /// One frame of a sixtieth of a second.
    pub(super) fn frame(&mut self) -> Vec<Action> {
        let texts = (self.scale.to_bits(), self.model.clone(), self.messages.clone());
        if self.prepared.as_ref() != Some(&texts) {
            self.overlay.prepare_fonts(self.scale, &self.model, &self.messages);
            // Whoever draws takes the texture; a frame needs it to exist.
            self.overlay.context_mut().fonts().build_alpha8_texture();
            self.prepared = Some(texts);
        }
        self.time_s += 1.0 / 60.0;
        let mut actions = Vec::new();
        let status = Status {
            model: &self.model,
            playback: self.playback,
            frame: &self.frame,
            effect: self.effect.as_ref(),
            messages: &self.messages,
            time_s: self.time_s,
        };
        let input = FrameInput { size_px: self.size_px, dt_s: 1.0 / 60.0, help: &self.help };
        self.overlay.frame(&input, &mut self.settings, &status, &mut actions);
        let data = self.overlay.draw_data();
        self.vertex_count = data.total_vtx_count;
        for action in &actions {
            match *action {
                Action::SetAnimIndex(index) => self.playback.anim_index = index,
                Action::SetNextAnimIndex(index) => self.playback.next_anim_index = index,
                Action::SetCurrFrame(frame) => {
                    self.playback.curr_frame = u32::try_from(frame).unwrap_or(0);
                }
                Action::SetSpeed(speed) => self.playback.speed = speed,
                _ => {}
            }
        }
        actions
    }

    pub(super) fn frames(&mut self, count: usize) -> Vec<Action> {
        (0..count).flat_map(|_| self.frame()).collect()
    }

    /// The middle of an item, scrolled to if need be.
    #[track_caller]
    pub(super) fn find(&mut self, name: &str) -> [f32; 2] {
        // Over the edge of the window, where no list within takes the wheel; then in the list.
        let in_window = [9.0, 60.0];
        for (in_list, direction) in
            [(false, 0.0), (false, 1.0), (false, -1.0), (true, 1.0), (true, -1.0)]
        {
            for _ in 0..100 {
                let items = self.overlay.item_rects();
                if let Some(rect) = items.get(name) {
                    return middle(rect);
                }
                if direction == 0.0 {
                    break;
                }
                let at = if in_list { items.get("list:clips").map(middle) } else { None };
                let io = self.overlay.context_mut().io_mut();
                io.add_mouse_pos_event(at.unwrap_or(in_window));
                io.add_mouse_wheel_event([0.0, direction]);
                assert_eq!(self.frames(2), []);
            }
        }
        panic!("no item {name:?} in {:?}", self.overlay.item_rects().keys());
    }

    pub(super) fn mouse_to(&mut self, position: [f32; 2]) {
        self.overlay.context_mut().io_mut().add_mouse_pos_event(position);
        self.frame();
    }

    pub(super) fn mouse_button(&mut self, is_down: bool) -> Vec<Action> {
        self.overlay.context_mut().io_mut().add_mouse_button_event(MouseButton::Left, is_down);
        self.frames(2)
    }

    #[track_caller]
    pub(super) fn click(&mut self, name: &str) -> Vec<Action> {
        let position = self.find(name);
        self.mouse_to(position);
        let mut actions = self.mouse_button(true);
        actions.extend(self.mouse_button(false));
        actions
    }

    pub(super) fn key(&mut self, key: Key) -> Vec<Action> {
        self.overlay.context_mut().io_mut().add_key_event(key, true);
        let mut actions = self.frames(2);
        self.overlay.context_mut().io_mut().add_key_event(key, false);
        actions.extend(self.frames(2));
        actions
    }

    /// Presses Enter as a window hands it on.
    pub(super) fn enter(&mut self) -> Vec<Action> {
        let mut actions = Vec::new();
        for is_down in [true, false] {
            self.overlay.press_enter(is_down);
            self.overlay.context_mut().io_mut().add_key_event(Key::Enter, is_down);
            actions.extend(self.frames(2));
        }
        actions
    }

    /// Goes to the panels by Ctrl+Tab.
    pub(super) fn focus_panels(&mut self) {
        for is_down in [true, false] {
            let io = self.overlay.context_mut().io_mut();
            io.add_key_event(Key::ModCtrl, is_down);
            io.add_key_event(Key::LeftCtrl, is_down);
            self.frames(2);
            if is_down {
                self.key(Key::Tab);
            }
        }
        self.frames(1);
        self.key(Key::DownArrow);
        assert_eq!(self.overlay.keyboard_focus(), KeyboardFocus::Panels);
    }

    /// Goes down to an item.
    #[track_caller]
    pub(super) fn focus(&mut self, name: &str) {
        for _ in 0..60 {
            if self.overlay.rects.focused == [name] {
                return;
            }
            self.key(Key::DownArrow);
        }
        panic!("{name:?} is not reached");
    }

    pub(super) fn type_text(&mut self, text: &str) -> Vec<Action> {
        for c in text.chars() {
            self.overlay.context_mut().io_mut().add_input_character(c);
        }
        self.frames(text.len() + 2)
    }

    #[track_caller]
    pub(super) fn open(&mut self, headers: &[&str]) {
        for header in headers {
            self.click(&format!("header:{header}"));
        }
        self.frames(2);
    }

    /// Opens every part, and all there is in it, in a window that is high enough for it.
    #[track_caller]
    pub(super) fn open_all(&mut self) {
        self.size_px[1] = 6000;
        self.frames(2);
        self.open(&HEADERS);
        for part in ["Desc", "Light", "Material", "Joints", "Meshes", "Materials", "Notes"] {
            let name = format!("header:{part}");
            if self.overlay.item_rects().contains_key(&name) {
                self.click(&name);
            }
        }
        self.frames(2);
    }
}

pub(super) fn middle([x, y, width, height]: &[f32; 4]) -> [f32; 2] {
    [x + width * 0.5, y + height * 0.5]
}

pub(super) fn model<const N: usize>(clips: [&str; N]) -> ModelInfo {
    ModelInfo {
        name: "character.glb".to_owned(),
        clips: clips
            .map(|name| ClipInfo {
                name: name.to_owned(),
                duration_s: 0.7,
                frame_count: 22,
                frames_per_s: 30.0,
            })
            .into(),
        joints: vec![("hips".to_owned(), 0), ("spine".to_owned(), 1)],
        meshes: vec![MeshInfo {
            name: "body".to_owned(),
            triangle_count: 1200,
            material: "skin".to_owned(),
        }],
        notes: vec!["ignored: cameras".to_owned()],
        open: vec!["character.glb".to_owned()],
        open_index: 0,
    }
}

/// Names as no one should give them.
pub(super) fn hostile_model() -> ModelInfo {
    let long = "긴 이름 ".repeat(2000);
    let names = [
        "##", "###", "%s%n%d", "", "", "a##b", "a##c", "same", "same", "한글", &long, "\0", "\n\t",
    ];
    let mut model = model(names);
    model.name.clone_from(&long);
    model.joints =
        names.iter().zip(0..).map(|(name, depth)| ((*name).to_owned(), depth * 5)).collect();
    model.meshes = names
        .iter()
        .map(|name| MeshInfo {
            name: (*name).to_owned(),
            triangle_count: usize::MAX / 100,
            material: (*name).to_owned(),
        })
        .collect();
    model.notes = names.map(str::to_owned).into();
    model.open = names.map(str::to_owned).into();
    model
}
