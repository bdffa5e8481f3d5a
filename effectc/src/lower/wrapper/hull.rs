//! Entry points of hull shaders, with their patch constant functions.

use super::{
    CONTROL, Called, IN_POINTS, PATCH, POINTS, Wrapper, position_of, structure, write_all,
};
use crate::ast::{Expr, Item, ObjectKind, StmtKind, TemplateArg, Type, TypeKind};
use crate::diagnostic::Diagnostic;
use crate::lower::port::Port;
use crate::lower::semantic::SystemValue;
use crate::lower::signature::{Role, Signature};

/// The patch constant function that is generated.
const PATCH_FUNCTION: &str = "fx@patch_constants";
/// The function that gives one control point again.
const CONTROL_FUNCTION: &str = "fx@control_point";

impl<'w> Wrapper<'w> {
    pub(super) fn hull(&mut self, main: &Signature<'_>) -> Result<(), Diagnostic> {
        let code = self.code();
        let mut inputs = Port::inputs(self.pipeline, None);
        let called = self.call(main, self.making.callee, &mut inputs);
        let mut control = Port::outputs(self.pipeline, Some(code.name("fx@out")));
        let mut stmts = called.before;
        let result = self.result(main, called.call, &mut stmts);
        let control_type = TypeKind::Named(CONTROL.to_owned());
        stmts.push(code.declare(code.variable(control_type.clone(), "fx@out")));
        for (leaves, root) in called.written.iter().chain(&result) {
            write_all(&mut control, main, leaves, root, 0, &mut stmts);
        }
        let position = position_of(code, main, called.written.iter().chain(&result));
        control.write_missing(&self.missing(main, 0), position, &mut stmts);
        stmts.push(code.stmt(StmtKind::Return(Some(code.name("fx@out")))));
        self.made.structs.push(structure(code, CONTROL, control.variables));
        let mut params = called.params;
        params.append(&mut inputs.variables);
        if let Some(patch) = self.making.signatures.get(1) {
            self.patch_constants(main, patch)?;
        }
        self.entry(main, control_type, params, stmts);
        if let Some(Item::Function(entry)) = self.made.functions.last_mut() {
            for attribute in entry.attributes.iter_mut().filter(|it| it.is("patchconstantfunc")) {
                attribute.args = vec![code.string(PATCH_FUNCTION)];
            }
        }
        Ok(())
    }

    fn patch_constants(
        &mut self,
        main: &Signature<'_>,
        patch: &Signature<'_>,
    ) -> Result<(), Diagnostic> {
        let code = self.code();
        let reads_own = patch.roles.iter().find_map(|it| match it {
            Role::Points { element, is_output_patch: true, .. } => Some(*element),
            _ => None,
        });
        if let Some(element) = reads_own {
            self.control_point_function(main, element)?;
        }
        let mut inputs = Port::inputs(self.pipeline, None);
        let mut called = self.call(patch, &patch.function.name.name, &mut inputs);
        if reads_own.is_some() {
            self.add_own_inputs(main, &mut called, &mut inputs);
        }
        let mut constants = Port::outputs(self.pipeline, Some(code.name("fx@out")));
        constants.count_outputs(patch);
        let mut stmts = called.before;
        let result = self.result(patch, called.call, &mut stmts);
        let patch_type = TypeKind::Named(PATCH.to_owned());
        stmts.push(code.declare(code.variable(patch_type.clone(), "fx@out")));
        for (leaves, root) in called.written.iter().chain(&result) {
            write_all(&mut constants, patch, leaves, root, 0, &mut stmts);
        }
        constants.write_missing(&self.missing(patch, 0), None, &mut stmts);
        stmts.push(code.stmt(StmtKind::Return(Some(code.name("fx@out")))));
        self.made.structs.push(structure(code, PATCH, constants.variables));
        let mut params = called.params;
        params.append(&mut inputs.variables);
        let function = code.function(patch_type, PATCH_FUNCTION, params, stmts);
        self.made.functions.push(Item::Function(function));
        Ok(())
    }

