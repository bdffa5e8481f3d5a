//! [`UserImage`]: a picture for a texture of the user's effect - flat, a cube, a volume.

use std::borrow::Cow;

use ash::vk;
use effectc::effect::ResourceKind;

use crate::gpu::{Image, ImageDesc, ImageShape, Upload};
use crate::render::RenderError;

/// A picture for a texture of the effect.
#[derive(Clone, PartialEq, Eq)]
pub struct UserImage {
    /// Name of its file.
    pub name: String,
    /// What the texels are.
    pub kind: ImageKind,
    /// Width and height, of a face or slice where there are several.
    pub size_px: [u32; 2],
    /// Rows from the top, four bytes a texel; face after face, slice after slice.
    pub rgba8: Vec<u8>,
}

/// What the texels of a picture are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageKind {
    /// A plain picture.
    Flat,
    /// Six square faces: +X -X +Y -Y +Z -Z, as Direct3D has them.
    Cube,
    /// So many slices.
    Volume(u32),
}

impl std::fmt::Debug for UserImage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UserImage")
            .field("name", &self.name)
            .field("kind", &self.kind)
            .field("size_px", &self.size_px)
            .finish_non_exhaustive()
    }
}

/// Where the faces of a cube lie in a flat picture: column and row of each, and whether it is upside down.
type Faces = [(u32, u32, bool); 6];

/// Layouts by the number of faces across and down: crosses, a row, a column.
const LAYOUTS: [([u32; 2], Faces); 4] = [
    (
        [4, 3],
        [(2, 1, false), (0, 1, false), (1, 0, false), (1, 2, false), (1, 1, false), (3, 1, false)],
    ),
    (
        [3, 4],
        [(2, 1, false), (0, 1, false), (1, 0, false), (1, 2, false), (1, 1, false), (1, 3, true)],
    ),
    (
        [6, 1],
        [(0, 0, false), (1, 0, false), (2, 0, false), (3, 0, false), (4, 0, false), (5, 0, false)],
    ),
    (
        [1, 6],
        [(0, 0, false), (0, 1, false), (0, 2, false), (0, 3, false), (0, 4, false), (0, 5, false)],
    ),
];

