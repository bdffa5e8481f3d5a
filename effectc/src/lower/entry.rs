//! Puts together the HLSL of one entry point.
//!
//! ```text
//! #pragma pack_matrix             the packing that holds where nothing else is said
//! types and constants             in the user's order
//! cbuffer fx_Globals              all loose globals, if one is reached
//! buffers, resources, functions   in the user's order, with bindings and locations
//! ```

use crate::ast::{
    self, Attribute, BufferKind, ConstantBuffer, Ident, Item, ModifierKind, PackMatrix, TypeKind,
};
use crate::check::symbols::is_loose_global;
use crate::check::{Checked, Entry};
use crate::diagnostic::Diagnostic;
use crate::effect::{MatrixPacking, VertexInput};
use crate::lower::body::{self, Helpers};
use crate::lower::declaration;
use crate::lower::dimension;
use crate::lower::input;
use crate::lower::interface::{Interface, Locations, slots};
use crate::lower::names;
use crate::lower::output;
use crate::lower::reach::{Reached, reach};
use crate::lower::scope::Scope;
use crate::lower::split::Splits;

/// The name that `$Globals` has in lowered HLSL.
pub const GLOBALS_NAME: &str = "fx_Globals";

/// An entry point in the HLSL that the compiler takes.
#[derive(Debug)]
pub struct Lowered {
    /// Its declarations, in order.
    pub tree: ast::Effect,
    /// Vertex layout; empty for other stages.
    pub vertex_inputs: Vec<VertexInput>,
    /// For each vertex input, the location of its variable: that of the first row for the rows of a matrix.
    pub first_locations: Vec<u32>,
}

/// Lowers one entry point.
///
/// # Errors
/// What has no form in the HLSL that the compiler takes.
pub fn lower(
    effect: &ast::Effect,
    checked: &Checked<'_>,
    entry: &Entry<'_>,
    locations: &Locations,
) -> Result<Lowered, Diagnostic> {
    let reached = reach(checked, entry.function);
    let slots = slots(&checked.symbols, entry)?;
    let interface = Interface::new(&checked.symbols, entry.stage, &slots, locations)?;
    let mut lowering = Lowering {
        checked,
        entry,
        reached,
        interface,
        splits: Splits::new(checked),
        helpers: Helpers::default(),
        first: Vec::new(),
        rest: Vec::new(),
        packing: checked.packing,
    };
    effect.items.iter().for_each(|item| lowering.item(item));
    if let Some(fault) = lowering.helpers.fault.take() {
        return Err(fault);
    }
    let pragma =
        PackMatrix { row_major: checked.packing == MatrixPacking::Row, span: entry.function.span };
    let mut items = vec![Item::PackMatrix(pragma)];
    items.append(&mut lowering.first);
    items.extend(lowering.globals());
    let helpers = lowering.helpers.matrices.iter();
    items.extend(helpers.map(|it| Item::Function(it.definition(entry.function.span))));
    let helpers = lowering.helpers.remainders.iter();
    items.extend(helpers.map(|it| Item::Function(it.definition(entry.function.span))));
    items.append(&mut lowering.rest);
    let Interface { vertex_inputs, first_locations, .. } = lowering.interface;
    Ok(Lowered { tree: ast::Effect { items }, vertex_inputs, first_locations })
}

struct Lowering<'l, 'a> {
    checked: &'l Checked<'a>,
    entry: &'l Entry<'a>,
    reached: Reached,
    interface: Interface,
    splits: Splits,
    helpers: Helpers,
    /// Types and constants.
    first: Vec<Item>,
    /// Everything else.
    rest: Vec<Item>,
    /// The packing in force at the item.
    packing: MatrixPacking,
}

