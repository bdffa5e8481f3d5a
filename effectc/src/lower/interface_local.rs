//! Local variables of interface types.
//!
//! fxc puts functions in line, and then knows which instance such a variable stands for: `ILight light = g_Light;`. Here it
//! gets the class of all that is given to it, and is a copy. An array that gets instances of several classes is a
//! variable for each element.

use crate::hash::{HashMap, HashSet};

use crate::ast::walk::{self, Visitor};
use crate::ast::{
    Expr, ExprKind, Function, Ident, Literal, Stmt, StmtKind, StructDef, StructKind, Type,
    TypeKind, Variable,
};
use crate::diagnostic::Diagnostic;
use crate::lower::interface_global::Instances;
use crate::lower::made;
use crate::source::Span;

/// What is known of the names outside of a function.
pub(super) struct Outside<'o> {
    pub(super) structs: &'o HashMap<String, StructDef>,
    /// The named types of global variables.
    pub(super) globals: HashMap<String, String>,
    /// The named types that functions give.
    pub(super) functions: HashMap<String, String>,
    pub(super) instances: &'o Instances,
}

impl Outside<'_> {
    fn is_interface(&self, name: &str) -> bool {
        self.structs.get(name).is_some_and(|it| it.kind == StructKind::Interface)
    }

    /// The named type of a member, inherited ones too.
    fn field(&self, class: &str, name: &str) -> Option<&str> {
        let def = self.structs.get(class)?;
        let bases = super::class::lineage(def, self.structs);
        let fields = std::iter::once(def).chain(bases).flat_map(|it| &it.fields);
        fields.into_iter().find(|it| it.name.name == name).and_then(|it| named(&it.ty))
    }
}

/// The name of a named type.
pub(super) fn named(ty: &Type) -> Option<&str> {
    match &ty.kind {
        TypeKind::Named(name) => Some(name),
        _ => None,
    }
}

/// Gives the locals of a function, which may be a method of `class`, the classes of what they stand for.
///
/// # Errors
/// A local that stands for several classes, or for none that is known.
pub(super) fn resolve(
    function: &mut Function,
    class: Option<&str>,
    outside: &Outside<'_>,
) -> Result<(), Diagnostic> {
    let mut found = Found { outside, types: HashMap::default(), locals: HashMap::default() };
    walk::function(function, &mut found);
    if found.locals.is_empty() {
        return Ok(());
    }
    let Found { types, mut locals, .. } = found;
    let mut given = Given { locals: &mut locals };
    walk::function(function, &mut given);
    let mut resolving = Resolving { outside, class, types, chosen: HashMap::default() };
    // A local may stand for what another one stands for.
    while resolving.round(&locals) {}
    let chosen =
        locals.iter().map(|(name, local)| Ok((name.clone(), resolving.choice(name, local)?)));
    let choices = chosen.collect::<Result<HashMap<_, _>, Diagnostic>>()?;
    let mut replacing = Replacing { choices: &choices, fault: None };
    walk::function(function, &mut replacing);
    replacing.fault.map_or(Ok(()), Err)
}

/// A local of an interface type.
#[derive(Debug)]
struct Local {
    span: Span,
    is_array: bool,
    /// What is given to it, or to one of its elements.
    values: Vec<(Option<u64>, Expr)>,
}

/// Finds the locals of interface types, and the named types of others.
struct Found<'f, 'o> {
    outside: &'f Outside<'o>,
    types: HashMap<String, String>,
    locals: HashMap<String, Local>,
}

impl Visitor for Found<'_, '_> {
    fn expr(&mut self, _expr: &mut Expr) {}

    fn declare(&mut self, variable: &mut Variable) {
        let name = &variable.name.name;
        let Some(ty) = named(&variable.ty) else { return };
        if !self.outside.is_interface(ty) {
            self.types.insert(name.clone(), ty.to_owned());
            return;
        }
        let is_array = !variable.array.is_empty();
        let new = || Local { span: variable.name.span, is_array, values: Vec::new() };
        let local = self.locals.entry(name.clone()).or_insert_with(new);
        match &variable.init {
            Some(Expr { kind: ExprKind::Braces(parts), .. }) if is_array => {
                local.values.extend((0..).map(Some).zip(parts.iter().cloned()));
            }
            Some(init) => local.values.push((None, init.clone())),
            None => {}
        }
    }
}

