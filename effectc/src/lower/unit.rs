//! The tree of one entry point while it is rewritten.

use crate::ast::{self, Function, Item};
use crate::effect::{MatrixPacking, Stage};
use crate::lower::locals::Local;
use crate::lower::rewrite::{Rewrite, Rewrites};
use crate::lower::split::Splits;

/// One entry point with what it reaches, as plain HLSL: no techniques, states or annotations; loose globals are in a
/// `cbuffer`; buffers, textures and samplers carry their bindings, variables between stages their locations.
#[derive(Debug)]
pub(super) struct Unit<'u> {
    /// The declarations, in the user's order.
    pub(super) tree: ast::Effect,
    /// Name of the entry point. No other function of the tree has it.
    pub(super) entry: String,
    /// Its stage.
    pub(super) stage: Stage,
    /// Packing of matrices that do not say it themselves.
    pub(super) packing: MatrixPacking,
    /// What is known of the locals, once they are numbered.
    pub(super) locals: Vec<Local>,
    /// What buffers hold in another way than code has it.
    pub(super) splits: Splits,
    /// Which rewrites are made.
    pub(super) rewrites: &'u Rewrites,
}

impl Unit<'_> {
    /// Whether a rewrite is made.
    pub(super) fn has(&self, rewrite: Rewrite) -> bool {
        self.rewrites.has(rewrite)
    }

    /// Adds functions that others call, and the types that they need. The order of a unit puts types before all else,
    /// in the order in which they stand.
    pub(super) fn add(&mut self, items: impl IntoIterator<Item = Item>) {
        let (functions, types): (Vec<Item>, Vec<Item>) =
            items.into_iter().partition(|it| matches!(it, Item::Function(_)));
        self.tree.items.splice(0..0, functions);
        self.tree.items.extend(types);
    }

    /// The functions outside of structs, for changing.
    pub(super) fn functions_mut(&mut self) -> impl Iterator<Item = &mut Function> {
        self.tree.items.iter_mut().filter_map(|it| match it {
            Item::Function(function) => Some(function),
            _ => None,
        })
    }
}
