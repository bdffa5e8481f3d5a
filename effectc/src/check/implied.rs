//! Sizes of arrays that only the value says: `float4 Weights[] = { .. }`.
//!
//! fxc counts the numbers of the value. Buffers are laid out and declared by the size, so it is written into the tree
//! before anything looks at it. Samplers have as many elements as blocks of states. Statics and locals, whose values need not be constants, have theirs from
//! `lower::initializer`.

use crate::hash::HashMap;

use crate::ast::{
    ArrayDim, Effect, Expr, ExprKind, Item, ModifierKind, StructDef, Type, TypeKind, Variable,
};
use crate::check::constant::Constants;
use crate::check::symbols::Symbols;
use crate::effect::MatrixPacking;
use crate::source::Span;

/// How deep structures are looked into.
const MAX_DEPTH: u32 = 16;

/// Writes the sizes of uniform arrays that have a value and no size. What cannot be counted stays as it is.
pub fn write_sizes(effect: &mut Effect) {
    let found = sizes(effect);
    if found.is_empty() {
        return;
    }
    let write = |variable: &mut Variable| {
        let span = variable.name.span;
        if let Some(size) = found.get(&span)
            && let Some(dim) = variable.array.first_mut()
        {
            dim.size = Some(Expr::uint(u64::from(*size), dim.span));
        }
    };
    for item in &mut effect.items {
        match item {
            Item::Variable(variable) => write(variable),
            Item::ConstantBuffer(buffer) => buffer.members.iter_mut().for_each(write),
            _ => {}
        }
    }
}

/// The sizes by the places of the names.
fn sizes(effect: &Effect) -> HashMap<Span, u32> {
    let symbols = Symbols::new(effect, MatrixPacking::default());
    let constants = Constants { symbols: &symbols };
    let globals = symbols.globals.iter().map(|it| it.node);
    let members = symbols.buffers.iter().flat_map(|it| &it.node.members);
    let mut found = HashMap::default();
    for variable in globals.chain(members) {
        if let ([ArrayDim { size: None, .. }], blocks @ [_, ..]) =
            (variable.array.as_slice(), variable.element_states.as_slice())
        {
            // Samplers: a block for each.
            found.extend(u32::try_from(blocks.len()).ok().map(|it| (variable.name.span, it)));
            continue;
        }
        let ([ArrayDim { size: None, .. }, inner @ ..], Some(init)) =
            (variable.array.as_slice(), &variable.init)
        else {
            continue;
        };
        if !matches!(init.kind, ExprKind::Braces(_)) || variable.modifiers.has(ModifierKind::Static)
        {
            continue;
        }
        let element = numbers(&variable.ty, inner, constants, 0);
        let all = constants.flat(init).ok().and_then(|it| u32::try_from(it.len()).ok());
        if let (Some(element @ 1..), Some(all)) = (element, all)
            && all % element == 0
        {
            found.insert(variable.name.span, all / element);
        }
    }
    found
}

/// How many numbers a value of a type has; none for objects.
fn numbers(ty: &Type, dims: &[ArrayDim], constants: Constants<'_, '_>, depth: u32) -> Option<u32> {
    if depth > MAX_DEPTH {
        return None;
    }
    let mut all: Vec<&ArrayDim> = dims.iter().collect();
    let resolved = constants.symbols.resolve(ty, &mut all);
    let fields = |def: &StructDef| -> Option<u32> {
        def.fields.iter().try_fold(0u32, |sum, field| {
            sum.checked_add(numbers(&field.ty, &field.array, constants, depth + 1)?)
        })
    };
    let element = match &resolved.kind {
        TypeKind::Named(name) => fields(constants.symbols.structs.get(name.as_str())?.node)?,
        TypeKind::Inline(def) => fields(def)?,
        _ => {
            let (_, rows, columns) = constants.numeric(resolved).ok()?;
            rows * columns
        }
    };
    all.into_iter().try_fold(element, |product, dim| {
        product.checked_mul(constants.uint(dim.size.as_ref()?).ok()?)
    })
}
