//! What goes into and comes out of an entry point, taken apart into numbers, vectors and matrices with a semantic each.
//!
//! A semantic on a structure or an array runs on over its parts, register by register, as in fxc: the elements of
//! `float4 t[2] : TEXCOORD3` are TEXCOORD3 and TEXCOORD4, and so are the rows of a matrix of two.

mod walk;

use self::walk::{Running, Start, Walk};
use crate::ast::{
    self, ArrayDim, Function, ModifierKind, ObjectKind, ScalarKind, StructKind, TemplateArg, Type,
    TypeKind,
};
use crate::check::constant::Constants;
use crate::check::symbols::{Symbols, explicit_packing};
use crate::check::{Checked, Entry};
use crate::diagnostic::Diagnostic;
use crate::effect::{MatrixPacking, Primitive, Stage};
use crate::lower::semantic::{SemanticKey, Side, SystemValue};
use crate::source::Span;

/// How deep structures of an interface may nest; one that holds itself has no end.
const MAX_DEPTH: usize = 16;

/// Parts that one entry point may have, far more than there are registers.
const MAX_LEAVES: usize = 1024;

/// A step from a variable to a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Member(String),
    Element(u32),
}

/// The shape of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A scalar or vector: one register.
    Vector(u8),
    /// A matrix: a register for each row, or for each column if it is packed by columns.
    Matrix { rows: u8, columns: u8, packing: MatrixPacking },
}

impl Form {
    /// Registers, and components of each.
    pub(super) fn registers(self) -> (u32, u8) {
        match self {
            Self::Vector(components) => (1, components.max(1)),
            Self::Matrix { rows, columns, packing: MatrixPacking::Row } => {
                (u32::from(rows), columns)
            }
            Self::Matrix { rows, columns, packing: MatrixPacking::Column } => {
                (u32::from(columns), rows)
            }
        }
    }
}

/// A number, vector or matrix of an interface.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// Its semantic, with the number of its first register.
    pub(super) key: SemanticKey,
    /// The semantic as written, without a number.
    pub(super) written: String,
    pub(super) kind: ScalarKind,
    pub(super) form: Form,
    /// How it is reached from the parameter, what is returned, or the element of a patch or stream.
    pub(super) path: Vec<Access>,
    /// `nointerpolation`, `centroid` and the like.
    pub(super) interpolation: Vec<ModifierKind>,
    /// The declaration.
    pub(super) span: Span,
    /// Where its semantic stands.
    pub(super) semantic_span: Span,
}

impl Leaf {
    /// Semantic and components of each register.
    pub(super) fn registers(&self) -> impl Iterator<Item = (SemanticKey, u8)> + '_ {
        let (count, components) = self.form.registers();
        (0..count).map(move |it| (self.key.after(it), components))
    }
}

/// What a parameter of an entry point is.
#[derive(Clone, Debug)]
pub(super) enum Role<'a> {
    /// The compile expression gives its value.
    Uniform,
    /// It comes from the stage before, or goes to the next one, or both.
    Value { input: Option<Vec<Leaf>>, output: Option<Vec<Leaf>> },
    /// The vertices of a primitive, or the control points of a patch.
    Points { element: &'a Type, leaves: Vec<Leaf>, count: u32, is_output_patch: bool },
    /// What a geometry shader appends vertices to.
    Stream { kind: ObjectKind, element: &'a Type, leaves: Vec<Leaf>, stream: u32 },
}

/// The interface of one function: an entry point, or the patch constant function of a hull shader.
#[derive(Clone, Debug)]
pub(super) struct Signature<'a> {
    pub(super) function: &'a Function,
    pub(super) stage: Stage,
    pub(super) is_patch_constant: bool,
    /// One for each parameter.
    pub(super) roles: Vec<Role<'a>>,
    /// What it returns.
    pub(super) returned: Vec<Leaf>,
}

/// An input with where it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Input<'l> {
    pub(super) leaf: &'l Leaf,
    pub(super) side: Side,
    /// Whether there is one for each point of a primitive or patch.
    pub(super) is_of_point: bool,
}

/// An output with where it goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Output<'l> {
    pub(super) leaf: &'l Leaf,
    pub(super) side: Side,
    /// Stream of a geometry shader.
    pub(super) stream: u32,
}

