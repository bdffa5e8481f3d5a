//! What `sinew info` says of a model: the joint tree, clips, meshes, materials, and how it bakes.

use std::fmt::Write as _;

use serde::Serialize;

use crate::anim::{self, BakeLimits, BakeOptions, ClipIdx, DensityLimit, ErrorBound, TransformMap};
use crate::asset::{AlphaMode, Clip, Interpolation, Model, Texture, Track};

use super::progress::Progress;
use super::{AppError, one_line};

/// What desktop GPUs (and lavapipe) take; drawing uses the limits of the device at hand.
const DESKTOP_WIDTH_TEXELS: u32 = 16_384;
const DESKTOP_LAYERS: u32 = 2048;

/// A report shows wider models than any GPU draws, and says so.
const REPORT_LIMITS: BakeLimits = BakeLimits {
    max_rows: 16_384,
    max_layers: u32::MAX,
    max_width_texels: u32::MAX,
    max_bytes: 1 << 30,
};

/// Everything that `sinew info` prints. Lengths are metres, times seconds.
#[derive(Debug, Serialize)]
pub struct ModelReport {
    file: String,
    /// Largest side of the box of the rest pose.
    extent_m: f32,
    joints: Vec<JointReport>,
    clips: Vec<ClipReport>,
    meshes: Vec<MeshReport>,
    materials: Vec<MaterialReport>,
    images: Vec<ImageReport>,
    bake: BakeReport,
    /// What was ignored or repaired, and why.
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct JointReport {
    name: String,
    /// Index into this list, always of an earlier joint.
    parent: Option<u16>,
    /// Index of the node in the file.
    node: u32,
}

#[derive(Debug, Serialize)]
struct ClipReport {
    name: String,
    first_key_s: f32,
    last_key_s: f32,
    /// Animated properties of joints and weights of morph targets.
    tracks: usize,
    /// Keys of all tracks.
    keys: usize,
    /// As glTF calls them, in the order they come.
    interpolations: Vec<&'static str>,
}

#[derive(Debug, Serialize)]
struct MeshReport {
    name: String,
    /// Index of its node in the file.
    node: u32,
    /// Index of its skin in the file; none moves with its node.
    skin: Option<u32>,
    vertices: usize,
    triangles: usize,
    /// Most joints that move one vertex.
    max_influences: usize,
    morph_targets: usize,
    /// Index into the materials.
    material: usize,
}

#[derive(Debug, Serialize)]
struct MaterialReport {
    name: String,
    base_color: [f32; 4],
    /// Index into the images, as the next.
    diffuse_map: Option<usize>,
    normal_map: Option<usize>,
    /// `opaque`, `blended`, or with the alpha below which it is cut out.
    alpha: String,
    double_sided: bool,
}

#[derive(Debug, Serialize)]
struct ImageReport {
    name: String,
    size_px: [u32; 2],
}

#[derive(Debug, Serialize)]
struct BakeReport {
    /// Four for each skin matrix.
    width_texels: usize,
    /// Rows of the longest clip.
    rows: u32,
    /// One a clip.
    layers: u32,
    /// Size of the image array.
    bytes: usize,
    /// The error that was allowed.
    error_bound_m: f32,
    clips: Vec<BakedClipReport>,
}

#[derive(Debug, Serialize)]
struct BakedClipReport {
    name: String,
    rows: u32,
    rows_per_s: f64,
    /// Authored frames a second.
    frame_rate_per_s: f64,
    /// Lines a second of the grid that the keys are on.
    key_rate_per_s: f64,
    /// Rows for each of these lines.
    rows_per_key: u32,
    keys_on_rows: bool,
    /// Largest distance of a vertex from its exact place, half way between rows.
    max_error_m: f32,
    mean_error_m: f64,
    bound_met: bool,
}

impl ModelReport {
    /// Bakes the model and measures every vertex of every clip.
    ///
    /// # Errors
    /// The model cannot be baked.
    pub fn new(file: &str, model: &Model, bound: ErrorBound) -> Result<Self, AppError> {
        let options = BakeOptions { error_bound: bound, limits: REPORT_LIMITS };
        let map = {
            let progress = Progress::new("baking", model.clips.len());
            anim::bake_with_progress(model, &options, &|done| progress.set_done(done))?
        };
        let extent_m = map.extent_m();
        Ok(Self {
            file: file.to_owned(),
            extent_m,
            joints: joints(model),
            clips: model.clips.iter().map(ClipReport::new).collect(),
            meshes: meshes(model),
            materials: materials(model),
            images: model
                .images
                .iter()
                .map(|image| ImageReport { name: image.name.clone(), size_px: image.size_px })
                .collect(),
            bake: BakeReport::new(model, &map, bound, extent_m)?,
            notes: model.notes.iter().cloned().chain(misfits(&map)).collect(),
        })
    }

    /// The report as text for people, ending in a line break.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_text(&mut text);
        text
    }

