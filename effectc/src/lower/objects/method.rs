//! Methods of textures and buffers: those that the HLSL compiler lacks or gets wrong, and all of them for arrays.

use super::choose::{Argument, ObjectCall, method_of, stmt};
use super::environment::Environment;
use super::methods_of;
use super::place::{Flat, Place, text};
use super::read::{floats, numbers};
use super::resolver::Resolver;
use crate::ast::{
    BinaryOp, Block, Expr, ExprKind, Function, Ident, Item, Modifiers, ScalarKind, StmtKind,
    TemplateArg, Type, TypeKind, Variable,
};
use crate::diagnostic::Diagnostic;
use crate::effect::ResourceKind;
use crate::lower::rewrite::Rewrite;
use crate::source::Span;

/// What an argument of a method is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Float(u8),
    Int(u8),
    /// A texel offset, which must be a constant.
    Offset(u8),
    /// A `uint` that is written.
    Out,
}

/// Components of a texture's coordinate, its array index counted, and of its texel offsets.
fn coordinates(kind: ResourceKind) -> (u8, u8) {
    match kind {
        ResourceKind::Texture1D | ResourceKind::RWTexture1D => (1, 1),
        ResourceKind::Texture1DArray | ResourceKind::RWTexture1DArray => (2, 1),
        ResourceKind::Texture2D | ResourceKind::Texture2DMS | ResourceKind::RWTexture2D => (2, 2),
        ResourceKind::Texture2DArray
        | ResourceKind::Texture2DMSArray
        | ResourceKind::RWTexture2DArray => (3, 2),
        ResourceKind::Texture3D | ResourceKind::RWTexture3D => (3, 3),
        ResourceKind::TextureCube => (3, 0),
        ResourceKind::TextureCubeArray => (4, 0),
        _ => (1, 0),
    }
}

fn is_multisampled(kind: ResourceKind) -> bool {
    matches!(kind, ResourceKind::Texture2DMS | ResourceKind::Texture2DMSArray)
}

fn is_texture(kind: ResourceKind) -> bool {
    !kind.is_storage_buffer() && !kind.is_texel_buffer()
}

/// What a method's arguments are, the sampler left out; none for a method that needs nothing of us.
fn roles(kind: ResourceKind, method: &str, count: usize) -> Option<Vec<Role>> {
    let (components, offsets) = coordinates(kind);
    let along = if offsets == 0 { 3 } else { offsets };
    let at = Role::Float(components);
    let mut roles = match method {
        "Sample" | "Gather" | "GatherRed" | "GatherGreen" | "GatherBlue" | "GatherAlpha" => {
            vec![at]
        }
        "SampleLevel" | "SampleBias" | "SampleCmp" | "SampleCmpLevelZero" | "GatherCmp"
        | "GatherCmpRed" | "GatherCmpGreen" | "GatherCmpBlue" | "GatherCmpAlpha" => {
            vec![at, Role::Float(1)]
        }
        "SampleGrad" => vec![at, Role::Float(along), Role::Float(along)],
        "CalculateLevelOfDetail" | "CalculateLevelOfDetailUnclamped" => {
            return Some(vec![Role::Float(along)]);
        }
        "Load" if is_multisampled(kind) => vec![Role::Int(components), Role::Int(1)],
        // Direct3D writes no other than the first level, so only textures that are read have levels.
        "Load" if is_texture(kind) && !kind.is_read_write() => vec![Role::Int(components + 1)],
        "Load" => return Some(vec![Role::Int(components)]),
        "Load2" | "Load3" | "Load4" => return Some(vec![Role::Int(1)]),
        "GetDimensions" => {
            let sizes = match kind {
                ResourceKind::TextureCube => 2,
                ResourceKind::TextureCubeArray => 3,
                _ if is_texture(kind) => usize::from(components),
                _ => 1,
            };
            let is_leveled = count == sizes + 2 && is_texture(kind) && !is_multisampled(kind);
            let mut roles = vec![Role::Out; count];
            if is_leveled {
                roles[0] = Role::Int(1);
            }
            return Some(roles);
        }
        _ => return None,
    };
    let rest = count.saturating_sub(roles.len());
    let takes_four = method.starts_with("Gather");
    if offsets > 0 && (rest == 1 || takes_four && rest == 4) {
        roles.extend(std::iter::repeat_n(Role::Offset(offsets), rest));
    }
    Some(roles)
}

