//! Textures of the props: stone, planks and cloth, computed. Colours are display values.

use nalgebra::Vector3;

use crate::asset::Image;

/// Texels a side.
const SIZE: u16 = 256;
type Color = Vector3<f32>;

const fn color(r: f32, g: f32, b: f32) -> Color {
    Vector3::new(r, g, b)
}

/// Pale stone, spotted and veined; it tiles.
pub(super) fn stone() -> Image {
    image("stone", |u, v| {
        let relief = stone_height(u, v);
        let tint = fractal(u, v, 2, 4, 11);
        let base = color(0.76, 0.72, 0.64).lerp(&color(0.62, 0.60, 0.57), tint);
        base * (0.84 + 0.24 * relief)
    })
}

/// The relief of [`stone`], as a normal map.
pub(super) fn stone_relief() -> Image {
    relief("stone relief", 0.2, stone_height)
}

fn stone_height(u: f32, v: f32) -> f32 {
    let coarse = fractal(u, v, 4, 5, 1);
    let fine = fractal(u, v, 32, 2, 2);
    // Pits where fine noise is low.
    0.6 * coarse + 0.4 * (fine * 2.4 - 0.5).clamp(0.0, 1.0)
}

/// Four planks side by side, their grain up; it tiles.
pub(super) fn planks() -> Image {
    image("planks", |u, v| {
        let plank = (u * 4.0).floor();
        let grain = plank_height(u, v);
        let shade = value(plank, 0.0, 4, 5);
        let base = color(0.60, 0.44, 0.28).lerp(&color(0.50, 0.35, 0.21), shade);
        base * (0.55 + 0.55 * grain)
    })
}

/// The relief of [`planks`], as a normal map.
pub(super) fn plank_relief() -> Image {
    relief("plank relief", 1.2, plank_height)
}

fn plank_height(u: f32, v: f32) -> f32 {
    let across = (u * 4.0).fract();
    // Dark gaps between the planks.
    let gap = (across.min(1.0 - across) * 28.0).min(1.0);
    let waves = fractal(u, v, 4, 2, 7) * 0.15;
    let grain = value((u + waves * 0.2) * 48.0, v * 3.0, 48, 8) * 0.6
        + value(u * 128.0, v * 6.0, 128, 9) * 0.4;
    gap * (0.7 + 0.3 * grain)
}

/// A banner of one colour with a border and a sword in gold, hung by its upper edge.
pub(super) fn banner(name: &str, field: [f32; 3]) -> Image {
    let field = Color::from(field);
    let gold = color(0.86, 0.70, 0.34);
    image(name, move |u, v| {
        let weave = 0.94 + 0.06 * value(u * 128.0, v * 128.0, 128, 21);
        let border = u.min(1.0 - u).min(v * 2.0);
        let is_border = (0.05..0.085).contains(&border) || (0.105..0.115).contains(&border);
        let paint = if is_border || is_sword(u, v) { gold } else { field };
        paint * weave
    })
}

/// Whether a place of the banner is on the sword: point down, twice as high as wide on the cloth.
fn is_sword(u: f32, v: f32) -> bool {
    let (x, y) = ((u - 0.5).abs(), v * 2.0);
    let blade = (0.62..1.42).contains(&y) && x < 0.045_f32.min((1.42 - y) * 0.35);
    let guard = (0.56..0.62).contains(&y) && x < 0.17;
    let grip = (0.38..0.56).contains(&y) && x < 0.026;
    let pommel = x.hypot(y - 0.36) < 0.05;
    // A diamond around it, as a line.
    let ring = x / 0.30 + (y - 0.9).abs() / 0.72;
    blade || guard || grip || pommel || (0.94..1.0).contains(&ring)
}

