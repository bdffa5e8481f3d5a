//! When frames come and how long they took: [`FrameClock`], [`FrameLimiter`], [`Smoothed`]. They take times and give
//! times; whoever uses them looks at the clock and waits.

use std::time::{Duration, Instant};

use crate::anim::MAX_FRAME_TIME_S;

/// The time of the program, in seconds.
///
/// A frame never takes longer than [`MAX_FRAME_TIME_S`], however long the window was hidden or the program halted: people
/// expect the picture where they left it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrameClock {
    fixed_dt_s: Option<f64>,
    last: Option<Instant>,
    frame_count: u64,
    time_s: f64,
}

impl FrameClock {
    /// A clock that follows the real time.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A clock whose frames all take as long, for pictures that come out the same each time.
    #[must_use]
    pub fn fixed(dt_s: f64) -> Self {
        Self { fixed_dt_s: Some(dt_s), ..Self::default() }
    }

    /// Says that a frame starts, and gives the frame time in seconds: 0 for the first one.
    pub fn tick(&mut self, now: Instant) -> f64 {
        let last = self.last.replace(now);
        let dt_s = match last {
            None => 0.0,
            // An earlier time than the last one, if there should be such, counts as no time.
            Some(last) => self.fixed_dt_s.unwrap_or_else(|| {
                now.saturating_duration_since(last).as_secs_f64().min(MAX_FRAME_TIME_S)
            }),
        };
        self.time_s += dt_s;
        self.frame_count += 1;
        dt_s
    }

    /// The sum of all frame times, seconds.
    #[must_use]
    pub fn time_s(&self) -> f64 {
        self.time_s
    }

    /// Frames that have started.
    #[must_use]
    pub fn frame_count(&self) -> u64 {
        self.frame_count
    }
}

/// No more frames than the monitor shows, for where presenting does not wait for it.
///
/// Frames are due on a grid of whole periods, so that the mean rate is the monitor's however late single frames are. Who
/// falls behind by a period or more leaves frames out and does not hurry after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameLimiter {
    period: Duration,
    due: Option<Instant>,
}

/// What monitors show that do not say what they show, in thousandths of a frame a second.
const USUAL_REFRESH_RATE_MILLIHERTZ: u32 = 60_000;
/// Refresh rates that are taken at their word.
const REFRESH_RATES_MILLIHERTZ: std::ops::RangeInclusive<u32> = 10_000..=1_000_000;

impl FrameLimiter {
    /// For a monitor with this refresh rate, in thousandths of a frame a second; 60 a second for one that does not say
    /// or says nonsense.
    #[must_use]
    pub fn new(refresh_rate_millihertz: Option<u32>) -> Self {
        let rate = refresh_rate_millihertz
            .filter(|it| REFRESH_RATES_MILLIHERTZ.contains(it))
            .unwrap_or(USUAL_REFRESH_RATE_MILLIHERTZ);
        Self { period: Duration::from_nanos(1_000_000_000_000 / u64::from(rate)), due: None }
    }

    /// From one frame to the next.
    #[must_use]
    pub fn period(&self) -> Duration {
        self.period
    }

    /// When the next frame is to start: `now` if it is due.
    #[must_use]
    pub fn due(&self, now: Instant) -> Instant {
        self.due.map_or(now, |due| due.max(now))
    }

    /// Says that a frame starts.
    pub fn start(&mut self, now: Instant) {
        let Some(due) = self.due else {
            self.due = Some(now + self.period);
            return;
        };
        let late = now.saturating_duration_since(due);
        let missed = late.as_nanos() / self.period.as_nanos().max(1);
        self.due = Some(match u32::try_from(missed) {
            Ok(missed) if missed < 1000 => due + self.period * (missed + 1),
            // After a long halt any grid is as good.
            _ => now + self.period,
        });
    }
}

/// A mean that forgets: what is older than a few time constants hardly counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Smoothed {
    time_constant_s: f64,
    value: Option<f64>,
}

impl Smoothed {
    /// With a time constant in seconds: after it, a new value has 63 percent of the weight.
    #[must_use]
    pub fn new(time_constant_s: f64) -> Self {
        Self { time_constant_s, value: None }
    }

