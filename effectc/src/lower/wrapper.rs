//! Generates the function that Vulkan enters: it has inputs and outputs with the types, locations and built-in
//! variables that Vulkan wants, calls the user's function, and copies in and out.
//!
//! ```text
//! Out VS(In input) { .. }   ->   Out fx_body_VS(In input) { .. }
//!                                void VS([[vk::location(0)]] float4 in_POSITION0 : POSITION0, ..
//!                                        out float4 out_SV_Position : SV_Position, ..)
//!                                {
//!                                    In arg_input;
//!                                    arg_input.position = in_POSITION0;
//!                                    Out fx_result = fx_body_VS(arg_input);
//!                                    out_SV_Position = fx_result.position;
//!                                }
//! ```
//!
//! So the user's structures are plain data, and one place decides what a semantic means. What compilers do with such
//! copies is to leave none of them.

mod hull;

use crate::ast::{
    Attribute, Expr, Item, Modifier, ModifierKind, ObjectKind, ScalarKind, Stmt, StmtKind,
    StructDef, StructKind, TemplateArg, Type, TypeKind, Variable,
};
use crate::diagnostic::Diagnostic;
use crate::effect::Stage;
use crate::lower::code::Code;
use crate::lower::interface::{Group, LinkKey, Links, Varying};
use crate::lower::port::{Pipeline, Port, is_position, place_of};
use crate::lower::rewrite::{Rewrite, Rewrites};
use crate::lower::semantic::{Side, SystemValue};
use crate::lower::signature::{Input, Leaf, Output, Role, Signature, primitive};
use crate::lower::stream::StreamPack;
use crate::lower::vertex::VertexRegister;
use crate::patch::Streams;

/// The structure of one vertex of a primitive, or one control point, that comes in.
const POINTS: &str = "fx@Points";
/// The structure of one vertex that a geometry shader gives.
pub(super) const VERTEX: &str = "fx@Vertex";
/// What says to which stream a vertex goes.
const MARKER: &str = "fx@stream";
/// The structure of one control point that a hull shader gives.
const CONTROL: &str = "fx@Control";
/// The structure of what holds for a patch.
const PATCH: &str = "fx@Patch";

/// The parameter by which points come in.
const IN_POINTS: &str = "in_points@";
/// The parameter by which what holds for a patch comes in.
const IN_PATCH: &str = "in_patch@";

/// What an entry point is made from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Making<'m> {
    /// The interface of the entry point, then that of its patch constant function.
    pub(super) signatures: &'m [Signature<'m>],
    pub(super) links: &'m Links,
    pub(super) vertex: &'m [VertexRegister],
    pub(super) rewrites: &'m Rewrites,
    pub(super) profile: &'m str,
    /// Name of the function that is called.
    pub(super) callee: &'m str,
    /// What the entry point hands to uniform parameters that the callee still has, by number of the parameter.
    pub(super) uniforms: &'m [(usize, Expr)],
    /// Attributes of the entry point.
    pub(super) attributes: &'m [Attribute],
}

/// What was generated.
#[derive(Debug, Default)]
pub(super) struct Made {
    /// Structures, before everything that uses them.
    pub(super) structs: Vec<Item>,
    /// Functions that the user's functions call to append a vertex; each comes right after the structure it packs.
    pub(super) packs: Vec<StreamPack>,
    /// The entry point last, with what only it needs before it.
    pub(super) functions: Vec<Item>,
    /// The streams of a geometry shader that has several.
    pub(super) streams: Option<Streams>,
}

/// Generates the entry point of a unit.
///
/// # Errors
/// What cannot be done.
pub(super) fn make(making: &Making<'_>) -> Result<Made, Diagnostic> {
    let Some(main) = making.signatures.first() else { return Ok(Made::default()) };
    let code = Code { span: main.function.name.span };
    let model = making.profile.as_bytes().get(3);
    // Shader models 1 and 2 have colours of 0 to 1 between stages.
    let clamps_colors = matches!(model, Some(b'1' | b'2'));
    let is_old = matches!(model, Some(b'1'..=b'3'));
    let pipeline = Pipeline {
        code,
        stage: main.stage,
        clamps_colors: clamps_colors && making.rewrites.has(Rewrite::LegacySemantics),
        counts_pixels: is_old && making.rewrites.has(Rewrite::LegacySemantics),
        links: making.links,
        vertex: making.vertex,
        rewrites: making.rewrites,
    };
    let mut wrapper = Wrapper {
        making,
        pipeline,
        points: Port::inputs(pipeline, Some(code.name("v"))),
        made: Made::default(),
    };
    match main.stage {
        Stage::Hull => wrapper.hull(main)?,
        Stage::Geometry => {
            streams_of_points(main)?;
            wrapper.geometry(main);
        }
        Stage::Vertex | Stage::Domain | Stage::Pixel | Stage::Compute => wrapper.plain(main),
    }
    Ok(wrapper.finish())
}

