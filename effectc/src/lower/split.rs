//! Matrices whose last register something else uses (`float3x3 m; float y;`, `float3x4 bones[50]; float x;`).
//!
//! HLSL puts `y` behind the last number of `m`. SPIR-V counts every row of a matrix with its whole stride, so `y` would
//! overlap it; but of an array of vectors it counts the last only with its own size. So the buffer holds such
//! matrices as arrays of their rows (columns), structures with them have a twin that holds them so, and functions
//! make the user's types of what is read.

use crate::hash::HashMap;
use std::collections::{BTreeMap, BTreeSet};

use crate::ast::walk;
use crate::ast::{
    ArrayDim, BinaryOp, Expr, ExprKind, ForInit, Item, Modifier, ModifierKind, Modifiers,
    ScalarKind, Stmt, StmtKind, StructDef, StructKind, Type, TypeKind, Typedef, UnaryOp, Variable,
};
use crate::check::Checked;
use crate::diagnostic::Diagnostic;
use crate::effect::{self, MatrixPacking, Member, MemberType};
use crate::layout::REGISTER_BYTES;
use crate::lower::code::{Code, vector};
use crate::lower::made;
use crate::lower::rewrite::{Rewrite, Rewrites};
use crate::lower::unit::Unit;
use crate::lower::whole;
use crate::source::Span;
use crate::types::{Kind, Number, Shape};

/// The members of an effect's buffers that are held so, by name.
#[derive(Debug, Default)]
pub(super) struct Splits {
    by_name: HashMap<String, Held>,
}

impl Splits {
    pub(super) fn new(checked: &Checked<'_>, rewrites: &Rewrites) -> Self {
        let mut splits = Self::default();
        if !rewrites.has(Rewrite::SplitMatrix) {
            return splits;
        }
        for buffer in &checked.buffers {
            let members = buffer.split_members.iter().filter_map(|it| buffer.data.members.get(*it));
            splits.by_name.extend(members.map(|it| (it.name.clone(), Held::of(it))));
        }
        splits
    }
}

/// Lets buffers hold rows (columns) where they must, and makes matrices of them where they are read.
pub(super) fn store(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if unit.splits.by_name.is_empty() {
        return Ok(());
    }
    let splits = std::mem::take(&mut unit.splits);
    let mut store =
        Store { splits: &splits, packing: unit.packing, twins: Vec::new(), loads: BTreeMap::new() };
    let mut span = None;
    for item in &mut unit.tree.items {
        if let Item::ConstantBuffer(buffer) = item {
            for member in &mut buffer.members {
                if let Some(held) = splits.by_name.get(&member.name.name) {
                    span.get_or_insert(member.span);
                    *member = store.declared(held, &member.name.name, member.span);
                }
            }
        }
    }
    let Some(span) = span else { return Ok(()) };
    for item in &mut unit.tree.items {
        walk::item(item, &mut |expr: &mut Expr| store.read(expr));
    }
    let loads = store.functions(unit, span);
    let twins = store.twins.into_iter().map(|it| Item::Struct(it.def));
    unit.add(twins.chain(loads));
    Ok(())
}

/// What a buffer holds: a type, and the counts of its array, outermost first.
#[derive(Clone, Debug, PartialEq)]
struct Held {
    ty: MemberType,
    counts: Vec<u32>,
}

impl Held {
    fn of(member: &Member) -> Self {
        Self { ty: member.ty.clone(), counts: member.array_counts.clone() }
    }

    /// Whether it is held in another way than code has it.
    fn is_split(&self) -> bool {
        is_split(&self.ty)
    }

    /// An element of its array.
    fn element(&self) -> Option<Self> {
        let (_, counts) = self.counts.split_first()?;
        Some(Self { ty: self.ty.clone(), counts: counts.to_vec() })
    }
}

/// Whether a type has a matrix whose last register has room.
fn is_split(ty: &MemberType) -> bool {
    match ty {
        MemberType::Matrix { kind, .. } => {
            let (_, length) = vectors(ty);
            ty.is_no_matrix()
                || !(u32::from(length) * kind.size_bytes()).is_multiple_of(REGISTER_BYTES)
        }
        MemberType::Struct { members, .. } => members.iter().any(|it| is_split(&it.ty)),
        MemberType::Scalar { .. } | MemberType::Vector { .. } => false,
    }
}

/// Count and length of the vectors that a matrix is made of.
fn vectors(ty: &MemberType) -> (u8, u8) {
    let MemberType::Matrix { rows, columns, packing, .. } = ty else { return (1, 1) };
    let of = |it: &u32| u8::try_from(*it).unwrap_or(4);
    match packing {
        MatrixPacking::Row => (of(rows), of(columns)),
        MatrixPacking::Column => (of(columns), of(rows)),
    }
}