impl Signature<'_> {
    /// The side that parameters come from which are no points.
    pub(super) fn value_side(&self) -> Side {
        match self.stage {
            Stage::Domain => Side::PatchInput,
            _ => Side::Input,
        }
    }

    /// The side that it writes.
    pub(super) fn output_side(&self) -> Side {
        match self.is_patch_constant {
            true => Side::PatchOutput,
            false => Side::Output,
        }
    }

    /// What a geometry shader takes.
    pub(super) fn input_primitive(&self) -> Option<Primitive> {
        let kind = self.function.params.iter().find_map(primitive)?.0;
        (self.stage == Stage::Geometry).then_some(match kind {
            ModifierKind::Line => Primitive::Line,
            ModifierKind::LineAdj => Primitive::LineAdj,
            ModifierKind::Triangle => Primitive::Triangle,
            ModifierKind::TriangleAdj => Primitive::TriangleAdj,
            _ => Primitive::Point,
        })
    }

    /// The control points that a hull shader takes.
    pub(super) fn patch_control_points(&self) -> Option<u32> {
        let count = self.roles.iter().find_map(|it| match it {
            Role::Points { count, is_output_patch: false, .. } => Some(*count),
            _ => None,
        });
        count.filter(|_| self.stage == Stage::Hull)
    }

    /// Everything that it reads, in order.
    pub(super) fn inputs(&self) -> impl Iterator<Item = Input<'_>> {
        let value_side = self.value_side();
        self.roles.iter().flat_map(move |role| {
            let (leaves, side, is_of_point) = match role {
                Role::Value { input: Some(leaves), .. } => (leaves.as_slice(), value_side, false),
                Role::Points { leaves, is_output_patch, .. } => {
                    // What a patch constant function reads of the hull shader itself crosses no border of stages.
                    let is_own = *is_output_patch && self.is_patch_constant;
                    (if is_own { &[][..] } else { leaves.as_slice() }, Side::Input, true)
                }
                Role::Uniform | Role::Value { .. } | Role::Stream { .. } => {
                    (&[][..], value_side, false)
                }
            };
            leaves.iter().map(move |leaf| Input { leaf, side, is_of_point })
        })
    }

    /// Everything that it writes, in order.
    pub(super) fn outputs(&self) -> impl Iterator<Item = Output<'_>> {
        let side = self.output_side();
        let of_params = self.roles.iter().flat_map(move |role| {
            let (leaves, stream) = match role {
                Role::Value { output: Some(leaves), .. } => (leaves.as_slice(), 0),
                Role::Stream { leaves, stream, .. } => (leaves.as_slice(), *stream),
                Role::Uniform | Role::Value { .. } | Role::Points { .. } => (&[][..], 0),
            };
            leaves.iter().map(move |leaf| Output { leaf, side, stream })
        });
        let returned = self.returned.iter().map(move |leaf| Output { leaf, side, stream: 0 });
        of_params.chain(returned)
    }
}

impl Input<'_> {
    /// The system value that one of its registers is.
    pub(super) fn system_value(&self, stage: Stage, key: &SemanticKey) -> Option<SystemValue> {
        if self.is_of_point {
            return None;
        }
        SystemValue::named(key).filter(|it| it.is_at(stage, self.side))
    }
}

/// The interface of an entry point; that of its patch constant function comes second.
///
/// # Errors
/// A variable without a semantic, array sizes that are no constants, types that cannot travel between stages.
pub(super) fn signatures<'a>(
    checked: &Checked<'a>,
    entry: &Entry<'a>,
) -> Result<Vec<Signature<'a>>, Diagnostic> {
    let symbols = &checked.symbols;
    let given = |index: usize| entry.arguments.iter().any(|it| it.param == index);
    let main = signature(symbols, entry, entry.function, false, &given)?;
    let mut all = vec![main];
    if entry.stage == Stage::Hull {
        let function = patch_constant_function(symbols, entry)?;
        all.push(signature(symbols, entry, function, true, &|_| false)?);
    }
    Ok(all)
}

/// The function that `[patchconstantfunc("Name")]` names.
fn patch_constant_function<'a>(
    symbols: &Symbols<'a>,
    entry: &Entry<'a>,
) -> Result<&'a Function, Diagnostic> {
    let name = &entry.function.name;
    let attribute = entry.function.attributes.iter().find(|it| it.is("patchconstantfunc"));
    let Some(attribute) = attribute else {
        let message = format!("the hull shader `{}` has no patch constant function", name.name);
        return Err(Diagnostic::error(name.span, message)
            .with_help("name it, as in `[patchconstantfunc(\"HS_Constant\")]`"));
    };
    let named = match attribute.args.as_slice() {
        [ast::Expr { kind: ast::ExprKind::Literal(ast::Literal::String(bytes)), .. }] => {
            String::from_utf8_lossy(bytes).into_owned()
        }
        _ => {
            return Err(Diagnostic::error(
                attribute.span,
                "expected the name of a function: `[patchconstantfunc(\"HS_Constant\")]`",
            ));
        }
    };
    let bodies = symbols.functions.get(named.as_str()).map_or(&[][..], Vec::as_slice);
    match bodies.iter().find(|it| it.node.body.is_some()) {
        Some(found) => Ok(found.node),
        None => {
            let message = format!("there is no function `{named}`");
            let diagnostic = Diagnostic::error(attribute.span, message);
            let mut names: Vec<&str> = symbols.functions.keys().copied().collect();
            names.sort_unstable();
            Err(match crate::check::nearest::nearest(&named, names) {
                Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
                None => diagnostic,
            })
        }
    }
}