    /// Adds a value that held for a frame time. What is no number is left out.
    pub fn add(&mut self, value: f64, dt_s: f64) {
        if !value.is_finite() || dt_s.is_nan() || dt_s < 0.0 {
            return;
        }
        let weight = 1.0 - (-dt_s / self.time_constant_s).exp();
        self.value = Some(match self.value {
            None => value,
            Some(mean) => mean + (value - mean) * weight,
        });
    }

    /// The mean; `None` before there is a value.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn t22_the_clock_adds_up_and_a_long_halt_counts_as_a_frame() {
        let start = Instant::now();
        let mut clock = FrameClock::new();
        assert!(clock.tick(start) == 0.0);
        assert!((clock.tick(start + ms(16)) - 0.016).abs() < 1e-9);
        assert!((clock.tick(start + ms(60_000)) - MAX_FRAME_TIME_S).abs() < 1e-9);
        assert!(clock.tick(start) == 0.0, "a clock that goes back");
        assert!((clock.time_s() - 0.266).abs() < 1e-9);
        assert_eq!(clock.frame_count(), 4);
    }

    #[test]
    fn fixed_frame_times_do_not_depend_on_the_clock() {
        let start = Instant::now();
        let mut clock = FrameClock::fixed(1.5);
        for (frame, dt_s) in [(0, 0.0), (1, 1.5), (2, 1.5)] {
            assert!((clock.tick(start + ms(frame * 7)) - dt_s).abs() < 1e-12);
        }
    }

    #[test]
    fn the_limiter_keeps_the_mean_rate_though_every_frame_is_late() {
        let start = Instant::now();
        let mut limiter = FrameLimiter::new(Some(100_000));
        assert_eq!(limiter.period(), ms(10));
        let mut now = start;
        for frame in 0..100 {
            let due = limiter.due(now);
            assert!(due >= now);
            // Timers wake late, by up to 3 ms.
            now = due + ms(frame % 4);
            limiter.start(now);
        }
        let rate_off = (now - start).as_secs_f64() - 0.99;
        assert!(rate_off.abs() < 0.004, "{rate_off}");
    }

    #[test]
    fn who_falls_behind_does_not_hurry_after() {
        let start = Instant::now();
        let mut limiter = FrameLimiter::new(Some(100_000));
        limiter.start(start);
        // Due at 10; the frame starts at 37. 20 and 30 are left out, 40 is next.
        limiter.start(start + ms(37));
        assert_eq!(limiter.due(start + ms(38)), start + ms(40));
        assert_eq!(limiter.due(start + ms(41)), start + ms(41));
        let after_a_night = start + Duration::from_secs(40_000);
        limiter.start(after_a_night);
        assert_eq!(limiter.due(after_a_night), after_a_night + ms(10));
    }

    #[test]
    fn monitors_that_do_not_say_are_taken_for_usual_ones() {
        for rate in [None, Some(0), Some(1), Some(u32::MAX)] {
            let period = FrameLimiter::new(rate).period();
            assert!((period.as_secs_f64() - 1.0 / 60.0).abs() < 1e-6, "{rate:?}");
        }
        let period = FrameLimiter::new(Some(59_940)).period();
        assert!((period.as_secs_f64() - 1.0 / 59.94).abs() < 1e-8);
    }

    #[test]
    fn smoothing_depends_on_time_and_not_on_frames() {
        let after_step = |frames: u32| {
            let mut smoothed = Smoothed::new(0.5);
            smoothed.add(10.0, 0.1);
            for _ in 0..frames {
                smoothed.add(20.0, 0.5 / f64::from(frames));
            }
            smoothed.value().unwrap()
        };
        let expected = 20.0 - 10.0 * (-1.0_f64).exp();
        for frames in [1, 7, 100] {
            assert!((after_step(frames) - expected).abs() < 1e-9, "{frames}");
        }
    }

    #[test]
    fn smoothing_leaves_out_what_is_no_number() {
        let mut smoothed = Smoothed::new(0.5);
        assert_eq!(smoothed.value(), None);
        smoothed.add(f64::NAN, 0.1);
        assert_eq!(smoothed.value(), None);
        smoothed.add(3.0, 0.0);
        for (value, dt_s) in [(f64::INFINITY, 0.1), (9.0, f64::NAN), (9.0, -1.0), (9.0, 0.0)] {
            smoothed.add(value, dt_s);
        }
        assert_eq!(smoothed.value(), Some(3.0));
    }
}