/// Finds what is assigned to them.
struct Given<'g> {
    locals: &'g mut HashMap<String, Local>,
}

impl Visitor for Given<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        let ExprKind::Assign(None, target, value) = &expr.kind else { return };
        let (name, element) = match &target.kind {
            ExprKind::Name(name) => (name, None),
            ExprKind::Index(array, index) => match &array.kind {
                ExprKind::Name(name) => (name, literal(index)),
                _ => return,
            },
            _ => return,
        };
        if let Some(local) = self.locals.get_mut(name) {
            local.values.push((element, value.as_ref().clone()));
        }
    }
}

/// An index that is written as a number.
fn literal(index: &Expr) -> Option<u64> {
    match &index.kind {
        ExprKind::Literal(Literal::Int { value, .. }) => Some(*value),
        _ => None,
    }
}

struct Resolving<'r, 'o> {
    outside: &'r Outside<'o>,
    /// The class that this is a method of.
    class: Option<&'r str>,
    types: HashMap<String, String>,
    /// The classes of locals of interface types, as far as they are known.
    chosen: HashMap<String, Choice>,
}

/// What becomes of a local.
#[derive(Clone, Debug)]
enum Choice {
    /// It is of a class.
    Class(String),
    /// Each element is a variable of a class.
    Elements(Vec<String>),
}

impl Resolving<'_, '_> {
    /// Finds classes of further locals; says whether there were any.
    fn round(&mut self, locals: &HashMap<String, Local>) -> bool {
        let open = locals.iter().filter(|(name, _)| !self.chosen.contains_key(*name));
        let found: Vec<(String, Choice)> = open
            .filter_map(|(name, local)| Some((name.clone(), self.choice(name, local).ok()?)))
            .collect();
        let is_more = !found.is_empty();
        self.chosen.extend(found);
        is_more
    }

    fn choice(&self, name: &str, local: &Local) -> Result<Choice, Diagnostic> {
        let mut classes = Vec::new();
        for (element, value) in &local.values {
            let Some(class) = self.class_of(value) else {
                let message = format!(
                    "the class of what is given to `{name}`, whose type is an interface, is not known when the effect is compiled"
                );
                return Err(Diagnostic::error(value.span, message));
            };
            classes.push((*element, class));
        }
        let Some((_, first)) = classes.first() else {
            let message =
                format!("no class instance is given to `{name}`, whose type is an interface");
            return Err(Diagnostic::error(local.span, message));
        };
        let Some((_, other)) = classes.iter().find(|(_, it)| it != first) else {
            return Ok(Choice::Class(first.clone()));
        };
        let several = || {
            let message = format!(
                "`{name}`, whose type is an interface, stands for a `{first}` and for a `{other}`; expected one class"
            );
            Diagnostic::error(local.span, message).with_help("use a variable for each class")
        };
        if !local.is_array {
            return Err(several());
        }
        let mut elements: Vec<Option<&String>> = Vec::new();
        for (element, class) in &classes {
            let at = element.and_then(|it| usize::try_from(it).ok()).filter(|it| *it < 256);
            let at = at.ok_or_else(several)?;
            if elements.len() <= at {
                elements.resize(at + 1, None);
            }
            match elements[at] {
                Some(known) if known != class => return Err(several()),
                _ => elements[at] = Some(class),
            }
        }
        // What nothing is given to is not used.
        let class_or_first = |it: Option<&String>| it.unwrap_or(first).clone();
        Ok(Choice::Elements(elements.into_iter().map(class_or_first).collect()))
    }

    /// The class of an expression, if it is known.
    fn class_of(&self, expr: &Expr) -> Option<String> {
        let class = |it: &str| Some(it.to_owned()).filter(|it| !self.outside.is_interface(it));
        match &expr.kind {
            ExprKind::Name(name) => match self.chosen.get(name) {
                Some(Choice::Class(name)) => Some(name.clone()),
                Some(Choice::Elements(_)) => None,
                None => self.named(name),
            },
            ExprKind::Index(array, index) => {
                let name = array.as_name();
                if let Some(Choice::Elements(classes)) = name.and_then(|it| self.chosen.get(it)) {
                    return classes.get(usize::try_from(literal(index)?).ok()?).cloned();
                }
                if let Some(values) = name.and_then(|it| self.outside.instances.arrays.get(it)) {
                    return self.class_of(values.get(usize::try_from(literal(index)?).ok()?)?);
                }
                self.class_of(array)
            }
            ExprKind::Member(object, member) => {
                class(self.outside.field(&self.class_of(object)?, &member.name)?)
            }
            ExprKind::Cast(ty, dims, _) if dims.is_empty() => class(named(ty)?),
            ExprKind::Call(function, _) => class(self.outside.functions.get(&function.name)?),
            ExprKind::Conditional(_, then, otherwise) => {
                let then = self.class_of(then)?;
                (self.class_of(otherwise)? == then).then_some(then)
            }
            _ => None,
        }
    }

