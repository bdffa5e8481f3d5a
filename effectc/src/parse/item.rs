//! Reads what stands outside functions.

use super::declaration::{Place, Suffixes};
use super::{Failed, Parsed, Parser, namespace};
use crate::ast::{
    Attribute, BufferKind, ConstantBuffer, Function, Ident, Item, Modifier, ModifierKind,
    Modifiers, StructDef, StructKind, Type, TypeKind, Typedef, Variable,
};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

impl Parser<'_> {
    /// Reads all items, to the end of the file.
    pub(super) fn items(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while !self.is_end() && !self.diagnostics.is_full() {
            items.append(&mut self.pending_items);
            if self.eat(";") {
                continue;
            }
            if self.at("}") {
                self.error(self.span(), "this `}` closes nothing");
                self.bump();
                continue;
            }
            // A pragma before the item is an item itself.
            self.packing_inside = None;
            let parsed = self.recover(Self::item);
            items.extend(self.hoisted.drain(..).map(Item::Struct));
            items.extend(parsed.into_iter().flatten());
        }
        items.append(&mut self.pending_items);
        items
    }

    /// Returns whether an item begins here that cannot stand in a function: a sign that a `}` is missing.
    pub(super) fn is_item_start(&self) -> bool {
        let begins_buffer = |keyword: &str| {
            self.ahead_is_effect_word(0, keyword)
                && self.ahead_is_ident(1)
                && (self.ahead_is(2, "{") || self.ahead_is(2, ":") || self.ahead_is(2, "<"))
        };
        if self.technique_follows().is_some()
            || self.group_follows()
            || begins_buffer("cbuffer")
            || begins_buffer("tbuffer")
        {
            return true;
        }
        self.function_follows()
    }

    /// Returns whether `type name(..) {` or `type name(..) : semantic {` stands here, after attributes and modifiers.
    fn function_follows(&self) -> bool {
        const MAX_TOKENS: usize = 2000;
        let mut start = 0;
        while self.ahead_is(start, "[") && start < MAX_TOKENS {
            while !self.ahead_is(start, "]") && start < MAX_TOKENS {
                start += 1;
            }
            start += 1;
        }
        while self.modifier_ahead(start).is_some() {
            start += 1;
        }
        let is_heading = self.ahead_is_ident(start)
            && self.ahead_is_ident(start + 1)
            && self.ahead_is(start + 2, "(");
        let is_statement =
            ["return", "else", "do", "case"].iter().any(|word| self.ahead_is_word(start, word));
        if !is_heading || is_statement {
            return false;
        }
        let mut depth = 0usize;
        for count in start + 2..start + MAX_TOKENS {
            if self.ahead_is(count, "(") {
                depth += 1;
            } else if self.ahead_is(count, ")") {
                depth -= 1;
                if depth == 0 {
                    let has_semantic =
                        self.ahead_is(count + 1, ":") && self.ahead_is_ident(count + 2);
                    return self.ahead_is(count + 1, "{")
                        || (has_semantic && self.ahead_is(count + 3, "{"));
                }
            } else if self.ahead_is(count, "{") || self.ahead_is(count, ";") {
                return false;
            }
        }
        false
    }

    pub(super) fn item(&mut self) -> Parsed<Vec<Item>> {
        let attributes = self.attributes()?;
        if let Some(kind) = self.technique_follows() {
            return Ok(vec![Item::Technique(self.technique(kind)?)]);
        }
        if self.namespace_follows() {
            return self.namespace();
        }
        if self.group_follows() {
            return Ok(vec![Item::Group(self.group()?)]);
        }
        if self.at_word("typedef") {
            return Ok(self.typedef()?.into_iter().map(Item::Typedef).collect());
        }
        let start = self.span();
        let modifiers = self.modifiers();
        for (keyword, kind) in [("cbuffer", BufferKind::Cbuffer), ("tbuffer", BufferKind::Tbuffer)]
        {
            let names_buffer =
                self.ahead_is_effect_word(0, keyword) && !self.is_declared_type(keyword);
            let begins_body = |count| self.ahead_is(count, "{") || self.ahead_is(count, ":");
            if names_buffer && (begins_body(1) || self.ahead_is_ident(1)) {
                let buffer = self.constant_buffer(attributes, modifiers, kind, start)?;
                return Ok(vec![Item::ConstantBuffer(buffer)]);
            }
        }
        let is_struct = ["struct", "class", "interface"].iter().any(|word| self.at_word(word));
        if is_struct && (self.ahead_is(2, "{") || self.ahead_is(2, ":") || self.ahead_is(1, "{")) {
            return self.struct_item(&attributes, &modifiers);
        }
        for word in ["pixelfragment", "vertexfragment"] {
            if self.ahead_is_effect_word(0, word) && self.ahead_is_ident(1) {
                let error = Diagnostic::error(
                    self.span(),
                    "fragments, which Direct3D 9 links to shaders, cannot be compiled",
                );
                self.report(error.with_help("write the whole shader as a function"));
                return Err(Failed);
            }
        }
        for word in ["namespace", "using", "template"] {
            if self.at_word(word) && self.ahead_is_ident(1) {
                return Err(self.error(self.span(), format!("effects have no `{word}`")));
            }
        }
        if self.ahead_is(1, "(") && self.ahead_is_ident(0) {
            self.unknown_macro("expected a declaration");
            return Ok(Vec::new());
        }
        let mut modifiers = modifiers;
        let ty = self.declared_type(&mut modifiers)?;
        self.function_or_variables(attributes, modifiers, ty, start)
    }

    /// Reads a struct, and the variables that may follow it.
    fn struct_item(
        &mut self,
        attributes: &[Attribute],
        modifiers: &Modifiers,
    ) -> Parsed<Vec<Item>> {
        let definition = self.struct_def()?;
        let is_declared = self.ahead_is_ident(0)
            && [";", ",", "=", "[", ":", "<"].iter().any(|punct| self.ahead_is(1, punct));
        if !is_declared {
            self.eat(";");
            return match definition.name {
                Some(_) => Ok(vec![Item::Struct(definition)]),
                None => {
                    self.error(definition.span, "a struct without a name and without variables");
                    Ok(Vec::new())
                }
            };
        }
        let span = definition.span;
        let mut items = Vec::new();
        let kind = match &definition.name {
            Some(name) => {
                let kind = TypeKind::Named(name.name.clone());
                items.push(Item::Struct(definition));
                kind
            }
            None => TypeKind::Inline(Box::new(definition)),
        };
        let first = self.expect_ident("the name of a variable")?;
        let ty = Type { kind, span };
        let variables = self.declarators(attributes, modifiers, &ty, first, Place::Global)?;
        self.expect_semicolon()?;
        items.extend(variables.into_iter().map(Item::Variable));
        Ok(items)
    }

    fn function_or_variables(
        &mut self,
        attributes: Vec<Attribute>,
        modifiers: Modifiers,
        ty: Type,
        start: Span,
    ) -> Parsed<Vec<Item>> {
        if let (TypeKind::Named(name), false) = (&ty.kind, self.ahead_is_ident(0)) {
            return Err(self.error(ty.span, format!("expected a declaration, found `{name}`")));
        }
        let name = self.expect_ident("a name after the type")?;
        if self.at("(") || self.at("::") {
            let function = self.function(attributes, modifiers, ty, name, start)?;
            return Ok(vec![Item::Function(function)]);
        }
        let variables = self.declarators(&attributes, &modifiers, &ty, name, Place::Global)?;
        let ends_with_block =
            variables.last().is_some_and(|it| it.states.is_some() || !it.element_states.is_empty());
        if !ends_with_block || self.at(";") {
            self.expect_semicolon()?;
        }
        Ok(variables.into_iter().map(Item::Variable).collect())
    }

    /// Reads a function from its `(`, or from `::` after the name of its class.
    fn function(
        &mut self,
        attributes: Vec<Attribute>,
        modifiers: Modifiers,
        return_type: Type,
        name: Ident,
        start: Span,
    ) -> Parsed<Function> {
        let mut class = None;
        let mut name = name;
        if self.eat("::") {
            let method = self.expect_ident("the name of a method")?;
            class = Some(std::mem::replace(&mut name, method));
        } else if let Some((of, method)) = namespace::split_last(&name.name)
            && self.is_declared_type(of)
        {
            let (of, method) = (of.to_owned(), method.to_owned());
            class = Some(Ident { name: of, span: name.span });
            name.name = method;
        }
        if class.is_none() {
            self.functions.insert(name.name.clone());
        }
        let (depth, no_angles) = (self.depth, self.no_angles);
        let heading = self.params().and_then(|params| Ok((params, self.suffixes(Place::Global)?)));
        let Ok((params, Suffixes { semantic, annotations, .. })) = heading else {
            (self.depth, self.no_angles) = (depth, no_angles);
            return Err(self.body_after_wrong_heading());
        };
        let body = if self.at("{") {
            Some(self.function_body()?)
        } else {
            if !self.at(";") {
                let what = if semantic.is_some() { "`{` or `;`" } else { "`{`, `:` or `;`" };
                return Err(
                    self.expected(&format!("{what} after the parameters of `{}`", name.name))
                );
            }
            None
        };
        let span = self.since(start);
        self.eat(";");
        Ok(Function {
            attributes,
            modifiers,
            return_type,
            class,
            name,
            params,
            semantic,
            annotations,
            body,
            span,
        })
    }

    /// Goes on to the body of a function whose heading is wrong, for the errors in there.
    fn body_after_wrong_heading(&mut self) -> Failed {
        while !self.is_end() && !["{", "}", ";"].iter().any(|punct| self.at(punct)) {
            self.bump();
        }
        if self.at("{") && self.function_body().is_ok() {
            self.is_recovered = true;
        }
        Failed
    }

    fn params(&mut self) -> Parsed<Vec<Variable>> {
        let open = self.span();
        self.expect("(")?;
        let mut params = Vec::new();
        if self.at_word("void") && self.ahead_is(1, ")") {
            self.bump();
        }
        if self.eat(")") {
            return Ok(params);
        }
        loop {
            let attributes = self.attributes()?;
            let mut modifiers = self.modifiers();
            let ty = self.declared_type(&mut modifiers)?;
            let name = if self.ahead_is_ident(0) {
                self.expect_ident("the name of a parameter")?
            } else {
                // Prototypes may leave the name out.
                Ident { name: String::new(), span: self.previous_span().after() }
            };
            params.push(self.declarator(attributes, modifiers, ty, name, Place::Param)?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect_closing(")", open)?;
        Ok(params)
    }

    /// Reads a struct, class or interface up to its `}`.
    pub(super) fn struct_def(&mut self) -> Parsed<StructDef> {
        self.enter()?;
        let start = self.span();
        let kind = match self.word().as_deref() {
            Some("class") => StructKind::Class,
            Some("interface") => StructKind::Interface,
            _ => StructKind::Struct,
        };
        self.bump();
        let name = match self.word() {
            Some(_) => Some(self.expect_ident("the name of a struct")?),
            None => None,
        };
        if let Some(name) = &name {
            let name = name.name.clone();
            self.declare_type(&name);
        }
        let mut bases = Vec::new();
        if self.eat(":") {
            loop {
                bases.push(self.expect_ident("the name of a struct or interface")?);
                if !self.eat(",") {
                    break;
                }
            }
        }
        let open = self.span();
        self.expect("{")?;
        let (mut fields, mut methods) = (Vec::new(), Vec::new());
        // Methods look like functions, so that only what can be no member ends the struct.
        while !self.at("}")
            && !self.is_end()
            && self.technique_follows().is_none()
            && !self.diagnostics.is_full()
        {
            if self.eat(";") {
                continue;
            }
            match self.recover(Self::struct_member) {
                Some(Member::Fields(more)) => fields.extend(more),
                Some(Member::Method(method)) => methods.push(*method),
                None => {}
            }
        }
        self.block_goes_on(open);
        self.eat("}");
        self.leave();
        Ok(StructDef { kind, name, bases, fields, methods, span: self.since(start) })
    }

    fn struct_member(&mut self) -> Parsed<Member> {
        let start = self.span();
        let attributes = self.attributes()?;
        let mut modifiers = self.modifiers();
        let packing = self.packing_inside;
        let ty = self.declared_type(&mut modifiers)?;
        say_packing(&mut modifiers, &ty, packing);
        let name = self.expect_ident("the name of a member")?;
        if self.at("(") {
            let functions = self.functions.clone();
            let method = self.function(attributes, modifiers, ty, name, start)?;
            self.functions = functions;
            return Ok(Member::Method(Box::new(method)));
        }
        let fields = self.declarators(&attributes, &modifiers, &ty, name, Place::Member)?;
        self.expect_semicolon()?;
        Ok(Member::Fields(fields))
    }

    /// Reads a typedef, semicolon included. It may define several names.
    pub(super) fn typedef(&mut self) -> Parsed<Vec<Typedef>> {
        let start = self.span();
        self.bump();
        let mut modifiers = self.modifiers();
        let mut ty = self.declared_type(&mut modifiers)?;
        let mut definitions = Vec::new();
        loop {
            let name = self.expect_ident("the name of the new type")?;
            self.declare_type(&name.name);
            let array = self.array_dims()?;
            if let TypeKind::Inline(definition) = &ty.kind
                && array.is_empty()
            {
                // `typedef struct { .. } S;`: what has no name has this one from here on.
                self.hoisted.push(StructDef { name: Some(name.clone()), ..(**definition).clone() });
                ty.kind = TypeKind::Named(name.name);
                if !self.eat(",") {
                    break;
                }
                continue;
            }
            let (ty, modifiers) = (ty.clone(), modifiers.clone());
            definitions.push(Typedef { modifiers, ty, name, array, span: self.since(start) });
            if !self.eat(",") {
                break;
            }
        }
        self.expect_semicolon()?;
        Ok(definitions)
    }

    fn constant_buffer(
        &mut self,
        attributes: Vec<Attribute>,
        modifiers: Modifiers,
        kind: BufferKind,
        start: Span,
    ) -> Parsed<ConstantBuffer> {
        self.bump();
        let name = if self.at("{") || self.at(":") || self.at("<") {
            // Effects may leave the name out.
            let unnamed = Ident { name: format!("unnamed{}", self.unnamed_buffers), span: start };
            self.unnamed_buffers += 1;
            unnamed
        } else {
            self.expect_ident("the name of the constant buffer")?
        };
        let Suffixes { registers, annotations, semantic, packoffset } =
            self.suffixes(Place::Global)?;
        if let Some(span) = semantic.map(|it| it.name.span).or(packoffset.map(|it| it.span)) {
            self.error(span, "a constant buffer takes only `register` here");
        }
        let open = self.span();
        self.expect("{")?;
        let mut members = Vec::new();
        while self.block_goes_on(open) {
            if self.eat(";") {
                continue;
            }
            members.extend(self.recover(Self::buffer_member).unwrap_or_default());
        }
        self.eat("}");
        let span = self.since(start);
        self.eat(";");
        Ok(ConstantBuffer {
            attributes,
            modifiers,
            kind,
            name,
            registers,
            annotations,
            members,
            span,
        })
    }

    fn buffer_member(&mut self) -> Parsed<Vec<Variable>> {
        let attributes = self.attributes()?;
        let mut modifiers = self.modifiers();
        let is_struct = self.at_word("struct") && self.ahead_is_ident(1) && self.ahead_is(2, "{");
        let packing = self.packing_inside;
        let ty = self.declared_type(&mut modifiers)?;
        say_packing(&mut modifiers, &ty, packing);
        if is_struct && (self.at(";") || self.at("}")) {
            self.eat(";");
            return Ok(Vec::new());
        }
        let name = self.expect_ident("the name of a member")?;
        let members = self.declarators(&attributes, &modifiers, &ty, name, Place::Member)?;
        self.expect_semicolon()?;
        Ok(members)
    }
}

/// Says the packing at a matrix that stands behind a pragma inside of the same struct or buffer: for fxc the pragma
/// counts from its place on, and as an item it stands behind the whole.
fn say_packing(modifiers: &mut Modifiers, ty: &Type, packing: Option<ModifierKind>) {
    let says = modifiers.has(ModifierKind::RowMajor) || modifiers.has(ModifierKind::ColumnMajor);
    if let (Some(kind), TypeKind::Matrix(..), false) = (packing, &ty.kind, says) {
        modifiers.0.push(Modifier { kind, span: ty.span });
    }
}

enum Member {
    Fields(Vec<Variable>),
    Method(Box<Function>),
}