fn signature<'a>(
    symbols: &Symbols<'a>,
    entry: &Entry<'a>,
    function: &'a Function,
    is_patch_constant: bool,
    given: &dyn Fn(usize) -> bool,
) -> Result<Signature<'a>, Diagnostic> {
    let mut roles = Vec::new();
    let mut streams = 0;
    for (index, param) in function.params.iter().enumerate() {
        let mut dims: Vec<&ArrayDim> = param.array.iter().collect();
        let resolved = symbols.resolve(&param.ty, &mut dims);
        let walk = Walk { symbols, packing: entry.packing };
        if param.modifiers.has(ModifierKind::Uniform)
            || given(index)
            || is_interface(symbols, resolved)
        {
            roles.push(Role::Uniform);
            continue;
        }
        let role = match &resolved.kind {
            TypeKind::Object(kind, args) => {
                let is_patch = matches!(kind, ObjectKind::InputPatch | ObjectKind::OutputPatch);
                let is_stream = is_stream(*kind);
                match element_of(args) {
                    Some(element) if is_patch => Role::Points {
                        element,
                        leaves: walk.element(element)?,
                        count: patch_count(symbols, args, param.ty.span)?,
                        is_output_patch: *kind == ObjectKind::OutputPatch,
                    },
                    Some(element) if is_stream => {
                        streams += 1;
                        let leaves = walk.element(element)?;
                        Role::Stream { kind: *kind, element, leaves, stream: streams - 1 }
                    }
                    _ => Role::Uniform,
                }
            }
            _ if entry.stage == Stage::Geometry
                && !dims.is_empty()
                && primitive(param).is_some() =>
            {
                points(symbols, walk, param, &dims)?
            }
            _ => walk.value(param)?,
        };
        roles.push(role);
    }
    let walk = Walk { symbols, packing: entry.packing };
    let returned = walk.returned(function)?;
    Ok(Signature { function, stage: entry.stage, is_patch_constant, roles, returned })
}

fn is_interface(symbols: &Symbols<'_>, ty: &Type) -> bool {
    let TypeKind::Named(name) = &ty.kind else { return false };
    symbols.structs.get(name.as_str()).is_some_and(|it| it.node.kind == StructKind::Interface)
}

pub(super) fn is_stream(kind: ObjectKind) -> bool {
    matches!(kind, ObjectKind::PointStream | ObjectKind::LineStream | ObjectKind::TriangleStream)
}

/// The type argument of a patch or stream.
pub(super) fn element_of(args: &[TemplateArg]) -> Option<&Type> {
    args.iter().find_map(|it| match it {
        TemplateArg::Type(_, ty) => Some(ty),
        TemplateArg::Value(_) => None,
    })
}

/// The number of points of `InputPatch<V, 3>`.
pub(super) fn patch_count(
    symbols: &Symbols<'_>,
    args: &[TemplateArg],
    span: Span,
) -> Result<u32, Diagnostic> {
    let size = args.iter().find_map(|it| match it {
        TemplateArg::Value(expr) => Some(expr),
        TemplateArg::Type(..) => None,
    });
    let Some(size) = size else {
        return Err(Diagnostic::error(span, "the number of control points is missing")
            .with_help("it is the second argument: `InputPatch<V, 3>`"));
    };
    let count = Constants { symbols }.uint(size)?;
    match count {
        1..=32 => Ok(count),
        _ => Err(Diagnostic::error(size.span, format!("a patch has 1 to 32 points, not {count}"))),
    }
}

/// Which primitive a geometry shader's parameter says it is.
pub(super) fn primitive(param: &ast::Param) -> Option<(ModifierKind, u32)> {
    let primitives = [
        (ModifierKind::Point, 1),
        (ModifierKind::Line, 2),
        (ModifierKind::LineAdj, 4),
        (ModifierKind::Triangle, 3),
        (ModifierKind::TriangleAdj, 6),
    ];
    primitives.into_iter().find(|(kind, _)| param.modifiers.has(*kind))
}

fn points<'a>(
    symbols: &Symbols<'a>,
    walk: Walk<'_, 'a>,
    param: &'a ast::Param,
    dims: &[&ArrayDim],
) -> Result<Role<'a>, Diagnostic> {
    let (kind, expected) = primitive(param).unwrap_or((ModifierKind::Point, 1));
    let [dim] = dims else {
        let message = "the vertices of a primitive are an array of one dimension";
        return Err(Diagnostic::error(param.span, message));
    };
    let count = match &dim.size {
        Some(size) => Constants { symbols }.uint(size)?,
        None => expected,
    };
    if count != expected {
        let message = format!("`{}` has {expected} vertices, not {count}", kind.keyword());
        return Err(Diagnostic::error(dim.span, message));
    }
    let mut leaves = Vec::new();
    let naming = param.semantic.as_ref().map(|it| Running::new(&it.name));
    let start = Start {
        owner: None,
        name: &param.name.name,
        span: param.span,
        packing: explicit_packing(&param.modifiers),
        interpolation: Vec::new(),
    };
    let mut path = Vec::new();
    walk.plain(&param.ty, &start, naming.as_ref(), &mut path, &mut leaves)?;
    Ok(Role::Points { element: &param.ty, leaves, count, is_output_patch: false })
}