/// Only streams of points can be several.
fn streams_of_points(main: &Signature<'_>) -> Result<(), Diagnostic> {
    let params = main.roles.iter().zip(&main.function.params);
    let streams: Vec<(ObjectKind, &Variable)> = params
        .filter_map(|(role, param)| match role {
            Role::Stream { kind, .. } => Some((*kind, param)),
            _ => None,
        })
        .collect();
    if streams.len() < 2 {
        return Ok(());
    }
    let other = streams.iter().find(|(kind, _)| *kind != ObjectKind::PointStream);
    other.map_or(Ok(()), |(kind, param)| {
        let message = format!("expected a `PointStream`, found a `{}`", kind.keyword());
        Err(Diagnostic::error(param.span, message)
            .with_help("a geometry shader with several streams gives points"))
    })
}

struct Wrapper<'w> {
    making: &'w Making<'w>,
    pipeline: Pipeline<'w>,
    /// What there is for each point of a primitive or patch.
    points: Port<'w>,
    made: Made,
}

/// A call of the user's function and what leads to it.
struct Called {
    params: Vec<Variable>,
    /// Declares and fills the arguments.
    before: Vec<Stmt>,
    call: Expr,
    /// Parameters that the function writes.
    written: Vec<(Vec<Leaf>, Expr)>,
}

impl<'w> Wrapper<'w> {
    fn code(&self) -> Code {
        self.pipeline.code
    }

    fn finish(mut self) -> Made {
        let mut variables = std::mem::take(&mut self.points.variables);
        let takes_points =
            matches!(self.pipeline.stage, Stage::Hull | Stage::Domain | Stage::Geometry);
        if variables.is_empty() && takes_points {
            // A structure has a member, also where nothing is read.
            let code = self.code();
            let mut unread = code.variable(TypeKind::Scalar(ScalarKind::Float), "fx@unread");
            unread.semantic = Some(code.semantic("FX_UNREAD"));
            unread.attributes.push(Attribute::vk("location", &[0], code.span));
            variables.push(unread);
        }
        if !variables.is_empty() {
            self.made.structs.push(structure(self.code(), POINTS, variables));
        }
        self.made
    }

    /// Vertex, domain, pixel and compute shaders.
    fn plain(&mut self, main: &Signature<'_>) {
        let code = self.code();
        let mut inputs = Port::inputs(self.pipeline, None);
        let called = self.call(main, self.making.callee, &mut inputs);
        let mut outputs = Port::outputs(self.pipeline, None);
        outputs.count_outputs(main);
        let mut stmts = called.before;
        let result = self.result(main, called.call, &mut stmts);
        let mut after = Vec::new();
        for (leaves, root) in called.written.iter().chain(&result) {
            write_all(&mut outputs, main, leaves, root, 0, &mut after);
        }
        let position = position_of(code, main, called.written.iter().chain(&result));
        outputs.write_missing(&self.missing(main, 0), position, &mut after);
        if main.stage == Stage::Vertex && self.making.links.is_last() {
            outputs.write_point_size(&mut after);
        }
        stmts.append(&mut after);
        let out = Modifier { kind: ModifierKind::Out, span: code.span };
        for variable in &mut outputs.variables {
            variable.modifiers.0.insert(0, out);
        }
        let mut params = called.params;
        params.append(&mut inputs.variables);
        params.append(&mut outputs.variables);
        self.entry(main, TypeKind::Void, params, stmts);
    }

    fn geometry(&mut self, main: &Signature<'_>) {
        let mut inputs = Port::inputs(self.pipeline, None);
        let called = self.call(main, self.making.callee, &mut inputs);
        let mut stmts = called.before;
        stmts.push(self.code().stmt(StmtKind::Expr(called.call)));
        let mut params = called.params;
        params.append(&mut inputs.variables);
        self.pack_streams(main);
        // The stream comes last, as people write it.
        params.sort_by_key(is_stream);
        self.entry(main, TypeKind::Void, params, stmts);
    }