    /// A function that gives one control point of the hull shader's own. The HLSL compiler gives a patch constant
    /// function nothing for them, so they are computed again: the same call gives the same point.
    fn control_point_function(
        &mut self,
        main: &Signature<'_>,
        element: &Type,
    ) -> Result<(), Diagnostic> {
        let code = self.code();
        let returned = &main.function.return_type;
        let is_same = match (&returned.kind, &element.kind) {
            (TypeKind::Named(a), TypeKind::Named(b)) => a == b,
            _ => false,
        };
        if !is_same {
            let message = format!(
                "not yet supported: a patch constant function that reads control points of another type than `{}` returns",
                main.function.name.name
            );
            return Err(Diagnostic::error(element.span, message));
        }
        let mut inputs = Port::inputs(self.pipeline, None);
        let called = self.call(main, self.making.callee, &mut inputs);
        let mut stmts = called.before;
        stmts.push(code.stmt(StmtKind::Return(Some(called.call))));
        let mut params = called.params;
        params.append(&mut inputs.variables);
        self.drop_repeated_functions();
        let mut function = code.function(TypeKind::Void, CONTROL_FUNCTION, params, stmts);
        for param in &mut function.params {
            param.semantic = None;
            // Only an entry point takes a patch.
            if let TypeKind::Object(ObjectKind::InputPatch, args) = &param.ty.kind {
                let count = args.iter().find_map(|it| match it {
                    TemplateArg::Value(value) => Some(value.clone()),
                    TemplateArg::Type(..) => None,
                });
                param.array.push(crate::ast::ArrayDim { size: count, span: code.span });
                param.ty = code.ty(TypeKind::Named(POINTS.to_owned()));
            }
        }
        function.return_type = returned.clone();
        self.made.functions.push(Item::Function(function));
        Ok(())
    }

    /// The entry point was called from two places, and has its helper twice.
    fn drop_repeated_functions(&mut self) {
        let mut seen = crate::hash::HashSet::default();
        self.made.functions.retain(|it| match it {
            Item::Function(function) => seen.insert(function.name.name.clone()),
            _ => true,
        });
    }

    /// `fx_control_point(points, 2, in_SV_PrimitiveID)`.
    pub(super) fn control_point(&self, point: u32) -> Expr {
        let code = self.code();
        let function = self.made.functions.iter().find_map(|it| match it {
            Item::Function(function) if function.name.name == CONTROL_FUNCTION => Some(function),
            _ => None,
        });
        let params = function.map_or(&[][..], |it| it.params.as_slice());
        let args = params.iter().map(|it| match it.name.name.as_str() {
            IN_POINTS => code.name("fx@points"),
            "in_SV_OutputControlPointID@" => code.uint(point),
            other => code.name(other),
        });
        code.call(CONTROL_FUNCTION, args.collect())
    }

    /// Lets the patch constant function have what the hull shader itself reads.
    fn add_own_inputs(&mut self, main: &Signature<'_>, called: &mut Called, inputs: &mut Port<'w>) {
        let code = self.code();
        let points =
            main.roles.iter().zip(&main.function.params).find_map(|(role, param)| match role {
                Role::Points { count, .. } => Some((param, *count)),
                _ => None,
            });
        if let Some((param, count)) = points {
            if !called.params.iter().any(|it| it.name.name == IN_POINTS) {
                called.params.push(self.points_param(main, param, count));
            }
            // A patch is no value that a function takes, its points are.
            let mut local = code.variable(TypeKind::Named(POINTS.to_owned()), "fx@points");
            local.array.push(code.dim(count));
            let mut copies = vec![code.declare(local)];
            copies.extend((0..count).map(|it| {
                let place = code.index(code.name("fx@points"), it);
                code.assign(place, code.index(code.name(IN_POINTS), it))
            }));
            called.before.splice(0..0, copies);
        }
        for input in main.inputs().filter(|it| !it.is_of_point) {
            let key = &input.leaf.key;
            let value = self.making.links.input_value(&input, key);
            if value == Some(SystemValue::PrimitiveId)
                && !inputs.variables.iter().any(|it| it.name.name == "in_SV_PrimitiveID@")
            {
                let mut unread = Vec::new();
                inputs.read(&input, &code.name("r"), &mut unread);
            }
        }
    }
}
