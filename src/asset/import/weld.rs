//! [`weld`]: corners of triangles that agree in every stream become one vertex.

use std::collections::HashMap;

/// The different corners, in the order they come, and the index of each corner among them.
///
/// A corner is an index into each of `N` streams.
pub(in crate::asset) fn weld<const N: usize>(corners: &[[u32; N]]) -> (Vec<[u32; N]>, Vec<u32>) {
    let mut place_of_corner: HashMap<[u32; N], u32> = HashMap::new();
    let mut stored = Vec::new();
    let mut indices = Vec::with_capacity(corners.len());
    for corner in corners {
        indices.push(*place_of_corner.entry(*corner).or_insert_with(|| {
            stored.push(*corner);
            // Fewer than the file has bytes, which is at most 2^30.
            u32::try_from(stored.len() - 1).unwrap_or(u32::MAX)
        }));
    }
    (stored, indices)
}
