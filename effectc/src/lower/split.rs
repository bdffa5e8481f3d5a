//! Matrices whose last register the next member of their buffer uses (`float3x3 m; float y;`).
//!
//! SPIR-V counts every row of a matrix with its whole stride, so the next member would overlap it. Of an array of
//! vectors it counts the last only with its own size, as HLSL does with both. So such a matrix is declared as
//! its rows (columns), and put together where it is read.

use std::collections::HashMap;

use crate::ast::{ArrayDim, Expr, ExprKind, Ident, ScalarKind, Type, TypeKind, Variable};
use crate::check::Checked;
use crate::effect::{MatrixPacking, MemberType};
use crate::lower::rewrite::{Rewrite, Rewrites};
use crate::types::Scope;

/// How one matrix is split.
#[derive(Clone, Copy, Debug)]
struct Split {
    kind: ScalarKind,
    rows: u8,
    columns: u8,
    packing: MatrixPacking,
}

/// The split matrices of an effect, by name.
#[derive(Debug, Default)]
pub(super) struct Splits {
    by_name: HashMap<String, Split>,
}

impl Splits {
    pub(super) fn new(checked: &Checked<'_>, rewrites: &Rewrites) -> Self {
        let mut splits = Self::default();
        if !rewrites.has(Rewrite::SplitMatrix) {
            return splits;
        }
        for buffer in &checked.buffers {
            for index in &buffer.split_matrices {
                let (Some(declared), Some(member)) =
                    (buffer.members.get(*index), buffer.data.members.get(*index))
                else {
                    continue;
                };
                let resolved = checked.symbols.resolve(&declared.node.ty, &mut Vec::new());
                let MemberType::Matrix { packing, .. } = member.ty else { continue };
                if let TypeKind::Matrix(kind, rows, columns) = resolved.kind {
                    let split = Split { kind, rows, columns, packing };
                    splits.by_name.insert(member.name.clone(), split);
                }
            }
        }
        splits
    }

    /// The declaration of a split matrix as its rows (columns): `float3 fx_rows_m[3]`.
    pub(super) fn vectors(&self, member: &Variable) -> Option<Variable> {
        let split = self.by_name.get(&member.name.name)?;
        let span = member.name.span;
        let (count, length) = match split.packing {
            MatrixPacking::Row => (split.rows, split.columns),
            MatrixPacking::Column => (split.columns, split.rows),
        };
        let kind = match length {
            1 => TypeKind::Scalar(split.kind),
            _ => TypeKind::Vector(split.kind, length),
        };
        let name = Ident { name: split.vectors_name(&member.name.name), span };
        let mut vectors = Variable::new(Type { kind, span: member.ty.span }, name);
        vectors.array.push(ArrayDim { size: Some(Expr::uint(u64::from(count), span)), span });
        Some(vectors)
    }
}

impl Split {
    fn vectors_name(self, matrix: &str) -> String {
        match self.packing {
            MatrixPacking::Row => format!("fx_rows_{matrix}"),
            MatrixPacking::Column => format!("fx_columns_{matrix}"),
        }
    }
}

/// A split matrix that is read becomes `float3x3(fx_rows_m[0], fx_rows_m[1], fx_rows_m[2])`.
pub(super) fn join(expr: &mut Expr, scope: &Scope, splits: &Splits) {
    let ExprKind::Name(name) = &expr.kind else { return };
    let Some(split) = splits.by_name.get(name).filter(|_| !scope.hides(name)) else { return };
    let span = expr.span;
    let vectors = split.vectors_name(name);
    let construct = |rows: u8, columns: u8| {
        let vector = |index: u8| {
            let index = Expr::uint(u64::from(index), span);
            let array = Expr::name(vectors.as_str(), span);
            Expr::new(ExprKind::Index(Box::new(array), Box::new(index)), span)
        };
        let ty = Type { kind: TypeKind::Matrix(split.kind, rows, columns), span };
        ExprKind::Construct(ty, (0..rows).map(vector).collect())
    };
    expr.kind = match split.packing {
        MatrixPacking::Row => construct(split.rows, split.columns),
        MatrixPacking::Column => {
            let transpose = Ident { name: "transpose".to_owned(), span };
            let columns = Expr::new(construct(split.columns, split.rows), span);
            ExprKind::Call(transpose, vec![columns])
        }
    };
}
