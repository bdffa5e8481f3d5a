//! What the entry points of one effect have in common: worked out once, before the first of them is lowered.

use crate::check::{Checked, Entry};
use crate::diagnostic::Diagnostic;
use crate::hash::HashSet;
use crate::lower::interface::{Links, Locations, MAX_REGISTERS, is_too_long};
use crate::lower::reach::Mentions;
use crate::lower::rewrite::Rewrites;
use crate::lower::signature::{Signature, signatures};

/// An effect whose entry points can be lowered.
#[derive(Debug)]
pub struct Program<'p, 'a> {
    pub(super) checked: &'p Checked<'a>,
    /// The interfaces of each entry point.
    signatures: Vec<Vec<Signature<'a>>>,
    locations: Locations,
    pub(super) mentions: Mentions<'a>,
    /// What an entry point reads and writes that is not one of the effect.
    no_links: Links,
}

impl<'p, 'a> Program<'p, 'a> {
    /// Looks at the interfaces of all entry points.
    ///
    /// # Errors
    /// Variables without a semantic, array sizes that are no constants.
    pub fn new(checked: &'p Checked<'a>, rewrites: &Rewrites) -> Result<Self, Vec<Diagnostic>> {
        let mut all = Vec::new();
        let mut diagnostics = Vec::new();
        for entry in &checked.entries {
            match signatures(checked, entry) {
                Ok(found) if is_too_long(&found) => {
                    let name = &entry.function.name;
                    let message = format!(
                        "`{}` has more than {MAX_REGISTERS} inputs or outputs, which no stage has",
                        name.name
                    );
                    diagnostics.push(Diagnostic::error(name.span, message));
                }
                Ok(found) => all.push(found),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        if !diagnostics.is_empty() {
            // Entry points share structs, so the same fault may have been found several times.
            let mut seen = HashSet::default();
            diagnostics.retain(|it| seen.insert((it.span, it.message.clone())));
            return Err(diagnostics);
        }
        let locations = Locations::new(checked, &all, rewrites);
        let mentions = Mentions::new(checked);
        Ok(Self { checked, signatures: all, locations, mentions, no_links: Links::default() })
    }

    /// The number of an entry point of the effect.
    fn number(&self, entry: &Entry<'_>) -> Option<usize> {
        self.checked.entries.iter().position(|it| std::ptr::eq(it, entry))
    }

    /// The interfaces of the entry point with a number: its own, and that of its patch constant function.
    pub(super) fn signatures(&self, number: usize) -> &[Signature<'a>] {
        self.signatures.get(number).map_or(&[], Vec::as_slice)
    }

    /// What the entry point with a number reads and writes.
    pub(super) fn links(&self, number: usize) -> &Links {
        self.locations.links(number).unwrap_or(&self.no_links)
    }

    /// Both for an entry point of the effect.
    pub(super) fn interface(&self, entry: &Entry<'_>) -> (&[Signature<'a>], &Links) {
        match self.number(entry) {
            Some(number) => (self.signatures(number), self.links(number)),
            None => (&[], &self.no_links),
        }
    }

    /// The location of the output of an entry point that has a semantic with this name and number, in a stream of a
    /// geometry shader, 0 for others.
    pub(crate) fn location_of_output(
        &self,
        entry: &Entry<'_>,
        semantic: (&str, u32),
        stream: u32,
    ) -> Option<u32> {
        self.interface(entry).1.of_output(semantic, stream)
    }
}
