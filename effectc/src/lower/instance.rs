//! Takes out of an effect what one entry point reaches, and makes plain HLSL of it: a [`Unit`].
//!
//! What only effects have goes away (techniques, states, values, annotations, registers), and what only Vulkan has is
//! added (bindings, locations).

use crate::ast::{
    self, Attribute, BufferKind, ConstantBuffer, Ident, Item, ModifierKind, TypeKind,
};
use crate::check::symbols::is_loose_global;
use crate::check::{Checked, Entry};
use crate::effect::MatrixPacking;
use crate::lower::declaration;
use crate::lower::dimension;
use crate::lower::entry::GLOBALS_NAME;
use crate::lower::input;
use crate::lower::interface::Interface;
use crate::lower::output;
use crate::lower::reach::{Reached, reach};
use crate::lower::rewrite::{Rewrite, Rewrites};
use crate::lower::scope::Scope;
use crate::lower::split::Splits;
use crate::lower::unit::Unit;

/// Makes the unit of an entry point.
pub(super) fn make<'u>(
    effect: &ast::Effect,
    checked: &Checked<'_>,
    entry: &Entry<'_>,
    interface: &Interface,
    splits: &Splits,
    rewrites: &'u Rewrites,
) -> Unit<'u> {
    let mut instance = Instance {
        checked,
        entry,
        reached: reach(checked, entry.function),
        interface,
        splits,
        rewrites,
        items: Vec::new(),
        packing: checked.packing,
    };
    instance.items.extend(instance.globals());
    effect.items.iter().for_each(|item| instance.item(item));
    Unit {
        tree: ast::Effect { items: instance.items },
        entry: entry.function.name.name.clone(),
        stage: entry.stage,
        legacy: entry.is_legacy(),
        packing: checked.packing,
        locals: Vec::new(),
        rewrites,
    }
}

struct Instance<'l, 'a> {
    checked: &'l Checked<'a>,
    entry: &'l Entry<'a>,
    reached: Reached,
    interface: &'l Interface,
    splits: &'l Splits,
    rewrites: &'l Rewrites,
    items: Vec<Item>,
    /// The packing in force at the item.
    packing: MatrixPacking,
}

impl Instance<'_, '_> {
    fn item(&mut self, item: &Item) {
        match item {
            Item::Function(function) => self.function(function),
            Item::Struct(def) => self.structure(def),
            Item::Typedef(typedef) if self.has(&typedef.name.name) => {
                self.items.push(Item::Typedef(typedef.clone()));
            }
            Item::ConstantBuffer(buffer) => self.buffer(buffer),
            Item::Variable(variable) => self.variable(variable),
            Item::PackMatrix(pragma) => {
                self.packing = match pragma.row_major {
                    true => MatrixPacking::Row,
                    false => MatrixPacking::Column,
                };
            }
            Item::Typedef(_) | Item::Technique(_) | Item::Group(_) => {}
        }
    }

    fn function(&mut self, function: &ast::Function) {
        let is_entry = std::ptr::eq(function, self.entry.function);
        let shares_name = function.name.name == self.entry.function.name.name;
        // Overloads of the entry point confuse the compiler, and it is not called by itself.
        if !is_entry && (shares_name || !self.has(&function.name.name)) {
            return;
        }
        let mut function = function.clone();
        function.annotations.clear();
        if self.rewrites.has(Rewrite::AttributeCase) {
            declaration::fold_attribute_names(&mut function.attributes);
        }
        if is_entry {
            for param in &mut function.params {
                declaration::add_location(param, self.interface);
            }
        }
        if is_entry {
            let Interface { transposed, positions, .. } = self.interface;
            let transposed: &[_] =
                if self.rewrites.has(Rewrite::MatrixInput) { transposed } else { &[] };
            let positions: &[_] =
                if self.rewrites.has(Rewrite::PositionW) { positions } else { &[] };
            input::correct(&mut function, transposed, positions);
            if self.rewrites.has(Rewrite::ZeroOutputs) {
                output::define(&mut function, &self.checked.symbols);
            }
        }
        self.items.push(Item::Function(function));
    }

    fn structure(&mut self, def: &ast::StructDef) {
        let Some(name) = &def.name else { return };
        if !self.has(&name.name) {
            return;
        }
        let mut def = def.clone();
        for field in &mut def.fields {
            self.pack(field);
            self.evaluate_dimensions(field);
            declaration::add_location(field, self.interface);
            field.annotations.clear();
        }
        self.items.push(Item::Struct(def));
    }

