//! The variables by which a generated entry point meets the pipeline, and how values get through them.

mod value;

use self::value::{
    front_face, is_array, of_distance, point_size, set_aside, system_type, unknown_location,
    whole_place, with_reciprocal_w,
};
use crate::ast::{Attribute, Expr, Modifier, ModifierKind, ScalarKind, Stmt, TypeKind, Variable};
use crate::effect::Stage;
use crate::lower::code::{Code, resized, vector};
use crate::lower::interface::{Group, LinkKey, Links, Number, Varying};
use crate::lower::made;
use crate::lower::rewrite::{Rewrite, Rewrites};
use crate::lower::semantic::{SemanticKey, Side, SystemValue};
use crate::lower::signature::{Access, Form, Input, Leaf, Output, Signature};
use crate::lower::vertex::VertexRegister;

const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

/// What all ports of an entry point share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pipeline<'p> {
    pub(super) code: Code,
    pub(super) stage: Stage,
    /// Whether the profile is one in whose days colours were clamped between stages.
    pub(super) clamps_colors: bool,
    /// Whether `VPOS` counts pixels, as in Direct3D 9, instead of naming their centres.
    pub(super) counts_pixels: bool,
    pub(super) links: &'p Links,
    pub(super) vertex: &'p [VertexRegister],
    pub(super) rewrites: &'p Rewrites,
}

/// Variables on one side: parameters of the entry point, or members of a structure of it.
#[derive(Clone, Debug)]
pub(super) struct Port<'p> {
    pipeline: Pipeline<'p>,
    pub(super) variables: Vec<Variable>,
    /// The structure that they are members of.
    container: Option<Expr>,
    is_input: bool,
    /// Registers of `SV_ClipDistance` and the like, each of which is one array in Vulkan.
    arrays: Vec<(SystemValue, SemanticKey, u8)>,
}

impl<'p> Port<'p> {
    pub(super) fn inputs(pipeline: Pipeline<'p>, container: Option<Expr>) -> Self {
        Self { pipeline, variables: Vec::new(), container, is_input: true, arrays: Vec::new() }
    }

    pub(super) fn outputs(pipeline: Pipeline<'p>, container: Option<Expr>) -> Self {
        Self { pipeline, variables: Vec::new(), container, is_input: false, arrays: Vec::new() }
    }

    /// Counts the registers of those inputs that are arrays in Vulkan.
    pub(super) fn count_inputs(&mut self, signature: &Signature<'_>) {
        for input in signature.inputs() {
            for (key, components) in input.leaf.registers() {
                let value = self.pipeline.links.input_value(&input, &key);
                self.count(value, key, components);
            }
        }
    }

    /// Counts the registers of those outputs that are arrays in Vulkan.
    pub(super) fn count_outputs(&mut self, signature: &Signature<'_>) {
        for output in signature.outputs() {
            for (key, components) in output.leaf.registers() {
                let value = self.pipeline.links.output_value(output.side, &key);
                self.count(value, key, components);
            }
        }
    }

    fn count(&mut self, value: Option<SystemValue>, key: SemanticKey, components: u8) {
        let is_known = self.arrays.iter().any(|(_, known, _)| *known == key);
        if let Some(value) = value.filter(|it| is_array(*it) && !is_known) {
            self.arrays.push((value, key, components));
        }
    }

    /// Elements of an array before a register, and in all.
    fn array_place(&self, value: SystemValue, key: &SemanticKey) -> (u32, u32) {
        let of_value = self.arrays.iter().filter(|(it, ..)| *it == value);
        let count = |(_, other, components): &(SystemValue, SemanticKey, u8), all: bool| {
            if all || other.index < key.index { u32::from(*components) } else { 0 }
        };
        let before = of_value.clone().map(|it| count(it, false)).sum();
        (before, of_value.map(|it| count(it, true)).sum())
    }

    /// The variable with a name, declared when it is asked for first.
    fn place(&mut self, name: &str, declare: impl FnOnce(String) -> Variable) -> Expr {
        let code = self.pipeline.code;
        let prefix = match (&self.container, self.is_input) {
            (Some(_), _) => "",
            (None, true) => "in_",
            (None, false) => "out_",
        };
        let name = match prefix {
            "" => name.to_owned(),
            prefix => format!("{prefix}{name}@"),
        };
        if !self.variables.iter().any(|it| it.name.name == name) {
            self.variables.push(declare(name.clone()));
        }
        match &self.container {
            Some(container) => code.member(container.clone(), &name),
            None => code.name(name),
        }
    }