    fn named(&self, name: &str) -> Option<String> {
        let class = |it: &str| Some(it.to_owned()).filter(|it| !self.outside.is_interface(it));
        if name == "this" {
            return self.class.map(ToOwned::to_owned);
        }
        if let Some(local) = self.types.get(name) {
            return class(local);
        }
        if let Some(field) = self.class.and_then(|it| self.outside.field(it, name)) {
            return class(field);
        }
        match self.outside.instances.single.get(name) {
            Some(value) => self.class_of(value),
            None => class(self.outside.globals.get(name)?),
        }
    }
}

/// Gives the locals their classes, and elements their own variables.
struct Replacing<'r> {
    choices: &'r HashMap<String, Choice>,
    fault: Option<Diagnostic>,
}

impl Replacing<'_> {
    fn variables(&self, variable: Variable) -> Vec<Variable> {
        let Some(Choice::Elements(classes)) = self.choices.get(&variable.name.name) else {
            return vec![variable];
        };
        let mut values = match variable.init.as_ref().map(|it| &it.kind) {
            Some(ExprKind::Braces(parts)) => parts.clone().into_iter(),
            _ => Vec::new().into_iter(),
        };
        let elements = classes.iter().enumerate().map(|(at, class)| {
            let mut element = variable.clone();
            element.array.clear();
            element.name.name = element_name(&variable.name.name, at as u64);
            element.ty.kind = TypeKind::Named(class.clone());
            element.init = values.next();
            element
        });
        elements.collect()
    }
}

fn element_name(array: &str, at: u64) -> String {
    format!("{array}{at}{}", made::LOCAL)
}

impl Visitor for Replacing<'_> {
    fn stmt(&mut self, stmt: &mut Stmt) {
        if let StmtKind::Declare(variables) = &mut stmt.kind {
            let all = std::mem::take(variables);
            *variables = all.into_iter().flat_map(|it| self.variables(it)).collect();
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        let ExprKind::Index(array, index) = &expr.kind else { return };
        let Some(name) = array.as_name() else { return };
        let Some(Choice::Elements(classes)) = self.choices.get(name) else { return };
        match literal(index).filter(|it| *it < classes.len() as u64) {
            Some(at) => expr.kind = ExprKind::Name(element_name(name, at)),
            None => {
                self.fault.get_or_insert_with(|| unknown_element(name, index.span));
            }
        }
    }

    fn declare(&mut self, variable: &mut Variable) {
        if let Some(Choice::Class(class)) = self.choices.get(&variable.name.name) {
            variable.ty.kind = TypeKind::Named(class.clone());
        }
    }
}

/// The error about an element of an array of interfaces that only the running shader knows.
pub(super) fn unknown_element(array: &str, index: Span) -> Diagnostic {
    let message = format!(
        "which class `{array}[..]` stands for must be known when the effect is compiled; expected a constant index"
    );
    Diagnostic::error(index, message).with_help(
        "loops are unrolled where their bounds are constants and the index is their variable",
    )
}

/// The arrays of interfaces that a function declares itself.
pub(super) fn arrays(function: &Function, is_interface: &dyn Fn(&str) -> bool) -> HashSet<String> {
    struct Arrays<'a> {
        is_interface: &'a dyn Fn(&str) -> bool,
        names: HashSet<String>,
    }
    impl crate::ast::visit::Visitor for Arrays<'_> {
        fn variable(&mut self, variable: &Variable) {
            let Ident { name, .. } = &variable.name;
            if !variable.array.is_empty() && named(&variable.ty).is_some_and(self.is_interface) {
                self.names.insert(name.clone());
            }
        }
    }
    let mut arrays = Arrays { is_interface, names: HashSet::default() };
    crate::ast::visit::function(function, &mut arrays);
    arrays.names
}
