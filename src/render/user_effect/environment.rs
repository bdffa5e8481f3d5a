//! [`Environment`]: what cubes and volumes show that no file is given for - our sky all around, noise, a table of colours.

use std::sync::Arc;

use ash::vk;

use super::texture::{TextureRole, TextureSlot, VolumeKind};
use crate::gpu::{
    Frame, Image, ImageDesc, ImageShape, ImageUse, ImageView, ImageViewDesc, Load, PassDesc,
    TargetFormats, TargetView, Upload,
};
use crate::render::shadow::ShadowInputs;
use crate::render::shared::CameraMatrices;
use crate::render::sky_effect::SkyEffect;
use crate::render::{Light, RenderError, Scene, Sky};

/// Texels along a side of a face.
const FACE_PX: u32 = 128;
/// Texels along a side of a volume.
const VOLUME_PX: u32 = 32;
/// Texels between the points that noise is random at; the side of a volume is a multiple.
const NOISE_CELL_PX: u32 = 4;

/// What cubes and volumes show; only what an effect reads is made.
pub(super) struct Environment {
    cube: Option<Cube>,
    volumes: Vec<(VolumeKind, Arc<Image>)>,
}

/// The sky in all directions.
struct Cube {
    faces: Vec<TargetView>,
    // Keep what is in the faces.
    _views: Vec<ImageView>,
    image: Arc<Image>,
    /// What is drawn on it.
    shows: Option<(Sky, Light)>,
}

impl Environment {
    /// Makes what the textures need.
    ///
    /// # Errors
    /// No memory.
    pub(super) fn new(
        upload: &mut Upload<'_>,
        textures: &[TextureSlot],
    ) -> Result<Self, RenderError> {
        let wants = |role| textures.iter().any(|it| it.role == role);
        let cube = if wants(TextureRole::Environment) { Some(Cube::new(upload)?) } else { None };
        let mut volumes = Vec::new();
        for kind in [VolumeKind::Noise, VolumeKind::Colors] {
            if wants(TextureRole::Volume(kind)) {
                volumes.push((kind, Arc::new(volume(upload, kind)?)));
            }
        }
        Ok(Self { cube, volumes })
    }

    /// The sky as a cube.
    pub(super) fn cube(&self) -> Option<&Arc<Image>> {
        self.cube.as_ref().map(|it| &it.image)
    }

    /// A volume of a kind.
    pub(super) fn volume(&self, kind: VolumeKind) -> Option<&Arc<Image>> {
        self.volumes.iter().find(|it| it.0 == kind).map(|it| &it.1)
    }

    /// What the sky is drawn to, if it is.
    pub(super) fn formats(&self) -> Option<TargetFormats> {
        self.cube.as_ref()?.faces.first().map(TargetView::formats)
    }

    /// Draws the sky of a scene on the cube, if there is one and it does not show that already.
    ///
    /// # Errors
    /// No memory.
    pub(super) fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        scene: &Scene,
        shadow: &ShadowInputs,
        sky: &mut SkyEffect,
    ) -> Result<(), RenderError> {
        let Some(cube) = &mut self.cube else { return Ok(()) };
        let wanted = (scene.sky, scene.light);
        if cube.shows == Some(wanted) {
            return Ok(());
        }
        frame.transition_discarding(&cube.image, ImageUse::ShaderRead, ImageUse::ColorTarget);
        for (index, face) in cube.faces.iter().enumerate() {
            // The barriers of a pass are for all faces, so none is discarded.
            let desc = PassDesc { label: "sky cube", color: Load::Keep, depth: Load::Discard };
            frame.begin_pass(face, &desc);
            let camera = CameraMatrices::of_cube_face(index);
            let drawn = sky.draw(frame, &camera, scene, shadow);
            frame.end_pass();
            drawn?;
        }
        if let Some(face) = cube.faces.last() {
            frame.finish_target(face);
        }
        cube.shows = Some(wanted);
        Ok(())
    }
}

impl Cube {
    fn new(upload: &mut Upload<'_>) -> Result<Self, RenderError> {
        let desc = ImageDesc {
            name: "sky cube",
            shape: ImageShape::Cube,
            size_px: [FACE_PX; 2],
            mip_count: 1,
            format: vk::Format::R8G8B8A8_UNORM,
            usage: vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::SAMPLED,
            samples: vk::SampleCountFlags::TYPE_1,
        };
        let image = Arc::new(upload.zero_image(&desc, ImageUse::ShaderRead)?);
        let view_of = |layer: u32| {
            let layers = layer..layer + 1;
            ImageView::new(&image, &ImageViewDesc { shape: ImageShape::D2, mips: 0..1, layers })
        };
        let views = (0..6).map(view_of).collect::<Result<Vec<_>, _>>()?;
        let target = |view| TargetView::of_images(&[Some(view)], None, ImageUse::ShaderRead);
        let faces = views.iter().map(target).collect::<Result<_, _>>()?;
        Ok(Self { faces, _views: views, image, shows: None })
    }
}

