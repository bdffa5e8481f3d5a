//! Props of the scene demo: models that nothing moves, made by code of this project.

mod banner;
mod masonry;
mod shape;
mod texture;
mod wood;

use std::f32::consts::PI;

use nalgebra::{Matrix4, Vector3, Vector4};

use self::shape::Shape;
use super::AppError;
use crate::anim::{self, BakeOptions};
use crate::asset::{
    Image, Joint, JointIdx, Material, Model, Skeleton, SkinSlot, Texture, Transform, Wrap,
};
use crate::render::{ModelId, Renderer};

pub(super) use masonry::{DAIS_HEIGHT_M, DAIS_RADIUS_M, PLINTH_HEIGHT_M, lying_drum};
pub(super) use texture::unit;

/// A kind of prop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prop {
    Column,
    BrokenColumn,
    Drum,
    Plinth,
    Dais,
    Boulder,
    Crate,
    Barrel,
    RedBanner,
    BlueBanner,
    /// From matte to shiny.
    Sphere(Ball),
}

/// What a sphere is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ball {
    Chalk,
    Clay,
    Glaze,
    Brass,
    Steel,
}

/// Radius of the spheres, metres.
pub(super) const BALL_RADIUS_M: f32 = 0.3;

impl Prop {
    /// All of them, in the order of [`PropIds`].
    pub(super) const ALL: [Self; 15] = [
        Self::Column,
        Self::BrokenColumn,
        Self::Drum,
        Self::Plinth,
        Self::Dais,
        Self::Boulder,
        Self::Crate,
        Self::Barrel,
        Self::RedBanner,
        Self::BlueBanner,
        Self::Sphere(Ball::Chalk),
        Self::Sphere(Ball::Clay),
        Self::Sphere(Ball::Glaze),
        Self::Sphere(Ball::Brass),
        Self::Sphere(Ball::Steel),
    ];

    fn model(self) -> Result<Model, AppError> {
        match self {
            Self::Column => masonry::column(),
            Self::BrokenColumn => masonry::broken_column(),
            Self::Drum => masonry::drum(),
            Self::Plinth => masonry::plinth(),
            Self::Dais => masonry::dais(),
            Self::Boulder => masonry::boulder(),
            Self::Crate => wood::crate_of_planks(),
            Self::Barrel => wood::barrel(),
            Self::RedBanner => banner::banner("red banner", [0.62, 0.15, 0.14]),
            Self::BlueBanner => banner::banner("blue banner", [0.15, 0.26, 0.47]),
            Self::Sphere(ball) => sphere(ball),
        }
        .into_model()
    }
}

/// Where the renderer holds the props.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropIds(Vec<ModelId>);

impl PropIds {
    /// Makes the props and hands them to a renderer.
    ///
    /// # Errors
    /// No memory, or more than the GPU allows.
    pub fn add_to(renderer: &mut Renderer) -> Result<Self, AppError> {
        let add = |prop: &Prop| {
            let model = prop.model()?;
            let map = anim::bake(&model, &BakeOptions::default())?;
            Ok(renderer.add_model(&model, &map)?)
        };
        Ok(Self(Prop::ALL.iter().map(add).collect::<Result<_, AppError>>()?))
    }

    /// Each prop with its model.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Prop, ModelId)> {
        Prop::ALL.into_iter().zip(self.0.iter().copied())
    }
}

/// A piece of a prop, on a node of its own.
struct Part {
    name: &'static str,
    /// Height of its node above the ground, metres.
    height_m: f32,
    shape: Shape,
    material: usize,
}

impl Part {
    /// In the first material.
    fn new(name: &'static str, height_m: f32, shape: Shape) -> Self {
        Self { name, height_m, shape, material: 0 }
    }

    fn of(self, material: usize) -> Self {
        Self { material, ..self }
    }
}

/// A prop under construction.
struct PropModel {
    name: &'static str,
    parts: Vec<Part>,
    materials: Vec<Material>,
    images: Vec<Image>,
}

