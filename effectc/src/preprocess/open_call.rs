//! Calls of macros whose arguments go on behind a directive: fxc takes directives between them.

use crate::hash::HashMap;
use std::rc::Rc;

use super::expand::Macro;
use crate::lex::{Token, TokenKind};

/// Whether the tokens read so far end inside a call. Each is looked at once.
#[derive(Debug, Default)]
pub(super) struct OpenCall {
    scanned: usize,
    /// How many parentheses of the call are open.
    depth: usize,
    /// Where the name of the call stands.
    name: usize,
    /// Whether the last token names a macro that takes arguments.
    is_named: bool,
}

impl OpenCall {
    /// Looks at the tokens that have come since, and takes off those in front of an open call, or all. They are behind
    /// no directive that could change what they mean.
    pub(super) fn take_complete(
        &mut self,
        run: &mut Vec<Token>,
        macros: &HashMap<Rc<str>, Macro>,
    ) -> Vec<Token> {
        for (index, token) in run.iter().enumerate().skip(self.scanned) {
            match &token.kind {
                TokenKind::Punct("(") if self.depth > 0 => self.depth += 1,
                TokenKind::Punct("(") if self.is_named => {
                    self.depth = 1;
                    self.name = index.saturating_sub(1);
                }
                TokenKind::Punct(")") => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            self.is_named = token
                .ident()
                .and_then(|name| macros.get(name))
                .is_some_and(|it| it.params.is_some());
        }
        if self.depth == 0 {
            *self = Self::default();
            return std::mem::take(run);
        }
        let open = run.split_off(self.name.min(run.len()));
        self.name = 0;
        self.scanned = open.len();
        std::mem::replace(run, open)
    }
}
