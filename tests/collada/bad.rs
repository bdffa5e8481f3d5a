//! Broken and hostile documents.

use std::time::{Duration, Instant};

use super::{document, error_of, error_of_bytes, geometry, import, scene};

const NODE: &str = r##"<node id="n"><instance_geometry url="#g"/></node>"##;

#[track_caller]
fn check_mesh(positions: &str, primitives: &str, expected: &str) {
    let text = error_of(&format!("{}{}", geometry(positions, primitives), scene(NODE)));
    assert!(text.contains(expected) && text.starts_with("line "), "'{text}' lacks '{expected}'");
}

#[test]
fn broken_meshes_are_refused_with_their_place() {
    let vertex = r##"<input semantic="VERTEX" source="#v" offset="0"/>"##;
    let triangle = |p: &str| format!("<triangles count=\"1\">{vertex}<p>{p}</p></triangles>");
    let points = "0 0 0 1 0 0 0 1 0";
    check_mesh(points, &triangle("0 1 3"), "index 3; the source has 3 elements");
    check_mesh(points, &triangle("0 1 -1"), "index -1");
    check_mesh(points, &triangle("0 1 99999999999"), "value 2 is '99999999999'; expected a number");
    check_mesh("0 0 0 1 0 zero 0 1 0", &triangle("0 1 2"), "value 5 is 'zero'");
    check_mesh("0 0 0 1 0 NaN 0 1 0", &triangle("0 1 2"), "value 5 is 'NaN'");
    let polygons =
        format!("<polylist count=\"1\">{vertex}<vcount>3 4</vcount><p>0 1 2 0 1 2</p></polylist>");
    check_mesh(points, &polygons, "polygon 1 has 4 corners; <p> has 3 more");
    let negative =
        format!("<polylist count=\"1\">{vertex}<vcount>-3</vcount><p>0 1 2</p></polylist>");
    check_mesh(points, &negative, "polygon 0 has -3 corners");
    let apart = format!(
        "<triangles>{vertex}<input semantic=\"NORMAL\" source=\"#gone\" offset=\"1\"/><p>0 0</p></triangles>"
    );
    check_mesh(points, &apart, "source '#gone'; there is no <source> of that id");
    let wide = "<triangles><input semantic=\"VERTEX\" source=\"#v\" offset=\"4000000000\"/><p>0</p></triangles>";
    check_mesh(points, wide, "offset 4000000000; expected at most 1000");
}

#[test]
fn accessors_do_not_reach_past_their_arrays() {
    let shape = geometry(
        "0 0 0 1 0 0 0 1 0",
        "<triangles><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles>",
    );
    for (from, to, expected) in [
        ("count=\"3\" stride", "count=\"4\" stride", "4 elements of stride 3 from 0 on"),
        (
            "count=\"3\" stride",
            "offset=\"1\" count=\"3\" stride",
            "3 elements of stride 3 from 1 on",
        ),
        (
            "count=\"3\" stride",
            "count=\"18446744073709551615\" stride",
            "18446744073709551615 elements",
        ),
        ("count=\"3\" stride", "count=\"-3\" stride", "count '-3'; expected a whole number"),
        ("count=\"3\" stride", "stride", "has no attribute 'count'"),
        ("stride=\"3\"", "stride=\"0\"", "stride 0"),
        ("stride=\"3\"", "", "stride 1; its parameters have 3 values"),
        ("<technique_common>", "<technique>", ""),
    ] {
        let mended = shape.replacen(from, to, 1);
        assert_ne!(mended, shape);
        let text = error_of(&format!("{mended}{}", scene(NODE)));
        assert!(text.contains(expected), "'{text}' lacks '{expected}'");
    }
}

#[test]
fn what_is_no_collada_is_refused() {
    for (bytes, expected) in [
        (&b""[..], "not valid XML"),
        (b"<COLLADA version=\"1.4.1\">", "not valid XML"),
        (b"<dae/>", "the root element is not <COLLADA>"),
        (b"<COLLADA/>", "no version; expected 1.4 or 1.5"),
        (b"<COLLADA version=\"1.3.0\"/>", "version '1.3.0'; expected 1.4 or 1.5"),
        (b"<COLLADA version=\"1.4.1\">\xff</COLLADA>", "line 1 is not UTF-8"),
    ] {
        let text = error_of_bytes(bytes);
        assert!(text.contains(expected), "'{text}' lacks '{expected}'");
    }
}

#[test]
fn entities_do_not_expand() {
    let bomb = "<!DOCTYPE COLLADA [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><COLLADA version=\"1.4.1\">&b;</COLLADA>";
    assert!(error_of_bytes(bomb.as_bytes()).contains("not valid XML"));
    let file = "<!DOCTYPE COLLADA [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><COLLADA version=\"1.4.1\">&a;</COLLADA>";
    assert!(error_of_bytes(file.as_bytes()).contains("not valid XML"));
}

#[test]
fn deep_and_wide_documents_end_soon() {
    let start = Instant::now();
    let deep =
        document(&scene(&format!("{}{}", "<node>".repeat(60_000), "</node>".repeat(60_000))));
    let model = import("deep.dae", deep.as_bytes(), None).unwrap();
    assert_eq!(model.skeleton.joints().len(), 60_000);
    let wide = document(&scene(&"<node/>".repeat(70_000)));
    assert!(import("wide.dae", wide.as_bytes(), None).is_err());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn mutations_of_a_document_never_panic() {
    let vertex = r##"<input semantic="VERTEX" source="#v" offset="0"/>"##;
    let shape = geometry(
        "0 0 0 1 0 0 1 1 0 0 1 0",
        &format!("<polylist count=\"1\">{vertex}<vcount>4</vcount><p>0 1 2 3</p></polylist>"),
    );
    let moves = super::animation("a", "n/t.X", 1, ("0 1", "0 10", "LINEAR LINEAR"));
    let node = r##"<node id="n"><translate sid="t">1 2 3</translate><instance_geometry url="#g"/></node>"##;
    let text = document(&format!(
        "{shape}<library_animations>{moves}</library_animations>{}",
        scene(node)
    ));
    let whole = import("m.dae", text.as_bytes(), None).unwrap();
    assert_eq!((whole.meshes.len(), whole.clips.len()), (1, 1));
    // A xorshift generator: the same mutations every time.
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % limit as u64).unwrap()
    };
    let pieces = [
        "-1",
        "0",
        "99999999999",
        "1e39",
        "nan",
        "#",
        "<",
        ">",
        "\"",
        "/",
        "&",
        "\0",
        "stride=\"0\"",
        "<p>",
        "</p>",
        "n",
        "",
    ];
    let (mut good, mut bad) = (0, 0);
    for _ in 0..3000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            let end = (at + random(12)).min(bytes.len());
            let piece = pieces[random(pieces.len())].bytes();
            bytes.splice(at..end, piece);
        }
        match import("m.dae", &bytes, None) {
            Ok(_) => good += 1,
            Err(_) => bad += 1,
        }
    }
    assert!(good > 100 && bad > 100, "{good} good, {bad} bad");
}
