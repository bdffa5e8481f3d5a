//! The syntax tree of an effect: what the user wrote, by structure, with spans, nothing interpreted.
//!
//! The parser leaves the types of expressions open. Parentheses are gone (the printer puts them back where precedence asks for
//! them); `float a, b;` outside functions is two variables; a struct defined together with a variable comes
//! before it as an item of its own. Built-in types are recognised, in whatever case and alias the user wrote
//! them; names of states, semantics, profiles, attributes and registers are kept as text.
//!
//! A node's span lies in the user's own file.

mod expression;
pub mod parts;
mod statement;
mod technique;
mod types;
pub mod visit;
pub(crate) mod walk;

pub use expression::{AssignOp, BinaryOp, Expr, ExprKind, FloatSuffix, Literal, UnaryOp};
pub use statement::{ForInit, Stmt, StmtKind, SwitchCase, SwitchLabel};
pub use technique::{
    Group, Pass, PassStmt, StateAssignment, StateBlock, StateBlockStyle, Technique, TechniqueKind,
};
pub use types::{ObjectKind, ScalarKind, TemplateArg, Type, TypeKind};

use crate::source::Span;

/// A name and where it stands.
#[derive(Clone, Debug)]
pub struct Ident {
    /// The name, as the user wrote it.
    pub name: String,
    /// Where.
    pub span: Span,
}

/// A whole effect, includes and macros resolved.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// What it declares, in order.
    pub items: Vec<Item>,
}

/// One declaration of an effect.
#[derive(Clone, Debug)]
pub enum Item {
    /// A function, or its prototype.
    Function(Function),
    /// A struct, class or interface.
    Struct(StructDef),
    /// `typedef`.
    Typedef(Typedef),
    /// `cbuffer` or `tbuffer`.
    ConstantBuffer(ConstantBuffer),
    /// A global variable: number, texture, sampler, buffer, state object or shader.
    Variable(Variable),
    /// A technique outside a group.
    Technique(Technique),
    /// `fxgroup`.
    Group(Group),
    /// `#pragma pack_matrix`: holds for what follows.
    PackMatrix(PackMatrix),
}

impl Item {
    /// Where the whole item stands.
    pub fn span(&self) -> Span {
        match self {
            Self::Function(it) => it.span,
            Self::Struct(it) => it.span,
            Self::Typedef(it) => it.span,
            Self::ConstantBuffer(it) => it.span,
            Self::Variable(it) => it.span,
            Self::Technique(it) => it.span,
            Self::Group(it) => it.span,
            Self::PackMatrix(it) => it.span,
        }
    }
}

/// How many brackets an attribute has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeStyle {
    /// `[numthreads(8, 8, 1)]`
    Single,
    /// `[[vk::binding(3, 0)]]`
    Double,
}

/// An attribute of a function, statement or declaration; written before it.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// How many brackets.
    pub style: AttributeStyle,
    /// `vk` in `vk::binding`.
    pub scope: Option<String>,
    /// The name, in the user's case.
    pub name: Ident,
    /// Arguments, empty also for `[unroll]` without parentheses.
    pub args: Vec<Expr>,
    /// The whole attribute.
    pub span: Span,
}

impl Attribute {
    /// Makes `[[vk::name(numbers)]]` at the place of the declaration that gets it.
    pub fn vk(name: &str, numbers: &[u32], span: Span) -> Self {
        Self {
            style: AttributeStyle::Double,
            scope: Some("vk".to_owned()),
            name: Ident { name: name.to_owned(), span },
            args: numbers.iter().map(|&number| Expr::uint(u64::from(number), span)).collect(),
            span,
        }
    }

    /// Returns whether this is `[name]`, in any case.
    pub fn is(&self, name: &str) -> bool {
        self.scope.is_none() && self.name.name.eq_ignore_ascii_case(name)
    }
}

/// A storage class, direction, interpolation or other word before a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each is the HLSL keyword of its name")]
pub enum ModifierKind {
    Static,
    Const,
    Uniform,
    Extern,
    Volatile,
    Precise,
    Shared,
    Groupshared,
    GloballyCoherent,
    Inline,
    Export,
    RowMajor,
    ColumnMajor,
    Snorm,
    Unorm,
    In,
    Out,
    InOut,
    NoInterpolation,
    Linear,
    Centroid,
    NoPerspective,
    Sample,
    Point,
    Line,
    LineAdj,
    Triangle,
    TriangleAdj,
}

