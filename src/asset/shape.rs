//! [`Model::from_triangles`]: models that a program makes itself, without a file.

use nalgebra::{Matrix4, Vector2, Vector3, Vector4};

use super::{
    Joint, JointIdx, Material, Mesh, Model, Skeleton, SkinSlot, SlotIdx, Transform, Vertices,
};

/// Why triangles are no model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// There is not one normal a position.
    #[error("{positions} positions have {normals} normals; expected one each")]
    NormalCount {
        /// Number of positions.
        positions: usize,
        /// Number of normals.
        normals: usize,
    },
    /// The indices are not three a triangle.
    #[error("{count} indices are no triangles; expected three each")]
    IndexCount {
        /// Number of indices.
        count: usize,
    },
    /// An index names no vertex.
    #[error("index {index} is past the last of {positions} positions")]
    Index {
        /// The index.
        index: u32,
        /// Number of positions.
        positions: usize,
    },
}

impl Model {
    /// A model of one mesh that nothing moves: opaque, in one colour (red, green and blue as display values from 0 to
    /// 1), without textures and without highlights.
    ///
    /// Positions are metres, with one normal of unit length each; every three indices are a triangle, clockwise as
    /// seen from its front. The fields of the result are there to be changed.
    ///
    /// ```
    /// use nalgebra::Vector3;
    /// use sinew::asset::Model;
    ///
    /// let corners = [[-1.0, 0.0], [0.0, 2.0], [1.0, 0.0]].map(|[x, y]| Vector3::new(x, y, 0.0));
    /// let sail = Model::from_triangles("sail", &corners, &[-Vector3::z(); 3], &[0, 1, 2], [0.9; 3])?;
    /// assert_eq!(sail.meshes[0].vertices.positions.len(), 3);
    /// # Ok::<(), sinew::asset::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// Another number of normals than of positions, indices that are no triangles, an index without a vertex.
    pub fn from_triangles(
        name: &str,
        positions: &[Vector3<f32>],
        normals: &[Vector3<f32>],
        indices: &[u32],
        color: [f32; 3],
    ) -> Result<Self, ShapeError> {
        let count = positions.len();
        if normals.len() != count {
            return Err(ShapeError::NormalCount { positions: count, normals: normals.len() });
        }
        if !indices.len().is_multiple_of(3) {
            return Err(ShapeError::IndexCount { count: indices.len() });
        }
        if let Some(index) = indices.iter().find(|it| **it as usize >= count) {
            return Err(ShapeError::Index { index: *index, positions: count });
        }
        let vertices = Vertices {
            positions: positions.to_vec(),
            normals: normals.to_vec(),
            tangents: vec![Vector4::zeros(); count],
            uvs: vec![Vector2::zeros(); count],
            colors: vec![Vector4::repeat(1.0); count],
            slots: vec![[SlotIdx(0); 4]; count],
            weights: vec![Vector4::x(); count],
            ..Vertices::default()
        };
        let mesh = Mesh {
            name: name.to_owned(),
            node: 0,
            source: (0, 0),
            skin: None,
            material: 0,
            vertices,
            file_vertices: Vec::new(),
            indices: indices.to_vec(),
            morph_targets: Vec::new(),
            morph_weights: Vec::new(),
        };
        let material = Material::plain(name, Vector3::from(color).push(1.0));
        Ok(Self {
            name: name.to_owned(),
            skeleton: Skeleton::single(Joint {
                name: name.to_owned(),
                parent: None,
                rest: Transform::IDENTITY,
                node: 0,
            }),
            node_ids: Vec::new(),
            slots: vec![SkinSlot { joint: JointIdx(0), inverse_bind: Matrix4::identity() }],
            meshes: vec![mesh],
            materials: vec![material],
            images: Vec::new(),
            clips: Vec::new(),
            notes: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_triangle_is_refused() {
        let point = [Vector3::zeros(); 3];
        let make = |normals: usize, indices: &[u32]| {
            Model::from_triangles("shape", &point, &point[..normals], indices, [1.0; 3])
        };
        let refused = |made: Result<Model, ShapeError>| made.unwrap_err();
        let normals = ShapeError::NormalCount { positions: 3, normals: 2 };
        assert_eq!(refused(make(2, &[0, 1, 2])), normals);
        assert_eq!(refused(make(3, &[0, 1])), ShapeError::IndexCount { count: 2 });
        assert_eq!(refused(make(3, &[0, 1, 3])), ShapeError::Index { index: 3, positions: 3 });
        let model = make(3, &[0, 1, 2]).unwrap();
        assert_eq!(model.skeleton.joints().len(), 1);
        assert_eq!(model.meshes[0].vertices.influences(2).collect::<Vec<_>>(), [(SlotIdx(0), 1.0)]);
    }
}
