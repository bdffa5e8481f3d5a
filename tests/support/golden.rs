//! Golden pictures: what lavapipe drew when somebody looked at it and found it right.
//!
//! `UPDATE_GOLDEN=name` (or `all`) writes the picture of that name; a missing one fails. On a difference
//! the picture that came and a map of the differences are left in `target/golden/`.

#![expect(clippy::panic, reason = "tests fail by it")]

use std::path::{Path, PathBuf};

/// Largest mean FLIP error. lavapipe gives the same picture with any number of threads; other versions of its
/// compiler round otherwise here and there.
const MAX_MEAN_FLIP: f32 = 0.002;

/// A picture, rows from the top, four bytes a pixel.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) size_px: [u32; 2],
    pub(crate) rgba8: Vec<u8>,
}

impl Picture {
    pub(crate) fn read(path: &Path) -> Self {
        let image = image::open(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
            .into_rgba8();
        Self { size_px: [image.width(), image.height()], rgba8: image.into_raw() }
    }

    fn write(&self, path: &Path) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let [width, height] = self.size_px;
        image::save_buffer(path, &self.rgba8, width, height, image::ColorType::Rgba8).unwrap();
    }

    fn to_flip(&self) -> nv_flip::FlipImageRgb8 {
        let rgb: Vec<u8> = self.rgba8.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
        nv_flip::FlipImageRgb8::with_data(self.size_px[0], self.size_px[1], &rgb)
    }
}

fn golden_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.png"))
}

/// Mean FLIP error of two pictures of one size, and its map as a picture.
fn flip(expected: &Picture, actual: &Picture) -> (f32, Picture) {
    let map =
        nv_flip::flip(expected.to_flip(), actual.to_flip(), nv_flip::DEFAULT_PIXELS_PER_DEGREE);
    let mean = nv_flip::FlipPool::from_image(&map).mean();
    let colored = map.apply_color_lut(&nv_flip::magma_lut()).to_vec();
    let rgba8 = colored.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect();
    (mean, Picture { size_px: actual.size_px, rgba8 })
}

/// Compares a picture with the golden one of that name; `driver` is noted beside a new golden.
#[track_caller]
pub(crate) fn assert_golden(name: &str, actual: &Picture, driver: &str) {
    let path = golden_path(name);
    let update = std::env::var("UPDATE_GOLDEN").unwrap_or_default();
    if update.split(',').any(|it| it == name || it == "all") {
        actual.write(&path);
        std::fs::write(path.with_extension("txt"), format!("{driver}\n")).unwrap();
        return;
    }
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/golden");
    let came = results.join(format!("{name}.actual.png"));
    if !path.is_file() {
        actual.write(&came);
        panic!(
            "there is no golden picture {}; look at {} and, if it is right, run with UPDATE_GOLDEN={name}",
            path.display(),
            came.display()
        );
    }
    let expected = Picture::read(&path);
    if expected.size_px != actual.size_px {
        actual.write(&came);
        panic!("{name}: {:?} pixels, expected {:?}", actual.size_px, expected.size_px);
    }
    let (mean, map) = flip(&expected, actual);
    if mean > MAX_MEAN_FLIP {
        actual.write(&came);
        let difference = results.join(format!("{name}.difference.png"));
        map.write(&difference);
        panic!(
            "{name}: mean FLIP {mean}, at most {MAX_MEAN_FLIP} allowed; look at {} and {}",
            came.display(),
            difference.display()
        );
    }
}

#[test]
fn flip_sees_a_small_square() {
    let gray = Picture { size_px: [64, 64], rgba8: [128, 128, 128, 255].repeat(64 * 64) };
    assert!(flip(&gray, &gray).0 < 1e-6);
    let mut marked = gray.clone();
    for y in 20..28 {
        for x in 20..28 {
            marked.rgba8[(y * 64 + x) * 4] = 255;
        }
    }
    assert!(flip(&gray, &marked).0 > MAX_MEAN_FLIP);
}
