//! What the nodes of the tree are made of, said once: every walk asks here for the direct parts of a node.
//!
//! Parts come in the order in which they stand in the text. [`read`] gives them for reading, [`change`] for changing.

/// What an expression is to the node that it is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A value that is read.
    Value,
    /// What is written: the left side of `=`, the operand of `++`.
    Target,
    /// What the node around it selects from, and so read or written like that node: `a` in `a[i]` and `a.x`.
    Whole,
    /// What a statement decides by.
    Condition,
    /// What a `switch` chooses by, or a label of one.
    Selector,
    /// The value of a `return`.
    Returned,
    /// The first value of a variable.
    Initializer,
    /// The size of an array.
    Size,
    /// An argument of an attribute.
    Attribute,
    /// An argument of a template that is no type.
    Template,
}

macro_rules! parts {
    ($module:ident, $doc:literal $(, $mutable:ident)?) => {
        #[doc = $doc]
        pub mod $module {
            use super::Role;
            use crate::ast::{
                ArrayDim, Attribute, Block, ConstantBuffer, Expr, ExprKind, ForInit, Function, Ident, Item, Stmt,
                StmtKind, StructDef, SwitchLabel, TemplateArg, Type, TypeKind, Typedef, UnaryOp, Variable,
            };

            /// A direct part of a node.
            #[derive(Debug)]
            pub enum Part<'t> {
                /// An expression, and what it is for.
                Expr(Role, &'t $($mutable)? Expr),
                /// A statement.
                Stmt(&'t $($mutable)? Stmt),
                /// Statements in braces.
                Block(&'t $($mutable)? Block),
                /// A variable, parameter or member.
                Variable(&'t $($mutable)? Variable),
                /// A type where it is used.
                Type(&'t $($mutable)? Type),
                /// A struct, where it is declared.
                Struct(&'t $($mutable)? StructDef),
                /// A method.
                Function(&'t $($mutable)? Function),
                /// A typedef, where it is declared.
                Typedef(&'t $($mutable)? Typedef),
                /// A name where it is declared; also the class before `::` and the bases of a struct.
                Declared(&'t $($mutable)? Ident),
                /// A scope without a node of its own begins: the cases of a `switch`.
                Enter,
                /// It ends.
                Leave,
            }

            /// Parts of an item: none of techniques, whose passes are no code.
            pub fn of_item<'t>(item: &'t $($mutable)? Item, visit: &mut impl FnMut(Part<'t>)) {
                match item {
                    Item::Function(it) => visit(Part::Function(it)),
                    Item::Struct(it) => visit(Part::Struct(it)),
                    Item::Typedef(it) => visit(Part::Typedef(it)),
                    Item::ConstantBuffer(it) => of_buffer(it, visit),
                    Item::Variable(it) => visit(Part::Variable(it)),
                    Item::Technique(_) | Item::Group(_) | Item::PackMatrix(_) => {}
                }
            }

            fn of_buffer<'t>(buffer: &'t $($mutable)? ConstantBuffer, visit: &mut impl FnMut(Part<'t>)) {
                visit(Part::Declared(& $($mutable)? buffer.name));
                for member in & $($mutable)? buffer.members {
                    visit(Part::Variable(member));
                }
            }

            /// Parts of a function; the body comes last.
            pub fn of_function<'t>(function: &'t $($mutable)? Function, visit: &mut impl FnMut(Part<'t>)) {
                of_attributes(& $($mutable)? function.attributes, visit);
                visit(Part::Type(& $($mutable)? function.return_type));
                if let Some(class) = & $($mutable)? function.class {
                    visit(Part::Declared(class));
                }
                visit(Part::Declared(& $($mutable)? function.name));
                for param in & $($mutable)? function.params {
                    visit(Part::Variable(param));
                }
                if let Some(body) = & $($mutable)? function.body {
                    visit(Part::Block(body));
                }
            }

            /// Parts of a struct.
            pub fn of_struct<'t>(def: &'t $($mutable)? StructDef, visit: &mut impl FnMut(Part<'t>)) {
                if let Some(name) = & $($mutable)? def.name {
                    visit(Part::Declared(name));
                }
                for base in & $($mutable)? def.bases {
                    visit(Part::Declared(base));
                }
                for field in & $($mutable)? def.fields {
                    visit(Part::Variable(field));
                }
                for method in & $($mutable)? def.methods {
                    visit(Part::Function(method));
                }
            }

            /// Parts of a typedef.
            pub fn of_typedef<'t>(typedef: &'t $($mutable)? Typedef, visit: &mut impl FnMut(Part<'t>)) {
                visit(Part::Type(& $($mutable)? typedef.ty));
                visit(Part::Declared(& $($mutable)? typedef.name));
                of_dims(& $($mutable)? typedef.array, visit);
            }

            /// Parts of a variable. The name comes last, as its value does not know it; annotations and states are no
            /// code.
            pub fn of_variable<'t>(variable: &'t $($mutable)? Variable, visit: &mut impl FnMut(Part<'t>)) {
                of_attributes(& $($mutable)? variable.attributes, visit);
                visit(Part::Type(& $($mutable)? variable.ty));
                of_dims(& $($mutable)? variable.array, visit);
                if let Some(init) = & $($mutable)? variable.init {
                    visit(Part::Expr(Role::Initializer, init));
                }
                visit(Part::Declared(& $($mutable)? variable.name));
            }

            /// Parts of a type.
            pub fn of_type<'t>(ty: &'t $($mutable)? Type, visit: &mut impl FnMut(Part<'t>)) {
                match & $($mutable)? ty.kind {
                    TypeKind::Inline(def) => visit(Part::Struct(def)),
                    TypeKind::Object(_, args) => {
                        for arg in args {
                            visit(match arg {
                                TemplateArg::Type(_, it) => Part::Type(it),
                                TemplateArg::Value(it) => Part::Expr(Role::Template, it),
                            });
                        }
                    }
                    TypeKind::Named(_)
                    | TypeKind::Void
                    | TypeKind::Scalar(_)
                    | TypeKind::Vector(..)
                    | TypeKind::Matrix(..) => {}
                }
            }

            fn of_dims<'t>(dims: &'t $($mutable)? [ArrayDim], visit: &mut impl FnMut(Part<'t>)) {
                for dim in dims {
                    if let Some(size) = & $($mutable)? dim.size {
                        visit(Part::Expr(Role::Size, size));
                    }
                }
            }

            fn of_attributes<'t>(attributes: &'t $($mutable)? [Attribute], visit: &mut impl FnMut(Part<'t>)) {
                for attribute in attributes {
                    for arg in & $($mutable)? attribute.args {
                        visit(Part::Expr(Role::Attribute, arg));
                    }
                }
            }

            /// Parts of a statement. The variable of a `for` stays visible after the loop, as in fxc: no scope.
            pub fn of_stmt<'t>(stmt: &'t $($mutable)? Stmt, visit: &mut impl FnMut(Part<'t>)) {
                of_attributes(& $($mutable)? stmt.attributes, visit);
                match & $($mutable)? stmt.kind {
                    StmtKind::Empty | StmtKind::Break | StmtKind::Continue | StmtKind::Discard => {}
                    StmtKind::Expr(it) => visit(Part::Expr(Role::Value, it)),
                    StmtKind::Declare(variables) => {
                        for variable in variables {
                            visit(Part::Variable(variable));
                        }
                    }
                    StmtKind::Struct(it) => visit(Part::Struct(it)),
                    StmtKind::Typedef(it) => visit(Part::Typedef(it)),
                    StmtKind::Block(it) => visit(Part::Block(it)),
                    StmtKind::If(condition, then, otherwise) => {
                        visit(Part::Expr(Role::Condition, condition));
                        visit(Part::Stmt(then));
                        if let Some(otherwise) = otherwise {
                            visit(Part::Stmt(otherwise));
                        }
                    }
                    StmtKind::For { init, condition, step, body } => {
                        match init {
                            ForInit::Empty => {}
                            ForInit::Expr(it) => visit(Part::Expr(Role::Value, it)),
                            ForInit::Declare(variables) => {
                                for variable in variables {
                                    visit(Part::Variable(variable));
                                }
                            }
                        }
                        if let Some(condition) = condition {
                            visit(Part::Expr(Role::Condition, condition));
                        }
                        if let Some(step) = step {
                            visit(Part::Expr(Role::Value, step));
                        }
                        visit(Part::Stmt(body));
                    }
                    StmtKind::While(condition, body) => {
                        visit(Part::Expr(Role::Condition, condition));
                        visit(Part::Stmt(body));
                    }
                    StmtKind::DoWhile(body, condition) => {
                        visit(Part::Stmt(body));
                        visit(Part::Expr(Role::Condition, condition));
                    }
                    StmtKind::Switch(value, cases) => {
                        visit(Part::Expr(Role::Selector, value));
                        visit(Part::Enter);
                        for case in cases {
                            for label in & $($mutable)? case.labels {
                                if let SwitchLabel::Case(it) = label {
                                    visit(Part::Expr(Role::Selector, it));
                                }
                            }
                            for stmt in & $($mutable)? case.body {
                                visit(Part::Stmt(stmt));
                            }
                        }
                        visit(Part::Leave);
                    }
                    StmtKind::Return(value) => {
                        if let Some(value) = value {
                            visit(Part::Expr(Role::Returned, value));
                        }
                    }
                }
            }

            /// Expressions that an expression is computed from: its parts without types and sizes.
            pub fn operands<'t>(expr: &'t $($mutable)? Expr, visit: &mut impl FnMut(&'t $($mutable)? Expr)) {
                of_expr(expr, &mut |part| {
                    if let Part::Expr(Role::Value | Role::Target | Role::Whole, it) = part {
                        visit(it);
                    }
                });
            }

            /// Parts of an expression.
            pub fn of_expr<'t>(expr: &'t $($mutable)? Expr, visit: &mut impl FnMut(Part<'t>)) {
                match & $($mutable)? expr.kind {
                    ExprKind::Literal(_)
                    | ExprKind::Null
                    | ExprKind::Name(_)
                    | ExprKind::AngleName(_)
                    | ExprKind::Asm => {}
                    ExprKind::Unary(op, inner) => {
                        let role = match op {
                            UnaryOp::PreIncrement
                            | UnaryOp::PreDecrement
                            | UnaryOp::PostIncrement
                            | UnaryOp::PostDecrement => Role::Target,
                            _ => Role::Value,
                        };
                        visit(Part::Expr(role, inner));
                    }
                    ExprKind::Member(object, _) => visit(Part::Expr(Role::Whole, object)),
                    ExprKind::Cast(ty, dims, inner) => {
                        visit(Part::Type(ty));
                        of_dims(dims, visit);
                        visit(Part::Expr(Role::Value, inner));
                    }
                    ExprKind::Binary(_, left, right) | ExprKind::Comma(left, right) => {
                        visit(Part::Expr(Role::Value, left));
                        visit(Part::Expr(Role::Value, right));
                    }
                    ExprKind::Index(array, index) => {
                        visit(Part::Expr(Role::Whole, array));
                        visit(Part::Expr(Role::Value, index));
                    }
                    ExprKind::Assign(_, target, value) => {
                        visit(Part::Expr(Role::Target, target));
                        visit(Part::Expr(Role::Value, value));
                    }
                    ExprKind::Conditional(condition, then, otherwise) => {
                        visit(Part::Expr(Role::Value, condition));
                        visit(Part::Expr(Role::Value, then));
                        visit(Part::Expr(Role::Value, otherwise));
                    }
                    ExprKind::Construct(ty, args) => {
                        visit(Part::Type(ty));
                        for arg in args {
                            visit(Part::Expr(Role::Value, arg));
                        }
                    }
                    ExprKind::Call(_, args) | ExprKind::Braces(args) | ExprKind::Compile { args, .. } => {
                        for arg in args {
                            visit(Part::Expr(Role::Value, arg));
                        }
                    }
                    ExprKind::Method(object, _, args) => {
                        visit(Part::Expr(Role::Value, object));
                        for arg in args {
                            visit(Part::Expr(Role::Value, arg));
                        }
                    }
                }
            }
        }
    };
}

parts!(read, "Parts for reading.");
parts!(change, "Parts for changing.", mut);