fn written(kind: effect::ScalarKind) -> ScalarKind {
    match kind {
        effect::ScalarKind::Bool => ScalarKind::Bool,
        effect::ScalarKind::Int => ScalarKind::Int,
        effect::ScalarKind::Uint => ScalarKind::Uint,
        effect::ScalarKind::Float => ScalarKind::Float,
        effect::ScalarKind::Double => ScalarKind::Double,
    }
}

/// The type of a matrix for which code has a structure.
fn whole_number(ty: &MemberType) -> Option<Number> {
    let MemberType::Matrix { kind, rows, columns, .. } = ty else { return None };
    let of = |it: &u32| u8::try_from(*it).unwrap_or(4);
    let kind = Kind::of(written(*kind))?;
    let number = Number { kind, shape: Shape::Matrix(of(rows), of(columns)) };
    Some(number).filter(|it| whole::is_structure(*it))
}

/// The type that code has, without arrays.
fn type_in_code(ty: &MemberType) -> TypeKind {
    let of = |it: &u32| u8::try_from(*it).unwrap_or(4);
    match ty {
        MemberType::Scalar { kind } => TypeKind::Scalar(written(*kind)),
        MemberType::Vector { kind, columns } => TypeKind::Vector(written(*kind), of(columns)),
        MemberType::Matrix { kind, rows, columns, .. } => match whole_number(ty) {
            Some(number) => TypeKind::Named(whole::type_name(number)),
            None => TypeKind::Matrix(written(*kind), of(rows), of(columns)),
        },
        MemberType::Struct { name, .. } => TypeKind::Named(name.clone()),
    }
}

/// A structure that holds the numbers of one of the user's.
struct Twin {
    members: Vec<Member>,
    def: StructDef,
}

struct Store<'s> {
    splits: &'s Splits,
    /// Packing of matrices that do not say it themselves.
    packing: MatrixPacking,
    twins: Vec<Twin>,
    /// What the functions that read make the user's types of, by name.
    loads: BTreeMap<String, Held>,
}

