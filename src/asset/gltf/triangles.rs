//! Triangle lists from all modes of primitives.

use ::gltf::json::mesh::Mode;

use crate::asset::import::Notes;

/// The indices of a triangle list with the file's winding, from any of the triangle modes.
///
/// `None` for points and lines.
pub(super) fn triangle_list(
    mode: Mode,
    indices: Vec<u32>,
    at: &str,
    notes: &mut Notes,
) -> Option<Vec<u32>> {
    match mode {
        Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip => None,
        Mode::Triangles => {
            let mut indices = indices;
            let rest = indices.len() % 3;
            if rest != 0 {
                notes
                    .add(format!("{at}: {rest} indices after the last whole triangle are ignored"));
                indices.truncate(indices.len() - rest);
            }
            Some(indices)
        }
        Mode::TriangleStrip => {
            // Every second triangle of a strip is wound the other way round.
            let triangle = |(number, it): (usize, &[u32])| {
                if number % 2 == 0 { [it[0], it[1], it[2]] } else { [it[0], it[2], it[1]] }
            };
            Some(indices.windows(3).enumerate().flat_map(triangle).collect())
        }
        Mode::TriangleFan => {
            let Some((first, rest)) = indices.split_first() else {
                return Some(Vec::new());
            };
            Some(rest.windows(2).flat_map(|it| [it[0], it[1], *first]).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_and_fans_keep_the_winding() {
        let mut notes = Notes::default();
        let mut list =
            |mode, indices: &[u32]| triangle_list(mode, indices.to_vec(), "mesh 0", &mut notes);
        assert_eq!(list(Mode::TriangleStrip, &[4, 5, 6, 7]).unwrap(), [4, 5, 6, 5, 7, 6]);
        assert_eq!(list(Mode::TriangleStrip, &[4, 5]).unwrap(), [0; 0]);
        assert_eq!(list(Mode::TriangleFan, &[4, 5, 6, 7]).unwrap(), [5, 6, 4, 6, 7, 4]);
        assert_eq!(list(Mode::TriangleFan, &[]).unwrap(), [0; 0]);
        assert_eq!(list(Mode::Triangles, &[1, 2, 3, 4]).unwrap(), [1, 2, 3]);
        assert_eq!(list(Mode::Lines, &[1, 2]), None);
        assert_eq!(
            notes.into_vec(),
            ["mesh 0: 1 indices after the last whole triangle are ignored"]
        );
    }
}
