//! Pictures for the textures of an effect.

use std::path::{Path, PathBuf};

use image::{ImageReader, Limits};

use crate::app::one_line;
use crate::render::{EffectPlan, ImageKind, TextureRole, UserImage};

/// Largest side of a picture; what every GPU takes.
const MAX_SIZE_PX: u32 = 16384;
/// Most bytes that decoding may take.
const MAX_BYTES: u64 = 1 << 30;

/// Whether a file is a picture, as far as its name says.
pub(in crate::app) fn is_image(path: &Path) -> bool {
    let extension = path.extension().map(|it| it.to_string_lossy().to_lowercase());
    extension.is_some_and(|it| ["png", "jpg", "jpeg", "tga", "bmp", "dds"].contains(&it.as_str()))
}

/// Reads a picture.
///
/// # Errors
/// It is missing, of another format, broken, or too large; the message names it.
pub(in crate::app) fn read_image(path: &Path) -> Result<UserImage, String> {
    let shown = one_line(&path.display().to_string());
    let problem =
        |error: &dyn std::fmt::Display| format!("{shown}: {}", one_line(&error.to_string()));
    let name = path.file_name().map_or_else(|| shown.clone(), |it| one_line(&it.to_string_lossy()));
    if path.extension().is_some_and(|it| it.eq_ignore_ascii_case("dds")) {
        let bytes = read_bytes(path).map_err(|error| problem(&error))?;
        return super::dds::read(name, &bytes).map_err(|error| problem(&error));
    }
    let read = || -> Result<_, image::ImageError> {
        let mut reader = ImageReader::open(path)?.with_guessed_format()?;
        let mut limits = Limits::default();
        limits.max_image_width = Some(MAX_SIZE_PX);
        limits.max_image_height = Some(MAX_SIZE_PX);
        limits.max_alloc = Some(MAX_BYTES);
        reader.limits(limits);
        Ok(reader.decode()?.into_rgba8())
    };
    let picture = read().map_err(|error| problem(&error))?;
    let size_px = [picture.width(), picture.height()];
    Ok(UserImage { name, kind: ImageKind::Flat, size_px, rgba8: picture.into_raw() })
}

/// All of a file that is not larger than decoding may be.
fn read_bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    let size_bytes = std::fs::metadata(path)?.len();
    if size_bytes > MAX_BYTES {
        let why = format!("its {size_bytes} bytes are more than {MAX_BYTES}");
        return Err(std::io::Error::new(std::io::ErrorKind::FileTooLarge, why));
    }
    std::fs::read(path)
}

/// The pictures that annotations name, relative to the effect; what is wrong with others; and the files that were
/// looked for.
#[cfg_attr(not(feature = "hot-reload"), expect(dead_code, reason = "nothing is compiled"))]
pub(super) fn images_of(
    effect: &Path,
    plan: &EffectPlan,
) -> (Vec<(String, UserImage)>, Vec<String>, Vec<PathBuf>) {
    let folder = effect.parent().unwrap_or(Path::new("."));
    let (mut images, mut notes, mut looked_for) = (Vec::new(), Vec::new(), Vec::new());
    let shows_none = [TextureRole::Unbound, TextureRole::Target, TextureRole::TransformMap];
    for slot in plan.textures.iter().filter(|it| !shows_none.contains(&it.role)) {
        let Some(file) = &slot.file else { continue };
        // Windows' separators; what is not there as named may lie beside the effect.
        let named = folder.join(file.replace('\\', "/"));
        let beside = named.file_name().map(|it| folder.join(it));
        let path = match beside {
            Some(beside) if !named.is_file() && beside.is_file() => beside,
            _ => named,
        };
        let read = read_image(&path)
            .and_then(|image| image.fitted(slot.kind).map(std::borrow::Cow::into_owned));
        match read {
            Ok(image) => images.push((slot.name.clone(), image)),
            Err(why) => notes.push(format!("texture `{}`: {why}", slot.name)),
        }
        looked_for.push(path);
    }
    (images, notes, looked_for)
}
