//! Globals of the effect that shader code writes.
//!
//! fxc lets a shader change any global: it changes a copy of its own, and the next run of the shader sees the
//! program's value again (Microsoft's /Gec; for older profiles without asking). In SPIR-V they are members of uniform buffers,
//! which nothing writes. So what is written becomes a static copy, which the entry point fills before all else.

use std::collections::{HashMap, HashSet};

use crate::ast::{Expr, ExprKind, Ident, Item, Modifier, ModifierKind, Stmt, StmtKind, Variable};
use crate::check::writes::Outputs;
use crate::diagnostic::Diagnostic;
use crate::lower::rewrite::Rewrite;
use crate::lower::start;
use crate::lower::unit::Unit;
use crate::lower::walk;
use crate::source::Span;

/// Makes copies of the globals that are written, and lets all functions use these.
pub(super) fn copy(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if !unit.has(Rewrite::WrittenGlobals) {
        return Ok(());
    }
    let members: HashMap<String, Variable> = unit
        .tree
        .items
        .iter()
        .filter_map(|it| match it {
            Item::ConstantBuffer(buffer) => Some(&buffer.members),
            _ => None,
        })
        .flatten()
        .map(|it| (it.name.name.clone(), it.clone()))
        .collect();
    let written = Written::find(unit);
    refuse_split(&written, &members)?;
    let copied: Vec<&Variable> = written.iter().filter_map(|(it, _)| members.get(it)).collect();
    if copied.is_empty() {
        return Ok(());
    }
    let names: HashSet<&str> = copied.iter().map(|it| it.name.name.as_str()).collect();
    for item in &mut unit.tree.items {
        walk::item(item, &mut |expr: &mut Expr| {
            if let ExprKind::Name(name) = &mut expr.kind
                && names.contains(name.as_str())
            {
                *name = copy_name(name);
            }
        });
    }
    // The buffer of each stands before every function that is reached.
    let statements = copied.iter().map(|it| (0, fill(it))).collect();
    // The order of a unit puts statics before all functions, and after the types that they need.
    unit.tree.items.extend(copied.into_iter().map(|it| Item::Variable(declaration(it))));
    start::insert(unit, statements);
    Ok(())
}

fn copy_name(name: &str) -> String {
    format!("fx_copy_{name}")
}

/// `static float4 fx_copy_Color;`
fn declaration(member: &Variable) -> Variable {
    let span = member.name.span;
    let name = Ident { name: copy_name(&member.name.name), span };
    let mut copy = Variable::new(member.ty.clone(), name);
    copy.array.clone_from(&member.array);
    copy.modifiers.0.push(Modifier { kind: ModifierKind::Static, span });
    copy
}

/// `fx_copy_Color = Color;`
fn fill(member: &Variable) -> Stmt {
    let span = member.name.span;
    let target = Expr::name(copy_name(&member.name.name), span);
    let value = Expr::name(member.name.name.as_str(), span);
    let assign = ExprKind::Assign(None, Box::new(target), Box::new(value));
    Stmt { attributes: Vec::new(), kind: StmtKind::Expr(Expr::new(assign, span)), span }
}

/// A matrix that is declared as its rows has no place that could be written.
fn refuse_split(
    written: &[(String, Span)],
    members: &HashMap<String, Variable>,
) -> Result<(), Diagnostic> {
    let is_split = |name: &str| {
        let split = [format!("fx_rows_{name}"), format!("fx_columns_{name}")];
        split.iter().any(|it| members.contains_key(it))
    };
    match written.iter().find(|(name, _)| is_split(name)) {
        Some((name, span)) => Err(Diagnostic::error(
            *span,
            format!(
                "not yet supported: writing to `{name}`, whose last register another global shares"
            ),
        )
        .with_help("write to a copy of it")),
        None => Ok(()),
    }
}

/// Finds what is written.
#[derive(Default)]
struct Written {
    found: Vec<(String, Span)>,
    seen: HashSet<String>,
}

impl Written {
    /// The globals that are written, in order, each with the place where it is first.
    fn find(unit: &mut Unit<'_>) -> Vec<(String, Span)> {
        let mut written = Self::default();
        let outputs = Outputs::of(&unit.tree.items);
        for item in &mut unit.tree.items {
            walk::item(item, &mut |expr: &mut Expr| {
                outputs.places(expr, &mut |place| written.place(place));
            });
        }
        written.found
    }

    fn note(&mut self, name: &str, span: Span) {
        if self.seen.insert(name.to_owned()) {
            self.found.push((name.to_owned(), span));
        }
    }

    /// Notes the variable that a place is part of.
    fn place(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Name(name) => self.note(name, place.span),
            ExprKind::Member(object, _) | ExprKind::Index(object, _) => self.place(object),
            ExprKind::Cast(_, _, inner) => self.place(inner),
            // A matrix that is declared as its rows is put together from these by now.
            ExprKind::Construct(_, parts) => {
                parts.iter().filter_map(split_matrix).for_each(|it| self.note(it, place.span));
            }
            ExprKind::Call(function, args) if function.name == "transpose" => {
                args.iter().for_each(|it| self.place(it));
            }
            ExprKind::Conditional(_, then, otherwise) => {
                self.place(then);
                self.place(otherwise);
            }
            _ => {}
        }
    }
}

/// The matrix that `fx_rows_m[0]` is a row of.
fn split_matrix(part: &Expr) -> Option<&str> {
    let ExprKind::Index(rows, _) = &part.kind else { return None };
    let name = rows.as_name()?;
    name.strip_prefix("fx_rows_").or_else(|| name.strip_prefix("fx_columns_"))
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::{check, lowered, message};

    #[test]
    fn what_is_written_is_a_copy() {
        check(
            "float4 Color; float4 Rows[3]; void f(inout float4 c) { c *= 2; } float g() { return Color.x; }",
            "f(Color); Rows[1].y++; sincos(U, U, Rows[0].x); Output[0] = Color + g() + Rows[1];",
            &[
                "static float4 fx_copy_Color;",
                "static float4 fx_copy_Rows[3];",
                "static float fx_copy_U;",
                "float4 Color;",
                "return fx_copy_Color.x;",
                "f(fx_copy_Color);",
                "fx_copy_Rows[1].y++;",
                "fx_copy_Color = Color;",
            ],
        );
    }

    #[test]
    fn what_is_only_read_or_local_is_no_copy() {
        let text =
            lowered("float4 Color;", "float4 World = Color; World *= 2; Output[0] = World + U;");
        assert!(!text.contains("fx_copy"), "{text}");
    }

    #[test]
    fn a_matrix_in_rows_cannot_be_written() {
        let text = message(
            "cbuffer C { row_major float3x3 M; float After; }",
            "M = 0; Output[0] = After;",
        );
        assert_eq!(
            text,
            "not yet supported: writing to `M`, whose last register another global shares"
        );
    }
}
