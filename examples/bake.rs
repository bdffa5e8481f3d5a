//! A model file, and the TransformMap that its clips are baked to: size, rows, and how exact they are. No GPU is used.
//!
//! `cargo run --example bake -- assets/character.glb`

#![expect(clippy::print_stdout, reason = "the output of a program")]

use std::error::Error;
use std::path::Path;

use sinew::anim::{BakeOptions, ClipIdx, ErrorBound, bake, measure_vertex_error};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("expected a model: assets/character.glb")?;
    let model = sinew::asset::load(Path::new(&path))?;
    // Rows get denser until no point is further than this from where the clip has it.
    let error_bound = ErrorBound::Metres(0.001);
    let map = bake(&model, &BakeOptions { error_bound, ..BakeOptions::default() })?;

    let [width, height, layers] = [map.width_texels(), map.row_count as usize, map.clip_count()];
    println!("{path}: {} joints, {} slots", model.skeleton.joints().len(), map.slot_count);
    println!("map: {width} x {height} texels, {layers} layers, {} bytes", map.size_bytes());
    for (clip, rows) in (0..).map(ClipIdx).zip(&map.clips).take(model.clips.len()) {
        // The bake's own bound looks at boxes around the joints; this one at every vertex.
        let measured = measure_vertex_error(&model, &map, clip)?;
        println!(
            "{}: {:.3} s in {} rows, bound {:.2} mm ({:?}), vertices at most {:.2} mm",
            rows.name,
            rows.duration_s(),
            rows.row_count,
            rows.error_m * 1000.0,
            rows.limit,
            measured.max_m * 1000.0,
        );
    }
    Ok(())
}
