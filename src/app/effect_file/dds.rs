//! `.dds` files: flat pictures, cubes and volumes, as 8 bits a colour.

use image_dds::Surface;
use image_dds::ddsfile::Dds;

use crate::render::{ImageKind, UserImage};

/// Largest side of a picture.
const MAX_SIZE_PX: u32 = 16384;
/// Most texels of all layers and slices together.
const MAX_TEXELS: u64 = 1 << 28;
/// Most levels: down from the largest side.
const MAX_LEVELS: u32 = 15;

/// The header of a file, as far as it says how much there is (`DDS_HEADER`, Microsoft Learn).
struct Size {
    size_px: [u32; 2],
    depth: u32,
    levels: u32,
    cubes_or_layers: u32,
}

/// Reads a file. Of its levels the first is taken; colours beyond 1 are cut.
///
/// # Errors
/// It is damaged, too large, or of a format or layout that is not read; the text says what it has.
pub(super) fn read(name: String, bytes: &[u8]) -> Result<UserImage, String> {
    let size = size_of(bytes).ok_or("it has not the header of a .dds file")?;
    check(&size)?;
    let dds = Dds::read(bytes).map_err(|error| error.to_string())?;
    let surface = Surface::from_dds(&dds).map_err(|error| error.to_string())?;
    let (layers, depth) = (surface.layers, surface.depth);
    let size_px = [surface.width, surface.height];
    let kind = match (layers, depth) {
        (1, 1) => ImageKind::Flat,
        (6, 1) if size_px[0] == size_px[1] => ImageKind::Cube,
        (1, depth) => ImageKind::Volume(depth),
        (layers, _) => {
            return Err(format!("it has {layers} layers; 1 or the 6 of a cube are read"));
        }
    };
    let decoded = surface.decode_layers_mipmaps_rgba8(0..layers, 0..1);
    let rgba8 = decoded.map_err(|error| error.to_string())?.data;
    let expected = u64::from(layers.max(depth)) * u64::from(size_px[0]) * u64::from(size_px[1]) * 4;
    if rgba8.len() as u64 != expected {
        return Err(format!("it holds {} of {expected} bytes", rgba8.len()));
    }
    Ok(UserImage { name, kind, size_px, rgba8 })
}

fn size_of(bytes: &[u8]) -> Option<Size> {
    let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let is_dds = bytes.get(..4)? == b"DDS ";
    let is_extended = bytes.get(84..88)? == b"DX10";
    is_dds.then_some(Size {
        size_px: [word(16)?, word(12)?],
        depth: word(24)?,
        levels: word(28)?,
        cubes_or_layers: if is_extended { word(140)? } else { 1 },
    })
}

fn check(size: &Size) -> Result<(), String> {
    let [width, height] = size.size_px;
    let layers = size.cubes_or_layers;
    let texels = [width, height, size.depth.max(1), layers]
        .into_iter()
        .try_fold(6_u64, |product, it| product.checked_mul(it.into()));
    let is_good = [width, height].iter().all(|it| (1..=MAX_SIZE_PX).contains(it))
        && size.levels <= MAX_LEVELS
        && texels.is_some_and(|it| it <= MAX_TEXELS * 6);
    if is_good {
        return Ok(());
    }
    let (depth, levels) = (size.depth, size.levels);
    Err(format!(
        "{width} x {height} x {depth} texels, {levels} levels and {layers} layers are not read: sides of up to \
         {MAX_SIZE_PX}, {MAX_TEXELS} texels in all"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of 32-bit texels (`A8R8G8B8`), whose header says that it is a cube or a volume.
    fn file(size_px: [u32; 2], depth: u32, caps2: u32, texels: &[[u8; 4]]) -> Vec<u8> {
        let mut words = [0_u32; 32];
        words[0] = u32::from_le_bytes(*b"DDS ");
        words[1] = 124;
        words[2] = 0x1007 | if depth > 1 { 0x80_0000 } else { 0 };
        (words[3], words[4], words[6]) = (size_px[1], size_px[0], depth);
        words[19] = 32;
        words[20] = 0x41;
        words[22] = 32;
        words[23..27].copy_from_slice(&[0xff_0000, 0xff00, 0xff, 0xff00_0000]);
        words[27] = 0x1008;
        words[28] = caps2;
        let mut bytes: Vec<u8> = words.iter().flat_map(|it| it.to_le_bytes()).collect();
        bytes.extend(texels.iter().flatten());
        bytes
    }

    const CUBE: u32 = 0xfe00;
    const VOLUME: u32 = 0x20_0000;

    fn blue_first(index: u8) -> [u8; 4] {
        [index, 10, 20, 255]
    }

    #[test]
    fn pictures_cubes_and_volumes_are_read() {
        let six: Vec<_> = (0..6).map(blue_first).collect();
        let cube = read("a.dds".to_owned(), &file([1, 1], 0, CUBE, &six)).unwrap();
        assert_eq!((cube.kind, cube.size_px), (ImageKind::Cube, [1, 1]));
        assert_eq!(cube.rgba8[20..], [20, 10, 5, 255]);
        let volume = read("a.dds".to_owned(), &file([2, 1], 3, VOLUME, &six)).unwrap();
        assert_eq!((volume.kind, volume.size_px), (ImageKind::Volume(3), [2, 1]));
        assert_eq!(volume.rgba8[4..8], [20, 10, 1, 255]);
        let flat = read("a.dds".to_owned(), &file([3, 2], 0, 0, &six)).unwrap();
        assert_eq!((flat.kind, flat.size_px, flat.rgba8.len()), (ImageKind::Flat, [3, 2], 24));
    }

    #[test]
    fn damaged_files_are_refused_in_words() {
        let said = |bytes: &[u8]| read("a.dds".to_owned(), bytes).unwrap_err();
        assert_eq!(said(b"PNG"), "it has not the header of a .dds file");
        let texels = [blue_first(0); 6];
        let large = file([40000, 1], 0, 0, &texels);
        assert!(said(&large).contains("40000 x 1"), "{}", said(&large));
        let whole = file([1, 1], 0, CUBE, &texels);
        for end in 0..whole.len() {
            assert!(!said(&whole[..end]).is_empty());
        }
        // Any byte of the header may be anything.
        for at in 4..128 {
            for value in [0, 1, 0x7f, 0xff] {
                let mut bytes = whole.clone();
                bytes[at] = value;
                drop(read("a.dds".to_owned(), &bytes));
                bytes[84..88].copy_from_slice(b"DX10");
                bytes.extend([value; 20]);
                drop(read("a.dds".to_owned(), &bytes));
            }
        }
    }
}
