//! Namespaces: `namespace Light { float4 color; }` and `Light::color`.
//!
//! What stands in a namespace is an item like any other, by its whole name (`Light::color`), and so is what is said of
//! it inside of the namespace by its short name. Nothing after the parser knows of namespaces.

use crate::hash::{HashMap, HashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

use super::{Parsed, Parser};
use crate::ast::{
    Expr, ExprKind, Function, Ident, Item, PassStmt, StateBlock, Stmt, StmtKind, StructDef,
    Technique, Type, TypeKind, Variable, walk,
};
use crate::lex::{Token, TokenKind};

/// Stands between a namespace and a name in it.
const SEPARATOR: &str = "::";

/// The longest whole name of a namespace: every name in it gets that long.
const MAX_PATH: usize = 128;

/// What the namespaces of a file hold.
#[derive(Debug, Default)]
pub(super) struct Namespaces {
    /// Where the parser is: the names of the namespaces around it.
    path: Vec<String>,
    /// By whole name of the namespace: the names of its types, and all its names.
    types: HashMap<String, HashSet<String>>,
    names: HashMap<String, HashSet<String>>,
}

/// Makes one word of `Light::color`, where `Light` is a namespace of the file.
pub(super) fn join_names(tokens: Vec<Token>) -> Vec<Token> {
    let is_word = |token: Option<&Token>| token.and_then(Token::ident).cloned();
    let opens = tokens.windows(3).filter(|it| it[0].ident().is_some_and(|it| &**it == "namespace"));
    let namespaces: BTreeSet<Rc<str>> =
        opens.filter(|it| it[2].is("{")).filter_map(|it| is_word(it.get(1))).collect();
    if namespaces.is_empty() {
        return tokens;
    }
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut tokens = tokens.into_iter().peekable();
    while let Some(mut token) = tokens.next() {
        if let Some(name) = token.ident().filter(|it| namespaces.contains(*it)) {
            let mut name = name.as_ref().to_owned();
            while let Some(separator) = tokens.next_if(|it| it.is(SEPARATOR)) {
                let Some(inner) = tokens.next_if(|it| it.ident().is_some()) else {
                    // What is missing there is said by who reads on.
                    joined.push(Token { kind: TokenKind::Ident(name.as_str().into()), ..token });
                    token = separator;
                    name.clear();
                    break;
                };
                if let Some(inner) = inner.ident() {
                    name = format!("{name}{SEPARATOR}{inner}");
                }
                token.span = token.span.to(inner.span);
            }
            if !name.is_empty() {
                token.kind = TokenKind::Ident(name.as_str().into());
            }
        }
        joined.push(token);
    }
    joined
}

/// `A` and `f` of `N::A::f`, the last of which is no namespace.
pub(super) fn split_last(name: &str) -> Option<(&str, &str)> {
    name.rsplit_once(SEPARATOR)
}

impl Parser<'_> {
    pub(super) fn namespace_follows(&self) -> bool {
        self.at_word("namespace") && self.ahead_is_ident(1) && self.ahead_is(2, "{")
    }

    /// Reads a namespace, and gives what stands in it by its whole names.
    pub(super) fn namespace(&mut self) -> Parsed<Vec<Item>> {
        self.enter()?;
        self.bump();
        let Ident { name, span } = self.expect_ident("the name of a namespace")?;
        let around: usize = self.namespaces.path.iter().map(|it| it.len() + SEPARATOR.len()).sum();
        if around + name.len() > MAX_PATH {
            let message = format!("this namespace's whole name is longer than {MAX_PATH} letters");
            return Err(self.error(span, message));
        }
        let open = self.span();
        self.expect("{")?;
        self.namespaces.path.push(name.clone());
        let path = self.namespaces.path.join(SEPARATOR);
        self.types.push(self.namespaces.types.remove(&path).unwrap_or_default());
        let mut items = Vec::new();
        while !self.at("}") && !self.is_end() && !self.diagnostics.is_full() {
            items.append(&mut self.pending_items);
            if self.eat(";") {
                continue;
            }
            let parsed = self.recover(Self::item);
            items.extend(self.hoisted.drain(..).map(Item::Struct));
            items.extend(parsed.into_iter().flatten());
        }
        items.append(&mut self.pending_items);
        self.block_goes_on(open);
        self.eat("}");
        self.eat(";");
        let types = self.types.pop().unwrap_or_default();
        for inner in &types {
            self.declare_type(&format!("{name}{SEPARATOR}{inner}"));
        }
        self.namespaces.path.pop();
        let mut scope = Scope {
            prefix: format!("{name}{SEPARATOR}"),
            names: self.namespaces.names.remove(&path).unwrap_or_default(),
            hidden: HashSet::default(),
            hidden_types: HashSet::default(),
            methods: HashSet::default(),
        };
        items.iter_mut().for_each(|it| scope.item(it));
        self.namespaces.names.insert(path.clone(), scope.names);
        self.namespaces.types.insert(path, types);
        self.leave();
        Ok(items)
    }
}