impl Lowering<'_, '_> {
    fn item(&mut self, item: &Item) {
        match item {
            Item::Function(function) => self.function(function),
            Item::Struct(def) => self.structure(def),
            Item::Typedef(typedef) if self.reached.has(&typedef.name.name) => {
                self.first.push(Item::Typedef(typedef.clone()));
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
        if !is_entry && (shares_name || !self.reached.has(&function.name.name)) {
            return;
        }
        let mut function = function.clone();
        function.annotations.clear();
        declaration::fold_attribute_names(&mut function.attributes);
        if is_entry {
            for param in &mut function.params {
                declaration::add_location(param, &self.interface);
            }
        }
        if is_entry {
            let Interface { transposed, positions, .. } = &self.interface;
            input::correct(&mut function, transposed, positions);
            output::define(&mut function, &self.checked.symbols);
        }
        body::rewrite(&mut function, &self.checked.symbols, &self.splits, &mut self.helpers);
        self.rest.push(Item::Function(function));
    }

    fn structure(&mut self, def: &ast::StructDef) {
        let Some(name) = &def.name else { return };
        if !self.reached.has(&name.name) {
            return;
        }
        let mut def = def.clone();
        for field in &mut def.fields {
            self.pack(field);
            dimension::evaluate(field, &self.checked.symbols, &Scope::new(&self.checked.symbols));
            declaration::add_location(field, &self.interface);
            field.annotations.clear();
        }
        for method in &mut def.methods {
            body::rewrite(method, &self.checked.symbols, &self.splits, &mut self.helpers);
        }
        // Methods may use globals; plain structs may be used by them.
        match def.methods.is_empty() {
            true => self.first.push(Item::Struct(def)),
            false => self.rest.push(Item::Struct(def)),
        }
    }

    fn buffer(&mut self, node: &ConstantBuffer) {
        let found = self
            .checked
            .buffers
            .iter()
            .enumerate()
            .find(|(_, it)| it.node.is_some_and(|it| std::ptr::eq(it, node)));
        for constant in node.members.iter().filter(|it| it.modifiers.has(ModifierKind::Static)) {
            if self.reached.has(&constant.name.name) {
                self.constant(constant);
            }
        }
        let Some((index, buffer)) = found else { return };
        if !self.reached.buffers.contains(&index) {
            return;
        }
        let binding = Attribute::vk("binding", &[buffer.data.binding, 0], node.name.span);
        let members = node.members.iter().filter(|it| !it.modifiers.has(ModifierKind::Static));
        let members = members.map(|it| self.buffer_member(it, self.packing)).collect();
        self.rest.push(Item::ConstantBuffer(ConstantBuffer {
            attributes: vec![binding],
            modifiers: ast::Modifiers::default(),
            registers: Vec::new(),
            annotations: Vec::new(),
            members,
            ..node.clone()
        }));
    }

    /// The buffer of loose globals, with all of them, since its layout is one for every stage.
    fn globals(&self) -> Option<Item> {
        if !self.reached.globals {
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
        let symbols = &self.checked.symbols;
        dimension::evaluate(&mut member, symbols, &Scope::new(symbols));
        declaration::spell_packing(&mut member, packing, self.checked);
        member
    }

    fn pack(&self, field: &mut ast::Variable) {
        declaration::spell_packing(field, self.packing, self.checked);
    }

    fn variable(&mut self, variable: &ast::Variable) {
        if !self.reached.has(&variable.name.name)
            || is_loose_global(&self.checked.symbols, variable)
        {
            return;
        }
        let resolved = self.checked.symbols.resolve(&variable.ty, &mut Vec::new());
        if matches!(resolved.kind, TypeKind::Object(..)) {
            self.object(variable);
        } else if variable.modifiers.has(ModifierKind::Static) {
            self.constant(variable);
        } else {
            // Group memory.
            let mut lowered = variable.clone();
            let symbols = &self.checked.symbols;
            dimension::evaluate(&mut lowered, symbols, &Scope::new(symbols));
            self.rest.push(Item::Variable(lowered));
        }
    }

    fn object(&mut self, variable: &ast::Variable) {
        let resources = self.checked.resources.iter().map(|it| (it.node, it.data.binding));
        let samplers = self.checked.samplers.iter().map(|it| (it.node, it.data.binding));
        let binding = resources.chain(samplers).find(|(node, _)| std::ptr::eq(*node, variable));
        let mut lowered = variable.clone();
        declaration::strip(&mut lowered);
        let symbols = &self.checked.symbols;
        dimension::evaluate(&mut lowered, symbols, &Scope::new(symbols));
        if let Some((_, binding)) = binding {
            let attribute = Attribute::vk("binding", &[binding, 0], variable.name.span);
            lowered.attributes.push(attribute);
        } else if !variable.modifiers.has(ModifierKind::Static) {
            // A state or shader object: data of the effect.
            return;
        }
        self.rest.push(Item::Variable(lowered));
    }

    /// A static global. One whose value needs nothing but other constants goes to the types, which may need it
    /// for array sizes.
    fn constant(&mut self, variable: &ast::Variable) {
        let mut lowered = variable.clone();
        lowered.annotations.clear();
        body::rewrite_global(&mut lowered, &self.checked.symbols, &self.splits, &mut self.helpers);
        let mut pure = true;
        if let Some(init) = &variable.init {
            names::of_expr(init, &mut |name| {
                let symbols = &self.checked.symbols;
                let is_static = |it: &ast::Variable| it.modifiers.has(ModifierKind::Static);
                let known = symbols.variables.get(name).is_some_and(|it| !is_static(it.node));
                pure &= !known && !symbols.functions.contains_key(name);
            });
        }
        match pure {
            true => self.first.push(Item::Variable(lowered)),
            false => self.rest.push(Item::Variable(lowered)),
        }
    }
}