    fn buffer(&mut self, node: &ConstantBuffer) {
        let found = self
            .checked
            .buffers
            .iter()
            .enumerate()
            .find(|(_, it)| it.node.is_some_and(|it| std::ptr::eq(it, node)));
        for constant in node.members.iter().filter(|it| it.modifiers.has(ModifierKind::Static)) {
            if self.has(&constant.name.name) {
                self.constant(constant);
            }
        }
        let Some((index, buffer)) = found else { return };
        if !self.has_buffer(index) {
            return;
        }
        let binding = Attribute::vk("binding", &[buffer.data.binding, 0], node.name.span);
        let members = node.members.iter().filter(|it| !it.modifiers.has(ModifierKind::Static));
        let members = members.map(|it| self.buffer_member(it, self.packing)).collect();
        self.items.push(Item::ConstantBuffer(ConstantBuffer {
            attributes: vec![binding],
            modifiers: ast::Modifiers::default(),
            registers: Vec::new(),
            annotations: Vec::new(),
            members,
            // A texture buffer has the same layout, and is a uniform buffer here.
            kind: BufferKind::Cbuffer,
            ..node.clone()
        }));
    }

    /// The buffer of loose globals, with all of them, since its layout is one for every stage.
    fn globals(&self) -> Option<Item> {
        if !self.reached.globals && self.rewrites.has(Rewrite::Reach) {
            return None;
        }
        let buffer = self.checked.buffers.iter().find(|it| it.node.is_none())?;
        let span = buffer.members.first().map_or(self.entry.function.span, |it| it.node.span);
        let members =
            buffer.members.iter().map(|it| self.buffer_member(it.node, it.packing)).collect();
        Some(Item::ConstantBuffer(ConstantBuffer {
            attributes: vec![Attribute::vk("binding", &[buffer.data.binding, 0], span)],
            modifiers: ast::Modifiers::default(),
            kind: BufferKind::Cbuffer,
            name: Ident { name: GLOBALS_NAME.to_owned(), span },
            registers: Vec::new(),
            annotations: Vec::new(),
            members,
            span,
        }))
    }

    fn buffer_member(&self, member: &ast::Variable, packing: MatrixPacking) -> ast::Variable {
        let mut member = member.clone();
        declaration::strip(&mut member);
        member.packoffset = None;
        if let Some(vectors) = self.splits.vectors(&member) {
            return vectors;
        }
        self.evaluate_dimensions(&mut member);
        declaration::spell_packing(&mut member, packing, self.checked);
        member
    }

    fn pack(&self, field: &mut ast::Variable) {
        declaration::spell_packing(field, self.packing, self.checked);
    }

    fn variable(&mut self, variable: &ast::Variable) {
        if !self.has(&variable.name.name) || is_loose_global(&self.checked.symbols, variable) {
            return;
        }
        let resolved = self.checked.symbols.resolve(&variable.ty, &mut Vec::new());
        if matches!(resolved.kind, TypeKind::Object(..)) {
            // Textures, samplers and buffers are declared where it is known which of them are used; states and
            // shaders are data of the effect.
        } else if variable.modifiers.has(ModifierKind::Static) {
            self.constant(variable);
        } else {
            // Group memory.
            let mut lowered = variable.clone();
            self.evaluate_dimensions(&mut lowered);
            self.items.push(Item::Variable(lowered));
        }
    }

    /// A static global.
    fn constant(&mut self, variable: &ast::Variable) {
        let mut lowered = variable.clone();
        lowered.annotations.clear();
        self.items.push(Item::Variable(lowered));
    }

    /// Writes the sizes of arrays as numbers.
    fn evaluate_dimensions(&self, variable: &mut ast::Variable) {
        if self.rewrites.has(Rewrite::ArraySize) {
            let symbols = &self.checked.symbols;
            dimension::evaluate(variable, symbols, &Scope::new(symbols));
        }
    }

    /// Whether a name is reached, or everything is kept.
    fn has(&self, name: &str) -> bool {
        self.reached.has(name) || !self.rewrites.has(Rewrite::Reach)
    }

    fn has_buffer(&self, index: usize) -> bool {
        self.reached.buffers.contains(&index) || !self.rewrites.has(Rewrite::Reach)
    }
}
