//! [`KeyframeDesc`] and [`TweenFrameDesc`]: what the effects' constant buffers hold, byte for byte.
//!
//! The layouts are those of `KeyframeBuffer` and `TweenBuffer` in the effect files (HLSL packing):
//!
//! ```text
//! KeyframeDesc    0 anim_index   4 curr_frame   8 next_frame  12 ratio  16 sum_time  20 speed  24 padding[2]
//! TweenFrameDesc  0 tween_duration  4 tween_ratio  8 tween_sum_time  12 padding  16 curr  48 next
//! ```

use std::mem::offset_of;

/// Which two rows of which layer of the TransformMap a vertex shader mixes, and how.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct KeyframeDesc {
    /// Layer of the TransformMap; -1 for none.
    pub anim_index: i32,
    /// Row that is shown at ratio 0. A row, not an authored frame: see [`super::ClipRows::frame_count`].
    pub curr_frame: u32,
    /// Row that is mixed in by `ratio`.
    pub next_frame: u32,
    /// How much of `next_frame` is mixed in: 0 or more, below 1.
    pub ratio: f32,
    /// Seconds of clip time since `curr_frame`.
    pub sum_time: f32,
    /// Clip seconds that pass in a second.
    pub speed: f32,
    /// Zero.
    pub padding: [f32; 2],
}

impl KeyframeDesc {
    /// No clip: effects skip the second half of a tween when `anim_index` is below 0.
    pub const NONE: Self = Self { anim_index: -1, ..Self::FIRST };

    const FIRST: Self = Self {
        anim_index: 0,
        curr_frame: 0,
        next_frame: 0,
        ratio: 0.0,
        sum_time: 0.0,
        speed: 1.0,
        padding: [0.0; 2],
    };
}

impl Default for KeyframeDesc {
    /// Row 0 of layer 0 at speed 1.
    fn default() -> Self {
        Self::FIRST
    }
}

/// A clip that fades into another: one element of `TweenFrames`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct TweenFrameDesc {
    /// Length of the tween in seconds.
    pub tween_duration: f32,
    /// How much of `next` is mixed in: 0 or more, below 1.
    pub tween_ratio: f32,
    /// Seconds since the tween started.
    pub tween_sum_time: f32,
    /// Zero.
    pub padding: f32,
    /// The clip that plays.
    pub curr: KeyframeDesc,
    /// The clip that it fades to; [`KeyframeDesc::NONE`] outside of a tween.
    pub next: KeyframeDesc,
}

impl Default for TweenFrameDesc {
    /// Row 0 of layer 0, no tween; a tween would take one second.
    fn default() -> Self {
        Self {
            tween_duration: 1.0,
            tween_ratio: 0.0,
            tween_sum_time: 0.0,
            padding: 0.0,
            curr: KeyframeDesc::FIRST,
            next: KeyframeDesc::NONE,
        }
    }
}

const _: () = {
    assert!(size_of::<KeyframeDesc>() == 32);
    assert!(offset_of!(KeyframeDesc, anim_index) == 0);
    assert!(offset_of!(KeyframeDesc, curr_frame) == 4);
    assert!(offset_of!(KeyframeDesc, next_frame) == 8);
    assert!(offset_of!(KeyframeDesc, ratio) == 12);
    assert!(offset_of!(KeyframeDesc, sum_time) == 16);
    assert!(offset_of!(KeyframeDesc, speed) == 20);
    assert!(offset_of!(KeyframeDesc, padding) == 24);
    assert!(size_of::<TweenFrameDesc>() == 80);
    assert!(offset_of!(TweenFrameDesc, tween_duration) == 0);
    assert!(offset_of!(TweenFrameDesc, tween_ratio) == 4);
    assert!(offset_of!(TweenFrameDesc, tween_sum_time) == 8);
    assert!(offset_of!(TweenFrameDesc, padding) == 12);
    assert!(offset_of!(TweenFrameDesc, curr) == 16);
    assert!(offset_of!(TweenFrameDesc, next) == 48);
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_of_the_effects() {
        let words: [u32; 20] = bytemuck::cast(TweenFrameDesc::default());
        let one = 1.0_f32.to_bits();
        let mut expected = [0; 20];
        expected[0] = one; // tween_duration
        expected[4 + 5] = one; // curr.speed
        expected[12] = u32::MAX; // next.anim_index
        expected[12 + 5] = one; // next.speed
        assert_eq!(words, expected);
    }
}
