//! [`Geometry`]: one primitive of the file as triangles, before a node and a skin place it.

use ::gltf::json;
use json::mesh::Semantic;
use json::validation::Checked;
use nalgebra::{Vector2, Vector3, Vector4};

use super::accessor::{Accessors, Normalise};
use super::document::{Document, element};
use super::influences::read_influences;
use super::material::display;
use super::triangles::triangle_list;
use crate::asset::import::{
    Influences, Notes, Repairs, Result, Within as _, fault, smooth_normals,
};
use crate::asset::{MorphTarget, Vertices};

/// A primitive in the file's space and winding. Slots and weights of the vertices are still empty.
#[derive(Debug)]
pub(super) struct Geometry {
    pub(super) name: String,
    pub(super) primitive: u32,
    pub(super) material: Option<usize>,
    pub(super) vertices: Vertices,
    pub(super) influences: Option<Influences>,
    pub(super) indices: Vec<u32>,
    pub(super) morph_targets: Vec<MorphTarget>,
}

/// Reads all primitives of all meshes that are triangles, also those of meshes that no node carries.
pub(super) fn read_all(
    document: &Document,
    accessors: &Accessors<'_>,
    notes: &mut Notes,
) -> Result<Vec<Vec<Geometry>>> {
    let mut repairs = Repairs::default();
    let mut meshes = Vec::with_capacity(document.meshes.len());
    for (mesh_index, mesh) in document.meshes.iter().enumerate() {
        let mut geometries = Vec::with_capacity(mesh.primitives.len());
        for (index, primitive) in mesh.primitives.iter().enumerate() {
            let mut reader = Reader {
                accessors,
                primitive,
                at: document.primitive_label(mesh_index, index),
                vertex_count: 0,
            };
            if let Some(material) = primitive.material {
                element(&document.materials, "material", material.value(), &reader.at)?;
            }
            let mesh_name = match mesh.name.as_deref() {
                Some(name) if !name.is_empty() => name.to_owned(),
                _ => format!("mesh_{mesh_index}"),
            };
            let name = match mesh.primitives.len() {
                1 => mesh_name,
                _ => format!("{mesh_name}_{index}"),
            };
            if let Some(mut geometry) = reader.read(&mut repairs, notes)? {
                geometry.name = name;
                geometry.primitive = u32::try_from(index).unwrap_or(u32::MAX);
                geometries.push(geometry);
            }
        }
        meshes.push(geometries);
    }
    repairs.note(notes);
    Ok(meshes)
}

struct Reader<'a> {
    accessors: &'a Accessors<'a>,
    primitive: &'a json::mesh::Primitive,
    at: String,
    vertex_count: usize,
}

