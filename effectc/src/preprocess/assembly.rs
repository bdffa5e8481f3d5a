//! Where shaders in assembly language stand: their text is not HLSL, so that nothing in it is wrong.

use crate::lex::{Token, TokenKind};

/// What the last tokens of a file say of `asm { .. }`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Assembly {
    /// HLSL.
    #[default]
    Outside,
    /// After `asm`.
    Named,
    /// So deep in braces of it.
    Inside(u32),
}

impl Assembly {
    /// What holds after one more token.
    pub(super) fn after(self, token: &Token) -> Self {
        let is_asm =
            || matches!(&token.kind, TokenKind::Ident(name) if name.eq_ignore_ascii_case("asm"));
        match (self, &token.kind) {
            (Self::Named, TokenKind::Newline) => self,
            (Self::Named, TokenKind::Punct("{")) => Self::Inside(1),
            (Self::Inside(depth), TokenKind::Punct("{")) => Self::Inside(depth + 1),
            (Self::Inside(1), TokenKind::Punct("}")) => Self::Outside,
            (Self::Inside(depth), TokenKind::Punct("}")) => Self::Inside(depth - 1),
            (Self::Inside(_), _) => self,
            _ if is_asm() => Self::Named,
            _ => Self::Outside,
        }
    }

    pub(super) fn is_inside(self) -> bool {
        matches!(self, Self::Inside(_))
    }

    /// Whether a token of it is one that HLSL has too, so that it may go on to the parser.
    pub(super) fn is_hlsl(token: &Token) -> bool {
        !matches!(token.kind, TokenKind::High | TokenKind::Other(_) | TokenKind::Char(_))
    }
}