    /// The function that turns a vertex of the user's into one of the stream's, for each stream.
    fn pack_streams(&mut self, main: &Signature<'_>) {
        let code = self.code();
        let mut vertex = Port::outputs(self.pipeline, Some(code.name("r")));
        vertex.count_outputs(main);
        let stream_count = main.roles.iter().filter(|it| matches!(it, Role::Stream { .. })).count();
        if stream_count > 1 {
            let streams = self.streams();
            let mut marker = code.variable(TypeKind::Scalar(ScalarKind::Uint), MARKER);
            marker.attributes.push(Attribute::vk("location", &[streams.marker], code.span));
            marker.semantic = Some(code.semantic("FX_STREAM"));
            vertex.variables.push(marker);
            self.made.streams = Some(streams);
        }
        for (role, param) in main.roles.iter().zip(&main.function.params) {
            let Role::Stream { element, leaves, stream, .. } = role else { continue };
            let stream_name = param.name.name.clone();
            let mut body = Vec::new();
            let root = code.name("v");
            write_all(&mut vertex, main, leaves, &root, *stream, &mut body);
            let written = [(leaves.clone(), root)];
            let position = position_of(code, main, written.iter());
            vertex.write_missing(&self.missing(main, *stream), position, &mut body);
            let mut result = code.variable(TypeKind::Named(VERTEX.to_owned()), "r");
            if stream_count > 1 {
                let zeros = code.cast(TypeKind::Named(VERTEX.to_owned()), code.uint(0));
                result.init = Some(zeros);
                body.push(code.assign(code.member(code.name("r"), MARKER), code.uint(*stream)));
            }
            body.insert(0, code.declare(result));
            body.push(code.stmt(StmtKind::Return(Some(code.name("r")))));
            let name = format!("fx@pack{stream}");
            let param = Variable::new((*element).clone(), code.ident("v"));
            let ty = TypeKind::Named(VERTEX.to_owned());
            let function = code.function(ty, &name, vec![param], body);
            let (element, param) = ((*element).clone(), stream_name);
            self.made.packs.push(StreamPack { element, param, name, function });
        }
        self.made.structs.push(structure(code, VERTEX, vertex.variables));
    }

    /// Which stream each output belongs to.
    fn streams(&self) -> Streams {
        let links = self.making.links;
        let drawn = links.drawn_stream();
        let of_locations = links.outputs.iter().map(|(key, varying)| match key.group {
            Group::Stream(stream) => (varying.location, stream),
            Group::Vertex | Group::Patch => (varying.location, drawn),
        });
        let of_locations: Vec<(u32, u32)> = of_locations.collect();
        let marker = of_locations.iter().map(|(location, _)| location + 1).max().unwrap_or(0);
        Streams { marker, drawn, of_locations }
    }

