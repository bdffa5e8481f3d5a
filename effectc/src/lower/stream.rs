//! Streams and patches in the user's functions.
//!
//! A stream takes vertices of the generated structure, so `stream.Append(v)` packs its vertex first. A patch has been
//! copied into an array when the user's function gets it: `InputPatch<V, 3> p` is `V p[3]`.

use crate::hash::HashMap;

use crate::ast::walk::{self, Visitor};
use crate::ast::{
    ArrayDim, Expr, ExprKind, Function, Ident, ObjectKind, TemplateArg, Type, TypeKind, Variable,
};
use crate::check::symbols::Symbols;
use crate::diagnostic::Diagnostic;
use crate::lower::code::Code;
use crate::lower::signature::{element_of, is_stream, patch_count};
use crate::lower::wrapper::VERTEX;

/// The function that packs the vertices of a stream.
#[derive(Clone, Debug)]
pub(super) struct StreamPack {
    /// The type of the user's vertices.
    pub(super) element: Type,
    /// The parameter of the entry point that is the stream.
    pub(super) param: String,
    pub(super) name: String,
    pub(super) function: Function,
}

/// Rewrites the streams and patches of one function.
///
/// # Errors
/// A stream of vertices that the entry point has no stream for.
pub(super) fn rewrite(
    function: &mut Function,
    symbols: &Symbols<'_>,
    packs: &[StreamPack],
    is_entry: bool,
) -> Result<(), Diagnostic> {
    let mut found = Found { packs: HashMap::default(), counts: HashMap::default() };
    for param in &mut function.params {
        let resolved = symbols.resolve(&param.ty, &mut Vec::new());
        let TypeKind::Object(kind, args) = resolved.kind.clone() else { continue };
        let Some(element) = element_of(&args).cloned() else { continue };
        if is_stream(kind) {
            let fits = |it: &&StreamPack| {
                is_same(symbols, &it.element, &element)
                    && (!is_entry || it.param == param.name.name)
            };
            let fitting: Vec<&StreamPack> = packs.iter().filter(fits).collect();
            let [pack] = fitting.as_slice() else {
                let message = match fitting.len() {
                    0 => "the entry point has no stream of these vertices",
                    _ => {
                        "not yet supported: a function with a stream, where several have its vertices"
                    }
                };
                return Err(Diagnostic::error(param.span, message));
            };
            found.packs.insert(param.name.name.clone(), pack.name.clone());
            let vertex = Type { kind: TypeKind::Named(VERTEX.to_owned()), span: element.span };
            let args = vec![TemplateArg::Type(crate::ast::Modifiers::default(), vertex)];
            param.ty = Type { kind: TypeKind::Object(kind, args), span: param.ty.span };
        } else if matches!(kind, ObjectKind::InputPatch | ObjectKind::OutputPatch) {
            let count = patch_count(symbols, &args, param.ty.span)?;
            found.counts.insert(param.name.name.clone(), count);
            as_array(param, element, count);
        }
    }
    if !found.packs.is_empty() || !found.counts.is_empty() {
        walk::function(function, &mut found);
    }
    Ok(())
}

fn as_array(param: &mut Variable, element: Type, count: u32) {
    let code = Code { span: param.span };
    param.array.push(ArrayDim { size: Some(code.uint(count)), span: param.span });
    param.ty = element;
}

/// Whether two types are the same structure.
fn is_same(symbols: &Symbols<'_>, a: &Type, b: &Type) -> bool {
    let name = |ty: &Type| match &symbols.resolve(ty, &mut Vec::new()).kind {
        TypeKind::Named(name) => Some(name.clone()),
        _ => None,
    };
    match (name(a), name(b)) {
        (Some(a), Some(b)) => a == b,
        (None, None) => true,
        _ => false,
    }
}

/// The streams and patches of a function, by the names of its parameters.
struct Found {
    packs: HashMap<String, String>,
    counts: HashMap<String, u32>,
}

impl Visitor for Found {
    fn expr(&mut self, expr: &mut Expr) {
        let span = expr.span;
        match &mut expr.kind {
            ExprKind::Method(object, method, args) if method.name == "Append" => {
                let pack = object.as_name().and_then(|it| self.packs.get(it));
                if let (Some(pack), [vertex]) = (pack, args.as_mut_slice()) {
                    let code = Code { span: vertex.span };
                    let unpacked = std::mem::replace(vertex, code.uint(0));
                    let function = Ident { name: pack.clone(), span };
                    *vertex = Expr::new(ExprKind::Call(function, vec![unpacked]), span);
                }
            }
            ExprKind::Member(object, member) if member.name == "Length" => {
                if let Some(count) = object.as_name().and_then(|it| self.counts.get(it)) {
                    *expr = Code { span }.uint(*count);
                }
            }
            _ => {}
        }
    }
}