    /// The variable of a system value. Vulkan has one type for each.
    fn system(&mut self, value: SystemValue, key: &SemanticKey, number: Number) -> Expr {
        let code = self.pipeline.code;
        let (kind, components) = system_type(value, number);
        let count = match is_array(value) {
            true => Some(self.array_place(value, key).1),
            // The HLSL compiler loses a coverage that is no array.
            false => (value == SystemValue::Coverage && self.is_input).then_some(1),
        };
        let semantic = value.semantic();
        let unknown = unknown_location(value, self.pipeline.stage, self.is_input);
        let name = if value == SystemValue::PointSize { "PointSize" } else { semantic.as_str() };
        self.place(name, |name| {
            let mut variable = code.variable(vector(kind, components), name);
            variable.array.extend(count.map(|it| code.dim(it)));
            if value == SystemValue::PointSize {
                variable.attributes.push(point_size(code));
            }
            match unknown {
                Some(location) => set_aside(code, &mut variable, location),
                None => variable.semantic = Some(code.semantic(&semantic)),
            }
            variable
        })
    }

    fn varying(&mut self, key: &LinkKey, varying: Varying, interpolation: &[ModifierKind]) -> Expr {
        let Pipeline { code, stage, .. } = self.pipeline;
        let is_pixel_input = stage == Stage::Pixel;
        let semantic = &key.semantic;
        let name = match key.group {
            Group::Stream(stream) => format!("{semantic}_of_stream{stream}"),
            Group::Vertex | Group::Patch => semantic.to_string(),
        };
        self.place(&name, |name| {
            let scalar = varying.number.scalar();
            let mut variable = code.variable(vector(scalar, varying.components), name);
            variable.attributes.push(Attribute::vk("location", &[varying.location], code.span));
            // A semantic that the HLSL compiler would take for a built-in variable gets another name.
            let text = semantic.to_string().replacen("SV_", "FX_", 1);
            variable.semantic = Some(code.semantic(text));
            if is_pixel_input {
                let flat = [ModifierKind::NoInterpolation];
                let kinds = if varying.number == Number::Float { interpolation } else { &flat };
                let modifiers = kinds.iter().map(|&kind| Modifier { kind, span: code.span });
                variable.modifiers.0.extend(modifiers);
            }
            variable
        })
    }

    /// Adds statements that fill `root` with an input.
    pub(super) fn read(&mut self, input: &Input<'_>, root: &Expr, stmts: &mut Vec<Stmt>) {
        let code = self.pipeline.code;
        let leaf = input.leaf;
        let registers: Vec<(SemanticKey, u8)> = leaf.registers().collect();
        let values: Vec<Expr> = registers
            .iter()
            .map(|(key, components)| self.read_register(input, key, *components))
            .collect();
        let value = self.assembled(leaf, values);
        let target = place_of(code, root.clone(), &leaf.path);
        stmts.push(code.assign(target, value));
    }

    /// A value of its registers.
    fn assembled(&self, leaf: &Leaf, mut values: Vec<Expr>) -> Expr {
        let code = self.pipeline.code;
        let Form::Matrix { rows, columns, .. } = leaf.form else {
            return values.swap_remove(0);
        };
        let (count, components) = leaf.form.registers();
        let is_transposed = count != u32::from(rows) || self.is_transposed(leaf);
        let kind = leaf.kind;
        if is_transposed {
            let registers = u8::try_from(count).unwrap_or(1);
            let matrix = code.construct(TypeKind::Matrix(kind, registers, components), values);
            return code.call("transpose", vec![matrix]);
        }
        code.construct(TypeKind::Matrix(kind, rows, columns), values)
    }

    /// Whether registers hold columns.
    fn is_transposed(&self, leaf: &Leaf) -> bool {
        use crate::effect::MatrixPacking::Column;
        matches!(leaf.form, Form::Matrix { packing: Column, .. })
            && self.pipeline.rewrites.has(Rewrite::MatrixInput)
    }

