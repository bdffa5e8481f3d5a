//! Primitives, normals and texture coordinates.

use nalgebra::{Vector2, Vector3};

use super::{geometry, import_text, scene, source};
use sinew::asset::Model;

const NODE: &str = r##"<node id="n"><instance_geometry url="#g"/></node>"##;
const SQUARE: &str = "0 0 0 1 0 0 1 1 0 0 1 0";

#[track_caller]
fn model(positions: &str, primitives: &str) -> Model {
    import_text(&format!("{}{}", geometry(positions, primitives), scene(NODE)))
}

fn input(semantic: &str, source: &str, offset: usize) -> String {
    format!(r##"<input semantic="{semantic}" source="#{source}" offset="{offset}"/>"##)
}

/// Corners of the triangles as vertices of the file, in the file's winding.
fn triangles(model: &Model) -> Vec<[u32; 3]> {
    let mesh = &model.meshes[0];
    let vertex = |it: u32| mesh.file_vertices[it as usize];
    mesh.indices
        .chunks_exact(3)
        // Import turns fronts clockwise by swapping the last two.
        .map(|it| [vertex(it[0]), vertex(it[2]), vertex(it[1])])
        .collect()
}

#[test]
fn every_kind_of_primitive_becomes_triangles() {
    let vertex = input("VERTEX", "v", 0);
    for (primitives, expected) in [
        (format!("<triangles count=\"1\">{vertex}<p>0 1 2</p></triangles>"), vec![[0, 1, 2]]),
        (
            format!(
                "<polylist count=\"2\">{vertex}<vcount>3 4</vcount><p>0 1 2 0 1 2 3</p></polylist>"
            ),
            vec![[0, 1, 2], [0, 1, 2], [0, 2, 3]],
        ),
        (
            format!("<polygons count=\"2\">{vertex}<p>0 1 2 3</p><p>1 2 3</p></polygons>"),
            vec![[0, 1, 2], [0, 2, 3], [1, 2, 3]],
        ),
        (
            format!("<tristrips count=\"2\">{vertex}<p>0 1 3 2</p><p>0 1 2</p></tristrips>"),
            vec![[0, 1, 3], [1, 2, 3], [0, 1, 2]],
        ),
        (
            format!("<trifans count=\"1\">{vertex}<p>0 1 2 3</p></trifans>"),
            vec![[0, 1, 2], [0, 2, 3]],
        ),
    ] {
        assert_eq!(triangles(&model(SQUARE, &primitives)), expected, "{primitives}");
    }
}

#[test]
fn a_hole_is_cut_out() {
    let positions = "0 0 0 4 0 0 4 4 0 0 4 0 1 1 0 1 2 0 2 2 0 2 1 0";
    let vertex = input("VERTEX", "v", 0);
    let model = model(
        positions,
        &format!("<polygons count=\"1\">{vertex}<ph><p>0 1 2 3</p><h>4 5 6 7</h></ph></polygons>"),
    );
    let places = &model.meshes[0].vertices.positions;
    let area: f32 = model.meshes[0]
        .indices
        .chunks_exact(3)
        .map(|it| {
            let [a, b, c] = [it[0], it[1], it[2]].map(|it| places[it as usize]);
            (b - a).cross(&(c - a)).norm() / 2.0
        })
        .sum();
    assert!((area - 15.0).abs() < 1e-5, "{area}");
}

#[test]
fn corners_with_other_normals_are_other_vertices_of_one_file_vertex() {
    let extra =
        format!("{}{}", source("no", 3, "0 0 1 0 0 2 1 0 0"), source("uv", 2, "0 0 1 0 1 0.75"));
    let inputs = [input("VERTEX", "v", 0), input("NORMAL", "no", 1), input("TEXCOORD", "uv", 2)];
    // The last vertex of the file is in no triangle.
    let model = model(
        SQUARE,
        &format!(
            "{extra}<triangles material=\"m\" count=\"2\">{}<p>0 0 0 1 0 1 2 0 2  0 1 0 2 2 2 1 0 1</p></triangles>",
            inputs.concat()
        ),
    );
    let mesh = &model.meshes[0];
    assert_eq!(mesh.file_vertices, [0, 1, 2, 0, 2, 3]);
    assert_eq!(mesh.vertices.normals[0], -Vector3::z(), "z is mirrored");
    assert_eq!(mesh.vertices.normals[3], -Vector3::z(), "brought to unit length");
    assert_eq!(mesh.vertices.normals[4], Vector3::x());
    // v goes down in the program, up in the file.
    assert_eq!(mesh.vertices.uvs[2], Vector2::new(1.0, 0.25));
    assert_eq!(mesh.indices, [0, 2, 1, 3, 1, 4]);
    assert!(
        model.notes.iter().any(|it| it.contains("'m' is bound to nothing")),
        "{:?}",
        model.notes
    );
}

#[test]
fn missing_normals_are_smooth_across_seams_of_textures() {
    let extra = source("uv", 2, "0 0 1 0 1 1 0.5 0.5");
    let inputs = [input("VERTEX", "v", 0), input("TEXCOORD", "uv", 1)].concat();
    // A roof: two triangles that share an edge, whose corners have other texture coordinates on either side.
    let model = model(
        "0 1 0 0 1 1 1 0 0 -1 0 0",
        &format!(
            "{extra}<triangles count=\"2\">{inputs}<p>0 0 1 1 2 2  0 3 3 0 1 2</p></triangles>"
        ),
    );
    let mesh = &model.meshes[0];
    let of = |vertex: u32| -> Vec<Vector3<f32>> {
        let all = mesh.file_vertices.iter().zip(&mesh.vertices.normals);
        all.filter(|it| *it.0 == vertex).map(|it| *it.1).collect()
    };
    assert_eq!(of(0).len(), 2);
    assert_eq!(of(0)[0], of(0)[1]);
    assert!((of(0)[0] - Vector3::y()).norm() < 1e-6, "{}", of(0)[0]);
}

#[test]
fn lines_alone_are_nothing_and_said_so() {
    let vertex = input("VERTEX", "v", 0);
    let model = model(SQUARE, &format!("<lines count=\"1\">{vertex}<p>0 1</p></lines>"));
    assert!(model.meshes.is_empty());
    assert!(model.notes[0].contains("lines are not drawn"), "{:?}", model.notes);
    assert!(model.notes[1].contains("has no triangle"), "{:?}", model.notes);
}
