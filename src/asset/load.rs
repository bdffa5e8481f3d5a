//! [`load()`]: picks the importer for a model file.

use std::fs;
use std::path::Path;

use super::{AssetError, MAX_INPUT_BYTES, Model, collada, fbx, gltf};

/// Reads a model file, told by its first bytes, then by its extension: glTF 2.0 (`.glb`, `.gltf`), COLLADA
/// (`.dae`) or FBX (`.fbx`).
///
/// Buffers and images that the file names are read from its folder.
///
/// ```
/// let model = sinew::asset::load("assets/character.glb".as_ref())?;
/// assert_eq!(model.clips[0].name, "Idle");
/// # Ok::<(), sinew::asset::AssetError>(())
/// ```
///
/// # Errors
/// The file cannot be read, is of another format, or is broken. The message chain names the file, the
/// thing in it and what was expected.
pub fn load(path: &Path) -> Result<Model, AssetError> {
    let read_error = |source| AssetError::Read { path: path.to_owned(), source };
    let metadata = fs::metadata(path).map_err(read_error)?;
    if !metadata.is_file() {
        let problem = "not a regular file";
        return Err(read_error(std::io::Error::new(std::io::ErrorKind::InvalidInput, problem)));
    }
    if metadata.len() > MAX_INPUT_BYTES {
        return Err(AssetError::TooLarge {
            path: path.to_owned(),
            size_bytes: metadata.len(),
            limit_bytes: MAX_INPUT_BYTES,
        });
    }
    let bytes = fs::read(path).map_err(read_error)?;
    let extension =
        path.extension().map(|it| it.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let name = path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let import = match (bytes.starts_with(b"glTF"), extension.as_str()) {
        (true, _) | (_, "glb" | "gltf") => gltf::import,
        (_, "dae") => collada::import,
        (_, "fbx") => fbx::import,
        (_, other) => {
            let found = match other {
                "" => "a file without extension".to_owned(),
                other => format!("a .{other} file"),
            };
            return Err(AssetError::UnsupportedFormat { path: path.to_owned(), found });
        }
    };
    import(&name, &bytes, Some(folder))
        .map_err(|source| AssetError::Import { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;

    fn message(path: &Path) -> String {
        let error = load(path).unwrap_err();
        let cause = error.source().map(|it| format!(": {it}")).unwrap_or_default();
        format!("{error}{cause}")
    }

    #[test]
    fn other_formats_are_refused_with_what_is_supported() {
        let folder = tempfile::tempdir().unwrap();
        for (name, found) in [("a.blend", ".blend"), ("b.obj", ".obj"), ("c", "without extension")]
        {
            let path = folder.path().join(name);
            fs::write(&path, "<COLLADA/>").unwrap();
            let text = message(&path);
            assert!(text.contains(found) && text.contains(".glb, .gltf, .dae, .fbx"), "{text}");
        }
    }

    #[test]
    fn missing_files_and_folders_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let text = message(&folder.path().join("gone.glb"));
        assert!(text.contains("gone.glb"), "{text}");
        assert!(message(folder.path()).contains("not a regular file"));
    }

    #[test]
    fn magic_wins_over_the_extension() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("avatar.vrm");
        fs::write(&path, b"glTF\x01\0\0\0\x0c\0\0\0").unwrap();
        let text = message(&path);
        assert!(text.contains("version 1"), "{text}");
        // A text document may carry the extension of a container.
        let path = folder.path().join("text.glb");
        fs::write(&path, r#"{"asset":{"version":"2.0"}}"#).unwrap();
        assert_eq!(load(&path).unwrap().name, "text.glb");
    }
}
