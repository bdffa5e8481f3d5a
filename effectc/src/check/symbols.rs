//! The names of an effect: what each global name stands for, and the matrix packing in force where it was declared.

use crate::hash::{HashMap, HashSet};
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;

use crate::ast::{self, ModifierKind};
use crate::check::number::Value;
use crate::check::writes::{self, Outputs};
use crate::effect::MatrixPacking;

/// How long a chain of bases may be.
const MAX_BASES: usize = 64;

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
    /// How many members each struct has, see [`Self::member_count`].
    member_counts: HashMap<&'a str, u64>,
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
    /// Values of constants, by name, once they have been computed: a constant may name others, each several times.
    pub(super) values: HashMap<&'a str, OnceLock<Value>>,
    /// How many parts of constant expressions have been looked at.
    pub(super) steps: AtomicU64,
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
        symbols.count_members();
        symbols.values = symbols.variables.keys().map(|it| (*it, OnceLock::new())).collect();
        symbols
    }

    /// A struct and what it inherits, as its members lie: the farthest base first. Interfaces have no members.
    #[must_use]
    pub fn lineage<'d>(
        &self,
        declared: Declared<'d, ast::StructDef>,
    ) -> Vec<Declared<'d, ast::StructDef>>
    where
        'a: 'd,
    {
        let mut open = vec![declared];
        let mut found = Vec::new();
        while let Some(declared) = open.pop().filter(|_| found.len() <= MAX_BASES) {
            found.push(declared);
            let bases = declared.node.bases.iter();
            let bases = bases.filter_map(|it| self.structs.get(it.name.as_str()).copied());
            open.extend(bases.filter(|it| it.node.kind != ast::StructKind::Interface));
        }
        found.reverse();
        found
    }

    /// The packing of a matrix: what the declaration says, or the typedefs that it names, nearest first; else what was
    /// in force where its type was written, which for a typedef is its own place.
    #[must_use]
    pub fn packing(
        &self,
        ty: &ast::Type,
        modifiers: &ast::Modifiers,
        in_force: MatrixPacking,
    ) -> MatrixPacking {
        let mut explicit = explicit_packing(modifiers);
        let (mut ty, mut in_force) = (ty, in_force);
        for _ in 0..=self.typedefs.len() {
            let ast::TypeKind::Named(name) = &ty.kind else { break };
            let Some(typedef) = self.typedefs.get(name.as_str()) else { break };
            explicit = explicit.or(explicit_packing(&typedef.node.modifiers));
            in_force = typedef.packing;
            ty = &typedef.node.ty;
        }
        explicit.unwrap_or(in_force)
    }

    /// How many members a struct has with those of its bases and of the structs inside, arrays counted once.
    #[must_use]
    pub fn member_count(&self, def: &ast::StructDef) -> u64 {
        let mut sum = 0_u64;
        for base in &def.bases {
            sum = sum.saturating_add(self.counted(&base.name));
        }
        for field in &def.fields {
            let inside = match &self.resolve(&field.ty, &mut Vec::new()).kind {
                ast::TypeKind::Named(name) => self.counted(name),
                ast::TypeKind::Inline(def) => self.member_count(def),
                _ => 0,
            };
            sum = sum.saturating_add(inside).saturating_add(1);
        }
        sum
    }

    /// The members of a struct that has been counted.
    fn counted(&self, name: &str) -> u64 {
        self.member_counts.get(name).copied().unwrap_or(0)
    }

    /// Counts the members of all structs, those that others have as members first.
    fn count_members(&mut self) {
        let mut open: Vec<&str> = self.structs.keys().copied().collect();
        let mut begun: HashSet<&str> = HashSet::default();
        while let Some(name) = open.last().copied() {
            let Some(def) = self.structs.get(name).map(|it| it.node) else { break };
            if begun.insert(name) {
                let fields = def.fields.iter();
                let types = fields.map(|it| self.resolve(&it.ty, &mut Vec::new()));
                let named = types.filter_map(|it| match &it.kind {
                    ast::TypeKind::Named(name) => Some(name.as_str()),
                    _ => None,
                });
                let named = named.chain(def.bases.iter().map(|it| it.name.as_str()));
                let named = named.filter_map(|it| self.structs.get_key_value(it).map(|it| *it.0));
                // One that has begun stands in itself, which the HLSL compiler reports.
                open.extend(named.filter(|it| !begun.contains(it)));
                continue;
            }
            open.pop();
            let count = self.member_count(def);
            self.member_counts.entry(name).or_insert(count);
        }
    }

    /// Which arguments calls write.
    #[must_use]
    pub fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    /// Whether a global has its first value for good: it is `const`, or `static` and nothing writes it.
    #[must_use]
    pub fn is_fixed(&self, global: &ast::Variable) -> bool {
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

/// The packing that a declaration says itself.
#[must_use]
pub fn explicit_packing(modifiers: &ast::Modifiers) -> Option<MatrixPacking> {
    let row = modifiers.has(ModifierKind::RowMajor).then_some(MatrixPacking::Row);
    row.or_else(|| modifiers.has(ModifierKind::ColumnMajor).then_some(MatrixPacking::Column))
}

/// Whether a global variable is one of the loose globals that make `$Globals`: a number that the program sets.
#[must_use]
pub fn is_loose_global(symbols: &Symbols<'_>, variable: &ast::Variable) -> bool {
    use ast::{ScalarKind, TypeKind};
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
