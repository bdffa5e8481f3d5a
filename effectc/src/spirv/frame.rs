//! How processes speak to each other: frames of a JSON head and raw bytes.
//!
//! ```text
//! "FXW1" | bytes of head: u32 | bytes of body: u32 | head | body        numbers little-endian
//! ```
//! The first four bytes tell a frame from anything else that finds its way into the pipe.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{HlslMessage, HlslResult};
use crate::effect::Stage;

const MAGIC: [u8; 4] = *b"FXW1";
/// No text, list of messages or module comes near it; a length beyond it is no length.
const MAX_PART_BYTES: usize = 1 << 30;

/// What the child says first, so that a program without the door is noticed.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Hello {
    pub(super) effectc: String,
}

impl Hello {
    pub(super) fn ours() -> Self {
        Self { effectc: env!("CARGO_PKG_VERSION").to_owned() }
    }
}

/// Everything of a job but its text, which is the body.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct JobHead {
    pub(super) name: String,
    pub(super) stage: Stage,
    pub(super) entry: String,
    pub(super) debug_info: bool,
}

/// What came of a job; the words are the body.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum ReplyHead {
    /// The compiler ran.
    Done { has_module: bool, messages: Vec<HlslMessage> },
    /// The compiler had trouble of its own.
    Trouble(String),
}

impl ReplyHead {
    /// Head and body for a result.
    pub(crate) fn of(result: &HlslResult) -> (Self, Vec<u8>) {
        let words = result.words.as_deref().unwrap_or_default();
        let body = words.iter().flat_map(|it| it.to_le_bytes()).collect();
        let has_module = result.words.is_some();
        (Self::Done { has_module, messages: result.messages.clone() }, body)
    }
}

/// The result that a head and a body say; none if the body is not whole words.
pub(crate) fn result(
    has_module: bool,
    messages: Vec<HlslMessage>,
    body: &[u8],
) -> Option<HlslResult> {
    let (words, rest) = body.as_chunks::<4>();
    let words = words.iter().map(|it| u32::from_le_bytes(*it)).collect();
    rest.is_empty().then_some(HlslResult { words: has_module.then_some(words), messages })
}

/// Writes one frame and sends it off.
pub(crate) fn write_frame(
    to: &mut impl Write,
    head: &impl Serialize,
    body: &[u8],
) -> io::Result<()> {
    let head = serde_json::to_vec(head)?;
    to.write_all(&MAGIC)?;
    for part in [head.as_slice(), body] {
        let length = u32::try_from(part.len())
            .ok()
            .filter(|_| part.len() <= MAX_PART_BYTES)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "too large for a frame"))?;
        to.write_all(&length.to_le_bytes())?;
    }
    to.write_all(&head)?;
    to.write_all(body)?;
    to.flush()
}

/// Reads one frame; none where the other side has ended between two of them.
pub(crate) fn read_frame<H: DeserializeOwned>(
    from: &mut impl Read,
) -> io::Result<Option<(H, Vec<u8>)>> {
    let mut magic = [0; 4];
    match from.read(&mut magic[..1])? {
        0 => return Ok(None),
        _ => from.read_exact(&mut magic[1..])?,
    }
    if magic != MAGIC {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "this is no frame"));
    }
    let mut lengths = [0; 2];
    for length in &mut lengths {
        let mut bytes = [0; 4];
        from.read_exact(&mut bytes)?;
        *length = u32::from_le_bytes(bytes) as usize;
    }
    let [head, body] = lengths.map(|length| part(from, length));
    Ok(Some((serde_json::from_slice(&head?)?, body?)))
}

/// Reads a part without trusting its length before the bytes are there.
fn part(from: &mut impl Read, length: usize) -> io::Result<Vec<u8>> {
    if length > MAX_PART_BYTES {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a frame of no real size"));
    }
    let mut bytes = Vec::new();
    from.take(length as u64).read_to_end(&mut bytes)?;
    match bytes.len() == length {
        true => Ok(bytes),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_comes_back_and_another_after_it() {
        let message = HlslMessage {
            place: Some(("내 a:b.fx".to_owned(), 7)),
            warning: true,
            token: "x".to_owned(),
            text: "odd".to_owned(),
        };
        let full = HlslResult { words: Some(vec![1, u32::MAX]), messages: vec![message] };
        let empty = HlslResult { words: None, messages: Vec::new() };
        let mut pipe = Vec::new();
        for it in [&full, &empty] {
            let (head, body) = ReplyHead::of(it);
            write_frame(&mut pipe, &head, &body).unwrap();
        }
        let mut from = pipe.as_slice();
        for it in [full, empty] {
            let (head, body) = read_frame(&mut from).unwrap().unwrap();
            let ReplyHead::Done { has_module, messages } = head else { panic!("{head:?}") };
            assert_eq!(result(has_module, messages, &body), Some(it));
        }
        assert!(read_frame::<ReplyHead>(&mut from).unwrap().is_none());
    }

    #[test]
    fn what_is_no_frame_is_an_error() {
        let read = |bytes: &[u8]| read_frame::<Hello>(&mut &*bytes).map(|_| ());
        let mut good = Vec::new();
        write_frame(&mut good, &Hello::ours(), b"body").unwrap();
        assert!(read(&good).is_ok());
        for length in 1..good.len() {
            assert!(read(&good[..length]).is_err(), "cut at {length}");
        }
        assert!(read(b"running 3 tests\n").is_err());
        assert!(read(b"FXW1\xFF\xFF\xFF\xFF\0\0\0\0").is_err());
        assert!(read(b"FXW1\x02\0\0\0\0\0\0\0{]").is_err());
    }
}