    /// Fills the arguments of a function from inputs and makes the call.
    fn call(&mut self, signature: &Signature<'_>, callee: &str, inputs: &mut Port<'w>) -> Called {
        let code = self.code();
        inputs.count_inputs(signature);
        let mut called = Called {
            params: Vec::new(),
            before: Vec::new(),
            call: code.uint(0),
            written: Vec::new(),
        };
        let mut patch = Port::inputs(self.pipeline, Some(code.name(IN_PATCH)));
        patch.count_inputs(signature);
        let mut args = Vec::new();
        let params = signature.function.params.iter();
        for (index, (role, param)) in signature.roles.iter().zip(params).enumerate() {
            // A parameter of a prototype may have no name.
            let name = match param.name.name.as_str() {
                "" => format!("arg_{index}@"),
                name => format!("arg_{name}@"),
            };
            match role {
                Role::Uniform => {
                    let value = self.making.uniforms.iter().find(|(it, _)| *it == index);
                    args.extend(value.map(|(_, it)| it.clone()));
                }
                Role::Value { input, output } => {
                    let mut local = Variable::new(param.ty.clone(), code.ident(&name));
                    local.array.clone_from(&param.array);
                    let root = code.name(&name);
                    let mut fills = Vec::new();
                    for leaf in input.iter().flatten() {
                        let side = signature.value_side();
                        let input = Input { leaf, side, is_of_point: false };
                        let port = match side == Side::PatchInput && is_of_patch(leaf) {
                            true => &mut patch,
                            false => &mut *inputs,
                        };
                        port.read(&input, &root, &mut fills);
                    }
                    called.before.extend(declared(code, local, fills));
                    if let Some(leaves) = output {
                        called.written.push((leaves.clone(), root.clone()));
                    }
                    args.push(root);
                }
                Role::Points { element, leaves, count, is_output_patch } => {
                    let is_own = *is_output_patch && signature.is_patch_constant;
                    let unpack = match is_own {
                        true => String::new(),
                        false => {
                            // A geometry shader may have its points in several arrays; Vulkan's has one.
                            if !called.params.iter().any(|it| it.name.name == IN_POINTS) {
                                called.params.push(self.points_param(signature, param, *count));
                            }
                            self.unpack(element, leaves, signature)
                        }
                    };
                    let mut local = Variable::new((*element).clone(), code.ident(&name));
                    local.array.push(code.dim(*count));
                    called.before.push(code.declare(local));
                    for point in 0..*count {
                        let source = code.index(code.name(IN_POINTS), point);
                        let value = match is_own {
                            true => self.control_point(point),
                            false => code.call(&unpack, vec![source]),
                        };
                        let place = code.index(code.name(&name), point);
                        called.before.push(code.assign(place, value));
                    }
                    args.push(code.name(&name));
                }
                // The HLSL compiler has one stream; each vertex says to which it belongs.
                Role::Stream { stream: 1.., .. } => {
                    let first = called.params.iter().find(|it| is_stream(it));
                    args.extend(first.map(|it| code.name(&it.name.name)));
                }
                Role::Stream { kind, .. } => {
                    let mut stream = Variable::new(
                        code.ty(TypeKind::Object(*kind, vec![type_arg(code, VERTEX)])),
                        code.ident(format!("out_{}@", param.name.name)),
                    );
                    let in_out = Modifier { kind: ModifierKind::InOut, span: code.span };
                    stream.modifiers.0.push(in_out);
                    args.push(code.name(&stream.name.name));
                    called.params.push(stream);
                }
            }
        }
        if !patch.variables.is_empty() {
            let variables = std::mem::take(&mut patch.variables);
            self.made.structs.push(structure(code, PATCH, variables));
            called.params.push(code.variable(TypeKind::Named(PATCH.to_owned()), IN_PATCH));
        }
        called.call = code.call(callee, args);
        called
    }

    /// The parameter that the points come in by.
    fn points_param(&self, signature: &Signature<'_>, param: &Variable, count: u32) -> Variable {
        let code = self.code();
        if let (Some((kind, _)), Stage::Geometry) = (primitive(param), signature.stage) {
            let mut points = code.variable(TypeKind::Named(POINTS.to_owned()), IN_POINTS);
            points.modifiers.0.push(Modifier { kind, span: code.span });
            points.array.push(code.dim(count));
            return points;
        }
        let kind = match signature.stage {
            Stage::Domain => ObjectKind::OutputPatch,
            _ => ObjectKind::InputPatch,
        };
        let args = vec![type_arg(code, POINTS), TemplateArg::Value(code.uint(count))];
        code.variable(TypeKind::Object(kind, args), IN_POINTS)
    }

    /// Makes the function that turns a point into the user's structure, and gives its name.
    fn unpack(&mut self, element: &Type, leaves: &[Leaf], signature: &Signature<'_>) -> String {
        let code = self.code();
        let stem = match signature.is_patch_constant {
            true => "fx@unpack_patch",
            false => "fx@unpack",
        };
        let is_taken = |name: &str| {
            self.made
                .functions
                .iter()
                .any(|it| matches!(it, Item::Function(it) if it.name.name == name))
        };
        let numbered = (1..).map(|it| format!("{stem}{it}"));
        let mut names = std::iter::once(stem.to_owned()).chain(numbered);
        let name = names.find(|it| !is_taken(it)).unwrap_or_default();
        let mut stmts = vec![code.declare(Variable::new(element.clone(), code.ident("r")))];
        let root = code.name("r");
        for leaf in leaves {
            let input = Input { leaf, side: Side::Input, is_of_point: true };
            self.points.read(&input, &root, &mut stmts);
        }
        stmts.push(code.stmt(StmtKind::Return(Some(root))));
        let param = code.variable(TypeKind::Named(POINTS.to_owned()), "v");
        let mut function = code.function(TypeKind::Void, &name, vec![param], stmts);
        function.return_type = element.clone();
        self.made.functions.push(Item::Function(function));
        name
    }