    fn write_text(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "{}", one_line(&self.file))?;
        writeln!(out, "  extent {} m", rounded(f64::from(self.extent_m)))?;
        writeln!(out, "\njoints: {}", self.joints.len())?;
        self.write_joint_tree(out)?;
        writeln!(out, "\nclips: {}", self.clips.len())?;
        for (index, clip) in self.clips.iter().enumerate() {
            writeln!(
                out,
                "  {index}  {}: {} to {} s, {}, {}, {}",
                one_line(&clip.name),
                rounded(f64::from(clip.first_key_s)),
                rounded(f64::from(clip.last_key_s)),
                counted(clip.tracks, "track"),
                counted(clip.keys, "key"),
                clip.interpolations.join(" and ")
            )?;
        }
        writeln!(out, "\nmeshes: {}", self.meshes.len())?;
        for mesh in &self.meshes {
            let skin = mesh.skin.map_or("rigid".to_owned(), |skin| format!("skin {skin}"));
            write!(
                out,
                "  {} (node {}, {skin}): {} vertices, {}, up to {}, material {}",
                one_line(&mesh.name),
                mesh.node,
                mesh.vertices,
                counted(mesh.triangles, "triangle"),
                counted(mesh.max_influences, "influence"),
                mesh.material
            )?;
            match mesh.morph_targets {
                0 => writeln!(out)?,
                count => writeln!(out, ", {}", counted(count, "morph target"))?,
            }
        }
        self.write_materials(out)?;
        self.bake.write_text(out)?;
        if !self.notes.is_empty() {
            writeln!(out, "\nnotes:")?;
            for note in &self.notes {
                writeln!(out, "  {}", one_line(note))?;
            }
        }
        Ok(())
    }

    fn write_joint_tree(&self, out: &mut String) -> std::fmt::Result {
        let mut children = vec![Vec::new(); self.joints.len()];
        let mut roots = Vec::new();
        for (index, joint) in self.joints.iter().enumerate() {
            match joint.parent {
                Some(parent) => children[usize::from(parent)].push(index),
                None => roots.push(index),
            }
        }
        // A stack instead of recursion: joint chains are as deep as the file says.
        let mut open: Vec<(usize, usize)> = roots.into_iter().rev().map(|it| (it, 1)).collect();
        while let Some((index, depth)) = open.pop() {
            let name = one_line(&self.joints[index].name);
            writeln!(out, "{:indent$}{name}", "", indent = 2 * depth.min(60))?;
            open.extend(children[index].iter().rev().map(|child| (*child, depth + 1)));
        }
        Ok(())
    }

    fn write_materials(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "\nmaterials: {}", self.materials.len())?;
        for (index, material) in self.materials.iter().enumerate() {
            let [r, g, b, a] = material.base_color.map(|it| rounded(f64::from(it)));
            write!(out, "  {index}  {}: colour {r} {g} {b} {a}", one_line(&material.name))?;
            for (what, image) in
                [("diffuse", material.diffuse_map), ("normal", material.normal_map)]
            {
                if let Some(image) = image {
                    write!(out, ", {what} map {image}")?;
                }
            }
            let sides = if material.double_sided { ", both sides" } else { "" };
            writeln!(out, ", {}{sides}", material.alpha)?;
        }
        if !self.images.is_empty() {
            writeln!(out, "\nimages: {}", self.images.len())?;
            for (index, ImageReport { name, size_px: [width, height] }) in
                self.images.iter().enumerate()
            {
                writeln!(out, "  {index}  {}: {width}x{height}", one_line(name))?;
            }
        }
        Ok(())
    }
}

impl ClipReport {
    fn new(clip: &Clip) -> Self {
        let mut report = Self {
            name: clip.name.clone(),
            first_key_s: clip.first_key_s,
            last_key_s: clip.last_key_s,
            tracks: 0,
            keys: 0,
            interpolations: Vec::new(),
        };
        for joint in &clip.joints {
            report.count(joint.translation.as_ref());
            report.count(joint.rotation.as_ref());
            report.count(joint.scale.as_ref());
        }
        for morph in &clip.morphs {
            report.count(Some(&morph.track));
        }
        report
    }

    fn count<T>(&mut self, track: Option<&Track<T>>) {
        let Some(track) = track else { return };
        self.tracks += 1;
        self.keys += track.times_s.len();
        let name = match track.interpolation {
            Interpolation::Step => "STEP",
            Interpolation::Linear => "LINEAR",
            Interpolation::CubicSpline => "CUBICSPLINE",
        };
        if !self.interpolations.contains(&name) {
            self.interpolations.push(name);
        }
    }
}