/// Gives what stands in one namespace its whole names.
struct Scope {
    /// `Light::`
    prefix: String,
    /// What the namespace has declared so far.
    names: HashSet<String>,
    /// Variables of the function or structure at hand, which come before those of the namespace.
    hidden: HashSet<String>,
    /// Its own types.
    hidden_types: HashSet<String>,
    /// Its own functions.
    methods: HashSet<String>,
}

impl Scope {
    fn item(&mut self, item: &mut Item) {
        self.hidden.clear();
        self.hidden_types.clear();
        self.methods.clear();
        match item {
            Item::Function(it) => self.function(it),
            Item::Struct(it) => self.structure(it),
            Item::Typedef(it) => {
                let mut name = it.name.clone();
                walk::typedef(it, self);
                self.declare(&mut name);
                it.name = name;
            }
            Item::ConstantBuffer(it) => {
                self.declare(&mut it.name);
                it.members.iter_mut().for_each(|it| self.global(it));
            }
            Item::Variable(it) => self.global(it),
            Item::Technique(it) => self.technique(it),
            Item::Group(it) => it.techniques.iter_mut().for_each(|it| self.technique(it)),
            Item::PackMatrix(_) => {}
        }
    }

    fn declare(&mut self, name: &mut Ident) {
        self.names.insert(name.name.clone());
        name.name.insert_str(0, &self.prefix);
    }

    fn resolve(&self, name: &mut String) {
        if self.names.contains(name) {
            name.insert_str(0, &self.prefix);
        }
    }

    fn global(&mut self, variable: &mut Variable) {
        let states = variable.states.iter_mut().chain(&mut variable.element_states);
        states.for_each(|it| self.states(it));
        let values = variable.annotations.iter_mut().filter_map(|it| it.init.as_mut());
        values.for_each(|it| walk::expr(it, self));
        let mut name = variable.name.clone();
        self.declare(&mut name);
        walk::variable(variable, self);
        variable.name = name;
        self.hidden.clear();
    }

    fn states(&mut self, block: &mut StateBlock) {
        block.states.iter_mut().for_each(|it| walk::expr(&mut it.value, self));
    }

    fn function(&mut self, function: &mut Function) {
        let name = match &mut function.class {
            Some(class) => {
                self.resolve(&mut class.name);
                function.name.clone()
            }
            None => {
                let mut name = function.name.clone();
                self.declare(&mut name);
                name
            }
        };
        walk::function(function, self);
        function.name = name;
    }

    fn structure(&mut self, def: &mut StructDef) {
        if let Some(name) = &mut def.name {
            self.declare(name);
        }
        def.bases.iter_mut().for_each(|it| self.resolve(&mut it.name));
        def.fields.iter_mut().for_each(|it| walk::variable(it, self));
        self.methods.extend(def.methods.iter().map(|it| it.name.name.clone()));
        let fields = self.hidden.clone();
        for method in &mut def.methods {
            walk::function(method, self);
            self.hidden.clone_from(&fields);
        }
    }

    fn technique(&mut self, technique: &mut Technique) {
        for stmt in technique.passes.iter_mut().flat_map(|it| &mut it.stmts) {
            match stmt {
                PassStmt::Call { args, .. } => args.iter_mut().for_each(|it| walk::expr(it, self)),
                PassStmt::Assign(it) => walk::expr(&mut it.value, self),
            }
        }
    }
}

impl walk::Visitor for Scope {
    fn expr(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Name(name) if !self.hidden.contains(name) => self.resolve(name),
            ExprKind::AngleName(name) => self.resolve(&mut name.name),
            ExprKind::Call(function, _) if !self.methods.contains(&function.name) => {
                self.resolve(&mut function.name);
            }
            ExprKind::Compile { entry, .. } => self.resolve(&mut entry.name),
            _ => {}
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        let name = match &stmt.kind {
            StmtKind::Struct(def) => def.name.as_ref(),
            StmtKind::Typedef(it) => Some(&it.name),
            _ => None,
        };
        self.hidden_types.extend(name.map(|it| it.name.clone()));
    }

    fn ty(&mut self, ty: &mut Type) {
        if let TypeKind::Named(name) = &mut ty.kind
            && !self.hidden_types.contains(name)
        {
            self.resolve(name);
        }
    }

    fn declared(&mut self, name: &mut Ident) {
        self.hidden.insert(name.name.clone());
    }
}
