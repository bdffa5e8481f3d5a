//! [`Files`]: the bytes behind a URI, from the text itself or from the folder of the model.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;

use super::error::{ImportError, Result, fault};
use super::limits::MAX_INPUT_BYTES;

/// Standard alphabet; padding may be missing, as some exporters leave it out.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Reads the files that a document names. Each file is read once, however often it is named.
#[derive(Debug)]
pub(in crate::asset) struct Files<'a> {
    folder: Option<&'a Path>,
    read: RefCell<HashMap<PathBuf, Rc<Vec<u8>>>>,
    bytes: Cell<u64>,
}

impl<'a> Files<'a> {
    /// `folder` holds the model and what it names; without one only `data:` URIs can be read.
    pub(in crate::asset) fn new(folder: Option<&'a Path>) -> Self {
        Self { folder, read: RefCell::default(), bytes: Cell::new(0) }
    }

    /// Sum of what was read so far.
    pub(in crate::asset) fn total_bytes(&self) -> u64 {
        self.bytes.get()
    }

    /// The bytes of a `data:` URI or of a file inside the model's folder.
    pub(in crate::asset) fn resolve(&self, uri: &str, at: &str) -> Result<Rc<Vec<u8>>> {
        if is_data(uri) {
            let bytes = decode_data(&uri[5..], at)?;
            self.count(bytes.len() as u64, at)?;
            return Ok(Rc::new(bytes));
        }
        self.read_file(uri, at)
    }

    fn read_file(&self, uri: &str, at: &str) -> Result<Rc<Vec<u8>>> {
        let relative = inner_path(uri, at)?;
        let Some(folder) = self.folder else {
            return Err(fault(
                at,
                format!("names the file '{uri}', but there is no folder to read from"),
            ));
        };
        let decoded = folder.join(&relative);
        // A '%' that belongs to the name itself is common where exporters do not encode it.
        let literal = folder.join(uri);
        let path = if !decoded.exists() && uri.contains('%') && literal.exists() {
            literal
        } else {
            decoded
        };
        if let Some(bytes) = self.read.borrow().get(&path) {
            return Ok(Rc::clone(bytes));
        }
        let read_error =
            |source| ImportError::Read { at: at.to_owned(), path: path.clone(), source };
        let metadata = fs::metadata(&path).map_err(read_error)?;
        if !metadata.is_file() {
            let source = io::Error::new(io::ErrorKind::InvalidInput, "not a regular file");
            return Err(read_error(source));
        }
        self.count(metadata.len(), at)?;
        let bytes = Rc::new(fs::read(&path).map_err(read_error)?);
        self.read.borrow_mut().insert(path, Rc::clone(&bytes));
        Ok(bytes)
    }

    fn count(&self, bytes: u64, at: &str) -> Result<()> {
        let total = self.bytes.get().saturating_add(bytes);
        if total > MAX_INPUT_BYTES {
            let problem = format!(
                "{total} bytes in all files of the model; at most {MAX_INPUT_BYTES} are read"
            );
            return Err(fault(at, problem));
        }
        self.bytes.set(total);
        Ok(())
    }
}

/// Whether the bytes stand in the URI itself.
pub(in crate::asset) fn is_data(uri: &str) -> bool {
    uri.get(..5).is_some_and(|it| it.eq_ignore_ascii_case("data:"))
}

/// The text after `data:`: media type, `;base64`, a comma, the data.
fn decode_data(text: &str, at: &str) -> Result<Vec<u8>> {
    let Some((head, data)) = text.split_once(',') else {
        return Err(fault(at, "data URI without a comma"));
    };
    let data: Cow<'_, [u8]> = percent_decode_str(data).into();
    if !head.to_ascii_lowercase().ends_with(";base64") {
        return Ok(data.into_owned());
    }
    BASE64.decode(&data).map_err(|error| fault(at, format!("data URI is not base64: {error}")))
}

/// The path below the model's folder that a URI names; one that leads out of it is refused.
fn inner_path(uri: &str, at: &str) -> Result<PathBuf> {
    let refuse = |why: &str| {
        let shown: String = uri.chars().take(80).collect();
        Err(fault(at, format!("'{shown}' {why}; expected a file beside the model or a data: URI")))
    };
    let Ok(decoded) = percent_decode_str(uri).decode_utf8() else {
        return refuse("is not UTF-8 once decoded");
    };
    let decoded = decoded.replace('\\', "/");
    if decoded.is_empty() {
        return refuse("is empty");
    }
    // Drive letters fall under this as well.
    let scheme = decoded.split_once(':').map(|(scheme, _)| scheme);
    if scheme.is_some_and(|it| {
        !it.is_empty() && it.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
    }) {
        return refuse("has a scheme");
    }
    let mut path = PathBuf::new();
    for component in Path::new(&decoded).components() {
        match component {
            Component::Normal(name) => path.push(name),
            Component::CurDir => {}
            Component::ParentDir => {
                if !path.pop() {
                    return refuse("leads out of the model's folder");
                }
            }
            Component::RootDir | Component::Prefix(_) => return refuse("is absolute"),
        }
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_error(uri: &str, expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::new(Some(folder.path()));
        let text = files.resolve(uri, "buffer 0").unwrap_err().to_string();
        assert!(text.contains(expected) && text.starts_with("buffer 0: "), "{text}");
    }

    #[test]
    fn paths_that_leave_the_folder_are_refused() {
        check_error("../secret.bin", "leads out");
        check_error("a/../../secret.bin", "leads out");
        check_error("%2e%2e/secret.bin", "leads out");
        check_error("a\\..\\..\\secret.bin", "leads out");
        check_error("/etc/passwd", "is absolute");
        check_error("%2Fetc/passwd", "is absolute");
        check_error("file:///etc/passwd", "has a scheme");
        check_error("http://host/a.bin", "has a scheme");
        check_error("C:\\a.bin", "has a scheme");
        check_error("", "is empty");
        check_error("%ff%fe", "not UTF-8");
        check_error("gone.bin", "cannot read");
        check_error(".", "cannot read");
        check_error("data:application/octet-stream;base64", "without a comma");
        check_error("data:;base64,????", "not base64");
    }

    #[test]
    fn files_and_data_are_read() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("sub")).unwrap();
        fs::write(folder.path().join("sub/a b.bin"), b"12345").unwrap();
        fs::write(folder.path().join("50%25.bin"), b"literal").unwrap();
        let files = Files::new(Some(folder.path()));
        for uri in ["sub/a%20b.bin", "sub/a b.bin", "./sub/../sub/a%20b.bin", "sub\\a%20b.bin"] {
            assert_eq!(files.resolve(uri, "buffer 0").unwrap().as_slice(), b"12345", "{uri}");
        }
        assert_eq!(files.total_bytes(), 5, "one file is read once");
        assert_eq!(files.resolve("50%25.bin", "buffer 0").unwrap().as_slice(), b"literal");
        for uri in
            ["data:;base64,AQID", "data:application/gltf-buffer;BASE64,AQID", "DATA:,%01%02%03"]
        {
            assert_eq!(files.resolve(uri, "buffer 0").unwrap().as_slice(), [1, 2, 3], "{uri}");
        }
        assert_eq!(files.resolve("data:;base64,AQ", "buffer 0").unwrap().as_slice(), [1]);
    }

    #[test]
    fn without_a_folder_only_data_is_read() {
        let files = Files::new(None);
        let text = files.resolve("a.bin", "image 2").unwrap_err().to_string();
        assert!(text.contains("no folder"), "{text}");
        assert!(files.resolve("data:;base64,AQID", "buffer 0").is_ok());
    }
}