impl Resolver<'_, '_> {
    /// Rewrites a call of a method.
    pub(super) fn method(
        &mut self,
        place: &Place,
        method: &Ident,
        args: &mut [Expr],
        span: Span,
        environment: &mut Environment,
    ) -> Result<Expr, Diagnostic> {
        let Some((index, kind)) = self.resource_of(&place.name) else {
            return Err(Diagnostic::error(
                method.span,
                format!("`{}` has no method `{}`", place.name, method.name),
            ));
        };
        methods_of::check(kind, method)?;
        let name = method.name.as_str();
        let takes_sampler = name.starts_with("Sample")
            || name.starts_with("Gather")
            || name.starts_with("CalculateLevelOfDetail");
        let (sampler, rest) = match args.split_first_mut() {
            Some((first, rest)) if takes_sampler => {
                (Some(self.sampler_place(first, environment)?), rest)
            }
            _ => (None, args),
        };
        for arg in rest.iter_mut() {
            self.expr(arg, environment)?;
        }
        if let Some(expr) = self.counter_method(place, method, rest, span)? {
            return Ok(expr);
        }
        let roles = roles(kind, name, rest.len()).unwrap_or_default();
        if takes_sampler || name == "Load" && is_texture(kind) {
            self.check_arguments(kind, method, &roles, rest.len())?;
        }
        let mut offsets = Vec::new();
        let mut values = Vec::new();
        for (number, arg) in rest.iter().enumerate() {
            match roles.get(number) {
                Some(Role::Offset(_)) => offsets.push(arg.clone()),
                Some(Role::Float(count)) => {
                    values.push(Argument::new(arg.clone(), floats(*count)));
                }
                Some(Role::Int(count)) => {
                    values.push(Argument::new(arg.clone(), numbers(ScalarKind::Int, *count)));
                }
                Some(Role::Out) => {
                    let ty = TypeKind::Scalar(ScalarKind::Uint);
                    values.push(Argument { is_out: true, ..Argument::new(arg.clone(), ty) });
                }
                None => values.push(Argument::new(arg.clone(), TypeKind::Void)),
            }
        }
        let is_known = values.iter().all(|it| !matches!(it.ty, TypeKind::Void));
        self.add_offset(name, kind, &mut values, &mut offsets);
        self.mend_gather(name, kind, &mut offsets, span)?;
        let mut places = vec![place];
        places.extend(&sampler);
        if !is_known {
            let counts = self.counts(&place.name)?;
            if let Flat::Dynamic(at) = place.flat(&counts) {
                return Err(Diagnostic::error(
                    at.span,
                    format!("not yet supported: `{name}` with an index that is no constant"),
                ));
            }
        }
        let detail: Vec<String> =
            offsets.iter().map(|it| text(it).unwrap_or_else(|| format!("{:?}", it.span))).collect();
        let call = ObjectCall {
            places,
            args: values,
            returns: self.returned(index, name),
            name: format!("fx@{name}_{}", place.name),
            detail: format!("{} {}", rest.len(), detail.join(" ")),
            needs_helper: false,
            span,
        };
        self.call_objects(call, &mut |resolver, elements, args| {
            let object = resolver.resource_expr(index, elements.first().copied().flatten(), span);
            let mut all = Vec::new();
            if let Some(sampler) = &sampler {
                let element = elements.get(1).copied().flatten();
                all.extend(resolver.sampler_expr(&sampler.name, element, span));
            }
            all.extend(args.iter().cloned());
            all.extend(offsets.iter().cloned());
            let method = Ident { name: name.to_owned(), span: method.span };
            Ok(Expr::new(ExprKind::Method(Box::new(object), method, all), span))
        })
    }