    fn read_register(&mut self, input: &Input<'_>, key: &SemanticKey, components: u8) -> Expr {
        let Pipeline { code, links, vertex, stage, .. } = self.pipeline;
        let leaf = input.leaf;
        if let Some(value) = links.input_value(input, key) {
            return self.read_system(value, leaf, key, components);
        }
        if stage == Stage::Vertex {
            let found = vertex.iter().find(|it| it.key == *key);
            let (location, given) =
                found.map_or((0, components), |it| (it.input.location, it.components));
            let scalar = Number::of(leaf.kind).scalar();
            let value = self.place(&key.to_string(), |name| {
                let mut variable = code.variable(vector(scalar, given), name);
                variable.attributes.push(Attribute::vk("location", &[location], code.span));
                let text = key.to_string().replacen("SV_", "FX_", 1);
                variable.semantic = Some(code.semantic(text));
                variable
            });
            let value = resized(code, value, scalar, given, components);
            return converted(code, value, scalar, leaf.kind, components);
        }
        let link = links.key(input.side, 0, key.clone(), leaf.kind);
        let Some(varying) = links.inputs.get(&link).copied() else {
            return code.cast(vector(leaf.kind, components), code.uint(0));
        };
        let scalar = varying.number.scalar();
        let value = self.varying(&link, varying, &leaf.interpolation);
        let value = resized(code, value, scalar, varying.components, components);
        converted(code, value, scalar, leaf.kind, components)
    }

    fn read_system(
        &mut self,
        value: SystemValue,
        leaf: &Leaf,
        key: &SemanticKey,
        components: u8,
    ) -> Expr {
        let code = self.pipeline.code;
        let variable = self.system(value, key, Number::of(leaf.kind));
        let (kind, given) = system_type(value, Number::of(leaf.kind));
        match value {
            SystemValue::Position if self.pipeline.counts_pixels && key.is("VPOS", 0) => {
                let place = whole_place(code, variable, components);
                converted(code, place, kind, leaf.kind, components)
            }
            SystemValue::Position if components == 4 => {
                let converted = match self.pipeline.rewrites.has(Rewrite::PositionW) {
                    true => with_reciprocal_w(code, variable),
                    false => variable,
                };
                self::converted(code, converted, kind, leaf.kind, components)
            }
            SystemValue::IsFrontFace => front_face(code, variable, leaf.kind),
            _ if is_array(value) => {
                let (first, _) = self.array_place(value, key);
                let parts = (0..u32::from(components.max(1)))
                    .map(|it| code.index(variable.clone(), first + it))
                    .collect::<Vec<_>>();
                match <[Expr; 1]>::try_from(parts) {
                    Ok([only]) => only,
                    Err(parts) => code.construct(vector(leaf.kind, components), parts),
                }
            }
            SystemValue::Coverage => {
                converted(code, code.index(variable, 0), kind, leaf.kind, components)
            }
            _ => {
                let value = resized(code, variable, kind, given, components);
                converted(code, value, kind, leaf.kind, components)
            }
        }
    }

    /// Adds statements that hand on an output, which `root` holds.
    pub(super) fn write(&mut self, output: &Output<'_>, root: &Expr, stmts: &mut Vec<Stmt>) {
        let code = self.pipeline.code;
        let leaf = output.leaf;
        let value = place_of(code, root.clone(), &leaf.path);
        for ((key, components), index) in leaf.registers().zip(0..) {
            let part = match leaf.form {
                Form::Vector(_) => value.clone(),
                Form::Matrix { .. } if self.is_transposed(leaf) => {
                    code.index(code.call("transpose", vec![value.clone()]), index)
                }
                Form::Matrix { .. } => code.index(value.clone(), index),
            };
            if let Some(system) = self.pipeline.links.output_value(output.side, &key) {
                self.write_system(system, leaf, &key, components, &part, stmts);
            }
            let link = self.pipeline.links.key(output.side, output.stream, key, leaf.kind);
            if let Some(varying) = self.pipeline.links.outputs.get(&link).copied() {
                self.write_varying(&link, varying, leaf.kind, components, part, stmts);
            }
        }
    }

    fn write_varying(
        &mut self,
        link: &LinkKey,
        varying: Varying,
        kind: ScalarKind,
        components: u8,
        value: Expr,
        stmts: &mut Vec<Stmt>,
    ) {
        let Pipeline { code, clamps_colors, .. } = self.pipeline;
        let scalar = varying.number.scalar();
        let place = self.varying(link, varying, &[]);
        let value = converted(code, value, kind, scalar, components);
        let value = match clamps_colors && link.semantic.name == "COLOR" {
            true => code.call("saturate", vec![value]),
            false => value,
        };
        let value = resized(code, value, scalar, components, varying.components);
        stmts.push(code.assign(place, value));
    }

