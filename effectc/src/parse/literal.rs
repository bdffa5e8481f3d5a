//! Reads numbers and strings.

use super::{Parsed, Parser};
use crate::ast::{FloatSuffix, Literal};
use crate::lex::TokenKind;

impl Parser<'_> {
    /// Reads a number, which stands here.
    pub(super) fn number(&mut self) -> Parsed<Literal> {
        let span = self.span();
        let TokenKind::Number(text) = self.token().kind.clone() else {
            return Err(self.expected("a number"));
        };
        self.bump();
        number_from(&text).ok_or_else(|| {
            let hint = if text.contains('#') { "" } else { " of HLSL" };
            self.error(span, format!("`{text}` is no number{hint}"))
        })
    }

    /// Reads one or more strings, which are joined.
    pub(super) fn string(&mut self) -> Parsed<Vec<u8>> {
        if !matches!(self.token().kind, TokenKind::String(_)) {
            return Err(self.expected("a string"));
        }
        let mut joined = Vec::new();
        while let TokenKind::String(raw) = self.token().kind.clone() {
            let Some(bytes) = unescaped(&raw) else {
                let message = "this string has an escape that HLSL does not know";
                return Err(self.error(self.span(), message));
            };
            joined.extend(bytes);
            self.bump();
        }
        Ok(joined)
    }
}

fn number_from(text: &str) -> Option<Literal> {
    let lower = text.to_ascii_lowercase();
    if let Some(hex) = lower.strip_prefix("0x") {
        let digits = hex.trim_end_matches(['u', 'l']);
        return integer(&text[..2 + digits.len()], digits, 16, &hex[digits.len()..]);
    }
    if let Some((before, special)) = lower.split_once('#') {
        return special_number(text, before, special);
    }
    let digits = lower.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let suffix = &lower[digits.len()..];
    let written = text[..digits.len()].to_owned();
    let is_float = digits.contains(['.', 'e']) || matches!(suffix, "f" | "h");
    if !is_float {
        let is_octal = digits.len() > 1 && digits.starts_with('0');
        return integer(&written, digits, if is_octal { 8 } else { 10 }, suffix);
    }
    let suffix = match suffix {
        "" => FloatSuffix::None,
        "f" => FloatSuffix::F,
        "h" => FloatSuffix::H,
        "l" => FloatSuffix::L,
        _ => return None,
    };
    Some(Literal::Float { value: digits.parse().ok()?, suffix, text: written })
}

/// `1.#INF` and what is no number.
fn special_number(text: &str, before: &str, special: &str) -> Option<Literal> {
    let (name, suffix) = match special.strip_suffix(['h', 'l']) {
        Some(name) => (name, FloatSuffix::None),
        // `inf` ends with the letter of a suffix.
        None if special.len() > 3 && special.ends_with("ff") => {
            (&special[..special.len() - 1], FloatSuffix::F)
        }
        None => (special, FloatSuffix::None),
    };
    let value = match name {
        "inf" => f64::INFINITY,
        "ind" | "qnan" | "snan" => f64::NAN,
        _ => return None,
    };
    (before == "1.").then(|| Literal::Float {
        value,
        suffix,
        text: text[..2 + 1 + name.len()].to_owned(),
    })
}

fn integer(written: &str, digits: &str, radix: u32, suffix: &str) -> Option<Literal> {
    let unsigned = match suffix {
        "" | "l" => false,
        "u" | "ul" | "lu" => true,
        _ => return None,
    };
    let value = wrapped(digits, radix)?;
    Some(Literal::Int { value, unsigned, text: written.to_owned() })
}

/// The number; of one that is too large the low 64 bits.
fn wrapped(digits: &str, radix: u32) -> Option<u64> {
    let mut value = 0_u64;
    for digit in digits.chars() {
        let digit = digit.to_digit(radix)?;
        value = value.wrapping_mul(u64::from(radix)).wrapping_add(u64::from(digit));
    }
    (!digits.is_empty()).then_some(value)
}