    fn check_arguments(
        &self,
        kind: ResourceKind,
        method: &Ident,
        roles: &[Role],
        count: usize,
    ) -> Result<(), Diagnostic> {
        if count > roles.len() && !roles.is_empty() {
            let message = format!(
                "`{}` with a level clamp or a status has no twin in Vulkan's shaders",
                method.name
            );
            return Err(Diagnostic::error(method.span, message)
                .with_help("leave out the arguments after the texel offset"));
        }
        if count < roles.len() {
            let message = format!(
                "`{}` of a `{}` takes {} arguments after the sampler, not {count}",
                method.name,
                kind.hlsl(),
                roles.len()
            );
            return Err(Diagnostic::error(method.span, message));
        }
        if matches!(method.name.as_str(), "GatherCmpGreen" | "GatherCmpBlue" | "GatherCmpAlpha") {
            let message = format!("Vulkan compares the red component only, not `{}`", method.name);
            return Err(Diagnostic::error(method.span, message)
                .with_help("`GatherCmpRed`, with the depth in the red component"));
        }
        Ok(())
    }

    /// `Load(p, offset)`: the offset is added to the coordinate, which is the same, and need not be a constant then.
    fn add_offset(
        &self,
        method: &str,
        kind: ResourceKind,
        values: &mut [Argument],
        offsets: &mut Vec<Expr>,
    ) {
        if method != "Load" || !self.unit.rewrites.has(Rewrite::LoadOffset) {
            return;
        }
        let (Some(at), Some(offset)) = (values.first_mut(), offsets.pop()) else { return };
        let span = at.value.span;
        let (components, offset_count) = coordinates(kind);
        let total = if is_multisampled(kind) { components } else { components + 1 };
        let cast = |value: Expr, count: u8| {
            let ty = Type { kind: numbers(ScalarKind::Int, count), span };
            Expr::new(ExprKind::Cast(ty, Vec::new(), Box::new(value)), span)
        };
        let mut parts = vec![cast(offset, offset_count)];
        parts.extend((offset_count..total).map(|_| Expr::uint(0, span)));
        let padded = match parts.len() {
            1 => parts.remove(0),
            _ => {
                let ty = Type { kind: numbers(ScalarKind::Int, total), span };
                Expr::new(ExprKind::Construct(ty, parts), span)
            }
        };
        let left = Box::new(cast(at.value.clone(), total));
        at.value = Expr::new(ExprKind::Binary(BinaryOp::Add, left, Box::new(padded)), span);
    }

    /// `GatherCmp` without an offset gets one of 0: glslang makes an invalid `OpImageDrefGather` of it.
    fn mend_gather(
        &self,
        method: &str,
        kind: ResourceKind,
        offsets: &mut Vec<Expr>,
        span: Span,
    ) -> Result<(), Diagnostic> {
        if !matches!(method, "GatherCmp" | "GatherCmpRed")
            || !offsets.is_empty()
            || !self.unit.rewrites.has(Rewrite::GatherCompare)
        {
            return Ok(());
        }
        match kind {
            ResourceKind::Texture2D | ResourceKind::Texture2DArray => {
                let ty = Type { kind: numbers(ScalarKind::Int, 2), span };
                let zeros = vec![Expr::uint(0, span), Expr::uint(0, span)];
                offsets.push(Expr::new(ExprKind::Construct(ty, zeros), span));
                Ok(())
            }
            ResourceKind::TextureCube => Err(Diagnostic::error(
                span,
                format!("not yet supported: `{method}` of a `TextureCube`"),
            )
            .with_help("four calls of `SampleCmpLevelZero`, or a `TextureCubeArray`")),
            _ => Ok(()),
        }
    }