    fn write_system(
        &mut self,
        system: SystemValue,
        leaf: &Leaf,
        key: &SemanticKey,
        components: u8,
        value: &Expr,
        stmts: &mut Vec<Stmt>,
    ) {
        let code = self.pipeline.code;
        if is_array(system) {
            let (first, _) = self.array_place(system, key);
            for (element, component) in
                (first..).zip(COMPONENTS).take(usize::from(components.max(1)))
            {
                let part = match components {
                    0 | 1 => value.clone(),
                    _ => code.member(value.clone(), component),
                };
                let place = match (self.pipeline.stage, &self.container) {
                    (Stage::Domain, None) => self.distance(system, element),
                    _ => code.index(self.system(system, key, Number::of(leaf.kind)), element),
                };
                stmts.push(code.assign(place, part));
            }
            return;
        }
        let place = self.system(system, key, Number::of(leaf.kind));
        let (kind, wanted) = system_type(system, Number::of(leaf.kind));
        let value = converted(code, value.clone(), leaf.kind, kind, components);
        let value = match (system, components) {
            // Without w a position stands where it is.
            (SystemValue::Position, 1..=3) => {
                let xyz = resized(code, value, kind, components, 3);
                code.construct(vector(kind, 4), vec![xyz, code.float(1)])
            }
            _ => resized(code, value, kind, components, wanted),
        };
        stmts.push(code.assign(place, value));
    }

    /// The variable of one distance that a domain shader gives.
    fn distance(&mut self, system: SystemValue, element: u32) -> Expr {
        let code = self.pipeline.code;
        self.place(&format!("{}_{element}", system.semantic()), |name| {
            let mut variable = code.variable(TypeKind::Scalar(ScalarKind::Float), name);
            set_aside(code, &mut variable, of_distance(system, element));
            variable
        })
    }

    /// Adds statements for what the next stage reads and this one does not have: 0, or the position, which goes by two
    /// names.
    pub(super) fn write_missing(
        &mut self,
        missing: &[(LinkKey, Varying)],
        position: Option<Expr>,
        stmts: &mut Vec<Stmt>,
    ) {
        let code = self.pipeline.code;
        for (link, varying) in missing {
            let place = self.varying(link, *varying, &[]);
            let is_position = link.is_float
                && (link.semantic.is("POSITION", 0) || link.semantic.is("SV_POSITION", 0));
            let value = match &position {
                Some(position) if is_position && varying.components == 4 => position.clone(),
                _ => code.cast(vector(varying.number.scalar(), varying.components), code.uint(0)),
            };
            stmts.push(code.assign(place, value));
        }
    }

    /// Adds the size of points, which Vulkan takes from the shader and Direct3D 11 has as 1.
    pub(super) fn write_point_size(&mut self, stmts: &mut Vec<Stmt>) {
        let code = self.pipeline.code;
        if self
            .variables
            .iter()
            .any(|it| it.name.name.trim_end_matches(made::LOCAL).ends_with("PointSize"))
        {
            return;
        }
        let place = self.system(SystemValue::PointSize, &SemanticKey::new("PSIZE"), Number::Float);
        stmts.push(code.assign(place, code.float(1)));
    }
}

/// A value as another kind of number, where that is not said by the place it goes to.
fn converted(code: Code, value: Expr, from: ScalarKind, to: ScalarKind, components: u8) -> Expr {
    match Number::of(from) == Number::of(to)
        && (from == ScalarKind::Bool) == (to == ScalarKind::Bool)
    {
        true => value,
        false => code.cast(vector(to, components), value),
    }
}

/// A part of a variable.
pub(super) fn place_of(code: Code, root: Expr, path: &[Access]) -> Expr {
    path.iter().fold(root, |object, step| match step {
        Access::Member(name) => code.member(object, name),
        Access::Element(index) => code.index(object, *index),
    })
}

/// Whether an output is the position by either of its names.
pub(super) fn is_position(output: &Output<'_>) -> bool {
    let key = &output.leaf.key;
    output.side == Side::Output && (key.is("SV_POSITION", 0) || key.is("POSITION", 0))
}
