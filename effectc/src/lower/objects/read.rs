//! `tex2D` and its family, Direct3D 9's functions that read a texture through a sampler.
//!
//! ```text
//! tex2D(s, t)                  Diffuse.Sample(s, t)
//! tex2D(s, t, ddx, ddy)        Diffuse.SampleGrad(s, t, ddx, ddy), as tex2Dgrad
//! tex2Dlod(s, t)               Diffuse.SampleLevel(s, t.xy, t.w)
//! tex2Dbias(s, t)              Diffuse.SampleBias(s, t.xy, t.w)
//! tex2Dproj(s, t)              Diffuse.Sample(s, t.xy / t.w)
//! ```

use super::choose::{Argument, ObjectCall, method_of};
use super::environment::Environment;
use super::place::Place;
use super::resolver::Resolver;
use crate::ast::{BinaryOp, Expr, ExprKind, Ident, ScalarKind, Type, TypeKind};
use crate::check::sampled::{Shape, TextureForm, TextureFunction};
use crate::diagnostic::Diagnostic;
use crate::effect::Stage;
use crate::source::Span;

impl Resolver<'_, '_> {
    /// Rewrites a call of one of these functions.
    pub(super) fn read(
        &mut self,
        function: TextureFunction,
        callee: &Ident,
        args: &mut [Expr],
        environment: &mut Environment,
    ) -> Result<Expr, Diagnostic> {
        let span = callee.span;
        let form = match (function.form, args.len()) {
            (TextureForm::Plain, 4) | (TextureForm::Grad, 4) => TextureForm::Grad,
            (TextureForm::Grad, _) => {
                return Err(wrong_count(callee, args.len(), "4"));
            }
            (form, 2) => form,
            (TextureForm::Plain, count) => return Err(wrong_count(callee, count, "2 or 4")),
            (_, count) => return Err(wrong_count(callee, count, "2")),
        };
        let needs_derivatives =
            matches!(form, TextureForm::Plain | TextureForm::Bias | TextureForm::Proj);
        if needs_derivatives && self.unit.stage != Stage::Pixel {
            let help =
                format!("`{0}lod(s, t)` reads the level that `t.w` says", base(function.shape));
            return Err(Diagnostic::error(
                span,
                format!("`{}` chooses a mip level, which only pixel shaders can", callee.name),
            )
            .with_help(help));
        }
        let Some((sampler, rest)) = args.split_first_mut() else {
            return Err(wrong_count(callee, 0, "2"));
        };
        let sampler = self.sampler_place(sampler, environment)?;
        let components = function.shape.coordinate_count();
        let coordinate = floats(if matches!(form, TextureForm::Plain | TextureForm::Grad) {
            components
        } else {
            4
        });
        let mut values = Vec::new();
        for arg in rest {
            self.expr(arg, environment)?;
            values.push(Argument::new(arg.clone(), coordinate.clone()));
        }
        let call = ObjectCall {
            places: vec![&sampler],
            args: values,
            returns: floats(4),
            name: format!("fx@{}_{}", callee.name, sampler.name),
            detail: format!("{form:?}"),
            needs_helper: matches!(form, TextureForm::Lod | TextureForm::Bias | TextureForm::Proj),
            span,
        };
        self.call_objects(call, &mut |resolver, elements, args| {
            let element = elements.first().copied().flatten();
            resolver.read_element(function.shape, form, &sampler, element, args, span)
        })
    }

    /// The sampler that an argument is.
    pub(super) fn sampler_place(
        &mut self,
        arg: &Expr,
        environment: &mut Environment,
    ) -> Result<Place, Diagnostic> {
        let place = self.place(arg, environment)?;
        let is_sampler = |it: &Place| self.checked.sampled.source_count(&it.name).is_some();
        place
            .filter(is_sampler)
            .ok_or_else(|| Diagnostic::error(arg.span, "expected a sampler of the effect"))
    }

