//! Writes through an index, known only at run time, into an array of buffers: `Buffers[i][p] = v;`.
//!
//! What is read so is chosen by a function; what is written needs a place. So the whole statement stands in every case
//! of a `switch` over the index, with a number in its place.

use super::environment::Environment;
use super::resolver::Resolver;
use crate::ast::parts::change;
use crate::ast::{
    Block, Expr, ExprKind, ScalarKind, Stmt, StmtKind, SwitchCase, SwitchLabel, TypeKind, UnaryOp,
    walk,
};
use crate::diagnostic::Diagnostic;
use crate::lower::code::Code;
use crate::lower::rewrite::Rewrite;
use crate::source::Span;

/// Stands for the index until its number is written.
const CHOICE: &str = "fx@choice";

/// The most cases of one `switch`.
const MAX_CASES: u32 = 64;

impl Resolver<'_, '_> {
    /// Makes a `switch` of a statement that writes so; none for others. The cases are still to be walked.
    pub(super) fn chosen_writes(
        &mut self,
        expr: &mut Expr,
        environment: &mut Environment,
    ) -> Result<Option<Vec<Stmt>>, Diagnostic> {
        if !self.unit.rewrites.has(Rewrite::ObjectArrays) {
            return Ok(None);
        }
        let Some((index, count)) = self.choice(expr, environment)? else { return Ok(None) };
        let span = expr.span;
        if count > MAX_CASES {
            let message = format!(
                "an index that is no constant chooses among {count} objects that are written; expected at most {MAX_CASES}"
            );
            return Err(Diagnostic::error(span, message));
        }
        let code = Code { span };
        let local = self.fresh("fx@index");
        let mut declared = code.variable(TypeKind::Scalar(ScalarKind::Int), local.as_str());
        declared.init = Some(index);
        let case = |number: u32| {
            let mut chosen = expr.clone();
            walk::expr(&mut chosen, &mut |part: &mut Expr| {
                if part.as_name() == Some(CHOICE) {
                    *part = Expr::uint(u64::from(number), part.span);
                }
            });
            let label = match number + 1 == count {
                true => SwitchLabel::Default(span),
                false => SwitchLabel::Case(code.uint(number)),
            };
            let body = vec![code.stmt(StmtKind::Expr(chosen)), code.stmt(StmtKind::Break)];
            SwitchCase { labels: vec![label], body }
        };
        let cases = (0..count).map(case).collect();
        let switch = code.stmt(StmtKind::Switch(code.name(local), cases));
        Ok(Some(vec![code.declare(declared), switch]))
    }

    /// Takes an index out that chooses what is written, and gives it with the number of elements.
    fn choice(
        &mut self,
        expr: &mut Expr,
        environment: &mut Environment,
    ) -> Result<Option<(Expr, u32)>, Diagnostic> {
        let written = match &mut expr.kind {
            ExprKind::Assign(_, target, _) => Some(&mut **target),
            ExprKind::Unary(
                UnaryOp::PreIncrement
                | UnaryOp::PreDecrement
                | UnaryOp::PostIncrement
                | UnaryOp::PostDecrement,
                target,
            ) => Some(&mut **target),
            ExprKind::Method(object, method, _) if writes(&method.name) => Some(&mut **object),
            ExprKind::Call(function, args) if function.name.starts_with("Interlocked") => {
                args.first_mut()
            }
            _ => None,
        };
        if let Some(written) = &written {
            self.whole_texel(written, environment)?;
        }
        if let Some(written) = written
            && let Some(found) = self.choice_of_place(written, environment)?
        {
            return Ok(Some(found));
        }
        let mut outcome = Ok(None);
        change::operands(expr, &mut |part| {
            if matches!(outcome, Ok(None)) {
                outcome = self.choice(part, environment);
            }
        });
        outcome
    }

    /// Refuses writes to some components of a texel, which hardware does not have.
    fn whole_texel(
        &mut self,
        place: &Expr,
        environment: &mut Environment,
    ) -> Result<(), Diagnostic> {
        let ExprKind::Member(texel, components) = &place.kind else { return Ok(()) };
        let ExprKind::Index(object, _) = &texel.kind else { return Ok(()) };
        let Some(found) = self.place(object, environment)? else { return Ok(()) };
        let Some((resource, kind)) = self.resource_of(&found.name) else { return Ok(()) };
        let TypeKind::Vector(_, count) = self.element_type(resource) else { return Ok(()) };
        if kind.is_storage_buffer() || components.name.len() >= usize::from(count) {
            return Ok(());
        }
        let message = format!("a texel of `{}` is written as a whole", found.name);
        Err(Diagnostic::error(place.span, message)
            .with_label(format!("these are some of its {count} components")))
    }

    fn choice_of_place(
        &mut self,
        place: &mut Expr,
        environment: &mut Environment,
    ) -> Result<Option<(Expr, u32)>, Diagnostic> {
        match &mut place.kind {
            ExprKind::Member(object, _) => self.choice_of_place(object, environment),
            ExprKind::Index(array, index) => {
                // Of several dimensions the first comes first.
                if let Some(found) = self.choice_of_place(array, environment)? {
                    return Ok(Some(found));
                }
                if self.constant(index, environment).is_some() {
                    return Ok(None);
                }
                let Some(found) = self.place(array, environment)? else { return Ok(None) };
                let counts = self.counts(&found.name)?;
                let Some(count) = counts.get(found.slots.len()) else { return Ok(None) };
                let choice = Expr::name(CHOICE, index.span);
                Ok(Some((std::mem::replace(&mut **index, choice), *count)))
            }
            _ => Ok(None),
        }
    }
}

/// Whether a method changes the buffer.
fn writes(method: &str) -> bool {
    matches!(method, "Append" | "Consume" | "IncrementCounter" | "DecrementCounter")
        || method.starts_with("Store")
        || method.starts_with("Interlocked")
}

/// A block of statements.
pub(super) fn block(stmts: Vec<Stmt>, span: Span) -> StmtKind {
    StmtKind::Block(Block { stmts, span })
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn what_is_written_is_chosen_by_a_switch() {
        check(
            "RWStructuredBuffer<float> Outs[2]; AppendStructuredBuffer<int> Lists[2];",
            "int i = U; Outs[i + 1][3] += 2; Lists[i].Append(4);",
            &[
                "int fx_index = i + 1;",
                "switch (fx_index)",
                "case 0:",
                "fx_element_0_Outs[3] += 2;",
                "break;",
                "default:",
                "fx_element_1_Outs[3] += 2;",
                "switch (fx_index_2)",
            ],
        );
    }
}
