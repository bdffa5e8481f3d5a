//! The names of an effect: what each global name stands for, and the matrix packing in force where it was declared.

use std::collections::{HashMap, HashSet};

use crate::ast;
use crate::check::writes::{self, Outputs};
use crate::effect::MatrixPacking;

/// A declaration with the packing that `#pragma pack_matrix` or the option gives at its place.
#[derive(Debug)]
pub struct Declared<'a, T> {
    /// The declaration.
    pub node: &'a T,
    /// The packing.
    pub packing: MatrixPacking,
}

impl<T> Clone for Declared<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Declared<'_, T> {}

/// The global names of an effect.
#[derive(Debug, Default)]
pub struct Symbols<'a> {
    /// Structs by name.
    pub structs: HashMap<&'a str, Declared<'a, ast::StructDef>>,
    /// Typedefs by name.
    pub typedefs: HashMap<&'a str, Declared<'a, ast::Typedef>>,
    /// Functions by name: overloads and prototypes, in order.
    pub functions: HashMap<&'a str, Vec<Declared<'a, ast::Function>>>,
    /// Global variables and members of constant buffers, by name.
    pub variables: HashMap<&'a str, Declared<'a, ast::Variable>>,
    /// Global variables in order.
    pub globals: Vec<Declared<'a, ast::Variable>>,
    /// Constant buffers in order.
    pub buffers: Vec<Declared<'a, ast::ConstantBuffer>>,
    /// Techniques in order, with the group they stand in.
    pub techniques: Vec<(Option<&'a ast::Group>, &'a ast::Technique)>,
    /// Which arguments calls write.
    outputs: Outputs,
    /// Names that some function writes to.
    written: HashSet<String>,
}

impl<'a> Symbols<'a> {
    /// Collects the names of `effect`; `packing` holds until the first pragma.
    #[must_use]
    pub fn new(effect: &'a ast::Effect, packing: MatrixPacking) -> Self {
        let outputs = Outputs::of(&effect.items);
        let written = writes::written_names(&effect.items, &outputs);
        let mut symbols = Self { outputs, written, ..Self::default() };
        let mut packing = packing;
        for item in &effect.items {
            match item {
                ast::Item::Function(node) => {
                    let declared = Declared { node, packing };
                    symbols.functions.entry(&node.name.name).or_default().push(declared);
                }
                ast::Item::Struct(node) => {
                    if let Some(name) = &node.name {
                        symbols.structs.insert(&name.name, Declared { node, packing });
                    }
                }
                ast::Item::Typedef(node) => {
                    symbols.typedefs.insert(&node.name.name, Declared { node, packing });
                }
                ast::Item::ConstantBuffer(node) => {
                    symbols.buffers.push(Declared { node, packing });
                    for member in &node.members {
                        let declared = Declared { node: member, packing };
                        symbols.variables.insert(&member.name.name, declared);
                    }
                }
                ast::Item::Variable(node) => {
                    symbols.variables.insert(&node.name.name, Declared { node, packing });
                    symbols.globals.push(Declared { node, packing });
                }
                ast::Item::Technique(node) => symbols.techniques.push((None, node)),
                ast::Item::Group(group) => {
                    let techniques = group.techniques.iter().map(|it| (Some(group), it));
                    symbols.techniques.extend(techniques);
                }
                ast::Item::PackMatrix(pragma) => {
                    packing = match pragma.row_major {
                        true => MatrixPacking::Row,
                        false => MatrixPacking::Column,
                    };
                }
            }
        }
        symbols
    }

    /// Which arguments calls write.
    #[must_use]
    pub fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    /// Whether a global has its first value for good: it is `const`, or `static` and nothing writes it.
    #[must_use]
    pub fn is_fixed(&self, global: &ast::Variable) -> bool {
        use ast::ModifierKind;
        global.modifiers.has(ModifierKind::Const)
            || global.modifiers.has(ModifierKind::Static)
                && !self.written.contains(&global.name.name)
    }

    /// Follows typedefs to the type they stand for; dimensions of typedef'd arrays are appended to `dims`.
    #[must_use]
    pub fn resolve<'t>(&self, ty: &'t ast::Type, dims: &mut Vec<&'t ast::ArrayDim>) -> &'t ast::Type
    where
        'a: 't,
    {
        let mut ty = ty;
        // A chain longer than the number of typedefs is a circle; the HLSL compiler reports that.
        for _ in 0..=self.typedefs.len() {
            let ast::TypeKind::Named(name) = &ty.kind else { break };
            let Some(typedef) = self.typedefs.get(name.as_str()) else { break };
            dims.extend(&typedef.node.array);
            ty = &typedef.node.ty;
        }
        ty
    }
}

/// Whether a global variable is one of the loose globals that make `$Globals`: a number that the program sets.
#[must_use]
pub fn is_loose_global(symbols: &Symbols<'_>, variable: &ast::Variable) -> bool {
    use ast::{ModifierKind, ScalarKind, TypeKind};
    let modifiers = &variable.modifiers;
    if modifiers.has(ModifierKind::Static) || modifiers.has(ModifierKind::Groupshared) {
        return false;
    }
    match &symbols.resolve(&variable.ty, &mut Vec::new()).kind {
        TypeKind::Scalar(kind) => *kind != ScalarKind::String,
        // An instance of an interface stands for one of a class, and holds nothing itself.
        TypeKind::Named(name) => symbols
            .structs
            .get(name.as_str())
            .is_none_or(|it| it.node.kind != ast::StructKind::Interface),
        TypeKind::Vector(..) | TypeKind::Matrix(..) | TypeKind::Inline(_) => true,
        TypeKind::Void | TypeKind::Object(..) => false,
    }
}
