//! The one conversion from right-handed files to the program's left-handed world: a mirror of Z.
//!
//! ```text
//! points, displacements      (x, y, z)     ->  ( x,  y, -z)
//! quaternions                (x, y, z, w)  ->  (-x, -y,  z, w)
//! matrices                   M             ->  S M S,  S = diag(1, 1, -1, 1)
//! tangents                   (x, y, z, w)  ->  ( x,  y, -z, -w)   the bitangent's sign flips
//! triangles                  (a, b, c)     ->  (a, c, b)          fronts become clockwise
//! scales, weights, colours, texture coordinates: as they are
//! ```
//!
//! All of these are linear, so the tangents of cubic keys convert like their values.

use nalgebra::{Matrix4, Quaternion, Vector3};

use super::{Clip, Joint, Mesh, SkinSlot, Track};

/// Mirrors Z of everything that has a direction, in place.
pub(super) fn mirror_z(
    joints: &mut [Joint],
    slots: &mut [SkinSlot],
    meshes: &mut [Mesh],
    clips: &mut [Clip],
) {
    for joint in joints {
        mirror_vector(&mut joint.rest.translation);
        mirror_quaternion(&mut joint.rest.rotation);
    }
    for slot in slots {
        mirror_matrix(&mut slot.inverse_bind);
    }
    for mesh in meshes {
        mirror_mesh(mesh);
    }
    for clip in clips {
        for tracks in &mut clip.joints {
            mirror_track(tracks.translation.as_mut(), mirror_vector);
            mirror_track(tracks.rotation.as_mut(), mirror_quaternion);
        }
    }
}

fn mirror_mesh(mesh: &mut Mesh) {
    let vertices = &mut mesh.vertices;
    vertices.positions.iter_mut().for_each(mirror_vector);
    vertices.normals.iter_mut().for_each(mirror_vector);
    for tangent in &mut vertices.tangents {
        tangent.z = -tangent.z;
        tangent.w = -tangent.w;
    }
    for target in &mut mesh.morph_targets {
        target.positions.iter_mut().for_each(mirror_vector);
        target.normals.iter_mut().for_each(mirror_vector);
        target.tangents.iter_mut().for_each(mirror_vector);
    }
    for triangle in mesh.indices.chunks_exact_mut(3) {
        triangle.swap(1, 2);
    }
}

fn mirror_track<T>(track: Option<&mut Track<T>>, mirror: fn(&mut T)) {
    if let Some(track) = track {
        track.values.iter_mut().for_each(mirror);
    }
}

fn mirror_vector(vector: &mut Vector3<f32>) {
    vector.z = -vector.z;
}

fn mirror_quaternion(quaternion: &mut Quaternion<f32>) {
    quaternion.coords.x = -quaternion.coords.x;
    quaternion.coords.y = -quaternion.coords.y;
}

fn mirror_matrix(matrix: &mut Matrix4<f32>) {
    for axis in [0, 1, 3] {
        matrix[(2, axis)] = -matrix[(2, axis)];
        matrix[(axis, 2)] = -matrix[(axis, 2)];
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector4;

    use super::*;
    use crate::asset::Transform;

    const S: Vector4<f32> = Vector4::new(1.0, 1.0, -1.0, 1.0);

    #[test]
    fn quaternions_and_translations_mirror_as_their_matrix_does() {
        let right = Transform {
            translation: Vector3::new(1.0, -2.0, 3.0),
            rotation: Quaternion::new(0.3, -0.5, 0.2, 0.7),
            scale: Vector3::new(1.0, 2.0, -0.5),
        };
        let mut left = right;
        mirror_vector(&mut left.translation);
        mirror_quaternion(&mut left.rotation);
        let s = Matrix4::from_diagonal(&S);
        let expected = s * right.to_matrix() * s;
        assert!((left.to_matrix() - expected).norm() < 1e-6, "{left:?}");
    }

    #[test]
    fn matrices_become_s_m_s() {
        let mut matrix = Matrix4::from_fn(|row, column| (row * 4 + column + 1) as f32);
        let s = Matrix4::from_diagonal(&S);
        let expected = s * matrix * s;
        mirror_matrix(&mut matrix);
        assert_eq!(matrix, expected);
    }
}