    fn read_element(
        &mut self,
        shape: Shape,
        form: TextureForm,
        sampler: &Place,
        element: Option<u32>,
        args: &[Expr],
        span: Span,
    ) -> Result<Expr, Diagnostic> {
        let number = element.unwrap_or(0) as usize;
        let texture = self.checked.sampled.texture(&sampler.name, number, shape);
        let (Some((texture, named)), Some(object)) =
            (texture, self.sampler_expr(&sampler.name, element, span))
        else {
            return Err(Diagnostic::error(
                span,
                format!("the texture of `{}` is not known", sampler.name),
            ));
        };
        let is_array = self.checked.resources.get(texture).is_some_and(|it| it.data.count > 1);
        // The states say which element, or the sampler's own array runs beside that of the textures.
        let element = named.or(element.filter(|_| is_array));
        let texture = self.resource_expr(texture, element, span);
        let lines_are_planes = self.checked.sampled.lines_are_planes;
        let components = shape.coordinate_count();
        // A row of a plane is read in the middle of it, whatever its height.
        let sized = |value: Expr| match shape == Shape::Line && lines_are_planes {
            true => construct(2, vec![value, half(span)], span),
            false => value,
        };
        let plain = |value: &Expr| sized(converted(value, components));
        let part = |value: &Expr| sized(swizzle(value, &"xyz"[..components as usize]));
        let (method, args) = match (form, args) {
            (TextureForm::Grad, [at, ddx, ddy]) => {
                let along = |it: &Expr| match shape == Shape::Line && lines_are_planes {
                    true => construct(2, vec![converted(it, 1), Expr::uint(0, span)], span),
                    false => converted(it, components),
                };
                ("SampleGrad", vec![plain(at), along(ddx), along(ddy)])
            }
            (TextureForm::Lod, [at]) => ("SampleLevel", vec![part(at), swizzle(at, "w")]),
            (TextureForm::Bias, [at]) => ("SampleBias", vec![part(at), swizzle(at, "w")]),
            (TextureForm::Proj, [at]) => {
                let coordinate = swizzle(at, &"xyz"[..components as usize]);
                let divided = ExprKind::Binary(
                    BinaryOp::Div,
                    Box::new(coordinate),
                    Box::new(swizzle(at, "w")),
                );
                ("Sample", vec![sized(Expr::new(divided, span))])
            }
            (_, [at, ..]) => ("Sample", vec![plain(at)]),
            (_, []) => return Err(Diagnostic::error(span, "expected a coordinate")),
        };
        let args = std::iter::once(object).chain(args).collect();
        Ok(method_of(texture, method, args, span))
    }
}

fn base(shape: Shape) -> &'static str {
    match shape {
        Shape::Line => "tex1D",
        Shape::Plane => "tex2D",
        Shape::Volume => "tex3D",
        Shape::Cube => "texCUBE",
    }
}

fn wrong_count(callee: &Ident, found: usize, expected: &str) -> Diagnostic {
    Diagnostic::error(
        callee.span,
        format!("`{}` takes {expected} arguments, not {found}", callee.name),
    )
}

/// `float`, `float2`, ..
pub(super) fn floats(count: u8) -> TypeKind {
    numbers(ScalarKind::Float, count)
}

/// A number or vector.
pub(super) fn numbers(kind: ScalarKind, count: u8) -> TypeKind {
    match count {
        1 => TypeKind::Scalar(kind),
        _ => TypeKind::Vector(kind, count),
    }
}

/// `float2(a, b)`
fn construct(count: u8, parts: Vec<Expr>, span: Span) -> Expr {
    Expr::new(ExprKind::Construct(Type { kind: floats(count), span }, parts), span)
}

fn half(span: Span) -> Expr {
    let suffix = crate::ast::FloatSuffix::None;
    let literal = crate::ast::Literal::Float { value: 0.5, suffix, text: "0.5".to_owned() };
    Expr::new(ExprKind::Literal(literal), span)
}

/// `value.xy`
fn swizzle(value: &Expr, components: &str) -> Expr {
    let member = Ident { name: components.to_owned(), span: value.span };
    Expr::new(ExprKind::Member(Box::new(value.clone()), member), value.span)
}

/// The value as so many floats. fxc cuts longer vectors and spreads numbers; what is certainly right stays as it is.
fn converted(value: &Expr, count: u8) -> Expr {
    let is_swizzle =
        |it: &str| it.len() == usize::from(count) && it.chars().all(|it| "xyzwrgba".contains(it));
    let is_right = match &value.kind {
        ExprKind::Member(_, member) => count > 1 && is_swizzle(&member.name),
        ExprKind::Construct(ty, _) => {
            matches!(ty.kind, TypeKind::Vector(ScalarKind::Float, columns) if columns == count)
        }
        _ => false,
    };
    if is_right {
        return value.clone();
    }
    let ty = Type { kind: floats(count), span: value.span };
    Expr::new(ExprKind::Cast(ty, Vec::new(), Box::new(value.clone())), value.span)
}