impl Store<'_> {
    /// The declaration of what a buffer or a twin holds: `float3 bones[50][4]`.
    fn declared(&mut self, held: &Held, name: &str, span: Span) -> Variable {
        let code = Code { span };
        let mut dims: Vec<ArrayDim> = held.counts.iter().map(|it| code.dim(*it)).collect();
        let mut modifiers = Modifiers::default();
        let kind = match &held.ty {
            MemberType::Matrix { kind, .. } if held.is_split() => {
                let (count, length) = vectors(&held.ty);
                dims.push(code.dim(u32::from(count)));
                // The HLSL compiler does not take truth values out of arrays in buffers.
                let kind = if *kind == effect::ScalarKind::Bool {
                    ScalarKind::Uint
                } else {
                    written(*kind)
                };
                vector(kind, length)
            }
            MemberType::Matrix { packing, .. } => {
                if *packing != self.packing {
                    let kind = match packing {
                        MatrixPacking::Row => ModifierKind::RowMajor,
                        MatrixPacking::Column => ModifierKind::ColumnMajor,
                    };
                    modifiers.0.push(Modifier { kind, span });
                }
                type_in_code(&held.ty)
            }
            MemberType::Struct { name, members } if held.is_split() => {
                TypeKind::Named(self.twin(name, members, span))
            }
            _ => type_in_code(&held.ty),
        };
        let mut variable = code.variable(kind, name);
        variable.array = dims;
        variable.modifiers = modifiers;
        variable
    }

    /// The name of a structure's twin.
    fn twin(&mut self, name: &str, members: &[Member], span: Span) -> String {
        let known = self.twins.iter().find(|it| it.members == members);
        if let Some(name) = known.and_then(|it| it.def.name.as_ref()) {
            return name.name.clone();
        }
        let fields =
            members.iter().map(|it| self.declared(&Held::of(it), &it.name, span)).collect();
        // One structure may be packed in two ways.
        let twin = format!("fx@held{}_{name}", self.twins.len());
        let def = StructDef {
            kind: StructKind::Struct,
            name: Some(Code { span }.ident(twin.as_str())),
            bases: Vec::new(),
            fields,
            methods: Vec::new(),
            span,
        };
        self.twins.push(Twin { members: members.to_vec(), def });
        twin
    }

    /// The name of the function that makes the user's type of what is held.
    fn load(&mut self, held: &Held, span: Span) -> String {
        let mut name = match &held.ty {
            MemberType::Matrix { kind, rows, columns, packing, .. } => {
                let packing = match packing {
                    MatrixPacking::Row => "rows",
                    MatrixPacking::Column => "columns",
                };
                format!("fx@load_{}{rows}x{columns}_{packing}", kind.hlsl())
            }
            MemberType::Struct { name, members } => {
                let twin = self.twin(name, members, span);
                format!("fx@load_{}", twin.trim_start_matches(made::PREFIX))
            }
            MemberType::Scalar { .. } | MemberType::Vector { .. } => String::new(),
        };
        held.counts.iter().for_each(|it| name.push_str(&format!("_{it}")));
        self.loads.entry(name.clone()).or_insert_with(|| held.clone());
        name
    }

    /// `bones` becomes `load(bones)`, `load(bones)[i]` becomes `load(bones[i])`, and `load(s).x` becomes `s.x`.
    fn read(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Name(name) => {
                if let Some(held) = self.splits.by_name.get(name) {
                    self.wrap(expr, held);
                }
            }
            ExprKind::Member(object, field) => {
                let Some((held, _)) = self.loaded(object) else { return };
                let MemberType::Struct { members, .. } = &held.ty else { return };
                let Some(member) = members.iter().find(|it| it.name == field.name) else { return };
                let held = Held::of(member);
                unwrap(object);
                self.wrap(expr, &held);
            }
            ExprKind::Index(array, _) => {
                let Some((held, _)) = self.loaded(array) else { return };
                match held.element() {
                    Some(element) => {
                        unwrap(array);
                        self.wrap(expr, &element);
                    }
                    // A row is held as it is.
                    None if matches!(
                        held.ty,
                        MemberType::Matrix { packing: MatrixPacking::Row, .. }
                    ) =>
                    {
                        unwrap(array);
                    }
                    None => {}
                }
            }
            _ => {}
        }
    }

    /// What is loaded by a call.
    fn loaded(&self, expr: &Expr) -> Option<(Held, String)> {
        let ExprKind::Call(function, _) = &expr.kind else { return None };
        Some((self.loads.get(&function.name)?.clone(), function.name.clone()))
    }

    fn wrap(&mut self, expr: &mut Expr, held: &Held) {
        if held.is_split() {
            let span = expr.span;
            let function = Code { span }.ident(self.load(held, span));
            let ty = expr.ty.clone();
            *expr = Expr::typed(ExprKind::Call(function, vec![expr.take()]), span, ty);
        }
    }

    /// The functions that a unit calls, after those that they call.
    fn functions(&mut self, unit: &mut Unit<'_>, span: Span) -> Vec<Item> {
        let mut called = BTreeSet::new();
        for item in &mut unit.tree.items {
            walk::item(item, &mut |expr: &mut Expr| {
                if let ExprKind::Call(function, _) = &expr.kind {
                    called.insert(function.name.clone());
                }
            });
        }
        let mut made = BTreeSet::new();
        let mut items = Vec::new();
        for name in called {
            if let Some(held) = self.loads.get(&name).cloned() {
                self.define(&name, &held, span, &mut made, &mut items);
            }
        }
        items
    }

    fn define(
        &mut self,
        name: &str,
        held: &Held,
        span: Span,
        made: &mut BTreeSet<String>,
        items: &mut Vec<Item>,
    ) {
        if !made.insert(name.to_owned()) {
            return;
        }
        let code = Code { span };
        let param = self.declared(held, "fx@held", span);
        let mut result = code.variable(type_in_code(&held.ty), "fx@result");
        result.array = held.counts.iter().map(|it| code.dim(*it)).collect();
        let mut return_type = result.ty.kind.clone();
        if !held.counts.is_empty() {
            // Only by another name can an array be what a function returns.
            let array_name = format!("{name}_result");
            items.push(Item::Typedef(Typedef {
                modifiers: Modifiers::default(),
                ty: Type { kind: return_type, span },
                name: code.ident(array_name.as_str()),
                array: result.array.clone(),
                span,
            }));
            return_type = TypeKind::Named(array_name);
        }
        let mut stmts = vec![code.declare(result)];
        if let (Some(element), Some(count)) = (held.element(), held.counts.first()) {
            let load = self.load(&element, span);
            self.define(&load, &element, span, made, items);
            stmts.push(each(code, *count, &load));
        } else if let MemberType::Struct { members, .. } = &held.ty {
            for member in members {
                let mut value = code.member(code.name("fx@held"), &member.name);
                let part = Held::of(member);
                if part.is_split() {
                    let load = self.load(&part, span);
                    self.define(&load, &part, span, made, items);
                    value = code.call(&load, vec![value]);
                }
                stmts.push(code.assign(code.member(code.name("fx@result"), &member.name), value));
            }
        } else {
            stmts.extend(elements(code, &held.ty));
        }
        stmts.push(code.stmt(StmtKind::Return(Some(code.name("fx@result")))));
        items.push(Item::Function(code.function(return_type, name, vec![param], stmts)));
    }
}

