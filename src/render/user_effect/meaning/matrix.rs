//! Matrices by name: products of the way from object space to clip space, and those of the shadow map.

use super::super::words::{without_back, without_front};
use super::{Meaning, Product};

/// Words before the name of a matrix.
pub(super) const MATRIX_FRONT: &[&str] = &[
    "g",
    "m",
    "mat",
    "mtx",
    "mx",
    "matrix",
    "x",
    "k",
    "cb",
    "u",
    "the",
    "f",
    "n",
    "xf",
    "transform",
    "tm",
];
/// Words after it.
const MATRIX_BACK: &[&str] =
    &["matrix", "mat", "mtx", "xf", "xform", "transform", "transforms", "tm", "4", "x"];

/// Names that are no products of words.
const MATRIX_NAMES: &[(&str, Product, bool)] = &[
    ("objecttoworld", Product::World, false),
    ("localtoworld", Product::World, false),
    ("modeltoworld", Product::World, false),
    ("worldtoobject", Product::World, true),
    ("worldtolocal", Product::World, true),
    ("worldtoview", Product::View, false),
    ("worldtocamera", Product::View, false),
    ("viewtoworld", Product::View, true),
    ("cameratoworld", Product::View, true),
    ("viewtoprojection", Product::Projection, false),
    ("viewtoclip", Product::Projection, false),
    ("worldtoeye", Product::View, false),
    ("eyetoworld", Product::View, true),
    ("objecttoview", Product::WorldView, false),
    ("localtoview", Product::WorldView, false),
    ("modeltoview", Product::WorldView, false),
    ("cameratoclip", Product::Projection, false),
    ("viewtoproj", Product::Projection, false),
    ("viewtoscreen", Product::Projection, false),
    ("projectiontoview", Product::Projection, true),
    ("projtoview", Product::Projection, true),
    ("cliptoview", Product::Projection, true),
    ("projectiontoworld", Product::ViewProjection, true),
    ("projtoworld", Product::ViewProjection, true),
    ("cliptoworld", Product::ViewProjection, true),
    ("screentoworld", Product::ViewProjection, true),
    ("worldtoproj", Product::ViewProjection, false),
    ("objecttoproj", Product::WorldViewProjection, false),
    ("objecttoscreen", Product::WorldViewProjection, false),
    ("localtoclip", Product::WorldViewProjection, false),
    ("localtoscreen", Product::WorldViewProjection, false),
    ("localtoprojection", Product::WorldViewProjection, false),
    ("modeltoclip", Product::WorldViewProjection, false),
    ("modeltoprojection", Product::WorldViewProjection, false),
    ("worldtoprojection", Product::ViewProjection, false),
    ("worldtoclip", Product::ViewProjection, false),
    ("worldtoscreen", Product::ViewProjection, false),
    ("objecttoclip", Product::WorldViewProjection, false),
    ("objecttoprojection", Product::WorldViewProjection, false),
];

/// Names of what normals are multiplied by into world space.
const NORMAL_NAMES: &[&str] = &["normal", "worldnormal", "normalworld", "normaltoworld"];

/// What the words of a product mean: `w`, `v`, `p` for the matrices, `c` for the camera's, `l` for vvvv's layers (here
/// none moves anything), `i` and `t` for inverse and transpose. Longer ones first.
const MATRIX_WORDS: &[(&str, &str)] = &[
    ("projection", "p"),
    ("transposed", "t"),
    ("transpose", "t"),
    ("inverse", "i"),
    ("project", "p"),
    ("cameras", "c"),
    ("camera", "c"),
    ("invert", "i"),
    ("object", "w"),
    ("world", "w"),
    ("layer", "l"),
    ("model", "w"),
    ("trans", "t"),
    ("view", "v"),
    ("proj", "p"),
    ("wvp", "wvp"),
    ("mvp", "wvp"),
    ("inv", "i"),
    ("wv", "wv"),
    ("mv", "wv"),
    ("vp", "vp"),
    ("it", "it"),
    ("w", "w"),
    ("v", "v"),
    ("p", "p"),
    ("i", "i"),
];

/// Names of what takes world space to the shadow map, and whether on to texture coordinates.
const SHADOW_NAMES: &[(&str, bool)] = &[
    ("shadowvp", false),
    ("shadowviewproj", false),
    ("shadowviewprojection", false),
    ("lightvp", false),
    ("lightviewproj", false),
    ("lightviewprojection", false),
    ("worldtoshadow", false),
    ("worldtolight", false),
    ("shadowtransform", true),
];

/// Reads a name as a matrix of the shadow map.
pub(super) fn shadow_matrix(all: &[String]) -> Option<Meaning> {
    let words = without_back(without_front(all, MATRIX_FRONT), &["matrix", "mat", "mtx"]);
    let text = words.concat();
    let (_, is_to_texture) = SHADOW_NAMES.iter().find(|it| it.0 == text)?;
    Some(Meaning::ShadowMatrix { is_to_texture: *is_to_texture })
}

/// Reads a name as a product of matrices.
pub(super) fn matrix(all: &[String]) -> Option<Meaning> {
    let words = without_back(without_front(all, MATRIX_FRONT), MATRIX_BACK);
    let text = words.concat();
    if let Some((_, product, is_inverse)) = MATRIX_NAMES.iter().find(|it| it.0 == text) {
        let (product, is_inverse) = (*product, *is_inverse);
        return Some(Meaning::Matrix { product, is_inverse, is_transpose: false });
    }
    if NORMAL_NAMES.contains(&text.as_str()) {
        let product = Product::World;
        return Some(Meaning::Matrix { product, is_inverse: true, is_transpose: true });
    }
    let mut rest = text.as_str();
    let (mut letters, mut is_inverse, mut is_transpose) = (String::new(), false, false);
    while !rest.is_empty() {
        let (word, means) = MATRIX_WORDS.iter().find(|it| rest.starts_with(it.0))?;
        for letter in means.chars() {
            let is_new = match letter {
                'i' => !std::mem::replace(&mut is_inverse, true),
                't' => !std::mem::replace(&mut is_transpose, true),
                letter => {
                    letters.push(letter);
                    true
                }
            };
            if !is_new {
                return None;
            }
        }
        rest = &rest[word.len()..];
    }
    // Some write products as they are for column vectors.
    let product = match letters.as_str() {
        "l" => Product::Identity,
        "w" | "wl" => Product::World,
        "v" | "c" | "cv" | "lv" => Product::View,
        "p" | "cp" => Product::Projection,
        "wv" | "wlv" => Product::WorldView,
        "vp" | "pv" | "cvp" | "lvp" => Product::ViewProjection,
        "wvp" | "wp" | "pvw" | "wlvp" => Product::WorldViewProjection,
        _ => return None,
    };
    Some(Meaning::Matrix { product, is_inverse, is_transpose })
}
