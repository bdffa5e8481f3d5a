//! Reads variables: what stands after the type, wherever they are declared.

use super::types::TypeWord;
use super::{Parsed, Parser};
use crate::ast::{
    ArrayDim, Attribute, AttributeStyle, Expr, ExprKind, Ident, Modifiers, PackOffset, Register,
    Semantic, StateBlockStyle, Type, TypeKind, Variable,
};
use crate::source::Span;

/// Where a variable is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Outside functions: several may follow one type, and everything is allowed.
    Global,
    /// In a constant buffer or struct.
    Member,
    /// In a function.
    Local,
    /// Between a function's parentheses: one.
    Param,
    /// Between `<` and `>`: one.
    Annotation,
}

/// What a function's or variable's colons say.
#[derive(Default)]
pub(super) struct Suffixes {
    pub(super) semantic: Option<Semantic>,
    pub(super) registers: Vec<Register>,
    pub(super) packoffset: Option<Box<PackOffset>>,
    pub(super) annotations: Vec<Variable>,
}

impl Parser<'_> {
    /// Reads `[name(args)]` and `[[scope::name(args)]]`, as many as stand here.
    pub(super) fn attributes(&mut self) -> Parsed<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while self.at("[") {
            let open = self.span();
            let is_double = self.ahead_is(1, "[");
            self.bump();
            if is_double {
                self.bump();
            }
            loop {
                let start = self.span();
                let mut name = self.expect_ident("the name of an attribute")?;
                let mut scope = None;
                if self.eat("::") {
                    let inner = self.expect_ident("the name of an attribute")?;
                    scope = Some(std::mem::replace(&mut name, inner).name);
                }
                let args = if self.at("(") { self.arguments()? } else { Vec::new() };
                attributes.push(Attribute {
                    style: if is_double { AttributeStyle::Double } else { AttributeStyle::Single },
                    scope,
                    name,
                    args,
                    span: start.to(self.previous_span()),
                });
                if !self.eat(",") {
                    break;
                }
            }
            self.expect_closing("]", open)?;
            if is_double {
                self.expect_closing("]", open)?;
            }
        }
        Ok(attributes)
    }

    /// Reads `[size]`, as many as stand here.
    pub(super) fn array_dims(&mut self) -> Parsed<Vec<ArrayDim>> {
        let mut dims = Vec::new();
        while self.at("[") {
            let open = self.span();
            self.bump();
            let outer = std::mem::replace(&mut self.no_angles, false);
            let size = if self.at("]") { None } else { Some(self.expression()?) };
            self.no_angles = outer;
            self.expect_closing("]", open)?;
            dims.push(ArrayDim { size, span: open.to(self.previous_span()) });
        }
        Ok(dims)
    }

    /// Reads semantics, registers, packoffset and annotations, in whatever order.
    pub(super) fn suffixes(&mut self, place: Place) -> Parsed<Suffixes> {
        let mut found = Suffixes::default();
        loop {
            if self.at("<") && place != Place::Local {
                found.annotations.extend(self.annotations()?);
                continue;
            }
            if !self.eat(":") {
                return Ok(found);
            }
            let is_call = self.ahead_is(1, "(");
            if is_call && self.ahead_is_effect_word(0, "register") {
                found.registers.push(self.register()?);
            } else if is_call && self.ahead_is_effect_word(0, "packoffset") {
                found.packoffset = Some(Box::new(self.packoffset()?));
            } else {
                let name = self.expect_ident("a semantic, `register` or `packoffset`")?;
                if found.semantic.is_some() {
                    return Err(self.error(name.span, "this already has a semantic"));
                }
                found.semantic = Some(Semantic { name });
            }
        }
    }

    fn register(&mut self) -> Parsed<Register> {
        let start = self.span();
        self.bump();
        let open = self.span();
        self.expect("(")?;
        let mut slot = self.expect_ident("a register such as `b0`")?;
        let mut profile = None;
        let mut space = None;
        let is_space = |parser: &Self| {
            parser.word().is_some_and(|word| word.to_ascii_lowercase().starts_with("space"))
        };
        if self.at(",")
            && !self
                .ahead(1)
                .ident()
                .is_some_and(|word| word.to_ascii_lowercase().starts_with("space"))
        {
            self.bump();
            profile =
                Some(std::mem::replace(&mut slot, self.expect_ident("a register such as `b0`")?));
        }
        let mut offset = None;
        if self.eat("[") {
            offset = Some(self.expression()?);
            self.expect("]")?;
        }
        if self.eat(",") {
            if !is_space(self) {
                return Err(self.expected("a register space such as `space1`"));
            }
            space = Some(self.expect_ident("a register space such as `space1`")?);
        }
        self.expect_closing(")", open)?;
        Ok(Register { profile, slot, offset, space, span: start.to(self.previous_span()) })
    }

    fn packoffset(&mut self) -> Parsed<PackOffset> {
        let start = self.span();
        self.bump();
        let open = self.span();
        self.expect("(")?;
        let register = self.expect_ident("a constant register such as `c0`")?;
        let component =
            if self.eat(".") { Some(self.expect_ident("a component such as `x`")?) } else { None };
        self.expect_closing(")", open)?;
        Ok(PackOffset { register, component, span: start.to(self.previous_span()) })
    }

    /// Reads `< float UIMin = 0; .. >`, whose `<` stands here.
    pub(super) fn annotations(&mut self) -> Parsed<Vec<Variable>> {
        let open = self.span();
        self.expect("<")?;
        self.enter()?;
        let outer = std::mem::replace(&mut self.no_angles, true);
        let mut entries = Vec::new();
        while !self.at(">") && !self.at(">=") && !self.at(">>") {
            if self.eat(";") {
                continue;
            }
            let mut modifiers = self.modifiers();
            let ty = self.declared_type(&mut modifiers)?;
            loop {
                let name = self.expect_ident("the name of an annotation")?;
                let (modifiers, ty) = (modifiers.clone(), ty.clone());
                entries.push(self.declarator(
                    Vec::new(),
                    modifiers,
                    ty,
                    name,
                    Place::Annotation,
                )?);
                if !self.eat(",") {
                    break;
                }
            }
            if !self.eat(";") && !self.at(">") && !self.at(">=") {
                return Err(self.expected("`;` after the annotation"));
            }
        }
        self.no_angles = outer;
        self.expect_closing_angle(open)?;
        self.leave();
        Ok(entries)
    }

    /// Reads everything after a variable's name.
    pub(super) fn declarator(
        &mut self,
        attributes: Vec<Attribute>,
        modifiers: Modifiers,
        ty: Type,
        name: Ident,
        place: Place,
    ) -> Parsed<Variable> {
        let mut variable = Variable::new(ty, name);
        if let Some(first) = modifiers.0.first() {
            variable.span = first.span.to(variable.span);
        }
        variable.attributes = attributes;
        variable.modifiers = modifiers;
        variable.array = self.array_dims()?;
        let suffixes =
            if place == Place::Annotation { Suffixes::default() } else { self.suffixes(place)? };
        variable.semantic = suffixes.semantic;
        variable.registers = suffixes.registers;
        variable.packoffset = suffixes.packoffset;
        variable.annotations = suffixes.annotations;
        self.value_or_states(&mut variable)?;
        variable.span = variable.span.to(self.previous_span());
        Ok(variable)
    }

    /// Reads what gives a variable its value: `= value`, `= sampler_state { .. }`, `{ states }`, or a list of such blocks.
    fn value_or_states(&mut self, variable: &mut Variable) -> Parsed<()> {
        let has_equals = self.at("=");
        let begins = usize::from(has_equals);
        // Arrays of shaders have values between braces, all other objects have states there.
        let is_object = matches!(
            &variable.ty.kind, TypeKind::Object(kind, _) if !kind.keyword().ends_with("Shader")
        );
        if is_object && self.ahead_is(begins, "{") && self.block_begins(begins + 1) {
            self.eat("=");
            variable.element_states = self.state_blocks()?;
        } else if has_equals && self.keyword_block_begins(1) {
            self.bump();
            self.bump();
            variable.states = Some(self.state_block(StateBlockStyle::Keyword)?);
        } else if is_object && self.ahead_is(begins, "{") {
            self.eat("=");
            variable.states = Some(self.state_block(StateBlockStyle::Block)?);
        } else if self.eat("=") {
            variable.init = Some(self.initializer()?);
        }
        Ok(())
    }

    /// Returns whether `sampler_state {` stands so many places ahead.
    pub(super) fn keyword_block_begins(&self, count: usize) -> bool {
        let is_keyword = self.ahead_is_effect_word(count, "sampler_state")
            || self.ahead_is_effect_word(count, "stateblock_state");
        is_keyword && self.ahead_is(count + 1, "{")
    }

    /// Returns whether a block of states, with or without a keyword, begins so many places ahead.
    fn block_begins(&self, count: usize) -> bool {
        self.ahead_is(count, "{") || self.keyword_block_begins(count)
    }

    /// Reads a value or a list of values in braces.
    pub(super) fn initializer(&mut self) -> Parsed<Expr> {
        if !self.at("{") {
            return self.assignment();
        }
        self.enter()?;
        let open = self.span();
        self.bump();
        let mut values = Vec::new();
        while !self.at("}") {
            values.push(self.initializer()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect_closing("}", open)?;
        self.leave();
        Ok(Expr::new(ExprKind::Braces(values), open.to(self.previous_span())))
    }

    /// Reads the variables after a type, up to and without the `;`. The first one's name has been read.
    pub(super) fn declarators(
        &mut self,
        attributes: &[Attribute],
        modifiers: &Modifiers,
        ty: &Type,
        first: Ident,
        place: Place,
    ) -> Parsed<Vec<Variable>> {
        let mut variables = Vec::new();
        let mut name = first;
        loop {
            let (attributes, modifiers) = (attributes.to_vec(), modifiers.clone());
            variables.push(self.declarator(attributes, modifiers, ty.clone(), name, place)?);
            if !self.eat(",") {
                return Ok(variables);
            }
            name = self.expect_ident("the name of a variable")?;
        }
    }

    /// Returns whether a declaration of a variable begins here, in a function.
    pub(super) fn declaration_follows(&self) -> bool {
        if self.modifier_ahead(0).is_some() {
            return true;
        }
        let Some(word) = self.type_word(0) else { return false };
        if self.at_word("unsigned") || self.at_word("struct") || self.at_word("class") {
            return true;
        }
        if self.ahead_is_ident(1) {
            return true;
        }
        // `vector<float, 3> v`, `Texture2D<float4> t`: not `a < b`, which is no statement anyway.
        word == TypeWord::Likely && self.ahead_is(1, "<")
    }

    /// Returns the span of a declaration that begins at `start` and ends before this token.
    pub(super) fn since(&self, start: Span) -> Span {
        start.to(self.previous_span())
    }
}
