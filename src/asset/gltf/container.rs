//! The GLB container: a header and chunks around a document and its first buffer.
//!
//! ```text
//! 0   "glTF"   u32 version = 2   u32 length of all
//! 12  u32 length   "JSON"   document
//!     u32 length   "BIN\0"  buffer 0          (optional)
//!     ...                                     (unknown chunks are skipped)
//! ```

use crate::asset::import::{ImportError, Result};

/// What a file holds before anything in it is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Container<'a> {
    /// The document as text.
    pub(super) json: &'a [u8],
    /// The chunk that buffer 0 without a URI refers to.
    pub(super) bin: Option<&'a [u8]>,
}

/// Splits `bytes`; a file without the magic but with a `{` in front is a plain document.
pub(super) fn split(bytes: &[u8]) -> Result<Container<'_>> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if text.iter().find(|it| !it.is_ascii_whitespace()) == Some(&b'{') {
        return Ok(Container { json: text, bin: None });
    }
    if bytes.is_empty() {
        return Err(broken("the file is empty"));
    }
    if !bytes.starts_with(b"glTF") {
        return Err(broken("the file starts neither with 'glTF' nor with '{'"));
    }
    let (Some(version), Some(length)) = (word(bytes, 4), word(bytes, 8)) else {
        return Err(broken(format!("{} bytes are too few for the header of 12", bytes.len())));
    };
    if version != 2 {
        return Err(broken(format!("version {version}; expected 2")));
    }
    // Bytes after the declared length do no harm; missing ones do.
    let Some(body) = usize::try_from(length).ok().and_then(|length| bytes.get(12..length)) else {
        return Err(broken(format!(
            "the header says {length} bytes, the file has {}",
            bytes.len()
        )));
    };
    let mut chunks = Chunks { body, index: 0 };
    let Some((kind, json)) = chunks.next_chunk()? else {
        return Err(broken("there is no JSON chunk"));
    };
    if kind != *b"JSON" {
        return Err(broken(format!("the first chunk is {}; expected JSON", chunk_name(kind))));
    }
    let mut bin = None;
    while let Some((kind, data)) = chunks.next_chunk()? {
        if kind == *b"BIN\0" && bin.is_none() {
            bin = Some(data);
        }
    }
    Ok(Container { json, bin })
}

struct Chunks<'a> {
    body: &'a [u8],
    index: usize,
}

impl<'a> Chunks<'a> {
    fn next_chunk(&mut self) -> Result<Option<([u8; 4], &'a [u8])>> {
        if self.body.is_empty() {
            return Ok(None);
        }
        let index = self.index;
        self.index += 1;
        let (Some(length), Some(kind)) = (word(self.body, 0), self.body.get(4..8)) else {
            return Err(broken(format!("the file ends inside the header of chunk {index}")));
        };
        let kind = [kind[0], kind[1], kind[2], kind[3]];
        let rest = &self.body[8..];
        let data = usize::try_from(length).ok().and_then(|length| rest.get(..length));
        let Some(data) = data else {
            return Err(broken(format!(
                "chunk {index} ({}) says {length} bytes, {} are left",
                chunk_name(kind),
                rest.len()
            )));
        };
        self.body = &rest[data.len()..];
        Ok(Some((kind, data)))
    }
}

fn word(bytes: &[u8], offset: usize) -> Option<u32> {
    let bytes = bytes.get(offset..offset + 4)?;
    Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

fn chunk_name(kind: [u8; 4]) -> String {
    match &kind {
        b"JSON" => "JSON".to_owned(),
        b"BIN\0" => "BIN".to_owned(),
        other => format!("type {:#010x}", u32::from_le_bytes(*other)),
    }
}

fn broken(problem: impl Into<String>) -> ImportError {
    ImportError::Container { problem: problem.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glb(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let mut body = Vec::new();
        for (kind, data) in chunks {
            body.extend(u32::try_from(data.len()).unwrap().to_le_bytes());
            body.extend(*kind);
            body.extend(*data);
        }
        let mut bytes = b"glTF\x02\0\0\0".to_vec();
        bytes.extend(u32::try_from(body.len() + 12).unwrap().to_le_bytes());
        bytes.extend(body);
        bytes
    }

    #[track_caller]
    fn check_error(bytes: &[u8], expected: &str) {
        let text = split(bytes).unwrap_err().to_string();
        assert!(text.contains(expected), "'{text}' lacks '{expected}'");
    }

    #[test]
    fn broken_containers_are_refused() {
        check_error(b"", "empty");
        check_error(b"PNG", "neither");
        check_error(b"glTF\x02\0\0\0", "8 bytes are too few");
        check_error(b"glTF\x01\0\0\0\x0c\0\0\0", "version 1; expected 2");
        check_error(b"glTF\x02\0\0\0\x0d\0\0\0", "says 13 bytes, the file has 12");
        check_error(b"glTF\x02\0\0\0\x03\0\0\0", "says 3 bytes");
        check_error(&glb(&[]), "no JSON chunk");
        check_error(&glb(&[(b"BIN\0", b"1234")]), "the first chunk is BIN");
        let mut long_chunk = glb(&[(b"JSON", b"{}  ")]);
        long_chunk[12] = 5;
        check_error(&long_chunk, "chunk 0 (JSON) says 5 bytes, 4 are left");
        let mut cut = glb(&[(b"JSON", b"{}  "), (b"BIN\0", b"")]);
        cut.truncate(cut.len() - 1);
        let length = u32::try_from(cut.len()).unwrap().to_le_bytes();
        cut[8..12].copy_from_slice(&length);
        check_error(&cut, "ends inside the header of chunk 1");
    }

    #[test]
    fn chunks_are_found_and_trailing_bytes_ignored() {
        let mut bytes = glb(&[(b"JSON", b"{}  "), (b"XTRA", b"ab"), (b"BIN\0", b"1234")]);
        bytes.extend(b"trailing");
        let container = split(&bytes).unwrap();
        assert_eq!(container.json, b"{}  ");
        assert_eq!(container.bin, Some(&b"1234"[..]));
    }

    #[test]
    fn text_may_start_with_a_byte_order_mark() {
        let container = split(b"\xEF\xBB\xBF\n {}").unwrap();
        assert_eq!(container.json, b"\n {}");
        assert_eq!(container.bin, None);
    }
}
