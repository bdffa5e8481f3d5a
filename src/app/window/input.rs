//! winit's input in the program's own terms.

use imgui::MouseCursor;
use nalgebra::Vector2;
use winit::event::{ElementState, KeyEvent, MouseButton, MouseScrollDelta};
use winit::keyboard::{Key as WinitKey, KeyCode, ModifiersState, NamedKey, PhysicalKey};
use winit::window::CursorIcon;

use crate::app::keys::{Key, Modifiers};

/// Pixels of a touchpad's scrolling that are a notch of a wheel.
const NOTCH_PX: f64 = 50.0;
/// Most notches of one event.
const MAX_NOTCHES: f64 = 20.0;

/// The key in the program's terms, if it has one there.
///
/// A letter is meant by what it types, so that it is where the user's layout has it. Layouts without Latin letters, such
/// as the Korean one, mean the letter of the same place on an American keyboard.
pub(super) fn key(event: &KeyEvent) -> Option<Key> {
    key_of(&event.logical_key, event.physical_key)
}

fn key_of(logical: &WinitKey, physical: PhysicalKey) -> Option<Key> {
    match logical {
        WinitKey::Named(NamedKey::Space) => Some(Key::Space),
        WinitKey::Named(NamedKey::Tab) => Some(Key::Tab),
        WinitKey::Named(NamedKey::Escape) => Some(Key::Escape),
        WinitKey::Named(named) => function_key(*named).map(Key::F),
        WinitKey::Character(text) => {
            let mut chars = text.chars();
            match (chars.next(), chars.next()) {
                (Some(' '), None) => Some(Key::Space),
                (Some(c), None) if c.is_ascii_graphic() => Some(Key::Char(c.to_ascii_lowercase())),
                _ => latin_letter(physical).map(Key::Char),
            }
        }
        WinitKey::Unidentified(_) | WinitKey::Dead(_) => latin_letter(physical).map(Key::Char),
    }
}

fn function_key(named: NamedKey) -> Option<u8> {
    const KEYS: [NamedKey; 12] = [
        NamedKey::F1,
        NamedKey::F2,
        NamedKey::F3,
        NamedKey::F4,
        NamedKey::F5,
        NamedKey::F6,
        NamedKey::F7,
        NamedKey::F8,
        NamedKey::F9,
        NamedKey::F10,
        NamedKey::F11,
        NamedKey::F12,
    ];
    KEYS.iter().position(|key| *key == named).and_then(|index| u8::try_from(index + 1).ok())
}

fn latin_letter(physical: PhysicalKey) -> Option<char> {
    const KEYS: [(KeyCode, char); 28] = [
        (KeyCode::KeyA, 'a'),
        (KeyCode::KeyB, 'b'),
        (KeyCode::KeyC, 'c'),
        (KeyCode::KeyD, 'd'),
        (KeyCode::KeyE, 'e'),
        (KeyCode::KeyF, 'f'),
        (KeyCode::KeyG, 'g'),
        (KeyCode::KeyH, 'h'),
        (KeyCode::KeyI, 'i'),
        (KeyCode::KeyJ, 'j'),
        (KeyCode::KeyK, 'k'),
        (KeyCode::KeyL, 'l'),
        (KeyCode::KeyM, 'm'),
        (KeyCode::KeyN, 'n'),
        (KeyCode::KeyO, 'o'),
        (KeyCode::KeyP, 'p'),
        (KeyCode::KeyQ, 'q'),
        (KeyCode::KeyR, 'r'),
        (KeyCode::KeyS, 's'),
        (KeyCode::KeyT, 't'),
        (KeyCode::KeyU, 'u'),
        (KeyCode::KeyV, 'v'),
        (KeyCode::KeyW, 'w'),
        (KeyCode::KeyX, 'x'),
        (KeyCode::KeyY, 'y'),
        (KeyCode::KeyZ, 'z'),
        (KeyCode::Period, '.'),
        (KeyCode::Comma, ','),
    ];
    let PhysicalKey::Code(code) = physical else { return None };
    KEYS.iter().find(|(key, _)| *key == code).map(|(_, letter)| *letter)
}

/// The key that ends a line, of either block.
pub(super) fn is_enter(event: &KeyEvent) -> bool {
    event.logical_key == WinitKey::Named(NamedKey::Enter)
}

/// The system's name of a shape of the mouse.
pub(super) fn cursor_icon(cursor: MouseCursor) -> CursorIcon {
    match cursor {
        MouseCursor::Arrow => CursorIcon::Default,
        MouseCursor::TextInput => CursorIcon::Text,
        MouseCursor::ResizeAll => CursorIcon::Move,
        MouseCursor::ResizeNS => CursorIcon::NsResize,
        MouseCursor::ResizeEW => CursorIcon::EwResize,
        MouseCursor::ResizeNESW => CursorIcon::NeswResize,
        MouseCursor::ResizeNWSE => CursorIcon::NwseResize,
        MouseCursor::Hand => CursorIcon::Pointer,
        MouseCursor::NotAllowed => CursorIcon::NotAllowed,
    }
}

