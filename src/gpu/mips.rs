//! Smaller levels of a texture on the CPU, for formats that the GPU cannot blit.

/// The size of the next smaller level.
pub(super) fn smaller(size_px: [u32; 2]) -> [u32; 2] {
    size_px.map(|it| (it / 2).max(1))
}

/// The next smaller level of 8-bit RGBA: each pixel is the mean of the 2 x 2 it covers, rounded. The
/// last column or row of an odd size is left out, as a blit's filter mostly does.
pub(super) fn box_filtered(pixels: &[u8], size_px: [u32; 2]) -> Vec<u8> {
    let [width, height] = size_px.map(|it| it as usize);
    let [out_width, out_height] = smaller(size_px).map(|it| it as usize);
    let mut out = Vec::with_capacity(out_width * out_height * 4);
    for y in 0..out_height {
        let rows = [(2 * y).min(height - 1), (2 * y + 1).min(height - 1)];
        for x in 0..out_width {
            let columns = [(2 * x).min(width - 1), (2 * x + 1).min(width - 1)];
            for channel in 0..4 {
                let sum = rows
                    .iter()
                    .flat_map(|row| columns.iter().map(move |column| (row * width + column) * 4))
                    .map(|start| u16::from(pixels.get(start + channel).copied().unwrap_or(0)))
                    .sum::<u16>();
                out.push(u8::try_from((sum + 2) / 4).unwrap_or(u8::MAX));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{box_filtered, smaller};

    #[test]
    fn four_pixels_make_their_mean() {
        let pixels = [[0, 10, 255, 1], [0, 20, 255, 1], [0, 30, 255, 1], [2, 40, 255, 2]].concat();
        assert_eq!(box_filtered(&pixels, [2, 2]), [1, 25, 255, 1]);
    }

    #[test]
    fn a_line_shrinks_along_itself() {
        let pixels = [[8, 0, 0, 0], [16, 0, 0, 0], [99, 9, 9, 9]].concat();
        assert_eq!(smaller([3, 1]), [1, 1]);
        assert_eq!(box_filtered(&pixels, [3, 1]), [12, 0, 0, 0]);
        assert_eq!(box_filtered(&pixels, [1, 3]), [12, 0, 0, 0]);
    }
}
