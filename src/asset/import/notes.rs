//! [`Notes`]: what was ignored or repaired, each said once.

use std::collections::BTreeSet;

/// More than these are counted, not kept: a broken exporter makes the same slip thousands of times.
const MAX_NOTES: usize = 100;

/// One sentence a fact, without a final period, in the order found.
#[derive(Debug, Default)]
pub(in crate::asset) struct Notes {
    notes: Vec<String>,
    seen: BTreeSet<String>,
    dropped: usize,
}

impl Notes {
    /// Adds a note unless it stands there already.
    pub(in crate::asset) fn add(&mut self, note: impl Into<String>) {
        let note = note.into();
        if self.seen.contains(&note) {
            return;
        }
        if self.notes.len() == MAX_NOTES {
            self.dropped += 1;
            return;
        }
        self.seen.insert(note.clone());
        self.notes.push(note);
    }

    /// The notes, with a last one that counts those above the limit.
    pub(in crate::asset) fn into_vec(mut self) -> Vec<String> {
        if self.dropped > 0 {
            self.notes.push(format!("{} more notes are left out", self.dropped));
        }
        self.notes
    }
}