    /// What a method returns.
    fn returned(&self, resource: usize, method: &str) -> TypeKind {
        match method {
            "GetDimensions" => TypeKind::Void,
            "SampleCmp"
            | "SampleCmpLevelZero"
            | "CalculateLevelOfDetail"
            | "CalculateLevelOfDetailUnclamped" => floats(1),
            _ if method.starts_with("GatherCmp") => floats(4),
            "Load2" => numbers(ScalarKind::Uint, 2),
            "Load3" => numbers(ScalarKind::Uint, 3),
            "Load4" => numbers(ScalarKind::Uint, 4),
            _ => {
                let element = self.element_type(resource);
                match element {
                    TypeKind::Scalar(kind) | TypeKind::Vector(kind, _)
                        if method.starts_with("Gather") =>
                    {
                        numbers(kind, 4)
                    }
                    other => other,
                }
            }
        }
    }

    /// What a texture or buffer holds.
    pub(super) fn element_type(&self, resource: usize) -> TypeKind {
        let Some(object) = self.checked.resources.get(resource) else { return floats(4) };
        let resolved = self.checked.symbols.resolve(&object.node.ty, &mut Vec::new());
        let TypeKind::Object(_, args) = &resolved.kind else { return floats(4) };
        let element = args.iter().find_map(|it| match it {
            TemplateArg::Type(_, ty) => Some(ty.kind.clone()),
            TemplateArg::Value(_) => None,
        });
        match element {
            Some(element) => element,
            None if object.data.kind.is_storage_buffer() => TypeKind::Scalar(ScalarKind::Uint),
            None => floats(4),
        }
    }

    /// `t[p]`, `t.mips[m][p]`, `t.sample[s][p]`; none if the array is no texture or buffer.
    pub(super) fn element(
        &mut self,
        array: &mut Expr,
        index: &mut Expr,
        span: Span,
        environment: &mut Environment,
    ) -> Result<Option<Expr>, Diagnostic> {
        if let ExprKind::Index(inner, level) = &mut array.kind
            && let ExprKind::Member(object, member) = &inner.kind
            && (member.name == "mips"
                || member.name == "sample" && self.unit.rewrites.has(Rewrite::SampleIndex))
            && let Some(place) = self.place(object, environment)?
        {
            let is_sample = member.name == "sample";
            self.expr(level, environment)?;
            self.expr(index, environment)?;
            return self.load(&place, index, Some(level), is_sample, span).map(Some);
        }
        let Some(place) = self.place(array, environment)? else { return Ok(None) };
        if place.slots.len() < self.counts(&place.name)?.len() {
            // `array[index]` is an object, or an array of some, itself.
            return Ok(None);
        }
        self.expr(index, environment)?;
        self.load(&place, index, None, false, span).map(Some)
    }

    fn load(
        &mut self,
        place: &Place,
        index: &Expr,
        level: Option<&Expr>,
        is_sample: bool,
        span: Span,
    ) -> Result<Expr, Diagnostic> {
        let Some((resource, kind)) = self.resource_of(&place.name) else {
            return Err(Diagnostic::error(
                span,
                format!("`{}` is no texture or buffer", place.name),
            ));
        };
        let (components, _) = coordinates(kind);
        let mut args = vec![Argument::new(index.clone(), numbers(ScalarKind::Int, components))];
        args.extend(level.map(|it| Argument::new(it.clone(), numbers(ScalarKind::Int, 1))));
        let call = ObjectCall {
            places: vec![place],
            args,
            returns: self.element_type(resource),
            name: format!("fx@index_{}", place.name),
            detail: format!("{} {is_sample}", level.is_some()),
            needs_helper: false,
            span,
        };
        self.call_objects(call, &mut |resolver, elements, args| {
            let object =
                resolver.resource_expr(resource, elements.first().copied().flatten(), span);
            let indexed = |array: Expr, index: &Expr| {
                Expr::new(ExprKind::Index(Box::new(array), Box::new(index.clone())), span)
            };
            Ok(match args {
                // glslang has no `sample`.
                [at, sample] if is_sample => {
                    let ty = Type { kind: numbers(ScalarKind::Int, components), span };
                    let at = ExprKind::Cast(ty, Vec::new(), Box::new(at.clone()));
                    let at = Expr::new(at, span);
                    method_of(object, "Load", vec![at, sample.clone()], span)
                }
                [at, level] => {
                    let mips = Ident { name: "mips".to_owned(), span };
                    let mips = Expr::new(ExprKind::Member(Box::new(object), mips), span);
                    indexed(indexed(mips, level), at)
                }
                [at] => indexed(object, at),
                _ => object,
            })
        })
    }