impl ModifierKind {
    /// All of them with their keywords.
    pub const ALL: [(Self, &'static str); 28] = [
        (Self::Static, "static"),
        (Self::Const, "const"),
        (Self::Uniform, "uniform"),
        (Self::Extern, "extern"),
        (Self::Volatile, "volatile"),
        (Self::Precise, "precise"),
        (Self::Shared, "shared"),
        (Self::Groupshared, "groupshared"),
        (Self::GloballyCoherent, "globallycoherent"),
        (Self::Inline, "inline"),
        (Self::Export, "export"),
        (Self::RowMajor, "row_major"),
        (Self::ColumnMajor, "column_major"),
        (Self::Snorm, "snorm"),
        (Self::Unorm, "unorm"),
        (Self::In, "in"),
        (Self::Out, "out"),
        (Self::InOut, "inout"),
        (Self::NoInterpolation, "nointerpolation"),
        (Self::Linear, "linear"),
        (Self::Centroid, "centroid"),
        (Self::NoPerspective, "noperspective"),
        (Self::Sample, "sample"),
        (Self::Point, "point"),
        (Self::Line, "line"),
        (Self::LineAdj, "lineadj"),
        (Self::Triangle, "triangle"),
        (Self::TriangleAdj, "triangleadj"),
    ];

    /// The keyword.
    pub fn keyword(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, keyword)| keyword)
    }

    /// Returns the modifier with this keyword.
    pub fn from_keyword(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, keyword)| *keyword == word).map(|(kind, _)| *kind)
    }
}

/// A modifier and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Modifier {
    /// Which.
    pub kind: ModifierKind,
    /// Where.
    pub span: Span,
}

/// The modifiers of a declaration, in the user's order.
#[derive(Clone, Debug, Default)]
pub struct Modifiers(pub Vec<Modifier>);

impl Modifiers {
    /// Returns whether `kind` is among them.
    pub fn has(&self, kind: ModifierKind) -> bool {
        self.0.iter().any(|modifier| modifier.kind == kind)
    }

    /// Returns where `kind` stands, if it is among them.
    pub fn find(&self, kind: ModifierKind) -> Option<Span> {
        self.0.iter().find(|modifier| modifier.kind == kind).map(|modifier| modifier.span)
    }

    /// Takes all modifiers of `kind` away.
    pub fn remove(&mut self, kind: ModifierKind) {
        self.0.retain(|modifier| modifier.kind != kind);
    }
}

/// A semantic: `: SV_Position`.
#[derive(Clone, Debug)]
pub struct Semantic {
    /// The name with its index, in the user's case.
    pub name: Ident,
}

/// `: register(b0)`, `: register(vs, c3)`, `: register(t0, space1)`.
#[derive(Clone, Debug)]
pub struct Register {
    /// `vs` or `ps_5_0`.
    pub profile: Option<Ident>,
    /// `b0`.
    pub slot: Ident,
    /// `1` in `c0[1]`.
    pub offset: Option<Expr>,
    /// `space1`.
    pub space: Option<Ident>,
    /// From `register` to the parenthesis.
    pub span: Span,
}

/// `: packoffset(c4.w)`.
#[derive(Clone, Debug)]
pub struct PackOffset {
    /// `c4`.
    pub register: Ident,
    /// `w`.
    pub component: Option<Ident>,
    /// From `packoffset` to the parenthesis.
    pub span: Span,
}

/// One dimension of an array.
#[derive(Clone, Debug)]
pub struct ArrayDim {
    /// The size; `None` for `[]`.
    pub size: Option<Expr>,
    /// With the brackets.
    pub span: Span,
}

/// A variable anywhere: global, member of a buffer or struct, local, parameter or annotation.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Attributes before it, such as `[[vk::binding(3, 0)]]`.
    pub attributes: Vec<Attribute>,
    /// Storage class, direction, interpolation and so on.
    pub modifiers: Modifiers,
    /// Its type, without the array.
    pub ty: Type,
    /// Its name. A parameter of a prototype may have an empty one.
    pub name: Ident,
    /// The array's dimensions, outermost first; empty when it is none.
    pub array: Vec<ArrayDim>,
    /// The semantic.
    pub semantic: Option<Semantic>,
    /// Registers; HLSL allows one per profile.
    pub registers: Vec<Register>,
    /// Place in a constant buffer.
    pub packoffset: Option<Box<PackOffset>>,
    /// Annotations `< float UIMin = 0; >`; empty when there are none.
    pub annotations: Vec<Self>,
    /// The value after `=`.
    pub init: Option<Expr>,
    /// The states of a state object or sampler.
    pub states: Option<StateBlock>,
    /// The states of each element of an array of state objects or samplers; empty for all else.
    pub element_states: Vec<StateBlock>,
    /// The declaration, from its first modifier to its last part; without the semicolon.
    pub span: Span,
}