/// A picture of what `paint` gives for the middle of each texel.
fn image(name: &str, paint: impl Fn(f32, f32) -> Color) -> Image {
    let mut rgba8 = Vec::with_capacity(usize::from(SIZE) * usize::from(SIZE) * 4);
    for row in 0..SIZE {
        for column in 0..SIZE {
            let [u, v] = [column, row].map(|it| (f32::from(it) + 0.5) / f32::from(SIZE));
            rgba8.extend(paint(u, v).iter().map(|it| byte(*it)));
            rgba8.push(255);
        }
    }
    Image { name: name.to_owned(), size_px: [SIZE.into(), SIZE.into()], rgba8 }
}

/// A tangent-space normal map of a tiling relief; `strength` is the height of 1 in twentieths of the tile.
fn relief(name: &str, strength: f32, height: impl Fn(f32, f32) -> f32) -> Image {
    let texel = 1.0 / f32::from(SIZE);
    image(name, |u, v| {
        let slope = |du: f32, dv: f32| {
            let at = |sign: f32| {
                height((u + sign * du).rem_euclid(1.0), (v + sign * dv).rem_euclid(1.0))
            };
            (at(1.0) - at(-1.0)) * strength * 0.05 / (2.0 * texel)
        };
        // v grows downwards, green up.
        let normal = Vector3::new(-slope(texel, 0.0), slope(0.0, texel), 1.0).normalize();
        normal * 0.5 + Vector3::repeat(0.5)
    })
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
fn byte(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

/// Noise of several sizes, 0 to 1; it tiles over 0..1.
fn fractal(u: f32, v: f32, cells: u16, octaves: u32, seed: u32) -> f32 {
    let (mut sum, mut weight, mut total) = (0.0, 1.0, 0.0);
    let mut period = cells;
    for octave in 0..octaves {
        let scale = f32::from(period);
        sum += weight * value(u * scale, v * scale, period, seed + octave);
        total += weight;
        weight *= 0.5;
        period *= 2;
    }
    sum / total
}

/// Smooth noise on a lattice of whole numbers, 0 to 1, the same again after `period`.
fn value(x: f32, y: f32, period: u16, seed: u32) -> f32 {
    let smooth = |it: f32| it * it * (3.0 - 2.0 * it);
    let (left, top) = (x.floor(), y.floor());
    let (right_share, low_share) = (smooth(x - left), smooth(y - top));
    #[expect(clippy::cast_possible_truncation, reason = "lattice places are small")]
    let at = |dx: i32, dy: i32| {
        let wrap = |it: i32| it.rem_euclid(i32::from(period)).unsigned_abs();
        unit(wrap(left as i32 + dx), wrap(top as i32 + dy), seed)
    };
    let upper = at(0, 0) * (1.0 - right_share) + at(1, 0) * right_share;
    let lower = at(0, 1) * (1.0 - right_share) + at(1, 1) * right_share;
    upper * (1.0 - low_share) + lower * low_share
}

/// A number from 0 to 1 that two numbers and a seed always give (Wang's integer hash).
pub(in crate::app) fn unit(x: u32, y: u32, seed: u32) -> f32 {
    let mut bits =
        x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77) ^ seed.wrapping_mul(0xC2B2_AE3D);
    bits = (bits ^ 61) ^ (bits >> 16);
    bits = bits.wrapping_mul(9);
    bits ^= bits >> 4;
    bits = bits.wrapping_mul(0x27D4_EB2D);
    bits ^= bits >> 15;
    (bits >> 8) as f32 / 16_777_215.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_tiles_and_fills_its_range() {
        let mut range = (1.0_f32, 0.0_f32);
        for step in 0..400_u16 {
            let u = f32::from(step) / 400.0;
            let here = fractal(u, 0.3, 4, 3, 1);
            assert!((0.0..=1.0).contains(&here));
            assert!((here - fractal(u + 1.0, 0.3, 4, 3, 1)).abs() < 1e-3);
            range = (range.0.min(here), range.1.max(here));
        }
        assert!(range.0 < 0.35 && range.1 > 0.6, "{range:?}");
    }

    #[test]
    fn a_flat_relief_looks_straight_out() {
        let flat = relief("flat", 1.0, |_, _| 0.5);
        assert!(flat.rgba8.chunks_exact(4).all(|it| it == [128, 128, 255, 255]));
    }
}
