//! [`Messages`]: what the overlay tells the user. Each is logged as well, so that it also stands on stderr.

use std::collections::VecDeque;

/// Most messages that are kept.
const MAX_COUNT: usize = 20;
/// Longest text that is kept, in characters.
const MAX_CHARS: usize = 400;
/// Seconds that a message is shown by itself.
pub(super) const SHOWN_S: f64 = 8.0;

/// How bad a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Something was done.
    Info,
    /// Something was not done; the program goes on with what it had.
    Error,
}

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// How bad it is.
    pub severity: Severity,
    /// One line.
    pub text: String,
    /// Time of the program when it came, seconds.
    pub time_s: f64,
}

/// The last messages, newest last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Messages {
    messages: VecDeque<Message>,
    count: u64,
}

impl Messages {
    /// Says that something was done.
    pub fn info(&mut self, time_s: f64, text: &str) {
        log::info!("{text}");
        self.push(Severity::Info, time_s, text);
    }

    /// Says that something was not done.
    pub fn error(&mut self, time_s: f64, text: &str) {
        log::error!("{text}");
        self.push(Severity::Error, time_s, text);
    }

    fn push(&mut self, severity: Severity, time_s: f64, text: &str) {
        let mut text = super::one_line(text);
        if let Some((end, _)) = text.char_indices().nth(MAX_CHARS) {
            text.truncate(end);
            text.push('…');
        }
        // A key held down says the same thing many times.
        if self.messages.back().is_some_and(|last| last.text == text) {
            self.messages.pop_back();
        }
        if self.messages.len() == MAX_COUNT {
            self.messages.pop_front();
        }
        self.count += 1;
        self.messages.push_back(Message { severity, text, time_s });
    }

    /// How many there ever were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// All that are kept, oldest first.
    pub fn all(&self) -> impl Iterator<Item = &Message> {
        self.messages.iter()
    }

    /// Those that are still shown by themselves, oldest first.
    pub fn shown(&self, time_s: f64) -> impl Iterator<Item = &Message> {
        self.messages.iter().filter(move |message| time_s - message.time_s < SHOWN_S)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_bounded_fade_and_do_not_repeat() {
        let mut messages = Messages::default();
        for index in 0..50 {
            messages.error(f64::from(index) * 0.1, &format!("message {index}"));
        }
        assert_eq!(messages.all().count(), MAX_COUNT);
        assert_eq!(messages.all().last().unwrap().text, "message 49");
        messages.error(6.0, "message 49");
        assert_eq!(messages.all().count(), MAX_COUNT);
        assert_eq!(messages.shown(6.0 + SHOWN_S - 0.1).count(), 1);
        assert_eq!(messages.shown(6.0 + SHOWN_S).count(), 0);
    }

    #[test]
    fn a_message_is_one_line_of_bounded_length() {
        let mut messages = Messages::default();
        messages.info(0.0, &format!("두 줄\n{}", "가".repeat(1000)));
        let text = &messages.all().next().unwrap().text;
        assert!(text.starts_with("두 줄\\n가"), "{text}");
        assert_eq!(text.chars().count(), MAX_CHARS + 1);
    }
}
