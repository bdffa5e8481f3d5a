//! Puts together the HLSL of one entry point.
//!
//! ```text
//! instance     the effect's tree  ->  a Unit: what the entry point reaches, as plain HLSL with bindings and locations
//! body         rewrites of expressions and statements
//! PASSES       rewrites of the whole unit, one after the other
//! order        types and constants, buffers, helper functions, everything else
//! ```

use std::collections::HashSet;

use crate::ast::{self, Item, ModifierKind, PackMatrix, TypeKind};
use crate::check::{Checked, Entry};
use crate::diagnostic::Diagnostic;
use crate::effect::{MatrixPacking, Primitive, VertexInput};
use crate::lower::body::{self, Bodies, Helpers};
use crate::lower::instance::{self, Taken};
use crate::lower::interface::Locations;
use crate::lower::names;
use crate::lower::rewrite::Rewrites;
use crate::lower::split::Splits;
use crate::lower::unit::Unit;

/// The name that `$Globals` has in lowered HLSL.
pub const GLOBALS_NAME: &str = "fx_Globals";

/// A rewrite of a whole unit.
type Pass = fn(&mut Unit<'_>) -> Result<(), Diagnostic>;

/// The rewrites of whole units, in order.
const PASSES: [Pass; 0] = [];

/// An entry point in the HLSL that the compiler takes.
#[derive(Debug)]
pub struct Lowered {
    /// Its declarations, in order.
    pub tree: ast::Effect,
    /// Vertex layout; empty for other stages.
    pub vertex_inputs: Vec<VertexInput>,
    /// What a geometry shader takes.
    pub input_primitive: Option<Primitive>,
    /// Control points that a hull shader takes.
    pub patch_control_points: Option<u32>,
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
    rewrites: &Rewrites,
) -> Result<Lowered, Diagnostic> {
    let links = locations.links(checked, entry);
    let splits = Splits::new(checked, rewrites);
    let Taken { mut unit, vertex_inputs, input_primitive, patch_control_points } =
        instance::make(effect, checked, entry, &links, &splits, rewrites)?;
    let mut helpers = Helpers::default();
    let bodies = Bodies { symbols: &checked.symbols, splits: &splits, rewrites };
    body::rewrite_unit(&mut unit, &bodies, &mut helpers);
    if let Some(fault) = helpers.fault.take() {
        return Err(fault);
    }
    PASSES.iter().try_for_each(|pass| pass(&mut unit))?;
    let tree = ordered(unit, &helpers, entry.function.span);
    Ok(Lowered { tree, vertex_inputs, input_primitive, patch_control_points })
}

/// Puts the declarations into an order that the compiler takes: the loose globals, which are one buffer now, stand
/// before everything that may use one of them, and after the types and constants that they may need.
fn ordered(unit: Unit<'_>, helpers: &Helpers, span: crate::source::Span) -> ast::Effect {
    let pragma = PackMatrix { row_major: unit.packing == MatrixPacking::Row, span };
    let mut first = vec![Item::PackMatrix(pragma)];
    let (mut globals, mut rest) = (Vec::new(), Vec::new());
    let mut late = late_names(&unit.tree);
    for item in unit.tree.items {
        match item {
            Item::ConstantBuffer(buffer) if buffer.name.name == GLOBALS_NAME => {
                globals.push(Item::ConstantBuffer(buffer));
            }
            // Methods may use globals; plain structs may be used by them.
            Item::Struct(ref def) if def.methods.is_empty() => first.push(item),
            Item::Typedef(_) => first.push(item),
            Item::Variable(ref variable) if is_early(variable, &late) => first.push(item),
            _ => {
                if let Item::Variable(variable) = &item {
                    late.insert(variable.name.name.clone());
                }
                rest.push(item);
            }
        }
    }
    first.append(&mut globals);
    first.extend(helpers.definitions(span).map(Item::Function));
    first.append(&mut rest);
    ast::Effect { items: first }
}

/// Names of functions, and of variables that are no constants.
fn late_names(tree: &ast::Effect) -> HashSet<String> {
    let mut late = HashSet::new();
    for item in &tree.items {
        match item {
            Item::Function(it) => {
                late.insert(it.name.name.clone());
            }
            Item::Variable(it) if !it.modifiers.has(ModifierKind::Static) => {
                late.insert(it.name.name.clone());
            }
            Item::ConstantBuffer(it) => {
                late.extend(it.members.iter().map(|it| it.name.name.clone()))
            }
            _ => {}
        }
    }
    late
}

/// Whether it is a constant that needs nothing but other such constants.
fn is_early(variable: &ast::Variable, late: &HashSet<String>) -> bool {
    let mut early = variable.modifiers.has(ModifierKind::Static)
        && !matches!(variable.ty.kind, TypeKind::Object(..));
    if let Some(init) = &variable.init {
        names::of_expr(init, &mut |name| early &= !late.contains(name));
    }
    early
}