/// Takes the argument of a call in its place.
fn unwrap(call: &mut Expr) {
    if let ExprKind::Call(_, args) = &mut call.kind
        && let Some(held) = args.pop()
    {
        *call = held;
    }
}

/// `for (int i = 0; i < count; i++) result[i] = load(held[i]);`
fn each(code: Code, count: u32, load: &str) -> Stmt {
    let index = |array: &str| {
        let (array, index) = (Box::new(code.name(array)), Box::new(code.name("fx@i")));
        code.expr(ExprKind::Index(array, index))
    };
    let mut counter = code.variable(TypeKind::Scalar(ScalarKind::Int), "fx@i");
    counter.init = Some(code.uint(0));
    let step = code.expr(ExprKind::Unary(UnaryOp::PostIncrement, Box::new(code.name("fx@i"))));
    code.stmt(StmtKind::For {
        init: ForInit::Declare(vec![counter]),
        condition: Some(Box::new(code.binary(BinaryOp::Less, code.name("fx@i"), code.uint(count)))),
        step: Some(Box::new(step)),
        body: Box::new(code.assign(index("fx@result"), code.call(load, vec![index("fx@held")]))),
    })
}

/// `result._m12 = held[2].y;` for every element of a matrix that is held as columns.
fn elements(code: Code, ty: &MemberType) -> Vec<Stmt> {
    let MemberType::Matrix { kind, rows, columns, packing, .. } = ty else { return Vec::new() };
    let (_, length) = vectors(ty);
    let places = (0..*rows).flat_map(|row| (0..*columns).map(move |column| (row, column)));
    let assign = |(row, column): (u32, u32)| {
        let (vector, component) = match packing {
            MatrixPacking::Row => (row, column),
            MatrixPacking::Column => (column, row),
        };
        let mut value = code.index(code.name("fx@held"), vector);
        if length > 1 {
            value = code.member(value, component_name(component));
        }
        if *kind == effect::ScalarKind::Bool {
            value = code.cast(TypeKind::Scalar(ScalarKind::Bool), value);
        }
        let result = code.name("fx@result");
        let place = match (whole_number(ty), *columns) {
            (None, _) => code.member(result, &format!("_m{row}{column}")),
            (Some(_), 1) => code.index(code.member(result, whole::ROWS), row),
            (Some(_), _) => {
                let row = code.index(code.member(result, whole::ROWS), row);
                code.member(row, component_name(column))
            }
        };
        code.assign(place, value)
    };
    places.map(assign).collect()
}

fn component_name(component: u32) -> &'static str {
    match component {
        0 => "x",
        1 => "y",
        2 => "z",
        _ => "w",
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn what_shares_a_register_is_held_as_vectors() {
        check(
            "cbuffer C { float3x4 Bones[8]; float After; row_major float3x3 R; float Next; }",
            "int i = U; Output[i] = mul(Bones[i], Output[0]).xyzz + Bones[2]._m12 + R[1].x + After * Next;",
            &[
                "float3x4 fx_load_float3x4_columns(float3 fx_held[4])",
                "fx_result._m10 = fx_held[0].y;",
                "float3 Bones[8][4];",
                "float3 R[3];",
                "Output[i] = mul(fx_load_float3x4_columns(Bones[i]), Output[0]).xyzz \
                 + fx_load_float3x4_columns(Bones[2])._m12 + R[1].x + After * Next;",
            ],
        );
    }

    #[test]
    fn structures_have_twins() {
        check(
            "struct B { float w; float3x3 m; }; struct S { float4x4 full; B b[2]; int x; }; \
             float f(B b) { return b.m._11; } cbuffer C { S s; float After; }",
            "S copy = s; Output[0] = f(s.b[1]) + s.b[0].w + s.full._11 + copy.b[0].m._22 + After;",
            &[
                "struct fx_held0_B",
                "float3 m[3];",
                "struct fx_held1_S",
                "fx_held0_B b[2];",
                "fx_result.m = fx_load_float3x3_columns(fx_held.m);",
                "for (int fx_i = 0; fx_i < 2; fx_i++)",
                "fx_result[fx_i] = fx_load_held0_B(fx_held[fx_i]);",
                "fx_result.b = fx_load_held0_B_2(fx_held.b);",
                "fx_held1_S s;",
                "S copy = fx_load_held1_S(s);",
                "Output[0] = f(fx_load_held0_B(s.b[1])) + s.b[0].w + s.full._11 + copy.b[0].m._22 + After;",
            ],
        );
    }
}