/// The colour of a texel of a volume, by its place.
type Texel = fn([u32; 3]) -> [u8; 4];

fn volume(upload: &mut Upload<'_>, kind: VolumeKind) -> Result<Image, RenderError> {
    let (name, texel): (_, Texel) = match kind {
        VolumeKind::Noise => ("noise", noise),
        VolumeKind::Colors => ("table of colours", own_color),
    };
    let mut texels = Vec::with_capacity(VOLUME_PX.pow(3) as usize * 4);
    for z in 0..VOLUME_PX {
        for y in 0..VOLUME_PX {
            for x in 0..VOLUME_PX {
                texels.extend(texel([x, y, z]));
            }
        }
    }
    let desc = ImageDesc {
        name,
        shape: ImageShape::D3(VOLUME_PX),
        size_px: [VOLUME_PX; 2],
        mip_count: 1,
        format: vk::Format::R8G8B8A8_UNORM,
        usage: vk::ImageUsageFlags::empty(),
        samples: vk::SampleCountFlags::TYPE_1,
    };
    Ok(upload.image(&desc, &texels)?)
}

/// The colour that a table which changes none has at a texel.
fn own_color([r, g, b]: [u32; 3]) -> [u8; 4] {
    let value = |at: u32| byte(at as f32 / (VOLUME_PX - 1) as f32);
    [value(r), value(g), value(b), 255]
}

/// Random values at the corners of cells, mixed smoothly between them; it tiles.
fn noise(texel: [u32; 3]) -> [u8; 4] {
    let cells = VOLUME_PX / NOISE_CELL_PX;
    let cell = texel.map(|it| it / NOISE_CELL_PX);
    let within = texel.map(|it| {
        let t = (it % NOISE_CELL_PX) as f32 / NOISE_CELL_PX as f32;
        t * t * (3.0 - 2.0 * t)
    });
    [0, 1, 2, 3].map(|channel: u32| {
        let mut sum = 0.0;
        for corner in 0..8_u32 {
            let steps = [corner & 1, corner >> 1 & 1, corner >> 2];
            let mut weight = 1.0;
            let mut at = [0; 3];
            for axis in 0..3 {
                weight *= if steps[axis] == 1 { within[axis] } else { 1.0 - within[axis] };
                at[axis] = (cell[axis] + steps[axis]) % cells;
            }
            sum += weight * random([at[0], at[1], at[2], channel]);
        }
        byte(sum)
    })
}

/// A number from 0 to 1 that looks random (the finaliser of `MurmurHash3`, Austin Appleby, public domain).
fn random(of: [u32; 4]) -> f32 {
    let mut hash = of
        .iter()
        .fold(0x9e37_79b9_u32, |hash, it| (hash ^ it).wrapping_mul(0x85eb_ca6b).rotate_left(13));
    hash = (hash ^ hash >> 16).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ hash >> 13).wrapping_mul(0xc2b2_ae35);
    (hash ^ hash >> 16) as f32 / u32::MAX as f32
}

#[expect(clippy::cast_possible_truncation, reason = "clamped")]
#[expect(clippy::cast_sign_loss, reason = "clamped")]
fn byte(number: f32) -> u8 {
    (number * 255.0).round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_tiles_and_fills_its_range() {
        let all: Vec<[u8; 4]> =
            (0..VOLUME_PX).flat_map(|x| (0..VOLUME_PX).map(move |y| noise([x, y, 7]))).collect();
        for channel in 0..4 {
            let values = || all.iter().map(|it| it[channel]);
            let mean = values().map(f32::from).sum::<f32>() / all.len() as f32;
            assert!((96.0..160.0).contains(&mean), "{channel}: {mean}");
            assert!(values().max() > Some(200) && values().min() < Some(55));
        }
        // From one texel to the next, also over the edge.
        let step = |a: [u8; 4], b: [u8; 4]| a[0].abs_diff(b[0]);
        for y in 0..VOLUME_PX {
            assert!(step(noise([VOLUME_PX - 1, y, 0]), noise([0, y, 0])) < 110);
        }
        assert!(all.iter().any(|it| it[0].abs_diff(it[1]) > 60), "channels differ");
    }

    #[test]
    fn the_table_of_colours_changes_none() {
        assert_eq!(own_color([0, 0, 0]), [0, 0, 0, 255]);
        assert_eq!(own_color([VOLUME_PX - 1, 0, VOLUME_PX - 1]), [255, 0, 255, 255]);
    }
}
