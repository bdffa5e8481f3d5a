//! The painted texture: a palette with one row a material, from shadow on the left to light on the right.

use std::io;

use thiserror::Error;

/// Width of the texture in pixels: the steps from shadow to light.
pub const WIDTH: u32 = 64;
/// Height of one material's row in pixels: so tall that filtering never reaches the next row.
const ROW_HEIGHT: u32 = 16;
/// Height of the texture in pixels.
pub const HEIGHT: u32 = ROW_HEIGHT * 16;

/// What a surface is made of; the discriminant is its row in the texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Material {
    Skin,
    Hair,
    EyeWhite,
    Iris,
    Dark,
    Lip,
    Tunic,
    Trim,
    Shirt,
    Trousers,
    Leather,
    DarkLeather,
    Scarf,
    Steel,
    Gold,
    Sole,
}

const MATERIALS: [Material; 16] = [
    Material::Skin,
    Material::Hair,
    Material::EyeWhite,
    Material::Iris,
    Material::Dark,
    Material::Lip,
    Material::Tunic,
    Material::Trim,
    Material::Shirt,
    Material::Trousers,
    Material::Leather,
    Material::DarkLeather,
    Material::Scarf,
    Material::Steel,
    Material::Gold,
    Material::Sole,
];

/// Which of the two glTF materials a surface belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finish {
    /// Cloth, skin, hair, leather.
    Matte,
    /// Steel and brass.
    Metal,
}

/// The texture could not be encoded.
#[derive(Debug, Error)]
pub enum TextureError {
    /// The PNG encoder refused.
    #[error("palette texture: the png encoder failed")]
    Encode(#[from] png::EncodingError),
}

impl Material {
    /// The glTF material of this surface.
    #[must_use]
    pub fn finish(self) -> Finish {
        match self {
            Self::Steel | Self::Gold => Finish::Metal,
            _ => Finish::Matte,
        }
    }

    /// How dark creases are painted: skin is lit from below its surface too.
    #[must_use]
    pub fn crease(self) -> f64 {
        match self {
            Self::Skin => 0.26,
            Self::Hair => 0.70,
            _ => 0.85,
        }
    }

    /// Texture coordinates for a painted shade from 0 (deep shadow) to 1 (full light).
    #[must_use]
    pub fn uv(self, shade: f64) -> [f64; 2] {
        let columns = f64::from(WIDTH);
        let row = f64::from(self as u8) + 0.5;
        [
            (0.5 + shade.clamp(0.0, 1.0) * (columns - 1.0)) / columns,
            row * f64::from(ROW_HEIGHT) / f64::from(HEIGHT),
        ]
    }

    /// Colours in deep shadow, plain and in full light, 8 bits a channel, as shown on screen.
    fn ramp(self) -> [[u8; 3]; 3] {
        match self {
            Self::Skin => [[198, 126, 106], [246, 192, 158], [254, 214, 184]],
            Self::Hair => [[52, 24, 26], [134, 68, 38], [184, 104, 54]],
            Self::EyeWhite => [[176, 172, 180], [238, 236, 232], [250, 250, 248]],
            Self::Iris => [[20, 74, 84], [42, 132, 138], [84, 186, 182]],
            Self::Dark => [[22, 14, 18], [38, 24, 26], [56, 38, 38]],
            Self::Lip => [[120, 52, 50], [176, 92, 82], [196, 112, 98]],
            Self::Tunic => [[16, 44, 66], [38, 108, 124], [70, 152, 158]],
            Self::Trim => [[112, 70, 30], [214, 168, 84], [240, 206, 128]],
            Self::Shirt => [[128, 112, 108], [226, 212, 186], [246, 238, 220]],
            Self::Trousers => [[38, 36, 52], [88, 82, 98], [122, 114, 126]],
            Self::Leather => [[54, 28, 22], [126, 78, 46], [170, 114, 70]],
            Self::DarkLeather => [[36, 22, 22], [82, 52, 38], [116, 78, 54]],
            Self::Scarf => [[92, 18, 30], [190, 58, 48], [226, 98, 72]],
            Self::Steel => [[84, 92, 112], [190, 198, 208], [236, 240, 244]],
            Self::Gold => [[110, 66, 24], [206, 156, 66], [246, 212, 124]],
            Self::Sole => [[26, 18, 20], [52, 38, 34], [72, 56, 48]],
        }
    }
}

/// The texture as a PNG file: 8-bit RGB, [`WIDTH`] x [`HEIGHT`].
///
/// # Errors
/// [`TextureError::Encode`] if the encoder fails.
pub fn encode_png() -> Result<Vec<u8>, TextureError> {
    let mut pixels = Vec::new();
    for material in MATERIALS {
        for _ in 0..ROW_HEIGHT {
            for column in 0..WIDTH {
                pixels.extend(shade(material.ramp(), column));
            }
        }
    }
    let mut bytes = io::Cursor::new(Vec::new());
    let mut encoder = png::Encoder::new(&mut bytes, WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes.into_inner())
}

/// Colour of one column of a ramp: shadow to plain over the first seven tenths, then to light.
fn shade(ramp: [[u8; 3]; 3], column: u32) -> [u8; 3] {
    let plain = (WIDTH - 1) * 7 / 10;
    let (from, to, step, steps) = if column < plain {
        (ramp[0], ramp[1], column, plain)
    } else {
        (ramp[1], ramp[2], column - plain, WIDTH - 1 - plain)
    };
    std::array::from_fn(|channel| {
        let (a, b) = (u32::from(from[channel]), u32::from(to[channel]));
        let mixed = (a * (steps - step) + b * step + steps / 2) / steps;
        u8::try_from(mixed).unwrap_or(u8::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_the_materials() {
        for (row, material) in MATERIALS.into_iter().enumerate() {
            assert_eq!(material as usize, row);
        }
        assert_eq!(shade(Material::Scarf.ramp(), 0), [92, 18, 30]);
        assert_eq!(shade(Material::Scarf.ramp(), WIDTH - 1), [226, 98, 72]);
    }

    #[test]
    fn coordinates_stay_in_the_middle_of_their_row() {
        let near = |[u, v]: [f64; 2], wanted: [f64; 2]| {
            assert!((u - wanted[0]).abs() < 1e-12 && (v - wanted[1]).abs() < 1e-12, "{u} {v}");
        };
        near(Material::Skin.uv(0.0), [0.5 / 64.0, 8.0 / 256.0]);
        near(Material::Sole.uv(2.0), [63.5 / 64.0, 248.0 / 256.0]);
    }
}
