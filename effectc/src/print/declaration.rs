//! Prints declarations, techniques and state blocks.

use super::{BEFORE_BODY, Printer};
use crate::ast::{
    Attribute, AttributeStyle, BufferKind, ConstantBuffer, Function, Group, Ident, Pass, PassStmt,
    Register, Semantic, StateAssignment, StateBlock, StateBlockStyle, StructDef, StructKind,
    Technique, TechniqueKind, Typedef, Variable,
};

impl Printer<'_> {
    /// Prints a function or prototype.
    pub fn function(&mut self, function: &Function) {
        let start = function.attributes.first().map_or(function.span, |attribute| attribute.span);
        self.begin_line(start);
        for attribute in &function.attributes {
            self.attribute(attribute);
            self.begin_line(function.span);
        }
        self.modifiers(&function.modifiers);
        self.type_name(&function.return_type);
        self.put(" ");
        if let Some(class) = &function.class {
            self.put(&class.name);
            self.put("::");
        }
        self.put(&function.name.name);
        self.put("(");
        self.list(&function.params, |printer, param| {
            printer.follow(param.span);
            printer.variable(param);
        });
        self.put(")");
        self.semantic(function.semantic.as_ref());
        self.annotations(&function.annotations);
        match &function.body {
            Some(body) => {
                // The compiler takes the place of the brace for that of the function's first instructions.
                match self.options.line_directives {
                    true => self.put(BEFORE_BODY),
                    false => self.end_line(),
                }
                self.block(body);
            }
            None => self.put(";"),
        }
        self.end_line();
    }

    pub(super) fn attribute(&mut self, attribute: &Attribute) {
        let is_double = attribute.style == AttributeStyle::Double;
        self.put(if is_double { "[[" } else { "[" });
        if let Some(scope) = &attribute.scope {
            self.put(scope);
            self.put("::");
        }
        self.put(&attribute.name.name);
        if !attribute.args.is_empty() {
            self.put("(");
            self.list(&attribute.args, Self::argument);
            self.put(")");
        }
        self.put(if is_double { "]]" } else { "]" });
    }

    fn attributes(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            self.attribute(attribute);
            self.put(" ");
        }
    }

    fn semantic(&mut self, semantic: Option<&Semantic>) {
        if let Some(semantic) = semantic {
            self.put(" : ");
            self.put(&semantic.name.name);
        }
    }

    fn registers(&mut self, registers: &[Register]) {
        for register in registers {
            self.put(" : register(");
            if let Some(profile) = &register.profile {
                self.put(&profile.name);
                self.put(", ");
            }
            self.put(&register.slot.name);
            if let Some(offset) = &register.offset {
                self.put("[");
                self.expression(offset);
                self.put("]");
            }
            if let Some(space) = &register.space {
                self.put(", ");
                self.put(&space.name);
            }
            self.put(")");
        }
    }

    fn annotations(&mut self, annotations: &[Variable]) {
        if annotations.is_empty() || self.is_for_shaders() {
            return;
        }
        self.put(" < ");
        let outer = std::mem::replace(&mut self.no_angles, true);
        for annotation in annotations {
            self.variable(annotation);
            self.put("; ");
        }
        self.no_angles = outer;
        self.put(">");
    }

    /// Prints a variable with its type and without a semicolon: a parameter, or one of a list.
    pub fn variable(&mut self, variable: &Variable) {
        self.attributes(&variable.attributes);
        self.modifiers(&variable.modifiers);
        self.type_name(&variable.ty);
        if !variable.name.name.is_empty() {
            self.put(" ");
        }
        self.declarator(variable);
    }

    /// Prints a variable from its name on.
    pub(super) fn declarator(&mut self, variable: &Variable) {
        self.put(&variable.name.name);
        self.array_dims(&variable.array);
        self.semantic(variable.semantic.as_ref());
        if let Some(packoffset) = &variable.packoffset {
            self.put(" : packoffset(");
            self.put(&packoffset.register.name);
            if let Some(component) = &packoffset.component {
                self.put(".");
                self.put(&component.name);
            }
            self.put(")");
        }
        self.registers(&variable.registers);
        self.annotations(&variable.annotations);
        if let Some(init) = &variable.init {
            self.put(" = ");
            self.argument(init);
        }
        if let Some(states) = variable.states.as_ref().filter(|_| !self.is_for_shaders()) {
            self.state_block(states);
        }
        if !variable.element_states.is_empty() && !self.is_for_shaders() {
            self.put(" = {");
            for (index, states) in variable.element_states.iter().enumerate() {
                self.put(if index == 0 { " " } else { ", " });
                if states.style == StateBlockStyle::Keyword {
                    self.put("sampler_state");
                }
                self.states_in_braces(states);
            }
            self.put(" }");
        }
    }

    /// Prints a variable as a line of its own, with a semicolon.
    pub fn global(&mut self, variable: &Variable) {
        self.begin_line(variable.span);
        self.variable(variable);
        self.put(";");
        self.end_line();
    }

    /// Prints a struct as an item.
    pub fn struct_item(&mut self, definition: &StructDef) {
        self.begin_line(definition.span);
        self.struct_def(definition);
        self.put(";");
        self.end_line();
    }

    /// Prints a struct up to its brace.
    pub(super) fn struct_def(&mut self, definition: &StructDef) {
        self.put(match definition.kind {
            StructKind::Struct => "struct",
            StructKind::Class => "class",
            StructKind::Interface => "interface",
        });
        if let Some(name) = &definition.name {
            self.put(" ");
            self.put(&name.name);
        }
        for (index, base) in definition.bases.iter().enumerate() {
            self.put(if index == 0 { " : " } else { ", " });
            self.put(&base.name);
        }
        self.end_line();
        self.open_brace();
        for field in &definition.fields {
            self.global(field);
        }
        for method in &definition.methods {
            self.function(method);
        }
        self.end_line();
        self.indent -= 1;
        self.put("}");
    }

    /// Prints a typedef.
    pub fn typedef(&mut self, definition: &Typedef) {
        self.begin_line(definition.span);
        self.put("typedef ");
        self.modifiers(&definition.modifiers);
        self.type_name(&definition.ty);
        self.put(" ");
        self.put(&definition.name.name);
        self.array_dims(&definition.array);
        self.put(";");
        self.end_line();
    }

    /// Prints a constant buffer.
    pub fn constant_buffer(&mut self, buffer: &ConstantBuffer) {
        self.begin_line(buffer.span);
        self.attributes(&buffer.attributes);
        self.modifiers(&buffer.modifiers);
        self.put(match buffer.kind {
            BufferKind::Cbuffer => "cbuffer ",
            BufferKind::Tbuffer => "tbuffer ",
        });
        self.put(&buffer.name.name);
        self.registers(&buffer.registers);
        self.annotations(&buffer.annotations);
        self.end_line();
        self.open_brace();
        for member in &buffer.members {
            self.global(member);
        }
        self.close_brace(";");
    }

    fn state_block(&mut self, block: &StateBlock) {
        if block.style == StateBlockStyle::Keyword {
            self.put(" = sampler_state");
        }
        self.states_in_braces(block);
    }

    fn states_in_braces(&mut self, block: &StateBlock) {
        self.end_line();
        self.open_brace();
        for state in &block.states {
            self.begin_line(state.span);
            self.state_assignment(state);
            self.put(";");
        }
        self.end_line();
        self.indent -= 1;
        self.put("}");
    }

    fn state_assignment(&mut self, state: &StateAssignment) {
        self.put(&state.name.name);
        if let Some(index) = &state.index {
            self.put("[");
            self.expression(index);
            self.put("]");
        }
        self.put(" = ");
        self.argument(&state.value);
    }

    fn heading(&mut self, keyword: &str, name: Option<&Ident>, annotations: &[Variable]) {
        self.put(keyword);
        if let Some(name) = name {
            self.put(" ");
            self.put(&name.name);
        }
        self.annotations(annotations);
        self.end_line();
        self.open_brace();
    }

    /// Prints a group of techniques; nothing in [`Dialect::Shader`](super::Dialect::Shader).
    pub fn group(&mut self, group: &Group) {
        if self.is_for_shaders() {
            return;
        }
        self.begin_line(group.span);
        self.heading("fxgroup", group.name.as_ref(), &group.annotations);
        for technique in &group.techniques {
            self.technique(technique);
        }
        self.close_brace("");
    }

    /// Prints a technique; nothing in [`Dialect::Shader`](super::Dialect::Shader).
    pub fn technique(&mut self, technique: &Technique) {
        if self.is_for_shaders() {
            return;
        }
        self.begin_line(technique.span);
        let keyword = match technique.kind {
            TechniqueKind::Technique => "technique",
            TechniqueKind::Technique10 => "technique10",
            TechniqueKind::Technique11 => "technique11",
        };
        self.heading(keyword, technique.name.as_ref(), &technique.annotations);
        for pass in &technique.passes {
            self.pass(pass);
        }
        self.close_brace("");
    }

    fn pass(&mut self, pass: &Pass) {
        self.begin_line(pass.span);
        self.heading("pass", pass.name.as_ref(), &pass.annotations);
        for stmt in &pass.stmts {
            match stmt {
                PassStmt::Call { name, args, span } => {
                    self.begin_line(*span);
                    self.put(&name.name);
                    self.put("(");
                    self.list(args, Self::argument);
                    self.put(")");
                }
                PassStmt::Assign(state) => {
                    self.begin_line(state.span);
                    self.state_assignment(state);
                }
            }
            self.put(";");
        }
        self.close_brace("");
    }
}