impl BakeReport {
    fn new(
        model: &Model,
        map: &TransformMap,
        bound: ErrorBound,
        extent_m: f32,
    ) -> Result<Self, AppError> {
        let mut clips = Vec::with_capacity(map.clips.len());
        let progress = Progress::new("measuring", map.clips.len());
        for (index, rows) in (0..).zip(&map.clips) {
            progress.set_done(usize::from(index));
            let measured = anim::measure_vertex_error(model, map, ClipIdx(index))?;
            clips.push(BakedClipReport {
                name: rows.name.clone(),
                rows: rows.row_count,
                rows_per_s: rows.rows_per_s,
                frame_rate_per_s: rows.frame_rate_per_s,
                key_rate_per_s: rows.key_rate_per_s,
                rows_per_key: rows.key_rows,
                keys_on_rows: rows.keys_on_rows,
                max_error_m: measured.max_m,
                mean_error_m: measured.mean_m,
                bound_met: rows.limit == DensityLimit::BoundMet,
            });
        }
        Ok(Self {
            width_texels: map.width_texels(),
            rows: map.row_count,
            layers: map.layer_count,
            bytes: map.size_bytes(),
            error_bound_m: match bound {
                ErrorBound::Relative(fraction) => fraction * extent_m,
                ErrorBound::Metres(metres) => metres,
            },
            clips,
        })
    }

    fn write_text(&self, out: &mut String) -> std::fmt::Result {
        writeln!(
            out,
            "\nTransformMap: {} x {} texels, {}, {} KiB; errors up to {} m were allowed",
            self.width_texels,
            self.rows,
            counted(self.layers as usize, "layer"),
            self.bytes.div_ceil(1024),
            rounded(f64::from(self.error_bound_m))
        )?;
        for clip in &self.clips {
            let keys = match (clip.keys_on_rows, clip.rows_per_key) {
                (true, 1) => "every key on a row".to_owned(),
                (true, rows) => format!("every key on a row, {rows} rows a key"),
                (false, _) => "keys between rows".to_owned(),
            };
            let missed = if clip.bound_met { "" } else { ", more than was allowed" };
            writeln!(
                out,
                "  {}: {} rows at {} a second ({keys}); error at most {} m, mean {} m{missed}",
                one_line(&clip.name),
                clip.rows,
                rounded(clip.rows_per_s),
                rounded(f64::from(clip.max_error_m)),
                rounded(clip.mean_error_m)
            )?;
        }
        Ok(())
    }
}

/// What keeps GPUs from drawing the baked model.
fn misfits(map: &TransformMap) -> Vec<String> {
    let mut notes = Vec::new();
    let (width, layers) = (map.width_texels(), map.layer_count);
    if width as u64 > u64::from(DESKTOP_WIDTH_TEXELS) {
        notes.push(format!(
            "the TransformMap is {width} texels wide ({} skin matrices x 4); most GPUs take {DESKTOP_WIDTH_TEXELS} \
             and cannot draw this model",
            map.slot_count
        ));
    }
    if layers > DESKTOP_LAYERS {
        notes.push(format!(
            "the TransformMap has {layers} layers, one a clip; most GPUs take {DESKTOP_LAYERS} and cannot draw this model"
        ));
    }
    notes
}

fn joints(model: &Model) -> Vec<JointReport> {
    let report = |joint: &crate::asset::Joint| JointReport {
        name: joint.name.clone(),
        parent: joint.parent.map(|parent| parent.0),
        node: joint.node,
    };
    model.skeleton.joints().iter().map(report).collect()
}

fn meshes(model: &Model) -> Vec<MeshReport> {
    let report = |mesh: &crate::asset::Mesh| MeshReport {
        name: mesh.name.clone(),
        node: mesh.node,
        skin: mesh.skin,
        vertices: mesh.vertices.positions.len(),
        triangles: mesh.indices.len() / 3,
        max_influences: mesh.vertices.max_influences(),
        morph_targets: mesh.morph_targets.len(),
        material: mesh.material,
    };
    model.meshes.iter().map(report).collect()
}

fn materials(model: &Model) -> Vec<MaterialReport> {
    let image = |texture: Option<Texture>| texture.map(|texture| texture.image);
    let report = |material: &crate::asset::Material| MaterialReport {
        name: material.name.clone(),
        base_color: material.base_color.into(),
        diffuse_map: image(material.diffuse_map),
        normal_map: image(material.normal_map),
        alpha: match material.alpha_mode {
            AlphaMode::Opaque => "opaque".to_owned(),
            AlphaMode::Mask(cutoff) => format!("cut out below alpha {cutoff}"),
            AlphaMode::Blend => "blended".to_owned(),
        },
        double_sided: material.double_sided,
    };
    model.materials.iter().map(report).collect()
}

/// A count with its noun, in the plural where there is not one.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A number with four significant digits, without trailing zeros.
fn rounded(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let magnitude = value.abs().log10().floor();
    if magnitude < -5.0 {
        return format!("{value:.2e}");
    }
    let scale = 10_f64.powf(3.0 - magnitude);
    ((value * scale).round() / scale).to_string()
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn numbers_keep_four_digits() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (1.483_215, "1.483"),
            (166.837, "166.8"),
            (12345.6, "12350"),
            (0.000_123_456, "0.0001235"),
            (1.234e-7, "1.23e-7"),
            (-2.5, "-2.5"),
        ] {
            assert_eq!(rounded(value), text);
        }
    }
}
