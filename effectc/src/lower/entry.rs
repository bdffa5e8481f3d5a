//! Puts together the HLSL of one entry point.
//!
//! ```text
//! instance     the effect's tree  ->  a Unit: what the entry point reaches, as plain HLSL with bindings and locations
//! local_types  types of functions have names of their own
//! objects      every use of a texture, sampler or buffer names a global one, and those that are used are declared
//! body         types of all expressions, and the rewrites that need them
//! defined      operations of whole numbers that SPIR-V leaves open
//! PASSES       rewrites of the whole unit, one after the other
//! order        types and constants, buffers, everything else
//! ```

use crate::hash::HashSet;

use crate::ast::{self, Item, ModifierKind, PackMatrix, TypeKind};
use crate::check::Entry;
use crate::diagnostic::Diagnostic;
use crate::effect::{MatrixPacking, Primitive, VertexInput};
use crate::lower::body::{self, Bodies};
use crate::lower::calls;
use crate::lower::clash;
use crate::lower::default_argument;
use crate::lower::defined;
use crate::lower::helper::Helpers;
use crate::lower::hidden;
use crate::lower::hint;
use crate::lower::instance::{self, Taken};
use crate::lower::label;
use crate::lower::local_struct;
use crate::lower::local_types;
use crate::lower::locals;
use crate::lower::loops;
use crate::lower::names;
use crate::lower::objects;
use crate::lower::program::Program;
use crate::lower::rename;
use crate::lower::returns;
use crate::lower::rewrite::{Rewrite, Rewrites};
use crate::lower::split;
use crate::lower::stage;
use crate::lower::statics;
use crate::lower::turns;
use crate::lower::uninitialized;
use crate::lower::unit::Unit;
use crate::lower::whole;
use crate::lower::written;
use crate::patch::Streams;
use crate::print::Printer;

/// The name that `$Globals` has in lowered HLSL.
pub const GLOBALS_NAME: &str = "fx_Globals";

/// A rewrite of a whole unit.
type Pass = fn(&mut Unit<'_>) -> Result<(), Diagnostic>;

/// The rewrites of whole units, in order.
///
/// Up to the last, locals have names that nothing else has.
const PASSES: [Pass; 13] = [
    calls::check,
    stage::check,
    hint::fold_case,
    loops::hoist,
    default_argument::take_out,
    returns::complete,
    uninitialized::zero,
    statics::zero,
    statics::start,
    written::copy,
    split::store,
    clash::resolve,
    locals::name,
];

/// An entry point in the HLSL that the compiler takes.
#[derive(Debug)]
pub struct Lowered {
    /// Functions that its declarations need before them, as text.
    pub helpers: Vec<String>,
    /// How many declarations stand before these functions.
    pub head_count: usize,
    /// Its declarations, in order.
    pub tree: ast::Effect,
    /// The name of the entry point in it.
    pub entry: String,
    /// Vertex layout; empty for other stages.
    pub vertex_inputs: Vec<VertexInput>,
    /// What a geometry shader takes.
    pub input_primitive: Option<Primitive>,
    /// Control points that a hull shader takes.
    pub patch_control_points: Option<u32>,
    /// The streams of a geometry shader that has several.
    pub(crate) streams: Option<Streams>,
}

/// Lowers one entry point.
///
/// # Errors
/// What has no form in the HLSL that the compiler takes.
pub fn lower(
    effect: &ast::Effect,
    program: &Program<'_, '_>,
    entry: &Entry<'_>,
    rewrites: &Rewrites,
) -> Result<Lowered, Vec<Diagnostic>> {
    let checked = program.checked;
    let taken = instance::make(effect, program, entry, rewrites);
    let Taken { mut unit, vertex_inputs, input_primitive, patch_control_points, streams } =
        taken.map_err(|it| vec![it])?;
    local_types::rename(&mut unit);
    if rewrites.has(Rewrite::Methods) {
        local_struct::hoist(&mut unit);
    }
    objects::resolve(&mut unit, checked).map_err(|it| vec![it])?;
    let mut helpers = Helpers::default();
    let instances: Vec<ast::Expr> = entry.interfaces.iter().map(|it| it.value.clone()).collect();
    let bodies = Bodies {
        symbols: &checked.symbols,
        rewrites,
        instances: &instances,
        is_old: matches!(entry.profile.as_bytes().get(3), Some(b'1'..=b'3')),
    };
    body::rewrite_unit(&mut unit, &bodies, &mut helpers);
    if !helpers.faults.is_empty() {
        return Err(helpers.faults.drain(..).map(|it| within(it, entry)).collect());
    }
    let head_count = whole::replace(&mut unit, &mut helpers);
    if !helpers.faults.is_empty() {
        return Err(helpers.faults.drain(..).map(|it| within(it, entry)).collect());
    }
    locals::number(&mut unit);
    hidden::hide(&mut unit, &mut helpers);
    if rewrites.has(Rewrite::ConstantLabels) {
        unit.tree.items.iter_mut().for_each(|it| label::evaluate(it, &checked.symbols));
    }
    turns::limit(&mut unit, &checked.symbols).map_err(|it| vec![it])?;
    defined::define(&mut unit, &checked.symbols, &mut helpers);
    if !helpers.faults.is_empty() {
        return Err(helpers.faults.drain(..).map(|it| within(it, entry)).collect());
    }
    PASSES.iter().try_for_each(|pass| pass(&mut unit)).map_err(|it| vec![it])?;
    // They are right as they are, but for names and for what their conversions leave open.
    let mut casts: Vec<Item> = helpers.array_casts.take_items().collect();
    defined::define_items(&mut casts, rewrites, &checked.symbols, &mut helpers);
    unit.add(casts);
    rename::rename(&mut unit).map_err(|it| vec![it])?;
    let entry_name = unit.entry.clone();
    let tree = ordered(unit, entry.function.span);
    let helpers = helpers.into_texts();
    Ok(Lowered {
        helpers,
        // After the pragma.
        head_count: head_count + 1,
        tree,
        entry: entry_name,
        vertex_inputs,
        input_primitive,
        patch_control_points,
        streams,
    })
}

impl Lowered {
    /// Prints it as HLSL.
    pub fn print(&self, printer: &mut Printer<'_>) {
        let (head, rest) = self.tree.items.split_at(self.tree.items.len().min(self.head_count));
        head.iter().for_each(|it| printer.item(it));
        self.helpers.iter().for_each(|it| printer.raw_line(it));
        rest.iter().for_each(|it| printer.item(it));
    }
}

/// Says which entry point an error was found in, as the HLSL compiler's errors do.
fn within(fault: Diagnostic, entry: &Entry<'_>) -> Diagnostic {
    fault.with_note(entry.while_compiling())
}

/// Puts the declarations into an order that the compiler takes: the loose globals, which are one buffer now, stand
/// before everything that may use one of them, and after the types and constants that they may need.
fn ordered(unit: Unit<'_>, span: crate::source::Span) -> ast::Effect {
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
    first.append(&mut rest);
    ast::Effect { items: first }
}

/// Names of functions, and of variables that are no constants.
fn late_names(tree: &ast::Effect) -> HashSet<String> {
    let mut late = HashSet::default();
    for item in &tree.items {
        match item {
            Item::Function(it) => {
                late.insert(it.name.name.clone());
            }
            Item::Variable(it) if !it.modifiers.has(ModifierKind::Static) => {
                late.insert(it.name.name.clone());
            }
            Item::ConstantBuffer(it) => {
                late.extend(it.members.iter().map(|it| it.name.name.clone()));
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
