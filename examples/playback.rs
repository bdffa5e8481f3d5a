//! Playback: one character fades from a clip to another while time passes, and what its vertex shader would be given is
//! printed. No GPU is used.
//!
//! `cargo run --example playback -- assets/character.glb Walk Run`

#![expect(clippy::print_stdout, reason = "the output of a program")]

use std::error::Error;
use std::path::Path;

use sinew::anim::{Animator, BakeOptions, ClipIdx, TransformMap, bake};

const FRAME_TIME_S: f64 = 1.0 / 10.0;
const TWEEN_S: f64 = 0.5;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, from, to] = &arguments[..] else {
        return Err("expected a model and two clips: assets/character.glb Walk Run".into());
    };
    let model = sinew::asset::load(Path::new(path))?;
    let map = bake(&model, &BakeOptions::default())?;
    let (from, to) = (find(&map, from)?, find(&map, to)?);

    let mut animator = Animator::new(&map.clips);
    animator.play(&map.clips, from)?;
    for frame in 0..10 {
        if frame == 3 {
            animator.start_tween(&map.clips, to, TWEEN_S)?;
        }
        // The 80 bytes that are an element of `TweenFrames` in `TweenDemo.fx`.
        let desc = animator.to_desc(&map.clips);
        println!(
            "{:.1} s: clip {} rows {} to {} by {:.2}; clip {} by {:.2}",
            f64::from(frame) * FRAME_TIME_S,
            desc.curr.anim_index,
            desc.curr.curr_frame,
            desc.curr.next_frame,
            desc.curr.ratio,
            desc.next.anim_index,
            desc.tween_ratio,
        );
        animator.advance(&map.clips, FRAME_TIME_S)?;
    }
    Ok(())
}

fn find(map: &TransformMap, name: &str) -> Result<ClipIdx, String> {
    let found = (0..).map(ClipIdx).zip(&map.clips).find(|(_, clip)| clip.name == name);
    found.map(|(index, _)| index).ok_or_else(|| format!("there is no clip '{name}'"))
}