/// Resolves the escapes of C, and keeps what is none; `None` for a number that is no byte.
fn unescaped(raw: &[u8]) -> Option<Vec<u8>> {
    let mut result = Vec::with_capacity(raw.len());
    let mut bytes = raw.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            result.push(byte);
            continue;
        }
        // A file name may hold a lone backslash at its end.
        let Some(escape) = bytes.next() else {
            result.push(byte);
            break;
        };
        result.push(match escape {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'a' => 0x07,
            b'b' => 0x08,
            b'v' => 0x0B,
            b'f' => 0x0C,
            b'\\' | b'"' | b'\'' | b'?' => escape,
            b'0'..=b'7' => {
                let mut value = u32::from(escape - b'0');
                for _ in 0..2 {
                    let Some(digit) = bytes.next_if(|byte| (b'0'..=b'7').contains(byte)) else {
                        break;
                    };
                    value = value * 8 + u32::from(digit - b'0');
                }
                u8::try_from(value).ok()?
            }
            b'x' => {
                let mut value = 0;
                let mut count = 0;
                if !bytes.peek().is_some_and(u8::is_ascii_hexdigit) {
                    result.extend([byte, escape]);
                    continue;
                }
                while let Some(digit) = bytes.peek().and_then(|&byte| char::from(byte).to_digit(16))
                {
                    if count == 2 {
                        break;
                    }
                    bytes.next();
                    value = value * 16 + digit;
                    count += 1;
                }
                u8::try_from(value).ok()?
            }
            // Paths are full of these: `"textures\default.dds"`.
            _ => {
                result.extend([byte, escape]);
                continue;
            }
        });
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_form_of_number() {
        let float =
            |value, suffix, text: &str| Literal::Float { value, suffix, text: text.to_owned() };
        let int =
            |value, unsigned, text: &str| Literal::Int { value, unsigned, text: text.to_owned() };
        for (text, expected) in [
            ("1.0f", float(1.0, FloatSuffix::F, "1.0")),
            (".5", float(0.5, FloatSuffix::None, ".5")),
            ("1e5f", float(1e5, FloatSuffix::F, "1e5")),
            ("1.E-3", float(1e-3, FloatSuffix::None, "1.E-3")),
            ("2.", float(2.0, FloatSuffix::None, "2.")),
            ("1h", float(1.0, FloatSuffix::H, "1")),
            ("0.5L", float(0.5, FloatSuffix::L, "0.5")),
            ("0x0F", int(15, false, "0x0F")),
            ("0xFFu", int(255, true, "0xFF")),
            ("0x1e", int(30, false, "0x1e")),
            ("017", int(15, false, "017")),
            ("42U", int(42, true, "42")),
            ("0", int(0, false, "0")),
            ("18446744073709551617", int(1, false, "18446744073709551617")),
            ("1.#INF", float(f64::INFINITY, FloatSuffix::None, "1.#INF")),
            ("1.#INFf", float(f64::INFINITY, FloatSuffix::F, "1.#INF")),
            ("18446744073709551615", int(u64::MAX, false, "18446744073709551615")),
        ] {
            assert_eq!(number_from(text), Some(expected), "{text}");
        }
        for text in ["1abc", "0x", "0xG", "08", "1.0u", "1.2.3", "1ff", "2.#INF", "1.#XYZ"] {
            assert_eq!(number_from(text), None, "{text}");
        }
    }

    #[test]
    fn resolves_escapes() {
        assert_eq!(unescaped(br#"a\n\t\\\"\x41\101"#).as_deref(), Some(b"a\n\t\\\"AA".as_slice()));
        assert_eq!(unescaped(br"..\maps\q\x.dds").as_deref(), Some(br"..\maps\q\x.dds".as_slice()));
        assert_eq!(unescaped(br"\777"), None);
        assert_eq!(unescaped(b"\xC7\xD1").as_deref(), Some(b"\xC7\xD1".as_slice()));
    }
}
