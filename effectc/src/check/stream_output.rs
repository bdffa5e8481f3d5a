//! The declarations of `ConstructGSWithSO`: which outputs of a shader go to which buffer.
//!
//! `"0:SV_Position.xyzw; 1:TEXCOORD1.xy; $SKIP.z"`: an optional buffer, a semantic with its number, an optional mask.

use crate::ast::{Expr, ExprKind, Literal};
use crate::check::constant::Constants;
use crate::diagnostic::Diagnostic;
use crate::effect::{StreamOutput, StreamOutputElement};
use crate::source::Span;

/// Buffers and streams that Direct3D has.
const MAX_STREAMS: usize = 4;

/// The number that says that no stream is drawn.
const NO_RASTERIZED_STREAM: u32 = u32::MAX;

/// Bytes of one component: all are 32 bits wide.
const COMPONENT_BYTES: u32 = 4;

/// Reads what follows the shader in `ConstructGSWithSO(shader, declaration, .., rasterized stream)`. None when all
/// declarations are `NULL`, which is a shader without stream output.
///
/// # Errors
/// What is no declaration, with its place inside the string.
pub(super) fn read(
    args: &[Expr],
    call: Span,
    constants: Constants<'_, '_>,
) -> Result<Option<StreamOutput>, Diagnostic> {
    let is_declaration = |it: &Expr| {
        matches!(it.kind, ExprKind::Null | ExprKind::Literal(Literal::String(_)))
            || string_variable(it, constants).is_some()
    };
    let (declarations, stream) = match args {
        [] => {
            return Err(Diagnostic::error(
                call,
                "expected `ConstructGSWithSO(shader, \"declaration\")`",
            ));
        }
        [first @ .., last] if !first.is_empty() && !is_declaration(last) => (first, Some(last)),
        all => (all, None),
    };
    if let Some(surplus) = declarations.get(MAX_STREAMS) {
        return Err(Diagnostic::error(
            surplus.span,
            format!("there are {MAX_STREAMS} streams at most"),
        ));
    }
    let mut output = StreamOutput { rasterized_stream: Some(0), ..StreamOutput::default() };
    if let Some(stream) = stream {
        // Written as a number or as -1.
        let number = constants.scalar(stream)?.numbers[0];
        let is_none = crate::check::number::to_i32(number) == Some(-1);
        let number = if is_none { Some(NO_RASTERIZED_STREAM) } else { whole(number) };
        output.rasterized_stream = match number {
            Some(NO_RASTERIZED_STREAM) => None,
            Some(number @ 0..=3) => Some(number),
            _ => {
                return Err(Diagnostic::error(
                    stream.span,
                    "expected the stream that is drawn, 0 to 3, or -1 for none",
                ));
            }
        };
    }
    let mut owners: [Option<u32>; MAX_STREAMS] = [None; MAX_STREAMS];
    let mut is_there = false;
    for (declaration, stream) in declarations.iter().zip(0..) {
        if matches!(declaration.kind, ExprKind::Null) {
            continue;
        }
        let Some((bytes, span)) = text(declaration, constants) else {
            return Err(Diagnostic::error(
                declaration.span,
                "expected a declaration such as \"SV_Position.xyzw; TEXCOORD0.xy\", or NULL",
            ));
        };
        is_there = true;
        let text = Text { bytes, span };
        for element in text.elements(stream)? {
            let owner = owners[element.buffer as usize].get_or_insert(stream);
            if *owner != stream {
                return Err(Diagnostic::error(
                    span,
                    format!("the buffer {} is written by two streams", element.buffer),
                ));
            }
            let stride = &mut output.strides_bytes[element.buffer as usize];
            let offset_bytes = *stride;
            *stride += element.component_count * COMPONENT_BYTES;
            output.elements.push(StreamOutputElement { offset_bytes, ..element });
        }
    }
    Ok(is_there.then_some(output))
}

fn whole(number: f64) -> Option<u32> {
    crate::check::number::to_u32(number)
}

/// The value of a global string that an expression names.
fn string_variable<'a>(expr: &Expr, constants: Constants<'_, 'a>) -> Option<&'a Expr> {
    let found = constants.symbols.variables.get(expr.as_name()?)?;
    let init = found.node.init.as_ref()?;
    matches!(init.kind, ExprKind::Literal(Literal::String(_))).then_some(init)
}

/// The text of a declaration and where it stands.
fn text<'e>(expr: &'e Expr, constants: Constants<'_, 'e>) -> Option<(&'e [u8], Span)> {
    let literal = match &expr.kind {
        ExprKind::Literal(Literal::String(_)) => expr,
        _ => string_variable(expr, constants)?,
    };
    match &literal.kind {
        ExprKind::Literal(Literal::String(bytes)) => Some((bytes, literal.span)),
        _ => None,
    }
}

/// The text of a declaration.
#[derive(Clone, Copy)]
struct Text<'t> {
    bytes: &'t [u8],
    /// Of the literal, with its quotes.
    span: Span,
}

