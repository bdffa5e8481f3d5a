//! Places where the HLSL compiler needs a number: labels of a `switch`, attributes, arguments of templates.
//!
//! fxc takes any constant there: a `const` global without `static`, which is a member of `$Globals` here, or a `static
//! const` inside a `cbuffer`. glslang crashes on some of these, so the number is written.

use crate::ast::walk::{self, Visitor};
use crate::ast::{
    Expr, ExprKind, Function, Literal, Stmt, StmtKind, SwitchLabel, TemplateArg, Type, TypeKind,
};
use crate::ast::{Item, UnaryOp};
use crate::check::constant::Constants;
use crate::check::number;
use crate::check::symbols::Symbols;
use crate::lower::locals;
use crate::lower::names;

/// Writes the numbers in an item. Its locals must have been numbered.
pub(super) fn evaluate(item: &mut Item, symbols: &Symbols<'_>) {
    let numbers = Numbers { symbols };
    locals::each_function(item, &mut |function| {
        numbers.attributes(function);
        if let Some(body) = &mut function.body {
            body.stmts.iter_mut().for_each(|it| numbers.stmt(it));
        }
    });
    walk::item(item, &mut Templates { numbers });
}

#[derive(Clone, Copy)]
struct Numbers<'n, 'a> {
    symbols: &'n Symbols<'a>,
}

impl Numbers<'_, '_> {
    /// Writes a number for a constant that names something. What is no constant is for the compiler to report.
    fn write(self, expr: &mut Expr) {
        let (mut has_names, mut has_locals) = (false, false);
        names::of_expr(expr, &mut |name| {
            has_names = true;
            has_locals |= locals::is_local(name);
        });
        if !has_names || has_locals {
            return;
        }
        let Ok(value) = (Constants { symbols: self.symbols }).scalar(expr) else { return };
        let Some(number) = value.numbers.first().map(|it| number::to_i64(*it)) else { return };
        let literal = Expr::uint(number.unsigned_abs(), expr.span);
        expr.kind = match number < 0 {
            true => ExprKind::Unary(UnaryOp::Minus, Box::new(literal)),
            false => literal.kind,
        };
    }

    fn attributes(self, function: &mut Function) {
        let numeric = ["numthreads", "maxvertexcount", "instance", "outputcontrolpoints"];
        let args =
            function.attributes.iter_mut().filter(|it| numeric.iter().any(|name| it.is(name)));
        for arg in args.flat_map(|it| &mut it.args) {
            self.write(arg);
            // `[maxvertexcount(3u)]` is too much for glslang.
            if let ExprKind::Literal(Literal::Int { value, unsigned: true, .. }) = &arg.kind {
                arg.kind = Expr::uint(*value, arg.span).kind;
            }
        }
    }

    fn stmt(self, stmt: &mut Stmt) {
        for attribute in stmt.attributes.iter_mut().filter(|it| it.is("unroll")) {
            attribute.args.iter_mut().for_each(|it| self.write(it));
        }
        match &mut stmt.kind {
            StmtKind::Block(block) => block.stmts.iter_mut().for_each(|it| self.stmt(it)),
            StmtKind::If(_, then, otherwise) => {
                self.stmt(then);
                otherwise.iter_mut().for_each(|it| self.stmt(it));
            }
            StmtKind::For { body, .. } | StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => {
                self.stmt(body);
            }
            StmtKind::Switch(_, cases) => {
                for case in cases {
                    for label in &mut case.labels {
                        if let SwitchLabel::Case(value) = label {
                            self.write(value);
                        }
                    }
                    case.body.iter_mut().for_each(|it| self.stmt(it));
                }
            }
            StmtKind::Empty
            | StmtKind::Expr(_)
            | StmtKind::Declare(_)
            | StmtKind::Struct(_)
            | StmtKind::Typedef(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Discard
            | StmtKind::Return(_) => {}
        }
    }
}

/// `InputPatch<V, N>`.
struct Templates<'n, 'a> {
    numbers: Numbers<'n, 'a>,
}

impl Visitor for Templates<'_, '_> {
    fn expr(&mut self, _expr: &mut Expr) {}

    fn ty(&mut self, ty: &mut Type) {
        let TypeKind::Object(_, args) = &mut ty.kind else { return };
        for arg in args {
            if let TemplateArg::Value(value) = arg {
                self.numbers.write(value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn constants_are_written_as_numbers() {
        check(
            "const int N = 4; cbuffer C { static const int M = 2; float4 c; }",
            "switch ((int)U) { case N: Output[0] = c; break; case -M: Output[1] = 1; break; case 3: break; } [unroll(N)] for (int i = 0; i < N; i++) Output[i] = 0;",
            &["case 4:", "case -2:", "case 3:", "[unroll(4)] for (int i = 0; i < N; i++)"],
        );
    }
}