impl PropModel {
    fn into_model(self) -> Result<Model, AppError> {
        let joint = |(node, part): (u32, &Part)| Joint {
            name: part.name.to_owned(),
            parent: None,
            rest: Transform { translation: Vector3::y() * part.height_m, ..Transform::IDENTITY },
            node,
        };
        let joints = (0..).zip(&self.parts).map(joint).collect();
        let skeleton =
            Skeleton::new(joints).map_err(|source| AppError::Refused(source.to_string()))?;
        let slot = |joint| SkinSlot { joint: JointIdx(joint), inverse_bind: Matrix4::identity() };
        let mesh = |(node, part): (u16, Part)| part.shape.into_mesh(part.name, node, part.material);
        Ok(Model {
            name: self.name.to_owned(),
            skeleton,
            node_ids: Vec::new(),
            slots: (0..).zip(&self.parts).map(|(joint, _)| slot(joint)).collect(),
            meshes: (0..).zip(self.parts).map(mesh).collect(),
            materials: self.materials,
            images: self.images,
            clips: Vec::new(),
            notes: Vec::new(),
        })
    }
}

/// An opaque material with one side.
fn material(name: &str, color: [f32; 3], specular: f32) -> Material {
    let [r, g, b] = color;
    Material {
        specular: Vector3::repeat(specular),
        ..Material::plain(name, Vector4::new(r, g, b, 1.0))
    }
}

/// Metal: what it mirrors has a colour, and of its own it shows little.
fn metal(name: &str, mirror: [f32; 3], specular_power: f32, reflectivity: f32) -> Material {
    Material {
        specular: mirror.into(),
        specular_power,
        reflectivity,
        ..material(name, mirror.map(|it| it * 0.6), 0.0)
    }
}

/// A material with an image for its colour and one for its relief, by their places.
fn textured(name: &str, specular: f32, diffuse: usize, normal: usize) -> Material {
    let texture = |image| Some(Texture { image, wrap: [Wrap::Repeat; 2], nearest: false });
    Material {
        diffuse_map: texture(diffuse),
        normal_map: texture(normal),
        ..material(name, [1.0; 3], specular)
    }
}

/// A sphere about its middle.
fn sphere(ball: Ball) -> PropModel {
    let material = match ball {
        Ball::Chalk => material("chalk sphere", [0.88, 0.86, 0.82], 0.0),
        Ball::Clay => {
            Material { specular_power: 28.0, ..material("clay sphere", [0.70, 0.36, 0.25], 0.14) }
        }
        Ball::Glaze => Material {
            specular_power: 220.0,
            reflectivity: 0.6,
            ..material("glazed sphere", [0.06, 0.30, 0.44], 0.22)
        },
        Ball::Brass => metal("brass sphere", [1.0, 0.70, 0.30], 120.0, 0.85),
        Ball::Steel => metal("steel sphere", [0.86, 0.88, 0.92], 400.0, 0.96),
    };
    let mut shape = Shape::default();
    let curve = |v: f32| {
        let tilt = v * PI;
        (BALL_RADIUS_M * tilt.sin(), -BALL_RADIUS_M * tilt.cos())
    };
    shape.turned([64, 32], [2.0, 1.0], curve, |_| 1.0);
    PropModel {
        name: "sphere",
        parts: vec![Part::new("sphere", 0.0, shape)],
        materials: vec![material],
        images: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anim::rest_bounds;

    #[test]
    fn props_stand_on_the_ground_and_are_of_a_useful_size() {
        for prop in Prop::ALL {
            let model = prop.model().unwrap();
            let bounds = rest_bounds(&model);
            let low = match prop {
                Prop::Sphere(_) => -BALL_RADIUS_M,
                _ => 0.0,
            };
            assert!((bounds.min.y - low).abs() < 1e-3, "{prop:?}: {bounds:?}");
            let size = bounds.max - bounds.min;
            assert!(size.min() > 0.1 && size.max() < 5.0, "{prop:?}: {size}");
            let triangles: usize = model.meshes.iter().map(|it| it.indices.len() / 3).sum();
            assert!(triangles < 8000, "{prop:?}: {triangles} triangles");
        }
    }

    #[test]
    fn normals_are_units_and_fronts_look_along_them() {
        for prop in Prop::ALL {
            let model = prop.model().unwrap();
            for mesh in &model.meshes {
                let vertices = &mesh.vertices;
                assert!(vertices.normals.iter().all(|it| (it.norm() - 1.0).abs() < 1e-3));
                for triangle in mesh.indices.chunks_exact(3) {
                    let place = |it: usize| vertices.positions[triangle[it] as usize];
                    let front = (place(1) - place(0)).cross(&(place(2) - place(0)));
                    let normal: Vector3<f32> =
                        triangle.iter().map(|it| vertices.normals[*it as usize]).sum();
                    let is_thin = front.norm() < 2e-6;
                    let cosine = front.normalize().dot(&normal.normalize());
                    assert!(is_thin || cosine > -0.2, "{prop:?} '{}': {cosine}", mesh.name);
                }
            }
        }
    }
}