    /// `t.Length`: the size in texels or elements, as `GetDimensions` gives it. glslang does not know it.
    pub(super) fn length(&mut self, place: &Place, span: Span) -> Result<Expr, Diagnostic> {
        self.single(place, span)?;
        let Some((resource, kind)) = self.resource_of(&place.name) else {
            return Err(Diagnostic::error(span, format!("`{}` has no length", place.name)));
        };
        let counts = self.counts(&place.name)?;
        let element = match place.flat(&counts) {
            Flat::None => None,
            Flat::Number(number) => Some(number),
            Flat::Dynamic(at) => {
                return Err(Diagnostic::error(
                    at.span,
                    "not yet supported: `Length` with an index that is no constant",
                ));
            }
        };
        let object = self.resource_expr(resource, element, span);
        let key = format!("length of {} {element:?}", place.name);
        let name = match self.helper_names.get(&key) {
            Some(name) => name.clone(),
            None => {
                let name = self.fresh(&format!("fx@length_{}", place.name));
                self.helpers.push(Item::Function(length_helper(&name, object, kind, span)));
                self.helper_names.insert(key, name.clone());
                name
            }
        };
        Ok(super::choose::called(&name, Vec::new(), span))
    }
}

/// `uint2 name() { uint fx_x; uint fx_y; t.GetDimensions(fx_x, fx_y); return uint2(fx_x, fx_y); }`. Its names hide no
/// object of the user's.
fn length_helper(name: &str, object: Expr, kind: ResourceKind, span: Span) -> Function {
    let uint = |count| Type { kind: numbers(ScalarKind::Uint, count), span };
    let size_count = match kind {
        ResourceKind::TextureCube => 2,
        ResourceKind::TextureCubeArray => 3,
        other => coordinates(other).0,
    };
    let names = &["x@", "y@", "z@"][..usize::from(size_count)];
    let mut stmts: Vec<_> = names
        .iter()
        .map(|it| {
            let ident = Ident { name: (*it).to_owned(), span };
            stmt(StmtKind::Declare(vec![Variable::new(uint(1), ident)]), span)
        })
        .collect();
    let mut values: Vec<Expr> = names.iter().map(|it| Expr::name(*it, span)).collect();
    let result = match values.as_slice() {
        [one] => one.clone(),
        _ => Expr::new(ExprKind::Construct(uint(size_count), values.clone()), span),
    };
    // What else the method gives is of no interest.
    let further = match kind {
        ResourceKind::Texture2DMS | ResourceKind::Texture2DMSArray => 1,
        _ if kind.has_stride() => 1,
        _ => 0,
    };
    if further > 0 {
        let ident = Ident { name: "other@".to_owned(), span };
        stmts.push(stmt(StmtKind::Declare(vec![Variable::new(uint(1), ident)]), span));
        values.push(Expr::name("other@", span));
    }
    stmts.push(stmt(StmtKind::Expr(method_of(object, "GetDimensions", values, span)), span));
    stmts.push(stmt(StmtKind::Return(Some(result)), span));
    Function {
        attributes: Vec::new(),
        modifiers: Modifiers::default(),
        return_type: uint(size_count),
        class: None,
        name: Ident { name: name.to_owned(), span },
        params: Vec::new(),
        semantic: None,
        annotations: Vec::new(),
        body: Some(Block { stmts, span }),
        span,
    }
}