    /// Adds the call, and gives what is returned.
    fn result(
        &self,
        signature: &Signature<'_>,
        call: Expr,
        stmts: &mut Vec<Stmt>,
    ) -> Option<(Vec<Leaf>, Expr)> {
        let code = self.code();
        let ty = &signature.function.return_type;
        if matches!(ty.kind, TypeKind::Void) {
            stmts.push(code.stmt(StmtKind::Expr(call)));
            return None;
        }
        let mut result = Variable::new(ty.clone(), code.ident("fx@result"));
        result.init = Some(call);
        stmts.push(code.declare(result));
        Some((signature.returned.clone(), code.name("fx@result")))
    }

    /// What the next stage reads of a stream and this one has no variable for.
    fn missing(&self, signature: &Signature<'_>, stream: u32) -> Vec<(LinkKey, Varying)> {
        let links = self.making.links;
        let side = signature.output_side();
        let group = links.group(side, stream);
        let own: Vec<LinkKey> = signature
            .outputs()
            .filter(|it| it.stream == stream)
            .flat_map(|it| {
                let kind = it.leaf.kind;
                it.leaf.registers().map(move |(key, _)| (key, kind)).collect::<Vec<_>>()
            })
            .map(|(key, kind)| links.key(side, stream, key, kind))
            .collect();
        links
            .outputs
            .iter()
            .filter(|(key, _)| key.group == group && !own.contains(key))
            .map(|(key, varying)| (key.clone(), *varying))
            .collect()
    }

    /// The function that Vulkan enters.
    fn entry(
        &mut self,
        main: &Signature<'_>,
        return_type: TypeKind,
        params: Vec<Variable>,
        stmts: Vec<Stmt>,
    ) {
        let name = &main.function.name.name;
        let mut function = self.code().function(return_type, name, params, stmts);
        function.attributes = self.making.attributes.to_vec();
        self.made.functions.push(Item::Function(function));
    }
}

/// A declaration with what fills it: `uint fx_id = in_SV_VertexID;` where that is one assignment.
fn declared(code: Code, mut local: Variable, mut fills: Vec<Stmt>) -> Vec<Stmt> {
    if let [Stmt { kind: StmtKind::Expr(expr), .. }] = fills.as_mut_slice()
        && let crate::ast::ExprKind::Assign(None, target, value) = &mut expr.kind
        && target.as_name() == Some(local.name.name.as_str())
    {
        local.init = Some(std::mem::replace(value.as_mut(), code.uint(0)));
        return vec![code.declare(local)];
    }
    fills.insert(0, code.declare(local));
    fills
}

/// Whether an input of a domain shader is of the patch, not of the point that is made.
fn is_of_patch(leaf: &Leaf) -> bool {
    !matches!(
        SystemValue::named(&leaf.key),
        Some(SystemValue::DomainLocation | SystemValue::PrimitiveId)
    )
}

fn is_stream(variable: &Variable) -> bool {
    matches!(variable.ty.kind, TypeKind::Object(kind, _) if super::signature::is_stream(kind))
}

fn type_arg(code: Code, name: &str) -> TemplateArg {
    let ty = code.ty(TypeKind::Named(name.to_owned()));
    TemplateArg::Type(crate::ast::Modifiers::default(), ty)
}

fn structure(code: Code, name: &str, fields: Vec<Variable>) -> Item {
    Item::Struct(StructDef {
        kind: StructKind::Struct,
        name: Some(code.ident(name)),
        bases: Vec::new(),
        fields,
        methods: Vec::new(),
        span: code.span,
    })
}

fn write_all(
    port: &mut Port<'_>,
    signature: &Signature<'_>,
    leaves: &[Leaf],
    root: &Expr,
    stream: u32,
    stmts: &mut Vec<Stmt>,
) {
    let side = signature.output_side();
    for leaf in leaves {
        port.write(&Output { leaf, side, stream }, root, stmts);
    }
}

/// The position among what is written, as a vector of four.
fn position_of<'l>(
    code: Code,
    signature: &Signature<'_>,
    written: impl Iterator<Item = &'l (Vec<Leaf>, Expr)>,
) -> Option<Expr> {
    let side = signature.output_side();
    let mut of_all = written.flat_map(|(leaves, root)| leaves.iter().map(move |it| (it, root)));
    let (leaf, root) = of_all.find(|(leaf, _)| {
        is_position(&Output { leaf, side, stream: 0 })
            && leaf.form == crate::lower::signature::Form::Vector(4)
    })?;
    Some(place_of(code, root.clone(), &leaf.path))
}