/// The keys held beside another one, in the program's terms.
pub(super) fn modifiers(state: ModifiersState) -> Modifiers {
    Modifiers {
        shift: state.shift_key(),
        other: state.control_key() || state.alt_key() || state.super_key(),
    }
}

/// Notches of the wheel, towards the user below 0.
pub(super) fn notches(delta: MouseScrollDelta) -> f32 {
    let notches = match delta {
        MouseScrollDelta::LineDelta(_, y) => f64::from(y),
        MouseScrollDelta::PixelDelta(pixels) => pixels.y / NOTCH_PX,
    };
    #[expect(clippy::cast_possible_truncation, reason = "a number of notches")]
    let notches = notches.clamp(-MAX_NOTCHES, MAX_NOTCHES) as f32;
    notches
}

/// What a drag of the mouse does to the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drag {
    /// Turns it around the model.
    Orbit,
    /// Moves it sideways.
    Pan,
}

/// The mouse over the picture: which drag is going on, and from where.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Pointer {
    place_px: Option<Vector2<f64>>,
    drag: Option<(MouseButton, Drag)>,
}

impl Pointer {
    /// A button over the picture went down or up.
    pub(super) fn press(&mut self, button: MouseButton, state: ElementState) {
        match (state, self.drag) {
            (ElementState::Pressed, None) => {
                let drag = match button {
                    MouseButton::Left => Drag::Orbit,
                    MouseButton::Middle | MouseButton::Right => Drag::Pan,
                    MouseButton::Back | MouseButton::Forward | MouseButton::Other(_) => return,
                };
                self.drag = Some((button, drag));
            }
            (ElementState::Released, Some((pressed, _))) if pressed == button => self.drag = None,
            _ => {}
        }
    }

    /// The pointer moved; what that means for the camera, in heights of the picture, +X right and +Y down.
    pub(super) fn move_to(
        &mut self,
        place_px: Vector2<f64>,
        height_px: u32,
    ) -> Option<(Drag, Vector2<f32>)> {
        let before = self.place_px.replace(place_px)?;
        let (_, drag) = self.drag?;
        let way = (place_px - before) / f64::from(height_px.max(1));
        #[expect(clippy::cast_possible_truncation, reason = "heights of a picture")]
        let way = Vector2::new(way.x as f32, way.y as f32);
        Some((drag, way))
    }

    /// Ends a drag that turned out to be a panel's.
    pub(super) fn end_drag(&mut self) {
        self.drag = None;
    }

    /// The pointer left the window, unless a drag holds it.
    pub(super) fn leave(&mut self) {
        if self.drag.is_none() {
            self.place_px = None;
        }
    }

    /// Ends a drag: the window lost the mouse and will not hear of its buttons.
    pub(super) fn release(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winit::keyboard::SmolStr;

    fn typed(text: &str) -> WinitKey {
        WinitKey::Character(SmolStr::new(text))
    }

    #[test]
    fn letters_are_where_the_layout_has_them_and_others_by_place() {
        let w = PhysicalKey::Code(KeyCode::KeyW);
        assert_eq!(key_of(&typed("w"), w), Some(Key::Char('w')));
        assert_eq!(key_of(&typed("W"), w), Some(Key::Char('w')));
        // A French keyboard types z at the place of w.
        assert_eq!(key_of(&typed("z"), w), Some(Key::Char('z')));
        // A Korean one types ㅈ there.
        assert_eq!(key_of(&typed("ㅈ"), w), Some(Key::Char('w')));
        assert_eq!(key_of(&typed("?"), PhysicalKey::Code(KeyCode::Slash)), Some(Key::Char('?')));
        assert_eq!(key_of(&WinitKey::Named(NamedKey::F12), w), Some(Key::F(12)));
        assert_eq!(key_of(&WinitKey::Named(NamedKey::Enter), w), None);
    }

    #[test]
    fn a_drag_goes_from_its_press_to_its_release_whatever_else_is_pressed() {
        let mut pointer = Pointer::default();
        let at = |x: f64| Vector2::new(x, 50.0);
        assert_eq!(pointer.move_to(at(0.0), 100), None);
        pointer.press(MouseButton::Left, ElementState::Pressed);
        assert_eq!(pointer.move_to(at(10.0), 100), Some((Drag::Orbit, Vector2::new(0.1, 0.0))));
        pointer.press(MouseButton::Right, ElementState::Pressed);
        pointer.press(MouseButton::Right, ElementState::Released);
        assert!(matches!(pointer.move_to(at(20.0), 100), Some((Drag::Orbit, _))));
        pointer.press(MouseButton::Left, ElementState::Released);
        assert_eq!(pointer.move_to(at(30.0), 100), None);
        pointer.press(MouseButton::Middle, ElementState::Pressed);
        assert!(matches!(pointer.move_to(at(20.0), 100), Some((Drag::Pan, _))));
        pointer.release();
        assert_eq!(pointer.move_to(at(900.0), 100), None);
    }

    #[test]
    fn scrolling_is_bounded() {
        assert!((notches(MouseScrollDelta::LineDelta(0.0, -2.0)) + 2.0).abs() < 1e-6);
        assert!(notches(MouseScrollDelta::LineDelta(0.0, f32::INFINITY)) <= 20.0);
    }
}
