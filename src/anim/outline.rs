//! [`outline`]: the outermost points of a model in motion, to set a camera by.

use nalgebra::Vector3;

use super::{ClipIdx, Pose, TransformMap, blended_matrix};
use crate::asset::Model;

/// Rows of a clip that are looked at, spread over its length.
const ROWS: u32 = 9;
/// Vertices of a mesh that are looked at, spread over its list.
const VERTICES: usize = 600;

/// Points of the model in a clip that lie furthest out along the axes, the diagonals of the faces, and those of the
/// cube between them: up to 26, model space, metres. Without a clip, of the rest pose.
///
/// It looks at a sample of vertices and rows: right to within a few hundredths of the extent, and far tighter than
/// [`ClipRows::bounds`](super::ClipRows::bounds), which hold every vertex for certain. A model without vertices gives its joints' places;
/// one without joints, nothing. Morph targets are left out.
#[must_use]
pub fn outline(model: &Model, map: &TransformMap, clip: Option<ClipIdx>) -> Vec<Vector3<f32>> {
    let mut outline = Outline::new();
    let rest = Pose::rest(&model.skeleton);
    let rows = clip.and_then(|clip| Some((clip, map.clips.get(clip.index())?)));
    let skins = match rows {
        None => vec![rest.skin_matrices(&model.skeleton, &model.slots)],
        Some((clip, rows)) => {
            let last = rows.row_count.saturating_sub(1);
            let row = |step: u32| last * step / (ROWS - 1);
            (0..ROWS)
                .map(|step| map.mixed_row(u32::from(clip.0), row(step), row(step), 0.0))
                .collect()
        }
    };
    for mesh in &model.meshes {
        let stride = mesh.vertices.positions.len().div_ceil(VERTICES).max(1);
        for (vertex, position) in mesh.vertices.positions.iter().enumerate().step_by(stride) {
            for skin in &skins {
                outline.add((blended_matrix(mesh, vertex, skin) * position.push(1.0)).xyz());
            }
        }
    }
    if model.meshes.is_empty() {
        for model_from_joint in rest.model_from_joints(&model.skeleton) {
            outline.add(model_from_joint.fixed_view::<3, 1>(0, 3).into_owned());
        }
    }
    outline.furthest.into_iter().filter_map(|(_, _, point)| point).collect()
}

/// For each direction: how far out its furthest point lies, and that point.
struct Outline {
    furthest: Vec<(Vector3<f32>, f32, Option<Vector3<f32>>)>,
}

impl Outline {
    fn new() -> Self {
        let sides = [-1.0, 0.0, 1.0];
        let directions = sides
            .into_iter()
            .flat_map(|x| sides.map(|y| (x, y)))
            .flat_map(|(x, y)| sides.map(|z| Vector3::new(x, y, z)))
            .filter(|direction| direction.norm_squared() > 0.0);
        Self { furthest: directions.map(|it| (it, f32::NEG_INFINITY, None)).collect() }
    }

    fn add(&mut self, point: Vector3<f32>) {
        for (direction, reach, furthest) in &mut self.furthest {
            let reaches = direction.dot(&point);
            if reaches > *reach {
                (*reach, *furthest) = (reaches, Some(point));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outline_of_a_ball_reaches_its_poles() {
        let mut outline = Outline::new();
        for step in 0..2000_u16 {
            // A spiral from pole to pole.
            let height = f32::from(step) / 999.5 - 1.0;
            let angle = f32::from(step) * 2.4;
            let side = (1.0 - height * height).max(0.0).sqrt();
            outline.add(Vector3::new(side * angle.cos(), height, side * angle.sin()) * 3.0);
        }
        assert_eq!(outline.furthest.len(), 26);
        for (direction, reach, point) in outline.furthest {
            assert!(reach / direction.norm() > 2.98, "{direction}: {reach}");
            assert!((point.unwrap().norm() - 3.0).abs() < 1e-4);
        }
    }
}
