//! [`Presence`]: whether the window can be drawn to, and when to try again where it cannot.

use std::time::{Duration, Instant};

/// How long to wait where there is nothing to draw to.
const HIDDEN_WAIT: Duration = Duration::from_millis(100);
/// How often in a row, with no frame shown between, a lost surface is replaced.
const MAX_SURFACE_LOSSES: u32 = 3;

/// What the event loop does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Draws a frame now.
    Frame,
    /// Waits for events until then.
    Wait(Instant),
    /// Ends.
    Leave,
}

/// What follows from the attempt to replace a lost surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Replaced {
    /// The frame can be drawn.
    Draw,
    /// There is none yet; it is tried again.
    Later,
    /// Surfaces are lost one after the other: there is nothing left to show anything in.
    Gone,
}

/// What is known of the window as a thing to draw to.
#[derive(Debug)]
pub(super) struct Presence {
    is_occluded: bool,
    /// The last frame found nothing to draw to.
    had_no_target: bool,
    /// The surface is lost and not replaced yet.
    is_surface_lost: bool,
    /// Surfaces that were lost, or not to be had, since a frame was shown.
    loss_count: u32,
    /// When the last frame was drawn, or tried.
    last_try: Instant,
}

impl Presence {
    /// A window that was just opened.
    pub(super) fn new(now: Instant) -> Self {
        Self {
            is_occluded: false,
            had_no_target: false,
            is_surface_lost: false,
            loss_count: 0,
            last_try: now,
        }
    }

    /// What to do now, for a window that has a size or none, and whose next frame is due at a time.
    pub(super) fn next(&self, now: Instant, has_size: bool, frame_due: Instant) -> Next {
        // Looked at again without an event, as not every system says when a window can be drawn to again.
        if self.is_occluded || !has_size {
            return Next::Wait(now + HIDDEN_WAIT);
        }
        let due = if self.had_no_target || self.is_surface_lost {
            self.last_try + HIDDEN_WAIT
        } else {
            frame_due
        };
        if due > now { Next::Wait(due) } else { Next::Frame }
    }

    /// The system says that other windows cover this one, or no longer do.
    pub(super) fn occlude(&mut self, is_occluded: bool) {
        self.is_occluded = is_occluded;
    }

    /// A frame starts.
    pub(super) fn start(&mut self, now: Instant) {
        self.last_try = now;
    }

    /// The frame was shown.
    pub(super) fn show(&mut self) {
        self.had_no_target = false;
        self.loss_count = 0;
    }

    /// The frame found nothing to draw to.
    pub(super) fn find_nothing(&mut self) {
        self.had_no_target = true;
    }

    /// The surface is lost.
    pub(super) fn lose_surface(&mut self) {
        self.had_no_target = false;
        self.is_surface_lost = true;
        self.loss_count += 1;
    }

    /// Whether the surface must be replaced before anything is drawn.
    pub(super) fn is_surface_lost(&self) -> bool {
        self.is_surface_lost
    }

    /// Another surface was asked for, and made or not.
    pub(super) fn replace_surface(&mut self, is_made: bool) -> Replaced {
        if self.loss_count > MAX_SURFACE_LOSSES {
            return Replaced::Gone;
        }
        self.is_surface_lost = !is_made;
        if is_made {
            return Replaced::Draw;
        }
        self.loss_count += 1;
        Replaced::Later
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn frames_come_when_they_are_due() {
        let now = Instant::now();
        let presence = Presence::new(now);
        assert_eq!(presence.next(now, true, now), Next::Frame);
        assert_eq!(presence.next(now + 5 * MS, true, now), Next::Frame);
        assert_eq!(presence.next(now, true, now + 5 * MS), Next::Wait(now + 5 * MS));
    }

    #[test]
    fn a_window_that_nobody_sees_is_looked_at_now_and_then() {
        let now = Instant::now();
        let mut presence = Presence::new(now);
        assert_eq!(presence.next(now, false, now), Next::Wait(now + HIDDEN_WAIT));
        presence.occlude(true);
        // However long it lasts: no frame.
        let later = now + 50 * HIDDEN_WAIT;
        assert_eq!(presence.next(later, true, now), Next::Wait(later + HIDDEN_WAIT));
        presence.occlude(false);
        assert_eq!(presence.next(later, true, now), Next::Frame);
    }

    #[test]
    fn a_frame_that_found_nothing_is_tried_again_after_a_while() {
        let now = Instant::now();
        let mut presence = Presence::new(now);
        presence.start(now);
        presence.find_nothing();
        assert_eq!(presence.next(now + MS, true, now), Next::Wait(now + HIDDEN_WAIT));
        let again = now + HIDDEN_WAIT;
        assert_eq!(presence.next(again, true, again), Next::Frame);
        presence.start(again);
        presence.show();
        assert_eq!(presence.next(again + MS, true, again), Next::Frame);
    }

    #[test]
    fn a_lost_surface_is_replaced_and_forgotten_with_the_next_frame() {
        let now = Instant::now();
        let mut presence = Presence::new(now);
        for _ in 0..3 * MAX_SURFACE_LOSSES {
            presence.lose_surface();
            assert!(presence.is_surface_lost());
            assert_eq!(presence.next(now, true, now), Next::Wait(now + HIDDEN_WAIT));
            assert_eq!(presence.replace_surface(true), Replaced::Draw);
            assert!(!presence.is_surface_lost());
            presence.show();
        }
    }

    /// A window that is gone without a word: each surface is made, and lost when it is drawn to.
    #[test]
    fn surfaces_that_are_all_lost_are_the_end() {
        let mut presence = Presence::new(Instant::now());
        for _ in 0..MAX_SURFACE_LOSSES {
            presence.lose_surface();
            assert_eq!(presence.replace_surface(true), Replaced::Draw);
        }
        presence.lose_surface();
        assert_eq!(presence.replace_surface(true), Replaced::Gone);
    }

    #[test]
    fn surfaces_that_are_not_to_be_had_are_the_end() {
        let mut presence = Presence::new(Instant::now());
        presence.lose_surface();
        for _ in 0..MAX_SURFACE_LOSSES {
            assert_eq!(presence.replace_surface(false), Replaced::Later);
            assert!(presence.is_surface_lost());
        }
        assert_eq!(presence.replace_surface(false), Replaced::Gone);
    }
}