impl Reader<'_> {
    fn read(&mut self, repairs: &mut Repairs, notes: &mut Notes) -> Result<Option<Geometry>> {
        let Checked::Valid(mode) = self.primitive.mode else {
            return Err(fault(&self.at, "unknown mode; expected 0 to 6"));
        };
        let Some(positions) = self.vectors3(Semantic::Positions)? else {
            notes.add(format!("{} is ignored: it has no POSITION", self.at));
            self.indices(u32::MAX)?;
            return Ok(None);
        };
        self.vertex_count = positions.len();
        self.check_counts()?;
        let Ok(vertex_count) = u32::try_from(positions.len()) else {
            return Err(fault(&self.at, format!("{} vertices", positions.len())));
        };
        if let Some(vertex) = positions.iter().position(|it| !it.iter().all(|it| it.is_finite())) {
            let problem = format!("vertex {vertex} is not finite");
            return Err(fault(format!("{} POSITION", self.at), problem));
        }
        let indices = match self.indices(vertex_count)? {
            Some(indices) => indices,
            None => {
                self.charge(positions.len(), size_of::<u32>())?;
                (0..vertex_count).collect()
            }
        };
        // Strips and fans grow to three indices a triangle.
        self.charge(indices.len(), 3 * size_of::<u32>())?;
        let Some(indices) = triangle_list(mode, indices, &self.at, notes) else {
            notes.add(format!("{} is ignored: points and lines are not drawn", self.at));
            return Ok(None);
        };
        if indices.is_empty() {
            notes.add(format!("{} is ignored: it has no triangle", self.at));
            return Ok(None);
        }
        let normals = self.normals(&positions, &indices, notes)?;
        let vertices = Vertices {
            normals,
            tangents: self.tangents(notes)?,
            uvs: self.uvs(notes)?,
            colors: self.colors(notes)?,
            positions,
            ..Vertices::default()
        };
        let influences = read_influences(
            self.primitive,
            self.vertex_count,
            self.accessors,
            repairs,
            notes,
            &self.at,
        )?;
        Ok(Some(Geometry {
            name: String::new(),
            primitive: 0,
            material: self.primitive.material.map(|it| it.value()),
            vertices,
            influences,
            indices,
            morph_targets: self.morph_targets()?,
        }))
    }

    /// Every attribute has as many elements as there are vertices, also those that are not read.
    fn check_counts(&self) -> Result<()> {
        for (semantic, accessor) in &self.primitive.attributes {
            let at = || format!("{} {}", self.at, semantic.to_string());
            let found = self.accessors.count(accessor.value()).within(at)?;
            if found != self.vertex_count {
                let problem = format!("{found} elements; POSITION has {}", self.vertex_count);
                return Err(fault(at(), problem));
            }
        }
        Ok(())
    }

    fn indices(&self, vertex_count: u32) -> Result<Option<Vec<u32>>> {
        let Some(accessor) = self.primitive.indices else { return Ok(None) };
        let at = || format!("{} indices", self.at);
        let indices = self.accessors.integers::<1>(accessor.value()).within(at)?;
        match indices.iter().position(|[index]| *index >= vertex_count) {
            None => Ok(Some(indices.into_iter().flatten().collect())),
            Some(place) => {
                let problem = format!(
                    "index {place} is {}; there are {vertex_count} vertices",
                    indices[place][0]
                );
                Err(fault(at(), problem))
            }
        }
    }

    fn normals(
        &self,
        positions: &[Vector3<f32>],
        triangles: &[u32],
        notes: &mut Notes,
    ) -> Result<Vec<Vector3<f32>>> {
        let Some(mut normals) = self.vectors3(Semantic::Normals)? else {
            self.charge(positions.len(), 3 * size_of::<Vector3<f32>>())?;
            notes.add(format!("{} has no normals: smooth ones are computed", self.at));
            return Ok(smooth_normals(positions, triangles));
        };
        let mut bad = 0;
        for normal in &mut normals {
            match normal
                .try_normalize(f32::MIN_POSITIVE)
                .filter(|it| it.iter().all(|it| it.is_finite()))
            {
                Some(unit) => *normal = unit,
                None => {
                    *normal = Vector3::zeros();
                    bad += 1;
                }
            }
        }
        if bad > 0 {
            notes.add(format!("{}: {bad} normals have no direction and are computed", self.at));
            self.charge(positions.len(), 3 * size_of::<Vector3<f32>>())?;
            let computed = smooth_normals(positions, triangles);
            for (normal, computed) in normals.iter_mut().zip(computed) {
                if *normal == Vector3::zeros() {
                    *normal = computed;
                }
            }
        }
        Ok(normals)
    }

    fn tangents(&self, notes: &mut Notes) -> Result<Vec<Vector4<f32>>> {
        let Some(values) = self.floats::<4>(Semantic::Tangents, Normalise::ByFlag)? else {
            self.charge(self.vertex_count, size_of::<Vector4<f32>>())?;
            return Ok(vec![Vector4::zeros(); self.vertex_count]);
        };
        let mut bad = 0;
        let tangents = values
            .into_iter()
            .map(|[x, y, z, w]| {
                let unit = Vector3::new(x, y, z).try_normalize(f32::MIN_POSITIVE);
                match unit.filter(|it| it.iter().all(|it| it.is_finite())) {
                    Some(unit) => unit.push(if w < 0.0 { -1.0 } else { 1.0 }),
                    None => {
                        bad += 1;
                        Vector4::zeros()
                    }
                }
            })
            .collect();
        if bad > 0 {
            notes.add(format!("{}: {bad} tangents have no direction and are zero", self.at));
        }
        Ok(tangents)
    }

    fn uvs(&self, notes: &mut Notes) -> Result<Vec<Vector2<f32>>> {
        let Some(mut values) = self.floats::<2>(Semantic::TexCoords(0), Normalise::ByFlag)? else {
            self.charge(self.vertex_count, size_of::<Vector2<f32>>())?;
            return Ok(vec![Vector2::zeros(); self.vertex_count]);
        };
        self.replace_non_finite(&mut values, "TEXCOORD_0", notes);
        Ok(values.into_iter().map(Vector2::from).collect())
    }

    /// Vertex colours are linear in the file and become display values, as the base colour does.
    fn colors(&self, notes: &mut Notes) -> Result<Vec<Vector4<f32>>> {
        let semantic = Semantic::Colors(0);
        let white = Vector4::repeat(1.0);
        let Some(accessor) = self.attribute(semantic.clone()) else {
            self.charge(self.vertex_count, size_of::<Vector4<f32>>())?;
            return Ok(vec![white; self.vertex_count]);
        };
        let lanes = self.accessors.lanes(accessor).within(|| format!("{} COLOR_0", self.at))?;
        let mut values = if lanes == 3 {
            let rgb = self.floats::<3>(semantic, Normalise::Integers)?.unwrap_or_default();
            self.charge(rgb.len(), size_of::<Vector4<f32>>())?;
            rgb.into_iter().map(|[r, g, b]| [r, g, b, 1.0]).collect()
        } else {
            self.floats::<4>(semantic, Normalise::Integers)?.unwrap_or_default()
        };
        self.replace_non_finite(&mut values, "COLOR_0", notes);
        let encoded = |[r, g, b, a]: [f32; 4]| Vector4::new(display(r), display(g), display(b), a);
        Ok(values.into_iter().map(encoded).collect())
    }

    fn morph_targets(&self) -> Result<Vec<MorphTarget>> {
        let targets = self.primitive.targets.iter().flatten().enumerate();
        let read = |(number, target): (usize, &json::mesh::MorphTarget)| {
            let stream = |accessor: Option<json::Index<json::Accessor>>, name: &str| {
                let Some(accessor) = accessor else { return Ok(Vec::new()) };
                let at = || format!("{} target {number} {name}", self.at);
                let values = self
                    .accessors
                    .finite_floats::<3>(accessor.value(), Normalise::ByFlag)
                    .within(at)?;
                if values.len() != self.vertex_count {
                    let problem =
                        format!("{} elements; POSITION has {}", values.len(), self.vertex_count);
                    return Err(fault(at(), problem));
                }
                Ok(values.into_iter().map(Vector3::from).collect())
            };
            Ok(MorphTarget {
                positions: stream(target.positions, "POSITION")?,
                normals: stream(target.normals, "NORMAL")?,
                tangents: stream(target.tangents, "TANGENT")?,
            })
        };
        targets.map(read).collect()
    }

    fn replace_non_finite<const N: usize>(
        &self,
        values: &mut [[f32; N]],
        name: &str,
        notes: &mut Notes,
    ) {
        let mut bad = 0;
        for value in values.iter_mut().flatten().filter(|it| !it.is_finite()) {
            *value = 0.0;
            bad += 1;
        }
        if bad > 0 {
            notes.add(format!("{} {name}: {bad} numbers are not finite and are zero", self.at));
        }
    }

    fn attribute(&self, semantic: Semantic) -> Option<usize> {
        self.primitive.attributes.get(&Checked::Valid(semantic)).map(json::Index::value)
    }

    fn floats<const N: usize>(
        &self,
        semantic: Semantic,
        normalise: Normalise,
    ) -> Result<Option<Vec<[f32; N]>>> {
        let name = semantic.to_string();
        let Some(accessor) = self.attribute(semantic) else { return Ok(None) };
        let values = self.accessors.floats::<N>(accessor, normalise);
        Ok(Some(values.within(|| format!("{} {name}", self.at))?))
    }

    fn vectors3(&self, semantic: Semantic) -> Result<Option<Vec<Vector3<f32>>>> {
        let values = self.floats::<3>(semantic, Normalise::ByFlag)?;
        Ok(values.map(|values| values.into_iter().map(Vector3::from).collect()))
    }

    fn charge(&self, count: usize, element_bytes: usize) -> Result<()> {
        self.accessors.budget().charge(|| self.at.clone(), count, element_bytes)
    }
}
