//! Bytes of a file to text: UTF-8 and UTF-16 with or without a byte order mark, and Latin-1 where the file says so.

use std::borrow::Cow;

use crate::asset::ImportError;
use crate::asset::import::Result;

/// Decodes a document.
pub(super) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>> {
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        // An XML document begins with `<` or with white space.
        [b'<' | b' ' | b'\t' | b'\r' | b'\n', 0, ..] => utf16(bytes, u16::from_le_bytes),
        [0, b'<' | b' ' | b'\t' | b'\r' | b'\n', ..] => utf16(bytes, u16::from_be_bytes),
        _ => utf8(bytes),
    }
}

fn utf8(bytes: &[u8]) -> Result<Cow<'_, str>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) if is_latin1(bytes) => Ok(bytes.iter().map(|it| char::from(*it)).collect()),
        Err(error) => {
            let line = 1 + bytes[..error.valid_up_to()].iter().filter(|it| **it == b'\n').count();
            let problem = format!("line {line} is not UTF-8; expected UTF-8 or UTF-16");
            Err(ImportError::Text { problem })
        }
    }
}

/// Whether the XML declaration names an encoding whose bytes are the first characters of Unicode, or nearly so.
fn is_latin1(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).to_ascii_lowercase();
    let declaration = head.split("?>").next().unwrap_or_default();
    declaration.contains("iso-8859-1") || declaration.contains("windows-1252")
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'_, str>> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let whole = rest.is_empty().then_some(());
    let decoded = char::decode_utf16(pairs.iter().map(|it| unit(*it)));
    let text: Option<String> = decoded.map(Result::ok).collect();
    whole.and(text).map(Cow::Owned).ok_or_else(|| ImportError::Text {
        problem: "begins as UTF-16 and is not valid UTF-16 all through".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_told_by_their_first_bytes() {
        let text = "<?xml version=\"1.0\"?><a>엉덩이 🦴</a>";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let with = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for bytes in [
            text.as_bytes().to_vec(),
            with(&[0xef, 0xbb, 0xbf], text.as_bytes()),
            with(&[0xff, 0xfe], &little),
            with(&[0xfe, 0xff], &big),
            little.clone(),
            big,
        ] {
            assert_eq!(decode(&bytes).unwrap(), text);
        }
        let latin1 = b"<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe9</a>";
        assert!(decode(latin1).unwrap().ends_with("<a>é</a>"));
        let error = decode(b"<a>\n\xe9</a>").unwrap_err().to_string();
        assert_eq!(error, "line 2 is not UTF-8; expected UTF-8 or UTF-16");
        assert!(decode(&little[..little.len() - 1]).is_err());
        assert!(decode(&[0xff, 0xfe, 0x00, 0xd8]).is_err(), "half of a pair");
    }
}
