//! Globals of the effect that shader code writes.
//!
//! fxc lets a shader change any global: it changes a copy of its own, and the next run of the shader sees the
//! program's value again (Microsoft's /Gec; for older profiles without asking). In SPIR-V they are members of uniform buffers,
//! which nothing writes. So what is written becomes a static copy, which the entry point fills before all else.

use crate::hash::{HashMap, HashSet};

use crate::ast::walk;
use crate::ast::{Expr, ExprKind, Ident, Item, Modifier, ModifierKind, Stmt, StmtKind, Variable};
use crate::check::writes::Outputs;
use crate::diagnostic::Diagnostic;
use crate::lower::locals::is_local;
use crate::lower::rewrite::Rewrite;
use crate::lower::start;
use crate::lower::unit::Unit;
use crate::lower::whole;
use crate::source::Span;

/// Makes copies of the globals that are written, and lets all functions use these.
pub(super) fn copy(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if !unit.has(Rewrite::WrittenGlobals) {
        return Ok(());
    }
    let written = Written::find(unit);
    if written.is_empty() {
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
    format!("fx@copy_{name}")
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
                if let ExprKind::Call(function, args) = &expr.kind
                    && whole::writes(&function.name)
                {
                    args.iter().take(1).for_each(|it| written.place(it));
                }
            });
        }
        written.found
    }

    fn note(&mut self, name: &str, span: Span) {
        if !self.seen.contains(name) && !is_local(name) {
            self.seen.insert(name.to_owned());
            self.found.push((name.to_owned(), span));
        }
    }

    /// Notes the variable that a place is part of.
    fn place(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Name(name) => self.note(name, place.span),
            ExprKind::Member(object, _) | ExprKind::Index(object, _) => self.place(object),
            ExprKind::Cast(_, _, inner) => self.place(inner),
            ExprKind::Conditional(_, then, otherwise) => {
                self.place(then);
                self.place(otherwise);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::{check, lowered};

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
    fn a_matrix_that_is_held_as_rows_is_written_too() {
        check(
            "cbuffer C { row_major float3x3 M[2]; float After; }",
            "M[1] = 0; Output[0] = After + M[0]._12;",
            &[
                "static float3x3 fx_copy_M[2];",
                "float3 M[2][3];",
                "Output[0] = After + fx_copy_M[0]._12;",
                "fx_copy_M = fx_load_float3x3_rows_2(M);",
            ],
        );
    }
}