impl UserImage {
    /// This picture for a texture of a kind. A cube may come as a flat picture of its six faces: as a cross of 4 x 3 or
    /// 3 x 4 faces, or as a row or column of them in the order +X -X +Y -Y +Z -Z.
    ///
    /// # Errors
    /// It is of another kind; the text says what was expected and what it is.
    pub fn fitted(&self, kind: ResourceKind) -> Result<Cow<'_, Self>, String> {
        let is = match self.kind {
            ImageKind::Flat => "a flat picture",
            ImageKind::Cube => "a cube",
            ImageKind::Volume(_) => "a volume",
        };
        let name = &self.name;
        match (kind, self.kind) {
            (ResourceKind::Texture2D, ImageKind::Flat)
            | (ResourceKind::TextureCube, ImageKind::Cube)
            | (ResourceKind::Texture3D, ImageKind::Volume(_)) => Ok(Cow::Borrowed(self)),
            (ResourceKind::TextureCube, ImageKind::Flat) => {
                self.folded().map(Cow::Owned).ok_or_else(|| {
                    let [width, height] = self.size_px;
                    format!(
                        "{name} is a flat picture of {width} x {height} pixels; a TextureCube takes a .dds cube, a cross \
                         of 4 x 3 or 3 x 4 faces, or six faces in a row or column"
                    )
                })
            }
            (kind, _) => Err(format!("{name} is {is}, which a {} cannot show", kind.hlsl())),
        }
    }

    /// The cube whose faces are in this flat picture.
    fn folded(&self) -> Option<Self> {
        let [width, height] = self.size_px;
        let (side, faces) = LAYOUTS.iter().find_map(|([across, down], faces)| {
            let side = width / across;
            (side > 0
                && side.checked_mul(*across) == Some(width)
                && side.checked_mul(*down) == Some(height))
            .then_some((side as usize, faces))
        })?;
        let stride = width as usize * 4;
        let mut rgba8 = Vec::with_capacity(side * side * 24);
        for (column, row, is_turned) in faces {
            let start = *row as usize * side * stride + *column as usize * side * 4;
            let line = |y: usize| self.rgba8.get(start + y * stride..start + y * stride + side * 4);
            if *is_turned {
                for y in (0..side).rev() {
                    rgba8.extend(line(y)?.rchunks_exact(4).flatten());
                }
            } else {
                for y in 0..side {
                    rgba8.extend(line(y)?);
                }
            }
        }
        let side = u32::try_from(side).ok()?;
        let name = self.name.clone();
        Some(Self { name, kind: ImageKind::Cube, size_px: [side; 2], rgba8 })
    }

    /// Copies it to the GPU for a texture.
    ///
    /// # Errors
    /// No memory, or a picture over the limits of the GPU.
    pub(super) fn upload(
        &self,
        upload: &mut Upload<'_>,
        texture: &str,
    ) -> Result<Image, RenderError> {
        let name = format!("{texture}: {}", self.name);
        let shape = match self.kind {
            ImageKind::Flat => {
                return Ok(upload.texture_rgba8(&name, self.size_px, &self.rgba8)?);
            }
            ImageKind::Cube => ImageShape::Cube,
            ImageKind::Volume(depth) => ImageShape::D3(depth),
        };
        let desc = ImageDesc {
            name: &name,
            shape,
            size_px: self.size_px,
            mip_count: 1,
            format: vk::Format::R8G8B8A8_UNORM,
            usage: vk::ImageUsageFlags::empty(),
            samples: vk::SampleCountFlags::TYPE_1,
        };
        Ok(upload.image(&desc, &self.rgba8)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of so many faces of 2 x 2 texels; each texel is (column, row of the face, texel of the face, 0).
    fn picture([across, down]: [u32; 2]) -> UserImage {
        let mut rgba8 = Vec::new();
        for y in 0..down * 2 {
            for x in 0..across * 2 {
                let place = [x / 2, y / 2, y % 2 * 2 + x % 2, 0];
                rgba8.extend(place.map(|it| u8::try_from(it).unwrap()));
            }
        }
        let size_px = [across * 2, down * 2];
        UserImage { name: "sky.png".to_owned(), kind: ImageKind::Flat, size_px, rgba8 }
    }

    fn texels(layout: [u32; 2]) -> Vec<[u8; 4]> {
        let flat = picture(layout);
        let cube = flat.fitted(ResourceKind::TextureCube).unwrap();
        assert_eq!((cube.kind, cube.size_px), (ImageKind::Cube, [2, 2]));
        cube.rgba8.as_chunks::<4>().0.to_vec()
    }

    #[test]
    fn faces_are_found_in_crosses_rows_and_columns() {
        let cross = texels([4, 3]);
        let places: Vec<_> = cross.iter().step_by(4).map(|it| [it[0], it[1]]).collect();
        assert_eq!(places, [[2, 1], [0, 1], [1, 0], [1, 2], [1, 1], [3, 1]]);
        assert_eq!(cross[..4].iter().map(|it| it[2]).collect::<Vec<_>>(), [0, 1, 2, 3]);
        let upright = texels([3, 4]);
        assert_eq!(upright[20..], [[1, 3, 3, 0], [1, 3, 2, 0], [1, 3, 1, 0], [1, 3, 0, 0]]);
        assert_eq!(texels([6, 1])[12], [3, 0, 0, 0]);
        assert_eq!(texels([1, 6])[23], [0, 5, 3, 0]);
    }

    #[test]
    fn pictures_of_another_kind_are_refused() {
        let flat = picture([2, 2]);
        assert!(flat.fitted(ResourceKind::Texture2D).is_ok());
        let said = flat.fitted(ResourceKind::TextureCube).unwrap_err();
        assert!(said.starts_with("sky.png is a flat picture of 4 x 4 pixels"), "{said}");
        let said = flat.fitted(ResourceKind::Texture3D).unwrap_err();
        assert_eq!(said, "sky.png is a flat picture, which a Texture3D cannot show");
        let cube = UserImage { kind: ImageKind::Cube, ..flat };
        assert!(cube.fitted(ResourceKind::TextureCube).is_ok());
        assert!(cube.fitted(ResourceKind::Texture2D).is_err());
    }
}