impl Variable {
    /// Makes a plain variable, without modifiers and value.
    pub fn new(ty: Type, name: Ident) -> Self {
        let span = ty.span.to(name.span);
        Self {
            attributes: Vec::new(),
            modifiers: Modifiers::default(),
            ty,
            name,
            array: Vec::new(),
            semantic: None,
            registers: Vec::new(),
            packoffset: None,
            annotations: Vec::new(),
            init: None,
            states: None,
            element_states: Vec::new(),
            span,
        }
    }
}

/// A function's parameters are variables: direction in the modifiers, default value in `init`.
pub type Param = Variable;

/// Statements between braces.
#[derive(Clone, Debug)]
pub struct Block {
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// With the braces.
    pub span: Span,
}

/// A function or its prototype.
#[derive(Clone, Debug)]
pub struct Function {
    /// `[numthreads(8, 8, 1)]` and the like.
    pub attributes: Vec<Attribute>,
    /// `static`, `inline`, `precise`...
    pub modifiers: Modifiers,
    /// What it returns.
    pub return_type: Type,
    /// `A` in `float A::f()`.
    pub class: Option<Ident>,
    /// Its name.
    pub name: Ident,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The semantic of what it returns.
    pub semantic: Option<Semantic>,
    /// Annotations; rare.
    pub annotations: Vec<Variable>,
    /// The body; `None` for a prototype.
    pub body: Option<Block>,
    /// The whole function.
    pub span: Span,
}

impl Function {
    /// The function without its body: its prototype, attributes too.
    #[must_use]
    pub fn head(&self) -> Self {
        Self {
            attributes: self.attributes.clone(),
            modifiers: self.modifiers.clone(),
            return_type: self.return_type.clone(),
            class: self.class.clone(),
            name: self.name.clone(),
            params: self.params.clone(),
            semantic: self.semantic.clone(),
            annotations: self.annotations.clone(),
            body: None,
            span: self.span,
        }
    }
}

/// Which keyword a struct has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StructKind {
    /// `struct`
    Struct,
    /// `class`
    Class,
    /// `interface`
    Interface,
}

/// A struct, class or interface.
#[derive(Clone, Debug)]
pub struct StructDef {
    /// Which keyword.
    pub kind: StructKind,
    /// Its name; `None` only for the type of a variable, inside [`TypeKind::Inline`].
    pub name: Option<Ident>,
    /// What it inherits.
    pub bases: Vec<Ident>,
    /// Its members, in order, one for each name.
    pub fields: Vec<Variable>,
    /// Its methods, in order.
    pub methods: Vec<Function>,
    /// The whole definition, without the semicolon.
    pub span: Span,
}

/// `typedef float4 Color[2];`
#[derive(Clone, Debug)]
pub struct Typedef {
    /// `const`, `row_major`...
    pub modifiers: Modifiers,
    /// What it names.
    pub ty: Type,
    /// The new name.
    pub name: Ident,
    /// Dimensions after the name.
    pub array: Vec<ArrayDim>,
    /// The whole definition.
    pub span: Span,
}

/// Which kind of constant buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BufferKind {
    /// `cbuffer`
    Cbuffer,
    /// `tbuffer`
    Tbuffer,
}

/// `cbuffer Name : register(b0) { .. }`
#[derive(Clone, Debug)]
pub struct ConstantBuffer {
    /// Attributes before it, such as `[[vk::binding(0, 0)]]`.
    pub attributes: Vec<Attribute>,
    /// `shared`, or none.
    pub modifiers: Modifiers,
    /// `cbuffer` or `tbuffer`.
    pub kind: BufferKind,
    /// Its name.
    pub name: Ident,
    /// Its registers.
    pub registers: Vec<Register>,
    /// Annotations; empty when there are none.
    pub annotations: Vec<Variable>,
    /// Its members, one for each name; `static const` ones take no room.
    pub members: Vec<Variable>,
    /// The whole definition.
    pub span: Span,
}

/// `#pragma pack_matrix(row_major)`
#[derive(Clone, Copy, Debug)]
pub struct PackMatrix {
    /// Rows, or columns.
    pub row_major: bool,
    /// The directive.
    pub span: Span,
}