impl<'t> Text<'t> {
    /// The elements, without their offsets.
    fn elements(self, stream: u32) -> Result<Vec<StreamOutputElement>, Diagnostic> {
        let mut elements = Vec::new();
        let mut start = 0;
        for part in self.bytes.split(|it| *it == b';') {
            let blanks = part.iter().take_while(|it| it.is_ascii_whitespace()).count();
            let trimmed = part.trim_ascii();
            if !trimmed.is_empty() {
                elements.push(self.element(start + blanks, trimmed, stream)?);
            }
            start += part.len() + 1;
        }
        if elements.is_empty() {
            return Err(Diagnostic::error(self.span, "the declaration names no output")
                .with_help("as in \"SV_Position.xyzw; TEXCOORD0.xy\""));
        }
        Ok(elements)
    }

    /// Reads `[buffer:]semantic[number][.mask]`, which begins at a byte of the text.
    fn element(
        self,
        start: usize,
        part: &'t [u8],
        stream: u32,
    ) -> Result<StreamOutputElement, Diagnostic> {
        let mut at = start;
        let mut rest = part;
        let mut buffer = 0;
        if let Some(colon) = rest.iter().position(|it| *it == b':') {
            let number = rest[..colon].trim_ascii();
            buffer = match number {
                [digit @ b'0'..=b'3'] => u32::from(digit - b'0'),
                _ => {
                    return Err(self.fault(at, colon, "expected a buffer, 0 to 3, before the `:`"));
                }
            };
            let blanks = rest[colon + 1..].iter().take_while(|it| it.is_ascii_whitespace()).count();
            at += colon + 1 + blanks;
            rest = &rest[colon + 1 + blanks..];
        }
        let dot = rest.iter().position(|it| *it == b'.');
        let semantic = rest[..dot.unwrap_or(rest.len())].trim_ascii();
        let is_skip = semantic.eq_ignore_ascii_case(b"$SKIP");
        let is_name = |it: &[u8]| it.iter().all(|it| it.is_ascii_alphanumeric() || *it == b'_');
        let begins_well = semantic.first().is_some_and(|it| !it.is_ascii_digit());
        let is_semantic = begins_well && is_name(semantic);
        if !is_skip && !is_semantic {
            return Err(self.fault(
                at,
                semantic.len(),
                "expected a semantic such as `TEXCOORD0`, or `$SKIP`",
            ));
        }
        let (first_component, component_count) = match dot {
            // Effects 11 takes all four components where no mask stands.
            None => (0, 4),
            Some(dot) => {
                let mask = rest[dot + 1..].trim_ascii();
                mask_components(mask).ok_or_else(|| {
                    self.fault(
                        at + dot + 1,
                        mask.len(),
                        "expected components in their order without gaps, such as `xyz` or `y`",
                    )
                })?
            }
        };
        if is_skip {
            // A gap has a size only.
            let element = StreamOutputElement { buffer, stream, ..StreamOutputElement::default() };
            return Ok(StreamOutputElement { component_count, ..element });
        }
        let name = String::from_utf8_lossy(semantic);
        let stem = name.trim_end_matches(|it: char| it.is_ascii_digit());
        let semantic_index = match &name[stem.len()..] {
            "" => 0,
            digits => digits.parse().map_err(|_overflow| {
                self.fault(at + stem.len(), digits.len(), "the number of the semantic is too large")
            })?,
        };
        Ok(StreamOutputElement {
            buffer,
            stream,
            semantic: Some(stem.to_owned()),
            semantic_index,
            first_component,
            component_count,
            offset_bytes: 0,
        })
    }

    /// An error at a part of the text; at all of it where escapes or joined strings hide the place.
    fn fault(self, start: usize, length: usize, message: &str) -> Diagnostic {
        let whole = self.span;
        let is_plain = (whole.end - whole.start) as usize == self.bytes.len() + 2;
        let place = u32::try_from(start).ok().zip(u32::try_from(length.max(1)).ok());
        let span = match place {
            Some((start, length)) if is_plain && whole.expansion.is_none() => {
                let start = whole.start + 1 + start;
                Span { start, end: (start + length).min(whole.end), ..whole }
            }
            _ => whole,
        };
        Diagnostic::error(span, message)
    }
}

/// The first component and the number of components of `xyz`.
fn mask_components(mask: &[u8]) -> Option<(u32, u32)> {
    let place = |letter: &u8| match letter.to_ascii_lowercase() {
        b'x' | b'r' => Some(0),
        b'y' | b'g' => Some(1),
        b'z' | b'b' => Some(2),
        b'w' | b'a' => Some(3),
        _ => None,
    };
    let first = place(mask.first()?)?;
    for (letter, expected) in mask.iter().zip(first..) {
        if place(letter)? != expected {
            return None;
        }
    }
    Some((first, u32::try_from(mask.len()).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_runs_of_components() {
        assert_eq!(mask_components(b"xyzw"), Some((0, 4)));
        assert_eq!(mask_components(b"YZ"), Some((1, 2)));
        assert_eq!(mask_components(b"a"), Some((3, 1)));
        assert_eq!(mask_components(b"xz"), None);
        assert_eq!(mask_components(b"zyx"), None);
        assert_eq!(mask_components(b"xyzwx"), None);
        assert_eq!(mask_components(b""), None);
    }
}
